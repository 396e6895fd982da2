//! Confidence intervals of shares.

use serde::Serialize;

/// A share with its interval of 95 % confidence.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct WilsonInterval {
    /// The share that was seen.
    pub share: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The quantile of the normal distribution for 95 %, both sides.
const Z: f64 = 1.959_963_985;

/// Wilson's score interval of a share (E. B. Wilson, 1927): good for small numbers and near 0 and 1.
/// It takes the trials as independent.
pub fn wilson(hits: u64, trials: u64) -> WilsonInterval {
    if trials == 0 {
        return WilsonInterval { share: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, share) = (trials as f64, hits as f64 / trials as f64);
    let denominator = 1.0 + Z * Z / n;
    let centre = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let low = ((centre - half) / denominator).max(0.0);
    let high = ((centre + half) / denominator).min(1.0);
    WilsonInterval { share, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures of R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998),
    /// Table I, method 3.
    #[test]
    fn published_intervals() {
        for (hits, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(hits, trials);
            assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
        }
    }

    #[test]
    fn nothing_seen_says_nothing() {
        assert_eq!(wilson(0, 0), WilsonInterval { share: 0.0, low: 0.0, high: 1.0 });
        let all = wilson(20, 20);
        assert!(all.low > 0.8 && all.high == 1.0);
    }
}
