//! `cargo xtask agreement`: generated programs on every compiler that is installed, at every level.
//! They must print what the machine says, and sanitizers must stay silent.
//!
//! A difference is a bug in a compiler or in Brinell. Its program is kept, with the command that
//! compiles it and both outputs.

mod setup;

use anyhow::{Context as _, bail};
use brinell_generate::{Config, Generated, Generator};
use brinell_lang::TargetName;
use clap::Args;
use setup::{CompilerSetup, ExpectedRun};
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Arguments of `cargo xtask agreement`.
#[derive(Debug, Args)]
pub struct AgreementArgs {
    /// How many programs to make
    #[arg(long, value_name = "N", default_value_t = 300)]
    programs: u64,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    start: u64,
    /// Data model: lp64 or ilp32, which run here
    #[arg(long, default_value = "lp64")]
    target: String,
    /// Compile with sanitizers, once for each compiler that has them, instead of at every level
    #[arg(long)]
    sanitizers: bool,
    /// Profile of the programs
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,
    /// Draw the features of each program
    #[arg(long)]
    swarm: bool,
    /// Tokens wanted of each program
    #[arg(long, value_name = "TOKENS")]
    size: Option<u32>,
    /// Only compilers with this in their name
    #[arg(long, value_name = "WORD", default_value = "")]
    only: String,
    /// How many programs to work on at once [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Where to keep what differs
    #[arg(long, value_name = "DIR", default_value = "target/agreement")]
    keep: PathBuf,
}

/// The stack of a worker: the generator recurses with the nesting of a program.
const STACK: usize = 64 << 20;

/// How often a log is told how far it is: it keeps every line.
const IN_LOG: Duration = Duration::from_secs(30);

/// What came of one program: for each setup nothing, or what is wrong.
type ProgramRow = Vec<Option<String>>;

/// Compares and fails if anything differs.
pub fn run(args: &AgreementArgs) -> anyhow::Result<()> {
    let Some(target @ (TargetName::Lp64 | TargetName::Ilp32)) = TargetName::parse(&args.target)
    else {
        bail!("the target must be lp64 or ilp32, not `{}`", args.target);
    };
    let mut config = match &args.profile {
        Some(profile) => Config::profile(profile)?,
        None => Config::default(),
    };
    config.target = target;
    config.swarm |= args.swarm;
    if let Some(size) = args.size {
        config.size = size;
    }
    let (mut setups, unable) = setup::all(target, config.std, args.sanitizers)?;
    setups.retain(|setup| setup.name.contains(&args.only));
    if setups.is_empty() {
        bail!("no compiler here has `{}` in its name", args.only);
    }
    let without_wide = Generator::new(Config { int128: false, ..config.clone() })?;
    let generator = Generator::new(config)?;
    let work = AgreementRun { args, generator, without_wide, setups, target };
    let rows = work.all()?;
    let mut text = work.table(&rows);
    for name in unable {
        let _ = writeln!(text, "left out: {name}, which lacks a library for this");
    }
    std::io::stdout().write_all(text.as_bytes())?;
    let wrong: usize = rows.iter().map(|(_, row)| wrong(row.as_deref())).sum();
    if wrong > 0 {
        bail!("{wrong} results differ; see {}", args.keep.display());
    }
    Ok(())
}

/// How much is wrong with a program; one that could not even be made counts once.
fn wrong(row: Result<&[Option<String>], &String>) -> usize {
    row.map_or(1, |row| row.iter().flatten().count())
}

struct AgreementRun<'a> {
    args: &'a AgreementArgs,
    generator: Generator,
    /// For compilers that do not know `__int128`.
    without_wide: Generator,
    setups: Vec<CompilerSetup>,
    target: TargetName,
}

