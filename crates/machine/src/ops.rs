//! Operators and conversions on values.

use crate::code::{Code, Conv, N, Oper, Scalar};
use crate::exact;
use crate::machine::{Halt, Machine, R};
use crate::memory::AllocKind;
use crate::outcome::ImplDefined;
use crate::ub::Ub;
use crate::value::Value;
use brinell_lang::arith::{ArithError, IntShape};
use brinell_lang::{BinaryOp, Bits, RecordKind, Type, TypeId, float_to_int};

impl<'a> Machine<'a> {
    /// The plain number behind an integer value, or the rule that forbids to compute with it.
    pub fn plain_int(&mut self, c: &'a Code, n: N, v: Value, operation: &str) -> R<u64> {
        if v.prov.is_none() {
            return Ok(v.bits);
        }
        Err(if v.prov.is_sign() {
            self.ub(c, n, Ub::UnspecifiedResult)
        } else if v.prov.is_uninit() {
            self.ub(c, n, Ub::UninitialisedRead { object: "a byte that was copied".into() })
        } else if v.prov.is_unspec() {
            self.ub(c, n, Ub::UnspecifiedRead { object: "a byte that was copied".into() })
        } else {
            self.address_used(c, n, operation)
        })
    }

    /// A computation with an address, which the machine has not: the outcome may or may not be the
    /// same for every address.
    pub fn address_used(&mut self, c: &'a Code, n: N, operation: &str) -> Box<Halt> {
        self.ub(c, n, Ub::AddressDependent { operation: operation.to_owned() })
    }

    /// An operation without a defined result: the guard's, which is the left operand, or the end
    /// of the run. The second operand comes as its mathematical value, as it may have a type of
    /// its own.
    #[cold]
    fn undefined_result(
        &mut self,
        c: &'a Code,
        n: N,
        op: BinaryOp,
        shape: IntShape,
        operands: (u64, i128),
        e: ArithError,
    ) -> R<Value> {
        if self.guard(c, n) {
            return Ok(Value::int(operands.0));
        }
        let left = shape.word_value(operands.0);
        let operation = format!("{left} {} {}", op.spelling(), operands.1);
        let ub = self.arithmetic_rule(op, shape, operation, e);
        Err(self.ub(c, n, ub))
    }

    /// The rule that an operation on integers broke.
    pub fn arithmetic_rule(
        &self,
        op: BinaryOp,
        shape: IntShape,
        operation: String,
        e: ArithError,
    ) -> Ub {
        let ty = self.shape_name(shape);
        match e {
            ArithError::Overflow if matches!(op, BinaryOp::Div | BinaryOp::Rem) => {
                Ub::DivisionOverflow { operation, ty }
            }
            ArithError::Overflow => Ub::SignedOverflow { operation, ty },
            ArithError::DivisionByZero => Ub::DivisionByZero { operation },
            ArithError::NegativeShift => Ub::NegativeShift { operation },
            ArithError::ShiftTooFar => Ub::ShiftTooFar { operation, width: shape.bits.into() },
            ArithError::ShiftOfNegative => Ub::ShiftOfNegative { operation },
            ArithError::ShiftOverflow => Ub::ShiftOverflow { operation, ty },
        }
    }

    fn shape_name(&self, shape: IntShape) -> String {
        let target = &self.low.tables.target;
        brinell_lang::IntKind::WITH_INT128
            .into_iter()
            .filter(|k| k.rank() >= 3)
            .find(|k| IntShape::of(target, *k) == shape)
            .map_or_else(|| format!("{}-bit integer", shape.bits), |k| k.spelling().to_owned())
    }

