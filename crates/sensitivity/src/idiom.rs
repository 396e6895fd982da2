//! Idioms: expressions that optimisers recognise as a whole.
//!
//! Known by their shape, whatever conversions stand between the operators: rotates and byte swaps,
//! least and greatest and saturation, single bits and fields of bits, counts of bits, the high half of
//! a product, quotients by constants, multiples of a power of two.

use brinell_lang::{BinaryOp, Bits, ExprId, ExprKind, Exprs, UnaryOp};

/// Whether an expression is an idiom, as a whole.
pub fn is_idiom(exprs: &Exprs, expr: ExprId) -> bool {
    let shape = Shape { exprs };
    match exprs[expr].kind {
        ExprKind::Binary { op: BinaryOp::Or, lhs, rhs } => {
            shape.is_rotate(lhs, rhs) || shape.is_swap(lhs, rhs)
        }
        ExprKind::Binary { op: BinaryOp::And, lhs, rhs } => {
            shape.is_bits(lhs, rhs) || shape.is_rounded(lhs, rhs)
        }
        ExprKind::Binary { op: BinaryOp::Shr, lhs, rhs } => shape.is_high_part(lhs, rhs),
        ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, lhs, rhs } => {
            shape.constant(lhs).is_none()
                && shape.constant(rhs).is_some_and(|by| by.signed().unsigned_abs() > 1)
        }
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => shape.is_mean(lhs, rhs),
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => shape.is_sign_extension(lhs, rhs),
        ExprKind::Conditional { cond, then, otherwise } => {
            let (then, otherwise) = (shape.arm(cond, then), shape.arm(cond, otherwise));
            then.is_some() && otherwise.is_some() && (then == Some(true) || otherwise == Some(true))
        }
        _ => false,
    }
}

/// Questions about the shape of expressions.
#[derive(Copy, Clone)]
struct Shape<'a> {
    exprs: &'a Exprs,
}

