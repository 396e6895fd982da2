//! `brinell bench`: experiments that measure the machine, the generator, the hunt and reduction,
//! and how much generated programs would show.

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
    /// Speed of the machine: nodes per second, and the ratio to native code
    Machine(machine::MachineArgs),
    /// Csmith's programs: the machine's verdicts, and whether gcc agrees
    Csmith(csmith::CsmithArgs),
    /// Speed of the generator: next to Csmith's, at a fixed size, and by size
    Generate(generate::BenchGenerateArgs),
    /// Soundness of the generator: the programs of many seeds must be defined
    Soundness(soundness::SoundnessArgs),
    /// Programs per hour of a hunt, next to a shell loop over Csmith
    Hunt(hunt::BenchHuntArgs),
    /// Sizes and costs of reduced findings, next to C-Vise and C-Reduce
    Reduce(reduce::BenchReduceArgs),
    /// Size of reduced findings with a planted cause, for each construct
    Planted(planted::PlantedArgs),
    /// Planted faults in compiled programs: how many are met and shown
    Faults(faults::BenchFaultsArgs),
    /// Sensitivity: how many faults in computed values change the output
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
