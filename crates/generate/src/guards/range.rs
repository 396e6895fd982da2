//! What values an integer expression can have, as far as its text tells: enough to see that
//! `s + 1` on a `short`, `x / 3` or `a[i & 7]` need no guard.
//!
//! The answer holds whether operations below are guarded or not: one that could go wrong may have
//! any value of its type.

use brinell_lang::arith::IntShape;
use brinell_lang::{BinaryOp, ExprId, ExprKind, Exprs, IntKind, Target, TypeId, Types, UnaryOp};

/// How many operators are looked through; beyond that any value is possible. Each has two
/// operands, so a question costs at most a few dozen nodes.
const MAX_DEPTH: u32 = 4;

/// All values from the lowest to the highest, both included.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ValueRange {
    /// The lowest.
    pub lo: i128,
    /// The highest.
    pub hi: i128,
}

impl ValueRange {
    /// One value.
    pub const fn point(value: i128) -> Self {
        Self { lo: value, hi: value }
    }

    /// All values of a type.
    pub const fn full(shape: IntShape) -> Self {
        if is_beyond(shape) {
            return Self { lo: i128::MIN, hi: i128::MAX };
        }
        Self { lo: shape.min(), hi: shape.max() }
    }

    /// The range, as one of a type.
    const fn of_type(self, shape: IntShape) -> Self {
        if is_beyond(shape) && self.lo < 0 { Self::full(shape) } else { self }
    }

    const fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// Whether all values of another range are in this one.
    pub const fn covers(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    fn join(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The range between the least and the greatest result at the corners of two ranges; `None`
    /// where one is past all limits.
    fn corners(self, other: Self, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Self> {
        let mut range: Option<Self> = None;
        for x in [self.lo, self.hi] {
            for y in [other.lo, other.hi] {
                let value = Self::point(f(x, y)?);
                range = Some(range.map_or(value, |r| r.join(value)));
            }
        }
        range
    }
}

/// Whether an `i128` has not all values of a type, that is of `unsigned __int128`. What may be
/// beyond is not told apart from anything else: such a range holds all numbers, negative ones too.
const fn is_beyond(shape: IntShape) -> bool {
    shape.bits == 128 && !shape.signed
}

/// The results of an operation on the promoted type of its left operand; `None` where some operands
/// make it undefined.
pub fn binary(op: BinaryOp, shape: IntShape, a: ValueRange, b: ValueRange) -> Option<ValueRange> {
    results(op, shape, a.of_type(shape), b).map(|range| range.of_type(shape))
}

fn results(op: BinaryOp, shape: IntShape, a: ValueRange, b: ValueRange) -> Option<ValueRange> {
    let full = ValueRange::full(shape);
    // What does not fit is undefined for signed types and wraps for unsigned ones.
    let fit = |range: Option<ValueRange>| match range {
        Some(range) if full.covers(range) => Some(range),
        _ if shape.signed => None,
        _ => Some(full),
    };
    let not_negative = |r: ValueRange| r.lo >= 0;
    match op {
        BinaryOp::Add => fit(a.corners(b, i128::checked_add)),
        BinaryOp::Sub => fit(a.corners(b, i128::checked_sub)),
        BinaryOp::Mul => fit(a.corners(b, i128::checked_mul)),
        // With divisors of one sign quotients grow or fall steadily in both operands.
        BinaryOp::Div if b.contains(0) => None,
        BinaryOp::Div => fit(a.corners(b, i128::checked_div)),
        BinaryOp::Rem => {
            let overflows = shape.signed && a.contains(shape.min()) && b.contains(-1);
            if b.contains(0) || overflows {
                return None;
            }
            let most = (b.lo.unsigned_abs().max(b.hi.unsigned_abs()) - 1) as i128;
            Some(ValueRange { lo: a.lo.clamp(-most, 0), hi: a.hi.clamp(0, most) })
        }
        BinaryOp::Shl | BinaryOp::Shr if b.lo < 0 || b.hi >= shape.bits.into() => None,
        BinaryOp::Shl if shape.signed && a.lo < 0 => None,
        BinaryOp::Shl => fit(a.corners(b, shifted)),
        BinaryOp::Shr => a.corners(b, |x, y| Some(x >> y)),
        BinaryOp::And => Some(match (not_negative(a), not_negative(b)) {
            (true, true) => ValueRange { lo: 0, hi: a.hi.min(b.hi) },
            (true, false) => ValueRange { lo: 0, hi: a.hi },
            (false, true) => ValueRange { lo: 0, hi: b.hi },
            (false, false) => full,
        }),
        BinaryOp::Or | BinaryOp::Xor if not_negative(a) && not_negative(b) => {
            let bits = i128::BITS - a.hi.max(b.hi).leading_zeros();
            Some(ValueRange { lo: 0, hi: i128::MAX >> (127 - bits) })
        }
        BinaryOp::Or | BinaryOp::Xor => Some(full),
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
            Some(ValueRange { lo: 0, hi: 1 })
        }
    }
}

/// `x * 2^y`, if an `i128` has it.
fn shifted(x: i128, y: i128) -> Option<i128> {
    let factor = u32::try_from(y).ok().filter(|y| *y < 127).map(|y| 1i128 << y)?;
    x.checked_mul(factor)
}

/// The negatives of a range; `None` where one of them overflows.
pub fn neg(shape: IntShape, a: ValueRange) -> Option<ValueRange> {
    let full = ValueRange::full(shape);
    let lowest = a.lo.checked_neg();
    match lowest.map(|hi| ValueRange { lo: -a.hi, hi }) {
        Some(range) if full.covers(range) => Some(range.of_type(shape)),
        _ => (!shape.signed).then_some(full),
    }
}

/// Asks about expressions of one arena.
#[derive(Copy, Clone)]
pub struct Ranges<'a> {
    /// The program's types.
    pub types: &'a Types,
    /// The data model.
    pub target: &'a Target,
    /// The expressions.
    pub exprs: &'a Exprs,
}

impl Ranges<'_> {
    /// The shape of an integer type.
    pub fn shape(self, ty: TypeId) -> Option<IntShape> {
        self.types.as_int(ty).map(|kind| IntShape::of(self.target, kind))
    }

