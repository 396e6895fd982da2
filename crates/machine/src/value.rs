//! Values: 64 bits and a provenance (wide ones: see [`crate::wide`]). Integers and floats have none; pointers carry the allocation
//! they belong to, so that address arithmetic never has to guess.

use brinell_lang::LongFormat;
use std::fmt;

/// Where a value comes from: nothing (plain number or null), an allocation, a function, or a
/// marker for bytes that hold no usable value.
///
/// Packed as view (10 bits), generation (22), tag (6), slot (26). Slot 0 is never an allocation, so
/// a provenance of all zeros means "none".
///
/// The view says through which member of a union a pointer was made (see
/// [`Tables::view`](crate::tables::Tables::view)): members lie on top of each other, and the array
/// that the pointer may walk is that of its own member. Zero means that it is not known.
#[derive(Copy, Clone, Default, Eq, PartialEq, Hash)]
pub struct Prov(u64);

const SLOT_BITS: u32 = 26;
const SLOT_MASK: u64 = (1 << SLOT_BITS) - 1;
const TAG_MASK: u64 = 0x3F << SLOT_BITS;
const GENERATION_SHIFT: u32 = 32;
const VIEW_SHIFT: u32 = 54;
const VIEW_MASK: u64 = !0 << VIEW_SHIFT;

/// The pointer is one past the end of the array it was computed in.
const PAST: u64 = 1 << SLOT_BITS;
/// The pointer was converted to a character or void pointer and may walk the whole allocation.
const BYTEWISE: u64 = 2 << SLOT_BITS;
/// The slot is a function's id.
const FUNCTION: u64 = 4 << SLOT_BITS;
/// The value is one byte of the representation of a pointer; its bits say which.
const FRAGMENT: u64 = 8 << SLOT_BITS;
/// The value is wide, and this is the number of its high half (see [`crate::wide`]).
const HIGH_HALF: u64 = 0x3B << SLOT_BITS;
/// A NaN that arithmetic gave: its sign and payload are unspecified.
const NAN: u64 = 0x3C << SLOT_BITS;
/// Only the sign of the value is specified: what `strcmp` and `memcmp` return.
const SIGN: u64 = 0x3D << SLOT_BITS;
/// No value was ever stored.
const UNINIT: u64 = 0x3E << SLOT_BITS;
/// The value is unspecified: padding, or bytes of another union member.
const UNSPEC: u64 = 0x3F << SLOT_BITS;

/// How many allocations can be alive at once.
pub const MAX_SLOTS: usize = 1 << SLOT_BITS;
/// How often a slot can be used.
pub const MAX_GENERATION: u32 = (1 << (VIEW_SHIFT - GENERATION_SHIFT)) - 1;
/// How many members of unions can be told apart; pointers to others have no view.
pub const MAX_VIEWS: usize = (1 << (64 - VIEW_SHIFT)) - 1;

impl Prov {
    pub const NONE: Self = Self(0);
    pub const UNINIT: Self = Self(UNINIT);
    pub const UNSPEC: Self = Self(UNSPEC);
    pub const SIGN: Self = Self(SIGN);
    pub const NAN: Self = Self(NAN);

