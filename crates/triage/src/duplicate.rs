//! Which findings are one bug, and in which order to read many.

use crate::shape::ProgramShape;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Reduced programs that are nearer than this look alike. Reductions of one bug were seen from 0.15
/// on; of the bugs that were confirmed by hand, two of one compiler are 0.32 apart.
const ALIKE: f64 = 0.3;

/// The verdict about a compiler that does not take a valid program.
const REJECTED: &str = "rejected-valid";

/// What is compared of two findings, after reduction.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Features {
    /// The family of the compiler: versions of one compiler share their bugs.
    pub family: String,
    /// The verdict.
    pub verdict: String,
    /// Where the compiler itself fails, the signature of that; empty for wrong code.
    pub signature: String,
    /// What hides it or makes it appear; see [`Blame::names`](crate::Blame::names).
    pub blamed: BTreeSet<String>,
    /// The shape of the reduced program.
    pub shape: ProgramShape,
}

impl Features {
    /// Whether two findings are taken for one bug: the same signature that tells something, or
    /// something blamed for both and the same reduced program but for names and constants. Where
    /// nothing is blamed for either, the program decides alone. What the compiler does with that
    /// program need not be the same: with one set of options it may die of what it makes wrong code
    /// of with another.
    pub fn is_same(&self, other: &Self) -> bool {
        self.fails_alike(other) && is_telling(&self.signature)
            || self.family == other.family
                && !self.fails_elsewhere(other)
                && self.is_blamed_alike(other)
                && self.shape.tree == other.shape.tree
    }

    /// What a list of known bugs calls it: the compiler's own words where they tell the bug, else
    /// the reduced program but for names and constants, as a hash, and what hides it.
    pub fn key(&self) -> String {
        let Self { family, verdict, signature, .. } = self;
        if is_telling(signature) {
            return format!("{family} {verdict} {signature}");
        }
        let blamed: Vec<&str> = self.blamed.iter().map(String::as_str).collect();
        let hidden = if blamed.is_empty() { "" } else { HIDDEN_BY };
        let key = format!("{family} {verdict} {SHAPE}{:016x}", hash(&self.shape.tree));
        key + hidden + &blamed.join(OR)
    }

    /// Whether a [key](Self::key) is that of this bug. Of a key with a shape, the verdict does not
    /// matter; see [`Features::is_same`].
    pub fn is_called(&self, key: &str) -> bool {
        let Some((before, after)) = key.split_once(SHAPE) else {
            return is_telling(&self.signature) && self.key().contains(key);
        };
        let (shape, hidden) = after.split_once(HIDDEN_BY).unwrap_or((after, ""));
        let blamed = hidden.split(OR).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let other = Self { blamed, ..Self::default() };
        before.split_whitespace().next() == Some(&self.family)
            && shape.trim() == format!("{:016x}", hash(&self.shape.tree))
            && self.is_blamed_alike(&other)
    }

    /// Whether two findings are probably one bug: all that would make them [the
    /// same](Self::is_same), but that their programs are only nearly equal, or have something in
    /// common that reduction does its best to get rid of, and that is the point where it stays.
    /// Whoever reads the one can do without the other at first.
    ///
    /// What a compiler says when it rejects a program need not be the same: once a parser has lost
    /// its way, the words depend on what comes next.
    pub fn looks_like(&self, other: &Self) -> bool {
        let rejects = |one: &Self| one.verdict == REJECTED && one.family == self.family;
        let rejected = rejects(self) && rejects(other);
        (self.fails_alike(other) || rejected)
            && self.is_blamed_alike(other)
            && (self.has_same_point(other, rejected) || self.shape.distance(&other.shape) < ALIKE)
    }

    /// Whether what stayed in both programs is telling. Of structs that are passed by value, the
    /// rest of the program is what happens to show that an argument is wrong; of bit-fields without
    /// a name, what happens to follow them.
    fn has_same_point(&self, other: &Self, rejected: bool) -> bool {
        let both = |has: fn(&ProgramShape) -> bool| has(&self.shape) && has(&other.shape);
        if rejected {
            both(|shape| shape.has_unnamed_bits)
        } else {
            both(|shape| shape.passes_records)
        }
    }

    /// Whether the compiler itself says that it failed in different places.
    fn fails_elsewhere(&self, other: &Self) -> bool {
        self.verdict == other.verdict
            && self.signature != other.signature
            && is_telling(&self.signature)
            && is_telling(&other.signature)
    }

