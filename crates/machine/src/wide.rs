//! Values of more than 64 bits: `__int128` and `long double`.
//!
//! A [`Value`] is a word and a provenance, which travel in two registers, and nearly all values are
//! no more than that. So a wide one is a word too, its low half, and in place of a provenance it has
//! the number of its high half in a table that lasts as long as the run. Equal values have equal
//! numbers, so whoever copies, keeps or compares values need not know; and what takes a wide value
//! for something else by mistake finds a provenance that it cannot compute with, never a wrong
//! number.

use crate::code::{Code, N, Scalar, TypedAccess};
use crate::effective::AccessPath;
use crate::exact;
use crate::format::{ResolvedSpec, render_double};
use crate::machine::{Machine, R};
use crate::memory::{Alloc, state};
use crate::order::Touch;
use crate::outcome::{Budget, ImplDefined};
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::arith::{ArithError, IntShape};
use brinell_lang::{
    BinaryOp, Bits, Endian, FloatKind, LongDouble, LongFormat, LongResult, TypeId, float_to_int,
    int_to_float,
};
use rustc_hash::FxHashMap;

/// So many different high halves a run may have: about as much memory as the default limit.
const MAX_HIGH_HALVES: usize = 1 << 23;

/// The high halves of wide values.
#[derive(Debug)]
pub struct HighHalves {
    halves: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
}

impl Default for HighHalves {
    fn default() -> Self {
        let halves = Value::USUAL_HIGH_HALVES.to_vec();
        let numbers = halves.iter().enumerate().map(|(i, half)| (*half, i as u32)).collect();
        Self { halves, numbers }
    }
}

impl HighHalves {
    /// The value with that pattern; `None` where there are too many different ones.
    fn make(&mut self, pattern: u128) -> Option<Value> {
        let high = (pattern >> 64) as u64;
        let number = match self.numbers.get(&high) {
            Some(number) => *number,
            None if self.halves.len() == MAX_HIGH_HALVES => return None,
            None => {
                let number = self.halves.len() as u32;
                self.halves.push(high);
                self.numbers.insert(high, number);
                number
            }
        };
        Some(Value { bits: pattern as u64, prov: Prov::high_half(number) })
    }

    /// The pattern of a wide value; `None` for what is none.
    pub fn pattern(&self, value: Value) -> Option<u128> {
        let high = *self.halves.get(value.prov.high_half_number()? as usize)?;
        Some(u128::from(high) << 64 | u128::from(value.bits))
    }
}

impl<'a> Machine<'a> {
    /// A wide value.
    pub fn wide(&mut self, c: &'a Code, n: N, pattern: impl Into<Bits>) -> R<Value> {
        match self.high_halves.make(pattern.into().unsigned()) {
            Some(value) => Ok(value),
            None => self.budget(Budget::Memory, self.loc(c, n)),
        }
    }

    /// The number behind a value of 128 bits, or the rule that forbids to compute with it.
    fn int128(&mut self, c: &'a Code, n: N, v: Value, operation: &str) -> R<Bits> {
        match self.high_halves.pattern(v) {
            Some(pattern) => Ok(Bits::new(pattern)),
            None => self.plain_int(c, n, v, operation).map(Bits::from),
        }
    }

    /// Applies a binary operator other than a shift to integers of 128 bits.
    #[inline(never)]
    pub fn apply_int128(
        &mut self,
        c: &'a Code,
        n: N,
        op: BinaryOp,
        shape: IntShape,
        a: Value,
        b: Value,
    ) -> R<Value> {
        let what = format!("'{}' on a pointer's integer value", op.spelling());
        let (x, y) = (self.int128(c, n, a, &what)?, self.int128(c, n, b, &what)?);
        match shape.binary(op, x, y) {
            Ok(truth) if op.is_comparison() => Ok(Value::int(truth.word())),
            Ok(bits) => self.wide(c, n, bits),
            Err(e) => self.undefined_int128(c, n, op, shape, a, &show(shape, y), e),
        }
    }

    /// Shifts an integer of 128 bits.
    #[inline(never)]
    pub fn shift_int128(
        &mut self,
        c: &'a Code,
        n: N,
        op: BinaryOp,
        shape: IntShape,
        a: Value,
        by: i128,
    ) -> R<Value> {
        let x = self.int128(c, n, a, "a shift of a pointer's integer value")?;
        match shape.shift(op, x, by) {
            Ok(bits) => {
                if op == BinaryOp::Shr && shape.signed && x.signed() < 0 {
                    self.rely(ImplDefined::ArithmeticRightShift);
                }
                self.wide(c, n, bits)
            }
            Err(e) => self.undefined_int128(c, n, op, shape, a, &by.to_string(), e),
        }
    }

