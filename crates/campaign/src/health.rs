//! Whether this computer is healthy enough to judge compilers.
//!
//! A full disk or a lack of memory looks like a compiler that crashes or produces nothing. So there
//! must be enough disk space and memory before anything is called a finding.

use std::fs;
use std::path::{Path, PathBuf};

/// Free space that must be left where files are written; more than any one compilation leaves.
const LEAST_SPACE: u64 = 256 << 20;
/// Files that must be left to make.
const LEAST_FILES: u64 = 1_000;
/// Memory that must be available. Each child has its own limit; this covers everything else.
const LEAST_MEMORY: u64 = 256 << 20;

/// What is to be watched.
#[derive(Clone, Debug)]
pub struct Health {
    places: Vec<PathBuf>,
}

impl Health {
    /// Watches memory, and the file systems of these directories.
    pub fn of(places: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { places: places.into_iter().collect() }
    }

    /// What is wrong, for people; nothing if the computer is healthy.
    pub fn trouble(&self) -> Option<String> {
        self.places.iter().find_map(|place| little_space(place)).or_else(little_memory)
    }
}

fn little_space(place: &Path) -> Option<String> {
    let stat = rustix::fs::statvfs(place).ok()?;
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    // Some file systems count no files.
    let few_files = stat.f_files > 0 && stat.f_favail < LEAST_FILES;
    (free < LEAST_SPACE || few_files).then(|| {
        format!(
            "too little space left for {}: {} MiB and {} files; {} MiB and {LEAST_FILES} are needed",
            place.display(),
            free >> 20,
            stat.f_favail,
            LEAST_SPACE >> 20
        )
    })
}

fn little_memory() -> Option<String> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let available = available_memory(&text)?;
    (available < LEAST_MEMORY).then(|| {
        format!(
            "too little memory left: {} MiB; {} MiB are needed",
            available >> 20,
            LEAST_MEMORY >> 20
        )
    })
}

fn available_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read() {
        let text = "MemTotal:  100 kB\nMemAvailable:    2048 kB\nBuffers: 1 kB\n";
        assert_eq!(available_memory(text), Some(2 << 20));
        assert_eq!(available_memory("nonsense"), None);
        assert!(fs::read_to_string("/proc/meminfo").is_ok_and(|t| available_memory(&t).is_some()));
    }

    #[test]
    fn a_place_without_space_is_trouble() {
        // A file system that never has any.
        let trouble = Health::of(["/proc".into()]).trouble();
        assert!(trouble.is_some_and(|why| why.contains("too little space left for /proc")));
    }

    #[test]
    fn a_place_that_is_not_there_is_no_trouble() {
        assert_eq!(little_space(Path::new("/no/such/place")), None);
    }
}
