//! What guards make of programs, line by line.

use super::support::{guarded, output, read};
use brinell_choice::Choices;
use brinell_generate::guards::{Form, GuardPlan, Report, apply};
use brinell_lang::{BinaryOp, ExprId, ExprKind, FuncId, Program, TargetName, check};
use brinell_machine::{Limits, Outcome, RunMode, observe};
use brinell_print::print;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

const GLOBALS: &str = "
struct S { int f; unsigned b : 5; signed w : sizeof(int) * 8; long long n : 40; };
int g, a[5], m[2][3];
short s;
unsigned char c;
unsigned u;
long l;
_Bool t;
volatile int v;
struct S r, *p = &r;
unsigned char bytes[256], *q = bytes;
int zero(void) { return 0; }
";

/// The statement after all guards are in, as it is printed.
fn line_on(target: TargetName, stmt: &str, form: Form) -> (String, Report) {
    let text =
        format!("{GLOBALS}void test(int x, int y) {{ {stmt} }}\nint main(void) {{ return 0; }}");
    let (program, report) = guarded(&read(&text, target), None, form, 1);
    let printed = print(&program);
    let start = printed.find("void test(int x, int y) {\n").expect("the function") + 26;
    let body = &printed[start..];
    let end = body.find("\n}").expect("its end");
    let lines: Vec<&str> = body[..end].lines().map(str::trim).collect();
    (lines.join(" "), report)
}

fn line(stmt: &str, form: Form) -> String {
    line_on(TargetName::Lp64, stmt, form).0
}

#[test]
fn operations_become_calls() {
    let cases = [
        ("g = x + y;", "g = safe_add_int(x, y);"),
        ("l = x - l;", "l = safe_sub_long(x, l);"),
        ("g = s * y;", "g = safe_mul_int(s, y);"),
        ("g = -x;", "g = safe_neg_int(x);"),
        ("u = u / x;", "u = safe_div_unsigned_int(u, x);"),
        ("g = x % y;", "g = safe_rem_int(x, y);"),
        ("g = c << u;", "g = safe_shl_int_by_unsigned_int(c, u);"),
        ("l = l >> x;", "l = safe_shr_long_by_int(l, x);"),
        ("g = (x + y) * y;", "g = safe_mul_int(safe_add_int(x, y), y);"),
        ("g = x / 0;", "g = safe_div_int(x, 0);"),
        ("g = x / -1;", "g = safe_div_int(x, -1);"),
        ("g = 1 << 31;", "g = safe_shl_int_by_int(1, 31);"),
        ("g = 2147483647 + 1;", "g = safe_add_int(2147483647, 1);"),
        ("if (x + y) g = y - 1;", "if (safe_add_int(x, y)) { g = safe_sub_int(y, 1); }"),
        ("int z = x + 1;", "int z = safe_add_int(x, 1);"),
        ("g = ((struct S){x + 1}).f;", "g = (struct S){safe_add_int(x, 1)}.f;"),
        ("switch (x - 1) { default: ; }", "switch (safe_sub_int(x, 1)) { default: ; }"),
    ];
    for (stmt, expected) in cases {
        assert_eq!(line(stmt, Form::Functions), expected);
    }
}

#[test]
fn what_cannot_go_wrong_stays() {
    let stmts = [
        "u = u + x;",
        "u = -u;",
        "u = u * u;",
        "g = s + c;",
        "g = -s;",
        "g = s * c + 7;",
        "g = x / 3;",
        "g = x % 10;",
        "g = x >> 5;",
        "u = u << 31;",
        "g = c << 3;",
        "g = 1 << 30;",
        "g = 5 + 6;",
        "g = (x < y) + (x && y) - !x;",
        "g = (x & 255) + 1;",
        "g = u % 10 / 3U;",
        "g = (x ? 1 : s) - 1;",
        "g = r.b * 1000;",
        "c++;",
        "--s;",
        "u--;",
        "t++;",
        "r.b++;",
        "r.n++;",
        "s += c;",
        "u -= x;",
        "g /= 7;",
        "c <<= 4;",
        "a[0] = 1;",
        "a[4] = 1;",
        "a[u % 5U] = 1;",
        "bytes[c] = 1;",
        "q[x] = 1;",
        "m[1][2] = 1;",
    ];
    for stmt in stmts {
        let (text, report) = line_on(TargetName::Lp64, stmt, Form::Macros);
        assert_eq!(text, stmt);
        assert_eq!(report.guarded, 0);
        assert!(report.wrappers.is_empty());
    }
}

