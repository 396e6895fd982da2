//! Target data models: everything the language leaves to the implementation and Brinell needs.
//!
//! A model is a plain record; the five shipped ones are what gcc does for the named ABI.
//! Promotion, literal types, layout and byte order all come from here.

use crate::long_double::LongFormat;
use crate::types::{FloatKind, IntKind};
use serde::{Deserialize, Serialize};

/// Byte order, which is also the order in which bit-fields fill their units.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Endian {
    /// Least significant byte (and bit-field bit) first.
    Little,
    /// Most significant byte (and bit-field bit) first.
    Big,
}

/// How bit-fields are packed into storage units.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum BitFieldRule {
    /// System V: fields share bytes with neighbours of any type. A field touches no more aligned
    /// units than its declared type has, else it moves to the next one, unless it is packed or
    /// under `#pragma pack`. A zero-width field aligns like its type; named fields give the record
    /// their type's alignment.
    SystemV,
    /// avr: the declared type has no influence. Fields run on from bit to bit, and a zero-width
    /// field moves to the next byte.
    Continuous,
    /// Microsoft (mingw's default): a new unit starts when the declared size changes or the
    /// field does not fit; every unit has the size and alignment of its declared type.
    Microsoft,
}

/// A target's data model.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The name used on the command line.
    pub name: TargetName,
    /// Byte order.
    pub endian: Endian,
    /// Whether plain `char` is signed.
    pub char_signed: bool,
    /// Bytes of `short`.
    pub short: u8,
    /// Bytes of `int`.
    pub int: u8,
    /// Bytes of `long`.
    pub long: u8,
    /// Bytes of `long long`.
    pub long_long: u8,
    /// Whether there is `__int128`, of 16 bytes.
    pub int128: bool,
    /// Bytes of a pointer.
    pub pointer: u8,
    /// Bytes of `double` (4 on avr).
    pub double: u8,
    /// Bytes of `long double`.
    pub long_double: u8,
    /// Its format, where it is wider than `double`.
    pub long_format: Option<LongFormat>,
    /// The largest alignment that a fundamental type demands (4 on i386, 1 on avr, 8 on s390x).
    /// Compilers may align variables more strictly; `_Alignof` and records go by this.
    pub max_align: u8,
    /// How bit-fields are packed.
    pub bit_fields: BitFieldRule,
    /// The type of `sizeof`.
    pub size_t: IntKind,
    /// The type of pointer differences.
    pub ptrdiff_t: IntKind,
    /// The type of wide characters.
    pub wchar_t: IntKind,
}

/// The names of the shipped models.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetName {
    /// x86-64 System V.
    Lp64,
    /// i386 System V.
    Ilp32,
    /// x86-64 Windows as mingw-w64 does it.
    Llp64,
    /// avr-gcc.
    Ip16,
    /// Big-endian s390x.
    S390x,
}

impl TargetName {
    /// All shipped models.
    pub const ALL: [Self; 5] = [Self::Lp64, Self::Ilp32, Self::Llp64, Self::Ip16, Self::S390x];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lp64 => "lp64",
            Self::Ilp32 => "ilp32",
            Self::Llp64 => "llp64",
            Self::Ip16 => "ip16",
            Self::S390x => "s390x",
        }
    }

    /// Finds a model by its command-line name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.as_str() == name)
    }
}

