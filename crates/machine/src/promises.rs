//! Promises of parameters. `a[static n]` (C11 6.7.6.3p7) is checked when the function is called.
//!
//! `restrict` (C11 6.7.3.1): what one of them reaches and something
//! modifies during the call is reached through that one only.
//!
//! Nothing follows which lvalues are based on which parameter, so the promise is never said to be
//! broken. Where it could be, because the call changes an object that two parameters reach, or one
//! that points to const, the program is undecided. A parameter is taken to reach what lies behind it, not before it, so that
//! the front half of an array may be computed from the back half. A store of the value that was
//! there already goes unnoticed, and so do `restrict` pointers that are no parameters.

use crate::code::Code;
use crate::machine::{Machine, R};
use crate::memory::{Alloc, state};
use crate::ub::Ub;
use crate::value::Prov;
use brinell_lang::Loc;

/// An object that must not change as far as a `restrict` parameter reaches it.
pub struct SharedObject {
    object: Prov,
    /// Bytes before this one may change.
    from: u64,
    /// Another parameter reaches it, too; else this one points to const.
    twice: bool,
    before: Alloc,
}

impl<'a> Machine<'a> {
    /// Whether the arguments for `a[static n]` are long enough.
    #[inline(never)]
    pub fn check_lengths(&mut self, code: &'a Code, arg_base: usize, loc: Loc) -> R<()> {
        for &(i, promised) in &code.promised {
            let Some(v) = self.stack.regs.get(arg_base + i).copied() else { continue };
            let size = self.mem.get(v.prov).map_or(0, Alloc::size);
            let actual = if v.prov.is_object() { size.saturating_sub(v.bits) } else { 0 };
            if actual < promised {
                let function = code.name.to_string();
                let ub = Ub::ShortArray { function, parameter: i + 1, promised, actual };
                return Err(self.ub_at(loc, ub));
            }
        }
        Ok(())
    }

    /// The objects that a call must not change because of a `restrict` parameter: those that another
    /// one reaches too, and those that are const for it.
    #[inline(never)]
    pub fn shared_by_restrict(&mut self, code: &'a Code, arg_base: usize) -> Vec<SharedObject> {
        let mut shared: Vec<SharedObject> = Vec::new();
        for param in code.restricted.iter().filter(|param| param.promised) {
            let Some(mine) = self.stack.regs.get(arg_base + param.index).copied() else { continue };
            let others = code.restricted.iter().filter(|other| other.index != param.index);
            let others = others.filter_map(|other| self.stack.regs.get(arg_base + other.index));
            let object = mine.prov.object_only();
            let both = others
                .filter(|other| other.prov.object_only() == object)
                .map(|other| other.bits.max(mine.bits))
                .min();
            let twice = both.is_some();
            let from = if param.to_const { Some(mine.bits) } else { both };
            let alloc = self.mem.get(object).filter(|_| !object.is_none());
            if let (Some(from), Some(alloc)) = (from, alloc) {
                self.used.steps += alloc.size() / 8;
                shared.push(SharedObject { object, from, twice, before: alloc.clone() });
            }
        }
        shared
    }

    /// At the end of the call: whether a shared object was changed.
    #[inline(never)]
    pub fn check_restrict(&mut self, shared: &[SharedObject], loc: Loc) -> R<()> {
        for SharedObject { object, from, twice, before } in shared {
            self.used.steps += before.size() / 8;
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
                let why = if *twice {
                    format!("two parameters point into {object}")
                } else {
                    format!("it points to {object} as const")
                };
                let what = format!(
                    "a 'restrict' parameter is used correctly: {why}, and the call changes it"
                );
                return Err(self.undecided(what, loc));
            }
        }
        Ok(())
    }
}