#[test]
fn assignments_name_their_target_twice() {
    let cases = [
        ("g += x;", "g = safe_add_int(g, x);"),
        ("s += x;", "s = safe_add_int(s, x);"),
        ("s *= l;", "s = safe_mul_long(s, l);"),
        ("u /= u;", "u = safe_div_unsigned_int(u, u);"),
        ("c <<= x;", "c = safe_shl_int_by_int(c, x);"),
        ("v -= x;", "v = safe_sub_int(v, x);"),
        ("++g;", "g = safe_add_int(g, 1);"),
        ("g++;", "g = safe_add_int(g, 1);"),
        ("l--;", "l = safe_sub_long(l, 1L);"),
        ("r.w++;", "r.w = safe_add_int(r.w, 1);"),
        ("x = (g++, --l);", "x = (g = safe_add_int(g, 1), l = safe_sub_long(l, 1L));"),
        ("for (;; g++) ;", "for (;; g = safe_add_int(g, 1)) { ; }"),
        ("(void)g++;", "(void)(g = safe_add_int(g, 1));"),
        ("x = (g += x);", "x = g = safe_add_int(g, x);"),
        ("p->f += zero();", "p->f = safe_add_int(p->f, zero());"),
        (
            "a[x + y] += 1;",
            "a[(unsigned int)safe_add_int(x, y) % 5U] = \
             safe_add_int(a[(unsigned int)safe_add_int(x, y) % 5U], 1);",
        ),
    ];
    for (stmt, expected) in cases {
        assert_eq!(line(stmt, Form::Functions), expected);
    }
}

#[test]
fn the_old_value_of_a_step_is_tested_first() {
    let cases = [
        ("x = g++;", "x = g == 2147483647 ? g : g++;"),
        ("x = 1 + a[2]--;", "x = safe_add_int(1, a[2] == -2147483647 - 1 ? a[2] : a[2]--);"),
        ("if (p->f++) ;", "if (p->f == 2147483647 ? p->f : p->f++) { ; }"),
        ("x = r.w++;", "x = r.w == 2147483647 ? r.w : r.w++;"),
        ("x = (y ? s++ : u--);", "x = y ? s++ : u--;"),
    ];
    for (stmt, expected) in cases {
        assert_eq!(line(stmt, Form::Functions), expected);
    }
    let (text, _) = line_on(TargetName::Ip16, "x = s++ + c;", Form::Functions);
    assert_eq!(text, "x = safe_add_int((short)(s == 32767 ? s : s++), c);");
}

#[test]
fn a_short_as_wide_as_int_overflows_too() {
    let (text, _) = line_on(TargetName::Ip16, "s++; g = s + s; g = c + s;", Form::Functions);
    assert_eq!(text, "s = safe_add_int(s, 1); g = safe_add_int(s, s); g = safe_add_int(c, s);");
    let (text, _) = line_on(TargetName::Ip16, "l = c * c; g = x << 15; c++;", Form::Functions);
    assert_eq!(text, "l = safe_mul_int(c, c); g = safe_shl_int_by_int(x, 15); c++;");
}

