//! Which programs a hunt generates, and which compilers get them.
//!
//! A pair of compiler and option set gets only programs of its data model, without the features it
//! lacks and, where that can be avoided, without relying on choices it makes differently. The
//! distinct kinds of programs alternate over the seeds, so that every pair gets programs with all
//! features it supports, and a program goes to all pairs that support it. Profiles and sizes alternate
//! as well. The seed alone decides all of this; there is no randomness here.

use brinell_generate::config::{Config, ConfigError, ConfigOption, OptionValue, PROFILES};
use brinell_generate::{GenerateError, Generator};
use brinell_lang::{Target, TargetName};
use brinell_toolchain::{Difference, Lack, OptionSet, Toolchain};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// Sizes of a hunt's programs in tokens, by default. They are smaller than
/// Csmith's (a mean of 40,000 or so): the time of an optimising compiler grows faster than the size
/// of a program while most bugs need a few dozen tokens, so many small programs meet more
/// interactions in an hour; a start-up of some ten milliseconds makes those below 500 no cheaper;
/// and the longer ones are there for what needs room, as inlining, register pressure and frames.
pub const HUNT_SIZES: [u32; 9] = [500, 700, 1_000, 1_400, 2_000, 2_800, 4_000, 5_600, 8_000];

/// The most tokens of a program for computers with addresses of 16 bits. Their code is several times
/// that of others, and has 64 KiB at most.
const SMALL_SIZE: u32 = 1_000;

/// What programs for such computers keep to, by default: memory of a few KiB for all of
/// data and stack, and a simulator that takes a second for what others do in a millisecond.
const SMALL: [(&str, &str); 2] = [("max_data", "1500"), ("max_steps", "200000")];

/// The name of the profile that changes nothing.
const DEFAULT_PROFILE: &str = "default";

/// A profile, and how it is used.
#[derive(Copy, Clone, Debug)]
struct Turn<'a> {
    profile: &'a str,
    /// Whether a swarm configuration is drawn from it for each program.
    swarm: bool,
    /// Whether it is for computers with addresses of 16 bits too.
    small: bool,
}

/// The profiles that alternate where none is chosen. Each finds bugs that the others miss, and none
/// finds the most everywhere (docs/evaluation.md), so a hunt has all of them; those that write the
/// most of the language have two turns.
const HUNT_TURNS: [Turn<'static>; 8] = [
    Turn { profile: "mix", swarm: false, small: false },
    Turn { profile: "default", swarm: true, small: true },
    Turn { profile: "edge", swarm: false, small: false },
    Turn { profile: "default", swarm: false, small: true },
    Turn { profile: "mix", swarm: true, small: false },
    Turn { profile: "yarpgen", swarm: false, small: false },
    Turn { profile: "edge", swarm: true, small: false },
    Turn { profile: "orange", swarm: false, small: false },
];

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// There is no compiler to test.
    #[error("there is no compiler to test")]
    NoCompiler,
    /// The options make no sense.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The generator refuses them.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

/// Which programs are generated, and which compilers get them.
pub struct HuntPlan {
    groups: Vec<ProgramGroup>,
}

/// A compiler with one of its option sets, by their indices.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Pair {
    /// The compiler.
    pub compiler: usize,
    /// The option set.
    pub set: usize,
}

/// What programs have to be for some pair to take them.
#[derive(Clone, Debug)]
struct ProgramKind {
    target: TargetName,
    /// What they do without.
    lacks: BTreeSet<Lack>,
    /// The choices that they do not rely on, as far as that can be avoided.
    around: BTreeSet<Difference>,
}

impl ProgramKind {
    /// The richest programs that a compiler takes with this option set.
    fn of(set: &OptionSet) -> Self {
        let around = set.differs.iter().copied().filter(|one| !one.settings().is_empty());
        Self { target: set.target, lacks: set.lacks.clone(), around: around.collect() }
    }

    /// Whether programs of this kind are also of the other one.
    fn is_within(&self, other: &Self) -> bool {
        self.target == other.target
            && self.lacks.is_superset(&other.lacks)
            && self.around.is_superset(&other.around)
    }

    /// The options of the generator for it.
    fn settings(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let around = self.around.iter().flat_map(|one| one.settings().iter().copied());
        self.lacks.iter().map(|lack| lack.setting()).chain(around)
    }
}

/// Programs of one kind.
struct ProgramGroup {
    /// The pairs that get them, cheap option sets first.
    pairs: Vec<Pair>,
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
pub struct SeedAssignment<'a> {
    /// The pairs that get it.
    pub pairs: &'a [Pair],
    /// What generates it.
    pub generator: &'a Generator,
    /// The command that makes it again.
    pub command: String,
}

