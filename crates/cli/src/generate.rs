//! `brinell generate`: writes random programs whose meaning is known.

mod exhaustive;
mod files;
mod meta;
mod options;
mod topics;
mod writer;

use crate::args::JobsArgs;
use crate::progress::{Interrupted, WorkProgress};
use crate::terminal::page_columns;
use crate::{Status, parallel, stats};
use anyhow::{Context as _, bail};
use brinell_choice::fresh_seed;
use brinell_generate::config::Config;
use brinell_generate::{Generated, Generator};
use clap::Args;
use clap::builder::PossibleValuesParser;
use options::ConfigArgs;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use writer::{Destination, GenerateFailure, ProgramWriter};

/// Programs that `--stats` measures by default.
const MEASURED: u64 = 100;

/// Heading of options that only a help topic shows.
const OTHER: &str = "Other ways to generate";

/// The profile that changes nothing.
const DEFAULT_PROFILE: &str = "default";

/// The arguments of `brinell generate`.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub struct GenerateArgs {
    /// Number of the program, below 2^64 [default: drawn, and written into the program]
    #[arg(short, long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir")]
    output: Option<PathBuf>,

    /// Write to files `brinell_SEED.c` in a directory, which is created if necessary
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,

    /// Write this many programs, with consecutive seeds, to --out-dir
    #[arg(long, value_name = "N")]
    count: Option<NonZeroU64>,

    /// Parallel jobs.
    #[command(flatten)]
    jobs: JobsArgs,

    /// Enumerate all programs, smallest first, instead of drawing random ones: write number --seed
    /// [default: 1], or --count of them, or all up to --limit
    #[arg(long, hide = true, help_heading = OTHER, conflicts_with_all = ["stats", "trace", "dump_config"])]
    exhaustive: bool,

    /// With --exhaustive: the size of the largest programs, in nodes (statements, variables, and
    /// expressions as they are written)
    #[arg(long, hide = true, help_heading = OTHER, value_name = "NODES", requires = "exhaustive")]
    limit: Option<NonZeroU32>,

    /// Write the expected output and other facts to a file, one line of JSON per program; - is
    /// standard output
    #[arg(long, value_name = "FILE")]
    meta: Option<PathBuf>,

    /// Write to a file how the program was grown: the productions that wrote it, in the order in
    /// which they were drawn, with the tokens that each wrote
    #[arg(long, hide = true, help_heading = OTHER, value_name = "FILE",
          conflicts_with_all = ["count", "stats", "dump_config"])]
    trace: Option<PathBuf>,

    /// Instead of writing programs, print how often they contain each construct, next to Csmith's if
    /// it is installed, and how often each production was drawn and succeeded
    #[arg(long, hide = true, help_heading = OTHER,
          conflicts_with_all = ["output", "out_dir", "meta"])]
    stats: bool,

    /// Instead of writing programs, print all options as a TOML file for --profile
    #[arg(long, hide = true, help_heading = OTHER,
          conflicts_with_all = ["stats", "out_dir", "meta", "count"])]
    dump_config: bool,

    /// Explain a topic and list its options
    #[arg(long, value_name = "TOPIC", value_parser = PossibleValuesParser::new(topics::names()),
          hide_possible_values = true)]
    help_topic: Option<String>,

    /// Options to start from: the name of a shipped profile, or a TOML file
    #[arg(
        long,
        value_name = "NAME|FILE",
        default_value = DEFAULT_PROFILE,
        default_value_if("exhaustive", "true", exhaustive::PROFILE),
        help_heading = "Program"
    )]
    profile: String,

    /// Features, limits, weights.
    #[command(flatten)]
    options: ConfigArgs,
}

fn after_help() -> String {
    let mut text = "\
Programs are self-contained: no #include, one file unless --split is given. They are defined and
deterministic, and terminate soon: each has run on the abstract machine before it is written. The last
line of their output is `checksum = X`; with the argument 1 they also print the running checksum after
each variable. --meta records what every correct compiler must make a program do.

The same version, options and seed give the same bytes on every machine and with any number of
threads. The comment at the top of a program contains the command that generates it again.

Flags without a value have a --no- form: --no-unions, --no-hosted.

Topics for --help-topic, which list the other options:
"
    .to_owned();
    text += &topics::list();
    text += "
Exit codes:
  0    the programs are written
  2    wrong usage, or a file cannot be read or written
  3    a seed gave no acceptable program, or no program has that number; others may be written
  4    a bug in Brinell: it prints what to report; others may be written
  130  interrupted; files already written are complete

Examples:
  brinell generate -s 42 -o prog.c --meta prog.json
  brinell generate --count 1000 --out-dir progs --swarm
  brinell generate --profile tiny --no-unions --max-functions 2
  brinell generate --size 5000 --std c99 --target ilp32
  brinell generate --profile csmith --dump-config -o mine.toml
  brinell generate --help-topic weights";
    text
}

/// The texts of help topics, with their names.
pub fn topic_texts() -> Vec<(&'static str, String)> {
    topics::texts()
}

/// Writes programs, or what was asked for instead.
pub fn run(args: &GenerateArgs) -> anyhow::Result<Status> {
    if let Some(topic) = &args.help_topic {
        let help = topics::help(topic, page_columns()).unwrap_or_default();
        io::stdout().write_all(help.as_bytes())?;
        return Ok(Status::Fine);
    }
    let config = args.config()?;
    if args.dump_config {
        return args.dump(&config);
    }
    if args.exhaustive {
        return exhaustive::write_all(args, config);
    }
    let seeds = args.seeds()?;
    if args.stats {
        let seeds = *seeds.start()..seeds.end().saturating_add(1);
        let table = stats::compare(&config, seeds, args.jobs.count(), true)?;
        io::stdout().write_all(table.as_bytes())?;
        return Ok(Status::Fine);
    }
    write_all(args, config, seeds)
}

