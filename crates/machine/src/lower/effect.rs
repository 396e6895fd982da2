//! What evaluating an expression can touch, each expression looked at once.

use super::Lower;
use crate::effects::{Effect, direct_callee, reg_bit};
use brinell_lang::{ExprId, ExprKind, Id};

impl Lower<'_> {
    /// The effect of evaluating an expression; for an lvalue that of finding its place, without
    /// the access to it.
    pub fn effect(&mut self, e: ExprId) -> Effect {
        self.effect_at(e, self.depth)
    }

    fn effect_at(&mut self, e: ExprId, depth: u32) -> Effect {
        if let Some(Some(known)) = self.effects.get(e.index()) {
            return *known;
        }
        if depth > self.max_depth {
            return Effect {
                pending: true,
                reads_regs: u64::MAX,
                writes_regs: u64::MAX,
                exits: true,
                ..Effect::CALL
            };
        }
        let effect = self.find_effect(e, depth + 1);
        if let Some(slot) = self.effects.get_mut(e.index()) {
            *slot = Some(effect);
        }
        effect
    }

    fn find_effect(&mut self, e: ExprId, d: u32) -> Effect {
        match &self.expr(e).kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::LongDouble(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            | ExprKind::Function(_)
            | ExprKind::Str(_)
            | ExprKind::Global(_)
            | ExprKind::Local(_) => Effect::default(),
            // It initialises its object, and its initialiser may do anything.
            ExprKind::CompoundLiteral(_) => Effect {
                pending: true,
                reads_regs: u64::MAX,
                writes_regs: u64::MAX,
                exits: self.tables.may_exit(None),
                ..Effect::CALL
            },
            ExprKind::Deref(p) => Effect { hazard: true, ..self.effect_at(*p, d) },
            ExprKind::Index { base, index } => {
                self.effect_at(*base, d).join(self.effect_at(*index, d))
            }
            ExprKind::Member { base: inner, .. }
            | ExprKind::Decay(inner)
            | ExprKind::AddrOf(inner)
            | ExprKind::Unary { operand: inner, .. }
            | ExprKind::Cast { operand: inner, .. } => self.effect_at(*inner, d),
            ExprKind::Load(inner) => self.effect_at(*inner, d).join(self.read_effect(*inner)),
            ExprKind::Binary { lhs, rhs, .. } => {
                let both = self.effect_at(*lhs, d).join(self.effect_at(*rhs, d));
                Effect { hazard: true, ..both }
            }
            ExprKind::Logical { lhs, rhs, .. } | ExprKind::Comma { lhs, rhs } => {
                self.effect_at(*lhs, d).sequenced().join(self.effect_at(*rhs, d))
            }
            ExprKind::Conditional { cond, then, otherwise } => self
                .effect_at(*cond, d)
                .sequenced()
                .join(self.effect_at(*then, d))
                .join(self.effect_at(*otherwise, d)),
            ExprKind::Assign { lhs, rhs } => {
                self.effect_at(*lhs, d).join(self.effect_at(*rhs, d)).join(self.write_effect(*lhs))
            }
            ExprKind::AssignOp { lhs, rhs, .. } => self
                .effect_at(*lhs, d)
                .join(self.read_effect(*lhs))
                .join(self.effect_at(*rhs, d))
                .join(self.write_effect(*lhs)),
            ExprKind::IncDec { operand, .. } => self
                .effect_at(*operand, d)
                .join(self.read_effect(*operand))
                .join(self.write_effect(*operand)),
            ExprKind::Call { callee, args } => {
                let mut effect = self.effect_at(*callee, d);
                for a in args {
                    effect = effect.join(self.effect_at(*a, d));
                }
                let target = direct_callee(self.exprs, *callee);
                let pure =
                    target.is_some_and(|f| self.pure.get(f.index()).copied().unwrap_or(false));
                let mut effect = effect.sequenced();
                effect.hazard = true;
                if pure {
                    return effect;
                }
                effect.exits |= self.tables.may_exit(target);
                effect.join(Effect::CALL)
            }
        }
    }

    /// What reading an lvalue adds to finding its place.
    pub fn read_effect(&self, e: ExprId) -> Effect {
        let volatile = self.expr(e).ty.quals.is_volatile();
        match self.expr(e).kind {
            ExprKind::Local(l) if let Some(r) = self.reg_of(l) => {
                Effect { reads_regs: reg_bit(r), hazard: true, ..Effect::default() }
            }
            _ => {
                Effect { reads_mem: true, writes_mem: volatile, hazard: true, ..Effect::default() }
            }
        }
    }

    fn write_effect(&self, e: ExprId) -> Effect {
        match self.expr(e).kind {
            ExprKind::Local(l) if let Some(r) = self.reg_of(l) => {
                Effect { writes_regs: reg_bit(r), pending: true, ..Effect::default() }
            }
            _ => Effect { writes_mem: true, pending: true, ..Effect::default() },
        }
    }
}
