//! Second opinions: which referees are asked if a verdict is in doubt.
//!
//! One referee that agrees with the machine is enough, so referees are asked one at a time, the
//! cheapest family first, until there is no doubt. A referee may be a compiler under test for which
//! the fast path said "fine": that does not count as an opinion until the compiler's own command has
//! confirmed it. No referee is asked about known bugs.

use super::{TrialCase, TrialStop, Trials, differs, does_without, is_written_around, keys};
use crate::cpu::CpuSplit;
use crate::images::{self, ProgramFiles};
use brinell_judge::{Judgement, Verdict, VerdictKind, accusation, is_telling};
use brinell_lang::TargetName;
use brinell_toolchain::{OptionSet, Toolchain};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// Families by what it costs to ask them, those that are not here between the small ones and the
/// optimising ones: milliseconds for tcc, tens of them for gcc and clang.
const CHEAP: [&str; 3] = ["tcc", "chibicc", "pcc"];
const EXPENSIVE: [&str; 2] = ["gcc", "clang"];

/// Whom to install for an opinion about programs for this kind of computer.
const REFEREES: [&str; 3] = ["gcc", "clang", "tcc"];

/// A compiler that can be asked.
#[derive(Copy, Clone)]
enum OtherOpinion<'a> {
    /// Compilers that were fine on the fast path, by the index of that observation.
    Fast(usize),
    /// Compilers that were not asked so far, with these options.
    Other(&'a Toolchain, &'a [String]),
}

impl<'a> Trials<'a> {
    /// Asks others while there are verdicts in doubt, and gives the verdicts then.
    pub(super) fn second_opinions(
        &self,
        case: &mut TrialCase<'_, 'a>,
        dir: &Path,
        last_time: bool,
        cpu: &mut CpuSplit,
    ) -> Result<Judgement, TrialStop> {
        let mut judged = case.judge();
        let mut spent = CpuSplit::default();
        let mut asked = Ok(());
        for witness in self.witnesses(case) {
            if !self.is_in_doubt(case, &judged) {
                break;
            }
            asked = self.ask(case, witness, dir, last_time, &mut spent);
            if asked.is_err() {
                break;
            }
            judged = case.judge();
        }
        cpu.opinions += spent.total();
        asked?;
        // A known bug is counted as what it is, though no compiler was asked.
        for (index, verdict) in judged.verdicts.iter_mut().enumerate().take(case.tested) {
            if is_doubt(verdict)
                && let Some(known) = self.known_accusation(case, index)
            {
                *verdict = known;
            }
        }
        self.remember(case, &judged);
        Ok(judged)
    }

    fn is_in_doubt(&self, case: &TrialCase<'_, 'a>, judged: &Judgement) -> bool {
        let tested = judged.verdicts.iter().enumerate().take(case.tested);
        tested.filter(|(_, v)| is_doubt(v)).any(|(i, _)| self.known_accusation(case, i).is_none())
    }

    /// The accusation against an observation if some compiler agreed with the machine, where that is
    /// known already: it is on the list of known bugs, or a rejection with a message for which there was a
    /// second opinion before.
    fn known_accusation(&self, case: &TrialCase<'_, 'a>, index: usize) -> Option<Verdict> {
        let observation = &case.seen[index].observation;
        let verdict = accusation(&case.expected, observation);
        let (own, of_family) = keys(observation, &verdict);
        let rejected_before = || {
            verdict.kind() == VerdictKind::RejectedValid
                && self.rejections.lock().is_ok_and(|rejections| rejections.contains(&own))
        };
        (verdict.kind().is_finding()
            && (self.known.contains([&own, &of_family]) || rejected_before()))
        .then_some(verdict)
    }

    /// Keeps the keys of rejections that had a second opinion.
    fn remember(&self, case: &TrialCase<'_, 'a>, judged: &Judgement) {
        for (seen, verdict) in case.seen.iter().zip(&judged.verdicts).take(case.tested) {
            if let Verdict::RejectedValid { signature } = verdict
                && is_telling(signature)
                && let Ok(mut rejections) = self.rejections.lock()
            {
                rejections.insert(keys(&seen.observation, verdict).0);
            }
        }
    }

