//! The compilers that findings are looked at with: those of this computer, as the hunt had them.

use crate::hunt::replace_sets;
use anyhow::Context as _;
use brinell_campaign::{Finding, RunSetup, SetupFile, Store};
use brinell_toolchain::{Described, Discovery, WantedCompilers, discover, from_toml};
use std::path::Path;

/// Reads a file of compilers, to be kept with a hunt.
pub fn config_file(path: &Path) -> anyhow::Result<SetupFile> {
    let cannot = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(path).with_context(cannot)?;
    let file = std::path::absolute(path).with_context(cannot)?;
    Ok(SetupFile { file: file.display().to_string(), text })
}

/// The compilers of a file; none without one.
pub fn described(config: Option<&SetupFile>) -> anyhow::Result<Vec<Described>> {
    Ok(config.map(|kept| from_toml(&kept.text, &kept.file)).transpose()?.unwrap_or_default())
}

/// The compilers for a finding: with the file of compilers and the options of its hunt, unless
/// there is another file. `only` names those that are wanted; empty for all.
pub fn for_finding(
    finding: &Finding,
    dir: &Path,
    config: Option<&Path>,
    only: &[String],
) -> anyhow::Result<Discovery> {
    for_run(&Store::open(dir)?, finding.run, config, only)
}

/// As [`for_finding`], for all findings of a run.
pub fn for_run(
    store: &Store,
    run: i64,
    config: Option<&Path>,
    only: &[String],
) -> anyhow::Result<Discovery> {
    let RunSetup { config: kept, opts, tested } = store.setup(run)?;
    let config = config.map(config_file).transpose()?.or(kept);
    let described = described(config.as_ref())?;
    let mut discovery =
        discover(&WantedCompilers { described, only: only.to_vec(), ..WantedCompilers::default() });
    if !opts.is_empty() {
        for tool in discovery.found.iter_mut().filter(|tool| tested.contains(&tool.name)) {
            replace_sets(std::slice::from_mut(tool), &opts);
        }
    }
    Ok(discovery)
}
