//! Values of `long double` where it is wider than `double`, and what C computes with them (C11 6.3.1.4,
//! 6.3.1.5, 6.5.5, 6.5.6, 6.5.8, Annex F): IEEE arithmetic, rounded to nearest, by `rustc_apfloat`.

use crate::arith::IntShape;
use crate::bits::Bits;
use crate::expr::BinaryOp;
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A format of `long double` that is wider than `double`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum LongFormat {
    /// The x87's 80 bits: 64 of significand, the leading one of which is there.
    X87,
    /// IEEE's 128 bits: 112 of significand after the leading one, which is not there.
    Quad,
}

impl LongFormat {
    /// How many bytes of an object have the value; the others are padding.
    pub const fn value_bytes(self) -> u8 {
        match self {
            Self::X87 => 10,
            Self::Quad => 16,
        }
    }

    /// Zero.
    pub const fn zero(self) -> LongDouble {
        LongDouble { format: self, pattern: 0 }
    }

    /// The value of an integer, rounded.
    pub fn of_int(self, shape: IntShape, value: Bits) -> LongDouble {
        fn rounded<F: Float>(shape: IntShape, value: Bits) -> u128 {
            if shape.signed {
                F::from_i128(value.signed()).value.to_bits()
            } else {
                F::from_u128(value.unsigned()).value.to_bits()
            }
        }
        let pattern = match self {
            Self::X87 => rounded::<X87DoubleExtended>(shape, value),
            Self::Quad => rounded::<Quad>(shape, value),
        };
        LongDouble { format: self, pattern }
    }

    /// The value of a `double`, which is exact.
    pub fn of_double(self, value: f64) -> LongDouble {
        let double = Double::from_bits(value.to_bits().into());
        let pattern = match self {
            Self::X87 => convert::<_, X87DoubleExtended>(double).to_bits(),
            Self::Quad => convert::<_, Quad>(double).to_bits(),
        };
        LongDouble { format: self, pattern }
    }

    /// The value of a constant without its suffix, decimal or hexadecimal, rounded; `None` for what
    /// is none or is out of range.
    pub fn parse(self, text: &str) -> Option<LongDouble> {
        fn read<F: Float>(text: &str) -> Option<u128> {
            let read = F::from_str_r(text, Round::NearestTiesToEven).ok()?;
            read.value.is_finite().then(|| read.value.to_bits())
        }
        let pattern = match self {
            Self::X87 => read::<X87DoubleExtended>(text)?,
            Self::Quad => read::<Quad>(text)?,
        };
        Some(LongDouble { format: self, pattern })
    }
}

fn convert<A: FloatConvert<B>, B: Float>(value: A) -> B {
    value.convert(&mut false).value
}

/// A value of `long double`.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct LongDouble {
    format: LongFormat,
    pattern: u128,
}

/// What a binary operator gives.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum LongResult {
    /// `+ - * /`
    Value(LongDouble),
    /// A comparison.
    Truth(bool),
}

impl LongDouble {
    /// The value with that pattern; `None` for patterns that the x87 does not take for a number.
    pub const fn from_bits(format: LongFormat, bits: Bits) -> Option<Self> {
        let pattern = bits.unsigned();
        if matches!(format, LongFormat::X87) {
            let (exponent, leading) = (pattern >> 64 & 0x7fff, pattern >> 63 & 1);
            if (exponent == 0) != (leading == 0) || pattern >> 80 != 0 {
                return None;
            }
        }
        Some(Self { format, pattern })
    }

    /// The pattern, as many bits as the format has.
    pub const fn bits(self) -> Bits {
        Bits::new(self.pattern)
    }

    /// The format.
    pub const fn format(self) -> LongFormat {
        self.format
    }

    fn x87(self) -> X87DoubleExtended {
        X87DoubleExtended::from_bits(self.pattern)
    }

    fn quad(self) -> Quad {
        Quad::from_bits(self.pattern)
    }

    /// Whether it is a NaN.
    pub fn is_nan(self) -> bool {
        match self.format {
            LongFormat::X87 => self.x87().is_nan(),
            LongFormat::Quad => self.quad().is_nan(),
        }
    }

    /// Whether it is neither infinite nor a NaN.
    pub fn is_finite(self) -> bool {
        match self.format {
            LongFormat::X87 => self.x87().is_finite(),
            LongFormat::Quad => self.quad().is_finite(),
        }
    }

    /// Whether it is zero, of either sign.
    pub fn is_zero(self) -> bool {
        match self.format {
            LongFormat::X87 => self.x87().is_zero(),
            LongFormat::Quad => self.quad().is_zero(),
        }
    }

    const fn sign_bit(self) -> u128 {
        1 << match self.format {
            LongFormat::X87 => 79,
            LongFormat::Quad => 127,
        }
    }

    /// Whether the sign bit is set.
    pub const fn is_negative(self) -> bool {
        self.pattern & self.sign_bit() != 0
    }

    /// Unary minus, which changes the sign and nothing else.
    #[must_use]
    pub const fn neg(self) -> Self {
        Self { format: self.format, pattern: self.pattern ^ self.sign_bit() }
    }

    /// A binary operator that floating operands can have, on two values of one format.
    pub fn binary(self, op: BinaryOp, other: Self) -> Option<LongResult> {
        fn compute<F: Float>(op: BinaryOp, a: F, b: F) -> Option<Result<u128, bool>> {
            Some(match op {
                BinaryOp::Add => Ok((a + b).value.to_bits()),
                BinaryOp::Sub => Ok((a - b).value.to_bits()),
                BinaryOp::Mul => Ok((a * b).value.to_bits()),
                BinaryOp::Div => Ok((a / b).value.to_bits()),
                _ => Err(op.compare(a, b)?),
            })
        }
        let result = match self.format {
            LongFormat::X87 => compute(op, self.x87(), other.x87())?,
            LongFormat::Quad => compute(op, self.quad(), other.quad())?,
        };
        Some(match result {
            Ok(pattern) => LongResult::Value(Self { format: self.format, pattern }),
            Err(truth) => LongResult::Truth(truth),
        })
    }

