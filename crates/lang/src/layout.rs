//! Layout of types on a target: sizes, alignments, field offsets, bit positions.
//!
//! A bit position counts bits from the start of the record in the order in which the target fills
//! them: bit `k` lives in byte `k / 8`; on little-endian targets it is bit `k % 8` counted from the
//! least significant end, on big-endian targets counted from the most significant end.
//!
//! The rules (in `layout/place.rs`) are those of gcc for the named ABI. `brinell-testkit` compares
//! them with gcc and clang on random types, `cargo xtask layout` with the cross compilers.

mod place;

use crate::ids::{Arena, Id, RecordId, TypeId};
use crate::target::Target;
use crate::types::{Type, Types};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

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
///
/// The alignment is what `_Alignof` says, the least that an object of the type can have: on i386
/// 4 for `double` and `long long`, as inside a record.
pub fn size_align(types: &Types, target: &Target, ty: TypeId) -> Option<(u64, u32)> {
    Memo::new(types, target).size_align(ty)
}

/// The layout of a complete record.
pub fn record_layout(types: &Types, target: &Target, id: RecordId) -> Option<RecordLayout> {
    let mut memo = Memo::new(types, target);
    memo.lay_out(id);
    memo.done.remove(&id).flatten()
}

/// Layouts already computed. Every record is laid out once and without recursion: types may nest
/// deeply and widely (`struct B { struct A x, y; }`, and so on).
struct Memo<'a> {
    types: &'a Types,
    target: &'a Target,
    done: FxHashMap<RecordId, Option<RecordLayout>>,
}

impl<'a> Memo<'a> {
    fn new(types: &'a Types, target: &'a Target) -> Self {
        Self { types, target, done: FxHashMap::default() }
    }

    /// The type at the bottom of nested arrays, and how many of it there are; `None` where a
    /// length is unknown or the number is absurd.
    fn leaf(&self, mut ty: TypeId) -> (TypeId, Option<u64>) {
        let mut count = Some(1u64);
        while let Type::Array { elem, len } = *self.types.get(ty) {
            count = count.zip(len).and_then(|(c, n)| c.checked_mul(n)).filter(|c| *c <= MAX_SIZE);
            ty = elem.ty;
        }
        (ty, count)
    }

    fn size_align(&mut self, ty: TypeId) -> Option<(u64, u32)> {
        if let Type::Record(id) = *self.types.get(self.leaf(ty).0) {
            self.lay_out(id);
        }
        self.known_size_align(ty)
    }

    /// Size and alignment, where records inside the type have been laid out before.
    fn known_size_align(&self, ty: TypeId) -> Option<(u64, u32)> {
        let (leaf, count) = self.leaf(ty);
        let (size, align) = self.leaf_size_align(leaf)?;
        let size = size.checked_mul(count?).filter(|s| *s <= MAX_SIZE)?;
        Some((size, align))
    }

    /// The same for a type that is not an array.
    fn leaf_size_align(&self, leaf: TypeId) -> Option<(u64, u32)> {
        let size = match *self.types.get(leaf) {
            Type::Int(_) | Type::Enum(_) => self.target.int_size(self.types.as_int(leaf)?),
            Type::Float(kind) => self.target.float_size(kind),
            Type::Pointer(_) => self.target.pointer,
            Type::Record(id) => {
                return self.done.get(&id)?.as_ref().map(|layout| (layout.size, layout.align));
            }
            Type::Void | Type::Function(_) | Type::Opaque(_) | Type::Array { .. } => return None,
        };
        // i386's `long double` has 12 bytes and is aligned to 4.
        let natural = size & size.wrapping_neg();
        Some((size.into(), natural.min(self.target.max_align).into()))
    }

    /// Lays out a record after all records inside it.
    fn lay_out(&mut self, id: RecordId) {
        let mut open = Vec::new();
        self.begin(id, &mut open);
        while let Some(&(id, next)) = open.last() {
            let fields = self.types.records[id].fields.as_deref().unwrap_or_default();
            if let Some(field) = fields.get(next) {
                open.last_mut().expect("it was just looked at").1 += 1;
                if let Type::Record(inner) = *self.types.get(self.leaf(field.ty.ty).0) {
                    self.begin(inner, &mut open);
                }
            } else {
                let layout = place::record(self, &self.types.records[id]);
                self.done.insert(id, layout);
                open.pop();
            }
        }
    }

    fn begin(&mut self, id: RecordId, open: &mut Vec<(RecordId, usize)>) {
        if let Entry::Vacant(entry) = self.done.entry(id) {
            // A record that contains itself finds itself incomplete.
            entry.insert(None);
            open.push((id, 0));
        }
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
        let mut memo = Memo::new(types, target);
        for id in types.records.ids() {
            memo.lay_out(id);
        }
        let mut sizes = Arena::new();
        for (id, _) in types.iter() {
            debug_assert_eq!(id.index(), sizes.len());
            sizes.push(memo.known_size_align(id));
        }
        let mut records = Arena::new();
        for id in types.records.ids() {
            records.push(memo.done.remove(&id).flatten());
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

#[cfg(test)]
mod tests;
