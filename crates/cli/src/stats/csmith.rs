//! Csmith as a source of programs, parsed like any other.

use crate::args::SourceArgs;
use crate::job::{self, CheckVerdict, Input};
use anyhow::Context as _;
use brinell_lang::{IntKind, Program};
use brinell_toolchain::{Command, csmith_headers, find_program};
use std::path::PathBuf;
use std::time::Duration;

/// Some seeds make Csmith run for ever.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The integer types as Csmith writes them on LP64; `int` and `char` it writes as they are.
const NAMES: [(IntKind, &str); 7] = [
    (IntKind::SChar, "int8_t"),
    (IntKind::UChar, "uint8_t"),
    (IntKind::Short, "int16_t"),
    (IntKind::UShort, "uint16_t"),
    (IntKind::UInt, "uint32_t"),
    (IntKind::Long, "int64_t"),
    (IntKind::ULong, "uint64_t"),
];

/// An installed Csmith.
pub struct Csmith {
    path: PathBuf,
    source: SourceArgs,
    options: &'static [&'static str],
}

/// A program of Csmith.
pub struct Made {
    /// The program; integer types have the names that it had in the text.
    pub program: Program,
    /// The CPU time that Csmith took for it.
    pub cpu: Duration,
}

impl Csmith {
    /// The one on `PATH`, if its headers are here too.
    pub fn find() -> Option<Self> {
        let path = find_program("csmith")?;
        let source = SourceArgs { includes: vec![csmith_headers()?], ..SourceArgs::default() };
        Some(Self { path, source, options: &[] })
    }

    /// The same, always called with these options.
    pub fn with(self, options: &'static [&'static str]) -> Self {
        Self { options, ..self }
    }

    /// The program of a seed. Fails where the system does; that Csmith or the parser could not make
    /// it is part of the result, in words.
    pub fn make(&self, seed: u64) -> anyhow::Result<Result<Made, String>> {
        // It reads `platform.info` in the working directory, or writes it there: two of them in
        // one directory can meet a half-written one.
        let place = tempfile::tempdir().context("cannot make a directory for csmith")?;
        let done = Command::new(&self.path)
            .args(["--seed", &seed.to_string()])
            .args(self.options)
            .dir(place.path())
            .timeout(TIMEOUT)
            .run()?;
        if !done.end.success() {
            return Ok(Err(format!("csmith: {}", done.end)));
        }
        let input = Input::Text { name: format!("csmith-{seed}.c"), text: done.stdout };
        Ok(match job::parse(&input, &self.source).program {
            Ok(mut program) => {
                program.aliases = NAMES.map(|(kind, name)| (kind, name.to_owned())).to_vec();
                Ok(Made { program, cpu: done.cpu })
            }
            Err(CheckVerdict::Unsupported { what, .. }) => Err(format!("unsupported: {what}")),
            Err(CheckVerdict::Invalid { message, .. } | CheckVerdict::Unreadable(message)) => {
                Err(message)
            }
            Err(verdict) => Err(verdict.word().to_owned()),
        })
    }
}
