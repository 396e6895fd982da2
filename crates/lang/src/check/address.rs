//! Constant expressions in static initialisers (C11 6.6p7-9): arithmetic constants, null pointers,
//! and the address of a static object or function plus or minus a constant.

use super::expr::{MAX_CONSTANT_DEPTH, Typing};
use crate::consts::{ConstError, eval_const};
use crate::expr::{BinaryOp, ExprKind};
use crate::ids::{ExprId, Id};

impl Typing<'_, '_> {
    /// Why a value is not constant, if it is not.
    pub fn static_value(&self, e: ExprId) -> Result<(), String> {
        if self.tree.depth[e.index()] > MAX_CONSTANT_DEPTH {
            return Err("a static initialiser nests too deep to be evaluated".to_owned());
        }
        let arithmetic = self.types().is_arithmetic(self.exprs()[e].ty.ty) && self.is_arithmetic(e);
        if arithmetic || self.is_address(e) {
            return Ok(());
        }
        Err("a static initialiser is not constant".to_owned())
    }

    /// Whether it is made of arithmetic constants. One without a defined value is the machine's
    /// business: it names the rule that the program breaks before it starts.
    fn is_arithmetic(&self, e: ExprId) -> bool {
        match eval_const(self.types(), self.cx.target(), self.exprs(), e) {
            Ok(_) | Err(ConstError::Arith(..) | ConstError::FloatOutOfRange(_)) => true,
            Err(ConstError::NotConstant(_)) => false,
        }
    }

    fn is_constant_integer(&self, e: ExprId) -> bool {
        self.types().is_integer(self.exprs()[e].ty.ty)
            && eval_const(self.types(), self.cx.target(), self.exprs(), e).is_ok()
    }

    /// Whether a value is an address constant or a null pointer. The depth has been measured.
    fn is_address(&self, e: ExprId) -> bool {
        let expr = &self.exprs()[e];
        match &expr.kind {
            ExprKind::Decay(place) | ExprKind::AddrOf(place) => self.is_static_place(*place),
            ExprKind::Cast { operand, .. } => {
                self.is_address(*operand) || self.is_constant_integer(*operand)
            }
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } => {
                self.is_address(*lhs) && self.is_constant_integer(*rhs)
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let known = self.is_constant_integer(*cond) || self.is_address(*cond);
                known && self.is_constant_value(*then) && self.is_constant_value(*otherwise)
            }
            _ => false,
        }
    }

    fn is_constant_value(&self, e: ExprId) -> bool {
        self.is_constant_integer(e) || self.is_address(e)
    }

    /// Whether an lvalue or designator stands for a place known before the program starts.
    fn is_static_place(&self, e: ExprId) -> bool {
        match self.exprs()[e].kind {
            ExprKind::Global(_) | ExprKind::Str(_) | ExprKind::Function(_) => true,
            ExprKind::Member { base, .. } => self.is_static_place(base),
            ExprKind::Deref(pointer) => self.is_address(pointer),
            ExprKind::Index { base, index } => {
                self.is_address(base) && self.is_constant_integer(index)
            }
            _ => false,
        }
    }
}
