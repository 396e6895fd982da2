//! Statements: drawing them, committing them, blocks, branches, returns.

use super::enumerate::Owed;
use super::places::{Access, Place};
use super::requests::{ANY_INTEGER, Class, Request};
use super::scope::{Around, Block, Var};
use super::{Ex, GrowMark, Grower};
use brinell_analysis::OpenIf;
use brinell_lang::{
    BinaryOp, ExprId, Init, Loc, Local, LocalKind, QualType, StmtId, StmtKind, TypeId,
};

/// How many times the share of a function `func_1` may have for itself.
const ENTRY_SHARES: u64 = 2;

/// The part of a program's size that it may have beyond it for what is observed.
const OBSERVED_BEYOND: u64 = 8;

/// Of so many globals the widest observes a local: it loses the fewest bits.
const OBSERVERS_LOOKED_AT: u32 = 8;

impl Grower<'_> {
    // ---- what may be written here ----

    /// Whether a statement with blocks of its own may be opened.
    pub(super) fn may_nest(&self) -> bool {
        !self.is_function_full()
            && self.function().blocks.len() <= self.config.max_block_depth as usize
    }

    /// Whether a loop may be opened: it nests, and there are steps left for it.
    pub(super) fn may_loop(&self) -> bool {
        self.may_nest() && self.affords(80)
    }

    /// Whether the innermost block may declare something now.
    pub(super) fn may_declare(&self) -> bool {
        self.function().blocks.last().is_some_and(|b| b.promised.is_empty())
    }

    // ---- blocks ----

    /// Fills the innermost block with a few statements.
    pub(super) fn fill_block(&mut self) {
        // Deeper blocks are less likely to run at all: shorter ones there keep more code alive.
        let deep = self.function().blocks.len() > 3;
        let max = if deep {
            self.config.max_block_size.min(self.config.max_deep_block_size)
        } else {
            self.config.max_block_size
        };
        let count = 1 + self.choices.below(max.max(1));
        for i in 0..count {
            // What runs often has to stay short when steps run out.
            let dear = self.times() > 1 && !self.affords(40);
            if !self.state().is_reachable() || (i > 0 && (self.is_function_full() || dear)) {
                break;
            }
            self.statement();
            self.place_promised_labels(false);
        }
    }

    /// Fills a function to its share.
    pub(super) fn fill_function(&mut self) {
        self.fill_block();
        if self.enumerates() {
            return;
        }
        while self.state().is_reachable() && !self.is_function_full() {
            let dear = self.times() > 1 && !self.affords(40);
            let before = self.budget.tokens();
            if !dear {
                self.statement();
                self.place_promised_labels(false);
            }
            if self.budget.tokens() == before {
                break;
            }
        }
    }

    /// Fills `func_1` until the program has its size. What it has beyond its own share is in
    /// functions that it calls, while there may be more of them: compilers need more than linear
    /// time for long functions, and half of what they do is between functions.
    pub(super) fn fill_entry(&mut self) {
        let own_share = ENTRY_SHARES * self.budget.size / self.budget.max_functions as u64;
        // A statement has a few tokens at least; the bound only stops a program in which nothing
        // can be written any more.
        let bound = self.budget.size;
        for i in 0..bound {
            let ends = self.is_full() || !self.state().is_reachable();
            if ends || (i > 0 && self.draw_end()) {
                break;
            }
            // No single statement may swallow the program.
            let share = self.function_share();
            self.function_mut().point.token_goal = self.budget.tokens() + share;
            let own = self.budget.tokens() - self.function().point.tokens_elsewhere;
            if own < own_share || !self.may_be_new() || !self.need_new_function() {
                self.statement();
            }
            self.place_promised_labels(false);
        }
    }

    /// A statement around the call of a new function.
    pub(super) fn new_function_stmt(&mut self) -> bool {
        let mark = self.mark();
        let depth = self.depth_here().min(self.config.max_depth_call);
        let from = self.here();
        let ex = self.call_new(ANY_INTEGER, depth).and_then(|call| {
            let assigned = self.choices.chance(self.config.new_function_assigned_percent);
            if assigned { self.int_assign_of(from, call) } else { Some(call) }
        });
        let Some(ex) = ex else {
            self.rollback(mark);
            return false;
        };
        self.expr_stmt(&ex, mark)
    }

    /// Writes a block of its own; its variables die at its end, and some leave a trace before.
    pub(super) fn block(&mut self, fill: impl FnOnce(&mut Self)) -> StmtId {
        self.block_ending(fill, Self::leave_traces)
    }

    /// Writes a block in which nothing comes after what it is filled with.
    pub(super) fn bare_block(&mut self, fill: impl FnOnce(&mut Self)) -> StmtId {
        self.block_ending(fill, |_| ())
    }

    /// What is left of the variables of a block, at its end.
    pub(super) fn leave_traces(&mut self) {
        self.observe_locals();
        self.leave_dangling();
    }

    fn block_ending(
        &mut self,
        fill: impl FnOnce(&mut Self),
        end: impl FnOnce(&mut Self),
    ) -> StmtId {
        self.function_mut().blocks.push(Block::default());
        self.before(Owed::nodes(1), fill);
        end(self);
        self.place_promised_labels(true);
        let block = self.function_mut().blocks.pop().expect("the block that was opened is closed");
        let func = self.func();
        let (analysis, flow) = self.facts.at_point();
        analysis.end_scope(flow, func, block.declared.iter().copied());
        self.add_tokens(2);
        self.push_stmt(StmtKind::Block(block.into_stmts()))
    }

    /// Lets numbers of the innermost block go into global variables, before they are lost.
    pub(super) fn observe_locals(&mut self) {
        let (whole, part) = (self.config.observe_local_percent, self.config.observe_part_percent);
        if whole > 0 || part > 0 {
            let vars = self.function_mut().block_mut().vars.clone();
            self.observe_vars(&vars, whole, part);
        }
    }

    /// The same for parameters, at the end of their function.
    pub(super) fn observe_params(&mut self) {
        let (whole, part) = (self.config.observe_param_percent, self.config.observe_part_percent);
        if whole > 0 {
            self.observe_vars(&self.function().params.clone(), whole, part);
        }
    }

    /// Lets some of these variables go into global ones: of integers so many in percent, of arrays,
    /// structs and unions a part of so many.
    fn observe_vars(&mut self, vars: &[Var], whole: u32, part: u32) {
        for &var in vars {
            let fits = self.state().is_reachable() && self.may_observe() && self.affords(4);
            let types = &self.text.program.types;
            let percent = if types.is_integer(var.ty.ty) {
                whole
            } else if types.as_array(var.ty.ty).is_some() || types.as_record(var.ty.ty).is_some() {
                part
            } else {
                0
            };
            if fits && percent > 0 && self.choices.chance(percent) {
                let mark = self.mark();
                match self.observation(var) {
                    Some(ex) => {
                        self.expr_stmt(&ex, mark);
                    }
                    None => self.rollback(mark),
                }
            }
        }
    }

    /// Whether the program has room for what is observed: a little beyond its size, since most of
    /// what is lost is lost at its end.
    fn may_observe(&self) -> bool {
        self.budget.tokens() < self.budget.size + self.budget.size / OBSERVED_BEYOND
    }

    /// `global op= var`, with an operator that loses nothing.
    fn observation(&mut self, var: Var) -> Option<Ex> {
        let from = self.here();
        let place = self.place_in(var, ANY_INTEGER, Access::Read, None)?;
        let id = self.build().rvalue(place.id);
        let value = self.propose(from.clone(), id)?;
        let observed = self.text.program.types.as_int(place.ty.ty).map_or(0, |k| self.width(k));
        let mut best: Option<(Place, u32)> = None;
        for _ in 0..OBSERVERS_LOOKED_AT {
            if best.as_ref().is_some_and(|(_, bits)| *bits >= observed) {
                break;
            }
            let Some(global) = self.draw_var(ANY_INTEGER, Access::Update, 0) else { continue };
            let effects = Some(&value.effects);
            let Some(place) = self.place_in(global, ANY_INTEGER, Access::Update, effects) else {
                continue;
            };
            let bits = self.place_width(&place);
            if best.as_ref().is_none_or(|(_, most)| bits > *most) {
                best = Some((place, bits));
            }
        }
        let (place, _) = best?;
        let op = *self.choices.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor]);
        let id = self.build().assign_op(op, place.id, value.id, Loc::NONE).ok()?;
        self.add_tokens(4);
        self.propose(from, id)
    }

    // ---- drawing and committing ----

    /// Writes one statement.
    pub(super) fn statement(&mut self) {
        let percent = self.config.policy_statement_percent;
        self.in_region(percent, |g| {
            for _ in 0..4 {
                if g.draw_statement() != Some(false) {
                    return;
                }
            }
        });
    }

    /// Walks a statement from where the mark was set and commits it, or takes everything back.
    pub(super) fn commit(&mut self, stmt: StmtId, mark: GrowMark) -> bool {
        let nodes = self.nodes_since(&mark);
        *self.facts.flow_mut() = mark.facts.flow.clone();
        self.facts.allow_all_work();
        if let Err(violation) = self.walk(stmt) {
            self.refused(violation);
            self.rollback(mark);
            return false;
        }
        self.forget_proposals(&mark);
        #[cfg(test)]
        self.walk_as_a_whole(stmt, &mark);
        self.tally.committed += 1;
        self.charge(nodes + 1);
        self.append(stmt);
        self.remember_expressions(&mark);
        true
    }

    /// The same for a controlling expression: the state moves behind it.
    pub(super) fn commit_condition(&mut self, ex: &Ex, mark: &GrowMark) -> bool {
        let nodes = self.nodes_since(mark);
        *self.facts.flow_mut() = mark.facts.flow.clone();
        self.facts.allow_all_work();
        if let Err(violation) = self.walk_expr(ex.id) {
            self.refused(violation);
            return false;
        }
        self.forget_proposals(mark);
        self.charge(nodes + 1);
        true
    }

    /// A controlling expression, committed; nothing where none was found.
    pub(super) fn condition(&mut self, depth: u32) -> Option<ExprId> {
        let mark = self.mark();
        // A block with a statement follows.
        let ex = self.before(Owed::nodes(2), |g| g.int_expr(depth));
        let ex = self.compared(ex);
        if !self.commit_condition(&ex, &mark) {
            self.rollback(mark);
            return None;
        }
        self.build().condition(ex.id).ok()
    }

    pub(super) fn expr_stmt(&mut self, ex: &Ex, mark: GrowMark) -> bool {
        let stmt = self.push_stmt(StmtKind::Expr(ex.id));
        self.add_tokens(1);
        self.commit(stmt, mark)
    }

    // ---- assignments ----

    pub(super) fn assign_stmt(&mut self) -> bool {
        let mark = self.mark();
        let recursive = self.function().recursive;
        let config = self.config;
        let weights = [
            config.weight_assign_int,
            u32::from(config.pointers && !recursive) * config.weight_assign_pointer,
            u32::from(!self.types.structs.is_empty() && !recursive) * config.weight_assign_record,
            u32::from(config.increments) * config.weight_assign_increment,
            self.weight_if_floats(config.weight_assign_float),
            u32::from(self.may_point_to_functions()) * config.weight_assign_function,
        ];
        let mut depth = self.depth_here();
        if depth == config.max_expr_depth && self.choices.chance(config.chain_percent) {
            // Now and then a long chain of operators.
            depth += self.choices.below(config.max_depth_chain * depth + 1);
        }
        let ex = match self.draw(0, &weights) {
            1 => {
                let depth = depth.min(config.max_depth_pointer);
                let ty = self.draw_type(Request::Any(Class::Pointer));
                ty.and_then(|ty| self.same_type_assign(ty, depth))
            }
            2 => {
                let ty = self.draw_type(Request::Any(Class::Record));
                ty.and_then(|ty| self.same_type_assign(ty, depth.min(config.max_depth_record)))
            }
            3 => self.increment(false),
            4 => self.float_assign(depth),
            5 => {
                let depth = depth.min(config.max_depth_pointer);
                let ty = self.draw_function_pointer_type();
                ty.and_then(|ty| self.same_type_assign(ty, depth))
            }
            // The statement is one more node.
            _ => self.before(Owed::nodes(1), |g| g.int_assign(depth)),
        };
        let Some(ex) = ex else {
            self.rollback(mark);
            return false;
        };
        self.expr_stmt(&ex, mark)
    }

    pub(super) fn draw_record_type(&mut self) -> Option<TypeId> {
        let types: Vec<TypeId> = self
            .types
            .records()
            .filter(|&ty| {
                let qt = QualType::plain(ty);
                // Copying a whole struct with volatile members would be several volatile accesses
                // in one.
                self.is_modifiable(qt) && !self.has_volatile(qt)
            })
            .collect();
        if types.is_empty() { None } else { Some(*self.choices.pick(&types)) }
    }

    /// A declaration whose initialiser is an expression.
    pub(super) fn declaration_stmt(&mut self) -> bool {
        let mark = self.mark();
        let pointer = u32::from(self.config.pointers && !self.function().recursive);
        let weights = [
            self.config.weight_declare_int,
            pointer * self.config.weight_declare_pointer,
            self.weight_if_floats(self.config.weight_declare_float),
            u32::from(self.may_point_to_functions()) * self.config.weight_declare_function,
        ];
        let classes = [Class::Integer, Class::Pointer, Class::Floating, Class::FunctionPointer];
        let class = classes[self.draw(0, &weights)];
        let Some(ty) = self.draw_type(Request::Any(class)) else { return false };
        let depth = self.depth_here();
        let Some(Ex { id: init, .. }) = self.converted(ty, depth, "initialisation") else {
            self.rollback(mark);
            return false;
        };
        let func = self.func();
        let local = self.body().locals.push(Local {
            name: None,
            ty: QualType::plain(ty),
            align: None,
            init: Some(Init::Expr(init)),
            kind: LocalKind::Var,
            loc: Loc::NONE,
        });
        let root = brinell_analysis::Root::Local(func, local);
        let node = self.register(root, QualType::plain(ty), &[]);
        let stmt = self.push_stmt(StmtKind::Decl(local));
        self.add_tokens(4);
        if !self.commit(stmt, mark) {
            return false;
        }
        let block = self.function_mut().blocks.last_mut().expect("a block is open");
        block.vars.push(Var { root, node, ty: QualType::plain(ty) });
        block.declared.push(local);
        true
    }

    /// A call for its own sake.
    pub(super) fn call_stmt(&mut self) -> bool {
        let mark = self.mark();
        let depth = self.depth_here().min(self.config.max_depth_call);
        let new = self.text.program.functions.len() < self.budget.max_functions;
        let through =
            self.may_call_through() && self.choices.chance(self.config.indirect_call_percent);
        let ex = if through {
            self.any_indirect_call(depth)
        } else if new && self.choices.chance(self.config.void_percent) {
            self.call_new_void(depth)
        } else {
            self.call(ANY_INTEGER, depth)
        };
        let Some(ex) = ex else {
            self.rollback(mark);
            return false;
        };
        self.expr_stmt(&ex, mark)
    }

    // ---- branches ----

    pub(super) fn open_if(&mut self) -> OpenIf {
        let (analysis, flow) = self.facts.at_point();
        analysis.open_if(flow)
    }

    pub(super) fn open_else(&mut self, branch: &mut OpenIf) {
        let (analysis, flow) = self.facts.at_point();
        analysis.open_else(branch, flow);
    }

    pub(super) fn close_if(&mut self, branch: OpenIf) {
        let (analysis, flow) = self.facts.at_point();
        analysis.close_if(branch, flow);
    }

    pub(super) fn if_stmt(&mut self) -> bool {
        let Some(cond) = self.condition(self.depth_here()) else { return false };
        self.add_tokens(3);
        let mut branch = self.open_if();
        let then = self.block(Self::fill_block);
        self.open_else(&mut branch);
        let otherwise = if self.choices.chance(self.config.else_percent) {
            self.add_tokens(1);
            Some(self.block(Self::fill_block))
        } else {
            None
        };
        self.close_if(branch);
        let stmt = self.push_stmt(StmtKind::If { cond, then, otherwise });
        self.append(stmt);
        true
    }

    pub(super) fn block_stmt(&mut self) -> bool {
        let stmt = self.block(Self::fill_block);
        self.append(stmt);
        true
    }

    /// `if (cond) jump`: the jump's block is written by `jump`.
    pub(super) fn jump_if(&mut self, jump: impl FnOnce(&mut Self) -> Option<()>) -> bool {
        let mark = self.mark();
        let Some(cond) = self.condition(self.depth_here().min(self.config.max_depth_jump)) else {
            self.rollback(mark);
            return false;
        };
        let mut branch = self.open_if();
        let mut done = None;
        let then = self.block(|g| done = jump(g));
        if done.is_none() {
            self.rollback(mark);
            return false;
        }
        self.open_else(&mut branch);
        self.close_if(branch);
        let stmt = self.push_stmt(StmtKind::If { cond, then, otherwise: None });
        self.add_tokens(4);
        self.append(stmt);
        true
    }

    /// Writes a jump into the innermost block and moves the flow.
    pub(super) fn jump(&mut self, kind: StmtKind) -> Option<()> {
        let stmt = self.push_stmt(kind);
        self.add_tokens(2);
        self.walk(stmt).ok()?;
        self.append(stmt);
        Some(())
    }

    pub(super) fn break_stmt(&mut self) -> bool {
        self.jump_if(|g| g.jump(StmtKind::Break))
    }

    pub(super) fn continue_stmt(&mut self) -> bool {
        if !self.function().around.contains(&Around::Loop) {
            return false;
        }
        self.jump_if(|g| g.jump(StmtKind::Continue))
    }

    // ---- returns ----

    /// A return in the middle: the rest of the block is not written.
    pub(super) fn return_stmt(&mut self) -> bool {
        self.try_return(self.config.max_depth_return)
    }

    fn try_return(&mut self, depth: u32) -> bool {
        let mark = self.mark();
        let Some(stmt) = self.return_of(depth) else {
            self.rollback(mark);
            return false;
        };
        self.commit(stmt, mark)
    }

    fn return_of(&mut self, depth: u32) -> Option<StmtId> {
        let ret = self.function().ret;
        if self.text.program.types.is_void(ret) {
            return Some(self.push_stmt(StmtKind::Return(None)));
        }
        let Ex { id, value, .. } = self.converted(ret, depth, "a return")?;
        if !self.outlives_function(&value) {
            return None;
        }
        self.add_tokens(2);
        Some(self.push_stmt(StmtKind::Return(Some(id))))
    }

    /// The return at the end of a function.
    pub(super) fn final_return(&mut self) {
        if (0..=self.config.max_depth_return).rev().any(|depth| self.try_return(depth)) {
            return;
        }
        let ret = self.function().ret;
        let mark = self.mark();
        let ex = if self.text.program.types.pointee(ret).is_some() {
            self.null(ret)
        } else if self.text.program.types.is_integer(ret) {
            self.constant_of(0, brinell_lang::IntKind::Int)
        } else {
            // A fresh global of the type: its pointers lead to globals only.
            let var = self.declare_global(QualType::plain(ret));
            let place = self
                .place_in(var, Request::Exactly(ret), Access::Read, None)
                .expect("a fresh global can be read at once");
            let id = self.build().rvalue(place.id);
            self.propose(self.here(), id).expect("a fresh global can be read at once")
        };
        let id = self
            .build()
            .assignable(ex.id, ret, "a return")
            .expect("a value of the return type was made");
        let stmt = self.push_stmt(StmtKind::Return(Some(id)));
        let committed = self.commit(stmt, mark);
        assert!(committed, "the last resort of a return statement was refused by the analysis");
    }
}
