//! The well-formedness check: programs from the builder are flawless, each kind of flaw is found,
//! and no garbage makes the check panic.

mod sample;

use brinell_lang::*;
use proptest::prelude::*;
use sample::*;
use std::sync::Arc;

fn messages(program: &Program) -> Vec<String> {
    check(program).iter().map(ToString::to_string).collect()
}

#[test]
fn what_the_builder_makes_is_flawless() {
    let (program, _) = sample();
    assert_eq!(messages(&program), Vec::<String>::new());
    assert!(check(&Program::new(Target::named(TargetName::Ip16), Dialect::C99)).is_empty());
}

#[test]
fn a_program_survives_serialisation() {
    let (program, _) = sample();
    let text = serde_json::to_string(&program).unwrap();
    let back: Program = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&back).unwrap(), text);
    assert!(check(&back).is_empty());
}

/// A change to the sample and words that the complaint about it must contain.
type Case = (&'static str, fn(&mut Program, &Ids));

fn body(p: &mut Program, ids: &Ids) -> impl std::ops::DerefMut<Target = Body> {
    struct Guard<'a>(&'a mut Body);
    impl std::ops::Deref for Guard<'_> {
        type Target = Body;
        fn deref(&self) -> &Body {
            self.0
        }
    }
    impl std::ops::DerefMut for Guard<'_> {
        fn deref_mut(&mut self) -> &mut Body {
            self.0
        }
    }
    Guard(p.function_mut(ids.main).body.as_mut().unwrap())
}

/// Changes the kind of the first expression that `pick` accepts.
fn change(p: &mut Program, ids: &Ids, pick: impl Fn(&ExprKind) -> bool, to: impl Fn(&mut Expr)) {
    let mut body = body(p, ids);
    let id = body.exprs.enumerate().find(|(_, e)| pick(&e.kind)).map(|(id, _)| id);
    let id = id.expect("the sample has such an expression");
    to(&mut body.exprs[id]);
}

/// Lets the first member access name another field.
fn set_member(p: &mut Program, ids: &Ids, number: u32) {
    let to = |e: &mut Expr| {
        if let ExprKind::Member { field, .. } = &mut e.kind {
            *field = number;
        }
    };
    change(p, ids, |k| matches!(k, ExprKind::Member { .. }), to);
}

fn change_stmt(p: &mut Program, ids: &Ids, pick: impl Fn(&StmtKind) -> bool, to: StmtKind) {
    let mut body = body(p, ids);
    let id = body.stmts.enumerate().find(|(_, s)| pick(&s.kind)).map(|(id, _)| id);
    let id = id.expect("the sample has such a statement");
    body.stmts[id].kind = to;
}

