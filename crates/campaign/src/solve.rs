//! Solving a finding: reduce, blame, compare with other compilers; everything that a report needs.

mod drift;
mod never;

use crate::origin::{config_of, program_of, sources_of};
use crate::pair;
use crate::store::Finding;
use crate::suspect::{Elsewhere, Suspect};
use crate::trial;
use crate::witness::Witness;
use brinell_judge::{RunEnd, VerdictKind};
use brinell_lang::TargetName;
use brinell_machine::{Limits, Meaning, Outcome};
use brinell_reduce::{Progress, Reduced, texts};
use brinell_toolchain::{OptionSet, Toolchain};
use brinell_triage::{Blame, Features, ProgramShape};
use drift::{PinnedBlame, reduced_without_drift};
pub use never::Never;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A finding with everything that a report says about it.
#[derive(Clone, Debug)]
pub struct SolvedFinding {
    /// The finding.
    pub finding: Finding,
    /// The compiler.
    pub tool: Toolchain,
    /// Its options.
    pub options: Vec<String>,
    /// The data model of the program.
    pub target: TargetName,
    /// The failure, as observed now.
    pub verdict: VerdictKind,
    /// The signature, where the compiler itself fails; empty for wrong code.
    pub signature: String,
    /// The units of the reduced program.
    pub reduced: Vec<String>,
    /// The units of the program that was found.
    pub original: Vec<String>,
    /// What the reduced program must do.
    pub meaning: Meaning,
    /// What happens in its place, in words.
    pub actual: String,
    /// What of the reduced program never runs, where it is one unit.
    pub never: Never,
    /// What the compiler says.
    pub said: String,
    /// What hides it; nothing where there was no time to look.
    pub blame: Option<Blame>,
    /// What hides it in the program that was found, where that was looked for.
    pub first_blame: Option<Blame>,
    /// How this and other compilers do with all their options; empty where there was no time.
    pub elsewhere: Vec<Elsewhere>,
    /// Whether nothing more could be taken away.
    pub finished: bool,
    /// The shape of the reduced program.
    pub shape: ProgramShape,
}

impl SolvedFinding {
    /// What duplicates are recognised by.
    pub fn features(&self) -> Features {
        Features {
            family: self.tool.family.clone(),
            verdict: self.verdict,
            signature: self.signature.clone(),
            blamed: self.blame.as_ref().map(Blame::names).unwrap_or_default(),
            shape: self.shape.clone(),
        }
    }

    /// How the reduced program must end.
    pub fn expected_end(&self) -> RunEnd {
        trial::expected(&self.meaning).end
    }

    /// What it must do, in words.
    pub fn expected(&self) -> String {
        trial::outcome_words(&self.meaning.stdout, self.expected_end())
    }
}

/// CPU time for reducing one finding, by default: what is left then is small
/// enough to be read, and the next finding waits.
pub const REDUCTION_CPU: Duration = Duration::from_mins(1);

/// Why a finding could not be worked out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Unsolved {
    /// It does not happen any more.
    NotShown,
    /// It cannot be done; why.
    Cannot(String),
}

/// How to work.
pub struct SolveSettings<'a> {
    /// The compilers that are here, the suspect among them.
    pub tools: &'a [Toolchain],
    /// What the original may use up on the machine.
    pub limits: Limits,
    /// Set it to stop: the best so far is the result, and nothing else is looked for.
    pub stop: &'a AtomicBool,
    /// Set it to stop reducing only.
    pub enough: &'a AtomicBool,
    /// CPU time after which reducing stops, too; see [`REDUCTION_CPU`].
    pub budget: Duration,
    /// CPU time of reducing so far.
    pub used: Duration,
    /// Candidates to look at at a time.
    pub jobs: usize,
    /// Told what CPU time was used, after each use of a compiler; may sleep.
    pub spent: &'a mut (dyn FnMut(Duration) + Send),
    /// Told how far the reduction is.
    pub progress: &'a mut (dyn FnMut(&Progress) + Send),
    /// Told what is done besides reducing.
    pub stage: &'a mut (dyn FnMut(SolveStage) + Send),
}

/// A stage of triage.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum SolveStage {
    /// Whether the finding happens again, and what hides it.
    Confirming,
    /// The program is being reduced; it has this many tokens.
    Reducing(usize),
    /// What hides it in the reduced program.
    Blaming,
    /// How other compilers do.
    Comparing,
    /// The bundle is written, and its script tried.
    Bundling,
}

impl fmt::Display for SolveStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Confirming => f.write_str("confirming"),
            Self::Reducing(_) => f.write_str("reducing"),
            Self::Blaming => f.write_str("blaming"),
            Self::Comparing => f.write_str("comparing compilers for"),
            Self::Bundling => f.write_str("bundling"),
        }
    }
}

