//! Dialects of C, where they change the meaning of a program.

use serde::{Deserialize, Serialize};

/// The edition of the C standard a program is read under.
#[derive(
    Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// ISO C99.
    C99,
    /// ISO C11.
    C11,
    /// ISO C17.
    #[default]
    C17,
    /// ISO C23.
    C23,
}

impl Dialect {
    /// All dialects, oldest first.
    pub const ALL: [Self; 4] = [Self::C99, Self::C11, Self::C17, Self::C23];

    /// The name as in `-std=`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::C99 => "c99",
            Self::C11 => "c11",
            Self::C17 => "c17",
            Self::C23 => "c23",
        }
    }

    /// Finds a dialect by its name; the gnu spellings and `c18`, `c2x` are accepted.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "c99" | "gnu99" => Some(Self::C99),
            "c11" | "gnu11" => Some(Self::C11),
            "c17" | "c18" | "gnu17" | "gnu18" => Some(Self::C17),
            "c23" | "c2x" | "gnu23" | "gnu2x" => Some(Self::C23),
            _ => None,
        }
    }

    /// `int f()` declares a function without parameters (C23) rather than without a prototype.
    pub const fn empty_parens_are_void(self) -> bool {
        matches!(self, Self::C23)
    }

    /// A loop with a non-constant condition and no effects may be assumed to end (since C11).
    pub const fn loops_assumed_to_end(self) -> bool {
        !matches!(self, Self::C99)
    }
}
