//! Loads and stores: facts of places, strong and weak updates, union members, ends of lifetimes.

use crate::analysis::{AbstractValue, Analysis, Flow, Violation};
use crate::effects::Effects;
use crate::map::ABSENT;
use crate::sets::{SetId, Sets};
use crate::shape::{NodeKind, NodeTree};
use crate::space::{Root, VariableNode};
use crate::state::{State, join_facts};
use brinell_lang::{FuncId, LocalId};
use std::ops::Range;

/// Marks the fact of a union in a [`AbstractValue::Record`], which has no other way to tell the kinds.
const UNION_TAG: u32 = 1 << 31;

fn tagged(kind: NodeKind, fact: u32) -> u32 {
    if kind == NodeKind::Union { fact | UNION_TAG } else { fact }
}

impl Analysis {
    /// Looks at a fact, and remembers that an open call or loop depends on it.
    pub(crate) fn fact(&mut self, state: &State, node: VariableNode) -> u32 {
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.reads.insert(node.0..node.0 + 1);
        }
        state.fact(&self.space, node)
    }

    /// Changes a fact, and remembers that an open call or loop does.
    pub(crate) fn set_fact(&mut self, state: &mut State, node: VariableNode, fact: u32) {
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.writes.insert(node.0..node.0 + 1);
        }
        if self.space.is_pointer(node) && self.seen_sets.insert(SetId(fact)) {
            for n in self.sets.nodes(SetId(fact)) {
                self.pointed_at.insert(n.0..n.0 + 1);
            }
        }
        state.set(node, fact);
    }

    fn update(&mut self, state: &mut State, node: VariableNode, fact: u32, strong: bool) {
        let fact = if strong {
            fact
        } else {
            let old = self.fact(state, node);
            join_facts(self.space.kind(node), &mut self.sets, old, fact)
        };
        self.set_fact(state, node, fact);
    }

    /// Reads what a place holds. `punning` says whether the access goes through the union itself,
    /// so that another integer member may be read.
    pub(crate) fn load_from(
        &mut self,
        state: &State,
        place: SetId,
        punning: bool,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        let mut joined: Option<AbstractValue> = None;
        for &node in self.sets.shared_nodes(place).iter() {
            effects.volatile |= self.space.is_volatile(node);
            effects.reads.insert(self.space.effect_range(node));
            self.check_members_in_force(state, node, punning)?;
            let value = self.value_at(state, node)?;
            joined = Some(match joined {
                Some(before) => self.join_values(before, value),
                None => value,
            });
        }
        joined.ok_or(Violation::Unsupported)
    }

    /// What a pointer may be that a place holds, garbage included.
    pub(crate) fn load_any_pointer(
        &mut self,
        state: &State,
        place: SetId,
        punning: bool,
        effects: &mut Effects,
    ) -> Result<SetId, Violation> {
        let mut joined = SetId::EMPTY;
        for &node in self.sets.shared_nodes(place).iter() {
            if self.space.kind(node) != NodeKind::Pointer {
                return Err(Violation::Unsupported);
            }
            effects.volatile |= self.space.is_volatile(node);
            effects.reads.insert(self.space.effect_range(node));
            self.check_members_in_force(state, node, punning)?;
            let set = SetId(self.fact(state, node));
            joined = self.sets.join(joined, set);
        }
        Ok(joined)
    }

    fn value_at(&mut self, state: &State, node: VariableNode) -> Result<AbstractValue, Violation> {
        match self.space.kind(node) {
            NodeKind::Plain => Ok(AbstractValue::Plain),
            NodeKind::Array => Err(Violation::Unsupported),
            NodeKind::Pointer => {
                let set = SetId(self.fact(state, node));
                if self.sets.may_be_garbage(set) {
                    return Err(Violation::GarbageRead);
                }
                Ok(AbstractValue::Pointer(set))
            }
            NodeKind::Struct | NodeKind::Union => {
                let nodes: Vec<VariableNode> = self.space.facts_in(node).collect();
                let facts: Vec<(u32, u32)> = nodes
                    .into_iter()
                    .map(|n| (n.0 - node.0, tagged(self.space.kind(n), self.fact(state, n))))
                    .collect();
                let (shape, at) = self.space.shape_at(node);
                if has_garbage(shape, at, &facts, &self.sets) {
                    return Err(Violation::GarbageRead);
                }
                Ok(AbstractValue::Record(facts.into()))
            }
        }
    }

    /// Whether a value holds a pointer that must not be read.
    pub(crate) fn is_garbage(&self, shape: &NodeTree, value: &AbstractValue) -> bool {
        match value {
            AbstractValue::Plain => false,
            AbstractValue::Pointer(set) => self.sets.may_be_garbage(*set),
            AbstractValue::Record(facts) => has_garbage(shape, 0, facts, &self.sets),
        }
    }

    fn check_members_in_force(
        &mut self,
        state: &State,
        node: VariableNode,
        punning: bool,
    ) -> Result<(), Violation> {
        for (union, field) in self.space.unions_above(node).into_iter().rev() {
            let fact = self.fact(state, union);
            let readable = fact == field + 1 || (punning && self.can_pun(node, union, fact));
            if !readable {
                return Err(Violation::UnionRead);
            }
        }
        Ok(())
    }

    /// Whether the member in force is an integer that covers this integer member.
    fn can_pun(&self, node: VariableNode, union: VariableNode, fact: u32) -> bool {
        if fact == 0 || self.space.parent(node) != Some(union) {
            return false;
        }
        let stored = self.space.info(self.space.field(union, fact - 1)).whole_int;
        let read = self.space.info(node).whole_int;
        stored.zip(read).is_some_and(|(stored, read)| stored.size >= read.size)
    }

    /// Writes a value to a place: replaces facts where the place is one object, adds to them
    /// otherwise.
    pub fn store(
        &mut self,
        state: &mut State,
        place: SetId,
        value: &AbstractValue,
        effects: &mut Effects,
    ) -> Result<(), Violation> {
        let nodes = self.sets.shared_nodes(place);
        if nodes.is_empty() {
            return Err(Violation::Unsupported);
        }
        let strong = nodes.len() == 1 && !self.space.is_summary(nodes[0]);
        for &node in nodes.iter() {
            let range = self.space.effect_range(node);
            if self.protected().overlaps_range(range.clone()) {
                return Err(Violation::ProtectedWrite);
            }
            effects.volatile |= self.space.is_volatile(node);
            effects.writes.insert(range.clone());
            effects.pending.insert(range);
            self.put_members_in_force(state, node, strong);
            self.put(state, node, value, strong);
        }
        Ok(())
    }

    /// What a store to a node does to the unions around it.
    fn put_members_in_force(&mut self, state: &mut State, node: VariableNode, strong: bool) {
        for (union, field) in self.space.unions_above(node).into_iter().rev() {
            if self.fact(state, union) == field + 1 {
                continue;
            }
            if !strong {
                self.set_fact(state, union, 0);
                continue;
            }
            // The bytes of all other members are unspecified from now on (C11 6.2.6.1p7), and so is
            // what the store leaves out of this one.
            self.spoil(state, union);
            let whole = self.space.parent(node) == Some(union);
            self.set_fact(state, union, if whole { field + 1 } else { 0 });
        }
    }

    /// Nothing is known of the pointers and unions in a node any more.
    pub(crate) fn spoil(&mut self, state: &mut State, node: VariableNode) {
        let nodes: Vec<VariableNode> = self.space.facts_in(node).collect();
        for n in nodes {
            let unknown = if self.space.is_pointer(n) { SetId::GARBAGE.0 } else { 0 };
            self.set_fact(state, n, unknown);
        }
    }

    /// Writes the facts of a value into a node, unions around it left alone.
    pub(crate) fn put(
        &mut self,
        state: &mut State,
        node: VariableNode,
        value: &AbstractValue,
        strong: bool,
    ) {
        match (self.space.kind(node), value) {
            (NodeKind::Plain, _) => {}
            (NodeKind::Pointer, AbstractValue::Pointer(set)) => {
                self.update(state, node, set.0, strong);
            }
            (NodeKind::Struct | NodeKind::Union, AbstractValue::Record(facts)) => {
                for (offset, fact) in facts.iter() {
                    self.update(state, VariableNode(node.0 + offset), fact & !UNION_TAG, strong);
                }
            }
            _ => self.spoil(state, node),
        }
    }

    /// What is known of a value that may be either.
    pub(crate) fn join_values(&mut self, a: AbstractValue, b: AbstractValue) -> AbstractValue {
        match (a, b) {
            (AbstractValue::Pointer(a), AbstractValue::Pointer(b)) => {
                AbstractValue::Pointer(self.sets.join(a, b))
            }
            (AbstractValue::Record(a), AbstractValue::Record(b)) if a == b => {
                AbstractValue::Record(a)
            }
            (AbstractValue::Record(a), AbstractValue::Record(b)) => AbstractValue::Record(
                a.iter()
                    .zip(b.iter())
                    .map(|((offset, x), (_, y))| {
                        let is_union = x & UNION_TAG != 0;
                        let joined = if x == y {
                            *x
                        } else if is_union {
                            UNION_TAG
                        } else {
                            self.sets.join(SetId(*x), SetId(*y)).0
                        };
                        (*offset, joined)
                    })
                    .collect(),
            ),
            (AbstractValue::Plain, _) | (_, AbstractValue::Plain) => AbstractValue::Plain,
            (AbstractValue::Pointer(_), AbstractValue::Record(_))
            | (AbstractValue::Record(_), AbstractValue::Pointer(_)) => {
                unreachable!("values of one type are of one kind")
            }
        }
    }

    /// The value of a member of a record that is no lvalue.
    pub(crate) fn member_of_value(
        &self,
        shape: &NodeTree,
        facts: &[(u32, u32)],
        field: u32,
    ) -> Result<AbstractValue, Violation> {
        let record = &shape.infos[0];
        let child = record.children[field as usize];
        let info = &shape.infos[child as usize];
        if record.kind == NodeKind::Union {
            let fact = facts.first().map_or(0, |f| f.1 & !UNION_TAG);
            let stored = fact.checked_sub(1).map(|f| record.children[f as usize]);
            let pun = self.union_punning
                && stored
                    .and_then(|s| shape.infos[s as usize].whole_int)
                    .zip(info.whole_int)
                    .is_some_and(|(stored, read)| stored.size >= read.size);
            if fact != field + 1 && !pun {
                return Err(Violation::UnionRead);
            }
        }
        let inside = facts.iter().filter(|(offset, _)| (child..info.end).contains(offset));
        match info.kind {
            NodeKind::Plain => Ok(AbstractValue::Plain),
            NodeKind::Array => Err(Violation::Unsupported),
            NodeKind::Pointer => {
                let set = inside.map(|f| SetId(f.1)).next().unwrap_or(SetId::GARBAGE);
                if self.sets.may_be_garbage(set) {
                    return Err(Violation::GarbageRead);
                }
                Ok(AbstractValue::Pointer(set))
            }
            NodeKind::Struct | NodeKind::Union => Ok(AbstractValue::Record(
                inside.map(|(offset, fact)| (offset - child, *fact)).collect(),
            )),
        }
    }

    // ---- ends of lifetimes ----

    pub(crate) fn nodes_of_locals(
        &self,
        func: FuncId,
        locals: impl Iterator<Item = LocalId>,
    ) -> Vec<VariableNode> {
        locals.filter_map(|l| self.space.of(Root::Local(func, l))).collect()
    }

    /// Ends the life of variables in all states of a flow.
    pub(crate) fn end_scope_of(&mut self, flow: &mut Flow, roots: &[VariableNode]) {
        if roots.is_empty() {
            return;
        }
        let dead = self.pointed_at_among(roots);
        for state in flow.states_mut() {
            self.kill(state, roots, &dead);
        }
        // The value returned is left alone: the function's end sees to it.
    }

    /// The ranges of those variables that a pointer may point into.
    pub(crate) fn pointed_at_among(&self, roots: &[VariableNode]) -> Vec<Range<u32>> {
        roots
            .iter()
            .map(|n| self.space.subtree(*n))
            .filter(|range| self.pointed_at.overlaps_range(range.clone()))
            .collect()
    }

    /// Ends the life of variables: their facts go, pointers to them become garbage.
    pub(crate) fn kill(&mut self, state: &mut State, roots: &[VariableNode], dead: &[Range<u32>]) {
        for &root in roots {
            let facts: Vec<VariableNode> = self.space.facts_in(root).collect();
            for node in facts {
                if state.raw(node) != ABSENT {
                    if let Some(recorder) = self.recorders.last_mut() {
                        recorder.writes.insert(node.0..node.0 + 1);
                    }
                    state.set(node, ABSENT);
                }
            }
        }
        if dead.is_empty() {
            return;
        }
        let mut dangling = Vec::new();
        state.for_each(|node, fact| {
            if self.space.is_pointer(node) {
                let left = self.sets.without_dead(SetId(fact), dead);
                if left != SetId(fact) {
                    dangling.push((node, left));
                }
            }
        });
        for (node, left) in dangling {
            self.set_fact(state, node, left.0);
        }
    }

    /// A value after variables have died.
    pub(crate) fn kill_value(
        &mut self,
        value: AbstractValue,
        roots: &[VariableNode],
    ) -> AbstractValue {
        let dead: Vec<_> = roots.iter().map(|n| self.space.subtree(*n)).collect();
        match value {
            AbstractValue::Plain => AbstractValue::Plain,
            AbstractValue::Pointer(set) => {
                AbstractValue::Pointer(self.sets.without_dead(set, &dead))
            }
            AbstractValue::Record(facts) => AbstractValue::Record(
                facts
                    .iter()
                    .map(|&(offset, fact)| {
                        let left = if fact & UNION_TAG == 0 {
                            self.sets.without_dead(SetId(fact), &dead).0
                        } else {
                            fact
                        };
                        (offset, left)
                    })
                    .collect(),
            ),
        }
    }
}

/// Whether a record has a garbage pointer in it that is not merely a union member out of force.
fn has_garbage(shape: &NodeTree, at: u32, facts: &[(u32, u32)], sets: &Sets) -> bool {
    facts.iter().any(|&(offset, fact)| {
        if fact & UNION_TAG != 0 || !sets.may_be_garbage(SetId(fact)) {
            return false;
        }
        let mut node = at + offset;
        while node != at {
            let info = &shape.infos[node as usize];
            let Some(parent) = info.parent else { break };
            if shape.infos[parent as usize].kind == NodeKind::Union {
                let found = facts.binary_search_by_key(&(parent - at), |f| f.0);
                if found.is_ok_and(|i| facts[i].1 & !UNION_TAG != info.field + 1) {
                    return false;
                }
            }
            node = parent;
        }
        true
    })
}
