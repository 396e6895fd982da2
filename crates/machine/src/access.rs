//! Typed access: what an lvalue may read and write (C11 6.5p7, 6.7.3p6, 6.2.6.1, 6.5.2.3).
//!
//! An lvalue that starts at a variable is right by construction; one that starts at a pointer is
//! checked at its root: null, lifetime, bounds, alignment, and whether the declared object really
//! has a subobject of that type there.

use crate::bits::bit_mask;
use crate::code::{Code, N, PointerRoot, Scalar, TypedAccess, Usage};
use crate::effective::AccessPath;
use crate::machine::{Machine, R};
use crate::memory::{AllocKind, Content, WriteRefusal, state};
use crate::order::Touch;
use crate::outcome::ImplDefined;
use crate::parts::{PathStep, PendingEffect};
use crate::subobject::{SubobjectSearch, WantedSubobject};
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::{Dialect, Endian, Quals, RecordId, RecordKind, TypeId};

impl<'a> Machine<'a> {
    // ---- roots ----

    /// Checks the object that a pointer designates before it is used as an lvalue of type `ty`.
    pub fn check_root(&mut self, c: &'a Code, n: N, p: Value, root: PointerRoot) -> R<()> {
        let PointerRoot { ty, usage, .. } = root;
        if !p.prov.is_object() {
            return Err(self.not_an_object(c, n, p));
        }
        let Some(alloc) = self.mem.get(p.prov) else {
            let object = self.object_name(p.prov);
            return Err(self.ub_on(c, n, p.prov, Ub::DanglingAccess { object }));
        };
        let size = self.low.tables.size(ty);
        let (bound, align, alloc_ty, quals) = (alloc.size(), alloc.align, alloc.ty, alloc.quals);
        if p.prov.is_past() || p.bits.saturating_add(size) > bound {
            let object = self.object_name(p.prov);
            let ub = Ub::OutOfBounds { object, offset: p.bits as i64, size, bound };
            return Err(self.ub_on(c, n, p.prov, ub));
        }
        let required = self.low.tables.align(ty);
        if required > 1 && (align < required || !p.bits.is_multiple_of(u64::from(required))) {
            let object = self.object_name(p.prov);
            let actual = 1 << p.bits.trailing_zeros().min(align.trailing_zeros());
            return Err(self.ub_on(c, n, p.prov, Ub::Misaligned { object, required, actual }));
        }
        if usage == Usage::Address {
            return Ok(());
        }
        if let Some(declared) = alloc_ty {
            let tables = &self.low.tables;
            if tables.facts(ty).is_char
                && !tables.facts(declared).only_chars
                && !tables.is_char_at(declared, p.bits)
            {
                self.rely(ImplDefined::ObjectRepresentation);
                self.rely_on_layout(self.low.tables.facts(declared));
            }
            if declared == ty && p.bits == 0 && quals.is_empty() {
                return Ok(());
            }
            self.check_declared(c, n, p, declared, quals, root)
        } else {
            if self.mem.get(p.prov).is_some_and(|a| matches!(a.kind, AllocKind::Stream(_))) {
                let ub = Ub::LibraryArgument {
                    function: "FILE".into(),
                    detail: "access to the contents of a FILE object".into(),
                };
                return Err(self.ub(c, n, ub));
            }
            Ok(())
        }
    }

    pub fn not_an_object(&mut self, c: &'a Code, n: N, p: Value) -> Box<crate::machine::Halt> {
        if p.is_null() {
            return self.ub(c, n, Ub::NullDereference);
        }
        if p.prov.is_uninit() {
            return self.ub(c, n, Ub::UninitialisedRead { object: "the pointer".into() });
        }
        self.ub(c, n, Ub::InvalidPointer { address: p.bits })
    }

