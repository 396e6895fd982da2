//! Which findings are one bug, and in which order to read many.

use crate::shape::Shape;
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
    pub shape: Shape,
}

impl Features {
    /// Whether two findings are taken for one bug: the same signature that tells something, or
    /// something blamed for both and the same reduced program but for names and constants. Where
    /// nothing is blamed for either, the program decides alone.
    pub fn is_same(&self, other: &Self) -> bool {
        self.fails_alike(other)
            && (is_telling(&self.signature)
                || self.is_blamed_alike(other) && self.shape.tree == other.shape.tree)
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
        let both = |has: fn(&Shape) -> bool| has(&self.shape) && has(&other.shape);
        if rejected {
            both(|shape| shape.has_unnamed_bits)
        } else {
            both(|shape| shape.passes_records)
        }
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
