//! Loops: each counts with a variable that nothing else may write inside it, so that the number of
//! trips is known before the body is written.

use super::places::Access;
use super::requests::ANY_INTEGER;
use super::scope::{Around, Counter, Var};
use super::{GrowMark, Grower};
use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, ExprId, IncDecOp, IntKind, Loc, LogicalOp, QualType, StmtId, StmtKind,
};

/// How a loop counts: the values of its variable are `first + k * step`.
#[derive(Copy, Clone, Debug)]
pub struct Count {
    pub var: Var,
    pub kind: IntKind,
    pub first: i128,
    pub step: i128,
    /// Trips through the body.
    pub trips: u64,
}

impl Count {
    pub fn at(&self, k: u64) -> i128 {
        self.first + i128::from(k) * self.step
    }

    /// The counter as the body sees it, when its values there are those from the `from`th on.
    pub fn counter(&self, from: u64) -> Counter {
        let (a, b) = (self.at(from), self.at(from + self.trips.max(1) - 1));
        Counter { var: self.var, lo: a.min(b), hi: a.max(b) }
    }
}

impl Grower<'_> {
    // ---- choosing how to count ----

    /// How many times a loop runs: few, within what the steps allow.
    pub(super) fn draw_trips(&mut self) -> u64 {
        let max = u64::from(self.config.max_trips.max(1));
        let weights = [
            self.config.weight_trips_none,
            self.config.weight_trips_one,
            self.config.weight_trips_few,
            self.config.weight_trips_many,
        ];
        let trips = match self.draw(2, &weights) {
            0 => 0,
            1 => 1,
            2 => 2 + u64::from(self.choices.below(self.config.max_few_trips - 1)),
            _ => 2 + u64::from(self.choices.below(max as u32)),
        };
        self.afford_trips(trips.min(max))
    }

    /// As many of these trips as a body of some statements can have.
    pub(super) fn afford_trips(&self, trips: u64) -> u64 {
        let times = self.times().max(1);
        let left = self.budget.steps_left();
        // A body has a hundred nodes or so; no loop may take more than a third of what is left.
        trips.min((left / 3 / (times * 100)).max(2))
    }

    /// A whole integer variable that can count here, or a new one.
    pub(super) fn counter_var(&mut self) -> (Var, IntKind) {
        for _ in 0..4 {
            let global = self.choices.chance(self.config.global_counter_percent);
            let candidates: Vec<Var> = if global {
                let len = self.scope.globals.len();
                if len == 0 {
                    continue;
                }
                let start = self.choices.below(len as u32) as usize;
                (0..len.min(12)).map(|i| self.scope.globals[(start + i) % len]).collect()
            } else {
                let function = self.function();
                function
                    .blocks
                    .iter()
                    .flat_map(|b| &b.vars)
                    .chain(&function.params)
                    .copied()
                    .collect()
            };
            let good: Vec<(Var, IntKind)> = candidates
                .into_iter()
                .filter_map(|var| self.can_count(var).map(|kind| (var, kind)))
                .collect();
            if !good.is_empty() {
                return *self.choices.pick(&good);
            }
            self.cut();
        }
        let kind = loop {
            let kind = self.draw_int_kind();
            if kind != IntKind::Bool {
                break kind;
            }
            if self.types.int_kinds.iter().all(|(k, weight)| *k == IntKind::Bool || *weight == 0) {
                break IntKind::Int;
            }
        };
        let ty = QualType::plain(self.int_type(kind));
        let var = self.declare_local(ty);
        (var, kind)
    }

    fn can_count(&mut self, var: Var) -> Option<IntKind> {
        let kind = self.text.program.types.as_int(var.ty.ty)?;
        if kind == IntKind::Bool || !var.ty.quals.is_empty() {
            return None;
        }
        // Only asked: the place is not written.
        let mut free = false;
        self.try_piece(|g| {
            free = g.place_in(var, ANY_INTEGER, Access::Update, None).is_some();
            None::<()>
        });
        free.then_some(kind)
    }

    /// Where to start and how to step, so that `trips + 2` values fit the type.
    pub(super) fn draw_count(&mut self, var: Var, kind: IntKind, trips: u64) -> Option<Count> {
        let shape = IntShape::of(self.target(), kind);
        let config = self.config;
        let far = i64::from(config.max_step);
        let steps = [config.weight_step_up, config.weight_step_down, config.weight_step_far];
        let starts = [config.weight_start_zero, config.weight_start_near, config.weight_start_high];
        for _ in 0..6 {
            let step = match self.draw(0, &steps) {
                0 => 1,
                1 => -1,
                _ => {
                    let size = self.choices.range(2, far);
                    if self.choices.chance(config.step_down_percent) { -size } else { size }
                }
            };
            let first = match self.draw(0, &starts) {
                0 => 0,
                1 => self.choices.range(-20, 40),
                _ => (trips as i64 + 1) * far,
            };
            let count =
                Count { var, kind, first: i128::from(first), step: i128::from(step), trips };
            let last = count.at(trips + 2);
            if shape.holds(count.first) && shape.holds(last) {
                return Some(count);
            }
            self.cut();
        }
        let count = Count { var, kind, first: 0, step: 1, trips };
        shape.holds(count.at(trips + 2)).then_some(count)
    }

    // ---- writing the pieces ----

    pub(super) fn number(&mut self, value: i128, like: IntKind) -> ExprId {
        let int = IntShape::of(self.target(), IntKind::Int);
        let kind = if int.holds(value) { IntKind::Int } else { self.target().promote(like) };
        self.add_tokens(1);
        self.build().int(value, kind, Loc::NONE)
    }

    /// `var = first`
    fn start(&mut self, count: &Count) -> ExprId {
        let value = self.number(count.first, count.kind);
        let var = self.var_expr(count.var);
        self.add_tokens(3);
        self.build().assign(var, value, Loc::NONE).expect("integers can be assigned")
    }

    /// `var OP bound`, true before the `trips`th value and false at it; `value` is what is compared.
    fn test(&mut self, count: &Count, value: ExprId, trips: u64) -> ExprId {
        let (end, before) = (count.at(trips), count.at(trips) - count.step);
        let up = count.step > 0;
        let weights = [
            self.config.weight_test_strict,
            self.config.weight_test_inclusive,
            self.config.weight_test_unequal,
        ];
        let (op, bound) = match self.draw(0, &weights) {
            0 => (if up { BinaryOp::Lt } else { BinaryOp::Gt }, end),
            1 => (if up { BinaryOp::Le } else { BinaryOp::Ge }, before),
            _ => (BinaryOp::Ne, end),
        };
        // With no trip at all, "not yet past the one before" can be outside of the type.
        let shape = IntShape::of(self.target(), count.kind);
        let (op, bound) = if shape.holds(bound) { (op, bound) } else { (BinaryOp::Ne, end) };
        let bound = self.number(bound, count.kind);
        self.add_tokens(1);
        self.build().binary(op, value, bound, Loc::NONE).expect("integers can be compared")
    }

    /// An expression that adds the step to the variable and gives the new value.
    pub(super) fn step(&mut self, count: &Count, value_used: bool) -> ExprId {
        let var = self.var_expr(count.var);
        let func = self.func();
        self.add_tokens(3);
        let one = count.step.abs() == 1 && self.config.increments;
        let id = if one && self.choices.chance(self.config.step_increment_percent) {
            let prefix = value_used || self.choices.chance(self.config.prefix_percent);
            let op = IncDecOp::new(count.step > 0, prefix);
            self.build().inc_dec(op, var, Loc::NONE).expect("an integer can be stepped")
        } else {
            let size = self.number(count.step.abs(), count.kind);
            let op = if count.step > 0 { BinaryOp::Add } else { BinaryOp::Sub };
            let compound = self.config.step_compound_percent;
            if self.config.compound_assigns && self.choices.chance(compound) {
                self.build().assign_op(op, var, size, Loc::NONE).expect("an integer can be stepped")
            } else {
                let old = self.var_expr(count.var);
                let sum =
                    self.build().binary(op, old, size, Loc::NONE).expect("integers can be added");
                self.text.trusted.push((func, sum));
                self.build().assign(var, sum, Loc::NONE).expect("integers can be assigned")
            }
        };
        self.text.trusted.push((func, id));
        id
    }

    /// Sometimes `test && expr`: the loop may also end early. The counter must not change here
    /// either, in no trip: where the test steps it, the analysis cannot tell the one from the other,
    /// and nothing may change.
    fn maybe_also(&mut self, test: ExprId, test_steps: bool) -> ExprId {
        if !self.choices.chance(self.config.early_exit_percent) {
            return test;
        }
        let mark = self.mark();
        self.function_mut().point.pure_only += u32::from(test_steps);
        let ex = self.int_expr(self.config.max_depth_early_exit);
        self.function_mut().point.pure_only -= u32::from(test_steps);
        if !self.commit_condition(&ex, &mark) {
            self.rollback(mark);
            return test;
        }
        let joined = self.build().logical(LogicalOp::And, test, ex.id, Loc::NONE);
        self.add_tokens(3);
        joined.unwrap_or(test)
    }

    // ---- the loops ----

    /// A counter for a loop that runs at least so often, and `counter = first`, which goes before
    /// it.
    fn counter(&mut self, least: u64) -> Option<(Count, StmtId)> {
        let (var, kind) = self.counter_var();
        let trips = self.draw_trips().max(least);
        let count = self.draw_count(var, kind, trips)?;
        let start = self.push_start(&count)?;
        Some((count, start))
    }

    /// `counter = first` as a statement; `None` where the analysis refuses it.
    pub(super) fn push_start(&mut self, count: &Count) -> Option<StmtId> {
        let start = self.start(count);
        let start = self.push_stmt(StmtKind::Expr(start));
        self.walk(start).ok()?;
        Some(start)
    }

    /// `for (start; test; step) body`, whose body is written: the counter is free again, but for
    /// this loop.
    pub(super) fn push_for(
        &mut self,
        counter: Var,
        start: StmtId,
        test: ExprId,
        step: ExprId,
        body: StmtId,
    ) -> StmtId {
        self.facts.analysis.unprotect();
        let cond = self.build().condition(test).expect("a comparison is a condition");
        let stmt = self.push_stmt(StmtKind::For {
            init: vec![start],
            cond: Some(cond),
            step: Some(step),
            body,
        });
        let func = self.func();
        self.facts.analysis.protect_loop(func, stmt, counter.node);
        stmt
    }

    pub(super) fn for_stmt(&mut self) -> bool {
        let mark = self.mark();
        let Some((count, start)) = self.counter(0) else {
            self.rollback(mark);
            return false;
        };
        self.facts.analysis.protect(count.var.node);
        let value = self.var_expr(count.var);
        let test = self.test(&count, value, count.trips);
        let cond = self.maybe_also(test, false);
        let step = self.step(&count, false);
        let body = self.loop_body(&count, 0, Self::fill_block);
        let stmt = self.push_for(count.var, start, cond, step, body);
        self.add_tokens(6);
        self.close_loop(mark, stmt, body, 0)
    }

    /// The body of a counting loop; the variable's values in it start with the `from`th.
    pub(super) fn loop_body(
        &mut self,
        count: &Count,
        from: u64,
        fill: impl FnOnce(&mut Self),
    ) -> StmtId {
        let trips = self.function().point.trips;
        let function = self.function_mut();
        function.point.trips = trips.saturating_mul(count.trips.max(1));
        function.counters.push(count.counter(from));
        function.around.push(Around::Loop);
        self.charge(8);
        let body = self.block(fill);
        let function = self.function_mut();
        function.around.pop();
        function.counters.pop();
        function.point.trips = trips;
        body
    }

    pub(super) fn while_stmt(&mut self) -> bool {
        let mark = self.mark();
        let Some((count, start)) = self.counter(0) else {
            self.rollback(mark);
            return false;
        };
        // The step is part of the condition, so that `continue` cannot miss it: the body sees the
        // values from the first step on.
        let stepped = self.step(&count, true);
        self.facts.analysis.protect(count.var.node);
        let test = self.test(&count, stepped, count.trips + 1);
        let cond = self.maybe_also(test, true);
        let body = self.loop_body(&count, 1, Self::fill_block);
        self.facts.analysis.unprotect();
        let cond = self.build().condition(cond).expect("a comparison is a condition");
        let stmt = self.push_stmt(StmtKind::While { cond, body });
        self.add_tokens(5);
        self.close_counted(mark, start, stmt, body, count.var)
    }

    pub(super) fn do_stmt(&mut self) -> bool {
        let mark = self.mark();
        let Some((count, start)) = self.counter(1) else {
            self.rollback(mark);
            return false;
        };
        self.facts.analysis.protect(count.var.node);
        let body = self.loop_body(&count, 0, Self::fill_block);
        self.facts.analysis.unprotect();
        let stepped = self.step(&count, true);
        let test = self.test(&count, stepped, count.trips);
        let cond = self.build().condition(test).expect("a comparison is a condition");
        let stmt = self.push_stmt(StmtKind::DoWhile { body, cond });
        self.add_tokens(6);
        self.close_counted(mark, start, stmt, body, count.var)
    }

    /// Closes a loop whose first assignment is a statement of its own before it.
    fn close_counted(
        &mut self,
        mark: GrowMark,
        start: StmtId,
        stmt: StmtId,
        body: StmtId,
        var: Var,
    ) -> bool {
        let func = self.func();
        self.facts.analysis.protect_loop(func, stmt, var.node);
        // Both in one, to be walked as one; the block has no declarations, so nothing dies in it.
        let both = self.push_stmt(StmtKind::Block(vec![start, stmt]));
        self.close_loop(mark, both, body, 0)
    }

    // ---- closing ----

    /// Walks a loop to its fixpoint from where it begins. Where that fails, statements are cut from
    /// the tail of its body (before the last `keep` ones) until it holds, or the loop is dropped.
    pub(super) fn close_loop(
        &mut self,
        mark: GrowMark,
        stmt: StmtId,
        body: StmtId,
        keep: usize,
    ) -> bool {
        let func = self.func();
        let mut cut = 1;
        for _ in 0..6 {
            *self.facts.flow_mut() = mark.facts.flow.clone();
            self.facts.allow_loop(self.budget.tokens());
            let walked = self.walk(stmt);
            self.facts.allow_all_work();
            if let Err(violation) = walked {
                self.log.refuses(violation);
            }
            if walked.is_ok() && self.jumps_have_targets() {
                self.tally.committed += 1;
                self.append(stmt);
                return true;
            }
            let StmtKind::Block(stmts) = &mut self.body().stmts[body].kind else { break };
            let len = stmts.len();
            if len <= keep + usize::from(keep > 0) {
                break;
            }
            let tail = stmts.split_off(len - keep);
            let left = stmts.len().saturating_sub(cut).max(usize::from(keep > 0));
            let trimmed = stmts.len() - left;
            stmts.truncate(left);
            stmts.extend(tail);
            self.tally.trimmed += trimmed as u64;
            self.cut();
            self.facts.analysis.forget_loops(func);
            cut *= 2;
        }
        self.tally.refused += 1;
        self.rollback(mark);
        false
    }

    /// Whether every pending goto has a label that is still to come or already there.
    fn jumps_have_targets(&self) -> bool {
        let function = self.function();
        self.facts.flow().gotos.keys().all(|label| {
            function.blocks.iter().any(|b| b.promised.contains(label))
                || function.jump_loops.iter().any(|j| j.label == *label)
        })
    }
}
