//! Expressions replaced by zero, by one of their operands, or by one; large ones first.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{Bits, ExprKind};
use brinell_transform::{Edit, ExprEdit};

const EDITS: [ExprEdit; 9] = [
    ExprEdit::Constant(Bits::ZERO),
    ExprEdit::Operand(0),
    ExprEdit::Operand(1),
    ExprEdit::Operand(2),
    ExprEdit::Operand(3),
    ExprEdit::Constant(Bits::ONE),
    ExprEdit::Int(0),
    ExprEdit::Int(1),
    ExprEdit::Assign,
];

pub const PASS: Pass = Pass { name: "expressions", rounds: EDITS.len(), apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let edit = EDITS[round];
    let mut edits = Vec::new();
    for site in sites::exprs(program) {
        let fits = match edit {
            ExprEdit::Operand(n) => {
                let mut children = 0;
                site.expr.for_each_child(|_| children += 1);
                children > n
            }
            ExprEdit::Assign => matches!(site.expr.kind, ExprKind::AssignOp { .. }),
            // Constants have a pass of their own.
            ExprEdit::Constant(_) | ExprEdit::Int(_) => {
                let ty = site.expr.ty.ty;
                program.types.is_scalar(ty)
                    && !matches!(
                        site.expr.kind,
                        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::LongDouble(_)
                    )
            }
            _ => false,
        };
        if fits {
            edits.push(Edit::Expr(site.owner, site.id, edit));
        }
    }
    edits
}
