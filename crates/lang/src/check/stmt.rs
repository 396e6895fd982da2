//! Statements of a function body: they form a tree, jumps have their targets, variables are
//! declared once and used where they can be seen, values have the types their places ask for.

use super::Checker;
use super::expr::Typing;
use super::tree::{ExprTree, init_roots};
use crate::arith::IntShape;
use crate::bits::Bits;
use crate::ids::{ExprId, Id, LabelId, LocalId, StmtId, TypeId};
use crate::loc::Loc;
use crate::program::{Body, Function, LocalKind};
use crate::stmt::StmtKind;
use crate::types::{FunctionType, IntKind};

/// A step of the walk, which keeps its own stack.
enum BodyStep {
    Stmt(StmtId, Loc),
    /// The end of a scope that began when this many locals were visible.
    CloseScope(usize),
    CloseLoop,
    CloseSwitch,
}

/// A `switch` around the walk.
struct SwitchWalk {
    scrutinee: ExprId,
    /// The labels met, with their places.
    cases: Vec<(Bits, Bits, Loc)>,
    has_default: bool,
}

struct BodyWalk<'a> {
    tree: ExprTree<'a>,
    body: &'a Body,
    steps: Vec<BodyStep>,
    /// The visible locals, oldest first.
    stack: Vec<LocalId>,
    declared: Vec<bool>,
    seen: Vec<bool>,
    /// What can be left by `break`: true for loops.
    breakable: Vec<bool>,
    switches: Vec<SwitchWalk>,
    finished_switches: Vec<SwitchWalk>,
    labels: Vec<Option<Loc>>,
    gotos: Vec<(LabelId, Loc)>,
    /// Places that need a scalar condition.
    conditions: Vec<ExprId>,
    returns: Vec<(Option<ExprId>, Loc)>,
}

impl BodyWalk<'_> {
    fn enter_loop(&mut self, body: StmtId, loc: Loc) {
        self.breakable.push(true);
        self.steps.push(BodyStep::CloseLoop);
        self.steps.push(BodyStep::CloseScope(self.stack.len()));
        self.steps.push(BodyStep::Stmt(body, loc));
    }
}

impl<'a> Checker<'a> {
    pub(super) fn body(&mut self, function: &Function, ty: &FunctionType, body: &'a Body) {
        let mut walk = BodyWalk {
            tree: ExprTree::new(&body.exprs, Some(body)),
            body,
            steps: Vec::new(),
            stack: Vec::new(),
            declared: vec![false; body.locals.len()],
            seen: vec![false; body.stmts.len()],
            breakable: Vec::new(),
            switches: Vec::new(),
            finished_switches: Vec::new(),
            labels: vec![None; body.labels.len()],
            gotos: Vec::new(),
            conditions: Vec::new(),
            returns: Vec::new(),
        };
        self.params(function, ty, &mut walk);
        let Some(root) = body.root else {
            self.flaw(function.loc, "the body has not been finished");
            return;
        };
        if !matches!(body.stmts.get(root).map(|s| &s.kind), Some(StmtKind::Block(_))) {
            self.flaw(function.loc, "the body is not a block");
        }
        walk.steps.push(BodyStep::Stmt(root, function.loc));
        while let Some(step) = walk.steps.pop() {
            match step {
                BodyStep::Stmt(id, from) => self.stmt(&mut walk, id, from),
                BodyStep::CloseScope(len) => {
                    for local in walk.stack.drain(len..) {
                        walk.tree.visible[local.index()] = false;
                    }
                }
                BodyStep::CloseLoop => {
                    walk.breakable.pop();
                }
                BodyStep::CloseSwitch => {
                    walk.breakable.pop();
                    walk.finished_switches.extend(walk.switches.pop());
                }
            }
        }
        for (label, loc) in std::mem::take(&mut walk.gotos) {
            if walk.labels.get(label.index()).copied().flatten().is_none() {
                self.flaw(loc, format!("'goto' has no target: {label:?} stands nowhere"));
            }
        }
        if !walk.tree.broken {
            self.typed_places(&walk, ty.ret);
        }
    }

