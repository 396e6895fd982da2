//! Expressions: places, values, and the order of evaluation.

use crate::analysis::{AbstractValue, Analysis, Cx, Violation};
use crate::effects::Effects;
use crate::sets::SetId;
use crate::shape::NodeKind;
use crate::space::{Root, VariableNode};
use crate::state::State;
use brinell_lang::{
    Body, ExprId, ExprKind, Exprs, FuncId, IntKind, Program, QualType, TypeId,
    is_null_pointer_constant, size_align,
};

/// Where expressions are looked up: a function body or a static initialiser.
#[derive(Copy, Clone)]
pub struct Here<'a> {
    pub program: &'a Program,
    pub exprs: &'a Exprs,
    /// The function around; none for static initialisers.
    pub func: Option<FuncId>,
}

impl<'a> Here<'a> {
    pub fn of(cx: Cx<'a>) -> Result<Self, Violation> {
        let exprs = &body(cx)?.exprs;
        Ok(Self { program: cx.program, exprs, func: Some(cx.func) })
    }

    fn is_record(&self, ty: TypeId) -> bool {
        self.program.types.as_record(ty).is_some()
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        self.program.types.pointee(ty).is_some()
    }
}

pub fn body(cx: Cx<'_>) -> Result<&Body, Violation> {
    cx.program.functions[cx.func].body.as_ref().ok_or(Violation::OpenCall)
}

impl Analysis {
    pub(crate) fn place_here(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        e: ExprId,
        effects: &mut Effects,
    ) -> Result<SetId, Violation> {
        self.tick()?;
        let expr = &here.exprs[e];
        match expr.kind {
            ExprKind::Global(g) => self.root_place(Root::Global(g)),
            ExprKind::Local(l) => {
                let func = here.func.ok_or(Violation::Unsupported)?;
                self.root_place(Root::Local(func, l))
            }
            ExprKind::Str(id) => self.named_place(here, Root::Text(id), expr.ty),
            ExprKind::Function(func) => self.named_place(here, Root::Function(func), expr.ty),
            ExprKind::Member { base, field } => {
                let base = self.place_here(here, state, base, effects)?;
                Ok(self.map_place(base, |a, n| a.space.field(n, field)))
            }
            ExprKind::Deref(pointer) => {
                if let Some(target) = self.follow_relaxed(here, state, pointer, expr.ty, effects) {
                    return target;
                }
                let value = self.value_here(here, state, pointer, effects)?;
                self.follow(here, &value, expr.ty)
            }
            ExprKind::Index { base, index } => {
                let mut left = Effects::default();
                let value = match here.exprs[base].kind {
                    // No pointer is made of an array that is indexed at once, so it may be packed.
                    ExprKind::Decay(array) => {
                        self.tick()?;
                        self.decayed(here, state, array, &mut left)?
                    }
                    _ => self.value_here(here, state, base, &mut left)?,
                };
                let mut right = Effects::default();
                self.value_here(here, state, index, &mut right)?;
                merge_siblings(effects, left, right)?;
                self.follow(here, &value, expr.ty)
            }
            _ => Err(Violation::Unsupported),
        }
    }

    /// The node of a function, from where it is first named.
    pub fn function_node(&mut self, program: &Program, func: FuncId) -> VariableNode {
        let (root, ty) = (Root::Function(func), QualType::plain(program.functions[func].ty));
        let known = self.space.of(root);
        known.unwrap_or_else(|| self.space.add(&program.types, &program.target, root, ty))
    }

    /// What is known from where it is first named.
    fn named_place(
        &mut self,
        here: Here<'_>,
        root: Root,
        ty: QualType,
    ) -> Result<SetId, Violation> {
        if self.space.of(root).is_none() {
            let program = here.program;
            self.space.add(&program.types, &program.target, root, ty);
        }
        self.root_place(root)
    }

    fn root_place(&mut self, root: Root) -> Result<SetId, Violation> {
        let node = self.space.of(root).ok_or(Violation::Unsupported)?;
        Ok(self.sets.one(node))
    }