const CASES: &[Case] = &[
    ("does not exist", |p, i| {
        change(p, i, is_add, |e| {
            if let ExprKind::Binary { lhs, .. } = &mut e.kind {
                *lhs = ExprId(9999);
            }
        });
    }),
    ("used in two places", |p, i| {
        change(p, i, is_add, |e| {
            if let ExprKind::Binary { lhs, rhs, .. } = &mut e.kind {
                *lhs = *rhs;
            }
        });
    }),
    ("is used in two places", |p, i| {
        let mut body = body(p, i);
        let id = body.exprs.enumerate().find(|(_, e)| is_add(&e.kind)).unwrap().0;
        if let ExprKind::Binary { rhs, .. } = &mut body.exprs[id].kind {
            *rhs = id;
        }
    }),
    ("the type of an expression does not exist", |p, i| {
        change(p, i, is_add, |e| e.ty.ty = TypeId(9999));
    }),
    ("where the rules give", |p, i| {
        let long = p.types_mut().int(IntKind::Long);
        change(p, i, is_add, |e| e.ty.ty = long);
    }),
    ("qualified type", |p, i| change(p, i, is_add, |e| e.ty.quals = Quals::CONST)),
    ("is not a value of", |p, i| {
        change(
            p,
            i,
            |k| matches!(k, ExprKind::Int(_)),
            |e| e.kind = ExprKind::Int((1u64 << 40).into()),
        );
    }),
    ("without a load", |p, i| {
        let x = i.x;
        change(p, i, |k| matches!(k, ExprKind::Load(_)), |e| e.kind = ExprKind::Local(x));
    }),
    ("a load needs an lvalue", |p, i| {
        let mut body = body(p, i);
        let int =
            body.exprs.enumerate().find(|(_, e)| matches!(e.kind, ExprKind::Load(_))).unwrap().0;
        let ExprKind::Load(inner) = body.exprs[int].kind else { unreachable!() };
        body.exprs[inner].kind = ExprKind::Int(Bits::ZERO);
    }),
    ("the address of", |p, i| {
        change(
            p,
            i,
            |k| matches!(k, ExprKind::Decay(_)),
            |e| {
                if let ExprKind::Decay(x) = e.kind {
                    e.kind = ExprKind::AddrOf(x);
                }
            },
        );
    }),
    ("instead of both", |p, i| {
        let long = p.types_mut().int(IntKind::Long);
        let mut body = body(p, i);
        let add = body.exprs.enumerate().find(|(_, e)| is_add(&e.kind)).unwrap().0;
        let ExprKind::Binary { rhs, .. } = body.exprs[add].kind else { unreachable!() };
        body.exprs[rhs].ty.ty = long;
    }),
    ("has not been promoted", |p, i| {
        let short = p.types_mut().int(IntKind::Short);
        let mut body = body(p, i);
        let shift = body
            .exprs
            .enumerate()
            .find(|(_, e)| matches!(e.kind, ExprKind::Binary { op: BinaryOp::Shl, .. }))
            .unwrap()
            .0;
        let ExprKind::Binary { rhs, .. } = body.exprs[shift].kind else { unreachable!() };
        body.exprs[rhs].ty.ty = short;
    }),
    ("a const object", |p, i| {
        let x = i.x;
        let mut body = body(p, i);
        body.locals[x].ty.quals = Quals::CONST;
        for e in &mut body.exprs {
            if matches!(e.kind, ExprKind::Local(l) if l == x) {
                e.ty.quals = Quals::CONST;
            }
        }
    }),
    ("only an lvalue can be changed", |p, i| {
        let mut body = body(p, i);
        let id = body
            .exprs
            .enumerate()
            .find(|(_, e)| matches!(e.kind, ExprKind::Assign { .. }))
            .unwrap()
            .0;
        let ExprKind::Assign { lhs, .. } = body.exprs[id].kind else { unreachable!() };
        body.exprs[lhs].kind = ExprKind::Int(Bits::ONE);
    }),
    ("is assigned to", |p, i| {
        let long = p.types_mut().int(IntKind::Long);
        let mut body = body(p, i);
        let id = body
            .exprs
            .enumerate()
            .find(|(_, e)| matches!(e.kind, ExprKind::Assign { .. }))
            .unwrap()
            .0;
        let ExprKind::Assign { rhs, .. } = body.exprs[id].kind else { unreachable!() };
        body.exprs[rhs].ty.ty = long;
    }),
    ("against the rules", |p, i| {
        let long = p.types_mut().int(IntKind::Long);
        change(
            p,
            i,
            |k| matches!(k, ExprKind::AssignOp { .. }),
            |e| {
                if let ExprKind::AssignOp { compute, .. } = &mut e.kind {
                    *compute = long;
                }
            },
        );
    }),
    ("has no member", |p, i| {
        set_member(p, i, 77);
    }),
    ("an unnamed bit-field cannot be reached", |p, i| {
        set_member(p, i, 2);
    }),
    ("argument 1 has the type", |p, i| {
        let ty = p.function_mut(i.callee).ty;
        let Type::Function(f) = p.types.get(ty).clone() else { unreachable!() };
        let long = p.types_mut().int(IntKind::Long);
        let other = p.types_mut().intern(Type::Function(FunctionType { params: vec![long], ..f }));
        let pointer = p.types_mut().pointer(QualType::plain(other));
        p.function_mut(i.callee).ty = other;
        let mut body = body(p, i);
        for e in &mut body.exprs {
            if matches!(e.kind, ExprKind::Function(_)) {
                e.ty.ty = other;
            }
        }
        let ids: Vec<_> = body
            .exprs
            .enumerate()
            .filter(|(_, e)| matches!(e.kind, ExprKind::Call { .. }))
            .map(|(id, _)| id)
            .collect();
        for id in ids {
            let ExprKind::Call { callee, .. } = body.exprs[id].kind else { unreachable!() };
            body.exprs[callee].ty.ty = pointer;
        }
    }),
    ("argument(s) are given", |p, i| {
        change(
            p,
            i,
            |k| matches!(k, ExprKind::Call { .. }),
            |e| {
                if let ExprKind::Call { args, .. } = &mut e.kind {
                    *args = Box::new([]);
                }
            },
        );
    }),
    ("does not become", |p, i| {
        let pointer = {
            let int = p.types_mut().int(IntKind::Int);
            p.types_mut().pointer(QualType::plain(int))
        };
        change(p, i, |k| matches!(k, ExprKind::Cast { implicit: true, .. }), |e| e.ty.ty = pointer);
    }),
    ("'break' outside", |p, i| {
        change_stmt(p, i, |k| matches!(k, StmtKind::Empty), StmtKind::Break);
    }),
    ("'continue' outside", |p, i| {
        change_stmt(p, i, |k| matches!(k, StmtKind::Empty), StmtKind::Continue);
    }),
    ("'case' outside", |p, i| {
        change_stmt(
            p,
            i,
            |k| matches!(k, StmtKind::Empty),
            StmtKind::Case { lo: Bits::ONE, hi: Bits::ONE },
        );
    }),
    ("'default' outside", |p, i| {
        change_stmt(p, i, |k| matches!(k, StmtKind::Empty), StmtKind::Default);
    }),
    ("two 'default'", |p, i| {
        change_stmt(p, i, |k| matches!(k, StmtKind::Case { .. }), StmtKind::Default);
    }),
    ("take the value 2", |p, i| {
        change_stmt(
            p,
            i,
            |k| matches!(k, StmtKind::Case { lo: Bits::ONE, .. }),
            StmtKind::Case { lo: Bits::ONE, hi: 2.into() },
        );
    }),
    ("is empty", |p, i| {
        change_stmt(
            p,
            i,
            |k| matches!(k, StmtKind::Case { lo: Bits::ONE, .. }),
            StmtKind::Case { lo: Bits::ONE, hi: Bits::ZERO },
        );
    }),
    ("no value of the switch's type", |p, i| {
        change_stmt(
            p,
            i,
            |k| matches!(k, StmtKind::Case { lo: Bits::ONE, .. }),
            StmtKind::Case { lo: (1u64 << 40).into(), hi: (1u64 << 40).into() },
        );
    }),
    ("stands nowhere", |p, i| {
        change_stmt(p, i, |k| matches!(k, StmtKind::Label(_)), StmtKind::Empty);
    }),
    ("stands in two places", |p, i| {
        let l = i.label;
        change_stmt(p, i, |k| matches!(k, StmtKind::Empty), StmtKind::Label(l));
    }),
    ("is declared twice", |p, i| {
        let x = i.x;
        change_stmt(p, i, |k| matches!(k, StmtKind::Empty), StmtKind::Decl(x));
    }),
    ("used where it is not declared", |p, i| {
        let x = i.x;
        change_stmt(p, i, |k| matches!(k, StmtKind::Decl(l) if *l == x), StmtKind::Empty);
    }),
    ("lacks the value", |p, i| {
        change_stmt(p, i, |k| matches!(k, StmtKind::Return(_)), StmtKind::Return(None));
    }),
    ("the body has not been finished", |p, i| body(p, i).root = None),
    ("is returned where", |p, i| {
        let ty = p.function_mut(i.main).ty;
        let Type::Function(f) = p.types.get(ty).clone() else { unreachable!() };
        let long = p.types_mut().int(IntKind::Long);
        let other = p.types_mut().intern(Type::Function(FunctionType { ret: long, ..f }));
        p.function_mut(i.main).ty = other;
    }),
    ("parameter(s), its type", |p, i| {
        let ty = p.function_mut(i.main).ty;
        p.function_mut(i.callee).ty = ty;
    }),
    ("not constant", |p, i| {
        let (g, int) = (i.global, p.types_mut().int(IntKind::Int));
        let global = p.global_mut(g);
        let other = global.exprs.push(Expr {
            kind: ExprKind::Global(GlobalId(1)),
            ty: QualType::plain(int),
            loc: Loc::NONE,
        });
        let load = global.exprs.push(Expr {
            kind: ExprKind::Load(other),
            ty: QualType::plain(int),
            loc: Loc::NONE,
        });
        global.init = Some(Init::List(vec![InitItem { index: 0, init: Init::Expr(load) }]));
    }),
    ("past the end", |p, i| {
        let global = p.global_mut(i.global);
        if let Some(Init::List(items)) = &mut global.init {
            items.last_mut().unwrap().index = 99;
        }
    }),
    ("not in order", |p, i| {
        let global = p.global_mut(i.global);
        if let Some(Init::List(items)) = &mut global.init {
            items.reverse();
        }
    }),
    ("incomplete type", |p, i| {
        let int = p.types_mut().int(IntKind::Int);
        p.global_mut(i.global).init = None;
        p.global_mut(i.global).ty =
            QualType::plain(p.types_mut().array(QualType::plain(int), None));
    }),
    ("but is not defined", |p, i| p.global_mut(i.global).defined = false),
    ("listed as defined but is not", |p, i| p.global_mut(i.global).defined = false),
    ("but 'unsigned int' has 32", |p, i| {
        p.types_mut().records[i.record].fields.as_mut().unwrap()[1].bits = Some(33);
    }),
    ("has a name but no bits", |p, i| {
        p.types_mut().records[i.record].fields.as_mut().unwrap()[1].bits = Some(0);
    }),
    ("which holds it", |p, i| {
        let ty = p.types_mut().record(i.record);
        p.types_mut().records[i.record].fields.as_mut().unwrap()[0].ty.ty = ty;
    }),
    ("two members are called", |p, i| {
        let fields = p.types_mut().records[i.record].fields.as_mut().unwrap();
        fields[0].name = fields[1].name.clone();
    }),
    ("the type of field 0 does not exist", |p, i| {
        p.types_mut().records[i.record].fields.as_mut().unwrap()[0].ty.ty = TypeId(4_000_000_000);
    }),
    ("is listed but has no body", |p, i| p.function_mut(i.main).body = None),
    ("are called 'main'", |p, i| p.function_mut(i.callee).name = Some("main".to_owned())),
    ("is defined twice", |p, i| {
        let f = i.main;
        p.units[0].items.push(Item::DefineFunction(f));
    }),
    ("is not the type of a function", |p, i| {
        let int = p.types_mut().int(IntKind::Int);
        p.function_mut(i.main).ty = int;
    }),
    ("C23 does not know", |p, i| {
        p.dialect = Dialect::C23;
        let ty = p.function_mut(i.main).ty;
        let Type::Function(f) = p.types.get(ty).clone() else { unreachable!() };
        let other = p.types_mut().intern(Type::Function(FunctionType { prototype: false, ..f }));
        p.function_mut(i.main).ty = other;
    }),
];

