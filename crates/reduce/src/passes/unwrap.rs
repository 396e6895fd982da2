//! Parts in place of the whole: the body of a loop (one trip) or of a block, an arm of an `if`,
//! only the condition or the value returned.

use super::{Pass, sites};
use crate::edit::{Edit, StmtEdit};
use crate::view::View;
use brinell_lang::StmtKind;

const EDITS: [StmtEdit; 6] = [
    StmtEdit::Body,
    StmtEdit::Else,
    StmtEdit::NoElse,
    StmtEdit::Condition,
    StmtEdit::Once,
    StmtEdit::NoStep,
];

pub const PASS: Pass = Pass { name: "unwrap", rounds: EDITS.len(), apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let edit = EDITS[round];
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
