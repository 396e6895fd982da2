//! `brinell bench soundness`: many seeds, none of which may fail.

mod native;

use crate::args::JobsArgs;
use crate::progress::{WorkProgress, was_interrupted};
use crate::{Status, parallel, render, sites};
use anyhow::Context as _;
use brinell_generate::{Config, Facts, GenerateError, Generator, SiteCounts};
use clap::Args;
use native::NativeSample;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

/// The arguments of `brinell bench soundness`.
#[derive(Debug, Args)]
#[command(after_help = "\
Generates the program of each seed and runs it on the machine. A program that the machine calls
undefined is unsound; a seed that gave no program within the step budget is hopeless. Both, and
panics, are bugs in Brinell, and each such seed is saved with what happened. At least 99 % of the
programs must be within the step budget at the first attempt.

A sample is compiled at -O0 with the installed gcc and clang, if they support the target, and must
print and return what the machine says. A difference is a bug in Brinell or in the compiler; look at
which of them agree.

Ctrl-C ends with the table so far.

Exit codes: 0 nothing wrong, 1 something is, 2 cannot run, 130 interrupted.

Examples:
  brinell bench soundness --seeds 100000
  brinell bench soundness --seeds 20000 --swarm
  brinell bench soundness --seeds 1 --start 77 --profile tiny")]
pub struct SoundnessArgs {
    /// Number of seeds
    #[arg(long, value_name = "N", default_value_t = 1000)]
    seeds: u64,

    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    start: u64,

    /// Draw a swarm configuration for each program
    #[arg(long)]
    swarm: bool,

    /// Profile of the programs
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,

    /// Requested tokens per program
    #[arg(long, value_name = "TOKENS")]
    size: Option<u32>,

    /// Compile this many programs in a thousand, and compare
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=1000))]
    compile: u32,

    /// Directory for programs and reports of failures
    #[arg(long, value_name = "DIR", default_value = "soundness-failures")]
    save: PathBuf,

    /// How many at once.
    #[command(flatten)]
    jobs: JobsArgs,
}

/// The share of programs that has to be within the step budget at the first try.
const FIRST_TRIES: f64 = 0.99;

/// The results of all seeds.
#[derive(Debug, Default)]
struct SoundnessTally {
    seeds: u64,
    first_tries: u64,
    later_tries: u64,
    dull: u64,
    unsound: u64,
    hopeless: u64,
    panics: u64,
    compiled: u64,
    differ: u64,
    /// What went wrong, by kind, with the seeds.
    reasons: BTreeMap<String, Vec<u64>>,
    tokens: usize,
    statements: usize,
    live_statements: usize,
    guarded: usize,
    raw: usize,
    unchanged: u64,
    sites: SiteCounts,
}

/// What is kept of a program.
enum Came {
    Program { facts: Box<Facts>, compiled: bool },
    Differs(String),
    Unsound { what: String, text: String },
    Hopeless(String),
    Panic(String),
}

