//! Running a function that is still being built, statement by statement, with snapshots.
//!
//! A session holds the state of a machine with one open frame. Each call takes the program as it
//! is now: types, globals, functions and locals may have been added since the last one. What was
//! lowered before is kept as long as its function has not changed.
//!
//! Locals of the open function live in memory, whatever their uses so far, because a later
//! statement may take their address; order of evaluation is always checked by replaying.

use crate::code::{Code, Exit as Leap, LocalSlot};
use crate::lower::{Lowered, Manner, Piece, lower_piece};
use crate::machine::{Flow, Machine, R, Stop};
use crate::memory::Memory;
use crate::order::{OrderState, Site};
use crate::outcome::{Budget, Exit, Failure, Limits, Stats, Undecided, Unsupported};
use crate::value::{Prov, Value};
use brinell_lang::{
    Body, ExprId, FuncId, Function, Id, LabelId, Loc, LocalId, Program, StmtId, Type,
};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// How much of the caller's stack a session may use; threads have two megabytes at least.
const HOST_STACK: usize = 1 << 20;

/// A machine with one open frame.
pub struct Session {
    func: FuncId,
    limits: Limits,
    lowered: Lowered,
    /// The functions as they were lowered, to see which have changed.
    known: Vec<Arc<Function>>,
    state: State,
    snapshots: Vec<Saved>,
    sites: FxHashSet<Site>,
}

#[derive(Default)]
struct State {
    mem: Memory,
    regs: Vec<Value>,
    mems: Vec<Prov>,
    globals: Vec<Prov>,
    strings: Vec<Prov>,
    out: Vec<u8>,
    err: Vec<u8>,
    steps: u64,
    calls: u64,
    io: u64,
    choices: u32,
    order: OrderState,
}

struct Saved {
    regs: Vec<Value>,
    mems: Vec<Prov>,
    globals: usize,
    strings: usize,
    out: usize,
    err: usize,
    io: u64,
    choices: u32,
}

/// A point to come back to. Snapshots nest: going back to one discards all that were taken after.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Snapshot(usize);

/// How a statement was left.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Step {
    /// Execution goes on with what follows.
    Next,
    /// `break` out of a loop or switch that is still open.
    Break,
    /// `continue` of a loop that is still open.
    Continue,
    /// A jump to a label outside the statement.
    Goto(LabelId),
    /// `return`, with the value of a scalar one.
    Return(Option<Scalar>),
}

/// A scalar value, for those who ask.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Scalar {
    /// An integer.
    Int(i128),
    /// A floating value.
    Float(f64),
    /// A null pointer.
    Null,
    /// A pointer to an object or function; which one is not for arithmetic.
    Pointer,
}

/// Why a session stopped. Go back to a snapshot to continue.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// A rule was broken.
    Undefined(Box<Failure>),
    /// The program ended.
    Exited(Exit),
    /// The machine cannot tell whether a rule was broken.
    Undecided(Box<Undecided>),
    /// A budget was used up.
    OutOfBudget(Budget),
    /// Something that the machine does not model.
    Unsupported(Unsupported),
}

impl Session {
    /// Begins: makes all static objects and opens a frame of the function, whose parameters are
    /// indeterminate until [`Session::set_param`] gives them values.
    pub fn open(program: &Program, func: FuncId, limits: Limits) -> Result<Self, Stopped> {
        let mut session = Self {
            func,
            limits,
            lowered: Lowered::new(program, Manner::default()),
            known: program.functions.iter().map(Arc::clone).collect(),
            state: State { mem: Memory::new(limits.memory), ..State::default() },
            snapshots: Vec::new(),
            sites: FxHashSet::default(),
        };
        session.run(program, Machine::begin)?;
        Ok(session)
    }

    /// Brings the lowered form up to date with a program that has grown.
    fn sync(&mut self, program: &Program) {
        let types_grew = !Arc::ptr_eq(&self.lowered.tables.types, &program.types);
        let unchanged = self.known.len() == program.functions.len()
            && self
                .known
                .iter()
                .zip(program.functions.iter())
                .enumerate()
                .all(|(i, (a, b))| i == self.func.index() || Arc::ptr_eq(a, b));
        let globals_known = self.lowered.globals.len() == program.globals.len();
        if types_grew || !unchanged || !globals_known {
            self.lowered.update(program, &self.known, types_grew);
            self.known = program.functions.iter().map(Arc::clone).collect();
        }
    }

