//! Order of evaluation: finds unsequenced conflicts (C11 6.5p2), and decides by replaying whether
//! indeterminately sequenced calls make a difference (C11 6.5.2.2p10).
//!
//! While the operands of a watched node are evaluated, every byte accessed gets a time stamp. Time
//! advances only at the borders of operands and calls. When an operand is done, its interval of
//! time stays on a list until its node is done; an access to a byte whose last conflicting access
//! lies in such an interval is unsequenced with it.
//!
//! A later read does not hide an earlier one that is still in an open interval, so one stamp for
//! reads and one for writes is enough (see [`Machine::touch_byte`]).
//!
//! A conflict in which one side happened inside a called function is no error yet: the full
//! expression is replayed in the other orders. Only whole operands are permuted; where two
//! different pairs of accesses conflict at one node, interleavings of operands could matter too,
//! and the expression is called dependent without trying.

use crate::code::{Code, N};
use crate::machine::{Machine, R, Stop};
use crate::memory::{Alloc, Stamp};
use crate::outcome::{Budget, Exit, Note};
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::Loc;
use rustc_hash::FxHashMap;

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
pub type Site = (usize, u32);

/// More orders than this are not tried: the expression is called dependent. Five calls that touch
/// the same object have that many.
pub const MAX_ORDERS: usize = 120;

/// The time during which a finished operand of an open node was evaluated.
#[derive(Copy, Clone, Debug)]
pub struct Interval {
    start: u32,
    end: u32,
    /// The depth of the call stack at the node.
    frame: u32,
    node: N,
    /// Calls made by the operand: a range of `OrderState::calls`.
    calls: (u32, u32),
    /// Operands of an initialiser list: indeterminately sequenced rather than unsequenced.
    indeterminate: bool,
}

/// One side of a conflict, as far as interleaving goes: a whole call, or one access.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Atom {
    Call(u32),
    Access(u64, u64),
}

/// A conflict that only matters if the order shows.
#[derive(Clone, Debug)]
struct Suspect {
    frame: u32,
    node: N,
    /// The two sides: the operand (by the time it began) and what in it conflicts.
    sides: [(u32, Atom); 2],
    object: String,
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
    suspects: Vec<Suspect>,
    /// Which order to use at which node of the frame being replayed.
    plan: Vec<Plan>,
    /// The watched nodes being evaluated: frame, node, begin of the present operand.
    groups: Vec<(u32, N, u32)>,
    /// Output is an object too.
    output: Stamp,
    reg_stamps: Vec<Stamp>,
    pub replays: u64,
}

/// The orders chosen in one replayed full expression.
#[derive(Debug, Default)]
struct Plan {
    frame: u32,
    /// Node, chosen order, number of orders.
    choices: Vec<(N, usize, usize)>,
}

/// A mark to come back to when a call returns.
#[derive(Copy, Clone, Debug)]
pub struct CallMark {
    calls: u32,
    start: u32,
}

impl CallMark {
    /// When the call began.
    pub const fn start(self) -> u32 {
        self.start
    }
}

/// A watched node whose operands are being evaluated.
#[derive(Copy, Clone, Debug)]
pub struct Group {
    base: usize,
    calls: u32,
    start: u32,
    node: N,
    indeterminate: bool,
}

impl<'a> Machine<'a> {
    /// Begins a watched node.
    pub fn open_group(&mut self, node: N, indeterminate: bool) -> Group {
        self.order.open += 1;
        self.order.groups.push((self.frames.len() as u32, node, 0));
        Group { base: self.order.done.len(), calls: 0, start: 0, node, indeterminate }
    }

    /// Begins an operand of it.
    pub fn begin_operand(&mut self, group: &mut Group) {
        self.order.time += 1;
        group.start = self.order.time;
        group.calls = self.order.calls.len() as u32;
        if let Some(top) = self.order.groups.last_mut() {
            top.2 = group.start;
        }
    }

    /// Ends an operand: from now on it is a sibling.
    pub fn end_operand(&mut self, group: &Group) {
        self.order.time += 1;
        let interval = Interval {
            start: group.start,
            end: self.order.time,
            frame: self.frames.len() as u32,
            node: group.node,
            calls: (group.calls, self.order.calls.len() as u32),
            indeterminate: group.indeterminate,
        };
        self.order.done.push(interval);
    }

