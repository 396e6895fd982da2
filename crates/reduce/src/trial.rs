//! One candidate: is it well formed, defined, and does it still show it?

use crate::size::Size;
use brinell_lang::{Program, check};
use brinell_machine::{Limits, Meaning, Outcome, Ways, observe_here};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash as _, Hasher as _};

/// Says whether a program still shows what is looked for.
///
/// It is asked only about programs that are well formed and that the machine ran to their end;
/// what they must do is the `meaning` of that run, never what another program did. The same
/// question must get the same answer.
pub trait Oracle: Send {
    /// Whether the program shows it.
    fn is_interesting(&mut self, program: &Program, meaning: &Meaning) -> bool;
}

impl<F: FnMut(&Program, &Meaning) -> bool + Send> Oracle for F {
    fn is_interesting(&mut self, program: &Program, meaning: &Meaning) -> bool {
        self(program, meaning)
    }
}

/// What became of candidates.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Sets of edits that were tried.
    pub tried: u64,
    /// Those that make no program at all, by the rules of the language.
    pub impossible: u64,
    /// Those that were tried before, or are not smaller.
    pub no_news: u64,
    /// Refused by the well-formedness check.
    pub ill_formed: u64,
    /// Not defined, or not ending within limits, by the machine.
    pub undefined: u64,
    /// Shown to the oracle, who said no.
    pub boring: u64,
    /// Taken.
    pub taken: u64,
}

/// The stack on which the machine may count.
pub const MACHINE_STACK: usize = 96 << 20;

/// Tries candidates.
pub struct Trials<'o> {
    oracle: &'o mut dyn Oracle,
    limits: Limits,
    /// Hashes of texts that were tried.
    seen: FxHashSet<u64>,
    pub counts: Counts,
}

impl<'o> Trials<'o> {
    pub fn new(oracle: &'o mut dyn Oracle, limits: Limits) -> Self {
        Self { oracle, limits, seen: FxHashSet::default(), counts: Counts::default() }
    }

    /// Changes what a run may use up.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What a program means, if it is defined.
    pub fn meaning(&self, program: &Program) -> Result<Meaning, String> {
        let ways = Ways::default();
        match observe_here(program, &self.limits, ways, MACHINE_STACK).outcome {
            Outcome::Finished(meaning) => Ok(meaning),
            Outcome::Undefined(failure) => Err(format!("it is undefined: {:?}", failure.ub)),
            Outcome::OutOfBudget(_) => Err("it does not end within its budget".to_owned()),
            Outcome::Unsupported(what) => Err(format!("the machine does not know {}", what.what)),
        }
    }

    /// Whether a well-formed, defined program shows it.
    pub fn ask(&mut self, program: &Program, meaning: &Meaning) -> bool {
        self.oracle.is_interesting(program, meaning)
    }

    /// Whether a candidate is to be taken in place of a program of size `best`; `None` takes any
    /// size.
    pub fn try_candidate(
        &mut self,
        candidate: Option<&Program>,
        best: Option<&Size>,
    ) -> Option<(Size, Meaning)> {
        self.counts.tried += 1;
        let Some(candidate) = candidate else {
            self.counts.impossible += 1;
            return None;
        };
        let size = Size::of(candidate);
        if best.is_some_and(|best| size >= *best) || !self.seen.insert(hash(&size.text)) {
            self.counts.no_news += 1;
            return None;
        }
        if !check(candidate).is_empty() {
            self.counts.ill_formed += 1;
            return None;
        }
        let Ok(meaning) = self.meaning(candidate) else {
            self.counts.undefined += 1;
            return None;
        };
        if !self.ask(candidate, &meaning) {
            self.counts.boring += 1;
            return None;
        }
        self.counts.taken += 1;
        Some((size, meaning))
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
