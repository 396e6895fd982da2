//! What a call, or an access of the expression itself, reads and writes; and when two of them
//! commute.
//!
//! A footprint has, for each byte: the value that it had when it was read before it was written
//! (an *exposed* read), the value before the first write, and the value in the end. Two events
//! that nothing orders commute if neither changes what the other reads, and both leave the same
//! value wherever both write. If that holds for every pair of unordered events of an expression,
//! then each event reads the same values and so does the same in every order, and all orders leave
//! the same memory: no other order has to be run.
//!
//! `x += e` whose value is unused is more than a read and a write: such *updates* of one object
//! commute with each other, as long as no order overflows.

use crate::value::Prov;
use rustc_hash::FxHashMap;

/// More bytes than this are not kept apart; nothing is proved about such a footprint.
const MAX_SPOTS: usize = 1 << 16;

/// A byte of an object, or a register (which has no object).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Spot {
    pub object: Prov,
    pub at: u64,
}

impl Spot {
    /// Everything that the program prints.
    pub const OUTPUT: Self = Self { object: Prov::NONE, at: u64::MAX };

    fn is_register(self) -> bool {
        self.object.is_none() && self != Self::OUTPUT
    }
}

/// What a spot holds.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Cell {
    pub bits: u64,
    pub state: u8,
    pub prov: Prov,
}

/// How an event uses a spot.
#[derive(Copy, Clone, Debug, Default)]
pub struct SpotUse {
    /// The value of an exposed read.
    read: Option<Cell>,
    /// The value before the first write.
    old: Option<Cell>,
    /// The value in the end, of what was written.
    last: Option<Cell>,
    /// A write that values do not describe: output, volatile, the member of a union in force,
    /// effective types, the end of an object.
    wild: bool,
}

impl SpotUse {
    const fn writes(&self) -> bool {
        self.old.is_some() || self.wild
    }

    /// As if this one and a later one were one.
    fn then(self, later: Self) -> Self {
        Self {
            read: self.read.or(if self.old.is_none() { later.read } else { None }),
            old: self.old.or(later.old),
            last: later.last.or(self.last),
            wild: self.wild || later.wild,
        }
    }

    /// Whether both orders of this one and a later one come to the same.
    fn commutes(&self, later: &Self) -> bool {
        if !self.writes() && !later.writes() {
            return true;
        }
        if self.wild || later.wild {
            return false;
        }
        let read_then_write = self.read.is_none() || later.old.is_none() || later.last == self.read;
        let write_then_read = self.old.is_none() || later.read.is_none() || self.last == self.old;
        let both_write = self.old.is_none() || later.old.is_none() || self.last == later.last;
        read_then_write && write_then_read && both_write
    }
}

/// The operation of an update.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum UpdateOp {
    Add,
    Or,
    And,
    Xor,
}

/// Read-modify-writes of one integer, all with the same operation.
#[derive(Clone, Debug)]
pub struct Update {
    pub op: UpdateOp,
    pub size: u32,
    /// What the sum must not leave; `None` where it wraps.
    pub limits: Option<(i128, i128)>,
    /// The sum of all that was added, and how far down and up it went on the way at most.
    pub total: i128,
    pub low: i128,
    pub high: i128,
    old: Vec<Cell>,
    last: Vec<Cell>,
}

impl Update {
    /// One update of an object whose bytes hold `old`.
    pub fn new(op: UpdateOp, limits: Option<(i128, i128)>, by: i128, old: Vec<Cell>) -> Self {
        let size = old.len() as u32;
        Self { op, size, limits, total: by, low: by.min(0), high: by.max(0), old, last: Vec::new() }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.op == other.op && self.size == other.size && self.limits == other.limits
    }

    fn then(&mut self, later: &Self) {
        self.low = self.low.min(self.total.saturating_add(later.low));
        self.high = self.high.max(self.total.saturating_add(later.high));
        self.total = self.total.saturating_add(later.total);
        self.last.clone_from(&later.last);
    }

