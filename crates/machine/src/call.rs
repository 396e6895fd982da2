//! Function calls: arguments, frames, return values.

use crate::code::{Arg, Call, Code, LocalSlot, N, Node, OperandOrder};
use crate::libc::Lib;
use crate::lower::Callee;
use crate::machine::{Completion, Halt, Machine, R};
use crate::memory::Content;
use crate::outcome::Budget;
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::{FuncId, Id, Loc, TypeId};

/// Bytes charged for a call beside its locals: return address, saved registers, alignment.
const CALL_COST: u64 = 48;

impl<'a> Machine<'a> {
    /// Evaluates a call. A record result is left in [`InFlight::returned`](crate::parts::InFlight::returned).
    pub fn call(&mut self, c: &'a Code, n: N, call: &'a Call) -> R<Value> {
        if self.order.open > 0
            && let Some(value) = self.pinned(n.into())
        {
            return Ok(value);
        }
        let pending = self.pending.len();
        let arg_base = self.stack.regs.len();
        self.stack.regs.resize(arg_base + call.args.len(), Value::ZERO);
        let mut records = Vec::new();
        let mut callee = Value::ZERO;
        match call.order {
            OperandOrder::Free => {
                if call.target.is_none() {
                    callee = self.eval(c, call.callee)?;
                }
                self.in_flight.tolerate_dangling = self.frees(c, call);
                for (i, arg) in call.args.iter().enumerate() {
                    self.argument(c, arg, arg_base + i, i, &mut records)?;
                }
                self.in_flight.tolerate_dangling = false;
            }
            OperandOrder::Tracked => {
                let mut group = self.open_group(n.into(), false);
                let designator = self.operand(&mut group, 0, |m| m.eval(c, call.callee))?;
                callee = designator.unwrap_or(Value::ZERO);
                let mut blocked = designator.is_none();
                for (i, arg) in call.args.iter().enumerate() {
                    let done = self.operand(&mut group, i as u32 + 1, |m| {
                        m.argument(c, arg, arg_base + i, i, &mut records)
                    })?;
                    blocked |= done.is_none();
                }
                self.close_group(&group);
                if blocked {
                    return Err(Box::new(Halt::Blocked));
                }
            }
        }
        // There is a sequence point before the call (C11 6.5.2.2p10).
        self.pending.complete(pending);
        let function = match call.target {
            Some(f) => f,
            None => self.callee(c, n, callee, call)?,
        };
        if self.order.schedule.is_some() {
            self.wait_to_call(n.into())?;
        }
        let watched = self.pending.suspend();
        let result = if self.order.open > 0 && self.records_here() {
            self.recorded_call(c, n, function, call, arg_base, records)
        } else {
            self.invoke(c, n, function, call, arg_base, records)
        };
        self.pending.resume(watched);
        self.stack.regs.truncate(arg_base);
        let value = result?;
        if self.order.schedule.is_some() {
            self.pin_call(n.into(), value);
        }
        Ok(value)
    }

    /// Whether it is a call of `free` or `realloc` with a plain operand.
    fn frees(&self, c: &Code, call: &Call) -> bool {
        call.target.is_some_and(|f| {
            matches!(self.low.funcs[f.index()], Callee::Lib(Lib::Free | Lib::Realloc))
        }) && call.args.first().is_some_and(|a| is_plain(c, a.node))
    }

    fn argument(
        &mut self,
        c: &'a Code,
        arg: &Arg,
        at: usize,
        index: usize,
        records: &mut Vec<(usize, Content)>,
    ) -> R<()> {
        if arg.record {
            let content = self.eval_record(c, arg.node)?;
            records.push((index, content));
        } else {
            self.stack.regs[at] = self.eval(c, arg.node)?;
        }
        Ok(())
    }

    /// The function behind a pointer, if its type fits the call.
    fn callee(&mut self, c: &'a Code, n: N, v: Value, call: &Call) -> R<FuncId> {
        if !v.prov.is_function() {
            self.check_determinate(c, n, v)?;
            return Err(if v.is_null() {
                self.ub(c, n, Ub::NullDereference)
            } else if v.prov.is_object() {
                let ub = Ub::WrongFunctionType {
                    function: self.object_name(v.prov),
                    actual: "an object".into(),
                    called: self.low.tables.describe(call.ty),
                };
                self.ub_on(c, n, v.prov, ub)
            } else {
                self.ub(c, n, Ub::InvalidPointer { address: v.bits })
            });
        }
        Ok(FuncId(v.prov.slot()))
    }

    /// A function as a value. One that is nowhere must not be used in an expression (C11 6.9p5),
    /// but perhaps another file defines it.
    pub fn designate(&self, c: &'a Code, n: N, f: FuncId) -> R<Value> {
        if matches!(self.low.funcs[f.index()], Callee::Missing) {
            let what = format!("'{}', which the program does not define", self.function_name(f));
            return self.unsupported(what, self.loc(c, n));
        }
        Ok(Value { bits: 0, prov: Prov::function(f.0) })
    }

