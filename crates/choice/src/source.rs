//! Where choices come from.

use crate::{DrawnValue, Sort, exhaustive::Path};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// The source of a stream of choices.
#[derive(Clone, Debug)]
pub enum ChoiceSource {
    /// Random words.
    Stream(Box<Stream>),
    /// A recording, and how much of it was used.
    Replay(Vec<DrawnValue>, usize),
    /// Bytes, and how many were used.
    Bytes(Vec<u8>, usize),
    /// One path of many.
    Path(Path),
}

impl ChoiceSource {
    pub fn stream(seed: u64, nonce: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(nonce);
        Self::Stream(Box::new(Stream { words }))
    }

    pub fn replay(trace: Vec<DrawnValue>) -> Self {
        Self::Replay(trace, 0)
    }

    pub fn bytes(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes, 0)
    }

    /// A value up to `max` included, which is not zero.
    ///
    /// The stream has its own function, to be inlined; this one is for all.
    #[inline(never)]
    pub fn up_to(&mut self, max: u64, sort: Sort) -> u64 {
        match self {
            Self::Stream(stream) => stream.up_to(max),
            Self::Replay(trace, used) => {
                let value = trace.get(*used).map_or(0, |choice| choice.value);
                *used += 1;
                value.min(max)
            }
            Self::Bytes(bytes, used) => {
                let wanted = (u64::BITS - max.leading_zeros()).div_ceil(8) as usize;
                let rest = bytes.get(*used..).unwrap_or_default();
                let value = rest
                    .iter()
                    .take(wanted)
                    .rev()
                    .fold(0, |value, &byte| value << 8 | u64::from(byte));
                *used += wanted;
                max.checked_add(1).map_or(value, |outcomes| value % outcomes)
            }
            Self::Path(path) => path.up_to(max, sort),
        }
    }
}

/// The words of the cipher, which buffers four blocks of them.
#[derive(Clone, Debug)]
pub struct Stream {
    words: ChaCha8Rng,
}

impl Stream {
    /// Each value up to `max` is equally likely.
    ///
    /// Where the number of outcomes is a power of two, no word is rejected, and the upper half of
    /// the product is the uppermost bits of the word.
    #[inline]
    pub fn up_to(&mut self, max: u64) -> u64 {
        // Of a whole word nothing is rejected, and the count of its outcomes fits no word.
        if max == u32::MAX as u64 {
            self.words.next_u32() as u64
        } else if let Ok(max) = u32::try_from(max) {
            let n = max + 1;
            let mut product = self.words.next_u32() as u64 * n as u64;
            if (product as u32) < n {
                let surplus = n.wrapping_neg() % n;
                while (product as u32) < surplus {
                    product = self.words.next_u32() as u64 * n as u64;
                }
            }
            product >> 32
        } else {
            self.up_to_wide(max)
        }
    }

    #[inline(never)]
    fn up_to_wide(&mut self, max: u64) -> u64 {
        let Some(n) = max.checked_add(1) else { return self.two_words() };
        let surplus = n.wrapping_neg() % n;
        loop {
            let product = self.two_words() as u128 * n as u128;
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }

    fn two_words(&mut self) -> u64 {
        let low = self.words.next_u32() as u64;
        low | (self.words.next_u32() as u64) << 32
    }
}
