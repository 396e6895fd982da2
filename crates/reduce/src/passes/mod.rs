//! The passes, one file each. A pass looks at a program and proposes edits, each of which would
//! make it simpler, in an order in which neighbours belong together; what becomes of them is not
//! its business. A pass with several rounds proposes something else in each.

mod calls;
mod constants;
mod exprs;
mod functions;
mod initialisers;
mod inlining;
mod objects;
mod outcome;
mod parameters;
mod records;
mod sites;
mod stmts;
mod types;
mod units;
mod unwrap;
mod values;

use crate::edit::Edit;
use brinell_lang::Program;

/// A way to make programs simpler.
#[derive(Debug)]
pub struct Pass {
    /// Its name, for people.
    pub name: &'static str,
    /// How many rounds it has.
    pub rounds: usize,
    /// What it proposes in a round.
    pub propose: fn(&Program, usize) -> Vec<Edit>,
}

/// What takes away most with fewest attempts.
pub const COARSE: &[Pass] =
    &[units::PASS, calls::PASS, stmts::PASS, outcome::PASS, objects::PASS, unwrap::PASS];

/// Everything, coarse before fine.
pub const ALL: &[Pass] = &[
    units::PASS,
    calls::PASS,
    stmts::PASS,
    outcome::PASS,
    unwrap::PASS,
    objects::PASS,
    parameters::PASS,
    inlining::PASS,
    values::PASS,
    exprs::PASS,
    initialisers::PASS,
    functions::PASS,
    records::PASS,
    types::PASS,
    constants::PASS,
];
