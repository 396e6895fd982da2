//! Damaged programs from text to verdict: an answer of any kind, never a panic.
//!
//! Tokens of corpus programs are deleted, doubled, swapped and replaced; most of the results still
//! parse, and do strange things. A failure prints the program. `BRINELL_MUTANTS=N` sets how many
//! are made of each program (the default suits the test command), `BRINELL_FILTER` chooses some.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::Limits;
use brinell_syntax::ParseOptions;
use brinell_toolchain::{PreprocessOptions, ProgramSource, preprocess};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Enough to reach everything, small enough for thousands of runs.
const LIMITS: Limits = Limits { steps: 100_000, stack: 64 << 10, memory: 1 << 20, output: 1 << 16 };

/// What numbers are replaced by: where arithmetic, indices and shifts break.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2147483647",
    "(-2147483647 - 1)",
    "31",
    "64",
    "4294967295u",
    "9223372036854775807",
    "0x8000000000000000u",
    "1e300",
    "'\\377'",
];

/// What may be put anywhere.
const TOKENS: [&str; 24] = [
    "*", "&", "-", "~", "!", "++", "--", "->", ".", "[0]", "(", ")", "{", "}", ";", ",", "=", "/",
    "<<", "==", "return", "(char)", "sizeof", "const",
];

/// A small fixed stream of numbers (xorshift), so that every run makes the same mutants.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

#[test]
fn damaged_programs_never_cause_a_panic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/machine");
    let filter = std::env::var("BRINELL_FILTER").unwrap_or_default();
    let each = std::env::var("BRINELL_MUTANTS").map_or(20, |text| text.parse().expect("a number"));
    let mut programs = Vec::new();
    c_files(&root, &mut programs);
    programs.sort();
    programs.retain(|path| path.to_string_lossy().contains(&filter));
    assert!(!programs.is_empty());
    let next = AtomicUsize::new(0);
    let parsed = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            std::thread::Builder::new()
                .stack_size(64 << 20)
                .spawn_scoped(scope, || {
                    while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let (count, bad) = damage(path, each);
                        parsed.fetch_add(count, Ordering::Relaxed);
                        failures.lock().unwrap().extend(bad);
                    }
                })
                .unwrap();
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} panics:\n{}", failures.len(), failures.join("\n"));
    let total = programs.len() * each;
    let parsed = parsed.into_inner();
    assert!(parsed * 10 > total, "only {parsed} of {total} mutants parse: they show nothing");
}

fn c_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

/// Damages one program `each` times; how many parsed, and those that made us panic.
fn damage(path: &Path, each: usize) -> (usize, Vec<String>) {
    let options = PreprocessOptions { dialect: Dialect::C11, ..PreprocessOptions::default() };
    // Programs for other dialects may not even preprocess as this one.
    let Ok(whole) = preprocess(ProgramSource::Path(path), &options) else { return (0, Vec::new()) };
    let main_file = whole.main_file;
    let whole = String::from_utf8(whole.text).expect("the corpus is ASCII");
    // After the last line marker all is the program's own.
    let start = whole.rfind("\n# ").map_or(0, |at| at + 1);
    let start = whole[start..].find('\n').map_or(start, |end| start + end + 1);
    let (headers, program) = whole.split_at(start);
    let tokens = tokenise(program);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let mut numbers = Numbers(seed | 1);
    let mut parsed = 0;
    let mut bad = Vec::new();
    for _ in 0..each {
        let mutant: String = mutate(&tokens, &mut numbers).concat();
        let text = format!("{headers}{mutant}");
        let result = catch_unwind(|| {
            let target = Target::named(TargetName::Lp64);
            let options = ParseOptions { target, dialect: Dialect::C11 };
            let program = brinell_syntax::parse(&text, &main_file, &options).ok()?;
            let printed = brinell_print::print(&program);
            Some((brinell_machine::run(&program, &LIMITS), printed))
        });
        match result {
            Ok(Some(_)) => parsed += 1,
            Ok(None) => {}
            Err(_) => bad.push(format!("---- {name}\n{mutant}")),
        }
    }
    (parsed, bad)
}

/// Tokens, roughly: words and numbers, strings, single characters; blanks stay tokens too.
fn tokenise(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if first == '"' {
            let mut escaped = true;
            let end = rest.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 1)
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Operators that can stand for each other.
const OPERATORS: [&str; 10] = ["+", "-", "*", "/", "%", "&", "|", "^", "<", ">"];

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn is_operator(token: &str) -> bool {
    OPERATORS.contains(&token)
}

/// One or two random changes. Three of four keep the kind of a token, so that many mutants parse.
fn mutate<'a>(tokens: &[&'a str], numbers: &mut Numbers) -> Vec<&'a str> {
    let mut mutant = tokens.to_vec();
    for _ in 0..=numbers.below(2) {
        let of_kind = |mutant: &[&str], kind: fn(&str) -> bool| -> Vec<usize> {
            (0..mutant.len()).filter(|&at| kind(mutant[at])).collect()
        };
        let kind = [is_number, is_word, is_operator, |token: &str| !token.trim().is_empty()]
            [numbers.below(4)];
        let places = of_kind(&mutant, kind);
        let Some(&at) = places.get(numbers.below(places.len())) else { continue };
        let other = places[numbers.below(places.len())];
        if is_number(mutant[at]) {
            mutant[at] = NUMBERS[numbers.below(NUMBERS.len())];
        } else if is_operator(mutant[at]) {
            mutant[at] = OPERATORS[numbers.below(OPERATORS.len())];
        } else if is_word(mutant[at]) {
            mutant[at] = mutant[other];
        } else {
            match numbers.below(5) {
                0 => {
                    mutant.remove(at);
                }
                1 => mutant.insert(at, mutant[at]),
                2 => mutant.swap(at, other),
                3 => mutant.insert(at, TOKENS[numbers.below(TOKENS.len())]),
                _ => mutant[at] = TOKENS[numbers.below(TOKENS.len())],
            }
        }
    }
    mutant
}
