//! The harness: gives a draft its `main`, the runtime it needs, and files to stand in.
//!
//! `main` calls the entry function once and then puts every observed value into a checksum of 32
//! bits, which is the same on every target (`runtime/checksum.c` says how). A hosted program prints
//! `checksum = 1A2B3C4D` as its last line and, with the argument `1`, the running checksum after
//! each value, unless it is to compile quickly; a freestanding one uses no library function, and its
//! exit status says whether the checksum is the expected one. A program that expects each of its
//! results compares them one by one instead: `results.rs`. One that only tests compilers for
//! crashes does all that only if a volatile variable is not 0, which it is.
//!
//! Everything is put together in the program representation, not in text, so that the machine runs
//! what the compilers get.

mod entry;
mod mentions;
mod results;
mod runtime;
mod text;
mod units;

pub use runtime::Runtime;
pub use text::{HeaderInfo, header, texts, texts_of};

use crate::{Draft, Expect};
use brinell_lang::Program;

/// How a program is finished.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// Whether the program prints its checksum; otherwise it is freestanding: no library function,
    /// and the exit status is all it says, so that there must be a checksum to expect.
    pub hosted: bool,
    /// The checksum that the program compares its own with: its exit status is 1 where they differ.
    pub self_check: Option<u32>,
    /// Whether a hosted program prints the running checksum if it has the argument `1`.
    pub progress: bool,
    /// Whether the functions that take values into the checksum have the attribute `noinline`.
    pub noinline_checksum: bool,
    /// Whether `main` may declare the variable of a loop in its head.
    pub mixed_declarations: bool,
    /// How results whose value is known are shown.
    pub expect: Expect,
    /// The number of translation units wanted; a unit without a generated function is not made.
    pub split: u32,
    /// Whether `main` does all it does only if a volatile variable that is 0 is not, so that nothing
    /// else is ever run.
    pub never: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hosted: true,
            self_check: None,
            progress: true,
            noinline_checksum: false,
            mixed_declarations: true,
            split: 1,
            never: false,
            expect: Expect::Checksum,
        }
    }
}

/// Makes a complete program of a draft: adds `main`, what it needs of the runtime, and the units.
///
/// Functions of the draft that have a name are helpers (guards): those that nothing calls are
/// dropped, and each unit gets its own copy of those it uses. The runtime must have been made for
/// the draft's target and dialect.
pub fn finish(draft: &Draft, options: &Options, runtime: &Runtime) -> Program {
    assert!(
        options.hosted || options.never || options.self_check.is_some() || options.expect.is_each(),
        "a freestanding program cannot say its checksum: it needs one to expect"
    );
    assert!(
        runtime.is_for(&draft.program),
        "the runtime was read for another target or dialect than the draft's"
    );
    let mut program = draft.program.clone();
    let main = entry::add(&mut program, draft, options, runtime);
    let own = units::Own {
        functions: draft.program.functions.len(),
        globals: draft.program.globals.len(),
        main,
    };
    units::arrange(&mut program, &own, options.split);
    program
}

/// A draft as the machine can run it, without anything that observes the result, and without
/// the order that a text needs: for runs on the way to a finished program.
pub fn to_run(draft: &Draft) -> Program {
    let mut program = draft.program.clone();
    entry::add_bare(&mut program, draft.entry);
    program
}

/// The checksum that a hosted program printed: the last line of its output.
pub fn printed_checksum(stdout: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(stdout).ok()?;
    let digits = text.lines().next_back()?.strip_prefix("checksum = ")?;
    u32::from_str_radix(digits, 16).ok()
}

/// The number of the points-to assertion that a hosted program says has failed.
pub fn failed_assertion(stdout: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(stdout).ok()?;
    text.lines().find_map(|line| {
        line.strip_prefix("points-to assertion ")?.strip_suffix(" failed")?.parse().ok()
    })
}
