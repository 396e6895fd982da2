//! Where we are as lenient as compilers, because Csmith needs it. It compares pointers to different
//! types, and it assigns a pointer to `int` to one to `unsigned int`. Both violate a constraint
//! (C11 6.5.9p2, 6.5.16.1p1) and get only a warning, from gcc 14 too. Such a conversion becomes an
//! explicit cast, which is what the compilers do and what the program should have said. Everything
//! else that the builder refuses stays an error.

use crate::error::{Result, invalid};
use crate::parser::Parser;
use brinell_lang::{BinaryOp, ExprId, Loc, Type, TypeId};

impl Parser<'_> {
    /// Whether both are pointers to objects of types that are not compatible.
    fn clash(&self, a: TypeId, b: TypeId) -> bool {
        let (Some(p), Some(q)) = (self.types.pointee(a), self.types.pointee(b)) else {
            return false;
        };
        let object = |ty: TypeId| !matches!(self.types.get(ty), Type::Void | Type::Function(_));
        object(p.ty) && object(q.ty) && !self.types.compatible(p.ty, q.ty)
    }

    /// Whether a pointer becomes one to the same integer type with or without a sign.
    fn changes_sign(&self, from: TypeId, to: TypeId) -> bool {
        let (Some(p), Some(q)) = (self.types.pointee(from), self.types.pointee(to)) else {
            return false;
        };
        match (self.types.get(p.ty), self.types.get(q.ty)) {
            (Type::Int(a), Type::Int(b)) => {
                a != b && a.to_unsigned() == b.to_unsigned() && q.quals.contains(p.quals)
            }
            _ => false,
        }
    }

    /// The operand, with a cast if it is a pointer whose sign does not fit.
    fn reconciled(&mut self, e: ExprId, to: TypeId) -> Result<ExprId> {
        if self.types.pointee(to).is_none() {
            return Ok(e);
        }
        let e = self.make(|b| b.rvalue(e))?;
        if !self.changes_sign(self.ty_of(e).ty, to) {
            return Ok(e);
        }
        let loc = self.exprs[e].loc;
        self.build(|b| b.cast(e, to, loc))
    }

    /// Converts as if by assignment.
    pub(crate) fn convert(&mut self, e: ExprId, to: TypeId, what: &str) -> Result<ExprId> {
        let e = self.reconciled(e, to)?;
        self.build(|b| b.assignable(e, to, what))
    }

    /// `lhs = rhs`
    pub(crate) fn assign(&mut self, lhs: ExprId, rhs: ExprId, loc: Loc) -> Result<ExprId> {
        let rhs = self.reconciled(rhs, self.ty_of(lhs).ty)?;
        self.build(|b| b.assign(lhs, rhs, loc))
    }

    /// `lhs op rhs`
    pub(crate) fn binary_op(
        &mut self,
        op: BinaryOp,
        mut lhs: ExprId,
        mut rhs: ExprId,
        loc: Loc,
    ) -> Result<ExprId> {
        if op.is_comparison() {
            (lhs, rhs) = (self.make(|b| b.rvalue(lhs))?, self.make(|b| b.rvalue(rhs))?);
            let to = self.ty_of(lhs).ty;
            if self.clash(self.ty_of(rhs).ty, to) {
                let at = self.exprs[rhs].loc;
                rhs = self.build(|b| b.cast(rhs, to, at))?;
            }
        }
        self.build(|b| b.binary(op, lhs, rhs, loc))
    }

    /// `callee(args)`
    pub(crate) fn call(
        &mut self,
        callee: ExprId,
        mut args: Vec<ExprId>,
        loc: Loc,
    ) -> Result<ExprId> {
        let callee = self.make(|b| b.rvalue(callee))?;
        for (i, arg) in args.iter().enumerate() {
            if self.types.is_void(self.ty_of(*arg).ty) {
                return invalid(self.exprs[*arg].loc, format!("argument {} has no value", i + 1));
            }
        }
        let to = self.types.pointee(self.ty_of(callee).ty);
        if let Some(f) = to.and_then(|to| self.types.as_function(to.ty))
            && f.prototype
            && f.params.iter().any(|p| self.types.pointee(*p).is_some())
        {
            let params = f.params.clone();
            for (arg, param) in args.iter_mut().zip(params) {
                *arg = self.reconciled(*arg, param)?;
            }
        }
        self.build(|b| b.call(callee, args, loc))
    }
}
