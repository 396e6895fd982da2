//! The results of a comparison: every measure of every contender, and what can be said about each pair.

use crate::log::{CompareLog, LogHeader};
use crate::measures::{Direction, MEASURES, Measure, Side};
use crate::record::ProgramBatch;
use crate::statistics::{
    ConfidenceInterval, Survival, bootstrap, holm, mann_whitney, mean, vargha_delaney,
};
use crate::tally::{RepetitionTally, tallies};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is too unlikely to be chance.
pub const SIGNIFICANT: f64 = 0.05;

/// Everything about a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// What was run.
    pub header: LogHeader,
    /// Whether everything that was asked for was done.
    pub complete: bool,
    /// The contenders, in their order.
    pub contenders: Vec<ContenderResult>,
    /// One contender, the first unless another was chosen, against each of the others.
    pub pairs: Vec<PairResult>,
    /// All bugs.
    pub bugs: Vec<BugLine>,
    /// All fault rules that were met.
    pub faults: Vec<FaultLine>,
    /// The batches, for plots.
    #[serde(skip)]
    pub batches: Vec<ProgramBatch>,
}

/// One contender.
#[derive(Clone, Debug, Serialize)]
pub struct ContenderResult {
    /// Its name.
    pub label: String,
    /// All repetitions together.
    pub total: RepetitionTally,
    /// Each measure in each repetition that everybody has done.
    pub measures: BTreeMap<&'static str, Vec<f64>>,
    /// The time to the first bug.
    pub first_bug: Survival,
    /// Its repetitions.
    #[serde(skip)]
    pub repetitions: Vec<RepetitionTally>,
}

/// Two contenders.
#[derive(Clone, Debug, Serialize)]
pub struct PairResult {
    /// The one that is spoken about.
    pub one: String,
    /// The one that it is compared with.
    pub other: String,
    /// Measure by measure.
    pub rows: Vec<MeasureResult>,
}

/// What can be said.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeenDifference {
    /// The one is better.
    Better,
    /// The one is worse.
    Worse,
    /// Nothing.
    #[serde(rename = "no-difference-seen")]
    NoneSeen,
    /// Too few repetitions were measured for anything to be said.
    NotMeasured,
}

impl SeenDifference {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NoneSeen => "no difference seen",
            Self::NotMeasured => "not measured",
        }
    }
}

/// One measure of two contenders.
#[derive(Clone, Debug, Serialize)]
pub struct MeasureResult {
    /// The measure.
    pub measure: &'static str,
    /// The mean of the one.
    pub one: Option<f64>,
    /// The mean of the other.
    pub other: Option<f64>,
    /// The ratio or the difference of the means.
    pub effect: Option<f64>,
    /// Whether it is a ratio.
    pub is_ratio: bool,
    /// The bootstrap interval of the effect.
    pub interval: Option<ConfidenceInterval>,
    /// Vargha and Delaney's A, and its interval.
    pub a12: f64,
    /// Its bootstrap interval.
    pub a12_interval: Option<ConfidenceInterval>,
    /// The p-value of Mann and Whitney's test.
    pub p: f64,
    /// The same, corrected for all measures of this pair.
    pub corrected_p: f64,
    /// What can be said about the one.
    pub difference: SeenDifference,
}

/// A bug, and which contenders found it.
#[derive(Clone, Debug, Serialize)]
pub struct BugLine {
    /// Its key.
    pub key: String,
    /// For each contender, in how many repetitions it was met, and the mean CPU seconds until then.
    pub met: Vec<(usize, Option<f64>)>,
}

/// A fault rule, and which contenders met it and showed it.
#[derive(Clone, Debug, Serialize)]
pub struct FaultLine {
    /// Its name.
    pub rule: String,
    /// For each contender.
    pub by: Vec<FaultCount>,
}

/// What one contender made of a fault rule.
#[derive(Copy, Clone, Debug, Default, Serialize)]
pub struct FaultCount {
    /// In how many repetitions it was met.
    pub met: usize,
    /// In how many it showed.
    pub shown: usize,
    /// The median of the CPU seconds until it showed first, over all repetitions; nothing if it
    /// showed in less than half of them.
    pub seconds: Option<f64>,
}

