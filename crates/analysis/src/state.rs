//! The facts in force at one point: a persistent map from pointer and union nodes to facts.
//!
//! A node that is not in the map has its initial fact, so that a variable created late (the
//! generator does that all the time) needs no entry in the states saved before.

use crate::map::{ABSENT, Map};
use crate::sets::{SetId, Sets};
use crate::shape::NodeKind;
use crate::space::{NodeSpace, VariableNode};
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
    pub fn points_to(&self, space: &NodeSpace, node: VariableNode) -> SetId {
        SetId(self.fact(space, node))
    }

    /// The field in force of a union node, or none when it is not known.
    pub fn union_field(&self, space: &NodeSpace, node: VariableNode) -> Option<u32> {
        self.fact(space, node).checked_sub(1)
    }

    /// Joins another state into this one: what holds when either may be the case.
    pub fn join(&mut self, other: &Self, space: &NodeSpace, sets: &mut Sets) {
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
            let node = VariableNode(key);
            join_facts(
                space.kind(node),
                sets,
                or_initial(space, node, a),
                or_initial(space, node, b),
            )
        });
    }

    /// Whether every fact of this state is covered by the other.
    pub fn is_covered_by(&self, other: &Self, space: &NodeSpace, sets: &Sets) -> bool {
        if !self.reachable || !other.reachable {
            return !self.reachable;
        }
        self.map
            .compare(&other.map, |key, a, b| {
                let node = VariableNode(key);
                let (a, b) = (or_initial(space, node, a), or_initial(space, node, b));
                if is_fact_covered(space.kind(node), sets, a, b) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .is_continue()
    }

    /// Whether it is the other one, or a copy of it that nothing was changed in.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.reachable == other.reachable && self.map.is_same(&other.map)
    }

    pub(crate) fn fact(&self, space: &NodeSpace, node: VariableNode) -> u32 {
        or_initial(space, node, self.map.get(node.0))
    }

    /// The entry itself: [`ABSENT`] where the initial fact holds.
    pub(crate) fn raw(&self, node: VariableNode) -> u32 {
        self.map.get(node.0)
    }

    pub(crate) fn set(&mut self, node: VariableNode, fact: u32) {
        self.map.set(node.0, fact);
    }

    /// Calls `visit` for each fact that is not the initial one.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(VariableNode, u32)) {
        self.map.for_each(|key, fact| visit(VariableNode(key), fact));
    }
}

fn or_initial(space: &NodeSpace, node: VariableNode, fact: u32) -> u32 {
    if fact == ABSENT { space.initial(node) } else { fact }
}

/// What holds when either fact may.
pub fn join_facts(kind: NodeKind, sets: &mut Sets, a: u32, b: u32) -> u32 {
    if a == b {
        a
    } else if kind == NodeKind::Pointer {
        sets.join(SetId(a), SetId(b)).0
    } else {
        0
    }
}

