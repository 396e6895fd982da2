//! Repeating a finding with the compilers that are installed now.

use crate::cpu::CpuSplit;
use crate::images::{ProgramFiles, SharedRuns, observe};
use crate::origin::is_crash_only;
use crate::pair;
use crate::patience::Patience;
use crate::store::Finding;
use crate::trial;
use crate::workspace::Workspace;
use brinell_judge::{Compiled, Observation};
use brinell_toolchain::Toolchain;

/// How often an image is run.
const RUNS: u32 = 3;

/// The fate of a finding.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Replayed {
    /// It happens again, in the same way.
    Again {
        /// What happened, for each option set.
        what: Vec<(String, String)>,
    },
    /// Something else is wrong now.
    Otherwise {
        /// What happened, for each option set.
        what: Vec<(String, String)>,
    },
    /// All is well.
    Gone,
    /// Cannot tell, and why.
    CannotTell(String),
}

/// Compiles and runs the program of a finding again. `sources` are its units, `tools` the compilers
/// that are here.
pub fn replay(finding: &Finding, sources: &[(String, String)], tools: &[Toolchain]) -> Replayed {
    let line = &finding.line;
    let workspace = match Workspace::new() {
        Ok(workspace) => workspace,
        Err(error) => return Replayed::CannotTell(format!("no temporary directory: {error}")),
    };
    // From the full names back to what follows the stem.
    let texts: Vec<(String, String)> = sources
        .iter()
        .map(|(name, text)| {
            let name = name.strip_prefix(crate::images::STEM).unwrap_or(name);
            (name.strip_suffix(".c").unwrap_or(name).to_owned(), text.clone())
        })
        .collect();
    let compiles_only = is_crash_only(finding);
    let mut what = Vec::new();
    let (mut same, mut wrong) = (false, false);
    for options in &line.options {
        let (tool, set) = match pair::probed(finding, options, tools) {
            Ok(probed) => probed,
            Err(why) => return Replayed::CannotTell(why),
        };
        let seen =
            ProgramFiles::write(&workspace.path().join("replay"), &texts).and_then(|files| {
                let mut runs = if compiles_only {
                    SharedRuns::none()
                } else {
                    SharedRuns::repeated(RUNS, Patience::Full)
                };
                observe(&tool, &set.options, &files, &mut runs, &mut CpuSplit::default())
            });
        let seen = match seen {
            Ok(seen) => seen.observation,
            Err(trouble) => return Replayed::CannotTell(trouble.0),
        };
        if let Compiled::NotComparable(why) = &seen.compiled {
            return Replayed::CannotTell(why.clone());
        }
        let actual = trial::actual(&seen);
        same |= is_same(finding, &seen, &actual);
        let fine = compiles_only && seen.compiled == Compiled::Ok;
        wrong |= !fine && actual != finding.expected;
        what.push((options.clone(), actual));
    }
    match (same, wrong) {
        (true, _) => Replayed::Again { what },
        (false, true) => Replayed::Otherwise { what },
        (false, false) => Replayed::Gone,
    }
}

/// Whether it is the same wrong: the same outcome, or for compilers that fail the same signature.
/// Where the outcome varies, any other than the expected one is.
fn is_same(finding: &Finding, seen: &Observation, actual: &str) -> bool {
    match &seen.compiled {
        Compiled::Crashed { signature } | Compiled::Rejected { signature } => {
            *signature == finding.line.signature
        }
        Compiled::Ok if finding.actual.starts_with(trial::VARIES) => {
            seen.varies() || actual != finding.expected
        }
        _ => actual == finding.actual,
    }
}
