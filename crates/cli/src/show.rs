//! `brinell show`: everything about one finding.

use crate::Status;
use crate::hunt::DEFAULT_DIR;
use crate::render;
use anyhow::Context as _;
use brinell_campaign::{
    BUNDLES, Finding, Store, StoredBundle, read_bundle, short_version, sources_of,
};
use brinell_generate::config::Config;
use clap::Args;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The arguments of `brinell show`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0    done
  2    wrong usage, no hunt in DIR, or no finding of that number

Examples:
  brinell show 3                     what was expected, what happened, and the commands
  brinell show 3 --source > bug.c    the program")]
pub struct ShowArgs {
    /// The number of the finding
    #[arg(value_name = "ID")]
    id: i64,

    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Print only the program
    #[arg(long, conflicts_with = "json")]
    source: bool,

    /// Print JSON, with the program
    #[arg(long)]
    json: bool,
}

/// Shows a finding.
pub fn run(args: &ShowArgs) -> anyhow::Result<Status> {
    let finding = load(args.id, &args.dir)?;
    let text = if args.json {
        serde_json::to_string_pretty(&finding)? + "\n"
    } else if args.source {
        sources(&finding)?.into_iter().map(|(_, text)| text).collect()
    } else {
        describe(&finding, &args.dir)
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(Status::Fine)
}

/// The finding of a number.
pub fn load(id: i64, dir: &Path) -> anyhow::Result<Finding> {
    let finding = Store::open(dir)?.finding(id)?;
    finding.with_context(|| {
        format!("no finding has the number {id}; `brinell findings {}` lists them", dir.display())
    })
}

/// The program of a finding: as stored, or generated again from its seed.
pub fn sources(finding: &Finding) -> anyhow::Result<Vec<(String, String)>> {
    sources_of(finding).map_err(anyhow::Error::msg)
}

/// The configuration that a `brinell generate` command stands for, and its profile.
pub fn config_of(command: &str) -> anyhow::Result<(Config, String)> {
    brinell_campaign::config_of(command).map_err(anyhow::Error::msg)
}

/// The reduced program of a bundle, with its own expected and actual results.
fn reduced(bundle: &StoredBundle) -> String {
    let mut words = "The program, reduced:\n".to_owned();
    let indented = |text: &str| text.trim_end().replace('\n', "\n  ");
    for (_, text) in &bundle.reduced {
        let _ = writeln!(words, "\n  {}", indented(text));
    }
    words.push('\n');
    if !bundle.never.is_empty() {
        let _ = writeln!(words, "{}", bundle.never);
    }
    let _ = writeln!(words, "It must do:\n  {}", indented(&bundle.expected));
    let _ = writeln!(words, "It does:\n  {}\n", indented(&bundle.actual));
    words
}

/// Everything about a finding except its program.
pub fn describe(finding: &Finding, dir: &Path) -> String {
    let line = &finding.line;
    let mut words = format!(
        "finding {}: {} of {}\n\n",
        line.id,
        line.verdict,
        if finding.version.is_empty() {
            line.compiler.clone()
        } else {
            short_version(&finding.version)
        }
    );
    let mut row = |name: &str, value: &str| {
        if !value.trim().is_empty() {
            let value = value.trim_end().replace('\n', "\n             ");
            let _ = writeln!(words, "{name:<12} {value}");
        }
    };
    row("compiler", &line.compiler);
    row("options", &render::option_sets(&line.options));
    row("signature", &line.signature);
    row("seen", &format!("{} times in {}", line.times, dir.display()));
    row("known", if line.known { "yes" } else { "" });
    let bundle = line.bundle.as_ref().map(|name| dir.join(BUNDLES).join(name));
    row("bundle", &bundle.map_or(String::new(), |path| path.display().to_string()));
    let first = line.duplicate_of.map_or(String::new(), |id| format!("finding {id}"));
    row(if line.only_alike { "looks like" } else { "duplicate of" }, &first);
    row("expected", &finding.expected);
    row("actual", &finding.actual);
    row("message", &finding.said);
    row("opinions", &finding.opinions);
    words.push('\n');
    let bundle = line.bundle.as_deref().and_then(|name| read_bundle(dir, line.id, name));
    if let Some(bundle) = bundle {
        words += &reduced(&bundle);
    }
    let _ = writeln!(
        words,
        "The program, {}:",
        match finding.sources.len() {
            0 => "generated again from its seed".to_owned(),
            1 => "as stored".to_owned(),
            units => format!("{units} units, as stored"),
        }
    );
    let _ = writeln!(words, "  brinell show {} {} --source > test.c", line.id, dir.display());
    let _ = writeln!(words, "  {}", finding.generate);
    if !finding.build.is_empty() {
        let _ =
            writeln!(words, "Compiled and run with:\n  {}\n  {}", finding.build, finding.execute);
        let _ = writeln!(
            words,
            "To see whether it still happens:\n  brinell replay {} {}",
            line.id,
            dir.display()
        );
    }
    words
}
