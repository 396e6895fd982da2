//! Budgets of a program: tokens, steps, global data, numbers of functions and globals.

use crate::config::Config;

/// A limit, and how much of it is used.
#[derive(Clone, Debug)]
pub struct DraftBudget {
    /// Tokens that the program should have.
    pub size: u64,
    pub max_functions: usize,
    pub max_globals: usize,
    /// Steps that it may take, by our estimate.
    max_cost: u64,
    spent: Spent,
}

/// What is used up: the whole of it is what a mark remembers.
#[derive(Copy, Clone, Debug, Default)]
pub struct Spent {
    tokens: u64,
    /// Steps that the program takes at most, by our estimate.
    steps: u64,
    /// Bytes of global data.
    data: u64,
}

impl DraftBudget {
    pub fn new(config: &Config, size: u64) -> Self {
        // A function for each 1,800 tokens is Csmith's proportion; limits are for programs of its
        // usual size and grow with what is asked for.
        let scale = (size / 20_000).max(1) as usize;
        Self {
            size,
            max_functions: (config.max_functions as usize * scale).max(1),
            max_globals: config.max_globals as usize * scale,
            // The estimate is rough: a quarter of the budget leaves room for its errors. And a
            // program need not run longer than its text is worth: two thirds of what is charged
            // here never runs, the rest gets guards that triple it, and each step is paid for in
            // two or three runs of the machine.
            max_cost: (u64::from(config.max_steps) / 4 * scale as u64).min(10_000 + 10 * size),
            spent: Spent::default(),
        }
    }

    pub fn mark(&self) -> Spent {
        let Self { size: _, max_functions: _, max_globals: _, max_cost: _, spent } = self;
        *spent
    }

    pub fn rollback(&mut self, mark: Spent) {
        self.spent = mark;
    }

    // ---- tokens ----

    pub fn tokens(&self) -> u64 {
        self.spent.tokens
    }

    pub fn add_tokens(&mut self, tokens: u64) {
        self.spent.tokens += tokens;
    }

    /// From here on only what is needed to close it.
    pub fn fill(&mut self) {
        self.size = 0;
    }

    /// Whether the program has reached its size: from here on only what is needed to close it.
    pub fn is_full(&self) -> bool {
        self.spent.tokens >= self.size
    }

    /// Tokens that are still to be written.
    pub fn tokens_left(&self) -> u64 {
        self.size.saturating_sub(self.spent.tokens)
    }

    /// A function's share of the tokens.
    pub fn mean_function(&self) -> u64 {
        self.size / self.max_functions as u64
    }

    // ---- steps ----

    /// The steps that the program may have by now: in proportion to what is written of it, so that
    /// its beginning does not use up what loops further down need.
    fn steps_by_now(&self) -> u64 {
        let written = (self.spent.tokens + self.size / 8).min(self.size);
        self.max_cost / 1_000 * (written * 1_000 / self.size.max(1))
    }

    /// The steps that are left of those.
    pub fn steps_left(&self) -> u64 {
        self.steps_by_now().saturating_sub(self.spent.steps)
    }

    /// Whether so many steps more still fit.
    pub fn affords(&self, steps: u64) -> bool {
        self.spent.steps.saturating_add(steps) <= self.steps_by_now()
    }

    pub fn charge(&mut self, steps: u64) {
        self.spent.steps = self.spent.steps.saturating_add(steps);
    }

    // ---- data ----

    pub fn data(&self) -> u64 {
        self.spent.data
    }

    pub fn add_data(&mut self, bytes: u64) {
        self.spent.data += bytes;
    }
}