/// Generates and prints the table.
pub fn run(args: &SoundnessArgs) -> anyhow::Result<Status> {
    let mut config = match &args.profile {
        Some(profile) => Config::profile(profile)?,
        None => Config::default(),
    };
    config.swarm |= args.swarm;
    if let Some(size) = args.size {
        config.size = size;
    }
    let native = NativeSample::new(&config, args.compile);
    let generator = Generator::new(config)?.checked(true);
    let seeds: Vec<u64> = (args.start..args.start.saturating_add(args.seeds)).collect();
    let mut tally = SoundnessTally::default();
    let mut progress = WorkProgress::new(seeds.len())?;
    let one = |seed: &u64| -> anyhow::Result<Came> {
        Ok(match generator.generate_here(*seed, "") {
            Ok(made) => {
                let compiled = native.has(*seed);
                match if compiled { native.trouble(&made)? } else { None } {
                    Some(words) => Came::Differs(words),
                    None => Came::Program { facts: Box::new(made.facts), compiled },
                }
            }
            Err(GenerateError::Unsound { what, text, .. }) => Came::Unsound { what, text },
            Err(error @ GenerateError::Hopeless { .. }) => Came::Hopeless(error.to_string()),
            Err(error @ GenerateError::Config(_)) => return Err(error.into()),
        })
    };
    let done = parallel::in_order(&seeds, args.jobs.count(), one, |seed, came| {
        let came = came.unwrap_or_else(|panic| Ok(Came::Panic(panic)));
        if let Some(words) = tally.add(*seed, came?) {
            args.save(*seed, &words)?;
        }
        progress.step(&tally.wrong_words())
    });
    progress.clear();
    let interrupted = was_interrupted(done)?;
    let mut out = std::io::stdout().lock();
    out.write_all(tally.table().as_bytes())?;
    if tally.compiled > 0 {
        writeln!(out, "compiled at -O0 by {}", native.names())?;
    }
    if tally.wrong() > 0 {
        writeln!(out, "what went wrong is in {}", args.save.display())?;
    }
    Ok(match (tally.is_fine(), interrupted) {
        (false, _) => Status::Undefined,
        (true, true) => Status::Interrupted,
        (true, false) => Status::Fine,
    })
}

impl SoundnessArgs {
    /// The command that generates the program of a seed again.
    fn command(&self, seed: u64) -> String {
        let mut command = format!("brinell generate --seed {seed}");
        if let Some(profile) = &self.profile {
            let _ = write!(command, " --profile {profile}");
        }
        if let Some(size) = self.size {
            let _ = write!(command, " --size {size}");
        }
        if self.swarm {
            command += " --swarm";
        }
        command
    }

    fn save(&self, seed: u64, words: &str) -> anyhow::Result<()> {
        let path = self.save.join(format!("{seed}.txt"));
        std::fs::create_dir_all(&self.save)
            .and_then(|()| {
                let version = env!("CARGO_PKG_VERSION");
                let command = self.command(seed);
                std::fs::write(&path, format!("brinell {version}\n{command}\n{words}"))
            })
            .with_context(|| format!("cannot save {}", path.display()))
    }
}

impl SoundnessTally {
    /// Adds the result of a seed; returns what is to be saved.
    fn add(&mut self, seed: u64, came: Came) -> Option<String> {
        self.seeds += 1;
        let words = match came {
            Came::Program { facts, compiled } => {
                self.compiled += u64::from(compiled);
                if facts.passed_over.out_of_budget == 0 {
                    self.first_tries += 1;
                } else {
                    self.later_tries += 1;
                }
                self.dull += u64::from(facts.passed_over.dull > 0);
                self.tokens += facts.tokens;
                self.statements += facts.statements;
                self.live_statements += facts.live_statements;
                self.guarded += facts.guarded;
                self.raw += facts.raw;
                self.unchanged += u64::from(facts.changed_globals == 0);
                self.sites += &facts.sites;
                return None;
            }
            Came::Unsound { what, text } => {
                self.unsound += 1;
                format!("unsound: {what}\n{text}")
            }
            Came::Differs(words) => {
                self.compiled += 1;
                self.differ += 1;
                words
            }
            Came::Hopeless(words) => {
                self.hopeless += 1;
                format!("{words}\n")
            }
            Came::Panic(words) => {
                self.panics += 1;
                format!("panic: {words}\n")
            }
        };
        self.reasons.entry(kind_of(&words)).or_default().push(seed);
        Some(words)
    }

    fn wrong(&self) -> u64 {
        self.unsound + self.hopeless + self.panics + self.differ
    }

    fn wrong_words(&self) -> String {
        match self.wrong() {
            0 => String::new(),
            n => format!("{n} wrong"),
        }
    }

    fn is_fine(&self) -> bool {
        self.wrong() == 0 && self.first_tries as f64 >= FIRST_TRIES * self.seeds as f64
    }

