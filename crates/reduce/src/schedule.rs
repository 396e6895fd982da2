//! Reduction as a whole: candidates are examined, perhaps several at once, and answered in order.

use crate::cursor::{Cursor, Step};
use crate::passes::{self, Stages};
use crate::pool::{Best, Job, Pool, Shared};
use crate::size::Size;
use crate::trial::{
    Answer, Counts, Found, MACHINE_STACK, Oracle, Standards, folded_floats, meaning,
};
use crate::view::View;
use brinell_lang::{Program, check};
use brinell_machine::{Limits, Meaning};
use brinell_transform::{Roots, apply};
use std::collections::VecDeque;
use std::sync::Arc;
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
    /// How many candidates there were, by result.
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
    /// How many candidates there were, by result.
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
    #[error("the program is not interesting")]
    NotInteresting,
    /// No thread.
    #[error("no thread can be started: {0}")]
    NoThread(String),
}

/// The stack of a thread that works: building anew recurses, and so does the machine.
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
    reduce_ahead(program, vec![oracle], settings, progress)
}

/// As [`reduce`], with several oracles that give the same answers, each on a thread of its own.
/// Candidates are examined ahead and answered in order, so the result is that of a single one.
pub fn reduce_ahead(
    program: &Program,
    oracles: Vec<&mut dyn Oracle>,
    settings: &Settings<'_>,
    progress: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Reduced, NotReducible> {
    work(program, &passes::stages(), oracles, settings, progress)
}

/// Brings one pass alone to its fixpoint; `None` where there is no such pass.
pub fn reduce_by(
    pass: &str,
    program: &Program,
    oracle: &mut dyn Oracle,
    settings: &Settings<'_>,
) -> Option<Result<Reduced, NotReducible>> {
    let stages = passes::alone(pass)?;
    Some(work(program, &stages, vec![oracle], settings, &mut |_| {}))
}

/// The names of all passes, in their order.
pub fn pass_names() -> impl Iterator<Item = &'static str> {
    passes::ALL.iter().map(|pass| pass.name)
}

fn work(
    program: &Program,
    stages: &Stages,
    oracles: Vec<&mut dyn Oracle>,
    settings: &Settings<'_>,
    progress: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Reduced, NotReducible> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("reduce".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || begin(program, stages, oracles, settings, progress));
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            // A panic is our bug: the caller maps it to an exit code.
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(NotReducible::NoThread(error.to_string())),
        }
    })
}

