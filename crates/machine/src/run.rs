//! Running a whole program.

mod forks;
mod inject;

pub use inject::{Fault, FaultyRun, Injection, Injector, WrongValue};

use crate::lower::{LEVEL_BYTES, Lowered, LoweringOptions, MAX_DEPTH};
use crate::machine::{Completion, Halt, Machine, R};
use crate::memory::{AllocKind, state};
use crate::observe::{ObservedRun, RunMode};
use crate::order::{Fork, FullExpr};
use crate::outcome::{
    Budget, Exhausted, Exit, ImplDefined, Limits, Meaning, Outcome, Undecided, Unsupported,
};
use crate::parts::{HostStack, RecordedSites};
use crate::pools::pools;
use crate::relax::Shadows;
use crate::resolve::{Decided, Resolution, ResolvedRun, Resolver};
use crate::restrict;
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::open::{DecisionTable, OpenSites};
use brinell_lang::{FuncId, Loc, LocalId, Program, Quals, StmtId};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The stack of a run's own thread.
const HOST_STACK: usize = 256 << 20;

/// A resolving run that had to replace operators is begun again, so often altogether.
const MAX_RESOLVING_RUNS: u32 = 4;

/// As that, where there are jumps past initialisers: each may cost a run.
const MAX_RELAXED_RUNS: u32 = 8;

/// After so many restarts the journal is kept for every full expression.
const MAX_RESTARTS: usize = 8;

/// Runs a program from `main` to its end, or to the first rule it breaks.
///
/// Evaluation recurses on the host's stack, so the run gets a thread of its own with a large one
/// (reserved, not used); the machine counts what it uses and stops in time.
pub fn run(program: &Program, limits: &Limits) -> Outcome {
    observe(program, limits, RunMode::default()).outcome
}

/// As [`run`], with an eye on what is asked for.
pub fn observe(program: &Program, limits: &Limits, mode: RunMode) -> ObservedRun {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("machine".to_owned())
            .stack_size(HOST_STACK)
            .spawn_scoped(scope, || observe_here(program, limits, mode, HOST_STACK));
        match worker {
            Ok(handle) => match handle.join() {
                Ok(observed) => observed,
                // A panic is our bug: the caller maps it to an exit code.
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(e) => ObservedRun::nothing(
                program,
                mode,
                Unsupported {
                    what: format!("running without a thread of its own ({e})"),
                    loc: Loc::NONE,
                },
            ),
        }
    })
}

/// As [`observe`], on the thread of the caller, who promises that much of its stack.
///
/// With less than [`run`] takes, programs that recurse deeply end in their stack budget sooner and
/// expressions that nest deeply are not supported; 16 MiB are plenty for what people write.
pub fn observe_here(
    program: &Program,
    limits: &Limits,
    mode: RunMode,
    host_stack_bytes: usize,
) -> ObservedRun {
    execute(
        program,
        limits,
        LoweringOptions { mode, ..LoweringOptions::default() },
        host_stack_bytes,
    )
}

/// As [`observe_here`] in the way `live`, with the values of expressions. That takes several times
/// as long.
pub fn watch_here(program: &Program, limits: &Limits, host_stack_bytes: usize) -> ObservedRun {
    let mode = RunMode { live: true, ..RunMode::default() };
    execute(
        program,
        limits,
        LoweringOptions { mode, watch: true, ..LoweringOptions::default() },
        host_stack_bytes,
    )
}

