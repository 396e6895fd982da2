//! What the generator relies on besides verdicts: contexts, memory of walks, taking things back.

mod common;

use brinell_analysis::{
    AbstractValue, Analysis, Cx, Effects, Flow, PointerRecord, Root, SetId, State, VariableNode,
    Violation,
};
use brinell_lang::{FuncId, GlobalId, LocalId, Program, QualType, Quals, StmtId, StmtKind};
use common::read;

struct Fixture {
    program: Program,
    analysis: Analysis,
    state: State,
    effects: Effects,
}

impl Fixture {
    fn new(text: &str) -> Self {
        let program = read(text);
        let analysis = Analysis::of_program(&program).unwrap();
        Self { program, analysis, state: State::initial(), effects: Effects::default() }
    }

    fn func(&self, name: &str) -> FuncId {
        self.program.function_named(name).unwrap()
    }

    fn global(&self, name: &str) -> VariableNode {
        let id = self
            .program
            .globals
            .ids()
            .find(|id| self.program.globals[*id].name.as_deref() == Some(name));
        self.analysis.space.of(Root::Global(id.unwrap())).unwrap()
    }

    fn points_to(&self, name: &str) -> SetId {
        self.state.points_to(&self.analysis.space, self.global(name))
    }

    fn call(&mut self, name: &str, args: &[AbstractValue]) -> Result<AbstractValue, Violation> {
        let func = self.func(name);
        let Self { program, analysis, state, effects } = self;
        analysis.call(program, func, args, state, effects)
    }

    /// How much work a call is.
    fn work_of(&mut self, name: &str) -> u64 {
        let before = self.analysis.work;
        self.call(name, &[]).unwrap();
        self.analysis.work - before
    }

    fn loop_in(&self, func: FuncId) -> StmtId {
        let body = self.program.functions[func].body.as_ref().unwrap();
        let is_loop = |s: &StmtId| matches!(body.stmts[*s].kind, StmtKind::For { .. });
        body.stmts.ids().find(is_loop).unwrap()
    }
}

const CALLS: &str = "
    int x, y, c;
    int *p, *q;
    int *set(int *to, int **at) {
        int local = 1;
        int *old = *at;
        *at = to;
        if (c) q = &local;
        return old;
    }
    void both(void) {
        int *l = &y;
        set(&x, &p);
        set(l, &l);
    }
    void again(void) { both(); }
";

#[test]
fn generating_a_function_is_as_calling_it() {
    let mut called = Fixture::new(CALLS);
    let mut entered = Fixture::new(CALLS);
    let func = called.func("set");
    let (x, p) = (called.global("x"), called.global("p"));
    let args = |analysis: &mut Analysis| {
        [AbstractValue::Pointer(analysis.sets.one(x)), AbstractValue::Pointer(analysis.sets.one(p))]
    };
    let given = args(&mut called.analysis);
    let value = called.call("set", &given).unwrap();

    let given = args(&mut entered.analysis);
    let Fixture { program, analysis, state, effects } = &mut entered;
    let mut flow = analysis.enter(program, func, &given, state);
    let root = program.functions[func].body.as_ref().unwrap().root.unwrap();
    assert_eq!(
        analysis.call(program, func, &given, state, &mut Effects::default()),
        Err(Violation::OpenCall),
        "it is open"
    );
    analysis.stmt(Cx { program, func }, &mut flow, root).unwrap();
    let left = analysis.leave(program, func, flow, state, effects);

    assert_eq!(value, left);
    assert_eq!(called.effects, entered.effects);
    for name in ["p", "q"] {
        assert_eq!(called.points_to(name), entered.points_to(name), "{name}");
    }
    assert_eq!(called.analysis.sets.nodes(called.points_to("p")), [x]);
    assert!(called.analysis.sets.may_be_garbage(called.points_to("q")), "the local is dead");
    let local = called.analysis.space.of(Root::Local(func, LocalId(0))).unwrap();
    assert!(!called.effects.reads.contains(local), "nobody sees the parameters");

    let before = entered.analysis.work;
    entered.state = State::initial();
    entered.call("set", &given).unwrap();
    assert!(entered.analysis.work - before <= 2, "the summary is known");
}

#[test]
fn walks_are_remembered() {
    let mut f = Fixture::new(CALLS);
    let first = f.work_of("both");
    f.state = State::initial();
    let second = f.work_of("both");
    assert!(first > 20 && second <= 2, "{first} then {second}");
    f.state = State::initial();
    let third = f.work_of("again");
    assert!(third < 10, "a new caller finds it as well: {third}");
    let both = f.func("both");
    f.analysis.forget_function(both);
    f.state = State::initial();
    assert!(f.work_of("both") > second, "the body may have changed");
}

const LOOP: &str = "
    int x, y, i, j;
    int *p = &x, *q = &y, *other;
    void f(void) {
        for (i = 0; i < 4; i++) { int *t = p; p = q; q = t; *p = 1; }
    }
    void g(void) { x = 3; }
    void h(void) { for (i = 0; i < 4; i++) { j = 1; g(); } }
