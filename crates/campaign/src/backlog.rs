//! Triage without a hunt: findings without a result, one after the other.

use crate::bundle_store;
use crate::control::HuntControl;
use crate::health::Health;
use crate::hunt::HuntError;
use crate::known::KnownBugs;
use crate::lock::Lock;
use crate::store::{Store, TriageCounts, TriageResult, Triaged, Untriaged};
use crate::triage_worker::{BUNDLES, Bundler, Pace, Triage, TriageWorker, choose};
use brinell_toolchain::Toolchain;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Instant;

/// A share of the processors that is never exceeded.
const AT_ONCE: f64 = 1_000_000.0;

/// Which findings to triage, and how.
pub struct Backlog<'a> {
    /// The directory of the hunt; no hunt may be running in it.
    pub dir: &'a Path,
    /// What writes bundles.
    pub bundler: Bundler,
    /// Known bugs, which need none.
    pub known: &'a KnownBugs,
    /// Every finding that waits, not only those that may be new.
    pub all: bool,
    /// Set to stop: the finding in progress is triaged again next time.
    pub stop: &'a AtomicBool,
    /// When to begin no further finding.
    pub deadline: Option<Instant>,
}

/// How far triage is.
#[derive(Clone, Debug)]
pub enum BacklogProgress<'a> {
    /// Triage of a finding has begun.
    Begun {
        /// Which.
        finding: &'a Untriaged,
        /// How many wait, with this one.
        waiting: usize,
    },
    /// A finding has been triaged.
    Done {
        /// Which.
        finding: &'a Untriaged,
        /// The result.
        result: &'a TriageResult,
    },
}

/// The result of triaging a backlog.
#[derive(Clone, Debug)]
pub struct TriagedBacklog {
    /// All results of triage in this directory.
    pub counts: TriageCounts,
    /// Whether no finding is left that is worth triage.
    pub finished: bool,
}

/// Returns the compilers for the findings of a run; an error says why there are none.
pub type ToolsOf<'a> = dyn FnMut(&Store, i64) -> Result<Vec<Toolchain>, String> + 'a;

/// Triages findings until none is left that is worth it, or until it is told to stop. Each result is
/// in the store before the next finding is begun.
pub fn triage_backlog(
    backlog: &Backlog<'_>,
    tools_of: &mut ToolsOf<'_>,
    told: &mut dyn FnMut(&BacklogProgress<'_>),
) -> Result<TriagedBacklog, HuntError> {
    let mut store = Store::open(backlog.dir)?;
    let _lock = Lock::take(backlog.dir)?;
    let bundles = backlog.dir.join(BUNDLES);
    bundle_store::clean(&bundles);
    let health = Health::of([backlog.dir.to_owned()]);
    let mut by_run: BTreeMap<i64, Result<Vec<Toolchain>, String>> = BTreeMap::new();
    let mut finished = false;
    let over = || {
        backlog.stop.load(Ordering::Relaxed)
            || backlog.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    while !over() {
        let open = store.untriaged()?;
        let seeds = if backlog.all { store.untriaged_seeds()? } else { Vec::new() };
        let waiting = open.len() + seeds.len();
        let rest = || open.iter().min_by_key(|finding| (finding.bytes, finding.id)).cloned();
        let next = choose(&store.triaged()?, open.clone());
        let next = next.or_else(|| rest().filter(|_| backlog.all));
        let Some(next) = next.or_else(|| seeds.first().cloned()) else {
            finished = true;
            break;
        };
        told(&BacklogProgress::Begun { finding: &next, waiting });
        let run = store.finding(next.id)?.map_or(0, |finding| finding.run);
        let tools = by_run.entry(run).or_insert_with(|| tools_of(&store, run)).clone();
        let worked = tools.and_then(|tools| {
            let worker = TriageWorker {
                dir: backlog.dir,
                tools,
                triage: Triage { share: 1.0, bundler: backlog.bundler },
                known: backlog.known,
                jobs: 1,
                health: &health,
                control: &HuntControl::default(),
                now: &Mutex::new(None),
                stop: backlog.stop,
                spent: &AtomicU64::new(0),
                recorded: &AtomicU64::new(0),
                sender: mpsc::channel().0,
            };
            // Nothing else runs: there is nothing to wait for.
            worker.work_out(next.id, &bundles, &mut Pace::new(AT_ONCE), &BTreeMap::new())
        });
        // A result that was obtained after the request to stop is discarded.
        if backlog.stop.load(Ordering::Relaxed) {
            break;
        }
        let (result, features) = match worked {
            Ok((result, features)) => (result, features),
            Err(why) => (TriageResult::Unsolved(why), None),
        };
        let triaged = Triaged { finding: next.id, result, features };
        store.record_triage(&triaged)?;
        told(&BacklogProgress::Done { finding: &next, result: &triaged.result });
    }
    Ok(TriagedBacklog { counts: store.triage_counts()?, finished })
}