/// Looks at the program itself, then reduces.
fn begin(
    program: &Program,
    stages: &Stages,
    mut oracles: Vec<&mut dyn Oracle>,
    settings: &Settings<'_>,
    progress: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Reduced, NotReducible> {
    if let Some(flaw) = check(program).first() {
        return Err(NotReducible::IllFormed(flaw.to_string()));
    }
    let meaning = meaning(program, &settings.limits).map_err(NotReducible::NoMeaning)?;
    let first = oracles.first_mut();
    if !first.is_some_and(|oracle| oracle.is_interesting(program, &meaning)) {
        return Err(NotReducible::NotInteresting);
    }
    let steps = (meaning.stats.steps * 2 + MORE_STEPS).min(settings.limits.steps);
    // Where the stack is small, one that runs into data would look like wrong code.
    let stack = meaning.stats.peak_stack.max(Limits::on(&program.target).stack);
    let stack = stack.min(settings.limits.stack);
    let limits = Limits { steps, stack, ..settings.limits };
    let hollow_copies = meaning.stats.hollow_copies;
    let folded_floats = folded_floats(program);
    let shared = Shared::new(Standards { limits, hollow_copies, folded_floats });
    std::thread::scope(|scope| {
        // They live longer than this scope, and are lent to it.
        let lent = oracles.into_iter().map(|oracle| oracle as &mut dyn Oracle).collect();
        let pool = Pool::start(&shared, lent, scope, STACK)
            .map_err(|error| NotReducible::NoThread(error.to_string()))?;
        let view = View::new(program.clone(), limits);
        let mut reduction = Reduction {
            best: Arc::new(Best { view, size: None, roots: Roots::Main }),
            meaning,
            limits,
            shared: &shared,
            pool,
            counts: Counts::default(),
            stop: settings.stop,
            progress,
            next_job: 0,
        };
        let finished = reduction.run(stages).is_ok();
        let Reduction { best, meaning, counts, .. } = reduction;
        let program = best.view.program.clone();
        let size = best.size.clone().unwrap_or_else(|| Size::of(&program));
        Ok(Reduced { program, meaning, size, counts, finished })
    })
}

struct Reduction<'p, 't> {
    best: Arc<Best>,
    meaning: Meaning,
    limits: Limits,
    shared: &'p Shared,
    pool: Pool<'p>,
    counts: Counts,
    stop: &'p AtomicBool,
    progress: &'t mut (dyn FnMut(&Progress) + Send),
    next_job: u64,
}

/// It was stopped.
struct Stopped;

/// A step that is being examined, and the cursor as it was there.
struct Ahead {
    number: u64,
    step: Step,
    cursor: Cursor,
}

impl Reduction<'_, '_> {
    fn run(&mut self, stages: &Stages) -> Result<(), Stopped> {
        // Without what nothing needs, whatever the size: all else starts from there. Some compilers
        // go wrong about what nothing needs, though.
        if !self.bare(Roots::Main, None) && !self.bare(Roots::All, None) {
            let size = Size::of(&self.best.view.program);
            self.rebase(Roots::All, Some(size));
        }
        loop {
            self.steps(Cursor::new(Arc::clone(stages)))?;
            if self.best.roots == Roots::Main {
                return Ok(());
            }
            // What had to be kept at the beginning may be gone, or need not be kept at the end.
            let size = self.best.size.clone();
            if self.has_needed_only() {
                self.rebase(Roots::Main, size);
            } else if !self.bare(Roots::Main, size) {
                return Ok(());
            }
        }
    }

    fn has_needed_only(&self) -> bool {
        let bare = apply(&self.best.view.program, &[], Roots::Main);
        bare.is_some_and(|bare| Some(Size::of(&bare)) == self.best.size)
    }

    /// The same program, with something else to keep.
    fn rebase(&mut self, roots: Roots, size: Option<Size>) {
        let view = View::new(self.best.view.program.clone(), self.limits);
        self.best = Arc::new(Best { view, size, roots });
    }

    /// The program without what it need not keep, if it is smaller than that; whether it shows it.
    fn bare(&mut self, roots: Roots, size: Option<Size>) -> bool {
        self.rebase(roots, size);
        let number = self.submit(None);
        let bare = self.pool.answer(number);
        self.conclude(bare)
    }

    /// Everything until the end of the cursor, which runs ahead as if every answer were no.
    fn steps(&mut self, mut cursor: Cursor) -> Result<(), Stopped> {
        let mut under_way: VecDeque<Ahead> = VecDeque::new();
        loop {
            while under_way.len() < self.pool.room()
                && let Some(step) = cursor.step(&self.best.view)
            {
                let number = self.submit(Some(step.clone()));
                under_way.push_back(Ahead { number, step, cursor: cursor.clone() });
                cursor.refused();
            }
            let Some(first) = under_way.pop_front() else { return Ok(()) };
            if self.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let answer = self.pool.answer(first.number);
            if self.conclude(answer) {
                under_way.clear();
                self.pool.forget();
                cursor = first.cursor;
                cursor.taken(&self.best.view);
            }
            let tokens = self.best.size.as_ref().map_or(0, |size| size.tokens);
            let pass = first.step.pass;
            (self.progress)(&Progress { pass, tokens, counts: self.counts });
        }
    }

    fn submit(&mut self, step: Option<Step>) -> u64 {
        self.next_job += 1;
        let best = Arc::clone(&self.best);
        self.pool.submit(Job { number: self.next_job, best, step });
        self.next_job
    }

    /// Counts an answer, and takes what is interesting.
    fn conclude(&mut self, answer: Answer) -> bool {
        let counts = &mut self.counts;
        counts.tried += 1;
        let (hash, count, found) = match answer {
            Answer::Impossible => {
                counts.impossible += 1;
                return false;
            }
            Answer::NoNews => {
                counts.no_news += 1;
                return false;
            }
            Answer::IllFormed(hash) => (hash, &mut counts.ill_formed, None),
            Answer::Undefined(hash) => (hash, &mut counts.undefined, None),
            Answer::Boring(hash) => (hash, &mut counts.boring, None),
            Answer::Interesting(hash, found) => (hash, &mut counts.taken, Some(found)),
        };
        // With candidates examined ahead, the same text may come twice.
        if !self.shared.settle(hash) {
            counts.no_news += 1;
            return false;
        }
        *count += 1;
        let Some(found) = found else { return false };
        let Found { program, size, meaning } = *found;
        let view = View::new(program, self.limits);
        let roots = self.best.roots;
        self.best = Arc::new(Best { view, size: Some(size), roots });
        self.meaning = meaning;
        true
    }
}
