//! `--paranoid`: what is known about pointers, as assertions in the program (thesis 4.4.4).
//!
//! A finished draft is analysed once more, from its entry, and behind each expression statement
//! that writes or names pointers some of them are compared with all that they may point to. The
//! facts of all contexts are joined, as a text has no context. The machine then runs the program
//! with its assertions: one that fails means that the analysis is wrong.
//!
//! Left out, because C cannot say it there or because saying it would change the program: pointers
//! in arrays, in unions and volatile ones; pointers to what is not in scope; dangling ones, which
//! must not even be read; functions that call themselves, whose variables exist several times;
//! pointers that a statement does not name, and writes in some contexts only ([`written`]).

mod written;

use crate::Draft;
use crate::generator::MACHINE_STACK;
use crate::harness::{self, Options, Runtime};
use brinell_analysis::{
    Analysis, Effects, PointerRecord, Root, SetId, State, VariableNode, Violation,
};
use brinell_lang::{
    BinaryOp, Body, BuildError, Builder, ExprId, ExprKind, FuncId, Id, IntKind, Linkage, Loc,
    LocalId, LogicalOp, Program, Stmt, StmtId, StmtKind, Target, Types, UnaryOp,
};
use brinell_machine::{Limits, Meaning, Outcome, RunMode, observe_here};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use written::Written;

/// Assertions behind one statement; a call can write many pointers.
const MOST_PER_STATEMENT: usize = 2;
/// Elements of an array that a pointer is compared with one by one.
const MOST_ELEMENTS: u64 = 8;
/// Comparisons of one pointer: longer lists say little and take much room.
const MOST_COMPARISONS: usize = 16;
/// Nodes that the analysis visits before it gives up: a second or two, and far more than growing
/// the largest program takes.
const WORK_LIMIT: u64 = 100_000_000;
/// How much longer a run with assertions may take: each statement is followed by at most
/// [`MOST_PER_STATEMENT`] times [`MOST_COMPARISONS`] comparisons of a few nodes.
const SLOWER: u64 = 300;

/// A program with assertions that does not do what it should: a bug of Brinell's.
#[derive(Debug)]
pub struct Wrong {
    /// What is wrong.
    pub what: String,
    /// The program.
    pub program: Program,
}

/// Puts assertions into a draft that has its guards, and runs it: all of them must hold, and it
/// must do what the finished program without them does (`plain`).
pub fn apply(
    draft: &mut Draft,
    union_punning: bool,
    options: &Options,
    runtime: &Runtime,
    plain: &Meaning,
) -> Result<(Program, Meaning), Box<Wrong>> {
    let analysis = facts(draft, union_punning).map_err(|(violation, at)| {
        let what = format!("the analysis refuses the finished program: {violation:?} at {at:?}");
        Box::new(Wrong { what, program: harness::finish(draft, options, runtime) })
    })?;
    insert(draft, &analysis, runtime);
    let program = harness::finish(draft, options, runtime);
    match confirm(&program, plain) {
        Ok(meaning) => Ok((program, meaning)),
        Err(what) => Err(Box::new(Wrong { what, program })),
    }
}

/// Runs a hosted program with assertions.
fn confirm(program: &Program, plain: &Meaning) -> Result<Meaning, String> {
    if let Some(flaw) = brinell_lang::check(program).first() {
        return Err(format!("not well-formed: {flaw}"));
    }
    let limits = Limits { steps: plain.stats.steps.saturating_mul(SLOWER), ..Limits::default() };
    match observe_here(program, &limits, RunMode::default(), MACHINE_STACK).outcome {
        Outcome::Finished(meaning) => {
            if let Some(number) = harness::failed_assertion(&meaning.stdout) {
                return Err(format!("points-to assertion {number} failed: the analysis is wrong"));
            }
            let same = meaning.stdout == plain.stdout
                && meaning.exit == plain.exit
                && meaning.volatiles == plain.volatiles;
            if same { Ok(meaning) } else { Err("assertions change what the program does".into()) }
        }
        Outcome::OutOfBudget(_) => Err("with assertions the program does not end".to_owned()),
        Outcome::Undefined(failure) => {
            Err(format!("with assertions: {} ({:?})", failure.ub.title(), failure.ub))
        }
        Outcome::Undecided(undecided) => {
            Err(format!("with assertions: undecided whether {}", undecided.what))
        }
        Outcome::Unsupported(what) => Err(what.what),
    }
}

// ---- facts ----

