//! Changing programs: edits, which name what is to change by its id, and [`apply`], which builds a
//! program anew with edits made.
//!
//! A program goes in, and a program comes out, or none if the result would not be valid C. The
//! caller decides what is worth changing and whether the result is useful: there is no oracle here,
//! no process, no randomness.

mod decisions;
mod edit;
mod rebuild;
mod relaxed;

pub use decisions::{negate_condition, write_decisions};
pub use edit::{
    Edit, ExprEdit, FieldEdit, FunctionEdit, Object, ObjectEdit, Owner, RecordEdit, StmtEdit,
};
pub use rebuild::{Roots, apply, returned};
pub use relaxed::{merge_effect, write_relaxations};
