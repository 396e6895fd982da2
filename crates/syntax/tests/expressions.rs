//! Expressions: precedence, conversions, constants, builtins.

mod common;
use brinell_lang::{Dialect, TargetName};
use common::{body, error, program, program_for};

const PRELUDE: &str = "struct S { int a; char c[4]; unsigned b : 3; const int k; } s, *p; \
    int i, j, a[3], m[2][3]; unsigned u; char c; long l; unsigned long long ull; double d; float f; \
    int *ip; const int *cip; void *vp; _Bool t; short h; enum E { A, B } e; int fn(int, char *); \
    void none(void); struct S make(void); int var(const char *, ...); int old();";

/// Each expression as a statement of a function.
#[test]
fn typed_trees() {
    let mut table = common::Table::default();
    for (text, expected) in [
        ("i + j * 2 - 1", "((%i + (%j * 2)) - 1)"),
        ("i - j - 1", "((%i - %j) - 1)"),
        ("i = j = 1", "(i = (j = 1))"),
        ("i == j != 1", "((%i == %j) != 1)"),
        ("i < j << 1", "(%i < (%j << 1))"),
        ("i & j == 1 | 2 ^ 3", "((%i & (%j == 1)) | (2 ^ 3))"),
        ("i && j || i", "((%i && %j) || %i)"),
        ("i ? j : c ? 1 : 2", "(%i ? %j : (%c ? 1 : 2))"),
        ("i, j, 1", "((%i, %j), 1)"),
        ("-i++", "-i++"),
        ("~-!+i", "~-!+%i"),
        ("c + h", "(<int>%c + <int>%h)"),
        ("u + i", "(%u + <unsigned int>%i)"),
        ("l + u", "(%l + <long>%u)"),
        ("ull + l", "(%ull + <unsigned long long>%l)"),
        ("d + i", "(%d + <double>%i)"),
        ("f + d", "(<double>%f + %d)"),
        ("f * f", "(%f * %f)"),
        ("c << l", "(<int>%c << %l)"),
        ("t + t", "(<int>%t + <int>%t)"),
        ("e + 1", "(<unsigned int>%e + <unsigned int>1)"),
        ("A + 1", "(0 + 1)"),
        ("s.b + 1", "(<int>%s.2 + 1)"),
        ("i += c", "(i +=<int> <int>%c)"),
        ("c += 1L", "(c +=<long> 1:long)"),
        ("c <<= 1L", "(c <<=<int> 1:long)"),
        ("ip += 1", "(ip +=<*int> 1)"),
        ("c = i", "(c = <char>%i)"),
        ("t = ip", "(t = <_Bool>%ip)"),
        ("ip = 0", "(ip = <*int>0)"),
        ("ip = (void *)0", "(ip = <*int>(*void)0)"),
        ("vp = ip", "(vp = <*void>%ip)"),
        ("cip = ip", "(cip = <*const int>%ip)"),
        ("a[1]", "%^a[1]"),
        ("1[a]", "%^a[1]"),
        ("m[1][2]", "%^^m[1][2]"),
        ("&a[1]", "&^a[1]"),
        ("*a", "%*^a"),
        ("*m", "^*^m"),
        ("&m", "&m"),
        ("a + 1", "(^a + 1)"),
        ("1 + a", "(^a + 1)"),
        ("ip - a", "(%ip - ^a)"),
        ("ip == 0", "(%ip == <*int>0)"),
        ("ip == vp", "(<*void>%ip == %vp)"),
        ("ip < cip", "(<*const int>%ip < %cip)"),
        ("i ? ip : 0", "(%i ? %ip : <*int>0)"),
        ("i ? ip : vp", "(%i ? <*void>%ip : %vp)"),
        ("i ? cip : ip", "(%i ? %cip : <*const int>%ip)"),
        ("i ? c : h", "(%i ? <int>%c : <int>%h)"),
        ("s.a", "%s.0"),
        ("p->a", "%*%p.0"),
        ("(*p).c[1]", "%^*%p.1[1]"),
        ("make().a", "^make().0"),
        ("fn(c, s.c)", "^fn(<int>%c, ^s.1)"),
        ("(&fn)(1, 0)", "&fn(1, <*char>0)"),
        ("(*fn)(1, 0)", "^*^fn(1, <*char>0)"),
        ("var(\"%d\", c, f, h)", "^var(<*const char>^\"%d\", <int>%c, <double>%f, <int>%h)"),
        ("old(c, f)", "^old(<int>%c, <double>%f)"),
        ("none()", "^none()"),
        ("(char)i", "(char)%i"),
        ("(void)i", "(void)%i"),
        ("(long)(char)i + 1", "((long)(char)%i + <long>1)"),
        ("(int)+1", "(int)+1"),
        ("(i)+1", "(%i + 1)"),
        ("sizeof i", "sizeof(int)"),
        ("sizeof(a)", "sizeof([3]int)"),
        ("sizeof a[0]", "sizeof(int)"),
        ("sizeof(int) * 2", "(sizeof(int) * <unsigned long>2)"),
        ("sizeof(i++ + fn(1, 0))", "sizeof(int)"),
        ("sizeof (char)-0", "(sizeof(char) - <unsigned long>0)"),
        ("sizeof(c + c)", "sizeof(int)"),
        ("sizeof \"abc\"", "sizeof([4]char)"),
        ("sizeof(int[]){1, 2}", "sizeof([2]int)"),
        ("sizeof(struct { int a; char b; })", "sizeof(unnamed struct)"),
        ("_Alignof(long)", "alignof(long)"),
        ("++p->a", "++*%p.0"),
        ("p++->a", "%*p++.0"),
        ("(int){3} + 1", "(%lit3 + 1)"),
        ("((struct S){1}).a", "%lit{0: 1}.0"),
        ("*(int[]){1, 2}", "%*^lit{0: 1, 1: 2}"),
        ("\"ab\" \"cd\"[1]", "%^\"abcd\"[1]"),
        ("_Generic(c, int: 1, char: 2, default: 3)", "2"),
        ("_Generic(1.0f, int: 1, default: i)", "%i"),
        ("_Generic(a, int *: 7)", "7"),
        ("_Generic(\"x\", char *: 7, const char *: 8)", "7"),
        ("__builtin_expect(i, 1)", "(long)%i"),
        ("__builtin_expect(i, j++)", "(j++, (long)%i)"),
        ("__builtin_offsetof(struct S, c[2])", "6:unsigned long"),
        ("__builtin_types_compatible_p(int, const int)", "1"),
        ("__builtin_types_compatible_p(int, long)", "0"),
        ("__builtin_constant_p(3 + 4)", "1"),
        ("__builtin_choose_expr(1, i, d)", "%i"),
        ("__builtin_strlen(\"x\")", "^__builtin_strlen(<*const char>^\"x\")"),
        ("__extension__ (i)", "%i"),
        // Comparing pointers to different types is a constraint violation that compilers let pass.
        ("ip == &u", "(%ip == (*int)&u)"),
        ("ip == &p", "(%ip == (*int)&p)"),
        // So is this one between signed and unsigned, and only this one.
        ("ip = &u", "(ip = (*int)&u)"),
        ("cip = &u", "(cip = (*const int)&u)"),
        ("'a' + '\\n'", "(97 + 10)"),
        ("0x80000000 + 1L", "(<long>2147483648:unsigned int + 1:long)"),
        ("-2147483648", "-2147483648:long"),
        ("1.5f + 1.5", "(<double>1.5:float + 1.5:double)"),
        ("(double)1.5L", "(double)0x3fffc000000000000000:long double"),
        ("i = 1, j = 2", "((i = 1), (j = 2))"),
        ("i ? j = 1, j : 2", "(%i ? ((j = 1), %j) : 2)"),
        (
            "((void) sizeof ((i > 0) ? 1 : 0), __extension__ ({ if (i > 0) ; else none (); }))",
            "((void)sizeof(int), ((%i > 0) ? (void)0 : ^none()))",
        ),
    ] {
        let p = program(&format!("{PRELUDE} void test(void) {{ {text}; }}"));
        let shown = body(&p, "test");
        let shown = shown.strip_prefix("{ ").and_then(|s| s.strip_suffix("; }")).unwrap_or(&shown);
        table.check(text, shown, expected);
    }
    table.finish();
}

