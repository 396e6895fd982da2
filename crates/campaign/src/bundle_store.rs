//! Bundles on disk, written atomically.

use crate::triage_worker::BUNDLES;
use crate::workspace::Workspace;
use brinell_toolchain::{Command, End, ProcessLimits, Toolchain};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The script of a bundle, which is run before the bundle gets its final name.
pub const SCRIPT: &str = "reproduce.sh";
/// What is in every bundle, for programs.
const META: &str = "meta.json";
/// How names of bundles begin that are being written.
const UNFINISHED: &str = ".unfinished-";

/// A file of a bundle.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BundleFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it can be run.
    pub executable: bool,
}

/// Why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum BundleStoreError {
    /// It cannot be written.
    #[error("cannot write {path}: {error}")]
    Io {
        /// What.
        path: String,
        /// Why not.
        error: io::Error,
    },
    /// Something else is there.
    #[error("{0} exists and is not a bundle; choose another name")]
    Taken(String),
    /// Its own script does not show the bug.
    #[error("{SCRIPT} does not show the bug: {0}")]
    NotShown(String),
}

/// Whether a bundle can be written there: nothing is, or an old bundle, or an empty directory.
/// Anything else belongs to the user.
pub fn may_be_replaced(target: &Path) -> Result<(), BundleStoreError> {
    let is_bundle = [SCRIPT, META].iter().all(|name| target.join(name).is_file());
    let is_free = match std::fs::read_dir(target) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    let there = || BundleStoreError::Taken(target.display().to_string());
    (is_bundle || is_free).then_some(()).ok_or_else(there)
}

/// Whether a bundle can be written there, before any work is done: it [may be
/// replaced](may_be_replaced), and something can be written beside it.
pub fn can_be_written(target: &Path) -> Result<(), BundleStoreError> {
    may_be_replaced(target)?;
    let unfinished = unfinished(target)?;
    std::fs::create_dir(&unfinished).map_err(failed(&unfinished))?;
    remove(&unfinished).map_err(failed(&unfinished))
}

/// The name under which a bundle is written; nothing is there, and its directory is.
fn unfinished(target: &Path) -> Result<PathBuf, BundleStoreError> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let parent = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let unfinished = parent.join(format!("{UNFINISHED}{name}"));
    std::fs::create_dir_all(parent).map_err(failed(parent))?;
    remove(&unfinished).map_err(failed(&unfinished))?;
    Ok(unfinished)
}

/// Writes a bundle: under another name first, then its script has to show the bug, then it gets its
/// own name. One that was there before is replaced.
pub fn put(target: &Path, files: &[BundleFile], tool: &Toolchain) -> Result<(), BundleStoreError> {
    may_be_replaced(target)?;
    let unfinished = unfinished(target)?;
    let put = || -> Result<(), BundleStoreError> {
        std::fs::create_dir(&unfinished).map_err(failed(&unfinished))?;
        for file in files {
            let path = unfinished.join(&file.name);
            write(&path, file).map_err(failed(&path))?;
        }
        check(&unfinished, tool)?;
        remove(target).map_err(failed(target))?;
        std::fs::rename(&unfinished, target).map_err(failed(target))
    };
    let done = put();
    if done.is_err() {
        // What cannot be removed now is removed by the next.
        let _ = remove(&unfinished);
    }
    done
}

/// A bundle as it is on disk.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredBundle {
    /// The finding it is about.
    pub finding: i64,
    /// Its name.
    pub name: String,
    /// The title of its report.
    pub title: String,
    /// The files of the reduced program, names and texts.
    pub reduced: Vec<(String, String)>,
    /// What the reduced program must do, and what it does; in words.
    pub expected: String,
    /// What happens in its place.
    pub actual: String,
    /// Which of its lines are never executed, in words; empty where there is none.
    pub never: String,
}

/// Reads the bundle of a finding from a hunt's directory; `None` if it was removed.
pub fn read(dir: &Path, finding: i64, name: &str) -> Option<StoredBundle> {
    let bundle = dir.join(BUNDLES).join(name);
    let meta = std::fs::read(bundle.join(META)).ok()?;
    let meta: serde_json::Value = serde_json::from_slice(&meta).ok()?;
    let text = |key: &str| meta.get(key).and_then(|it| it.as_str()).unwrap_or_default().to_owned();
    let title = meta.get("title")?.as_str()?.to_owned();
    let mut reduced = Vec::new();
    for entry in std::fs::read_dir(&bundle).ok()?.flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if file.starts_with("reduced") && path.extension().is_some_and(|it| it == "c") {
            reduced.push((file, std::fs::read_to_string(path).ok()?));
        }
    }
    reduced.sort();
    let (expected, actual, never) = (text("expected"), text("actual"), text("never_executed"));
    Some(StoredBundle { finding, name: name.to_owned(), title, reduced, expected, actual, never })
}

/// Removes what a killed process was writing.
pub fn clean(dir: &Path) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The error of something that was to be done with a file.
fn failed(path: &Path) -> impl FnOnce(io::Error) -> BundleStoreError + use<> {
    let path = path.display().to_string();
    move |error| BundleStoreError::Io { path, error }
}

fn remove(dir: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Synced, so that after a power failure too a bundle that has its name is whole.
fn write(path: &Path, file: &BundleFile) -> io::Result<()> {
    let mode = if file.executable { 0o755 } else { 0o644 };
    let mut out = std::fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    out.write_all(&file.bytes)?;
    out.sync_all()
}

/// Runs the script as a user does: from another directory, and without naming a compiler.
fn check(dir: &Path, tool: &Toolchain) -> Result<(), BundleStoreError> {
    let limits = ProcessLimits { wall: Duration::from_mins(2), ..ProcessLimits::default() };
    let dir = std::path::absolute(dir).unwrap_or_else(|_| PathBuf::from(dir));
    // What it leaves behind goes away with this.
    let workspace =
        Workspace::new().map_err(|error| BundleStoreError::NotShown(error.to_string()))?;
    let command = Command::new("/bin/sh")
        .arg(dir.join(SCRIPT))
        .dir(workspace.path())
        .limits(limits)
        .isolated(true)
        .network(tool.network)
        .env("TMPDIR", workspace.path())
        .env("CC", "");
    let done = command.run().map_err(|error| BundleStoreError::NotShown(error.to_string()))?;
    if done.end == End::Exit(0) {
        return Ok(());
    }
    let words = [done.stdout, done.stderr].concat();
    let words = String::from_utf8_lossy(&words);
    Err(BundleStoreError::NotShown(format!("{}: {}", done.end, words.trim())))
}
