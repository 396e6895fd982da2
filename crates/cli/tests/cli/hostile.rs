//! Garbage, truncated and hostile input: an answer, never a panic, a hang or a blow-up.

use crate::{assert_exit, on_text, stderr};
use brinell_toolchain::{End, FinishedProcess};

/// An answer of any kind, except that we broke.
#[track_caller]
fn assert_survives(done: &FinishedProcess, what: &str) {
    assert!(
        matches!(done.end, End::Exit(0..=3)),
        "{what}: {}\n{}",
        done.end,
        String::from_utf8_lossy(&done.stderr)
    );
}

#[test]
fn garbage_is_an_error() {
    // Bytes from a fixed linear congruence.
    let mut state = 1_u32;
    for round in 0..20 {
        let garbage: Vec<u8> = (0..200 * (round + 1))
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        let done = on_text(&["check", "-"], garbage);
        assert_survives(&done, "garbage");
        assert_ne!(done.end, End::Exit(0));
    }
    assert_exit(&on_text(&["check", "-"], ""), 2);
    assert_exit(&on_text(&["check", "-"], "\0\0\0"), 2);
}

#[test]
fn truncated_programs_are_errors() {
    let whole = include_str!("../../../../examples/hello.c");
    for length in (0..whole.len()).step_by(23) {
        let done = on_text(&["check", "-q", "-"], &whole.as_bytes()[..length]);
        assert_exit(&done, 2);
    }
}

#[test]
fn deep_nesting_is_no_stack_overflow() {
    const DEEP: usize = 100_000;
    let around = |open: &str, close: &str| {
        format!("int main(void) {{ return {}0{}; }}\n", open.repeat(DEEP), close.repeat(DEEP))
    };
    for (what, text) in [
        ("parentheses", around("(", ")")),
        ("minus", around("- ", "")),
        ("nots", around("!", "")),
        ("casts", around("(int)", "")),
        ("conditionals", around("1 ? ", " : 0")),
        ("sums", around("", " + 1")),
        ("commas", around("", ", 1")),
        ("blocks", format!("int main(void) {}{}\n", "{".repeat(DEEP), "}".repeat(DEEP))),
        ("unclosed blocks", format!("int main(void) {}\n", "{".repeat(DEEP))),
        ("unclosed parentheses", format!("int x = {}\n", "(".repeat(DEEP))),
        ("pointers", format!("int {} x; int main(void) {{ return 0; }}\n", "*".repeat(DEEP))),
        ("arrays", format!("int x{}; int main(void) {{ return 0; }}\n", "[1]".repeat(DEEP))),
        (
            "declarators",
            format!(
                "int {}x{}; int main(void) {{ return 0; }}\n",
                "(".repeat(DEEP),
                ")".repeat(DEEP)
            ),
        ),
        (
            "structs",
            format!(
                "{}int x;{} int main(void) {{ return 0; }}\n",
                "struct {".repeat(DEEP),
                "} x;".repeat(DEEP)
            ),
        ),
        (
            "initialisers",
            format!(
                "int x = {}0{}; int main(void) {{ return x; }}\n",
                "{".repeat(DEEP),
                "}".repeat(DEEP)
            ),
        ),
        ("ifs", format!("int main(void) {{ {} return 0; }}\n", "if (1) ".repeat(DEEP))),
        ("elses", format!("int main(void) {{ {} return 0; }}\n", "if (0) ; else ".repeat(DEEP))),
        ("loops", format!("int main(void) {{ {} return 0; }}\n", "while (1) ".repeat(DEEP))),
        (
            "labels",
            format!(
                "int main(void) {{ {} return 0; }}\n",
                (0..DEEP)
                    .map(|n| ["l", &n.to_string(), ": "].concat())
                    .collect::<Vec<_>>()
                    .concat()
            ),
        ),
    ] {
        let done = on_text(&["check", "-q", "--steps", "1M", "-"], text);
        assert_survives(&done, what);
    }
}

#[test]
fn giant_objects_are_no_memory_blow_up() {
    for text in [
        "char big[1000000000000]; int main(void) { return big[0]; }\n",
        "int main(void) { char big[1000000000000]; big[0] = 0; return big[0]; }\n",
        "int big[1000000][1000000][1000000]; int main(void) { return 0; }\n",
        "int main(void) { return sizeof(char[9223372036854775807]) > 0; }\n",
        "char big[18446744073709551615u]; int main(void) { return 0; }\n",
        "#include <stdlib.h>\nint main(void) { for (;;) if (!malloc(1 << 20)) return 0; }\n",
        "#include <stdlib.h>\nint main(void) { return malloc(-1) != 0; }\n",
        "int x[] = { [1000000000] = 1 }; int main(void) { return x[0]; }\n",
        "struct { char a[2000000000]; } s[2000000000]; int main(void) { return 0; }\n",
        "#include <stdio.h>\nint main(void) { printf(\"%*d\", 2147483647, 1); return 0; }\n",
        "#include <stdio.h>\nint main(void) { for (;;) puts(\"more and more and more and more\"); }\n",
    ] {
        let done = on_text(&["check", "-q", "-"], text);
        assert_survives(&done, text);
    }
}

#[test]
fn endless_programs_end() {
    for text in [
        "int f(int n) { return f(n) + 1; } int main(void) { return f(0); }\n",
        "int g(int); int f(int n) { return g(n); } int g(int n) { return f(n); } int main(void) { return f(0); }\n",
        "int main(void) { for (;;) ; }\n",
        "int main(void) { l: goto l; }\n",
        "int main(void) { int x = 1; while (x) ; return 0; }\n",
        "int main(void) { unsigned x = 1; do x += 2; while (x); return 0; }\n",
        "int main(void) { return main(); }\n",
        "#include <stdio.h>\nint f(void) { puts(\"x\"); return f() - f(); }\nint main(void) { return f(); }\n",
    ] {
        let done = on_text(&["check", "-q", "--steps", "5M", "-"], text);
        assert_survives(&done, text);
        assert_ne!(done.end, End::Exit(0), "{text}: {}", stderr(&done));
    }
}

#[test]
fn an_endless_include_ends() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.c"), "#include \"a.c\"\n").unwrap();
    let done = crate::brinell(&["check", "a.c"]).dir(dir.path()).run().unwrap();
    assert_exit(&done, 2);
}
