//! Variables without initialiser. Those of functions keep theirs in the draft, so that a run knows
//! what it gives; global ones are grown without.

use super::Relaxation;
use crate::config::Config;
use crate::draft::Draft;
use brinell_choice::Choices;
use brinell_lang::relaxed::RelaxedSites;
use brinell_lang::{Body, ExprKind, Init, LocalId, LocalKind, Program};

/// Draws which variables do without.
pub fn leave_out(draft: &Draft, config: &Config, choices: &mut Choices, sites: &mut RelaxedSites) {
    let program = &draft.program;
    for func in program.functions.ids() {
        let Some(body) = &program.functions[func].body else { continue };
        for local in body.locals.ids() {
            if may_do_without(program, body, local)
                && Relaxation::Initialisers.applies(config, choices)
            {
                sites.initialisers.insert((func, local));
            }
        }
    }
}

/// Whether the initialiser can be left out: nothing in it has an effect, and no read of the variable
/// is one.
fn may_do_without(program: &Program, body: &Body, local: LocalId) -> bool {
    let variable = &body.locals[local];
    let Some(init) = &variable.init else { return false };
    variable.kind == LocalKind::Var
        && !program.types.innermost(variable.ty).quals.is_volatile()
        && !variable.ty.quals.is_volatile()
        && !has_volatile_member(program, variable.ty.ty)
        && is_without_effects(body, init)
}

fn has_volatile_member(program: &Program, ty: brinell_lang::TypeId) -> bool {
    let types = &program.types;
    let inner = types.innermost(brinell_lang::QualType::plain(ty)).ty;
    let Some(record) = types.as_record(inner) else { return false };
    types.records[record].fields.iter().flatten().any(|field| {
        types.innermost(field.ty).quals.is_volatile()
            || field.ty.quals.is_volatile()
            || has_volatile_member(program, field.ty.ty)
    })
}

fn is_without_effects(body: &Body, init: &Init) -> bool {
    let mut pure = true;
    init.for_each_expr(|root| {
        pure &= body.exprs.under(root).all(|(_, expr)| match &expr.kind {
            ExprKind::Call { .. }
            | ExprKind::Assign { .. }
            | ExprKind::AssignOp { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::CompoundLiteral(_) => false,
            ExprKind::Load(place) => !body.exprs[*place].ty.quals.is_volatile(),
            _ => true,
        });
    });
    pure
}
