//! Types of numbers, and values in them: exact integers throughout.
//!
//! A floating value is a whole number that its type holds exactly, with one bit to spare (Orange
//! §4.2: at most 2^(m-1) for a significand of m bits). So every intermediate result is exact: more
//! precision, contraction and double rounding change nothing. `long double` keeps to the bound of
//! `double` on every target. Whether a zero has a sign is not followed, and nothing shows it.

use brinell_lang::arith::IntShape;
use brinell_lang::{Bits, FloatKind, IntKind, Target};

/// The type of a number.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum NumberType {
    /// An integer type of at most 64 bits.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
}

/// The smallest and the largest value that a number of the type may have.
pub fn limits(target: &Target, ty: NumberType) -> (i128, i128) {
    match ty {
        NumberType::Int(kind) => {
            let shape = IntShape::of(target, kind);
            (shape.min(), shape.max())
        }
        NumberType::Float(kind) => {
            // Significands of 24 and 53 bits.
            let narrow = |kind| target.float_size(kind) == 4;
            let single = narrow(kind) || kind == FloatKind::LongDouble && narrow(FloatKind::Double);
            let bound = 1i128 << if single { 23 } else { 52 };
            (-bound, bound)
        }
    }
}

/// The type after the integer promotions.
pub fn promoted(target: &Target, ty: NumberType) -> NumberType {
    match ty {
        NumberType::Int(kind) => NumberType::Int(target.promote(kind)),
        NumberType::Float(_) => ty,
    }
}

/// The type that two operands are converted to (C11 6.3.1.8).
pub fn common(target: &Target, a: NumberType, b: NumberType) -> NumberType {
    use NumberType::{Float, Int};
    match (a, b) {
        (Float(x), Float(y)) => Float(x.max(y)),
        (Float(x), Int(_)) | (Int(_), Float(x)) => Float(x),
        (Int(x), Int(y)) => Int(target.common_int(target.promote(x), target.promote(y))),
    }
}

/// A value converted to a type: nothing where the conversion is undefined, or would not be exact
/// although one of the two types is a floating one.
pub fn converted(target: &Target, from: NumberType, value: i128, to: NumberType) -> Option<i128> {
    match (from, to) {
        (_, NumberType::Int(IntKind::Bool)) => Some(i128::from(value != 0)),
        (NumberType::Int(_), NumberType::Int(kind)) => {
            Some(IntShape::of(target, kind).wrap(Bits::new(value as u128)).signed())
        }
        _ => {
            let (least, most) = limits(target, to);
            (least..=most).contains(&value).then_some(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_lang::TargetName;

    #[test]
    fn floating_numbers_are_exact_in_all_of_their_ranges() {
        for name in TargetName::ALL {
            let target = Target::named(name);
            for kind in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble] {
                let (least, most) = limits(&target, NumberType::Float(kind));
                assert_eq!(least, -most);
                // The neighbours are there, so nothing within the bounds was rounded.
                for value in [most, most - 1, most + 1, 2 * most - 1] {
                    let held = match target.float_size(kind) {
                        4 => f64::from(value as f32) as i128,
                        _ => value as f64 as i128,
                    };
                    assert_eq!(held, value, "{name:?} {kind:?}");
                }
            }
        }
    }

    #[test]
    fn conversions_are_exact_or_refused() {
        use NumberType::{Float, Int};
        let target = Target::named(TargetName::Lp64);
        let to = |from, value, to| converted(&target, from, value, to);
        let (int, float) = (Int(IntKind::Int), Float(FloatKind::Float));
        assert_eq!(to(int, -1, Int(IntKind::UChar)), Some(255));
        assert_eq!(to(int, 256, Int(IntKind::Bool)), Some(1));
        assert_eq!(to(float, 256, Int(IntKind::Bool)), Some(1));
        assert_eq!(to(float, 256, Int(IntKind::UChar)), None);
        assert_eq!(to(float, -1, Int(IntKind::ULong)), None);
        assert_eq!(to(int, (1 << 23) + 1, float), None);
        assert_eq!(to(int, -(1 << 23), float), Some(-(1 << 23)));
    }
}
