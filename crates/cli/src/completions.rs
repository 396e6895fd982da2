//! `brinell completions`: completion scripts for shells.

use crate::Status;
use crate::help::command_in_full;
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// The arguments of `brinell completions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  brinell completions bash > ~/.local/share/bash-completion/completions/brinell")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub fn run(args: &CompletionsArgs) -> anyhow::Result<Status> {
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command_in_full(), "brinell", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Status::Fine)
}
