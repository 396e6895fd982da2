//! Expressions: the nodes that the text shows, with wrappers seen through.

use super::hazard;
use super::part::{WrapperKind, wrapper};
use super::rows::Row;
use super::walk::Walk;
use brinell_lang::{
    Bits, ExprId, ExprKind, Exprs, FuncId, IncDecOp, IntKind, LogicalOp, Type, UnaryOp,
};

impl Walk<'_> {
    /// Counts an expression and returns its depth. `root`: nothing of the text stands around it.
    pub(super) fn expr(&mut self, exprs: &Exprs, id: ExprId, root: bool) -> usize {
        let kind = &exprs[id].kind;
        self.note_float(exprs, id);
        self.note_wide(exprs, id);
        self.note_pointer_arithmetic(exprs, id);
        match *kind {
            // What the text does not show.
            ExprKind::Load(operand) => {
                self.access(exprs, operand);
                return self.expr(exprs, operand, root);
            }
            ExprKind::Decay(operand) => return self.expr(exprs, operand, root),
            ExprKind::Cast { operand, implicit: true } => return self.expr(exprs, operand, root),
            ExprKind::Cast { .. } if self.is_null(exprs, id) => {
                self.found.add(Row::Expressions, 1);
                return 1;
            }
            _ => {}
        }
        self.found.add(Row::Expressions, 1);
        self.note_operator(exprs, id, root);
        if hazard::raw(self.program, exprs, id) == Some(true) {
            self.found.add(Row::Raw, 1);
        }
        let mut deepest = 0;
        if let ExprKind::Call { callee, args } = kind {
            if let Some(function) = direct_callee(exprs, *callee) {
                self.note_call(function);
            } else {
                self.found.add(Row::Calls, 1);
                self.found.add(Row::IndirectCalls, 1);
                deepest = self.expr(exprs, *callee, false);
            }
            for arg in args {
                deepest = deepest.max(self.expr(exprs, *arg, false));
            }
        } else {
            exprs[id].for_each_child(|child| {
                deepest = deepest.max(self.expr(exprs, child, false));
            });
        }
        deepest + 1
    }

    /// Sums, steps and differences of pointers.
    fn note_pointer_arithmetic(&mut self, exprs: &Exprs, id: ExprId) {
        let pointer = |id: ExprId| self.program.types.pointee(exprs[id].ty.ty).is_some();
        let is_one = match exprs[id].kind {
            ExprKind::Binary { op, lhs, rhs } => {
                !op.is_comparison() && (pointer(lhs) || pointer(rhs))
            }
            ExprKind::AssignOp { lhs, .. } => pointer(lhs),
            ExprKind::IncDec { operand, .. } => pointer(operand),
            _ => false,
        };
        self.found.add(Row::PointerArithmetic, usize::from(is_one));
    }

    /// Floating arithmetic, comparisons and conversions.
    fn note_float(&mut self, exprs: &Exprs, id: ExprId) {
        let types = &self.program.types;
        let floating = |id: ExprId| types.as_float(exprs[id].ty.ty).is_some();
        let row = match exprs[id].kind {
            ExprKind::Binary { op, lhs, .. } if op.is_comparison() && floating(lhs) => {
                Row::FloatComparisons
            }
            ExprKind::Binary { .. } | ExprKind::IncDec { .. } if floating(id) => {
                Row::FloatOperations
            }
            ExprKind::AssignOp { compute, .. } if types.as_float(compute).is_some() => {
                Row::FloatOperations
            }
            ExprKind::Cast { operand, .. }
                if types.is_arithmetic(exprs[id].ty.ty)
                    && types.is_arithmetic(exprs[operand].ty.ty)
                    && floating(operand) != floating(id) =>
            {
                Row::FloatConversions
            }
            _ => return,
        };
        self.found.add(row, 1);
    }

    /// What is computed in 128 bits, and conversions from them and to them.
    fn note_wide(&mut self, exprs: &Exprs, id: ExprId) {
        let types = &self.program.types;
        let is_wide = |ty| types.as_int(ty).is_some_and(IntKind::is_128);
        let wide = |id: ExprId| is_wide(exprs[id].ty.ty);
        let is_one = match exprs[id].kind {
            ExprKind::Binary { lhs, .. } => wide(lhs),
            ExprKind::Unary { operand, .. } | ExprKind::IncDec { operand, .. } => wide(operand),
            ExprKind::AssignOp { compute, .. } => is_wide(compute),
            ExprKind::Cast { operand, .. } => {
                wide(operand) != wide(id) && types.is_arithmetic(exprs[id].ty.ty)
            }
            _ => false,
        };
        self.found.add(Row::WideOperations, usize::from(is_one));
    }

    /// A node that the text shows.
    fn note_operator(&mut self, exprs: &Exprs, id: ExprId, root: bool) {
        let expr = &exprs[id];
        let operator = match expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::LongDouble(_)
            | ExprKind::Str(_)
            | ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::Function(_)
            // Calls are noted with who is called.
            | ExprKind::Call { .. }
            | ExprKind::Load(_)
            | ExprKind::Decay(_) => return,
            ExprKind::CompoundLiteral(_) => ("literal", "{}"),
            ExprKind::Unary { op, .. } => ("unary", unary_spelling(op)),
            ExprKind::Binary { op, lhs, .. } => {
                if op.is_comparison() {
                    self.found.add(Row::Comparisons, 1);
                    let pointers = self.program.types.pointee(exprs[lhs].ty.ty).is_some();
                    self.found.add(Row::PointerComparisons, usize::from(pointers));
                }
                ("binary", op.spelling())
            }
            ExprKind::Logical { op, .. } => {
                self.found.add(Row::Logicals, 1);
                ("logical", if op == LogicalOp::And { "&&" } else { "||" })
            }
            ExprKind::Conditional { .. } => {
                self.found.add(Row::Conditionals, 1);
                ("conditional", "?:")
            }
            ExprKind::Comma { .. } => {
                self.found.add(Row::Commas, 1);
                ("comma", ",")
            }
            ExprKind::Assign { lhs, .. } => {
                self.found.add(Row::EmbeddedAssigns, usize::from(!root));
                self.access(exprs, lhs);
                ("assign", "=")
            }
            ExprKind::AssignOp { op, lhs, .. } => {
                self.found.add(Row::EmbeddedAssigns, usize::from(!root));
                self.found.add(Row::CompoundAssigns, 1);
                self.access(exprs, lhs);
                self.access(exprs, lhs);
                ("assign", op.spelling())
            }
            ExprKind::IncDec { op, operand } => {
                self.found.add(Row::Increments, 1);
                self.access(exprs, operand);
                self.access(exprs, operand);
                ("step", step_spelling(op))
            }
            ExprKind::Cast { .. } => {
                self.found.add(Row::Casts, 1);
                self.mention(expr.ty);
                ("cast", "()")
            }
            ExprKind::AddrOf(_) => {
                self.found.add(Row::AddressOf, 1);
                ("address", "&")
            }
            ExprKind::Deref(_) => {
                self.found.add(Row::Dereferences, 1);
                ("dereference", "*")
            }
            ExprKind::Index { index, .. } => {
                self.found.add(Row::Indices, 1);
                let constant = is_constant(exprs, index);
                self.found.add(Row::VariableIndices, usize::from(!constant));
                ("index", "[]")
            }
            ExprKind::Member { .. } => {
                self.found.add(Row::Members, 1);
                ("member", ".")
            }
            ExprKind::SizeOf(ty) => {
                self.mention(ty);
                ("sizeof", "sizeof")
            }
            ExprKind::AlignOf(ty) => {
                self.mention(ty);
                ("sizeof", "_Alignof")
            }
        };
        self.operators.insert(operator);
    }

    fn note_call(&mut self, function: FuncId) {
        let function = &self.program.functions[function];
        let Some(what) = wrapper(function.name.as_deref()) else {
            self.found.add(Row::Calls, 1);
            self.operators.insert(("call", "()"));
            return;
        };
        match what {
            WrapperKind::Binary(op) => {
                self.operators.insert(("binary", op.spelling()));
            }
            WrapperKind::Negation => {
                self.operators.insert(("unary", unary_spelling(UnaryOp::Neg)));
            }
            WrapperKind::Conversion => self.found.add(Row::FloatConversions, 1),
            WrapperKind::Other => {}
        }
        let could = match self.program.types.as_function(function.ty) {
            Some(ty) => hazard::wrapped(self.program, what, ty),
            None => true,
        };
        self.found.add(Row::Wrapped, usize::from(could));
    }

    /// A read or write of an lvalue.
    fn access(&mut self, exprs: &Exprs, lvalue: ExprId) {
        let volatile = exprs[lvalue].ty.quals.is_volatile();
        self.found.add(Row::VolatileAccesses, usize::from(volatile));
    }

    /// `(void *)0` and the like: written as a cast, meant as a constant.
    fn is_null(&self, exprs: &Exprs, id: ExprId) -> bool {
        match exprs[id].kind {
            ExprKind::Cast { operand, .. } => {
                matches!(self.program.types.get(exprs[id].ty.ty), Type::Pointer(_))
                    && (matches!(exprs[operand].kind, ExprKind::Int(Bits::ZERO))
                        || self.is_null(exprs, operand))
            }
            _ => false,
        }
    }
}

fn direct_callee(exprs: &Exprs, callee: ExprId) -> Option<FuncId> {
    match exprs[callee].kind {
        ExprKind::Function(function) => Some(function),
        ExprKind::Decay(inner) => direct_callee(exprs, inner),
        _ => None,
    }
}

/// Whether the text of an operand is a constant.
fn is_constant(exprs: &Exprs, id: ExprId) -> bool {
    match exprs[id].kind {
        ExprKind::Int(_) => true,
        ExprKind::Cast { operand, .. } => is_constant(exprs, operand),
        _ => false,
    }
}

const fn unary_spelling(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Neg => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
    }
}

const fn step_spelling(op: IncDecOp) -> &'static str {
    match op {
        IncDecOp::PreInc => "++x",
        IncDecOp::PreDec => "--x",
        IncDecOp::PostInc => "x++",
        IncDecOp::PostDec => "x--",
    }
}
