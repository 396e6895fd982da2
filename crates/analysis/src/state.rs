//! The facts in force at one point: a persistent map from pointer and union nodes to facts.
//!
//! A node that is not in the map has its initial fact, so that a variable created late (the
//! generator does that all the time) needs no entry in the states saved before.

use crate::map::{ABSENT, Map};
use crate::sets::{SetId, Sets};
use crate::shape::Kind;
use crate::space::{Node, Space};
use std::ops::ControlFlow;

/// The facts at one point of a program. Cheap to clone.
#[derive(Clone, Debug)]
pub struct State {
    map: Map,
    reachable: bool,
}

impl State {
    /// The state in which every variable has its initial facts.
    pub fn initial() -> Self {
        Self { map: Map::new(), reachable: true }
    }

    /// The state of a point that nothing reaches.
    pub fn unreachable() -> Self {
        Self { map: Map::new(), reachable: false }
    }

    /// Whether something reaches this point.
    pub fn is_reachable(&self) -> bool {
        self.reachable
    }

    /// What a pointer node points to.
    pub fn points_to(&self, space: &Space, node: Node) -> SetId {
        SetId(self.fact(space, node))
    }

    /// The field in force of a union node, or none when it is not known.
    pub fn union_field(&self, space: &Space, node: Node) -> Option<u32> {
        self.fact(space, node).checked_sub(1)
    }

    /// Joins another state into this one: what holds when either may be the case.
    pub fn join(&mut self, other: &Self, space: &Space, sets: &mut Sets) {
        if !other.reachable {
            return;
        }
        if !self.reachable {
            *self = other.clone();
            return;
        }
        if self.map.is_same(&other.map) {
            return;
        }
        self.map.merge(&other.map, |key, a, b| {
            let node = Node(key);
            join_facts(
                space.kind(node),
                sets,
                or_initial(space, node, a),
                or_initial(space, node, b),
            )
        });
    }

    /// Whether every fact of this state is covered by the other.
    pub fn is_covered_by(&self, other: &Self, space: &Space, sets: &Sets) -> bool {
        if !self.reachable || !other.reachable {
            return !self.reachable;
        }
        self.map
            .compare(&other.map, |key, a, b| {
                let node = Node(key);
                let (a, b) = (or_initial(space, node, a), or_initial(space, node, b));
                if is_fact_covered(space.kind(node), sets, a, b) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .is_continue()
    }

    pub(crate) fn fact(&self, space: &Space, node: Node) -> u32 {
        or_initial(space, node, self.map.get(node.0))
    }

    /// The entry itself: [`ABSENT`] where the initial fact holds.
    pub(crate) fn raw(&self, node: Node) -> u32 {
        self.map.get(node.0)
    }

    pub(crate) fn set(&mut self, node: Node, fact: u32) {
        self.map.set(node.0, fact);
    }

    /// Calls `visit` for each fact that is not the initial one.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Node, u32)) {
        self.map.for_each(|key, fact| visit(Node(key), fact));
    }
}

fn or_initial(space: &Space, node: Node, fact: u32) -> u32 {
    if fact == ABSENT { space.initial(node) } else { fact }
}

/// What holds when either fact may.
pub fn join_facts(kind: Kind, sets: &mut Sets, a: u32, b: u32) -> u32 {
    if a == b {
        a
    } else if kind == Kind::Pointer {
        sets.join(SetId(a), SetId(b)).0
    } else {
        0
    }
}

/// Whether the second fact allows everything that the first does.
pub fn is_fact_covered(kind: Kind, sets: &Sets, a: u32, b: u32) -> bool {
    if kind == Kind::Pointer { sets.is_subset(SetId(a), SetId(b)) } else { a == b || b == 0 }
}
