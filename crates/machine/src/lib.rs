//! The C abstract machine: runs `lang` programs exactly and stops at the first undefined
//! behaviour or dependence on unspecified behaviour.
//!
//! Depends on `lang` only, so that the oracle cannot inherit anybody else's mistakes.

mod format;
mod explain;
mod explain_choice;
mod outcome;
mod ub;

pub use explain::Rule;
pub use outcome::{
    Budget, Choice, Exhausted, Exit, Failure, Frame, Limits, Meaning, Note, Origin, Outcome, Stats,
    Unsupported, VolatileTrace,
};
pub use ub::Ub;
