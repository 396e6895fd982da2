//! Installed compilers: finding them, asking for their version, compiling with them.

use crate::find::find_program;
use crate::process::{Command, End, ProcessLimits};
use brinell_lang::{Dialect, TargetName};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Compilers with a common ancestry, which share their bugs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Family {
    /// GNU.
    Gcc,
    /// LLVM.
    Clang,
    /// Tiny C.
    Tcc,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 3] = [Self::Gcc, Self::Clang, Self::Tcc];

    /// Its usual name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gcc => "gcc",
            Self::Clang => "clang",
            Self::Tcc => "tcc",
        }
    }

    /// The names its compilers have on `PATH`, in order of preference.
    fn names(self) -> Vec<String> {
        // Debian's versioned names; what is not installed is only a failed lookup.
        let versions = match self {
            Self::Gcc => 9..17,
            Self::Clang => 11..25,
            Self::Tcc => 0..0,
        };
        let plain = self.as_str();
        std::iter::once(plain.to_owned())
            .chain(versions.rev().map(|version| format!("{plain}-{version}")))
            .collect()
    }
}

/// An installed compiler.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Its family.
    pub family: Family,
    /// Where it is.
    pub path: PathBuf,
    /// The first line of what it says about its version.
    pub version: String,
}

impl Compiler {
    /// The preferred installed compiler of a family.
    pub fn find(family: Family) -> Option<Self> {
        family.names().iter().find_map(find_program).and_then(|path| Self::at(family, path))
    }

    /// The compiler at a path; `None` if it does not answer.
    pub fn at(family: Family, path: PathBuf) -> Option<Self> {
        let flag = if family == Family::Tcc { "-v" } else { "--version" };
        let done = Command::new(&path).arg(flag).timeout(Duration::from_secs(20)).run().ok()?;
        let version = String::from_utf8_lossy(&done.stdout).lines().next()?.to_owned();
        done.end.success().then_some(Self { family, path, version })
    }

    /// Whether it can compile for a target on this host.
    pub fn supports(&self, target: TargetName) -> bool {
        match target {
            TargetName::Lp64 => true,
            // Debian's tcc has no 32-bit start files.
            TargetName::Ilp32 => self.family != Family::Tcc,
            TargetName::Llp64 | TargetName::Ip16 | TargetName::S390x => false,
        }
    }

    /// The flags for a target and an edition of C.
    pub fn flags(&self, target: TargetName, dialect: Dialect) -> Vec<String> {
        let mut flags = Vec::new();
        if target == TargetName::Ilp32 {
            flags.push("-m32".to_owned());
            if self.family != Family::Tcc {
                // The data model's `double` is IEEE; x87, also Debian's clang's default, would
                // compute with excess precision.
                flags.extend(["-msse2".to_owned(), "-mfpmath=sse".to_owned()]);
            }
        }
        flags.push(match dialect {
            Dialect::C23 => "-std=c2x".to_owned(),
            older => format!("-std={}", older.as_str()),
        });
        if self.family == Family::Clang {
            // Since version 22 `a < b < c`, which is C, is an error unless this warning is off, and
            // `-w` does not do that.
            flags.push("-Wno-parentheses".to_owned());
        }
        flags
    }
}

/// One compiler of each family that is installed.
pub fn compilers() -> Vec<Compiler> {
    Family::ALL.into_iter().filter_map(Compiler::find).collect()
}

/// Why a program was not compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The compiler cannot be started.
    #[error("cannot run `{command}`: {error}")]
    CannotRun {
        /// The command.
        command: String,
        /// Why.
        error: io::Error,
    },
    /// It did not succeed.
    #[error("`{command}` failed ({end}):\n{}", stderr.trim_end())]
    Failed {
        /// The command.
        command: String,
        /// How it ended.
        end: End,
        /// What it said.
        stderr: String,
    },
}

/// Compiles one C file to an executable.
pub fn compile(
    compiler: &Compiler,
    flags: &[impl AsRef<str>],
    source: &Path,
    output: &Path,
) -> Result<(), CompileError> {
    let command = Command::new(&compiler.path)
        .env("LC_ALL", "C")
        .args(flags.iter().map(AsRef::as_ref))
        .arg("-w")
        .arg("-o")
        .arg(output)
        .arg(source)
        // tcc and pcc do not link it by themselves; harmless elsewhere.
        .arg("-lm")
        .limits(ProcessLimits::default());
    let line = command.to_line();
    match command.run() {
        Err(error) => Err(CompileError::CannotRun { command: line, error }),
        Ok(done) if done.end.success() => Ok(()),
        Ok(done) => Err(CompileError::Failed {
            command: line,
            end: done.end,
            stderr: String::from_utf8_lossy(&done.stderr).into_owned(),
        }),
    }
}

/// The directory of Csmith's headers, wherever its version put it.
pub fn csmith_headers() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = ["/usr/include", "/usr/local/include"]
        .iter()
        .filter_map(|dir| std::fs::read_dir(dir).ok())
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.join("csmith.h").is_file())
        .collect();
    found.sort();
    found.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiles_and_runs_with_every_family_installed() {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("a.c");
        std::fs::write(&source, "int main(void) { return sizeof(long); }").unwrap();
        for compiler in compilers() {
            for target in [TargetName::Lp64, TargetName::Ilp32] {
                if !compiler.supports(target) {
                    continue;
                }
                let output = dir.path().join("a.out");
                let flags = compiler.flags(target, Dialect::C11);
                compile(&compiler, &flags, &source, &output).unwrap();
                let expected = if target == TargetName::Lp64 { 8 } else { 4 };
                assert_eq!(Command::new(&output).run().unwrap().end, End::Exit(expected));
            }
        }
    }

    #[test]
    fn a_rejected_program_is_an_error_with_the_compilers_words() {
        let Some(compiler) = Compiler::find(Family::Gcc) else { return };
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("a.c");
        std::fs::write(&source, "int main(void) { return undeclared; }").unwrap();
        let no_flags: [&str; 0] = [];
        let error = compile(&compiler, &no_flags, &source, &dir.path().join("a")).unwrap_err();
        assert!(error.to_string().contains("undeclared"), "{error}");
    }
}
