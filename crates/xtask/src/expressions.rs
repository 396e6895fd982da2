//! `cargo xtask expressions`: the machine against gcc and clang on random typed expressions, with
//! any seed. What differs is either our mistake or a compiler's; see who agrees with whom.
//! A known one of gcc 12: `0.0 - (double)i` is `-0.0` for a zero `i`, at every level.

use anyhow::bail;
use brinell_lang::TargetName;
use brinell_testkit::{CONFIGURATIONS, ExpressionSet, Random};
use clap::Args;

/// Arguments of `cargo xtask expressions`.
#[derive(Debug, Args)]
pub struct ExpressionsArgs {
    /// Data model: lp64 or ilp32, which run here
    #[arg(long, default_value = "lp64")]
    target: String,
    /// How many expressions to make
    #[arg(long, default_value_t = 10_000)]
    count: usize,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many differing expressions to show for each compiler
    #[arg(long, default_value_t = 3)]
    show: usize,
}

/// Compares and fails if anything differs.
pub fn run(args: &ExpressionsArgs) -> anyhow::Result<()> {
    let Some(target @ (TargetName::Lp64 | TargetName::Ilp32)) = TargetName::parse(&args.target)
    else {
        bail!("the target must be lp64 or ilp32, not `{}`", args.target);
    };
    let set = ExpressionSet::random(&mut Random::new(args.seed), target, args.count)?;
    println!("{} of {} expressions are defined", set.defined(), set.made);
    let mut differing = 0;
    for (family, level) in CONFIGURATIONS {
        let found = set.compare(family, level)?;
        println!("{} {level}: {} differ", family.as_str(), found.len());
        for text in found.iter().take(args.show) {
            println!("{text}");
        }
        differing += found.len();
    }
    let complaints = set.sanitizer_complaints()?;
    println!("sanitizer: {} complaints", complaints.len());
    for text in complaints.iter().take(args.show) {
        println!("{text}");
    }
    differing += complaints.len();
    if differing > 0 {
        bail!("{differing} results differ");
    }
    Ok(())
}
