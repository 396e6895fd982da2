//! One variable in place of two of the same type.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{ExprId, ExprKind, LocalKind, QualType};
use brinell_transform::{Edit, ExprEdit, Object, ObjectEdit, Owner};
use rustc_hash::FxHashMap;

pub const PASS: Pass = Pass { name: "merging", rounds: 1, apart: false, propose };

/// Pairs are many: only what is nearly done is worth looking at all of them.
const MOST_VARIABLES: usize = 24;

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut variables: Vec<(Object, QualType)> = Vec::new();
    variables.extend(program.globals.enumerate().map(|(g, it)| (Object::Global(g), it.ty)));
    for (f, function) in program.functions.enumerate() {
        for (l, local) in function.body.iter().flat_map(|body| body.locals.enumerate()) {
            if local.kind != LocalKind::Literal {
                variables.push((Object::Local(f, l), local.ty));
            }
        }
    }
    if variables.len() > MOST_VARIABLES {
        return Vec::new();
    }
    let uses = uses(view);
    let mut edits = Vec::new();
    for (i, (gone, ty)) in variables.iter().enumerate() {
        // A parameter goes away by another pass.
        if is_parameter(view, *gone) {
            continue;
        }
        for (kept, _) in variables[..i].iter().filter(|(_, other)| other == ty) {
            let mut all = vec![Edit::Object(*gone, ObjectEdit::Drop)];
            let mut possible = true;
            for (owner, id) in uses.get(gone).map_or(&[][..], Vec::as_slice) {
                possible &= match (*kept, *owner) {
                    (Object::Global(_), _) => true,
                    (Object::Local(f, _), Owner::Function(here)) => f == here,
                    (Object::Local(..), Owner::Global(_)) => false,
                };
                all.push(Edit::Expr(*owner, *id, ExprEdit::Variable(*kept)));
            }
            if possible {
                edits.push(Edit::Together(all));
            }
        }
    }
    edits
}

fn is_parameter(view: &View, object: Object) -> bool {
    let Object::Local(f, l) = object else { return false };
    view.program.functions[f].body.as_ref().is_some_and(|body| body.params.contains(&l))
}

fn uses(view: &View) -> FxHashMap<Object, Vec<(Owner, ExprId)>> {
    let mut uses: FxHashMap<Object, Vec<(Owner, ExprId)>> = FxHashMap::default();
    for site in sites::exprs(&view.program) {
        let object = match (&site.expr.kind, site.owner) {
            (ExprKind::Global(g), _) => Object::Global(*g),
            (ExprKind::Local(l), Owner::Function(f)) => Object::Local(f, *l),
            _ => continue,
        };
        uses.entry(object).or_default().push((site.owner, site.id));
    }
    uses
}
