//! Relaxed safety: programs of each relaxation are defined, and what is relaxed comes to all that it
//! can come to.

mod parallel;

use brinell_generate::{Config, Generator, Relaxation, RelaxedCounts, RelaxedFate};
use brinell_machine::Exit;

const SIZE: u32 = 1_500;
/// Pointers that dangle and addresses of parameters are rare: it takes many tokens to meet all that
/// they can come to.
const LARGE: u32 = 4_000;
const MANY: u64 = 150;

/// What became of the relaxed places of some programs, each of which the machine has run to its end.
fn counts_of(config: &Config, seeds: std::ops::RangeInclusive<u64>) -> RelaxedCounts {
    let generator = Generator::new(config.clone()).unwrap();
    let seeds: Vec<u64> = seeds.collect();
    let mut counts = RelaxedCounts::default();
    for made in parallel::map(&seeds, |seed| generator.generate(*seed, "test").unwrap()) {
        counts += &made.facts.sites.relaxed;
    }
    counts
}

/// One relaxation alone, as often as it can be.
fn only(relaxation: Relaxation) -> Config {
    let mut config = Config { size: LARGE, ..Config::profile("edge").unwrap() };
    config.relax_program_percent = 0;
    config.set(relaxation.option(), "100").unwrap();
    config
}

/// The fates that each relaxation comes to.
fn expected(relaxation: Relaxation) -> &'static [RelaxedFate] {
    use RelaxedFate::{Dead, Guarded, Live, Removed, Replaced, Restored, Split};
    match relaxation {
        Relaxation::Null => &[Live, Dead, Guarded, Replaced],
        Relaxation::Dangling => &[Live, Dead, Replaced],
        Relaxation::Initialisers => &[Live, Dead, Restored],
        Relaxation::Jumps => &[Live, Dead, Removed],
        Relaxation::Indices => &[Live, Dead, Guarded],
        Relaxation::Parameters => &[Live, Dead],
        Relaxation::Order => &[Live, Dead, Split],
        Relaxation::Dead => &[Dead],
    }
}

#[test]
fn each_relaxation_comes_to_all_that_it_can() {
    for relaxation in Relaxation::ALL {
        let counts = counts_of(&only(relaxation), 1..=MANY);
        for fate in expected(relaxation) {
            let places = counts.of(relaxation, *fate);
            assert!(places > 0, "{} is never {}", relaxation.name(), fate.name());
        }
        for other in Relaxation::ALL.into_iter().filter(|other| *other != relaxation) {
            assert_eq!(counts.all(other), 0, "{} with {}", other.name(), relaxation.name());
        }
    }
}

#[test]
fn all_relaxations_together() {
    let mut config = Config { size: LARGE, ..Config::profile("edge").unwrap() };
    for relaxation in Relaxation::ALL {
        config.set(relaxation.option(), "60").unwrap();
    }
    let counts = counts_of(&config, 1..=MANY);
    for relaxation in Relaxation::ALL {
        assert!(counts.all(relaxation) > 0, "{}", relaxation.name());
    }
}

#[test]
fn the_profile_draws_its_relaxations() {
    let config = Config { size: SIZE, ..Config::profile("edge").unwrap() };
    let generator = Generator::new(config.clone()).unwrap();
    let seeds: Vec<u64> = (1..=80).collect();
    let drawn = parallel::map(&seeds, |seed| generator.generate(*seed, "test").unwrap().facts);
    for relaxation in Relaxation::ALL {
        let on = drawn.iter().filter(|facts| relaxation.percent(&facts.config) > 0).count();
        assert!((20..=60).contains(&on), "{}: {on} of 80 programs", relaxation.name());
        let most = relaxation.most(&config);
        assert!(drawn.iter().all(|facts| relaxation.percent(&facts.config) <= most));
    }
}

/// Where `double` is `float` and pointers have 16 bits, too.
#[test]
fn all_relaxations_together_on_every_target() {
    for target in brinell_lang::TargetName::ALL {
        let mut config = Config { size: 800, target, ..Config::profile("edge").unwrap() };
        config.max_data = config.max_data.min(1_500);
        for relaxation in Relaxation::ALL {
            config.set(relaxation.option(), "60").unwrap();
        }
        let counts = counts_of(&config, 1..=30);
        assert!(counts.all(Relaxation::Dead) > 0, "{}", target.as_str());
    }
}

/// With everything off, nothing is relaxed, and nothing is drawn for it.
#[test]
fn other_profiles_are_not_relaxed() {
    let config = Config { size: SIZE, ..Config::profile("default").unwrap() };
    assert!(counts_of(&config, 1..=5).is_empty());
}

/// Programs that were undefined: a bit-field whose initialiser was needed, a guard that reads an
/// index twice beside a call, characters whose initialiser was jumped over.
#[test]
fn seeds_that_were_unsound() {
    for (seed, size) in [(1163, 1_500), (1714, 1_500), (200_522, 4_000)] {
        let config = Config { size, ..Config::profile("edge").unwrap() };
        Generator::new(config).unwrap().generate(seed, "test").unwrap();
    }
}

/// Programs that only test compilers for crashes: whatever is relaxed stays as it is, nothing runs,
/// and so they are defined.
#[test]
fn nothing_of_a_program_for_crash_tests_runs() {
    let config = Config { size: SIZE, ..Config::profile("edge-crash").unwrap() };
    let freestanding = Config { hosted: false, self_check: true, ..config.clone() };
    let split = Config { split: 3, ..config.clone() };
    for config in [config, freestanding, split] {
        let generator = Generator::new(config).unwrap();
        let seeds: Vec<u64> = (1..=40).collect();
        let mut counts = RelaxedCounts::default();
        for made in parallel::map(&seeds, |seed| generator.generate(*seed, "test").unwrap()) {
            assert_eq!(made.meaning.exit, Exit::Status(0));
            assert!(made.meaning.stdout.is_empty());
            assert_eq!((made.checksum, made.facts.live_statements), (None, 0));
            assert!(made.texts.iter().any(|(_, text)| text.contains(" never = 0;")));
            counts += &made.facts.sites.relaxed;
        }
        for relaxation in Relaxation::ALL {
            let dead = counts.of(relaxation, RelaxedFate::Dead);
            let rare = [Relaxation::Dangling, Relaxation::Parameters].contains(&relaxation);
            assert!(rare || dead > 0, "nothing of {}", relaxation.name());
            assert_eq!(dead, counts.all(relaxation), "{}", relaxation.name());
        }
    }
}