    /// The values of an integer expression.
    pub fn of(self, id: ExprId) -> Option<ValueRange> {
        self.look(id, MAX_DEPTH)
    }

    fn look(self, id: ExprId, depth: u32) -> Option<ValueRange> {
        let expr = &self.exprs[id];
        let shape = self.shape(expr.ty.ty)?;
        let full = ValueRange::full(shape);
        let Some(below) = depth.checked_sub(1) else { return Some(full) };
        Some(match expr.kind {
            ExprKind::Int(bits) => ValueRange::point(shape.value(bits)).of_type(shape),
            ExprKind::Load(place) => self.stored(place)?,
            ExprKind::Cast { operand, .. } => match self.look(operand, depth) {
                Some(range) if full.covers(range) => range.of_type(shape),
                _ => full,
            },
            ExprKind::Unary { op, operand } => {
                let inner = self.look(operand, below).unwrap_or(full);
                match op {
                    UnaryOp::Plus => inner,
                    UnaryOp::Neg => neg(shape, inner).unwrap_or(full),
                    UnaryOp::BitNot if shape.signed => ValueRange { lo: !inner.hi, hi: !inner.lo },
                    UnaryOp::BitNot if is_beyond(shape) => full,
                    UnaryOp::BitNot => {
                        ValueRange { lo: full.hi - inner.hi, hi: full.hi - inner.lo }
                    }
                    UnaryOp::Not => ValueRange { lo: 0, hi: 1 },
                }
            }
            ExprKind::Logical { .. } => ValueRange { lo: 0, hi: 1 },
            ExprKind::Binary { op, .. } if op.is_comparison() => ValueRange { lo: 0, hi: 1 },
            ExprKind::Binary { op, lhs, rhs } => {
                match (self.look(lhs, below), self.look(rhs, below)) {
                    (Some(a), Some(b)) => binary(op, shape, a, b).unwrap_or(full),
                    _ => full,
                }
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.look(then, below)?.join(self.look(otherwise, below)?)
            }
            ExprKind::Comma { rhs, .. } => self.look(rhs, below)?,
            _ => full,
        })
    }

    /// The values that an integer object can have: fewer than its type where it is a bit-field.
    pub fn stored(self, place: ExprId) -> Option<ValueRange> {
        let shape = self.shape(self.exprs[place].ty.ty)?;
        let bits =
            self.exprs.bit_field_width(self.types, place).map_or(shape.bits, |width| width as u8);
        Some(ValueRange::full(IntShape { bits, signed: shape.signed }))
    }

