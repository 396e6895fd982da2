//! Which programs a hunt makes, and who gets them.
//!
//! A compiler gets only programs without what it lacks. The distinct sets of lacks take turns over
//! the seeds, so that everybody gets programs with all it can take, and a program goes to all
//! compilers that can take it. Sizes take turns as well, and every second program is drawn with a
//! swarm configuration. A seed alone decides all of it: no randomness here.

use brinell_generate::config::{Config, ConfigError, ConfigOption, Value};
use brinell_generate::{GenerateError, Generator};
use brinell_lang::TargetName;
use brinell_toolchain::{Lack, Toolchain};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// Sizes of a hunt's programs in tokens, unless it is told otherwise. They are smaller than
/// Csmith's (a mean of 40,000 or so): the time of an optimising compiler grows faster than the size
/// of a program while most bugs need a few dozen tokens, so many small programs meet more
/// interactions in an hour; a start-up of some ten milliseconds makes those below 500 no cheaper;
/// and the longer ones are there for what needs room, as inlining, register pressure and frames.
pub const HUNT_SIZES: [u32; 9] = [500, 700, 1_000, 1_400, 2_000, 2_800, 4_000, 5_600, 8_000];

/// The name of the profile that changes nothing.
const DEFAULT_PROFILE: &str = "default";

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// There is nobody to test.
    #[error("there is no compiler to test")]
    NoCompiler,
    /// The options make no sense.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The generator refuses them.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

/// Which programs are made, and who gets them.
pub struct Plan {
    groups: Vec<Group>,
}

/// Programs of one kind.
struct Group {
    /// Indices of the compilers that get them.
    compilers: Vec<usize>,
    variants: Vec<Variant>,
}

/// One configuration; its generator is made when it is first needed.
struct Variant {
    config: Config,
    /// What follows the seed in the command that makes a program again.
    flags: String,
    profile: String,
    generator: OnceLock<Generator>,
}

/// What a seed is to be.
pub struct Assignment<'a> {
    /// The compilers that get it, by their indices.
    pub compilers: &'a [usize],
    /// Who makes it.
    pub generator: &'a Generator,
    /// The command that makes it again.
    pub command: String,
}

impl Plan {
    /// Plans for these compilers. The options start from `profile`; a size of 0 takes turns.
    pub fn new(profile: &str, size: u32, compilers: &[Toolchain]) -> Result<Self, PlanError> {
        if compilers.is_empty() {
            return Err(PlanError::NoCompiler);
        }
        let base = Config::profile(profile)?;
        let groups = kinds(compilers)
            .into_iter()
            .map(|(target, lacks)| {
                let fits = |tool: &Toolchain| tool.target == target && tool.lacks.is_subset(&lacks);
                let compilers = compilers.iter().enumerate().filter(|(_, tool)| fits(tool));
                let compilers = compilers.map(|(index, _)| index).collect();
                let variants = variants(profile, &base, size, target, &lacks)?;
                Ok(Group { compilers, variants })
            })
            .collect::<Result<_, PlanError>>()?;
        Ok(Self { groups })
    }

    /// What a seed is to be.
    pub fn assign(&self, seed: u64) -> Result<Assignment<'_>, PlanError> {
        let turns = self.groups.len() as u64;
        let group = &self.groups[(seed % turns) as usize];
        let variant = &group.variants[(seed / turns % group.variants.len() as u64) as usize];
        let generator = match variant.generator.get() {
            Some(generator) => generator,
            None => {
                let made = Generator::new(variant.config.clone())?.of_profile(&variant.profile);
                variant.generator.get_or_init(|| made)
            }
        };
        let command = format!("brinell generate --seed {seed}{}", variant.flags);
        Ok(Assignment { compilers: &group.compilers, generator, command })
    }
}

/// The kinds of programs: data models with sets of lacks. Where one would reach a single family
/// only, there is another without anything that anybody lacks, which all can take.
fn kinds(compilers: &[Toolchain]) -> Vec<(TargetName, BTreeSet<Lack>)> {
    let mut kinds = Vec::new();
    for target in TargetName::ALL {
        let here: Vec<_> = compilers.iter().filter(|tool| tool.target == target).collect();
        let mut sets: BTreeSet<BTreeSet<Lack>> =
            here.iter().map(|tool| tool.lacks.clone()).collect();
        let lonely = sets.iter().any(|lacks| {
            let takers = here.iter().filter(|tool| tool.lacks.is_subset(lacks));
            takers.map(|tool| &tool.family).collect::<BTreeSet<_>>().len() < 2
        });
        if lonely {
            sets.insert(sets.iter().flatten().copied().collect());
        }
        kinds.extend(sets.into_iter().map(|lacks| (target, lacks)));
    }
    kinds
}

/// Sizes, with and without swarm.
fn variants(
    profile: &str,
    base: &Config,
    size: u32,
    target: TargetName,
    lacks: &BTreeSet<Lack>,
) -> Result<Vec<Variant>, PlanError> {
    let sizes = match (size, base.size) {
        (0, 0) => HUNT_SIZES.to_vec(),
        (0, given) => vec![given],
        (asked, _) => vec![asked],
    };
    // A profile that somebody chose is what they want.
    let swarms: &[bool] =
        if profile == DEFAULT_PROFILE && !base.swarm { &[false, true] } else { &[base.swarm] };
    let mut variants = Vec::new();
    for &swarm in swarms {
        for &size in &sizes {
            let mut config = Config { target, size, swarm, ..base.clone() };
            for lack in lacks {
                let (name, value) = lack.setting();
                config.set(name, value)?;
                // A swarm would draw limits anew.
                if let Some(option) = ConfigOption::named(name) {
                    config.pin(option);
                }
            }
            config.validate()?;
            let flags = flags(profile, base, &config);
            let profile = profile.to_owned();
            variants.push(Variant { config, flags, profile, generator: OnceLock::new() });
        }
    }
    Ok(variants)
}

/// The flags of `brinell generate` for a configuration, each after a space, as that command itself
/// writes them.
fn flags(profile: &str, base: &Config, config: &Config) -> String {
    let mut flags = String::new();
    if profile != DEFAULT_PROFILE {
        let _ = write!(flags, " --profile {}", quoted(profile));
    }
    let changed = |option: &&ConfigOption| option.get(base) != option.get(config);
    for option in Config::OPTIONS.iter().filter(changed) {
        let name = option.name.replace('_', "-");
        let _ = match option.get(config) {
            Value::Switch(true) => write!(flags, " --{name}"),
            Value::Switch(false) => write!(flags, " --no-{name}"),
            value => write!(flags, " --{name} {value}"),
        };
    }
    flags
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./-+=,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
