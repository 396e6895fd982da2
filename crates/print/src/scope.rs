//! Names inside a function. A local keeps its name unless it would hide an entity that is used
//! where it is visible, or stands beside another of that name in one scope.

use crate::names::{ItemNames, fresh};
use brinell_lang::{
    Body, ExprId, ExprKind, Id, Init, LabelId, LocalId, LocalKind, StmtId, StmtKind,
};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The names of a body's locals and labels, by their ids.
#[derive(Default)]
pub struct LocalNames {
    /// Locals; compound literals have an internal name too.
    pub locals: Vec<String>,
    /// Labels.
    pub labels: Vec<String>,
}

impl LocalNames {
    /// Chooses the names inside a body.
    pub fn new(body: &Body, names: &ItemNames) -> Self {
        let mut taken = Taken { file_scope: Some(&names.file_scope), here: HashSet::default() };
        taken.here.extend(body.locals.iter().filter_map(|l| l.name.clone()));
        let mut locals = Vec::with_capacity(body.locals.len());
        for (id, local) in body.locals.enumerate() {
            let name = match (&local.name, local.kind) {
                (_, LocalKind::Literal) => String::new(),
                (Some(name), _) if !names.is_reserved(name) => name.clone(),
                (Some(name), _) => taken.claim(name),
                (None, LocalKind::Param) => taken.claim(&format!("p_{}", id.0)),
                (None, LocalKind::Var) => taken.claim(&format!("l_{}", id.0)),
            };
            locals.push(name);
        }
        // Names that were all made here are all different, also from those at file scope.
        if body.locals.iter().any(|l| l.name.is_some()) {
            rename_hiding(body, names, &mut locals, &mut taken);
        }
        Self { locals, labels: labels(body, names) }
    }

    /// Chooses the names inside a body that is printed as a macro. A parameter of a macro replaces
    /// its name in every name space, so it shares it with nothing.
    pub fn of_macro(body: &Body, names: &ItemNames) -> Self {
        let mut taken = HashSet::default();
        let mut locals = Vec::with_capacity(body.locals.len());
        for (id, local) in body.locals.enumerate() {
            let wish = local.name.clone().unwrap_or_else(|| format!("p_{}", id.0));
            let name = fresh(&wish, |name| taken.contains(name) || names.is_known(name));
            taken.insert(name.clone());
            locals.push(name);
        }
        Self { locals, labels: Vec::new() }
    }
}

/// Names that cannot be given out again.
struct Taken<'a> {
    file_scope: Option<&'a HashSet<String>>,
    here: HashSet<String>,
}

impl Taken<'_> {
    fn claim(&mut self, wish: &str) -> String {
        let name = fresh(wish, |name| {
            self.here.contains(name) || self.file_scope.is_some_and(|f| f.contains(name))
        });
        self.here.insert(name.clone());
        name
    }
}

/// Renames locals that hide what is used where they are visible.
fn rename_hiding(body: &Body, names: &ItemNames, locals: &mut [String], taken: &mut Taken<'_>) {
    // Each round renames at least one local, to a name that can never collide again.
    loop {
        let mut walk = ScopeWalk {
            body,
            names,
            locals,
            scopes: vec![],
            bound: HashMap::default(),
            hiding: vec![],
        };
        walk.body();
        let mut hiding = walk.hiding;
        hiding.sort_unstable();
        hiding.dedup();
        if hiding.is_empty() {
            return;
        }
        for id in hiding {
            locals[id.index()] = taken.claim(&locals[id.index()]);
        }
    }
}

fn labels(body: &Body, names: &ItemNames) -> Vec<String> {
    let mut explicit = HashSet::default();
    // The first of a name keeps it.
    let keeps: Vec<bool> = body
        .labels
        .iter()
        .map(|l| {
            l.name.as_ref().is_some_and(|n| !names.is_reserved(n) && explicit.insert(n.clone()))
        })
        .collect();
    let mut taken = Taken { file_scope: None, here: explicit };
    body.labels
        .enumerate()
        .map(|(id, label): (LabelId, _)| match &label.name {
            Some(name) if keeps[id.index()] => name.clone(),
            Some(name) => taken.claim(name),
            None => taken.claim(&format!("lbl_{}", id.0)),
        })
        .collect()
}

/// Walks a body in the order of its text and resolves every name as a compiler would.
struct ScopeWalk<'a> {
    body: &'a Body,
    names: &'a ItemNames,
    locals: &'a [String],
    /// The locals declared in each open scope.
    scopes: Vec<Vec<LocalId>>,
    /// What a name means now: the innermost binding last.
    bound: HashMap<&'a str, Vec<LocalId>>,
    /// Locals that hide what is meant.
    hiding: Vec<LocalId>,
}

enum ScopeStep {
    Stmt(StmtId),
    Expr(ExprId),
    Open,
    Close,
}

