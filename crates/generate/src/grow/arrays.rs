//! Loops over arrays, of the kind that vectorisers and loop optimisers look for: whole rows, unit
//! steps, reductions, one or two statements per iteration.

use super::Grower;
use super::loops::Count;
use super::places::Access;
use super::requests::{ANY_FLOAT, ANY_INTEGER};
use super::scope::Var;
use brinell_analysis::AbstractValue;
use brinell_lang::{BinaryOp, Loc, QualType, StmtId, StmtKind, Type};

impl Grower<'_> {
    pub(super) fn array_stmt(&mut self) -> bool {
        let Some(array) = self.array_var() else { return false };
        let mut lens = Vec::new();
        let mut ty = array.ty.ty;
        while let Type::Array { elem, len } = *self.text.program.types.get(ty) {
            lens.push(len.unwrap_or(1));
            ty = elem.ty;
        }
        // Outer dimensions only as far as the steps go.
        let mut depth = lens.len();
        let trips: u64 = lens.iter().product();
        if self.afford_trips(trips) < trips {
            depth = 1;
        }
        if self.afford_trips(lens[0]) < lens[0] {
            return false;
        }
        self.array_loop(array, &lens[..depth], 0)
    }

    /// A visible array, most often one of integers that can be written.
    pub(super) fn array_var(&mut self) -> Option<Var> {
        for _ in 0..8 {
            let function = self.function();
            let locals: Vec<Var> = function.blocks.iter().flat_map(|b| &b.vars).copied().collect();
            let total = self.scope.globals.len() + locals.len();
            if total == 0 {
                break;
            }
            let index = self.choices.below(total as u32) as usize;
            let var = if index < self.scope.globals.len() {
                self.scope.globals[index]
            } else {
                locals[index - self.scope.globals.len()]
            };
            let inner = self.text.program.types.innermost(var.ty);
            let record = self.text.program.types.as_record(inner.ty).is_some();
            if self.text.program.types.as_array(var.ty.ty).is_some()
                && self.is_modifiable(inner)
                && !(record && self.has_volatile(inner))
                && (!self.function().recursive || self.text.program.types.is_arithmetic(inner.ty))
            {
                return Some(var);
            }
        }
        if self.is_full() {
            return None;
        }
        let elem = if self.types.floats && self.choices.chance(self.config.float_array_percent) {
            self.draw_float_type()
        } else {
            let kind = self.draw_int_kind();
            self.int_type(kind)
        };
        let ty = self.array_of(QualType::plain(elem));
        Some(self.declare_global(ty))
    }

    /// `for (i = 0; i < len; i++)` around the rest; the body assigns to elements.
    fn array_loop(&mut self, array: Var, lens: &[u64], level: usize) -> bool {
        let mark = self.mark();
        let (var, kind) = self.counter_var();
        let shape = brinell_lang::arith::IntShape::of(self.target(), kind);
        let len = lens[level];
        // Up, or sometimes down.
        let up = !shape.signed || self.choices.chance(self.config.array_up_percent);
        let count = if up {
            Count { var, kind, first: 0, step: 1, trips: len }
        } else {
            Count { var, kind, first: i128::from(len) - 1, step: -1, trips: len }
        };
        if !shape.holds(i128::from(len) + 2) {
            self.rollback(mark);
            return false;
        }
        let Some(start) = self.push_start(&count) else {
            self.rollback(mark);
            return false;
        };
        self.facts.analysis.protect(var.node);
        let value = self.var_expr(var);
        let bound = self.number(if up { i128::from(len) } else { 0 }, kind);
        let op = if up { BinaryOp::Lt } else { BinaryOp::Ge };
        let test =
            self.build().binary(op, value, bound, Loc::NONE).expect("integers can be compared");
        let step = self.step(&count, false);
        let body: StmtId = self.loop_body(&count, 0, |g| {
            if level + 1 < lens.len() {
                g.array_loop(array, lens, level + 1);
                if g.choices.chance(g.config.array_perfect_percent) {
                    return;
                }
            }
            let element = g.text.program.types.innermost(array.ty);
            let statements = 1 + g.choices.below(g.config.max_element_statements);
            for _ in 0..statements {
                g.element_stmt(array, element);
            }
            if g.choices.chance(g.config.array_extra_percent) {
                g.statement();
            }
        });
        let stmt = self.push_for(var, start, test, step, body);
        self.add_tokens(12);
        self.close_loop(mark, stmt, body, 0)
    }

    /// `a[i] = expr`, `a[i] op= expr` or `sum op= a[i]`: of an element of this type, to which the
    /// array or a pointer into it leads.
    pub(super) fn element_stmt(&mut self, array: Var, element: QualType) -> bool {
        let mark = self.mark();
        let want = self.converting_to(element.ty);
        let depth = self.config.max_depth_element.min(self.depth_here());
        let float = want == ANY_FLOAT;
        let compounds = (float || want == ANY_INTEGER) && self.config.compound_assigns;
        if compounds && self.choices.chance(self.config.reduction_percent) {
            return self.reduction(array, float, mark);
        }
        let rhs = self.expr(want, depth);
        let compound = compounds && self.choices.chance(self.config.element_compound_percent);
        let access = if compound { Access::Update } else { Access::Write };
        let Some(place) = self.place_in(array, want, access, Some(&rhs.effects)) else {
            self.rollback(mark);
            return false;
        };
        let id = if compound {
            let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And];
            let op = if float { self.draw_float_op() } else { *self.choices.pick(&ops) };
            self.build().assign_op(op, place.id, rhs.id, Loc::NONE)
        } else {
            self.build().assign(place.id, rhs.id, Loc::NONE)
        };
        let Ok(id) = id else {
            self.rollback(mark);
            return false;
        };
        self.add_tokens(4);
        let stmt = self.push_stmt(StmtKind::Expr(id));
        self.commit(stmt, mark)
    }

    /// `sum op= a[i]`
    fn reduction(&mut self, array: Var, float: bool, mark: super::GrowMark) -> bool {
        let want = if float { ANY_FLOAT } else { ANY_INTEGER };
        let element = self.place_in(array, want, Access::Read, None);
        let Some(element) = element else {
            self.rollback(mark);
            return false;
        };
        let mut effects = element.effects.clone();
        let state = self.state().clone();
        let loaded = self.facts.analysis.load(&state, element.nodes, &mut effects);
        let sum = self.find_place(want, Access::Update, Some(&effects));
        let (Ok(AbstractValue::Plain), Some(sum)) = (loaded, sum) else {
            self.rollback(mark);
            return false;
        };
        let ops = [BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Mul];
        let op = if float { self.draw_float_op() } else { *self.choices.pick(&ops) };
        let Ok(id) = self.build().assign_op(op, sum.id, element.id, Loc::NONE) else {
            self.rollback(mark);
            return false;
        };
        self.add_tokens(4);
        let stmt = self.push_stmt(StmtKind::Expr(id));
        self.commit(stmt, mark)
    }
}
