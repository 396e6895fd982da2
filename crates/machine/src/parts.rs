//! The smaller parts of the [machine](crate::machine::Machine)'s state, one a concern.

use crate::memory::Content;
use crate::order::FullExpr;
use crate::outcome::Stats;
use crate::value::Prov;
use brinell_lang::{RecordId, TypeId};
use rustc_hash::FxHashSet;

/// The objects with static storage duration, by id; none for what is only declared.
#[derive(Debug, Default)]
pub struct Statics {
    pub globals: Vec<Prov>,
    pub strings: Vec<Prov>,
}

/// What the program has shown so far.
#[derive(Debug, Default)]
pub struct Output {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Counts output and volatile accesses.
    pub effects: u64,
}

/// How much had been shown at some time.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct OutputMark {
    stdout: usize,
    stderr: usize,
    effects: u64,
}

/// What was shown since some time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OutputSince {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Output {
    /// The stream of that number: 1 is standard output.
    #[inline]
    pub const fn stream(&mut self, stream: u8) -> &mut Vec<u8> {
        if stream == 1 { &mut self.stdout } else { &mut self.stderr }
    }

    #[inline]
    pub const fn mark(&self) -> OutputMark {
        OutputMark { stdout: self.stdout.len(), stderr: self.stderr.len(), effects: self.effects }
    }

    /// Undoes what was shown since.
    pub fn rewind(&mut self, to: OutputMark) {
        self.stdout.truncate(to.stdout);
        self.stderr.truncate(to.stderr);
        self.effects = to.effects;
    }

    pub fn since(&self, mark: OutputMark) -> OutputSince {
        OutputSince {
            stdout: self.stdout[mark.stdout..].to_vec(),
            stderr: self.stderr[mark.stderr..].to_vec(),
        }
    }

    /// Restores what was rolled back; so many effects there were then.
    pub fn repeat(&mut self, shown: OutputSince, effects: u64) {
        self.stdout.extend(shown.stdout);
        self.stderr.extend(shown.stderr);
        self.effects = effects;
    }
}

/// What the run has used up.
#[derive(Debug, Default)]
pub struct Used {
    pub steps: u64,
    pub calls: u64,
    /// Bytes of automatic storage in use.
    pub stack: u64,
    peak_stack: u64,
    pub hollow_copies: u64,
}

impl Used {
    /// A function is entered that needs so much automatic storage.
    #[inline]
    pub fn enter(&mut self, bytes: u64) {
        self.stack = self.stack.saturating_add(bytes);
        self.peak_stack = self.peak_stack.max(self.stack);
    }

    pub const fn stats(&self, replays: u64) -> Stats {
        Stats {
            steps: self.steps,
            calls: self.calls,
            replays,
            peak_stack: self.peak_stack,
            hollow_copies: self.hollow_copies,
        }
    }
}

/// A run of bits of an object or a register that a side effect changes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PendingEffect {
    /// The slot of the object, or [`PendingEffect::REGISTERS`] and the register.
    object: u64,
    start: u64,
    bits: u64,
}

impl PendingEffect {
    /// Added to the number of a register: no slot has such a number.
    const REGISTERS: u64 = 1 << 40;

    #[inline]
    pub fn object(prov: Prov, start: u64, bits: u64) -> Self {
        Self { object: prov.slot().into(), start, bits }
    }

    #[inline]
    pub const fn register(at: usize) -> Self {
        Self { object: Self::REGISTERS + at as u64, start: 0, bits: 64 }
    }

    #[inline]
    pub fn is_of(&self, prov: Prov) -> bool {
        self.object == u64::from(prov.slot())
    }

    #[inline]
    const fn overlaps(&self, other: &Self) -> bool {
        self.object == other.object
            && self.start < other.start + other.bits
            && other.start < self.start + self.bits
    }
}

/// Side effects that no sequence point has completed (C11 6.5p2).
///
/// They are noted only while some store cares about those inside its own operands, as in
/// `x = (y = 1) + (x = 2)`.
#[derive(Debug, Default)]
pub struct PendingEffects {
    effects: Vec<PendingEffect>,
    /// How many stores care.
    watchers: u32,
}

impl PendingEffects {
    /// How many there are: what comes after them is later.
    #[inline]
    pub const fn len(&self) -> usize {
        self.effects.len()
    }

    /// A sequence point, or the way back, completes what is later.
    #[inline]
    pub fn complete(&mut self, from: usize) {
        self.effects.truncate(from);
    }

    /// Notes a side effect, if that is asked for.
    #[inline]
    pub fn note(&mut self, effect: impl FnOnce() -> PendingEffect) {
        if self.watchers > 0 {
            self.effects.push(effect());
        }
    }

    /// A store begins that cares about what its operands do; returns where that begins.
    #[inline]
    pub const fn watch(&mut self) -> usize {
        self.watchers += 1;
        self.effects.len()
    }