    fn check_call_type(
        &mut self,
        c: &'a Code,
        n: N,
        f: FuncId,
        call: &Call,
        arg_base: usize,
    ) -> R<()> {
        let actual = self.program.functions[f].ty;
        let types = &self.low.tables.types;
        if actual != call.ty && !types.compatible(actual, call.ty) {
            let ub = Ub::WrongFunctionType {
                function: self.function_name(f),
                actual: self.low.tables.describe(actual),
                called: self.low.tables.describe(call.ty),
            };
            return Err(self.ub(c, n, ub));
        }
        // Without a prototype at the call the arguments themselves must fit (C11 6.5.2.2p6).
        if let Callee::Lib(lib) = &self.low.funcs[f.index()]
            && let Some(standard) = lib.mismatch(&self.low.tables, actual)
        {
            let declared = self.low.tables.describe(actual);
            let function = self.function_name(f);
            let ub = Ub::LibraryDeclaration { function, declared, standard };
            return Err(self.ub(c, n, ub));
        }
        let called_with = types.as_function(call.ty).is_some_and(|t| t.prototype);
        if called_with {
            return Ok(());
        }
        let variadic = match &self.low.funcs[f.index()] {
            Callee::Lib(lib) => lib.is_variadic(),
            Callee::Code(_) | Callee::Missing => {
                types.as_function(actual).is_some_and(|t| t.variadic)
            }
        };
        if variadic {
            let detail = "a function with variable arguments needs a prototype".to_owned();
            let function = self.function_name(f);
            return Err(self.ub(c, n, Ub::WrongArguments { function, detail }));
        }
        let Some(body) = &self.program.functions[f].body else { return Ok(()) };
        let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let detail = if body.params.len() != call.args.len() {
            let (args, params) = (call.args.len(), body.params.len());
            Some(format!("{} for {}", plural(args, "argument"), plural(params, "parameter")))
        } else {
            body.params.iter().zip(&call.args).enumerate().find_map(|(i, (p, a))| {
                let param = body.locals[*p].ty.ty;
                // The signed and unsigned twins fit where the value is the same in both.
                let value = self.stack.regs[arg_base + i];
                let pattern = self.high_halves.pattern(value);
                let small = pattern.map_or((value.bits as i64) >= 0, |p| (p as i128) >= 0);
                let fits =
                    types.compatible(param, a.ty) || (small && self.differ_in_sign(param, a.ty));
                (!fits).then(|| {
                    format!(
                        "argument {} is '{}', the parameter is '{}'",
                        i + 1,
                        self.low.tables.describe(a.ty),
                        self.low.tables.describe(param)
                    )
                })
            })
        };
        if let Some(detail) = detail {
            let function = self.function_name(f);
            return Err(self.ub(c, n, Ub::WrongArguments { function, detail }));
        }
        Ok(())
    }

    fn differ_in_sign(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.low.tables.types;
        match (types.as_int(a), types.as_int(b)) {
            (Some(x), Some(y)) => x.to_unsigned() == y.to_unsigned(),
            _ => false,
        }
    }

    pub fn function_name(&self, f: FuncId) -> String {
        self.program.functions[f].name.clone().unwrap_or_else(|| format!("{f:?}"))
    }

    pub fn invoke(
        &mut self,
        c: &'a Code,
        n: N,
        f: FuncId,
        call: &'a Call,
        arg_base: usize,
        records: Vec<(usize, Content)>,
    ) -> R<Value> {
        self.used.calls += 1;
        self.check_call_type(c, n, f, call, arg_base)?;
        let loc = self.loc(c, n);
        let low = self.low;
        match &low.funcs[f.index()] {
            Callee::Code(_) => {
                let Some(code) = self.code_of(f) else {
                    unreachable!("what has code can be lowered")
                };
                let flow = self.run_function(code, arg_base, call.args.len(), records, loc)?;
                match flow {
                    Completion::Value(v) => {
                        // The value must not point into the frame that is gone.
                        if code.ret.is_some_and(|t| low.tables.types.pointee(t).is_some()) {
                            self.check_determinate(c, n, v)?;
                        }
                        Ok(v)
                    }
                    Completion::Record => Ok(Value::ZERO),
                    Completion::Return | Completion::FellOff => {
                        if code.ret.is_some() && call.used {
                            let function = self.function_name(f);
                            return Err(self.ub(c, n, Ub::MissingReturnValue { function }));
                        }
                        Ok(Value::ZERO)
                    }
                }
            }
            Callee::Lib(lib) => {
                self.stack.push(None, lib.name(), loc, self.used.calls);
                let mark = self.enter_call();
                let result = self.library(c, n, *lib, call, arg_base);
                self.leave_call(mark);
                self.stack.pop();
                result
            }
            Callee::Missing => {
                let name = self.function_name(f);
                self.unsupported(
                    format!("a call of '{name}', which the program does not define"),
                    loc,
                )
            }
        }
    }

