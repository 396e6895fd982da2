//! Decisions that tell: what an operation gives should depend on its operands.
//!
//! A wrong value is lost where an operator gives the same for it: a mask of a few bits, a comparison
//! of numbers that are far apart, a division by something large (docs/sensitivity.md). When a site
//! is executed for the first time its operands are known, so it can be counted how many bits of them
//! show in its result. Where that are few, another literal is tried, then an operator of the same
//! family, then a constant at an operand; what lets most through is taken. None of this costs the
//! compiler anything: an operator takes the place of another one.

use super::rewrites::{at, most_shift};
use super::{Intent, aims};
use brinell_lang::BinaryOp;
use brinell_lang::Bits;
use brinell_lang::arith::IntShape;
use brinell_lang::open::{DecisionTable, OperandSide, OperationDecision};
use brinell_machine::SeenOperation;

/// How many of the bits that could be wrong would show.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Share {
    pub shown: u32,
    pub of: u32,
}

impl Share {
    /// Enough: at least half of them, and where much is wanted, seven of eight.
    pub const fn is_good(self, much: bool) -> bool {
        if much { 8 * self.shown >= 7 * self.of } else { 2 * self.shown >= self.of }
    }

    /// Whether more of them show.
    pub const fn is_more_than(self, other: Self) -> bool {
        self.shown * other.of > other.shown * self.of
    }
}

/// How many bits of the operands show in the result. An open literal is no operand: it is right.
pub fn share(seen: &SeenOperation, decision: &OperationDecision) -> Share {
    let mut share = Share::default();
    let Ok(right) = seen.result(decision) else { return share };
    let literal = seen.constant.map(|constant| constant.side);
    let (left_shape, right_shape) = (seen.shape, seen.amount);
    // Of unary minus, `++` and `--`, one operand is written; the other one is right as well.
    let written = seen.takes_insertions;
    if literal != Some(OperandSide::Left) {
        count(&mut share, left_shape, |flip| {
            let left = flip(seen.left);
            SeenOperation { left, ..*seen }.result(decision) != Ok(right)
        });
    }
    if literal != Some(OperandSide::Right) && written {
        count(&mut share, right_shape, |flip| {
            let right_operand = flip(seen.right);
            SeenOperation { right: right_operand, ..*seen }.result(decision) != Ok(right)
        });
    }
    share
}

/// Counts the bits of a type whose flips show.
fn count(share: &mut Share, shape: IntShape, shows: impl Fn(&dyn Fn(i128) -> i128) -> bool) {
    for bit in 0..u32::from(shape.bits) {
        let flip = |value: i128| shape.wrap(Bits::new((value ^ (1 << bit)) as u128)).signed();
        share.of += 1;
        share.shown += u32::from(shows(&flip));
    }
}

/// A bit of the salt that is set in half of the sites.
const EXACT: u32 = 1 << 3;

/// This decision, or one in its place that lets more through.
pub fn telling(
    seen: &SeenOperation,
    decision: OperationDecision,
    intent: Intent,
    earlier: &DecisionTable,
) -> OperationDecision {
    // Of comparisons half are exact: the others keep their operators more often.
    let much = decision.op.is_comparison() && intent.salt & EXACT != 0;
    let mut best = (share(seen, &decision), decision);
    if best.0.is_good(much) {
        return decision;
    }
    let mut better = |candidate: OperationDecision| {
        if seen.result(&candidate).is_err() {
            return false;
        }
        let of_it = share(seen, &candidate);
        if of_it.is_more_than(best.0) {
            best = (of_it, candidate);
        }
        of_it.is_good(much)
    };
    let by_literal = |op: BinaryOp, better: &mut dyn FnMut(OperationDecision) -> bool| {
        let seen = SeenOperation { op, ..*seen };
        let Some(constant) = seen.constant else { return false };
        let aims = [intent.aim, aims::Aim::Edge, aims::Aim::Ones, aims::Aim::Power];
        aims.into_iter().any(|aim| {
            let values = aims::values(&seen, constant, Intent { aim, ..intent }, earlier);
            let mut fitting =
                values.into_iter().filter_map(|value| aims::with_constant(&seen, constant, value));
            fitting.any(&mut *better)
        })
    };
    let mut found = by_literal(decision.op, &mut better);
    found = found || inserted(seen, decision, intent.salt).into_iter().any(&mut better);
    for op in relatives(decision.op, intent.salt) {
        if found {
            break;
        }
        found = better(OperationDecision { op, ..decision }) || by_literal(op, &mut better);
    }
    best.1
}

/// Operators of the same family that may take an operator's place.
fn relatives(op: BinaryOp, salt: u32) -> impl Iterator<Item = BinaryOp> {
    use BinaryOp::*;
    let relatives: &[BinaryOp] = match op {
        And => &[Or, Xor],
        Or => &[And, Xor],
        Mul => &[Sub, Add],
        Div => &[Rem, Mul, Sub],
        Rem => &[Div, Mul, Add],
        Shl => &[Shr],
        Shr => &[Shl],
        Eq | Ne | Lt | Gt | Le | Ge => &[Lt, Ge, Eq, Ne],
        _ => &[],
    };
    // Not always the first one that will do.
    let turn = (salt >> 4) as usize % relatives.len().max(1);
    relatives[turn..].iter().chain(&relatives[..turn]).copied()
}

/// The operation with a constant at its right operand, where that is written: a comparison that is
/// true or false by one, a shift by little.
fn inserted(
    seen: &SeenOperation,
    decision: OperationDecision,
    salt: u32,
) -> Vec<OperationDecision> {
    let free = seen.takes_insertions && seen.constant.is_none();
    if !free || decision.left.is_some() || decision.right.is_some() || decision.wraps {
        return Vec::new();
    }
    let wanted = match decision.op {
        op if op.is_comparison() => {
            let by = [0, 1, -1][salt as usize % 3];
            vec![seen.left + by, seen.left + 1, seen.left - 1, seen.left]
        }
        op @ (BinaryOp::Shl | BinaryOp::Shr) => {
            let few = i128::from(1 + salt % 7);
            vec![few.min(most_shift(op, seen.shape, seen.left)), 1]
        }
        _ => return Vec::new(),
    };
    let constants = wanted.into_iter().filter(|value| seen.amount.holds(*value));
    let constants = constants.filter_map(|value| at(seen.amount, seen.right, value));
    constants.map(|constant| OperationDecision { right: Some(constant), ..decision }).collect()
}
