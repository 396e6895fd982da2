//! Programs can be written around the choices in which compilers differ.

mod parallel;

use brinell_generate::{Config, Generator};
use brinell_machine::ImplDefined;
use std::collections::BTreeSet;

const PROGRAMS: u64 = 60;

/// What programs with these options rely on, in how many of them.
fn relied_on(options: &[(&str, &str)]) -> Vec<BTreeSet<ImplDefined>> {
    let mut config = Config { size: 1500, ..Config::default() };
    for (name, value) in options {
        config.set(name, value).unwrap();
    }
    let generator = Generator::new(config).unwrap();
    let seeds: Vec<u64> = (1..=PROGRAMS).collect();
    parallel::map(&seeds, |seed| generator.generate(*seed, "test").unwrap().meaning.relied_on)
}

#[test]
fn no_program_shows_how_records_are_laid_out() {
    for choices in relied_on(&[("packed_percent", "80"), ("bitfield_percent", "60")]) {
        for layout in [ImplDefined::Packing, ImplDefined::BitFieldLayout, ImplDefined::WideBitField]
        {
            assert!(!choices.contains(&layout), "{choices:?}");
        }
    }
}

#[test]
fn what_is_left_out_is_not_relied_on() {
    let usual = relied_on(&[]);
    for (option, choice) in [
        ("plain_char", ImplDefined::CharSign),
        ("union_punning", ImplDefined::UnionPunning),
        ("shifts", ImplDefined::ArithmeticRightShift),
        ("floats", ImplDefined::FloatEvaluation),
    ] {
        assert!(usual.iter().any(|choices| choices.contains(&choice)), "{choice:?}");
        let without = relied_on(&[(option, "false")]);
        assert!(without.iter().all(|choices| !choices.contains(&choice)), "{choice:?}");
    }
}
