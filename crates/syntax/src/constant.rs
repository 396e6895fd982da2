//! Constant expressions (C11 6.6): integer constants where the grammar wants them, and the check
//! that initialisers of static objects are constant.

use crate::error::{Result, invalid, unsupported};
use crate::parser::{MAX_CONSTANT_DEPTH, Parser};
use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, ConstError, ExprId, ExprKind, Id, Init, IntKind, Loc, QualType, Type, eval_const,
    eval_int,
};

impl Parser<'_> {
    /// Reads an integer constant expression; `what` names it for messages.
    pub(crate) fn constant(&mut self, what: &str) -> Result<i128> {
        let loc = self.loc();
        match self.try_constant()? {
            Ok(value) => Ok(value),
            Err(_) => invalid(loc, format!("{what} has to be an integer constant")),
        }
    }

    /// The length of an array; `None` where it is not constant.
    pub(crate) fn array_length(&mut self) -> Result<Option<i128>> {
        let loc = self.loc();
        match self.try_constant()? {
            Ok(value) => Ok(Some(value)),
            Err(Some(ConstError::NotConstant(_))) => Ok(None),
            Err(_) => invalid(loc, "the length of an array has to be an integer constant"),
        }
    }

    fn try_constant(&mut self) -> Result<std::result::Result<i128, Option<ConstError>>> {
        let mark = self.exprs.len();
        let e = self.conditional()?;
        let e = self.make(|b| b.rvalue(e))?;
        let kind = self.types.as_int(self.ty_of(e).ty);
        let result = eval_int(&self.types, &self.target, &self.exprs, e);
        self.forget_from(mark);
        Ok(match (kind, result) {
            (Some(kind), Ok(bits)) => Ok(IntShape::of(&self.target, kind).value(bits)),
            (None, _) => Err(None),
            (_, Err(error)) => Err(Some(error)),
        })
    }

    /// Checks that every expression of a static initialiser is constant (C11 6.7.9p4).
    pub(crate) fn check_static_init(&self, init: &Init) -> Result<()> {
        match init {
            Init::List(items) => items.iter().try_for_each(|i| self.check_static_init(&i.init)),
            Init::Expr(e) => {
                // A character array initialised by a string.
                if matches!(self.exprs[*e].kind, ExprKind::Str(_)) {
                    return Ok(());
                }
                if self.depths.get(e.index()).is_some_and(|d| *d > MAX_CONSTANT_DEPTH) {
                    return unsupported(self.exprs[*e].loc, "a constant nested too deeply");
                }
                self.check_constant_value(*e)
            }
        }
    }

    fn check_constant_value(&self, e: ExprId) -> Result<()> {
        let Err(error) = eval_const(&self.types, &self.target, &self.exprs, e) else {
            return Ok(());
        };
        let expr = &self.exprs[e];
        match error {
            ConstError::Arith(at, _) => {
                return invalid(self.exprs[at].loc, "a constant expression has no defined value");
            }
            // The conversion to the object's type is not part of the constant: it is undefined, and
            // the machine says so.
            ConstError::FloatOutOfRange(_) => return Ok(()),
            ConstError::NotConstant(_) => {}
        }
        match expr.kind {
            ExprKind::Cast { operand, .. } => self.check_constant_cast(operand, expr.ty, expr.loc),
            ExprKind::AddrOf(lvalue) | ExprKind::Decay(lvalue) => self.check_static_lvalue(lvalue),
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs }
                if eval_int(&self.types, &self.target, &self.exprs, rhs).is_ok() =>
            {
                self.check_constant_value(lhs)
            }
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs }
                if eval_int(&self.types, &self.target, &self.exprs, lhs).is_ok() =>
            {
                self.check_constant_value(rhs)
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                match eval_const(&self.types, &self.target, &self.exprs, cond) {
                    Ok(brinell_lang::Const::Int(v)) => {
                        self.check_constant_value(if !v.is_zero() { then } else { otherwise })
                    }
                    _ => self.not_constant(e),
                }
            }
            _ => self.not_constant(e),
        }
    }

    /// Addresses may become other pointers and integers that hold them.
    fn check_constant_cast(&self, operand: ExprId, to: QualType, loc: Loc) -> Result<()> {
        let from = self.exprs[operand].ty.ty;
        let wide_enough = match self.types.get(to.ty) {
            Type::Pointer(_) => true,
            Type::Int(IntKind::Bool) => false,
            _ => match (self.types.as_int(to.ty), self.types.pointee(from)) {
                (Some(kind), Some(_)) => self.target.int_size(kind) == self.target.pointer,
                (Some(kind), None) => self
                    .types
                    .as_int(from)
                    .is_some_and(|f| self.target.int_size(f) == self.target.int_size(kind)),
                _ => false,
            },
        };
        self.check_constant_value(operand)?;
        if wide_enough {
            return Ok(());
        }
        unsupported(loc, "a static initialiser that computes with an address")
    }

    fn check_static_lvalue(&self, e: ExprId) -> Result<()> {
        match self.exprs[e].kind {
            ExprKind::Global(_) | ExprKind::Str(_) | ExprKind::Function(_) => Ok(()),
            ExprKind::Member { base, .. } => self.check_static_lvalue(base),
            ExprKind::Deref(pointer) => self.check_constant_value(pointer),
            ExprKind::Index { base, index } => {
                self.check_constant_value(base)?;
                match eval_int(&self.types, &self.target, &self.exprs, index) {
                    Ok(_) => Ok(()),
                    Err(_) => self.not_constant(index),
                }
            }
            _ => self.not_constant(e),
        }
    }

    fn not_constant<T>(&self, e: ExprId) -> Result<T> {
        let loc = self.exprs[e].loc;
        let mut foldable = true;
        let mut work = vec![e];
        while let Some(at) = work.pop() {
            let expr = &self.exprs[at];
            match &expr.kind {
                // gcc reads constant objects at compile time as an extension.
                ExprKind::Load(from) => {
                    let read = &self.exprs[*from];
                    let literal = matches!(read.kind, ExprKind::Global(_))
                        && self.types.as_record(read.ty.ty).is_some();
                    foldable &=
                        literal || (read.ty.quals.is_const() && !read.ty.quals.is_volatile());
                }
                ExprKind::Call { .. }
                | ExprKind::Assign { .. }
                | ExprKind::AssignOp { .. }
                | ExprKind::IncDec { .. }
                | ExprKind::Comma { .. }
                | ExprKind::CompoundLiteral(_)
                | ExprKind::Local(_) => foldable = false,
                _ => expr.for_each_child(|c| work.push(c)),
            }
        }
        if foldable {
            return unsupported(loc, "this form of static initialiser");
        }
        invalid(loc, "the initialiser of a static object is not constant")
    }

    /// Whether evaluating the expression does something.
    pub(crate) fn has_effects(&self, e: ExprId) -> bool {
        self.exprs.under(e).any(|(_, expr)| match &expr.kind {
            ExprKind::Call { .. }
            | ExprKind::Assign { .. }
            | ExprKind::AssignOp { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::CompoundLiteral(_) => true,
            ExprKind::Load(from) => self.exprs[*from].ty.quals.is_volatile(),
            _ => false,
        })
    }
}
