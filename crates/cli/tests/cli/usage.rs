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
fn man_pages_are_for_every_command_and_have_every_option() {
    let dir = tempfile::tempdir().unwrap();
    let done = brinell(&["man", "deep/man1"]).dir(dir.path()).run().unwrap();
    assert_exit(&done, 0);
    let page = |name: &str| std::fs::read_to_string(dir.path().join("deep/man1").join(name));
    let help = stdout(&brinell(&["--help"]).run().unwrap());
    let commands = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    for command in commands.lines().filter_map(|line| line.split_whitespace().next()) {
        if command != "help" && commands.contains(&format!("\n  {command} ")) {
            let page = page(&format!("brinell-{command}.1")).unwrap();
            assert!(page.contains(".SH SYNOPSIS"), "{command}: {page}");
        }
    }
    assert!(page("brinell.1").unwrap().contains(".SH \"EXIT CODES\""));
    let generate = page("brinell-generate.1").unwrap();
    for words in ["weight\\-if", "\\-\\-trace", ".SH PROFILES", "embedded16", "sub_seed"] {
        assert!(generate.contains(words), "no {words} in {generate}");
    }
    assert!(!generate.contains("\\-\\-no\\-bitfields"));
    // man itself finds nothing to complain about, where it is here.
    let check = Command::new("man")
        .args(["--warnings", "-E", "UTF-8", "-l"])
        .arg(dir.path().join("deep/man1/brinell-generate.1"))
        .env("MANPAGER", "cat")
        .output();
    if let Ok(check) = check {
        let complaints = String::from_utf8_lossy(&check.stderr).into_owned();
        assert!(check.status.success() && complaints.is_empty(), "{complaints}");
    }
}

#[test]
fn help_of_generate_is_short_and_topics_have_the_rest() {
    let help = brinell(&["generate", "--help"]).run().unwrap();
    assert_exit(&help, 0);
    let help = stdout(&help);
    assert!(help.lines().count() < 80, "{} lines", help.lines().count());
    for words in ["--seed", "--size", "--help-topic", "weights", "features"] {
        assert!(help.contains(words), "no {words} in {help}");
    }
    assert!(!help.contains("--weight-if") && !help.contains("--no-unions ["));
    let topic = brinell(&["generate", "--help-topic", "weights"]).run().unwrap();
    assert_exit(&topic, 0);
    assert!(stdout(&topic).contains("--weight-if"));
    let wrong = brinell(&["generate", "--help-topic", "wieghts"]).run().unwrap();
    assert_exit(&wrong, 2);
    assert!(stderr(&wrong).contains("'weights'"), "{}", stderr(&wrong));
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