    /// As [`Machine::undefined_result`], for integers of 128 bits.
    #[cold]
    #[expect(clippy::too_many_arguments, reason = "one operation and what went wrong with it")]
    fn undefined_int128(
        &mut self,
        c: &'a Code,
        n: N,
        op: BinaryOp,
        shape: IntShape,
        left: Value,
        right: &str,
        e: ArithError,
    ) -> R<Value> {
        if self.guard(c, n) {
            return Ok(left);
        }
        let left = self
            .high_halves
            .pattern(left)
            .map_or_else(String::new, |pattern| show(shape, Bits::new(pattern)));
        let ub = self.arithmetic_rule(op, shape, format!("{left} {} {right}", op.spelling()), e);
        Err(self.ub(c, n, ub))
    }

    /// `-` and `~` on integers of 128 bits.
    #[inline(never)]
    pub fn negate_int128(&mut self, c: &'a Code, n: N, shape: IntShape, v: Value) -> R<Value> {
        let x = self.int128(c, n, v, "negation of a pointer's integer value")?;
        match shape.neg(x) {
            Ok(bits) => self.wide(c, n, bits),
            Err(_) if self.guard(c, n) => Ok(v),
            Err(e) => {
                let operation = format!("-({})", show(shape, x));
                let ub = self.arithmetic_rule(BinaryOp::Sub, shape, operation, e);
                Err(self.ub(c, n, ub))
            }
        }
    }

    #[inline(never)]
    pub fn complement_int128(&mut self, c: &'a Code, n: N, v: Value) -> R<Value> {
        let x = self.int128(c, n, v, "'~' on a pointer's integer value")?;
        self.wide(c, n, !x.unsigned())
    }

    /// Whether an integer of 128 bits is not zero.
    pub fn int128_is_true(&mut self, c: &'a Code, n: N, v: Value) -> R<bool> {
        if v.prov.is_object() || v.prov.is_function() {
            // No object has the address 0, and its number is not 0 either.
            self.rely(ImplDefined::PointerRoundTrip);
            return Ok(true);
        }
        Ok(!self.int128(c, n, v, "a test of a pointer's integer value")?.is_zero())
    }

    /// An amount to shift by or to move a pointer by, as a word: what lies outside of 64 bits is
    /// too far for either.
    pub fn clamp_int128(&mut self, c: &'a Code, n: N, signed: bool, v: Value) -> R<Value> {
        let x = self.int128(c, n, v, "an amount that is a pointer's integer value")?;
        let value = IntShape { bits: 128, signed }.clamped_value(x);
        Ok(Value::int(value.clamp(i64::MIN.into(), i64::MAX.into()) as i64 as u64))
    }

    /// Conversions of which one side at least is wide.
    #[inline(never)]
    pub fn convert_wide(
        &mut self,
        c: &'a Code,
        n: N,
        from: Scalar,
        to: Scalar,
        v: Value,
    ) -> R<Value> {
        if matches!(to, Scalar::F32 | Scalar::F64 | Scalar::Long(_)) {
            let exact = self.converts_exactly(c, n, from, to, v)?;
            self.rely_on_floats(|| exact);
        }
        // A pointer's number is the same in every type that is wide enough.
        if (v.prov.is_object() || v.prov.is_function()) && from != Scalar::Ptr {
            let pointer = u32::from(self.low.tables.target.pointer) * 8;
            if matches!(to, Scalar::Int128 { .. })
                || matches!(to, Scalar::Int(shape) if u32::from(shape.bits) >= pointer)
            {
                return Ok(v);
            }
        }
        match (from, to) {
            (Scalar::Int(shape), Scalar::Int128 { .. }) => {
                let x = self.plain_int(c, n, v, "conversion of a pointer to __int128")?;
                self.wide(c, n, shape.widen(x))
            }
            (Scalar::F32, Scalar::Int128 { signed }) => {
                self.float_to_int128(c, n, signed, v.as_f32().into())
            }
            (Scalar::F64, Scalar::Int128 { signed }) => {
                self.float_to_int128(c, n, signed, v.as_f64())
            }
            (Scalar::Int128 { signed }, _) => {
                let x = self.int128(c, n, v, "conversion of a pointer to a narrower type")?;
                self.convert_int128(c, n, IntShape { bits: 128, signed }, to, x)
            }
            (Scalar::Long(format), _) => {
                let x = self.long(c, n, format, v)?;
                self.convert_long(c, n, to, x)
            }
            (Scalar::Int(shape), Scalar::Long(format)) => {
                let what = "conversion of a pointer's integer value to long double";
                let x = self.plain_int(c, n, v, what)?;
                self.wide(c, n, format.of_int(shape, shape.widen(x)).bits())
            }
            (Scalar::F32, Scalar::Long(format)) => {
                self.wide(c, n, format.of_double(v.as_f32().into()).bits())
            }
            (Scalar::F64, Scalar::Long(format)) => {
                self.wide(c, n, format.of_double(v.as_f64()).bits())
            }
            _ => self.unsupported("a conversion of these types", self.loc(c, n)),
        }
    }

