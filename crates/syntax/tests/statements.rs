//! Statements: shapes, labels, cases, and what is wrong with them.

mod common;
use brinell_lang::{Dialect, Loc};
use common::{body, error, error_in, program};

#[test]
fn shapes() {
    let mut table = common::Table::default();
    for (text, expected) in [
        (";", ";"),
        ("{}", "{  }"),
        ("if (n) ; else n = 1;", "if (%n) ; else (n = 1);"),
        ("if (n) if (n) ; else ;", "if (%n) if (%n) ; else ;"),
        ("while (n) { break; continue; }", "while (%n) { break; continue; }"),
        ("do n--; while (n);", "do n--; while (%n)"),
        ("for (;;) ;", "for ( ; ) ;"),
        ("for (n = 0; n < 3; n++) ;", "for ((n = 0); (%n < 3); n++) ;"),
        ("for (int i = 0, j = 1; i < j; ) ;", "for (i: int = 0; j: int = 1; (%i < %j); ) ;"),
        ("lbl: n = 1; goto lbl;", "lbl: (n = 1); goto lbl;"),
        ("goto lbl; lbl: ;", "goto lbl; lbl: ;"),
        ("if (n) lbl: n = 1;", "if (%n) { lbl: (n = 1); }"),
        (
            "switch (n) { case 1: n = 2; break; case 2 ... 4: default: ; }",
            "switch (%n) { case 1: (n = 2); break; case 2...4: default: ; }",
        ),
        ("switch (c) case 300: ;", "switch (<int>%c) { case 300: ; }"),
        ("switch (u) { case -1: ; }", "switch (%u) { case 4294967295: ; }"),
        ("switch (n) { case 4294967295u: ; }", "switch (%n) { case -1: ; }"),
        ("int a, *b = &a, d[2];", "a: int; b: *int = &a; d: [2]int;"),
        ("int a; n = 1; int b;", "a: int; (n = 1); b: int;"),
        ("extern int z; typedef int T; struct Q; _Static_assert(1, \"\");", ""),
        ("return 1.5;", "return <int>1.5:double;"),
        (
            "while (n) { switch (n) { default: continue; } }",
            "while (%n) { switch (%n) { default: continue; } }",
        ),
        ("__attribute__((fallthrough));", ";"),
        ("n;", "%n;"),
        ("lbl: __attribute__((unused)) ;", "lbl: ;"),
    ] {
        let p = program(&format!("int f(int n, char c, unsigned u) {{ {text} }}"));
        let shown = body(&p, "f");
        let shown = shown.strip_prefix("{ ").and_then(|s| s.strip_suffix(" }")).unwrap_or("?");
        table.check(text, shown, expected);
    }
    table.finish();
}

