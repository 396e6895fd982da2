//! The resolving run: open sites are decided when they are executed for the first time.
//!
//! A site that has not been executed cannot have influenced anything, so whatever is decided about
//! it then leaves all that happened before as it was: one run decides a whole program. Decisions
//! are kept outside of the machine. Restarts, orders of evaluation that are tried and rolled back,
//! and calls that are remembered neither undo a decision nor ask for it again.
//!
//! A decided operation can still go wrong later, with other operands. Then it takes a form that
//! equals it wherever it is defined ([`OperationDecision::wraps`]), which changes nothing of what
//! happened. Division has no such form: those sites are collected, get another operator at the end
//! of the run, and the program is run again, with what was decided before the first of them.
//!
//! A run without open sites is not touched by any of this: sites are operators and branches of
//! their own kind ([`Oper::Open`](crate::code::Oper), [`Op::OpenBranch`](crate::code::Op)), made by
//! lowering.

use crate::code::{Code, N, Oper};
use crate::machine::{Machine, R};
use crate::observe::ObservedRun;
use crate::relax::Shadows;
use crate::value::Value;
use brinell_lang::arith::IntShape;
use brinell_lang::open::{
    DecisionTable, OpenConstant, OpenSites, OperandSide, OperationDecision, raw_result,
};
use brinell_lang::{BinaryOp, Bits, ExprId, FuncId, LocalId, StmtId};
use rustc_hash::FxHashSet;

/// Who decides open sites. A pure function of the operands and of what was decided before: a run
/// that is begun again must come to the same decisions.
pub trait Resolver {
    /// What becomes of an operation, and of the literal that may be one of its operands.
    fn operation(
        &self,
        site: (FuncId, ExprId),
        seen: &SeenOperation,
        earlier: &DecisionTable,
    ) -> OperationDecision;

    /// Whether the condition of an `if` is negated, which is true or false as it stands.
    fn negates(&self, site: (FuncId, StmtId), holds: bool) -> bool;
}

/// An open operation that is executed for the first time. Unary minus is `0 - x`, and `++` and
/// `--` have the operand 1 on the right, which is no literal.
#[derive(Copy, Clone, Debug)]
pub struct SeenOperation {
    /// The operator.
    pub op: BinaryOp,
    /// The type of the operation; of a shift, that of the left operand.
    pub shape: IntShape,
    /// The type of the right operand, which differs for shifts only.
    pub amount: IntShape,
    /// The operands, converted.
    pub left: i128,
    /// As `left`.
    pub right: i128,
    /// The operand that is an open literal.
    pub constant: Option<OpenConstant>,
    /// Whether a constant may be inserted at the right operand; not where that is not written
    /// (`++`, unary minus).
    pub takes_insertions: bool,
    /// Whether one may be inserted at the left operand: not where that is assigned to.
    pub takes_left_insertion: bool,
}

impl SeenOperation {
    /// The operands with the literal's value in place of the operand that it is.
    pub fn operands(&self, literal: Option<i128>) -> (i128, i128) {
        let (Some(value), Some(constant)) = (literal, self.constant) else {
            return (self.left, self.right);
        };
        match constant.side {
            OperandSide::Left => (converted(self.shape, value), self.right),
            OperandSide::Right => (self.left, converted(self.amount, value)),
        }
    }

    /// What the operation gives with these decisions, or why nothing.
    pub fn result(
        &self,
        decision: &OperationDecision,
    ) -> Result<i128, brinell_lang::arith::ArithError> {
        let (left, right) = self.operands(decision.constant);
        decision.result(self.shape, self.amount, left, right)
    }

    /// What the operation would give as it stands.
    pub fn raw(&self) -> Result<i128, brinell_lang::arith::ArithError> {
        raw_result(self.op, self.shape, self.left, self.right)
    }
}

/// A number converted to an integer type.
fn converted(shape: IntShape, value: i128) -> i128 {
    shape.wrap(Bits::new(value as u128)).signed()
}

