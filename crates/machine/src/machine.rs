//! The machine's state, and the loop that executes statements.

use crate::code::{Code, N, Op, Scalar};
use crate::initialise::Whose;
use crate::lower::Lowered;
use crate::memory::{AllocKind, Content, Memory, state};
use crate::observe::Seen;
use crate::order::{Compare, OrderState, Site};
use crate::outcome::{
    Budget, Choice, Exit, Failure, Frame as FrameReport, Limits, Stats, Undecided,
};
use crate::tables::Facts;
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::{FuncId, GlobalId, Id, Loc, Program, Quals, RecordId};
use rustc_hash::FxHashSet;

/// Why execution stopped.
#[derive(Debug)]
pub enum Stop {
    Ub(Box<Failure>),
    Exit(Exit),
    Undecided(Box<Undecided>),
    Budget(Budget, Loc),
    Unsupported(String, Loc),
    /// A full expression turned out to have operands whose order may matter: run again, and
    /// record it.
    Restart(Site),
    /// In an expression that is run in another order: this operand has to wait for its turn.
    Blocked,
}

/// Stopping is rare: the box keeps results small.
pub type R<T> = Result<T, Box<Stop>>;

/// An activation of a function.
#[derive(Debug)]
pub struct Frame<'a> {
    pub code: Option<&'a Code>,
    pub name: &'a str,
    /// The first register.
    pub base: usize,
    /// The first memory local in [`Machine::mems`].
    pub mem_base: usize,
    pub pc: u32,
    /// Whether the present full expression is recorded, so that its orders can be compared.
    pub recorded: bool,
    pub stack: u64,
    pub call_loc: Loc,
    /// How many calls there had been when it was entered: a number that no other call has.
    pub number: u64,
}

impl Frame<'_> {
    pub fn code_key(&self) -> usize {
        self.code.map_or(0, Code::key)
    }
}

/// A record passed on the way to an accessed leaf, as an access in flight knows it.
#[derive(Copy, Clone, Debug)]
pub struct PathStep {
    /// Where the record begins in the allocation.
    pub offset: u64,
    pub record: RecordId,
    pub field: u32,
}

impl PathStep {
    /// The lvalue goes through a record or array of a type that is not declared there: the part of
    /// it that is accessed has to be judged by itself.
    pub const fn foreign(offset: u64, record: Option<RecordId>) -> Self {
        let record = match record {
            Some(record) => record,
            None => RecordId(u32::MAX),
        };
        Self { offset, record, field: u32::MAX }
    }

    /// Whether it is a [`PathStep::foreign`] one.
    pub const fn is_foreign(self) -> bool {
        self.field == u32::MAX
    }
}

/// How a function or piece of code was left.
#[derive(Debug)]
pub enum Flow {
    Return,
    Value(Value),
    /// The record is in [`Machine::ret`].
    Record,
    FellOff,
}

/// The running machine.
pub struct Machine<'a> {
    pub low: &'a Lowered,
    pub program: &'a Program,
    pub limits: Limits,
    pub mem: Memory,
    pub regs: Vec<Value>,
    pub mems: Vec<Prov>,
    pub frames: Vec<Frame<'a>>,
    pub globals: Vec<Prov>,
    pub strings: Vec<Prov>,
    pub out: Vec<u8>,
    pub err: Vec<u8>,
    pub steps: u64,
    pub calls: u64,
    pub stack: u64,
    pub peak_stack: u64,
    pub hollow_copies: u64,
    /// Counts output and volatile accesses.
    pub io: u64,
    pub choices: u32,
    pub order: OrderState,
    /// Side effects that no sequence point has completed: slot or register, first bit, bits.
    pub pending: Vec<(u64, u64, u64)>,
    /// How many stores care about pending side effects.
    pub watch_pending: u32,
    pub path: Vec<PathStep>,
    /// The bits last loaded (first and number), for assignments that may overlap.
    pub last_load: (Prov, u64, u64),
    /// The record being returned.
    pub ret: Content,
    /// Record values that have a place until the end of the full expression.
    pub temps: Vec<Prov>,
    pub sites: &'a FxHashSet<Site>,
    pub record_all: bool,
    pub host_base: usize,
    /// How much of the host's stack calls may use; whoever starts the machine says.
    pub host_stack: usize,
    /// While the argument of `free` is evaluated: a dangling pointer there is a double free.
    pub tolerate_dangling: bool,
    pub loops: crate::loops::LoopWatch,
    /// What the caller asked to watch for besides the meaning.
    pub seen: Seen,
    /// A small cache of type walks that found nothing wrong.
    pub walk_cache: Vec<(u32, u32, u64)>,
}

