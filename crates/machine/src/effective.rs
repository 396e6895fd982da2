//! The effective types of allocated memory: what a store leaves there, and which accesses fit
//! (C11 6.5p6-7).
//!
//! Beside the type of each scalar it is known through which record it was stored: `a->x` and
//! `b->x` do not name the same object where `a` and `b` point to different structures, and
//! compilers rely on that.

use crate::code::{Code, N};
use crate::machine::{Machine, R};
use crate::memory::{Effective, remove_range};
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::{RecordId, RecordKind, Type, TypeId};
use std::ops::Range;

/// The way to an accessed leaf: the outermost record on it and where that begins.
#[derive(Copy, Clone, Debug, Default)]
pub struct AccessPath {
    pub root: Option<(u64, RecordId)>,
    /// Whether it leads through a member of a union.
    pub union: bool,
}

/// More leaves of one copied object than this are not remembered.
const MAX_LEAVES: usize = 1 << 16;

impl<'a> Machine<'a> {
    /// The way that the steps of an access in flight describe.
    pub fn access_path(&self, steps: Range<usize>) -> AccessPath {
        let Some(steps) = self.in_flight.path.get(steps) else { return AccessPath::default() };
        let records = &self.low.tables.types.records;
        let mut known = steps.iter().filter(|s| !s.is_foreign());
        AccessPath {
            root: known.clone().next().map(|s| (s.offset, s.record)),
            union: known.any(|s| records[s.record].kind == RecordKind::Union),
        }
    }

    fn effective_size(&self, e: Effective) -> u64 {
        if e.bits { 1 } else { self.low.tables.size(e.ty) }
    }

    /// What was stored in a range of allocated memory.
    fn effective_in(&self, prov: Prov, range: Range<u64>) -> Vec<(u64, Effective)> {
        let Some(extra) = self.mem.get(prov).and_then(|a| a.extra.as_ref()) else {
            return Vec::new();
        };
        if extra.effective.is_empty() {
            return Vec::new();
        }
        (range.start.saturating_sub(self.low.tables.largest_scalar - 1)..range.end)
            .filter_map(|at| extra.effective.get(&at).map(|e| (at, *e)))
            .filter(|(at, e)| at + self.effective_size(*e) > range.start)
            .collect()
    }

    fn effective_at(&self, p: Value) -> Option<Effective> {
        self.mem.get(p.prov)?.extra.as_ref()?.effective.get(&p.bits).copied()
    }

    /// Checks a read of a scalar from allocated memory.
    pub fn check_effective(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        ty: TypeId,
        path: AccessPath,
    ) -> R<()> {
        let tables = &self.low.tables;
        if tables.facts(ty).is_char {
            return Ok(());
        }
        let size = tables.size(ty);
        // What was stored here as a whole overlaps nothing else.
        if let Some(e) = self.effective_at(p)
            && e.ty == ty
            && !e.bits
            && absolute(p.bits, e) == path.root
        {
            return Ok(());
        }
        for (at, e) in self.effective_in(p.prov, p.bits..p.bits + size) {
            let root = absolute(at, e);
            let same_type = at == p.bits && !e.bits && self.low.tables.may_access(e.ty, ty);
            let punned = path.union && path.root.is_some() && path.root == root;
            if !(same_type || punned) {
                return Err(self.wrong_effective(c, n, p.prov, e, ty));
            }
            self.check_related(c, n, p.prov, (at, e), path.root)?;
        }
        Ok(())
    }

    /// Checks a read of a bit-field from allocated memory, given the bytes it touches.
    pub fn check_effective_bits(
        &mut self,
        c: &'a Code,
        n: N,
        prov: Prov,
        bytes: Range<u64>,
        ty: TypeId,
        path: AccessPath,
    ) -> R<()> {
        for (at, e) in self.effective_in(prov, bytes) {
            let root = absolute(at, e);
            let punned = path.union && path.root.is_some() && path.root == root;
            if !(e.bits || punned) {
                return Err(self.wrong_effective(c, n, prov, e, ty));
            }
            self.check_related(c, n, prov, (at, e), path.root)?;
        }
        Ok(())
    }

