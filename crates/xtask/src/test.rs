//! The test command: format, lints, docs, tests; all of them, then one list of what failed.

use anyhow::{Context as _, bail};
use std::process::Command;
use std::time::Instant;

/// A step: its arguments to cargo and the environment it needs.
type CargoStep = (&'static [&'static str], &'static [(&'static str, &'static str)]);

const STEPS: [CargoStep; 4] = [
    (&["fmt", "--all", "--check"], &[]),
    (&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[]),
    (&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")]),
    (&["test", "--workspace", "--no-fail-fast"], &[]),
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
    if failed.is_empty() {
        eprintln!("==> all {} steps passed", STEPS.len());
        return Ok(());
    }
    bail!("{} of {} steps failed:\n  {}", failed.len(), STEPS.len(), failed.join("\n  "));
}
