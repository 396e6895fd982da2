//! `brinell hunt` and what belongs to it: usage, resuming, stopping, known bugs.

use crate::{assert_exit, brinell, stderr, stdout};
use brinell_campaign::{FindingFilter, Store};
use brinell_judge::VerdictKind;
use brinell_toolchain::{Command, FinishedProcess, find_program};
use rustix::process::{Pid, Signal, kill_process};
use std::fmt::Write as _;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A place to hunt in: its own `PATH` with one honest compiler, fakes beside it.
pub struct Place {
    dir: tempfile::TempDir,
    toml: String,
    /// Seconds that a fake and its images get: many, since tests share their computer.
    patience: (u32, u32),
    /// The honest compiler.
    pub honest: &'static str,
}

#[test]
fn a_screen_needs_a_terminal() {
    let done = Place::new().hunt(&["--programs", "1", "--tui"]);
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("--tui needs a terminal"), "{}", stderr(&done));
}

impl Place {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let bin = dir.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        // tcc is by far the fastest; somebody who has no gcc has not built this either.
        let honest = if find_program("tcc").is_some() { "tcc" } else { "gcc" };
        for tool in [
            honest, "sh", "cat", "sed", "grep", "head", "tail", "sleep", "mv", "dd", "mkdir",
            "chmod", "as", "ld", "cp", "rm", "ls", "cmp", "dirname",
        ] {
            if let Some(path) = find_program(tool) {
                symlink(path, bin.join(tool)).unwrap();
            }
        }
        Self { dir, toml: String::new(), patience: (30, 10), honest }
    }

    /// A place where nothing can be compiled.
    fn empty() -> Self {
        let place = Self::new();
        std::fs::remove_file(place.path("bin").join(place.honest)).unwrap();
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Adds a compiler that is honest when it is probed, and does `script` with our programs, which
    /// are called `test.c`. In the script, `real` compiles as asked.
    pub fn fake(&mut self, name: &str, script: &str) {
        let path = self.path(name);
        let honest = self.honest;
        let text = format!(
            "#!/bin/sh\nreal() {{ {honest} \"$@\"; }}\n\
             case \"$*\" in *test.c*) ;; *) exec {honest} \"$@\";; esac\n{script}\n"
        );
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        self.describe(name, name, "[]");
    }

    /// A fake that is of a family with others.
    pub fn fake_of(&mut self, family: &str, name: &str, script: &str) {
        self.fake(name, script);
        let own = format!("name = \"{name}\"\nfamily = \"{name}\"");
        self.toml = self.toml.replace(&own, &format!("name = \"{name}\"\nfamily = \"{family}\""));
        std::fs::write(self.path("fakes.toml"), &self.toml).unwrap();
    }

    /// The fakes that follow hang, so nobody should wait for them for long; or no longer so.
    pub fn hasty(&mut self, hasty: bool) {
        self.patience = if hasty { (4, 2) } else { (30, 10) };
    }

    /// Describes the compiler that is the file of that name, with its option sets.
    pub fn describe(&mut self, name: &str, family: &str, options: &str) {
        let path = self.path(name);
        let _ = write!(
            self.toml,
            "[[compiler]]\nname = \"{name}\"\nfamily = \"{family}\"\ncommand = {:?}\n\
             options = [{options}]\n\
             compile_limits = {{ seconds = {}, memory_mb = 512, file_mb = 8, processes = 20 }}\n\
             run_limits = {{ seconds = {}, memory_mb = 512, file_mb = 1, processes = 20 }}\n",
            path.display().to_string(),
            self.patience.0,
            self.patience.1,
        );
        std::fs::write(self.path("fakes.toml"), &self.toml).unwrap();
    }

    /// Lets the fakes so far take the fast path.
    pub fn allow_fast_path(&mut self) {
        self.toml = self.toml.replace("options = ", "fast_path = true\noptions = ");
        std::fs::write(self.path("fakes.toml"), &self.toml).unwrap();
    }

    /// Puts another real compiler on the `PATH`.
    pub fn link(&self, tool: &str) {
        if let Some(path) = find_program(tool) {
            symlink(path, self.path("bin").join(tool)).unwrap();
        }
    }

    /// Calls `brinell` here.
    pub fn brinell(&self, arguments: &[&str]) -> Command {
        brinell(arguments).dir(self.dir.path()).env("PATH", self.path("bin"))
    }

    /// Hunts in `here`, with small programs from seed 1000 on and all fakes.
    pub fn hunt(&self, arguments: &[&str]) -> FinishedProcess {
        self.brinell(&self.arguments(arguments)).run().unwrap()
    }

    /// The arguments of a hunt in `here`.
    pub fn arguments<'a>(&self, arguments: &[&'a str]) -> Vec<&'a str> {
        let mut all = vec!["hunt", "here", "--size", "500", "--seed-start", "1000"];
        if !self.toml.is_empty() {
            all.extend(["--config", "fakes.toml"]);
        }
        if !arguments.iter().any(|argument| matches!(*argument, "--profile" | "--edge")) {
            // Its programs all print a checksum, which fakes change.
            all.extend(["--profile", "default"]);
        }
        if !arguments.contains(&"--triage-share") {
            // What is tested here needs no reports, and they take time.
            all.extend(["--triage-share", "0"]);
        }
        all.extend(arguments);
        all
    }

    /// Starts a hunt that somebody has to stop.
    pub fn start(&self, arguments: &[&str]) -> Child {
        std::process::Command::new(env!("CARGO_BIN_EXE_brinell"))
            .args(self.arguments(arguments))
            .current_dir(self.dir.path())
            .env("PATH", self.path("bin"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    pub fn store(&self) -> Store {
        Store::open(&self.path("here")).unwrap()
    }

    /// Seeds of findings of a compiler, in order.
    pub fn seeds_of(&self, compiler: &str) -> Vec<u64> {
        let filter =
            FindingFilter { compiler: Some(compiler.to_owned()), ..FindingFilter::default() };
        let mut seeds: Vec<_> =
            self.store().findings(&filter).unwrap().iter().map(|found| found.seed).collect();
        seeds.sort_unstable();
        seeds
    }
}

/// An image that changes the output of the real one.
pub const WRONG_OUTPUT: &str = "real \"$@\" && mv image real.image && \
    printf '#!/bin/sh\\n./real.image | sed s/checksum/checksun/\\n' > image && chmod +x image";

pub fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(pid, signal).unwrap();
}

pub fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(50), "{what}: never");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Programs that the store has counted.
fn counted(dir: &Path) -> u64 {
    Store::open(dir).and_then(|store| store.summary(None)).map_or(0, |summary| summary.programs)
}

