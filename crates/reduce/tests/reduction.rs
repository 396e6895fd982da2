//! Reduction with oracles that need no compiler.

use brinell_generate::{Config, Generator};
use brinell_lang::{BinaryOp, Dialect, ExprKind, Program, StmtKind, Target, TargetName, check};
use brinell_machine::{Limits, Meaning, Outcome, run};
use brinell_reduce::{NotReducible, Oracle, Reduced, Settings, Size, reduce};
use std::sync::atomic::AtomicBool;

fn generated(seed: u64, size: u32) -> Program {
    let mut config = Config::profile("default").unwrap();
    config.size = size;
    Generator::new(config).unwrap().generate(seed, "test").unwrap().program
}

fn parsed(text: &str) -> Program {
    parsed_for(TargetName::Lp64, text)
}

fn parsed_for(target: TargetName, text: &str) -> Program {
    let target = Target::named(target);
    let options = brinell_syntax::ParseOptions { target, dialect: Dialect::default() };
    brinell_syntax::parse(text, "test.c", &options).unwrap()
}

fn reduced(program: &Program, oracle: &mut dyn Oracle) -> Reduced {
    let stop = AtomicBool::new(false);
    let settings = Settings { limits: Limits::default(), stop: &stop };
    reduce(program, oracle, &settings, &mut |_| {}).unwrap()
}

/// Whether an expression that the program can reach fits.
fn has_expr(
    program: &Program,
    fits: impl Fn(&Program, &ExprKind, &brinell_lang::Exprs) -> bool,
) -> bool {
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    bodies
        .into_iter()
        .any(|body| body.exprs.iter().any(|expr| fits(program, &expr.kind, &body.exprs)))
}

fn shifts_by_a_variable(program: &Program, _: &Meaning) -> bool {
    has_expr(program, |_, kind, exprs| match kind {
        ExprKind::Binary { op, rhs, .. } if op.is_shift() => {
            let mut rhs = *rhs;
            while let ExprKind::Cast { operand, .. } = exprs[rhs].kind {
                rhs = operand;
            }
            !matches!(exprs[rhs].kind, ExprKind::Int(_))
        }
        _ => false,
    })
}

fn reads_a_volatile(program: &Program, meaning: &Meaning) -> bool {
    let read = meaning.volatiles.values().any(|trace| trace.reads > 0);
    read && has_expr(
        program,
        |_, kind, exprs| matches!(kind, ExprKind::Load(place) if exprs[*place].ty.quals.is_volatile()),
    )
}

/// A compiler that takes one operator for another: whether its answer differs.
fn mistakes(from: BinaryOp, to: BinaryOp) -> impl Fn(&Program, &Meaning) -> bool + Copy {
    move |program, meaning| {
        let mut mutant = program.clone();
        for id in program.functions.ids() {
            let Some(body) = &mut mutant.function_mut(id).body else { continue };
            for expr in &mut body.exprs {
                if let ExprKind::Binary { op, .. } = &mut expr.kind
                    && *op == from
                {
                    *op = to;
                }
            }
        }
        let limits = Limits { steps: 10_000_000, ..Limits::default() };
        match run(&mutant, &limits) {
            Outcome::Finished(other) => {
                other.stdout != meaning.stdout || other.exit != meaning.exit
            }
            _ => false,
        }
    }
}

/// Asks another oracle, and insists on what was promised about the question.
struct Strict<F> {
    oracle: F,
    asked: u64,
}

impl<F: Fn(&Program, &Meaning) -> bool + Send> Oracle for Strict<F> {
    fn is_interesting(&mut self, program: &Program, meaning: &Meaning) -> bool {
        self.asked += 1;
        assert_eq!(check(program), [], "a candidate is not well formed");
        match run(program, &Limits::default()) {
            Outcome::Finished(again) => {
                assert_eq!((&again.stdout, again.exit), (&meaning.stdout, meaning.exit));
            }
            other => panic!("a candidate is not defined: {other:?}"),
        }
        (self.oracle)(program, meaning)
    }
}

