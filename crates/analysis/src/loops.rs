//! Loops: walked until the state at their head does not grow any more (thesis 4.3.7, 4.7), and
//! remembered by the facts that the walk depended on.

use crate::analysis::{AbstractValue, Analysis, Cx, Flow, Violation};
use crate::call::{FactRecorder, covers};
use crate::effects::Effects;
use crate::expr::{Here, body};
use crate::func_set::FuncSet;
use crate::space::VariableNode;
use crate::state::State;
use crate::stmt::{has_cases, has_jumps};
use brinell_lang::{ExprId, ExprKind, FuncId, StmtId, StmtKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many walks of one loop are remembered: enclosing loops and callers come back with a few
/// different states, and older ones are rarely met again.
const MEMOS_PER_LOOP: usize = 4;

/// What a loop does from a certain head on.
#[derive(Debug)]
struct LoopMemo {
    /// The facts at the head that the walk looked at or changed.
    head: Vec<(VariableNode, u32)>,
    /// The entries changed behind the loop; none if its end is not reached.
    exit: Option<Vec<(VariableNode, u32)>>,
    /// The same at `return`s in it.
    returns: Option<Vec<(VariableNode, u32)>>,
    returned: Option<AbstractValue>,
    effects: Effects,
    /// All functions that it comes to.
    called: FuncSet,
    /// How many nodes there were.
    space: usize,
}

/// Remembered loops.
#[derive(Debug, Default)]
pub struct LoopMemos {
    by_loop: FxHashMap<(FuncId, StmtId), Vec<Rc<LoopMemo>>>,
}

impl LoopMemos {
    pub fn retain(&mut self, keep: impl Fn(FuncId, StmtId) -> bool) {
        self.by_loop.retain(|(f, s), _| keep(*f, *s));
    }

    /// Drops what was learnt when there were more nodes than this.
    pub fn drop_newer(&mut self, space: usize) {
        for memos in self.by_loop.values_mut() {
            memos.retain(|memo| memo.space <= space);
        }
    }

    fn remember(&mut self, key: (FuncId, StmtId), memo: LoopMemo) {
        let memos = self.by_loop.entry(key).or_default();
        if memos.len() == MEMOS_PER_LOOP {
            memos.remove(0);
        }
        memos.push(Rc::new(memo));
    }
}

/// The parts of the three loop statements.
struct LoopParts<'a> {
    init: &'a [StmtId],
    /// Evaluated before the body.
    cond: Option<ExprId>,
    body: StmtId,
    /// Evaluated after the body.
    step: Option<ExprId>,
    /// Evaluated after the step, by `do` loops.
    last: Option<ExprId>,
    /// Whether the loop ends only by jumps.
    endless: bool,
    /// Whether nothing comes back to the head: `do … while (0)`.
    once: bool,
}

impl Analysis {
    pub(crate) fn loop_stmt(
        &mut self,
        cx: Cx<'_>,
        flow: &mut Flow,
        s: StmtId,
    ) -> Result<(), Violation> {
        let func = body(cx)?;
        let here = Here::of(cx)?;
        let is_true = |e: Option<ExprId>| {
            e.is_none_or(|e| matches!(here.exprs[e].kind, ExprKind::Int(v) if !v.is_zero()))
        };
        let (init, cond, step, last, body) = match &func.stmts[s].kind {
            StmtKind::While { cond, body } => (&[][..], Some(*cond), None, None, *body),
            StmtKind::DoWhile { body, cond } => (&[][..], None, None, Some(*cond), *body),
            StmtKind::For { init, cond, step, body } => (&init[..], *cond, *step, None, *body),
            _ => unreachable!("only loops are walked as loops"),
        };
        let endless = is_true(cond) && is_true(last);
        let once =
            last.is_some_and(|e| matches!(here.exprs[e].kind, ExprKind::Int(v) if v.is_zero()));
        let parts = LoopParts { init, cond, body, step, last, endless, once };
        let locals = self.declared_by(cx.func, func, parts.init);
        self.begin_scope(func, flow, &locals);
        for &s in parts.init {
            self.stmt(cx, flow, s)?;
        }
        let jumps = !func.labels.is_empty() && has_jumps(func, s);
        let entered_sideways = flow.cases.is_reachable() && has_cases(func, parts.body);
        if jumps || entered_sideways || !flow.state.is_reachable() {
            self.walk_loop(cx, flow, s, &parts)?;
        } else {
            self.remembered_loop(cx, flow, s, &parts)?;
        }
        self.end_scope_of(flow, &locals);
        Ok(())
    }