/// Analyses a draft, and records what its pointers may point to; or says what the analysis does
/// not like, and where.
fn facts(
    draft: &Draft,
    union_punning: bool,
) -> Result<Analysis, (Violation, Option<(FuncId, StmtId)>)> {
    let program = &draft.program;
    let mut analysis = Analysis::of_program(program).map_err(|violation| (violation, None))?;
    analysis.union_punning = union_punning;
    analysis.work_limit = WORK_LIMIT;
    analysis.record = Some(PointerRecord::default());
    for func in self_calling(program) {
        analysis.allow_recursion(func);
    }
    let mut state = State::initial();
    match analysis.call(program, draft.entry, &[], &mut state, &mut Effects::default()) {
        Ok(_) => Ok(analysis),
        Err(violation) => Err((violation, analysis.failed_at)),
    }
}

/// Functions that call themselves, directly or through others.
fn self_calling(program: &Program) -> FxHashSet<FuncId> {
    let mentioned = |func: FuncId| {
        let body = program.functions[func].body.as_ref();
        body.into_iter().flat_map(|b| &b.exprs).filter_map(|e| match e.kind {
            ExprKind::Function(callee) => Some(callee),
            _ => None,
        })
    };
    let calls_itself = |func: &FuncId| {
        let mut seen = FxHashSet::default();
        let mut todo: Vec<FuncId> = mentioned(*func).collect();
        while let Some(callee) = todo.pop() {
            if callee == *func {
                return true;
            }
            if seen.insert(callee) {
                todo.extend(mentioned(callee));
            }
        }
        false
    };
    program.functions.ids().filter(calls_itself).collect()
}

/// What the analysis recorded, in an order.
type Recorded = BTreeMap<FuncId, BTreeMap<StmtId, Vec<(VariableNode, SetId)>>>;

/// What was recorded and holds whenever a statement has been executed.
fn recorded(draft: &Draft, analysis: &Analysis) -> Recorded {
    let program = &draft.program;
    let mut all = Recorded::new();
    for (&(func, stmt, node), &set) in analysis.record.iter().flatten() {
        all.entry(func).or_default().entry(stmt).or_default().push((node, set));
    }
    for func in self_calling(program) {
        all.remove(&func);
    }
    let mut written = Written::new(program, analysis, &all, draft.entry);
    let mut holds = Recorded::new();
    for (&func, stmts) in &all {
        for (&stmt, pointers) in stmts {
            let always = written.or_named_by(func, stmt);
            let mut pointers = pointers.clone();
            pointers.retain(|(node, _)| always.contains(node));
            // The record is in no order.
            pointers.sort_unstable();
            holds.entry(func).or_default().insert(stmt, pointers);
        }
    }
    holds
}

// ---- which of them can be said ----

/// A step from an object into it.
#[derive(Copy, Clone)]
enum PathStep {
    Field(u32),
    Element(u64),
}

/// How the program calls an object: a variable, then the way into it.
#[derive(Clone)]
struct Name {
    root: Root,
    steps: Vec<PathStep>,
}

/// What a pointer may point to.
struct Fact {
    pointer: Name,
    may_be_null: bool,
    targets: Vec<Name>,
}

/// Looks for what can be said in one function.
struct CheckSearch<'a> {
    program: &'a Program,
    analysis: &'a Analysis,
    func: FuncId,
    body: &'a Body,
    /// What is recorded for the function.
    recorded: &'a BTreeMap<StmtId, Vec<(VariableNode, SetId)>>,
    /// The locals in scope.
    scope: Vec<LocalId>,
    found: Vec<(StmtId, Vec<Fact>)>,
}

