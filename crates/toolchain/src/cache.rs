//! The cache of probe results.
//!
//! There is a file for each pair of compiler and option set. It is valid only for exactly the same
//! compiler: the key contains its command, version and files, those of its runner, and the questions
//! of the probe. It cannot contain what a driver starts by itself (an assembler, a compiler in a
//! container), so a file is valid for a day. Only successful answers are stored: an option that is
//! rejected today may be accepted once a package is installed. A cache that cannot be read or written
//! only costs time.

use crate::find::find_program;
use crate::process::Command;
use crate::toolchain::{Difference, Lack, OptionSet, Toolchain};
use brinell_lang::TargetName;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Changes when the probe concludes something else from the same answers.
const VERSION: u32 = 1;
/// How long a file counts.
const MAX_AGE: Duration = Duration::from_hours(24);
/// The environment variable that says where the cache is; empty for none.
const VARIABLE: &str = "BRINELL_CACHE";
/// How the names of its files end.
const ENDING: &str = "probe.json";

/// Where the answers of probes are kept.
#[derive(Clone, Debug)]
pub struct ProbeCache {
    dir: Option<PathBuf>,
}

impl Default for ProbeCache {
    /// The user's: in `$BRINELL_CACHE`, else in `brinell` under `$XDG_CACHE_HOME` or `~/.cache`.
    /// None if `BRINELL_CACHE` is empty.
    fn default() -> Self {
        let path = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let given = |path: &PathBuf| path.is_absolute();
        let dir = match path(VARIABLE) {
            Some(dir) => Some(dir).filter(|dir| !dir.as_os_str().is_empty()),
            None => path("XDG_CACHE_HOME")
                .filter(given)
                .or_else(|| Some(path("HOME").filter(given)?.join(".cache")))
                .map(|dir| dir.join("brinell")),
        };
        Self { dir }
    }
}

impl ProbeCache {
    /// One that keeps nothing.
    pub const fn none() -> Self {
        Self { dir: None }
    }

    /// In this directory, which is made when it is needed.
    pub const fn at(dir: PathBuf) -> Self {
        Self { dir: Some(dir) }
    }

    /// What is kept of a compiler; nothing where nothing can be.
    pub(crate) fn of(&self, toolchain: &Toolchain) -> Option<CachedProbe<'_>> {
        let dir = self.dir.as_deref()?;
        Some(CachedProbe { dir, identity: identity(toolchain)? })
    }
}

/// What is kept of one compiler.
#[derive(Debug)]
pub struct CachedProbe<'a> {
    dir: &'a Path,
    identity: Value,
}

impl CachedProbe<'_> {
    /// What was found out with these options, if it still counts.
    pub fn get(&self, questions: &str, options: &[String]) -> Option<OptionSet> {
        let key = self.key(questions, options);
        let path = self.path(&key);
        if is_old(&path)? {
            return None;
        }
        let value: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        if value["key"] != key {
            return None;
        }
        let words = |name: &str| value[name].as_array()?.iter().map(Value::as_str).collect();
        let lacks: Option<Vec<&str>> = words("lacks");
        let differs: Option<Vec<&str>> = words("differs");
        Some(OptionSet {
            options: options.to_vec(),
            target: TargetName::parse(value["target"].as_str()?)?,
            lacks: lacks?.into_iter().map(Lack::parse).collect::<Option<_>>()?,
            differs: differs?.into_iter().map(Difference::parse).collect::<Option<_>>()?,
        })
    }

    /// Keeps what was found out.
    pub fn put(&self, questions: &str, set: &OptionSet) {
        let key = self.key(questions, &set.options);
        let text = json!({
            "key": key,
            "target": set.target.as_str(),
            "lacks": set.lacks,
            "differs": set.differs,
        });
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(self.dir)?;
            // Whole or not at all: others read while this is written.
            let mut file = tempfile::Builder::new().suffix(".new").tempfile_in(self.dir)?;
            file.write_all(text.to_string().as_bytes())?;
            file.persist(self.path(&key))?;
            Ok(())
        };
        if write().is_ok() {
            self.clean();
        }
    }

    fn key(&self, questions: &str, options: &[String]) -> Value {
        let questions = blake3::hash(questions.as_bytes()).to_hex();
        json!([VERSION, questions.as_str(), self.identity, options])
    }

    fn path(&self, key: &Value) -> PathBuf {
        let hash = blake3::hash(key.to_string().as_bytes()).to_hex();
        self.dir.join(format!("{}.{ENDING}", &hash[..32]))
    }

    /// Removes what is too old to count.
    fn clean(&self) {
        for entry in fs::read_dir(self.dir).into_iter().flatten().flatten() {
            let path = entry.path();
            let ours = path.to_str().is_some_and(|path| path.ends_with(ENDING));
            if ours && is_old(&path) == Some(true) {
                // Another process may have done it.
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Whether a file is too old, or from the future; nothing if it is not there.
fn is_old(path: &Path) -> Option<bool> {
    let modified = fs::metadata(path).ok()?.modified().ok()?;
    let age = SystemTime::now().duration_since(modified).ok();
    Some(age.is_none_or(|age| age > MAX_AGE))
}

/// Everything that distinguishes one compiler from another; nothing if that cannot be determined.
fn identity(toolchain: &Toolchain) -> Option<Value> {
    let Toolchain { family, version, command, env, runner, declared_target, .. } = toolchain;
    let mut files: Vec<Value> = Vec::new();
    files.push(file(&find_program(command.first()?)?)?);
    if let Some(runner) = runner.first() {
        files.push(file(&find_program(runner)?)?);
    }
    // Scripts that an interpreter runs.
    let words = command.iter().skip(1).chain(runner.iter().skip(1));
    files.extend(words.filter_map(|word| file(Path::new(word))));
    if family == "gcc" {
        files.extend(compiler_proper(toolchain).and_then(|path| file(&path)));
    }
    let target = declared_target.map(TargetName::as_str);
    Some(json!([family, version, command, env, runner, target, files]))
}

/// What gcc's driver calls, which may be built anew without it.
fn compiler_proper(toolchain: &Toolchain) -> Option<PathBuf> {
    let (program, words) = toolchain.command.split_first()?;
    let mut command = Command::new(program).args(words).arg("-print-prog-name=cc1").isolated(true);
    for (name, value) in &toolchain.env {
        command = command.env(name, value);
    }
    let done = command.timeout(Duration::from_secs(20)).run().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    Some(PathBuf::from(text.trim())).filter(|path| path.is_absolute())
}

/// What distinguishes a file from others, and from its earlier versions.
fn file(path: &Path) -> Option<Value> {
    let path = path.canonicalize().ok()?;
    let data = path.metadata().ok().filter(fs::Metadata::is_file)?;
    let name = OsString::from(path);
    let name = name.to_string_lossy();
    Some(json!([name, data.len(), data.mtime(), data.mtime_nsec(), data.ino()]))
}
