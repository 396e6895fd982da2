//! The time of a campaign: its runs one after the other, without the breaks between them. Curves
//! over it have a few hundred points, however many samples there are.

use brinell_campaign::{HuntRun, HuntSample};
use std::collections::BTreeMap;

/// Into how many stretches time is cut at most: about what can be told apart in a plot.
pub const STRETCHES: usize = 240;

/// Milliseconds of an hour.
const HOUR: f64 = 3_600_000.0;

/// A point of a curve: seconds of hunting, and a value.
pub type CurvePoint = (f64, f64);

/// How long a run is known to have lasted, and the programs it made in that time. One that was
/// killed counts until its last sample.
pub fn measured(run: &HuntRun, last: Option<&HuntSample>) -> (i64, u64) {
    let since = |at: i64| at.saturating_sub(run.started_ms).max(0);
    match (run.ended_ms, last) {
        (Some(ended), _) => (since(ended), run.programs),
        (None, Some(last)) => (since(last.at_ms), last.programs),
        (None, None) => (0, 0),
    }
}

/// The last sample of each run.
pub fn last_samples(samples: &[HuntSample]) -> BTreeMap<i64, &HuntSample> {
    // Those of a run are in the order of time, so that later ones replace earlier ones.
    samples.iter().map(|sample| (sample.run, sample)).collect()
}

/// The runs of a campaign, by time.
#[derive(Debug)]
pub struct Timeline {
    runs: Vec<Placed>,
    total_ms: i64,
}

#[derive(Debug)]
struct Placed {
    run: i64,
    started_ms: i64,
    /// Where it begins, in milliseconds of hunting.
    offset_ms: i64,
    length_ms: i64,
}

impl Placed {
    /// A time of the clock as milliseconds of hunting.
    fn place(&self, at_ms: i64) -> i64 {
        self.offset_ms + at_ms.saturating_sub(self.started_ms).clamp(0, self.length_ms)
    }
}

impl Timeline {
    /// Puts runs one after the other.
    pub fn of(runs: &[HuntRun], samples: &[HuntSample]) -> Self {
        let last = last_samples(samples);
        let mut by_time: Vec<_> = runs.iter().collect();
        by_time.sort_by_key(|run| (run.started_ms, run.id));
        let mut total_ms = 0_i64;
        let placed = by_time.into_iter().map(|run| {
            let (length_ms, _) = measured(run, last.get(&run.id).copied());
            // A clock that was set gives nonsense, but no overflow.
            let length_ms = length_ms.min(i64::MAX / 2 - total_ms);
            let offset_ms = total_ms;
            total_ms += length_ms;
            Placed { run: run.id, started_ms: run.started_ms, offset_ms, length_ms }
        });
        Self { runs: placed.collect(), total_ms }
    }

    /// All of it.
    pub fn seconds(&self) -> f64 {
        self.total_ms as f64 / 1000.0
    }

    /// Where runs meet, in seconds.
    pub fn seams(&self) -> Vec<f64> {
        let inner = self.runs.iter().map(|run| run.offset_ms);
        let mut seams: Vec<_> = inner.filter(|at| (1..self.total_ms).contains(at)).collect();
        seams.dedup();
        seams.into_iter().map(|at| at as f64 / 1000.0).collect()
    }

    /// Programs per hour: the mean of each stretch, as a line of steps.
    pub fn throughput(&self, samples: &[HuntSample]) -> Vec<CurvePoint> {
        let programs = self.programs(samples);
        if self.total_ms <= 0 {
            return Vec::new();
        }
        let stretches = samples.len().clamp(1, STRETCHES);
        let edge = |number: usize| self.total_ms as f64 * number as f64 / stretches as f64;
        let mut points = Vec::with_capacity(2 * stretches);
        for stretch in 0..stretches {
            let (from, to) = (edge(stretch), edge(stretch + 1));
            let rate = (value_at(&programs, to) - value_at(&programs, from)) * HOUR / (to - from);
            points.extend([(from / 1000.0, rate), (to / 1000.0, rate)]);
        }
        points
    }

    /// Programs until a time in milliseconds of hunting, all runs together.
    fn programs(&self, samples: &[HuntSample]) -> Vec<CurvePoint> {
        let mut points = vec![(0.0, 0.0)];
        let mut before = 0.0;
        for placed in &self.runs {
            let first = samples.partition_point(|sample| sample.run < placed.run);
            let mine = samples[first..].iter().take_while(|sample| sample.run == placed.run);
            points.push((placed.offset_ms as f64, before));
            let mut made = 0.0_f64;
            for sample in mine {
                made = made.max(sample.programs as f64);
                points.push((placed.place(sample.at_ms) as f64, before + made));
            }
            before += made;
        }
        points
    }

