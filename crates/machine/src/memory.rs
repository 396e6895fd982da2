//! Memory: allocations of bytes, each byte with a state, pointers with provenance, and an undo
//! journal for snapshots.
//!
//! This module knows bytes, not types: type rules are in [`crate::access`], order in
//! [`crate::order`].

use crate::value::{MAX_GENERATION, MAX_SLOTS, Prov};
use brinell_lang::{FuncId, GlobalId, Loc, LocalId, Quals, RecordId, StringId, TypeId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The state of a byte. Zero means "holds a plain value", so that zeroed static memory costs
/// nothing until it is touched.
pub mod state {
    /// A plain value.
    pub const PLAIN: u8 = 0;
    /// Never written.
    pub const UNINIT: u8 = 1;
    /// Unspecified: padding, or outside the union member last stored.
    pub const UNSPEC: u8 = 2;
    /// Some bits (of bit-fields) are written, some not: see `Extra::partial`.
    pub const PARTIAL: u8 = 3;
    /// In a resolving run: a plain value that is an open initial value, which nothing has read or
    /// written.
    pub const OPEN: u8 = 4;
    /// As `OPEN`, but read for an operation that is going to decide it.
    pub const ASKED: u8 = 5;
    /// Byte `i` of a NaN of which only that is known: `NAN | i` in a double, `NAN | 8 | i` in a
    /// float, `NAN | 0x20 | i` in a long double.
    pub const NAN: u8 = 0x40;
    /// Byte `i` of a pointer: `POINTER | i`; the provenance is beside it.
    pub const POINTER: u8 = 0x80;

    /// Whether it is an open initial value.
    pub const fn is_open(state: u8) -> bool {
        matches!(state, OPEN | ASKED)
    }

    /// What a state means to a program: open initial values are plain.
    pub const fn seen(state: u8) -> u8 {
        if is_open(state) { PLAIN } else { state }
    }
}

/// Why nothing can be written somewhere.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum WriteRefusal {
    /// There is no such object, or it is smaller.
    BadPlace,
    /// It is a string literal.
    StringLiteral,
    /// It is part of a value, and no object of the program's.
    Temporary,
}

/// What an allocation is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum AllocKind {
    Global(GlobalId),
    Local(FuncId, LocalId),
    Str(StringId),
    Heap,
    /// The place of a record value.
    Temp,
    /// `stdout` (1) and `stderr` (2).
    Stream(u8),
}

/// When a byte was last read and written, in the time of [`crate::order`].
#[derive(Copy, Clone, Debug, Default)]
pub struct Stamp {
    pub read: u32,
    pub write: u32,
    /// The last read that was a side effect.
    pub volatile: u32,
}

/// What was last stored at a place of allocated memory.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Effective {
    pub ty: TypeId,
    /// The outermost record that it was stored through: how far before it that begins, and which.
    pub root: Option<(u64, RecordId)>,
    /// It is one byte of bit-fields.
    pub bits: bool,
}

/// The bits of a byte that holds parts of bit-fields. What is in neither mask was never written.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Partial {
    /// Those that have a value.
    pub known: u8,
    /// Those that had one, which a store to another member of a union made unspecified.
    pub unspecified: u8,
}

