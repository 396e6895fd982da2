//! Turns: a full expression is evaluated again and again, with the values of what has happened
//! already (pinned), up to what has to wait.

use super::explore::Ending;
use super::{EvalDepth, EventKey};
use crate::machine::{Halt, Machine, R};
use crate::memory::{Changes, Content};
use crate::outcome::Budget;
use crate::parts::{OutputMark, OutputSince, PendingEffect};
use crate::value::{Prov, Value};
use brinell_lang::Loc;
use rustc_hash::{FxHashMap, FxHashSet};

/// The turns of a full expression that is run in some order.
#[derive(Debug)]
pub struct Schedule {
    frame: u32,
    blocking: FxHashSet<EventKey>,
    /// Every call waits: the program ends in one of them.
    all_calls: bool,
    turn: Option<EventKey>,
    /// What waits and could be next.
    ready: Vec<EventKey>,
    pinned: FxHashMap<EventKey, PinnedValue>,
}

impl Schedule {
    /// Whether it is that of the expression of a frame.
    pub const fn is_of(&self, frame: u32) -> bool {
        self.frame == frame
    }
}

/// The result of a part of the expression.
#[derive(Clone, Debug)]
pub struct PinnedValue {
    pub value: Value,
    pub record: Option<Content>,
    /// The side effects that it left pending.
    pending: Vec<PendingEffect>,
    last_load: (Prov, u64, u64),
}

/// How far an evaluation got.
pub enum Walked<T> {
    /// These wait; one of them has to be next.
    Ready(Vec<EventKey>),
    Ended(Ending<T>),
}

/// The state at the beginning of a full expression.
pub struct ExprStart {
    pub progress: EvalDepth,
    pub first_reg: usize,
    pub regs: Vec<Value>,
    pub output: OutputMark,
    pub temps: usize,
    pub recorders: usize,
    pub ended_in: usize,
    pub forks: usize,
}

/// What the usual order did, while others are run.
pub struct UsualEffects {
    memory: Changes,
    regs: Vec<Value>,
    output: OutputSince,
    effects: u64,
    temps: Vec<Prov>,
}

