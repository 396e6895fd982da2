//! `mem*` and `str*`.

use super::Lib;
use crate::code::{Code, N};
use crate::machine::{Halt, Machine, R};
use crate::memory::{AllocKind, Content, remove_range, state};
use crate::order::Touch;
use crate::outcome::{Budget, ImplDefined};
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::{QualType, Type};

impl<'a> Machine<'a> {
    /// Checks that a pointer designates `size` bytes that a library function may read or write.
    fn check_range(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        p: Value,
        size: u64,
        write: bool,
    ) -> R<()> {
        if p.is_null() {
            return Err(self.bad_argument(c, n, lib, "a null pointer"));
        }
        if !p.prov.is_object() {
            return Err(self.not_an_object(c, n, p));
        }
        self.check_determinate(c, n, p)?;
        let (start, end) = self.byte_range(p);
        if size > 0 && (p.prov.is_past() || p.bits.saturating_add(size) > end) {
            let object = self.array_name(p.prov, end - start);
            let offset = p.bits as i64 - start as i64;
            let ub = Ub::OutOfBounds { object, offset, size, bound: end - start };
            return Err(self.ub_on(c, n, p.prov, ub));
        }
        if size == 0 {
            return Ok(());
        }
        if self.order.open > 0 {
            self.touch(c, n, p.prov, p.bits, size, if write { Touch::Write } else { Touch::Read })?;
        }
        let Some(alloc) = self.mem.get(p.prov) else { return Ok(()) };
        let (kind, quals, ty) = (alloc.kind, alloc.quals, alloc.ty);
        let facts = ty.map(|t| self.low.tables.facts(t)).unwrap_or_default();
        if write {
            if matches!(kind, AllocKind::Str(_)) {
                return Err(self.ub(c, n, Ub::StringLiteralWrite));
            }
            if kind == AllocKind::Temp {
                return Err(self.ub(c, n, Ub::TemporaryWrite));
            }
            if quals.is_const()
                || (facts.has_const && self.part_is(p, size, |q| q.quals.is_const()))
            {
                let object = self.object_name(p.prov);
                return Err(self.ub_on(c, n, p.prov, Ub::ConstWrite { object }));
            }
        }
        if quals.is_volatile()
            || (facts.has_volatile && self.part_is(p, size, |q| q.quals.is_volatile()))
        {
            let object = self.object_name(p.prov);
            return Err(self.ub_on(c, n, p.prov, Ub::VolatileAccess { object }));
        }
        self.used.steps += size / 8 + 1;
        if self.used.steps > self.limits.steps {
            return self.budget(Budget::Steps, self.loc(c, n));
        }
        Ok(())
    }

    /// Whether some member in a range of a declared object has a qualifier.
    fn part_is(&self, p: Value, size: u64, test: impl Fn(&QualType) -> bool + Copy) -> bool {
        let Some(ty) = self.mem.get(p.prov).and_then(|a| a.ty) else { return false };
        self.part_of(QualType::plain(ty), 0, p.bits, p.bits + size, test)
    }

    fn part_of(
        &self,
        qt: QualType,
        base: u64,
        from: u64,
        to: u64,
        test: impl Fn(&QualType) -> bool + Copy,
    ) -> bool {
        let tables = &self.low.tables;
        let end = base + tables.size(qt.ty);
        if base >= to || from >= end {
            return false;
        }
        if test(&qt) {
            return true;
        }
        match tables.types.get(qt.ty) {
            Type::Array { elem, len } => {
                if test(elem) {
                    return true;
                }
                let size = tables.size(elem.ty).max(1);
                let first = from.saturating_sub(base) / size;
                let last = len.unwrap_or(0).min((to - base).div_ceil(size));
                (first..last).any(|i| self.part_of(*elem, base + i * size, from, to, test))
            }
            Type::Record(r) => {
                let fields = tables.types.records[*r].fields.as_deref().unwrap_or(&[]);
                let Some(layout) = tables.layouts.record(*r) else { return false };
                fields
                    .iter()
                    .zip(&layout.fields)
                    .any(|(f, l)| self.part_of(f.ty, base + l.offset, from, to, test))
            }
            _ => false,
        }
    }

