//! Order of evaluation: unsequenced conflicts (C11 6.5p2), and whether the order of calls, which
//! are indeterminately sequenced (C11 6.5.2.2p10), makes a difference.
//!
//! 1. **Stamps** (this file). While the operands of a watched node are evaluated, every byte
//!    accessed gets a time stamp. Time advances only at the borders of operands and calls. When an
//!    operand is done, its interval of time stays on a list until its node is done; an access to a
//!    byte whose last conflicting access lies in such an interval is unsequenced with it. A later
//!    read does not hide an earlier one that is still in an open interval, so one stamp for reads
//!    and one for writes is enough (see [`Machine::touch_byte`]). Two accesses of the expression
//!    itself are undefined right away. Where a call is involved, the run starts again, and records
//!    that full expression.
//! 2. **Footprints** ([`record`], [`footprint`]). A recorded expression is run once, and what each
//!    call and access reads and writes is noted. Mostly that proves that all orders come to the same.
//! 3. **Schedules** ([`explore`]). What is not proved is run in every order and interleaving, from
//!    a snapshot, and compared up to the names of fresh objects ([`state`]). A call that was made
//!    before with the same arguments in the same state is not run again ([`cache`]).
//! 4. **Forks**. Where two orders leave different states, both are followed to the end of the
//!    program ([`crate::run`]): only what shows there is dependence on order.

mod cache;
mod clash;
mod explore;
mod footprint;
mod record;
mod state;
mod turns;

pub use cache::CallCache;
pub use explore::Fork;
pub use record::AccessRecorder;
pub use state::Compare;
pub use turns::Schedule;

use crate::code::{Code, N};
use crate::machine::{Halt, Machine, R};
use crate::memory::Stamp;
use crate::outcome::{Exit, Note};
use crate::ub::Ub;
use crate::value::Prov;
use brinell_lang::Loc;

/// What an access does, as far as order goes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Touch {
    Read,
    /// A read that is a side effect.
    Volatile,
    Write,
}

impl Touch {
    pub const fn reading(effect: bool) -> Self {
        if effect { Self::Volatile } else { Self::Read }
    }
}

/// A full expression: the code it is in (by address) and its position there.
pub type FullExpr = (usize, u32);

/// What has a place in the order of a full expression: a node, or a part of one.
pub type EventKey = u64;

/// The read of the old value in a compound assignment, apart from the store.
pub const OLD_VALUE: EventKey = 1 << 32;

/// An initialiser; its parts have numbers from 1 on.
pub const fn init_key(init: u32, part: usize) -> EventKey {
    1 << 33 | init as u64 | (part as u64) << 40
}

/// The time during which a finished operand of an open node was evaluated.
#[derive(Copy, Clone, Debug)]
pub struct Interval {
    start: u32,
    end: u32,
    /// The depth of the call stack at the node.
    frame: u32,
    node: EventKey,
    /// Calls made by the operand: a range of `OrderState::calls`.
    calls: (u32, u32),
    /// Operands of an initialiser list: indeterminately sequenced rather than unsequenced.
    indeterminate: bool,
}

/// A watched node whose operands are being evaluated.
#[derive(Copy, Clone, Debug)]
pub struct OpenNode {
    frame: u32,
    node: EventKey,
    /// Which operand is being evaluated.
    operand: u32,
    /// See [`Interval::indeterminate`].
    indeterminate: bool,
}

/// The state of order tracking.
#[derive(Debug, Default)]
pub struct OrderState {
    /// How many watched nodes are being evaluated.
    pub open: u32,
    time: u32,
    done: Vec<Interval>,
    /// Time spans of calls, for the operands being evaluated.
    calls: Vec<(u32, u32)>,
    groups: Vec<OpenNode>,
    /// Output is an object too.
    output: Stamp,
    reg_stamps: Vec<Stamp>,
    pub replays: u64,
    pub recorders: Vec<AccessRecorder>,
    /// While an update is made: its read and write are not recorded as such.
    quiet: bool,
    /// While the old value of a compound assignment is read.
    old_value: bool,
    /// The node of the expression statement being executed, whose value is unused.
    pub discarded: Option<(usize, N)>,
    /// The frames in whose unsequenced operands the program ended.
    ended_in: Vec<u32>,
    pub schedule: Option<Box<Schedule>>,
    /// How many expressions are being explored.
    exploring: u32,
    /// Full expressions of which some order had to be run.
    explored: rustc_hash::FxHashSet<FullExpr>,
    pub cache: CallCache,
    /// Where two orders leave different states, as far as this run got.
    pub forks: Vec<Fork>,
    /// Which of the orders to take at the first forks.
    pub script: Vec<usize>,
    /// A fork inside an expression that was explored itself: not all combinations were run.
    pub tangled: Option<Loc>,
}

