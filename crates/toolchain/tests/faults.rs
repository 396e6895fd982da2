//! Programs that do what compilers should not: each ends, its end has the right name, and nothing
//! of it is left. Every program gets a mark in its environment, by which its processes are found.

use brinell_toolchain::{Command, End, FinishedProcess, ProcessLimits};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const MARK: &str = "BRINELL_TEST_MARK";

/// A program of a test, written in shell.
struct Fake {
    dir: TempDir,
    script: PathBuf,
    mark: String,
}

impl Fake {
    fn new(text: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let mark = format!("{}.{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let dir = tempfile::tempdir().unwrap();
        let script = dir.path().join("fake");
        fs::write(&script, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        Self { dir, script, mark }
    }

    fn command(&self, isolated: bool) -> Command {
        Command::new(&self.script)
            .dir(self.dir.path())
            .env(MARK, &self.mark)
            .network(false)
            .isolated(isolated)
    }

    /// Runs it in both ways; nothing of it may be left at the moment that it returns.
    fn run(&self, limits: ProcessLimits) -> [FinishedProcess; 2] {
        [false, true].map(|isolated| {
            let done = self.command(isolated).limits(limits).run().unwrap();
            let left = marked(&self.mark);
            assert!(left.is_empty(), "left behind (isolated: {isolated}): {left:?}");
            done
        })
    }
}

/// The living processes that have a mark.
fn marked(mark: &str) -> Vec<String> {
    let entry = format!("{MARK}={mark}\0");
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    processes
        .filter(|dir| {
            // A zombie has no environment.
            fs::read(dir.join("environ"))
                .is_ok_and(|bytes| bytes.windows(entry.len()).any(|part| part == entry.as_bytes()))
        })
        .map(|dir| fs::read_to_string(dir.join("stat")).unwrap_or_default())
        .collect()
}

/// Enough for any fake that is to end by another limit, on a busy machine.
fn limits() -> ProcessLimits {
    ProcessLimits { wall: Duration::from_secs(100), ..ProcessLimits::default() }
}

fn soon() -> ProcessLimits {
    ProcessLimits { wall: Duration::from_millis(400), ..ProcessLimits::default() }
}

#[test]
fn the_mark_is_found() {
    let mark = format!("{}.self", std::process::id());
    let mut child =
        std::process::Command::new("sleep").arg("100").env(MARK, &mark).spawn().unwrap();
    // `spawn` returns a moment before the kernel shows the environment of what it started.
    let begun = Instant::now();
    let mut found = marked(&mark);
    while found.is_empty() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
        found = marked(&mark);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(found.len(), 1);
}

#[test]
fn sleeps_forever() {
    for done in Fake::new("sleep 1000").run(soon()) {
        assert_eq!(done.end, End::TimedOut);
    }
}

#[test]
fn does_nothing_and_is_given_no_more_time_for_that() {
    let fake = Fake::new("sleep 1000 | cat");
    for isolated in [false, true] {
        let done = fake.command(isolated).waits_its_turn(true).limits(soon()).run().unwrap();
        assert_eq!(done.end, End::TimedOut);
        assert!(done.cpu < Duration::from_millis(300), "{:?}", done.cpu);
        assert!(marked(&fake.mark).is_empty());
    }
}

/// More processes than processors compete; the clock alone would stop each after half its work.
#[test]
fn waits_for_the_processor() {
    let work = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
    let alone = Fake::new(work).command(false).run().unwrap();
    let cpus = std::thread::available_parallelism().unwrap().get();
    // On a processor each it would be over long before; with six to each it takes six times as
    // long by the clock.
    let limits = ProcessLimits { wall: alone.cpu * 3, ..limits() };
    let fakes: Vec<_> = (0..6 * cpus).map(|_| Fake::new(work)).collect();
    std::thread::scope(|scope| {
        let runs: Vec<_> = fakes
            .iter()
            .map(|fake| {
                let command = fake.command(false).waits_its_turn(true).limits(limits);
                scope.spawn(move || command.run().unwrap())
            })
            .collect();
        let ends: Vec<_> = runs.into_iter().map(|run| run.join().unwrap()).collect();
        assert!(ends.iter().all(|done| done.end == End::Exit(0)), "{ends:?}");
        let longest = ends.iter().map(|done| done.wall).max().unwrap();
        assert!(longest > limits.wall, "nobody had to wait: {longest:?}, {:?}", limits.wall);
    });
}

/// The processes of a pipe take turns, and the shell's own children end: their time counts as well.
#[test]
fn computes_in_many_processes_and_had_its_time() {
    let fake =
        Fake::new("while :; do sh -c 'i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done'; done");
    let done = fake.command(false).waits_its_turn(true).limits(soon()).run().unwrap();
    assert_eq!(done.end, End::TimedOut);
    assert!(done.cpu * 2 >= soon().wall, "{:?}", done.cpu);
}

#[test]
fn ignores_every_signal_it_can() {
    let fake = Fake::new("trap '' TERM INT HUP XCPU PIPE; while :; do sleep 1; done");
    for done in fake.run(soon()) {
        assert_eq!(done.end, End::TimedOut);
    }
}

#[test]
fn leaves_daemons_behind_and_exits() {
    let fake = Fake::new("setsid sleep 1000 & (setsid sh -c 'sleep 1000 & sleep 1000' &) ; exit 3");
    for done in fake.run(limits()) {
        assert_eq!(done.end, End::Exit(3));
    }
}

#[test]
fn a_daemon_that_hops_from_process_to_process() {
    // Each lives for a moment only, in a session of its own, and starts the next.
    let fake = Fake::new("case $1 in '') setsid $0 x & sleep 0.2;; *) setsid $0 x & esac");
    for done in fake.run(limits()) {
        assert_eq!(done.end, End::Exit(0));
    }
}

#[test]
fn forks_without_end() {
    let fake = Fake::new("while :; do setsid sleep 1000 & done");
    let limits = ProcessLimits { processes: 50, ..limits() };
    for done in fake.run(limits) {
        assert_eq!(done.end, End::TooManyProcesses);
    }
}

#[test]
fn forks_explosively() {
    let fake = Fake::new("setsid $0 & $0 & wait");
    let limits = ProcessLimits { processes: 50, ..limits() };
    // Only where the kernel kills in one blow: see `process.rs` on what happens elsewhere.
    let done = fake.command(true).limits(limits).run().unwrap();
    assert_eq!(done.end, End::TooManyProcesses);
    assert!(marked(&fake.mark).is_empty());
}

#[test]
fn allocates_without_end() {
    let limits = ProcessLimits { memory: 200 << 20, ..limits() };
    // As a compiler's driver does: the part that fails is a child, and it exits with a status.
    for done in Fake::new("tail /dev/zero || exit 4").run(limits) {
        assert_eq!(done.end, End::OutOfMemory);
    }
}

#[test]
fn killed_by_somebody_is_no_crash() {
    for done in Fake::new("kill -KILL $$").run(limits()) {
        assert_eq!(done.end, End::OutOfMemory);
    }
}

#[test]
fn crashes() {
    for done in Fake::new("kill -SEGV $$").run(limits()) {
        assert_eq!(done.end, End::Signal(libc_signal::SEGV));
    }
    for done in Fake::new("kill -ABRT $$").run(limits()) {
        assert_eq!(done.end, End::Signal(libc_signal::ABRT));
    }
}

mod libc_signal {
    //! Numbers that are the same on all hosts.
    pub const SEGV: i32 = 11;
    pub const ABRT: i32 = 6;
}

#[test]
fn writes_without_end() {
    let limits = ProcessLimits { output: 100_000, ..limits() };
    for done in Fake::new("head -c 1G /dev/zero >&2").run(limits) {
        assert_eq!(done.end, End::OutputLimit);
        assert_eq!(done.stderr.len(), 100_000);
    }
}

#[test]
fn fills_the_disk() {
    let limits = ProcessLimits { file_size: 1 << 20, ..limits() };
    let fake = Fake::new("cat /dev/zero > large; exit 1");
    for isolated in [false, true] {
        let done = fake.command(isolated).limits(limits).run().unwrap();
        assert_eq!(done.end, End::FileLimit);
        let large = fake.dir.path().join("large");
        assert_eq!(fs::metadata(&large).unwrap().len(), 1 << 20);
        fs::remove_file(large).unwrap();
    }
}

#[test]
fn fills_the_disk_with_many_files() {
    let many = "while :; do N=x$N; mkdir $N; head -c 1000000 /dev/zero > $N/$N; done";
    let fake = Fake::new(many);
    for isolated in [false, true] {
        let done = fake.command(isolated).limits(limits()).room(20 << 20).run().unwrap();
        assert_eq!(done.end, End::FileLimit);
    }
    // What is small enough is let be.
    let fake = Fake::new("head -c 1000000 /dev/zero > a; cp a b; sleep 0.2");
    let done = fake.command(false).limits(limits()).room(20 << 20).run().unwrap();
    assert_eq!(done.end, End::Exit(0));
}

#[test]
fn a_large_file_that_was_there_is_nobodys_fault() {
    let limits = ProcessLimits { file_size: 1 << 20, ..limits() };
    let fake = Fake::new("exit 1");
    fs::write(fake.dir.path().join("larger"), vec![0; 3 << 20]).unwrap();
    fs::write(fake.dir.path().join("large"), vec![0; 1 << 20]).unwrap();
    for done in fake.run(limits) {
        assert_eq!(done.end, End::Exit(1));
    }
}

#[test]
fn computes_without_end() {
    let limits = ProcessLimits { cpu: Some(Duration::from_secs(1)), ..limits() };
    for done in Fake::new("sh -c 'while :; do :; done' || exit 1").run(limits) {
        assert_eq!(done.end, End::CpuLimit);
        assert!(done.cpu >= Duration::from_millis(500), "{:?}", done.cpu);
        assert!(done.cpu >= done.system);
    }
}

#[test]
fn cpu_time_of_daemons_counts() {
    let fake = Fake::new(
        "setsid sh -c 'ulimit -t 1; while :; do :; done' & sleep 0.1; while [ -d /proc/$! ]; do \
         sleep 0.05; done; exit 0",
    );
    // In a namespace, `$!` is no name in `/proc`.
    let done = fake.command(false).limits(limits()).run().unwrap();
    assert_eq!(done.end, End::Exit(0));
    assert!(done.cpu >= Duration::from_millis(500), "{:?}", done.cpu);
}

#[test]
fn answers_differently_each_time() {
    let [first, second] = Fake::new("cat /proc/sys/kernel/random/uuid").run(limits());
    assert_eq!(first.end, End::Exit(0));
    assert_ne!(first.stdout, second.stdout);
}

#[test]
fn the_network_is_closed_and_local_sockets_are_not() {
    let Some(python) = brinell_toolchain::find_program("python3") else { return };
    let attempt = |family: &str| {
        let script = format!("import socket; socket.socket(socket.{family})");
        Command::new(&python).args(["-c", &script]).network(false).run().unwrap().end
    };
    assert_eq!(attempt("AF_UNIX"), End::Exit(0));
    assert_eq!(attempt("AF_INET"), End::Exit(1));
    assert_eq!(attempt("AF_INET6"), End::Exit(1));
}

#[test]
fn a_stream_that_one_program_keeps_open_does_not_hold_up_another() {
    std::thread::scope(|scope| {
        let long = scope.spawn(|| Fake::new("sleep 1").command(true).run().unwrap().end);
        while !long.is_finished() {
            // `cat` ends when its input does, which no other process may hold open.
            let done = Command::new("cat").stdin("x").timeout(Duration::from_secs(100)).run();
            assert_eq!(done.unwrap().end, End::Exit(0));
        }
        assert_eq!(long.join().unwrap(), End::Exit(0));
    });
}

#[test]
fn many_at_once() {
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                for round in 0..20 {
                    let text = format!("{thread}.{round}");
                    let done =
                        Command::new("echo").arg(&text).isolated(round % 2 == 0).run().unwrap();
                    assert_eq!(done.stdout, format!("{text}\n").as_bytes());
                }
            });
        }
    });
}

