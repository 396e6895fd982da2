//! One process and all its descendants, from start to certain end.
//!
//! A child runs as the leader of its own process group. A single loop feeds its standard input,
//! collects its output and waits for its end, all under one deadline. The group is killed *before*
//! the leader is reaped, so its id cannot have passed to a stranger. Resource limits are the second
//! line of defence: they hold even for a descendant that left the group, and after our own death.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, getrlimit, kill_process_group, pidfd_open,
    set_parent_process_death_signal, setrlimit,
};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// What a process may use up.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
pub struct ProcessLimits {
    /// Wall-clock time; then everything is killed.
    pub wall: Duration,
    /// CPU time, for each process; whole seconds.
    pub cpu: Duration,
    /// Address space in bytes, for each process.
    pub memory: u64,
    /// Size of any file written, in bytes.
    pub file_size: u64,
    /// Bytes of standard output, and of standard error, each; then everything is killed.
    pub output: usize,
    /// Processes at a time; when more are seen, everything is killed.
    pub processes: usize,
}

impl Default for ProcessLimits {
    fn default() -> Self {
        Self {
            // A compiler that needs longer for a test program is hanging for all practical ends.
            wall: Duration::from_mins(1),
            // Past the wall clock: what works in one process meets that limit first.
            cpu: Duration::from_secs(62),
            // Enough for an optimising compiler on a large file; a runaway one hits it in seconds.
            memory: 4 << 30,
            file_size: 1 << 30,
            output: 64 << 20,
            processes: 256,
        }
    }
}

/// How a process ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum End {
    /// It exited with this status.
    Exit(i32),
    /// A signal that was not ours killed it.
    Signal(i32),
    /// It was killed at the wall-clock limit.
    TimedOut,
    /// It, or a descendant, met the limit on CPU time.
    CpuLimit,
    /// It failed for want of memory: at its limit, by what it said or had taken, or the kernel
    /// killed it.
    OutOfMemory,
    /// It was killed at the output limit.
    OutputLimit,
    /// It failed at the limit on the size of files.
    FileLimit,
    /// It was killed for having too many processes.
    TooManyProcesses,
}

impl End {
    /// Whether it exited with status 0.
    pub const fn success(self) -> bool {
        matches!(self, Self::Exit(0))
    }

    /// Whether a limit of ours ended it, so that it says nothing about what it would have done.
    pub const fn limited(self) -> bool {
        !matches!(self, Self::Exit(_) | Self::Signal(_))
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "exit status {status}"),
            Self::Signal(signal) => match Signal::from_named_raw(*signal) {
                Some(named) => write!(f, "signal {signal} ({named:?})"),
                None => write!(f, "signal {signal}"),
            },
            Self::TimedOut => write!(f, "timed out"),
            Self::CpuLimit => write!(f, "CPU time limit"),
            Self::OutOfMemory => write!(f, "out of memory"),
            Self::OutputLimit => write!(f, "too much output"),
            Self::FileLimit => write!(f, "file size limit"),
            Self::TooManyProcesses => write!(f, "too many processes"),
        }
    }
}

/// A process that has ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How.
    pub end: End,
    /// Its standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Its standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// Wall-clock time from start to end.
    pub wall: Duration,
    /// CPU time, of it and of those descendants that it waited for.
    pub cpu: Duration,
    /// The largest resident memory of any one process, in bytes.
    pub max_rss: u64,
}

/// A process to run.
#[derive(Clone, Debug)]
pub struct Command {
    program: OsString,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    dir: Option<PathBuf>,
    stdin: Vec<u8>,
    limits: ProcessLimits,
    network: bool,
    isolated: bool,
}

