//! Where edits can be made: all statements and expressions that the text shows, outer ones first.

use brinell_lang::{Body, Expr, ExprId, ExprKind, Exprs, FuncId, Program, StmtId, StmtKind};
use brinell_transform::Owner;

/// A statement.
pub struct StmtSite<'a> {
    /// Whose body it is in.
    pub function: FuncId,
    /// Its id.
    pub id: StmtId,
    /// What it is.
    pub kind: &'a StmtKind,
    depth: u32,
}

/// All statements but the outermost blocks.
pub fn stmts(program: &Program) -> Vec<StmtSite<'_>> {
    let mut sites = Vec::new();
    for (function, f) in program.functions.enumerate() {
        let Some(body) = &f.body else { continue };
        let mut todo: Vec<(StmtId, u32)> = body.root.map(|root| (root, 0)).into_iter().collect();
        while let Some((id, depth)) = todo.pop() {
            let kind = &body.stmts[id].kind;
            if depth > 0 {
                sites.push(StmtSite { function, id, kind, depth });
            }
            let start = todo.len();
            kind.for_each_child(|child| todo.push((child, depth + 1)));
            todo[start..].reverse();
        }
    }
    sites.sort_by_key(|site| site.depth);
    sites
}

/// An expression.
pub struct ExprSite<'a> {
    /// Where it is.
    pub owner: Owner,
    /// Its id.
    pub id: ExprId,
    /// What it is.
    pub expr: &'a Expr,
    /// All expressions there.
    pub exprs: &'a Exprs,
    depth: u32,
}

/// All expressions that the text shows.
pub fn exprs(program: &Program) -> Vec<ExprSite<'_>> {
    let mut sites = Vec::new();
    for (f, function) in program.functions.enumerate() {
        let Some(body) = &function.body else { continue };
        let roots = roots(body);
        walk(Owner::Function(f), &body.exprs, Some(body), roots, &mut sites);
    }
    for (g, global) in program.globals.enumerate() {
        let mut roots = Vec::new();
        if let Some(init) = &global.init {
            init.for_each_expr(|e| roots.push(e));
        }
        walk(Owner::Global(g), &global.exprs, None, roots, &mut sites);
    }
    sites.sort_by_key(|site| site.depth);
    sites
}

fn walk<'a>(
    owner: Owner,
    exprs: &'a Exprs,
    body: Option<&Body>,
    roots: Vec<ExprId>,
    sites: &mut Vec<ExprSite<'a>>,
) {
    let mut todo: Vec<(ExprId, u32)> = roots.into_iter().rev().map(|root| (root, 0)).collect();
    while let Some((id, depth)) = todo.pop() {
        let expr = &exprs[id];
        let hidden = matches!(
            expr.kind,
            ExprKind::Load(_) | ExprKind::Decay(_) | ExprKind::Cast { implicit: true, .. }
        );
        if !hidden {
            sites.push(ExprSite { owner, id, expr, exprs, depth });
        }
        let start = todo.len();
        let below = depth + u32::from(!hidden);
        expr.for_each_child(|child| todo.push((child, below)));
        if let ExprKind::CompoundLiteral(l) = expr.kind {
            let init = body.and_then(|body| body.locals[l].init.as_ref());
            if let Some(init) = init {
                init.for_each_expr(|e| todo.push((e, below)));
            }
        }
        todo[start..].reverse();
    }
}

/// The full expressions of a body, in the order of the text.
fn roots(body: &Body) -> Vec<ExprId> {
    body.root.map_or_else(Vec::new, |root| roots_in(body, root))
}

/// All expressions in a statement of a body, those in compound literals excepted.
pub fn exprs_in(body: &Body, stmt: StmtId) -> Vec<ExprId> {
    let mut all = roots_in(body, stmt);
    let mut next = 0;
    while let Some(id) = all.get(next).copied() {
        body.exprs[id].for_each_child(|child| all.push(child));
        next += 1;
    }
    all
}

/// The full expressions in a statement, in the order of the text.
fn roots_in(body: &Body, stmt: StmtId) -> Vec<ExprId> {
    let mut roots = Vec::new();
    for (_, kind) in body.stmts_under(stmt) {
        body.for_each_expr(kind, |e| roots.push(e));
    }
    roots
}
