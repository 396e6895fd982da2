//! Recording: which events a full expression has, and what each of them reads and writes.
//!
//! An event is a call, with all that happens inside it, or an access of the expression itself.
//! Recorders are a stack: a call inside a recorded expression has one for its event, and hands what
//! it noted down when it ends, so that each access is noted once, however deep the calls.

use super::footprint::{Cell, Footprint, Spot, Update, UpdateOp};
use super::{EventKey, OLD_VALUE, Touch};
use crate::code::{Code, Conv, N, Node, Oper, Scalar};
use crate::eval::StoreTarget;
use crate::machine::Machine;
use crate::memory::{Alloc, Memory, state};
use crate::value::{Prov, Value};
use brinell_lang::{BinaryOp, Loc};
use rustc_hash::FxHashMap;

/// More bytes of objects than this are not kept to recognise the state of a call.
const MAX_TOUCHED: u64 = 1 << 16;

/// Where an event stands: the watched nodes around it, outermost first, and in which operand.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct RouteStep {
    pub node: EventKey,
    pub operand: u32,
    pub indeterminate: bool,
}

impl RouteStep {
    /// Of an initialiser: the part that it stands in.
    pub const fn part(&self) -> EventKey {
        self.node | (self.operand as u64 + 1) << 40
    }
}

/// A call, or an access of the expression itself.
#[derive(Clone, Debug)]
pub struct OrderEvent {
    pub key: EventKey,
    pub route: Vec<RouteStep>,
    pub call: bool,
    /// Of an access: the object, or the register.
    of: Spot,
    pub foot: Footprint,
    /// What it is, for people.
    pub name: String,
    pub loc: Loc,
}

impl OrderEvent {
    /// The parts of initialisers that it belongs to.
    pub fn parts(&self) -> impl Iterator<Item = EventKey> + '_ {
        self.route.iter().filter(|step| step.indeterminate).map(RouteStep::part)
    }

    /// Where the ways to two events part, if nothing orders them.
    pub fn parting(&self, other: &Self) -> Option<(RouteStep, RouteStep)> {
        let pair = self.route.iter().zip(&other.route).find(|(a, b)| a != b)?;
        (pair.0.node == pair.1.node).then_some((*pair.0, *pair.1))
    }
}

/// The objects that were touched, as they were before.
#[derive(Debug, Default)]
pub struct Touched {
    pub objects: FxHashMap<Prov, Alloc>,
    bytes: u64,
}

impl Touched {
    fn add(&mut self, object: Prov, before: &Alloc) -> bool {
        if !self.objects.contains_key(&object) {
            self.bytes += before.size();
            if self.bytes > MAX_TOUCHED {
                return false;
            }
            self.objects.insert(object, before.clone());
        }
        true
    }
}

/// Something that is being recorded.
#[derive(Debug)]
pub struct AccessRecorder {
    /// Of a full expression: its frame. `None`: the event of a call.
    site: Option<u32>,
    /// Of a full expression: how many groups were open around it.
    groups: usize,
    /// Of a full expression.
    pub events: Vec<OrderEvent>,
    /// Whether the last event is an access that is not over.
    unfinished: bool,
    /// Of a call.
    pub foot: Footprint,
    since: u64,
    /// If calls are to be recognised: what was touched so far.
    pub touched: Option<Touched>,
}

