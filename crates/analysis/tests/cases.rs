//! Walks the programs under `cases`: those in `ok` pass, those in `bad` break the rule that their
//! first line names. `// punning` allows reading other integer members of unions.

mod common;

use brinell_analysis::Violation;
use common::{analyse, read};
use std::path::{Path, PathBuf};

fn programs(kind: &str) -> Vec<(PathBuf, String)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(kind);
    let mut found: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "no cases in {kind}");
    found
}

fn verdict(text: &str) -> Result<(), Violation> {
    analyse(&read(text), text.lines().any(|line| line == "// punning"))
}

#[test]
fn sound_programs_pass() {
    let wrong: Vec<String> = programs("ok")
        .iter()
        .filter_map(|(path, text)| {
            verdict(text).err().map(|violation| format!("{}: {violation:?}", path.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_programs_are_named() {
    let wrong: Vec<String> = programs("bad")
        .iter()
        .filter_map(|(path, text)| {
            let expected = text.lines().next()?.strip_prefix("// violation: ")?;
            let got = verdict(text).map_or_else(|v| format!("{v:?}"), |()| "nothing".to_owned());
            (got != expected).then(|| format!("{}: {got}, not {expected}", path.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