/// Reduces, and checks all that has to hold of any reduction.
fn lawful(
    program: &Program,
    oracle: impl Fn(&Program, &Meaning) -> bool + Send + Copy,
    most_tokens: usize,
) -> Reduced {
    let mut strict = Strict { oracle, asked: 0 };
    let result = reduced(program, &mut strict);
    assert!(result.finished && strict.asked > 1);
    assert!(oracle(&result.program, &result.meaning), "the property is lost");
    assert!(
        result.size.tokens <= most_tokens,
        "{} tokens:\n{}",
        result.size.tokens,
        result.size.text
    );
    // What the text says is what was run.
    let read_back = parsed(&result.size.text);
    match run(&read_back, &Limits::default()) {
        Outcome::Finished(meaning) => {
            assert_eq!(
                (meaning.stdout, meaning.exit),
                (result.meaning.stdout.clone(), result.meaning.exit)
            );
        }
        other => panic!("the text is not defined: {other:?}\n{}", result.size.text),
    }
    let again = reduced(&result.program, &mut { oracle });
    assert_eq!(again.size, result.size, "a second reduction goes on");
    result
}

#[test]
fn a_shift_stays() {
    let mut met = 0;
    for seed in 0..6 {
        let program = generated(seed, 600);
        if shifts_by_a_variable(&program, &meaning_of(&program)) {
            met += 1;
            lawful(&program, shifts_by_a_variable, 30);
        }
    }
    assert!(met > 2, "the programs have no shifts");
}