    /// Applies a binary operation.
    #[inline]
    pub fn apply(&mut self, c: &'a Code, n: N, oper: Oper, a: Value, b: Value) -> R<Value> {
        match oper {
            Oper::Int { op, shape } => {
                if !(a.prov.is_none() && b.prov.is_none()) {
                    return self.int_with_prov(c, n, op, a, b);
                }
                match int_op(op, shape, a.bits, b.bits) {
                    Ok(v) => Ok(Value::int(v)),
                    Err(e) => {
                        let operands = (a.bits, shape.word_value(b.bits));
                        self.undefined_result(c, n, op, shape, operands, e)
                    }
                }
            }
            Oper::Shift { op, shape, amount } => {
                let x = self.plain_int(c, n, a, "a shift of a pointer's integer value")?;
                let y = self.plain_int(c, n, b, "a shift by a pointer's integer value")?;
                let by = amount.word_value(y);
                match int_shift(op, shape, x, by) {
                    Ok(v) => {
                        if op == BinaryOp::Shr && shape.signed && (x as i64) < 0 {
                            self.rely(ImplDefined::ArithmeticRightShift);
                        }
                        Ok(Value::int(v))
                    }
                    Err(e) => self.undefined_result(c, n, op, shape, (x, by), e),
                }
            }
            Oper::F32(op) => {
                let (x, y) = (a.as_f32(), b.as_f32());
                self.rely_on_floats(|| exact::single(op, x, y));
                Ok(match op {
                    BinaryOp::Add => Value::computed_f32(x + y),
                    BinaryOp::Sub => Value::computed_f32(x - y),
                    BinaryOp::Mul => Value::computed_f32(x * y),
                    BinaryOp::Div => Value::computed_f32(x / y),
                    _ => Value::truth(float_cmp(op, x.into(), y.into())),
                })
            }
            Oper::F64(op) => {
                let (x, y) = (a.as_f64(), b.as_f64());
                self.rely_on_floats(|| exact::double(op, x, y));
                Ok(match op {
                    BinaryOp::Add => Value::computed_f64(x + y),
                    BinaryOp::Sub => Value::computed_f64(x - y),
                    BinaryOp::Mul => Value::computed_f64(x * y),
                    BinaryOp::Div => Value::computed_f64(x / y),
                    _ => Value::truth(float_cmp(op, x, y)),
                })
            }
            Oper::Long(op, format) => self.apply_long(c, n, op, format, a, b),
            Oper::Int128 { op, shape } => self.apply_int128(c, n, op, shape, a, b),
            Oper::Shift128 { op, shape, amount } => {
                let by = self.plain_int(c, n, b, "a shift by a pointer's integer value")?;
                self.shift_int128(c, n, op, shape, a, amount.word_value(by))
            }
            Oper::PtrAdd { minus, elem, amount } => {
                let by =
                    self.plain_int(c, n, b, "pointer arithmetic with a pointer's integer value")?;
                let by = amount.word_value(by);
                self.pointer_add(c, n, a, if minus { -by } else { by }, elem)
            }
            Oper::PtrSub { elem } => self.pointer_sub(c, n, a, b, elem),
            Oper::PtrCmp(op) => self.pointer_cmp(c, n, op, a, b),
            Oper::Open(at) => self.apply_open(c, n, at, a, b),
        }
    }

    /// Whether a scalar is not zero.
    pub fn is_true(&mut self, c: &'a Code, n: N, scalar: Scalar, v: Value) -> R<bool> {
        match scalar {
            Scalar::Int(_) => {
                if v.prov.is_sign() {
                    return Ok(v.bits != 0);
                }
                if v.prov.is_object() || v.prov.is_function() {
                    // No object has the address 0, and its number is not 0 either.
                    self.rely(ImplDefined::PointerRoundTrip);
                    return Ok(true);
                }
                if !v.prov.is_none() {
                    let v = self.plain_int(c, n, v, "a test of a pointer's integer value")?;
                    return Ok(v != 0);
                }
                Ok(v.bits != 0)
            }
            Scalar::F32 => Ok(v.as_f32() != 0.0),
            Scalar::F64 => Ok(v.as_f64() != 0.0),
            Scalar::Ptr => Ok(!v.is_null()),
            Scalar::Int128 { .. } => self.int128_is_true(c, n, v),
            Scalar::Long(format) => Ok(!self.long(c, n, format, v)?.is_zero()),
        }
    }

