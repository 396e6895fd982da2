//! Assertions in drafts made from C text: which there are, and what becomes of those that fail.

use super::*;
use brinell_lang::{Dialect, TargetName};
use brinell_machine::Exit;
use std::sync::Arc;

fn target() -> Target {
    Target::named(TargetName::Lp64)
}

fn runtime() -> Runtime {
    Runtime::new(&target(), Dialect::C17)
}

/// Reads a draft that begins with `func_1`. Functions lose their names, as those of drafts have
/// none; everything else keeps its name, to be recognised.
fn draft(text: &str) -> Draft {
    let options = brinell_syntax::ParseOptions { target: target(), dialect: Dialect::C17 };
    let mut program = brinell_syntax::parse(text, "draft.c", &options).unwrap();
    let entry = program.function_named("func_1").unwrap();
    program.units.clear();
    for function in &mut program.functions {
        Arc::make_mut(function).name = None;
    }
    Draft::new(program, entry)
}

fn run(program: &Program) -> Meaning {
    match observe_here(program, &Limits::default(), RunMode::default(), MACHINE_STACK).outcome {
        Outcome::Finished(meaning) => meaning,
        other => panic!("{other:?}\n{}", brinell_print::print(program)),
    }
}

fn plain(draft: &Draft) -> Meaning {
    run(&harness::finish(draft, &Options::default(), &runtime()))
}

/// Checks that a draft gets these assertions, in the order of the text, and that all hold.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut draft = draft(text);
    let plain = plain(&draft);
    let made = apply(&mut draft, false, &Options::default(), &runtime(), &plain);
    let (program, _) = made.unwrap_or_else(|wrong| panic!("{}", wrong.what));
    let text = brinell_print::print(&program);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let asserted: Vec<&str> = lines
        .windows(2)
        .filter(|pair| pair[1].starts_with("paranoid_failed("))
        .map(|pair| pair[0].strip_prefix("if (!(").unwrap().strip_suffix(")) {").unwrap())
        .collect();
    assert_eq!(asserted, expected, "{text}");
}

#[test]
fn says_what_each_pointer_may_point_to() {
    check(
        "int x, y; int *p, *q; struct { int a; int *b; } s; struct { int v[3]; } t;
         static void func_2(int **r) { *r = &y; }
         void func_1(void) {
             int l = 0;
             p = &x;
             p = x ? &x : &l;
             q = p;
             func_2(&q);
             s.b = &t.v[x];
             p = x ? &s.a : 0;
             p = 0;
         }",
        &[
            "r == &q",
            "p == &x",
            "p == &x || p == &l",
            "q == &x || q == &l",
            "p == &x || p == &l",
            "q == &y",
            "s.b == &t.v[0] || s.b == &t.v[1] || s.b == &t.v[2]",
            "p == &s.a || p == 0",
            "p == 0",
        ],
    );
}

#[test]
fn is_silent_where_nothing_can_be_said() {
    check(
        "int x, many[9], *of_many[2]; int *volatile v; int **pp; const char *text;
         union { int *a; int *b; } u;
         static void func_2(int **of_caller, int *value) { *of_caller = value; pp = of_caller; }
         static void func_3(void) { int *dying; pp = &dying; }
         void func_1(void) {
             int *p = 0;
             of_many[1] = &x;
             v = &x;
             u.a = &x;
             p = &many[2];
             text = \"text\";
             { int inner; p = &inner; }
             { int *mine; func_2(&mine, &x); }
             func_3();
         }",
        &["value == &x", "pp == &dying", "p == &inner", "pp == &mine", "mine == &x"],
    );
}

#[test]
fn joins_the_facts_of_all_contexts() {
    check(
        "int x, y; int *p;
         static void func_2(int *value) { p = value; }
         void func_1(void) { func_2(&x); func_2(&y); func_2(0); }",
        &[
            "p == &x || p == &y || p == 0",
            "value == &x || value == &y || value == 0",
            "p == &x",
            "p == &y",
            "p == 0",
        ],
    );
}

#[test]
fn what_only_some_contexts_write_is_not_known_in_the_others() {
    // In the second call of `func_2` the pointer `p` dangles.
    check(
        "int x; int *p, *q, *r;
         static void func_2(int **to) { *to = &x; r = &x; }
         static void func_3(void) { int l; p = &l; }
         static void func_4(void) { func_2(&q); }
         void func_1(void) { func_2(&p); func_3(); func_4(); }",
        &[
            "to == &p || to == &q",
            "r == &x",
            "p == &l",
            "q == &x",
            "r == &x",
            "p == &x",
            "r == &x",
            "q == &x",
            "r == &x",
        ],
    );
}

