//! Lowering of expressions: values, places and records.

use super::{BitField, Lower};
use crate::code::{Arg, Call, Conv, Lv, N, Node, Oper, OperandOrder, PointerRoot, Scalar, Usage};
use crate::effects::{Effect, direct_callee};
use crate::exact;
use crate::outcome::ImplDefined;
use crate::pools::hand_out;
use crate::ub::Ub;
use crate::value::Value;
use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, ExprId, ExprKind, Id, IncDecOp, IntKind, Loc, LocalId, LogicalOp, RecordKind, Type,
    TypeId, UnaryOp,
};

impl Lower<'_> {
    fn describe(&self, ty: TypeId) -> String {
        self.tables.describe(ty)
    }

    /// The order of two operands.
    fn order(&mut self, a: Effect, b: Effect) -> OperandOrder {
        if a.conflicts(b) {
            self.tracked = true;
            OperandOrder::Tracked
        } else {
            OperandOrder::Free
        }
    }

    /// A scalar (or void) expression.
    pub fn value(&mut self, e: ExprId) -> N {
        self.depth += 1;
        let node = if self.depth > self.max_depth {
            self.unsupported("an expression nested too deeply", self.expr(e).loc)
        } else {
            self.value_inner(e, true)
        };
        self.depth -= 1;
        let node = self.opened(node, e);
        if self.repair {
            self.note_guardable(node, e);
        }
        let node = self.within(node, e);
        if self.watch { self.watched(node, e) } else { node }
    }

    /// The node with a note of the values it gave, where these are numbers or null.
    fn watched(&mut self, node: N, e: ExprId) -> N {
        let ty = self.expr(e).ty.ty;
        let types = &self.tables.types;
        if matches!(self.expr(e).kind, ExprKind::Int(_) | ExprKind::Float(_))
            || !(types.is_arithmetic(ty) || types.pointee(ty).is_some())
            || self.scalar(ty).is_some_and(Scalar::is_wide)
        {
            return node;
        }
        self.push(Node::Watch { inner: node, expr: e }, self.expr(e).loc)
    }

    /// An expression whose value is not used.
    pub fn effect_value(&mut self, e: ExprId) -> N {
        match self.expr(e).kind {
            ExprKind::Call { .. } => self.value_inner(e, false),
            ExprKind::Cast { operand, .. }
                if self.tables.types.is_void(self.expr(e).ty.ty)
                    && matches!(self.expr(operand).kind, ExprKind::Call { .. }) =>
            {
                let record = self.tables.types.as_record(self.expr(operand).ty.ty).is_some();
                if record {
                    let inner = self.unused_record(operand);
                    self.push(Node::Drop(inner), self.expr(e).loc)
                } else {
                    self.value_inner(operand, false)
                }
            }
            ExprKind::Comma { lhs, rhs } => {
                let lhs = self.discard(lhs);
                let rhs = self.discard(rhs);
                self.push(Node::Comma(lhs, rhs), self.expr(e).loc)
            }
            _ => self.value(e),
        }
    }

    /// Any expression, evaluated for its effects.
    fn discard(&mut self, e: ExprId) -> N {
        if self.tables.types.as_record(self.expr(e).ty.ty).is_some() {
            let inner = self.unused_record(e);
            self.push(Node::Drop(inner), self.expr(e).loc)
        } else {
            self.effect_value(e)
        }
    }

    /// A record expression whose value is not used: a function may end without returning it.
    pub fn unused_record(&mut self, e: ExprId) -> N {
        match &self.expr(e).kind {
            ExprKind::Call { callee, args } => {
                let call = self.call(*callee, args, false);
                self.push(Node::RCall(call), self.expr(e).loc)
            }
            _ => self.record(e),
        }
    }

    pub fn zero_of(&mut self, ty: TypeId, loc: Loc) -> N {
        // All-zero bits are zero for every scalar type here, and the null pointer.
        let wide = self.scalar(ty).is_some_and(Scalar::is_wide);
        self.push(Node::Const(if wide { Value::small_wide(0) } else { Value::ZERO }), loc)
    }

    fn value_inner(&mut self, e: ExprId, used: bool) -> N {
        let expr = self.expr(e);
        let (ty, loc) = (expr.ty.ty, expr.loc);
        let void = self.tables.types.is_void(ty);
        if !void && self.scalar(ty).is_none() {
            let name = self.describe(ty);
            return self.unsupported(format!("a value of type '{name}'"), loc);
        }
        if let Some(pools) = self.pools.filter(|pools| !pools.is_empty())
            && let Some(one) = hand_out(self.exprs, e).filter(|one| pools.contains(&one.array))
            && let Some(elem) = self.tables.types.pointee(ty)
        {
            let step = self.value(one.step);
            return self.push(Node::PoolElement { array: one.array, elem: elem.ty, step }, loc);
        }
        match &expr.kind {
            ExprKind::Int(v) if v.word() > 127 && self.is_plain_char(ty) => {
                self.push(Node::Chosen(Value::int(v.word()), ImplDefined::CharSign), loc)
            }
            ExprKind::Int(v) if self.scalar(ty).is_some_and(Scalar::is_wide) => {
                self.push(Node::WideConst(*v), loc)
            }
            ExprKind::Int(v) => self.push(Node::Const(Value::int(v.word())), loc),
            ExprKind::Float(v) => {
                let value = if self.scalar(ty) == Some(Scalar::F32) {
                    Value::f32(*v as f32)
                } else {
                    Value::f64(*v)
                };
                let single = self.scalar(ty) == Some(Scalar::F32);
                if exact::literal(*v, single) {
                    self.push(Node::Const(value), loc)
                } else {
                    // C lets its text be read as a neighbour, and with more digits (6.4.4.2p3, p5).
                    self.push(Node::Chosen(value, ImplDefined::FloatEvaluation), loc)
                }
            }
            ExprKind::LongDouble(bits) => self.push(Node::WideConst(*bits), loc),
            ExprKind::SizeOf(of) => match self.tables.layouts.size(of.ty) {
                Some(size) => self.push(Node::Chosen(Value::int(size), ImplDefined::TypeSize), loc),
                None => self.unsupported("sizeof of this type", loc),
            },
            ExprKind::AlignOf(of) => match self.tables.layouts.align(of.ty) {
                Some(align) => {
                    self.push(Node::Chosen(Value::int(align.into()), ImplDefined::TypeSize), loc)
                }
                None => self.unsupported("_Alignof of this type", loc),
            },
            ExprKind::Load(inner) => self.load(*inner, loc),
            ExprKind::Decay(inner) => match self.expr(*inner).kind {
                ExprKind::Function(f) => self.push(Node::Function(f), loc),
                ExprKind::Deref(p)
                    if self.tables.types.as_function(self.expr(*inner).ty.ty).is_some() =>
                {
                    self.value(p)
                }
                _ => {
                    if let Some(undefined) = self.register_array(*inner) {
                        return undefined;
                    }
                    let place = self.place(*inner, Usage::Address);
                    self.allow_past(place);
                    self.push(Node::Addr(place), loc)
                }
            },
            ExprKind::AddrOf(inner) => self.address(*inner, loc),
            ExprKind::Unary { op, operand } => self.unary(*op, *operand, ty, loc),
            ExprKind::Binary { op, lhs, rhs } => {
                let Some(oper) = self.oper(*op, self.expr(*lhs).ty.ty, self.expr(*rhs).ty.ty)
                else {
                    return self.unsupported(format!("'{}' on these types", op.spelling()), loc);
                };
                let (le, re) = (self.effect(*lhs), self.effect(*rhs));
                let order = self.order(le, re);
                let shared = self.wide_operands(*op, *lhs, *rhs);
                let (lhs, rhs) = (self.value(*lhs), self.right_operand(oper, *rhs));
                let (lhs, rhs) = (self.within_shape(lhs, shared), self.within_shape(rhs, shared));
                self.push(Node::Binary { oper, order, lhs, rhs }, loc)
            }
            ExprKind::Logical { op, lhs, rhs } => {
                let (ls, rs) =
                    (self.scalar(self.expr(*lhs).ty.ty), self.scalar(self.expr(*rhs).ty.ty));
                let (Some(ls), Some(rs)) = (ls, rs) else {
                    return self.unsupported("a condition of this type", loc);
                };
                let (lhs, rhs) = (self.value(*lhs), self.value(*rhs));
                self.push(
                    match op {
                        LogicalOp::And => Node::And { lhs, ls, rhs, rs },
                        LogicalOp::Or => Node::Or { lhs, ls, rhs, rs },
                    },
                    loc,
                )
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let Some(scalar) = self.scalar(self.expr(*cond).ty.ty) else {
                    return self.unsupported("a condition of this type", loc);
                };
                let cond = self.value(*cond);
                let (then, otherwise) = if void {
                    (self.discard(*then), self.discard(*otherwise))
                } else {
                    (self.value(*then), self.value(*otherwise))
                };
                self.push(Node::Cond { cond, scalar, then, otherwise }, loc)
            }
            ExprKind::Comma { lhs, rhs } => {
                let lhs = self.discard(*lhs);
                let rhs = if void { self.discard(*rhs) } else { self.value(*rhs) };
                self.push(Node::Comma(lhs, rhs), loc)
            }
            ExprKind::Assign { lhs, rhs } => self.assign(*lhs, *rhs, loc),
            ExprKind::AssignOp { op, lhs, rhs, compute } => {
                self.assign_op(*op, *lhs, *rhs, *compute, loc)
            }
            ExprKind::IncDec { op, operand } => self.inc_dec(*op, *operand, loc),
            ExprKind::Cast { operand, .. } => {
                if void {
                    let inner = self.discard(*operand);
                    return self.push(Node::Convert(Conv::Void, inner), loc);
                }
                let from = self.expr(*operand).ty.ty;
                let Some(conv) = self.conversion(from, ty) else {
                    let (f, t) = (self.describe(from), self.describe(ty));
                    return self.unsupported(format!("conversion of '{f}' to '{t}'"), loc);
                };
                let inner = self.value(*operand);
                self.push(Node::Convert(conv, inner), loc)
            }
            ExprKind::Call { callee, args } => {
                let call = self.call(*callee, args, used);
                self.push(Node::Call(call), loc)
            }
            ExprKind::Member { base, field } if !self.expr(*base).is_lvalue(self.exprs) => {
                let bits = self.bit_field_of(self.expr(*base).ty.ty, *field);
                let offset = self.field_offset(self.expr(*base).ty.ty, *field, bits.is_some());
                let Some(access) = self.access_of(expr.ty, bits) else {
                    return self.unsupported("a member of this type", loc);
                };
                let base = self.record(*base);
                self.push(Node::Member { base, access, offset }, loc)
            }
            ExprKind::Str(_)
            | ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::Function(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Deref(_)
            | ExprKind::Index { .. }
            | ExprKind::Member { .. } => self.unsupported("an lvalue used as a value", loc),
        }
    }

    fn load(&mut self, inner: ExprId, loc: Loc) -> N {
        if let ExprKind::Local(l) = self.expr(inner).kind
            && let Some(reg) = self.reg_of(l)
        {
            let pointer = self.tables.types.pointee(self.expr(inner).ty.ty).is_some();
            return self.push(if pointer { Node::RegPtr(reg) } else { Node::Reg(reg) }, loc);
        }
        let Some(access) = self.access(inner) else {
            return self.unsupported("an object of this type", loc);
        };
        let place = self.place(inner, Usage::Read);
        self.push(Node::Load { place, access }, loc)
    }

    fn address(&mut self, inner: ExprId, loc: Loc) -> N {
        match self.expr(inner).kind {
            ExprKind::Function(f) => self.push(Node::Function(f), loc),
            // `&*p` is `p` (C11 6.5.3.2p3).
            ExprKind::Deref(p) => self.value(p),
            ExprKind::Index { base, index } if !self.is_array_decay(base) => {
                let elem = self.expr(inner).ty.ty;
                let Some(amount) = self.amount_shape(self.expr(index).ty.ty) else {
                    return self.unsupported("an index of this type", loc);
                };
                let (be, ie) = (self.effect(base), self.effect(index));
                let order = self.order(be, ie);
                let (lhs, rhs) = (self.value(base), self.amount(index));
                let oper = Oper::PtrAdd { minus: false, elem, amount };
                self.push(Node::Binary { oper, order, lhs, rhs }, loc)
            }
            _ => {
                let place = self.place(inner, Usage::Address);
                self.allow_past(place);
                self.push(Node::Addr(place), loc)
            }
        }
    }

    fn is_array_decay(&self, e: ExprId) -> bool {
        match self.expr(e).kind {
            ExprKind::Decay(inner) => {
                matches!(
                    self.tables.types.get(self.expr(inner).ty.ty),
                    Type::Array { len: Some(_), .. }
                )
            }
            _ => false,
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, ty: TypeId, loc: Loc) -> N {
        let from = self.expr(operand).ty.ty;
        let inner = self.value(operand);
        match (op, self.scalar(from)) {
            (UnaryOp::Not, Some(scalar)) => self.push(Node::Not(scalar, inner), loc),
            (UnaryOp::Plus, Some(Scalar::Int(shape))) => {
                self.push(Node::Convert(Conv::Int(shape), inner), loc)
            }
            (UnaryOp::Plus, Some(_)) => inner,
            (UnaryOp::Neg, Some(Scalar::Int(shape))) => self.push(Node::Neg(shape, inner), loc),
            (UnaryOp::Neg, Some(Scalar::F32)) => self.push(Node::NegF32(inner), loc),
            (UnaryOp::Neg, Some(Scalar::F64)) => self.push(Node::NegF64(inner), loc),
            (UnaryOp::Neg, Some(Scalar::Int128 { signed })) => {
                self.push(Node::Neg128(IntShape { bits: 128, signed }, inner), loc)
            }
            (UnaryOp::Neg, Some(Scalar::Long(format))) => {
                self.push(Node::NegLong(format, inner), loc)
            }
            (UnaryOp::BitNot, Some(Scalar::Int128 { .. })) => {
                self.push(Node::BitNot128(inner), loc)
            }
            (UnaryOp::BitNot, Some(Scalar::Int(shape))) => {
                self.push(Node::BitNot(shape, inner), loc)
            }
            _ => {
                let name = self.describe(ty);
                self.unsupported(format!("a unary operator on '{name}'"), loc)
            }
        }
    }

    /// The operation of a binary operator on operands of the given types.
    pub fn oper(&self, op: BinaryOp, lhs: TypeId, rhs: TypeId) -> Option<Oper> {
        let types = &self.tables.types;
        match (types.pointee(lhs), types.pointee(rhs)) {
            (Some(to), None) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => Some(Oper::PtrAdd {
                minus: op == BinaryOp::Sub,
                elem: to.ty,
                amount: self.amount_shape(rhs)?,
            }),
            (Some(to), Some(_)) if op == BinaryOp::Sub => Some(Oper::PtrSub { elem: to.ty }),
            (Some(_), Some(_)) if op.is_comparison() => Some(Oper::PtrCmp(op)),
            (None, None) => match self.scalar(lhs)? {
                Scalar::Int(shape) if op.is_shift() => {
                    Some(Oper::Shift { op, shape, amount: self.amount_shape(rhs)? })
                }
                Scalar::Int128 { signed } if op.is_shift() => {
                    let shape = IntShape { bits: 128, signed };
                    Some(Oper::Shift128 { op, shape, amount: self.amount_shape(rhs)? })
                }
                Scalar::Int128 { signed } => {
                    Some(Oper::Int128 { op, shape: IntShape { bits: 128, signed } })
                }
                Scalar::Int(shape) => Some(Oper::Int { op, shape }),
                Scalar::F32 => Some(Oper::F32(op)),
                Scalar::F64 => Some(Oper::F64(op)),
                Scalar::Long(format) => Some(Oper::Long(op, format)),
                Scalar::Ptr => None,
            },
            _ => None,
        }
    }

    /// The right operand of an operation: an amount for shifts and pointers.
    fn right_operand(&mut self, oper: Oper, e: ExprId) -> N {
        match oper {
            Oper::Shift { .. } | Oper::Shift128 { .. } | Oper::PtrAdd { .. } => self.amount(e),
            _ => self.value(e),
        }
    }

    /// What an amount to shift or to move a pointer by looks like when the operation gets it.
    fn amount_shape(&self, ty: TypeId) -> Option<IntShape> {
        match self.scalar(ty)? {
            Scalar::Int128 { .. } => Some(IntShape { bits: 64, signed: true }),
            _ => self.shape(ty),
        }
    }

    /// An amount to shift or to move a pointer by.
    fn amount(&mut self, e: ExprId) -> N {
        let node = self.value(e);
        match self.scalar(self.expr(e).ty.ty) {
            Some(Scalar::Int128 { signed }) => {
                self.push(Node::Convert(Conv::Clamp { signed }, node), self.expr(e).loc)
            }
            _ => node,
        }
    }

    fn is_plain_char(&self, ty: TypeId) -> bool {
        self.tables.types.as_int(ty) == Some(IntKind::Char)
    }

    /// The conversion between two scalar types.
    pub fn conversion(&self, from: TypeId, to: TypeId) -> Option<Conv> {
        let types = &self.tables.types;
        let source = self.scalar(from)?;
        if types.as_int(to) == Some(IntKind::Bool) {
            return Some(Conv::Bool(source));
        }
        Some(match (source, self.scalar(to)?) {
            (
                Scalar::Int(_)
                | Scalar::F32
                | Scalar::F64
                | Scalar::Int128 { .. }
                | Scalar::Long(_),
                Scalar::Int(shape),
            ) if self.is_plain_char(to) => Conv::Char(source, shape),
            (Scalar::Int(_), Scalar::Int(shape)) => Conv::Int(shape),
            (Scalar::Int(shape), Scalar::F32) => Conv::IntToF32(shape),
            (Scalar::Int(shape), Scalar::F64) => Conv::IntToF64(shape),
            (Scalar::F32, Scalar::Int(shape)) => Conv::F32ToInt(shape),
            (Scalar::F64, Scalar::Int(shape)) => Conv::F64ToInt(shape),
            (Scalar::F32, Scalar::F64) => Conv::F32ToF64,
            (Scalar::F64, Scalar::F32) => Conv::F64ToF32,
            (Scalar::F32, Scalar::F32) | (Scalar::F64, Scalar::F64) => Conv::Keep,
            (Scalar::Ptr, Scalar::Int(shape)) => Conv::PtrToInt(shape),
            (Scalar::Int(_), Scalar::Ptr) => Conv::IntToPtr,
            (Scalar::Ptr, Scalar::Ptr) => {
                let (a, b) = (types.pointee(from)?.ty, types.pointee(to)?.ty);
                if types.as_function(a).is_some() || types.as_function(b).is_some() || a == b {
                    return Some(Conv::Keep);
                }
                let bytes = |t: TypeId| types.is_void(t) || self.tables.facts(t).is_char;
                if bytes(a) && bytes(b) {
                    Conv::Keep
                } else {
                    // An array of characters is as good as one: `(*(char (*)[])&x)[1]`.
                    let bytewise = types.is_void(b) || self.tables.facts(b).only_chars;
                    Conv::Ptr { align: self.tables.layouts.align(b).unwrap_or(1), bytewise }
                }
            }
            // How a pointer becomes a number that is wider than it is the compiler's business.
            (_, Scalar::Ptr) | (Scalar::Ptr, _) => return None,
            (Scalar::Long(_), Scalar::Long(_)) => Conv::Keep,
            (from, to) => Conv::Wide { from, to },
        })
    }

    fn lv(&mut self, e: ExprId, usage: Usage) -> Option<Lv> {
        if let ExprKind::Local(l) = self.expr(e).kind
            && let Some(reg) = self.reg_of(l)
        {
            return Some(Lv::Reg(reg));
        }
        let access = self.access(e)?;
        Some(Lv::Mem { place: self.place(e, usage), access })
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId, loc: Loc) -> N {
        let (le, re) = (self.effect(lhs), self.effect(rhs));
        let order = self.order(le, re);
        let inner = le.pending || re.pending;
        let overlap = self.may_overlap(lhs, rhs);
        let Some(lv) = self.lv(lhs, Usage::Write) else {
            return self.unsupported("an assignment to this type", loc);
        };
        let rhs = self.value_for(rhs, self.bit_field(lhs));
        self.push(Node::Assign { lv, rhs, order, inner, overlap }, loc)
    }

    /// A value on its way into an object, perhaps a bit-field.
    pub fn value_for(&mut self, e: ExprId, bits: Option<BitField>) -> N {
        if let ExprKind::Cast { operand, implicit: true } = self.expr(e).kind
            && bits.is_some()
            && let Some(conv) = self.conversion(self.expr(operand).ty.ty, self.expr(e).ty.ty)
            && conv.is_float_to_int()
        {
            let inner = self.value(operand);
            return self.push(Node::Convert(into_bits(conv, bits), inner), self.expr(e).loc);
        }
        self.value(e)
    }

    /// Whether an assignment might read from an object that overlaps the target inexactly: only
    /// between lvalues of different types, both inside unions or behind pointers. The result of a
    /// cast operator, as that of any other, is a value of its own and was read from no object.
    fn may_overlap(&self, lhs: ExprId, rhs: ExprId) -> bool {
        let mut source = rhs;
        while let ExprKind::Cast { operand, implicit: true } = self.expr(source).kind {
            source = operand;
        }
        let ExprKind::Load(source) = self.expr(source).kind else { return false };
        let distinct = self.expr(lhs).ty.ty != self.expr(source).ty.ty;
        let bits = self.bit_field(lhs).is_some() || self.bit_field(source).is_some();
        (distinct || bits) && self.is_indirect(lhs) && self.is_indirect(source)
    }

    fn is_indirect(&self, e: ExprId) -> bool {
        match self.expr(e).kind {
            ExprKind::Deref(_) => true,
            ExprKind::Index { base, .. } => match self.expr(base).kind {
                ExprKind::Decay(inner) => self.is_indirect(inner),
                _ => true,
            },
            ExprKind::Member { base, .. } => {
                let union = self
                    .tables
                    .types
                    .as_record(self.expr(base).ty.ty)
                    .is_some_and(|r| self.tables.types.records[r].kind == RecordKind::Union);
                union || self.is_indirect(base)
            }
            _ => false,
        }
    }

    fn assign_op(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        compute: TypeId,
        loc: Loc,
    ) -> N {
        let stored = self.expr(lhs).ty.ty;
        let parts = (
            self.conversion(stored, compute),
            self.oper(op, compute, self.expr(rhs).ty.ty),
            self.conversion(compute, stored),
        );
        let (Some(widen), Some(oper), Some(narrow)) = parts else {
            return self.unsupported("a compound assignment on these types", loc);
        };
        let narrow = into_bits(narrow, self.bit_field(lhs));
        let (le, re) = (self.effect(lhs).join(self.read_effect(lhs)), self.effect(rhs));
        let order = self.order(le, re);
        let inner = le.pending || re.pending;
        let Some(lv) = self.lv(lhs, Usage::Update) else {
            return self.unsupported("an assignment to this type", loc);
        };
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        let shape = self.bit_field(lhs).filter(|b| b.wide && divides).map(BitField::shape);
        let rhs = self.right_operand(oper, rhs);
        let rhs = self.within_shape(rhs, shape);
        self.push(Node::AssignOp { lv, rhs, oper, widen, narrow, order, inner }, loc)
    }

    fn inc_dec(&mut self, op: IncDecOp, operand: ExprId, loc: Loc) -> N {
        let ty = self.expr(operand).ty.ty;
        let binary = if op.is_increment() { BinaryOp::Add } else { BinaryOp::Sub };
        let int = IntShape::of(&self.tables.target, IntKind::Int);
        // `++x` is `x += 1` (C11 6.5.3.1p2): the sum is computed in the common type of x and int.
        let (oper, widen, narrow, one) = match self.scalar(ty) {
            Some(Scalar::Ptr) => {
                let Some(to) = self.tables.types.pointee(ty) else {
                    return self.unsupported("'++' on this type", loc);
                };
                let oper = Oper::PtrAdd { minus: !op.is_increment(), elem: to.ty, amount: int };
                (oper, Conv::Keep, Conv::Keep, Value::int(1))
            }
            Some(Scalar::F32) => (Oper::F32(binary), Conv::Keep, Conv::Keep, Value::f32(1.0)),
            Some(Scalar::F64) => (Oper::F64(binary), Conv::Keep, Conv::Keep, Value::f64(1.0)),
            Some(Scalar::Long(format)) => {
                let oper = Oper::Long(binary, format);
                (oper, Conv::Keep, Conv::Keep, Value::long_one(format))
            }
            Some(Scalar::Int128 { signed }) => {
                let oper = Oper::Int128 { op: binary, shape: IntShape { bits: 128, signed } };
                (oper, Conv::Keep, Conv::Keep, Value::small_wide(1))
            }
            Some(Scalar::Int(shape)) => {
                let target = &self.tables.target;
                let kind = self.tables.types.as_int(ty).unwrap_or(IntKind::Int);
                let promoted = match self.bit_field(operand) {
                    Some(bits) => target.promote_bit_field(kind, bits.width),
                    None => target.promote(kind),
                };
                let common = IntShape::of(target, target.common_int(promoted, IntKind::Int));
                let narrow = if kind == IntKind::Bool {
                    Conv::Bool(Scalar::Int(common))
                } else if kind == IntKind::Char {
                    Conv::Char(Scalar::Int(common), shape)
                } else {
                    Conv::Int(shape)
                };
                (Oper::Int { op: binary, shape: common }, Conv::Int(common), narrow, Value::int(1))
            }
            None => return self.unsupported("'++' on this type", loc),
        };
        let inner = self.effect(operand).pending;
        let Some(lv) = self.lv(operand, Usage::Update) else {
            return self.unsupported("'++' on this type", loc);
        };
        let prefix = op.is_prefix();
        self.push(Node::IncDec { lv, oper, widen, narrow, prefix, inner, one }, loc)
    }

    fn call(&mut self, callee: ExprId, args: &[ExprId], used: bool) -> Box<Call> {
        let target = direct_callee(self.exprs, callee);
        let mut together = Effect::NONE;
        let mut order = OperandOrder::Free;
        for e in std::iter::once(&callee).chain(args) {
            let effect = self.effect(*e);
            if effect.conflicts(together) {
                order = OperandOrder::Tracked;
            }
            together = together.join(effect);
        }
        self.tracked |= order == OperandOrder::Tracked;
        let ty = self
            .tables
            .types
            .pointee(self.expr(callee).ty.ty)
            .map_or(self.expr(callee).ty.ty, |t| t.ty);
        let callee = self.value(callee);
        let args = args
            .iter()
            .map(|a| {
                let ty = self.expr(*a).ty.ty;
                let record = self.tables.types.as_record(ty).is_some();
                let node = if record { self.record(*a) } else { self.value(*a) };
                Arg { node, ty, record }
            })
            .collect();
        Box::new(Call { target, callee, args, ty, order, used })
    }

    fn field_offset(&self, record: TypeId, field: u32, is_bits: bool) -> u64 {
        if is_bits {
            return 0; // bit ranges count from the start of the record
        }
        self.tables
            .types
            .as_record(record)
            .and_then(|r| self.tables.layouts.record(r))
            .and_then(|l| l.fields.get(field as usize))
            .map_or(0, |f| f.offset)
    }

    /// An lvalue, as a place.
    pub fn place(&mut self, e: ExprId, usage: Usage) -> N {
        self.depth += 1;
        let node = if self.depth > self.max_depth {
            self.unsupported("an expression nested too deeply", self.expr(e).loc)
        } else {
            self.place_inner(e, usage)
        };
        self.depth -= 1;
        if self.repair {
            self.note_guardable(node, e);
        }
        node
    }

    /// What becomes of an array that must not be converted to a pointer (C11 6.3.2.1p3).
    fn register_array(&mut self, array: ExprId) -> Option<N> {
        let local = self.stmts?.register_of(self.exprs, array)?;
        let named = self.locals.get(local).and_then(|local| local.name.as_ref());
        let object = named.map_or_else(|| format!("'{local:?}'"), |name| format!("'{name}'"));
        let rule = Ub::RegisterArray { object };
        Some(self.push(Node::Undefined(rule.into()), self.expr(array).loc))
    }

    /// The place of a record or array of which a part is accessed.
    fn place_around(&mut self, e: ExprId, usage: Usage) -> N {
        let node = self.place(e, usage);
        if let Node::PDeref { root, .. } | Node::PRelaxed { root, .. } | Node::PIndex { root, .. } =
            &mut self.code.nodes[node as usize]
        {
            root.part = true;
        }
        node
    }

    fn place_inner(&mut self, e: ExprId, usage: Usage) -> N {
        let expr = self.expr(e);
        let loc = expr.loc;
        // An array is as qualified as its elements (6.7.3p9).
        let volatile = self.tables.types.innermost(expr.ty).quals.is_volatile();
        match &expr.kind {
            ExprKind::Global(g) => self.push(Node::PGlobal(*g), loc),
            ExprKind::Str(s) => self.push(Node::PStr(*s), loc),
            ExprKind::Local(l) => match self.mem_of(*l) {
                Some(slot) => self.push(Node::PLocal(slot), loc),
                None => self.unsupported("the address of this local", loc),
            },
            ExprKind::CompoundLiteral(l) => {
                let Some(slot) = self.mem_of(*l) else {
                    return self.unsupported("a compound literal here", loc);
                };
                let Some(local) = self.locals.get(*l) else {
                    return self.unsupported("a compound literal here", loc);
                };
                let empty = brinell_lang::Init::List(Vec::new());
                let init = local.init.as_ref().unwrap_or(&empty);
                let init = self.initialiser(init, local.ty.ty, loc);
                self.code.inits.push(init);
                let init = self.code.inits.len() as u32 - 1;
                self.push(Node::PLiteral { slot, init }, loc)
            }
            ExprKind::Deref(p) => {
                let ptr = self.value(*p);
                let root = PointerRoot { ty: expr.ty.ty, usage, volatile, part: false };
                if let Some(at) = self.relaxed_pointer(*p, ptr) {
                    return self.push(Node::PRelaxed { at, root }, loc);
                }
                self.push(Node::PDeref { ptr, root }, loc)
            }
            ExprKind::Index { base, index } => {
                let (be, ie) = (self.effect(*base), self.effect(*index));
                let order = self.order(be, ie);
                let Some(amount) = self.amount_shape(self.expr(*index).ty.ty) else {
                    return self.unsupported("an index of this type", loc);
                };
                if self.is_array_decay(*base)
                    && let ExprKind::Decay(array) = self.expr(*base).kind
                    && let Type::Array { elem, len: Some(len) } =
                        *self.tables.types.get(self.expr(array).ty.ty)
                {
                    if let Some(undefined) = self.register_array(array) {
                        return undefined;
                    }
                    let base = self.place_around(array, usage);
                    let index = self.amount(*index);
                    let size = self.tables.size(elem.ty);
                    return self.push(Node::PElem { base, index, order, amount, size, len }, loc);
                }
                let (ptr, index) = (self.value(*base), self.amount(*index));
                let root = PointerRoot { ty: expr.ty.ty, usage, volatile, part: false };
                self.push(Node::PIndex { ptr, index, order, amount, root }, loc)
            }
            ExprKind::Member { base, field } => {
                let record_ty = self.expr(*base).ty.ty;
                let Some(record) = self.tables.types.as_record(record_ty) else {
                    return self.unsupported("a member of this type", loc);
                };
                let is_bits = self.bit_field_of(record_ty, *field).is_some();
                let offset = self.field_offset(record_ty, *field, is_bits);
                let union = self.tables.types.records[record].kind == RecordKind::Union;
                let noted = match usage {
                    Usage::Address => false,
                    Usage::Read => union,
                    Usage::Write | Usage::Update => union || self.tables.has_gaps(record),
                };
                let base = self.place_around(*base, usage);
                let view = if union { self.tables.view(record, *field) } else { 0 };
                self.push(Node::PMember { base, offset, record, field: *field, noted, view }, loc)
            }
            _ if self.tables.types.as_record(expr.ty.ty).is_some() => {
                let record = self.record(e);
                self.push(Node::PTemp { record, ty: expr.ty.ty }, loc)
            }
            _ => self.unsupported("this lvalue", loc),
        }
    }

    fn mem_of(&self, l: LocalId) -> Option<u32> {
        match self.slots.get(l.index()).copied().flatten() {
            Some(crate::code::LocalSlot::Mem(m)) => Some(m),
            _ => None,
        }
    }

    /// A record expression.
    pub fn record(&mut self, e: ExprId) -> N {
        self.depth += 1;
        let node = if self.depth > self.max_depth {
            self.unsupported("an expression nested too deeply", self.expr(e).loc)
        } else {
            self.record_inner(e)
        };
        self.depth -= 1;
        node
    }

    fn record_inner(&mut self, e: ExprId) -> N {
        let expr = self.expr(e);
        let loc = expr.loc;
        match &expr.kind {
            ExprKind::Load(inner) => {
                let Some(access) = self.access(*inner) else {
                    return self.unsupported("a record of this type", loc);
                };
                let place = self.place(*inner, Usage::Read);
                let bare =
                    matches!(self.expr(*inner).kind, ExprKind::Local(l) if self.bare.contains(&l));
                self.push(Node::RLoad { place, access, bare }, loc)
            }
            ExprKind::Assign { lhs, rhs } => {
                let (le, re) = (self.effect(*lhs), self.effect(*rhs));
                let order = self.order(le, re);
                let inner = le.pending || re.pending;
                let Some(access) = self.access(*lhs) else {
                    return self.unsupported("a record of this type", loc);
                };
                let place = self.place(*lhs, Usage::Write);
                let rhs = self.record(*rhs);
                self.push(Node::RAssign { place, access, rhs, order, inner }, loc)
            }
            ExprKind::Comma { lhs, rhs } => {
                let lhs = self.discard(*lhs);
                let rhs = self.record(*rhs);
                self.push(Node::RComma(lhs, rhs), loc)
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let Some(scalar) = self.scalar(self.expr(*cond).ty.ty) else {
                    return self.unsupported("a condition of this type", loc);
                };
                let cond = self.value(*cond);
                let (then, otherwise) = (self.record(*then), self.record(*otherwise));
                self.push(Node::RCond { cond, scalar, then, otherwise }, loc)
            }
            ExprKind::Call { callee, args } => {
                let call = self.call(*callee, args, true);
                self.push(Node::RCall(call), loc)
            }
            ExprKind::Member { base, field } if !self.expr(*base).is_lvalue(self.exprs) => {
                let offset = self.field_offset(self.expr(*base).ty.ty, *field, false);
                let size = self.tables.size(expr.ty.ty);
                let base = self.record(*base);
                self.push(Node::RMember { base, offset, size }, loc)
            }
            ExprKind::Cast { operand, .. } if self.expr(*operand).ty.ty == expr.ty.ty => {
                self.record(*operand)
            }
            _ => self.unsupported("this record expression", loc),
        }
    }
}

/// A floating value that goes into a bit-field is converted to an integer of the field's own width
/// (6.7.2.1p10), which it must fit (6.3.1.4p1); gcc's folding makes use of that.
const fn into_bits(conv: Conv, bits: Option<BitField>) -> Conv {
    match (conv, bits) {
        (Conv::F32ToInt(shape), Some(field)) => {
            Conv::F32ToInt(IntShape { bits: field.width as u8, ..shape })
        }
        (Conv::F64ToInt(shape), Some(field)) => {
            Conv::F64ToInt(IntShape { bits: field.width as u8, ..shape })
        }
        (Conv::Wide { from: from @ Scalar::Long(_), to: Scalar::Int(shape) }, Some(field)) => {
            let to = Scalar::Int(IntShape { bits: field.width as u8, ..shape });
            Conv::Wide { from, to }
        }
        (Conv::Char(from @ (Scalar::F32 | Scalar::F64 | Scalar::Long(_)), shape), Some(field)) => {
            Conv::Char(from, IntShape { bits: field.width as u8, ..shape })
        }
        (conv, _) => conv,
    }
}
