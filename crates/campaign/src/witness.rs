//! Whether a program shows the same bug as a finding: the oracle of reduction, asked about many
//! programs.
//!
//! The same compiler with the same options has to fail in the same way: the same failure mode and,
//! if the compiler itself fails, the same signature. And the referees, who were right about the
//! finding's program, have to be right about this one: a compiler of another family, so that
//! reduction cannot end at a program that the machine gets wrong, and the suspect with other options,
//! so that it cannot end at another bug, which those options do not hide.
//!
//! The oracle is asked often, so the cheapest test comes first: the suspect before the referees, who
//! are asked only if the suspect fails in the right way. Most candidates are compiled correctly, and
//! the fast path is enough to see that. Images that were run are not run again. Hanging images are
//! stopped early ([`Witness::shows`]) and run with full limits once, at the end
//! ([`Witness::confirms`]).

mod script;

pub use script::DefinednessCheck;

use crate::cpu::CpuSplit;
use crate::fast_path::OnFastPath;
use crate::images::{
    ProgramFiles, SeenCompilation, SharedRuns, SourceNames, Trouble, execute_line, named, observe,
};
use crate::origin::config_of;
use crate::pair;
use crate::patience;
use crate::store::Finding;
use crate::trial;
use crate::workspace::Workspace;
use brinell_fastpath::{FastPath, Load};
use brinell_generate::Config;
use brinell_judge::{
    Compiled, Expected, FailureMode, Observation, RunEnd, Verdict, VerdictKind, judge,
};
use brinell_machine::Meaning;
use brinell_toolchain::{OptionSet, ProcessLimits, Toolchain};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How often something is tried again on a computer in trouble, and after which time.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(2);

/// How often an image is run: reduction must not end at a program that shows it now and then.
const RUNS: u32 = 3;

/// How often it is looked for in the end.
const CONFIRMATIONS: u32 = 3;

/// Time by the clock for an image that its steps allow less: this computer may be busy.
const RUN_WALL: Duration = Duration::from_secs(10);
/// For compilers that hang.
const COMPILE_CPU: Duration = Duration::from_secs(10);

/// An image that hangs is given up after so many times what the slowest takes that does not, and
/// after that long at least. Most of that is its start, and candidates do no more than the original.
const RUN_PATIENCE: u32 = 10;
const LEAST_RUN: Duration = Duration::from_millis(100);
/// A compiler that hangs likewise; it starts others, which is most of what it does for a small
/// program.
const COMPILE_PATIENCE: u32 = 8;
const LEAST_COMPILE: Duration = Duration::from_millis(300);

/// A program that no compiler takes long for.
const NOTHING: &str = "int main(void) {\n    return 0;\n}\n";

/// A compiler with options that it was probed with.
#[derive(Clone, Debug)]
struct Subject {
    tool: Toolchain,
    set: OptionSet,
}

/// Knows what a finding shows, and looks for it.
#[derive(Debug)]
pub struct Witness {
    suspect: Subject,
    /// How the finding's program was made.
    config: Config,
    referees: Vec<Subject>,
    /// What the suspect does.
    mode: FailureMode,
    /// How much CPU time the suspect may use up before it is said to hang, where that is shorter
    /// than its limit.
    quick: Option<Duration>,
    runs: SharedRuns,
    /// The full limits for an image of the suspect, before shorter ones were derived.
    full: ProcessLimits,
    /// The fast path, if there is one.
    fast_path: Option<FastPath>,
    workspace: Arc<Workspace>,
    /// The number of a directory in the workspace, and of the next one.
    directory: usize,
    next_directory: Arc<AtomicUsize>,
    /// What was seen of the last program that did not show it.
    pub objection: String,
    /// What was done for it.
    pub effort: Effort,
}

/// What looking at programs took.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// How many programs were compiled by the suspect.
    pub asked: u64,
    /// How often a compiler ran.
    pub compilations: u64,
    /// CPU time of compilers and images.
    pub cpu: CpuSplit,
}

impl Effort {
    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        self.compilations += other.compilations;
        self.cpu.add(&other.cpu);
    }
}

/// How patient to be.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum WitnessPatience {
    /// As long as it takes to be fairly sure.
    Short,
    /// Up to the limits.
    Long,
}

