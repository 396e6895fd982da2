//! The loop: workers take seeds, the calling thread records and reports.

use crate::control::HuntControl;
use crate::cpu::{self, CpuSplit};
use crate::cross_check::CrossCheck;
use crate::descendants;
use crate::events::{Events, HuntEvent, Snapshot, TriageNow};
use crate::fast_path::FastPathUse;
use crate::health::Health;
use crate::known::KnownBugs;
use crate::lock::{Lock, LockError};
use crate::plan::{HuntPlan, PlanError};
use crate::seed_queue::SeedQueue;
use crate::setup::{DoubtfulSetUp, SetUps};
use crate::store::{
    FindingFilter, NewRun, RunSetup, SeedRange, SeedRecord, SeedYield, Store, StoreError,
    TriageCounts, TriageResult, Triaged,
};
use crate::summary::HuntSummary;
use crate::triage_worker::{Triage, TriageWorker};
use crate::trial::{Ended, Trials, WorkerPlace};
use crate::workspace::Workspace;
use brinell_fastpath::FastPath;
use brinell_judge::{VerdictKind, is_telling};
use brinell_toolchain::Toolchain;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for an outcome before looking round.
const TICK: Duration = Duration::from_millis(100);
/// How often progress is reported.
const PROGRESS: Duration = Duration::from_millis(250);
/// How often the store gets a sample: a day's hunt makes a few thousand.
const SAMPLE: Duration = Duration::from_secs(10);
/// How long work in progress may continue when the time is over.
const GRACE: Duration = Duration::from_secs(5);
/// How long to wait before trying again on a computer in trouble.
const PAUSE: Duration = Duration::from_secs(1);
/// How often a seed is tried while this computer looks well and something fails all the same.
const MAX_TRIES: u32 = 5;
/// Drawn starts are below this: numbers that people can still read.
const FRESH_SEEDS: u64 = 1_000_000_000_000;

/// What a hunt is to do.
#[derive(Clone, Debug)]
pub struct HuntSettings {
    /// Where it keeps everything.
    pub dir: PathBuf,
    /// The compilers under test, with their option sets.
    pub compilers: Vec<Toolchain>,
    /// Other compilers, to be asked if no compiler agrees with the machine.
    pub referees: Vec<Toolchain>,
    /// Profiles of the generator, by name or file, which alternate; without any, those of a hunt.
    pub profiles: Vec<String>,
    /// Tokens of programs, alternating; if empty, the profile's or a hunt's own.
    pub sizes: Vec<u32>,
    /// How many programs; without, no end.
    pub programs: Option<u64>,
    /// How long; without, no end.
    pub time: Option<Duration>,
    /// Workers.
    pub jobs: usize,
    /// The first seed; without, where the last hunt here stopped.
    pub seed_start: Option<u64>,
    /// Bugs that are known.
    pub known: KnownBugs,
    /// Whether to ask sanitizers about the program of each finding before it is reported.
    pub cross_check: bool,
    /// How much triage to do beside it, if any.
    pub triage: Option<Triage>,
    /// What was said about compilers, to be kept.
    pub setup: RunSetup,
    /// The command line, to be kept.
    pub command: String,
}

/// Why a hunt failed.
#[derive(Debug, thiserror::Error)]
pub enum HuntError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The lock.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Something else.
    #[error("{what}: {error}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        error: std::io::Error,
    },
}

/// The result of a hunt.
#[derive(Clone, Debug)]
pub struct Hunted {
    /// The number of the run.
    pub run: i64,
    /// Its numbers.
    pub summary: HuntSummary,
    /// How far triage is in this directory.
    pub triage: TriageCounts,
    /// The last snapshot.
    pub last: Snapshot,
    /// Compilers whose set-up is probably wrong.
    pub doubtful: Vec<DoubtfulSetUp>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// Messages of workers.
enum Message {
    Done(Box<SeedRecord>),
    Trouble(String),
}

/// Where they say it.
struct Channels<'a> {
    workers: &'a Receiver<Message>,
    triage: &'a Receiver<Triaged>,
}

