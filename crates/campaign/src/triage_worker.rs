//! Triage beside a hunt: one finding at a time, with a bounded share of the processors.
//!
//! The triage worker chooses a finding, solves it, and either writes a bundle or finds that the bug
//! already has one. It reads the store and never writes to it: its results go to the recorder, like
//! all others. Killed at any moment, it leaves no incomplete bundle, and the next hunt continues with
//! whatever was not recorded.

use crate::bundle_store::{self, BundleFile};
use crate::control::HuntControl;
use crate::events::TriageNow;
use crate::health::Health;
use crate::known::KnownBugs;
use crate::solve::{REDUCTION_CPU, SolveSettings, SolveStage, SolvedFinding, Unsolved, solve};
use crate::store::{Store, StoreError, TriageResult, Triaged, Untriaged};
use brinell_judge::{VerdictKind, is_telling};
use brinell_machine::Limits;
use brinell_toolchain::Toolchain;
use brinell_triage::Features;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Where bundles are, in the directory of a hunt.
pub const BUNDLES: &str = "bundles";
/// How long the worker sleeps at a time, so that it notices when it is to end.
const NAP: Duration = Duration::from_millis(100);
/// How often it looks for work while it has none.
const LOOK: Duration = Duration::from_millis(500);
/// How much nicer than the hunt's workers it is: where all processors are busy, it gets about half of
/// one beside two workers. Were it much nicer, it would never get its share.
const NICER: i32 = 2;
/// Findings of a key in a row that are nothing new, after which the key is only sampled.
const BORING: usize = 2;
/// Bundles of one key after which it is only sampled.
const MANY: usize = 8;

/// What writes bundles.
#[derive(Copy, Clone, Debug)]
pub struct Bundler {
    /// Names the directory.
    pub name: fn(&SolvedFinding) -> String,
    /// Writes the files.
    pub files: fn(&SolvedFinding) -> Vec<BundleFile>,
}

/// How much triage a hunt does.
#[derive(Copy, Clone, Debug)]
pub struct Triage {
    /// The share of the hunt's processors, from 0 to 1.
    pub share: f64,
    /// What writes bundles.
    pub bundler: Bundler,
}

/// The thread that triages findings beside a hunt.
pub struct TriageWorker<'a> {
    /// The directory of the hunt.
    pub dir: &'a Path,
    /// All compilers that are here.
    pub tools: Vec<Toolchain>,
    /// Its share of the processors, and what writes bundles.
    pub triage: Triage,
    /// What needs no bundle.
    pub known: &'a KnownBugs,
    /// How many workers there are.
    pub jobs: usize,
    /// Whether this computer is well.
    pub health: &'a Health,
    /// Whether to pause.
    pub control: &'a HuntControl,
    /// What it is working on, for people.
    pub now: &'a Mutex<Option<TriageNow>>,
    /// Whether to end. Set before our processes are killed: results after that mean nothing.
    pub stop: &'a AtomicBool,
    /// Where CPU time is put down, in microseconds.
    pub spent: &'a AtomicU64,
    /// How many findings were recorded: without a new one, there is nothing new to look for.
    pub recorded: &'a AtomicU64,
    /// Where results go.
    pub sender: Sender<Triaged>,
}

