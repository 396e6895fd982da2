//! Starting a program under a [warden](super::warden), and waiting for its end.

use super::filter;
use super::warden::{WardenPlan, clone_flags, warden};
use rustix::io::fcntl_dupfd_cloexec;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, PidfdFlags, Resource, Signal, getegid, geteuid, getrlimit, pidfd_open, pidfd_send_signal,
};
use std::ffi::{CStr, CString, OsStr, OsString};
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;

/// What to start, with everything looked up.
pub struct Start<'a> {
    pub program: &'a Path,
    pub args: &'a [OsString],
    /// On top of our own environment.
    pub env: &'a [(OsString, OsString)],
    pub dir: Option<&'a Path>,
    /// Soft and hard limit in seconds.
    pub cpu: (u64, u64),
    pub memory: u64,
    pub file_size: u64,
    pub network: bool,
    pub isolated: bool,
    pub same_addresses: bool,
}

/// A program that runs.
pub struct Running {
    warden: Warden,
    /// What the program reads.
    pub stdin: Option<File>,
    /// What it writes.
    pub stdout: Option<File>,
    /// What it writes about itself.
    pub stderr: Option<File>,
}

/// What a program and its descendants used.
#[derive(Copy, Clone, Debug)]
pub struct ResourceUsage {
    pub user: Duration,
    pub system: Duration,
    pub max_rss: u64,
}

/// How a program ended.
#[derive(Copy, Clone, Debug)]
pub enum ProcessStatus {
    Exit(i32),
    Signal(i32),
    /// We killed it first.
    Killed,
}

impl Running {
    /// Starts a program. That it cannot be executed turns out in [`Running::finish`].
    pub fn start(start: &Start<'_>) -> io::Result<Self> {
        let isolation = if start.isolated { isolation() } else { Isolation::None };
        let (child_in, stdin) = pipe()?;
        let (stdout, child_out) = pipe()?;
        let (stderr, child_err) = pipe()?;
        let stdio = [child_in.as_raw_fd(), child_out.as_raw_fd(), child_err.as_raw_fd()];
        let warden = Warden::start(Some((start, stdio)), isolation)?;
        Ok(Self {
            warden,
            stdin: Some(stdin.into()),
            stdout: Some(stdout.into()),
            stderr: Some(stderr.into()),
        })
    }

    /// Becomes readable when nothing of the program is left.
    pub fn end_event(&self) -> BorrowedFd<'_> {
        self.warden.pidfd.as_fd()
    }

    /// The process whose descendants are the program and all it started.
    pub fn warden(&self) -> Pid {
        self.warden.pid
    }

    /// Kills the program and everything it started, unless all has ended already, and says how it
    /// ended.
    pub fn finish(mut self) -> io::Result<(ProcessStatus, ResourceUsage)> {
        self.warden.kill();
        let usage = self.warden.reap()?;
        let plan = &self.warden.memory.plan;
        match plan.failed.load(Ordering::Acquire) {
            0 => {}
            error => return Err(io::Error::from_raw_os_error(error)),
        }
        let status = plan.status.load(Ordering::Acquire);
        let status = if !plan.ended.load(Ordering::Acquire) {
            ProcessStatus::Killed
        } else if libc::WIFEXITED(status) {
            ProcessStatus::Exit(libc::WEXITSTATUS(status))
        } else {
            ProcessStatus::Signal(libc::WTERMSIG(status))
        };
        Ok((status, usage))
    }
}

/// A pipe: the end to read, the end to write. Neither is one of the standard streams, even if those
/// of ours are closed.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC)?;
    let above = |fd: OwnedFd| {
        if fd.as_raw_fd() < 3 { fcntl_dupfd_cloexec(&fd, 3) } else { Ok(fd) }
    };
    Ok((above(read)?, above(write)?))
}

/// In which namespaces a program can run here.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Isolation {
    None,
    Pids,
    PidsAndUser,
}

/// The best that the kernel allows us, tried once.
fn isolation() -> Isolation {
    static BEST: OnceLock<Isolation> = OnceLock::new();
    *BEST.get_or_init(|| {
        let works = |isolation: &Isolation| {
            Warden::start(None, *isolation).is_ok_and(|mut warden| {
                warden.reap().is_ok() && warden.memory.plan.failed.load(Ordering::Acquire) == 0
            })
        };
        [Isolation::Pids, Isolation::PidsAndUser].into_iter().find(works).unwrap_or(Isolation::None)
    })
}

/// A warden that was started.
struct Warden {
    pid: Pid,
    pidfd: OwnedFd,
    reaped: bool,
    isolation: Isolation,
    /// Shared with the warden: must outlive it.
    memory: Box<WardenMemory>,
}

/// All that a plan points to.
struct WardenMemory {
    plan: WardenPlan,
    _words: Vec<CString>,
    _lists: [Vec<*const libc::c_char>; 2],
    maps: [String; 3],
    stacks: Stacks,
}