impl CheckSearch<'_> {
    /// Looks through a statement that stands where statements can be added behind it.
    fn stmt(&mut self, stmt: StmtId) {
        let body = self.body;
        let outer = self.scope.len();
        match &body.stmts[stmt].kind {
            StmtKind::Expr(_) => self.expression_statement(stmt),
            StmtKind::Block(stmts) => {
                for &s in stmts {
                    self.declare_or_search(s);
                }
                self.scope.truncate(outer);
            }
            StmtKind::For { init, body: inner, .. } => {
                for &s in init {
                    // Nothing can be added behind an expression that stands here.
                    if let StmtKind::Decl(local) = body.stmts[s].kind {
                        self.scope.push(local);
                    }
                }
                self.stmt(*inner);
                self.scope.truncate(outer);
            }
            kind => kind.for_each_child(|child| self.stmt(child)),
        }
    }

    fn declare_or_search(&mut self, stmt: StmtId) {
        match self.body.stmts[stmt].kind {
            StmtKind::Decl(local) => self.scope.push(local),
            _ => self.stmt(stmt),
        }
    }

    fn expression_statement(&mut self, stmt: StmtId) {
        let Some(recorded) = self.recorded.get(&stmt) else { return };
        let mut facts: Vec<Fact> =
            recorded.iter().filter_map(|(node, set)| self.fact(*node, *set)).collect();
        if facts.is_empty() {
            return;
        }
        // Not always the first ones: every pointer has its turn somewhere.
        let turn = stmt.index() % facts.len();
        facts.rotate_left(turn);
        facts.truncate(MOST_PER_STATEMENT);
        self.found.push((stmt, facts));
    }

    fn fact(&self, pointer: VariableNode, set: SetId) -> Option<Fact> {
        let (space, sets) = (&self.analysis.space, &self.analysis.sets);
        let one_object = !space.is_summary(pointer) && space.outer_union(pointer).is_none();
        if !one_object || space.is_volatile(pointer) {
            return None;
        }
        if set == SetId::EMPTY || sets.may_be_garbage(set) {
            return None;
        }
        let may_be_null = sets.may_be_null(set);
        let mut targets = Vec::new();
        for target in sets.nodes(set) {
            targets.extend(self.names(*target)?);
            if targets.len() + usize::from(may_be_null) > MOST_COMPARISONS {
                return None;
            }
        }
        let pointer = self.names(pointer)?.pop()?;
        Some(Fact { pointer, may_be_null, targets })
    }

    /// The names of all objects that a node stands for: elements of an array each by itself.
    fn names(&self, node: VariableNode) -> Option<Vec<Name>> {
        let space = &self.analysis.space;
        let Some(parent) = space.parent(node) else {
            let root = space.root(node);
            let name = Name { root, steps: Vec::new() };
            return self.is_visible(root).then(|| vec![name]);
        };
        let types = &self.program.types;
        let outer = self.names(parent)?;
        let ty = space.ty(parent).ty;
        let steps: Vec<PathStep> = if let Some(record) = types.as_record(ty) {
            let fields = types.records[record].fields.as_ref()?.len() as u32;
            let field = (0..fields).find(|field| space.field(parent, *field) == node)?;
            vec![PathStep::Field(field)]
        } else {
            let len = types.as_array(ty)?.1?;
            if len.saturating_mul(outer.len() as u64) > MOST_ELEMENTS {
                return None;
            }
            (0..len).map(PathStep::Element).collect()
        };
        let step_into = |name: &Name| {
            let name = name.clone();
            steps.clone().into_iter().map(move |step| {
                let mut name = name.clone();
                name.steps.push(step);
                name
            })
        };
        Some(outer.iter().flat_map(step_into).collect())
    }

    fn is_visible(&self, root: Root) -> bool {
        match root {
            Root::Global(id) => self.program.globals[id].linkage != Linkage::None,
            Root::Local(func, local) => func == self.func && self.scope.contains(&local),
            Root::Text(_) | Root::Argument(_) | Root::Function(_) => false,
        }
    }
}

// ---- saying it ----

/// Puts assertions into all functions of a draft; returns how many.
fn insert(draft: &mut Draft, analysis: &Analysis, runtime: &Runtime) -> u32 {
    let recorded = recorded(draft, analysis);
    let program = &mut draft.program;
    let failed = runtime.add_helper("paranoid_failed", program);
    let mut count = 0;
    for (func, recorded) in recorded {
        let Some(body) = &program.functions[func].body else { continue };
        let Some(root) = body.root else { continue };
        let (scope, found) = (body.params.clone(), Vec::new());
        let recorded = &recorded;
        let mut search = CheckSearch { program, analysis, func, body, recorded, scope, found };
        search.stmt(root);
        let found = search.found;
        if found.is_empty() {
            continue;
        }
        let failed_ty = program.functions[failed].ty;
        // The body is changed while the program's table of types grows.
        let Some(mut body) = program.function_mut(func).body.take() else { continue };
        let mut added = FxHashMap::default();
        for (stmt, facts) in found {
            let mut writer = CheckWriter { program: &mut *program, body: &mut body };
            let mut stmts = Vec::new();
            for fact in &facts {
                let mark = writer.body.exprs.len();
                if let Ok(assertion) = writer.assertion(fact, (failed, failed_ty), count + 1) {
                    count += 1;
                    stmts.push(assertion);
                } else {
                    // What cannot be compared with each other, cannot.
                    writer.body.exprs.truncate(mark);
                }
            }
            added.insert(stmt, stmts);
        }
        put_behind(&mut body, &added);
        program.function_mut(func).body = Some(body);
    }
    count
}

