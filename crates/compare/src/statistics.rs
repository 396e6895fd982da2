//! Conclusions from repetitions: effects with intervals, rank tests, time to an event.
//!
//! Two contenders differ in a measure if two things say so: the bootstrap interval of the effect does
//! not contain "no effect", and the exact Mann-Whitney test over the repetitions, corrected for
//! the number of measures (Holm 1979), is below 5 %. The interval alone is too narrow for a handful
//! of repetitions, and of thirty measures one or two would differ by chance; with the second condition a
//! contender that is compared with itself is called better or worse, in any measure at all, in
//! one comparison of twenty at most.

mod bootstrap;
mod ranks;
mod survival;

pub use bootstrap::{CONFIDENCE, ConfidenceInterval, PairEffect, bootstrap};
pub use ranks::{holm, mann_whitney, vargha_delaney};
pub use survival::{Lifetime, Survival};

/// The mean; nothing of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
