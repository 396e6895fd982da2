//! Exact integer arithmetic on a target's widths: one function an operation, each saying whether
//! the C operation is defined (C11 6.5p5, 6.5.5, 6.5.6, 6.5.7).
//!
//! Values are canonical patterns ([`Bits`]): sign-extended for signed types, zero-extended for
//! unsigned ones. The front end folds constants with these rules and the machine runs on them; it
//! holds values of up to 64 bits in words, the low halves of these patterns, and has paths of its
//! own for the operations that are common and go well.

use crate::bits::Bits;
use crate::expr::BinaryOp;
use crate::target::Target;
use crate::types::IntKind;

/// The width and signedness of an integer type on a target.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct IntShape {
    /// Bits, sign included; 1 for `_Bool`.
    pub bits: u8,
    /// Whether there is a sign bit.
    pub signed: bool,
}

/// Why an operation on integers has no defined result.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ArithError {
    /// The mathematical result does not fit the signed type (6.5p5).
    Overflow,
    /// Division or remainder by zero (6.5.5p5).
    DivisionByZero,
    /// The shift amount is negative (6.5.7p3).
    NegativeShift,
    /// The shift amount is not less than the width of the promoted left operand (6.5.7p3).
    ShiftTooFar,
    /// Left shift of a negative value (6.5.7p4).
    ShiftOfNegative,
    /// Left shift of a signed value whose result does not fit (6.5.7p4).
    ShiftOverflow,
}

impl IntShape {
    /// The shape of a type on a target.
    pub const fn of(target: &Target, kind: IntKind) -> Self {
        Self { bits: target.int_bits(kind) as u8, signed: target.is_signed(kind) }
    }

    /// Truncates a pattern to the width and extends it again: the conversion of C11 6.3.1.3 as
    /// every supported compiler defines it (modulo 2^N). Not for `_Bool`.
    pub const fn wrap(self, value: Bits) -> Bits {
        if self.bits <= 64 {
            return self.widen(self.wrap_word(value.word()));
        }
        let unused = 128 - self.bits as u32;
        Bits::new(if self.signed {
            ((value.signed() << unused) >> unused) as u128
        } else {
            (value.unsigned() << unused) >> unused
        })
    }

    /// As [`IntShape::wrap`], for the words of types that have no more than 64 bits.
    pub const fn wrap_word(self, value: u64) -> u64 {
        let unused = 64 - self.bits as u32;
        if self.signed {
            (((value << unused) as i64) >> unused) as u64
        } else {
            (value << unused) >> unused
        }
    }

    /// The pattern whose low half is the canonical word of a type that has no more than 64 bits.
    pub const fn widen(self, word: u64) -> Bits {
        Bits::new(if self.signed { word as i64 as u128 } else { word as u128 })
    }

    /// Whether it is the canonical pattern of some value of the type.
    pub fn is_canonical(self, bits: Bits) -> bool {
        self.wrap(bits) == bits
    }

    /// Whether a value of another type keeps its value here. Not for 128 unsigned bits, as all that
    /// follows up to [`IntShape::value`]: an `i128` does not have their values.
    pub const fn holds(self, value: i128) -> bool {
        value >= self.min() && value <= self.max()
    }

    /// The smallest value.
    pub const fn min(self) -> i128 {
        if self.signed { i128::MIN >> (128 - self.bits) } else { 0 }
    }

    /// The largest value; of 128 unsigned bits the largest that an `i128` has.
    pub const fn max(self) -> i128 {
        match self.bits {
            128 => i128::MAX,
            bits if self.signed => i128::MAX >> (128 - bits),
            bits => (1i128 << bits) - 1,
        }
    }

    /// The mathematical value of a canonical pattern.
    pub const fn value(self, bits: Bits) -> i128 {
        bits.signed()
    }

    /// As [`IntShape::value`], with the largest `i128` for all that is larger: enough to see that
    /// it is too far for a shift, and outside of every array.
    pub const fn clamped_value(self, bits: Bits) -> i128 {
        if !self.signed && bits.signed() < 0 { i128::MAX } else { bits.signed() }
    }

    /// The mathematical value of a canonical word.
    pub const fn word_value(self, word: u64) -> i128 {
        if self.signed { word as i64 as i128 } else { word as i128 }
    }

    const fn fit(self, exact: Option<i128>) -> Result<Bits, ArithError> {
        if let Some(value) = exact {
            let bits = Bits::new(value as u128);
            if self.wrap(bits).signed() == value {
                return Ok(bits);
            }
        }
        Err(ArithError::Overflow)
    }

