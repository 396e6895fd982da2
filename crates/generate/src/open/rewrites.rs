//! Rewrites in place of checks: YARPGen's Table 1 and Orange's Table 1, for all types.
//!
//! An operation that would be undefined is flipped into another one, or given a constant that makes
//! it defined. The tables as printed have gaps (`MIN * 2`, `MIN / -1`, shifts by exactly the width,
//! negative and overflowing `<<`); here every candidate is tried on the operands, and a test runs
//! through all of them at small widths.

use super::Intent;
use brinell_lang::BinaryOp;
use brinell_lang::arith::IntShape;
use brinell_lang::open::{InsertedConstant, OperationDecision};
use brinell_machine::SeenOperation;

/// What an operation becomes that is not defined as it stands; none only where operands cannot take
/// a constant and no flip helps.
pub fn rewritten(seen: &SeenOperation, intent: Intent) -> Option<OperationDecision> {
    let fits = |decision: &OperationDecision| seen.result(decision).is_ok();
    if intent.inserts
        && let Some(decision) = inserted(seen, intent.salt).filter(fits)
    {
        return Some(decision);
    }
    flips(seen.op)
        .iter()
        .map(|op| OperationDecision::kept(*op))
        .find(fits)
        .or_else(|| inserted(seen, intent.salt).filter(fits))
}

/// The operators that may take an operator's place, the first that is defined counts.
const fn flips(op: BinaryOp) -> &'static [BinaryOp] {
    match op {
        BinaryOp::Add => &[BinaryOp::Sub],
        BinaryOp::Sub => &[BinaryOp::Add],
        BinaryOp::Mul => &[BinaryOp::Div, BinaryOp::Sub, BinaryOp::Add],
        BinaryOp::Div | BinaryOp::Rem => &[BinaryOp::Mul, BinaryOp::Sub],
        _ => &[],
    }
}

/// The operation with constants at its operands.
fn inserted(seen: &SeenOperation, salt: u32) -> Option<OperationDecision> {
    if !seen.takes_insertions {
        return None;
    }
    let kept = OperationDecision::kept(seen.op);
    let salt = i128::from(salt);
    match seen.op {
        BinaryOp::Div | BinaryOp::Rem => {
            // Neither 0 nor -1.
            let wanted = 1 + salt % seen.amount.max().min(1 << 16);
            Some(OperationDecision { right: Some(at(seen.amount, seen.right, wanted)?), ..kept })
        }
        BinaryOp::Shl | BinaryOp::Shr => {
            let negative = seen.op == BinaryOp::Shl && seen.left < 0;
            if negative && !seen.takes_left_insertion {
                return None;
            }
            let wanted_left = if negative { salt % 256 } else { seen.left };
            let left = if negative {
                // The smallest value has no way but to zero.
                let close = at(seen.shape, seen.left, wanted_left);
                Some(close.or_else(|| at(seen.shape, seen.left, 0))?)
            } else {
                None
            };
            let value = match left {
                Some(k) if k.subtracted => seen.left - k.value,
                Some(k) => seen.left + k.value,
                None => seen.left,
            };
            let most = most_shift(seen.op, seen.shape, value);
            let fits = (0..=most).contains(&seen.right);
            let right = if fits {
                None
            } else {
                let wanted = (salt >> 8) % (most + 1);
                Some(
                    at(seen.amount, seen.right, wanted)
                        .or_else(|| at(seen.amount, seen.right, 0))?,
                )
            };
            Some(OperationDecision { left, right, ..kept })
        }
        _ => None,
    }
}

/// The constant that takes an operand to a value, added or subtracted, whichever its type has.
pub fn at(shape: IntShape, operand: i128, wanted: i128) -> Option<InsertedConstant> {
    let (up, down) = (wanted - operand, operand - wanted);
    if shape.holds(up) {
        return Some(InsertedConstant { subtracted: false, value: up });
    }
    shape.holds(down).then_some(InsertedConstant { subtracted: true, value: down })
}

/// How far a value may be shifted; 0 where it may not be at all.
pub fn most_shift(op: BinaryOp, shape: IntShape, value: i128) -> i128 {
    let bits = i128::from(shape.bits);
    if op == BinaryOp::Shl && shape.signed {
        let used = 128 - i128::from(value.max(0).leading_zeros());
        (bits - 1 - used).max(0)
    } else {
        bits - 1
    }
}
