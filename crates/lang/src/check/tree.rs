//! The walk that proves an arena of expressions to be a tree: ids exist, nothing is used twice,
//! nothing contains itself, locals are visible where they are used.

use super::Checker;
use crate::expr::{Expr, ExprKind, Init};
use crate::ids::{ExprId, Id, LocalId};
use crate::loc::Loc;
use crate::program::{Body, Exprs, LocalKind};

/// What a walk has found out about the expressions of one body or initialiser.
pub(super) struct ExprTree<'a> {
    pub exprs: &'a Exprs,
    pub body: Option<&'a Body>,
    /// The nodes reached, operands before operators.
    pub order: Vec<ExprId>,
    /// The height of each reached node; 0 for others.
    pub depth: Vec<u32>,
    /// Which locals can be named at this point of the walk.
    pub visible: Vec<bool>,
    /// Compound literals met so far.
    pub literals: Vec<bool>,
    /// Whether an id led nowhere or the nodes are no tree: types cannot be proved then.
    pub broken: bool,
    seen: Vec<bool>,
}

impl<'a> ExprTree<'a> {
    pub fn new(exprs: &'a Exprs, body: Option<&'a Body>) -> Self {
        let locals = body.map_or(0, |b| b.locals.len());
        Self {
            exprs,
            body,
            order: Vec::new(),
            depth: vec![0; exprs.len()],
            visible: vec![false; locals],
            literals: vec![false; locals],
            broken: false,
            seen: vec![false; exprs.len()],
        }
    }
}

/// The expressions of an initialiser, in order.
pub(super) fn init_roots(init: &Init) -> Vec<ExprId> {
    let mut roots = Vec::new();
    init.for_each_expr(|e| roots.push(e));
    roots
}

impl Checker<'_> {
    /// Walks the tree below an expression.
    pub(super) fn walk(&mut self, tree: &mut ExprTree<'_>, root: ExprId, loc: Loc) {
        let mut todo = vec![(root, false, loc)];
        while let Some((id, leaving, from)) = todo.pop() {
            let Some(expr) = tree.exprs.get(id) else {
                self.flaw(from, format!("an operand, {id:?}, does not exist"));
                tree.broken = true;
                continue;
            };
            if leaving {
                let mut below = 0;
                expr.for_each_child(|c| {
                    below = below.max(tree.depth.get(c.index()).copied().unwrap_or(0));
                });
                tree.depth[id.index()] = below + 1;
                tree.order.push(id);
                continue;
            }
            if std::mem::replace(&mut tree.seen[id.index()], true) {
                self.flaw(expr.loc, format!("the expression {id:?} is used in two places"));
                tree.broken = true;
                continue;
            }
            if let Some(problem) = self.dangling(tree, expr) {
                self.flaw(expr.loc, problem);
                tree.broken = true;
            }
            todo.push((id, true, expr.loc));
            let start = todo.len();
            expr.for_each_child(|child| todo.push((child, false, expr.loc)));
            if let ExprKind::CompoundLiteral(l) = expr.kind
                && let Some(local) = tree.body.and_then(|b| b.locals.get(l))
                && let Some(init) = &local.init
            {
                todo.extend(init_roots(init).into_iter().map(|e| (e, false, expr.loc)));
            }
            todo[start..].reverse();
        }
    }

    /// Whether an expression points to something that does not exist or cannot be named here.
    fn dangling(&self, tree: &mut ExprTree<'_>, expr: &Expr) -> Option<String> {
        let program = self.program;
        if !self.has_type(expr.ty.ty) {
            return Some("the type of an expression does not exist".to_owned());
        }
        match expr.kind {
            ExprKind::Str(s) if program.strings.get(s).is_none() => {
                Some(format!("the string {s:?} does not exist"))
            }
            ExprKind::Global(g) => match program.globals.get(g) {
                Some(global) if self.has_type(global.ty.ty) => None,
                _ => Some(format!("the object {g:?} does not exist")),
            },
            ExprKind::Function(f) => match program.functions.get(f) {
                Some(function) if self.has_type(function.ty) => None,
                _ => Some(format!("the function {f:?} does not exist")),
            },
            ExprKind::Local(l) => self.dangling_local(tree, l, false),
            ExprKind::CompoundLiteral(l) => self.dangling_local(tree, l, true),
            ExprKind::AssignOp { compute, .. } if !self.has_type(compute) => {
                Some("the type in which an assignment computes does not exist".to_owned())
            }
            ref kind => {
                let missing = kind.named_type().is_some_and(|ty| !self.has_type(ty.ty));
                missing.then(|| "the type that is named does not exist".to_owned())
            }
        }
    }

    fn dangling_local(
        &self,
        tree: &mut ExprTree<'_>,
        id: LocalId,
        literal: bool,
    ) -> Option<String> {
        let Some(body) = tree.body else {
            return Some("a static initialiser names a local object".to_owned());
        };
        let Some(local) = body.locals.get(id) else {
            return Some(format!("the local {id:?} does not exist"));
        };
        if !self.has_type(local.ty.ty) {
            return Some(format!("the type of {id:?} does not exist"));
        }
        if literal != (local.kind == LocalKind::Literal) {
            return Some(format!("{id:?} is mixed up: a compound literal is not a variable"));
        }
        if literal {
            let again = std::mem::replace(&mut tree.literals[id.index()], true);
            return again.then(|| format!("the compound literal {id:?} stands in two places"));
        }
        if tree.visible[id.index()] {
            return None;
        }
        let name = local.name.clone().unwrap_or_else(|| format!("{id:?}"));
        Some(format!("'{name}' is used where it is not declared"))
    }
}