/// Starts this test binary again, to run one of its tests, as somebody if asked.
fn again(test: &str, variable: (&str, &str), wrapper: &[&str]) -> std::process::Command {
    let mut words: Vec<PathBuf> = wrapper.iter().map(Into::into).collect();
    words.push(std::env::current_exe().unwrap());
    let mut command = std::process::Command::new(&words[0]);
    command.args(&words[1..]).args(["--exact", test, "--nocapture"]).env(variable.0, variable.1);
    command
}

/// Not a test by itself: what is killed in the next.
#[test]
fn victim() {
    let Ok(way) = std::env::var("BRINELL_TEST_VICTIM") else { return };
    let (mark, isolated) = way.split_once(' ').unwrap();
    let script = "setsid sleep 1000 & (setsid sleep 1000 &) ; echo ready > ready; sleep 1000";
    let _ =
        Command::new("sh").args(["-c", script]).env(MARK, mark).isolated(isolated == "true").run();
}

#[test]
fn nothing_is_left_when_we_are_killed() {
    for isolated in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let mark = format!("{}.victim.{isolated}", std::process::id());
        let way = format!("{mark} {isolated}");
        let mut child = again("victim", ("BRINELL_TEST_VICTIM", &way), &[])
            .current_dir(dir.path())
            .spawn()
            .unwrap();
        wait_until(|| dir.path().join("ready").exists());
        assert!(marked(&mark).len() >= 3);
        child.kill().unwrap();
        child.wait().unwrap();
        wait_until(|| marked(&mark).is_empty());
    }
}

fn wait_until(condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_mins(1), "it does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_same_without_rights() {
    // Only root can become somebody else.
    let setpriv = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    let can = std::process::Command::new(setpriv[0]).args(&setpriv[1..]).arg("true").status();
    if !can.is_ok_and(|status| status.success())
        || std::env::var_os("BRINELL_TEST_NOBODY").is_some()
    {
        return;
    }
    // Where the build directory is closed to others, there is nothing to run.
    let exe = std::env::current_exe().unwrap();
    let readable = Path::new(&exe)
        .ancestors()
        .all(|path| path.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o005 == 0o005));
    if !readable {
        return;
    }
    for test in ["leaves_daemons_behind_and_exits", "forks_explosively", "sleeps_forever"] {
        let status = again(test, ("BRINELL_TEST_NOBODY", "1"), &setpriv).status().unwrap();
        assert!(status.success(), "{test}");
    }
}
