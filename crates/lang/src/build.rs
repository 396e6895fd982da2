//! The builder: makes typed expressions and inserts the implicit conversions.
//!
//! Each method takes operands as the source has them (lvalues stay lvalues) and applies lvalue
//! conversion, decay, promotion and the usual arithmetic conversions itself. What violates a
//! constraint of C11 6.5 is a [`BuildError`].

mod again;

use crate::arith::IntShape;
use crate::bits::Bits;
use crate::consts::is_null_pointer_constant;
use crate::dialect::Dialect;
use crate::expr::{BinaryOp, Expr, ExprKind, IncDecOp, LogicalOp, UnaryOp};
use crate::ids::{ExprId, FuncId, GlobalId, LocalId, StringId, TypeId};
use crate::loc::Loc;
use crate::long_double::LongDouble;
use crate::program::Exprs;
use crate::target::Target;
use crate::types::{FloatKind, IntKind, QualType, Quals, Type, Types};

/// A constraint violation.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct BuildError {
    /// What is wrong, in words.
    pub message: String,
    /// The offending operator or operand.
    pub loc: Loc,
}

type Result<T> = std::result::Result<T, BuildError>;

/// Makes expressions in one arena.
pub struct Builder<'a> {
    /// The program's types.
    pub types: &'a mut Types,
    /// The data model.
    pub target: &'a Target,
    /// The edition of C.
    pub dialect: Dialect,
    /// Where the expressions go.
    pub exprs: &'a mut Exprs,
}

fn fail<T>(loc: Loc, message: impl Into<String>) -> Result<T> {
    Err(BuildError { message: message.into(), loc })
}

