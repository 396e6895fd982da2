//! One candidate: is it well formed and defined, and is it still interesting?

use crate::size::Size;
use brinell_lang::{ExprKind, Exprs, Program, check};
use brinell_machine::{Limits, Meaning, Outcome, RunMode, observe_here};
use brinell_transform::Edit;
use brinell_transform::{Roots, apply};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash as _, Hasher as _};
use std::sync::{PoisonError, RwLock};

/// Says whether a program still shows what is looked for.
///
/// It is asked only about programs that are well formed and that the machine ran to their end;
/// what they must do is the `meaning` of that run, never what another program did. The same
/// question must get the same answer.
pub trait Oracle: Send {
    /// Whether the program shows it.
    fn is_interesting(&mut self, program: &Program, meaning: &Meaning) -> bool;
}

impl<F: FnMut(&Program, &Meaning) -> bool + Send> Oracle for F {
    fn is_interesting(&mut self, program: &Program, meaning: &Meaning) -> bool {
        self(program, meaning)
    }
}

/// How many candidates there were, by result.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Sets of edits that were tried.
    pub tried: u64,
    /// Those that give no program at all, by the rules of the language.
    pub impossible: u64,
    /// Those that were tried before, or are not smaller.
    pub no_news: u64,
    /// Rejected by the well-formedness check.
    pub ill_formed: u64,
    /// Undefined or endless on the machine, or not acceptable in a report (`Nothing odd`).
    pub undefined: u64,
    /// Rejected by the oracle.
    pub boring: u64,
    /// Accepted.
    pub taken: u64,
}

impl Counts {
    /// How many candidates were run on the machine.
    pub const fn machine_runs(&self) -> u64 {
        self.undefined + self.boring + self.taken
    }

    /// How often the oracle was asked.
    pub const fn asked(&self) -> u64 {
        self.boring + self.taken
    }
}

/// The stack on which the machine may count.
pub const MACHINE_STACK: usize = 96 << 20;

/// What candidates have to keep to.
#[derive(Copy, Clone, Debug)]
pub struct Standards {
    /// What a run on the machine may use up.
    pub limits: Limits,
    /// Structs and unions that may be copied without a value: as many as in the original. It is
    /// defined, but a report should not contain it.
    pub hollow_copies: u64,
    /// Floating operations on constants alone, likewise: a compiler may fold them with more
    /// precision than the machine has (C11 6.6p5) and be right.
    pub folded_floats: usize,
}

/// How many floating operations of a program have nothing but constants for operands.
pub fn folded_floats(program: &Program) -> usize {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let arenas = bodies.map(|body| &body.exprs).chain(program.globals.iter().map(|g| &g.exprs));
    let in_arena = |exprs: &Exprs| {
        let folded = |expr: &&brinell_lang::Expr| match expr.kind {
            ExprKind::Binary { lhs, rhs, .. } => {
                program.types.as_float(exprs[lhs].ty.ty).is_some()
                    && exprs.is_constant(lhs)
                    && exprs.is_constant(rhs)
            }
            _ => false,
        };
        exprs.iter().filter(folded).count()
    };
    arenas.map(in_arena).sum()
}

/// A candidate that shows it.
#[derive(Debug)]
pub struct Found {
    pub program: Program,
    pub size: Size,
    pub meaning: Meaning,
}

/// The result of a candidate, with the hash of its text if that may occur again.
#[derive(Debug)]
pub enum Answer {
    Impossible,
    NoNews,
    IllFormed(u64),
    Undefined(u64),
    Boring(u64),
    Interesting(u64, Box<Found>),
}

/// Hashes of texts about which everything is known.
#[derive(Debug, Default)]
pub struct Known(RwLock<FxHashSet<u64>>);

impl Known {
    fn contains(&self, hash: u64) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(&hash)
    }

    /// Adds a text; false if it was there.
    pub fn insert(&self, hash: u64) -> bool {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(hash)
    }
}

/// What a program means, if it is defined.
pub fn meaning(program: &Program, limits: &Limits) -> Result<Meaning, String> {
    match observe_here(program, limits, RunMode::default(), MACHINE_STACK).outcome {
        Outcome::Finished(meaning) => Ok(meaning),
        Outcome::Undefined(failure) => Err(format!("it is undefined: {:?}", failure.ub)),
        Outcome::Undecided(undecided) => Err(format!("undecided whether {}", undecided.what)),
        Outcome::OutOfBudget(_) => Err("it exceeds its budget".to_owned()),
        Outcome::Unsupported(what) => Err(format!("the machine does not support {}", what.what)),
    }
}

/// Makes the edits and looks at what comes out; `None` as the best so far takes any size.
pub fn examine(
    program: &Program,
    edits: &[Edit],
    roots: Roots,
    best: Option<&Size>,
    standards: &Standards,
    known: &Known,
    oracle: &mut dyn Oracle,
) -> Answer {
    let Some(candidate) = apply(program, edits, roots) else { return Answer::Impossible };
    let size = Size::of(&candidate);
    if best.is_some_and(|best| size >= *best) {
        return Answer::NoNews;
    }
    let hash = hash(&size.text);
    if known.contains(hash) {
        return Answer::NoNews;
    }
    if !check(&candidate).is_empty() {
        return Answer::IllFormed(hash);
    }
    if folded_floats(&candidate) > standards.folded_floats {
        return Answer::Undefined(hash);
    }
    let meaning = match meaning(&candidate, &standards.limits) {
        Ok(meaning) if meaning.stats.hollow_copies <= standards.hollow_copies => meaning,
        _ => return Answer::Undefined(hash),
    };
    if !oracle.is_interesting(&candidate, &meaning) {
        return Answer::Boring(hash);
    }
    Answer::Interesting(hash, Box::new(Found { program: candidate, size, meaning }))
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
