//! `brinell reduce`: findings of fake compilers, and files with a script.

use crate::hunt::Place;
use crate::{Files, assert_exit, brinell, stderr, stdout};
use brinell_campaign::FindingFilter;
use brinell_print::count_tokens;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

#[test]
fn wrong_code_becomes_small() {
    let mut place = Place::new();
    place.fake("liar", "sed 's/\\^/|/g' test.c > wrong.c; real -w -o image wrong.c");
    assert_exit(&place.hunt(&["--programs", "8", "-j", "1"]), 1);
    let reduce = ["reduce", "1", "here", "--config", "fakes.toml", "-o", "small.c"];
    let done = place.brinell(&reduce).run().unwrap();
    assert_exit(&done, 0);
    let text = std::fs::read_to_string(place.path("small.c")).unwrap();
    assert!(text.contains('^') && count_tokens(&text) < 40, "{text}");
    let words = stdout(&done);
    for part in ["small.c", "./image", "expected: ", "actual: ", "right: "] {
        assert!(words.contains(part), "no {part} in {words}");
    }
    assert_exit(&place.brinell(&["check", "small.c"]).run().unwrap(), 0);
}

#[test]
fn what_goes_wrong_now_and_then_is_not_taken() {
    let mut place = Place::new();
    let count = place.path("count");
    std::fs::write(&count, "0\n").unwrap();
    // Every second run of what has no loop goes wrong, and every run of what has one.
    let now_and_then = format!(
        "n=$(cat '{0}'); echo $((n + 1)) > '{0}'; [ $((n % 2)) = 0 ] && exit 99; exec ./real.image",
        count.display()
    );
    place.fake(
        "moody",
        &format!(
            "real -w -o real.image test.c || exit 1\n\
             if grep -q for test.c; then echo 'exit 99' > body\n\
             else cat > body <<'END'\n{now_and_then}\nEND\nfi\n\
             (echo '#!/bin/sh'; cat body) > image; chmod +x image"
        ),
    );
    assert_exit(&place.hunt(&["--programs", "4", "-j", "1"]), 1);
    let found = place.store().findings(&FindingFilter::default()).unwrap();
    let id = found.iter().find(|line| line.accuses()).unwrap().id.to_string();
    let reduce = ["reduce", &id, "here", "--config", "fakes.toml", "-j", "1", "-o", "small.c"];
    assert_exit(&place.brinell(&reduce).run().unwrap(), 0);
    let text = std::fs::read_to_string(place.path("small.c")).unwrap();
    assert!(text.contains("for") && count_tokens(&text) < 25, "{text}");
}

#[test]
fn a_crash_keeps_its_signature() {
    let mut place = Place::new();
    let crash =
        |what: &str| format!("echo 'error: internal compiler error: in {what}' >&2; exit 4");
    place.fake(
        "weak",
        &format!(
            "if grep -q '[a-z0-9] >> ' test.c; then {}; fi\nif grep -q for test.c; then {}; fi\nreal \"$@\"",
            crash("shift"),
            crash("loop")
        ),
    );
    assert_exit(&place.hunt(&["--programs", "3", "-j", "1"]), 1);
    let reduce = ["reduce", "1", "here", "--config", "fakes.toml"];
    let done = place.brinell(&reduce).run().unwrap();
    assert_exit(&done, 0);
    let text = std::fs::read_to_string(place.path("reduced-1.c")).unwrap();
    assert!(text.contains(" >> ") && count_tokens(&text) < 25, "{text}");
}

/// What a script says about a program.
fn answer(script: &Path, text: &str) -> bool {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("test.c"), text).unwrap();
    brinell_toolchain::Command::new(script).dir(dir.path()).run().unwrap().end.success()
}

