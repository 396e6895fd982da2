//! Constants as C text: integers that have exactly their type, floating values that read back
//! exactly, string literals.

use crate::expr::level;
use brinell_lang::arith::IntShape;
use brinell_lang::{Bits, FloatKind, IntKind, LongDouble, Target};

/// The text of a constant and how tightly it binds.
pub struct ConstantText {
    /// The text.
    pub text: String,
    /// Its binding strength, one of [`level`].
    pub level: u8,
}

/// An integer constant of a type that is `int` or wider; narrower types give a constant of their
/// promoted type, to which the caller adds a cast. So do types of 128 bits, which have no literals:
/// the constant is one of a smaller type that has the value, or the expression that puts one
/// together from two halves.
///
/// A negative constant prints as a negation and the most negative one as a difference, which is
/// what reading them back makes of them.
pub fn int(target: &Target, bits: Bits, kind: IntKind) -> ConstantText {
    if kind.is_128() {
        return int128(target, bits, kind);
    }
    let promoted = target.promote(kind);
    let suffix = match promoted {
        IntKind::UInt => "U",
        IntKind::Long => "L",
        IntKind::ULong => "UL",
        IntKind::LongLong => "LL",
        IntKind::ULongLong => "ULL",
        _ => "",
    };
    let shape = IntShape::of(target, promoted);
    let own = IntShape::of(target, kind);
    let value = own.value(own.wrap(bits));
    if value >= 0 {
        ConstantText { text: format!("{value}{suffix}"), level: level::PRIMARY }
    } else if value > shape.min() {
        ConstantText { text: format!("-{}{suffix}", -value), level: level::UNARY }
    } else {
        let almost = -(value + 1);
        ConstantText { text: format!("-{almost}{suffix} - 1"), level: level::ADD }
    }
}

/// A constant of 128 bits, but for the cast to its type.
fn int128(target: &Target, bits: Bits, kind: IntKind) -> ConstantText {
    let signed = i64::try_from(bits.signed()).ok().filter(|_| kind == IntKind::Int128);
    let int = IntShape::of(target, IntKind::Int);
    if let Some(value) = signed.filter(|value| int.holds((*value).into())) {
        return self::int(target, value.into(), IntKind::Int);
    }
    if let Some(value) = signed {
        return self::int(target, value.into(), IntKind::LongLong);
    }
    let (high, low) = ((bits.unsigned() >> 64) as u64, bits.word());
    if high == 0 {
        return self::int(target, low.into(), IntKind::ULongLong);
    }
    let ty = IntKind::UInt128.spelling();
    ConstantText { text: format!("(({ty}){high}ULL << 64) | {low}ULL"), level: level::OR }
}

/// A floating constant. What has no literal (infinities, NaN) prints as a division.
pub fn float(value: f64, kind: FloatKind) -> ConstantText {
    let suffix = match kind {
        FloatKind::Float => "f",
        FloatKind::Double => "",
        FloatKind::LongDouble => "L",
    };
    if value.is_nan() {
        return ConstantText { text: format!("0.0{suffix} / 0.0{suffix}"), level: level::MUL };
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_infinite() {
        return ConstantText {
            text: format!("{sign}1.0{suffix} / 0.0{suffix}"),
            level: level::MUL,
        };
    }
    let size = value.abs();
    let digits = match kind {
        FloatKind::Float => format!("{:?}", size as f32),
        FloatKind::Double => format!("{size:?}"),
        // The shortest decimal of a double is not exact in a wider type.
        FloatKind::LongDouble if size.fract() == 0.0 && size < 1e15 => format!("{size:?}"),
        FloatKind::LongDouble => hex_float(size),
    };
    let level = if sign.is_empty() { level::PRIMARY } else { level::UNARY };
    ConstantText { text: format!("{sign}{digits}{suffix}"), level }
}

/// A constant of a `long double` that is wider than `double`: exact, in decimal where that is short.
pub fn long_double(value: LongDouble) -> ConstantText {
    let sign = if value.is_negative() { "-" } else { "" };
    if value.is_nan() {
        return ConstantText { text: "0.0L / 0.0L".to_owned(), level: level::MUL };
    }
    if !value.is_finite() {
        return ConstantText { text: format!("{sign}1.0L / 0.0L"), level: level::MUL };
    }
    let size = if value.is_negative() { value.neg() } else { value };
    let double = size.to_double();
    let whole = double.fract() == 0.0 && double < 1e15;
    let digits = if whole && value.format().of_double(double) == size {
        format!("{double:?}")
    } else {
        size.to_string()
    };
    let level = if sign.is_empty() { level::PRIMARY } else { level::UNARY };
    ConstantText { text: format!("{sign}{digits}L"), level }
}

/// A finite, not negative value as a hexadecimal floating constant.
fn hex_float(value: f64) -> String {
    const MANTISSA_BITS: u32 = 52;
    let bits = value.to_bits();
    let raw = (bits >> MANTISSA_BITS) & 0x7ff;
    let mantissa = bits & ((1 << MANTISSA_BITS) - 1);
    if raw == 0 && mantissa == 0 {
        return "0.0".to_owned();
    }
    let (lead, exponent) = if raw == 0 { (0, -1022) } else { (1, raw as i64 - 1023) };
    format!("0x{lead}.{mantissa:013x}p{exponent}")
}

/// A string literal with its quotes. Octal escapes have three digits, so that a digit may follow;
/// no two question marks stand side by side, so that no trigraph arises.
pub fn string(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    let mut last = 0;
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'\r' => text.push_str("\\r"),
            b'\\' => text.push_str("\\\\"),
            b'"' => text.push_str("\\\""),
            b'?' if last == b'?' => text.push_str("\\?"),
            0x20..=0x7e => text.push(byte as char),
            _ => text.extend(['\\'].into_iter().chain(octal(byte))),
        }
        last = byte;
    }
    text.push('"');
    text
}

