//! The hunt: a loop that generates programs, gives them to compilers and stores what is wrong, and the
//! store that survives everything.
//!
//! [`hunt`] runs workers on threads; each takes seeds from one queue and does all the work for a
//! seed (`trial.rs`): generate, compile, run, judge, and repeat what is suspicious. Only the calling
//! thread writes to the [`Store`], one transaction per seed, and reports to an [`Events`] sink.
//! A seed is marked as done in the transaction that has its counts and findings, so a kill at any
//! moment loses only the work in progress.

mod backlog;
mod bundle_store;
mod control;
mod cpu;
mod cross_check;
mod descendants;
mod events;
mod fast_path;
mod health;
mod hunt;
mod images;
mod known;
mod lock;
mod origin;
mod pair;
mod patience;
mod plan;
mod replay;
mod seed_queue;
mod setup;
mod solve;
mod store;
mod summary;
mod suspect;
mod triage_worker;
mod trial;
mod witness;
mod workspace;

// For those who show findings, and know no compilers.
pub use brinell_toolchain::short_version;

pub use backlog::{Backlog, BacklogProgress, ToolsOf, TriagedBacklog, triage_backlog};
pub use bundle_store::{
    BundleFile, BundleStoreError, SCRIPT, StoredBundle, can_be_written, may_be_replaced, put,
    read as read_bundle,
};
pub use control::HuntControl;
pub use cpu::{CpuSplit, of_thread as cpu_of_thread};
pub use events::{Events, HuntEvent, Snapshot, TriageNow};
pub use fast_path::FastPathUse;
pub use health::Health;
pub use hunt::{HuntError, HuntSettings, Hunted, hunt};
pub use images::{ProgramFiles, SeenCompilation, SharedRuns, Trouble, observe_image};
pub use known::KnownBugs;
pub use lock::{Lock, LockError};
pub use origin::{config_of, program_of, sources_of};
pub use patience::{GivenUp, Patience};
pub use plan::{HUNT_SIZES, HuntPlan, Pair, PlanError, quoted};
pub use replay::{Replayed, replay};
pub use setup::DoubtfulSetUp;
pub use solve::{Never, REDUCTION_CPU, SolveSettings, SolveStage, SolvedFinding, Unsolved, solve};
pub use store::{
    Finding, FindingFilter, FindingLine, HuntRun, HuntSample, Integrity, NewRun, RunCompiler,
    RunSetup, SetupFile, Store, StoreError, TriageCounts, TriageResult, Triaged, Untriaged,
};
pub use summary::{HuntSummary, VerdictCount};
pub use suspect::{Does, Elsewhere, Suspect};
pub use triage_worker::{BUNDLES, Bundler, Triage};
pub use trial::{differs, expected, key as rough_key};
pub use witness::{DefinednessCheck, Effort, Witness};
pub use workspace::Workspace;
