//! Sensitivity of programs of ours: faults in the values that they compute, injected by the machine; see
//! `brinell-sensitivity`.

use super::ProgramSample;
use brinell_campaign::cpu_of_thread;
use brinell_lang::Program;
use brinell_machine::Limits;
use brinell_sensitivity::{SensitivityQuestion, random_functions, sensitivity};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Faults in each program. Those of one program have much in common, so many programs with some faults
/// each tell more than few with many.
const FAULTS: u32 = 25;

/// Injects faults into a program and counts the results. What the machine cannot follow says
/// nothing.
pub fn inject(program: &Program, seed: u64, sample: &mut ProgramSample) {
    let began = cpu_of_thread();
    let question = SensitivityQuestion {
        functions: &random_functions(program),
        faults: FAULTS,
        seed,
        limits: Limits::default(),
        // What generating took of the stack is free again.
        host_stack_bytes: brinell_generate::STACK / 2,
    };
    // A panic of ours must not end a comparison of hours.
    let came = catch_unwind(AssertUnwindSafe(|| sensitivity(program, &question)));
    sample.sensitivity = came.ok().and_then(Result::ok);
    sample.cpu += cpu_of_thread().saturating_sub(began).as_secs_f64();
}
