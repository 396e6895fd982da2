//! `brinell bench sensitivity`: how many faults in computed values change the output.

use super::variants::{VariantArgs, experiment_status, print_experiment};
use crate::args::JobsArgs;
use crate::progress::{WorkProgress, was_interrupted};
use crate::{Status, parallel, render};
use brinell_generate::GenerateError;
use brinell_machine::Limits;
use brinell_sensitivity::{
    FaultTally, KindTally, Loss, SensitivityQuestion, SiteKind, random_functions, sensitivity,
};
use clap::Args;
use serde::Serialize;

/// The arguments of `brinell bench sensitivity`.
#[derive(Debug, Args)]
#[command(after_help = "\
A fault is one executed expression of the random part of a program, with the same bit of its value
flipped at every execution; expressions and bits are drawn uniformly. The machine runs the program
with each fault. SHOWN is the share of faults that change the output or the exit status. Runs that
became undefined or did not end are counted separately, because compiled programs might do anything
there. All others are lost; docs/sensitivity.md explains how the place is determined:
  masked           an operation or a condition gives the same result for the wrong value
  discarded        the value is not used
  overwritten      it was stored, and the variable got another value before it was read
  never observed   it was stored, and never read again
  other path       control flow differed, with the same output
Intervals are 95 % Wilson intervals over faults.

Exit codes: 0 measured, 1 some program could not be generated or followed, 2 cannot run,
130 interrupted.

Examples:
  brinell bench sensitivity
  brinell bench sensitivity --profiles default,csmith,tiny --sizes 500,2000,8000
  brinell bench sensitivity --seeds 200 --faults 50 --json")]
pub struct SensitivityArgs {
    #[command(flatten)]
    variants: VariantArgs,

    /// Number of faults in each program
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    faults: u32,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// How many at once.
    #[command(flatten)]
    jobs: JobsArgs,
}

/// The results for the programs of one profile and size.
#[derive(Debug, Serialize)]
struct SensitivityRow {
    name: String,
    programs: u64,
    tokens: u64,
    tally: FaultTally,
}

/// Injects and prints the tables.
pub fn run(args: &SensitivityArgs) -> anyhow::Result<Status> {
    let variants = args.variants.variants()?;
    let mut rows: Vec<SensitivityRow> = variants
        .iter()
        .map(|variant| SensitivityRow {
            name: variant.name(),
            programs: 0,
            tokens: 0,
            tally: FaultTally::default(),
        })
        .collect();
    let programs = args.variants.programs(variants.len());
    let mut progress = WorkProgress::new(programs.len())?;
    let mut troubles = Vec::new();
    let one =
        |(variant, seed): &(usize, u64)| -> anyhow::Result<Result<(usize, FaultTally), String>> {
            let made = match variants[*variant].generator.generate_here(*seed, "") {
                Ok(made) => made,
                Err(error @ GenerateError::Config(_)) => return Err(error.into()),
                Err(error) => return Ok(Err(error.to_string())),
            };
            let question = SensitivityQuestion {
                functions: &random_functions(&made.program),
                faults: args.faults,
                seed: *seed,
                limits: Limits::default(),
                // What generating takes of the stack is free again.
                host_stack_bytes: brinell_generate::STACK / 2,
            };
            Ok(match sensitivity(&made.program, &question) {
                Ok(tally) => Ok((made.facts.tokens, tally)),
                Err(outcome) => Err(format!("the machine could not run it: {outcome:?}")),
            })
        };
    let done = parallel::in_order(&programs, args.jobs.count(), one, |(variant, seed), came| {
        let came =
            came.map_err(|panic| anyhow::anyhow!("seed {seed}: internal error: {panic}"))??;
        let row = &mut rows[*variant];
        match came {
            Ok((tokens, tally)) => {
                row.programs += 1;
                row.tokens += tokens as u64;
                row.tally.merge(&tally);
            }
            Err(trouble) => troubles.push(format!("{}, seed {seed}: {trouble}", row.name)),
        }
        progress.step("")
    });
    progress.clear();
    let interrupted = was_interrupted(done)?;
    if args.json {
        let value = serde_json::json!({ "rows": rows, "troubles": troubles });
        print_experiment(&format!("{value:#}\n"), &[])?;
    } else {
        print_experiment(&tables(&rows), &troubles)?;
    }
    Ok(experiment_status(&troubles, interrupted))
}

const COLUMNS: [&str; 11] = [
    "FAULTS",
    "SHOWN %",
    "INTERVAL",
    "UNDEFINED",
    "ENDLESS",
    "LOST",
    "MASKED",
    "DISCARDED",
    "OVERWRITTEN",
    "NEVER OBSERVED",
    "OTHER PATH",
];

fn tables(rows: &[SensitivityRow]) -> String {
    let mut header = vec!["PROGRAMS", "COUNT", "TOKENS"];
    header.extend(COLUMNS);
    let lines: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let mean = row.tokens / row.programs.max(1);
            let mut line = vec![row.name.clone(), row.programs.to_string(), mean.to_string()];
            line.extend(cells(&row.tally.all));
            line
        })
        .collect();
    let mut text = render::table(&header, &lines);
    let mut header = vec!["PROGRAMS", "KIND"];
    header.extend(COLUMNS);
    let mut lines = Vec::new();
    for row in rows {
        for kind in SiteKind::ALL {
            let Some(tally) = row.tally.kinds.get(&kind) else { continue };
            let mut line = vec![row.name.clone(), kind.name().to_owned()];
            line.extend(cells(tally));
            lines.push(line);
        }
    }
    text.push('\n');
    text += &render::table(&header, &lines);
    text + "shares in % of the faults of each line\n"
}

fn cells(tally: &KindTally) -> Vec<String> {
    let share = |count: u64| format!("{:.1}", 100.0 * count as f64 / tally.faults.max(1) as f64);
    let shown = tally.sensitivity();
    let lost = Loss::ALL.map(|loss| tally.lost(loss));
    let mut cells = vec![
        tally.faults.to_string(),
        share(tally.shown),
        format!("{:.1} to {:.1}", 100.0 * shown.low, 100.0 * shown.high),
        share(tally.undefined),
        share(tally.endless),
        share(lost.iter().sum()),
    ];
    cells.extend(lost.map(share));
    cells
}