    fn check_declared(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        declared: TypeId,
        quals: Quals,
        root: PointerRoot,
    ) -> R<()> {
        let PointerRoot { ty, usage, volatile, part } = root;
        let facts = self.low.tables.facts(declared);
        let simple = facts.is_simple() && quals.is_empty();
        if simple && self.known_accesses.contains(declared, ty, p.bits) {
            return Ok(());
        }
        let mut steps = Vec::new();
        let (found, reached) = self.walk(
            WantedSubobject { prov: p.prov, offset: p.bits, ty, usage },
            declared,
            0,
            quals,
            &mut steps,
        );
        match found {
            SubobjectSearch::Ok => {}
            SubobjectSearch::Padding if self.low.tables.facts(ty).is_char => {}
            SubobjectSearch::Padding | SubobjectSearch::Wrong(_) if part => {
                // Not the whole but a part of it is accessed, and only that must fit.
                let record = self.low.tables.types.as_record(ty);
                self.in_flight.path.push(PathStep::foreign(p.bits, record));
                return Ok(());
            }
            SubobjectSearch::Wrong(_) if self.made_of(p, declared, ty) => {
                let record = self.low.tables.types.as_record(ty);
                self.check_containers(c, n, p, declared, PathStep::foreign(p.bits, record))?;
            }
            SubobjectSearch::Padding => {
                let object = self.object_name(p.prov);
                let ub = Ub::EffectiveType {
                    object,
                    effective: "padding".into(),
                    access: self.low.tables.describe(ty),
                };
                return Err(self.ub_on(c, n, p.prov, ub));
            }
            SubobjectSearch::Wrong(effective) => {
                let object = self.object_name(p.prov);
                let ub = Ub::EffectiveType {
                    object,
                    effective: self.low.tables.describe(effective),
                    access: self.low.tables.describe(ty),
                };
                return Err(self.ub_on(c, n, p.prov, ub));
            }
            SubobjectSearch::Inactive(record, active) => {
                let object = self.object_name(p.prov);
                let active = self.field_name(record, active);
                let access = self.low.tables.describe(ty);
                return Err(self.ub_on(c, n, p.prov, Ub::UnionMember { object, active, access }));
            }
        }
        if usage.writes() && reached.is_const() {
            if self.is_temporary(p) {
                return Err(self.ub(c, n, Ub::TemporaryWrite));
            }
            let object = self.object_name(p.prov);
            return Err(self.ub_on(c, n, p.prov, Ub::ConstWrite { object }));
        }
        if reached.is_volatile() && !volatile {
            let object = self.object_name(p.prov);
            return Err(self.ub_on(c, n, p.prov, Ub::VolatileAccess { object }));
        }
        if simple {
            self.known_accesses.insert(declared, ty, p.bits);
        }
        if usage.writes() {
            self.in_flight.path.extend(steps);
        }
        Ok(())
    }

    /// Whether reading through a volatile lvalue is a side effect: before C23 only where the
    /// object itself is volatile (C11 5.1.2.3p2; DR 476 changed it to the lvalue).
    pub fn volatile_read_is_effect(&self, p: Value) -> bool {
        self.program.dialect == Dialect::C23
            || self.mem.get(p.prov).is_some_and(|a| {
                a.quals.is_volatile() || a.ty.is_none_or(|t| self.low.tables.facts(t).has_volatile)
            })
    }

    /// The union member last stored, if any.
    pub fn active_member(&self, prov: Prov, offset: u64, record: RecordId) -> Option<u32> {
        self.mem.get(prov)?.extra.as_ref()?.unions.get(&(offset, record.0)).copied()
    }

    // ---- effects of stores on records around them ----

    /// A value was stored in a member: unions learn their member in force, padding and the bytes
    /// of other members become unspecified (C11 6.2.6.1p6-7).
    pub fn after_store(&mut self, prov: Prov, steps: std::ops::Range<usize>) {
        for i in steps.rev() {
            let step = self.in_flight.path[i];
            if step.is_foreign() {
                continue;
            }
            let tables = &self.low.tables;
            let Some(layout) = tables.layouts.record(step.record) else { continue };
            let size = layout.size;
            let union = tables.types.records[step.record].kind == RecordKind::Union;
            let Some(alloc) = self.mem.get_mut(prov) else { return };
            if step.offset + size > alloc.size() {
                continue;
            }
            if union {
                alloc.extra().unions.insert((step.offset, step.record.0), step.field);
                let used = member_end(tables, step.record, step.field);
                if used < size {
                    alloc.write_state(step.offset + used, size - used, state::UNSPEC);
                }
                // A bit-field shares its last byte with the other members.
                if let Some(b) = layout.fields[step.field as usize].bits
                    && (b.start + u64::from(b.width)) % 8 != 0
                    && used > 0
                {
                    let mask = bit_mask(tables.target.endian, used - 1, b.start, b.width);
                    alloc.keep_bits(step.offset + used - 1, mask);
                }
            } else {
                for gap in tables.gaps(step.record) {
                    alloc.write_state(step.offset + gap.offset, gap.size, state::UNSPEC);
                }
                for byte in tables.part_bytes(step.record) {
                    alloc.keep_bits(step.offset + byte.offset, byte.mask);
                }
            }
        }
    }

