//! Pointer arithmetic: loops that walk an array with a pointer, and distances and order of
//! addresses within one array.
//!
//! All of it stays in bounds by construction: a walk knows its array and its steps, an address its
//! index. What walks is assigned to by its loop alone; the value it ends with, one past the last
//! element, is after the loop, where nothing can name it.

use super::places::Access;
use super::scope::{Around, Var};
use super::{Ex, Grower};
use brinell_analysis::Root;
use brinell_lang::{
    BinaryOp, ExprId, ExprKind, IncDecOp, IntKind, Loc, Local, LocalId, LocalKind, LogicalOp,
    QualType, StmtId, StmtKind, Type,
};

/// Strides that a walk may have, where they divide the length of the array.
const STRIDES: [u64; 3] = [2, 3, 4];

/// A walk over an array.
struct PointerWalk {
    array: Var,
    len: u64,
    local: LocalId,
    pointer: Var,
    stride: u64,
    up: bool,
}

impl Grower<'_> {
    // ---- loops ----

    /// `{ T *p; for (p = a; p < a + N; p++) { *p = …; } }`; of an array of arrays, row by row.
    pub(super) fn pointer_walk_stmt(&mut self) -> bool {
        let mark = self.mark();
        let Some(walk) = self.draw_walk() else {
            self.rollback(mark);
            return false;
        };
        let declare = self.push_stmt(StmtKind::Decl(walk.local));
        let mut parts = None;
        // Nothing comes after the loop, where the pointer is one past the last element: its address
        // may be in another pointer.
        let outer = self.bare_block(|g| {
            g.append(declare);
            g.function_mut().block_mut().declared.push(walk.local);
            parts = g.walk_loop(&walk);
            if let Some((stmt, _)) = parts {
                g.append(stmt);
            }
        });
        let Some((_, body)) = parts else {
            self.rollback(mark);
            return false;
        };
        self.close_loop(mark, outer, body, 0)
    }

    /// Chooses an array and how to walk it, and declares what walks.
    fn draw_walk(&mut self) -> Option<PointerWalk> {
        let array = self.array_var()?;
        let Type::Array { elem, len } = *self.text.program.types.get(array.ty.ty) else {
            return None;
        };
        let len = len.filter(|len| *len > 0)?;
        let strides: Vec<u64> = STRIDES.into_iter().filter(|n| len.is_multiple_of(*n)).collect();
        let far = !strides.is_empty() && self.choices.chance(self.config.walk_stride_percent);
        let stride = if far { *self.choices.pick(&strides) } else { 1 };
        let trips = len / stride;
        if self.afford_trips(trips) < trips {
            return None;
        }
        let ty = QualType::plain(self.text.program.types_mut().pointer(elem));
        let func = self.func();
        let local = self.body().locals.push(Local {
            name: None,
            ty,
            align: None,
            init: None,
            kind: LocalKind::Var,
            loc: Loc::NONE,
        });
        let root = Root::Local(func, local);
        let node = self.register(root, ty, &[]);
        let pointer = Var { root, node, ty };
        let up = self.choices.chance(self.config.walk_up_percent);
        Some(PointerWalk { array, len, local, pointer, stride, up })
    }

    /// The loop itself and its body; nothing where its start is refused.
    fn walk_loop(&mut self, walk: &PointerWalk) -> Option<(StmtId, StmtId)> {
        let first = if walk.up { 0 } else { walk.len };
        let first = self.array_plus(walk.array, first)?;
        let pointer = self.var_expr(walk.pointer);
        let start = self.build().assign(pointer, first, Loc::NONE).ok()?;
        let start = self.push_stmt(StmtKind::Expr(start));
        self.walk(start).ok()?;
        self.facts.analysis.protect(walk.pointer.node);
        let loop_parts = self.walk_parts(walk, start);
        self.facts.analysis.unprotect();
        let (stmt, body) = loop_parts?;
        let func = self.func();
        self.facts.analysis.protect_loop(func, stmt, walk.pointer.node);
        Some((stmt, body))
    }

    fn walk_parts(&mut self, walk: &PointerWalk, start: StmtId) -> Option<(StmtId, StmtId)> {
        let test = self.walk_test(walk)?;
        let step = self.walk_step(walk)?;
        // Down, the step comes before the body: no pointer goes before the first element.
        let (cond, step) = if walk.up {
            (test, Some(step))
        } else {
            (self.build().logical(LogicalOp::And, test, step, Loc::NONE).ok()?, None)
        };
        let cond = self.build().condition(cond).ok()?;
        let body = self.walk_body(walk);
        self.add_tokens(10);
        let kind = StmtKind::For { init: vec![start], cond: Some(cond), step, body };
        Some((self.push_stmt(kind), body))
    }

    /// `a`, or `a + n`.
    fn array_plus(&mut self, array: Var, n: u64) -> Option<ExprId> {
        let base = self.var_expr(array);
        self.add_tokens(2);
        if n == 0 {
            return Some(self.build().rvalue(base));
        }
        let n = self.build().int(n, IntKind::Int, Loc::NONE);
        self.build().binary(BinaryOp::Add, base, n, Loc::NONE).ok()
    }

    /// `p < a + N`, `p != a + N`; down: `p > a`, `p != a`.
    fn walk_test(&mut self, walk: &PointerWalk) -> Option<ExprId> {
        let end = self.array_plus(walk.array, if walk.up { walk.len } else { 0 })?;
        let weights = [
            self.config.weight_test_strict + self.config.weight_test_inclusive,
            self.config.weight_test_unequal,
        ];
        let op = match self.draw(0, &weights) {
            0 if walk.up => BinaryOp::Lt,
            0 => BinaryOp::Gt,
            _ => BinaryOp::Ne,
        };
        let pointer = self.var_expr(walk.pointer);
        self.build().binary(op, pointer, end, Loc::NONE).ok()
    }

    /// `p++` and the like; downwards with the new value, which is not null and therefore true.
    fn walk_step(&mut self, walk: &PointerWalk) -> Option<ExprId> {
        let pointer = self.var_expr(walk.pointer);
        let one = walk.stride == 1 && self.config.increments;
        if one && self.choices.chance(self.config.step_increment_percent) {
            let prefix = !walk.up || self.choices.chance(self.config.prefix_percent);
            return self.build().inc_dec(IncDecOp::new(walk.up, prefix), pointer, Loc::NONE).ok();
        }
        let op = if walk.up { BinaryOp::Add } else { BinaryOp::Sub };
        let stride = self.build().int(walk.stride, IntKind::Int, Loc::NONE);
        let compound = self.config.compound_assigns;
        if compound && self.choices.chance(self.config.step_compound_percent) {
            return self.build().assign_op(op, pointer, stride, Loc::NONE).ok();
        }
        let old = self.var_expr(walk.pointer);
        let sum = self.build().binary(op, old, stride, Loc::NONE).ok()?;
        self.build().assign(pointer, sum, Loc::NONE).ok()
    }

    fn walk_body(&mut self, walk: &PointerWalk) -> StmtId {
        let trips = self.function().point.trips;
        let function = self.function_mut();
        function.point.trips = trips.saturating_mul(walk.len / walk.stride);
        function.around.push(Around::Loop);
        self.charge(8);
        let Type::Array { elem, .. } = *self.text.program.types.get(walk.array.ty.ty) else {
            unreachable!("what is walked is an array")
        };
        let element = self.text.program.types.innermost(elem);
        // A pointer to rows is for this loop alone.
        let rows = self.text.program.types.as_array(elem.ty).is_some();
        let body = self.block(|g| {
            if !rows {
                g.function_mut().block_mut().vars.push(walk.pointer);
            }
            for _ in 0..=g.choices.below(g.config.max_element_statements) {
                if g.choices.chance(g.config.walk_distance_percent) {
                    g.distance_stmt(walk);
                } else {
                    g.element_stmt(walk.pointer, element);
                }
            }
            if g.choices.chance(g.config.array_extra_percent) {
                g.statement();
            }
        });
        let function = self.function_mut();
        function.around.pop();
        function.point.trips = trips;
        body
    }

    /// `x = p - a`, or what else is made of the distance.
    fn distance_stmt(&mut self, walk: &PointerWalk) {
        let mark = self.mark();
        let from = self.here();
        let made = self.array_plus(walk.array, 0).and_then(|start| {
            let pointer = self.var_expr(walk.pointer);
            let id = self.build().binary(BinaryOp::Sub, pointer, start, Loc::NONE).ok()?;
            let distance = self.propose(from.clone(), id)?;
            self.int_assign_of(from, distance)
        });
        match made {
            Some(ex) => {
                self.expr_stmt(&ex, mark);
            }
            None => self.rollback(mark),
        }
    }

    // ---- addresses within one array ----

    /// `&a[i]` or `a + i`, with an index that is in bounds.
    fn element_address(&mut self, array: Var, len: u64) -> Option<ExprId> {
        let (index, bounded) = self.index_for(len, Access::Address);
        debug_assert!(bounded, "an address has an index that is in bounds by construction");
        let base = self.var_expr(array);
        if self.choices.chance(self.config.address_sum_percent) {
            return self.build().binary(BinaryOp::Add, base, index, Loc::NONE).ok();
        }
        let element = self.build().index(base, index, Loc::NONE).ok()?;
        let func = self.func();
        self.text.bounded.push((func, element));
        self.build().addr_of(element, Loc::NONE).ok()
    }

    /// `&a[i] OP &a[j]`
    fn two_addresses(&mut self, op: BinaryOp) -> Option<Ex> {
        let array = self.array_var()?;
        let Type::Array { len, .. } = *self.text.program.types.get(array.ty.ty) else {
            return None;
        };
        let len = len.filter(|len| *len > 0)?;
        let from = self.here();
        let a = self.element_address(array, len)?;
        let b = self.element_address(array, len)?;
        let id = self.build().binary(op, a, b, Loc::NONE).ok()?;
        self.add_tokens(7);
        self.propose(from, id).filter(|ex| !self.conflicts(&ex.effects))
    }

    /// The distance of two elements of one array.
    pub(super) fn pointer_difference(&mut self) -> Option<Ex> {
        self.two_addresses(BinaryOp::Sub)
    }

    /// Which of two elements of one array comes first.
    pub(super) fn pointer_order(&mut self) -> Option<Ex> {
        use BinaryOp::*;
        let op = *self.choices.pick(&[Lt, Gt, Le, Ge, Eq, Ne]);
        self.two_addresses(op)
    }

    /// `*(a + i)` in place of `a[i]`, now and then, where the index is in bounds, and that of the
    /// array around it too: one past its end is no error by itself, so that it would get no guard.
    pub(super) fn element_of(
        &mut self,
        array: ExprId,
        index: ExprId,
        bounded: bool,
    ) -> Option<ExprId> {
        let sum = bounded
            && self.config.pointers
            && self.config.pointer_arithmetic
            && self.choices.chance(self.config.element_sum_percent)
            && self.stays_in_row(array);
        if sum {
            let address = self.build().binary(BinaryOp::Add, array, index, Loc::NONE).ok()?;
            self.add_tokens(3);
            return self.build().deref(address, Loc::NONE).ok();
        }
        let element = self.build().index(array, index, Loc::NONE).ok()?;
        if bounded {
            let func = self.func();
            self.text.bounded.push((func, element));
        }
        Some(element)
    }
    /// Whether an array is no row of another, or one that an index in bounds has found.
    fn stays_in_row(&self, array: ExprId) -> bool {
        let row = matches!(self.body_ref().exprs[array].kind, ExprKind::Index { .. });
        // It was written just now.
        let latest = self.text.bounded.last();
        !row || latest == Some(&(self.func(), array))
    }
}
