//! `brinell check`: verdicts, streams, several files, JSON.

use crate::{
    DEFINED, ENDLESS, Files, INVALID, UNDEFINED, assert_exit, brinell, on_text, stderr, stdout,
};
use serde_json::Value;
use std::io::{Seek as _, Write as _};

#[test]
fn a_defined_program_prints_and_is_defined() {
    let done = on_text(&["check", "-"], DEFINED);
    assert_exit(&done, 0);
    assert_eq!(stdout(&done), "fine\n");
    assert!(stderr(&done).contains("<stdin>: defined: exit status 3"), "{}", stderr(&done));
}

#[test]
fn an_undefined_program_prints_what_it_printed_before() {
    let done = on_text(&["check", "-"], UNDEFINED);
    assert_exit(&done, 1);
    assert_eq!(stdout(&done), "before\n");
    let words = stderr(&done);
    for part in ["signed-overflow", "2147483647 + 1", "<stdin>:5:", "x = x + 1;", "C11 6.5p5"] {
        assert!(words.contains(part), "{part} is missing in\n{words}");
    }
}

#[test]
fn output_is_byte_exact() {
    let text = "int putchar(int);\n\
                int main(void) { for (int i = 0; i < 256; i++) putchar(i); return 0; }\n";
    let done = on_text(&["check", "-"], text);
    assert_exit(&done, 0);
    assert_eq!(done.stdout, (0..=255).collect::<Vec<u8>>());
}

/// `brinell check ... | head`: it ends as other programs do there, and not with a verdict.
#[test]
fn a_pipe_that_is_closed_early_is_no_verdict() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    for arguments in [&["check", "-"][..], &["check", "--json", "-"], &["rules"]] {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_brinell"))
            .args(arguments)
            .stdin(program_file(UNDEFINED))
            .stdout(writer.try_clone().unwrap())
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(141), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{arguments:?}");
    }
}

/// A file with the text, open and without a name.
fn program_file(text: &str) -> std::fs::File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}

#[test]
fn budgets_are_kept() {
    let done = on_text(&["check", "--steps", "100k", "-"], ENDLESS);
    assert_exit(&done, 3);
    assert!(stderr(&done).contains("--steps"));
    let deep =
        "int f(int n) { return n < 0 ? n : f(n + 1 - 1) + 1; } int main(void) { return f(1); }\n";
    let done = on_text(&["check", "--stack", "64k", "-"], deep);
    assert_exit(&done, 3);
    assert!(stderr(&done).contains("--stack"));
    let big = "char big[5000000]; int main(void) { return big[3]; }\n";
    let done = on_text(&["check", "--memory", "1M", "-"], big);
    assert_exit(&done, 3);
    assert!(stderr(&done).contains("--memory"));
}

/// A loop that ends and begins again is not the endless one: what is around it is, and that may.
#[test]
fn loops_inside_endless_ones_are_not_accused() {
    for text in [
        "int main(void) { int i; while (1) { for (i = 0; i < 3; i++); } }",
        "int main(void) { int i; do { for (i = 0; i < 3; i++); } while (1); }",
        "int main(void) { int i; again: for (i = 0; i < 3; i++); goto again; }",
    ] {
        let done = on_text(&["check", "--steps", "4M", "-"], text);
        assert_exit(&done, 3);
    }
    for text in [
        "int main(void) { int i, x = 1; while (x) { for (i = 0; i < 3; i++); } }",
        "int main(void) { while (1) { int i = 0; while (i < 1) { if (i > 5) break; } } }",
    ] {
        let done = on_text(&["check", "--steps", "40M", "-"], text);
        assert_exit(&done, 1);
        assert!(stderr(&done).contains("infinite-loop"), "{}", stderr(&done));
    }
}

#[test]
fn invalid_c_is_told_with_its_place() {
    let done = on_text(&["check", "-"], INVALID);
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("<stdin>:1:"), "{}", stderr(&done));
    assert!(stderr(&done).contains("not valid C"), "{}", stderr(&done));
}

#[test]
fn an_unsupported_construct_is_told_with_its_place() {
    let done = on_text(&["check", "-"], "int main(void) {\n  __asm__(\"nop\");\n  return 0; }\n");
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("<stdin>:2:"), "{}", stderr(&done));
    assert!(stderr(&done).contains("unsupported"), "{}", stderr(&done));
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let done = brinell(&["check", "no-such-file.c"]).run().unwrap();
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("cannot read no-such-file.c"), "{}", stderr(&done));
    let files = Files::new(&[]);
    let done = brinell(&["check", "."]).dir(files.path()).run().unwrap();
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("cannot read ."), "{}", stderr(&done));
}

#[test]
fn a_missing_header_is_told_in_the_words_of_the_preprocessor() {
    let done = on_text(&["check", "-"], "#include <no_such_header.h>\nint main(void) { }\n");
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("no_such_header.h"), "{}", stderr(&done));
}

#[test]
fn missing_headers_of_csmith_come_with_the_remedy() {
    let done = on_text(&["check", "-"], "#include \"csmith.h\"\nint main(void) { return 0; }\n");
    assert_exit(&done, 2);
    let words = stderr(&done);
    // Where the package is installed, only its directory is missing.
    let remedy = ["libcsmith-dev", "-I /usr/include/csmith"];
    assert!(remedy.iter().any(|remedy| words.contains(remedy)), "{words}");
}

