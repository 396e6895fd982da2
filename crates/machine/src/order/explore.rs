//! Running a full expression in every order that C allows.
//!
//! Events that clash take turns; everything else happens as soon as it can. For each turn the
//! expression is evaluated from its beginning, with the values of what has happened already
//! (pinned), up to what has to wait: an operand that waits does not keep its siblings from being
//! evaluated, so operands interleave as the standard allows, call by call. Orders that meet in the
//! same state go on as one.

use super::record::{AccessRecorder, OrderEvent};
use super::state::{Compare, StateChange};
use super::turns::{ExprStart, PinnedValue, UsualEffects, Walked};
use super::{EventKey, FullExpr};
use crate::code::Code;
use crate::machine::{Halt, Machine, R};
use crate::memory::Content;
use crate::outcome::{Exit, Failure, Note};
use crate::ub::Ub;
use crate::value::Value;
use brinell_lang::Loc;
use rustc_hash::{FxHashMap, FxHashSet};

/// So many turns are taken for one expression; six calls that clash need 192, and as many again
/// for each turn before.
const MAX_TURNS: usize = 4_096;
/// So many different outcomes are told apart.
const MAX_OUTCOMES: usize = 8;

/// Two orders of one full expression that leave different states.
#[derive(Debug)]
pub struct Fork {
    /// What to say if that shows in the end.
    pub failure: Box<Failure>,
    /// The orders, in words; the first is the one that the run takes by default.
    pub orders: Vec<String>,
}

/// How a full expression ended.
pub enum Ending<T> {
    Value(T),
    Exit(Exit),
    Undefined(Box<Failure>),
}

/// What is known about an expression whose orders differ.
struct ForkContext {
    loc: Loc,
    /// The operator or call that does not order its operands.
    operator: Option<Loc>,
    /// Over what they clash.
    object: String,
    /// The usual order, in words.
    order: String,
    /// Whether every order was run.
    complete: bool,
}

/// The run in the usual order.
struct UsualRun<T> {
    ending: Ending<T>,
    recorder: AccessRecorder,
    after: UsualEffects,
}

/// An order whose outcome is another than those before.
struct OrderClass<T> {
    turns: Vec<EventKey>,
    order: String,
    ending: Ending<T>,
    state: StateChange,
}

impl<'a> Machine<'a> {
    // ---- a full expression ----

    /// Evaluates a full expression whose calls may depend on order, and finds out whether they do.
    // Not inlined: its frame is large, and each call of the program has one of every full expression.
    #[inline(never)]
    pub fn recorded<T: Compare>(
        &mut self,
        c: &'a Code,
        site: FullExpr,
        loc: Loc,
        mut run: impl FnMut(&mut Self) -> R<T>,
    ) -> R<T> {
        let first_reg = self.stack.reg_base();
        let base = ExprStart {
            progress: self.progress(),
            first_reg,
            regs: self.stack.regs[first_reg..].to_vec(),
            output: self.output.mark(),
            temps: self.in_flight.temps.len(),
            recorders: self.order.recorders.len(),
            ended_in: self.order.ended_in.len(),
            forks: self.order.forks.len(),
        };
        let frame = self.stack.frames.len();
        let outer = self.order.schedule.take();
        let was_recorded =
            self.stack.top_mut().is_some_and(|f| std::mem::replace(&mut f.recorded, true));
        self.mem.mark();
        let result = self.decide(c, site, loc, &base, &mut run);
        self.mem.commit();
        self.order.recorders.truncate(base.recorders);
        self.order.ended_in.truncate(base.ended_in);
        self.order.quiet = false;
        self.order.old_value = false;
        self.order.schedule = outer;
        if let Some(frame) = self.stack.frames.get_mut(frame - 1) {
            frame.recorded = was_recorded;
        }
        result
    }

