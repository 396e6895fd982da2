//! Pointers that are recorded at a statement whatever the context.
//!
//! The analysis records a pointer in the contexts in which a statement writes it. In another
//! context the same statement may leave that pointer alone, whatever it holds: then what was
//! recorded says nothing. So a fact counts only
//!
//! * in the entry, which has one context; or
//! * where the statement names the pointer, as the analysis then records it each time; or
//! * where the statement, or one in a function that it calls, names the pointer on the left of an
//!   assignment. The analysis follows all branches, so it has met the assignment, and with it the
//!   pointer, each time.

use super::Recorded;
use brinell_analysis::{Analysis, VariableNode};
use brinell_lang::{Body, ExprId, ExprKind, FuncId, Program, StmtId, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What functions write in all contexts.
pub struct Written<'a> {
    program: &'a Program,
    analysis: &'a Analysis,
    recorded: &'a Recorded,
    entry: FuncId,
    /// By function; empty while it is being looked at.
    known: FxHashMap<FuncId, Rc<FxHashSet<VariableNode>>>,
}

impl<'a> Written<'a> {
    /// For a program with this entry, and what the analysis recorded of it.
    pub fn new(
        program: &'a Program,
        analysis: &'a Analysis,
        recorded: &'a Recorded,
        entry: FuncId,
    ) -> Self {
        Self { program, analysis, recorded, entry, known: FxHashMap::default() }
    }

    /// The recorded pointers that the statement writes in all contexts, or names.
    pub fn or_named_by(&mut self, func: FuncId, stmt: StmtId) -> FxHashSet<VariableNode> {
        let mut nodes = self.by_statement(func, stmt);
        if let Some((body, e)) = self.expression(func, stmt) {
            nodes.extend(self.analysis.space.named_in(func, body, e));
        }
        nodes
    }

    /// The recorded pointers that the statement writes in all contexts.
    fn by_statement(&mut self, func: FuncId, stmt: StmtId) -> FxHashSet<VariableNode> {
        let recorded = self.recorded.get(&func).and_then(|stmts| stmts.get(&stmt));
        let mut nodes: FxHashSet<VariableNode> =
            recorded.into_iter().flatten().map(|(n, _)| *n).collect();
        if func != self.entry && !nodes.is_empty() {
            let expr = self.expression(func, stmt);
            let always = expr.map(|(body, e)| self.by_expression(func, body, e));
            nodes.retain(|n| always.as_ref().is_some_and(|always| always.contains(n)));
        }
        nodes
    }

    /// The expression of an expression statement.
    fn expression(&self, func: FuncId, stmt: StmtId) -> Option<(&'a Body, ExprId)> {
        let body = self.program.functions[func].body.as_ref()?;
        match body.stmts[stmt].kind {
            StmtKind::Expr(e) => Some((body, e)),
            _ => None,
        }
    }

    fn by_expression(&mut self, func: FuncId, body: &Body, e: ExprId) -> FxHashSet<VariableNode> {
        let mut found = FxHashSet::default();
        for (_, expr) in body.exprs.under(e) {
            match expr.kind {
                ExprKind::Assign { lhs: place, .. }
                | ExprKind::AssignOp { lhs: place, .. }
                | ExprKind::IncDec { operand: place, .. } => {
                    let node = self.analysis.space.named(func, body, place);
                    found.extend(node.iter().flat_map(|n| self.analysis.space.facts_in(*n)));
                }
                ExprKind::Function(callee) => found.extend(self.by_function(callee).iter()),
                _ => {}
            }
        }
        found
    }

    /// What the expression statements of a function write. One that nothing reaches has nothing
    /// recorded.
    fn by_function(&mut self, func: FuncId) -> Rc<FxHashSet<VariableNode>> {
        if let Some(known) = self.known.get(&func) {
            return known.clone();
        }
        self.known.insert(func, Rc::default());
        let recorded = self.recorded;
        let stmts = recorded.get(&func).into_iter().flat_map(|stmts| stmts.keys());
        let nodes: FxHashSet<VariableNode> =
            stmts.flat_map(|s| self.by_statement(func, *s)).collect();
        let nodes = Rc::new(nodes);
        self.known.insert(func, nodes.clone());
        nodes
    }
}
