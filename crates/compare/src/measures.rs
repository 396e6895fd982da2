//! The measures. Each is a row here: it is computed for each repetition, compared, and in
//! all outputs.

use crate::tally::RepetitionTally;

/// Which values are better.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Direction {
    /// Large ones.
    More,
    /// Small ones.
    Less,
}

/// How two contenders are set side by side.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Side {
    /// The mean of one divided by that of the other.
    Ratio,
    /// The mean of one minus that of the other: for counts that can be zero, and shares.
    Difference,
}

/// How a value is written.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum MeasureUnit {
    /// A number.
    Number,
    /// A share from 0 to 1, written in percent.
    Share,
    /// Seconds of CPU time.
    Seconds,
}

/// A measure.
pub struct Measure {
    /// Its name.
    pub name: &'static str,
    /// How it is written.
    pub unit: MeasureUnit,
    /// What is better.
    pub better: Direction,
    /// How it is compared.
    pub side: Side,
    /// Its value in one repetition; nothing if there was nothing to measure.
    pub of: fn(&RepetitionTally) -> Option<f64>,
}

use Direction::{Less, More};
use MeasureUnit::{Number, Seconds, Share};
use Side::{Difference, Ratio};

const fn row(
    name: &'static str,
    unit: MeasureUnit,
    better: Direction,
    side: Side,
    of: fn(&RepetitionTally) -> Option<f64>,
) -> Measure {
    Measure { name, unit, better, side, of }
}

/// All measures, in the order of tables. Programs are usable ones, a ktoken is 1000 tokens.
pub const MEASURES: &[Measure] = &[
    row("programs an hour", Number, More, Ratio, |t| t.an_hour(t.usable as f64)),
    row("tokens an hour", Number, More, Ratio, |t| t.an_hour(t.tokens as f64)),
    row("bytes of code an hour", Number, More, Ratio, |t| t.an_hour(t.code as f64)),
    row("usable programs", Share, More, Difference, |t| share(t.usable as f64, t.programs as f64)),
    row("CPU time of generating", Share, Less, Difference, |t| {
        share(t.cpu.generate, t.cpu.charged())
    }),
    row("findings an hour", Number, More, Difference, |t| t.an_hour(t.findings as f64)),
    row("distinct bugs", Number, More, Difference, |t| {
        (t.usable > 0).then_some(t.bugs_in_time() as f64)
    }),
    row("time to the first bug", Seconds, Less, Difference, |t| {
        (t.usable > 0).then(|| t.first_bug().time)
    }),
    row("gcc: work / ktoken", Number, More, Ratio, |t| {
        t.looks.all_for_a_thousand_tokens(&t.looks.gcc)
    }),
    row("gcc: kinds of work", Number, More, Ratio, |t| looked(t.looks.gcc.len())),
    row("gcc: match.pd patterns", Number, More, Ratio, |t| looked(t.looks.patterns.len())),
    row("clang: done / ktoken", Number, More, Ratio, |t| {
        t.looks.all_for_a_thousand_tokens(&t.looks.passed)
    }),
    row("clang: missed / ktoken", Number, More, Ratio, |t| {
        t.looks.all_for_a_thousand_tokens(&t.looks.missed)
    }),
    row("clang: passes at work", Number, More, Ratio, |t| looked(t.looks.passed.len())),
    row("faults met", Number, More, Difference, |t| planted(t, t.looks.met.len())),
    row("faults shown", Number, More, Difference, |t| planted(t, t.looks.shown.len())),
    row("sensitivity", Share, More, Difference, |t| {
        let all = &t.looks.sensitivity.all;
        share(all.shown as f64, all.faults as f64)
    }),
];

fn share(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// A count of what is seen at closer looks only. No program leaves an optimiser without anything to do:
/// zero is a compiler that was not there.
fn looked(count: usize) -> Option<f64> {
    (count > 0).then_some(count as f64)
}

/// A count of planted faults.
fn planted(tally: &RepetitionTally, count: usize) -> Option<f64> {
    (tally.looks.fault_cpu > 0.0).then_some(count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A row of the terminal's table has 100 columns.
    const LONGEST_NAME: usize = 22;

    #[test]
    fn names_are_different_and_nothing_is_measured_of_nothing() {
        let names: BTreeSet<_> = MEASURES.iter().map(|measure| measure.name).collect();
        assert_eq!(names.len(), MEASURES.len());
        for measure in MEASURES {
            assert!(measure.name.chars().count() <= LONGEST_NAME, "{}", measure.name);
            assert_eq!((measure.of)(&RepetitionTally::default()), None, "{}", measure.name);
        }
    }
}
