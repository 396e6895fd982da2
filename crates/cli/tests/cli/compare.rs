//! `brinell compare`: contenders of every kind, also those that misbehave; interrupted and continued.

use crate::hunt::{Place, WRONG_OUTPUT};
use crate::{assert_exit, stderr, stdout};
use brinell_toolchain::{FinishedProcess, csmith_headers, find_program};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::process::Stdio;
use std::time::Duration;

/// A generator that writes the same kind of program again and again, with a script that may do
/// something else before.
fn describe(place: &Place, name: &str, script: &str) {
    let path = place.path(name);
    let text = format!(
        "#!/bin/sh\nSEED=$1\nDIR=$2\nwrite() {{ cat > \"$DIR/test.c\" <<END\n\
         #include <stdio.h>\nint main(void) {{ printf(\"checksum = %d\\n\", $SEED % 1000 * 3); return 0; }}\n\
         END\n}}\n{script}\n"
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let toml = format!(
        "command = [\"./{name}\", \"{{seed}}\", \"{{dir}}\"]\nsources = [\"test.c\"]\n\
         seconds = 1\nrun_seconds = 1\n"
    );
    std::fs::write(place.path(&format!("{name}.toml")), toml).unwrap();
}

/// Two compilers, a little time, and no closer looks.
const QUICK: [&str; 7] =
    ["--config", "fakes.toml", "--cpu", "1s", "--batch", "1s", "--sample-share=0"];

fn compare(place: &Place, args: &[&str]) -> FinishedProcess {
    let all: Vec<&str> = ["compare"].iter().chain(args).chain(&QUICK).copied().collect();
    place.brinell(&all).run().unwrap()
}

/// The document of a comparison with a second honest compiler.
fn json(place: &Place, args: &[&str]) -> Value {
    let all: Vec<&str> = args.iter().chain(&["--json"]).copied().collect();
    let done = compare(place, &all);
    assert_exit(&done, 0);
    serde_json::from_str(&stdout(&done)).unwrap()
}

fn place() -> Place {
    let mut place = Place::new();
    place.fake("other", "real \"$@\"");
    place
}

fn total(document: &Value, contender: usize) -> &Value {
    &document["contenders"][contender]["total"]
}

#[test]
fn contenders_that_misbehave_are_counted() {
    let place = place();
    describe(&place, "good", "write");
    describe(&place, "crashes", "kill -SEGV $$");
    describe(&place, "hangs", "while :; do :; done");
    describe(&place, "sleeps", "sleep 100");
    describe(&place, "nothing", "exit 0");
    describe(&place, "nonsense", "head -c 5000 /dev/urandom > \"$DIR/test.c\"");
    describe(&place, "fills", "dd if=/dev/zero of=\"$DIR/test.c\" bs=1M count=500");
    let many = "while :; do N=x$N; head -c 50000000 /dev/zero > \"$DIR/$N\"; done";
    describe(&place, "fills-with-many", many);
    describe(&place, "talks", "while :; do echo something; done");
    describe(
        &place,
        "aborts",
        "echo 'void abort(void); int main(void) { abort(); }' > \"$DIR/test.c\"",
    );
    describe(&place, "sometimes", "test $(($SEED % 2)) = 0 && exit 3; write");
    // The machine knows what abort() means; a vote only sees a crash.
    let toml = std::fs::read_to_string(place.path("aborts.toml")).unwrap();
    std::fs::write(place.path("aborts.toml"), format!("{toml}judge = \"vote\"\n")).unwrap();
    let names = [
        "good",
        "crashes",
        "hangs",
        "sleeps",
        "nothing",
        "nonsense",
        "fills",
        "fills-with-many",
        "talks",
        "sometimes",
        "aborts",
    ];
    let files: Vec<String> = names.iter().map(|name| format!("{name}.toml")).collect();
    let mut args: Vec<&str> = files.iter().map(String::as_str).collect();
    args.push("--repetitions=1");
    let document = json(&place, &args);
    assert_eq!(document["complete"], true);
    let reasons = |contender: usize| total(&document, contender)["reasons"].to_string();
    for (contender, reason) in [
        (1, "generator: signal 11"),
        (3, "generator: timed out"),
        (4, "generator: wrote no test.c"),
        (5, "no compiler accepts it"),
        (6, "generator: file size limit"),
        (7, "generator: file size limit"),
        (8, "generator: too much output"),
        (9, "generator: exit status 3"),
        (10, "crashes"),
    ] {
        assert!(
            reasons(contender).contains(reason),
            "{}: {}",
            names[contender],
            reasons(contender)
        );
    }
    assert_eq!(reasons(0), "{}");
    // Which of its limits one meets that hangs depends on how busy the computer is.
    let limits = ["generator: CPU time limit", "generator: timed out"];
    assert!(limits.iter().any(|limit| reasons(2).contains(limit)), "{}", reasons(2));
    let usable = |contender: usize| total(&document, contender)["usable"].as_u64().unwrap();
    assert!(usable(0) > 3 && usable(9) > 3, "{document}");
    assert_eq!((1..9).map(usable).sum::<u64>(), 0);
    assert_eq!(total(&document, 0)["verdicts"]["wrong-code"], Value::Null);
}

#[test]
fn a_wrong_compiler_is_found_by_meaning_and_by_vote() {
    let mut place = place();
    place.fake("third", "real \"$@\"");
    place.fake("liar", WRONG_OUTPUT);
    describe(&place, "good", "write");
    let document = json(&place, &["default@500", "good.toml", "--repetitions=2"]);
    for contender in [0, 1] {
        let total = total(&document, contender);
        let [findings, usable] = ["findings", "usable"].map(|name| total[name].as_u64().unwrap());
        // What tcc refuses, all of them refuse, and no compiler is accused.
        assert!(findings > 1 && findings * 2 > usable, "{total}");
        let bugs = total["bugs"].as_object().unwrap();
        assert!(bugs.keys().all(|key| key.starts_with("liar wrong-code")), "{bugs:?}");
    }
    // Two repetitions show nothing.
    let rows = document["pairs"][0]["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["difference"] != "better" && row["difference"] != "worse"));
    let page = std::fs::read_to_string(place.path("brinell-compare/report.html")).unwrap();
    assert!(page.contains("What was run and how to repeat it") && page.contains("<svg"));
}

/// Who refuses C is accused; who refuses what is not C is not.
#[test]
fn nobody_has_to_know_extensions() {
    let mut place = place();
    place.fake("third", "real \"$@\"");
    let refuse = "case \"$(cat test.c)\" in *odd*) echo 'test.c:1: error: odd' >&2; exit 1;; esac";
    place.fake("strict", &format!("{refuse}\nreal \"$@\""));
    describe(&place, "plain", "write; echo 'int odd;' >> \"$DIR/test.c\"");
    describe(&place, "extended", "write; echo '#pragma odd' >> \"$DIR/test.c\"");
    let document = json(&place, &["plain.toml", "extended.toml", "--repetitions=1"]);
    let [plain, extended] = [0, 1].map(|contender| total(&document, contender));
    assert!(plain["findings"].as_u64() > Some(0), "{plain}");
    assert!(extended["usable"].as_u64() > Some(0), "{extended}");
    assert_eq!(extended["findings"], 0, "{extended}");
    assert!(extended["verdicts"]["not-comparable"].as_u64() > Some(0), "{extended}");
}

/// The machine looks at programs of ours, whatever compilers there are; another contender than the first
/// may be set against the others.
#[test]
fn sensitivity_is_measured_of_programs_of_ours() {
    let place = place();
    describe(&place, "good", "write");
    let args = ["compare", "default@500", "good.toml", "again=default@500", "--config"];
    let more = ["fakes.toml", "--cpu=1s", "--batch=1s", "--repetitions=2", "--sample-share=50%"];
    let all: Vec<&str> = args.into_iter().chain(more).collect();
    let done = place.brinell(&all).run().unwrap();
    assert_exit(&done, 0);
    assert!(stdout(&done).contains("SENSITIVITY"), "{}", stdout(&done));
    assert!(stdout(&done).lines().all(|line| line.chars().count() <= 100), "{}", stdout(&done));
    let shown = place.brinell(&["compare", "--base", "good", "--json"]).run().unwrap();
    let document: Value = serde_json::from_str(&stdout(&shown)).unwrap();
    let injected = |contender: usize| &total(&document, contender)["looks"]["sensitivity"];
    for ours in [0, 2] {
        let all = &injected(ours)["all"];
        let [faults, shown] = ["faults", "shown"].map(|name| all[name].as_u64().unwrap());
        assert!(faults >= 50 && 0 < shown && shown < faults, "{all}");
        assert!(injected(ours)["kinds"]["read"]["faults"].as_u64() > Some(0), "{all}");
    }
    assert_eq!(injected(1)["all"]["faults"], 0);
    // Of a generator whose programs the machine does not make it says nothing.
    assert_eq!(document["contenders"][1]["measures"]["sensitivity"], serde_json::json!([]));
    // Fakes are no gcc, so nobody counted.
    assert_eq!(document["contenders"][0]["measures"]["gcc: kinds of work"], serde_json::json!([]));
    let ones: Vec<_> = document["pairs"].as_array().unwrap().iter().map(|p| &p["one"]).collect();
    assert_eq!(ones, ["good", "good"]);
    let page = std::fs::read_to_string(place.path("brinell-compare/report.html")).unwrap();
    assert!(page.contains("Where values are lost"));
    let done = place.brinell(&["compare", "--base", "nobody"]).run().unwrap();
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("there are default@500, good, again"), "{}", stderr(&done));
}

#[test]
fn where_compilers_disagree_nobody_is_accused() {
    let mut place = place();
    // Two say this and two say that.
    place.fake("liar", WRONG_OUTPUT);
    place.fake("accomplice", WRONG_OUTPUT);
    describe(&place, "good", "write");
    let toml = std::fs::read_to_string(place.path("good.toml")).unwrap();
    std::fs::write(place.path("good.toml"), format!("{toml}judge = \"vote\"\n")).unwrap();
    let document = json(&place, &["good.toml", "good.toml", "--repetitions=1"]);
    let total = total(&document, 0);
    assert_eq!((total["usable"].as_u64(), total["findings"].as_u64()), (Some(0), Some(0)));
    assert!(total["reasons"]["compilers disagree at their lowest level"].as_u64() > Some(0));
}

#[test]
fn a_comparison_goes_on_where_it_stopped() {
    let place = place();
    describe(&place, "good", "write");
    let first = json(&place, &["good.toml", "b=good.toml", "--repetitions=1"]);
    let again = json(&place, &["good.toml", "b=good.toml", "--repetitions=1"]);
    assert_eq!(first["contenders"], again["contenders"]);
    let log = place.path("brinell-compare/batches.jsonl");
    let text = std::fs::read(&log).unwrap();
    // As a kill leaves it.
    std::fs::write(&log, &text[..text.len() - 10]).unwrap();
    let mended = json(&place, &["good.toml", "b=good.toml", "--repetitions=1"]);
    assert_eq!(mended["complete"], true);
    let more = json(&place, &["good.toml", "b=good.toml", "--repetitions=2"]);
    let programs = |document: &Value| total(document, 0)["programs"].as_u64().unwrap();
    assert!(programs(&more) > programs(&mended));
    let shown = place.brinell(&["compare"]).run().unwrap();
    assert_exit(&shown, 0);
    assert!(stdout(&shown).contains("good against b"), "{}", stdout(&shown));
    assert!(stdout(&shown).lines().all(|line| line.chars().count() <= 100), "{}", stdout(&shown));
    let other = compare(&place, &["good.toml", "c=good.toml"]);
    assert_exit(&other, 2);
    assert!(stderr(&other).contains("belongs to another comparison"), "{}", stderr(&other));
}

#[test]
fn an_interruption_prints_what_there_is() {
    let place = place();
    describe(&place, "good", "write");
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_brinell"))
        .args(["compare", "good.toml", "b=good.toml", "--config", "fakes.toml", "--cpu", "10m"])
        .args(["--batch", "1s"])
        .current_dir(place.path(""))
        .env("PATH", place.path("bin"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let log = place.path("brinell-compare/batches.jsonl");
    while std::fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 3 {
        std::thread::sleep(Duration::from_millis(50));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let done = child.wait_with_output().unwrap();
    let shown = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status.code(), Some(130), "{shown}");
    assert!(shown.contains("stopped in repetition 1"), "{shown}");
    // And it goes on, with less to do.
    let document = json(&place, &["good.toml", "b=good.toml", "--repetitions=1"]);
    assert_eq!(document["complete"], true);
}

#[test]
fn wrong_usage_is_said() {
    let place = place();
    describe(&place, "good", "write");
    std::fs::write(place.path("bad.toml"), "command = [\"x\"]\nsource = 1\n").unwrap();
    std::fs::write(
        place.path("absent.toml"),
        "command = [\"nonesuch\", \"{seed}\"]\nsources = [\"a.c\"]\n",
    )
    .unwrap();
    for (args, words) in [
        (&["default"][..], "cannot be compared with anything"),
        (&["default", "csmith"], "profile:csmith or generator:csmith"),
        (&["default", "bad.toml"], "bad.toml"),
        (&["default", "absent.toml"], "there is no `nonesuch` on PATH"),
        (&["default", "nonesuch"], "no contender is called"),
        (&["default", "good.toml", "--cpu", "0s"], "longer than nothing"),
        (&["default", "good.toml", "--repetitions", "0"], "1..=50"),
        (
            &["default", "good.toml", "--compilers", "nonesuch"],
            "cannot test the compiler `nonesuch`",
        ),
        (&[], "there is no comparison in"),
    ] {
        let all: Vec<&str> = ["compare"].iter().chain(args).copied().collect();
        let done = place.brinell(&all).run().unwrap();
        assert_exit(&done, 2);
        assert!(stderr(&done).contains(words), "{args:?}: {}", stderr(&done));
    }
}

/// The description that is shipped, with the tool itself.
#[test]
fn csmith_takes_part_where_it_is_installed() {
    if find_program("csmith").is_none() || csmith_headers().is_none() {
        return;
    }
    let place = place();
    place.link("csmith");
    let args = ["generator:csmith", "default@500", "--repetitions=1"];
    let document = json(&place, &args);
    let total = total(&document, 0);
    assert!(total["usable"].as_u64() > Some(0), "{total}");
    assert_eq!(total["findings"], 0, "{total}");
    assert!(document["header"]["contenders"][0]["version"].to_string().contains("csmith"));
}
