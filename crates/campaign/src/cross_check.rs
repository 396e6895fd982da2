//! What others say about the program of a finding before it is reported: the sanitizers of gcc and
//! clang, and Frama-C's Eva where it is installed (`hunt --cross-check`).
//!
//! A check on ourselves. The machine has said that the program is defined and what it prints; who
//! sees undefined behaviour in it, or something else printed, disagrees with the machine, and the
//! finding says so. They decide nothing: sanitizers miss a lot and have raised false alarms, and Eva
//! warns of what it cannot exclude.

use crate::images::ProgramFiles;
use crate::trial;
use brinell_generate::Generated;
use brinell_judge::{Expected, Ran};
use brinell_lang::{Dialect, TargetName};
use brinell_toolchain::{Command, Compiler, Family, ProcessLimits, find_program};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options for both compilers.
const SANITIZERS: [&str; 5] = [
    "-fsanitize=undefined,address",
    // All alarms, not only the first.
    "-fsanitize-recover=undefined",
    // The same checks at -O1 take gcc ten times as long to compile.
    "-O0",
    // An alarm is worth little without its line.
    "-g",
    "-w",
];

/// For compiling, and for Eva.
const LONG: Duration = Duration::from_mins(2);
/// For an image: the step budget of the machine is milliseconds, and sanitizers slow it down.
const RUN: Duration = Duration::from_secs(20);
/// Versions that are looked for where the plain name is not there.
const VERSIONS: std::ops::Range<u32> = 9..30;
/// Alarms that are told of each.
const TOLD: usize = 3;
/// A program that every compiler with the libraries of its sanitizers takes.
const NOTHING: &str = "int main(void) {\n    return 0;\n}\n";

/// Who can be asked here.
#[derive(Debug, Default)]
pub struct CrossCheck {
    compilers: Vec<Compiler>,
    eva: Option<PathBuf>,
}

/// What one of them says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum CheckResult {
    /// What the machine says.
    Agrees,
    /// That something is, or may be, undefined: its first words.
    Alarm(String),
    /// That it does something else.
    Differs(String),
    /// Nothing; why.
    Cannot(String),
}

/// What all of them say, with the CPU time that it took.
#[derive(Clone, Debug, Default)]
pub struct CrossChecked {
    /// Who says what.
    pub said: Vec<(String, CheckResult)>,
    /// CPU time of all that was started.
    pub cpu: Duration,
}

impl CrossCheck {
    /// Looks for all that there are. `dir` is for trying out whether sanitizers work.
    pub fn find(dir: &Path) -> Self {
        let compilers = [Family::Gcc, Family::Clang].into_iter().filter_map(|family| {
            // Debian's versioned names; what is not installed is only a failed lookup.
            let versioned = VERSIONS.rev().map(|version| format!("{}-{version}", family.as_str()));
            let names = std::iter::once(family.as_str().to_owned()).chain(versioned);
            names
                .filter_map(|name| Compiler::at(family, find_program(&name)?))
                .find(|compiler| has_sanitizers(compiler, dir))
        });
        Self { compilers: compilers.collect(), eva: find_program("frama-c") }
    }

    /// Whether there is anybody to ask.
    pub const fn is_empty(&self) -> bool {
        self.compilers.is_empty() && self.eva.is_none()
    }

    /// Asks all of them about a program; its files are written to `dir`.
    pub fn ask(&self, made: &Generated, dir: &Path) -> CrossChecked {
        let (target, std) = (made.facts.config.target, made.facts.config.std);
        self.ask_about(&made.texts, (target, std), &trial::expected(&made.meaning), dir)
    }

    fn ask_about(
        &self,
        texts: &[(String, String)],
        (target, std): (TargetName, Dialect),
        expected: &Expected,
        dir: &Path,
    ) -> CrossChecked {
        let mut checked = CrossChecked::default();
        let files = match ProgramFiles::write(dir, texts) {
            Ok(files) => files,
            Err(trouble) => {
                checked.said.push(("nobody".to_owned(), CheckResult::Cannot(trouble.0)));
                return checked;
            }
        };
        for compiler in &self.compilers {
            let name = format!("{} {}", compiler.family.as_str(), SANITIZERS[0]);
            let result = if compiler.supports(target) {
                let flags = compiler.flags(target, std);
                sanitized(compiler, &flags, &files, expected, &mut checked.cpu)
            } else {
                CheckResult::Cannot(format!("it does not compile for {}", target.as_str()))
            };
            checked.said.push((name, result));
        }
        if let Some(path) = &self.eva {
            let result = match machdep(target) {
                Some(machdep) => eva(path, machdep, &files, &mut checked.cpu),
                None => CheckResult::Cannot(format!("it does not know {}", target.as_str())),
            };
            checked.said.push(("Frama-C Eva".to_owned(), result));
        }
        checked
    }
}

