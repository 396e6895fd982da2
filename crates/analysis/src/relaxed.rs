//! Relaxed pointers: violations that are accepted because something else will take the place of
//! what would be undefined.
//!
//! A pointer that may be null or garbage where it is dereferenced comes with an alternative, which
//! is always good. What it points to is either what it may point to as it is written, null and
//! garbage apart, or what the alternative points to. So facts, effects and calls are right whatever
//! becomes of it; that it is null or garbage stays in the facts of the pointer itself, so that each
//! other use of it is refused or relaxed again.

use crate::analysis::{AbstractValue, Analysis, Violation};
use crate::effects::Effects;
use crate::expr::Here;
use crate::sets::SetId;
use crate::state::State;
use brinell_lang::{ExprId, ExprKind, FuncId, QualType};

impl Violation {
    /// Whether an alternative pointer makes it good.
    pub const fn is_of_pointer(self) -> bool {
        matches!(self, Self::NullDereference | Self::GarbageDereference | Self::GarbageRead)
    }
}

impl Analysis {
    /// What a pointer variable may point to, whether or not it can be dereferenced, and what would
    /// be violated by that.
    pub fn load_pointer(
        &mut self,
        state: &State,
        place: SetId,
        effects: &mut Effects,
    ) -> Result<(SetId, Option<Violation>), Violation> {
        let set = self.load_any_pointer(state, place, self.union_punning, effects)?;
        let violation = if self.sets.may_be_garbage(set) {
            Some(Violation::GarbageDereference)
        } else if self.sets.may_be_null(set) {
            Some(Violation::NullDereference)
        } else {
            None
        };
        Ok((set, violation))
    }

    /// Accepts that this pointer is dereferenced though it may be no good: then the alternative, an
    /// expression of the same type that always is, takes its place.
    pub fn relax_pointer(&mut self, func: FuncId, pointer: ExprId, alternative: ExprId) {
        self.relaxed.insert((func, pointer), alternative);
    }

    /// The pointers that are relaxed, in no order, with their alternatives.
    pub fn relaxed_pointers(&self) -> impl Iterator<Item = ((FuncId, ExprId), ExprId)> + '_ {
        self.relaxed.iter().map(|(site, alternative)| (*site, *alternative))
    }

    /// Forgets relaxed pointers of a function from this expression on: they were rolled back.
    pub fn forget_relaxed(&mut self, func: FuncId, from: ExprId) {
        if !self.relaxed.is_empty() {
            self.relaxed.retain(|(f, e), _| *f != func || *e < from);
        }
    }

    /// What a pointer that is dereferenced may point to, if it is relaxed.
    pub(crate) fn follow_relaxed(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        pointer: ExprId,
        ty: QualType,
        effects: &mut Effects,
    ) -> Option<Result<SetId, Violation>> {
        if self.relaxed.is_empty() {
            return None;
        }
        let alternative = *self.relaxed.get(&(here.func?, pointer))?;
        Some(self.either_target(here, state, (pointer, alternative), ty, effects))
    }

    fn either_target(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        (pointer, alternative): (ExprId, ExprId),
        ty: QualType,
        effects: &mut Effects,
    ) -> Result<SetId, Violation> {
        self.tick()?;
        let written = match here.exprs[pointer].kind {
            ExprKind::Load(lvalue) => {
                let place = self.place_here(here, state, lvalue, effects)?;
                effects.volatile |= here.exprs[lvalue].ty.quals.is_volatile();
                let through_union = matches!(here.exprs[lvalue].kind, ExprKind::Member { .. });
                let punning = self.union_punning && through_union;
                self.load_any_pointer(state, place, punning, effects)?
            }
            _ => match self.value_here(here, state, pointer, effects)? {
                AbstractValue::Pointer(set) => set,
                _ => return Err(Violation::Unsupported),
            },
        };
        let AbstractValue::Pointer(other) = self.value_here(here, state, alternative, effects)?
        else {
            return Err(Violation::Unsupported);
        };
        let good: Vec<_> = self.sets.nodes(written).to_vec();
        let good = self.sets.of_nodes(good.into_iter());
        let either = self.sets.join(good, other);
        self.follow(here, &AbstractValue::Pointer(either), ty)
    }
}
