//! An operation split: the operand that does something becomes a statement before, and the other
//! one takes the place of both.

use super::{Pass, known, sites};
use crate::view::View;
use brinell_lang::{ExprId, ExprKind, StmtKind};
use brinell_transform::{Edit, ExprEdit, Owner, StmtEdit};

pub const PASS: Pass = Pass { name: "splitting", rounds: 1, apart: false, propose };

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for site in sites::stmts(&view.program) {
        let Some(body) = &view.program.functions[site.function].body else { continue };
        let (StmtKind::Expr(root)
        | StmtKind::Return(Some(root))
        | StmtKind::If { cond: root, .. }
        | StmtKind::Switch { scrutinee: root, .. }) = *site.kind
        else {
            continue;
        };
        let owner = Owner::Function(site.function);
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            let expr = &body.exprs[id];
            for (part, stays) in ways(&expr.kind) {
                if known::has_effects(&body.exprs, part) {
                    edits.push(Edit::Together(vec![
                        Edit::Stmt(site.function, site.id, StmtEdit::Hoist(part)),
                        Edit::Expr(owner, id, ExprEdit::Operand(stays)),
                    ]));
                }
            }
            expr.for_each_child(|child| todo.push(child));
        }
    }
    edits
}

/// What may come before, and the number of the operand that stays.
fn ways(kind: &ExprKind) -> Vec<(ExprId, u8)> {
    match *kind {
        ExprKind::Binary { lhs, rhs, .. } | ExprKind::Logical { lhs, rhs, .. } => {
            vec![(lhs, 1), (rhs, 0)]
        }
        ExprKind::Comma { lhs, .. } => vec![(lhs, 1)],
        ExprKind::Conditional { cond, .. } => vec![(cond, 1), (cond, 2)],
        _ => Vec::new(),
    }
}
