//! Types of declared things: specifiers, declarators, linkage, records, enums.

mod common;
use brinell_lang::{Dialect, IntKind, TargetName};
use common::{error, global, items, program, program_for};

/// Declares `x` in each way and compares its type in words.
#[test]
fn declarators() {
    let mut table = common::Table::default();
    for (text, expected) in [
        ("int x;", "int"),
        ("unsigned x;", "unsigned int"),
        ("long unsigned int long x;", "unsigned long long"),
        ("short signed x;", "short"),
        ("char signed x;", "signed char"),
        ("_Bool x;", "_Bool"),
        ("const volatile int x;", "const volatile int"),
        ("int const *volatile x;", "volatile *const int"),
        ("int *x[3];", "[3]*int"),
        ("int (*x)[3];", "*[3]int"),
        ("int x[2][3];", "[2][3]int"),
        ("int (*x)(void);", "*fn() int"),
        ("int (*x[4])(char, ...);", "[4]*fn(char, ...) int"),
        ("int *(*(*x)(int *))[5];", "*fn(*int) *[5]*int"),
        ("void (*(*x)(void (*)(int)))(int);", "*fn(*fn(int) void) *fn(int) void"),
        ("int (*x)();", "*fn(?) int"),
        ("int (*x)(int a[3], int b(void), const int c);", "*fn(*int, *fn() int, int) int"),
        ("int (*x)(int a[static 3], int b[const]);", "*fn(*int, *int) int"),
        ("typedef int T; T x;", "int"),
        ("typedef int T[3]; const T x;", "[3]const int"),
        ("typedef int *T; const T x;", "const *int"),
        ("typedef int T(int); T *x;", "*fn(int) int"),
        ("typedef int T; struct S { T T; }; T x;", "int"),
        ("struct S { int a; } x;", "struct S"),
        ("struct S; struct S *x;", "*struct S"),
        ("enum E { A } x;", "enum E"),
        ("int ((x));", "int"),
        ("int x[sizeof(int) * 2];", "[8]int"),
        ("enum { N = 3 }; int x[N + 1];", "[4]int"),
        ("int x[] = {1, 2, 3};", "[3]int = {0: 1, 1: 2, 2: 3}"),
        ("int x[]; int x[4];", "[4]int"),
        ("int x[];", "[1]int"),
        ("char x[] = \"abc\";", "[4]char = \"abc\""),
        ("__typeof__(1 + 1L) x;", "long"),
        ("int y; __typeof__(&y) x;", "*int"),
        ("const int y = 1; __typeof__(y) x;", "const int"),
        ("__extension__ long long x;", "long long"),
        ("int *__restrict x;", "*int"),
        (
            "int __attribute__((unused)) *__attribute__((unused)) x __attribute__((aligned(16)));",
            "*int",
        ),
        ("_Alignas(8) int x;", "int"),
        ("[[gnu::unused]] int x [[maybe_unused]];", "int"),
        ("extern int x; int x = 3;", "int = 3"),
        ("int x; int x; int x = 3;", "int = 3"),
        ("static int x; static int x; int *f(void) { return &x; }", "static int"),
        ("static int x; extern int x; int *f(void) { return &x; }", "static int"),
        ("extern int x; int *f(void) { return &x; }", "extern int"),
        ("int *f(void) { extern int x; return &x; }", "extern int"),
        ("int *f(void) { static int x = 3; return &x; }", "local int = 3"),
        ("int (*x)(int (*)[3]) = 0;", "*fn(*[3]int) int = <*fn(*[3]int) int>0"),
    ] {
        table.check(text, &global(&program(text), "x"), expected);
    }
    table.finish();
}