    /// Forgets the first sibling of a group: what follows is sequenced after it.
    pub fn forget_sibling(&mut self, group: &Group, index: usize) {
        if group.base + index < self.order.done.len() {
            self.order.done.remove(group.base + index);
        }
    }

    /// Ends a watched node.
    pub fn close_group(&mut self, group: &Group) {
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
    /// reads inside calls have some order, and as long as nobody writes every order looks the same.
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
        if self.frames.len() as u32 > sibling.frame || sibling.indeterminate {
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
        let object = if at.0.is_none() {
            if at.1 == u64::MAX { "the output".to_owned() } else { self.reg_name(at.1 as usize) }
        } else {
            self.object_name(at.0)
        };
        let depth = self.frames.len() as u32;
        let old_call = self.call_around(&sibling, stamp);
        let new_call = (depth > sibling.frame)
            .then(|| self.frames.get(sibling.frame as usize).map_or(0, |f| f.entered));
        if old_call.is_none() && new_call.is_none() && !sibling.indeterminate {
            let ub = Ub::Unsequenced { object, both_write };
            let at = owner_loc(self, sibling.frame, sibling.node);
            return Err(with_note(self.ub(c, n, ub), at));
        }
        let access = Atom::Access(u64::from(at.0.slot()), at.1);
        let old = old_call.map_or(access, Atom::Call);
        let new = new_call.map_or(access, Atom::Call);
        let frame = sibling.frame;
        let Some(owner) = self.frames.get(frame as usize - 1) else { return Ok(()) };
        if !owner.replaying {
            return Err(Box::new(Stop::Restart((owner.code_key(), owner.pc))));
        }
        let node = sibling.node;
        let current =
            self.order.groups.iter().rev().find(|g| g.0 == frame && g.1 == node).map_or(0, |g| g.2);
        let suspect =
            Suspect { frame, node, sides: [(sibling.start, old), (current, new)], object };
        // Permuting whole operands covers all orders only while each operand has one part that
        // conflicts.
        let dependent = self
            .order
            .suspects
            .iter()
            .filter(|s| s.frame == frame && s.node == node)
            .flat_map(|s| s.sides)
            .any(|a| suspect.sides.iter().any(|b| a.0 == b.0 && a.1 != b.1));
        if dependent {
            let object = suspect.object;
            let loc = owner_loc(self, frame, node);
            return Err(self.ub_at(c, loc, Ub::OrderDependent { object }));
        }
        self.order.suspects.push(suspect);
        Ok(())
    }

    /// Which of `orders` orders to use at a watched node.
    pub fn choose_order(&mut self, node: N, orders: usize) -> usize {
        let frame = self.frames.len() as u32;
        let Some(plan) = self.order.plan.last_mut().filter(|p| p.frame == frame) else { return 0 };
        match plan.choices.iter_mut().find(|c| c.0 == node) {
            Some(choice) => {
                choice.2 = orders;
                choice.1.min(orders.saturating_sub(1))
            }
            None => 0,
        }
    }

    /// Evaluates a full expression whose calls are suspected to depend on order: in the default
    /// order first, then in the others, comparing values, memory and output.
    pub fn replay<T: PartialEq>(
        &mut self,
        c: &'a Code,
        loc: Loc,
        mut run: impl FnMut(&mut Self) -> R<T>,
    ) -> R<T> {
        let frame = self.frames.len() as u32;
        let base = self.frames.last().map_or(0, |f| f.base);
        let regs: Vec<Value> = self.regs[base..].to_vec();
        let (out, err, effects) = (self.out.len(), self.err.len(), self.io);
        let suspects = self.order.suspects.len();
        let was_replaying =
            self.frames.last_mut().is_some_and(|f| std::mem::replace(&mut f.replaying, true));
        let start = self.progress();
        self.mem.mark();
        self.order.plan.push(Plan { frame, choices: Vec::new() });
        // A run that ends the program has an outcome as well.
        let mut first: Option<(Result<T, Exit>, State)> = None;
        let mut runs = 0;
        let result = loop {
            let value = match run(self) {
                Ok(value) => Ok(value),
                Err(stop) => match *stop {
                    Stop::Exit(exit) => {
                        self.go_back(&start);
                        Err(exit)
                    }
                    other => break Err(Box::new(other)),
                },
            };
            runs += 1;
            let state = self.observe(out, err, base);
            let nodes = self.take_suspects(suspects, frame);
            let object = nodes.first().map_or_else(|| "the result".to_owned(), |(_, o)| o.clone());
            let last = match &first {
                None => {
                    let done = nodes.is_empty();
                    if done {
                        break value.map_err(|e| Box::new(Stop::Exit(e)));
                    }
                    first = Some((value, state));
                    None
                }
                Some((v, s)) => {
                    let same = match (v, &value) {
                        (Ok(a), Ok(b)) => a == b && self.same_state(s, &state),
                        (Err(a), Err(b)) => a == b && same_output(s, &state),
                        _ => false,
                    };
                    if !same {
                        let at = nodes.first().map_or(loc, |(n, _)| owner_loc(self, frame, *n));
                        let stop = self.ub_at(c, loc, Ub::OrderDependent { object });
                        break Err(with_note(stop, at));
                    }
                    Some(value)
                }
            };
            if runs > MAX_ORDERS {
                let what = format!("the order of evaluation matters for {object}");
                break Err(self.undecided(what, loc));
            }
            // Permute the nodes that were suspected in any run.
            let more = match self.order.plan.last_mut() {
                Some(plan) => {
                    for (node, _) in nodes {
                        if !plan.choices.iter().any(|p| p.0 == node) {
                            plan.choices.push((node, 0, 0));
                        }
                    }
                    advance(&mut plan.choices)
                }
                None => false,
            };
            if !more && let Some(value) = last {
                break value.map_err(|e| Box::new(Stop::Exit(e)));
            }
            if !more && runs > 1 {
                break Err(self.ub_at(c, loc, Ub::OrderDependent { object }));
            }
            // Looking at what changed, and undoing it, is work too.
            self.steps += self.mem.undo_cost();
            self.mem.rollback();
            self.regs.truncate(base);
            self.regs.extend_from_slice(&regs);
            self.out.truncate(out);
            self.err.truncate(err);
            self.io = effects;
            self.order.replays += 1;
            if self.steps > self.limits.steps {
                break self.budget(Budget::Steps, loc);
            }
        };
        // What some order printed is not what the program prints.
        let result = result.map_err(|mut stop| {
            if let Stop::Ub(failure) = &mut *stop
                && matches!(failure.ub, Ub::OrderDependent { .. })
            {
                failure.stdout.truncate(out);
            }
            stop
        });
        self.order.plan.pop();
        self.mem.commit();
        if let Some(f) = self.frames.last_mut().filter(|_| result.is_ok()) {
            f.replaying = was_replaying;
        }
        result
    }

    /// The suspected nodes of a frame since a mark, with the object of each. Suspicions about the
    /// expressions of callers stay: theirs is to judge them.
    fn take_suspects(&mut self, since: usize, frame: u32) -> Vec<(N, String)> {
        let mut nodes: Vec<(N, String)> = Vec::new();
        for s in self.order.suspects.split_off(since) {
            if s.frame < frame {
                self.order.suspects.push(s);
            } else if s.frame == frame && !nodes.iter().any(|(n, _)| *n == s.node) {
                nodes.push((s.node, s.object));
            }
        }
        nodes
    }

    /// The program ends here. Inside an operand that hides what its siblings would have done, so
    /// that the other orders must be looked at.
    pub fn leave_program(&mut self, exit: Exit) -> Box<Stop> {
        let groups = self.order.groups.clone();
        for &(frame, node, start) in &groups {
            let Some(owner) = self.frames.get(frame as usize - 1) else { continue };
            if !owner.replaying {
                return Box::new(Stop::Restart((owner.code_key(), owner.pc)));
            }
            let side = (start, Atom::Call(u32::MAX));
            let object = "the end of the program".to_owned();
            self.order.suspects.push(Suspect { frame, node, sides: [side, side], object });
        }
        Box::new(Stop::Exit(exit))
    }

    fn progress(&self) -> Progress {
        Progress {
            frames: self.frames.len(),
            mems: self.mems.len(),
            temps: self.temps.len(),
            path: self.path.len(),
            pending: self.pending.len(),
            watch_pending: self.watch_pending,
            stack: self.stack,
            open: self.order.open,
            done: self.order.done.len(),
            calls: self.order.calls.len(),
            groups: self.order.groups.len(),
        }
    }

    /// Leaves everything that was entered since.
    fn go_back(&mut self, to: &Progress) {
        self.frames.truncate(to.frames);
        self.mems.truncate(to.mems);
        self.temps.truncate(to.temps);
        self.path.truncate(to.path);
        self.pending.truncate(to.pending);
        self.watch_pending = to.watch_pending;
        self.stack = to.stack;
        self.tolerate_dangling = false;
        self.order.open = to.open;
        self.order.done.truncate(to.done);
        self.order.calls.truncate(to.calls);
        self.order.groups.truncate(to.groups);
        self.order.time += 1;
    }

    fn observe(&self, out: usize, err: usize, base: usize) -> State {
        let allocs = self
            .mem
            .changed()
            .filter(|(_, before)| before.live)
            .map(|(slot, before)| (slot, (self.mem.slot(slot).clone(), before.clone())))
            .collect();
        State {
            out: self.out[out..].to_vec(),
            err: self.err[err..].to_vec(),
            regs: self.regs[base..].to_vec(),
            allocs,
        }
    }

    fn same_state(&self, a: &State, b: &State) -> bool {
        let covered = |x: &State, y: &State| {
            x.allocs.iter().all(|(slot, (after, before))| match y.allocs.get(slot) {
                Some((other, _)) => after.same_contents(other),
                // The other run left it as it was.
                None => after.same_contents(before),
            })
        };
        a.out == b.out && a.err == b.err && a.regs == b.regs && covered(a, b) && covered(b, a)
    }
}

/// How far evaluation has come: what to leave when a run of a full expression is abandoned.
struct Progress {
    frames: usize,
    mems: usize,
    temps: usize,
    path: usize,
    pending: usize,
    watch_pending: u32,
    stack: u64,
    open: u32,
    done: usize,
    calls: usize,
    groups: usize,
}

/// Whether two runs that end the program look the same from outside.
fn same_output(a: &State, b: &State) -> bool {
    let covered = |x: &State, y: &State| {
        x.allocs.iter().all(|(slot, (after, before))| {
            after.same_trace(y.allocs.get(slot).map_or(before, |(other, _)| other))
        })
    };
    a.out == b.out && a.err == b.err && covered(a, b) && covered(b, a)
}

/// What a run of a full expression left behind.
struct State {
    out: Vec<u8>,
    err: Vec<u8>,
    regs: Vec<Value>,
    /// Changed objects: contents after and before.
    allocs: FxHashMap<u32, (Alloc, Alloc)>,
}

/// Points at the operator or call whose operands conflict.
fn with_note(mut stop: Box<Stop>, at: Loc) -> Box<Stop> {
    if let Stop::Ub(failure) = &mut *stop
        && at.is_known()
    {
        let text = "nothing orders the operands of this operator or call".to_owned();
        failure.notes.push(Note { text, loc: at });
    }
    stop
}

/// Where a watched node of an outer frame stands.
fn owner_loc(m: &Machine<'_>, frame: u32, node: N) -> Loc {
    let owner = m.frames.get(frame as usize - 1);
    owner
        .and_then(|f| f.code.map(|c| (f, c)))
        .and_then(|(f, c)| c.locs.get(node as usize).or_else(|| c.op_locs.get(f.pc as usize)))
        .copied()
        .unwrap_or(Loc::NONE)
}

/// The next combination of choices; the number of orders of a node is known once it was asked.
fn advance(choices: &mut [(N, usize, usize)]) -> bool {
    for choice in choices.iter_mut().rev() {
        let orders = choice.2.max(2);
        if choice.1 + 1 < orders {
            choice.1 += 1;
            return true;
        }
        choice.1 = 0;
    }
    false
}
