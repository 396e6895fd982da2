//! Time to an event that may not come: Kaplan and Meier's estimate (1958).

use serde::Serialize;

/// How long something was watched, and whether it happened then.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Lifetime {
    /// The time until it happened, or until observation ended.
    pub time: f64,
    /// Whether it happened.
    pub happened: bool,
}

/// The share for which it has not happened, over time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Survival {
    /// Times at which it happened, and the share for which it has not happened after each.
    pub steps: Vec<(f64, f64)>,
    /// The end of observation.
    pub end: f64,
}

impl Survival {
    /// Estimates.
    pub fn of(lifetimes: &[Lifetime]) -> Self {
        let mut sorted = lifetimes.to_vec();
        sorted.sort_by(|a, b| a.time.total_cmp(&b.time));
        let mut steps: Vec<(f64, f64)> = Vec::new();
        let mut share = 1.0;
        for group in sorted.chunk_by(|a, b| a.time == b.time) {
            let at_risk = sorted.iter().filter(|one| one.time >= group[0].time).count();
            let happened = group.iter().filter(|one| one.happened).count();
            if happened > 0 {
                share *= 1.0 - happened as f64 / at_risk as f64;
                steps.push((group[0].time, share));
            }
        }
        Self { steps, end: sorted.last().map_or(0.0, |last| last.time) }
    }

    /// The time by which it has happened to half; `None` if observation was too short.
    pub fn median(&self) -> Option<f64> {
        self.steps.iter().find(|(_, share)| *share <= 0.5).map(|(time, _)| *time)
    }

    /// The share for which it has not happened by then.
    pub fn at(&self, time: f64) -> f64 {
        let before = self.steps.iter().take_while(|(step, _)| *step <= time);
        before.last().map_or(1.0, |(_, share)| *share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Freireich and others (1963), remission of leukaemia under 6-mercaptopurine, weeks; the estimates
    /// are those of Cox and Oakes (1984), table 1.1, and everybody's since.
    #[test]
    fn the_leukaemia_data() {
        let happened = [6, 6, 6, 7, 10, 13, 16, 22, 23];
        let watched = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
        let of = |happened| move |time: i32| Lifetime { time: time.into(), happened };
        let all: Vec<_> =
            happened.map(of(true)).into_iter().chain(watched.map(of(false))).collect();
        let survival = Survival::of(&all);
        let published = [
            (6, 0.857),
            (7, 0.807),
            (10, 0.753),
            (13, 0.690),
            (16, 0.627),
            (22, 0.538),
            (23, 0.448),
        ];
        assert_eq!(survival.steps.len(), published.len());
        for (time, share) in published {
            assert!((survival.at(time.into()) - share).abs() < 5e-4, "{time}");
        }
        assert_eq!((survival.median(), survival.end), (Some(23.0), 35.0));
        assert_eq!(survival.at(5.9), 1.0);
    }

    #[test]
    fn what_never_happens_has_no_median() {
        let never = Lifetime { time: 3.0, happened: false };
        assert_eq!(Survival::of(&[never; 4]).median(), None);
        assert_eq!(Survival::of(&[]), Survival::default());
    }
}
