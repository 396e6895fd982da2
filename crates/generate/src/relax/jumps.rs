//! Forward jumps past declarations: which initialisers each of them may skip.

use brinell_lang::relaxed::{RelaxedJump, RelaxedSites};
use brinell_lang::{Body, LabelId, LocalId, Program, StmtId, StmtKind};
use rustc_hash::FxHashMap;

/// Finds the jumps of a draft that may skip an initialiser.
pub fn find(program: &Program, sites: &mut RelaxedSites) {
    for func in program.functions.ids() {
        let Some(body) = &program.functions[func].body else { continue };
        let Some(root) = body.root.filter(|_| !body.labels.is_empty()) else { continue };
        let mut search =
            JumpSearch { body, path: Vec::new(), gotos: Vec::new(), labels: FxHashMap::default() };
        search.statement(root);
        for (stmt, label, from) in &search.gotos {
            let Some(to) = search.labels.get(label) else { continue };
            let skipped = skipped(body, from, to);
            if !skipped.is_empty() {
                sites.jumps.insert((func, *stmt), RelaxedJump { skipped });
            }
        }
    }
}

/// A position: the blocks around it, outermost first, with the number of the statement in each.
type Path = Vec<(StmtId, usize)>;

struct JumpSearch<'a> {
    body: &'a Body,
    path: Path,
    gotos: Vec<(StmtId, LabelId, Path)>,
    labels: FxHashMap<LabelId, Path>,
}

impl JumpSearch<'_> {
    fn statement(&mut self, stmt: StmtId) {
        match &self.body.stmts[stmt].kind {
            StmtKind::Block(stmts) => {
                for (at, inner) in stmts.iter().enumerate() {
                    self.path.push((stmt, at));
                    self.statement(*inner);
                    self.path.pop();
                }
            }
            StmtKind::Goto(label) => self.gotos.push((stmt, *label, self.path.clone())),
            StmtKind::Label(label) => {
                self.labels.insert(*label, self.path.clone());
            }
            kind => {
                let mut children = Vec::new();
                kind.for_each_child(|child| children.push(child));
                for child in children {
                    self.statement(child);
                }
            }
        }
    }
}

/// The variables declared in the blocks around a label before it that a jump from elsewhere misses.
fn skipped(body: &Body, from: &Path, to: &Path) -> Vec<LocalId> {
    let mut found = Vec::new();
    let mut together = true;
    for (depth, &(block, at)) in to.iter().enumerate() {
        let StmtKind::Block(stmts) = &body.stmts[block].kind else { continue };
        let jumped = from.get(depth).filter(|(other, _)| together && *other == block);
        let first = match jumped {
            // The label comes first in the text: what is behind it is declared again.
            Some(&(_, here)) if here >= at => {
                together &= here == at;
                continue;
            }
            Some(&(_, here)) => here + 1,
            None => 0,
        };
        together = false;
        found.extend(stmts[first..at].iter().filter_map(|s| match body.stmts[*s].kind {
            StmtKind::Decl(local) if body.locals[local].init.is_some() => Some(local),
            _ => None,
        }));
    }
    found
}
