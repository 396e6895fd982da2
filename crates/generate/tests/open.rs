//! Profiles whose arithmetic a run has decided: no checks, and open sites of every kind.

mod parallel;

use brinell_generate::{Config, Generated, Generator, OpenKind, SiteCounts, SiteFate};
use brinell_lang::{ExprKind, Program};

const SIZE: u32 = 1_500;

fn programs(profile: &str, seeds: std::ops::RangeInclusive<u64>) -> Vec<Generated> {
    let config = Config { size: SIZE, ..Config::profile(profile).unwrap() };
    let generator = Generator::new(config).unwrap();
    let seeds: Vec<u64> = seeds.collect();
    parallel::map(&seeds, |seed| generator.generate(*seed, "test").unwrap())
}

/// Functions of the program itself that are there for safety only.
fn wrappers(program: &Program) -> usize {
    let names = program.functions.iter().filter_map(|function| function.name.as_deref());
    names.filter(|name| name.to_lowercase().starts_with("safe_")).count()
}

/// Indices of the random part that are taken modulo a constant.
fn guarded_indices(program: &Program) -> usize {
    let mut found = 0;
    for function in &program.functions {
        let (Some(body), None) = (&function.body, &function.name) else { continue };
        found += body
            .exprs
            .iter()
            .filter(|expr| match expr.kind {
                ExprKind::Index { index, .. } => matches!(
                    body.exprs[index].kind,
                    ExprKind::Binary { op: brinell_lang::BinaryOp::Rem, .. }
                ),
                _ => false,
            })
            .count();
    }
    found
}

#[test]
fn programs_of_yarpgen_have_no_checks() {
    let mut raw = 0;
    for made in programs("yarpgen", 1..=60) {
        let seed = made.facts.seed;
        assert_eq!(wrappers(&made.program), 0, "seed {seed} has wrappers");
        assert_eq!(guarded_indices(&made.program), 0, "seed {seed} has guarded indices");
        assert_eq!(made.facts.guarded, 0, "seed {seed}");
        raw += made.facts.raw;
    }
    assert!(raw > 60 * 20, "{raw} operations that could be undefined");
}

#[test]
fn sites_come_to_everything_there_is() {
    let mut counts = SiteCounts::default();
    for made in programs("mix", 1..=80) {
        counts += &made.facts.sites;
    }
    for fate in SiteFate::ALL {
        let sites: usize = OpenKind::ALL.iter().map(|kind| counts.of(*kind, fate)).sum();
        assert!(sites > 0, "no site is {}", fate.name());
    }
    let constants = counts.all(OpenKind::Constant);
    let aimed = counts.of(OpenKind::Constant, SiteFate::Aimed);
    assert!(4 * aimed > constants, "{aimed} of {constants} constants have what they are for");
    let decided = counts.of(OpenKind::Initial, SiteFate::Aimed);
    assert!(decided > 0, "no initial value was decided");
    assert!(counts.most_runs <= 4 && counts.runs < 120, "{} runs", counts.runs);
}

/// The finished program leaves what the resolving run left: `Generator` checks that for each, and
/// calls everything else a bug. With forms of decisions that seldom occur.
#[test]
fn finished_programs_do_what_was_decided() {
    let options = [
        ("insert_percent", "100"),
        ("insert_percent", "0"),
        ("recursion", "true"),
        ("open_initial_percent", "100"),
        ("telling_percent", "0"),
    ];
    for (name, value) in options {
        let mut config = Config { size: SIZE, ..Config::profile("mix").unwrap() };
        config.track_percent = 100;
        config.set(name, value).unwrap();
        let generator = Generator::new(config).unwrap();
        let seeds: Vec<u64> = (1..=25).collect();
        parallel::map(&seeds, |seed| generator.generate(*seed, "test").unwrap());
    }
}

#[test]
fn without_policies_programs_are_others() {
    let with = programs("yarpgen", 1..=3);
    let config = Config { size: SIZE, policies: false, ..Config::profile("yarpgen").unwrap() };
    let generator = Generator::new(config).unwrap();
    for made in with {
        let without = generator.generate(made.facts.seed, "test").unwrap();
        assert_ne!(made.texts, without.texts, "seed {}", made.facts.seed);
    }
}