#[test]
fn statements_that_stand_alone_get_a_block() {
    check(
        "int x; int *p, *q;
         void func_1(void) {
             int i;
             if (x) p = &x; else p = 0;
             for (q = &x; x < 2; x++) p = q;
             while (x < 4) x++;
             do p = &x; while (x++ < 5);
             for (i = 0; i < 2; i++) if (i) q = 0;
             switch (x) { case 1: p = &x; break; default: p = 0; }
         }",
        &["p == &x", "p == 0", "q == &x", "p == &x", "p == &x", "q == 0", "p == &x", "p == 0"],
    );
}

#[test]
fn at_most_two_assertions_follow_a_statement() {
    check(
        "int x; int *p, *q, *r, *s;
         static void func_2(void) { p = &x; q = &x; r = &x; s = &x; }
         void func_1(void) { func_2(); }",
        &["p == &x", "q == &x", "r == &x", "s == &x", "p == &x", "q == &x"],
    );
}

#[test]
fn functions_that_call_themselves_are_left_alone() {
    check(
        "int x; int *p; int depth;
         static void func_2(int *outer) {
             int mine = 0;
             depth++;
             p = outer;
             p = &mine;
             if (depth < 3) func_2(&mine);
             p = 0;
         }
         void func_1(void) { func_2(&x); p = &x; }",
        &["p == 0", "p == &x"],
    );
}

const PLANTED: &str = "int x, y; int *p;
    static void func_2(void) { x = 5; }
    void func_1(void) { p = &x; func_2(); p = &y; p = 0; }";

/// A draft with the assertion that `p` points to `y` where it points to `x`.
fn with_wrong_fact() -> (Draft, Meaning) {
    let mut draft = draft(PLANTED);
    let plain = plain(&draft);
    let mut analysis = facts(&draft, false).unwrap();
    let named = |name: &str| {
        let mut globals = draft.program.globals.enumerate();
        let (id, _) = globals.find(|(_, g)| g.name.as_deref() == Some(name)).unwrap();
        analysis.space.of(Root::Global(id)).unwrap()
    };
    let (x, y, p) = (named("x"), named("y"), named("p"));
    let (x, y) = (analysis.sets.one(x), analysis.sets.one(y));
    let record = analysis.record.as_mut().unwrap();
    let wrong = record.iter_mut().find(|((_, _, node), set)| *node == p && **set == x);
    *wrong.unwrap().1 = y;
    assert_eq!(insert(&mut draft, &analysis, &runtime()), 3);
    (draft, plain)
}

#[test]
fn a_wrong_fact_is_caught() {
    let (draft, plain) = with_wrong_fact();
    let program = harness::finish(&draft, &Options::default(), &runtime());
    let what = confirm(&program, &plain).unwrap_err();
    assert_eq!(what, "points-to assertion 1 failed: the analysis is wrong");
    let meaning = run(&program);
    assert_eq!(meaning.exit, Exit::Status(1));
    let mut expected = b"points-to assertion 1 failed\n".to_vec();
    expected.extend(&plain.stdout);
    assert_eq!(String::from_utf8(meaning.stdout), String::from_utf8(expected));
}

#[test]
fn a_wrong_fact_is_the_exit_status_of_a_program_without_output() {
    let (wrong, plain) = with_wrong_fact();
    let self_check = harness::printed_checksum(&plain.stdout);
    let options = Options { hosted: false, self_check, split: 2, ..Options::default() };
    let meaning = run(&harness::finish(&wrong, &options, &runtime()));
    assert_eq!((meaning.exit, meaning.stdout), (Exit::Status(1), Vec::new()));
    // Without the wrong fact it is content.
    let mut right = draft(PLANTED);
    apply(&mut right, false, &Options::default(), &runtime(), &plain).unwrap();
    let meaning = run(&harness::finish(&right, &options, &runtime()));
    assert_eq!(meaning.exit, Exit::Status(0));
}

#[test]
fn what_the_analysis_refuses_is_wrong() {
    let mut draft = draft("int *p; void func_1(void) { if (0) *p = 1; }");
    let plain = plain(&draft);
    let wrong = apply(&mut draft, false, &Options::default(), &runtime(), &plain).unwrap_err();
    assert!(wrong.what.contains("NullDereference"), "{}", wrong.what);
}
