//! Soundness on random programs: they grow statement by statement, each kept only if the analysis
//! accepts the whole, as the generator does it; then the machine judges.

#[path = "../common/mod.rs"]
mod common;
mod grow;

use brinell_lang::Program;
use brinell_machine::{Limits, Outcome, run};
use common::{analyse, is_excluded, read};
use grow::{Draft, Random};

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
            Outcome::Undecided(undecided) => {
                panic!("seed {seed}: undecided whether {}\n{text}", undecided.what)
            }
            Outcome::OutOfBudget(_) | Outcome::Unsupported(_) => {}
        }
    }
    assert!(finished * 2 > count, "only {finished} of {count} programs ran to their end");
}