#[test]
fn types_of_functions() {
    let mut table = common::Table::default();
    for (text, dialect, expected) in [
        ("int f(); int f(int a) { return a; }", Dialect::C17, "fn(int) int"),
        ("int f() { return 1; }", Dialect::C17, "fn(?) int"),
        ("int f() { return 1; }", Dialect::C23, "fn() int"),
        ("int f(int); int f(const int a) { return a; }", Dialect::C17, "fn(int) int"),
        ("int f(int a[]) { return *a; }", Dialect::C17, "fn(*int) int"),
        ("typedef int F(int); F f; int f(int x) { return x; }", Dialect::C17, "fn(int) int"),
        ("void f(int (*)[]); void f(int (*a)[3]) { }", Dialect::C17, "fn(*[3]int) void"),
        ("_Noreturn void f(void) { for (;;); }", Dialect::C17, "fn() void"),
    ] {
        let p = program_for(text, TargetName::Lp64, dialect);
        let f = &p.functions[p.function_named("f").expect("f is there")];
        let shown = common::ty(&p, brinell_lang::QualType::plain(f.ty));
        table.check(text, &shown, expected);
    }
    table.finish();
}

#[test]
fn records() {
    let p = program(
        "#pragma pack(push)\n#pragma pack(1)\nstruct A { char c; int i; } a;\n#pragma pack(pop)\n\
         struct __attribute__((packed)) B { char c; int i __attribute__((aligned(2))); } b;\n\
         struct C { int a : 3; unsigned : 0; int : 2; _Bool f : 1; } __attribute__((aligned(16))) c;\n\
         struct D { struct { int x; union { int y; float z; }; }; int w; } d;\n\
         union U { int i; char c[4]; } u;\n\
         struct E { int n; int rest[]; } e;\n\
         int use(void) { return d.y + d.w + e.rest[0]; }",
    );
    let record = |name: &str| {
        p.types.records.iter().find(|r| r.name.as_deref() == Some(name)).expect("it is there")
    };
    assert_eq!((record("A").pragma_pack, record("A").packed), (Some(1), false));
    assert_eq!((record("B").pragma_pack, record("B").packed), (None, true));
    let b = record("B").fields.as_ref().expect("complete");
    assert_eq!((b[0].align, b[1].align), (None, Some(2)));
    assert_eq!(record("C").align, Some(16));
    let widths: Vec<_> =
        record("C").fields.iter().flatten().map(|f| (f.name.as_deref(), f.bits)).collect();
    assert_eq!(
        widths,
        [(Some("a"), Some(3)), (None, Some(0)), (None, Some(2)), (Some("f"), Some(1))]
    );
    assert_eq!(common::body(&p, "use"), "{ return ((%d.0.1.0 + %d.1) + %^e.1[0]); }");
}

#[test]
fn enums() {
    for (text, underlying) in [
        ("enum E { A } x;", IntKind::UInt),
        ("enum E { A = -1 } x;", IntKind::Int),
        ("enum E { A = 0x7fffffff, B } x;", IntKind::UInt),
        ("enum E { A = 0x1ffffffffLL } x;", IntKind::ULong),
        ("enum E { A = -1, B = 0xffffffffu } x;", IntKind::Long),
    ] {
        let p = program(text);
        let e = p.types.enums.iter().next().expect("there is one");
        assert_eq!(e.underlying, underlying, "{text}");
    }
    let p =
        program("enum E { A, B = 5, C, D = B + 10, F = sizeof(int) }; int x[] = {A, B, C, D, F};");
    assert_eq!(global(&p, "x"), "[5]int = {0: 0, 1: 5, 2: 6, 3: 15, 4: 4}");
    let p = program_for(
        "enum E : unsigned char { A = 200 }; enum E x = A; int y = sizeof(enum E);",
        TargetName::Lp64,
        Dialect::C23,
    );
    assert_eq!(global(&p, "y"), "int = <int>sizeof(enum E)");
    assert_eq!(global(&p, "x"), "enum E = <enum E>(unsigned char)200");
}

