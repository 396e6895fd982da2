//! Calls that were made before: a function that is called again with the same arguments, and
//! finds every object that it touches as before, does what it did.
//!
//! Running an expression in another order runs its calls again, and those have expressions of their
//! own that were run in all orders. Without this the cost is exponential in the depth of calls.

use super::EventKey;
use super::footprint::Footprint;
use super::record::Touched;
use crate::code::{Call, Code, N};
use crate::machine::{Machine, R};
use crate::memory::{Alloc, Content};
use crate::order::Touch;
use crate::parts::OutputMark;
use crate::value::{Prov, Value};
use brinell_lang::FuncId;
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
    before: Vec<(Prov, Alloc)>,
    /// What it changed.
    after: Vec<(Prov, Alloc)>,
    foot: Footprint,
    value: Value,
    steps: u64,
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
        let before: Vec<_> = touched.objects.iter().map(|(p, a)| (*p, a.clone())).collect();
        let now = before.iter().filter_map(|(p, old)| Some((*p, old, self.mem.get(*p)?)));
        let after: Vec<_> = now
            .filter(|(_, old, now)| !old.same_contents(now))
            .map(|(p, _, now)| (p, now.clone()))
            .collect();
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
        states.push(CallSummary { blocks, before, after, foot, value, steps });
    }

    /// Does what a call did that was made before in the same state.
    fn do_again(&mut self, c: &'a Code, n: N, key: &CallKey, name: String) -> Option<R<Value>> {
        let states = self.order.cache.calls.get(key)?;
        let looks: u64 =
            states.iter().flat_map(|s| &s.before).map(|(_, a)| a.size() / 16 + 1).sum();
        self.used.steps += looks + 1;
        let found = states.iter().rev().find(|s| {
            s.blocks == self.mem.blocks
                && s.before
                    .iter()
                    .all(|(p, old)| self.mem.get(*p).is_some_and(|now| now.same_contents(old)))
        })?;
        // A short call is made as quickly as it is done again.
        if found.steps < 8 {
            return None;
        }
        let (after, foot, value) = (found.after.clone(), found.foot.clone(), found.value);
        let before: Vec<Prov> = found.before.iter().map(|(p, _)| *p).collect();
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
