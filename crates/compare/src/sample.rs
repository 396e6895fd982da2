//! A closer look at some programs: what optimisers do with them, which planted faults they meet and
//! show, and how sensitive their output is to wrong values. Each kind of look is a file in `sample/`.
//!
//! Compilers that report what they do take several times as long, so only a sample is examined, with
//! a separate share of CPU time that no contender is charged for.

mod clang;
mod faults;
mod gcc;
mod sensitivity;

use crate::make::MadeProgram;
use brinell_judge::Expected;
use brinell_sensitivity::FaultTally;
use brinell_toolchain::{ProcessLimits, Toolchain};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

/// What is printed about a large program at most: remarks of clang have source lines with them.
const MUCH_OUTPUT: usize = 256 << 20;

/// What was seen at a closer look. Counters are for one compiler of each family.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
pub struct ProgramSample {
    /// The CPU seconds that the look took.
    pub cpu: f64,
    /// gcc's counters: what its passes say they did, by pass and words.
    #[serde(default)]
    pub gcc: BTreeMap<String, u64>,
    /// The lines of `match.pd` whose patterns gcc applied.
    #[serde(default)]
    pub patterns: BTreeSet<u32>,
    /// clang's remarks on what was done, by pass.
    #[serde(default)]
    pub passed: BTreeMap<String, u64>,
    /// clang's remarks on what was tried and could not be done, by pass.
    #[serde(default)]
    pub missed: BTreeMap<String, u64>,
    /// Planted faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<FaultLook>,
    /// The results of faults injected by the machine into values of a Brinell program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<FaultTally>,
}

/// Faults that were planted into the assembly of one compiler.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
pub struct FaultLook {
    /// CPU seconds that a test of this program with this compiler takes: generate, compile, run.
    pub cpu: f64,
    /// Rules that fit somewhere, those left out that had shown before.
    pub met: Vec<String>,
    /// Those that changed what the program does.
    pub shown: Vec<String>,
}

/// The compilers for closer looks.
#[derive(Clone, Debug)]
pub struct Sampler {
    gcc: Option<Toolchain>,
    clang: Option<Toolchain>,
    /// Whether faults are planted: their rules are about this processor.
    plants: bool,
}

impl Sampler {
    /// With the newest gcc and clang among these compilers. Without any, only the machine looks.
    pub fn of(compilers: &[Toolchain]) -> Self {
        let newest = |family: &str| {
            let number = |tool: &&Toolchain| {
                let last = tool.name.rsplit('-').next();
                last.and_then(|number| number.parse::<u32>().ok()).unwrap_or(0)
            };
            let native = |tool: &&Toolchain| tool.family == family && tool.runner.is_empty();
            let mut tool = compilers.iter().filter(native).max_by_key(number)?.clone();
            tool.compile_limits = ProcessLimits { output: MUCH_OUTPUT, ..tool.compile_limits };
            Some(tool)
        };
        let (gcc, clang) = (newest("gcc"), newest("clang"));
        let plants = cfg!(target_arch = "x86_64")
            && gcc.as_ref().is_some_and(|tool| !tool.cross && tool.command.len() == 1);
        Self { gcc, clang, plants }
    }

    /// The compilers that look, for the report.
    pub fn names(&self) -> Vec<String> {
        self.gcc.iter().chain(&self.clang).map(|tool| tool.name.clone()).collect()
    }

    /// Looks at a program that must do this, compiled with these options besides `-O2`. `shown` are
    /// fault rules that need not be planted any more.
    pub fn look(
        &self,
        case: &SampleCase<'_>,
        shown: &BTreeMap<String, f64>,
    ) -> io::Result<ProgramSample> {
        let mut sample = ProgramSample::default();
        let SampleCase { program, flags, .. } = case;
        let files = &program.files;
        let sources = case.sources();
        if let Some(tool) = &self.gcc {
            gcc::count(tool, files, &sources, flags, &mut sample)?;
        }
        if let Some(tool) = &self.clang {
            clang::count(tool, files, &sources, flags, &mut sample)?;
        }
        if let Some(tool) = self.gcc.as_ref().filter(|_| self.plants) {
            faults::plant(tool, case, shown, &mut sample)?;
        }
        if let Some(tree) = &program.tree {
            sensitivity::inject(tree, case.seed, &mut sample);
        }
        Ok(sample)
    }
}

/// A program to be examined.
pub struct SampleCase<'a> {
    /// Its number.
    pub seed: u64,
    /// The program.
    pub program: &'a MadeProgram,
    /// The options that it needs.
    pub flags: &'a [String],
    /// What it must do.
    pub expected: &'a Expected,
    /// The CPU seconds that it took to make it.
    pub generate: f64,
}

impl SampleCase<'_> {
    /// Its C files; libraries are for linking only.
    fn sources(&self) -> Vec<PathBuf> {
        let is_source = |name: &&PathBuf| name.extension().is_some_and(|e| e == "c");
        self.program.files.sources.iter().filter(is_source).cloned().collect()
    }
}

/// `-O2` and more.
fn optimised(flags: &[String], more: &[&str]) -> Vec<String> {
    let more = more.iter().map(|&word| word.to_owned());
    std::iter::once("-O2".to_owned()).chain(flags.iter().cloned()).chain(more).collect()
}