/// Runs a program with open sites, which the resolver decides one by one as they are executed for
/// the first time; see [`Resolver`]. Operations that are not open are treated as `mode` says.
pub fn resolve_here(
    program: &Program,
    limits: &Limits,
    mode: RunMode,
    open: &Arc<OpenSites>,
    resolver: &dyn Resolver,
    host_stack_bytes: usize,
) -> ResolvedRun {
    let mut resolved = ResolvedRun {
        seen: ObservedRun::nothing(
            program,
            mode,
            Unsupported { what: "a run that was never begun".to_owned(), loc: Loc::NONE },
        ),
        decisions: DecisionTable::default(),
        demoted: FxHashSet::default(),
        runs: 0,
        unresolved: false,
    };
    let main = match main_of(program) {
        Ok(main) => main,
        Err(why) => {
            resolved.seen = ObservedRun::nothing(program, mode, why);
            return resolved;
        }
    };
    let options = LoweringOptions { mode, ..LoweringOptions::default() };
    let (options, host_stack) = stack_for(options, host_stack_bytes);
    let mut lowered = Lowered::new(program, options);
    lowered.open = Some(Arc::clone(open));
    let most = if open.relaxed.jumps.is_empty() { MAX_RESOLVING_RUNS } else { MAX_RELAXED_RUNS };
    while resolved.runs < most {
        resolved.runs += 1;
        let mut runs = ProgramRuns::new(program, &lowered, limits, main, host_stack);
        runs.resolver = Some(resolver);
        runs.decided.decisions = std::mem::take(&mut resolved.decisions);
        let first = runs.run(&[]);
        let forked = matches!(first.seen.outcome, Outcome::Finished(_)) && first.may_differ();
        resolved.seen = if forked { forks::compare(&mut runs, first) } else { first.seen };
        let Decided { decisions, failed, failed_pointers, skipped } = runs.decided;
        resolved.decisions = decisions;
        if let (Outcome::Undefined(failure), Some(skipped)) = (&resolved.seen.outcome, skipped)
            && matches!(failure.ub, Ub::InitialiserSkipped { .. })
            && resolved.decisions.remove_jumps(jumps_past(open, skipped))
        {
            continue;
        }
        if failed.is_empty() && failed_pointers.is_empty() {
            return resolved;
        }
        resolved.decisions.demote(&failed, &failed_pointers);
        resolved.demoted.extend(failed);
    }
    resolved.unresolved = true;
    resolved
}

/// The relaxed jumps that may skip the initialiser of a variable.
fn jumps_past(
    open: &OpenSites,
    (func, local): (FuncId, LocalId),
) -> impl Iterator<Item = (FuncId, StmtId)> + '_ {
    let jumps = open.relaxed.jumps.iter();
    jumps
        .filter(move |((f, _), jump)| *f == func && jump.skipped.contains(&local))
        .map(|(site, _)| *site)
}

fn execute(
    program: &Program,
    limits: &Limits,
    options: LoweringOptions,
    host_stack_bytes: usize,
) -> ObservedRun {
    let mut seen = in_all_orders(program, limits, options, host_stack_bytes);
    if let Outcome::Finished(meaning) = &seen.outcome
        && let Some((what, loc)) = restrict::doubt(program)
    {
        seen.outcome = Outcome::Undecided(Box::new(Undecided {
            what,
            rule: None,
            loc,
            objects: Vec::new(),
            notes: Vec::new(),
            stdout: meaning.stdout.clone(),
            stats: meaning.stats,
        }));
    }
    seen
}

fn in_all_orders(
    program: &Program,
    limits: &Limits,
    options: LoweringOptions,
    host_stack_bytes: usize,
) -> ObservedRun {
    let mode = options.mode;
    let main = match main_of(program) {
        Ok(main) => main,
        Err(why) => return ObservedRun::nothing(program, mode, why),
    };
    let (options, host_stack) = stack_for(options, host_stack_bytes);
    let pools = pools(program);
    if !pools.is_empty() {
        let lowered = Lowered::with_pools(program, options, pools);
        let first = ProgramRuns::new(program, &lowered, limits, main, host_stack).run(&[]);
        if matches!(first.seen.outcome, Outcome::Finished(_)) && !first.may_differ() {
            return first.seen;
        }
    }
    let lowered = Lowered::new(program, options);
    let mut runs = ProgramRuns::new(program, &lowered, limits, main, host_stack);
    let first = runs.run(&[]);
    if matches!(first.seen.outcome, Outcome::Finished(_)) && first.may_differ() {
        return forks::compare(&mut runs, first);
    }
    first.seen
}

