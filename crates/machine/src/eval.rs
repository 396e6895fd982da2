//! Evaluation of expressions: values, places, records and initialisers.

use crate::code::{Code, Lv, N, Node, OperandOrder, Scalar, Usage};
use crate::effective::AccessPath;
use crate::initialise::Whose;
use crate::machine::{Halt, Machine, R};
use crate::memory::{AllocKind, Content, state};
use crate::order::{EventKey, OLD_VALUE, Touch};
use crate::outcome::{Budget, ImplDefined};
use crate::parts::{PathStep, PendingEffect};
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::{Id, Quals, RecordKind, Type, TypeId};

/// A scalar lvalue whose place has been evaluated.
#[derive(Clone, Debug)]
pub enum StoreTarget {
    Reg(u32),
    Mem { place: Value, access: u32, steps: std::ops::Range<usize> },
}

impl<'a> Machine<'a> {
    /// Evaluates a scalar (or void) expression.
    pub fn eval(&mut self, c: &'a Code, n: N) -> R<Value> {
        self.used.steps += 1;
        match &c.nodes[n as usize] {
            Node::Const(v) => Ok(*v),
            Node::Reg(r) => self.read_reg(c, n, *r),
            Node::WideConst(bits) => self.wide(c, n, *bits),
            Node::RegPtr(r) => {
                let v = self.read_reg(c, n, *r)?;
                self.check_determinate(c, n, v)?;
                Ok(v)
            }
            Node::Load { place, access } => {
                if self.order.schedule.is_some() {
                    return self.load_in_turn(c, n, *place, *access);
                }
                let from = self.in_flight.path.len();
                let p = self.place(c, *place)?;
                let access = &c.accesses[*access as usize];
                let v = self.load(c, n, p, access, from)?;
                let (start, width) = access.span(p.bits);
                self.in_flight.last_load = (p.prov, start, width);
                Ok(v)
            }
            Node::Binary { oper, order: OperandOrder::Free, lhs, rhs } => {
                let a = self.eval(c, *lhs)?;
                let b = self.eval(c, *rhs)?;
                self.apply(c, n, *oper, a, b)
            }
            Node::Binary { oper, order: OperandOrder::Tracked, lhs, rhs } => {
                let (a, b) = self.both(n, |m| m.eval(c, *lhs), |m| m.eval(c, *rhs))?;
                self.apply(c, n, *oper, a, b)
            }
            Node::Convert(conv, inner) => {
                let v = self.eval(c, *inner)?;
                self.convert(c, n, *conv, v)
            }
            Node::Chosen(v, choice) => {
                self.rely(*choice);
                Ok(*v)
            }
            Node::Within(shape, inner) => {
                self.used.steps -= 1;
                let v = self.eval(c, *inner)?;
                if v.prov.is_none() && shape.wrap_word(v.bits) != v.bits {
                    self.rely(ImplDefined::WideBitField);
                }
                Ok(v)
            }
            Node::Function(f) => self.designate(c, n, *f),
            Node::PoolElement { array, elem, step } => {
                self.pool_element(c, n, *array, *elem, *step)
            }
            Node::Addr(place) => {
                let from = self.in_flight.path.len();
                let v = self.place(c, *place)?;
                self.in_flight.path.truncate(from);
                Ok(v)
            }
            Node::Neg(shape, inner) => {
                let v = self.eval(c, *inner)?;
                self.negate(c, n, *shape, v)
            }
            Node::NegF32(inner) => {
                let v = self.eval(c, *inner)?;
                Ok(Value { prov: v.prov, ..Value::f32(-v.as_f32()) })
            }
            Node::NegF64(inner) => {
                let v = self.eval(c, *inner)?;
                Ok(Value { prov: v.prov, ..Value::f64(-v.as_f64()) })
            }
            Node::Neg128(shape, inner) => {
                let v = self.eval(c, *inner)?;
                self.negate_int128(c, n, *shape, v)
            }
            Node::NegLong(format, inner) => {
                let v = self.eval(c, *inner)?;
                self.negate_long(c, n, *format, v)
            }
            Node::BitNot128(inner) => {
                let v = self.eval(c, *inner)?;
                self.complement_int128(c, n, v)
            }
            Node::BitNot(shape, inner) => {
                let v = self.eval(c, *inner)?;
                let x = self.plain_int(c, n, v, "'~' on a pointer's integer value")?;
                Ok(Value::int(shape.wrap_word(!x)))
            }
            Node::Not(scalar, inner) => {
                let v = self.eval(c, *inner)?;
                Ok(Value::truth(!self.is_true(c, n, *scalar, v)?))
            }
            Node::And { lhs, ls, rhs, rs } => {
                if !self.condition(c, *lhs, *ls)? {
                    return Ok(Value::ZERO);
                }
                let v = self.eval(c, *rhs)?;
                Ok(Value::truth(self.is_true(c, n, *rs, v)?))
            }
            Node::Or { lhs, ls, rhs, rs } => {
                if self.condition(c, *lhs, *ls)? {
                    return Ok(Value::int(1));
                }
                let v = self.eval(c, *rhs)?;
                Ok(Value::truth(self.is_true(c, n, *rs, v)?))
            }
            Node::Cond { cond, scalar, then, otherwise } => {
                if self.condition(c, *cond, *scalar)? {
                    self.eval(c, *then)
                } else {
                    self.eval(c, *otherwise)
                }
            }
            Node::Comma(lhs, rhs) => {
                let pending = self.pending.len();
                self.eval(c, *lhs)?;
                self.pending.complete(pending);
                self.eval(c, *rhs)
            }
            Node::Assign { lv, rhs, order, inner, overlap } => {
                self.assign(c, n, lv, *rhs, *order, *inner, *overlap)
            }
            Node::AssignOp { .. } => self.assign_op(c, n),
            Node::IncDec { lv, oper, widen, narrow, prefix, inner, one } => {
                if self.order.open > 0 {
                    return self.inc_dec_watched(c, n);
                }
                let pending = self.begin_pending(*inner);
                let target = self.target(c, lv)?;
                let old = self.load_target(c, n, &target)?;
                let wide = self.convert(c, n, *widen, old)?;
                let sum = self.apply(c, n, *oper, wide, *one)?;
                let new = self.convert(c, n, *narrow, sum)?;
                let stored = self.store_target(c, n, target, new, pending)?;
                Ok(if *prefix { stored } else { old })
            }
            Node::Drop(inner) => {
                self.eval_record(c, *inner)?;
                Ok(Value::ZERO)
            }
            Node::Call(call) => self.call(c, n, call),
            Node::Member { base, access, offset } => {
                let content = self.eval_record(c, *base)?;
                self.load_content(c, n, &content, &c.accesses[*access as usize], *offset)
            }
            Node::Watch { inner, expr } => {
                // Looking is no step of the program.
                self.used.steps -= 1;
                let begun = self.log.clock;
                let v = self.eval(c, *inner)?;
                if let Some(injection) = &mut self.log.injection {
                    return Ok(injection.pass(c.func, *expr, v));
                }
                self.log.note(c.func, *expr, v, begun);
                Ok(v)
            }
            Node::Unsupported(what) => self.unsupported(what.to_string(), self.loc(c, n)),
            Node::Undefined(rule) => Err(self.ub(c, n, Ub::clone(rule))),
            Node::PGlobal(_)
            | Node::PStr(_)
            | Node::PLocal(_)
            | Node::PLiteral { .. }
            | Node::PTemp { .. }
            | Node::PDeref { .. }
            | Node::PRelaxed { .. }
            | Node::PIndex { .. }
            | Node::PElem { .. }
            | Node::PMember { .. }
            | Node::RLoad { .. }
            | Node::RAssign { .. }
            | Node::RComma(..)
            | Node::RCond { .. }
            | Node::RCall(_)
            | Node::RMember { .. } => {
                self.unsupported("a place or record where a value is needed", self.loc(c, n))
            }
        }
    }