impl HuntPlan {
    /// Plans for these compilers. Profiles alternate; without any, those of a hunt. Sizes alternate as
    /// well; without any, the profile's or a hunt's own.
    pub fn new<P: AsRef<str>>(
        profiles: &[P],
        sizes: &[u32],
        compilers: &[Toolchain],
    ) -> Result<Self, PlanError> {
        let pairs = pairs(compilers);
        if pairs.is_empty() {
            return Err(PlanError::NoCompiler);
        }
        let turns = turns(profiles)?;
        let groups = kinds(&pairs)
            .into_iter()
            .map(|kind| {
                let takers = pairs.iter().filter(|taker| kind.is_within(&taker.kind));
                let pairs = takers.map(|taker| taker.pair).collect();
                let variants = variants(&turns, sizes, &kind)?;
                Ok(ProgramGroup { pairs, variants })
            })
            .collect::<Result<_, PlanError>>()?;
        Ok(Self { groups })
    }

    /// What a seed is to be.
    pub fn assign(&self, seed: u64) -> Result<SeedAssignment<'_>, PlanError> {
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
        Ok(SeedAssignment { pairs: &group.pairs, generator, command })
    }
}

/// A pair, and the programs it can take.
struct Taker<'a> {
    pair: Pair,
    family: &'a str,
    kind: ProgramKind,
}

/// All pairs: the cheap option sets of all compilers first, since what fails there fails for little.
fn pairs(compilers: &[Toolchain]) -> Vec<Taker<'_>> {
    let mut takers = Vec::new();
    for (compiler, tool) in compilers.iter().enumerate() {
        for (set, probed) in tool.option_sets.iter().enumerate() {
            let (pair, kind) = (Pair { compiler, set }, ProgramKind::of(probed));
            takers.push(Taker { pair, family: &tool.family, kind });
        }
    }
    takers.sort_by_key(|taker| (taker.pair.set, taker.pair.compiler));
    takers
}

