//! Sensitivity: the share of faults in what a program computes that change its output.
//!
//! A fault is one executed expression with the same bit flipped at every execution; the machine
//! injects it ([`brinell_machine::Injector`]). An expression counts once, however often it is
//! executed. Only values of arithmetic types are flipped, and only those that are computed: no
//! constant expressions, and no assignment whose own value is unused (what it stores is the value
//! of its right side).
//!
//! A fault that does not show is *lost*; the last wrong value that was seen determines where
//! (`loss.rs`).
//!
//! Invariant: depends on `lang`, `machine` and `choice` only; no input or output, no processes; the
//! same seed draws the same faults.

mod construct;
mod idiom;
mod interval;
mod loss;
mod reach;
mod site;
mod tally;

pub use construct::Construct;
pub use interval::{WilsonInterval, wilson};
pub use loss::Loss;
pub use reach::{Reach, construct_reach};
pub use site::SiteKind;
pub use tally::{Fate, FaultTally, KindTally};

use brinell_choice::Choices;
use brinell_lang::{FuncId, Program};
use brinell_machine::{Fault, Injector, Limits, Outcome};
use loss::LossFinder;
use site::{ProgramSite, sites};

/// What is asked of a program.
#[derive(Clone, Debug)]
pub struct SensitivityQuestion<'a> {
    /// The functions whose expressions may be wrong: the random part of a program.
    pub functions: &'a [FuncId],
    /// How many faults to try; those of a program with fewer sites fall on some of them twice.
    pub faults: u32,
    /// What the faults are drawn from.
    pub seed: u64,
    /// Limits of the run without a fault.
    pub limits: Limits,
    /// How much of its stack the caller promises.
    pub host_stack_bytes: usize,
}

/// Injects faults into a program. Fails with how the program ended if that is not its end. A program
/// that computes nothing has no faults.
pub fn sensitivity(
    program: &Program,
    question: &SensitivityQuestion,
) -> Result<FaultTally, Box<Outcome>> {
    let injector =
        Injector::new(program, &question.limits, question.functions, question.host_stack_bytes)?;
    let sites = sites(program, &injector.executed());
    let finder = LossFinder::new(program, question.functions);
    let mut choices = Choices::seeded(question.seed);
    let mut tally = FaultTally::default();
    if sites.is_empty() {
        return Ok(tally);
    }
    for _ in 0..question.faults {
        let site = *choices.pick(&sites);
        let bit = choices.below(site.bits());
        let fate = fate(&injector, &finder, site, bit);
        tally.add(site.kind, fate);
    }
    Ok(tally)
}

/// The functions of a generated program that are random: those that got no name.
pub fn random_functions(program: &Program) -> Vec<FuncId> {
    let is_random = |id: &FuncId| {
        let function = &program.functions[*id];
        function.name.is_none() && function.body.is_some()
    };
    program.functions.ids().filter(is_random).collect()
}

/// Whether a fault changes the output.
fn shows(injector: &Injector, site: ProgramSite, bit: u32) -> bool {
    let fault = Fault { func: site.func, expr: site.expr, flipped: site.flip(bit) };
    let right = injector.meaning();
    match injector.run(fault).outcome {
        Outcome::Finished(meaning) => meaning.stdout != right.stdout || meaning.exit != right.exit,
        _ => false,
    }
}

/// What one fault comes to.
fn fate(injector: &Injector, finder: &LossFinder, site: ProgramSite, bit: u32) -> Fate {
    let fault = Fault { func: site.func, expr: site.expr, flipped: site.flip(bit) };
    let run = injector.run(fault);
    let right = injector.meaning();
    match &run.outcome {
        Outcome::Finished(meaning)
            if meaning.stdout != right.stdout || meaning.exit != right.exit =>
        {
            Fate::Shown
        }
        Outcome::Finished(_) if run.strayed => Fate::Lost(Loss::OtherPath),
        Outcome::Finished(_) => match run.last_wrong {
            Some(last) => Fate::Lost(finder.find(injector, last)),
            // The flipped value is always one that differs.
            None => Fate::Lost(Loss::NeverObserved),
        },
        Outcome::OutOfBudget(_) => Fate::Endless,
        Outcome::Undefined(_) | Outcome::Undecided(_) | Outcome::Unsupported(_) => Fate::Undefined,
    }
}
