//! Examining candidates: by the deciding thread, or by several others ahead of it.

use crate::cursor::Step;
use crate::size::Size;
use crate::trial::{Answer, Known, Oracle, Standards, examine};
use crate::view::View;
use brinell_transform::Roots;
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The best program so far.
#[derive(Debug)]
pub struct Best {
    /// The program.
    pub view: View,
    /// Its size; `None` before the first step, which any size may follow.
    pub size: Option<Size>,
    /// What it has to keep.
    pub roots: Roots,
}

/// A candidate to be examined.
#[derive(Debug)]
pub struct Job {
    /// Rising.
    pub number: u64,
    /// What is edited.
    pub best: Arc<Best>,
    /// How; `None` for no edit at all.
    pub step: Option<Step>,
}

impl Job {
    fn examine(&self, standards: &Standards, known: &Known, oracle: &mut dyn Oracle) -> Answer {
        let edits = self.step.as_ref().map_or(&[][..], Step::edits);
        let Best { view, size, roots } = &*self.best;
        examine(&view.program, edits, *roots, size.as_ref(), standards, known, oracle)
    }
}

type Examined = Result<Answer, Box<dyn Any + Send>>;

/// Jobs that wait, and whether more may come.
#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    closed: bool,
}

/// What the threads of a pool share.
pub struct Shared {
    waiting: Mutex<Waiting>,
    more: Condvar,
    standards: Standards,
    known: Known,
}

impl Shared {
    /// For candidates that keep to these standards.
    pub fn new(standards: Standards) -> Self {
        let (waiting, more) = (Mutex::default(), Condvar::new());
        Self { waiting, more, standards, known: Known::default() }
    }

    /// Notes that all is known about a text; false if that was so before.
    pub fn settle(&self, hash: u64) -> bool {
        self.known.insert(hash)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        waiting.jobs.clear();
        self.more.notify_all();
    }

    /// Examines until the pool is closed.
    fn work(&self, oracle: &mut dyn Oracle, done: &Sender<(u64, Examined)>) {
        loop {
            let job = {
                let waiting = self.waiting();
                let wait = |waiting: &mut Waiting| waiting.jobs.is_empty() && !waiting.closed;
                let waited = self.more.wait_while(waiting, wait);
                let mut waiting = waited.unwrap_or_else(PoisonError::into_inner);
                waiting.jobs.pop_front()
            };
            let Some(job) = job else { return };
            // A panic is our bug; who waits for the answer passes it on.
            let look = AssertUnwindSafe(|| job.examine(&self.standards, &self.known, oracle));
            let answer = catch_unwind(look);
            if done.send((job.number, answer)).is_err() {
                return;
            }
        }
    }
}

/// Those who examine.
pub enum Pool<'p> {
    /// The caller, when he asks for the answer.
    Here { shared: &'p Shared, oracle: &'p mut dyn Oracle, jobs: VecDeque<Job> },
    /// Threads, as soon as there is something to do.
    Threads {
        shared: &'p Shared,
        done: Receiver<(u64, Examined)>,
        early: HashMap<u64, Examined>,
        threads: usize,
    },
}

impl<'p> Pool<'p> {
    /// One oracle works on this thread, several on one each.
    pub fn start<'s>(
        shared: &'p Shared,
        oracles: Vec<&'p mut dyn Oracle>,
        scope: &'s std::thread::Scope<'s, 'p>,
        stack: usize,
    ) -> std::io::Result<Self> {
        let mut oracles = oracles;
        if oracles.len() == 1
            && let Some(oracle) = oracles.pop()
        {
            return Ok(Self::Here { shared, oracle, jobs: VecDeque::new() });
        }
        let (tell, done) = channel();
        let threads = oracles.len();
        for oracle in oracles {
            let tell = tell.clone();
            let builder = std::thread::Builder::new().name("candidate".to_owned());
            let work = move || shared.work(oracle, &tell);
            if let Err(error) = builder.stack_size(stack).spawn_scoped(scope, work) {
                shared.close();
                return Err(error);
            }
        }
        Ok(Self::Threads { shared, done, early: HashMap::new(), threads })
    }

    /// How many candidates are worth being under way at once. Some are settled in no time, so that
    /// threads would run dry with one each.
    pub const fn room(&self) -> usize {
        match self {
            Self::Here { .. } => 1,
            Self::Threads { threads, .. } => 2 * *threads,
        }
    }

    /// Takes a job.
    pub fn submit(&mut self, job: Job) {
        match self {
            Self::Here { jobs, .. } => jobs.push_back(job),
            Self::Threads { shared, .. } => {
                shared.waiting().jobs.push_back(job);
                shared.more.notify_one();
            }
        }
    }

    /// Forgets jobs that have not started; the answers to the others are no longer used.
    pub fn forget(&mut self) {
        match self {
            Self::Here { jobs, .. } => jobs.clear(),
            Self::Threads { shared, early, .. } => {
                shared.waiting().jobs.clear();
                early.clear();
            }
        }
    }

    /// The answer to a job that was submitted and not forgotten.
    pub fn answer(&mut self, number: u64) -> Answer {
        match self {
            Self::Here { shared, oracle, jobs } => {
                let at = jobs.iter().position(|job| job.number == number);
                let job = at.and_then(|at| jobs.remove(at));
                // Nothing was submitted under that number, so there is no result.
                job.map_or(Answer::Impossible, |job| {
                    job.examine(&shared.standards, &shared.known, *oracle)
                })
            }
            Self::Threads { done, early, .. } => {
                let answer = loop {
                    if let Some(answer) = early.remove(&number) {
                        break answer;
                    }
                    match done.recv() {
                        // What was forgotten comes late.
                        Ok((n, _)) if n < number => {}
                        Ok((n, answer)) => drop(early.insert(n, answer)),
                        // All threads are gone, which they do only when the pool is closed.
                        Err(_) => break Ok(Answer::Impossible),
                    }
                };
                answer.unwrap_or_else(|panic| resume_unwind(panic))
            }
        }
    }
}

impl Drop for Pool<'_> {
    fn drop(&mut self) {
        if let Self::Threads { shared, .. } = self {
            shared.close();
        }
    }
}
