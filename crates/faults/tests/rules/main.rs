//! Every rule has a program in `tests/programs` that meets it, as a real compiler compiles it, and
//! that does something else when it is planted.
//!
//! The first lines of a program say which rules are shown how: `// gcc-12 -O2: rule rule`.
//! `BRINELL_BLESS=1` writes them anew: the first program and compiler that show a rule get it.
//! A compiler that is not installed is passed over.

mod image;

use brinell_faults::{Assembly, FaultRule, Spared, rule, rules};
use image::{Setup, run};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A program, and which compiler shows which rules of it.
struct Program {
    path: PathBuf,
    text: String,
    shows: Vec<(Setup, Vec<String>)>,
}

fn main() {
    let args = Arguments::from_args();
    let mut programs = read();
    if std::env::var_os("BRINELL_BLESS").is_some() {
        bless(&mut programs);
    }
    let listed: BTreeSet<String> =
        programs.iter().flat_map(|p| &p.shows).flat_map(|(_, rules)| rules.clone()).collect();
    let mut trials = vec![Trial::test("every-rule-is-shown", move || {
        let missing: Vec<_> =
            rules().iter().map(|r| r.name).filter(|name| !listed.contains(*name)).collect();
        if missing.is_empty() {
            Ok(())
        } else {
            Err(Failed::from(format!("no program shows {}", missing.join(" "))))
        }
    })];
    for program in programs {
        for (setup, names) in program.shows {
            let name = format!("{}/{setup}", stem(&program.path));
            let (path, text) = (program.path.clone(), program.text.clone());
            trials.push(Trial::test(name, move || check(&path, &text, &setup, &names)));
        }
    }
    libtest_mimic::run(&args, trials).exit();
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn read() -> Vec<Program> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir)
        .expect("the programs of this test")
        .map(|entry| entry.expect("an entry of that directory").path())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a program");
            let lines = text.lines().map_while(|line| line.strip_prefix("// "));
            let shows = lines
                .filter_map(|line| {
                    let (setup, names) = line.split_once(':')?;
                    let names = names.split_whitespace().map(str::to_owned).collect();
                    Some((Setup::parse(setup)?, names))
                })
                .collect();
            Program { path, text, shows }
        })
        .collect()
}

/// Whether a rule that is planted into a program shows; `None` if it fits nowhere.
fn shows(
    assembly: &Assembly,
    rule: &FaultRule,
    expected: &image::Ran,
) -> Result<Option<bool>, Failed> {
    let Some(planted) = assembly.plant(rule) else { return Ok(None) };
    let ran = run(&planted.text).map_err(|why| format!("{} planted: {why}", rule.name))?;
    Ok(Some(ran != *expected))
}

fn check(path: &Path, text: &str, setup: &Setup, names: &[String]) -> Result<(), Failed> {
    let Some(assembly) = setup.compile(path)? else { return Ok(()) };
    let expected = run(&assembly)?;
    let spared = Spared::functions_of(&path.to_string_lossy(), text, &["main", "show"]);
    let assembly = Assembly::parse(&assembly, &spared);
    let mut wrong = Vec::new();
    for name in names {
        let rule = rule(name).ok_or_else(|| format!("no rule is called {name}"))?;
        match shows(&assembly, rule, &expected)? {
            None => wrong.push(format!("{name} is not met")),
            Some(false) => wrong.push(format!("{name} is met and does not show")),
            Some(true) => {}
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
}

/// Finds out which rules show, and writes it to the heads of the programs.
fn bless(programs: &mut [Program]) {
    let mut open: BTreeSet<&str> = rules().iter().map(|rule| rule.name).collect();
    for program in programs {
        let spared =
            Spared::functions_of(&program.path.to_string_lossy(), &program.text, &["main", "show"]);
        for (setup, names) in &mut program.shows {
            names.clear();
            let assembly = setup.compile(&program.path).expect("a program that compiles");
            let Some(assembly) = assembly else { continue };
            let expected = run(&assembly).expect("a program that runs");
            let assembly = Assembly::parse(&assembly, &spared);
            for rule in rules() {
                if open.contains(rule.name)
                    && matches!(shows(&assembly, rule, &expected), Ok(Some(true)))
                {
                    open.remove(rule.name);
                    names.push(rule.name.to_owned());
                }
            }
        }
        let head: String = program
            .shows
            .iter()
            .map(|(setup, names)| {
                format!("// {setup}: {}\n", names.join(" ")).replace(": \n", ":\n")
            })
            .collect();
        let rest: Vec<&str> = program.text.lines().skip(program.shows.len()).collect();
        std::fs::write(&program.path, format!("{head}{}\n", rest.join("\n")))
            .expect("a program that can be written");
    }
}
