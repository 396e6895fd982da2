//! Reduction that stays with one bug, as far as blame can tell.
//!
//! Each candidate is tested for cheap properties only: it shows the same symptom, and what hid the
//! bug in the original still hides it. Blame by a number (clang's pass limit) has no such property,
//! because the number holds for one program only. So blame is determined again for the reduced
//! program; if it differs from that of the original, the last accepted candidate with the first blame
//! is found by bisection, and reduction continues from there, determining blame for every candidate.

use super::{SolveSettings, Unsolved};
use crate::cpu;
use crate::suspect::Suspect;
use crate::witness::Witness;
use brinell_lang::Program;
use brinell_machine::Meaning;
use brinell_reduce::{NotReducible, Oracle, Reduced, Settings, Size, reduce_ahead, texts};
use brinell_toolchain::Toolchain;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What is to blame, and in which compiler.
pub struct PinnedBlame<'a> {
    /// The compiler.
    pub tool: &'a Toolchain,
    /// Its failing options.
    pub options: &'a [String],
    /// What was blamed in the beginning.
    pub names: BTreeSet<String>,
}

impl PinnedBlame<'_> {
    /// Whether something of that is to blame for what the compiler does with a program.
    fn holds(
        &self,
        program: &Program,
        meaning: &Meaning,
        pause: &mut dyn FnMut(Duration) -> Result<(), String>,
    ) -> bool {
        let suspect = Suspect::new(self.tool, self.options, &texts(program), meaning, pause);
        suspect.is_ok_and(|suspect| suspect.is_some_and(|mut s| s.is_still_blamed_on(&self.names)))
    }
}

/// A program that shows it.
struct ReducedTo {
    program: Program,
    meaning: Meaning,
}

/// Reduces a program, and goes back where something else is to blame in the end.
pub fn reduced_without_drift(
    program: &Program,
    witness: &mut Witness,
    pinned: &PinnedBlame<'_>,
    work: &mut SolveSettings<'_>,
) -> Result<Reduced, Unsolved> {
    let way = Mutex::new(Vec::new());
    let reduced = walk(program, witness, None, Some(&way), work)?;
    let mut way = way.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Some of them were looked at ahead, and not taken: good to go on from, all the same.
    way.sort_by_cached_key(|stop| Reverse(Size::of(&stop.program)));
    let mut same = |stop: &ReducedTo| {
        let (stop_flag, enough, spent) = (work.stop, work.enough, &mut *work.spent);
        let mut pause = |cpu: Duration| {
            spent(cpu);
            let over = stop_flag.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
            if over { Err("no time left".to_owned()) } else { Ok(()) }
        };
        pinned.holds(&stop.program, &stop.meaning, &mut pause)
    };
    if !reduced.finished || way.last().is_none_or(&mut same) {
        return Ok(reduced);
    }
    // The original is the same by definition, the last one is not.
    let (mut good, mut bad) = (0, way.len());
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        if same(&way[middle - 1]) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    if work.stop.load(Ordering::Relaxed) || work.enough.load(Ordering::Relaxed) {
        return Ok(reduced);
    }
    let from = good.checked_sub(1).map_or(program, |at| &way[at].program);
    // Where that does not work out, the report says that something else is to blame.
    Ok(walk(from, witness, Some(pinned), None, work).unwrap_or(reduced))
}

/// Reduces a program by the cheap questions alone.
pub fn reduced(
    program: &Program,
    witness: &mut Witness,
    work: &mut SolveSettings<'_>,
) -> Result<Reduced, Unsolved> {
    walk(program, witness, None, None, work)
}

