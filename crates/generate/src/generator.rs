//! From a seed to a finished program: grow, guard, finish, run, and again from the next sub-seed
//! where a program is not worth keeping.
//!
//! What makes a program worth keeping, besides being defined: it ends within its step budget, at
//! least [`LEAST_LIVE_PERCENT`] of the statements of its random functions are executed, and its run
//! changes at least [`LEAST_CHANGED`] globals, all of which go into the checksum.

use crate::config::{Config, Maybe, Wrappers};
use crate::draft::Draft;
use crate::enliven::enliven;
use crate::guards::{self, Form, Plan};
use crate::harness::{self, HeaderInfo, Options, Runtime};
use crate::{author, grow, paranoid, stats};
use brinell_choice::Choices;
use brinell_lang::{FuncId, Id, Program, StmtKind};
use brinell_machine::{Failure, Limits, Live, Meaning, Observed, Outcome, Ways, observe_here};
use rustc_hash::FxHashSet;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Executed statements of all statements in the functions that `func_1` begins; Csmith's mean is
/// 27, and a program far below tests little but dead-code elimination.
pub const LEAST_LIVE_PERCENT: usize = 15;
/// Globals whose value at the end is not the initial one.
pub const LEAST_CHANGED: usize = 1;
/// Sub-seeds that are tried; one in a hundred programs needs a second.
const MAX_TRIES: u32 = 50;
/// How often conditions are turned round: the first time does most of it, and each time is a run
/// of the machine.
const ENLIVEN_ROUNDS: u32 = 1;
/// Steps of the run before conditions are turned round, a token wanted, and besides: it need not
/// see the end, only what lives.
const FIRST_LOOK: u64 = 1;
const FIRST_LOOK_FLOOR: u64 = 5_000;
/// The stack that a thread needs which generates: growing recurses with calls and nesting, and so
/// does the machine. It is reserved, not used.
pub const STACK: usize = 256 << 20;
/// What of it the machine may use.
pub(crate) const MACHINE_STACK: usize = 64 << 20;
/// How far the size of a program may be from what was asked, in percent.
pub const SIZE_TOLERANCE: usize = 10;

/// A finished program that knows what it means.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program, with `main`, guards and runtime.
    pub program: Program,
    /// The text of each unit, with what to append to its file's name.
    pub texts: Vec<(String, String)>,
    /// What it must do.
    pub meaning: Meaning,
    /// Its checksum.
    pub checksum: u32,
    /// How it came to be.
    pub facts: Facts,
    /// CPU time of the machine's runs on the way, of sub-seeds that were passed over as well. It
    /// is no property of the program: the next time it is another.
    pub machine_time: Duration,
}

/// How a program came to be, and some of its measures.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The seed.
    pub seed: u64,
    /// The sub-seed: 0 when the first try was good.
    pub sub_seed: u32,
    /// Why earlier ones were passed over.
    pub passed_over: PassedOver,
    /// Tokens of the random part: without runtime, wrappers and comments.
    pub tokens: usize,
    /// Statements of the random functions.
    pub statements: usize,
    /// Those that were executed.
    pub live_statements: usize,
    /// Operations with a guard.
    pub guarded: usize,
    /// Operations that could go wrong and have none.
    pub raw: usize,
    /// Whether only operations that need a guard have one.
    pub minimal_guards: bool,
    /// Globals that the run changed.
    pub changed_globals: usize,
    /// The configuration, as drawn.
    pub config: Config,
    /// How growing went.
    pub tally: grow::Tally,
}

/// Why there is no program.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The configuration makes no sense.
    #[error("{0}")]
    Config(String),
    /// The machine found a program of ours undefined: a bug of Brinell's.
    #[error("seed {seed}, sub-seed {sub_seed}: {what}")]
    Unsound {
        /// The seed.
        seed: u64,
        /// The sub-seed.
        sub_seed: u32,
        /// What the machine says.
        what: String,
        /// The program.
        text: String,
    },
    /// No sub-seed gave a program worth keeping.
    #[error(
        "seed {seed}: none of {tries} tries gave a program that ends in time and does something"
    )]
    Hopeless {
        /// The seed.
        seed: u64,
        /// How many sub-seeds were tried.
        tries: u32,
    },
}

/// Makes programs of one configuration.
pub struct Generator {
    config: Config,
    runtime: Runtime,
    profile: String,
    checked: bool,
    traced: bool,
}

