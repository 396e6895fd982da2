//! The generator: random C programs that are defined by construction.
//!
//! Top-down and on demand from `func_1`; every construct is validated by `analysis` before it is
//! committed. The draft has raw arithmetic; [`guards`] makes it safe, [`harness`] gives it a
//! `main` with a checksum, and the final run on the machine decides.

mod author;
pub mod config;
mod draft;
mod generator;
mod grow;
pub mod guards;
pub mod harness;
mod open;
mod orange;
mod paranoid;
mod relax;
pub mod stats;

pub use config::{Config, Expect, Maybe, Wrappers};
pub use draft::{Aspect, Draft, ExpectedResult, ObservedPart, Part, VariablePlace};
pub use generator::{
    Enumerated, EnumerationCounts, EnumerationEnd, Facts, GenerateError, Generated, Generator,
    LEAST_CHANGED, LEAST_LIVE_PERCENT, PassedOver, Run, SIZE_TOLERANCE, STACK, run_machine,
};
pub use grow::{Production, Tally, Traced, Uses, nodes};
pub use open::{OpenKind, SiteCounts, SiteFate};
pub use orange::NumberType;
pub use relax::{GrownRelaxations, Relaxation, RelaxedCounts, RelaxedFate};