";

#[test]
fn loops_are_remembered_by_what_matters() {
    let mut f = Fixture::new(LOOP);
    let func = f.func("f");
    let s = f.loop_in(func);
    let walk = |f: &mut Fixture, state: State| {
        let before = f.analysis.work;
        let mut flow = Flow::new(state);
        f.analysis.stmt(Cx { program: &f.program, func }, &mut flow, s).unwrap();
        (f.analysis.work - before, flow)
    };
    let (first, flow) = walk(&mut f, State::initial());
    let (second, again) = walk(&mut f, flow.state.clone());
    assert!(second * 4 < first, "{first} then {second}");
    let Analysis { space, sets, .. } = &f.analysis;
    assert!(again.state.is_covered_by(&flow.state, space, sets));
    assert_eq!(again.effects, flow.effects);

    // A pointer that the loop does not look at may hold anything, and keeps it.
    let other = f.global("other");
    let mut state = State::initial();
    let (place, x) = (f.analysis.sets.one(other), f.global("x"));
    let value = AbstractValue::Pointer(f.analysis.sets.one(x));
    f.analysis.store(&mut state, place, &value, &mut Effects::default()).unwrap();
    let (third, flow) = walk(&mut f, state);
    assert!(third * 4 < first, "{first} then {third}");
    assert_eq!(AbstractValue::Pointer(flow.state.points_to(&f.analysis.space, other)), value);

    f.analysis.forget_loops(func);
    assert!(walk(&mut f, State::initial()).0 * 2 > first);
}

/// The condition writes through a pointer that the body lets point to the counter.
const CONDITION: &str = "
    int i, x; int *p = &x;
    void h(void) { for (i = 0; i < 3 && (++*p, x); i++) { p = &i; } }
    void k(void) { for (i = 0; i < 3 && (++*p, x); i++) { p = &x; } }
    int main(void) { k(); h(); return 0; }";

#[test]
fn loop_variables_are_protected_in_the_condition_of_later_trips() {
    let mut f = Fixture::new(CONDITION);
    let i = f.global("i");
    for name in ["h", "k"] {
        let func = f.func(name);
        let s = f.loop_in(func);
        f.analysis.protect_loop(func, s, i);
    }
    f.call("k", &[]).unwrap();
    assert_eq!(f.call("h", &[]), Err(Violation::ProtectedWrite));
    assert!(f.analysis.protected().is_empty(), "taken back after a failure");
}

#[test]
fn loop_variables_are_protected() {
    let mut f = Fixture::new(LOOP);
    let (x, i) = (f.global("x"), f.global("i"));
    f.call("g", &[]).unwrap();
    f.call("h", &[]).unwrap();
    f.analysis.protect(x);
    f.analysis.protect(x);
    f.analysis.unprotect();
    assert!(f.analysis.protected().contains(x), "twice protected, once taken back");
    assert_eq!(f.call("g", &[]), Err(Violation::ProtectedWrite), "by a remembered call");
    assert_eq!(f.call("h", &[]), Err(Violation::ProtectedWrite));
    f.analysis.unprotect();
    assert!(f.analysis.protected().is_empty());
    f.call("g", &[]).unwrap();

    let h = f.func("h");
    f.analysis.forget_function(h);
    let s = f.loop_in(h);
    f.analysis.protect_loop(h, s, i);
    f.call("h", &[]).unwrap();
    assert!(f.analysis.protected().is_empty());
    f.analysis.forget_function(h);
    let j = f.global("j");
    f.analysis.protect_loop(h, s, j);
    assert_eq!(f.call("h", &[]), Err(Violation::ProtectedWrite), "in the body");
    assert!(f.analysis.protected().is_empty(), "taken back after a failure");
    f.analysis.forget_functions(FuncId(0));
    f.call("h", &[]).unwrap();
}

#[test]
fn what_was_rolled_back_is_not_remembered() {
    let mut f = Fixture::new("int x; int get(int *p) { return *p; }");
    let int = f.program.globals[GlobalId(0)].ty.ty;
    let mut with_variable = |quals: Quals| {
        let mark = f.analysis.space.mark();
        let Fixture { program, analysis, .. } = &mut f;
        let ty = QualType { ty: int, quals };
        let root = Root::Global(GlobalId(99));
        let node = analysis.space.add(&program.types, &program.target, root, ty);
        let arg = AbstractValue::Pointer(analysis.sets.one(node));
        f.effects = Effects::default();
        f.call("get", &[arg]).unwrap();
        f.analysis.space.rollback(mark);
        assert_eq!(f.analysis.space.of(root), None);
        (node, f.effects.volatile)
    };
    let (plain, is_volatile) = with_variable(Quals::NONE);
    assert!(!is_volatile);
    let (other, is_volatile) = with_variable(Quals::VOLATILE);
    assert_eq!(plain, other, "numbers are used again");
    assert!(is_volatile, "what is known of the first is not true of the second");
}

