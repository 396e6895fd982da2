//! The table of constructs: in how many programs each is executed, and in how many it reaches the
//! output.

use super::StatsSide;
use crate::render;
use brinell_generate::stats::is_random_function;
use brinell_lang::{FuncId, Program};
use brinell_machine::Limits;
use brinell_sensitivity::{Construct, Reach, SensitivityQuestion, construct_reach};
use std::collections::BTreeMap;

/// Faults that are tried in a construct before it is said not to reach the output. A fault shows in a
/// fifth of all cases or more, so that twenty miss one in a hundred of those constructs.
const FAULTS: u32 = 20;

/// In how many programs constructs get how far.
#[derive(Debug, Default)]
pub struct ConstructCounts {
    programs: u64,
    executed: BTreeMap<Construct, u64>,
    shown: BTreeMap<Construct, u64>,
}

impl ConstructCounts {
    /// Counts a program, if it could be followed.
    pub fn add(&mut self, reached: Option<&BTreeMap<Construct, Reach>>) {
        let Some(reached) = reached else { return };
        self.programs += 1;
        for (construct, reach) in reached {
            *self.executed.entry(*construct).or_default() += 1;
            if *reach == Reach::Shown {
                *self.shown.entry(*construct).or_default() += 1;
            }
        }
    }
}

/// How far constructs get in a program; `None` for one that does not run to its end or computes too
/// many values to be followed.
pub fn reached(program: &Program, seed: u64, limits: Limits) -> Option<BTreeMap<Construct, Reach>> {
    let functions: Vec<FuncId> = program
        .functions
        .enumerate()
        .filter(|(_, function)| is_random_function(function) && function.body.is_some())
        .map(|(id, _)| id)
        .collect();
    let question = SensitivityQuestion {
        functions: &functions,
        faults: FAULTS,
        seed,
        limits,
        // What generating takes of the stack is free again.
        host_stack_bytes: brinell_generate::STACK / 2,
    };
    construct_reach(program, &question).ok()
}

/// The table for people.
pub fn table(ours: &StatsSide, csmiths: Option<&StatsSide>) -> String {
    let sides: Vec<&ConstructCounts> =
        std::iter::once(ours).chain(csmiths).map(|side| &side.constructs).collect();
    let share = |counts: &BTreeMap<Construct, u64>, construct, programs: u64| {
        let count = counts.get(&construct).copied().unwrap_or(0);
        format!("{:.1}", 100.0 * count as f64 / programs.max(1) as f64)
    };
    let rows: Vec<Vec<String>> = Construct::ALL
        .into_iter()
        .map(|construct| {
            let mut cells = vec![construct.name().to_owned()];
            cells.extend(sides.iter().map(|side| share(&side.executed, construct, side.programs)));
            cells.extend(sides.iter().map(|side| share(&side.shown, construct, side.programs)));
            cells
        })
        .collect();
    let header: &[&str] = if csmiths.is_some() {
        &["CONSTRUCT", "% EXECUTE", "CSMITH", "% SHOW", "CSMITH"]
    } else {
        &["CONSTRUCT", "% EXECUTE", "% SHOW"]
    };
    render::table(header, &rows)
        + &format!(
            "% execute: programs that compute with it; % show: programs in which one of {FAULTS} \
             faults in it changes the output;\nof {}\n",
            sides
                .iter()
                .map(|side| format!("{} programs", side.programs))
                .collect::<Vec<_>>()
                .join(" and "),
        )
}
