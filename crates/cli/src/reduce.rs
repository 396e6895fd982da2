//! `brinell reduce`: the smallest program that still shows the bug and is still defined.

mod case;
mod other;
mod script;

pub use case::ReductionCase;
pub use other::{Other, script_limits, write_script};

use crate::args::{JobsArgs, LimitArgs, SourceArgs};
use crate::hunt::{DEFAULT_DIR, parse_time};
use crate::interrupt::stop_flag;
use crate::job::{self, CheckReport, Input};
use crate::status_line::{StatusLine, say};
use crate::tools::for_finding;
use crate::{Status, render, show};
use anyhow::{Context as _, bail};
use brinell_campaign::{Witness, cpu_of_thread};
use brinell_lang::Program;
use brinell_machine::Meaning;
use brinell_reduce::{
    NotReducible, Oracle, Progress, Reduced, Settings, Size, reduce_ahead, texts,
};
use clap::Args;
use script::Script;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long another reducer may run without --for.
const LONGEST_WITH_OTHERS: Duration = Duration::from_hours(1);

/// The arguments of `brinell reduce`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every candidate runs on the abstract machine first, so undefined or endless programs never reach a
compiler, and each candidate is judged by its own expected result. A candidate for a finding is
accepted if the same compiler fails in the same way and another one compiles it correctly.

With --test, a candidate is accepted if SCRIPT, run in a fresh directory that contains only the file
(under its own name), exits with 0. The script gets 60 seconds and no network.

With --with cvise or --with creduce, that tool continues with the same script, or does all the work
if Brinell cannot read the file. The script must then exclude undefined behaviour: `brinell check FILE`
as its first line does that, and `brinell interestingness` writes such scripts.

After Ctrl-C, or when --for or --cpu runs out, the best result so far is written.

Exit codes:
  0    reduced as far as Brinell can
  1    the program does not show the bug: there is nothing to reduce
  2    wrong usage, no such finding or compiler, or a program that is unreadable, unsupported or
       undefined
  3    the time or CPU time ran out; the best result so far was written
  130  interrupted; the best result so far was written

Examples:
  brinell reduce 3                          finding 3 of the hunt here, to reduced-3.c
  brinell reduce 3 mine -o bug.c --for 5m
  brinell reduce crash.c --test ./interesting.sh
  brinell reduce odd.c --test ./interesting.sh --with cvise")]
pub struct ReduceArgs {
    /// The number of a finding, or a C file with --test
    #[arg(value_name = "ID|FILE")]
    what: String,

    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR, conflicts_with = "test")]
    dir: PathBuf,

    /// Write to this file [default: reduced-ID.c, or reduced-FILE]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Stop after this time: 90s, 10m, 1h
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Stop after this CPU time, of compilers, programs and Brinell together; for findings only
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
    cpu: Duration,

    /// How many candidates are tested in parallel.
    #[command(flatten)]
    jobs: JobsArgs,

    /// More compilers, described in a TOML file [default: that of the hunt]
    #[arg(long, value_name = "FILE", conflicts_with = "test")]
    config: Option<PathBuf>,

    /// Accept a candidate if this script exits with 0
    #[arg(long, value_name = "SCRIPT")]
    test: Option<PathBuf>,

    /// With --test: continue with another reducer, or use only that if Brinell cannot read the file
    #[arg(long, value_name = "TOOL", requires = "test")]
    with: Option<Other>,

    /// How a file is read.
    #[command(flatten)]
    source: SourceArgs,

    /// Limits of a run.
    #[command(flatten)]
    limits: LimitArgs,
}

/// Reduces.
pub fn run(args: &ReduceArgs) -> anyhow::Result<Status> {
    let stop = stop_flag()?;
    match &args.test {
        Some(script) => file(args, script, &stop),
        None => finding(args, &stop),
    }
}

/// Reduces a file with a script as the oracle.
fn file(args: &ReduceArgs, script: &Path, stop: &AtomicBool) -> anyhow::Result<Status> {
    let path = PathBuf::from(&args.what);
    let name = path.file_name().context("not the name of a file")?;
    if let Some(other) = args.with {
        other.must_be_here()?;
    }
    let began = Instant::now();
    let output = match &args.output {
        Some(output) => output.clone(),
        None => path.with_file_name(format!("reduced-{}", name.display())),
    };
    can_be_written(&output)?;
    let asked = Script::new(script, name)?;
    let program = match (parsed(&Input::File(path.clone()), &args.source), args.with) {
        (Ok(program), _) => program,
        (Err(_), Some(other)) => {
            std::fs::copy(&path, &output).with_context(|| {
                format!("cannot copy {} to {}", path.display(), output.display())
            })?;
            return go_on(args, other, &asked, name, &output, began);
        }
        (Err(status), None) => return Ok(status),
    };
    let ask = || |program: &Program, _: &Meaning| asked.accepts(&texts(program).join("\n"));
    let asks = (0..args.jobs.count()).map(|_| ask()).collect();
    let (result, ended) = work(args, &program, stop, asks, None)?;
    let Some(reduced) = result else { return Ok(Status::Undefined) };
    write(&output, &texts(&reduced.program))?;
    match args.with {
        Some(other) if ended == Status::Fine => go_on(args, other, &asked, name, &output, began),
        _ => Ok(ended),
    }
}

