//! Helpers of the tests and of `xtask`, never part of Brinell itself: random types and
//! expressions, what the installed compilers make of them, and the console blocks of the
//! documentation.
//!
//! Everything random comes from a seed that the caller prints, through [`Random`].

pub mod console;
mod differential;
mod expressions;
mod known;
mod objects;
mod probe;
mod random;
mod records;
mod text;

pub use differential::{CONFIGURATIONS, ExpressionSet};
pub use expressions::{expression_program, random_expression};
pub use probe::{Mismatch, TargetCompiler, probes};
pub use random::Random;
pub use records::{RecordSet, random_records};
pub use text::{declare, define_record};