    fn params(&mut self, function: &Function, ty: &FunctionType, walk: &mut BodyWalk<'_>) {
        let body = walk.body;
        if (ty.prototype || !ty.params.is_empty()) && body.params.len() != ty.params.len() {
            let (have, want) = (body.params.len(), ty.params.len());
            self.flaw(function.loc, format!("it has {have} parameter(s), its type {want}"));
        }
        for (i, id) in body.params.iter().enumerate() {
            let Some(local) = body.locals.get(*id) else {
                self.flaw(function.loc, format!("the parameter {id:?} does not exist"));
                continue;
            };
            if local.kind != LocalKind::Param || local.init.is_some() {
                self.flaw(
                    local.loc,
                    format!("{id:?} stands in the place of a parameter but is none"),
                );
            }
            if std::mem::replace(&mut walk.declared[id.index()], true) {
                self.flaw(local.loc, format!("the parameter {id:?} is listed twice"));
            }
            walk.tree.visible[id.index()] = true;
            if !self.has_type(local.ty.ty) {
                self.flaw(local.loc, format!("the type of {id:?} does not exist"));
            } else if ty.params.get(i).is_some_and(|want| *want != local.ty.ty) {
                let have = self.show(local.ty);
                self.flaw(
                    local.loc,
                    format!("parameter {} has the type '{have}', against the function's", i + 1),
                );
            } else if !self.is_object(local.ty.ty) {
                self.flaw(local.loc, format!("parameter {} has an incomplete type", i + 1));
            }
        }
        for (id, local) in body.locals.enumerate() {
            if local.kind == LocalKind::Param && !walk.declared[id.index()] {
                self.flaw(
                    local.loc,
                    format!("{id:?} is a parameter that the function does not list"),
                );
            }
        }
    }

