//! Seeds, each handed out once.

use crate::store::SeedRange;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Hands out seeds, until it is closed.
#[derive(Debug)]
pub struct SeedQueue {
    state: Mutex<SeedsLeft>,
}

#[derive(Debug)]
struct SeedsLeft {
    next: Option<u64>,
    /// Done before.
    done: BTreeSet<u64>,
    /// How many more.
    left: u64,
}

impl SeedQueue {
    /// Goes on with a range; at most `most` seeds.
    pub fn new(range: &SeedRange, most: u64) -> Self {
        let state = SeedsLeft { next: Some(range.below), done: range.ahead.clone(), left: most };
        Self { state: Mutex::new(state) }
    }

    /// The next seed.
    pub fn take(&self) -> Option<u64> {
        // A worker that panicked here left the state whole: nothing below can panic half-way.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.left == 0 {
            return None;
        }
        loop {
            let seed = state.next?;
            state.next = seed.checked_add(1);
            if !state.done.remove(&seed) {
                state.left -= 1;
                return Some(seed);
            }
        }
    }

    /// Hands out nothing any more.
    pub fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).left = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(below: u64, ahead: &[u64]) -> SeedRange {
        SeedRange { start: 0, below, ahead: ahead.iter().copied().collect() }
    }

    #[test]
    fn seeds_come_once_and_not_again() {
        let seed_queue = SeedQueue::new(&range(5, &[6, 8]), 3);
        let taken: Vec<_> = std::iter::from_fn(|| seed_queue.take()).collect();
        assert_eq!(taken, [5, 7, 9]);
        let seed_queue = SeedQueue::new(&range(u64::MAX, &[]), 9);
        assert_eq!(seed_queue.take(), Some(u64::MAX));
        assert_eq!(seed_queue.take(), None);
        let seed_queue = SeedQueue::new(&range(0, &[]), 9);
        seed_queue.close();
        assert_eq!(seed_queue.take(), None);
    }
}