/// Reduces a program, perhaps with blame as one of the questions; what shows it on the way is kept
/// where there is a place for it.
fn walk(
    program: &Program,
    witness: &mut Witness,
    pinned: Option<&PinnedBlame<'_>>,
    way: Option<&Mutex<Vec<ReducedTo>>>,
    work: &mut SolveSettings<'_>,
) -> Result<Reduced, Unsolved> {
    let shared = SharedLimits {
        done: AtomicBool::new(false),
        budget: work.budget,
        used: Mutex::new(work.used),
        stop: work.stop,
        enough: work.enough,
        spent: Mutex::new(&mut *work.spent),
        trouble: Mutex::new(None),
        pinned,
        way,
    };
    let mut others: Vec<Witness> = (1..work.jobs).map(|_| witness.another()).collect();
    let witnesses = std::iter::once(witness).chain(&mut others);
    let mut oracles: Vec<WitnessOracle<'_, '_>> = witnesses
        .map(|witness| WitnessOracle {
            witness,
            shared: &shared,
            told: Duration::ZERO,
            told_own: Duration::ZERO,
        })
        .collect();
    let oracles = oracles.iter_mut().map(|oracle| oracle as &mut dyn Oracle).collect();
    let settings = Settings { limits: work.limits, stop: &shared.done };
    let result = reduce_ahead(program, oracles, &settings, &mut *work.progress);
    let trouble = shared.trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
    let used = *shared.used.lock().unwrap_or_else(PoisonError::into_inner);
    work.used = used;
    match (result, trouble) {
        (Ok(reduced), _) => Ok(reduced),
        (Err(NotReducible::NotInteresting), None) => Err(Unsolved::NotShown),
        (Err(NotReducible::NotInteresting), Some(trouble)) => Err(Unsolved::Cannot(trouble)),
        (Err(error), _) => Err(Unsolved::Cannot(error.to_string())),
    }
}

/// What all oracles of a reduction share.
struct SharedLimits<'a> {
    /// Ends the reduction.
    done: AtomicBool,
    /// CPU time that may be used, and that was.
    budget: Duration,
    used: Mutex<Duration>,
    stop: &'a AtomicBool,
    enough: &'a AtomicBool,
    spent: Mutex<&'a mut (dyn FnMut(Duration) + Send)>,
    trouble: Mutex<Option<String>>,
    pinned: Option<&'a PinnedBlame<'a>>,
    way: Option<&'a Mutex<Vec<ReducedTo>>>,
}

impl SharedLimits<'_> {
    fn spend(&self, cpu: Duration) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) += cpu;
        (self.spent.lock().unwrap_or_else(PoisonError::into_inner))(cpu);
    }

    fn is_over(&self) -> bool {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.load(Ordering::Relaxed)
            || self.enough.load(Ordering::Relaxed)
            || used >= self.budget
    }

    /// Whether what is pinned is to blame for it.
    fn is_same(&self, program: &Program, meaning: &Meaning) -> bool {
        self.pinned.is_none_or(|pinned| {
            let mut pause = |cpu: Duration| {
                self.spend(cpu);
                if self.is_over() { Err("no time left".to_owned()) } else { Ok(()) }
            };
            pinned.holds(program, meaning, &mut pause)
        })
    }
}

/// A witness as an oracle that reports its effort.
struct WitnessOracle<'a, 's> {
    witness: &'a mut Witness,
    shared: &'a SharedLimits<'s>,
    /// CPU time of compilers and images that was told.
    told: Duration,
    /// CPU time of this thread that was told: candidates are built and run on it, too.
    told_own: Duration,
}

impl Oracle for WitnessOracle<'_, '_> {
    fn is_interesting(&mut self, program: &Program, meaning: &Meaning) -> bool {
        let shared = self.shared;
        let shows = self.witness.shows(&texts(program), meaning).unwrap_or_else(|why| {
            *shared.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
            shared.done.store(true, Ordering::Relaxed);
            false
        });
        let all = self.witness.effort.cpu.total();
        let own = cpu::of_thread();
        // Less than before is another thread: the first question is asked on one of its own.
        let spent = own.checked_sub(self.told_own).unwrap_or(own) + all.saturating_sub(self.told);
        self.told_own = own;
        self.told = all;
        shared.spend(spent);
        let shows = shows && shared.is_same(program, meaning);
        if shared.is_over() {
            shared.done.store(true, Ordering::Relaxed);
        }
        if let Some(way) = shared.way.filter(|_| shows) {
            let stop = ReducedTo { program: program.clone(), meaning: meaning.clone() };
            way.lock().unwrap_or_else(PoisonError::into_inner).push(stop);
        }
        shows
    }
}
