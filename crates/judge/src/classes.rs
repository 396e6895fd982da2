//! Classes of equal outcomes: who agrees with whom.

use crate::observation::{Compiled, Expected, Observation, Ran, RunEnd};
use std::collections::{BTreeMap, BTreeSet};

/// The outcome of a run, as far as two of them can be the same.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum RunResult {
    /// It ended with a status, after an output with this digest.
    Ended {
        /// The status.
        status: i32,
        /// The digest.
        hash: u64,
    },
    /// A signal killed it. What it printed before depends on buffers, and does not count.
    Killed(i32),
    /// It did not end in time.
    Endless,
    /// It used up something else.
    Greedy,
}

impl RunResult {
    /// The outcome of a run.
    pub fn of(ran: &Ran) -> Self {
        Self::from_parts(ran.end, ran.hash)
    }

    /// The outcome that there must be.
    pub fn expected(expected: &Expected) -> Self {
        Self::from_parts(expected.end, crate::digest(&expected.stdout))
    }

    const fn from_parts(end: RunEnd, hash: u64) -> Self {
        match end {
            RunEnd::Exit(status) => Self::Ended { status, hash },
            RunEnd::Signal(signal) => Self::Killed(signal),
            RunEnd::TimedOut => Self::Endless,
            RunEnd::OutOfResources => Self::Greedy,
        }
    }

    /// Whether it is an answer: images that die or hang can have nothing in common but that.
    pub const fn is_answer(self) -> bool {
        matches!(self, Self::Ended { .. })
    }
}

/// Observations with the same outcome.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ResultClass {
    /// The outcome.
    pub outcome: RunResult,
    /// Whether it is the expected one.
    pub expected: bool,
    /// The observations, by their indices.
    pub members: Vec<usize>,
    /// The families among them.
    pub families: BTreeSet<String>,
}

/// The outcome of an observation that counts as an opinion. Who says something else each time has
/// none, nor does the fast path.
pub fn opinion(observation: &Observation) -> Option<RunResult> {
    match (&observation.compiled, &observation.ran) {
        (Compiled::Ok, Some(ran)) if observation.is_opinion() => Some(RunResult::of(ran)),
        _ => None,
    }
}

/// All classes, by their outcomes.
pub fn classes(expected: &Expected, observations: &[Observation]) -> Vec<ResultClass> {
    let right = RunResult::expected(expected);
    let mut classes: BTreeMap<RunResult, ResultClass> = BTreeMap::new();
    for (index, observation) in observations.iter().enumerate() {
        let Some(outcome) = opinion(observation) else { continue };
        let class = classes.entry(outcome).or_insert_with(|| ResultClass {
            outcome,
            expected: outcome == right,
            members: Vec::new(),
            families: BTreeSet::new(),
        });
        class.members.push(index);
        class.families.insert(observation.family.clone());
    }
    classes.into_values().collect()
}
