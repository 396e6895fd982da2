//! The standard headers of this machine, preprocessed by the compilers that are installed.

mod common;
use brinell_lang::{Dialect, TargetName, check};
use brinell_syntax::parse;
use std::io::Write;
use std::process::{Command, Stdio};

const HEADERS: &[&str] = &[
    "stdio.h",
    "stdint.h",
    "stdlib.h",
    "string.h",
    "limits.h",
    "assert.h",
    "stddef.h",
    "stdbool.h",
    "inttypes.h",
    "ctype.h",
    "math.h",
    "errno.h",
    "stdarg.h",
    "unistd.h",
    "float.h",
    "time.h",
    "signal.h",
    "setjmp.h",
    "wchar.h",
    "complex.h",
    "fenv.h",
    "locale.h",
    "iso646.h",
];

const USE: &str = "int main(void) { assert(1 + 1 == 2); double m = DBL_MAX + FLT_MIN; \
    printf(\"%\" PRIu64 \" %f %zu\\n\", UINT64_C(3), m, offsetof(struct tm, tm_hour)); \
    char b[3]; memset(b, 0, sizeof b); strcpy(b, \"x\"); bool t = true; errno = INT_MIN; \
    return t && malloc(strlen(b)) != NULL ? EXIT_SUCCESS : abs(-1); }";

/// What a compiler's preprocessor makes of a text; nothing where there is no such compiler.
fn preprocess(compiler: &str, std: &str, text: &str) -> Option<Vec<u8>> {
    let mut child = Command::new(compiler)
        .args(["-E", "-x", "c", &format!("-std={std}"), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output.status.success().then_some(output.stdout)
}

#[test]
fn all_headers_parse() {
    let includes: Vec<String> = HEADERS.iter().map(|h| format!("#include <{h}>\n")).collect();
    let text = includes.concat() + USE;
    for compiler in ["gcc", "clang", "clang-14"] {
        for (std, dialect) in [
            ("c99", Dialect::C99),
            ("c11", Dialect::C11),
            ("gnu11", Dialect::C11),
            ("c17", Dialect::C17),
            ("gnu17", Dialect::C17),
            ("c2x", Dialect::C23),
        ] {
            let Some(preprocessed) = preprocess(compiler, std, &text) else { continue };
            let options = common::options(TargetName::Lp64, dialect);
            match parse(&preprocessed, "<stdin>", &options) {
                Ok(program) => {
                    assert_eq!(check(&program), [], "{compiler} -std={std}");
                    let main = program.function_named("main").expect("main is there");
                    assert!(program.functions[main].body.is_some());
                    assert!(program.functions.len() < 12, "only what is used is kept");
                }
                Err(failure) => panic!("{compiler} -std={std}: {failure}"),
            }
        }
    }
}
