//! The compilers and option sets that all contenders share.

use brinell_campaign::Pair;
use brinell_lang::TargetName;
use brinell_toolchain::{OptionSet, Toolchain};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Compilers that get all programs alike.
#[derive(Clone, Debug)]
pub struct CompilerField {
    /// The compilers.
    pub compilers: Vec<Toolchain>,
    /// Their pairs, cheap option sets first: what fails there fails for little.
    pub pairs: Vec<Pair>,
    /// The data model of all of them.
    pub target: TargetName,
}

/// A compiler as the log remembers it.
#[derive(Clone, Debug, Deserialize, Serialize, Eq, PartialEq)]
pub struct ComparedCompiler {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its option sets.
    pub options: Vec<String>,
}

/// Why compilers cannot be used for a comparison.
#[derive(Debug, thiserror::Error)]
pub enum FieldError {
    /// There is none.
    #[error("there is no compiler to test with")]
    None,
    /// There are several data models, and other generators write for one.
    #[error(
        "{first} and {other} have different data models: a comparison needs one; use --compilers \
         and --opts"
    )]
    Models {
        /// One.
        first: String,
        /// Another.
        other: String,
    },
    /// One image cannot be compared with anything.
    #[error("one compiler with one option set gives nothing to compare: add another")]
    One,
}

impl CompilerField {
    /// With these compilers. What one of them lacks, programs of ours leave out for all, so that all get
    /// the same programs, as with other generators.
    pub fn new(mut compilers: Vec<Toolchain>) -> Result<Self, FieldError> {
        compilers.retain(|tool| !tool.option_sets.is_empty());
        let first = compilers.first().ok_or(FieldError::None)?;
        let target = first.option_sets[0].target;
        let name = |tool: &Toolchain, set: &OptionSet| {
            format!("{} {}", tool.name, set.text()).trim_end().to_owned()
        };
        for tool in &compilers {
            if let Some(set) = tool.option_sets.iter().find(|set| set.target != target) {
                let first = name(first, &first.option_sets[0]);
                return Err(FieldError::Models { first, other: name(tool, set) });
            }
        }
        let sets = || compilers.iter().flat_map(|tool| &tool.option_sets);
        let lacks: BTreeSet<_> = sets().flat_map(|set| set.lacks.clone()).collect();
        let mut pairs = Vec::new();
        for (compiler, tool) in compilers.iter().enumerate() {
            pairs.extend((0..tool.option_sets.len()).map(|set| Pair { compiler, set }));
        }
        if pairs.len() < 2 {
            return Err(FieldError::One);
        }
        pairs.sort_by_key(|pair| (pair.set, pair.compiler));
        for set in compilers.iter_mut().flat_map(|tool| &mut tool.option_sets) {
            set.lacks.clone_from(&lacks);
        }
        Ok(Self { compilers, pairs, target })
    }

    /// The compilers as our plan of programs sees them: all alike in what they lack and how they differ,
    /// so that every program of ours goes to all. What a compiler really chooses stays in
    /// [`CompilerField::compilers`], for judging.
    pub fn alike(&self) -> Vec<Toolchain> {
        let mut alike = self.compilers.clone();
        let sets = || self.compilers.iter().flat_map(|tool| &tool.option_sets);
        let differs: BTreeSet<_> = sets().flat_map(|set| set.differs.clone()).collect();
        for set in alike.iter_mut().flat_map(|tool| &mut tool.option_sets) {
            set.differs.clone_from(&differs);
        }
        alike
    }

    /// The compiler and option set of a pair.
    pub fn of(&self, pair: Pair) -> (&Toolchain, &OptionSet) {
        let tool = &self.compilers[pair.compiler];
        (tool, &tool.option_sets[pair.set])
    }

    /// How many families there are: compilers that share code are one.
    pub fn families(&self) -> usize {
        self.compilers.iter().map(|tool| &tool.family).collect::<BTreeSet<_>>().len()
    }

    /// For the log and the report.
    pub fn lines(&self) -> Vec<ComparedCompiler> {
        let line = |tool: &Toolchain| ComparedCompiler {
            name: tool.name.clone(),
            version: tool.version.clone(),
            options: tool.option_sets.iter().map(OptionSet::text).collect(),
        };
        self.compilers.iter().map(line).collect()
    }
}
