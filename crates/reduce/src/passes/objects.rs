//! Variables that go away: reading them gives what the machine saw them have, if it is always the
//! same at each place, or else zero; writing them does nothing.

use super::{Pass, known, sites};
use crate::view::View;
use brinell_lang::{ExprKind, LocalKind, Program};
use brinell_transform::{Edit, Object, ObjectEdit, Owner};
use rustc_hash::FxHashMap;

pub const PASS: Pass = Pass { name: "variables", rounds: 2, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let dropped = |object| Edit::Object(object, ObjectEdit::Drop);
    let all = variables(&view.program).into_iter();
    if round == 1 {
        return all.map(dropped).collect();
    }
    let mut reads = reads(view);
    let with_values = |object| {
        let mut edits = reads.remove(&object)??;
        edits.push(dropped(object));
        Some(Edit::Together(edits))
    };
    all.filter_map(with_values).collect()
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

/// For each variable that is read, its values at all these places; `None` where one has several.
fn reads(view: &View) -> FxHashMap<Object, Option<Vec<Edit>>> {
    let mut reads: FxHashMap<Object, Option<Vec<Edit>>> = FxHashMap::default();
    let mut loads = known::Loads::default();
    for site in sites::exprs(&view.program) {
        let Owner::Function(f) = site.owner else { continue };
        // `++x` is a value of `x`, too.
        let (place, read) = match site.expr.kind {
            ExprKind::IncDec { operand, .. } => (operand, site.id),
            _ => match loads.of(site.owner, site.exprs).get(&site.id) {
                Some(load) => (site.id, *load),
                None => continue,
            },
        };
        let object = match site.exprs[place].kind {
            ExprKind::Global(g) => Object::Global(g),
            ExprKind::Local(l) => Object::Local(f, l),
            _ => continue,
        };
        let edits = reads.entry(object).or_insert_with(|| Some(Vec::new()));
        match (view.constant(f, read), edits.as_mut()) {
            (Some(constant), Some(edits)) => {
                edits.push(Edit::Expr(site.owner, site.id, constant));
            }
            (None, _) if view.was_evaluated(f, read) => *edits = None,
            _ => {}
        }
    }
    reads
}
