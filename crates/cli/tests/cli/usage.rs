//! Usage: help, wrong flags, the small commands, pipes that close.

use crate::{DEFINED, INVALID, assert_exit, brinell, on_text, stderr, stdout};
use std::process::{Command, Stdio};

#[test]
fn help_has_examples_and_exit_codes() {
    let done = brinell(&["--help"]).run().unwrap();
    assert_exit(&done, 0);
    assert!(stdout(&done).contains("Exit codes:") && stdout(&done).contains("Examples:"));
    for command in ["check", "print", "rules", "bench", "completions"] {
        let done = brinell(&[command, "--help"]).run().unwrap();
        assert_exit(&done, 0);
    }
    let done = brinell(&["--version"]).run().unwrap();
    assert_eq!(stdout(&done), format!("brinell {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_is_2() {
    for arguments in [
        &[][..],
        &["chek"],
        &["check", "--no-such-flag"],
        &["check", "--target", "vax", "-"],
        &["check", "--std", "c++", "-"],
        &["check", "--steps", "many", "-"],
        &["check", "-j", "0", "-"],
        &["check", "-", "-"],
        &["check", "--cc", "no-such-compiler", "-"],
        &["print"],
        &["print", "no-such-file.c"],
        &["rules", "no-such-rule"],
        &["bench", "machine", "no-such-program"],
    ] {
        let done = brinell(arguments).run().unwrap();
        assert_exit(&done, 2);
        assert!(!done.stderr.is_empty(), "{arguments:?} says nothing");
    }
}

#[test]
fn a_wrong_target_names_the_right_ones() {
    let done = brinell(&["check", "--target", "vax", "-"]).run().unwrap();
    assert!(stderr(&done).contains("lp64, ilp32, llp64, ip16, s390x"), "{}", stderr(&done));
}

#[test]
fn rules_are_listed_and_explained() {
    let done = brinell(&["rules"]).run().unwrap();
    assert_exit(&done, 0);
    assert!(stdout(&done).contains("order-dependent") && stdout(&done).contains("char-sign"));
    let done = brinell(&["rules", "order-dependent"]).run().unwrap();
    assert!(stdout(&done).starts_with("order-dependent (C11 6.5p3, 6.5.2.2p10)\n"));
    let done = brinell(&["rules", "oder-dependent"]).run().unwrap();
    assert!(stderr(&done).contains("did you mean 'order-dependent'?"));
}

#[test]
fn completions_are_scripts() {
    let done = brinell(&["completions", "bash"]).run().unwrap();
    assert_exit(&done, 0);
    assert!(stdout(&done).contains("brinell"));
}

#[test]
fn print_prints_c_that_means_the_same() {
    let done = on_text(&["print", "-"], DEFINED);
    assert_exit(&done, 0);
    assert!(!stdout(&done).contains("#include"));
    let again = on_text(&["check", "-"], done.stdout);
    assert_exit(&again, 0);
    assert_eq!(stdout(&again), "fine\n");
    assert!(stderr(&again).contains("exit status 3"));
}

#[test]
fn print_writes_to_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let done =
        brinell(&["print", "-o", "out.c", "-"]).dir(dir.path()).stdin(DEFINED).run().unwrap();
    assert_exit(&done, 0);
    assert!(done.stdout.is_empty());
    assert!(std::fs::read_to_string(dir.path().join("out.c")).unwrap().contains("main"));
    let done = on_text(&["print", "-o", "no/such/dir.c", "-"], DEFINED);
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("cannot write no/such/dir.c"), "{}", stderr(&done));
    assert_exit(&on_text(&["print", "-"], INVALID), 2);
}

/// Runs `brinell` with a closed pipe at its standard output.
#[test]
fn a_closed_pipe_is_no_panic() {
    for arguments in [&["rules"][..], &["check", "--json"], &["completions", "bash"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_brinell"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let done = child.wait_with_output().unwrap();
        let words = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(
            done.status.code().is_some_and(|code| code < 4 || code == 141),
            "{arguments:?}: {words}"
        );
        assert!(!words.contains("panicked"), "{arguments:?}: {words}");
    }
}