/// The three octal digits of a byte.
fn octal(byte: u8) -> [char; 3] {
    [byte >> 6, byte >> 3, byte].map(|digit| char::from(b'0' + (digit & 7)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_lang::TargetName;

    #[test]
    fn integers_have_exactly_their_type() {
        let lp64 = Target::named(TargetName::Lp64);
        let show = |v: i64, k| int(&lp64, v.into(), k).text;
        assert_eq!(show(5, IntKind::Int), "5");
        assert_eq!(show(-5, IntKind::Int), "-5");
        assert_eq!(show(i32::MIN.into(), IntKind::Int), "-2147483647 - 1");
        assert_eq!(show(i64::MIN, IntKind::LongLong), "-9223372036854775807LL - 1");
        assert_eq!(show(-1, IntKind::ULong), "18446744073709551615UL");
        assert_eq!(show(-128, IntKind::SChar), "-128");
        let show = |v: i128, k| int(&lp64, v.into(), k).text;
        assert_eq!(show(-5, IntKind::Int128), "-5");
        assert_eq!(show(1 << 40, IntKind::Int128), "1099511627776LL");
        assert_eq!(show(1 << 63, IntKind::UInt128), "9223372036854775808ULL");
        let halves = "((unsigned __int128)9223372036854775808ULL << 64) | 0ULL";
        assert_eq!(show(i128::MIN, IntKind::Int128), halves);
        let ip16 = Target::named(TargetName::Ip16);
        assert_eq!(int(&ip16, 65535.into(), IntKind::UShort).text, "65535U");
        assert_eq!(int(&ip16, (-32768i64).into(), IntKind::Short).text, "-32767 - 1");
    }

    #[test]
    fn floats_read_back_exactly() {
        assert_eq!(float(0.1, FloatKind::Double).text, "0.1");
        assert_eq!(float(f64::from(0.1f32), FloatKind::Float).text, "0.1f");
        assert_eq!(float(1e300, FloatKind::Double).text, "1e300");
        assert_eq!(float(-0.0, FloatKind::Double).text, "-0.0");
        assert_eq!(float(1.5, FloatKind::LongDouble).text, "0x1.8000000000000p0L");
        assert_eq!(float(f64::NEG_INFINITY, FloatKind::Float).text, "-1.0f / 0.0f");
        assert_eq!(float(f64::NAN, FloatKind::Double).text, "0.0 / 0.0");
    }

    #[test]
    fn strings_are_safe_from_trigraphs_and_digits() {
        assert_eq!(string(b"a??=\x01" as &[u8]), "\"a?\\?=\\001\"");
        assert_eq!(string(b"\x012\"\\\n\xff"), "\"\\0012\\\"\\\\\\n\\377\"");
        assert_eq!(string(b"\x0019"), "\"\\00019\"");
    }
}