// SAFETY: what the pointers of a plan point to is in the same `WardenMemory`, and the stacks are its own
// mapping; no thread but the owner's uses either. The warden is a process, and does not care which
// of our threads waits for it.
#[allow(unsafe_code)]
unsafe impl Send for WardenMemory {}

impl Warden {
    /// Starts a warden; without a program, one that ends once it is set up.
    fn start(start: Option<(&Start<'_>, [i32; 3])>, isolation: Isolation) -> io::Result<Self> {
        let memory = memory(start, isolation)?;
        let own_pids = isolation != Isolation::None;
        let flags = clone_flags(own_pids, isolation == Isolation::PidsAndUser);
        let pid = clone_warden(&memory, flags)?;
        // From here on the drop of `Warden` has to see to the warden's end; before it exists, only
        // this call can fail, and then we are out of file descriptors.
        let pidfd = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(pidfd) => pidfd,
            Err(error) => {
                end_without_pidfd(pid, isolation);
                return Err(error.into());
            }
        };
        Ok(Self { pid, pidfd, reaped: false, isolation, memory })
    }

    /// Lets the warden kill everything and end.
    fn kill(&self) {
        // Fails only when it has ended already.
        let _ = pidfd_send_signal(&self.pidfd, stop_signal(self.isolation));
    }

    /// Waits for the warden's end, and says what it and all under it used.
    fn reap(&mut self) -> io::Result<ResourceUsage> {
        let usage = wait(self.pid)?;
        self.reaped = true;
        Ok(usage)
    }
}

impl Drop for Warden {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
            // Its memory is about to go: it must be dead.
            let _ = self.reap();
        }
    }
}

/// The signal at which the warden kills everything and ends. In a namespace the kernel does that.
fn stop_signal(isolation: Isolation) -> Signal {
    if isolation == Isolation::None { Signal::TERM } else { Signal::KILL }
}

fn end_without_pidfd(pid: Pid, isolation: Isolation) {
    let _ = rustix::process::kill_process(pid, stop_signal(isolation));
    let _ = wait(pid);
}

fn memory(
    start: Option<(&Start<'_>, [i32; 3])>,
    isolation: Isolation,
) -> io::Result<Box<WardenMemory>> {
    let stacks = Stacks::new()?;
    let mut words = Vec::new();
    let mut lists = [Vec::new(), Vec::new()];
    let mut plan = WardenPlan {
        program: null(),
        argv: null(),
        envp: null(),
        dir: null(),
        stdio: [-1; 3],
        rlimits: [(0, libc::rlimit { rlim_cur: 0, rlim_max: 0 }); 4],
        same_addresses: false,
        filter: null(),
        mask: 0,
        own_pids: isolation != Isolation::None,
        maps: None,
        stack: stacks.program(),
        failed: AtomicI32::new(0),
        ended: AtomicBool::new(false),
        status: AtomicI32::new(0),
    };
    if let Some((start, stdio)) = start {
        let mut word = |text: &OsStr| -> io::Result<*const libc::c_char> {
            let word = CString::new(text.as_bytes())?;
            let pointer = word.as_ptr();
            words.push(word);
            Ok(pointer)
        };
        plan.program = word(start.program.as_os_str())?;
        lists[0].push(plan.program);
        for arg in start.args {
            lists[0].push(word(arg)?);
        }
        for (name, value) in environment(start.env) {
            let mut entry = name;
            entry.push("=");
            entry.push(value);
            lists[1].push(word(&entry)?);
        }
        if let Some(dir) = start.dir {
            plan.dir = word(dir.as_os_str())?;
        }
        for list in &mut lists {
            list.push(null());
        }
        plan.argv = lists[0].as_ptr();
        plan.envp = lists[1].as_ptr();
        plan.stdio = stdio;
        plan.rlimits = [
            rlimit(libc::RLIMIT_CPU, Resource::Cpu, start.cpu),
            rlimit(libc::RLIMIT_AS, Resource::As, (start.memory, start.memory)),
            rlimit(libc::RLIMIT_FSIZE, Resource::Fsize, (start.file_size, start.file_size)),
            rlimit(libc::RLIMIT_CORE, Resource::Core, (0, 0)),
        ];
        plan.same_addresses = start.same_addresses;
        if !start.network {
            plan.filter = filter::no_network();
        }
        plan.mask = current_mask();
    }
    let mut memory = Box::new(WardenMemory {
        plan,
        _words: words,
        _lists: lists,
        maps: [
            "deny".to_owned(),
            format!("{0} {0} 1", geteuid().as_raw()),
            format!("{0} {0} 1", getegid().as_raw()),
        ],
        stacks,
    });
    if isolation == Isolation::PidsAndUser {
        let paths: [&CStr; 3] =
            [c"/proc/self/setgroups", c"/proc/self/uid_map", c"/proc/self/gid_map"];
        let texts = &memory.maps;
        memory.plan.maps = Some([0, 1, 2].map(|index: usize| {
            (paths[index].as_ptr(), texts[index].as_ptr(), texts[index].len())
        }));
    }
    Ok(memory)
}

/// Our environment with changes; the last change of a name holds.
fn environment(changes: &[(OsString, OsString)]) -> Vec<(OsString, OsString)> {
    let mut all: Vec<_> = std::env::vars_os()
        .filter(|(name, _)| changes.iter().all(|(changed, _)| changed != name))
        .collect();
    for (index, (name, value)) in changes.iter().enumerate() {
        if changes[index + 1..].iter().all(|(later, _)| later != name) {
            all.push((name.clone(), value.clone()));
        }
    }
    all
}

/// A limit, but not above what we have ourselves: raising a hard limit is forbidden.
fn rlimit(
    number: impl TryInto<i32>,
    resource: Resource,
    (soft, hard): (u64, u64),
) -> (i32, libc::rlimit) {
    let most = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let number = number.try_into().unwrap_or(0);
    (number, libc::rlimit { rlim_cur: soft.min(most), rlim_max: hard.min(most) })
}

/// The signals that this thread blocks.
#[allow(unsafe_code)]
fn current_mask() -> u64 {
    let mut set = MaybeUninit::<libc::sigset_t>::zeroed();
    // SAFETY: writes a set to where there is room for one.
    unsafe {
        libc::pthread_sigmask(libc::SIG_SETMASK, null(), set.as_mut_ptr());
        // SAFETY: the kernel's set is the first 64 bits of the C library's.
        set.as_ptr().cast::<u64>().read()
    }
}

#[allow(unsafe_code)]
fn clone_warden(memory: &WardenMemory, flags: i32) -> io::Result<Pid> {
    let plan = (&raw const memory.plan).cast_mut().cast();
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    let mut old = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the sets are initialised before they are read. The warden keeps to its own stack, to
    // the plan, which stays where it is until the warden is reaped, and to system calls. Signals
    // are blocked from before its start, so that no handler of ours runs in it.
    let (pid, error) = unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), old.as_mut_ptr());
        let pid = libc::clone(warden, memory.stacks.warden(), flags, plan);
        let error = io::Error::last_os_error();
        libc::pthread_sigmask(libc::SIG_SETMASK, old.as_ptr(), null_mut());
        (pid, error)
    };
    if pid < 0 { Err(error) } else { Pid::from_raw(pid).ok_or(error) }
}