    /// Runs a function whose arguments are in registers from `arg_base` on.
    pub fn run_function(
        &mut self,
        code: &'a Code,
        arg_base: usize,
        args: usize,
        records: Vec<(usize, Content)>,
        loc: Loc,
    ) -> R<Completion> {
        let cost = code.frame_size.saturating_add(CALL_COST);
        self.used.enter(cost);
        if self.used.stack > self.limits.stack || self.host.is_used_up() {
            return self.budget(Budget::Stack, loc);
        }
        self.stack.push(Some(code), &code.name, loc, self.used.calls);
        let mark = self.enter_call();
        let mem_base = self.stack.mems.len();
        if let Some(frame) = self.stack.top_mut() {
            frame.base = arg_base;
            frame.bytes = cost;
        }
        self.clear_reg_stamps(arg_base);
        self.stack.regs.truncate(arg_base + args.min(code.params.len()));
        self.stack.regs.resize(arg_base + code.regs.len(), Value::UNINIT);
        self.stack.mems.resize(mem_base + code.mems.len(), Prov::NONE);
        let mut shared = Vec::new();
        if !code.restricted.is_empty() || !code.promised.is_empty() {
            self.check_lengths(code, arg_base, loc)?;
            shared = self.shared_by_restrict(code, arg_base);
        }
        self.pass_parameters(code, arg_base, mem_base, records)?;
        let flow = self.execute(code, 0)?;
        if !shared.is_empty() {
            self.check_restrict(&shared, loc)?;
        }
        self.end_frame(code, mark, loc)?;
        Ok(flow)
    }

    fn pass_parameters(
        &mut self,
        code: &'a Code,
        arg_base: usize,
        mem_base: usize,
        mut records: Vec<(usize, Content)>,
    ) -> R<()> {
        for (i, (slot, ty)) in code.params.iter().enumerate() {
            let LocalSlot::Mem(m) = slot else { continue };
            let prov = self.allocate_local(code, *m)?;
            self.stack.mems[mem_base + *m as usize] = prov;
            if let Some(at) = records.iter().position(|r| r.0 == i) {
                let (_, content) = records.swap_remove(at);
                self.mem.copy_in(prov, 0, &content);
                if self.low.tables.facts(*ty).has_padding {
                    self.blur_padding(prov, 0, *ty);
                }
            } else {
                let v = self.stack.regs[arg_base + i];
                self.write_parameter(prov, *ty, v);
            }
        }
        Ok(())
    }

    /// Stores a scalar argument in the memory of its parameter.
    pub fn write_parameter(&mut self, prov: Prov, ty: TypeId, v: Value) {
        let size = self.low.tables.size(ty) as usize;
        let endian = self.low.tables.target.endian;
        let mut buffer = [0u8; 8];
        if size > buffer.len() {
            return self.write_wide_parameter(prov, ty, v);
        }
        crate::access::encode(v.bits, &mut buffer[..size], endian);
        if let Some(alloc) = self.mem.get_mut(prov) {
            if v.prov.is_none() {
                alloc.write_plain(0, &buffer[..size]);
            } else if v.prov.is_nan() {
                alloc.write_nan(0, &buffer[..size]);
            } else if v.prov.is_object() || v.prov.is_function() {
                alloc.write_pointer(0, &buffer[..size], v.prov);
            } else if v.prov.is_fragment() {
                alloc.write_fragment(0, (v.bits >> 8) as u8, v.bits as u8, v.prov.whole_pointer());
            } else {
                let to = if v.prov.is_uninit() {
                    crate::memory::state::UNINIT
                } else {
                    crate::memory::state::UNSPEC
                };
                alloc.write_state(0, size as u64, to);
            }
        }
    }

    fn end_frame(&mut self, code: &'a Code, mark: crate::order::CallMark, loc: Loc) -> R<()> {
        let Some(frame) = self.stack.top() else { return Ok(()) };
        let (mem_base, cost) = (frame.mem_base, frame.bytes);
        if code.noreturn {
            let function = code.name.to_string();
            return Err(self.ub_at(loc, Ub::NoreturnReturned { function }));
        }
        for i in mem_base..self.stack.mems.len() {
            let prov = self.stack.mems[i];
            if !prov.is_none() && self.mem.get(prov).is_some() {
                self.mem.end(prov.slot(), loc);
            }
        }
        self.stack.mems.truncate(mem_base);
        self.leave_call(mark);
        self.stack.pop();
        self.used.stack -= cost;
        Ok(())
    }
}

/// Whether an expression only reads one object, perhaps converting what it holds.
fn is_plain(c: &Code, n: N) -> bool {
    match &c.nodes[n as usize] {
        Node::Const(_) | Node::Reg(_) | Node::RegPtr(_) | Node::PGlobal(_) | Node::PLocal(_) => {
            true
        }
        Node::Load { place: inner, .. }
        | Node::Convert(_, inner)
        | Node::Watch { inner, .. }
        | Node::PDeref { ptr: inner, .. }
        | Node::PMember { base: inner, .. } => is_plain(c, *inner),
        Node::PElem { base, index, .. } => is_plain(c, *base) && is_plain(c, *index),
        Node::PIndex { ptr, index, .. } => is_plain(c, *ptr) && is_plain(c, *index),
        _ => false,
    }
}