/// What became of one sub-seed.
enum Try {
    Good(Box<Generated>),
    /// It ran out of steps or another budget of the machine.
    OutOfBudget,
    /// Too little of it runs, or its run changes nothing.
    Dull,
    /// Its size is not the one asked for.
    WrongSize,
}

/// Why earlier sub-seeds of a program were passed over.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct PassedOver {
    /// Those that ran out of a budget of the machine.
    pub out_of_budget: u32,
    /// Those of which too little runs.
    pub dull: u32,
    /// Those of another size than was asked for.
    pub wrong_size: u32,
}

impl Generator {
    /// Prepares what all programs share.
    pub fn new(config: Config) -> Result<Self, GenerateError> {
        config.validate().map_err(|e| GenerateError::Config(e.to_string()))?;
        let runtime = Runtime::of(&config);
        let checked = cfg!(debug_assertions);
        Ok(Self { config, runtime, profile: "default".to_owned(), checked, traced: false })
    }

    /// The name of the profile that the configuration began with, for the header.
    #[must_use]
    pub fn of_profile(mut self, name: &str) -> Self {
        name.clone_into(&mut self.profile);
        self
    }

    /// Whether each program must pass `lang`'s check of well-formedness: a net under the builder,
    /// which lets nothing ill-formed through. Debug builds always ask for it.
    #[must_use]
    pub fn checked(mut self, yes: bool) -> Self {
        self.checked |= yes;
        self
    }

