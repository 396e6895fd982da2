//! Programs of a few lines and what is in them.

use super::{Richness, RichnessSummary, Row, measure, measure_run};
use brinell_lang::{Dialect, IntKind, Program, Target, TargetName};
use brinell_machine::Limits;

fn parse(text: &str) -> Program {
    let options = brinell_syntax::ParseOptions {
        target: Target::named(TargetName::Lp64),
        dialect: Dialect::default(),
    };
    match brinell_syntax::parse(text, "t.c", &options) {
        Ok(program) => program,
        Err(failure) => panic!("{:?}\n{text}", failure.error),
    }
}

#[track_caller]
fn check(text: &str, expected: &[(Row, f64)]) -> Richness {
    let found = measure(&parse(text));
    for (row, value) in expected {
        assert_eq!(found.get(*row), Some(*value), "{row:?} of\n{text}");
    }
    found
}

/// The body of a function, with a few variables to use.
#[track_caller]
fn check_body(body: &str, expected: &[(Row, f64)]) -> Richness {
    let text = format!(
        "int g_1; unsigned g_2; short g_3; volatile int g_4; int *g_5; int g_6[3][4];\n\
         int safe_add_func_int32_t_s_s(int a, int b) {{ return a + b; }}\n\
         int safe_add_func_uint32_t_u_u(unsigned a, unsigned b) {{ return a + b; }}\n\
         int func_1(void) {{ {body} }}\n"
    );
    check(&text, expected)
}

#[test]
fn the_runtime_is_not_counted() {
    let random = "static int g_1 = 1;\nstatic int func_1(void) { return g_1; }\n";
    let runtime = "static unsigned crc32_context; static unsigned crc32_tab[256];\n\
         static int safe_add(int a, int b) { return a && b ? 0 : a + b; }\n\
         static void transparent_crc(int v) { while (v) v--; crc32_context = v; }\n\
         int main(void) { int i; for (i = 0; i < 3; i++) transparent_crc(func_1()); return 0; }\n";
    let all = measure(&parse(&format!("{random}{runtime}")));
    assert_eq!(all, measure(&parse(random)));
    assert_eq!(all.get(Row::Functions), Some(1.0));
    assert_eq!(all.get(Row::Globals), Some(1.0));
}

#[test]
fn declarations_and_types() {
    check(
        "struct S0 { int f0 : 3; int : 4; volatile char f1; };\n\
         #pragma pack(push, 1)\n\
         struct S1 { struct S0 f0; const int *f1; int f2[2]; };\n\
         #pragma pack(pop)\n\
         union U0 { int f0; struct S1 f1; };\n\
         struct S9 { int unused; };\n\
         static union U0 g_1[2][3];\n\
         static const int *volatile *g_2[4];\n\
         static int *g_3 = &g_1[0][1].f0;\n\
         int func_1(int p_1, int **p_2) { const int l_1[2] = {0}; return l_1[p_1]; }\n",
        &[
            (Row::Functions, 1.0),
            (Row::Parameters, 2.0),
            (Row::Globals, 3.0),
            (Row::Locals, 1.0),
            (Row::Structs, 2.0),
            (Row::Unions, 1.0),
            (Row::Packed, 1.0),
            (Row::BitFields, 2.0),
            (Row::Fields, 7.0),
            (Row::Nested, 2.0),
            (Row::ArrayFields, 1.0),
            (Row::PointerFields, 1.0),
            (Row::Arrays, 3.0),
            (Row::Dimensions, 4.0 / 3.0),
            (Row::Pointers, 3.0),
            (Row::PointerDepthMost, 2.0),
            (Row::PointerDepthMean, 5.0 / 3.0),
            (Row::VolatileDeclarations, 2.0),
            (Row::ConstDeclarations, 3.0),
            (Row::AddressOf, 1.0),
            (Row::Elements, 1.0),
        ],
    );
    check(
        "struct S0 { int f0; int *f1; };\n\
         int g_1; struct S0 g_2[2] = {{1, &g_1}, {2, &g_1}};\n",
        &[(Row::Elements, 4.0), (Row::AddressOf, 2.0)],
    );
}

