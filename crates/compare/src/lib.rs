//! Generators side by side: `brinell compare`.
//!
//! Contenders (`contender.rs`) are profiles of Brinell, or other generators described in a TOML file.
//! Each gets the same CPU time with the same compilers, in small alternating batches (`run.rs`). The
//! result of a program is a record in a log (`record.rs`, `log.rs`); all measures (`measures.rs`) are
//! computed from that.

mod chart;
mod contender;
mod described;
mod field;
mod log;
mod machine;
mod make;
pub mod measures;
mod page;
mod record;
mod results;
mod run;
mod sample;
pub mod statistics;
mod tally;
mod trial;
mod vote;

pub use brinell_sensitivity as sensitivity;
pub use contender::{Contender, ContenderError, Entrant, Maker, SHIPPED};
pub use described::{DescribedGenerator, DescriptionError, Judging};
pub use field::{ComparedCompiler, CompilerField, FieldError};
pub use log::{CompareLog, LOG, LogError, LogHeader};
pub use page::page;
pub use record::{CpuSeconds, ProgramBatch, TestedProgram};
pub use results::{
    BugLine, ContenderResult, FaultCount, FaultLine, MeasureResult, PairResult, Results,
    SeenDifference,
};
pub use run::{CompareEnd, CompareError, CompareProgress, CompareSettings, run};
pub use sample::{FaultLook, ProgramSample, Sampler};
pub use tally::{Looks, RepetitionTally};