#[test]
fn an_honest_compiler_has_nothing_to_fear() {
    let place = Place::new();
    let done = place.hunt(&["--programs", "6", "-j", "2"]);
    assert_exit(&done, 0);
    let words = stderr(&done);
    for expected in ["testing", place.honest, "findings go to here", "starting at seed 1000"] {
        assert!(words.contains(expected), "no {expected} in {words}");
    }
    assert!(words.contains("nothing was found") && words.contains("resume with: "), "{words}");
    assert_eq!(place.store().summary(None).unwrap().verdicts(VerdictKind::Ok), 6);
    // The next one goes on.
    let done = place.brinell(&["hunt", "here", "--size", "500", "--programs", "2"]).run().unwrap();
    assert_exit(&done, 0);
    assert!(stderr(&done).contains("resuming at seed 1006 after 6 programs"), "{}", stderr(&done));
    let whole = place.store().integrity().unwrap();
    assert!(whole.is_whole() && whole.seeds == 8, "{whole:?}");
}

#[test]
fn profiles_alternate_unless_one_is_chosen() {
    let place = Place::new();
    let done = place
        .brinell(&[
            "hunt",
            "here",
            "--size",
            "500",
            "--seed-start",
            "1000",
            "--programs",
            "16",
            "-j1",
        ])
        .run()
        .unwrap();
    assert_exit(&done, 0);
    assert_eq!(place.store().summary(None).unwrap().verdicts(VerdictKind::Ok), 16);
    let mut place = Place::new();
    place.fake("dies", "kill -SEGV $$");
    let all = ["hunt", "here", "--size", "500", "--programs", "16", "--triage-share", "0"];
    let done = place.brinell(&[&all[..], &["--config", "fakes.toml"]].concat()).run().unwrap();
    assert_exit(&done, 1);
    let store = place.store();
    let findings = store.findings(&FindingFilter::default()).unwrap();
    let commands: Vec<_> = findings
        .iter()
        .map(|finding| store.finding(finding.id).unwrap().unwrap().generate)
        .collect();
    for profile in ["mix", "edge", "yarpgen", "orange"] {
        let flag = format!("--profile {profile} ");
        assert!(commands.iter().any(|command| command.contains(&flag)), "{profile}: {commands:?}");
    }
    assert!(commands.iter().any(|command| !command.contains("--profile")), "{commands:?}");
}

