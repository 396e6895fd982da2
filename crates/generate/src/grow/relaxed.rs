//! Relaxed places that are written while growing (see [`crate::relax`]).

use super::places::Access;
use super::requests::Request;
use super::scope::Var;
use super::{Ex, Grower};
use crate::relax::Relaxation;
use brinell_analysis::{Root, SetId, Violation};
use brinell_lang::{BinaryOp, ExprId, ExprKind, IntKind, Loc, QualType, TypeId};

/// So many globals are looked at for one that a pointer can point to instead.
const GLOBALS_TRIED: usize = 24;

impl Grower<'_> {
    /// Whether a pointer is followed here that the facts do not allow to follow.
    pub(super) fn accepts(&mut self, violation: Violation, access: Access) -> Option<Relaxation> {
        // `&*p` is `p`, which nothing checks.
        if access == Access::Address || self.function().recursive {
            return None;
        }
        let relaxation = Relaxation::of(violation)?;
        relaxation.applies(self.config, self.choices).then_some(relaxation)
    }

    /// Follows the pointer in a place though it may be no good: with an alternative that always is,
    /// the address of a global. Gives the new place and what it designates.
    pub(super) fn follow_anyway(
        &mut self,
        place: ExprId,
        to: QualType,
        set: SetId,
        relaxation: Relaxation,
    ) -> Option<(ExprId, SetId)> {
        if self.body_ref().exprs[place].ty.quals.is_volatile() {
            return None;
        }
        let (alternative, node) = self.address_of_global(to)?;
        let func = self.func();
        let id = self.build().deref(place, Loc::NONE).ok()?;
        let ExprKind::Deref(pointer) = self.body_ref().exprs[id].kind else { return None };
        let exprs = &self.body_ref().exprs;
        if exprs[pointer].ty.ty != exprs[alternative].ty.ty {
            return None;
        }
        self.facts.analysis.relax_pointer(func, pointer, alternative);
        self.text.relaxed.pointers.insert((func, pointer), (alternative, relaxation));
        let sets = &mut self.facts.analysis.sets;
        let good: Vec<_> = sets.nodes(set).to_vec();
        let good = sets.of_nodes(good.into_iter());
        Some((id, sets.join(good, node)))
    }

    /// Lets a pointer from outside point to a variable of the innermost block at its end, so that it
    /// dangles behind it.
    pub(super) fn leave_dangling(&mut self) {
        let percent = self.config.relax_dangling_percent;
        if percent == 0 || self.is_full() || self.function().recursive || !self.affords(4) {
            return;
        }
        // What is in scope because of the block may live longer, as the pointer of a walk does.
        let func = self.func();
        let block = self.function_mut().block_mut();
        let dies =
            |var: &&Var| block.declared.iter().any(|local| var.root == Root::Local(func, *local));
        let locals: Vec<Var> = block.vars.iter().filter(dies).copied().collect();
        if !self.state().is_reachable() || locals.is_empty() || !self.choices.chance(percent) {
            return;
        }
        let target = *self.choices.pick(&locals);
        let pointers = self.outer_pointers_to(target.ty);
        if pointers.is_empty() {
            return;
        }
        let pointer = *self.choices.pick(&pointers);
        let mark = self.mark();
        match self.pointed(pointer, target) {
            Some(ex) => {
                self.expr_stmt(&ex, mark);
            }
            None => self.rollback(mark),
        }
    }

    /// Pointers of outer blocks and global ones, as far as is looked, to objects of this type.
    fn outer_pointers_to(&mut self, to: QualType) -> Vec<Var> {
        let blocks = &self.function().blocks;
        let outer = blocks[..blocks.len().saturating_sub(1)].iter().flat_map(|block| &block.vars);
        let types = &self.text.program.types;
        let points = |var: &&Var| {
            !var.ty.quals.is_const()
                && types
                    .pointee(var.ty.ty)
                    .is_some_and(|p| p.ty == to.ty && p.quals.contains(to.quals))
        };
        let globals = self.scope.globals.iter().rev().take(GLOBALS_TRIED);
        outer.chain(globals).filter(points).copied().collect()
    }

    /// `pointer = &target`
    fn pointed(&mut self, pointer: Var, target: Var) -> Option<Ex> {
        let from = self.here();
        let address = self.address_of(target, target.ty.ty)?;
        let want = Request::Exactly(pointer.ty.ty);
        let place = self.place_in(pointer, want, Access::Write, Some(&address.effects))?;
        let id = self.build().assign(place.id, address.id, Loc::NONE).ok()?;
        self.add_tokens(2);
        self.propose(from, id)
    }

    /// The address of a global of exactly this type, which may be a new one.
    fn address_of_global(&mut self, to: QualType) -> Option<(ExprId, SetId)> {
        let count = self.scope.globals.len();
        let start = if count == 0 { 0 } else { self.choices.below(count as u32) as usize };
        let known = (0..count.min(GLOBALS_TRIED))
            .map(|step| self.scope.globals[(start + step) % count])
            .find(|var| var.ty == to);
        let var = match known {
            Some(var) => var,
            None if !self.is_full() && count < self.budget.max_globals => self.declare_global(to),
            None => return None,
        };
        let place = self.var_expr(var);
        let id = self.build().addr_of(place, Loc::NONE).ok()?;
        Some((id, self.facts.analysis.sets.one(var.node)))
    }

    /// An index that is any expression on constants and plain variables, in bounds or not.
    pub(super) fn any_index(&mut self, len: u64) -> Option<ExprId> {
        if !Relaxation::Indices.applies(self.config, self.choices) {
            return None;
        }
        Some(self.index_expr(len, self.config.relax_index_depth))
    }

    /// Creates no variable: places are tried, and rolled back with the expressions they are made of.
    fn index_expr(&mut self, len: u64, depth: u32) -> ExprId {
        if depth == 0 || !self.choices.chance(self.config.relax_index_inner_percent) {
            let variable = self.choices.chance(self.config.leaf_variable_percent);
            if let Some(var) = variable.then(|| self.plain_integer()).flatten() {
                let place = self.var_expr(var);
                self.add_tokens(1);
                return self.build().rvalue(place);
            }
            // About as often inside as outside.
            let most = len.saturating_mul(2).min(u64::from(u32::MAX >> 1)) as u32;
            let value = self.choices.below(most.max(1));
            self.add_tokens(1);
            return self.build().int(u64::from(value), IntKind::Int, Loc::NONE);
        }
        let lhs = self.index_expr(len, depth - 1);
        let rhs = self.index_expr(len, depth - 1);
        let op = *self.choices.pick(&[
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Rem,
            BinaryOp::Shl,
            BinaryOp::Shr,
            BinaryOp::And,
            BinaryOp::Or,
            BinaryOp::Xor,
        ]);
        let op = if self.config.allows(op) { op } else { BinaryOp::Add };
        self.add_tokens(3);
        self.build().binary(op, lhs, rhs, Loc::NONE).expect("integers have all operators")
    }

    /// The type of a parameter that can be given the address of one of the caller's parameters.
    pub(super) fn pointer_to_own_parameter(&mut self) -> Option<TypeId> {
        let function = self.function();
        if function.recursive
            || function.params.is_empty()
            || !Relaxation::Parameters.applies(self.config, self.choices)
        {
            return None;
        }
        let params = self.function().params.clone();
        let to = self.choices.pick(&params).ty;
        let plain = QualType::plain(to.ty);
        (self.is_plain_data(plain) || self.text.program.types.pointee(to.ty).is_some())
            .then(|| self.text.program.types_mut().pointer(plain))
    }

    /// The address of a parameter, as an argument for a pointer.
    pub(super) fn parameter_address(&mut self, ty: TypeId) -> Option<Ex> {
        let to = self.text.program.types.pointee(ty)?;
        if self.function().recursive
            || self.function().params.is_empty()
            || !Relaxation::Parameters.applies(self.config, self.choices)
        {
            return None;
        }
        let params = self.function().params.clone();
        let start = self.choices.below(params.len() as u32) as usize;
        let var = (0..params.len())
            .map(|step| params[(start + step) % params.len()])
            .find(|var| var.ty.ty == to.ty && to.quals.contains(var.ty.quals))?;
        let place = self.place_in(var, Request::Exactly(to.ty), Access::Address, None)?;
        let id = self.build().addr_of(place.id, Loc::NONE).ok()?;
        self.add_tokens(1);
        let ex = self.propose(self.here(), id)?;
        let func = self.func();
        self.text.relaxed.parameters.push((func, id));
        Some(ex)
    }

    /// Whether a variable may be declared in a block that a jump enters further down: one that the
    /// facts are not about, so that nothing is known of it that the jump would make untrue.
    pub(super) fn declares_anyway(&mut self, ty: QualType) -> bool {
        self.config.mixed_declarations
            && self.function().blocks.iter().any(|block| !block.promised.is_empty())
            && self.is_plain_data(ty)
            && Relaxation::Jumps.applies(self.config, self.choices)
    }

    /// Whether objects of the type are numbers. A struct may be copied while it has no value, and
    /// the origin of the copy would be lost.
    fn is_plain_data(&self, ty: QualType) -> bool {
        let types = &self.text.program.types;
        let inner = types.innermost(ty);
        types.is_arithmetic(inner.ty) && !inner.quals.is_const() && !inner.quals.is_volatile()
    }
}
