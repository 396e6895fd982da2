//! Growing a draft: top-down and on demand from `func_1`.
//!
//! [`Grower`] has a part for each concern: the types to draw from, the text, the facts in force at
//! the point where it writes, the scope, the budgets. Each part knows by itself how to go back to a
//! mark. Expressions are proposed with the facts in sight, so that most of them are right at
//! once; a whole statement is walked by `analysis` before it is committed, and rolled back if that
//! finds a violation. Loops are written with optimism, walked to their fixpoint when they are
//! closed, and trimmed from the tail if that fails (thesis 4.3.7).
//!
//! Termination: every loop has a number of trips that is known when it is opened, and every
//! statement is charged to the step budget as often as it can run before it is committed.

mod arrays;
mod budget;
mod calls;
mod constants;
mod enumerate;
mod expr;
mod facts;
mod floats;
mod function_pointers;
mod idioms;
mod jumps;
mod kernels;
mod loops;
mod observe;
mod places;
mod pointers;
mod policies;
mod productions;
mod recursion;
mod relaxed;
mod repeats;
mod requests;
mod rows;
mod scope;
mod stmt;
mod switch;
mod text;
mod types;
mod vars;
mod walks;

pub(crate) use constants::draw_integer;
pub use enumerate::{enumerate, nodes};
pub use productions::{Production, Traced, Uses};
pub(crate) use types::{fixed_width_names, int_kinds};

use crate::config::Config;
use crate::draft::Draft;
use brinell_analysis::{AbstractValue, Cx, Effects, State, Violation};
use brinell_choice::Choices;
use brinell_lang::{Body, Builder, ExprId, FuncId, Loc, Stmt, StmtId, StmtKind, Target, TypeId};
use budget::{DraftBudget, Spent};
use facts::{DraftFacts, FactsMark};
use scope::{DraftScope, OpenFunction, ScopeMark};
use text::{DraftText, TextMark};

/// An expression that was written, with what the analysis knows of it.
#[derive(Clone, Debug)]
struct Ex {
    id: ExprId,
    effects: Effects,
    value: AbstractValue,
}

/// A point to go back to: one of each part that is written to. The types are made before the first
/// function and stay; the log and the tally are about all that was tried.
struct GrowMark {
    text: TextMark,
    facts: FactsMark,
    scope: ScopeMark,
    budget: Spent,
    #[cfg(test)]
    digest: Option<u64>,
}

/// Counts of what went how, for those who tune.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Statements committed.
    pub committed: u64,
    /// Statements that the analysis refused.
    pub refused: u64,
    /// Statements cut from the tails of loops.
    pub trimmed: u64,
    /// Expression and statement nodes that the analysis walked.
    pub walked: u64,
    /// Tokens, by the estimate that steers the size.
    pub tokens: u64,
    /// Operators of long expressions, without those inserted.
    pub operators: u64,
    /// Operations inserted there so that others are defined and exact.
    pub inserted: u64,
    /// Operators that were flipped there for that.
    pub flipped: u64,
    /// How often each production was drawn, and succeeded.
    pub productions: Uses,
    /// All productions in the order in which they were drawn, if that was asked for.
    pub trace: Vec<Traced>,
}

/// Whoever writes a draft.
pub struct Grower<'c> {
    choices: &'c mut Choices,
    config: &'c Config,
    types: types::Palette,
    text: DraftText,
    facts: DraftFacts,
    scope: DraftScope,
    budget: DraftBudget,
    tally: Tally,
    log: productions::ProductionLog,
    /// Where all drafts are grown.
    enumeration: Option<enumerate::EnumerationPoint>,
    #[cfg(test)]
    checks: tests::Checks,
}

/// An index, with a likelihood in proportion to its weight; this one where all are 0.
pub(crate) fn weighted_or(choices: &mut Choices, otherwise: usize, weights: &[u32]) -> usize {
    if weights.iter().all(|weight| *weight == 0) { otherwise } else { choices.weighted(weights) }
}

/// Writes a draft.
pub fn grow(choices: &mut Choices, config: &Config, size: u64, traced: bool) -> (Draft, Tally) {
    let mut grower = Grower::new(choices, config, size);
    grower.log = productions::ProductionLog::new(traced);
    grower.grow()
}

impl<'c> Grower<'c> {
    fn new(choices: &'c mut Choices, config: &'c Config, size: u64) -> Self {
        let target = Target::named(config.target);
        Self {
            types: types::Palette::new(config, &target, choices),
            choices,
            config,
            text: DraftText::new(target, config.std),
            facts: DraftFacts::new(config.union_punning),
            scope: DraftScope::default(),
            budget: DraftBudget::new(config, size),
            tally: Tally::default(),
            log: productions::ProductionLog::default(),
            enumeration: None,
            #[cfg(test)]
            checks: tests::Checks::default(),
        }
    }