impl Witness {
    /// Of a finding; `tools` are the compilers that are here. The words of an error say why there
    /// can be none.
    pub fn new(finding: &Finding, tools: &[Toolchain]) -> Result<Self, String> {
        let line = &finding.line;
        let verdict = Verdict::read(line.verdict, &line.signature);
        let Some(mode) = verdict.as_ref().and_then(FailureMode::of) else {
            return Err(format!("'{} {}' accuses no compiler", line.verdict, line.signature));
        };
        let options = line.options.first().map_or("", String::as_str);
        let (tool, set) = pair::probed(finding, options, tools)?;
        let full = tool.run_limits;
        let mut suspect = Subject { tool, set };
        if mode == FailureMode::Hang {
            suspect.tool.compile_limits.cpu = Some(COMPILE_CPU);
        }
        let workspace =
            Workspace::new().map_err(|error| format!("no temporary directory: {error}"))?;
        let (config, _) = config_of(&finding.generate)?;
        Ok(Self {
            suspect,
            config,
            referees: Vec::new(),
            mode,
            quick: None,
            runs: runs(),
            full,
            fast_path: fast_path(&workspace, 0),
            workspace: Arc::new(workspace),
            directory: 0,
            next_directory: Arc::new(AtomicUsize::new(1)),
            objection: String::new(),
            effort: Effort::default(),
        })
    }

    /// Another witness of the same finding, for another thread.
    #[must_use]
    pub fn another(&self) -> Self {
        let directory = self.next_directory.fetch_add(1, Ordering::Relaxed);
        Self {
            suspect: self.suspect.clone(),
            config: self.config.clone(),
            referees: self.referees.clone(),
            mode: self.mode.clone(),
            quick: self.quick,
            runs: runs(),
            full: self.full,
            fast_path: self.fast_path.as_ref().and_then(|_| fast_path(&self.workspace, directory)),
            workspace: Arc::clone(&self.workspace),
            directory,
            next_directory: Arc::clone(&self.next_directory),
            objection: String::new(),
            effort: Effort::default(),
        }
    }

    /// Looks for those who are right about a program: one of another family, and one option set
    /// of the suspect itself. Without any, wrong code cannot be told from a mistake of ours.
    pub fn find_referees(
        &mut self,
        texts: &[String],
        meaning: &Meaning,
        tools: &[Toolchain],
    ) -> Result<(), String> {
        let steps = meaning.stats.steps;
        self.suspect = self.suspect.within(steps);
        let Subject { tool: suspect, set } = &self.suspect;
        let comparable = |other: &OptionSet| {
            other.target == set.target
                && trial::differs(other, meaning).is_none()
                && trial::is_written_around(other, &self.config)
        };
        // They are asked about every good candidate: the quickest ones first.
        let mut others: Vec<&Toolchain> =
            tools.iter().filter(|tool| tool.family != suspect.family).collect();
        others.sort_by_key(|tool| trial::cost(tool));
        let others = others.into_iter().filter_map(|tool| {
            let set = tool.option_sets.iter().find(|set| comparable(set))?;
            Some(Subject { tool: tool.clone(), set: set.clone() }.within(steps))
        });
        let others = others.collect();
        let own = suspect
            .option_sets
            .iter()
            .filter(|other| comparable(other) && other.options != set.options)
            .map(|other| Subject { tool: suspect.clone(), set: other.clone() })
            .collect();
        let expected = trial::expected(meaning);
        let candidates: [Vec<Subject>; 2] = [others, own];
        for group in candidates {
            for candidate in group {
                let seen = self.look(&candidate, texts, WitnessPatience::Long)?;
                if judge(&expected, &[seen.observation]).verdicts == [Verdict::Ok] {
                    self.referees.push(candidate);
                    break;
                }
            }
        }
        if self.referees.is_empty() && self.mode.kind() == VerdictKind::WrongCode {
            return Err("no compiler here agrees with the machine about the program".to_owned());
        }
        Ok(())
    }

