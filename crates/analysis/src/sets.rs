//! Interned points-to sets: equality is equality of ids, joins are remembered.

use crate::space::VariableNode;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// A points-to set, or a set of nodes that an lvalue may designate.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Ord, PartialOrd)]
pub struct SetId(pub u32);

impl SetId {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// Only the null pointer.
    pub const NULL: Self = Self(1);
    /// Only garbage: uninitialised, dangling, or unknown.
    pub const GARBAGE: Self = Self(2);
}

const NULL_FLAG: u32 = 1;
const GARBAGE_FLAG: u32 = 2;

#[derive(Debug)]
struct Set {
    flags: u32,
    nodes: Rc<[VariableNode]>,
}

/// All sets of one analysis.
#[derive(Debug, Default)]
pub struct Sets {
    table: Vec<Set>,
    /// From flags and node numbers to the set.
    interned: FxHashMap<Box<[u32]>, SetId>,
    joins: FxHashMap<(SetId, SetId), SetId>,
    /// The set of each node alone, empty until it is asked for.
    singles: Vec<SetId>,
    scratch: Vec<u32>,
}

impl Sets {
    /// The table with the three constant sets in it.
    pub fn new() -> Self {
        let mut sets = Self::default();
        for (flags, id) in
            [(0, SetId::EMPTY), (NULL_FLAG, SetId::NULL), (GARBAGE_FLAG, SetId::GARBAGE)]
        {
            let made = sets.intern(flags, std::iter::empty());
            debug_assert_eq!(made, id, "the constant sets come first");
        }
        sets
    }

    /// The set of one node.
    pub fn one(&mut self, node: VariableNode) -> SetId {
        let at = node.0 as usize;
        if self.singles.len() <= at {
            self.singles.resize(at + 1, SetId::EMPTY);
        }
        if self.singles[at] == SetId::EMPTY {
            self.singles[at] = self.intern(0, std::iter::once(node));
        }
        self.singles[at]
    }

    /// The set of some nodes, which rise.
    pub fn of_nodes(&mut self, nodes: impl Iterator<Item = VariableNode>) -> SetId {
        self.intern(0, nodes)
    }

    /// The union of two sets.
    pub fn join(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::EMPTY {
            return a;
        }
        if a == SetId::EMPTY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&joined) = self.joins.get(&key) {
            return joined;
        }
        let (x, y) = (&self.table[a.0 as usize], &self.table[b.0 as usize]);
        let flags = x.flags | y.flags;
        let (x, y) = (x.nodes.clone(), y.nodes.clone());
        let joined = self.intern(flags, merged(&x, &y));
        self.joins.insert(key, joined);
        joined
    }

    /// Whether the null pointer is in the set.
    pub fn may_be_null(&self, set: SetId) -> bool {
        self.table[set.0 as usize].flags & NULL_FLAG != 0
    }

    /// Whether garbage is in the set.
    pub fn may_be_garbage(&self, set: SetId) -> bool {
        self.table[set.0 as usize].flags & GARBAGE_FLAG != 0
    }

    /// The nodes in the set, rising; null and garbage left out.
    pub fn nodes(&self, set: SetId) -> &[VariableNode] {
        &self.table[set.0 as usize].nodes
    }

    /// Whether the first is a subset of the second.
    pub fn is_subset(&self, a: SetId, b: SetId) -> bool {
        if a == b || a == SetId::EMPTY {
            return true;
        }
        let (x, y) = (&self.table[a.0 as usize], &self.table[b.0 as usize]);
        if x.flags & !y.flags != 0 || x.nodes.len() > y.nodes.len() {
            return false;
        }
        let mut rest = y.nodes.iter();
        x.nodes.iter().all(|n| rest.any(|m| m == n))
    }

    /// Whether a pointer with this set may be dereferenced: neither empty nor null nor garbage.
    pub fn is_safe(&self, set: SetId) -> bool {
        set != SetId::EMPTY && !self.may_be_null(set) && !self.may_be_garbage(set)
    }

    /// The nodes, to keep while the table grows.
    pub(crate) fn shared_nodes(&self, set: SetId) -> Rc<[VariableNode]> {
        self.table[set.0 as usize].nodes.clone()
    }

    /// The set after the nodes in the ranges have died: garbage takes their place.
    pub(crate) fn without_dead(&mut self, set: SetId, dead: &[Range<u32>]) -> SetId {
        let nodes = &self.table[set.0 as usize].nodes;
        let is_dead = |n: &VariableNode| dead.iter().any(|range| range.contains(&n.0));
        if !nodes.iter().any(is_dead) {
            return set;
        }
        let (flags, nodes) = (self.table[set.0 as usize].flags, nodes.clone());
        self.intern(flags | GARBAGE_FLAG, nodes.iter().copied().filter(|n| !is_dead(n)))
    }

    fn intern(&mut self, flags: u32, nodes: impl Iterator<Item = VariableNode>) -> SetId {
        self.scratch.clear();
        self.scratch.push(flags);
        self.scratch.extend(nodes.map(|n| n.0));
        debug_assert!(self.scratch[1..].is_sorted(), "sets are made of rising nodes");
        if let Some(&id) = self.interned.get(self.scratch.as_slice()) {
            return id;
        }
        let id = SetId(u32::try_from(self.table.len()).expect("fewer than 2^32 sets"));
        let nodes = self.scratch[1..].iter().map(|n| VariableNode(*n)).collect();
        self.table.push(Set { flags, nodes });
        self.interned.insert(self.scratch.as_slice().into(), id);
        id
    }
}

/// Two rising sequences as one.
fn merged<'a>(
    mut x: &'a [VariableNode],
    mut y: &'a [VariableNode],
) -> impl Iterator<Item = VariableNode> + use<'a> {
    std::iter::from_fn(move || {
        let next = match (x.first(), y.first()) {
            (Some(a), Some(b)) => *a.min(b),
            (Some(a), None) => *a,
            (None, b) => *b?,
        };
        for side in [&mut x, &mut y] {
            if side.first() == Some(&next) {
                *side = &side[1..];
            }
        }
        Some(next)
    })
}
