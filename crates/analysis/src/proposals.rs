//! Expressions that are being written: each piece is walked once, when it is proposed, and what is
//! made of it later finds it walked.
//!
//! A generator writes `a + b` from its operands up, and has to know the effects of `a` before it
//! writes `b`. So it proposes `a`, then `b` from the state behind `a`, then the sum from the state
//! before `a`: the walk of the sum comes to its operands in the states that they were proposed in,
//! and takes what is remembered. In another state, or when facts are being recorded for
//! else, an operand is walked as ever.

use crate::analysis::{AbstractValue, Analysis, Cx, Violation};
use crate::effects::Effects;
use crate::state::State;
use brinell_lang::{ExprId, FuncId};

/// A piece that was walked.
#[derive(Debug)]
struct Proposal {
    expr: ExprId,
    from: State,
    to: State,
    value: AbstractValue,
    effects: Effects,
    /// How many calls and loops were being recorded.
    recorders: usize,
}

/// The pieces of the statement that is being written, for each open function that has some.
#[derive(Debug, Default)]
pub struct Proposals {
    open: Vec<(FuncId, Vec<Proposal>)>,
}

impl Proposals {
    /// What is remembered of an expression in this state.
    fn find(&self, func: FuncId, e: ExprId, from: &State, recorders: usize) -> Option<&Proposal> {
        let (open, pieces) = self.open.last()?;
        if *open != func {
            return None;
        }
        let at = pieces.binary_search_by_key(&e, |piece| piece.expr).ok()?;
        let piece = &pieces[at];
        (piece.recorders == recorders && piece.from.is_same(from)).then_some(piece)
    }

    fn add(&mut self, func: FuncId, piece: Proposal) {
        if self.open.last().is_none_or(|(open, _)| *open != func) {
            self.open.push((func, Vec::new()));
        }
        let (_, pieces) = self.open.last_mut().expect("one was pushed if there was none");
        // Ids rise, but for those that were rolled back and given to others.
        while pieces.last().is_some_and(|last| last.expr >= piece.expr) {
            pieces.pop();
        }
        pieces.push(piece);
    }

    /// Forgets the pieces of a function from this expression on.
    pub fn forget(&mut self, func: FuncId, from: ExprId) {
        for (_, pieces) in self.open.iter_mut().filter(|(open, _)| *open == func) {
            pieces.retain(|piece| piece.expr < from);
        }
        self.open.retain(|(_, pieces)| !pieces.is_empty());
    }

    /// Forgets all pieces of functions from this one on.
    pub fn forget_functions(&mut self, from: FuncId) {
        self.open.retain(|(open, _)| *open < from);
    }
}

impl Analysis {
    /// Walks a piece of a statement that is being written, and moves the state behind it. What is
    /// made of it does not walk it again.
    pub fn propose(
        &mut self,
        cx: Cx<'_>,
        state: &mut State,
        e: ExprId,
    ) -> Result<(AbstractValue, Effects), Violation> {
        let from = state.clone();
        let mut effects = Effects::default();
        let value = self.value(cx, state, e, &mut effects)?;
        let (to, recorders) = (state.clone(), self.recorders.len());
        let (known, remembered) = (value.clone(), effects.clone());
        let piece = Proposal { expr: e, from, to, value: known, effects: remembered, recorders };
        self.proposals.add(cx.func, piece);
        Ok((value, effects))
    }

    /// Forgets proposals of a function from this expression on: their statement is committed, or
    /// they were rolled back.
    pub fn forget_proposals(&mut self, func: FuncId, from: ExprId) {
        self.proposals.forget(func, from);
    }

    /// The result of a proposal in this state.
    pub(crate) fn proposed(
        &mut self,
        func: Option<FuncId>,
        state: &mut State,
        e: ExprId,
        effects: &mut Effects,
    ) -> Option<AbstractValue> {
        let piece = self.proposals.find(func?, e, state, self.recorders.len())?;
        *state = piece.to.clone();
        effects.merge(&piece.effects);
        Some(piece.value.clone())
    }
}