    /// Looks at the finding's own program as it is now, and pins that: versions change, and so do
    /// our words for what compilers do. Gives the words if they are others than the finding's, and
    /// nothing if it behaves correctly now.
    pub fn pin(&mut self, texts: &[String], meaning: &Meaning) -> Result<Option<String>, String> {
        let expected = trial::expected(meaning);
        let suspect = self.suspect.clone();
        let mut observations = vec![self.look(&suspect, texts, WitnessPatience::Long)?.observation];
        let mut usual = Duration::ZERO;
        for referee in self.referees.clone() {
            let before = self.effort.cpu.running();
            observations.push(self.look(&referee, texts, WitnessPatience::Long)?.observation);
            usual = usual.max(self.effort.cpu.running().saturating_sub(before) / RUNS);
        }
        if self.on_fast_path(&suspect, texts, &expected)?.is_some() {
            // It does not show there: it is in linking, or depends on where things are in memory.
            self.fast_path = None;
        }
        let verdict = judge(&expected, &observations).verdicts.swap_remove(0);
        let mut words = None;
        if let Some(mode) = FailureMode::of(&verdict).filter(|mode| *mode != self.mode) {
            self.mode = mode;
            words = Some(format!("{} {}", verdict.kind(), verdict.detail()));
        }
        self.quick = match self.mode.kind() {
            // A simulator takes its time.
            _ if !self.suspect.tool.runner.is_empty() => None,
            VerdictKind::WrongCode => Some((usual * RUN_PATIENCE).max(LEAST_RUN)),
            VerdictKind::CompilerHang => {
                let before = self.effort.cpu.compiling();
                self.look(&suspect, &[NOTHING.to_owned()], WitnessPatience::Long)?;
                let usual = self.effort.cpu.compiling().saturating_sub(before);
                Some((usual * COMPILE_PATIENCE).max(LEAST_COMPILE))
            }
            _ => None,
        };
        Ok(words)
    }

    /// Pins it to what hides it: with these options besides its own, the suspect has to be right
    /// about every candidate. That proves more than other options of its own do, which are asked
    /// no more.
    pub fn pin_to(&mut self, hiding: &[String]) {
        let mut hidden = self.suspect.clone();
        hidden.set.options.extend_from_slice(hiding);
        self.referees.retain(|referee| referee.tool.name != hidden.tool.name);
        self.referees.push(hidden);
    }

    /// Whether the program with these units shows it. The words of an error say what is wrong with
    /// this computer.
    pub fn shows(&mut self, texts: &[String], meaning: &Meaning) -> Result<bool, String> {
        self.decide(texts, meaning, WitnessPatience::Short)
    }

    /// As [`Witness::shows`], from scratch and with all the time that the limits allow. A computer
    /// with too much to do gets another chance.
    pub fn confirms(&mut self, texts: &[String], meaning: &Meaning) -> Result<bool, String> {
        let hasty = self.suspect.tool.run_limits;
        if self.mode == FailureMode::ImageHang {
            self.suspect.tool.run_limits = self.full;
        }
        let mut shown = Ok(false);
        for _ in 0..CONFIRMATIONS {
            self.runs.clear();
            shown = self.decide(texts, meaning, WitnessPatience::Long);
            if shown != Ok(false) {
                break;
            }
        }
        self.suspect.tool.run_limits = hasty;
        shown
    }

    fn decide(
        &mut self,
        texts: &[String],
        meaning: &Meaning,
        patience: WitnessPatience,
    ) -> Result<bool, String> {
        if let Some(why) = trial::differs(&self.suspect.set, meaning) {
            self.objection = format!("{} is not comparable: {why}", self.suspect.tool.name);
            return Ok(false);
        }
        self.effort.asked += 1;
        let expected = trial::expected(meaning);
        let suspect = self.suspect.clone();
        let seen = match patience {
            WitnessPatience::Short if self.may_show_on_fast_path() => {
                self.look_fast_first(&suspect, texts, &expected, patience)?
            }
            _ => self.look(&suspect, texts, patience)?,
        };
        let alone =
            judge(&expected, std::slice::from_ref(&seen.observation)).verdicts.swap_remove(0);
        let suspected = if self.referees.is_empty() {
            self.is_it(&alone)
        } else {
            self.may_be_it(&alone, &seen.observation)
        };
        if !suspected {
            self.object(&suspect, &alone);
            return Ok(false);
        }
        let mut observations = vec![seen.observation];
        for referee in self.referees.clone() {
            if let Some(why) = trial::differs(&referee.set, meaning) {
                self.objection = format!("{} is not comparable: {why}", referee.tool.name);
                return Ok(false);
            }
            let mut second = match patience {
                WitnessPatience::Short => {
                    self.look_fast_first(&referee, texts, &expected, WitnessPatience::Long)?
                }
                WitnessPatience::Long => self.look(&referee, texts, patience)?,
            };
            // Good enough for a candidate: what is left in the end is confirmed with the compiler's own command.
            second.observation.on_fast_path = false;
            let verdict =
                judge(&expected, std::slice::from_ref(&second.observation)).verdicts.swap_remove(0);
            if verdict != Verdict::Ok {
                self.object(&referee, &verdict);
                return Ok(false);
            }
            observations.push(second.observation);
        }
        let verdict = judge(&expected, &observations).verdicts.swap_remove(0);
        if self.is_it(&verdict) {
            return Ok(true);
        }
        self.object(&suspect, &verdict);
        Ok(false)
    }

