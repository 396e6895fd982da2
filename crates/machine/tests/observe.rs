//! Observed runs: guards in repair, live statements, changed globals.

mod common;

use brinell_lang::{
    BinaryOp, Bits, Dialect, ExprId, ExprKind, FuncId, GlobalId, IncDecOp, Program, StmtId,
    StmtKind, Target, TargetName, UnaryOp,
};
use brinell_machine::{
    Exit, ImplDefined, Limits, Meaning, ObservedRun, Outcome, RunMode, observe, observe_here, run,
};
use std::collections::BTreeSet;

const REPAIR: RunMode = RunMode { repair: true, live: false, digest: false };
const LIVE: RunMode = RunMode { repair: false, live: true, digest: false };
const BOTH: RunMode = RunMode { repair: true, live: true, digest: false };

fn parse_for(target: TargetName, text: &str) -> Program {
    let options =
        brinell_syntax::ParseOptions { target: Target::named(target), dialect: Dialect::C17 };
    brinell_syntax::parse(text.as_bytes(), "test.c", &options)
        .unwrap_or_else(|e| panic!("{:?}", e.error))
}

fn parse(text: &str) -> Program {
    parse_for(TargetName::Lp64, text)
}

fn finished(outcome: &Outcome) -> &Meaning {
    match outcome {
        Outcome::Finished(meaning) => meaning,
        other => panic!("{other:?}"),
    }
}

/// The rule that a run broke.
fn broken(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Undefined(failure) => failure.ub.name(),
        other => panic!("{other:?}"),
    }
}

fn status(outcome: &Outcome) -> u8 {
    match finished(outcome).exit {
        Exit::Status(status) => status,
        Exit::Abort => panic!("it aborted"),
    }
}

fn kind(program: &Program, (func, expr): (FuncId, ExprId)) -> &ExprKind {
    &program.functions[func].body.as_ref().expect("guards are in bodies").exprs[expr].kind
}

/// Runs `int main(void) { … }` of the given text in repair; it must need one guard and return 0,
/// and break a rule without repair. Gives the guarded operation.
fn repaired_for(target: TargetName, text: &str) -> ExprKind {
    let program = parse_for(target, text);
    let raw = run(&program, &Limits::default());
    assert!(matches!(raw, Outcome::Undefined(_)), "{text}: not undefined: {raw:?}");
    let seen = observe(&program, &Limits::default(), REPAIR);
    assert_eq!(status(&seen.outcome), 0, "{text}: the guard gave another value");
    assert_eq!(seen.guards.len(), 1, "{text}: {:?}", seen.guards);
    let place = *seen.guards.first().expect("one guard");
    kind(&program, place).clone()
}

fn repaired(text: &str) -> ExprKind {
    repaired_for(TargetName::Lp64, text)
}

/// `main` with a declaration and a condition that must hold.
fn main_with(declarations: &str, condition: &str) -> String {
    format!("int main(void) {{ {declarations} return !({condition}); }}")
}

