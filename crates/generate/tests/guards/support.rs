//! What the tests of guards share: reading C, running it on the machine and on compilers.

use brinell_choice::Choices;
use brinell_generate::guards::{Form, GuardPlan, Operation, Report, Wrapper, apply};
use brinell_lang::{Dialect, ExprId, FuncId, IntKind, Item, Program, Target, TargetName, check};
use brinell_machine::{Exit, Limits, Outcome, run};
use brinell_print::print;
use brinell_syntax::{ParseOptions, parse};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The wrappers for the types of a target.
pub fn wrappers(target: &Target) -> impl Iterator<Item = Wrapper> {
    let wide = target.int128;
    let has = move |kind: IntKind| wide || !kind.is_128();
    Wrapper::all().filter(move |w| has(w.left()) && w.right().is_none_or(has))
}

/// Those whose operands are integers.
pub fn integer_wrappers(target: &Target) -> impl Iterator<Item = Wrapper> {
    wrappers(target).filter(|wrapper| wrapper.operation() != Operation::Convert)
}

/// Reads a program, which must have no flaw.
pub fn read(text: &str, target: TargetName) -> Program {
    let options = ParseOptions { target: Target::named(target), dialect: Dialect::C17 };
    let program =
        parse(text, "test.c", &options).unwrap_or_else(|e| panic!("{:?}\n{text}", e.error));
    assert_eq!(check(&program), [], "{text}");
    program
}

/// Applies a plan and lists the new wrappers first in every unit.
pub fn guarded(
    program: &Program,
    needed: Option<&BTreeSet<(FuncId, ExprId)>>,
    form: Form,
    seed: u64,
) -> (Program, Report) {
    let mut program = program.clone();
    let plan = GuardPlan { needed, tracked: None, trusted: &FxHashSet::default(), form };
    let report = apply(&mut program, &plan, &mut Choices::seeded(seed));
    for unit in &mut program.units {
        let wrappers = report.wrappers.iter().map(|f| Item::DefineFunction(*f));
        unit.items.splice(0..0, wrappers);
    }
    assert_eq!(check(&program), [], "{}", print(&program));
    (program, report)
}

/// What a defined program prints.
pub fn output(program: &Program) -> String {
    match run(program, &Limits::default()) {
        Outcome::Finished(meaning) => {
            assert_eq!(meaning.exit, Exit::Status(0));
            String::from_utf8(meaning.stdout).unwrap()
        }
        other => panic!("{other:?}\n{}", print(program)),
    }
}

/// The compilers to be had for a data model, with their flags.
pub fn compilers(target: TargetName) -> Vec<(&'static str, Vec<&'static str>)> {
    let all = match target {
        TargetName::Lp64 => vec![
            ("gcc", vec!["-Wall", "-O0"]),
            ("gcc", vec!["-Wall", "-O2"]),
            ("clang-19", vec!["-Wall", "-O1"]),
            ("clang-14", vec!["-Wall", "-O0"]),
            ("tcc", vec!["-Wall"]),
        ],
        TargetName::Ilp32 => vec![("gcc", vec!["-m32", "-Wall", "-O1"])],
        _ => vec![],
    };
    let starts = |cc: &str| Command::new(cc).arg("--version").output().is_ok();
    all.into_iter().filter(|(cc, _)| starts(cc)).collect()
}

/// What a compiled text prints; `None` where the compiler cannot make programs for that model.
pub fn compiled(text: &str, cc: &str, flags: &[&str], dir: &Path) -> Option<String> {
    let (file, out) = (dir.join("test.c"), dir.join("test"));
    let compile = |text: &str| {
        std::fs::write(&file, text).unwrap();
        Command::new(cc).args(flags).arg(&file).arg("-o").arg(&out).output().unwrap()
    };
    if flags.contains(&"-m32") && !compile("int main(void) { return 0; }").status.success() {
        return None;
    }
    let result = compile(text);
    let messages = String::from_utf8_lossy(&result.stderr);
    assert!(result.status.success(), "{cc} {flags:?}: {messages}\n{text}");
    let result = Command::new(&out).output().unwrap();
    assert!(result.status.success(), "{cc} {flags:?}: {result:?}");
    Some(String::from_utf8(result.stdout).unwrap())
}

/// The text as the preprocessor leaves it.
pub fn preprocessed(text: &str, dir: &Path) -> String {
    let file = dir.join("macros.c");
    std::fs::write(&file, text).unwrap();
    let output = Command::new("gcc").args(["-E", "-P"]).arg(&file).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}
