//! The assignment at which the program first goes wrong: `main` returns whether a variable differs
//! from what the machine saw assigned to it, and everything after that is left out. The final wrong
//! value is often the sum of many values, only one of which is wrong by itself.

use super::sites::{ExprSite, StmtSite};
use super::{Pass, known, sites};
use crate::view::View;
use brinell_lang::{Body, ExprId, ExprKind, Exprs, FuncId, IncDecOp, LocalId, StmtId, StmtKind};
use brinell_transform::{Edit, Owner, StmtEdit};

pub const PASS: Pass = Pass { name: "sources", rounds: 1, apart: true, propose };

/// Assignments that are looked at, the earliest first.
const MOST: usize = 100;

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let program = &view.program;
    let Some(main) = program.function_named("main") else { return Vec::new() };
    let Some(body) = &program.functions[main].body else { return Vec::new() };
    let Some(last) = last_return(body) else { return Vec::new() };
    let exprs = sites::exprs(program);
    let locals = outermost(body);
    let named = |site: &ExprSite<'_>, lvalue| {
        let locals = if site.owner == Owner::Function(main) { &locals[..] } else { &[] };
        is_named(site.exprs, lvalue, locals)
    };
    let mut assigned: Vec<(u64, Owner, ExprId, u64)> =
        exprs.iter().filter_map(|site| assignment(view, site, named)).collect();
    assigned.sort_unstable_by_key(|(time, ..)| *time);
    assigned.truncate(MOST);
    let begun = begins(view);
    let after = |(time, owner, lvalue, value): (u64, Owner, ExprId, u64)| {
        let mut edits = vec![Edit::Stmt(main, last, StmtEdit::Tell(owner, lvalue, value.into()))];
        let later = begun.iter().filter(|(f, s, begin)| *begin > time && (*f, *s) != (main, last));
        edits.extend(later.map(|(f, s, _)| Edit::Stmt(*f, *s, StmtEdit::Drop)));
        Edit::Together(edits)
    };
    assigned.into_iter().map(after).collect()
}

/// The `return` of a value at the end of a body.
fn last_return(body: &Body) -> Option<StmtId> {
    let StmtKind::Block(stmts) = &body.stmts[body.root?].kind else { return None };
    let last = *stmts.last()?;
    matches!(body.stmts[last].kind, StmtKind::Return(Some(_))).then_some(last)
}

/// The locals that can be named at the end of a body.
fn outermost(body: &Body) -> Vec<LocalId> {
    let Some(StmtKind::Block(stmts)) = body.root.map(|root| &body.stmts[root].kind) else {
        return Vec::new();
    };
    let declared = |s: &StmtId| match body.stmts[*s].kind {
        StmtKind::Decl(l) => Some(l),
        _ => None,
    };
    stmts.iter().filter_map(declared).collect()
}

/// When it was made for the last time, what was assigned to, and its value, where that has a name
/// and the value was always the same.
fn assignment(
    view: &View,
    site: &ExprSite<'_>,
    named: impl Fn(&ExprSite<'_>, ExprId) -> bool,
) -> Option<(u64, Owner, ExprId, u64)> {
    let lvalue = match site.expr.kind {
        ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => lhs,
        ExprKind::IncDec { op: IncDecOp::PreInc | IncDecOp::PreDec, operand } => operand,
        _ => return None,
    };
    let Owner::Function(f) = site.owner else { return None };
    if !named(site, lvalue) {
        return None;
    }
    let (_, last) = view.times(f, site.id)?;
    Some((last, site.owner, lvalue, known::value(view, f, site.id)?))
}

/// Whether an lvalue is a global or one of these locals, or a part of one by constant indices.
fn is_named(exprs: &Exprs, mut id: ExprId, locals: &[LocalId]) -> bool {
    loop {
        match exprs[id].kind {
            ExprKind::Global(_) => return true,
            ExprKind::Local(l) => return locals.contains(&l),
            ExprKind::Member { base, .. } => id = base,
            ExprKind::Index { base, index } => match (&exprs[base].kind, &exprs[index].kind) {
                (ExprKind::Decay(array), ExprKind::Int(_)) => id = *array,
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// When statements began for the first time, as far as they evaluate anything.
fn begins(view: &View) -> Vec<(FuncId, StmtId, u64)> {
    let begin = |site: StmtSite<'_>| {
        let body = view.program.functions[site.function].body.as_ref()?;
        let (StmtKind::Expr(root)
        | StmtKind::If { cond: root, .. }
        | StmtKind::While { cond: root, .. }
        | StmtKind::For { cond: Some(root), .. }
        | StmtKind::Switch { scrutinee: root, .. }) = *site.kind
        else {
            return None;
        };
        let began = body.exprs.under(root).filter_map(|(id, _)| view.times(site.function, id));
        let first = began.map(|(time, _)| time).min();
        first.map(|first| (site.function, site.id, first))
    };
    sites::stmts(&view.program).into_iter().filter_map(begin).collect()
}
