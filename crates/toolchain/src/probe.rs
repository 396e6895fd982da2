//! Probing a compiler with one option set: does it work at all, what is its data model, which
//! features does it lack, and which choices does it make.
//!
//! One program asks everything, so that a complete compiler is asked only once. If that program does
//! not compile, the questions that make it fail are found by bisection.

mod parts;

use crate::process::{End, FinishedProcess};
use crate::toolchain::{Difference, Lack, OptionSet, Toolchain};
use brinell_judge::says_crash;
use brinell_lang::{Target, TargetName};
use parts::{GREETING, PARTS, QuestionKind, program, with_arguments};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Probes a compiler with these options, with files in `dir`. Fails with the reason why it cannot be
/// tested with them.
pub fn probe(toolchain: &Toolchain, options: &[String], dir: &Path) -> Result<OptionSet, String> {
    let asked = Asked { toolchain, options, dir };
    let mut lacks = BTreeSet::new();
    let mut differs = BTreeSet::new();
    let mut parts: Vec<usize> = (0..PARTS.len()).collect();
    let image = if let Ok(image) = asked.build(&parts) {
        image
    } else {
        // The simplest program says whether it works at all.
        asked.build(&[]).map_err(|failed| failed.why)?;
        let mut bad = Vec::new();
        // What it lacks with other options it likely lacks with these; the rest likely compiles.
        let (suspect, sound): (Vec<usize>, Vec<usize>) =
            parts.iter().partition(|part| asked.is_suspect(PARTS[**part].about));
        asked.try_out(&sound, &mut bad);
        for part in suspect {
            asked.try_out(&[part], &mut bad);
        }
        for (part, failed) in &bad {
            match PARTS[*part].about {
                // A compiler that crashes has the feature, and a bug that is to be found.
                _ if failed.crashed => {}
                QuestionKind::Feature(lack) | QuestionKind::Choice(_, Some(lack)) => {
                    lacks.insert(lack);
                }
                QuestionKind::Choice(difference, None) => {
                    differs.insert(difference);
                }
            }
        }
        parts.retain(|part| bad.iter().all(|(other, _)| other != part));
        if let Ok(image) = asked.build(&parts) {
            image
        } else {
            // The floating arithmetic of a library may be too large for a small machine.
            let float = |part: &usize| {
                matches!(PARTS[*part].about, QuestionKind::Choice(Difference::FloatEvaluation, _))
            };
            parts.retain(|part| !float(part));
            differs.insert(Difference::FloatEvaluation);
            asked.build(&parts).map_err(|failed| failed.why)?
        }
    };
    let answer = asked.run(&image, &[], 0)?;
    asked.compile(&with_arguments()).map_err(|failed| failed.why)?;
    match asked.run(&image, &["1"], 3) {
        // A simulator passes no arguments.
        Err(_) if !toolchain.runner.is_empty() => {
            lacks.insert(Lack::Progress);
        }
        ran => {
            ran?;
        }
    }
    let target = match toolchain.declared_target {
        Some(target) => target,
        None => data_model(&answer, &parts)?,
    };
    differs.extend(differences(&answer, target, &parts));
    if differs.contains(&Difference::TypeSize) {
        return Err(format!("its sizes are not those of target {}", target.as_str()));
    }
    if !Target::named(target).int128 {
        // No program for such a target has it.
        lacks.remove(&Lack::Int128);
    }
    Ok(OptionSet { options: options.to_vec(), target, lacks, differs })
}

/// The choices that are not those of a target, or of which nothing is known because the program
/// ended before.
fn differences(answer: &str, target: TargetName, parts: &[usize]) -> BTreeSet<Difference> {
    let expected = expected(target);
    let asked = parts.iter().filter_map(|part| match PARTS[*part].about {
        QuestionKind::Choice(difference, _) => Some((part, difference)),
        QuestionKind::Feature(_) => None,
    });
    asked
        .filter(|(part, difference)| {
            let start = format!("{part} {difference} ");
            let line = |text: &str| {
                text.lines().find(|line| line.starts_with(&start)).map(ToOwned::to_owned)
            };
            let ours = line(answer);
            ours.is_none() || ours != line(expected)
        })
        .map(|(_, difference)| difference)
        .collect()
}

/// The data model that fits best; sizes and the order of bytes have to fit.
fn data_model(answer: &str, parts: &[usize]) -> Result<TargetName, String> {
    TargetName::ALL
        .into_iter()
        .map(|target| (differences(answer, target, parts), target))
        .filter(|(differs, _)| {
            !differs.contains(&Difference::TypeSize)
                && !differs.contains(&Difference::ObjectRepresentation)
        })
        .min_by_key(|(differs, _)| differs.len())
        .map(|(_, target)| target)
        .ok_or_else(|| "its sizes and byte order are those of no known target".to_owned())
}

/// What the machine prints for the program of all questions.
fn expected(target: TargetName) -> &'static str {
    match target {
        TargetName::Lp64 => include_str!("../probe/lp64.txt"),
        TargetName::Ilp32 => include_str!("../probe/ilp32.txt"),
        TargetName::Llp64 => include_str!("../probe/llp64.txt"),
        TargetName::Ip16 => include_str!("../probe/ip16.txt"),
        TargetName::S390x => include_str!("../probe/s390x.txt"),
    }
}

