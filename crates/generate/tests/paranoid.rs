//! Assertions about pointers change nothing else: a seed means the same program with and without.

use brinell_generate::{Config, Generated, Generator};
use brinell_machine::Exit;
use std::path::Path;
use std::process::Command;

fn config(settings: &[(&str, &str)]) -> Config {
    let mut config = Config::default();
    for (name, value) in settings {
        config.set(name, value).unwrap();
    }
    config
}

fn generator(settings: &[(&str, &str)]) -> Generator {
    Generator::new(config(settings)).unwrap()
}

fn assertions(made: &Generated) -> usize {
    let mentions =
        |what: &str| made.texts.iter().map(|(_, text)| text.matches(what).count()).sum::<usize>();
    mentions("paranoid_failed(") - mentions("void paranoid_failed(")
}

#[test]
fn a_seed_has_the_same_checksum_with_assertions() {
    let plain = generator(&[("size", "4000")]);
    let paranoid = generator(&[("size", "4000"), ("paranoid", "true")]);
    let mut asserted = 0;
    for seed in 0..30 {
        let [plain, paranoid] = [&plain, &paranoid].map(|g| g.generate(seed, "").unwrap());
        assert_eq!(plain.checksum, paranoid.checksum, "seed {seed}");
        assert_eq!(plain.meaning.stdout, paranoid.meaning.stdout, "seed {seed}");
        assert_eq!(plain.meaning.volatiles, paranoid.meaning.volatiles, "seed {seed}");
        assert_eq!(plain.facts.sub_seed, paranoid.facts.sub_seed, "seed {seed}");
        assert_eq!(plain.facts.tokens, paranoid.facts.tokens, "seed {seed}");
        assert_eq!(paranoid.meaning.exit, Exit::Status(0), "seed {seed}");
        assert_eq!(assertions(&plain), 0, "seed {seed}");
        asserted += assertions(&paranoid);
    }
    assert!(asserted > 30, "hardly anything is asserted: {asserted}");
}

#[test]
fn programs_without_output_check_themselves() {
    let settings = [
        ("size", "6000"),
        ("paranoid", "true"),
        ("hosted", "false"),
        ("self_check", "true"),
        ("split", "3"),
    ];
    let made = generator(&settings).generate(1, "").unwrap();
    assert!(assertions(&made) > 0);
    assert_eq!((made.meaning.exit, made.meaning.stdout.len()), (Exit::Status(0), 0));
}

#[test]
fn units_share_the_number_of_the_failed_assertion() {
    let settings = [("size", "6000"), ("paranoid", "true"), ("split", "3")];
    let generator = generator(&settings);
    let mut asserted = 0;
    for seed in 0..6 {
        let made = generator.generate(seed, "").unwrap();
        asserted += assertions(&made);
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(compiled(dir.path(), &made), made.meaning.stdout, "seed {seed}");
    }
    assert!(asserted > 0);
}

/// What gcc's program prints.
fn compiled(dir: &Path, made: &Generated) -> Vec<u8> {
    let mut command = Command::new("gcc");
    command.current_dir(dir).args(["-w", "-std=c17", "-o", "program"]);
    for (suffix, text) in &made.texts {
        let file = format!("unit{suffix}.c");
        std::fs::write(dir.join(&file), text).unwrap();
        command.arg(file);
    }
    assert!(command.status().unwrap().success());
    let run = Command::new(dir.join("program")).output().unwrap();
    assert!(run.status.success());
    run.stdout
}