#[test]
fn promotions_depend_on_the_target() {
    let text = "unsigned short h; unsigned u; long l; void test(void) { h + 1; u + l; }";
    for (target, expected) in [
        (TargetName::Lp64, "{ (<int>%h + 1); (<long>%u + %l); }"),
        (TargetName::Ilp32, "{ (<int>%h + 1); (<unsigned long>%u + <unsigned long>%l); }"),
        (TargetName::Ip16, "{ (<unsigned int>%h + <unsigned int>1); (<long>%u + %l); }"),
    ] {
        assert_eq!(body(&program_for(text, target, Dialect::C17), "test"), expected);
    }
}

#[test]
fn c23_words() {
    let p = program_for(
        "bool b = true; int x[1'0]; static_assert(sizeof(int) == 4); void test(void) { b = false; }",
        TargetName::Lp64,
        Dialect::C23,
    );
    assert_eq!(common::global(&p, "b"), "_Bool = (_Bool)1");
    assert_eq!(body(&p, "test"), "{ (b = (_Bool)0); }");
    program("int bool, true, nullptr, typeof, static_assert;");
}

#[test]
fn bad_expressions() {
    let mut table = common::Table::default();
    for (text, expected) in [
        ("x", "invalid: 'x' is not declared"),
        ("fn(1)", "invalid: the function takes 2 argument(s), 1 given"),
        ("1 = i", "invalid: only an lvalue can be assigned to"),
        ("i = ip", "invalid: an assignment cannot convert 'int *' to 'int'"),
        ("ip = 1", "invalid: an assignment cannot convert 'int' to 'int *'"),
        (
            "ip = &l",
            "invalid: an assignment converts 'long *' to the incompatible 'int *'; write a cast if that is meant",
        ),
        ("ip = cip", "invalid: an assignment drops a qualifier: 'const int *' to 'int *'"),
        ("s.x", "invalid: 'struct S' has no member 'x'"),
        ("i.x", "invalid: 'int' is not a struct or union"),
        ("*i", "invalid: '*' needs a pointer, not 'int'"),
        ("*vp", "unsupported: dereferencing a pointer to void"),
        ("i[j]", "invalid: '[]' cannot take 'int' and 'int'"),
        ("&1", "invalid: '&' needs an lvalue"),
        ("&s.b", "invalid: a bit-field has no address"),
        ("sizeof s.b", "invalid: sizeof of a bit-field"),
        ("sizeof(void)", "invalid: sizeof needs a complete object type, not 'void'"),
        ("*cip = 1", "invalid: a const object cannot be assigned to"),
        ("s = *p", "invalid: a const object cannot be assigned to"),
        ("i ? s : 1", "invalid: '?:' cannot choose between 'struct S' and 'int'"),
        ("d % 2", "invalid: '%' cannot take 'double' and 'int'"),
        ("none() + 1", "invalid: '+' cannot take 'void' and 'int'"),
        ("1()", "invalid: cannot call a 'int'"),
        ("(struct S)i", "invalid: cannot cast 'int' to 'struct S'"),
        ("i ?: j", "unsupported: a conditional without its middle operand"),
        ("({ i; })", "unsupported: a statement expression"),
        ("({ int k = 1; k; })", "unsupported: a statement expression"),
        ("&&lbl", "unsupported: the address of a label"),
        ("L\"x\"", "unsupported: a wide string literal"),
        ("1.0i", "unsupported: an imaginary constant"),
        ("__builtin_popcount(i)", "unsupported: the builtin '__builtin_popcount'"),
        ("__builtin_va_arg(i, int)", "unsupported: the builtin '__builtin_va_arg'"),
        (
            "__builtin_constant_p(i)",
            "unsupported: __builtin_constant_p of something that is not constant",
        ),
        ("_Generic(i, char: 1)", "invalid: _Generic has nothing for 'int'"),
        ("_Generic(i, int: 1, signed: 2)", "invalid: two compatible types in _Generic"),
        ("(i", "invalid: ')' expected before ';'"),
        ("i +", "invalid: an expression expected before ';'"),
        ("E", "invalid: 'E' is not declared"),
        ("register int q; &q", "invalid: a variable declared 'register' has no address"),
        ("_Atomic int q = 1", "unsupported: an operation on '_Atomic'"),
        ("double _Complex q = 1", "unsupported: an operation on '_Complex'"),
        ("++(int)i", "invalid: only an lvalue can be assigned to"),
        ("i = __alignof__ i", "unsupported: the alignment of an expression"),
        (
            "99999999999999999999",
            "invalid: the constant '99999999999999999999' does not fit any type",
        ),
    ] {
        let shown = error(&format!("{PRELUDE} void test(void) {{\n{text}; }}"));
        let words = shown.split_once(": ").map_or("", |(_, w)| w);
        table.check(text, words, expected);
        assert!(shown.starts_with("2:"), "{text}: {shown}");
    }
    table.finish();
}

#[test]
fn nullptr_is_not_supported() {
    let text = "void *p = nullptr;";
    assert_eq!(common::error_in(text, Dialect::C23), "1:11: unsupported: nullptr");
}