    /// As a `double`, rounded.
    pub fn to_double(self) -> f64 {
        let double: Double = match self.format {
            LongFormat::X87 => convert(self.x87()),
            LongFormat::Quad => convert(self.quad()),
        };
        f64::from_bits(double.to_bits() as u64)
    }

    /// As a `float`, rounded once.
    pub fn to_float(self) -> f32 {
        let single: Single = match self.format {
            LongFormat::X87 => convert(self.x87()),
            LongFormat::Quad => convert(self.quad()),
        };
        f32::from_bits(single.to_bits() as u32)
    }

    /// As an integer (C11 6.3.1.4p1): `None` where the truncated value does not fit.
    pub fn to_int(self, shape: IntShape) -> Option<Bits> {
        fn truncated<F: Float>(value: F, shape: IntShape) -> Option<Bits> {
            let (width, mut exact) = (usize::from(shape.bits), false);
            if shape.signed {
                let int = value.to_i128_r(width, Round::TowardZero, &mut exact);
                (!int.status.contains(Status::INVALID_OP)).then(|| int.value.into())
            } else {
                let int = value.to_u128_r(width, Round::TowardZero, &mut exact);
                (!int.status.contains(Status::INVALID_OP)).then(|| int.value.into())
            }
        }
        match self.format {
            LongFormat::X87 => truncated(self.x87(), shape),
            LongFormat::Quad => truncated(self.quad(), shape),
        }
    }

    /// A finite value without its sign as significand and power of two.
    pub const fn parts(self) -> (u128, i32) {
        match self.format {
            LongFormat::X87 => {
                let exponent = (self.pattern >> 64 & 0x7fff) as i32;
                let exponent = if exponent == 0 { 1 } else { exponent };
                (self.pattern as u64 as u128, exponent - 16383 - 63)
            }
            LongFormat::Quad => {
                let exponent = (self.pattern >> 112 & 0x7fff) as i32;
                let fraction = self.pattern & ((1 << 112) - 1);
                if exponent == 0 {
                    (fraction, 1 - 16383 - 112)
                } else {
                    (fraction | 1 << 112, exponent - 16383 - 112)
                }
            }
        }
    }
}

/// As a hexadecimal constant without its suffix; exact.
impl fmt::Display for LongDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_negative() {
            f.write_str("-")?;
        }
        if self.is_nan() {
            return f.write_str("nan");
        }
        if !self.is_finite() {
            return f.write_str("inf");
        }
        let (significand, exponent) = self.parts();
        if significand == 0 {
            return f.write_str("0.0");
        }
        let spare = significand.trailing_zeros();
        write!(f, "{:#x}.0p{}", significand >> spare, exponent + spare as i32)
    }
}

impl fmt::Debug for LongDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_read_back_exactly() {
        for format in [LongFormat::X87, LongFormat::Quad] {
            for text in ["0.1", "1e4000", "3.6e-4951", "0x1.8p3", "123456789.987654321", "1e-4940"]
            {
                let value = format.parse(text).expect("a constant");
                assert_eq!(format.parse(&value.to_string()), Some(value), "{text}: {value}");
                assert_eq!(LongDouble::from_bits(format, value.bits()), Some(value));
            }
            assert_eq!(format.parse("1e5000"), None);
            assert_eq!(format.of_double(-0.0), format.zero().neg());
        }
        let tenth = LongFormat::X87.parse("0.1").expect("a constant");
        assert_eq!(tenth.bits(), Bits::new(0x3ffb_cccc_cccc_cccc_cccd));
        assert_eq!(tenth.to_string(), "0xcccccccccccccccd.0p-67");
    }

    #[test]
    fn integers_are_truncated_and_refused() {
        let byte = IntShape { bits: 8, signed: true };
        let unsigned = IntShape { bits: 64, signed: false };
        for format in [LongFormat::X87, LongFormat::Quad] {
            let value = |text: &str| format.parse(text).expect("a constant");
            assert_eq!(value("127.9").to_int(byte), Some(Bits::from(127)));
            assert_eq!(value("-128.9").to_int(byte), Some(Bits::from(-128)));
            assert_eq!(value("128.0").to_int(byte), None);
            assert_eq!(value("-0.9").to_int(unsigned), Some(Bits::ZERO));
            assert_eq!(value("-1.0").to_int(unsigned), None);
            assert_eq!(
                format.of_int(unsigned, u64::MAX.into()).to_int(unsigned),
                Some(u64::MAX.into())
            );
        }
        assert_eq!(
            LongFormat::X87
                .zero()
                .binary(BinaryOp::Div, LongFormat::X87.zero())
                .map(|result| matches!(result, LongResult::Value(nan) if nan.is_nan())),
            Some(true)
        );
    }

    #[test]
    fn patterns_that_are_no_numbers() {
        let x87 = |bits: u128| LongDouble::from_bits(LongFormat::X87, Bits::new(bits));
        assert!(x87(0x3fff_8000_0000_0000_0000).is_some());
        assert!(x87(0x3fff_0000_0000_0000_0000).is_none(), "an unnormal");
        assert!(x87(0x0000_8000_0000_0000_0000).is_none(), "a pseudo-denormal");
        assert!(x87(0x7fff_0000_0000_0000_0000).is_none(), "a pseudo-infinity");
    }
}
