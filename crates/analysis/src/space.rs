//! Abstract variables: every variable is a tree of nodes, numbered in pre-order.
//!
//! A scalar is a leaf; a struct or union has a child for each field (unnamed bit-fields included,
//! so that field indices count); an array has one child that stands for all its elements. The
//! subtree of a node is a range of numbers.

use crate::SetId;
use crate::shape::{Info, NodeKind, NodeTree, Shapes};
use brinell_lang::{
    Body, ExprId, ExprKind, FuncId, GlobalId, LocalId, QualType, Quals, StringId, Target, TypeId,
    Types,
};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// An abstract variable.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Ord, PartialOrd)]
pub struct VariableNode(pub u32);

/// The variable that a tree of nodes belongs to.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Root {
    /// A global.
    Global(GlobalId),
    /// A local variable or parameter of a function.
    Local(FuncId, LocalId),
    /// A string literal.
    Text(StringId),
    /// What `argv` points to: 0 are the pointers, 1 the characters.
    Argument(u32),
    /// A function, which pointers can point to; it is known from where it is first named.
    Function(FuncId),
}

/// A point to roll back to.
#[derive(Copy, Clone, Debug)]
pub struct SpaceMark(usize, usize);

#[derive(Debug)]
struct SpaceVariable {
    root: Root,
    base: u32,
    quals: Quals,
    shape: Rc<NodeTree>,
}

#[derive(Copy, Clone, Debug)]
struct NodeSlot {
    variable: u32,
    /// The fact that holds where a state says nothing.
    initial: u32,
}

/// All abstract variables.
#[derive(Debug, Default)]
pub struct NodeSpace {
    slots: Vec<NodeSlot>,
    variables: Vec<SpaceVariable>,
    by_root: FxHashMap<Root, VariableNode>,
    locals: FxHashMap<FuncId, Vec<VariableNode>>,
    shapes: Shapes,
    /// How many nodes there are that have a fact.
    facts: usize,
    /// The least number of nodes since the last query, if some were rolled back.
    low_water: Option<usize>,
}

impl NodeSpace {
    /// Adds a variable. Its pointers start out null and its unions with their first named field in
    /// force, as static initialisation does; [`NodeSpace::set_initial_pointer`] and
    /// [`NodeSpace::set_initial_union`] say otherwise.
    pub fn add(
        &mut self,
        types: &Types,
        target: &Target,
        root: Root,
        ty: QualType,
    ) -> VariableNode {
        let shape = self.shapes.of(types, target, ty.ty);
        let base = u32::try_from(self.slots.len()).expect("fewer than 2^32 abstract variables");
        let variable = self.variables.len() as u32;
        self.slots.extend(
            shape.infos.iter().map(|info| NodeSlot { variable, initial: info.initial_fact }),
        );
        self.facts += shape.facts.len();
        self.variables.push(SpaceVariable { root, base, quals: ty.quals, shape });
        self.by_root.insert(root, VariableNode(base));
        if let Root::Local(func, _) = root {
            self.locals.entry(func).or_default().push(VariableNode(base));
        }
        VariableNode(base)
    }

    /// The node of a variable.
    pub fn of(&self, root: Root) -> Option<VariableNode> {
        self.by_root.get(&root).copied()
    }

    /// The variable that a node belongs to.
    pub fn root(&self, node: VariableNode) -> Root {
        self.variable(node).root
    }

    /// The type of a node, with the qualifiers that the path to it adds.
    pub fn ty(&self, node: VariableNode) -> QualType {
        self.info(node).ty.with(self.variable(node).quals)
    }

    /// The node of a field of a struct or union node.
    pub fn field(&self, node: VariableNode, field: u32) -> VariableNode {
        self.child(node, field as usize)
    }

    /// The node of all elements of an array node.
    pub fn element(&self, node: VariableNode) -> VariableNode {
        self.child(node, 0)
    }

    /// The node and everything in it.
    pub fn subtree(&self, node: VariableNode) -> Range<u32> {
        node.0..self.variable(node).base + self.info(node).end
    }

    /// Whether it stands for several objects (it is, or lies in, an array element), so that
    /// writing it does not replace what was there.
    pub fn is_summary(&self, node: VariableNode) -> bool {
        self.info(node).summary
    }

    /// The outermost union that the node lies in (not the node itself).
    pub fn outer_union(&self, node: VariableNode) -> Option<VariableNode> {
        self.info(node).outer_union.map(|offset| VariableNode(self.variable(node).base + offset))
    }

    /// Whether the address of the node is aligned for its type: nothing packed lies on the path,
    /// or the type's alignment is 1.
    pub fn is_aligned(&self, node: VariableNode) -> bool {
        self.info(node).aligned
    }

    /// Sets the initial fact of a pointer node (a points-to set).
    pub fn set_initial_pointer(&mut self, node: VariableNode, set: SetId) {
        debug_assert_eq!(self.kind(node), NodeKind::Pointer, "only pointers have points-to sets");
        self.slots[node.0 as usize].initial = set.0;
    }

