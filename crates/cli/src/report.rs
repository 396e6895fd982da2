//! `brinell report`: a campaign as one HTML page.

use crate::Status;
use crate::hunt::DEFAULT_DIR;
use anyhow::Context as _;
use brinell_campaign::{BUNDLES, FindingFilter, Store, quoted, read_bundle};
use brinell_report::words::url_segment;
use brinell_report::{Campaign, in_full, page};
use clap::Args;
use std::fs::Permissions;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The default file of the page.
const FILE: &str = "report.html";

/// The arguments of `brinell report`.
#[derive(Debug, Args)]
#[command(after_help = "\
The page has no script and needs no network; it can be opened in a browser, printed or attached.
It begins with the bugs: each with its reduced program, what that must do and what it does, and links
to its bundle; the original finding, with commands and program, is folded. Then come compilers,
verdicts, plots over time, CPU time and runs.

The hunt may still be running. An older page in FILE is replaced once the new one is complete. If a
campaign is too large for one page, the page says what it leaves out.

Exit codes:
  0    done
  2    wrong usage, no hunt in DIR, or FILE cannot be written

Examples:
  brinell report                          brinell-hunt/report.html
  brinell report mine -o /tmp/mine.html
  brinell report -o - | gzip > report.html.gz")]
pub struct ReportArgs {
    /// Directory of the hunt
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// File for the page; - is standard output [default: DIR/report.html]
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
}

/// Writes the page.
pub fn run(args: &ReportArgs) -> anyhow::Result<Status> {
    let path = args.output.clone().unwrap_or_else(|| args.dir.join(FILE));
    let page = make(&args.dir, bundles_at(&args.dir, &path).as_deref())?;
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        out.write_all(page.as_bytes())?;
        out.flush()?;
    } else {
        replace(&path, &page).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(io::stderr(), "the report is in {}", path.display())?;
    }
    Ok(Status::Fine)
}

/// Where bundles are, seen from a page: a relative URL, so that the directory can be moved with the
/// page in it. Nothing where the page goes to standard output, or the way leads through the root.
fn bundles_at(dir: &Path, page: &Path) -> Option<String> {
    if page == Path::new("-") {
        return None;
    }
    let from = match page.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.canonicalize().ok()?,
        _ => Path::new(".").canonicalize().ok()?,
    };
    let to = dir.canonicalize().ok()?.join(BUNDLES);
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(common).map(|_| "..".to_owned());
    let down =
        to.components().skip(common).map(|part| url_segment(&part.as_os_str().to_string_lossy()));
    (common > 1).then(|| up.chain(down).collect::<Vec<_>>().join("/"))
}

/// Reads the campaign of a directory.
fn make(dir: &Path, bundles_at: Option<&str>) -> anyhow::Result<String> {
    let store = Store::open(dir)?;
    let findings = store.findings(&FindingFilter::default())?;
    let full: Vec<_> = in_full(&findings)
        .into_iter()
        .filter_map(|id| store.finding(id).transpose())
        .collect::<Result<_, _>>()?;
    let bundles: Vec<_> = findings
        .iter()
        .filter_map(|line| read_bundle(dir, line.id, line.bundle.as_deref()?))
        .collect();
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(page(&Campaign {
        dir: &quoted(&dir.to_string_lossy()),
        made_ms: i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        brinell: env!("CARGO_PKG_VERSION"),
        summary: &store.summary(None)?,
        runs: &store.runs()?,
        samples: &store.samples()?,
        findings: &findings,
        full: &full,
        bundles: &bundles,
        bundles_at,
    }))
}

/// Puts a text into a file, whole or not at all.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // The file behind a link, so that the link stays.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        // A device or a pipe must not be replaced by a file; a directory says no.
        return std::fs::write(path, text);
    }
    let dir = match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .prefix(".report-")
        // Others may read it, as far as the user lets them.
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(dir)?;
    file.write_all(text.as_bytes())?;
    file.persist(&path)?;
    Ok(())
}