impl Target {
    /// The shipped model of that name.
    pub const fn named(name: TargetName) -> Self {
        match name {
            TargetName::Lp64 => Self {
                name,
                endian: Endian::Little,
                char_signed: true,
                short: 2,
                int: 4,
                long: 8,
                long_long: 8,
                int128: true,
                pointer: 8,
                double: 8,
                long_double: 16,
                long_format: Some(LongFormat::X87),
                max_align: 16,
                bit_fields: BitFieldRule::SystemV,
                size_t: IntKind::ULong,
                ptrdiff_t: IntKind::Long,
                wchar_t: IntKind::Int,
            },
            TargetName::Ilp32 => Self {
                name,
                endian: Endian::Little,
                char_signed: true,
                short: 2,
                int: 4,
                long: 4,
                long_long: 8,
                int128: false,
                pointer: 4,
                double: 8,
                long_double: 12,
                long_format: Some(LongFormat::X87),
                max_align: 4,
                bit_fields: BitFieldRule::SystemV,
                size_t: IntKind::UInt,
                ptrdiff_t: IntKind::Int,
                wchar_t: IntKind::Long,
            },
            TargetName::Llp64 => Self {
                name,
                endian: Endian::Little,
                char_signed: true,
                short: 2,
                int: 4,
                long: 4,
                long_long: 8,
                int128: true,
                pointer: 8,
                double: 8,
                long_double: 16,
                long_format: Some(LongFormat::X87),
                max_align: 16,
                bit_fields: BitFieldRule::Microsoft,
                size_t: IntKind::ULongLong,
                ptrdiff_t: IntKind::LongLong,
                wchar_t: IntKind::UShort,
            },
            TargetName::Ip16 => Self {
                name,
                endian: Endian::Little,
                char_signed: true,
                short: 2,
                int: 2,
                long: 4,
                long_long: 8,
                int128: false,
                pointer: 2,
                double: 4,
                long_double: 4,
                long_format: None,
                max_align: 1,
                bit_fields: BitFieldRule::Continuous,
                size_t: IntKind::UInt,
                ptrdiff_t: IntKind::Int,
                wchar_t: IntKind::Int,
            },
            TargetName::S390x => Self {
                name,
                endian: Endian::Big,
                char_signed: false,
                short: 2,
                int: 4,
                long: 8,
                long_long: 8,
                int128: true,
                pointer: 8,
                double: 8,
                long_double: 16,
                long_format: Some(LongFormat::Quad),
                max_align: 8,
                bit_fields: BitFieldRule::SystemV,
                size_t: IntKind::ULong,
                ptrdiff_t: IntKind::Long,
                wchar_t: IntKind::Int,
            },
        }
    }

    /// The integer types that there are, by rank.
    pub const fn int_kinds(&self) -> &'static [IntKind] {
        if self.int128 { &IntKind::WITH_INT128 } else { &IntKind::ALL }
    }

    /// Bytes of an integer type.
    pub const fn int_size(&self, kind: IntKind) -> u8 {
        match kind {
            IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => self.short,
            IntKind::Int | IntKind::UInt => self.int,
            IntKind::Long | IntKind::ULong => self.long,
            IntKind::LongLong | IntKind::ULongLong => self.long_long,
            IntKind::Int128 | IntKind::UInt128 => 16,
        }
    }

    /// Value bits plus sign bit of an integer type (1 for `_Bool`).
    pub const fn int_bits(&self, kind: IntKind) -> u32 {
        match kind {
            IntKind::Bool => 1,
            _ => self.int_size(kind) as u32 * 8,
        }
    }

    /// Whether the type is signed here.
    pub const fn is_signed(&self, kind: IntKind) -> bool {
        match kind {
            IntKind::Char => self.char_signed,
            IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            _ => false,
        }
    }

    /// Bytes of a floating type.
    pub const fn float_size(&self, kind: FloatKind) -> u8 {
        match kind {
            FloatKind::Float => 4,
            FloatKind::Double => self.double,
            FloatKind::LongDouble => self.long_double,
        }
    }

    /// The integer promotions (C11 6.3.1.1p2) for a type that is not a bit-field.
    pub const fn promote(&self, kind: IntKind) -> IntKind {
        if kind.rank() >= IntKind::Int.rank() {
            return kind;
        }
        // A narrower type fits in `int` unless it is unsigned and as wide as `int`.
        if !self.is_signed(kind) && self.int_bits(kind) == self.int_bits(IntKind::Int) {
            IntKind::UInt
        } else {
            IntKind::Int
        }
    }

    /// The integer promotions for a bit-field of `width` bits (C11 6.3.1.1p2 as gcc and clang read
    /// it): to `int` where that holds all values, else `unsigned int` where that does, else the
    /// declared type.
    pub const fn promote_bit_field(&self, kind: IntKind, width: u32) -> IntKind {
        let int_bits = self.int_bits(IntKind::Int);
        if width < int_bits || (width == int_bits && self.is_signed(kind)) {
            IntKind::Int
        } else if width == int_bits {
            IntKind::UInt
        } else {
            kind
        }
    }

    /// The usual arithmetic conversions for two *promoted* integer types (C11 6.3.1.8).
    pub const fn common_int(&self, a: IntKind, b: IntKind) -> IntKind {
        let (sa, sb) = (self.is_signed(a), self.is_signed(b));
        if sa == sb {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (signed, unsigned) = if sa { (a, b) } else { (b, a) };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if self.int_bits(signed) > self.int_bits(unsigned) {
            signed
        } else {
            signed.to_unsigned()
        }
    }
}
