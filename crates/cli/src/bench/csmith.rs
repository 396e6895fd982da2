//! `brinell bench csmith`: Csmith's programs on the machine, compared with `gcc -O0`.

use crate::args::{JobsArgs, LimitArgs, SourceArgs};
use crate::job::{self, CheckVerdict, Input};
use crate::{Status, parallel, render};
use anyhow::Context as _;
use brinell_machine::{Exit, Meaning};
use brinell_toolchain::{
    Command, Compiler, End, Family, FinishedProcess, compile, csmith_headers, find_program,
};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `brinell bench csmith`.
#[derive(Debug, Args)]
#[command(after_help = "\
Runs csmith with each seed, checks the program on the machine, and compiles it with `gcc -O0` and runs
it. Programs that finish must print and return the same both ways. Undefined ones are listed by rule.

Exit codes: 0 no disagreement, 1 some, 2 cannot run, 4 internal error.

Examples:
  brinell bench csmith --seeds 500
  brinell bench csmith --seeds 1 --start 77 --keep seeds
  brinell bench csmith -- --no-unions --max-funcs 3")]
pub struct CsmithArgs {
    /// Number of seeds
    #[arg(long, value_name = "N", default_value_t = 100)]
    seeds: u64,

    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    start: u64,

    /// Compiler for the native runs
    #[arg(long, value_name = "GCC", default_value = "gcc")]
    native_cc: PathBuf,

    /// Seconds that a native run may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    timeout: u64,

    /// Keep the programs in this directory
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// How sources are read.
    #[command(flatten)]
    source: SourceArgs,

    /// Limits of runs.
    #[command(flatten)]
    limits: LimitArgs,

    /// Parallel jobs.
    #[command(flatten)]
    jobs: JobsArgs,

    /// More arguments for csmith
    #[arg(last = true, value_name = "CSMITH ARGUMENTS")]
    csmith: Vec<String>,
}

