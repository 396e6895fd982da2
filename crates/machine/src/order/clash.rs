//! Which events of a full expression do not commute.

use super::EventKey;
use super::footprint::Spot;
use super::record::OrderEvent;
use crate::machine::{Halt, Machine};
use crate::outcome::Failure;
use crate::ub::Ub;
use rustc_hash::{FxHashMap, FxHashSet};

/// Two events that do not commute: what has to take turns, and over what they clash.
pub struct Clash {
    pub keys: [EventKey; 2],
    pub spot: Spot,
    /// The node that does not order them.
    pub node: EventKey,
    /// The parts of initialisers that both belong to.
    parts: Vec<EventKey>,
}

impl Clash {
    /// Whether both events are in one part of an initialiser that takes its turn as a whole.
    pub fn inside_part(&self, blocking: &FxHashSet<EventKey>) -> bool {
        self.parts.iter().any(|part| blocking.contains(part))
    }
}

/// All updates of one place.
struct Sum {
    events: Vec<usize>,
    limits: Option<(i128, i128)>,
    size: u32,
    total: i128,
    low: i128,
    high: i128,
}

impl Machine<'_> {
    /// The pairs of unordered events that do not commute, as far as values tell.
    pub fn clashes(&mut self, events: &[OrderEvent]) -> Vec<Clash> {
        self.used.steps += (events.len() * events.len()) as u64 / 16;
        let mut clashes = Vec::new();
        for (j, b) in events.iter().enumerate() {
            for a in &events[..j] {
                let Some((_, step)) = a.parting(b) else { continue };
                // Two accesses of the expression itself: stamps have seen to that.
                if !a.call && !b.call && !step.indeterminate {
                    continue;
                }
                if let Some(spot) = a.foot.clash(&b.foot) {
                    clashes.extend(clash(a, b, spot));
                }
            }
        }
        for (spot, sum) in self.sums(events) {
            if self.may_overflow(events, spot, &sum) {
                for (i, a) in sum.events.iter().enumerate() {
                    let others = sum.events[i + 1..].iter();
                    clashes.extend(others.filter_map(|b| clash(&events[*a], &events[*b], spot)));
                }
            }
        }
        clashes
    }

    fn sums(&self, events: &[OrderEvent]) -> FxHashMap<Spot, Sum> {
        let mut sums: FxHashMap<Spot, Sum> = FxHashMap::default();
        for (i, event) in events.iter().enumerate() {
            for (spot, update) in event.foot.updates() {
                let sum = sums.entry(*spot).or_insert_with(|| Sum {
                    events: Vec::new(),
                    limits: update.limits,
                    size: update.size,
                    total: 0,
                    low: 0,
                    high: 0,
                });
                sum.events.push(i);
                sum.total = sum.total.saturating_add(update.total);
                sum.low = sum.low.saturating_add(update.low);
                sum.high = sum.high.saturating_add(update.high);
            }
        }
        sums
    }

    /// Whether some order of updates might leave the limits of the type.
    fn may_overflow(&self, events: &[OrderEvent], spot: Spot, sum: &Sum) -> bool {
        let Some((min, max)) = sum.limits else { return false };
        if sum.events.len() < 2 {
            return false;
        }
        let (from, to) = (spot.at as usize, spot.at as usize + sum.size as usize);
        let bytes = self.mem.get(spot.object).and_then(|a| a.bytes.get(from..to));
        let overwritten = events.iter().any(|event| event.foot.overwrites(spot));
        let Some(bytes) = bytes.filter(|_| !overwritten) else { return true };
        let bits = crate::access::decode(bytes, self.low.tables.target.endian);
        let unused = 64 - sum.size * 8;
        let now = i128::from((bits << unused) as i64 >> unused);
        let start = now - sum.total;
        start + sum.low < min || start + sum.high > max
    }

    /// Two accesses of the expression itself that nothing orders, in an order in which stamps do
    /// not see them.
    pub fn unsequenced(&mut self, events: &[OrderEvent]) -> Option<Box<Failure>> {
        for (j, b) in events.iter().enumerate().filter(|(_, e)| !e.call) {
            for a in events[..j].iter().filter(|e| !e.call) {
                if a.parting(b).is_some_and(|(_, step)| !step.indeterminate)
                    && let Some((spot, both_write)) = a.foot.collision(&b.foot)
                {
                    let object = self.spot_name(spot);
                    let stop = self.ub_at(b.loc, Ub::Unsequenced { object, both_write });
                    if let Halt::Ub(failure) = *stop {
                        return Some(failure);
                    }
                }
            }
        }
        None
    }

    /// What a spot belongs to, for people.
    pub fn spot_name(&self, spot: Spot) -> String {
        if spot == Spot::OUTPUT {
            "the output".to_owned()
        } else if !spot.object.is_none() {
            self.object_name(spot.object)
        } else if spot.at < self.stack.regs.len() as u64 {
            self.reg_name(spot.at as usize)
        } else {
            "large objects".to_owned()
        }
    }
}

/// What has to take turns for two unordered events to be run in both orders.
fn clash(a: &OrderEvent, b: &OrderEvent, spot: Spot) -> Option<Clash> {
    let (x, y) = a.parting(b)?;
    let keys = if x.indeterminate { [x.part(), y.part()] } else { [a.key, b.key] };
    let shared = a.route.iter().zip(&b.route).take_while(|(a, b)| a == b);
    let parts = shared.filter(|(step, _)| step.indeterminate).map(|(step, _)| step.part());
    Some(Clash { keys, spot, node: x.node, parts: parts.collect() })
}
