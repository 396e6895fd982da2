//! Every sequence of choices, depth first.

use crate::{Choices, Sort, source::ChoiceSource};

/// Runs a function of choices once for each sequence of choices, the first choices first.
///
/// A draw by weight has one outcome for each weight that is not zero, a chance two, whatever their
/// odds. Numbers (of [`Choices::bits`] and [`Choices::range`]) can be bounded. A function that finds
/// its choices to be of no use calls [`Choices::cut`]: no other sequence begins like that.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    numbers: u64,
}

impl Default for Exhaustive {
    fn default() -> Self {
        Self::new()
    }
}

impl Exhaustive {
    /// Everything, without a bound.
    pub fn new() -> Self {
        Self { numbers: u64::MAX }
    }

    /// Of a number with more than `samples` outcomes try only that many, evenly spaced, the
    /// smallest and the largest among them; at least 2.
    #[must_use]
    pub fn numbers(mut self, samples: u64) -> Self {
        self.numbers = samples.max(2);
        self
    }

    /// The results of all runs, each made when it is asked for.
    ///
    /// The function must depend on nothing but its choices.
    pub fn runs<T>(self, mut run: impl FnMut(&mut Choices) -> T) -> impl Iterator<Item = T> {
        let mut next =
            Some(Path { numbers: self.numbers, steps: Vec::new(), at: 0, is_cut: false });
        std::iter::from_fn(move || {
            let mut choices = Choices::of(ChoiceSource::Path(next.take()?));
            let result = run(&mut choices);
            let ChoiceSource::Path(path) = choices.source else {
                panic!("the function of choices swapped them for others")
            };
            next = path.next();
            Some(result)
        })
    }
}

/// The way through the tree of choices that is followed now.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    numbers: u64,
    steps: Vec<EnumeratedDraw>,
    at: usize,
    /// Nothing that is drawn from here on counts.
    is_cut: bool,
}

/// Which of how many outcomes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct EnumeratedDraw {
    outcome: u64,
    last: u64,
}

impl Path {
    pub fn cut(&mut self) {
        self.is_cut = true;
    }

    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub fn up_to(&mut self, max: u64, sort: Sort) -> u64 {
        if self.is_cut {
            return 0;
        }
        let last = match sort {
            Sort::Alternatives => max,
            Sort::Number => max.min(self.numbers - 1),
            Sort::Weighted(weights) => {
                weights.iter().filter(|&&weight| weight > 0).count() as u64 - 1
            }
            Sort::Split(_) => 1,
        };
        if self.at == self.steps.len() {
            self.steps.push(EnumeratedDraw { outcome: 0, last });
        }
        let EnumeratedDraw { outcome, last: before } = self.steps[self.at];
        assert_eq!(before, last, "the function does not depend on its choices only");
        self.at += 1;
        match sort {
            Sort::Alternatives => outcome,
            Sort::Number if last == max => outcome,
            Sort::Number => (max as u128 * outcome as u128 / last as u128) as u64,
            Sort::Weighted(weights) => start_of_alternative(weights, outcome),
            Sort::Split(least) => outcome * least,
        }
    }

    /// The path after this one: the last step that can be changed is.
    fn next(mut self) -> Option<Self> {
        assert!(self.at >= self.steps.len(), "the function does not depend on its choices only");
        self.at = 0;
        self.is_cut = false;
        while let Some(mut step) = self.steps.pop() {
            if step.outcome < step.last {
                step.outcome += 1;
                self.steps.push(step);
                return Some(self);
            }
        }
        None
    }
}

/// The smallest number that falls into the alternative of that number among those with a weight.
fn start_of_alternative(weights: &[u32], number: u64) -> u64 {
    let index = weights
        .iter()
        .enumerate()
        .filter(|&(_, &weight)| weight > 0)
        .nth(number as usize)
        .map_or(0, |(index, _)| index);
    weights[..index].iter().map(|&weight| weight as u64).sum()
}
