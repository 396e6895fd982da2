//! Triage: what hides a bug, which findings are one bug, and in which order to read them.
//!
//! Pure logic over a [`Probe`], which can say whether a bug shows with a list of options. So nothing
//! here starts a process, and the tests need no compiler. How [`blame`] searches depends on the family
//! of the compiler: gcc's `-fno-…` flags, passes and debug counters (`gcc.rs`), clang's
//! `-opt-bisect-limit` (`clang.rs`); `search.rs` has the searches behind both.
//!
//! An option that hides a bug is evidence, not proof: it may hide it by changing something else. So
//! the wording is "hides it", never "is the cause". If answers contradict each other, nothing is
//! blamed, and the result says so.
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