impl fmt::Display for CrossChecked {
    /// A line for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (who, result) in &self.said {
            match result {
                CheckResult::Agrees => writeln!(f, "cross-check: {who}: agrees with the machine")?,
                CheckResult::Alarm(words) => {
                    writeln!(f, "cross-check: {who}: DISAGREES with the machine: {words}")?;
                }
                CheckResult::Differs(words) => {
                    let words = words.replace('\n', " ");
                    writeln!(f, "cross-check: {who}: DISAGREES with the machine: it does {words}")?;
                }
                CheckResult::Cannot(why) => writeln!(f, "cross-check: {who}: cannot tell: {why}")?,
            }
        }
        Ok(())
    }
}

/// Whether a compiler came with the libraries of its sanitizers.
fn has_sanitizers(compiler: &Compiler, dir: &Path) -> bool {
    let Ok(files) = ProgramFiles::write(dir, &[(String::new(), NOTHING.to_owned())]) else {
        return false;
    };
    let flags = compiler.flags(TargetName::Lp64, Dialect::default());
    let mut cpu = Duration::ZERO;
    build(compiler, &flags, &files, &mut cpu).is_ok()
}

/// The image of a compiler with its sanitizers, or why there is none.
fn build(
    compiler: &Compiler,
    flags: &[String],
    files: &ProgramFiles,
    cpu: &mut Duration,
) -> Result<PathBuf, String> {
    let image = files.dir.join("sanitized");
    let command = Command::new(&compiler.path).dir(&files.dir).env("LC_ALL", "C").args(flags);
    let command = command.args(SANITIZERS).arg("-o").arg(&image).args(&files.sources);
    let done = command.timeout(LONG).run().map_err(|error| error.to_string())?;
    *cpu += done.cpu;
    if done.end.success() {
        return Ok(image);
    }
    let words = String::from_utf8_lossy(&done.stderr);
    Err(format!("{}: {}", done.end, words.lines().next().unwrap_or_default()))
}

fn sanitized(
    compiler: &Compiler,
    flags: &[String],
    files: &ProgramFiles,
    expected: &Expected,
    cpu: &mut Duration,
) -> CheckResult {
    let image = match build(compiler, flags, files, cpu) {
        Ok(image) => image,
        Err(why) => return CheckResult::Cannot(why),
    };
    // The shadow of all memory is reserved at the start: terabytes of address space.
    let limits = ProcessLimits { wall: RUN, memory: u64::MAX, ..ProcessLimits::default() };
    let command = Command::new(&image)
        .dir(&files.dir)
        // Leaks are looked for with ptrace, which sandboxes forbid; there is no heap anyway.
        .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1")
        .limits(limits);
    let done = match command.run() {
        Ok(done) => done,
        Err(error) => return CheckResult::Cannot(error.to_string()),
    };
    *cpu += done.cpu;
    let alarms = String::from_utf8_lossy(&done.stderr);
    // It could not even begin: its shadow needs terabytes of addresses, which a limit may forbid.
    if let Some(why) = alarms.lines().find(|line| line.contains("AddressSanitizer failed to")) {
        return CheckResult::Cannot(why.trim().to_owned());
    }
    let alarms = alarms.lines().filter(|l| l.contains("runtime error: ") || l.contains("ERROR: "));
    if let Some(words) = told(alarms) {
        return CheckResult::Alarm(words);
    }
    let ran = Ran::new(crate::images::run_end(done.end), &done.stdout, done.stdout.len());
    if ran.does(expected) {
        CheckResult::Agrees
    } else {
        CheckResult::Differs(trial::outcome_words(&ran.stdout, ran.end))
    }
}

