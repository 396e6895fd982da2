//! Calls replaced by bodies.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{ExprKind, Program, StmtKind};
use brinell_transform::returned;
use brinell_transform::{Edit, ExprEdit, StmtEdit};

pub const PASS: Pass = Pass { name: "inlining", rounds: 2, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    if round == 0 { values(program) } else { bodies(program) }
}

/// Statements that may be calls.
fn bodies(program: &Program) -> Vec<Edit> {
    let fits = |kind: &StmtKind| matches!(kind, StmtKind::Expr(_) | StmtKind::Return(Some(_)));
    let sites = sites::stmts(program).into_iter().filter(|site| fits(site.kind));
    sites.map(|site| Edit::Stmt(site.function, site.id, StmtEdit::Inline)).collect()
}

/// Calls of functions that do nothing but return a value.
fn values(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    for site in sites::exprs(program) {
        let ExprKind::Call { callee, .. } = site.expr.kind else { continue };
        let ExprKind::Decay(designator) = site.exprs[callee].kind else { continue };
        let ExprKind::Function(f) = site.exprs[designator].kind else { continue };
        if returned(&program.functions[f]).is_some() {
            edits.push(Edit::Expr(site.owner, site.id, ExprEdit::Inline));
        }
    }
    edits
}
