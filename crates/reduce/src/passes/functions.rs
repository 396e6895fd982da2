//! Functions without `static`, `inline` and `noinline`, and with `int` as their result.

use super::Pass;
use crate::view::View;
use brinell_lang::{IntKind, Linkage, Type};
use brinell_transform::{Edit, FunctionEdit};

pub const PASS: Pass = Pass { name: "functions", rounds: 3, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let with_body = program.functions.enumerate().filter(|(_, f)| f.body.is_some());
    let fits = with_body.filter(|(_, f)| match round {
        0 => f.inline || f.noinline || f.linkage != Linkage::External,
        1 => f.inline || f.noinline,
        _ => {
            let ret = program.types.as_function(f.ty).map(|ty| program.types.get(ty.ret));
            matches!(ret, Some(Type::Int(kind)) if *kind != IntKind::Int)
        }
    });
    let edit = [FunctionEdit::Plain, FunctionEdit::NotInline, FunctionEdit::Int][round];
    fits.map(|(id, _)| Edit::Function(id, edit)).collect()
}
