//! One process and all its descendants, from start to certain end.
//!
//! A program runs in its own process group under a [warden], which sees to it that
//! nothing the program started is alive when [`Command::run`] returns, nor when we are killed
//! ourselves. A single loop feeds its standard input, collects its output and waits for its end,
//! all under one deadline, and looks now and then how many processes there are. Resource limits
//! hold for each process.
//!
//! What the kernel may not allow, and what happens then: process namespaces (the warden kills
//! processes one by one; a program that forks faster than that escapes unless it is noticed early);
//! lists of children in `/proc` (the number of processes is not limited); filters of system calls
//! (the network is open); disabling address randomisation (addresses stay random).

mod filter;
mod server;
mod spawn;
mod syscall;
mod tree;
mod warden;

pub use server::{ChildEnd, ForkAt, Server};

use crate::find::find_program_in;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use serde::Serialize;
use spawn::{ProcessStatus, ResourceUsage, Running, Start};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often to look at the processes. A program that forks without end makes a few hundred in that
/// time; a look takes tens of microseconds.
const LOOK: Duration = Duration::from_millis(50);
/// How often to look at those of a program that has been running for longer: on a busy computer,
/// where compilers take long by the clock, looks would be a third of a hunt's own CPU time.
const LATER_LOOK: Duration = Duration::from_millis(200);

/// How long after a look the next one comes.
fn until_next_look(running_for: Duration) -> Duration {
    (running_for / 4).clamp(LOOK, LATER_LOOK)
}

/// What a process may use up.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
pub struct ProcessLimits {
    /// Wall-clock time; then everything is killed.
    pub wall: Duration,
    /// CPU time, for each process, rounded up to seconds; without, a little more than `wall`.
    pub cpu: Option<Duration>,
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
            cpu: None,
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
    /// It was killed long after the wall-clock limit, and never had the processor for that long:
    /// others needed it. Only a command that [waits for its turn](Command::waits_its_turn) ends so.
    Starved,
    /// It, or a descendant, met the limit on CPU time.
    CpuLimit,
    /// It failed for lack of memory: at its limit, by its message or its usage, or because the kernel
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
            Self::Starved => write!(f, "starved of processor time"),
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
pub struct FinishedProcess {
    /// How.
    pub end: End,
    /// Its standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Its standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// Wall-clock time from start to end.
    pub wall: Duration,
    /// CPU time in all, of it and its descendants.
    pub cpu: Duration,
    /// That part of the CPU time which was spent in the kernel.
    pub system: Duration,
    /// The largest resident memory of any one process, in bytes. The kernel counts a program's
    /// start, which happens in our own memory, so it is never less than that had at the time.
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
    same_addresses: bool,
    waits_its_turn: bool,
    room: Option<u64>,
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
            same_addresses: false,
            waits_its_turn: false,
            room: None,
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

    /// Whether it may use the network; it may by default, and where the kernel has no
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

    /// Whether its memory is at the same addresses in every run (no address space layout
    /// randomisation), where the kernel allows that: what depends on addresses then does the same
    /// in every run.
    #[must_use]
    pub fn same_addresses(mut self, same: bool) -> Self {
        self.same_addresses = same;
        self
    }

    /// Whether time in which it could run, but others have the processor, counts against the
    /// wall-clock limit; it does by default. Where it does not, [`End::TimedOut`] means
    /// that it had the processor for most of the limit, or did nothing at all any more.
    #[must_use]
    pub fn waits_its_turn(mut self, waits: bool) -> Self {
        self.waits_its_turn = waits;
        self
    }