    fn stmt(&mut self, walk: &mut BodyWalk<'a>, id: StmtId, from: Loc) {
        let body = walk.body;
        let Some(stmt) = body.stmts.get(id) else {
            self.flaw(from, format!("the statement {id:?} does not exist"));
            return;
        };
        let loc = stmt.loc;
        if std::mem::replace(&mut walk.seen[id.index()], true) {
            self.flaw(loc, format!("the statement {id:?} is used in two places"));
            return;
        }
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.walk(&mut walk.tree, *e, loc),
            StmtKind::Decl(l) => self.declaration(walk, *l, loc),
            StmtKind::Block(stmts) => {
                walk.steps.push(BodyStep::CloseScope(walk.stack.len()));
                walk.steps.extend(stmts.iter().rev().map(|s| BodyStep::Stmt(*s, loc)));
            }
            StmtKind::If { cond, then, otherwise } => {
                self.condition(walk, *cond, loc);
                let arms = otherwise.iter().chain([then]);
                for arm in arms {
                    walk.steps.push(BodyStep::CloseScope(walk.stack.len()));
                    walk.steps.push(BodyStep::Stmt(*arm, loc));
                }
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                self.condition(walk, *cond, loc);
                walk.enter_loop(*body, loc);
            }
            StmtKind::For { init, cond, step, body } => {
                walk.steps.push(BodyStep::CloseScope(walk.stack.len()));
                // The clauses see the declarations: those are walked at once.
                self.for_init(walk, init, loc);
                if let Some(cond) = cond {
                    self.condition(walk, *cond, loc);
                }
                if let Some(step) = step {
                    self.walk(&mut walk.tree, *step, loc);
                }
                walk.enter_loop(*body, loc);
            }
            StmtKind::Switch { scrutinee, body } => {
                self.walk(&mut walk.tree, *scrutinee, loc);
                walk.breakable.push(false);
                let switch =
                    SwitchWalk { scrutinee: *scrutinee, cases: vec![], has_default: false };
                walk.switches.push(switch);
                walk.steps.push(BodyStep::CloseSwitch);
                walk.steps.push(BodyStep::CloseScope(walk.stack.len()));
                walk.steps.push(BodyStep::Stmt(*body, loc));
            }
            StmtKind::Case { lo, hi } => match walk.switches.last_mut() {
                Some(switch) => switch.cases.push((*lo, *hi, loc)),
                None => self.flaw(loc, "'case' outside of a switch"),
            },
            StmtKind::Default => match walk.switches.last_mut() {
                Some(switch) if !switch.has_default => switch.has_default = true,
                Some(_) => self.flaw(loc, "a switch has two 'default' labels"),
                None => self.flaw(loc, "'default' outside of a switch"),
            },
            StmtKind::Label(l) => match walk.labels.get_mut(l.index()) {
                Some(place @ None) => *place = Some(loc),
                Some(Some(_)) => self.flaw(loc, format!("the label {l:?} stands in two places")),
                None => self.flaw(loc, format!("the label {l:?} does not exist")),
            },
            StmtKind::Goto(l) => walk.gotos.push((*l, loc)),
            StmtKind::Break if walk.breakable.is_empty() => {
                self.flaw(loc, "'break' outside of a loop or switch");
            }
            StmtKind::Continue if !walk.breakable.contains(&true) => {
                self.flaw(loc, "'continue' outside of a loop");
            }
            StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.walk(&mut walk.tree, *value, loc);
                }
                walk.returns.push((*value, loc));
            }
        }
    }

    fn condition(&mut self, walk: &mut BodyWalk<'_>, cond: ExprId, loc: Loc) {
        self.walk(&mut walk.tree, cond, loc);
        walk.conditions.push(cond);
    }

    /// The first clause of a `for`: declarations, one expression, or nothing.
    fn for_init(&mut self, walk: &mut BodyWalk<'a>, init: &[StmtId], loc: Loc) {
        let body = walk.body;
        let kinds: Vec<_> =
            init.iter().filter_map(|s| body.stmts.get(*s)).map(|s| &s.kind).collect();
        let declarations = kinds.iter().all(|k| matches!(k, StmtKind::Decl(_)));
        let one = matches!(kinds[..], [StmtKind::Expr(_) | StmtKind::Empty]);
        if kinds.len() != init.len() {
            self.flaw(loc, "a statement of a 'for' does not exist");
        } else if declarations || one {
            for id in init {
                self.stmt(walk, *id, loc);
            }
        } else {
            self.flaw(loc, "a 'for' starts with neither declarations nor one expression");
        }
    }

    fn declaration(&mut self, walk: &mut BodyWalk<'_>, id: LocalId, loc: Loc) {
        let body = walk.body;
        let Some(local) = body.locals.get(id) else {
            self.flaw(loc, format!("the local {id:?} does not exist"));
            return;
        };
        let name = local.name.clone().unwrap_or_else(|| format!("{id:?}"));
        if local.kind != LocalKind::Var {
            self.flaw(loc, format!("'{name}' is declared but is not a variable"));
            return;
        }
        if std::mem::replace(&mut walk.declared[id.index()], true) {
            self.flaw(loc, format!("'{name}' is declared twice"));
            return;
        }
        if !self.has_type(local.ty.ty) {
            self.flaw(loc, format!("the type of '{name}' does not exist"));
            return;
        }
        if !self.is_object(local.ty.ty) {
            let ty = self.show(local.ty);
            self.flaw(loc, format!("'{name}' is declared with the incomplete type '{ty}'"));
        }
        walk.tree.visible[id.index()] = true;
        walk.stack.push(id);
        if let Some(init) = &local.init {
            for root in init_roots(init) {
                self.walk(&mut walk.tree, root, loc);
            }
        }
    }

    /// Everything that needs types: only for bodies whose ids are sound.
    fn typed_places(&mut self, walk: &BodyWalk<'a>, ret: TypeId) {
        let tree = &walk.tree;
        self.typing(tree);
        for (id, local) in walk.body.locals.enumerate() {
            let used = walk.declared[id.index()] || tree.literals[id.index()];
            if used && let Some(init) = &local.init {
                self.init_shape(tree, init, local.ty, local.loc);
            }
            if tree.literals[id.index()] && !self.is_object(local.ty.ty) {
                self.flaw(local.loc, format!("the compound literal {id:?} has an incomplete type"));
            }
        }
        for cond in &walk.conditions {
            let verdict = Typing { cx: self, tree }.scalar(*cond, "a condition");
            if let Err(message) = verdict {
                self.flaw(tree.exprs[*cond].loc, message);
            }
        }
        for switch in &walk.finished_switches {
            self.switch(tree, switch);
        }
        for (value, loc) in &walk.returns {
            self.returned(tree, *value, ret, *loc);
        }
    }

    fn returned(&mut self, tree: &ExprTree<'_>, value: Option<ExprId>, ret: TypeId, loc: Loc) {
        let Some(value) = value else {
            if !self.types().is_void(ret) {
                self.flaw(loc, "'return' lacks the value that the function promises");
            }
            return;
        };
        match (Typing { cx: self, tree }).value(value) {
            Ok(ty) if ty == ret => {}
            Ok(ty) => {
                let (have, want) = (self.show_type(ty), self.show_type(ret));
                self.flaw(loc, format!("'{have}' is returned where '{want}' is promised"));
            }
            Err(message) => self.flaw(loc, message),
        }
    }

    fn switch(&mut self, tree: &ExprTree<'_>, switch: &SwitchWalk) {
        let typing = Typing { cx: self, tree };
        let ty = match typing.promoted_integer(switch.scrutinee, "the value of a switch") {
            Ok(ty) => ty,
            Err(message) => {
                self.flaw(tree.exprs[switch.scrutinee].loc, message);
                return;
            }
        };
        let kind = self.types().as_int(ty).unwrap_or(IntKind::Int);
        let shape = IntShape::of(self.target(), kind);
        let mut ranges: Vec<(i128, i128, Loc)> = Vec::new();
        for (lo, hi, loc) in &switch.cases {
            if !shape.is_canonical(*lo) || !shape.is_canonical(*hi) {
                let ty = kind.spelling();
                self.flaw(*loc, format!("a case label has no value of the switch's type '{ty}'"));
                continue;
            }
            let (lo, hi) = (shape.value(*lo), shape.value(*hi));
            if lo > hi {
                self.flaw(*loc, format!("the range of cases from {lo} to {hi} is empty"));
            }
            ranges.push((lo, hi, *loc));
        }
        ranges.sort_by_key(|(lo, ..)| *lo);
        for pair in ranges.windows(2) {
            if pair[1].0 <= pair[0].1 {
                self.flaw(pair[1].2, format!("two cases of a switch take the value {}", pair[1].0));
            }
        }
    }
}
