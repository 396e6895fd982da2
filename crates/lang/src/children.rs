//! What expressions, statements and initialisers are made of: the one place that lists the children
//! of every kind of node.
//!
//! Whoever looks for something, copies or rewrites goes through here, so that a new kind of node is
//! known to them all. Both ways are written once: [`StmtKind::for_each_child`] and
//! [`StmtKind::for_each_child_mut`] share a table, and so do the others.
//!
//! The types that expressions name are listed here, too ([`ExprKind::named_type`]).
//!
//! The object of a compound literal is no child of it, and that of a declaration none of the
//! statement: whether their initialisers belong to a walk is for the walk to say
//! ([`Body::for_each_expr`]).

use crate::expr::{Expr, ExprKind, Init};
use crate::ids::{ExprId, StmtId};
use crate::program::{Body, Exprs};
use crate::stmt::StmtKind;
use crate::types::QualType;

/// The operands of an expression, shared or to change, as the kind is.
macro_rules! operands {
    ($kind:expr, $visit:ident) => {
        match $kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::LongDouble(_)
            | ExprKind::Str(_)
            | ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::Function(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_) => {}
            ExprKind::Unary { operand, .. }
            | ExprKind::IncDec { operand, .. }
            | ExprKind::Cast { operand, .. }
            | ExprKind::Load(operand)
            | ExprKind::Decay(operand)
            | ExprKind::AddrOf(operand)
            | ExprKind::Deref(operand)
            | ExprKind::Member { base: operand, .. } => $visit(operand),
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::Logical { lhs, rhs, .. }
            | ExprKind::Comma { lhs, rhs }
            | ExprKind::Assign { lhs, rhs }
            | ExprKind::AssignOp { lhs, rhs, .. }
            | ExprKind::Index { base: lhs, index: rhs } => {
                $visit(lhs);
                $visit(rhs);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                $visit(cond);
                $visit(then);
                $visit(otherwise);
            }
            ExprKind::Call { callee, args } => {
                $visit(callee);
                args.into_iter().for_each($visit);
            }
        }
    };
}

/// The type that an expression names, beside the one that it has.
macro_rules! named_type {
    ($kind:expr) => {
        match $kind {
            ExprKind::SizeOf(ty) | ExprKind::AlignOf(ty) => Some(ty),
            _ => None,
        }
    };
}

impl ExprKind {
    /// The type that it names, if it does: that of an explicit cast is its own.
    pub const fn named_type(&self) -> Option<&QualType> {
        named_type!(self)
    }

    /// The same, to change.
    pub const fn named_type_mut(&mut self) -> Option<&mut QualType> {
        named_type!(self)
    }
}

/// The substatements of a statement.
macro_rules! substatements {
    ($kind:expr, $visit:ident) => {
        match $kind {
            StmtKind::Block(stmts) => stmts.into_iter().for_each($visit),
            StmtKind::If { then, otherwise, .. } => {
                $visit(then);
                otherwise.into_iter().for_each($visit);
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. } => $visit(body),
            StmtKind::For { init, body, .. } => {
                init.into_iter().for_each(&mut $visit);
                $visit(body);
            }
            StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Decl(_)
            | StmtKind::Case { .. }
            | StmtKind::Default
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_) => {}
        }
    };
}

/// The full expressions of a statement.
macro_rules! full_expressions {
    ($kind:expr, $visit:ident) => {
        match $kind {
            StmtKind::Expr(e)
            | StmtKind::If { cond: e, .. }
            | StmtKind::While { cond: e, .. }
            | StmtKind::DoWhile { cond: e, .. }
            | StmtKind::Switch { scrutinee: e, .. } => $visit(e),
            StmtKind::Return(e) => e.into_iter().for_each($visit),
            StmtKind::For { cond, step, .. } => {
                cond.into_iter().chain(step).for_each($visit);
            }
            StmtKind::Empty
            | StmtKind::Decl(_)
            | StmtKind::Block(_)
            | StmtKind::Case { .. }
            | StmtKind::Default
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue => {}
        }
    };
}

impl ExprKind {
    /// Calls `visit` for each operand, in the order of the text.
    pub fn for_each_child(&self, mut visit: impl FnMut(ExprId)) {
        let mut visit = |child: &ExprId| visit(*child);
        operands!(self, visit);
    }

