//! Relaxed places in a resolving run (see [`brinell_lang::relaxed`]).
//!
//! * **A pointer** that may be null or dangling is tried where it is dereferenced. If it is no good,
//!   its alternative takes its place. One that was good before and is null now is guarded from then
//!   on, which changes nothing of what happened; one that dangles now is replaced, and the program is
//!   run again.
//! * **A variable without initialiser** has the value of its initialiser beside it. The first read of
//!   a part that nobody has written brings it back: nobody has read it before, so the initialiser
//!   could have been there all the time.
//! * **An effect between unsequenced operands** is evaluated before them. Where it conflicts with
//!   them, whether or not their order matters, the program goes on in that order, which is that of
//!   two statements.
//! * **A jump past an initialiser** is left out when the run ends in a read of the variable, and the
//!   program is run again.

use crate::code::{Code, N, PointerRoot};
use crate::machine::{Halt, Machine, R};
use crate::memory::{Content, Partial, state};
use crate::ub::Ub;
use crate::value::{Prov, Value};
use brinell_lang::relaxed::PointerDecision;
use brinell_lang::{ExprId, FuncId, LocalId, StmtId};
use rustc_hash::FxHashMap;

/// A pointer of a [`Code`] that is relaxed.
#[derive(Clone, Debug)]
pub struct RelaxedDeref {
    pub pointer: ExprId,
    pub written: N,
    pub alternative: N,
    /// Whether null may be guarded.
    pub guards: bool,
}

/// The value of a register variable whose initialiser is left out.
#[derive(Copy, Clone, Debug)]
struct RegShadow {
    /// The number of the activation.
    activation: u64,
    local: LocalId,
    value: Value,
}

/// What initialisers that are left out would have given, for registers by their position.
#[derive(Debug, Default)]
pub struct Shadows {
    regs: FxHashMap<usize, RegShadow>,
    /// The variable whose initialiser was jumped over and that was read.
    pub skipped: Option<(FuncId, LocalId)>,
}

impl<'a> Machine<'a> {
    // ---- pointers ----

    /// The place that a relaxed pointer points to, or that of its alternative.
    #[inline(never)]
    pub fn relaxed_place(&mut self, c: &'a Code, n: N, at: u32, root: PointerRoot) -> R<Value> {
        let deref = &c.relaxed[at as usize];
        let known = self.pointer_decision(c.func, deref.pointer);
        if known != Some(PointerDecision::Replaced) {
            let start = self.progress();
            let tried = self.eval(c, deref.written).and_then(|p| {
                self.check_root(c, n, p, root)?;
                Ok(p)
            });
            let stop = match tried {
                Ok(p) => {
                    if known.is_none() {
                        self.decide_pointer(c.func, deref.pointer, PointerDecision::Kept);
                    }
                    return Ok(p);
                }
                Err(stop) => stop,
            };
            if !matches!(*stop, Halt::Ub(_) | Halt::Undecided(_)) || self.resolution.is_none() {
                return Err(stop);
            }
            self.go_back(&start);
            let null = matches!(&*stop, Halt::Ub(f) if matches!(f.ub, Ub::NullDereference));
            let guarded = null && deref.guards;
            match known {
                None if !guarded => {
                    self.decide_pointer(c.func, deref.pointer, PointerDecision::Replaced);
                }
                None | Some(PointerDecision::Kept) if guarded => {
                    self.decide_pointer(c.func, deref.pointer, PointerDecision::Guarded);
                }
                Some(PointerDecision::Guarded) if null => {}
                _ => self.pointer_failed(c.func, deref.pointer),
            }
        }
        let p = self.eval(c, deref.alternative)?;
        self.check_root(c, n, p, root)?;
        Ok(p)
    }

    fn pointer_decision(&self, func: Option<FuncId>, e: ExprId) -> Option<PointerDecision> {
        self.resolution.as_ref()?.decided.decisions.relaxed.pointer((func?, e))
    }

    fn decide_pointer(&mut self, func: Option<FuncId>, e: ExprId, decision: PointerDecision) {
        if let (Some(resolution), Some(func)) = (&mut self.resolution, func) {
            resolution.decided.decisions.decide_pointer((func, e), decision);
        }
    }

