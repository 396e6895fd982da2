//! The only randomness in the workspace: one stream of choices, seeded, replayed, given as bytes
//! or enumerated, and recorded on the way.

/// A stream of choices.
pub struct Choices {}

impl Choices {
    /// The stream of a seed.
    pub fn seeded(seed: u64) -> Self {
        todo!()
    }
    /// A number below `n`, each equally likely; `n` is at least 1.
    pub fn below(&mut self, n: u32) -> u32 {
        todo!()
    }
    /// A number from `lo` to `hi`, both included.
    pub fn range(&mut self, lo: i64, hi: i64) -> i64 {
        todo!()
    }
    /// True in `percent` of 100 cases; nothing is drawn for 0 and 100.
    pub fn chance(&mut self, percent: u32) -> bool {
        todo!()
    }
    /// An index, with a likelihood in proportion to its weight; not all weights are zero.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        todo!()
    }
    /// That many random bits, at most 64.
    pub fn bits(&mut self, n: u32) -> u64 {
        todo!()
    }
    /// One of the items, each equally likely; there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }
}
