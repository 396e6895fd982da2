//! `brinell bench planted`: how small findings become that are caused by one construct.
//!
//! The compiler is a fake: it computes an expression of the construct wrong, with one bit flipped,
//! and a program is a finding if its output changes. So there are findings for every construct, and
//! what reduction makes of them can be compared with what it makes of integers.

use super::generate::parse_size;
use super::variants::{experiment_status, print_experiment};
use crate::args::JobsArgs;
use crate::progress::{WorkProgress, was_interrupted};
use crate::{Status, parallel, render};
use brinell_generate::{Config, Generator};
use brinell_lang::{FuncId, Program};
use brinell_machine::{Limits, Meaning};
use brinell_reduce::{Settings, Size, reduce};
use brinell_sensitivity::{Construct, Reach, SensitivityQuestion, construct_reach};
use clap::Args;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The arguments of `brinell bench planted`.
#[derive(Debug, Args)]
#[command(after_help = "\
A program counts for a construct if a fault in one of its expressions changes the output. Tokens are
those of the whole program, the fixed parts included; AFTER is the median, MOST the largest. Findings
of every construct should become as small as those of `integers`.

Exit codes:
  0    done
  1    something was not reduced
  2    wrong usage
  130  interrupted, with the table so far

Examples:
  brinell bench planted --seeds 5
  brinell bench planted --profile mix --size 500 --seeds 20")]
pub struct PlantedArgs {
    /// Profile of the programs
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    profile: String,

    /// Tokens wanted of each program
    #[arg(long, value_name = "TOKENS", value_parser = parse_size, default_value = "500")]
    size: u32,

    /// How many findings of each construct
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,

    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    start: u64,

    /// How many at once.
    #[command(flatten)]
    jobs: JobsArgs,
}

/// Programs that are looked at for each finding that is wanted, before a construct is given up.
const PROGRAMS_A_FINDING: u64 = 20;

/// Faults that are tried in a candidate: the smaller it is, the surer one meets the only expression
/// that is left.
const FAULTS: u32 = 40;

/// The fate of a finding.
struct PlantedResult {
    before: usize,
    after: usize,
    machine_runs: u64,
    asked: u64,
    time: Duration,
}

/// Reduces and prints the table.
pub fn run(args: &PlantedArgs) -> anyhow::Result<Status> {
    let config = Config { size: args.size, progress: false, ..Config::profile(&args.profile)? };
    let generator = Generator::new(config)?;
    let mut findings = findings(&generator, args);
    let wanted: Vec<(Construct, u64)> = Construct::ALL
        .into_iter()
        .flat_map(|one| {
            let seeds = findings.remove(&one).unwrap_or_default();
            seeds.into_iter().map(move |seed| (one, seed))
        })
        .collect();
    let mut results: BTreeMap<Construct, Vec<PlantedResult>> = BTreeMap::new();
    let mut troubles = Vec::new();
    let mut progress = WorkProgress::new(wanted.len())?;
    let stop = Arc::clone(progress.stop());
    let one = |(construct, seed): &(Construct, u64)| -> Result<PlantedResult, String> {
        let program = generator.generate_here(*seed, "").map_err(|e| e.to_string())?.program;
        let before = Size::of(&program).tokens;
        let began = Instant::now();
        let mut oracle = |candidate: &Program, _: &Meaning| {
            shown(candidate, &every_function(candidate), *construct)
        };
        let settings = Settings { limits: Limits::default(), stop: &stop };
        let reduced =
            reduce(&program, &mut oracle, &settings, &mut |_| {}).map_err(|e| e.to_string())?;
        if !reduced.finished {
            return Err("stopped".to_owned());
        }
        Ok(PlantedResult {
            before,
            after: reduced.size.tokens,
            machine_runs: reduced.counts.machine_runs(),
            asked: reduced.counts.asked(),
            time: began.elapsed(),
        })
    };
    let done = parallel::in_order(&wanted, args.jobs.count(), one, |(construct, seed), result| {
        match result.unwrap_or_else(|panic| Err(format!("internal error: {panic}"))) {
            Ok(result) => results.entry(*construct).or_default().push(result),
            Err(why) => troubles.push(format!("{}, seed {seed}: {why}", construct.name())),
        }
        progress.step("")
    });
    progress.clear();
    let interrupted = was_interrupted(done)?;
    print_experiment(&table(&results), &troubles)?;
    Ok(experiment_status(&troubles, interrupted))
}

/// Seeds of programs in which a fault in a construct shows.
fn findings(generator: &Generator, args: &PlantedArgs) -> BTreeMap<Construct, Vec<u64>> {
    let mut found: BTreeMap<Construct, Vec<u64>> = BTreeMap::new();
    let most = args.seeds as usize;
    for seed in args.start..args.start.saturating_add(args.seeds * PROGRAMS_A_FINDING) {
        let missing = |one: &&Construct| found.get(one).map_or(0, Vec::len) < most;
        let missing: Vec<Construct> = Construct::ALL.iter().filter(missing).copied().collect();
        if missing.is_empty() {
            break;
        }
        let Ok(made) = generator.generate_here(seed, "") else { continue };
        let random = brinell_sensitivity::random_functions(&made.program);
        for construct in missing {
            let everywhere = every_function(&made.program);
            // Where the checksum is wrong by itself, reduction must see that as well.
            if shown(&made.program, &random, construct)
                && shown(&made.program, &everywhere, construct)
            {
                found.entry(construct).or_default().push(seed);
            }
        }
    }
    found
}

fn every_function(program: &Program) -> Vec<FuncId> {
    program.functions.ids().filter(|id| program.functions[*id].body.is_some()).collect()
}

/// Whether the fake compiler gets a program wrong.
fn shown(program: &Program, functions: &[FuncId], construct: Construct) -> bool {
    let question = SensitivityQuestion {
        functions,
        faults: FAULTS,
        seed: 1,
        limits: Limits::default(),
        // What reducing takes of the stack is free again.
        host_stack_bytes: brinell_generate::STACK / 2,
    };
    construct_reach(program, &question)
        .is_ok_and(|reach| reach.get(&construct) == Some(&Reach::Shown))
}

fn table(results: &BTreeMap<Construct, Vec<PlantedResult>>) -> String {
    let rows: Vec<Vec<String>> = Construct::ALL
        .into_iter()
        .map(|construct| {
            let found = results.get(&construct).map_or(&[][..], Vec::as_slice);
            let median = |of: &dyn Fn(&PlantedResult) -> u64| {
                let mut values: Vec<u64> = found.iter().map(of).collect();
                values.sort_unstable();
                values.get(values.len() / 2).map_or_else(|| "-".to_owned(), u64::to_string)
            };
            let most = found.iter().map(|one| one.after).max();
            let time: Duration = found.iter().map(|one| one.time).sum();
            vec![
                construct.name().to_owned(),
                found.len().to_string(),
                median(&|one| one.before as u64),
                median(&|one| one.after as u64),
                most.map_or_else(|| "-".to_owned(), |most| most.to_string()),
                median(&|one| one.machine_runs),
                median(&|one| one.asked),
                format!("{:.1} s", time.as_secs_f64() / found.len().max(1) as f64),
            ]
        })
        .collect();
    let header = ["CONSTRUCT", "FINDINGS", "TOKENS", "AFTER", "MOST", "MACHINE", "ORACLE", "TIME"];
    render::table(&header, &rows)
}