#[test]
fn wrong_code_is_found_exactly_where_it_is() {
    let mut place = Place::new();
    let some =
        format!("if grep -q 'seed [0-9]*[37] ' test.c; then {WRONG_OUTPUT}\nelse real \"$@\"; fi");
    place.fake("liar", &some);
    let done = place.hunt(&["--programs", "20"]);
    assert_exit(&done, 1);
    assert_eq!(place.seeds_of("liar"), [1003, 1007, 1013, 1017], "{}", stderr(&done));
    assert!(place.seeds_of(place.honest).is_empty());
    let listed = place.brinell(&["findings", "here", "--json"]).run().unwrap();
    assert_exit(&listed, 0);
    let text = stdout(&listed);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["key"] == "liar wrong-code checksum"), "{text}");
    assert_eq!(lines.len(), 4);

    let shown = stdout(&place.brinell(&["show", "1", "here"]).run().unwrap());
    for part in ["wrong-code", "expected", "checksum = ", "checksun = ", "-o image test.c"] {
        assert!(shown.contains(part), "no {part} in {shown}");
    }
    // The command in it makes the same program.
    let command = shown.lines().find(|line| line.contains("brinell generate --seed")).unwrap();
    let words: Vec<_> = command.split_whitespace().skip(1).collect();
    let made = brinell(&words).run().unwrap();
    let kept = place.brinell(&["show", "1", "here", "--source"]).run().unwrap();
    assert!(!kept.stdout.is_empty() && made.stdout == kept.stdout);

    // It still happens, it is mended, it is gone.
    let replay =
        || place.brinell(&["replay", "1", "here", "--config", "fakes.toml"]).run().unwrap();
    let done = replay();
    assert_exit(&done, 0);
    assert!(stdout(&done).contains("still happens"), "{}", stdout(&done));
    std::fs::write(place.path("liar"), format!("#!/bin/sh\nexec {} \"$@\"\n", place.honest))
        .unwrap();
    let done = replay();
    assert_exit(&done, 1);
    assert!(stdout(&done).contains("no longer happens"), "{}", stdout(&done));
    // The hunt's file of compilers is remembered; a compiler that is gone cannot be asked.
    let remembered = || place.brinell(&["replay", "1", "here"]).run().unwrap();
    assert_exit(&remembered(), 1);
    std::fs::remove_file(place.path("liar")).unwrap();
    assert_exit(&remembered(), 2);
    assert_exit(&place.brinell(&["replay", "99", "here"]).run().unwrap(), 2);
}

#[test]
fn known_bugs_are_counted_and_not_reported() {
    let mut place = Place::new();
    place.fake("weak", "echo 'test.c:1: internal error: in shift, at expand.c:12' >&2; exit 4");
    // This would hide every crash.
    std::fs::write(place.path("known.txt"), "# ours\nweak compiler-crash\n").unwrap();
    let done = place.hunt(&["--programs", "3", "--known", "known.txt"]);
    assert_exit(&done, 2);
    assert!(
        stderr(&done).contains("known.txt: line 2: `weak compiler-crash`"),
        "{}",
        stderr(&done)
    );
    std::fs::write(place.path("known.txt"), "# ours\nin shift, at expand.c:12\n").unwrap();
    let done = place.hunt(&["--programs", "3", "--known", "known.txt"]);
    assert_exit(&done, 0);
    assert!(!stderr(&done).contains("found 1"), "{}", stderr(&done));
    assert_eq!(place.store().summary(None).unwrap().verdicts(VerdictKind::CompilerCrash), 3);
    let findings = place.store().findings(&FindingFilter::default()).unwrap();
    assert!(findings.len() == 3 && findings.iter().all(|finding| finding.known));
}

#[test]
fn events_are_json() {
    let mut place = Place::new();
    place.fake("liar", WRONG_OUTPUT);
    let done = place.hunt(&["--programs", "2", "--json"]);
    assert_exit(&done, 1);
    let text = stdout(&done);
    let events: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let named = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!(
        (named("compilers"), named("started"), named("found"), named("finished")),
        (1, 1, 2, 1)
    );
    assert!(named("progress") >= 1, "{text}");
    let last = events.last().unwrap();
    assert_eq!(last["summary"]["programs"], 2);
    assert_eq!(last["findings"], 2);
}