    /// Integers that hold pointers: only equality with another such integer has an answer.
    fn int_with_prov(&mut self, c: &'a Code, n: N, op: BinaryOp, a: Value, b: Value) -> R<Value> {
        if op.is_comparison()
            && a.prov.is_sign() != b.prov.is_sign()
            && let Some(truth) = compare_sign(op, a, b)
        {
            return Ok(Value::truth(truth));
        }
        let whole = |v: Value| v.prov.is_object() || v.prov.is_function() || v.is_null();
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && whole(a) && whole(b) {
            return self.pointer_cmp(c, n, op, a, b);
        }
        if let Some(low) = self.low_bits(op, a, b).or_else(|| self.low_bits(op, b, a)) {
            self.rely(ImplDefined::PointerRoundTrip);
            return Ok(Value::int(low));
        }
        let what = format!("'{}' on a pointer's integer value", op.spelling());
        self.plain_int(c, n, a, &what)?;
        self.plain_int(c, n, b, &what)?;
        Ok(Value::ZERO)
    }

    /// The bits of an address that the alignment of its object decides.
    fn low_bits(&self, op: BinaryOp, address: Value, mask: Value) -> Option<u64> {
        let known = op == BinaryOp::And && address.prov.is_object() && mask.prov.is_none();
        let align = self.mem.get(address.prov).filter(|_| known)?.align;
        (mask.bits < u64::from(align)).then_some(address.bits & mask.bits)
    }

    // ---- pointers ----

    /// The array that a pointer to `elem` walks in: its first byte and its end.
    pub fn bounds(&self, p: Value, elem: TypeId) -> (u64, u64) {
        let tables = &self.low.tables;
        let Some(alloc) = self.mem.get(p.prov) else { return (p.bits, p.bits) };
        let size = alloc.size();
        let Some(declared) = alloc.ty.filter(|_| !p.prov.is_bytewise()) else { return (0, size) };
        match tables.types.get(declared) {
            Type::Array { elem: e, .. } if e.ty == elem => return (0, size),
            _ if declared == elem => return (0, size),
            _ => {}
        }
        // Nothing of that type is declared there: then nothing says where the array ends.
        self.array_around(p, elem).unwrap_or((0, size))
    }

    /// The innermost array of `elem`, or single such object, that a pointer belongs to.
    pub fn array_around(&self, p: Value, elem: TypeId) -> Option<(u64, u64)> {
        let declared = self.mem.get(p.prov)?.ty?;
        // A pointer one past an array belongs to what is before it.
        let at = if p.prov.is_past() { p.bits.saturating_sub(1) } else { p.bits };
        self.find_bounds(declared, 0, at, p, elem)
    }

    fn find_bounds(
        &self,
        ty: TypeId,
        base: u64,
        at: u64,
        p: Value,
        elem: TypeId,
    ) -> Option<(u64, u64)> {
        let tables = &self.low.tables;
        let single = tables.same_steps(ty, elem).then(|| {
            let end = base + tables.size(ty);
            ((if p.prov.is_past() { end } else { base }) == p.bits).then_some((base, end))
        });
        match tables.types.get(ty) {
            Type::Array { elem: e, .. } => {
                let size = tables.size(e.ty).max(1);
                let inner = base + (at - base) / size * size;
                let deeper = self.find_bounds(e.ty, inner, at, p, elem);
                // A whole array of the right elements beats a single element of it.
                if tables.same_steps(e.ty, elem) {
                    return Some((base, base + tables.size(ty)));
                }
                deeper.or(single.flatten())
            }
            Type::Record(r) => {
                let record = &tables.types.records[*r];
                let (fields, layout) = (record.fields.as_ref()?, tables.layouts.record(*r)?);
                let inside = |i: usize| {
                    let (field, l) = (fields.get(i)?, layout.fields.get(i)?);
                    let start = base + l.offset;
                    let end = start + tables.size(field.ty.ty);
                    let there = l.bits.is_none() && start <= at && at < end;
                    there.then(|| self.find_bounds(field.ty.ty, start, at, p, elem)).flatten()
                };
                let found = if record.kind == RecordKind::Union {
                    // The member that the pointer was made through, if that is known and has such
                    // an array; else the widest: which one is meant cannot be seen.
                    let viewed = tables.viewed(p.prov.view()).filter(|(record, _)| record == r);
                    let own = viewed.and_then(|(_, field)| inside(field as usize));
                    let widest = |a: (u64, u64), b: (u64, u64)| (a.0.min(b.0), a.1.max(b.1));
                    own.or_else(|| (0..fields.len()).filter_map(inside).reduce(widest))
                } else {
                    (0..fields.len()).find_map(inside)
                };
                found.or(single.flatten())
            }
            _ => single.flatten(),
        }
    }