    /// All referees for a program, the cheapest first; one of each family that is not
    /// under test.
    fn witnesses(&self, case: &TrialCase<'_, 'a>) -> Vec<OtherOpinion<'a>> {
        let mut families: BTreeSet<&str> =
            case.tools.iter().map(|tool| tool.family.as_str()).collect();
        let mut all = Vec::new();
        for (index, seen) in case.seen.iter().enumerate() {
            if seen.observation.on_fast_path {
                all.push((cost(case.tools[index]), OtherOpinion::Fast(index)));
            }
        }
        for tool in self.referees {
            let Some(options) = fitting(tool, case) else { continue };
            if families.insert(&tool.family) {
                all.push((cost(tool), OtherOpinion::Other(tool, options)));
            }
        }
        all.sort_by_key(|(cost, _)| *cost);
        all.into_iter().map(|(_, witness)| witness).collect()
    }

    fn ask(
        &self,
        case: &mut TrialCase<'_, 'a>,
        witness: OtherOpinion<'a>,
        dir: &Path,
        last_time: bool,
        cpu: &mut CpuSplit,
    ) -> Result<(), TrialStop> {
        let files = ProgramFiles::write(&dir.join("opinions"), &case.made.texts)?;
        let (tool, options) = match witness {
            OtherOpinion::Fast(index) => {
                (case.tools[index], case.seen[index].observation.options.clone())
            }
            OtherOpinion::Other(tool, options) => (tool, options.to_vec()),
        };
        let mut runs = case.runs(1, case.patience());
        let seen = match images::observe(tool, &options, &files, &mut runs, cpu) {
            Err(_) if last_time => return Ok(()),
            seen => seen?,
        };
        self.give_up_if_asked()?;
        match witness {
            OtherOpinion::Other(..) => {
                case.seen.push(seen);
                case.tools.push(tool);
            }
            OtherOpinion::Fast(index) => {
                let fine = seen.observation.ran.as_ref().is_some_and(|r| r.does(&case.expected));
                case.seen[index] = seen;
                if !fine {
                    // A finding like any other: it is done again before it counts.
                    self.confirm(case, &[index], dir, last_time, cpu)?;
                }
            }
        }
        Ok(())
    }

    /// Why no compiler confirms a finding, and what would help.
    pub(super) fn why_unconfirmed(&self, case: &TrialCase<'_, 'a>, index: usize) -> String {
        let target = case.made.facts.config.target;
        let own = &case.tools[index].family;
        let all = || self.compilers.iter().chain(self.referees);
        let others: Vec<_> =
            all().filter(|tool| tool.family != *own && compiles_for(tool, target)).collect();
        if others.is_empty() {
            let mut words = format!("no second compiler for {} here", target.as_str());
            let missing = REFEREES.iter().find(|name| all().all(|tool| tool.family != **name));
            if let Some(name) = missing.filter(|_| target == TargetName::Lp64) {
                let _ = write!(words, "; install {name}");
            }
            return words;
        }
        let asked = |tool: &&&Toolchain| case.tools.iter().any(|other| other.name == tool.name);
        let names = |tools: Vec<&&Toolchain>| {
            let names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
            names.join(", ")
        };
        let asked: Vec<_> = others.iter().filter(asked).collect();
        if asked.is_empty() {
            format!(
                "the program uses features that {} lack, or choices that they make differently",
                names(others.iter().collect())
            )
        } else {
            format!("{} did not agree with the machine either", names(asked))
        }
    }
}

/// Whether a verdict is one that others could decide.
fn is_doubt(verdict: &Verdict) -> bool {
    matches!(verdict.kind(), VerdictKind::SuspectMachine | VerdictKind::Unconfirmed)
}

/// The cheapest options with which a compiler can take the program.
fn fitting<'a>(tool: &'a Toolchain, case: &TrialCase<'_, '_>) -> Option<&'a [String]> {
    let fits = |set: &&OptionSet| {
        set.target == case.made.facts.config.target
            && set.lacks.iter().all(|lack| does_without(case.made, *lack))
            && differs(set, &case.made.meaning).is_none()
            && is_written_around(set, &case.made.facts.config)
    };
    tool.option_sets.iter().find(fits).map(|set| set.options.as_slice())
}

fn compiles_for(tool: &Toolchain, target: TargetName) -> bool {
    tool.option_sets.iter().any(|set| set.target == target)
}

/// What it costs to ask a compiler, for comparison: what runs under a simulator is asked last.
pub fn cost(tool: &Toolchain) -> usize {
    let place = |list: &[&str]| list.iter().position(|name| *name == tool.family);
    let family = match (place(&CHEAP), place(&EXPENSIVE)) {
        (Some(place), _) => place,
        (None, Some(place)) => CHEAP.len() + 1 + place,
        (None, None) => CHEAP.len(),
    };
    family + if tool.runner.is_empty() { 0 } else { CHEAP.len() + EXPENSIVE.len() + 1 }
}
