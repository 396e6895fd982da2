//! The comparison itself: contenders alternate in batches of some seconds of CPU time.
//!
//! The next batch always belongs to the contender that has used the least time in this repetition, so
//! that other load on the computer affects all contenders alike. Everything that determines the next
//! batch is in the log, so that a comparison can be resumed.

use crate::contender::Contender;
use crate::field::CompilerField;
use crate::log::{LogError, LogHeader, LogWriter, SCHEMA};
use crate::make::Workshop;
use crate::record::{ProgramBatch, TestedProgram};
use crate::sample::Sampler;
use crate::tally::{RepetitionTally, tallies};
use crate::trial;
use brinell_campaign::{Health, Lock, LockError, PlanError, Workspace};
use brinell_generate::STACK;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Seeds between the first programs of two contenders or repetitions: more than any makes in days.
const STRIDE: u64 = 10_000_000;
/// How often a program is tried again when this computer is in trouble, and how long it is given to
/// get well.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(10);

/// What to compare, and how.
#[derive(Clone, Debug)]
pub struct CompareSettings {
    /// The contenders.
    pub contenders: Vec<Contender>,
    /// The compilers.
    pub field: CompilerField,
    /// CPU time of each contender in each repetition.
    pub cpu: Duration,
    /// How often all of it is done.
    pub repetitions: usize,
    /// CPU time of a batch.
    pub slice: Duration,
    /// The number of the first program.
    pub first_seed: u64,
    /// CPU time for closer looks, as a share of what is charged.
    pub sample_share: f64,
    /// Where the log is.
    pub dir: PathBuf,
    /// The command, for the report.
    pub command: String,
}

/// How far it is.
#[derive(Clone, Debug)]
pub struct CompareProgress<'a> {
    /// The contender whose batch is done.
    pub label: &'a str,
    /// The repetition, from 1.
    pub repetition: usize,
    /// All repetitions.
    pub repetitions: usize,
    /// The share that is done, from 0 to 1.
    pub share: f64,
    /// The estimated remaining time.
    pub left: Option<Duration>,
    /// Programs so far.
    pub programs: usize,
    /// Programs so far with a compiler's fault.
    pub findings: usize,
}

