//! Soundness on random programs: they grow statement by statement, each kept only if the analysis
//! accepts the whole, as the generator does it; then the machine judges.

mod grow;

use brinell_analysis::{Analysis, Effects, State, Violation};
use brinell_lang::{Dialect, Program, Target, TargetName};
use brinell_machine::{Limits, Outcome, Ub, run};
use brinell_syntax::{Options, parse};
use grow::{Draft, Random};

fn read(text: &str) -> Program {
    let options = Options { target: Target::named(TargetName::Lp64), dialect: Dialect::C11 };
    parse(text, "t.c", &options).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

fn analyse(program: &Program, punning: bool) -> Result<Analysis, Violation> {
    let mut analysis = Analysis::of_program(program)?;
    analysis.union_punning = punning;
    analysis.work_limit = 1_000_000;
    let main = program.function_named("main").expect("programs have a main");
    analysis.call(program, main, &[], &mut State::initial(), &mut Effects::default())?;
    Ok(analysis)
}

/// Whether the analysis promises that this does not happen.
fn is_excluded(ub: &Ub) -> bool {
    matches!(
        ub,
        Ub::NullDereference
            | Ub::NullArithmetic
            | Ub::InvalidPointer { .. }
            | Ub::DanglingAccess { .. }
            | Ub::IndeterminatePointer { .. }
            | Ub::Misaligned { .. }
            | Ub::UnspecifiedRead { .. }
            | Ub::EffectiveType { .. }
            | Ub::UnionMember { .. }
            | Ub::OverlappingAssignment
            | Ub::Unsequenced { .. }
            | Ub::OrderDependent { .. }
    )
}

fn grown(seed: u64) -> (String, Program) {
    let punning = seed % 2 == 1;
    let mut random = Random::new(seed);
    let mut draft = Draft::new();
    for _ in 0..80 {
        let mut next = draft.clone();
        next.grow(&mut random);
        if analyse(&read(&next.text()), punning).is_ok() {
            draft = next;
        }
    }
    let text = draft.text();
    let program = read(&text);
    (text, program)
}

#[test]
fn accepted_programs_are_defined() {
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let from = std::env::var("FROM").map_or(0, |n| n.parse().unwrap());
    let count = std::env::var("COUNT").map_or(100, |n| n.parse().unwrap());
    let mut finished = 0;
    for seed in from..from + count {
        let (text, program) = grown(seed);
        match run(&program, &limits) {
            Outcome::Undefined(failure) => assert!(
                !is_excluded(&failure.ub),
                "seed {seed}, line {}: {:?}\n{text}",
                failure.loc.line,
                failure.ub
            ),
            Outcome::Finished(_) => finished += 1,
            Outcome::OutOfBudget(_) | Outcome::Unsupported(_) => {}
        }
    }
    assert!(finished * 2 > count, "only {finished} of {count} programs ran to their end");
}