/// A mark to come back to when a call returns.
#[derive(Copy, Clone, Debug)]
pub struct CallMark {
    calls: u32,
    start: u32,
}

/// A watched node whose operands are being evaluated.
#[derive(Copy, Clone, Debug)]
pub struct OperandGroup {
    base: usize,
    calls: u32,
    start: u32,
    node: EventKey,
    indeterminate: bool,
}

impl<'a> Machine<'a> {
    /// Begins a watched node.
    pub fn open_group(&mut self, node: EventKey, indeterminate: bool) -> OperandGroup {
        self.order.open += 1;
        let frame = self.stack.depth();
        self.order.groups.push(OpenNode { frame, node, operand: 0, indeterminate });
        OperandGroup { base: self.order.done.len(), calls: 0, start: 0, node, indeterminate }
    }

    /// Begins an operand of it. What has the same number is sequenced by nature.
    pub fn begin_operand(&mut self, group: &mut OperandGroup, operand: u32) {
        self.order.time += 1;
        group.start = self.order.time;
        group.calls = self.order.calls.len() as u32;
        if let Some(top) = self.order.groups.last_mut() {
            top.operand = operand;
        }
    }

    /// Evaluates an operand. `None`: it waits for its turn (see [`explore`]).
    pub fn operand<T>(
        &mut self,
        group: &mut OperandGroup,
        operand: u32,
        run: impl FnOnce(&mut Self) -> R<T>,
    ) -> R<Option<T>> {
        let start = self.is_scheduled().then(|| self.progress());
        self.begin_operand(group, operand);
        let value = match run(self) {
            Ok(value) => Some(value),
            Err(stop) => match (start, *stop) {
                (Some(start), Halt::Blocked) => {
                    self.go_back(&start);
                    None
                }
                (_, stop) => return Err(Box::new(stop)),
            },
        };
        self.end_operand(group);
        Ok(value)
    }

    /// Ends an operand: from now on it is a sibling.
    pub fn end_operand(&mut self, group: &OperandGroup) {
        self.order.time += 1;
        let interval = Interval {
            start: group.start,
            end: self.order.time,
            frame: self.stack.depth(),
            node: group.node,
            calls: (group.calls, self.order.calls.len() as u32),
            indeterminate: group.indeterminate,
        };
        self.order.done.push(interval);
    }

    /// Forgets the first sibling of a group: what follows is sequenced after it.
    pub fn forget_sibling(&mut self, group: &OperandGroup, index: usize) {
        if group.base + index < self.order.done.len() {
            self.order.done.remove(group.base + index);
        }
    }

    /// Ends a watched node.
    pub fn close_group(&mut self, group: &OperandGroup) {
        self.order.done.truncate(group.base);
        self.order.groups.pop();
        self.order.open -= 1;
        if self.order.open == 0 {
            self.order.calls.clear();
            if self.order.time > u32::MAX / 2 {
                self.order.time = 0;
                self.mem.clear_stamps();
                self.order.reg_stamps.clear();
                self.order.output = Stamp::default();
            }
        }
    }

    pub fn enter_call(&mut self) -> CallMark {
        self.order.time += 1;
        CallMark { calls: self.order.calls.len() as u32, start: self.order.time }
    }

    pub fn leave_call(&mut self, mark: CallMark) {
        self.order.time += 1;
        // Calls inside are part of this one.
        self.order.calls.truncate(mark.calls as usize);
        if self.order.open > 0 {
            self.order.calls.push((mark.start, self.order.time));
        }
    }

    /// The finished sibling in whose time a stamp lies.
    fn sibling(&self, stamp: u32) -> Option<Interval> {
        let first = self.order.done.first()?;
        if stamp < first.start {
            return None;
        }
        self.order.done.iter().rev().find(|i| i.start <= stamp && stamp < i.end).copied()
    }

