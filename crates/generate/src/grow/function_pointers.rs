//! Pointers to functions: their types, expressions that give them, and calls through them.
//!
//! The signatures that pointers have are drawn before the first function, so that members of structs
//! can have them too; a part of the new functions gets one of them. A pointer only ever points to
//! functions that were complete when it was written, and the analysis refuses a call through it
//! that comes to a function which is open: so there is no recursion. A call is charged the most
//! expensive of the functions that the pointer may point to here; in another context it may be
//! others, but none that costs more than `max_pointed_cost`.

use super::places::{Access, Place};
use super::requests::Request;
use super::scope::FuncInfo;
use super::{Ex, Grower};
use brinell_analysis::{AbstractValue, Effects, Root, SetId};
use brinell_lang::{BinaryOp, ExprId, Exprs, FuncId, FunctionType, Loc, QualType, Type, TypeId};

impl Grower<'_> {
    // ---- types ----

    /// Makes signatures for pointers to point to: of integers and pointers, and once there are
    /// records also of those.
    pub(super) fn make_signatures(&mut self) {
        let config = self.config;
        if !config.function_pointers || !config.pointers {
            return;
        }
        // One at least, and where there are records perhaps some more.
        let first = u32::from(self.types.signatures.is_empty());
        for _ in 0..first + self.choices.below(config.max_signatures) {
            let signature = self.draw_signature();
            if !self.types.signatures.contains(&signature) {
                self.types.signatures.push(signature);
            }
        }
    }

    fn draw_signature(&mut self) -> TypeId {
        let config = self.config;
        let records = self.copied_records();
        let pointer = u32::from(config.pointer_returns) * config.weight_result_pointer;
        let record =
            u32::from(config.struct_returns && !records.is_empty()) * config.weight_result_record;
        let weights = [config.weight_result_int, pointer, record, config.weight_result_void];
        let ret = match self.draw(0, &weights) {
            1 => self.draw_object_pointer(),
            2 => *self.choices.pick(&records),
            3 => self.text.program.types_mut().void(),
            _ => self.draw_int_type(),
        };
        let count = self.choices.below(config.max_params.min(config.max_signature_params) + 1);
        let params = (0..count).map(|_| self.draw_signature_param(&records)).collect();
        let signature = FunctionType { ret, params, variadic: false, prototype: true };
        self.text.program.types_mut().intern(Type::Function(signature))
    }

    fn draw_signature_param(&mut self, records: &[TypeId]) -> TypeId {
        let config = self.config;
        let pointer = u32::from(config.pointer_params) * config.weight_param_pointer;
        let record =
            u32::from(config.struct_params && !records.is_empty()) * config.weight_param_record;
        match self.draw(0, &[config.weight_param_int, pointer, record]) {
            1 => self.draw_object_pointer(),
            2 => *self.choices.pick(records),
            _ => self.draw_int_type(),
        }
    }

    fn draw_int_type(&mut self) -> TypeId {
        let kind = self.draw_int_kind();
        self.int_type(kind)
    }

    fn draw_object_pointer(&mut self) -> TypeId {
        let to = self.draw_pointee(1);
        self.text.program.types_mut().pointer(to)
    }

    /// Whether there may be function pointers at this point.
    pub(super) fn may_point_to_functions(&self) -> bool {
        !self.types.signatures.is_empty() && !self.function().recursive
    }

    /// A type of function pointers.
    pub(super) fn draw_function_pointer_type(&mut self) -> Option<TypeId> {
        if self.types.signatures.is_empty() {
            return None;
        }
        let signature = *self.choices.pick(&self.types.signatures);
        Some(self.pointer_to_function(signature))
    }

    fn pointer_to_function(&mut self, signature: TypeId) -> TypeId {
        self.text.program.types_mut().pointer(QualType::plain(signature))
    }

    fn signature(&self, ty: TypeId) -> FunctionType {
        let types = &self.text.program.types;
        types.as_function(ty).expect("signatures are types of functions").clone()
    }

    /// Result and parameters of a new function that pointers can point to, if it is to be one.
    pub(super) fn draw_pointed_signature(
        &mut self,
        want: Request,
    ) -> Option<(TypeId, Vec<TypeId>)> {
        let fits = self.signatures(|g, _, signature| g.answers(signature.ret, want));
        self.draw_one_of(&fits)
    }

    /// The same for one that gives nothing.
    pub(super) fn draw_pointed_void(&mut self) -> Option<(TypeId, Vec<TypeId>)> {
        let fits = self.signatures(|g, _, signature| g.text.program.types.is_void(signature.ret));
        self.draw_one_of(&fits)
    }

    fn draw_one_of(&mut self, signatures: &[TypeId]) -> Option<(TypeId, Vec<TypeId>)> {
        if signatures.is_empty() || !self.choices.chance(self.config.signature_percent) {
            return None;
        }
        let drawn = *self.choices.pick(signatures);
        let FunctionType { ret, params, .. } = self.signature(drawn);
        Some((ret, params))
    }

    fn signatures(&self, fits: impl Fn(&Self, TypeId, &FunctionType) -> bool) -> Vec<TypeId> {
        let all = self.types.signatures.iter().copied();
        all.filter(|&ty| fits(self, ty, &self.signature(ty))).collect()
    }

    // ---- functions ----

    /// Complete functions of the signature that are cheap enough to be pointed to.
    fn pointed_functions(&self, signature: TypeId) -> Vec<FuncId> {
        let most = u64::from(self.config.max_pointed_cost);
        let good = |(id, info): (u32, &FuncInfo)| {
            let func = FuncId(id);
            let fits = self.text.program.functions[func].ty == signature;
            (fits && info.complete && info.cost <= most).then_some(func)
        };
        (0u32..).zip(&self.scope.functions).filter_map(good).collect()
    }

    // ---- expressions ----

    /// A pointer to a function of the type.
    pub(super) fn function_pointer_expr(&mut self, ty: TypeId, depth: u32) -> Ex {
        let want = Request::Exactly(ty);
        let deep = depth > 0 && !self.is_full();
        for _ in 0..3 {
            let before = self.here();
            let drawn = self.draw_expr(want, depth.saturating_sub(1), |row, weight| {
                if row.leaf || deep { weight } else { 0 }
            });
            let Some((_, made)) = drawn else { break };
            if let Some(ex) = made {
                return ex;
            }
            self.go_back(before);
        }
        self.function_name(ty).unwrap_or_else(|| self.null(ty))
    }

    /// `f` or `&f`.
    pub(super) fn function_name(&mut self, ty: TypeId) -> Option<Ex> {
        let signature = self.text.program.types.pointee(ty)?.ty;
        let functions = self.pointed_functions(signature);
        if functions.is_empty() {
            return None;
        }
        let func = *self.choices.pick(&functions);
        let address = self.choices.chance(self.config.function_address_percent);
        let id = name_in(&mut self.build(), func, signature, address);
        self.add_tokens(1 + u64::from(address));
        self.propose(self.here(), id)
    }

    /// A name in an initialiser; nothing where no function is good for it.
    pub(super) fn function_init(
        &mut self,
        exprs: &mut Exprs,
        signature: TypeId,
    ) -> Option<(ExprId, SetId)> {
        let functions = self.pointed_functions(signature);
        if functions.is_empty() || self.choices.chance(self.config.null_percent) {
            return None;
        }
        let func = *self.choices.pick(&functions);
        let address = self.choices.chance(self.config.function_address_percent);
        self.add_tokens(1 + u64::from(address));
        let id = name_in(&mut self.text.build_in(exprs), func, signature, address);
        let program = &self.text.program;
        let node = self.facts.analysis.function_node(program, func);
        Some((id, self.facts.analysis.sets.one(node)))
    }

    /// `p == f`, `p != 0`
    pub(super) fn function_comparison(&mut self, depth: u32) -> Option<Ex> {
        let ty = self.draw_function_pointer_type()?;
        self.comparison_of(ty, depth)
    }

    // ---- calls ----

    /// A call through a pointer that gives what is wanted.
    pub(super) fn indirect_call(&mut self, want: Request, depth: u32) -> Option<Ex> {
        self.call_through(depth, |g, ret| g.answers(ret, want))
    }

    /// A call through a pointer for its own sake.
    pub(super) fn any_indirect_call(&mut self, depth: u32) -> Option<Ex> {
        self.call_through(depth, |_, _| true)
    }

    /// Whether a call through a pointer may be written here: there is a function to point to.
    pub(super) fn may_call_through(&self) -> bool {
        let signatures = &self.types.signatures;
        let pointed = |(id, info): (u32, &FuncInfo)| {
            info.complete && signatures.contains(&self.text.program.functions[FuncId(id)].ty)
        };
        self.may_point_to_functions()
            && self.may_call()
            && (0u32..).zip(&self.scope.functions).any(pointed)
    }

    fn call_through(&mut self, depth: u32, fits: impl Fn(&Self, TypeId) -> bool) -> Option<Ex> {
        if !self.may_call_through() || self.function().point.pure_only > 0 {
            return None;
        }
        let known = self.signatures(|g, ty, signature| {
            fits(g, signature.ret) && !g.pointed_functions(ty).is_empty()
        });
        if known.is_empty() {
            return None;
        }
        let signature = *self.choices.pick(&known);
        let from = self.here();
        let (place, cost) = self.callable_place(signature)?;
        let pointer = self.build().rvalue(place);
        let callee = self.propose(from.clone(), pointer)?;
        let params = self.signature(signature).params;
        let args = self.beside(&callee.effects, |g| g.arguments(&params, depth))?;
        let starred = self.choices.chance(self.config.starred_call_percent);
        let mut build = self.build();
        let designator = if starred { build.deref(callee.id, Loc::NONE).ok()? } else { callee.id };
        let id = build.call(designator, super::calls::ids_of(&args), Loc::NONE).ok()?;
        self.add_tokens(2 + params.len().saturating_sub(1) as u64 + 3 * u64::from(starred));
        self.checked_call(from, id, cost)
    }

    /// A place with a pointer that can be called here, and what the call costs at most.
    fn callable_place(&mut self, signature: TypeId) -> Option<(ExprId, u64)> {
        let ty = self.pointer_to_function(signature);
        let want = Request::Exactly(ty);
        for _ in 0..2 {
            if let Some(place) = self.find_place(want, Access::Read, None)
                && let Some(cost) = self.cost_through(&place)
            {
                return Some((place.id, cost));
            }
        }
        if self.is_full() {
            return None;
        }
        // A table of those that there are, or a single pointer.
        let mut qt = QualType::plain(ty);
        if self.config.arrays && self.choices.chance(self.config.table_percent) {
            let len = 1 + self.choices.below(self.config.max_array_len.max(1));
            qt = QualType::plain(self.text.program.types_mut().array(qt, Some(u64::from(len))));
        }
        let qt = self.var_quals(qt, true);
        let storage = self.draw_storage();
        let var = self.declare(qt, storage);
        let place = self.place_in(var, want, Access::Read, None)?;
        self.cost_through(&place).map(|cost| (place.id, cost))
    }

    /// What a call through the pointer in a place costs at most, if it can be made and afforded.
    fn cost_through(&mut self, place: &Place) -> Option<u64> {
        let state = self.here();
        let loaded = self.facts.analysis.load(&state, place.nodes, &mut Effects::default());
        let Ok(AbstractValue::Pointer(set)) = loaded else { return None };
        if !self.facts.analysis.sets.is_safe(set) {
            return None;
        }
        let mut most = 0;
        for &node in self.facts.analysis.sets.nodes(set) {
            let Root::Function(func) = self.facts.analysis.space.root(node) else { return None };
            let info = &self.scope.functions[func.0 as usize];
            if !info.complete {
                return None;
            }
            most = most.max(info.cost);
        }
        self.affords(most).then_some(most)
    }

    // ---- what else asks ----

    /// `==` or `!=` between a pointer that is read and another of its type.
    pub(super) fn comparison_of(&mut self, ty: TypeId, depth: u32) -> Option<Ex> {
        let from = self.here();
        let a = self.read(Request::Exactly(ty))?;
        let depth = depth.min(self.config.max_depth_compared);
        let b = self.beside(&a.effects, |g| {
            if g.choices.chance(g.config.compare_null_percent) {
                g.null(ty)
            } else {
                g.expr(Request::Exactly(ty), depth)
            }
        });
        let equal = self.choices.chance(self.config.compare_equal_percent);
        let op = if equal { BinaryOp::Eq } else { BinaryOp::Ne };
        let left = self.build().assignable(a.id, ty, "a comparison").ok()?;
        let right = self.build().assignable(b.id, ty, "a comparison").ok()?;
        let id = self.build().binary(op, left, right, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(from, id)
    }
}

/// The name of a function as a pointer to it.
fn name_in(
    build: &mut brinell_lang::Builder<'_>,
    func: FuncId,
    signature: TypeId,
    address: bool,
) -> ExprId {
    let designator = build.function(func, signature, Loc::NONE);
    if address {
        build.addr_of(designator, Loc::NONE).expect("a function has an address")
    } else {
        build.rvalue(designator)
    }
}