    /// Notes reads through union members other than the one stored.
    fn note_punning(&mut self, prov: Prov, from: usize) {
        for i in from..self.in_flight.path.len() {
            let step = self.in_flight.path[i];
            if step.is_foreign() {
                continue;
            }
            let active = self.active_member(prov, step.offset, step.record);
            if active.is_some_and(|a| a != step.field) {
                self.rely(ImplDefined::UnionPunning);
                for member in [step.field, active.unwrap_or(step.field)] {
                    let facts = self.low.tables.member_facts(step.record, member);
                    self.rely_on_layout(facts);
                }
            }
        }
    }

    // ---- loads ----

    /// Reads a scalar. `from` is the length of the path before the place was evaluated.
    #[inline]
    pub fn load(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &'a TypedAccess,
        from: usize,
    ) -> R<Value> {
        let mut path = AccessPath::default();
        if self.in_flight.path.len() > from {
            self.check_part(c, n, p, a, from..self.in_flight.path.len(), Usage::Read)?;
            self.note_punning(p.prov, from);
            path = self.access_path(from..self.in_flight.path.len());
            self.in_flight.path.truncate(from);
        }
        self.load_along(c, n, p, a, path)
    }

    /// Reads a scalar that was reached in the given way.
    #[inline]
    pub fn load_along(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &'a TypedAccess,
        path: AccessPath,
    ) -> R<Value> {
        if a.special {
            if a.bits.is_some() {
                return self.load_bits(c, n, p, a, path);
            }
            self.settle_initialiser(p.prov, p.bits, a.size.into());
            return self.load_wide(c, n, p, a, path);
        }
        let size = a.size as usize;
        let offset = p.bits as usize;
        if self.order.open > 0 {
            let effect = a.volatile && self.volatile_read_is_effect(p);
            self.touch(c, n, p.prov, p.bits, a.size.into(), Touch::reading(effect))?;
        }
        let Some(alloc) = self.mem.readable(p.prov, offset + size) else {
            return Err(self.bad_place(c, n, p, a.size.into()));
        };
        let states = &alloc.states[offset..offset + size];
        let plain = match size {
            8 => u64::from_ne_bytes(states.try_into().unwrap_or([1; 8])) == 0,
            4 => u32::from_ne_bytes(states.try_into().unwrap_or([1; 4])) == 0,
            1 => states[0] == 0,
            _ => states.iter().all(|s| *s == 0),
        };
        let value = if plain {
            let raw = decode(&alloc.bytes[offset..offset + size], self.low.tables.target.endian);
            match a.scalar {
                Scalar::Int(shape) if shape.bits == 1 => {
                    if raw > 1 {
                        return Err(self.trap(c, n, p, a));
                    }
                    Value::int(raw)
                }
                Scalar::Int(shape) => Value::int(shape.wrap_word(raw)),
                _ => Value::int(raw),
            }
        } else if self.settle_initialiser(p.prov, p.bits, a.size.into()) {
            return self.load_along(c, n, p, a, path);
        } else {
            self.load_slow(c, n, p, a)?
        };
        if a.plain_char {
            self.rely_on_char_sign(value);
        }
        if alloc_is_heap(self, p.prov) {
            self.check_effective(c, n, p, a.ty, path)?;
        }
        if a.volatile {
            self.trace_volatile(p, false, value);
        }
        Ok(value)
    }