/// The result for a seed.
enum CsmithResult {
    /// The machine and native code agree.
    Agree,
    /// They do not.
    Disagree(String),
    /// The machine finished, the native run did not in time.
    NativeTimeout,
    /// Undefined, by this rule.
    Undefined { rule: &'static str, at: String },
    /// Neither proved nor refuted.
    Undecided { what: String, at: String },
    /// Out of this budget; whether the native run timed out too.
    OutOfBudget { budget: &'static str, native: &'static str },
    /// Not supported, or not accepted.
    Unsupported { what: String, at: String },
    /// Csmith or gcc failed.
    NoProgram(String),
    /// Our bug.
    Internal(String),
}

struct Seed {
    kind: CsmithResult,
    /// Bytes as Csmith wrote it.
    size: usize,
    /// Parsing and running, without preprocessing.
    check: Duration,
    /// Of which parsing.
    parse: Duration,
}

struct Tools {
    csmith: PathBuf,
    gcc: Compiler,
    source: SourceArgs,
    dir: PathBuf,
}

/// Runs the experiment.
pub fn run(args: &CsmithArgs) -> anyhow::Result<Status> {
    let csmith = find_program("csmith").context(
        "csmith is not on PATH: install it, on Debian with `apt-get install csmith libcsmith-dev`",
    )?;
    let headers = csmith_headers().context(
        "csmith.h is not below /usr/include: on Debian, `apt-get install libcsmith-dev`",
    )?;
    let gcc = find_program(&args.native_cc)
        .and_then(|path| Compiler::at(Family::Gcc, path))
        .with_context(|| {
            format!(
                "no compiler {} for the native runs: install gcc or name one with --native-cc",
                args.native_cc.display()
            )
        })?;
    let mut source = args.source.clone();
    source.includes.push(headers);
    let temporary = tempfile::tempdir().context("cannot make a temporary directory")?;
    let dir = match &args.keep {
        Some(dir) => {
            std::fs::create_dir_all(dir)
                .with_context(|| format!("cannot make {}", dir.display()))?;
            dir.clone()
        }
        None => temporary.path().to_owned(),
    };
    let tools = Tools { csmith, gcc, source, dir };
    let limits = args.limits.limits();
    let seeds: Vec<u64> = (args.start..args.start.saturating_add(args.seeds)).collect();
    let progress = std::io::stderr().is_terminal();
    let mut results = Vec::new();
    parallel::in_order(
        &seeds,
        args.jobs.count(),
        |&seed| tools.one(seed, args, &limits),
        |&seed, result| {
            let result =
                result.unwrap_or_else(|message| Ok(Seed::failed(CsmithResult::Internal(message))));
            results.push((seed, result?));
            if progress {
                write!(std::io::stderr(), "\r{} of {}", results.len(), seeds.len())?;
            }
            anyhow::Ok(())
        },
    )?;
    if progress {
        writeln!(std::io::stderr())?;
    }
    std::io::stdout().write_all(summary(&results, &tools.gcc).as_bytes())?;
    let any =
        |wanted: fn(&CsmithResult) -> bool| results.iter().any(|(_, seed)| wanted(&seed.kind));
    Ok(if any(|kind| matches!(kind, CsmithResult::Internal(_))) {
        Status::Internal
    } else if any(|kind| matches!(kind, CsmithResult::Disagree(_))) {
        Status::Undefined
    } else {
        Status::Fine
    })
}

impl Seed {
    fn failed(kind: CsmithResult) -> Self {
        Self { kind, size: 0, check: Duration::ZERO, parse: Duration::ZERO }
    }
}

impl Tools {
    fn one(
        &self,
        seed: u64,
        args: &CsmithArgs,
        limits: &brinell_machine::Limits,
    ) -> anyhow::Result<Seed> {
        // It reads `platform.info` in the working directory, or writes it there: two of them in one
        // directory can meet a half-written one.
        let place =
            tempfile::tempdir_in(&self.dir).context("cannot make a directory for csmith")?;
        let written = Command::new(&self.csmith)
            .args(["--seed", &seed.to_string()])
            .args(&args.csmith)
            .dir(place.path())
            .timeout(Duration::from_mins(1))
            .run()?;
        if !written.end.success() {
            let words = String::from_utf8_lossy(&written.stderr).trim().to_owned();
            return Ok(Seed::failed(CsmithResult::NoProgram(format!(
                "csmith: {} {words}",
                written.end
            ))));
        }
        let path = self.dir.join(format!("{seed}.c"));
        std::fs::write(&path, &written.stdout)?;
        let report = job::check(&Input::File(path.clone()), &self.source, limits);
        let native = || self.native(&path, Duration::from_secs(args.timeout));
        let kind = match &report.verdict {
            CheckVerdict::Defined(meaning) => match native()? {
                Err(words) => CsmithResult::NoProgram(words),
                Ok(done) if done.end == End::TimedOut => CsmithResult::NativeTimeout,
                Ok(done) => match difference(meaning, &done) {
                    None => CsmithResult::Agree,
                    Some(difference) => CsmithResult::Disagree(difference),
                },
            },
            CheckVerdict::Undefined(failure) => {
                let at = report.sources.place(failure.loc);
                CsmithResult::Undefined {
                    rule: failure.ub.name(),
                    at: at.map_or(String::new(), |place| place.to_string()),
                }
            }
            CheckVerdict::Undecided(undecided) => CsmithResult::Undecided {
                what: undecided.what.clone(),
                at: report.sources.place(undecided.loc).map_or(String::new(), |at| at.to_string()),
            },
            CheckVerdict::OutOfBudget(exhausted) => CsmithResult::OutOfBudget {
                budget: exhausted.budget.name(),
                native: match native()? {
                    Ok(done) if done.end == End::TimedOut => "native timed out too",
                    _ => "native finished",
                },
            },
            CheckVerdict::Unsupported { what, at }
            | CheckVerdict::Invalid { message: what, at } => CsmithResult::Unsupported {
                what: what.clone(),
                at: at.as_ref().map_or(String::new(), ToString::to_string),
            },
            CheckVerdict::Unreadable(message) => CsmithResult::NoProgram(message.clone()),
            CheckVerdict::Internal(message) => CsmithResult::Internal(message.clone()),
        };
        if args.keep.is_none() {
            std::fs::remove_file(&path)?;
        }
        Ok(Seed {
            kind,
            size: written.stdout.len(),
            check: report.times.parse + report.times.run,
            parse: report.times.parse,
        })
    }

