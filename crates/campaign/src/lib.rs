//! The hunt: a loop that makes programs, gives them to compilers and keeps what is wrong, and the
//! store that survives everything.
//!
//! [`hunt`] runs workers on threads; each takes seeds from one dispenser and does all of a seed
//! (`trial.rs`): generate, compile, run, judge, and whatever is suspicious once more. The calling
//! thread alone writes to the [`Store`], one transaction a seed, and tells an [`Events`] sink.
//! A seed counts as done in the transaction that has its counts and findings, so a kill at any
//! moment loses work in hand and nothing else.

mod backlog;
mod cpu;
mod descendants;
mod desk;
mod dispenser;
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
mod setup;
mod shelf;
mod solve;
mod store;
mod summary;
mod suspect;
mod trial;
mod witness;
mod workspace;

pub use backlog::{Backlog, Progress as BacklogProgress, ToolsOf, WorkedOff, work_off};
pub use cpu::{CpuSplit, of_thread as cpu_of_thread};
pub use desk::{BUNDLES, Bundler, Triage};
pub use events::{Event, Events, Snapshot};
pub use fast_path::FastPathUse;
pub use hunt::{HuntError, Hunted, Settings, Stop, hunt};
pub use known::Known;
pub use lock::{Lock, LockError};
pub use origin::{config_of, program_of, sources_of};
pub use plan::{HUNT_SIZES, Plan, PlanError, quoted};
pub use replay::{Replayed, replay};
pub use setup::DoubtfulSetUp;
pub use shelf::{
    BundleFile, SCRIPT, ShelfError, Shelved, can_be_written, may_be_replaced, put,
    read as read_bundle,
};
pub use solve::{Case, REDUCTION_CPU, Unsolved, Work, solve};
pub use store::{
    Filter, Finding, FindingLine, Integrity, NewRun, Run, RunCompiler, Sample, Setup, SetupFile,
    Store, StoreError, TriageCounts, TriageResult, Triaged, Untriaged,
};
pub use summary::{Count, Summary};
pub use suspect::{Does, Elsewhere, Suspect};
pub use witness::{Effort, Guard, Witness};
