//! Initialisers: braces and their absence, designators, strings, what has to be constant.

mod common;
use common::{body, error, global, program};

/// Each declaration of `x`.
#[test]
fn resolved() {
    let mut table = common::Table::default();
    for (text, expected) in [
        ("int x = {3};", "int = 3"),
        ("int x = {3,};", "int = 3"),
        ("int x = {};", "int = 0"),
        ("int x[3] = {1};", "[3]int = {0: 1}"),
        ("int x[3] = {};", "[3]int = {}"),
        ("int x[2][2] = {1, 2, 3};", "[2][2]int = {0: {0: 1, 1: 2}, 1: {0: 3}}"),
        ("int x[2][2] = {{1}, {2}};", "[2][2]int = {0: {0: 1}, 1: {0: 2}}"),
        ("int x[2][2] = {{1}, 2, 3};", "[2][2]int = {0: {0: 1}, 1: {0: 2, 1: 3}}"),
        ("int x[][2] = {1, 2, 3};", "[2][2]int = {0: {0: 1, 1: 2}, 1: {0: 3}}"),
        ("int x[] = {[2] = 1, 5, [0] = 7};", "[4]int = {0: 7, 2: 1, 3: 5}"),
        ("int x[] = {[100000000] = 1};", "[100000001]int = {100000000: 1}"),
        ("int x[] = {[1 ... 3] = 4, 5};", "[5]int = {1: 4, 2: 4, 3: 4, 4: 5}"),
        ("int x[3] = {1, 2, [0] = 3};", "[3]int = {0: 3, 1: 2}"),
        ("int x[2][3] = {[1][1] = 5, 6, [0] = {1}};", "[2][3]int = {0: {0: 1}, 1: {1: 5, 2: 6}}"),
        ("struct S { int a, b; } x = {.b = 1, .a = 2};", "struct S = {0: 2, 1: 1}"),
        ("struct S { int a, b, c; } x = {.b = 1, 2};", "struct S = {1: 1, 2: 2}"),
        ("struct S { int a[2]; int b; } x = {1, 2, 3};", "struct S = {0: {0: 1, 1: 2}, 1: 3}"),
        ("struct S { int a[2]; int b; } x = {.a[1] = 2, 3};", "struct S = {0: {1: 2}, 1: 3}"),
        (
            "struct S { int a; struct { int b, c; } s; } x[2] = {1, 2, 3, 4};",
            "[2]struct S = {0: {0: 1, 1: {0: 2, 1: 3}}, 1: {0: 4}}",
        ),
        (
            "struct S { int a; struct { int b, c; }; int d; } x = {.c = 1, 2};",
            "struct S = {1: {1: 1}, 2: 2}",
        ),
        ("struct S { int a : 3; int : 4; int b : 5; } x = {1, 2};", "struct S = {0: 1, 2: 2}"),
        ("union U { int a; char b; } x = {1};", "union U = {0: 1}"),
        ("union U { int a; char b; } x = {.b = 1};", "union U = {1: <char>1}"),
        ("union U { int a; char b; } x = {.a = 2, .b = 1};", "union U = {1: <char>1}"),
        (
            "union U { int a[2]; long b; }; struct { union U u; int c; } x = {1, 2, 3};",
            "unnamed struct = {0: {0: {0: 1, 1: 2}}, 1: 3}",
        ),
        (
            "struct S { union { int a; long b; }; int c; } x = {1, 2};",
            "struct S = {0: {0: 1}, 1: 2}",
        ),
        ("char x[] = \"ab\";", "[3]char = \"ab\""),
        ("char x[] = {\"ab\"};", "[3]char = \"ab\""),
        ("char x[2] = \"ab\";", "[2]char = \"ab\""),
        ("char x[5] = \"ab\" \"c\";", "[5]char = \"abc\""),
        ("unsigned char x[] = u8\"a\";", "[2]unsigned char = \"a\""),
        ("char x[2][3] = {\"ab\", \"c\"};", "[2][3]char = {0: \"ab\", 1: \"c\"}"),
        ("char x[2][3] = {{\"ab\"}, {'c'}};", "[2][3]char = {0: \"ab\", 1: {0: <char>99}}"),
        ("struct S { char a[3]; int b; } x = {\"ab\", 1};", "struct S = {0: \"ab\", 1: 1}"),
        ("char x[] = {\"ab\"[1]};", ""),
        (
            "const char *x[] = {\"a\", \"b\"};",
            "[2]*const char = {0: <*const char>^\"a\", 1: <*const char>^\"b\"}",
        ),
        ("int y; int *x = &y;", "*int = &y"),
        ("int y[3]; int *x = y + 1;", "*int = (^y + 1)"),
        ("int y[3]; int *x = &y[2];", "*int = &^y[2]"),
        ("struct { int a, b; } y; int *x = &y.b;", "*int = &y.1"),
        ("int f(void); int (*x)(void) = f;", "*fn() int = ^f"),
        ("int y; long x = (long)&y;", "long = (long)&y"),
        ("int y; int *x = 1 ? &y : 0;", "*int = (1 ? &y : <*int>0)"),
        ("int *x = &(int){3};", "*int = &_"),
        ("double x = 1 / 2.0;", "double = (<double>1 / 2.0:double)"),
        ("int x = 1 ? 2 : 1 / 0;", "int = (1 ? 2 : (1 / 0))"),
        ("unsigned x = -1.5;", "unsigned int = <unsigned int>-1.5:double"),
        (
            "struct S { int a[2]; } x[2] = {[0 ... 1].a[1] = 3};",
            "[2]struct S = {0: {0: {1: 3}}, 1: {0: {1: 3}}}",
        ),
        ("void *x = &x;", "*void = <*void>&x"),
        ("int x = (3, 4);", ""),
    ] {
        if expected.is_empty() {
            error(text);
        } else {
            let p = if text.starts_with("unsigned x = -") {
                common::try_parse(text).expect("it parses")
            } else {
                program(text)
            };
            table.check(text, &global(&p, "x"), expected);
        }
    }
    table.finish();
}

