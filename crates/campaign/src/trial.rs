//! One seed: generate, compile, run, judge, and repeat what is suspicious.

mod opinions;

pub use opinions::cost;

use crate::cpu::{self, CpuSplit};
use crate::cross_check::CrossCheck;
use crate::fast_path::{FastPathUse, OnFastPath, load_of};
use crate::health::Health;
use crate::images::{
    self, KEPT_OUTPUT, ProgramFiles, STEM, SeenCompilation, SharedRuns, SourceNames, Trouble,
};
use crate::known::KnownBugs;
use crate::patience::{GivenUp, Patience};
use crate::plan::{HuntPlan, Pair};
use crate::store::{NewFinding, SeedRecord, SeedYield};
use brinell_fastpath::FastPath;
use brinell_generate::{Config, GenerateError, Generated, run_machine};
use brinell_judge::{
    Compiled, Expected, Judgement, Observation, RunEnd, Verdict, VerdictKind, error_signature,
    judge, same_outcome,
};
use brinell_lang::Program;
use brinell_machine::{Exit, Limits, Meaning, RunMode};
use brinell_toolchain::{Lack, OptionSet, Toolchain};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often an image is run again before anything is said about it: wrong code is wrong every time.
const CONFIRMING_RUNS: u32 = 4;

/// What all trials of a hunt share.
pub struct Trials<'a> {
    /// Which programs, for which compilers.
    pub plan: &'a HuntPlan,
    /// The compilers under test.
    pub compilers: &'a [Toolchain],
    /// Other compilers on this computer, to be asked if no compiler agrees with the machine.
    pub referees: &'a [Toolchain],
    /// Keys of rejections that had a second opinion: those are not asked about again.
    pub rejections: &'a Mutex<BTreeSet<String>>,
    /// Whom to ask about the programs of findings besides, if anybody.
    pub cross_check: Option<&'a CrossCheck>,
    /// What is known already.
    pub known: &'a KnownBugs,
    /// Whether this computer is well.
    pub health: &'a Health,
    /// Whether to give up at once.
    pub abandon: &'a AtomicBool,
}

/// Where a worker does its trials.
pub struct WorkerPlace {
    /// Its own directory.
    pub dir: PathBuf,
    /// Its fast path, if there is one.
    pub fast_path: Option<FastPath>,
    /// How often it was used for the current seed.
    pub fast_path_use: FastPathUse,
}

/// A program on its first round through all compilers.
struct First {
    files: ProgramFiles,
    runs: SharedRuns,
}

/// How a trial ended.
pub enum Ended {
    /// With an outcome.
    Done(Box<SeedRecord>),
    /// Given up: no time.
    Abandoned,
    /// This computer is in trouble; the seed has to be repeated.
    Trouble(String),
}

/// Why a trial stopped early.
enum TrialStop {
    Abandoned,
    Trouble(String),
}

impl From<Trouble> for TrialStop {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble.0)
    }
}

/// One program with everything seen of it.
struct TrialCase<'m, 'a> {
    made: &'m Generated,
    command: &'m str,
    expected: Expected,
    seen: Vec<SeenCompilation>,
    /// The compiler of each.
    tools: Vec<&'a Toolchain>,
    /// How many of them are under test; referees follow.
    tested: usize,
}

impl<'a> Trials<'a> {
    /// Does all of one seed. The last time, trouble that does not go away is put down as not
    /// comparable.
    pub fn run(&self, seed: u64, place: &mut WorkerPlace, last_time: bool) -> Ended {
        let began = cpu::of_thread();
        let mut cpu = CpuSplit::default();
        place.fast_path_use = FastPathUse::default();
        let result = self.attempt(seed, place, last_time, &mut cpu);
        cpu.ourselves =
            cpu::of_thread().saturating_sub(began).saturating_sub(cpu.generate + cpu.machine);
        match result {
            Ok(mut outcome) => {
                outcome.cpu = cpu;
                outcome.fast_path_use = place.fast_path_use;
                Ended::Done(Box::new(outcome))
            }
            Err(TrialStop::Abandoned) => Ended::Abandoned,
            Err(TrialStop::Trouble(why)) => Ended::Trouble(why),
        }
    }

