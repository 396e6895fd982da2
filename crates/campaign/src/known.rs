//! Bugs that are known already: counted, not reported again.

use brinell_judge::{VerdictKind, telling_part};
use brinell_triage::{BugKey, Features};

/// Words of keys that any bug of a kind has.
const COMMON: [&str; 11] = [
    "checksum",
    "exit",
    "status",
    "hang",
    "resources",
    "crash",
    "signal",
    "failure",
    "without",
    "a",
    "word",
];
/// Characters of a line that names a bug by one word of a compiler.
const SHORTEST: usize = 8;

/// A list of known bugs. Each line of its file is a key that `brinell findings --keys` prints, such
/// as `gcc compiler-crash internal compiler error: in fold_this, at fold.cc:12` or
/// `tcc wrong-code shape 5f2c9a1b03de7711`, or a telling part of the compiler's words in one; empty
/// lines and those that begin with `#` say nothing.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct KnownBugs {
    keys: Vec<BugKey>,
}

impl KnownBugs {
    /// Reads the text of a file. A line that would hide unknown bugs is an error.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut keys = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let key = BugKey::read(line);
            if matches!(key, BugKey::Words(_)) && !is_specific(line) {
                return Err(format!(
                    "line {}: `{line}` is not the key of a single bug and would hide others; `brinell \
                     findings DIR --keys` prints keys, of wrong code once triage has looked at it",
                    number + 1
                ));
            }
            keys.push(key);
        }
        Ok(Self { keys })
    }

    /// Whether a finding is one of them by its compiler's words, before triage: one
    /// of these is what it is called, with the name of the compiler or that of its family.
    pub fn contains(&self, names: [&str; 2]) -> bool {
        self.keys.iter().any(|key| match key {
            BugKey::Words(words) => names.iter().any(|name| name.contains(words)),
            BugKey::Shape { .. } => false,
        })
    }

    /// Whether a bug that triage has worked out is one of them.
    pub fn names(&self, features: &Features) -> bool {
        self.keys.iter().any(|key| features.is_called(key))
    }
}

/// Whether a line identifies one bug.
fn is_specific(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let verdict = words.iter().position(|word| VerdictKind::parse(word).is_some());
    if verdict.is_some_and(|at| words[at] == VerdictKind::WrongCode.as_str()) {
        return false;
    }
    // What stands before the verdict is the compiler.
    let rest: Vec<&str> = words[verdict.map_or(0, |at| at + 1)..].to_vec();
    let telling = |word: &&&str| {
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        !word.starts_with('-')
            && !COMMON.contains(&bare)
            && bare.contains(|c: char| c.is_ascii_alphabetic())
    };
    let rest: Vec<&str> = rest.iter().filter(telling).copied().collect();
    let said = rest.join(" ");
    telling_part(&said).is_some() && (rest.len() > 1 || said.len() >= SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_keys_or_telling_parts_of_them() {
        let known =
            KnownBugs::parse("# mine\n\nin fold_this\n tcc rejected-valid error: no luck \n");
        let known = known.unwrap();
        let crash = "gcc-12 compiler-crash internal compiler error: in fold_this, at f.cc:1";
        let (tcc, mine) =
            ("tcc rejected-valid error: no luck", "mine rejected-valid error: no luck");
        assert!(known.contains([crash, ""]));
        assert!(known.contains([tcc, tcc]));
        // Keys of triage have the family.
        assert!(known.contains([mine, tcc]));
        assert!(!known.contains([mine, mine]));
        assert!(!known.contains(["gcc wrong-code checksum", ""]));
        assert!(!KnownBugs::parse("\n#\n").unwrap().contains(["", ""]));
    }

    #[test]
    fn what_would_hide_other_bugs_is_refused() {
        for line in [
            "tcc wrong-code checksum",
            "tcc wrong-code",
            "wrong-code",
            "gcc-12 wrong-code -O2 crash (signal 11)",
            "tcc",
            "gcc-12",
            "gcc compiler-crash",
            "gcc compiler-crash signal 11",
            "pcc compiler-crash failure without a word",
            "compiler-hang",
            "checksum",
            "-O2 checksum",
            "tcc wrong-code shape 12",
        ] {
            let error = KnownBugs::parse(&format!("# ours\n{line}\n")).unwrap_err();
            assert!(error.starts_with("line 2: `"), "{error}");
        }
        for line in ["tcc wrong-code shape 00112233445566ff", "verify_gimple", "error: no luck"] {
            assert!(KnownBugs::parse(line).is_ok(), "{line}");
        }
    }
}
