//! How rich a program is: how often it contains each construct that exercises compilers.
//!
//! The same code measures our programs and parsed ones of Csmith, so the figures can stand side by
//! side. Only the random part counts: the functions `func_N` (those without a name are printed so)
//! and the variables `g_N` and `l_N`; not `main`, the runtime, and what wrappers do inside. A call
//! of a wrapper (`safe_*`) counts as the operator it wraps.
//!
//! Left out of the count of expressions: elements of braced and static initialisers, which are
//! data. Addresses taken there count, since they are where pointers come from.

mod expr;
mod hazard;
mod live;
mod part;
mod rows;
mod stmt;
#[cfg(test)]
mod tests;
mod walk;

pub use live::{live_statements, measure_run};
pub use part::{is_random_function, is_random_global, random_part, tokens, tokens_in};
pub use rows::{Reading, Richness, RichnessSummary, Row};

use brinell_lang::Program;

/// Measures a program, all but the share of live statements: see [`measure_run`].
pub fn measure(program: &Program) -> Richness {
    walk::Walk::over(program)
}