/// All that is asked, and what is expected: what was found out with other questions counts no more.
pub fn questions() -> String {
    let all: Vec<usize> = (0..PARTS.len()).collect();
    let expected: String = TargetName::ALL.into_iter().map(expected).collect();
    program(&all) + &expected
}

/// The program of all choices, for the test that asks the machine.
#[doc(hidden)]
pub fn probe_of_choices() -> String {
    let choices: Vec<usize> = (0..PARTS.len())
        .filter(|part| matches!(PARTS[*part].about, QuestionKind::Choice(..)))
        .collect();
    program(&choices)
}

/// A compilation without an image.
struct Failed {
    why: String,
    /// Whether the compiler broke down, rather than to reject the program.
    crashed: bool,
}

/// A compiler with options, and where its files go.
struct Asked<'a> {
    toolchain: &'a Toolchain,
    options: &'a [String],
    dir: &'a Path,
}

impl Asked<'_> {
    /// Whether a question had no answer, or another than expected, with an option set before.
    fn is_suspect(&self, about: QuestionKind) -> bool {
        // Few compilers have it, and none on most targets.
        if matches!(about, QuestionKind::Feature(Lack::Int128)) {
            return true;
        }
        self.toolchain.option_sets.iter().any(|set| match about {
            QuestionKind::Feature(lack) => set.lacks.contains(&lack),
            QuestionKind::Choice(difference, lack) => {
                set.differs.contains(&difference)
                    || lack.is_some_and(|lack| set.lacks.contains(&lack))
            }
        })
    }

    /// Finds the questions among these that do not compile: by halves, since they are few.
    fn try_out(&self, parts: &[usize], bad: &mut Vec<(usize, Failed)>) {
        match (self.build(parts), parts) {
            (Ok(_), _) | (Err(_), []) => {}
            (Err(failed), [part]) => bad.push((*part, failed)),
            (Err(_), _) => {
                let (one, two) = parts.split_at(parts.len() / 2);
                self.try_out(one, bad);
                self.try_out(two, bad);
            }
        }
    }

    /// Compiles a program with these questions.
    fn build(&self, parts: &[usize]) -> Result<PathBuf, Failed> {
        self.compile(&program(parts))
    }

    fn compile(&self, text: &str) -> Result<PathBuf, Failed> {
        let source = self.dir.join("probe.c");
        let image = self.dir.join("probe.exe");
        let failed = |why: String| Failed { why, crashed: false };
        let trouble =
            |error: std::io::Error| failed(format!("cannot write {}: {error}", source.display()));
        fs::write(&source, text).map_err(trouble)?;
        match fs::remove_file(&image) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(trouble(error));
            }
            _ => {}
        }
        let done = self
            .toolchain
            .build(self.options, std::slice::from_ref(&source), self.dir, &image)
            .map_err(|error| failed(format!("cannot be run: {error}")))?;
        if !done.end.success() {
            let why = format!("cannot compile a small program: {}", first_error(&done));
            return Err(Failed { why, crashed: crashed(&done) });
        }
        if !image.is_file() {
            return Err(failed("compiles a small program, but writes no file".to_owned()));
        }
        Ok(image)
    }

    /// Runs the image of a probe, and returns what it prints.
    fn run(&self, image: &Path, args: &[&str], status: i32) -> Result<String, String> {
        let done = self.toolchain.execute(image, args, self.dir).map_err(|error| {
            match error.raw_os_error() {
                Some(libc::ENOEXEC) => "its images do not run on this host, and no runner is \
                                        known; describe one in a file, see `brinell compilers \
                                        --help`"
                    .to_owned(),
                _ => format!("its images cannot be run: {error}"),
            }
        })?;
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        if text.lines().next() != Some(GREETING) {
            let message = String::from_utf8_lossy(&done.stderr);
            let message =
                message.lines().next().map(|line| format!(": {line}")).unwrap_or_default();
            return Err(format!(
                "the image of a small program prints nothing ({}{message})",
                done.end
            ));
        }
        if done.end != End::Exit(status) {
            return Err(format!("an image that exits with {status} ends with {}", done.end));
        }
        Ok(text)
    }
}

/// Whether a compiler that failed broke down. One that says nothing did; so do the drivers of those
/// whose parts crash.
fn crashed(done: &FinishedProcess) -> bool {
    let text = String::from_utf8_lossy(&done.stderr);
    !matches!(done.end, End::Exit(_))
        || (text.trim().is_empty() && done.stdout.is_empty())
        || says_crash(&text)
}

/// The line of a compiler's messages that says most.
fn first_error(done: &FinishedProcess) -> String {
    let text =
        String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    // The linker's reason stands before its driver's complaint.
    let says = |line: &&str| {
        (line.contains("error") || line.contains("cannot find")) && !line.contains("ld returned")
    };
    let line = lines().find(says).or_else(|| lines().next());
    line.map_or_else(|| done.end.to_string(), ToOwned::to_owned)
}