    /// What a pointer may walk byte by byte: its array of characters, or the whole object where it
    /// was converted from another type.
    fn byte_range(&self, p: Value) -> (u64, u64) {
        let types = &self.low.tables.types;
        let whole = self.mem.get(p.prov).map_or(0, crate::memory::Alloc::size);
        let declared = self.mem.get(p.prov).and_then(|a| a.ty);
        if p.prov.is_bytewise() || declared.is_none() {
            return (0, whole);
        }
        types
            .iter()
            .filter(|(id, _)| types.is_character(*id))
            .find_map(|(id, _)| self.array_around(p, id))
            .unwrap_or((0, whole))
    }

    /// The bytes of a C string, without its terminator; at most `limit` are looked at.
    pub fn c_string(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        p: Value,
        limit: Option<u64>,
    ) -> R<Vec<u8>> {
        if limit == Some(0) && p.prov.is_object() {
            return Ok(Vec::new());
        }
        self.check_range(c, n, lib, p, 0, false)?;
        let (_, end) = self.byte_range(p);
        let end = limit.map_or(end, |l| end.min(p.bits.saturating_add(l)));
        let Some(alloc) = self.mem.get(p.prov) else { return Ok(Vec::new()) };
        let mut len = 0;
        let mut ended = false;
        for at in p.bits..end {
            let state = alloc.states[at as usize];
            if state != state::PLAIN {
                return Err(self.no_plain_byte(c, n, p.prov, state));
            }
            if alloc.bytes[at as usize] == 0 {
                ended = true;
                break;
            }
            len += 1;
        }
        let enough = limit.is_some_and(|l| len == l);
        let text = alloc.bytes[p.bits as usize..(p.bits + len) as usize].to_vec();
        // Reading the terminator (or running into the end) is part of the access.
        self.check_range(c, n, lib, p, if ended || !enough { len + 1 } else { len }, false)?;
        Ok(text)
    }

    /// Writes a string with its terminator.
    pub fn store_text(&mut self, c: &'a Code, n: N, lib: Lib, p: Value, text: &[u8]) -> R<()> {
        self.check_range(c, n, lib, p, text.len() as u64 + 1, true)?;
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.store_bytes(p, &bytes);
        Ok(())
    }

    fn store_bytes(&mut self, p: Value, bytes: &[u8]) {
        let mut changed = false;
        if let Some(alloc) = self.mem.get_mut(p.prov) {
            changed = alloc.write_plain(p.bits as usize, bytes);
            if let Some(extra) = &mut alloc.extra {
                remove_range(&mut extra.partial, p.bits, bytes.len() as u64);
            }
        }
        self.clear_effective(p.prov, p.bits, bytes.len() as u64);
        self.mem.changes += u64::from(changed);
        self.note_bytes(p);
    }

    /// Byte access to an object that is not made of characters relies on its representation.
    fn note_bytes(&mut self, p: Value) {
        let Some(ty) = self.mem.get(p.prov).and_then(|a| a.ty) else { return };
        let leaf = self.low.tables.types.innermost(QualType::plain(ty));
        if !self.low.tables.facts(leaf.ty).is_char {
            self.rely(ImplDefined::ObjectRepresentation);
            self.rely_on_layout(self.low.tables.facts(ty));
        }
    }

    fn overlap(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        a: Value,
        b: Value,
        sizes: (u64, u64),
    ) -> R<()> {
        let clash = a.prov.same_object(b.prov)
            && a.bits < b.bits + sizes.1
            && b.bits < a.bits + sizes.0
            && sizes.0 > 0
            && sizes.1 > 0;
        if clash {
            let function = lib.name().to_owned();
            return Err(self.ub_on(c, n, a.prov, Ub::OverlappingCopy { function }));
        }
        Ok(())
    }

    /// What `sprintf` reads must not overlap what it writes (C11 7.21.6.6p2).
    pub fn check_sources(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        sources: &[(Value, u64)],
        to: Value,
        size: u64,
    ) -> R<()> {
        for (from, len) in sources {
            self.overlap(c, n, lib, to, *from, (size, *len))?;
        }
        Ok(())
    }

