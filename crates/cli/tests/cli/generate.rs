//! `brinell generate`: reproducible, complete files, useful complaints.

use crate::{Files, assert_exit, brinell, stderr, stdout};
use brinell_toolchain::FinishedProcess;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs `brinell generate` with small programs in a directory.
fn generate(dir: &Path, arguments: &[&str]) -> FinishedProcess {
    let mut all = vec!["generate", "--profile", "tiny"];
    all.extend(arguments);
    brinell(&all).dir(dir).run().unwrap()
}

/// Runs `brinell generate`, which must succeed.
#[track_caller]
fn generated(dir: &Path, arguments: &[&str]) -> String {
    let done = generate(dir, arguments);
    assert_exit(&done, 0);
    stdout(&done)
}

/// Runs `brinell` as told, which must be refused; returns the complaint.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let done = brinell(&[&["generate"], arguments].concat()).run().unwrap();
    assert_exit(&done, 2);
    assert!(done.stdout.is_empty());
    stderr(&done)
}

/// The files of a directory and their texts.
fn texts(dir: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(dir).unwrap().map(Result::unwrap);
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    entries.map(|e| (e.file_name().into_string().unwrap(), text(&e.path()))).collect()
}

/// The documents of `--meta`.
fn documents(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_seed_is_a_program_wherever_it_goes() {
    let files = Files::new(&[]);
    let text = generated(files.path(), &["-s", "5"]);
    assert_eq!(generated(files.path(), &["--seed", "5"]), text);
    assert_eq!(generated(files.path(), &["-s", "5", "-o", "x.c"]), "");
    assert_eq!(std::fs::read_to_string(files.file("x.c")).unwrap(), text);
    assert_eq!(generated(files.path(), &["-s", "5", "--out-dir", "deep/dir"]), "");
    assert_eq!(texts(&files.file("deep/dir"))["brinell_5.c"], text);
    assert_ne!(generated(files.path(), &["-s", "6"]), text);
}

#[test]
fn threads_change_nothing() {
    let files = Files::new(&[]);
    for (jobs, dir) in [("1", "one"), ("8", "eight")] {
        let arguments =
            ["-s", "100", "--count", "12", "-j", jobs, "--out-dir", dir, "--meta", "m.json"];
        let done = generate(files.path(), &arguments);
        assert_exit(&done, 0);
        assert!(stderr(&done).contains("12 programs, seeds 100 to 111, in "), "{}", stderr(&done));
        let seeds: Vec<_> =
            documents(&files.file("m.json")).iter().map(|d| d["seed"].as_u64().unwrap()).collect();
        assert_eq!(seeds, (100..112).collect::<Vec<_>>());
    }
    let one = texts(&files.file("one"));
    assert_eq!(one.len(), 12);
    assert!(one.contains_key("brinell_100.c") && one.contains_key("brinell_111.c"));
    assert_eq!(one, texts(&files.file("eight")));
    // The same as alone.
    assert_eq!(one["brinell_107.c"], generated(files.path(), &["-s", "107"]));
}

#[test]
fn the_comment_has_the_command_that_makes_it_again() {
    let files = Files::new(&[]);
    let text = generated(
        files.path(),
        &["--no-unions", "--max-functions", "2", "--minimal-guards", "--std=c11", "--no-casts"],
    );
    assert!(text.contains(env!("CARGO_PKG_VERSION")), "{text}");
    let command = text.lines().find_map(|line| line.split_once("brinell generate ")).unwrap().1;
    let seed = text.lines().find_map(|line| line.split_once("seed: ")).unwrap().1;
    let flags = "--std c11 --minimal-guards=yes --no-unions --no-casts --max-functions 2";
    assert_eq!(command, format!("--seed {seed} --profile tiny {flags}"));
    let again = [&["generate"], &command.split_whitespace().collect::<Vec<_>>()[..]].concat();
    assert_eq!(stdout(&brinell(&again).run().unwrap()), text);
}

#[test]
fn programs_do_what_their_metadata_says() {
    let files = Files::new(&[]);
    for (number, arguments) in [
        &["-s", "1"][..],
        &["-s", "2", "--self-check"],
        &["-s", "3", "--no-hosted", "--self-check"],
        &["-s", "4", "--swarm", "--target", "ilp32"],
        &["-s", "5", "--paranoid"],
    ]
    .iter()
    .enumerate()
    {
        generated(files.path(), &[arguments, &["-o", "x.c", "--meta", "m.json"][..]].concat());
        let documents = documents(&files.file("m.json"));
        let [meta] = &documents[..] else { panic!("{documents:?}") };
        assert_eq!(meta["seed"], number as u64 + 1);
        assert_eq!(meta["files"], serde_json::json!(["x.c"]));
        let target = meta["target"].as_str().unwrap();
        let done = brinell(&["check", "--json", "--target", target, "x.c"])
            .dir(files.path())
            .run()
            .unwrap();
        assert_exit(&done, 0);
        let checked: Value = serde_json::from_str(&stdout(&done)).unwrap();
        for field in ["stdout", "stderr", "exit", "volatiles"] {
            assert_eq!(checked["defined"][field], meta[field], "{arguments:?}: {field}");
        }
        // Types that nothing uses are not printed, and then nothing relies on their layout.
        let mut relied_on = checked["defined"]["relied_on"].as_array().unwrap().iter();
        let told = meta["relied_on"].as_array().unwrap();
        assert!(relied_on.all(|choice| told.contains(choice)), "{arguments:?}: {told:?}");
        assert_eq!(meta["exit"], serde_json::json!({ "status": 0 }));
        let last_line = format!("checksum = {}\n", meta["checksum"].as_str().unwrap());
        let output = meta["stdout"].as_str().unwrap();
        assert!(if number == 2 { output.is_empty() } else { output.ends_with(&last_line) });
        assert!(meta["live_share"].as_f64().unwrap() > 0.0 && meta["tokens"].as_u64() > Some(0));
        assert_eq!(meta["config"]["size"], 300);
    }
}

#[test]
fn metadata_can_go_to_standard_output() {
    let files = Files::new(&[]);
    let text = generated(files.path(), &["-s", "5", "-o", "x.c", "--meta", "-"]);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["seed"], 5);
    let text =
        generated(files.path(), &["-s", "5", "--count", "3", "--out-dir", "d", "--meta", "-"]);
    assert_eq!(text.lines().count(), 3);
    assert!(!files.file("-").exists());
    for place in [&[][..], &["-o", "-"]] {
        let words = refused(&[place, &["--meta", "-"]].concat());
        assert!(words.contains("add -o FILE"), "{words}");
    }
}