/// Runs another reducer on the result so far.
fn go_on(
    args: &ReduceArgs,
    other: Other,
    script: &Script,
    name: &OsStr,
    output: &Path,
    began: Instant,
) -> anyhow::Result<Status> {
    let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
    let file = dir.path().join(name);
    std::fs::copy(output, &file).with_context(|| format!("cannot read {}", output.display()))?;
    let left = match args.time {
        Some(time) => time.saturating_sub(began.elapsed()).max(Duration::from_secs(1)),
        None => LONGEST_WITH_OTHERS,
    };
    say(&format!("{} goes on\n", other.name()));
    let done = other.reduce(script.path(), &file, left, args.jobs.count())?;
    let text = std::fs::read_to_string(&file).context("the other reducer left no result")?;
    if !script.accepts(&text).map_err(anyhow::Error::msg)? {
        say(&format!("the result of {} does not show the bug and is discarded\n", other.name()));
        return Ok(Status::Undefined);
    }
    write(output, std::slice::from_ref(&text))?;
    let (tokens, bytes) = (brinell_print::count_tokens(&text), text.len());
    say(&format!(
        "{tokens} tokens, {bytes} bytes, after {:.1} s of {}\n",
        done.wall.as_secs_f64(),
        other.name()
    ));
    Ok(if done.end.limited() { Status::OutOfBudget } else { Status::Fine })
}

/// Reduces a finding, with its compiler and a referee as the oracle.
fn finding(args: &ReduceArgs, stop: &AtomicBool) -> anyhow::Result<Status> {
    let id: i64 = args.what.parse().with_context(|| {
        format!("'{}' is not the number of a finding; a file needs --test SCRIPT", args.what)
    })?;
    let finding = show::load(id, &args.dir)?;
    let output = match &args.output {
        Some(output) => output.clone(),
        None => PathBuf::from(format!("reduced-{id}.c")),
    };
    can_be_written(&output)?;
    let tools = for_finding(&finding, &args.dir, args.config.as_deref(), &[])?.found;
    let case = ReductionCase::of(&finding, &tools, &args.limits.limits())?;
    let ReductionCase { program, mut witness, now } = match case {
        Ok(case) => case,
        Err(status) => return Ok(status),
    };
    if let Some(now) = now {
        say(&format!("the finding now happens in another way: {now}\n"));
    }
    let used = AtomicU64::new(0);
    let mut witnesses: Vec<Witness> = (0..args.jobs.count()).map(|_| witness.another()).collect();
    let asks = witnesses.iter_mut().map(|witness| {
        let (mut told, mut told_own) = (Duration::ZERO, Duration::ZERO);
        let used = &used;
        move |program: &Program, meaning: &Meaning| {
            let shows = witness.shows(&texts(program), meaning);
            let (all, own) = (witness.effort.cpu.total(), cpu_of_thread());
            // Less than before is another thread: the first question is asked on one of its own.
            let spent = all.saturating_sub(told) + own.checked_sub(told_own).unwrap_or(own);
            (told, told_own) = (all, own);
            let micros = u64::try_from(spent.as_micros()).unwrap_or(u64::MAX);
            used.fetch_add(micros, Ordering::Relaxed);
            shows
        }
    });
    let asks = asks.collect();
    let (result, ended) = work(args, &program, stop, asks, Some(&used))?;
    let Some(reduced) = result else { return Ok(Status::Undefined) };
    let units = texts(&reduced.program);
    if !witness.confirms(&units, &reduced.meaning).map_err(anyhow::Error::msg)? {
        let seen = &witness.objection;
        bail!("the finding is flaky: the reduced program does not show it when run again ({seen})");
    }
    let names = write(&output, &units)?;
    let lines = witness.describe(&units, &reduced.meaning).map_err(anyhow::Error::msg)?;
    let mut out = io::stdout().lock();
    for line in lines {
        // The witness has names of its own for the units.
        let stem = if units.len() == 1 { "test.c".to_owned() } else { "test_0.c".to_owned() };
        let line = match line.find(&stem) {
            Some(at) => format!("{}{}", &line[..at], names.join(" ")),
            None => line,
        };
        writeln!(out, "{line}")?;
    }
    Ok(ended)
}

/// Reads a program, or says why it cannot be read.
fn parsed(input: &Input, source: &SourceArgs) -> Result<Program, Status> {
    let parsed = job::parse(input, source);
    parsed.program.map_err(|verdict| {
        let (times, size, sources) = (parsed.times, parsed.size, parsed.sources);
        let mut report = CheckReport { name: input.name(), verdict, times, size, sources };
        let diagnostic = render::diagnostic(&mut report, io::stderr().is_terminal());
        // If even this cannot be written, the exit code says it.
        let _ = io::stderr().write_all(diagnostic.as_bytes());
        report.verdict.status()
    })
}