/// Hunts until it is done or told to stop.
pub fn hunt(
    settings: &HuntSettings,
    control: &HuntControl,
    events: &mut dyn Events,
) -> Result<Hunted, HuntError> {
    let plan = HuntPlan::new(&settings.profiles, &settings.sizes, &settings.compilers)?;
    let (_lock, mut store) = open(&settings.dir)?;
    let workspace = Workspace::new()
        .map_err(|error| HuntError::Io { what: "cannot make a temporary directory", error })?;
    let run = store.begin_run(&new_run(settings))?;
    let fresh = brinell_choice::fresh_seed() % FRESH_SEEDS;
    let range = store.seeds(settings.seed_start, fresh)?;
    let done_before = range.below.wrapping_sub(range.start) + range.ahead.len() as u64;
    events.event(&HuntEvent::Started { seed: range.below, done_before, jobs: settings.jobs, run });
    let seed_queue = SeedQueue::new(&range, settings.programs.unwrap_or(u64::MAX));
    let health = Health::of([workspace.path().to_owned(), settings.dir.clone()]);
    let abandon = AtomicBool::new(false);
    let rejections = Mutex::new(rejections(&store)?);
    let cross_check =
        settings.cross_check.then(|| CrossCheck::find(&workspace.path().join("cross-check")));
    let trials = Trials {
        plan: &plan,
        cross_check: cross_check.as_ref(),
        compilers: &settings.compilers,
        referees: &settings.referees,
        rejections: &rejections,
        known: &settings.known,
        health: &health,
        abandon: &abandon,
    };
    let (of_triage, findings) = (AtomicU64::new(0), AtomicU64::new(0));
    let now = Mutex::new(None);
    let mut recorder = HuntRecorder {
        store,
        run,
        range,
        events,
        health: &health,
        of_triage: &of_triage,
        findings: &findings,
        snapshot: Snapshot::default(),
        bugs: BTreeSet::new(),
        found: BTreeSet::new(),
        compilers: &settings.compilers,
        set_ups: SetUps::default(),
        began: Instant::now(),
        paused: false,
        control,
        now: &now,
        waiting_at: None,
        triaged: 0,
    };
    let interrupted = thread::scope(|scope| -> Result<bool, HuntError> {
        // Enough that no worker waits while a finding is being synced.
        let (sender, receiver) = mpsc::sync_channel(settings.jobs * 2);
        let _guard = OnDrop(|| {
            // Also when recording fails: workers must not go on for ever.
            seed_queue.close();
            abandon.store(true, Ordering::Relaxed);
        });
        for number in 0..settings.jobs {
            let sender = sender.clone();
            let (trials, seed_queue) = (&trials, &seed_queue);
            let dir = workspace.path().join(format!("worker-{number}"));
            thread::Builder::new()
                .name(format!("worker {number}"))
                .stack_size(brinell_generate::STACK)
                .spawn_scoped(scope, move || {
                    work(trials, seed_queue, control, place(&dir), &sender);
                })
                .map_err(|error| HuntError::Io { what: "cannot start a worker", error })?;
        }
        drop(sender);
        let (results, triaged) = mpsc::channel();
        if let Some(triage) = settings.triage.filter(|triage| triage.share > 0.0) {
            let worker = TriageWorker {
                dir: &settings.dir,
                tools: [&settings.compilers[..], &settings.referees[..]].concat(),
                triage,
                known: &settings.known,
                jobs: settings.jobs,
                health: &health,
                control,
                now: &now,
                stop: &abandon,
                spent: &of_triage,
                recorded: &findings,
                sender: results,
            };
            thread::Builder::new()
                .name("triage".to_owned())
                .stack_size(brinell_generate::STACK)
                .spawn_scoped(scope, move || worker.run())
                .map_err(|error| HuntError::Io { what: "cannot start the triage worker", error })?;
        } else {
            drop(results);
        }
        let channels = Channels { workers: &receiver, triage: &triaged };
        let interrupted = recorder.listen(&channels, settings.time, &seed_queue, &abandon);
        // Workers that still have something to report find the channel closed, and end.
        drop(receiver);
        interrupted
    })?;
    recorder.finish(interrupted)
}

