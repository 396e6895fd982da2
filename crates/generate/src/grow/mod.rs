//! Growing a draft: top-down and on demand from `func_1`.
//!
//! [`Grower`] holds the half-built program, the facts in force at the point where it writes, and
//! the budgets. Expressions are proposed with the facts in sight, so that most of them are right at
//! once; a whole statement is walked by `analysis` before it is committed, and taken back if that
//! finds a violation. Loops are written with optimism, walked to their fixpoint when they are
//! closed, and trimmed from the tail if that fails (thesis 4.3.7).
//!
//! Termination: every loop has a number of trips that is known when it is opened, and every
//! statement is charged to the step budget as often as it can run before it is committed.

mod arrays;
mod calls;
mod constants;
mod expr;
mod jumps;
mod loops;
mod observe;
mod places;
mod pointers;
mod productions;
mod recursion;
mod requests;
mod rows;
mod stmt;
mod switch;
mod types;
mod vars;

pub use productions::{Production, Traced, Uses};

use crate::config::Config;
use crate::draft::Draft;
use brinell_analysis::{Analysis, Cx, Effects, Flow, Node, SpaceMark, State, Value};
use brinell_choice::Choices;
use brinell_lang::{
    Body, Builder, ExprId, FuncId, IntKind, LabelId, Loc, LocalId, Program, QualType, Stmt, StmtId,
    StmtKind, Target, TypeId,
};
use requests::Request;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A variable that expressions can start from.
#[derive(Copy, Clone, Debug)]
struct Var {
    root: brinell_analysis::Root,
    node: Node,
    ty: QualType,
}

/// A variable that counts a loop: nobody else writes it, so its range is known.
#[derive(Copy, Clone, Debug)]
struct Counter {
    var: Var,
    /// The least and the largest value inside the body.
    lo: i128,
    hi: i128,
}

/// An open block.
#[derive(Debug, Default)]
struct Block {
    /// Declarations at its head, which no jump passes.
    head: Vec<StmtId>,
    stmts: Vec<StmtId>,
    /// Variables in scope because of this block.
    vars: Vec<Var>,
    /// Locals declared directly in it, which die with it.
    declared: Vec<LocalId>,
    /// Labels of forward gotos that this block has promised to place. Until then nothing may be
    /// declared in it: the jump would miss the initialiser.
    promised: Vec<LabelId>,
}

impl Block {
    fn into_stmts(self) -> Vec<StmtId> {
        let mut all = self.head;
        all.extend(self.stmts);
        all
    }
}

/// The lengths of a block's lists.
#[derive(Copy, Clone, Debug)]
struct BlockMark {
    head: usize,
    stmts: usize,
    vars: usize,
    declared: usize,
    promised: usize,
}

/// What `break` and `continue` refer to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Around {
    Loop,
    Switch,
}

/// An open loop made of a label and a backward goto.
#[derive(Copy, Clone, Debug)]
struct JumpLoop {
    label: LabelId,
    counter: LocalId,
}

/// An open function.
struct Frame {
    func: FuncId,
    ret: TypeId,
    flow: Flow,
    blocks: Vec<Block>,
    params: Vec<Var>,
    counters: Vec<Counter>,
    around: Vec<Around>,
    jump_loops: Vec<JumpLoop>,
    /// How often the point where we write can run in one run of the function.
    trips: u64,
    /// How often the function itself can run so far.
    runs: u64,
    /// Steps of one run of the function so far.
    cost: u64,
    /// Effects of what is unsequenced with the call: the function must not conflict with them.
    forbidden: Effects,
    /// Effects of earlier operands that are unsequenced with what is being written.
    siblings: Vec<Effects>,
    /// Nothing with a side effect may be written now.
    pure_only: u32,
    /// What is being written may not be evaluated at all: the right side of `&&`, an arm of `?:`.
    conditional: u32,
    /// The function may be called by itself: integers only.
    recursive: bool,
    /// Tokens at which it should come to its end.
    token_goal: u64,
    /// Tokens of the functions that were written while it was open.
    tokens_elsewhere: u64,
    /// It is called where nothing says that it will run.
    doubtful: bool,
}

