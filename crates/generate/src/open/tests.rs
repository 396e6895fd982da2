//! Whatever is open becomes something defined: exhaustively at small widths, and at the limits of
//! all others.

use super::{Aim, Intent, OpenDraft};
use crate::open::resolver::DraftResolver;
use crate::open::telling::share;
use brinell_lang::arith::IntShape;
use brinell_lang::open::{DecisionTable, OpenConstant, OperandSide, OperationDecision};
use brinell_lang::{BinaryOp, ExprId, FuncId};
use brinell_machine::{Resolver, SeenOperation};

const SITE: (FuncId, ExprId) = (FuncId(0), ExprId(0));

const OPS: [BinaryOp; 16] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Lt,
    BinaryOp::Gt,
    BinaryOp::Le,
    BinaryOp::Ge,
    BinaryOp::Eq,
    BinaryOp::Ne,
];

const AIMS: [Aim; 7] =
    [Aim::Keep, Aim::Edge, Aim::Small, Aim::Power, Aim::Ones, Aim::Operand, Aim::Earlier];

fn decided(seen: &SeenOperation, intent: Intent) -> OperationDecision {
    let mut open = OpenDraft::default();
    open.intents.insert(SITE, intent);
    DraftResolver { open: &open }.operation(SITE, seen, &DecisionTable::default())
}

/// An operation on these operands, with an open literal on one side or on none.
fn seen(
    op: BinaryOp,
    shape: IntShape,
    (left, right): (i128, i128),
    side: Option<OperandSide>,
) -> SeenOperation {
    let constant = side.map(|side| OpenConstant { side, literal: ExprId(1), shape });
    SeenOperation {
        op,
        shape,
        amount: shape,
        left,
        right,
        constant,
        takes_insertions: true,
        takes_left_insertion: true,
    }
}

/// Where constants may be inserted or literals chosen, everything becomes defined at its first
/// execution; what is defined and has no aim stays as it is.
fn check(seen: &SeenOperation, intent: Intent) {
    let decision = decided(seen, intent);
    let result = seen.result(&decision);
    let words = || format!("{seen:?} {intent:?}: {decision:?} gives {result:?}");
    assert!(result.is_ok_and(|value| is_value(seen, &decision, value)), "{}", words());
    if seen.raw().is_ok() && seen.constant.is_none() && !intent.tells {
        assert_eq!(decision, OperationDecision::kept(seen.op), "{}", words());
    }
    if let (Some(value), Some(constant)) = (decision.constant, seen.constant) {
        assert!(constant.shape.holds(value), "{}", words());
    }
}

/// Whether the type of the operation has a value.
fn is_value(seen: &SeenOperation, decision: &OperationDecision, value: i128) -> bool {
    if decision.op.is_comparison() { value == 0 || value == 1 } else { seen.shape.holds(value) }
}

fn all_ways(op: BinaryOp, shape: IntShape, operands: (i128, i128)) {
    let sides: &[Option<OperandSide>] = if op.is_shift() {
        &[None, Some(OperandSide::Right)]
    } else {
        &[None, Some(OperandSide::Left), Some(OperandSide::Right)]
    };
    for &side in sides {
        let aims = if side.is_some() { &AIMS[..] } else { &AIMS[..1] };
        for &aim in aims {
            for (inserts, salt) in [(false, 0), (true, 0), (true, 0x1234_5678), (false, !0)] {
                for tells in [false, true] {
                    let intent = Intent { aim, inserts, tells, salt };
                    check(&seen(op, shape, operands, side), intent);
                }
            }
        }
    }
}

#[test]
fn everything_becomes_defined_at_4_bits() {
    for signed in [false, true] {
        let shape = IntShape { bits: 4, signed };
        for op in OPS {
            for left in shape.min()..=shape.max() {
                for right in shape.min()..=shape.max() {
                    all_ways(op, shape, (left, right));
                }
            }
        }
    }
}

#[test]
fn everything_becomes_defined_at_8_bits() {
    for signed in [false, true] {
        let shape = IntShape { bits: 8, signed };
        for op in OPS {
            for left in shape.min()..=shape.max() {
                for right in shape.min()..=shape.max() {
                    for inserts in [false, true] {
                        let intent = Intent { aim: Aim::Keep, inserts, tells: false, salt: 77 };
                        check(&seen(op, shape, (left, right), None), intent);
                    }
                }
            }
        }
    }
}

