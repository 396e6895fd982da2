//! What the tests share: reading programs, walking them whole, and what the machine must not find.
#![allow(dead_code, reason = "each test file uses its own part")]

use brinell_analysis::{Analysis, Effects, State, Violation};
use brinell_lang::{Dialect, Program, Target, TargetName};
use brinell_machine::Ub;
use brinell_syntax::{ParseFailure, ParseOptions, parse};

pub fn try_read(text: &[u8], name: &str) -> Result<Program, ParseFailure> {
    let options = ParseOptions { target: Target::named(TargetName::Lp64), dialect: Dialect::C11 };
    parse(text, name, &options)
}

#[track_caller]
pub fn read(text: &str) -> Program {
    try_read(text.as_bytes(), "t.c").unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// Walks a program from `main` on.
pub fn analyse(program: &Program, union_punning: bool) -> Result<(), Violation> {
    let mut analysis = Analysis::of_program(program)?;
    analysis.union_punning = union_punning;
    analysis.work_limit = 1_000_000;
    let main = program.function_named("main").expect("programs have a main");
    analysis.call(program, main, &[], &mut State::initial(), &mut Effects::default()).map(|_| ())
}

/// Whether the analysis promises that this does not happen.
pub fn is_excluded(ub: &Ub) -> bool {
    matches!(
        ub,
        Ub::NullDereference
            | Ub::NullArithmetic
            | Ub::InvalidPointer { .. }
            | Ub::DanglingAccess { .. }
            | Ub::IndeterminatePointer { .. }
            | Ub::Misaligned { .. }
            | Ub::UnspecifiedRead { .. }
            | Ub::EffectiveType { .. }
            | Ub::UnionMember { .. }
            | Ub::OverlappingAssignment
            | Ub::Unsequenced { .. }
            | Ub::OrderDependent { .. }
    )
}