#[test]
fn indices_wrap_around() {
    let cases = [
        ("a[x] = 1;", "a[(unsigned int)x % 5U] = 1;"),
        ("a[-1] = 1;", "a[(unsigned int)-1 % 5U] = 1;"),
        ("a[5] = 1;", "a[(unsigned int)5 % 5U] = 1;"),
        ("a[u] = 1;", "a[u % 5U] = 1;"),
        ("a[l] = 1;", "a[(unsigned long)l % 5UL] = 1;"),
        ("a[c] = 1;", "a[(unsigned int)c % 5U] = 1;"),
        ("a[x % 5] = 1;", "a[(unsigned int)(x % 5) % 5U] = 1;"),
        ("m[x][u] = 1;", "m[(unsigned int)x % 2U][u % 3U] = 1;"),
        ("g = \"abc\"[x];", "g = \"abc\"[(unsigned int)x % 4U];"),
    ];
    for (stmt, expected) in cases {
        let (text, report) = line_on(TargetName::Lp64, stmt, Form::Functions);
        assert_eq!(text, expected);
        assert!(report.wrappers.is_empty());
    }
}

#[test]
fn an_array_longer_than_its_index_can_say_needs_no_modulo() {
    let text = "extern char big[5000000000]; int f(int i) { return big[i]; }";
    let (program, report) = guarded(&read(text, TargetName::Lp64), None, Form::Functions, 1);
    assert!(print(&program).contains("return big[(unsigned int)i];"), "{}", print(&program));
    assert_eq!(report.guarded, 1);
}

#[test]
fn macros_take_leaves_only() {
    let cases = [
        ("g = x + y;", "g = SAFE_ADD_INT(x, y);"),
        ("g = x + 1;", "g = SAFE_ADD_INT(x, 1);"),
        ("l = l + r.f;", "l = SAFE_ADD_LONG(l, r.f);"),
        ("g = x - (int)l;", "g = SAFE_SUB_INT(x, (int)l);"),
        ("g++;", "g = SAFE_ADD_INT(g, 1);"),
        ("g = -g;", "g = SAFE_NEG_INT(g);"),
        // Effects, pointers, elements and operations inside are for functions.
        ("g = v + x;", "g = safe_add_int(v, x);"),
        ("v += x;", "v = safe_add_int(v, x);"),
        ("g = p->f + x;", "g = safe_add_int(p->f, x);"),
        ("g = a[1] + x;", "g = safe_add_int(a[1], x);"),
        ("g = zero() + x;", "g = safe_add_int(zero(), x);"),
        ("g = x + ~y;", "g = safe_add_int(x, ~y);"),
        ("g = (x + y) * y;", "g = safe_mul_int(SAFE_ADD_INT(x, y), y);"),
    ];
    for (stmt, expected) in cases {
        assert_eq!(line(stmt, Form::Macros), expected);
    }
}

#[test]
fn mixed_forms_are_drawn() {
    let stmt = "g = x + y;".repeat(50);
    let text = line(&stmt, Form::Mixed { macro_percent: 50 });
    let macros = text.matches("SAFE_ADD_INT").count();
    assert!((10..=40).contains(&macros), "{macros} of 50");
    assert_eq!(
        text,
        line(&stmt, Form::Mixed { macro_percent: 50 }),
        "the same seed draws the same"
    );
}

/// The operators of a kind, in the order in which they were made.
fn operators(program: &Program, op: BinaryOp) -> Vec<(FuncId, ExprId)> {
    let mut found = Vec::new();
    for (f, function) in program.functions.enumerate() {
        for (e, expr) in function.body.iter().flat_map(|b| b.exprs.enumerate()) {
            if matches!(expr.kind, ExprKind::Binary { op: o, .. } if o == op) {
                found.push((f, e));
            }
        }
    }
    found
}

#[test]
fn minimal_guards_are_those_asked_for() {
    let text = format!("{GLOBALS}void test(int x) {{ g = x + 1; g = x + 2; a[x] = x + 3; }}");
    let program = read(&text, TargetName::Lp64);
    let sums = operators(&program, BinaryOp::Add);
    assert_eq!(sums.len(), 3);
    let needed = BTreeSet::from([sums[1]]);
    let (program, report) = guarded(&program, Some(&needed), Form::Functions, 1);
    assert!(print(&program).contains("g = x + 1;\n    g = safe_add_int(x, 2);\n    a[x] = x + 3;"));
    assert_eq!((report.guarded, report.raw, report.wrappers.len()), (1, 3, 1));
}

