//! What a run shows besides its meaning: operations that need a guard, statements that were
//! reached, globals that changed.
//!
//! **Repair.** An operation that would be undefined gets the result of its guard, is recorded, and
//! the run goes on. The guards are transparent: equal to the raw operation wherever that is
//! defined, so that what happened before the first record is what the guarded program does too.
//!
//! | operation | guard |
//! | --- | --- |
//! | `+ - * / %` and shifts on integers, also in `op=` | the left operand, in the type of the operation |
//! | unary `-` | the operand |
//! | `++` and `--` | the value stays (and is stored) |
//! | conversion of a floating value to an integer | zero |
//! | `a[i]`, where `a` is an array of known length N | `a[(unsigned)i % N]`, unsigned in the width of `i` |
//!
//! An index of N is no error as long as only the address of `a[N]` is taken, and a guard would
//! change it. An operation that did this unguarded cannot be guarded later: if that becomes
//! necessary, the run stops there. Neither can static initialisers, which are constant expressions.
//!
//! Nothing of this costs anything in a normal run: guards are looked up only where the run would
//! stop otherwise, and markers of statements are lowered only when asked for.

use crate::code::{Code, N, Node};
use crate::machine::{Machine, R};
use crate::memory::{Alloc, state};
use crate::outcome::{Outcome, Unsupported};
use crate::run::Injection;
use crate::ub::Ub;
use crate::value::Value;
use brinell_lang::arith::IntShape;
use brinell_lang::{ExprId, FuncId, GlobalId, Id, Program, StmtId};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::BTreeSet;
use std::hash::Hasher as _;

/// What to watch for besides the meaning.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct RunMode {
    /// Give undefined arithmetic and indexing the result of a guard, record it and go on.
    pub repair: bool,
    /// Record the statements that were reached and the globals that changed.
    pub live: bool,
    /// Sum up the values that globals have at the end.
    pub digest: bool,
}

/// A run with what was seen on the way.
#[derive(Clone, Debug)]
pub struct ObservedRun {
    /// How it ended.
    pub outcome: Outcome,
    /// `repair`: the operations that would have been undefined in some order of evaluation that
    /// was looked at; each gave its guard's result.
    pub guards: BTreeSet<(FuncId, ExprId)>,
    /// `live`: the statements that were reached.
    pub live: Option<Live>,
    /// [`watch_here`](crate::watch_here): the values of expressions.
    pub values: Values,
    /// `live`: the globals whose value at the end is not their initial one, in rising order.
    /// Padding and other bytes without a value do not count.
    pub changed: Vec<GlobalId>,
    /// `digest`: for each global, a number that two runs share if it has the same values at the end
    /// of both. Pointers and bytes without a value do not count.
    pub digests: Vec<u64>,
}

impl ObservedRun {
    /// The run did not even begin.
    pub(crate) fn nothing(program: &Program, mode: RunMode, why: Unsupported) -> Self {
        let live = mode.live.then(|| {
            let first = number_statements(program);
            let statements = first.last().copied().unwrap_or(0) as usize;
            Live { first, reached: vec![false; statements] }
        });
        Self {
            outcome: Outcome::Unsupported(why),
            guards: BTreeSet::new(),
            live,
            values: Values::default(),
            changed: Vec::new(),
            digests: Vec::new(),
        }
    }
}

/// The statements that a run reached.
///
/// A statement is live when control reached it, or anything inside it: a jump into the middle of a
/// block enters the block. Labels, `case` and `default` are live when control passed them, be it
/// by a jump or from above.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// By function: the number of its first statement. One more at the end.
    first: Vec<u32>,
    reached: Vec<bool>,
}

impl Live {
    /// Completes what the markers saw: blocks that were entered by a jump.
    fn new(program: &Program, first: &[u32], reached: Vec<bool>) -> Self {
        let mut live = Self { first: first.to_vec(), reached };
        for (id, function) in program.functions.enumerate() {
            let Some(body) = &function.body else { continue };
            let Some(root) = body.root else { continue };
            // Parents before children, so that going back meets children before parents.
            let mut order = vec![(root, root)];
            let mut next = 0;
            while let Some(&(stmt, _)) = order.get(next) {
                body.stmts[stmt].kind.for_each_child(|child| order.push((child, stmt)));
                next += 1;
            }
            for (stmt, parent) in order.into_iter().rev() {
                if live.is_live(id, stmt) {
                    let at = live.first[id.index()] as usize + parent.index();
                    live.reached[at] = true;
                }
            }
        }
        live
    }