    /// That store comes about. Whether a side effect in its operands collides with it.
    #[inline]
    pub fn unwatch(&mut self, from: usize, store: PendingEffect) -> bool {
        self.watchers -= 1;
        let from = from.min(self.effects.len());
        self.effects[from..].iter().any(|e| e.overlaps(&store))
    }

    /// Forgets what is later, once it is no longer needed.
    #[inline]
    pub fn settle(&mut self, from: usize) {
        if self.watchers == 0 {
            self.effects.truncate(from);
        }
    }

    /// What is later is put aside.
    pub fn split_off(&mut self, from: usize) -> Vec<PendingEffect> {
        self.effects.split_off(from)
    }

    pub fn since(&self, from: usize) -> &[PendingEffect] {
        self.effects.get(from..).unwrap_or_default()
    }

    pub fn extend(&mut self, effects: impl IntoIterator<Item = PendingEffect>) {
        self.effects.extend(effects);
    }

    /// Inside a call they do not matter; returns how many there were, for [`PendingEffects::resume`].
    #[inline]
    pub const fn suspend(&mut self) -> u32 {
        std::mem::replace(&mut self.watchers, 0)
    }

    #[inline]
    pub const fn resume(&mut self, watchers: u32) {
        self.watchers = watchers;
    }

    #[inline]
    pub const fn watchers(&self) -> u32 {
        self.watchers
    }
}

/// A record passed on the way to an accessed leaf, as an access in flight knows it.
#[derive(Copy, Clone, Debug)]
pub struct PathStep {
    /// Where the record begins in the allocation.
    pub offset: u64,
    pub record: RecordId,
    pub field: u32,
}

impl PathStep {
    /// The lvalue goes through a record or array of a type that is not declared there: the part of
    /// it that is accessed has to be judged by itself.
    #[inline]
    pub const fn foreign(offset: u64, record: Option<RecordId>) -> Self {
        let record = match record {
            Some(record) => record,
            None => RecordId(u32::MAX),
        };
        Self { offset, record, field: u32::MAX }
    }

    /// Whether it is a [`PathStep::foreign`] one.
    #[inline]
    pub const fn is_foreign(self) -> bool {
        self.field == u32::MAX
    }
}

/// What nodes of one full expression hand to each other beside their values.
#[derive(Debug)]
pub struct InFlight {
    /// The records on the way of accesses that have not been made yet.
    pub path: Vec<PathStep>,
    /// The bits last loaded (first and number), for assignments that may overlap.
    pub last_load: (Prov, u64, u64),
    /// The record being returned.
    pub returned: Content,
    /// Record values that have a place until the end of the full expression.
    pub temps: Vec<Prov>,
    /// While the argument of `free` is evaluated: a dangling pointer there is a double free.
    pub tolerate_dangling: bool,
}

impl Default for InFlight {
    fn default() -> Self {
        Self {
            path: Vec::new(),
            last_load: (Prov::NONE, 0, 0),
            returned: Content::default(),
            temps: Vec::new(),
            tolerate_dangling: false,
        }
    }
}

/// The full expressions whose orders are compared in this run.
#[derive(Copy, Clone, Debug)]
pub struct RecordedSites<'a> {
    pub sites: &'a FxHashSet<FullExpr>,
    /// All of them.
    pub all: bool,
}

impl RecordedSites<'_> {
    #[inline]
    pub fn contains(&self, site: FullExpr) -> bool {
        self.all || self.sites.contains(&site)
    }
}

/// How much of the host's stack calls may use.
#[derive(Copy, Clone, Debug)]
pub struct HostStack {
    base: usize,
    limit: usize,
}

impl HostStack {
    /// From here on; the caller of the machine says how much there is.
    #[inline]
    pub fn from_here(limit: usize) -> Self {
        Self { base: here(), limit }
    }

    #[inline]
    pub fn is_used_up(self) -> bool {
        self.base.abs_diff(here()) > self.limit
    }
}

/// About where the host's stack ends now.
#[inline]
fn here() -> usize {
    let local = 0u8;
    std::ptr::from_ref(&local) as usize
}

/// A small cache of accesses that were found right: declared type, type of the lvalue, offset.
#[derive(Debug)]
pub struct KnownAccesses(Vec<(u32, u32, u64)>);

impl Default for KnownAccesses {
    fn default() -> Self {
        Self(vec![(u32::MAX, 0, 0); 1024])
    }
}

impl KnownAccesses {
    #[inline]
    fn cell(&self, (declared, ty, offset): (u32, u32, u64)) -> usize {
        let hash = (declared as usize).wrapping_mul(31).wrapping_add(ty as usize);
        hash.wrapping_mul(31).wrapping_add(offset as usize) % self.0.len()
    }

    #[inline]
    pub fn contains(&self, declared: TypeId, ty: TypeId, offset: u64) -> bool {
        let key = (declared.0, ty.0, offset);
        self.0[self.cell(key)] == key
    }

    #[inline]
    pub fn insert(&mut self, declared: TypeId, ty: TypeId, offset: u64) {
        let key = (declared.0, ty.0, offset);
        let cell = self.cell(key);
        self.0[cell] = key;
    }
}
