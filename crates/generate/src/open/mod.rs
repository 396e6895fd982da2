//! Open sites of a draft: what its grower leaves to the first execution, and with which intent.
//!
//! The draft is grown blind. Then, for functions that are to be *tracked* rather than guarded, this
//! looks for integer operations, literals and conditions that may be decided late, and draws for
//! each what is wanted there. The resolver ([`resolver`]) draws nothing: it is a function of intent,
//! operands and earlier decisions, so that a run can be begun again.
//!
//! Never open: what the analysis or the budget rely on. That is loops' starts, tests and steps,
//! counted jumps, recursive functions, indices and pointer arithmetic that are in bounds by
//! construction, indices that are any expression (a guard that writes an lvalue twice copies them
//! before they are decided), idioms, and everything outside of functions.

mod aims;
mod counts;
mod resolver;
pub mod rewrites;
#[cfg(test)]
mod tests;

pub use aims::Aim;
pub use counts::{OpenKind, SiteCounts, SiteFate};
pub use resolver::DraftResolver;

use crate::config::Config;
use crate::draft::{Draft, jumps_away};
use crate::relax;
use brinell_choice::Choices;
use brinell_lang::arith::IntShape;
use brinell_lang::open::{OpenConstant, OpenSites, OperandSide};
use brinell_lang::{
    BinaryOp, Body, ExprId, ExprKind, FuncId, IntKind, Program, StmtId, StmtKind, UnaryOp,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is wanted of an open operation.
#[derive(Copy, Clone, Debug)]
pub struct Intent {
    /// What its literal is for, if it has an open one.
    pub aim: Aim,
    /// Whether a constant is inserted where that helps, rather than the operator flipped.
    pub inserts: bool,
    /// Picks among equals.
    pub salt: u32,
}

/// Operations that are copies of one another: by each of them, all of them.
pub type Twins = FxHashMap<(FuncId, ExprId), Rc<Vec<(FuncId, ExprId)>>>;

/// The open sites of a draft, with what is wanted of each.
#[derive(Clone, Debug, Default)]
pub struct OpenDraft {
    /// For the machine.
    pub sites: OpenSites,
    /// By operation.
    pub intents: FxHashMap<(FuncId, ExprId), Intent>,
    /// By condition: whether the first arm is to run.
    pub wanted_arms: FxHashMap<(FuncId, StmtId), bool>,
    /// The functions whose operations are open.
    pub functions: BTreeSet<FuncId>,
    /// Operations that are written several times: by each of them, all of them.
    pub twins: Twins,
}

/// Draws which functions are tracked, and opens their sites; of the others, conditions only.
pub fn open(draft: &mut Draft, config: &Config, choices: &mut Choices) -> OpenDraft {
    let mut open = OpenDraft::default();
    open.sites.relaxed = relax::relax(draft, config, choices);
    let draft = &*draft;
    let program = &draft.program;
    let closed: FxHashSet<_> =
        draft.bounded.iter().chain(&draft.relaxed.indices).copied().collect();
    for id in program.functions.ids() {
        let Some(body) = &program.functions[id].body else { continue };
        let tracked = choices.chance(config.track_percent);
        if calls_itself(body, id) {
            continue;
        }
        if tracked {
            open.functions.insert(id);
        }
        let open = &mut open;
        let looping = FxHashSet::default();
        OpenSearch {
            program,
            body,
            func: id,
            tracked,
            draft,
            closed: &closed,
            config,
            choices,
            open,
            looping,
            in_loop: false,
        }
        .function();
    }
    open.twins = twins(draft, &open.sites);
    open
}

/// Open operations that are copies of one another.
fn twins(draft: &Draft, sites: &OpenSites) -> Twins {
    let mut groups: BTreeMap<(FuncId, ExprId), Vec<(FuncId, ExprId)>> = BTreeMap::new();
    let mut copies: Vec<_> = draft.repeats.iter().collect();
    copies.sort_unstable();
    for (&site, &original) in copies {
        let mut first = (site.0, original);
        while let Some(&before) = draft.repeats.get(&first) {
            first.1 = before;
        }
        // Only copies whose literal is open in both.
        let same = sites.operations.get(&site).zip(sites.operations.get(&first));
        if same.is_some_and(|(a, b)| a.is_some() == b.is_some()) {
            groups.entry(first).or_insert_with(|| vec![first]).push(site);
        }
    }
    let groups = groups.into_values().map(Rc::new);
    groups
        .flat_map(|all| Vec::clone(&all).into_iter().map(move |one| (one, Rc::clone(&all))))
        .collect()
}

/// Whether a function calls itself: the number of its activations depends on its numbers.
fn calls_itself(body: &Body, id: FuncId) -> bool {
    body.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Function(f) if f == id))
}