    fn attempt(
        &self,
        seed: u64,
        place: &mut WorkerPlace,
        last_time: bool,
        cpu: &mut CpuSplit,
    ) -> Result<SeedRecord, TrialStop> {
        if !last_time && let Some(why) = self.health.trouble() {
            return Err(TrialStop::Trouble(why));
        }
        let began = cpu::of_thread();
        let assignment = match self.plan.assign(seed) {
            Ok(assignment) => assignment,
            Err(error) => return Ok(our_bug(seed, "", &error.to_string(), 0, None)),
        };
        let command = assignment.command;
        // A panic is our bug, to be kept like any other; nothing shared is changed half-way.
        let mut machine = Duration::ZERO;
        let mut run = |program: &Program, limits: &Limits, mode: RunMode| {
            let began = cpu::of_thread();
            let seen = run_machine(program, limits, mode);
            machine += cpu::of_thread().saturating_sub(began);
            seen
        };
        let made = catch_unwind(AssertUnwindSafe(|| {
            assignment.generator.generate_with(seed, &command, &mut run)
        }));
        cpu.generate = cpu::of_thread().saturating_sub(began);
        let made = match made {
            Ok(Ok(made)) => {
                cpu.machine = machine.min(cpu.generate);
                cpu.generate -= cpu.machine;
                made
            }
            Ok(Err(GenerateError::Hopeless { .. })) => return Ok(empty(seed, SeedYield::Hopeless)),
            Ok(Err(GenerateError::Unsound { sub_seed, what, text, .. })) => {
                return Ok(our_bug(seed, &command, &what, sub_seed, Some(text)));
            }
            Ok(Err(error @ GenerateError::Config(_))) => {
                return Ok(our_bug(seed, &command, &error.to_string(), 0, None));
            }
            Err(panic) => {
                let words = format!("panic: {}", panic_message(&*panic));
                return Ok(our_bug(seed, &command, &words, 0, None));
            }
        };
        let mut case = TrialCase {
            made: &made,
            command: &command,
            expected: expected(&made.meaning),
            seen: Vec::new(),
            tools: Vec::new(),
            tested: 0,
        };
        self.compile_and_run(&mut case, assignment.pairs, place, last_time, cpu)?;
        let dir = &place.dir;
        case.tested = case.seen.len();
        let mut judged = case.judge();
        let suspicious = case.suspicious(&judged);
        if !suspicious.is_empty() {
            self.confirm(&mut case, &suspicious, dir, last_time, cpu)?;
            judged = self.second_opinions(&mut case, dir, last_time, cpu)?;
        }
        let mut outcome = self.outcome(&case, &judged);
        self.cross_check(&case, &mut outcome, dir, cpu);
        Ok(outcome)
    }

    /// Asks sanitizers about the program of findings that are to be reported, and writes down what
    /// they say.
    fn cross_check(
        &self,
        case: &TrialCase<'_, 'a>,
        outcome: &mut SeedRecord,
        dir: &Path,
        cpu: &mut CpuSplit,
    ) {
        let Some(cross_check) = self.cross_check else { return };
        let findings = outcome.findings.iter_mut().filter(|finding| !finding.known);
        let mut findings = findings.peekable();
        if findings.peek().is_none() {
            return;
        }
        let words = if case.is_crash_only() {
            "cross-check: nothing of the program runs\n".to_owned()
        } else if cross_check.is_empty() {
            "cross-check: there is no gcc or clang with sanitizers here, and no Frama-C\n"
                .to_owned()
        } else {
            let checked = cross_check.ask(case.made, &dir.join("cross-check"));
            cpu.opinions += checked.cpu;
            checked.to_string()
        };
        for finding in findings {
            finding.opinions += &words;
        }
    }

    fn compile_and_run(
        &self,
        case: &mut TrialCase<'_, 'a>,
        pairs: &[Pair],
        place: &mut WorkerPlace,
        last_time: bool,
        cpu: &mut CpuSplit,
    ) -> Result<(), TrialStop> {
        let files = ProgramFiles::write(&place.dir.join("first"), &case.made.texts)?;
        let runs = case.runs(1, case.patience());
        let mut first = First { files, runs };
        for &Pair { compiler, set } in pairs {
            let tool = &self.compilers[compiler];
            let set = &tool.option_sets[set];
            let options = &set.options;
            let seen = match differs(set, &case.made.meaning) {
                Some(why) => not_comparable(tool, options, why),
                None => match self.observe_first(case, tool, options, place, &mut first, cpu) {
                    Err(TrialStop::Trouble(why)) if last_time => not_comparable(tool, options, why),
                    seen => seen?,
                },
            };
            self.give_up_if_asked()?;
            case.seen.push(seen);
            case.tools.push(tool);
        }
        Ok(())
    }

