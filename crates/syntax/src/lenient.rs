//! Where we are as lenient as compilers: Csmith compares and assigns pointers to different types
//! without a cast, which violates a constraint (C11 6.5.9p2, 6.5.16.1p1) but gets only a warning.
//! Such a conversion becomes an explicit cast, which is what the compilers do and what the
//! program should have said. Everything else that the builder refuses stays an error.

use crate::error::Result;
use crate::parser::Parser;
use brinell_lang::{BinaryOp, ExprId, Type, TypeId};

impl Parser<'_> {
    /// Whether both are pointers to objects that do not go together.
    fn clash(&self, a: TypeId, b: TypeId) -> bool {
        let (Some(p), Some(q)) = (self.types.pointee(a), self.types.pointee(b)) else {
            return false;
        };
        let object = |ty: TypeId| !matches!(self.types.get(ty), Type::Void | Type::Function(_));
        object(p.ty) && object(q.ty) && !self.types.compatible(p.ty, q.ty)
    }

    /// The operand as a value; with a cast if it is a pointer to a type that does not fit.
    fn reconciled(&mut self, e: ExprId, to: TypeId) -> Result<ExprId> {
        if self.types.pointee(to).is_none() {
            return Ok(e);
        }
        let e = self.make(|b| b.rvalue(e))?;
        if !self.clash(self.ty_of(e).ty, to) {
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
    pub(crate) fn assign(
        &mut self,
        lhs: ExprId,
        rhs: ExprId,
        loc: brinell_lang::Loc,
    ) -> Result<ExprId> {
        let rhs = self.reconciled(rhs, self.ty_of(lhs).ty)?;
        self.build(|b| b.assign(lhs, rhs, loc))
    }

    /// `lhs op rhs`
    pub(crate) fn binary_op(
        &mut self,
        op: BinaryOp,
        mut lhs: ExprId,
        mut rhs: ExprId,
        loc: brinell_lang::Loc,
    ) -> Result<ExprId> {
        if op.is_comparison() {
            lhs = self.make(|b| b.rvalue(lhs))?;
            if self.types.pointee(self.ty_of(lhs).ty).is_some() {
                rhs = self.reconciled(rhs, self.ty_of(lhs).ty)?;
            }
        }
        self.build(|b| b.binary(op, lhs, rhs, loc))
    }

    /// `callee(args)`
    pub(crate) fn call(
        &mut self,
        callee: ExprId,
        mut args: Vec<ExprId>,
        loc: brinell_lang::Loc,
    ) -> Result<ExprId> {
        let callee = self.make(|b| b.rvalue(callee))?;
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