/// Opens the store; a directory that cannot be written to is said as such.
fn open(dir: &Path) -> Result<(Lock, Store), HuntError> {
    std::fs::create_dir_all(dir)
        .map_err(|error| StoreError::Directory { path: dir.display().to_string(), error })?;
    // The lock file is the first thing that is written, with the better message.
    let lock = Lock::take(dir)?;
    Ok((lock, Store::create(dir)?))
}

/// Keys of rejections that had a second opinion in earlier runs.
fn rejections(store: &Store) -> Result<BTreeSet<String>, StoreError> {
    let filter =
        FindingFilter { verdict: Some(VerdictKind::RejectedValid), ..FindingFilter::default() };
    let findings = store.findings(&filter)?.into_iter();
    Ok(findings.filter(|f| is_telling(&f.signature)).map(|f| f.key).collect())
}

fn new_run(settings: &HuntSettings) -> NewRun {
    let json = json!({
        "profiles": settings.profiles,
        "sizes": settings.sizes,
        "programs": settings.programs,
        "seconds": settings.time.map(|time| time.as_secs()),
        "jobs": settings.jobs,
        "seed_start": settings.seed_start,
        "setup": settings.setup,
    });
    NewRun {
        brinell: env!("CARGO_PKG_VERSION").to_owned(),
        command: settings.command.clone(),
        settings: json.to_string(),
        compilers: serde_json::to_string(&settings.compilers).unwrap_or_default(),
    }
}

/// Where a worker works.
fn place(dir: &Path) -> WorkerPlace {
    // Without it a hunt is slower, and nothing else.
    let fast_path = FastPath::new(&dir.join("helpers")).ok();
    WorkerPlace { dir: dir.to_owned(), fast_path, fast_path_use: FastPathUse::default() }
}

/// A worker: seeds, one after the other.
fn work(
    trials: &Trials<'_>,
    seed_queue: &SeedQueue,
    control: &HuntControl,
    mut place: WorkerPlace,
    sender: &SyncSender<Message>,
) {
    let next = || {
        control.wait_while_paused(trials.abandon);
        seed_queue.take()
    };
    'seeds: while let Some(seed) = next() {
        let mut tries = 0;
        loop {
            let last_time = tries >= MAX_TRIES;
            match trials.run(seed, &mut place, last_time) {
                Ended::Done(outcome) => {
                    if sender.send(Message::Done(outcome)).is_err() {
                        return;
                    }
                    continue 'seeds;
                }
                Ended::Abandoned => return,
                Ended::Trouble(why) => {
                    if sender.send(Message::Trouble(why)).is_err() {
                        return;
                    }
                    // Trouble that everybody can see is waited for as long as it takes.
                    if trials.health.trouble().is_none() {
                        tries += 1;
                    }
                }
            }
            let until = Instant::now() + PAUSE;
            while Instant::now() < until {
                if trials.abandon.load(Ordering::Relaxed) {
                    return;
                }
                thread::sleep(TICK);
            }
        }
    }
}

/// Records the messages of workers.
struct HuntRecorder<'a> {
    store: Store,
    run: i64,
    range: SeedRange,
    events: &'a mut dyn Events,
    health: &'a Health,
    /// CPU time of triage that is not put down yet, in microseconds.
    of_triage: &'a AtomicU64,
    /// How many findings were recorded, for triage to see.
    findings: &'a AtomicU64,
    snapshot: Snapshot,
    /// Keys of what was found.
    bugs: BTreeSet<String>,
    /// The findings of this run that accuse a compiler and are not known.
    found: BTreeSet<i64>,
    compilers: &'a [Toolchain],
    set_ups: SetUps,
    began: Instant,
    paused: bool,
    control: &'a HuntControl,
    /// What triage is working on.
    now: &'a Mutex<Option<TriageNow>>,
    /// How many findings and results of triage there were when the store was last asked what waits.
    waiting_at: Option<(u64, u64)>,
    /// Results of triage in this run.
    triaged: u64,
}