    /// Whether a conversion to a floating type is exact, as far as that is looked at: of `long
    /// double`, within what `double` has.
    fn converts_exactly(
        &mut self,
        c: &'a Code,
        n: N,
        from: Scalar,
        to: Scalar,
        v: Value,
    ) -> R<bool> {
        let significand =
            if to == Scalar::F32 { f32::MANTISSA_DIGITS } else { f64::MANTISSA_DIGITS };
        Ok(match from {
            Scalar::Int(shape) => {
                v.prov.is_none() && exact::holds(shape.word_value(v.bits), significand)
            }
            Scalar::Int128 { signed } => {
                let x = self.int128(c, n, v, "conversion of a pointer to a floating type")?;
                (signed || x.signed() >= 0) && exact::holds(x.signed(), significand)
            }
            Scalar::Long(format) => {
                let x = self.long(c, n, format, v)?;
                let double = x.to_double();
                format.of_double(double) == x && (to != Scalar::F32 || exact::converts(double))
            }
            // To a type that has all of its values.
            _ => true,
        })
    }

    fn convert_int128(
        &mut self,
        c: &'a Code,
        n: N,
        from: IntShape,
        to: Scalar,
        x: Bits,
    ) -> R<Value> {
        match to {
            Scalar::Int(shape) => {
                let word = shape.wrap_word(x.word());
                if shape.signed && shape.widen(word) != x {
                    self.rely(ImplDefined::SignedConversionWraps);
                }
                Ok(Value::int(word))
            }
            Scalar::Int128 { signed } => {
                if signed && !from.signed && x.signed() < 0 {
                    self.rely(ImplDefined::SignedConversionWraps);
                }
                self.wide(c, n, x)
            }
            Scalar::F32 => Ok(Value::f32(int_to_float(from, x, true) as f32)),
            Scalar::F64 => Ok(Value::f64(int_to_float(from, x, false))),
            Scalar::Long(format) => self.wide(c, n, format.of_int(from, x).bits()),
            Scalar::Ptr => self.unsupported("__int128 as a pointer", self.loc(c, n)),
        }
    }

    fn float_to_int128(&mut self, c: &'a Code, n: N, signed: bool, value: f64) -> R<Value> {
        let shape = IntShape { bits: 128, signed };
        match float_to_int(shape, value) {
            Some(bits) => self.wide(c, n, bits),
            None if self.guard(c, n) => Ok(Value::small_wide(0)),
            None => Err(self.float_out_of_range(c, n, shape, format!("{value:?}"))),
        }
    }

    // ---- long double ----

    /// The value behind a `long double`.
    pub fn long(&mut self, c: &'a Code, n: N, format: LongFormat, v: Value) -> R<LongDouble> {
        let pattern = self.high_halves.pattern(v).map(Bits::new);
        match pattern.and_then(|bits| LongDouble::from_bits(format, bits)) {
            Some(value) => Ok(value),
            None => self.unsupported("a long double of an unknown format", self.loc(c, n)),
        }
    }

