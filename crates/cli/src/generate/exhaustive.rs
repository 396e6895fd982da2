//! `brinell generate --exhaustive`: all programs of a small configuration, in order of size.

use super::GenerateArgs;
use super::writer::{GenerateFailure, ProgramWriter};
use crate::progress::{Interrupted, WorkProgress};
use crate::{Status, parallel};
use brinell_generate::config::Config;
use brinell_generate::{
    EnumerationCounts, EnumerationEnd, GenerateError, Generated, Generator, STACK,
};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::ControlFlow;

/// The profile unless another is named.
pub const PROFILE: &str = "exhaustive";

/// Which programs are written, by their numbers.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Wanted {
    first: u64,
    last: u64,
}

impl Wanted {
    /// One, unless a count says how many, or a limit says that all are wanted.
    fn of(args: &GenerateArgs) -> anyhow::Result<Self> {
        let first = args.seed.unwrap_or(1);
        anyhow::ensure!(first > 0, "with --exhaustive, --seed is a program's number, from 1");
        let last = match args.count {
            Some(count) => first.saturating_add(count.get() - 1),
            None if args.limit.is_some() => u64::MAX,
            None => first,
        };
        Ok(Self { first, last })
    }
}

/// Writes programs as they are enumerated.
struct Enumeration<'a> {
    writer: ProgramWriter<'a>,
    progress: WorkProgress,
    wanted: Wanted,
    status: Status,
    /// Why it ended early.
    error: Option<anyhow::Error>,
}

/// Writes the programs that are wanted.
pub fn write_all(args: &GenerateArgs, config: Config) -> anyhow::Result<Status> {
    let wanted = Wanted::of(args)?;
    let tail = format!(" --exhaustive{}", args.command_tail(&config));
    let writer = ProgramWriter::new(args.destination(&config)?, &tail, args.meta.as_deref())?;
    let progress = WorkProgress::new(0)?;
    let mut enumeration =
        Enumeration { writer, progress, wanted, status: Status::Fine, error: None };
    let generator = Generator::new(config)?.of_profile(&args.profile);
    let largest = args.limit.map_or(usize::MAX, |limit| limit.get() as usize);
    let mut at = EnumerationCounts::default();
    let ended = parallel::on_stack(STACK, || {
        generator.enumerate_here(
            largest,
            &|number| super::writer::command(number, &tail),
            &mut |counts, made| {
                at = *counts;
                match enumeration.step(counts, made) {
                    Ok(true) => ControlFlow::Continue(()),
                    Ok(false) => ControlFlow::Break(()),
                    Err(error) => {
                        enumeration.error = Some(error);
                        ControlFlow::Break(())
                    }
                }
            },
        )
    })?;
    let end = match ended {
        Ok(end) => end?.0,
        Err(panic) => {
            enumeration.fail(at.programs + 1, &GenerateFailure::Panic(panic))?;
            EnumerationEnd::Stopped
        }
    };
    enumeration.finish(end, &at)
}

impl Enumeration<'_> {
    /// Writes a program if it is wanted; whether there is more to do.
    fn step(
        &mut self,
        counts: &EnumerationCounts,
        made: Option<Result<Generated, GenerateError>>,
    ) -> anyhow::Result<bool> {
        if let Some(made) = made
            && counts.programs >= self.wanted.first
        {
            match made {
                Ok(made) => self.writer.program(&made)?,
                Err(error) => self.fail(counts.programs, &GenerateFailure::Error(error))?,
            }
        }
        self.progress.show(|| {
            format!(
                "{} programs, now of {} nodes; {} sequences of choices",
                counts.programs, counts.nodes, counts.sequences
            )
        })?;
        Ok(counts.programs < self.wanted.last)
    }

    fn fail(&mut self, number: u64, why: &GenerateFailure) -> anyhow::Result<()> {
        let (worse, words) = self.writer.failure(number, why)?;
        self.progress.clear();
        io::stderr().write_all(words.as_bytes())?;
        self.status = self.status.max(worse);
        Ok(())
    }

    /// Reports what was written and why the enumeration ended.
    fn finish(mut self, end: EnumerationEnd, at: &EnumerationCounts) -> anyhow::Result<Status> {
        self.progress.clear();
        let interrupted = match self.error {
            Some(error) if error.is::<Interrupted>() => true,
            Some(error) => return Err(error),
            None => false,
        };
        if interrupted {
            self.status = Status::Interrupted;
        }
        let none = self.writer.is_empty() && self.status == Status::Fine;
        if end == EnumerationEnd::InVain || none {
            self.status = Status::OutOfBudget;
        }
        let single = self.wanted.first == self.wanted.last && !none && !interrupted;
        self.writer.finish(None, interrupted)?;
        if !single || end == EnumerationEnd::InVain {
            write!(io::stderr(), "{}", summary(end, at))?;
        }
        Ok(self.status)
    }
}

/// Where the enumeration stands, in words.
fn summary(end: EnumerationEnd, at: &EnumerationCounts) -> String {
    let mut words = match end {
        EnumerationEnd::LargestSize => {
            format!("there are {} programs of up to {} nodes", at.programs, at.nodes)
        }
        EnumerationEnd::Stopped => {
            format!("stopped at {} nodes, program {}", at.nodes, at.programs)
        }
        EnumerationEnd::InVain => format!(
            "gave up at {} nodes after {} programs: too many choices led to nothing new; switch \
             features off, set their weights to 0, or start from --profile {PROFILE}",
            at.nodes, at.programs
        ),
    };
    let others = [(at.dull, "do nothing"), (at.out_of_budget, "take too long")];
    for (count, what) in others {
        if count > 0 {
            let _ = write!(words, "; {count} others {what}");
        }
    }
    let _ = writeln!(words, " ({} sequences of choices)", at.sequences);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_told() {
        let at = EnumerationCounts {
            nodes: 10,
            programs: 7,
            doubles: 1,
            dull: 2,
            out_of_budget: 0,
            sequences: 99,
        };
        assert_eq!(
            summary(EnumerationEnd::LargestSize, &at),
            "there are 7 programs of up to 10 nodes; 2 others do nothing (99 sequences of choices)\n"
        );
        let given_up = summary(EnumerationEnd::InVain, &at);
        assert!(given_up.contains("--profile exhaustive"), "{given_up}");
    }
}
