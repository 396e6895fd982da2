//! `brinell findings`: what hunts found.

use crate::Status;
use crate::hunt::DEFAULT_DIR;
use crate::render;
use anyhow::bail;
use brinell_campaign::{Filter, FindingLine, Store};
use brinell_judge::VerdictKind;
use clap::Args;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// The verdict on our own mistakes, which no compiler can get.
const OUR_BUG: &str = "our-bug";

/// The arguments of `brinell findings`.
#[derive(Debug, Args)]
#[command(after_help = "\
One line a finding: its number, how often its bug was seen, seed, compiler with options, verdict,
signature, and its bundle in DIR/bundles or the finding that it is a duplicate of or
looks like. With --keys one line a bug, in the form that --known of `brinell hunt` takes.

Verdicts:
  compiler-crash             signal, internal error, failed assertion
  compiler-hang              the limit of time
  compiler-out-of-resources  the limit of memory, file size, output or processes
  rejected-valid             a valid program is refused, or gets no image
  wrong-code                 wrong output, crash, hang or exit status of the image
  flaky                      sometimes right, sometimes wrong
  suspect-machine            independent compilers agree with each other against Brinell
  unconfirmed                nobody agrees with Brinell, and nobody independent was asked
  our-bug                    a mistake of Brinell's own

Exit codes:
  0    done
  2    wrong usage, or there is no hunt in DIR")]
pub struct FindingsArgs {
    /// Where the hunt was
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Of this compiler or family only
    #[arg(long, value_name = "NAME")]
    compiler: Option<String>,

    /// With this verdict only
    #[arg(long, value_name = "VERDICT")]
    verdict: Option<String>,

    /// The keys of different bugs instead of findings
    #[arg(long, conflicts_with = "json")]
    keys: bool,

    /// As JSON, one document a line
    #[arg(long)]
    json: bool,
}

/// Lists findings.
pub fn run(args: &FindingsArgs) -> anyhow::Result<Status> {
    if let Some(verdict) = &args.verdict
        && VerdictKind::parse(verdict).is_none()
        && verdict != OUR_BUG
    {
        let known: Vec<_> =
            VerdictKind::ALL.iter().filter(|kind| kind.is_kept()).map(|k| k.as_str()).collect();
        bail!("no verdict is called `{verdict}`; there are {}, {OUR_BUG}", known.join(", "));
    }
    let filter = Filter {
        compiler: args.compiler.clone(),
        verdict: args.verdict.clone(),
        ..Filter::default()
    };
    let findings = Store::open(&args.dir)?.findings(&filter)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        for finding in &findings {
            writeln!(out, "{}", serde_json::to_string(finding)?)?;
        }
    } else if args.keys {
        let mut keys: Vec<_> = findings.iter().map(|finding| &finding.key).collect();
        keys.sort();
        keys.dedup();
        for key in keys {
            writeln!(out, "{key}")?;
        }
    } else {
        for finding in &findings {
            writeln!(out, "{}", line(finding))?;
        }
    }
    out.flush()?;
    if findings.is_empty() && !args.json {
        writeln!(io::stderr(), "nothing was found")?;
    }
    Ok(Status::Fine)
}

fn line(finding: &FindingLine) -> String {
    let known = if finding.known { " (known)" } else { "" };
    let triage = match (&finding.bundle, finding.duplicate_of) {
        (Some(name), _) => format!("  {name}"),
        (None, Some(first)) if finding.only_alike => format!("  looks like {first}"),
        (None, Some(first)) => format!("  duplicate of {first}"),
        (None, None) => String::new(),
    };
    let words = format!(
        "{:>5}  {:>5} x  seed {:<14} {} [{}]  {}  {}{known}{triage}",
        finding.id,
        finding.times,
        finding.seed,
        finding.compiler,
        render::option_sets(&finding.options),
        finding.verdict,
        finding.signature
    );
    words.trim_end().to_owned()
}
