//! Bounded recursion: a function whose first parameter counts how often it may still call itself.
//!
//! `return p_0 > 0 ? func(p_0 - 1, ...) op x : y;` is its last statement and its only call. Its
//! body works on integers only, so that the facts of the analysis, which know one activation of a
//! function at a time, cannot be wrong about the others. It is called where it is made and nowhere
//! else: other calls could not promise the depth.

use super::calls::ids_of;
use super::scope::{Block, OpenFunction, Var};
use super::{Ex, Grower};
use brinell_analysis::{AbstractValue, Effects};
use brinell_lang::{BinaryOp, IntKind, Loc, StmtKind, TypeId};

impl Grower<'_> {
    /// A call of a new recursive function.
    pub(super) fn call_recursive(&mut self, depth: u32) -> Option<Ex> {
        let rounds = u64::from(1 + self.choices.below(self.config.max_recursion.max(1)));
        if !self.affords(200 * (rounds + 1)) {
            return None;
        }
        let int = self.int_type(IntKind::Int);
        let ret_kind = self.draw_int_kind();
        let ret = self.int_type(ret_kind);
        let mut params: Vec<TypeId> = vec![int];
        for _ in 0..self.choices.below(self.config.max_recursive_params + 1) {
            let kind = self.draw_int_kind();
            let ty = self.int_type(kind);
            params.push(ty);
        }
        let depth = depth.min(self.config.max_depth_argument);
        let (mark, from) = (self.mark(), self.here());
        let mut args = vec![self.constant_of(rounds, IntKind::Int)];
        let mut effects = Effects::default();
        for &ty in &params[1..] {
            let ex = self.beside(&effects, |g| g.converted(ty, depth, "an argument"))?;
            effects.merge(&ex.effects);
            args.push(ex);
        }
        let values = vec![AbstractValue::Plain; args.len()];
        let before = self.here();
        let (func, vars) = self.declare_function(ret, &params);
        self.facts.analysis.allow_recursion(func);
        let forbidden = self.unsequenced_here();
        let runs = self.times().saturating_mul(rounds + 1);
        let goal = self.budget.tokens() + self.function_share() / 2;
        let start = self.budget.tokens();
        let count = vars[0];
        let doubtful = self.may_be_dead();
        let function = OpenFunction::new(func, ret, vars, runs, goal);
        let function = OpenFunction { forbidden, doubtful, recursive: true, ..function };
        self.open(function, &values, &before);
        self.facts.analysis.protect(count.node);
        self.function_mut().blocks.push(Block::default());
        self.fill_block();
        self.place_promised_labels(true);
        self.need_return(|g| g.recursive_return(count));
        self.facts.analysis.unprotect();
        let block = self.function_mut().blocks.pop().expect("the root block is open");
        let root = self.push_stmt(StmtKind::Block(block.into_stmts()));
        self.body().root = Some(root);
        let (function, _) = self.close();
        let written = self.budget.tokens() - start;
        self.function_mut().wrote_elsewhere(written);
        let trips = self.function().point.trips;
        self.function_mut().point.cost +=
            function.point.cost.saturating_mul(trips).saturating_mul(rounds + 1);
        // Not complete: no other function may call it.
        let id = self.call_node(func, ids_of(&args))?;
        let call = self.propose(from, id);
        if call.is_none() {
            self.rollback(mark);
        }
        call
    }

    /// An operand that no other activation can change: a constant, or a parameter.
    fn own_operand(&mut self) -> brinell_lang::ExprId {
        let params = self.function().params.clone();
        if self.choices.chance(self.config.recursive_param_percent) {
            let var: Var = *self.choices.pick(&params);
            self.add_tokens(1);
            return self.var_expr(var);
        }
        let kind = self.constant_kind();
        let value = self.draw_value(kind);
        self.constant_of(value, kind).id
    }

    fn recursive_return(&mut self, count: Var) {
        let (func, ret) = (self.func(), self.function().ret);
        let params = self.scope.functions[func.0 as usize].params.clone();
        let mark = self.mark();
        let zero = self.constant_of(0, IntKind::Int).id;
        let left = self.var_expr(count);
        let built = (|| {
            let test = self.build().binary(BinaryOp::Gt, left, zero, Loc::NONE).ok()?;
            let one = self.constant_of(1, IntKind::Int).id;
            let old = self.var_expr(count);
            let less = self.build().binary(BinaryOp::Sub, old, one, Loc::NONE).ok()?;
            self.text.trusted.push((func, less));
            let mut args = vec![less];
            for &ty in &params[1..] {
                let operand = self.own_operand();
                args.push(self.build().assignable(operand, ty, "an argument").ok()?);
            }
            let call = self.call_node(func, args)?;
            let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Mul, BinaryOp::Or];
            let op = *self.choices.pick(&ops);
            let operand = self.own_operand();
            let then = self.build().binary(op, call, operand, Loc::NONE).ok()?;
            let otherwise = self.own_operand();
            let value = self.build().conditional(test, then, otherwise, Loc::NONE).ok()?;
            self.build().assignable(value, ret, "a return").ok()
        })();
        let Some(id) = built else {
            self.rollback(mark);
            self.final_return();
            return;
        };
        self.add_tokens(8);
        let stmt = self.push_stmt(StmtKind::Return(Some(id)));
        if !self.commit(stmt, mark) {
            self.final_return();
        }
    }
}
