//! The running machine: the parts of its state, and how it comes to a halt.

use crate::code::{Code, N};
use crate::loops::LoopWatch;
use crate::lower::Lowered;
use crate::memory::Memory;
use crate::observe::WatchLog;
use crate::order::{FullExpr, OrderState};
use crate::outcome::{
    Budget, Exit, Failure, ImplDefined, ImplDefinedSet, Limits, StackFrame, Stats, Undecided,
};
use crate::parts::{
    HostStack, InFlight, KnownAccesses, Output, PendingEffects, RecordedSites, Statics, Used,
};
use crate::resolve::Resolution;
use crate::stack::CallStack;
use crate::tables::TypeFacts;
use crate::ub::Ub;
use crate::value::{Prov, Value};
use crate::wide::HighHalves;
use brinell_lang::{FuncId, Loc, Program};

/// Why execution stopped.
#[derive(Debug)]
pub enum Halt {
    Ub(Box<Failure>),
    Exit(Exit),
    Undecided(Box<Undecided>),
    Budget(Budget, Loc),
    Unsupported(String, Loc),
    /// A full expression turned out to have operands whose order may matter: run again, and
    /// record it.
    Restart(FullExpr),
    /// In an expression that is run in another order: this operand has to wait for its turn.
    Blocked,
}

/// Stopping is rare: the box keeps results small.
pub type R<T> = Result<T, Box<Halt>>;

/// How a function or piece of code was left.
#[derive(Debug)]
pub enum Completion {
    Return,
    Value(Value),
    /// The record is in [`InFlight::returned`].
    Record,
    FellOff,
}

/// The running machine. Each part of its state is one concern; what works on a part alone is a
/// method of it, and what needs several is a method of the machine, in the file of its subject.
pub struct Machine<'a> {
    /// What is run, and in which resolved form.
    pub program: &'a Program,
    pub low: &'a Lowered,
    pub limits: Limits,
    /// Objects and their bytes.
    pub mem: Memory,
    pub statics: Statics,
    /// Activations with their registers.
    pub stack: CallStack<'a>,
    pub output: Output,
    /// Accounting.
    pub used: Used,
    /// The implementation-defined choices that mattered so far.
    pub relied_on: ImplDefinedSet,
    /// What the nodes of a full expression hand to each other.
    pub in_flight: InFlight,
    /// Sequencing: side effects that are not complete, conflicts between operands, and which
    /// full expressions are run in all their orders.
    pub pending: PendingEffects,
    pub order: OrderState,
    pub recorded_sites: RecordedSites<'a>,
    /// The search for loops that do not end.
    pub loops: LoopWatch,
    /// What the caller asked to watch for besides the meaning.
    pub log: WatchLog,
    /// In a resolving run: who decides, and what is decided.
    pub resolution: Option<Box<Resolution<'a>>>,
    pub host: HostStack,
    pub known_accesses: KnownAccesses,
    /// The parts of values that are larger than a word.
    pub high_halves: HighHalves,
}

impl<'a> Machine<'a> {
    pub fn new(
        program: &'a Program,
        low: &'a Lowered,
        limits: Limits,
        recorded_sites: RecordedSites<'a>,
        host: HostStack,
    ) -> Self {
        Self {
            program,
            low,
            limits,
            mem: Memory::new(limits.memory),
            statics: Statics::default(),
            stack: CallStack::default(),
            output: Output::default(),
            used: Used::default(),
            relied_on: ImplDefinedSet::default(),
            in_flight: InFlight::default(),
            pending: PendingEffects::default(),
            order: OrderState::default(),
            recorded_sites,
            loops: LoopWatch::default(),
            log: WatchLog::default(),
            resolution: None,
            host,
            known_accesses: KnownAccesses::default(),
            high_halves: HighHalves::default(),
        }
    }

    pub fn rely(&mut self, choice: ImplDefined) {
        self.relied_on.insert(choice);
    }