impl Results {
    /// Works out a log. The contender of an index is set against each of the others.
    pub fn of(log: CompareLog, base: usize) -> Self {
        let CompareLog { header, batches } = log;
        let budget = header.cpu_seconds;
        let all = tallies(header.contenders.len(), header.repetitions, budget, &batches);
        let complete = all.iter().flatten().all(RepetitionTally::is_done);
        // One that was stopped half way counts less than a whole one, and not of everybody the same.
        let is_whole = |repetition: usize| all.iter().all(|row| row[repetition].is_done());
        let whole = (0..header.repetitions).take_while(|one| is_whole(*one)).count();
        let contenders: Vec<ContenderResult> = header
            .contenders
            .iter()
            .zip(all)
            .map(|(entrant, repetitions)| ContenderResult::of(&entrant.label, repetitions, whole))
            .collect();
        let others = contenders.iter().enumerate().filter(|(index, _)| *index != base);
        let pairs = contenders.get(base).map_or_else(Vec::new, |one| {
            others.map(|(_, other)| PairResult::of(one, other)).collect()
        });
        let bugs = bugs(&contenders);
        let faults = faults(&contenders);
        Self { header, complete, contenders, pairs, bugs, faults, batches }
    }
}

impl ContenderResult {
    /// `whole` repetitions were done by everybody; measures are of these, if there are any.
    fn of(label: &str, mut repetitions: Vec<RepetitionTally>, whole: usize) -> Self {
        // Those that were not begun say nothing.
        repetitions.retain(|tally| tally.programs > 0);
        let measured = repetitions.get(..whole).filter(|_| whole > 0).unwrap_or(&repetitions);
        let values = |measure: &Measure| measured.iter().filter_map(measure.of).collect();
        let measures = MEASURES.iter().map(|measure| (measure.name, values(measure))).collect();
        let lifetimes: Vec<_> = measured.iter().map(RepetitionTally::first_bug).collect();
        Self {
            label: label.to_owned(),
            total: RepetitionTally::sum(&repetitions),
            measures,
            first_bug: Survival::of(&lifetimes),
            repetitions,
        }
    }

    /// The values of a measure.
    pub fn values(&self, measure: &Measure) -> &[f64] {
        self.measures.get(measure.name).map_or(&[], Vec::as_slice)
    }
}

impl PairResult {
    fn of(one: &ContenderResult, other: &ContenderResult) -> Self {
        let mut rows: Vec<MeasureResult> = MEASURES
            .iter()
            .map(|measure| MeasureResult::of(measure, one.values(measure), other.values(measure)))
            .collect();
        let measured: Vec<f64> =
            rows.iter().filter(|row| row.is_measured()).map(|row| row.p).collect();
        let mut corrected = holm(&measured).into_iter();
        for (row, measure) in rows.iter_mut().zip(MEASURES) {
            if row.is_measured() {
                row.corrected_p = corrected.next().unwrap_or(1.0);
            }
            row.difference = row.decide(measure.better);
        }
        Self { one: one.label.clone(), other: other.label.clone(), rows }
    }
}

impl MeasureResult {
    fn of(measure: &Measure, one: &[f64], other: &[f64]) -> Self {
        let is_ratio = measure.side == Side::Ratio;
        let effect = |a: &[f64], b: &[f64]| {
            let (a, b) = (mean(a)?, mean(b)?);
            let effect = if is_ratio { a / b } else { a - b };
            effect.is_finite().then_some(effect)
        };
        let a12 = |a: &[f64], b: &[f64]| Some(vargha_delaney(a, b));
        Self {
            measure: measure.name,
            one: mean(one),
            other: mean(other),
            effect: effect(one, other),
            is_ratio,
            interval: bootstrap(one, other, &effect),
            a12: vargha_delaney(one, other),
            a12_interval: bootstrap(one, other, &a12),
            p: mann_whitney(one, other),
            corrected_p: 1.0,
            difference: SeenDifference::NotMeasured,
        }
    }

    fn is_measured(&self) -> bool {
        self.interval.is_some()
    }

    /// Better and worse only where the interval says so, and chance is ruled out.
    fn decide(&self, better: Direction) -> SeenDifference {
        let Some(interval) = self.interval else { return SeenDifference::NotMeasured };
        let none = if self.is_ratio { 1.0 } else { 0.0 };
        if interval.contains(none) || self.corrected_p >= SIGNIFICANT {
            return SeenDifference::NoneSeen;
        }
        let more = interval.low > none;
        if more == (better == Direction::More) {
            SeenDifference::Better
        } else {
            SeenDifference::Worse
        }
    }
}

