//! Sessions: a function that runs while it is being built, with snapshots and rollback.

use brinell_lang::{Dialect, FuncId, Program, Stmt, StmtId, StmtKind, Target, TargetName};
use brinell_machine::{Limits, Scalar, Session, Snapshot, Step, Stopped};

fn parse(text: &str) -> Program {
    let options =
        brinell_syntax::Options { target: Target::named(TargetName::Lp64), dialect: Dialect::C17 };
    brinell_syntax::parse(text.as_bytes(), "test.c", &options)
        .unwrap_or_else(|e| panic!("{:?}", e.error))
}

/// A program and the statements of its function `f`, to be executed one by one.
struct Built {
    program: Program,
    func: FuncId,
    stmts: Vec<StmtId>,
}

fn built(text: &str) -> Built {
    let program = parse(text);
    let func = program.function_named("f").expect("the test defines f");
    let body = program.functions[func].body.as_ref().expect("f has a body");
    let root = body.root.expect("a parsed body is complete");
    let StmtKind::Block(stmts) = &body.stmts[root].kind else { panic!("a body is a block") };
    Built { stmts: stmts.clone(), func, program }
}

impl Built {
    fn open(&self) -> Session {
        Session::open(&self.program, self.func, Limits::default()).expect("statics are defined")
    }

    fn step(&self, session: &mut Session, i: usize) -> Step {
        session.step(&self.program, self.stmts[i]).unwrap_or_else(|e| panic!("{e:?}"))
    }

    /// The value of the expression statement at `i`, without its effects.
    fn ask(&self, session: &mut Session, i: usize) -> Option<Scalar> {
        let body = self.program.functions[self.func].body.as_ref().expect("f has a body");
        let StmtKind::Expr(e) = body.stmts[self.stmts[i]].kind else { panic!("an expression") };
        let before = session.snapshot();
        let value = session.eval(&self.program, e).expect("it is defined");
        session.rollback(before);
        session.keep(before);
        value
    }
}

#[test]
fn statements_run_one_by_one_in_an_open_frame() {
    let b = built(
        "int g = 5; int twice(int x) { g++; return 2 * x; }
         int f(int p) { int a[2] = {1, 2}; int *q = a; q[1] = twice(p); a[1] + g; return *q; }",
    );
    let mut s = b.open();
    s.set_param(&b.program, 0, 20).expect("p is an int");
    for i in 0..3 {
        assert_eq!(b.step(&mut s, i), Step::Next);
    }
    assert_eq!(b.ask(&mut s, 3), Some(Scalar::Int(46)));
    assert_eq!(b.ask(&mut s, 3), Some(Scalar::Int(46)), "asking changes nothing");
    assert_eq!(b.step(&mut s, 4), Step::Return(Some(Scalar::Int(1))));
}

#[test]
fn rollback_restores_memory_output_and_lifetimes() {
    let b = built(
        "int putchar(int); void *malloc(unsigned long); void free(void *);
         int g;
         int f(void) {
            int *p = malloc(4);
            *p = 1;
            g = putchar('x');
            free(p);
            *p + g;
            return 0; }",
    );
    let mut s = b.open();
    b.step(&mut s, 0);
    b.step(&mut s, 1);
    let here: Snapshot = s.snapshot();
    for round in 0..3 {
        assert_eq!(b.ask(&mut s, 4), Some(Scalar::Int(1)), "round {round}");
        b.step(&mut s, 2);
        assert_eq!(s.output(), b"x");
        b.step(&mut s, 3);
        let freed = s.step(&b.program, b.stmts[4]);
        assert!(matches!(freed, Err(Stopped::Undefined(_))), "{freed:?}");
        s.rollback(here);
        assert_eq!(s.output(), b"");
    }
    s.keep(here);
    assert_eq!(b.step(&mut s, 2), Step::Next);
    assert_eq!(b.ask(&mut s, 4), Some(Scalar::Int(121)));
}

#[test]
fn nested_snapshots_go_back_to_the_one_asked_for() {
    let b = built("int f(void) { int x = 1; x += 10; x += 100; x; return x; }");
    let mut s = b.open();
    b.step(&mut s, 0);
    let outer = s.snapshot();
    b.step(&mut s, 1);
    let inner = s.snapshot();
    b.step(&mut s, 2);
    assert_eq!(b.ask(&mut s, 3), Some(Scalar::Int(111)));
    s.rollback(inner);
    assert_eq!(b.ask(&mut s, 3), Some(Scalar::Int(11)));
    b.step(&mut s, 2);
    s.keep(inner);
    assert_eq!(b.ask(&mut s, 3), Some(Scalar::Int(111)));
    s.rollback(outer);
    assert_eq!(b.ask(&mut s, 3), Some(Scalar::Int(1)));
}

#[test]
fn undefined_behaviour_stops_and_can_be_undone() {
    let b = built("int f(void) { int x = 2147483647; x + 1; x - 1; return x; }");
    let mut s = b.open();
    b.step(&mut s, 0);
    let here = s.snapshot();
    match s.step(&b.program, b.stmts[1]) {
        Err(Stopped::Undefined(failure)) => assert_eq!(failure.ub.name(), "signed-overflow"),
        other => panic!("{other:?}"),
    }
    s.rollback(here);
    assert_eq!(b.ask(&mut s, 2), Some(Scalar::Int(2_147_483_646)));
}

#[test]
fn jumps_out_of_a_statement_are_told() {
    let b = built(
        "int f(void) { for (;;) { if (1) break; continue; } goto out; { return 7; } out: return 8; }",
    );
    let mut s = b.open();
    assert_eq!(b.step(&mut s, 0), Step::Next);
    assert!(matches!(b.step(&mut s, 1), Step::Goto(_)));
    assert_eq!(b.step(&mut s, 2), Step::Return(Some(Scalar::Int(7))));
    // The inner statements of the loop, on their own.
    let body = b.program.functions[b.func].body.as_ref().expect("f has a body");
    let found = |want: fn(&StmtKind) -> bool| {
        body.stmts.enumerate().find(|(_, s)| want(&s.kind)).map(|(id, _)| id).expect("it is there")
    };
    let brk = found(|k| matches!(k, StmtKind::Break));
    assert_eq!(s.step(&b.program, brk).expect("defined"), Step::Break);
    let cont = found(|k| matches!(k, StmtKind::Continue));
    assert_eq!(s.step(&b.program, cont).expect("defined"), Step::Continue);
}

#[test]
fn the_program_may_grow_between_steps() {
    let before = built("int g = 3; int f(void) { int x = g; return x; }");
    let mut program = before.program.clone();
    let mut s = before.open();
    before.step(&mut s, 0);
    // Grow f by a copy of its first statement's sibling: a new block around the return.
    let f = program.function_mut(before.func);
    let body = f.body.as_mut().expect("f has a body");
    let loc = body.stmts[before.stmts[1]].loc;
    let grown = body.stmts.push(Stmt { kind: StmtKind::Block(vec![before.stmts[1]]), loc });
    let step = s.step(&program, grown).expect("defined");
    assert_eq!(step, Step::Return(Some(Scalar::Int(3))));
}
