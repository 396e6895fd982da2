//! A look at the descendants of a process while they run.

use rustix::process::Pid;
use std::fs;

/// What was seen of a tree of processes.
#[derive(Copy, Clone, Debug, Default)]
pub struct Seen {
    /// How many processes, the root apart; no more are counted than asked for.
    pub processes: usize,
    /// The largest address space of any one, in bytes.
    pub memory: u64,
}

/// Looks at all descendants of a process, up to a number of them. What cannot be read, because it
/// has just ended or the kernel does not list children, is not counted.
pub fn look(root: Pid, most: usize) -> Seen {
    let mut seen = Seen::default();
    let mut open = vec![root.as_raw_nonzero().get().to_string()];
    while let Some(parent) = open.pop() {
        let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { continue };
        for thread in threads.flatten() {
            let Ok(children) = fs::read_to_string(thread.path().join("children")) else { continue };
            for child in children.split_ascii_whitespace() {
                seen.processes += 1;
                if seen.processes > most {
                    return seen;
                }
                seen.memory = seen.memory.max(address_space(child));
                open.push(child.to_owned());
            }
        }
    }
    seen
}

fn address_space(pid: &str) -> u64 {
    let pages = fs::read_to_string(format!("/proc/{pid}/statm"))
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    pages.unwrap_or(0) * rustix::param::page_size() as u64
}