#[test]
fn statements_and_jumps() {
    check_body(
        "int l_1 = 0;\n\
         for (l_1 = 0; l_1 < 3; l_1++) { while (g_2) { do { continue; } while (0); break; } }\n\
         lbl_1: if (g_1) goto lbl_2; else { goto lbl_1; }\n\
         lbl_2: switch (g_1) { case 1: g_1 = 2; case 2: break; case 3: case 4: g_1 = 3; break; default: return 1; }\n\
         return 0;",
        &[
            (Row::Fors, 1.0),
            (Row::Whiles, 1.0),
            (Row::Dos, 1.0),
            (Row::Loops, 3.0),
            (Row::LoopDepth, 3.0),
            (Row::Ifs, 1.0),
            (Row::ForwardGotos, 1.0),
            (Row::BackwardGotos, 1.0),
            (Row::Gotos, 2.0),
            (Row::Switches, 1.0),
            (Row::Cases, 5.0),
            (Row::Fallthroughs, 1.0),
            (Row::Breaks, 3.0),
            (Row::Continues, 1.0),
            (Row::Returns, 2.0),
            // Function, for, while, do, then, else, switch.
            (Row::Blocks, 7.0),
            // 3 loops, continue, break, if, 2 gotos, switch, 2 assignments, 2 breaks, 2 returns.
            (Row::Statements, 15.0),
        ],
    );
}

#[test]
fn the_head_of_a_for_is_no_statement() {
    check_body("int l_1; for (l_1 = 0; ; ) { }", &[(Row::Statements, 1.0)]);
    check_body("for (int l_1 = 0; ; ) { }", &[(Row::Statements, 1.0), (Row::Locals, 1.0)]);
}

#[test]
fn expressions_are_what_the_text_shows() {
    // Conversions do not show: =, g_1, +, g_3, g_2.
    check_body("g_1 = g_3 + g_2;", &[(Row::Expressions, 5.0), (Row::DepthMost, 3.0)]);
    check_body("g_5 = (void *)0;", &[(Row::Expressions, 3.0), (Row::Casts, 0.0)]);
    check_body("g_1 = (short)g_2;", &[(Row::Expressions, 4.0), (Row::Casts, 1.0)]);
    check_body(
        "g_6[1][g_1] = *g_5, g_5 == &g_1 ? g_1++ : (g_1 -= g_2 && g_3);",
        &[
            (Row::Indices, 2.0),
            (Row::VariableIndices, 1.0),
            (Row::Dereferences, 1.0),
            (Row::Commas, 1.0),
            (Row::PointerComparisons, 1.0),
            (Row::Comparisons, 1.0),
            (Row::AddressOf, 1.0),
            (Row::Conditionals, 1.0),
            (Row::Increments, 1.0),
            (Row::CompoundAssigns, 1.0),
            (Row::EmbeddedAssigns, 2.0),
            (Row::Logicals, 1.0),
            (Row::DepthMost, 5.0),
        ],
    );
    check_body("func_1(); g_1 = func_1();", &[(Row::Calls, 2.0), (Row::DepthMean, 1.5)]);
    check_body("g_4 = 1; g_4 += g_4; g_4++;", &[(Row::VolatileAccesses, 6.0)]);
}

#[test]
fn a_wrapper_is_its_operator() {
    let wrapped = check_body(
        "g_1 = safe_add_func_int32_t_s_s(g_1, 2);",
        &[(Row::Wrapped, 1.0), (Row::Raw, 0.0), (Row::Calls, 0.0), (Row::RawShare, 0.0)],
    );
    let raw = check_body(
        "g_1 = g_1 + 2;",
        &[(Row::Wrapped, 0.0), (Row::Raw, 1.0), (Row::Calls, 0.0), (Row::RawShare, 1.0)],
    );
    for row in [Row::Expressions, Row::DepthMost, Row::DepthMean, Row::Operators] {
        assert_eq!(raw.get(row), wrapped.get(row), "{row:?}");
    }
}

