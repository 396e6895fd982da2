//! The rules.
//!
//! - An image that does what the program means is fine, and a compiler that crashes, hangs or takes
//!   too much needs no second opinion.
//! - A rejection needs one: a compiler that accepts the program. If all reject it, the machine is
//!   suspect, or nothing is confirmed.
//! - If no compiler agrees with the meaning, none is accused of wrong code: with two families or
//!   more that agree with each other the machine is suspect, otherwise nothing is confirmed.
//! - If some compiler agrees with the meaning, those that do not have wrong code, except where two
//!   families or more give the same wrong answer: then the machine is suspect, unless at least two
//!   families, and no fewer than those against it, agree with it in everything they said. (Small
//!   compilers share mistakes; gcc and clang together do not share them with us.)
//! - Images that crash or hang are no common answer, as long as some compiler agrees with the meaning.
//! - An image that is right in some runs and wrong in others is flaky. One that is wrong in every run
//!   is wrong, however its answers vary (it reads uninitialised memory, or addresses); such an
//!   answer agrees with no other. A compiler that fails in different ways is flaky; one that fails in
//!   the same way with other words is not.
//! - An image that was not run only shows that its compiler accepts the program.
//! - A result of the fast path is either fine or ignored; it says nothing about other compilers.

use crate::classes::{ResultClass, RunResult, classes, opinion};
use crate::observation::{Compiled, Expected, Observation, Ran, RunEnd};
use crate::verdict::{Verdict, WrongKind};
use std::collections::BTreeSet;

/// The verdicts on all observations of one program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Judgement {
    /// In the order of the observations.
    pub verdicts: Vec<Verdict>,
    /// Who agrees with whom: the second opinion.
    pub classes: Vec<ResultClass>,
}

/// Judges all observations of one program.
pub fn judge(expected: &Expected, observations: &[Observation]) -> Judgement {
    let classes = classes(expected, observations);
    let cx = Context { expected, observations, classes: &classes };
    let verdicts = observations.iter().map(|observation| cx.verdict(observation)).collect();
    Judgement { verdicts, classes }
}

/// The verdict on an observation if an independent compiler agreed with the meaning.
pub fn accusation(expected: &Expected, observation: &Observation) -> Verdict {
    let right = Observation {
        compiler: "machine".to_owned(),
        family: "machine".to_owned(),
        options: Vec::new(),
        compiled: Compiled::Ok,
        ran: Some(Ran::new(expected.end, &expected.stdout, expected.stdout.len())),
        otherwise: Vec::new(),
        steady: true,
        on_fast_path: false,
    };
    judge(expected, &[observation.clone(), right]).verdicts.swap_remove(0)
}

/// Whether two observations of the same thing say the same. Answers that vary are all alike.
pub fn same_outcome(one: &Observation, other: &Observation) -> bool {
    let outcome = |o: &Observation| o.ran.as_ref().map(RunResult::of).filter(|_| !o.varies());
    one.compiled == other.compiled
        && one.varies() == other.varies()
        && outcome(one) == outcome(other)
}

struct Context<'a> {
    expected: &'a Expected,
    observations: &'a [Observation],
    classes: &'a [ResultClass],
}

impl Context<'_> {
    fn verdict(&self, observation: &Observation) -> Verdict {
        if observation.on_fast_path {
            let fine = observation.ran.as_ref().is_some_and(|ran| ran.does(self.expected));
            let why = || "it was only seen on the fast path".to_owned();
            let nothing = || Verdict::NotComparable { why: why() };
            return if fine { Verdict::Ok } else { nothing() };
        }
        if !observation.steady {
            return Verdict::Flaky;
        }
        match &observation.compiled {
            Compiled::Ok => match &observation.ran {
                Some(_) => self.of_runs(observation),
                None => Verdict::Compiled,
            },
            Compiled::Rejected { signature } => self.of_rejection(signature),
            Compiled::Crashed { signature } => {
                Verdict::CompilerCrash { signature: signature.clone() }
            }
            Compiled::TimedOut => Verdict::CompilerHang,
            Compiled::OutOfResources(limit) => {
                Verdict::CompilerOutOfResources { limit: limit.clone() }
            }
            Compiled::NoOutputFile => {
                Verdict::RejectedValid { signature: "success without an output file".to_owned() }
            }
            Compiled::NotComparable(why) => Verdict::NotComparable { why: why.clone() },
        }
    }

    fn of_rejection(&self, signature: &str) -> Verdict {
        if self.observations.iter().any(|o| o.compiled == Compiled::Ok && !o.on_fast_path) {
            return Verdict::RejectedValid { signature: signature.to_owned() };
        }
        let rejected = |o: &&Observation| matches!(o.compiled, Compiled::Rejected { .. });
        let families: BTreeSet<&String> =
            self.observations.iter().filter(rejected).map(|o| &o.family).collect();
        if families.len() >= 2 { Verdict::SuspectMachine } else { Verdict::Unconfirmed }
    }

    fn of_runs(&self, observation: &Observation) -> Verdict {
        if observation.varies() && observation.runs().any(|ran| ran.does(self.expected)) {
            return Verdict::Flaky;
        }
        let outcome = opinion(observation);
        let own = self.classes.iter().find(|class| Some(class.outcome) == outcome);
        let against = match own {
            Some(class) if class.expected => return Verdict::Ok,
            Some(class) => class.families.len(),
            None => 0,
        };
        let anybody = self.classes.iter().any(|class| class.expected);
        if !anybody {
            // Of two families or more in any class, not only in this one: where some agree against
            // the machine, it is the machine that has to explain itself.
            let agreed = self.classes.iter().any(|class| class.families.len() >= 2);
            return if agreed { Verdict::SuspectMachine } else { Verdict::Unconfirmed };
        }
        let in_common = against >= 2 && own.is_some_and(|class| class.outcome.is_answer());
        if in_common {
            let with_us = self.wholly_with_us();
            if with_us < 2 || with_us < against {
                return Verdict::SuspectMachine;
            }
        }
        // Of several kinds the first in their order, whatever the order of the runs.
        match observation.runs().map(|ran| self.wrong(ran)).min() {
            Some(kind) => Verdict::WrongCode { kind },
            None => Verdict::NotComparable { why: "the image was not run".to_owned() },
        }
    }

    /// Families of which every opinion is the expected one.
    fn wholly_with_us(&self) -> usize {
        let families = |expected: bool| -> BTreeSet<&String> {
            let classes = self.classes.iter().filter(|class| class.expected == expected);
            classes.flat_map(|class| &class.families).collect()
        };
        families(true).difference(&families(false)).count()
    }

    fn wrong(&self, ran: &Ran) -> WrongKind {
        match ran.end {
            RunEnd::TimedOut => WrongKind::Hang,
            RunEnd::OutOfResources => WrongKind::Resources,
            end @ RunEnd::Signal(signal) if end != self.expected.end => WrongKind::Crash(signal),
            // A wrong status after the right output; with a wrong output the status follows.
            RunEnd::Exit(_) if ran.hash == crate::digest(&self.expected.stdout) => WrongKind::Exit,
            RunEnd::Exit(_) | RunEnd::Signal(_) => WrongKind::Checksum,
        }
    }
}
