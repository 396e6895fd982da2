//! `brinell replay`: whether a finding still happens.

use crate::hunt::DEFAULT_DIR;
use crate::tools::for_finding;
use crate::{Status, show};
use brinell_campaign::{Replayed, replay};
use clap::Args;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// The arguments of `brinell replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Compiles and runs the program of a finding again, with the compiler of the same name.

Exit codes:
  0    it still happens, in the same way or in another
  1    it no longer happens
  2    cannot tell: no such finding or compiler, or this computer is in trouble")]
pub struct ReplayArgs {
    /// The number of the finding
    #[arg(value_name = "ID")]
    id: i64,

    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// More compilers, described in a TOML file [default: that of the hunt]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Replays a finding.
pub fn run(args: &ReplayArgs) -> anyhow::Result<Status> {
    let finding = show::load(args.id, &args.dir)?;
    let sources = show::sources(&finding)?;
    let only = [finding.line.compiler.clone()];
    let discovery = for_finding(&finding, &args.dir, args.config.as_deref(), &only)?;
    let mut out = io::stdout().lock();
    let (status, words, what) = match replay(&finding, &sources, &discovery.found) {
        Replayed::Again { what } => (Status::Fine, "still happens".to_owned(), what),
        Replayed::Otherwise { what } => {
            (Status::Fine, "now happens in another way".to_owned(), what)
        }
        Replayed::Gone => (Status::Undefined, "no longer happens".to_owned(), Vec::new()),
        Replayed::CannotTell(why) => {
            let reason =
                discovery.left_out.first().map_or(String::new(), |out| format!(" ({})", out.why));
            (Status::Unusable, format!("cannot tell: {why}{reason}"), Vec::new())
        }
    };
    let line = &finding.line;
    writeln!(out, "finding {}, {} of {}: {words}", line.id, line.verdict, line.compiler)?;
    if !what.is_empty() {
        writeln!(out, "expected: {}", finding.expected.replace('\n', ", "))?;
    }
    for (options, actual) in what {
        let command = format!("{} {options}", line.compiler);
        writeln!(out, "{}: {}", command.trim_end(), actual.replace('\n', ", "))?;
    }
    Ok(status)
}
