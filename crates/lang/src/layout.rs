//! Layout of types on a target: sizes, alignments, field offsets, bit positions.
//!
//! A bit position counts bits from the start of the record in the order in which the target fills
//! them: bit `k` lives in byte `k / 8`; on little-endian targets it is bit `k % 8` counted from the
//! least significant end, on big-endian targets counted from the most significant end.
//!
//! The rules are those of gcc for the named ABI; the property test in `xtask` and the tests of the
//! command line compare them with the compilers.

use crate::ids::{Arena, Id, RecordId, TypeId};
use crate::target::{BitFieldRule, Target};
use crate::types::{Field, Record, RecordKind, Type, Types};

/// Where the bits of a bit-field are.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct BitRange {
    /// The first bit, counted from the start of the record in fill order.
    pub start: u64,
    /// How many bits; 0 for the unnamed zero-width ones.
    pub width: u32,
}

/// Where a field is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct FieldLayout {
    /// Bytes from the start of the record; for bit-fields the byte of the first bit.
    pub offset: u64,
    /// The exact bits, for bit-fields.
    pub bits: Option<BitRange>,
}

/// The layout of a struct or union.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RecordLayout {
    /// Bytes, tail padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// One entry a field, unnamed ones included.
    pub fields: Vec<FieldLayout>,
}

/// The largest object we lay out: half of the address space would be legal, but nothing that
/// large can run; past this a type has no size.
const MAX_SIZE: u64 = 1 << 40;

/// Size and alignment of a complete type; `None` where it has none or is absurdly large.
pub fn size_align(types: &Types, target: &Target, ty: TypeId) -> Option<(u64, u32)> {
    match types.get(ty) {
        Type::Int(_) | Type::Enum(_) => {
            let size = target.int_size(types.as_int(ty)?);
            Some((size.into(), size.into()))
        }
        Type::Float(kind) => {
            let size = u32::from(target.float_size(*kind));
            // The only odd size is i386's 12-byte `long double`, aligned to 4.
            Some((size.into(), if size.is_power_of_two() { size } else { 4 }))
        }
        Type::Pointer(_) => Some((target.pointer.into(), target.pointer.into())),
        Type::Array { elem, len } => {
            let (size, align) = size_align(types, target, elem.ty)?;
            let size = size.checked_mul((*len)?).filter(|s| *s <= MAX_SIZE)?;
            Some((size, align))
        }
        Type::Record(r) => record_layout(types, target, *r).map(|l| (l.size, l.align)),
        Type::Void | Type::Function(_) | Type::Opaque(_) => None,
    }
    .map(|(size, align)| (size, align.min(if target.max_align == 1 { 1 } else { u32::MAX })))
}

/// The alignment a field's type gets inside a record, before packing: fundamental types are capped
/// by the ABI (i386 aligns `double` and `long long` to 4 there).
fn field_align(types: &Types, target: &Target, ty: TypeId) -> Option<u32> {
    let (_, align) = size_align(types, target, ty)?;
    let mut leaf = ty;
    while let Type::Array { elem, .. } = types.get(leaf) {
        leaf = elem.ty;
    }
    Some(match types.get(leaf) {
        Type::Record(_) => align,
        _ => align.min(target.max_align.into()),
    })
}

/// The layout of a complete record.
pub fn record_layout(types: &Types, target: &Target, id: RecordId) -> Option<RecordLayout> {
    let record = &types.records[id];
    let fields = record.fields.as_ref()?;
    let mut walk = Walk::new(types, target, record);
    for field in fields {
        walk.place(field)?;
    }
    walk.finish()
}

struct Walk<'a> {
    types: &'a Types,
    target: &'a Target,
    record: &'a Record,
    /// The next free bit of a struct; unions stay at 0.
    at: u64,
    /// The end of the largest member.
    end: u64,
    align: u32,
    /// Microsoft: the open unit as (first bit, bits).
    unit: Option<(u64, u64)>,
    placed: Vec<FieldLayout>,
}

const fn round_up(value: u64, to: u64) -> u64 {
    value.div_ceil(to) * to
}

impl<'a> Walk<'a> {
    fn new(types: &'a Types, target: &'a Target, record: &'a Record) -> Self {
        Self { types, target, record, at: 0, end: 0, align: 1, unit: None, placed: Vec::new() }
    }

    /// The alignment of a field after packing, pragma and attributes.
    fn align_of(&self, field: &Field) -> Option<u32> {
        let mut align = field_align(self.types, self.target, field.ty.ty)?;
        if self.record.packed || field.packed {
            align = 1;
        }
        if let Some(explicit) = field.align {
            align = align.max(explicit);
        }
        if let Some(pack) = self.record.pragma_pack {
            align = align.min(pack.into());
        }
        Some(align)
    }