#[test]
fn a_guarded_binary_gives_its_left_operand() {
    let cases = [
        ("int a = 2147483647, b = 1;", "a + b == a", BinaryOp::Add),
        ("int a = -2147483647, b = 2;", "a - b == a", BinaryOp::Sub),
        ("int a = 65536, b = 65536;", "a * b == a", BinaryOp::Mul),
        ("int a = 7, b = 0;", "a / b == a", BinaryOp::Div),
        ("unsigned a = 7, b = 0;", "a % b == a", BinaryOp::Rem),
        ("int a = -2147483647 - 1, b = -1;", "a / b == a", BinaryOp::Div),
        ("int a = -2147483647 - 1, b = -1;", "a % b == a", BinaryOp::Rem),
        ("int a = 5, b = -1;", "(a << b) == a", BinaryOp::Shl),
        ("int a = 5, b = 32;", "(a << b) == a", BinaryOp::Shl),
        ("unsigned a = 5; long b = 32;", "(a >> b) == a", BinaryOp::Shr),
        ("int a = -5, b = 40;", "(a >> b) == a", BinaryOp::Shr),
        ("int a = -5, b = 0;", "(a << b) == a", BinaryOp::Shl),
        ("int a = 0x40000000, b = 1;", "(a << b) == a", BinaryOp::Shl),
        ("long a = 0x7fffffffffffffff; int b = 1;", "a + b == a", BinaryOp::Add),
        // The operands are promoted first, and the guard has the promoted type.
        ("unsigned short a = 65535, b = 65535;", "a * b == 65535", BinaryOp::Mul),
        ("unsigned char a = 255;", "(a << 24) == 255 && sizeof(a << 24) == 4", BinaryOp::Shl),
        // The left operand in the common type of both.
        ("int a = -1; unsigned b = 0;", "a / b == 4294967295u", BinaryOp::Div),
    ];
    for (declarations, condition, op) in cases {
        let text = main_with(declarations, condition);
        match repaired(&text) {
            ExprKind::Binary { op: found, .. } => assert_eq!(found, op, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_guarded_compound_assignment_keeps_the_object() {
    let cases = [
        ("int x = 2147483647;", "(x += 1) == 2147483647 && x == 2147483647", BinaryOp::Add),
        ("int x = -2147483647;", "(x -= 9) == -2147483647 && x == -2147483647", BinaryOp::Sub),
        ("long x = 0x7fffffffffffffff;", "(x *= 2) == 0x7fffffffffffffff && x > 0", BinaryOp::Mul),
        ("int x = 3, zero = 0;", "(x /= zero) == 3 && x == 3", BinaryOp::Div),
        ("unsigned x = 3, zero = 0;", "(x %= zero) == 3 && x == 3", BinaryOp::Rem),
        ("int x = 3;", "(x <<= 32) == 3 && x == 3", BinaryOp::Shl),
        ("int x = 3;", "(x >>= -1) == 3 && x == 3", BinaryOp::Shr),
        // In memory, narrow, and as a bit-field.
        ("short x = -3, *p = &x;", "(*p <<= 2) == -3 && x == -3", BinaryOp::Shl),
        ("struct { signed f : 5; } s = {-4};", "(s.f <<= 1) == -4 && s.f == -4", BinaryOp::Shl),
        // The division is done in unsigned int, and the left operand converted back.
        ("signed char x = -5; unsigned zero = 0;", "(x /= zero) == -5 && x == -5", BinaryOp::Div),
    ];
    for (declarations, condition, op) in cases {
        let text = main_with(declarations, condition);
        match repaired(&text) {
            ExprKind::AssignOp { op: found, .. } => assert_eq!(found, op, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_guarded_negation_or_increment_keeps_the_value() {
    let min = "int x = -2147483647 - 1;";
    let negated = repaired(&main_with(min, "-x == x"));
    assert!(matches!(negated, ExprKind::Unary { op: UnaryOp::Neg, .. }), "{negated:?}");
    let cases = [
        ("int x = 2147483647;", "++x == 2147483647 && x == 2147483647", IncDecOp::PreInc),
        ("int x = 2147483647;", "x++ == 2147483647 && x == 2147483647", IncDecOp::PostInc),
        (min, "--x == -2147483647 - 1 && x == -2147483647 - 1", IncDecOp::PreDec),
        (min, "x-- == -2147483647 - 1 && x == -2147483647 - 1", IncDecOp::PostDec),
        (
            "long x = 0x7fffffffffffffff, *p = &x;",
            "++*p == 0x7fffffffffffffff && x > 0",
            IncDecOp::PreInc,
        ),
    ];
    for (declarations, condition, op) in cases {
        let text = main_with(declarations, condition);
        match repaired(&text) {
            ExprKind::IncDec { op: found, .. } => assert_eq!(found, op, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_guarded_index_is_taken_modulo_the_length() {
    let cases = [
        ("int a[5] = {0, 1, 2, 3, 4}, i = 7;", "a[i] == 2"),
        ("int a[5] = {0, 1, 2, 3, 4}; unsigned i = 5;", "a[i] == 0"),
        // 2^32 - 1 is 0 modulo 5, 2^64 - 1 too; modulo 7 they are 3 and 1.
        ("int a[7] = {0, 1, 2, 3, 4, 5, 6}, i = -1;", "a[i] == 3"),
        ("int a[7] = {0, 1, 2, 3, 4, 5, 6}; long i = -1;", "a[i] == 1"),
        ("int a[7] = {0, 1, 2, 3, 4, 5, 6}; long long i = -1;", "a[i] == 1"),
        // The promoted type decides, not the declared one.
        ("int a[7] = {0, 1, 2, 3, 4, 5, 6}; signed char i = -1;", "a[i] == 3"),
        ("int a[7] = {0, 1, 2, 3, 4, 5, 6}; unsigned char i = 255;", "a[i] == 3"),
        // Each dimension has its own length.
        ("int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, i = 3;", "a[i][2] == 6"),
        ("int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, i = 4;", "a[1][i] == 5"),
        ("int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, i = 2;", "a[i][2] == 3"),
        // Stores, compound stores, members on the way, arrays behind pointers, addresses.
        ("int a[3] = {0}, i = 4;", "(a[i] = 9) == 9 && a[1] == 9"),
        ("int a[3] = {1, 2, 3}, i = 3;", "(a[i] += 9) == 10 && a[0] == 10"),
        (
            "struct { int x, v[4]; } s[2] = {{1, {0}}, {2, {7, 8}}}, *p = s; int i = 3;",
            "p[1].v[i - 8] == s[1].v[3]",
        ),
        ("struct { int x; } s[2] = {{1}, {2}}; int i = 3;", "s[i].x == 2"),
        ("int a[3], (*p)[3] = &a, i = 5;", "&(*p)[i] == a + 2"),
        ("int a[2][3], i = 5;", "(int *)a[i] == &a[1][0]"),
    ];
    for (declarations, condition) in cases {
        let text = main_with(declarations, condition);
        let found = repaired(&text);
        assert!(matches!(found, ExprKind::Index { .. }), "{text}: {found:?}");
    }
}

#[test]
fn guards_follow_the_target() {
    // int has 16 bits: 2^16 - 1 is 1 modulo 7, and 300 * 300 overflows.
    let seven = "int a[7] = {0, 1, 2, 3, 4, 5, 6}, i = -1;";
    let found = repaired_for(TargetName::Ip16, &main_with(seven, "a[i] == 1"));
    assert!(matches!(found, ExprKind::Index { .. }), "{found:?}");
    let product = main_with("int a = 300;", "a * a == 300");
    let found = repaired_for(TargetName::Ip16, &product);
    assert!(matches!(found, ExprKind::Binary { op: BinaryOp::Mul, .. }), "{found:?}");
}

#[test]
fn one_operation_is_recorded_once_and_stays_raw_where_it_is_defined() {
    let program = parse(
        "int printf(const char *, ...);
         int f(int a, int b) { return a / b; }
         int main(void) {
             int i, v[3] = {10, 20, 30};
             for (i = -3; i < 4; i++) printf(\"%d %d\\n\", f(12, i), v[i]);
             return 0; }",
    );
    let seen = observe(&program, &Limits::default(), REPAIR);
    let meaning = finished(&seen.outcome);
    let text = String::from_utf8_lossy(&meaning.stdout);
    // 2^32 - 3, - 2, - 1 modulo 3 are 1, 2, 0.
    assert_eq!(text, "-4 20\n-6 30\n-12 10\n12 10\n12 20\n6 30\n4 10\n");
    assert_eq!(seen.guards.len(), 2);
    let functions: BTreeSet<FuncId> = seen.guards.iter().map(|g| g.0).collect();
    let named = ["f", "main"].map(|n| program.function_named(n).expect("it is there"));
    assert_eq!(functions, BTreeSet::from(named));
}

#[test]
fn a_guard_relies_on_nothing() {
    let program = parse(&main_with("int a = -5, b = 40;", "(a >> b) == a"));
    let seen = observe(&program, &Limits::default(), REPAIR);
    assert!(!finished(&seen.outcome).relied_on.contains(&ImplDefined::ArithmeticRightShift));
}

#[test]
fn the_address_one_past_the_end_needs_no_guard() {
    let past = main_with("int a[3], i = 3, *p = &a[i];", "p == a + 3");
    let seen = observe(&parse(&past), &Limits::default(), REPAIR);
    assert_eq!(status(&seen.outcome), 0);
    assert!(seen.guards.is_empty());
    // Guarded first: then it is guarded always.
    let first = main_with(
        "int a[3], i, *p[2]; for (i = 0; i < 2; i++) p[i] = &a[4 - i];",
        "p[0] == a + 1 && p[1] == a",
    );
    assert!(matches!(repaired(&first), ExprKind::Index { .. }));
    // Used raw before: a guard would change what has happened.
    let late = main_with("int a[3], i, *p; for (i = 3; i < 5; i++) p = &a[i];", "p");
    let seen = observe(&parse(&late), &Limits::default(), REPAIR);
    assert_eq!(broken(&seen.outcome), "pointer-arithmetic");
}

#[test]
fn a_floating_value_that_does_not_fit_becomes_zero() {
    for conversion in ["(int)d == 0", "(unsigned char)-d == 0", "(x = d) == 0", "(char)f == 0"] {
        let text = main_with("double d = 1e30; float f = 1e30f; long x = 1;", conversion);
        assert!(matches!(repaired(&text), ExprKind::Cast { .. }), "{conversion}");
    }
}

#[test]
fn everything_else_undefined_still_stops() {
    let cases = [
        ("int x, y = x + 1;", "y", "uninitialised-read"),
        ("int *p = 0;", "*p", "null-dereference"),
        ("int a[3] = {0}, *p = a, i = 5;", "p[i]", "pointer-arithmetic"),
        ("int a[3] = {0}, i = 5;", "*(a + i)", "pointer-arithmetic"),
        ("int a[3] = {0}, *p = a + 3;", "++p == 0", "pointer-arithmetic"),
        ("struct { int b : 5; } s; double d = 99;", "s.b = d", "float-to-int"),
        ("int i = 1; double d = 1e30;", "i += d", "float-to-int"),
        ("int x = 1;", "x++ + x++", "unsequenced"),
    ];
    for (declarations, condition, rule) in cases {
        let text = main_with(declarations, condition);
        let seen = observe(&parse(&text), &Limits::default(), BOTH);
        assert_eq!(broken(&seen.outcome), rule, "{text}");
        assert!(seen.guards.is_empty(), "{text}");
    }
}

#[test]
fn what_was_seen_before_a_stop_is_told() {
    let program = parse("int g; int main(void) { int z = 0; g = 1 / z; return *(int *)z; g = 2; }");
    let seen = observe(&program, &Limits::default(), BOTH);
    assert_eq!(broken(&seen.outcome), "null-dereference");
    assert_eq!(seen.guards.len(), 1);
    assert_eq!(live_text(&program, &seen), ["{}", "decl", "expr", "return"]);
    assert_eq!(seen.changed, [GlobalId(0)]);
}

#[test]
fn guards_are_found_in_every_order_of_evaluation() {
    // Both orders give the same, but only the second divides by zero.
    let program = parse(
        "int d = 1, q;
         int f(void) { q = 6 / d; q = 0; return 1; }
         int g(void) { d = 0; return 2; }
         int main(void) { return f() + g() != 3; }",
    );
    let raw = run(&program, &Limits::default());
    assert!(matches!(raw, Outcome::Undefined(_)), "{raw:?}");
    let seen = observe(&program, &Limits::default(), REPAIR);
    assert_eq!(status(&seen.outcome), 0);
    assert_eq!(seen.guards.len(), 1);
}

#[test]
fn a_dependence_on_order_is_none_that_repair_hides() {
    let program = parse(
        "int d = 1;
         int f(void) { return 6 / d; }
         int g(void) { d = 0; return 2; }
         int main(void) { return f() - g() == 4; }",
    );
    // 6 / 1 and the guarded 6 / 0 are the same; 12 / 2 would not be.
    let seen = observe(&program, &Limits::default(), REPAIR);
    assert_eq!(status(&seen.outcome), 1);
    assert_eq!(seen.guards.len(), 1);
    let program = parse(
        "int d = 1;
         int f(void) { return 6 / d; }
         int g(void) { d = 2; return 2; }
         int main(void) { return f() - g() == 4; }",
    );
    let seen = observe(&program, &Limits::default(), REPAIR);
    assert_eq!(broken(&seen.outcome), "order-dependent");
}

/// The live statements of `main` in the order of the program's text.
fn live_text(program: &Program, seen: &ObservedRun) -> Vec<&'static str> {
    live_in(program, seen, "main")
}

fn live_in(program: &Program, seen: &ObservedRun, function: &str) -> Vec<&'static str> {
    let func = program.function_named(function).expect("the test defines it");
    let body = program.functions[func].body.as_ref().expect("it has a body");
    let live = seen.live.as_ref().expect("asked for");
    let mut found = Vec::new();
    let mut stack = vec![body.root.expect("a parsed body is complete")];
    while let Some(stmt) = stack.pop() {
        if live.is_live(func, stmt) {
            found.push(name(&body.stmts[stmt].kind));
        }
        let mut children: Vec<StmtId> = Vec::new();
        body.stmts[stmt].kind.for_each_child(|c| children.push(c));
        stack.extend(children.into_iter().rev());
    }
    found
}

fn name(kind: &StmtKind) -> &'static str {
    match kind {
        StmtKind::Empty => ";",
        StmtKind::Expr(_) => "expr",
        StmtKind::Decl(_) => "decl",
        StmtKind::Block(_) => "{}",
        StmtKind::If { .. } => "if",
        StmtKind::While { .. } => "while",
        StmtKind::DoWhile { .. } => "do",
        StmtKind::For { .. } => "for",
        StmtKind::Switch { .. } => "switch",
        StmtKind::Case { .. } => "case",
        StmtKind::Default => "default",
        StmtKind::Label(_) => "label",
        StmtKind::Goto(_) => "goto",
        StmtKind::Break => "break",
        StmtKind::Continue => "continue",
        StmtKind::Return(_) => "return",
    }
}

#[track_caller]
fn live_of_main(text: &str, expected: &[&str]) {
    let program = parse(text);
    let seen = observe(&program, &Limits::default(), LIVE);
    finished(&seen.outcome);
    assert_eq!(live_text(&program, &seen), expected, "{text}");
}

#[test]
fn live_branches() {
    live_of_main(
        "int main(void) { int x = 1; if (x) x = 2; else { x = 3; ; } if (!x) x++; return 0; }",
        &["{}", "decl", "if", "expr", "if", "return"],
    );
    live_of_main(
        "int main(void) { int x = 0; if (x) x = 2; else { x = 3; ; } return 0; }",
        &["{}", "decl", "if", "{}", "expr", ";", "return"],
    );
}

#[test]
fn live_loops() {
    live_of_main(
        "int main(void) { int i; for (i = 0; i < 2; i++) { if (i) break; continue; i = 9; }
         while (i < 0) i++; do ; while (0); return 0; }",
        &[
            "{}", "decl", "for", "expr", "{}", "if", "break", "continue", "while", "do", ";",
            "return",
        ],
    );
    live_of_main(
        "int main(void) { for (int i = 0; i < 0; i++) { ; } return 0; }",
        &["{}", "for", "decl", "return"],
    );
}

#[test]
fn live_cases_of_a_switch() {
    live_of_main(
        "int main(void) { switch (2) { case 1: return 1; case 2: ; case 3: break; default: ; }
         return 0; }",
        &["{}", "switch", "{}", "case", ";", "case", "break", "return"],
    );
    live_of_main(
        "int main(void) { switch (7) { case 1: return 1; } switch (7) { default: { ; } } return 0; }",
        &["{}", "switch", "switch", "{}", "default", "{}", ";", "return"],
    );
}

#[test]
fn nothing_lives_after_a_return_or_a_jump() {
    live_of_main(
        "int main(void) { goto out; ; if (1) { in: ; return 0; } out: goto in; }",
        &["{}", "goto", "if", "{}", "label", ";", "return", "label", "goto"],
    );
    live_of_main(
        "void exit(int); int main(void) { { return 0; ; } exit(1); return 2; }",
        &["{}", "{}", "return"],
    );
    live_of_main("void exit(int); int main(void) { exit(0); return 2; }", &["{}", "expr"]);
}

#[test]
fn live_functions() {
    let program = parse(
        "int dead(int x) { return x; }
         int once(int x) { if (x) return 1; return 0; }
         int main(void) { return once(1) + once(2) - 2; }",
    );
    let seen = observe(&program, &Limits::default(), LIVE);
    assert_eq!(status(&seen.outcome), 0);
    assert!(live_in(&program, &seen, "dead").is_empty());
    assert_eq!(live_in(&program, &seen, "once"), ["{}", "if", "return"]);
    let live = seen.live.as_ref().expect("asked for");
    assert_eq!(live.count(), 5);
    // What is no statement of the program is not live.
    assert!(!live.is_live(program.function_named("main").expect("it is there"), StmtId(99)));
    assert!(!live.is_live(FuncId(99), StmtId(0)));
}

#[test]
fn changed_globals() {
    let program = parse(
        "int same = 1, back = 1, changed = 1, unused; int a[3], *p = &a[0], *q = &a[1], *null = a;
         int *other; struct { char c; int i; } padded, source; union { int i; char c; } u;
         struct { unsigned a : 3, b : 5; } bits;
         void f(void) { struct { char c; int i; } local; }
         int main(void) {
             same = 1; back = 2; back = 1; changed = 5;
             a[2] = 1; p = a; q = a + 2; null = 0; other = &unused;
             source.c = 0; padded = source; u.c = 0; bits.b = 3; bits.b = 0;
             return 0; }",
    );
    let seen = observe(&program, &Limits::default(), LIVE);
    assert_eq!(status(&seen.outcome), 0);
    let names: Vec<&str> = seen
        .changed
        .iter()
        .map(|g| program.globals[*g].name.as_deref().expect("they have names"))
        .collect();
    assert_eq!(names, ["changed", "a", "q", "null", "other"]);
    assert!(seen.changed.is_sorted());
    let unasked = observe(&program, &Limits::default(), REPAIR);
    assert!(unasked.changed.is_empty() && unasked.live.is_none());
}

#[test]
fn a_pointer_to_another_object_is_a_change() {
    let program = parse("int a, b, *p = &a; int main(void) { p = &b; return 0; }");
    let seen = observe(&program, &Limits::default(), LIVE);
    assert_eq!(seen.changed, [GlobalId(2)]);
}

#[test]
fn a_program_that_cannot_run_has_nothing_to_show() {
    let program = parse("int f(void) { return 0; }");
    let seen = observe(&program, &Limits::default(), BOTH);
    assert!(matches!(seen.outcome, Outcome::Unsupported(_)));
    assert_eq!(seen.live.expect("asked for").count(), 0);
}

#[test]
fn static_initialisers_cannot_be_guarded() {
    // The front end refuses constant expressions without a value, a hand-made program may have one.
    let mut program = parse("int z = 2147483647 + 0; int main(void) { return 0; }");
    let exprs = &mut program.global_mut(GlobalId(0)).exprs;
    let ids: Vec<ExprId> = exprs.ids().collect();
    for id in ids {
        if let ExprKind::Int(value) = &mut exprs[id].kind
            && value.is_zero()
        {
            *value = Bits::ONE;
        }
    }
    let seen = observe(&program, &Limits::default(), BOTH);
    assert_eq!(broken(&seen.outcome), "signed-overflow");
    assert_eq!(seen.live.as_ref().expect("asked for").count(), 0);
    assert!(seen.guards.is_empty());
}

/// The law of repair: a program that needs no guard means the same, step by step, and needs none.
#[test]
fn whole_programs_mean_the_same_in_every_way() {
    let mut programs = 0;
    for (path, program) in common::programs("pass") {
        let Outcome::Finished(meaning) = run(&program, &Limits::default()) else { continue };
        programs += 1;
        for mode in [REPAIR, LIVE, BOTH] {
            let seen = observe(&program, &Limits::default(), mode);
            let name = path.display();
            assert!(seen.guards.is_empty(), "{name}: {:?}", seen.guards);
            let again = finished(&seen.outcome);
            assert_eq!(again.stdout, meaning.stdout, "{name}");
            assert_eq!(again.stderr, meaning.stderr, "{name}");
            assert_eq!(again.exit, meaning.exit, "{name}");
            assert_eq!(again.relied_on, meaning.relied_on, "{name}");
            assert_eq!(again.volatiles, meaning.volatiles, "{name}");
            assert_eq!(again.stats, meaning.stats, "{name}");
        }
    }
    assert!(programs > 100, "only {programs} programs of the corpus ran");
}

#[test]
fn a_run_on_the_callers_thread_is_the_same() {
    let program = parse(
        "int printf(const char *, ...);
         int deep(int n) { return n ? deep(n - 1) + 1 : 0; }
         int main(void) { printf(\"%d\\n\", deep(50)); return 1 / 0; }",
    );
    let there = observe(&program, &Limits::default(), BOTH);
    // Tests have two megabytes.
    let here = observe_here(&program, &Limits::default(), BOTH, 1 << 20);
    assert_eq!(finished(&here.outcome).stdout, b"50\n");
    assert_eq!(finished(&here.outcome).stdout, finished(&there.outcome).stdout);
    assert_eq!(here.guards, there.guards);
    assert_eq!(here.guards.len(), 1);
}

#[test]
fn a_small_stack_ends_in_a_budget_not_in_a_crash() {
    let program = parse(
        "int deep(int n) { return n ? deep(n - 1) + 1 : 0; } int main(void) { return deep(30000); }",
    );
    let here = observe_here(&program, &Limits::default(), RunMode::default(), 1 << 20);
    assert!(matches!(here.outcome, Outcome::OutOfBudget(_)), "{:?}", here.outcome);
    let there = observe(&program, &Limits::default(), RunMode::default());
    assert_eq!(status(&there.outcome), 48, "30000 modulo 256");
    // 256 KiB are good for about 20 levels of an expression.
    let nested =
        format!("int x; int main(void) {{ return {}x{}; }}", "-(".repeat(100), ")".repeat(100));
    let program = parse(&nested);
    let here = observe_here(&program, &Limits::default(), RunMode::default(), 256 << 10);
    assert!(matches!(here.outcome, Outcome::Unsupported(_)), "{:?}", here.outcome);
    let there = observe(&program, &Limits::default(), RunMode::default());
    assert_eq!(status(&there.outcome), 0);
}

#[test]
fn a_pool_changes_with_its_elements() {
    let program = parse(
        "struct node { int x; } pool[4], idle[4]; int used, none;
         struct node *get(void) { return &pool[used++]; }
         struct node *never(void) { return &idle[none++]; }
         int sum(struct node *a, struct node *b) { a->x = 1; b->x = 2; return a->x + b->x; }
         int main(void) { return sum(get(), get()) - 3; }",
    );
    let seen = observe(&program, &Limits::default(), LIVE);
    assert!(matches!(seen.outcome, Outcome::Finished(_)), "{:?}", seen.outcome);
    let changed: Vec<_> = seen.changed.iter().map(|id| id.0).collect();
    assert_eq!(changed, [0, 2]);
}
