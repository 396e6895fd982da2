//! Open initial values: decided at the first read, if an open operation reads them; otherwise they
//! stay.

use brinell_lang::arith::IntShape;
use brinell_lang::open::{DecisionTable, OpenSites, OperandSide, OperationDecision};
use brinell_lang::{
    BinaryOp, Dialect, ExprId, ExprKind, FuncId, GlobalId, Init, Program, StmtId, Target,
    TargetName,
};
use brinell_machine::{
    Exit, Limits, Outcome, ResolvedRun, Resolver, RunMode, SeenOperation, resolve_here,
};
use std::sync::Arc;

/// What each open initial value becomes.
const VALUE: i128 = 20;

/// Gives every initial value the same, and keeps all operations.
struct Same;

impl Resolver for Same {
    fn operation(
        &self,
        _: (FuncId, ExprId),
        seen: &SeenOperation,
        _: &DecisionTable,
    ) -> OperationDecision {
        OperationDecision::kept(seen.op)
    }

    fn initial_value(
        &self,
        _: (FuncId, ExprId),
        _: &SeenOperation,
        _: OperandSide,
        shape: IntShape,
        _: &DecisionTable,
    ) -> Option<i128> {
        shape.holds(VALUE).then_some(VALUE)
    }

    fn negates(&self, _: (FuncId, StmtId), _: bool) -> bool {
        false
    }
}

/// All sums and differences are open, and all numbers that globals begin with.
fn sites(program: &Program) -> OpenSites {
    let mut sites = OpenSites::default();
    for (func, function) in program.functions.enumerate() {
        let Some(body) = &function.body else { continue };
        for (id, expr) in body.exprs.enumerate() {
            if let ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, .. } = expr.kind {
                sites.operations.insert((func, id), None);
            }
        }
    }
    for (id, global) in program.globals.enumerate() {
        if let Some(init) = &global.init {
            leaves(id, init, &mut sites);
        }
    }
    sites
}

fn leaves(id: GlobalId, init: &Init, sites: &mut OpenSites) {
    match init {
        Init::Expr(e) => {
            sites.initial_values.insert((id, *e));
        }
        Init::List(items) => items.iter().for_each(|item| leaves(id, &item.init, sites)),
    }
}

fn resolved(text: &str) -> ResolvedRun {
    let target = Target::named(TargetName::Lp64);
    let options = brinell_syntax::ParseOptions { target, dialect: Dialect::C17 };
    let program = brinell_syntax::parse(text.as_bytes(), "test.c", &options).expect(text);
    let limits = Limits::on(&program.target);
    let sites = Arc::new(sites(&program));
    resolve_here(&program, &limits, RunMode::default(), &sites, &Same, 8 << 20)
}

/// What `main` returns, and how many initial values are others than before.
fn outcome(text: &str) -> (u8, usize) {
    let run = resolved(text);
    let Outcome::Finished(meaning) = &run.seen.outcome else {
        panic!("{text}: {:?}", run.seen.outcome)
    };
    let Exit::Status(status) = meaning.exit else { panic!("{text}: {:?}", meaning.exit) };
    (status, run.decisions.initial_values().count())
}

#[test]
fn what_an_open_operation_reads_first_is_decided() {
    assert_eq!(outcome("int g = 1, h = 2; int main(void) { return g + h; }"), (40, 2));
    assert_eq!(outcome("unsigned char c = 3; int main(void) { return c + 1; }"), (21, 1));
    assert_eq!(outcome("short s = 3; int main(void) { return (int)(s - 5L); }"), (15, 1));
}

#[test]
fn elements_and_members_are_decided_one_by_one() {
    let elements =
        "int a[3] = {1, 2, 3}; int main(void) { int x = a[1] + 1; return x + a[0] + a[2]; }";
    assert_eq!(outcome(elements), (61, 3));
    let one = "int a[3] = {1, 2, 3}; int main(void) { int x = a[1] + 1; return x; }";
    assert_eq!(outcome(one), (21, 1));
    let members = "struct S { short a; long b; } s = {1, 2}; int main(void) { return s.b + 1; }";
    assert_eq!(outcome(members), (21, 1));
}

#[test]
fn a_decision_holds() {
    let text =
        "int g = 1; int main(void) { int i, s = 0; for (i = 0; i < 3; i++) s = s + g; return s; }";
    assert_eq!(outcome(text), (60, 1));
    let again = "int g = 1; int main(void) { int s = g + 1; return s + g + *&g; }";
    assert_eq!(outcome(again), (61, 1));
}

#[test]
fn what_was_written_is_not_decided() {
    assert_eq!(outcome("int g = 1; int main(void) { g = 5; return g + 1; }"), (6, 0));
    let byte = "int g = 1; int main(void) { *(char *)&g = 5; return g + 1; }";
    assert_eq!(outcome(byte), (6, 0));
}

#[test]
fn what_was_read_otherwise_stays() {
    assert_eq!(outcome("int g = 1; int main(void) { int k = g; return g + 1 + k; }"), (3, 0));
    assert_eq!(outcome("int g = 1; int main(void) { return g + g; }"), (2, 0));
    assert_eq!(outcome("int g = 1; int main(void) { return *(char *)&g + g; }"), (2, 0));
    let copied = "struct S { int a, b; } s = {1, 2};
        int main(void) { struct S t = s; return t.a + s.b; }";
    assert_eq!(outcome(copied), (3, 0));
    // The conversion loses bits: the value would be another one.
    assert_eq!(outcome("int g = 1; int main(void) { return (signed char)g + 1L; }"), (2, 0));
}

/// Operands that are run in several orders, with calls that read and write: whatever is decided,
/// the run is that of a program with those initial values.
#[test]
fn orders_of_evaluation_agree() {
    let text = "int g = 1, h = 2;
        int f(void) { return g - 1; }
        int k(void) { return h - 1; }
        int main(void) { return (g + f()) + (f() + k()) + h; }";
    let run = resolved(text);
    let Outcome::Finished(meaning) = &run.seen.outcome else { panic!("{:?}", run.seen.outcome) };
    let value = |id: u32, grown: i128| {
        let mut decided = run.decisions.initial_values();
        decided.find(|((global, _), _)| global.0 == id).map_or(grown, |(_, value)| value)
    };
    let (g, h) = (value(0, 1), value(1, 2));
    let expected = (g + (g - 1)) + ((g - 1) + (h - 1)) + h;
    assert_eq!(meaning.exit, Exit::Status(expected as _));
}
