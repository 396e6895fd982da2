//! Where reduction is: which pass, which round of it, which of its edits. Coarse passes before fine
//! ones, all edits of a round at once, then halves, then quarters, down to single ones; round
//! after round until nothing changes any more.
//!
//! What comes next depends on the answers only, and it is known in advance as long as every answer
//! is no. So a copy of a cursor can run ahead.

use crate::passes::{Pass, Stages};
use crate::view::View;
use brinell_transform::Edit;
use std::sync::Arc;

/// A place in the order of things to try.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// Lists of passes, each to be brought to its fixpoint.
    stages: Stages,
    stage: usize,
    pass: usize,
    round: usize,
    /// What the round proposes, once it was asked.
    edits: Option<Arc<[Edit]>>,
    /// How many at once.
    chunk: usize,
    at: usize,
    /// Whether something was taken in this round.
    changed: bool,
    /// How many rounds in a row changed nothing.
    idle: usize,
}

/// Edits to be made together.
#[derive(Clone, Debug)]
pub struct Step {
    /// The pass that proposes them.
    pub pass: &'static str,
    edits: Arc<[Edit]>,
    from: usize,
    to: usize,
}

impl Step {
    /// The edits.
    pub fn edits(&self) -> &[Edit] {
        &self.edits[self.from..self.to]
    }
}

impl Cursor {
    /// At the beginning.
    pub const fn new(stages: Stages) -> Self {
        Self {
            stages,
            stage: 0,
            pass: 0,
            round: 0,
            edits: None,
            chunk: 0,
            at: 0,
            changed: false,
            idle: 0,
        }
    }

    /// What is to be tried now; `None` at the end.
    pub fn step(&mut self, view: &View) -> Option<Step> {
        loop {
            let passes = *self.stages.get(self.stage)?;
            if self.idle >= passes.iter().map(|pass| pass.rounds).sum() {
                *self = Self { stage: self.stage + 1, ..Self::new(Arc::clone(&self.stages)) };
                continue;
            }
            let pass = &passes[self.pass];
            let edits = if let Some(edits) = &self.edits {
                Arc::clone(edits)
            } else {
                let edits: Arc<[Edit]> = (pass.propose)(view, self.round).into();
                (self.at, self.chunk) = (0, if pass.apart { 1 } else { edits.len() });
                self.edits = Some(Arc::clone(&edits));
                edits
            };
            if self.at < edits.len() {
                let to = (self.at + self.chunk).min(edits.len());
                return Some(Step { pass: pass.name, edits, from: self.at, to });
            }
            if self.chunk > 1 && !edits.is_empty() {
                (self.at, self.chunk) = (0, self.chunk.min(edits.len()).div_ceil(2));
            } else {
                self.next_round(passes);
            }
        }
    }

    /// The answer was no.
    pub const fn refused(&mut self) {
        self.at += self.chunk;
    }

    /// The answer was yes, and this is the program now.
    pub fn taken(&mut self, view: &View) {
        let pass = &self.stages[self.stage][self.pass];
        let again = (pass.propose)(view, self.round);
        // Ids have changed. What was left out is no longer proposed as a rule, so that the next
        // ones stand here now; where it is still there, it is passed over.
        if again.len() >= self.edits.as_ref().map_or(0, |edits| edits.len()) {
            self.at += self.chunk;
        }
        self.edits = Some(again.into());
        self.changed = true;
    }

    fn next_round(&mut self, passes: &[Pass]) {
        self.idle = if self.changed { 0 } else { self.idle + 1 };
        (self.changed, self.edits) = (false, None);
        self.round += 1;
        if self.round == passes[self.pass].rounds {
            (self.round, self.pass) = (0, (self.pass + 1) % passes.len());
        }
    }
}
