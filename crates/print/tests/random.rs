//! Random expressions made with the builder: flawless, and after printing and reading back the same
//! text with the same type and, where it is constant, the same value, on every target.

mod support;

use brinell_lang::*;
use brinell_print::{print, print_units};
use brinell_syntax::{ParseOptions, parse};
use proptest::prelude::*;
use std::sync::Arc;
use support::*;

const L: Loc = Loc::NONE;

/// Draws from a list of choices; zeros when it is used up, so that every tree ends.
struct Draw {
    choices: std::vec::IntoIter<u64>,
}

impl Draw {
    fn next(&mut self) -> u64 {
        self.choices.next().unwrap_or(0)
    }
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.next() % from.len() as u64) as usize]
    }
}

/// The variables that random expressions name.
struct Vars {
    list: Vec<(LocalId, TypeId)>,
    record: LocalId,
    record_ty: TypeId,
}

const SHARP: [u64; 12] = [
    0,
    1,
    5,
    0x7f,
    0x80,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    i64::MAX as u64,
    i64::MIN as u64,
    u64::MAX,
];

fn leaf(b: &mut Builder<'_>, draw: &mut Draw, vars: &Vars) -> ExprId {
    match draw.next() % 6 {
        0..=2 => {
            let kind = draw.pick(&IntKind::ALL);
            let value = if draw.next().is_multiple_of(2) { draw.next() } else { draw.pick(&SHARP) };
            b.int(value, kind, L)
        }
        3 => {
            let value = f64::from_bits(draw.next());
            let kind = draw.pick(&[FloatKind::Float, FloatKind::Double]);
            b.float(value, kind, L)
        }
        4 => {
            let base = b.local(vars.record, QualType::plain(vars.record_ty), L);
            let field = draw.pick(&[0, 1, 2, 4]);
            b.member(base, field, L).expect("the field exists")
        }
        _ => {
            let (local, ty) = draw.pick(&vars.list);
            b.local(local, QualType::plain(ty), L)
        }
    }
}

fn tree(b: &mut Builder<'_>, draw: &mut Draw, vars: &Vars, depth: u32) -> ExprId {
    if depth == 0 {
        return leaf(b, draw, vars);
    }
    let a = tree(b, draw, vars, depth - 1);
    // What the builder refuses stays as it was: the operands it has seen are then not used.
    let built = match draw.next() % 12 {
        0 => {
            let op = draw.pick(&[UnaryOp::Neg, UnaryOp::Plus, UnaryOp::BitNot, UnaryOp::Not]);
            b.unary(op, a, L)
        }
        1..=5 => {
            let other = tree(b, draw, vars, depth - 1);
            let op = draw.pick(&BinaryOp::ALL);
            b.binary(op, a, other, L)
        }
        6 => {
            let other = tree(b, draw, vars, depth - 1);
            b.logical(draw.pick(&[LogicalOp::And, LogicalOp::Or]), a, other, L)
        }
        7 => {
            let (then, other) = (tree(b, draw, vars, depth - 1), tree(b, draw, vars, depth - 1));
            b.conditional(a, then, other, L)
        }
        8 => {
            let other = tree(b, draw, vars, depth - 1);
            Ok(b.comma(a, other, L))
        }
        9 => {
            let kind = draw.pick(&IntKind::ALL);
            let ty = b.types.int(kind);
            b.cast(a, ty, L)
        }
        10 => {
            let to = leaf(b, draw, vars);
            let op = draw.pick(&BinaryOp::ALL);
            if draw.next().is_multiple_of(2) {
                b.assign(to, a, L)
            } else {
                b.assign_op(op, to, a, L)
            }
        }
        _ => {
            let ops = [IncDecOp::PreInc, IncDecOp::PostDec, IncDecOp::PreDec, IncDecOp::PostInc];
            b.inc_dec(draw.pick(&ops), a, L)
        }
    };
    built.unwrap_or_else(|_| leaf(b, draw, vars))
}

/// A program whose only function evaluates one random expression.
fn random_program(target: TargetName, choices: Vec<u64>) -> Program {
    let mut make = Make::new();
    make.program.target = Target::named(target);
    let int = make.int();
    let kinds = [IntKind::Short, IntKind::UInt, IntKind::LongLong, IntKind::Char];
    let mut tys: Vec<TypeId> = kinds.map(|k| make.types().int(k)).to_vec();
    tys.push(int);
    tys.push(make.types().float(FloatKind::Float));
    let uint = make.types().int(IntKind::UInt);
    let wide = make.types().int(IntKind::ULongLong);
    let record = make.record(
        None,
        RecordKind::Struct,
        vec![
            bits(None, uint, 3),
            bits(Some("narrow"), uint, 5),
            bits(Some("wide"), wide, 40),
            bits(None, int, 0),
            field(None, int),
        ]
        .into_iter()
        .enumerate()
        .map(|(i, mut f)| {
            if i == 0 {
                f.name = Some("first".to_owned());
            }
            f
        })
        .collect(),
    );
    let record_ty = make.types().record(record);
    let mut body = Body::default();
    let list: Vec<(LocalId, TypeId)> =
        tys.iter().map(|ty| (local(&mut body, None, *ty, LocalKind::Param, None), *ty)).collect();
    let record = local(&mut body, None, record_ty, LocalKind::Param, None);
    body.params = list.iter().map(|(l, _)| *l).chain([record]).collect();
    let vars = Vars { list, record, record_ty };
    let mut draw = Draw { choices: choices.into_iter() };
    let mut exprs = Exprs::new();
    let e = make.with(&mut exprs, |b| {
        let e = tree(b, &mut draw, &vars, 5);
        b.rvalue(e)
    });
    body.exprs = exprs;
    let s = stmt(&mut body, StmtKind::Expr(e));
    body.root = Some(stmt(&mut body, StmtKind::Block(vec![s])));
    let void = make.types().void();
    tys.push(record_ty);
    let ty = make.function_type(void, &tys, false);
    make.define(None, ty, body);
    make.program
}

