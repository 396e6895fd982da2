//! An `if` in place of a `switch`: one case, and perhaps another label for everything else.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{Body, StmtId, StmtKind};
use brinell_transform::{Edit, StmtEdit};

pub const PASS: Pass = Pass { name: "switches", rounds: 1, apart: true, propose };

/// Switches with more labels get smaller in other ways first.
const MOST_LABELS: usize = 6;

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut edits = Vec::new();
    for site in sites::stmts(program) {
        let StmtKind::Switch { body: inner, .. } = *site.kind else { continue };
        let Some(body) = &program.functions[site.function].body else { continue };
        let labels = labels(body, inner);
        if labels.len() > MOST_LABELS {
            continue;
        }
        let mut add = |case, other| {
            edits.push(Edit::Stmt(site.function, site.id, StmtEdit::Choose(case, other)));
        };
        for case in &labels {
            if matches!(body.stmts[*case].kind, StmtKind::Case { .. }) {
                add(*case, None);
                let others = labels.iter().filter(|other| *other != case);
                others.for_each(|other| add(*case, Some(*other)));
            }
        }
    }
    edits
}

/// The labels of a switch that are not inside of something else.
fn labels(body: &Body, inner: StmtId) -> Vec<StmtId> {
    let StmtKind::Block(stmts) = &body.stmts[inner].kind else { return Vec::new() };
    let is_label =
        |s: &StmtId| matches!(body.stmts[*s].kind, StmtKind::Case { .. } | StmtKind::Default);
    stmts.iter().copied().filter(is_label).collect()
}
