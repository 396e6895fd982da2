//! `cargo xtask docs`: runs the commands in the documentation and compares what they print with
//! what the pages say; `--bless` brings the pages up to date.

use anyhow::{Context as _, bail};
use brinell_testkit::console::{Page, RunBy, Session, agrees, documentation_pages, merge};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the commands in the documentation and compares their output with the pages.
#[derive(Debug, Args)]
pub struct DocsArgs {
    /// Write what the commands print into the pages; wildcards stay
    #[arg(long)]
    bless: bool,

    /// Only the blocks marked `console quick`, which the tests run as well
    #[arg(long)]
    quick: bool,

    /// Only pages whose path contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Use this `brinell` [default: build one, with --release]
    #[arg(long, value_name = "FILE")]
    brinell: Option<PathBuf>,
}

/// Runs all pages.
pub fn run(args: &DocsArgs) -> anyhow::Result<()> {
    let brinell = match &args.brinell {
        Some(file) => file.clone(),
        None => build()?,
    };
    let least = if args.quick { RunBy::Tests } else { RunBy::Xtask };
    let session = Session { root: PathBuf::from("."), brinell, least };
    let mut wrong = 0;
    for path in documentation_pages(Path::new("."))? {
        let name = path.strip_prefix(".").unwrap_or(&path).display().to_string();
        if args.only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        wrong += page(&session, &path, &name, args.bless).with_context(|| name.clone())?;
    }
    if wrong > 0 && !args.bless {
        bail!(
            "{wrong} commands print something else; `cargo xtask docs --bless` updates the pages"
        );
    }
    Ok(())
}

/// Runs one page; the number of commands that print something else than it says.
fn page(session: &Session, path: &Path, name: &str, bless: bool) -> anyhow::Result<usize> {
    let text = std::fs::read_to_string(path)?;
    let page = Page::parse(&text)?;
    let done = session.run(&page)?;
    if done.is_empty() {
        return Ok(0);
    }
    let total = done.len();
    let mut changed = Vec::new();
    for (command, actual) in done {
        let expected = page.expected(&command);
        if !agrees(expected, &actual) {
            eprintln!("{name}: $ {}", command.text);
            for line in expected {
                eprintln!("  - {line}");
            }
            for line in &actual {
                eprintln!("  + {line}");
            }
            let merged = merge(expected, &actual);
            changed.push((command, merged));
        }
    }
    eprintln!("{name}: {} of {total} commands print what it says", total - changed.len());
    if bless && !changed.is_empty() {
        std::fs::write(path, page.with_outputs(&changed))?;
    }
    Ok(changed.len())
}

fn build() -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--release", "--package", "brinell", "--quiet"];
    let status = Command::new(cargo).args(arguments).status().context("cannot run cargo")?;
    if !status.success() {
        bail!("brinell does not build");
    }
    Ok(PathBuf::from("target/release/brinell"))
}