/// The rarer parts of an allocation.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// For a union at that offset (of that record): the member in force.
    pub unions: BTreeMap<(u64, u32), u32>,
    /// For bytes in state `PARTIAL`: what is known of their bits.
    pub partial: FxHashMap<u64, Partial>,
    /// Heap: the effective type of what was stored at that offset.
    pub effective: FxHashMap<u64, Effective>,
    /// The record of a type that is not declared there, and where it begins, through which that
    /// offset was accessed.
    pub foreign: BTreeMap<u64, (u64, RecordId)>,
    /// For volatile objects at that offset: the trace.
    pub volatiles: FxHashMap<u64, crate::VolatileTrace>,
    /// In a resolving run: what an initialiser that is left out would give.
    pub shadow: Option<Box<Content>>,
    /// For bit-fields starting at that bit: their stamps and widths.
    pub bit_stamps: BTreeMap<u64, (u32, Stamp)>,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Alloc {
    pub generation: u32,
    pub live: bool,
    pub kind: AllocKind,
    /// The declared type; heap memory has none.
    pub ty: Option<TypeId>,
    pub quals: Quals,
    pub align: u32,
    pub bytes: Vec<u8>,
    pub states: Vec<u8>,
    /// Empty until a pointer is stored here; then one a byte.
    pub provs: Vec<Prov>,
    /// Empty until order matters here; then one a byte.
    pub stamps: Vec<Stamp>,
    pub extra: Option<Box<Extra>>,
    /// Whether its initialiser was executed.
    pub initialised: bool,
    /// Its number in the order of births.
    pub born: u64,
    /// The journal epoch in which the contents were last saved.
    saved: u32,
    pub created: Loc,
    pub ended: Loc,
}

impl Alloc {
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub fn extra(&mut self) -> &mut Extra {
        self.extra.get_or_insert_default()
    }

    fn provs(&mut self) -> &mut [Prov] {
        if self.provs.is_empty() {
            self.provs = vec![Prov::NONE; self.bytes.len()];
        }
        &mut self.provs
    }

    /// Whether two states of one object are the same to any observer.
    pub fn same_contents(&self, other: &Self) -> bool {
        self.same_contents_with(other, &mut |a, b| a == b)
    }

    /// As [`Alloc::same_contents`]; `same` says whether two pointers are the same.
    pub fn same_contents_with(
        &self,
        other: &Self,
        same: &mut dyn FnMut(Prov, Prov) -> bool,
    ) -> bool {
        if self.live != other.live || self.bytes.len() != other.bytes.len() {
            return false;
        }
        if self.bytes != other.bytes || !same_states(&self.states, &other.states) {
            return false;
        }
        let prov = |a: &Self, i: usize| {
            if a.states[i] & state::POINTER != 0 { a.provs[i] } else { Prov::NONE }
        };
        if (!self.provs.is_empty() || !other.provs.is_empty())
            && !(0..self.bytes.len()).all(|i| same(prov(self, i), prov(other, i)))
        {
            return false;
        }
        let none = Extra::default();
        let a = self.extra.as_deref().unwrap_or(&none);
        let b = other.extra.as_deref().unwrap_or(&none);
        a.unions == b.unions
            && self
                .states
                .iter()
                .enumerate()
                .filter(|(_, s)| **s == state::PARTIAL)
                .all(|(i, _)| a.partial.get(&(i as u64)) == b.partial.get(&(i as u64)))
            && a.effective == b.effective
            && a.volatiles == b.volatiles
    }
}

impl Alloc {
    /// Takes over the contents that the same object had at another time.
    pub fn set_contents(&mut self, from: &Self) {
        self.bytes.clone_from(&from.bytes);
        self.states.clone_from(&from.states);
        self.provs.clone_from(&from.provs);
        self.initialised = from.initialised;
        self.extra.clone_from(&from.extra);
        // When it was accessed is another matter.
        if let Some(extra) = &mut self.extra {
            extra.bit_stamps.clear();
        }
    }

    /// Whether two states of one object have seen the same volatile accesses.
    pub fn same_trace(&self, other: &Self) -> bool {
        let none = Extra::default();
        let a = self.extra.as_deref().unwrap_or(&none);
        let b = other.extra.as_deref().unwrap_or(&none);
        a.volatiles == b.volatiles
    }
}

/// Whether bytes in these states are the same to a program.
fn same_states(a: &[u8], b: &[u8]) -> bool {
    a == b || a.iter().map(|s| state::seen(*s)).eq(b.iter().map(|s| state::seen(*s)))
}

/// A copy of a range of an object: the value of a record.
#[derive(Clone, Debug, Default)]
pub struct Content {
    pub bytes: Vec<u8>,
    pub states: Vec<u8>,
    pub provs: Vec<Prov>,
    pub unions: Vec<((u64, u32), u32)>,
    pub partial: Vec<(u64, Partial)>,
    pub effective: Vec<(u64, Effective)>,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes && self.states == other.states && self.provs == other.provs
    }
}

