//! Compilers and images that misbehave in every way: each gets the right verdict, the hunt goes on,
//! and nothing is left behind.

use crate::hunt::{Place, WRONG_OUTPUT};
use crate::{assert_exit, stderr};
use brinell_campaign::{FindingFilter, Store};
use brinell_judge::VerdictKind;
use std::path::Path;

/// A script, its verdict, and a part of its signature.
struct Fault {
    name: &'static str,
    script: String,
    verdict: &'static str,
    signature: &'static str,
}

fn compiler(
    name: &'static str,
    script: &str,
    verdict: &'static str,
    signature: &'static str,
) -> Fault {
    Fault { name, script: script.to_owned(), verdict, signature }
}

/// A compiler whose images do something else.
fn image(name: &'static str, script: &str, signature: &'static str) -> Fault {
    let script = format!("cat > image <<'END'\n#!/bin/sh\n{script}\nEND\nchmod +x image");
    Fault { name, script, verdict: "wrong-code", signature }
}

fn check(faults: &[Fault]) {
    let mut place = Place::new();
    for fault in faults {
        place.hasty([fault.verdict, fault.signature].iter().any(|words| words.contains("hang")));
        place.fake(fault.name, &fault.script);
    }
    let done = place.hunt(&["--programs", "2"]);
    assert!(stderr(&done).contains("2 programs in"), "{}\n{}", done.end, stderr(&done));
    let store = place.store();
    for fault in faults {
        let filter =
            FindingFilter { compiler: Some(fault.name.to_owned()), ..FindingFilter::default() };
        let findings = store.findings(&filter).unwrap();
        let verdicts: Vec<_> = findings.iter().map(|found| found.verdict.as_str()).collect();
        assert_eq!(verdicts, [fault.verdict; 2], "{}: {findings:?}", fault.name);
        for found in &findings {
            assert!(found.signature.contains(fault.signature), "{}: {found:?}", fault.name);
        }
    }
    let honest = store.summary(None).unwrap();
    let fine = honest.counts.iter().find(|count| count.compiler == place.honest).unwrap();
    assert_eq!((fine.verdict.as_str(), fine.count), ("ok", 2));
    assert!(Store::open(&place.path("here")).unwrap().integrity().unwrap().is_whole());
    let accused = faults.iter().any(|fault| !["flaky", "unconfirmed"].contains(&fault.verdict));
    assert_exit(&done, i32::from(accused));
    assert_no_leftovers();
}

/// Directories of hunts that are no more.
fn assert_no_leftovers() {
    for place in [Path::new("/dev/shm"), &std::env::temp_dir()] {
        for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let owner = name.strip_prefix("brinell-hunt-").and_then(|rest| rest.split('-').next());
            if let Some(pid) = owner {
                // Another test may have killed its hunt; that one is cleaned by the next.
                let orphan = !Path::new("/proc").join(pid).exists();
                let empty =
                    std::fs::read_dir(entry.path()).is_ok_and(|mut dir| dir.next().is_none());
                assert!(!orphan || !empty, "{name} was left");
            }
        }
    }
}

#[test]
fn compilers_that_crash() {
    check(&[
        compiler("segfault", "kill -SEGV $$", "compiler-crash", "signal 11"),
        compiler(
            "ice",
            "echo 'test.c:7:8: internal compiler error: in fake_pass, at fake.cc:42' >&2; exit 1",
            "compiler-crash",
            "internal compiler error: in fake_pass, at fake.cc:42",
        ),
        compiler(
            "refuses",
            "echo 'test.c:3:4: error: no' >&2; exit 1",
            "rejected-valid",
            "error: no",
        ),
        compiler("nothing", "exit 0", "rejected-valid", "without an output file"),
        // It refuses every time, whatever the words.
        compiler("moody", "cat /proc/sys/kernel/random/uuid >&2; exit 1", "rejected-valid", ""),
        compiler(
            "undecided",
            "[ -e ../was ] || \
             { : > ../was; echo no >&2; exit 1; }; rm ../was; real \"$@\"",
            "flaky",
            "",
        ),
    ]);
}

#[test]
fn compilers_that_take_too_much() {
    check(&[
        compiler("loops", "while :; do :; done", "compiler-hang", ""),
        compiler("deaf", "trap '' TERM INT; sleep 1000; sleep 1000", "compiler-hang", ""),
        compiler(
            "forks",
            "while :; do sleep 1000 & done",
            "compiler-out-of-resources",
            "processes",
        ),
        compiler(
            "talks",
            "while :; do head -c 1000000 /dev/zero >&2; done",
            "compiler-out-of-resources",
            "output",
        ),
        compiler(
            "fills",
            // Far beyond the limit at once: writing as much takes time.
            "dd if=/dev/zero of=big bs=1 count=1 seek=100000000 || exit 1",
            "compiler-out-of-resources",
            "file size",
        ),
        compiler(
            "eats",
            "dd if=/dev/zero of=/dev/null bs=2G count=1",
            "compiler-out-of-resources",
            "memory",
        ),
    ]);
}

#[test]
fn images_that_misbehave() {
    let mut faults = vec![
        image("crashes", "kill -FPE $$", "crash (signal 8)"),
        image("hangs", "while :; do :; done", "hang"),
        image("forks", "while :; do sleep 1000 & done", "resources"),
        image("talks", "while :; do head -c 1000000 /dev/zero; done", "resources"),
        image("silent", "exit 0", "checksum"),
        image("no-image", "echo checksum = 0", "checksum"),
    ];
    faults.push(Fault {
        name: "status",
        script:
            "real \"$@\" && mv image real.image && printf '#!/bin/sh\\n./real.image; exit 3\\n' \
                 > image && chmod +x image"
                .to_owned(),
        verdict: "wrong-code",
        signature: "exit status",
    });
    faults.push(compiler("liar", WRONG_OUTPUT, "wrong-code", "checksum"));
    // Never twice the same, and never right.
    faults.push(image("moody", "cat /proc/sys/kernel/random/uuid", "checksum"));
    check(&faults);
}

#[test]
fn a_full_disk_pauses_and_is_no_finding() {
    let mut place = Place::new();
    // Once only: then there is space again.
    let state = place.path("was-full");
    let full = "echo 'ld: final link failed: No space left on device' >&2; exit 1";
    let once = format!("if mkdir {} 2>/dev/null; then {full}; fi; real \"$@\"", state.display());
    place.fake("unlucky", &once);
    let done = place.hunt(&["--programs", "2"]);
    assert_exit(&done, 0);
    let words = stderr(&done);
    assert!(words.contains("paused: unlucky says: ld: final link failed"), "{words}");
    assert!(words.contains("resumed"), "{words}");
    let summary = place.store().summary(None).unwrap();
    assert_eq!((summary.programs, summary.verdicts(VerdictKind::Ok)), (2, 4));
    assert!(place.store().findings(&FindingFilter::default()).unwrap().is_empty());
}

#[test]
fn trouble_that_stays_ends_as_not_comparable() {
    let mut place = Place::new();
    place.fake("doomed", "echo 'Disk quota exceeded' >&2; exit 1");
    let done = place.hunt(&["--programs", "1"]);
    assert_exit(&done, 0);
    let summary = place.store().summary(None).unwrap();
    assert_eq!(
        (summary.verdicts(VerdictKind::Ok), summary.verdicts(VerdictKind::NotComparable)),
        (1, 1)
    );
}
