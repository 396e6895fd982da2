//! Abstract variables: every variable is a tree of nodes, numbered in pre-order.
//!
//! A scalar is a leaf; a struct or union has a child for each field (unnamed bit-fields included,
//! so that field indices count); an array has one child that stands for all its elements. The
//! subtree of a node is a range of numbers.

use brinell_lang::{FuncId, GlobalId, LocalId, QualType, Target, Types};
use std::ops::Range;

/// An abstract variable.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Ord, PartialOrd)]
pub struct Node(pub u32);

/// The variable that a tree of nodes belongs to.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Root {
    /// A global.
    Global(GlobalId),
    /// A local variable or parameter of a function.
    Local(FuncId, LocalId),
}

/// A point to roll back to.
#[derive(Copy, Clone, Debug)]
pub struct Mark(usize, usize);

/// All abstract variables.
#[derive(Debug, Default)]
pub struct Space {}

impl Space {
    /// Adds a variable. Its pointers start out null and its unions with their first named field in
    /// force, as static initialisation does; [`Space::set_initial`] says otherwise.
    pub fn add(&mut self, types: &Types, target: &Target, root: Root, ty: QualType) -> Node {
        todo!()
    }
    /// The node of a variable.
    pub fn of(&self, root: Root) -> Option<Node> {
        todo!()
    }
    /// The variable that a node belongs to.
    pub fn root(&self, node: Node) -> Root {
        todo!()
    }
    /// The type of a node, with the qualifiers that the path to it adds.
    pub fn ty(&self, node: Node) -> QualType {
        todo!()
    }
    /// The node of a field of a struct or union node.
    pub fn field(&self, node: Node, field: u32) -> Node {
        todo!()
    }
    /// The node of all elements of an array node.
    pub fn element(&self, node: Node) -> Node {
        todo!()
    }
    /// The node and everything in it.
    pub fn subtree(&self, node: Node) -> Range<u32> {
        todo!()
    }
    /// Whether it stands for several objects (it is, or lies in, an array element), so that
    /// writing it does not replace what was there.
    pub fn is_summary(&self, node: Node) -> bool {
        todo!()
    }
    /// The outermost union that the node lies in (not the node itself).
    pub fn outer_union(&self, node: Node) -> Option<Node> {
        todo!()
    }
    /// Whether the address of the node is aligned for its type: nothing packed lies on the path,
    /// or the type's alignment is 1.
    pub fn is_aligned(&self, node: Node) -> bool {
        todo!()
    }
    /// The initial fact of a pointer node (a points-to set).
    pub fn set_initial_pointer(&mut self, node: Node, set: crate::SetId) {
        todo!()
    }
    /// The initial fact of a union node (the field in force).
    pub fn set_initial_union(&mut self, node: Node, field: u32) {
        todo!()
    }
    /// Where the table stands.
    pub fn mark(&self) -> Mark {
        todo!()
    }
    /// Forgets all variables added since.
    pub fn rollback(&mut self, mark: Mark) {
        todo!()
    }
}
