//! Walks `tests/machine`: every file is a test of its own, see the README there.
//!
//! `BRINELL_FILTER=substring` runs only the files whose path contains it.

mod case;
mod compiled;

use brinell_machine::{Exit, ImplDefined, Limits, Outcome, Ub, Undecided};
use brinell_toolchain::{Compiler, Family, Preprocessed, ProgramSource, preprocess};
use case::{Case, End, Kind};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// At least this many programs of each kind.
const ENOUGH: usize = 150;

/// The parser recurses with the nesting of the program.
const STACK: usize = 64 << 20;

fn main() {
    let args = Arguments::from_args();
    // Paths from the root of the repository are short to read in messages.
    std::env::set_current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .expect("the repository that this was built from");
    let root = Path::new("tests/machine");
    let filter = std::env::var("BRINELL_FILTER").unwrap_or_default();
    let mut trials = Vec::new();
    let mut passes = 0;
    let mut rules = Vec::new();
    let compilers = Arc::new(Family::ALL.map(|family| (family, Compiler::find(family))));
    for path in c_files(root) {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let case = Case::read(&path);
        match case.as_ref().map(|case| &case.kind) {
            Ok(Kind::Pass { .. }) => passes += 1,
            Ok(Kind::Undefined { rule, .. } | Kind::Undecided { rule, .. }) => {
                rules.push(rule.clone());
            }
            Err(_) => {}
        }
        if !name.contains(&filter) {
            continue;
        }
        let compilers = Arc::clone(&compilers);
        trials.push(Trial::test(name, move || {
            let case = case?;
            match &case.kind {
                Kind::Pass { .. } => pass(&case, &*compilers),
                Kind::Undefined { .. } => undefined(&case, &*compilers),
                Kind::Undecided { .. } => undecided(&case),
            }
            .map_err(Failed::from)
        }));
    }
    if filter.is_empty() {
        trials.push(Trial::test("corpus/is-large-enough", move || {
            enough(passes, rules.len()).and_then(|()| every_rule(&rules)).map_err(Failed::from)
        }));
    }
    libtest_mimic::run(&args, trials).exit();
}

fn c_files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    for entry in entries {
        let path = entry.expect("an entry of a directory that is being read").path();
        if path.is_dir() {
            found.extend(c_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn enough(passes: usize, undefined: usize) -> Result<(), String> {
    if passes < ENOUGH || undefined < ENOUGH {
        return Err(format!(
            "{passes} pass and {undefined} ub programs; there must be {ENOUGH} of each"
        ));
    }
    Ok(())
}

fn every_rule(covered: &[String]) -> Result<(), String> {
    let missing: Vec<_> = Ub::RULES
        .iter()
        .map(|rule| rule.name)
        .filter(|name| !covered.iter().any(|rule| rule == name))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("no program under ub/ or undecided/ is about: {}", missing.join(", ")))
}

/// Runs a program on the machine, on a stack that is large enough; with the names of its files.
fn outcome(case: &Case) -> Result<(Outcome, Vec<String>), String> {
    let options = case.preprocess_options();
    let Preprocessed { text, main_file } =
        preprocess(ProgramSource::Path(&case.path), &options).map_err(|error| error.to_string())?;
    let syntax = case.syntax_options();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let program = brinell_syntax::parse(&text, &main_file, &syntax)
            .map_err(|failure| format!("does not parse: {failure}"))?;
        let files = program.files.clone();
        Ok((brinell_machine::run(&program, &Limits::default()), files))
    });
    worker
        .map_err(|error| format!("no thread: {error}"))?
        .join()
        .map_err(|_| "the machine panicked".to_owned())?
}