    /// Kills it as soon as the files below its working directory take more than so many bytes together:
    /// the limit on the size of each does not keep it from writing many.
    #[must_use]
    pub fn room(mut self, bytes: u64) -> Self {
        self.room = Some(bytes);
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
    pub fn run(self) -> io::Result<FinishedProcess> {
        let program = self.find()?;
        // A file that another thread has just written can be open in a warden of a third for a
        // moment; until that closes it, it cannot be executed.
        let mut tries = 0..20;
        loop {
            match self.run_once(&program) {
                Err(error)
                    if error.kind() == io::ErrorKind::ExecutableFileBusy
                        && tries.next().is_some() =>
                {
                    std::thread::sleep(Duration::from_millis(1));
                }
                result => return result,
            }
        }
    }

    /// The program's file.
    fn find(&self) -> io::Result<PathBuf> {
        let changed = self.env.iter().rev().find(|(name, _)| name == "PATH");
        let search = changed.map(|(_, value)| value.clone()).or_else(|| std::env::var_os("PATH"));
        if Path::new(&self.program).components().count() > 1 {
            // Ours, not relative to the working directory of the program.
            return std::path::absolute(&self.program);
        }
        find_program_in(&self.program, search)
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
            .and_then(std::path::absolute)
    }

    fn run_once(&self, program: &Path) -> io::Result<FinishedProcess> {
        let started = Instant::now();
        let limits = &self.limits;
        let cpu = self.cpu_seconds();
        let files = self.files_at_limit();
        let mut running = self.start(program, &self.args)?;
        let mut clock = Clock::new(started, limits, self.waits_its_turn);
        let room = self.dir.as_deref().zip(self.room);
        let talk = talk(&mut running, &self.stdin, &mut clock, limits, room)?;
        let (status, usage) = running.finish()?;
        let mut done = FinishedProcess {
            end: End::TimedOut,
            stdout: talk.stdout,
            stderr: talk.stderr,
            wall: started.elapsed(),
            cpu: usage.user + usage.system,
            system: usage.system,
            max_rss: usage.max_rss,
        };
        done.end = match (talk.cut_short, status) {
            (Some(End::Starved), _) if done.cpu >= clock.enough => End::TimedOut,
            (Some(end), _) => end,
            (None, ProcessStatus::Exit(0)) => End::Exit(0),
            (None, status) => {
                let before = Before { memory_seen: talk.memory, files };
                let limit = self.limit_met(status, usage, &done, &before, cpu);
                limit.unwrap_or(match status {
                    ProcessStatus::Exit(status) => End::Exit(status),
                    ProcessStatus::Signal(signal) => End::Signal(signal),
                    // The warden was killed, by the kernel or by a stranger, and all with it.
                    ProcessStatus::Killed => End::Signal(libc::SIGKILL),
                })
            }
        };
        Ok(done)
    }

    /// Starts the program, with these arguments.
    fn start(&self, program: &Path, args: &[OsString]) -> io::Result<Running> {
        let cpu = self.cpu_seconds();
        Running::start(&Start {
            program,
            args,
            env: &self.env,
            dir: self.dir.as_deref(),
            // The soft limit kills with a signal of its own; the hard one those that ignore it.
            cpu: (cpu, cpu + 1),
            memory: self.limits.memory,
            file_size: self.limits.file_size,
            network: self.network,
            isolated: self.isolated,
            same_addresses: self.same_addresses,
        })
    }

    /// The limit on CPU time, in whole seconds.
    fn cpu_seconds(&self) -> u64 {
        let cpu = self.limits.cpu.unwrap_or(self.limits.wall + Duration::from_secs(2));
        cpu.as_secs() + u64::from(cpu.subsec_nanos() > 0)
    }

    /// The resource limit that made a program fail. A compiler's driver reports the death of its
    /// parts as an exit status, so that this has to be found from what was used.
    fn limit_met(
        &self,
        status: ProcessStatus,
        usage: ResourceUsage,
        done: &FinishedProcess,
        before: &Before,
        cpu: u64,
    ) -> Option<End> {
        let signal = match status {
            ProcessStatus::Signal(signal) => signal,
            ProcessStatus::Exit(_) => 0,
            ProcessStatus::Killed => libc::SIGKILL,
        };
        // The kernel counts in ticks, and on a busy machine some of them belong to others.
        let nearly = Duration::from_secs(cpu) / 4 * 3;
        if signal == libc::SIGXCPU || usage.user + usage.system >= nearly {
            return Some(End::CpuLimit);
        }
        if signal == libc::SIGXFSZ {
            return Some(End::FileLimit);
        }
        // Only the kernel sends that, when memory runs out.
        let killed = signal == libc::SIGKILL;
        let large = before.memory_seen >= self.limits.memory / 4 * 3;
        if killed || large || says_out_of_memory(&done.stderr) {
            return Some(End::OutOfMemory);
        }
        // Others may have left such files there.
        (self.files_at_limit() > before.files).then_some(End::FileLimit)
    }

    /// How many files of the working directory have just the size at which they cannot grow.
    fn files_at_limit(&self) -> usize {
        let entries = self.dir.as_ref().and_then(|dir| std::fs::read_dir(dir).ok());
        let full = |meta: &std::fs::Metadata| meta.is_file() && meta.len() == self.limits.file_size;
        let metas = entries.into_iter().flatten().flatten().filter_map(|one| one.metadata().ok());
        metas.filter(full).count()
    }
}

/// Whether the last message of a program is about memory.
fn says_out_of_memory(stderr: &[u8]) -> bool {
    let last = &stderr[stderr.len().saturating_sub(4096)..];
    brinell_judge::says_out_of_memory(&String::from_utf8_lossy(last))
}

/// What is known from before the end.
struct Before {
    /// The largest address space seen.
    memory_seen: u64,
    /// The files at their limit when it started.
    files: usize,
}

/// How many times the wall-clock limit is waited for a program that does not get the processor.
const LONGEST_WAIT: u32 = 10;
/// After how many looks at a program that does nothing it is known to wait for what never comes. In
/// between it may wait for one of its own processes for a moment.
const IDLE_LOOKS: u32 = 10;

/// When the time of a program is over.
struct Clock {
    /// When to stop it, or to ask whether it had its time.
    deadline: Instant,
    /// When to stop in any case.
    last: Instant,
    /// Processor time after which it had its time. What is stopped by a limit never had all of it.
    enough: Duration,
    /// For how many looks it has been doing nothing.
    idle: u32,
}

impl Clock {
    fn new(started: Instant, limits: &ProcessLimits, waits_its_turn: bool) -> Self {
        let longest = if waits_its_turn { limits.wall * LONGEST_WAIT } else { limits.wall };
        let enough = limits.cpu.map_or(limits.wall, |cpu| cpu.min(limits.wall)) / 4 * 3;
        Self { deadline: started + limits.wall, last: started + longest, enough, idle: 0 }
    }