impl GenerateArgs {
    fn config(&self) -> anyhow::Result<Config> {
        let mut config = Config::profile(&self.profile)?;
        self.options.apply(&mut config)?;
        config.validate()?;
        Ok(config)
    }

    fn dump(&self, config: &Config) -> anyhow::Result<Status> {
        let text = format!(
            "# Options of Brinell {}: brinell generate{} --dump-config\n{}",
            env!("CARGO_PKG_VERSION"),
            self.flags(),
            config.to_toml()
        );
        match &self.output {
            Some(path) => files::write(path, &text)?,
            None => io::stdout().write_all(text.as_bytes())?,
        }
        Ok(Status::Fine)
    }

    /// Profile and options as flags, each preceded by a space.
    fn flags(&self) -> String {
        let profile = match self.profile.as_str() {
            DEFAULT_PROFILE if !self.exhaustive => String::new(),
            profile => format!(" --profile {}", brinell_campaign::quoted(profile)),
        };
        profile + &self.options.flags()
    }

    /// What follows the seed in the command that generates a program again.
    fn command_tail(&self, config: &Config) -> String {
        // Several files do not go to standard output.
        let place = if config.split > 1 { " --out-dir ." } else { "" };
        self.flags() + place
    }

    fn seeds(&self) -> anyhow::Result<RangeInclusive<u64>> {
        let count = match self.count {
            Some(count) => count.get(),
            None if self.stats => MEASURED,
            None => 1,
        };
        let first = self.seed.unwrap_or_else(fresh_seed);
        let last = first
            .checked_add(count - 1)
            .with_context(|| format!("{count} seeds starting at {first} exceed 2^64"))?;
        Ok(first..=last)
    }

    fn destination(&self, config: &Config) -> anyhow::Result<Destination<'_>> {
        let to_stdout =
            self.out_dir.is_none() && self.output.as_deref().is_none_or(files::is_stdout);
        if to_stdout && self.meta.as_deref().is_some_and(files::is_stdout) {
            bail!("--meta - is standard output, and so is the program: add -o FILE");
        }
        match (&self.output, &self.out_dir) {
            (_, Some(dir)) => {
                files::make_dir(dir)?;
                Ok(Destination::Directory(dir))
            }
            _ if self.count.is_some() => {
                bail!("--count writes several files: add --out-dir DIR")
            }
            _ if self.limit.is_some() => {
                bail!("--limit writes several files: add --out-dir DIR")
            }
            (Some(file), None) => Ok(Destination::File(file)),
            (None, None) if config.split > 1 => {
                bail!("--split writes several files: add -o FILE or --out-dir DIR")
            }
            (None, None) => Ok(Destination::Stdout),
        }
    }
}

fn write_all(
    args: &GenerateArgs,
    config: Config,
    seeds: RangeInclusive<u64>,
) -> anyhow::Result<Status> {
    let tail = args.command_tail(&config);
    let mut writer = ProgramWriter::new(args.destination(&config)?, &tail, args.meta.as_deref())?;
    let generator = Generator::new(config)?.of_profile(&args.profile).traced(args.trace.is_some());
    let seeds: Vec<u64> = seeds.collect();
    // A single program is there soon; Ctrl-C may as well end it.
    let mut progress = if seeds.len() > 1 { Some(WorkProgress::new(seeds.len())?) } else { None };
    let mut status = Status::Fine;
    let mut failed = 0;
    let done = parallel::in_order(
        &seeds,
        args.jobs.count(),
        |&seed| generator.generate_here(seed, &writer::command(seed, &tail)),
        |&seed, result| -> anyhow::Result<()> {
            let failure = match result {
                Ok(Ok(made)) => {
                    if let Some(path) = &args.trace {
                        write_trace(path, &made)?;
                    }
                    return step(&mut progress, failed, writer.program(&made));
                }
                Ok(Err(error)) => GenerateFailure::Error(error),
                Err(panic) => GenerateFailure::Panic(panic),
            };
            if let Some(progress) = &mut progress {
                progress.clear();
            }
            failed += 1;
            let (worse, words) = writer.failure(seed, &failure)?;
            io::stderr().write_all(words.as_bytes())?;
            status = status.max(worse);
            step(&mut progress, failed, Ok(()))
        },
    );
    drop(progress);
    match done {
        Err(error) if error.is::<Interrupted>() => status = Status::Interrupted,
        other => other?,
    }
    writer.finish(Some(seeds.len()), status == Status::Interrupted)?;
    Ok(status)
}

/// Writes how a program was grown.
fn write_trace(path: &Path, made: &Generated) -> anyhow::Result<()> {
    let facts = &made.facts;
    let mut text = format!(
        "# Productions of seed {}, sub-seed {}: tokens before, production, tokens written.\n",
        facts.seed, facts.sub_seed
    );
    for line in &facts.tally.trace {
        let _ = writeln!(text, "{line}");
    }
    files::write(path, &text)
}

/// One more is done, if it is.
fn step(
    progress: &mut Option<WorkProgress>,
    failed: u64,
    done: anyhow::Result<()>,
) -> anyhow::Result<()> {
    done?;
    let note = if failed > 0 { format!("{failed} failed") } else { String::new() };
    progress.as_mut().map_or(Ok(()), |progress| progress.step(&note))
}
