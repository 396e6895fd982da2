//! Facts about types that the rules need at run time, computed once a program.

use brinell_lang::{
    FloatKind, Id, IntKind, Layouts, Program, QualType, RecordId, RecordKind, Target, Type, TypeId,
    Types,
};
use std::sync::Arc;

/// What a type contains, at any depth.
#[derive(Copy, Clone, Debug, Default)]
pub struct Facts {
    pub has_union: bool,
    pub has_padding: bool,
    pub has_const: bool,
    pub has_volatile: bool,
    pub has_bits: bool,
    pub is_char: bool,
    /// A character type or nested arrays of one.
    pub only_chars: bool,
}

impl Facts {
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
    }
}

/// A range of bytes of a record that belong to no member.
#[derive(Copy, Clone, Debug)]
pub struct Gap {
    pub offset: u64,
    pub size: u64,
}

/// Everything about a program's types.
#[derive(Clone, Debug)]
pub struct Tables {
    pub types: Arc<Types>,
    pub target: Target,
    pub layouts: Layouts,
    facts: Vec<Facts>,
    gaps: Vec<Vec<Gap>>,
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
            gaps: Vec::new(),
        };
        tables.gaps = tables.types.records.ids().map(|r| tables.find_gaps(r)).collect();
        tables.facts = tables.types.iter().map(|(id, _)| tables.find_facts(id, 0)).collect();
        tables
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
        if layout.size > at {
            gaps.push(Gap { offset: at, size: layout.size - at });
        }
        gaps
    }

    fn find_facts(&self, ty: TypeId, depth: u32) -> Facts {
        let mut facts = Facts::default();
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
                facts.has_padding = !self.gaps[r.index()].is_empty();
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

    pub fn facts(&self, ty: TypeId) -> Facts {
        self.facts[ty.index()]
    }

    /// The bytes of a record that belong to no member; for unions, those past the largest member.
    pub fn gaps(&self, record: RecordId) -> &[Gap] {
        &self.gaps[record.index()]
    }

    /// Whether a record has bit-fields at any depth.
    pub fn record_has_bits(&self, record: RecordId) -> bool {
        self.types.find(&Type::Record(record)).is_some_and(|t| self.facts(t).has_bits)
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