impl Builder<'_> {
    fn push(&mut self, kind: ExprKind, ty: QualType, loc: Loc) -> ExprId {
        self.exprs.push(Expr { kind, ty, loc })
    }

    fn value(&mut self, kind: ExprKind, ty: TypeId, loc: Loc) -> ExprId {
        self.push(kind, QualType::plain(ty), loc)
    }

    fn ty(&self, e: ExprId) -> TypeId {
        self.exprs[e].ty.ty
    }

    fn name(&self, e: ExprId) -> String {
        self.types.describe(self.exprs[e].ty, self.target)
    }

    fn type_name(&self, ty: TypeId) -> String {
        self.types.describe(QualType::plain(ty), self.target)
    }

    // ---- leaves ----

    /// An integer constant of the given type; the value is wrapped to it.
    pub fn int(&mut self, value: impl Into<Bits>, kind: IntKind, loc: Loc) -> ExprId {
        let value = value.into();
        let value = if kind == IntKind::Bool {
            Bits::from(!value.is_zero())
        } else {
            IntShape::of(self.target, kind).wrap(value)
        };
        let ty = self.types.int(kind);
        self.value(ExprKind::Int(value), ty, loc)
    }

    /// A floating constant, rounded to the type.
    pub fn float(&mut self, value: f64, kind: FloatKind, loc: Loc) -> ExprId {
        if kind == FloatKind::LongDouble
            && let Some(format) = self.target.long_format
        {
            return self.long_double(format.of_double(value), loc);
        }
        let single = self.target.float_size(kind) == 4;
        let value = if single { f64::from(value as f32) } else { value };
        let ty = self.types.float(kind);
        self.value(ExprKind::Float(value), ty, loc)
    }

    /// A constant of type `long double`, in the format of the target.
    pub fn long_double(&mut self, value: LongDouble, loc: Loc) -> ExprId {
        let ty = self.types.float(FloatKind::LongDouble);
        self.value(ExprKind::LongDouble(value.bits()), ty, loc)
    }

    /// A string literal of `len` bytes without its terminator.
    pub fn string(&mut self, id: StringId, len: usize, loc: Loc) -> ExprId {
        let char_ty = QualType::plain(self.types.int(IntKind::Char));
        let ty = self.types.array(char_ty, Some(len as u64 + 1));
        self.value(ExprKind::Str(id), ty, loc)
    }

    /// An object with static storage duration.
    pub fn global(&mut self, id: GlobalId, ty: QualType, loc: Loc) -> ExprId {
        self.push(ExprKind::Global(id), ty, loc)
    }

    /// A local object.
    pub fn local(&mut self, id: LocalId, ty: QualType, loc: Loc) -> ExprId {
        self.push(ExprKind::Local(id), ty, loc)
    }

    /// A compound literal whose object is the local.
    pub fn compound_literal(&mut self, id: LocalId, ty: QualType, loc: Loc) -> ExprId {
        self.push(ExprKind::CompoundLiteral(id), ty, loc)
    }

    /// A function designator.
    pub fn function(&mut self, id: FuncId, ty: TypeId, loc: Loc) -> ExprId {
        self.value(ExprKind::Function(id), ty, loc)
    }

    /// `sizeof(type)`
    pub fn size_of(&mut self, of: QualType, loc: Loc) -> Result<ExprId> {
        if !self.types.is_complete(of.ty) {
            let what = self.types.describe(of, self.target);
            return fail(loc, format!("sizeof needs a complete object type, not '{what}'"));
        }
        let ty = self.types.int(self.target.size_t);
        Ok(self.value(ExprKind::SizeOf(of), ty, loc))
    }

    /// `_Alignof(type)`
    pub fn align_of(&mut self, of: QualType, loc: Loc) -> Result<ExprId> {
        if !self.types.is_complete(of.ty) {
            let what = self.types.describe(of, self.target);
            return fail(loc, format!("_Alignof needs a complete object type, not '{what}'"));
        }
        let ty = self.types.int(self.target.size_t);
        Ok(self.value(ExprKind::AlignOf(of), ty, loc))
    }

    // ---- conversions ----

    /// Lvalue conversion and decay: turns an operand into a value (C11 6.3.2.1).
    pub fn rvalue(&mut self, e: ExprId) -> ExprId {
        let (ty, loc) = (self.exprs[e].ty, self.exprs[e].loc);
        match *self.types.get(ty.ty) {
            Type::Array { elem, .. } => {
                let pointer = self.types.pointer(elem.with(ty.quals));
                self.value(ExprKind::Decay(e), pointer, loc)
            }
            Type::Function(_) => {
                let pointer = self.types.pointer(QualType::plain(ty.ty));
                self.value(ExprKind::Decay(e), pointer, loc)
            }
            _ if self.exprs[e].is_lvalue(self.exprs) => self.value(ExprKind::Load(e), ty.ty, loc),
            _ => e,
        }
    }

    /// An implicit conversion of a value; nothing where the type is right already.
    pub fn implicit(&mut self, e: ExprId, to: TypeId) -> ExprId {
        if self.ty(e) == to {
            return e;
        }
        let loc = self.exprs[e].loc;
        self.value(ExprKind::Cast { operand: e, implicit: true }, to, loc)
    }

    /// The width of the bit-field that an lvalue designates or a value comes from, if it does.
    pub fn bit_field_width(&self, e: ExprId) -> Option<u32> {
        self.exprs.bit_field_width(self.types, e)
    }

    /// The integer promotions on a value.
    pub fn promote(&mut self, e: ExprId) -> ExprId {
        let Some(kind) = self.types.as_int(self.ty(e)) else { return e };
        let promoted = match self.bit_field_width(e) {
            Some(width) => self.target.promote_bit_field(kind, width),
            None => self.target.promote(kind),
        };
        let ty = self.types.int(promoted);
        self.implicit(e, ty)
    }

    /// The usual arithmetic conversions on two values (C11 6.3.1.8).
    fn arithmetic(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        let common = match (self.types.as_float(self.ty(a)), self.types.as_float(self.ty(b))) {
            (Some(x), Some(y)) => self.types.float(x.max(y)),
            (Some(x), None) | (None, Some(x)) => self.types.float(x),
            (None, None) => {
                let (a, b) = (self.promote(a), self.promote(b));
                let kinds = (self.types.as_int(self.ty(a)), self.types.as_int(self.ty(b)));
                let (Some(x), Some(y)) = kinds else { return (a, b) };
                let ty = self.types.int(self.target.common_int(x, y));
                return (self.implicit(a, ty), self.implicit(b, ty));
            }
        };
        (self.implicit(a, common), self.implicit(b, common))
    }

    /// The default argument promotions on a value (C11 6.5.2.2p6).
    pub fn default_promote(&mut self, e: ExprId) -> ExprId {
        match self.types.as_float(self.ty(e)) {
            Some(FloatKind::Float) => {
                let double = self.types.float(FloatKind::Double);
                self.implicit(e, double)
            }
            Some(_) => e,
            None => self.promote(e),
        }
    }

    /// Conversion as if by assignment (C11 6.5.16.1p1) of an operand to an unqualified type;
    /// `what` names the place for messages.
    pub fn assignable(&mut self, e: ExprId, to: TypeId, what: &str) -> Result<ExprId> {
        let e = self.rvalue(e);
        let from = self.ty(e);
        let loc = self.exprs[e].loc;
        if from == to || (self.types.is_arithmetic(from) && self.types.is_arithmetic(to)) {
            return Ok(self.implicit(e, to));
        }
        let bool_from_pointer = matches!(self.types.get(to), Type::Int(IntKind::Bool))
            && self.types.pointee(from).is_some();
        if bool_from_pointer {
            return Ok(self.implicit(e, to));
        }
        if let Some(target) = self.types.pointee(to) {
            if is_null_pointer_constant(self.types, self.target, self.exprs, e) {
                return Ok(self.implicit(e, to));
            }
            if let Some(source) = self.types.pointee(from) {
                let void = self.types.is_void(target.ty) || self.types.is_void(source.ty);
                if !void && !self.types.compatible(target.ty, source.ty) {
                    let (f, t) = (self.type_name(from), self.type_name(to));
                    return fail(
                        loc,
                        format!(
                            "{what} converts '{f}' to the incompatible '{t}'; write a cast if that is meant"
                        ),
                    );
                }
                let lost = source.quals.without(target.quals).without(Quals::RESTRICT);
                if !lost.is_empty() {
                    let (f, t) = (self.type_name(from), self.type_name(to));
                    return fail(loc, format!("{what} drops a qualifier: '{f}' to '{t}'"));
                }
                return Ok(self.implicit(e, to));
            }
        }
        let (f, t) = (self.type_name(from), self.type_name(to));
        fail(loc, format!("{what} cannot convert '{f}' to '{t}'"))
    }

    /// An explicit cast.
    pub fn cast(&mut self, e: ExprId, to: TypeId, loc: Loc) -> Result<ExprId> {
        let e = self.rvalue(e);
        let from = self.ty(e);
        let scalars = self.types.is_scalar(from) && self.types.is_scalar(to);
        let mixes_float_and_pointer = (self.types.as_float(from).is_some()
            && self.types.pointee(to).is_some())
            || (self.types.pointee(from).is_some() && self.types.as_float(to).is_some());
        if !self.types.is_void(to) && (!scalars || mixes_float_and_pointer) {
            let (f, t) = (self.type_name(from), self.type_name(to));
            return fail(loc, format!("cannot cast '{f}' to '{t}'"));
        }
        Ok(self.value(ExprKind::Cast { operand: e, implicit: false }, to, loc))
    }

    fn scalar(&mut self, e: ExprId, what: &str) -> Result<ExprId> {
        let e = self.rvalue(e);
        if self.types.is_scalar(self.ty(e)) {
            return Ok(e);
        }
        let (loc, name) = (self.exprs[e].loc, self.name(e));
        fail(loc, format!("{what} needs a scalar, not '{name}'"))
    }

    /// A controlling expression: a scalar value.
    pub fn condition(&mut self, e: ExprId) -> Result<ExprId> {
        self.scalar(e, "a condition")
    }

    // ---- operators ----

    /// `+x`, `-x`, `~x`, `!x`
    pub fn unary(&mut self, op: UnaryOp, e: ExprId, loc: Loc) -> Result<ExprId> {
        if op == UnaryOp::Not {
            let e = self.scalar(e, "'!'")?;
            let int = self.types.int(IntKind::Int);
            return Ok(self.value(ExprKind::Unary { op, operand: e }, int, loc));
        }
        let e = self.rvalue(e);
        let ok = if op == UnaryOp::BitNot {
            self.types.is_integer(self.ty(e))
        } else {
            self.types.is_arithmetic(self.ty(e))
        };
        if !ok {
            let name = self.name(e);
            return fail(loc, format!("a unary operator cannot take '{name}'"));
        }
        let e = self.promote(e);
        let ty = self.ty(e);
        Ok(self.value(ExprKind::Unary { op, operand: e }, ty, loc))
    }

    /// A binary operator other than `&&`, `||`, comma and assignments.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, loc: Loc) -> Result<ExprId> {
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        let int = self.types.int(IntKind::Int);
        let pointers = (self.types.pointee(self.ty(a)), self.types.pointee(self.ty(b)));
        if pointers != (None, None) {
            return self.pointer_binary(op, a, b, pointers, loc);
        }
        let integers = self.types.is_integer(self.ty(a)) && self.types.is_integer(self.ty(b));
        let needs_integers = op.is_shift()
            || matches!(op, BinaryOp::Rem | BinaryOp::And | BinaryOp::Xor | BinaryOp::Or);
        let arithmetic =
            self.types.is_arithmetic(self.ty(a)) && self.types.is_arithmetic(self.ty(b));
        if !arithmetic || (needs_integers && !integers) {
            return self.operand_error(op, a, b, loc);
        }
        if op.is_shift() {
            let (a, b) = (self.promote(a), self.promote(b));
            let ty = self.ty(a);
            return Ok(self.value(ExprKind::Binary { op, lhs: a, rhs: b }, ty, loc));
        }
        let (a, b) = self.arithmetic(a, b);
        let ty = if op.is_comparison() { int } else { self.ty(a) };
        Ok(self.value(ExprKind::Binary { op, lhs: a, rhs: b }, ty, loc))
    }

    fn operand_error<T>(&self, op: BinaryOp, a: ExprId, b: ExprId, loc: Loc) -> Result<T> {
        let (x, y) = (self.name(a), self.name(b));
        fail(loc, format!("'{}' cannot take '{x}' and '{y}'", op.spelling()))
    }

    fn object_pointer(&self, pointee: QualType) -> bool {
        self.types.is_complete(pointee.ty)
    }

    fn pointer_binary(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        pointers: (Option<QualType>, Option<QualType>),
        loc: Loc,
    ) -> Result<ExprId> {
        let int = self.types.int(IntKind::Int);
        match (op, pointers) {
            (BinaryOp::Add | BinaryOp::Sub, (Some(to), None))
                if self.types.is_integer(self.ty(b)) && self.object_pointer(to) =>
            {
                let b = self.promote(b);
                let ty = self.ty(a);
                Ok(self.value(ExprKind::Binary { op, lhs: a, rhs: b }, ty, loc))
            }
            // `i + p`: the pointer goes first; addition commutes and the operands are unsequenced.
            (BinaryOp::Add, (None, Some(to)))
                if self.types.is_integer(self.ty(a)) && self.object_pointer(to) =>
            {
                let a = self.promote(a);
                let ty = self.ty(b);
                Ok(self.value(ExprKind::Binary { op, lhs: b, rhs: a }, ty, loc))
            }
            (BinaryOp::Sub, (Some(p), Some(q)))
                if self.object_pointer(p) && self.types.compatible(p.ty, q.ty) =>
            {
                let ty = self.types.int(self.target.ptrdiff_t);
                Ok(self.value(ExprKind::Binary { op, lhs: a, rhs: b }, ty, loc))
            }
            (_, (p, q)) if op.is_comparison() => {
                let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                let (a, b) = match (p, q) {
                    (Some(x), Some(y)) if self.types.compatible(x.ty, y.ty) => {
                        let common = self.types.pointer(x.with(y.quals));
                        (self.implicit(a, common), self.implicit(b, common))
                    }
                    (Some(x), Some(y))
                        if equality && (self.types.is_void(x.ty) || self.types.is_void(y.ty)) =>
                    {
                        let void = self.types.void();
                        let common =
                            self.types.pointer(QualType { ty: void, quals: x.quals.with(y.quals) });
                        (self.implicit(a, common), self.implicit(b, common))
                    }
                    (Some(_), None) if equality && self.is_null(b) => {
                        let ty = self.ty(a);
                        (a, self.implicit(b, ty))
                    }
                    (None, Some(_)) if equality && self.is_null(a) => {
                        let ty = self.ty(b);
                        (self.implicit(a, ty), b)
                    }
                    _ => return self.operand_error(op, a, b, loc),
                };
                Ok(self.value(ExprKind::Binary { op, lhs: a, rhs: b }, int, loc))
            }
            _ => self.operand_error(op, a, b, loc),
        }
    }

    fn is_null(&self, e: ExprId) -> bool {
        is_null_pointer_constant(self.types, self.target, self.exprs, e)
    }

    /// `&&` and `||`
    pub fn logical(&mut self, op: LogicalOp, a: ExprId, b: ExprId, loc: Loc) -> Result<ExprId> {
        let word = if op == LogicalOp::And { "'&&'" } else { "'||'" };
        let (a, b) = (self.scalar(a, word)?, self.scalar(b, word)?);
        let int = self.types.int(IntKind::Int);
        Ok(self.value(ExprKind::Logical { op, lhs: a, rhs: b }, int, loc))
    }

    /// `cond ? then : otherwise`
    pub fn conditional(
        &mut self,
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
        loc: Loc,
    ) -> Result<ExprId> {
        let cond = self.condition(cond)?;
        let (a, b) = (self.rvalue(then), self.rvalue(otherwise));
        let (ta, tb) = (self.ty(a), self.ty(b));
        let (a, b) = if self.types.is_arithmetic(ta) && self.types.is_arithmetic(tb) {
            self.arithmetic(a, b)
        } else if ta == tb {
            (a, b)
        } else {
            let common = match (self.types.pointee(ta), self.types.pointee(tb)) {
                (Some(_), _) if self.is_null(b) => ta,
                (_, Some(_)) if self.is_null(a) => tb,
                (Some(x), Some(y)) if self.types.compatible(x.ty, y.ty) => {
                    self.types.pointer(x.with(y.quals))
                }
                (Some(x), Some(y)) if self.types.is_void(x.ty) || self.types.is_void(y.ty) => {
                    let void = self.types.void();
                    self.types.pointer(QualType { ty: void, quals: x.quals.with(y.quals) })
                }
                _ => {
                    let (x, y) = (self.name(a), self.name(b));
                    return fail(loc, format!("'?:' cannot choose between '{x}' and '{y}'"));
                }
            };
            (self.implicit(a, common), self.implicit(b, common))
        };
        let ty = self.ty(a);
        Ok(self.value(ExprKind::Conditional { cond, then: a, otherwise: b }, ty, loc))
    }

    /// `a, b`
    pub fn comma(&mut self, a: ExprId, b: ExprId, loc: Loc) -> ExprId {
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        let ty = self.ty(b);
        self.value(ExprKind::Comma { lhs: a, rhs: b }, ty, loc)
    }

    /// Checks that an operand can be assigned to.
    fn modifiable(&self, e: ExprId, loc: Loc) -> Result<()> {
        let ty = self.exprs[e].ty;
        if !self.exprs[e].is_lvalue(self.exprs) {
            return fail(loc, "only an lvalue can be assigned to");
        }
        if !self.types.is_complete(ty.ty) || self.types.as_array(ty.ty).is_some() {
            let name = self.name(e);
            return fail(loc, format!("an object of type '{name}' cannot be assigned to"));
        }
        if ty.quals.is_const() || self.has_const_member(ty.ty) {
            return fail(loc, "a const object cannot be assigned to");
        }
        Ok(())
    }

    fn has_const_member(&self, ty: TypeId) -> bool {
        let Some(record) = self.types.as_record(ty) else { return false };
        self.types.records[record].fields.iter().flatten().any(|f| {
            let leaf = self.types.innermost(f.ty);
            leaf.quals.is_const() || self.has_const_member(leaf.ty)
        })
    }

    /// `a = b`
    pub fn assign(&mut self, a: ExprId, b: ExprId, loc: Loc) -> Result<ExprId> {
        self.modifiable(a, loc)?;
        let ty = self.ty(a);
        let b = self.assignable(b, ty, "an assignment")?;
        Ok(self.value(ExprKind::Assign { lhs: a, rhs: b }, ty, loc))
    }

    /// `a op= b`
    pub fn assign_op(&mut self, op: BinaryOp, a: ExprId, b: ExprId, loc: Loc) -> Result<ExprId> {
        self.modifiable(a, loc)?;
        let ty = self.ty(a);
        let b = self.rvalue(b);
        if let Some(to) = self.types.pointee(ty) {
            let ok = matches!(op, BinaryOp::Add | BinaryOp::Sub)
                && self.types.is_integer(self.ty(b))
                && self.object_pointer(to);
            if !ok {
                return self.operand_error(op, a, b, loc);
            }
            let b = self.promote(b);
            let kind = ExprKind::AssignOp { op, lhs: a, rhs: b, compute: ty };
            return Ok(self.value(kind, ty, loc));
        }
        let integers = self.types.is_integer(ty) && self.types.is_integer(self.ty(b));
        let needs_integers = op.is_shift()
            || matches!(op, BinaryOp::Rem | BinaryOp::And | BinaryOp::Xor | BinaryOp::Or);
        let arithmetic = self.types.is_arithmetic(ty) && self.types.is_arithmetic(self.ty(b));
        if !arithmetic || (needs_integers && !integers) || op.is_comparison() {
            return self.operand_error(op, a, b, loc);
        }
        let (b, compute) = if op.is_shift() {
            let promoted = self.promoted_type(a);
            (self.promote(b), promoted)
        } else {
            self.common_with(a, b)
        };
        Ok(self.value(ExprKind::AssignOp { op, lhs: a, rhs: b, compute }, ty, loc))
    }

    fn promoted_type(&mut self, lvalue: ExprId) -> TypeId {
        let ty = self.ty(lvalue);
        let Some(kind) = self.types.as_int(ty) else { return ty };
        let promoted = match self.bit_field_width(lvalue) {
            Some(width) => self.target.promote_bit_field(kind, width),
            None => self.target.promote(kind),
        };
        self.types.int(promoted)
    }

    /// The common type of an lvalue's value and a value, and the latter converted to it.
    fn common_with(&mut self, lvalue: ExprId, b: ExprId) -> (ExprId, TypeId) {
        let ty = self.ty(lvalue);
        let common = match (self.types.as_float(ty), self.types.as_float(self.ty(b))) {
            (Some(x), Some(y)) => self.types.float(x.max(y)),
            (Some(x), None) | (None, Some(x)) => self.types.float(x),
            (None, None) => {
                let b = self.promote(b);
                let promoted = self.promoted_type(lvalue);
                let kinds = (self.types.as_int(promoted), self.types.as_int(self.ty(b)));
                let (Some(x), Some(y)) = kinds else { return (b, promoted) };
                let ty = self.types.int(self.target.common_int(x, y));
                return (self.implicit(b, ty), ty);
            }
        };
        (self.implicit(b, common), common)
    }

    /// `++x`, `--x`, `x++`, `x--`
    pub fn inc_dec(&mut self, op: IncDecOp, e: ExprId, loc: Loc) -> Result<ExprId> {
        self.modifiable(e, loc)?;
        let ty = self.ty(e);
        let ok = self.types.is_arithmetic(ty)
            || self.types.pointee(ty).is_some_and(|to| self.object_pointer(to));
        if !ok {
            let name = self.name(e);
            return fail(loc, format!("'++' and '--' cannot take '{name}'"));
        }
        Ok(self.value(ExprKind::IncDec { op, operand: e }, ty, loc))
    }

    /// `&x`
    pub fn addr_of(&mut self, e: ExprId, loc: Loc) -> Result<ExprId> {
        let ty = self.exprs[e].ty;
        let function = self.types.as_function(ty.ty).is_some();
        if !function && !self.exprs[e].is_lvalue(self.exprs) {
            return fail(loc, "'&' needs an lvalue");
        }
        if !function && self.bit_field_width(e).is_some() {
            return fail(loc, "a bit-field has no address");
        }
        let pointer = self.types.pointer(ty);
        Ok(self.value(ExprKind::AddrOf(e), pointer, loc))
    }

    /// `*p`
    pub fn deref(&mut self, e: ExprId, loc: Loc) -> Result<ExprId> {
        let e = self.rvalue(e);
        let Some(to) = self.types.pointee(self.ty(e)) else {
            let name = self.name(e);
            return fail(loc, format!("'*' needs a pointer, not '{name}'"));
        };
        Ok(self.push(ExprKind::Deref(e), to, loc))
    }

    /// `a[i]`, in either order
    pub fn index(&mut self, a: ExprId, b: ExprId, loc: Loc) -> Result<ExprId> {
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        let (base, index) = if self.types.pointee(self.ty(a)).is_some() { (a, b) } else { (b, a) };
        match self.types.pointee(self.ty(base)) {
            Some(to) if self.object_pointer(to) && self.types.is_integer(self.ty(index)) => {
                let index = self.promote(index);
                Ok(self.push(ExprKind::Index { base, index }, to, loc))
            }
            _ => {
                let (x, y) = (self.name(a), self.name(b));
                fail(loc, format!("'[]' cannot take '{x}' and '{y}'"))
            }
        }
    }

    /// `x.f` by field index; the caller resolves names with
    /// [`Types::find_field`](crate::Types::find_field).
    pub fn member(&mut self, base: ExprId, field: u32, loc: Loc) -> Result<ExprId> {
        let ty = self.exprs[base].ty;
        let found = self
            .types
            .as_record(ty.ty)
            .and_then(|r| self.types.records[r].fields.as_ref())
            .and_then(|f| f.get(field as usize));
        let Some(found) = found else {
            let name = self.name(base);
            return fail(loc, format!("'{name}' has no such member"));
        };
        let qt =
            if self.exprs[base].is_lvalue(self.exprs) { found.ty.with(ty.quals) } else { found.ty };
        Ok(self.push(ExprKind::Member { base, field }, qt, loc))
    }

    /// A call.
    pub fn call(&mut self, callee: ExprId, args: Vec<ExprId>, loc: Loc) -> Result<ExprId> {
        let callee = self.rvalue(callee);
        let function = self
            .types
            .pointee(self.ty(callee))
            .and_then(|to| self.types.as_function(to.ty))
            .cloned();
        let Some(function) = function else {
            let name = self.name(callee);
            return fail(loc, format!("cannot call a '{name}'"));
        };
        let wrong_count = args.len() < function.params.len()
            || (args.len() > function.params.len() && !function.variadic);
        if function.prototype && wrong_count {
            return fail(
                loc,
                format!(
                    "the function takes {} argument(s), {} given",
                    function.params.len(),
                    args.len()
                ),
            );
        }
        let mut converted = Vec::with_capacity(args.len());
        for (i, arg) in args.into_iter().enumerate() {
            let arg = match function.params.get(i) {
                Some(param) if function.prototype => {
                    self.assignable(arg, *param, &format!("argument {}", i + 1))?
                }
                _ => {
                    let arg = self.rvalue(arg);
                    self.default_promote(arg)
                }
            };
            converted.push(arg);
        }
        let kind = ExprKind::Call { callee, args: converted.into() };
        Ok(self.value(kind, function.ret, loc))
    }
}
