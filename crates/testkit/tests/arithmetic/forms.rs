//! The forms of expression that are tested, evaluated with `lang`'s rules as the front end and the
//! machine use them.

use brinell_lang::arith::{ArithError, IntShape};
use brinell_lang::{BinaryOp, Bits, IncDecOp, IntKind, LogicalOp, Target, UnaryOp};

/// An expression of one or two operands `a` and `b`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Form {
    /// `a + b`
    Binary(BinaryOp),
    /// `a && b`
    Logical(LogicalOp),
    /// `a ? a : b`
    Conditional,
    /// `a += b`
    Assign(BinaryOp),
    /// `a = b`, which is also how casts, initialisers, arguments and returns convert.
    Convert,
    /// `-a`
    Unary(UnaryOp),
    /// `a++`
    IncDec(IncDecOp),
}

/// The value of an expression and the value of `a` after it.
pub type Values<T> = [T; 2];

impl Form {
    /// Every form with every operator.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<_> = BinaryOp::ALL.into_iter().map(Self::Binary).collect();
        all.extend([LogicalOp::And, LogicalOp::Or].map(Self::Logical));
        all.push(Self::Conditional);
        all.extend(BinaryOp::ALL.into_iter().filter(|op| !op.is_comparison()).map(Self::Assign));
        all.push(Self::Convert);
        all.extend([UnaryOp::Plus, UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not].map(Self::Unary));
        all.extend(
            [IncDecOp::PreInc, IncDecOp::PreDec, IncDecOp::PostInc, IncDecOp::PostDec]
                .map(Self::IncDec),
        );
        all
    }

    /// Whether `b` takes no part.
    pub const fn is_unary(self) -> bool {
        matches!(self, Self::Unary(_) | Self::IncDec(_))
    }

    /// The C text.
    pub fn text(self) -> String {
        match self {
            Self::Binary(op) => format!("a {} b", op.spelling()),
            Self::Logical(LogicalOp::And) => "a && b".to_owned(),
            Self::Logical(LogicalOp::Or) => "a || b".to_owned(),
            Self::Conditional => "a ? a : b".to_owned(),
            Self::Assign(op) => format!("a {}= b", op.spelling()),
            Self::Convert => "a = b".to_owned(),
            Self::Unary(UnaryOp::Plus) => "+a".to_owned(),
            Self::Unary(UnaryOp::Neg) => "-a".to_owned(),
            Self::Unary(UnaryOp::BitNot) => "~a".to_owned(),
            Self::Unary(UnaryOp::Not) => "!a".to_owned(),
            Self::IncDec(IncDecOp::PreInc) => "++a".to_owned(),
            Self::IncDec(IncDecOp::PreDec) => "--a".to_owned(),
            Self::IncDec(IncDecOp::PostInc) => "a++".to_owned(),
            Self::IncDec(IncDecOp::PostDec) => "a--".to_owned(),
        }
    }
}

/// The type of the expression.
pub fn result_type(target: &Target, form: Form, lhs: IntKind, rhs: IntKind) -> IntKind {
    let common = || target.common_int(target.promote(lhs), target.promote(rhs));
    match form {
        Form::Binary(op) if op.is_comparison() => IntKind::Int,
        Form::Binary(op) if op.is_shift() => target.promote(lhs),
        Form::Binary(_) | Form::Conditional => common(),
        Form::Logical(_) | Form::Unary(UnaryOp::Not) => IntKind::Int,
        Form::Assign(_) | Form::Convert | Form::IncDec(_) => lhs,
        Form::Unary(_) => target.promote(lhs),
    }
}

fn convert(target: &Target, value: u64, to: IntKind) -> u64 {
    if to == IntKind::Bool {
        u64::from(value != 0)
    } else {
        IntShape::of(target, to).wrap_word(value)
    }
}

fn binary(
    target: &Target,
    op: BinaryOp,
    (lhs, a): (IntKind, u64),
    (rhs, b): (IntKind, u64),
) -> Result<u64, ArithError> {
    let (left, right) = (target.promote(lhs), target.promote(rhs));
    if op.is_shift() {
        let amount = IntShape::of(target, right).word_value(convert(target, b, right));
        let shape = IntShape::of(target, left);
        shape.shift(op, shape.widen(convert(target, a, left)), amount).map(Bits::word)
    } else {
        let common = target.common_int(left, right);
        let shape = IntShape::of(target, common);
        let operand = |value| shape.widen(convert(target, value, common));
        shape.binary(op, operand(a), operand(b)).map(Bits::word)
    }
}

/// Evaluates with `lang`'s arithmetic; operands and values are canonical patterns.
pub fn evaluate(
    target: &Target,
    form: Form,
    (lhs, a): (IntKind, u64),
    (rhs, b): (IntKind, u64),
) -> Result<Values<u64>, ArithError> {
    let result = result_type(target, form, lhs, rhs);
    let value = match form {
        Form::Binary(op) => binary(target, op, (lhs, a), (rhs, b))?,
        Form::Logical(LogicalOp::And) => u64::from(a != 0 && b != 0),
        Form::Logical(LogicalOp::Or) => u64::from(a != 0 || b != 0),
        Form::Conditional => convert(target, if a != 0 { a } else { b }, result),
        Form::Convert => {
            let new = convert(target, b, lhs);
            return Ok([new, new]);
        }
        Form::Assign(op) => {
            let new = convert(target, binary(target, op, (lhs, a), (rhs, b))?, lhs);
            return Ok([new, new]);
        }
        Form::IncDec(op) => {
            let step = if op.is_increment() { BinaryOp::Add } else { BinaryOp::Sub };
            let new = convert(target, binary(target, step, (lhs, a), (IntKind::Int, 1))?, lhs);
            return Ok([if op.is_prefix() { new } else { a }, new]);
        }
        Form::Unary(UnaryOp::Plus) => convert(target, a, result),
        Form::Unary(UnaryOp::Neg) => {
            let shape = IntShape::of(target, result);
            shape.neg(shape.widen(convert(target, a, result)))?.word()
        }
        Form::Unary(UnaryOp::BitNot) => convert(target, !a, result),
        Form::Unary(UnaryOp::Not) => u64::from(a == 0),
    };
    Ok([value, a])
}
