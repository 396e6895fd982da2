//! Promises of parameters. `a[static n]` (C11 6.7.6.3p7) is checked when the function is called.
//!
//! `restrict` (C11 6.7.3.1): what one of them reaches and somebody
//! modifies during the call is reached through that one only.
//!
//! Nothing follows which lvalues are based on which parameter, so the promise is never said to be
//! broken. Where it could be, because two parameters reach one object and the call changes it, the
//! program is undecided. A store of the value that was there already goes unnoticed, and so do
//! `restrict` pointers that are no parameters.

use crate::code::Code;
use crate::machine::{Machine, R};
use crate::memory::Alloc;
use crate::ub::Ub;
use crate::value::Prov;
use brinell_lang::Loc;

/// An object that two parameters reach, one of which promised to be the only one.
pub struct Shared {
    object: Prov,
    before: Alloc,
}

impl<'a> Machine<'a> {
    /// Whether the arguments for `a[static n]` are long enough.
    #[inline(never)]
    pub fn check_lengths(&mut self, code: &'a Code, arg_base: usize, loc: Loc) -> R<()> {
        for &(i, promised) in &code.promised {
            let Some(v) = self.regs.get(arg_base + i).copied() else { continue };
            let size = self.mem.get(v.prov).map_or(0, Alloc::size);
            let actual = if v.prov.is_object() { size.saturating_sub(v.bits) } else { 0 };
            if actual < promised {
                let function = code.name.to_string();
                let ub = Ub::ShortArray { function, parameter: i + 1, promised, actual };
                return Err(self.ub_at(code, loc, ub));
            }
        }
        Ok(())
    }

    /// The objects that the arguments of a call share although a parameter is `restrict`.
    #[inline(never)]
    pub fn shared_by_restrict(&mut self, code: &'a Code, arg_base: usize) -> Vec<Shared> {
        let mut shared: Vec<Shared> = Vec::new();
        for (i, _) in code.restricted.iter().filter(|(_, promised)| *promised) {
            let Some(mine) = self.regs.get(arg_base + i).map(|v| v.prov.object_only()) else {
                continue;
            };
            let others = code.restricted.iter().filter(|(j, _)| j != i);
            let mut others = others.filter_map(|(j, _)| self.regs.get(arg_base + j));
            if !others.any(|v| v.prov.object_only() == mine) {
                continue;
            }
            if let Some(alloc) = self.mem.get(mine).filter(|_| !mine.is_none()) {
                self.steps += alloc.size() / 8;
                shared.push(Shared { object: mine, before: alloc.clone() });
            }
        }
        shared
    }

    /// At the end of the call: whether a shared object was changed.
    #[inline(never)]
    pub fn check_restrict(&mut self, shared: &[Shared], loc: Loc) -> R<()> {
        for Shared { object, before } in shared {
            self.steps += before.size() / 8;
            if !self.mem.get(*object).is_some_and(|now| now.same_contents(before)) {
                let object = self.object_name(*object);
                let what = format!(
                    "a 'restrict' parameter keeps its promise: two parameters point into {object}, \
                     and the call changes it"
                );
                return Err(self.undecided(what, loc));
            }
        }
        Ok(())
    }
}