/// An undo point.
#[derive(Debug)]
pub struct UndoMark {
    epoch: u32,
    /// Contents before the first change since the mark, by slot.
    saved: Vec<(u32, Alloc)>,
    /// Slots that were added since the mark.
    slots: usize,
    used: u64,
}

/// What happened after an undo point.
#[derive(Debug)]
pub struct Changes {
    allocs: Vec<(u32, Alloc)>,
    used: u64,
}

/// Why an allocation cannot be had.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct OutOfMemory;

/// All allocations.
#[derive(Debug, Default)]
pub struct Memory {
    allocs: Vec<Alloc>,
    free: Vec<u32>,
    marks: Vec<UndoMark>,
    epoch: u32,
    next_epoch: u32,
    /// Bytes in use, side tables included.
    pub used: u64,
    pub limit: u64,
    /// Counts objects that were made.
    pub births: u64,
    /// Counts blocks that were allocated or freed by the program.
    pub blocks: u64,
    /// Counts stores that changed something: for the detection of loops that do nothing.
    pub changes: u64,
}

impl Memory {
    pub fn new(limit: u64) -> Self {
        let mut memory = Self { limit, ..Self::default() };
        // Slot 0 is nothing.
        memory.allocs.push(Alloc {
            generation: 0,
            live: false,
            kind: AllocKind::Heap,
            ty: None,
            quals: Quals::NONE,
            align: 1,
            bytes: Vec::new(),
            states: Vec::new(),
            provs: Vec::new(),
            stamps: Vec::new(),
            extra: None,
            initialised: false,
            born: 0,
            saved: 0,
            created: Loc::NONE,
            ended: Loc::NONE,
        });
        memory
    }

    /// Makes an object whose bytes are all in the given state.
    #[expect(clippy::too_many_arguments, reason = "an object has that many independent traits")]
    pub fn allocate(
        &mut self,
        kind: AllocKind,
        ty: Option<TypeId>,
        quals: Quals,
        size: u64,
        align: u32,
        fill: u8,
        created: Loc,
    ) -> Result<Prov, OutOfMemory> {
        // Two bytes a byte: value and state. Provenance and stamps come on demand and are rare.
        let cost = size.saturating_mul(2).saturating_add(64);
        if self.used.saturating_add(cost) > self.limit.saturating_mul(2).saturating_add(1 << 20) {
            return Err(OutOfMemory);
        }
        let len = size as usize;
        let slot = if let Some(slot) = self.free.pop() {
            slot
        } else {
            if self.allocs.len() >= MAX_SLOTS {
                return Err(OutOfMemory);
            }
            let mut fresh = self.allocs[0].clone();
            fresh.saved = self.epoch;
            self.allocs.push(fresh);
            (self.allocs.len() - 1) as u32
        };
        self.save(slot);
        self.used += cost;
        let alloc = &mut self.allocs[slot as usize];
        self.births += 1;
        alloc.born = self.births;
        alloc.generation += 1;
        alloc.live = true;
        alloc.kind = kind;
        alloc.ty = ty;
        alloc.quals = quals;
        alloc.align = align;
        alloc.created = created;
        alloc.ended = Loc::NONE;
        if len > 1 << 16 {
            // Large and zeroed: let the allocator hand out untouched pages.
            alloc.bytes = vec![0; len];
            alloc.states = vec![fill; len];
        } else {
            alloc.bytes.clear();
            alloc.bytes.resize(len, 0);
            alloc.states.clear();
            alloc.states.resize(len, fill);
        }
        alloc.provs.clear();
        alloc.stamps.clear();
        alloc.extra = None;
        alloc.initialised = false;
        Ok(Prov::object(slot, alloc.generation))
    }

