//! What the text of an item mentions: types, globals, functions. Only what is reachable from the
//! item's root counts; nodes that nobody points to are not printed either.

use brinell_lang::{
    Body, ExprId, ExprKind, Exprs, FuncId, Function, Global, GlobalId, Init, LocalId, StmtId,
    StmtKind, TypeId,
};

/// A mention.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Ref {
    /// The text spells this type.
    Type(TypeId),
    /// The text names this object.
    Global(GlobalId),
    /// The text names this function, which has the type where it is named.
    Function(FuncId, TypeId),
}

/// Calls `visit` for every mention in the definition of a global.
pub fn in_global(global: &Global, visit: &mut impl FnMut(Ref)) {
    visit(Ref::Type(global.ty.ty));
    let mut walk = Walk { exprs: &global.exprs, body: None, stmts: vec![], todo: vec![], visit };
    if let Some(init) = &global.init {
        walk.init(init);
    }
    walk.run();
}

/// Calls `visit` for every mention in a function: its type and, if it has one, its body.
pub fn in_function(function: &Function, visit: &mut impl FnMut(Ref)) {
    visit(Ref::Type(function.ty));
    let Some(body) = &function.body else { return };
    let stmts = body.root.into_iter().collect();
    let mut walk = Walk { exprs: &body.exprs, body: Some(body), stmts, todo: vec![], visit };
    for param in &body.params {
        walk.local(*param);
    }
    walk.run();
}

struct Walk<'a, F> {
    exprs: &'a Exprs,
    body: Option<&'a Body>,
    stmts: Vec<StmtId>,
    todo: Vec<ExprId>,
    visit: &'a mut F,
}

impl<F: FnMut(Ref)> Walk<'_, F> {
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
        let mut lists = vec![init];
        while let Some(init) = lists.pop() {
            match init {
                Init::Expr(e) => self.todo.push(*e),
                Init::List(items) => lists.extend(items.iter().rev().map(|i| &i.init)),
            }
        }
        self.todo[start..].reverse();
    }

    fn local(&mut self, id: LocalId) {
        let Some(local) = self.body.and_then(|b| b.locals.get(id)) else { return };
        (self.visit)(Ref::Type(local.ty.ty));
        if let Some(init) = &local.init {
            self.init(init);
        }
    }

    fn expr(&mut self, id: ExprId) {
        let Some(expr) = self.exprs.get(id) else { return };
        match expr.kind {
            ExprKind::Global(g) => (self.visit)(Ref::Global(g)),
            ExprKind::Function(f) => (self.visit)(Ref::Function(f, expr.ty.ty)),
            ExprKind::CompoundLiteral(l) => self.local(l),
            ExprKind::SizeOf(ty) | ExprKind::AlignOf(ty) => (self.visit)(Ref::Type(ty.ty)),
            // A constant of an enumerated type prints as a cast.
            ExprKind::Int(_) | ExprKind::Cast { implicit: false, .. } => {
                (self.visit)(Ref::Type(expr.ty.ty));
            }
            _ => {}
        }
        let start = self.todo.len();
        expr.for_each_child(|child| self.todo.push(child));
        self.todo[start..].reverse();
    }

    fn stmt(&mut self, id: StmtId) {
        let Some(stmt) = self.body.and_then(|b| b.stmts.get(id)) else { return };
        match &stmt.kind {
            StmtKind::Decl(l) => self.local(*l),
            StmtKind::Expr(e)
            | StmtKind::Return(Some(e))
            | StmtKind::If { cond: e, .. }
            | StmtKind::While { cond: e, .. }
            | StmtKind::DoWhile { cond: e, .. }
            | StmtKind::Switch { scrutinee: e, .. } => self.todo.push(*e),
            StmtKind::For { cond, step, .. } => {
                self.todo.extend(step.iter().chain(cond));
            }
            _ => {}
        }
        let start = self.stmts.len();
        stmt.kind.for_each_child(|child| self.stmts.push(child));
        self.stmts[start..].reverse();
    }
}