impl HuntRecorder<'_> {
    /// Listens until all workers are done; says whether they were told to stop.
    fn listen(
        &mut self,
        channels: &Channels<'_>,
        time: Option<Duration>,
        seed_queue: &SeedQueue,
        abandon: &AtomicBool,
    ) -> Result<bool, HuntError> {
        let mut deadline = time.and_then(|time| self.began.checked_add(time));
        let mut looked = self.began;
        let mut told = self.began;
        let mut sampled = self.began;
        let mut own_cpu = cpu::of_thread();
        loop {
            match channels.workers.recv_timeout(TICK) {
                Ok(Message::Done(outcome)) => self.record(&outcome)?,
                Ok(Message::Trouble(why)) => self.pause(&why),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            for triaged in channels.triage.try_iter() {
                self.record_triage(&triaged)?;
            }
            let now = Instant::now();
            if self.control.is_paused() {
                // The time of a pause is not the hunt's.
                deadline = deadline.and_then(|deadline| deadline.checked_add(now - looked));
            }
            looked = now;
            if self.control.is_stopping() {
                seed_queue.close();
                abandon.store(true, Ordering::Relaxed);
                descendants::kill_all();
            } else if let Some(deadline) = deadline
                && now >= deadline
            {
                seed_queue.close();
                if now >= deadline + GRACE {
                    abandon.store(true, Ordering::Relaxed);
                    descendants::kill_all();
                }
            }
            if now - told >= PROGRESS {
                told = now;
                self.tell();
            }
            if now - sampled >= SAMPLE {
                sampled = now;
                self.own_time(&mut own_cpu)?;
                self.sample()?;
            }
        }
        // The finding in progress is triaged again by the next hunt.
        abandon.store(true, Ordering::Relaxed);
        loop {
            match channels.triage.recv_timeout(TICK) {
                Ok(triaged) => self.record_triage(&triaged)?,
                Err(RecvTimeoutError::Timeout) => descendants::kill_all(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.own_time(&mut own_cpu)?;
        self.sample()?;
        self.tell();
        Ok(self.control.is_stopping())
    }

    fn record_triage(&mut self, triaged: &Triaged) -> Result<(), HuntError> {
        self.store.record_triage(triaged)?;
        if triaged.result == TriageResult::Known && self.found.remove(&triaged.finding) {
            self.snapshot.findings -= 1;
        }
        self.triaged += 1;
        let (finding, result) = (triaged.finding, triaged.result.clone());
        self.events.event(&HuntEvent::Triaged { finding, result });
        Ok(())
    }

    fn record(&mut self, outcome: &SeedRecord) -> Result<(), HuntError> {
        let recorded = loop {
            match self.store.record(self.run, &mut self.range, outcome) {
                Ok(recorded) => break recorded,
                Err(error) => {
                    // A full disk is no reason to lose anything: wait.
                    let Some(why) = self.health.trouble() else { return Err(error.into()) };
                    if self.control.is_stopping() {
                        return Err(error.into());
                    }
                    self.pause(&why);
                    thread::sleep(PAUSE);
                }
            }
        };
        if self.paused {
            self.paused = false;
            self.events.event(&HuntEvent::Resumed);
        }
        let compilers = self.compilers;
        let is_tested = |name: &str| compilers.iter().any(|tool| tool.name == name);
        self.set_ups.add(outcome, is_tested);
        for set_up in self.set_ups.news() {
            self.events.event(&HuntEvent::DoubtfulSetUp(set_up));
        }
        self.snapshot.cpu.add(&outcome.cpu);
        self.snapshot.fast_path_use.add(outcome.fast_path_use);
        self.snapshot.programs += u64::from(outcome.what == SeedYield::Made);
        // Referees are on record, too, and belong to no table.
        for (compiler, _, verdict) in outcome.verdicts.iter().filter(|(name, ..)| is_tested(name)) {
            let row = self.snapshot.by_compiler.entry(compiler.clone()).or_default();
            *row.entry(*verdict).or_default() += 1;
            if !matches!(verdict, VerdictKind::Ok | VerdictKind::Compiled) {
                *self.snapshot.verdicts.entry(*verdict).or_default() += 1;
            }
        }
        for (compiler, why) in outcome.not_comparable.iter().filter(|(name, _)| is_tested(name)) {
            let reasons = self.snapshot.not_comparable.entry(compiler.clone()).or_default();
            *reasons.entry(why.clone()).or_default() += 1;
        }
        self.findings.fetch_add(outcome.findings.len() as u64, Ordering::Relaxed);
        for (finding, recorded) in outcome.findings.iter().zip(recorded) {
            let accuses = finding.verdict.is_finding();
            if accuses && !finding.known {
                self.snapshot.findings += 1;
                self.found.insert(recorded.id);
                self.bugs.insert(finding.key.clone());
                self.snapshot.bugs = self.bugs.len() as u64;
            }
            self.events.event(&HuntEvent::Found {
                id: recorded.id,
                seed: outcome.seed,
                key: finding.key.clone(),
                verdict: finding.verdict,
                compiler: finding.compiler.clone(),
                options: finding.options.clone(),
                signature: finding.signature.clone(),
                times: recorded.times,
                finding: accuses,
                known: finding.known,
            });
        }
        Ok(())
    }

    fn pause(&mut self, why: &str) {
        if !self.paused {
            self.paused = true;
            self.events.event(&HuntEvent::Paused { why: why.to_owned() });
        }
    }

    fn tell(&mut self) {
        self.snapshot.elapsed = self.began.elapsed();
        self.snapshot.paused = self.control.is_paused();
        self.snapshot.triage_now = *self.now.lock().unwrap_or_else(PoisonError::into_inner);
        self.look_what_waits();
        self.events.event(&HuntEvent::Progress(self.snapshot.clone()));
    }

    /// Asks the store what waits for triage, where that can have changed.
    fn look_what_waits(&mut self) {
        let at = (self.findings.load(Ordering::Relaxed), self.triaged);
        if self.waiting_at != Some(at) {
            self.waiting_at = Some(at);
            // It is only for people: what cannot be read now is read the next time.
            if let Ok(waiting) = self.store.waiting_for_triage() {
                self.snapshot.triage_waiting = waiting;
            }
        }
    }

    /// Puts down the time of this thread itself, and that of triage.
    fn own_time(&mut self, before: &mut Duration) -> Result<(), HuntError> {
        let now = cpu::of_thread();
        let own = CpuSplit {
            triage: Duration::from_micros(self.of_triage.swap(0, Ordering::Relaxed)),
            ourselves: now.saturating_sub(*before),
            ..CpuSplit::default()
        };
        *before = now;
        self.snapshot.cpu.add(&own);
        Ok(self.store.spend(self.run, &own)?)
    }

    fn sample(&mut self) -> Result<(), HuntError> {
        let Snapshot { programs, findings, cpu, .. } = &self.snapshot;
        Ok(self.store.sample(self.run, *programs, *findings, cpu)?)
    }

    fn finish(mut self, interrupted: bool) -> Result<Hunted, HuntError> {
        self.store.end_run(self.run)?;
        let summary = self.store.summary(Some(self.run))?;
        let triage = self.store.triage_counts()?;
        let doubtful = self.set_ups.all();
        Ok(Hunted { run: self.run, summary, triage, last: self.snapshot, doubtful, interrupted })
    }
}

/// Does something when it goes out of scope, on every way out.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
