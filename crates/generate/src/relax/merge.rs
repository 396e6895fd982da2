//! Effects between unsequenced operands: `v = e; w = x + y` is written as `w = (v = e, x) + y`.
//!
//! The analysis has walked the two statements. If every order of the operands comes to the same, it
//! is the order of the statements, and its facts hold; if not, a run finds that out and they are
//! two statements again. So the effect goes where the machine evaluates it first.

use super::Relaxation;
use crate::config::Config;
use crate::draft::Draft;
use brinell_choice::Choices;
use brinell_lang::relaxed::RelaxedSites;
use brinell_lang::{Body, ExprId, ExprKind, GlobalId, LocalId, StmtId, StmtKind, Types};
use brinell_transform::merge_effect;

/// Draws which effects are merged into the statement behind them.
pub fn merge_effects(
    draft: &mut Draft,
    config: &Config,
    choices: &mut Choices,
    sites: &mut RelaxedSites,
) {
    if config.relax_order_percent == 0 {
        return;
    }
    for func in draft.program.functions.ids().collect::<Vec<_>>() {
        let Some(mut body) = draft.program.function_mut(func).body.take() else { continue };
        for (first, second) in neighbours(&body) {
            let Some((effect, holders)) = candidates(&draft.program.types, &body, first, second)
            else {
                continue;
            };
            if !Relaxation::Order.applies(config, choices) {
                continue;
            }
            let (holder, operand) = *choices.pick(&holders);
            let merged = merge_effect(&mut body, first, effect, holder, operand);
            sites.merged.insert((func, second), merged);
        }
        draft.program.function_mut(func).body = Some(body);
    }
}

/// Statements that follow one another, none of them in two pairs.
fn neighbours(body: &Body) -> Vec<(StmtId, StmtId)> {
    let mut pairs = Vec::new();
    let Some(root) = body.root else { return pairs };
    for (_, kind) in body.stmts_under(root) {
        let StmtKind::Block(stmts) = kind else { continue };
        let mut at = 0;
        while let Some([first, second]) = stmts.get(at..at + 2) {
            let is_effect = matches!(body.stmts[*first].kind, StmtKind::Expr(_));
            if is_effect && full_expression(body, *second).is_some() {
                pairs.push((*first, *second));
                at += 1;
            }
            at += 1;
        }
    }
    pairs
}

/// The expression of a statement that an effect can be merged into.
fn full_expression(body: &Body, stmt: StmtId) -> Option<ExprId> {
    match body.stmts[stmt].kind {
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) | StmtKind::If { cond: e, .. } => Some(e),
        _ => None,
    }
}

/// The effect of the first statement, and the operands in the second that it can be merged with,
/// each with the operator that it belongs to.
fn candidates(
    types: &Types,
    body: &Body,
    first: StmtId,
    second: StmtId,
) -> Option<(ExprId, Vec<(ExprId, ExprId)>)> {
    let StmtKind::Expr(effect) = body.stmts[first].kind else { return None };
    let is_effect = matches!(
        body.exprs[effect].kind,
        ExprKind::Assign { .. }
            | ExprKind::AssignOp { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call { .. }
    );
    // What is in front of a comma may be void, but no struct: some compilers lack that.
    let ty = body.exprs[effect].ty.ty;
    let is_scalar = types.is_arithmetic(ty) || types.pointee(ty).is_some() || types.is_void(ty);
    if !is_effect || !is_scalar {
        return None;
    }
    let mut holders = Vec::new();
    first_evaluated(types, body, effect, full_expression(body, second)?, &mut holders);
    (!holders.is_empty()).then_some((effect, holders))
}

/// The operands that are evaluated before all else in an expression, but for places that the effect
/// does not change, and that have others beside them.
fn first_evaluated(
    types: &Types,
    body: &Body,
    effect: ExprId,
    mut e: ExprId,
    holders: &mut Vec<(ExprId, ExprId)>,
) {
    loop {
        let next = match &body.exprs[e].kind {
            // The machine reads the old value of a compound assignment behind its right side.
            ExprKind::Assign { lhs, rhs } | ExprKind::AssignOp { lhs, rhs, .. }
                if is_fixed(body, *lhs) || leaves_alone(body, effect, *lhs) =>
            {
                if let ExprKind::AssignOp { .. } = body.exprs[e].kind
                    && types.is_arithmetic(body.exprs[*rhs].ty.ty)
                {
                    holders.push((e, *rhs));
                }
                *rhs
            }
            ExprKind::Binary { lhs, .. } => {
                // Arithmetic on pointers that is in bounds by construction stays as it is.
                if !types.is_arithmetic(body.exprs[*lhs].ty.ty) {
                    return;
                }
                holders.push((e, *lhs));
                *lhs
            }
            ExprKind::Call { callee, args } if is_named(body, *callee) => {
                let Some(arg) = args.first() else { return };
                if args.len() > 1 && types.is_arithmetic(body.exprs[*arg].ty.ty) {
                    holders.push((e, *arg));
                }
                *arg
            }
            ExprKind::Cast { operand, .. } | ExprKind::Unary { operand, .. } => *operand,
            ExprKind::Comma { lhs, .. } | ExprKind::Logical { lhs, .. } => *lhs,
            ExprKind::Conditional { cond, .. } => *cond,
            _ => return,
        };
        e = next;
    }
}

/// Whether computing a place reads nothing.
fn is_fixed(body: &Body, place: ExprId) -> bool {
    root(body, place).is_some()
}

/// Whether an effect is that of one assignment to a named variable which computing a place does not
/// read.
fn leaves_alone(body: &Body, effect: ExprId, place: ExprId) -> bool {
    let (changed, value) = match body.exprs[effect].kind {
        ExprKind::Assign { lhs, rhs } | ExprKind::AssignOp { lhs, rhs, .. } => (lhs, Some(rhs)),
        ExprKind::IncDec { operand, .. } => (operand, None),
        _ => return false,
    };
    let has_effect = |e: ExprId| {
        body.exprs.under(e).any(|(_, expr)| {
            matches!(
                expr.kind,
                ExprKind::Call { .. }
                    | ExprKind::Assign { .. }
                    | ExprKind::AssignOp { .. }
                    | ExprKind::IncDec { .. }
            )
        })
    };
    if value.is_some_and(has_effect) || has_effect(place) {
        return false;
    }
    let Some(changed) = root(body, changed) else { return false };
    body.exprs.under(place).all(|(_, expr)| match expr.kind {
        ExprKind::Load(from) => root(body, from).is_some_and(|from| from != changed),
        _ => true,
    })
}

/// The named variable that a place is in, if computing it reads nothing.
fn root(body: &Body, mut place: ExprId) -> Option<NamedObject> {
    loop {
        match body.exprs[place].kind {
            ExprKind::Local(local) => return Some(NamedObject::Local(local)),
            ExprKind::Global(global) => return Some(NamedObject::Global(global)),
            ExprKind::Member { base, .. } => place = base,
            _ => return None,
        }
    }
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum NamedObject {
    Local(LocalId),
    Global(GlobalId),
}

fn is_named(body: &Body, callee: ExprId) -> bool {
    let ExprKind::Decay(designator) = body.exprs[callee].kind else { return false };
    matches!(body.exprs[designator].kind, ExprKind::Function(_))
}
