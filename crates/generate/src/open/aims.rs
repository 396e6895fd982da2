//! Constants with intent: what the literal of an open operation is for, and the values that serve.

use super::{Intent, hides_operand};
use crate::config::Config;
use brinell_choice::Choices;
use brinell_lang::arith::IntShape;
use brinell_lang::open::{DecisionTable, OpenConstant, OperandSide, OperationDecision};
use brinell_lang::{BinaryOp, Bits};
use brinell_machine::SeenOperation;

/// What an open literal is for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Aim {
    /// It stays as it was grown.
    Keep,
    /// The result is a limit of the operation's type, or next to it; a comparison is true or false
    /// by exactly one; a shift goes as far as it may; a division leaves no remainder, or the
    /// largest.
    Edge,
    /// -1, 0, 1 and their neighbours.
    Small,
    /// A power of two, give or take one.
    Power,
    /// A run of ones.
    Ones,
    /// The other operand, its negation or its complement.
    Operand,
    /// A literal that was decided before, its negation or its complement.
    Earlier,
}

/// Draws what a literal is for.
pub fn draw(config: &Config, choices: &mut Choices) -> Aim {
    const AIMS: [Aim; 7] =
        [Aim::Keep, Aim::Edge, Aim::Small, Aim::Power, Aim::Ones, Aim::Operand, Aim::Earlier];
    let weights = [
        config.weight_aim_keep,
        config.weight_aim_edge,
        config.weight_aim_small,
        config.weight_aim_power,
        config.weight_aim_ones,
        config.weight_aim_operand,
        config.weight_aim_earlier,
    ];
    if weights == [0; 7] { Aim::Keep } else { AIMS[choices.weighted(&weights)] }
}

/// The operation with a literal that serves its aim and leaves it defined, if there is one.
pub fn aimed(
    seen: &SeenOperation,
    intent: Intent,
    earlier: &DecisionTable,
) -> Option<OperationDecision> {
    let constant = seen.constant?;
    let mut values = values(seen, constant, intent, earlier);
    if intent.salt & KEEPS_NARROW != 0 {
        let shape = operand_shape(seen, constant);
        for value in &mut values {
            *value = letting_through(seen.op, shape, *value);
        }
    }
    let first = intent.salt as usize % values.len().max(1);
    (0..values.len())
        .map(|i| values[(first + i) % values.len()])
        .find_map(|value| with_constant(seen, constant, value))
}

/// A bit of the salt that is set in half of the sites: there a mask may hide most of what it is
/// applied to, as masks do.
const KEEPS_NARROW: u32 = 1 << 7;

/// A mask that lets most bits of the other operand through: it or its complement.
fn letting_through(op: BinaryOp, shape: IntShape, mask: i128) -> i128 {
    let ones = ((mask as u128) << (128 - u32::from(shape.bits))).count_ones();
    let hides = match op {
        BinaryOp::And => 2 * ones < u32::from(shape.bits),
        BinaryOp::Or => 2 * ones > u32::from(shape.bits),
        _ => false,
    };
    if hides { wrapped(shape, !mask) } else { mask }
}

/// The operation with a value in place of its literal, if the literal's type has it, the result is
/// defined, and the other operand still matters.
pub fn with_constant(
    seen: &SeenOperation,
    constant: OpenConstant,
    value: i128,
) -> Option<OperationDecision> {
    let operand = operand_shape(seen, constant);
    let literal = wrapped(constant.shape, value);
    if !operand.holds(value)
        || wrapped(operand, literal) != value
        || hides_operand(seen.op, value, operand, constant.side)
    {
        return None;
    }
    let decision =
        OperationDecision { constant: Some(literal), ..OperationDecision::kept(seen.op) };
    seen.result(&decision).is_ok().then_some(decision)
}

/// The type that the literal's operand has when the operation gets it.
const fn operand_shape(seen: &SeenOperation, constant: OpenConstant) -> IntShape {
    match constant.side {
        OperandSide::Left => seen.shape,
        OperandSide::Right => seen.amount,
    }
}

fn wrapped(shape: IntShape, value: i128) -> i128 {
    shape.wrap(Bits::new(value as u128)).signed()
}

/// Values that serve an aim; not all of them are possible.
pub fn values(
    seen: &SeenOperation,
    constant: OpenConstant,
    intent: Intent,
    earlier: &DecisionTable,
) -> Vec<i128> {
    let shape = operand_shape(seen, constant);
    let other = match constant.side {
        OperandSide::Left => seen.right,
        OperandSide::Right => seen.left,
    };
    let salt = i128::from(intent.salt >> 8);
    match intent.aim {
        Aim::Keep => Vec::new(),
        Aim::Edge => edges(seen, constant.side, other),
        Aim::Small => vec![1, -1, 2, 0, 3],
        Aim::Power => {
            let power = 1i128 << (salt % i128::from(shape.bits));
            vec![power, power - 1, power + 1, -power]
        }
        Aim::Ones => {
            let length = 1 + salt % i128::from(shape.bits);
            let from = (salt >> 8) % (i128::from(shape.bits) - length + 1);
            let ones = ((1i128 << length) - 1) << from;
            vec![wrapped(shape, ones), wrapped(shape, !ones)]
        }
        Aim::Operand => [other, -other, !other].map(|value| wrapped(shape, value)).to_vec(),
        Aim::Earlier => {
            let count = earlier.constants().len();
            let Some(at) = (salt as usize).checked_rem(count) else { return Vec::new() };
            let before = earlier.constants().nth(at).unwrap_or(0);
            [before, -before, !before].map(|value| wrapped(shape, value)).to_vec()
        }
    }
}

/// Values that bring an operation to an edge.
fn edges(seen: &SeenOperation, side: OperandSide, other: i128) -> Vec<i128> {
    let (min, max) = (seen.shape.min(), seen.shape.max());
    let bits = i128::from(seen.shape.bits);
    match seen.op {
        // Every bit matters to a comparison with the same.
        BinaryOp::Eq | BinaryOp::Ne => vec![other, other, other + 1],
        op if op.is_comparison() => vec![other, other + 1, other - 1],
        BinaryOp::Add => vec![max - other, min - other, max - 1 - other, min + 1 - other],
        BinaryOp::Sub if side == OperandSide::Right => {
            vec![other - max, other - min, other - max + 1, other - min - 1]
        }
        BinaryOp::Sub => vec![max + other, min + other, max + other - 1, min + other + 1],
        BinaryOp::Mul if other != 0 => vec![max / other, min / other],
        BinaryOp::Div | BinaryOp::Rem if side == OperandSide::Right => {
            vec![other, other.saturating_add(1), other / 2, -other, 2]
        }
        BinaryOp::Div | BinaryOp::Rem => vec![max, min, other - 1, other],
        BinaryOp::Shl | BinaryOp::Shr => {
            let room = super::rewrites::most_shift(seen.op, seen.shape, other);
            vec![room, room - 1, bits - 1, 1]
        }
        _ => vec![max, min, !other, 1 << (bits - 1)],
    }
}
