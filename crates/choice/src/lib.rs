//! The only randomness in the workspace: one stream of choices, seeded, replayed, given as bytes
//! or enumerated, and recorded on the way.
//!
//! # What a seed promises
//!
//! The same version of Brinell, configuration and seed give the same choices, and therefore the
//! same bytes, on every platform and with any number of threads. To that end:
//!
//! - The raw stream is that of `ChaCha` with 8 rounds: the key is the seed as 8 bytes, least
//!   significant first, then 24 zero bytes; block counter and nonce start at zero. Sub-stream `n`
//!   of a seed ([`Choices::sub`]) has the nonce `n`, so the cipher itself keeps sub-streams apart.
//! - Numbers are made of its 32-bit words by the rules stated at each method here, and by no
//!   distribution of another crate, which a minor update could change.
//! - Nothing else is random: no addresses, no hash orders, no clock.
//!
//! Tests pin the numbers. Across versions programs may change with the generator; golden hashes
//! notice it, and CHANGELOG.md says so. `docs/seeds.md` is the page for users.
//!
//! # One choice
//!
//! Each draw is one [`DrawnValue`]: a value and the largest value that was possible there. A draw whose
//! largest value is zero is none: nothing is taken from the stream and nothing recorded. Zero is
//! the simplest outcome everywhere: the first item, the lower end of a range, `false`; a stream
//! that has run out of bytes or of recorded choices gives zeros.

mod exhaustive;
mod source;
#[cfg(test)]
mod tests;

pub use exhaustive::Exhaustive;

use source::ChoiceSource;
use std::hash::{BuildHasher, Hasher};

/// One outcome of a draw.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct DrawnValue {
    /// What was drawn.
    pub value: u64,
    /// The largest value that could have been drawn.
    pub max: u64,
}

/// A stream of choices.
#[derive(Clone, Debug)]
pub struct Choices {
    source: ChoiceSource,
    trace: Option<Vec<DrawnValue>>,
}

/// How many different outcomes matter for enumeration.
#[derive(Copy, Clone)]
enum Sort<'a> {
    /// Each value is an alternative.
    Alternatives,
    /// A number, of which samples will do.
    Number,
    /// Values are alike between one of these and the next: a draw by weight.
    Weighted(&'a [u32]),
    /// Values are alike below this and from this on.
    Split(u64),
}

impl Choices {
    /// The stream of a seed.
    pub fn seeded(seed: u64) -> Self {
        Self::sub(seed, 0)
    }

    /// Sub-stream `n` of a seed, for another try at the same seed; number 0 is [`Self::seeded`].
    pub fn sub(seed: u64, n: u64) -> Self {
        Self::of(ChoiceSource::stream(seed, n))
    }

    /// What was recorded, once more.
    ///
    /// Where the draws are not those of the recording (it was edited, say), a value that is too
    /// large becomes the largest possible, and after the end all are zero.
    pub fn replay(trace: impl Into<Vec<DrawnValue>>) -> Self {
        Self::of(ChoiceSource::replay(trace.into()))
    }

    /// Choices read from bytes, for fuzzers: each draw takes as few bytes as can hold its largest
    /// value, least significant first, modulo the number of outcomes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::of(ChoiceSource::bytes(bytes.to_vec()))
    }

    fn of(source: ChoiceSource) -> Self {
        Self { source, trace: None }
    }

    /// The same stream, which records from now on.
    #[must_use]
    pub fn recording(mut self) -> Self {
        self.trace = Some(Vec::new());
        self
    }

    /// What was recorded.
    pub fn trace(&self) -> &[DrawnValue] {
        self.trace.as_deref().unwrap_or_default()
    }

    /// What was recorded, to keep.
    pub fn into_trace(self) -> Vec<DrawnValue> {
        self.trace.unwrap_or_default()
    }

    /// Whoever draws says that what was drawn so far leads to nothing: if these are enumerated, no
    /// other sequence begins with it, and further draws are the first and do not count. Otherwise
    /// nothing happens.
    pub fn cut(&mut self) {
        if let ChoiceSource::Path(path) = &mut self.source {
            path.cut();
        }
    }

    /// Whether [`Choices::cut`] has ended this sequence.
    pub fn is_cut(&self) -> bool {
        matches!(&self.source, ChoiceSource::Path(path) if path.is_cut())
    }

    /// A number below `n`, each equally likely; `n` is at least 1.
    ///
    /// The upper half of `word * n`; Lemire's rejection of the few words that would be too many
    /// ("Fast Random Integer Generation in an Interval", 2019, section 4).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "nothing to choose from");
        self.draw(n as u64 - 1, Sort::Alternatives) as u32
    }

    /// A number from `lo` to `hi`, both included, each equally likely.
    ///
    /// As [`Self::below`]; two words (the first is the lower half) where one cannot hold
    /// `hi - lo`.
    #[inline]
    pub fn range(&mut self, lo: i64, hi: i64) -> i64 {
        assert!(lo <= hi, "an empty range: {lo} to {hi}");
        lo.wrapping_add(self.draw(hi.wrapping_sub(lo) as u64, Sort::Number) as i64)
    }

    /// True in `percent` of 100 cases; nothing is drawn for 0, and for 100 and more.
    ///
    /// True if a number below 100 is at least `100 - percent`, so that zero is `false`.
    #[inline]
    pub fn chance(&mut self, percent: u32) -> bool {
        if percent == 0 || percent >= 100 {
            return percent != 0;
        }
        let least = 100 - percent as u64;
        self.draw(99, Sort::Split(least)) >= least
    }

    /// An index, with a likelihood in proportion to its weight; not all weights are zero.
    ///
    /// A number below the sum of the weights, and the item it falls into.
    #[inline]
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().map(|&weight| weight as u64).sum();
        assert!(total > 0, "all weights are zero");
        let mut rest = self.draw(total - 1, Sort::Weighted(weights));
        for (index, &weight) in weights.iter().enumerate() {
            match rest.checked_sub(weight as u64) {
                Some(less) => rest = less,
                None => return index,
            }
        }
        unreachable!("a number below the sum of the weights falls into one of them")
    }

    /// That many random bits, at most 64: the uppermost of one word, or of two (the first is the
    /// lower half) from 33 on.
    #[inline]
    pub fn bits(&mut self, n: u32) -> u64 {
        assert!(n <= 64, "no more than 64 bits at once");
        if n == 0 {
            return 0;
        }
        self.draw(u64::MAX >> (64 - n), Sort::Number)
    }

    /// One of the items, each equally likely; there is at least one.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let count = u32::try_from(items.len()).expect("fewer than 4 G items to pick from");
        &items[self.below(count) as usize]
    }

    /// Every number up to `max` included.
    #[inline]
    fn draw(&mut self, max: u64, sort: Sort) -> u64 {
        if max == 0 {
            return 0;
        }
        let value = match &mut self.source {
            ChoiceSource::Stream(stream) => stream.up_to(max),
            other => other.up_to(max, sort),
        };
        if let Some(trace) = &mut self.trace {
            trace.push(DrawnValue { value, max });
        }
        value
    }
}

/// A seed that was not given, from the operating system.
///
/// Below 2^53, so that it survives as a number in JSON.
pub fn fresh_seed() -> u64 {
    // The standard library keys its hash tables by the operating system's random numbers.
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 11
}
