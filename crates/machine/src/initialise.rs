//! Initialisation of objects.

use crate::code::{Code, InitId, InitLeaf, InitLeafKind, OperandOrder, Scalar, TypedAccess};
use crate::effective::AccessPath;
use crate::machine::{Halt, Machine, R};
use crate::memory::{AllocKind, state};
use crate::order::{EventKey, init_key};
use crate::outcome::Budget;
use crate::parts::PathStep;
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
    pub fn initialise(&mut self, c: &'a Code, id: InitId, prov: Prov, whose: Whose) -> R<()> {
        let init = &c.inits[id as usize];
        let whole = init_key(id, 0);
        let begun = self.order.open > 0 && self.pinned(whole).is_some();
        if let Some(alloc) = self.mem.get_mut(prov) {
            alloc.initialised = true;
        }
        if init.zero_rest && whose != Whose::Static && !begun {
            let size = self.low.tables.size(init.ty);
            self.used.steps += size / 8;
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
        if self.used.steps > self.limits.steps {
            return self.budget(Budget::Steps, c.locs.first().copied().unwrap_or_default());
        }
        match init.order {
            OperandOrder::Free => {
                // No operand of any caller can reach a local variable of this call before or after
                // it, and the initialiser itself has no parts to be told apart.
                let unseen = whose == Whose::Local;
                for leaf in &init.leaves {
                    self.init_leaf(c, leaf, prov, unseen)?;
                }
            }
            OperandOrder::Tracked => {
                self.pin(whole, Value::ZERO, self.pending.len());
                let mut group = self.open_group(whole, true);
                let mut blocked = false;
                for (i, leaf) in init.leaves.iter().enumerate() {
                    let key = init_key(id, i + 1);
                    let done =
                        self.operand(&mut group, i as u32, |m| m.init_part(c, key, leaf, prov))?;
                    blocked |= done.is_none();
                }
                self.close_group(&group);
                if blocked {
                    return Err(Box::new(Halt::Blocked));
                }
            }
        }
        Ok(())
    }

    /// One of the indeterminately sequenced parts of an initialiser: nothing comes in between.
    fn init_part(&mut self, c: &'a Code, key: EventKey, leaf: &'a InitLeaf, prov: Prov) -> R<()> {
        if self.pinned(key).is_some() {
            return Ok(());
        }
        let pending = self.pending.len();
        if self.wait(key)? {
            let schedule = self.order.schedule.take();
            let result = self.init_leaf(c, leaf, prov, false);
            self.order.schedule = schedule;
            result?;
        } else {
            self.init_leaf(c, leaf, prov, false)?;
        }
        self.pin(key, Value::ZERO, pending);
        Ok(())
    }

    /// Opens the initial value of a part of a global, if it is among the open ones.
    fn maybe_open(&mut self, prov: Prov, leaf: &InitLeaf, access: &TypedAccess) {
        let (Some(open), Some(expr)) = (&self.low.open, leaf.expr) else { return };
        if open.initial_values.is_empty() || self.resolution.is_none() {
            return;
        }
        let Some(AllocKind::Global(global)) = self.mem.get(prov).map(|alloc| alloc.kind) else {
            return;
        };
        let simple = !access.special && !access.volatile && !access.plain_char;
        if let Scalar::Int(shape) = access.scalar
            && simple
            && shape.bits >= 8
            && open.initial_values.contains(&(global, expr))
        {
            self.open_initial_value(prov, leaf.offset, expr, shape);
        }
    }

    /// Initialises one part of an object; the order of `unseen` stores is not watched.
    fn init_leaf(&mut self, c: &'a Code, leaf: &'a InitLeaf, prov: Prov, unseen: bool) -> R<()> {
        let place = Value { bits: leaf.offset, prov };
        match &leaf.what {
            InitLeafKind::Scalar { node, access } => {
                let v = self.eval(c, *node)?;
                let from = self.in_flight.path.len();
                let open = self.order.open;
                if unseen {
                    self.order.open = 0;
                }
                let access = &c.accesses[*access as usize];
                let stored = self.store(c, *node, place, access, v, from..from);
                self.order.open = open;
                stored?;
                self.maybe_open(prov, leaf, access);
            }
            InitLeafKind::Record { node, access } => {
                let content = self.eval_record(c, *node)?;
                let ty = c.accesses[*access as usize].ty;
                self.store_record(c, *node, place, ty, &content, AccessPath::default())?;
            }
            InitLeafKind::Str { id, len } => {
                let bytes = &self.program.strings[*id].bytes;
                let keep = (*len as usize).min(bytes.len());
                if let Some(alloc) = self.mem.get_mut(prov) {
                    let at = leaf.offset as usize;
                    alloc.bytes[at..at + *len as usize].fill(0);
                    alloc.bytes[at..at + keep].copy_from_slice(&bytes[..keep]);
                    alloc.write_state(leaf.offset, *len, state::PLAIN);
                }
            }
            InitLeafKind::Member { record, field } => {
                let from = self.in_flight.path.len();
                self.in_flight.path.push(PathStep {
                    offset: leaf.offset,
                    record: *record,
                    field: *field,
                });
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
                self.in_flight.path.truncate(from);
            }
        }
        Ok(())
    }
}