/// The type and, if there is one, the constant value of the only statement.
fn meaning(program: &Program) -> (String, Option<String>) {
    let body = program.functions.iter().find_map(|f| f.body.as_ref()).expect("a body");
    let e = body.stmts.iter().find_map(|s| match s.kind {
        StmtKind::Expr(e) => Some(e),
        _ => None,
    });
    let e = e.expect("a statement");
    let ty = program.types.describe(body.exprs[e].ty.unqualified(), &program.target);
    let value = eval_const(&program.types, &program.target, &body.exprs, e).ok();
    let value = value.map(|v| match v {
        Const::Float(f) if f.is_nan() => "nan".to_owned(),
        Const::Long(v) if v.is_nan() => "nan".to_owned(),
        other => format!("{other:?}"),
    });
    (ty, value)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5000) })]

    #[test]
    fn random_expressions_read_back_as_themselves(
        target in prop::sample::select(TargetName::ALL.to_vec()),
        choices in prop::collection::vec(prop_oneof![any::<u64>(), 0u64..64], 0..250),
    ) {
        let program = random_program(target, choices);
        let flaws = check(&program);
        prop_assert!(flaws.is_empty(), "{flaws:#?}");
        let text = print(&program);
        let options = ParseOptions { target: program.target.clone(), dialect: program.dialect };
        let again = match parse(&text, "printed.c", &options) {
            Ok(again) => again,
            Err(error) => return Err(TestCaseError::fail(format!("{:?}\n{text}", error.error))),
        };
        prop_assert_eq!(&print(&again), &text);
        prop_assert_eq!(meaning(&again), meaning(&program), "{}", text);
    }
}

#[test]
fn units_are_printed_apart_and_declare_what_they_share() {
    let mut make = Make::new();
    let int = make.int();
    let ty = make.function_type(int, &[], false);
    let shared = make.global(Some("shared"), QualType::plain(int), None, Exprs::new());
    Arc::make_mut(&mut make.program.globals[shared]).linkage = Linkage::External;
    let mut body = Body::default();
    let mut exprs = Exprs::new();
    let value = make.with(&mut exprs, |b| {
        let g = b.global(shared, QualType::plain(int), L);
        b.rvalue(g)
    });
    body.exprs = exprs;
    let ret = stmt(&mut body, StmtKind::Return(Some(value)));
    body.root = Some(stmt(&mut body, StmtKind::Block(vec![ret])));
    let f = make.define(None, ty, body);
    let mut body = Body::default();
    let mut exprs = Exprs::new();
    let call = make.with(&mut exprs, |b| {
        let f = b.function(f, ty, L);
        b.call(f, vec![], L).expect("a call")
    });
    body.exprs = exprs;
    let ret = stmt(&mut body, StmtKind::Return(Some(call)));
    body.root = Some(stmt(&mut body, StmtKind::Block(vec![ret])));
    let main = make.define(Some("main"), ty, body);
    make.program.units = vec![
        Unit { items: vec![Item::DefineFunction(main)] },
        Unit { items: vec![Item::DefineFunction(f)] },
        Unit { items: vec![Item::DefineGlobal(shared)] },
    ];
    assert!(check(&make.program).is_empty());
    let units = print_units(&make.program);
    let texts: Vec<&str> = units.iter().map(|u| u.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "int func_1(void);\n\nint main(void) {\n    return func_1();\n}\n",
            "extern int shared;\n\nint func_1(void) {\n    return shared;\n}\n",
            "int shared;\n",
        ]
    );
    let pieces: Vec<(Item, &str)> =
        units[1].pieces.iter().map(|(item, at)| (*item, &texts[1][at.clone()])).collect();
    assert_eq!(
        pieces,
        [
            (Item::DeclareGlobal(shared), "extern int shared;\n"),
            (Item::DefineFunction(f), "int func_1(void) {\n    return shared;\n}\n"),
        ]
    );
    let merged = print(&make.program);
    assert!(merged.contains("int func_1(void);\n\nint main(void)"), "{merged}");
    assert!(merged.ends_with("int shared;\n"), "{merged}");
}
