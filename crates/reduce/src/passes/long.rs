//! Parts of long expressions replaced by their values, before anything else: of thousands of
//! operators most are needed for their value only, and halving finds those that are not (Orange,
//! section 5, bottom-up). What the program does stays the same, so no candidate is undefined.
//!
//! Programs without long expressions are left to the other passes: they have better ways to begin.

use super::{Pass, known, sites};
use crate::view::View;
use brinell_lang::{ExprId, ExprKind, StmtKind};
use brinell_transform::{Edit, Owner};

pub const PASS: Pass = Pass { name: "long expressions", rounds: 1, apart: false, propose };

/// Expressions with at least so many nodes are long: some twenty operators with their operands,
/// loads and conversions, beyond what people and other generators write.
const LONG: usize = 100;

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for site in sites::stmts(&view.program) {
        let StmtKind::Expr(root) = *site.kind else { continue };
        let Some(body) = &view.program.functions[site.function].body else { continue };
        let ExprKind::Assign { rhs, .. } = body.exprs[root].kind else { continue };
        if body.exprs.under(rhs).count() < LONG || known::has_effects(&body.exprs, rhs) {
            continue;
        }
        // From the left to the right, each before what is in it: halves of the list are then parts
        // of the expression.
        let mut todo: Vec<ExprId> = vec![rhs];
        while let Some(id) = todo.pop() {
            let start = todo.len();
            body.exprs[id].for_each_child(|child| todo.push(child));
            todo[start..].reverse();
            let replaced = match body.exprs[id].kind {
                ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::LongDouble(_)
                // What is read is replaced where it is read.
                | ExprKind::Global(_)
                | ExprKind::Local(_)
                | ExprKind::Cast { implicit: true, .. } => None,
                // The text shows the place that is read.
                ExprKind::Load(place) => view.constant(site.function, id).map(|it| (place, it)),
                _ => view.constant(site.function, id).map(|it| (id, it)),
            };
            if let Some((id, constant)) = replaced {
                edits.push(Edit::Expr(Owner::Function(site.function), id, constant));
            }
        }
    }
    edits
}