    /// Applies a binary operator to values of `long double`.
    #[inline(never)]
    pub fn apply_long(
        &mut self,
        c: &'a Code,
        n: N,
        op: BinaryOp,
        format: LongFormat,
        a: Value,
        b: Value,
    ) -> R<Value> {
        let (x, y) = (self.long(c, n, format, a)?, self.long(c, n, format, b)?);
        let as_double = |value: LongDouble| {
            Some(value.to_double()).filter(|double| format.of_double(*double) == value)
        };
        self.rely_on_floats(|| match (as_double(x), as_double(y)) {
            (Some(x), Some(y)) => exact::double(op, x, y),
            _ => false,
        });
        match x.binary(op, y) {
            Some(LongResult::Value(value)) => self.wide(c, n, value.bits()),
            Some(LongResult::Truth(truth)) => Ok(Value::truth(truth)),
            None => self.unsupported("this operator on long double", self.loc(c, n)),
        }
    }

    pub fn negate_long(&mut self, c: &'a Code, n: N, format: LongFormat, v: Value) -> R<Value> {
        let value = self.long(c, n, format, v)?;
        self.wide(c, n, value.neg().bits())
    }

    fn convert_long(&mut self, c: &'a Code, n: N, to: Scalar, x: LongDouble) -> R<Value> {
        let shape = match to {
            Scalar::F32 => return Ok(Value::computed_f32(x.to_float())),
            Scalar::F64 => return Ok(Value::computed_f64(x.to_double())),
            Scalar::Long(_) => return self.wide(c, n, x.bits()),
            Scalar::Int(shape) => shape,
            Scalar::Int128 { signed } => IntShape { bits: 128, signed },
            Scalar::Ptr => {
                return self.unsupported("a long double as a pointer", self.loc(c, n));
            }
        };
        match x.to_int(shape) {
            Some(bits) if to.is_wide() => self.wide(c, n, bits),
            Some(bits) => Ok(Value::int(bits.word())),
            None if self.guard(c, n) => {
                Ok(if to.is_wide() { Value::small_wide(0) } else { Value::ZERO })
            }
            None => {
                let double = x.to_double();
                let near = if double.is_finite() { format!("{double:?}") } else { x.to_string() };
                Err(self.float_out_of_range(c, n, shape, near))
            }
        }
    }

    /// A `long double` in a call of the `printf` family. Where it is the value of a `double`, it looks
    /// like that in decimal; other values are left out, and `%La`, which has no one form.
    pub fn render_long_double(
        &mut self,
        c: &'a Code,
        n: N,
        spec: &ResolvedSpec,
        v: Value,
    ) -> R<Vec<u8>> {
        let Some(format) = self.low.tables.target.long_format else {
            let single = self.low.tables.is_single(FloatKind::LongDouble);
            let value = if single { v.as_f32().into() } else { v.as_f64() };
            return Ok(render_double(spec, value));
        };
        let value = self.long(c, n, format, v)?;
        if value.is_nan() {
            let operation = "printing it, with or without a '-'".to_owned();
            return Err(self.ub(c, n, Ub::NanRepresentation { operation }));
        }
        let double = value.to_double();
        if spec.conv.eq_ignore_ascii_case(&b'a') || format.of_double(double) != value {
            return self.unsupported("printing a long double that is no double", self.loc(c, n));
        }
        Ok(render_double(spec, double))
    }

    /// The value that a switch looks for.
    pub fn int128_case(&mut self, c: &'a Code, n: N, v: Value) -> R<i128> {
        self.int128(c, n, v, "a switch on a pointer's integer value").map(Bits::signed)
    }

    // ---- memory ----

