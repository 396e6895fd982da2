//! What `main` needs.

use brinell_lang::{
    Arena, Body, ExprId, ExprKind, Exprs, FuncId, GlobalId, Id, Init, Program, StmtKind, StringId,
};

/// The new id of everything that stays, by its old one.
#[derive(Debug)]
pub struct Kept {
    /// Of globals.
    pub globals: Vec<Option<GlobalId>>,
    /// Of functions.
    pub functions: Vec<Option<FuncId>>,
    /// Of string literals.
    pub strings: Vec<Option<StringId>>,
}

fn numbered<I: Id, T>(all: &Arena<I, T>, live: impl Fn(I) -> bool) -> Vec<Option<I>> {
    let mut next = 0;
    let number = |id| {
        live(id).then(|| {
            next += 1;
            I::from_index(next - 1)
        })
    };
    all.ids().map(number).collect()
}

impl Kept {
    /// Everything.
    pub fn all(program: &Program) -> Self {
        Self {
            globals: numbered(&program.globals, |_| true),
            functions: numbered(&program.functions, |_| true),
            strings: numbered(&program.strings, |_| true),
        }
    }

    /// What can be reached from `main`, if there is one, and from these functions and globals.
    pub fn of(
        program: &Program,
        function_stays: impl Fn(FuncId) -> bool,
        global_stays: impl Fn(GlobalId) -> bool,
    ) -> Option<Self> {
        let mut walk = Walk {
            globals: vec![false; program.globals.len()],
            functions: vec![false; program.functions.len()],
            strings: vec![false; program.strings.len()],
            todo: Vec::new(),
        };
        walk.function(program.function_named("main")?);
        program.functions.ids().filter(|f| function_stays(*f)).for_each(|f| walk.function(f));
        program.globals.ids().filter(|g| global_stays(*g)).for_each(|g| walk.global(g));
        while let Some(found) = walk.todo.pop() {
            match found {
                Found::Global(g) => {
                    let global = &program.globals[g];
                    walk.init(&global.exprs, None, global.init.as_ref());
                }
                Found::Function(f) => {
                    if let Some(body) = &program.functions[f].body {
                        walk.body(body);
                    }
                }
            }
        }
        Some(Self {
            globals: numbered(&program.globals, |g| walk.globals[g.index()]),
            functions: numbered(&program.functions, |f| walk.functions[f.index()]),
            strings: numbered(&program.strings, |s| walk.strings[s.index()]),
        })
    }
}

enum Found {
    Global(GlobalId),
    Function(FuncId),
}

struct Walk {
    globals: Vec<bool>,
    functions: Vec<bool>,
    strings: Vec<bool>,
    todo: Vec<Found>,
}

impl Walk {
    fn function(&mut self, f: FuncId) {
        if !std::mem::replace(&mut self.functions[f.index()], true) {
            self.todo.push(Found::Function(f));
        }
    }

    fn global(&mut self, g: GlobalId) {
        if !std::mem::replace(&mut self.globals[g.index()], true) {
            self.todo.push(Found::Global(g));
        }
    }

    fn body(&mut self, body: &Body) {
        let mut todo: Vec<_> = body.root.into_iter().collect();
        while let Some(id) = todo.pop() {
            let kind = &body.stmts[id].kind;
            match kind {
                StmtKind::Decl(l) => {
                    self.init(&body.exprs, Some(body), body.locals[*l].init.as_ref());
                }
                StmtKind::Expr(e)
                | StmtKind::Return(Some(e))
                | StmtKind::If { cond: e, .. }
                | StmtKind::While { cond: e, .. }
                | StmtKind::DoWhile { cond: e, .. }
                | StmtKind::Switch { scrutinee: e, .. } => self.exprs(&body.exprs, Some(body), *e),
                StmtKind::For { cond, step, .. } => {
                    for e in cond.iter().chain(step) {
                        self.exprs(&body.exprs, Some(body), *e);
                    }
                }
                _ => {}
            }
            kind.for_each_child(|child| todo.push(child));
        }
    }

    fn init(&mut self, exprs: &Exprs, body: Option<&Body>, init: Option<&Init>) {
        let mut todo: Vec<&Init> = init.into_iter().collect();
        while let Some(init) = todo.pop() {
            match init {
                Init::Expr(e) => self.exprs(exprs, body, *e),
                Init::List(items) => todo.extend(items.iter().map(|item| &item.init)),
            }
        }
    }

    fn exprs(&mut self, exprs: &Exprs, body: Option<&Body>, root: ExprId) {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            let expr = &exprs[id];
            match expr.kind {
                ExprKind::Global(g) => self.global(g),
                ExprKind::Function(f) => self.function(f),
                ExprKind::Str(s) => self.strings[s.index()] = true,
                ExprKind::CompoundLiteral(l) => {
                    self.init(exprs, body, body.and_then(|b| b.locals[l].init.as_ref()));
                }
                _ => expr.for_each_child(|child| todo.push(child)),
            }
        }
    }
}
