//! Lvalues that reach an object through a record or array of a type that is not declared there, as
//! `((struct s *)&x)->m` does for an `int x`.
//!
//! C11 6.5p7 judges the lvalue that accesses the object, here `int`, not the way to it. Compilers
//! also look at the way: they assume that members of unrelated structures do not overlap. So where
//! the types fit and two different structures meet in one object, nothing is decided.

use crate::code::{Code, N, TypedAccess, Usage};
use crate::machine::{Machine, R};
use crate::parts::PathStep;
use crate::subobject::{SubobjectSearch, WantedSubobject};
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::{RecordId, RecordKind, Type, TypeId};
use std::ops::Range;

impl<'a> Machine<'a> {
    /// Judges the accessed part of something foreign, if the way to it leads through such a thing.
    pub fn check_part(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &TypedAccess,
        steps: Range<usize>,
        usage: Usage,
    ) -> R<()> {
        let Some(path) = self.in_flight.path.get(steps) else { return Ok(()) };
        let Some(foreign) = path.iter().copied().find(|s| s.is_foreign()) else { return Ok(()) };
        let Some(alloc) = self.mem.get(p.prov) else { return Ok(()) };
        let (Some(declared), quals, end) = (alloc.ty, alloc.quals, alloc.size()) else {
            return Ok(());
        };
        let offset = p.bits + a.bits.map_or(0, |(start, _)| start / 8);
        let ty = a.ty;
        if offset >= end {
            return Ok(());
        }
        let wanted = WantedSubobject { prov: p.prov, offset, ty, usage };
        let mut inner = Vec::new();
        let (found, reached) = self.walk(wanted, declared, 0, quals, &mut inner);
        let place = Value { bits: offset, ..p };
        let fits = match found {
            SubobjectSearch::Ok => true,
            SubobjectSearch::Padding => self.low.tables.facts(ty).is_char,
            SubobjectSearch::Wrong(_) => self.made_of(place, declared, ty),
            SubobjectSearch::Inactive(record, active) => {
                let object = self.object_name(p.prov);
                let active = self.field_name(record, active);
                let access = self.low.tables.describe(ty);
                return Err(self.ub_on(c, n, p.prov, Ub::UnionMember { object, active, access }));
            }
        };
        if !fits {
            let effective = match found {
                SubobjectSearch::Wrong(at) => self.low.tables.describe(at),
                _ => "padding".to_owned(),
            };
            let object = self.object_name(p.prov);
            let access = self.low.tables.describe(ty);
            let ub = Ub::EffectiveType { object, effective, access };
            return Err(self.ub_on(c, n, p.prov, ub));
        }
        if usage.writes() && reached.is_const() {
            let object = self.object_name(p.prov);
            return Err(self.ub_on(c, n, p.prov, Ub::ConstWrite { object }));
        }
        if reached.is_volatile() && !a.volatile {
            let object = self.object_name(p.prov);
            return Err(self.ub_on(c, n, p.prov, Ub::VolatileAccess { object }));
        }
        self.check_containers(c, n, place, declared, foreign)?;
        if usage.writes() && !inner.is_empty() {
            let from = self.in_flight.path.len();
            self.in_flight.path.extend(inner);
            self.after_store(p.prov, from..self.in_flight.path.len());
            self.in_flight.path.truncate(from);
        }
        Ok(())
    }

    /// Two structures that have nothing to do with each other, on one object: compilers assume
    /// that it does not happen, the standard does not say so.
    pub fn check_containers(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        declared: TypeId,
        foreign: PathStep,
    ) -> R<()> {
        let tables = &self.low.tables;
        let Some(layout) = tables.layouts.record(foreign.record) else { return Ok(()) };
        let span = foreign.offset..foreign.offset + layout.size;
        let ours = (foreign.offset, foreign.record);
        let mut other = self.record_around(declared, p.bits).filter(|(offset, record)| {
            *offset < span.end && !self.related(Some((*offset, *record)), Some(ours))
        });
        if other.is_none()
            && let Some(alloc) = self.mem.get_mut(p.prov)
        {
            let before = alloc.extra().foreign.insert(p.bits, ours);
            other = before.filter(|b| !self.related(Some(*b), Some(ours)));
        }
        let Some((_, other)) = other else { return Ok(()) };
        self.unrelated(c, n, p.prov, other, foreign.record)
    }