    fn load_slow(&mut self, c: &'a Code, n: N, p: Value, a: &'a TypedAccess) -> R<Value> {
        let (offset, size) = (p.bits as usize, a.size as usize);
        let Some(alloc) = self.mem.get(p.prov) else {
            return Err(self.bad_place(c, n, p, a.size.into()));
        };
        let states = &alloc.states[offset..offset + size];
        if states.iter().all(|s| s & state::POINTER != 0) {
            let target = &self.low.tables.target;
            let is_word = size == usize::from(target.pointer);
            if is_word && let Some(prov) = alloc.pointer_at(offset, size) {
                let bits = decode(&alloc.bytes[offset..offset + size], target.endian);
                let value = Value { bits, prov };
                match a.scalar {
                    Scalar::Ptr => {
                        self.check_determinate(c, n, value)?;
                        return Ok(value);
                    }
                    Scalar::Int(_) => return Ok(value),
                    Scalar::F32 | Scalar::F64 | Scalar::Int128 { .. } | Scalar::Long(_) => {}
                }
            }
            if size == 1 {
                let index = u64::from(states[0] & 0x7F);
                let bits = u64::from(alloc.bytes[offset]) << 8 | index;
                return Ok(Value { bits, prov: alloc.provs[offset].to_fragment() });
            }
            return Err(self.address_used(c, n, "a read of part of a pointer as a number"));
        }
        if states.iter().any(|s| s & state::NAN != 0) {
            let float = matches!(a.scalar, Scalar::F32 | Scalar::F64);
            if float && alloc.nan_at(offset, size) {
                let endian = self.low.tables.target.endian;
                let bits = decode(&alloc.bytes[offset..offset + size], endian);
                return Ok(Value { bits, prov: Prov::NAN });
            }
            if size > 1 && !states.contains(&state::UNINIT) {
                let operation =
                    format!("a read of its bytes as '{}'", self.low.tables.describe(a.ty));
                return Err(self.ub_on(c, n, p.prov, Ub::NanRepresentation { operation }));
            }
        }
        let uninit = states.contains(&state::UNINIT);
        let unwritten = (offset..offset + size).any(|at| alloc.has_unwritten_bit(at));
        let whole_scalar = alloc.ty == Some(a.ty);
        // Where a jump missed the initialiser, there is to be no jump: a copy that is read later would
        // not say where it came from.
        let jumped = self.resolution.is_some() && self.initialiser_was_skipped(p.prov);
        if self.low.tables.facts(a.ty).is_char && !whole_scalar && !jumped {
            // A character copy may carry bytes without value along.
            self.rely(ImplDefined::ObjectRepresentation);
            let prov = if uninit { Prov::UNINIT } else { Prov::UNSPEC };
            return Ok(Value { bits: 0, prov });
        }
        Err(self.no_value(c, n, p.prov, unwritten))
    }

    /// A read of bytes without value.
    pub fn no_value(
        &mut self,
        c: &'a Code,
        n: N,
        prov: Prov,
        uninit: bool,
    ) -> Box<crate::machine::Halt> {
        let object = self.object_name(prov);
        let ub = if !uninit {
            Ub::UnspecifiedRead { object }
        } else if self.initialiser_was_skipped(prov) {
            if let AllocKind::Local(func, local) = self.mem.slot(prov.slot()).kind {
                self.note_skipped(Some(func), local);
            }
            Ub::InitialiserSkipped { object }
        } else {
            Ub::UninitialisedRead { object }
        };
        self.ub_on(c, n, prov, ub)
    }

    fn initialiser_was_skipped(&self, prov: Prov) -> bool {
        let alloc = self.mem.slot(prov.slot());
        match alloc.kind {
            AllocKind::Local(f, l) => self
                .code_of(f)
                .and_then(|c| c.mems.iter().find(|m| m.local == l))
                .is_some_and(|m| m.has_init && !alloc.initialised),
            _ => false,
        }
    }

    pub fn trap(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &TypedAccess,
    ) -> Box<crate::machine::Halt> {
        let object = self.object_name(p.prov);
        let ty = self.low.tables.describe(a.ty);
        self.ub_on(c, n, p.prov, Ub::TrapRepresentation { object, ty })
    }

