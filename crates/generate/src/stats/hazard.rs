//! Which integer operations could be undefined, by the widths of their operands.
//!
//! The same question is asked of a raw operator and of a wrapper's parameters: neither the value
//! of a variable nor its history counts, only its type, and constants on the right.

use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, ExprId, ExprKind, Exprs, FunctionType, IntKind, Program, TypeId, UnaryOp,
};

use super::part::WrapperKind;

/// The bits that the values of a shape need in a signed type.
const fn signed_bits(shape: IntShape) -> u16 {
    if shape.signed { shape.bits as u16 } else { shape.bits as u16 + 1 }
}

/// Whether `op` on operands of these shapes, computed in `result` (for shifts: the promoted left
/// type), could be undefined; `amount` is the right operand where it is constant.
fn binary(
    op: BinaryOp,
    result: IntShape,
    lhs: IntShape,
    rhs: IntShape,
    amount: Option<i128>,
) -> bool {
    let narrow = |bits: u16| bits <= result.bits.into();
    match op {
        BinaryOp::Add | BinaryOp::Sub => {
            result.signed && !narrow(signed_bits(lhs).max(signed_bits(rhs)) + 1)
        }
        BinaryOp::Mul => result.signed && !narrow(signed_bits(lhs) + signed_bits(rhs)),
        BinaryOp::Div | BinaryOp::Rem => match amount {
            None | Some(0) => true,
            Some(-1) => result.signed && !narrow(signed_bits(lhs) + 1),
            Some(_) => false,
        },
        BinaryOp::Shl => result.signed || !in_range(amount, result),
        // Of a negative value: implementation-defined, not undefined.
        BinaryOp::Shr => !in_range(amount, result),
        BinaryOp::Lt
        | BinaryOp::Gt
        | BinaryOp::Le
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::And
        | BinaryOp::Xor
        | BinaryOp::Or => false,
    }
}

fn in_range(amount: Option<i128>, shifted: IntShape) -> bool {
    amount.is_some_and(|amount| (0..i128::from(shifted.bits)).contains(&amount))
}

fn shape_of(program: &Program, ty: TypeId) -> Option<IntShape> {
    let kind = program.types.as_int(ty)?;
    Some(IntShape::of(&program.target, kind))
}

/// The shape of an operand before its implicit conversions to wider types.
fn operand_shape(program: &Program, exprs: &Exprs, id: ExprId) -> Option<IntShape> {
    let shape = shape_of(program, exprs[id].ty.ty)?;
    if let ExprKind::Cast { operand, implicit: true } = exprs[id].kind
        && let Some(inner) = operand_shape(program, exprs, operand)
        && shape.holds(inner.min())
        && shape.holds(inner.max())
    {
        return Some(inner);
    }
    Some(shape)
}

/// The value of an integer constant, behind conversions and signs.
fn constant(program: &Program, exprs: &Exprs, id: ExprId) -> Option<i128> {
    let shape = shape_of(program, exprs[id].ty.ty)?;
    let bits = match exprs[id].kind {
        ExprKind::Int(bits) => return Some(shape.value(bits)),
        ExprKind::Cast { operand, .. } => shape.wrap(constant(program, exprs, operand)?.into()),
        ExprKind::Unary { op: UnaryOp::Neg, operand } => {
            shape.wrap(constant(program, exprs, operand)?.wrapping_neg().into())
        }
        _ => return None,
    };
    Some(shape.value(bits))
}

/// Whether an operator in the text could be undefined; `None` where it is no integer operation.
pub fn raw(program: &Program, exprs: &Exprs, id: ExprId) -> Option<bool> {
    let expr = &exprs[id];
    match expr.kind {
        ExprKind::Binary { op, lhs, rhs } => {
            let result = shape_of(program, expr.ty.ty)?;
            let left = operand_shape(program, exprs, lhs)?;
            let right = operand_shape(program, exprs, rhs)?;
            Some(binary(op, result, left, right, constant(program, exprs, rhs)))
        }
        ExprKind::AssignOp { op, lhs, rhs, compute } => {
            let result = shape_of(program, compute)?;
            let left = shape_of(program, exprs[lhs].ty.ty)?;
            let right = operand_shape(program, exprs, rhs)?;
            Some(binary(op, result, left, right, constant(program, exprs, rhs)))
        }
        ExprKind::Unary { op: UnaryOp::Neg, operand } => {
            let result = shape_of(program, expr.ty.ty)?;
            let shape = operand_shape(program, exprs, operand)?;
            // `-5` is how a constant is written.
            let written = constant(program, exprs, operand).is_some();
            Some(!written && result.signed && signed_bits(shape) + 1 > result.bits.into())
        }
        ExprKind::IncDec { operand, .. } => {
            let kind = program.types.as_int(exprs[operand].ty.ty)?;
            let result = IntShape::of(&program.target, program.target.promote(kind));
            let shape = IntShape::of(&program.target, kind);
            Some(result.signed && signed_bits(shape) + 1 > result.bits.into())
        }
        ExprKind::Cast { operand, .. } => {
            program.types.as_float(exprs[operand].ty.ty)?;
            let to = program.types.as_int(expr.ty.ty)?;
            Some(to != IntKind::Bool)
        }
        _ => None,
    }
}

/// Whether the operation in a wrapper could be undefined, by the wrapper's parameters.
pub fn wrapped(program: &Program, what: WrapperKind, ty: &FunctionType) -> bool {
    let kind = |index: usize| ty.params.get(index).and_then(|ty| program.types.as_int(*ty));
    let shape = |kind: IntKind| IntShape::of(&program.target, kind);
    let target = &program.target;
    match (what, kind(0), kind(1)) {
        (WrapperKind::Binary(op), Some(lhs), Some(rhs)) => {
            let result =
                if op.is_shift() { target.promote(lhs) } else { target.common_int(lhs, rhs) };
            binary(op, shape(result), shape(lhs), shape(rhs), None)
        }
        (WrapperKind::Negation, Some(operand), _) => {
            let result = shape(target.promote(operand));
            result.signed && signed_bits(shape(operand)) + 1 > result.bits.into()
        }
        // It was wrapped for a reason.
        _ => true,
    }
}
