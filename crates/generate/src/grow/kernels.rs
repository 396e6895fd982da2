//! Kernels: loops over several arrays at once, of the kinds that loop optimisers and vectorisers
//! look for: maps and stencils over elements of different widths, reductions, minimum and maximum,
//! conditional stores, strides, dependences at a distance; nested, upward and downward, with trip
//! counts that the compiler cannot know (YARPGen, section 3.5, and beyond).
//!
//! All indices are in bounds by construction: a kernel knows its arrays, its distances and its trip
//! count. An unknown trip count is in a variable with external linkage that nothing writes; as far as
//! a compiler knows, another file might.

use super::loops::Count;
use super::places::Access;
use super::requests::ANY_INTEGER;
use super::scope::Var;
use super::{GrowMark, Grower};
use brinell_analysis::Root;
use brinell_lang::arith::IntShape;
use brinell_lang::{
    Arena, BinaryOp, ExprId, Exprs, Global, GlobalId, Init, IntKind, Linkage, Loc, QualType,
    StmtId, StmtKind, Type,
};
use std::sync::Arc;

/// A kernel needs room for a distance on both sides.
const LEAST_LEN: u64 = 4;

/// Arrays that a kernel is about.
const MOST_ARRAYS: u32 = 3;

/// Rounds of a loop around a kernel.
const NEST_TRIPS: std::ops::RangeInclusive<i64> = 2..=4;

/// What a kernel is about.
struct Kernel {
    /// The first one is written.
    arrays: Vec<Var>,
    counter: Var,
    distance: u64,
}

