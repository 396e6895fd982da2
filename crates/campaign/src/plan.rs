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
    /// Plans for these compilers. The options start from `profile`. Sizes take turns; without any,
    /// the profile's or a hunt's own.
    pub fn new(profile: &str, sizes: &[u32], compilers: &[Toolchain]) -> Result<Self, PlanError> {
        if compilers.is_empty() {
            return Err(PlanError::NoCompiler);
        }
        let base = Config::profile(profile)?;
        let sizes = match (sizes, base.size) {
            ([], 0) => &HUNT_SIZES,
            ([], _) => std::slice::from_ref(&base.size),
            (asked, _) => asked,
        };
        let groups = kinds(compilers)
            .into_iter()
            .map(|(target, lacks)| {
                let fits = |tool: &Toolchain| tool.target == target && tool.lacks.is_subset(&lacks);
                let compilers = compilers.iter().enumerate().filter(|(_, tool)| fits(tool));
                let compilers = compilers.map(|(index, _)| index).collect();
                let variants = variants(profile, &base, sizes, target, &lacks)?;
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
        let generator = if let Some(generator) = variant.generator.get() {
            generator
        } else {
            // A program that breaks a rule of the language would be refused rightly.
            let made =
                Generator::new(variant.config.clone())?.of_profile(&variant.profile).checked(true);
            variant.generator.get_or_init(|| made)
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
    sizes: &[u32],
    target: TargetName,
    lacks: &BTreeSet<Lack>,
) -> Result<Vec<Variant>, PlanError> {
    // A profile that somebody chose is what they want.
    let swarms: &[bool] =
        if profile == DEFAULT_PROFILE && !base.swarm { &[false, true] } else { &[base.swarm] };
    let mut variants = Vec::new();
    for &swarm in swarms {
        for &size in sizes {
            let mut config = Config { target, size, swarm, ..base.clone() };
            if profile == DEFAULT_PROFILE {
                // Compilers are to spend their time on the program. Nobody asks a program of a hunt
                // how far it is; without the two, taking its values into the checksum is half of the work.
                config.progress = false;
                config.noinline_checksum = true;
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(name: &str, lacks: &[Lack]) -> Toolchain {
        Toolchain {
            name: name.to_owned(),
            family: name.to_owned(),
            version: String::new(),
            command: vec![name.to_owned()],
            env: Vec::new(),
            option_sets: vec![Vec::new()],
            runner: Vec::new(),
            network: false,
            target: TargetName::Lp64,
            compile_limits: Toolchain::default_compile_limits(),
            run_limits: Toolchain::default_run_limits(),
            lacks: lacks.iter().copied().collect(),
            differs: BTreeSet::new(),
            shortcut: false,
        }
    }

    /// For some seeds, who gets them, and the flags that make them.
    fn plan(tools: &[Toolchain]) -> Vec<(Vec<usize>, String)> {
        let plan = Plan::new("default", &[], tools).unwrap();
        let assigned = (0..200).map(|seed| plan.assign(seed).unwrap());
        assigned.map(|one| (one.compilers.to_vec(), one.command)).collect()
    }

    #[test]
    fn nobody_gets_what_it_lacks_and_everybody_gets_something() {
        let tools = [
            tool("gcc", &[]),
            tool("clang", &[]),
            tool("pcc", &[Lack::Bitfields, Lack::ArrayDimensions]),
        ];
        let seeds = plan(&tools);
        let mut reduced = 0;
        for (who, command) in &seeds {
            let without =
                command.contains("--no-bitfields") && command.contains("--max-array-dim 1");
            assert_eq!(who.contains(&2), without, "{command}");
            assert!(who.contains(&0) && who.contains(&1));
            reduced += usize::from(without);
        }
        assert_eq!(reduced, seeds.len() / 2);
        // Swarms and plain programs, and all sizes, for both.
        for without in [false, true] {
            let mine = || seeds.iter().filter(|(_, c)| c.contains("--no-bitfields") == without);
            assert!(mine().any(|(_, c)| c.contains("--swarm")));
            assert!(mine().any(|(_, c)| !c.contains("--swarm")));
            for size in HUNT_SIZES {
                assert!(
                    mine().any(|(_, c)| c.contains(&format!("--size {size} "))
                        || c.ends_with(&format!("--size {size}"))),
                    "{size}"
                );
            }
        }
    }

    #[test]
    fn where_everybody_would_be_alone_some_programs_are_for_all() {
        let seeds = plan(&[tool("tcc", &[Lack::Unions]), tool("pcc", &[Lack::Bitfields])]);
        assert!(seeds.iter().any(|(who, _)| who.len() == 2));
        assert!(seeds.iter().any(|(who, _)| *who == [0]));
        assert!(seeds.iter().any(|(who, _)| *who == [1]));
    }

    #[test]
    fn every_lack_is_an_option_of_the_generator() {
        assert!(Plan::new("default", &[], &[tool("none", Lack::ALL)]).is_ok());
        assert!(matches!(Plan::new("default", &[], &[]), Err(PlanError::NoCompiler)));
        assert!(matches!(Plan::new("nonesuch", &[], &[tool("x", &[])]), Err(PlanError::Config(_))));
    }

    #[test]
    fn programs_of_a_hunt_are_quick_to_compile_for_those_who_can() {
        let tools = [tool("gcc", &[]), tool("chibicc", &[Lack::NoinlineChecksum])];
        for (who, command) in plan(&tools) {
            assert!(command.contains("--no-progress"), "{command}");
            assert_eq!(command.contains("--noinline-checksum"), who == [0], "{command}");
        }
    }

    #[test]
    fn a_chosen_profile_and_sizes_are_kept() {
        let plan = Plan::new("csmith", &[700, 900], &[tool("gcc", &[])]).unwrap();
        let command = plan.assign(8).unwrap().command;
        assert_eq!(command, "brinell generate --seed 8 --profile csmith --size 700");
        let command = plan.assign(7).unwrap().command;
        assert_eq!(command, "brinell generate --seed 7 --profile csmith --size 900");
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("dir/my-profile.toml"), "dir/my-profile.toml");
        assert_eq!(quoted("my profile.toml"), "'my profile.toml'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
