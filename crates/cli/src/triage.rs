//! `brinell triage`: writes bug reports for the findings that have none yet.

use crate::Status;
use crate::hunt::{DEFAULT_DIR, parse_time, read_known};
use crate::interrupt::stop_flag;
use crate::tools::for_run;
use brinell_campaign::{
    Backlog, BacklogProgress, Bundler, Store, TriageResult, TriagedBacklog, triage_backlog,
};
use brinell_report::bundle;
use clap::Args;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The arguments of `brinell triage`.
#[derive(Debug, Args)]
#[command(after_help = "\
A hunt triages its findings in the background. This command triages those that are left: each is
reduced, the option or pass that hides it is determined, and it becomes a bundle in DIR/bundles, or
turns out to be a duplicate or a known bug. Only findings that may be new are triaged; --all
continues with the rest. The compilers are those of the hunt, with its --config and --opts.

Each result is stored at once. Ctrl-C loses the current finding; the same command resumes with it.

Exit codes:
  0    no finding that may be new is left
  2    wrong usage, no hunt in DIR, or a hunt is running there
  3    the time ran out
  130  interrupted

Examples:
  brinell triage                 the hunt here
  brinell triage mine --for 1h --all")]
pub struct TriageArgs {
    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Start no finding after this time: 90s, 10m, 1h
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Triage every finding without a result
    #[arg(long)]
    all: bool,

    /// Bugs that need no bundle: keys, one per line, as `brinell findings --keys` prints them
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// More compilers, described in a TOML file [default: that of the hunt]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Triages findings.
pub fn run(args: &TriageArgs) -> anyhow::Result<Status> {
    let stop = stop_flag()?;
    let known = read_known(args.known.as_deref())?;
    let backlog = Backlog {
        dir: &args.dir,
        bundler: Bundler {
            name: bundle::name,
            files: |case| bundle::files(case, env!("CARGO_PKG_VERSION")),
        },
        known: &known,
        all: args.all,
        stop: &stop,
        deadline: args.time.and_then(|time| Instant::now().checked_add(time)),
    };
    let mut tools_of = |store: &Store, run: i64| {
        let found = for_run(store, run, args.config.as_deref(), &[]);
        found.map(|discovery| discovery.found).map_err(|error| format!("{error:#}"))
    };
    let mut told = |progress: &BacklogProgress<'_>| {
        let words = match progress {
            BacklogProgress::Begun { finding, waiting } => {
                format!("finding {} ({}), {waiting} wait\n", finding.id, finding.key)
            }
            BacklogProgress::Done { finding, result } => {
                format!("finding {}: {}\n", finding.id, result_words(result))
            }
        };
        // A closed terminal is no reason to stop.
        let _ = io::stderr().write_all(words.as_bytes());
    };
    let TriagedBacklog { counts, finished } = triage_backlog(&backlog, &mut tools_of, &mut told)?;
    writeln!(
        io::stdout(),
        "{} bundles, {} duplicates, {} look like others, {} known, {} unsolved",
        counts.bundles,
        counts.duplicates,
        counts.alike,
        counts.known,
        counts.unsolved
    )?;
    Ok(if stop.load(std::sync::atomic::Ordering::Relaxed) {
        Status::Interrupted
    } else if finished {
        Status::Fine
    } else {
        Status::OutOfBudget
    })
}

fn result_words(result: &TriageResult) -> String {
    match result {
        TriageResult::Bundle(name) => format!("new, {name}"),
        TriageResult::DuplicateOf(first) => format!("duplicate of {first}"),
        TriageResult::LooksLike(first) => format!("looks like {first}"),
        TriageResult::Known => "known".to_owned(),
        TriageResult::Unsolved(why) => format!("unsolved: {why}"),
    }
}