impl Machine<'_> {
    /// Begins to record a full expression, or a call.
    pub fn push_recorder(&mut self, site: Option<u32>, recognise: bool) {
        // What is around must know what was touched, if it is to be recognised.
        let around = self.order.recorders.last().is_some_and(|r| r.touched.is_some());
        let since = self.mem.births;
        self.order.recorders.push(AccessRecorder {
            site,
            groups: self.order.groups.len(),
            events: Vec::new(),
            unfinished: false,
            foot: Footprint::since(since),
            since,
            touched: (recognise || around).then(Touched::default),
        });
    }

    /// Whether the present frame has a full expression that is being recorded.
    pub fn records_here(&self) -> bool {
        let frame = self.stack.depth();
        self.order.recorders.last().is_some_and(|r| r.site == Some(frame))
    }

    /// Ends the recording of a full expression: all events are complete.
    pub fn pop_site(&mut self) -> Option<AccessRecorder> {
        self.finish_access();
        self.order.recorders.pop()
    }

    /// Hands down what was noted about a full expression whose events come to the same in every
    /// order.
    pub fn hand_down(&mut self, site: AccessRecorder) {
        let Some(below) = self.order.recorders.last_mut() else { return };
        let mut all = Footprint::since(below.since);
        for event in &site.events {
            all.merge(&event.foot, false);
        }
        self.used.steps += all.len() as u64 / 4;
        below.foot.merge(&all, true);
        hand_down_touched(below, site.touched);
    }

    /// Begins the event of a call.
    pub fn begin_call_event(&mut self, recognise: bool) {
        self.finish_access();
        self.push_recorder(None, recognise);
    }

    /// Ends the event of a call; returns what it touched.
    pub fn end_call_event(&mut self, key: EventKey, name: String, loc: Loc) -> Option<Touched> {
        let mut call = self.order.recorders.pop()?;
        self.used.steps += call.foot.len() as u64 / 4;
        call.foot.close(|spot| look(&self.mem, &self.stack.regs, spot));
        let touched = call.touched.take();
        self.add_call_event(key, name, loc, call.foot);
        touched
    }

    /// Adds a call to the events of the expression that is being recorded.
    pub fn add_call_event(&mut self, key: EventKey, name: String, loc: Loc, foot: Footprint) {
        let route = self.route();
        if let Some(site) = self.order.recorders.last_mut() {
            let of = Spot::OUTPUT;
            site.events.push(OrderEvent { key, route, call: true, of, foot, name, loc });
        }
    }

    /// Hands what a call touched down to the expression that it is part of.
    pub fn hand_down_touched(&mut self, touched: Option<Touched>) {
        if let Some(below) = self.order.recorders.last_mut() {
            hand_down_touched(below, touched);
        }
    }

    fn route(&self) -> Vec<RouteStep> {
        let Some(AccessRecorder { site: Some(frame), groups, .. }) = self.order.recorders.last()
        else {
            return Vec::new();
        };
        let groups = self.order.groups.get(*groups..).unwrap_or_default();
        let own = groups.iter().filter(|g| g.frame == *frame);
        own.map(|g| RouteStep { node: g.node, operand: g.operand, indeterminate: g.indeterminate })
            .collect()
    }

    /// The access that was noted last is over.
    fn finish_access(&mut self) {
        if let Some(site) = self.order.recorders.last_mut()
            && std::mem::take(&mut site.unfinished)
            && let Some(event) = site.events.last_mut()
        {
            event.foot.close(|spot| look(&self.mem, &self.stack.regs, spot));
        }
    }

    /// The footprint that an access belongs to. An access of a recorded expression is an event.
    fn footprint(&mut self, n: N, of: Spot, touch: Touch) -> Option<&mut Footprint> {
        if self.order.quiet {
            return None;
        }
        let recorder = self.order.recorders.last()?;
        if recorder.site.is_some() {
            let key = EventKey::from(n) | if self.order.old_value { OLD_VALUE } else { 0 };
            let last = recorder.events.last().filter(|_| recorder.unfinished);
            let same = last.is_some_and(|e| e.key == key && e.of == of);
            if !same {
                self.finish_access();
                let verb = if touch == Touch::Write { "the store to" } else { "the read of" };
                let name = format!("{verb} {}", self.spot_name(of));
                let code = self.stack.top().and_then(|f| f.code);
                let loc = code.and_then(|c| c.locs.get(n as usize)).copied().unwrap_or_default();
                let (route, foot) = (self.route(), Footprint::since(u64::MAX));
                let site = self.order.recorders.last_mut()?;
                site.events.push(OrderEvent { key, route, call: false, of, foot, name, loc });
                site.unfinished = true;
            }
            let site = self.order.recorders.last_mut()?;
            let event = site.events.last_mut()?;
            if same && touch == Touch::Write {
                event.name = event.name.replacen("the read of", "the update of", 1);
            }
            return Some(&mut event.foot);
        }
        self.order.recorders.last_mut().map(|call| &mut call.foot)
    }

    /// Notes an access to bytes of an object.
    #[inline(never)]
    pub fn record_bytes(&mut self, n: N, prov: Prov, offset: u64, size: u64, touch: Touch) {
        let Some(alloc) = self.mem.get(prov) else { return };
        let end = (offset + size).min(alloc.size());
        let (born, object) = (alloc.born, prov.object_only());
        self.used.steps += size / 4;
        self.note_touched(object);
        let Some(alloc) = self.mem.get(prov) else { return };
        let volatile = alloc.quals.is_volatile()
            || alloc.ty.is_some_and(|t| self.low.tables.facts(t).has_volatile);
        let shaped = alloc.ty.is_none()
            || alloc.extra.as_ref().is_some_and(|e| !e.unions.is_empty() || !e.partial.is_empty());
        let cells: Vec<(u64, Cell)> =
            (offset..end).map(|at| (at, cell(alloc, at as usize))).collect();
        let Some(foot) = self.footprint(n, Spot { object, at: 0 }, touch) else { return };
        for (at, cell) in cells {
            let spot = Spot { object, at };
            match touch {
                Touch::Write => {
                    let wild = volatile || shaped || cell.state == state::PARTIAL;
                    foot.write(spot, cell, wild, born);
                }
                Touch::Read | Touch::Volatile => foot.read(spot, cell, born),
            }
        }
    }

    /// Keeps an object as it is now, if it was not touched before.
    pub fn note_touched(&mut self, object: Prov) {
        let Some(recorder) = self.order.recorders.last_mut() else { return };
        let Some(touched) = &mut recorder.touched else { return };
        let Some(alloc) = self.mem.get(object).filter(|a| a.born <= recorder.since) else { return };
        if !touched.objects.contains_key(&object) {
            self.used.steps += alloc.size() / 8;
            if !touched.add(object, alloc) {
                recorder.touched = None;
            }
        }
    }

    /// Notes an access to a register: only those of the expression itself can matter.
    #[inline(never)]
    pub fn record_reg(&mut self, n: N, reg: usize, touch: Touch) {
        if self.order.recorders.last().is_none_or(|r| r.site != Some(self.stack.depth())) {
            return;
        }
        let value = self.stack.regs[reg];
        let cell = Cell { bits: value.bits, state: 0, prov: value.prov };
        let spot = Spot { object: Prov::NONE, at: reg as u64 };
        let Some(foot) = self.footprint(n, spot, touch) else { return };
        match touch {
            Touch::Write => foot.write(spot, cell, false, 0),
            Touch::Read | Touch::Volatile => foot.read(spot, cell, 0),
        }
    }

    /// Notes output.
    #[inline(never)]
    pub fn record_output(&mut self, n: N) {
        if let Some(foot) = self.footprint(n, Spot::OUTPUT, Touch::Write) {
            foot.write(Spot::OUTPUT, Cell::default(), true, 0);
        }
    }

    /// The old value of a compound assignment is read, or no more; returns how it was before.
    pub fn reading_old_value(&mut self, reading: bool) -> bool {
        std::mem::replace(&mut self.order.old_value, reading)
    }

    /// If a compound assignment is an update that commutes with others of its kind, notes it as
    /// one, and not its read and write. [`Machine::end_update`] must follow.
    #[inline(never)]
    pub fn begin_update(
        &mut self,
        c: &Code,
        n: N,
        oper: Oper,
        narrow: Conv,
        by: Value,
        target: &StoreTarget,
    ) {
        let in_call = self.order.recorders.last().is_some_and(|r| r.site.is_none());
        let discarded = self.order.discarded == Some((c.key(), n));
        if !in_call || !discarded {
            return;
        }
        let StoreTarget::Mem { place, access, .. } = target else { return };
        let access = &c.accesses[*access as usize];
        let (Scalar::Int(stored), Oper::Int { op, shape }) = (access.scalar, oper) else { return };
        if access.bits.is_some() || access.volatile || stored.bits < 8 || !by.prov.is_none() {
            return;
        }
        let amount = shape.word_value(by.bits);
        let (op, amount) = match op {
            BinaryOp::Add => (UpdateOp::Add, amount),
            BinaryOp::Sub => (UpdateOp::Add, -amount),
            BinaryOp::Or => (UpdateOp::Or, 0),
            BinaryOp::And => (UpdateOp::And, 0),
            BinaryOp::Xor => (UpdateOp::Xor, 0),
            _ => return,
        };
        let limits = if op != UpdateOp::Add || !shape.signed {
            None
        } else if stored == shape {
            Some((shape.min(), shape.max()))
        } else {
            // Computed in a wider type and converted back, which wraps: as long as the wider type
            // has room for every old value.
            let room = stored.min() + amount >= shape.min() && stored.max() + amount <= shape.max();
            if !room {
                return;
            }
            None
        };
        if !matches!(narrow, Conv::Int(_) | Conv::Keep) {
            return;
        }
        let object = place.prov.object_only();
        let Some(alloc) = self.mem.get(place.prov) else { return };
        let (at, size) = (place.bits as usize, access.size as usize);
        let plain = alloc.states.get(at..at + size).is_some_and(|s| s.iter().all(|s| *s == 0));
        if !plain || alloc.extra.as_ref().is_some_and(|e| !e.unions.is_empty()) {
            return;
        }
        let bits =
            crate::access::decode(&alloc.bytes[at..at + size], self.low.tables.target.endian);
        let sum = stored.word_value(stored.wrap_word(bits)) + amount;
        if limits.is_some_and(|(min, max)| sum < min || sum > max) {
            // Undefined, or guarded: then it adds something else.
            return;
        }
        let old = (at..at + size).map(|at| cell(alloc, at)).collect();
        let born = alloc.born;
        self.note_touched(object);
        if let Some(call) = self.order.recorders.last_mut() {
            let update = Update::new(op, limits, amount, old);
            call.foot.update(Spot { object, at: place.bits }, update, born);
            self.order.quiet = true;
        }
    }

    /// Ends what [`Machine::begin_update`] began.
    #[inline(never)]
    pub fn end_update(&mut self) {
        self.order.quiet = false;
    }

    /// Pins the value of a register that an expression reads, as [`Machine::pin`] does.
    #[inline(never)]
    pub fn pin_read(&mut self, c: &Code, n: N, value: Value) {
        if matches!(c.nodes[n as usize], Node::Reg(_) | Node::RegPtr(_)) {
            self.pin(n.into(), value, self.pending.len());
        }
    }
}

fn hand_down_touched(below: &mut AccessRecorder, touched: Option<Touched>) {
    let Some(mine) = &mut below.touched else { return };
    let since = below.since;
    let fits = touched.is_some_and(|touched| {
        let mut objects = touched.objects.into_iter().filter(|(_, a)| a.born <= since);
        objects.all(|(object, before)| mine.add(object, &before))
    });
    if !fits {
        below.touched = None;
    }
}

/// What a byte of an object holds.
pub fn cell(alloc: &Alloc, at: usize) -> Cell {
    let state = state::seen(alloc.states[at]);
    let pointer = state & state::POINTER != 0;
    let prov = if pointer { alloc.provs[at] } else { Prov::NONE };
    Cell { bits: alloc.bytes[at].into(), state, prov }
}

/// What a spot holds, if its object is alive.
pub fn look(mem: &Memory, regs: &[Value], spot: Spot) -> Option<Cell> {
    if spot.object.is_none() {
        let value = regs.get(spot.at as usize)?;
        return Some(Cell { bits: value.bits, state: 0, prov: value.prov });
    }
    mem.get(spot.object).map(|alloc| cell(alloc, spot.at as usize))
}