    /// Sets the initial fact of a union node (the field in force).
    pub fn set_initial_union(&mut self, node: VariableNode, field: u32) {
        debug_assert_eq!(self.kind(node), NodeKind::Union, "only unions have a field in force");
        self.slots[node.0 as usize].initial = field + 1;
    }

    /// Where the table stands.
    pub fn mark(&self) -> SpaceMark {
        SpaceMark(self.slots.len(), self.variables.len())
    }

    /// Forgets all variables added since.
    pub fn rollback(&mut self, mark: SpaceMark) {
        if mark.0 == self.slots.len() {
            return;
        }
        for variable in self.variables.drain(mark.1..) {
            self.by_root.remove(&variable.root);
            self.facts -= variable.shape.facts.len();
            if let Root::Local(func, _) = variable.root
                && let Some(nodes) = self.locals.get_mut(&func)
            {
                nodes.retain(|n| n.0 != variable.base);
            }
        }
        self.slots.truncate(mark.0);
        self.low_water = Some(self.low_water.map_or(mark.0, |low| low.min(mark.0)));
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no variable.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// How many nodes carry a fact: pointers and unions.
    pub fn fact_count(&self) -> usize {
        self.facts
    }

    /// The nodes of all variables and parameters of a function.
    pub fn locals_of(&self, func: FuncId) -> &[VariableNode] {
        self.locals.get(&func).map_or(&[], Vec::as_slice)
    }

    /// The struct, union or array that the node is a direct part of.
    pub fn parent(&self, node: VariableNode) -> Option<VariableNode> {
        self.info(node).parent.map(|offset| VariableNode(self.variable(node).base + offset))
    }

    /// The pointer and union nodes in a subtree, rising.
    pub fn facts_in(&self, node: VariableNode) -> impl Iterator<Item = VariableNode> + use<'_> {
        let variable = self.variable(node);
        let offset = node.0 - variable.base;
        variable.shape.facts_in(offset).iter().map(move |o| VariableNode(variable.base + o))
    }

    /// Whether the node is a pointer.
    pub fn is_pointer(&self, node: VariableNode) -> bool {
        self.kind(node) == NodeKind::Pointer
    }

    /// The node of an lvalue in a function that names a variable, or a field in one.
    pub fn named(&self, func: FuncId, body: &Body, place: ExprId) -> Option<VariableNode> {
        match body.exprs[place].kind {
            ExprKind::Global(id) => self.of(Root::Global(id)),
            ExprKind::Local(id) => self.of(Root::Local(func, id)),
            ExprKind::Member { base, field } => {
                Some(self.field(self.named(func, body, base)?, field))
            }
            _ => None,
        }
    }

    /// The nodes of all such lvalues in an expression.
    pub fn named_in(&self, func: FuncId, body: &Body, e: ExprId) -> Vec<VariableNode> {
        body.exprs.under(e).filter_map(|(e, _)| self.named(func, body, e)).collect()
    }

    /// What an access to the node counts as: the whole outermost union, or its subtree.
    pub fn effect_range(&self, node: VariableNode) -> Range<u32> {
        self.subtree(self.outer_union(node).unwrap_or(node))
    }

    /// Whether the node or something in it is volatile.
    pub fn is_volatile(&self, node: VariableNode) -> bool {
        self.info(node).volatile_inside || self.variable(node).quals.is_volatile()
    }

    pub(crate) fn kind(&self, node: VariableNode) -> NodeKind {
        self.info(node).kind
    }

    pub(crate) fn info(&self, node: VariableNode) -> &Info {
        let variable = self.variable(node);
        &variable.shape.infos[(node.0 - variable.base) as usize]
    }

    /// The shape of the variable around a node, and where in it the node is.
    pub(crate) fn shape_at(&self, node: VariableNode) -> (&NodeTree, u32) {
        let variable = self.variable(node);
        (&variable.shape, node.0 - variable.base)
    }

    pub(crate) fn initial(&self, node: VariableNode) -> u32 {
        self.slots[node.0 as usize].initial
    }

    pub(crate) fn set_initial(&mut self, node: VariableNode, fact: u32) {
        self.slots[node.0 as usize].initial = fact;
    }

    /// The least number of nodes since the last time this was asked, if some were rolled back.
    pub(crate) fn take_low_water(&mut self) -> Option<usize> {
        self.low_water.take()
    }

    /// The shape of a type, also of one that no variable has.
    pub(crate) fn shape(&mut self, types: &Types, target: &Target, ty: TypeId) -> Rc<NodeTree> {
        self.shapes.of(types, target, ty)
    }

    /// The unions that the node lies in, innermost first, each with the field on the path.
    pub(crate) fn unions_above(&self, node: VariableNode) -> Vec<(VariableNode, u32)> {
        let mut found = Vec::new();
        if self.info(node).outer_union.is_none() {
            return found;
        }
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            if self.kind(parent) == NodeKind::Union {
                found.push((parent, self.info(at).field));
            }
            at = parent;
        }
        found
    }

    fn variable(&self, node: VariableNode) -> &SpaceVariable {
        &self.variables[self.slots[node.0 as usize].variable as usize]
    }

    fn child(&self, node: VariableNode, index: usize) -> VariableNode {
        VariableNode(self.variable(node).base + self.info(node).children[index])
    }
}
