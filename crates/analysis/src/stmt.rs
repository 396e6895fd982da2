//! Statements: control flow over states (thesis 4.3.6).

use crate::analysis::{Analysis, Cx, Flow, Violation};
use crate::effects::Effects;
use crate::expr::{Here, body};
use crate::sets::SetId;
use crate::space::{Root, VariableNode};
use crate::state::State;
use brinell_lang::{Body, ExprId, FuncId, LabelId, LocalId, StmtId, StmtKind};
use rustc_hash::FxHashSet;

impl Analysis {
    /// Walks one statement (loops to their fixpoint) and moves the flow behind it. Leaves the flow
    /// in an unspecified state on failure: clone it first.
    pub fn stmt(&mut self, cx: Cx<'_>, flow: &mut Flow, s: StmtId) -> Result<(), Violation> {
        let walked = self.walk_stmt(cx, flow, s);
        if walked.is_err() && self.failed_at.is_none() {
            self.failed_at = Some((cx.func, s));
        }
        walked
    }

    fn walk_stmt(&mut self, cx: Cx<'_>, flow: &mut Flow, s: StmtId) -> Result<(), Violation> {
        let body = body(cx)?;
        let here = Here::of(cx)?;
        self.tick()?;
        // What nothing reaches needs no validation; only labels and cases can change that.
        if !flow.state.is_reachable() && !has_marks(body, s) {
            return Ok(());
        }
        match &body.stmts[s].kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => {
                let mut effects = Effects::default();
                self.value_here(here, &mut flow.state, *e, &mut effects)?;
                self.record_pointers(cx.func, (body, s, *e), &flow.state, &effects);
                self.full_expression(flow, effects);
            }
            StmtKind::Decl(local) => {
                let node =
                    self.space.of(Root::Local(cx.func, *local)).ok_or(Violation::Unsupported)?;
                let mut effects = Effects::default();
                let init = body.locals[*local].init.as_ref();
                self.declare(here, &mut flow.state, node, init, &mut effects)?;
                self.full_expression(flow, effects);
            }
            StmtKind::Block(stmts) => self.block(cx, body, flow, stmts)?,
            StmtKind::If { cond, then, otherwise } => {
                self.condition(here, flow, *cond)?;
                let mut open = self.open_if(flow);
                self.stmt(cx, flow, *then)?;
                self.open_else(&mut open, flow);
                if let Some(otherwise) = otherwise {
                    self.stmt(cx, flow, *otherwise)?;
                }
                self.close_if(open, flow);
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                self.loop_stmt(cx, flow, s)?;
            }
            StmtKind::Switch { scrutinee, body } => {
                self.condition(here, flow, *scrutinee)?;
                let open = self.open_switch(flow);
                self.stmt(cx, flow, *body)?;
                self.close_switch(open, flow);
            }
            StmtKind::Case { .. } => {
                let Flow { state, cases, .. } = flow;
                self.join_states(state, cases);
            }
            StmtKind::Default => {
                let Flow { state, cases, .. } = flow;
                self.join_states(state, cases);
                flow.has_default = true;
            }
            StmtKind::Label(label) => {
                if let Some(state) = flow.gotos.remove(label) {
                    self.join_states(&mut flow.state, &state);
                }
                if let Some(state) = flow.labels.get(label) {
                    self.join_states(&mut flow.state, state);
                }
                flow.labels.insert(*label, flow.state.clone());
            }
            StmtKind::Goto(label) => {
                let state = std::mem::replace(&mut flow.state, State::unreachable());
                let pending = flow.gotos.entry(*label).or_insert_with(State::unreachable);
                self.join_states(pending, &state);
            }
            StmtKind::Break => {
                let state = std::mem::replace(&mut flow.state, State::unreachable());
                self.join_states(&mut flow.breaks, &state);
            }
            StmtKind::Continue => {
                let state = std::mem::replace(&mut flow.state, State::unreachable());
                self.join_states(&mut flow.continues, &state);
            }
            StmtKind::Return(value) => {
                if let Some(e) = value {
                    let mut effects = Effects::default();
                    let value = self.value_here(here, &mut flow.state, *e, &mut effects)?;
                    flow.returned = Some(match flow.returned.take() {
                        Some(before) => self.join_values(before, value),
                        None => value,
                    });
                    self.full_expression(flow, effects);
                }
                let state = std::mem::replace(&mut flow.state, State::unreachable());
                self.join_states(&mut flow.returns, &state);
            }
        }
        Ok(())
    }

    /// Evaluates a controlling expression, where it is reached.
    pub(crate) fn condition(
        &mut self,
        here: Here<'_>,
        flow: &mut Flow,
        e: ExprId,
    ) -> Result<(), Violation> {
        if flow.state.is_reachable() {
            let mut effects = Effects::default();
            self.value_here(here, &mut flow.state, e, &mut effects)?;
            self.full_expression(flow, effects);
        }
        Ok(())
    }

    /// Adds the effects of a full expression, behind which nothing is pending.
    fn full_expression(&mut self, flow: &mut Flow, mut effects: Effects) {
        effects.pending.clear();
        flow.effects.absorb(effects);
    }

    /// Notes what the pointers that an expression statement has written or names may point to.
    fn record_pointers(
        &mut self,
        func: FuncId,
        (body, s, e): (&Body, StmtId, ExprId),
        state: &State,
        effects: &Effects,
    ) {
        let Some(mut record) = self.record.take() else { return };
        if state.is_reachable() {
            let mut nodes: FxHashSet<VariableNode> = effects.writes.iter().collect();
            nodes.extend(self.space.named_in(func, body, e));
            for node in nodes.into_iter().filter(|n| self.space.is_pointer(*n)) {
                if matches!(self.space.root(node), Root::Local(f, _) if f != func) {
                    continue;
                }
                let in_force = self
                    .space
                    .unions_above(node)
                    .into_iter()
                    .all(|(union, field)| state.union_field(&self.space, union) == Some(field));
                let set =
                    if in_force { state.points_to(&self.space, node) } else { SetId::GARBAGE };
                let known = record.entry((func, s, node)).or_insert(SetId::EMPTY);
                *known = self.sets.join(*known, set);
            }
        }
        self.record = Some(record);
    }

    /// A block, with labels that later statements of it may jump back to: all that lies between
    /// forms one container loop (thesis 4.3.7.2).
    fn block(
        &mut self,
        cx: Cx<'_>,
        body: &Body,
        flow: &mut Flow,
        stmts: &[StmtId],
    ) -> Result<(), Violation> {
        let locals = self.declared_by(cx.func, body, stmts);
        self.begin_scope(body, flow, &locals);
        if body.labels.is_empty() {
            for &s in stmts {
                self.stmt(cx, flow, s)?;
            }
        } else {
            self.container(cx, body, flow, stmts)?;
        }
        self.end_scope_of(flow, &locals);
        Ok(())
    }

    fn container(
        &mut self,
        cx: Cx<'_>,
        body: &Body,
        flow: &mut Flow,
        stmts: &[StmtId],
    ) -> Result<(), Violation> {
        let mut before: Vec<State> = vec![State::unreachable(); stmts.len()];
        let mut start = 0;
        let mut rounds = 0u64;
        loop {
            for (i, &s) in stmts.iter().enumerate().skip(start) {
                self.join_states(&mut before[i], &flow.state);
                flow.state = before[i].clone();
                self.stmt(cx, flow, s)?;
            }
            let Some(at) = self.jump_back(body, flow, stmts) else { return Ok(()) };
            start = at;
            // What control flow brings behind the block is found again on the way.
            flow.state = before[at].clone();
            rounds += 1;
            assert!(
                rounds <= self.lattice_height(),
                "the states of backward gotos only grow, and the lattice is finite"
            );
        }
    }

    /// The first statement from which the block must be walked again, because a `goto` has come
    /// back to a label in it with something new.
    fn jump_back(&mut self, body: &Body, flow: &mut Flow, stmts: &[StmtId]) -> Option<usize> {
        if flow.gotos.is_empty() {
            return None;
        }
        let mut first = None;
        for (i, &s) in stmts.iter().enumerate() {
            for label in labels_in(body, s) {
                let Some(state) = flow.gotos.remove(&label) else { continue };
                let arrived = flow.arrived.entry(label).or_insert_with(State::unreachable);
                if !state.is_covered_by(arrived, &self.space, &self.sets) {
                    arrived.join(&state, &self.space, &mut self.sets);
                    flow.gotos.insert(label, arrived.clone());
                    first = first.or(Some(i));
                }
            }
        }
        first
    }

    /// How often a chain of states can grow: each fact through all nodes, null and garbage.
    pub(crate) fn lattice_height(&self) -> u64 {
        2 + self.space.fact_count() as u64 * (self.space.len() as u64 + 3)
    }

    /// The nodes of the variables that statements of a block declare.
    pub(crate) fn declared_by(
        &self,
        func: FuncId,
        body: &Body,
        stmts: &[StmtId],
    ) -> Vec<VariableNode> {
        let locals = stmts.iter().filter_map(|s| match body.stmts[*s].kind {
            StmtKind::Decl(local) => Some(local),
            _ => None,
        });
        self.nodes_of_locals(func, locals.collect::<Vec<LocalId>>().into_iter())
    }

    /// Jumps into a block, and past declarations in it, find its variables uninitialised.
    pub(crate) fn begin_scope(&mut self, body: &Body, flow: &mut Flow, roots: &[VariableNode]) {
        let jumps = !body.labels.is_empty() || !flow.gotos.is_empty() || flow.cases.is_reachable();
        if roots.is_empty() || !jumps {
            return;
        }
        let Flow { state, cases, gotos, .. } = flow;
        for state in [state, cases].into_iter().chain(gotos.values_mut()) {
            if state.is_reachable() {
                for &root in roots {
                    self.spoil(state, root);
                }
            }
        }
    }
}

