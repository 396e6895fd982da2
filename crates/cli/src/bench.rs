//! `brinell bench`: experiments that measure the machine, the generator, the hunt and reduction,
//! and what generated programs are worth.

mod csmith;
mod faults;
mod generate;
mod hunt;
mod machine;
mod planted;
mod reduce;
mod sensitivity;
mod soundness;
mod variants;

use crate::Status;
use clap::{Args, Subcommand};

/// The arguments of `brinell bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// The experiment.
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments.
#[derive(Debug, Subcommand)]
enum Experiment {
    /// How fast the machine is: nodes a second, and the ratio to native code
    Machine(machine::MachineArgs),
    /// Strangers' programs: what the machine says about Csmith's, and whether gcc agrees
    Csmith(csmith::CsmithArgs),
    /// How fast the generator is: next to Csmith, at a fixed size, and as programs grow
    Generate(generate::BenchGenerateArgs),
    /// Whether the generator is sound: many seeds, and nothing may go wrong with any
    Soundness(soundness::SoundnessArgs),
    /// How many programs a hunt tests an hour: next to a shell loop over Csmith
    Hunt(hunt::BenchHuntArgs),
    /// How small findings become and at what cost: next to C-Vise and C-Reduce
    Reduce(reduce::BenchReduceArgs),
    /// How small planted findings become: of each construct, next to integers
    Planted(planted::PlantedArgs),
    /// Which faults, planted into what compilers make of programs, those meet and show
    Faults(faults::BenchFaultsArgs),
    /// How much of what programs compute shows in their output, and where the rest is lost
    Sensitivity(sensitivity::SensitivityArgs),
}

/// Runs an experiment.
pub fn run(args: &BenchArgs) -> anyhow::Result<Status> {
    match &args.experiment {
        Experiment::Machine(args) => machine::run(args),
        Experiment::Csmith(args) => csmith::run(args),
        Experiment::Generate(args) => generate::run(args),
        Experiment::Soundness(args) => soundness::run(args),
        Experiment::Hunt(args) => hunt::run(args),
        Experiment::Reduce(args) => reduce::run(args),
        Experiment::Planted(args) => planted::run(args),
        Experiment::Faults(args) => faults::run(args),
        Experiment::Sensitivity(args) => sensitivity::run(args),
    }
}
