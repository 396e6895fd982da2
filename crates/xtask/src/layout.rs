//! `cargo xtask layout`: compares `lang`'s layout of random record types with the compilers of any
//! target, cross compilers included. Nothing is run, so no emulator is needed.

use anyhow::bail;
use brinell_lang::TargetName;
use brinell_testkit::{Mismatch, Random, TargetCompiler, probes, random_records};
use clap::Args;
use std::io::{IsTerminal as _, Write as _};

/// Records a compilation: few enough that one fits avr's address space.
const BATCH: usize = 500;

/// Arguments of `cargo xtask layout`.
#[derive(Debug, Args)]
pub struct LayoutArgs {
    /// Data model to check: lp64, ilp32, llp64, ip16, s390x or all
    #[arg(long, default_value = "all")]
    target: String,
    /// How many record types to make for each compiler
    #[arg(long, default_value_t = 20_000)]
    types: usize,
    /// Where the random types begin; batch N is made from seed + N
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many differing records to show in full
    #[arg(long, default_value_t = 3)]
    show: usize,
}

/// Compares and fails if anything differs.
pub fn run(args: &LayoutArgs) -> anyhow::Result<()> {
    let targets = match (args.target.as_str(), TargetName::parse(&args.target)) {
        ("all", _) => TargetName::ALL.to_vec(),
        (_, Some(target)) => vec![target],
        (other, None) => {
            let known = TargetName::ALL.map(TargetName::as_str).join(", ");
            bail!("unknown target `{other}`; known are {known} and all");
        }
    };
    let mut differing = 0;
    for target in targets {
        for probe in probes(target)? {
            differing += compare(args, target, &probe)?;
        }
    }
    if differing > 0 {
        bail!("{differing} layouts differ");
    }
    Ok(())
}

fn compare(args: &LayoutArgs, target: TargetName, probe: &TargetCompiler) -> anyhow::Result<usize> {
    let name = format!("{:6} {}", target.as_str(), probe.program.display());
    let fundamental = probe.compare_fundamental()?;
    for difference in &fundamental {
        println!("{name}: {difference}");
    }
    let mut mismatches: Vec<Mismatch> = Vec::new();
    let batches = args.types.div_ceil(BATCH);
    for batch in 0..batches {
        if std::io::stderr().is_terminal() {
            eprint!("\r{name}: {batch}/{batches} ");
            std::io::stderr().flush()?;
        }
        let seed = args.seed.wrapping_add(batch as u64);
        let set = random_records(&mut Random::new(seed), &probe.target, BATCH);
        mismatches.extend(probe.compare(&set)?);
    }
    if std::io::stderr().is_terminal() {
        eprint!("\r");
    }
    println!("{name}: {} records, {} differ", batches * BATCH, mismatches.len());
    // The smallest are the quickest to understand.
    mismatches.sort_by_key(|mismatch| mismatch.source.len());
    for mismatch in mismatches.iter().take(args.show) {
        println!("{mismatch}");
    }
    Ok(fundamental.len() + mismatches.len())
}