    /// The value of a register local.
    #[inline]
    fn read_reg(&mut self, c: &'a Code, n: N, reg: u32) -> R<Value> {
        let at = self.stack.reg_base() + reg as usize;
        if self.order.open > 0 {
            return self.read_reg_watched(c, n, reg, at);
        }
        let v = self.stack.regs[at];
        if v.prov.is_uninit() {
            return self.restored_reg(c, at).ok_or_else(|| self.unset_reg(c, n, reg));
        }
        Ok(v)
    }

    #[inline(never)]
    fn read_reg_watched(&mut self, c: &'a Code, n: N, reg: u32, at: usize) -> R<Value> {
        if let Some(v) = self.pinned(n.into()) {
            return Ok(v);
        }
        self.touch_reg(c, n, at, Touch::Read)?;
        let mut v = self.stack.regs[at];
        if v.prov.is_uninit() {
            v = self.restored_reg(c, at).ok_or_else(|| self.unset_reg(c, n, reg))?;
        }
        self.pin_read(c, n, v);
        Ok(v)
    }

    /// A load of an expression that is run turn by turn, or of a call in it.
    #[inline(never)]
    fn load_in_turn(&mut self, c: &'a Code, n: N, place: N, access: u32) -> R<Value> {
        if let Some(v) = self.pinned(n.into()) {
            return Ok(v);
        }
        let from = self.in_flight.path.len();
        let p = self.place(c, place)?;
        self.wait(n.into())?;
        let access = &c.accesses[access as usize];
        let v = self.load(c, n, p, access, from)?;
        let (start, width) = access.span(p.bits);
        self.in_flight.last_load = (p.prov, start, width);
        self.pin(n.into(), v, self.pending.len());
        Ok(v)
    }

