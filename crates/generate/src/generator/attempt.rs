//! One sub-seed, from the drawn configuration to a finished program or to the reason why there is
//! none: the generator's picture in ARCHITECTURE.md, one step a method.

use super::{
    Facts, GenerateError, Generated, Generator, LEAST_CHANGED, LEAST_LIVE_PERCENT, MACHINE_STACK,
    PassedOver, Run, SIZE_TOLERANCE,
};
use crate::config::{Config, Maybe, Wrappers};
use crate::draft::Draft;
use crate::guards::{self, Form, GuardPlan, Report, Tracked};
use crate::harness::{self, HeaderInfo, Options};
use crate::open::{self, SiteCounts};
use crate::relax::{self, Relaxation, RelaxedCounts, RelaxedFate};
use crate::{author, grow, orange, paranoid, stats};
use brinell_choice::Choices;
use brinell_lang::open::DecisionTable;
use brinell_lang::{ExprId, FuncId, Id, Program, StmtKind, Target};
use brinell_machine::{
    Exit, Failure, Limits, Live, Meaning, ObservedRun, Outcome, ResolvedRun, RunMode, resolve_here,
};
use brinell_transform::{write_decisions, write_relaxations};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Why a sub-seed gives no program.
pub enum AttemptStop {
    /// It ran out of steps or another budget of the machine.
    OutOfBudget,
    /// Too little of it runs, or its run changes nothing.
    Dull,
    /// Its size is not the one asked for.
    WrongSize,
    /// It is wrong, which is a bug of ours.
    Wrong(GenerateError),
}

/// A sub-seed that is being tried.
pub struct Attempt<'a, 'r> {
    generator: &'a Generator,
    seed: u64,
    sub_seed: u32,
    /// The configuration, as drawn.
    config: Config,
    choices: Choices,
    run: &'a mut Run<'r>,
    /// Tokens wanted.
    wanted: u64,
    /// Whether only operations that need a guard get one.
    minimal: bool,
    limits: Limits,
}

/// Guards, open sites, and what the resolving run left in the globals, if there was one.
type Settled = (Report, SiteCounts, Option<Vec<u64>>);

/// A program that the machine has run to its end.
struct Finished {
    program: Program,
    meaning: Meaning,
    checksum: Option<u32>,
    statements: usize,
    live_statements: usize,
    changed: usize,
}

impl<'a, 'r> Attempt<'a, 'r> {
    /// Draws what is drawn before the program itself.
    pub fn new(generator: &'a Generator, seed: u64, sub_seed: u32, run: &'a mut Run<'r>) -> Self {
        let mut choices = Choices::sub(seed, u64::from(sub_seed));
        // A stream of its own, so that the drawn configuration and the seed give the same program.
        let mut of_config = Choices::sub(seed, u64::MAX - u64::from(sub_seed));
        let mut config = generator.config.clone();
        if config.swarm {
            config = config.swarmed(&mut of_config);
        }
        if of_config.chance(config.shuffle_percent) {
            config = config.shuffled(&mut of_config);
        }
        let relaxed = config.relax_program_percent;
        if relaxed > 0 && of_config.chance(relaxed) {
            config = config.relaxed(&mut of_config);
        }
        let wanted =
            if config.size > 0 { u64::from(config.size) } else { draw_size(&config, &mut choices) };
        let minimal = !config.safe_math
            || match config.minimal_guards {
                Maybe::Yes => true,
                Maybe::No => false,
                Maybe::Draw => choices.chance(config.minimal_guards_percent),
            };
        // The step budget grows with the size.
        let scale = (wanted / 20_000).max(1);
        let usual = Limits::on(&Target::named(config.target));
        let limits = Limits { steps: u64::from(config.max_steps) * scale, ..usual };
        Self { generator, seed, sub_seed, config, choices, run, wanted, minimal, limits }
    }

    /// The program. `correction` is what the size to ask of the grower is multiplied by, in
    /// percent; it learns where the estimate turns out wrong.
    pub fn make(mut self, command: &str, correction: &mut u64) -> Result<Generated, AttemptStop> {
        let (draft, tally) = self.grow(*correction);
        self.finish(draft, tally, command, Some(correction))
    }