    pub const fn object(slot: u32, generation: u32) -> Self {
        Self((generation as u64) << GENERATION_SHIFT | slot as u64)
    }
    pub const fn function(id: u32) -> Self {
        Self(FUNCTION | id as u64)
    }
    pub const fn high_half(number: u32) -> Self {
        Self(HIGH_HALF | (number as u64) << GENERATION_SHIFT)
    }
    /// The number of the high half, if the value is a wide one.
    pub const fn high_half_number(self) -> Option<u32> {
        if self.0 & TAG_MASK == HIGH_HALF {
            Some((self.0 >> GENERATION_SHIFT) as u32)
        } else {
            None
        }
    }
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
    pub const fn slot(self) -> u32 {
        (self.0 & SLOT_MASK) as u32
    }
    pub const fn generation(self) -> u32 {
        (self.0 >> GENERATION_SHIFT) as u32 & MAX_GENERATION
    }
    /// The union member that the pointer was made through; 0 if there is none.
    pub const fn view(self) -> u16 {
        (self.0 >> VIEW_SHIFT) as u16
    }
    pub const fn with_view(self, view: u16) -> Self {
        Self(self.0 & !VIEW_MASK | (view as u64) << VIEW_SHIFT)
    }
    /// Whether it marks something else than an allocation or a function: a value of a kind of its
    /// own, or bytes without a usable one.
    pub const fn is_marker(self) -> bool {
        matches!(self.0 & TAG_MASK, UNINIT | UNSPEC | SIGN | NAN | HIGH_HALF)
    }
    pub const fn is_uninit(self) -> bool {
        self.0 == UNINIT
    }
    pub const fn is_nan(self) -> bool {
        self.0 == NAN
    }
    pub const fn is_sign(self) -> bool {
        self.0 == SIGN
    }
    pub const fn is_unspec(self) -> bool {
        self.0 == UNSPEC
    }
    pub const fn is_function(self) -> bool {
        !self.is_marker() && self.0 & FUNCTION != 0
    }
    pub const fn is_fragment(self) -> bool {
        !self.is_marker() && self.0 & FRAGMENT != 0
    }
    /// Whether it belongs to an allocation (dead or alive) as a whole pointer.
    pub const fn is_object(self) -> bool {
        self.0 & SLOT_MASK != 0 && self.0 & (FUNCTION | FRAGMENT) == 0
    }
    pub const fn is_past(self) -> bool {
        self.0 & PAST != 0
    }
    pub const fn is_bytewise(self) -> bool {
        self.0 & BYTEWISE != 0
    }
    pub const fn with_past(self, past: bool) -> Self {
        if past { Self(self.0 | PAST) } else { Self(self.0 & !PAST) }
    }
    pub const fn with_bytewise(self, bytewise: bool) -> Self {
        if bytewise { Self(self.0 | BYTEWISE) } else { Self(self.0 & !BYTEWISE) }
    }
    pub const fn to_fragment(self) -> Self {
        Self(self.0 | FRAGMENT)
    }
    pub const fn whole_pointer(self) -> Self {
        Self(self.0 & !FRAGMENT)
    }
    /// The allocation alone, without flags; nothing for what is none.
    pub const fn object_only(self) -> Self {
        if self.is_object() && !self.is_marker() {
            Self::object(self.slot(), self.generation())
        } else {
            Self::NONE
        }
    }
    /// All but the allocation: flags and view.
    pub const fn flags(self) -> u64 {
        self.0 & (TAG_MASK | VIEW_MASK)
    }
    /// The same allocation, whatever the flags.
    pub const fn same_object(self, other: Self) -> bool {
        self.0 & !(PAST | BYTEWISE | VIEW_MASK) == other.0 & !(PAST | BYTEWISE | VIEW_MASK)
    }
}

impl fmt::Debug for Prov {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}/{:x}", self.slot(), self.generation(), (self.0 & TAG_MASK) >> SLOT_BITS)
    }
}

/// A scalar value.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Value {
    /// Integers: canonical for their type. Floats: the bits of an `f32` or `f64`. Pointers: the
    /// byte offset in their allocation, or the address where there is none. Fragments: which byte.
    pub bits: u64,
    pub prov: Prov,
}

impl Value {
    pub const ZERO: Self = Self { bits: 0, prov: Prov::NONE };
    pub const UNINIT: Self = Self { bits: 0, prov: Prov::UNINIT };

    /// The high halves that have the first numbers.
    pub const USUAL_HIGH_HALVES: [u64; 4] = [0, u64::MAX, 0x3fff, 0x3fff << 48];

    /// The `long double` 1.
    pub const fn long_one(format: LongFormat) -> Self {
        match format {
            LongFormat::X87 => Self { bits: 1 << 63, prov: Prov::high_half(2) },
            LongFormat::Quad => Self { bits: 0, prov: Prov::high_half(3) },
        }
    }

    /// A wide value whose high half is zero.
    pub const fn small_wide(bits: u64) -> Self {
        Self { bits, prov: Prov::high_half(0) }
    }

    pub const fn int(bits: u64) -> Self {
        Self { bits, prov: Prov::NONE }
    }
    pub const fn truth(value: bool) -> Self {
        Self::int(value as u64)
    }
    pub const fn f32(value: f32) -> Self {
        Self::int(value.to_bits() as u64)
    }
    pub const fn f64(value: f64) -> Self {
        Self::int(value.to_bits())
    }
    /// The result of an operation: which NaN it is, if it is one, is unspecified.
    pub const fn computed_f32(value: f32) -> Self {
        if value.is_nan() {
            Self { bits: f32::NAN.to_bits() as u64, prov: Prov::NAN }
        } else {
            Self::f32(value)
        }
    }
    /// As [`Value::computed_f32`].
    pub const fn computed_f64(value: f64) -> Self {
        if value.is_nan() {
            Self { bits: f64::NAN.to_bits(), prov: Prov::NAN }
        } else {
            Self::f64(value)
        }
    }
    pub const fn as_f32(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }
    pub const fn as_f64(self) -> f64 {
        f64::from_bits(self.bits)
    }
    pub const fn is_null(self) -> bool {
        self.bits == 0 && self.prov.is_none()
    }
}
