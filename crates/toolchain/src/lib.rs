//! Compilers and the processes they run in: the only crate that spawns processes.
//!
//! Everything started here runs in its own process group under limits, with its output captured up
//! to a bound, and leaves no process behind (`process`). Compilers under test are discovered
//! (`discover`) or described in a file (`described`), and probed for what they can do (`probe`);
//! `compiler` and `preprocess` are for auxiliary compilers. Linux only: waiting uses pidfds.

mod cache;
mod compiler;
mod described;
mod discover;
mod find;
mod fingerprint;
mod pairs;
mod preprocess;
mod probe;
mod process;
mod toolchain;

pub use cache::ProbeCache;
pub use compiler::{CompileError, Compiler, Family, compile, compilers, csmith_headers};
pub use described::{Described, TomlError, from_toml};
pub use discover::{Discovery, LeftOut, WantedCompilers, discover, short_version};
pub use find::{find_program, find_program_in};
pub use fingerprint::{code_bytes, fingerprint};
pub use pairs::probe_sets;
pub use preprocess::{
    PreprocessError, PreprocessOptions, Preprocessed, ProgramSource, STDIN_NAME, preprocess,
};
#[doc(hidden)]
pub use probe::probe_of_choices;
pub use process::{ChildEnd, Command, End, FinishedProcess, ForkAt, ProcessLimits, Server};
pub use toolchain::{Difference, Lack, LeftOutSet, OptionSet, Toolchain};
