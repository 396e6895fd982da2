//! What can go wrong: the text is not C, or it is C that Brinell does not speak.

use brinell_lang::{BuildError, Loc};

/// Why a text could not become a program.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SyntaxError {
    /// A syntax error or a violated constraint: no conforming compiler has to accept this.
    #[error("{message}")]
    Invalid {
        /// What is wrong, in words.
        message: String,
        /// Where.
        loc: Loc,
    },
    /// Valid C (or a known extension) that Brinell does not speak.
    #[error("not supported: {construct}")]
    Unsupported {
        /// What it is, in words.
        construct: String,
        /// Where.
        loc: Loc,
    },
}

impl SyntaxError {
    /// Where it happened.
    pub const fn loc(&self) -> Loc {
        match self {
            Self::Invalid { loc, .. } | Self::Unsupported { loc, .. } => *loc,
        }
    }
}

impl From<BuildError> for SyntaxError {
    fn from(error: BuildError) -> Self {
        Self::Invalid { message: error.message, loc: error.loc }
    }
}

/// An error together with the names of the files that its location points into.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub struct ParseFailure {
    /// What went wrong.
    #[source]
    pub error: SyntaxError,
    /// The file names by index, as [`Program::files`](brinell_lang::Program::files).
    pub files: Vec<String>,
}

impl std::fmt::Display for ParseFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let loc = self.error.loc();
        let file = self.files.get(usize::from(loc.file)).map_or("?", String::as_str);
        write!(f, "{file}:{}:{}: {}", loc.line, loc.col, self.error)
    }
}

/// The result of everything inside this crate.
pub(crate) type Result<T> = std::result::Result<T, SyntaxError>;

/// A syntax error or constraint violation.
pub(crate) fn invalid<T>(loc: Loc, message: impl Into<String>) -> Result<T> {
    Err(SyntaxError::Invalid { message: message.into(), loc })
}

/// Something that Brinell does not speak.
pub(crate) fn unsupported<T>(loc: Loc, construct: impl Into<String>) -> Result<T> {
    Err(SyntaxError::Unsupported { construct: construct.into(), loc })
}
