//! Soundness: what the analysis accepts, the machine does not call undefined for a reason that the
//! analysis is there to exclude. On the machine's own corpus.

mod common;

use brinell_lang::Program;
use brinell_machine::{Limits, Outcome, run};
use common::{analyse, is_excluded, try_read};
use std::path::{Path, PathBuf};
use std::process::Command;

fn files_below(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut todo = vec![root.to_owned()];
    while let Some(dir) = todo.pop() {
        for entry in std::fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Topics with nothing in them that the analysis looks at.
const LEFT_OUT: [&str; 11] = [
    "pass/floats",
    "pass/heap",
    "pass/printf",
    "pass/strings",
    "ub/division",
    "ub/float",
    "ub/library",
    "ub/overflow",
    "ub/shift",
    "undecided/float",
    "undecided/library",
];

/// The program of a file of the corpus, if it is for the usual target and the front end takes it.
fn read(file: &Path) -> Option<Program> {
    let text = std::fs::read(file).unwrap();
    if String::from_utf8_lossy(&text).contains("// target:") {
        return None;
    }
    let output = Command::new("gcc").args(["-std=c11", "-E"]).arg(file).output().unwrap();
    try_read(&output.stdout, file.to_str().unwrap()).ok()
}

#[test]
fn what_is_accepted_is_defined() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/machine");
    let mut wrong = Vec::new();
    let mut accepted = 0;
    for file in files_below(&root) {
        if LEFT_OUT.iter().any(|topic| file.starts_with(root.join(topic))) {
            continue;
        }
        let Some(program) = read(&file) else { continue };
        for punning in [false, true] {
            // A refusal is right or too careful: the cases tell which.
            if analyse(&program, punning).is_err() {
                continue;
            }
            accepted += 1;
            let rule = match run(&program, &Limits::default()) {
                Outcome::Undefined(failure) => Some(failure.ub),
                Outcome::Undecided(undecided) => undecided.rule,
                Outcome::Finished(_) | Outcome::OutOfBudget(_) | Outcome::Unsupported(_) => None,
            };
            if let Some(ub) = rule.filter(is_excluded) {
                wrong.push(format!("{}: {ub:?}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(accepted > 300, "the corpus has become too hard for the analysis: {accepted}");
}