/// What of an operation may be open.
enum Openable {
    /// Nothing.
    No,
    /// The operator.
    Operation,
    /// And a literal that is an operand.
    WithLiteral(OpenConstant),
}

struct OpenSearch<'a> {
    program: &'a Program,
    body: &'a Body,
    func: FuncId,
    /// Whether operations are open, and not conditions only.
    tracked: bool,
    draft: &'a Draft,
    /// Elements whose index is not open.
    closed: &'a FxHashSet<(FuncId, ExprId)>,
    config: &'a Config,
    choices: &'a mut Choices,
    open: &'a mut OpenDraft,
    /// Statements that a loop is around.
    looping: FxHashSet<StmtId>,
    /// Whether the statement that is looked at is one of them.
    in_loop: bool,
}

impl OpenSearch<'_> {
    fn function(&mut self) {
        let body = self.body;
        let Some(root) = body.root else { return };
        let mut closed = FxHashSet::default();
        for (_, kind) in body.stmts_under(root) {
            match kind {
                StmtKind::For { init, body: inner, .. } => {
                    closed.extend(init.iter().copied());
                    self.looping.extend(body.stmts_under(*inner).map(|(id, _)| id));
                }
                StmtKind::While { body: inner, .. } | StmtKind::DoWhile { body: inner, .. } => {
                    self.looping.extend(body.stmts_under(*inner).map(|(id, _)| id));
                }
                _ => {}
            }
        }
        for (stmt, kind) in body.stmts_under(root) {
            self.in_loop = self.looping.contains(&stmt);
            match kind {
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {}
                StmtKind::If { cond, then, otherwise } => {
                    if !self.counts_jumps(*then) {
                        self.condition(stmt, *then, *otherwise);
                        self.tree(*cond);
                    }
                }
                _ if closed.contains(&stmt) => {}
                _ => body.for_each_expr(kind, |e| self.tree(e)),
            }
        }
    }

    /// Whether the arm is that of a counted jump back, `{ n--; goto label; }`.
    fn counts_jumps(&self, arm: StmtId) -> bool {
        let StmtKind::Block(stmts) = &self.body.stmts[arm].kind else { return false };
        let [step, jump] = stmts[..] else { return false };
        matches!(self.body.stmts[step].kind, StmtKind::Expr(_))
            && matches!(self.body.stmts[jump].kind, StmtKind::Goto(_))
    }

    /// The larger arm is to run, unless it leaves and costs what comes after it.
    fn condition(&mut self, stmt: StmtId, then: StmtId, otherwise: Option<StmtId>) {
        let leaves = |arm: StmtId| jumps_away(self.body, arm);
        let weight = |arm: StmtId| self.body.stmts_under(arm).count();
        let wanted = match otherwise {
            None => !leaves(then),
            Some(other) if leaves(then) != leaves(other) => !leaves(then),
            Some(other) => weight(then) >= weight(other),
        };
        // A jump past initialisers is worth taking, for it is what is tried out.
        let jump = [Some(then), otherwise].into_iter().flatten().position(|arm| {
            let mut inside = self.body.stmts_under(arm);
            inside.any(|(s, _)| self.open.sites.relaxed.jumps.contains_key(&(self.func, s)))
        });
        let taken = self.config.relax_taken_percent;
        let wanted = match jump {
            Some(arm) if self.choices.chance(taken) => arm == 0,
            _ => wanted,
        };
        self.open.sites.conditions.insert((self.func, stmt));
        self.open.wanted_arms.insert((self.func, stmt), wanted);
    }

    /// All that may be open in an expression.
    fn tree(&mut self, root: ExprId) {
        if !self.tracked {
            return;
        }
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            let expr = &self.body.exprs[id];
            let site = (self.func, id);
            if self.closed.contains(&site) {
                // Only its index is closed; what is indexed is another matter.
                if let ExprKind::Index { base, .. } = expr.kind {
                    todo.push(base);
                }
                continue;
            }
            if self.draft.trusted.contains(&site) || self.walks(id) {
                continue;
            }
            if let ExprKind::CompoundLiteral(local) = expr.kind {
                if let Some(init) = &self.body.locals[local].init {
                    init.for_each_expr(|e| todo.push(e));
                }
                continue;
            }
            self.operation(id);
            expr.for_each_child(|child| todo.push(child));
        }
    }

    /// Whether it is arithmetic on pointers.
    fn walks(&self, id: ExprId) -> bool {
        let types = &self.program.types;
        let is_pointer = |e: ExprId| types.pointee(self.body.exprs[e].ty.ty).is_some();
        match self.body.exprs[id].kind {
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::AssignOp { lhs, rhs, .. } => {
                is_pointer(lhs) || is_pointer(rhs)
            }
            ExprKind::IncDec { operand, .. } => is_pointer(operand),
            _ => false,
        }
    }

    fn operation(&mut self, id: ExprId) {
        let constant = match self.openable(id) {
            Openable::No => return,
            Openable::Operation => None,
            Openable::WithLiteral(constant) => Some(constant),
        };
        let constant = constant.filter(|_| self.choices.chance(self.config.open_constant_percent));
        let aim = match constant {
            Some(_) => aims::draw(self.config, self.choices),
            None => Aim::Keep,
        };
        // An edge that the first round just meets is passed by the next one.
        let aim = if aim == Aim::Edge && self.in_loop && grows(&self.body.exprs[id].kind) {
            Aim::Ones
        } else {
            aim
        };
        let inserts = self.choices.chance(self.config.insert_percent);
        let salt = self.choices.bits(32) as u32;
        let site = (self.func, id);
        self.open.sites.operations.insert(site, constant);
        self.open.intents.insert(site, Intent { aim, inserts, salt });
    }

    /// Whether an operation may be open, and with which literal.
    fn openable(&self, id: ExprId) -> Openable {
        let exprs = &self.body.exprs;
        let is_word = |e: ExprId| self.word(exprs[e].ty.ty).is_some();
        let constant = match exprs[id].kind {
            ExprKind::Binary { lhs, rhs, op } if is_word(lhs) && is_word(rhs) => {
                let left = self.literal(lhs, OperandSide::Left).filter(|_| !op.is_shift());
                self.literal(rhs, OperandSide::Right).or(left)
            }
            // A `_Bool` is computed with as an `int`.
            ExprKind::AssignOp { lhs, rhs, compute, .. }
                if self.program.types.as_int(exprs[lhs].ty.ty).is_some()
                    && is_word(rhs)
                    && self.word(compute).is_some() =>
            {
                self.literal(rhs, OperandSide::Right)
            }
            ExprKind::IncDec { operand, .. } if is_word(operand) => None,
            ExprKind::Unary { op: UnaryOp::Neg, operand } if is_word(operand) => None,
            _ => return Openable::No,
        };
        constant.map_or(Openable::Operation, Openable::WithLiteral)
    }

    /// The shape of an integer type of at most 64 bits; `_Bool` has no arithmetic of its own.
    fn word(&self, ty: brinell_lang::TypeId) -> Option<IntShape> {
        let kind = self.program.types.as_int(ty).filter(|kind| *kind != IntKind::Bool)?;
        let shape = IntShape::of(&self.program.target, kind);
        (shape.bits <= 64).then_some(shape)
    }

    /// The literal that an operand is, converted or not.
    fn literal(&self, mut e: ExprId, side: OperandSide) -> Option<OpenConstant> {
        loop {
            let expr = &self.body.exprs[e];
            match expr.kind {
                ExprKind::Cast { operand, implicit: true } => {
                    self.word(expr.ty.ty)?;
                    e = operand;
                }
                ExprKind::Int(_) => {
                    let kind = self.program.types.as_int(expr.ty.ty)?;
                    let shape = self.word(expr.ty.ty)?;
                    let written = kind.rank() >= IntKind::Int.rank();
                    return written.then_some(OpenConstant { side, literal: e, shape });
                }
                _ => return None,
            }
        }
    }
}

/// Whether an operation leaves its type where an operand gets larger from round to round.
const fn grows(kind: &ExprKind) -> bool {
    let (ExprKind::Binary { op, .. } | ExprKind::AssignOp { op, .. }) = kind else { return false };
    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)
}

/// Whether a decided operation always gives the same, whatever its other operand is: such a
/// constant would hide everything that was computed before.
const fn hides_operand(op: BinaryOp, constant: i128, shape: IntShape, side: OperandSide) -> bool {
    match op {
        BinaryOp::And | BinaryOp::Mul => constant == 0,
        BinaryOp::Or => constant == -1 || (!shape.signed && constant == shape.max()),
        BinaryOp::Rem if matches!(side, OperandSide::Right) => constant == 1 || constant == -1,
        BinaryOp::Div | BinaryOp::Rem => matches!(side, OperandSide::Left) && constant == 0,
        _ => false,
    }
}
