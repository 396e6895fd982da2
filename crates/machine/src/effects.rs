//! A static over-approximation of what evaluating an expression can touch, so that only operands
//! that might conflict are watched at run time.

use crate::libc::Lib;
use brinell_lang::{
    BinaryOp, Body, ExprId, ExprKind, Exprs, FuncId, Id, LocalKind, Program, Types,
};

/// What an expression may touch. Registers are bits of a word (the last bit stands for all from
/// 63 on); memory is one thing.
#[derive(Copy, Clone, Debug, Default)]
pub struct Effect {
    pub reads_regs: u64,
    pub writes_regs: u64,
    pub reads_mem: bool,
    pub writes_mem: bool,
    /// Contains a side effect that no sequence point inside has completed.
    pub pending: bool,
    /// Might end the program.
    pub exits: bool,
    /// Might be undefined: matters to siblings that might end the program.
    pub hazard: bool,
}

impl Effect {
    pub const CALL: Self = Self { reads_mem: true, writes_mem: true, hazard: true, ..Self::NONE };

    pub const NONE: Self = Self {
        reads_regs: 0,
        writes_regs: 0,
        reads_mem: false,
        writes_mem: false,
        pending: false,
        exits: false,
        hazard: false,
    };

    #[must_use]
    pub const fn join(self, o: Self) -> Self {
        Self {
            reads_regs: self.reads_regs | o.reads_regs,
            writes_regs: self.writes_regs | o.writes_regs,
            reads_mem: self.reads_mem | o.reads_mem,
            writes_mem: self.writes_mem | o.writes_mem,
            pending: self.pending | o.pending,
            exits: self.exits | o.exits,
            hazard: self.hazard | o.hazard,
        }
    }

    #[must_use]
    pub const fn sequenced(mut self) -> Self {
        self.pending = false;
        self
    }

    /// Whether two unsequenced operands with these effects can conflict.
    pub const fn conflicts(self, o: Self) -> bool {
        self.writes_regs & (o.reads_regs | o.writes_regs) != 0
            || o.writes_regs & self.reads_regs != 0
            || (self.writes_mem && (o.reads_mem || o.writes_mem))
            || (o.writes_mem && self.reads_mem)
            || (self.exits && o.hazard)
            || (o.exits && self.hazard)
    }
}

/// The bit of a register in [`Effect`].
pub const fn reg_bit(reg: u32) -> u64 {
    1 << if reg < 63 { reg } else { 63 }
}

/// Whether some two of several unsequenced operands can conflict.
///
/// An operand conflicts with the join of others just when it conflicts with one of them, so that
/// long initialisers need not be compared pair by pair.
pub fn any_conflict(effects: &[Effect]) -> bool {
    let mut before = Effect::NONE;
    effects.iter().any(|e| {
        let hit = e.conflicts(before);
        before = before.join(*e);
        hit
    })
}

/// Functions that touch nothing but their own parameters and locals, and call only such functions:
/// a call to one of them can neither conflict with anything nor depend on order.
pub fn pure_functions(program: &Program) -> Vec<bool> {
    let impure = program
        .functions
        .iter()
        .map(|f| !f.body.as_ref().is_some_and(|b| locally_pure(&program.types, b)))
        .collect();
    let mut pure = with_callers(program, impure);
    for p in &mut pure {
        *p = !*p;
    }
    pure
}

/// Functions that might end the program: those of the library that do, and their callers. A call
/// through a pointer might, if any of them does.
pub fn exiting_functions(program: &Program) -> Vec<bool> {
    let exits: Vec<bool> = program
        .functions
        .iter()
        .map(|f| {
            let lib = f.name.as_deref().and_then(Lib::named);
            f.body.is_none() && lib.is_some_and(Lib::ends_program)
        })
        .collect();
    if exits.contains(&true) { with_callers(program, exits) } else { exits }
}

/// The marked functions and all that might call one of them, directly or not. A call through a
/// pointer might.
fn with_callers(program: &Program, mut marked: Vec<bool>) -> Vec<bool> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); marked.len()];
    let mut work = Vec::new();
    for (id, f) in program.functions.enumerate() {
        let index = id.index();
        if let Some(body) = f.body.as_ref().filter(|_| !marked[index]) {
            for callee in calls(&body.exprs) {
                match callee {
                    Some(callee) => callers[callee.index()].push(index),
                    None => marked[index] = true,
                }
            }
        }
        if marked[index] {
            work.push(index);
        }
    }
    while let Some(callee) = work.pop() {
        for &caller in &callers[callee] {
            if !std::mem::replace(&mut marked[caller], true) {
                work.push(caller);
            }
        }
    }
    marked
}

fn calls(exprs: &Exprs) -> impl Iterator<Item = Option<FuncId>> + '_ {
    exprs.iter().filter_map(|e| match &e.kind {
        ExprKind::Call { callee, .. } => Some(direct_callee(exprs, *callee)),
        _ => None,
    })
}

/// The function that a callee expression names directly.
pub fn direct_callee(exprs: &Exprs, callee: ExprId) -> Option<FuncId> {
    match exprs[callee].kind {
        ExprKind::Decay(inner) | ExprKind::AddrOf(inner) => match exprs[inner].kind {
            ExprKind::Function(f) => Some(f),
            ExprKind::Deref(p) => direct_callee(exprs, p),
            _ => None,
        },
        _ => None,
    }
}

fn locally_pure(types: &Types, body: &Body) -> bool {
    let plain_locals = body.locals.iter().all(|l| {
        types.is_scalar(l.ty.ty) && !l.ty.quals.is_volatile() && l.kind != LocalKind::Literal
    });
    let plain_exprs = body.exprs.iter().all(|e| match &e.kind {
        ExprKind::Global(_)
        | ExprKind::Str(_)
        | ExprKind::Deref(_)
        | ExprKind::Index { .. }
        | ExprKind::Member { .. }
        | ExprKind::AddrOf(_)
        | ExprKind::CompoundLiteral(_) => false,
        ExprKind::Binary { op: BinaryOp::Sub, lhs, .. } => {
            types.is_arithmetic(body.exprs[*lhs].ty.ty)
        }
        _ => true,
    });
    plain_locals && plain_exprs
}

#[cfg(test)]
mod tests {
    use super::{Effect, any_conflict};

    /// All effects that matter for one register, memory and the end of the program.
    fn effect(bits: u32) -> Effect {
        let bit = |i: u32| bits >> i & 1 == 1;
        Effect {
            reads_regs: u64::from(bits & 3),
            writes_regs: u64::from(bits >> 2 & 3),
            reads_mem: bit(4),
            writes_mem: bit(5),
            pending: false,
            exits: bit(6),
            hazard: bit(7),
        }
    }

    #[test]
    fn joining_finds_the_same_conflicts_as_comparing_pairs() {
        for i in 0..256 {
            for (j, k) in [(i * 7 % 256, i * 31 % 256), (1, i * 5 % 256), (1 << (i % 8), 0)] {
                let all = [effect(i), effect(j), effect(k), effect(i ^ 4)];
                let hits = |a: usize| (0..4).any(|b| a != b && all[a].conflicts(all[b]));
                assert_eq!(any_conflict(&all), (0..4).any(hits), "{all:?}");
            }
        }
    }
}