impl<'a> Machine<'a> {
    pub fn new(
        program: &'a Program,
        low: &'a Lowered,
        limits: Limits,
        sites: &'a FxHashSet<Site>,
    ) -> Self {
        let here = 0u8;
        Self {
            low,
            program,
            limits,
            mem: Memory::new(limits.memory),
            regs: Vec::new(),
            mems: Vec::new(),
            frames: Vec::new(),
            globals: Vec::new(),
            strings: Vec::new(),
            out: Vec::new(),
            err: Vec::new(),
            steps: 0,
            calls: 0,
            stack: 0,
            peak_stack: 0,
            hollow_copies: 0,
            io: 0,
            choices: 0,
            order: OrderState::default(),
            pending: Vec::new(),
            watch_pending: 0,
            path: Vec::new(),
            last_load: (Prov::NONE, 0, 0),
            ret: Content::default(),
            temps: Vec::new(),
            sites,
            record_all: false,
            tolerate_dangling: false,
            host_stack: 0,
            host_base: std::ptr::from_ref(&here) as usize,
            loops: crate::loops::LoopWatch::default(),
            seen: Seen::default(),
            walk_cache: vec![(u32::MAX, 0, 0); 1024],
        }
    }

    pub fn rely(&mut self, choice: Choice) {
        self.choices |= choice.bit();
    }

    /// It showed where the parts of an object lie that contains this.
    pub fn rely_on_layout(&mut self, facts: Facts) {
        if facts.has_bits {
            self.rely(Choice::BitFieldLayout);
        }
        if facts.has_packed {
            self.rely(Choice::Packing);
        }
    }

    /// A value of plain `char` came up, from memory or by conversion: beyond those that both signs
    /// have, it is another number where `char` has the other sign.
    pub fn rely_on_char_sign(&mut self, value: Value) {
        if value.bits > 127 && value.prov.is_none() {
            self.rely(Choice::CharSign);
        }
    }

    pub fn stats(&self) -> Stats {
        Stats {
            steps: self.steps,
            calls: self.calls,
            replays: self.order.replays,
            peak_stack: self.peak_stack,
            hollow_copies: self.hollow_copies,
        }
    }

    // ---- stopping ----

    pub fn ub(&mut self, c: &'a Code, n: N, ub: Ub) -> Box<Stop> {
        let loc = c.locs.get(n as usize).copied().unwrap_or(Loc::NONE);
        self.ub_at(c, loc, ub)
    }

    /// Stops at a rule: undefined, or undecided where the standard only leaves something open.
    pub fn ub_at(&mut self, _c: &'a Code, loc: Loc, ub: Ub) -> Box<Stop> {
        let mut frames = Vec::new();
        let mut at = loc;
        for f in self.frames.iter().rev() {
            frames.push(FrameReport { function: f.name.to_owned(), loc: at });
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
            if let Stop::Undecided(undecided) = &mut *stop {
                undecided.rule = Some(ub);
            }
            return stop;
        }
        Box::new(Stop::Ub(Box::new(Failure {
            ub,
            loc,
            frames,
            objects: Vec::new(),
            notes: Vec::new(),
            stdout: self.out.clone(),
            stats: self.stats(),
        })))
    }