    /// Writes the draft.
    fn grow(mut self) -> (Draft, Tally) {
        self.make_types();
        let entry = self.entry();
        let observed = self.observed();
        let (productions, authors, trace) = self.log.close();
        let (walked, tokens) = (self.facts.analysis.work, self.budget.tokens());
        let tally = Tally { walked, tokens, productions, trace, ..self.tally };
        let mut relaxed = self.text.relaxed;
        let kept: rustc_hash::FxHashSet<_> =
            self.facts.analysis.relaxed_pointers().map(|(site, _)| site).collect();
        relaxed.pointers.retain(|site, _| kept.contains(site));
        let draft = Draft {
            program: self.text.program,
            entry,
            bounded: self.text.bounded.into_iter().collect(),
            trusted: self.text.trusted.into_iter().collect(),
            repeats: self.text.repeats.into_iter().collect(),
            observed,
            results: Vec::new(),
            relaxed,
            authors,
        };
        (draft, tally)
    }

    // ---- where we write ----

    fn function(&self) -> &OpenFunction {
        self.scope.function()
    }

    fn function_mut(&mut self) -> &mut OpenFunction {
        self.scope.function_mut()
    }

    fn func(&self) -> FuncId {
        self.function().func
    }

    fn state(&self) -> &State {
        &self.facts.flow().state
    }

    fn target(&self) -> &Target {
        &self.text.program.target
    }

    fn body(&mut self) -> &mut Body {
        self.text.body_mut(self.scope.function().func)
    }

    fn body_ref(&self) -> &Body {
        self.text.body(self.func())
    }