    fn map_place(
        &mut self,
        place: SetId,
        f: impl Fn(&Self, VariableNode) -> VariableNode,
    ) -> SetId {
        let mut nodes: Vec<VariableNode> =
            self.sets.nodes(place).iter().map(|n| f(self, *n)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        self.sets.of_nodes(nodes.into_iter())
    }

    /// What a pointer points to, if it may be followed.
    pub(crate) fn followable(&self, value: &AbstractValue) -> Result<SetId, Violation> {
        let AbstractValue::Pointer(set) = *value else { return Err(Violation::Unsupported) };
        if self.sets.may_be_garbage(set) {
            return Err(Violation::GarbageDereference);
        }
        if self.sets.may_be_null(set) {
            return Err(Violation::NullDereference);
        }
        Ok(set)
    }

    /// The objects that a pointer points to, as lvalue of some type.
    pub(crate) fn follow(
        &mut self,
        here: Here<'_>,
        value: &AbstractValue,
        ty: QualType,
    ) -> Result<SetId, Violation> {
        let set = self.followable(value)?;
        let nodes = self.sets.nodes(set);
        if nodes.is_empty() || !nodes.iter().all(|n| self.may_access(here, *n, ty.ty)) {
            return Err(Violation::Unsupported);
        }
        Ok(set)
    }

    /// Whether an lvalue of the type may be used for the object (C11 6.5p7), as far as the analysis
    /// can follow it: compatible types, the other signedness, characters of integers.
    fn may_access(&self, here: Here<'_>, node: VariableNode, ty: TypeId) -> bool {
        let types = &here.program.types;
        let object = self.space.ty(node).ty;
        if object == ty || types.compatible(object, ty) {
            return true;
        }
        match (types.as_int(object), types.as_int(ty)) {
            (Some(object), Some(access)) => {
                let is_bool = object == IntKind::Bool || access == IntKind::Bool;
                // A part of a union member would put half of it in force.
                let in_part = access.is_character() && self.space.outer_union(node).is_none();
                in_part || (!is_bool && object.to_unsigned() == access.to_unsigned())
            }
            _ => false,
        }
    }

    pub(crate) fn value_here(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        e: ExprId,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        self.tick()?;
        if let Some(value) = self.proposed(here.func, state, e, effects) {
            return Ok(value);
        }
        let expr = &here.exprs[e];
        match expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::LongDouble(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_) => Ok(AbstractValue::Plain),
            ExprKind::Str(_)
            | ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::Function(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Deref(_)
            | ExprKind::Index { .. } => Err(Violation::Unsupported),
            ExprKind::Unary { operand, .. } => {
                self.value_here(here, state, operand, effects)?;
                Ok(AbstractValue::Plain)
            }
            ExprKind::Binary { lhs, rhs, .. } => {
                let mut left = Effects::default();
                let value = self.value_here(here, state, lhs, &mut left)?;
                let mut right = Effects::default();
                self.value_here(here, state, rhs, &mut right)?;
                merge_siblings(effects, left, right)?;
                match value {
                    // It stays in the array, whose elements are one node.
                    AbstractValue::Pointer(_) if here.is_pointer(expr.ty.ty) => {
                        self.check_arithmetic(&value)?;
                        Ok(value)
                    }
                    _ => Ok(AbstractValue::Plain),
                }
            }
            ExprKind::Logical { lhs, rhs, .. } => {
                self.sequenced(here, state, lhs, effects)?;
                let mut taken = state.clone();
                self.value_here(here, &mut taken, rhs, effects)?;
                self.join_states(state, &taken);
                Ok(AbstractValue::Plain)
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.sequenced(here, state, cond, effects)?;
                let mut other = state.clone();
                let a = self.value_here(here, state, then, effects)?;
                let b = self.value_here(here, &mut other, otherwise, effects)?;
                self.join_states(state, &other);
                Ok(self.join_values(a, b))
            }
            ExprKind::Comma { lhs, rhs } => {
                self.sequenced(here, state, lhs, effects)?;
                self.value_here(here, state, rhs, effects)
            }
            ExprKind::Assign { lhs, rhs } => self.assign(here, state, lhs, rhs, effects),
            ExprKind::AssignOp { lhs, rhs, .. } => {
                let mut left = Effects::default();
                let place = self.place_here(here, state, lhs, &mut left)?;
                let value = self.load_lvalue(here, state, lhs, place, &mut left)?;
                self.check_arithmetic(&value)?;
                self.check_target_settled(place, &left)?;
                self.check_overlap(here, state, place, rhs)?;
                let mut right = Effects::default();
                self.value_here(here, state, rhs, &mut right)?;
                merge_siblings(effects, left, right)?;
                self.store_lvalue(here, state, lhs, place, &value, effects)?;
                Ok(value)
            }
            ExprKind::IncDec { operand, .. } => {
                let mut inner = Effects::default();
                let place = self.place_here(here, state, operand, &mut inner)?;
                let value = self.load_lvalue(here, state, operand, place, &mut inner)?;
                self.check_arithmetic(&value)?;
                self.check_target_settled(place, &inner)?;
                effects.absorb(inner);
                self.store_lvalue(here, state, operand, place, &value, effects)?;
                Ok(value)
            }
            ExprKind::Cast { operand, .. } => {
                let value = self.value_here(here, state, operand, effects)?;
                self.cast(here, operand, value, expr.ty.ty)
            }
            ExprKind::Load(lvalue) => {
                let place = self.place_here(here, state, lvalue, effects)?;
                self.load_lvalue(here, state, lvalue, place, effects)
            }
            ExprKind::Decay(array) => {
                let value = self.decayed(here, state, array, effects)?;
                self.check_aligned(&value)?;
                Ok(value)
            }
            ExprKind::AddrOf(operand) => {
                // `&*p` is `p` (C11 6.5.3.2p3), even where it points to nothing.
                if let ExprKind::Deref(pointer) = here.exprs[operand].kind {
                    return self.value_here(here, state, pointer, effects);
                }
                let value = AbstractValue::Pointer(self.place_here(here, state, operand, effects)?);
                self.check_aligned(&value)?;
                Ok(value)
            }
            ExprKind::Member { base, field } => {
                let value = self.value_here(here, state, base, effects)?;
                let AbstractValue::Record(facts) = value else {
                    return Err(Violation::Unsupported);
                };
                let program = here.program;
                let ty = here.exprs[base].ty.ty;
                let shape = self.space.shape(&program.types, &program.target, ty);
                self.member_of_value(&shape, &facts, field)
            }
            ExprKind::Call { callee, ref args } => {
                self.call_here(here, state, callee, args, effects)
            }
        }
    }

    /// Evaluates with a sequence point behind.
    fn sequenced(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        e: ExprId,
        effects: &mut Effects,
    ) -> Result<(), Violation> {
        let mut before = Effects::default();
        self.value_here(here, state, e, &mut before)?;
        before.pending.clear();
        effects.absorb(before);
        Ok(())
    }

    fn decayed(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        array: ExprId,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        let place = self.place_here(here, state, array, effects)?;
        if here.program.types.as_function(here.exprs[array].ty.ty).is_some() {
            return Ok(AbstractValue::Pointer(place));
        }
        if self.sets.nodes(place).iter().any(|n| self.space.kind(*n) != NodeKind::Array) {
            return Err(Violation::Unsupported);
        }
        Ok(AbstractValue::Pointer(self.map_place(place, |a, n| a.space.element(n))))
    }

    /// Nothing may be added to a null pointer, not even 0 (C11 6.5.6p8).
    fn check_arithmetic(&self, value: &AbstractValue) -> Result<(), Violation> {
        match value {
            AbstractValue::Pointer(set) if self.sets.may_be_null(*set) => {
                Err(Violation::NullDereference)
            }
            _ => Ok(()),
        }
    }

    fn check_aligned(&self, value: &AbstractValue) -> Result<(), Violation> {
        match value {
            AbstractValue::Pointer(set)
                if !self.sets.nodes(*set).iter().all(|n| self.space.is_aligned(*n)) =>
            {
                Err(Violation::Misaligned)
            }
            _ => Ok(()),
        }
    }

    fn cast(
        &self,
        here: Here<'_>,
        operand: ExprId,
        value: AbstractValue,
        to: TypeId,
    ) -> Result<AbstractValue, Violation> {
        let program = here.program;
        Ok(if here.is_pointer(to) {
            match value {
                AbstractValue::Pointer(set) => {
                    self.check_pointer_cast(here, set, here.exprs[operand].ty.ty, to)?;
                    value
                }
                _ if is_null_pointer_constant(
                    &program.types,
                    &program.target,
                    here.exprs,
                    operand,
                ) =>
                {
                    AbstractValue::Pointer(SetId::NULL)
                }
                _ => AbstractValue::Pointer(SetId::GARBAGE),
            }
        } else if here.is_record(to) {
            value
        } else {
            AbstractValue::Plain
        })
    }

    /// A pointer may not become one to a type that its objects are not aligned for
    /// (C11 6.3.2.3p7).
    fn check_pointer_cast(
        &self,
        here: Here<'_>,
        set: SetId,
        from: TypeId,
        to: TypeId,
    ) -> Result<(), Violation> {
        let program = here.program;
        let pointee = |ty| program.types.pointee(ty).map(|q| q.ty);
        if pointee(from) == pointee(to) {
            return Ok(());
        }
        let align = |ty| size_align(&program.types, &program.target, ty).map_or(1, |(_, a)| a);
        let required = pointee(to).map_or(1, align);
        let fits = |n: &VariableNode| required <= align(self.space.ty(*n).ty);
        if required == 1 || self.sets.nodes(set).iter().all(fits) {
            Ok(())
        } else {
            Err(Violation::Misaligned)
        }
    }

    fn load_lvalue(
        &mut self,
        here: Here<'_>,
        state: &State,
        lvalue: ExprId,
        place: SetId,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        effects.volatile |= here.exprs[lvalue].ty.quals.is_volatile();
        // Pointers to two members of one union must not alias: only the union itself says they do.
        let through_union = matches!(here.exprs[lvalue].kind, ExprKind::Member { .. });
        self.load_from(state, place, self.union_punning && through_union, effects)
    }

    fn store_lvalue(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        lvalue: ExprId,
        place: SetId,
        value: &AbstractValue,
        effects: &mut Effects,
    ) -> Result<(), Violation> {
        effects.volatile |= here.exprs[lvalue].ty.quals.is_volatile();
        self.store(state, place, value, effects)
    }

    fn assign(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        lhs: ExprId,
        rhs: ExprId,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        let mut left = Effects::default();
        let place = self.place_here(here, state, lhs, &mut left)?;
        self.check_overlap(here, state, place, rhs)?;
        let mut right = Effects::default();
        let value = self.value_here(here, state, rhs, &mut right)?;
        // The store comes after the values of both sides, but not after their pending writes.
        let volatile = here.exprs[lhs].ty.quals.is_volatile()
            || self.sets.nodes(place).iter().any(|n| self.space.is_volatile(*n));
        for side in [&left, &right] {
            self.check_target_settled(place, side)?;
            if volatile && side.volatile && !side.pending.is_empty() {
                return Err(Violation::Unsequenced);
            }
        }
        merge_siblings(effects, left, right)?;
        self.store_lvalue(here, state, lhs, place, &value, effects)?;
        Ok(value)
    }

    fn check_target_settled(&self, place: SetId, before: &Effects) -> Result<(), Violation> {
        let unsettled = self
            .sets
            .nodes(place)
            .iter()
            .any(|n| before.pending.overlaps_range(self.space.effect_range(*n)));
        if unsettled { Err(Violation::Unsequenced) } else { Ok(()) }
    }

    /// An object must not be assigned from one that overlaps it without being the same
    /// (C11 6.5.16.1p3). `state` is the one in which the right side is going to be evaluated.
    fn check_overlap(
        &mut self,
        here: Here<'_>,
        state: &State,
        place: SetId,
        rhs: ExprId,
    ) -> Result<(), Violation> {
        let targets = self.sets.shared_nodes(place);
        if targets.iter().all(|n| self.space.outer_union(*n).is_none()) {
            return Ok(());
        }
        let mut sources = Vec::new();
        loaded_directly(here.exprs, rhs, &mut sources);
        for source in sources {
            let place =
                self.place_here(here, &mut state.clone(), source, &mut Effects::default())?;
            for &from in self.sets.shared_nodes(place).iter() {
                if targets.iter().any(|to| self.overlap_in_union(*to, from)) {
                    return Err(Violation::Overlap);
                }
            }
        }
        Ok(())
    }

    /// Whether two different nodes part at a union.
    fn overlap_in_union(&self, a: VariableNode, b: VariableNode) -> bool {
        if a == b {
            return false;
        }
        let mut above = self.space.unions_above(a);
        above.extend(self.space.unions_above(b));
        above.iter().any(|(union, _)| {
            let inside = self.space.subtree(*union);
            inside.contains(&a.0)
                && inside.contains(&b.0)
                && self.space.unions_above(a).iter().find(|(u, _)| u == union)
                    != self.space.unions_above(b).iter().find(|(u, _)| u == union)
        })
    }

    fn call_here(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        callee: ExprId,
        args: &[ExprId],
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        let (program, pointer) = (here.program, here.exprs[callee].ty.ty);
        let mut all = Effects::default();
        let named = match here.exprs[callee].kind {
            ExprKind::Decay(designator) => match here.exprs[designator].kind {
                ExprKind::Function(func) => Some(func),
                _ => None,
            },
            _ => None,
        };
        let callees = if let Some(func) = named {
            vec![func]
        } else {
            // No sequence point parts the pointer from the arguments.
            let value = self.value_here(here, state, callee, &mut all)?;
            self.callees(program, pointer, &value)?
        };
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            let mut one = Effects::default();
            values.push(self.value_here(here, state, arg, &mut one)?);
            if all.conflicts(&one) {
                return Err(Violation::Unsequenced);
            }
            all.absorb(one);
        }
        let before = state.clone();
        let mut value = None;
        for func in callees {
            let mut behind = before.clone();
            let given = self.call(program, func, &values, &mut behind, &mut all)?;
            value = Some(match value.take() {
                None => {
                    *state = behind;
                    given
                }
                Some(others) => {
                    self.join_states(state, &behind);
                    self.join_values(others, given)
                }
            });
        }
        let value = value.ok_or(Violation::Unsupported)?;
        // The call is over when its value is there.
        all.pending.clear();
        effects.absorb(all);
        let function = program.types.pointee(pointer).map(|to| to.ty);
        if let Some(function) = function.and_then(|ty| program.types.as_function(ty)) {
            let shape = self.space.shape(&program.types, &program.target, function.ret);
            if self.is_garbage(&shape, &value) {
                return Err(Violation::GarbageRead);
            }
        }
        Ok(value)
    }
}

/// Adds the effects of two operands that no sequence point parts.
fn merge_siblings(effects: &mut Effects, left: Effects, right: Effects) -> Result<(), Violation> {
    if left.conflicts(&right) {
        return Err(Violation::Unsequenced);
    }
    effects.absorb(left);
    effects.absorb(right);
    Ok(())
}

/// The lvalues whose value an expression may simply pass on.
fn loaded_directly(exprs: &Exprs, e: ExprId, found: &mut Vec<ExprId>) {
    match exprs[e].kind {
        ExprKind::Load(lvalue) => found.push(lvalue),
        ExprKind::Cast { operand, .. } => loaded_directly(exprs, operand, found),
        ExprKind::Comma { rhs, .. } => loaded_directly(exprs, rhs, found),
        ExprKind::Conditional { then, otherwise, .. } => {
            loaded_directly(exprs, then, found);
            loaded_directly(exprs, otherwise, found);
        }
        _ => {}
    }
}