    const fn modulo(self, pattern: u128) -> Bits {
        self.wrap(Bits::new(pattern))
    }

    /// Unary minus.
    pub const fn neg(self, a: Bits) -> Result<Bits, ArithError> {
        if self.signed {
            self.fit(a.signed().checked_neg())
        } else {
            Ok(self.modulo(a.unsigned().wrapping_neg()))
        }
    }

    /// A shift: `self` is the promoted type of the left operand, `amount` the mathematical value
    /// of the right one.
    pub const fn shift(self, op: BinaryOp, a: Bits, amount: i128) -> Result<Bits, ArithError> {
        if amount < 0 {
            return Err(ArithError::NegativeShift);
        }
        if amount >= self.bits as i128 {
            return Err(ArithError::ShiftTooFar);
        }
        let amount = amount as u32;
        match op {
            BinaryOp::Shr if self.signed => Ok(Bits::new((a.signed() >> amount) as u128)),
            BinaryOp::Shr => Ok(Bits::new(a.unsigned() >> amount)),
            _ if self.signed => {
                let value = a.signed();
                if value < 0 {
                    return Err(ArithError::ShiftOfNegative);
                }
                let kept = value.leading_zeros() > amount;
                match self.fit(if kept { Some(value << amount) } else { None }) {
                    Ok(bits) => Ok(bits),
                    Err(_) => Err(ArithError::ShiftOverflow),
                }
            }
            _ => Ok(self.modulo(a.unsigned() << amount)),
        }
    }

