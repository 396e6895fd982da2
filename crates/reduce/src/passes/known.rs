//! Expressions replaced by the value that the machine saw them have, whenever it saw them: what the
//! program does stays the same, so that it is likely to show the same, too.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{ExprId, ExprKind, Exprs, FuncId};
use brinell_transform::{Edit, Owner};
use rustc_hash::FxHashMap;

pub const PASS: Pass = Pass { name: "known values", rounds: 2, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut loads = Loads::default();
    for site in sites::exprs(&view.program) {
        let Owner::Function(f) = site.owner else { continue };
        if matches!(
            site.expr.kind,
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::LongDouble(_) | ExprKind::SizeOf(_)
        ) {
            continue;
        }
        // Pure ones first: their absence changes nothing.
        if has_effects(site.exprs, site.id) != (round == 1) {
            continue;
        }
        let read = loads.of(site.owner, site.exprs).get(&site.id).copied();
        if let Some(constant) = view.constant(f, read.unwrap_or(site.id)) {
            edits.push(Edit::Expr(site.owner, site.id, constant));
        }
    }
    edits
}

/// The value that an expression of a function always had, as far as it is not changed by a
/// conversion that the text does not show.
pub fn value(view: &View, f: FuncId, id: ExprId) -> Option<u64> {
    let exprs = &view.program.functions[f].body.as_ref()?.exprs;
    let mut id = id;
    while let ExprKind::Cast { operand, implicit: true } = exprs[id].kind {
        id = operand;
    }
    view.value(f, id)
}

/// Whether evaluating it may do more than give a value.
pub fn has_effects(exprs: &Exprs, id: ExprId) -> bool {
    exprs.under(id).any(|(_, expr)| {
        matches!(
            expr.kind,
            ExprKind::Assign { .. }
                | ExprKind::AssignOp { .. }
                | ExprKind::IncDec { .. }
                | ExprKind::Call { .. }
        )
    })
}

/// Which expressions read which lvalues, by owner.
#[derive(Default)]
pub struct Loads(FxHashMap<Owner, FxHashMap<ExprId, ExprId>>);

impl Loads {
    pub fn of(&mut self, owner: Owner, exprs: &Exprs) -> &FxHashMap<ExprId, ExprId> {
        self.0.entry(owner).or_insert_with(|| {
            let load = |(id, expr): (ExprId, &brinell_lang::Expr)| match expr.kind {
                ExprKind::Load(of) => Some((of, id)),
                _ => None,
            };
            exprs.enumerate().filter_map(load).collect()
        })
    }
}
