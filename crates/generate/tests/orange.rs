//! Programs of long expressions: what they are made of, and that what is expected of them holds.

mod parallel;

use brinell_generate::{Config, Generated, Generator};
use brinell_lang::{Body, ExprId, ExprKind, FuncId, Init, StmtKind};
use brinell_machine::{Exit, ImplDefined};
use std::collections::BTreeSet;

const PROGRAMS: u64 = 60;

fn programs(options: &[(&str, &str)]) -> Vec<Generated> {
    let mut config = Config { size: 1500, ..Config::profile("orange").unwrap() };
    for (name, value) in options {
        config.set(name, value).unwrap();
    }
    let generator = Generator::new(config).unwrap();
    let seeds: Vec<u64> = (1..=PROGRAMS).collect();
    parallel::map(&seeds, |seed| generator.generate(*seed, "test").unwrap())
}

/// The function with the expressions.
fn entry(made: &Generated) -> (FuncId, &Body) {
    let mut functions = made.program.functions.enumerate();
    let (id, function) = functions.find(|(_, function)| function.name.is_none()).unwrap();
    (id, function.body.as_ref().unwrap())
}

/// All expressions below one.
fn tree(body: &Body, root: ExprId) -> Vec<ExprId> {
    let mut todo = vec![root];
    let mut all = Vec::new();
    while let Some(id) = todo.pop() {
        all.push(id);
        body.exprs[id].for_each_child(|child| todo.push(child));
    }
    all
}

/// What an assignment assigns to, and the expression.
fn assignment(body: &Body, expr: ExprId) -> Option<(ExprId, ExprId)> {
    match body.exprs[expr].kind {
        ExprKind::Assign { lhs, rhs } => Some((lhs, rhs)),
        _ => None,
    }
}

/// No wrapper, no guard, no condition for safety's sake: declarations, then assignments of
/// expressions of variables alone, then the comparisons.
#[test]
fn there_is_nothing_but_expressions_and_comparisons() {
    for expect in ["each", "checksum"] {
        for made in programs(&[("expect", expect)]) {
            let (id, body) = entry(&made);
            let root = body.root.unwrap();
            let StmtKind::Block(stmts) = &body.stmts[root].kind else { panic!("no block") };
            let mut assigned = BTreeSet::new();
            for stmt in stmts {
                match &body.stmts[*stmt].kind {
                    StmtKind::Decl(local) => {
                        assert!(assigned.is_empty());
                        let Some(Init::Expr(init)) = &body.locals[*local].init else {
                            panic!("a local without a value")
                        };
                        let is_literal = tree(body, *init).iter().all(|id| {
                            matches!(
                                body.exprs[*id].kind,
                                ExprKind::Int(_)
                                    | ExprKind::Float(_)
                                    | ExprKind::LongDouble(_)
                                    | ExprKind::Cast { implicit: true, .. }
                            )
                        });
                        assert!(is_literal);
                    }
                    StmtKind::Expr(expr) => {
                        let Some((lhs, rhs)) = assignment(body, *expr) else {
                            // A result goes into the checksum.
                            assert_eq!(expect, "checksum");
                            continue;
                        };
                        assert!(assigned.insert(format!("{:?}", body.exprs[lhs].kind)));
                        for id in tree(body, rhs) {
                            let kind = &body.exprs[id].kind;
                            let is_arithmetic = matches!(
                                kind,
                                ExprKind::Global(_)
                                    | ExprKind::Local(_)
                                    | ExprKind::Load(_)
                                    | ExprKind::Cast { .. }
                                    | ExprKind::Unary { .. }
                                    | ExprKind::Binary { .. }
                                    | ExprKind::Logical { .. }
                                    | ExprKind::Conditional { .. }
                            );
                            assert!(is_arithmetic, "{kind:?}");
                        }
                    }
                    StmtKind::If { cond, then, otherwise: None } => {
                        // A result that is another than expected is told about.
                        assert_eq!(expect, "each");
                        assert!(matches!(body.exprs[*cond].kind, ExprKind::Binary { .. }));
                        let StmtKind::Expr(call) = body.stmts[*then].kind else { panic!("if") };
                        assert!(matches!(body.exprs[call].kind, ExprKind::Call { .. }));
                    }
                    other => panic!("{other:?}"),
                }
            }
            assert!(!assigned.is_empty());
            let others = made.program.functions.enumerate().filter(|(other, _)| *other != id);
            let names: Vec<_> = others.filter_map(|(_, f)| f.name.as_deref()).collect();
            assert!(!names.iter().any(|name| name.contains("safe")), "{names:?}");
        }
    }
}

