//! Walking down a declared type to the subobject that an lvalue may access (C11 6.5p7).

use crate::code::Usage;
use crate::machine::Machine;
use crate::parts::PathStep;
use crate::value::Prov;
use brinell_lang::{Quals, RecordId, RecordKind, Type, TypeId};

/// What a walk down a declared type found.
pub enum SubobjectSearch {
    Ok,
    /// No subobject of that type: the type found instead.
    Wrong(TypeId),
    /// Only in a union member that is not in force: the one that is.
    Inactive(RecordId, u32),
    /// The position is padding.
    Padding,
}

/// What is looked for: where, as what, and what for.
#[derive(Copy, Clone, Debug)]
pub struct WantedSubobject {
    pub prov: Prov,
    pub offset: u64,
    /// The type of the lvalue.
    pub ty: TypeId,
    pub usage: Usage,
}

impl Machine<'_> {
    /// Walks down a declared type to the subobject at an offset that an lvalue of type `ty` may
    /// access. Collects the records passed and the qualifiers met.
    pub fn walk(
        &self,
        wanted: WantedSubobject,
        declared: TypeId,
        mut base: u64,
        quals: Quals,
        steps: &mut Vec<PathStep>,
    ) -> (SubobjectSearch, Quals) {
        let WantedSubobject { offset, ty, .. } = wanted;
        let tables = &self.low.tables;
        let char_access = tables.facts(ty).is_char;
        let mut at = declared;
        let mut quals = quals;
        loop {
            if !char_access && offset == base && tables.types.compatible(at, ty) {
                return (SubobjectSearch::Ok, quals);
            }
            match tables.types.get(at) {
                Type::Array { elem, .. } => {
                    let size = tables.size(elem.ty).max(1);
                    base += (offset - base) / size * size;
                    quals = quals.with(elem.quals);
                    at = elem.ty;
                }
                Type::Record(r) => {
                    let record = &tables.types.records[*r];
                    let (Some(fields), Some(layout)) = (&record.fields, tables.layouts.record(*r))
                    else {
                        return (SubobjectSearch::Wrong(at), quals);
                    };
                    let inside = |i: usize| {
                        let l = &layout.fields[i];
                        match l.bits {
                            Some(b) => {
                                b.width > 0
                                    && fields[i].name.is_some()
                                    && base + b.start / 8 <= offset
                                    && offset < base + (b.start + u64::from(b.width)).div_ceil(8)
                            }
                            None => {
                                base + l.offset <= offset
                                    && offset < base + l.offset + tables.size(fields[i].ty.ty)
                            }
                        }
                    };
                    if record.kind == RecordKind::Union {
                        return self.walk_union(wanted, *r, base, quals, steps);
                    }
                    let Some(i) = (0..fields.len()).find(|i| inside(*i)) else {
                        return (SubobjectSearch::Padding, quals);
                    };
                    if tables.has_gaps(*r) && !char_access {
                        steps.push(PathStep { offset: base, record: *r, field: i as u32 });
                    }
                    quals = quals.with(fields[i].ty.quals);
                    if layout.fields[i].bits.is_some() {
                        let found = if char_access {
                            SubobjectSearch::Ok
                        } else {
                            SubobjectSearch::Wrong(fields[i].ty.ty)
                        };
                        return (found, quals);
                    }
                    base += layout.fields[i].offset;
                    at = fields[i].ty.ty;
                }
                _ => {
                    let ok = (offset == base || char_access) && tables.may_access(at, ty);
                    return (
                        if ok { SubobjectSearch::Ok } else { SubobjectSearch::Wrong(at) },
                        quals,
                    );
                }
            }
        }
    }

    fn walk_union(
        &self,
        wanted: WantedSubobject,
        r: RecordId,
        base: u64,
        quals: Quals,
        steps: &mut Vec<PathStep>,
    ) -> (SubobjectSearch, Quals) {
        let WantedSubobject { prov, offset, ty, usage } = wanted;
        let tables = &self.low.tables;
        let record = &tables.types.records[r];
        let fields = record.fields.as_deref().unwrap_or(&[]);
        let active = self.active_member(prov, base, r);
        let mut order: Vec<usize> = (0..fields.len()).collect();
        if let Some(a) = active {
            order.retain(|i| *i != a as usize);
            order.insert(0, a as usize);
        }
        let mut wrong = fields.first().map(|f| f.ty.ty);
        if tables.facts(ty).is_char {
            return self.walk_union_bytes(wanted, r, base, quals);
        }
        for (position, i) in order.into_iter().enumerate() {
            let field = &fields[i];
            if field.bits.is_some() || offset >= base + tables.size(field.ty.ty) {
                continue;
            }
            let len = steps.len();
            steps.push(PathStep { offset: base, record: r, field: i as u32 });
            let inner = quals.with(field.ty.quals);
            let found = self.walk(wanted, field.ty.ty, base, inner, steps);
            match found {
                (SubobjectSearch::Ok, q) => {
                    // Nothing stored yet, or the member in force, or a character: fine. A write
                    // puts the member in force.
                    let current = active.is_none() || position == 0;
                    if current || usage == Usage::Write {
                        let q = self.twins(wanted, r, base, quals, q);
                        return (SubobjectSearch::Ok, q);
                    }
                    return (SubobjectSearch::Inactive(r, active.unwrap_or(0)), q);
                }
                (SubobjectSearch::Padding, q) if tables.facts(ty).is_char => {
                    return (SubobjectSearch::Padding, q);
                }
                (SubobjectSearch::Wrong(t), _) => {
                    if position == 0 {
                        wrong = Some(t);
                    }
                }
                (SubobjectSearch::Inactive(r, a), q) => {
                    return (SubobjectSearch::Inactive(r, a), q);
                }
                (SubobjectSearch::Padding, _) => {}
            }
            steps.truncate(len);
        }
        match wrong {
            Some(t) => (SubobjectSearch::Wrong(t), quals),
            None => (SubobjectSearch::Padding, quals),
        }
    }

    /// A member of the same type may lack the qualifiers of the one in force: a pointer to it is
    /// as good, and no one can tell them apart.
    fn twins(
        &self,
        wanted: WantedSubobject,
        r: RecordId,
        base: u64,
        quals: Quals,
        found: Quals,
    ) -> Quals {
        let tables = &self.low.tables;
        let fields = tables.types.records[r].fields.as_deref().unwrap_or(&[]);
        let mut common = found;
        for field in fields {
            if common.is_empty() {
                break;
            }
            if field.bits.is_some() || wanted.offset >= base + tables.size(field.ty.ty) {
                continue;
            }
            let q = quals.with(field.ty.quals);
            let (twin, q) = self.walk(wanted, field.ty.ty, base, q, &mut Vec::new());
            if matches!(twin, SubobjectSearch::Ok) {
                common = common.without(common.without(q));
            }
        }
        common
    }

    /// A byte of a union: it is const or volatile only if it is so in every member that has it.
    fn walk_union_bytes(
        &self,
        wanted: WantedSubobject,
        r: RecordId,
        base: u64,
        quals: Quals,
    ) -> (SubobjectSearch, Quals) {
        let tables = &self.low.tables;
        let fields = tables.types.records[r].fields.as_deref().unwrap_or(&[]);
        let mut common: Option<Quals> = None;
        for field in fields {
            if field.bits.is_some() || wanted.offset >= base + tables.size(field.ty.ty) {
                continue;
            }
            let q = quals.with(field.ty.quals);
            let mut steps = Vec::new();
            let (found, q) = self.walk(wanted, field.ty.ty, base, q, &mut steps);
            if matches!(found, SubobjectSearch::Ok) {
                common = Some(common.map_or(q, |c| c.without(c.without(q))));
            }
        }
        match common {
            Some(q) => (SubobjectSearch::Ok, q),
            None => (SubobjectSearch::Padding, quals),
        }
    }
}
