//! Statements: what they are, how deep they stand, where they jump.

use super::rows::Row;
use super::walk::Walk;
use crate::draft::jumps_away;
use brinell_lang::{Body, ExprId, Id, Init, LabelId, StmtId, StmtKind};

/// The places of a body's labels and jumps, in the order of the text.
struct Jumps {
    at: usize,
    labels: Vec<Option<usize>>,
    gotos: Vec<(usize, LabelId)>,
}

impl Walk<'_> {
    pub(super) fn body(&mut self, body: &Body) {
        let Some(root) = body.root else { return };
        let mut jumps = Jumps { at: 0, labels: vec![None; body.labels.len()], gotos: Vec::new() };
        self.statement(body, root, 0, &mut jumps);
        for (from, label) in jumps.gotos {
            self.found.add(Row::Gotos, 1);
            let forward = jumps.labels[label.index()].is_some_and(|to| to > from);
            self.found.add(if forward { Row::ForwardGotos } else { Row::BackwardGotos }, 1);
        }
    }

    fn statement(&mut self, body: &Body, id: StmtId, loops: usize, jumps: &mut Jumps) {
        jumps.at += 1;
        let kind = &body.stmts[id].kind;
        if counts(kind) {
            self.found.add(Row::Statements, 1);
        }
        match kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.full(body, *expr),
            StmtKind::Decl(local) => match &body.locals[*local].init {
                Some(Init::Expr(expr)) => self.full(body, *expr),
                Some(list @ Init::List(_)) => self.data(&body.exprs, list),
                None => {}
            },
            StmtKind::Block(stmts) => {
                self.found.add(Row::Blocks, 1);
                for stmt in stmts {
                    self.statement(body, *stmt, loops, jumps);
                }
            }
            StmtKind::If { cond, then, otherwise } => {
                self.found.add(Row::Ifs, 1);
                self.full(body, *cond);
                self.arm(body, *then, loops, jumps);
                if let Some(otherwise) = otherwise {
                    if matches!(body.stmts[*otherwise].kind, StmtKind::If { .. }) {
                        self.statement(body, *otherwise, loops, jumps);
                    } else {
                        self.arm(body, *otherwise, loops, jumps);
                    }
                }
            }
            StmtKind::While { cond, body: inner } => {
                self.begin_loop(Row::Whiles, loops);
                self.full(body, *cond);
                self.arm(body, *inner, loops + 1, jumps);
            }
            StmtKind::DoWhile { body: inner, cond } => {
                self.begin_loop(Row::Dos, loops);
                self.arm(body, *inner, loops + 1, jumps);
                self.full(body, *cond);
            }
            StmtKind::For { init, cond, step, body: inner } => {
                self.begin_loop(Row::Fors, loops);
                for stmt in init {
                    match &body.stmts[*stmt].kind {
                        // The head is part of the `for`.
                        StmtKind::Expr(expr) => self.full(body, *expr),
                        _ => self.statement(body, *stmt, loops, jumps),
                    }
                }
                for expr in [cond, step].into_iter().flatten() {
                    self.full(body, *expr);
                }
                self.arm(body, *inner, loops + 1, jumps);
            }
            StmtKind::Switch { scrutinee, body: inner } => {
                self.found.add(Row::Switches, 1);
                self.found.add(Row::Fallthroughs, fallthroughs(body, *inner));
                self.full(body, *scrutinee);
                self.arm(body, *inner, loops, jumps);
            }
            StmtKind::Case { .. } | StmtKind::Default => self.found.add(Row::Cases, 1),
            StmtKind::Label(label) => jumps.labels[label.index()] = Some(jumps.at),
            StmtKind::Goto(label) => jumps.gotos.push((jumps.at, *label)),
            StmtKind::Break => self.found.add(Row::Breaks, 1),
            StmtKind::Continue => self.found.add(Row::Continues, 1),
            StmtKind::Return(value) => {
                self.found.add(Row::Returns, 1);
                if let Some(value) = value {
                    self.full(body, *value);
                }
            }
        }
    }

    /// The body of an `if` or loop, which is printed in braces whether it is a block or not.
    fn arm(&mut self, body: &Body, id: StmtId, loops: usize, jumps: &mut Jumps) {
        if !matches!(body.stmts[id].kind, StmtKind::Block(_)) {
            self.found.add(Row::Blocks, 1);
        }
        self.statement(body, id, loops, jumps);
    }

    fn begin_loop(&mut self, kind: Row, around: usize) {
        self.found.add(Row::Loops, 1);
        self.found.add(kind, 1);
        self.found.raise(Row::LoopDepth, around + 1);
    }

    /// A full expression (C11 6.8p4).
    fn full(&mut self, body: &Body, expr: ExprId) {
        let depth = self.expr(&body.exprs, expr, true);
        self.found.raise(Row::DepthMost, depth);
        self.depths.0 += depth;
        self.depths.1 += 1;
    }
}

/// Whether a statement does something by itself: not blocks, declarations and marks.
pub fn counts(kind: &StmtKind) -> bool {
    !matches!(
        kind,
        StmtKind::Empty
            | StmtKind::Decl(_)
            | StmtKind::Block(_)
            | StmtKind::Case { .. }
            | StmtKind::Default
            | StmtKind::Label(_)
    )
}

/// The cases of a switch that the statement before them can run into.
fn fallthroughs(body: &Body, inner: StmtId) -> usize {
    let StmtKind::Block(stmts) = &body.stmts[inner].kind else { return 0 };
    let is_case =
        |id: StmtId| matches!(body.stmts[id].kind, StmtKind::Case { .. } | StmtKind::Default);
    let runs_into =
        |pair: &&[StmtId]| is_case(pair[1]) && !is_case(pair[0]) && !jumps_away(body, pair[0]);
    // Before the first case stands nothing that is reached.
    let first = stmts.iter().position(|id| is_case(*id)).unwrap_or(stmts.len());
    stmts[first..].windows(2).filter(runs_into).count()
}