#[test]
fn a_size_that_would_take_for_ever_is_refused_with_the_limit() {
    let words = refused(&["--size", "10000000"]);
    assert!(words.contains("0..=1000000"), "{words}");
}

#[test]
fn metadata_has_what_a_swarm_drew() {
    let files = Files::new(&[]);
    generated(
        files.path(),
        &["-s", "7", "--count", "8", "--swarm", "--structs", "--out-dir", "d", "--meta", "m.json"],
    );
    let documents = documents(&files.file("m.json"));
    // Never switched off by a swarm, since it was asked for; the others are, here and there.
    assert!(documents.iter().all(|document| document["config"].get("structs").is_none()));
    assert!(documents.iter().any(|document| document["config"]["switches"] == false));
    assert!(documents.iter().any(|document| document["config"].get("switches").is_none()));
}

#[test]
fn split_programs_have_several_files() {
    let files = Files::new(&[]);
    let complaint = refused(&["--split", "2"]);
    assert!(complaint.contains("-o FILE or --out-dir DIR"), "{complaint}");
    // Some seed has enough functions for three.
    for seed in 0..50 {
        let seed = seed.to_string();
        generated(
            files.path(),
            &["-s", &seed, "--size", "900", "--split", "3", "-o", "x.c", "--meta", "m.json"],
        );
        let meta = documents(&files.file("m.json")).remove(0);
        if meta["files"] != serde_json::json!(["x_1.c", "x_2.c", "x_3.c"]) {
            continue;
        }
        let texts = texts(files.path());
        assert_eq!(texts.values().filter(|text| text.contains(" main(")).count(), 1);
        assert!(meta["command"].as_str().unwrap().ends_with("--split 3 --out-dir ."));
        return;
    }
    panic!("none of 50 programs has three units");
}