    fn remembered_loop(
        &mut self,
        cx: Cx<'_>,
        flow: &mut Flow,
        s: StmtId,
        parts: &LoopParts<'_>,
    ) -> Result<(), Violation> {
        self.drop_stale();
        let key = (cx.func, s);
        let known = self.loops.by_loop.get(&key).and_then(|memos| {
            memos.iter().rev().find(|memo| covers(&memo.head, &flow.state, &self.space, &self.sets))
        });
        if let Some(memo) = known.cloned() {
            return self.apply_loop(flow, &memo);
        }
        let outer_returns = std::mem::replace(&mut flow.returns, State::unreachable());
        let outer_returned = flow.returned.take();
        let outer_effects = std::mem::take(&mut flow.effects);
        let cases = std::mem::replace(&mut flow.cases, State::unreachable());
        self.recorders.push(FactRecorder::default());
        let walked = self.walk_loop(cx, flow, s, parts);
        let recorder = self.pop_recorder();
        let head = walked?;
        let changed = |state: &State| -> Option<Vec<(VariableNode, u32)>> {
            state
                .is_reachable()
                .then(|| recorder.writes.iter().map(|n| (n, state.raw(n))).collect())
        };
        let memo = LoopMemo {
            head: recorder.touched().iter().map(|n| (n, head.fact(&self.space, n))).collect(),
            exit: changed(&flow.state),
            returns: changed(&flow.returns),
            returned: flow.returned.clone(),
            effects: flow.effects.clone(),
            called: recorder.called.clone(),
            space: self.space.len(),
        };
        if !recorder.is_partial() {
            self.loops.remember(key, memo);
        }
        flow.cases = cases;
        self.join_states(&mut flow.returns, &outer_returns);
        flow.returned = self.join_returned(outer_returned, flow.returned.take());
        flow.effects.absorb(outer_effects);
        Ok(())
    }

    fn join_returned(
        &mut self,
        a: Option<AbstractValue>,
        b: Option<AbstractValue>,
    ) -> Option<AbstractValue> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.join_values(a, b)),
            (a, b) => a.or(b),
        }
    }

    fn apply_loop(&mut self, flow: &mut Flow, memo: &LoopMemo) -> Result<(), Violation> {
        self.work += memo.head.len() as u64 / 8;
        if self.protected().overlaps(&memo.effects.writes) {
            return Err(Violation::ProtectedWrite);
        }
        self.check_not_open(&memo.called)?;
        if let Some(recorder) = self.recorders.last_mut() {
            for (n, _) in &memo.head {
                recorder.reads.insert(n.0..n.0 + 1);
            }
            for (n, _) in memo.exit.iter().chain(&memo.returns).flatten() {
                recorder.writes.insert(n.0..n.0 + 1);
            }
            recorder.called.union_with(&memo.called);
        }
        let with = |changes: &Option<Vec<(VariableNode, u32)>>| {
            changes.as_ref().map_or_else(State::unreachable, |changes| {
                let mut state = flow.state.clone();
                for (n, fact) in changes {
                    state.set(*n, *fact);
                }
                state
            })
        };
        let (exit, returns) = (with(&memo.exit), with(&memo.returns));
        flow.state = exit;
        self.join_states(&mut flow.returns, &returns);
        flow.returned = self.join_returned(flow.returned.take(), memo.returned.clone());
        flow.effects.merge(&memo.effects);
        Ok(())
    }

    /// Walks a loop to its fixpoint; gives the state at its head.
    fn walk_loop(
        &mut self,
        cx: Cx<'_>,
        flow: &mut Flow,
        s: StmtId,
        parts: &LoopParts<'_>,
    ) -> Result<State, Violation> {
        let here = Here::of(cx)?;
        let breaks = std::mem::replace(&mut flow.breaks, State::unreachable());
        let continues = std::mem::replace(&mut flow.continues, State::unreachable());
        let mut head = flow.state.clone();
        let mut rounds = 0;
        loop {
            flow.state = head.clone();
            flow.breaks = State::unreachable();
            flow.continues = State::unreachable();
            if let Some(cond) = parts.cond {
                // A `while` may step its counter in the condition; a `for` must not.
                let steps_here = parts.step.is_none();
                let protected = if steps_here { 0 } else { self.protect_body_of(cx.func, s) };
                let evaluated = self.condition(here, flow, cond);
                (0..protected).for_each(|_| self.unprotect());
                evaluated?;
            }
            let before_body = flow.state.clone();
            let protected = self.protect_body_of(cx.func, s);
            let walked = self.stmt(cx, flow, parts.body);
            (0..protected).for_each(|_| self.unprotect());
            walked?;
            let again = std::mem::replace(&mut flow.continues, State::unreachable());
            self.join_states(&mut flow.state, &again);
            for e in parts.step.iter().chain(&parts.last) {
                self.condition(here, flow, *e)?;
            }
            if parts.once || flow.state.is_covered_by(&head, &self.space, &self.sets) {
                // A `for` or `while` ends at its condition, a `do` behind it.
                if parts.endless {
                    flow.state = State::unreachable();
                } else if parts.last.is_none() {
                    flow.state = before_body;
                }
                break;
            }
            self.join_states(&mut head, &flow.state);
            rounds += 1;
            assert!(
                rounds <= self.lattice_height(),
                "the state at the head of a loop only grows, and the lattice is finite"
            );
        }
        let left = std::mem::replace(&mut flow.breaks, breaks);
        self.join_states(&mut flow.state, &left);
        flow.continues = continues;
        Ok(head)
    }
}
