//! What a hunt reports while it runs.

use crate::cpu::CpuSplit;
use crate::fast_path::FastPathUse;
use crate::setup::DoubtfulSetUp;
use crate::solve::SolveStage;
use crate::store::TriageResult;
use brinell_judge::VerdictKind;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// An event of a hunt.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum HuntEvent {
    /// The hunt begins.
    Started {
        /// The first seed that is new.
        seed: u64,
        /// Seeds that were done here before.
        done_before: u64,
        /// Workers.
        jobs: usize,
        /// The number of the run.
        run: i64,
    },
    /// Where it stands; several times a second.
    Progress(Snapshot),
    /// Something was found, and is in the store.
    Found {
        /// Its number.
        id: i64,
        /// The seed.
        seed: u64,
        /// What findings of the same bug have in common.
        key: String,
        /// The verdict.
        verdict: VerdictKind,
        /// The compiler.
        compiler: String,
        /// The option sets with it.
        options: Vec<String>,
        /// Crash signature, or what is wrong.
        signature: String,
        /// How often the bug was seen in this directory.
        times: i64,
        /// Whether it accuses a compiler; otherwise it is only doubtful.
        finding: bool,
        /// Whether it is on the list of known bugs.
        known: bool,
    },
    /// A finding was worked out.
    Triaged {
        /// The finding.
        finding: i64,
        /// The result.
        result: TriageResult,
    },
    /// Most programs of a compiler are rejected, or no compiler confirms its results.
    DoubtfulSetUp(DoubtfulSetUp),
    /// This computer is in trouble; nothing is concluded until that is over.
    Paused {
        /// What is wrong.
        why: String,
    },
    /// It goes on.
    Resumed,
}

/// Where a hunt stands.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Snapshot {
    /// Seconds since it began.
    #[serde(serialize_with = "seconds")]
    pub elapsed: Duration,
    /// Programs given to compilers.
    pub programs: u64,
    /// Verdicts other than `ok`.
    pub verdicts: BTreeMap<VerdictKind, u64>,
    /// Why results could not be compared, by compiler and reason.
    pub not_comparable: BTreeMap<String, BTreeMap<String, u64>>,
    /// Findings that accuse a compiler and are not known.
    pub findings: u64,
    /// Different bugs among them.
    pub bugs: u64,
    /// Where CPU time went.
    pub cpu: CpuSplit,
    /// How often the fast path was taken.
    pub fast_path_use: FastPathUse,
    /// All verdicts, by compiler under test.
    #[serde(skip)]
    pub by_compiler: BTreeMap<String, BTreeMap<VerdictKind, u64>>,
    /// The finding that is being triaged.
    #[serde(skip)]
    pub triage_now: Option<TriageNow>,
    /// Kinds of findings that wait for triage.
    #[serde(skip)]
    pub triage_waiting: u64,
    /// Whether the hunt was asked to pause.
    #[serde(skip)]
    pub paused: bool,
}

/// What triage is doing.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct TriageNow {
    /// The finding.
    pub finding: i64,
    /// How far it is with it.
    pub stage: SolveStage,
}

/// What receives events.
pub trait Events {
    /// Takes an event.
    fn event(&mut self, event: &HuntEvent);
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((time.as_secs_f64() * 1e3).round() / 1e3)
}
