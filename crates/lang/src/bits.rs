//! Integer constants: 128 bits, enough for every type that C compilers have.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The value of an integer as a pattern: canonical for its type, which is sign-extended to 128 bits
/// for signed types and zero-extended for unsigned ones. The type stands elsewhere, and
/// [`IntShape`](crate::arith::IntShape) knows what the pattern means.
///
/// Two halves and no `u128`, whose alignment would make every expression larger.
#[derive(Copy, Clone, Default, Eq, PartialEq, Hash)]
pub struct Bits {
    low: u64,
    high: u64,
}

impl Bits {
    /// Zero, in every type.
    pub const ZERO: Self = Self::new(0);
    /// One, in every type.
    pub const ONE: Self = Self::new(1);

    /// A pattern.
    pub const fn new(bits: u128) -> Self {
        Self { low: bits as u64, high: (bits >> 64) as u64 }
    }

    /// The pattern as an unsigned number: the value, if the type is unsigned.
    pub const fn unsigned(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }

    /// The pattern as a signed number: the value, if the type is signed.
    pub const fn signed(self) -> i128 {
        self.unsigned() as i128
    }

    /// The low 64 bits: the whole value of a type that has no more, canonical in 64 bits.
    pub const fn word(self) -> u64 {
        self.low
    }

    /// Whether it is zero, in every type.
    pub const fn is_zero(self) -> bool {
        self.low == 0 && self.high == 0
    }
}

/// As a number that is not negative.
impl PartialEq<u64> for Bits {
    fn eq(&self, other: &u64) -> bool {
        self.low == *other && self.high == 0
    }
}

macro_rules! from {
    ($($from:ty),*) => {$(
        impl From<$from> for Bits {
            fn from(value: $from) -> Self {
                Self::new(value as u128)
            }
        }
    )*};
}

from!(bool, u8, u32, u64, u128, i32, i64, i128);

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.unsigned())
    }
}

impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.unsigned().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u128::deserialize(deserializer).map(Self::new)
    }
}
