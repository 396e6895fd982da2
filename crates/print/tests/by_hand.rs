//! Programs made with the builder print as the C a person would have written.

mod support;

use brinell_lang::*;
use brinell_print::print;
use support::*;

const L: Loc = Loc::NONE;

/// Prints `return <expr>;` in a function with an `int` parameter `a`, an `int *` `p`, and returns
/// the expression's text.
fn shown(build: impl FnOnce(&mut Builder<'_>, ExprId, ExprId) -> ExprId) -> String {
    let mut make = Make::new();
    let int = make.int();
    let pointer = make.pointer(int);
    let mut body = Body::default();
    let a = local(&mut body, Some("a"), int, LocalKind::Param, None);
    let p = local(&mut body, Some("p"), pointer, LocalKind::Param, None);
    body.params = vec![a, p];
    let mut exprs = Exprs::new();
    let e = make.with(&mut exprs, |b| {
        let a = b.local(a, QualType::plain(int), L);
        let p = b.local(p, QualType::plain(pointer), L);
        build(b, a, p)
    });
    body.exprs = exprs;
    let s = stmt(&mut body, StmtKind::Expr(e));
    let root = stmt(&mut body, StmtKind::Block(vec![s]));
    body.root = Some(root);
    let void = make.types().void();
    let ty = make.function_type(void, &[int, pointer], false);
    make.define(Some("f"), ty, body);
    let text = print(&make.program);
    let start = text.find("{\n    ").expect("a body") + 6;
    let end = text.rfind(";\n}").expect("its end");
    text[start..end].to_owned()
}

#[test]
fn parentheses_where_needed_or_wise() {
    use BinaryOp::*;
    let two = |b: &mut Builder<'_>| b.int(2, IntKind::Int, L);
    let cases: Vec<(&str, String)> = vec![
        (
            "(a + 2) * 2",
            shown(|b, a, _| {
                let (x, y) = (two(b), two(b));
                let sum = b.binary(Add, a, x, L).unwrap();
                b.binary(Mul, sum, y, L).unwrap()
            }),
        ),
        (
            "a + 2 * 2",
            shown(|b, a, _| {
                let (x, y) = (two(b), two(b));
                let product = b.binary(Mul, x, y, L).unwrap();
                b.binary(Add, a, product, L).unwrap()
            }),
        ),
        (
            "a - (2 - 2)",
            shown(|b, a, _| {
                let (x, y) = (two(b), two(b));
                let d = b.binary(Sub, x, y, L).unwrap();
                b.binary(Sub, a, d, L).unwrap()
            }),
        ),
        (
            "(a + 2) << 2",
            shown(|b, a, _| {
                let (x, y) = (two(b), two(b));
                let sum = b.binary(Add, a, x, L).unwrap();
                b.binary(Shl, sum, y, L).unwrap()
            }),
        ),
        (
            "(a < 2) == 2",
            shown(|b, a, _| {
                let (x, y) = (two(b), two(b));
                let less = b.binary(Lt, a, x, L).unwrap();
                b.binary(Eq, less, y, L).unwrap()
            }),
        ),
        (
            "(a & 2) | 2",
            shown(|b, a, _| {
                let (x, y) = (two(b), two(b));
                let and = b.binary(And, a, x, L).unwrap();
                b.binary(Or, and, y, L).unwrap()
            }),
        ),
        (
            "(a && 2) || 2",
            shown(|b, a, _| {
                let (x, y) = (two(b), two(b));
                let and = b.logical(LogicalOp::And, a, x, L).unwrap();
                b.logical(LogicalOp::Or, and, y, L).unwrap()
            }),
        ),
        (
            "(!a) == 2",
            shown(|b, a, _| {
                let x = two(b);
                let not = b.unary(UnaryOp::Not, a, L).unwrap();
                b.binary(Eq, not, x, L).unwrap()
            }),
        ),
        (
            "a / *p",
            shown(|b, a, p| {
                let at = b.deref(p, L).unwrap();
                b.binary(Div, a, at, L).unwrap()
            }),
        ),
        (
            "- -a",
            shown(|b, a, _| {
                let neg = b.unary(UnaryOp::Neg, a, L).unwrap();
                b.unary(UnaryOp::Neg, neg, L).unwrap()
            }),
        ),
        (
            "- --a",
            shown(|b, a, _| {
                let less = b.inc_dec(IncDecOp::PreDec, a, L).unwrap();
                b.unary(UnaryOp::Neg, less, L).unwrap()
            }),
        ),
        (
            "a - -5",
            shown(|b, a, _| {
                let five = b.int(-5i64 as u64, IntKind::Int, L);
                b.binary(Sub, a, five, L).unwrap()
            }),
        ),
        (
            "a * (-2147483647 - 1)",
            shown(|b, a, _| {
                let min = b.int(i64::from(i32::MIN) as u64, IntKind::Int, L);
                b.binary(Mul, a, min, L).unwrap()
            }),
        ),
        (
            "(short)-5 + (unsigned char)200 + 7UL",
            shown(|b, _, _| {
                let x = b.int(-5i64 as u64, IntKind::Short, L);
                let y = b.int(200, IntKind::UChar, L);
                let z = b.int(7, IntKind::ULong, L);
                let sum = b.binary(Add, x, y, L).unwrap();
                b.binary(Add, sum, z, L).unwrap()
            }),
        ),
        (
            "*p++",
            shown(|b, _, p| {
                let next = b.inc_dec(IncDecOp::PostInc, p, L).unwrap();
                b.deref(next, L).unwrap()
            }),
        ),
        (
            "(*p)++",
            shown(|b, _, p| {
                let at = b.deref(p, L).unwrap();
                b.inc_dec(IncDecOp::PostInc, at, L).unwrap()
            }),
        ),
        (
            "p[a = 2] = (a, 2)",
            shown(|b, a, p| {
                let (x, y) = (two(b), two(b));
                let a2 = b.exprs.push(b.exprs[a].clone());
                let assign = b.assign(a, x, L).unwrap();
                let at = b.index(p, assign, L).unwrap();
                let comma = b.comma(a2, y, L);
                b.assign(at, comma, L).unwrap()
            }),
        ),
        (
            "(a + 2) ? a : 2",
            shown(|b, a, _| {
                let (x, y) = (two(b), two(b));
                let a2 = b.exprs.push(b.exprs[a].clone());
                let sum = b.binary(Add, a, x, L).unwrap();
                b.conditional(sum, a2, y, L).unwrap()
            }),
        ),
        (
            "(float)a * 1.5f / (1.0 / 0.0)",
            shown(|b, a, _| {
                let float = b.types.float(FloatKind::Float);
                let a = b.cast(a, float, L).unwrap();
                let half = b.float(1.5, FloatKind::Float, L);
                let product = b.binary(Mul, a, half, L).unwrap();
                let inf = b.float(f64::INFINITY, FloatKind::Double, L);
                b.binary(Div, product, inf, L).unwrap()
            }),
        ),
        (
            "*&a",
            shown(|b, a, _| {
                let at = b.addr_of(a, L).unwrap();
                b.deref(at, L).unwrap()
            }),
        ),
    ];
    for (expected, text) in cases {
        assert_eq!(text, expected);
    }
}

/// A program with many shapes of types and initialisers, all unnamed.
fn rich() -> Program {
    let mut make = Make::new();
    let int = make.int();
    let uint = make.types().int(IntKind::UInt);
    let char_ty = make.types().int(IntKind::Char);
    let inner =
        make.record(None, RecordKind::Union, vec![field(Some("a"), int), field(Some("b"), uint)]);
    let inner_ty = make.types().record(inner);
    let outer = make.record(
        None,
        RecordKind::Struct,
        vec![
            field(None, int),
            bits(Some("bool"), uint, 3),
            bits(None, uint, 0),
            field(None, inner_ty),
            bits(None, int, 5),
            field(None, int),
        ],
    );
    let outer_ty = make.types().record(outer);
    let self_pointer = make.pointer(outer_ty);
    let list = make.record(None, RecordKind::Struct, vec![field(None, self_pointer)]);
    let list_ty = make.types().record(list);
    let list_pointer = make.pointer(list_ty);
    if let Some(fields) = &mut make.types().records[list].fields {
        fields.push(field(Some("next"), list_pointer));
    }
    let callback = make.function_type(int, &[list_pointer, int], false);
    let callback = make.pointer(callback);
    let table = make.array(callback, 3);
    let matrix = make.array(int, 4);
    let row_pointer = make.pointer(matrix);
    make.global(None, QualType::plain(table), None, Exprs::new());
    make.global(
        Some("volatile"),
        QualType { ty: row_pointer, quals: Quals::VOLATILE },
        None,
        Exprs::new(),
    );
    let mut exprs = Exprs::new();
    let values: Vec<ExprId> =
        (0..3).map(|i| make.with(&mut exprs, |b| b.int(i, IntKind::Int, L))).collect();
    let init = Init::List(vec![
        InitItem { index: 0, init: Init::Expr(values[0]) },
        InitItem {
            index: 3,
            init: Init::List(vec![InitItem { index: 0, init: Init::Expr(values[1]) }]),
        },
        InitItem { index: 5, init: Init::Expr(values[2]) },
    ]);
    make.global(None, QualType::plain(outer_ty), Some(init), exprs);
    make.global(
        None,
        QualType { ty: list_ty, quals: Quals::CONST },
        Some(Init::List(vec![])),
        Exprs::new(),
    );
    let text =
        make.program.strings.push(std::sync::Arc::new(StringLit { bytes: b"%d??/\n".to_vec() }));
    let printf = make.printf();
    let mut body = Body::default();
    let shadow = local(&mut body, Some("printf"), int, LocalKind::Var, None);
    let plain = local(&mut body, None, int, LocalKind::Var, None);
    let same = local(&mut body, Some("printf"), char_ty, LocalKind::Var, None);
    let label = body.labels.push(Label { name: None, loc: L });
    let mut exprs = Exprs::new();
    let function_ty = make.program.functions[printf].ty;
    let call = make.with(&mut exprs, |b| {
        let f = b.function(printf, function_ty, L);
        let s = b.string(text, 6, L);
        let one = b.int(1, IntKind::Int, L);
        b.call(f, vec![s, one], L).unwrap()
    });
    let cond = make.with(&mut exprs, |b| {
        let x = b.local(plain, QualType::plain(int), L);
        let zero = b.int(0, IntKind::Int, L);
        b.assign(x, zero, L).unwrap()
    });
    let zero = make.with(&mut exprs, |b| b.int(0, IntKind::Int, L));
    body.exprs = exprs;
    let stmts: Vec<StmtId> = [
        StmtKind::Label(label),
        StmtKind::Decl(shadow),
        StmtKind::Decl(plain),
        StmtKind::Decl(same),
        StmtKind::Expr(call),
    ]
    .into_iter()
    .map(|k| stmt(&mut body, k))
    .collect();
    let goto = stmt(&mut body, StmtKind::Goto(label));
    let branch = stmt(&mut body, StmtKind::If { cond, then: goto, otherwise: None });
    let ret = stmt(&mut body, StmtKind::Return(Some(zero)));
    let mut all = stmts;
    all.extend([branch, ret]);
    let root = stmt(&mut body, StmtKind::Block(all));
    body.root = Some(root);
    let ty = make.function_type(int, &[], false);
    make.define(Some("main"), ty, body);
    make.program
}

#[test]
fn a_rich_program_prints_as_expected() {
    let expected = "\
struct S1 {
    int f0;
    unsigned int bool_1 : 3;
    unsigned int : 0;
    union {
        int a;
        unsigned int b;
    };
    signed int : 5;
    int f5;
};

struct S2 {
    struct S1 *f0;
    struct S2 *next;
};

static int (*g_0[3])(struct S2 *, int);
static int (*volatile volatile_1)[4];
static struct S1 g_2 = {0, .a = 1, .f5 = 2};
static const struct S2 g_3 = {0};

int printf(const char *, ...);

int main(void) {
lbl_0:
    ;
    int printf_2;
    int l_1;
    char printf_1;
    printf(\"%d?\\?/\\n\", 1);
    if ((l_1 = 0)) {
        goto lbl_0;
    }
    return 0;
}
";
    assert_eq!(print(&rich()), expected);
}

#[test]
fn printed_text_compiles_everywhere_without_warnings() {
    let text = print(&rich());
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("rich.c");
    std::fs::write(&file, &text).unwrap();
    for cc in compilers() {
        for std in ["c99", "c11"] {
            let flags = strict_flags(cc, std);
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            compile(cc, &flags, &file, &dir.path().join("rich"))
                .unwrap_or_else(|e| panic!("{e}\n{text}"));
        }
    }
}

#[test]
fn very_deep_expressions_do_not_overflow_the_stack() {
    let text = shown(|b, a, _| {
        let mut e = b.rvalue(a);
        for _ in 0..200_000 {
            e = b.unary(UnaryOp::BitNot, e, L).unwrap();
        }
        e
    });
    assert_eq!(text.len(), 200_001);
}