    fn decide<T: Compare>(
        &mut self,
        c: &'a Code,
        site: FullExpr,
        loc: Loc,
        base: &ExprStart,
        run: &mut impl FnMut(&mut Self) -> R<T>,
    ) -> R<T> {
        let frame = self.stack.depth();
        self.push_recorder(Some(frame), self.order.explored.contains(&site));
        let ending = match run(self) {
            Ok(value) => Ending::Value(value),
            Err(stop) => match *stop {
                Halt::Exit(exit) => {
                    self.go_back(&base.progress);
                    self.order.recorders.truncate(base.recorders + 1);
                    Ending::Exit(exit)
                }
                other => return Err(Box::new(other)),
            },
        };
        let Some(recorder) = self.pop_site() else { return ending.result() };
        let ended_inside = self.order.ended_in[base.ended_in..].contains(&frame);
        let clashes = self.clashes(&recorder.events);
        if clashes.is_empty() && !ended_inside {
            self.hand_down(recorder);
            return ending.result();
        }
        self.order.explored.insert(site);
        let state = self.observe_state(base.output, base.first_reg);
        let after = self.take_away(base);
        let blocking: FxHashSet<EventKey> = clashes.iter().flat_map(|c| c.keys).collect();
        let object = clashes.first().map_or_else(
            || "the end of the program".to_owned(),
            |clash| self.spot_name(clash.spot),
        );
        let operator = clashes.first().and_then(|clash| c.locs.get(clash.node as usize)).copied();
        self.order.exploring += 1;
        let explored = self.explore(
            base,
            (&ending, &state),
            &recorder.events,
            blocking,
            ended_inside,
            loc,
            run,
        );
        self.order.exploring -= 1;
        self.order.schedule = None;
        // An effect that was merged into the expression goes back into a statement of its own, and
        // the usual order is that of two statements.
        let matters = match &explored {
            Ok(found) => !found.classes.is_empty() || !found.complete,
            Err(stop) => matches!(**stop, Halt::Ub(_) | Halt::Undecided(_)),
        };
        if matters && self.splits(frame) {
            self.restore(base, loc)?;
            self.put_back(base, after);
            self.hand_down(recorder);
            return ending.result();
        }
        let Explored { classes, complete, order } = explored?;
        if classes.is_empty() && !complete {
            let what =
                format!("the order of evaluation matters for {object}: there are too many orders");
            return Err(self.undecided(what, loc));
        }
        if !classes.is_empty() {
            let about = ForkContext { loc, operator, object, order, complete };
            let usual = UsualRun { ending, recorder, after };
            return self.fork(base, about, usual, classes, run);
        }
        if self.order.forks.len() > base.forks {
            self.order.tangled = Some(loc);
        }
        self.put_back(base, after);
        self.hand_down(recorder);
        ending.result()
    }

    /// Orders leave different states: takes the one that the script says.
    fn fork<T: Compare>(
        &mut self,
        base: &ExprStart,
        about: ForkContext,
        usual: UsualRun<T>,
        classes: Vec<OrderClass<T>>,
        run: &mut impl FnMut(&mut Self) -> R<T>,
    ) -> R<T> {
        let ForkContext { loc, operator, object, order, complete } = about;
        let UsualRun { ending, recorder, after } = usual;
        self.restore(base, loc)?;
        let stop = self.ub_at(loc, Ub::OrderDependent { object });
        let Halt::Ub(mut failure) = *stop else { return ending.result() };
        if let Some(loc) = operator.filter(|loc| loc.is_known()) {
            let text = "nothing orders the operands of this operator or call".to_owned();
            failure.notes.push(Note { text, loc });
        }
        if let Some(at) = classes.iter().position(|c| matches!(c.ending, Ending::Undefined(_))) {
            return Err(broken_in_one_order(classes, at, &order, failure.notes));
        }
        if !complete || self.order.exploring > 0 || self.order.forks.len() > base.forks {
            self.order.tangled.get_or_insert(loc);
        }
        let mut chosen = 0;
        if self.order.exploring == 0 {
            chosen = self.order.script.get(self.order.forks.len()).copied().unwrap_or(0);
            let orders = std::iter::once(order).chain(classes.iter().map(|c| c.order.clone()));
            self.order.forks.push(Fork { failure, orders: orders.collect() });
        }
        let Some(class) = chosen.checked_sub(1).and_then(|i| classes.into_iter().nth(i)) else {
            self.put_back(base, after);
            self.hand_down(recorder);
            return ending.result();
        };
        // The order of the script, for good.
        let blocking = class.turns.iter().copied().collect();
        self.begin_schedule(blocking, matches!(ending, Ending::Exit(_)));
        let mut walked = self.take_turn(None, run)?;
        for turn in &class.turns {
            if matches!(walked, Walked::Ready(_)) {
                walked = self.take_turn(Some(*turn), run)?;
            }
        }
        self.order.schedule = None;
        if let Some(recorder) = self.pop_site() {
            self.hand_down(recorder);
        }
        match walked {
            Walked::Ended(ending) => ending.result(),
            Walked::Ready(_) => Err(self.undecided("an order can be repeated", loc)),
        }
    }

