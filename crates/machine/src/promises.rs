//! Promises of parameters. `a[static n]` (C11 6.7.6.3p7) is checked when the function is called.
//!
//! `restrict` (C11 6.7.3.1): what one of them reaches and somebody
//! modifies during the call is reached through that one only.
//!
//! Nothing follows which lvalues are based on which parameter, so the promise is never said to be
//! broken. Where it could be, because two parameters reach one object and the call changes it, the
//! program is undecided. A parameter is taken to reach what lies behind it, not before it, so that
//! the front half of an array may be computed from the back half. A store of the value that was
//! there already goes unnoticed, and so do `restrict` pointers that are no parameters.

use crate::code::Code;
use crate::machine::{Machine, R};
use crate::memory::{Alloc, state};
use crate::ub::Ub;
use crate::value::Prov;
use brinell_lang::Loc;

/// An object that two parameters reach, one of which promised to be the only one.
pub struct Shared {
    object: Prov,
    /// Bytes before this one are reached by one of them only.
    from: u64,
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
            let Some(mine) = self.regs.get(arg_base + i).copied() else { continue };
            let others = code.restricted.iter().filter(|(j, _)| j != i);
            let others = others.filter_map(|(j, _)| self.regs.get(arg_base + j));
            let object = mine.prov.object_only();
            let from = others
                .filter(|other| other.prov.object_only() == object)
                .map(|other| other.bits.max(mine.bits))
                .min();
            let alloc = self.mem.get(object).filter(|_| !object.is_none());
            if let (Some(from), Some(alloc)) = (from, alloc) {
                self.steps += alloc.size() / 8;
                shared.push(Shared { object, from, before: alloc.clone() });
            }
        }
        shared
    }

    /// At the end of the call: whether a shared object was changed.
    #[inline(never)]
    pub fn check_restrict(&mut self, shared: &[Shared], loc: Loc) -> R<()> {
        for Shared { object, from, before } in shared {
            self.steps += before.size() / 8;
            let same = |now: &Alloc| {
                let from = (*from).min(before.size()) as usize;
                now.bytes[from..] == before.bytes[from..]
                    && now.states[from..] == before.states[from..]
                    && (from..now.bytes.len()).all(|i| {
                        now.states[i] & state::POINTER == 0 || now.provs[i] == before.provs[i]
                    })
            };
            if !self.mem.get(*object).is_some_and(same) {
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