#[test]
fn ctrl_c_stops_and_a_second_hunt_is_refused_meanwhile() {
    let mut place = Place::new();
    // Something is in hand when it is stopped.
    place.fake("sleeper", "real \"$@\"; case $(cat test.c) in *'seed 1002 '*) sleep 1000;; esac");
    let child = place.start(&["-j", "2"]);
    wait_until("the first hunt", || counted(&place.path("here")) >= 2);
    let refused = place.hunt(&["--programs", "1"]);
    assert_exit(&refused, 2);
    let words = stderr(&refused);
    assert!(words.contains("another hunt or comparison is running in here"), "{words}");
    assert!(words.contains(&format!("process {}", child.id())), "{words}");
    let began = Instant::now();
    send(&child, Signal::INT);
    let output = child.wait_with_output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(output.status.code(), Some(130));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("resume with: "), "{words}");
    // What was in hand is no finding, and is done again.
    assert!(place.store().integrity().unwrap().is_whole());
    assert!(place.seeds_of("sleeper").is_empty());
}

#[test]
fn killing_it_loses_nothing_that_was_recorded() {
    let mut place = Place::new();
    place.fake("liar", WRONG_OUTPUT);
    let mut before = (0, 0);
    for round in 0u64..20 {
        let mut child = place.start(&["-j", "2"]);
        if round % 2 == 0 {
            // At work; the other half dies anywhere, also before it has begun.
            let dir = place.path("here");
            wait_until("any progress", || counted(&dir) > before.0);
        }
        std::thread::sleep(Duration::from_millis(round * 37 % 301));
        child.kill().unwrap();
        child.wait().unwrap();
        if !place.path("here").join("brinell.db").exists() {
            continue;
        }
        let store = place.store();
        let whole = store.integrity().unwrap();
        assert!(whole.is_whole(), "round {round}: {whole:?}");
        let findings = store.findings(&FindingFilter::default()).unwrap();
        // Each program has one finding, of which the first twenty have their text.
        assert_eq!(findings.len() as u64, whole.programs, "round {round}");
        for finding in &findings {
            let finding = store.finding(finding.id).unwrap().unwrap();
            assert_eq!(finding.sources.is_empty(), finding.line.id > 20, "round {round}");
        }
        let now = (whole.programs, findings.len());
        assert!(now.0 >= before.0 && now.1 >= before.1, "round {round}: {before:?} {now:?}");
        before = now;
    }
    let done = place.hunt(&["--programs", "2"]);
    assert_exit(&done, 1);
    assert!(stderr(&done).contains(&format!(" after {} programs", before.0)), "{}", stderr(&done));
    // No seed was done twice, none was left out.
    let seeds = place.seeds_of("liar");
    let expected: Vec<u64> = (1000..1000 + seeds.len() as u64).collect();
    let all = place.store().findings(&FindingFilter::default()).unwrap();
    let others: Vec<_> = all.iter().filter(|f| f.compiler != "liar").collect();
    assert!(others.is_empty(), "{others:?}");
    let gaps = expected.iter().filter(|seed| !seeds.contains(seed)).count();
    // Two workers can be ahead of a seed that was in hand.
    assert!(gaps <= 2, "{seeds:?}");
    let mut unique = seeds.clone();
    unique.dedup();
    assert_eq!(unique, seeds);
}

#[test]
fn wrong_usage_says_what_to_do() {
    let place = Place::new();
    std::fs::write(place.path("broken.toml"), "[[compiler]]\nname = 3\n").unwrap();
    std::fs::write(place.path("file"), "").unwrap();
    for (arguments, words) in [
        (&["hunt", "--no-such-flag"][..], "--no-such-flag"),
        (&["hunt", "--for", "soon"], "90s, 10m, 1h"),
        (&["hunt", "--compilers", "nonesuch"], "nonesuch"),
        (&["hunt", "--config", "broken.toml"], "broken.toml:2:"),
        (&["hunt", "--config", "missing.toml"], "missing.toml"),
        (&["hunt", "--known", "missing.txt"], "missing.txt"),
        (&["hunt", "--profile", "nonesuch"], "no profile is called"),
        (&["hunt", "--size", "3"], "size"),
        (&["hunt", "file/here"], "file/here"),
        (&["findings", "nowhere"], "no hunt has been in nowhere"),
        (&["findings", "nowhere", "--verdict", "bad"], "wrong-code"),
        (&["show", "1", "nowhere"], "no hunt has been in nowhere"),
        (&["replay", "1", "nowhere"], "no hunt has been in nowhere"),
    ] {
        let done = place.brinell(arguments).run().unwrap();
        assert_exit(&done, 2);
        assert!(stderr(&done).contains(words), "{arguments:?}: {}", stderr(&done));
    }
    let done = Place::empty().brinell(&["hunt"]).run().unwrap();
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("apt-get install"), "{}", stderr(&done));
}
