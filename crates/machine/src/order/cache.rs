//! Calls that were made before: a function that is called again with the same arguments, and
//! finds every object that it touches as before, does what it did. Counters, which it only adds to,
//! may hold anything that does not overflow.
//!
//! Running an expression in another order runs its calls again, and those have expressions of their
//! own that were run in all orders. Without this the cost is exponential in the depth of calls.

use super::EventKey;
use super::footprint::{Cell, Footprint, Spot, Update};
use super::record::{Touched, cell};
use crate::access::{decode, encode};
use crate::code::{Call, Code, N};
use crate::machine::{Machine, R};
use crate::memory::{Alloc, Content};
use crate::order::Touch;
use crate::parts::OutputMark;
use crate::value::{Prov, Value};
use brinell_lang::{Endian, FuncId};
use rustc_hash::FxHashMap;

/// So many states of one call are remembered, the latest.
const MAX_STATES: usize = 8;
/// So many bytes of objects are remembered altogether; then all is forgotten.
const MAX_BYTES: u64 = 32 << 20;

/// A function and its arguments.
type CallKey = (FuncId, Vec<(u64, Prov)>);

/// What a call did.
#[derive(Debug)]
struct CallSummary {
    /// Blocks allocated and freed before: pointers may have become invalid since.
    blocks: u64,
    /// With zero in the counters.
    before: Vec<(Prov, Alloc)>,
    /// What it changed.
    after: Vec<(Prov, Alloc)>,
    counters: Vec<Counter>,
    foot: Footprint,
    value: Value,
    steps: u64,
}

/// An integer that a call only adds to.
#[derive(Copy, Clone, Debug)]
struct Counter {
    spot: Spot,
    size: u32,
    limits: Option<(i128, i128)>,
    total: i128,
    low: i128,
    high: i128,
}

impl Counter {
    fn new((spot, update): (&Spot, &Update)) -> Self {
        let Update { size, limits, total, low, high, .. } = *update;
        Self { spot: *spot, size, limits, total, low, high }
    }

    fn bytes(&self) -> std::ops::Range<usize> {
        self.spot.at as usize..self.spot.at as usize + self.size as usize
    }

    /// Whether no order of what is added to it leaves its type.
    fn has_room(&self, object: &Alloc, endian: Endian) -> bool {
        let Some((min, max)) = self.limits else { return true };
        let Some(bytes) = object.bytes.get(self.bytes()) else { return false };
        let unused = 64 - self.size * 8;
        let now = i128::from((decode(bytes, endian) << unused) as i64 >> unused);
        now + self.low >= min && now + self.high <= max
    }

    /// Adds to it, given what its object held before.
    fn add_to(&self, object: &mut Alloc, before: &[u8], endian: Endian) {
        let Some(bytes) = object.bytes.get_mut(self.bytes()) else { return };
        encode(decode(before, endian).wrapping_add(self.total as u64), bytes, endian);
    }
}

impl CallSummary {
    fn counters_of(&self, object: Prov) -> impl Iterator<Item = &Counter> {
        self.counters.iter().filter(move |counter| counter.spot.object == object)
    }

    /// Whether an object is as it was before the call, counters apart.
    fn finds(&self, object: Prov, old: &Alloc, now: &Alloc, endian: Endian) -> bool {
        if self.counters_of(object).next().is_none() {
            return now.same_contents(old);
        }
        let mut blank = now.clone();
        blank_counters(&mut blank, self.counters_of(object));
        blank.same_contents(old) && self.counters_of(object).all(|c| c.has_room(now, endian))
    }
}

fn blank_counters<'c>(object: &mut Alloc, counters: impl Iterator<Item = &'c Counter>) {
    for counter in counters {
        if let Some(bytes) = object.bytes.get_mut(counter.bytes()) {
            bytes.fill(0);
        }
    }
}

/// What is remembered of calls.
#[derive(Debug, Default)]
pub struct CallCache {
    calls: FxHashMap<CallKey, Vec<CallSummary>>,
    bytes: u64,
}

/// What must not have happened for a call to be remembered.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Traces {
    blocks: u64,
    output: OutputMark,
    forks: usize,
    tangled: bool,
}

impl<'a> Machine<'a> {
    fn traces(&self) -> Traces {
        Traces {
            blocks: self.mem.blocks,
            output: self.output.mark(),
            forks: self.order.forks.len(),
            tangled: self.order.tangled.is_some(),
        }
    }