fn pass(case: &Case, compilers: &[(Family, Option<Compiler>)]) -> Result<(), String> {
    let Kind::Pass { end, choices, skip } = &case.kind else { unreachable!("a pass program") };
    let meaning = match outcome(case)? {
        (Outcome::Finished(meaning), _) => meaning,
        (Outcome::Undefined(failure), files) => {
            let file = files.get(usize::from(failure.loc.file)).map_or("?", String::as_str);
            return Err(format!(
                "the machine calls it undefined at {file}:{}:{}: {}: {}",
                failure.loc.line,
                failure.loc.col,
                failure.ub.name(),
                failure.ub.title()
            ));
        }
        (Outcome::Undecided(undecided), _) => {
            return Err(format!(
                "undecided at line {} whether {}",
                undecided.loc.line, undecided.what
            ));
        }
        (Outcome::OutOfBudget(exhausted), _) => {
            return Err(format!("out of budget: {}", exhausted.budget.name()));
        }
        (Outcome::Unsupported(unsupported), _) => {
            return Err(format!(
                "unsupported by the machine at line {}: {}",
                unsupported.loc.line, unsupported.what
            ));
        }
    };
    let actual = match meaning.exit {
        Exit::Status(status) => End::Status(status),
        Exit::Abort => End::Abort,
    };
    if actual != *end {
        return Err(format!("ends with {actual:?} on the machine, {end:?} expected"));
    }
    let relied_on: Vec<_> = meaning.relied_on.iter().map(|choice| choice.name()).collect();
    for choice in choices {
        if !relied_on.contains(&choice.as_str()) {
            return Err(format!("choice {choice} not reported; reported: {relied_on:?}"));
        }
    }
    let mut failures = Vec::new();
    for (family, compiler) in compilers {
        if skip.contains(family) {
            continue;
        }
        let Some(compiler) = compiler else {
            failures.push(format!("no {}: `cargo xtask test` installs it", family.as_str()));
            continue;
        };
        if !compiler.supports(case.target) {
            continue;
        }
        for level in ["-O0", "-O2"] {
            if let Err(words) = compiled::compare(case, compiler, level, actual, &meaning.stdout) {
                failures.push(format!("{} {level}: {words}", family.as_str()));
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn undefined(case: &Case, compilers: &[(Family, Option<Compiler>)]) -> Result<(), String> {
    let Kind::Undefined { rule, line, output } = &case.kind else { unreachable!("a ub program") };
    let mut failures = Vec::new();
    match outcome(case)? {
        (Outcome::Undefined(failure), files) => {
            let file = files.get(usize::from(failure.loc.file)).map_or("?", String::as_str);
            if failure.ub.name() != rule
                || failure.loc.line != *line
                || Path::new(file) != case.path
            {
                failures.push(format!(
                    "expected {rule} at line {line}; got {} at {file}:{}: {}",
                    failure.ub.name(),
                    failure.loc.line,
                    failure.ub.title()
                ));
            }
            let printed = String::from_utf8_lossy(&failure.stdout).into_owned();
            if printed.trim_end_matches('\n') != output.join("\n") {
                failures.push(format!("expected the output {output:?} before; got {printed:?}"));
            }
        }
        (Outcome::Finished(meaning), _) => failures.push(format!(
            "expected {rule} at line {line}; it finished and printed {:?}",
            String::from_utf8_lossy(&meaning.stdout)
        )),
        (Outcome::Undecided(undecided), _) => failures.push(format!(
            "expected {rule} at line {line}; undecided at line {} whether {}",
            undecided.loc.line, undecided.what
        )),
        (Outcome::OutOfBudget(exhausted), _) => {
            failures.push(format!("out of budget: {}", exhausted.budget.name()));
        }
        (Outcome::Unsupported(unsupported), _) => failures.push(format!(
            "unsupported by the machine at line {}: {}",
            unsupported.loc.line, unsupported.what
        )),
    }
    // A program that no compiler accepts shows nothing about the rule.
    if let Some((_, Some(gcc))) = compilers.iter().find(|(family, _)| *family == Family::Gcc)
        && gcc.supports(case.target)
        && let Err(words) = compiled::accepts(case, gcc)
    {
        failures.push(words);
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn undecided(case: &Case) -> Result<(), String> {
    let Kind::Undecided { rule, line, output } = &case.kind else { unreachable!("undecided") };
    let found = match outcome(case)?.0 {
        Outcome::Undecided(undecided) => {
            let printed = String::from_utf8_lossy(&undecided.stdout).into_owned();
            let as_expected = printed.trim_end_matches('\n') == output.join("\n");
            let named = undecided.rule.as_ref().map_or("", Ub::name);
            if undecided.loc.line == *line && as_expected && named == rule {
                return Ok(());
            }
            let Undecided { loc, what, .. } = &*undecided;
            format!("line {}, rule '{named}': {what} after {printed:?}", loc.line)
        }
        Outcome::Finished(_) => "it finished".to_owned(),
        Outcome::Undefined(failure) => format!("{}: {}", failure.loc.line, failure.ub.title()),
        Outcome::OutOfBudget(exhausted) => exhausted.budget.name().to_owned(),
        Outcome::Unsupported(unsupported) => unsupported.what,
    };
    Err(format!("expected to be undecided at line {line}, rule '{rule}'; got {found}"))
}

/// Whether a name is that of a choice.
fn is_choice(name: &str) -> bool {
    ImplDefined::ALL.iter().any(|choice| choice.name() == name)
}