    pub fn pointer_add(&mut self, c: &'a Code, n: N, p: Value, by: i128, elem: TypeId) -> R<Value> {
        if !p.prov.is_object() {
            if p.is_null() {
                return Err(self.ub(c, n, Ub::NullArithmetic));
            }
            return Err(self.ub(c, n, Ub::InvalidPointer { address: p.bits }));
        }
        if self.mem.get(p.prov).is_none() {
            let object = self.object_name(p.prov);
            return Err(self.ub_on(c, n, p.prov, Ub::IndeterminatePointer { object }));
        }
        if by == 0 {
            return Ok(p);
        }
        let (start, end) = self.bounds(p, elem);
        let size = i128::from(self.low.tables.size(elem).max(1));
        let target = i128::from(p.bits) + by * size;
        if target < i128::from(start) || target > i128::from(end) {
            let object = self.array_name(p.prov, end - start);
            let index = (target - i128::from(start)).div_euclid(size);
            let len = (end - start) / size as u64;
            return Err(self.ub_on(c, n, p.prov, Ub::PointerArithmetic { object, index, len }));
        }
        let past = target == i128::from(end);
        Ok(Value { bits: target as u64, prov: p.prov.with_past(past) })
    }

    fn pointer_sub(&mut self, c: &'a Code, n: N, a: Value, b: Value, elem: TypeId) -> R<Value> {
        if a.is_null() && b.is_null() {
            return Err(self.ub(c, n, Ub::NullArithmetic));
        }
        let same = a.prov.is_object() && b.prov.is_object() && a.prov.same_object(b.prov);
        // Members of a union lie on top of each other: overlapping is enough.
        let (x, y) = (self.bounds(a, elem), self.bounds(b, elem));
        if !same || x != y && (x.1 <= y.0 || y.1 <= x.0) {
            let (left, right) = (self.pointer_name(a), self.pointer_name(b));
            return Err(self.ub_on(c, n, a.prov, Ub::PointerSubtraction { left, right }));
        }
        let size = (self.low.tables.size(elem).max(1)) as i64;
        let bytes = a.bits as i64 - b.bits as i64;
        Ok(Value::int((bytes / size) as u64))
    }

    pub fn pointer_cmp(&mut self, c: &'a Code, n: N, op: BinaryOp, a: Value, b: Value) -> R<Value> {
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let truth = |a: u64, b: u64| {
            op.compare(a, b).expect("pointers have no other operators that give a truth")
        };
        self.check_determinate(c, n, a)?;
        self.check_determinate(c, n, b)?;
        if a.prov.same_object(b.prov) && a.prov.is_object() {
            return Ok(Value::truth(truth(a.bits, b.bits)));
        }
        if !equality {
            if a.prov.is_none() && b.prov.is_none() && !a.is_null() {
                return Ok(Value::truth(truth(a.bits, b.bits)));
            }
            let (left, right) = (self.pointer_name(a), self.pointer_name(b));
            return Err(self.ub_on(c, n, a.prov, Ub::PointerComparison { left, right }));
        }
        let different = Value::truth(op == BinaryOp::Ne);
        if a.prov == b.prov {
            // Functions, or plain numbers.
            return Ok(Value::truth(truth(a.bits, b.bits)));
        }
        if a.is_null() || b.is_null() {
            return Ok(different);
        }
        if a.prov.is_none() || b.prov.is_none() {
            return Err(self.address_used(
                c,
                n,
                "a comparison of a pointer with a number made into one",
            ));
        }
        if a.prov.is_object() && b.prov.is_object() {
            if self.literals_may_coincide(a, b) {
                let (left, right) = (self.pointer_name(a), self.pointer_name(b));
                return Err(self.ub_on(c, n, a.prov, Ub::UnspecifiedEquality { left, right }));
            }
            let at_end = |m: &Self, v: Value| m.mem.get(v.prov).is_some_and(|o| v.bits == o.size());
            let adjacent = |m: &Self, x: Value, y: Value| at_end(m, x) && y.bits == 0;
            if adjacent(self, a, b) || adjacent(self, b, a) {
                let (left, right) = (self.pointer_name(a), self.pointer_name(b));
                return Err(self.ub_on(c, n, a.prov, Ub::UnspecifiedEquality { left, right }));
            }
        }
        Ok(different)
    }