impl Command {
    /// Runs `program`, a path or a name on `PATH`, without arguments and with empty input.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            dir: None,
            stdin: Vec::new(),
            limits: ProcessLimits::default(),
            network: true,
            isolated: false,
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Sets the working directory.
    #[must_use]
    pub fn dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.dir = Some(dir.into());
        self
    }

    /// Sets what it reads from standard input.
    #[must_use]
    pub fn stdin(mut self, data: impl Into<Vec<u8>>) -> Self {
        self.stdin = data.into();
        self
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: ProcessLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether it may use the network; it may unless told otherwise, and where the kernel has no
    /// means to forbid it.
    #[must_use]
    pub fn network(mut self, allowed: bool) -> Self {
        self.network = allowed;
        self
    }

    /// Whether it runs in a process namespace of its own where the kernel allows that, so that
    /// nothing of it can survive. Its process ids are not those in `/proc`, which leak detectors
    /// mind.
    #[must_use]
    pub fn isolated(mut self, isolated: bool) -> Self {
        self.isolated = isolated;
        self
    }

    /// Sets the wall-clock limit only.
    #[must_use]
    pub fn timeout(mut self, wall: Duration) -> Self {
        self.limits.wall = wall;
        self
    }

    /// The command as a shell would read it, for messages.
    pub fn to_line(&self) -> String {
        let mut words = vec![self.program.to_string_lossy()];
        words.extend(self.args.iter().map(|arg| arg.to_string_lossy()));
        words.join(" ")
    }

    /// Runs it to its end. Fails only where it cannot be started or watched.
    pub fn run(self) -> io::Result<Finished> {
        let started = Instant::now();
        let mut command = std::process::Command::new(&self.program);
        command
            .args(&self.args)
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(dir) = &self.dir {
            command.current_dir(dir);
        }
        limit_child(&mut command, &self.limits);
        let mut group = Group { child: command.spawn()? };
        let talk = group.talk(&self.stdin, started + self.limits.wall, self.limits.output)?;
        let (status, cpu) = group.finish()?;
        let end = match talk.cut_short {
            Some(reason) => reason,
            None => match status.code() {
                Some(code) => End::Exit(code),
                None => End::Signal(status.signal().unwrap_or(0)),
            },
        };
        let wall = started.elapsed();
        Ok(Finished { end, stdout: talk.stdout, stderr: talk.stderr, wall, cpu, max_rss: 0 })
    }
}

/// Sets the resource limits between fork and exec, so that not even the first instruction of the
/// program runs without them.
#[allow(unsafe_code)]
fn limit_child(command: &mut std::process::Command, limits: &ProcessLimits) {
    // Not above what we have ourselves: raising a hard limit is forbidden.
    let fixed = |resource, amount: u64| {
        let amount = Some(getrlimit(resource).maximum.map_or(amount, |most| most.min(amount)));
        Rlimit { current: amount, maximum: amount }
    };
    // Past the wall clock: the kill at the deadline comes first and is told apart.
    let cpu = fixed(Resource::Cpu, limits.wall.as_secs() + 2);
    let memory = fixed(Resource::As, limits.memory);
    let file_size = fixed(Resource::Fsize, limits.file_size);
    // SAFETY: the closure only makes system calls without allocation or locks, as code between
    // fork and exec must; it captures plain numbers.
    unsafe {
        command.pre_exec(move || {
            setrlimit(Resource::Cpu, cpu)?;
            setrlimit(Resource::As, memory)?;
            setrlimit(Resource::Fsize, file_size)?;
            setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
            // If we are killed ourselves, so is the child.
            set_parent_process_death_signal(Some(Signal::KILL))?;
            Ok(())
        });
    }
}

