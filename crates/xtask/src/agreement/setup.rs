//! Compilers with their options, and the judgement of what they make.

use anyhow::bail;
use brinell_lang::{Dialect, TargetName};
use brinell_machine::{Exit, Meaning};
use brinell_toolchain::{Command, Compiler, End, Family, ProcessLimits, find_program};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The levels of optimisation.
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

/// Sanitizers of gcc and clang that are to be silent.
const SANITIZERS: [&str; 4] = [
    "-fsanitize=undefined,address",
    "-fno-sanitize-recover=all",
    // The same checks at -O1 take gcc ten times as long to compile: minutes for a large program.
    "-O0",
    // An alarm is worth little without its line.
    "-g",
];

/// Large programs at -O3 on a busy machine; a compiler that takes longer hangs.
const COMPILE: Duration = Duration::from_mins(5);
/// The machine's step budget is milliseconds of native time.
const RUN: Duration = Duration::from_secs(20);
/// SIGABRT, which `abort` raises.
const SIGABRT: i32 = 6;

/// A compiler with options.
pub struct CompilerSetup {
    /// The name it was found by.
    pub name: String,
    /// The compiler.
    pub compiler: Compiler,
    /// What is special about this setup.
    pub level: &'static str,
    flags: Vec<String>,
    sanitized: bool,
}

/// What a program has to do.
pub struct ExpectedRun {
    end: End,
    stdout: Vec<u8>,
}

impl ExpectedRun {
    /// What the machine says.
    pub fn of(meaning: &Meaning) -> Self {
        let end = match meaning.exit {
            Exit::Status(status) => End::Exit(i32::from(status)),
            Exit::Abort => End::Signal(SIGABRT),
        };
        Self { end, stdout: meaning.stdout.clone() }
    }
}

/// Every installed compiler that makes programs for the target, with every level or with sanitizers;
/// and the names of those that lack a library for it.
pub fn all(
    target: TargetName,
    dialect: Dialect,
    sanitizers: bool,
) -> anyhow::Result<(Vec<CompilerSetup>, Vec<String>)> {
    let (mut setups, mut unable) = (Vec::new(), Vec::new());
    for (name, compiler) in compilers() {
        if !compiler.supports(target) || (sanitizers && compiler.family == Family::Tcc) {
            continue;
        }
        let base = compiler.flags(target, dialect);
        let with = |level: &'static str, more: &[&str]| CompilerSetup {
            name: name.clone(),
            compiler: compiler.clone(),
            level,
            flags: base.iter().cloned().chain(more.iter().map(|s| (*s).to_owned())).collect(),
            sanitized: sanitizers,
        };
        let mut made: Vec<CompilerSetup> = if sanitizers {
            vec![with("sanitizers", &SANITIZERS)]
        } else {
            LEVELS.map(|level| with(level, &[level])).into()
        };
        if made[0].works()? {
            setups.append(&mut made);
        } else {
            unable.push(name);
        }
    }
    if setups.is_empty() {
        bail!("no compiler for {} here: run `cargo xtask install`", target.as_str());
    }
    Ok((setups, unable))
}

/// All compilers by the names they are found by, each once.
fn compilers() -> Vec<(String, Compiler)> {
    let mut seen = Vec::new();
    let mut found = Vec::new();
    for family in Family::ALL {
        // Debian's versioned names; what is not installed is only a failed lookup.
        let versioned = (9..30).rev().map(|version| format!("{}-{version}", family.as_str()));
        for name in std::iter::once(family.as_str().to_owned()).chain(versioned) {
            let Some(path) = find_program(&name) else { continue };
            let real = path.canonicalize().unwrap_or_else(|_| path.clone());
            if seen.contains(&real) {
                continue;
            }
            seen.push(real);
            found.extend(Compiler::at(family, path).map(|compiler| (name, compiler)));
        }
    }
    found
}

impl CompilerSetup {
    /// Whether it has `__int128`, on targets that have it.
    pub fn knows_int128(&self) -> bool {
        self.compiler.family != Family::Tcc
    }

    /// Name and level in one word.
    pub fn label(&self) -> String {
        format!("{}-{}", self.name, self.level.trim_start_matches('-'))
    }