    /// It showed where the parts of an object lie that contains this.
    pub fn rely_on_layout(&mut self, facts: TypeFacts) {
        if facts.has_bits {
            self.rely(ImplDefined::BitFieldLayout);
        }
        if facts.has_packed {
            self.rely(ImplDefined::Packing);
        }
    }

    /// A value of plain `char` came up, from memory or by conversion: beyond those that both signs
    /// have, it is another number where `char` has the other sign.
    pub fn rely_on_char_sign(&mut self, value: Value) {
        if value.bits > 127 && value.prov.is_none() {
            self.rely(ImplDefined::CharSign);
        }
    }

    pub fn stats(&self) -> Stats {
        self.used.stats(self.order.replays)
    }

    // ---- stopping ----

    pub fn ub(&mut self, c: &'a Code, n: N, ub: Ub) -> Box<Halt> {
        self.ub_at(self.loc(c, n), ub)
    }

    /// Stops at a rule: undefined, or undecided where the standard only leaves something open.
    pub fn ub_at(&mut self, loc: Loc, ub: Ub) -> Box<Halt> {
        let mut frames = Vec::new();
        let mut at = loc;
        for f in self.stack.frames.iter().rev() {
            frames.push(StackFrame { function: f.name.to_owned(), loc: at });
            at = f.call_loc;
            if frames.len() >= 64 {
                break;
            }
        }
        // A library call or anything else without a place of its own: the caller's line.
        let loc = if loc.is_known() {
            loc
        } else {
            frames.iter().map(|f| f.loc).find(|l| l.is_known()).unwrap_or(loc)
        };
        if ub.rule().unspecified {
            let what = format!("the outcome is the same everywhere: {}", ub.title());
            let mut stop = self.undecided(what, loc);
            if let Halt::Undecided(undecided) = &mut *stop {
                undecided.rule = Some(ub);
            }
            return stop;
        }
        Box::new(Halt::Ub(Box::new(Failure {
            ub,
            loc,
            frames,
            objects: Vec::new(),
            notes: Vec::new(),
            stdout: self.output.stdout.clone(),
            stats: self.stats(),
        })))
    }

    /// A rule that is broken outside all code.
    pub fn ub_outside(&self, loc: Loc, ub: Ub) -> Box<Halt> {
        Box::new(Halt::Ub(Box::new(Failure {
            ub,
            loc,
            frames: Vec::new(),
            objects: Vec::new(),
            notes: Vec::new(),
            stdout: Vec::new(),
            stats: self.stats(),
        })))
    }

    /// As [`Machine::ub`], naming the object that plays a part.
    pub fn ub_on(&mut self, c: &'a Code, n: N, prov: Prov, ub: Ub) -> Box<Halt> {
        let mut stop = self.ub(c, n, ub);
        let origin = self.origin(prov);
        match &mut *stop {
            Halt::Ub(failure) => failure.objects.extend(origin),
            Halt::Undecided(undecided) => undecided.objects.extend(origin),
            _ => {}
        }
        stop
    }

    /// Stops because the machine cannot tell whether the program is defined: "undecided whether …".
    pub fn undecided(&self, what: impl Into<String>, loc: Loc) -> Box<Halt> {
        Box::new(Halt::Undecided(Box::new(Undecided {
            what: what.into(),
            rule: None,
            loc,
            objects: Vec::new(),
            notes: Vec::new(),
            stdout: self.output.stdout.clone(),
            stats: self.stats(),
        })))
    }

    pub fn budget<T>(&self, budget: Budget, loc: Loc) -> R<T> {
        Err(Box::new(Halt::Budget(budget, loc)))
    }

    pub fn unsupported<T>(&self, what: impl Into<String>, loc: Loc) -> R<T> {
        Err(Box::new(Halt::Unsupported(what.into(), loc)))
    }

    pub fn loc(&self, c: &Code, n: N) -> Loc {
        c.locs.get(n as usize).copied().unwrap_or(Loc::NONE)
    }

    /// The code of a function, if it has any.
    pub fn code_of(&self, f: FuncId) -> Option<&'a Code> {
        self.low.code_of(self.program, f)
    }
}