    /// Ends the lifetime of an object. The caller has checked that it is alive.
    pub fn end(&mut self, slot: u32, ended: Loc) {
        self.save(slot);
        let alloc = &mut self.allocs[slot as usize];
        alloc.live = false;
        alloc.ended = ended;
        self.used = self.used.saturating_sub(alloc.size() * 2 + 64);
        if alloc.bytes.len() > 1 << 16 {
            alloc.bytes = Vec::new();
            alloc.states = Vec::new();
            alloc.provs = Vec::new();
            alloc.stamps = Vec::new();
        }
        // A slot whose generations are used up is retired.
        if alloc.generation < MAX_GENERATION {
            self.free.push(slot);
        }
    }

    /// The object behind a provenance, if it is alive.
    #[inline]
    pub fn get(&self, prov: Prov) -> Option<&Alloc> {
        let alloc = &self.allocs[prov.slot() as usize];
        (alloc.generation == prov.generation() && alloc.live).then_some(alloc)
    }

    /// The object behind a provenance, to change: saved in the journal first.
    #[inline]
    pub fn get_mut(&mut self, prov: Prov) -> Option<&mut Alloc> {
        let slot = prov.slot();
        let alloc = &self.allocs[slot as usize];
        if alloc.generation != prov.generation() || !alloc.live {
            return None;
        }
        if alloc.saved != self.epoch {
            self.save(slot);
        }
        Some(&mut self.allocs[slot as usize])
    }

    /// The object that has bytes to be read, up to `end`, if it is there and as large.
    #[inline]
    pub fn readable(&self, prov: Prov, end: usize) -> Option<&Alloc> {
        self.get(prov).filter(|alloc| !prov.is_past() && end <= alloc.bytes.len())
    }

    /// The object that has bytes to be written, up to `end`.
    #[inline]
    pub fn writable(&mut self, prov: Prov, end: usize) -> Result<&mut Alloc, WriteRefusal> {
        let alloc = self.get_mut(prov).ok_or(WriteRefusal::BadPlace)?;
        if prov.is_past() || end > alloc.bytes.len() {
            return Err(WriteRefusal::BadPlace);
        }
        match alloc.kind {
            AllocKind::Str(_) => Err(WriteRefusal::StringLiteral),
            AllocKind::Temp => Err(WriteRefusal::Temporary),
            _ => Ok(alloc),
        }
    }

    /// The object behind a provenance for changes that are no part of its value (stamps).
    #[inline]
    pub fn get_quiet(&mut self, prov: Prov) -> Option<&mut Alloc> {
        let alloc = &mut self.allocs[prov.slot() as usize];
        (alloc.generation == prov.generation() && alloc.live).then_some(alloc)
    }

    /// The slot's present or last object, whatever its generation: for diagnostics.
    pub fn slot(&self, slot: u32) -> &Alloc {
        &self.allocs[slot as usize]
    }

    /// All live objects.
    pub fn live(&self) -> impl Iterator<Item = &Alloc> {
        self.allocs.iter().filter(|a| a.live)
    }

    /// Forgets all stamps, when their clock starts anew.
    pub fn clear_stamps(&mut self) {
        for alloc in &mut self.allocs {
            alloc.stamps.clear();
            if let Some(extra) = &mut alloc.extra {
                extra.bit_stamps.clear();
            }
        }
    }

    // ---- journal ----

    fn save(&mut self, slot: u32) {
        if self.allocs[slot as usize].saved == self.epoch {
            return;
        }
        let Some(mark) = self.marks.last_mut() else {
            self.allocs[slot as usize].saved = self.epoch;
            return;
        };
        if (slot as usize) < mark.slots {
            mark.saved.push((slot, self.allocs[slot as usize].clone()));
        }
        self.allocs[slot as usize].saved = self.epoch;
    }

    /// Opens an undo point.
    pub fn mark(&mut self) {
        self.next_epoch += 1;
        self.epoch = self.next_epoch;
        self.marks.push(UndoMark {
            epoch: self.epoch,
            saved: Vec::new(),
            slots: self.allocs.len(),
            used: self.used,
        });
    }

    /// How many undo points are open.
    pub fn marks(&self) -> usize {
        self.marks.len()
    }

