//! A seed means the same bytes for as long as nobody decides otherwise: hashes of programs, kept in
//! `golden/programs.txt`.
//!
//! A new case is a new line there, with `-` for hash and checksum; `BRINELL_BLESS=1` fills it in.

mod parallel;

use brinell_generate::{Config, Generated, Generator};
use std::fmt::Write as _;
use std::path::Path;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/programs.txt");
const BLESS: &str = "BRINELL_BLESS";

/// The command in the header: always the same, so that the spelling of flags does not matter.
const COMMAND: &str = "golden";

#[test]
fn seeds_give_the_same_bytes_as_ever() {
    let table = std::fs::read_to_string(TABLE).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    let now = parallel::map(&lines, |line| renewed(line)).join("\n") + "\n";
    if now == table {
        return;
    }
    if std::env::var_os(BLESS).is_some_and(|value| value == "1") {
        std::fs::write(TABLE, now).unwrap();
        return;
    }
    let mut changes = String::new();
    for (old, new) in table.lines().zip(now.lines()).filter(|(old, new)| old != new) {
        let _ = writeln!(changes, "- {old}\n+ {new}");
    }
    panic!(
        "seeds mean other programs than before:\n{changes}\
         A changed golden is a decision: everybody's seeds change their meaning. If it is meant, \
         record it in CHANGELOG.md and rewrite {} with\n  \
         {BLESS}=1 cargo test -p brinell-generate --test golden",
        Path::new(TABLE).file_name().unwrap().display(),
    );
}

/// A line of the table with the hash and checksum that its program has now.
fn renewed(line: &str) -> String {
    if line.is_empty() || line.starts_with('#') {
        return line.to_owned();
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_hash, _checksum, seed, profile, options @ ..] = &words[..] else {
        panic!("`{line}` is not: hash checksum seed profile option=value ...");
    };
    let made = generate(seed, profile, options)
        .unwrap_or_else(|error| panic!("no program for `{line}`: {error}"));
    // Programs that compare each result print none.
    let checksum = made.checksum.unwrap_or_default();
    let mut line = format!("{:016x} {checksum:08X} {seed:>20} {profile}", hash(&made));
    for option in options {
        let _ = write!(line, " {option}");
    }
    line
}

fn generate(seed: &str, profile: &str, options: &[&str]) -> Result<Generated, String> {
    let seed = seed.parse().map_err(|_| format!("`{seed}` is no seed"))?;
    let mut config = Config::profile(profile).map_err(|error| error.to_string())?;
    for option in options {
        let (name, value) = option.split_once('=').ok_or(format!("`{option}` has no value"))?;
        config.set(name, value).map_err(|error| error.to_string())?;
    }
    let generator = Generator::new(config).map_err(|error| error.to_string())?;
    generator.of_profile(profile).generate(seed, COMMAND).map_err(|error| error.to_string())
}

/// The hash of the names and texts of all units, each with its length, so that none runs into the
/// next.
fn hash(made: &Generated) -> u64 {
    // A release with the same programs is not another generator.
    let version = env!("CARGO_PKG_VERSION");
    let mut hash = Fnv::default();
    for (suffix, text) in &made.texts {
        assert!(text.contains(version), "the header names the version");
        let text = text.replacen(version, "", 1);
        for part in [suffix, &text] {
            hash.eat(&(part.len() as u64).to_le_bytes());
            hash.eat(part.as_bytes());
        }
    }
    hash.0
}

/// FNV-1a of 64 bits: enough against accidents, and it will never change.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn eat(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[test]
fn the_hash_is_fnv_1a() {
    let mut hash = Fnv::default();
    hash.eat(b"foobar");
    assert_eq!(hash.0, 0x8594_4171_f739_67e8, "of the test vectors of its authors");
}

/// The size is counted while printing; the statistics count a part that is printed by itself,
/// without records that nothing uses.
#[test]
fn tokens_are_those_that_the_statistics_count() {
    let generator = Generator::new(Config { size: 3000, ..Config::default() }).unwrap();
    for seed in 0..10 {
        let made = generator.generate(seed, "").unwrap();
        let (counted, part) = (made.facts.tokens, brinell_generate::stats::tokens(&made.program));
        assert!(part <= counted && counted < part + 100, "seed {seed}: {counted}, {part}");
    }
}
