//! Chores of the repository, run as `cargo xtask CHORE`.

mod agreement;
mod docs;
mod expressions;
mod install;
mod layout;
#[cfg(test)]
mod names;
mod options;
mod screens;
mod test;
#[cfg(test)]
mod tidy;

use clap::{Parser, Subcommand};
use std::path::Path;
use std::process::ExitCode;

/// Chores of the Brinell repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct XtaskArgs {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// The test command: installs what the tests need, then checks format, lints, docs and tests
    Test {
        /// Do not install anything; fail where something is missing
        #[arg(long)]
        no_install: bool,
    },
    /// Compares the layout of random record types with the compilers of every target
    Layout(layout::LayoutArgs),
    /// Compares the machine with compilers on random typed expressions
    Expressions(expressions::ExpressionsArgs),
    /// Compares generated programs with what every installed compiler makes of them
    Agreement(agreement::AgreementArgs),
    /// Hunts with options and compilers that change what programs mean, and prints a table
    Options(options::OptionsArgs),
    /// Takes the pictures of docs/hunt.md: terminals of three widths, and the page of a report
    Screens(screens::ScreensArgs),
    /// Runs the commands in the documentation and compares their output with the pages
    Docs(docs::DocsArgs),
    /// Installs the compilers that the tests need, by the names of their Debian packages
    Install,
}

fn main() -> ExitCode {
    // `cargo xtask` may be called from anywhere in the repository.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let result =
        std::env::set_current_dir(&root).map_err(Into::into).and_then(
            |()| match XtaskArgs::parse().chore {
                Chore::Test { no_install } => {
                    install::ensure(!no_install).and_then(|()| test::run())
                }
                Chore::Expressions(args) => expressions::run(&args),
                Chore::Layout(args) => layout::run(&args),
                Chore::Agreement(args) => agreement::run(&args),
                Chore::Options(args) => options::run(&args),
                Chore::Screens(args) => screens::run(&args),
                Chore::Docs(args) => docs::run(&args),
                Chore::Install => install::ensure(true),
            },
        );
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
