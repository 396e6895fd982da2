//! The key of a bug: a line of a list of known bugs.

use brinell_judge::VerdictKind;
use std::collections::BTreeSet;
use std::fmt;

/// What a list of known bugs calls a bug.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BugKey {
    /// A message of the compiler that identifies it, or a part of one.
    Words(String),
    /// The reduced program, if no message of the compiler identifies the bug.
    Shape {
        /// The family of the compiler.
        family: String,
        /// What it was accused of.
        verdict: VerdictKind,
        /// The hash of the program but for names and constants.
        shape: u64,
        /// What hides it; any of them will do.
        hidden_by: BTreeSet<String>,
    },
}

const SHAPE: &str = "shape";
const HIDDEN_BY: &str = " hidden by ";
const OR: &str = " or ";

impl BugKey {
    /// Reads a line that [`Display`](fmt::Display) wrote, or that a person did: what is no key with
    /// a shape is words.
    pub fn read(line: &str) -> Self {
        Self::read_shape(line).unwrap_or_else(|| Self::Words(line.to_owned()))
    }

    fn read_shape(line: &str) -> Option<Self> {
        let (before, hidden_by) = line.split_once(HIDDEN_BY).unwrap_or((line, ""));
        let mut words = before.split_whitespace();
        let family = words.next()?.to_owned();
        let verdict = VerdictKind::parse(words.next()?)?;
        let hex = words.next().filter(|word| *word == SHAPE).and_then(|_| words.next())?;
        let shape = u64::from_str_radix(hex, 16).ok().filter(|_| hex.len() == 16)?;
        let hidden_by = hidden_by.split(OR).map(str::trim).filter(|name| !name.is_empty());
        let hidden_by = hidden_by.map(str::to_owned).collect();
        words.next().is_none().then_some(Self::Shape { family, verdict, shape, hidden_by })
    }
}

impl fmt::Display for BugKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(words),
            Self::Shape { family, verdict, shape, hidden_by } => {
                write!(f, "{family} {verdict} {SHAPE} {shape:016x}")?;
                let names: Vec<&str> = hidden_by.iter().map(String::as_str).collect();
                if !names.is_empty() {
                    write!(f, "{HIDDEN_BY}{}", names.join(OR))?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_were_written() {
        for line in [
            "tcc wrong-code shape 5f2c9a1b03de7711",
            "gcc wrong-code shape 00000000000000ff hidden by -fno-ivopts or -fno-tree-ccp",
        ] {
            let key = BugKey::read(line);
            assert!(matches!(key, BugKey::Shape { .. }), "{line}");
            assert_eq!(key.to_string(), line);
        }
        for line in [
            "gcc compiler-crash internal compiler error: in fold_this, at fold.cc:12",
            "tcc wrong-code shape 5f2c",
            "tcc wrong-code shape of things to come",
            "shape 5f2c9a1b03de7711",
        ] {
            assert_eq!(BugKey::read(line), BugKey::Words(line.to_owned()));
        }
    }
}