/// What is known of a function.
#[derive(Clone, Debug)]
struct FuncInfo {
    ret: TypeId,
    params: Vec<TypeId>,
    cost: u64,
    complete: bool,
}

/// An expression that was written, with what the analysis knows of it.
#[derive(Clone, Debug)]
struct Ex {
    id: ExprId,
    effects: Effects,
    value: Value,
}

/// Everything needed to take back what was written since.
struct Mark {
    globals: usize,
    functions: usize,
    infos: usize,
    visible: usize,
    exprs: usize,
    stmts: usize,
    locals: usize,
    labels: usize,
    blocks: Vec<BlockMark>,
    space: SpaceMark,
    flow: Flow,
    siblings: usize,
    bounded: usize,
    trusted: usize,
    tokens: u64,
    total_cost: u64,
    frame_cost: u64,
    token_goal: u64,
    tokens_elsewhere: u64,
    data: u64,
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
    /// How often each production was drawn, and came to something.
    pub productions: Uses,
    /// All productions in the order in which they were drawn, if that was asked for.
    pub trace: Vec<Traced>,
}

/// The half-built program.
pub struct Grower<'c> {
    choices: &'c mut Choices,
    config: &'c Config,
    target: Target,
    program: Program,
    analysis: Analysis,
    frames: Vec<Frame>,
    globals: Vec<Var>,
    infos: Vec<FuncInfo>,
    /// Integer types to draw from, with weights.
    int_kinds: Vec<(IntKind, u32)>,
    structs: Vec<TypeId>,
    unions: Vec<TypeId>,
    bounded: Vec<(FuncId, ExprId)>,
    trusted: Vec<(FuncId, ExprId)>,
    /// Whether a walk from a type leads to what is asked for, to read it or to do something else.
    reach: FxHashMap<(TypeId, Request, bool), bool>,
    tokens: u64,
    size: u64,
    max_functions: usize,
    max_globals: usize,
    /// Steps that the program takes at most, by our estimate.
    total_cost: u64,
    max_cost: u64,
    /// Bytes of global data.
    data: u64,
    /// The facts when `func_1` has returned.
    final_state: Option<State>,
    tally: Tally,
    book: productions::Book,
    #[cfg(test)]
    checks_walks: bool,
}

/// How much of the analysis's work a written token pays for: calls and loops are walked again and
/// again, and this keeps the whole linear in the size of the program.
const WORK_PER_TOKEN: u64 = 60;
/// What may be walked for one call beyond that, so that the first calls have a chance.
const WORK_FOR_ONE: u64 = 3_000;

/// Writes a draft.
pub fn grow(choices: &mut Choices, config: &Config, size: u64, traced: bool) -> (Draft, Tally) {
    let mut grower = Grower::new(choices, config, size);
    grower.book = productions::Book::new(traced);
    grower.make_types();
    let entry = grower.entry();
    let observed = grower.observed();
    let (productions, authors, trace) = grower.book.close();
    let (walked, tokens) = (grower.analysis.work, grower.tokens);
    let tally = Tally { walked, tokens, productions, trace, ..grower.tally };
    let draft = Draft {
        program: grower.program,
        entry,
        bounded: grower.bounded.into_iter().collect(),
        trusted: grower.trusted.into_iter().collect(),
        observed,
        authors,
    };
    (draft, tally)
}