    /// What has changed since the innermost undo point: slot, contents before.
    pub fn changed(&self) -> impl Iterator<Item = (u32, &Alloc)> {
        self.marks.last().into_iter().flat_map(|m| m.saved.iter().map(|(s, a)| (*s, a)))
    }

    /// The slots that were added since the innermost undo point.
    pub fn added(&self) -> std::ops::Range<u32> {
        self.marks.last().map_or(0, |m| m.slots as u32)..self.allocs.len() as u32
    }

    /// Takes away what has happened since the innermost undo point, to be put back later.
    pub fn take_changes(&mut self) -> Changes {
        let slots = self.changed().map(|(slot, _)| slot).chain(self.added());
        let allocs = slots.map(|slot| (slot, self.allocs[slot as usize].clone())).collect();
        let changes = Changes { allocs, used: self.used };
        self.rollback();
        changes
    }

    /// Undoes what has happened since the innermost undo point, and does again what was taken away
    /// there.
    pub fn put_back(&mut self, changes: Changes) {
        self.rollback();
        for (slot, mut alloc) in changes.allocs {
            self.save(slot);
            alloc.saved = self.allocs[slot as usize].saved;
            self.allocs[slot as usize] = alloc;
        }
        self.used = changes.used;
        self.rebuild_free_list();
    }

    /// What looking at the changes since the innermost undo point and undoing them costs, in steps
    /// of the machine.
    pub fn undo_cost(&self) -> u64 {
        let bytes: u64 = self.changed().map(|(_, a)| a.size()).sum();
        bytes / 4 + self.allocs.len() as u64 / 16
    }

    /// Goes back to the innermost undo point, which stays open.
    pub fn rollback(&mut self) {
        let Some(mark) = self.marks.last_mut() else { return };
        let saved = std::mem::take(&mut mark.saved);
        let (slots, used) = (mark.slots, mark.used);
        for (slot, mut alloc) in saved {
            // The generation must never go back: pointers made in the undone time stay dead.
            let generation = self.allocs[slot as usize].generation;
            if !alloc.live {
                alloc.generation = alloc.generation.max(generation);
            }
            self.allocs[slot as usize] = alloc;
        }
        for slot in slots..self.allocs.len() {
            self.allocs[slot].live = false;
        }
        self.used = used;
        self.next_epoch += 1;
        self.epoch = self.next_epoch;
        if let Some(mark) = self.marks.last_mut() {
            mark.epoch = self.epoch;
        }
        self.rebuild_free_list();
    }

    fn rebuild_free_list(&mut self) {
        self.free = (1..self.allocs.len() as u32)
            .rev()
            .filter(|s| {
                let a = &self.allocs[*s as usize];
                !a.live && a.generation < MAX_GENERATION
            })
            .collect();
    }

    /// Closes the innermost undo point and keeps what happened since.
    pub fn commit(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        if let Some(outer) = self.marks.last_mut() {
            // A saved copy remembers the epoch it was saved in before: where that is the outer
            // mark's, the outer mark has an older copy already.
            let outer_epoch = outer.epoch;
            for (slot, alloc) in mark.saved {
                if (slot as usize) < outer.slots && alloc.saved != outer_epoch {
                    outer.saved.push((slot, alloc));
                }
                self.allocs[slot as usize].saved = outer_epoch;
            }
            self.epoch = outer_epoch;
        } else {
            self.epoch = 0;
        }
    }

    // ---- contents ----

    /// Copies a range out. The caller has checked the bounds.
    pub fn copy_out(&self, prov: Prov, offset: u64, size: u64) -> Option<Content> {
        let alloc = self.get(prov)?;
        let range = offset as usize..(offset + size) as usize;
        let mut content = Content {
            bytes: alloc.bytes[range.clone()].to_vec(),
            states: alloc.states[range.clone()].to_vec(),
            ..Content::default()
        };
        if !alloc.provs.is_empty() && content.states.iter().any(|s| s & state::POINTER != 0) {
            content.provs = alloc.provs[range].to_vec();
        }
        if let Some(extra) = &alloc.extra {
            content.unions = extra
                .unions
                .range((offset, 0)..(offset + size, 0))
                .map(|((o, r), m)| ((o - offset, *r), *m))
                .collect();
            content.partial = in_range(&extra.partial, offset, size);
            content.effective = in_range(&extra.effective, offset, size);
        }
        Some(content)
    }

