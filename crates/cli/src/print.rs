//! `brinell print`: a program as self-contained C.

use crate::Status;
use crate::args::{Color, SourceArgs};
use crate::job::{CheckReport, Input};
use crate::{job, parallel, render};
use anyhow::Context as _;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// The arguments of `brinell print`.
#[derive(Debug, Args)]
#[command(after_help = "\
The text has no #include and no macros, declares only what the program uses, and means the same for
the chosen target. Printing it again changes nothing.

Examples:
  brinell print prog.c
  csmith | brinell print -I /usr/include/csmith -o plain.c -")]
pub struct PrintArgs {
    /// C file; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How the source is read.
    #[command(flatten)]
    source: SourceArgs,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

/// Prints the program.
pub fn run(args: &PrintArgs) -> anyhow::Result<Status> {
    let input = [Input::from_arg(&args.file)?];
    let mut status = Status::Fine;
    parallel::in_order(
        &input,
        1,
        |input| {
            let parsed = job::parse(input, &args.source);
            parsed.program.map(|program| brinell_print::print(&program)).map_err(|verdict| {
                let (times, size, sources) = (parsed.times, parsed.size, parsed.sources);
                Box::new(CheckReport { name: input.name(), verdict, times, size, sources })
            })
        },
        |input, result| {
            let result = result
                .unwrap_or_else(|message| Err(Box::new(CheckReport::internal(input, message))));
            match result {
                Ok(text) => write(args, &text),
                Err(mut report) => {
                    status = report.verdict.status();
                    let diagnostic = render::diagnostic(&mut report, args.color.on_stderr());
                    Ok(io::stderr().write_all(diagnostic.as_bytes())?)
                }
            }
        },
    )?;
    Ok(status)
}

fn write(args: &PrintArgs, text: &str) -> anyhow::Result<()> {
    match &args.output {
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
        }
        None => Ok(io::stdout().write_all(text.as_bytes())?),
    }
}
