//! A look at the descendants of a process while they run, and at what they write.

use rustix::process::Pid;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

/// What was seen of a tree of processes.
#[derive(Copy, Clone, Debug, Default)]
pub struct TreeSample {
    /// How many processes, the root apart; no more are counted than asked for.
    pub processes: usize,
    /// The largest address space of any one, in bytes.
    pub memory: u64,
}

/// Looks at all descendants of a process, up to a number of them. What cannot be read, because it
/// has just ended or the kernel does not list children, is not counted.
pub fn look(root: Pid, most: usize) -> TreeSample {
    let mut seen = TreeSample::default();
    if !is_our_proc() {
        return seen;
    }
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

/// What a tree of processes does.
#[derive(Copy, Clone, Debug)]
pub struct TreeActivity {
    /// The processor time that it had.
    pub cpu: Duration,
    /// Whether some thread has the processor, waits for it, or for a disk.
    pub runnable: bool,
}

/// What all descendants of a process do; nothing where the kernel does not say.
pub fn activity(root: Pid) -> Option<TreeActivity> {
    if !is_our_proc() {
        return None;
    }
    let mut open = vec![root.as_raw_nonzero().get().to_string()];
    let mut seen = TreeActivity { cpu: Duration::ZERO, runnable: false };
    let mut is_root = true;
    while let Some(process) = open.pop() {
        let dir = format!("/proc/{process}");
        // Until a descendant has been reaped, its time is its own; then it is its parent's.
        seen.cpu += stat(format!("{dir}/stat")).map_or(Duration::ZERO, |stat| stat.cpu);
        let threads = fs::read_dir(format!("{dir}/task")).into_iter().flatten();
        for thread in threads.flatten() {
            let thread = thread.path();
            // The root waits for its children, and does nothing else.
            let own = stat(thread.join("stat")).filter(|_| !is_root);
            seen.runnable |= own.is_some_and(|stat| stat.runnable);
            let children = fs::read_to_string(thread.join("children")).unwrap_or_default();
            open.extend(children.split_ascii_whitespace().map(str::to_owned));
        }
        is_root = false;
    }
    Some(seen)
}

/// What a `stat` file says about a process or thread.
fn stat(path: impl AsRef<Path>) -> Option<TreeActivity> {
    let text = fs::read_to_string(path).ok()?;
    // The name, in parentheses, may have anything in it.
    let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace();
    let runnable = matches!(fields.next()?, "R" | "D");
    // utime, stime, and those of children that were reaped: fields 14 to 17, the state being 3.
    let ticks: u64 = fields.skip(10).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    let cpu = Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second());
    Some(TreeActivity { cpu, runnable })
}

/// What an empty file takes of a disk, about: its entry and its inode.
const EMPTY_FILE: u64 = 4096;
/// The blocks that the system counts in.
const BLOCK: u64 = 512;

/// The bytes of disk that everything below a directory takes; no more is counted than asked for. Holes
/// take nothing, and links are not followed.
pub fn disk(dir: &Path, most: u64) -> u64 {
    let mut taken = 0;
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        let Ok(entries) = fs::read_dir(dir) else { continue };
        for entry in entries.flatten() {
            let Ok(about) = entry.metadata() else { continue };
            taken += (about.blocks() * BLOCK).max(EMPTY_FILE);
            if taken > most {
                return taken;
            }
            if about.is_dir() {
                open.push(entry.path());
            }
        }
    }
    taken
}

/// Whether `/proc` numbers processes as we do. In a PID namespace without a `/proc` of its own, our
/// numbers are those of strangers there.
fn is_our_proc() -> bool {
    static OURS: OnceLock<bool> = OnceLock::new();
    *OURS.get_or_init(|| {
        let own = fs::read_link("/proc/self").ok();
        own.is_some_and(|own| own.as_os_str() == std::process::id().to_string().as_str())
    })
}

/// Whether a process is still what started it: until it executes its program, it has our memory.
fn has_not_begun(pid: &str) -> bool {
    let own = fs::read_link("/proc/self/exe").ok();
    own.is_some() && own == fs::read_link(format!("/proc/{pid}/exe")).ok()
}

fn address_space(pid: &str) -> u64 {
    if has_not_begun(pid) {
        return 0;
    }
    let pages = fs::read_to_string(format!("/proc/{pid}/statm"))
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    pages.unwrap_or(0) * rustix::param::page_size() as u64
}
