//! Objects: those with static storage duration, and the locals of a function.

use crate::code::Code;
use crate::initialise::Whose;
use crate::machine::{Machine, R};
use crate::memory::{AllocKind, state};
use crate::outcome::Budget;
use crate::value::Prov;
use brinell_lang::{GlobalId, Id, IntKind, Loc, QualType, Quals, Type};

impl<'a> Machine<'a> {
    pub fn allocate_local(&mut self, c: &'a Code, slot: u32) -> R<Prov> {
        let m = &c.mems[slot as usize];
        let Some(func) = c.func else {
            return self.unsupported("a local outside a function", m.loc);
        };
        if self.mem_too_large(m.size) {
            return self.budget(Budget::Memory, m.loc);
        }
        // Filling a large object is work.
        self.used.steps += m.size / 64;
        let kind = AllocKind::Local(func, m.local);
        let made =
            self.mem.allocate(kind, Some(m.ty), m.quals, m.size, m.align, state::UNINIT, m.loc);
        match made {
            Ok(prov) => Ok(prov),
            Err(_) => self.budget(Budget::Memory, m.loc),
        }
    }

    /// No object may be larger than `ptrdiff_t` can measure.
    pub fn mem_too_large(&self, size: u64) -> bool {
        let bits = u32::from(self.low.tables.target.pointer) * 8;
        size >= 1 << (bits - 1).min(62)
    }

    /// Makes and initialises all objects with static storage duration that are not there yet.
    pub fn begin(&mut self) -> R<()> {
        let program = self.program;
        let (known_globals, known_strings) =
            (self.statics.globals.len(), self.statics.strings.len());
        for (id, global) in program.globals.enumerate().skip(known_globals) {
            let ty = global.ty.ty;
            let size = self.low.tables.size(ty);
            let stream = match global.name.as_deref() {
                Some("stdout") if !global.defined => Some(1),
                Some("stderr") if !global.defined => Some(2),
                _ => None,
            };
            if !global.defined && stream.is_none() {
                self.statics.globals.push(Prov::NONE);
                continue;
            }
            if self.mem_too_large(size) {
                return self.budget(Budget::Memory, global.loc);
            }
            let leaf = program.types.innermost(global.ty);
            let made = self.mem.allocate(
                AllocKind::Global(id),
                Some(ty),
                global.ty.quals.with(leaf.quals),
                size,
                self.low.tables.align(ty).max(global.align.unwrap_or(1)),
                state::PLAIN,
                global.loc,
            );
            let Ok(prov) = made else { return self.budget(Budget::Memory, global.loc) };
            self.statics.globals.push(prov);
            if let Some(stream) = stream {
                self.make_stream(prov, stream, global.loc)?;
            }
        }
        for (id, string) in program.strings.enumerate().skip(known_strings) {
            let size = string.bytes.len() as u64 + 1;
            let ty = program.types.find(&Type::Int(IntKind::Char)).and_then(|c| {
                program.types.find(&Type::Array { elem: QualType::plain(c), len: Some(size) })
            });
            let made = self.mem.allocate(
                AllocKind::Str(id),
                ty,
                Quals::NONE,
                size,
                1,
                state::PLAIN,
                Loc::NONE,
            );
            let Ok(prov) = made else { return self.budget(Budget::Memory, Loc::NONE) };
            if let Some(alloc) = self.mem.get_mut(prov) {
                alloc.bytes[..string.bytes.len()].copy_from_slice(&string.bytes);
            }
            self.statics.strings.push(prov);
        }
        for id in program.globals.ids().skip(known_globals) {
            self.initialise_global(id)?;
        }
        Ok(())
    }

    fn make_stream(&mut self, global: Prov, stream: u8, loc: Loc) -> R<()> {
        let made = self.mem.allocate(
            AllocKind::Stream(stream),
            None,
            Quals::NONE,
            1,
            1,
            state::UNINIT,
            loc,
        );
        let Ok(file) = made else { return self.budget(Budget::Memory, loc) };
        let size = usize::from(self.low.tables.target.pointer);
        if let Some(alloc) = self.mem.get_mut(global) {
            alloc.write_pointer(0, &vec![0; size], file);
        }
        Ok(())
    }

    fn initialise_global(&mut self, id: GlobalId) -> R<()> {
        let prov = self.statics.globals[id.index()];
        let Some(code) = &self.low.globals[id.index()] else { return Ok(()) };
        if prov.is_none() {
            return Ok(());
        }
        self.stack.push(Some(code), "static initialiser", Loc::NONE, self.used.calls);
        let base = self.stack.regs.len();
        self.initialise(code, code.inits.len() as u32 - 1, prov, Whose::Static)?;
        self.stack.regs.truncate(base);
        self.stack.pop();
        Ok(())
    }
}