    fn fails_alike(&self, other: &Self) -> bool {
        let same = |of: fn(&Self) -> &String| of(self) == of(other);
        same(|f| &f.family) && same(|f| &f.verdict) && same(|f| &f.signature)
    }

    fn is_blamed_alike(&self, other: &Self) -> bool {
        self.blamed.is_empty() && other.blamed.is_empty() || !self.blamed.is_disjoint(&other.blamed)
    }

    /// How far two findings are apart: 0 for the same, at most 4.
    pub fn distance(&self, other: &Self) -> f64 {
        let apart = |same: bool| if same { 0.0 } else { 1.0 };
        let either = self.blamed.union(&other.blamed).count();
        let both = self.blamed.intersection(&other.blamed).count();
        let blamed = if either == 0 { 0.0 } else { 1.0 - both as f64 / either as f64 };
        apart(self.family == other.family && self.verdict == other.verdict)
            + apart(self.signature == other.signature)
            + blamed
            + self.shape.distance(&other.shape)
    }
}

/// The parts of a key.
const SHAPE: &str = "shape ";
const HIDDEN_BY: &str = " hidden by ";
const OR: &str = " or ";

/// Whether a key names a program by its shape.
pub fn has_shape(key: &str) -> bool {
    let hex = |word: &str| word.len() == 16 && word.bytes().all(|b| b.is_ascii_hexdigit());
    key.split_once(SHAPE).is_some_and(|(_, rest)| rest.split_whitespace().next().is_some_and(hex))
}

/// FNV-1a: keys are kept in files, so it has to be the same for ever.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Whether a signature says where a compiler failed: then it is enough to tell bugs apart. A mere
/// signal, or failing without a word, may be any bug.
pub fn is_telling(signature: &str) -> bool {
    let mere_signal = signature
        .strip_prefix("signal ")
        .is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()));
    !(signature.is_empty() || mere_signal || signature == "failure without a word")
}

/// Numbers of findings in the order in which to read them: the first one, then always the one that
/// is furthest from all that were read. So the beginning of the list has a bit of everything.
pub fn furthest_first(all: &[Features]) -> Vec<usize> {
    let mut order = Vec::with_capacity(all.len());
    // How far each is from the nearest that was read.
    let mut nearest = vec![f64::INFINITY; all.len()];
    let mut open: Vec<usize> = (0..all.len()).collect();
    while !open.is_empty() {
        // Of several that are equally far, the first: `max_by` would take the last.
        let furthest = |at: &usize, best: &usize| nearest[open[*at]] > nearest[open[*best]];
        let next = (0..open.len()).fold(0, |best, at| if furthest(&at, &best) { at } else { best });
        let next = open.remove(next);
        order.push(next);
        for &other in &open {
            nearest[other] = nearest[other].min(all[next].distance(&all[other]));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong_code(tree: &str, blamed: &[&str]) -> Features {
        let shape = ProgramShape { tree: tree.to_owned(), ..ProgramShape::default() };
        let blamed = blamed.iter().map(|name| (*name).to_owned()).collect();
        let (family, verdict) = ("gcc".to_owned(), "wrong-code".to_owned());
        Features { family, verdict, signature: String::new(), blamed, shape }
    }

    #[test]
    fn keys_name_one_bug() {
        let one = wrong_code("(unit a)", &["-fno-tree-vrp", "-fno-tree-ccp"]);
        let key = one.key();
        assert!(has_shape(&key) && one.is_called(&key), "{key}");
        assert!(wrong_code("(unit a)", &["-fno-tree-ccp"]).is_called(&key));
        assert!(!wrong_code("(unit a)", &["-fno-ivopts"]).is_called(&key));
        assert!(!wrong_code("(unit b)", &["-fno-tree-ccp"]).is_called(&key));
        assert!(!Features { family: "tcc".to_owned(), ..one.clone() }.is_called(&key));
        // The same program that the compiler dies of.
        let crash = "signal 11".to_owned();
        let verdict = "compiler-crash".to_owned();
        let died = Features { verdict, signature: crash, ..one.clone() };
        assert!(died.is_called(&key) && died.is_same(&one));
        let telling = Features { signature: "in fold_this, at f.cc:1".to_owned(), ..died };
        assert_eq!(telling.key(), "gcc compiler-crash in fold_this, at f.cc:1");
        assert!(telling.is_called("in fold_this") && !telling.is_called("in fold_that"));
        let plain = wrong_code("(unit a)", &[]);
        assert!(plain.is_called(&plain.key()) && !plain.is_called(&key));
    }
}