    /// Calls `visit` for each operand, to change, in the order of the text.
    pub fn for_each_child_mut(&mut self, mut visit: impl FnMut(&mut ExprId)) {
        operands!(self, visit);
    }

    /// The same kind of expression with other operands, each made from the old one in the order of
    /// the text; the first error, if there is one.
    pub fn try_map<E>(&self, mut map: impl FnMut(ExprId) -> Result<ExprId, E>) -> Result<Self, E> {
        let mut new = self.clone();
        let mut result = Ok(());
        new.for_each_child_mut(|child| {
            if result.is_ok() {
                result = map(*child).map(|new| *child = new);
            }
        });
        result.map(|()| new)
    }
}

impl Expr {
    /// Calls `visit` for each operand, in the order of the text.
    pub fn for_each_child(&self, visit: impl FnMut(ExprId)) {
        self.kind.for_each_child(visit);
    }
}

impl Exprs {
    /// An expression and everything in it, operators before operands, otherwise in the order of the
    /// text. What compound literals are initialised with is not in it.
    pub fn under(&self, root: ExprId) -> impl Iterator<Item = (ExprId, &Expr)> {
        let mut todo = vec![root];
        std::iter::from_fn(move || {
            let id = todo.pop()?;
            let start = todo.len();
            self[id].for_each_child(|child| todo.push(child));
            todo[start..].reverse();
            Some((id, &self[id]))
        })
    }

    /// Whether nothing in an expression is known at run time only: no object is read or changed, and
    /// no function is called.
    pub fn is_constant(&self, root: ExprId) -> bool {
        self.under(root).all(|(_, expr)| {
            !matches!(
                expr.kind,
                ExprKind::Load(_)
                    | ExprKind::Call { .. }
                    | ExprKind::Assign { .. }
                    | ExprKind::AssignOp { .. }
                    | ExprKind::IncDec { .. }
                    | ExprKind::CompoundLiteral(_)
            )
        })
    }

    /// Appends a copy of an expression and of everything in it. It recurses.
    pub fn copy(&mut self, id: ExprId) -> ExprId {
        let mut expr = self[id].clone();
        expr.kind.for_each_child_mut(|child| *child = self.copy(*child));
        self.push(expr)
    }
}

impl StmtKind {
    /// Calls `visit` for each substatement, in the order of the text.
    pub fn for_each_child(&self, mut visit: impl FnMut(StmtId)) {
        let mut visit = |child: &StmtId| visit(*child);
        substatements!(self, visit);
    }

    /// Calls `visit` for each substatement, to change, in the order of the text.
    pub fn for_each_child_mut(&mut self, mut visit: impl FnMut(&mut StmtId)) {
        substatements!(self, visit);
    }

    /// Calls `visit` for each full expression of the statement itself, in the order of the text.
    pub fn for_each_expr(&self, mut visit: impl FnMut(ExprId)) {
        let mut visit = |e: &ExprId| visit(*e);
        full_expressions!(self, visit);
    }
}

impl Init {
    /// Calls `visit` for each value, in the order of the text. Deep lists need no deep stack.
    pub fn for_each_expr(&self, mut visit: impl FnMut(ExprId)) {
        let mut todo = vec![self];
        while let Some(init) = todo.pop() {
            match init {
                Self::Expr(e) => visit(*e),
                Self::List(items) => todo.extend(items.iter().rev().map(|item| &item.init)),
            }
        }
    }
}

impl Body {
    /// A statement and everything in it, in the order of the text.
    pub fn stmts_under(&self, root: StmtId) -> impl Iterator<Item = (StmtId, &StmtKind)> {
        let mut todo = vec![root];
        std::iter::from_fn(move || {
            let id = todo.pop()?;
            let kind = &self.stmts[id].kind;
            let start = todo.len();
            kind.for_each_child(|child| todo.push(child));
            todo[start..].reverse();
            Some((id, kind))
        })
    }

    /// Calls `visit` for each full expression of a statement itself: what it computes, or what the
    /// variable that it declares is initialised with.
    pub fn for_each_expr(&self, kind: &StmtKind, mut visit: impl FnMut(ExprId)) {
        if let StmtKind::Decl(local) = kind
            && let Some(init) = &self.locals[*local].init
        {
            init.for_each_expr(&mut visit);
        }
        kind.for_each_expr(visit);
    }
}
