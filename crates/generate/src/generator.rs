//! From a seed to a finished program: grow, guard, finish, run, and again from the next sub-seed
//! where a program is not worth keeping.
//!
//! What makes a program worth keeping, besides being defined: it ends within its step budget, at
//! least [`LEAST_LIVE_PERCENT`] of the statements of its random functions are executed, and its run
//! changes at least [`LEAST_CHANGED`] globals, all of which go into the checksum.

mod attempt;
mod enumerate;

pub use enumerate::{Enumerated, EnumerationCounts, EnumerationEnd};

use crate::config::Config;
use crate::grow;
use crate::harness::Runtime;
use crate::open::SiteCounts;
use attempt::{Attempt, AttemptStop};
use brinell_lang::Program;
use brinell_machine::{Limits, Meaning, ObservedRun, RunMode, observe_here};

/// How the machine is run: as [`run_machine`] does, by those who also want to know what it takes.
pub type Run<'a> = dyn FnMut(&Program, &Limits, RunMode) -> ObservedRun + 'a;

/// Executed statements of all statements in the functions that `func_1` begins; Csmith's mean is
/// 27, and a program far below tests little but dead-code elimination.
pub const LEAST_LIVE_PERCENT: usize = 15;
/// Globals whose value at the end is not the initial one.
pub const LEAST_CHANGED: usize = 1;
/// Sub-seeds that are tried; one in a hundred programs needs a second.
const MAX_TRIES: u32 = 50;
/// The stack that a thread needs which generates: growing recurses with calls and nesting, and so
/// does the machine. It is reserved, not used.
pub const STACK: usize = 256 << 20;
/// What of it the machine may use.
pub(crate) const MACHINE_STACK: usize = 64 << 20;
/// How far the size of a program may be from what was asked, in percent.
pub const SIZE_TOLERANCE: usize = 10;

/// A finished program that knows what it means.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program, with `main`, guards and runtime.
    pub program: Program,
    /// The text of each unit, with what to append to its file's name.
    pub texts: Vec<(String, String)>,
    /// What it must do.
    pub meaning: Meaning,
    /// Its checksum, if it prints one.
    pub checksum: Option<u32>,
    /// How it was generated.
    pub facts: Facts,
}

/// How a program was generated, and some of its measures.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The seed.
    pub seed: u64,
    /// The sub-seed: 0 when the first try was good.
    pub sub_seed: u32,
    /// Why earlier ones were passed over.
    pub passed_over: PassedOver,
    /// Tokens of the random part: without runtime, wrappers and comments.
    pub tokens: usize,
    /// Its size before guards, in [nodes](crate::nodes).
    pub nodes: usize,
    /// Statements of the random functions.
    pub statements: usize,
    /// Those that were executed.
    pub live_statements: usize,
    /// Operations with a guard.
    pub guarded: usize,
    /// Operations that could go wrong and have none.
    pub raw: usize,
    /// What became of open sites.
    pub sites: SiteCounts,
    /// Whether only operations that need a guard have one.
    pub minimal_guards: bool,
    /// Globals that the run changed.
    pub changed_globals: usize,
    /// The configuration, as drawn.
    pub config: Config,
    /// How growing went.
    pub tally: grow::Tally,
}

/// Why there is no program.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The configuration makes no sense.
    #[error("{0}")]
    Config(String),
    /// The machine found a program of ours undefined: a bug of Brinell's.
    #[error("seed {seed}, sub-seed {sub_seed}: {what}")]
    Unsound {
        /// The seed.
        seed: u64,
        /// The sub-seed.
        sub_seed: u32,
        /// What the machine says.
        what: String,
        /// The program.
        text: String,
    },
    /// No sub-seed gave a program worth keeping.
    #[error(
        "seed {seed}: none of {tries} tries gave a program that ends in time and does something"
    )]
    Hopeless {
        /// The seed.
        seed: u64,
        /// How many sub-seeds were tried.
        tries: u32,
    },
}

/// Makes programs of one configuration.
pub struct Generator {
    config: Config,
    runtime: Runtime,
    profile: String,
    checked: bool,
    traced: bool,
}

/// Why earlier sub-seeds of a program were passed over.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct PassedOver {
    /// Those that ran out of a budget of the machine.
    pub out_of_budget: u32,
    /// Those of which too little runs.
    pub dull: u32,
    /// Those of another size than was asked for.
    pub wrong_size: u32,
}

impl Generator {
    /// Prepares what all programs share.
    pub fn new(config: Config) -> Result<Self, GenerateError> {
        config.validate().map_err(|e| GenerateError::Config(e.to_string()))?;
        let runtime = Runtime::of(&config);
        let checked = cfg!(debug_assertions);
        Ok(Self { config, runtime, profile: "default".to_owned(), checked, traced: false })
    }

    /// The name of the profile that the configuration began with, for the header.
    #[must_use]
    pub fn of_profile(mut self, name: &str) -> Self {
        name.clone_into(&mut self.profile);
        self
    }

    /// Whether each program must pass `lang`'s check of well-formedness: a net under the builder,
    /// which lets nothing ill-formed through. Debug builds always ask for it.
    #[must_use]
    pub fn checked(mut self, yes: bool) -> Self {
        self.checked |= yes;
        self
    }

    /// Whether to keep a trace of all productions, in [`grow::Tally::trace`].
    #[must_use]
    pub fn traced(mut self, yes: bool) -> Self {
        self.traced = yes;
        self
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The program of a seed; `command` goes into its header.
    pub fn generate(&self, seed: u64, command: &str) -> Result<Generated, GenerateError> {
        std::thread::scope(|scope| {
            let worker = std::thread::Builder::new()
                .name(format!("seed {seed}"))
                .stack_size(STACK)
                .spawn_scoped(scope, || self.generate_here(seed, command))
                .map_err(|e| GenerateError::Config(format!("cannot start a thread: {e}")))?;
            match worker.join() {
                Ok(result) => result,
                // A panic is our bug: it is reported by the caller.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    /// As [`Generator::generate`], on the thread of the caller, which must have a stack of
    /// [`STACK`] bytes. For those who make many: a thread of its own for each costs fresh memory.
    pub fn generate_here(&self, seed: u64, command: &str) -> Result<Generated, GenerateError> {
        self.generate_with(seed, command, &mut run_machine)
    }

    /// As [`Generator::generate_here`], with the machine run by the caller, who may take the time.
    pub fn generate_with(
        &self,
        seed: u64,
        command: &str,
        run: &mut Run<'_>,
    ) -> Result<Generated, GenerateError> {
        // The size to ask of the grower; corrected where its estimate turns out wrong.
        let mut correction = 100;
        let mut passed_over = PassedOver::default();
        for sub_seed in 0..MAX_TRIES {
            let attempt = Attempt::new(self, seed, sub_seed, run);
            match attempt.make(command, &mut correction) {
                Ok(mut generated) => {
                    generated.facts.passed_over = passed_over;
                    return Ok(generated);
                }
                Err(AttemptStop::OutOfBudget) => passed_over.out_of_budget += 1,
                Err(AttemptStop::Dull) => passed_over.dull += 1,
                Err(AttemptStop::WrongSize) => passed_over.wrong_size += 1,
                Err(AttemptStop::Wrong(error)) => return Err(error),
            }
        }
        Err(GenerateError::Hopeless { seed, tries: MAX_TRIES })
    }
}

/// Runs the machine on the stack of this thread, which is one of [`STACK`] bytes.
pub fn run_machine(program: &Program, limits: &Limits, mode: RunMode) -> ObservedRun {
    observe_here(program, limits, mode, MACHINE_STACK)
}
