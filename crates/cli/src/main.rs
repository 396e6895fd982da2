//! The command line of Brinell: parses it, calls, and maps results to exit codes; nothing else.

mod args;
mod bench;
mod bundle;
mod check;
mod compare;
mod compilers;
mod completions;
#[cfg(test)]
mod documented;
mod findings;
mod generate;
mod help;
mod hunt;
mod interestingness;
mod interrupt;
mod job;
mod json;
mod man;
mod parallel;
mod print;
mod progress;
mod reduce;
mod render;
mod replay;
mod report;
mod rules;
mod show;
mod sites;
mod sources;
mod stats;
mod status_line;
mod terminal;
mod tools;
mod triage;

use args::{Cli, CliCommand};
use clap::FromArgMatches as _;
use std::io::Write;
use std::process::ExitCode;

/// Programs are made of many small things: the allocator is a sixth of generating one, and this one
/// halves that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a command ended; see `--help` for the meaning of the exit codes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum Status {
    Fine = 0,
    Undefined = 1,
    Unusable = 2,
    OutOfBudget = 3,
    Undecided = 5,
    Internal = 4,
    Interrupted = 130,
    BrokenPipe = 141,
}

fn main() -> ExitCode {
    let mut command = help::command(terminal::page_columns());
    let parsed =
        command.clone().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let result = match parsed.unwrap_or_else(|error| error.format(&mut command).exit()).command {
        CliCommand::Hunt(args) => hunt::run(&args),
        CliCommand::Findings(args) => findings::run(&args),
        CliCommand::Show(args) => show::run(&args),
        CliCommand::Replay(args) => replay::run(&args),
        CliCommand::Reduce(args) => reduce::run(&args),
        CliCommand::Interestingness(args) => interestingness::run(&args),
        CliCommand::Bundle(args) => bundle::run(&args),
        CliCommand::Triage(args) => triage::run(&args),
        CliCommand::Report(args) => report::run(&args),
        CliCommand::Check(args) => check::run(&args),
        CliCommand::Compare(args) => compare::run(&args),
        CliCommand::Compilers(args) => compilers::run(&args),
        CliCommand::Generate(args) => generate::run(&args),
        CliCommand::Print(args) => print::run(&args),
        CliCommand::Rules(args) => rules::run(&args),
        CliCommand::Bench(args) => bench::run(&args),
        CliCommand::Completions(args) => completions::run(&args),
        CliCommand::Man(args) => man::run(&args),
    };
    let status = match result {
        Ok(status) => status,
        // The reader went away (`brinell ... | head`): as after SIGPIPE, without a message. It did not
        // come to its verdict, and must not say that all is fine.
        Err(error) if is_broken_pipe(&error) => Status::BrokenPipe,
        Err(error) => {
            // If even this cannot be written, the exit code says it.
            let _ = writeln!(std::io::stderr(), "brinell: {error:#}");
            Status::Unusable
        }
    };
    ExitCode::from(status as u8)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