    /// On the fast path, if there is one and the program is fine there; otherwise with the compiler's own
    /// command.
    fn observe_first(
        &self,
        case: &TrialCase<'_, 'a>,
        tool: &Toolchain,
        options: &[String],
        place: &mut WorkerPlace,
        first: &mut First,
        cpu: &mut CpuSplit,
    ) -> Result<SeenCompilation, TrialStop> {
        let First { files, runs } = first;
        // The fast path is fine where a run is, and no image is run here.
        let is_run = !case.is_crash_only();
        let open = |fast_path: &&mut FastPath| is_run && fast_path.is_open(tool, options);
        let Some(fast_path) = place.fast_path.as_mut().filter(open) else {
            return Ok(images::observe(tool, options, files, runs, cpu)?);
        };
        let expected = &case.expected;
        let load = load_of(case.made.facts.seed);
        let mut on_fast_path = OnFastPath { fast_path, files, expected, load };
        if let Some(seen) = on_fast_path.observe(tool, options, cpu) {
            place.fast_path_use.fine += 1;
            return Ok(seen);
        }
        self.give_up_if_asked()?;
        let seen = images::observe(tool, options, files, runs, cpu)?;
        if seen.observation.ran.as_ref().is_some_and(|ran| ran.does(expected)) {
            fast_path.was_mistaken(tool, options);
            place.fast_path_use.mistaken += 1;
        } else {
            place.fast_path_use.not_fine += 1;
        }
        Ok(seen)
    }

    /// Does everything suspicious once more, from scratch.
    fn confirm(
        &self,
        case: &mut TrialCase<'_, 'a>,
        suspicious: &[usize],
        dir: &Path,
        last_time: bool,
        cpu: &mut CpuSplit,
    ) -> Result<(), TrialStop> {
        if !last_time && let Some(why) = self.health.trouble() {
            return Err(TrialStop::Trouble(why));
        }
        let files = ProgramFiles::write(&dir.join("again"), &case.made.texts)?;
        // Compilers of which an image was seen to hang for long enough to be sure.
        let mut hang = BTreeSet::new();
        for &index in suspicious {
            self.confirm_one(case, index, &files, &mut hang, last_time, cpu)?;
        }
        // Trouble that came up in the meantime may have been there before.
        if !last_time && let Some(why) = self.health.trouble() {
            return Err(TrialStop::Trouble(why));
        }
        Ok(())
    }

    fn confirm_one(
        &self,
        case: &mut TrialCase<'_, 'a>,
        index: usize,
        files: &ProgramFiles,
        hang: &mut BTreeSet<&'a str>,
        last_time: bool,
        cpu: &mut CpuSplit,
    ) -> Result<(), TrialStop> {
        let tool = case.tools[index];
        let options = case.seen[index].observation.options.clone();
        let hung = case.seen[index].given_up.is_some();
        let steps = case.made.meaning.stats.steps;
        let mut patience = match hung {
            true if hang.contains(tool.name.as_str()) => Patience::Steps(steps),
            true => Patience::Confirming(steps),
            false => Patience::Full,
        };
        loop {
            // No runs are shared: the same image might do something else this time. One that ends
            // after all is looked at once, as in the beginning.
            let times = if hung { 1 } else { CONFIRMING_RUNS };
            let mut runs = case.runs(times, patience);
            let again = match images::observe(tool, &options, files, &mut runs, cpu) {
                Err(trouble) if last_time => not_comparable(tool, &options, trouble.0),
                again => again?,
            };
            self.give_up_if_asked()?;
            match again.given_up {
                // This computer was too busy to tell.
                Some(GivenUp::Starved) => {
                    patience = Patience::Full;
                    continue;
                }
                Some(GivenUp::Late) => drop(hang.insert(&tool.name)),
                Some(GivenUp::Early) | None => {}
            }
            let comparable = !matches!(again.observation.compiled, Compiled::NotComparable(_));
            let ends_after_all = comparable && hung && again.given_up.is_none();
            if !comparable || ends_after_all {
                case.seen[index] = again;
            } else {
                case.seen[index].observation.add_repetition(&again.observation);
            }
            let fine = |o: &Observation| o.ran.as_ref().is_some_and(|r| r.does(&case.expected));
            if ends_after_all && !fine(&case.seen[index].observation) {
                return self.confirm_one(case, index, files, hang, last_time, cpu);
            }
            return Ok(());
        }
    }

