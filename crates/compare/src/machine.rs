//! The machine's opinion about another generator's program.

use crate::described::DescribedGenerator;
use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::{Limits, Meaning, Outcome, RunMode, observe_here};
use brinell_toolchain::{PreprocessOptions, ProgramSource, preprocess};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Steps after which a program is left to the vote: about a second of the machine.
const STEPS: u64 = 50_000_000;
/// What of the stack of this thread the machine may use; see `brinell_generate::STACK`.
const STACK: usize = 64 << 20;

/// What the machine says.
pub enum MachineOpinion {
    /// It is defined, and means this.
    Defined(Box<Meaning>),
    /// It breaks this rule.
    Undefined(&'static str),
    /// It depends on what the standard leaves open, as far as the machine can tell.
    Undecided,
    /// Nothing: it needs what the machine does not have, or too many steps.
    None,
}

/// Asks about a program, whose units become one.
pub fn ask(described: &DescribedGenerator, dir: &Path, target: TargetName) -> MachineOpinion {
    let mut text = String::new();
    for source in &described.sources {
        let _ = writeln!(text, "#include \"{}\"", dir.join(source).display());
    }
    let name = "all.c";
    let options = PreprocessOptions {
        includes: described.includes.clone(),
        defines: described
            .flags
            .iter()
            .filter_map(|f| f.strip_prefix("-D").map(str::to_owned))
            .collect(),
        target,
        ..PreprocessOptions::default()
    };
    let source = ProgramSource::Text { name, text: text.as_bytes() };
    let Ok(preprocessed) = preprocess(source, &options) else { return MachineOpinion::None };
    let syntax =
        brinell_syntax::ParseOptions { target: Target::named(target), dialect: Dialect::default() };
    // A panic of ours must not end a comparison of hours; the program is left to the vote.
    let opinion = catch_unwind(AssertUnwindSafe(|| {
        let Ok(program) =
            brinell_syntax::parse(&preprocessed.text, &preprocessed.main_file, &syntax)
        else {
            return MachineOpinion::None;
        };
        let limits = Limits { steps: STEPS, ..Limits::default() };
        match observe_here(&program, &limits, RunMode::default(), STACK).outcome {
            Outcome::Finished(meaning) => MachineOpinion::Defined(Box::new(meaning)),
            Outcome::Undefined(failure) => MachineOpinion::Undefined(failure.ub.name()),
            Outcome::Undecided(_) => MachineOpinion::Undecided,
            Outcome::OutOfBudget(_) | Outcome::Unsupported(_) => MachineOpinion::None,
        }
    }));
    opinion.unwrap_or(MachineOpinion::None)
}
