//! Effects: which nodes are read and written, and whether something volatile is accessed.

use crate::space::VariableNode;
use std::ops::Range;

/// A sparse set of nodes: chunks of 64, sorted; no chunk is empty.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NodeSet {
    chunks: Vec<(u32, u64)>,
}

/// The chunks that a range touches, with the bits of it in each.
fn chunks_of(nodes: Range<u32>) -> impl Iterator<Item = (u32, u64)> {
    let last = if nodes.is_empty() { nodes.start / 64 } else { (nodes.end - 1) / 64 + 1 };
    (nodes.start / 64..last).map(move |chunk| {
        let from = nodes.start.max(chunk * 64) - chunk * 64;
        let len = (nodes.end - chunk * 64).min(64) - from;
        (chunk, (u64::MAX >> (64 - len)) << from)
    })
}

impl NodeSet {
    /// Adds a range of nodes.
    pub fn insert(&mut self, nodes: Range<u32>) {
        for (chunk, bits) in chunks_of(nodes) {
            match self.position(chunk) {
                Ok(at) => self.chunks[at].1 |= bits,
                Err(at) => self.chunks.insert(at, (chunk, bits)),
            }
        }
    }

    /// Takes out a range of nodes.
    pub fn remove(&mut self, nodes: Range<u32>) {
        for (chunk, bits) in chunks_of(nodes) {
            if let Ok(at) = self.position(chunk) {
                self.chunks[at].1 &= !bits;
                if self.chunks[at].1 == 0 {
                    self.chunks.remove(at);
                }
            }
        }
    }

    /// Adds all of another set.
    pub fn union_with(&mut self, other: &Self) {
        if self.chunks.is_empty() {
            self.chunks.clone_from(&other.chunks);
            return;
        }
        for &(chunk, bits) in &other.chunks {
            match self.position(chunk) {
                Ok(at) => self.chunks[at].1 |= bits,
                Err(at) => self.chunks.insert(at, (chunk, bits)),
            }
        }
    }

    /// Whether the two have a node in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        let (mut a, mut b) = (self.chunks.as_slice(), other.chunks.as_slice());
        while let (Some(x), Some(y)) = (a.first(), b.first()) {
            match x.0.cmp(&y.0) {
                std::cmp::Ordering::Less => a = &a[1..],
                std::cmp::Ordering::Greater => b = &b[1..],
                std::cmp::Ordering::Equal => {
                    if x.1 & y.1 != 0 {
                        return true;
                    }
                    (a, b) = (&a[1..], &b[1..]);
                }
            }
        }
        false
    }

    /// Whether some node of the range is in the set.
    pub fn overlaps_range(&self, nodes: Range<u32>) -> bool {
        !self.chunks.is_empty()
            && chunks_of(nodes).any(|(chunk, bits)| {
                self.position(chunk).is_ok_and(|at| self.chunks[at].1 & bits != 0)
            })
    }

    /// Whether the node is in the set.
    pub fn contains(&self, node: VariableNode) -> bool {
        self.overlaps_range(node.0..node.0 + 1)
    }

    /// Whether it has no node.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The nodes, rising.
    pub fn iter(&self) -> impl Iterator<Item = VariableNode> {
        self.chunks.iter().flat_map(|&(chunk, bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(VariableNode(chunk * 64 + bit))
            })
        })
    }

    /// Takes out all nodes from this number on.
    pub fn truncate(&mut self, len: u32) {
        let keep = self.chunks.partition_point(|c| c.0 < len.div_ceil(64));
        self.chunks.truncate(keep);
        self.remove(len..len.div_ceil(64) * 64);
    }

    /// Takes out everything.
    pub fn clear(&mut self) {
        self.chunks.clear();
    }

    /// Adds all of another set that is not needed any more.
    pub fn absorb(&mut self, other: Self) {
        if self.chunks.is_empty() {
            *self = other;
        } else {
            self.union_with(&other);
        }
    }

    fn position(&self, chunk: u32) -> Result<usize, usize> {
        self.chunks.binary_search_by_key(&chunk, |c| c.0)
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
    /// Nodes of `writes` that may be written after the expression's value is there: those of
    /// assignments and `++` without a sequence point behind them (C11 6.5.16p3: `x = x++` is
    /// undefined, `x = (x++, 1)` is not).
    pub pending: NodeSet,
    /// Whether a volatile object is accessed.
    pub volatile: bool,
}