impl Machine<'_> {
    /// Whether the present frame's expression is being run turn by turn.
    pub fn is_scheduled(&self) -> bool {
        self.order.schedule.as_ref().is_some_and(|s| s.frame as usize == self.stack.frames.len())
    }

    /// The value of a part of the expression that has happened already.
    #[inline(never)]
    pub fn pinned(&mut self, key: EventKey) -> Option<Value> {
        let pinned = self.find_pinned(key)?;
        if let Some(record) = pinned.record {
            self.in_flight.returned = record;
        }
        Some(pinned.value)
    }

    /// As [`Machine::pinned`], of a record.
    #[inline(never)]
    pub fn pinned_record(&mut self, key: EventKey) -> Option<Content> {
        self.find_pinned(key)?.record
    }

    fn find_pinned(&mut self, key: EventKey) -> Option<PinnedValue> {
        self.order.schedule.as_ref()?;
        if !self.is_scheduled() {
            return None;
        }
        let pinned = self.order.schedule.as_ref()?.pinned.get(&key)?.clone();
        self.pending.extend(pinned.pending.iter().copied());
        self.in_flight.last_load = pinned.last_load;
        Some(pinned)
    }

    /// Notes that a part of the expression has happened; `pending`: how many side effects were
    /// pending before it.
    #[inline(never)]
    pub fn pin(&mut self, key: EventKey, value: Value, pending: usize) {
        self.pin_all(key, value, None, pending);
    }

    /// As [`Machine::pin`], of a call: nothing is pending after it.
    #[inline(never)]
    pub fn pin_call(&mut self, key: EventKey, value: Value) {
        if self.order.schedule.is_some() {
            let record = (!self.in_flight.returned.bytes.is_empty())
                .then(|| self.in_flight.returned.clone());
            self.pin_all(key, value, record, self.pending.len());
        }
    }

    /// As [`Machine::pin`], of a record.
    #[inline(never)]
    pub fn pin_record(&mut self, key: EventKey, content: &Content, pending: usize) {
        if self.order.schedule.is_some() {
            self.pin_all(key, Value::ZERO, Some(content.clone()), pending);
        }
    }

    fn pin_all(&mut self, key: EventKey, value: Value, record: Option<Content>, pending: usize) {
        if self.order.schedule.is_none() || !self.is_scheduled() {
            return;
        }
        let pending = self.pending.since(pending).to_vec();
        let pinned = PinnedValue { value, record, pending, last_load: self.in_flight.last_load };
        if let Some(schedule) = &mut self.order.schedule {
            schedule.pinned.insert(key, pinned);
        }
    }

    /// Waits for its turn, if it has to. True if it had to.
    #[inline(never)]
    pub fn wait(&mut self, key: EventKey) -> R<bool> {
        self.wait_if(key, false)
    }

    /// As [`Machine::wait`], for a call.
    #[inline(never)]
    pub fn wait_to_call(&mut self, key: EventKey) -> R<bool> {
        self.wait_if(key, true)
    }

    fn wait_if(&mut self, key: EventKey, call: bool) -> R<bool> {
        if self.order.schedule.is_none() || !self.is_scheduled() {
            return Ok(false);
        }
        let Some(schedule) = &mut self.order.schedule else { return Ok(false) };
        let waits = schedule.blocking.contains(&key) || (call && schedule.all_calls);
        if !waits {
            return Ok(false);
        }
        if schedule.turn == Some(key) {
            schedule.turn = None;
            return Ok(true);
        }
        schedule.ready.push(key);
        Err(Box::new(Halt::Blocked))
    }

    /// Begins to run the present frame's expression turn by turn, and to record it.
    pub fn begin_schedule(&mut self, blocking: FxHashSet<EventKey>, all_calls: bool) {
        let frame = self.stack.depth();
        self.order.schedule = Some(Box::new(Schedule {
            frame,
            blocking,
            all_calls,
            turn: None,
            ready: Vec::new(),
            pinned: FxHashMap::default(),
        }));
        self.push_recorder(Some(frame), true);
    }

    /// Ends it; returns what was pinned.
    pub fn end_schedule(&mut self) -> FxHashMap<EventKey, PinnedValue> {
        self.order.schedule.take().map(|s| s.pinned).unwrap_or_default()
    }

    /// Evaluates the expression, with the turn of one that waited, as far as it gets.
    pub fn take_turn<T>(
        &mut self,
        turn: Option<EventKey>,
        run: &mut impl FnMut(&mut Self) -> R<T>,
    ) -> R<Walked<T>> {
        if let Some(schedule) = &mut self.order.schedule {
            schedule.turn = turn;
            schedule.ready.clear();
        }
        let start = self.progress();
        let recorders = self.order.recorders.len();
        // Everything is watched, so that nothing happens twice.
        self.order.open += 1;
        let result = run(self);
        self.go_back(&start);
        self.order.recorders.truncate(recorders);
        self.order.quiet = false;
        self.order.old_value = false;
        match result {
            Ok(value) => Ok(Walked::Ended(Ending::Value(value))),
            Err(stop) => match *stop {
                Halt::Blocked => {
                    let ready = self.order.schedule.as_mut().map(|s| std::mem::take(&mut s.ready));
                    Ok(Walked::Ready(ready.unwrap_or_default()))
                }
                Halt::Exit(exit) => Ok(Walked::Ended(Ending::Exit(exit))),
                Halt::Ub(failure) => Ok(Walked::Ended(Ending::Undefined(failure))),
                other => Err(Box::new(other)),
            },
        }
    }

    /// Goes back to the beginning of the expression.
    pub fn restore(&mut self, base: &ExprStart, loc: Loc) -> R<()> {
        self.go_back(&base.progress);
        // Undoing is work, too.
        self.used.steps += self.mem.undo_cost();
        self.mem.rollback();
        self.reset(base);
        self.order.replays += 1;
        if self.used.steps > self.limits.steps {
            return self.budget(Budget::Steps, loc);
        }
        Ok(())
    }

    fn reset(&mut self, base: &ExprStart) {
        self.stack.regs.truncate(base.first_reg);
        self.stack.regs.extend_from_slice(&base.regs);
        self.output.rewind(base.output);
        self.in_flight.temps.truncate(base.temps);
        self.order.recorders.truncate(base.recorders);
        self.order.ended_in.truncate(base.ended_in);
    }

    /// Undoes what the usual order did, and keeps it.
    pub fn take_away(&mut self, base: &ExprStart) -> UsualEffects {
        self.used.steps += self.mem.undo_cost();
        let after = UsualEffects {
            memory: self.mem.take_changes(),
            regs: self.stack.regs[base.first_reg..].to_vec(),
            output: self.output.since(base.output),
            effects: self.output.effects,
            temps: self.in_flight.temps[base.temps..].to_vec(),
        };
        self.reset(base);
        after
    }

    /// Does again what was taken away.
    pub fn put_back(&mut self, base: &ExprStart, after: UsualEffects) {
        self.go_back(&base.progress);
        self.used.steps += self.mem.undo_cost();
        self.mem.put_back(after.memory);
        self.reset(base);
        self.stack.regs.truncate(base.first_reg);
        self.stack.regs.extend(after.regs);
        self.output.repeat(after.output, after.effects);
        self.in_flight.temps.extend(after.temps);
    }
}