    fn table(&self) -> String {
        let share = |count: u64| {
            let percent = 100.0 * count as f64 / self.seeds.max(1) as f64;
            vec![render::grouped(count), format!("{percent:.3}")]
        };
        let rows: Vec<Vec<String>> = [
            ("seeds", self.seeds),
            ("within the step budget at once", self.first_tries),
            ("only from a later sub-seed", self.later_tries),
            ("after a dull one was passed over", self.dull),
            ("HOPELESS", self.hopeless),
            ("UNSOUND", self.unsound),
            ("PANIC", self.panics),
            ("programs that change no global", self.unchanged),
            ("compiled too", self.compiled),
            ("COMPILED DIFFERENTLY", self.differ),
        ]
        .into_iter()
        .map(|(name, count)| {
            let mut row = vec![name.to_owned()];
            row.extend(share(count));
            row
        })
        .collect();
        let mut text = render::table(&["RESULT", "COUNT", "%"], &rows);
        let programs = (self.first_tries + self.later_tries).max(1) as f64;
        let part = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let _ = writeln!(
            text,
            "a program has {:.0} tokens and {:.0} statements in the mean, {:.1} % of them live; \
             {:.1} % of its operations that could be undefined are raw",
            self.tokens as f64 / programs,
            self.statements as f64 / programs,
            part(self.live_statements, self.statements),
            part(self.raw, self.raw + self.guarded),
        );
        text += &sites::table(&self.sites, self.first_tries + self.later_tries);
        for (reason, seeds) in &self.reasons {
            let shown: Vec<_> = seeds.iter().take(MOST_LISTED).map(u64::to_string).collect();
            let more = seeds.len() - shown.len();
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            let _ = writeln!(text, "{reason} ({}): seeds {}{rest}", seeds.len(), shown.join(" "));
        }
        text
    }
}

/// At most this many seeds are listed for one kind of trouble; all are saved.
const MOST_LISTED: usize = 8;

/// The first line without names and numbers, so that the same trouble looks the same.
fn kind_of(words: &str) -> String {
    let line = words.lines().next().unwrap_or_default();
    // The machine's own words come last, in parentheses.
    let line = line.split_once(" (").map_or(line, |(before, _)| before);
    let mut kind = String::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            kind += "'…'";
            continue;
        }
        for c in part.chars() {
            match (c.is_ascii_digit(), kind.ends_with('N')) {
                (true, true) => {}
                (true, false) => kind.push('N'),
                (false, _) => kind.push(c),
            }
        }
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_of_the_same_kind_is_listed_together() {
        let mut tally = SoundnessTally::default();
        let unsound = |what: &str| Came::Unsound { what: what.to_owned(), text: String::new() };
        tally.add(3, unsound("read of 'l_6', element 12 (Ub { x: 3 })"));
        tally.add(5, unsound("read of 'g_61', element 7"));
        tally.add(8, Came::Panic("index out of bounds".to_owned()));
        tally.add(9, Came::Hopeless("seed 9: none of 50 tries".to_owned()));
        let table = tally.table();
        assert!(table.contains("unsound: read of '…', element N (2): seeds 3 5\n"), "{table}");
        assert!(table.contains("panic: index out of bounds (1): seeds 8\n"), "{table}");
        assert!(table.contains("seed N: none of N tries (1): seeds 9\n"), "{table}");
        assert!(!tally.is_fine());
    }

    #[test]
    fn what_is_saved_says_how_to_repeat_it() {
        let dir = tempfile::tempdir().unwrap();
        let args = SoundnessArgs {
            seeds: 1,
            start: 7,
            swarm: true,
            profile: Some("tiny".to_owned()),
            size: None,
            compile: 0,
            save: dir.path().join("failures"),
            jobs: JobsArgs { jobs: None },
        };
        args.save(7, "unsound: because\nint main;\n").unwrap();
        let text = std::fs::read_to_string(args.save.join("7.txt")).unwrap();
        assert!(text.contains("brinell generate --seed 7 --profile tiny --swarm\n"), "{text}");
        assert!(text.ends_with("unsound: because\nint main;\n"), "{text}");
    }
}
