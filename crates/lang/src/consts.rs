//! Constant expressions (C11 6.6): folding with exactly the machine's arithmetic.

use crate::arith::{ArithError, IntShape};
use crate::bits::Bits;
use crate::expr::{ExprKind, LogicalOp, UnaryOp};
use crate::ids::{ExprId, TypeId};
use crate::layout::size_align;
use crate::long_double::{LongDouble, LongResult};
use crate::program::Exprs;
use crate::target::Target;
use crate::types::{FloatKind, IntKind, Type, Types};

/// An arithmetic constant.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Const {
    /// A canonical integer of the expression's type.
    Int(Bits),
    /// A floating value, rounded to the expression's type.
    Float(f64),
    /// A value of `long double`, where that is wider than `double`.
    Long(LongDouble),
}

/// Why something is not an arithmetic constant expression.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum ConstError {
    /// The operation has no defined value; such an expression is not constant.
    Arith(ExprId, ArithError),
    /// A floating value does not fit the integer type.
    FloatOutOfRange(ExprId),
    /// Something that constant expressions may not contain.
    NotConstant(ExprId),
}

/// Evaluates an arithmetic constant expression.
pub fn eval_const(
    types: &Types,
    target: &Target,
    exprs: &Exprs,
    id: ExprId,
) -> Result<Const, ConstError> {
    Eval { types, target, exprs }.eval(id)
}

/// Evaluates an integer constant expression to a canonical value of its type.
pub fn eval_int(
    types: &Types,
    target: &Target,
    exprs: &Exprs,
    id: ExprId,
) -> Result<Bits, ConstError> {
    match eval_const(types, target, exprs, id)? {
        Const::Int(v) => Ok(v),
        Const::Float(_) | Const::Long(_) => Err(ConstError::NotConstant(id)),
    }
}

/// Whether an expression is a null pointer constant (C11 6.3.2.3p3): an integer constant
/// expression with value 0, or such an expression cast to `void *`.
pub fn is_null_pointer_constant(types: &Types, target: &Target, exprs: &Exprs, id: ExprId) -> bool {
    let expr = &exprs[id];
    if types.is_integer(expr.ty.ty) {
        return eval_int(types, target, exprs, id) == Ok(Bits::ZERO);
    }
    match expr.kind {
        ExprKind::Cast { operand, .. } => {
            types.pointee(expr.ty.ty).is_some_and(|p| types.is_void(p.ty) && p.quals.is_empty())
                && types.is_integer(exprs[operand].ty.ty)
                && eval_int(types, target, exprs, operand) == Ok(Bits::ZERO)
        }
        _ => false,
    }
}

struct Eval<'a> {
    types: &'a Types,
    target: &'a Target,
    exprs: &'a Exprs,
}

