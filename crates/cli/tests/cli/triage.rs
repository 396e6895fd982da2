//! What comes after a hunt: `brinell triage`, keys and known bugs, findings by bug, stopping early.

use crate::bundle::{findings, hunt_a_liar, one_bug, read};
use crate::hunt::{Place, send, wait_until};
use crate::{assert_exit, stderr, stdout};
use rustix::process::Signal;
use std::fs;
use std::process::Stdio;

#[test]
fn what_waits_is_worked_off_and_has_keys_then() {
    let mut place = Place::new();
    hunt_a_liar(&mut place);
    // Wrong code has no key before triage.
    let keys = || place.brinell(&["findings", "here", "--keys"]).run().unwrap();
    let done = keys();
    assert!(stdout(&done).is_empty(), "{}", stdout(&done));
    assert!(stderr(&done).contains("brinell triage here"), "{}", stderr(&done));
    let listed = stdout(&place.brinell(&["findings", "here"]).run().unwrap());
    assert!(listed.starts_with("not triaged: liar wrong-code"), "{listed}");
    let done = place.brinell(&["triage", "here", "--for", "0s"]).run().unwrap();
    assert_exit(&done, 3);
    assert!(findings(&place).iter().all(|line| line.bundle.is_none()));
    let done = place.brinell(&["triage", "here"]).run().unwrap();
    assert_exit(&done, 0);
    assert!(stderr(&done).contains("new, bundle-"), "{}", stderr(&done));
    let all = findings(&place);
    let first = all.iter().find(|line| line.bundle.is_some()).unwrap();
    // The program of the bundle, with what it must do itself.
    let shown = stdout(&place.brinell(&["show", &first.id.to_string(), "here"]).run().unwrap());
    let bundle = place.path("here/bundles").join(first.bundle.as_ref().unwrap());
    let meta: serde_json::Value = serde_json::from_str(&read(bundle.join("meta.json"))).unwrap();
    for key in ["expected", "actual"] {
        let words = meta[key].as_str().unwrap().lines().last().unwrap();
        assert!(shown.contains(words), "no {words} in {shown}");
    }
    assert!(shown.contains("The program, reduced:") && shown.contains("It must do:"), "{shown}");
    let listed = stdout(&place.brinell(&["findings", "here"]).run().unwrap());
    assert!(listed.contains(&format!("bug of finding {}: ", first.id)), "{listed}");
    let flat = stdout(&place.brinell(&["findings", "here", "--flat"]).run().unwrap());
    assert_eq!(flat.lines().count(), all.len(), "{flat}");
    // Nothing is left to do.
    assert_exit(&place.brinell(&["triage", "here"]).run().unwrap(), 0);
    let kept = stdout(&keys());
    let key = kept.lines().next().unwrap();
    assert!(key.starts_with("liar wrong-code shape "), "{kept}");
    // Elsewhere, these bugs are known: they get no bundle.
    fs::write(place.path("known.txt"), &kept).unwrap();
    fs::rename(place.path("here"), place.path("before")).unwrap();
    assert_exit(&place.hunt(&["--programs", "8", "-j", "1", "--known", "known.txt"]), 1);
    let again = ["triage", "here", "--known", "known.txt"];
    assert_exit(&place.brinell(&again).run().unwrap(), 0);
    let all = findings(&place);
    assert!(all.iter().any(|line| line.known), "{all:?}");
    assert!(all.iter().all(|line| line.bundle.is_none()), "{all:?}");
    // Without them they would hide everything.
    fs::write(place.path("coarse.txt"), "liar wrong-code checksum\n").unwrap();
    let done = place.hunt(&["--programs", "1", "--known", "coarse.txt"]);
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("would hide others"), "{}", stderr(&done));
}

#[test]
fn ctrl_c_keeps_the_best_so_far() {
    let mut place = Place::new();
    // Each candidate takes its time.
    one_bug(&mut place);
    let path = place.path("weak");
    let slow = format!("echo . >> '{}'; sleep 0.2\ncat *.c | grep", place.path("asked").display());
    fs::write(&path, read(&path).replace("cat *.c | grep", &slow)).unwrap();
    assert_exit(&place.hunt(&["--programs", "2", "-j", "1"]), 1);
    fs::remove_file(place.path("asked")).unwrap();
    let mut bundle = std::process::Command::new(env!("CARGO_BIN_EXE_brinell"))
        .args(["bundle", "1", "here", "-o", "bug", "-j", "1"])
        .current_dir(place.path(""))
        .env("PATH", place.path("bin"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let asked = || fs::read(place.path("asked")).map_or(0, |text| text.len() / 2);
    wait_until("some candidates", || asked() > 6);
    send(&bundle, Signal::INT);
    assert_eq!(bundle.wait().unwrap().code(), Some(130));
    let report = read(place.path("bug/report.md"));
    assert!(report.contains("It is not reduced as far as possible."), "{report}");
    assert!(read(place.path("bug/reduced.c")).contains(" >> "));
}

#[test]
fn cpu_time_is_bounded_and_the_best_so_far_is_kept() {
    let mut place = Place::new();
    one_bug(&mut place);
    assert_exit(&place.hunt(&["--programs", "2", "-j", "1"]), 1);
    let bundle = ["bundle", "1", "here", "-o", "bug", "-j", "1", "--cpu", "0s"];
    let done = place.brinell(&bundle).run().unwrap();
    assert_exit(&done, 3);
    assert!(stderr(&done).contains("not reduced as far as possible"), "{}", stderr(&done));
    assert!(read(place.path("bug/report.md")).contains("It is not reduced as far as possible."));
    let reduce = ["reduce", "1", "here", "-o", "small.c", "-j", "1", "--cpu", "0s"];
    assert_exit(&place.brinell(&reduce).run().unwrap(), 3);
    assert!(place.path("small.c").exists());
}

#[test]
fn where_nothing_can_be_written_nothing_is_begun() {
    let mut place = Place::new();
    one_bug(&mut place);
    assert_exit(&place.hunt(&["--programs", "2", "-j", "1"]), 1);
    // Whoever asks the compiler would see it.
    fs::write(place.path("weak"), "#!/bin/sh\nexit 1\n").unwrap();
    fs::write(place.path("file"), "mine").unwrap();
    for output in ["file", "file/in-a-file", "/proc/nowhere/bug"] {
        let done = place.brinell(&["bundle", "1", "here", "-o", output]).run().unwrap();
        assert_exit(&done, 2);
        assert!(stderr(&done).contains(output.split('/').next().unwrap()), "{}", stderr(&done));
    }
    for output in ["bin", "file/in-a-file", "no-such-directory/bug.c", "/proc/nowhere.c"] {
        let done = place.brinell(&["reduce", "1", "here", "-o", output]).run().unwrap();
        assert_exit(&done, 2);
        assert!(stderr(&done).contains("cannot write"), "{}", stderr(&done));
    }
    assert_eq!(read(place.path("file")), "mine");
}