    fn run<'a, T>(
        &'a mut self,
        program: &'a Program,
        work: impl FnOnce(&mut Machine<'a>) -> R<T>,
    ) -> Result<T, Stopped> {
        let mut machine = Machine::new(program, &self.lowered, self.limits, &self.sites);
        machine.replay_all = true;
        machine.host_stack = HOST_STACK;
        exchange(&mut machine, &mut self.state);
        let result = work(&mut machine);
        exchange(&mut machine, &mut self.state);
        result.map_err(|stop| match *stop {
            Stop::Ub(failure) => Stopped::Undefined(failure),
            Stop::Exit(exit) => Stopped::Exited(exit),
            Stop::Undecided(undecided) => Stopped::Undecided(undecided),
            Stop::Budget(budget, _) => Stopped::OutOfBudget(budget),
            Stop::Unsupported(what, loc) => Stopped::Unsupported(Unsupported { what, loc }),
            Stop::Restart(_) => Stopped::Unsupported(Unsupported {
                what: "an order of evaluation that keeps changing".to_owned(),
                loc: Loc::NONE,
            }),
        })
    }

    fn piece(&mut self, program: &Program, piece: Piece) -> Result<Code, Stopped> {
        self.sync(program);
        let Some(body) = program.functions.get(self.func).and_then(|f| f.body.as_ref()) else {
            return Err(Stopped::Unsupported(Unsupported {
                what: "a function without a body".to_owned(),
                loc: Loc::NONE,
            }));
        };
        let (tables, pure) = (&self.lowered.tables, &self.lowered.pure);
        Ok(lower_piece(program, tables, pure, self.func, body, piece))
    }

    fn enter<'a>(&'a mut self, program: &'a Program, code: &'a Code) -> Result<Flow, Stopped> {
        self.run(program, |m| {
            m.begin()?;
            m.run_piece(code)
        })
    }

    /// Executes one statement of the open function.
    pub fn step(&mut self, program: &Program, stmt: StmtId) -> Result<Step, Stopped> {
        let code = self.piece(program, Piece::Stmt(stmt))?;
        let flow = self.enter(program, &code)?;
        Ok(match flow {
            // Running off the end of a piece is how pieces end.
            Flow::FellOff | Flow::Record => Step::Next,
            Flow::Return => Step::Return(None),
            Flow::Value(v) => Step::Return(self.return_scalar(program, v)),
            Flow::Leap(Leap::Break) => Step::Break,
            Flow::Leap(Leap::Continue) => Step::Continue,
            Flow::Leap(Leap::Goto(label)) => Step::Goto(label),
        })
    }

    /// Evaluates an expression of the open function, side effects included. Take a snapshot first
    /// to only ask.
    pub fn eval(&mut self, program: &Program, expr: ExprId) -> Result<Option<Scalar>, Stopped> {
        let code = self.piece(program, Piece::Expr(expr))?;
        let ty = program.functions[self.func].body.as_ref().map(|b| b.exprs[expr].ty.ty);
        match self.enter(program, &code)? {
            Flow::Value(v) => Ok(ty.and_then(|t| self.scalar(program, t, v))),
            _ => Ok(None),
        }
    }

    fn return_scalar(&self, program: &Program, v: Value) -> Option<Scalar> {
        let ret = program.types.as_function(program.functions[self.func].ty)?.ret;
        self.scalar(program, ret, v)
    }

    fn scalar(&self, program: &Program, ty: brinell_lang::TypeId, v: Value) -> Option<Scalar> {
        let types = &program.types;
        Some(match types.get(ty) {
            Type::Int(_) | Type::Enum(_) => {
                let shape = brinell_lang::arith::IntShape::of(&program.target, types.as_int(ty)?);
                if !v.prov.is_none() {
                    return Some(Scalar::Pointer);
                }
                Scalar::Int(shape.value(v.bits))
            }
            Type::Float(k) if program.target.float_size(*k) == 4 => {
                Scalar::Float(v.as_f32().into())
            }
            Type::Float(_) => Scalar::Float(v.as_f64()),
            Type::Pointer(_) if v.is_null() => Scalar::Null,
            Type::Pointer(_) => Scalar::Pointer,
            _ => return None,
        })
    }

    /// Gives a parameter of the open function an integer value.
    pub fn set_param(
        &mut self,
        program: &Program,
        index: usize,
        value: i128,
    ) -> Result<(), Stopped> {
        let body: Option<&Body> = program.functions[self.func].body.as_ref();
        let Some(param) = body.and_then(|b| b.params.get(index)).copied() else { return Ok(()) };
        let Some(local) = body.map(|b| &b.locals[param]) else { return Ok(()) };
        let Some(kind) = program.types.as_int(local.ty.ty) else { return Ok(()) };
        let shape = brinell_lang::arith::IntShape::of(&program.target, kind);
        let code = self.piece(program, Piece::Nothing)?;
        let ty = local.ty.ty;
        self.run(program, |m| m.set_local(&code, param, ty, Value::int(shape.wrap(value as u64))))
    }

    /// Takes a snapshot.
    pub fn snapshot(&mut self) -> Snapshot {
        let s = &mut self.state;
        s.mem.mark();
        self.snapshots.push(Saved {
            regs: s.regs.clone(),
            mems: s.mems.clone(),
            globals: s.globals.len(),
            strings: s.strings.len(),
            out: s.out.len(),
            err: s.err.len(),
            io: s.io,
            choices: s.choices,
        });
        Snapshot(self.snapshots.len() - 1)
    }

    /// Goes back to a snapshot, which stays usable.
    pub fn rollback(&mut self, to: Snapshot) {
        let s = &mut self.state;
        // Statements that stopped half-way may have left marks of their own.
        while s.mem.marks() > to.0 + 1 {
            s.mem.rollback();
            s.mem.commit();
        }
        s.mem.rollback();
        self.snapshots.truncate(to.0 + 1);
        let Some(saved) = self.snapshots.last() else { return };
        s.regs.clone_from(&saved.regs);
        s.mems.clone_from(&saved.mems);
        s.globals.truncate(saved.globals);
        s.strings.truncate(saved.strings);
        s.out.truncate(saved.out);
        s.err.truncate(saved.err);
        s.io = saved.io;
        s.choices = saved.choices;
        s.order = OrderState::default();
    }

    /// Gives a snapshot up and keeps what happened since. Only the innermost one can be given up.
    pub fn keep(&mut self, snapshot: Snapshot) {
        if self.snapshots.len() == snapshot.0 + 1 {
            self.snapshots.pop();
            self.state.mem.commit();
        }
    }

    /// What has been written to standard output.
    pub fn output(&self) -> &[u8] {
        &self.state.out
    }

    /// What it took so far.
    pub fn stats(&self) -> Stats {
        Stats {
            steps: self.state.steps,
            calls: self.state.calls,
            replays: self.state.order.replays,
            peak_stack: 0,
            hollow_copies: 0,
        }
    }
}

