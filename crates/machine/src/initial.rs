//! Open initial values in a resolving run: numbers in static storage that are decided when they are
//! read for the first time.
//!
//! Their bytes are in states of their own from the beginning of the run ([`state::OPEN`]), so that
//! an access to anything else is what it always is: a store makes them plain, and a read of bytes
//! that are not plain takes its slow way in any case, which comes here. If the reader is an operand
//! of an open operation that has not been decided yet, the value stays open until that operation is
//! applied, which knows its other operand ([`state::ASKED`]). Every other read, and a second one
//! before the operation is applied, leaves the value as it was grown.
//!
//! While operands are run in several orders nothing is decided: what was undone may have been read.

use crate::code::{Code, N};
use crate::machine::Machine;
use crate::memory::{AllocKind, state};
use crate::resolve::{OpenOper, SeenOperation};
use crate::value::Prov;
use brinell_lang::arith::IntShape;
use brinell_lang::open::{InitialDecision, OperandSide};
use brinell_lang::{Bits, ExprId, GlobalId, Id as _};
use rustc_hash::FxHashMap;

/// An open initial value.
#[derive(Copy, Clone, Debug)]
struct InitialPlace {
    global: GlobalId,
    offset: u64,
    /// The initialiser.
    expr: ExprId,
    shape: IntShape,
}

impl InitialPlace {
    const fn site(&self) -> (GlobalId, ExprId) {
        (self.global, self.expr)
    }

    const fn bytes(&self) -> std::ops::Range<usize> {
        let from = self.offset as usize;
        from..from + (self.shape.bits / 8) as usize
    }
}

/// A read that waits for its operation.
#[derive(Copy, Clone, Debug)]
struct AskedRead {
    /// The number of the activation.
    activation: u64,
    code: usize,
    node: N,
    place: InitialPlace,
    prov: Prov,
}

/// The open initial values of a run.
#[derive(Debug, Default)]
pub struct InitialValues {
    places: FxHashMap<GlobalId, Vec<InitialPlace>>,
    asked: Vec<AskedRead>,
}

/// What became of a read of bytes that are not plain.
pub enum InitialRead {
    /// They are no open initial value.
    Other,
    /// They are plain now.
    Settled,
    /// They stay open until the operation is applied that they are read for.
    Asked,
}