#[test]
fn what_is_said_of_output_that_breaks_off_may_change() {
    let mut place = Place::new();
    // It dies at a shift, and what it has written until then depends on the length of the program.
    place.fake(
        "dies",
        "if grep -q '[a-z0-9] >> ' test.c; then\n\
         if [ $(cat test.c | sed -n '$=') -gt 30 ]; then\n\
         echo '/tmp/ctm.a1: Assembler messages:' >&2\n\
         echo '/tmp/ctm.a1:7: Error: no such instruction: `cal'\\' >&2\n\
         echo 'error: as terminated with status 1' >&2\n\
         else\n\
         echo '(.text+0x17): undefined reference to `main'\\' >&2\n\
         echo 'error: ld terminated with status 1' >&2\n\
         fi\nexit 1\nfi\nreal \"$@\"",
    );
    assert_exit(&place.hunt(&["--programs", "3", "-j", "1"]), 1);
    let found = place.store().findings(&FindingFilter::default()).unwrap();
    let assembler = found.iter().find(|line| line.signature.starts_with("assembler: "));
    let id = assembler.unwrap().id.to_string();
    let with = ["--config", "fakes.toml"];
    let reduce = [&["reduce", &id, "here", "-o", "small.c"], &with[..]].concat();
    assert_exit(&place.brinell(&reduce).run().unwrap(), 0);
    let small = std::fs::read_to_string(place.path("small.c")).unwrap();
    assert!(small.contains(" >> ") && count_tokens(&small) < 25, "{small}");
    // A script for others does not insist on the words either.
    let write = [&["interestingness", &id, "here", "-o", "it.sh"], &with[..]].concat();
    assert_exit(&place.brinell(&write).run().unwrap(), 0);
    let answer = |text: &str| answer(&place.path("it.sh"), text);
    assert!(answer(&small));
    assert!(!answer("int main(void) { return 0; }\n"));
}

#[test]
fn what_happens_no_longer_is_not_reduced() {
    let mut place = Place::new();
    place.fake("weak", "kill -SEGV $$");
    assert_exit(&place.hunt(&["--programs", "1"]), 1);
    // The compiler gets well.
    let path = place.path("weak");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("kill -SEGV $$", "real \"$@\"")).unwrap();
    let done = place.brinell(&["reduce", "1", "here", "--config", "fakes.toml"]).run().unwrap();
    assert_exit(&done, 1);
    assert!(stderr(&done).contains("nothing to reduce"));
    assert!(!place.path("reduced-1.c").exists());
    assert_exit(&place.brinell(&["reduce", "99", "here"]).run().unwrap(), 2);
}

#[test]
fn a_script_says_what_matters() {
    let text = "#include <stdio.h>\nstruct s { int a, b; } g = {1, 2};\n\
                static int twice(int x) { return x << 1; }\n\
                int main(void) { for (int i = 0; i < 4; i++) g.b += twice(i); printf(\"%d\\n\", g.b); }\n";
    let script = "#!/bin/sh\ntest \"$(ls)\" = prog.c && grep -q ' << ' prog.c\n";
    let files = Files::new(&[("prog.c", text), ("test.sh", script), ("bad.c", "int main(")]);
    std::fs::set_permissions(files.file("test.sh"), PermissionsExt::from_mode(0o755)).unwrap();
    let reduce = |arguments: &[&str]| brinell(arguments).dir(files.path()).run().unwrap();
    assert_exit(&reduce(&["reduce", "prog.c", "--test", "./test.sh"]), 0);
    let left = std::fs::read_to_string(files.file("reduced-prog.c")).unwrap();
    assert!(left.contains(" << ") && count_tokens(&left) <= 13, "{left}");
    // The original does not fit, cannot be read, or has no script.
    std::fs::write(files.file("other.c"), "int main(void) { return 0; }\n").unwrap();
    assert_exit(&reduce(&["reduce", "other.c", "--test", "./test.sh"]), 1);
    assert_exit(&reduce(&["reduce", "bad.c", "--test", "./test.sh"]), 2);
    assert_exit(&reduce(&["reduce", "prog.c", "--test", "./none.sh"]), 2);
    assert_exit(&reduce(&["reduce", "prog.c"]), 2);
}

#[test]
fn several_at_once_come_to_the_same() {
    let mut place = Place::new();
    // Not a step of a loop, which would never end.
    place.fake("liar", "sed 's/ | / ^ /g' test.c > wrong.c; real -w -o image wrong.c");
    assert_exit(&place.hunt(&["--programs", "60", "-j", "1"]), 1);
    let text = |jobs: &str| {
        let reduce = ["reduce", "1", "here", "--config", "fakes.toml", "-o", "small.c", "-j", jobs];
        assert_exit(&place.brinell(&reduce).run().unwrap(), 0);
        std::fs::read_to_string(place.path("small.c")).unwrap()
    };
    assert_eq!(text("1"), text("3"));
}

