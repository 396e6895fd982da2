//! Where programs and images live while they are needed.

use rustix::fs::{
    Access, AtFlags, CWD, FlockOperation, Mode, OFlags, accessat, flock, open, statvfs,
};
use rustix::io::{Errno, retry_on_intr};
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What a file system in memory must have free before it is used.
const ROOM_IN_MEMORY: u64 = 1 << 30;

/// A directory that goes away with everything in it.
///
/// It is locked as long as it is in use. The lock ends with the process, however that ends, so a
/// directory without one was left behind. (The number of the process would not do: containers
/// may share the file system, and each counts its processes from 1.)
#[derive(Debug)]
pub struct Workspace {
    dir: TempDir,
    _lock: OwnedFd,
}

impl Workspace {
    /// Makes one, in memory if there is room.
    pub fn new() -> io::Result<Self> {
        let place = place();
        clean(&place);
        Self::within(&place)
    }

    fn within(place: &Path) -> io::Result<Self> {
        let prefix = format!("{PREFIX}{}-", std::process::id());
        loop {
            let dir = tempfile::Builder::new().prefix(&prefix).tempdir_in(place)?;
            let lock = match directory(dir.path()) {
                Ok(lock) => lock,
                // Cleaned away before it could be locked.
                Err(Errno::NOENT) => continue,
                Err(error) => return Err(error.into()),
            };
            // Where a file system knows no locks nothing is cleaned up either.
            let _ = retry_on_intr(|| flock(&lock, FlockOperation::LockShared));
            if dir.path().exists() {
                return Ok(Self { dir, _lock: lock });
            }
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }
}

const PREFIX: &str = "brinell-hunt-";

/// Images must be executable where they are.
fn place() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let room = statvfs(memory).is_ok_and(|stat| {
        let executable = !stat.f_flag.contains(rustix::fs::StatVfsMountFlags::NOEXEC);
        executable && stat.f_bavail.saturating_mul(stat.f_frsize) >= ROOM_IN_MEMORY
    });
    let writable = accessat(CWD, memory, Access::WRITE_OK, AtFlags::empty()).is_ok();
    if room && writable { memory.to_owned() } else { std::env::temp_dir() }
}

/// Opens a directory, and nothing else that has its name: a pipe would keep us waiting.
fn directory(path: &Path) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    open(path, flags, Mode::empty())
}

/// Takes away what hunts left that were killed.
fn clean(place: &Path) {
    let Ok(entries) = std::fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let Ok(dir) = directory(&entry.path()) else { continue };
        if flock(&dir, FlockOperation::NonBlockingLockExclusive).is_ok() {
            // Files of others stay.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_stays_and_what_was_left_goes() {
        let place = tempfile::tempdir().unwrap();
        let used = Workspace::within(place.path()).unwrap();
        std::fs::write(used.path().join("image"), "").unwrap();
        // As a hunt leaves it that is killed: of a process that lives by its number.
        let left = place.path().join(format!("{PREFIX}1-left"));
        std::fs::create_dir(&left).unwrap();
        std::fs::write(left.join("image"), "").unwrap();
        let foreign = place.path().join("foreign");
        std::fs::create_dir(&foreign).unwrap();
        let link = place.path().join(format!("{PREFIX}1-link"));
        std::os::unix::fs::symlink(&foreign, &link).unwrap();

        clean(place.path());
        assert!(used.path().join("image").exists());
        assert!(!left.exists());
        assert!(foreign.exists() && link.exists());

        let path = used.path().to_owned();
        drop(used);
        assert!(!path.exists());
    }
}
