//! Where a body can go wrong: its integer operations, conversions and array accesses, operands before operators.

use super::range::{self, Ranges, ValueRange};
use super::wrapper::Wrapper;
use brinell_lang::{
    BinaryOp, Body, ExprId, ExprKind, FloatKind, IntKind, StmtKind, Target, Types, UnaryOp,
};

/// An operation that can be undefined, by its operator and types.
#[derive(Copy, Clone, Debug)]
pub struct Site {
    /// The operator.
    pub expr: ExprId,
    /// What it takes to guard it.
    pub guard: Guard,
    /// Whether some operands that its text allows make it undefined.
    pub can_fail: bool,
    /// Whether the value is used.
    pub used: bool,
}

/// A guard.
#[derive(Copy, Clone, Debug)]
pub enum Guard {
    /// The call of a wrapper.
    Wrapper(Wrapper),
    /// The index modulo the length of the array.
    Modulo(u64),
}

/// All sites of a body, each after those in its operands, otherwise in the order of the text.
pub fn find(types: &Types, target: &Target, body: &Body) -> Vec<Site> {
    let ranges = Ranges { types, target, exprs: &body.exprs };
    let mut search = SiteSearch { body, ranges, todo: Vec::new(), sites: Vec::new() };
    for (_, kind) in body.root.into_iter().flat_map(|root| body.stmts_under(root)) {
        search.stmt(kind);
    }
    search.sites
}

struct SiteStep {
    expr: ExprId,
    used: bool,
    /// Whether the operands have been seen.
    leaving: bool,
}

struct SiteSearch<'a> {
    body: &'a Body,
    ranges: Ranges<'a>,
    /// What is left of the current expression, the next one last.
    todo: Vec<SiteStep>,
    sites: Vec<Site>,
}

impl SiteSearch<'_> {
    fn stmt(&mut self, kind: &StmtKind) {
        // The value is unused.
        let ignored = match *kind {
            StmtKind::Expr(e) => Some(e),
            StmtKind::For { step, .. } => step,
            _ => None,
        };
        self.body.for_each_expr(kind, |e| self.root(e, ignored != Some(e)));
    }

    fn root(&mut self, expr: ExprId, used: bool) {
        self.todo.push(SiteStep { expr, used, leaving: false });
        while let Some(step) = self.todo.pop() {
            if step.leaving {
                self.sites.extend(self.site(step.expr, step.used));
            } else {
                self.todo.push(SiteStep { leaving: true, ..step });
                self.operands(step.expr, step.used);
            }
        }
    }

    /// Schedules the operands of an expression.
    fn operands(&mut self, id: ExprId, used: bool) {
        let expr = &self.body.exprs[id];
        let start = self.todo.len();
        let mut push = |expr, used| self.todo.push(SiteStep { expr, used, leaving: false });
        match expr.kind {
            ExprKind::Comma { lhs, rhs } => {
                push(lhs, false);
                push(rhs, used);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                push(cond, true);
                push(then, used);
                push(otherwise, used);
            }
            ExprKind::Cast { operand, .. } => {
                push(operand, !self.ranges.types.is_void(expr.ty.ty));
            }
            ExprKind::CompoundLiteral(local) => {
                if let Some(init) = &self.body.locals[local].init {
                    init.for_each_expr(|e| push(e, true));
                }
            }
            _ => expr.for_each_child(|child| push(child, true)),
        }
        self.todo[start..].reverse();
    }

    fn site(&self, id: ExprId, used: bool) -> Option<Site> {
        let exprs = &self.body.exprs;
        let ranges = self.ranges;
        let (guard, can_fail) = match exprs[id].kind {
            ExprKind::Binary { op, lhs, rhs } => {
                let kinds = (self.kind(lhs)?, self.kind(rhs)?);
                self.binary(op, kinds, ranges.of(lhs)?, ranges.of(rhs)?)?
            }
            ExprKind::AssignOp { op, lhs, rhs, compute } => {
                let kinds = (ranges.types.as_int(compute)?, self.kind(rhs)?);
                let (stored, full) =
                    (ranges.stored(lhs)?, ValueRange::full(ranges.shape(compute)?));
                // The old value is converted to the type of the operation.
                let left = if full.covers(stored) { stored } else { full };
                self.binary(op, kinds, left, ranges.of(rhs)?)?
            }
            ExprKind::IncDec { op, operand } => {
                let op = if op.is_increment() { BinaryOp::Add } else { BinaryOp::Sub };
                let kind = ranges.promoted(operand)?;
                self.binary(op, (kind, kind), ranges.stored(operand)?, ValueRange::point(1))?
            }
            ExprKind::Unary { op: UnaryOp::Neg, operand } => {
                let guard = Guard::Wrapper(Wrapper::neg(self.kind(operand)?)?);
                let shape = ranges.shape(exprs[operand].ty.ty)?;
                (guard, range::neg(shape, ranges.of(operand)?).is_none())
            }
            ExprKind::Cast { operand, .. } => {
                let from = ranges.types.as_float(exprs[operand].ty.ty)?;
                let to = ranges.types.as_int(exprs[id].ty.ty)?;
                // A `long double` would lose digits on its way into the wrapper.
                let exact = from != FloatKind::LongDouble;
                (Guard::Wrapper(Wrapper::convert(to).filter(|_| exact)?), true)
            }
            ExprKind::Index { base, index } => {
                let ExprKind::Decay(array) = exprs[base].kind else { return None };
                let (_, len) = ranges.types.as_array(exprs[array].ty.ty)?;
                let len = len.filter(|len| *len > 0)?;
                // The machine takes an index of 128 bits to the nearest of 64.
                self.kind(index).filter(|kind| !kind.is_128())?;
                let inside = ValueRange { lo: 0, hi: i128::from(len) - 1 };
                (Guard::Modulo(len), !inside.covers(ranges.of(index)?))
            }
            _ => return None,
        };
        Some(Site { expr: id, guard, can_fail, used })
    }

    fn binary(
        &self,
        op: BinaryOp,
        (left, right): (IntKind, IntKind),
        a: ValueRange,
        b: ValueRange,
    ) -> Option<(Guard, bool)> {
        let guard = Guard::Wrapper(Wrapper::binary(op, left, right)?);
        let shape = brinell_lang::arith::IntShape::of(self.ranges.target, left);
        Some((guard, range::binary(op, shape, a, b).is_none()))
    }

    fn kind(&self, id: ExprId) -> Option<IntKind> {
        self.ranges.types.as_int(self.body.exprs[id].ty.ty)
    }
}