/// Waits for a child's end and reaps it. Neither the standard library nor rustix report what it used.
#[allow(unsafe_code)]
fn wait(pid: Pid) -> io::Result<ResourceUsage> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: the kernel writes to the two, of which zeros are values.
        let result = unsafe {
            libc::wait4(pid.as_raw_nonzero().get(), &raw mut status, 0, usage.as_mut_ptr())
        };
        if result >= 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: zeros, or what the kernel wrote.
    let usage = unsafe { usage.assume_init() };
    let time = |t: libc::timeval| {
        let whole = Duration::from_secs(t.tv_sec.try_into().unwrap_or(0));
        whole + Duration::from_micros(t.tv_usec.try_into().unwrap_or(0))
    };
    Ok(ResourceUsage {
        user: time(usage.ru_utime),
        system: time(usage.ru_stime),
        max_rss: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
    })
}

/// The stacks of a warden and of the program's start, with pages between that end a mistake at once.
struct Stacks {
    base: *mut libc::c_void,
}

/// Far more than a warden needs; pages that are not touched do not exist.
const STACK: usize = 64 << 10;
/// A multiple of every page size there is.
const GUARD: usize = 64 << 10;

impl Stacks {
    #[allow(unsafe_code)]
    fn new() -> io::Result<Self> {
        let size = 2 * (STACK + GUARD);
        // SAFETY: a new mapping, and the parts of it that become stacks.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let base = libc::mmap(null_mut(), size, libc::PROT_NONE, flags, -1, 0);
            if base == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let stacks = Self { base };
            for part in 0..2 {
                let stack = base.byte_add(part * (STACK + GUARD) + GUARD);
                if libc::mprotect(stack, STACK, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(stacks)
        }
    }

    fn warden(&self) -> *mut libc::c_void {
        self.base.wrapping_byte_add(STACK + GUARD)
    }

    fn program(&self) -> *mut libc::c_void {
        self.base.wrapping_byte_add(2 * (STACK + GUARD))
    }
}

impl Drop for Stacks {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        // SAFETY: our own mapping, and whoever ran on it is dead.
        unsafe { libc::munmap(self.base, 2 * (STACK + GUARD)) };
    }
}