    #[inline(never)]
    fn inc_dec_watched(&mut self, c: &'a Code, n: N) -> R<Value> {
        let Node::IncDec { lv, oper, widen, narrow, prefix, inner, one } = &c.nodes[n as usize]
        else {
            return Ok(Value::ZERO);
        };
        if let Some(v) = self.pinned(n.into()) {
            return Ok(v);
        }
        let before = self.pending.len();
        let pending = self.begin_pending(*inner);
        let target = self.target(c, lv)?;
        self.wait(n.into())?;
        self.begin_update(c, n, *oper, *narrow, *one, &target);
        let old = self.load_target(c, n, &target)?;
        let wide = self.convert(c, n, *widen, old)?;
        let sum = self.apply(c, n, *oper, wide, *one)?;
        let new = self.convert(c, n, *narrow, sum)?;
        let stored = self.store_target(c, n, target, new, pending)?;
        let value = if *prefix { stored } else { old };
        self.end_update();
        self.pin(n.into(), value, before);
        Ok(value)
    }

    /// A controlling operand: a sequence point follows.
    fn condition(&mut self, c: &'a Code, n: N, scalar: Scalar) -> R<bool> {
        let pending = self.pending.len();
        let v = self.eval(c, n)?;
        self.pending.complete(pending);
        self.is_true(c, n, scalar, v)
    }

    fn unset_reg(&mut self, c: &'a Code, n: N, reg: u32) -> Box<Halt> {
        let r = &c.regs[reg as usize];
        let object = format!("'{}'", r.name);
        let created = r.loc;
        let own_initialiser = self.stack.top().is_some_and(|f| {
            matches!(c.ops.get(f.pc as usize), Some(crate::code::Op::InitReg { reg: r, .. }) if *r == reg)
        });
        let ub = if r.has_init && !own_initialiser {
            self.note_skipped(c.func, r.local);
            Ub::InitialiserSkipped { object: object.clone() }
        } else {
            Ub::UninitialisedRead { object: object.clone() }
        };
        let mut stop = self.ub(c, n, ub);
        if let Halt::Ub(failure) = &mut *stop {
            failure.objects.push(crate::outcome::Origin { what: object, created, ended: None });
        }
        stop
    }

    /// Evaluates two watched operands.
    fn both<A, B>(
        &mut self,
        n: N,
        first: impl FnOnce(&mut Self) -> R<A>,
        second: impl FnOnce(&mut Self) -> R<B>,
    ) -> R<(A, B)> {
        let mut group = self.open_group(n.into(), false);
        let a = self.operand(&mut group, 0, first)?;
        let b = self.operand(&mut group, 1, second)?;
        self.close_group(&group);
        a.zip(b).ok_or_else(|| Box::new(Halt::Blocked))
    }

    // ---- assignment ----

    /// Begins an expression whose store must not collide with side effects inside it.
    fn begin_pending(&mut self, inner: bool) -> Option<usize> {
        inner.then(|| self.pending.watch())
    }

