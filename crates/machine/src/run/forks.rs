//! Where two orders of evaluation leave different states, both are followed to the end of the
//! program. Only what shows there makes the program dependent on order; if nothing shows in any
//! combination, it is defined.

use super::{ProgramRun, ProgramRuns};
use crate::observe::ObservedRun;
use crate::order::Fork;
use crate::outcome::{Exit, Failure, Meaning, Note, Outcome, Undecided};
use brinell_lang::Loc;

/// So many combinations of orders are run.
const MAX_RUNS: usize = 64;
/// All runs together may take so many times the steps of one.
const MAX_STEPS: u64 = 4;

/// Follows all other orders of a run that has finished.
pub fn compare(runs: &mut ProgramRuns<'_>, first: ProgramRun) -> ObservedRun {
    let ProgramRun { mut seen, forks, tangled, steps, .. } = first;
    let Outcome::Finished(meaning) = &seen.outcome else { return seen };
    let mut search = ForkSearch {
        meaning: meaning.clone(),
        unknown: tangled,
        steps,
        count: 1,
        most_steps: runs.limits.steps.saturating_mul(MAX_STEPS),
    };
    match search.follow(runs, &[], &forks) {
        Some(Outcome::Finished(_)) | None => {}
        Some(other) => seen.outcome = other,
    }
    if matches!(seen.outcome, Outcome::Finished(_))
        && let Some(loc) = search.unknown
    {
        seen.outcome = search.undecided(loc);
    }
    seen
}

struct ForkSearch {
    /// What the program does in the usual order.
    meaning: Meaning,
    /// Where some combination was not run.
    unknown: Option<Loc>,
    steps: u64,
    count: usize,
    most_steps: u64,
}

impl ForkSearch {
    /// Follows the other orders at the forks of a run beyond its script. Returns an outcome that
    /// settles the matter.
    fn follow(
        &mut self,
        runs: &mut ProgramRuns<'_>,
        script: &[usize],
        forks: &[Fork],
    ) -> Option<Outcome> {
        for (i, fork) in forks.iter().enumerate().skip(script.len()) {
            for order in 1..fork.orders.len() {
                if self.count >= MAX_RUNS || self.steps > self.most_steps {
                    self.unknown.get_or_insert(fork.failure.loc);
                    return None;
                }
                let mut longer = script.to_vec();
                longer.resize(i, 0);
                longer.push(order);
                let run = runs.run(&longer);
                self.count += 1;
                self.steps = self.steps.saturating_add(run.steps);
                if let Some(tangled) = run.tangled {
                    self.unknown.get_or_insert(tangled);
                }
                let shows = match &run.seen.outcome {
                    Outcome::Finished(other) => difference(&self.meaning, other),
                    Outcome::Undefined(failure) => {
                        return Some(broken_in_one_order(failure, fork, order));
                    }
                    Outcome::Undecided(_) | Outcome::OutOfBudget(_) | Outcome::Unsupported(_) => {
                        self.unknown.get_or_insert(fork.failure.loc);
                        continue;
                    }
                };
                if let Some((usual, other)) = shows {
                    return Some(witness(fork, order, &usual, &other));
                }
                if let Some(settled) = self.follow(runs, &longer, &run.forks) {
                    return Some(settled);
                }
            }
        }
        None
    }

    fn undecided(&self, loc: Loc) -> Outcome {
        Outcome::Undecided(Box::new(Undecided {
            what: "the order of evaluation changes what the program does".to_owned(),
            rule: None,
            loc,
            objects: Vec::new(),
            notes: vec![Note {
                text: format!(
                    "{} combinations of orders were run to the end with the same result, and there are more",
                    self.count
                ),
                loc,
            }],
            stdout: self.meaning.stdout.clone(),
            stats: self.meaning.stats,
        }))
    }
}

/// A rule is broken in one of the orders.
fn broken_in_one_order(failure: &Failure, fork: &Fork, order: usize) -> Outcome {
    let mut failure = failure.clone();
    for text in [
        format!("that happens after this order: {}", fork.orders[order]),
        format!("it does not happen after this order: {}", fork.orders[0]),
    ] {
        failure.notes.push(Note { text, loc: fork.failure.loc });
    }
    Outcome::Undefined(Box::new(failure))
}

/// Two orders that were run and differ.
fn witness(fork: &Fork, order: usize, usual: &str, other: &str) -> Outcome {
    let mut failure = fork.failure.clone();
    for (order, outcome) in [(0, usual), (order, other)] {
        let text = format!("{outcome}, in this order: {}", fork.orders[order]);
        failure.notes.push(Note { text, loc: Loc::NONE });
    }
    Outcome::Undefined(failure)
}

/// How two runs differ, in words.
fn difference(a: &Meaning, b: &Meaning) -> Option<(String, String)> {
    let lines = |x: &[u8], y: &[u8], verb: &str| {
        let (x, y) = (String::from_utf8_lossy(x), String::from_utf8_lossy(y));
        let at = x.lines().zip(y.lines()).take_while(|(a, b)| a == b).count();
        let line = |text: &str| match text.lines().nth(at) {
            Some(line) => format!("{verb} `{line}`"),
            None => format!("{verb} nothing more"),
        };
        (line(&x), line(&y))
    };
    if a.stdout != b.stdout {
        return Some(lines(&a.stdout, &b.stdout, "it prints"));
    }
    if a.stderr != b.stderr {
        return Some(lines(&a.stderr, &b.stderr, "it writes to standard error"));
    }
    let end = |exit: Exit| match exit {
        Exit::Status(status) => format!("it exits with {status}"),
        Exit::Abort => "it aborts".to_owned(),
    };
    if a.exit != b.exit {
        return Some((end(a.exit), end(b.exit)));
    }
    (a.volatiles != b.volatiles).then(|| {
        let text = "it accesses volatile objects in one way";
        (text.to_owned(), text.replace("one way", "another way"))
    })
}