    /// Makes a call of an expression that is being recorded: an event of it.
    #[inline(never)]
    pub fn recorded_call(
        &mut self,
        c: &'a Code,
        n: N,
        function: FuncId,
        call: &'a Call,
        arg_base: usize,
        records: Vec<(usize, Content)>,
    ) -> R<Value> {
        let name = format!("the call of '{}'", self.function_name(function));
        let loc = self.loc(c, n);
        let site = self.stack.top().map(|f| (f.code_key(), f.pc));
        let explored = site.is_some_and(|site| self.order.explored.contains(&site));
        let scalar = records.is_empty() && !call.args.iter().any(|a| a.record);
        let recognise = explored && scalar;
        let arguments: Vec<(u64, Prov)> = self.stack.regs[arg_base..]
            .iter()
            .take(call.args.len())
            .map(|v| (v.bits, v.prov))
            .collect();
        let key = (function, arguments);
        if recognise && let Some(value) = self.do_again(c, n, &key, name.clone()) {
            return value;
        }
        let (start, steps) = (self.traces(), self.used.steps);
        self.begin_call_event(recognise);
        let result = self.invoke(c, n, function, call, arg_base, records);
        let touched = self.end_call_event(EventKey::from(n), name, loc);
        let value = result?;
        let same = self.traces() == start && self.in_flight.returned.bytes.is_empty();
        if recognise
            && same
            && let Some(touched) = &touched
        {
            self.remember(key, touched, value, self.used.steps - steps);
        }
        self.hand_down_touched(touched);
        Ok(value)
    }

    fn remember(&mut self, key: CallKey, touched: &Touched, value: Value, steps: u64) {
        let Some(event) = self.order.recorders.last().and_then(|r| r.events.last()) else { return };
        let foot = event.foot.clone();
        let counters: Vec<Counter> = foot.counters().map(Counter::new).collect();
        let mut before: Vec<_> = touched.objects.iter().map(|(p, a)| (*p, a.clone())).collect();
        let now = before.iter().filter_map(|(p, old)| Some((*p, old, self.mem.get(*p)?)));
        let after: Vec<_> = now
            .filter(|(_, old, now)| !old.same_contents(now))
            .map(|(p, _, now)| (p, now.clone()))
            .collect();
        for (object, contents) in &mut before {
            blank_counters(contents, counters.iter().filter(|c| c.spot.object == *object));
        }
        let bytes: u64 = before.iter().chain(&after).map(|(_, a)| a.size() + 128).sum();
        self.used.steps += bytes / 16;
        let cache = &mut self.order.cache;
        cache.bytes += bytes;
        if cache.bytes > MAX_BYTES {
            cache.calls.clear();
            cache.bytes = bytes;
        }
        let states = cache.calls.entry(key).or_default();
        if states.len() == MAX_STATES {
            states.remove(0);
        }
        let blocks = self.mem.blocks;
        states.push(CallSummary { blocks, before, after, counters, foot, value, steps });
    }

    /// Does what a call did that was made before in the same state.
    fn do_again(&mut self, c: &'a Code, n: N, key: &CallKey, name: String) -> Option<R<Value>> {
        let states = self.order.cache.calls.get(key)?;
        let looks: u64 =
            states.iter().flat_map(|s| &s.before).map(|(_, a)| a.size() / 16 + 1).sum();
        self.used.steps += looks + 1;
        let endian = self.low.tables.target.endian;
        let found = states.iter().rev().find(|s| {
            s.blocks == self.mem.blocks
                && s.before.iter().all(|(p, old)| {
                    self.mem.get(*p).is_some_and(|now| s.finds(*p, old, now, endian))
                })
        })?;
        // A short call is made as quickly as it is done again.
        if found.steps < 8 {
            return None;
        }
        let (mut after, mut foot, value) = (found.after.clone(), found.foot.clone(), found.value);
        let before: Vec<Prov> = found.before.iter().map(|(p, _)| *p).collect();
        for counter in &found.counters {
            let Some(now) = self.mem.get(counter.spot.object) else { continue };
            let Some(bytes) = now.bytes.get(counter.bytes()) else { continue };
            let changed = after.iter_mut().find(|(object, _)| *object == counter.spot.object);
            let cells = |alloc: &Alloc| -> Vec<Cell> {
                counter.bytes().map(|at| cell(alloc, at)).collect()
            };
            let old = cells(now);
            let mut last = old.clone();
            if let Some((_, contents)) = changed {
                counter.add_to(contents, bytes, endian);
                last = cells(contents);
            }
            foot.set_update(counter.spot, old, last);
        }
        Some(self.apply_summary(c, n, &before, &after, foot, name).map(|()| value))
    }

    fn apply_summary(
        &mut self,
        c: &'a Code,
        n: N,
        before: &[Prov],
        after: &[(Prov, Alloc)],
        foot: Footprint,
        name: String,
    ) -> R<()> {
        let loc = self.loc(c, n);
        // For the expressions around this one it is a call like any other.
        self.begin_call_event(false);
        self.stack.push(None, "", loc, self.used.calls);
        let mark = self.enter_call();
        let recorders = std::mem::take(&mut self.order.recorders);
        let mut result = Ok(());
        for (spot, writes) in foot.spots() {
            if !spot.object.is_none() && result.is_ok() {
                let touch = if writes { Touch::Write } else { Touch::Read };
                result = self.touch(c, n, spot.object, spot.at, 1, touch);
            }
        }
        self.order.recorders = recorders;
        result?;
        self.leave_call(mark);
        self.stack.pop();
        self.order.recorders.pop();
        for object in before {
            self.note_touched(*object);
        }
        for (object, contents) in after {
            self.used.steps += contents.size() / 16;
            if let Some(alloc) = self.mem.get_mut(*object) {
                alloc.set_contents(contents);
            }
        }
        self.add_call_event(EventKey::from(n), name, loc, foot);
        Ok(())
    }
}
