//! What compilers make of a sample of sound programs: unoptimised, by two families, they must print
//! and return what the machine says.

use anyhow::Context as _;
use brinell_generate::{Config, Generated};
use brinell_lang::{Dialect, TargetName};
use brinell_machine::Exit;
use brinell_toolchain::{Command, Compiler, End, Family, compilers};
use std::path::PathBuf;
use std::time::Duration;

/// A large program on a busy computer.
const COMPILE: Duration = Duration::from_mins(2);
/// The machine's step budget is milliseconds of native time.
const RUN: Duration = Duration::from_secs(20);
/// SIGABRT, which `abort` raises.
const SIGABRT: i32 = 6;
/// A sample is given for so many programs.
pub const OF: u64 = 1000;

/// The compilers, and which programs they get.
#[derive(Debug)]
pub struct NativeSample {
    compilers: Vec<Compiler>,
    target: TargetName,
    dialect: Dialect,
    of_thousand: u64,
}

impl NativeSample {
    /// The gcc and clang that make programs for the target here; none if that is not asked for.
    pub fn new(config: &Config, of_thousand: u32) -> Self {
        let (target, dialect) = (config.target, config.std);
        let mut sample =
            Self { compilers: Vec::new(), target, dialect, of_thousand: of_thousand.into() };
        if of_thousand > 0 {
            let fit = compilers()
                .into_iter()
                .filter(|one| one.family != Family::Tcc && one.supports(target));
            sample.compilers = fit.filter(|one| sample.works(one)).collect();
        }
        sample
    }

    /// Whether a seed is in the sample.
    pub fn has(&self, seed: u64) -> bool {
        !self.compilers.is_empty() && (seed % OF * self.of_thousand) % OF < self.of_thousand
    }

    /// Names of the compilers.
    pub fn names(&self) -> String {
        let names: Vec<_> = self.compilers.iter().map(|one| one.family.as_str()).collect();
        names.join(", ")
    }

    /// A library for the target may be missing.
    fn works(&self, compiler: &Compiler) -> bool {
        let made = |text: &str| -> anyhow::Result<bool> {
            let dir = tempfile::tempdir()?;
            let source = dir.path().join("empty.c");
            std::fs::write(&source, text)?;
            Ok(self.command(compiler, &[source], &dir.path().join("empty")).run()?.end.success())
        };
        made("int main(void) { return 0; }\n").unwrap_or(false)
    }

    fn command(
        &self,
        compiler: &Compiler,
        sources: &[PathBuf],
        output: &std::path::Path,
    ) -> Command {
        Command::new(&compiler.path)
            .env("LC_ALL", "C")
            .args(compiler.flags(self.target, self.dialect))
            .args(["-O0", "-w", "-o"])
            .arg(output)
            .args(sources)
            .timeout(COMPILE)
    }

    /// Compiles and runs a program; says which differ and how.
    pub fn trouble(&self, made: &Generated) -> anyhow::Result<Option<String>> {
        let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
        let mut sources = Vec::new();
        for (suffix, text) in &made.texts {
            let path = dir.path().join(format!("program{suffix}.c"));
            std::fs::write(&path, text)
                .with_context(|| format!("cannot write {}", path.display()))?;
            sources.push(path);
        }
        let expected = match made.meaning.exit {
            Exit::Status(status) => End::Exit(i32::from(status)),
            Exit::Abort => End::Signal(SIGABRT),
        };
        let image = dir.path().join("program");
        for compiler in &self.compilers {
            let name = compiler.family.as_str();
            let compiled = self.command(compiler, &sources, &image).run()?;
            if !compiled.end.success() {
                let words = String::from_utf8_lossy(&compiled.stderr);
                return Ok(Some(format!("{name} -O0 fails: {}\n{words}", compiled.end)));
            }
            let done = Command::new(&image).dir(dir.path()).timeout(RUN).run()?;
            if done.end != expected || done.stdout != made.meaning.stdout {
                let ours = String::from_utf8_lossy(&made.meaning.stdout);
                let theirs = String::from_utf8_lossy(&done.stdout);
                return Ok(Some(format!(
                    "{name} -O0 differs from the machine\nthe machine: {expected}\n{ours}\n\
                     {name}: {}\n{theirs}",
                    done.end
                )));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_generate::Generator;

    #[test]
    fn what_differs_is_told() {
        let config = Config { size: 500, ..Config::default() };
        let sample = NativeSample::new(&config, 1000);
        let mut made = Generator::new(config).unwrap().generate(1, "").unwrap();
        assert_eq!(sample.trouble(&made).unwrap(), None);
        made.meaning.stdout = b"checksum = 0\n".to_vec();
        let trouble = sample.trouble(&made).unwrap().unwrap();
        assert!(trouble.starts_with("gcc -O0 differs from the machine\n"), "{trouble}");
        made.texts[0].1 = "int main(void) { return x; }\n".to_owned();
        let trouble = sample.trouble(&made).unwrap().unwrap();
        assert!(trouble.starts_with("gcc -O0 fails: "), "{trouble}");
    }

    #[test]
    fn a_sample_is_a_share_of_the_seeds() {
        for share in [0, 1, 10, 333, 1000] {
            let sample = NativeSample::new(&Config::default(), share);
            let count = (5000..6000).filter(|seed| sample.has(*seed)).count();
            assert_eq!(count, share as usize);
        }
    }
}