/// An oracle that may fail: then everything stops.
struct FallibleOracle<'s, F> {
    ask: F,
    stop: &'s AtomicBool,
    trouble: &'s Mutex<Option<String>>,
}

impl<F> Oracle for FallibleOracle<'_, F>
where
    F: FnMut(&Program, &Meaning) -> Result<bool, String> + Send,
{
    fn is_interesting(&mut self, program: &Program, meaning: &Meaning) -> bool {
        match (self.ask)(program, meaning) {
            Ok(answer) => answer,
            Err(trouble) => {
                self.stop.store(true, Ordering::Relaxed);
                *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(trouble);
                false
            }
        }
    }
}

/// Reduces, with as many oracles as may be asked in parallel, and reports progress. Without a result,
/// the program does not show the bug.
fn work<F>(
    args: &ReduceArgs,
    program: &Program,
    stop: &AtomicBool,
    asks: Vec<F>,
    used: Option<&AtomicU64>,
) -> anyhow::Result<(Option<Reduced>, Status)>
where
    F: FnMut(&Program, &Meaning) -> Result<bool, String> + Send,
{
    let began = Instant::now();
    let before = Size::of(program);
    let trouble = Mutex::new(None);
    let oracle = |ask| FallibleOracle { ask, stop, trouble: &trouble };
    let mut oracles: Vec<FallibleOracle<'_, F>> = asks.into_iter().map(oracle).collect();
    let mut status_line = StatusLine::new();
    let mut time_is_up = false;
    let result = {
        let mut tell = |progress: &Progress| {
            if status_line.is_due() {
                status_line.show(&progress_line(progress, before.tokens));
            }
            let used = used.map(|used| Duration::from_micros(used.load(Ordering::Relaxed)));
            if args.time.is_some_and(|time| began.elapsed() >= time)
                || used.is_some_and(|used| used >= args.cpu)
            {
                time_is_up = true;
                stop.store(true, Ordering::Relaxed);
            }
        };
        let settings = Settings { limits: args.limits.limits(), stop };
        let oracles = oracles.iter_mut().map(|oracle| oracle as &mut dyn Oracle).collect();
        reduce_ahead(program, oracles, &settings, &mut tell)
    };
    let trouble = trouble.into_inner().unwrap_or_else(PoisonError::into_inner);
    status_line.clear();
    let reduced = match (result, &trouble) {
        (Err(NotReducible::NotInteresting), None) => {
            say(
                "the program does not show the bug, or not every time: there is nothing to reduce\n",
            );
            return Ok((None, Status::Undefined));
        }
        (Err(NotReducible::NotInteresting), Some(trouble)) => bail!("{trouble}"),
        (result, _) => result?,
    };
    let after = &reduced.size;
    let counts = &reduced.counts;
    let mut words = format!(
        "{} tokens, {} bytes, from {} tokens, {} bytes, in {:.1} s\n",
        after.tokens,
        after.bytes,
        before.tokens,
        before.bytes,
        began.elapsed().as_secs_f64()
    );
    let _ = writeln!(
        words,
        "{} candidates: {} accepted, {} uninteresting, {} undefined, {} ill-formed, {} impossible, {} redundant",
        counts.tried,
        counts.taken,
        counts.boring,
        counts.undefined,
        counts.ill_formed,
        counts.impossible,
        counts.no_news,
    );
    if let Some(trouble) = &trouble {
        let _ = writeln!(words, "stopped: {trouble}");
    }
    say(&words);
    let status = match (reduced.finished, time_is_up) {
        (true, _) => Status::Fine,
        (false, true) => Status::OutOfBudget,
        (false, false) => Status::Interrupted,
    };
    Ok((Some(reduced), status))
}

/// Checks before any work that a file can be written there. Its contents stay.
fn can_be_written(output: &Path) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", output.display());
    if output.exists() {
        std::fs::OpenOptions::new().write(true).open(output).with_context(cannot)?;
        return Ok(());
    }
    let dir = match output.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    tempfile::tempfile_in(dir).with_context(cannot)?;
    Ok(())
}

/// Writes units to files named after one; returns their names.
fn write(output: &Path, texts: &[String]) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let path = if texts.len() == 1 {
            output.to_owned()
        } else {
            let stem = output.file_stem().unwrap_or_default().to_string_lossy();
            output.with_file_name(format!("{stem}_{i}.c"))
        };
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        names.push(path.display().to_string());
    }
    Ok(names)
}

fn progress_line(progress: &Progress, of_tokens: usize) -> String {
    let Progress { tokens, pass, counts, .. } = progress;
    let (tried, taken) = (counts.tried, counts.taken);
    format!("{tokens} of {of_tokens} tokens, {tried} candidates, {taken} taken, {pass}")
}
