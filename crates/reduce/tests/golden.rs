//! What each pass does alone: `golden/PASS/CASE.c` becomes `golden/PASS/CASE.out`.
//!
//! Each case begins with what the oracle looks for, a line for each condition:
//! `// oracle: exit 5`, `// oracle: output contains "5"`, `// oracle: text contains "a + b"`, or
//! `// oracle: anything`. After `// split`, the second half of the file is a unit of its own.
//! `BRINELL_BLESS=1 cargo test -p brinell-reduce --test golden` writes what there is as what there
//! should be.

use brinell_lang::{Dialect, Program, Target, TargetName, Unit};
use brinell_machine::{Exit, Limits, Meaning};
use brinell_reduce::{Settings, pass_names, reduce_by, texts};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

enum Condition {
    Anything,
    Exit(u8),
    Output(String),
    Text(String),
}

impl Condition {
    fn parse(words: &str) -> Self {
        let quoted = |rest: &str| {
            rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map(str::to_owned)
        };
        let after = |prefix| words.strip_prefix(prefix);
        after("exit ")
            .and_then(|n| n.parse().ok().map(Self::Exit))
            .or_else(|| after("output contains ").and_then(quoted).map(Self::Output))
            .or_else(|| after("text contains ").and_then(quoted).map(Self::Text))
            .or_else(|| (words == "anything").then_some(Self::Anything))
            .unwrap_or_else(|| panic!("no such oracle: {words}"))
    }

    fn holds(&self, text: &str, meaning: &Meaning) -> bool {
        match self {
            Self::Anything => true,
            Self::Exit(status) => meaning.exit == Exit::Status(*status),
            Self::Output(part) => String::from_utf8_lossy(&meaning.stdout).contains(part),
            Self::Text(part) => text.contains(part),
        }
    }
}

fn parsed(text: &str) -> Program {
    let target = Target::named(TargetName::Lp64);
    let options = brinell_syntax::ParseOptions { target, dialect: Dialect::default() };
    let mut program = match brinell_syntax::parse(text, "test.c", &options) {
        Ok(program) => program,
        Err(error) => panic!("{:?}", error.error),
    };
    if text.contains("// split") {
        let items = &mut program.units[0].items;
        let rest = items.split_off(items.len() / 2);
        program.units.push(Unit { items: rest });
    }
    program
}

/// What a pass makes of a text.
fn after(pass: &str, text: &str) -> String {
    let conditions: Vec<Condition> = text
        .lines()
        .filter_map(|line| line.strip_prefix("// oracle: "))
        .map(Condition::parse)
        .collect();
    assert!(!conditions.is_empty(), "a case says what its oracle looks for");
    let mut oracle = |program: &Program, meaning: &Meaning| {
        let text = texts(program).join("\n");
        conditions.iter().all(|condition| condition.holds(&text, meaning))
    };
    let stop = AtomicBool::new(false);
    let settings = Settings { limits: Limits::default(), stop: &stop };
    let result = reduce_by(pass, &parsed(text), &mut oracle, &settings);
    let result = result.unwrap_or_else(|| panic!("there is no pass '{pass}'"));
    let reduced = result.unwrap_or_else(|why| panic!("{why}"));
    texts(&reduced.program).join("// ---- the next unit\n")
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    entries
}

#[test]
fn every_pass_does_what_its_cases_say() {
    let bless = std::env::var_os("BRINELL_BLESS").is_some_and(|value| value == "1");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let (mut wrong, mut met) = (Vec::new(), BTreeSet::new());
    for dir in entries(&root) {
        let pass = dir.file_name().unwrap().to_string_lossy().replace('-', " ");
        for case in entries(&dir).into_iter().filter(|path| path.extension().unwrap() == "c") {
            let text = std::fs::read_to_string(&case).unwrap();
            let outcome = std::panic::catch_unwind(|| after(&pass, &text));
            let got = outcome.unwrap_or_else(|_| panic!("in {}", case.display()));
            let golden = case.with_extension("out");
            if bless {
                std::fs::write(&golden, &got).unwrap();
            } else if std::fs::read_to_string(&golden).unwrap_or_default() != got {
                wrong.push(format!("{}:\n{got}", case.display()));
            }
            met.insert(pass.clone());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let without: Vec<_> = pass_names().filter(|name| !met.contains(*name)).collect();
    assert!(without.is_empty(), "passes without a case: {without:?}");
}
