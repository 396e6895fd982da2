//! The warden: a process between us and each program, which loses nothing that the program starts.
//!
//! Descendants that lose their parent become the warden's children, because it is the *init* of a
//! process namespace of its own, or else a "child subreaper". In a namespace, the kernel kills
//! everything when the warden ends. Elsewhere the warden kills its children until there are none
//! left; only it can reap them, so no process id can have passed to a stranger. Both also happen
//! when we are killed ourselves.
//!
//! The warden is a clone that shares our memory, as in `vfork`, which makes it as cheap as a thread
//! whatever the size of our process. The price: the code in this file runs beside all our threads,
//! in the thread-local storage of one of them. It makes system calls, reads and writes the [`WardenPlan`]
//! and its own stack, and does nothing else: no allocation, no lock, no panic, no C library.

use super::syscall::{call, exit};
use libc::{c_char, c_int, c_long, c_void};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// The size of a signal set in the kernel.
const SIGSET: usize = 8;

/// What the warden is to do, and what came of it. All pointers outlive the warden.
pub struct WardenPlan {
    /// The file to execute; null to try only whether a warden can be set up.
    pub program: *const c_char,
    /// Its arguments, ended by null.
    pub argv: *const *const c_char,
    /// Its environment, ended by null.
    pub envp: *const *const c_char,
    /// Its working directory, or null for ours.
    pub dir: *const c_char,
    /// Its standard streams; none of them below 3.
    pub stdio: [c_int; 3],
    /// Its resource limits.
    pub rlimits: [(c_int, libc::rlimit); 4],
    /// Whether its memory is to be at the same addresses in every run.
    pub same_addresses: bool,
    /// Its filter of system calls, or null.
    pub filter: *const libc::sock_fprog,
    /// The signals it blocks.
    pub mask: u64,
    /// Whether the warden is the first process of a namespace.
    pub own_pids: bool,
    /// What to write to its own `setgroups`, `uid_map` and `gid_map`, in a new user namespace.
    pub maps: Option<[(*const c_char, *const u8, usize); 3]>,
    /// The end of a stack for the program's start.
    pub stack: *mut c_void,
    /// Why the program could not be started: an error number.
    pub failed: AtomicI32,
    /// Whether the program ended of its own accord.
    pub ended: AtomicBool,
    /// Its status, as `wait` gives it.
    pub status: AtomicI32,
}

/// The flags for the clone that becomes a warden.
pub fn clone_flags(own_pids: bool, own_user: bool) -> c_int {
    let mut flags = libc::CLONE_VM | libc::SIGCHLD;
    if own_pids {
        flags |= libc::CLONE_NEWPID;
    }
    if own_user {
        flags |= libc::CLONE_NEWUSER;
    }
    flags
}

/// The warden's life. Starts with all signals blocked.
pub extern "C" fn warden(plan: *mut c_void) -> c_int {
    // SAFETY: the caller passes a plan that lives until the warden is reaped, and changes nothing
    // in it but by atomics.
    #[allow(unsafe_code)]
    let plan: &WardenPlan = unsafe { &*plan.cast_const().cast::<WardenPlan>() };
    // No terminal: its signals are for us, and we pass them on as we see fit.
    sys(libc::SYS_setsid, [0; 5]);
    default_signals();
    if let Some(maps) = &plan.maps {
        for (path, text, len) in maps {
            let result = write_file(*path, *text, *len);
            if result < 0 {
                fail(plan, result);
            }
        }
    }
    let on_our_death = if plan.own_pids { libc::SIGKILL } else { libc::SIGTERM };
    prctl(libc::PR_SET_PDEATHSIG, on_our_death as usize);
    if !plan.own_pids {
        prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
    }
    if plan.program.is_null() {
        exit(0);
    }
    for (to, from) in plan.stdio.iter().enumerate() {
        let result = sys(libc::SYS_dup3, [*from as usize, to, 0, 0, 0]);
        if result < 0 {
            fail(plan, result);
        }
    }
    // The pipes of other programs, which must see them closed when we close them.
    close_from(3);
    let child = start(plan);
    if child < 0 {
        fail(plan, child);
    }
    close_from(0);
    if watch(plan, child) {
        plan.ended.store(true, Ordering::Release);
    }
    if !plan.own_pids {
        kill_children(child);
    }
    exit(0);
}