fn is_add(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Binary { op: BinaryOp::Add, .. })
}

#[test]
fn every_kind_of_flaw_is_found() {
    let mut missed = Vec::new();
    for (words, mutate) in CASES {
        let (mut program, ids) = sample();
        mutate(&mut program, &ids);
        let found = messages(&program);
        if !found.iter().any(|m| m.contains(words)) {
            missed.push((words, found));
        }
    }
    assert!(missed.is_empty(), "wanted words, complaints found: {missed:#?}");
}

#[test]
fn a_very_deep_tree_is_checked() {
    let (mut program, ids) = sample();
    let int = program.types_mut().int(IntKind::Int);
    let f = program.function_mut(ids.main).body.as_mut().unwrap();
    let mut e = f.exprs.push(Expr {
        kind: ExprKind::Int(Bits::ONE),
        ty: QualType::plain(int),
        loc: Loc::NONE,
    });
    for _ in 0..300_000 {
        let kind = ExprKind::Unary { op: UnaryOp::BitNot, operand: e };
        e = f.exprs.push(Expr { kind, ty: QualType::plain(int), loc: Loc::NONE });
    }
    let s = f.stmts.push(Stmt { kind: StmtKind::Expr(e), loc: Loc::NONE });
    let mut block = s;
    for _ in 0..100_000 {
        block = f.stmts.push(Stmt { kind: StmtKind::Block(vec![block]), loc: Loc::NONE });
    }
    let root = f.root.unwrap();
    if let StmtKind::Block(stmts) = &mut f.stmts[root].kind {
        stmts.push(block);
    }
    assert_eq!(messages(&program), Vec::<String>::new());
}

