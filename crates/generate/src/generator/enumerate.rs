//! All programs of a small configuration, in order of size, each once.
//!
//! Size after size, all drafts of exactly that size are grown ([`grow::enumerate`]): larger ones are
//! begun and cut, smaller ones are grown and skipped. This repetition is a small part of the work,
//! since each size has several times as many drafts as the one before. A draft that prints like an
//! earlier one is skipped; all others are finished as usual: guards, `main`, and the final run. What
//! is still drawn then, such as how guards are written, is drawn from the program's number as from a
//! seed.

use super::attempt::{Attempt, AttemptStop};
use super::{GenerateError, Generated, Generator, run_machine};
use crate::config::Config;
use crate::{grow, harness};
use brinell_choice::{Choices, Exhaustive};
use rustc_hash::FxHashSet;
use std::hash::{DefaultHasher, Hasher as _};
use std::ops::ControlFlow;

/// Sequences of choices without a new program after which a configuration is too large to be
/// enumerated: half a minute. Small ones need ten or so for a program.
const MOST_IN_VAIN: u64 = 1_000_000;

/// What budgets and shares are taken from where no size is asked for: more than an enumerated
/// program will ever have.
const TOKENS: u32 = 1_000;

/// How far an enumeration is.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct EnumerationCounts {
    /// The size, in [nodes](crate::nodes), of the programs that are enumerated now.
    pub nodes: usize,
    /// Programs.
    pub programs: u64,
    /// Drafts that print like one before.
    pub doubles: u64,
    /// Drafts of which too little runs, or whose run changes nothing.
    pub dull: u64,
    /// Drafts that ran out of a budget of the machine.
    pub out_of_budget: u64,
    /// Sequences of choices that were followed.
    pub sequences: u64,
}

/// Why an enumeration ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum EnumerationEnd {
    /// These are all programs up to the largest size that was asked for.
    LargestSize,
    /// Nothing new was found for too long.
    InVain,
    /// Whoever was given the programs wants no more.
    Stopped,
}

/// Is told how far an enumeration is, with a program if there is a new one: after each sequence of
/// choices.
pub type Enumerated<'a> =
    dyn FnMut(&EnumerationCounts, Option<Result<Generated, GenerateError>>) -> ControlFlow<()> + 'a;

impl Generator {
    /// All programs of the configuration up to a size in [nodes](crate::nodes), in order of size.
    ///
    /// The `seed` of a program is its number, from 1; `command` is asked for what goes into its
    /// header. Runs on the thread of the caller, which must have a stack of
    /// [`STACK`](super::STACK) bytes.
    pub fn enumerate_here(
        &self,
        largest: usize,
        command: &dyn Fn(u64) -> String,
        each: &mut Enumerated<'_>,
    ) -> Result<(EnumerationEnd, EnumerationCounts), GenerateError> {
        if self.config.swarm {
            let why = "`swarm` draws a configuration for each program: there is no set of all \
                       programs to enumerate";
            return Err(GenerateError::Config(why.to_owned()));
        }
        let size = if self.config.size == 0 { TOKENS } else { self.config.size };
        let config = Config { size, ..self.config.clone() };
        let mut enumeration = Enumeration {
            generator: self,
            config: &config,
            command,
            seen: FxHashSet::default(),
            counts: EnumerationCounts::default(),
            in_vain: 0,
        };
        let end = loop {
            if enumeration.counts.nodes == largest {
                break EnumerationEnd::LargestSize;
            }
            enumeration.counts.nodes += 1;
            if let Some(end) = enumeration.all_of_size(each) {
                break end;
            }
        };
        Ok((end, enumeration.counts))
    }
}

struct Enumeration<'a> {
    generator: &'a Generator,
    config: &'a Config,
    command: &'a dyn Fn(u64) -> String,
    /// Hashes of the drafts so far, as printed.
    seen: FxHashSet<u64>,
    counts: EnumerationCounts,
    /// Sequences since the last program.
    in_vain: u64,
}

impl Enumeration<'_> {
    /// All programs of the size that it is at; the end, if this is it.
    fn all_of_size(&mut self, each: &mut Enumerated<'_>) -> Option<EnumerationEnd> {
        let samples = u64::from(self.config.enumerated_numbers);
        let (config, nodes) = (self.config, self.counts.nodes);
        let drafts = Exhaustive::new()
            .numbers(samples)
            .runs(|choices: &mut Choices| grow::enumerate(choices, config, nodes));
        for draft in drafts {
            self.counts.sequences += 1;
            self.in_vain += 1;
            let program = draft.and_then(|(draft, tally)| self.finish(draft, tally));
            if program.is_some() {
                self.in_vain = 0;
            }
            if each(&self.counts, program).is_break() {
                return Some(EnumerationEnd::Stopped);
            }
            if self.in_vain > MOST_IN_VAIN {
                return Some(EnumerationEnd::InVain);
            }
        }
        None
    }

    /// A program of a draft that is new.
    fn finish(
        &mut self,
        draft: crate::Draft,
        tally: grow::Tally,
    ) -> Option<Result<Generated, GenerateError>> {
        let mut hasher = DefaultHasher::new();
        hasher.write(brinell_print::print(&harness::to_run(&draft)).as_bytes());
        if !self.seen.insert(hasher.finish()) {
            self.counts.doubles += 1;
            return None;
        }
        let number = self.counts.programs + 1;
        let mut run = run_machine;
        let attempt = Attempt::new(self.generator, number, 0, &mut run);
        match attempt.finish(draft, tally, &(self.command)(number), None) {
            Ok(generated) => {
                self.counts.programs = number;
                Some(Ok(generated))
            }
            Err(AttemptStop::Wrong(error)) => {
                self.counts.programs = number;
                Some(Err(error))
            }
            Err(AttemptStop::OutOfBudget) => {
                self.counts.out_of_budget += 1;
                None
            }
            Err(AttemptStop::Dull) => {
                self.counts.dull += 1;
                None
            }
            Err(AttemptStop::WrongSize) => unreachable!("no size was asked for"),
        }
    }
}
