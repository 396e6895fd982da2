//! Constants go down: to zero, to one, to `int`, to half, to the one before.

use super::{Pass, sites};
use crate::edit::{Edit, ExprEdit};
use crate::view::View;
use brinell_lang::ExprKind;
use brinell_lang::arith::IntShape;

pub const PASS: Pass = Pass { name: "constants", rounds: 7, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut edits = Vec::new();
    for site in sites::exprs(program) {
        let ExprKind::Int(bits) = site.expr.kind else { continue };
        let Some(kind) = program.types.as_int(site.expr.ty.ty) else { continue };
        let value = IntShape::of(&program.target, kind).value(bits);
        let as_int = |value: i128| i32::try_from(value).ok().map(ExprEdit::Int);
        let smaller = |new: i128| (new != value).then_some(ExprEdit::Constant(new as u64));
        let edit = match round {
            0 if value != 0 => as_int(0),
            1 if value != 1 && value != 0 => as_int(1),
            2 => as_int(value),
            3 => smaller(value / 0x1_0000),
            4 => smaller(value / 10),
            5 => smaller(value / 2),
            6 => smaller(value - value.signum()),
            _ => None,
        };
        edits.extend(edit.map(|edit| Edit::Expr(site.place, site.id, edit)));
    }
    edits
}
