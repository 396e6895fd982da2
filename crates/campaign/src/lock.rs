//! One hunt in a directory at a time.
//!
//! The lock is a record lock (`fcntl`): it belongs to the process and ends with it in any case, and
//! unlike a lock of `flock` it is not inherited by children.

use rustix::fs::{FlockOperation, fcntl_lock};
use rustix::io::Errno;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// The right to hunt in a directory, until dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Why there is no lock.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has it.
    #[error(
        "another hunt or comparison is running in {dir}{}; wait for it, or use another directory",
        pid.as_ref().map_or(String::new(), |pid| format!(" (process {pid})"))
    )]
    Held {
        /// The directory.
        dir: String,
        /// Which process, if the kernel says.
        pid: Option<String>,
    },
    /// The file cannot be made.
    #[error("cannot write to {path}: {error}; choose a writable directory")]
    Io {
        /// The file.
        path: String,
        /// Why not.
        error: io::Error,
    },
}

impl Lock {
    /// Takes the lock of a directory.
    pub fn take(dir: &Path) -> Result<Self, LockError> {
        let path = dir.join("lock");
        let failed = |error| LockError::Io { path: path.display().to_string(), error };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(failed)?;
        match fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::AGAIN | Errno::ACCESS) => {
                let mut pid = String::new();
                // Only for the message.
                let _ = file.read_to_string(&mut pid);
                let pid = Some(pid.trim().to_owned()).filter(|pid| !pid.is_empty());
                return Err(LockError::Held { dir: dir.display().to_string(), pid });
            }
            Err(error) => return Err(failed(error.into())),
        }
        let write = |file: &mut File| {
            file.set_len(0)?;
            file.rewind()?;
            writeln!(file, "{}", std::process::id())
        };
        write(&mut file).map_err(failed)?;
        Ok(Self { _file: file })
    }
}
