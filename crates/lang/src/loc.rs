//! Source locations: every node can be traced back to the file, line and column it came from.

use serde::{Deserialize, Serialize};

/// A place in a source file: an index into [`Program::files`](crate::Program::files), a line and
/// a column, both counted from 1. Line 0 means "made by Brinell, not read from a file".
#[derive(
    Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize,
)]
pub struct Loc {
    /// Which file.
    pub file: u16,
    /// The column in bytes, saturating.
    pub col: u16,
    /// The line.
    pub line: u32,
}

impl Loc {
    /// The location of things that no file holds.
    pub const NONE: Self = Self { file: 0, col: 0, line: 0 };

    /// Whether there is a file behind it.
    pub const fn is_known(self) -> bool {
        self.line != 0
    }
}