    /// Keeps what a compiler does that should do something else.
    fn object(&mut self, who: &Subject, verdict: &Verdict) {
        let words = [&who.tool.name, &who.set.text(), verdict.kind().as_str()];
        self.objection = format!("{} {}", words.join(" "), verdict.detail());
    }

    /// What has to be done to see it, and what is seen: for people.
    pub fn describe(&mut self, texts: &[String], meaning: &Meaning) -> Result<Vec<String>, String> {
        let suspect = self.suspect.clone();
        let seen = self.look(&suspect, texts, WitnessPatience::Long)?;
        let Subject { tool, set } = &suspect;
        let names = SourceNames::of(&named(texts));
        let Expected { stdout, end } = trial::expected(meaning);
        let mut lines = vec![
            names.build_line(tool, &set.options),
            execute_line(tool),
            format!("expected: {}", trial::outcome_words(&stdout, end).replace('\n', ", ")),
            format!("actual:   {}", trial::actual(&seen.observation).replace('\n', ", ")),
        ];
        for Subject { tool, set } in &self.referees {
            let line = format!("right:    {} {}", tool.name, set.text());
            lines.push(line.trim_end().to_owned());
        }
        Ok(lines)
    }

    fn is_it(&self, verdict: &Verdict) -> bool {
        FailureMode::of(verdict).as_ref() == Some(&self.mode)
    }

    /// Whether it may turn out to be it when others have spoken: without them, wrong code is only
    /// unconfirmed.
    fn may_be_it(&self, alone: &Verdict, seen: &Observation) -> bool {
        match (alone.kind(), self.mode.kind()) {
            (VerdictKind::Unconfirmed, VerdictKind::WrongCode) => seen.ran.is_some(),
            (VerdictKind::Unconfirmed, VerdictKind::RejectedValid) => seen.ran.is_none(),
            _ => self.is_it(alone),
        }
    }

    /// Whether it is to be expected that candidates show on the fast path what they show. Whether an
    /// image dies depends on where things are in memory; what hangs takes long on every way.
    fn may_show_on_fast_path(&self) -> bool {
        match self.mode {
            FailureMode::WrongAnswer => true,
            FailureMode::ImageCrash(_)
            | FailureMode::ImageHang
            | FailureMode::ImageOutOfResources
            | FailureMode::Hang => false,
            FailureMode::Crash(_)
            | FailureMode::OutOfResources(_)
            | FailureMode::Refusal(_)
            | FailureMode::OutputRefused => true,
        }
    }

    /// Looks on the fast path and, unless the program is fine there, with the compiler's own command.
    fn look_fast_first(
        &mut self,
        subject: &Subject,
        texts: &[String],
        expected: &Expected,
        patience: WitnessPatience,
    ) -> Result<SeenCompilation, String> {
        let open = |fast_path: &FastPath| fast_path.is_open(&subject.tool, &subject.set.options);
        if !self.fast_path.as_ref().is_some_and(open) {
            return self.look(subject, texts, patience);
        }
        if let Some(fine) = self.on_fast_path(subject, texts, expected)? {
            return Ok(fine);
        }
        let seen = self.look(subject, texts, patience)?;
        let fine = seen.observation.ran.as_ref().is_some_and(|ran| ran.does(expected));
        if let Some(fast_path) = self.fast_path.as_mut().filter(|_| fine) {
            fast_path.was_mistaken(&subject.tool, &subject.set.options);
        }
        Ok(seen)
    }