    fn place(&mut self, field: &Field) -> Option<()> {
        if self.record.kind == RecordKind::Union {
            self.at = 0;
            self.unit = None;
        }
        match field.bits {
            Some(width) => self.place_bits(field, width)?,
            None => {
                self.unit = None;
                let (size, _) = size_align(self.types, self.target, field.ty.ty).or_else(|| {
                    // A flexible array member occupies nothing.
                    match self.types.get(field.ty.ty) {
                        Type::Array { elem, len: None } => {
                            size_align(self.types, self.target, elem.ty).map(|(_, a)| (0, a))
                        }
                        _ => None,
                    }
                })?;
                let align = match self.types.get(field.ty.ty) {
                    Type::Array { elem, len: None } => {
                        let element = Field { ty: *elem, ..field.clone() };
                        self.align_of(&element)?
                    }
                    _ => self.align_of(field)?,
                };
                let start = round_up(self.at, u64::from(align) * 8);
                self.placed.push(FieldLayout { offset: start / 8, bits: None });
                self.align = self.align.max(align);
                self.at = start.checked_add(size.checked_mul(8)?)?;
            }
        }
        self.end = self.end.max(self.at);
        (self.end / 8 <= MAX_SIZE).then_some(())
    }

    fn place_bits(&mut self, field: &Field, width: u32) -> Option<()> {
        let (size, _) = size_align(self.types, self.target, field.ty.ty)?;
        let type_align = field_align(self.types, self.target, field.ty.ty)?;
        match self.target.bit_fields {
            BitFieldRule::Microsoft => self.place_bits_microsoft(field, width, size, type_align),
            BitFieldRule::SystemV | BitFieldRule::ByteRun => {
                self.place_bits_system_v(field, width, size, type_align);
            }
        }
        Some(())
    }

    fn place_bits_system_v(&mut self, field: &Field, width: u32, size: u64, type_align: u32) {
        if width == 0 {
            let mut align = type_align;
            if let Some(pack) = self.record.pragma_pack {
                align = align.min(pack.into());
            }
            self.at = round_up(self.at, u64::from(align) * 8);
            let bits = BitRange { start: self.at, width };
            self.placed.push(FieldLayout { offset: self.at / 8, bits: Some(bits) });
            return;
        }
        let packed = self.record.packed || field.packed || self.record.pragma_pack == Some(1);
        let mut start = self.at;
        let mut align = type_align;
        if let Some(pack) = self.record.pragma_pack {
            align = align.min(pack.into());
        }
        if !packed {
            let unit = u64::from(align) * 8;
            if start % unit + u64::from(width) > size * 8 {
                start = round_up(start, unit);
            }
        }
        if let Some(explicit) = field.align {
            start = round_up(start, u64::from(explicit) * 8);
            self.align = self.align.max(explicit);
        }
        if !packed && field.name.is_some() {
            self.align = self.align.max(align);
        }
        let bits = BitRange { start, width };
        self.placed.push(FieldLayout { offset: start / 8, bits: Some(bits) });
        self.at = start + u64::from(width);
    }

    fn place_bits_microsoft(&mut self, field: &Field, width: u32, size: u64, type_align: u32) {
        let unit_bits = size * 8;
        let mut align = if self.record.packed || field.packed { 1 } else { type_align };
        if let Some(pack) = self.record.pragma_pack {
            align = align.min(pack.into());
        }
        if width == 0 {
            // Only after a bit-field does a zero-width one do anything.
            if self.unit.take().is_some() {
                self.at = round_up(self.at, u64::from(align) * 8);
                self.align = self.align.max(align);
            }
            let bits = BitRange { start: self.at, width };
            self.placed.push(FieldLayout { offset: self.at / 8, bits: Some(bits) });
            return;
        }
        let start = match self.unit {
            Some((first, bits)) if bits == unit_bits => {
                let used = self.placed.last().and_then(|p| p.bits).map_or(0, |b| {
                    b.start + u64::from(b.width) - first
                });
                (used + u64::from(width) <= bits).then_some(first + used)
            }
            _ => None,
        };
        let start = start.unwrap_or_else(|| {
            let first = round_up(self.at, u64::from(align) * 8);
            self.unit = Some((first, unit_bits));
            self.at = first + unit_bits;
            first
        });
        self.align = self.align.max(align);
        let bits = BitRange { start, width };
        self.placed.push(FieldLayout { offset: start / 8, bits: Some(bits) });
    }

    fn finish(mut self) -> Option<RecordLayout> {
        if let Some(explicit) = self.record.align {
            self.align = self.align.max(explicit);
        }
        let size = round_up(self.end.div_ceil(8), self.align.into());
        (size <= MAX_SIZE).then_some(RecordLayout { size, align: self.align, fields: self.placed })
    }
}

/// The layouts of all types of a finished table, computed once.
#[derive(Clone, Debug)]
pub struct Layouts {
    sizes: Arena<TypeId, Option<(u64, u32)>>,
    records: Arena<RecordId, Option<RecordLayout>>,
}

impl Layouts {
    /// Lays out every complete type of the table.
    pub fn new(types: &Types, target: &Target) -> Self {
        let mut records = Arena::new();
        for id in types.records.ids() {
            records.push(record_layout(types, target, id));
        }
        let mut sizes = Arena::new();
        for (id, _) in types.iter() {
            debug_assert_eq!(id.index(), sizes.len());
            sizes.push(size_align(types, target, id));
        }
        Self { sizes, records }
    }

    /// Bytes of a complete type.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        self.sizes.get(ty).copied().flatten().map(|(size, _)| size)
    }

    /// Alignment of a complete type.
    pub fn align(&self, ty: TypeId) -> Option<u32> {
        self.sizes.get(ty).copied().flatten().map(|(_, align)| align)
    }

    /// The layout of a complete record.
    pub fn record(&self, id: RecordId) -> Option<&RecordLayout> {
        self.records.get(id).and_then(Option::as_ref)
    }
}
