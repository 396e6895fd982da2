//! A second reading of the standard: mathematical integers, no bit tricks, and nothing of
//! `lang::arith` or of `Target`'s promotions.

use crate::forms::{Form, Values};
use brinell_lang::{BinaryOp, IncDecOp, IntKind, LogicalOp, Target, UnaryOp};

fn limits(target: &Target, kind: IntKind) -> (i128, i128) {
    let width = target.int_bits(kind);
    if target.is_signed(kind) {
        (-(2i128.pow(width - 1)), 2i128.pow(width - 1) - 1)
    } else {
        (0, 2i128.pow(width) - 1)
    }
}

/// 6.3.1.1p2: `int` if it can represent all values of a lesser type, otherwise `unsigned int`.
fn promoted(target: &Target, kind: IntKind) -> IntKind {
    use IntKind::*;
    match kind {
        Bool | Char | SChar | UChar | Short | UShort => {
            let (low, high) = limits(target, kind);
            let (int_low, int_high) = limits(target, Int);
            if low >= int_low && high <= int_high { Int } else { UInt }
        }
        Int | UInt | Long | ULong | LongLong | ULongLong | Int128 | UInt128 => kind,
    }
}

/// 6.3.1.8: the usual arithmetic conversions, rule by rule.
fn common(target: &Target, lhs: IntKind, rhs: IntKind) -> IntKind {
    use IntKind::*;
    let (a, b) = (promoted(target, lhs), promoted(target, rhs));
    let order = [Int, UInt, Long, ULong, LongLong, ULongLong];
    let position = |kind| order.iter().position(|k| *k == kind).expect("promoted types only");
    let rank = |kind| position(kind) / 2;
    let signed = |kind| position(kind) % 2 == 0;
    if a == b {
        return a;
    }
    if signed(a) == signed(b) {
        return if rank(a) > rank(b) { a } else { b };
    }
    let (s, u) = if signed(a) { (a, b) } else { (b, a) };
    if rank(u) >= rank(s) {
        u
    } else if limits(target, s).1 >= limits(target, u).1 {
        s
    } else {
        order[position(s) + 1]
    }
}

pub fn result_type(target: &Target, form: Form, lhs: IntKind, rhs: IntKind) -> IntKind {
    use BinaryOp::*;
    match form {
        Form::Binary(Lt | Gt | Le | Ge | Eq | Ne) | Form::Logical(_) => IntKind::Int,
        Form::Binary(Shl | Shr) => promoted(target, lhs),
        Form::Binary(Mul | Div | Rem | Add | Sub | And | Xor | Or) | Form::Conditional => {
            common(target, lhs, rhs)
        }
        Form::Assign(_) | Form::Convert | Form::IncDec(_) => lhs,
        Form::Unary(UnaryOp::Not) => IntKind::Int,
        Form::Unary(UnaryOp::Plus | UnaryOp::Neg | UnaryOp::BitNot) => promoted(target, lhs),
    }
}

/// 6.3.1.2 and 6.3.1.3; to a signed type that cannot hold the value: modulo 2^N, as gcc documents.
fn convert(target: &Target, value: i128, to: IntKind) -> i128 {
    if to == IntKind::Bool {
        return i128::from(value != 0);
    }
    let (low, high) = limits(target, to);
    let modulus = high - low + 1;
    let mut value = value.rem_euclid(modulus);
    if value > high {
        value -= modulus;
    }
    value
}

/// 6.5p5 and 6.2.5p9: an exceptional condition for signed types, a remainder for unsigned ones.
fn result(target: &Target, exact: i128, kind: IntKind) -> Option<i128> {
    let (low, high) = limits(target, kind);
    if (low..=high).contains(&exact) {
        Some(exact)
    } else if low == 0 {
        Some(exact.rem_euclid(high + 1))
    } else {
        None
    }
}