impl<'c> Grower<'c> {
    fn new(choices: &'c mut Choices, config: &'c Config, size: u64) -> Self {
        let target = Target::named(config.target);
        let program = Program::new(target.clone(), config.std);
        let mut analysis = Analysis::new();
        analysis.union_punning = config.union_punning;
        // A function for each 1,800 tokens is Csmith's proportion; limits are for programs of its
        // usual size and grow with what is asked for.
        let scale = (size / 20_000).max(1) as usize;
        Self {
            int_kinds: types::int_kinds(config, &target),
            choices,
            config,
            target,
            program,
            analysis,
            frames: Vec::new(),
            globals: Vec::new(),
            infos: Vec::new(),
            structs: Vec::new(),
            unions: Vec::new(),
            bounded: Vec::new(),
            trusted: Vec::new(),
            reach: FxHashMap::default(),
            tokens: 0,
            size,
            max_functions: (config.max_functions as usize * scale).max(1),
            max_globals: config.max_globals as usize * scale,
            total_cost: 0,
            // The estimate is rough: a quarter of the budget leaves room for its errors. And a
            // program need not run longer than its text is worth: two thirds of what is charged
            // here never runs, the rest gets guards that triple it, and each step is paid for in
            // two or three runs of the machine.
            max_cost: (u64::from(config.max_steps) / 4 * scale as u64).min(10_000 + 10 * size),
            data: 0,
            final_state: None,
            tally: Tally::default(),
            book: productions::Book::default(),
            #[cfg(test)]
            checks_walks: false,
        }
    }

    // ---- where we write ----

    fn frame(&self) -> &Frame {
        self.frames.last().expect("a function is open while code is written")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a function is open while code is written")
    }

    fn func(&self) -> FuncId {
        self.frame().func
    }

    fn state(&self) -> &State {
        &self.frame().flow.state
    }

    fn body_of(&mut self, func: FuncId) -> &mut Body {
        let function = Arc::make_mut(&mut self.program.functions[func]);
        function.body.as_mut().expect("a function that is written has a body")
    }

    fn body(&mut self) -> &mut Body {
        self.body_of(self.func())
    }

    fn body_ref(&self) -> &Body {
        let function = &self.program.functions[self.func()];
        function.body.as_ref().expect("a function that is written has a body")
    }

