//! Triage: what hides a bug, which findings are one bug, and in which order to read them.
//!
//! Pure logic over a [`Probe`], who can say whether a bug shows itself with a list of options. So
//! nothing here starts a process, and the tests need no compiler. [`blame`] asks in the way that the
//! family of the compiler allows: gcc by its `-fno-…` flags, its passes and its debug counters
//! (`gcc.rs`), clang by `-opt-bisect-limit` (`clang.rs`); `search.rs` has the searches behind both.
//!
//! An option that hides a bug is evidence, no proof: it may hide it by changing something else. So
//! the words are "hides it", never "is the cause". Where answers contradict each other, nothing is
//! blamed, and that is said.
//!
//! [`ProgramShape`] is a program without its names and constants; [`Features`] put it together with
//! signature and blame, and say whether two findings are one bug and how far they are apart.

mod blame;
mod clang;
mod duplicate;
mod gcc;
mod key;
mod probe;
mod search;
mod shape;

pub use blame::{Appears, Blame, DebugCounter, PassRun, blame, can_blame, is_still_blamed};
pub use duplicate::{Features, furthest_first};
pub use key::BugKey;
pub use probe::{Probe, Sight};
pub use shape::ProgramShape;
