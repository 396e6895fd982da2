//! Calls replaced by bodies that do nothing but return a value.

use super::{Pass, sites};
use crate::edit::{Edit, ExprEdit};
use crate::rebuild::returned;
use brinell_lang::{ExprKind, Program};

pub const PASS: Pass = Pass { name: "inlining", rounds: 1, propose };

fn propose(program: &Program, _: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for site in sites::exprs(program) {
        let ExprKind::Call { callee, .. } = site.expr.kind else { continue };
        let ExprKind::Decay(designator) = site.exprs[callee].kind else { continue };
        let ExprKind::Function(f) = site.exprs[designator].kind else { continue };
        if returned(&program.functions[f]).is_some() {
            edits.push(Edit::Expr(site.place, site.id, ExprEdit::Inline));
        }
    }
    edits
}