/// What the grower knows is what the machine computes, on every target: otherwise the program
/// would exit with 1, and generation would fail.
#[test]
fn results_are_as_expected_on_every_target() {
    for target in ["lp64", "ilp32", "llp64", "ip16", "s390x"] {
        for made in programs(&[("target", target), ("insert_percent", "50")]) {
            assert_eq!(made.meaning.exit, Exit::Status(0));
            assert_eq!(made.meaning.stdout, b"all results are as expected\n");
        }
    }
}

/// Of the values that are expected, many are neither 0 nor 1, also in long expressions.
#[test]
fn results_are_of_many_kinds() {
    let (mut all, mut plain) = (0, 0);
    for made in programs(&[("operators", "100")]) {
        let text = &made.texts[0].1;
        for line in text.lines().filter(|line| line.contains("  wrong_")) {
            let value = line.rsplit(", ").next().unwrap().trim_end_matches(");");
            let digits = value.trim_end_matches(|c: char| !c.is_ascii_digit());
            all += 1;
            plain += usize::from(["0", "1", "0.0", "1.0"].contains(&digits));
        }
    }
    assert!(all > 100 && 5 * plain < 3 * all, "{plain} of {all}");
}

#[test]
fn expressions_have_the_operators_that_are_asked_for() {
    let options = [("operators", "10000"), ("expressions", "1"), ("size", "0")];
    let mut config = Config::profile("orange").unwrap();
    for (name, value) in options {
        config.set(name, value).unwrap();
    }
    let made = Generator::new(config.clone()).unwrap().generate(1, "test").unwrap();
    let tally = &made.facts.tally;
    assert_eq!((tally.operators, tally.committed), (10_000, 1));
    // 12 levels have room for 4095 operators.
    config.set("max_expr_depth", "12").unwrap();
    let made = Generator::new(config.clone()).unwrap().generate(1, "test").unwrap();
    assert_eq!(made.facts.tally.operators, 4_095);
    for (name, value) in [("operators", "1"), ("expressions", "10000")] {
        config.set(name, value).unwrap();
    }
    let made = Generator::new(config).unwrap().generate(1, "test").unwrap();
    let tally = &made.facts.tally;
    assert_eq!((tally.operators, tally.committed), (10_000, 10_000));
}

/// Flipping makes do with fewer insertions, which lengthen expressions (Orange, Table 6).
#[test]
fn flipping_saves_insertions() {
    let inserted = |percent: &str| -> (u64, u64) {
        let made = programs(&[("insert_percent", percent), ("floats", "false")]);
        let tallies = || made.iter().map(|made| &made.facts.tally);
        let sum = |count: fn(&brinell_generate::Tally) -> u64| tallies().map(count).sum();
        assert!(sum(|tally| tally.operators) > 1000);
        (sum(|tally| tally.inserted), sum(|tally| tally.flipped))
    };
    let ((flipping, flips), (inserting, none)) = (inserted("0"), inserted("100"));
    assert!(flips > 0 && flipping > 0, "{flips}, {flipping}");
    assert!(inserting > flipping, "{inserting}, {flipping}");
    // Unary minus has no other way.
    assert!(none < flips / 4, "{none}, {flips}");
}

/// Nothing is rounded, so that neither excess precision nor contraction shows.
#[test]
fn floating_results_are_exact() {
    let made = programs(&[("float_program_percent", "100"), ("float_variable_percent", "60")]);
    let choices = |made: &Generated| made.meaning.relied_on.clone();
    assert!(made.iter().any(|made| choices(made).contains(&ImplDefined::ExactFloats)));
    assert!(made.iter().all(|made| !choices(made).contains(&ImplDefined::FloatEvaluation)));
}

#[test]
fn integer_only_programs_have_no_floating_point() {
    for option in [("floats", "false"), ("exact_floats", "false")] {
        for made in programs(&[option]) {
            assert!(!made.meaning.relied_on.contains(&ImplDefined::ExactFloats));
            assert!(!made.texts[0].1.contains("double"), "{}", made.texts[0].1);
        }
    }
}

/// A freestanding program calls nothing of the C library and tells by its exit status.
#[test]
fn a_freestanding_program_tells_by_its_exit_status() {
    for made in programs(&[("hosted", "false"), ("self_check", "true")]) {
        assert_eq!(made.meaning.exit, Exit::Status(0));
        assert_eq!(made.meaning.stdout, b"");
        assert!(!made.texts[0].1.contains("putchar"));
    }
}