/// An operation of a [`Code`] that is open.
#[derive(Clone, Debug)]
pub struct OpenOper {
    pub oper: Oper,
    pub expr: ExprId,
    pub constant: Option<OpenConstant>,
    pub takes_insertions: bool,
    pub takes_left_insertion: bool,
}

/// The state of a resolving run.
pub struct Resolution<'a> {
    pub resolver: &'a dyn Resolver,
    pub decided: Decided,
    pub shadows: Shadows,
}

/// The state of a resolving run.
#[derive(Debug, Default)]
pub struct Decided {
    pub decisions: DecisionTable,
    /// Sites that went wrong after they were decided and need another operator.
    pub failed: FxHashSet<(FuncId, ExprId)>,
    /// Relaxed pointers that were good at first and need their alternative.
    pub failed_pointers: FxHashSet<(FuncId, ExprId)>,
    /// The variable whose initialiser was jumped over and that was read last.
    pub skipped: Option<(FuncId, LocalId)>,
}

/// A resolving run, with what it decided.
#[derive(Clone, Debug)]
pub struct ResolvedRun {
    /// The run: the last one, if there were several.
    pub seen: ObservedRun,
    /// The decisions that it went by.
    pub decisions: DecisionTable,
    /// Sites whose operator was replaced.
    pub demoted: FxHashSet<(FuncId, ExprId)>,
    /// How many runs it took.
    pub runs: u32,
    /// Sites still go wrong: there was no run in which none had to be replaced.
    pub unresolved: bool,
}

/// What is left open in the program that is being lowered.
pub type Sites = std::sync::Arc<OpenSites>;

impl<'a> Machine<'a> {
    /// Applies an open operation.
    #[inline(never)]
    pub fn apply_open(&mut self, c: &'a Code, n: N, at: u32, a: Value, b: Value) -> R<Value> {
        let open = &c.open[at as usize];
        let (op, shape, amount) = match open.oper {
            Oper::Int { op, shape } => (op, shape, shape),
            Oper::Shift { op, shape, amount } => (op, shape, amount),
            other => return self.apply(c, n, other, a, b),
        };
        let (Some(func), Some(resolution)) = (c.func, self.resolution.as_deref_mut()) else {
            return self.apply(c, n, open.oper, a, b);
        };
        if !(a.prov.is_none() && b.prov.is_none()) {
            return self.apply(c, n, open.oper, a, b);
        }
        let site = (func, open.expr);
        let seen = SeenOperation {
            op,
            shape,
            amount,
            left: shape.word_value(a.bits),
            right: amount.word_value(b.bits),
            constant: open.constant,
            takes_insertions: open.takes_insertions,
            takes_left_insertion: open.takes_left_insertion,
        };
        let Resolution { resolver, decided, .. } = resolution;
        let known = decided.decisions.operation(site);
        let decision = known.unwrap_or_else(|| {
            let decision = resolver.operation(site, &seen, &decided.decisions);
            decided.decisions.decide_operation(site, decision);
            decision
        });
        if let Ok(result) = seen.result(&decision) {
            return Ok(Value::int(result as u64));
        }
        if OperationDecision::can_wrap(decision.op) {
            decided.decisions.wrap(site);
            let wrapping = OperationDecision { wraps: true, ..decision };
            if let Ok(result) = seen.result(&wrapping) {
                return Ok(Value::int(result as u64));
            }
        }
        // Whatever it gives: the program will be run again, with another operator here.
        decided.failed.insert(site);
        Ok(Value::int(shape.wrap_word(a.bits)))
    }

    /// Whether the first arm of an open `if` is taken, whose condition is this as it stands.
    pub fn branches(&mut self, c: &Code, stmt: StmtId, holds: bool) -> bool {
        let (Some(func), Some(resolution)) = (c.func, self.resolution.as_deref_mut()) else {
            return holds;
        };
        let site = (func, stmt);
        let Resolution { resolver, decided, .. } = resolution;
        let negated = decided.decisions.condition(site).unwrap_or_else(|| {
            let negated = resolver.negates(site, holds);
            decided.decisions.decide_condition(site, negated);
            negated
        });
        holds != negated
    }
}