    /// Copies contents in. The caller has checked the bounds.
    pub fn copy_in(&mut self, prov: Prov, offset: u64, content: &Content) -> bool {
        let size = content.bytes.len() as u64;
        let Some(alloc) = self.get_mut(prov) else { return false };
        let range = offset as usize..(offset + size) as usize;
        let changed = alloc.bytes[range.clone()] != content.bytes[..]
            || alloc.states[range.clone()] != content.states[..]
            || !content.provs.is_empty();
        alloc.bytes[range.clone()].copy_from_slice(&content.bytes);
        alloc.states[range.clone()].copy_from_slice(&content.states);
        if !content.provs.is_empty() {
            alloc.provs()[range].copy_from_slice(&content.provs);
        }
        if let Some(extra) = &mut alloc.extra {
            let inside = (offset, 0)..(offset + size, 0);
            while let Some((key, _)) = extra.unions.range(inside.clone()).next() {
                let key = *key;
                extra.unions.remove(&key);
            }
            remove_range(&mut extra.partial, offset, size);
        }
        if !content.unions.is_empty() || !content.partial.is_empty() {
            let extra = alloc.extra();
            extra.unions.extend(content.unions.iter().map(|((o, r), m)| ((o + offset, *r), *m)));
            extra.partial.extend(content.partial.iter().map(|(o, m)| (o + offset, *m)));
        }
        self.changes += u64::from(changed);
        true
    }
}

/// The entries for a range of offsets, relative to its start. Looks at the smaller of the two.
fn in_range<V: Copy>(map: &FxHashMap<u64, V>, offset: u64, size: u64) -> Vec<(u64, V)> {
    if map.is_empty() {
        Vec::new()
    } else if size < map.len() as u64 {
        (0..size).filter_map(|o| map.get(&(offset + o)).map(|v| (o, *v))).collect()
    } else {
        let inside = |o: u64| o >= offset && o < offset + size;
        map.iter().filter(|(o, _)| inside(**o)).map(|(o, v)| (o - offset, *v)).collect()
    }
}

/// Removes the entries for a range of offsets.
pub fn remove_range<V>(map: &mut FxHashMap<u64, V>, offset: u64, size: u64) {
    if map.is_empty() {
    } else if size < map.len() as u64 {
        for o in offset..offset + size {
            map.remove(&o);
        }
    } else {
        map.retain(|o, _| !(*o >= offset && *o < offset + size));
    }
}

/// The state of the first byte of a NaN.
const fn nan_state(size: usize) -> u8 {
    state::NAN
        | match size {
            4 => 8,
            8 => 0,
            _ => 0x20,
        }
}

impl Alloc {
    /// Writes plain bytes.
    #[inline]
    pub fn write_plain(&mut self, offset: usize, bytes: &[u8]) -> bool {
        let end = offset + bytes.len();
        let changed = self.bytes[offset..end] != *bytes;
        self.bytes[offset..end].copy_from_slice(bytes);
        let states = &mut self.states[offset..end];
        let mut dirty = 0;
        for s in states.iter_mut() {
            dirty |= *s;
            *s = state::PLAIN;
        }
        changed || dirty != 0
    }

    /// Writes a pointer: its offset as bytes, its provenance beside them.
    pub fn write_pointer(&mut self, offset: usize, bytes: &[u8], prov: Prov) {
        let end = offset + bytes.len();
        self.bytes[offset..end].copy_from_slice(bytes);
        for (i, s) in self.states[offset..end].iter_mut().enumerate() {
            *s = state::POINTER | i as u8;
        }
        self.provs()[offset..end].fill(prov);
    }