impl Eval<'_> {
    fn shape(&self, id: ExprId, ty: TypeId) -> Result<IntShape, ConstError> {
        let kind = self.types.as_int(ty).ok_or(ConstError::NotConstant(id))?;
        Ok(IntShape::of(self.target, kind))
    }

    fn truth(&self, id: ExprId) -> Result<bool, ConstError> {
        Ok(match self.eval(id)? {
            Const::Int(v) => !v.is_zero(),
            Const::Float(v) => v != 0.0,
            Const::Long(v) => !v.is_zero(),
        })
    }

    fn eval(&self, id: ExprId) -> Result<Const, ConstError> {
        let expr = &self.exprs[id];
        let arith = |e| ConstError::Arith(id, e);
        match expr.kind {
            ExprKind::Int(v) => Ok(Const::Int(v)),
            ExprKind::Float(v) => Ok(Const::Float(v)),
            ExprKind::LongDouble(bits) => self
                .target
                .long_format
                .and_then(|format| LongDouble::from_bits(format, bits))
                .map(Const::Long)
                .ok_or(ConstError::NotConstant(id)),
            ExprKind::SizeOf(ty) => size_align(self.types, self.target, ty.ty)
                .map(|(size, _)| Const::Int(size.into()))
                .ok_or(ConstError::NotConstant(id)),
            ExprKind::AlignOf(ty) => size_align(self.types, self.target, ty.ty)
                .map(|(_, align)| Const::Int(align.into()))
                .ok_or(ConstError::NotConstant(id)),
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                Ok(Const::Int(Bits::from(!self.truth(operand)?)))
            }
            ExprKind::Unary { op, operand } => match (self.eval(operand)?, op) {
                (v, UnaryOp::Plus) => Ok(v),
                (Const::Float(v), UnaryOp::Neg) => Ok(Const::Float(-v)),
                (Const::Long(v), UnaryOp::Neg) => Ok(Const::Long(v.neg())),
                (Const::Int(v), UnaryOp::Neg) => {
                    self.shape(id, expr.ty.ty)?.neg(v).map(Const::Int).map_err(arith)
                }
                (Const::Int(v), UnaryOp::BitNot) => {
                    Ok(Const::Int(self.shape(id, expr.ty.ty)?.wrap(Bits::new(!v.unsigned()))))
                }
                _ => Err(ConstError::NotConstant(id)),
            },
            ExprKind::Binary { op, lhs, rhs } => {
                let operand_ty = self.exprs[lhs].ty.ty;
                match (self.eval(lhs)?, self.eval(rhs)?) {
                    (Const::Int(a), Const::Int(b)) => {
                        let shape = self.shape(id, operand_ty)?;
                        let result = if op.is_shift() {
                            let amount = self.shape(id, self.exprs[rhs].ty.ty)?.clamped_value(b);
                            shape.shift(op, a, amount)
                        } else {
                            shape.binary(op, a, b)
                        };
                        result.map(Const::Int).map_err(arith)
                    }
                    (Const::Float(a), Const::Float(b)) => {
                        let kind = self.types.as_float(operand_ty);
                        let single = kind.is_some_and(|kind| self.target.float_size(kind) == 4);
                        float_binary(op, a, b, single).ok_or(ConstError::NotConstant(id))
                    }
                    (Const::Long(a), Const::Long(b)) => match a.binary(op, b) {
                        Some(LongResult::Value(v)) => Ok(Const::Long(v)),
                        Some(LongResult::Truth(v)) => Ok(Const::Int(Bits::from(v))),
                        None => Err(ConstError::NotConstant(id)),
                    },
                    _ => Err(ConstError::NotConstant(id)),
                }
            }
            ExprKind::Logical { op, lhs, rhs } => {
                let left = self.truth(lhs)?;
                let value = match op {
                    LogicalOp::And => left && self.truth(rhs)?,
                    LogicalOp::Or => left || self.truth(rhs)?,
                };
                Ok(Const::Int(Bits::from(value)))
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                if self.truth(cond)? {
                    self.eval(then)
                } else {
                    self.eval(otherwise)
                }
            }
            ExprKind::Cast { operand, .. } => {
                let value = self.eval(operand)?;
                self.convert(id, value, operand, expr.ty.ty)
            }
            _ => Err(ConstError::NotConstant(id)),
        }
    }

    fn convert(
        &self,
        id: ExprId,
        value: Const,
        operand: ExprId,
        to: TypeId,
    ) -> Result<Const, ConstError> {
        match (self.types.get(to), value) {
            (Type::Int(IntKind::Bool), Const::Int(v)) => Ok(Const::Int(Bits::from(!v.is_zero()))),
            (Type::Int(IntKind::Bool), Const::Float(v)) => Ok(Const::Int(Bits::from(v != 0.0))),
            (Type::Int(_) | Type::Enum(_), Const::Int(v)) => {
                Ok(Const::Int(self.shape(id, to)?.wrap(v)))
            }
            (Type::Int(_) | Type::Enum(_), Const::Float(v)) => float_to_int(self.shape(id, to)?, v)
                .map(Const::Int)
                .ok_or(ConstError::FloatOutOfRange(id)),
            (Type::Int(IntKind::Bool), Const::Long(v)) => Ok(Const::Int(Bits::from(!v.is_zero()))),
            (Type::Int(_) | Type::Enum(_), Const::Long(v)) => {
                v.to_int(self.shape(id, to)?).map(Const::Int).ok_or(ConstError::FloatOutOfRange(id))
            }
            (Type::Float(FloatKind::LongDouble), value) if self.target.long_format.is_some() => {
                let format = self.target.long_format.ok_or(ConstError::NotConstant(id))?;
                Ok(Const::Long(match value {
                    Const::Int(v) => format.of_int(self.shape(id, self.exprs[operand].ty.ty)?, v),
                    Const::Float(v) => format.of_double(v),
                    Const::Long(v) => v,
                }))
            }
            (Type::Float(kind), Const::Long(v)) => {
                let single = *kind == FloatKind::Float || self.target.double == 4;
                Ok(Const::Float(if single { v.to_float().into() } else { v.to_double() }))
            }
            (Type::Float(kind), Const::Int(v)) => {
                let shape = self.shape(id, self.exprs[operand].ty.ty)?;
                let single = *kind == FloatKind::Float || self.target.double == 4;
                Ok(Const::Float(int_to_float(shape, v, single)))
            }
            (Type::Float(kind), Const::Float(v)) => {
                let single = *kind == FloatKind::Float || self.target.double == 4;
                Ok(Const::Float(if single { f64::from(v as f32) } else { v }))
            }
            _ => Err(ConstError::NotConstant(id)),
        }
    }
}

/// Conversion of an integer to the nearest `float` (`single`) or `double` (C11 6.3.1.4p2).
pub fn int_to_float(shape: IntShape, bits: Bits, single: bool) -> f64 {
    match (shape.signed, single) {
        (true, true) => f64::from(bits.signed() as f32),
        (true, false) => bits.signed() as f64,
        (false, true) => f64::from(bits.unsigned() as f32),
        (false, false) => bits.unsigned() as f64,
    }
}

/// Conversion of a floating value to an integer (C11 6.3.1.4p1): `None` where the truncated value
/// does not fit.
pub fn float_to_int(shape: IntShape, value: f64) -> Option<Bits> {
    let truncated = value.trunc();
    // A power of two, so that these comparisons are exact.
    let limit = 2f64.powi(i32::from(shape.bits) - i32::from(shape.signed));
    let fits = truncated < limit && truncated >= if shape.signed { -limit } else { 0.0 };
    // Neither cast rounds: what fits is whole and in range.
    fits.then(|| if shape.signed { (truncated as i128).into() } else { (truncated as u128).into() })
}

fn float_binary(op: crate::BinaryOp, a: f64, b: f64, single: bool) -> Option<Const> {
    use crate::BinaryOp::*;
    let round = |v: f64| Const::Float(if single { f64::from(v as f32) } else { v });
    let truth = |v: bool| Const::Int(Bits::from(v));
    // Rounding a double sum, product or quotient of two floats to float gives the float operation's
    // result: double has more than twice the precision plus two bits.
    match op {
        Add => Some(round(a + b)),
        Sub => Some(round(a - b)),
        Mul => Some(round(a * b)),
        Div => Some(round(a / b)),
        _ => op.compare(a, b).map(truth),
    }
}
