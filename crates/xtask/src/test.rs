//! The test command: format, lints, docs, tests; all of them, then one list of what failed.

mod binaries;

use anyhow::{Context as _, bail};
use std::ffi::OsString;
use std::process::Command;
use std::time::Instant;

/// A step: its arguments to cargo and the environment it needs.
type CargoStep = (&'static [&'static str], &'static [(&'static str, &'static str)]);

const STEPS: [CargoStep; 3] = [
    (&["fmt", "--all", "--check"], &[]),
    (&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[]),
    (&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")]),
];

/// Runs all steps.
pub fn run() -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut failed = Vec::new();
    for (arguments, environment) in STEPS {
        let line = format!("cargo {}", arguments.join(" "));
        eprintln!("==> {line}");
        let started = Instant::now();
        let status = Command::new(&cargo)
            .args(arguments)
            .envs(environment.iter().copied())
            .status()
            .with_context(|| format!("cannot run {line}"))?;
        eprintln!("    {status} after {:.0} s", started.elapsed().as_secs_f64());
        if !status.success() {
            failed.push(line);
        }
    }
    failed.extend(tests(&cargo)?);
    if failed.is_empty() {
        eprintln!("==> everything passed");
        return Ok(());
    }
    bail!("{} failed:\n  {}", failed.len(), failed.join("\n  "));
}

/// Builds and runs all tests; what failed.
fn tests(cargo: &OsString) -> anyhow::Result<Vec<String>> {
    eprintln!("==> tests");
    let started = Instant::now();
    let Some(binaries) = binaries::build(cargo)? else {
        return Ok(vec!["cargo test --workspace --no-run".to_owned()]);
    };
    eprintln!("    built after {:.0} s", started.elapsed().as_secs_f64());
    let failed = binaries::run(&binaries)?;
    eprintln!(
        "    {} of {} test binaries passed after {:.0} s",
        binaries.len() - failed.len(),
        binaries.len(),
        started.elapsed().as_secs_f64()
    );
    Ok(failed)
}
