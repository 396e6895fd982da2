//! What the text of a definition mentions: types, globals, functions, strings. Only what is
//! reachable from its root counts: passes that rewrite expressions leave nodes behind that nothing
//! points to, and those are not printed either.
//!
//! Total: ids that lead nowhere are passed over.

use crate::expr::{ExprKind, Init};
use crate::ids::{ExprId, FuncId, GlobalId, LocalId, StmtId, StringId, TypeId};
use crate::program::{Body, Exprs, Function, Global};
use crate::stmt::StmtKind;

/// A mention.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Mention {
    /// The text spells this type.
    Type(TypeId),
    /// The text names this object.
    Global(GlobalId),
    /// The text names this function, which has the type where it is named.
    Function(FuncId, TypeId),
    /// The text has this string literal.
    Str(StringId),
}

impl Global {
    /// Calls `visit` for every mention in the definition, in the order of the text.
    pub fn for_each_mention(&self, mut visit: impl FnMut(Mention)) {
        visit(Mention::Type(self.ty.ty));
        let mut search = MentionSearch::new(&self.exprs, None, &mut visit);
        if let Some(init) = &self.init {
            search.init(init);
        }
        search.run();
    }
}

impl Function {
    /// Calls `visit` for every mention in its type and, if it has one, its body, in the order of
    /// the text.
    pub fn for_each_mention(&self, mut visit: impl FnMut(Mention)) {
        visit(Mention::Type(self.ty));
        let Some(body) = &self.body else { return };
        let mut search = MentionSearch::new(&body.exprs, Some(body), &mut visit);
        search.stmts.extend(body.root);
        for param in &body.params {
            search.local(*param);
        }
        search.run();
    }
}

struct MentionSearch<'a, F> {
    exprs: &'a Exprs,
    body: Option<&'a Body>,
    stmts: Vec<StmtId>,
    todo: Vec<ExprId>,
    visit: &'a mut F,
}

impl<'a, F: FnMut(Mention)> MentionSearch<'a, F> {
    const fn new(exprs: &'a Exprs, body: Option<&'a Body>, visit: &'a mut F) -> Self {
        Self { exprs, body, stmts: Vec::new(), todo: Vec::new(), visit }
    }

    fn run(&mut self) {
        loop {
            // Expressions first: they belong to the statement visited last.
            if let Some(id) = self.todo.pop() {
                self.expr(id);
            } else if let Some(id) = self.stmts.pop() {
                self.stmt(id);
            } else {
                return;
            }
        }
    }

    fn init(&mut self, init: &Init) {
        let start = self.todo.len();
        init.for_each_expr(|e| self.todo.push(e));
        self.todo[start..].reverse();
    }

    fn local(&mut self, id: LocalId) {
        let Some(local) = self.body.and_then(|b| b.locals.get(id)) else { return };
        (self.visit)(Mention::Type(local.ty.ty));
        if let Some(init) = &local.init {
            self.init(init);
        }
    }

    fn expr(&mut self, id: ExprId) {
        let Some(expr) = self.exprs.get(id) else { return };
        match expr.kind {
            ExprKind::Global(g) => (self.visit)(Mention::Global(g)),
            ExprKind::Function(f) => (self.visit)(Mention::Function(f, expr.ty.ty)),
            ExprKind::Str(s) => (self.visit)(Mention::Str(s)),
            ExprKind::CompoundLiteral(l) => self.local(l),
            // A constant of an enumerated type prints as a cast.
            ExprKind::Int(_) | ExprKind::Cast { implicit: false, .. } => {
                (self.visit)(Mention::Type(expr.ty.ty));
            }
            _ => {}
        }
        if let Some(ty) = expr.kind.named_type() {
            (self.visit)(Mention::Type(ty.ty));
        }
        let start = self.todo.len();
        expr.for_each_child(|child| self.todo.push(child));
        self.todo[start..].reverse();
    }

    fn stmt(&mut self, id: StmtId) {
        let Some(stmt) = self.body.and_then(|b| b.stmts.get(id)) else { return };
        if let StmtKind::Decl(l) = stmt.kind {
            self.local(l);
        }
        let start = self.todo.len();
        stmt.kind.for_each_expr(|e| self.todo.push(e));
        self.todo[start..].reverse();
        let start = self.stmts.len();
        stmt.kind.for_each_child(|child| self.stmts.push(child));
        self.stmts[start..].reverse();
    }
}
