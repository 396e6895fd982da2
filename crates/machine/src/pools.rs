//! Pools: arrays whose elements are handed out one by one, as `&pool[used++]`.
//!
//! Which call gets which element depends on the order of evaluation, and so do all pointers that
//! follow; but as long as the address of an element is not observed, that does not show. To prove it,
//! the program is run with each element an object of its own, made when it is handed out. Then an
//! element is as good as a block from `malloc`: orders that differ in which is which come to the
//! same ([`crate::order`]). Arithmetic from one element to the next, `<`, or a difference of two
//! elements break a rule in such a run, and then nothing was proved: it is run again as usual. A
//! run that finishes does what the program does with the array.
//!
//! For that, the array must be mentioned nowhere else, the counter elsewhere only be read, and the
//! counter must not come round: so no element is handed out twice, and all of them are zero before.

use crate::code::{Code, N};
use crate::machine::{Machine, R};
use crate::memory::{AllocKind, state};
use crate::outcome::Budget;
use crate::tables::Tables;
use crate::value::Value;
use brinell_lang::arith::IntShape;
use brinell_lang::{BinaryOp, ExprId, ExprKind, Exprs, GlobalId, IncDecOp, Program, Type, TypeId};
use rustc_hash::FxHashSet;

/// An expression that hands out an element.
#[derive(Copy, Clone, Debug)]
pub struct HandOut {
    pub array: GlobalId,
    /// `used++`
    pub step: ExprId,
    counter: GlobalId,
    /// Where array and counter are mentioned.
    mentions: [ExprId; 2],
}

/// Whether an expression has the form `&pool[used++]` or `pool + used++`.
pub fn hand_out(exprs: &Exprs, e: ExprId) -> Option<HandOut> {
    let (base, index) = match exprs[e].kind {
        ExprKind::AddrOf(inner) => match exprs[inner].kind {
            ExprKind::Index { base, index } => (base, index),
            _ => return None,
        },
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => (lhs, rhs),
        _ => return None,
    };
    let ExprKind::Decay(named) = exprs[base].kind else { return None };
    let ExprKind::Global(array) = exprs[named].kind else { return None };
    let mut step = index;
    while let ExprKind::Cast { operand, implicit: true } = exprs[step].kind {
        step = operand;
    }
    let ExprKind::IncDec { op: IncDecOp::PostInc, operand } = exprs[step].kind else { return None };
    let ExprKind::Global(counter) = exprs[operand].kind else { return None };
    Some(HandOut { array, step, counter, mentions: [named, operand] })
}

/// The arrays of a program that are pools.
pub fn pools(program: &Program) -> FxHashSet<GlobalId> {
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref()).map(|b| &b.exprs);
    let arenas = || bodies.clone().chain(program.globals.iter().map(|g| &g.exprs));
    let found: Vec<HandOut> =
        arenas().flat_map(|exprs| exprs.ids().filter_map(|e| hand_out(exprs, e))).collect();
    let mut spoilt: FxHashSet<GlobalId> = FxHashSet::default();
    if found.is_empty() {
        return spoilt;
    }
    let tables = Tables::new(program);
    for one in &found {
        if !fits(program, &tables, one) {
            spoilt.extend([one.array, one.counter]);
        }
    }
    for exprs in arenas() {
        let mut allowed: FxHashSet<ExprId> = FxHashSet::default();
        for e in exprs.ids() {
            if let Some(one) = hand_out(exprs, e) {
                allowed.extend(one.mentions);
            }
            // A read is allowed for a counter; an array is not loaded.
            if let ExprKind::Load(inner) = exprs[e].kind {
                allowed.insert(inner);
            }
        }
        for e in exprs.ids().filter(|e| !allowed.contains(e)) {
            if let ExprKind::Global(global) = exprs[e].kind {
                spoilt.insert(global);
            }
        }
    }
    // One counter for each array, or an element could be handed out twice.
    for a in &found {
        if found.iter().any(|b| a.array == b.array && a.counter != b.counter) {
            spoilt.extend([a.array, a.counter]);
        }
    }
    // What is wrong with an array is wrong with its counter, and the other way round.
    let mut known = 0;
    while known != spoilt.len() {
        known = spoilt.len();
        for one in &found {
            if spoilt.contains(&one.array) || spoilt.contains(&one.counter) {
                spoilt.extend([one.array, one.counter]);
            }
        }
    }
    found.iter().map(|one| one.array).filter(|array| !spoilt.contains(array)).collect()
}

/// Whether an array and a counter are of the right kind.
fn fits(program: &Program, tables: &Tables, one: &HandOut) -> bool {
    let (array, counter) = (&program.globals[one.array], &program.globals[one.counter]);
    let Type::Array { len: Some(len), elem } = program.types.get(array.ty.ty) else { return false };
    let plain = !tables.facts(elem.ty).has_volatile
        && !program.types.innermost(array.ty).quals.is_volatile()
        && array.defined
        && array.init.is_none();
    // Before it comes round, it has passed the end of the array.
    let wide = program.types.as_int(counter.ty.ty).is_some_and(|kind| {
        let shape = IntShape::of(&program.target, kind);
        i128::from(*len) <= shape.max()
    });
    plain && wide && !counter.ty.quals.is_volatile()
}

impl<'a> Machine<'a> {
    /// Whether some element of a pool has another value than in the beginning.
    pub fn pool_changed(&self, array: GlobalId) -> bool {
        self.low.pools.contains(&array)
            && self.mem.live().any(|alloc| {
                let pointer = |s: &u8| s & state::POINTER != 0;
                let changed =
                    alloc.bytes.iter().any(|b| *b != 0) || alloc.states.iter().any(pointer);
                alloc.kind == AllocKind::Global(array) && changed
            })
    }

    /// Hands out an element of a pool, as an object of its own.
    #[inline(never)]
    pub fn pool_element(
        &mut self,
        c: &'a Code,
        n: N,
        array: GlobalId,
        elem: TypeId,
        step: N,
    ) -> R<Value> {
        if let Some(v) = self.pinned(n.into()) {
            return Ok(v);
        }
        // The number is not observable: the counter is stepped, and that commutes.
        let outer = self.order.discarded.replace((c.key(), c.unwatched(step)));
        let index = self.eval(c, step);
        self.order.discarded = outer;
        let index = index?.bits as i64;
        let global = &self.program.globals[array];
        let size = self.low.tables.size(elem);
        let room = self.low.tables.size(global.ty.ty) / size.max(1);
        if index < 0 || index as u64 >= room {
            return self.unsupported("an element past the end of a pool", self.loc(c, n));
        }
        let quals = self.program.types.innermost(global.ty).quals;
        let (kind, align) = (AllocKind::Global(array), self.low.tables.align(elem));
        let made =
            self.mem.allocate(kind, Some(elem), quals, size, align, state::PLAIN, global.loc);
        let Ok(prov) = made else { return self.budget(Budget::Memory, global.loc) };
        // A call that made an object is not one that can be done again by its summary.
        self.mem.blocks += 1;
        let value = Value { bits: 0, prov };
        self.pin(n.into(), value, self.pending.len());
        Ok(value)
    }
}