    /// How it ends that the time is over at the deadline; nothing if it gets more.
    fn over(&mut self, now: Instant, root: Pid) -> Option<End> {
        if self.last <= self.deadline {
            return Some(End::TimedOut);
        }
        // Without a look at processes there is only what they used, which is known afterwards.
        let Some(seen) = tree::activity(root) else { return Some(End::Starved) };
        self.idle = if seen.runnable { 0 } else { self.idle + 1 };
        if seen.cpu >= self.enough || self.idle >= IDLE_LOOKS {
            return Some(End::TimedOut);
        }
        if now >= self.last {
            return Some(End::Starved);
        }
        self.deadline = now + LOOK;
        None
    }
}

struct Talk {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// The largest address space seen.
    memory: u64,
    cut_short: Option<End>,
}

/// Feeds and listens until all has ended, the deadline passes or a limit is met.
fn talk(
    running: &mut Running,
    input: &[u8],
    clock: &mut Clock,
    limits: &ProcessLimits,
    room: Option<(&Path, u64)>,
) -> io::Result<Talk> {
    let mut stdin = running.stdin.take();
    let mut stdout = running.stdout.take();
    let mut stderr = running.stderr.take();
    for file in [&stdin, &stdout, &stderr].into_iter().flatten() {
        set_nonblocking(file)?;
    }
    let mut unsent = input;
    let mut talk = Talk { stdout: Vec::new(), stderr: Vec::new(), memory: 0, cut_short: None };
    let begun = Instant::now();
    let mut next_look = begun + LOOK;
    loop {
        if unsent.is_empty() {
            stdin = None;
        }
        let now = Instant::now();
        if now >= clock.deadline {
            talk.cut_short = clock.over(now, running.warden());
            if talk.cut_short.is_some() {
                break;
            }
        }
        let left = clock.deadline.saturating_duration_since(now);
        if now >= next_look {
            let seen = tree::look(running.warden(), limits.processes);
            talk.memory = talk.memory.max(seen.memory);
            if seen.processes > limits.processes {
                talk.cut_short = Some(End::TooManyProcesses);
                break;
            }
            if room.is_some_and(|(dir, most)| tree::disk(dir, most) > most) {
                talk.cut_short = Some(End::FileLimit);
                break;
            }
            next_look = now + until_next_look(now - begun);
        }
        let ended = wait_for_news(
            running.end_event(),
            stdin.as_ref().map(AsFd::as_fd),
            [stdout.as_ref().map(AsFd::as_fd), stderr.as_ref().map(AsFd::as_fd)],
            left.min(next_look.saturating_duration_since(now)),
        )?;
        if let Some(pipe) = &mut stdin {
            match pipe.write(unsent) {
                Ok(sent) => unsent = &unsent[sent..],
                Err(error) if may_retry(&error) => {}
                // It closed its input: nothing more to send.
                Err(_) => unsent = &[],
            }
        }
        // What the dead wrote is in the pipe already, so this reads all of it.
        let too_much = drain(&mut stdout, &mut talk.stdout, limits.output)?
            | drain(&mut stderr, &mut talk.stderr, limits.output)?;
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

fn set_nonblocking(file: &std::fs::File) -> io::Result<()> {
    Ok(fcntl_setfl(file, fcntl_getfl(file)? | OFlags::NONBLOCK)?)
}

/// Waits until all has ended (true), a pipe is ready or the time is over (false).
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
        assert!(busy.cpu >= Duration::from_millis(500), "{:?}", busy.cpu);
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
    fn addresses_are_the_same_in_every_run_if_that_is_wanted() {
        let maps = |same: bool| {
            let done = Command::new("cat").arg("/proc/self/maps").same_addresses(same).run();
            String::from_utf8(done.unwrap().stdout).unwrap()
        };
        let refused = "the kernel does not let us: nothing to see here";
        let persona = sh("cat /proc/self/personality").same_addresses(true).run().unwrap();
        let persona = String::from_utf8(persona.stdout).unwrap();
        if u64::from_str_radix(persona.trim(), 16).unwrap_or(0) & 0x40000 == 0 {
            println!("{refused}");
            return;
        }
        assert_eq!(maps(true), maps(true));
        let random = std::fs::read_to_string("/proc/sys/kernel/randomize_va_space").unwrap();
        if random.trim() != "0" {
            assert_ne!(maps(false), maps(false));
        }
    }

    #[test]
    fn what_does_not_exist_is_an_error() {
        assert_eq!(Command::new("/nonexistent").run().unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
