//! Writing the decisions of a resolving run into the program that it ran.
//!
//! Each operator keeps its id and its type, so that what holds it need not know. What is written is
//! exactly what the machine executed: the same operations in the same types.

use brinell_lang::arith::IntShape;
use brinell_lang::open::{
    DecisionTable, InsertedConstant, OpenConstant, OpenSites, OperationDecision,
};
use brinell_lang::{
    BinaryOp, Bits, Body, Builder, Expr, ExprId, ExprKind, FuncId, GlobalId, IncDecOp, IntKind,
    Loc, Program, QualType, StmtId, StmtKind, UnaryOp,
};
use rustc_hash::FxHashSet;

/// Writes all decisions into the program.
pub fn write_decisions(program: &mut Program, open: &OpenSites, decisions: &DecisionTable) {
    let mut operations: Vec<_> = decisions.operations().collect();
    // Operands have smaller ids than their operators: an lvalue is copied after it was rewritten.
    operations.sort_unstable_by_key(|(site, _)| *site);
    for function in operations.chunk_by(|(a, _), (b, _)| a.0 == b.0) {
        let func = function[0].0.0;
        let Some(mut body) = program.function_mut(func).body.take() else { continue };
        let ignored = ignored_values(&body);
        let target = program.target.clone();
        let mut rewrite = OperationRewrite {
            builder: Builder {
                dialect: program.dialect,
                types: program.types_mut(),
                target: &target,
                exprs: &mut body.exprs,
            },
            ignored: &ignored,
        };
        for (site, decision) in function {
            rewrite.write(site.1, decision, open.operations.get(site).copied().flatten());
        }
        program.function_mut(func).body = Some(body);
    }
    let mut values: Vec<_> = decisions.initial_values().collect();
    values.sort_unstable();
    for ((global, init), value) in values {
        write_initial_value(program, global, init, value);
    }
    let mut conditions: Vec<_> = decisions.conditions().filter(|(_, negated)| *negated).collect();
    conditions.sort_unstable();
    for ((func, stmt), _) in conditions {
        negate_condition(program, func, stmt);
    }
}

/// Gives a number in static storage another initial value.
fn write_initial_value(program: &mut Program, id: GlobalId, init: ExprId, value: i128) {
    let target = program.target.clone();
    let dialect = program.dialect;
    // The initialiser has the type of what it initialises.
    let ty = program.globals[id].exprs[init].ty.ty;
    let Some(kind) = program.types.as_int(ty) else { return };
    let mut exprs = std::mem::take(&mut program.global_mut(id).exprs);
    let mut builder =
        Builder { dialect, types: program.types_mut(), target: &target, exprs: &mut exprs };
    let pattern = IntShape::of(&target, kind).wrap(Bits::new(value as u128));
    let literal = builder.int(pattern, target.promote(kind), Loc::NONE);
    let literal = builder.implicit(literal, ty);
    builder.exprs[init] = builder.exprs[literal].clone();
    program.global_mut(id).exprs = exprs;
}

/// `if (c)` becomes `if (!c)`, and the other way round.
pub fn negate_condition(program: &mut Program, func: FuncId, stmt: StmtId) {
    let int = QualType::plain(program.types_mut().int(IntKind::Int));
    let Some(body) = program.function_mut(func).body.as_mut() else { return };
    let StmtKind::If { cond, .. } = &mut body.stmts[stmt].kind else { return };
    *cond = match body.exprs[*cond].kind {
        ExprKind::Unary { op: UnaryOp::Not, operand } => operand,
        _ => body.exprs.push(Expr {
            kind: ExprKind::Unary { op: UnaryOp::Not, operand: *cond },
            ty: int,
            loc: Loc::NONE,
        }),
    };
}

/// Expressions whose value is unused: those that are statements.
fn ignored_values(body: &Body) -> FxHashSet<ExprId> {
    let statements = body.root.into_iter().flat_map(|root| body.stmts_under(root));
    statements
        .filter_map(|(_, kind)| match kind {
            StmtKind::Expr(e) => Some(*e),
            StmtKind::For { step, .. } => *step,
            _ => None,
        })
        .collect()
}

