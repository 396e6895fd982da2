//! A few thousand seeds in all kinds of configurations: every one gives a program, and the machine
//! calls none of them undefined. `brinell bench soundness` is the long form of this.

mod parallel;

use brinell_generate::{Config, GenerateError, Generator};
use brinell_lang::TargetName;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Small programs have fewer than one in a large one, but many more of them fit into a minute, and
/// a failure is easier to look at.
const SMALL: &str = "1500";

/// So many seeds, from 1 on, of a profile with some options changed.
fn all_sound(seeds: u64, profile: &str, options: &[(&str, &str)]) {
    let mut config = Config::profile(profile).unwrap();
    for (name, value) in options {
        config.set(name, value).unwrap();
    }
    let generator = Generator::new(config).unwrap();
    let seeds: Vec<u64> = (1..=seeds).collect();
    let failures: Vec<String> =
        parallel::map(&seeds, |&seed| failure(&generator, seed)).into_iter().flatten().collect();
    assert!(
        failures.is_empty(),
        "{} of {} seeds of profile {profile} with {options:?} fail:\n  {}",
        failures.len(),
        seeds.len(),
        failures.join("\n  ")
    );
}

/// What is wrong with a seed.
fn failure(generator: &Generator, seed: u64) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| generator.generate(seed, "soundness"))) {
        Ok(Ok(_)) => None,
        // Its text names the seed.
        Ok(Err(error)) => Some(error.to_string()),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
            Some(format!("seed {seed}: panic: {}", words.unwrap_or("without words")))
        }
    }
}

#[test]
fn small_programs() {
    all_sound(1300, "default", &[("size", SMALL)]);
}

#[test]
fn programs_of_usual_size() {
    all_sound(100, "default", &[]);
}

#[test]
fn swarms() {
    all_sound(600, "default", &[("size", SMALL), ("swarm", "true")]);
}

#[test]
fn every_shipped_profile() {
    for profile in ["csmith", "freestanding", "arithmetic", "orange"] {
        all_sound(100, profile, &[("size", SMALL)]);
    }
    // What a hunt alternates, besides the default.
    for profile in ["mix", "yarpgen", "edge"] {
        all_sound(300, profile, &[("size", SMALL)]);
    }
    for profile in ["mix", "edge"] {
        all_sound(200, profile, &[("size", SMALL), ("swarm", "true")]);
    }
    // These have a small size of their own.
    for profile in ["tiny", "embedded16"] {
        all_sound(100, profile, &[]);
    }
}

#[test]
fn every_target() {
    for target in ["ilp32", "ip16", "llp64", "s390x"] {
        all_sound(100, "default", &[("size", SMALL), ("target", target)]);
    }
}

#[test]
fn recursion() {
    all_sound(200, "default", &[("size", SMALL), ("recursion", "true")]);
}

#[test]
fn forms_of_the_program() {
    for option in [("split", "3"), ("paranoid", "true"), ("self_check", "true")] {
        all_sound(50, "default", &[("size", SMALL), option]);
    }
}

/// cc65 has 2 KiB of stack: a stack that runs into data would look like wrong code.
#[test]
fn programs_for_small_computers_have_small_stacks() {
    let config =
        Config { target: TargetName::Ip16, size: 5_000, max_data: 1_500, ..Config::default() };
    let generator = Generator::new(config).unwrap();
    let mut good = 0;
    for seed in 0..12 {
        match generator.generate(seed, "") {
            Ok(made) => {
                assert!(made.meaning.stats.peak_stack <= 1_500, "seed {seed}");
                good += 1;
            }
            Err(GenerateError::Hopeless { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(good >= 10, "{good} of 12");
}