    /// Whether two string literals might share their bytes (C11 6.4.5p7).
    fn literals_may_coincide(&self, a: Value, b: Value) -> bool {
        let tail = |v: Value| {
            let alloc = self.mem.get(v.prov)?;
            matches!(alloc.kind, AllocKind::Str(_))
                .then(|| alloc.bytes.get(v.bits as usize..))
                .flatten()
        };
        match (tail(a), tail(b)) {
            (Some(x), Some(y)) => x == y,
            _ => false,
        }
    }

    // ---- conversions ----

    #[inline]
    pub fn convert(&mut self, c: &'a Code, n: N, conv: Conv, v: Value) -> R<Value> {
        match conv {
            Conv::Int(shape) => {
                if !v.prov.is_none() {
                    return self.convert_address(c, n, shape, v);
                }
                let bits = shape.wrap_word(v.bits);
                if shape.signed && bits != v.bits {
                    self.rely(ImplDefined::SignedConversionWraps);
                }
                Ok(Value::int(bits))
            }
            Conv::Char(from, shape) => {
                let conv = match from {
                    Scalar::F32 => Conv::F32ToInt(shape),
                    Scalar::F64 => Conv::F64ToInt(shape),
                    Scalar::Int(_) | Scalar::Ptr => Conv::Int(shape),
                    Scalar::Int128 { .. } | Scalar::Long(_) => {
                        Conv::Wide { from, to: Scalar::Int(shape) }
                    }
                };
                let value = self.convert(c, n, conv, v)?;
                self.rely_on_char_sign(value);
                Ok(value)
            }
            Conv::Bool(scalar) => {
                let truth = match scalar {
                    Scalar::Ptr => !v.is_null(),
                    other => self.is_true(c, n, other, v)?,
                };
                Ok(Value::truth(truth))
            }
            Conv::IntToF32(shape) => {
                let x =
                    self.plain_int(c, n, v, "conversion of a pointer's integer value to float")?;
                self.rely_on_floats(|| exact::holds(shape.word_value(x), f32::MANTISSA_DIGITS));
                Ok(Value::f32(if shape.signed { x as i64 as f32 } else { x as f32 }))
            }
            Conv::IntToF64(shape) => {
                let x =
                    self.plain_int(c, n, v, "conversion of a pointer's integer value to double")?;
                self.rely_on_floats(|| exact::holds(shape.word_value(x), f64::MANTISSA_DIGITS));
                Ok(Value::f64(if shape.signed { x as i64 as f64 } else { x as f64 }))
            }
            Conv::F32ToInt(shape) => self.float_to_int(c, n, shape, v.as_f32().into()),
            Conv::F64ToInt(shape) => self.float_to_int(c, n, shape, v.as_f64()),
            Conv::F32ToF64 => Ok(Value { prov: v.prov, ..Value::f64(v.as_f32().into()) }),
            Conv::F64ToF32 => {
                self.rely_on_floats(|| exact::converts(v.as_f64()));
                Ok(Value { prov: v.prov, ..Value::f32(v.as_f64() as f32) })
            }
            Conv::Wide { from, to } => self.convert_wide(c, n, from, to, v),
            Conv::Clamp { signed } => self.clamp_int128(c, n, signed, v),
            Conv::Ptr { align, bytewise } => {
                if v.prov.is_object() {
                    self.check_determinate(c, n, v)?;
                    let known = self.mem.get(v.prov).map_or(1, |a| a.align);
                    if align > 1 && (known < align || !v.bits.is_multiple_of(u64::from(align))) {
                        let object = self.object_name(v.prov);
                        let actual = 1 << v.bits.trailing_zeros().min(known.trailing_zeros());
                        let ub = Ub::Misaligned { object, required: align, actual };
                        return Err(self.ub_on(c, n, v.prov, ub));
                    }
                    // One past the end of some array is no longer known to be that for a
                    // pointer of another type; the end of the object still is.
                    let end = self.mem.get(v.prov).map_or(0, crate::memory::Alloc::size);
                    let past = v.prov.is_past() && (v.bits == end || !bytewise);
                    return Ok(Value {
                        bits: v.bits,
                        prov: v.prov.with_bytewise(bytewise).with_past(past),
                    });
                }
                Ok(v)
            }
            Conv::Keep => Ok(v),
            Conv::PtrToInt(shape) => {
                if v.prov.is_none() {
                    return Ok(Value::int(shape.wrap_word(v.bits)));
                }
                self.rely(ImplDefined::PointerRoundTrip);
                self.convert_address(c, n, shape, v)
            }
            Conv::IntToPtr => Ok(v),
            Conv::Void => Ok(Value::ZERO),
        }
    }