    fn pointer_failed(&mut self, func: Option<FuncId>, e: ExprId) {
        if let (Some(resolution), Some(func)) = (&mut self.resolution, func) {
            resolution.decided.failed_pointers.insert((func, e));
        }
    }

    // ---- initialisers ----

    /// Whether the initialiser of a declaration that was just executed is left out.
    fn leaves_out(&mut self, func: Option<FuncId>, local: LocalId) -> bool {
        let (Some(resolution), Some(func)) = (&mut self.resolution, func) else { return false };
        let decisions = &mut resolution.decided.decisions.relaxed;
        decisions.declare((func, local));
        !decisions.is_restored((func, local))
    }

    /// A register variable was declared: unless its initialiser is needed, it has no value, and what
    /// the initialiser gave is kept beside it.
    #[inline(never)]
    pub fn leave_out_reg(&mut self, func: Option<FuncId>, reg: u32, local: LocalId) {
        if !self.leaves_out(func, local) {
            return;
        }
        let reg = self.stack.reg_base() + reg as usize;
        let value = std::mem::replace(&mut self.stack.regs[reg], Value::UNINIT);
        let activation = self.stack.top().map_or(0, |f| f.number);
        if let Some(resolution) = &mut self.resolution {
            resolution.shadows.regs.insert(reg, RegShadow { activation, local, value });
        }
    }

    /// As that, for a variable in memory.
    #[inline(never)]
    pub fn leave_out_object(&mut self, c: &Code, slot: u32, local: LocalId) {
        if self.leaves_out(c.func, local) {
            let prov = self.stack.mems[self.stack.mem_base() + slot as usize];
            self.shadow_object(prov, c.mems[slot as usize].size);
        }
    }

    /// Registers begin to live: a declaration of an earlier life means nothing any more.
    #[inline(never)]
    pub fn forget_shadows(&mut self, regs: impl Iterator<Item = usize>) {
        if let Some(resolution) = &mut self.resolution {
            for reg in regs {
                resolution.shadows.regs.remove(&reg);
            }
        }
    }

    /// A register variable without value is read: what its initialiser gives, which is needed.
    #[inline(never)]
    pub fn restored_reg(&mut self, c: &Code, reg: usize) -> Option<Value> {
        let activation = self.stack.top()?.number;
        let resolution = self.resolution.as_deref_mut()?;
        let shadow = resolution.shadows.regs.get(&reg)?;
        if shadow.activation != activation {
            return None;
        }
        let (local, value) = (shadow.local, shadow.value);
        resolution.decided.decisions.relaxed.restore((c.func?, local));
        self.stack.regs[reg] = value;
        Some(value)
    }

    /// An object is declared: what is in it is what its initialiser, which is left out, gives.
    fn shadow_object(&mut self, prov: Prov, size: u64) {
        let Some(content) = self.mem.copy_out(prov, 0, size) else { return };
        let Some(alloc) = self.mem.get_mut(prov) else { return };
        alloc.write_state(0, size, state::UNINIT);
        let extra = alloc.extra();
        extra.unions.clear();
        extra.partial.clear();
        extra.shadow = Some(Box::new(content));
    }

    /// A part of an object is read: where nobody has written it and its initialiser is left out,
    /// that is needed. Whether some of the part has a value now that had none.
    #[inline]
    pub fn settle_initialiser(&mut self, prov: Prov, offset: u64, size: u64) -> bool {
        self.resolution.is_some() && self.settle_shadow(prov, offset, size).is_some()
    }