    /// Whether it makes anything at all: a second clang may have come without its sanitizers.
    fn works(&self) -> anyhow::Result<bool> {
        let dir = tempfile::tempdir()?;
        let source = dir.path().join("empty.c");
        std::fs::write(&source, "int main(void) { return 0; }\n")?;
        Ok(self.command(&[source], &dir.path().join("empty")).run()?.end.success())
    }

    /// The command that compiles.
    pub fn command(&self, sources: &[PathBuf], output: &Path) -> Command {
        Command::new(&self.compiler.path)
            .env("LC_ALL", "C")
            .args(&self.flags)
            .arg("-w")
            .arg("-o")
            .arg(output)
            .args(sources)
            .timeout(COMPILE)
    }

    /// Compiles and runs; says what is wrong, if anything is.
    pub fn judge(
        &self,
        sources: &[PathBuf],
        dir: &Path,
        expected: &ExpectedRun,
    ) -> anyhow::Result<Option<String>> {
        let binary = dir.join("program");
        let compiled = self.command(sources, &binary).run()?;
        if !compiled.end.success() {
            let words = String::from_utf8_lossy(&compiled.stderr);
            return Ok(Some(format!("the compiler fails: {}\n{words}", compiled.end)));
        }
        let mut limits = ProcessLimits { wall: RUN, ..ProcessLimits::default() };
        if self.sanitized {
            // The shadow of all memory is reserved at the start: terabytes of address space.
            limits.memory = u64::MAX;
        }
        let done = Command::new(&binary)
            .dir(dir)
            // Leaks are looked for with ptrace, which sandboxes forbid; there is no heap anyway.
            .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1")
            .env("UBSAN_OPTIONS", "print_stacktrace=1")
            .limits(limits)
            .run()?;
        std::fs::remove_file(&binary)?;
        let stdout = String::from_utf8_lossy(&done.stdout);
        let stderr = String::from_utf8_lossy(&done.stderr);
        Ok(if !done.stderr.is_empty() {
            Some(format!("the program complains ({}):\n{stderr}{stdout}", done.end))
        } else if done.end != expected.end {
            Some(format!("{} instead of {}, printing:\n{stdout}", done.end, expected.end))
        } else if done.stdout != expected.stdout {
            Some(format!("other output:\n{stdout}"))
        } else {
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(setup: &CompilerSetup, text: &str, stdout: &str, status: i32) -> Option<String> {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("program.c");
        std::fs::write(&source, text).unwrap();
        let expected = ExpectedRun { end: End::Exit(status), stdout: stdout.as_bytes().to_vec() };
        setup.judge(&[source], dir.path(), &expected).unwrap()
    }

    #[test]
    fn every_compiler_is_judged_by_what_its_program_does() {
        let text = "int puts(const char *); int main(void) { puts(\"3\"); return 4; }";
        for setup in all(TargetName::Lp64, Dialect::default(), false).unwrap().0 {
            if !["-O0", "-O3"].contains(&setup.level) {
                continue;
            }
            assert_eq!(judge(&setup, text, "3\n", 4), None, "{}", setup.label());
            let output = judge(&setup, text, "5\n", 4).unwrap();
            assert!(output.starts_with("other output:\n3"), "{output}");
            let status = judge(&setup, text, "3\n", 0).unwrap();
            assert!(status.contains("exit status 4 instead of exit status 0"), "{status}");
            let rejected = judge(&setup, "int main(void) { return nothing; }", "", 0).unwrap();
            assert!(rejected.contains("the compiler fails"), "{rejected}");
        }
    }

    #[test]
    fn sanitizers_are_heard() {
        let fine = "int a[2]; int main(int n, char **v) { a[n] = n; return a[n] + 1; }";
        let overflow = "int main(int n, char **v) { return 2147483647 + n; }";
        let bounds = "int main(int n, char **v) { int a[2] = {0}; int *p = a; return p[n + 1]; }";
        for setup in all(TargetName::Lp64, Dialect::default(), true).unwrap().0 {
            assert_eq!(judge(&setup, fine, "", 2), None, "{}", setup.label());
            for undefined in [overflow, bounds] {
                let heard = judge(&setup, undefined, "", 0).unwrap_or_default();
                assert!(heard.starts_with("the program complains"), "{}: {heard}", setup.label());
            }
        }
    }
}