#[test]
fn options_are_written_and_read_again() {
    let files = Files::new(&[]);
    let all = brinell(&["generate", "--dump-config"]).run().unwrap();
    assert_exit(&all, 0);
    assert!(stdout(&all).contains("\nweight_assign = 40\n"));
    generated(
        files.path(),
        &["--no-unions", "--weight-switch", "50", "--dump-config", "-o", "mine.toml"],
    );
    let dumped = std::fs::read_to_string(files.file("mine.toml")).unwrap();
    assert!(dumped.contains("\nunions = false\n") && dumped.contains("\nsize = 300\n"));
    let body = |text: String| text.split_once("*/").unwrap().1.to_owned();
    let done = brinell(&["generate", "-s", "9", "--profile", "mine.toml"])
        .dir(files.path())
        .run()
        .unwrap();
    assert_exit(&done, 0);
    let direct = generated(files.path(), &["-s", "9", "--no-unions", "--weight-switch", "50"]);
    assert_eq!(body(stdout(&done)), body(direct));
}

#[test]
fn a_trace_has_every_production() {
    let files = Files::new(&[]);
    let plain = generated(files.path(), &["-s", "3"]);
    let traced = generated(files.path(), &["-s", "3", "--trace", "t.txt"]);
    assert_eq!(plain, traced, "tracing changes nothing");
    let trace = std::fs::read_to_string(files.file("t.txt")).unwrap();
    let mut lines = trace.lines();
    assert!(lines.next().unwrap().starts_with("# Productions of seed 3, sub-seed "));
    let depth = |line: &str| line[8..].len() - line[8..].trim_start().len();
    let mut before = None;
    for line in lines {
        // One level deeper at most than what drew it.
        assert!(depth(line) <= before.map_or(0, |before| before + 2), "{trace}");
        assert!(line.ends_with(" tokens") || line.contains(", failed"), "{line}");
        assert!(line.contains(" in func_"), "{line}");
        before = Some(depth(line));
    }
    assert!(before.is_some() && trace.contains(" final_return in func_1"), "{trace}");
}

#[test]
fn complaints_say_what_to_do() {
    let files = Files::new(&[
        ("bad.toml", "unions = true\nbitfeilds = false\n"),
        ("broken.toml", "unions = \n"),
        ("plain", ""),
    ]);
    let path = |name: &str| files.file(name).display().to_string();
    for (arguments, wanted) in [
        (&["--profile", "csmiht"][..], &["did you mean `csmith`?", "embedded16"][..]),
        (&["--profile", "no/such.toml"], &["cannot read the profile no/such.toml"]),
        (&["--profile", &path("bad.toml")], &["bad.toml:2:1", "did you mean `bitfields`?"]),
        (&["--profile", &path("broken.toml")], &["broken.toml:1:10"]),
        (&["--no-hosted"], &["`self_check`"]),
        (&["--max-functions", "0"], &["1..=10000"]),
        (&["--no-bitfeilds"], &["--no-bitfields"]),
        (&["--count", "3"], &["--out-dir DIR"]),
        (&["--count", "0", "--out-dir", "x"], &["--count"]),
        (&["--seed", "-1"], &["--seed"]),
        (&["-s", "18446744073709551615", "--count", "2", "--out-dir", "x"], &["exceed 2^64"]),
        (&["-o", "x.c", "--out-dir", "x"], &["cannot be used with"]),
        (&["--dump-config", "--count", "3"], &["cannot be used with"]),
        (&["-o", "no/such/dir/x.c"], &["cannot write no/such/dir/x.c"]),
        (&["-o", &path("")], &["cannot write"]),
        (&["--out-dir", &path("plain")], &["cannot make the directory", "plain"]),
        (&["--meta", "no/such/dir/m.json"], &["cannot write no/such/dir/m.json"]),
        (&["--size", "7"], &["at least 50"]),
    ] {
        let complaint = refused(arguments);
        for wanted in wanted {
            assert!(complaint.contains(wanted), "{arguments:?}: no {wanted} in {complaint}");
        }
    }
}

