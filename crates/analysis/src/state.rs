//! The facts in force at one point: a persistent map from pointer and union nodes to facts.
//!
//! A node that is not in the map has its initial fact, so that a variable created late (the
//! generator does that all the time) needs no entry in the states saved before.

use crate::sets::{SetId, Sets};
use crate::space::{Node, Space};

/// The facts at one point of a program. Cheap to clone.
#[derive(Clone, Debug)]
pub struct State {}

impl State {
    /// The state in which every variable has its initial facts.
    pub fn initial() -> Self {
        todo!()
    }
    /// The state of a point that nothing reaches.
    pub fn unreachable() -> Self {
        todo!()
    }
    /// Whether something reaches this point.
    pub fn is_reachable(&self) -> bool {
        todo!()
    }
    /// What a pointer node points to.
    pub fn points_to(&self, space: &Space, node: Node) -> SetId {
        todo!()
    }
    /// The field in force of a union node, or none when it is not known.
    pub fn union_field(&self, space: &Space, node: Node) -> Option<u32> {
        todo!()
    }
    /// Joins another state into this one: what holds when either may be the case.
    pub fn join(&mut self, other: &Self, space: &Space, sets: &mut Sets) {
        todo!()
    }
    /// Whether every fact of this state is covered by the other.
    pub fn is_covered_by(&self, other: &Self, space: &Space, sets: &Sets) -> bool {
        todo!()
    }
}
