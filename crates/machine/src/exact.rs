//! Whether floating operations are exact: then neither excess precision nor contraction shows.
//!
//! Strict: in doubt, where numbers are tiny, infinite or none, a result counts as rounded. An exact
//! result is still the one of this operation on these operands; an implementation that computes
//! something else instead (`-ffast-math`) may round on its way (`exact-floats`).

use crate::machine::Machine;
use crate::outcome::ImplDefined;
use brinell_lang::BinaryOp;

/// Below that, the error of a product may be too small to be seen.
const TINY: f64 = 1e-250;

impl Machine<'_> {
    /// A floating operation was done, exactly or not.
    pub fn rely_on_floats(&mut self, exact: impl FnOnce() -> bool) {
        self.rely(ImplDefined::ExactFloats);
        if !self.relied_on.contains(ImplDefined::FloatEvaluation) && !exact() {
            self.rely(ImplDefined::FloatEvaluation);
        }
    }
}

/// Whether the text of a literal has exactly this value: it is a whole number that is printed with
/// all of its digits. (A text of the user's that is rounded to such a number is not seen.)
pub fn literal(value: f64, single: bool) -> bool {
    let most = if single { 16_777_216.0 } else { 9_007_199_254_740_992.0 };
    value.fract() == 0.0 && value.abs() < most
}

/// Whether an operation on these values of `double` is exact.
pub fn double(op: BinaryOp, x: f64, y: f64) -> bool {
    if !x.is_finite() || !y.is_finite() {
        return false;
    }
    match op {
        BinaryOp::Add => sum(x, y),
        BinaryOp::Sub => sum(x, -y),
        BinaryOp::Mul => {
            let product = x * y;
            product.is_finite()
                && (x == 0.0 || y == 0.0 || (product.abs() > TINY && x.mul_add(y, -product) == 0.0))
        }
        BinaryOp::Div => {
            let quotient = x / y;
            y != 0.0
                && quotient.is_finite()
                && (x == 0.0
                    || (x.abs() > TINY && quotient.abs() > TINY && quotient.mul_add(y, -x) == 0.0))
        }
        _ => true,
    }
}

/// Whether a sum has no error (Knuth's two-sum).
fn sum(x: f64, y: f64) -> bool {
    let sum = x + y;
    let virtual_y = sum - x;
    let error = (x - (sum - virtual_y)) + (y - virtual_y);
    sum.is_finite() && error == 0.0
}

/// Whether an operation on these values of `float` is exact: as a `double` it is, and that fits.
pub fn single(op: BinaryOp, x: f32, y: f32) -> bool {
    let (a, b) = (f64::from(x), f64::from(y));
    let result = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return a.is_finite() && b.is_finite(),
    };
    double(op, a, b) && converts(result)
}

/// Whether a `double` becomes a `float` exactly, and a normal one.
pub fn converts(value: f64) -> bool {
    let single = value as f32;
    f64::from(single) == value && (value == 0.0 || single.is_normal())
}

/// Whether an integer becomes a floating value of so many bits exactly.
pub const fn holds(value: i128, significand: u32) -> bool {
    let size = value.unsigned_abs();
    size == 0 || 128 - size.leading_zeros() - size.trailing_zeros() <= significand
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOp::{Add, Div, Lt, Mul, Sub};

    #[test]
    fn what_is_rounded_is_not_exact() {
        let large = 9_007_199_254_740_992.0;
        assert!(double(Add, large, 2.0) && !double(Add, large, 1.0));
        assert!(double(Sub, large, 1.0) && !double(Sub, -large, 1.0));
        assert!(double(Mul, large, large) && !double(Mul, 134_217_729.0, 134_217_729.0));
        assert!(double(Div, 147.0, 49.0) && !double(Div, 1.0, 49.0) && !double(Div, 1.0, 0.0));
        assert!(double(Add, 0.5, 0.25) && !double(Add, 0.1, 0.2));
        assert!(!double(Mul, 1e-200, 1e-200) && !double(Mul, 1e200, 1e200));
        assert!(double(Lt, 1.0, 2.0) && !double(Lt, f64::NAN, 2.0));
        assert!(single(Add, 16_777_216.0, 2.0) && !single(Add, 16_777_216.0, 1.0));
        assert!(single(Mul, 4096.0, 4097.0) && !single(Mul, 4097.0, 4097.0));
        assert!(single(Div, 9.0, 3.0) && !single(Div, 1.0, 3.0));
        assert!(!single(Mul, 1e38, 10.0) && !converts(1e39) && !converts(0.1) && converts(0.5));
    }

    #[test]
    fn integers_are_held_by_their_bits() {
        assert!(holds(1 << 24, 24) && !holds((1 << 24) + 1, 24) && holds(-(1 << 100), 24));
        assert!(holds(0, 1) && holds(i128::MIN, 24) && !holds(i128::MAX, 53));
    }

    #[test]
    fn literals_are_exact_as_whole_numbers_of_few_digits() {
        assert!(literal(3.0, true) && literal(-16_777_215.0, true) && !literal(16_777_216.0, true));
        assert!(literal(16_777_216.0, false) && !literal(0.1, false) && !literal(1e300, false));
        assert!(!literal(f64::INFINITY, false) && !literal(f64::NAN, false));
    }
}