fn binary(
    target: &Target,
    op: BinaryOp,
    (lhs, a): (IntKind, i128),
    (rhs, b): (IntKind, i128),
) -> Option<i128> {
    use BinaryOp::*;
    if matches!(op, Shl | Shr) {
        let kind = promoted(target, lhs);
        let width = i128::from(target.int_bits(kind));
        if b < 0 || b >= width {
            return None;
        }
        let power = 2i128.pow(b as u32);
        return match op {
            // 6.5.7p4: a negative value, or a result that the signed type does not hold.
            Shl if a < 0 => None,
            Shl => result(target, a * power, kind),
            // 6.5.7p5: of a negative value implementation-defined; gcc rounds down.
            _ => Some(a.div_euclid(power)),
        };
    }
    let kind = common(target, lhs, rhs);
    let (a, b) = (convert(target, a, kind), convert(target, b, kind));
    match op {
        Add => result(target, a + b, kind),
        Sub => result(target, a - b, kind),
        Mul => match a.checked_mul(b) {
            Some(exact) => result(target, exact, kind),
            // Only two unsigned 64-bit operands get here: (2^64 - x)(2^64 - y) = xy modulo 2^64.
            None => result(target, (2i128.pow(64) - a) * (2i128.pow(64) - b), kind),
        },
        Div | Rem if b == 0 => None,
        Div => result(target, a / b, kind),
        // 6.5.5p6: defined if a/b is, and (a/b)*b + a%b equals a.
        Rem => result(target, a / b, kind).map(|quotient| a - quotient * b),
        Lt => Some((a < b).into()),
        Gt => Some((a > b).into()),
        Le => Some((a <= b).into()),
        Ge => Some((a >= b).into()),
        Eq => Some((a == b).into()),
        Ne => Some((a != b).into()),
        And | Xor | Or => Some(bitwise(op, a, b)),
        Shl | Shr => unreachable!("shifts were handled above"),
    }
}

/// Bit by bit on two's complement, which has infinitely many sign bits.
fn bitwise(op: BinaryOp, a: i128, b: i128) -> i128 {
    let mut value = 0;
    for position in 0..=64 {
        let weight = 2i128.pow(position);
        let (x, y) = (a.div_euclid(weight) % 2 != 0, b.div_euclid(weight) % 2 != 0);
        let bit = match op {
            BinaryOp::And => x && y,
            BinaryOp::Or => x || y,
            _ => x != y,
        };
        let sign = if position == 64 { -1 } else { 1 };
        value += if bit { sign * weight } else { 0 };
    }
    value
}

/// The value of the expression and of `a` after it; `None` where the behaviour is undefined.
pub fn evaluate(
    target: &Target,
    form: Form,
    (lhs, a): (IntKind, i128),
    (rhs, b): (IntKind, i128),
) -> Option<Values<i128>> {
    let kind = result_type(target, form, lhs, rhs);
    let assigned = |value: i128| [convert(target, value, lhs); 2];
    Some(match form {
        Form::Binary(op) => [binary(target, op, (lhs, a), (rhs, b))?, a],
        Form::Logical(LogicalOp::And) => [i128::from(a != 0 && b != 0), a],
        Form::Logical(LogicalOp::Or) => [i128::from(a != 0 || b != 0), a],
        Form::Conditional => [convert(target, if a == 0 { b } else { a }, kind), a],
        Form::Assign(op) => assigned(binary(target, op, (lhs, a), (rhs, b))?),
        Form::Convert => assigned(b),
        Form::Unary(UnaryOp::Plus) => [convert(target, a, kind), a],
        Form::Unary(UnaryOp::Neg) => [result(target, -a, kind)?, a],
        // 6.5.3.3p4: each bit is turned, that is -1 - a.
        Form::Unary(UnaryOp::BitNot) => [convert(target, -1 - a, kind), a],
        Form::Unary(UnaryOp::Not) => [i128::from(a == 0), a],
        // 6.5.3.1p2: as a += 1.
        Form::IncDec(op) => {
            let (op, postfix) = match op {
                IncDecOp::PreInc => (BinaryOp::Add, false),
                IncDecOp::PreDec => (BinaryOp::Sub, false),
                IncDecOp::PostInc => (BinaryOp::Add, true),
                IncDecOp::PostDec => (BinaryOp::Sub, true),
            };
            let [_, new] = assigned(binary(target, op, (lhs, a), (IntKind::Int, 1))?);
            [if postfix { a } else { new }, new]
        }
    })
}