    /// Checks a read of a whole record from allocated memory.
    pub fn check_effective_record(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        ty: TypeId,
        path: AccessPath,
    ) -> R<()> {
        let Some(record) = self.low.tables.types.as_record(ty) else { return Ok(()) };
        let path = path.root.unwrap_or((p.bits, record));
        let size = self.low.tables.size(ty);
        for (at, e) in self.effective_in(p.prov, p.bits..p.bits + size) {
            if !self.related(absolute(at, e), Some(path)) && !self.has_member(ty, e.ty) {
                return Err(self.wrong_effective(c, n, p.prov, e, ty));
            }
            self.check_related(c, n, p.prov, (at, e), Some(path))?;
        }
        Ok(())
    }

    /// The types fit; the structures on the way should not be unrelated ones either.
    fn check_related(
        &mut self,
        c: &'a Code,
        n: N,
        prov: Prov,
        (at, e): (u64, Effective),
        path: Option<(u64, RecordId)>,
    ) -> R<()> {
        let stored = absolute(at, e);
        match (stored, path) {
            (Some((_, stored)), Some((_, read))) if !self.related(absolute(at, e), path) => {
                self.unrelated(c, n, prov, stored, read)
            }
            _ => Ok(()),
        }
    }

    fn wrong_effective(
        &mut self,
        c: &'a Code,
        n: N,
        prov: Prov,
        e: Effective,
        ty: TypeId,
    ) -> Box<crate::machine::Halt> {
        let object = self.object_name(prov);
        let tables = &self.low.tables;
        let mut effective = tables.describe(e.ty);
        if let Some((_, record)) = e.root
            && let Some(record) = tables.types.find(&Type::Record(record))
        {
            effective = format!("{effective} in {}", tables.describe(record));
        }
        let access = tables.describe(ty);
        self.ub_on(c, n, prov, Ub::EffectiveType { object, effective, access })
    }

