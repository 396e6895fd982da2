//! A program made with the builder that has a bit of everything.

use brinell_lang::*;
use std::sync::Arc;

/// Where things are in the sample.
pub struct Ids {
    pub main: FuncId,
    pub callee: FuncId,
    pub x: LocalId,
    pub label: LabelId,
    pub global: GlobalId,
    pub record: RecordId,
}

const L: Loc = Loc::NONE;

fn field(name: Option<&str>, ty: TypeId, bits: Option<u32>) -> Field {
    let ty = QualType::plain(ty);
    Field { name: name.map(str::to_owned), ty, bits, packed: false, align: None }
}

fn function(name: &str, ty: TypeId, body: Option<Body>) -> Arc<Function> {
    Arc::new(Function::new(Some(name.to_owned()), ty, Linkage::External, body))
}

fn global(ty: QualType, init: Option<Init>, exprs: Exprs) -> Arc<Global> {
    Arc::new(Global {
        name: None,
        ty,
        align: None,
        linkage: Linkage::Internal,
        defined: true,
        init,
        exprs,
        loc: L,
    })
}

/// The sample, without a flaw:
///
/// ```c
/// struct S { int a; unsigned b : 3; unsigned : 2; long *p; };
/// static int g_0[4] = {1, [2] = sizeof(struct S)};
/// static int g_1;
/// static int *g_2 = &g_0[1] + 1;
/// int callee(int v) { return v; }
/// int main(void) {
///     int x = 0; short y; struct S s;
///     ;
///     again:
///     x = y + x; x = s.b << 1; x += y; y = g_0[x];
///     for (int i = 0; i < 3; i++) { if (s.p == 0) break; else continue; }
///     switch (x) { case 1: ; case 2: ; default: goto again; }
///     *(int[2]){1, 2} = callee(x ? y : x);
///     return x;
/// }
/// ```
pub fn sample() -> (Program, Ids) {
    let mut program = Program::new(Target::named(TargetName::Lp64), Dialect::C17);
    let target = program.target.clone();
    let types = program.types_mut();
    let int = types.int(IntKind::Int);
    let (uint, short, long) =
        (types.int(IntKind::UInt), types.int(IntKind::Short), types.int(IntKind::Long));
    let long_pointer = types.pointer(QualType::plain(long));
    let record = types.records.push(Record {
        kind: RecordKind::Struct,
        name: Some("S".to_owned()),
        fields: Some(vec![
            field(Some("a"), int, None),
            field(Some("b"), uint, Some(3)),
            field(None, uint, Some(2)),
            field(Some("p"), long_pointer, None),
        ]),
        packed: false,
        pragma_pack: None,
        align: None,
        loc: L,
    });
    let record_ty = types.record(record);
    let array = types.array(QualType::plain(int), Some(4));
    let pair = types.array(QualType::plain(int), Some(2));
    let int_pointer = types.pointer(QualType::plain(int));
    let callee_ty = types.intern(Type::Function(FunctionType {
        ret: int,
        params: vec![int],
        variadic: false,
        prototype: true,
    }));
    let main_ty = types.intern(Type::Function(FunctionType {
        ret: int,
        params: vec![],
        variadic: false,
        prototype: true,
    }));

    let (mut exprs, mut address) = (Exprs::new(), Exprs::new());
    let dialect = Dialect::C17;
    let mut b = Builder { types, target: &target, dialect, exprs: &mut exprs };
    let one = b.int(1, IntKind::Int, L);
    let size = b.size_of(QualType::plain(record_ty), L).unwrap();
    let size = b.assignable(size, int, "an element").unwrap();
    let init = Init::List(vec![
        InitItem { index: 0, init: Init::Expr(one) },
        InitItem { index: 2, init: Init::Expr(size) },
    ]);
    let mut b = Builder { types, target: &target, dialect, exprs: &mut address };
    let place = b.global(GlobalId(0), QualType::plain(array), L);
    let (one, two) = (b.int(1, IntKind::Int, L), b.int(1, IntKind::Int, L));
    let at = b.index(place, one, L).unwrap();
    let at = b.addr_of(at, L).unwrap();
    let at = b.binary(BinaryOp::Add, at, two, L).unwrap();

    let mut f = Body::default();
    let v = f.locals.push(local("v", int, LocalKind::Param, None));
    f.params.push(v);
    let mut b = Builder { types, target: &target, dialect, exprs: &mut f.exprs };
    let value = b.local(v, QualType::plain(int), L);
    let value = b.rvalue(value);
    let ret = stmt(&mut f, StmtKind::Return(Some(value)));
    f.root = Some(stmt(&mut f, StmtKind::Block(vec![ret])));

    let mut m = Body::default();
    let label = m.labels.push(Label { name: None, loc: L });
    let (main_body, x) =
        main_body(m, types, &target, &Tys { int, short, record_ty, array, pair, callee_ty }, label);

    let global_id = program.globals.push(global(QualType::plain(array), Some(init), exprs));
    program.globals.push(global(QualType::plain(int), None, Exprs::new()));
    program.globals.push(global(QualType::plain(int_pointer), Some(Init::Expr(at)), address));
    let callee = program.functions.push(function("callee", callee_ty, Some(f)));
    let main = program.functions.push(function("main", main_ty, Some(main_body)));
    let mut items = vec![Item::Record(record)];
    items.extend(program.globals.ids().map(Item::DefineGlobal));
    items.extend(program.functions.ids().map(Item::DefineFunction));
    program.units.push(Unit { items });
    (program, Ids { main, callee, x, label, global: global_id, record })
}