    /// As `then`, whatever the order.
    fn beside(&mut self, other: &Self) {
        self.low = self.low.saturating_add(other.low);
        self.high = self.high.saturating_add(other.high);
        self.total = self.total.saturating_add(other.total);
        self.last.clone_from(&other.last);
    }
}

#[derive(Copy, Clone, Debug)]
enum SpotEntry {
    Use(SpotUse),
    /// A byte of an update, by its first byte.
    Part(Spot),
}

/// All that an event reads and writes of what was there before it.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    /// Objects born later than this are the event's own.
    since: u64,
    entries: FxHashMap<Spot, SpotEntry>,
    updates: FxHashMap<Spot, Update>,
    born: FxHashMap<Prov, u64>,
    too_large: bool,
}

impl Footprint {
    pub fn since(births: u64) -> Self {
        Self { since: births, ..Self::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && !self.too_large
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    fn takes(&mut self, spot: Spot, born: u64) -> bool {
        if born > self.since {
            return false;
        }
        if self.entries.len() >= MAX_SPOTS {
            self.too_large = true;
            return false;
        }
        if !spot.object.is_none() {
            self.born.insert(spot.object, born);
        }
        true
    }

    pub fn read(&mut self, spot: Spot, cell: Cell, born: u64) {
        self.add(spot, SpotUse { read: Some(cell), ..SpotUse::default() }, born);
    }

    pub fn write(&mut self, spot: Spot, old: Cell, wild: bool, born: u64) {
        self.add(spot, SpotUse { old: Some(old), wild, ..SpotUse::default() }, born);
    }

    fn add(&mut self, spot: Spot, later: SpotUse, born: u64) {
        if !self.takes(spot, born) {
            return;
        }
        if let Some(SpotEntry::Part(first)) = self.entries.get(&spot).copied() {
            self.degrade(first);
        }
        match self.entries.get_mut(&spot) {
            Some(SpotEntry::Use(now)) => *now = now.then(later),
            _ => {
                self.entries.insert(spot, SpotEntry::Use(later));
            }
        }
    }

    /// Adds an update of the integer at a place.
    pub fn update(&mut self, first: Spot, update: Update, born: u64) {
        self.add_update(first, update, born, Update::then);
    }

    fn add_update(
        &mut self,
        first: Spot,
        update: Update,
        born: u64,
        join: fn(&mut Update, &Update),
    ) {
        let spots = || (0..u64::from(update.size)).map(|i| Spot { at: first.at + i, ..first });
        let known = self.updates.get(&first).is_some_and(|known| known.is_like(&update));
        let fresh = spots().all(|spot| !self.entries.contains_key(&spot));
        if known && let Some(known) = self.updates.get_mut(&first) {
            join(known, &update);
        } else if fresh {
            if spots().all(|spot| self.takes(spot, born)) {
                self.entries.extend(spots().map(|spot| (spot, SpotEntry::Part(first))));
                self.updates.insert(first, update);
            }
        } else {
            for (i, spot) in spots().enumerate() {
                self.add(spot, part(&update, i), born);
            }
        }
    }

    /// Makes plain reads and writes of an update.
    fn degrade(&mut self, first: Spot) {
        let Some(update) = self.updates.remove(&first) else { return };
        for i in 0..u64::from(update.size) {
            let spot = Spot { at: first.at + i, ..first };
            self.entries.insert(spot, SpotEntry::Use(part(&update, i as usize)));
        }
    }

    /// Notes what everything that was written holds in the end.
    pub fn close(&mut self, mut look: impl FnMut(Spot) -> Option<Cell>) {
        for (spot, entry) in &mut self.entries {
            match entry {
                SpotEntry::Use(used) if used.old.is_some() && *spot != Spot::OUTPUT => {
                    used.last = look(*spot);
                    used.wild |= used.last.is_none();
                }
                _ => {}
            }
        }
        for (first, update) in &mut self.updates {
            let spots = (0..u64::from(update.size)).map(|i| Spot { at: first.at + i, ..*first });
            update.last = spots.map(|spot| look(spot).unwrap_or_default()).collect();
        }
    }

    /// Adds what happened inside a call, later or, for events without order, beside the rest. Its
    /// registers are gone with it.
    pub fn merge(&mut self, other: &Self, ordered: bool) {
        self.too_large |= other.too_large;
        let join = if ordered { Update::then } else { Update::beside };
        for (first, update) in &other.updates {
            let born = other.born.get(&first.object).copied().unwrap_or(0);
            self.add_update(*first, update.clone(), born, join);
        }
        for (spot, entry) in &other.entries {
            if spot.is_register() {
                continue;
            }
            if let SpotEntry::Use(used) = entry {
                let born = other.born.get(&spot.object).copied().unwrap_or(0);
                self.add(*spot, *used, born);
            }
        }
    }

    fn use_of(&self, spot: Spot, entry: &SpotEntry) -> SpotUse {
        match entry {
            SpotEntry::Use(used) => *used,
            SpotEntry::Part(first) => {
                self.updates.get(first).map_or_else(SpotUse::default, |update| {
                    part(update, (spot.at - first.at) as usize)
                })
            }
        }
    }

    /// A spot over which this event and a later one do not commute.
    pub fn clash(&self, later: &Self) -> Option<Spot> {
        if self.too_large || later.too_large {
            let nothing = self.is_empty() || later.is_empty();
            return (!nothing).then_some(Spot { object: Prov::NONE, at: u64::MAX - 1 });
        }
        let swap = self.entries.len() > later.entries.len();
        let (small, large) = if swap { (later, self) } else { (self, later) };
        let clash = small.entries.iter().find(|(spot, a)| {
            let Some(b) = large.entries.get(spot) else { return false };
            if let (SpotEntry::Part(p), SpotEntry::Part(q)) = (a, b)
                && p == q
                && let (Some(x), Some(y)) = (small.updates.get(p), large.updates.get(q))
                && x.is_like(y)
            {
                return false;
            }
            let (a, b) = (small.use_of(**spot, a), large.use_of(**spot, b));
            let (first, second) = if swap { (b, a) } else { (a, b) };
            !first.commutes(&second)
        });
        clash.map(|(spot, _)| *spot)
    }

    /// A spot that both access and one writes, whatever the values; and whether both write.
    pub fn collision(&self, other: &Self) -> Option<(Spot, bool)> {
        self.entries.iter().find_map(|(spot, a)| {
            let b = other.use_of(*spot, other.entries.get(spot)?);
            let a = self.use_of(*spot, a);
            (a.writes() || b.writes()).then_some((*spot, a.writes() && b.writes()))
        })
    }

    /// The integers that the event only adds to: what it does depends on them at most by overflow.
    pub fn counters(&self) -> impl Iterator<Item = (&Spot, &Update)> {
        // Of a footprint that is too large some reads are not known.
        let known = self.updates.iter().filter(|_| !self.too_large);
        known.filter(|(_, update)| update.op == UpdateOp::Add)
    }

    /// Says what an update found and left, if it was made to another value than the one noted.
    pub fn set_update(&mut self, first: Spot, old: Vec<Cell>, last: Vec<Cell>) {
        if let Some(update) = self.updates.get_mut(&first) {
            update.old = old;
            update.last = last;
        }
    }

    /// The updates, by their first bytes.
    pub fn updates(&self) -> impl Iterator<Item = (&Spot, &Update)> {
        self.updates.iter()
    }

    /// Whether a spot is written other than by an update.
    pub fn overwrites(&self, spot: Spot) -> bool {
        matches!(self.entries.get(&spot), Some(SpotEntry::Use(used)) if used.writes())
    }

    /// All spots, and whether they are written.
    pub fn spots(&self) -> impl Iterator<Item = (Spot, bool)> + '_ {
        self.entries.iter().map(|(spot, entry)| (*spot, self.use_of(*spot, entry).writes()))
    }
}

/// What an update is for one of its bytes.
fn part(update: &Update, index: usize) -> SpotUse {
    let old = update.old.get(index).copied();
    SpotUse { read: old, old, last: update.last.get(index).copied(), wild: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Spot = Spot { object: Prov::object(1, 1), at: 0 };

    fn cell(bits: u64) -> Cell {
        Cell { bits, ..Cell::default() }
    }

    /// An event that reads (if asked to) and writes one byte.
    fn event(read: Option<u64>, write: Option<(u64, u64)>) -> Footprint {
        let mut foot = Footprint::since(9);
        if let Some(value) = read {
            foot.read(X, cell(value), 1);
        }
        if let Some((old, last)) = write {
            foot.write(X, cell(old), false, 1);
            foot.close(|_| Some(cell(last)));
        }
        foot
    }

    /// All events on one byte with values 0 to 2 are run in both orders: what is said to commute
    /// must come to the same.
    #[test]
    fn what_commutes_comes_to_the_same_in_both_orders() {
        /// Reads the byte or not, then writes nothing, a constant, or a function of what it read.
        #[derive(Copy, Clone)]
        struct Program {
            reads: bool,
            write: Option<[u64; 3]>,
        }
        fn run(p: Program, x: u64) -> (Footprint, u64, Option<u64>) {
            let new = p.write.map(|table| table[if p.reads { x as usize } else { 0 }]);
            let foot = event(p.reads.then_some(x), new.map(|new| (x, new)));
            (foot, new.unwrap_or(x), p.reads.then_some(x))
        }
        let mut programs = vec![Program { reads: true, write: None }];
        for n in 0..27 {
            let table = [n % 3, n / 3 % 3, n / 9];
            programs.push(Program { reads: true, write: Some(table) });
            programs.push(Program { reads: false, write: Some(table) });
        }
        let (mut same, mut said) = (0, 0);
        for x in 0..3 {
            for &a in &programs {
                for &b in &programs {
                    let (fa, after_a, read_a) = run(a, x);
                    let (fb, end, read_b) = run(b, after_a);
                    let (_, after_b, other_b) = run(b, x);
                    let (_, other_end, other_a) = run(a, after_b);
                    let equal = end == other_end && read_a == other_a && read_b == other_b;
                    same += u32::from(equal);
                    if fa.clash(&fb).is_none() {
                        assert!(equal, "said to commute");
                        said += 1;
                    }
                }
            }
        }
        assert_eq!(said, same, "everything that commutes is seen to");
    }

    #[test]
    fn updates_commute_with_each_other_only() {
        let update = |by: i128, old: u64| {
            let mut foot = Footprint::since(9);
            let update = Update::new(UpdateOp::Add, Some((-128, 127)), by, vec![cell(old)]);
            foot.update(X, update, 1);
            foot.close(|_| Some(cell((old as i128 + by) as u64)));
            foot
        };
        assert!(update(1, 5).clash(&update(2, 6)).is_none());
        assert!(update(1, 5).clash(&event(Some(6), None)).is_some());
        assert!(event(Some(5), None).clash(&update(1, 5)).is_some());
        assert!(update(1, 5).clash(&event(None, Some((6, 9)))).is_some());
        let mut sum = update(1, 5);
        sum.merge(&update(-3, 6), true);
        let (_, all) = sum.updates().next().unwrap();
        assert_eq!((all.total, all.low, all.high), (-2, -2, 1));
        let mut sum = update(1, 5);
        sum.merge(&update(-3, 6), false);
        let (_, all) = sum.updates().next().unwrap();
        assert_eq!((all.total, all.low, all.high), (-2, -3, 1));
        // A read afterwards makes a plain read and write of it.
        sum.read(X, cell(3), 1);
        assert!(sum.updates().next().is_none());
        assert!(sum.clash(&update(1, 3)).is_some());
    }

    #[test]
    fn what_was_born_inside_is_nobody_elses() {
        let mut foot = Footprint::since(9);
        foot.write(X, cell(0), false, 10);
        assert!(foot.is_empty());
    }
}
