//! Ending everything that this process started, when there is no time to wait.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::fs;

/// Kills all descendants of this process. Who started them sees them dead, and reaps them.
pub fn kill_all() {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    let Ok(entries) = fs::read_dir("/proc") else { return };
    for entry in entries.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        if let Some(parent) = parent(&stat) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut open = vec![std::process::id() as i32];
    while let Some(pid) = open.pop() {
        for &child in children.get(&pid).map_or(&[][..], Vec::as_slice) {
            if let Some(target) = Pid::from_raw(child) {
                // It may be gone already.
                let _ = kill_process(target, Signal::KILL);
            }
            open.push(child);
        }
    }
}

/// The parent in a line of `/proc/PID/stat`; the name before it can have anything in it.
fn parent(stat: &str) -> Option<i32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_is_found_behind_any_name() {
        assert_eq!(parent("12 (a) b (c) S 7 12 12 0"), Some(7));
        assert_eq!(parent("12 nonsense"), None);
    }
}
