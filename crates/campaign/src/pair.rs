//! The pair of compiler and option set that a finding is about, as it is on this computer now.

use crate::origin::config_of;
use crate::store::Finding;
use brinell_lang::TargetName;
use brinell_toolchain::{OptionSet, ProbeCache, Toolchain, probe_sets};

/// The compiler of a finding with one of its option sets. Options that were not probed are probed
/// now. An error says why nothing can be concluded from that pair.
pub fn probed(
    finding: &Finding,
    options: &str,
    tools: &[Toolchain],
) -> Result<(Toolchain, OptionSet), String> {
    let name = &finding.line.compiler;
    let tool = tools.iter().find(|tool| tool.name == *name);
    let mut tool = tool.cloned().ok_or_else(|| format!("{name} is not installed"))?;
    let words: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let cache = ProbeCache::default();
    probe_sets(std::slice::from_mut(&mut tool), std::slice::from_ref(&words), &cache);
    let Some(set) = tool.set(&words).cloned() else {
        let why = tool.left_out.iter().find(|set| set.options == words);
        let why = why.map_or("", |set| set.why.as_str());
        return Err(format!("{name} cannot be tested with `{options}`: {why}"));
    };
    let target = target_of(finding)?;
    if set.target != target {
        let (is, was) = (set.target.as_str(), target.as_str());
        return Err(format!("{name} {options} compiles for {is}, but the program is for {was}"));
    }
    Ok((tool, set))
}

/// The data model that the program of a finding was written for.
fn target_of(finding: &Finding) -> Result<TargetName, String> {
    Ok(config_of(&finding.generate)?.0.target)
}