    /// The program of a draft; its size is judged where there is a correction to learn from it.
    pub fn finish(
        mut self,
        mut draft: Draft,
        tally: grow::Tally,
        command: &str,
        correction: Option<&mut u64>,
    ) -> Result<Generated, AttemptStop> {
        if !self.generator.config.int64 {
            // Not even by name; a swarm that leaves them out may mention them.
            let target = draft.program.target.clone();
            draft.program.aliases.retain(|(kind, _)| target.int_bits(*kind) < 64);
        }
        let nodes = grow::nodes(&draft.program);
        let (report, sites, digests) = self.settle(&mut draft)?;
        let options = self.options();
        let mut done = self.last_word(&draft, &options, digests.as_deref())?;
        let mut printed = brinell_print::print_units(&done.program);
        let tokens = stats::tokens_in(&done.program, &printed);
        if let Some(correction) = correction {
            self.judge_size(tokens, correction)?;
        }
        if self.dress(&mut draft, &options, &mut done)? {
            printed = brinell_print::print_units(&done.program);
        }
        let header = harness::header(&HeaderInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            command: command.to_owned(),
            profile: self.generator.profile.clone(),
        });
        let texts = harness::texts_of(&printed, &header);
        let facts = Facts {
            seed: self.seed,
            sub_seed: self.sub_seed,
            passed_over: PassedOver::default(),
            tokens,
            nodes,
            statements: done.statements,
            live_statements: done.live_statements,
            guarded: report.guarded,
            raw: report.raw,
            sites,
            minimal_guards: self.minimal,
            changed_globals: done.changed,
            config: self.config,
            tally,
        };
        let Finished { program, meaning, checksum, .. } = done;
        Ok(Generated { program, texts, meaning, checksum, facts })
    }

    /// Decides what the draft leaves open, and guards what needs a guard.
    fn settle(&mut self, draft: &mut Draft) -> Result<Settled, AttemptStop> {
        if self.config.expressions_only {
            // All of it was decided while it was written.
            return Ok((Report::default(), SiteCounts::default(), None));
        }
        if self.config.crash_only {
            return Ok(self.leave_undecided(draft));
        }
        let open = open::open(draft, &self.config, &mut self.choices);
        let resolved = self.resolve(draft, &open)?;
        let mut sites = SiteCounts::count(draft, &open, &resolved);
        let ResolvedRun { seen, decisions, .. } = resolved;
        // Relaxed places come first: what guards and decisions write twice must be decided.
        write_relaxations(&mut draft.program, &open.sites.relaxed, &decisions);
        let needed = Some(&seen.guards).filter(|_| self.minimal);
        let tracked = Tracked { functions: &open.functions, needed: &seen.guards };
        let report = self.guard(draft, needed, tracked);
        sites.checks = report.checks;
        // Decisions come last: some write an lvalue twice, and the copy has its guards too.
        write_decisions(&mut draft.program, &open.sites, &decisions);
        if let Some(live) = &seen.live {
            let dead = relax::write_dead(draft, &self.config, &mut self.choices, live);
            sites.relaxed.add(Relaxation::Dead, RelaxedFate::Dead, dead);
        }
        Ok((report, sites, Some(seen.digests)))
    }

    /// What `settle` does for a program whose functions are never called: all that is relaxed stays
    /// as it is written, and all statements are code that never runs.
    fn leave_undecided(&mut self, draft: &mut Draft) -> Settled {
        let relaxed = relax::relax(draft, &self.config, &mut self.choices);
        let (never, none) = (Live::default(), BTreeSet::new());
        let decisions = DecisionTable::default();
        let mut sites = SiteCounts::default();
        sites.relaxed = RelaxedCounts::count(draft, &relaxed, &decisions, (&never, &none));
        write_relaxations(&mut draft.program, &relaxed, &decisions);
        // Indices that are any expression have no guard, whatever the others have.
        draft.trusted.extend(draft.relaxed.indices.iter().copied());
        let tracked = Tracked { functions: &BTreeSet::new(), needed: &none };
        let needed = Some(&none).filter(|_| self.minimal);
        let report = self.guard(draft, needed, tracked);
        sites.checks = report.checks;
        let dead = relax::write_dead(draft, &self.config, &mut self.choices, &never);
        sites.relaxed.add(Relaxation::Dead, RelaxedFate::Dead, dead);
        (report, sites, None)
    }

    /// Seed, choices, analysis: the draft, with raw arithmetic and no `main`.
    fn grow(&mut self, correction: u64) -> (Draft, grow::Tally) {
        if self.config.expressions_only {
            let goal = self.wanted * correction / 100;
            return orange::grow(&mut self.choices, &self.config, goal);
        }
        // The estimate counts parentheses that the printer does without, and guards.
        let estimate = if self.minimal { 112 } else { 109 };
        let goal = self.wanted * estimate * correction / 10_000;
        let traced = self.generator.traced;
        grow::grow(&mut self.choices, &self.config, goal, traced)
    }

    /// Decides all open sites of a draft in one run, or in a few.
    fn resolve(
        &mut self,
        draft: &mut Draft,
        open: &open::OpenDraft,
    ) -> Result<ResolvedRun, AttemptStop> {
        let raw = harness::to_run(draft);
        let mode = RunMode { repair: true, live: true, digest: true };
        let resolver = open::DraftResolver { open };
        let sites = Arc::new(open.sites.clone());
        let resolved = resolve_here(&raw, &self.limits, mode, &sites, &resolver, MACHINE_STACK);
        if resolved.unresolved {
            return Err(AttemptStop::OutOfBudget);
        }
        match resolved.seen.outcome {
            Outcome::Finished(_) => Ok(resolved),
            Outcome::Undefined(ref failure) => {
                write_relaxations(&mut draft.program, &open.sites.relaxed, &resolved.decisions);
                write_decisions(&mut draft.program, &open.sites, &resolved.decisions);
                let decided = harness::to_run(draft);
                let again = decided.clone();
                let author = author::of_failure(draft, again, &self.limits, mode, MACHINE_STACK);
                Err(self.wrong(undefined(failure, author), &decided))
            }
            other => Err(self.unfit(other, &raw)),
        }
    }

    /// Guards, where they are needed or everywhere.
    fn guard(
        &mut self,
        draft: &mut Draft,
        needed: Option<&BTreeSet<(FuncId, ExprId)>>,
        tracked: Tracked<'_>,
    ) -> Report {
        let mixed = Form::Mixed { macro_percent: self.config.macro_percent };
        let form = match self.config.wrappers {
            Wrappers::Functions => Form::Functions,
            Wrappers::Macros => Form::Macros,
            Wrappers::Mixed => mixed,
            Wrappers::Any => *self.choices.pick(&[Form::Functions, Form::Macros, mixed]),
        };
        let mut trusted = draft.trusted.clone();
        trusted.extend(draft.bounded.iter().copied());
        let plan = GuardPlan { needed, tracked: Some(tracked), trusted: &trusted, form };
        guards::apply(&mut draft.program, &plan, &mut self.choices)
    }

    /// How the program is finished for its run, whatever it is to become afterwards.
    fn options(&self) -> Options {
        Options {
            // A freestanding program is run as a hosted one first, for the checksum that it expects.
            hosted: self.config.hosted || !self.config.crash_only,
            self_check: None,
            progress: self.config.progress,
            noinline_checksum: self.config.noinline_checksum,
            mixed_declarations: self.generator.config.mixed_declarations,
            split: self.config.split,
            never: self.config.crash_only,
            expect: self.config.expect,
        }
    }

    /// The finished program, which the machine runs from the start: its meaning.
    ///
    /// `digests` is what the resolving run left in the globals: the program must leave the same.
    fn last_word(
        &mut self,
        draft: &Draft,
        options: &Options,
        digests: Option<&[u64]>,
    ) -> Result<Finished, AttemptStop> {
        let program = harness::finish(draft, options, &self.generator.runtime);
        if self.generator.checked
            && let Some(flaw) = brinell_lang::check(&program).first()
        {
            return Err(self.wrong(format!("not well-formed: {flaw}"), &program));
        }
        let mode = RunMode { repair: false, live: true, digest: digests.is_some() };
        let seen = (self.run)(&program, &self.limits, mode);
        let ObservedRun { outcome, live, changed, digests: left, .. } = seen;
        let meaning = match outcome {
            Outcome::Finished(meaning) => meaning,
            Outcome::Undefined(failure) => {
                let run = program.clone();
                let author = author::of_failure(draft, run, &self.limits, mode, MACHINE_STACK);
                return Err(self.wrong(undefined(&failure, author), &program));
            }
            other => return Err(self.unfit(other, &program)),
        };
        let own = draft.program.globals.len();
        if digests.is_some_and(|before| before.get(..own) != left.get(..own)) {
            let what = "the finished program computes something else than its resolving run";
            return Err(self.wrong(what.to_owned(), &program));
        }
        let checksum = harness::printed_checksum(&meaning.stdout);
        if options.expect.is_each() {
            if meaning.exit != Exit::Status(0) {
                let said = String::from_utf8_lossy(&meaning.stdout).into_owned();
                return Err(self.wrong(format!("not what was expected: {said}"), &program));
            }
        } else if checksum.is_some() == self.config.crash_only {
            let what = if self.config.crash_only { "it runs" } else { "no checksum was printed" };
            return Err(self.wrong(what.to_owned(), &program));
        }
        let (statements, live_statements) = count_statements(draft, &live.unwrap_or_default());
        // The runtime has globals of its own, behind the program's.
        let changed = changed.iter().filter(|g| g.index() < own).count();
        let shown = changed + draft.results.len();
        let is_dull =
            live_statements * 100 < statements * LEAST_LIVE_PERCENT || shown < LEAST_CHANGED;
        if is_dull && !self.config.crash_only {
            return Err(AttemptStop::Dull);
        }
        Ok(Finished { program, meaning, checksum, statements, live_statements, changed })
    }

    /// Whether the size is the one asked for, if one was.
    fn judge_size(&self, tokens: usize, correction: &mut u64) -> Result<(), AttemptStop> {
        let (want, got) = (self.wanted as usize, tokens.max(1));
        let tolerance = (want * SIZE_TOLERANCE / 100).max(60);
        // Who asks for a number of expressions does not mean a size.
        if self.config.size == 0 || self.config.expressions > 0 || got.abs_diff(want) <= tolerance {
            return Ok(());
        }
        // A third of the way: most of it is chance, which the next program has no part in.
        let exact = *correction * want as u64 / got as u64;
        *correction = ((2 * *correction + exact) / 3).clamp(20, 500);
        Err(AttemptStop::WrongSize)
    }

    /// Assertions, and the check of its own checksum, if they are wanted; whether the program is
    /// another one now.
    fn dress(
        &mut self,
        draft: &mut Draft,
        options: &Options,
        done: &mut Finished,
    ) -> Result<bool, AttemptStop> {
        let runtime = &self.generator.runtime;
        let paranoid = self.config.paranoid;
        if paranoid {
            let punning = self.config.union_punning;
            (done.program, done.meaning) =
                paranoid::apply(draft, punning, options, runtime, &done.meaning)
                    .map_err(|wrong| self.wrong(wrong.what, &wrong.program))?;
        }
        let self_check = self.config.self_check || !self.config.hosted;
        // What never computes a checksum has none to compare.
        let self_check = self_check && !self.config.crash_only;
        if self_check {
            let options = Options {
                hosted: self.config.hosted,
                self_check: done.checksum,
                ..options.clone()
            };
            done.program = harness::finish(draft, &options, runtime);
            // Assertions take steps that growing did not count.
            let steps = self.limits.steps.max(2 * done.meaning.stats.steps);
            let limits = Limits { steps, ..self.limits };
            let seen = (self.run)(&done.program, &limits, RunMode::default());
            let Outcome::Finished(checked) = seen.outcome else {
                let what = "its self-checking form does not finish".to_owned();
                return Err(self.wrong(what, &done.program));
            };
            done.meaning = checked;
        }
        Ok(paranoid || self_check)
    }

    /// A bug of ours.
    fn wrong(&self, what: String, program: &Program) -> AttemptStop {
        let text = brinell_print::print(program);
        AttemptStop::Wrong(GenerateError::Unsound {
            seed: self.seed,
            sub_seed: self.sub_seed,
            what,
            text,
        })
    }

    /// What to do about a run that neither ended nor broke a rule.
    fn unfit(&self, outcome: Outcome, program: &Program) -> AttemptStop {
        match outcome {
            Outcome::OutOfBudget(_) => AttemptStop::OutOfBudget,
            Outcome::Undecided(undecided) => {
                self.wrong(format!("undecided whether {}", undecided.what), program)
            }
            Outcome::Unsupported(what) => self.wrong(what.what, program),
            Outcome::Finished(_) | Outcome::Undefined(_) => {
                unreachable!("these were looked at before")
            }
        }
    }
}

