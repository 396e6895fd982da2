//! Running a whole program.

mod forks;

use crate::lower::{LEVEL_BYTES, Lowered, MAX_DEPTH, Manner};
use crate::machine::{Flow, Machine, R, Stop};
use crate::memory::{AllocKind, state};
use crate::observe::{Observed, Ways};
use crate::order::{Fork, Site};
use crate::outcome::{Budget, Choice, Exhausted, Exit, Limits, Meaning, Outcome, Unsupported};
use crate::pools::pools;
use crate::value::{Prov, Value};
use brinell_lang::{FuncId, Loc, Program, Quals};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// The stack of a run's own thread.
const HOST_STACK: usize = 256 << 20;

/// After so many restarts the journal is kept for every full expression.
const MAX_RESTARTS: usize = 8;

/// Runs a program from `main` to its end, or to the first rule it breaks.
///
/// Evaluation recurses on the host's stack, so the run gets a thread of its own with a large one
/// (reserved, not used); the machine counts what it uses and stops in time.
pub fn run(program: &Program, limits: &Limits) -> Outcome {
    observe(program, limits, Ways::default()).outcome
}

/// As [`run`], with an eye on what is asked for.
pub fn observe(program: &Program, limits: &Limits, ways: Ways) -> Observed {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("machine".to_owned())
            .stack_size(HOST_STACK)
            .spawn_scoped(scope, || observe_here(program, limits, ways, HOST_STACK));
        match worker {
            Ok(handle) => match handle.join() {
                Ok(observed) => observed,
                // A panic is our bug: let it reach whoever maps it to an exit code.
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(e) => Observed::nothing(
                program,
                ways,
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
    ways: Ways,
    host_stack_bytes: usize,
) -> Observed {
    execute(program, limits, Manner { ways, ..Manner::default() }, host_stack_bytes)
}

/// As [`observe_here`] in the way `live`, with the values of expressions. That takes several times
/// as long.
pub fn watch_here(program: &Program, limits: &Limits, host_stack_bytes: usize) -> Observed {
    let ways = Ways { live: true, ..Ways::default() };
    execute(program, limits, Manner { ways, watch: true, ..Manner::default() }, host_stack_bytes)
}

fn execute(
    program: &Program,
    limits: &Limits,
    manner: Manner,
    host_stack_bytes: usize,
) -> Observed {
    let ways = manner.ways;
    let main = program.function_named("main").filter(|f| program.functions[*f].body.is_some());
    let Some(main) = main else {
        let what = "a program without 'main'".to_owned();
        return Observed::nothing(program, ways, Unsupported { what, loc: Loc::NONE });
    };
    // A call may still begin just below the limit, and then evaluate its deepest expression.
    let reserve = (host_stack_bytes / 4).min(MAX_DEPTH as usize * LEVEL_BYTES);
    // A watched expression takes two levels.
    let level = if manner.watch { 2 * LEVEL_BYTES } else { LEVEL_BYTES };
    let max_depth = (reserve / level) as u32;
    let manner = Manner { max_depth, ..manner };
    let host_stack = host_stack_bytes - reserve;
    let pools = pools(program);
    if !pools.is_empty() {
        let lowered = Lowered::with_pools(program, manner, pools);
        let first = Runs::new(program, &lowered, limits, main, host_stack).run(&[]);
        if matches!(first.seen.outcome, Outcome::Finished(_)) && !first.may_differ() {
            return first.seen;
        }
    }
    let lowered = Lowered::new(program, manner);
    let mut runs = Runs::new(program, &lowered, limits, main, host_stack);
    let first = runs.run(&[]);
    if matches!(first.seen.outcome, Outcome::Finished(_)) && first.may_differ() {
        return forks::compare(&mut runs, first);
    }
    first.seen
}

/// Runs of one program, in different orders of evaluation.
struct Runs<'a> {
    program: &'a Program,
    lowered: &'a Lowered,
    limits: Limits,
    main: FuncId,
    host_stack: usize,
    /// The full expressions that are recorded, or all of them.
    sites: FxHashSet<Site>,
    record_all: bool,
}

/// A run, and where it could have gone another way.
struct Run {
    seen: Observed,
    forks: Vec<Fork>,
    tangled: Option<Loc>,
    steps: u64,
}

impl Run {
    /// Whether another order might show.
    const fn may_differ(&self) -> bool {
        !self.forks.is_empty() || self.tangled.is_some()
    }
}

impl<'a> Runs<'a> {
    fn new(
        program: &'a Program,
        lowered: &'a Lowered,
        limits: &Limits,
        main: FuncId,
        host_stack: usize,
    ) -> Self {
        let sites = FxHashSet::default();
        Self { program, lowered, limits: *limits, main, host_stack, sites, record_all: false }
    }

    /// Runs the program; at its first forks it takes the orders of the script.
    fn run(&mut self, script: &[usize]) -> Run {
        loop {
            let mut machine = Machine::new(self.program, self.lowered, self.limits, &self.sites);
            machine.host_stack = self.host_stack;
            machine.record_all = self.record_all;
            machine.order.script = script.to_vec();
            match machine.run_main(self.main) {
                Err(stop) if matches!(*stop, Stop::Restart(_)) => {
                    let Stop::Restart(site) = *stop else { continue };
                    let known = !self.sites.insert(site);
                    self.record_all |= known || self.sites.len() > MAX_RESTARTS;
                }
                other => {
                    let outcome = machine.outcome(other);
                    let forks = std::mem::take(&mut machine.order.forks);
                    let (tangled, steps) = (machine.order.tangled, machine.steps);
                    return Run { seen: machine.observed(outcome), forks, tangled, steps };
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
        let base = self.regs.len();
        match code.params.len() {
            0 => {}
            2 => {
                let argv = self.arguments(loc)?;
                self.regs.push(Value::int(1));
                self.regs.push(Value { bits: 0, prov: argv });
            }
            _ => return self.unsupported("these parameters of 'main'", loc),
        }
        let flow = self.run_function(code, base, self.regs.len() - base, Vec::new(), loc)?;
        let status = match flow {
            // Reaching the end of main returns 0 (C11 5.1.2.2.3); `return;` there is a status
            // that nobody can rely on.
            Flow::FellOff => 0,
            Flow::Value(v) => v.bits,
            Flow::Return if code.ret.is_none() => {
                return self.unsupported("a 'main' that returns nothing", loc);
            }
            Flow::Return | Flow::Record => {
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

    /// What a finished or stopped run comes to.
    fn outcome(&mut self, result: R<Exit>) -> Outcome {
        let stats = self.stats();
        let stop = match result {
            Ok(exit) => Stop::Exit(exit),
            Err(stop) => *stop,
        };
        match stop {
            Stop::Exit(exit) => Outcome::Finished(self.meaning(exit)),
            Stop::Ub(mut failure) => {
                failure.stats = stats;
                Outcome::Undefined(failure)
            }
            Stop::Undecided(mut undecided) => {
                undecided.stats = stats;
                Outcome::Undecided(undecided)
            }
            Stop::Budget(budget, loc) => {
                let stdout = std::mem::take(&mut self.out);
                Outcome::OutOfBudget(Exhausted { budget, loc, stdout, stats })
            }
            Stop::Unsupported(what, loc) => Outcome::Unsupported(Unsupported { what, loc }),
            Stop::Restart(_) | Stop::Blocked => Outcome::Unsupported(Unsupported {
                what: "an order of evaluation that keeps changing".to_owned(),
                loc: Loc::NONE,
            }),
        }
    }

    fn meaning(&mut self, exit: Exit) -> Meaning {
        let stats = self.stats();
        let mut choices = self.choices;
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
        choices |= crate::layout_shows::choices(self.program, &self.low.tables);
        let relied_on: BTreeSet<Choice> =
            Choice::ALL.into_iter().filter(|c| choices & c.bit() != 0).collect();
        let (stdout, stderr) = (std::mem::take(&mut self.out), std::mem::take(&mut self.err));
        Meaning { stdout, stderr, exit, relied_on, volatiles, stats }
    }
}