/// One random change of a number in the serialised program: ids, widths, values, lengths.
fn mutate(value: &mut serde_json::Value, at: &mut usize, to: u64) -> bool {
    use serde_json::Value;
    match value {
        Value::Number(_) => {
            if *at == 0 {
                *value = Value::from(to);
                return true;
            }
            *at -= 1;
            false
        }
        Value::Array(items) => items.iter_mut().any(|v| mutate(v, at, to)),
        Value::Object(map) => map.iter_mut().any(|(key, v)| {
            // A target is trusted: its sizes are our own tables.
            key != "target" && key != "loc" && mutate(v, at, to)
        }),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn no_mutation_makes_the_check_panic(
        changes in prop::collection::vec((0usize..1200, prop_oneof![0u64..60, 0u64..4, Just(1 << 31), Just(u64::from(u32::MAX))]), 1..5)
    ) {
        let (program, _) = sample();
        let mut json = serde_json::to_value(&program).unwrap();
        for (mut at, to) in changes {
            mutate(&mut json, &mut at, to);
        }
        if let Ok(program) = serde_json::from_value::<Program>(json) {
            let _ = check(&program);
        }
    }

    #[test]
    fn no_swap_of_nodes_makes_the_check_panic(a in 0u32..80, b in 0u32..80, ty in 0u32..40) {
        let (mut program, ids) = sample();
        let f = program.function_mut(ids.main).body.as_mut().unwrap();
        if let (Some(x), Some(_)) = (f.exprs.get(ExprId(a)).cloned(), f.exprs.get(ExprId(b))) {
            f.exprs[ExprId(b)] = Expr { ty: QualType::plain(TypeId(ty)), ..x };
        }
        let _ = check(&program);
    }
}

#[test]
fn a_clone_shares_what_is_heavy() {
    let (program, ids) = sample();
    let copy = program.clone();
    assert!(Arc::ptr_eq(&program.functions[ids.main], &copy.functions[ids.main]));
    assert!(Arc::ptr_eq(&program.types, &copy.types));
}