    /// Whether to keep a trace of all productions, in [`grow::Tally::trace`].
    #[must_use]
    pub fn traced(mut self, yes: bool) -> Self {
        self.traced = yes;
        self
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The program of a seed; `command` goes into its header.
    pub fn generate(&self, seed: u64, command: &str) -> Result<Generated, GenerateError> {
        std::thread::scope(|scope| {
            let worker = std::thread::Builder::new()
                .name(format!("seed {seed}"))
                .stack_size(STACK)
                .spawn_scoped(scope, || self.generate_here(seed, command))
                .map_err(|e| GenerateError::Config(format!("cannot start a thread: {e}")))?;
            match worker.join() {
                Ok(result) => result,
                // A panic is our bug: let it reach whoever reports it.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    /// As [`Generator::generate`], on the thread of the caller, which must have a stack of
    /// [`STACK`] bytes. For those who make many: a thread of its own for each costs fresh memory.
    pub fn generate_here(&self, seed: u64, command: &str) -> Result<Generated, GenerateError> {
        // The size to ask of the grower; corrected where its estimate turns out wrong.
        let mut correction = 100;
        let mut passed_over = PassedOver::default();
        let mut machine_time = Duration::ZERO;
        for sub_seed in 0..MAX_TRIES {
            let mut choices = Choices::sub(seed, u64::from(sub_seed));
            let mut watch = Watch::default();
            let tried =
                self.attempt(&mut choices, seed, sub_seed, command, &mut correction, &mut watch)?;
            machine_time += watch.machine;
            match tried {
                Try::Good(mut generated) => {
                    generated.machine_time = machine_time;
                    generated.facts.passed_over = passed_over;
                    return Ok(*generated);
                }
                Try::OutOfBudget => passed_over.out_of_budget += 1,
                Try::Dull => passed_over.dull += 1,
                Try::WrongSize => passed_over.wrong_size += 1,
            }
        }
        Err(GenerateError::Hopeless { seed, tries: MAX_TRIES })
    }

    fn attempt(
        &self,
        choices: &mut Choices,
        seed: u64,
        sub_seed: u32,
        command: &str,
        correction: &mut u64,
        watch: &mut Watch,
    ) -> Result<Try, GenerateError> {
        // A stream of its own, so that the drawn configuration and the seed give the same program.
        let config = if self.config.swarm {
            self.config.swarmed(&mut Choices::sub(seed, u64::MAX - u64::from(sub_seed)))
        } else {
            self.config.clone()
        };
        let wanted =
            if config.size > 0 { u64::from(config.size) } else { draw_size(&config, choices) };
        let minimal = !config.safe_math
            || match config.minimal_guards {
                Maybe::Yes => true,
                Maybe::No => false,
                Maybe::Draw => choices.chance(config.minimal_guards_percent),
            };
        // The estimate counts parentheses that the printer does without, and guards.
        let estimate = if minimal { 112 } else { 109 };
        let goal = wanted * estimate * *correction / 10_000;
        let (mut draft, tally) = grow::grow(choices, &config, goal, self.traced);
        if !self.config.int64 {
            // Not even by name; a swarm that leaves them out may mention them.
            let target = draft.program.target.clone();
            draft.program.aliases.retain(|(kind, _)| target.int_bits(*kind) < 64);
        }
        let unsound = |what: String, program: &Program| GenerateError::Unsound {
            seed,
            sub_seed,
            what,
            text: brinell_print::print(program),
        };
        let limits = limits(&config, wanted);

        // Guards: where the machine sees them needed, or everywhere.
        let mut turned = FxHashSet::default();
        let mut needed = None;
        for round in 0..=ENLIVEN_ROUNDS {
            let raw = harness::to_run(&draft);
            let ways = Ways { repair: true, live: true };
            let last = round == ENLIVEN_ROUNDS;
            let steps = if last { limits.steps } else { FIRST_LOOK * wanted + FIRST_LOOK_FLOOR };
            let limits = Limits { steps: steps.min(limits.steps), ..limits };
            let seen = watch.observe(&raw, &limits, ways);
            match seen.outcome {
                Outcome::Finished(_) => needed = Some(seen.guards),
                // What was seen until then tells enough about what lives.
                Outcome::OutOfBudget(_) if !last => needed = None,
                Outcome::OutOfBudget(_) => return Ok(Try::OutOfBudget),
                Outcome::Undefined(failure) => {
                    let author = author::of_failure(&draft, raw, &limits, ways, MACHINE_STACK);
                    // With all guards, so that the text shows what else is wrong.
                    let trusted = FxHashSet::default();
                    let plan = Plan { needed: None, trusted: &trusted, form: Form::Functions };
                    guards::apply(&mut draft.program, &plan, choices);
                    let guarded = harness::finish(&draft, &Options::default(), &self.runtime);
                    return Err(unsound(undefined(&failure, author), &guarded));
                }
                Outcome::Undecided(undecided) => {
                    return Err(unsound(format!("undecided whether {}", undecided.what), &raw));
                }
                Outcome::Unsupported(what) => return Err(unsound(what.what, &raw)),
            }
            let live = seen.live.unwrap_or_default();
            if last || (enliven(&mut draft.program, &live, &mut turned) == 0 && needed.is_some()) {
                break;
            }
            if !minimal && round + 1 == ENLIVEN_ROUNDS {
                // Nobody asks which guards are needed: the last run of all will do.
                break;
            }
        }
        let needed = needed.filter(|_| minimal);
        let mixed = Form::Mixed { macro_percent: config.macro_percent };
        let form = match config.wrappers {
            Wrappers::Functions => Form::Functions,
            Wrappers::Macros => Form::Macros,
            Wrappers::Mixed => mixed,
            Wrappers::Any => *choices.pick(&[Form::Functions, Form::Macros, mixed]),
        };
        let mut trusted = draft.trusted.clone();
        trusted.extend(draft.bounded.iter().copied());
        let plan = Plan { needed: needed.as_ref(), trusted: &trusted, form };
        let report = guards::apply(&mut draft.program, &plan, choices);

        // The last word.
        let options = Options {
            hosted: true,
            self_check: None,
            progress: config.progress,
            noinline_checksum: config.noinline_checksum,
            mixed_declarations: self.config.mixed_declarations,
            split: config.split,
        };
        let mut program = harness::finish(&draft, &options, &self.runtime);
        if self.checked
            && let Some(flaw) = brinell_lang::check(&program).first()
        {
            return Err(unsound(format!("not well-formed: {flaw}"), &program));
        }
        let ways = Ways { repair: false, live: true };
        let seen = watch.observe(&program, &limits, ways);
        let mut meaning = match seen.outcome {
            Outcome::Finished(meaning) => meaning,
            Outcome::OutOfBudget(_) => return Ok(Try::OutOfBudget),
            Outcome::Undefined(failure) => {
                let run = program.clone();
                let author = author::of_failure(&draft, run, &limits, ways, MACHINE_STACK);
                return Err(unsound(undefined(&failure, author), &program));
            }
            Outcome::Undecided(undecided) => {
                return Err(unsound(format!("undecided whether {}", undecided.what), &program));
            }
            Outcome::Unsupported(what) => return Err(unsound(what.what, &program)),
        };
        let Some(checksum) = harness::printed_checksum(&meaning.stdout) else {
            return Err(unsound("no checksum was printed".to_owned(), &program));
        };
        let live = seen.live.unwrap_or_default();
        let (statements, live_statements) = count_statements(&draft, &live);
        // The runtime has globals of its own, behind the program's.
        let own = draft.program.globals.len();
        let changed = seen.changed.iter().filter(|g| g.index() < own).count();
        let poor =
            live_statements * 100 < statements * LEAST_LIVE_PERCENT || changed < LEAST_CHANGED;
        if poor {
            return Ok(Try::Dull);
        }
        let mut printed = brinell_print::print_units(&program);
        let tokens = stats::tokens_in(&program, &printed);
        let mut fits = true;
        if config.size > 0 {
            let (want, got) = (wanted as usize, tokens.max(1));
            let tolerance = (want * SIZE_TOLERANCE / 100).max(60);
            fits = got.abs_diff(want) <= tolerance;
            if !fits {
                // A third of the way: most of it is chance, which the next program has no part in.
                let exact = *correction * want as u64 / got as u64;
                *correction = ((2 * *correction + exact) / 3).clamp(20, 500);
            }
        }
        if !fits {
            return Ok(Try::WrongSize);
        }
        if config.paranoid {
            let punning = config.union_punning;
            (program, meaning) =
                paranoid::apply(&mut draft, punning, &options, &self.runtime, &meaning)
                    .map_err(|wrong| unsound(wrong.what, &wrong.program))?;
        }
        if config.self_check || !config.hosted {
            let options = Options { hosted: config.hosted, self_check: Some(checksum), ..options };
            program = harness::finish(&draft, &options, &self.runtime);
            // Assertions take steps that growing did not count.
            let limits = Limits { steps: limits.steps.max(2 * meaning.stats.steps), ..limits };
            let seen = watch.observe(&program, &limits, Ways::default());
            let Outcome::Finished(checked) = seen.outcome else {
                return Err(unsound("its self-checking form does not finish".to_owned(), &program));
            };
            meaning = checked;
        }
        let header = harness::header(&HeaderInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            command: command.to_owned(),
            profile: self.profile.clone(),
        });
        if config.paranoid || config.self_check || !config.hosted {
            printed = brinell_print::print_units(&program);
        }
        let texts = harness::texts_of(&printed, &header);
        let facts = Facts {
            seed,
            sub_seed,
            passed_over: PassedOver::default(),
            tokens,
            statements,
            live_statements,
            guarded: report.guarded,
            raw: report.raw,
            minimal_guards: minimal,
            changed_globals: changed,
            config,
            tally,
        };
        let machine_time = watch.machine;
        let made = Generated { program, texts, meaning, checksum, facts, machine_time };
        Ok(Try::Good(Box::new(made)))
    }
}

/// What the machine takes.
#[derive(Default)]
struct Watch {
    machine: Duration,
}

impl Watch {
    fn observe(&mut self, program: &Program, limits: &Limits, ways: Ways) -> Observed {
        let time = || {
            let time = clock_gettime(ClockId::ThreadCPUTime);
            Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
        };
        let began = time();
        let seen = observe_here(program, limits, ways, MACHINE_STACK);
        self.machine += time().saturating_sub(began);
        seen
    }
}

/// What is wrong with a program that is undefined, and whose work it is.
fn undefined(failure: &Failure, author: Option<String>) -> String {
    let what = format!("{} ({:?})", failure.ub.title(), failure.ub);
    author.map_or_else(|| what.clone(), |author| format!("{what}, {author}"))
}

/// The size of a program when none is asked for: around Csmith's mean, with small ones among them.
fn draw_size(config: &Config, choices: &mut Choices) -> u64 {
    let weights = [
        config.weight_size_small,
        config.weight_size_medium,
        config.weight_size_usual,
        config.weight_size_large,
    ];
    // Where all weights are 0, the usual one.
    let which = if weights == [0; 4] { 2 } else { choices.weighted(&weights) };
    match which {
        0 => 600 + u64::from(choices.below(7_400)),
        1 => 8_000 + u64::from(choices.below(32_000)),
        2 => 40_000 + u64::from(choices.below(34_000)),
        _ => 74_000 + u64::from(choices.below(40_000)),
    }
}

/// What a run may use up: the step budget grows with the size.
fn limits(config: &Config, size: u64) -> Limits {
    let scale = (size / 20_000).max(1);
    Limits { steps: u64::from(config.max_steps) * scale, ..Limits::default() }
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