    /// The plain bytes of a range, or the rule that forbids to look at them.
    fn plain_bytes(&mut self, c: &'a Code, n: N, p: Value, size: u64) -> R<Vec<u8>> {
        let Some(alloc) = self.mem.get(p.prov) else { return Ok(Vec::new()) };
        let range = p.bits as usize..(p.bits + size) as usize;
        if let Some(bad) = alloc.states[range.clone()].iter().copied().find(|s| *s != state::PLAIN)
        {
            return Err(self.no_plain_byte(c, n, p.prov, bad));
        }
        let bytes = alloc.bytes[range].to_vec();
        self.note_bytes(p);
        Ok(bytes)
    }

    /// A look at a byte whose value is not a plain one.
    fn no_plain_byte(&mut self, c: &'a Code, n: N, prov: Prov, state: u8) -> Box<Halt> {
        if state & state::POINTER != 0 {
            self.address_used(c, n, "use of the bytes of a pointer")
        } else if state & state::NAN != 0 {
            let operation = "use of its bytes".to_owned();
            self.ub_on(c, n, prov, Ub::NanRepresentation { operation })
        } else {
            self.no_value(c, n, prov, matches!(state, state::UNINIT | state::PARTIAL))
        }
    }

    /// `memcmp`: bytes up to the first difference. The same byte of the same pointer is equal to
    /// itself, whatever it is.
    fn compare_bytes(&mut self, c: &'a Code, n: N, a: Value, b: Value, size: u64) -> R<Value> {
        let (Some(x), Some(y)) = (self.mem.get(a.prov), self.mem.get(b.prov)) else {
            return Ok(Value::ZERO);
        };
        for i in 0..size {
            let (at, to) = ((a.bits + i) as usize, (b.bits + i) as usize);
            let (s, t) = (x.states[at], y.states[to]);
            let bytes = x.bytes[at].cmp(&y.bytes[to]);
            if s & t & state::POINTER != 0 {
                let same = s == t && bytes.is_eq() && x.provs[at].same_object(y.provs[to]);
                // The other bytes of two offsets may be the same, and the addresses are not.
                if same && x.same_pointer(at, y, to) {
                    continue;
                }
            }
            if s != state::PLAIN {
                return Err(self.no_plain_byte(c, n, a.prov, s));
            }
            if t != state::PLAIN {
                return Err(self.no_plain_byte(c, n, b.prov, t));
            }
            if bytes.is_ne() {
                self.note_bytes(a);
                self.note_bytes(b);
                return Ok(sign(bytes));
            }
        }
        self.note_bytes(a);
        self.note_bytes(b);
        Ok(Value::ZERO)
    }

    /// Copies bytes with everything that belongs to them.
    pub fn copy_memory(&mut self, to: Value, from: Value, size: u64) {
        let source_ty = self.mem.get(from.prov).and_then(|a| a.ty);
        let Some(mut content) = self.mem.copy_out(from.prov, from.bits, size) else { return };
        self.note_bytes(from);
        self.note_bytes(to);
        let to_heap = self.mem.get(to.prov).is_some_and(|a| a.ty.is_none());
        if to_heap {
            // The copy has the effective type of its source (C11 6.5p6).
            if let Some(ty) = source_ty {
                let want = from.bits..from.bits + size;
                let leaves = self.leaves_in(ty, 0, &want, None);
                content.effective = leaves.into_iter().map(|(o, t)| (o - from.bits, t)).collect();
            }
        }
        self.mem.copy_in(to.prov, to.bits, &content);
        if to_heap {
            let leaves = content.effective.iter().map(|(o, t)| (o + to.bits, *t));
            self.put_effective(to.prov, to.bits, size, leaves);
        }
    }

