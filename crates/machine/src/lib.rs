//! The C abstract machine: runs `lang` programs exactly and stops at the first undefined
//! behaviour or dependence on unspecified behaviour.
//!
//! Depends on `lang` only, so that the oracle cannot inherit the generator's mistakes.

mod access;
mod bits;
mod call;
mod code;
mod declared;
mod describe;
mod effective;
mod effects;
mod eval;
mod exact;
mod execute;
mod explain;
mod explain_choice;
mod format;
mod initial;
mod initialise;
mod layout_shows;
mod libc;
mod loops;
mod lower;
mod machine;
mod memory;
mod observe;
mod ops;
mod order;
mod outcome;
mod part;
mod parts;
mod pools;
mod promises;
mod relax;
mod resolve;
mod restrict;
mod run;
mod stack;
mod storage;
mod subobject;
mod tables;
mod ub;
mod value;
mod wide;

pub use explain::Rule;
pub use observe::{Live, ObservedRun, RunMode, Values};
pub use outcome::{
    Budget, Exhausted, Exit, Failure, ImplDefined, Limits, Meaning, Note, Origin, Outcome,
    StackFrame, Stats, Undecided, Unsupported, VolatileTrace,
};
pub use resolve::{ResolvedRun, Resolver, SeenOperation};
pub use run::{
    Fault, FaultyRun, Injector, WrongValue, observe, observe_here, resolve_here, run, watch_here,
};
pub use ub::Ub;
