//! How far constructs get in small programs.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::Limits;
use brinell_sensitivity::{Construct, Reach, SensitivityQuestion, construct_reach};
use std::collections::BTreeMap;

/// Constructs in `f`; `main` prints what it returns.
fn reached(globals: &str, body: &str) -> BTreeMap<Construct, Reach> {
    let text = format!(
        "int printf(const char *, ...);\nint twice(int a) {{ return a * 2; }}\n{globals}\n\
         int f(unsigned x, unsigned y) {{ {body} }}\n\
         int main(void) {{ printf(\"%d\", f(5, 9)); return 0; }}"
    );
    let target = Target::named(TargetName::Lp64);
    let options = brinell_syntax::ParseOptions { target, dialect: Dialect::C17 };
    let program = brinell_syntax::parse(text.as_bytes(), "test.c", &options).expect("it is C");
    let question = SensitivityQuestion {
        functions: &[program.function_named("f").expect("it is there")],
        faults: 50,
        seed: 1,
        limits: Limits::default(),
        host_stack_bytes: 1 << 20,
    };
    let mut reached = construct_reach(&program, &question).expect("the test is defined");
    // They are everywhere.
    reached.remove(&Construct::Integers);
    reached
}

/// A construct is the only one there, and gets so far.
fn only(construct: Construct, reach: Reach, globals: &str, body: &str) {
    assert_eq!(reached(globals, body), BTreeMap::from([(construct, reach)]), "{body}");
}

#[test]
fn what_is_returned_shows() {
    only(Construct::Floats, Reach::Shown, "", "double d = x; return d + 1.5;");
    only(Construct::FunctionPointers, Reach::Shown, "", "int (*p)(int) = twice; return p(3);");
    only(
        Construct::FunctionPointers,
        Reach::Shown,
        "",
        "int (*p)(int) = twice; return p == twice;",
    );
    only(Construct::WideIntegers, Reach::Shown, "", "__int128 w = x; return (int)(w * w);");
    for body in [
        "int *p = a + 1; return p - a;",
        "int *p = a + 1; return p > a;",
        "int *p = a; return *(p + 2);",
        "int *p = a; return p[2];",
        "int *p = a; p++; return *p;",
        "int *p = a; p = p + 1; return *p;",
        "int *p = a; return *++p;",
        "int *p = a + 3; return p == a + 2;",
    ] {
        only(Construct::PointerArithmetic, Reach::Shown, "int a[4] = {1, 2, 3, 4};", body);
    }
}

#[test]
fn integers_are_what_has_no_other_name() {
    let text = "int main(void) { int a = 3; return a * 2; }";
    let target = Target::named(TargetName::Lp64);
    let options = brinell_syntax::ParseOptions { target, dialect: Dialect::C17 };
    let program = brinell_syntax::parse(text.as_bytes(), "test.c", &options).expect("it is C");
    let question = SensitivityQuestion {
        functions: &[program.function_named("main").expect("it is there")],
        faults: 50,
        seed: 1,
        limits: Limits::default(),
        host_stack_bytes: 1 << 20,
    };
    let reached = construct_reach(&program, &question).expect("the test is defined");
    assert_eq!(reached, BTreeMap::from([(Construct::Integers, Reach::Shown)]));
}

#[test]
fn what_nobody_sees_is_executed_and_no_more() {
    only(Construct::Floats, Reach::Executed, "double g;", "g = x * 0.5; return 1;");
    only(
        Construct::FunctionPointers,
        Reach::Executed,
        "",
        "int (*p)(int) = twice; int r = p(3); return 1;",
    );
    only(
        Construct::WideIntegers,
        Reach::Executed,
        "",
        "__int128 w = x; int r = (int)(w * w); return 1;",
    );
}

#[test]
fn what_does_not_run_is_not_there() {
    let none = BTreeMap::new();
    assert_eq!(reached("", "if (x > 6) { double d = x; return d + 1.5; } return 1;"), none);
    assert_eq!(reached("int a[4];", "return a[2] + *a + (&a[1] == a);"), none);
    assert_eq!(reached("", "return twice(x);"), none);
    // There is no value that could be wrong.
    assert_eq!(reached("", "int (*p)(int) = twice; p(3); return 1;"), none);
}

#[test]
fn idioms_are_known_by_their_shape() {
    for idiom in [
        "x << 3 | x >> 29",
        "(x & 0xff) << 24 | 0u | (x >> 8 & 0xff)",
        "(x << 24 & 0xff000000) | (x << 8 & 0xff0000) | (x >> 8 & 0xff00) | (x >> 24 & 0xff)",
        "x < y ? x : y",
        "x > y ? x - y : y - x",
        "x + y < x ? 4294967295u : x + y",
        "x < y ? 0 : x - y",
        "x >> (y & 31) & 1",
        "x & x - 1",
        "x & -x",
        "(x & 0x0f0f0f0f) * 0x01010101 >> 24",
        "x / 10",
        "(int)x % 3 == 0",
        "x + 7 & ~7u",
        "(x & y) + ((x ^ y) >> 1)",
        "(x ^ 128) - 128",
    ] {
        only(Construct::Idioms, Reach::Shown, "", &format!("return {idiom};"));
    }
    for other in [
        "x << 3 | y >> 29",
        "x < y ? 1 : 2",
        "x < y ? x : 3 * y",
        "x == y ? x : y",
        "x & y - 1",
        "x >> 3 & 6",
        "x / y",
        "x / 1",
        "x + 7 & 7",
        "(x ^ 128) - 127",
        "x * y >> 3",
    ] {
        let found = reached("", &format!("return {other};"));
        assert_eq!(found, BTreeMap::new(), "{other}");
    }
}
