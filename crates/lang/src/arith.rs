//! Exact integer arithmetic on a target's widths: one function an operation, each saying whether
//! the C operation is defined (C11 6.5p5, 6.5.5, 6.5.6, 6.5.7).
//!
//! Values are canonical 64-bit patterns: sign-extended for signed types, zero-extended for
//! unsigned ones. The front end folds constants with these rules and the machine runs on them.

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

    /// Truncates a 64-bit pattern to the width and extends it again: the conversion of C11
    /// 6.3.1.3 as every supported compiler defines it (modulo 2^N). Not for `_Bool`.
    pub const fn wrap(self, value: u64) -> u64 {
        let unused = 64 - self.bits as u32;
        if self.signed {
            (((value << unused) as i64) >> unused) as u64
        } else {
            (value << unused) >> unused
        }
    }

    /// Whether a canonical value of another signedness or width keeps its value here.
    pub const fn holds(self, value: i128) -> bool {
        value >= self.min() && value <= self.max()
    }

    /// The smallest value.
    pub const fn min(self) -> i128 {
        if self.signed { -(1i128 << (self.bits - 1)) } else { 0 }
    }

    /// The largest value.
    pub const fn max(self) -> i128 {
        if self.signed { (1i128 << (self.bits - 1)) - 1 } else { (1i128 << self.bits) - 1 }
    }

    /// The mathematical value of a canonical pattern.
    pub const fn value(self, bits: u64) -> i128 {
        if self.signed { bits as i64 as i128 } else { bits as i128 }
    }

    const fn fit(self, wide: i128) -> Result<u64, ArithError> {
        if self.signed {
            if self.holds(wide) { Ok(wide as u64) } else { Err(ArithError::Overflow) }
        } else {
            Ok(self.wrap(wide as u64))
        }
    }

    /// Unary minus.
    pub const fn neg(self, a: u64) -> Result<u64, ArithError> {
        self.fit(-self.value(a))
    }

    /// A shift: `self` is the promoted type of the left operand, `amount` the mathematical value
    /// of the right one.
    pub const fn shift(self, op: BinaryOp, a: u64, amount: i128) -> Result<u64, ArithError> {
        if amount < 0 {
            return Err(ArithError::NegativeShift);
        }
        if amount >= self.bits as i128 {
            return Err(ArithError::ShiftTooFar);
        }
        let amount = amount as u32;
        match op {
            BinaryOp::Shr if self.signed => Ok(((a as i64) >> amount) as u64),
            BinaryOp::Shr => Ok(a >> amount),
            _ if self.signed => {
                if (a as i64) < 0 {
                    return Err(ArithError::ShiftOfNegative);
                }
                let wide = (a as i128) << amount;
                if self.holds(wide) { Ok(wide as u64) } else { Err(ArithError::ShiftOverflow) }
            }
            _ => Ok(self.wrap(a << amount)),
        }
    }

    /// A binary operator other than a shift, on two operands of this (common) type. Comparisons
    /// give 0 or 1.
    pub const fn binary(self, op: BinaryOp, a: u64, b: u64) -> Result<u64, ArithError> {
        let (x, y) = (self.value(a), self.value(b));
        match op {
            BinaryOp::Add => self.fit(x + y),
            BinaryOp::Sub => self.fit(x - y),
            // |x|, |y| < 2^64, and only unsigned products can pass 2^127: those wrap.
            BinaryOp::Mul if self.signed => self.fit(x * y),
            BinaryOp::Mul => Ok(self.wrap(a.wrapping_mul(b))),
            BinaryOp::Div | BinaryOp::Rem => {
                if y == 0 {
                    return Err(ArithError::DivisionByZero);
                }
                // 6.5.5p6: when the quotient is not representable, `%` is undefined as well.
                match self.fit(x / y) {
                    Err(e) => Err(e),
                    Ok(q) => Ok(if matches!(op, BinaryOp::Div) { q } else { (x % y) as u64 }),
                }
            }
            BinaryOp::And => Ok(a & b),
            BinaryOp::Or => Ok(a | b),
            BinaryOp::Xor => Ok(a ^ b),
            BinaryOp::Lt => Ok((x < y) as u64),
            BinaryOp::Gt => Ok((x > y) as u64),
            BinaryOp::Le => Ok((x <= y) as u64),
            BinaryOp::Ge => Ok((x >= y) as u64),
            BinaryOp::Eq => Ok((a == b) as u64),
            BinaryOp::Ne => Ok((a != b) as u64),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, a, y),
        }
    }
}