/// Waits until the program ends (true) or a signal asks us to stop (false).
fn watch(plan: &WardenPlan, child: isize) -> bool {
    let set: u64 = bit(libc::SIGCHLD) | bit(libc::SIGTERM);
    loop {
        let signal = sys(libc::SYS_rt_sigtimedwait, [address(&set), 0, 0, SIGSET, 0]);
        loop {
            let mut status: c_int = 0;
            let pid = wait_for_any(&mut status, libc::WNOHANG);
            if pid == child {
                plan.status.store(status, Ordering::Release);
                return true;
            }
            if pid <= 0 {
                break;
            }
        }
        if signal == libc::SIGTERM as isize {
            return false;
        }
    }
}

/// Kills until no child is left; children of dead processes become ours.
fn kill_children(child: isize) {
    // Nearly everything is in the program's group.
    kill(child.wrapping_neg());
    let mut status: c_int = 0;
    loop {
        let pid = wait_for_any(&mut status, libc::WNOHANG);
        if pid < 0 {
            return;
        }
        if pid > 0 {
            continue;
        }
        if !kill_listed() {
            return;
        }
        // All of them were killed, so one will end.
        wait_for_any(&mut status, 0);
    }
}

/// Kills all children there are now; false if the kernel does not list them.
fn kill_listed() -> bool {
    let path = c"/proc/thread-self/children";
    let flags = (libc::O_RDONLY | libc::O_CLOEXEC) as usize;
    let file =
        sys(libc::SYS_openat, [libc::AT_FDCWD as usize, path.as_ptr() as usize, flags, 0, 0]);
    if file < 0 {
        return false;
    }
    let mut buffer = [0u8; 1024];
    let mut pid: isize = 0;
    loop {
        let count =
            sys(libc::SYS_read, [file as usize, buffer.as_mut_ptr() as usize, buffer.len(), 0, 0]);
        if count <= 0 {
            break;
        }
        for byte in buffer.iter().take(count as usize) {
            if byte.is_ascii_digit() {
                let digit = byte.wrapping_sub(b'0');
                pid = pid.wrapping_mul(10).wrapping_add(isize::from(digit));
            } else if pid > 0 {
                kill(pid);
                pid = 0;
            }
        }
    }
    if pid > 0 {
        kill(pid);
    }
    sys(libc::SYS_close, [file as usize, 0, 0, 0, 0]);
    true
}

/// Starts the program; its process id, or a negative error number.
#[allow(unsafe_code)]
fn start(plan: &WardenPlan) -> isize {
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    let argument = std::ptr::from_ref(plan).cast_mut().cast::<c_void>();
    // SAFETY: the stack is the plan's, nobody else uses it, and we sleep until the child has left
    // our memory. The C library's function touches nothing but `errno`, and that only on failure.
    let child = unsafe { libc::clone(become_program, plan.stack, flags, argument) };
    if child < 0 { -(libc::EAGAIN as isize) } else { child as isize }
}