impl Machine<'_> {
    /// A part of a global was given its initial value: whether that is open.
    #[inline(never)]
    pub fn open_initial_value(&mut self, prov: Prov, offset: u64, expr: ExprId, shape: IntShape) {
        let Some(AllocKind::Global(global)) = self.mem.get(prov).map(|alloc| alloc.kind) else {
            return;
        };
        let Some(resolution) = self.resolution.as_deref_mut() else { return };
        let place = InitialPlace { global, offset, expr, shape };
        let known = resolution.decided.decisions.initial_value(place.site());
        match known {
            Some(InitialDecision::Kept) => {}
            Some(InitialDecision::Another(_)) => {
                self.mark_open(prov, &place);
                self.settle_place(prov, &place, InitialDecision::Kept);
            }
            None => {
                resolution.initial.places.entry(global).or_default().push(place);
                self.mark_open(prov, &place);
            }
        }
    }

    fn mark_open(&mut self, prov: Prov, place: &InitialPlace) {
        if let Some(alloc) = self.mem.get_mut(prov) {
            alloc.states[place.bytes()].fill(state::OPEN);
        }
    }

    /// Bytes are read that are not plain.
    #[inline]
    pub fn read_initial_value(
        &mut self,
        c: &Code,
        n: N,
        prov: Prov,
        at: u64,
        size: u64,
    ) -> InitialRead {
        if self.resolution.is_none() {
            InitialRead::Other
        } else {
            self.read_open(c, n, prov, at, size)
        }
    }

    #[inline(never)]
    fn read_open(&mut self, c: &Code, n: N, prov: Prov, at: u64, size: u64) -> InitialRead {
        let Some(alloc) = self.mem.get(prov) else { return InitialRead::Other };
        let Some(states) = alloc.states.get(at as usize..(at + size) as usize) else {
            return InitialRead::Other;
        };
        let untouched = states.iter().all(|s| *s == state::OPEN);
        if !untouched && !states.iter().any(|s| state::is_open(*s)) {
            return InitialRead::Other;
        }
        let AllocKind::Global(global) = alloc.kind else { return InitialRead::Other };
        let quiet = self.is_quiet();
        let activation = self.stack.top().map_or(0, |f| f.number);
        let Some(resolution) = self.resolution.as_deref_mut() else { return InitialRead::Other };
        let places = resolution.initial.places.get(&global).map_or(&[][..], |all| &all[..]);
        let place =
            places.iter().find(|place| place.offset == at && place.bytes().len() as u64 == size);
        if let Some(place) = place.copied()
            && untouched
            && quiet
            && c.open_reads.contains(&n)
            && resolution.decided.decisions.initial_value(place.site()).is_none()
        {
            let read = AskedRead { activation, code: c.key(), node: n, place, prov };
            resolution.initial.asked.push(read);
            if let Some(alloc) = self.mem.get_mut(prov) {
                alloc.states[place.bytes()].fill(state::ASKED);
            }
            return InitialRead::Asked;
        }
        self.settle_initial_values(prov, at, size);
        InitialRead::Settled
    }

    /// Whether nothing that happens now may be undone.
    fn is_quiet(&self) -> bool {
        self.order.open == 0 && self.order.schedule.is_none() && self.mem.marks() == 0
    }

    /// A range of an object is read: open initial values in it stay as they are, if that is not
    /// decided yet.
    #[inline]
    pub fn settle_initial_values(&mut self, prov: Prov, at: u64, size: u64) {
        if self.resolution.as_ref().is_some_and(|r| !r.initial.places.is_empty()) {
            self.settle_range(prov, at, size);
        }
    }

    /// A library function is called, which reads what it likes.
    #[inline]
    pub fn settle_all_initial_values(&mut self) {
        if self.resolution.as_ref().is_some_and(|r| !r.initial.places.is_empty()) {
            self.settle_all();
        }
    }

    #[inline(never)]
    fn settle_all(&mut self) {
        let Some(resolution) = self.resolution.as_deref() else { return };
        let globals: Vec<GlobalId> = resolution.initial.places.keys().copied().collect();
        for global in globals {
            let prov = self.statics.globals[global.index()];
            self.settle_range(prov, 0, u64::MAX >> 1);
        }
    }

    #[inline(never)]
    fn settle_range(&mut self, prov: Prov, at: u64, size: u64) {
        let Some(AllocKind::Global(global)) = self.mem.get(prov).map(|alloc| alloc.kind) else {
            return;
        };
        let Some(resolution) = self.resolution.as_deref() else { return };
        let Some(places) = resolution.initial.places.get(&global) else { return };
        let range = at as usize..(at + size) as usize;
        let inside = |place: &&InitialPlace| {
            place.bytes().start < range.end && range.start < place.bytes().end
        };
        for place in places.iter().filter(inside).copied().collect::<Vec<_>>() {
            self.settle_place(prov, &place, InitialDecision::Kept);
        }
    }

    /// An open initial value is decided like this, if it has not been decided yet.
    fn settle_place(&mut self, prov: Prov, place: &InitialPlace, now: InitialDecision) {
        let Some(alloc) = self.mem.get(prov) else { return };
        let open = alloc.states.get(place.bytes());
        if !open.is_some_and(|states| states.iter().any(|s| state::is_open(*s))) {
            return;
        }
        let Some(resolution) = self.resolution.as_deref_mut() else { return };
        let decisions = &mut resolution.decided.decisions;
        let decision = decisions.initial_value(place.site()).unwrap_or_else(|| {
            decisions.decide_initial_value(place.site(), now);
            now
        });
        if let InitialDecision::Another(value) = decision {
            self.write_open_bytes(prov, place, value);
        }
        if let Some(alloc) = self.mem.get_mut(prov) {
            for s in alloc.states[place.bytes()].iter_mut().filter(|s| state::is_open(**s)) {
                *s = state::PLAIN;
            }
        }
    }

    /// Writes a value into those bytes of a place that are open still.
    fn write_open_bytes(&mut self, prov: Prov, place: &InitialPlace, value: i128) {
        let big = self.low.tables.target.endian == brinell_lang::Endian::Big;
        let Some(alloc) = self.mem.get_mut(prov) else { return };
        let size = place.bytes().len();
        for (i, at) in place.bytes().enumerate() {
            let byte = if big { size - 1 - i } else { i };
            if state::is_open(alloc.states[at]) {
                alloc.bytes[at] = (value as u128 >> (8 * byte)) as u8;
            }
        }
    }

    /// An operation is applied: the operands that were read for it and are open still get their
    /// values, if it has not been decided yet.
    #[inline(never)]
    pub fn decide_operands(
        &mut self,
        c: &Code,
        open: &OpenOper,
        seen: &mut SeenOperation,
        decided: bool,
    ) {
        for side in [OperandSide::Right, OperandSide::Left] {
            let read = match side {
                OperandSide::Left => open.reads[0],
                OperandSide::Right => open.reads[1],
            };
            let Some(node) = read else { continue };
            let Some(AskedRead { place, prov, .. }) = self.take_asked(c, node) else { continue };
            let asked = self.mem.get(prov).and_then(|alloc| alloc.states.get(place.bytes()));
            if !asked.is_some_and(|states| states.iter().all(|s| *s == state::ASKED)) {
                continue;
            }
            let site = c.func.map(|func| (func, open.expr));
            let quiet = self.is_quiet();
            let value = match (site, self.resolution.as_deref()) {
                (Some(site), Some(resolution)) if quiet && !decided => {
                    let earlier = &resolution.decided.decisions;
                    resolution.resolver.initial_value(site, seen, side, place.shape, earlier)
                }
                _ => None,
            };
            let decision = value.map_or(InitialDecision::Kept, InitialDecision::Another);
            self.settle_place(prov, &place, decision);
            if let Some(value) = value {
                let value = place.shape.wrap(Bits::new(value as u128)).signed();
                match side {
                    OperandSide::Left => seen.left = converted(seen.shape, value),
                    OperandSide::Right => seen.right = converted(seen.amount, value),
                }
            }
        }
    }

    /// The last read of this activation that waits for an operation and was made there.
    fn take_asked(&mut self, c: &Code, node: N) -> Option<AskedRead> {
        let activation = self.stack.top().map_or(0, |f| f.number);
        let asked = &mut self.resolution.as_deref_mut()?.initial.asked;
        let at = asked.iter().rposition(|read| {
            read.activation == activation && read.code == c.key() && read.node == node
        })?;
        Some(asked.remove(at))
    }
}

/// A number converted to an integer type.
const fn converted(shape: IntShape, value: i128) -> i128 {
    shape.wrap(Bits::new(value as u128)).signed()
}
