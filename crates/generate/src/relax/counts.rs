//! What became of relaxed places: for `--stats`, metadata and soundness runs.

use super::Relaxation;
use crate::draft::Draft;
use brinell_lang::open::DecisionTable;
use brinell_lang::relaxed::{PointerDecision, RelaxedSites};
use brinell_lang::{ExprId, FuncId};
use brinell_machine::Live;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::ops::AddAssign;

/// What became of a relaxed place.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum RelaxedFate {
    /// It is executed as it was written.
    Live,
    /// It is never executed, and stands as it was written.
    Dead,
    /// It was undefined and has a guard.
    Guarded,
    /// It was undefined and has another pointer.
    Replaced,
    /// It was undefined and has its initialiser.
    Restored,
    /// It was undefined or depended on order, and is two statements.
    Split,
    /// It was undefined and is left out.
    Removed,
}

impl RelaxedFate {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Live,
        Self::Dead,
        Self::Guarded,
        Self::Replaced,
        Self::Restored,
        Self::Split,
        Self::Removed,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Dead => "never run",
            Self::Guarded => "guarded",
            Self::Replaced => "replaced",
            Self::Restored => "restored",
            Self::Split => "split",
            Self::Removed => "removed",
        }
    }
}

/// How many relaxed places had which fate, in one program or in several.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct RelaxedCounts {
    counts: [[usize; RelaxedFate::ALL.len()]; Relaxation::ALL.len()],
}

impl RelaxedCounts {
    /// Places of a relaxation with this fate.
    pub const fn of(&self, relaxation: Relaxation, fate: RelaxedFate) -> usize {
        self.counts[relaxation as usize][fate as usize]
    }

    /// All places of a relaxation.
    pub fn all(&self, relaxation: Relaxation) -> usize {
        self.counts[relaxation as usize].iter().sum()
    }

    /// Whether nothing was relaxed.
    pub fn is_empty(&self) -> bool {
        self.counts.iter().flatten().all(|count| *count == 0)
    }

    /// Adds places.
    pub fn add(&mut self, relaxation: Relaxation, fate: RelaxedFate, places: usize) {
        self.counts[relaxation as usize][fate as usize] += places;
    }

    /// Counts the relaxed places of a draft that was run, with what was reached and what needs a
    /// guard; what never ran was not touched yet.
    pub fn count(
        draft: &Draft,
        sites: &RelaxedSites,
        decisions: &DecisionTable,
        (live, guards): (&Live, &BTreeSet<(FuncId, ExprId)>),
    ) -> Self {
        let mut counts = Self::default();
        let grown = &draft.relaxed;
        let relaxed = &decisions.relaxed;
        for site in sites.pointers.keys() {
            let Some((_, relaxation)) = grown.pointers.get(site) else { continue };
            let fate = match relaxed.pointer(*site) {
                None => RelaxedFate::Dead,
                Some(PointerDecision::Kept) => RelaxedFate::Live,
                Some(PointerDecision::Guarded) => RelaxedFate::Guarded,
                Some(PointerDecision::Replaced) => RelaxedFate::Replaced,
            };
            counts.add(*relaxation, fate, 1);
        }
        for site in &sites.initialisers {
            let fate = if relaxed.is_restored(*site) {
                RelaxedFate::Restored
            } else if relaxed.is_declared(*site) {
                RelaxedFate::Live
            } else {
                RelaxedFate::Dead
            };
            counts.add(Relaxation::Initialisers, fate, 1);
        }
        for site in sites.merged.keys() {
            let fate = if relaxed.is_split(*site) {
                RelaxedFate::Split
            } else if relaxed.is_executed(*site) {
                RelaxedFate::Live
            } else {
                RelaxedFate::Dead
            };
            counts.add(Relaxation::Order, fate, 1);
        }
        for &(func, stmt) in sites.jumps.keys() {
            let fate = if relaxed.is_removed((func, stmt)) {
                RelaxedFate::Removed
            } else if live.is_live(func, stmt) {
                RelaxedFate::Live
            } else {
                RelaxedFate::Dead
            };
            counts.add(Relaxation::Jumps, fate, 1);
        }
        counts.count_expressions(draft, live, guards);
        counts
    }

    /// Indices and addresses of parameters: they are executed where their statement is.
    fn count_expressions(
        &mut self,
        draft: &Draft,
        live: &Live,
        guards: &BTreeSet<(FuncId, ExprId)>,
    ) {
        let grown = &draft.relaxed;
        if grown.indices.is_empty() && grown.parameters.is_empty() {
            return;
        }
        let (written, reached) = expressions(draft, live);
        for (relaxation, places) in
            [(Relaxation::Indices, &grown.indices), (Relaxation::Parameters, &grown.parameters)]
        {
            for site in places.iter().filter(|site| written.contains(*site)) {
                let fate = if guards.contains(site) {
                    RelaxedFate::Guarded
                } else if reached.contains(site) {
                    RelaxedFate::Live
                } else {
                    RelaxedFate::Dead
                };
                self.add(relaxation, fate, 1);
            }
        }
    }
}

type Places = FxHashSet<(FuncId, ExprId)>;

/// The expressions of all statements, and those of statements that a run reached.
fn expressions(draft: &Draft, live: &Live) -> (Places, Places) {
    let (mut written, mut reached) = (Places::default(), Places::default());
    for (func, function) in draft.program.functions.enumerate() {
        let Some(body) = &function.body else { continue };
        let Some(root) = body.root else { continue };
        for (stmt, kind) in body.stmts_under(root) {
            let is_live = live.is_live(func, stmt);
            body.for_each_expr(kind, |e| {
                for (id, _) in body.exprs.under(e) {
                    written.insert((func, id));
                    if is_live {
                        reached.insert((func, id));
                    }
                }
            });
        }
    }
    (written, reached)
}

impl AddAssign<&Self> for RelaxedCounts {
    fn add_assign(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *mine += theirs;
        }
    }
}
