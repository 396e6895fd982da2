//! Programs of the corpus without a preprocessor: those that need none of its macros.

use brinell_lang::{Dialect, Program, Target, TargetName};
use std::path::{Path, PathBuf};

/// What the corpus includes, as far as it goes without a preprocessor.
const PRELUDE: &str = "
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;
typedef unsigned long uint64_t; typedef unsigned long size_t; typedef long ptrdiff_t;
typedef long intptr_t; typedef unsigned long uintptr_t;
int printf(const char *, ...); int puts(const char *); int putchar(int);
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);
void free(void *); void exit(int); void abort(void);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t);
size_t strlen(const char *); int strcmp(const char *, const char *);
";

/// The programs below a directory of the corpus that parse for `lp64` like this; the others need
/// macros or are for another target.
pub fn programs(below: &str) -> impl Iterator<Item = (PathBuf, Program)> {
    let mut todo =
        vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/machine").join(below)];
    let mut files = Vec::new();
    while let Some(dir) = todo.pop() {
        for entry in std::fs::read_dir(dir).expect("the corpus is there") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() { todo.push(path) } else { files.push(path) }
        }
    }
    files.into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        let lines = text.lines().filter(|line| !line.starts_with("#include"));
        let text: String = PRELUDE.lines().chain(lines).flat_map(|l| [l, "\n"]).collect();
        let target = Target::named(TargetName::Lp64);
        let options = brinell_syntax::ParseOptions { target, dialect: Dialect::C17 };
        let program = brinell_syntax::parse(text.as_bytes(), "test.c", &options).ok()?;
        Some((path, program))
    })
}
