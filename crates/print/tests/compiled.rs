//! Printed programs compile without warnings that their originals do not have, and do the same.

mod support;

use brinell_lang::TargetName;
use brinell_print::print;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use support::source::{Source, corpus, csmith, programs};
use support::{compile, has};

/// Output and exit status of a program; `None` where it does not end in time.
fn run(program: &Path) -> Option<(Vec<u8>, Option<i32>)> {
    let output = Command::new("timeout").arg("10").arg(program).output().unwrap();
    (output.status.code() != Some(124)).then(|| (output.stdout, output.status.code()))
}

fn try_compile(
    cc: &str,
    source: &Source,
    more: &[&str],
    file: &Path,
    out: &Path,
) -> Result<(), String> {
    let flags = source.flags(cc);
    let flags: Vec<&str> = flags.iter().map(String::as_str).chain(more.iter().copied()).collect();
    compile(cc, &flags, file, out)
}

/// Warnings as errors, without those about what a program leaves unused.
const STRICT: &[&str] = &["-Wall", "-Werror", "-Wno-unused"];

/// What is wrong with the printed form of one program, if anything. `thorough` runs what clang makes
/// of it too, which otherwise only has to accept it.
fn broken(source: &Source, dir: &Path, thorough: bool) -> Option<String> {
    let Ok(program) = source.parse() else { return None };
    let file = dir.join("printed.c");
    std::fs::write(&file, print(&program)).unwrap();
    let original = dir.join("original");
    if try_compile("gcc", source, &["-w"], &source.file, &original).is_err() {
        return None;
    }
    let expected = run(&original)?;
    let clang = ["clang-19", "clang-14", "clang"].into_iter().find(|cc| has(cc));
    for cc in ["gcc", "tcc"].into_iter().filter(|cc| has(cc)).chain(clang) {
        let family = cc.split('-').next().unwrap_or(cc);
        if source.skip.iter().any(|s| s == family) {
            continue;
        }
        if cc == "tcc" && source.target == TargetName::Ilp32 {
            continue;
        }
        let out = dir.join(cc);
        let link = family != "clang" || thorough;
        let mut flags = if cc == "tcc" { vec![] } else { STRICT.to_vec() };
        if !link {
            flags.push("-fsyntax-only");
        }
        if let Err(error) = try_compile(cc, source, &flags, &file, &out) {
            // The original may be to blame for warnings, never for errors.
            let clean = try_compile(cc, source, &flags, &source.file, &out).is_ok();
            if let Err(error) = try_compile(cc, source, &["-w"], &file, &out) {
                return Some(format!("the printed text does not compile: {error}"));
            }
            if clean {
                return Some(format!("the printed text has warnings: {error}"));
            }
        }
        if link && run(&out).is_some_and(|found| found != expected) {
            return Some(format!("{cc} makes another program of the printed text"));
        }
    }
    None
}

fn hold(sources: &[Source]) {
    let dir = tempfile::tempdir().unwrap();
    let failures = Mutex::new(Vec::new());
    let next = Mutex::new(sources.iter().enumerate());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some((n, source)) = next.lock().unwrap().next() else { break };
                    let dir = dir.path().join(n.to_string());
                    std::fs::create_dir(&dir).unwrap();
                    if let Some(why) = broken(source, &dir, n % 5 == 0) {
                        failures.lock().unwrap().push(format!("{}: {why}", source.file.display()));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_passing_corpus_means_the_same_when_printed() {
    // Every third program unless asked for all: compiling is what takes the time.
    let every = if std::env::var_os("BRINELL_THOROUGH").is_some() { 1 } else { 3 };
    let sources: Vec<Source> = corpus("pass").into_iter().step_by(every).collect();
    hold(&sources);
}

#[test]
fn what_is_hard_to_print_means_the_same_when_printed() {
    hold(&programs());
}

#[test]
fn csmith_programs_mean_the_same_when_printed() {
    let dir = tempfile::tempdir().unwrap();
    hold(&csmith(dir.path(), 1..9));
}