impl TriageWorker<'_> {
    /// Works until it is asked to stop.
    pub fn run(self) {
        // Of this thread, and of all that it starts. Where that cannot be had, there is the share.
        let _ = rustix::process::nice(NICER);
        let bundles = self.dir.join(BUNDLES);
        bundle_store::clean(&bundles);
        let mut pace = Pace::new(self.triage.share * self.jobs as f64);
        // What was sent need not be recorded yet.
        let mut sent = BTreeMap::new();
        while !self.is_over() {
            self.control.wait_while_paused(self.stop);
            let recorded = self.recorded.load(Ordering::Relaxed);
            let next = self.next(&sent);
            let nothing = matches!(next, Ok(None));
            let Some(next) = next.ok().flatten().filter(|_| self.health.trouble().is_none()) else {
                rest(LOOK, self.stop);
                // Opening the store twice a second would be a tenth of a quiet hunt's own CPU time.
                while nothing
                    && recorded == self.recorded.load(Ordering::Relaxed)
                    && !self.is_over()
                {
                    thread::sleep(NAP);
                }
                continue;
            };
            let result = self.work_out(next.id, &bundles, &mut pace, &sent);
            self.say_stage(None);
            // A result that was obtained after the request to stop is discarded.
            if self.is_over() {
                return;
            }
            let triaged = match result {
                Ok((result, features)) => Triaged { finding: next.id, result, features },
                Err(why) => {
                    let result = TriageResult::Unsolved(why);
                    Triaged { finding: next.id, result, features: None }
                }
            };
            sent.insert(next.id, (next.key, triaged.clone()));
            if self.sender.send(triaged).is_err() {
                return;
            }
        }
    }

    /// Says what is done with which finding.
    fn say_stage(&self, now: Option<TriageNow>) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What was triaged, with what is on its way to the store.
    fn done(&self, store: &Store, sent: &Sent) -> Result<Vec<(String, Triaged)>, StoreError> {
        let mut done = store.triaged()?;
        let recorded: BTreeSet<i64> = done.iter().map(|(_, triaged)| triaged.finding).collect();
        done.extend(sent.values().filter(|(_, t)| !recorded.contains(&t.finding)).cloned());
        Ok(done)
    }

    fn next(&self, sent: &Sent) -> Result<Option<Untriaged>, StoreError> {
        let store = Store::open(self.dir)?;
        let mut open = store.untriaged()?;
        open.retain(|finding| !sent.contains_key(&finding.id));
        Ok(choose(&self.done(&store, sent)?, open))
    }

    /// Reduces, blames, compares; an error says why there is no result.
    pub(crate) fn work_out(
        &self,
        id: i64,
        bundles: &Path,
        pace: &mut Pace,
        sent: &Sent,
    ) -> Result<(TriageResult, Option<Features>), String> {
        let words = |error: StoreError| error.to_string();
        let store = Store::open(self.dir).map_err(words)?;
        let finding = store.finding(id).map_err(words)?.ok_or("it is not in the store")?;
        let enough = AtomicBool::new(false);
        let mut spent = |cpu: Duration| {
            let micros = u64::try_from(cpu.as_micros()).unwrap_or(u64::MAX);
            self.spent.fetch_add(micros, Ordering::Relaxed);
            pace.spend(cpu, self.stop);
            self.control.wait_while_paused(self.stop);
        };
        let stage = |stage| self.say_stage(Some(TriageNow { finding: id, stage }));
        let mut work = SolveSettings {
            tools: &self.tools,
            limits: Limits::default(),
            stop: self.stop,
            enough: &enough,
            budget: REDUCTION_CPU,
            used: Duration::ZERO,
            // One at a time: more would be more than the share.
            jobs: 1,
            spent: &mut spent,
            progress: &mut |progress| stage(SolveStage::Reducing(progress.tokens)),
            stage: &mut |now| stage(now),
        };
        // A panic is our bug, and no reason to end a hunt.
        let solved = catch_unwind(AssertUnwindSafe(|| solve(&finding, &mut work)));
        let case = match solved {
            Ok(Ok(case)) => case,
            Ok(Err(Unsolved::NotShown)) => return Err("the bug did not show again".to_owned()),
            Ok(Err(Unsolved::Cannot(why))) => return Err(why),
            Err(_) => return Err("a bug in Brinell: triage panicked".to_owned()),
        };
        let features = case.features();
        if self.known.names(&features) {
            return Ok((TriageResult::Known, Some(features)));
        }
        let done = self.done(&store, sent).map_err(words)?;
        if let Some(before) = seen_before(&done, &features) {
            return Ok((before, Some(features)));
        }
        stage(SolveStage::Bundling);
        let name = (self.triage.bundler.name)(&case);
        let files = (self.triage.bundler.files)(&case);
        if self.is_over() {
            // The case may be one of killed compilers.
            return Err("interrupted".to_owned());
        }
        let target: PathBuf = bundles.join(&name);
        match bundle_store::put(&target, &files, &case.tool) {
            Ok(()) => Ok((TriageResult::Bundle(name), Some(features))),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The bundle that a finding needs none beside, if there is one.
fn seen_before(done: &[(String, Triaged)], features: &Features) -> Option<TriageResult> {
    let bundles = || {
        let bundles = done.iter().map(|(_, triaged)| triaged);
        bundles
            .filter(|triaged| matches!(triaged.result, TriageResult::Bundle(_)))
            .filter_map(|triaged| Some((triaged.finding, triaged.features.as_ref()?)))
    };
    let same = bundles().find(|(_, other)| features.is_same(other));
    let alike = || bundles().find(|(_, other)| features.looks_like(other));
    same.map(|(first, _)| TriageResult::DuplicateOf(first))
        .or_else(|| alike().map(|(first, _)| TriageResult::LooksLike(first)))
}

/// Results by finding, with their keys.
pub(crate) type Sent = BTreeMap<i64, (String, Triaged)>;

/// The finding to work out next, if any is worth it. Of each key the smallest program first; keys
/// that were looked at least come first.
///
/// An informative signature is one bug, so one finding is enough. Any other key may hide several:
/// its findings are triaged as long as that gives new bugs, then ever more seldom while it keeps being
/// found.
pub(crate) fn choose(done: &[(String, Triaged)], open: Vec<Untriaged>) -> Option<Untriaged> {
    let mut looks: BTreeMap<&str, Vec<&TriageResult>> = BTreeMap::new();
    for (key, triaged) in done {
        looks.entry(key).or_default().push(&triaged.result);
    }
    let none = Vec::new();
    let of = |key: &str| looks.get(key).unwrap_or(&none);
    let is_new = |result: &&TriageResult| matches!(result, TriageResult::Bundle(_));
    let worth = |finding: &Untriaged| {
        let results = of(&finding.key);
        let solved = |result: &&TriageResult| !matches!(result, TriageResult::Unsolved(_));
        let one_bug = finding.verdict != VerdictKind::WrongCode && is_telling(&finding.signature);
        if one_bug && results.iter().any(solved) {
            return false;
        }
        let boring = results.iter().rev().take_while(|result| !is_new(result)).count();
        let bundles = results.iter().filter(|result| is_new(result)).count();
        let sampled =
            || 1_u64.checked_shl(results.len() as u32).is_some_and(|n| finding.times >= n);
        (boring < BORING && bundles < MANY) || sampled()
    };
    open.into_iter()
        .filter(worth)
        .min_by_key(|finding| (of(&finding.key).len(), finding.bytes, finding.id))
}

/// Keeps a share of the processors: sleeps as long as more CPU time was spent than that.
pub(crate) struct Pace {
    /// Processors that may be used.
    share: f64,
    began: Instant,
    /// CPU time.
    spent: Duration,
}

impl Pace {
    pub(crate) fn new(share: f64) -> Self {
        Self { share, began: Instant::now(), spent: Duration::ZERO }
    }

    /// Puts down CPU time, and sleeps until the share is kept, or it is to end.
    fn spend(&mut self, cpu: Duration, stop: &AtomicBool) {
        self.spent += cpu;
        while self.spent > self.began.elapsed().mul_f64(self.share) && !stop.load(Ordering::Relaxed)
        {
            thread::sleep(NAP);
        }
    }
}

/// Sleeps for some time, or until it is to end.
fn rest(time: Duration, stop: &AtomicBool) {
    let until = Instant::now() + time;
    while Instant::now() < until && !stop.load(Ordering::Relaxed) {
        thread::sleep(NAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(id: i64, key: &str, verdict: VerdictKind, signature: &str, times: u64) -> Untriaged {
        let owned = str::to_owned;
        let (key, signature) = (owned(key), owned(signature));
        Untriaged { id, key, signature, verdict, times, bytes: 1000 - id as u64 }
    }

    fn done(key: &str, results: &[TriageResult]) -> Vec<(String, Triaged)> {
        let triaged = |(i, result): (usize, &TriageResult)| {
            let result = result.clone();
            (key.to_owned(), Triaged { finding: -(i as i64), result, features: None })
        };
        results.iter().enumerate().map(triaged).collect()
    }

    fn bundle() -> TriageResult {
        TriageResult::Bundle("b".to_owned())
    }

    fn unsolved() -> TriageResult {
        TriageResult::Unsolved("x".to_owned())
    }

    #[test]
    fn one_look_at_a_telling_signature_is_enough() {
        let crash = |times| vec![finding(1, "k", VerdictKind::CompilerCrash, "in fold", times)];
        assert!(choose(&[], crash(1)).is_some());
        for result in [bundle(), TriageResult::DuplicateOf(7)] {
            assert_eq!(choose(&done("k", &[result]), crash(1_000_000)), None);
        }
        // What could not be worked out gets another chance, and not for ever.
        assert!(choose(&done("k", &[unsolved()]), crash(2)).is_some());
        assert_eq!(choose(&done("k", &[unsolved(), unsolved(), unsolved()]), crash(7)), None);
    }

    #[test]
    fn other_keys_are_looked_at_while_they_give_new_bugs_and_sampled_then() {
        let again = TriageResult::DuplicateOf(7);
        for (verdict, signature) in [
            (VerdictKind::WrongCode, "checksum"),
            (VerdictKind::CompilerCrash, "signal 11"),
            (VerdictKind::CompilerHang, ""),
        ] {
            let open = |times| vec![finding(1, "k", verdict, signature, times)];
            assert!(choose(&done("k", &[bundle(), again.clone(), bundle()]), open(4)).is_some());
            let boring = done("k", &[bundle(), again.clone(), again.clone()]);
            assert_eq!(choose(&boring, open(7)), None);
            assert!(choose(&boring, open(8)).is_some());
            let many = done("k", &vec![bundle(); MANY]);
            assert_eq!(choose(&many, open(255)), None);
            assert!(choose(&many, open(256)).is_some());
        }
    }

    #[test]
    fn neglected_keys_and_small_programs_come_first() {
        let open = vec![
            finding(1, "old", VerdictKind::WrongCode, "checksum", 3),
            finding(2, "new", VerdictKind::WrongCode, "hang", 3),
            finding(3, "new", VerdictKind::WrongCode, "hang", 3),
        ];
        let next = choose(&done("old", &[bundle()]), open.clone());
        assert_eq!(next.map(|finding| finding.id), Some(3));
        assert_eq!(choose(&[], Vec::new()), None);
    }

    #[test]
    fn whoever_sleeps_ends_when_told() {
        let stop = AtomicBool::new(true);
        Pace::new(0.0).spend(Duration::from_hours(1), &stop);
        rest(Duration::from_hours(1), &stop);
    }

    #[test]
    fn the_share_is_kept() {
        let stop = AtomicBool::new(false);
        let mut pace = Pace::new(0.5);
        let began = Instant::now();
        for _ in 0..4 {
            pace.spend(Duration::from_millis(50), &stop);
        }
        assert!(began.elapsed() >= Duration::from_millis(390));
    }
}
