//! Initialisation of objects, and the orders of operands that have none of their own.

use crate::code::{Code, InitId, Leaf, LeafKind, Order};
use crate::effective::Way;
use crate::machine::{Machine, PathStep, R};
use crate::memory::{AllocKind, state};
use crate::outcome::Budget;
use crate::value::{Prov, Value};

/// What is being initialised.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Whose {
    /// An object of static storage: its bytes are zero to begin with.
    Static,
    /// A local variable, whose declaration is reached.
    Local,
    /// A compound literal inside an expression.
    Literal,
}

impl<'a> Machine<'a> {
    /// Initialises an object.
    pub fn initialise(&mut self, c: &'a Code, init: InitId, prov: Prov, whose: Whose) -> R<()> {
        let init = &c.inits[init as usize];
        if let Some(alloc) = self.mem.get_mut(prov) {
            alloc.initialised = true;
        }
        if init.zero_rest && whose != Whose::Static {
            let size = self.low.tables.size(init.ty);
            self.steps += size / 8;
            if let Some(alloc) = self.mem.get_mut(prov) {
                alloc.bytes[..size as usize].fill(0);
                alloc.write_state(0, size, state::PLAIN);
                if let Some(extra) = &mut alloc.extra {
                    extra.unions.clear();
                    extra.partial.clear();
                }
            }
            if self.low.tables.facts(init.ty).has_padding {
                self.blur_padding(prov, 0, init.ty);
            }
        }
        if self.steps > self.limits.steps {
            return self.budget(Budget::Steps, c.locs.first().copied().unwrap_or_default());
        }
        match init.order {
            Order::Free => {
                // No operand of any caller can reach a local variable of this call before or after
                // it, and the initialiser itself has no parts to be told apart.
                let unseen = whose == Whose::Local;
                for leaf in &init.leaves {
                    self.init_leaf(c, leaf, prov, unseen)?;
                }
            }
            Order::Tracked => {
                // The node number of an initialiser, beyond all nodes of the code.
                let key = c.nodes.len() as u32 + (std::ptr::from_ref(init) as usize as u32 >> 4);
                let n = init.leaves.len();
                let which = self.choose_order(key, permutations(init.movable.len()));
                let mut group = self.open_group(key, true);
                for i in arrange(n, &init.movable, which) {
                    self.begin_operand(&mut group);
                    self.init_leaf(c, &init.leaves[i], prov, false)?;
                    self.end_operand(&group);
                }
                self.close_group(&group);
            }
        }
        Ok(())
    }

    /// Initialises one part of an object; the order of `unseen` stores is not watched.
    fn init_leaf(&mut self, c: &'a Code, leaf: &'a Leaf, prov: Prov, unseen: bool) -> R<()> {
        let place = Value { bits: leaf.offset, prov };
        match &leaf.what {
            LeafKind::Scalar { node, access } => {
                let v = self.eval(c, *node)?;
                let from = self.path.len();
                let open = self.order.open;
                if unseen {
                    self.order.open = 0;
                }
                let access = &c.accesses[*access as usize];
                let stored = self.store(c, *node, place, access, v, from..from);
                self.order.open = open;
                stored?;
            }
            LeafKind::Record { node, access } => {
                let content = self.eval_record(c, *node)?;
                let ty = c.accesses[*access as usize].ty;
                self.store_record(c, *node, place, ty, &content, Way::default())?;
            }
            LeafKind::Str { id, len } => {
                let bytes = &self.program.strings[*id].bytes;
                let keep = (*len as usize).min(bytes.len());
                if let Some(alloc) = self.mem.get_mut(prov) {
                    let at = leaf.offset as usize;
                    alloc.bytes[at..at + *len as usize].fill(0);
                    alloc.bytes[at..at + keep].copy_from_slice(&bytes[..keep]);
                    alloc.write_state(leaf.offset, *len, state::PLAIN);
                }
            }
            LeafKind::Member { record, field } => {
                let from = self.path.len();
                self.path.push(PathStep { offset: leaf.offset, record: *record, field: *field });
                let static_object =
                    self.mem.get(prov).is_some_and(|a| matches!(a.kind, AllocKind::Global(_)));
                if static_object {
                    // Static storage is zero to begin with, also outside the member.
                    if let Some(alloc) = self.mem.get_mut(prov) {
                        alloc.extra().unions.insert((leaf.offset, record.0), *field);
                    }
                } else {
                    self.after_store(prov, from..from + 1);
                }
                self.path.truncate(from);
            }
        }
        Ok(())
    }
}

/// How many orders of `n` operands there are, as far as that is worth knowing.
pub fn permutations(n: usize) -> usize {
    (1..=n).try_fold(1usize, usize::checked_mul).unwrap_or(usize::MAX).min(1 << 20)
}

/// The `which`-th order of `n` operands of which only some can matter; those go last.
pub fn arrange(n: usize, movable: &[usize], which: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).filter(|i| !movable.contains(i)).collect();
    // The default order is the natural one, also among the others.
    if which == 0 {
        return (0..n).collect();
    }
    order.extend(permutation(movable.len(), which).into_iter().map(|i| movable[i]));
    order
}

/// The `which`-th order of `n` operands.
fn permutation(n: usize, mut which: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..n).collect();
    let mut order = Vec::with_capacity(n);
    for i in (1..=n).rev() {
        let block = permutations(i - 1).max(1);
        let at = (which / block).min(left.len() - 1);
        which %= block;
        order.push(left.remove(at));
    }
    order
}
