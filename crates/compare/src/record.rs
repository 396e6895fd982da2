//! What is recorded about a program. All measures are computed from these, so a comparison can
//! be continued, and looked at again, from its log.

use crate::sample::ProgramSample;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// CPU seconds by part.
#[derive(Copy, Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
pub struct CpuSeconds {
    /// Making the program, our machine included where the generator is ours.
    pub generate: f64,
    /// All compilers with all option sets.
    pub compile: f64,
    /// All images.
    pub run: f64,
    /// Doing again what is suspicious, and asking the machine about programs of others. It is not
    /// counted against the budget.
    pub judge: f64,
}

impl CpuSeconds {
    /// What counts against the budget.
    pub fn charged(&self) -> f64 {
        self.generate + self.compile + self.run
    }

    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.generate += other.generate;
        self.compile += other.compile;
        self.run += other.run;
        self.judge += other.judge;
    }
}

/// A program that was tested.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
pub struct TestedProgram {
    /// Its number.
    pub seed: u64,
    /// Tokens of its random part.
    pub tokens: u64,
    /// Bytes of machine code in all its images.
    pub code: u64,
    /// What it took.
    pub cpu: CpuSeconds,
    /// Why it could not be used, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
    /// How often there was which verdict.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<String, u32>,
    /// The keys of what is a compiler's fault, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bugs: Vec<String>,
    /// A closer look, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<ProgramSample>,
}

/// Some programs of one contender in a row.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct ProgramBatch {
    /// The contender, by its index.
    pub contender: usize,
    /// The repetition, from 0.
    pub repetition: usize,
    /// The programs.
    pub programs: Vec<TestedProgram>,
}