/// What is wrong with a program that is undefined, and whose work it is.
fn undefined(failure: &Failure, author: Option<String>) -> String {
    let what = format!("{} ({:?})", failure.ub.title(), failure.ub);
    author.map_or_else(|| what.clone(), |author| format!("{what}, {author}"))
}

/// The classes of sizes that are drawn from: tokens of the smallest program, and the end of the range.
/// `weight_size_*` weigh them.
const SIZES: [(u32, u32); 4] = [(600, 8_000), (8_000, 40_000), (40_000, 74_000), (74_000, 114_000)];

/// The class if all weights are 0: around Csmith's mean.
const USUAL_SIZE: usize = 2;

/// The size of a program if none is requested: around Csmith's mean, with small ones among them.
fn draw_size(config: &Config, choices: &mut Choices) -> u64 {
    let weights = [
        config.weight_size_small,
        config.weight_size_medium,
        config.weight_size_usual,
        config.weight_size_large,
    ];
    let (least, end) = SIZES[grow::weighted_or(choices, USUAL_SIZE, &weights)];
    u64::from(least + choices.below(end - least))
}

/// Statements of the random functions, and how many of them were reached. Labels and other markers
/// do not count.
fn count_statements(draft: &Draft, live: &Live) -> (usize, usize) {
    let (mut all, mut reached) = (0, 0);
    for (id, function) in draft.program.functions.enumerate() {
        let (Some(body), None) = (&function.body, &function.name) else { continue };
        let Some(root) = body.root else { continue };
        for (stmt, kind) in body.stmts_under(root) {
            let marker = matches!(
                kind,
                StmtKind::Label(_)
                    | StmtKind::Case { .. }
                    | StmtKind::Default
                    | StmtKind::Block(_)
                    | StmtKind::Empty
            );
            if !marker {
                all += 1;
                reached += usize::from(live.is_live(FuncId(id.0), stmt));
            }
        }
    }
    (all, reached)
}
