//! `brinell findings`: what hunts found.

use crate::Status;
use crate::hunt::DEFAULT_DIR;
use crate::render;
use anyhow::anyhow;
use brinell_campaign::{FindingFilter, FindingLine, Store};
use brinell_judge::{VerdictKind, is_telling};
use brinell_report::{BugGroup, Standing, bugs};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::PathBuf;

/// The arguments of `brinell findings`.
#[derive(Debug, Args)]
#[command(after_help = "\
Findings are grouped by bug, as far as triage can tell. Below the line that names a bug, each finding
has a line with its number, how often its key was seen, seed, compiler with options, verdict,
signature, and its bundle in DIR/bundles or the finding that it duplicates or looks like. --flat
prints only these lines, in the order in which the findings were made.

--keys prints one line per bug, in the form that --known of `brinell hunt` accepts. Wrong code, and
failures without an informative message, have a key only after `brinell triage DIR`.

Verdicts:
  compiler-crash             signal, internal error, failed assertion
  compiler-hang              the compiler reached its time limit
  compiler-out-of-resources  the limit of memory, file size, output or processes
  rejected-valid             a valid program is rejected, or no executable is produced
  wrong-code                 wrong output or exit status, crash or hang of the executable
  flaky                      sometimes right, sometimes wrong
  suspect-machine            independent compilers agree with each other against Brinell
  unconfirmed                no compiler agrees with Brinell, and no two families agree against it
  our-bug                    a bug in Brinell

Exit codes:
  0    done
  2    wrong usage, or there is no hunt in DIR")]
pub struct FindingsArgs {
    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Only findings of this compiler or family
    #[arg(long, value_name = "NAME")]
    compiler: Option<String>,

    /// Only findings with this verdict
    #[arg(long, value_name = "VERDICT")]
    verdict: Option<String>,

    /// Print the keys of distinct bugs instead of findings
    #[arg(long, conflicts_with = "json")]
    keys: bool,

    /// One line per finding, in the order in which they were made
    #[arg(long, conflicts_with_all = ["json", "keys"])]
    flat: bool,

    /// Print JSON, one document per line
    #[arg(long)]
    json: bool,
}

/// Lists findings.
pub fn run(args: &FindingsArgs) -> anyhow::Result<Status> {
    let verdict = args.verdict.as_deref().map(|name| {
        VerdictKind::parse(name).ok_or_else(|| {
            let kept = VerdictKind::ALL.iter().filter(|kind| kind.is_kept());
            let kept: Vec<_> = kept.map(|kind| kind.as_str()).collect();
            anyhow!("there is no verdict `{name}`; the verdicts are {}", kept.join(", "))
        })
    });
    let filter = FindingFilter {
        compiler: args.compiler.clone(),
        verdict: verdict.transpose()?,
        ..FindingFilter::default()
    };
    let store = Store::open(&args.dir)?;
    let findings = store.findings(&filter)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        for finding in &findings {
            writeln!(out, "{}", serde_json::to_string(finding)?)?;
        }
    } else if args.keys {
        let (keys, without) = keys(&store, &findings)?;
        for key in keys {
            writeln!(out, "{key}")?;
        }
        out.flush()?;
        if without > 0 {
            writeln!(
                io::stderr(),
                "{without} findings have no key before triage: run `brinell triage {}`",
                args.dir.display()
            )?;
        }
    } else if !args.flat {
        for group in bugs(&findings) {
            writeln!(out, "{}", head(&group))?;
            for finding in std::iter::once(group.first).chain(group.others) {
                writeln!(out, "{}", line(finding))?;
            }
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

/// Keys of bugs, and the number of findings that accuse a compiler and have no key.
fn keys(store: &Store, findings: &[FindingLine]) -> anyhow::Result<(BTreeSet<String>, usize)> {
    let triaged = store.triaged()?.into_iter();
    let features: BTreeMap<i64, _> = triaged
        .filter_map(|(_, triaged)| Some((triaged.finding, triaged.features?.key().to_string())))
        .collect();
    let (mut keys, mut without) = (BTreeSet::new(), 0);
    for finding in findings.iter().filter(|finding| finding.accuses()) {
        let own = finding.verdict != VerdictKind::WrongCode;
        match features.get(&finding.id) {
            Some(key) => drop(keys.insert(key.clone())),
            // The compiler's own message is enough.
            None if own && is_telling(&finding.signature) => drop(keys.insert(finding.key.clone())),
            None => without += 1,
        }
    }
    Ok((keys, without))
}

/// The line above the findings of a bug.
fn head(group: &BugGroup<'_>) -> String {
    let count = match group.others.len() {
        0 => "1 finding".to_owned(),
        others => format!("{} findings", others + 1),
    };
    let key = &group.first.key;
    match (group.bug, group.standing) {
        (Some(id), _) => format!("bug of finding {id}: {key}, {count}"),
        (None, Standing::Known) => format!("known: {key}, {count}"),
        (None, Standing::Accuses) => format!("not triaged: {key}, {count}"),
        (None, Standing::Doubtful | Standing::OurBug) => format!("doubtful: {key}, {count}"),
    }
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