#[test]
fn errors() {
    let mut table = common::Table::default();
    for (text, expected) in [
        ("break;", "2:1: invalid: 'break' outside of a loop or switch"),
        ("continue;", "2:1: invalid: 'continue' outside of a loop"),
        ("switch (n) { continue; }", "2:14: invalid: 'continue' outside of a loop"),
        ("case 1: ;", "2:6: invalid: 'case' outside of a switch"),
        ("default: ;", "2:1: invalid: 'default' outside of a switch"),
        ("switch (n) { case 1: case 1: ; }", "2:22: invalid: two cases have the same value"),
        ("switch (n) { case 1 ... 5: case 3: ; }", "2:28: invalid: two cases have the same value"),
        ("switch (n) { case 5 ... 1: ; }", "2:14: unsupported: an empty range of cases"),
        ("switch (n) { default: default: ; }", "2:23: invalid: two defaults in one switch"),
        ("switch (n) { case n: ; }", "2:19: invalid: a case has to be an integer constant"),
        ("switch (1.0) ;", "2:8: invalid: 'switch' needs an integer, not 'double'"),
        ("goto x;", "2:6: invalid: the label 'x' is not defined"),
        ("x: ; x: ;", "2:6: invalid: the label 'x' is defined twice"),
        ("x: }", "2:4: invalid: a statement expected after a label"),
        ("x: int y;", "2:4: invalid: a statement expected after a label"),
        ("goto *0;", "2:1: unsupported: a computed goto"),
        ("return;", "2:1: invalid: 'return' without a value in a function that returns one"),
        ("int n[n];", "2:7: unsupported: a variable length array"),
        ("int n;", "2:5: invalid: 'n' is already declared here"),
        ("int k; int k;", "2:12: invalid: 'k' is already declared here"),
        ("void v;", "2:6: invalid: an object of type void"),
        ("struct S s;", "2:10: invalid: a variable of the incomplete type 'struct S'"),
        ("int a[];", "2:5: invalid: a variable of the incomplete type 'int[]'"),
        ("__asm__(\"nop\");", "2:1: unsupported: inline assembly"),
        ("asm(\"nop\");", "2:1: unsupported: inline assembly"),
        ("int g(void) { return 1; }", "2:5: unsupported: a nested function"),
        ("__label__ x;", "2:1: unsupported: a local label"),
        ("_Thread_local static int t;", "2:1: unsupported: thread storage duration"),
        ("int t __attribute__((cleanup(g)));", "2:22: unsupported: the attribute 'cleanup'"),
        ("register int r __asm__(\"eax\");", "2:16: unsupported: a register variable"),
        ("_Atomic int t;", "2:13: unsupported: a variable of type '_Atomic'"),
        ("__builtin_va_list v;", "2:19: unsupported: a variable of type '__builtin_va_list'"),
        ("float _Complex v;", "2:16: unsupported: a variable of type '_Complex'"),
        (
            "int v __attribute__((vector_size(16)));",
            "2:5: unsupported: a variable of type 'a type with the attribute 'vector_size''",
        ),
        ("_Static_assert(0, \"no\");", "2:1: invalid: a static assertion fails: no"),
        ("n = 1", "2:7: invalid: ';' expected before '}'"),
        ("if n ;", "2:4: invalid: '(' expected before 'n'"),
        ("else ;", "2:1: invalid: an expression expected before 'else'"),
        ("int 3;", "2:5: invalid: a name expected before a number"),
        ("{", "2:4: invalid: '}' expected before the end of the text"),
        ("@", "2:1: invalid: a stray '@'"),
        ("\"abc", "2:1: invalid: a quote that is not closed"),
    ] {
        table.check(text, &error(&format!("int f(int n) {{\n{text} }}")), expected);
    }
    table.finish();
}

