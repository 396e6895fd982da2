//! An expression built again: the same kind of node over operands that may have other types now.

use super::{Builder, Result, fail};
use crate::expr::{Expr, ExprKind};
use crate::ids::ExprId;
use crate::long_double::LongDouble;
use crate::types::FloatKind;

impl Builder<'_> {
    /// Builds an expression whose operands have been built here already, with the conversions that
    /// they need now.
    ///
    /// The type that it comes with counts where no operand decides, that is for constants, names
    /// and casts; elsewhere it follows anew. What the text does not show is left to whoever needs
    /// it, so that a load, a decay or an implicit cast is its operand.
    pub fn again(&mut self, expr: Expr) -> Result<ExprId> {
        let Expr { kind, ty, loc } = expr;
        match kind {
            ExprKind::Int(value) => match self.types.as_int(ty.ty) {
                Some(kind) => Ok(self.int(value, kind, loc)),
                None => fail(loc, "the constant of another type would be an integer"),
            },
            ExprKind::Float(value) => match self.types.as_float(ty.ty) {
                Some(kind) => Ok(self.float(value, kind, loc)),
                None => fail(loc, "the constant of another type would be a floating one"),
            },
            ExprKind::LongDouble(bits) => {
                let value = self.target.long_format.and_then(|f| LongDouble::from_bits(f, bits));
                match (self.types.as_float(ty.ty), value) {
                    (Some(FloatKind::LongDouble), Some(value)) => Ok(self.long_double(value, loc)),
                    (Some(kind), Some(value)) => Ok(self.float(value.to_double(), kind, loc)),
                    _ => fail(loc, "the constant of another type would be a long double"),
                }
            }
            ExprKind::Str(_)
            | ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::Function(_)
            | ExprKind::CompoundLiteral(_) => Ok(self.push(kind, ty, loc)),
            ExprKind::Unary { op, operand } => self.unary(op, operand, loc),
            ExprKind::Binary { op, lhs, rhs } => self.binary(op, lhs, rhs, loc),
            ExprKind::Logical { op, lhs, rhs } => self.logical(op, lhs, rhs, loc),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.conditional(cond, then, otherwise, loc)
            }
            ExprKind::Comma { lhs, rhs } => Ok(self.comma(lhs, rhs, loc)),
            ExprKind::Assign { lhs, rhs } => self.assign(lhs, rhs, loc),
            ExprKind::AssignOp { op, lhs, rhs, .. } => self.assign_op(op, lhs, rhs, loc),
            ExprKind::IncDec { op, operand } => self.inc_dec(op, operand, loc),
            ExprKind::Cast { operand, implicit: true }
            | ExprKind::Load(operand)
            | ExprKind::Decay(operand) => Ok(operand),
            ExprKind::Cast { operand, implicit: false } => self.cast(operand, ty.ty, loc),
            ExprKind::AddrOf(operand) => self.addr_of(operand, loc),
            ExprKind::Deref(operand) => self.deref(operand, loc),
            ExprKind::Index { base, index } => self.index(base, index, loc),
            ExprKind::Member { base, field } => self.member(base, field, loc),
            ExprKind::Call { callee, args } => self.call(callee, args.into_vec(), loc),
            ExprKind::SizeOf(of) => self.size_of(of, loc),
            ExprKind::AlignOf(of) => self.align_of(of, loc),
        }
    }
}