/// The function that a program begins with.
fn main_of(program: &Program) -> Result<FuncId, Unsupported> {
    let main = program.function_named("main").filter(|f| program.functions[*f].body.is_some());
    main.ok_or_else(|| {
        let what = "a program without 'main'".to_owned();
        Unsupported { what, loc: Loc::NONE }
    })
}

/// How deep expressions may be on a stack of that size, and what of it is left for calls.
fn stack_for(options: LoweringOptions, host_stack_bytes: usize) -> (LoweringOptions, usize) {
    // A call may still begin just below the limit, and then evaluate its deepest expression.
    let reserve = (host_stack_bytes / 4).min(MAX_DEPTH as usize * LEVEL_BYTES);
    // A watched expression takes two levels.
    let level = if options.watch { 2 * LEVEL_BYTES } else { LEVEL_BYTES };
    let max_depth = (reserve / level) as u32;
    (LoweringOptions { max_depth, ..options }, host_stack_bytes - reserve)
}

/// Runs of one program, in different orders of evaluation.
struct ProgramRuns<'a> {
    program: &'a Program,
    lowered: &'a Lowered,
    limits: Limits,
    main: FuncId,
    host_stack: usize,
    /// The full expressions that are recorded, or all of them.
    sites: FxHashSet<FullExpr>,
    record_all: bool,
    /// What a run with a fault begins with.
    injection: Option<Injection>,
    /// In resolving runs: who decides.
    resolver: Option<&'a dyn Resolver>,
    /// What is decided; the machine has it while it runs.
    decided: Decided,
}

/// A run, and where it could have gone another way.
struct ProgramRun {
    seen: ObservedRun,
    forks: Vec<Fork>,
    tangled: Option<Loc>,
    steps: u64,
    /// What a run with a fault saw.
    injection: Option<Injection>,
}

impl ProgramRun {
    /// Whether another order might show.
    const fn may_differ(&self) -> bool {
        !self.forks.is_empty() || self.tangled.is_some()
    }
}

impl<'a> ProgramRuns<'a> {
    fn new(
        program: &'a Program,
        lowered: &'a Lowered,
        limits: &Limits,
        main: FuncId,
        host_stack: usize,
    ) -> Self {
        let sites = FxHashSet::default();
        Self {
            program,
            lowered,
            limits: *limits,
            main,
            host_stack,
            sites,
            record_all: false,
            injection: None,
            resolver: None,
            decided: Decided::default(),
        }
    }

    /// Runs the program; at its first forks it takes the orders of the script.
    fn run(&mut self, script: &[usize]) -> ProgramRun {
        loop {
            let recorded = RecordedSites { sites: &self.sites, all: self.record_all };
            let host = HostStack::from_here(self.host_stack);
            let mut machine = Machine::new(self.program, self.lowered, self.limits, recorded, host);
            machine.order.script = script.to_vec();
            machine.log.injection.clone_from(&self.injection);
            machine.resolution = self.resolver.map(|resolver| {
                let decided = std::mem::take(&mut self.decided);
                Box::new(Resolution { resolver, decided, shadows: Shadows::default() })
            });
            let result = machine.run_main(self.main);
            if let Some(resolution) = machine.resolution.take() {
                self.decided = resolution.decided;
                self.decided.skipped = resolution.shadows.skipped;
            }
            match result {
                Err(stop) if matches!(*stop, Halt::Restart(_)) => {
                    let Halt::Restart(site) = *stop else { continue };
                    let known = !self.sites.insert(site);
                    self.record_all |= known || self.sites.len() > MAX_RESTARTS;
                }
                other => {
                    let outcome = machine.outcome(other);
                    let forks = std::mem::take(&mut machine.order.forks);
                    let (tangled, steps) = (machine.order.tangled, machine.used.steps);
                    let injection = machine.log.injection.take();
                    let seen = machine.observed(outcome);
                    return ProgramRun { seen, forks, tangled, steps, injection };
                }
            }
        }
    }
}