    /// The builder for the open function's expressions.
    fn build(&mut self) -> Builder<'_> {
        self.text.build(self.scope.function().func)
    }

    fn push_stmt(&mut self, kind: StmtKind) -> StmtId {
        let stmt = self.body().stmts.push(Stmt { kind, loc: Loc::NONE });
        self.log.writes(self.scope.function().func, stmt);
        stmt
    }

    /// Adds a statement to the innermost open block.
    fn append(&mut self, stmt: StmtId) {
        self.function_mut().block_mut().stmts.push(stmt);
    }

    fn type_of(&self, e: ExprId) -> TypeId {
        self.body_ref().exprs[e].ty.ty
    }

    /// An index, with a likelihood in proportion to its weight; this one where all are 0.
    fn draw(&mut self, otherwise: usize, weights: &[u32]) -> usize {
        weighted_or(self.choices, otherwise, weights)
    }

    // ---- budgets, at the point where we write ----

    /// Whether the program has reached its size: from here on only what is needed to close it.
    fn is_full(&self) -> bool {
        self.budget.is_full()
    }

    /// Whether the open function has reached its share.
    fn is_function_full(&self) -> bool {
        self.is_full() || self.budget.tokens() >= self.function().point.token_goal
    }

    /// How often the point where we write can run in the whole program.
    fn times(&self) -> u64 {
        self.function().times()
    }

    /// Whether so many steps at this point still fit the budget.
    fn affords(&self, steps: u64) -> bool {
        self.budget.affords(steps.saturating_mul(self.times()))
    }

    /// How deep an expression may be at this point: where it runs often, one must not take more
    /// than a part of the steps that are left.
    fn depth_here(&self) -> u32 {
        let most = self.config.max_expr_depth;
        let times = self.times();
        if times <= 1 {
            return most;
        }
        let nodes = self.budget.steps_left() / 4 / times;
        most.min((nodes / 2).max(2).ilog2())
    }

    /// Charges steps at this point.
    fn charge(&mut self, steps: u64) {
        self.budget.charge(steps.saturating_mul(self.times()));
        let point = &mut self.function_mut().point;
        point.cost = point.cost.saturating_add(steps.saturating_mul(point.trips));
    }

    fn add_tokens(&mut self, tokens: u64) {
        self.budget.add_tokens(tokens);
        self.cut_if_large(0);
    }

    // ---- taking back ----

    fn mark(&self) -> GrowMark {
        GrowMark {
            text: self.text.mark(self.func()),
            facts: self.facts.mark(),
            scope: self.scope.mark(),
            budget: self.budget.mark(),
            #[cfg(test)]
            digest: self.digest(),
        }
    }

    fn rollback(&mut self, mark: GrowMark) {
        let func = self.func();
        let gone = self.text.rollback(func, &mark.text);
        self.facts.rollback(func, mark.facts, &gone);
        self.facts.analysis.forget_relaxed(func, gone.exprs);
        self.scope.rollback(mark.scope);
        self.budget.rollback(mark.budget);
        self.cut();
        #[cfg(test)]
        self.check_rollback(mark.digest);
    }

    /// Nodes of expressions that were written since.
    fn nodes_since(&self, mark: &GrowMark) -> u64 {
        self.body_ref().exprs.len() as u64 - u64::from(mark.text.first_expr().0)
    }

    /// Lets something be tried that writes expressions only, and takes them back where nothing
    /// comes of it.
    fn try_piece<T>(&mut self, write: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let func = self.func();
        let (text, budget) = (self.text.mark_piece(func), self.budget.mark());
        let made = write(self);
        if made.is_none() {
            self.text.rollback_piece(func, text);
            self.facts.analysis.forget_relaxed(func, text.first_expr());
            self.budget.rollback(budget);
        }
        made
    }

    // ---- the analysis, at the point where we write ----

    /// A statement is not going to be committed.
    fn refused(&mut self, violation: Violation) {
        self.tally.refused += 1;
        self.log.refuses(violation);
    }

    /// Walks a statement from the flow at this point, for good; the flow moves behind it.
    fn walk(&mut self, stmt: StmtId) -> Result<(), Violation> {
        let cx = Cx { program: &self.text.program, func: self.scope.function().func };
        let (analysis, flow) = self.facts.at_point();
        analysis.stmt(cx, flow, stmt)
    }

    /// Proposes an expression that begins in this state: the facts move behind it. Nothing where
    /// the analysis objects.
    fn propose(&mut self, from: State, id: ExprId) -> Option<Ex> {
        let cx = Cx { program: &self.text.program, func: self.scope.function().func };
        let (analysis, flow) = self.facts.at_point();
        flow.state = from.clone();
        match analysis.propose(cx, &mut flow.state, id) {
            Ok((value, effects)) => Some(Ex { id, effects, value }),
            Err(violation) => {
                flow.state = from;
                self.log.refuses(violation);
                self.cut();
                None
            }
        }
    }

    /// Walks an expression from the state at this point, for good.
    fn walk_expr(&mut self, e: ExprId) -> Result<AbstractValue, Violation> {
        let cx = Cx { program: &self.text.program, func: self.scope.function().func };
        let (analysis, flow) = self.facts.at_point();
        let mut effects = Effects::default();
        let value = analysis.value(cx, &mut flow.state, e, &mut effects)?;
        flow.effects.merge(&effects);
        Ok(value)
    }

    /// The analysis is done with what was proposed since: it is committed.
    fn forget_proposals(&mut self, mark: &GrowMark) {
        self.facts.analysis.forget_proposals(self.scope.function().func, mark.text.first_expr());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{DefaultHasher, Hasher};

    /// What is checked on the way, in tests only.
    #[derive(Default)]
    pub struct Checks {
        walks: bool,
        rollbacks: bool,
        rolled_back: u64,
    }

    impl Grower<'_> {
        /// A statement that was walked in pieces, as it was written, must come to the same when it
        /// is walked as a whole.
        pub(super) fn walk_as_a_whole(&mut self, stmt: StmtId, mark: &GrowMark) {
            if !self.checks.walks {
                return;
            }
            let cx = Cx { program: &self.text.program, func: self.scope.function().func };
            let mut flow = mark.facts.flow.clone();
            let (analysis, pieces) = self.facts.at_point();
            analysis.stmt(cx, &mut flow, stmt).expect("its pieces were good");
            let (space, sets) = (&analysis.space, &analysis.sets);
            assert!(flow.state.is_covered_by(&pieces.state, space, sets));
            assert!(pieces.state.is_covered_by(&flow.state, space, sets));
            assert_eq!(flow.effects, pieces.effects);
            assert_eq!(flow.returned, pieces.returned);
        }

        /// A hash over everything that is rolled back, in every part.
        pub(super) fn digest(&self) -> Option<u64> {
            if !self.checks.rollbacks {
                return None;
            }
            let mut hasher = DefaultHasher::new();
            hasher.write(self.text.digest().as_bytes());
            hasher.write(self.facts.digest().as_bytes());
            hasher.write(format!("{:?} {:?}", self.scope, self.budget).as_bytes());
            Some(hasher.finish())
        }

        /// After a rollback everything is as it was at the mark.
        pub(super) fn check_rollback(&mut self, digest: Option<u64>) {
            assert_eq!(self.digest(), digest);
            self.checks.rolled_back += 1;
        }
    }

    #[test]
    fn pieces_come_to_what_the_whole_does() {
        let config = Config { recursion: true, ..Config::default() };
        let mut statements = 0;
        for seed in 0..40 {
            let mut choices = Choices::seeded(seed);
            let mut grower = Grower::new(&mut choices, &config, 3_000);
            grower.checks.walks = true;
            grower.make_types();
            grower.entry();
            statements += grower.tally.committed;
        }
        assert!(statements > 1_000, "{statements}");
    }

    /// Statements of all kinds, each rolled back and written again.
    #[test]
    fn a_rollback_restores_every_part() {
        let config = Config { recursion: true, ..Config::default() };
        let mut rolled_back = 0;
        for seed in 0..12 {
            let mut choices = Choices::seeded(seed);
            let mut grower = Grower::new(&mut choices, &config, 4_000);
            grower.checks.rollbacks = true;
            grower.make_types();
            let ret = grower.int_type(brinell_lang::IntKind::Int);
            let (func, params) = grower.declare_function(ret, &[]);
            let function = OpenFunction::new(func, ret, params, 1, 4_000);
            grower.open(function, &[], &State::initial());
            grower.function_mut().blocks.push(scope::Block::default());
            for _ in 0..15 {
                let mark = grower.mark();
                grower.statement();
                grower.rollback(mark);
                grower.statement();
            }
            rolled_back += grower.checks.rolled_back;
        }
        assert!(rolled_back >= 12 * 15, "{rolled_back}");
    }
}