impl Shape<'_> {
    /// What is converted, with nothing around it.
    fn bare(self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Cast { operand, .. } = self.exprs[expr].kind {
            expr = operand;
        }
        expr
    }

    fn constant(self, expr: ExprId) -> Option<Bits> {
        match self.exprs[self.bare(expr)].kind {
            ExprKind::Int(value) => Some(value),
            ExprKind::Unary { op: UnaryOp::BitNot, operand } => {
                self.constant(operand).map(|value| Bits::new(!value.unsigned()))
            }
            _ => None,
        }
    }

    /// The operands, if it is this operator.
    fn binary(self, expr: ExprId, wanted: BinaryOp) -> Option<(ExprId, ExprId)> {
        match self.exprs[self.bare(expr)].kind {
            ExprKind::Binary { op, lhs, rhs } if op == wanted => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// Whether two expressions read the same variable or are the same constant.
    fn is_same(self, a: ExprId, b: ExprId) -> bool {
        match (&self.exprs[self.bare(a)].kind, &self.exprs[self.bare(b)].kind) {
            (ExprKind::Load(a), ExprKind::Load(b)) => self.is_same(*a, *b),
            (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
            (ExprKind::Global(a), ExprKind::Global(b)) => a == b,
            (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
            (ExprKind::Member { base: a, field: x }, ExprKind::Member { base: b, field: y }) => {
                x == y && self.is_same(*a, *b)
            }
            (ExprKind::Index { base: a, index: i }, ExprKind::Index { base: b, index: j }) => {
                self.is_same(*a, *b) && self.is_same(*i, *j)
            }
            (ExprKind::Deref(a), ExprKind::Deref(b)) | (ExprKind::Decay(a), ExprKind::Decay(b)) => {
                self.is_same(*a, *b)
            }
            _ => false,
        }
    }

    /// `x << a | x >> b`
    fn is_rotate(self, lhs: ExprId, rhs: ExprId) -> bool {
        let (Some((up, _)), Some((down, _))) =
            (self.binary(lhs, BinaryOp::Shl), self.binary(rhs, BinaryOp::Shr))
        else {
            return false;
        };
        self.is_same(up, down)
    }

    /// The last `|` of `(x >> 8 & 0xff) | (x << 8 & 0xff00) | …`.
    fn is_swap(self, lhs: ExprId, rhs: ExprId) -> bool {
        let moved = |expr| {
            let (shifted, mask) = self.binary(expr, BinaryOp::And)?;
            self.constant(mask)?;
            let shift = self
                .binary(shifted, BinaryOp::Shl)
                .or_else(|| self.binary(shifted, BinaryOp::Shr))?;
            Some(shift.0)
        };
        let before = match self.binary(lhs, BinaryOp::Or) {
            Some((_, last)) => last,
            None => lhs,
        };
        match (moved(before), moved(rhs)) {
            (Some(a), Some(b)) => self.is_same(a, b),
            _ => false,
        }
    }

    /// `x >> n & 1` and other low bits, `x & x - 1`, `x & -x`.
    fn is_bits(self, lhs: ExprId, rhs: ExprId) -> bool {
        if self.binary(lhs, BinaryOp::Shr).is_some() {
            let mask = self.constant(rhs).map(Bits::unsigned);
            return mask.is_some_and(|mask| mask != 0 && mask & mask.wrapping_add(1) == 0);
        }
        if let Some((x, one)) = self.binary(rhs, BinaryOp::Sub) {
            return self.is_same(lhs, x) && self.constant(one) == Some(Bits::from(true));
        }
        match self.exprs[self.bare(rhs)].kind {
            ExprKind::Unary { op: UnaryOp::Neg, operand } => self.is_same(lhs, operand),
            _ => false,
        }
    }

    /// `x + 7 & ~7`
    fn is_rounded(self, lhs: ExprId, rhs: ExprId) -> bool {
        let (Some((_, less)), Some(mask)) = (self.binary(lhs, BinaryOp::Add), self.constant(rhs))
        else {
            return false;
        };
        // In the low half: what is above depends on the type.
        self.constant(less).is_some_and(|less| less.unsigned() as u32 == !(mask.unsigned() as u32))
    }

    /// `x * y >> n`: the high half of a product, the last step of a count of bits.
    fn is_high_part(self, lhs: ExprId, rhs: ExprId) -> bool {
        let by = self.constant(rhs).map(Bits::unsigned);
        self.binary(lhs, BinaryOp::Mul).is_some() && by.is_some_and(|by| by >= 8)
    }

    /// `(x & y) + ((x ^ y) >> 1)`
    fn is_mean(self, lhs: ExprId, rhs: ExprId) -> bool {
        let both = self.binary(lhs, BinaryOp::And);
        let one = self.binary(rhs, BinaryOp::Shr).and_then(|(x, _)| self.binary(x, BinaryOp::Xor));
        match (both, one) {
            (Some((a, b)), Some((c, d))) => self.is_same(a, c) && self.is_same(b, d),
            _ => false,
        }
    }

    /// `(x ^ 128) - 128`
    fn is_sign_extension(self, lhs: ExprId, rhs: ExprId) -> bool {
        let turned = self.binary(lhs, BinaryOp::Xor).and_then(|(_, sign)| self.constant(sign));
        turned.is_some() && turned == self.constant(rhs)
    }

    /// Whether an arm of `x < y ? … : …` is made of what is compared; `None` if of anything else but
    /// a constant.
    fn arm(self, cond: ExprId, arm: ExprId) -> Option<bool> {
        let ExprKind::Binary { op, lhs, rhs } = self.exprs[self.bare(cond)].kind else {
            return None;
        };
        if !matches!(op, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge) {
            return None;
        }
        let sum = self.binary(lhs, BinaryOp::Add);
        let compared = |one: ExprId| {
            self.is_same(one, lhs)
                || self.is_same(one, rhs)
                || sum.is_some_and(|(a, b)| self.is_same(one, a) || self.is_same(one, b))
        };
        if self.constant(arm).is_some() {
            return Some(false);
        }
        let parts = self.binary(arm, BinaryOp::Sub).or_else(|| self.binary(arm, BinaryOp::Add));
        let made = compared(arm) || parts.is_some_and(|(a, b)| compared(a) && compared(b));
        made.then_some(true)
    }
}