#[test]
fn file_scope_errors() {
    let mut table = common::Table::default();
    for (text, expected) in [
        (
            "int f(int); int f(long);",
            "1:17: invalid: 'f' is declared as 'int (long)' but was 'int (int)' before",
        ),
        ("extern int x; long x;", "1:20: invalid: 'x' is declared as 'long' but was 'int' before"),
        (
            "int x; static int x;",
            "1:19: invalid: 'x' is static here but was declared without 'static'",
        ),
        ("static int x; int x;", "1:19: invalid: 'x' was declared static before"),
        ("int x; int x(void);", "1:12: invalid: 'x' is already declared as something else"),
        ("typedef int T; int T;", "1:20: invalid: 'T' is already declared as something else"),
        ("typedef int T; typedef long T;", "1:29: invalid: 'T' is already another type"),
        (
            "int f(void) { return 1; } int f(void) { return 1; }",
            "1:31: invalid: 'f' is defined twice",
        ),
        ("struct S { int a; }; struct S { int a; };", "1:29: invalid: 'S' is defined twice"),
        (
            "struct S { int a; }; union S u;",
            "1:28: invalid: 'S' was declared as the other of struct and union",
        ),
        ("struct S { struct S s; };", "1:21: invalid: a member of the incomplete type 'struct S'"),
        ("struct S { int a, a; };", "1:10: invalid: two members are called 'a'"),
        ("struct S { int a; struct { int a; }; };", "1:10: invalid: two members are called 'a'"),
        (
            "struct S { int a : 33; };",
            "1:20: invalid: a bit-field of this type cannot have 33 bits",
        ),
        ("struct S { int a : 0; };", "1:20: invalid: a named bit-field of width 0"),
        ("struct S { float a : 3; };", "1:22: invalid: a bit-field needs an integer type"),
        ("struct S { int f(void); };", "1:16: invalid: a member cannot be a function"),
        ("struct S { };", "1:10: unsupported: a struct or union without named members"),
        (
            "struct S { int a[]; int b; };",
            "1:16: invalid: a flexible array member has to be the last one",
        ),
        ("int a[0];", "1:7: unsupported: an array of length zero"),
        ("int a[-1];", "1:7: invalid: an array of length -1"),
        ("int a[1.5];", "1:7: invalid: the length of an array has to be an integer constant"),
        ("int a[0x7fffffffffffffff];", "1:6: invalid: the array is too large"),
        ("int a[1 << 30][1 << 30][1 << 30];", "1:6: invalid: the array is too large"),
        ("void a[3];", "1:7: invalid: an array of the incomplete type 'void'"),
        ("int f(void)[3];", "1:6: invalid: a function cannot return an array or a function"),
        ("int f(void v);", "1:12: invalid: a parameter of type void"),
        ("int f(int a, int a);", "1:18: invalid: two parameters are called 'a'"),
        ("int f(int) { return 1; }", "1:10: invalid: a parameter without a name"),
        (
            "int f(a) int a; { return a; }",
            "1:7: unsupported: a function declared in the old (K&R) style",
        ),
        ("static f(void) { }", "1:8: invalid: a type expected before 'f'"),
        ("x;", "1:1: invalid: a type expected before 'x'"),
        ("unsigned float x;", "1:1: invalid: these type specifiers cannot be combined"),
        ("long long long x;", "1:11: invalid: 'long long long' is too long"),
        ("int int x;", "1:5: invalid: a type specifier is repeated"),
        ("static extern int x;", "1:8: invalid: more than one storage class"),
        ("auto int x;", "1:1: invalid: 'auto' and 'register' are allowed in functions only"),
        ("int restrict x;", "1:1: invalid: 'restrict' needs a pointer to an object"),
        (
            "static int f(void); int main(void) { return f(); }",
            "1:45: invalid: the static function 'f' has no body",
        ),
        ("enum E x;", "1:6: unsupported: an enum that is used before its definition"),
        ("enum { };", "1:8: invalid: an enum without constants"),
        ("enum { A, A };", "1:11: invalid: 'A' is already declared"),
        ("asm(\"nop\");", "1:1: unsupported: assembly at file scope"),
        ("int x __asm__(\"y\");", "1:7: unsupported: an assembler name"),
        ("__thread int x;", "1:1: unsupported: thread storage duration"),
        (
            "__attribute__((constructor)) void f(void) { }",
            "1:16: unsupported: the attribute 'constructor'",
        ),
        (
            "#include <stdio.h>",
            "1:1: invalid: a '#include' directive: the text has to be preprocessed",
        ),
        ("/* ", "1:1: invalid: a comment without end"),
        ("void f(void) { return (void)0; }", "1:16: unsupported: returning a void expression"),
        (
            "void f(void) { return 1; }",
            "1:16: invalid: 'return' with a value in a function that returns none",
        ),
        ("constexpr int x = 1;", "1:1: invalid: a type expected before 'constexpr'"),
    ] {
        table.check(text, &error(text), expected);
    }
    table.finish();
}

#[test]
fn newer_dialects() {
    assert_eq!(error_in("constexpr int x = 1;", Dialect::C23), "1:1: unsupported: constexpr");
    let c23 = |text| common::program_for(text, brinell_lang::TargetName::Lp64, Dialect::C23);
    c23("int f(int) { return 1; } int g(void) { x: }");
    c23("void f(void) { goto x; x: int y = 1; (void)y; [[maybe_unused]] int z; }");
    c23("typeof(1) x; void f(void) { switch (x) { case 1: [[fallthrough]]; default: } }");
    c23("[[deprecated]]; void f(void) { [[maybe_unused]]; [[deprecated]] int x; }");
}

#[test]
fn markers_give_the_places() {
    let text = "# 1 \"t.c\"\n# 1 \"<built-in>\"\n# 1 \"t.c\"\n# 7 \"dir/h.h\" 1 3 4\nint unused;\n# 40 \"t.c\" 2\n\n  int a = 1,\n  b;\n#line 90\nint c;\n";
    let p = program(text);
    assert_eq!(p.files, ["t.c", "<built-in>", "dir/h.h"]);
    let locs: Vec<Loc> = p.globals.iter().map(|g| g.loc).collect();
    let loc = |line, col| Loc { file: 0, line, col };
    assert_eq!(locs, [loc(41, 7), loc(42, 3), loc(90, 5)]);
    let failure = common::try_parse("# 5 \"x/y.h\" 1\nint a b;").expect_err("it is wrong");
    assert_eq!(failure.to_string(), "x/y.h:5:7: ';' expected before 'b'");
}

