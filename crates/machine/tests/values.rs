//! Watched runs: the values of expressions.

mod common;

use brinell_lang::{Dialect, ExprKind, FuncId, Program, Target, TargetName};
use brinell_machine::{Limits, ObservedRun, Outcome, RunMode, observe, watch_here};

const STACK: usize = 1 << 20;

fn parse(text: &[u8]) -> Option<Program> {
    let target = Target::named(TargetName::Lp64);
    let options = brinell_syntax::ParseOptions { target, dialect: Dialect::C17 };
    brinell_syntax::parse(text, "test.c", &options).ok()
}

/// The known value of each operator's result that was evaluated, in the order of the text.
fn sums(text: &str) -> Vec<Option<u64>> {
    let program = parse(text.as_bytes()).expect("the test is C");
    let seen = watch_here(&program, &Limits::default(), STACK);
    assert!(matches!(seen.outcome, Outcome::Finished(_)));
    let main = program.function_named("main").expect("there is one");
    let body = program.functions[main].body.as_ref().expect("it has one");
    let sums = body.exprs.enumerate().filter(|(_, e)| matches!(e.kind, ExprKind::Binary { .. }));
    sums.filter(|(id, _)| seen.values.was_evaluated(main, *id))
        .map(|(id, _)| seen.values.only(main, id))
        .collect()
}

#[test]
fn a_value_that_never_changes_is_known() {
    assert_eq!(sums("int main(void) { int x = 3; return x + 4; }"), [Some(7)]);
    assert_eq!(
        sums("int main(void) { short x = -3; return (x * 1) != -3; }"),
        [Some(-3_i64 as u64), Some(0)]
    );
}

#[test]
fn a_value_that_changes_is_not() {
    let text = "int main(void) { int s = 0; for (int i = 0; i - 2; i++) s = s ^ 1; return s; }";
    assert_eq!(sums(text), [None, None]);
}

#[test]
fn what_never_runs_has_none() {
    assert_eq!(sums("int main(void) { int x = 0; return x && x + 1; }"), []);
}

#[test]
fn a_pointer_has_none_unless_it_is_null() {
    let text = "int g; int main(void) { int *p = &g, *q = 0; return p == q; }";
    let program = parse(text.as_bytes()).expect("the test is C");
    let seen = watch_here(&program, &Limits::default(), STACK);
    let main = program.function_named("main").expect("there is one");
    assert_eq!(loads(&program, main, &seen), [None, Some(0)]);
}

fn loads(program: &Program, main: FuncId, seen: &ObservedRun) -> Vec<Option<u64>> {
    let body = program.functions[main].body.as_ref().expect("it has one");
    let loads = body.exprs.enumerate().filter(|(_, e)| matches!(e.kind, ExprKind::Load(_)));
    loads.map(|(id, _)| seen.values.only(main, id)).collect()
}

/// Looking changes nothing: neither what a program does nor how long it takes.
#[test]
fn watching_changes_nothing() {
    let mut met = 0;
    for (path, program) in common::programs("") {
        let limits = Limits { steps: 200_000, ..Limits::default() };
        let plain =
            observe(&program, &limits, RunMode { live: true, repair: false, digest: false })
                .outcome;
        let watched = std::thread::Builder::new()
            .stack_size(64 << 20)
            .spawn(move || watch_here(&program, &limits, 64 << 20).outcome)
            .expect("a thread")
            .join()
            .expect("the machine does not panic");
        assert_eq!(format!("{plain:?}"), format!("{watched:?}"), "{}", path.display());
        met += 1;
    }
    assert!(met > 100, "only {met} programs of the corpus could be read");
}
