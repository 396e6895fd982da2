//! What a full expression leaves behind, compared up to the names of fresh objects.
//!
//! Nothing that a defined program does can tell which of two blocks from `malloc` it has: so two
//! orders that differ only in which block is which come to the same.

use crate::machine::Machine;
use crate::memory::{Alloc, Content};
use crate::parts::{OutputMark, OutputSince};
use crate::value::{Prov, Value};
use rustc_hash::FxHashMap;

/// What a run of a full expression left behind.
#[derive(Clone, Debug)]
pub struct StateChange {
    output: OutputSince,
    regs: Vec<Value>,
    /// Objects that were there before and changed: contents after (none: it is gone) and before.
    changed: FxHashMap<u32, (Option<Alloc>, Alloc)>,
    /// Objects that are new and alive.
    fresh: FxHashMap<Prov, Alloc>,
}

/// A value that may hold pointers.
pub trait Compare {
    /// Whether it is the same; `same` says whether two pointers are.
    fn same(&self, other: &Self, same: &mut dyn FnMut(Prov, Prov) -> bool) -> bool;
}

impl Compare for () {
    fn same(&self, (): &Self, _: &mut dyn FnMut(Prov, Prov) -> bool) -> bool {
        true
    }
}

impl Compare for Value {
    fn same(&self, other: &Self, same: &mut dyn FnMut(Prov, Prov) -> bool) -> bool {
        self.bits == other.bits && same(self.prov, other.prov)
    }
}

impl Compare for Content {
    fn same(&self, other: &Self, same: &mut dyn FnMut(Prov, Prov) -> bool) -> bool {
        self.bytes == other.bytes
            && self.states == other.states
            && self.unions == other.unions
            && self.provs.len() == other.provs.len()
            && self.provs.iter().zip(&other.provs).all(|(a, b)| same(*a, *b))
    }
}

/// Which fresh object of one state is which of another.
struct FreshNames<'s> {
    a: &'s StateChange,
    b: &'s StateChange,
    forth: FxHashMap<Prov, Prov>,
    back: FxHashMap<Prov, Prov>,
    /// Pairs whose contents have not been compared.
    left: Vec<(Prov, Prov)>,
}

impl FreshNames<'_> {
    fn same(&mut self, p: Prov, q: Prov) -> bool {
        let (x, y) = (p.object_only(), q.object_only());
        match (self.a.fresh.contains_key(&x), self.b.fresh.contains_key(&y)) {
            (false, false) => p == q,
            (true, true) => {
                let known = (self.forth.get(&x).copied(), self.back.get(&y).copied());
                let agrees = match known {
                    (None, None) => {
                        self.forth.insert(x, y);
                        self.back.insert(y, x);
                        self.left.push((x, y));
                        true
                    }
                    (Some(to), Some(from)) => to == y && from == x,
                    _ => false,
                };
                agrees && p.flags() == q.flags()
            }
            _ => false,
        }
    }
}

impl StateChange {
    /// Whether two runs from one state come to the same.
    pub fn same<T: Compare>(&self, value: &T, other: &Self, other_value: &T) -> bool {
        if self.output != other.output || self.regs.len() != other.regs.len() {
            return false;
        }
        let mut names = FreshNames {
            a: self,
            b: other,
            forth: FxHashMap::default(),
            back: FxHashMap::default(),
            left: Vec::new(),
        };
        if !value.same(other_value, &mut |p, q| names.same(p, q)) {
            return false;
        }
        let regs = self.regs.iter().zip(&other.regs);
        if !regs.clone().all(|(a, b)| a.bits == b.bits && names.same(a.prov, b.prov)) {
            return false;
        }
        for (slot, (after, before)) in &self.changed {
            // The other run may have left it as it was.
            let theirs = other.changed.get(slot).map_or(Some(before), |(after, _)| after.as_ref());
            let same = match (after, theirs) {
                (Some(a), Some(b)) => a.same_contents_with(b, &mut |p, q| names.same(p, q)),
                (None, None) => true,
                _ => false,
            };
            if !same {
                return false;
            }
        }
        for (slot, (after, before)) in &other.changed {
            let unchanged = after.as_ref().is_some_and(|after| before.same_contents(after));
            if !self.changed.contains_key(slot) && !unchanged {
                return false;
            }
        }
        while let Some((x, y)) = names.left.pop() {
            let (Some(a), Some(b)) = (self.fresh.get(&x), other.fresh.get(&y)) else {
                return false;
            };
            if !a.same_contents_with(b, &mut |p, q| names.same(p, q)) {
                return false;
            }
        }
        true
    }

    /// Whether two runs that end the program look the same from outside.
    pub fn same_from_outside(&self, other: &Self) -> bool {
        let covered = |x: &Self, y: &Self| {
            x.changed.iter().all(|(slot, (after, before))| {
                let theirs = y.changed.get(slot).map_or(Some(before), |(after, _)| after.as_ref());
                match (after, theirs) {
                    (Some(a), Some(b)) => a.same_trace(b),
                    (None, None) => true,
                    // What is gone has no trace any more; volatile objects are static or local.
                    _ => false,
                }
            })
        };
        self.output == other.output && covered(self, other) && covered(other, self)
    }
}

impl Machine<'_> {
    /// What has happened since the innermost undo point, at which that much had been printed.
    pub fn observe_state(&mut self, shown: OutputMark, base: usize) -> StateChange {
        let mut changed = FxHashMap::default();
        let mut fresh = FxHashMap::default();
        let mut bytes = 0;
        for (slot, before) in self.mem.changed() {
            let now = self.mem.slot(slot);
            bytes += now.size();
            if before.live {
                let here = now.live && now.generation == before.generation;
                changed.insert(slot, (here.then(|| now.clone()), before.clone()));
            }
            if now.live && (!before.live || now.generation != before.generation) {
                fresh.insert(Prov::object(slot, now.generation), now.clone());
            }
        }
        for slot in self.mem.added() {
            let now = self.mem.slot(slot);
            if now.live {
                bytes += now.size();
                fresh.insert(Prov::object(slot, now.generation), now.clone());
            }
        }
        // Copying is work.
        self.used.steps += bytes / 4 + 1;
        StateChange {
            output: self.output.since(shown),
            regs: self.stack.regs[base..].to_vec(),
            changed,
            fresh,
        }
    }
}