    /// Notes an access to bytes of an object while order is watched.
    pub fn touch(
        &mut self,
        c: &'a Code,
        n: N,
        prov: Prov,
        offset: u64,
        size: u64,
        touch: Touch,
    ) -> R<()> {
        if !self.order.recorders.is_empty() {
            self.record_bytes(n, prov, offset, size, touch);
        }
        let now = self.order.time;
        let Some(alloc) = self.mem.get_quiet(prov) else { return Ok(()) };
        if alloc.stamps.is_empty() {
            alloc.stamps = vec![Stamp::default(); alloc.bytes.len()];
        }
        let has_bits = alloc.extra.as_ref().is_some_and(|e| !e.bit_stamps.is_empty());
        // Nothing before the first finished sibling began can be unsequenced with this.
        let siblings_since = self.order.done.first().map_or(u32::MAX, |i| i.start);
        if touch != Touch::Volatile && !has_bits {
            let end = (offset + size).min(alloc.stamps.len() as u64);
            let stamps = &mut alloc.stamps[offset.min(end) as usize..end as usize];
            if stamps.iter().all(|s| s.write < siblings_since && s.read < siblings_since) {
                for stamp in stamps {
                    match touch {
                        Touch::Write => stamp.write = now,
                        Touch::Read | Touch::Volatile => stamp.read = now,
                    }
                }
                return Ok(());
            }
        }
        let mut reported = None;
        for at in offset..offset + size {
            let Some(stamp) = self.mem.get(prov).and_then(|a| a.stamps.get(at as usize)).copied()
            else {
                break;
            };
            let stamp = self.touch_byte(c, n, stamp, touch, now, prov, at, &mut reported)?;
            if let Some(slot) = self.mem.get_quiet(prov).and_then(|a| a.stamps.get_mut(at as usize))
            {
                *slot = stamp;
            }
        }
        if has_bits {
            self.touch_bit_stamps(c, n, prov, offset * 8, size * 8, touch)?;
        }
        Ok(())
    }

    /// Notes an access to a bit-field.
    pub fn touch_bits(
        &mut self,
        c: &'a Code,
        n: N,
        prov: Prov,
        start: u64,
        width: u32,
        touch: Touch,
    ) -> R<()> {
        if !self.order.recorders.is_empty() {
            let (from, to) = (start / 8, (start + u64::from(width)).div_ceil(8));
            // The other bits of the bytes are kept: that is a read, too.
            self.record_bytes(n, prov, from, to - from, Touch::Read);
            if touch == Touch::Write {
                self.record_bytes(n, prov, from, to - from, touch);
            }
        }
        let now = self.order.time;
        // Whole-byte accesses to the same bytes conflict; other bit-fields do not.
        for at in start / 8..(start + u64::from(width)).div_ceil(8) {
            let stamp = self.mem.get(prov).and_then(|a| a.stamps.get(at as usize)).copied();
            if let Some(stamp) = stamp {
                self.touch_byte(c, n, stamp, touch, now, prov, at, &mut None)?;
            }
        }
        self.touch_bit_stamps(c, n, prov, start, u64::from(width), touch)?;
        let old = self
            .mem
            .get(prov)
            .and_then(|a| a.extra.as_ref())
            .and_then(|e| e.bit_stamps.get(&start))
            .map_or(Stamp::default(), |(_, s)| *s);
        let new = self.touch_byte(c, n, old, touch, now, prov, start, &mut None)?;
        if let Some(alloc) = self.mem.get_quiet(prov) {
            alloc.extra().bit_stamps.insert(start, (width, new));
        }
        Ok(())
    }

    fn touch_bit_stamps(
        &mut self,
        c: &'a Code,
        n: N,
        prov: Prov,
        start: u64,
        width: u64,
        touch: Touch,
    ) -> R<()> {
        if self.order.done.is_empty() {
            // Without a finished sibling nothing conflicts, and the stamps are left alone here.
            return Ok(());
        }
        let now = self.order.time;
        let overlapping: Vec<(u64, Stamp)> = self
            .mem
            .get(prov)
            .and_then(|a| a.extra.as_ref())
            .map(|e| {
                // No bit-field is wider than 64 bits.
                e.bit_stamps
                    .range(start.saturating_sub(64)..start + width)
                    .filter(|(s, (w, _))| start < **s + u64::from(*w))
                    .map(|(s, (_, stamp))| (*s, *stamp))
                    .collect()
            })
            .unwrap_or_default();
        for (at, stamp) in overlapping {
            self.touch_byte(c, n, stamp, touch, now, prov, at, &mut None)?;
        }
        Ok(())
    }

