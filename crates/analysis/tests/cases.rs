//! Walks the programs under `cases`: those in `ok` pass, those in `bad` break the rule that their
//! first line names. `// punning` allows reading other integer members of unions.

use brinell_analysis::{Analysis, Effects, State, Violation};
use brinell_lang::{Dialect, Program, Target, TargetName};
use brinell_syntax::{Options, parse};
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

fn read(text: &str) -> Program {
    let options = Options { target: Target::named(TargetName::Lp64), dialect: Dialect::C11 };
    parse(text, "t.c", &options).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

fn analyse(text: &str) -> Result<(), Violation> {
    let program = read(text);
    let mut analysis = Analysis::of_program(&program)?;
    analysis.union_punning = text.lines().any(|line| line == "// punning");
    let main = program.function_named("main").expect("every case has a main");
    analysis.call(&program, main, &[], &mut State::initial(), &mut Effects::default()).map(|_| ())
}

#[test]
fn sound_programs_pass() {
    let wrong: Vec<String> = programs("ok")
        .iter()
        .filter_map(|(path, text)| {
            analyse(text).err().map(|violation| format!("{}: {violation:?}", path.display()))
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
            let got = analyse(text).map_or_else(|v| format!("{v:?}"), |()| "nothing".to_owned());
            (got != expected).then(|| format!("{}: {got}, not {expected}", path.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