    fn outcome(&self, case: &TrialCase<'_, 'a>, judged: &Judgement) -> SeedRecord {
        let verdicts = case.seen.iter().zip(&judged.verdicts).map(|(seen, verdict)| {
            let observation = &seen.observation;
            (observation.compiler.clone(), observation.options.join(" "), verdict.kind())
        });
        let reasons = case.seen.iter().zip(&judged.verdicts).filter_map(|(seen, verdict)| {
            let Verdict::NotComparable { why } = verdict else { return None };
            Some((seen.observation.compiler.clone(), why.clone()))
        });
        let mut findings = Vec::new();
        for (index, mut finding) in case.findings(judged, self.known) {
            if judged.verdicts[index].kind() == VerdictKind::Unconfirmed {
                finding.signature = self.why_unconfirmed(case, index);
            }
            findings.push(finding);
        }
        SeedRecord {
            verdicts: verdicts.collect(),
            not_comparable: reasons.collect(),
            tokens: case.made.facts.tokens,
            findings,
            ..empty(case.made.facts.seed, SeedYield::Made)
        }
    }

    fn give_up_if_asked(&self) -> Result<(), TrialStop> {
        if self.abandon.load(Ordering::Relaxed) { Err(TrialStop::Abandoned) } else { Ok(()) }
    }
}

impl TrialCase<'_, '_> {
    fn judge(&self) -> Judgement {
        let observations: Vec<Observation> =
            self.seen.iter().map(|seen| seen.observation.clone()).collect();
        judge(&self.expected, &observations)
    }

    /// Whether only compilers are tested with it, so that its images are not run.
    fn is_crash_only(&self) -> bool {
        self.made.facts.config.crash_only
    }

    /// Runs of its images, so often each.
    fn runs(&self, times: u32, patience: Patience) -> SharedRuns {
        if self.is_crash_only() {
            SharedRuns::none()
        } else {
            SharedRuns::repeated(times, patience)
        }
    }

    /// How long images of it may run at first.
    fn patience(&self) -> Patience {
        Patience::Steps(self.made.meaning.stats.steps)
    }

    /// What is not fine, by index.
    fn suspicious(&self, judged: &Judgement) -> Vec<usize> {
        let kept = judged.verdicts.iter().enumerate().filter(|(_, v)| v.kind().is_kept());
        kept.map(|(index, _)| index).collect()
    }

    /// One for each compiler and outcome, with the index of its first observation: option sets
    /// that do the same wrong belong together.
    fn findings(&self, judged: &Judgement, known: &KnownBugs) -> Vec<(usize, NewFinding)> {
        let mut findings: Vec<(usize, NewFinding)> = Vec::new();
        // Referees are not under test: their own mistakes are not findings.
        for (index, verdict) in judged.verdicts.iter().enumerate().take(self.tested) {
            if !verdict.kind().is_kept() {
                continue;
            }
            let seen = &self.seen[index];
            let options = seen.observation.options.join(" ");
            let same = findings.iter_mut().find(|(first, _)| {
                seen.observation.compiler == self.seen[*first].observation.compiler
                    && *verdict == judged.verdicts[*first]
                    && same_outcome(&seen.observation, &self.seen[*first].observation)
            });
            match same {
                Some((_, finding)) => finding.options.push(options),
                None => findings.push((index, self.finding(index, verdict, judged, known))),
            }
        }
        findings
    }

    fn finding(
        &self,
        index: usize,
        verdict: &Verdict,
        judged: &Judgement,
        known: &KnownBugs,
    ) -> NewFinding {
        let (tool, seen) = (self.tools[index], &self.seen[index]);
        let observation = &seen.observation;
        let options = observation.options.join(" ");
        let (key, of_family) = keys(observation, verdict);
        let names = SourceNames::of(&self.made.texts);
        NewFinding {
            known: known.contains([&key, &of_family]),
            key,
            sub_seed: self.made.facts.sub_seed,
            compiler: observation.compiler.clone(),
            family: observation.family.clone(),
            version: tool.version.clone(),
            options: vec![options],
            verdict: verdict.kind(),
            signature: verdict.detail(),
            expected: if self.is_crash_only() {
                COMPILES.to_owned()
            } else {
                outcome_words(&self.expected.stdout, self.expected.end)
            },
            actual: actual(observation),
            said: seen.said.clone(),
            opinions: self.opinions(judged),
            generate: self.command.to_owned(),
            build: names.build_line(tool, &observation.options),
            execute: images::execute_line(tool),
            meta: meta(self.made, self.command),
            sources: names.texts(&self.made.texts),
        }
    }

