//! What is left of variables at the end of their block stays out of the way of loops: a jump loop ends
//! with its jump, since what comes before it may be trimmed, and nothing comes after a pointer walk,
//! whose pointer is then one past the end. (`mix`, seeds 5004542 and 5013879 of 1,000 tokens.)

mod parallel;

use brinell_generate::{Config, Generator};
use brinell_lang::{Body, ExprKind, LabelId, Program, StmtId, StmtKind};

/// Programs full of such loops, in which all is observed and everything dangles.
fn programs() -> Vec<Program> {
    let mut config = Config { size: 1_500, ..Config::profile("mix").unwrap() };
    for (option, value) in [
        ("shuffle_percent", "0"),
        ("weight_jump_loop", "60"),
        ("weight_pointer_walk", "90"),
        ("observe_local_percent", "100"),
        ("observe_part_percent", "100"),
        ("relax_dangling_percent", "100"),
    ] {
        config.set(option, value).unwrap();
    }
    let generator = Generator::new(config).unwrap();
    let seeds: Vec<u64> = (1..=60).collect();
    parallel::map(&seeds, |seed| generator.generate(*seed, "test").unwrap().program)
}

/// The blocks of the random functions.
fn for_each_block(program: &Program, mut look: impl FnMut(&Body, &[StmtId])) {
    for function in &program.functions {
        let (Some(body), None) = (&function.body, &function.name) else { continue };
        let Some(root) = body.root else { continue };
        for (_, kind) in body.stmts_under(root) {
            if let StmtKind::Block(stmts) = kind {
                look(body, stmts);
            }
        }
    }
}

/// Whether a statement is `if (…) { …; goto label; }`.
fn jumps_to(body: &Body, stmt: StmtId, label: LabelId) -> bool {
    let StmtKind::If { then, .. } = body.stmts[stmt].kind else { return false };
    let StmtKind::Block(stmts) = &body.stmts[then].kind else { return false };
    stmts
        .last()
        .is_some_and(|last| matches!(body.stmts[*last].kind, StmtKind::Goto(to) if to == label))
}

/// Whether a statement is a loop that begins with an assignment to a local pointer.
fn walks(program: &Program, body: &Body, stmt: StmtId) -> bool {
    let StmtKind::For { init, .. } = &body.stmts[stmt].kind else { return false };
    init.iter().any(|start| {
        let StmtKind::Expr(start) = body.stmts[*start].kind else { return false };
        let ExprKind::Assign { lhs, .. } = body.exprs[start].kind else { return false };
        matches!(body.exprs[lhs].kind, ExprKind::Local(_))
            && program.types.pointee(body.exprs[lhs].ty.ty).is_some()
    })
}

#[test]
fn a_jump_loop_ends_with_its_jump() {
    let mut loops = 0;
    for program in programs() {
        for_each_block(&program, |body, stmts| {
            let Some(StmtKind::Label(label)) = stmts.first().map(|s| &body.stmts[*s].kind) else {
                return;
            };
            if stmts.iter().any(|stmt| jumps_to(body, *stmt, *label)) {
                loops += 1;
                let last = *stmts.last().expect("there is a label");
                assert!(jumps_to(body, last, *label), "something comes after the jump");
            }
        });
    }
    assert!(loops > 20, "{loops} jump loops");
}

#[test]
fn nothing_comes_after_a_pointer_walk() {
    let mut loops = 0;
    for program in programs() {
        for_each_block(&program, |body, stmts| {
            let Some(at) = stmts.iter().position(|stmt| walks(&program, body, *stmt)) else {
                return;
            };
            loops += 1;
            for after in &stmts[at + 1..] {
                let kind = &body.stmts[*after].kind;
                assert!(matches!(kind, StmtKind::Label(_)), "{kind:?} after a walk");
            }
        });
    }
    assert!(loops > 20, "{loops} walks");
}