    // ---- exploring ----

    #[expect(clippy::too_many_arguments, reason = "all that is known about the expression")]
    fn explore<T: Compare>(
        &mut self,
        base: &ExprStart,
        default: (&Ending<T>, &StateChange),
        events: &[OrderEvent],
        mut blocking: FxHashSet<EventKey>,
        all_calls: bool,
        loc: Loc,
        run: &mut impl FnMut(&mut Self) -> R<T>,
    ) -> R<Explored<T>> {
        let mut turns = 0;
        loop {
            let mut found = Explored {
                classes: Vec::new(),
                complete: true,
                order: order_of(events, &blocking, all_calls),
            };
            let usual = turns_of(events, &blocking, all_calls);
            let more = self.explore_turns(
                base, default, &usual, &blocking, all_calls, &mut turns, &mut found, loc, run,
            )?;
            if more.is_empty() {
                return Ok(found);
            }
            // Something does not commute that did in the orders before.
            blocking.extend(more);
        }
    }

    /// Runs every order of what is blocking. Returns what else has to take turns.
    #[expect(clippy::too_many_arguments, reason = "all that is known about the expression")]
    fn explore_turns<T: Compare>(
        &mut self,
        base: &ExprStart,
        default: (&Ending<T>, &StateChange),
        usual: &[EventKey],
        blocking: &FxHashSet<EventKey>,
        all_calls: bool,
        turns: &mut usize,
        found: &mut Explored<T>,
        loc: Loc,
        run: &mut impl FnMut(&mut Self) -> R<T>,
    ) -> R<Vec<EventKey>> {
        let mut met: Vec<MetState> = Vec::new();
        let mut left: Vec<Vec<EventKey>> = vec![Vec::new()];
        while let Some(mut taken) = left.pop() {
            *turns += taken.len() + 1;
            if *turns > MAX_TURNS || found.classes.len() > MAX_OUTCOMES {
                found.complete = false;
                return Ok(Vec::new());
            }
            self.restore(base, loc)?;
            self.begin_schedule(blocking.clone(), all_calls);
            let mut walked = self.take_turn(None, run)?;
            for turn in &taken {
                if matches!(walked, Walked::Ready(_)) {
                    walked = self.take_turn(Some(*turn), run)?;
                }
            }
            // Where there is no choice, go on.
            while let Walked::Ready(ready) = &walked
                && let [only] = ready[..]
            {
                taken.push(only);
                walked = self.take_turn(Some(only), run)?;
            }
            let pinned = self.end_schedule();
            let Some(recorder) = self.pop_site() else { return Ok(Vec::new()) };
            let clashes = self.clashes(&recorder.events);
            let keys = clashes.iter().flat_map(|clash| clash.keys);
            let more: Vec<EventKey> = keys.filter(|key| !blocking.contains(key)).collect();
            if !more.is_empty() {
                return Ok(more);
            }
            // The parts of an initialiser do not interleave: what clashes inside one of them is
            // run in the usual order only.
            found.complete &= !clashes.iter().any(|clash| clash.inside_part(blocking));
            if let Some(failure) = self.unsequenced(&recorder.events) {
                walked = Walked::Ended(Ending::Undefined(failure));
            }
            let state = self.observe_state(base.output, base.first_reg);
            match walked {
                Walked::Ended(ending) => {
                    let known = same(default, (&ending, &state))
                        || found
                            .classes
                            .iter()
                            .any(|class| same((&class.ending, &class.state), (&ending, &state)));
                    if !known {
                        let order = order_of(&recorder.events, blocking, all_calls);
                        found.classes.push(OrderClass { turns: taken, order, ending, state });
                    }
                }
                Walked::Ready(ready) => {
                    found.complete &= !ready.is_empty();
                    let now = MetState::new(&taken, pinned, state);
                    if met.iter().any(|before| before.same(&now)) {
                        continue;
                    }
                    met.push(now);
                    for next in ready.into_iter().rev() {
                        let longer: Vec<EventKey> = taken.iter().copied().chain([next]).collect();
                        // The usual order has been run.
                        let is_usual =
                            usual.starts_with(&longer) && usual.len() <= longer.len() + 1;
                        if !is_usual {
                            left.push(longer);
                        }
                    }
                }
            }
        }
        Ok(Vec::new())
    }
}

