//! Interned points-to sets: equality is equality of ids, joins are remembered.

use crate::space::Node;

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

/// All sets of one analysis.
#[derive(Debug, Default)]
pub struct Sets {}

impl Sets {
    /// The table with the three constant sets in it.
    pub fn new() -> Self {
        todo!()
    }
    /// The set of one node.
    pub fn one(&mut self, node: Node) -> SetId {
        todo!()
    }
    /// The union of two sets.
    pub fn join(&mut self, a: SetId, b: SetId) -> SetId {
        todo!()
    }
    /// Whether the null pointer is in the set.
    pub fn may_be_null(&self, set: SetId) -> bool {
        todo!()
    }
    /// Whether garbage is in the set.
    pub fn may_be_garbage(&self, set: SetId) -> bool {
        todo!()
    }
    /// The nodes in the set, rising; null and garbage left out.
    pub fn nodes(&self, set: SetId) -> &[Node] {
        todo!()
    }
    /// Whether the first is a subset of the second.
    pub fn is_subset(&self, a: SetId, b: SetId) -> bool {
        todo!()
    }
    /// Whether a pointer with this set may be dereferenced: neither empty nor null nor garbage.
    pub fn is_safe(&self, set: SetId) -> bool {
        set != SetId::EMPTY && !self.may_be_null(set) && !self.may_be_garbage(set)
    }
}
