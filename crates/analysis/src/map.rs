//! A persistent map from `u32` to `u32`: a radix tree whose parts are shared between versions.
//!
//! Cloning copies one pointer; comparing and joining two versions skips what they share, which is
//! nearly everything when one was made from the other.

use std::ops::ControlFlow;
use std::rc::Rc;

const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;
/// Marks a key without value; no set and no field has this number.
pub const ABSENT: u32 = u32::MAX;

#[derive(Clone, Debug)]
enum MapTree {
    Empty,
    Leaf(Rc<[u32; WIDTH]>),
    Branch(Rc<[MapTree; WIDTH]>),
}

const EMPTY: &MapTree = &MapTree::Empty;
const NO_VALUES: [u32; WIDTH] = [ABSENT; WIDTH];

impl MapTree {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Empty, Self::Empty) => true,
            (Self::Leaf(a), Self::Leaf(b)) => Rc::ptr_eq(a, b),
            (Self::Branch(a), Self::Branch(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    fn child(&self, i: usize) -> &Self {
        match self {
            Self::Branch(children) => &children[i],
            Self::Empty | Self::Leaf(_) => EMPTY,
        }
    }

    fn values(&self) -> &[u32; WIDTH] {
        match self {
            Self::Leaf(values) => values,
            Self::Empty | Self::Branch(_) => &NO_VALUES,
        }
    }

    fn put(&mut self, level: u32, key: u32, value: u32) {
        let i = digit(key, level);
        if level == 0 {
            if !matches!(self, Self::Leaf(_)) {
                *self = Self::Leaf(Rc::new(NO_VALUES));
            }
            if let Self::Leaf(values) = self {
                Rc::make_mut(values)[i] = value;
            }
        } else {
            if !matches!(self, Self::Branch(_)) {
                *self = Self::Branch(Rc::new([const { Self::Empty }; WIDTH]));
            }
            if let Self::Branch(children) = self {
                Rc::make_mut(children)[i].put(level - 1, key, value);
            }
        }
    }

    fn for_each(&self, base: u32, level: u32, visit: &mut impl FnMut(u32, u32)) {
        match self {
            Self::Empty => {}
            Self::Leaf(values) => {
                for (i, value) in (0u32..).zip(values.iter()) {
                    if *value != ABSENT {
                        visit(base + i, *value);
                    }
                }
            }
            Self::Branch(children) => {
                for (i, child) in (0u32..).zip(children.iter()) {
                    if !matches!(child, Self::Empty) {
                        child.for_each(base + (i << (BITS * level)), level - 1, visit);
                    }
                }
            }
        }
    }

    fn compare(
        &self,
        other: &Self,
        base: u32,
        level: u32,
        visit: &mut impl FnMut(u32, u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_same(other) {
            return ControlFlow::Continue(());
        }
        if level == 0 {
            for (i, (a, b)) in (0u32..).zip(self.values().iter().zip(other.values())) {
                if a != b {
                    visit(base + i, *a, *b)?;
                }
            }
        } else {
            for i in 0..WIDTH {
                let base = base + ((i as u32) << (BITS * level));
                self.child(i).compare(other.child(i), base, level - 1, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The combination of two trees; one of the two itself where it comes out the same.
    fn merge(
        &self,
        other: &Self,
        base: u32,
        level: u32,
        combine: &mut impl FnMut(u32, u32, u32) -> u32,
    ) -> Self {
        if self.is_same(other) {
            return self.clone();
        }
        if level == 0 {
            let (mine, theirs) = (self.values(), other.values());
            let mut values = *mine;
            for (i, (value, b)) in (0u32..).zip(values.iter_mut().zip(theirs)) {
                if *value != *b {
                    *value = combine(base + i, *value, *b);
                }
            }
            return if values == *mine {
                self.clone()
            } else if values == *theirs {
                other.clone()
            } else {
                Self::Leaf(Rc::new(values))
            };
        }
        let children: [Self; WIDTH] = std::array::from_fn(|i| {
            let base = base + ((i as u32) << (BITS * level));
            self.child(i).merge(other.child(i), base, level - 1, combine)
        });
        let all_of = |tree: &Self| (0..WIDTH).all(|i| children[i].is_same(tree.child(i)));
        if all_of(self) {
            self.clone()
        } else if all_of(other) {
            other.clone()
        } else {
            Self::Branch(Rc::new(children))
        }
    }
}

fn digit(key: u32, level: u32) -> usize {
    (key >> (BITS * level)) as usize % WIDTH
}

/// The map.
#[derive(Clone, Debug)]
pub struct Map {
    root: MapTree,
    /// How many levels of branches there are above the leaves.
    levels: u32,
}

impl Map {
    pub const fn new() -> Self {
        Self { root: MapTree::Empty, levels: 0 }
    }

    /// The value of a key, or [`ABSENT`].
    pub fn get(&self, key: u32) -> u32 {
        if !self.holds(key) {
            return ABSENT;
        }
        let mut tree = &self.root;
        for level in (1..=self.levels).rev() {
            tree = tree.child(digit(key, level));
        }
        tree.values()[digit(key, 0)]
    }

    /// Gives a key a value; [`ABSENT`] takes it out.
    pub fn set(&mut self, key: u32, value: u32) {
        // Nothing is copied for what is there already.
        if self.get(key) == value {
            return;
        }
        while !self.holds(key) {
            self.grow();
        }
        self.root.put(self.levels, key, value);
    }

    /// Calls `visit` for all keys and values, by rising keys.
    pub fn for_each(&self, mut visit: impl FnMut(u32, u32)) {
        self.root.for_each(0, self.levels, &mut visit);
    }

    /// Calls `visit` for each key whose values differ, until it breaks off.
    pub fn compare(
        &self,
        other: &Self,
        mut visit: impl FnMut(u32, u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (a, b) = self.at_one_height(other);
        a.root.compare(&b.root, 0, a.levels, &mut visit)
    }

    /// Takes over the values of the other; where the two differ `combine` decides.
    pub fn merge(&mut self, other: &Self, mut combine: impl FnMut(u32, u32, u32) -> u32) {
        let (a, b) = self.at_one_height(other);
        *self = Self { root: a.root.merge(&b.root, 0, a.levels, &mut combine), levels: a.levels };
    }

    /// Whether the two are the same version.
    pub fn is_same(&self, other: &Self) -> bool {
        self.levels == other.levels && self.root.is_same(&other.root)
    }

    fn holds(&self, key: u32) -> bool {
        u64::from(key) >> (BITS * (self.levels + 1)) == 0
    }

    fn grow(&mut self) {
        let old = std::mem::replace(&mut self.root, MapTree::Empty);
        if !matches!(old, MapTree::Empty) {
            let mut children = [const { MapTree::Empty }; WIDTH];
            children[0] = old;
            self.root = MapTree::Branch(Rc::new(children));
        }
        self.levels += 1;
    }

    fn at_one_height(&self, other: &Self) -> (Self, Self) {
        let (mut a, mut b) = (self.clone(), other.clone());
        while a.levels < b.levels {
            a.grow();
        }
        while b.levels < a.levels {
            b.grow();
        }
        (a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Keys of several heights; values that may collide, [`ABSENT`] among them.
    fn changes() -> impl Strategy<Value = Vec<(u32, u32)>> {
        let key = prop_oneof![0u32..40, 200u32..300, 4000u32..70_000, Just(u32::MAX - 1)];
        let value = prop_oneof![0u32..4, Just(ABSENT)];
        proptest::collection::vec((key, value), 0..60)
    }

    fn apply(map: &mut Map, model: &mut BTreeMap<u32, u32>, changes: &[(u32, u32)]) {
        for &(key, value) in changes {
            map.set(key, value);
            if value == ABSENT {
                model.remove(&key);
            } else {
                model.insert(key, value);
            }
        }
    }

    fn content(map: &Map) -> BTreeMap<u32, u32> {
        let mut found = BTreeMap::new();
        map.for_each(|key, value| assert!(found.insert(key, value).is_none()));
        found
    }

    proptest! {
        #[test]
        fn behaves_as_a_map(common in changes(), left in changes(), right in changes()) {
            let (mut base, mut model) = (Map::new(), BTreeMap::new());
            apply(&mut base, &mut model, &common);
            let (mut a, mut model_a) = (base.clone(), model.clone());
            apply(&mut a, &mut model_a, &left);
            let (mut b, mut model_b) = (base.clone(), model.clone());
            apply(&mut b, &mut model_b, &right);
            prop_assert_eq!(content(&base), model);
            prop_assert_eq!(content(&a), model_a.clone());
            for key in model_b.keys().chain(model_a.keys()) {
                prop_assert_eq!(b.get(*key), *model_b.get(key).unwrap_or(&ABSENT));
            }

            let keys = model_a.keys().chain(model_b.keys());
            let at = |m: &BTreeMap<u32, u32>, key| *m.get(key).unwrap_or(&ABSENT);
            let expected: BTreeMap<u32, (u32, u32)> = keys
                .map(|key| (*key, (at(&model_a, key), at(&model_b, key))))
                .filter(|(_, (x, y))| x != y)
                .collect();
            let mut differing = BTreeMap::new();
            let all = a.compare(&b, |key, x, y| {
                differing.insert(key, (x, y));
                ControlFlow::Continue(())
            });
            prop_assert!(all.is_continue());
            prop_assert_eq!(differing, expected);

            let mut merged = a.clone();
            merged.merge(&b, |_, x, y| x.wrapping_add(1).max(y.wrapping_add(1)) - 1);
            let mut model = model_a.clone();
            for (key, value) in &model_b {
                model.entry(*key).and_modify(|v| *v = (*v).max(*value)).or_insert(*value);
            }
            prop_assert_eq!(content(&merged), model);
            prop_assert_eq!(content(&a), model_a);
        }
    }

    #[test]
    fn a_merge_that_changes_nothing_keeps_the_version() {
        let mut a = Map::new();
        for key in 0..500 {
            a.set(key, 7);
        }
        let mut b = a.clone();
        b.set(300, 3);
        let mut merged = a.clone();
        merged.merge(&b, |_, x, y| x.max(y));
        assert!(merged.is_same(&a), "the larger side is taken as it is");
        let mut merged = b.clone();
        merged.merge(&a, |_, x, y| x.max(y));
        assert!(merged.is_same(&a), "from either side");
    }
}
