//! Growing all drafts instead of one: choices are enumerated, in order of size.
//!
//! Random growing draws again where something fails, and rolls back what was written.
//! In an enumeration that would give the same program once more for each way to fail before it. So a
//! sequence of choices is cut where something is refused or rolled back, and as soon as the text is
//! larger than the drafts that are wanted; the rest of the grower's run is then ignored. Whatever is
//! not cut succeeded at once. Programs are left out that only arise when several draws in a row fail:
//! for example, a fresh variable for a loop in place of one in scope.
//!
//! The end of `func_1`, which otherwise has the requested size, is a choice here.

use super::scope::OpenFunction;
use super::{Grower, Tally};
use crate::config::Config;
use crate::draft::Draft;
use brinell_choice::Choices;
use brinell_lang::{ExprKind, Exprs, IntKind, Program};

/// What is going to be written after what is written now.
#[derive(Copy, Clone, Debug, Default)]
pub struct Owed {
    /// Nodes, besides one for each open production.
    nodes: usize,
    /// Places, a node each at least.
    places: usize,
}

impl Owed {
    /// So many nodes.
    pub fn nodes(nodes: usize) -> Self {
        Self { nodes, places: 0 }
    }

    /// A place that is written.
    pub fn place() -> Self {
        Self { nodes: 0, places: 1 }
    }
}

/// What is known where all drafts of a size are grown.
#[derive(Copy, Clone, Debug)]
pub struct EnumerationPoint {
    size: usize,
    owed: Owed,
}

/// The draft that these choices give, if it has exactly `size` [`nodes`].
pub fn enumerate(choices: &mut Choices, config: &Config, size: usize) -> Option<(Draft, Tally)> {
    let mut grower = Grower::new(choices, config, u64::from(config.size));
    grower.enumeration = Some(EnumerationPoint { size, owed: Owed::default() });
    let (draft, tally) = grower.grow();
    (!choices.is_cut() && nodes(&draft.program) == size).then_some((draft, tally))
}

/// The size of a draft: its statements, variables, parameters, members and expressions, as far as
/// they are written (not the conversions that C inserts); and one for each function and each struct
/// or union.
pub fn nodes(program: &Program) -> usize {
    let globals = program.globals.iter().map(|global| 1 + written(&global.exprs));
    let functions = program.functions.iter().map(|function| {
        let body = function.body.as_ref();
        1 + body.map_or(0, |body| body.params.len() + body.stmts.len() + written(&body.exprs))
    });
    let members = |fields: &Option<Vec<_>>| fields.as_ref().map_or(0, Vec::len);
    let records = program.types.records.iter().map(|record| 1 + members(&record.fields));
    globals.chain(functions).chain(records).sum()
}

/// Expressions that are no implicit conversions.
fn written(exprs: &Exprs) -> usize {
    let implicit = |kind: &ExprKind| match kind {
        ExprKind::Load(_) | ExprKind::Decay(_) => true,
        ExprKind::Cast { implicit, .. } => *implicit,
        _ => false,
    };
    exprs.iter().filter(|expr| !implicit(&expr.kind)).count()
}

impl Grower<'_> {
    /// Whether all drafts are grown.
    pub(super) fn enumerates(&self) -> bool {
        self.enumeration.is_some()
    }

    /// What was drawn failed: random growing draws again, enumeration cuts.
    pub(super) fn cut(&mut self) {
        if self.enumerates() {
            self.choices.cut();
            self.budget.fill();
        }
    }

    /// Cuts where the draft is larger than what is wanted, with so many nodes that are still to be
    /// written.
    pub(super) fn cut_if_large(&mut self, to_come: usize) {
        if let Some(point) = &self.enumeration
            && nodes(&self.text.program) + to_come > point.size
        {
            self.cut();
        }
    }

    /// The same where something is begun that has so many nodes at least: productions write
    /// themselves after what is in them, and a function ends with a `return` and its block.
    pub(super) fn cut_if_too_large_with(&mut self, more: usize) {
        if let Some(EnumerationPoint { owed, .. }) = self.enumeration {
            let open = self.log.open();
            let returns = open.iter().any(|production| production.is_final_return());
            let end = if returns { 1 } else { 3 };
            // A place begins at a variable; where there is none, one is declared.
            let variable = if owed.places > 0 && !self.has_variables() { 2 } else { 0 };
            self.cut_if_large(open.len() + owed.nodes + owed.places + variable + more + end);
        }
    }

    /// The same where a place is looked for that is not read.
    pub(super) fn cut_if_too_large_with_place(&mut self) {
        let variable = if self.has_variables() { 0 } else { 2 };
        self.cut_if_too_large_with(1 + variable);
    }

    /// Whether a variable is in sight, of whichever open function.
    fn has_variables(&self) -> bool {
        let locals = |function: &OpenFunction| {
            !function.params.is_empty() || function.blocks.iter().any(|b| !b.vars.is_empty())
        };
        !self.scope.globals.is_empty() || self.scope.open.iter().any(locals)
    }

    /// Writes something after which this is to come, besides the production's own node.
    pub(super) fn before<T>(&mut self, owed: Owed, write: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.enumeration.map(|point| point.owed);
        if let Some(point) = &mut self.enumeration {
            point.owed.nodes += owed.nodes;
            point.owed.places += owed.places;
        }
        let written = write(self);
        if let (Some(point), Some(known)) = (&mut self.enumeration, known) {
            point.owed = known;
        }
        written
    }

    /// The type of a constant, each that there can be once: drawing the type of a variable and
    /// promoting it gives some several times.
    pub(super) fn enumerated_constant_kind(&mut self) -> IntKind {
        let mut kinds: Vec<IntKind> = Vec::new();
        for (kind, weight) in &self.types.int_kinds {
            let kind = self.target().promote(*kind);
            if *weight > 0 && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if kinds.is_empty() { IntKind::Int } else { *self.choices.pick(&kinds) }
    }

    /// Whether the block that is written ends here, where its size does not say so.
    pub(super) fn draw_end(&mut self) -> bool {
        self.enumerates() && self.choices.below(2) == 0
    }
}