    /// Reads a wide scalar.
    #[inline(never)]
    pub fn load_wide(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &'a TypedAccess,
        path: AccessPath,
    ) -> R<Value> {
        if self.order.open > 0 {
            let effect = a.volatile && self.volatile_read_is_effect(p);
            self.touch(c, n, p.prov, p.bits, a.size.into(), Touch::reading(effect))?;
        }
        let (offset, size) = (p.bits as usize, a.size as usize);
        let Some(alloc) = self.mem.readable(p.prov, offset + size) else {
            return Err(self.bad_place(c, n, p, a.size.into()));
        };
        let used = value_bytes(a.scalar, size);
        let states = &alloc.states[offset..offset + used];
        let nan = matches!(a.scalar, Scalar::Long(_)) && alloc.nan_at(offset, used);
        if !nan && states.iter().any(|s| *s != state::PLAIN) {
            if states.iter().any(|s| s & state::POINTER != 0) {
                return Err(self.address_used(c, n, "a read of part of a pointer as a number"));
            }
            if states.iter().any(|s| s & state::NAN != 0) && !states.contains(&state::UNINIT) {
                let operation =
                    format!("a read of its bytes as '{}'", self.low.tables.describe(a.ty));
                return Err(self.ub_on(c, n, p.prov, Ub::NanRepresentation { operation }));
            }
            let uninit = (offset..offset + used).any(|at| alloc.has_unwritten_bit(at));
            return Err(self.no_value(c, n, p.prov, uninit));
        }
        let pattern = decode(&alloc.bytes[offset..offset + used], self.low.tables.target.endian);
        if let Scalar::Long(format) = a.scalar
            && LongDouble::from_bits(format, Bits::new(pattern)).is_none()
        {
            return Err(self.trap(c, n, p, a));
        }
        let value = self.wide(c, n, pattern)?;
        if crate::access::alloc_is_heap(self, p.prov) {
            self.check_effective(c, n, p, a.ty, path)?;
        }
        if a.volatile {
            self.trace_volatile(p, false, value);
        }
        Ok(value)
    }

    /// Writes a wide scalar.
    #[inline(never)]
    pub fn store_wide(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &'a TypedAccess,
        v: Value,
        path: AccessPath,
    ) -> R<Value> {
        let Some(pattern) = self.high_halves.pattern(v) else {
            return Err(self.address_used(c, n, "a pointer stored as a larger number"));
        };
        if self.order.open > 0 {
            self.touch(c, n, p.prov, p.bits, a.size.into(), Touch::Write)?;
        }
        let (offset, size) = (p.bits as usize, a.size as usize);
        let endian = self.low.tables.target.endian;
        let alloc = match self.mem.writable(p.prov, offset + size) {
            Ok(alloc) => alloc,
            Err(refusal) => return Err(self.refused_write(c, n, p, a.size.into(), refusal)),
        };
        let changed = write(alloc, offset, a.scalar, size, pattern, endian);
        let heap = alloc.ty.is_none();
        self.note_store(p, a, changed, heap, path);
        Ok(v)
    }

    /// Stores a wide argument in the memory of its parameter. What is no wide value stays away.
    pub fn write_wide_parameter(&mut self, prov: Prov, ty: TypeId, v: Value) {
        let tables = &self.low.tables;
        let size = tables.size(ty) as usize;
        if let Some(pattern) = self.high_halves.pattern(v)
            && let Some(scalar) = tables.scalar(ty)
            && let Some(alloc) = self.mem.get_mut(prov)
        {
            write(alloc, 0, scalar, size, pattern, tables.target.endian);
        }
    }
}

/// How many bytes of an object have the value: the others of a `long double` are padding.
fn value_bytes(scalar: Scalar, size: usize) -> usize {
    match scalar {
        Scalar::Long(format) => format.value_bytes().into(),
        _ => size,
    }
}

/// Writes a wide scalar; returns whether anything changed.
fn write(
    alloc: &mut Alloc,
    offset: usize,
    scalar: Scalar,
    size: usize,
    pattern: u128,
    endian: Endian,
) -> bool {
    let used = value_bytes(scalar, size);
    let bytes = match endian {
        Endian::Little => pattern.to_le_bytes(),
        Endian::Big => pattern.to_be_bytes(),
    };
    let bytes = if endian == Endian::Little { &bytes[..used] } else { &bytes[16 - used..] };
    let value = match scalar {
        Scalar::Long(format) => LongDouble::from_bits(format, Bits::new(pattern)),
        _ => None,
    };
    let changed = if value.is_some_and(LongDouble::is_nan) {
        alloc.write_nan(offset, bytes);
        true
    } else {
        alloc.write_plain(offset, bytes)
    };
    if used < size {
        alloc.write_state((offset + used) as u64, (size - used) as u64, state::UNSPEC);
    }
    changed || used < size
}

/// The value of a pattern of 128 bits, for people.
fn show(shape: IntShape, x: Bits) -> String {
    if shape.signed { x.signed().to_string() } else { x.unsigned().to_string() }
}

fn decode(bytes: &[u8], endian: Endian) -> u128 {
    let push = |word: u128, byte: &u8| word << 8 | u128::from(*byte);
    match endian {
        Endian::Little => bytes.iter().rev().fold(0, push),
        Endian::Big => bytes.iter().fold(0, push),
    }
}
