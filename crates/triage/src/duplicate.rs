//! Which findings are one bug, and in which order to read many.

use crate::key::BugKey;
use crate::shape::ProgramShape;
use brinell_judge::{VerdictKind, is_telling};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Reduced programs that are nearer than this look alike. Reductions of one bug were seen from 0.15
/// on; of the bugs that were confirmed by hand, two of one compiler are 0.32 apart.
const ALIKE: f64 = 0.3;

/// What is compared of two findings, after reduction.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Features {
    /// The family of the compiler: versions of one compiler share their bugs.
    pub family: String,
    /// The verdict.
    pub verdict: VerdictKind,
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
    /// program need not be the same: with one option set it may die of what it makes wrong code
    /// of with another.
    pub fn is_same(&self, other: &Self) -> bool {
        self.fails_alike(other) && is_telling(&self.signature)
            || self.family == other.family
                && !self.fails_elsewhere(other)
                && self.is_blamed_alike(other)
                && self.shape.tree == other.shape.tree
    }

    /// What a list of known bugs calls it: the compiler's own words where they tell the bug, else
    /// the reduced program but for names and constants, and what hides it.
    pub fn key(&self) -> BugKey {
        let Self { family, verdict, signature, .. } = self;
        if is_telling(signature) {
            return BugKey::Words(format!("{family} {verdict} {signature}"));
        }
        BugKey::Shape {
            family: family.clone(),
            verdict: *verdict,
            shape: self.shape.hash(),
            hidden_by: self.blamed.clone(),
        }
    }

    /// Whether a [key](Self::key), or a part of one in the compiler's words, is that of this bug. Of
    /// a key with a shape, the verdict does not matter; see [`Features::is_same`].
    pub fn is_called(&self, key: &BugKey) -> bool {
        match key {
            BugKey::Words(part) => match self.key() {
                BugKey::Words(words) => words.contains(part),
                BugKey::Shape { .. } => false,
            },
            BugKey::Shape { family, shape, hidden_by, .. } => {
                *family == self.family
                    && *shape == self.shape.hash()
                    && are_alike(&self.blamed, hidden_by)
            }
        }
    }

    /// Whether two findings are probably one bug: all that would make them [the
    /// same](Self::is_same), but that their programs are only nearly equal, or have something in
    /// common that reduction does its best to get rid of, and that is the point where it stays.
    /// Whoever reads the one can do without the other at first.
    ///
    /// What a compiler says when it rejects a program need not be the same: once a parser has lost
    /// its way, the words depend on what comes next.
    pub fn looks_like(&self, other: &Self) -> bool {
        let rejects =
            |one: &Self| one.verdict == VerdictKind::RejectedValid && one.family == self.family;
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
        self.family == other.family
            && self.verdict == other.verdict
            && self.signature == other.signature
    }

    fn is_blamed_alike(&self, other: &Self) -> bool {
        are_alike(&self.blamed, &other.blamed)
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

/// Whether the same may be to blame: something is for both, or nothing for either.
fn are_alike(blamed: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    blamed.is_empty() && other.is_empty() || !blamed.is_disjoint(other)
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
        let (family, verdict) = ("gcc".to_owned(), VerdictKind::WrongCode);
        Features { family, verdict, signature: String::new(), blamed, shape }
    }

    #[test]
    fn keys_name_one_bug() {
        let one = wrong_code("(unit a)", &["-fno-tree-vrp", "-fno-tree-ccp"]);
        let key = one.key();
        assert!(matches!(key, BugKey::Shape { .. }) && one.is_called(&key), "{key}");
        assert!(wrong_code("(unit a)", &["-fno-tree-ccp"]).is_called(&key));
        assert!(!wrong_code("(unit a)", &["-fno-ivopts"]).is_called(&key));
        assert!(!wrong_code("(unit b)", &["-fno-tree-ccp"]).is_called(&key));
        assert!(!Features { family: "tcc".to_owned(), ..one.clone() }.is_called(&key));
        // The same program that the compiler dies of.
        let crash = "signal 11".to_owned();
        let verdict = VerdictKind::CompilerCrash;
        let died = Features { verdict, signature: crash, ..one.clone() };
        assert!(died.is_called(&key) && died.is_same(&one));
        let telling = Features { signature: "in fold_this, at f.cc:1".to_owned(), ..died };
        assert_eq!(telling.key().to_string(), "gcc compiler-crash in fold_this, at f.cc:1");
        let words = |text: &str| BugKey::read(text);
        assert!(telling.is_called(&words("in fold_this")));
        assert!(!telling.is_called(&words("in fold_that")));
        let plain = wrong_code("(unit a)", &[]);
        assert!(plain.is_called(&plain.key()) && !plain.is_called(&key));
    }
}
