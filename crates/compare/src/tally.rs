//! What a contender did in one repetition, added up from the log.

use crate::record::{CpuSeconds, ProgramBatch, TestedProgram};
use crate::statistics::Lifetime;
use brinell_sensitivity::FaultTally;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A contender that makes nothing so often in a row will not make anything in this repetition.
const HOPELESS: u64 = 200;

/// One repetition of one contender.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RepetitionTally {
    /// The CPU seconds that it is given. The last program may take it beyond that.
    pub budget: f64,
    /// Programs that were asked for.
    pub programs: u64,
    /// How many of the last ones failed, one after the other: the generator failed.
    pub nothing_in_a_row: u64,
    /// Those that could be used.
    pub usable: u64,
    /// Why the others could not.
    pub reasons: BTreeMap<String, u64>,
    /// Tokens of the usable ones.
    pub tokens: u64,
    /// Bytes of machine code in all images of the usable ones.
    pub code: u64,
    /// CPU seconds.
    pub cpu: CpuSeconds,
    /// How often there was which verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Programs with a compiler's fault.
    pub findings: u64,
    /// Bugs by their keys, with the CPU seconds until each was met first.
    pub bugs: BTreeMap<String, f64>,
    /// Closer looks.
    pub looks: Looks,
}

/// Closer looks, added up.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Looks {
    /// Programs that were examined.
    pub programs: u64,
    /// Their tokens.
    pub tokens: u64,
    /// CPU seconds of looking.
    pub cpu: f64,
    /// gcc's counters.
    pub gcc: BTreeMap<String, u64>,
    /// Lines of `match.pd`.
    pub patterns: BTreeSet<u32>,
    /// clang's remarks on what was done.
    pub passed: BTreeMap<String, u64>,
    /// clang's remarks on what was not.
    pub missed: BTreeMap<String, u64>,
    /// Fault rules, with the CPU seconds until each was met first.
    pub met: BTreeMap<String, f64>,
    /// Those that showed, with the CPU seconds until then.
    pub shown: BTreeMap<String, f64>,
    /// CPU seconds that a test of these programs with one compiler takes: the clock of faults.
    pub fault_cpu: f64,
    /// Faults that the machine injected into values.
    pub sensitivity: FaultTally,
}

impl RepetitionTally {
    /// Adds a program.
    pub fn add(&mut self, tested: &TestedProgram) {
        self.programs += 1;
        // A program without tokens was not made.
        self.nothing_in_a_row = if tested.tokens == 0 { self.nothing_in_a_row + 1 } else { 0 };
        self.cpu.add(&tested.cpu);
        for (verdict, times) in &tested.verdicts {
            *self.verdicts.entry(verdict.clone()).or_default() += u64::from(*times);
        }
        if let Some(why) = &tested.unusable {
            *self.reasons.entry(why.clone()).or_default() += 1;
        } else {
            self.usable += 1;
            self.tokens += tested.tokens;
            self.code += tested.code;
        }
        self.findings += u64::from(!tested.bugs.is_empty());
        let now = self.cpu.charged();
        for key in &tested.bugs {
            self.bugs.entry(key.clone()).or_insert(now);
        }
        self.looks.add(tested);
    }

    /// Whether the budget is used up, or there is no hope that it ever will be used for anything.
    pub fn is_done(&self) -> bool {
        self.cpu.charged() >= self.budget || self.nothing_in_a_row >= HOPELESS
    }

    /// Several repetitions together. Times to something are the earliest.
    pub fn sum(all: &[Self]) -> Self {
        let mut sum = Self::default();
        for one in all {
            sum.budget += one.budget;
            sum.programs += one.programs;
            sum.usable += one.usable;
            sum.tokens += one.tokens;
            sum.code += one.code;
            sum.findings += one.findings;
            sum.cpu.add(&one.cpu);
            add_counts(&mut sum.reasons, &one.reasons);
            add_counts(&mut sum.verdicts, &one.verdicts);
            earliest(&mut sum.bugs, &one.bugs);
            let (to, from) = (&mut sum.looks, &one.looks);
            to.programs += from.programs;
            to.tokens += from.tokens;
            to.cpu += from.cpu;
            to.fault_cpu += from.fault_cpu;
            to.patterns.extend(&from.patterns);
            add_counts(&mut to.gcc, &from.gcc);
            add_counts(&mut to.passed, &from.passed);
            add_counts(&mut to.missed, &from.missed);
            earliest(&mut to.met, &from.met);
            earliest(&mut to.shown, &from.shown);
            to.sensitivity.merge(&from.sensitivity);
        }
        sum
    }