    /// The new stamp of a byte that is accessed now, or the conflict.
    #[expect(clippy::too_many_arguments, reason = "one access has that many traits")]
    fn touch_byte(
        &mut self,
        c: &'a Code,
        n: N,
        mut stamp: Stamp,
        touch: Touch,
        now: u32,
        prov: Prov,
        at: u64,
        reported: &mut Option<u32>,
    ) -> R<Stamp> {
        // The bytes of one access make one conflict with a sibling.
        if let Some(sibling) = self.sibling(stamp.write)
            && reported.replace(sibling.start) != Some(sibling.start)
        {
            self.conflict(c, n, sibling, stamp.write, (prov, at), touch == Touch::Write)?;
        }
        if touch == Touch::Volatile {
            stamp.volatile = self.touch_volatile(c, n, stamp.volatile, now, (prov, at))?;
        }
        let earlier_read = self.sibling(stamp.read);
        if touch == Touch::Write {
            if let Some(sibling) = earlier_read
                && reported.replace(sibling.start) != Some(sibling.start)
            {
                self.conflict(c, n, sibling, stamp.read, (prov, at), false)?;
            }
            stamp.write = now;
        } else if earlier_read.is_none() {
            // An older read in an open interval is the one that a later write conflicts with.
            stamp.read = now;
        }
        Ok(stamp)
    }

    /// Two reads of a volatile object are two side effects: undefined without order, except that
    /// reads inside calls have some order, and as long as nothing is written every order looks the same.
    /// The stamp of a read outside calls is kept in preference to one inside.
    fn touch_volatile(
        &mut self,
        c: &'a Code,
        n: N,
        stamp: u32,
        now: u32,
        at: (Prov, u64),
    ) -> R<u32> {
        let Some(sibling) = self.sibling(stamp) else { return Ok(now) };
        if self.call_around(&sibling, stamp).is_some() {
            return Ok(now);
        }
        if self.stack.depth() > sibling.frame || sibling.indeterminate {
            return Ok(stamp);
        }
        self.conflict(c, n, sibling, stamp, at, true)?;
        Ok(now)
    }

    /// The call of a finished sibling in which a stamp lies, by its begin.
    fn call_around(&self, sibling: &Interval, stamp: u32) -> Option<u32> {
        let calls = &self.order.calls;
        calls[sibling.calls.0 as usize..(sibling.calls.1 as usize).min(calls.len())]
            .iter()
            .find(|(s, e)| *s <= stamp && stamp < *e)
            .map(|(s, _)| *s)
    }

    /// Notes an access to a register of the present frame.
    pub fn touch_reg(&mut self, c: &'a Code, n: N, reg: usize, touch: Touch) -> R<()> {
        if self.order.reg_stamps.len() <= reg {
            self.order.reg_stamps.resize(reg + 1, Stamp::default());
        }
        if !self.order.recorders.is_empty() {
            self.record_reg(n, reg, touch);
        }
        let stamp = self.order.reg_stamps[reg];
        let now = self.order.time;
        // Registers have no provenance: they are told apart by their position.
        let stamp = self.touch_byte(c, n, stamp, touch, now, Prov::NONE, reg as u64, &mut None)?;
        self.order.reg_stamps[reg] = stamp;
        Ok(())
    }

    /// Notes output.
    pub fn touch_output(&mut self, c: &'a Code, n: N) -> R<()> {
        if self.order.open == 0 {
            return Ok(());
        }
        if !self.order.recorders.is_empty() {
            self.record_output(n);
        }
        let now = self.order.time;
        let stamp = self.order.output;
        self.order.output =
            self.touch_byte(c, n, stamp, Touch::Write, now, Prov::NONE, u64::MAX, &mut None)?;
        Ok(())
    }

    /// A register position is used by a new frame: its old stamps mean nothing.
    pub fn clear_reg_stamps(&mut self, from: usize) {
        if from < self.order.reg_stamps.len() {
            self.order.reg_stamps.truncate(from);
        }
    }

