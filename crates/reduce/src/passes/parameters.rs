//! Parameters that go away, and unused results.

use super::Pass;
use crate::view::View;
use brinell_transform::{Edit, FunctionEdit};

pub const PASS: Pass = Pass { name: "parameters", rounds: 2, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut edits = Vec::new();
    for (id, function) in program.functions.enumerate() {
        let Some(body) = &function.body else { continue };
        if round == 0 {
            let params = 0..body.params.len() as u32;
            let params = params.map(|i| Edit::Function(id, FunctionEdit::NoParam(i)));
            // `main` has both or none.
            if function.name.as_deref() == Some("main") {
                if !body.params.is_empty() {
                    edits.push(Edit::Together(params.collect()));
                }
            } else {
                edits.extend(params);
            }
        } else if function.name.as_deref() != Some("main") {
            let ty = program.types.as_function(function.ty);
            if ty.is_some_and(|ty| !program.types.is_void(ty.ret)) {
                edits.push(Edit::Function(id, FunctionEdit::Void));
            }
        }
    }
    edits
}