fn meaning_of(program: &Program) -> Meaning {
    match run(program, &Limits::default()) {
        Outcome::Finished(meaning) => meaning,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_volatile_is_read() {
    let mut met = 0;
    for seed in 10..16 {
        let program = generated(seed, 800);
        if reads_a_volatile(&program, &meaning_of(&program)) {
            met += 1;
            // Some read it through a pointer only, whose target is none.
            lawful(&program, reads_a_volatile, 26);
        }
    }
    assert!(met > 1, "the programs read no volatile");
}

#[test]
fn a_wrong_operator_shows() {
    let mut met = 0;
    let mistaken = [
        (BinaryOp::Xor, BinaryOp::Or),
        (BinaryOp::And, BinaryOp::Or),
        (BinaryOp::Lt, BinaryOp::Le),
        (BinaryOp::Ne, BinaryOp::Eq),
        (BinaryOp::Sub, BinaryOp::Add),
    ];
    for (i, (from, to)) in mistaken.into_iter().cycle().take(15).enumerate() {
        let program = generated(20 + i as u64, 700);
        let oracle = mistakes(from, to);
        if oracle(&program, &meaning_of(&program)) {
            met += 1;
            lawful(&program, oracle, 40);
        }
    }
    assert!(met > 3, "the mistakes do not show");
}

#[test]
fn a_large_program_becomes_small() {
    let program = generated(31, 3000);
    let oracle = mistakes(BinaryOp::Xor, BinaryOp::Or);
    assert!(oracle(&program, &meaning_of(&program)));
    lawful(&program, oracle, 60);
}

#[test]
fn the_result_is_always_the_same() {
    let program = generated(22, 700);
    let one = reduced(&program, &mut |p: &Program, m: &Meaning| {
        shifts_by_a_variable(p, m) || m.stdout.is_empty()
    });
    let two = reduced(&program, &mut |p: &Program, m: &Meaning| {
        shifts_by_a_variable(p, m) || m.stdout.is_empty()
    });
    assert_eq!((one.size, one.counts), (two.size, two.counts));
}

#[test]
fn a_stop_keeps_the_best_so_far() {
    let program = generated(22, 700);
    let stop = AtomicBool::new(false);
    let settings = Settings { limits: Limits::default(), stop: &stop };
    let mut taken = 0;
    let result =
        reduce(&program, &mut |_: &Program, _: &Meaning| true, &settings, &mut |progress| {
            taken = progress.counts.taken;
            stop.store(taken >= 2, std::sync::atomic::Ordering::Relaxed);
        });
    let result = result.unwrap();
    assert!(!result.finished && result.size < Size::of(&program));
    assert_eq!(check(&result.program), []);
}

#[test]
fn what_is_not_interesting_is_not_reduced() {
    let program = generated(1, 500);
    let stop = AtomicBool::new(false);
    let settings = Settings { limits: Limits::default(), stop: &stop };
    let result = reduce(&program, &mut |_: &Program, _: &Meaning| false, &settings, &mut |_| {});
    assert_eq!(result.unwrap_err(), NotReducible::NotInteresting);
    let undefined = parsed("int main(void) { int x = 1; return 1 / (x - 1); }");
    let result = reduce(&undefined, &mut |_: &Program, _: &Meaning| true, &settings, &mut |_| {});
    assert!(matches!(result, Err(NotReducible::NoMeaning(_))));
}

/// What is left of a text that has to keep something.
fn left_of(text: &str, oracle: impl Fn(&Program, &Meaning) -> bool + Send + Copy) -> String {
    let result = lawful(&parsed(text), oracle, 1000).size.text;
    result.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn status(wanted: u8) -> impl Fn(&Program, &Meaning) -> bool + Send + Copy {
    move |_, meaning| meaning.exit == brinell_machine::Exit::Status(wanted)
}

#[test]
fn nothing_is_left_of_what_does_nothing() {
    let text = "struct s { int a; char b : 3; } g = {1, 2}; static int h(int x) { return x + g.a; }
                int main(int c, char **v) { for (int i = 0; i < 3; i++) { if (h(i)) g.b++; } return 0; }";
    assert_eq!(left_of(text, |_, _| true), "int main(void) { return 0; }");
}

#[test]
fn values_lose_their_way() {
    let text = "int a[4] = {1, 7, 3}; int *p = &a[1]; static int **q = &p;
                static int f(int **x, long y) { return **x + (int)y; }
                int main(void) { long l = 0; do { l = f(q, l); } while (l < 7); return l; }";
    assert_eq!(left_of(text, status(7)), "int main(void) { return 7; }");
}

#[test]
fn a_loop_stays_if_it_matters() {
    let text =
        "int g; int main(void) { int i; for (i = 0; i < 10; i += 2) { g = g + i; } return g; }";
    let has_loop = |program: &Program, meaning: &Meaning| {
        let main = program.function_named("main").unwrap();
        let body = program.functions[main].body.as_ref().unwrap();
        meaning.stats.steps > 60
            && body
                .stmts
                .iter()
                .any(|s| matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. }))
    };
    let left = left_of(text, has_loop);
    assert!(left.contains("for (") && left.len() < 90, "{left}");
}

#[test]
fn what_nothing_needs_may_matter() {
    let text = "static int g = 1; static long unused(int x) { return x << 3; } int h;
                static int f(void) { return g; } int main(void) { return f(); }";
    let left = left_of(text, |program, _| {
        has_expr(program, |_, kind, _| matches!(kind, ExprKind::Binary { op: BinaryOp::Shl, .. }))
    });
    assert_eq!(left, "int unused(void) { return 0 << 0; } int main(void) { return 0; }");
    let is_called = |name| move |f: &brinell_lang::Function| f.name.as_deref() == Some(name);
    let left = left_of(text, |program, _| program.functions.iter().any(|f| is_called("unused")(f)));
    assert_eq!(left, "void unused(void) { } int main(void) { return 0; }");
}

/// cc65 has 2 KiB of stack: a stack that runs into data would look like wrong code.
#[test]
fn a_small_stack_stays_small() {
    let text = "char a[2000]; int main(void) { a[7] = 1; return a[7]; }";
    let mut keeps_the_array = |program: &Program, meaning: &Meaning| {
        meaning.exit == brinell_machine::Exit::Status(1)
            && Size::of(program).text.contains("[2000]")
    };
    let large = reduced(&parsed(text), &mut keeps_the_array);
    assert!(large.meaning.stats.peak_stack > 2000, "{}", large.size.text);
    let small = reduced(&parsed_for(TargetName::Ip16, text), &mut keeps_the_array);
    assert!(small.meaning.stats.peak_stack < 1500, "{}", small.size.text);
    // Who comes with more may keep it.
    let text = "int main(void) { char a[2000]; a[7] = 1; return a[7]; }";
    let own = reduced(&parsed_for(TargetName::Ip16, text), &mut keeps_the_array);
    assert!(own.meaning.stats.peak_stack > 2000, "{}", own.size.text);
}

#[test]
fn a_constant_is_found_by_halving() {
    // What a loop needs to be seen, say: at least so many trips.
    let program = parsed(
        "int g = 169000; int main(void) { int x = 4; return g > 84320 && x < 150000 ? 3 : 0; }\n",
    );
    let needed = |program: &Program, _: &Meaning| {
        has_expr(program, |_, kind, _| matches!(kind, ExprKind::Int(v) if v.unsigned() >= 84_321))
            || program.globals.iter().any(|global| {
                global
                    .exprs
                    .iter()
                    .any(|expr| matches!(expr.kind, ExprKind::Int(v) if v.unsigned() >= 84_321))
            })
    };
    let Reduced { size, counts, finished, .. } = reduced(&program, &mut { needed });
    assert!(finished && size.text.contains("84321"), "{}", size.text);
    // One less at a time were 84,679 steps down.
    assert!(counts.tried < 1_000, "{counts:?}");
}