/// The kinds of programs. Where one would reach a single family only, there is another of the same
/// data model that all can take.
fn kinds(takers: &[Taker<'_>]) -> Vec<ProgramKind> {
    let mut kinds = Vec::new();
    for target in TargetName::ALL {
        let here: Vec<_> = takers.iter().filter(|taker| taker.kind.target == target).collect();
        let mut distinct: BTreeSet<(BTreeSet<Lack>, BTreeSet<Difference>)> = here
            .iter()
            .map(|taker| (taker.kind.lacks.clone(), taker.kind.around.clone()))
            .collect();
        let kind = |(lacks, around)| ProgramKind { target, lacks, around };
        let lonely = distinct.iter().any(|one| {
            let kind = kind(one.clone());
            let takers = here.iter().filter(|taker| kind.is_within(&taker.kind));
            takers.map(|taker| taker.family).collect::<BTreeSet<_>>().len() < 2
        });
        if lonely {
            let lacks = distinct.iter().flat_map(|(lacks, _)| lacks.iter().copied()).collect();
            let around = distinct.iter().flat_map(|(_, around)| around.iter().copied()).collect();
            distinct.insert((lacks, around));
        }
        kinds.extend(distinct.into_iter().map(kind));
    }
    kinds
}

/// Whose turn it is, in this order, with the options that each profile starts from.
fn turns<P: AsRef<str>>(profiles: &[P]) -> Result<Vec<(Turn<'_>, Config)>, PlanError> {
    let mut turns = Vec::new();
    let with_base = |turn: Turn<'_>| Config::profile(turn.profile);
    if profiles.is_empty() {
        for turn in HUNT_TURNS {
            turns.push((turn, with_base(turn)?));
        }
    }
    for profile in profiles {
        let profile = profile.as_ref();
        let base = Config::profile(profile)?;
        turns.push((Turn { profile, swarm: base.swarm, small: true }, base.clone()));
        // Every other profile that was chosen is used as it is.
        if profile == DEFAULT_PROFILE {
            turns.push((Turn { profile, swarm: true, small: true }, base));
        }
    }
    Ok(turns)
}

/// What alternates in a group: all profiles with all sizes.
fn variants(
    turns: &[(Turn<'_>, Config)],
    sizes: &[u32],
    kind: &ProgramKind,
) -> Result<Vec<Variant>, PlanError> {
    let small = Target::named(kind.target).pointer <= 2;
    let mut each: Vec<Vec<Variant>> = Vec::new();
    for (turn, base) in turns {
        if small && !turn.small {
            continue;
        }
        let sizes = match (sizes, base.size) {
            ([], 0) => &HUNT_SIZES,
            ([], _) => std::slice::from_ref(&base.size),
            (asked, _) => asked,
        };
        let fits = |size: &&u32| !small || **size <= SMALL_SIZE;
        // Who asks for larger ones only means it.
        let all_fit = !sizes.iter().any(|size| fits(&size));
        let sizes = sizes.iter().filter(|size| all_fit || fits(size));
        let variants = sizes.map(|size| variant(*turn, base, *size, small, kind));
        each.push(variants.collect::<Result<_, _>>()?);
    }
    // One profile: sizes change with every program, swarm when all sizes had their turn, which
    // `brinell bench hunt` relies on. Several: profiles change with every program.
    if turns.iter().all(|(turn, _)| turn.profile == turns[0].0.profile) {
        return Ok(each.into_iter().flatten().collect());
    }
    let rounds = each.iter().map(Vec::len).max().unwrap_or(0);
    let mut left: Vec<_> = each.into_iter().map(Vec::into_iter).collect();
    let mut variants = Vec::new();
    for _ in 0..rounds {
        variants.extend(left.iter_mut().filter_map(Iterator::next));
    }
    Ok(variants)
}

/// The programs of a profile and a size.
fn variant(
    turn: Turn<'_>,
    base: &Config,
    size: u32,
    small: bool,
    kind: &ProgramKind,
) -> Result<Variant, PlanError> {
    let Turn { profile, swarm, .. } = turn;
    let mut config = Config { target: kind.target, size, swarm, ..base.clone() };
    if PROFILES.iter().any(|shipped| shipped.name == profile) {
        // Compilers are to spend their time on the program. Nobody asks a program of a hunt
        // how far it is; without the two, taking its values into the checksum is half of the work.
        config.progress = false;
        config.noinline_checksum = true;
        for (name, value) in SMALL.iter().filter(|_| small) {
            config.set(name, value)?;
        }
    }
    for (name, value) in kind.settings() {
        config.set(name, value)?;
        // A swarm would draw limits anew.
        if let Some(option) = ConfigOption::named(name) {
            config.pin(option);
        }
    }
    config.validate()?;
    let flags = flags(profile, base, &config);
    Ok(Variant { config, flags, profile: profile.to_owned(), generator: OnceLock::new() })
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
            OptionValue::Switch(true) => write!(flags, " --{name}"),
            OptionValue::Switch(false) => write!(flags, " --no-{name}"),
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
pub mod tests {
    use super::*;

    fn set(options: &str, target: TargetName, lacks: &[Lack], differs: &[Difference]) -> OptionSet {
        OptionSet {
            options: options.split_whitespace().map(str::to_owned).collect(),
            target,
            lacks: lacks.iter().copied().collect(),
            differs: differs.iter().copied().collect(),
        }
    }

    pub fn tool(name: &str, lacks: &[Lack]) -> Toolchain {
        Toolchain {
            name: name.to_owned(),
            family: name.to_owned(),
            version: String::new(),
            program: name.to_owned(),
            checksum: None,
            command: vec![name.to_owned()],
            env: Vec::new(),
            option_sets: vec![set("", TargetName::Lp64, lacks, &[])],
            left_out: Vec::new(),
            runner: Vec::new(),
            network: false,
            cross: false,
            declared_target: None,
            compile_limits: Toolchain::default_compile_limits(),
            run_limits: Toolchain::default_run_limits(),
            fast_path: false,
        }
    }

    /// For some seeds, which compilers get them, and the flags that generate them.
    fn plan(tools: &[Toolchain]) -> Vec<(Vec<usize>, String)> {
        let plan = HuntPlan::new(&["default"], &[], tools).unwrap();
        let assigned = (0..200).map(|seed| plan.assign(seed).unwrap());
        let compilers = |pairs: &[Pair]| pairs.iter().map(|pair| pair.compiler).collect();
        assigned.map(|one| (compilers(one.pairs), one.command)).collect()
    }

    #[test]
    fn option_sets_of_one_compiler_get_programs_of_their_own() {
        let mut gcc = tool("gcc", &[]);
        gcc.option_sets = vec![
            set("-O2", TargetName::Lp64, &[], &[]),
            set("-O2 -m32", TargetName::Ilp32, &[], &[]),
            set("-funsigned-char", TargetName::Lp64, &[], &[Difference::CharSign]),
            set("-std=c89", TargetName::Lp64, &[Lack::MixedDeclarations], &[]),
        ];
        let plan = HuntPlan::new(&["default"], &[], &[gcc]).unwrap();
        let mut met = BTreeSet::new();
        for seed in 0..200 {
            let SeedAssignment { pairs, command, .. } = plan.assign(seed).unwrap();
            let has = |set: usize| pairs.contains(&Pair { compiler: 0, set });
            met.extend(pairs.iter().map(|pair| pair.set));
            assert_eq!(has(1), command.contains("--target ilp32"), "{command}");
            assert_eq!(has(0), !has(1), "{command}");
            assert!(!has(2) || command.contains("--no-plain-char"), "{command}");
            assert!(!has(3) || command.contains("--no-mixed-declarations"), "{command}");
        }
        assert_eq!(met.len(), 4);
    }

    #[test]
    fn small_computers_get_small_programs() {
        let mut avr = tool("avr", &[]);
        avr.option_sets = vec![set("", TargetName::Ip16, &[], &[])];
        let commands = |sizes: &[u32]| {
            let plan = HuntPlan::new(&["default"], sizes, std::slice::from_ref(&avr)).unwrap();
            (0..40).map(|seed| plan.assign(seed).unwrap().command).collect::<Vec<_>>()
        };
        for command in commands(&[]) {
            assert!(command.contains("--max-data 1500"), "{command}");
            assert!(["500", "700", "1000"].iter().any(|size| command.contains(size)), "{command}");
        }
        assert!(commands(&[3000]).iter().all(|command| command.contains("--size 3000")));
    }

    #[test]
    fn every_profile_can_do_without_what_compilers_lack_or_do_differently() {
        for target in TargetName::ALL {
            let mut all = tool("all", &[]);
            all.option_sets = vec![set("", target, Lack::ALL, Difference::ALL)];
            let none: &[&str] = &[];
            assert_eq!(
                HuntPlan::new(none, &[], std::slice::from_ref(&all)).err().map(|e| e.to_string()),
                None
            );
            for profile in HUNT_TURNS.map(|turn| turn.profile) {
                assert!(HuntPlan::new(&[profile], &[], std::slice::from_ref(&all)).is_ok());
            }
        }
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
        assert!(HuntPlan::new(&["default"], &[], &[tool("none", Lack::ALL)]).is_ok());
        assert!(matches!(HuntPlan::new(&["default"], &[], &[]), Err(PlanError::NoCompiler)));
        assert!(matches!(
            HuntPlan::new(&["nonesuch"], &[], &[tool("x", &[])]),
            Err(PlanError::Config(_))
        ));
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
    fn profiles_alternate_with_all_sizes() {
        let gcc = [tool("gcc", &[])];
        let none: &[&str] = &[];
        let plan = HuntPlan::new(none, &[], &gcc).unwrap();
        let rounds = (HUNT_TURNS.len() * HUNT_SIZES.len()) as u64;
        let commands: BTreeSet<_> = (0..rounds)
            .map(|seed| plan.assign(seed).unwrap().command)
            .map(|command| command.split(' ').skip(4).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(commands.len(), HUNT_TURNS.len() * HUNT_SIZES.len());
        for turn in HUNT_TURNS.iter().filter(|turn| turn.profile != DEFAULT_PROFILE) {
            let flag = format!("--profile {} ", turn.profile);
            assert!(commands.iter().any(|command| command.contains(&flag)), "{flag}");
        }
        let chosen = HuntPlan::new(&["mix", "tiny"], &[700], &gcc).unwrap();
        let command = |seed| chosen.assign(seed).unwrap().command;
        assert!(command(0).contains("--profile mix ") && command(1).contains("--profile tiny "));
        let alone = HuntPlan::new(&["default"], &[700, 900], &gcc).unwrap();
        let command = |seed| alone.assign(seed).unwrap().command;
        let plain =
            |seed, size: &str| command(seed).contains(size) && !command(seed).contains("swarm");
        assert!(plain(0, "700") && plain(1, "900") && command(2).contains("swarm"));
    }

    #[test]
    fn small_computers_get_the_default_profile_unless_another_is_chosen() {
        let mut avr = tool("avr", &[]);
        avr.option_sets = vec![set("", TargetName::Ip16, &[], &[])];
        let commands = |profiles: &[&str]| {
            let plan = HuntPlan::new(profiles, &[], std::slice::from_ref(&avr)).unwrap();
            (0..40).map(|seed| plan.assign(seed).unwrap().command).collect::<Vec<_>>()
        };
        assert!(commands(&[]).iter().all(|command| !command.contains("--profile")));
        assert!(commands(&["mix"]).iter().all(|command| command.contains("--profile mix")));
    }

    #[test]
    fn a_chosen_profile_and_sizes_are_kept() {
        let plan = HuntPlan::new(&["csmith"], &[700, 900], &[tool("gcc", &[])]).unwrap();
        for (seed, size) in [(8, 700), (7, 900)] {
            assert_eq!(
                plan.assign(seed).unwrap().command,
                format!(
                    "brinell generate --seed {seed} --profile csmith --size {size} --no-progress \
                     --noinline-checksum"
                )
            );
        }
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("dir/my-profile.toml"), "dir/my-profile.toml");
        assert_eq!(quoted("my profile.toml"), "'my profile.toml'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