    /// What is seen on the fast path, if the program is fine there.
    fn on_fast_path(
        &mut self,
        subject: &Subject,
        texts: &[String],
        expected: &Expected,
    ) -> Result<Option<SeenCompilation>, String> {
        let Subject { mut tool, set: OptionSet { options, .. } } = subject.clone();
        if let Some(quick) = self.quick {
            tool.run_limits.wall = tool.run_limits.wall.min(quick * 2);
        }
        let dir = self.dir();
        let open = |fast_path: &&mut FastPath| fast_path.is_open(&tool, &options);
        let Some(fast_path) = self.fast_path.as_mut().filter(open) else { return Ok(None) };
        let files = &ProgramFiles::write(&dir, &named(texts)).map_err(|Trouble(why)| why)?;
        let Effort { compilations, cpu, .. } = &mut self.effort;
        *compilations += 1;
        // As images are.
        let load = Load::High;
        Ok(OnFastPath { fast_path, files, expected, load }.observe(&tool, &options, cpu))
    }

    fn look(
        &mut self,
        subject: &Subject,
        texts: &[String],
        patience: WitnessPatience,
    ) -> Result<SeenCompilation, String> {
        let Some(quick) = self.quick.filter(|_| patience == WitnessPatience::Short) else {
            return self.look_within(subject, texts);
        };
        // Limits of CPU time are whole seconds, so it is the clock that stops it; where others need
        // this computer, too, that is before it had its time, and it is given more.
        let mut wall = quick * 2;
        loop {
            let mut hasty = subject.clone();
            let compiler_hangs = self.mode == FailureMode::Hang;
            let limits = if compiler_hangs {
                &mut hasty.tool.compile_limits
            } else {
                &mut hasty.tool.run_limits
            };
            if wall >= limits.wall {
                return self.look_within(subject, texts);
            }
            limits.wall = wall;
            let used = |effort: &Effort| {
                if compiler_hangs { effort.cpu.compiling() } else { effort.cpu.running() }
            };
            let (before, runs) = (used(&self.effort), self.runs.images());
            let seen = self.look_within(&hasty, texts)?;
            let used = used(&self.effort).saturating_sub(before);
            // An image that was known to hang.
            if seen.observation.ran.is_some() && self.runs.images() == runs {
                return Ok(seen);
            }
            let given_up = match (&seen.observation.compiled, &seen.observation.ran) {
                (Compiled::TimedOut, _) => true,
                (_, Some(ran)) => ran.end == RunEnd::TimedOut,
                _ => false,
            };
            // Most of it counts: a process that is stopped never had all.
            if !given_up || used * 4 >= quick * 3 {
                return Ok(seen);
            }
            self.runs.clear();
            wall *= 2;
        }
    }

    /// Where programs are put.
    fn dir(&self) -> PathBuf {
        self.workspace.path().join(format!("reduce-{}", self.directory))
    }

    fn look_within(
        &mut self,
        subject: &Subject,
        texts: &[String],
    ) -> Result<SeenCompilation, String> {
        let mut last = String::new();
        for tried in 0..TRIES {
            if tried > 0 {
                std::thread::sleep(PAUSE);
            }
            let dir = self.dir();
            let Effort { compilations, cpu, .. } = &mut self.effort;
            let runs = &mut self.runs;
            let seen = ProgramFiles::write(&dir, &named(texts)).and_then(|files| {
                *compilations += 1;
                observe(&subject.tool, &subject.set.options, &files, runs, cpu)
            });
            match seen {
                Ok(seen) => return Ok(seen),
                Err(Trouble(why)) => last = why,
            }
        }
        Err(last)
    }
}

/// The fast path of a witness with that number. Without one it only takes longer.
fn fast_path(workspace: &Workspace, directory: usize) -> Option<FastPath> {
    FastPath::new(&workspace.path().join(format!("helpers-{directory}"))).ok()
}

impl Subject {
    /// The same, whose images get as much time as programs of that many steps need. Candidates have
    /// twice the steps of the original at most.
    fn within(&self, steps: u64) -> Self {
        let mut subject = self.clone();
        let patience = patience::Patience::Steps(steps.saturating_mul(2));
        let hasty = patience.limits(&self.tool, &self.set.options);
        let limits = &mut subject.tool.run_limits;
        limits.cpu = hasty.cpu;
        limits.wall = limits.wall.min(hasty.wall.max(RUN_WALL));
        subject
    }
}

/// Runs of images, which are as patient as the limits of their compiler.
fn runs() -> SharedRuns {
    SharedRuns::repeated(RUNS, patience::Patience::Full)
}