struct Tys {
    int: TypeId,
    short: TypeId,
    record_ty: TypeId,
    array: TypeId,
    pair: TypeId,
    callee_ty: TypeId,
}

fn local(name: &str, ty: TypeId, kind: LocalKind, init: Option<Init>) -> Local {
    Local { name: Some(name.to_owned()), ty: QualType::plain(ty), align: None, init, kind, loc: L }
}

fn stmt(body: &mut Body, kind: StmtKind) -> StmtId {
    body.stmts.push(Stmt { kind, loc: L })
}

fn main_body(
    mut m: Body,
    types: &mut Types,
    target: &Target,
    t: &Tys,
    label: LabelId,
) -> (Body, LocalId) {
    let dialect = Dialect::C17;
    macro_rules! b {
        () => {
            Builder { types: &mut *types, target, dialect, exprs: &mut m.exprs }
        };
    }
    macro_rules! name {
        ($l:expr, $ty:expr) => {
            b!().local($l, QualType::plain($ty), L)
        };
    }
    macro_rules! int {
        ($v:expr) => {
            b!().int($v, IntKind::Int, L)
        };
    }
    let zero = int!(0);
    let x = m.locals.push(local("x", t.int, LocalKind::Var, Some(Init::Expr(zero))));
    let y = m.locals.push(local("y", t.short, LocalKind::Var, None));
    let s = m.locals.push(local("s", t.record_ty, LocalKind::Var, None));
    let zero = int!(0);
    let i = m.locals.push(local("i", t.int, LocalKind::Var, Some(Init::Expr(zero))));
    let (one, two) = (int!(1), int!(2));
    let list = Init::List(vec![
        InitItem { index: 0, init: Init::Expr(one) },
        InitItem { index: 1, init: Init::Expr(two) },
    ]);
    let literal = m.locals.push(local("", t.pair, LocalKind::Literal, Some(list)));
    let mut stmts: Vec<StmtId> = [x, y, s].map(|l| stmt(&mut m, StmtKind::Decl(l))).to_vec();
    stmts.push(stmt(&mut m, StmtKind::Empty));
    stmts.push(stmt(&mut m, StmtKind::Label(label)));

    let (a, b1) = (name!(y, t.short), name!(x, t.int));
    let sum = b!().binary(BinaryOp::Add, a, b1, L).unwrap();
    let to = name!(x, t.int);
    let e = b!().assign(to, sum, L).unwrap();
    stmts.push(stmt(&mut m, StmtKind::Expr(e)));
    let base = name!(s, t.record_ty);
    let member = b!().member(base, 1, L).unwrap();
    let one = int!(1);
    let shift = b!().binary(BinaryOp::Shl, member, one, L).unwrap();
    let to = name!(x, t.int);
    let e = b!().assign(to, shift, L).unwrap();
    stmts.push(stmt(&mut m, StmtKind::Expr(e)));
    let (to, from) = (name!(x, t.int), name!(y, t.short));
    let e = b!().assign_op(BinaryOp::Add, to, from, L).unwrap();
    stmts.push(stmt(&mut m, StmtKind::Expr(e)));
    let table = b!().global(GlobalId(0), QualType::plain(t.array), L);
    let at = name!(x, t.int);
    let element = b!().index(table, at, L).unwrap();
    let to = name!(y, t.short);
    let e = b!().assign(to, element, L).unwrap();
    stmts.push(stmt(&mut m, StmtKind::Expr(e)));

    let base = name!(s, t.record_ty);
    let p = b!().member(base, 3, L).unwrap();
    let zero = int!(0);
    let null = b!().binary(BinaryOp::Eq, p, zero, L).unwrap();
    let leave = stmt(&mut m, StmtKind::Break);
    let next = stmt(&mut m, StmtKind::Continue);
    let branch = stmt(&mut m, StmtKind::If { cond: null, then: leave, otherwise: Some(next) });
    let init = stmt(&mut m, StmtKind::Decl(i));
    let (at, three) = (name!(i, t.int), int!(3));
    let cond = b!().binary(BinaryOp::Lt, at, three, L).unwrap();
    let at = name!(i, t.int);
    let step = b!().inc_dec(IncDecOp::PostInc, at, L).unwrap();
    let kind = StmtKind::For { init: vec![init], cond: Some(cond), step: Some(step), body: branch };
    stmts.push(stmt(&mut m, kind));

    let kinds = [
        StmtKind::Case { lo: Bits::ONE, hi: Bits::ONE },
        StmtKind::Case { lo: 2.into(), hi: 2.into() },
        StmtKind::Default,
        StmtKind::Goto(label),
    ];
    let inside = kinds.map(|k| stmt(&mut m, k)).to_vec();
    let block = stmt(&mut m, StmtKind::Block(inside));
    let on = name!(x, t.int);
    let on = b!().rvalue(on);
    stmts.push(stmt(&mut m, StmtKind::Switch { scrutinee: on, body: block }));

    let (cond, then, other) = (name!(x, t.int), name!(y, t.short), name!(x, t.int));
    let chosen = b!().conditional(cond, then, other, L).unwrap();
    let f = b!().function(FuncId(0), t.callee_ty, L);
    let call = b!().call(f, vec![chosen], L).unwrap();
    let place = b!().compound_literal(literal, QualType::plain(t.pair), L);
    let place = b!().deref(place, L).unwrap();
    let e = b!().assign(place, call, L).unwrap();
    stmts.push(stmt(&mut m, StmtKind::Expr(e)));
    let value = name!(x, t.int);
    let value = b!().rvalue(value);
    stmts.push(stmt(&mut m, StmtKind::Return(Some(value))));
    m.root = Some(stmt(&mut m, StmtKind::Block(stmts)));
    (m, x)
}
