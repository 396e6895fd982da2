//! The order in which things are tried: coarse before fine, many before few, round after round.

use crate::passes::{self, Pass};
use crate::rebuild::apply;
use crate::size::Size;
use crate::trial::{Counts, MACHINE_STACK, Oracle, Trials};
use brinell_lang::{Program, check};
use brinell_machine::{Limits, Meaning};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a reduction may use up, and who stops it.
#[derive(Copy, Clone, Debug)]
pub struct Settings<'a> {
    /// What a run of the original on the machine may use up. Candidates get a little more steps
    /// than the original took: what runs much longer is not simpler.
    pub limits: Limits,
    /// Set it to stop at the next candidate, with the best so far.
    pub stop: &'a AtomicBool,
}

/// How far a reduction is.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    /// The pass at work.
    pub pass: &'static str,
    /// Tokens of the best so far.
    pub tokens: usize,
    /// What became of candidates.
    pub counts: Counts,
}

/// A reduced program.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The program.
    pub program: Program,
    /// What it must do.
    pub meaning: Meaning,
    /// Its size.
    pub size: Size,
    /// What became of candidates.
    pub counts: Counts,
    /// Whether nothing more could be done, as far as the passes go; false when it was stopped.
    pub finished: bool,
}

/// Why a program cannot be reduced.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotReducible {
    /// It breaks a rule of the language.
    #[error("the program is not well formed: {0}")]
    IllFormed(String),
    /// The machine cannot say what it means.
    #[error("the program has no meaning: {0}")]
    NoMeaning(String),
    /// The oracle says no from the start.
    #[error("the program does not show what is looked for")]
    NotInteresting,
    /// No thread.
    #[error("no thread can be started: {0}")]
    NoThread(String),
}

/// The stack of the thread that works: building anew recurses, and so does the machine.
const STACK: usize = MACHINE_STACK + (64 << 20);

/// Steps of a candidate, beyond twice those of the original.
const MORE_STEPS: u64 = 20_000;

/// Reduces a program as far as the oracle agrees.
pub fn reduce(
    program: &Program,
    oracle: &mut dyn Oracle,
    settings: &Settings<'_>,
    progress: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Reduced, NotReducible> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("reduce".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || {
                let mut reduction = Reduction::new(program, oracle, settings, progress)?;
                let finished = reduction.run();
                let Reduction { best, size, meaning, trials, .. } = reduction;
                let counts = trials.counts;
                Ok(Reduced { program: best, meaning, size, counts, finished })
            });
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            // A panic is our bug: let it reach whoever maps it to an exit code.
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(NotReducible::NoThread(error.to_string())),
        }
    })
}

struct Reduction<'o, 's> {
    best: Program,
    size: Size,
    meaning: Meaning,
    trials: Trials<'o>,
    stop: &'s AtomicBool,
    progress: &'o mut (dyn FnMut(&Progress) + Send),
}

/// It was stopped.
struct Stopped;

impl<'o, 's> Reduction<'o, 's> {
    fn new(
        program: &Program,
        oracle: &'o mut dyn Oracle,
        settings: &Settings<'s>,
        progress: &'o mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Self, NotReducible> {
        if let Some(flaw) = check(program).first() {
            return Err(NotReducible::IllFormed(flaw.to_string()));
        }
        let mut trials = Trials::new(oracle, settings.limits);
        let meaning = trials.meaning(program).map_err(NotReducible::NoMeaning)?;
        if !trials.ask(program, &meaning) {
            return Err(NotReducible::NotInteresting);
        }
        let steps = (meaning.stats.steps * 2 + MORE_STEPS).min(settings.limits.steps);
        trials.set_limits(Limits { steps, ..settings.limits });
        let (best, size) = (program.clone(), Size::of(program));
        Ok(Self { best, size, meaning, trials, stop: settings.stop, progress })
    }

    /// Whether nothing more can be done.
    fn run(&mut self) -> bool {
        // Without what nothing needs, whatever the size: all else starts from there.
        let bare = apply(&self.best, &[]);
        if let Some((size, meaning)) = self.trials.try_candidate(bare.as_ref(), None)
            && let Some(bare) = bare
        {
            (self.best, self.size, self.meaning) = (bare, size, meaning);
        }
        let result = self.rounds(passes::COARSE).and_then(|()| self.rounds(passes::ALL));
        result.is_ok()
    }

    /// All passes in turns, until a whole round changes nothing.
    fn rounds(&mut self, passes: &[Pass]) -> Result<(), Stopped> {
        loop {
            let before = self.trials.counts.taken;
            for pass in passes {
                for round in 0..pass.rounds {
                    self.pass(pass, round)?;
                }
            }
            if self.trials.counts.taken == before {
                return Ok(());
            }
        }
    }

    /// All of what a pass proposes, then halves, then quarters, down to single edits.
    fn pass(&mut self, pass: &Pass, round: usize) -> Result<(), Stopped> {
        let mut edits = (pass.propose)(&self.best, round);
        let mut chunk = edits.len();
        while chunk > 0 {
            let mut at = 0;
            while at < edits.len() {
                let end = (at + chunk).min(edits.len());
                if self.attempt(pass.name, &edits[at..end])? {
                    // Ids have changed. What was left out is no longer proposed as a rule, so that
                    // the next ones stand here now; where it is still there, it is passed over.
                    let again = (pass.propose)(&self.best, round);
                    if again.len() >= edits.len() {
                        at = end;
                    }
                    edits = again;
                } else {
                    at = end;
                }
            }
            chunk = if chunk == 1 { 0 } else { chunk.min(edits.len().max(1)).div_ceil(2) };
            // Two halves of two are single ones already.
            if edits.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn attempt(
        &mut self,
        pass: &'static str,
        edits: &[crate::edit::Edit],
    ) -> Result<bool, Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let candidate = apply(&self.best, edits);
        let taken = self.trials.try_candidate(candidate.as_ref(), Some(&self.size));
        let is_taken = taken.is_some();
        if let (Some((size, meaning)), Some(candidate)) = (taken, candidate) {
            (self.best, self.size, self.meaning) = (candidate, size, meaning);
        }
        let progress = Progress { pass, tokens: self.size.tokens, counts: self.trials.counts };
        (self.progress)(&progress);
        Ok(is_taken)
    }
}