impl Machine<'_> {
    fn run_main(&mut self, main: FuncId) -> R<Exit> {
        self.check_declarations(main)?;
        self.begin()?;
        self.begin_watching();
        let Some(code) = self.code_of(main) else {
            return self.unsupported("a program without 'main'", Loc::NONE);
        };
        let loc = self.program.functions[main].loc;
        let base = self.stack.regs.len();
        match code.params.len() {
            0 => {}
            2 => {
                let argv = self.arguments(loc)?;
                self.stack.regs.push(Value::int(1));
                self.stack.regs.push(Value { bits: 0, prov: argv });
            }
            _ => return self.unsupported("these parameters of 'main'", loc),
        }
        let flow = self.run_function(code, base, self.stack.regs.len() - base, Vec::new(), loc)?;
        let status = match flow {
            // Reaching the end of main returns 0 (C11 5.1.2.2.3); `return;` there is a status
            // that no program can rely on.
            Completion::FellOff => 0,
            Completion::Value(v) => v.bits,
            Completion::Return if code.ret.is_none() => {
                return self.unsupported("a 'main' that returns nothing", loc);
            }
            Completion::Return | Completion::Record => {
                return self.unsupported("a 'main' that returns without a value", loc);
            }
        };
        Err(self.exit(status))
    }

    /// `argv`: the program's name and the null pointer that ends it.
    fn arguments(&mut self, loc: Loc) -> R<Prov> {
        let name = b"program\0";
        let word = u64::from(self.low.tables.target.pointer);
        let made = self.mem.allocate(
            AllocKind::Heap,
            None,
            Quals::NONE,
            name.len() as u64,
            1,
            state::PLAIN,
            loc,
        );
        let Ok(text) = made else { return self.budget(Budget::Memory, loc) };
        if let Some(alloc) = self.mem.get_mut(text) {
            alloc.bytes.copy_from_slice(name);
        }
        let made = self.mem.allocate(
            AllocKind::Heap,
            None,
            Quals::NONE,
            word * 2,
            word as u32,
            state::PLAIN,
            loc,
        );
        let Ok(argv) = made else { return self.budget(Budget::Memory, loc) };
        if let Some(alloc) = self.mem.get_mut(argv) {
            alloc.write_pointer(0, &vec![0; word as usize], text);
        }
        Ok(argv)
    }

    /// The outcome of a finished or stopped run.
    fn outcome(&mut self, result: R<Exit>) -> Outcome {
        let stats = self.stats();
        let stop = match result {
            Ok(exit) => Halt::Exit(exit),
            Err(stop) => *stop,
        };
        match stop {
            Halt::Exit(exit) => Outcome::Finished(self.meaning(exit)),
            Halt::Ub(mut failure) => {
                failure.stats = stats;
                Outcome::Undefined(failure)
            }
            Halt::Undecided(mut undecided) => {
                undecided.stats = stats;
                Outcome::Undecided(undecided)
            }
            Halt::Budget(budget, loc) => {
                let stdout = std::mem::take(&mut self.output.stdout);
                Outcome::OutOfBudget(Exhausted { budget, loc, stdout, stats })
            }
            Halt::Unsupported(what, loc) => Outcome::Unsupported(Unsupported { what, loc }),
            Halt::Restart(_) | Halt::Blocked => Outcome::Unsupported(Unsupported {
                what: "an order of evaluation that keeps changing".to_owned(),
                loc: Loc::NONE,
            }),
        }
    }

    fn meaning(&mut self, exit: Exit) -> Meaning {
        let stats = self.stats();
        let mut volatiles = BTreeMap::new();
        for alloc in self.mem.live() {
            if let AllocKind::Global(g) = alloc.kind
                && let Some(extra) = &alloc.extra
            {
                let name = self.program.globals[g].name.clone().unwrap_or_else(|| format!("{g:?}"));
                for (offset, trace) in &extra.volatiles {
                    volatiles.insert(format!("{name}+{offset}"), *trace);
                }
            }
        }
        let layout = crate::layout_shows::choices(self.program, &self.low.tables);
        let relied_on: BTreeSet<ImplDefined> = self.relied_on.with(layout).iter().collect();
        let (stdout, stderr) =
            (std::mem::take(&mut self.output.stdout), std::mem::take(&mut self.output.stderr));
        Meaning { stdout, stderr, exit, relied_on, volatiles, stats }
    }
}