    /// An integer that holds a pointer, or a byte without value, converted to another integer type.
    fn convert_address(&mut self, c: &'a Code, n: N, shape: IntShape, v: Value) -> R<Value> {
        let width = u32::from(self.low.tables.target.pointer) * 8;
        let whole = v.prov.is_object() || v.prov.is_function();
        if whole && u32::from(shape.bits) >= width {
            return Ok(v);
        }
        if v.prov.is_sign() && shape.signed && shape.bits >= 16 {
            return Ok(v);
        }
        let byte = v.prov.is_marker() || v.prov.is_fragment();
        if byte && shape.bits == 8 {
            return Ok(v);
        }
        self.plain_int(c, n, v, "conversion of a pointer to a narrower integer")?;
        Ok(v)
    }

    fn float_to_int(&mut self, c: &'a Code, n: N, shape: IntShape, value: f64) -> R<Value> {
        if let Some(bits) = float_to_int(shape, value) {
            Ok(Value::int(bits.word()))
        } else if self.guard(c, n) {
            Ok(Value::ZERO)
        } else {
            Err(self.float_out_of_range(c, n, shape, format!("{value:?}")))
        }
    }

    /// A floating value that the integer type does not have.
    pub fn float_out_of_range(
        &mut self,
        c: &'a Code,
        n: N,
        shape: IntShape,
        value: String,
    ) -> Box<Halt> {
        let ty = self.shape_name(shape);
        self.ub(c, n, Ub::FloatToInt { value, ty })
    }

    pub fn negate(&mut self, c: &'a Code, n: N, shape: IntShape, v: Value) -> R<Value> {
        if v.prov.is_sign() {
            return Ok(Value { bits: v.bits.wrapping_neg(), prov: v.prov });
        }
        let x = self.plain_int(c, n, v, "negation of a pointer's integer value")?;
        if let Ok(bits) = int_neg(shape, x) {
            Ok(Value::int(bits))
        } else if self.guard(c, n) {
            Ok(v)
        } else {
            let operation = format!("-({})", shape.word_value(x));
            let ty = self.shape_name(shape);
            Err(self.ub(c, n, Ub::SignedOverflow { operation, ty }))
        }
    }
}

fn float_cmp(op: BinaryOp, x: f64, y: f64) -> bool {
    op.compare(x, y).expect("the other operators of floating operands come first")
}

// Operations on words: those that are common and go well. What is left, all that is undefined
// included, is for `lang::arith` to say.