/// Works out a finding.
pub fn solve(finding: &Finding, work: &mut SolveSettings<'_>) -> Result<SolvedFinding, Unsolved> {
    (work.stage)(SolveStage::Confirming);
    let original = sources_of(finding).map_err(Unsolved::Cannot)?;
    let program = program_of(finding).map_err(Unsolved::Cannot)?;
    let options = finding.line.options.first().map_or("", String::as_str);
    let (tool, OptionSet { options, target, .. }) =
        pair::probed(finding, options, work.tools).map_err(Unsolved::Cannot)?;
    let tool = &tool;
    let (config, _) = config_of(&finding.generate).map_err(Unsolved::Cannot)?;
    let mut witness =
        Witness::new(finding, std::slice::from_ref(tool)).map_err(Unsolved::Cannot)?;
    let Outcome::Finished(meaning) = brinell_machine::run(&program, &work.limits) else {
        let why = "the machine cannot run the program of the finding to its end";
        return Err(Unsolved::Cannot(why.to_owned()));
    };
    let units = texts(&program);
    witness.find_referees(&units, &meaning, work.tools).map_err(Unsolved::Cannot)?;
    witness.pin(&units, &meaning).map_err(Unsolved::Cannot)?;
    let first_blame = blame_of_original(tool, &options, &units, &meaning, work);
    // One look at it with what hides it is the cheap way to ask whether it is still the same bug.
    if let Some(hiding) = first_blame.as_ref().and_then(Blame::hiding) {
        witness.pin_to(hiding);
    }
    let first = first_blame.as_ref().map(Blame::names).filter(|names| !names.is_empty());
    let pinned = first.map(|names| PinnedBlame { tool, options: &options, names });
    let reduced = match &pinned {
        Some(pinned) => reduced_without_drift(&program, &mut witness, pinned, work)?,
        None => drift::reduced(&program, &mut witness, work)?,
    };
    let Reduced { program, meaning, finished, .. } = reduced;
    (work.stage)(SolveStage::Blaming);
    let reduced = texts(&program);
    let flaky = |seen: &str| {
        let why =
            format!("it is flaky: the reduced program does not show it when run again ({seen})");
        Unsolved::Cannot(why)
    };
    if !witness.confirms(&reduced, &meaning).map_err(Unsolved::Cannot)? {
        return Err(flaky(&witness.objection));
    }
    let stop = work.stop;
    // Whoever interrupts it wants what there is: the one look that says what happens is not left out.
    let looked = AtomicBool::new(false);
    let mut pause = |spent: Duration| {
        (work.spent)(spent);
        let over = looked.load(Ordering::Relaxed) && stop.load(Ordering::Relaxed);
        if over { Err("interrupted".to_owned()) } else { Ok(()) }
    };
    let suspect = Suspect::new(tool, &options, &reduced, &meaning, &mut pause);
    let mut suspect = suspect.map_err(Unsolved::Cannot)?.ok_or_else(|| flaky("no failure"))?;
    looked.store(true, Ordering::Relaxed);
    let stopped = || stop.load(Ordering::Relaxed);
    let blame = (!stopped()).then(|| suspect.blame());
    (work.stage)(SolveStage::Comparing);
    let elsewhere = if stopped() {
        Vec::new()
    } else {
        match suspect.elsewhere(work.tools, &config) {
            Err(_) if stopped() => Vec::new(),
            elsewhere => elsewhere.map_err(Unsolved::Cannot)?,
        }
    };
    Ok(SolvedFinding {
        finding: finding.clone(),
        tool: tool.clone(),
        verdict: suspect.kind(),
        signature: suspect.signature(),
        actual: suspect.actual(),
        said: suspect.said().to_owned(),
        // Half a search gives no blame.
        blame: blame.filter(|_| !stopped()),
        first_blame,
        elsewhere,
        shape: ProgramShape::of(&program),
        never: Never::of(&program, &reduced, &work.limits),
        options,
        target,
        reduced,
        original: original.into_iter().map(|(_, text)| text).collect(),
        meaning,
        finished,
    })
}

/// What hides it before anything is reduced, for compilers that can leave out what they do: the
/// others have nothing to pin it to.
fn blame_of_original(
    tool: &Toolchain,
    options: &[String],
    units: &[String],
    meaning: &Meaning,
    work: &mut SolveSettings<'_>,
) -> Option<Blame> {
    if !brinell_triage::can_blame(&tool.family) {
        return None;
    }
    let (stop, enough) = (work.stop, work.enough);
    let mut pause = |spent: Duration| {
        (work.spent)(spent);
        let over = stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
        if over { Err("interrupted".to_owned()) } else { Ok(()) }
    };
    let suspect = Suspect::new(tool, options, units, meaning, &mut pause);
    let blame = suspect.ok().flatten()?.blame();
    // Half a search gives no blame.
    (!stop.load(Ordering::Relaxed) && !enough.load(Ordering::Relaxed)).then_some(blame)
}
