//! Statements that go away: outer ones first, neighbours together.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::StmtKind;
use brinell_transform::{Edit, StmtEdit};

pub const PASS: Pass = Pass { name: "statements", rounds: 1, apart: false, propose };

fn propose(view: &View, _: usize) -> Vec<Edit> {
    let program = &view.program;
    let droppable = |site: &sites::StmtSite<'_>| !matches!(site.kind, StmtKind::Empty);
    let sites = sites::stmts(program).into_iter().filter(droppable);
    sites.map(|site| Edit::Stmt(site.function, site.id, StmtEdit::Drop)).collect()
}