    /// A binary operator on two operands of this (common) type; of a shift, only the left operand
    /// is. Comparisons give 0 or 1.
    pub const fn binary(self, op: BinaryOp, a: Bits, b: Bits) -> Result<Bits, ArithError> {
        let (x, y) = (a.signed(), b.signed());
        let (ux, uy) = (a.unsigned(), b.unsigned());
        let less = if self.signed { x < y } else { ux < uy };
        let equal = ux == uy;
        Ok(match op {
            BinaryOp::Add if self.signed => return self.fit(x.checked_add(y)),
            BinaryOp::Sub if self.signed => return self.fit(x.checked_sub(y)),
            BinaryOp::Mul if self.signed => return self.fit(x.checked_mul(y)),
            BinaryOp::Add => self.modulo(ux.wrapping_add(uy)),
            BinaryOp::Sub => self.modulo(ux.wrapping_sub(uy)),
            BinaryOp::Mul => self.modulo(ux.wrapping_mul(uy)),
            BinaryOp::Div | BinaryOp::Rem if uy == 0 => return Err(ArithError::DivisionByZero),
            BinaryOp::Div if self.signed => return self.fit(x.checked_div(y)),
            // 6.5.5p6: when the quotient is not representable, `%` is undefined as well.
            BinaryOp::Rem if self.signed => match self.fit(x.checked_div(y)) {
                Ok(_) => Bits::new((x % y) as u128),
                Err(error) => return Err(error),
            },
            BinaryOp::Div => Bits::new(ux / uy),
            BinaryOp::Rem => Bits::new(ux % uy),
            BinaryOp::And => Bits::new(ux & uy),
            BinaryOp::Or => Bits::new(ux | uy),
            BinaryOp::Xor => Bits::new(ux ^ uy),
            BinaryOp::Lt => Bits::new(less as u128),
            BinaryOp::Gt => Bits::new(!(less || equal) as u128),
            BinaryOp::Le => Bits::new((less || equal) as u128),
            BinaryOp::Ge => Bits::new(!less as u128),
            BinaryOp::Eq => Bits::new(equal as u128),
            BinaryOp::Ne => Bits::new(!equal as u128),
            BinaryOp::Shl | BinaryOp::Shr => return self.shift(op, a, self.clamped_value(b)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(bits: u8, signed: bool) -> IntShape {
        IntShape { bits, signed }
    }

    /// Limits and their neighbours, as patterns.
    fn operands(shape: IntShape) -> Vec<Bits> {
        let half = 1u128 << (shape.bits - 1);
        let all = [0, 1, 2, 3, 5, half, half - 1, half + 1, half / 2, half / 2 + 1];
        let mut patterns: Vec<u128> = all.to_vec();
        patterns.extend(all.map(u128::wrapping_neg));
        patterns.into_iter().map(|bits| shape.wrap(Bits::new(bits))).collect()
    }

    /// The widths that an `i128` is wide enough for: what is defined is the exact result, and what
    /// is not has none in the type.
    #[test]
    fn operations_are_exact() {
        for bits in [8, 16, 32, 33, 62] {
            for signed in [false, true] {
                let shape = shape(bits, signed);
                for a in operands(shape) {
                    for b in operands(shape) {
                        let (x, y) = (shape.value(a), shape.value(b));
                        for (op, exact) in [
                            (BinaryOp::Add, Some(x + y)),
                            (BinaryOp::Sub, Some(x - y)),
                            (BinaryOp::Mul, Some(x * y)),
                            (BinaryOp::Div, x.checked_div(y)),
                            (BinaryOp::Lt, Some(i128::from(x < y))),
                            (BinaryOp::Gt, Some(i128::from(x > y))),
                            (BinaryOp::Le, Some(i128::from(x <= y))),
                            (BinaryOp::Ge, Some(i128::from(x >= y))),
                        ] {
                            let found = shape.binary(op, a, b);
                            let Some(exact) = exact else {
                                assert_eq!(found, Err(ArithError::DivisionByZero));
                                continue;
                            };
                            if signed && !shape.holds(exact) {
                                assert_eq!(found, Err(ArithError::Overflow), "{x} {op:?} {y}");
                            } else {
                                assert_eq!(found, Ok(shape.wrap(exact.into())), "{x} {op:?} {y}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_widest_types_have_their_limits() {
        let (signed, unsigned) = (shape(128, true), shape(128, false));
        let (min, max) = (Bits::from(i128::MIN), Bits::from(i128::MAX));
        let minus_one = Bits::from(-1i32);
        assert_eq!((signed.min(), signed.max()), (i128::MIN, i128::MAX));
        assert_eq!(signed.binary(BinaryOp::Add, max, Bits::ONE), Err(ArithError::Overflow));
        assert_eq!(signed.binary(BinaryOp::Sub, min, Bits::ONE), Err(ArithError::Overflow));
        assert_eq!(signed.binary(BinaryOp::Mul, min, minus_one), Err(ArithError::Overflow));
        assert_eq!(signed.binary(BinaryOp::Div, min, minus_one), Err(ArithError::Overflow));
        assert_eq!(signed.binary(BinaryOp::Rem, min, minus_one), Err(ArithError::Overflow));
        assert_eq!(signed.neg(min), Err(ArithError::Overflow));
        assert_eq!(signed.neg(max), Ok(Bits::from(i128::MIN + 1)));
        assert_eq!(signed.shift(BinaryOp::Shl, Bits::ONE, 127), Err(ArithError::ShiftOverflow));
        assert_eq!(signed.shift(BinaryOp::Shl, Bits::ONE, 126), Ok(Bits::from(1i128 << 126)));
        assert_eq!(signed.shift(BinaryOp::Shl, max, 1), Err(ArithError::ShiftOverflow));
        assert_eq!(signed.shift(BinaryOp::Shr, min, 127), Ok(minus_one));
        assert_eq!(unsigned.binary(BinaryOp::Add, minus_one, Bits::ONE), Ok(Bits::ZERO));
        assert_eq!(unsigned.binary(BinaryOp::Mul, minus_one, minus_one), Ok(Bits::ONE));
        assert_eq!(unsigned.binary(BinaryOp::Lt, Bits::ONE, minus_one), Ok(Bits::ONE));
        assert_eq!(unsigned.binary(BinaryOp::Div, minus_one, Bits::from(2u32)), Ok(max));
        assert_eq!(unsigned.neg(Bits::ONE), Ok(minus_one));
        assert_eq!(unsigned.shift(BinaryOp::Shl, minus_one, 127), Ok(min));
        assert_eq!(unsigned.shift(BinaryOp::Shl, Bits::ONE, 128), Err(ArithError::ShiftTooFar));
    }

    #[test]
    fn words_are_the_low_halves() {
        for bits in [1, 8, 16, 31, 32, 63, 64] {
            for signed in [false, true] {
                let shape = shape(bits, signed);
                for value in operands(shape) {
                    assert_eq!(shape.wrap_word(value.word()), value.word());
                    assert_eq!(shape.widen(value.word()), value);
                    assert_eq!(shape.word_value(value.word()), shape.value(value));
                    assert!(shape.is_canonical(value));
                }
            }
        }
    }
}
