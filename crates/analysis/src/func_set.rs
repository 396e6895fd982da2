//! Sets of functions: which ones a call or a loop comes to.

use brinell_lang::FuncId;

/// A bit for each function.
#[derive(Clone, Debug, Default)]
pub struct FuncSet {
    words: Vec<u64>,
}

impl FuncSet {
    pub fn insert(&mut self, func: FuncId) {
        let at = func.0 as usize / 64;
        if self.words.len() <= at {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= 1 << (func.0 % 64);
    }

    pub fn contains(&self, func: FuncId) -> bool {
        self.words.get(func.0 as usize / 64).is_some_and(|word| word >> (func.0 % 64) & 1 != 0)
    }

    pub fn union_with(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }
}
