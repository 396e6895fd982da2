//! Statements that go away: outer ones first, neighbours together.

use super::{Pass, sites};
use crate::edit::{Edit, StmtEdit};
use brinell_lang::{Program, StmtKind};

pub const PASS: Pass = Pass { name: "statements", rounds: 1, propose };

fn propose(program: &Program, _: usize) -> Vec<Edit> {
    let droppable = |site: &sites::StmtSite<'_>| !matches!(site.kind, StmtKind::Empty);
    let sites = sites::stmts(program).into_iter().filter(droppable);
    sites.map(|site| Edit::Stmt(site.function, site.id, StmtEdit::Drop)).collect()
}
