//! Effects: which nodes are read and written, and whether something volatile is accessed.

use crate::space::Node;
use std::ops::Range;

/// A sparse set of nodes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NodeSet {}

impl NodeSet {
    /// Adds a range of nodes.
    pub fn insert(&mut self, nodes: Range<u32>) {
        todo!()
    }
    /// Adds all of another set.
    pub fn union_with(&mut self, other: &Self) {
        todo!()
    }
    /// Whether the two have a node in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        todo!()
    }
    /// Whether some node of the range is in the set.
    pub fn overlaps_range(&self, nodes: Range<u32>) -> bool {
        todo!()
    }
    /// Whether the node is in the set.
    pub fn contains(&self, node: Node) -> bool {
        todo!()
    }
    /// Whether it has no node.
    pub fn is_empty(&self) -> bool {
        todo!()
    }
    /// The nodes, rising.
    pub fn iter(&self) -> impl Iterator<Item = Node> {
        std::iter::empty()
    }
}

/// What an expression, statement or function reads and writes. A node inside a union counts as
/// the whole outermost union; any volatile access also counts as one to a single imaginary object,
/// because the order of volatile accesses must not be left open.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Effects {
    /// Nodes read.
    pub reads: NodeSet,
    /// Nodes written.
    pub writes: NodeSet,
    /// Whether a volatile object is accessed.
    pub volatile: bool,
}

impl Effects {
    /// Adds the other's effects.
    pub fn merge(&mut self, other: &Self) {
        todo!()
    }
    /// Whether the two may not be unsequenced: one writes what the other reads or writes, or both
    /// access something volatile.
    pub fn conflicts(&self, other: &Self) -> bool {
        todo!()
    }
}