    fn target(&mut self, c: &'a Code, lv: &Lv) -> R<StoreTarget> {
        match lv {
            Lv::Reg(r) => Ok(StoreTarget::Reg(*r)),
            Lv::Mem { place, access } => {
                let from = self.in_flight.path.len();
                let place = self.place(c, *place)?;
                Ok(StoreTarget::Mem {
                    place,
                    access: *access,
                    steps: from..self.in_flight.path.len(),
                })
            }
        }
    }

    fn load_target(&mut self, c: &'a Code, n: N, target: &StoreTarget) -> R<Value> {
        match target {
            StoreTarget::Reg(r) => {
                let v = self.read_reg(c, n, *r)?;
                self.check_determinate(c, n, v)?;
                Ok(v)
            }
            StoreTarget::Mem { place, access, steps } => {
                // The steps stay on the path for the store to come.
                let path = self.access_path(steps.clone());
                self.load_along(c, n, *place, &c.accesses[*access as usize], path)
            }
        }
    }

    fn store_target(
        &mut self,
        c: &'a Code,
        n: N,
        target: StoreTarget,
        v: Value,
        pending: Option<usize>,
    ) -> R<Value> {
        if let Some(base) = pending {
            let store = match &target {
                StoreTarget::Reg(r) => PendingEffect::register(self.stack.reg_base() + *r as usize),
                StoreTarget::Mem { place, access, .. } => {
                    let (start, bits) = c.accesses[*access as usize].span(place.bits);
                    PendingEffect::object(place.prov, start, bits)
                }
            };
            if self.pending.unwatch(base, store) && !self.splits(self.stack.depth()) {
                let object = match &target {
                    StoreTarget::Reg(r) => format!("'{}'", c.regs[*r as usize].name),
                    StoreTarget::Mem { place, .. } => self.object_name(place.prov),
                };
                return Err(self.ub(c, n, Ub::Unsequenced { object, both_write: true }));
            }
            self.pending.settle(base);
        }
        match target {
            StoreTarget::Reg(r) => {
                let at = self.stack.reg_base() + r as usize;
                if self.order.open > 0 {
                    self.touch_reg(c, n, at, Touch::Write)?;
                }
                self.pending.note(|| PendingEffect::register(at));
                self.stack.regs[at] = v;
                Ok(v)
            }
            StoreTarget::Mem { place, access, steps } => {
                self.store(c, n, place, &c.accesses[access as usize], v, steps)
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one node")]
    fn assign(
        &mut self,
        c: &'a Code,
        n: N,
        lv: &'a Lv,
        rhs: N,
        order: OperandOrder,
        inner: bool,
        overlap: bool,
    ) -> R<Value> {
        let watched = self.order.open > 0;
        if watched && let Some(v) = self.pinned(n.into()) {
            return Ok(v);
        }
        let before = self.pending.len();
        if let (Lv::Reg(r), OperandOrder::Free, false) = (lv, order, inner) {
            let v = self.eval(c, rhs)?;
            let at = self.stack.reg_base() + *r as usize;
            if self.order.open > 0 {
                self.touch_reg(c, n, at, Touch::Write)?;
            }
            self.pending.note(|| PendingEffect::register(at));
            self.stack.regs[at] = v;
            if watched {
                self.pin(n.into(), v, before);
            }
            return Ok(v);
        }
        let pending = self.begin_pending(inner);
        let (target, v) = match order {
            OperandOrder::Free => (self.target(c, lv)?, self.eval(c, rhs)?),
            OperandOrder::Tracked => self.both(n, |m| m.target(c, lv), |m| m.eval(c, rhs))?,
        };
        if overlap && let StoreTarget::Mem { place, access, .. } = &target {
            let a = &c.accesses[*access as usize];
            let (prov, from, len) = self.in_flight.last_load;
            let (to, size) = a.span(place.bits);
            // The same bit-field on both sides overlaps exactly.
            let same_bits = a.bits.is_some() && (from, len) == (to, size);
            if prov.same_object(place.prov) && from < to + size && to < from + len && !same_bits {
                return Err(self.ub_on(c, n, prov, Ub::OverlappingAssignment));
            }
        }
        if watched {
            self.wait(n.into())?;
        }
        let stored = self.store_target(c, n, target, v, pending)?;
        if watched {
            self.pin(n.into(), stored, before);
        }
        Ok(stored)
    }

    fn assign_op(&mut self, c: &'a Code, n: N) -> R<Value> {
        let Node::AssignOp { lv, rhs, oper, widen, narrow, order, inner } = &c.nodes[n as usize]
        else {
            return Ok(Value::ZERO);
        };
        let watched = self.order.open > 0;
        if watched && let Some(v) = self.pinned(n.into()) {
            return Ok(v);
        }
        let before = self.pending.len();
        let pending = self.begin_pending(*inner);
        let (target, old, v) = match order {
            OperandOrder::Free => {
                let target = self.target(c, lv)?;
                let v = self.eval(c, *rhs)?;
                if watched {
                    self.wait(n.into())?;
                    self.begin_update(c, n, *oper, *narrow, v, &target);
                }
                let old = self.load_target(c, n, &target)?;
                (target, old, v)
            }
            OperandOrder::Tracked => {
                let operands = self.compound_operands(c, n, lv, *rhs)?;
                self.wait(n.into())?;
                operands
            }
        };
        let wide = self.convert(c, n, *widen, old)?;
        let result = self.apply(c, n, *oper, wide, v)?;
        let new = self.convert(c, n, *narrow, result)?;
        let stored = self.store_target(c, n, target, new, pending)?;
        if watched {
            self.end_update();
            self.pin(n.into(), stored, before);
        }
        Ok(stored)
    }

    /// The place, its old value and the right operand of a watched compound assignment: the place
    /// comes before its value, the right side anywhere.
    fn compound_operands(
        &mut self,
        c: &'a Code,
        n: N,
        lv: &Lv,
        rhs: N,
    ) -> R<(StoreTarget, Value, Value)> {
        let mut group = self.open_group(n.into(), false);
        let target = self.operand(&mut group, 0, |m| m.target(c, lv))?;
        let v = self.operand(&mut group, 1, |m| m.eval(c, rhs))?;
        // The value is read after its place by nature, but unsequenced with the right side.
        self.forget_sibling(&group, 0);
        let old = match &target {
            Some(target) => self.operand(&mut group, 0, |m| m.old_value(c, n, target))?,
            None => None,
        };
        self.close_group(&group);
        match (target, old, v) {
            (Some(target), Some(old), Some(v)) => Ok((target, old, v)),
            _ => Err(Box::new(Halt::Blocked)),
        }
    }

    /// The old value of a watched compound assignment.
    fn old_value(&mut self, c: &'a Code, n: N, target: &StoreTarget) -> R<Value> {
        let key = EventKey::from(n) | OLD_VALUE;
        if let Some(old) = self.pinned(key) {
            return Ok(old);
        }
        self.wait(key)?;
        let outer = self.reading_old_value(true);
        let old = self.load_target(c, n, target);
        self.reading_old_value(outer);
        let old = old?;
        self.pin(key, old, self.pending.len());
        Ok(old)
    }

    // ---- places ----

    /// Evaluates an lvalue to a pointer to it.
    pub fn place(&mut self, c: &'a Code, n: N) -> R<Value> {
        self.used.steps += 1;
        match &c.nodes[n as usize] {
            Node::PGlobal(g) => {
                let prov = self.statics.globals[g.index()];
                if prov.is_none() {
                    let name = self.program.globals[*g].name.clone().unwrap_or_default();
                    return self.unsupported(
                        format!("'{name}', which is declared but not defined in the program"),
                        self.loc(c, n),
                    );
                }
                Ok(Value { bits: 0, prov })
            }
            Node::PStr(s) => Ok(Value { bits: 0, prov: self.statics.strings[s.index()] }),
            Node::PLocal(slot) => {
                let at = self.stack.mem_base() + *slot as usize;
                Ok(Value { bits: 0, prov: self.stack.mems[at] })
            }
            Node::PLiteral { slot, init } => {
                if self.order.open > 0
                    && let Some(place) = self.pinned(n.into())
                {
                    return Ok(place);
                }
                let at = self.stack.mem_base() + *slot as usize;
                let prov = self.stack.mems[at];
                // The object must have its value before it can be designated; other side effects
                // of the initialiser, which is no full expression (C11 6.8p4), stay pending.
                let pending = self.pending.len();
                self.initialise(c, *init, prov, Whose::Literal)?;
                if self.pending.len() > pending {
                    let inside = self.pending.split_off(pending);
                    self.pending.extend(inside.into_iter().filter(|effect| !effect.is_of(prov)));
                }
                let place = Value { bits: 0, prov };
                if self.order.open > 0 {
                    self.pin(n.into(), place, pending);
                }
                Ok(place)
            }
            Node::PTemp { record, ty } => {
                let pending = self.pending.len();
                if self.order.open > 0
                    && let Some(place) = self.pinned(n.into())
                {
                    return Ok(place);
                }
                let content = self.eval_record(c, *record)?;
                let made = self.mem.allocate(
                    AllocKind::Temp,
                    Some(*ty),
                    Quals::CONST,
                    content.bytes.len() as u64,
                    self.low.tables.align(*ty),
                    state::UNINIT,
                    self.loc(c, n),
                );
                let Ok(prov) = made else { return self.budget(Budget::Memory, self.loc(c, n)) };
                self.mem.copy_in(prov, 0, &content);
                self.in_flight.temps.push(prov);
                let place = Value { bits: 0, prov };
                if self.order.open > 0 {
                    self.pin(n.into(), place, pending);
                }
                Ok(place)
            }
            Node::PDeref { ptr, root } => {
                let p = self.eval(c, *ptr)?;
                self.check_root(c, n, p, *root)?;
                Ok(p)
            }
            Node::PRelaxed { at, root } => self.relaxed_place(c, n, *at, *root),
            Node::PIndex { ptr, index, order, amount, root } => {
                let (p, i) = match order {
                    OperandOrder::Free => (self.eval(c, *ptr)?, self.eval(c, *index)?),
                    OperandOrder::Tracked => {
                        self.both(n, |m| m.eval(c, *ptr), |m| m.eval(c, *index))?
                    }
                };
                let i = self.plain_int(c, n, i, "an index that is a pointer's integer value")?;
                if p.is_null() {
                    return Err(self.ub(c, n, Ub::NullDereference));
                }
                let p = self.pointer_add(c, n, p, amount.word_value(i), root.ty)?;
                self.check_root(c, n, p, *root)?;
                Ok(p)
            }
            Node::PElem { base, index, order, amount, size, len } => {
                let (p, i) = match order {
                    OperandOrder::Free => (self.place(c, *base)?, self.eval(c, *index)?),
                    OperandOrder::Tracked => {
                        self.both(n, |m| m.place(c, *base), |m| m.eval(c, *index))?
                    }
                };
                let i = self.plain_int(c, n, i, "an index that is a pointer's integer value")?;
                let i = amount.word_value(i);
                if p.prov.is_past() {
                    return Err(self.bad_place(c, n, p, *size));
                }
                if i < 0 || i >= i128::from(*len) {
                    return self.beyond(c, n, p, i);
                }
                Ok(Value { bits: p.bits + i as u64 * *size, prov: p.prov })
            }
            Node::PMember { base, offset, record, field, noted, view } => {
                let p = self.place(c, *base)?;
                if p.prov.is_past() {
                    return Err(self.bad_place(c, n, p, 1));
                }
                // In allocated memory the way to an object is part of its type.
                if *noted || crate::access::alloc_is_heap(self, p.prov) {
                    self.in_flight.path.push(PathStep {
                        offset: p.bits,
                        record: *record,
                        field: *field,
                    });
                }
                let prov = p.prov.with_bytewise(false);
                let prov = if *view == 0 { prov } else { prov.with_view(*view) };
                Ok(Value { bits: p.bits + *offset, prov })
            }
            Node::Unsupported(what) => self.unsupported(what.to_string(), self.loc(c, n)),
            Node::Undefined(rule) => Err(self.ub(c, n, Ub::clone(rule))),
            _ => self.unsupported("a value where a place is needed", self.loc(c, n)),
        }
    }

    // ---- records ----

    /// Evaluates a record expression.
    pub fn eval_record(&mut self, c: &'a Code, n: N) -> R<Content> {
        self.used.steps += 1;
        match &c.nodes[n as usize] {
            Node::RLoad { place, access, bare } => {
                if self.order.open > 0
                    && let Some(content) = self.pinned_record(n.into())
                {
                    return Ok(content);
                }
                let from = self.in_flight.path.len();
                let p = self.place(c, *place)?;
                let a = &c.accesses[*access as usize];
                if self.order.open > 0 {
                    self.wait(n.into())?;
                }
                self.check_part(c, n, p, a, from..self.in_flight.path.len(), Usage::Read)?;
                let path = self.access_path(from..self.in_flight.path.len());
                self.in_flight.path.truncate(from);
                if self.order.open > 0 {
                    self.touch(c, n, p.prov, p.bits, a.size.into(), Touch::reading(a.volatile))?;
                }
                let size = u64::from(a.size);
                self.settle_initialiser(p.prov, p.bits, size);
                self.settle_initial_values(p.prov, p.bits, size);
                let ok = !p.prov.is_past()
                    && self.mem.get(p.prov).is_some_and(|o| p.bits + size <= o.size());
                let content = if ok { self.mem.copy_out(p.prov, p.bits, size) } else { None };
                let Some(content) = content else {
                    return Err(self.bad_place(c, n, p, size));
                };
                if content.states.iter().all(|state| *state == state::UNINIT) {
                    if *bare {
                        return Err(self.no_value(c, n, p.prov, true));
                    }
                    self.used.hollow_copies += 1;
                }
                if crate::access::alloc_is_heap(self, p.prov) {
                    self.check_effective_record(c, n, p, a.ty, path)?;
                }
                if a.volatile || self.low.tables.facts(a.ty).has_volatile {
                    self.trace_volatile(p, false, Value::ZERO);
                }
                self.in_flight.last_load = (p.prov, p.bits * 8, size * 8);
                self.used.steps += size / 16;
                if self.order.open > 0 {
                    self.pin_record(n.into(), &content, self.pending.len());
                }
                Ok(content)
            }
            Node::RAssign { place, access, rhs, order, inner } => {
                if self.order.open > 0
                    && let Some(content) = self.pinned_record(n.into())
                {
                    return Ok(content);
                }
                let before = self.pending.len();
                let pending = self.begin_pending(*inner);
                let from = self.in_flight.path.len();
                let (p, content) = match order {
                    OperandOrder::Free => (self.place(c, *place)?, self.eval_record(c, *rhs)?),
                    OperandOrder::Tracked => {
                        self.both(n, |m| m.place(c, *place), |m| m.eval_record(c, *rhs))?
                    }
                };
                let a = &c.accesses[*access as usize];
                let size = u64::from(a.size);
                if let Some(base) = pending {
                    let store = PendingEffect::object(p.prov, p.bits * 8, size * 8);
                    if self.pending.unwatch(base, store) && !self.splits(self.stack.depth()) {
                        let object = self.object_name(p.prov);
                        return Err(self.ub(c, n, Ub::Unsequenced { object, both_write: true }));
                    }
                }
                if matches!(c.nodes[*rhs as usize], Node::RLoad { .. }) {
                    let (prov, from, len) = self.in_flight.last_load;
                    let (to, size) = (p.bits * 8, size * 8);
                    let overlaps = prov.same_object(p.prov)
                        && from < to + size
                        && to < from + len
                        && from != to;
                    if overlaps {
                        return Err(self.ub_on(c, n, prov, Ub::OverlappingAssignment));
                    }
                }
                if self.order.open > 0 {
                    self.wait(n.into())?;
                }
                self.check_part(c, n, p, a, from..self.in_flight.path.len(), Usage::Write)?;
                let path = self.access_path(from..self.in_flight.path.len());
                self.store_record(c, n, p, a.ty, &content, path)?;
                if self.in_flight.path.len() > from {
                    self.after_store(p.prov, from..self.in_flight.path.len());
                    self.in_flight.path.truncate(from);
                }
                self.pending.note(|| PendingEffect::object(p.prov, p.bits * 8, size * 8));
                if a.volatile || self.low.tables.facts(a.ty).has_volatile {
                    self.trace_volatile(p, true, Value::ZERO);
                }
                if self.order.open > 0 {
                    self.pin_record(n.into(), &content, before);
                }
                Ok(content)
            }
            Node::RComma(lhs, rhs) => {
                let pending = self.pending.len();
                self.eval(c, *lhs)?;
                self.pending.complete(pending);
                self.eval_record(c, *rhs)
            }
            Node::RCond { cond, scalar, then, otherwise } => {
                if self.condition(c, *cond, *scalar)? {
                    self.eval_record(c, *then)
                } else {
                    self.eval_record(c, *otherwise)
                }
            }
            Node::RCall(call) => {
                self.call(c, n, call)?;
                Ok(std::mem::take(&mut self.in_flight.returned))
            }
            Node::RMember { base, offset, size } => {
                let content = self.eval_record(c, *base)?;
                Ok(slice(&content, *offset, *size))
            }
            Node::Unsupported(what) => self.unsupported(what.to_string(), self.loc(c, n)),
            Node::Undefined(rule) => Err(self.ub(c, n, Ub::clone(rule))),
            _ => self.unsupported("a value where a record is needed", self.loc(c, n)),
        }
    }

    /// Stores a record: members as they are, padding unspecified (C11 6.2.6.1p6).
    pub fn store_record(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        ty: TypeId,
        content: &Content,
        path: AccessPath,
    ) -> R<()> {
        let size = content.bytes.len() as u64;
        self.used.steps += size / 16;
        if self.order.open > 0 {
            self.touch(c, n, p.prov, p.bits, size, Touch::Write)?;
        }
        let heap = match self.mem.writable(p.prov, p.bits as usize + content.bytes.len()) {
            Ok(alloc) => alloc.ty.is_none(),
            Err(refusal) => return Err(self.refused_write(c, n, p, size, refusal)),
        };
        self.mem.copy_in(p.prov, p.bits, content);
        if self.low.tables.facts(ty).has_padding {
            self.blur_padding(p.prov, p.bits, ty);
        }
        if heap {
            self.set_effective_record(p, ty, path);
        }
        Ok(())
    }

    /// Makes the padding of an object (outside unions) unspecified.
    pub fn blur_padding(&mut self, prov: Prov, base: u64, ty: TypeId) {
        let tables = &self.low.tables;
        match tables.types.get(ty) {
            Type::Array { elem, len } if tables.facts(elem.ty).has_padding => {
                let size = tables.size(elem.ty);
                for i in 0..len.unwrap_or(0) {
                    self.blur_padding(prov, base + i * size, elem.ty);
                }
            }
            Type::Record(r) => {
                let record = &tables.types.records[*r];
                if let Some(alloc) = self.mem.get_mut(prov) {
                    for gap in tables.gaps(*r).iter().copied().chain(tables.tail(*r)) {
                        alloc.write_state(base + gap.offset, gap.size, state::UNSPEC);
                    }
                    for byte in tables.part_bytes(*r) {
                        alloc.keep_bits(base + byte.offset, byte.mask);
                    }
                }
                if record.kind == RecordKind::Union {
                    return;
                }
                let (Some(fields), Some(layout)) = (&record.fields, tables.layouts.record(*r))
                else {
                    return;
                };
                for (f, l) in fields.iter().zip(&layout.fields) {
                    if l.bits.is_none() && tables.facts(f.ty.ty).has_padding {
                        self.blur_padding(prov, base + l.offset, f.ty.ty);
                    }
                }
            }
            _ => {}
        }
    }
}

fn slice(content: &Content, offset: u64, size: u64) -> Content {
    let range = offset as usize..(offset + size) as usize;
    let inside = |o: u64| o >= offset && o < offset + size;
    Content {
        bytes: content.bytes[range.clone()].to_vec(),
        states: content.states[range.clone()].to_vec(),
        provs: if content.provs.is_empty() { Vec::new() } else { content.provs[range].to_vec() },
        unions: content
            .unions
            .iter()
            .filter(|((o, _), _)| inside(*o))
            .map(|((o, r), m)| ((o - offset, *r), *m))
            .collect(),
        partial: content
            .partial
            .iter()
            .filter(|(o, _)| inside(*o))
            .map(|(o, m)| (o - offset, *m))
            .collect(),
        effective: Vec::new(),
    }
}
