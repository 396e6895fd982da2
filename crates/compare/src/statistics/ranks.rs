//! Mann-Whitney's U, exactly; Vargha and Delaney's A; Holm's correction.
//!
//! `statrs` has the test, but its exact form does not allow ties, which counts of bugs mostly are;
//! the normal approximation that it uses instead is wrong for ten repetitions. So the distribution is
//! enumerated here for the ranks at hand. Tests compare with `statrs` where there are no ties.

/// The two-sided p-value of Mann and Whitney's test (1947): how likely ranks as far apart as these are,
/// if both samples come from one distribution. 1 where a sample is empty.
pub fn mann_whitney(a: &[f64], b: &[f64]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 1.0;
    }
    let ranks = doubled_ranks(a, b);
    let observed: usize = ranks[..a.len()].iter().sum();
    let total: usize = ranks.iter().sum();
    // ways[k][s]: how many choices of k of the ranks have the sum s.
    let mut ways = vec![vec![0.0; total + 1]; a.len() + 1];
    ways[0][0] = 1.0;
    for (done, &rank) in ranks.iter().enumerate() {
        for k in (1..=a.len().min(done + 1)).rev() {
            let (fewer, more) = ways.split_at_mut(k);
            for sum in (rank..=total).rev() {
                more[0][sum] += fewer[k - 1][sum - rank];
            }
        }
    }
    let ways = &ways[a.len()];
    // Doubled once more, so that the middle is a whole number.
    let centre = a.len() * total * 2 / ranks.len();
    let far = (2 * observed).abs_diff(centre);
    let all: f64 = ways.iter().sum();
    let as_far: f64 = ways
        .iter()
        .enumerate()
        .filter(|(sum, _)| (2 * sum).abs_diff(centre) >= far)
        .map(|(_, ways)| ways)
        .sum();
    (as_far / all).min(1.0)
}

/// Twice the rank of each value among all, those of `a` first; equal values share the mean of their
/// ranks.
fn doubled_ranks(a: &[f64], b: &[f64]) -> Vec<usize> {
    let all: Vec<f64> = a.iter().chain(b).copied().collect();
    let rank = |value: &f64| {
        let below = all.iter().filter(|other| other.total_cmp(value).is_lt()).count();
        let equal = all.iter().filter(|other| other.total_cmp(value).is_eq()).count();
        2 * below + equal + 1
    };
    all.iter().map(rank).collect()
}

/// Vargha and Delaney's A (2000): how likely a value of `a` is larger than one of `b`, where equal ones
/// count half. 0.5 means no difference.
pub fn vargha_delaney(a: &[f64], b: &[f64]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.5;
    }
    let wins = |x: &f64| {
        let points = b.iter().map(|y| match x.total_cmp(y) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        points.sum::<f64>()
    };
    a.iter().map(wins).sum::<f64>() / (a.len() * b.len()) as f64
}

/// Holm's correction (1979) of p-values that are considered together, in their order.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&x, &y| values[x].total_cmp(&values[y]));
    let mut corrected = vec![1.0; values.len()];
    let mut largest: f64 = 0.0;
    for (place, &index) in order.iter().enumerate() {
        largest = largest.max(values[index] * (values.len() - place) as f64).min(1.0);
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_choice::Choices;
    use statrs::stats_tests::Alternative;
    use statrs::stats_tests::mannwhitneyu::{MannWhitneyUMethod, mannwhitneyu};

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    /// Samples of `n` and `m` values without ties whose U is this.
    fn with_u(n: usize, m: usize, u: usize) -> (Vec<f64>, Vec<f64>) {
        // Each value of `a` starts below all of `b`; moving one up past k values adds k to U.
        let b: Vec<f64> = (0..m).map(|i| 10.0 * (i + 1) as f64).collect();
        let mut left = u;
        let a = (0..n).rev().map(|i| {
            let up = left.min(m);
            left -= up;
            10.0 * up as f64 + 1.0 + i as f64 / 100.0
        });
        (a.collect(), b)
    }

    /// The critical values of the usual table (Siegel and Castellan 1988, after Mann and Whitney): at
    /// 5 %, two-sided, the largest U that is significant.
    #[test]
    fn the_published_table_of_critical_values() {
        for (n, m, u) in [
            (4, 4, 0),
            (5, 5, 2),
            (6, 6, 5),
            (7, 7, 8),
            (8, 8, 13),
            (9, 9, 17),
            (10, 10, 23),
            (15, 15, 64),
            (20, 20, 127),
            (5, 10, 8),
            (8, 12, 22),
        ] {
            let p = |u| {
                let (a, b) = with_u(n, m, u);
                mann_whitney(&a, &b)
            };
            assert!(p(u) <= 0.05 && p(u + 1) > 0.05, "{n} {m} {u}: {} {}", p(u), p(u + 1));
        }
        let (a, b) = with_u(5, 5, 2);
        assert!(near(mann_whitney(&a, &b), 8.0 / 252.0));
    }

    /// Hollander and Wolfe (1973), permeability of the human chorioamnion: W = 35, p = 0.2544 for
    /// both sides, as in the documentation of R's `wilcox.test` (one side: 0.1272).
    #[test]
    fn the_example_of_hollander_and_wolfe() {
        let term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
        let early = [1.15, 0.88, 0.90, 0.74, 1.21];
        assert!(near(mann_whitney(&term, &early), 0.2544));
        assert!(near(vargha_delaney(&term, &early), 35.0 / 50.0));
    }

    #[test]
    fn without_ties_it_is_what_statrs_says() {
        let mut choices = Choices::seeded(1);
        for _ in 0..50 {
            let mut sample = |n: u32, shift: f64| -> Vec<f64> {
                (0..n).map(|_| f64::from(choices.below(1 << 30)) / 1e9 + shift).collect()
            };
            let (a, b) = (sample(7, 0.2), sample(6, 0.0));
            let method = MannWhitneyUMethod::Exact;
            let (_, p) = mannwhitneyu(&a, &b, method, Alternative::TwoSided).unwrap();
            assert!(near(mann_whitney(&a, &b), p), "{a:?} {b:?} {p}");
        }
    }

    #[test]
    fn ties_are_counted_exactly() {
        // Of the six ways to choose two of 1, 1, 2, 2, one has both ones and one has both twos.
        assert!(near(mann_whitney(&[1.0, 1.0], &[2.0, 2.0]), 2.0 / 6.0));
        assert_eq!(mann_whitney(&[3.0; 10], &[3.0; 10]), 1.0);
        assert_eq!(vargha_delaney(&[3.0; 10], &[3.0; 10]), 0.5);
        assert_eq!(vargha_delaney(&[4.0; 3], &[3.0; 5]), 1.0);
        assert_eq!(mann_whitney(&[], &[1.0]), 1.0);
    }

    /// The example of Holm's paper in the form that Aickin and Gensler (1996) give it.
    #[test]
    fn corrected_for_many() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (value, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!(near(*value, expected), "{corrected:?}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
    }
}