    /// Who agrees with whom, a line for each outcome.
    fn opinions(&self, judged: &Judgement) -> String {
        let mut words = String::new();
        let name = |observation: &Observation| {
            let name = format!("{} {}", observation.compiler, observation.options.join(" "));
            name.trim_end().to_owned()
        };
        for class in &judged.classes {
            let names = class.members.iter().map(|&member| name(&self.seen[member].observation));
            let names: Vec<_> = names.collect();
            let ran = class.members.first().and_then(|&m| self.seen[m].observation.ran.as_ref());
            let what = ran.map_or(String::new(), |ran| outcome_words(&ran.stdout, ran.end));
            let right = if class.expected { " (expected)" } else { "" };
            let _ = writeln!(words, "{}{right}: {}", what.replace('\n', " "), names.join(", "));
        }
        let vary = self.seen.iter().map(|seen| &seen.observation).filter(|o| o.varies());
        let vary: Vec<_> = vary.map(name).collect();
        let fast = self.seen.iter().map(|seen| &seen.observation).filter(|o| o.on_fast_path);
        let fast: Vec<_> = fast.map(name).collect();
        for (what, names) in
            [("different from run to run", vary), ("right on the fast path only", fast)]
        {
            if !names.is_empty() {
                let _ = writeln!(words, "{what}: {}", names.join(", "));
            }
        }
        words
    }
}

