//! `brinell bench reduce`: findings of a hunt, reduced by Brinell and by other reducers.
//!
//! The others get the original text and a script that looks for the same: the same compiler goes
//! wrong in the same way while the same others are right. They have no machine, so their script
//! has the usual guard, warnings and sanitizers.

use crate::args::{JobsArgs, LimitArgs};
use crate::hunt::{DEFAULT_DIR, parse_time};
use crate::progress::{WorkProgress, was_interrupted};
use crate::reduce::{Other, ReductionCase, script_limits, write_script};
use crate::tools::for_run;
use crate::{Status, render, show};
use anyhow::{Context as _, bail};
use brinell_campaign::{
    DefinednessCheck, Effort, Finding, FindingFilter, FindingLine, Store, Witness,
};
use brinell_lang::Program;
use brinell_machine::Meaning;
use brinell_print::count_tokens;
use brinell_reduce::{Oracle, Reduced, Settings, reduce_ahead, texts};
use brinell_toolchain::{Command, End, find_program};
use clap::Args;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The arguments of `brinell bench reduce`.
#[derive(Debug, Args)]
#[command(after_help = "\
Starts with one finding of each bug that looks different, then takes others. CPU time includes
Brinell, the compilers and the executables; for other reducers, everything that they start. Tokens are
counted without comments. The results of other reducers are checked on the machine.

Ctrl-C ends with the table so far, once the other reducer in progress has ended; a second Ctrl-C ends
at once.

Exit codes:
  0    done
  2    no hunt in DIR, no findings, or a tool is missing
  130  interrupted

Examples:
  brinell bench reduce mine --findings 10
  brinell bench reduce mine --findings 4 --most-bytes 20000 --with-cvise --with-creduce")]
pub struct BenchReduceArgs {
    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Number of findings
    #[arg(long, value_name = "N", default_value = "10")]
    findings: usize,

    /// Only these findings
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    ids: Vec<i64>,

    /// Only findings whose program has at most this many bytes
    #[arg(long, value_name = "N")]
    most_bytes: Option<usize>,

    /// Compare with C-Vise
    #[arg(long)]
    with_cvise: bool,

    /// Compare with C-Reduce
    #[arg(long)]
    with_creduce: bool,

    /// Time limit of another tool per finding: 90s, 15m
    #[arg(long, value_name = "TIME", default_value = "15m", value_parser = parse_time)]
    tool_time: Duration,

    /// More compilers, described in a TOML file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// How many candidates each looks at at the same time.
    #[command(flatten)]
    jobs: JobsArgs,

    /// What a run may use up.
    #[command(flatten)]
    limits: LimitArgs,
}

/// What one reducer made of one finding.
struct ReducerResult {
    id: i64,
    what: String,
    by: &'static str,
    before: (usize, usize),
    after: (usize, usize),
    machine_runs: Option<u64>,
    compilations: Option<u64>,
    wall: Duration,
    cpu: Duration,
    /// What the machine says about the result.
    verdict: String,
}

impl ReducerResult {
    fn cells(&self) -> Vec<String> {
        let number = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        vec![
            self.id.to_string(),
            self.what.clone(),
            self.by.to_owned(),
            self.before.0.to_string(),
            self.after.0.to_string(),
            self.before.1.to_string(),
            self.after.1.to_string(),
            number(self.machine_runs),
            number(self.compilations),
            format!("{:.1} s", self.wall.as_secs_f64()),
            format!("{:.1} s", self.cpu.as_secs_f64()),
            self.verdict.clone(),
        ]
    }
}

/// How long a script may take for the original.
const SCRIPT_TIME: Duration = Duration::from_mins(1);

const HEADER: [&str; 12] = [
    "ID",
    "FINDING",
    "BY",
    "TOKENS",
    "AFTER",
    "BYTES",
    "AFTER",
    "MACHINE",
    "COMPILERS",
    "WALL",
    "CPU",
    "RESULT",
];

