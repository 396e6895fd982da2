//! The loop that executes statements.

use crate::code::{Code, LocalSlot, N, Op};
use crate::initialise::Whose;
use crate::machine::{Completion, Machine, R};
use crate::memory::state;
use crate::order::Compare;
use crate::outcome::Budget;
use crate::value::{Prov, Value};
use brinell_lang::Loc;

impl<'a> Machine<'a> {
    /// Evaluates a full expression, with the order of its calls checked where that is needed.
    fn full<T: Compare>(
        &mut self,
        c: &'a Code,
        pc: u32,
        mut run: impl FnMut(&mut Self) -> R<T>,
    ) -> R<T> {
        let temps = self.in_flight.temps.len();
        let key = c.key();
        let watched = c.op_tracked[pc as usize] && self.recorded_sites.contains((key, pc));
        if !c.merged.is_empty() {
            self.note_merged(c, pc);
        }
        let result = if watched {
            self.recorded(c, (key, pc), c.op_locs[pc as usize], run)?
        } else {
            run(self)?
        };
        // Temporary lifetime ends with the full expression (C11 6.2.4p8).
        while self.in_flight.temps.len() > temps {
            if let Some(prov) = self.in_flight.temps.pop()
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

    /// Runs code in the present frame until it is left.
    pub fn execute(&mut self, c: &'a Code, mut pc: u32) -> R<Completion> {
        loop {
            self.used.steps += 1;
            if self.used.steps > self.limits.steps {
                let loc = c.op_locs.get(pc as usize).copied().unwrap_or(Loc::NONE);
                return self.budget(Budget::Steps, loc);
            }
            if let Some(f) = self.stack.top_mut() {
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
                    if self.used.steps > self.loops.next_look {
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
                Op::OpenBranch { cond, scalar, to, stmt } => {
                    let v = self.full_value(c, pc, *cond)?;
                    let holds = self.is_true(c, *cond, *scalar, v)?;
                    if !self.branches(c, *stmt, holds) {
                        pc = *to;
                        continue;
                    }
                }
                Op::SkipRemoved { stmt, to } => {
                    if self.is_removed(c.func, *stmt) {
                        pc = *to;
                        continue;
                    }
                }
                Op::JumpIfNot { cond, scalar, to, back } => {
                    let v = self.full_value(c, pc, *cond)?;
                    if self.is_true(c, *cond, *scalar, v)? {
                        if *back && self.used.steps > self.loops.next_look {
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
                    let table = &c.switches[*table as usize];
                    let key = if v.prov.is_none() {
                        table.shape.map_or(i128::from(v.bits), |s| s.word_value(v.bits))
                    } else {
                        self.int128_case(c, *value, v)?
                    };
                    let after = table.ranges.partition_point(|r| r.0 <= key);
                    let hit = after
                        .checked_sub(1)
                        .map(|i| table.ranges[i])
                        .filter(|r| key <= r.1)
                        .map(|r| r.2);
                    pc = hit.or(table.default).unwrap_or(table.end);
                    continue;
                }
                Op::Return => return Ok(Completion::Return),
                Op::ReturnValue { node, record } => {
                    if *record {
                        self.in_flight.returned = self.full(c, pc, |m| m.eval_record(c, *node))?;
                        return Ok(Completion::Record);
                    }
                    return Ok(Completion::Value(self.full_value(c, pc, *node)?));
                }
                Op::FallOff => return Ok(Completion::FellOff),
                Op::Enter(scope) => self.enter_scope(c, *scope)?,
                Op::Leave(scope) => self.leave_scope(c, *scope, c.op_locs[pc as usize]),
                Op::Forget(slot) => self.forget(c, *slot),
                Op::InitReg { reg, node } => {
                    let v = self.full_value(c, pc, *node)?;
                    let base = self.stack.reg_base();
                    self.stack.regs[base + *reg as usize] = v;
                }
                Op::InitMem { slot, init } => {
                    let base = self.stack.mem_base();
                    let prov = self.stack.mems[base + *slot as usize];
                    self.full(c, pc, |m| m.initialise(c, *init, prov, Whose::Local))?;
                }
                Op::LeaveOutReg { reg, local } => {
                    self.used.steps -= 1;
                    self.leave_out_reg(c.func, *reg, *local);
                }
                Op::LeaveOutMem { slot, local } => {
                    self.used.steps -= 1;
                    self.leave_out_object(c, *slot, *local);
                }
                Op::Reached(stmt) => {
                    self.log.reach(*stmt);
                    self.used.steps -= 1;
                }
            }
            pc += 1;
        }
    }

    fn enter_scope(&mut self, c: &'a Code, scope: u32) -> R<()> {
        let scope = &c.scopes[scope as usize];
        let (base, mem_base) = self.stack.top().map_or((0, 0), |f| (f.base, f.mem_base));
        for &r in &scope.regs {
            self.stack.regs[base + r as usize] = Value::UNINIT;
        }
        if self.resolution.is_some() {
            self.forget_shadows(scope.regs.iter().map(|r| base + *r as usize));
        }
        for &m in &scope.mems {
            let prov = self.allocate_local(c, m)?;
            self.stack.mems[mem_base + m as usize] = prov;
        }
        Ok(())
    }

    fn leave_scope(&mut self, c: &'a Code, scope: u32, loc: Loc) {
        let scope = &c.scopes[scope as usize];
        let mem_base = self.stack.mem_base();
        for &m in &scope.mems {
            let prov = std::mem::replace(&mut self.stack.mems[mem_base + m as usize], Prov::NONE);
            if self.mem.get(prov).is_some() {
                self.mem.end(prov.slot(), loc);
            }
        }
    }

    fn forget(&mut self, c: &'a Code, slot: LocalSlot) {
        let (base, mem_base) = self.stack.top().map_or((0, 0), |f| (f.base, f.mem_base));
        match slot {
            LocalSlot::Reg(r) => self.stack.regs[base + r as usize] = Value::UNINIT,
            LocalSlot::Mem(m) => {
                let prov = self.stack.mems[mem_base + m as usize];
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
}