    /// The native run; the compiler's words if there is none.
    fn native(
        &self,
        path: &Path,
        timeout: Duration,
    ) -> anyhow::Result<Result<FinishedProcess, String>> {
        let binary = path.with_extension("exe");
        let mut flags = self.gcc.flags(self.source.target, self.source.std);
        flags.push("-O0".to_owned());
        for dir in &self.source.includes {
            flags.push(format!("-I{}", dir.display()));
        }
        for define in &self.source.defines {
            flags.push(format!("-D{define}"));
        }
        if let Err(error) = compile(&self.gcc, &flags, path, &binary) {
            return Ok(Err(error.to_string()));
        }
        let done = Command::new(&binary).dir(&self.dir).timeout(timeout).run()?;
        std::fs::remove_file(&binary)?;
        Ok(Ok(done))
    }
}

/// SIGABRT, which `abort` raises.
const SIGABRT: i32 = 6;

fn difference(meaning: &Meaning, done: &FinishedProcess) -> Option<String> {
    let expected = match meaning.exit {
        Exit::Status(status) => End::Exit(i32::from(status)),
        Exit::Abort => End::Signal(SIGABRT),
    };
    if done.end != expected {
        return Some(format!("machine: {expected}, native: {}", done.end));
    }
    if done.stdout != meaning.stdout {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
        return Some(format!(
            "machine prints {:?}, native {:?}",
            text(&meaning.stdout),
            text(&done.stdout)
        ));
    }
    None
}

/// At most this many seeds are listed for one kind of result that is no disagreement.
const MOST_LISTED: usize = 12;

fn summary(results: &[(u64, Seed)], gcc: &Compiler) -> String {
    let mut text = String::new();
    let total = results.len();
    let count = |wanted: fn(&CsmithResult) -> bool| {
        results.iter().filter(|(_, seed)| wanted(&seed.kind)).count()
    };
    let programs = total - count(|kind| matches!(kind, CsmithResult::NoProgram(_)));
    let unsupported = count(|kind| matches!(kind, CsmithResult::Unsupported { .. }));
    let rows: Vec<Vec<String>> = [
        ("programs", programs),
        ("supported", programs - unsupported),
        ("finished, agree", count(|kind| matches!(kind, CsmithResult::Agree))),
        ("finished, DISAGREE", count(|kind| matches!(kind, CsmithResult::Disagree(_)))),
        ("finished, native timed out", count(|kind| matches!(kind, CsmithResult::NativeTimeout))),
        ("undefined", count(|kind| matches!(kind, CsmithResult::Undefined { .. }))),
        ("undecided", count(|kind| matches!(kind, CsmithResult::Undecided { .. }))),
        ("out of budget", count(|kind| matches!(kind, CsmithResult::OutOfBudget { .. }))),
        ("unsupported", unsupported),
        ("no program", total - programs),
        ("internal error", count(|kind| matches!(kind, CsmithResult::Internal(_)))),
    ]
    .into_iter()
    .map(|(name, count)| {
        let share = 100.0 * count as f64 / programs.max(1) as f64;
        vec![name.to_owned(), count.to_string(), format!("{share:.1}")]
    })
    .collect();
    let _ = writeln!(text, "{total} seeds, compared with {} -O0", gcc.version);
    text += &render::table(&["RESULT", "COUNT", "%"], &rows);

    let mut lists: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (seed, result) in results {
        let (title, item) = match &result.kind {
            CsmithResult::Agree => continue,
            CsmithResult::Disagree(how) => ("DISAGREE".to_owned(), format!("seed {seed}: {how}")),
            CsmithResult::NativeTimeout => ("native timed out".to_owned(), seed.to_string()),
            CsmithResult::Undefined { rule, at } => {
                let (_, line) = at.split_once(".c:").unwrap_or_default();
                (format!("undefined: {rule}"), format!("{seed}:{line}"))
            }
            CsmithResult::Undecided { what, at } => {
                let (_, line) = at.split_once(".c:").unwrap_or_default();
                (format!("undecided whether {what}"), format!("{seed}:{line}"))
            }
            CsmithResult::OutOfBudget { budget, native } => {
                (format!("out of budget: {budget}, {native}"), seed.to_string())
            }
            CsmithResult::Unsupported { what, at } => {
                let (_, line) = at.split_once(".c:").unwrap_or_default();
                (format!("unsupported: {what}"), format!("{seed}:{line}"))
            }
            CsmithResult::NoProgram(words) => {
                ("no program".to_owned(), format!("seed {seed}: {words}"))
            }
            CsmithResult::Internal(words) => {
                ("internal error".to_owned(), format!("seed {seed}: {words}"))
            }
        };
        lists.entry(title).or_default().push(item);
    }
    if !lists.is_empty() {
        text += "\nby seed, or seed:line:column\n";
    }
    for (title, items) in lists {
        let all = title == "DISAGREE" || title == "internal error";
        let shown = if all { items.len() } else { items.len().min(MOST_LISTED) };
        let _ = write!(text, "\n{title} ({}):", items.len());
        let gap = if all || title == "no program" { "\n  " } else { " " };
        for item in &items[..shown] {
            let _ = write!(text, "{gap}{item}");
        }
        if shown < items.len() {
            let _ = write!(text, " and {} more", items.len() - shown);
        }
        text.push('\n');
    }

    let checked: Vec<&Seed> =
        results.iter().map(|(_, seed)| seed).filter(|seed| !seed.check.is_zero()).collect();
    let spread = |mut values: Vec<u128>| {
        values.sort_unstable();
        let median = values.get(values.len() / 2).copied().unwrap_or(0);
        (median, values.last().copied().unwrap_or(0))
    };
    let times = |value: fn(&Seed) -> Duration| {
        let (median, most) = spread(checked.iter().map(|seed| value(seed).as_nanos()).collect());
        let show = |nanos: u128| render::time(Duration::from_nanos(nanos as u64));
        (show(median), show(most))
    };
    let (check, check_most) = times(|seed| seed.check);
    let (parse, parse_most) = times(|seed| seed.parse);
    let (size, size_most) = spread(checked.iter().map(|seed| seed.size as u128).collect());
    let rows = [
        vec!["check (parse and run)".to_owned(), check, check_most],
        vec!["parse".to_owned(), parse, parse_most],
        vec![
            "bytes before preprocessing".to_owned(),
            render::grouped(size as u64),
            render::grouped(size_most as u64),
        ],
    ];
    text.push('\n');
    text += &render::table(&["", "MEDIAN", "MOST"], &rows);
    text
}