/// Waits for a child's end, without reaping it, and says how much CPU time it took. The system call
/// has the argument for that; neither the C library's function nor rustix show it.
#[allow(unsafe_code)]
fn cpu_time_of_dead(pid: u32) -> io::Result<Duration> {
    // SAFETY: both are plain data, for which all zeros is a value.
    let (mut info, mut usage): (libc::siginfo_t, libc::rusage) =
        unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
    loop {
        // SAFETY: the kernel writes to the two structs, which are its own of these names.
        let result = unsafe {
            libc::syscall(
                libc::SYS_waitid,
                libc::P_PID,
                pid,
                &raw mut info,
                libc::WEXITED | libc::WNOWAIT,
                &raw mut usage,
            )
        };
        if result == 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let time = |t: libc::timeval| {
        let whole = Duration::from_secs(t.tv_sec.try_into().unwrap_or(0));
        whole + Duration::from_micros(t.tv_usec.try_into().unwrap_or(0))
    };
    Ok(time(usage.ru_utime) + time(usage.ru_stime))
}

/// The leader of a process group; dropping it ends the group, on every way out.
struct Group {
    child: Child,
}

struct Talk {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    cut_short: Option<End>,
}

impl Group {
    fn kill(&self) {
        // Fails only when nobody is left in the group, which is what is wanted.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }

    /// Kills what is left of the group, then reaps the leader and says what it used.
    fn finish(&mut self) -> io::Result<(std::process::ExitStatus, Duration)> {
        self.kill();
        let cpu = cpu_time_of_dead(self.child.id())?;
        Ok((self.child.wait()?, cpu))
    }

    /// Feeds and listens until the leader ends, the deadline passes or there is too much output.
    fn talk(&mut self, input: &[u8], deadline: Instant, most: usize) -> io::Result<Talk> {
        let pidfd = pidfd_open(Pid::from_child(&self.child), PidfdFlags::empty())?;
        let mut stdin = self.child.stdin.take();
        let mut stdout = self.child.stdout.take();
        let mut stderr = self.child.stderr.take();
        for fd in [
            stdin.as_ref().map(AsFd::as_fd),
            stdout.as_ref().map(AsFd::as_fd),
            stderr.as_ref().map(AsFd::as_fd),
        ]
        .into_iter()
        .flatten()
        {
            fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)?;
        }
        let mut unsent = input;
        let mut talk = Talk { stdout: Vec::new(), stderr: Vec::new(), cut_short: None };
        loop {
            if unsent.is_empty() {
                stdin = None;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                talk.cut_short = Some(End::TimedOut);
                break;
            }
            let ended = wait_for_news(
                pidfd.as_fd(),
                stdin.as_ref().map(AsFd::as_fd),
                [stdout.as_ref().map(AsFd::as_fd), stderr.as_ref().map(AsFd::as_fd)],
                left,
            )?;
            if let Some(pipe) = &mut stdin {
                match pipe.write(unsent) {
                    Ok(sent) => unsent = &unsent[sent..],
                    Err(error) if may_retry(&error) => {}
                    // It closed its input: nothing more to send.
                    Err(_) => unsent = &[],
                }
            }
            // What a dead leader wrote is in the pipe already, so this reads all of it.
            let too_much = drain(&mut stdout, &mut talk.stdout, most)?
                | drain(&mut stderr, &mut talk.stderr, most)?;
            if too_much {
                talk.cut_short = Some(End::OutputLimit);
                break;
            }
            if ended {
                break;
            }
        }
        Ok(talk)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // After `finish` the leader is reaped and its id no longer ours: `try_wait` knows.
        if matches!(self.child.try_wait(), Ok(None)) {
            self.kill();
            let _ = self.child.wait();
        }
    }
}

/// Waits until the leader ended (true), a pipe is ready or the time is over (false).
fn wait_for_news(
    pidfd: BorrowedFd<'_>,
    stdin: Option<BorrowedFd<'_>>,
    outputs: [Option<BorrowedFd<'_>>; 2],
    left: Duration,
) -> io::Result<bool> {
    let mut fds = vec![PollFd::from_borrowed_fd(pidfd, PollFlags::IN)];
    fds.extend(stdin.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::OUT)));
    fds.extend(outputs.into_iter().flatten().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
    let timeout = Timespec {
        tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: left.subsec_nanos().into(),
    };
    match poll(&mut fds, Some(&timeout)) {
        Ok(_) => Ok(fds[0].revents().contains(PollFlags::IN)),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Reads what there is; closes the pipe at its end; says whether there is more than `most`.
fn drain(pipe: &mut Option<impl Read>, into: &mut Vec<u8>, most: usize) -> io::Result<bool> {
    let Some(reader) = pipe else { return Ok(false) };
    let mut buffer = [0; 16 << 10];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => {
                *pipe = None;
                return Ok(false);
            }
            Ok(count) => {
                let room = most - into.len();
                into.extend_from_slice(&buffer[..count.min(room)]);
                if count > room {
                    return Ok(true);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
            Err(error) => return Err(error),
        }
    }
}

fn may_retry(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        Command::new("sh").args(["-c", script])
    }

    #[test]
    fn captures_both_streams_and_the_status() {
        let done = sh("echo out; echo err >&2; exit 7").run().unwrap();
        assert_eq!(done.end, End::Exit(7));
        assert_eq!(done.stdout, b"out\n");
        assert_eq!(done.stderr, b"err\n");
    }

    #[test]
    fn cpu_time_is_that_of_the_child_and_its_children() {
        let idle = sh("sleep 0.3").run().unwrap();
        assert!(idle.wall >= Duration::from_millis(300));
        assert!(idle.cpu < Duration::from_millis(200), "{:?}", idle.cpu);
        // The limit kills the inner shell for its CPU time, however busy the machine is.
        let busy = sh("sh -c 'ulimit -t 1; while :; do :; done'; exit 0").run().unwrap();
        assert_eq!(busy.end, End::Exit(0));
        assert!(busy.cpu >= Duration::from_millis(900), "{:?}", busy.cpu);
    }

    #[test]
    fn feeds_more_than_a_pipe_holds() {
        let data = vec![b'x'; 1 << 20];
        let done = Command::new("cat").stdin(data.clone()).run().unwrap();
        assert_eq!(done.end, End::Exit(0));
        assert!(done.stdout == data);
    }

    #[test]
    fn input_nobody_reads_is_no_error() {
        let done = sh("exit 3").stdin(vec![0; 1 << 20]).run().unwrap();
        assert_eq!(done.end, End::Exit(3));
    }

    #[test]
    fn a_hanging_process_is_killed_with_its_children() {
        let started = Instant::now();
        let done =
            sh("sleep 100 & echo $!; sleep 100").timeout(Duration::from_millis(300)).run().unwrap();
        assert_eq!(done.end, End::TimedOut);
        assert!(started.elapsed() < Duration::from_secs(10));
        let child = String::from_utf8(done.stdout).unwrap();
        assert!(gone(child.trim()), "grandchild {child} lives");
    }

    #[test]
    fn a_process_that_leaves_children_behind_does_not_keep_us_waiting() {
        let started = Instant::now();
        let done = sh("sleep 100 & echo $!").run().unwrap();
        assert_eq!(done.end, End::Exit(0));
        assert!(started.elapsed() < Duration::from_secs(10));
        let child = String::from_utf8(done.stdout).unwrap();
        assert!(gone(child.trim()), "grandchild {child} lives");
    }

    /// Whether the process has ended (a zombie has); it may take a moment after the kill.
    fn gone(pid: &str) -> bool {
        for _ in 0..200 {
            match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
                Err(_) => return true,
                Ok(stat) if stat.rsplit(')').next().is_some_and(|s| s.starts_with(" Z")) => {
                    return true;
                }
                Ok(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        false
    }

    #[test]
    fn endless_output_is_cut() {
        let limits = ProcessLimits { output: 10_000, ..ProcessLimits::default() };
        let done = Command::new("yes").limits(limits).run().unwrap();
        assert_eq!(done.end, End::OutputLimit);
        assert_eq!(done.stdout.len(), 10_000);
    }

    #[test]
    fn a_signal_is_told_from_an_exit() {
        let done = sh("kill -SEGV $$").run().unwrap();
        assert_eq!(done.end, End::Signal(11));
        assert!(done.end.to_string().contains("11"));
    }

    #[test]
    fn address_space_is_limited() {
        let limits = ProcessLimits { memory: 64 << 20, ..ProcessLimits::default() };
        let done = sh("ulimit -v").limits(limits).run().unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout).trim(), "65536");
    }

    #[test]
    fn what_does_not_exist_is_an_error() {
        assert_eq!(Command::new("/nonexistent").run().unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