    /// The type to which the value of an object is promoted.
    pub fn promoted(self, place: ExprId) -> Option<IntKind> {
        let kind = self.types.as_int(self.exprs[place].ty.ty)?;
        Some(match self.exprs.bit_field_width(self.types, place) {
            Some(width) => self.target.promote_bit_field(kind, width),
            None => self.target.promote(kind),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(shape: IntShape) -> Vec<ValueRange> {
        let all = shape.min()..=shape.max();
        all.clone().flat_map(|lo| (lo..=shape.max()).map(move |hi| ValueRange { lo, hi })).collect()
    }

    /// All operands of all ranges of a narrow type: a result is in the range, and an operation
    /// fails for some operands exactly where there is no range.
    #[test]
    fn ranges_hold_all_results() {
        for signed in [true, false] {
            let shape = IntShape { bits: 4, signed };
            let ranges = ranges(shape);
            for op in BinaryOp::ALL {
                for &a in &ranges {
                    for &b in &ranges {
                        holds(op, shape, a, b);
                    }
                }
            }
        }
    }

    fn holds(op: BinaryOp, shape: IntShape, a: ValueRange, b: ValueRange) {
        let range = binary(op, shape, a, b);
        let mut fails = false;
        for x in a.lo..=a.hi {
            for y in b.lo..=b.hi {
                match shape.binary(op, x.into(), y.into()) {
                    Ok(value) => {
                        let value = shape.value(value);
                        let inside = range.is_none_or(|r| r.contains(value));
                        assert!(inside, "{x} {} {y} = {value}: {range:?}", op.spelling());
                    }
                    Err(_) => fails = true,
                }
            }
        }
        assert_eq!(range.is_none(), fails, "{a:?} {} {b:?}", op.spelling());
    }

    /// At 128 bits, the corners of ranges that reach the limits, unsigned values beyond those of an
    /// `i128` included.
    #[test]
    fn ranges_hold_the_corners_of_128_bits() {
        const ENDS: [i128; 9] =
            [i128::MIN, i128::MIN + 1, -2, -1, 0, 1, 127, i128::MAX - 1, i128::MAX];
        for signed in [true, false] {
            let shape = IntShape { bits: 128, signed };
            let ordered = ENDS.into_iter().flat_map(|lo| ENDS.map(|hi| ValueRange { lo, hi }));
            let ranges: Vec<_> =
                ordered.filter(|r| r.lo <= r.hi).map(|r| r.of_type(shape)).collect();
            for op in BinaryOp::ALL {
                for (&a, &b) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (a, b))) {
                    let range = binary(op, shape, a, b);
                    for (x, y) in [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)] {
                        let (x, y) = (x.into(), y.into());
                        let result = if op.is_shift() {
                            shape.shift(op, x, shape.clamped_value(y))
                        } else {
                            shape.binary(op, x, y)
                        };
                        match result {
                            Ok(value) => {
                                let value = shape.value(value);
                                let inside = range.is_none_or(|r| r.contains(value));
                                assert!(inside, "{a:?} {} {b:?} = {value}", op.spelling());
                            }
                            Err(_) => assert_eq!(range, None, "{a:?} {} {b:?}", op.spelling()),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_hold_all_negatives() {
        for signed in [true, false] {
            let shape = IntShape { bits: 4, signed };
            for a in ranges(shape) {
                let range = neg(shape, a);
                let results: Vec<_> = (a.lo..=a.hi).map(|x| shape.neg(x.into())).collect();
                assert_eq!(range.is_none(), results.iter().any(Result::is_err));
                for value in results.into_iter().flatten() {
                    assert!(range.is_none_or(|r| r.contains(shape.value(value))));
                }
            }
        }
    }

    #[test]
    fn the_widest_types_do_not_overflow_the_computation() {
        for signed in [true, false] {
            let full = ValueRange::full(IntShape { bits: 64, signed });
            for op in BinaryOp::ALL {
                binary(op, IntShape { bits: 64, signed }, full, full);
                binary(op, IntShape { bits: 64, signed }, full, ValueRange { lo: 0, hi: 63 });
            }
        }
    }
}