#[test]
fn everything_becomes_defined_at_the_limits() {
    for bits in [16, 32, 64] {
        for signed in [false, true] {
            let shape = IntShape { bits, signed };
            let (min, max) = (shape.min(), shape.max());
            let width = i128::from(bits);
            let mut values = vec![min, min + 1, min / 2, -width, -2, -1, 0, 1, 2, 3];
            values.extend([width - 1, width, width + 1, max / 2, max / 2 + 1, max - 1, max]);
            values.retain(|value| shape.holds(*value));
            for op in OPS {
                for &left in &values {
                    for &right in &values {
                        all_ways(op, shape, (left, right));
                    }
                }
            }
        }
    }
}

/// What YARPGen's and Orange's tables have, wherever operands allow it: flipped operators without
/// insertion, and constants with it.
#[test]
fn the_tables_of_the_papers() {
    let int = IntShape { bits: 32, signed: true };
    let (min, max) = (int.min(), int.max());
    let flipped = |op, left, right| {
        let intent = Intent { aim: Aim::Keep, inserts: false, tells: false, salt: 0 };
        decided(&seen(op, int, (left, right), None), intent).op
    };
    assert_eq!(flipped(BinaryOp::Add, max, 1), BinaryOp::Sub);
    assert_eq!(flipped(BinaryOp::Sub, min, 1), BinaryOp::Add);
    assert_eq!(flipped(BinaryOp::Mul, max, 2), BinaryOp::Div);
    // A gap of the printed table: the quotient is not defined either.
    assert_eq!(flipped(BinaryOp::Mul, min, -1), BinaryOp::Sub);
    assert_eq!(flipped(BinaryOp::Div, 5, 0), BinaryOp::Mul);
    assert_eq!(flipped(BinaryOp::Rem, min, -1), BinaryOp::Sub);
    let inserted = |op, left, right| {
        let intent = Intent { aim: Aim::Keep, inserts: true, tells: false, salt: 0 };
        decided(&seen(op, int, (left, right), None), intent)
    };
    assert!(inserted(BinaryOp::Shl, 1, 32).right.is_some(), "exactly the width");
    assert!(inserted(BinaryOp::Shl, -1, 1).left.is_some(), "a negative left operand");
    assert!(inserted(BinaryOp::Shr, 1, -1).right.is_some(), "a negative amount");
    assert!(inserted(BinaryOp::Div, 5, 0).right.is_some());
}

/// Most literals that are aimed at an edge bring the operation there.
#[test]
fn edges_are_met() {
    let int = IntShape { bits: 32, signed: true };
    for salt in 0..16 {
        for other in [-7, 0, 12_345, int.max()] {
            let intent = Intent { aim: Aim::Edge, inserts: false, tells: false, salt };
            let sum = seen(BinaryOp::Add, int, (other, 3), Some(OperandSide::Right));
            let decision = decided(&sum, intent);
            let result = sum.result(&decision).unwrap();
            let near = [int.min(), int.min() + 1, int.max() - 1, int.max()].contains(&result);
            assert!(near, "{other} + {decision:?} is {result}");
            let test = seen(BinaryOp::Lt, int, (other, 3), Some(OperandSide::Right));
            let bound = decided(&test, intent).constant.unwrap();
            assert!((bound - other).abs() <= 1, "{other} < {bound}");
        }
    }
}

/// What tells lets at least as many bits through as what does not, and on the whole many more.
#[test]
fn decisions_tell() {
    let mut shares = [0, 0];
    for signed in [false, true] {
        let shape = IntShape { bits: 6, signed };
        for op in OPS {
            for left in shape.min()..=shape.max() {
                for right in shape.min()..=shape.max() {
                    let seen = seen(op, shape, (left, right), None);
                    let intent = Intent { aim: Aim::Keep, inserts: true, tells: false, salt: 9 };
                    let dull = share(&seen, &decided(&seen, intent));
                    let told = share(&seen, &decided(&seen, Intent { tells: true, ..intent }));
                    assert!(!dull.is_more_than(told), "{seen:?}: {dull:?}, then {told:?}");
                    shares[0] += dull.shown;
                    shares[1] += told.shown;
                }
            }
        }
    }
    assert!(4 * shares[1] > 5 * shares[0], "{shares:?}");
}

/// A literal that tells has a mask of several bits and a divisor that is not larger than what is
/// divided.
#[test]
fn literals_tell() {
    let int = IntShape { bits: 32, signed: true };
    for aim in AIMS {
        for salt in 0..64 {
            let intent = Intent { aim, inserts: false, tells: true, salt: salt * 0x0101_0101 };
            for op in [BinaryOp::And, BinaryOp::Div, BinaryOp::Shr, BinaryOp::Lt, BinaryOp::Eq] {
                let seen = seen(op, int, (1_234_567, 2), Some(OperandSide::Right));
                let decision = decided(&seen, intent);
                let shown = share(&seen, &decision);
                assert!(shown.is_good(false), "{op:?} {intent:?}: {decision:?} shows {shown:?}");
            }
        }
    }
}
