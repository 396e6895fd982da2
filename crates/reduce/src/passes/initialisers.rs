//! Initialisers that go away, and elements of them.

use super::Pass;
use crate::view::View;
use brinell_lang::Init;
use brinell_transform::{Edit, Object, ObjectEdit};

pub const PASS: Pass = Pass { name: "initialisers", rounds: 2, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut edits = Vec::new();
    let mut add = |object: Object, init: Option<&Init>| {
        let Some(init) = init else { return };
        if round == 0 {
            edits.push(Edit::Object(object, ObjectEdit::NoInit));
        } else {
            items(init, &mut Vec::new(), &mut |path| {
                edits.push(Edit::Object(object, ObjectEdit::NoItem(path.to_vec())));
            });
        }
    };
    for (id, global) in program.globals.enumerate() {
        add(Object::Global(id), global.init.as_ref());
    }
    for (f, function) in program.functions.enumerate() {
        for (l, local) in function.body.iter().flat_map(|body| body.locals.enumerate()) {
            add(Object::Local(f, l), local.init.as_ref());
        }
    }
    edits
}

fn items(init: &Init, path: &mut Vec<u64>, found: &mut dyn FnMut(&[u64])) {
    let Init::List(list) = init else { return };
    for item in list {
        path.push(item.index);
        found(path);
        items(&item.init, path, found);
        path.pop();
    }
}