    /// Whether a statement of a function was reached.
    pub fn is_live(&self, func: FuncId, stmt: StmtId) -> bool {
        let (Some(first), Some(end)) =
            (self.first.get(func.index()), self.first.get(func.index() + 1))
        else {
            return false;
        };
        let at = *first as usize + stmt.index();
        at < *end as usize && self.reached[at]
    }

    /// How many statements were reached.
    pub fn count(&self) -> usize {
        self.reached.iter().filter(|r| **r).count()
    }
}

/// The values that the expressions of function bodies had.
///
/// Only numbers and pointers are looked at, lvalues through the [`Load`](brinell_lang::ExprKind)
/// that reads them, and not the constants themselves.
#[derive(Clone, Debug, Default)]
pub struct Values {
    seen: FxHashMap<ExprSite, Noted>,
}

/// What was seen of an expression.
#[derive(Copy, Clone, Debug)]
struct Noted {
    /// `None` once there were two different ones, or one that is no number.
    only: Option<u64>,
    /// When its evaluation began for the first time, and ended for the last: values seen before.
    first: u64,
    last: u64,
}

impl Values {
    /// The value of an expression that had the same one whenever it was evaluated, and was
    /// evaluated; of pointers only null, as zero; of floating values the bits, NaNs apart.
    pub fn only(&self, func: FuncId, expr: ExprId) -> Option<u64> {
        self.seen.get(&(func, expr))?.only
    }

    /// When the evaluation of an expression began for the first time and ended for the last, on a
    /// clock that ticks with every value.
    pub fn times(&self, func: FuncId, expr: ExprId) -> Option<(u64, u64)> {
        self.seen.get(&(func, expr)).map(|noted| (noted.first, noted.last))
    }

    /// Whether an expression was evaluated at all.
    pub fn was_evaluated(&self, func: FuncId, expr: ExprId) -> bool {
        self.seen.contains_key(&(func, expr))
    }
}

/// By function: the number of its first statement in [`Live`]. One more at the end.
pub fn number_statements(program: &Program) -> Vec<u32> {
    let mut first = Vec::with_capacity(program.functions.len() + 1);
    let mut at = 0;
    for function in &program.functions {
        first.push(at);
        at += function.body.as_ref().map_or(0, |b| b.stmts.len() as u32);
    }
    first.push(at);
    first
}

type ExprSite = (FuncId, ExprId);

/// What the machine notes while it runs.
#[derive(Debug, Default)]
pub struct WatchLog {
    guards: FxHashSet<ExprSite>,
    /// Indexing that gave the address one past the last element, unguarded.
    past: FxHashSet<ExprSite>,
    /// By number of the statement.
    reached: Vec<bool>,
    /// As in [`Values`].
    values: FxHashMap<ExprSite, Noted>,
    /// How many values were seen.
    pub clock: u64,
    /// The globals as they were when `main` began.
    initial: Vec<Option<Alloc>>,
    /// A run with a fault: where it is, and what it has seen.
    pub injection: Option<Injection>,
}

impl WatchLog {
    /// Notes that control passed a statement.
    #[inline]
    pub fn reach(&mut self, stmt: u32) {
        if let Some(reached) = self.reached.get_mut(stmt as usize) {
            *reached = true;
        }
    }

    /// Notes what value an expression of a function had, whose evaluation began at that time.
    pub fn note(&mut self, func: Option<FuncId>, expr: ExprId, value: Value, begun: u64) {
        let Some(func) = func else { return };
        let number = value.prov.is_none().then_some(value.bits);
        let now = self.clock;
        self.clock += 1;
        let new = Noted { only: number, first: begun, last: now };
        let noted = self.values.entry((func, expr)).or_insert(new);
        noted.last = now;
        if noted.only != number {
            noted.only = None;
        }
    }
}

impl<'a> Machine<'a> {
    /// Begins to watch; static objects are there and have their first values.
    pub fn begin_watching(&mut self) {
        let Some(statements) = self.low.first_stmt.last() else { return };
        self.log.reached = vec![false; *statements as usize];
        self.log.initial = self.statics.globals.iter().map(|g| self.mem.get(*g).cloned()).collect();
    }