/// Measures and prints the table.
pub fn run(args: &BenchReduceArgs) -> anyhow::Result<Status> {
    let others: Vec<Other> = [(args.with_cvise, Other::Cvise), (args.with_creduce, Other::Creduce)]
        .into_iter()
        .filter_map(|(wanted, other)| wanted.then_some(other))
        .collect();
    for other in &others {
        other.must_be_here()?;
    }
    let findings = chosen(args)?;
    if findings.is_empty() {
        bail!("no finding of {} fits", args.dir.display());
    }
    let store = Store::open(&args.dir)?;
    let mut by_run = BTreeMap::new();
    let mut progress = WorkProgress::new(findings.len() * (1 + others.len()))?;
    let mut rows = Vec::new();
    let mut left_out = Vec::new();
    let mut measure = || -> anyhow::Result<()> {
        for finding in &findings {
            let id = finding.line.id;
            let tools = match by_run.entry(finding.run) {
                Entry::Occupied(tools) => tools.into_mut(),
                Entry::Vacant(entry) => {
                    let config = args.config.as_deref();
                    entry.insert(for_run(&store, finding.run, config, &[])?.found)
                }
            };
            match ReductionCase::of(finding, tools, &args.limits.limits()) {
                Ok(Ok(case)) => {
                    bench(args, finding, &case, &others, &mut progress, &mut rows, &mut left_out)?;
                }
                Ok(Err(_)) => left_out.push(format!("{id}: its program cannot be read")),
                Err(why) => left_out.push(format!("{id}: {why:#}")),
            }
        }
        Ok(())
    };
    let done = measure();
    progress.clear();
    let interrupted = was_interrupted(done)?;
    let mut words =
        render::table(&HEADER, &rows.iter().map(ReducerResult::cells).collect::<Vec<_>>());
    for why in left_out {
        let _ = writeln!(words, "left out: {why}");
    }
    words += &compared(&rows, &others);
    std::io::stdout().write_all(words.as_bytes())?;
    Ok(if interrupted { Status::Interrupted } else { Status::Fine })
}

/// One finding of each key first, then others.
fn chosen(args: &BenchReduceArgs) -> anyhow::Result<Vec<Finding>> {
    let store = Store::open(&args.dir)?;
    if !args.ids.is_empty() {
        return args.ids.iter().map(|id| show::load(*id, &args.dir)).collect();
    }
    let lines = store.findings(&FindingFilter::default())?;
    let mut keys = BTreeSet::new();
    let (first, more): (Vec<_>, Vec<_>) =
        lines.into_iter().filter(FindingLine::accuses).partition(|l| keys.insert(l.key.clone()));
    let mut chosen = Vec::new();
    for line in first.into_iter().chain(more) {
        if chosen.len() == args.findings {
            break;
        }
        let Some(finding) = store.finding(line.id)? else { continue };
        let sources = show::sources(&finding)?;
        let bytes: usize = sources.iter().map(|(_, text)| text.len()).sum();
        // Others take one file.
        if sources.len() == 1 && args.most_bytes.is_none_or(|most| bytes <= most) {
            chosen.push(finding);
        }
    }
    Ok(chosen)
}

fn bench(
    args: &BenchReduceArgs,
    finding: &Finding,
    case: &ReductionCase,
    others: &[Other],
    progress: &mut WorkProgress,
    rows: &mut Vec<ReducerResult>,
    left_out: &mut Vec<String>,
) -> anyhow::Result<()> {
    let line = &finding.line;
    let what = format!("{} {} {}", line.compiler, line.verdict, line.signature);
    let what: String = what.chars().take(40).collect();
    let original = texts(&case.program).join("\n");
    let before = (count_tokens(&original), original.len());
    let began = Instant::now();
    let own_cpu = process_cpu();
    let (reduced, effort) = match ours(args, case, progress.stop()) {
        Ok(done) => done,
        // One that comes and goes does not take the others with it.
        Err(why) => {
            left_out.push(format!("{}: {why:#}", line.id));
            (0..=others.len()).try_for_each(|_| progress.step(&format!("finding {}", line.id)))?;
            return Ok(());
        }
    };
    rows.push(ReducerResult {
        id: line.id,
        what: what.clone(),
        by: "brinell",
        before,
        after: (reduced.size.tokens, reduced.size.bytes),
        machine_runs: Some(reduced.counts.machine_runs()),
        compilations: Some(effort.compilations),
        wall: began.elapsed(),
        cpu: process_cpu().saturating_sub(own_cpu) + effort.cpu.compiling() + effort.cpu.running(),
        verdict: if reduced.finished { "defined".to_owned() } else { "stopped".to_owned() },
    });
    progress.step(&format!("finding {}, {} tokens left", line.id, reduced.size.tokens))?;
    for other in others {
        let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
        let (file, script) = (dir.path().join("test.c"), dir.path().join("interesting.sh"));
        std::fs::write(&file, &original).context("cannot write a program")?;
        let guard = DefinednessCheck::Sanitizers(guard_compiler()?);
        write_script(&script, &case.witness.script("test.c", &guard))?;
        // A tool that refuses the original has not reduced it to nothing.
        let first =
            Command::new(&script).dir(dir.path()).limits(script_limits(SCRIPT_TIME)).run()?;
        if !first.end.success() {
            left_out.push(format!(
                "{} by {}: its script rejects the original",
                line.id,
                other.name()
            ));
            progress.step(&format!("finding {}, {}", line.id, other.name()))?;
            continue;
        }
        let done = other.reduce(&script, &file, args.tool_time, args.jobs.count())?;
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let ended = match done.end {
            End::Exit(0) => String::new(),
            End::TimedOut => " (time was up)".to_owned(),
            end => format!(" ({end})"),
        };
        rows.push(ReducerResult {
            id: line.id,
            what: what.clone(),
            by: other.name(),
            before,
            after: (count_tokens(&text), text.len()),
            machine_runs: None,
            compilations: None,
            wall: done.wall,
            cpu: done.cpu,
            verdict: verdict(&file)? + &ended,
        });
        progress.step(&format!("finding {}, {}", line.id, other.name()))?;
    }
    Ok(())
}