    /// Writes a NaN whose sign and payload are unspecified: the bytes of any.
    pub fn write_nan(&mut self, offset: usize, bytes: &[u8]) {
        let end = offset + bytes.len();
        self.bytes[offset..end].copy_from_slice(bytes);
        let first = nan_state(bytes.len());
        for (i, s) in self.states[offset..end].iter_mut().enumerate() {
            *s = first | i as u8;
        }
    }

    /// Whether a whole such NaN of that size is there.
    pub fn nan_at(&self, offset: usize, size: usize) -> bool {
        let first = nan_state(size);
        let states = &self.states[offset..offset + size];
        states.iter().enumerate().all(|(i, s)| *s == first | i as u8)
    }

    /// Writes one byte of a pointer's representation.
    pub fn write_fragment(&mut self, offset: usize, byte: u8, index: u8, prov: Prov) {
        self.bytes[offset] = byte;
        self.states[offset] = state::POINTER | index;
        self.provs()[offset] = prov;
    }

    /// Puts bytes into a state without value.
    pub fn write_state(&mut self, offset: u64, size: u64, to: u8) {
        self.states[offset as usize..(offset + size) as usize].fill(to);
    }

    /// Sets the provenance beside a byte of a pointer.
    pub fn set_prov(&mut self, at: usize, prov: Prov) {
        self.provs()[at] = prov;
    }

    /// What is known of the bits of a byte.
    pub fn bits_at(&self, at: usize) -> Partial {
        let all = |known, unspecified| Partial { known, unspecified };
        match self.states[at] {
            state::PLAIN => all(0xFF, 0),
            state::PARTIAL => {
                let partial = self.extra.as_ref().and_then(|e| e.partial.get(&(at as u64)));
                partial.copied().unwrap_or_default()
            }
            state::UNINIT => all(0, 0),
            _ => all(0, 0xFF),
        }
    }

    /// Whether a byte has a bit that nothing was ever stored in.
    pub fn has_unwritten_bit(&self, at: usize) -> bool {
        let Partial { known, unspecified } = self.bits_at(at);
        known | unspecified != 0xFF
    }

    /// Sets what is known of the bits of a byte.
    pub fn set_bits_at(&mut self, at: usize, bits: Partial) {
        if bits.known == 0xFF {
            self.states[at] = state::PLAIN;
            self.extra().partial.remove(&(at as u64));
        } else {
            self.states[at] = state::PARTIAL;
            self.extra().partial.insert(at as u64, bits);
        }
    }

    /// Makes all bits of a byte but those of the mask unspecified.
    pub fn keep_bits(&mut self, at: u64, mask: u8) {
        match self.states[at as usize] {
            state::PLAIN | state::PARTIAL => {
                let known = self.bits_at(at as usize).known & mask;
                let bits = Partial { known, unspecified: !mask };
                self.set_bits_at(at as usize, bits);
            }
            state::UNINIT => {}
            _ => self.states[at as usize] = state::UNSPEC,
        }
    }

    /// Whether two bytes belong to the same place of equal pointers, whole ones.
    pub fn same_pointer(&self, at: usize, other: &Self, to: usize) -> bool {
        let index = usize::from(self.states[at] & 0x7F);
        let (Some(a), Some(b)) = (at.checked_sub(index), to.checked_sub(index)) else {
            return false;
        };
        // A pointer has as many bytes as count up from its first one.
        let len = |alloc: &Self, from: usize| {
            let states = alloc.states[from..].iter().enumerate();
            states.take_while(|(i, s)| **s == state::POINTER | *i as u8).count()
        };
        let size = len(self, a);
        size > index && size == len(other, b) && self.bytes[a..a + size] == other.bytes[b..b + size]
    }

    /// The provenance of a whole pointer stored at the offset, if one is.
    pub fn pointer_at(&self, offset: usize, size: usize) -> Option<Prov> {
        let states = &self.states[offset..offset + size];
        let whole = states.iter().enumerate().all(|(i, s)| *s == state::POINTER | i as u8);
        if !whole {
            return None;
        }
        let first = self.provs[offset];
        self.provs[offset..offset + size].iter().all(|p| *p == first).then_some(first)
    }
}
