//! Intervals by resampling (Efron 1979): the percentiles of an effect over samples that are drawn, with
//! replacement, from the repetitions of each contender.

use brinell_choice::Choices;
use serde::Serialize;

/// How sure an interval is.
pub const CONFIDENCE: f64 = 0.95;
/// Resamples: the ends of an interval move by less than a hundredth of its width from seed to seed.
const RESAMPLES: usize = 10_000;
/// The same interval for the same log.
const SEED: u64 = 0x636f_6d70;

/// An interval.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct ConfidenceInterval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl ConfidenceInterval {
    /// Whether a value is in it.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// An effect of two samples, if there is one.
pub type PairEffect<'a> = dyn Fn(&[f64], &[f64]) -> Option<f64> + 'a;

/// The interval of an effect of two samples. Nothing, if one of them has fewer than two values, or the
/// effect does not exist for most resamples (a ratio to nothing).
pub fn bootstrap(a: &[f64], b: &[f64], effect: &PairEffect<'_>) -> Option<ConfidenceInterval> {
    if a.len() < 2 || b.len() < 2 {
        return None;
    }
    let mut choices = Choices::seeded(SEED);
    let mut effects = Vec::with_capacity(RESAMPLES);
    let (mut of_a, mut of_b) = (a.to_vec(), b.to_vec());
    for _ in 0..RESAMPLES {
        for (from, to) in [(a, &mut of_a), (b, &mut of_b)] {
            to.fill_with(|| from[choices.below(from.len() as u32) as usize]);
        }
        effects.extend(effect(&of_a, &of_b).filter(|effect| effect.is_finite()));
    }
    if effects.len() < RESAMPLES * 9 / 10 {
        return None;
    }
    effects.sort_by(f64::total_cmp);
    let at = |share: f64| effects[((effects.len() - 1) as f64 * share).round() as usize];
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Some(ConfidenceInterval { low: at(tail), high: at(1.0 - tail) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::mean;

    fn difference(a: &[f64], b: &[f64]) -> Option<f64> {
        Some(mean(a)? - mean(b)?)
    }

    /// Efron and Tibshirani (1993), table 2.1, survival of mice: treatment minus control is 30.63, and
    /// the standard error by bootstrap 26.85, so that the interval is about -22 to 83.
    #[test]
    fn the_mice_of_efron_and_tibshirani() {
        let treatment = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];
        let control = [52.0, 104.0, 146.0, 10.0, 50.0, 31.0, 40.0, 27.0, 46.0];
        let effect = difference(&treatment, &control).unwrap();
        assert!((effect - 30.63).abs() < 0.01, "{effect}");
        let interval = bootstrap(&treatment, &control, &difference).unwrap();
        let error = (interval.high - interval.low) / (2.0 * 1.96);
        assert!((error - 26.85).abs() < 1.5, "{interval:?}");
        assert!(interval.contains(0.0));
    }

    #[test]
    fn the_same_every_time_and_none_of_too_little() {
        let (a, b) = ([1.0, 2.0, 3.0], [2.0, 3.0, 5.0]);
        assert_eq!(bootstrap(&a, &b, &difference), bootstrap(&a, &b, &difference));
        assert_eq!(bootstrap(&a[..1], &b, &difference), None);
        let ratio = |a: &[f64], b: &[f64]| Some(mean(a)? / mean(b)?);
        assert_eq!(bootstrap(&a, &[0.0, 0.0, 0.0], &ratio), None);
    }

    #[test]
    fn intervals_cover_what_they_say_as_far_as_ten_repetitions_allow() {
        // Sums of twelve uniform numbers are as good as normal.
        let mut choices = Choices::seeded(5);
        let mut covered = 0;
        let rounds = 200;
        for _ in 0..rounds {
            let mut sample = || -> Vec<f64> {
                let one = |c: &mut Choices| (0..12).map(|_| f64::from(c.below(1000))).sum::<f64>();
                (0..10).map(|_| one(&mut choices)).collect()
            };
            let (a, b) = (sample(), sample());
            covered += usize::from(bootstrap(&a, &b, &difference).unwrap().contains(0.0));
        }
        let share = covered as f64 / f64::from(rounds);
        assert!((0.86..=0.99).contains(&share), "{share}");
    }
}