#[test]
fn only_what_could_be_undefined_is_raw_or_wrapped() {
    check_body("g_2 = safe_add_func_uint32_t_u_u(g_2, g_2);", &[(Row::Wrapped, 0.0)]);
    for fine in [
        "g_2 = g_2 + g_1;",
        "g_1 = g_3 + g_3;",
        "g_1 = g_3 * g_3;",
        "g_1 = g_1 / 3;",
        "g_3 = g_3 / -1;",
        "g_1 = g_1 >> 31;",
        "g_2 = g_2 << 7;",
        "g_3++;",
        "g_3 += g_3;",
        "g_1 = -5;",
        "g_1 = g_1 & g_1 | ~g_1;",
        "g_1 = -g_3;",
    ] {
        let found = check_body(fine, &[(Row::Raw, 0.0)]);
        assert_eq!(found.get(Row::RawShare), None, "{fine}");
    }
    for hazardous in [
        "g_1 = g_1 + g_3;",
        "g_1 = g_1 - 1;",
        "g_1 = (unsigned short)g_3 * (unsigned short)g_3;",
        "g_2 = g_2 / g_1;",
        "g_2 = g_2 % 0;",
        "g_1 = g_1 / -1;",
        "g_1 = g_1 >> 32;",
        "g_2 = g_2 >> g_2;",
        "g_1 = g_1 << 1;",
        "g_1++;",
        "g_1 *= g_3;",
        "g_2 /= g_2;",
        "g_1 = -g_1;",
    ] {
        check_body(hazardous, &[(Row::Raw, 1.0), (Row::RawShare, 1.0)]);
    }
}

#[test]
fn operators_and_types_are_counted_once() {
    check_body("g_1 = g_1 + g_1 + g_1;", &[(Row::Operators, 2.0)]);
    check_body("g_1 += g_1 + g_1;", &[(Row::Operators, 2.0)]);
    check_body("g_1 = -(g_1 - g_1);", &[(Row::Operators, 3.0)]);
    let before = check_body("g_1 = 1;", &[]).count(Row::Types);
    let after = check_body("const int l_1 = 1; const int l_2 = 2; g_1 = (long)1;", &[]);
    assert_eq!(after.count(Row::Types), before + 2.0);
}

#[test]
fn programs_add_up() {
    let mut summary = RichnessSummary::default();
    assert_eq!(summary.mean(Row::Ifs), None);
    summary.add(&check_body("if (g_1) { g_1 = g_1 + 1; } if (g_2) { }", &[]));
    summary.add(&check_body("g_1 = 1;", &[]));
    assert_eq!(summary.programs(), 2);
    assert_eq!(summary.mean(Row::Ifs), Some(1.0));
    assert_eq!(summary.having(Row::Ifs), Some(0.5));
    // The second program has no operation that could be undefined.
    assert_eq!((summary.mean(Row::RawShare), summary.valued(Row::RawShare)), (Some(1.0), 1));
    assert_eq!(summary.per_thousand_tokens(Row::DepthMost), None);
}

#[test]
fn tokens_are_those_of_the_random_part() {
    let random = "static int g_1 = 1;\nint func_2(void);\n\
         static int func_1(void) { g_1 = safe_add(g_1, 2); return g_1; }\n";
    let runtime = "static int safe_add(int a, int b);\nstatic unsigned crc32_tab[256];\n";
    let main = "static int safe_add(int a, int b) { return a && b ? 0 : a + b; }\n\
         int main(void) { return func_1(); }\n";
    let mut program = parse(&format!("{runtime}{random}{main}"));
    // `static int g_1 = 1;`, the head of func_1 with its braces, its statements; the prototype is
    // not for anything that is defined.
    let tokens = 6 + 8 + 9 + 3;
    assert_eq!(measure(&program).get(Row::Tokens), Some(f64::from(tokens)));
    program.aliases = vec![(IntKind::Int, "int32_t".to_owned())];
    assert_eq!(measure(&program).get(Row::Tokens), Some(f64::from(tokens)));
}

#[test]
fn live_statements_are_those_a_run_reaches() {
    let text = "int g_1 = 1;\n\
         int func_1(void) { int l_1; if (g_1) { g_1 = 0; } else { g_1 = 2; }\n\
         for (l_1 = 0; l_1 < 2; l_1++) { } return g_1; }\n\
         int func_2(void) { return 1; }\n\
         int main(void) { return func_1(); }\n";
    let found = measure_run(&parse(text), &Limits::default());
    // All but an assignment and a return.
    assert_eq!(found.get(Row::LiveShare), Some(4.0 / 6.0));
    let undefined =
        "int g_1; int func_1(void) { return 1 / g_1; } int main(void) { return func_1(); }";
    assert_eq!(measure_run(&parse(undefined), &Limits::default()).get(Row::LiveShare), None);
}