    /// What it means for the program that nothing can be written there.
    #[cold]
    pub fn refused_write(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        size: u64,
        refusal: WriteRefusal,
    ) -> Box<crate::machine::Halt> {
        match refusal {
            WriteRefusal::BadPlace => self.bad_place(c, n, p, size),
            WriteRefusal::StringLiteral => self.ub(c, n, Ub::StringLiteralWrite),
            WriteRefusal::Temporary => self.ub(c, n, Ub::TemporaryWrite),
        }
    }

    /// A place that went bad between its check and its use, or was never checked.
    #[cold]
    pub fn bad_place(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        size: u64,
    ) -> Box<crate::machine::Halt> {
        if !p.prov.is_object() {
            return self.not_an_object(c, n, p);
        }
        let object = self.object_name(p.prov);
        let ub = match self.mem.get(p.prov) {
            None => Ub::DanglingAccess { object },
            Some(alloc) => {
                Ub::OutOfBounds { object, offset: p.bits as i64, size, bound: alloc.size() }
            }
        };
        self.ub_on(c, n, p.prov, ub)
    }

    /// Using the value of a pointer to an object that is gone (C11 6.2.4p2).
    #[inline]
    pub fn check_determinate(&mut self, c: &'a Code, n: N, v: Value) -> R<()> {
        if v.prov.is_object() && !self.in_flight.tolerate_dangling && self.mem.get(v.prov).is_none()
        {
            let object = self.object_name(v.prov);
            return Err(self.ub_on(c, n, v.prov, Ub::IndeterminatePointer { object }));
        }
        Ok(())
    }

    // ---- stores ----

    /// Writes a scalar; returns the value as stored (bit-fields truncate).
    #[inline]
    pub fn store(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &'a TypedAccess,
        v: Value,
        steps: std::ops::Range<usize>,
    ) -> R<Value> {
        self.pending.note(|| {
            let (start, bits) = a.span(p.bits);
            PendingEffect::object(p.prov, start, bits)
        });
        let mut path = AccessPath::default();
        if !steps.is_empty() {
            self.check_part(c, n, p, a, steps.clone(), Usage::Write)?;
            path = self.access_path(steps.clone());
        }
        let stored = if a.special {
            if a.bits.is_some() {
                self.store_bits(c, n, p, a, v, path)?
            } else {
                self.store_wide(c, n, p, a, v, path)?
            }
        } else {
            self.store_whole(c, n, p, a, v, path)?
        };
        if !steps.is_empty() {
            self.after_store(p.prov, steps.clone());
            self.in_flight.path.truncate(steps.start);
        }
        if a.volatile {
            self.trace_volatile(p, true, stored);
        }
        Ok(stored)
    }

    fn store_whole(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &'a TypedAccess,
        v: Value,
        path: AccessPath,
    ) -> R<Value> {
        let (offset, size) = (p.bits as usize, a.size as usize);
        if self.order.open > 0 {
            self.touch(c, n, p.prov, p.bits, a.size.into(), Touch::Write)?;
        }
        let endian = self.low.tables.target.endian;
        let pointer = usize::from(self.low.tables.target.pointer);
        let alloc = match self.mem.writable(p.prov, offset + size) {
            Ok(alloc) => alloc,
            Err(refusal) => return Err(self.refused_write(c, n, p, a.size.into(), refusal)),
        };
        let mut buffer = [0u8; 8];
        let changed = if v.prov.is_none() {
            encode(v.bits, &mut buffer[..size], endian);
            alloc.write_plain(offset, &buffer[..size])
        } else if v.prov.is_nan() {
            encode(v.bits, &mut buffer[..size], endian);
            alloc.write_nan(offset, &buffer[..size]);
            true
        } else if v.prov.is_marker() {
            let to = if v.prov.is_uninit() { state::UNINIT } else { state::UNSPEC };
            alloc.write_state(p.bits, size as u64, to);
            true
        } else if v.prov.is_fragment() && size == 1 {
            alloc.write_fragment(offset, (v.bits >> 8) as u8, v.bits as u8, v.prov.whole_pointer());
            true
        } else if size == pointer {
            encode(v.bits, &mut buffer[..size], endian);
            alloc.write_pointer(offset, &buffer[..size], v.prov);
            true
        } else {
            return Err(self.address_used(c, n, "a pointer stored as a smaller number"));
        };
        let heap = alloc.ty.is_none();
        self.note_store(p, a, changed, heap, path);
        Ok(v)
    }

