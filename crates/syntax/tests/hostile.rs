//! Whatever the text, the parser answers: no panic, no hang. And what it accepts is well formed.

mod common;
use brinell_lang::{Dialect, TargetName, check};
use brinell_syntax::parse;
use common::options;
use proptest::prelude::*;

/// Words that C programs are made of, and some that they are not.
const WORDS: &[&str] = &[
    "int",
    "char",
    "unsigned",
    "long",
    "short",
    "float",
    "double",
    "void",
    "_Bool",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "extern",
    "const",
    "volatile",
    "restrict",
    "inline",
    "if",
    "else",
    "while",
    "for",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "sizeof",
    "_Alignof",
    "_Alignas",
    "_Generic",
    "_Static_assert",
    "__extension__",
    "__attribute__",
    "((packed))",
    "((aligned(8)))",
    "__typeof__",
    "__builtin_offsetof",
    "__builtin_expect",
    "__builtin_abs",
    "__func__",
    "__int128",
    "_Complex",
    "a",
    "b",
    "c",
    "S",
    "T",
    "f",
    "main",
    "0",
    "1",
    "2u",
    "3.5",
    "0x1p3f",
    "'c'",
    "\"s\"",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "?",
    ".",
    "->",
    "...",
    "+",
    "-",
    "*",
    "/",
    "%",
    "++",
    "--",
    "&",
    "|",
    "^",
    "~",
    "!",
    "&&",
    "||",
    "<<",
    ">>",
    "<",
    ">",
    "<=",
    ">=",
    "==",
    "!=",
    "=",
    "+=",
    "<<=",
    "\n",
    "\n# 3 \"x.h\" 1 3\n",
    "\n#pragma pack(1)\n",
    "\u{e9}",
    "@",
    "\\",
    "//",
    "/*",
    "*/",
];

/// Programs that use much of the language, to be damaged.
const SEEDS: &[&str] = &[
    "struct S { int a : 3; unsigned : 0; char c[4]; struct { int x; union { int y; float z; }; }; } s = {1, \"ab\", .y = 2};\n\
     typedef int (*F)(struct S *, int); static int g(struct S *p, int n) { return p->a + p->y * n; }\n\
     F table[2] = {g, [1] = 0}; int main(void) { struct S t = s; return table[0](&t, sizeof t) ? 1 : 0; }",
    "enum E { A, B = 5, C = B + 2 }; int m[2][3] = {{1}, 2, 3, [1][2] = C}; const volatile unsigned long u = 3UL << 4;\n\
     int f(int n) { int r = 0; for (int i = 0, *p = &i; i < n; i++) { switch (i & 3) { case 0: r += i; break; case A + 1 ... 2: goto out; default: continue; } r ^= *p; }\n\
     out: do { r--; } while (r > 3 && n++ < 7 || !r); return (r, (char)r); }",
    "# 1 \"h.h\" 1 3\nextern int printf(const char *, ...); static inline int q(int a) { static int k = 2; return a << k; }\n# 2 \"t.c\" 2\n\
     #pragma pack(push, 1)\nunion U { int i; struct __attribute__((packed)) { short h; _Bool b : 1; } v; };\n#pragma pack(pop)\n\
     int *p = (int[]){1, 2}, *o = &(int){3}; double d = 1.5e3 + 0x1.8p1; int old(); int (*arr[3])(void);\n\
     int main(void) { union U w = {.v = {.b = 1}}; const char *n = __func__; printf(\"%s %d\" \"\\n\", n, q(w.v.h) + old());\n\
     return _Generic(d, double: __builtin_offsetof(union U, v.h), default: 1) + (int){4} + __builtin_expect(w.i, 1); }",
    "typedef struct L { struct L *next; int v[2]; } L; L a, b = {&a, {1, 2}}; _Static_assert(sizeof(L) > 4, \"big\");\n\
     static L *rev(L *l) { L *r = 0; while (l) { L *n = l->next; l->next = r; r = l; l = n; } return r; }\n\
     L get(void) { return *rev(&b); } int main(int argc, char **argv) { return get().v[argc & 1] + (argv[0] == 0) + (&b.v[1] - b.v); }",
];

fn survives(text: &[u8]) {
    for (target, dialect) in [(TargetName::Lp64, Dialect::C17), (TargetName::Ip16, Dialect::C23)] {
        if let Ok(program) = parse(text, "t.c", &options(target, dialect)) {
            let flaws = check(&program);
            // Undefined conversions in static initialisers are left to the machine.
            let real = flaws.iter().find(|f| !f.message.contains("floating value out of range"));
            if let Some(flaw) = real {
                panic!("{flaw}\n--- in\n{}", String::from_utf8_lossy(text));
            }
        }
    }
}

/// Cuts a text into words as a damage point sees them.
fn words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for c in text.chars() {
        let word = c.is_alphanumeric() || c == '_';
        match out.last_mut() {
            Some(last) if word && last.ends_with(|l: char| l.is_alphanumeric() || l == '_') => {
                last.push(c);
            }
            _ => out.push(c.to_string()),
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn soup(picks in prop::collection::vec(0..WORDS.len(), 0..60)) {
        let text: Vec<&str> = picks.iter().map(|i| WORDS[*i]).collect();
        survives(text.join(" ").as_bytes());
    }

    #[test]
    fn soup_in_a_function(picks in prop::collection::vec(0..WORDS.len(), 0..40)) {
        let text: Vec<&str> = picks.iter().map(|i| WORDS[*i]).collect();
        let text = format!("int a, b; struct S {{ int a; }} c; typedef int T; int f(int a) {{ {} ; }}", text.join(" "));
        survives(text.as_bytes());
    }

    #[test]
    fn truncated(seed in 0..SEEDS.len(), cut in 0usize..2000) {
        let text = SEEDS[seed].as_bytes();
        survives(&text[..cut.min(text.len())]);
    }

    #[test]
    fn damaged(
        seed in 0..SEEDS.len(),
        edits in prop::collection::vec((0usize..2000, 0u8..4, 0..WORDS.len(), 0usize..2000), 1..6),
    ) {
        let mut text = words(SEEDS[seed]);
        for (at, kind, word, other) in edits {
            if text.is_empty() {
                break;
            }
            let (at, other) = (at % text.len(), other % text.len());
            match kind {
                0 => {
                    text.remove(at);
                }
                1 => text[at] = WORDS[word].to_owned(),
                2 => text.swap(at, other),
                _ => {
                    let copy = text[other].clone();
                    text.insert(at, copy);
                }
            }
        }
        survives(text.concat().as_bytes());
    }

    #[test]
    fn bytes(text in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(&text);
    }
}

#[test]
fn the_seeds_themselves_parse() {
    for text in SEEDS {
        common::program(text);
    }
}