/// The same inside a function, where values need not be constant.
#[test]
fn locals() {
    for (text, expected) in [
        ("struct S t = s;", "t: struct S = %s;"),
        ("struct S t = make();", "t: struct S = ^make();"),
        ("struct T t = {s, 3};", "t: struct T = {0: %s, 1: 3};"),
        ("struct T t = {make(), 3};", "t: struct T = {0: ^make(), 1: 3};"),
        ("struct T t = {1, 2, 3};", "t: struct T = {0: {0: 1, 1: 2}, 1: 3};"),
        ("struct S t[2] = {s, 1, 2};", "t: [2]struct S = {0: %s, 1: {0: 1, 1: 2}};"),
        ("int t[] = {n, n + 1};", "t: [2]int = {0: %n, 1: (%n + 1)};"),
        ("int t[3] = {[0] = n, [0] = 2};", "t: [3]int = {0: 2};"),
        ("int t[2] = {[0 ... 1] = n};", "t: [2]int = {0: %n, 1: %n};"),
        ("struct S *t = &(struct S){n};", "t: *struct S = &lit{0: %n};"),
        ("char t = n;", "t: char = <char>%n;"),
    ] {
        let p = program(&format!(
            "struct S {{ int a, b; }}; struct T {{ struct S s; int c; }}; struct S make(void); \
             void f(struct S s, int n) {{ {text} }}"
        ));
        let shown = body(&p, "f");
        assert_eq!(shown, format!("{{ {expected} }}"), "{text}");
    }
}

#[test]
fn errors() {
    let mut table = common::Table::default();
    for (text, expected) in [
        ("int x[2] = {1, 2, 3};", "1:19: invalid: more initialisers than there are elements"),
        ("int x = {1, 2};", "1:13: invalid: more initialisers than there are elements"),
        ("int x = {{1}};", "1:10: invalid: too many braces around a scalar"),
        ("char x[2] = \"abc\";", "1:13: invalid: the string is longer than the array"),
        ("int x[2] = {[2] = 1};", "1:14: invalid: the array has no element 2"),
        ("int x[2] = {[-1] = 1};", "1:14: invalid: the array has no element -1"),
        ("struct { int a; } x = {.b = 1};", "1:25: invalid: 'unnamed struct' has no member 'b'"),
        ("int x[2] = 1;", "1:12: invalid: an array needs a list in braces as initialiser"),
        ("int y; int x = y;", "1:16: invalid: the initialiser of a static object is not constant"),
        (
            "int f(void); int x = f();",
            "1:23: invalid: the initialiser of a static object is not constant",
        ),
        ("const int y = 1; int x = y;", "1:26: unsupported: this form of static initialiser"),
        (
            "int y; char x = (char)&y;",
            "1:17: unsupported: a static initialiser that computes with an address",
        ),
        ("int x = 1 / 0;", "1:11: invalid: a constant expression has no defined value"),
        (
            "void f(void) { static int *x = (int[]){1}; }",
            "1:32: invalid: the initialiser of a static object is not constant",
        ),
        (
            "int g(void); void f(void) { int x[2] = {g(), [0] = 1}; }",
            "1:46: unsupported: overriding an initialiser that has side effects",
        ),
        (
            "struct S { int a; }; void f(struct S s) { struct { struct S s; } x = {s, .s.a = 1}; }",
            "1:74: unsupported: an initialiser that overrides a part of another",
        ),
        (
            "int x[] = {[0 ... 99999999] = 1};",
            "1:12: unsupported: a range designator over very many elements",
        ),
        ("int x[2] = {[0] 1};", "1:17: unsupported: a designator without '='"),
        ("struct { int a; } x = {a: 1};", "1:24: unsupported: an old-style designator"),
        (
            "struct { int n; int a[]; } x = {1, {2}};",
            "1:36: unsupported: an initialiser for a flexible array member",
        ),
        ("int x[] = {};", "1:11: unsupported: an array of length zero"),
        ("struct S x = {1};", "1:14: invalid: an object of incomplete type has an initialiser"),
        (
            "extern int x; void f(void) { extern int x = 1; }",
            "1:43: invalid: an extern declaration in a block has an initialiser",
        ),
        ("int x = 1; int x = 2;", "1:16: invalid: 'x' is defined twice"),
        ("int f(void) = 1;", "1:13: invalid: a function cannot have an initialiser"),
    ] {
        table.check(text, &error(text), expected);
    }
    table.finish();
}
