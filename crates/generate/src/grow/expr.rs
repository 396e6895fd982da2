//! Expressions: integers, with everything that can stand in them; structs and unions.

use super::enumerate::Owed;
use super::places::Access;
use super::requests::{ANY_INTEGER, Class, Request};
use super::{Ex, Grower};
use brinell_analysis::{AbstractValue, Effects, State};
use brinell_lang::arith::IntShape;
use brinell_lang::{BinaryOp, Bits, ExprId, IncDecOp, IntKind, Loc, LogicalOp, TypeId, UnaryOp};

impl Grower<'_> {
    // ---- the state at this point ----

    /// The state at this point, to propose from or to come back to.
    pub(super) fn here(&self) -> State {
        self.state().clone()
    }

    /// Goes back to a state, to write another arm or something else in its place.
    pub(super) fn go_back(&mut self, state: State) {
        self.facts.flow_mut().state = state;
    }

    // ---- operands ----

    /// Writes something that is unsequenced with what has these effects.
    pub(super) fn beside<T>(&mut self, effects: &Effects, write: impl FnOnce(&mut Self) -> T) -> T {
        self.function_mut().siblings.push(effects.clone());
        let result = write(self);
        self.function_mut().siblings.pop();
        result
    }

    /// An expression that is what was asked for.
    pub(super) fn expr(&mut self, want: Request, depth: u32) -> Ex {
        match self.class(want) {
            Class::Integer => self.int_expr(depth),
            Class::Floating => self.float_expr(depth),
            Class::Pointer => self.pointer_expr(want.ty(), depth),
            Class::FunctionPointer => self.function_pointer_expr(want.ty(), depth),
            Class::Record => self.record_expr(want.ty(), depth),
        }
    }

    /// An expression of this very type, by conversion as by assignment; `what` is what it is for.
    pub(super) fn converted(&mut self, ty: TypeId, depth: u32, what: &str) -> Option<Ex> {
        let source = self.source_for(ty);
        let mut ex = self.expr(source, depth);
        ex.id = self.build().assignable(ex.id, ty, what).ok()?;
        Some(ex)
    }

    // ---- integers ----

    /// An integer expression of at most this depth.
    pub(super) fn int_expr(&mut self, depth: u32) -> Ex {
        self.cut_if_too_large_with(1);
        if depth == 0 || self.is_full() {
            return self.int_leaf();
        }
        if depth > self.config.max_expr_depth
            && let Some(ex) = self.chain(depth)
        {
            return ex;
        }
        if let Some(ex) = self.repeated() {
            return ex;
        }
        let leaf = self.leaf_weight(depth);
        let inner = self.config.weight_inner;
        let policy = self.policy();
        for _ in 0..4 {
            let before = self.here();
            let drawn = self.draw_expr(ANY_INTEGER, depth - 1, |row, weight| {
                policy.weigh(row, weight) * if row.leaf { leaf } else { inner }
            });
            let Some((_, made)) = drawn else { break };
            if let Some(ex) = made {
                return ex;
            }
            self.go_back(before);
        }
        self.int_leaf()
    }

    /// What weights of leaves are multiplied by. They grow likelier with the depth, so that size
    /// varies without ever running into the limit for most expressions; at the root they are rarer
    /// than their weight says.
    pub(super) fn leaf_weight(&self, depth: u32) -> u32 {
        let level = self.config.max_expr_depth.saturating_sub(depth);
        self.config.weight_leaf + self.config.weight_leaf_deeper * level
    }

    /// One link of a long chain: an operator with all the depth on one side.
    fn chain(&mut self, depth: u32) -> Option<Ex> {
        let op = self.draw_arithmetic();
        let from = self.here();
        let a = self.before(Owed::nodes(1), |g| g.int_expr(depth - 1));
        let b = self.beside(&a.effects, |g| g.int_expr(1));
        let id = self.build().binary(op, a.id, b.id, Loc::NONE).ok()?;
        self.add_tokens(4);
        self.propose(from, id)
    }

    fn int_leaf(&mut self) -> Ex {
        let variable = self.policy().variable_percent(self.config);
        if self.choices.chance(variable)
            && let Some(ex) = self.read(ANY_INTEGER)
        {
            return ex;
        }
        self.constant_ex()
    }

    pub(super) fn constant_ex(&mut self) -> Ex {
        let kind = self.constant_kind();
        self.constant_like(kind)
    }

    /// A constant of this type.
    fn constant_like(&mut self, kind: IntKind) -> Ex {
        let shape = IntShape::of(self.target(), kind);
        let reused = self.reused_constant(shape);
        let value = reused.unwrap_or_else(|| self.draw_value(kind));
        self.remember_constant(value);
        self.constant_of(value, kind)
    }

    pub(super) fn constant_of(&mut self, value: impl Into<Bits>, kind: IntKind) -> Ex {
        let id = self.build().int(value, kind, Loc::NONE);
        self.add_tokens(1);
        Ex { id, effects: Effects::default(), value: AbstractValue::Plain }
    }

    /// Reads a place of the wanted kind.
    pub(super) fn read(&mut self, want: Request) -> Option<Ex> {
        let place = self.find_place(want, Access::Read, None)?;
        let id = self.build().rvalue(place.id);
        self.propose(self.here(), id)
    }

    pub(super) fn int_unary(&mut self, depth: u32) -> Option<Ex> {
        let ops = [UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not, UnaryOp::Plus];
        let weights = [
            self.config.weight_unary_minus,
            self.config.weight_unary_complement,
            self.config.weight_unary_not,
            self.config.weight_unary_plus,
        ];
        let context = self.policy().operators;
        let of_context: [u32; 4] =
            std::array::from_fn(|i| u32::from(context.has_unary(ops[i])) * weights[i]);
        let op = ops[self.draw(0, &of_context)];
        let from = self.here();
        let operand = self.int_expr(depth);
        let id = self.build().unary(op, operand.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(from, id)
    }

    /// Two operands that are unsequenced.
    fn two(&mut self, depth: u32) -> (ExprId, ExprId) {
        let percent = self.config.policy_operand_percent;
        let a = self.before(Owed::nodes(1), |g| g.in_region(percent, |g| g.int_expr(depth)));
        let b = self.beside(&a.effects, |g| g.in_region(percent, |g| g.int_expr(depth)));
        (a.id, b.id)
    }

    pub(super) fn draw_arithmetic(&mut self) -> BinaryOp {
        let operators = self.config.arithmetic_operators();
        let context = self.policy().operators;
        let of_context = operators.map(|(op, weight)| u32::from(context.has(op)) * weight);
        // Where a context has nothing that is on, any operator will do.
        let weights =
            if of_context == [0; 10] { operators.map(|(_, weight)| weight) } else { of_context };
        operators[self.draw(0, &weights)].0
    }

    pub(super) fn int_binary(&mut self, depth: u32) -> Option<Ex> {
        self.cut_if_too_large_with(2);
        let op = self.draw_arithmetic();
        let from = self.here();
        let constant = self.config.constant_shift_percent;
        let (a, b) = if op.is_shift() && self.choices.chance(constant) {
            let a = self.before(Owed::nodes(1), |g| g.int_expr(depth)).id;
            (a, self.shift_amount(a).id)
        } else {
            self.two(depth)
        };
        let id = self.build().binary(op, a, b, Loc::NONE).ok()?;
        let guarded = !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        self.add_tokens(if guarded { 4 } else { 3 });
        self.propose(from, id)
    }

    /// A constant of the type that an operand is promoted to.
    pub(super) fn constant_beside(&mut self, operand: ExprId) -> Ex {
        let kind = self.text.program.types.as_int(self.type_of(operand)).unwrap_or(IntKind::Int);
        let kind = self.target().promote(kind);
        self.constant_like(kind)
    }

    /// A constant below the width of what is shifted.
    pub(super) fn shift_amount(&mut self, shifted: ExprId) -> Ex {
        let kind = self.text.program.types.as_int(self.type_of(shifted)).unwrap_or(IntKind::Int);
        let bits = self.target().int_bits(self.target().promote(kind));
        let amount = self.choices.below(bits);
        self.constant_of(u64::from(amount), IntKind::Int)
    }

    pub(super) fn int_comparison(&mut self, depth: u32) -> Option<Ex> {
        use BinaryOp::*;
        self.cut_if_too_large_with(2);
        let op = *self.choices.pick(&[Lt, Gt, Le, Ge, Eq, Ne]);
        let from = self.here();
        let constant = self.config.compare_constant_percent;
        let (a, b) = if self.choices.chance(constant) {
            let a = self.before(Owed::nodes(1), |g| g.int_expr(depth)).id;
            (a, self.constant_beside(a).id)
        } else {
            self.two(depth)
        };
        let id = self.build().binary(op, a, b, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(from, id)
    }

    pub(super) fn int_logical(&mut self, depth: u32) -> Option<Ex> {
        self.cut_if_too_large_with(2);
        let and = self.choices.chance(self.config.logical_and_percent);
        let op = if and { LogicalOp::And } else { LogicalOp::Or };
        let from = self.here();
        let a = self.before(Owed::nodes(1), |g| g.int_expr(depth));
        self.function_mut().point.conditional += 1;
        let b = self.int_expr(depth);
        self.function_mut().point.conditional -= 1;
        let id = self.build().logical(op, a.id, b.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(from, id)
    }

    /// `cond ? a : b` with arms of the wanted kind.
    pub(super) fn conditional(&mut self, want: Request, depth: u32) -> Option<Ex> {
        let from = self.here();
        let cond =
            self.before(Owed::nodes(2), |g| g.int_expr(depth.min(g.config.max_depth_condition)));
        let fork = self.here();
        self.function_mut().point.conditional += 1;
        let then = self.before(Owed::nodes(1), |g| g.expr(want, depth));
        self.go_back(fork);
        let otherwise = self.expr(want, depth);
        self.function_mut().point.conditional -= 1;
        let (mut a, mut b) = (then.id, otherwise.id);
        if let Request::Exactly(ty) = want {
            a = self.build().assignable(a, ty, "an arm").ok()?;
            b = self.build().assignable(b, ty, "an arm").ok()?;
        }
        let id = self.build().conditional(cond.id, a, b, Loc::NONE).ok()?;
        self.add_tokens(4);
        self.propose(from, id)
    }

    pub(super) fn int_cast(&mut self, depth: u32) -> Option<Ex> {
        let from = self.here();
        let operand = self.int_expr(depth);
        let kind = self.draw_int_kind();
        let ty = self.int_type(kind);
        let id = self.build().cast(operand.id, ty, Loc::NONE).ok()?;
        self.add_tokens(5);
        self.propose(from, id)
    }

    /// `a, b`: the left side does something, the right side gives the value.
    pub(super) fn comma(&mut self, want: Request, depth: u32) -> Option<Ex> {
        let from = self.here();
        let assigns = self.config.comma_assign_percent;
        let left = if self.config.embedded_assigns && self.choices.chance(assigns) {
            self.int_assign(depth).unwrap_or_else(|| self.constant_ex())
        } else {
            self.int_expr(depth.min(self.config.max_depth_comma))
        };
        let right = self.expr(want, depth);
        let id = self.build().comma(left.id, right.id, Loc::NONE);
        self.add_tokens(3);
        self.propose(from, id)
    }

    // ---- integers that change something ----

    /// `place = expr`, `place op= expr`.
    pub(super) fn int_assign(&mut self, depth: u32) -> Option<Ex> {
        if self.function().point.pure_only > 0 {
            return None;
        }
        let from = self.here();
        let rhs = self.before(Owed::place(), |g| g.int_expr(depth));
        self.int_assign_of(from, rhs)
    }

    /// An assignment of this value, which begins in a state; the value alone where nothing may be
    /// assigned to.
    pub(super) fn int_assign_of(&mut self, from: State, rhs: Ex) -> Option<Ex> {
        let percent = self.config.compound_percent;
        let compound = self.config.compound_assigns && self.choices.chance(percent);
        let access = if compound { Access::Update } else { Access::Write };
        let Some(place) = self.find_place(ANY_INTEGER, access, Some(&rhs.effects)) else {
            return Some(rhs);
        };
        let id = if compound {
            let op = self.draw_arithmetic();
            self.add_tokens(4);
            self.build().assign_op(op, place.id, rhs.id, Loc::NONE).ok()?
        } else {
            self.build().assign(place.id, rhs.id, Loc::NONE).ok()?
        };
        self.add_tokens(3);
        self.propose(from, id)
    }

    /// `++place` and the like.
    pub(super) fn increment(&mut self, value_used: bool) -> Option<Ex> {
        if self.function().point.pure_only > 0 {
            return None;
        }
        let place = self.find_place(ANY_INTEGER, Access::Update, None)?;
        let kind = self.text.program.types.as_int(place.ty.ty)?;
        // gcc and clang promote `s.b++` differently, and hobby compilers disagree on `_Bool`.
        if kind == IntKind::Bool || (place.bits.is_some() && value_used) {
            return None;
        }
        // What can overflow gets a guard, which cannot give the old value.
        let can_overflow = self.target().is_signed(kind)
            && self.target().int_bits(kind) >= self.target().int_bits(IntKind::Int);
        let prefix =
            (can_overflow && value_used) || self.choices.chance(self.config.prefix_percent);
        let op = IncDecOp::new(self.choices.chance(self.config.increment_up_percent), prefix);
        let id = self.build().inc_dec(op, place.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(self.here(), id)
    }

    // ---- structs and unions ----

    /// A value of a struct or union type.
    pub(super) fn record_expr(&mut self, ty: TypeId, depth: u32) -> Ex {
        let want = Request::Exactly(ty);
        let mut read = false;
        // One draw, then a variable: most structs and unions are there to be read.
        let deep = depth > 0 && !self.is_full();
        let drawn = if deep { self.draw_expr(want, depth - 1, |_, weight| weight) } else { None };
        if let Some((row, made)) = drawn {
            if let Some(ex) = made {
                return ex;
            }
            read = row.leaf;
        }
        if !read && let Some(ex) = (0..3).find_map(|_| self.read(want)) {
            return ex;
        }
        let var = self.declare_local(brinell_lang::QualType::plain(ty));
        let place = self
            .place_in(var, want, Access::Read, None)
            .expect("a fresh variable can be read at once");
        let id = self.build().rvalue(place.id);
        self.propose(self.here(), id).expect("a fresh variable can be read at once")
    }

    /// `place = expr` of a struct, a union or a pointer: the place has exactly this type, since its
    /// value is used as one.
    pub(super) fn same_type_assign(&mut self, ty: TypeId, depth: u32) -> Option<Ex> {
        if self.function().point.pure_only > 0 {
            return None;
        }
        let from = self.here();
        let rhs = self.expr(Request::Exactly(ty), depth);
        let Some(place) = self.find_place(Request::Exactly(ty), Access::Write, Some(&rhs.effects))
        else {
            return Some(rhs);
        };
        let id = self.build().assign(place.id, rhs.id, Loc::NONE).ok()?;
        self.add_tokens(2);
        self.propose(from, id)
    }
}
