//! Reduction: from a program that shows something to the smallest one found that shows it still,
//! and is still defined.
//!
//! It works on [`brinell_lang::Program`], never on text. A pass proposes edits (`passes`), many of
//! them are made at once, then halves, then quarters, down to single ones (`schedule.rs`); the
//! crate `transform` makes them by building the program anew, so that types and conversions follow.
//! Each candidate is checked, run on the machine, which determines its own meaning, and only then
//! shown to an [`Oracle`] (`trial.rs`). It is accepted only if it is smaller in one total order
//! ([`Size`]), so reduction terminates; it ends when a whole round of all passes changes nothing.
//!
//! No processes, no input or output, no randomness: for an oracle that always gives the same
//! answer, the result is always the same.

mod cursor;
mod passes;
mod pool;
mod schedule;
mod size;
mod trial;
mod view;

pub use schedule::{
    NotReducible, Progress, Reduced, Settings, pass_names, reduce, reduce_ahead, reduce_by,
};
pub use size::{Size, texts};
pub use trial::{Counts, Oracle};
