//! The share of statements that a run reaches.

use super::part::is_random_function;
use super::rows::{Richness, Row};
use super::stmt::counts;
use brinell_lang::{Body, Program, StmtId, StmtKind};
use brinell_machine::{Limits, Live, Outcome, RunMode};

/// How many statements of the random part there are, and how many of them a run reached.
pub fn live_statements(program: &Program, live: &Live) -> (usize, usize) {
    let (mut all, mut reached) = (0, 0);
    for (id, function) in program.functions.enumerate() {
        let Some(body) = function.body.as_ref().filter(|_| is_random_function(function)) else {
            continue;
        };
        each_statement(body, &mut |stmt| {
            all += 1;
            reached += usize::from(live.is_live(id, stmt));
        });
    }
    (all, reached)
}

/// Calls `visit` for each statement that counts.
fn each_statement(body: &Body, visit: &mut impl FnMut(StmtId)) {
    let mut todo: Vec<StmtId> = body.root.into_iter().collect();
    while let Some(id) = todo.pop() {
        let kind = &body.stmts[id].kind;
        if counts(kind) {
            visit(id);
        }
        match kind {
            // Its head is part of the `for`.
            StmtKind::For { body, .. } => todo.push(*body),
            _ => kind.for_each_child(|child| todo.push(child)),
        }
    }
}

/// Measures a program with a run. One that does not run to its end has no share of live statements.
pub fn measure_run(program: &Program, limits: &Limits) -> Richness {
    let mut found = super::measure(program);
    let seen = brinell_machine::observe(
        program,
        limits,
        RunMode { live: true, repair: false, digest: false },
    );
    if let (Outcome::Finished(_), Some(live)) = (&seen.outcome, &seen.live) {
        let (all, reached) = live_statements(program, live);
        found.ratio(Row::LiveShare, reached as f64, all as f64);
    }
    found
}