    /// What a store of a whole scalar leaves behind beside its bytes.
    #[inline]
    pub fn note_store(
        &mut self,
        p: Value,
        a: &'a TypedAccess,
        changed: bool,
        heap: bool,
        path: AccessPath,
    ) {
        self.mem.changes += u64::from(changed);
        if heap {
            self.set_effective(p, a.ty, a.size.into(), path);
        }
    }

    /// Notes a volatile access in the trace of its object.
    pub fn trace_volatile(&mut self, p: Value, write: bool, v: Value) {
        self.output.effects += 1;
        if let Some(alloc) = self.mem.get_mut(p.prov) {
            let trace = alloc.extra().volatiles.entry(p.bits).or_default();
            if write {
                trace.writes += 1;
            } else {
                trace.reads += 1;
            }
            // FNV-1a over kind and value.
            let high = self.high_halves.pattern(v).map(|pattern| (pattern >> 64) as u64);
            for word in [u64::from(write), v.bits].into_iter().chain(high) {
                for byte in word.to_le_bytes() {
                    trace.digest = (trace.digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
    }

    /// A scalar member of a record value.
    pub fn load_content(
        &mut self,
        c: &'a Code,
        n: N,
        content: &Content,
        a: &'a TypedAccess,
        offset: u64,
    ) -> R<Value> {
        // Give the contents a temporary home and read them there.
        let made = self.mem.allocate(
            AllocKind::Heap,
            None,
            Quals::NONE,
            content.bytes.len() as u64,
            16,
            state::UNINIT,
            self.loc(c, n),
        );
        let Ok(prov) = made else {
            return self.budget(crate::outcome::Budget::Memory, self.loc(c, n));
        };
        self.mem.copy_in(prov, 0, content);
        let from = self.in_flight.path.len();
        let value = self.load(c, n, Value { bits: offset, prov }, a, from);
        self.mem.end(prov.slot(), brinell_lang::Loc::NONE);
        value
    }
}

impl Machine<'_> {
    /// Whether a pointer designates an object with temporary lifetime.
    pub fn is_temporary(&self, p: Value) -> bool {
        self.mem.get(p.prov).is_some_and(|a| a.kind == AllocKind::Temp)
    }
}

pub fn alloc_is_heap(m: &Machine<'_>, prov: Prov) -> bool {
    m.mem.slot(prov.slot()).ty.is_none()
}

/// Bytes from the start of a union to the end of a member.
fn member_end(tables: &crate::tables::Tables, record: RecordId, field: u32) -> u64 {
    let fields = tables.types.records[record].fields.as_deref().unwrap_or(&[]);
    let Some(f) = fields.get(field as usize) else { return 0 };
    match tables.layouts.record(record).and_then(|l| l.fields[field as usize].bits) {
        Some(b) => (b.start + u64::from(b.width)).div_ceil(8),
        None => tables.size(f.ty.ty),
    }
}

/// Bytes to a number.
#[inline]
pub fn decode(bytes: &[u8], endian: Endian) -> u64 {
    let mut buffer = [0u8; 8];
    match endian {
        Endian::Little => {
            buffer[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(buffer)
        }
        Endian::Big => {
            buffer[8 - bytes.len()..].copy_from_slice(bytes);
            u64::from_be_bytes(buffer)
        }
    }
}

/// A number to bytes.
#[inline]
pub fn encode(value: u64, bytes: &mut [u8], endian: Endian) {
    let len = bytes.len();
    match endian {
        Endian::Little => bytes.copy_from_slice(&value.to_le_bytes()[..len]),
        Endian::Big => bytes.copy_from_slice(&value.to_be_bytes()[8 - len..]),
    }
}