    #[inline(never)]
    fn settle_shadow(&mut self, prov: Prov, offset: u64, size: u64) -> Option<()> {
        let alloc = self.mem.get(prov)?;
        alloc.extra.as_ref()?.shadow.as_ref()?;
        let end = (offset + size).min(alloc.size()) as usize;
        let part = (offset as usize).min(end)..end;
        let states = &alloc.states[part.clone()];
        let unwritten = states.contains(&state::UNINIT);
        if !unwritten && !states.contains(&state::PARTIAL) {
            return None;
        }
        let crate::memory::AllocKind::Local(func, local) = alloc.kind else { return None };
        let alloc = self.mem.get_mut(prov)?;
        let shadow = alloc.extra().shadow.clone()?;
        fill_unwritten(alloc, &shadow);
        let filled = unwritten && !alloc.states[part].contains(&state::UNINIT);
        self.resolution.as_mut()?.decided.decisions.relaxed.restore((func, local));
        filled.then_some(())
    }

    /// Whether a relaxed jump is left out.
    pub fn is_removed(&self, func: Option<FuncId>, stmt: StmtId) -> bool {
        let (Some(resolution), Some(func)) = (&self.resolution, func) else { return false };
        resolution.decided.decisions.relaxed.is_removed((func, stmt))
    }

    /// Notes that a variable was read whose initialiser was jumped over.
    pub fn note_skipped(&mut self, func: Option<FuncId>, local: LocalId) {
        if let (Some(resolution), Some(func)) = (&mut self.resolution, func) {
            resolution.shadows.skipped = Some((func, local));
        }
    }

    // ---- effects between unsequenced operands ----

    /// Whether the full expression that a frame is in has a merged effect. If so, that goes back
    /// into a statement of its own.
    pub fn splits(&mut self, frame: u32) -> bool {
        if self.resolution.is_none() {
            return false;
        }
        let Some(site) = self.merged_in(frame) else { return false };
        if let Some(resolution) = &mut self.resolution {
            resolution.decided.decisions.relaxed.split(site);
        }
        true
    }

    /// The statement with a merged effect that a frame is in.
    pub fn merged_in(&self, frame: u32) -> Option<(FuncId, StmtId)> {
        let frame = self.stack.frames.get((frame as usize).checked_sub(1)?)?;
        let code = frame.code?;
        Some((code.func?, *code.merged.get(&frame.pc)?))
    }

    /// Notes that a statement with a merged effect is executed.
    #[inline(never)]
    pub fn note_merged(&mut self, c: &Code, pc: u32) {
        if let (Some(resolution), Some(func), Some(stmt)) =
            (&mut self.resolution, c.func, c.merged.get(&pc))
        {
            resolution.decided.decisions.relaxed.execute((func, *stmt));
        }
    }
}

/// Gives parts that were not written the value of the initialiser.
fn fill_unwritten(alloc: &mut crate::memory::Alloc, shadow: &Content) {
    let partial: FxHashMap<u64, Partial> = shadow.partial.iter().copied().collect();
    for at in 0..shadow.bytes.len().min(alloc.bytes.len()) {
        match alloc.states[at] {
            state::UNINIT => {
                alloc.bytes[at] = shadow.bytes[at];
                alloc.states[at] = shadow.states[at];
                if shadow.states[at] & state::POINTER != 0 && !shadow.provs.is_empty() {
                    alloc.set_prov(at, shadow.provs[at]);
                }
                if let Some(bits) = partial.get(&(at as u64)) {
                    alloc.extra().partial.insert(at as u64, *bits);
                }
            }
            state::PARTIAL => {
                let mine = alloc.bits_at(at);
                let theirs = match shadow.states[at] {
                    state::PLAIN => Partial { known: 0xFF, unspecified: 0 },
                    state::PARTIAL => partial.get(&(at as u64)).copied().unwrap_or_default(),
                    state::UNINIT => Partial::default(),
                    _ => Partial { known: 0, unspecified: 0xFF },
                };
                // Bits that became unspecified stay so: something was stored in another member.
                let taken = theirs.known & !(mine.known | mine.unspecified);
                alloc.bytes[at] = (alloc.bytes[at] & !taken) | (shadow.bytes[at] & taken);
                let known = mine.known | taken;
                let unspecified = (mine.unspecified | theirs.unspecified) & !known;
                alloc.set_bits_at(at, Partial { known, unspecified });
            }
            _ => {}
        }
    }
    let extra = alloc.extra();
    for (key, member) in &shadow.unions {
        extra.unions.entry(*key).or_insert(*member);
    }
}