/// Our own reduction, with what it took.
fn ours(
    args: &BenchReduceArgs,
    case: &ReductionCase,
    stop: &AtomicBool,
) -> anyhow::Result<(Reduced, Effort)> {
    let settings = Settings { limits: args.limits.limits(), stop };
    let mut witnesses: Vec<Witness> =
        (0..args.jobs.count()).map(|_| case.witness.another()).collect();
    let ask = witnesses.iter_mut().map(|witness| {
        |program: &Program, meaning: &Meaning| {
            witness.shows(&texts(program), meaning).unwrap_or(false)
        }
    });
    let mut asks: Vec<_> = ask.collect();
    let oracles = asks.iter_mut().map(|ask| ask as &mut dyn Oracle).collect();
    let reduced = reduce_ahead(&case.program, oracles, &settings, &mut |_| {})?;
    drop(asks);
    let mut last = case.witness.another();
    let units = texts(&reduced.program);
    if reduced.finished && !last.confirms(&units, &reduced.meaning).map_err(anyhow::Error::msg)? {
        bail!("what was reduced does not show it the next time");
    }
    let mut effort = last.effort.clone();
    for witness in &witnesses {
        effort.add(&witness.effort);
    }
    Ok((reduced, effort))
}

/// What the machine says about the result of another: in a process of its own, since it may be
/// anything.
fn verdict(file: &std::path::Path) -> anyhow::Result<String> {
    let brinell =
        std::env::current_exe().context("cannot determine the path of this executable")?;
    let done = Command::new(brinell).arg("check").arg("-q").arg(file).run()?;
    let words =
        String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    let verdict = words.split(": ").nth(1).unwrap_or("unknown").trim();
    Ok(verdict.lines().next().unwrap_or_default().to_owned())
}

/// The compiler whose sanitizers guard the others.
fn guard_compiler() -> anyhow::Result<String> {
    ["gcc", "clang"]
        .into_iter()
        .find(|name| find_program(name).is_some())
        .map(str::to_owned)
        .context("there is neither gcc nor clang to guard the others with")
}

/// The CPU time of this process, without its children.
fn process_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Medians, ours and theirs, over the findings that all of them had.
fn compared(rows: &[ReducerResult], others: &[Other]) -> String {
    let mut words = String::new();
    for other in others {
        let theirs: Vec<&ReducerResult> =
            rows.iter().filter(|row| row.by == other.name()).collect();
        if theirs.is_empty() {
            continue;
        }
        let ids: BTreeSet<i64> = theirs.iter().map(|row| row.id).collect();
        let ours: Vec<&ReducerResult> =
            rows.iter().filter(|row| row.by == "brinell" && ids.contains(&row.id)).collect();
        let tokens =
            |rows: &[&ReducerResult]| median(rows.iter().map(|row| row.after.0 as f64).collect());
        let cpu =
            |rows: &[&ReducerResult]| rows.iter().map(|row| row.cpu.as_secs_f64()).sum::<f64>();
        let with = |word| theirs.iter().filter(|row| row.verdict.starts_with(word)).count();
        let (defined, undefined) = (with("defined"), with("undefined"));
        let _ = writeln!(
            words,
            "{}: median {} tokens, ours {}; CPU time {:.1} times ours; of {} results \
             {undefined} are undefined, {} cannot be checked",
            other.name(),
            tokens(&theirs),
            tokens(&ours),
            cpu(&theirs) / cpu(&ours).max(1e-9),
            theirs.len(),
            theirs.len() - defined - undefined
        );
    }
    words
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}