/// The start of the program, in its own process.
extern "C" fn become_program(plan: *mut c_void) -> c_int {
    // SAFETY: as in `warden`, which sleeps until this process has left our memory.
    #[allow(unsafe_code)]
    let plan: &WardenPlan = unsafe { &*plan.cast_const().cast::<WardenPlan>() };
    sys(libc::SYS_setpgid, [0; 5]);
    if !plan.own_pids {
        prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as usize);
    }
    // When memory runs out, it is the compilers that go, not the hunt. For a process started like
    // this one, the kernel does not pass the number on to those that share its memory.
    let adjustment = b"500";
    write_file(c"/proc/self/oom_score_adj".as_ptr(), adjustment.as_ptr(), adjustment.len());
    if !plan.dir.is_null() {
        let result = sys(libc::SYS_chdir, [plan.dir as usize, 0, 0, 0, 0]);
        if result < 0 {
            fail(plan, result);
        }
    }
    for (resource, limit) in &plan.rlimits {
        let result = sys(libc::SYS_prlimit64, [0, *resource as usize, address(limit), 0, 0]);
        if result < 0 {
            fail(plan, result);
        }
    }
    if plan.same_addresses {
        // A sandbox around us may forbid it; then addresses are random, which is no failure.
        const ASK: usize = 0xffff_ffff;
        let now = sys(libc::SYS_personality, [ASK, 0, 0, 0, 0]);
        if now >= 0 {
            let wanted = now as usize | libc::ADDR_NO_RANDOMIZE as usize;
            sys(libc::SYS_personality, [wanted, 0, 0, 0, 0]);
        }
    }
    if !plan.filter.is_null() && prctl(libc::PR_SET_NO_NEW_PRIVS, 1) == 0 {
        // A kernel without filters leaves the network open, which is the documented fallback.
        let mode = libc::SECCOMP_SET_MODE_FILTER as usize;
        sys(libc::SYS_seccomp, [mode, 0, plan.filter as usize, 0, 0]);
    }
    let set_mask = libc::SIG_SETMASK as usize;
    sys(libc::SYS_rt_sigprocmask, [set_mask, address(&plan.mask), 0, SIGSET, 0]);
    let result = sys(
        libc::SYS_execve,
        [plan.program as usize, plan.argv as usize, plan.envp as usize, 0, 0],
    );
    fail(plan, result)
}

/// Says why it does not go on, and ends.
fn fail(plan: &WardenPlan, result: isize) -> ! {
    plan.failed.store(result.wrapping_neg() as c_int, Ordering::Release);
    exit(127)
}

/// No handler of ours runs in the warden, and nothing is ignored that we ignore.
fn default_signals() {
    // The kernel's `struct sigaction`, of which zeros are the default.
    let action = [0u64; 4];
    for signal in 1..=64 {
        sys(libc::SYS_rt_sigaction, [signal, address(&action), 0, SIGSET, 0]);
    }
}

fn close_from(first: usize) {
    if sys(libc::SYS_close_range, [first, u32::MAX as usize, 0, 0, 0]) < 0 {
        // An old kernel. More files than this are not open at a time here.
        for file in first..4096 {
            sys(libc::SYS_close, [file, 0, 0, 0, 0]);
        }
    }
}

fn write_file(path: *const c_char, text: *const u8, len: usize) -> isize {
    let flags = (libc::O_WRONLY | libc::O_CLOEXEC) as usize;
    let file = sys(libc::SYS_openat, [libc::AT_FDCWD as usize, path as usize, flags, 0, 0]);
    if file < 0 {
        return file;
    }
    let result = sys(libc::SYS_write, [file as usize, text as usize, len, 0, 0]);
    sys(libc::SYS_close, [file as usize, 0, 0, 0, 0]);
    result
}

fn wait_for_any(status: &mut c_int, options: c_int) -> isize {
    let any = -1_isize as usize;
    let status = std::ptr::from_mut(status) as usize;
    loop {
        let options = (options | libc::__WALL) as usize;
        let result = sys(libc::SYS_wait4, [any, status, options, 0, 0]);
        if result != -(libc::EINTR as isize) {
            return result;
        }
    }
}

fn kill(pid: isize) {
    sys(libc::SYS_kill, [pid as usize, libc::SIGKILL as usize, 0, 0, 0]);
}

fn prctl(option: c_int, argument: usize) -> isize {
    sys(libc::SYS_prctl, [option as usize, argument, 0, 0, 0])
}

fn bit(signal: c_int) -> u64 {
    1_u64.wrapping_shl((signal as u32).wrapping_sub(1))
}

fn address<T>(value: &T) -> usize {
    std::ptr::from_ref(value) as usize
}

/// A system call as this file makes them: with numbers, and with pointers to live data of the size
/// that the kernel expects.
#[allow(unsafe_code)]
fn sys(number: c_long, args: [usize; 5]) -> isize {
    // SAFETY: every call in this file satisfies the above; most take numbers only.
    unsafe { call(number, args) }
}