#[test]
fn several_files_come_in_order_with_a_summary_and_the_worst_code() {
    let files = Files::new(&[
        ("a.c", DEFINED),
        ("b.c", UNDEFINED),
        ("c.c", ENDLESS),
        ("d.c", DEFINED),
        ("e.c", INVALID),
    ]);
    let names = ["a.c", "b.c", "c.c", "d.c", "e.c"];
    for jobs in ["1", "4"] {
        let mut arguments = vec!["check", "--steps", "10k", "-j", jobs];
        arguments.extend(names);
        let done = brinell(&arguments).dir(files.path()).run().unwrap();
        assert_exit(&done, 3);
        assert_eq!(stdout(&done), "fine\nbefore\nfine\n");
        let words = stderr(&done);
        let positions: Vec<_> =
            names.iter().map(|name| words.find(&format!("==> {name} <==")).unwrap()).collect();
        assert!(positions.is_sorted(), "{words}");
        assert!(
            words.ends_with("5 files: 2 defined, 1 invalid, 1 out of budget, 1 undefined\n"),
            "{words}"
        );
    }
}

#[test]
fn quiet_leaves_one_line_a_file() {
    let files = Files::new(&[("a.c", DEFINED), ("b.c", UNDEFINED)]);
    let done = brinell(&["check", "-q", "a.c", "b.c"]).dir(files.path()).run().unwrap();
    assert_exit(&done, 1);
    assert_eq!(stdout(&done), "");
    let words = stderr(&done);
    assert_eq!(
        words,
        "a.c: defined: exit status 3\n\
         b.c: undefined: signed-overflow (C11 6.5p5) at b.c:5:11\n\
         2 files: 1 defined, 1 undefined\n"
    );
}

#[test]
fn json_is_one_document_a_line() {
    let files = Files::new(&[
        ("a.c", DEFINED),
        ("b.c", UNDEFINED),
        ("c.c", ENDLESS),
        ("d.c", INVALID),
        ("e.c", "int putchar(int); int main(void) { putchar(255); return 0; }"),
    ]);
    let done =
        brinell(&["check", "--json", "--steps", "10k", "a.c", "b.c", "c.c", "d.c", "e.c", "f.c"])
            .dir(files.path())
            .run()
            .unwrap();
    assert_exit(&done, 3);
    assert_eq!(stderr(&done), "");
    let documents: Vec<Value> =
        stdout(&done).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<_> = documents.iter().map(|d| d["verdict"].as_str().unwrap()).collect();
    let expected = ["defined", "undefined", "out-of-budget", "invalid", "defined", "unreadable"];
    assert_eq!(verdicts, expected);
    let codes: Vec<_> = documents.iter().map(|d| d["exit_code"].as_u64().unwrap()).collect();
    assert_eq!(codes, [0, 1, 3, 2, 0, 2]);
    for document in &documents {
        assert_eq!(document["schema"], 1);
    }
    let [a, b, c, d, e, f] = &documents[..] else { panic!("six documents") };
    assert_eq!(a["stdout"], "fine\n");
    assert_eq!(a["defined"]["exit"]["status"], 3);
    assert_eq!(b["stdout"], "before\n");
    assert_eq!(b["undefined"]["rule"], "signed-overflow");
    assert_eq!(b["undefined"]["at"]["file"], "b.c");
    assert_eq!(b["undefined"]["at"]["line"], 5);
    assert_eq!(b["undefined"]["values"]["operation"], "2147483647 + 1");
    assert_eq!(c["problem"]["message"], "steps");
    assert_eq!(d["problem"]["at"]["line"], 1);
    assert_eq!(e["stdout_hex"], "ff");
    assert!(f["problem"]["message"].as_str().unwrap().contains("cannot read f.c"));
}

#[test]
fn definitions_and_directories_reach_the_preprocessor() {
    let files = Files::new(&[("a.c", "#include \"b.h\"\nint main(void) { return B + N; }\n")]);
    std::fs::create_dir(files.file("inc")).unwrap();
    std::fs::write(files.file("inc/b.h"), "#define B 40\n").unwrap();
    let done =
        brinell(&["check", "-I", "inc", "-D", "N=2", "a.c"]).dir(files.path()).run().unwrap();
    assert_exit(&done, 0);
    assert!(stderr(&done).contains("exit status 42"), "{}", stderr(&done));
}

#[test]
fn the_target_decides() {
    let text = "int main(void) { return sizeof(long) * 10 + sizeof(int); }\n";
    for (target, status) in
        [("lp64", 84), ("ilp32", 44), ("llp64", 44), ("ip16", 42), ("s390x", 84)]
    {
        let done = on_text(&["check", "--target", target, "-"], text);
        assert_exit(&done, 0);
        assert!(
            stderr(&done).contains(&format!("exit status {status}")),
            "{target}: {}",
            stderr(&done)
        );
    }
}

#[test]
fn choices_are_listed() {
    let text = "int main(void) { return (signed char)200 + 56; }\n";
    let done = on_text(&["check", "-"], text);
    assert_exit(&done, 0);
    assert!(stderr(&done).contains("relies on: signed-conversion-wraps"), "{}", stderr(&done));
    let done = on_text(&["check", "--choices", "--stats", "-"], text);
    assert!(stderr(&done).contains("6.3.1.3p3"), "{}", stderr(&done));
    assert!(stderr(&done).contains(" steps, "), "{}", stderr(&done));
}

#[test]
fn without_a_file_the_examples_are_checked() {
    let done = brinell(&["check"]).run().unwrap();
    assert_exit(&done, 1);
    let words = stderr(&done);
    for part in ["examples/hello.c: defined", "signed-overflow", "order-dependent"] {
        assert!(words.contains(part), "{part} is missing in\n{words}");
    }
}