impl Effects {
    /// Adds the other's effects.
    pub fn merge(&mut self, other: &Self) {
        self.reads.union_with(&other.reads);
        self.writes.union_with(&other.writes);
        self.pending.union_with(&other.pending);
        self.volatile |= other.volatile;
    }

    /// Adds effects that are not needed any more.
    pub fn absorb(&mut self, other: Self) {
        self.reads.absorb(other.reads);
        self.writes.absorb(other.writes);
        self.pending.absorb(other.pending);
        self.volatile |= other.volatile;
    }

    /// Whether the two may not be unsequenced: one writes what the other reads or writes, or both
    /// access something volatile.
    pub fn conflicts(&self, other: &Self) -> bool {
        (self.volatile && other.volatile)
            || self.writes.overlaps(&other.reads)
            || self.writes.overlaps(&other.writes)
            || other.writes.overlaps(&self.reads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn ranges() -> impl Strategy<Value = Vec<Range<u32>>> {
        let range = (0u32..400, 0u32..150).prop_map(|(from, len)| from..from + len);
        proptest::collection::vec(range, 0..5)
    }

    fn set_of(ranges: &[Range<u32>]) -> (NodeSet, BTreeSet<u32>) {
        let mut set = NodeSet::default();
        for range in ranges {
            set.insert(range.clone());
        }
        (set, ranges.iter().cloned().flatten().collect())
    }

    fn content(set: &NodeSet) -> BTreeSet<u32> {
        set.iter().map(|n| n.0).collect()
    }

    proptest! {
        #[test]
        fn behaves_as_a_set(a in ranges(), b in ranges(), from in 0u32..600, len in 0u32..200) {
            let (mut set, model) = set_of(&a);
            let (other, other_model) = set_of(&b);
            let range = from..from + len;
            prop_assert_eq!(content(&set), model.clone());
            prop_assert!(set.iter().is_sorted());
            prop_assert_eq!(set.is_empty(), model.is_empty());
            prop_assert_eq!(set.overlaps(&other), !model.is_disjoint(&other_model));
            prop_assert_eq!(
                set.overlaps_range(range.clone()),
                range.clone().any(|n| model.contains(&n))
            );
            prop_assert_eq!(set.contains(VariableNode(from)), model.contains(&from));

            let mut both = set.clone();
            both.union_with(&other);
            prop_assert_eq!(content(&both), &model | &other_model);
            let mut less = set.clone();
            less.remove(range.clone());
            prop_assert_eq!(content(&less), &model - &range.collect());
            set.truncate(from);
            prop_assert_eq!(content(&set), &model & &(0..from).collect());
        }
    }

    fn effects(reads: Range<u32>, writes: Range<u32>, volatile: bool) -> Effects {
        let mut effects = Effects { volatile, ..Effects::default() };
        effects.reads.insert(reads);
        effects.writes.insert(writes);
        effects
    }

    #[test]
    fn conflicts_need_a_write_or_two_volatiles() {
        let cases = [
            (effects(0..1, 0..0, false), effects(0..1, 0..0, false), false),
            (effects(0..1, 0..0, false), effects(0..0, 0..1, false), true),
            (effects(0..0, 0..1, false), effects(0..0, 0..1, false), true),
            (effects(0..0, 0..1, false), effects(0..0, 1..2, false), false),
            (effects(0..1, 0..0, true), effects(1..2, 0..0, true), true),
            (effects(0..1, 0..0, true), effects(1..2, 0..0, false), false),
        ];
        for (a, b, expected) in cases {
            assert_eq!(a.conflicts(&b), expected, "{a:?} {b:?}");
            assert_eq!(b.conflicts(&a), expected, "{b:?} {a:?}");
        }
    }
}