    /// Whether two ways can lead to the same object: one record holds the other, or one of them
    /// starts at a scalar.
    pub fn related(&self, a: Option<(u64, RecordId)>, b: Option<(u64, RecordId)>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => a == b || self.holds(a, b) || self.holds(b, a),
            _ => true,
        }
    }

    fn holds(&self, outer: (u64, RecordId), inner: (u64, RecordId)) -> bool {
        inner.0.checked_sub(outer.0).is_some_and(|by| self.has_record(outer.1, by, inner.1))
    }

    /// Whether a record has a (sub)record of a type at an offset.
    fn has_record(&self, outer: RecordId, offset: u64, inner: RecordId) -> bool {
        let tables = &self.low.tables;
        if offset == 0 && outer == inner {
            return true;
        }
        let fields = tables.types.records[outer].fields.as_deref().unwrap_or(&[]);
        let Some(layout) = tables.layouts.record(outer) else { return false };
        fields.iter().zip(&layout.fields).any(|(f, l)| {
            let Some(mut at) = offset.checked_sub(l.offset) else { return false };
            let mut ty = f.ty.ty;
            let mut flexible = false;
            while let Type::Array { elem, len } = tables.types.get(ty) {
                flexible |= len.is_none_or(|l| l == 0);
                let size = tables.size(elem.ty).max(1);
                if !flexible && at >= size.saturating_mul(len.unwrap_or(0)) {
                    return false;
                }
                at %= size;
                ty = elem.ty;
            }
            match tables.types.as_record(ty) {
                Some(r) => at < tables.size(ty) && self.has_record(r, at, inner),
                None => false,
            }
        })
    }

    /// Forgets what was stored in a range.
    pub fn clear_effective(&mut self, prov: Prov, start: u64, size: u64) {
        let before: Vec<u64> = self
            .effective_in(prov, start..start + 1)
            .into_iter()
            .map(|(at, _)| at)
            .filter(|at| *at < start)
            .collect();
        let Some(extra) = self.mem.get_mut(prov).and_then(|a| a.extra.as_mut()) else { return };
        for at in before {
            extra.effective.remove(&at);
        }
        remove_range(&mut extra.effective, start, size);
    }

    /// A scalar was stored in allocated memory.
    pub fn set_effective(&mut self, p: Value, ty: TypeId, size: u64, path: AccessPath) {
        if self.effective_at(p).is_none_or(|e| e.ty != ty || e.bits) {
            self.clear_effective(p.prov, p.bits, size);
        }
        // A character store says nothing about the type: it may be one byte of a copy.
        if self.low.tables.facts(ty).is_char {
            return;
        }
        let root = path.root.map(|(o, r)| (p.bits.saturating_sub(o), r));
        if let Some(alloc) = self.mem.get_mut(p.prov) {
            alloc.extra().effective.insert(p.bits, Effective { ty, root, bits: false });
        }
    }

    /// A bit-field was stored in allocated memory, given the bytes it touches.
    pub fn set_effective_bits(
        &mut self,
        prov: Prov,
        bytes: Range<u64>,
        ty: TypeId,
        path: AccessPath,
    ) {
        self.clear_effective(prov, bytes.start, bytes.end - bytes.start);
        let Some(alloc) = self.mem.get_mut(prov) else { return };
        for at in bytes {
            let root = path.root.map(|(o, r)| (at.saturating_sub(o), r));
            alloc.extra().effective.insert(at, Effective { ty, root, bits: true });
        }
    }

    /// The effective types that a stored record leaves in allocated memory.
    pub fn set_effective_record(&mut self, p: Value, ty: TypeId, path: AccessPath) {
        let size = self.low.tables.size(ty);
        let leaves = self.leaves_in(ty, p.bits, &(p.bits..p.bits + size), path.root);
        self.put_effective(p.prov, p.bits, size, leaves.into_iter());
    }

    /// Replaces what is known of a range.
    pub fn put_effective(
        &mut self,
        prov: Prov,
        start: u64,
        size: u64,
        leaves: impl ExactSizeIterator<Item = (u64, Effective)>,
    ) {
        self.clear_effective(prov, start, size);
        if leaves.len() > 0
            && let Some(alloc) = self.mem.get_mut(prov)
        {
            alloc.extra().effective.extend(leaves);
        }
    }

    /// The scalar leaves of a type outside unions that lie in a range, as far as there are not too
    /// many.
    pub fn leaves_in(
        &self,
        ty: TypeId,
        base: u64,
        want: &Range<u64>,
        root: Option<(u64, RecordId)>,
    ) -> Vec<(u64, Effective)> {
        let mut leaves = Vec::new();
        self.collect_leaves(ty, base, want, root, &mut leaves);
        leaves
    }

    fn collect_leaves(
        &self,
        ty: TypeId,
        base: u64,
        want: &Range<u64>,
        root: Option<(u64, RecordId)>,
        leaves: &mut Vec<(u64, Effective)>,
    ) {
        let tables = &self.low.tables;
        let end = base.saturating_add(tables.size(ty));
        if base >= want.end || end <= want.start || leaves.len() > MAX_LEAVES {
            return;
        }
        match tables.types.get(ty) {
            _ if tables.facts(ty).only_chars => {}
            Type::Array { elem, len } => {
                let size = tables.size(elem.ty).max(1);
                let first = want.start.saturating_sub(base) / size;
                let last = len.unwrap_or(0).min((want.end - base).div_ceil(size));
                for i in first..last {
                    self.collect_leaves(elem.ty, base + i * size, want, root, leaves);
                }
            }
            Type::Record(r) => {
                let record = &tables.types.records[*r];
                if record.kind == RecordKind::Union {
                    return;
                }
                let (Some(fields), Some(layout)) = (&record.fields, tables.layouts.record(*r))
                else {
                    return;
                };
                let root = root.or(Some((base, *r)));
                for (f, l) in fields.iter().zip(&layout.fields) {
                    if l.bits.is_none() {
                        self.collect_leaves(f.ty.ty, base + l.offset, want, root, leaves);
                    }
                }
            }
            _ if base < want.start || end > want.end => {}
            _ => {
                let root = root.map(|(o, r)| (base.saturating_sub(o), r));
                leaves.push((base, Effective { ty, root, bits: false }));
            }
        }
    }
}

/// Where the record begins through which something at an offset was stored.
fn absolute(at: u64, e: Effective) -> Option<(u64, RecordId)> {
    e.root.and_then(|(by, r)| at.checked_sub(by).map(|o| (o, r)))
}
