//! The types that options have, and their values without their types.

use brinell_lang::{Dialect, TargetName};
use std::fmt;

/// How guards are written.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Wrappers {
    /// As functions.
    Functions,
    /// As macros where the operands are pure leaves, as functions elsewhere.
    Macros,
    /// Drawn for each wrapper.
    Mixed,
    /// One of the three, drawn for each program.
    Any,
}

/// Yes, no, or drawn for each program.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Maybe {
    /// Always.
    Yes,
    /// Never.
    No,
    /// For half of the programs.
    Draw,
}

/// How a program shows what it has computed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Expect {
    /// It prints a checksum of all.
    Checksum,
    /// It compares each value that is known beforehand with what is expected, says which is wrong,
    /// and exits with 1 if one is.
    Each,
}

impl Expect {
    /// Whether values are compared one by one.
    pub fn is_each(self) -> bool {
        self == Self::Each
    }
}

/// The value of an option.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u32),
    /// One of several words.
    Word(&'static str),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(on) => on.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
        }
    }
}

/// What an option can be.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum OptionRange {
    /// On or off.
    Switch,
    /// A number between two others, both included.
    Number(u32, u32),
    /// One of these words.
    Word(&'static [&'static str]),
}

impl OptionRange {
    /// Whether the value is one of those.
    pub fn contains(self, value: OptionValue) -> bool {
        match (self, value) {
            (Self::Switch, OptionValue::Switch(_)) => true,
            (Self::Number(lo, hi), OptionValue::Number(number)) => (lo..=hi).contains(&number),
            (Self::Word(words), OptionValue::Word(word)) => words.contains(&word),
            _ => false,
        }
    }

    /// The value that a text stands for, if it is one of those.
    pub fn parse(self, text: &str) -> Option<OptionValue> {
        let value = match self {
            Self::Switch => OptionValue::Switch(text.parse().ok()?),
            Self::Number(..) => OptionValue::Number(text.parse().ok()?),
            Self::Word(words) => OptionValue::Word(words.iter().find(|&&word| word == text)?),
        };
        self.contains(value).then_some(value)
    }
}

impl fmt::Display for OptionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str("true or false"),
            Self::Number(lo, hi) => write!(f, "a number from {lo} to {hi}"),
            Self::Word(words) => match words.split_last() {
                Some((last, others)) => write!(f, "{} or {last}", others.join(", ")),
                None => f.write_str("nothing"),
            },
        }
    }
}

/// A type of options.
pub trait Setting: Copy {
    /// What it can be unless the option narrows it.
    const RANGE: OptionRange;
    /// Without its type.
    fn value(self) -> OptionValue;
    /// From a value of its range.
    fn of(value: OptionValue) -> Self;
}

impl Setting for bool {
    const RANGE: OptionRange = OptionRange::Switch;

    fn value(self) -> OptionValue {
        OptionValue::Switch(self)
    }

    fn of(value: OptionValue) -> Self {
        let OptionValue::Switch(on) = value else { unreachable!("{value} is no switch") };
        on
    }
}

impl Setting for u32 {
    const RANGE: OptionRange = OptionRange::Number(0, Self::MAX);

    fn value(self) -> OptionValue {
        OptionValue::Number(self)
    }

    fn of(value: OptionValue) -> Self {
        let OptionValue::Number(number) = value else { unreachable!("{value} is no number") };
        number
    }
}

/// A type whose values are words.
macro_rules! words {
    ($ty:ty { $($value:path = $word:literal,)* }) => {
        impl Setting for $ty {
            const RANGE: OptionRange = OptionRange::Word(&[$($word),*]);

            fn value(self) -> OptionValue {
                OptionValue::Word(match self { $($value => $word,)* })
            }

            fn of(value: OptionValue) -> Self {
                match value {
                    $(OptionValue::Word($word) => $value,)*
                    other => unreachable!("{other} is not {}", Self::RANGE),
                }
            }
        }
    };
}

words! { Wrappers {
    Self::Functions = "functions",
    Self::Macros = "macros",
    Self::Mixed = "mixed",
    Self::Any = "any",
}}

words! { Expect {
    Self::Checksum = "checksum",
    Self::Each = "each",
}}

words! { Maybe {
    Self::Yes = "yes",
    Self::No = "no",
    Self::Draw = "draw",
}}

words! { TargetName {
    Self::Lp64 = "lp64",
    Self::Ilp32 = "ilp32",
    Self::Llp64 = "llp64",
    Self::Ip16 = "ip16",
    Self::S390x = "s390x",
}}

words! { Dialect {
    Self::C99 = "c99",
    Self::C11 = "c11",
    Self::C17 = "c17",
    Self::C23 = "c23",
}}