    /// How many there were until a time, of what happened at these times of the clock.
    pub fn growth(&self, at_ms: impl Iterator<Item = i64>) -> Vec<CurvePoint> {
        let mut times: Vec<_> = at_ms.filter_map(|at| self.place(at)).collect();
        times.sort_unstable();
        let mut points = vec![(0.0, 0.0)];
        let mut count = 0.0;
        // Of many that follow each other, the last is enough to see how they grow.
        for several in times.chunks(times.len().div_ceil(STRETCHES).max(1)) {
            let at = several[several.len() - 1] as f64 / 1000.0;
            points.push((at, count));
            count += several.len() as f64;
            points.push((at, count));
        }
        points.push((self.seconds(), count));
        points
    }

    fn place(&self, at_ms: i64) -> Option<i64> {
        let after = self.runs.partition_point(|run| run.started_ms <= at_ms);
        self.runs.get(after.saturating_sub(1)).map(|run| run.place(at_ms))
    }
}

/// The value of a curve between its points; the first and the last go on for ever.
fn value_at(points: &[CurvePoint], at: f64) -> f64 {
    let after = points.partition_point(|(time, _)| *time <= at);
    match (after.checked_sub(1).map(|before| points[before]), points.get(after)) {
        (Some((time, value)), Some((next_time, next))) => {
            value + (next - value) * (at - time) / (next_time - time)
        }
        (Some((_, value)), None) => value,
        (None, first) => first.map_or(0.0, |(_, value)| *value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(id: i64, started_ms: i64, ended_ms: Option<i64>, programs: u64) -> HuntRun {
        HuntRun {
            id,
            started_ms,
            ended_ms,
            brinell: String::new(),
            command: String::new(),
            compilers: Vec::new(),
            programs,
            tokens: 0,
        }
    }

    fn sample(run: i64, at_ms: i64, programs: u64) -> HuntSample {
        HuntSample { run, at_ms, programs, findings: 0 }
    }

    #[test]
    fn runs_follow_each_other_without_breaks() {
        // The second one was killed, the third one before its first sample.
        let runs =
            [run(1, 1_000, Some(11_000), 100), run(2, 900_000, None, 70), run(3, 950_000, None, 1)];
        let samples = [sample(1, 11_000, 100), sample(2, 910_000, 50)];
        let timeline = Timeline::of(&runs, &samples);
        assert_eq!(timeline.seconds(), 20.0);
        assert_eq!(timeline.seams(), [10.0]);
        let rates = timeline.throughput(&samples);
        assert_eq!(rates, [(0.0, 36e3), (10.0, 36e3), (10.0, 18e3), (20.0, 18e3)]);
        // One in each run, one in the break, one before everything.
        let growth = timeline.growth([6_000, 905_000, 500_000, 0].into_iter());
        let ends: Vec<_> = growth.iter().skip(2).step_by(2).copied().collect();
        assert_eq!(ends, [(0.0, 1.0), (5.0, 2.0), (10.0, 3.0), (15.0, 4.0)]);
        assert_eq!(growth.last(), Some(&(20.0, 4.0)));
    }

    #[test]
    fn many_samples_become_few_points_and_keep_their_sum() {
        let samples: Vec<_> =
            (1..=100_000).map(|n| sample(1, n * 10_000, (n * 7) as u64)).collect();
        let timeline = Timeline::of(&[run(1, 0, Some(1_000_000_000), 700_000)], &samples);
        let rates = timeline.throughput(&samples);
        assert_eq!(rates.len(), 2 * STRETCHES);
        let sum: f64 = rates.chunks(2).map(|two| (two[1].0 - two[0].0) * two[0].1 / 3600.0).sum();
        assert!((sum - 700_000.0).abs() < 1.0, "{sum}");
        let growth = timeline.growth((0..10_000).map(|n| n * 90_000));
        assert!(growth.len() <= 2 * STRETCHES + 2, "{}", growth.len());
        assert_eq!(growth.last().unwrap().1, 10_000.0);
    }

    #[test]
    fn nonsense_gives_finite_points() {
        let nonsense = [
            (vec![], vec![]),
            (vec![run(1, 5, Some(5), 0)], vec![sample(1, 5, 0)]),
            (vec![run(1, 5, Some(-7), 3)], vec![sample(1, -9, 3), sample(1, 9, 1)]),
            (vec![run(1, 0, None, 0)], vec![sample(1, 10_000, 0)]),
            (vec![run(1, i64::MIN, Some(i64::MAX), 3), run(2, i64::MAX, None, 3)], vec![]),
            (vec![run(2, 100, Some(200), 3)], vec![sample(1, 150, 3), sample(3, 150, 3)]),
        ];
        for (runs, samples) in &nonsense {
            let timeline = Timeline::of(runs, samples);
            let mut points = timeline.throughput(samples);
            points.extend(timeline.growth([i64::MIN, 0, i64::MAX].into_iter()));
            for (at, value) in points {
                assert!(at.is_finite() && value.is_finite(), "{runs:?} {samples:?}");
                assert!(at >= 0.0 && at <= timeline.seconds() && value >= 0.0, "{runs:?}");
            }
        }
    }
}
