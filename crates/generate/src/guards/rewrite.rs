//! Putting guards into a body. Each operator keeps its id and its type, so that what holds it need
//! not know.

use super::Form;
use super::sites::{Guard, Site};
use super::table::Table;
use super::wrapper::Wrapper;
use brinell_choice::Choices;
use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, Builder, Expr, ExprId, ExprKind, Exprs, FloatKind, Id, IncDecOp, Loc, Program,
    QualType, Target,
};

/// Rewrites the expressions of one body, which is not in its function meanwhile.
pub struct Rewrite<'a> {
    /// The program, whose table of types may grow.
    pub program: &'a mut Program,
    /// Its data model.
    pub target: &'a Target,
    /// The wrappers there are.
    pub table: &'a mut Table,
    /// The expressions of the body.
    pub exprs: &'a mut Exprs,
    /// How wrappers are written.
    pub form: Form,
    /// Draws between the forms.
    pub choices: &'a mut Choices,
}

impl Rewrite<'_> {
    fn builder(&mut self) -> Builder<'_> {
        let dialect = self.program.dialect;
        let types = self.program.types_mut();
        Builder { types, target: self.target, dialect, exprs: self.exprs }
    }

    /// Guards a site whose operands have been seen to. False where that cannot be done without
    /// changing more than what goes wrong.
    pub fn guard(&mut self, site: &Site) -> bool {
        let id = site.expr;
        let wrapper = match site.guard {
            Guard::Modulo(len) => return self.modulo(id, len),
            Guard::Wrapper(wrapper) => wrapper,
        };
        let loc = self.exprs[id].loc;
        let kind = match self.exprs[id].kind {
            ExprKind::Binary { lhs, rhs, .. } => Some(self.call(wrapper, vec![lhs, rhs], loc)),
            ExprKind::Unary { operand, .. } => Some(self.call(wrapper, vec![operand], loc)),
            ExprKind::Cast { operand, .. } => Some(self.conversion(wrapper, operand, loc)),
            ExprKind::AssignOp { lhs, rhs, .. } => self.assignment(wrapper, lhs, Some(rhs), loc),
            ExprKind::IncDec { op, operand } if site.used && !op.is_prefix() => {
                self.old_value(wrapper, op, operand, loc)
            }
            ExprKind::IncDec { operand, .. } => self.assignment(wrapper, operand, None, loc),
            _ => None,
        };
        if let Some(kind) = kind {
            self.exprs[id].kind = kind;
            return true;
        }
        false
    }

    /// `a[(unsigned)i % N]`
    fn modulo(&mut self, id: ExprId, len: u64) -> bool {
        let ExprKind::Index { base, index } = self.exprs[id].kind else { return false };
        let loc = self.exprs[id].loc;
        let Some(kind) = self.program.types.as_int(self.exprs[index].ty.ty) else { return false };
        let unsigned = kind.to_unsigned();
        let shape = IntShape::of(self.target, unsigned);
        let mut builder = self.builder();
        let mut index = index;
        if unsigned != kind {
            let ty = builder.types.int(unsigned);
            index = builder.cast(index, ty, loc).expect("integers convert to integers");
        }
        // A longer array has room for every value of the type.
        if shape.holds(len.into()) {
            let len = builder.int(len, unsigned, loc);
            index = builder.binary(BinaryOp::Rem, index, len, loc).expect("both are integers");
        }
        self.exprs[id].kind = ExprKind::Index { base, index };
        true
    }

    /// The call of a wrapper that converts.
    fn conversion(&mut self, wrapper: Wrapper, operand: ExprId, loc: Loc) -> ExprKind {
        let mut builder = self.builder();
        let double = builder.types.float(FloatKind::Double);
        let operand = builder.implicit(operand, double);
        self.call(wrapper, vec![operand], loc)
    }

    /// The call of a wrapper.
    fn call(&mut self, wrapper: Wrapper, args: Vec<ExprId>, loc: Loc) -> ExprKind {
        let leaves = args.iter().all(|arg| self.is_leaf(*arg));
        let as_macro = leaves
            && wrapper.may_be_macro()
            && match self.form {
                Form::Functions => false,
                Form::Macros => true,
                Form::Mixed { macro_percent } => self.choices.chance(macro_percent),
            };
        let function = self.table.get(self.program, wrapper, as_macro);
        let ty = self.program.functions[function].ty;
        let mut builder = self.builder();
        let designator = builder.function(function, ty, loc);
        let callee = builder.rvalue(designator);
        ExprKind::Call { callee, args: args.into() }
    }

    /// Whether evaluating a value twice is as good as once, and short to write: a constant or a
    /// variable that is not volatile, converted or not.
    fn is_leaf(&self, mut id: ExprId) -> bool {
        loop {
            match self.exprs[id].kind {
                ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::SizeOf(_)
                | ExprKind::AlignOf(_) => return true,
                ExprKind::Cast { operand, .. } => id = operand,
                ExprKind::Load(place) => {
                    return !self.exprs[place].ty.quals.is_volatile() && self.is_variable(place);
                }
                _ => return false,
            }
        }
    }

    /// Whether an lvalue is a variable or a member of one.
    fn is_variable(&self, mut place: ExprId) -> bool {
        while let ExprKind::Member { base, .. } = self.exprs[place].kind {
            place = base;
        }
        matches!(self.exprs[place].kind, ExprKind::Global(_) | ExprKind::Local(_))
    }

    /// `place = wrapper(place, rhs)`, for `++` and `--` with 1 on the right.
    fn assignment(
        &mut self,
        wrapper: Wrapper,
        place: ExprId,
        rhs: Option<ExprId>,
        loc: Loc,
    ) -> Option<ExprKind> {
        let repeatable = self.is_repeatable(place);
        debug_assert!(repeatable, "an lvalue with effects is assigned to by 'op='");
        if !repeatable {
            return None;
        }
        let stored = self.exprs[place].ty.ty;
        let again = self.exprs.copy(place);
        let kind = wrapper.left();
        let mut builder = self.builder();
        let compute = builder.types.int(kind);
        let old = builder.rvalue(again);
        let old = builder.implicit(old, compute);
        let rhs = rhs.unwrap_or_else(|| builder.int(1, kind, loc));
        let call = self.call(wrapper, vec![old, rhs], loc);
        let call = self.exprs.push(Expr { kind: call, ty: QualType::plain(compute), loc });
        let rhs = self.builder().implicit(call, stored);
        Some(ExprKind::Assign { lhs: place, rhs })
    }

    /// `x == MAX ? x : x++`, in the type of `x`: a wrapper has no way to the old value.
    fn old_value(
        &mut self,
        wrapper: Wrapper,
        op: IncDecOp,
        place: ExprId,
        loc: Loc,
    ) -> Option<ExprKind> {
        let repeatable = self.is_repeatable(place) && !self.exprs[place].ty.quals.is_volatile();
        debug_assert!(repeatable, "the old value of a volatile 'x++' is used");
        if !repeatable {
            return None;
        }
        let (tested, kept) = (self.exprs.copy(place), self.exprs.copy(place));
        let kind = wrapper.left();
        let shape = IntShape::of(self.target, kind);
        let end = if op.is_increment() { shape.max() } else { shape.min() };
        let mut builder = self.builder();
        let ty = builder.exprs[place].ty.ty;
        let end = builder.int(end, kind, loc);
        let step = builder.inc_dec(op, place, loc).ok()?;
        let at_end = builder.binary(BinaryOp::Eq, tested, end, loc).ok()?;
        let value = builder.conditional(at_end, kept, step, loc).ok()?;
        if builder.exprs[value].ty.ty != ty {
            // What was a `short` has been promoted.
            return Some(ExprKind::Cast { operand: value, implicit: false });
        }
        // It takes the place of the step, not one of its own at the end.
        let kind = builder.exprs[value].kind.clone();
        builder.exprs.truncate(value.index());
        Some(kind)
    }

    /// Whether an lvalue can be evaluated twice: no effects, no calls but of wrappers, no volatile
    /// reads on the way to it.
    fn is_repeatable(&self, place: ExprId) -> bool {
        self.exprs.under(place).all(|(_, expr)| match expr.kind {
            ExprKind::Assign { .. }
            | ExprKind::AssignOp { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::CompoundLiteral(_) => false,
            ExprKind::Call { callee, .. } => self.is_wrapper(callee),
            ExprKind::Load(inner) => !self.exprs[inner].ty.quals.is_volatile(),
            _ => true,
        })
    }

    fn is_wrapper(&self, callee: ExprId) -> bool {
        let ExprKind::Decay(designator) = self.exprs[callee].kind else { return false };
        matches!(self.exprs[designator].kind, ExprKind::Function(f) if self.table.contains(f))
    }
}