/// The result of all orders of an expression.
struct Explored<T> {
    /// Those that come to something else than the usual one.
    classes: Vec<OrderClass<T>>,
    /// Whether every order was run.
    complete: bool,
    /// The usual order, in words.
    order: String,
}

impl<T> Ending<T> {
    fn result(self) -> R<T> {
        match self {
            Self::Value(value) => Ok(value),
            Self::Exit(exit) => Err(Box::new(Halt::Exit(exit))),
            Self::Undefined(failure) => Err(Box::new(Halt::Ub(failure))),
        }
    }
}

/// A state in which something has to take its turn.
struct MetState {
    taken: Vec<EventKey>,
    values: FxHashMap<EventKey, (Value, Option<Content>)>,
    state: StateChange,
}

impl MetState {
    fn new(
        taken: &[EventKey],
        pinned: FxHashMap<EventKey, PinnedValue>,
        state: StateChange,
    ) -> Self {
        let mut taken = taken.to_vec();
        taken.sort_unstable();
        let values = pinned.into_iter().map(|(key, p)| (key, (p.value, p.record))).collect();
        Self { taken, values, state }
    }

    fn same(&self, other: &Self) -> bool {
        self.taken == other.taken
            && self.values == other.values
            && self.state.same(&(), &other.state, &())
    }
}

/// Whether two runs come to the same.
fn same<T: Compare>(a: (&Ending<T>, &StateChange), b: (&Ending<T>, &StateChange)) -> bool {
    match (a.0, b.0) {
        (Ending::Value(x), Ending::Value(y)) => a.1.same(x, b.1, y),
        (Ending::Exit(x), Ending::Exit(y)) => x == y && a.1.same_from_outside(b.1),
        _ => false,
    }
}

/// A rule is broken in one of the orders.
fn broken_in_one_order<T>(
    mut classes: Vec<OrderClass<T>>,
    at: usize,
    usual: &str,
    notes: Vec<Note>,
) -> Box<Halt> {
    let OrderClass { order, ending, .. } = classes.swap_remove(at);
    let Ending::Undefined(mut failure) = ending else { return Box::new(Halt::Blocked) };
    failure.notes.extend(notes);
    for text in [
        format!("that happens in this order: {order}"),
        format!("it does not happen in this order: {usual}"),
    ] {
        failure.notes.push(Note { text, loc: Loc::NONE });
    }
    Box::new(Halt::Ub(failure))
}

/// What takes turns, in the order in which it happened.
fn turns_of(
    events: &[OrderEvent],
    blocking: &FxHashSet<EventKey>,
    all_calls: bool,
) -> Vec<EventKey> {
    let mut turns: Vec<EventKey> = Vec::new();
    for event in events {
        let keys = event.parts().chain([event.key]);
        for key in keys {
            let waits = blocking.contains(&key) || (all_calls && event.call && key == event.key);
            if waits && !turns.contains(&key) {
                turns.push(key);
            }
        }
    }
    turns
}

/// The order of what takes turns, in words.
fn order_of(events: &[OrderEvent], blocking: &FxHashSet<EventKey>, all_calls: bool) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut parts: Vec<EventKey> = Vec::new();
    for event in events {
        let name = if let Some(part) = event.parts().find(|key| blocking.contains(key)) {
            if parts.contains(&part) {
                continue;
            }
            parts.push(part);
            "the initialiser"
        } else if blocking.contains(&event.key) || (all_calls && event.call) {
            &event.name
        } else {
            continue;
        };
        words.push(match event.loc {
            loc if loc.is_known() => format!("{name} ({}:{})", loc.line, loc.col),
            _ => name.to_owned(),
        });
    }
    if words.is_empty() { "another order".to_owned() } else { words.join(", then ") }
}
