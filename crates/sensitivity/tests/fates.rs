//! What faults in small programs come to, each of them with every bit of one expression.

use brinell_lang::{Dialect, Program, Target, TargetName};
use brinell_machine::Limits;
use brinell_sensitivity::{FaultTally, Loss, SensitivityQuestion, SiteKind, sensitivity};

fn parse(text: &str) -> Program {
    let target = Target::named(TargetName::Lp64);
    let options = brinell_syntax::ParseOptions { target, dialect: Dialect::C17 };
    brinell_syntax::parse(text.as_bytes(), "test.c", &options).expect("the test is C")
}

/// Faults in `f`; `main` prints what it returns.
fn faults_in(globals: &str, body: &str) -> FaultTally {
    let text = format!(
        "int printf(const char *, ...);\n{globals}\nint f(int a) {{ {body} }}\n\
         int main(void) {{ printf(\"%d\", f(5)); return 0; }}"
    );
    let program = parse(&text);
    let functions: Vec<_> =
        ["f", "g"].iter().filter_map(|name| program.function_named(name)).collect();
    let question = SensitivityQuestion {
        functions: &functions,
        faults: 200,
        seed: 1,
        limits: Limits::default(),
        host_stack_bytes: 1 << 20,
    };
    sensitivity(&program, &question).expect("the test is defined")
}

/// All faults are lost in one way.
fn all_lost(globals: &str, body: &str, loss: Loss) {
    let tally = faults_in(globals, body);
    assert_eq!(tally.all.faults, 200);
    assert_eq!(tally.all.lost(loss), 200, "{body}: {tally:?}");
}

/// All faults in what is read are lost in one way.
fn reads_lost(globals: &str, body: &str, loss: Loss) {
    let tally = faults_in(globals, body);
    let reads = &tally.kinds[&SiteKind::Read];
    assert_eq!(reads.lost(loss), reads.faults, "{body}: {tally:?}");
}

#[test]
fn what_is_returned_shows() {
    let tally = faults_in("", "return a ^ 3;");
    assert_eq!((tally.all.faults, tally.all.shown), (200, 200));
    assert_eq!(
        tally.kinds.keys().copied().collect::<Vec<_>>(),
        [SiteKind::Read, SiteKind::Bitwise]
    );
    assert_eq!(tally.all.sensitivity().share, 1.0);
}

#[test]
fn every_bit_is_flipped_and_signs_stay_signs() {
    // Negative ones are those whose sign was flipped: about one in 32 of each kind.
    let tally = faults_in("", "return a < 0;");
    let reads = &tally.kinds[&SiteKind::Read];
    let expected = 1.0 / 32.0;
    let interval = reads.sensitivity();
    assert!(interval.low < expected && expected < interval.high, "{tally:?}");
    assert_eq!(reads.lost(Loss::Masked), reads.faults - reads.shown);
}

#[test]
fn losses_have_their_names() {
    all_lost("", "a + 1; return 3;", Loss::Discarded);
    all_lost("", "(a * 2, 3); return 3;", Loss::Discarded);
    all_lost("int x;", "x = a; x = 4; return 4;", Loss::Overwritten);
    all_lost("int x;", "x = a; return 4;", Loss::NeverObserved);
    all_lost("", "int x = a; return 4;", Loss::NeverObserved);
    reads_lost("int g(int b) { return 7; }", "return g(a) & 0;", Loss::NeverObserved);
    reads_lost("", "return a & 0;", Loss::Masked);
    all_lost("", "if (a ^ 256) return 4; return 5;", Loss::Masked);
}

#[test]
fn a_result_that_nobody_takes_is_discarded() {
    all_lost("int v; int g(void) { return v; }", "g(); return 4;", Loss::Discarded);
}

#[test]
fn a_parameter_that_nobody_reads_is_never_observed() {
    let tally = faults_in("int g(int b) { return 7; }", "g(a); return 7;");
    assert_eq!(tally.all.lost(Loss::NeverObserved), 200, "{tally:?}");
}

#[test]
fn another_way_to_the_same_output() {
    let tally = faults_in("", "if (a == 5) return 4; return 4;");
    assert_eq!(tally.all.lost(Loss::OtherPath), 200, "{tally:?}");
}

#[test]
fn what_does_not_end_and_what_is_undefined_count_apart() {
    let tally = faults_in("", "unsigned i = 0; while (i != a) i = i + 1; return 1;");
    assert!(tally.all.endless > 0, "{tally:?}");
    let tally = faults_in("int t[8];", "int *p = t; return p[a];");
    assert!(tally.all.undefined > 0, "{tally:?}");
    let all = &tally.all;
    let lost: u64 = Loss::ALL.iter().map(|loss| all.lost(*loss)).sum();
    assert_eq!(all.shown + all.undefined + all.endless + lost, all.faults);
    assert!(all.noticed().share > all.sensitivity().share);
}

#[test]
fn the_same_seed_draws_the_same_faults() {
    let body = "int s = 0; for (int i = 0; i < a; i++) s += i & a; return s > 3 ? s : a;";
    assert_eq!(format!("{:?}", faults_in("", body)), format!("{:?}", faults_in("", body)));
}