/// Why there is no comparison.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The log.
    #[error(transparent)]
    CompareLog(#[from] LogError),
    /// Another process works in the directory.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The options of a contender do not go with the compilers.
    #[error("{label}: {error}")]
    Plan {
        /// The contender.
        label: String,
        /// Why.
        error: PlanError,
    },
    /// This computer is in trouble that does not go away.
    #[error("this computer is in trouble, and nothing can be measured: {0}")]
    Trouble(String),
    /// The directory cannot be made.
    #[error("cannot use {}: {error}", dir.display())]
    Directory {
        /// The directory.
        dir: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// How a comparison ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum CompareEnd {
    /// With everything done.
    Complete,
    /// It was stopped; it can be resumed.
    Interrupted,
}

/// Compares until everything is done or `stop` is set; calls `progress` after each batch.
pub fn run(
    settings: &CompareSettings,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(&CompareProgress<'_>) + Send),
) -> Result<CompareEnd, CompareError> {
    let dir = &settings.dir;
    std::fs::create_dir_all(dir)
        .map_err(|error| CompareError::Directory { dir: dir.clone(), error })?;
    let _lock = Lock::take(dir)?;
    // Our generator and the machine recurse.
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("compare".to_owned()).stack_size(STACK);
        let worker = builder.spawn_scoped(scope, || compare(settings, stop, progress));
        let worker = worker.map_err(|error| CompareError::Trouble(error.to_string()))?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn compare(
    settings: &CompareSettings,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(&CompareProgress<'_>) + Send),
) -> Result<CompareEnd, CompareError> {
    let looks = settings.sample_share > 0.0;
    let sampler = looks.then(|| Sampler::of(&settings.field.compilers));
    let header = settings.header(sampler.as_ref());
    let (mut writer, before) = LogWriter::open(&settings.dir, &header)?;
    let alike = settings.field.alike();
    let mut workshops = Vec::new();
    for contender in &settings.contenders {
        let workshop = Workshop::new(contender, &alike);
        workshops.push(
            workshop
                .map_err(|error| CompareError::Plan { label: contender.label.clone(), error })?,
        );
    }
    let mut state = Standings::new(settings, &before);
    let workspace = Workspace::new().map_err(|error| CompareError::Trouble(error.to_string()))?;
    let health = Health::of([workspace.path().to_owned(), settings.dir.clone()]);
    let began = Instant::now();
    let done_before = state.share();
    while let Some((repetition, index)) = state.next() {
        let workshop = &workshops[index];
        let mut batch = ProgramBatch { contender: index, repetition, programs: Vec::new() };
        let mut used = 0.0;
        let interrupted = loop {
            let tally = &mut state.tallies[index][repetition];
            let seed = settings.seed(repetition, index, tally.programs);
            let due = tally.looks.cpu < settings.sample_share * tally.cpu.charged();
            let looking = sampler.as_ref().filter(|_| due || tally.programs == 0);
            let tested = persist(&health, stop, || {
                let shown = &tally.looks.shown;
                trial::test(&settings.field, workshop, seed, workspace.path(), looking, shown)
            })?;
            let Some(tested) = tested else {
                break true;
            };
            used += tested.cpu.charged();
            tally.add(&tested);
            batch.programs.push(tested);
            let interrupted = stop.load(Ordering::Relaxed);
            let enough = used >= settings.slice.as_secs_f64();
            if interrupted || enough || tally.is_done() {
                break interrupted;
            }
        };
        if !batch.programs.is_empty() {
            writer.add(&batch)?;
            state.programs += batch.programs.len();
            state.findings += batch.programs.iter().filter(|one| !one.bugs.is_empty()).count();
        }
        let share = state.share();
        let gained = share - done_before;
        let left = (gained > 0.0)
            .then(|| began.elapsed().mul_f64(((1.0 - share) / gained).clamp(0.0, 1e6)));
        progress(&CompareProgress {
            label: &settings.contenders[index].label,
            repetition: repetition + 1,
            repetitions: settings.repetitions,
            share,
            left,
            programs: state.programs,
            findings: state.findings,
        });
        if interrupted {
            return Ok(CompareEnd::Interrupted);
        }
    }
    Ok(CompareEnd::Complete)
}

/// Does something until this computer is well enough for it. Nothing, if it was time to stop.
fn persist(
    health: &Health,
    stop: &AtomicBool,
    mut test: impl FnMut() -> io::Result<TestedProgram>,
) -> Result<Option<TestedProgram>, CompareError> {
    let mut trouble = String::new();
    for _ in 0..TRIES {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        match health.trouble() {
            Some(why) => trouble = why,
            None => match test() {
                Ok(tested) => return Ok(Some(tested)),
                Err(error) => trouble = error.to_string(),
            },
        }
        let began = Instant::now();
        while began.elapsed() < PAUSE && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    Err(CompareError::Trouble(trouble))
}

/// What has been done.
struct Standings<'a> {
    settings: &'a CompareSettings,
    /// By contender and repetition.
    tallies: Vec<Vec<RepetitionTally>>,
    programs: usize,
    findings: usize,
}

impl<'a> Standings<'a> {
    fn new(settings: &'a CompareSettings, before: &[ProgramBatch]) -> Self {
        let budget = settings.cpu.as_secs_f64();
        let tallies = tallies(settings.contenders.len(), settings.repetitions, budget, before);
        let all = || tallies.iter().flatten();
        let programs = all().map(|tally| tally.programs as usize).sum();
        let findings = all().map(|tally| tally.findings as usize).sum();
        Self { settings, tallies, programs, findings }
    }

    /// The next contender: the one that has used the least in the first incomplete repetition.
    fn next(&self) -> Option<(usize, usize)> {
        (0..self.settings.repetitions).find_map(|repetition| {
            let row = self.tallies.iter().map(|tallies| &tallies[repetition]).enumerate();
            let open = row.filter(|(_, tally)| !tally.is_done());
            let least = open.min_by(|(_, a), (_, b)| a.cpu.charged().total_cmp(&b.cpu.charged()));
            least.map(|(index, _)| (repetition, index))
        })
    }

    /// The share of everything that is done.
    fn share(&self) -> f64 {
        let budget = self.settings.cpu.as_secs_f64();
        let of = |tally: &RepetitionTally| {
            if tally.is_done() { 1.0 } else { tally.cpu.charged() / budget }
        };
        let all = self.tallies.iter().flatten();
        all.clone().map(of).sum::<f64>() / all.count().max(1) as f64
    }
}

impl CompareSettings {
    /// The number of a program. Contenders and repetitions have numbers of their own, so that one that
    /// is compared with itself makes other programs.
    fn seed(&self, repetition: usize, contender: usize, program: u64) -> u64 {
        let block = (repetition * self.contenders.len() + contender) as u64;
        self.first_seed.wrapping_add(block * STRIDE).wrapping_add(program)
    }

    fn header(&self, sampler: Option<&Sampler>) -> LogHeader {
        LogHeader {
            schema: SCHEMA,
            brinell: env!("CARGO_PKG_VERSION").to_owned(),
            command: self.command.clone(),
            contenders: self.contenders.iter().map(Contender::entrant).collect(),
            compilers: self.field.lines(),
            cpu_seconds: self.cpu.as_secs_f64(),
            repetitions: self.repetitions,
            slice_seconds: self.slice.as_secs_f64(),
            first_seed: self.first_seed,
            sample_share: self.sample_share,
            samplers: sampler.map(Sampler::names).unwrap_or_default(),
        }
    }
}
