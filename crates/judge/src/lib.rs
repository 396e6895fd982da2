//! From what compilers did to verdicts: pure, without input and output, and never a panic.
//!
//! An [`Observation`] is what one compiler with one option set made of a program; [`judge`]
//! holds all of them against what the program means. Second opinions count: where two independent
//! families agree with each other against the meaning, the machine is suspected first, and where
//! no compiler agrees with it, nothing is confirmed.

mod classes;
mod failure_mode;
mod judge;
mod observation;
mod reading;
mod signature;
mod verdict;

pub use classes::{ResultClass, RunResult};
pub use failure_mode::FailureMode;
pub use judge::{Judgement, accusation, judge, same_outcome};
pub use observation::{Compiled, Expected, Observation, Ran, RunEnd, digest};
pub use reading::{
    CompilerEnd, SILENT_FAILURE, read_compiler, says_out_of_memory, tells_of_full_machine,
};
pub use signature::{
    CRASH_WORDS, LINKER_FAILED, crash_signature, error_signature, is_of_compilers_output,
    is_telling, mere_signal, says_crash, telling_part,
};
pub use verdict::{Verdict, VerdictKind, WrongKind};