#[test]
fn what_is_trusted_is_never_guarded() {
    let text = format!("{GLOBALS}void test(int x) {{ g = x + 1; g = x + 2; }}");
    let mut program = read(&text, TargetName::Lp64);
    let sums = operators(&program, BinaryOp::Add);
    let trusted = FxHashSet::from_iter([sums[0]]);
    let plan = GuardPlan { needed: None, tracked: None, trusted: &trusted, form: Form::Functions };
    let report = apply(&mut program, &plan, &mut Choices::seeded(1));
    assert!(print(&program).contains("g = x + 1;\n    g = safe_add_int(x, 2);"));
    assert_eq!((report.guarded, report.raw), (1, 1));
    let needed = BTreeSet::from([sums[0]]);
    let plan = GuardPlan { needed: Some(&needed), ..plan };
    assert_eq!(apply(&mut program, &plan, &mut Choices::seeded(1)).guarded, 0);
}

#[test]
fn guards_can_be_added_to_guards() {
    let text = format!("{GLOBALS}void test(int x) {{ g = x + 1; g = a[x] + x * 2; }}");
    let program = read(&text, TargetName::Lp64);
    let first = BTreeSet::from([operators(&program, BinaryOp::Add)[0]]);
    let (mut program, report) = guarded(&program, Some(&first), Form::Functions, 1);
    assert_eq!(report.wrappers.len(), 1);
    let plan = GuardPlan {
        needed: None,
        tracked: None,
        trusted: &FxHashSet::default(),
        form: Form::Functions,
    };
    let report = apply(&mut program, &plan, &mut Choices::seeded(1));
    // One more sum, which uses the wrapper there is, the product and the index.
    assert_eq!((report.guarded, report.wrappers.len()), (3, 1));
    assert_eq!(check(&program), []);
    let again = apply(&mut program, &plan, &mut Choices::seeded(1));
    assert_eq!((again.guarded, again.wrappers.len()), (0, 0));
}

/// Everything that goes wrong here has a value that is known by hand.
const WRONG: &str = "
int printf(const char *, ...);
int big = 2147483647, small = -2147483647 - 1, none, a[3] = {10, 20, 30};
short s = 32767;
volatile int v = 2147483647;
int main(void) {
    printf(\"%d %d\\n\", big + 1, big + none);
    printf(\"%d %d %d\\n\", small / -1, 7 / none, small % -1);
    printf(\"%d %d %d\\n\", 5 << 40, -3 << 1, 1 << big);
    printf(\"%d %d\\n\", -small, small * -1);
    printf(\"%d %d\\n\", a[4], a[-1]);
    v += 1;
    ++big;
    small -= 1;
    s += big;
    a[5] /= none;
    printf(\"%d %d %d %d %d\\n\", v, big, small, s, a[2]);
    return 0;
}
";

const RIGHT: &str = "\
2147483647 2147483647
-2147483648 7 -2147483648
5 -3 1
-2147483648 -2147483648
20 10
2147483647 2147483647 -2147483648 32767 30
";

#[test]
fn guarded_programs_are_defined_and_mean_what_the_guards_say() {
    let program = read(WRONG, TargetName::Lp64);
    let limits = Limits::default();
    assert!(matches!(brinell_machine::run(&program, &limits), Outcome::Undefined(_)));
    for form in [Form::Functions, Form::Macros, Form::Mixed { macro_percent: 50 }] {
        let (full, _) = guarded(&program, None, form, 7);
        // 4294967295 % 3 is 0.
        assert_eq!(output(&full), RIGHT);
    }
    let seen = observe(&program, &limits, RunMode { repair: true, live: false, digest: false });
    let (minimal, report) = guarded(&program, Some(&seen.guards), Form::Functions, 7);
    assert_eq!(report.guarded, seen.guards.len());
    assert_eq!(output(&minimal), RIGHT);
    // What went right stays as it is.
    assert!(print(&minimal).contains("big + none"));
}