    fn conflict(
        &mut self,
        c: &'a Code,
        n: N,
        sibling: Interval,
        stamp: u32,
        at: (Prov, u64),
        both_write: bool,
    ) -> R<()> {
        // An expression that is run turn by turn is judged by its footprints: stamps do not know
        // what happened in an earlier turn.
        if self.order.schedule.as_ref().is_some_and(|s| s.is_of(sibling.frame)) {
            return Ok(());
        }
        let object = if at.0.is_none() {
            if at.1 == u64::MAX { "the output".to_owned() } else { self.reg_name(at.1 as usize) }
        } else {
            self.object_name(at.0)
        };
        // What was merged into the expression is where the conflict comes from. That every order may
        // come to the same all the same is not asked: a guard or a decision that writes an operand
        // twice would have others between its two reads.
        if self.splits(sibling.frame) {
            return Ok(());
        }
        let inside_call =
            self.stack.depth() > sibling.frame || self.call_around(&sibling, stamp).is_some();
        if !inside_call && !sibling.indeterminate {
            let ub = Ub::Unsequenced { object, both_write };
            let at = owner_loc(self, sibling.frame, sibling.node);
            return Err(with_note(self.ub(c, n, ub), at));
        }
        let Some(owner) = self.stack.frames.get(sibling.frame as usize - 1) else { return Ok(()) };
        if !owner.recorded {
            return Err(Box::new(Halt::Restart((owner.code_key(), owner.pc))));
        }
        Ok(())
    }

    /// The program ends here. Inside an operand that hides what its siblings would have done, so
    /// that the other orders must be looked at.
    pub fn leave_program(&mut self, exit: Exit) -> Box<Halt> {
        for i in 0..self.order.groups.len() {
            let frame = self.order.groups[i].frame;
            let Some(owner) = self.stack.frames.get(frame as usize - 1) else { continue };
            if !owner.recorded {
                return Box::new(Halt::Restart((owner.code_key(), owner.pc)));
            }
            self.order.ended_in.push(frame);
        }
        Box::new(Halt::Exit(exit))
    }

    pub fn progress(&self) -> EvalDepth {
        EvalDepth {
            frames: self.stack.frames.len(),
            mems: self.stack.mems.len(),
            path: self.in_flight.path.len(),
            pending: self.pending.len(),
            watchers: self.pending.watchers(),
            regs: self.stack.regs.len(),
            stack: self.used.stack,
            open: self.order.open,
            done: self.order.done.len(),
            calls: self.order.calls.len(),
            groups: self.order.groups.len(),
        }
    }

    /// Leaves everything that was entered since.
    pub fn go_back(&mut self, to: &EvalDepth) {
        self.stack.frames.truncate(to.frames);
        self.stack.regs.truncate(to.regs);
        self.stack.mems.truncate(to.mems);
        self.in_flight.path.truncate(to.path);
        self.pending.complete(to.pending);
        self.pending.resume(to.watchers);
        self.used.stack = to.stack;
        self.in_flight.tolerate_dangling = false;
        self.order.open = to.open;
        self.order.done.truncate(to.done);
        self.order.calls.truncate(to.calls);
        self.order.groups.truncate(to.groups);
        self.order.time += 1;
    }
}

/// How far evaluation has come: what to leave when a run of a full expression is abandoned.
pub struct EvalDepth {
    frames: usize,
    mems: usize,
    regs: usize,
    path: usize,
    pending: usize,
    watchers: u32,
    stack: u64,
    open: u32,
    done: usize,
    calls: usize,
    groups: usize,
}

/// Points at the operator or call whose operands conflict.
fn with_note(mut stop: Box<Halt>, at: Loc) -> Box<Halt> {
    if let Halt::Ub(failure) = &mut *stop
        && at.is_known()
    {
        let text = "nothing orders the operands of this operator or call".to_owned();
        failure.notes.push(Note { text, loc: at });
    }
    stop
}

/// Where a watched node of an outer frame stands.
fn owner_loc(m: &Machine<'_>, frame: u32, node: EventKey) -> Loc {
    let owner = m.stack.frames.get(frame as usize - 1);
    owner
        .and_then(|f| f.code.map(|c| (f, c)))
        .and_then(|(f, c)| c.locs.get(node as usize).or_else(|| c.op_locs.get(f.pc as usize)))
        .copied()
        .unwrap_or(Loc::NONE)
}