#[test]
fn a_hang_is_reduced_without_waiting_for_it() {
    let mut place = Place::new();
    place.hasty(true);
    place.fake(
        "slow",
        "sed 's/ ^ /^ ({ for (;;) ; 0; }) ^/' test.c > wrong.c; real -w -o image wrong.c",
    );
    assert_exit(&place.hunt(&["--programs", "2", "-j", "2"]), 1);
    let reduce = ["reduce", "1", "here", "--config", "fakes.toml", "-o", "small.c"];
    // Each candidate that hangs takes its time, on a busy computer more.
    let done = place.brinell(&reduce).timeout(Duration::from_mins(5)).run().unwrap();
    assert_exit(&done, 0);
    assert!(stdout(&done).contains("actual:   did not end in time"), "{}", stdout(&done));
    let text = std::fs::read_to_string(place.path("small.c")).unwrap();
    assert!(text.contains(" ^ ") && count_tokens(&text) < 20, "{text}");
}

#[test]
fn a_finding_becomes_a_script() {
    let mut place = Place::new();
    place.fake("liar", "sed 's/\\^/|/g' test.c > wrong.c; real -w -o image wrong.c");
    assert_exit(&place.hunt(&["--programs", "8", "-j", "1"]), 1);
    let write = ["interestingness", "1", "here", "--config", "fakes.toml", "-o", "it.sh"];
    assert_exit(&place.brinell(&write).run().unwrap(), 0);
    let source = stdout(&place.brinell(&["show", "1", "here", "--source"]).run().unwrap());
    let answer = |text: &str| answer(&place.path("it.sh"), text);
    assert!(answer(&source), "the program of the finding is not interesting");
    assert!(answer("int main(void) { return 1 ^ 1; }\n"));
    // Right, undefined, no program.
    for boring in
        ["int main(void) { return 1 ^ 2; }\n", "int main(void) { int x; return x ^ 1; }\n", "x"]
    {
        assert!(!answer(boring), "{boring}");
    }
    // Our own reducer can use it, too.
    std::fs::write(place.path("test.c"), &source).unwrap();
    let done = place.brinell(&["reduce", "test.c", "--test", "./it.sh"]).run().unwrap();
    assert_exit(&done, 0);
    let left = std::fs::read_to_string(place.path("reduced-test.c")).unwrap();
    assert!(left.contains('^') && count_tokens(&left) < 20, "{left}");
}

/// The real ones take a minute for anything.
#[test]
fn another_reducer_takes_what_cannot_be_read() {
    // A nested function is no C that we know.
    let text =
        "int main(void) { int f(int x) { return x << 1; } int unused = 4; return f(2) - 4; }\n";
    let files = Files::new(&[
        ("odd.c", text),
        ("test.sh", "#!/bin/sh\ngrep -q ' << ' odd.c\n"),
        ("cvise", "#!/bin/sh\nsed -i 's/int unused = 4;//' \"$4\" && \"$3\"\n"),
        ("creduce", "#!/bin/sh\necho nothing > \"$4\"\n"),
    ]);
    for script in ["test.sh", "cvise", "creduce"] {
        std::fs::set_permissions(files.file(script), PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", files.path().display(), std::env::var("PATH").unwrap());
    let reduce = |more: &[&str]| {
        let args = [&["reduce", "odd.c", "--test", "./test.sh"], more].concat();
        brinell(&args).dir(files.path()).env("PATH", &path).run().unwrap()
    };
    let left = || std::fs::read_to_string(files.file("reduced-odd.c")).unwrap();
    let done = reduce(&["--with", "cvise"]);
    assert_exit(&done, 0);
    assert!(stderr(&done).contains("cvise goes on"), "{}", stderr(&done));
    assert!(left().contains(" << ") && !left().contains("unused"), "{}", left());
    // What does not show it is not kept.
    assert_exit(&reduce(&["--with", "creduce"]), 1);
    assert_eq!(left(), text);
    assert_exit(&reduce(&[]), 2);
    assert_exit(&brinell(&["reduce", "1", "--with", "cvise"]).run().unwrap(), 2);
}

#[test]
fn reduction_can_be_measured() {
    let mut place = Place::new();
    place.fake("liar", "sed 's/\\^/|/g' test.c > wrong.c; real -w -o image wrong.c");
    assert_exit(&place.hunt(&["--programs", "4", "-j", "1"]), 1);
    let bench = ["bench", "reduce", "here", "--config", "fakes.toml", "--findings", "1"];
    let done = place.brinell(&bench).run().unwrap();
    assert_exit(&done, 0);
    let words = stdout(&done);
    assert!(words.contains("liar wrong-code") && words.contains("defined"), "{words}");
    assert_exit(&place.brinell(&["bench", "reduce", "nowhere"]).run().unwrap(), 2);
}