    /// A rule that is broken outside all code.
    pub fn ub_outside(&self, loc: Loc, ub: Ub) -> Box<Stop> {
        Box::new(Stop::Ub(Box::new(Failure {
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
    pub fn ub_on(&mut self, c: &'a Code, n: N, prov: Prov, ub: Ub) -> Box<Stop> {
        let mut stop = self.ub(c, n, ub);
        let origin = self.origin(prov);
        match &mut *stop {
            Stop::Ub(failure) => failure.objects.extend(origin),
            Stop::Undecided(undecided) => undecided.objects.extend(origin),
            _ => {}
        }
        stop
    }

    /// Stops because the machine cannot tell whether the program is defined: "undecided whether …".
    pub fn undecided(&self, what: impl Into<String>, loc: Loc) -> Box<Stop> {
        Box::new(Stop::Undecided(Box::new(Undecided {
            what: what.into(),
            rule: None,
            loc,
            objects: Vec::new(),
            notes: Vec::new(),
            stdout: self.out.clone(),
            stats: self.stats(),
        })))
    }

    pub fn budget<T>(&self, budget: Budget, loc: Loc) -> R<T> {
        Err(Box::new(Stop::Budget(budget, loc)))
    }

    pub fn unsupported<T>(&self, what: impl Into<String>, loc: Loc) -> R<T> {
        Err(Box::new(Stop::Unsupported(what.into(), loc)))
    }

    pub fn loc(&self, c: &Code, n: N) -> Loc {
        c.locs.get(n as usize).copied().unwrap_or(Loc::NONE)
    }

    // ---- objects ----

    pub fn allocate_local(&mut self, c: &'a Code, slot: u32) -> R<Prov> {
        let m = &c.mems[slot as usize];
        let Some(func) = c.func else {
            return self.unsupported("a local outside a function", m.loc);
        };
        if self.mem_too_large(m.size) {
            return self.budget(Budget::Memory, m.loc);
        }
        // Filling a large object is work.
        self.steps += m.size / 64;
        let kind = AllocKind::Local(func, m.local);
        let made =
            self.mem.allocate(kind, Some(m.ty), m.quals, m.size, m.align, state::UNINIT, m.loc);
        match made {
            Ok(prov) => Ok(prov),
            Err(_) => self.budget(Budget::Memory, m.loc),
        }
    }

    /// No object may be larger than `ptrdiff_t` can measure.
    pub fn mem_too_large(&self, size: u64) -> bool {
        let bits = u32::from(self.low.tables.target.pointer) * 8;
        size >= 1 << (bits - 1).min(62)
    }

    /// Makes and initialises all objects with static storage duration that are not there yet.
    pub fn begin(&mut self) -> R<()> {
        let program = self.program;
        let (known_globals, known_strings) = (self.globals.len(), self.strings.len());
        for (id, global) in program.globals.enumerate().skip(known_globals) {
            let ty = global.ty.ty;
            let size = self.low.tables.size(ty);
            let stream = match global.name.as_deref() {
                Some("stdout") if !global.defined => Some(1),
                Some("stderr") if !global.defined => Some(2),
                _ => None,
            };
            if !global.defined && stream.is_none() {
                self.globals.push(Prov::NONE);
                continue;
            }
            if self.mem_too_large(size) {
                return self.budget(Budget::Memory, global.loc);
            }
            let leaf = program.types.innermost(global.ty);
            let made = self.mem.allocate(
                AllocKind::Global(id),
                Some(ty),
                global.ty.quals.with(leaf.quals),
                size,
                self.low.tables.align(ty).max(global.align.unwrap_or(1)),
                state::PLAIN,
                global.loc,
            );
            let Ok(prov) = made else { return self.budget(Budget::Memory, global.loc) };
            self.globals.push(prov);
            if let Some(stream) = stream {
                self.make_stream(prov, stream, global.loc)?;
            }
        }
        for (id, string) in program.strings.enumerate().skip(known_strings) {
            let size = string.bytes.len() as u64 + 1;
            let ty = program
                .types
                .find(&brinell_lang::Type::Int(brinell_lang::IntKind::Char))
                .and_then(|c| {
                    program.types.find(&brinell_lang::Type::Array {
                        elem: brinell_lang::QualType::plain(c),
                        len: Some(size),
                    })
                });
            let made = self.mem.allocate(
                AllocKind::Str(id),
                ty,
                Quals::NONE,
                size,
                1,
                state::PLAIN,
                Loc::NONE,
            );
            let Ok(prov) = made else { return self.budget(Budget::Memory, Loc::NONE) };
            if let Some(alloc) = self.mem.get_mut(prov) {
                alloc.bytes[..string.bytes.len()].copy_from_slice(&string.bytes);
            }
            self.strings.push(prov);
        }
        for id in program.globals.ids().skip(known_globals) {
            self.initialise_global(id)?;
        }
        Ok(())
    }

    fn make_stream(&mut self, global: Prov, stream: u8, loc: Loc) -> R<()> {
        let made = self.mem.allocate(
            AllocKind::Stream(stream),
            None,
            Quals::NONE,
            1,
            1,
            state::UNINIT,
            loc,
        );
        let Ok(file) = made else { return self.budget(Budget::Memory, loc) };
        let size = usize::from(self.low.tables.target.pointer);
        if let Some(alloc) = self.mem.get_mut(global) {
            alloc.write_pointer(0, &vec![0; size], file);
        }
        Ok(())
    }

    fn initialise_global(&mut self, id: GlobalId) -> R<()> {
        let prov = self.globals[id.index()];
        let Some(code) = &self.low.globals[id.index()] else { return Ok(()) };
        if prov.is_none() {
            return Ok(());
        }
        self.push_frame(Some(code), "static initialiser", Loc::NONE);
        let base = self.regs.len();
        self.initialise(code, code.inits.len() as u32 - 1, prov, Whose::Static)?;
        self.regs.truncate(base);
        self.frames.pop();
        Ok(())
    }

    pub fn push_frame(&mut self, code: Option<&'a Code>, name: &'a str, call_loc: Loc) {
        self.frames.push(Frame {
            code,
            name,
            base: self.regs.len(),
            mem_base: self.mems.len(),
            pc: 0,
            recorded: false,
            stack: 0,
            call_loc,
            number: self.calls,
        });
    }

    // ---- statements ----

    /// Evaluates a full expression, with the order of its calls checked where that is needed.
    fn full<T: Compare>(
        &mut self,
        c: &'a Code,
        pc: u32,
        mut run: impl FnMut(&mut Self) -> R<T>,
    ) -> R<T> {
        let temps = self.temps.len();
        let key = c.key();
        let watched =
            c.op_tracked[pc as usize] && (self.record_all || self.sites.contains(&(key, pc)));
        let result = if watched {
            self.recorded(c, (key, pc), c.op_locs[pc as usize], run)?
        } else {
            run(self)?
        };
        // Temporary lifetime ends with the full expression (C11 6.2.4p8).
        while self.temps.len() > temps {
            if let Some(prov) = self.temps.pop()
                && self.mem.get(prov).is_some()
            {
                self.mem.end(prov.slot(), c.op_locs[pc as usize]);
            }
        }
        Ok(result)
    }

    fn full_value(&mut self, c: &'a Code, pc: u32, node: N) -> R<Value> {
        self.full(c, pc, |m| m.eval(c, node))
    }

    pub fn is_true(&mut self, c: &'a Code, n: N, scalar: Scalar, v: Value) -> R<bool> {
        match scalar {
            Scalar::Int(_) => {
                if v.prov.is_sign() {
                    return Ok(v.bits != 0);
                }
                if v.prov.is_object() || v.prov.is_function() {
                    // No object has the address 0, and its number is not 0 either.
                    self.rely(Choice::PointerRoundTrip);
                    return Ok(true);
                }
                if !v.prov.is_none() {
                    let v = self.plain_int(c, n, v, "a test of a pointer's integer value")?;
                    return Ok(v != 0);
                }
                Ok(v.bits != 0)
            }
            Scalar::F32 => Ok(v.as_f32() != 0.0),
            Scalar::F64 => Ok(v.as_f64() != 0.0),
            Scalar::Ptr => Ok(!v.is_null()),
        }
    }

    /// Runs code in the present frame until it is left.
    pub fn execute(&mut self, c: &'a Code, mut pc: u32) -> R<Flow> {
        loop {
            self.steps += 1;
            if self.steps > self.limits.steps {
                let loc = c.op_locs.get(pc as usize).copied().unwrap_or(Loc::NONE);
                return self.budget(Budget::Steps, loc);
            }
            if let Some(f) = self.frames.last_mut() {
                f.pc = pc;
            }
            match &c.ops[pc as usize] {
                Op::Expr { node, record } => {
                    if *record {
                        self.full(c, pc, |m| m.eval_record(c, *node))?;
                    } else {
                        if self.order.open > 0 {
                            self.order.discarded = Some((c.key(), c.unwatched(*node)));
                        }
                        self.full_value(c, pc, *node)?;
                    }
                }
                Op::Jump(to) => {
                    if *to <= pc && self.loops.is_watching() {
                        self.look_at_jump(c, *to);
                    }
                    pc = *to;
                    continue;
                }
                Op::Back(to) => {
                    if self.steps > self.loops.next_look {
                        self.look_at_loop(c, *to)?;
                    }
                    pc = *to;
                    continue;
                }
                Op::JumpIfZero { cond, scalar, to } => {
                    let v = self.full_value(c, pc, *cond)?;
                    if !self.is_true(c, *cond, *scalar, v)? {
                        pc = *to;
                        continue;
                    }
                }
                Op::JumpIfNot { cond, scalar, to, back } => {
                    let v = self.full_value(c, pc, *cond)?;
                    if self.is_true(c, *cond, *scalar, v)? {
                        if *back && self.steps > self.loops.next_look {
                            self.look_at_loop(c, *to)?;
                        } else if !*back && *to <= pc && self.loops.is_watching() {
                            self.look_at_jump(c, *to);
                        }
                        pc = *to;
                        continue;
                    }
                }
                Op::Switch { value, table } => {
                    let v = self.full_value(c, pc, *value)?;
                    let bits = if v.prov.is_none() {
                        v.bits
                    } else {
                        self.plain_int(c, *value, v, "a switch on a pointer's integer value")?
                    };
                    let table = &c.switches[*table as usize];
                    let key = table.shape.map_or(i128::from(bits), |s| s.word_value(bits));
                    let after = table.ranges.partition_point(|r| r.0 <= key);
                    let hit = after
                        .checked_sub(1)
                        .map(|i| table.ranges[i])
                        .filter(|r| key <= r.1)
                        .map(|r| r.2);
                    pc = hit.or(table.default).unwrap_or(table.end);
                    continue;
                }
                Op::Return => return Ok(Flow::Return),
                Op::ReturnValue { node, record } => {
                    if *record {
                        self.ret = self.full(c, pc, |m| m.eval_record(c, *node))?;
                        return Ok(Flow::Record);
                    }
                    return Ok(Flow::Value(self.full_value(c, pc, *node)?));
                }
                Op::FallOff => return Ok(Flow::FellOff),
                Op::Enter(scope) => self.enter_scope(c, *scope)?,
                Op::Leave(scope) => self.leave_scope(c, *scope, c.op_locs[pc as usize]),
                Op::Forget(slot) => self.forget(c, *slot),
                Op::InitReg { reg, node } => {
                    let v = self.full_value(c, pc, *node)?;
                    let base = self.frames.last().map_or(0, |f| f.base);
                    self.regs[base + *reg as usize] = v;
                }
                Op::InitMem { slot, init } => {
                    let base = self.frames.last().map_or(0, |f| f.mem_base);
                    let prov = self.mems[base + *slot as usize];
                    self.full(c, pc, |m| m.initialise(c, *init, prov, Whose::Local))?;
                }
                Op::Reached(stmt) => {
                    self.seen.reach(*stmt);
                    self.steps -= 1;
                }
            }
            pc += 1;
        }
    }

    fn enter_scope(&mut self, c: &'a Code, scope: u32) -> R<()> {
        let scope = &c.scopes[scope as usize];
        let (base, mem_base) = self.frames.last().map_or((0, 0), |f| (f.base, f.mem_base));
        for &r in &scope.regs {
            self.regs[base + r as usize] = Value::UNINIT;
        }
        for &m in &scope.mems {
            let prov = self.allocate_local(c, m)?;
            self.mems[mem_base + m as usize] = prov;
        }
        Ok(())
    }

    fn leave_scope(&mut self, c: &'a Code, scope: u32, loc: Loc) {
        let scope = &c.scopes[scope as usize];
        let mem_base = self.frames.last().map_or(0, |f| f.mem_base);
        for &m in &scope.mems {
            let prov = std::mem::replace(&mut self.mems[mem_base + m as usize], Prov::NONE);
            if self.mem.get(prov).is_some() {
                self.mem.end(prov.slot(), loc);
            }
        }
    }

    fn forget(&mut self, c: &'a Code, slot: crate::code::LocalSlot) {
        let (base, mem_base) = self.frames.last().map_or((0, 0), |f| (f.base, f.mem_base));
        match slot {
            crate::code::LocalSlot::Reg(r) => self.regs[base + r as usize] = Value::UNINIT,
            crate::code::LocalSlot::Mem(m) => {
                let prov = self.mems[mem_base + m as usize];
                let size = c.mems[m as usize].size;
                if let Some(alloc) = self.mem.get_mut(prov) {
                    alloc.write_state(0, size, state::UNINIT);
                    if let Some(extra) = &mut alloc.extra {
                        extra.unions.clear();
                        extra.partial.clear();
                    }
                }
            }
        }
    }

    /// The code of a function, if it has any.
    pub fn code_of(&self, f: FuncId) -> Option<&'a Code> {
        self.low.code_of(self.program, f)
    }
}
