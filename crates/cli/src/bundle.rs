//! `brinell bundle`: a finding as a complete bug report.

use crate::args::{JobsArgs, LimitArgs};
use crate::hunt::{DEFAULT_DIR, parse_time};
use crate::interrupt::stop_flag;
use crate::status_line::{StatusLine, say};
use crate::tools::for_finding;
use crate::{Status, show};
use anyhow::bail;
use brinell_campaign::{
    SCRIPT, SolveSettings, SolvedFinding, Unsolved, can_be_written, put, solve,
};
use brinell_reduce::Progress;
use brinell_report::bundle;
use clap::Args;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The arguments of `brinell bundle`.
#[derive(Debug, Args)]
#[command(after_help = "\
Reduces the program of a finding, determines which options and passes hide the bug, tries the other
compilers on this computer, and writes a directory with the reduced program, a report that is ready to
send (also formatted for GCC's Bugzilla and LLVM's GitHub), and a script that reproduces the bug.
The script has to reproduce it once before the directory gets its final name. See docs/bundles.md.

After Ctrl-C the bundle has the best result so far, and nothing about what hides the bug. When --for
or --cpu runs out it has the best result so far, and its report says so.

Exit codes:
  0    the bundle is written
  1    the program no longer shows the bug: there is nothing to report
  2    wrong usage, no such finding or compiler, or a file cannot be read or written
  3    the time or CPU time ran out; the bundle has the best result so far
  130  interrupted; the bundle has the best result so far

Examples:
  brinell bundle 3                     finding 3 of the hunt here, to bundle-3-…
  brinell bundle 3 mine -o bug --for 5m")]
pub struct BundleArgs {
    /// The number of the finding
    #[arg(value_name = "ID")]
    id: i64,

    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Write to this directory [default: bundle-ID-COMPILER-VERDICT]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Stop reducing after this time: 90s, 10m, 1h
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Stop reducing after this CPU time, of compilers, programs and Brinell together
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
    cpu: Duration,

    /// More compilers, described in a TOML file [default: that of the hunt]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// How many candidates are tested in parallel.
    #[command(flatten)]
    jobs: JobsArgs,

    /// Limits of a run.
    #[command(flatten)]
    limits: LimitArgs,
}

/// Writes a bundle.
pub fn run(args: &BundleArgs) -> anyhow::Result<Status> {
    let stop = stop_flag()?;
    let finding = show::load(args.id, &args.dir)?;
    // Checked before minutes of work; the final name may differ from this guess.
    let guess = || PathBuf::from(bundle::name_of(&finding.line, finding.line.verdict));
    can_be_written(&args.output.clone().unwrap_or_else(guess))?;
    let tools = for_finding(&finding, &args.dir, args.config.as_deref(), &[])?.found;
    let enough = AtomicBool::new(false);
    let deadline = args.time.and_then(|time| Instant::now().checked_add(time));
    let mut status_line = StatusLine::new();
    let mut progress = |progress: &Progress| {
        if status_line.is_due() {
            status_line.show(&progress_line(progress));
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            enough.store(true, Ordering::Relaxed);
        }
    };
    let mut work = SolveSettings {
        tools: &tools,
        limits: args.limits.limits(),
        stop: &stop,
        enough: &enough,
        budget: args.cpu,
        used: Duration::ZERO,
        jobs: args.jobs.count(),
        spent: &mut |_| (),
        progress: &mut progress,
        stage: &mut |_| (),
    };
    let solved = solve(&finding, &mut work);
    status_line.clear();
    let case = match solved {
        Ok(case) => case,
        Err(Unsolved::NotShown) => {
            say("the program no longer shows the bug: there is nothing to report\n");
            return Ok(Status::Undefined);
        }
        Err(Unsolved::Cannot(why)) => bail!("{why}"),
    };
    let output = args.output.clone().unwrap_or_else(|| PathBuf::from(bundle::name(&case)));
    put(&output, &bundle::files(&case, env!("CARGO_PKG_VERSION")), &case.tool)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", output.display())?;
    if let Some(blame) = &case.blame {
        for line in blame.lines() {
            writeln!(out, "  {line}")?;
        }
    }
    writeln!(out, "  {} shows it", output.join(SCRIPT).display())?;
    let status = status(&case, &stop);
    if !case.finished {
        say("the program is not reduced as far as possible\n");
    }
    Ok(status)
}

fn status(case: &SolvedFinding, stop: &AtomicBool) -> Status {
    if stop.load(Ordering::Relaxed) {
        Status::Interrupted
    } else if !case.finished {
        Status::OutOfBudget
    } else {
        Status::Fine
    }
}

fn progress_line(progress: &Progress) -> String {
    let Progress { tokens, pass, counts, .. } = progress;
    format!("{tokens} tokens, {} candidates, {pass}", counts.tried)
}
