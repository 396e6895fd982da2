//! The operation itself in place of the call of a function that guards it: `a + b` for
//! `safe_add(a, b)`. The machine says whether the guard was needed.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{BinaryOp, Body, ExprId, ExprKind, FuncId, Program};
use brinell_transform::{Edit, ExprEdit};
use rustc_hash::FxHashMap;

pub const PASS: Pass = Pass { name: "wrappers", rounds: 1, apart: false, propose };

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut guarded: FxHashMap<FuncId, Option<BinaryOp>> = FxHashMap::default();
    let mut edits = Vec::new();
    for site in sites::exprs(program) {
        let ExprKind::Call { callee, args } = &site.expr.kind else { continue };
        let ExprKind::Decay(designator) = site.exprs[*callee].kind else { continue };
        let ExprKind::Function(f) = site.exprs[designator].kind else { continue };
        if args.len() != 2 {
            continue;
        }
        if let Some(op) = *guarded.entry(f).or_insert_with(|| operation(program, f)) {
            edits.push(Edit::Expr(site.owner, site.id, ExprEdit::Raw(op)));
        }
    }
    edits
}

/// The last operation of a function on both of its parameters, in their order: guards come before
/// what they guard.
fn operation(program: &Program, f: FuncId) -> Option<BinaryOp> {
    let body = program.functions[f].body.as_ref()?;
    let [first, second] = body.params[..] else { return None };
    let is = |e, param| variable(body, e) == Some(param);
    let on_both = |kind: &ExprKind| match *kind {
        ExprKind::Binary { op, lhs, rhs } if is(lhs, first) && is(rhs, second) => Some(op),
        _ => None,
    };
    let all: Vec<BinaryOp> = body.exprs.iter().filter_map(|e| on_both(&e.kind)).collect();
    all.iter().rfind(|op| !op.is_comparison()).or(all.last()).copied()
}

/// The variable that an expression reads, perhaps converting it.
fn variable(body: &Body, mut e: ExprId) -> Option<brinell_lang::LocalId> {
    loop {
        match body.exprs[e].kind {
            ExprKind::Local(l) => return Some(l),
            ExprKind::Load(inner) | ExprKind::Cast { operand: inner, .. } => e = inner,
            _ => return None,
        }
    }
}
