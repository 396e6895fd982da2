//! `brinell bench machine`: the speed of the machine on a fixed set of programs that loop.

use crate::args::{Color, SourceArgs};
use crate::job::{self, CheckVerdict, Input};
use crate::{Status, parallel, render};
use anyhow::{Context as _, bail};
use brinell_machine::{Limits, Outcome};
use brinell_toolchain::{Command, Compiler, Family, compile};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `brinell bench machine`.
#[derive(Debug, Args)]
#[command(after_help = "\
For each program: the steps of the machine (expression nodes and statements), the CPU time of a run
without preprocessing and parsing, millions of steps per second, the CPU time of the same program
compiled by `gcc -O0` (less that of an empty program), and the ratio. CPU time is used because the
computer may be busy with other things; each figure is the mean of several runs.

Examples:
  brinell bench machine
  brinell bench machine --repeat 9 sieve list")]
pub struct MachineArgs {
    /// Programs to run [default: all]
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,

    /// How often to run each
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,

    /// Compiler for the native time
    #[arg(long, value_name = "GCC", default_value = "gcc")]
    native_cc: PathBuf,
}

/// Native runs for each run of the machine.
const NATIVE_RUNS: u32 = 20;

macro_rules! programs {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../../bench/machine/", $name, ".c")))),*]
    };
}

const PROGRAMS: [(&str, &str); 8] =
    programs!["sieve", "matrix", "crc32", "list", "bitfields", "calls", "quicksort", "safe_math"];

struct MachineMeasurement {
    steps: u64,
    time: Duration,
    native: Duration,
}

impl MachineMeasurement {
    fn row(&self, name: &str) -> Vec<String> {
        let rate = self.steps as f64 / self.time.as_secs_f64().max(f64::MIN_POSITIVE) / 1e6;
        let ratio = self.time.as_secs_f64() / self.native.as_secs_f64().max(1e-6);
        vec![
            name.to_owned(),
            render::grouped(self.steps),
            render::time(self.time),
            format!("{rate:.1}"),
            render::time(self.native),
            format!("{ratio:.0}"),
        ]
    }
}

/// Measures and prints the table.
pub fn run(args: &MachineArgs) -> anyhow::Result<Status> {
    for name in &args.programs {
        if !PROGRAMS.iter().any(|(known, _)| known == name) {
            let known = PROGRAMS.map(|(name, _)| name).join(", ");
            bail!("no benchmark is called '{name}'; there are {known}");
        }
    }
    let chosen: Vec<_> = PROGRAMS
        .into_iter()
        .filter(|(name, _)| args.programs.is_empty() || args.programs.iter().any(|n| n == name))
        .collect();
    let gcc = brinell_toolchain::find_program(&args.native_cc)
        .and_then(|path| Compiler::at(Family::Gcc, path))
        .with_context(|| {
            format!(
                "no compiler {} for the native time: install gcc or name one with --native-cc",
                args.native_cc.display()
            )
        })?;
    let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
    let (startup, _) = native(&gcc, "int main(void) { return 0; }", dir.path(), args.repeat)?;
    let mut rows = Vec::new();
    let mut total = MachineMeasurement { steps: 0, time: Duration::ZERO, native: Duration::ZERO };
    // One at a time: a second one would disturb the clock.
    parallel::in_order(
        &chosen,
        1,
        |&(name, text)| -> anyhow::Result<MachineMeasurement> {
            let (steps, time, output) = machine(name, text, args.repeat)?;
            let (native, native_output) = native(&gcc, text, dir.path(), args.repeat)?;
            if output != native_output {
                bail!("{name}: the machine and {} print different things", gcc.version);
            }
            Ok(MachineMeasurement { steps, time, native: native.saturating_sub(startup) })
        },
        |&(name, _), result| {
            let measured = match result {
                Ok(measured) => measured?,
                Err(message) => bail!("{name}: internal error: {message}"),
            };
            let mut progress = std::io::stderr().lock();
            writeln!(progress, "{name}: {}", render::time(measured.time))?;
            total.steps += measured.steps;
            total.time += measured.time;
            total.native += measured.native;
            rows.push(measured.row(name));
            anyhow::Ok(())
        },
    )?;
    rows.push(total.row("total"));
    let header = ["PROGRAM", "STEPS", "MACHINE", "M STEPS/S", "NATIVE", "RATIO"];
    let mut out = std::io::stdout().lock();
    writeln!(out, "mean CPU time of {} runs; native: {} -O0", args.repeat, gcc.version)?;
    out.write_all(render::table(&header, &rows).as_bytes())?;
    Ok(Status::Fine)
}

