//! Runs in which one expression is wrong: the same bit of its value is flipped at every execution.
//!
//! The program is lowered once, with notes of values ([`Node::Watch`](crate::code::Node)) in the
//! functions that are of interest. A first run writes down every value in order; a run with a fault
//! follows that list as long as control goes the same way, and so knows where a wrong value was seen
//! last.
//!
//! A wrong value may well make an operation undefined that was not. Arithmetic and indices then get
//! the result of their guard, as in repair: a processor would not stop there either. Of the orders
//! of evaluation that C allows, one is looked at.

use super::{ProgramRuns, main_of, stack_for};
use crate::lower::{Lowered, LoweringOptions};
use crate::observe::RunMode;
use crate::outcome::{Limits, Meaning, Outcome, Unsupported};
use crate::value::Value;
use brinell_lang::{ExprId, FuncId, Id, Loc, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A run that has more values than this is not followed: two million take 64 MB.
const MOST_VALUES: usize = 2_000_000;

/// A run with a fault may take so many times the steps of the right one, and so many more.
const STEPS_FACTOR: u64 = 4;
const STEPS_MORE: u64 = 10_000;

/// An expression whose value is wrong whenever it is computed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Fault {
    /// The function that it is in.
    pub func: FuncId,
    /// The expression.
    pub expr: ExprId,
    /// The bits that are flipped; of 128 bits, those of the lower half. The result must be a value of
    /// its type as the machine holds it: with its sign in all bits above.
    pub flipped: u64,
}

/// A value that a run came by.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct SeenValue {
    func: FuncId,
    expr: ExprId,
    value: Value,
}

/// What a run does besides running: it writes values down, or compares them.
#[derive(Clone, Debug)]
pub struct Injection {
    fault: Option<Fault>,
    /// The values of the right run; as long as there are none, they are written down.
    right: Option<Arc<Vec<SeenValue>>>,
    written: Vec<SeenValue>,
    /// How far it is in the list.
    at: usize,
    /// The last place in the list where the value was another, and whether one of both was zero.
    last: Option<(usize, bool)>,
    /// Control went another way.
    strayed: bool,
}

impl Injection {
    const fn new(fault: Option<Fault>, right: Option<Arc<Vec<SeenValue>>>) -> Self {
        Self { fault, right, written: Vec::new(), at: 0, last: None, strayed: false }
    }

    /// A value was computed; what it is taken for.
    pub fn pass(&mut self, func: Option<FuncId>, expr: ExprId, mut value: Value) -> Value {
        let Some(func) = func else { return value };
        if let Some(fault) = self.fault
            && fault.expr == expr
            && fault.func == func
            && (value.prov.is_none() || value.prov.high_half_number().is_some())
        {
            value.bits ^= fault.flipped;
        }
        let seen = SeenValue { func, expr, value };
        let Some(right) = &self.right else {
            // One more tells that there were too many.
            if self.written.len() <= MOST_VALUES {
                self.written.push(seen);
            }
            return value;
        };
        if self.strayed {
            return value;
        }
        match right.get(self.at) {
            Some(other) if other.func == func && other.expr == expr => {
                if *other != seen {
                    let is_zero = |value: Value| value == Value::ZERO;
                    self.last = Some((self.at, is_zero(other.value) != is_zero(value)));
                }
                self.at += 1;
            }
            _ => self.strayed = true,
        }
        value
    }
}

/// A program that is run with faults.
#[derive(Debug)]
pub struct Injector<'a> {
    program: &'a Program,
    lowered: Lowered,
    limits: Limits,
    main: FuncId,
    host_stack: usize,
    right: Arc<Vec<SeenValue>>,
    meaning: Meaning,
}

/// The result of a run with a fault.
#[derive(Clone, Debug)]
pub struct FaultyRun {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether control went another way than in the right run.
    pub strayed: bool,
    /// As long as it did not: the wrong value that was seen last.
    pub last_wrong: Option<WrongValue>,
}

/// A value that was not what it is in the right run.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct WrongValue {
    /// The function that it was computed in.
    pub func: FuncId,
    /// The expression that has it.
    pub expr: ExprId,
    /// Its number among the values of the right run.
    pub number: usize,
    /// As a condition, it is the opposite.
    pub is_opposite: bool,
}

impl<'a> Injector<'a> {
    /// Lowers a program and runs it without a fault. Values are noted in the functions given. Fails
    /// with how that run ended, if it is not the end of the program.
    pub fn new(
        program: &'a Program,
        limits: &Limits,
        functions: &[FuncId],
        host_stack_bytes: usize,
    ) -> Result<Self, Box<Outcome>> {
        let main = main_of(program).map_err(|why| Box::new(Outcome::Unsupported(why)))?;
        let mode = RunMode { repair: true, ..RunMode::default() };
        let options = LoweringOptions { mode, watch: true, ..LoweringOptions::default() };
        let (options, host_stack) = stack_for(options, host_stack_bytes);
        let mut lowered = Lowered::new(program, options);
        let mut watched = vec![false; program.functions.len()];
        for function in functions {
            watched[function.index()] = true;
        }
        lowered.watched_functions = Some(watched);
        let mut runs = ProgramRuns::new(program, &lowered, limits, main, host_stack);
        runs.injection = Some(Injection::new(None, None));
        let first = runs.run(&[]);
        let meaning = match first.seen.outcome {
            Outcome::Finished(meaning) => meaning,
            other => return Err(Box::new(other)),
        };
        let values = first.injection.map_or_else(Vec::new, |injection| injection.written);
        if values.len() > MOST_VALUES {
            let what = format!("a run with more than {MOST_VALUES} values to follow");
            return Err(Box::new(Outcome::Unsupported(Unsupported { what, loc: Loc::NONE })));
        }
        let steps = meaning.stats.steps.saturating_mul(STEPS_FACTOR).saturating_add(STEPS_MORE);
        let limits = Limits { steps, ..*limits };
        let right = Arc::new(values);
        Ok(Self { program, lowered, limits, main, host_stack, right, meaning })
    }

    /// What the program means.
    pub fn meaning(&self) -> &Meaning {
        &self.meaning
    }

    /// The expressions whose values were noted, with how often.
    pub fn executed(&self) -> BTreeMap<(FuncId, ExprId), u64> {
        let mut counts = BTreeMap::new();
        for seen in &*self.right {
            *counts.entry((seen.func, seen.expr)).or_insert(0) += 1;
        }
        counts
    }

    /// The expressions that were evaluated after a value of the right run, in order.
    pub fn evaluated_after(&self, value: usize) -> impl Iterator<Item = (FuncId, ExprId)> {
        self.right.iter().skip(value.saturating_add(1)).map(|seen| (seen.func, seen.expr))
    }

    /// Runs the program with a fault.
    pub fn run(&self, fault: Fault) -> FaultyRun {
        let mut runs =
            ProgramRuns::new(self.program, &self.lowered, &self.limits, self.main, self.host_stack);
        runs.injection = Some(Injection::new(Some(fault), Some(Arc::clone(&self.right))));
        let run = runs.run(&[]);
        let (last, strayed) =
            run.injection.map_or((None, false), |injection| (injection.last, injection.strayed));
        let last_wrong = last.and_then(|(number, is_opposite)| {
            let seen = self.right.get(number)?;
            Some(WrongValue { func: seen.func, expr: seen.expr, number, is_opposite })
        });
        FaultyRun { outcome: run.seen.outcome, strayed, last_wrong }
    }
}
