//! The trip that matters in place of a counting loop: its body, with the counter at the value of
//! that trip.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, Body, ExprId, ExprKind, Init, LocalId, Program, StmtId, StmtKind, TypeId,
};
use brinell_transform::{Edit, ExprEdit, Owner, StmtEdit};

pub const PASS: Pass = Pass { name: "trips", rounds: 1, apart: false, propose };

/// Loops with more trips are not looked at in each.
const MOST_TRIPS: usize = 32;

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut edits = Vec::new();
    for site in sites::stmts(program) {
        let StmtKind::For { init, cond: Some(cond), step: Some(step), .. } = site.kind else {
            continue;
        };
        let Some(body) = &program.functions[site.function].body else { continue };
        let [first] = init[..] else { continue };
        let Some(counting) = Counting::of(program, body, first, *cond, *step) else { continue };
        // The first trip is what the body alone does.
        for value in counting.values().into_iter().skip(1) {
            let owner = Owner::Function(site.function);
            edits.push(Edit::Together(vec![
                Edit::Expr(owner, counting.start, ExprEdit::Constant(value.into())),
                Edit::Stmt(site.function, site.id, StmtEdit::Body),
            ]));
        }
    }
    edits
}

/// A loop that counts from one constant to another.
struct Counting {
    /// The constant that it begins with.
    start: ExprId,
    from: i128,
    by: i128,
    op: BinaryOp,
    to: i128,
}

#[derive(Copy, Clone, Eq, PartialEq)]
/// What the loop counts with.
enum Counted {
    Local(LocalId),
    Global(brinell_lang::GlobalId),
}

impl Counting {
    fn of(
        program: &Program,
        body: &Body,
        first: StmtId,
        cond: ExprId,
        step: ExprId,
    ) -> Option<Self> {
        let read = Reader { program, body };
        let (counter, start) = match body.stmts[first].kind {
            StmtKind::Decl(l) => match body.locals[l].init {
                Some(Init::Expr(e)) => (Counted::Local(l), e),
                _ => return None,
            },
            StmtKind::Expr(e) => match body.exprs[e].kind {
                ExprKind::Assign { lhs, rhs } => (read.variable(lhs)?, rhs),
                _ => return None,
            },
            _ => return None,
        };
        let start = read.shown(start);
        let from = read.constant(start)?;
        let ExprKind::Binary { op, lhs, rhs } = body.exprs[read.shown(cond)].kind else {
            return None;
        };
        let by = match body.exprs[read.shown(step)].kind {
            ExprKind::IncDec { op, operand } if read.variable(operand)? == counter => {
                if op.is_increment() { 1 } else { -1 }
            }
            ExprKind::AssignOp { op, lhs, rhs, .. } if read.variable(lhs)? == counter => match op {
                BinaryOp::Add => read.constant(rhs)?,
                BinaryOp::Sub => -read.constant(rhs)?,
                _ => return None,
            },
            _ => return None,
        };
        let to = read.constant(rhs)?;
        (op.is_comparison() && read.variable(lhs)? == counter).then_some(Self {
            start,
            from,
            by,
            op,
            to,
        })
    }

    /// What the counter has in each trip, up to a bound.
    fn values(&self) -> Vec<i128> {
        let mut values = Vec::new();
        let mut at = self.from;
        let goes_on = |at: i128| self.op.compare(at, self.to) == Some(true);
        while values.len() < MOST_TRIPS && goes_on(at) {
            values.push(at);
            at += self.by;
        }
        values
    }
}

/// Looks at expressions of a body.
struct Reader<'a> {
    program: &'a Program,
    body: &'a Body,
}

impl Reader<'_> {
    /// The expression that the text shows.
    fn shown(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Load(inner) | ExprKind::Cast { operand: inner, implicit: true } =
            self.body.exprs[e].kind
        {
            e = inner;
        }
        e
    }

    fn variable(&self, e: ExprId) -> Option<Counted> {
        match self.body.exprs[self.shown(e)].kind {
            ExprKind::Local(l) => Some(Counted::Local(l)),
            ExprKind::Global(g) => Some(Counted::Global(g)),
            _ => None,
        }
    }

    fn constant(&self, e: ExprId) -> Option<i128> {
        let expr = &self.body.exprs[self.shown(e)];
        let ExprKind::Int(bits) = expr.kind else { return None };
        Some(self.shape(expr.ty.ty)?.value(bits))
    }

    fn shape(&self, ty: TypeId) -> Option<IntShape> {
        Some(IntShape::of(&self.program.target, self.program.types.as_int(ty)?))
    }
}
