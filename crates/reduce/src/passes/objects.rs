//! Variables that go away: reading them gives zero, writing them does nothing.

use super::Pass;
use crate::edit::{Edit, Object, ObjectEdit};
use crate::view::View;
use brinell_lang::{LocalKind, Program};

pub const PASS: Pass = Pass { name: "variables", rounds: 1, propose };

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let program = &view.program;
    let all = variables(program).into_iter();
    all.map(|object| Edit::Object(object, ObjectEdit::Drop)).collect()
}

/// All variables but parameters.
fn variables(program: &Program) -> Vec<Object> {
    let mut all: Vec<Object> = program.globals.ids().map(Object::Global).collect();
    for (f, function) in program.functions.enumerate() {
        let Some(body) = &function.body else { continue };
        let locals = body.locals.enumerate().filter(|(_, local)| local.kind == LocalKind::Var);
        all.extend(locals.map(|(l, _)| Object::Local(f, l)));
    }
    all
}
