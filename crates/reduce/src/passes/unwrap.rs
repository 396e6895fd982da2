//! Parts in place of the whole: the body of a loop (one trip) or of a block, an arm of an `if`,
//! only the condition, the value returned, or what a variable is initialised with.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{Init, Program, StmtKind};
use brinell_transform::{Edit, Object, ObjectEdit, StmtEdit};

const EDITS: [StmtEdit; 6] = [
    StmtEdit::Body,
    StmtEdit::Else,
    StmtEdit::NoElse,
    StmtEdit::Condition,
    StmtEdit::Once,
    StmtEdit::NoStep,
];

pub const PASS: Pass = Pass { name: "unwrap", rounds: EDITS.len() + 1, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let Some(edit) = EDITS.get(round).copied() else { return initialisers(program) };
    let fits = |kind: &StmtKind| match edit {
        StmtEdit::Body => matches!(
            kind,
            StmtKind::Block(_)
                | StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::For { .. }
                | StmtKind::Switch { .. }
        ),
        StmtEdit::Else | StmtEdit::NoElse => {
            matches!(kind, StmtKind::If { otherwise: Some(_), .. })
        }
        StmtEdit::Once => {
            matches!(kind, StmtKind::For { cond: Some(_), .. } | StmtKind::While { .. })
        }
        StmtEdit::NoStep => matches!(kind, StmtKind::For { step: Some(_), .. }),
        // Only the condition.
        _ => matches!(
            kind,
            StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::For { cond: Some(_), .. }
                | StmtKind::Return(Some(_))
                | StmtKind::Switch { .. }
        ),
    };
    let sites = sites::stmts(program).into_iter().filter(|site| fits(site.kind));
    sites.map(|site| Edit::Stmt(site.function, site.id, edit)).collect()
}

/// What a variable is initialised with, but not the variable.
fn initialisers(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (f, function) in program.functions.enumerate() {
        let Some(body) = &function.body else { continue };
        // Blocks only: `for (int i = 0, j = 0;;)` is one declaration.
        for stmt in &body.stmts {
            let StmtKind::Block(stmts) = &stmt.kind else { continue };
            for s in stmts {
                let StmtKind::Decl(l) = body.stmts[*s].kind else { continue };
                if matches!(body.locals[l].init, Some(Init::Expr(_))) {
                    edits.push(Edit::Together(vec![
                        Edit::Stmt(f, *s, StmtEdit::Condition),
                        Edit::Object(Object::Local(f, l), ObjectEdit::Drop),
                    ]));
                }
            }
        }
    }
    edits
}
