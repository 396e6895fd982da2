//! Calls and functions: an existing function is analysed in its new context; a new one is written
//! on the spot, after its arguments, with the facts that hold there (thesis 4.3.5).

use super::requests::{ANY_INTEGER, Request};
use super::scope::{Block, FuncInfo, OpenFunction, Var};
use super::{Ex, Grower};
use brinell_analysis::{AbstractValue, Effects, Root, State};
use brinell_lang::{
    Body, ExprId, FuncId, Function, FunctionType, Linkage, Loc, Local, LocalKind, QualType,
    StmtKind, Type, TypeId,
};
use std::sync::Arc;

/// The least number of steps that a new function is worth.
const LEAST_FUNCTION: u64 = 150;

impl Grower<'_> {
    pub(super) fn may_call(&self) -> bool {
        !self.is_full() && !self.function().recursive && self.affords(LEAST_FUNCTION)
    }

    /// A call that gives what is wanted.
    pub(super) fn call(&mut self, want: Request, depth: u32) -> Option<Ex> {
        if !self.may_call() || self.function().point.pure_only > 0 {
            return None;
        }
        let may_be_new = self.may_be_new();
        let known = self.callable(want);
        let percent = self.new_function_percent();
        if may_be_new && !self.is_function_full() && self.choices.chance(percent) {
            let recursion = self.config.recursion && want == ANY_INTEGER;
            if recursion && self.choices.chance(self.config.recursive_percent) {
                return self.call_recursive(depth);
            }
            return self.call_new(want, depth);
        }
        if known.is_empty() {
            return None;
        }
        for _ in 0..2 {
            let func = *self.choices.pick(&known);
            if let Some(ex) = self.call_known(func, depth) {
                return Some(ex);
            }
        }
        None
    }

    /// How likely a call is one of a new function. Deep chains, nested blocks and calls that may
    /// not happen are where code goes dead: new functions are for the upper levels.
    fn new_function_percent(&self) -> u32 {
        let (config, function) = (self.config, self.function());
        let mut percent = match self.scope.open.len() {
            1 => config.new_function_1_percent,
            2 => config.new_function_2_percent,
            3 => config.new_function_3_percent,
            4 => config.new_function_4_percent,
            _ => config.new_function_5_percent,
        };
        for _ in 0..function.blocks.len().saturating_sub(1).min(3) {
            percent = percent * config.new_function_nested_percent / 100;
        }
        if function.doubtful || function.point.conditional > 0 {
            percent = percent * config.new_function_doubtful_percent / 100;
        }
        percent
    }

    /// Complete functions that return what is wanted and that the step budget affords here.
    fn callable(&self, want: Request) -> Vec<FuncId> {
        // The youngest are enough to choose from, whatever the size of the program.
        let from = self.scope.functions.len().saturating_sub(40);
        (from..self.scope.functions.len())
            .filter(|&i| {
                let info = &self.scope.functions[i];
                info.complete && self.answers(info.ret, want) && self.affords(info.cost)
            })
            .map(|i| FuncId(i as u32))
            .collect()
    }

    /// Arguments for parameters of these types; they are unsequenced with each other.
    pub(super) fn arguments(&mut self, params: &[TypeId], depth: u32) -> Option<Vec<Ex>> {
        let mut args: Vec<Ex> = Vec::new();
        let mut effects = Effects::default();
        for &ty in params {
            let depth = depth.min(self.config.max_depth_argument);
            let ex = self.beside(&effects, |g| {
                g.parameter_address(ty).or_else(|| g.converted(ty, depth, "an argument"))
            })?;
            effects.merge(&ex.effects);
            args.push(ex);
        }
        Some(args)
    }

    pub(super) fn call_node(&mut self, func: FuncId, args: Vec<ExprId>) -> Option<ExprId> {
        let ty = self.text.program.functions[func].ty;
        let count = args.len() as u64;
        let callee = self.build().function(func, ty, Loc::NONE);
        let id = self.build().call(callee, args, Loc::NONE).ok()?;
        self.add_tokens(3 + count.saturating_sub(1));
        Some(id)
    }

    /// A call of a function that is complete, if the facts at this point are good for it.
    pub(super) fn call_known(&mut self, func: FuncId, depth: u32) -> Option<Ex> {
        let info = self.scope.functions[func.0 as usize].clone();
        let from = self.here();
        let args = self.arguments(&info.params, depth)?;
        let id = self.call_node(func, ids_of(&args))?;
        self.checked_call(from, id, info.cost)
    }

    /// A call that begins in this state, if the analysis has nothing against it and its steps can
    /// be afforded.
    pub(super) fn checked_call(&mut self, from: State, id: ExprId, cost: u64) -> Option<Ex> {
        self.facts.allow_work(self.budget.tokens());
        let call = self.propose(from.clone(), id);
        self.facts.allow_all_work();
        let good = call.filter(|call| !self.conflicts(&call.effects) && self.affords(cost));
        if good.is_none() {
            self.go_back(from);
            return None;
        }
        self.charge(cost);
        good
    }

    // ---- new functions ----

    fn draw_param(&mut self) -> TypeId {
        let pointer = if self.config.pointers && self.config.pointer_params {
            self.config.weight_param_pointer
        } else {
            0
        };
        let records = self.copied_records();
        let record = if self.config.struct_params && !records.is_empty() {
            self.config.weight_param_record
        } else {
            0
        };
        let float = self.weight_if_floats(self.config.weight_param_float);
        let function = if self.config.pointer_params && self.may_point_to_functions() {
            self.config.weight_param_function
        } else {
            0
        };
        match self.draw(0, &[self.config.weight_param_int, float, pointer, record, function]) {
            1 => self.draw_float_type(),
            2 => {
                if let Some(ty) = self.pointer_to_own_parameter() {
                    return ty;
                }
                if self.choices.chance(self.config.known_param_percent)
                    && let Some(ty) = self.draw_pointer_type()
                {
                    return ty;
                }
                let to = self.draw_pointee(1);
                self.text.program.types_mut().pointer(to)
            }
            3 => *self.choices.pick(&records),
            4 => self.draw_function_pointer_type().expect("there are signatures"),
            _ => {
                let kind = self.draw_int_kind();
                self.int_type(kind)
            }
        }
    }

    /// Structs and unions that are passed and returned: none with a volatile part.
    pub(super) fn copied_records(&self) -> Vec<TypeId> {
        self.types.records().filter(|&ty| !self.has_volatile(QualType::plain(ty))).collect()
    }

    /// Whether what is called here may well never run: then it should not call new functions.
    pub(super) fn may_be_dead(&self) -> bool {
        let function = self.function();
        function.doubtful || function.point.conditional > 0 || function.blocks.len() > 1
    }

    /// Whether a new function is affordable here.
    pub(super) fn may_be_new(&self) -> bool {
        self.text.program.functions.len() < self.budget.max_functions
            && self.scope.open.len() < self.config.max_call_chain as usize
            && self.budget.tokens_left() > 100
            // A whole function in a loop is expensive: as many steps as tokens in each iteration.
            && self.affords(self.budget.mean_function() / 2)
    }

    /// A call of a function that does not exist yet; nothing where the analysis objects to it, and
    /// then there is no function either.
    pub(super) fn call_new(&mut self, want: Request, depth: u32) -> Option<Ex> {
        if let Some((ret, params)) = self.draw_pointed_signature(want) {
            return self.call_new_of(ret, Some(params), depth);
        }
        let ret = self.draw_type(want)?;
        self.call_new_of(ret, None, depth)
    }

    /// A call of a new function that gives nothing.
    pub(super) fn call_new_void(&mut self, depth: u32) -> Option<Ex> {
        let void = self.text.program.types_mut().void();
        let params = self.draw_pointed_void().map(|(_, params)| params);
        self.call_new_of(void, params, depth)
    }

    /// A call of a new function with these parameters, or any.
    fn call_new_of(&mut self, ret: TypeId, params: Option<Vec<TypeId>>, depth: u32) -> Option<Ex> {
        let mark = self.mark();
        let from = self.here();
        let params = params.unwrap_or_else(|| {
            let count = self.choices.below(self.config.max_params + 1);
            (0..count).map(|_| self.draw_param()).collect()
        });
        let args =
            self.arguments(&params, depth).expect("arguments convert to what they were made for");
        let values: Vec<AbstractValue> = args.iter().map(|a| a.value.clone()).collect();
        let before = self.here();
        let (func, vars) = self.declare_function(ret, &params);
        let forbidden = self.unsequenced_here();
        let runs = self.times();
        // What runs often is paid for as often.
        let share = self.function_share() / u64::from(1 + runs.max(1).ilog2());
        let start = self.budget.tokens();
        let doubtful = self.may_be_dead();
        let function = OpenFunction::new(func, ret, vars, runs, start + share);
        self.open(OpenFunction { forbidden, doubtful, ..function }, &values, &before);
        self.write_body();
        let (function, _) = self.close();
        let written = self.budget.tokens() - start;
        self.function_mut().wrote_elsewhere(written);
        self.scope.functions[func.0 as usize].cost = function.point.cost;
        self.scope.functions[func.0 as usize].complete = true;
        // What the function costs was charged to the program as it was written.
        let trips = self.function().point.trips;
        self.function_mut().point.cost += function.point.cost.saturating_mul(trips);
        let id = self.call_node(func, ids_of(&args)).expect("arguments have the parameters' types");
        let call = self.propose(from, id);
        if call.is_none() {
            self.rollback(mark);
        }
        call
    }

    /// Effects that are unsequenced with a call at this point.
    pub(super) fn unsequenced_here(&self) -> Effects {
        let function = self.function();
        let mut effects = function.forbidden.clone();
        for sibling in &function.siblings {
            effects.merge(sibling);
        }
        effects
    }

    /// Opens a function that is called with these values in this state.
    pub(super) fn open(
        &mut self,
        function: OpenFunction,
        values: &[AbstractValue],
        before: &State,
    ) {
        let program = &self.text.program;
        let flow = self.facts.analysis.enter(program, function.func, values, before);
        self.facts.open(flow);
        self.scope.open.push(function);
    }

    /// Closes the innermost open function; gives the state behind its call as well, whose own walk
    /// finds again what it does.
    pub(super) fn close(&mut self) -> (OpenFunction, State) {
        let function = self.scope.open.pop().expect("the function that was opened is closed");
        let flow = self.facts.close();
        let mut state = State::unreachable();
        let (program, effects) = (&self.text.program, &mut Effects::default());
        self.facts.analysis.leave(program, function.func, flow, &mut state, effects);
        (function, state)
    }

    /// How many tokens a new function may have of its own.
    pub(super) fn function_share(&mut self) -> u64 {
        let mean = self.budget.mean_function();
        let (least, most) = (self.config.min_function_percent, self.config.max_function_percent);
        // Where all programs are wanted, it has what its block has.
        let percent =
            if self.enumerates() { 100 } else { least + self.choices.below(most - least + 1) };
        let percent = u64::from(percent);
        (mean * percent / 100).clamp(60, u64::from(self.config.max_function_tokens))
    }

    /// Adds a function with an empty body.
    pub(super) fn declare_function(
        &mut self,
        ret: TypeId,
        params: &[TypeId],
    ) -> (FuncId, Vec<Var>) {
        let ty = self.text.program.types_mut().intern(Type::Function(FunctionType {
            ret,
            params: params.to_vec(),
            variadic: false,
            prototype: true,
        }));
        let func = FuncId(self.text.program.functions.len() as u32);
        let mut body = Body::default();
        let mut locals = Vec::new();
        for &ty in params {
            let local = body.locals.push(Local {
                name: None,
                ty: QualType::plain(ty),
                align: None,
                init: None,
                kind: LocalKind::Param,
                loc: Loc::NONE,
            });
            body.params.push(local);
            locals.push((local, ty));
        }
        let first = func.0 == 0;
        let internal = self.config.static_functions
            && !first
            && self.choices.chance(self.config.static_percent);
        let inline = internal
            && self.config.inline_functions
            && self.choices.chance(self.config.inline_percent);
        let linkage = if internal { Linkage::Internal } else { Linkage::External };
        self.text
            .program
            .functions
            .push(Arc::new(Function { inline, ..Function::new(None, ty, linkage, Some(body)) }));
        self.scope.functions.push(FuncInfo {
            ret,
            params: params.to_vec(),
            cost: 0,
            complete: false,
        });
        self.add_tokens(10 + 3 * params.len() as u64);
        let vars = locals
            .into_iter()
            .map(|(local, ty)| {
                let (root, ty) = (Root::Local(func, local), QualType::plain(ty));
                let node = self.register(root, ty, &[]);
                Var { root, node, ty }
            })
            .collect();
        (func, vars)
    }

    /// Writes `func_1`, which keeps on until the program has its size.
    pub(super) fn entry(&mut self) -> FuncId {
        let kind = self.draw_int_kind();
        let ret = self.int_type(kind);
        let (func, vars) = self.declare_function(ret, &[]);
        let function = OpenFunction::new(func, ret, vars, 1, self.budget.size);
        self.open(function, &[], &State::initial());
        self.write_body();
        let (_, behind) = self.close();
        self.facts.at_end = Some(behind);
        self.scope.functions[0].complete = true;
        func
    }

    /// Writes the body of the innermost open function.
    fn write_body(&mut self) {
        self.function_mut().blocks.push(Block::default());
        if self.scope.open.len() == 1 {
            self.fill_entry();
        } else {
            self.fill_function();
        }
        self.place_promised_labels(true);
        self.need_return(Self::final_return);
        let block = self.function_mut().blocks.pop().expect("the root block is open");
        let root = self.push_stmt(StmtKind::Block(block.into_stmts()));
        self.body().root = Some(root);
    }
}

pub(super) fn ids_of(args: &[Ex]) -> Vec<ExprId> {
    args.iter().map(|arg| arg.id).collect()
}
