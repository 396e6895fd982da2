//! Hunts with option sets that change what a compiler is, with real compilers: nobody is accused
//! wrongly, and what cannot be tested is left out with a line that says so.

use crate::{assert_exit, brinell, stderr, stdout};
use brinell_campaign::{FindingFilter, FindingLine, Store};
use brinell_judge::VerdictKind;
use brinell_toolchain::{FinishedProcess, find_program};
use serde_json::Value;
use std::path::PathBuf;

/// A hunt in a directory of its own.
struct Hunt {
    dir: tempfile::TempDir,
    done: FinishedProcess,
}

impl Hunt {
    /// A hunt over these compilers; without `opts`, with their own option sets.
    fn new(compilers: &str, opts: &str, programs: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path().join("here").display().to_string();
        let arguments = ["hunt", &here, "--json", "--seed-start", "500", "--size", "600,1500"];
        let hunt = brinell(&arguments)
            .args(["--triage-share", "0", "--programs", programs])
            .args(["--compilers", compilers]);
        let hunt = if opts.is_empty() { hunt } else { hunt.args(["--opts", opts]) };
        let done = hunt.run().unwrap();
        Self { dir, done }
    }

    fn here(&self) -> PathBuf {
        self.dir.path().join("here")
    }

    /// The event of that name.
    fn event(&self, name: &str) -> Value {
        let lines = stdout(&self.done);
        let events = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut found = events.filter(|event| event["event"] == name);
        found.next().unwrap_or_else(|| panic!("no {name}: {lines}\n{}", stderr(&self.done)))
    }

    /// How often something got a verdict.
    fn count(&self, verdict: &str) -> u64 {
        let counts = self.event("finished")["summary"]["counts"].clone();
        let counts = counts.as_array().unwrap().clone();
        let ours = counts.iter().filter(|count| count["verdict"] == verdict);
        ours.map(|count| count["count"].as_u64().unwrap()).sum()
    }

    /// Asserts that nobody was accused, nor the machine, and that something was compared.
    fn is_clean(&self, at_least: u64) {
        // A crash of gcc, which has some, is no false alarm.
        let store = Store::open(&self.here()).unwrap();
        let findings = store.findings(&FindingFilter::default()).unwrap();
        let real = |one: &FindingLine| one.verdict == VerdictKind::CompilerCrash;
        assert!(findings.iter().all(real), "{findings:?}");
        for verdict in ["wrong-code", "suspect-machine", "unconfirmed", "rejected-valid"] {
            assert_eq!(self.count(verdict), 0, "{verdict}");
        }
        assert!(self.count("ok") >= at_least, "{}", self.event("finished"));
    }
}

fn has_gcc() -> bool {
    find_program("gcc").is_some()
}

#[test]
fn programs_for_m32_are_of_its_data_model() {
    if !has_gcc() {
        return;
    }
    let hunt = Hunt::new("gcc", "-O1 -m32,-O1", "12");
    let compilers = hunt.event("compilers")["compilers"].clone();
    let sets = &compilers[0]["option_sets"];
    if sets.as_array().unwrap().len() < 2 {
        println!("skipped: no -m32 here: {compilers}");
        return;
    }
    assert_eq!(sets[0]["target"], "ilp32");
    assert_eq!(sets[1]["target"], "lp64");
    // Both kinds of programs, for one set each, take turns.
    let tools = compilers.as_array().unwrap().len() as u64;
    hunt.is_clean(12 * tools);
}

#[test]
fn the_sign_of_char_accuses_nobody() {
    if !has_gcc() {
        return;
    }
    let hunt = Hunt::new("gcc", "-O1 -funsigned-char", "12");
    let set = hunt.event("compilers")["compilers"][0]["option_sets"][0].clone();
    assert!(set["differs"].as_array().unwrap().contains(&"char-sign".into()), "{set}");
    hunt.is_clean(1);
}

#[test]
fn packed_structs_and_short_enums_accuse_nobody() {
    if !has_gcc() {
        return;
    }
    let hunt = Hunt::new("gcc", "-O3 -fpack-struct,-O1 -fshort-enums", "12");
    hunt.is_clean(1);
}

#[test]
fn what_a_compiler_refuses_is_left_out_and_no_finding() {
    if !has_gcc() {
        return;
    }
    let hunt = Hunt::new("gcc", "-O1,-O1 -fno-such-option", "3");
    hunt.is_clean(3);
    let said = stderr(&hunt.done);
    let line = said.lines().find(|line| line.contains("-fno-such-option")).unwrap();
    assert!(line.contains("is left out: "), "{said}");
    // Nothing is left.
    let hunt = Hunt::new("gcc", "-fno-such-option", "3");
    assert_exit(&hunt.done, 2);
    let said = stderr(&hunt.done);
    assert!(said.contains("no compiler can be tested with these options"), "{said}");
    assert!(!hunt.here().exists());
}

#[test]
fn a_family_is_its_compilers_for_this_machine() {
    if !has_gcc() {
        return;
    }
    let hunt = Hunt::new("gcc", "-O0,-O2 -march=native", "2");
    hunt.is_clean(1);
    for tool in hunt.event("compilers")["compilers"].as_array().unwrap() {
        assert_eq!((&tool["cross"], &tool["family"]), (&false.into(), &"gcc".into()), "{tool}");
        assert_eq!(tool["option_sets"].as_array().unwrap().len(), 2, "{tool}");
    }
    // Who names a cross compiler gets it.
    let cross = ["aarch64-linux-gnu-gcc", "riscv64-linux-gnu-gcc", "s390x-linux-gnu-gcc"];
    let Some(name) = cross.iter().find(|name| find_program(name).is_some()) else {
        println!("skipped: no cross compiler here");
        return;
    };
    let done = brinell(&["compilers", "--json", name]).run().unwrap();
    let json: Value = serde_json::from_slice(&done.stdout).unwrap();
    let found = json["found"].as_array().unwrap();
    if found.is_empty() {
        println!("skipped: {name} cannot be tested here: {json}");
    } else {
        assert_eq!(found[0]["cross"], true, "{json}");
    }
}

#[test]
fn compilers_are_listed_with_options_of_ones_own() {
    if !has_gcc() {
        return;
    }
    let opts = "-funsigned-char,-fno-such-option";
    let done = brinell(&["compilers", "gcc", "--opts", opts]).run().unwrap();
    assert_exit(&done, 0);
    let text = stdout(&done);
    assert!(text.contains("char-sign") && text.contains("LEFT OUT"), "{text}");
    assert!(text.lines().any(|line| line.contains("-fno-such-option  ")), "{text}");
}

#[test]
fn small_compilers_get_programs_that_they_can_take() {
    for name in ["tcc", "pcc", "chibicc", "avr-gcc", "sdcc", "cl65"] {
        if find_program(name).is_none() {
            println!("skipped: no {name} here");
            continue;
        }
        let hunt = Hunt::new(name, "", "5");
        // They have bugs, which even these few programs may meet; but nothing that they do may be put
        // down to the programs or to the machine.
        for verdict in ["not-comparable", "suspect-machine"] {
            assert_eq!(hunt.count(verdict), 0, "{name}: {}", hunt.event("finished"));
        }
        let results = ["ok", "wrong-code", "unconfirmed", "compiler-crash", "rejected-valid"];
        let all: u64 = results.iter().map(|verdict| hunt.count(verdict)).sum();
        // sdcc is wrong about nearly half of its programs.
        assert!(3 * hunt.count("ok") > all, "{name}: {}", hunt.event("finished"));
    }
}