    /// The builder for the open function's expressions.
    fn build(&mut self) -> Builder<'_> {
        let func = self.func();
        let function = Arc::make_mut(&mut self.program.functions[func]);
        let body = function.body.as_mut().expect("a function that is written has a body");
        Builder {
            types: Arc::make_mut(&mut self.program.types),
            target: &self.target,
            dialect: self.config.std,
            exprs: &mut body.exprs,
        }
    }

    fn push_stmt(&mut self, kind: StmtKind) -> StmtId {
        let stmt = self.body().stmts.push(Stmt { kind, loc: Loc::NONE });
        self.book.writes(self.frame().func, stmt);
        stmt
    }

    /// Adds a statement to the innermost open block.
    fn append(&mut self, stmt: StmtId) {
        self.frame_mut().blocks.last_mut().expect("a block is open").stmts.push(stmt);
    }

    fn type_of(&self, e: ExprId) -> TypeId {
        self.body_ref().exprs[e].ty.ty
    }

    /// An index, with a likelihood in proportion to its weight; this one where all are 0.
    fn draw(&mut self, otherwise: usize, weights: &[u32]) -> usize {
        if weights.iter().all(|weight| *weight == 0) {
            otherwise
        } else {
            self.choices.weighted(weights)
        }
    }

    // ---- budgets ----

    /// Whether the program has reached its size: from here on only what is needed to close it.
    fn is_full(&self) -> bool {
        self.tokens >= self.size
    }

    /// Whether the open function has reached its share.
    fn is_function_full(&self) -> bool {
        self.is_full() || self.tokens >= self.frame().token_goal
    }

    /// How often the point where we write can run in the whole program.
    fn times(&self) -> u64 {
        let frame = self.frame();
        frame.trips.saturating_mul(frame.runs)
    }

    /// The steps that the program may have by now: in proportion to what is written of it, so that
    /// its beginning does not use up what loops further down need.
    fn budget(&self) -> u64 {
        let written = (self.tokens + self.size / 8).min(self.size);
        self.max_cost / 1_000 * (written * 1_000 / self.size.max(1))
    }

    /// Whether so many steps at this point still fit the budget.
    fn affords(&self, steps: u64) -> bool {
        self.total_cost.saturating_add(steps.saturating_mul(self.times())) <= self.budget()
    }

    /// How deep an expression may be at this point: where it runs often, one must not take more
    /// than a part of the steps that are left.
    fn depth_here(&self) -> u32 {
        let most = self.config.max_expr_depth;
        let times = self.times();
        if times <= 1 {
            return most;
        }
        let left = self.budget().saturating_sub(self.total_cost);
        let nodes = left / 4 / times;
        most.min((nodes / 2).max(2).ilog2())
    }

    /// Charges steps at this point.
    fn charge(&mut self, steps: u64) {
        let times = self.times();
        self.total_cost = self.total_cost.saturating_add(steps.saturating_mul(times));
        let frame = self.frame_mut();
        frame.cost = frame.cost.saturating_add(steps.saturating_mul(frame.trips));
    }

    fn add_tokens(&mut self, tokens: u64) {
        self.tokens += tokens;
    }

    /// Lets the analysis walk as much as the tokens written so far pay for.
    fn allow_work(&mut self) {
        let paid = self.tokens.saturating_mul(WORK_PER_TOKEN).max(self.analysis.work);
        self.analysis.work_limit = paid + WORK_FOR_ONE;
    }

    /// Lets the analysis walk whatever it needs: for what has to be committed.
    fn allow_all_work(&mut self) {
        self.analysis.work_limit = u64::MAX;
    }

    // ---- taking back ----

    fn mark(&mut self) -> Mark {
        let frame = self.frame();
        let blocks = frame
            .blocks
            .iter()
            .map(|b| BlockMark {
                head: b.head.len(),
                stmts: b.stmts.len(),
                vars: b.vars.len(),
                declared: b.declared.len(),
                promised: b.promised.len(),
            })
            .collect();
        let (flow, siblings, frame_cost) = (frame.flow.clone(), frame.siblings.len(), frame.cost);
        let (token_goal, tokens_elsewhere) = (frame.token_goal, frame.tokens_elsewhere);
        let body = self.body_ref();
        Mark {
            globals: self.program.globals.len(),
            functions: self.program.functions.len(),
            infos: self.infos.len(),
            visible: self.globals.len(),
            exprs: body.exprs.len(),
            stmts: body.stmts.len(),
            locals: body.locals.len(),
            labels: body.labels.len(),
            blocks,
            space: self.analysis.space.mark(),
            flow,
            siblings,
            bounded: self.bounded.len(),
            trusted: self.trusted.len(),
            tokens: self.tokens,
            total_cost: self.total_cost,
            frame_cost,
            token_goal,
            tokens_elsewhere,
            data: self.data,
        }
    }

    fn rollback(&mut self, mark: Mark) {
        if self.program.functions.len() > mark.functions {
            self.program.functions.truncate(mark.functions);
            self.analysis.forget_functions(FuncId(mark.functions as u32));
        }
        self.program.globals.truncate(mark.globals);
        self.infos.truncate(mark.infos);
        self.globals.truncate(mark.visible);
        let body = self.body();
        body.exprs.truncate(mark.exprs);
        let had_statements = body.stmts.len() > mark.stmts;
        body.stmts.truncate(mark.stmts);
        body.locals.truncate(mark.locals);
        body.labels.truncate(mark.labels);
        if had_statements {
            let func = self.func();
            self.analysis.forget_statements(func, StmtId(mark.stmts as u32));
        }
        let frame = self.frame_mut();
        frame.blocks.truncate(mark.blocks.len());
        for (block, mark) in frame.blocks.iter_mut().zip(mark.blocks) {
            block.head.truncate(mark.head);
            block.stmts.truncate(mark.stmts);
            block.vars.truncate(mark.vars);
            block.declared.truncate(mark.declared);
            block.promised.truncate(mark.promised);
        }
        frame.flow = mark.flow;
        frame.siblings.truncate(mark.siblings);
        frame.cost = mark.frame_cost;
        frame.token_goal = mark.token_goal;
        frame.tokens_elsewhere = mark.tokens_elsewhere;
        self.analysis.forget_proposals(self.frame().func, ExprId(mark.exprs as u32));
        self.analysis.space.rollback(mark.space);
        self.bounded.truncate(mark.bounded);
        self.trusted.truncate(mark.trusted);
        self.tokens = mark.tokens;
        self.total_cost = mark.total_cost;
        self.data = mark.data;
    }

    // ---- the analysis, at the point where we write ----

    /// A statement is not going to be committed.
    fn refused(&mut self, violation: brinell_analysis::Violation) {
        self.tally.refused += 1;
        self.book.refuses(violation);
    }

    /// Walks a statement from the flow at this point, for good; the flow moves behind it.
    fn walk(&mut self, stmt: StmtId) -> Result<(), brinell_analysis::Violation> {
        let frame = self.frames.last_mut().expect("a function is open while code is written");
        let cx = Cx { program: &self.program, func: frame.func };
        self.analysis.stmt(cx, &mut frame.flow, stmt)
    }

    /// Proposes an expression that begins in this state: the facts move behind it. Nothing where
    /// the analysis objects.
    fn propose(&mut self, from: State, id: ExprId) -> Option<Ex> {
        let frame = self.frames.last_mut().expect("a function is open while code is written");
        let cx = Cx { program: &self.program, func: frame.func };
        frame.flow.state = from.clone();
        match self.analysis.propose(cx, &mut frame.flow.state, id) {
            Ok((value, effects)) => Some(Ex { id, effects, value }),
            Err(violation) => {
                frame.flow.state = from;
                self.book.refuses(violation);
                None
            }
        }
    }

    /// Walks an expression from the state at this point, for good.
    fn walk_expr(&mut self, e: ExprId) -> Result<Value, brinell_analysis::Violation> {
        let frame = self.frames.last_mut().expect("a function is open while code is written");
        let cx = Cx { program: &self.program, func: frame.func };
        let mut effects = Effects::default();
        let value = self.analysis.value(cx, &mut frame.flow.state, e, &mut effects)?;
        frame.flow.effects.merge(&effects);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Grower<'_> {
        /// A statement that was walked in pieces, as it was written, must come to the same when it
        /// is walked as a whole.
        pub(super) fn walk_as_a_whole(&mut self, stmt: StmtId, mark: &Mark) {
            if !self.checks_walks {
                return;
            }
            let frame = self.frames.last().expect("a function is open while code is written");
            let cx = Cx { program: &self.program, func: frame.func };
            let mut flow = mark.flow.clone();
            self.analysis.stmt(cx, &mut flow, stmt).expect("its pieces were good");
            let (space, sets) = (&self.analysis.space, &self.analysis.sets);
            let pieces = &frame.flow;
            assert!(flow.state.is_covered_by(&pieces.state, space, sets));
            assert!(pieces.state.is_covered_by(&flow.state, space, sets));
            assert_eq!(flow.effects, pieces.effects);
            assert_eq!(flow.returned, pieces.returned);
        }
    }

    #[test]
    fn pieces_come_to_what_the_whole_does() {
        let config = Config { recursion: true, ..Config::default() };
        let mut statements = 0;
        for seed in 0..40 {
            let mut choices = Choices::seeded(seed);
            let mut grower = Grower::new(&mut choices, &config, 3_000);
            grower.checks_walks = true;
            grower.make_types();
            grower.entry();
            statements += grower.tally.committed;
        }
        assert!(statements > 1_000, "{statements}");
    }
}
