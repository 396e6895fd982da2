//! The binaries that cargo makes of tests, run two at a time.
//!
//! `cargo test` runs them one after the other, and leaves processors idle while it waits for the last
//! test of a binary, or for compilers that a test lets hang.

use anyhow::{Context as _, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many run at once. Each has as many threads as there are processors; more of both makes tests
/// of time limits wait for each other.
const AT_ONCE: usize = 2;

/// Those that take long, longest first: what begins last should be short.
const LONG: [&str; 5] = ["cli", "corpus", "compiled", "soundness", "strangers"];

/// A test binary.
#[derive(Debug)]
pub struct TestBinary {
    name: String,
    path: PathBuf,
    /// The directory of its package, in which tests expect to run.
    dir: PathBuf,
}

/// Builds all test binaries; `None` if they do not compile, about which cargo has said all.
pub fn build(cargo: &OsStr) -> anyhow::Result<Option<Vec<TestBinary>>> {
    let done = Command::new(cargo)
        .args(["test", "--workspace", "--no-run", "--quiet"])
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo test --no-run")?;
    if !done.status.success() {
        return Ok(None);
    }
    let mut binaries = Vec::new();
    for line in String::from_utf8_lossy(&done.stdout).lines() {
        let message = serde_json::from_str(line).context("cargo's messages are JSON")?;
        binaries.extend(test_binary(&message));
    }
    if binaries.is_empty() {
        bail!("cargo names no test binary");
    }
    binaries
        .sort_by_key(|one| LONG.iter().position(|name| *name == one.name).unwrap_or(LONG.len()));
    Ok(Some(binaries))
}

/// The test binary that a message of cargo is about, if it is about one.
fn test_binary(message: &serde_json::Value) -> Option<TestBinary> {
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    Some(TestBinary {
        name: message["target"]["name"].as_str()?.to_owned(),
        path: message["executable"].as_str()?.into(),
        dir: Path::new(message["manifest_path"].as_str()?).parent()?.to_owned(),
    })
}

/// What a test binary came to.
struct TestRun {
    passed: bool,
    output: Vec<u8>,
    time: Duration,
}

/// Runs them all. What they print is shown when they are done, all of it if they fail, else the line
/// with their result. Returns the names of those that failed.
pub fn run(binaries: &[TestBinary]) -> anyhow::Result<Vec<String>> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let worker = || -> anyhow::Result<()> {
        while let Some(binary) = binaries.get(next.fetch_add(1, Ordering::Relaxed)) {
            let done = run_one(binary)?;
            // One at a time, so that their lines do not mix.
            let mut failed = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let text = String::from_utf8_lossy(&done.output);
            if done.passed {
                let result = text.lines().rev().find(|line| line.starts_with("test result"));
                let result = result.unwrap_or("passed");
                eprintln!("    {} {:.1} s: {result}", binary.name, done.time.as_secs_f64());
            } else {
                eprintln!("    {} FAILED\n{text}", binary.path.display());
                failed.push(format!("{} ({})", binary.name, binary.dir.display()));
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|one| one.join().expect("no worker panics"))
    })?;
    Ok(failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

fn run_one(binary: &TestBinary) -> anyhow::Result<TestRun> {
    let started = Instant::now();
    // One pipe for both, so that a panic stands where it happened.
    let (mut reader, writer) = std::io::pipe().context("cannot make a pipe")?;
    let mut child = Command::new(&binary.path)
        .current_dir(&binary.dir)
        .stdin(Stdio::null())
        .stdout(writer.try_clone().context("cannot share a pipe")?)
        .stderr(writer)
        .spawn()
        .with_context(|| format!("cannot start {}", binary.path.display()))?;
    let mut output = Vec::new();
    std::io::Read::read_to_end(&mut reader, &mut output).context("cannot read from a test")?;
    let status = child.wait().context("cannot wait for a test")?;
    Ok(TestRun { passed: status.success(), output, time: started.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_binaries_are_told_from_other_artifacts() {
        let message = |test: bool, executable: &str| {
            serde_json::json!({
                "reason": "compiler-artifact", "manifest_path": "/x/crates/a/Cargo.toml",
                "target": {"name": "law"}, "profile": {"test": test},
                "executable": executable,
            })
        };
        let found = test_binary(&message(true, "/x/target/law-1")).expect("it is one");
        assert_eq!((found.name.as_str(), found.dir.to_str()), ("law", Some("/x/crates/a")));
        assert!(test_binary(&message(false, "/x/target/brinell")).is_none());
        assert!(test_binary(&serde_json::json!({"reason": "build-finished"})).is_none());
    }

    #[test]
    fn a_test_binary_that_fails_is_named() {
        let one = |name: &str, path: &str| TestBinary {
            name: name.to_owned(),
            path: path.into(),
            dir: std::env::temp_dir(),
        };
        let binaries =
            [one("good", "/bin/true"), one("bad", "/bin/false"), one("fine", "/bin/true")];
        let failed = run(&binaries).expect("they can be started");
        assert_eq!(failed.len(), 1);
        assert!(failed[0].starts_with("bad "), "{failed:?}");
        assert!(run(&[one("none", "/nowhere/at/all")]).is_err());
    }
}
