//! Expressions: integers, with everything that can stand in them; structs and unions.

use super::places::{Access, Want};
use super::rows::{self, ExprRow};
use super::{Ex, Grower};
use brinell_analysis::{Effects, State, Value};
use brinell_lang::{BinaryOp, ExprId, IncDecOp, IntKind, Loc, LogicalOp, TypeId, UnaryOp};

impl Grower<'_> {
    // ---- the state at this point ----

    pub(super) fn set_state(&mut self, state: State) {
        self.frame_mut().flow.state = state;
    }

    /// Joins another state into the one at this point.
    pub(super) fn join_state(&mut self, other: &State) {
        let frame = self.frames.last_mut().expect("a function is open while code is written");
        frame.flow.state.join(other, &self.analysis.space, &mut self.analysis.sets);
    }

    /// Stores a value at a place; false where the analysis objects.
    pub(super) fn store(
        &mut self,
        nodes: brinell_analysis::SetId,
        value: &Value,
        effects: &mut Effects,
    ) -> bool {
        let mut state = self.state().clone();
        let stored = self.analysis.store(&mut state, nodes, value, effects).is_ok();
        if stored {
            self.set_state(state);
        }
        stored
    }

    // ---- operands ----

    /// Writes something that is unsequenced with what has these effects.
    pub(super) fn beside<T>(&mut self, effects: &Effects, write: impl FnOnce(&mut Self) -> T) -> T {
        self.frame_mut().siblings.push(effects.clone());
        let result = write(self);
        self.frame_mut().siblings.pop();
        result
    }

    /// An expression of the wanted kind. Its type is right up to conversion as by assignment.
    pub(super) fn expr(&mut self, want: Want, depth: u32) -> Ex {
        match want {
            Want::Int => self.int_expr(depth),
            Want::Pointer(ty) => self.pointer_expr(ty, depth),
            Want::Record(ty) | Want::Object(ty) => self.record_expr(ty, depth),
        }
    }

    /// What a value of the type is called here.
    pub(super) fn want_of(&self, ty: TypeId) -> Want {
        if self.program.types.pointee(ty).is_some() {
            Want::Pointer(ty)
        } else if self.program.types.as_record(ty).is_some() {
            Want::Record(ty)
        } else {
            Want::Int
        }
    }

    // ---- integers ----

    /// An integer expression of at most this depth.
    pub(super) fn int_expr(&mut self, depth: u32) -> Ex {
        if depth == 0 || self.is_full() {
            return self.int_leaf();
        }
        if depth > self.config.max_expr_depth
            && let Some(ex) = self.chain(depth)
        {
            return ex;
        }
        for _ in 0..4 {
            let rows = &rows::INT_EXPRESSIONS;
            // Leaves grow likelier with the depth, so that size varies without ever running into
            // the limit for most expressions; at the root they are rarer than their weight says.
            let level = self.config.max_expr_depth.saturating_sub(depth);
            let weights = rows.each_ref().map(|row| {
                let weight = if (row.allowed)(self) { (row.weight)(self.config) } else { 0 };
                weight * if row.leaf { 2 + 6 * level } else { 7 }
            });
            if weights.iter().all(|w| *w == 0) {
                break;
            }
            let row: &ExprRow = &rows[self.choices.weighted(&weights)];
            let before = self.state().clone();
            if let Some(ex) = (row.make)(self, depth - 1) {
                return ex;
            }
            self.set_state(before);
        }
        self.int_leaf()
    }

    /// One link of a long chain: an operator with all the depth on one side.
    fn chain(&mut self, depth: u32) -> Option<Ex> {
        let op = self.draw_arithmetic();
        let a = self.int_expr(depth - 1);
        let b = self.beside(&a.effects, |g| g.int_expr(1));
        let mut effects = a.effects;
        effects.merge(&b.effects);
        let id = self.build().binary(op, a.id, b.id, Loc::NONE).ok()?;
        self.add_tokens(4);
        Some(self.plain(id, effects))
    }

    fn int_leaf(&mut self) -> Ex {
        if self.choices.chance(70)
            && let Some(ex) = self.int_variable(0)
        {
            return ex;
        }
        self.constant_ex()
    }

    pub(super) fn constant_ex(&mut self) -> Ex {
        let kind = self.constant_kind();
        let value = self.draw_value(kind);
        self.constant_of(value, kind)
    }

    pub(super) fn constant_of(&mut self, value: u64, kind: IntKind) -> Ex {
        let id = self.build().int(value, kind, Loc::NONE);
        self.add_tokens(1);
        self.plain(id, Effects::default())
    }

    pub(super) fn plain(&self, id: ExprId, effects: Effects) -> Ex {
        Ex { id, effects, value: Value::Plain }
    }

    /// Reads an integer variable.
    pub(super) fn int_variable(&mut self, _depth: u32) -> Option<Ex> {
        self.read(Want::Int)
    }

    /// Reads a place of the wanted kind.
    pub(super) fn read(&mut self, want: Want) -> Option<Ex> {
        let place = self.find_place(want, Access::Read, None)?;
        let mut effects = place.effects;
        effects.volatile |= self.has_volatile(place.ty);
        let state = self.state().clone();
        let value = self.analysis.load(&state, place.nodes, &mut effects).ok()?;
        let id = self.build().rvalue(place.id);
        Some(Ex { id, effects, value })
    }

    pub(super) fn int_unary(&mut self, depth: u32) -> Option<Ex> {
        let ops = [UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not, UnaryOp::Plus];
        let op = ops[self.choices.weighted(&[35, 35, 25, 5])];
        let operand = self.int_expr(depth);
        let id = self.build().unary(op, operand.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        Some(self.plain(id, operand.effects))
    }

    /// Two operands that are unsequenced.
    fn two(&mut self, depth: u32) -> (Ex, Ex, Effects) {
        let a = self.int_expr(depth);
        let b = self.beside(&a.effects, |g| g.int_expr(depth));
        let mut effects = a.effects.clone();
        effects.merge(&b.effects);
        (a, b, effects)
    }

    fn draw_arithmetic(&mut self) -> BinaryOp {
        use BinaryOp::*;
        let c = self.config;
        let mul = u32::from(c.multiplications) * 10;
        let div = u32::from(c.divisions) * 8;
        let shift = u32::from(c.shifts) * 9;
        let ops = [Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr];
        ops[self.choices.weighted(&[12, 12, mul, div, div, 10, 10, 10, shift, shift])]
    }

    pub(super) fn int_binary(&mut self, depth: u32) -> Option<Ex> {
        let op = self.draw_arithmetic();
        let (a, b, effects) = if op.is_shift() && self.choices.chance(60) {
            let a = self.int_expr(depth);
            let amount = self.shift_amount(a.id);
            let effects = a.effects.clone();
            (a, amount, effects)
        } else {
            self.two(depth)
        };
        let id = self.build().binary(op, a.id, b.id, Loc::NONE).ok()?;
        let guarded = !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        self.add_tokens(if guarded { 4 } else { 3 });
        Some(self.plain(id, effects))
    }

    /// A constant below the width of what is shifted.
    fn shift_amount(&mut self, shifted: ExprId) -> Ex {
        let kind = self.program.types.as_int(self.type_of(shifted)).unwrap_or(IntKind::Int);
        let bits = self.target.int_bits(self.target.promote(kind));
        let amount = self.choices.below(bits);
        self.constant_of(u64::from(amount), IntKind::Int)
    }

    pub(super) fn int_comparison(&mut self, depth: u32) -> Option<Ex> {
        use BinaryOp::*;
        let op = *self.choices.pick(&[Lt, Gt, Le, Ge, Eq, Ne]);
        let (a, b, effects) = self.two(depth);
        let id = self.build().binary(op, a.id, b.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        Some(self.plain(id, effects))
    }

    pub(super) fn int_logical(&mut self, depth: u32) -> Option<Ex> {
        let op = if self.choices.chance(50) { LogicalOp::And } else { LogicalOp::Or };
        let a = self.int_expr(depth);
        let before = self.state().clone();
        self.frame_mut().conditional += 1;
        let b = self.int_expr(depth);
        self.frame_mut().conditional -= 1;
        self.join_state(&before);
        let mut effects = a.effects;
        effects.merge(&b.effects);
        let id = self.build().logical(op, a.id, b.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        Some(self.plain(id, effects))
    }

    pub(super) fn int_conditional(&mut self, depth: u32) -> Option<Ex> {
        self.conditional(Want::Int, depth)
    }

    /// `cond ? a : b` with arms of the wanted kind.
    pub(super) fn conditional(&mut self, want: Want, depth: u32) -> Option<Ex> {
        let cond = self.int_expr(depth.min(2));
        let before = self.state().clone();
        self.frame_mut().conditional += 1;
        let then = self.expr(want, depth);
        let after_then = self.state().clone();
        self.set_state(before);
        let otherwise = self.expr(want, depth);
        self.frame_mut().conditional -= 1;
        self.join_state(&after_then);
        let mut effects = cond.effects;
        effects.merge(&then.effects);
        effects.merge(&otherwise.effects);
        let (mut a, mut b) = (then.id, otherwise.id);
        if let Want::Pointer(ty) = want {
            a = self.build().assignable(a, ty, "an arm").ok()?;
            b = self.build().assignable(b, ty, "an arm").ok()?;
        }
        let id = self.build().conditional(cond.id, a, b, Loc::NONE).ok()?;
        self.add_tokens(4);
        let value = match (then.value, otherwise.value) {
            (Value::Pointer(x), Value::Pointer(y)) => Value::Pointer(self.analysis.sets.join(x, y)),
            (Value::Plain, _) => Value::Plain,
            // Joining two records is left to the analysis.
            _ => return None,
        };
        Some(Ex { id, effects, value })
    }

    pub(super) fn int_cast(&mut self, depth: u32) -> Option<Ex> {
        let operand = self.int_expr(depth);
        let kind = self.draw_int_kind();
        let ty = self.int_type(kind);
        let id = self.build().cast(operand.id, ty, Loc::NONE).ok()?;
        self.add_tokens(5);
        Some(self.plain(id, operand.effects))
    }

    /// `a, b`: the left side does something, the right side gives the value.
    pub(super) fn comma(&mut self, want: Want, depth: u32) -> Ex {
        let left = if self.config.embedded_assigns && self.choices.chance(70) {
            self.int_assign(depth).unwrap_or_else(|| self.constant_ex())
        } else {
            self.int_expr(depth.min(2))
        };
        let right = self.expr(want, depth);
        let mut effects = left.effects;
        effects.merge(&right.effects);
        let id = self.build().comma(left.id, right.id, Loc::NONE);
        self.add_tokens(3);
        Ex { id, effects, value: right.value }
    }

    // ---- integers that change something ----

    /// `place = expr`, `place op= expr`.
    pub(super) fn int_assign(&mut self, depth: u32) -> Option<Ex> {
        if self.frame().pure_only > 0 {
            return None;
        }
        let rhs = self.int_expr(depth);
        self.int_assign_of(rhs)
    }

    /// An assignment of this value; the value alone where nothing may be assigned to.
    pub(super) fn int_assign_of(&mut self, rhs: Ex) -> Option<Ex> {
        let compound = self.config.compound_assigns && self.choices.chance(35);
        let access = if compound { Access::Update } else { Access::Write };
        let Some(place) = self.find_place(Want::Int, access, Some(&rhs.effects)) else {
            return Some(rhs);
        };
        let mut effects = rhs.effects;
        effects.merge(&place.effects);
        effects.volatile |= place.ty.quals.is_volatile();
        let id = if compound {
            let op = self.draw_arithmetic();
            let state = self.state().clone();
            self.analysis.load(&state, place.nodes, &mut effects).ok()?;
            self.add_tokens(4);
            self.build().assign_op(op, place.id, rhs.id, Loc::NONE).ok()?
        } else {
            self.build().assign(place.id, rhs.id, Loc::NONE).ok()?
        };
        self.add_tokens(3);
        if !self.store(place.nodes, &Value::Plain, &mut effects) {
            return None;
        }
        Some(self.plain(id, effects))
    }

    pub(super) fn int_increment(&mut self, _depth: u32) -> Option<Ex> {
        self.increment(true)
    }

    /// `++place` and its kin.
    pub(super) fn increment(&mut self, value_used: bool) -> Option<Ex> {
        if self.frame().pure_only > 0 {
            return None;
        }
        let place = self.find_place(Want::Int, Access::Update, None)?;
        let kind = self.program.types.as_int(place.ty.ty)?;
        // gcc and clang promote `s.b++` differently, and hobby compilers disagree on `_Bool`.
        if kind == IntKind::Bool || (place.bits.is_some() && value_used) {
            return None;
        }
        // What can overflow gets a guard, which cannot give the old value.
        let can_overflow = self.target.is_signed(kind)
            && self.target.int_bits(kind) >= self.target.int_bits(IntKind::Int);
        let prefix = (can_overflow && value_used) || self.choices.chance(50);
        let op = match (self.choices.chance(50), prefix) {
            (true, true) => IncDecOp::PreInc,
            (false, true) => IncDecOp::PreDec,
            (true, false) => IncDecOp::PostInc,
            (false, false) => IncDecOp::PostDec,
        };
        let mut effects = place.effects;
        effects.volatile |= place.ty.quals.is_volatile();
        let state = self.state().clone();
        self.analysis.load(&state, place.nodes, &mut effects).ok()?;
        let id = self.build().inc_dec(op, place.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        if !self.store(place.nodes, &Value::Plain, &mut effects) {
            return None;
        }
        Some(self.plain(id, effects))
    }

    // ---- structs and unions ----

    /// A value of a struct or union type.
    pub(super) fn record_expr(&mut self, ty: TypeId, depth: u32) -> Ex {
        let want = Want::Record(ty);
        if depth > 0 && !self.is_full() {
            let calls = u32::from(self.config.struct_returns) * 30;
            let assigns =
                u32::from(self.config.embedded_assigns && self.frame().pure_only == 0) * 8;
            let commas = u32::from(self.config.commas) * 5;
            let made = match self.choices.weighted(&[60, calls, assigns, commas]) {
                1 => self.call(want, depth - 1),
                2 => self.record_assign(ty, depth - 1),
                3 => Some(self.comma(want, depth - 1)),
                _ => None,
            };
            if let Some(ex) = made {
                return ex;
            }
        }
        for _ in 0..3 {
            if let Some(ex) = self.read(want) {
                return ex;
            }
        }
        let var = self.declare_local(brinell_lang::QualType::plain(ty));
        let place = self
            .place_in(var, want, Access::Read, None)
            .expect("a fresh variable can be read at once");
        let mut effects = place.effects;
        effects.volatile |= self.has_volatile(place.ty);
        let state = self.state().clone();
        let value = self
            .analysis
            .load(&state, place.nodes, &mut effects)
            .expect("a fresh variable can be read at once");
        let id = self.build().rvalue(place.id);
        Ex { id, effects, value }
    }

    pub(super) fn record_assign(&mut self, ty: TypeId, depth: u32) -> Option<Ex> {
        if self.frame().pure_only > 0 {
            return None;
        }
        let rhs = self.record_expr(ty, depth);
        let Some(place) = self.find_place(Want::Record(ty), Access::Write, Some(&rhs.effects))
        else {
            return Some(rhs);
        };
        let mut effects = rhs.effects;
        effects.merge(&place.effects);
        effects.volatile |= self.has_volatile(place.ty);
        let id = self.build().assign(place.id, rhs.id, Loc::NONE).ok()?;
        self.add_tokens(2);
        if !self.store(place.nodes, &rhs.value, &mut effects) {
            return None;
        }
        Some(Ex { id, effects, value: rhs.value })
    }
}
