//! An interestingness test: a script as C-Reduce and C-Vise use them.

use anyhow::Context as _;
use brinell_toolchain::{Command, End, ProcessLimits};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a script and all it starts may use up.
const LIMITS: ProcessLimits = ProcessLimits {
    wall: Duration::from_mins(1),
    cpu: None,
    memory: 8 << 30,
    file_size: 1 << 30,
    output: 1 << 20,
    processes: 256,
};

/// The script.
pub struct Script {
    path: PathBuf,
    /// How the program's file is called.
    name: OsString,
}

impl Script {
    /// The script at a path, for a file of that name.
    pub fn new(path: &Path, name: &OsStr) -> anyhow::Result<Self> {
        let path = std::fs::canonicalize(path)
            .with_context(|| format!("cannot find the script {}", path.display()))?;
        Ok(Self { path, name: name.to_owned() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it exits with 0 in a fresh directory that has only the program.
    pub fn accepts(&self, text: &str) -> Result<bool, String> {
        let failed = |error: std::io::Error| format!("cannot run the script: {error}");
        let dir = tempfile::Builder::new().prefix("brinell-reduce-").tempdir().map_err(failed)?;
        std::fs::write(dir.path().join(&self.name), text).map_err(failed)?;
        let command = Command::new(&self.path).dir(dir.path()).limits(LIMITS).isolated(true);
        let done = command.env("TMPDIR", dir.path()).run().map_err(failed)?;
        Ok(matches!(done.end, End::Exit(0)))
    }
}