#[test]
fn recursion_is_allowed_by_name() {
    let mut f =
        Fixture::new("int f(int n) { return n ? f(n - 1) : 0; } int g(void) { return f(2); }");
    assert_eq!(f.call("g", &[]), Err(Violation::OpenCall));
    let func = f.func("f");
    f.analysis.allow_recursion(func);
    assert_eq!(f.call("g", &[]), Ok(AbstractValue::Plain));
}

#[test]
fn an_abandoned_function_is_closed() {
    let mut f = Fixture::new(CALLS);
    let func = f.func("both");
    let flow = f.analysis.enter(&f.program, func, &[], &f.state);
    drop(flow);
    assert_eq!(f.call("again", &[]), Err(Violation::OpenCall));
    f.analysis.abandon(func);
    f.call("again", &[]).unwrap();
}

#[test]
fn work_is_limited() {
    let mut f = Fixture::new(LOOP);
    f.analysis.work_limit = 30;
    assert_eq!(f.call("f", &[]), Err(Violation::TooMuchWork));
    f.analysis.work_limit = u64::MAX;
    f.call("f", &[]).unwrap();
}

#[test]
fn pointers_written_are_recorded() {
    let mut f = Fixture::new(
        "int x, y; int *p; int *a[2]; union { int *u; int i; } u;
         void set(int *to) { p = to; a[1] = to; }
         int main(void) { int z; set(&x); set(&y); set(&z); u.u = &x; u.i = 1; return 0; }",
    );
    f.analysis.record = Some(PointerRecord::default());
    f.call("main", &[]).unwrap();
    let record = f.analysis.record.take().unwrap();
    let set = f.func("set");
    let known = |name: &str, func: FuncId| -> Vec<SetId> {
        let node = f.global(name);
        let inside = f.analysis.space.subtree(node);
        let here = record.iter().filter(|((f, _, n), _)| *f == func && inside.contains(&n.0));
        here.map(|(_, set)| *set).collect()
    };
    let [p] = known("p", set)[..] else { panic!("one statement writes p") };
    let nodes = f.analysis.sets.nodes(p);
    assert!(nodes.contains(&f.global("x")) && nodes.contains(&f.global("y")), "{nodes:?}");
    assert_eq!(nodes.len(), 3, "a variable of the caller as well");
    let [a] = known("a", set)[..] else { panic!("one statement writes a") };
    assert!(f.analysis.sets.may_be_null(a), "the other element is still null");
    let main = f.func("main");
    assert_eq!(known("p", main).len(), 3, "its calls write it as well");
    let u = known("u", main);
    assert!(u.contains(&SetId::GARBAGE), "not readable after the other member is stored: {u:?}");
}

/// A relaxed pointer points to what it may point to, or to what its alternative does; elsewhere the
/// same pointer is refused as ever.
#[test]
fn relaxed_pointers_are_joined_with_their_alternatives() {
    const TEXT: &str = "
        int x, y, c;
        int *p = &x, *q, *s = &y, **r = &q;
        void null(void) { if (c) p = 0; }
        void use(void) { *r = &x; **r = 1; *p = 2; }
        int read(void) { return *p; }
    ";
    let alternatives = |program: &Program, func: FuncId| {
        // `*p` is the only pointer that is read from `p`; `s` is written nowhere, and good.
        let body = program.functions[func].body.as_ref().unwrap();
        let mut pointers = body.exprs.ids().filter_map(|id| match body.exprs[id].kind {
            brinell_lang::ExprKind::Deref(pointer) => Some(pointer),
            _ => None,
        });
        pointers.next_back().unwrap()
    };
    let mut t = Fixture::new(TEXT);
    t.call("null", &[]).unwrap();
    assert_eq!(t.call("use", &[]), Err(Violation::NullDereference));

    let mut t = Fixture::new(TEXT);
    let func = t.func("use");
    let pointer = alternatives(&t.program, func);
    let ty = t.program.functions[func].body.as_ref().unwrap().exprs[pointer].ty;
    let s = t.program.globals.ids().find(|g| t.program.globals[*g].name.as_deref() == Some("s"));
    let body = t.program.function_mut(func).body.as_mut().unwrap();
    let mut push =
        |kind| body.exprs.push(brinell_lang::Expr { kind, ty, loc: brinell_lang::Loc::NONE });
    let place = push(brinell_lang::ExprKind::Global(s.unwrap()));
    let alternative = push(brinell_lang::ExprKind::Load(place));
    t.analysis.relax_pointer(func, pointer, alternative);
    t.call("null", &[]).unwrap();
    t.call("use", &[]).unwrap();
    let written = |t: &Fixture, name: &str| {
        t.effects.writes.overlaps_range(t.analysis.space.subtree(t.global(name)))
    };
    assert!(written(&t, "x") && written(&t, "y"));
    // Another use of it is no better than before.
    assert_eq!(t.call("read", &[]), Err(Violation::NullDereference));
    t.analysis.forget_functions(func);
    assert_eq!(t.call("use", &[]), Err(Violation::NullDereference));
}
