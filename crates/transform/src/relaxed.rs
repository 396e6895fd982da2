//! Relaxed places: merging an effect into the statement behind it, and writing what a resolving run
//! decided.

use brinell_lang::open::DecisionTable;
use brinell_lang::relaxed::{MergedEffect, PointerDecision, RelaxedSites};
use brinell_lang::{
    Body, Expr, ExprId, ExprKind, FuncId, Loc, Program, QualType, StmtId, StmtKind,
};

/// Writes the effect of one statement into an operand of the next: `v = e; w = x + y` becomes
/// `w = (v = e, x) + y`, or `w = (v = e) + y` where `x` is `v`. The operand is the first that the
/// machine evaluates there, so that its order is still that of two statements.
pub fn merge_effect(
    body: &mut Body,
    emptied: StmtId,
    effect: ExprId,
    holder: ExprId,
    operand: ExprId,
) -> MergedEffect {
    let merged = if gives_the_same(body, effect, operand) {
        effect
    } else {
        let ty = body.exprs[operand].ty;
        let kind = ExprKind::Comma { lhs: effect, rhs: operand };
        body.exprs.push(Expr { kind, ty, loc: Loc::NONE })
    };
    replace_child(body, holder, operand, merged);
    body.stmts[emptied].kind = StmtKind::Empty;
    MergedEffect { emptied, effect, holder, operand, merged }
}

/// Makes two statements of one again.
fn split_effect(body: &mut Body, merged: &MergedEffect) {
    replace_child(body, merged.holder, merged.merged, merged.operand);
    body.stmts[merged.emptied].kind = StmtKind::Expr(merged.effect);
}

/// Whether an assignment gives what an operand reads: the variable that it is to.
fn gives_the_same(body: &Body, effect: ExprId, operand: ExprId) -> bool {
    let (ExprKind::Assign { lhs, .. }, ExprKind::Load(from)) =
        (&body.exprs[effect].kind, &body.exprs[operand].kind)
    else {
        return false;
    };
    let same = match (&body.exprs[*lhs].kind, &body.exprs[*from].kind) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Global(a), ExprKind::Global(b)) => a == b,
        _ => false,
    };
    // To read a volatile variable is an effect of its own.
    same && !body.exprs[*lhs].ty.quals.is_volatile()
        && body.exprs[effect].ty == body.exprs[operand].ty
}

fn replace_child(body: &mut Body, holder: ExprId, old: ExprId, new: ExprId) {
    body.exprs[holder].kind.for_each_child_mut(|child| {
        if *child == old {
            *child = new;
        }
    });
}

/// Writes what was decided about relaxed places. Guards and other decisions come later: some write an
/// lvalue twice, and its copy must be what was decided.
pub fn write_relaxations(program: &mut Program, sites: &RelaxedSites, decisions: &DecisionTable) {
    let relaxed = &decisions.relaxed;
    for &(func, local) in &sites.initialisers {
        if !relaxed.is_restored((func, local))
            && let Some(body) = &mut program.function_mut(func).body
        {
            body.locals[local].init = None;
        }
    }
    for (&(func, stmt), merged) in &sites.merged {
        if relaxed.is_split((func, stmt))
            && let Some(body) = &mut program.function_mut(func).body
        {
            split_effect(body, merged);
        }
    }
    for &(func, stmt) in sites.jumps.keys() {
        if relaxed.is_removed((func, stmt))
            && let Some(body) = &mut program.function_mut(func).body
        {
            body.stmts[stmt].kind = StmtKind::Empty;
        }
    }
    let mut pointers: Vec<_> = relaxed.pointers().collect();
    // A pointer that is read through another comes after it, so that its copy is what was decided.
    pointers.sort_unstable_by_key(|(site, _)| *site);
    for ((func, pointer), decision) in pointers {
        let Some(site) = sites.pointers.get(&(func, pointer)) else { continue };
        write_pointer(program, (func, pointer), site.alternative, decision);
    }
}

fn write_pointer(
    program: &mut Program,
    (func, pointer): (FuncId, ExprId),
    alternative: ExprId,
    decision: PointerDecision,
) {
    let Some(body) = &mut program.function_mut(func).body else { return };
    let exprs = &mut body.exprs;
    exprs[pointer].kind = match decision {
        PointerDecision::Kept => return,
        PointerDecision::Replaced => exprs[alternative].kind.clone(),
        PointerDecision::Guarded => {
            let Expr { kind, ty, loc } = exprs[pointer].clone();
            let then = exprs.push(Expr { kind, ty, loc });
            let cond = exprs.copy(then);
            ExprKind::Conditional { cond, then, otherwise: alternative }
        }
    };
    debug_assert_eq!(
        QualType::plain(exprs[pointer].ty.ty),
        QualType::plain(exprs[alternative].ty.ty),
        "an alternative has the type of what it stands for"
    );
}