/// Whether the second fact allows everything that the first does.
pub fn is_fact_covered(kind: NodeKind, sets: &Sets, a: u32, b: u32) -> bool {
    if kind == NodeKind::Pointer { sets.is_subset(SetId(a), SetId(b)) } else { a == b || b == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Root;
    use brinell_lang::{
        Field, GlobalId, IntKind, Loc, QualType, Record, RecordKind, Target, TargetName, Types,
    };
    use proptest::prelude::*;

    const POINTERS: u32 = 5;
    const UNIONS: u32 = 3;

    /// Some pointers, then some unions of two fields.
    fn space() -> NodeSpace {
        let mut types = Types::new();
        let target = Target::named(TargetName::Lp64);
        let int = types.int(IntKind::Int);
        let pointer = types.pointer(QualType::plain(int));
        let field = Field {
            name: Some("f".to_owned()),
            ty: QualType::plain(int),
            bits: None,
            packed: false,
            align: None,
        };
        let record = types.records.push(Record {
            kind: RecordKind::Union,
            name: None,
            fields: Some(vec![field.clone(), field]),
            packed: false,
            pragma_pack: None,
            align: None,
            loc: Loc::NONE,
        });
        let union = types.record(record);
        let mut space = NodeSpace::default();
        for i in 0..POINTERS + UNIONS {
            let ty = QualType::plain(if i < POINTERS { pointer } else { union });
            space.add(&types, &target, Root::Global(GlobalId(i)), ty);
        }
        space
    }

    /// Which variable gets which fact: bits of null, garbage and three nodes, or a field.
    fn facts() -> impl Strategy<Value = Vec<(u32, u32)>> {
        proptest::collection::vec((0..POINTERS + UNIONS, 1u32..32), 0..8)
    }

    fn state(space: &NodeSpace, sets: &mut Sets, facts: &[(u32, u32)]) -> State {
        let mut state = State::initial();
        for &(variable, bits) in facts {
            let node = space.of(Root::Global(GlobalId(variable))).unwrap();
            let fact = if variable < POINTERS {
                let mut set = SetId::EMPTY;
                let singles = [SetId::NULL, SetId::GARBAGE];
                let nodes = [0, 1, 2].map(|n| sets.one(VariableNode(n)));
                for (i, single) in singles.into_iter().chain(nodes).enumerate() {
                    if bits >> i & 1 != 0 {
                        set = sets.join(set, single);
                    }
                }
                set.0
            } else {
                bits % 3
            };
            state.set(node, fact);
        }
        state
    }

    proptest! {
        #[test]
        fn states_form_a_lattice(a in facts(), b in facts(), c in facts()) {
            let (space, mut sets) = (space(), Sets::new());
            let [a, b, c] = [a, b, c].map(|facts| state(&space, &mut sets, &facts));
            let mut ab = a.clone();
            ab.join(&b, &space, &mut sets);
            let mut ba = b.clone();
            ba.join(&a, &space, &mut sets);
            let covered = |x: &State, y: &State, sets: &Sets| x.is_covered_by(y, &space, sets);
            prop_assert!(covered(&a, &a, &sets));
            prop_assert!(covered(&a, &ab, &sets) && covered(&b, &ab, &sets), "an upper bound");
            prop_assert!(covered(&ab, &ba, &sets) && covered(&ba, &ab, &sets), "of the two");
            if covered(&a, &c, &sets) && covered(&b, &c, &sets) {
                prop_assert!(covered(&ab, &c, &sets), "the least one");
            }
            let mut above = ab.clone();
            above.join(&c, &space, &mut sets);
            prop_assert!(covered(&ab, &above, &sets) && covered(&a, &above, &sets));
            prop_assert_eq!(covered(&above, &ab, &sets), covered(&c, &ab, &sets));
        }
    }

    #[test]
    fn unreachable_is_the_bottom() {
        let (space, mut sets) = (space(), Sets::new());
        let some = state(&space, &mut sets, &[(0, 8), (6, 2)]);
        let mut joined = State::unreachable();
        assert!(joined.is_covered_by(&some, &space, &sets));
        assert!(!some.is_covered_by(&joined, &space, &sets));
        joined.join(&some, &space, &mut sets);
        assert!(joined.is_reachable());
        assert!(joined.is_covered_by(&some, &space, &sets));
        assert!(some.is_covered_by(&joined, &space, &sets));
    }

    #[test]
    fn what_is_missing_holds_its_initial_fact() {
        let (space, mut sets) = (space(), Sets::new());
        let pointer = VariableNode(0);
        let set = sets.one(VariableNode(1));
        let mut changed = State::initial();
        changed.set(pointer, set.0);
        changed.join(&State::initial(), &space, &mut sets);
        let joined = changed.points_to(&space, pointer);
        assert_eq!(joined, sets.join(set, SetId::NULL));
        assert_eq!(State::initial().union_field(&space, VariableNode(POINTERS)), Some(0));
    }
}
