//! The numbers of a hunt.

use crate::cpu::CpuSplit;
use brinell_judge::VerdictKind;
use serde::Serialize;

/// How often a compiler with some options got a verdict.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct VerdictCount {
    /// The compiler.
    pub compiler: String,
    /// The options, in one line.
    pub options: String,
    /// The verdict.
    pub verdict: VerdictKind,
    /// How often.
    pub count: u64,
}

/// The numbers of a run, or of all runs in a directory.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct HuntSummary {
    /// Programs that were given to compilers.
    pub programs: u64,
    /// Seeds that gave no acceptable program.
    pub hopeless: u64,
    /// Seeds that showed a bug of ours.
    pub our_bugs: u64,
    /// Tokens of all programs.
    pub tokens: u64,
    /// Verdicts, by compiler, options and verdict.
    pub counts: Vec<VerdictCount>,
    /// Where CPU time went.
    pub cpu: CpuSplit,
}

impl HuntSummary {
    /// How often a verdict was given, by any compiler.
    pub fn verdicts(&self, verdict: VerdictKind) -> u64 {
        self.counts.iter().filter(|count| count.verdict == verdict).map(|count| count.count).sum()
    }
}