/// Whether something in the statement can be jumped to from outside of it.
fn has_marks(body: &Body, s: StmtId) -> bool {
    let is_mark = |kind: &StmtKind| {
        matches!(kind, StmtKind::Label(_) | StmtKind::Case { .. } | StmtKind::Default)
    };
    body.stmts_under(s).any(|(_, kind)| is_mark(kind))
}

/// Whether control may enter or leave the statement by a jump other than `return`.
pub fn has_jumps(body: &Body, s: StmtId) -> bool {
    body.stmts_under(s).any(|(_, kind)| matches!(kind, StmtKind::Label(_) | StmtKind::Goto(_)))
}

/// Whether the statement has cases of a `switch` around it.
pub fn has_cases(body: &Body, s: StmtId) -> bool {
    let kind = &body.stmts[s].kind;
    match kind {
        StmtKind::Case { .. } | StmtKind::Default => true,
        StmtKind::Switch { .. } => false,
        _ => {
            let mut found = false;
            kind.for_each_child(|child| found = found || has_cases(body, child));
            found
        }
    }
}

fn labels_in(body: &Body, s: StmtId) -> Vec<LabelId> {
    let label = |(_, kind): (StmtId, &StmtKind)| match kind {
        StmtKind::Label(label) => Some(*label),
        _ => None,
    };
    body.stmts_under(s).filter_map(label).collect()
}
