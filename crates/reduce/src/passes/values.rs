//! Variables replaced by what they are initialised with, by what is assigned to them once, or by an
//! assignment to them; operations for assignments with an operator.

use super::sites::{ExprSite, StmtSite};
use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{ExprId, ExprKind, FuncId, Program, StmtId, StmtKind};
use brinell_transform::{Edit, ExprEdit, Object, Owner, StmtEdit};

pub const PASS: Pass = Pass { name: "values", rounds: 5, apart: false, propose };

/// Uses of a variable in whose place an assignment is tried.
const MOST_USES: usize = 4;

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    match round {
        0 => initials(program),
        1 => declared(program),
        2 => assigned(program),
        3 => assigning(program),
        _ => operations(program),
    }
}

/// Each use of what may have an initial value.
fn initials(program: &Program) -> Vec<Edit> {
    let place = |site: &ExprSite<'_>| {
        matches!(
            site.expr.kind,
            ExprKind::Global(_)
                | ExprKind::Local(_)
                | ExprKind::Index { .. }
                | ExprKind::Member { .. }
        )
    };
    let sites = sites::exprs(program).into_iter().filter(place);
    sites.map(|site| Edit::Expr(site.owner, site.id, ExprEdit::Initial)).collect()
}

/// All uses of a local at once, with its declaration.
fn declared(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    let exprs = sites::exprs(program);
    for StmtSite { function, id, kind, .. } in sites::stmts(program) {
        let StmtKind::Decl(l) = *kind else { continue };
        let uses = uses(&exprs, function, Object::Local(function, l), None);
        edits.push(together(function, id, &uses, ExprEdit::Initial));
    }
    edits
}

/// All uses of a variable in a function that assigns to it in one place, with the assignment.
fn assigned(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    let exprs = sites::exprs(program);
    for StmtSite { function, id, kind, .. } in sites::stmts(program) {
        let StmtKind::Expr(e) = *kind else { continue };
        let Some(body) = &program.functions[function].body else { continue };
        let ExprKind::Assign { lhs, rhs } = body.exprs[e].kind else { continue };
        let Some(object) = object(function, &body.exprs[lhs].kind) else { continue };
        let uses = uses(&exprs, function, object, Some(lhs));
        if !uses.is_empty() {
            edits.push(together(function, id, &uses, ExprEdit::Copy(rhs)));
        }
    }
    edits
}

/// An assignment in place of a use of what is assigned to, in the statement after it.
fn assigning(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (f, function) in program.functions.enumerate() {
        let Some(body) = &function.body else { continue };
        let blocks = body.stmts.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Block(stmts) => Some(stmts),
            _ => None,
        });
        for (stmt, next) in blocks.flat_map(|stmts| stmts.iter().zip(stmts.iter().skip(1))) {
            let StmtKind::Expr(e) = body.stmts[*stmt].kind else { continue };
            let (ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. }) =
                body.exprs[e].kind
            else {
                continue;
            };
            let Some(object) = object(f, &body.exprs[lhs].kind) else { continue };
            let mut uses = sites::exprs_in(body, *next);
            uses.retain(|id| self::object(f, &body.exprs[*id].kind) == Some(object));
            let uses = uses.into_iter().take(MOST_USES);
            edits.extend(uses.map(|used| together(f, *stmt, &[used], ExprEdit::Copy(e))));
        }
    }
    edits
}

/// `a op b` for `a op= b`, with what `a` is initialised with.
fn operations(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    for ExprSite { owner, id, expr, .. } in sites::exprs(program) {
        let ExprKind::AssignOp { lhs, .. } = expr.kind else { continue };
        edits.push(Edit::Together(vec![
            Edit::Expr(owner, id, ExprEdit::Operation),
            Edit::Expr(owner, lhs, ExprEdit::Initial),
        ]));
    }
    edits
}

/// The variable that an lvalue in a function is.
fn object(function: FuncId, kind: &ExprKind) -> Option<Object> {
    match *kind {
        ExprKind::Global(g) => Some(Object::Global(g)),
        ExprKind::Local(l) => Some(Object::Local(function, l)),
        _ => None,
    }
}

fn uses(
    exprs: &[ExprSite<'_>],
    function: FuncId,
    object: Object,
    but: Option<ExprId>,
) -> Vec<ExprId> {
    let here = exprs.iter().filter(|site| site.owner == Owner::Function(function));
    let uses = here.filter(|site| match (&site.expr.kind, object) {
        (ExprKind::Global(g), Object::Global(wanted)) => *g == wanted,
        (ExprKind::Local(l), Object::Local(_, wanted)) => *l == wanted,
        _ => false,
    });
    uses.map(|site| site.id).filter(|id| Some(*id) != but).collect()
}

fn together(function: FuncId, stmt: StmtId, uses: &[ExprId], edit: ExprEdit) -> Edit {
    let owner = Owner::Function(function);
    let mut edits = vec![Edit::Stmt(function, stmt, StmtEdit::Drop)];
    edits.extend(uses.iter().map(|id| Edit::Expr(owner, *id, edit)));
    Edit::Together(edits)
}