    /// The time until the first bug, or the budget: who uses more for the last program has not waited
    /// longer in vain, and what that program finds comes too late.
    pub fn first_bug(&self) -> Lifetime {
        let first = self.bugs.values().copied().fold(f64::INFINITY, f64::min);
        let happened = first <= self.budget;
        Lifetime { time: if happened { first } else { self.budget }, happened }
    }

    /// Distinct bugs that were met within the budget.
    pub fn bugs_in_time(&self) -> usize {
        self.bugs.values().filter(|time| **time <= self.budget).count()
    }

    /// Something an hour of CPU time.
    pub fn an_hour(&self, amount: f64) -> Option<f64> {
        let hours = self.cpu.charged() / 3600.0;
        (hours > 0.0).then(|| amount / hours)
    }
}

impl Looks {
    fn add(&mut self, tested: &TestedProgram) {
        let Some(sample) = &tested.sample else { return };
        self.programs += 1;
        self.tokens += tested.tokens;
        self.cpu += sample.cpu;
        self.patterns.extend(&sample.patterns);
        add_counts(&mut self.gcc, &sample.gcc);
        add_counts(&mut self.passed, &sample.passed);
        add_counts(&mut self.missed, &sample.missed);
        if let Some(injected) = &sample.sensitivity {
            self.sensitivity.merge(injected);
        }
        if let Some(faults) = &sample.faults {
            self.fault_cpu += faults.cpu;
            for (names, first) in [(&faults.met, &mut self.met), (&faults.shown, &mut self.shown)] {
                for name in names {
                    first.entry(name.clone()).or_insert(self.fault_cpu);
                }
            }
        }
    }

    /// Something for a thousand tokens.
    pub fn a_thousand_tokens(&self, amount: u64) -> Option<f64> {
        (self.tokens > 0).then(|| amount as f64 * 1000.0 / self.tokens as f64)
    }

    /// All counts of a table together, for a thousand tokens. `None` if nothing was counted.
    pub fn all_for_a_thousand_tokens(&self, counts: &BTreeMap<String, u64>) -> Option<f64> {
        let amount = (!counts.is_empty()).then(|| counts.values().sum())?;
        self.a_thousand_tokens(amount)
    }
}

fn add_counts(to: &mut BTreeMap<String, u64>, from: &BTreeMap<String, u64>) {
    for (name, times) in from {
        *to.entry(name.clone()).or_default() += times;
    }
}

fn earliest(to: &mut BTreeMap<String, f64>, from: &BTreeMap<String, f64>) {
    for (name, time) in from {
        let first = to.entry(name.clone()).or_insert(*time);
        *first = first.min(*time);
    }
}

/// All repetitions, by contender; each has a budget of CPU seconds.
pub fn tallies(
    contenders: usize,
    repetitions: usize,
    budget: f64,
    batches: &[ProgramBatch],
) -> Vec<Vec<RepetitionTally>> {
    let empty = RepetitionTally { budget, ..RepetitionTally::default() };
    let mut all = vec![vec![empty; repetitions]; contenders];
    for batch in batches {
        let row = all.get_mut(batch.contender);
        if let Some(tally) = row.and_then(|row| row.get_mut(batch.repetition)) {
            batch.programs.iter().for_each(|tested| tally.add(tested));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tested(seconds: f64, bugs: &[&str]) -> TestedProgram {
        TestedProgram {
            tokens: 1,
            cpu: CpuSeconds { compile: seconds, ..CpuSeconds::default() },
            bugs: bugs.iter().map(|&key| key.to_owned()).collect(),
            ..TestedProgram::default()
        }
    }

    /// A program that takes a repetition far beyond its budget must make no difference to what is
    /// measured in seconds or counted.
    #[test]
    fn what_comes_after_the_budget_does_not_count() {
        let programs = [tested(4.0, &["a"]), tested(4.0, &["a", "b"]), tested(30.0, &["c"])];
        let batch = ProgramBatch { contender: 0, repetition: 0, programs: programs.to_vec() };
        let tally = &tallies(1, 1, 10.0, &[batch])[0][0];
        assert!(tally.is_done());
        assert_eq!((tally.bugs_in_time(), tally.bugs.len()), (2, 3));
        assert_eq!(tally.first_bug(), Lifetime { time: 4.0, happened: true });
        let late =
            ProgramBatch { contender: 0, repetition: 0, programs: vec![tested(30.0, &["c"])] };
        let tally = &tallies(1, 1, 10.0, &[late])[0][0];
        assert_eq!(tally.first_bug(), Lifetime { time: 10.0, happened: false });
    }
}
