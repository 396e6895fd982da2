//! Common subexpressions: expressions that were written before, written again, also with one
//! constant changed (YARPGen's buffer of subexpressions).
//!
//! What is repeated are operators on constants and named variables, their members and elements.
//! Calls, assignments, volatile reads and whatever goes through a pointer are not: where a copy
//! stands, they may be undefined or conflict. The copy is proposed like any other expression.

use super::text::DraftText;
use super::{Ex, GrowMark, Grower};
use brinell_analysis::Root;
use brinell_lang::{Expr, ExprId, ExprKind, Exprs, FuncId, Id, LocalId};

/// Nodes of what is repeated: a plain sum at least, and no more than a line of text.
const SIZES: std::ops::RangeInclusive<usize> = 5..=48;

/// How many expressions of a block are near enough to be repeated.
const LATEST: usize = 8;

impl Grower<'_> {
    /// Remembers an expression of a statement that was committed, to be repeated.
    pub(super) fn remember_expressions(&mut self, mark: &GrowMark) {
        if self.config.reuse_expr_percent == 0 || !self.config.policies {
            return;
        }
        let body = self.body_ref();
        let first = mark.text.first_expr().index();
        let mut good: Vec<ExprId> = Vec::new();
        for index in first..body.exprs.len() {
            let id = ExprId::from_index(index);
            if matches!(body.exprs[id].kind, ExprKind::Binary { .. }) && self.is_repeatable(id) {
                good.push(id);
            }
        }
        if !good.is_empty() {
            let id = *self.choices.pick(&good);
            self.function_mut().block_mut().written.push(id);
        }
    }

    /// A copy of an expression that was written before, where one is wanted and may stand here.
    pub(super) fn repeated(&mut self) -> Option<Ex> {
        let percent = self.config.reuse_expr_percent;
        if !self.config.policies || !self.choices.chance(percent) {
            return None;
        }
        let blocks = &self.function().blocks;
        let written: Vec<ExprId> = blocks
            .iter()
            .flat_map(|block| block.written.iter().rev().take(LATEST))
            .copied()
            .collect();
        if written.is_empty() {
            return None;
        }
        let id = *self.choices.pick(&written);
        let changed = self.choices.chance(self.config.reuse_changed_percent);
        let which = self.choices.bits(16) as usize;
        let exprs = &self.body_ref().exprs;
        let nodes = exprs.under(id).count();
        if !self.is_repeatable(id) || !self.affords(nodes as u64) {
            return None;
        }
        self.try_piece(|g| {
            let copy = g.body().exprs.copy(id);
            g.note_repeat(id, copy);
            if changed {
                g.change_constant(copy, which);
            }
            g.add_tokens(nodes as u64);
            let from = g.here();
            let ex = g.propose(from.clone(), copy)?;
            if g.conflicts(&ex.effects) {
                g.go_back(from);
                return None;
            }
            Some(ex)
        })
    }

    /// What is in bounds and safe by construction is so in the copy too.
    fn note_repeat(&mut self, original: ExprId, copy: ExprId) {
        let func = self.func();
        let exprs = &self.text.body(func).exprs;
        let pairs: Vec<(ExprId, ExprId)> =
            exprs.under(original).zip(exprs.under(copy)).map(|((a, _), (b, _))| (a, b)).collect();
        for (a, b) in pairs {
            if self.text.bounded.contains(&(func, a)) {
                self.text.bounded.push((func, b));
            }
            if self.text.trusted.contains(&(func, a)) {
                self.text.trusted.push((func, b));
            }
            self.text.repeats.push(((func, b), a));
        }
    }

    /// Changes one of the constants of a copy, indices apart. Its operator is no repetition then.
    fn change_constant(&mut self, root: ExprId, which: usize) {
        let exprs = &self.body_ref().exprs;
        let mut constants = Vec::new();
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            match exprs[id].kind {
                ExprKind::Int(_) => constants.push(id),
                ExprKind::Index { base, .. } => todo.push(base),
                _ => exprs[id].for_each_child(|child| todo.push(child)),
            }
        }
        let first = exprs.under(root).map(|(id, _)| id).min().unwrap_or(root);
        let Some(at) = which.checked_rem(constants.len()) else { return };
        let id = constants[at];
        let Some(kind) = self.text.program.types.as_int(self.type_of(id)) else { return };
        let value = self.draw_value(kind);
        self.body().exprs[id].kind = ExprKind::Int(value);
        let func = self.func();
        let DraftText { program, repeats, .. } = &mut self.text;
        let Some(body) = &program.functions[func].body else { return };
        let on_the_way = |node: ExprId| body.exprs.under(node).any(|(below, _)| below == id);
        repeats.retain(|((of, node), _)| *of != func || *node < first || !on_the_way(*node));
    }

    fn is_repeatable(&self, root: ExprId) -> bool {
        let func = self.func();
        let body = self.body_ref();
        if root.index() >= body.exprs.len()
            || self.text.program.types.as_int(body.exprs[root].ty.ty).is_none()
        {
            return false;
        }
        let mut nodes = 0;
        body.exprs.under(root).all(|(id, expr)| {
            nodes += 1;
            nodes <= *SIZES.end() && self.is_plain(func, &body.exprs, id, expr)
        }) && SIZES.contains(&nodes)
    }

    fn is_plain(&self, func: FuncId, exprs: &Exprs, id: ExprId, expr: &Expr) -> bool {
        let is_number = |id: ExprId| self.text.program.types.as_int(exprs[id].ty.ty).is_some();
        match expr.kind {
            ExprKind::Int(_) | ExprKind::Member { .. } | ExprKind::Decay(_) => true,
            ExprKind::Global(global) => global.index() < self.text.program.globals.len(),
            ExprKind::Local(local) => self.is_in_scope(func, local),
            ExprKind::Load(place) => !exprs[place].ty.quals.is_volatile() && is_number(place),
            ExprKind::Cast { operand, .. } => is_number(id) && is_number(operand),
            ExprKind::Unary { operand, .. } => is_number(operand),
            ExprKind::Binary { lhs, rhs, .. } => is_number(lhs) && is_number(rhs),
            ExprKind::Index { base, index } => {
                matches!(exprs[base].kind, ExprKind::Decay(_))
                    && (!self.text.bounded.contains(&(func, id))
                        || self.stays_bounded(exprs, index))
            }
            _ => false,
        }
    }

    /// Whether an index that was in bounds by construction still is: a constant, or the variable of
    /// a loop that is still open.
    fn stays_bounded(&self, exprs: &Exprs, index: ExprId) -> bool {
        exprs.under(index).all(|(_, expr)| match expr.kind {
            ExprKind::Global(global) => self.counts(Root::Global(global)),
            ExprKind::Local(local) => self.counts(Root::Local(self.func(), local)),
            _ => true,
        })
    }

    fn counts(&self, root: Root) -> bool {
        self.function().counters.iter().any(|counter| counter.var.root == root)
    }

    fn is_in_scope(&self, func: FuncId, local: LocalId) -> bool {
        let function = self.function();
        let mut vars = function.blocks.iter().flat_map(|block| &block.vars).chain(&function.params);
        vars.any(|var| var.root == Root::Local(func, local))
    }
}