    /// What was seen, with how the run ended.
    pub fn observed(&mut self, outcome: Outcome) -> ObservedRun {
        let seen = std::mem::take(&mut self.log);
        let live = !self.low.first_stmt.is_empty();
        let digests = if self.low.options.mode.digest {
            self.statics.globals.iter().map(|g| self.mem.get(*g).map_or(0, digest)).collect()
        } else {
            Vec::new()
        };
        ObservedRun {
            outcome,
            guards: seen.guards.into_iter().collect(),
            live: live.then(|| {
                let statements = self.low.first_stmt.last().copied().unwrap_or(0) as usize;
                let mut reached = seen.reached;
                // A run that stopped in a static initialiser never began to watch.
                reached.resize(statements, false);
                Live::new(self.program, &self.low.first_stmt, reached)
            }),
            values: Values { seen: seen.values },
            changed: seen
                .initial
                .iter()
                .zip(&self.statics.globals)
                .enumerate()
                .map(|(i, objects)| (GlobalId::from_index(i), objects))
                .filter(|(id, (before, now))| match (before, self.mem.get(**now)) {
                    (Some(before), Some(now)) => differs(before, now) || self.pool_changed(*id),
                    _ => false,
                })
                .map(|(id, _)| id)
                .collect(),
            digests,
        }
    }

    /// Where the operation of a node stands, if it can be guarded.
    fn guardable(&self, c: &Code, n: N) -> Option<(ExprSite, bool)> {
        let site = (*c.guardable.get(n as usize)?)?;
        Some(((c.func?, site.expr), site.past_is_fine))
    }

    /// Records that an operation needs its guard. False where the run is not to be repaired.
    #[cold]
    pub fn guard(&mut self, c: &'a Code, n: N) -> bool {
        match self.guardable(c, n) {
            Some((place, _)) => {
                self.log.guards.insert(place);
                true
            }
            None => false,
        }
    }

    /// The place that an index designates which no element of the array has.
    #[cold]
    pub fn beyond(&mut self, c: &'a Code, n: N, array: Value, index: i128) -> R<Value> {
        let Node::PElem { amount, size, len, .. } = c.nodes[n as usize] else {
            return self.unsupported("an index without an array", self.loc(c, n));
        };
        let one_past = index == i128::from(len);
        if let Some((place, past_is_fine)) = self.guardable(c, n).filter(|_| len > 0) {
            if one_past && past_is_fine && !self.log.guards.contains(&place) {
                self.log.past.insert(place);
            } else if !self.log.past.contains(&place) {
                self.log.guards.insert(place);
                let unsigned = IntShape { signed: false, ..amount };
                let index = unsigned.wrap_word(index as u64) % len;
                return Ok(Value { bits: array.bits + index * size, prov: array.prov });
            }
        }
        if one_past {
            return Ok(Value { bits: array.bits + len * size, prov: array.prov.with_past(true) });
        }
        let object = self.array_name(array.prov, len * size);
        let ub = Ub::PointerArithmetic { object, index, len };
        Err(self.ub_on(c, n, array.prov, ub))
    }
}

/// A number for the values of an object.
fn digest(alloc: &Alloc) -> u64 {
    let mut hasher = FxHasher::default();
    for (i, s) in alloc.states.iter().enumerate() {
        match state::seen(*s) {
            state::PLAIN => hasher.write_u8(alloc.bytes[i]),
            state::PARTIAL => hasher.write_u8(alloc.bytes[i] & alloc.bits_at(i).known),
            _ => {}
        }
    }
    hasher.finish()
}

/// Whether an object has another value than before. What has no value now does not count.
fn differs(before: &Alloc, now: &Alloc) -> bool {
    let pointer = |s: u8| s & state::POINTER != 0;
    now.states.iter().enumerate().any(|(i, s)| match *s {
        state::UNINIT | state::UNSPEC => false,
        state::PARTIAL => (before.bytes[i] ^ now.bytes[i]) & now.bits_at(i).known != 0,
        s => {
            before.bytes[i] != now.bytes[i]
                || pointer(before.states[i]) != pointer(s)
                || (pointer(s) && before.provs[i] != now.provs[i])
        }
    })
}
