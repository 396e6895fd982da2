//! The passes, one file each. A pass looks at a program and proposes edits, each of which would
//! make it simpler, in an order in which neighbours belong together; the schedule decides which of
//! them are tried together. A pass with several rounds proposes something different in each.

mod calls;
mod constants;
mod dead;
mod exprs;
mod functions;
mod initialisers;
mod inlining;
mod known;
mod long;
mod merging;
mod objects;
mod outcome;
mod parameters;
mod records;
mod sites;
mod sources;
mod splitting;
mod stmts;
mod storage;
mod switches;
mod trips;
mod types;
mod units;
mod unwrap;
mod values;
mod wrappers;

use crate::view::View;
use brinell_transform::Edit;
use std::sync::Arc;

/// A way to make programs simpler.
#[derive(Debug)]
pub struct Pass {
    /// Its name, for people.
    pub name: &'static str,
    /// How many rounds it has.
    pub rounds: usize,
    /// Whether its edits exclude each other, so that there is no use in making several at once.
    pub apart: bool,
    /// What it proposes in a round.
    pub propose: fn(&View, usize) -> Vec<Edit>,
}

/// What takes away most with fewest attempts.
const COARSE: &[Pass] = &[
    long::PASS,
    units::PASS,
    dead::PASS,
    calls::PASS,
    stmts::PASS,
    outcome::PASS,
    known::PASS,
    objects::PASS,
    unwrap::PASS,
];

/// Everything, coarse before fine.
pub static ALL: &[Pass] = &[
    long::PASS,
    units::PASS,
    dead::PASS,
    calls::PASS,
    stmts::PASS,
    outcome::PASS,
    known::PASS,
    unwrap::PASS,
    trips::PASS,
    switches::PASS,
    objects::PASS,
    sources::PASS,
    wrappers::PASS,
    parameters::PASS,
    inlining::PASS,
    values::PASS,
    storage::PASS,
    merging::PASS,
    splitting::PASS,
    exprs::PASS,
    initialisers::PASS,
    functions::PASS,
    records::PASS,
    types::PASS,
    constants::PASS,
];

/// Lists of passes, one after the other.
pub type Stages = Arc<[&'static [Pass]]>;

/// The coarse ones until nothing changes, then all.
pub fn stages() -> Stages {
    [COARSE, ALL].into()
}

/// One pass alone.
pub fn alone(name: &str) -> Option<Stages> {
    let pass = ALL.iter().find(|pass| pass.name == name)?;
    Some([std::slice::from_ref(pass)].into())
}