impl Grower<'_> {
    pub(super) fn kernel_stmt(&mut self) -> bool {
        let mark = self.mark();
        let arrays = self.kernel_arrays();
        let lens = arrays.iter().filter_map(|array| self.kernel_len(*array));
        let Some(len) = lens.min().filter(|_| !arrays.is_empty()) else {
            self.rollback(mark);
            return false;
        };
        let nested = self.choices.chance(self.config.kernel_nest_percent);
        let written = if nested {
            let trips = self.choices.range(*NEST_TRIPS.start(), *NEST_TRIPS.end()) as u64;
            let bounds = Bounds { first: 0, end: trips as i128, stride: 1, down: false };
            self.counted(&bounds, |g, _| g.kernel_loop(&arrays, len).is_some())
        } else {
            self.kernel_loop(&arrays, len)
        };
        let Some((stmt, body)) = written else {
            self.rollback(mark);
            return false;
        };
        self.close_loop(mark, stmt, body, 0)
    }

    /// The loop over elements, not closed yet where it is the outermost one.
    fn kernel_loop(&mut self, arrays: &[Var], len: u64) -> Option<(StmtId, StmtId)> {
        let farthest = u64::from(self.config.max_kernel_distance).min((len - 1) / 3).max(1);
        let distance = 1 + u64::from(self.choices.below(farthest as u32));
        let most = self.config.max_kernel_stride.min(len as u32 / 4).max(1);
        // Every other kernel takes each element, as most loops do.
        let stride = if self.choices.bits(1) == 0 { 1 } else { 1 + self.choices.below(most) };
        let down = self.choices.chance(self.config.kernel_down_percent);
        let first = distance.max(u64::from(stride));
        let bounds = Bounds {
            first: i128::from(first),
            end: i128::from(len - distance),
            stride: i128::from(stride),
            down,
        };
        if bounds.trips() < 2 || self.afford_trips(bounds.trips()) < bounds.trips() {
            return None;
        }
        let arrays = arrays.to_vec();
        self.counted(&bounds, |g, counter| {
            let kernel = Kernel { arrays, counter, distance };
            let statements = 1 + g.choices.below(g.config.max_kernel_statements);
            let mut any = false;
            for _ in 0..statements {
                any |= !g.is_full() && g.kernel_part(&kernel);
            }
            any
        })
    }

    // ---- arrays and loops ----

    /// The elements of an array that a kernel may be about.
    fn kernel_len(&self, var: Var) -> Option<u64> {
        let Type::Array { elem, len } = *self.text.program.types.get(var.ty.ty) else {
            return None;
        };
        let kind = self.text.program.types.as_int(elem.ty)?;
        let plain = kind != IntKind::Bool && elem.quals.is_empty();
        len.filter(|len| plain && *len >= LEAST_LEN)
    }

    /// Some arrays of integers, and new ones where there are none.
    fn kernel_arrays(&mut self) -> Vec<Var> {
        let function = self.function();
        let locals = function.blocks.iter().flat_map(|block| &block.vars);
        let all: Vec<Var> = self.scope.globals.iter().chain(locals).copied().collect();
        let all: Vec<Var> = all.into_iter().filter(|v| self.kernel_len(*v).is_some()).collect();
        let mut chosen = Vec::new();
        for _ in 0..=self.choices.below(MOST_ARRAYS) {
            let new = self.choices.chance(self.config.kernel_new_array_percent);
            if !all.is_empty() && !new {
                chosen.push(*self.choices.pick(&all));
            } else if let Some(var) = self.new_kernel_array() {
                chosen.push(var);
            }
        }
        chosen
    }

    fn new_kernel_array(&mut self) -> Option<Var> {
        let kind = Some(self.draw_int_kind()).filter(|kind| *kind != IntKind::Bool)?;
        let elem = QualType::plain(self.int_type(kind));
        // No array may swallow a small program, whose text lists its elements.
        let room = (self.budget.size.saturating_sub(self.budget.tokens()) / 20).max(LEAST_LEN);
        let most = u64::from(self.config.max_kernel_len).min(room);
        let full = self.scope.globals.len() >= self.budget.max_globals
            || self.budget.data() > u64::from(self.config.max_data);
        if self.is_full() || full {
            return None;
        }
        let len = LEAST_LEN + u64::from(self.choices.below((most - LEAST_LEN + 1) as u32));
        let ty = QualType::plain(self.text.program.types_mut().array(elem, Some(len)));
        Some(self.declare_global(ty))
    }

    /// `{ T i; for (i = first; i < end; i += stride) … }`, or down.
    fn counted(
        &mut self,
        bounds: &Bounds,
        fill: impl FnOnce(&mut Self, Var) -> bool,
    ) -> Option<(StmtId, StmtId)> {
        let kind = self.kernel_counter_kind(bounds);
        let trips = bounds.trips();
        let (first, step) = bounds.first_and_step();
        let (local, var) = self.declare_counter(kind, 0);
        let count = Count { var, kind, first, step, trips };
        let declare = self.push_stmt(StmtKind::Decl(local));
        self.add_tokens(5);
        let mut parts = None;
        let outer = self.block(|g| {
            g.append(declare);
            g.function_mut().block_mut().declared.push(local);
            parts = g.counted_loop(bounds, &count, fill);
            if let Some((stmt, _)) = parts {
                g.append(stmt);
            }
        });
        parts.map(|(_, body)| (outer, body))
    }

    fn counted_loop(
        &mut self,
        bounds: &Bounds,
        count: &Count,
        fill: impl FnOnce(&mut Self, Var) -> bool,
    ) -> Option<(StmtId, StmtId)> {
        let (var, kind) = (count.var, count.kind);
        let unseen = self.choices.chance(self.config.kernel_unseen_percent);
        let (start, bound) = (count.first, if bounds.down { bounds.first } else { bounds.end });
        // What is not seen is where it begins, if it counts down, and else where it ends.
        let start =
            if unseen && bounds.down { self.unseen(start) } else { self.number(start, kind) };
        let bound =
            if unseen && !bounds.down { self.unseen(bound) } else { self.number(bound, kind) };
        let place = self.var_expr(var);
        let start = self.build().assign(place, start, Loc::NONE).ok()?;
        let start = self.push_stmt(StmtKind::Expr(start));
        self.walk(start).ok()?;
        self.facts.analysis.protect(var.node);
        let value = self.var_expr(var);
        let op = if bounds.down { BinaryOp::Ge } else { BinaryOp::Lt };
        let test =
            self.build().binary(op, value, bound, Loc::NONE).expect("integers can be compared");
        let step = self.step(count, false);
        let mut any = false;
        let body = self.loop_body(count, 0, |g| any = fill(g, var));
        let stmt = self.push_for(var, start, test, step, body);
        self.add_tokens(12);
        any.then_some((stmt, body))
    }

    /// A type that has room for all values of a counter; narrow ones are rarer in real loops.
    fn kernel_counter_kind(&mut self, bounds: &Bounds) -> IntKind {
        let kind = self.draw_int_kind();
        let shape = IntShape::of(self.target(), kind);
        let fits = kind != IntKind::Bool && shape.holds(bounds.end + 2 * bounds.stride);
        if fits { kind } else { IntKind::Int }
    }

    /// A number in a variable of its own, which the compiler cannot know.
    fn unseen(&mut self, value: i128) -> ExprId {
        let ty = QualType::plain(self.int_type(IntKind::Int));
        let mut exprs: Exprs = Arena::new();
        let init = self.text.build_in(&mut exprs).int(value, IntKind::Int, Loc::NONE);
        let id = GlobalId(self.text.program.globals.len() as u32);
        self.text.program.globals.push(Arc::new(Global {
            name: None,
            ty,
            align: None,
            linkage: Linkage::External,
            defined: true,
            init: Some(Init::Expr(init)),
            exprs,
            loc: Loc::NONE,
        }));
        let bytes = self.size_of(ty.ty);
        self.budget.add_data(bytes);
        self.register(Root::Global(id), ty, &[]);
        self.add_tokens(6);
        self.build().global(id, ty, Loc::NONE)
    }

    // ---- statements ----

    fn kernel_part(&mut self, kernel: &Kernel) -> bool {
        let c = self.config;
        let weights = [
            c.weight_kernel_map,
            c.weight_kernel_update,
            c.weight_kernel_reduce,
            c.weight_kernel_extreme,
            u32::from(c.conditionals) * c.weight_kernel_conditional,
            c.weight_kernel_dependent,
        ];
        let percent = c.policy_statement_percent;
        let part = self.draw(0, &weights);
        self.in_region(percent, |g| {
            let mark = g.mark();
            let id = match part {
                0 => g.kernel_map(kernel, None),
                1 => g.kernel_update(kernel),
                2 => g.kernel_reduction(kernel),
                3 => g.kernel_extreme(kernel),
                4 => return g.kernel_conditional(kernel, mark),
                _ => g.kernel_dependent(kernel),
            };
            g.kernel_expr_stmt(id, mark)
        })
    }

    fn kernel_expr_stmt(&mut self, id: Option<ExprId>, mark: GrowMark) -> bool {
        let Some(id) = id else {
            self.rollback(mark);
            return false;
        };
        self.add_tokens(1);
        let stmt = self.push_stmt(StmtKind::Expr(id));
        self.commit(stmt, mark)
    }

    /// `a[i] = …`, with this as an operand if there is something.
    fn kernel_map(&mut self, kernel: &Kernel, with: Option<ExprId>) -> Option<ExprId> {
        let depth = self.config.max_depth_kernel.min(self.depth_here());
        let mut value = self.kernel_value(kernel, depth)?;
        if let Some(with) = with {
            let op = self.draw_arithmetic_but_shifts();
            value = self.build().binary(op, with, value, Loc::NONE).ok()?;
        }
        let place = self.kernel_element(kernel, kernel.arrays[0], 0)?;
        self.add_tokens(3);
        self.build().assign(place, value, Loc::NONE).ok()
    }

    /// `a[i] = a[i - d] op …`: each round needs what one before it has made.
    fn kernel_dependent(&mut self, kernel: &Kernel) -> Option<ExprId> {
        let distance = 1 + i64::from(self.choices.below(kernel.distance as u32));
        let before = self.kernel_element(kernel, kernel.arrays[0], -distance)?;
        let before = self.build().rvalue(before);
        self.kernel_map(kernel, Some(before))
    }

    /// `a[i] op= …`
    fn kernel_update(&mut self, kernel: &Kernel) -> Option<ExprId> {
        let depth = self.config.max_depth_kernel.min(self.depth_here());
        let value = self.kernel_value(kernel, depth)?;
        let place = self.kernel_element(kernel, kernel.arrays[0], 0)?;
        let op = self.draw_arithmetic_but_shifts();
        self.add_tokens(3);
        self.build().assign_op(op, place, value, Loc::NONE).ok()
    }

    /// `sum op= …`
    fn kernel_reduction(&mut self, kernel: &Kernel) -> Option<ExprId> {
        let depth = self.config.max_depth_kernel.min(self.depth_here()).min(2);
        let value = self.kernel_value(kernel, depth)?;
        let sum = self.find_place(ANY_INTEGER, Access::Update, None)?;
        let ops = [
            BinaryOp::Add,
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Xor,
            BinaryOp::Or,
            BinaryOp::And,
        ];
        let op = *self.choices.pick(&ops);
        self.add_tokens(3);
        self.build().assign_op(op, sum.id, value, Loc::NONE).ok()
    }

    /// `m = a[i] < m ? a[i] : m`
    fn kernel_extreme(&mut self, kernel: &Kernel) -> Option<ExprId> {
        let array = *self.choices.pick(&kernel.arrays);
        let most = self.plain_integer()?;
        let mut operands = Vec::new();
        for _ in 0..2 {
            let element = self.kernel_element(kernel, array, 0)?;
            operands.push(self.build().rvalue(element));
            let known = self.var_expr(most);
            operands.push(self.build().rvalue(known));
        }
        let op = *self.choices.pick(&[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge]);
        let test = self.build().binary(op, operands[0], operands[1], Loc::NONE).ok()?;
        let value = self.build().conditional(test, operands[2], operands[3], Loc::NONE).ok()?;
        let place = self.var_expr(most);
        self.add_tokens(10);
        self.build().assign(place, value, Loc::NONE).ok()
    }

    /// `if (a[i] < …) b[i] = …`
    fn kernel_conditional(&mut self, kernel: &Kernel, mark: GrowMark) -> bool {
        let Some(cond) = self.kernel_condition(kernel) else {
            self.rollback(mark);
            return false;
        };
        self.add_tokens(3);
        let mut branch = self.open_if();
        let mut any = false;
        let then = self.block(|g| {
            let mark = g.mark();
            let id = g.kernel_map(kernel, None);
            any = g.kernel_expr_stmt(id, mark);
        });
        self.open_else(&mut branch);
        self.close_if(branch);
        if !any {
            self.rollback(mark);
            return false;
        }
        let stmt = self.push_stmt(StmtKind::If { cond, then, otherwise: None });
        self.append(stmt);
        true
    }

    fn kernel_condition(&mut self, kernel: &Kernel) -> Option<ExprId> {
        use BinaryOp::*;
        let mark = self.mark();
        let from = self.here();
        let array = *self.choices.pick(&kernel.arrays);
        let element = self.kernel_element(kernel, array, 0)?;
        let element = self.build().rvalue(element);
        let constant = self.constant_beside(element).id;
        let op = *self.choices.pick(&[Lt, Gt, Le, Ge, Eq, Ne]);
        let id = self.build().binary(op, element, constant, Loc::NONE).ok()?;
        let ex = self.propose(from, id)?;
        if !self.commit_condition(&ex, &mark) {
            return None;
        }
        self.build().condition(id).ok()
    }

    // ---- values ----

    /// `a[i + distance]`
    fn kernel_element(&mut self, kernel: &Kernel, array: Var, distance: i64) -> Option<ExprId> {
        let base = self.var_expr(array);
        let mut index = self.var_expr(kernel.counter);
        if distance != 0 {
            let op = if distance > 0 { BinaryOp::Add } else { BinaryOp::Sub };
            let far = self.number(i128::from(distance.unsigned_abs()), IntKind::Int);
            index = self.build().binary(op, index, far, Loc::NONE).ok()?;
            let func = self.func();
            self.text.trusted.push((func, index));
            self.add_tokens(1);
        }
        self.add_tokens(4);
        self.element_of(base, index, true)
    }

    /// A value made of elements, constants, and variables that are not elements.
    fn kernel_value(&mut self, kernel: &Kernel, depth: u32) -> Option<ExprId> {
        if depth == 0 || self.is_full() {
            return self.kernel_leaf(kernel);
        }
        let op = {
            let percent = self.config.policy_operand_percent;
            self.in_region(percent, Self::draw_arithmetic)
        };
        let a = self.kernel_value(kernel, depth - 1)?;
        let b = if op.is_shift() {
            self.shift_amount(a).id
        } else {
            let shorter = self.choices.below(depth);
            self.kernel_value(kernel, shorter)?
        };
        self.add_tokens(3);
        self.build().binary(op, a, b, Loc::NONE).ok()
    }

    fn kernel_leaf(&mut self, kernel: &Kernel) -> Option<ExprId> {
        let c = self.config;
        if self.choices.chance(c.kernel_constant_percent) {
            return Some(self.constant_ex().id);
        }
        if self.choices.chance(c.kernel_scalar_percent)
            && let Some(var) = self.plain_integer()
        {
            let place = self.var_expr(var);
            self.add_tokens(1);
            return Some(self.build().rvalue(place));
        }
        let array = *self.choices.pick(&kernel.arrays);
        let far = kernel.distance as i64;
        let stencil = self.choices.chance(c.kernel_stencil_percent);
        let distance = if stencil { self.choices.range(-far, far) } else { 0 };
        let element = self.kernel_element(kernel, array, distance)?;
        Some(self.build().rvalue(element))
    }

    fn draw_arithmetic_but_shifts(&mut self) -> BinaryOp {
        let op = self.draw_arithmetic();
        if op.is_shift() { BinaryOp::Xor } else { op }
    }
}

/// The values of a counter, from the lowest on.
struct Bounds {
    first: i128,
    /// Behind the last.
    end: i128,
    stride: i128,
    down: bool,
}

impl Bounds {
    fn trips(&self) -> u64 {
        ((self.end - self.first + self.stride - 1) / self.stride).max(0) as u64
    }

    /// Where the counter begins, and its step.
    fn first_and_step(&self) -> (i128, i128) {
        if self.down { (self.end - 1, -self.stride) } else { (self.first, self.stride) }
    }
}
