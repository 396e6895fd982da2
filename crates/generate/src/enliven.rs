//! Turning conditions round so that more of a program runs.
//!
//! The analysis of a draft holds whichever way a branch goes, so `if (c)` may become `if (!c)`
//! without a new analysis. Where the machine saw that the larger arm of a branch never ran, or that
//! a jump was taken and everything behind it never ran, the condition is turned round; then the
//! machine runs the program again. In the same way `default` moves to the largest arm of a `switch`
//! of which no case was met. Each statement is changed at most once.

use brinell_lang::{Body, FuncId, Loc, Program, StmtId, StmtKind};
use brinell_machine::Live;
use brinell_transform::negate_condition;
use rustc_hash::FxHashSet;

/// Turns conditions round where that makes more code run; returns how many.
pub fn enliven(
    program: &mut Program,
    live: &Live,
    turned: &mut FxHashSet<(FuncId, StmtId)>,
) -> usize {
    let mut count = 0;
    for func in program.functions.ids().collect::<Vec<_>>() {
        let function = &program.functions[func];
        let (Some(body), None) = (&function.body, &function.name) else { continue };
        let Some(root) = body.root else { continue };
        if !live.is_live(func, root) {
            continue;
        }
        let mut found = Vec::new();
        ConditionSearch { body, func, live, found: &mut found }.block(root);
        found.retain(|stmt| turned.insert((func, *stmt)));
        count += found.len();
        for stmt in found {
            match program.functions[func].body.as_ref().map(|b| &b.stmts[stmt].kind) {
                Some(StmtKind::Switch { body, .. }) => {
                    let block = *body;
                    move_default(program, func, block);
                }
                _ => negate_condition(program, func, stmt),
            }
        }
    }
    count
}

struct ConditionSearch<'a> {
    body: &'a Body,
    func: FuncId,
    live: &'a Live,
    found: &'a mut Vec<StmtId>,
}

impl ConditionSearch<'_> {
    fn is_live(&self, stmt: StmtId) -> bool {
        self.live.is_live(self.func, stmt)
    }

    /// Looks through a statement that was reached.
    fn block(&mut self, stmt: StmtId) {
        let body = self.body;
        match &body.stmts[stmt].kind {
            StmtKind::Block(stmts) => {
                for (i, &s) in stmts.iter().enumerate() {
                    if !self.is_live(s) {
                        continue;
                    }
                    let next = stmts[i + 1..].iter().find(|s| !self.is_marker(**s));
                    self.branch(s, next.is_some_and(|n| !self.is_live(*n)));
                    self.block(s);
                }
            }
            kind => kind.for_each_child(|child| {
                if self.is_live(child) {
                    self.block(child);
                }
            }),
        }
    }

    fn is_marker(&self, stmt: StmtId) -> bool {
        matches!(
            self.body.stmts[stmt].kind,
            StmtKind::Label(_) | StmtKind::Case { .. } | StmtKind::Default
        )
    }

    /// A branch that was reached; whether what follows it never ran.
    fn branch(&mut self, stmt: StmtId, dead_behind: bool) {
        if let StmtKind::Switch { body, .. } = self.body.stmts[stmt].kind
            && self.misses_its_cases(body)
        {
            self.found.push(stmt);
        }
        let StmtKind::If { then, otherwise, .. } = self.body.stmts[stmt].kind else { return };
        if self.counts_jumps(then) {
            return;
        }
        let ran = self.is_live(then);
        let other = otherwise.filter(|o| self.is_live(*o));
        let better = match (ran, other.is_some()) {
            // Both arms ran.
            (true, true) => false,
            (true, false) => {
                dead_behind || otherwise.is_some_and(|o| self.weight(o) > self.weight(then))
            }
            (false, _) => {
                !self.jumps_away(then)
                    && (dead_behind || self.weight(then) > otherwise.map_or(0, |o| self.weight(o)))
            }
        };
        if better {
            self.found.push(stmt);
        }
    }

    /// Whether the arm is that of a counted jump back, `{ n--; goto label; }`: its condition is all
    /// that ends the loop. A run that was cut off may not have seen what is behind it yet.
    fn counts_jumps(&self, arm: StmtId) -> bool {
        let StmtKind::Block(stmts) = &self.body.stmts[arm].kind else { return false };
        let [step, jump] = stmts[..] else { return false };
        matches!(self.body.stmts[step].kind, StmtKind::Expr(_))
            && matches!(self.body.stmts[jump].kind, StmtKind::Goto(_))
    }

    /// Whether no case was met, and the largest arm is not the one that ran instead.
    fn misses_its_cases(&self, block: StmtId) -> bool {
        let StmtKind::Block(stmts) = &self.body.stmts[block].kind else { return false };
        let met = stmts
            .iter()
            .any(|s| matches!(self.body.stmts[*s].kind, StmtKind::Case { .. }) && self.is_live(*s));
        let ran = stmts.iter().filter(|s| self.is_live(**s)).map(|s| self.weight(*s)).max();
        let largest = stmts.iter().map(|s| self.weight(*s)).max();
        !met && largest > ran.max(Some(1))
    }

    /// Statements inside.
    fn weight(&self, stmt: StmtId) -> usize {
        self.body.stmts_under(stmt).count()
    }

    /// Whether the arm ends in a jump, so that running it costs what is behind.
    fn jumps_away(&self, stmt: StmtId) -> bool {
        match &self.body.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.last().is_some_and(|s| self.jumps_away(*s)),
            StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => true,
            _ => false,
        }
    }
}

/// Takes `default` away from where it is, if anywhere, and puts it before the largest arm.
fn move_default(program: &mut Program, func: FuncId, block: StmtId) {
    let Some(body) = program.function_mut(func).body.as_mut() else { return };
    let StmtKind::Block(stmts) = &body.stmts[block].kind else { return };
    let mut stmts = stmts.clone();
    let old = stmts.iter().position(|s| matches!(body.stmts[*s].kind, StmtKind::Default));
    let marker = old.map(|at| stmts.remove(at));
    // The last of the largest, so that the result does not depend on anything but the arms.
    let Some(at) = (0..stmts.len()).max_by_key(|i| body.stmts_under(stmts[*i]).count()) else {
        return;
    };
    let marker = marker.unwrap_or_else(|| {
        body.stmts.push(brinell_lang::Stmt { kind: StmtKind::Default, loc: Loc::NONE })
    });
    stmts.insert(at, marker);
    body.stmts[block].kind = StmtKind::Block(stmts);
}