fn eva(path: &Path, machdep: &str, files: &ProgramFiles, cpu: &mut Duration) -> CheckResult {
    let command = Command::new(path).dir(&files.dir).env("LC_ALL", "C");
    let command = command.args(["-machdep", machdep, "-eva", "-eva-precision", "3"]);
    let done = match command.args(&files.sources).timeout(LONG).run() {
        Ok(done) => done,
        Err(error) => return CheckResult::Cannot(error.to_string()),
    };
    *cpu += done.cpu;
    if !done.end.success() {
        return CheckResult::Cannot(done.end.to_string());
    }
    let words = String::from_utf8_lossy(&done.stdout);
    told(words.lines().filter(|line| line.contains("[eva:alarm]")))
        .map_or(CheckResult::Agrees, CheckResult::Alarm)
}

/// What Frama-C calls a data model.
const fn machdep(target: TargetName) -> Option<&'static str> {
    match target {
        TargetName::Lp64 => Some("x86_64"),
        TargetName::Ilp32 => Some("x86_32"),
        _ => None,
    }
}

/// The first of some alarms, and how many more there are.
fn told<'l>(alarms: impl Iterator<Item = &'l str>) -> Option<String> {
    let alarms: Vec<&str> = alarms.map(str::trim).collect();
    let more = alarms.len().saturating_sub(TOLD);
    let first = alarms[..alarms.len().min(TOLD)].join("; ");
    match (alarms.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(first),
        (false, more) => Some(format!("{first}; and {more} more")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_judge::RunEnd;

    fn said(text: &str, stdout: &str) -> Vec<CheckResult> {
        let dir = tempfile::tempdir().unwrap();
        let all = CrossCheck::find(&dir.path().join("try"));
        assert!(!all.compilers.is_empty(), "neither gcc nor clang has sanitizers here");
        let expected = Expected { stdout: stdout.as_bytes().to_vec(), end: RunEnd::Exit(0) };
        let texts = [(String::new(), text.to_owned())];
        let how = (TargetName::Lp64, Dialect::default());
        let checked = all.ask_about(&texts, how, &expected, &dir.path().join("program"));
        let compilers = checked.said.into_iter().take(all.compilers.len());
        compilers.map(|(_, result)| result).collect()
    }

    #[test]
    fn sanitizers_say_whether_they_agree_with_the_machine() {
        let fine = "int puts(const char *);\nint main(void) { puts(\"4\"); return 0; }\n";
        assert!(said(fine, "4\n").iter().all(|result| *result == CheckResult::Agrees));
        for result in said(fine, "5\n") {
            assert_eq!(result, CheckResult::Differs("4\nexit status 0".to_owned()));
        }
        // A sum that is compared at once gcc folds before it is instrumented.
        let overflow = "int big = 2147483647;\nint main(void) { big = big + 1; return big > 0; }\n";
        for result in said(overflow, "") {
            let CheckResult::Alarm(words) = result else { panic!("{result:?}") };
            assert!(words.contains("test.c:2:"), "{words}");
            assert!(words.contains("signed integer overflow"), "{words}");
        }
        let outside = "int a[4];\nint main(int n, char **v) { int *p = a + n; return p[4]; }\n";
        for result in said(outside, "") {
            assert!(matches!(result, CheckResult::Alarm(_)), "{result:?}");
        }
        for result in said("int main(void) { return nothing; }\n", "") {
            assert!(matches!(result, CheckResult::Cannot(_)), "{result:?}");
        }
    }

    #[test]
    fn every_result_has_a_line() {
        let result = |result| ("gcc".to_owned(), result);
        let checked = CrossChecked {
            said: vec![
                result(CheckResult::Agrees),
                result(CheckResult::Alarm("overflow".to_owned())),
                result(CheckResult::Differs("1\nexit status 0".to_owned())),
                result(CheckResult::Cannot("no time".to_owned())),
            ],
            cpu: Duration::ZERO,
        };
        assert_eq!(
            checked.to_string(),
            "cross-check: gcc: agrees with the machine\n\
             cross-check: gcc: DISAGREES with the machine: overflow\n\
             cross-check: gcc: DISAGREES with the machine: it does 1 exit status 0\n\
             cross-check: gcc: cannot tell: no time\n"
        );
        assert_eq!(told(["a", "b", "c", "d"].into_iter()).unwrap(), "a; b; c; and 1 more");
    }
}