fn bugs(contenders: &[ContenderResult]) -> Vec<BugLine> {
    let mut lines: BTreeMap<&String, Vec<(usize, Option<f64>)>> = BTreeMap::new();
    for (index, contender) in contenders.iter().enumerate() {
        let mut times: BTreeMap<&String, Vec<f64>> = BTreeMap::new();
        for (key, time) in contender.repetitions.iter().flat_map(|tally| &tally.bugs) {
            times.entry(key).or_default().push(*time);
        }
        for (key, times) in times {
            let line = lines.entry(key).or_insert_with(|| vec![(0, None); contenders.len()]);
            line[index] = (times.len(), mean(&times));
        }
    }
    lines.into_iter().map(|(key, met)| BugLine { key: key.clone(), met }).collect()
}

fn faults(contenders: &[ContenderResult]) -> Vec<FaultLine> {
    use crate::statistics::Lifetime;
    let looks = |contender: &ContenderResult| {
        contender.repetitions.iter().map(|tally| tally.looks.clone()).collect::<Vec<_>>()
    };
    let all: Vec<_> = contenders.iter().map(looks).collect();
    let rules: std::collections::BTreeSet<&String> =
        all.iter().flatten().flat_map(|looks| looks.met.keys()).collect();
    let count = |rule: &String, looks: &[crate::tally::Looks]| {
        let lifetimes: Vec<Lifetime> = looks
            .iter()
            .map(|one| match one.shown.get(rule) {
                Some(&time) => Lifetime { time, happened: true },
                None => Lifetime { time: one.fault_cpu, happened: false },
            })
            .collect();
        FaultCount {
            met: looks.iter().filter(|one| one.met.contains_key(rule)).count(),
            shown: looks.iter().filter(|one| one.shown.contains_key(rule)).count(),
            seconds: Survival::of(&lifetimes).median(),
        }
    };
    let line = |rule: &String| FaultLine {
        rule: rule.clone(),
        by: all.iter().map(|looks| count(rule, looks)).collect(),
    };
    rules.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Entrant;
    use crate::record::{CpuSeconds, TestedProgram};

    fn batch(contender: usize, repetition: usize, seconds: f64) -> ProgramBatch {
        let cpu = CpuSeconds { compile: seconds, ..CpuSeconds::default() };
        let program = TestedProgram { tokens: 10, cpu, ..TestedProgram::default() };
        ProgramBatch { contender, repetition, programs: vec![program] }
    }

    #[test]
    fn measures_are_of_repetitions_that_everybody_has_done() {
        let entrant = |label: &str| Entrant {
            label: label.to_owned(),
            asked: String::new(),
            what: String::new(),
            version: String::new(),
        };
        let header = LogHeader {
            schema: crate::log::SCHEMA,
            brinell: String::new(),
            command: String::new(),
            contenders: vec![entrant("a"), entrant("b")],
            compilers: Vec::new(),
            cpu_seconds: 4.0,
            repetitions: 3,
            slice_seconds: 1.0,
            first_seed: 1,
            sample_share: 0.0,
            samplers: Vec::new(),
        };
        let mut batches = vec![batch(0, 0, 1.0), batch(1, 0, 5.0)];
        let results = |batches: &[ProgramBatch], base: usize| {
            let (header, batches) = (header.clone(), batches.to_vec());
            Results::of(CompareLog { header, batches }, base)
        };
        // No contender has completed one: better a first look than none.
        assert_eq!(results(&batches, 0).contenders[0].measures["programs an hour"], [3600.0]);
        batches.extend([batch(0, 0, 4.0), batch(0, 1, 4.0), batch(1, 1, 2.0)]);
        let results = results(&batches, 1);
        assert!(!results.complete);
        assert_eq!(results.contenders[0].measures["programs an hour"], [1440.0]);
        assert_eq!(results.contenders[0].total.programs, 3);
        let pair = &results.pairs[0];
        assert_eq!((pair.one.as_str(), pair.other.as_str(), results.pairs.len()), ("b", "a", 1));
    }
}
