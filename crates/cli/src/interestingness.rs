//! `brinell interestingness`: a finding as a script for any reducer.

use crate::args::LimitArgs;
use crate::hunt::DEFAULT_DIR;
use crate::reduce::{ReductionCase, write_script};
use crate::tools::for_finding;
use crate::{Status, show};
use anyhow::{Context as _, bail};
use brinell_campaign::DefinednessCheck;
use clap::Args;
use std::path::PathBuf;

/// The arguments of `brinell interestingness`.
#[derive(Debug, Args)]
#[command(after_help = "\
The script exits with 0 if the file test.c in the current directory still shows the finding: the
program is defined, the same compiler fails in the same way, and other compilers are right. It calls
`brinell check` to find out whether the program is defined and what it must do; the environment variable
BRINELL names another executable. It works in a fresh directory that contains only the file.

Exit codes:
  0    written
  2    wrong usage, no such finding or compiler, or a program of several files

Examples:
  brinell interestingness 3                 finding 3 of the hunt here, to interesting-3.sh
  brinell show 3 --source > test.c
  cvise ./interesting-3.sh test.c
  brinell reduce test.c --test ./interesting-3.sh")]
pub struct InterestingnessArgs {
    /// The number of the finding
    #[arg(value_name = "ID")]
    id: i64,

    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Write to this file [default: interesting-ID.sh]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// More compilers, described in a TOML file [default: that of the hunt]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// What a run may use up.
    #[command(flatten)]
    limits: LimitArgs,
}

/// The name that the script gives to the program's file.
const FILE: &str = "test.c";

/// Writes the script.
pub fn run(args: &InterestingnessArgs) -> anyhow::Result<Status> {
    let finding = show::load(args.id, &args.dir)?;
    if show::sources(&finding)?.len() > 1 {
        bail!("the program has several files; `brinell reduce` makes one of them");
    }
    let tools = for_finding(&finding, &args.dir, args.config.as_deref(), &[])?.found;
    let case = match ReductionCase::of(&finding, &tools, &args.limits.limits())? {
        Ok(case) => case,
        Err(status) => return Ok(status),
    };
    let (config, _) = show::config_of(&finding.generate)?;
    let brinell =
        std::env::current_exe().context("cannot determine the path of this executable")?;
    let mut words = vec![brinell.display().to_string()];
    words.extend(
        ["--target", config.target.as_str(), "--std", config.std.as_str()].map(str::to_owned),
    );
    let script = case.witness.script(FILE, &DefinednessCheck::Machine(words));
    let output =
        args.output.clone().unwrap_or_else(|| format!("interesting-{}.sh", args.id).into());
    write_script(&output, &script)?;
    Ok(Status::Fine)
}
