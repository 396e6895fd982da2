//! What became of open sites, by kind: for `--stats`, metadata and soundness runs.

use super::OpenDraft;
use crate::draft::Draft;
use crate::guards::CheckCounts;
use crate::relax::RelaxedCounts;
use brinell_lang::open::OperationDecision;
use brinell_lang::{BinaryOp, ExprId, ExprKind, FuncId};
use brinell_machine::{Live, ResolvedRun};
use std::ops::AddAssign;

/// A kind of open site.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum OpenKind {
    /// An operation with a literal whose value is open.
    Constant,
    /// Another operation.
    Operation,
    /// The condition of an `if`.
    Condition,
}

/// What became of a site.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum SiteFate {
    /// It stands as it was grown.
    Kept,
    /// Its literal got a value with an intent.
    Aimed,
    /// It has another operator, or its condition is negated.
    Flipped,
    /// An operand got a constant that makes it defined.
    Inserted,
    /// It is computed modulo 2^N, since it went wrong after it was decided.
    Wrapped,
    /// It has an operator that is defined for all operands, for the same reason.
    Demoted,
    /// It was never executed.
    NeverRun,
}

impl OpenKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Constant, Self::Operation, Self::Condition];

    /// The words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constant => "constants",
            Self::Operation => "operations",
            Self::Condition => "conditions",
        }
    }
}

impl SiteFate {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Kept,
        Self::Aimed,
        Self::Flipped,
        Self::Inserted,
        Self::Wrapped,
        Self::Demoted,
        Self::NeverRun,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Aimed => "aimed",
            Self::Flipped => "flipped",
            Self::Inserted => "inserted",
            Self::Wrapped => "wrapped",
            Self::Demoted => "demoted",
            Self::NeverRun => "never run",
        }
    }
}

/// How many sites of each kind had which fate, in one program or in several.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct SiteCounts {
    counts: [[usize; SiteFate::ALL.len()]; OpenKind::ALL.len()],
    /// Operations and indices that were not open, went wrong and got a guard for that.
    pub guarded: usize,
    /// What became of relaxed places.
    pub relaxed: RelaxedCounts,
    /// Checks of arithmetic, conversions and indices.
    pub checks: CheckCounts,
    /// Resolving runs.
    pub runs: u32,
    /// The most that a program took.
    pub most_runs: u32,
}

impl SiteCounts {
    /// Sites of a kind with this fate.
    pub const fn of(&self, kind: OpenKind, fate: SiteFate) -> usize {
        self.counts[kind as usize][fate as usize]
    }

    /// All sites of a kind.
    pub fn all(&self, kind: OpenKind) -> usize {
        self.counts[kind as usize].iter().sum()
    }

    /// Counts the sites of a draft whose decisions have not been written yet.
    pub fn count(draft: &Draft, open: &OpenDraft, resolved: &ResolvedRun) -> Self {
        let none = Live::default();
        let live = resolved.seen.live.as_ref().unwrap_or(&none);
        let mut counts = Self {
            guarded: resolved.seen.guards.len(),
            relaxed: RelaxedCounts::count(
                draft,
                &open.sites.relaxed,
                &resolved.decisions,
                (live, &resolved.seen.guards),
            ),
            runs: resolved.runs,
            most_runs: resolved.runs,
            ..Self::default()
        };
        for (&site, constant) in &open.sites.operations {
            let kind = if constant.is_some() { OpenKind::Constant } else { OpenKind::Operation };
            let fate = match resolved.decisions.operation(site) {
                None => SiteFate::NeverRun,
                Some(_) if resolved.demoted.contains(&site) => SiteFate::Demoted,
                Some(decision) => fate_of(draft, site, &decision),
            };
            counts.counts[kind as usize][fate as usize] += 1;
        }
        for &site in &open.sites.conditions {
            let fate = match resolved.decisions.condition(site) {
                None => SiteFate::NeverRun,
                Some(true) => SiteFate::Flipped,
                Some(false) => SiteFate::Kept,
            };
            counts.counts[OpenKind::Condition as usize][fate as usize] += 1;
        }
        counts
    }
}

impl AddAssign<&Self> for SiteCounts {
    fn add_assign(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *mine += theirs;
        }
        self.guarded += other.guarded;
        self.relaxed += &other.relaxed;
        self.checks += &other.checks;
        self.runs += other.runs;
        self.most_runs = self.most_runs.max(other.most_runs);
    }
}

fn fate_of(draft: &Draft, site: (FuncId, ExprId), decision: &OperationDecision) -> SiteFate {
    if decision.wraps {
        SiteFate::Wrapped
    } else if grown(draft, site).is_some_and(|op| op != decision.op) {
        SiteFate::Flipped
    } else if decision.left.is_some() || decision.right.is_some() {
        SiteFate::Inserted
    } else if decision.constant.is_some() {
        SiteFate::Aimed
    } else {
        SiteFate::Kept
    }
}

/// The operator as it was grown.
fn grown(draft: &Draft, (func, id): (FuncId, ExprId)) -> Option<BinaryOp> {
    let body = draft.program.functions[func].body.as_ref()?;
    match body.exprs[id].kind {
        ExprKind::Binary { op, .. } | ExprKind::AssignOp { op, .. } => Some(op),
        ExprKind::IncDec { op, .. } if op.is_increment() => Some(BinaryOp::Add),
        ExprKind::IncDec { .. } | ExprKind::Unary { .. } => Some(BinaryOp::Sub),
        _ => None,
    }
}
