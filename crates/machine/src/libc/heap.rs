//! `malloc` and friends.

use super::Lib;
use crate::code::{Code, N};
use crate::machine::{Machine, R};
use crate::memory::{AllocKind, state};
use crate::order::Touch;
use crate::outcome::Budget;
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::Quals;

impl<'a> Machine<'a> {
    fn allocate_block(&mut self, c: &'a Code, n: N, size: u64, fill: u8) -> R<Prov> {
        let loc = self.stack.top().map_or_else(|| self.loc(c, n), |f| f.call_loc);
        if self.mem_too_large(size) {
            return self.budget(Budget::Memory, loc);
        }
        // Sixteen bytes is what malloc guarantees on the 64-bit targets, eight on i386; a block
        // is never aligned for less than its largest possible scalar.
        let align = u32::from(self.low.tables.target.pointer) * 2;
        self.mem.blocks += 1;
        match self.mem.allocate(AllocKind::Heap, None, Quals::NONE, size, align.max(8), fill, loc) {
            Ok(prov) => Ok(prov),
            Err(_) => self.budget(Budget::Memory, loc),
        }
    }

    pub fn heap_function(&mut self, c: &'a Code, n: N, lib: Lib, args: [Value; 2]) -> R<Value> {
        let [a, b] = args;
        match lib {
            Lib::Malloc => {
                let size = self.plain_int(c, n, a, "a size")?;
                if size == 0 {
                    return self.unsupported(
                        "malloc(0), whose result is the implementation's choice",
                        self.loc(c, n),
                    );
                }
                let prov = self.allocate_block(c, n, size, state::UNINIT)?;
                Ok(Value { bits: 0, prov: prov.with_bytewise(true) })
            }
            Lib::Calloc => {
                let count = self.plain_int(c, n, a, "a size")?;
                let each = self.plain_int(c, n, b, "a size")?;
                let size = count.saturating_mul(each);
                if size == 0 {
                    return self.unsupported(
                        "calloc of nothing, whose result is the implementation's choice",
                        self.loc(c, n),
                    );
                }
                let prov = self.allocate_block(c, n, size, state::PLAIN)?;
                Ok(Value { bits: 0, prov: prov.with_bytewise(true) })
            }
            Lib::Realloc => {
                let size = self.plain_int(c, n, b, "a size")?;
                if size == 0 {
                    return self.unsupported("realloc to nothing", self.loc(c, n));
                }
                if a.is_null() {
                    let prov = self.allocate_block(c, n, size, state::UNINIT)?;
                    return Ok(Value { bits: 0, prov: prov.with_bytewise(true) });
                }
                self.check_block(c, n, a)?;
                let old = self.mem.get(a.prov).map_or(0, crate::memory::Alloc::size);
                let prov = self.allocate_block(c, n, size, state::UNINIT)?;
                let fresh = Value { bits: 0, prov: prov.with_bytewise(true) };
                let keep = old.min(size);
                if let Some(content) = self.mem.copy_out(a.prov, 0, old) {
                    let content = content.truncated(keep);
                    self.mem.copy_in(prov, 0, &content);
                    if !content.effective.is_empty()
                        && let Some(alloc) = self.mem.get_mut(prov)
                    {
                        alloc.extra().effective.extend(content.effective.iter().copied());
                    }
                }
                self.used.steps += keep / 8;
                self.end_block(c, n, a, old)?;
                Ok(fresh)
            }
            _ => {
                if a.is_null() {
                    return Ok(Value::ZERO);
                }
                self.check_block(c, n, a)?;
                let size = self.mem.get(a.prov).map_or(0, crate::memory::Alloc::size);
                self.end_block(c, n, a, size)?;
                Ok(Value::ZERO)
            }
        }
    }

    /// Ends a block. For siblings without order that is a write of all of it.
    fn end_block(&mut self, c: &'a Code, n: N, p: Value, size: u64) -> R<()> {
        if self.order.open > 0 {
            self.touch(c, n, p.prov, 0, size, Touch::Write)?;
        }
        self.mem.blocks += 1;
        let loc = self.stack.top().map_or_else(|| self.loc(c, n), |f| f.call_loc);
        self.mem.end(p.prov.slot(), loc);
        Ok(())
    }

    /// Only the start of a live allocated block can be freed (C11 7.22.3.3p2).
    fn check_block(&mut self, c: &'a Code, n: N, p: Value) -> R<()> {
        let object = self.object_name(p.prov);
        if !p.prov.is_object() {
            return Err(self.ub(c, n, Ub::InvalidFree { object: self.pointer_name(p) }));
        }
        let alloc = self.mem.slot(p.prov.slot());
        if self.mem.get(p.prov).is_none() {
            let heap = alloc.generation != p.prov.generation() || alloc.kind == AllocKind::Heap;
            let ub = if heap { Ub::DoubleFree } else { Ub::InvalidFree { object } };
            return Err(self.ub_on(c, n, p.prov, ub));
        }
        if alloc.kind != AllocKind::Heap || p.bits != 0 {
            return Err(self.ub_on(c, n, p.prov, Ub::InvalidFree { object }));
        }
        Ok(())
    }
}