fn exchange(m: &mut Machine<'_>, s: &mut State) {
    use std::mem::swap;
    swap(&mut m.mem, &mut s.mem);
    swap(&mut m.regs, &mut s.regs);
    swap(&mut m.mems, &mut s.mems);
    swap(&mut m.globals, &mut s.globals);
    swap(&mut m.strings, &mut s.strings);
    swap(&mut m.out, &mut s.out);
    swap(&mut m.err, &mut s.err);
    swap(&mut m.steps, &mut s.steps);
    swap(&mut m.calls, &mut s.calls);
    swap(&mut m.io, &mut s.io);
    swap(&mut m.choices, &mut s.choices);
    swap(&mut m.order, &mut s.order);
}

impl<'a> Machine<'a> {
    /// Runs a piece of code in the open frame at the bottom of the stack.
    fn run_piece(&mut self, code: &'a Code) -> R<Flow> {
        self.open_frame(code)?;
        let flow = self.execute(code, 0)?;
        self.frames.pop();
        Ok(flow)
    }

    /// The open frame, with room for all locals there are by now.
    fn open_frame(&mut self, code: &'a Code) -> R<()> {
        self.push_frame(Some(code), &code.name, Loc::NONE);
        if let Some(frame) = self.frames.last_mut() {
            frame.base = 0;
            frame.mem_base = 0;
        }
        self.regs.resize(code.regs.len().max(self.regs.len()), Value::UNINIT);
        self.mems.resize(code.mems.len().max(self.mems.len()), Prov::NONE);
        for (slot, _) in &code.params {
            if let LocalSlot::Mem(m) = slot
                && self.mems[*m as usize].is_none()
            {
                self.mems[*m as usize] = self.allocate_local(code, *m)?;
            }
        }
        Ok(())
    }

    fn set_local(
        &mut self,
        code: &'a Code,
        local: LocalId,
        ty: brinell_lang::TypeId,
        v: Value,
    ) -> R<()> {
        self.open_frame(code)?;
        if let Some(m) = code.mems.iter().position(|m| m.local == local) {
            let prov = self.mems[m];
            self.write_parameter(prov, ty, v);
        }
        self.frames.pop();
        Ok(())
    }
}

impl Lowered {
    /// Lowers what is new or changed; everything when the types have changed.
    fn update(&mut self, program: &Program, known: &[Arc<Function>], types_grew: bool) {
        let fresh = Self::new_reusing(program, Manner::default(), |i| {
            let now = program.functions.get(FuncId::from_index(i));
            let same = !types_grew && known.get(i).zip(now).is_some_and(|(a, b)| Arc::ptr_eq(a, b));
            if same { self.funcs.get(i).cloned() } else { None }
        });
        *self = fresh;
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("func", &self.func)
            .field("snapshots", &self.snapshots.len())
            .field("steps", &self.state.steps)
            .finish_non_exhaustive()
    }
}
