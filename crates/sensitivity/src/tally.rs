//! Counting the results of faults.

use crate::interval::{WilsonInterval, wilson};
use crate::loss::Loss;
use crate::site::SiteKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The result of a fault.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Fate {
    /// The program ended with another output or exit status.
    Shown,
    /// The machine met something undefined: a real program might crash, or print anything.
    Undefined,
    /// It took many times as many steps as it should, and was stopped.
    Endless,
    /// The output is the same.
    Lost(Loss),
}

/// How often faults of one kind came to what.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
pub struct KindTally {
    /// How many there were.
    pub faults: u64,
    /// [`Fate::Shown`].
    pub shown: u64,
    /// [`Fate::Undefined`].
    pub undefined: u64,
    /// [`Fate::Endless`].
    pub endless: u64,
    /// [`Fate::Lost`], by where.
    pub lost: BTreeMap<Loss, u64>,
}

impl KindTally {
    fn add(&mut self, fate: Fate) {
        self.faults += 1;
        match fate {
            Fate::Shown => self.shown += 1,
            Fate::Undefined => self.undefined += 1,
            Fate::Endless => self.endless += 1,
            Fate::Lost(loss) => *self.lost.entry(loss).or_default() += 1,
        }
    }

    fn merge(&mut self, other: &Self) {
        self.faults += other.faults;
        self.shown += other.shown;
        self.undefined += other.undefined;
        self.endless += other.endless;
        for (loss, count) in &other.lost {
            *self.lost.entry(*loss).or_default() += count;
        }
    }

    /// The share of faults that changed the output: neither what became undefined nor what did not
    /// end counts.
    pub fn sensitivity(&self) -> WilsonInterval {
        wilson(self.shown, self.faults)
    }

    /// The share of faults that were not lost: what became undefined or did not end counts as well.
    pub fn noticed(&self) -> WilsonInterval {
        wilson(self.shown + self.undefined + self.endless, self.faults)
    }

    /// The share that was lost in a way.
    pub fn share_lost(&self, loss: Loss) -> f64 {
        self.lost(loss) as f64 / self.faults.max(1) as f64
    }

    /// How many were lost in a way.
    pub fn lost(&self, loss: Loss) -> u64 {
        self.lost.get(&loss).copied().unwrap_or(0)
    }
}

/// What faults came to, by the kind of expression.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
pub struct FaultTally {
    /// All faults.
    pub all: KindTally,
    /// By kind of expression.
    pub kinds: BTreeMap<SiteKind, KindTally>,
}

impl FaultTally {
    pub(crate) fn add(&mut self, kind: SiteKind, fate: Fate) {
        self.all.add(fate);
        self.kinds.entry(kind).or_default().add(fate);
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        for (kind, tally) in &other.kinds {
            self.kinds.entry(*kind).or_default().merge(tally);
        }
    }
}