/// A binary operator other than a shift.
#[inline]
fn int_op(op: BinaryOp, shape: IntShape, a: u64, b: u64) -> Result<u64, ArithError> {
    let fit = |wide: Option<i64>| match wide {
        Some(v) if shape.wrap_word(v as u64) == v as u64 => Ok(v as u64),
        _ => Err(ArithError::Overflow),
    };
    match (op, shape.signed) {
        (BinaryOp::Add, true) => fit((a as i64).checked_add(b as i64)),
        (BinaryOp::Sub, true) => fit((a as i64).checked_sub(b as i64)),
        (BinaryOp::Mul, true) => fit((a as i64).checked_mul(b as i64)),
        (BinaryOp::Add, false) => Ok(shape.wrap_word(a.wrapping_add(b))),
        (BinaryOp::Sub, false) => Ok(shape.wrap_word(a.wrapping_sub(b))),
        (BinaryOp::Mul, false) => Ok(shape.wrap_word(a.wrapping_mul(b))),
        (BinaryOp::Lt, true) => Ok(u64::from((a as i64) < (b as i64))),
        (BinaryOp::Gt, true) => Ok(u64::from((a as i64) > (b as i64))),
        (BinaryOp::Le, true) => Ok(u64::from((a as i64) <= (b as i64))),
        (BinaryOp::Ge, true) => Ok(u64::from((a as i64) >= (b as i64))),
        (BinaryOp::Lt, false) => Ok(u64::from(a < b)),
        (BinaryOp::Gt, false) => Ok(u64::from(a > b)),
        (BinaryOp::Le, false) => Ok(u64::from(a <= b)),
        (BinaryOp::Ge, false) => Ok(u64::from(a >= b)),
        (BinaryOp::Eq, _) => Ok(u64::from(a == b)),
        (BinaryOp::Ne, _) => Ok(u64::from(a != b)),
        (BinaryOp::And, _) => Ok(a & b),
        (BinaryOp::Or, _) => Ok(a | b),
        (BinaryOp::Xor, _) => Ok(a ^ b),
        (BinaryOp::Div, false) if b != 0 => Ok(a / b),
        (BinaryOp::Rem, false) if b != 0 => Ok(a % b),
        // Only a division by -1 can overflow.
        (BinaryOp::Div, true) if b != 0 && b != u64::MAX => Ok((a as i64 / b as i64) as u64),
        (BinaryOp::Rem, true) if b != 0 && b != u64::MAX => Ok((a as i64 % b as i64) as u64),
        _ => shape.binary(op, shape.widen(a), shape.widen(b)).map(Bits::word),
    }
}

/// A comparison of a number, of which only the sign is known, with a known one: its truth if it is
/// the same for all numbers of that sign. `strcmp(a, b) < 1` is, `strcmp(a, b) < 2` is not.
fn compare_sign(op: BinaryOp, a: Value, b: Value) -> Option<bool> {
    let ends = |v: Value| match (v.prov.is_sign(), v.bits as i64) {
        (false, value) => v.prov.is_none().then_some((value, value)),
        (true, sign) if sign < 0 => Some((i64::MIN, -1)),
        (true, _) => Some((1, i64::MAX)),
    };
    let ((a_low, a_high), (b_low, b_high)) = (ends(a)?, ends(b)?);
    let truth = |always: bool, never: bool| (always || never).then_some(always);
    match op {
        BinaryOp::Lt => truth(a_high < b_low, a_low >= b_high),
        BinaryOp::Gt => truth(a_low > b_high, a_high <= b_low),
        BinaryOp::Le => truth(a_high <= b_low, a_low > b_high),
        BinaryOp::Ge => truth(a_low >= b_high, a_high < b_low),
        BinaryOp::Eq => truth(false, a_high < b_low || a_low > b_high),
        _ => truth(a_high < b_low || a_low > b_high, false),
    }
}

/// A shift by an amount that is in range.
#[inline]
fn int_shift(op: BinaryOp, shape: IntShape, a: u64, amount: i128) -> Result<u64, ArithError> {
    if (0..i128::from(shape.bits)).contains(&amount) {
        let by = amount as u32;
        match (op, shape.signed) {
            (BinaryOp::Shr, true) => return Ok(((a as i64) >> by) as u64),
            (BinaryOp::Shr, false) => return Ok(a >> by),
            (_, false) => return Ok(shape.wrap_word(a << by)),
            (_, true) => {
                let shifted = a << by;
                // No bit is lost and none gets into the sign: neither was negative.
                if (shifted as i64) >> by == a as i64
                    && (shifted as i64) >= 0
                    && shape.wrap_word(shifted) == shifted
                {
                    return Ok(shifted);
                }
            }
        }
    }
    shape.shift(op, shape.widen(a), amount).map(Bits::word)
}

/// Unary minus.
#[inline]
fn int_neg(shape: IntShape, a: u64) -> Result<u64, ArithError> {
    let negative = a.wrapping_neg();
    // Only the smallest of the signed values has no opposite: wrapped, it is its own.
    if !shape.signed || ((negative != a || a == 0) && shape.wrap_word(negative) == negative) {
        return Ok(shape.wrap_word(negative));
    }
    shape.neg(shape.widen(a)).map(Bits::word)
}
