//! `brinell reduce`: findings of fake compilers, and files with a script.

use crate::hunt::Place;
use crate::{Files, assert_exit, brinell, stderr, stdout};
use brinell_print::count_tokens;
use std::os::unix::fs::PermissionsExt;

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
