//! Gotos. Forward: the label is promised to an open block and placed there later. Backward: to the
//! label of a loop that is made of nothing else, with a counter that bounds it.

use super::Grower;
use super::scope::JumpLoop;
use brinell_lang::{BinaryOp, IncDecOp, IntKind, Label, LabelId, Loc, LogicalOp, StmtId, StmtKind};

impl Grower<'_> {
    fn new_label(&mut self) -> LabelId {
        self.body().labels.push(Label { name: None, loc: Loc::NONE })
    }

    /// Places labels that the innermost block has promised: all of them at its end.
    pub(super) fn place_promised_labels(&mut self, at_end: bool) {
        loop {
            let block = self.function_mut().blocks.last_mut().expect("a block is open");
            if block.promised.is_empty() {
                return;
            }
            if !at_end && !self.choices.chance(self.config.label_percent) {
                return;
            }
            let block = self.function_mut().blocks.last_mut().expect("a block is open");
            let Some(label) = block.promised.pop() else { return };
            let stmt = self.push_stmt(StmtKind::Label(label));
            self.add_tokens(3);
            self.walk(stmt).expect("a label has nothing that could be refused");
            self.append(stmt);
        }
    }

    /// `if (cond) goto label;`, most often forward and outward.
    pub(super) fn goto_stmt(&mut self) -> bool {
        let back = self.config.goto_back_percent;
        if !self.function().jump_loops.is_empty() && self.choices.chance(back) {
            return self.goto_back();
        }
        let open = self.function().blocks.len();
        let target = self.choices.below(open as u32) as usize;
        let label = self.new_label();
        let done = self.jump_if(|g| g.jump(StmtKind::Goto(label)));
        if done {
            self.function_mut().blocks[target].promised.push(label);
        }
        done
    }

    /// `if (cond && counter > 0) { counter--; goto label; }` to an open jump loop.
    fn goto_back(&mut self) -> bool {
        let loops = self.function().jump_loops.clone();
        let target = *self.choices.pick(&loops);
        let mark = self.mark();
        let cond = self.int_expr(self.depth_here().min(self.config.max_depth_back_jump));
        let Some(stmt) = self.bounded_goto(target, Some(cond.id)) else {
            self.rollback(mark);
            return false;
        };
        self.commit(stmt, mark)
    }

    /// The guarded goto.
    fn bounded_goto(
        &mut self,
        target: JumpLoop,
        cond: Option<brinell_lang::ExprId>,
    ) -> Option<StmtId> {
        let ty = self.body_ref().locals[target.counter].ty;
        let increments = self.config.increments;
        let mut lesser = None;
        let mut b = self.build();
        let counter = b.local(target.counter, ty, Loc::NONE);
        let zero = b.int(0, IntKind::Int, Loc::NONE);
        let mut test = b.binary(BinaryOp::Gt, counter, zero, Loc::NONE).ok()?;
        if let Some(cond) = cond {
            test = b.logical(LogicalOp::And, cond, test, Loc::NONE).ok()?;
        }
        let counter = b.local(target.counter, ty, Loc::NONE);
        let one = b.int(1, IntKind::Int, Loc::NONE);
        let step = if increments {
            b.inc_dec(IncDecOp::PostDec, counter, Loc::NONE).ok()?
        } else {
            let old = b.local(target.counter, ty, Loc::NONE);
            let less = b.binary(BinaryOp::Sub, old, one, Loc::NONE).ok()?;
            lesser = Some(less);
            b.assign(counter, less, Loc::NONE).ok()?
        };
        let func = self.func();
        self.text.trusted.push((func, step));
        self.text.trusted.extend(lesser.map(|less| (func, less)));
        let step = self.push_stmt(StmtKind::Expr(step));
        let jump = self.push_stmt(StmtKind::Goto(target.label));
        let then = self.push_stmt(StmtKind::Block(vec![step, jump]));
        self.add_tokens(14);
        Some(self.push_stmt(StmtKind::If { cond: test, then, otherwise: None }))
    }

    /// `{ int n = 3; { label: ...; if (n > 0) { n--; goto label; } } }`
    pub(super) fn jump_loop_stmt(&mut self) -> bool {
        let mark = self.mark();
        let again = 1 + u64::from(self.choices.below(self.config.max_jump_trips));
        if !self.affords(60 * (again + 1)) {
            return false;
        }
        let (counter, _) = self.declare_counter(IntKind::Int, again);
        let declare = self.push_stmt(StmtKind::Decl(counter));
        let label = self.new_label();
        let mut inner = None;
        let trips = self.function().point.trips;
        let outer = self.block(|g| {
            g.append(declare);
            let function = g.function_mut();
            function.blocks.last_mut().expect("a block is open").declared.push(counter);
            function.point.trips = trips.saturating_mul(again + 1);
            inner = Some(g.bare_block(|g| {
                let mark_label = g.push_stmt(StmtKind::Label(label));
                g.append(mark_label);
                let target = JumpLoop { label, counter };
                g.function_mut().jump_loops.push(target);
                g.fill_block();
                // Labels that jump over the end would leave the loop unclosed; place them first.
                g.place_promised_labels(true);
                // The jump stays last: what comes before it may be trimmed, and the variables with it.
                g.leave_traces();
                // Only the counter decides: another condition could name what is trimmed later.
                // The walk of the whole loop, to come, is the one that counts.
                if let Some(stmt) = g.bounded_goto(target, None)
                    && g.walk(stmt).is_ok()
                {
                    g.charge(8);
                    g.append(stmt);
                }
                g.function_mut().jump_loops.pop();
            }));
            g.function_mut().point.trips = trips;
            let inner = inner.expect("the inner block was just written");
            g.append(inner);
        });
        let inner = inner.expect("the inner block was just written");
        self.close_loop(mark, outer, inner, 1)
    }
}
