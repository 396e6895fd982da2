//! Expressions of pointer type: variables, addresses, null, calls; and comparing pointers.

use super::places::Access;
use super::requests::{Class, Request};
use super::scope::Var;
use super::{Ex, Grower};
use brinell_analysis::{AbstractValue, Effects, Root, SetId};
use brinell_lang::{Bits, Expr, ExprKind, IntKind, Loc, QualType, TypeId};

impl Grower<'_> {
    /// A pointer of the type (up to qualifiers that conversion adds).
    pub(super) fn pointer_expr(&mut self, ty: TypeId, depth: u32) -> Ex {
        let want = Request::Exactly(ty);
        for _ in 0..4 {
            let deep = depth > 0 && !self.is_full();
            let drawn = self.draw_expr(want, depth.saturating_sub(1), |row, weight| {
                if row.leaf || deep { weight } else { 0 }
            });
            let Some((_, made)) = drawn else { break };
            if let Some(ex) = made {
                return ex;
            }
        }
        // A new object to point to, so that the pointer can be followed.
        let to = self.text.program.types.pointee(ty).expect("the wanted type is a pointer");
        if !self.is_full() && self.scope.globals.len() < self.budget.max_globals {
            let var = self.declare_global(QualType { ty: to.ty, quals: to.quals });
            if let Some(ex) = self.address_of(var, to.ty) {
                return ex;
            }
        }
        self.null(ty)
    }

    pub(super) fn null(&mut self, ty: TypeId) -> Ex {
        let int = self.int_type(IntKind::Int);
        let exprs = &mut self.body().exprs;
        let zero = exprs.push(Expr {
            kind: ExprKind::Int(Bits::ZERO),
            ty: QualType::plain(int),
            loc: Loc::NONE,
        });
        let id = exprs.push(Expr {
            // Written out: a bare 0 behind a comma or in both arms of ?: would be an int.
            kind: ExprKind::Cast { operand: zero, implicit: false },
            ty: QualType::plain(ty),
            loc: Loc::NONE,
        });
        self.add_tokens(5);
        Ex { id, effects: Effects::default(), value: AbstractValue::Pointer(SetId::NULL) }
    }

    /// The address of an object in scope whose qualifiers the pointer's type covers.
    pub(super) fn address(&mut self, ty: TypeId) -> Option<Ex> {
        let to = self.text.program.types.pointee(ty)?;
        let want = Request::Exactly(to.ty);
        let place = self.find_place(want, Access::Address, None)?;
        if !to.quals.contains(place.ty.quals) {
            return None;
        }
        let id = self.build().addr_of(place.id, Loc::NONE).ok()?;
        self.add_tokens(1);
        self.propose(self.here(), id)
    }

    pub(super) fn address_of(&mut self, var: Var, ty: TypeId) -> Option<Ex> {
        let place = self.place_in(var, Request::Exactly(ty), Access::Address, None)?;
        let id = self.build().addr_of(place.id, Loc::NONE).ok()?;
        self.add_tokens(1);
        self.propose(self.here(), id)
    }

    /// `p == q`, `p != 0`: defined for any pointers that are not garbage.
    pub(super) fn pointer_comparison(&mut self, depth: u32) -> Option<Ex> {
        let ty = self.draw_pointer_type()?;
        self.comparison_of(ty, depth)
    }

    /// The type of some pointer that is in scope.
    pub(super) fn draw_pointer_type(&mut self) -> Option<TypeId> {
        for _ in 0..6 {
            let function = self.function();
            let locals: usize = function.blocks.iter().map(|b| b.vars.len()).sum();
            let total = self.scope.globals.len() + locals + function.params.len();
            if total == 0 {
                return None;
            }
            let index = self.choices.below(total as u32) as usize;
            let var = if index < self.scope.globals.len() {
                self.scope.globals[index]
            } else if index < self.scope.globals.len() + locals {
                let function = self.function();
                *function
                    .blocks
                    .iter()
                    .flat_map(|b| &b.vars)
                    .nth(index - self.scope.globals.len())?
            } else {
                self.function().params[index - self.scope.globals.len() - locals]
            };
            let mut ty = self.text.program.types.innermost(var.ty).ty;
            if self.class_of(ty) != Some(Class::Pointer) {
                continue;
            }
            // Sometimes what it points to, when that is a pointer as well.
            while let Some(to) = self.text.program.types.pointee(ty)
                && self.class_of(to.ty) == Some(Class::Pointer)
                && self.choices.chance(self.config.inner_pointer_percent)
            {
                ty = to.ty;
            }
            return Some(ty);
        }
        None
    }

    /// Whether a value can be returned: no pointer to something that dies with the function.
    pub(super) fn outlives_function(&self, value: &AbstractValue) -> bool {
        let func = self.func();
        let set_is_good = |set: SetId| {
            !self.facts.analysis.sets.may_be_garbage(set)
                && self.facts.analysis.sets.nodes(set).iter().all(|&node| {
                    !matches!(self.facts.analysis.space.root(node), Root::Local(f, _) if f == func)
                })
        };
        match value {
            AbstractValue::Plain => true,
            AbstractValue::Pointer(set) => set_is_good(*set),
            // Facts of unions in it are small numbers that also pass as sets: whether they do
            // does not matter, since those sets are the constant ones or exist.
            AbstractValue::Record(facts) => facts.is_empty(),
        }
    }
}
