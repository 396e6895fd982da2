//! What the probe expects is what the machine says. `BRINELL_BLESS=1` writes it anew.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::{ImplDefined, Limits, Outcome};
use brinell_syntax::ParseOptions;
use brinell_toolchain::Difference;

#[test]
fn the_expected_answers_are_the_machines() {
    for target in TargetName::ALL {
        let text = brinell_toolchain::probe_of_choices();
        let options = ParseOptions { target: Target::named(target), dialect: Dialect::C17 };
        let program = brinell_syntax::parse(&text, "probe.c", &options).unwrap();
        let outcome = brinell_machine::run(&program, &Limits::default());
        let Outcome::Finished(meaning) = outcome else { panic!("{target:?}: {outcome:?}") };
        let file = format!("{}/probe/{}.txt", env!("CARGO_MANIFEST_DIR"), target.as_str());
        let answer = String::from_utf8(meaning.stdout).unwrap();
        if std::env::var_os("BRINELL_BLESS").is_some_and(|value| value == "1") {
            std::fs::write(file, answer).unwrap();
        } else {
            assert_eq!(std::fs::read_to_string(file).unwrap(), answer, "{target:?}");
        }
    }
}

#[test]
fn differences_are_called_as_the_machine_calls_its_choices() {
    for difference in Difference::ALL.iter().filter(|one| !one.is_silent()) {
        let same = ImplDefined::ALL.into_iter().find(|choice| choice.name() == difference.as_str());
        assert!(same.is_some(), "{difference}");
    }
}