#[test]
fn system_headers_may_fail_unused() {
    let header = "# 1 \"h.h\" 1 3\nstruct Z { }; int g(struct Z *); typedef int V __attribute__((vector_size(16)));\nextern int q[0];\n# 2 \"t.c\" 2\n";
    program(&format!("{header}int main(void) {{ return 0; }}"));
    let mut table = common::Table::default();
    for (text, expected) in [
        ("int main(void) { return q[0]; }", "2:14: unsupported: an array of length zero"),
        ("struct Z z;", "1:10: unsupported: a struct or union without named members"),
        (
            "V v;",
            "2:3: unsupported: an object that contains 'a type with the attribute 'vector_size''",
        ),
    ] {
        table.check(text, &error(&format!("{header}{text}")), expected);
    }
    table.finish();
}

/// gcc marks the text of a system header's macro as if it stood in that header.
#[test]
fn macros_do_not_make_a_system_header() {
    let text = "int f(void) {\n# 2 \"t.c\" 3 4\n __asm__(\"\");\n# 2 \"t.c\"\n}";
    assert_eq!(error(text), "2:2: unsupported: inline assembly");
}

#[test]
fn limits() {
    let deep = |open: &str, middle: &str, close: &str, n: usize| {
        format!("int x = {}{middle}{};", open.repeat(n), close.repeat(n))
    };
    program(&deep("(", "1", ")", 300));
    for text in [
        deep("(", "1", ")", 100_000),
        deep("-", "1", "", 100_000),
        deep("(int)", "1", "", 100_000),
        deep("1 ? 1 : ", "1", "", 100_000),
        deep("{", "1", "}", 100_000),
        format!("int x = 1{};", " + 1".repeat(100_000)),
        format!("int {}x;", "*".repeat(100_000)),
        format!("int x{};", "[1]".repeat(100_000)),
        format!("int {}x{};", "(".repeat(100_000), ")".repeat(100_000)),
        format!("void f(void) {}{}", "{".repeat(100_000), "}".repeat(100_000)),
        format!("void f(void) {{ {} ; }}", "if (1)".repeat(100_000)),
        format!("void f(void) {{ {} ; }}", "if (1) ; else ".repeat(100_000)),
        format!("void f(int a) {{ a{}; }}", " = a".repeat(100_000)),
        format!("void f(int a) {{ a{}; }}", ", a".repeat(100_000)),
        format!("struct S {{ {} int a; {} }};", "struct {".repeat(100_000), "};".repeat(100_000)),
        format!("int f({} int {});", "int (*)(".repeat(100_000), ")".repeat(100_000)),
        format!("int x[] = {{ {} }};", "[0 ... 60000] = 1,".repeat(100)),
        (1..2000)
            .fold("typedef int *T0;".to_owned(), |t, i| format!("{t} typedef T{} *T{i};", i - 1)),
        (1..60).fold("struct S0 { int a; };".to_owned(), |t, i| {
            format!("{t} struct S{i} {{ struct S{p} a, b; }};", p = i - 1)
        }),
        (1..2000).fold("struct S0 { int a; };".to_owned(), |t, i| {
            format!("{t} struct S{i} {{ struct S{} a; }};", i - 1)
        }),
        "int x = sizeof(".repeat(100_000),
        "typeof(".repeat(100_000),
        format!("void f(void) {{ {}", "a:".repeat(100_000)),
    ] {
        let shown = error(&text);
        assert!(
            shown.contains("unsupported") || shown.contains("invalid"),
            "{}: {shown}",
            &text[..40.min(text.len())]
        );
    }
    // Long, but not deep.
    program(&format!("int x[] = {{ {} }};", "1,".repeat(50_000)));
    program(&format!("void f(void) {{ {} }}", "{ int a = 1; (void)a; }".repeat(20_000)));
    let names: Vec<String> = (0..20_000).map(|i| format!("x{i}")).collect();
    program(&format!("int {};", names.join(", ")));
    let descending: Vec<String> = (0..20_000).rev().map(|i| format!("[{i}] = 1")).collect();
    program(&format!("int x[] = {{ {} }};", descending.join(", ")));
}
