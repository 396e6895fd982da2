//! Facts about types that the rules need at run time, computed once a program.

use crate::bits::bit_mask;
use crate::code::Scalar;
use crate::effects::exiting_functions;
use crate::value::MAX_VIEWS;
use brinell_lang::arith::IntShape;
use brinell_lang::{
    FloatKind, FuncId, Id, IntKind, Layouts, Program, QualType, Record, RecordId, RecordKind,
    Target, Type, TypeId, Types,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a type contains, at any depth.
#[derive(Copy, Clone, Debug, Default)]
pub struct TypeFacts {
    pub has_union: bool,
    pub has_padding: bool,
    pub has_const: bool,
    pub has_volatile: bool,
    pub has_bits: bool,
    /// A packed record, or one under `#pragma pack`.
    pub has_packed: bool,
    pub is_char: bool,
    /// A character type or nested arrays of one.
    pub only_chars: bool,
}

impl TypeFacts {
    /// Whether only the types of leaves matter when such an object is accessed.
    pub const fn is_simple(self) -> bool {
        !self.has_union
            && !self.has_padding
            && !self.has_const
            && !self.has_volatile
            && !self.has_bits
    }

    fn join(&mut self, other: Self) {
        self.has_union |= other.has_union;
        self.has_padding |= other.has_padding;
        self.has_const |= other.has_const;
        self.has_volatile |= other.has_volatile;
        self.has_bits |= other.has_bits;
        self.has_packed |= other.has_packed;
    }
}

/// Whether the layout of a record, its members aside, is not the usual one.
pub fn is_packed(record: &Record) -> bool {
    record.packed
        || record.pragma_pack.is_some()
        || record.fields.iter().flatten().any(|field| field.packed)
}

/// A range of bytes of a record that belong to no member.
#[derive(Copy, Clone, Debug)]
pub struct Gap {
    pub offset: u64,
    pub size: u64,
}

/// A byte of a record of which only some bits belong to bit-fields.
#[derive(Copy, Clone, Debug)]
pub struct PartByte {
    pub offset: u64,
    /// The bits that do.
    pub mask: u8,
}

/// Everything about a program's types.
#[derive(Clone, Debug)]
pub struct Tables {
    pub types: Arc<Types>,
    pub target: Target,
    pub layouts: Layouts,
    facts: Vec<TypeFacts>,
    scalars: Vec<Option<Scalar>>,
    gaps: Vec<Vec<Gap>>,
    part_bytes: Vec<Vec<PartByte>>,
    /// By function: whether it might end the program.
    exits: Vec<bool>,
    /// Whether there are bit-fields wider than `int` and narrower than their type.
    pub has_wide_bits: bool,
    /// No scalar of the program has more bytes.
    pub largest_scalar: u64,
    /// The members of unions, see [`Tables::view`].
    views: Vec<(RecordId, u32)>,
}

impl Tables {
    pub fn new(program: &Program) -> Self {
        let types = Arc::clone(&program.types);
        let layouts = Layouts::new(&types, &program.target);
        let mut tables = Self {
            types,
            target: program.target.clone(),
            layouts,
            facts: Vec::new(),
            scalars: Vec::new(),
            gaps: Vec::new(),
            part_bytes: Vec::new(),
            exits: exiting_functions(program),
            has_wide_bits: false,
            largest_scalar: 8,
            views: Vec::new(),
        };
        tables.has_wide_bits = tables.find_wide_bits();
        tables.views = tables.find_views();
        tables.gaps = tables.types.records.ids().map(|r| tables.find_gaps(r)).collect();
        tables.part_bytes = tables.types.records.ids().map(|r| tables.find_part_bytes(r)).collect();
        tables.scalars = tables.types.iter().map(|(id, _)| tables.find_scalar(id)).collect();
        if tables.scalars.iter().flatten().any(|scalar| scalar.is_wide()) {
            tables.largest_scalar = 16;
        }
        tables.facts = tables.types.iter().map(|(id, _)| tables.find_facts(id, 0)).collect();
        tables
    }

    fn find_wide_bits(&self) -> bool {
        let int = u32::from(self.target.int) * 8;
        let fields = self.types.records.iter().flat_map(|r| r.fields.iter().flatten());
        fields.filter_map(|f| f.bits).any(|width| width > int)
    }

    fn find_views(&self) -> Vec<(RecordId, u32)> {
        let records = &self.types.records;
        records
            .enumerate()
            .filter(|(_, r)| r.kind == RecordKind::Union)
            .flat_map(|(id, r)| (0..r.fields.as_ref().map_or(0, Vec::len)).map(move |f| (id, f)))
            .map(|(id, field)| (id, field as u32))
            .take(MAX_VIEWS)
            .collect()
    }

    /// A number for a member of a union, for pointers to carry; 0 for what is no such member.
    pub fn view(&self, record: RecordId, field: u32) -> u16 {
        self.views.binary_search(&(record, field)).map_or(0, |i| i as u16 + 1)
    }

    /// The member of a union that a view stands for.
    pub fn viewed(&self, view: u16) -> Option<(RecordId, u32)> {
        self.views.get(usize::from(view).checked_sub(1)?).copied()
    }

    fn find_gaps(&self, id: RecordId) -> Vec<Gap> {
        let (Some(layout), Some(fields)) =
            (self.layouts.record(id), self.types.records[id].fields.as_ref())
        else {
            return Vec::new();
        };
        // A byte is padding when no member has a bit in it.
        let mut ends: Vec<(u64, u64)> = fields
            .iter()
            .zip(&layout.fields)
            .filter_map(|(f, l)| match l.bits {
                Some(b) if f.name.is_none() || b.width == 0 => None,
                Some(b) => Some((b.start / 8, (b.start + u64::from(b.width)).div_ceil(8))),
                None => Some((l.offset, l.offset + self.layouts.size(f.ty.ty).unwrap_or(0))),
            })
            .collect();
        ends.sort_unstable();
        let mut gaps = Vec::new();
        let mut at = 0;
        for (start, end) in ends {
            if start > at {
                gaps.push(Gap { offset: at, size: start - at });
            }
            at = at.max(end);
        }
        // What a flexible array member covers is not padding (C11 6.7.2.1p18).
        let end = self.tail(id).map_or(layout.size, |t| t.offset);
        if end > at {
            gaps.push(Gap { offset: at, size: end - at });
        }
        gaps
    }

    /// The part of a structure proper that its flexible array member covers too.
    pub fn tail(&self, id: RecordId) -> Option<Gap> {
        let record = &self.types.records[id];
        if record.kind == RecordKind::Union {
            return None;
        }
        let (layout, last) = (self.layouts.record(id)?, record.fields.as_ref()?.last()?);
        let Type::Array { len: None | Some(0), .. } = self.types.get(last.ty.ty) else {
            return None;
        };
        let offset = layout.fields.last()?.offset;
        (offset < layout.size).then(|| Gap { offset, size: layout.size - offset })
    }

    /// Bytes of a structure with bits that belong to no member.
    fn find_part_bytes(&self, id: RecordId) -> Vec<PartByte> {
        let record = &self.types.records[id];
        let (Some(layout), Some(fields)) = (self.layouts.record(id), record.fields.as_ref()) else {
            return Vec::new();
        };
        if record.kind == RecordKind::Union {
            return Vec::new();
        }
        let mut masks: BTreeMap<u64, u8> = BTreeMap::new();
        for (field, l) in fields.iter().zip(&layout.fields) {
            let Some(b) = l.bits.filter(|b| b.width > 0 && field.name.is_some()) else { continue };
            for at in b.start / 8..(b.start + u64::from(b.width)).div_ceil(8) {
                *masks.entry(at).or_default() |= bit_mask(self.target.endian, at, b.start, b.width);
            }
        }
        masks
            .into_iter()
            .filter(|(_, mask)| *mask != 0xFF)
            .map(|(offset, mask)| PartByte { offset, mask })
            .collect()
    }

    fn find_facts(&self, ty: TypeId, depth: u32) -> TypeFacts {
        let mut facts = TypeFacts::default();
        // Types are checked to be finite by value; the bound guards against ill-formed input.
        if depth > 200 {
            return facts;
        }
        match self.types.get(ty) {
            Type::Int(k) => {
                facts.is_char = k.is_character();
                facts.only_chars = facts.is_char;
            }
            Type::Array { elem, .. } => {
                let inner = self.find_facts(elem.ty, depth + 1);
                facts.only_chars = inner.only_chars;
                facts.join(inner);
                facts.has_const |= elem.quals.is_const();
                facts.has_volatile |= elem.quals.is_volatile();
            }
            Type::Record(r) => {
                let record = &self.types.records[*r];
                facts.has_union = record.kind == RecordKind::Union;
                facts.has_padding = self.has_gaps(*r);
                facts.has_packed = is_packed(record);
                for field in record.fields.iter().flatten() {
                    facts.join(self.find_facts(field.ty.ty, depth + 1));
                    facts.has_const |= field.ty.quals.is_const();
                    facts.has_volatile |= field.ty.quals.is_volatile();
                    facts.has_bits |= field.bits.is_some();
                }
            }
            _ => {}
        }
        facts
    }

    fn find_scalar(&self, ty: TypeId) -> Option<Scalar> {
        match self.types.get(ty) {
            Type::Int(_) | Type::Enum(_) => {
                let kind = self.types.as_int(ty)?;
                let shape = IntShape::of(&self.target, kind);
                Some(if kind.is_128() {
                    Scalar::Int128 { signed: shape.signed }
                } else {
                    Scalar::Int(shape)
                })
            }
            Type::Float(FloatKind::LongDouble) if self.target.long_format.is_some() => {
                self.target.long_format.map(Scalar::Long)
            }
            Type::Float(k) => Some(if self.is_single(*k) { Scalar::F32 } else { Scalar::F64 }),
            Type::Pointer(_) => Some(Scalar::Ptr),
            _ => None,
        }
    }

    /// How values of a scalar type are held; `None` for what the machine does not compute with.
    pub fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.scalars[ty.index()]
    }

    pub fn facts(&self, ty: TypeId) -> TypeFacts {
        self.facts[ty.index()]
    }

    /// The bytes of a record that belong to no member; for unions, those past the largest member.
    pub fn gaps(&self, record: RecordId) -> &[Gap] {
        &self.gaps[record.index()]
    }

    /// Whether calling a function (or an unknown one) might end the program.
    pub fn may_exit(&self, f: Option<FuncId>) -> bool {
        match f {
            Some(f) => self.exits.get(f.index()).copied().unwrap_or(true),
            None => self.exits.contains(&true),
        }
    }

    /// The bytes of a structure of which only some bits belong to members.
    pub fn part_bytes(&self, record: RecordId) -> &[PartByte] {
        &self.part_bytes[record.index()]
    }

    /// Whether a record itself (not its members) has padding, be it single bits.
    pub fn has_gaps(&self, record: RecordId) -> bool {
        !self.gaps[record.index()].is_empty()
            || !self.part_bytes[record.index()].is_empty()
            || self.tail(record).is_some()
    }

    /// What a member of a record contains, itself included.
    pub fn member_facts(&self, record: RecordId, field: u32) -> TypeFacts {
        let fields = self.types.records[record].fields.as_deref().unwrap_or_default();
        let Some(field) = fields.get(field as usize) else { return TypeFacts::default() };
        let mut facts = self.facts(field.ty.ty);
        facts.has_bits |= field.bits.is_some();
        facts
    }

    /// Whether the object that lies there in an object of this type is a character, whatever the
    /// layout of what is around it. Not known inside unions.
    pub fn is_char_at(&self, mut ty: TypeId, mut offset: u64) -> bool {
        loop {
            match self.types.get(ty) {
                Type::Array { elem, .. } => {
                    let size = self.size(elem.ty).max(1);
                    (ty, offset) = (elem.ty, offset % size);
                }
                Type::Record(id) if self.types.records[*id].kind == RecordKind::Struct => {
                    let fields = self.types.records[*id].fields.as_deref().unwrap_or_default();
                    let Some(layout) = self.layouts.record(*id) else { return false };
                    let holds = |at: u64, ty| at <= offset && offset < at + self.size(ty);
                    let found = fields.iter().zip(&layout.fields).find(|(field, place)| {
                        field.bits.is_none() && holds(place.offset, field.ty.ty)
                    });
                    let Some((field, place)) = found else { return false };
                    (ty, offset) = (field.ty.ty, offset - place.offset);
                }
                _ => return self.facts(ty).is_char,
            }
        }
    }

    /// Whether elements of one type can be walked with a pointer to the other: compatible, or the
    /// corresponding signed or unsigned type, or both characters.
    pub fn same_steps(&self, object: TypeId, pointee: TypeId) -> bool {
        if self.facts(pointee).is_char {
            self.facts(object).is_char
        } else {
            self.may_access(object, pointee)
        }
    }

    pub fn size(&self, ty: TypeId) -> u64 {
        self.layouts.size(ty).unwrap_or(0)
    }

    pub fn align(&self, ty: TypeId) -> u32 {
        self.layouts.align(ty).unwrap_or(1)
    }

    pub fn describe(&self, ty: TypeId) -> String {
        self.types.describe(QualType::plain(ty), &self.target)
    }

    /// Whether an lvalue of type `access` may read or write an object of scalar type `object`
    /// (C11 6.5p7): compatible, or the corresponding signed or unsigned type, or a character type.
    pub fn may_access(&self, object: TypeId, access: TypeId) -> bool {
        if object == access || self.facts(access).is_char || self.types.compatible(object, access) {
            return true;
        }
        match (self.types.as_int(object), self.types.as_int(access)) {
            (Some(a), Some(b)) => {
                a != IntKind::Bool && b != IntKind::Bool && a.to_unsigned() == b.to_unsigned()
            }
            _ => false,
        }
    }

    pub fn is_single(&self, kind: FloatKind) -> bool {
        self.target.float_size(kind) == 4
    }
}
