//! Shapes: the tree of nodes that a variable of some type has, computed once a type.

use crate::SetId;
use brinell_lang::{IntKind, QualType, RecordKind, Target, Type, TypeId, Types, size_align};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a node is to the analysis.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum NodeKind {
    /// A number: it has no fact.
    Plain,
    /// A pointer: its fact is a points-to set.
    Pointer,
    /// A struct.
    Struct,
    /// A union: its fact is the field in force plus one, or 0 when that is not known.
    Union,
    /// An array, with one child for all elements.
    Array,
}

/// An integer that may take part in type punning: neither a bit-field nor `_Bool`.
#[derive(Copy, Clone, Debug)]
pub struct WholeInt {
    /// Bytes.
    pub size: u8,
}

/// One node of a shape. Offsets count nodes from the root of the shape.
#[derive(Debug)]
pub struct Info {
    pub ty: QualType,
    pub kind: NodeKind,
    pub parent: Option<u32>,
    /// The field of the parent that this is; 0 for array elements.
    pub field: u32,
    /// Behind the last node of the subtree.
    pub end: u32,
    pub summary: bool,
    pub outer_union: Option<u32>,
    pub aligned: bool,
    /// Whether the node or one in it is volatile.
    pub volatile_inside: bool,
    pub whole_int: Option<WholeInt>,
    pub children: Vec<u32>,
    pub initial_fact: u32,
}

/// The tree of nodes of a type, in pre-order.
#[derive(Debug)]
pub struct NodeTree {
    pub infos: Vec<Info>,
    /// The nodes that have facts.
    pub facts: Vec<u32>,
}

impl NodeTree {
    /// The nodes with facts in the subtree of a node.
    pub fn facts_in(&self, offset: u32) -> &[u32] {
        let end = self.infos[offset as usize].end;
        let from = self.facts.partition_point(|f| *f < offset);
        let to = self.facts.partition_point(|f| *f < end);
        &self.facts[from..to]
    }
}

/// Shapes by type.
#[derive(Debug, Default)]
pub struct Shapes {
    known: FxHashMap<TypeId, Rc<NodeTree>>,
}

impl Shapes {
    /// The shape of a type; records in it are complete.
    pub fn of(&mut self, types: &Types, target: &Target, ty: TypeId) -> Rc<NodeTree> {
        if let Some(shape) = self.known.get(&ty) {
            return shape.clone();
        }
        let mut growing = Growing { types, target, infos: Vec::new() };
        growing.push(QualType::plain(ty), &PathToNode::default());
        let facts = (0u32..)
            .zip(&growing.infos)
            .filter(|(_, info)| matches!(info.kind, NodeKind::Pointer | NodeKind::Union))
            .map(|(offset, _)| offset)
            .collect();
        let shape = Rc::new(NodeTree { infos: growing.infos, facts });
        self.known.insert(ty, shape.clone());
        shape
    }
}

/// What the path to a node says about it.
#[derive(Clone, Default)]
struct PathToNode {
    parent: Option<u32>,
    field: u32,
    bit_field: bool,
    summary: bool,
    outer_union: Option<u32>,
    packed: bool,
}

struct Growing<'a> {
    types: &'a Types,
    target: &'a Target,
    infos: Vec<Info>,
}

impl Growing<'_> {
    /// Adds the nodes of one object; says whether something in it is volatile.
    fn push(&mut self, ty: QualType, way: &PathToNode) -> bool {
        let offset = self.infos.len() as u32;
        self.infos.push(Info {
            ty,
            kind: NodeKind::Plain,
            parent: way.parent,
            field: way.field,
            end: offset + 1,
            summary: way.summary,
            outer_union: way.outer_union,
            aligned: !way.packed
                || size_align(self.types, self.target, ty.ty).is_none_or(|(_, align)| align == 1),
            volatile_inside: ty.quals.is_volatile(),
            whole_int: None,
            children: Vec::new(),
            initial_fact: 0,
        });
        let mut volatile = ty.quals.is_volatile();
        let mut children = Vec::new();
        let kind = match self.types.get(ty.ty) {
            Type::Pointer(_) => {
                self.infos[offset as usize].initial_fact = SetId::NULL.0;
                NodeKind::Pointer
            }
            Type::Array { elem, .. } => {
                children.push(self.infos.len() as u32);
                let inner = PathToNode {
                    parent: Some(offset),
                    field: 0,
                    bit_field: false,
                    summary: true,
                    ..*way
                };
                volatile |= self.push(elem.with(ty.quals), &inner);
                NodeKind::Array
            }
            Type::Record(id) => {
                let record = &self.types.records[*id];
                let is_union = record.kind == RecordKind::Union;
                let packs = way.packed || self.packs(*id);
                for (field, at) in record.fields.iter().flatten().zip(0u32..) {
                    children.push(self.infos.len() as u32);
                    let inner = PathToNode {
                        parent: Some(offset),
                        field: at,
                        bit_field: field.bits.is_some(),
                        summary: way.summary,
                        outer_union: way.outer_union.or(is_union.then_some(offset)),
                        packed: packs || field.packed,
                    };
                    volatile |= self.push(field.ty.with(ty.quals), &inner);
                }
                if is_union {
                    // Unnamed bit-fields are not members; anonymous records are.
                    let first = record
                        .fields
                        .iter()
                        .flatten()
                        .position(|f| f.name.is_some() || f.bits.is_none());
                    self.infos[offset as usize].initial_fact = first.unwrap_or(0) as u32 + 1;
                }
                if is_union { NodeKind::Union } else { NodeKind::Struct }
            }
            _ => {
                let kind = self.types.as_int(ty.ty).filter(|k| *k != IntKind::Bool);
                if let Some(kind) = kind
                    && !way.bit_field
                {
                    let size = self.target.int_size(kind);
                    self.infos[offset as usize].whole_int = Some(WholeInt { size });
                }
                NodeKind::Plain
            }
        };
        let end = self.infos.len() as u32;
        let info = &mut self.infos[offset as usize];
        info.kind = kind;
        info.end = end;
        info.volatile_inside = volatile;
        info.children = children;
        volatile
    }

    /// Whether members of the record may lie at addresses that their types do not allow.
    fn packs(&self, id: brinell_lang::RecordId) -> bool {
        let record = &self.types.records[id];
        record.packed
            || record.pragma_pack.is_some_and(|pack| {
                // A generous `#pragma pack` changes nothing.
                record.fields.iter().flatten().any(|field| {
                    size_align(self.types, self.target, field.ty.ty)
                        .is_none_or(|(_, align)| align > u32::from(pack))
                })
            })
    }
}
