//! Relaxed places: where a program may be undefined as it is written, what it becomes if it is, and
//! what was decided (CsmithEdge, section 3.1).
//!
//! They are [open sites](crate::open) of their own kinds. Each has a safe alternative that the
//! generator has analysed with it. The machine decides at the first execution that matters; what is
//! never executed stays as it is written.

use crate::ids::{ExprId, FuncId, LocalId, StmtId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A pointer that is dereferenced though it may be null or dangling.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct RelaxedPointer {
    /// A pointer of the same type that can always be dereferenced: the address of a global. It is
    /// in the function's arena, outside of its statements.
    pub alternative: ExprId,
    /// Whether a null pointer may be guarded (`p ? p : &g`), which writes the pointer twice.
    pub guards: bool,
}

/// Two statements that were written as one: the effect of the first is an operand in the second,
/// where nothing orders it before the other operands.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct MergedEffect {
    /// The statement whose effect it was; empty as long as they are one.
    pub emptied: StmtId,
    /// The effect.
    pub effect: ExprId,
    /// The expression that has it as an operand, by itself or in front of a comma.
    pub holder: ExprId,
    /// The operand as it was without.
    pub operand: ExprId,
    /// What stands in its place.
    pub merged: ExprId,
}

/// A forward jump past declarations.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RelaxedJump {
    /// The variables whose initialisers it may skip.
    pub skipped: Vec<LocalId>,
}

/// The relaxed places of a program.
#[derive(Clone, Debug, Default)]
pub struct RelaxedSites {
    /// By the pointer that is dereferenced.
    pub pointers: FxHashMap<(FuncId, ExprId), RelaxedPointer>,
    /// Variables without initialiser. The program still has it: it is left out when decisions are
    /// written, unless it turned out to be needed.
    pub initialisers: FxHashSet<(FuncId, LocalId)>,
    /// By the statement that has the effect now.
    pub merged: FxHashMap<(FuncId, StmtId), MergedEffect>,
    /// By the `goto` statement.
    pub jumps: FxHashMap<(FuncId, StmtId), RelaxedJump>,
}

impl RelaxedSites {
    /// Whether nothing is relaxed.
    pub fn is_empty(&self) -> bool {
        let Self { pointers, initialisers, merged, jumps } = self;
        pointers.is_empty() && initialisers.is_empty() && merged.is_empty() && jumps.is_empty()
    }
}

/// What became of a relaxed pointer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum PointerDecision {
    /// It stands as it is written.
    Kept,
    /// Its alternative takes its place where it is null: equal wherever it may be dereferenced.
    Guarded,
    /// Its alternative takes its place.
    Replaced,
}

/// What was decided about relaxed places.
#[derive(Clone, Debug, Default)]
pub struct RelaxedDecisions {
    /// With the number of decisions made before.
    pointers: FxHashMap<(FuncId, ExprId), (u32, PointerDecision)>,
    /// Pointers that were replaced after they had been executed as written: for good.
    demoted: FxHashSet<(FuncId, ExprId)>,
    /// Initialisers that are needed.
    restored: FxHashSet<(FuncId, LocalId)>,
    /// Effects that conflict with other operands.
    split: FxHashSet<(FuncId, StmtId)>,
    /// Merged statements that were executed.
    executed: FxHashSet<(FuncId, StmtId)>,
    /// Declarations that were executed without their initialiser.
    declared: FxHashSet<(FuncId, LocalId)>,
    /// Jumps that are left out.
    removed: FxHashSet<(FuncId, StmtId)>,
}

impl RelaxedDecisions {
    /// What became of a pointer.
    pub fn pointer(&self, site: (FuncId, ExprId)) -> Option<PointerDecision> {
        if self.demoted.contains(&site) {
            return Some(PointerDecision::Replaced);
        }
        self.pointers.get(&site).map(|(_, decision)| *decision)
    }

    /// Decides about a pointer, after so many other decisions; a kept one may become a guarded one
    /// later.
    pub fn decide_pointer(&mut self, site: (FuncId, ExprId), decision: PointerDecision, made: u32) {
        self.pointers.entry(site).or_insert((made, decision)).1 = decision;
    }

    /// Whether a pointer had been executed as written before it was replaced.
    pub fn is_demoted(&self, site: (FuncId, ExprId)) -> bool {
        self.demoted.contains(&site)
    }

    /// Whether an initialiser is needed.
    pub fn is_restored(&self, site: (FuncId, LocalId)) -> bool {
        self.restored.contains(&site)
    }

    /// An initialiser is needed. Nobody has read the variable before, so that nothing changes for
    /// what was executed.
    pub fn restore(&mut self, site: (FuncId, LocalId)) {
        self.restored.insert(site);
    }

    /// Whether the declaration of a variable without initialiser was executed.
    pub fn is_declared(&self, site: (FuncId, LocalId)) -> bool {
        self.declared.contains(&site)
    }

    /// The declaration of a variable without initialiser is executed.
    pub fn declare(&mut self, site: (FuncId, LocalId)) {
        self.declared.insert(site);
    }

    /// Whether a merged effect has to go back into a statement of its own.
    pub fn is_split(&self, site: (FuncId, StmtId)) -> bool {
        self.split.contains(&site)
    }

    /// A merged effect conflicts with an operand beside it. The order in which the machine evaluates
    /// them is that of two statements, so nothing changes for what was executed.
    pub fn split(&mut self, site: (FuncId, StmtId)) {
        self.split.insert(site);
    }

    /// Whether a merged statement was executed.
    pub fn is_executed(&self, site: (FuncId, StmtId)) -> bool {
        self.executed.contains(&site)
    }

    /// A merged statement is executed.
    pub fn execute(&mut self, site: (FuncId, StmtId)) {
        self.executed.insert(site);
    }

    /// Whether a jump is left out.
    pub fn is_removed(&self, site: (FuncId, StmtId)) -> bool {
        self.removed.contains(&site)
    }

    /// Leaves out jumps; whether there was one that was not left out yet. The program has to be run
    /// again.
    pub fn remove(&mut self, jumps: impl Iterator<Item = (FuncId, StmtId)>) -> bool {
        let before = self.removed.len();
        self.removed.extend(jumps);
        self.removed.len() > before
    }

    /// When the earliest of these pointers was decided.
    pub(crate) fn earliest(&self, sites: &FxHashSet<(FuncId, ExprId)>) -> Option<u32> {
        sites.iter().filter_map(|site| self.pointers.get(site).map(|(at, _)| *at)).min()
    }

    /// Replaces pointers for good, and forgets what was decided about others after that time.
    pub(crate) fn demote(&mut self, sites: &FxHashSet<(FuncId, ExprId)>, earliest: u32) {
        self.demoted.extend(sites);
        self.pointers.retain(|_, (at, _)| *at < earliest);
    }

    /// All pointers that were decided about, in no order.
    pub fn pointers(&self) -> impl Iterator<Item = ((FuncId, ExprId), PointerDecision)> {
        let others = self.pointers.iter().filter(|(site, _)| !self.demoted.contains(*site));
        let demoted = self.demoted.iter().map(|site| (*site, PointerDecision::Replaced));
        others.map(|(site, (_, decision))| (*site, *decision)).chain(demoted)
    }
}