/// Writes assertions in a body, which is not in its function meanwhile.
struct CheckWriter<'a> {
    program: &'a mut Program,
    body: &'a mut Body,
}

impl CheckWriter<'_> {
    /// `if (!(p == &x || p == 0)) paranoid_failed(number);`
    fn assertion(
        &mut self,
        fact: &Fact,
        failed: (FuncId, brinell_lang::TypeId),
        number: u32,
    ) -> Result<StmtId, BuildError> {
        let mut holds = None;
        for target in &fact.targets {
            let target = self.name(target)?;
            let target = self.builder().addr_of(target, Loc::NONE)?;
            holds = Some(self.or_equal(holds, &fact.pointer, target)?);
        }
        if fact.may_be_null {
            let null = self.builder().int(0, IntKind::Int, Loc::NONE);
            holds = Some(self.or_equal(holds, &fact.pointer, null)?);
        }
        let mut build = self.builder();
        let holds = holds.expect("facts are about pointers that point somewhere or are null");
        let cond = build.unary(UnaryOp::Not, holds, Loc::NONE)?;
        let callee = build.function(failed.0, failed.1, Loc::NONE);
        let number = build.int(number, IntKind::ULong, Loc::NONE);
        let call = build.call(callee, vec![number], Loc::NONE)?;
        let then = self.stmt(StmtKind::Expr(call));
        Ok(self.stmt(StmtKind::If { cond, then, otherwise: None }))
    }

    /// `before || pointer == value`
    fn or_equal(
        &mut self,
        before: Option<ExprId>,
        pointer: &Name,
        value: ExprId,
    ) -> Result<ExprId, BuildError> {
        let pointer = self.name(pointer)?;
        let mut build = self.builder();
        let equal = build.binary(BinaryOp::Eq, pointer, value, Loc::NONE)?;
        match before {
            Some(before) => build.logical(LogicalOp::Or, before, equal, Loc::NONE),
            None => Ok(equal),
        }
    }

    fn name(&mut self, name: &Name) -> Result<ExprId, BuildError> {
        let mut place = match name.root {
            Root::Global(id) => {
                let ty = self.program.globals[id].ty;
                self.builder().global(id, ty, Loc::NONE)
            }
            Root::Local(_, id) => {
                let ty = self.body.locals[id].ty;
                self.builder().local(id, ty, Loc::NONE)
            }
            Root::Text(_) | Root::Argument(_) | Root::Function(_) => {
                unreachable!("only variables are visible")
            }
        };
        let mut build = self.builder();
        for step in &name.steps {
            place = match *step {
                PathStep::Field(field) => build.member(place, field, Loc::NONE)?,
                PathStep::Element(index) => {
                    let index = build.int(index, IntKind::Int, Loc::NONE);
                    build.index(place, index, Loc::NONE)?
                }
            };
        }
        Ok(place)
    }

    fn builder(&mut self) -> Builder<'_> {
        let Program { types, target, dialect, .. } = &mut *self.program;
        let (types, target): (&mut Types, &Target) = (std::sync::Arc::make_mut(types), target);
        Builder { types, target, dialect: *dialect, exprs: &mut self.body.exprs }
    }

    fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.body.stmts.push(Stmt { kind, loc: Loc::NONE })
    }
}

/// Puts statements behind others: into the block around them, or into a new one.
fn put_behind(body: &mut Body, added: &FxHashMap<StmtId, Vec<StmtId>>) {
    for id in body.stmts.ids() {
        let mut kind = std::mem::replace(&mut body.stmts[id].kind, StmtKind::Empty);
        let mut alone: Vec<&mut StmtId> = Vec::new();
        match &mut kind {
            StmtKind::Block(stmts) => {
                let behind = |s: &StmtId| added.get(s).into_iter().flatten().copied();
                *stmts = stmts.iter().flat_map(|s| std::iter::once(*s).chain(behind(s))).collect();
            }
            StmtKind::If { then, otherwise, .. } => {
                alone.push(then);
                alone.extend(otherwise);
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Switch { body, .. } => alone.push(body),
            _ => {}
        }
        for child in alone {
            let Some(behind) = added.get(child).filter(|stmts| !stmts.is_empty()) else { continue };
            let stmts = [&[*child][..], behind].concat();
            *child = body.stmts.push(Stmt { kind: StmtKind::Block(stmts), loc: Loc::NONE });
        }
        body.stmts[id].kind = kind;
    }
}

#[cfg(test)]
mod tests;