    pub fn string_function(&mut self, c: &'a Code, n: N, lib: Lib, args: [Value; 3]) -> R<Value> {
        let [a, b, third] = args;
        match lib {
            Lib::Memcpy | Lib::Memmove => {
                let size = self.plain_int(c, n, third, "a size")?;
                self.check_range(c, n, lib, b, size, false)?;
                self.check_range(c, n, lib, a, size, true)?;
                if lib == Lib::Memcpy {
                    self.overlap(c, n, lib, a, b, (size, size))?;
                }
                self.copy_memory(a, b, size);
                Ok(a)
            }
            Lib::Memset => {
                let size = self.plain_int(c, n, third, "a size")?;
                let byte = self.plain_int(c, n, b, "a byte")? as u8;
                self.check_range(c, n, lib, a, size, true)?;
                self.store_bytes(a, &vec![byte; size as usize]);
                Ok(a)
            }
            Lib::Memcmp => {
                let size = self.plain_int(c, n, third, "a size")?;
                self.check_range(c, n, lib, a, size, false)?;
                self.check_range(c, n, lib, b, size, false)?;
                self.compare_bytes(c, n, a, b, size)
            }
            Lib::Memchr => {
                let size = self.plain_int(c, n, third, "a size")?;
                let byte = self.plain_int(c, n, b, "a byte")? as u8;
                self.check_range(c, n, lib, a, size, false)?;
                let x = self.plain_bytes(c, n, a, size)?;
                Ok(found(a, x.iter().position(|b| *b == byte)))
            }
            Lib::Strlen => {
                let text = self.c_string(c, n, lib, a, None)?;
                Ok(Value::int(text.len() as u64))
            }
            Lib::Strcmp => {
                let x = self.c_string(c, n, lib, a, None)?;
                let y = self.c_string(c, n, lib, b, None)?;
                Ok(sign(x.cmp(&y)))
            }
            Lib::Strncmp => {
                let limit = self.plain_int(c, n, third, "a size")?;
                let x = self.c_string(c, n, lib, a, Some(limit))?;
                let y = self.c_string(c, n, lib, b, Some(limit))?;
                Ok(sign(x.cmp(&y)))
            }
            Lib::Strcpy => {
                let text = self.c_string(c, n, lib, b, None)?;
                let size = text.len() as u64 + 1;
                self.overlap(c, n, lib, a, b, (size, size))?;
                self.store_text(c, n, lib, a, &text)?;
                Ok(a)
            }
            Lib::Strncpy => {
                let limit = self.plain_int(c, n, third, "a size")?;
                let mut text = self.c_string(c, n, lib, b, Some(limit))?;
                self.overlap(c, n, lib, a, b, (limit, text.len() as u64))?;
                self.check_range(c, n, lib, a, limit, true)?;
                text.resize(limit as usize, 0);
                self.store_bytes(a, &text);
                Ok(a)
            }
            Lib::Strcat | Lib::Strncat => {
                let limit = if lib == Lib::Strncat {
                    Some(self.plain_int(c, n, third, "a size")?)
                } else {
                    None
                };
                let old = self.c_string(c, n, lib, a, None)?;
                let new = self.c_string(c, n, lib, b, limit)?;
                let at = Value { bits: a.bits + old.len() as u64, prov: a.prov };
                let size = new.len() as u64 + 1;
                self.overlap(c, n, lib, a, b, (old.len() as u64 + size, size))?;
                self.store_text(c, n, lib, at, &new)?;
                Ok(a)
            }
            Lib::Strstr => {
                let x = self.c_string(c, n, lib, a, None)?;
                let y = self.c_string(c, n, lib, b, None)?;
                let at = (0..=x.len().saturating_sub(y.len())).find(|i| x[*i..].starts_with(&y));
                Ok(found(a, at))
            }
            _ => {
                // strchr and strrchr; the terminator can be searched for as well.
                let byte = self.plain_int(c, n, b, "a byte")? as u8;
                let mut text = self.c_string(c, n, lib, a, None)?;
                text.push(0);
                let at = if lib == Lib::Strchr {
                    text.iter().position(|b| *b == byte)
                } else {
                    text.iter().rposition(|b| *b == byte)
                };
                Ok(found(a, at))
            }
        }
    }
}

fn found(base: Value, at: Option<usize>) -> Value {
    at.map_or(Value::ZERO, |i| Value { bits: base.bits + i as u64, prov: base.prov })
}

/// The sign of a comparison: all that is specified (C11 7.24.4p1), so that the value is marked as
/// such unless it is zero. Memory cannot hold the mark: there the value is unspecified.
fn sign(ordering: std::cmp::Ordering) -> Value {
    let prov = if ordering.is_eq() { Prov::NONE } else { Prov::SIGN };
    Value { bits: ordering as i8 as i64 as u64, prov }
}

impl Content {
    /// The first `size` bytes.
    pub fn truncated(mut self, size: u64) -> Self {
        let len = size as usize;
        self.bytes.truncate(len);
        self.states.truncate(len);
        self.provs.truncate(len);
        self.unions.retain(|((o, _), _)| *o < size);
        self.partial.retain(|(o, _)| *o < size);
        self.effective.retain(|(o, _)| *o < size);
        self
    }
}
