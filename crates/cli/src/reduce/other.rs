//! Reducers that work on text: C-Vise and C-Reduce.

use anyhow::{Context as _, bail};
use brinell_toolchain::{Command, FinishedProcess, ProcessLimits, find_program};
use clap::ValueEnum;
use std::path::Path;
use std::time::Duration;

/// Another reducer.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Other {
    /// C-Vise
    Cvise,
    /// C-Reduce
    Creduce,
}

impl Other {
    /// The name of its program.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cvise => "cvise",
            Self::Creduce => "creduce",
        }
    }

    /// Fails with what to do where it is not installed.
    pub fn must_be_here(self) -> anyhow::Result<()> {
        let name = self.name();
        if find_program(name).is_none() {
            bail!("there is no {name}: on Debian, apt-get install {name}");
        }
        Ok(())
    }

    /// Reduces a file in place, in its own directory; the script is beside it. What it has when the
    /// time is up stays in the file.
    pub fn reduce(
        self,
        script: &Path,
        file: &Path,
        time: Duration,
        jobs: usize,
    ) -> anyhow::Result<FinishedProcess> {
        let dir = file.parent().context("not a file in a directory")?;
        let name = file.file_name().context("not the name of a file")?;
        // They start clang-delta and shells, a few for each job.
        let processes = 256 * jobs.max(1);
        let limits = ProcessLimits { processes, cpu: Some(time * 2), ..script_limits(time) };
        Command::new(self.name())
            .args(["--n", &jobs.to_string()])
            .arg(script)
            .arg(name)
            .dir(dir)
            .env("TMPDIR", dir)
            .limits(limits)
            .run()
            .with_context(|| format!("cannot run {}", self.name()))
    }
}

/// What a script may use up that runs sanitizers: those reserve more addresses than there is memory.
pub fn script_limits(wall: Duration) -> ProcessLimits {
    ProcessLimits { wall, memory: u64::MAX, ..ProcessLimits::default() }
}

/// Writes a script that others may execute.
pub fn write_script(path: &Path, text: &str) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let cannot = || format!("cannot write {}", path.display());
    std::fs::write(path, text).with_context(cannot)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).with_context(cannot)
}