/// Rewrites operations of one body.
struct OperationRewrite<'a> {
    builder: Builder<'a>,
    ignored: &'a FxHashSet<ExprId>,
}

/// Integers convert to integers, and have all operators.
const INTEGERS: &str = "an open operation is one on integers";

impl OperationRewrite<'_> {
    fn write(&mut self, id: ExprId, decision: &OperationDecision, open: Option<OpenConstant>) {
        if let (Some(constant), Some(value)) = (open, decision.constant) {
            let literal = constant.literal;
            self.builder.exprs[literal].kind = ExprKind::Int(Bits::new(value as u128));
        }
        let kind = match self.builder.exprs[id].kind {
            ExprKind::Binary { lhs, rhs, .. } => self.binary(decision, lhs, rhs),
            ExprKind::AssignOp { lhs, rhs, compute, .. } if decision.wraps => {
                let old = self.builder.exprs.copy(lhs);
                let old = self.builder.rvalue(old);
                let old = self.builder.implicit(old, compute);
                let kind = self.binary(decision, old, rhs);
                self.store(lhs, kind, compute)
            }
            ExprKind::AssignOp { lhs, rhs, compute, .. } => {
                let rhs = self.inserted(rhs, decision.right, false);
                ExprKind::AssignOp { op: decision.op, lhs, rhs, compute }
            }
            ExprKind::IncDec { op, operand } => {
                self.step(id, flipped(op, decision.op), operand, decision.wraps)
            }
            ExprKind::Unary { operand, .. } => self.negation(decision, operand),
            _ => return,
        };
        self.builder.exprs[id].kind = kind;
    }

    fn kind_of(&self, e: ExprId) -> IntKind {
        self.builder.types.as_int(self.builder.exprs[e].ty.ty).expect(INTEGERS)
    }

    fn cast(&mut self, e: ExprId, kind: IntKind) -> ExprId {
        if self.kind_of(e) == kind {
            return e;
        }
        let ty = self.builder.types.int(kind);
        let loc = self.builder.exprs[e].loc;
        self.builder.cast(e, ty, loc).expect(INTEGERS)
    }

    fn binary_of(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let loc = self.builder.exprs[lhs].loc;
        self.builder.binary(op, lhs, rhs, loc).expect(INTEGERS)
    }

    /// An operand with what is inserted there; where the operation wraps, in the unsigned type.
    fn inserted(&mut self, e: ExprId, inserted: Option<InsertedConstant>, wraps: bool) -> ExprId {
        let Some(InsertedConstant { subtracted, value }) = inserted else { return e };
        let kind = self.kind_of(e);
        let (kind, e) = if wraps {
            let unsigned = kind.to_unsigned();
            (unsigned, self.cast(e, unsigned))
        } else {
            (kind, e)
        };
        let shape = IntShape::of(self.builder.target, kind);
        let loc = self.builder.exprs[e].loc;
        let constant = self.builder.int(shape.wrap(Bits::new(value as u128)), kind, loc);
        self.binary_of(if subtracted { BinaryOp::Sub } else { BinaryOp::Add }, e, constant)
    }

    /// A binary operation as it was decided, of the type that it has always had.
    fn binary(&mut self, decision: &OperationDecision, lhs: ExprId, rhs: ExprId) -> ExprKind {
        let OperationDecision { op, left, right, wraps, .. } = *decision;
        let kind = self.kind_of(lhs);
        let unsigned = kind.to_unsigned();
        let lhs = self.inserted(lhs, left, wraps);
        let mut rhs = self.inserted(rhs, right, wraps);
        if !wraps {
            return ExprKind::Binary { op, lhs, rhs };
        }
        if op.is_shift() {
            let bits = u64::from(IntShape::of(self.builder.target, kind).bits);
            let loc = self.builder.exprs[rhs].loc;
            let mask = self.builder.int(bits - 1, self.kind_of(rhs), loc);
            rhs = self.binary_of(BinaryOp::And, rhs, mask);
        }
        match op {
            BinaryOp::Shr => {
                let lhs = self.cast(lhs, kind);
                ExprKind::Binary { op, lhs, rhs }
            }
            BinaryOp::Shl | BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let lhs = self.cast(lhs, unsigned);
                let rhs = if op == BinaryOp::Shl { rhs } else { self.cast(rhs, unsigned) };
                if unsigned == kind {
                    return ExprKind::Binary { op, lhs, rhs };
                }
                let result = self.binary_of(op, lhs, rhs);
                ExprKind::Cast { operand: result, implicit: false }
            }
            // Only what is inserted wraps.
            _ => {
                let (lhs, rhs) = (self.cast(lhs, kind), self.cast(rhs, kind));
                ExprKind::Binary { op, lhs, rhs }
            }
        }
    }

    /// `place = value`, where the value has been computed in the type `compute`.
    fn store(&mut self, place: ExprId, value: ExprKind, compute: brinell_lang::TypeId) -> ExprKind {
        let loc = self.builder.exprs[place].loc;
        let stored = self.builder.exprs[place].ty.ty;
        let ty = QualType::plain(compute);
        let value = self.builder.exprs.push(Expr { kind: value, ty, loc });
        let rhs = self.builder.implicit(value, stored);
        ExprKind::Assign { lhs: place, rhs }
    }

    /// `++` or `--`.
    fn step(&mut self, id: ExprId, op: IncDecOp, place: ExprId, wraps: bool) -> ExprKind {
        if !wraps {
            return ExprKind::IncDec { op, operand: place };
        }
        let loc = self.builder.exprs[place].loc;
        let ty = self.builder.exprs[place].ty.ty;
        let forth = if op.is_increment() { BinaryOp::Add } else { BinaryOp::Sub };
        let back = if op.is_increment() { BinaryOp::Sub } else { BinaryOp::Add };
        let new = self.stepped(place, forth);
        let assignment = self.store(place, new, ty);
        if op.is_prefix() || self.ignored.contains(&id) {
            return assignment;
        }
        // The old value is the new one, a step back.
        let old = self.stepped(place, back);
        let plain = QualType::plain(ty);
        let lhs = self.builder.exprs.push(Expr { kind: assignment, ty: plain, loc });
        let rhs = self.builder.exprs.push(Expr { kind: old, ty: plain, loc });
        ExprKind::Comma { lhs, rhs }
    }

    /// The value of a variable, a step further, modulo 2^N.
    fn stepped(&mut self, place: ExprId, op: BinaryOp) -> ExprKind {
        let loc = self.builder.exprs[place].loc;
        let again = self.builder.exprs.copy(place);
        let value = self.builder.rvalue(again);
        let one = self.builder.int(1u64, self.kind_of(value), loc);
        let decision = OperationDecision { wraps: true, ..OperationDecision::kept(op) };
        self.binary(&decision, value, one)
    }

    /// `-x` as it was decided.
    fn negation(&mut self, decision: &OperationDecision, operand: ExprId) -> ExprKind {
        let op = if decision.op == BinaryOp::Add { UnaryOp::Plus } else { UnaryOp::Neg };
        if !decision.wraps {
            return ExprKind::Unary { op, operand };
        }
        let unsigned = self.kind_of(operand).to_unsigned();
        let operand = self.cast(operand, unsigned);
        let loc = self.builder.exprs[operand].loc;
        let negated = self.builder.unary(op, operand, loc).expect(INTEGERS);
        ExprKind::Cast { operand: negated, implicit: false }
    }
}

/// `++` or `--`, with the operator that was decided on.
const fn flipped(op: IncDecOp, decided: BinaryOp) -> IncDecOp {
    IncDecOp::new(matches!(decided, BinaryOp::Add), op.is_prefix())
}