impl<'a> ScopeWalk<'a> {
    fn body(&mut self) {
        self.scopes.push(Vec::new());
        for param in &self.body.params {
            self.declare(*param);
        }
        // Parameters share the scope of the outermost block.
        let mut steps = Vec::new();
        match self.body.root.and_then(|r| self.body.stmts.get(r)).map(|s| &s.kind) {
            Some(StmtKind::Block(stmts)) => {
                steps.extend(stmts.iter().rev().copied().map(ScopeStep::Stmt));
            }
            Some(_) => steps.extend(self.body.root.map(ScopeStep::Stmt)),
            None => {}
        }
        while let Some(step) = steps.pop() {
            match step {
                ScopeStep::Open => self.scopes.push(Vec::new()),
                ScopeStep::Close => {
                    for local in self.scopes.pop().into_iter().flatten() {
                        if let Some(bindings) = self.bound.get_mut(self.name(local)) {
                            bindings.pop();
                        }
                    }
                }
                ScopeStep::Stmt(id) => self.stmt(id, &mut steps),
                ScopeStep::Expr(id) => self.expr(id, &mut steps),
            }
        }
    }

    fn name(&self, id: LocalId) -> &'a str {
        self.locals.get(id.index()).map_or("", String::as_str)
    }

    fn declare(&mut self, id: LocalId) {
        let name = self.name(id);
        let clash = self.scopes.last().is_some_and(|scope| {
            scope.iter().any(|other| *other != id && self.name(*other) == name)
        });
        if clash {
            self.hiding.push(id);
        }
        self.bound.entry(name).or_default().push(id);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(id);
        }
    }

    /// A use of `name` that means the local `meant`, or something at file scope.
    fn refer(&mut self, name: &str, meant: Option<LocalId>) {
        let innermost = self.bound.get(name).and_then(|b| b.last().copied());
        if let Some(found) = innermost
            && meant != Some(found)
        {
            self.hiding.push(found);
        }
    }

    fn stmt(&mut self, id: StmtId, steps: &mut Vec<ScopeStep>) {
        let Some(stmt) = self.body.stmts.get(id) else { return };
        let mut next = Vec::new();
        match &stmt.kind {
            StmtKind::Decl(l) => {
                self.declare(*l);
                if let Some(init) = self.body.locals.get(*l).and_then(|l| l.init.as_ref()) {
                    init_exprs(init, &mut next);
                }
            }
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) => next.push(ScopeStep::Expr(*e)),
            StmtKind::Block(stmts) => {
                next.push(ScopeStep::Open);
                next.extend(stmts.iter().copied().map(ScopeStep::Stmt));
                next.push(ScopeStep::Close);
            }
            StmtKind::If { cond, then, otherwise } => {
                next.push(ScopeStep::Expr(*cond));
                scoped(Some(*then), &mut next);
                scoped(*otherwise, &mut next);
            }
            StmtKind::While { cond, body } | StmtKind::Switch { scrutinee: cond, body } => {
                next.push(ScopeStep::Expr(*cond));
                scoped(Some(*body), &mut next);
            }
            StmtKind::DoWhile { body, cond } => {
                scoped(Some(*body), &mut next);
                next.push(ScopeStep::Expr(*cond));
            }
            StmtKind::For { init, cond, step, body } => {
                next.push(ScopeStep::Open);
                next.extend(init.iter().copied().map(ScopeStep::Stmt));
                next.extend(cond.iter().chain(step).copied().map(ScopeStep::Expr));
                scoped(Some(*body), &mut next);
                next.push(ScopeStep::Close);
            }
            _ => {}
        }
        steps.extend(next.into_iter().rev());
    }

    fn expr(&mut self, id: ExprId, steps: &mut Vec<ScopeStep>) {
        let Some(expr) = self.body.exprs.get(id) else { return };
        let names = self.names;
        match expr.kind {
            ExprKind::Local(l) => self.refer(self.name(l), Some(l)),
            ExprKind::Global(g) => self.refer(&names.globals[g], None),
            ExprKind::Function(f) => {
                self.refer(&names.functions[f], None);
                // The text of a macro is read here, with what is visible here.
                for name in names.macros[f].iter().flat_map(|m| &m.mentions) {
                    self.refer(name, None);
                }
            }
            ExprKind::CompoundLiteral(l) => {
                let mut next = Vec::new();
                if let Some(init) = self.body.locals.get(l).and_then(|l| l.init.as_ref()) {
                    init_exprs(init, &mut next);
                }
                steps.extend(next.into_iter().rev());
            }
            _ => expr.for_each_child(|child| steps.push(ScopeStep::Expr(child))),
        }
    }
}

fn scoped(stmt: Option<StmtId>, next: &mut Vec<ScopeStep>) {
    if let Some(stmt) = stmt {
        next.extend([ScopeStep::Open, ScopeStep::Stmt(stmt), ScopeStep::Close]);
    }
}

fn init_exprs(init: &Init, steps: &mut Vec<ScopeStep>) {
    init.for_each_expr(|e| steps.push(ScopeStep::Expr(e)));
}