/// What findings of one bug have in common. For wrong code it is unknown until it is reduced:
/// compiler, options and kind are a guess.
pub fn key(compiler: &str, options: &str, verdict: &Verdict) -> String {
    let kind = verdict.kind();
    let detail = verdict.detail();
    let words = match kind {
        VerdictKind::WrongCode => format!("{compiler} {kind} {options} {detail}"),
        _ => format!("{compiler} {kind} {detail}"),
    };
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The key of a finding, and the same with the family in place of the compiler, as triage has it.
fn keys(observation: &Observation, verdict: &Verdict) -> (String, String) {
    let options = observation.options.join(" ");
    let with = |name: &str| key(name, &options, verdict);
    (with(&observation.compiler), with(&observation.family))
}

/// What must become of a program that only compilers are tested with.
pub const COMPILES: &str = "it compiles; its functions are never called, and may be undefined";

/// What the program must do.
pub fn expected(meaning: &Meaning) -> Expected {
    /// SIGABRT.
    const ABORT: i32 = 6;
    let end = match meaning.exit {
        Exit::Status(status) => RunEnd::Exit(status.into()),
        Exit::Abort => RunEnd::Signal(ABORT),
    };
    Expected { stdout: meaning.stdout.clone(), end }
}

/// How the words begin for an image that does something else from run to run.
pub const VARIES: &str = "differs from run to run, for example:";

/// What a compiler made of it, in words.
pub fn actual(observation: &Observation) -> String {
    match (&observation.compiled, &observation.ran) {
        (_, Some(ran)) if observation.varies() => {
            format!("{VARIES}\n{}", outcome_words(&ran.stdout, ran.end))
        }
        (_, Some(ran)) => outcome_words(&ran.stdout, ran.end),
        (Compiled::Ok, None) => "not run".to_owned(),
        (Compiled::Rejected { signature }, _) => format!("rejected: {signature}"),
        (Compiled::Crashed { signature }, _) => format!("the compiler crashed: {signature}"),
        (Compiled::TimedOut, _) => "the compiler did not end in time".to_owned(),
        (Compiled::OutOfResources(limit), _) => format!("the compiler reached its {limit} limit"),
        (Compiled::NoOutputFile, _) => "the compiler produced no image".to_owned(),
        (Compiled::NotComparable(why), _) => format!("not comparable: {why}"),
    }
}

/// What a program printed and how it ended, in words.
pub fn outcome_words(stdout: &[u8], end: RunEnd) -> String {
    let kept = &stdout[..stdout.len().min(KEPT_OUTPUT)];
    let mut words = String::from_utf8_lossy(kept).trim_end().to_owned();
    if !words.is_empty() {
        words.push('\n');
    }
    let _ = match end {
        RunEnd::Exit(status) => write!(words, "exit status {status}"),
        RunEnd::Signal(signal) => write!(words, "killed by signal {signal}"),
        RunEnd::TimedOut => write!(words, "did not end in time"),
        RunEnd::OutOfResources => write!(words, "exceeded its limit of memory, files or output"),
    };
    words
}

/// The choices that the program relied on and the compiler with this option set makes otherwise.
pub fn differs(set: &OptionSet, meaning: &Meaning) -> Option<String> {
    let relied: BTreeSet<String> = meaning
        .relied_on
        .iter()
        .filter_map(|choice| serde_json::to_value(choice).ok()?.as_str().map(str::to_owned))
        .collect();
    let met: Vec<_> =
        set.differs.iter().map(|d| d.as_str()).filter(|d| relied.contains(*d)).collect();
    (!met.is_empty()).then(|| format!("it differs in {}", met.join(", ")))
}

fn not_comparable(tool: &Toolchain, options: &[String], why: String) -> SeenCompilation {
    let observation = Observation {
        compiler: tool.name.clone(),
        family: tool.family.clone(),
        options: options.to_vec(),
        compiled: Compiled::NotComparable(why),
        ran: None,
        otherwise: Vec::new(),
        steady: true,
        on_fast_path: false,
    };
    SeenCompilation { observation, said: String::new(), given_up: None }
}

/// Whether a program does without what a compiler lacks.
fn does_without(made: &Generated, lack: Lack) -> bool {
    is_set(&made.facts.config, lack.setting())
}

/// Whether programs of this configuration avoid relying on the differences of an option set that no
/// run can tell of.
pub fn is_written_around(set: &OptionSet, config: &Config) -> bool {
    let silent = set.differs.iter().filter(|difference| difference.is_silent());
    silent.flat_map(|one| one.settings()).all(|setting| is_set(config, *setting))
}

/// What programs of this configuration may have and a compiler lacks with an option set.
pub fn lacking(set: &OptionSet, config: &Config) -> Option<Lack> {
    set.lacks.iter().copied().find(|lack| !is_set(config, lack.setting()))
}

fn is_set(config: &Config, (name, value): (&str, &str)) -> bool {
    config.get(name).is_some_and(|set| set.to_string() == value)
}

/// What is known about the program, as JSON.
fn meta(made: &Generated, command: &str) -> String {
    let facts = &made.facts;
    let changed: serde_json::Map<String, serde_json::Value> = Config::OPTIONS
        .iter()
        .filter(|option| option.get(&facts.config) != option.default())
        .map(|option| (option.name.to_owned(), option.get(&facts.config).to_string().into()))
        .collect();
    json!({
        "seed": facts.seed,
        "sub_seed": facts.sub_seed,
        "command": command,
        "target": facts.config.target.as_str(),
        "std": facts.config.std.as_str(),
        "checksum": made.checksum.map(|checksum| format!("{checksum:X}")),
        "meaning": made.meaning,
        "tokens": facts.tokens,
        "statements": facts.statements,
        "live_statements": facts.live_statements,
        "guarded": facts.guarded,
        "raw": facts.raw,
        "config": changed,
    })
    .to_string()
}

fn empty(seed: u64, what: SeedYield) -> SeedRecord {
    SeedRecord {
        seed,
        what,
        tokens: 0,
        verdicts: Vec::new(),
        not_comparable: Vec::new(),
        findings: Vec::new(),
        cpu: CpuSplit::default(),
        fast_path_use: FastPathUse::default(),
    }
}

/// A bug of ours is kept like any other.
fn our_bug(
    seed: u64,
    command: &str,
    what: &str,
    sub_seed: u32,
    text: Option<String>,
) -> SeedRecord {
    let signature = error_signature(what, STEM);
    let finding = NewFinding {
        key: format!("brinell {} {signature}", VerdictKind::OurBug),
        sub_seed,
        compiler: "brinell".to_owned(),
        family: "brinell".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        verdict: VerdictKind::OurBug,
        signature,
        actual: what.to_owned(),
        generate: command.to_owned(),
        meta: "{}".to_owned(),
        sources: text.map(|text| (format!("{STEM}.c"), text)).into_iter().collect(),
        ..NewFinding::default()
    };
    SeedRecord { findings: vec![finding], ..empty(seed, SeedYield::OurBug) }
}

fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::tool;

    #[test]
    fn programs_may_have_what_somebody_lacks() {
        let small = &tool("small", &[Lack::Int64, Lack::Unions]).option_sets[0];
        let mut config = Config::default();
        assert_eq!(lacking(small, &config), Some(Lack::Int64));
        config.set("int64", "false").unwrap();
        assert_eq!(lacking(small, &config), Some(Lack::Unions));
        config.set("unions", "false").unwrap();
        assert_eq!(lacking(small, &config), None);
    }
}
