//! Statements as C text. Every body gets braces, so that no `else` dangles and no body looks empty
//! by mistake; a label that has no statement to mark gets an empty one.

use crate::code::{CodePrinter, PrintWork};
use crate::constant;
use crate::expr::level;
use brinell_lang::arith::IntShape;
use brinell_lang::{Bits, ExprId, IntKind, LabelId, Local, LocalId, Stmt, StmtId, StmtKind};

impl<'a> CodePrinter<'a> {
    fn statement(&self, id: StmtId) -> Option<&'a Stmt> {
        self.body.and_then(|b| b.stmts.get(id))
    }

    /// Prints ` {`, the statements of the body, and `}`; the line stays open.
    pub fn push_body(&mut self, id: StmtId) {
        self.work.push(PrintWork::Text("}"));
        self.work.push(PrintWork::Line);
        self.work.push(PrintWork::Outdent);
        match self.statement(id).map(|s| &s.kind) {
            Some(StmtKind::Block(stmts)) => self.push_stmts(stmts),
            Some(_) => self.push_stmts(&[id]),
            None => {}
        }
        self.work.push(PrintWork::Indent);
        self.work.push(PrintWork::Text("{"));
    }

    /// Schedules the statements of a block.
    fn push_stmts(&mut self, stmts: &[StmtId]) {
        for (i, id) in stmts.iter().enumerate().rev() {
            let marker = self.statement(*id).is_some_and(|s| is_marker(&s.kind));
            if marker {
                let next = stmts.get(i + 1).and_then(|n| self.statement(*n));
                // Before C23 a label needs a statement, and a declaration is none.
                if next.is_none_or(|s| matches!(s.kind, StmtKind::Decl(_))) {
                    self.work.push(PrintWork::Text(";"));
                    self.work.push(PrintWork::Line);
                }
            }
            self.work.push(PrintWork::Stmt(*id));
        }
    }

    /// Prints one statement, or its beginning and schedules the rest.
    pub fn stmt(&mut self, id: StmtId) {
        let Some(stmt) = self.statement(id) else { return };
        let label = usize::from(is_marker(&stmt.kind));
        self.line(label);
        match &stmt.kind {
            StmtKind::Empty => self.put(";"),
            StmtKind::Expr(e) => {
                self.work.push(PrintWork::Text(";"));
                self.push_expr(*e, level::COMMA);
            }
            StmtKind::Decl(l) => self.declaration(*l),
            StmtKind::Block(_) => self.push_body(id),
            StmtKind::If { .. } => self.branch(&stmt.kind),
            StmtKind::While { cond, body } => {
                self.push_body(*body);
                self.push_head("while (", Some(*cond));
            }
            StmtKind::DoWhile { body, cond } => {
                self.work.push(PrintWork::Text(");"));
                self.push_condition(*cond);
                self.work.push(PrintWork::Text(" while ("));
                self.push_body(*body);
                self.work.push(PrintWork::Text("do "));
            }
            StmtKind::For { init, cond, step, body } => self.for_loop(init, *cond, *step, *body),
            StmtKind::Switch { scrutinee, body } => {
                let ty = self.exprs.get(*scrutinee).map(|e| e.ty.ty);
                self.switches.push(ty);
                self.work.push(PrintWork::EndSwitch);
                self.push_body(*body);
                self.push_head("switch (", Some(*scrutinee));
            }
            StmtKind::Case { lo, hi } => {
                let mut text = format!("case {}", self.case_value(*lo));
                if lo != hi {
                    text = format!("{text} ... {}", self.case_value(*hi));
                }
                self.put(&text);
                self.put(":");
            }
            StmtKind::Default => self.put("default:"),
            StmtKind::Label(l) => {
                self.put_label(*l);
                self.put(":");
            }
            StmtKind::Goto(l) => {
                self.put("goto ");
                self.put_label(*l);
                self.put(";");
            }
            StmtKind::Break => self.put("break;"),
            StmtKind::Continue => self.put("continue;"),
            StmtKind::Return(None) => self.put("return;"),
            StmtKind::Return(Some(e)) => {
                self.put("return ");
                self.work.push(PrintWork::Text(";"));
                self.push_expr(*e, level::COMMA);
            }
        }
    }

    /// Schedules `word (condition) `.
    fn push_head(&mut self, word: &'static str, cond: Option<ExprId>) {
        self.work.push(PrintWork::Text(") "));
        if let Some(cond) = cond {
            self.push_condition(cond);
        }
        self.work.push(PrintWork::Text(word));
    }

    fn branch(&mut self, kind: &StmtKind) {
        if let StmtKind::If { cond, then, otherwise } = kind {
            self.work.push(PrintWork::Else(*otherwise));
            self.push_body(*then);
            self.push_head("if (", Some(*cond));
        }
    }

    /// The `else` of an `if` whose first arm has just been closed.
    pub fn otherwise(&mut self, otherwise: Option<StmtId>) {
        let Some(id) = otherwise else { return };
        self.put(" else ");
        match self.statement(id).map(|s| &s.kind) {
            Some(kind @ StmtKind::If { .. }) => self.branch(kind),
            _ => self.push_body(id),
        }
    }

    fn put_label(&mut self, id: LabelId) {
        let name = self.scope.labels.get(id.0 as usize).map_or("", String::as_str);
        self.put(name);
    }

    /// A case label: a plain number where `int` holds it (it is converted anyway), else a constant
    /// of the switch's type.
    fn case_value(&self, bits: Bits) -> String {
        let target = self.spell.target;
        let ty = self.switches.last().copied().flatten();
        let kind = ty.and_then(|t| self.spell.types.as_int(t)).unwrap_or(IntKind::Int);
        let value = IntShape::of(target, kind).value(bits);
        let int = IntShape::of(target, IntKind::Int);
        let kind = if int.holds(value) { IntKind::Int } else { kind };
        constant::int(target, bits, kind).text
    }

    /// The specifiers and the declarator of a local variable.
    fn split_local(&self, id: LocalId) -> Option<(&'a Local, String, String)> {
        let local = self.body?.locals.get(id)?;
        let name = self.scope.locals.get(id.0 as usize)?;
        let (mut base, declarator) = self.spell.split(local.ty, name);
        if self.body?.registers.contains(&id) {
            base.insert_str(0, "register ");
        }
        Some((local, base, declarator))
    }

    fn push_initialiser(&mut self, local: &'a Local) {
        if let Some(init) = &local.init {
            self.work.push(PrintWork::Init(init, local.ty.ty));
            self.work.push(PrintWork::Text(" = "));
        }
    }

    fn declaration(&mut self, id: LocalId) {
        let Some((local, base, declarator)) = self.split_local(id) else { return };
        let align = crate::spell::aligned(local.align);
        self.put(&format!("{base} {declarator}{align}"));
        self.work.push(PrintWork::Text(";"));
        self.push_initialiser(local);
    }

    fn for_loop(
        &mut self,
        init: &'a [StmtId],
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) {
        let kinds: Vec<&'a StmtKind> =
            init.iter().filter_map(|s| self.statement(*s)).map(|s| &s.kind).collect();
        let declared: Vec<LocalId> = kinds
            .iter()
            .filter_map(|k| if let StmtKind::Decl(l) = k { Some(*l) } else { None })
            .collect();
        let split: Vec<_> = declared.iter().filter_map(|l| self.split_local(*l)).collect();
        let one_declaration = !split.is_empty()
            && split.len() == kinds.len()
            && split.iter().all(|(_, base, _)| *base == split[0].1);
        let plain = match kinds[..] {
            [] | [StmtKind::Empty] => Some(None),
            [StmtKind::Expr(e)] => Some(Some(*e)),
            _ => None,
        };
        if one_declaration || plain.is_some() {
            self.push_rest_of_for(cond, step, body);
            if let Some(Some(e)) = plain {
                self.push_expr(e, level::COMMA);
            }
            let base = split.first().map(|(_, base, _)| base.clone());
            for (i, (local, _, declarator)) in split.into_iter().enumerate().rev() {
                self.push_initialiser(local);
                self.work.push(PrintWork::Owned(declarator));
                self.work.push(PrintWork::Text(if i > 0 { ", " } else { " " }));
            }
            if let Some(base) = base {
                self.work.push(PrintWork::Owned(base));
            }
            self.put("for (");
        } else {
            // What one declaration cannot hold goes before the loop, into a block of its own.
            self.work.push(PrintWork::Text("}"));
            self.work.push(PrintWork::Line);
            self.work.push(PrintWork::Outdent);
            self.push_rest_of_for(cond, step, body);
            self.work.push(PrintWork::Text("for ("));
            self.work.push(PrintWork::Line);
            self.push_stmts(init);
            self.work.push(PrintWork::Indent);
            self.put("{");
        }
    }

    /// Schedules `; cond; step) body`.
    fn push_rest_of_for(&mut self, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        self.push_body(body);
        self.work.push(PrintWork::Text(") "));
        if let Some(step) = step {
            self.push_expr(step, level::COMMA);
            self.work.push(PrintWork::Text(" "));
        }
        self.work.push(PrintWork::Text(";"));
        if let Some(cond) = cond {
            self.push_condition(cond);
            self.work.push(PrintWork::Text(" "));
        }
        self.work.push(PrintWork::Text(";"));
    }
}

fn is_marker(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Label(_) | StmtKind::Case { .. } | StmtKind::Default)
}
