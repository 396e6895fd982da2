//! Variables replaced by what they are initialised with, or by what is assigned to them once.

use super::sites::{ExprSite, StmtSite};
use super::{Pass, sites};
use crate::edit::{Edit, ExprEdit, Object, Place, StmtEdit};
use crate::view::View;
use brinell_lang::{ExprId, ExprKind, FuncId, Program, StmtId, StmtKind};

pub const PASS: Pass = Pass { name: "values", rounds: 3, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    match round {
        0 => initials(program),
        1 => declared(program),
        _ => assigned(program),
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
    sites.map(|site| Edit::Expr(site.place, site.id, ExprEdit::Initial)).collect()
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
        let object = match body.exprs[lhs].kind {
            ExprKind::Global(g) => Object::Global(g),
            ExprKind::Local(l) => Object::Local(function, l),
            _ => continue,
        };
        let uses = uses(&exprs, function, object, Some(lhs));
        if !uses.is_empty() {
            edits.push(together(function, id, &uses, ExprEdit::Copy(rhs)));
        }
    }
    edits
}

fn uses(
    exprs: &[ExprSite<'_>],
    function: FuncId,
    object: Object,
    but: Option<ExprId>,
) -> Vec<ExprId> {
    let here = exprs.iter().filter(|site| site.place == Place::Function(function));
    let uses = here.filter(|site| match (&site.expr.kind, object) {
        (ExprKind::Global(g), Object::Global(wanted)) => *g == wanted,
        (ExprKind::Local(l), Object::Local(_, wanted)) => *l == wanted,
        _ => false,
    });
    uses.map(|site| site.id).filter(|id| Some(*id) != but).collect()
}

fn together(function: FuncId, stmt: StmtId, uses: &[ExprId], edit: ExprEdit) -> Edit {
    let place = Place::Function(function);
    let mut edits = vec![Edit::Stmt(function, stmt, StmtEdit::Drop)];
    edits.extend(uses.iter().map(|id| Edit::Expr(place, *id, edit)));
    Edit::Together(edits)
}