#[test]
fn order_and_liveness() {
    let mut table = common::Table::default();
    for (text, expected) in [
        ("int a; int b = 1;", "define a, define b"),
        ("int f(void); int f(void) { return 1; }", "declare f(), define f()"),
        (
            "static int f(void); int main(void) { return f(); } static int f(void) { return 1; }",
            "declare f(), define main(), define f()",
        ),
        ("int puts(const char *); int main(void) { return 0; }", "define main()"),
        (
            "int puts(const char *); int main(void) { return puts(\"x\"); }",
            "declare puts(), define main()",
        ),
        (
            "struct S { int a; }; struct T { struct S s; }; struct T t;",
            "record S, record T, define t",
        ),
        (
            "struct S; struct S *p; struct S { int a; }; int main(void) { return p->a; }",
            "define p, record S, define main()",
        ),
        ("struct S { int a; }; struct S *p;", "define p"),
        (
            "int main(void) { static int s; static int t = 2; return s; }",
            "define s, define t, define main()",
        ),
        ("int main(void) { struct S { int a; } s = {1}; return s.a; }", "record S, define main()"),
        ("int *p = (int[]){1, 2};", "define _, define p"),
        ("void f(void) { static void (*p)(void) = f; p(); }", "declare f(), define p, define f()"),
        ("int x; int *p = &x; int x = 3;", "declare x, define p, define x"),
        ("int f(void) { extern int y; return y; } int y = 1;", "declare y, define f(), define y"),
        ("int main(void) { return __builtin_abs(-1); }", "declare __builtin_abs(), define main()"),
        ("int main(void) { return sizeof(__builtin_abs(-1)); }", "define main()"),
        ("const char *f(void) { return __func__; }", "define _, define f()"),
        // From a header: only what is used, in the header's order.
        (
            "# 1 \"h.h\" 1\nstatic int u(void) { return v(); } static int w; static int q(void) { return w; }\n\
          static int r(void) { return q(); } int ext(void) { return 2; }\n# 2 \"t.c\" 2\n\
          int main(void) { return r(); }",
            "define w, define q(), define r(), define ext(), define main()",
        ),
        (
            "# 1 \"h.h\" 1 3\nint ext(void) { return 2; } int v;\n# 2 \"t.c\" 2\nint main(void) { return 0; }",
            "define main()",
        ),
        // A body that is read late sees only what stood before it.
        (
            "# 1 \"h.h\" 1\ntypedef int T; static int q(void) { T *p = 0; return p == 0; }\n# 2 \"t.c\" 2\n\
          int main(void) { return q(); } int p;",
            "define q(), define main(), define p",
        ),
        (
            "extern inline __attribute__((gnu_inline)) int f(void) { return g(); } int main(void) { return f(); }",
            "declare f(), define main()",
        ),
    ] {
        table.check(text, &items(&program(text)), expected);
    }
    table.finish();
    assert_eq!(
        error(
            "# 1 \"h.h\" 1\nstatic int q(void) { return z; }\n# 2 \"t.c\" 2\nint z; int main(void) { return q(); }"
        ),
        "1:29: invalid: 'z' is not declared"
    );
}

#[test]
fn scopes() {
    for text in [
        "typedef int T; int f(void) { T T = 1; return T; }",
        "typedef int T; int f(T T) { return T; }",
        "typedef int T; int f(int (T)); int main(void) { return 0; }",
        "typedef int T; void f(void) { { int T = 2; T++; } T x = 1; x++; }",
        "typedef int T; void f(void) { T: goto T; }",
        "struct S { int a; }; void f(void) { struct S { char b; } s; s.b = 1; { struct S *p = &s; p->b = 2; } }",
        "struct S { int a; }; void f(void) { struct S; struct S *p; struct S { char c; }; p = 0; }",
        "int x; void f(void) { int x = x; (void)x; }",
        "void f(int a) { { int a = 1; (void)a; } }",
        "enum { A = 1 }; void f(void) { enum { A = 2 }; int x[A]; (void)sizeof x; }",
        "void f(void) { for (int i = 0; i < 3; i++) { int i = 5; (void)i; } }",
        "void f(void) { int g(int); g(1); } int g(int a) { return a; }",
        "typedef struct S S; struct S { S *next; }; S s;",
        "typedef int T; typedef int T; T x;",
        "struct T { int T; } T; int f(void) { return T.T; }",
        "int f(int f) { return f; }",
        "void f(int a, int (*g)(int a, int b)) { (void)a; (void)g; }",
    ] {
        program(text);
    }
}