#[test]
fn all_small_programs_are_enumerated() {
    let files = Files::new(&[]);
    let run = |arguments: &[&str]| {
        let all = [&["generate", "--exhaustive"], arguments].concat();
        brinell(&all).dir(files.path()).run().unwrap()
    };
    let done = run(&["--limit", "10", "--out-dir", "all", "--meta", "m.json"]);
    assert_exit(&done, 0);
    let (all, documents) = (texts(&files.file("all")), documents(&files.file("m.json")));
    let words = stderr(&done);
    let count = format!("there are {} programs of up to 10 nodes", all.len());
    assert!(all.len() > 1_000 && words.contains(&count), "{words}");
    assert_eq!(documents.len(), all.len());
    assert!(documents.is_sorted_by_key(|document| document["nodes"].as_u64()));
    // One by its number, with the command in its comment; and some.
    let one = run(&["-s", "7"]);
    assert_exit(&one, 0);
    assert_eq!(stdout(&one), all["brinell_7.c"]);
    assert!(stdout(&one).contains("--seed 7 --exhaustive --profile exhaustive\n"));
    assert_exit(&run(&["-s", "5", "--count", "3", "--out-dir", "some"]), 0);
    let some = texts(&files.file("some"));
    assert_eq!(some.keys().collect::<Vec<_>>(), ["brinell_5.c", "brinell_6.c", "brinell_7.c"]);
    assert_eq!(some["brinell_7.c"], all["brinell_7.c"]);
    // There is none that small, and no such number.
    assert_exit(&run(&["--limit", "5", "--out-dir", "none"]), 3);
    assert_exit(&run(&["-s", "99999", "--limit", "9", "--out-dir", "none"]), 3);
    for (arguments, wanted) in [
        (&["--exhaustive", "--swarm"][..], "`swarm`"),
        (&["--exhaustive", "-s", "0"], "from 1"),
        (&["--exhaustive", "--limit", "9"], "--limit writes several files"),
        (&["--limit", "9"], "--exhaustive"),
    ] {
        let complaint = refused(arguments);
        assert!(complaint.contains(wanted), "{arguments:?}: {complaint}");
    }
}

#[test]
fn topics_list_all_options_and_help_few() {
    let topic = |name| stdout(&brinell(&["generate", "--help-topic", name]).run().unwrap());
    let long = topic("all");
    let dumped = stdout(&brinell(&["generate", "--dump-config"]).run().unwrap());
    for key in dumped.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key) {
        if !key.starts_with('#') {
            let flag = format!("--{}", key.replace('_', "-"));
            assert!(long.contains(&flag), "no {flag} in the help");
        }
    }
    for profile in ["csmith", "tiny", "freestanding", "embedded16", "arithmetic", "exhaustive"] {
        assert!(topic("profiles").contains(profile), "{profile}");
    }
    let short = stdout(&brinell(&["generate", "-h"]).run().unwrap());
    assert!(short.contains("--seed") && short.contains("--swarm") && short.contains("--size"));
    assert!(!short.contains("--weight-assign") && !short.contains("--max-functions N"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_complete_files() {
    let files = Files::new(&[]);
    let dir = files.file("many");
    let child = Command::new(env!("CARGO_BIN_EXE_brinell"))
        .args(["generate", "--profile", "tiny", "-s", "1", "--count", "1000000"])
        .args(["--out-dir", "many", "--meta", "m.json"])
        .current_dir(files.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A million programs take hours: it is still at work when the first ones are there.
    while std::fs::read_dir(&dir).map_or(0, Iterator::count) < 3 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let done = child.wait_with_output().unwrap();
    let words = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(130), "{words}");
    let texts = texts(&dir);
    assert!(words.contains(&format!("interrupted: {} of 1000000", texts.len())), "{words}");
    for (name, text) in &texts {
        let seed = name.strip_prefix("brinell_").and_then(|name| name.strip_suffix(".c"));
        assert!(seed.is_some_and(|seed| seed.parse::<u64>().is_ok()), "{name}");
        assert!(text.ends_with("}\n"), "{name}");
    }
    assert_eq!(documents(&files.file("m.json")).len(), texts.len());
}