impl AgreementRun<'_> {
    /// All programs, by seed; those that could not be made with the reason.
    fn all(&self) -> anyhow::Result<Vec<(u64, Result<ProgramRow, String>)>> {
        let seeds: Vec<u64> =
            (self.args.start..self.args.start.saturating_add(self.args.programs)).collect();
        let jobs = self.args.jobs.or_else(|| thread::available_parallelism().ok());
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let mut rows = Vec::new();
        thread::scope(|scope| {
            for _ in 0..jobs.map_or(1, NonZeroUsize::get) {
                let (sender, next, seeds) = (sender.clone(), &next, &seeds);
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    while let Some(seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send((*seed, self.one(*seed))).is_err() {
                            break;
                        }
                    }
                })?;
            }
            drop(sender);
            let terminal = std::io::stderr().is_terminal();
            let (mut differ, mut shown) = (0, Instant::now());
            for (seed, row) in receiver {
                let row = row?;
                differ += wrong(row.as_deref());
                rows.push((seed, row));
                let line = format!("{} of {}, {differ} differ", rows.len(), seeds.len());
                if terminal {
                    eprint!("\r{line} ");
                } else if shown.elapsed() > IN_LOG {
                    eprintln!("{line}");
                    shown = Instant::now();
                }
            }
            if terminal {
                eprintln!();
            }
            anyhow::Ok(())
        })?;
        rows.sort_by_key(|(seed, _)| *seed);
        Ok(rows)
    }

    fn one(&self, seed: u64) -> anyhow::Result<Result<ProgramRow, String>> {
        let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
        let mut row: Vec<Option<String>> = vec![None; self.setups.len()];
        for wide in [true, false] {
            let setups = || self.setups.iter().zip(0..).filter(|(s, _)| s.knows_int128() == wide);
            if setups().next().is_none() {
                continue;
            }
            let generator = if wide { &self.generator } else { &self.without_wide };
            let command = self.command(seed, wide);
            let made = match generator.generate(seed, &command) {
                Ok(made) => made,
                Err(error) => return Ok(Err(error.to_string())),
            };
            let sources = write_sources(&made, dir.path(), "program")?;
            let expected = ExpectedRun::of(&made.meaning);
            for (setup, index) in setups() {
                let trouble = setup.judge(&sources, dir.path(), &expected)?;
                if let Some(trouble) = &trouble {
                    self.keep(&made, setup, trouble)?;
                }
                row[index] = trouble;
            }
        }
        Ok(Ok(row))
    }

    /// The command that makes the program of a seed again.
    fn command(&self, seed: u64, wide: bool) -> String {
        let mut command = format!("brinell generate --seed {seed}");
        if self.target != TargetName::Lp64 {
            let _ = write!(command, " --target {}", self.target.as_str());
        }
        if let Some(profile) = &self.args.profile {
            let _ = write!(command, " --profile {profile}");
        }
        if let Some(size) = self.args.size {
            let _ = write!(command, " --size {size}");
        }
        if self.args.swarm {
            command += " --swarm";
        }
        if !wide {
            command += " --no-int128";
        }
        command
    }

    /// Leaves behind the program, and how it was compiled with what result.
    fn keep(&self, made: &Generated, setup: &CompilerSetup, trouble: &str) -> anyhow::Result<()> {
        let dir = &self.args.keep;
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let kind = if setup.knows_int128() { "" } else { "-without-int128" };
        let name = format!("{}-{}{kind}", self.target.as_str(), made.facts.seed);
        let sources = write_sources(made, dir, &name)?;
        let command = setup.command(&sources, &dir.join(&name)).to_line();
        let expected = String::from_utf8_lossy(&made.meaning.stdout);
        let text = format!(
            "{}\n{command}\n{}\n\n{trouble}\n\nthe machine says:\n{expected}",
            self.command(made.facts.seed, setup.knows_int128()),
            setup.compiler.version,
        );
        std::fs::write(dir.join(format!("{name}-{}.txt", setup.label())), text)?;
        Ok(())
    }

    fn table(&self, rows: &[(u64, Result<ProgramRow, String>)]) -> String {
        let made: Vec<&ProgramRow> = rows.iter().filter_map(|(_, row)| row.as_ref().ok()).collect();
        let mut text = format!(
            "{} programs, seeds {} to {}, {}\n",
            made.len(),
            self.args.start,
            self.args.start + self.args.programs.max(1) - 1,
            self.target.as_str()
        );
        for (index, setup) in self.setups.iter().enumerate() {
            let differ: Vec<u64> = rows
                .iter()
                .filter(|(_, row)| row.as_ref().is_ok_and(|row| row[index].is_some()))
                .map(|(seed, _)| *seed)
                .collect();
            let agree = made.len() - differ.len();
            let _ = write!(text, "{:10} {:10} {agree:6} agree", setup.name, setup.level);
            if !differ.is_empty() {
                let seeds: Vec<_> = differ.iter().map(u64::to_string).collect();
                let _ = write!(text, " {:4} DIFFER: seeds {}", differ.len(), seeds.join(" "));
            }
            text.push('\n');
        }
        for (seed, row) in rows {
            if let Err(why) = row {
                let _ = writeln!(text, "NO PROGRAM: {}", why.lines().next().unwrap_or_default());
                let _ = writeln!(text, "  {}", self.command(*seed, true));
            }
        }
        text
    }
}

fn write_sources(made: &Generated, dir: &Path, name: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for (suffix, text) in &made.texts {
        let path = dir.join(format!("{name}{suffix}.c"));
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        paths.push(path);
    }
    Ok(paths)
}
