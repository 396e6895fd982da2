//! What becomes of an operation that is undefined or not exact: flipping and insertion, Orange's
//! Table 1 and §4.2.
//!
//! Operations on integers go by the same table as open sites ([`rewrites`]); division, remainder
//! and shifts are always given a constant there, as in Orange. What Orange adds stands here: a
//! divisor that is a comparison is complemented, a floating division that leaves a fraction gets
//! its remainder taken from the dividend, a conversion gets an operand that fits.

use super::Orange;
use super::expression::KnownOperand;
use super::numbers::{NumberType, common, converted, limits, promoted};
use super::variables::Purpose;
use crate::open::{Aim, Intent, rewrites};
use brinell_lang::arith::IntShape;
use brinell_lang::open::{InsertedConstant, OperationDecision};
use brinell_lang::{BinaryOp, ExprKind, FloatKind, IntKind};
use brinell_machine::SeenOperation;

/// What a divisor of zero is brought to: at most so much, and never less than 1.
const MOST_DIVISOR: i128 = 1 << 16;

impl Orange<'_> {
    /// The operand plus or minus a new variable of this type and value.
    fn with_constant(
        &mut self,
        operand: KnownOperand,
        inserted: InsertedConstant,
        ty: NumberType,
    ) -> KnownOperand {
        self.tally.inserted += 1;
        let k = self.variable(ty, inserted.value, Purpose::Input);
        let k = self.read(k.place, ty, inserted.value);
        let op = if inserted.subtracted { BinaryOp::Sub } else { BinaryOp::Add };
        let sum_type = common(&self.program.target, operand.ty, ty);
        let before = converted(&self.program.target, operand.ty, operand.value, sum_type)
            .expect("a constant is inserted where the operand has been converted");
        let value =
            if inserted.subtracted { before - inserted.value } else { before + inserted.value };
        debug_assert!({
            let (least, most) = limits(&self.program.target, sum_type);
            (least..=most).contains(&value)
        });
        self.joined(op, operand, k, sum_type, value)
    }

    /// The operand, such that converting it to this type is defined and exact.
    pub fn fit(&mut self, operand: KnownOperand, to: NumberType) -> KnownOperand {
        let target = &self.program.target;
        if converted(target, operand.ty, operand.value, to).is_some() {
            return operand;
        }
        let (least, most) = limits(target, to);
        let own = promoted(target, operand.ty);
        let (own_least, own_most) = limits(target, own);
        let value = operand.value;
        match own {
            NumberType::Int(kind) => {
                let shape = IntShape::of(target, kind);
                let wanted = self.draw_between(least.max(own_least), most.min(own_most));
                let inserted = rewrites::at(shape, value, wanted)
                    .or_else(|| rewrites::at(shape, value, 0))
                    .expect("an operand can be taken from itself");
                self.with_constant(operand, inserted, own)
            }
            NumberType::Float(_) => {
                // What is added has to be exact as well; zero is always near enough.
                let from = least.max(own_least).max(value + own_least);
                let upto = most.min(own_most).min(value + own_most);
                let wanted = self.draw_between(from, upto);
                let inserted = InsertedConstant { subtracted: false, value: wanted - value };
                self.with_constant(operand, inserted, own)
            }
        }
    }

    /// Whether the divisor was a comparison that is false; it has been complemented then.
    fn complements(&mut self, divisor: &mut KnownOperand) -> bool {
        let id = divisor.expr;
        let ExprKind::Binary { op, .. } = &mut self.body.exprs[id].kind else { return false };
        let Some(other) = complement(*op) else { return false };
        *op = other;
        divisor.value = 1;
        self.tally.flipped += 1;
        true
    }

    /// An operation on integers: `shape` is the kind of the left operand once it is converted, and
    /// `amount` that of the right one, which differs for shifts only.
    pub fn integer_operation(
        &mut self,
        op: BinaryOp,
        (kind, amount): (IntKind, IntKind),
        left: KnownOperand,
        mut right: KnownOperand,
    ) -> KnownOperand {
        let inserts = self.choices.chance(self.config.insert_percent);
        let salt = self.choices.bits(32) as u32;
        let seen = |it: &Self, right: &KnownOperand| {
            let target = &it.program.target;
            let value = |operand: &KnownOperand, kind| {
                converted(target, operand.ty, operand.value, NumberType::Int(kind))
                    .expect("integers convert to each other")
            };
            SeenOperation {
                op,
                shape: IntShape::of(target, kind),
                amount: IntShape::of(target, amount),
                left: value(&left, kind),
                right: value(right, amount),
                constant: None,
                takes_insertions: true,
                takes_left_insertion: true,
            }
        };
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        let mut operation = seen(self, &right);
        if operation.raw().is_err()
            && divides
            && operation.right == 0
            && !inserts
            && self.complements(&mut right)
        {
            operation = seen(self, &right);
        }
        let decision = if operation.raw().is_ok() {
            OperationDecision::kept(op)
        } else {
            let sums = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
            let intent = Intent { aim: Aim::Keep, inserts: !sums, tells: false, salt };
            let inserted = (sums && inserts).then(|| self.inserted_into_sum(&operation));
            inserted
                .or_else(|| rewrites::rewritten(&operation, intent))
                .expect("every operation can be flipped or given a constant")
        };
        let value = operation.result(&decision).expect("what was decided is defined");
        if decision.op != op {
            self.tally.flipped += 1;
        }
        let (kind, amount) = (NumberType::Int(kind), NumberType::Int(amount));
        let mut with = |inserted: Option<InsertedConstant>, operand, ty| match inserted {
            Some(inserted) => self.with_constant(operand, inserted, ty),
            None => operand,
        };
        let left = with(decision.left, left, kind);
        let right = with(decision.right, right, amount);
        let ty = if op.is_comparison() { NumberType::Int(IntKind::Int) } else { kind };
        self.joined(decision.op, left, right, ty, value)
    }

    /// A sum, difference or product that overflows, with a constant at its right operand.
    fn inserted_into_sum(&mut self, seen: &SeenOperation) -> OperationDecision {
        let (least, most) = right_range(seen.op, seen.left, (seen.shape.min(), seen.shape.max()));
        let wanted = self.draw_between(
            least.max(seen.right + seen.shape.min()),
            most.min(seen.right + seen.shape.max()),
        );
        let inserted = rewrites::at(seen.shape, seen.right, wanted)
            .or_else(|| rewrites::at(seen.shape, seen.right, 0))
            .expect("an operand can be taken from itself");
        OperationDecision { right: Some(inserted), ..OperationDecision::kept(seen.op) }
    }

    /// An operation on operands that are converted to a floating type.
    pub fn floating_operation(
        &mut self,
        op: BinaryOp,
        kind: FloatKind,
        left: KnownOperand,
        right: KnownOperand,
    ) -> KnownOperand {
        let ty = NumberType::Float(kind);
        let (left, mut right) = (self.fit(left, ty), self.fit(right, ty));
        let (x, y) = (left.value, right.value);
        if let Some(truth) = op.compare(x, y) {
            let truth = i128::from(truth);
            return self.joined(op, left, right, NumberType::Int(IntKind::Int), truth);
        }
        let bounds = limits(&self.program.target, ty);
        let fits = |value: &i128| (bounds.0..=bounds.1).contains(value);
        let exact = match op {
            BinaryOp::Add => Some(x + y),
            BinaryOp::Sub => Some(x - y),
            BinaryOp::Mul => Some(x * y),
            _ => None,
        };
        if let Some(value) = exact.filter(fits) {
            return self.joined(op, left, right, ty, value);
        }
        let inserts = self.choices.chance(self.config.insert_percent);
        if exact.is_some() && inserts {
            let (least, most) = right_range(op, x, bounds);
            let wanted = self.draw_between(least.max(y + bounds.0), most.min(y + bounds.1));
            let inserted = InsertedConstant { subtracted: false, value: wanted - y };
            right = self.with_constant(right, inserted, ty);
            let value = match op {
                BinaryOp::Add => x + wanted,
                BinaryOp::Sub => x - wanted,
                _ => x * wanted,
            };
            return self.joined(op, left, right, ty, value);
        }
        match op {
            // The operands have the same sign, so that the difference is smaller than either.
            BinaryOp::Add => {
                self.tally.flipped += 1;
                self.joined(BinaryOp::Sub, left, right, ty, x - y)
            }
            BinaryOp::Sub => {
                self.tally.flipped += 1;
                self.joined(BinaryOp::Add, left, right, ty, x + y)
            }
            BinaryOp::Mul => {
                self.tally.flipped += 1;
                self.floating_division(ty, left, right)
            }
            _ => {
                if y == 0 && (inserts || !self.complements(&mut right)) {
                    let most = bounds.1.min(MOST_DIVISOR);
                    let inserted =
                        InsertedConstant { subtracted: false, value: self.draw_between(1, most) };
                    right = self.with_constant(right, inserted, ty);
                }
                self.floating_division(ty, left, right)
            }
        }
    }

    /// `left / right`, where `right` is not zero, without a fraction: `(left - k) / right`.
    fn floating_division(
        &mut self,
        ty: NumberType,
        mut left: KnownOperand,
        right: KnownOperand,
    ) -> KnownOperand {
        let fraction = left.value % right.value;
        if fraction != 0 {
            let inserted = InsertedConstant { subtracted: true, value: fraction };
            left = self.with_constant(left, inserted, ty);
        }
        let value = left.value / right.value;
        self.joined(BinaryOp::Div, left, right, ty, value)
    }
}

/// The right operands with which a sum, difference or product keeps within bounds.
fn right_range(op: BinaryOp, left: i128, (least, most): (i128, i128)) -> (i128, i128) {
    match op {
        BinaryOp::Add => (least - left, most - left),
        BinaryOp::Sub => (left - most, left - least),
        _ => {
            // What does not fit has no factor of zero.
            let most = most / left.abs();
            (-most, most)
        }
    }
}

/// The comparison that holds where this one does not.
const fn complement(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}