/// Steps, median time and output of a program on the machine.
fn machine(name: &str, text: &str, repeat: u32) -> anyhow::Result<(u64, Duration, Vec<u8>)> {
    let source = SourceArgs::default();
    let input = Input::Text { name: format!("{name}.c"), text: text.as_bytes().to_vec() };
    let mut parsed = job::parse(&input, &source);
    let program = match parsed.program {
        Ok(program) => program,
        Err(verdict) => return Err(stopped(&mut parsed.sources, name, verdict)),
    };
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let mut last = None;
    let started = CpuTime::now()?;
    for _ in 0..repeat {
        match brinell_machine::run(&program, &limits) {
            Outcome::Finished(meaning) => last = Some(meaning),
            Outcome::Undefined(failure) => {
                let verdict = CheckVerdict::Undefined(failure);
                return Err(stopped(&mut parsed.sources, name, verdict));
            }
            Outcome::Undecided(undecided) => {
                let verdict = CheckVerdict::Undecided(undecided);
                return Err(stopped(&mut parsed.sources, name, verdict));
            }
            Outcome::OutOfBudget(exhausted) => {
                let verdict = CheckVerdict::OutOfBudget(exhausted);
                return Err(stopped(&mut parsed.sources, name, verdict));
            }
            Outcome::Unsupported(unsupported) => bail!("{name}: {}", unsupported.what),
        }
    }
    let spent = CpuTime::now()?.own.saturating_sub(started.own) / repeat;
    let meaning = last.expect("repeat is at least 1");
    Ok((meaning.stats.steps, spent, meaning.stdout))
}

fn stopped(
    sources: &mut crate::sources::Sources,
    name: &str,
    verdict: CheckVerdict,
) -> anyhow::Error {
    let mut report = job::CheckReport {
        name: name.to_owned(),
        verdict,
        times: job::Times::default(),
        size: 0,
        sources: std::mem::take(sources),
    };
    let color = Color::Auto.on_stderr();
    anyhow::anyhow!("{name} did not finish\n{}", render::diagnostic(&mut report, color))
}

/// Median time and output of a program compiled without optimisation.
fn native(
    gcc: &Compiler,
    text: &str,
    dir: &Path,
    repeat: u32,
) -> anyhow::Result<(Duration, Vec<u8>)> {
    let (source, binary) = (dir.join("bench.c"), dir.join("bench"));
    std::fs::write(&source, text)?;
    compile(gcc, &["-O0", "-std=c17"], &source, &binary)?;
    let mut output = Vec::new();
    // A run takes a few milliseconds, the system counts in hundredths of a second.
    let runs = repeat * NATIVE_RUNS;
    let started = CpuTime::now()?;
    for _ in 0..runs {
        output = Command::new(&binary).run()?.stdout;
    }
    let spent = CpuTime::now()?.children.saturating_sub(started.children) / runs;
    Ok((spent, output))
}

/// CPU time of this process and of its finished children.
struct CpuTime {
    own: Duration,
    children: Duration,
}

impl CpuTime {
    /// As the kernel has it: user and system time in fields 14 to 17 of `stat`, in hundredths of a
    /// second (`USER_HZ` is 100 on every Linux that Rust runs on).
    fn now() -> anyhow::Result<Self> {
        let stat = std::fs::read_to_string("/proc/self/stat").context("cannot read CPU times")?;
        // The second field is the program's name in parentheses and may hold anything.
        let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks: Vec<u64> =
            rest.split_whitespace().skip(11).take(4).filter_map(|f| f.parse().ok()).collect();
        let [user, system, child_user, child_system] = ticks[..] else {
            bail!("/proc/self/stat has not the fields expected of it");
        };
        Ok(Self {
            own: Duration::from_millis((user + system) * 10),
            children: Duration::from_millis((child_user + child_system) * 10),
        })
    }
}