    /// Stops where an object is a part of two structures that have nothing to do with each other.
    pub fn unrelated(
        &self,
        c: &'a Code,
        n: N,
        prov: Prov,
        before: RecordId,
        now: RecordId,
    ) -> R<()> {
        let tables = &self.low.tables;
        let name = |record: RecordId| {
            let ty = tables.types.find(&Type::Record(record));
            ty.map_or_else(|| "a record".to_owned(), |ty| tables.describe(ty))
        };
        let object = self.object_name(prov);
        let what = format!(
            "{object} may be a part of '{}' and of '{}': the types of the lvalues fit (C11 6.5p7), but compilers assume that members of unrelated structures do not overlap",
            name(before),
            name(now)
        );
        Err(self.undecided(what, self.loc(c, n)))
    }

    /// The outermost record of a declared type around an offset: where it begins, and which.
    fn record_around(&self, declared: TypeId, offset: u64) -> Option<(u64, RecordId)> {
        let tables = &self.low.tables;
        let (mut at, mut base) = (declared, 0);
        loop {
            match tables.types.get(at) {
                Type::Array { elem, .. } => {
                    let size = tables.size(elem.ty).max(1);
                    base += (offset - base) / size * size;
                    at = elem.ty;
                }
                Type::Record(r) => return Some((base, *r)),
                _ => return None,
            }
        }
    }

    /// Whether what is declared where a record is read or written is all of types that the record
    /// has among its members, as C11 6.5p7 asks of an lvalue of record type.
    pub fn made_of(&self, p: Value, declared: TypeId, record: TypeId) -> bool {
        let tables = &self.low.tables;
        if tables.types.as_record(record).is_none() {
            return false;
        }
        let end = p.bits + tables.size(record);
        let mut at = p.bits;
        while at < end {
            match self.leaf_at(p.prov, declared, 0, at) {
                Some((leaf, next)) if self.has_member(record, leaf) => at = next,
                Some(_) => return false,
                None => at += 1,
            }
        }
        true
    }

    /// The declared scalar that has the byte at an offset, and where it ends; none in padding.
    fn leaf_at(&self, prov: Prov, ty: TypeId, base: u64, at: u64) -> Option<(TypeId, u64)> {
        let tables = &self.low.tables;
        match tables.types.get(ty) {
            Type::Array { elem, .. } => {
                let size = tables.size(elem.ty).max(1);
                self.leaf_at(prov, elem.ty, base + (at - base) / size * size, at)
            }
            Type::Record(r) => {
                let fields = tables.types.records[*r].fields.as_deref().unwrap_or(&[]);
                let layout = tables.layouts.record(*r)?;
                let active = self.active_member(prov, base, *r);
                let union = tables.types.records[*r].kind == RecordKind::Union;
                fields.iter().zip(&layout.fields).enumerate().find_map(|(i, (f, l))| {
                    let start = base + l.offset;
                    let end = start + tables.size(f.ty.ty);
                    let there = start <= at && at < end;
                    let ours = !union || active.is_none_or(|a| a as usize == i);
                    (there && ours).then(|| self.leaf_at(prov, f.ty.ty, start, at)).flatten()
                })
            }
            _ => Some((ty, base + tables.size(ty).max(1))),
        }
    }

    /// Whether a record has a member of a scalar type (or its signed or unsigned counterpart), at
    /// any depth.
    pub fn has_member(&self, record: TypeId, scalar: TypeId) -> bool {
        let tables = &self.low.tables;
        match tables.types.get(record) {
            Type::Array { elem, .. } => self.has_member(elem.ty, scalar),
            Type::Record(r) => {
                let fields = tables.types.records[*r].fields.as_deref().unwrap_or(&[]);
                fields.iter().any(|f| self.has_member(f.ty.ty, scalar))
            }
            _ => {
                // A character lvalue may access anything, but a member is no lvalue.
                let chars = |ty| tables.facts(ty).is_char;
                tables.may_access(scalar, record) && (!chars(record) || chars(scalar))
            }
        }
    }
}
