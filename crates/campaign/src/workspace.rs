//! Where programs and images live while they are needed.

use rustix::fs::{Access, AtFlags, CWD, accessat, statvfs};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What a file system in memory must have free before it is used.
const ROOM_IN_MEMORY: u64 = 1 << 30;

/// A directory that goes away with everything in it.
#[derive(Debug)]
pub struct Workspace {
    dir: TempDir,
}

impl Workspace {
    /// Makes one, in memory if there is room.
    pub fn new() -> io::Result<Self> {
        let place = place();
        clean(&place);
        let prefix = format!("{PREFIX}{}-", std::process::id());
        let dir = tempfile::Builder::new().prefix(&prefix).tempdir_in(place)?;
        Ok(Self { dir })
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

/// Takes away what hunts left that were killed: those whose process is no more.
fn clean(place: &Path) {
    let Ok(entries) = std::fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX))
            .and_then(|rest| rest.split('-').next())
            .and_then(|pid| pid.parse::<u32>().ok());
        if let Some(pid) = owner
            && !Path::new("/proc").join(pid.to_string()).exists()
        {
            // Somebody else's, then: not ours to remove.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
