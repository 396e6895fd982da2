//! Which globals and functions a definition mentions. Nodes that nothing points to do not count:
//! passes that rewrite expressions leave them behind.

use brinell_lang::{
    Body, ExprId, ExprKind, Exprs, FuncId, Function, Global, GlobalId, Id, Init, StmtId, StmtKind,
};

/// What a definition mentions: each entity once, by rising id.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Mentions {
    pub globals: Vec<GlobalId>,
    pub functions: Vec<FuncId>,
}

impl Mentions {
    /// Of a global's initialiser.
    pub fn of_global(global: &Global) -> Self {
        let mut walk = Walk::new(&global.exprs, None);
        walk.init(global.init.as_ref());
        walk.finish()
    }

    /// Of a function's body.
    pub fn of_function(function: &Function) -> Self {
        let Some(body) = &function.body else { return Self::default() };
        let mut walk = Walk::new(&body.exprs, Some(body));
        walk.stmts.extend(body.root);
        walk.finish()
    }

    fn sort<I: Id + Ord>(ids: &mut Vec<I>) {
        ids.sort_unstable();
        ids.dedup();
    }
}

struct Walk<'a> {
    exprs: &'a Exprs,
    body: Option<&'a Body>,
    stmts: Vec<StmtId>,
    todo: Vec<ExprId>,
    found: Mentions,
}

impl<'a> Walk<'a> {
    fn new(exprs: &'a Exprs, body: Option<&'a Body>) -> Self {
        Self { exprs, body, stmts: Vec::new(), todo: Vec::new(), found: Mentions::default() }
    }

    fn finish(mut self) -> Mentions {
        self.run();
        Mentions::sort(&mut self.found.globals);
        Mentions::sort(&mut self.found.functions);
        self.found
    }

    fn run(&mut self) {
        loop {
            if let Some(id) = self.todo.pop() {
                self.expr(id);
            } else if let Some(id) = self.stmts.pop() {
                self.stmt(id);
            } else {
                return;
            }
        }
    }

    fn init(&mut self, init: Option<&Init>) {
        let mut lists: Vec<&Init> = init.into_iter().collect();
        while let Some(init) = lists.pop() {
            match init {
                Init::Expr(e) => self.todo.push(*e),
                Init::List(items) => lists.extend(items.iter().map(|item| &item.init)),
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        let expr = &self.exprs[id];
        match expr.kind {
            ExprKind::Global(g) => self.found.globals.push(g),
            ExprKind::Function(f) => self.found.functions.push(f),
            ExprKind::CompoundLiteral(l) => {
                self.init(self.body.and_then(|b| b.locals[l].init.as_ref()));
            }
            _ => expr.for_each_child(|child| self.todo.push(child)),
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let Some(body) = self.body else { return };
        let kind = &body.stmts[id].kind;
        match kind {
            StmtKind::Decl(l) => self.init(body.locals[*l].init.as_ref()),
            StmtKind::Expr(e)
            | StmtKind::Return(Some(e))
            | StmtKind::If { cond: e, .. }
            | StmtKind::While { cond: e, .. }
            | StmtKind::DoWhile { cond: e, .. }
            | StmtKind::Switch { scrutinee: e, .. } => self.todo.push(*e),
            StmtKind::For { cond, step, .. } => self.todo.extend(cond.iter().chain(step)),
            _ => {}
        }
        kind.for_each_child(|child| self.stmts.push(child));
    }
}
