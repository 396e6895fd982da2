//! Constants: their values and types (C11 6.4.4), and the bytes of string literals (6.4.5).

use crate::error::{Result, invalid, unsupported};
use brinell_lang::arith::IntShape;
use brinell_lang::{Bits, FloatKind, IntKind, Loc, LongDouble, Target};

/// A numeric constant.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Int(u64, IntKind),
    /// The value is rounded to the type.
    Float(f64, FloatKind),
    /// A `long double` that is wider than `double`.
    Long(LongDouble),
}

/// Reads a preprocessing number.
pub(crate) fn number(text: &[u8], target: &Target, loc: Loc) -> Result<Number> {
    // The lexer lets only ASCII into numbers.
    let mut text: String = text.iter().map(|b| char::from(*b)).collect();
    if text.contains('\'') {
        text.retain(|c| c != '\'');
    }
    let lower = text.to_ascii_lowercase();
    let hex = lower.starts_with("0x");
    let floating = lower.contains('.')
        || if hex { lower.contains('p') } else { lower.contains('e') && !lower.starts_with("0b") };
    if floating { float(&lower, hex, target, loc) } else { integer(&lower, target, loc) }
}

/// C11 6.4.4.1, whose rules are those of C99 and C23 too.
fn integer(text: &str, target: &Target, loc: Loc) -> Result<Number> {
    use IntKind::*;
    let (radix, rest) = if let Some(rest) = text.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = text.strip_prefix("0b") {
        (2, rest)
    } else if text.starts_with('0') {
        (8, text)
    } else {
        (10, text)
    };
    let digits = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(digits);
    if digits.is_empty() {
        return invalid(loc, format!("'{text}' is not a number"));
    }
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        "i" | "j" => return unsupported(loc, "an imaginary constant"),
        "wb" | "uwb" | "wbu" => return unsupported(loc, "a _BitInt constant"),
        _ => return invalid(loc, format!("'{text}' is not a number")),
    };
    let Ok(value) = u64::from_str_radix(digits, radix) else {
        return invalid(loc, format!("the constant '{text}' does not fit any type"));
    };
    let candidates: &[IntKind] = match (unsigned, radix == 10, longs) {
        (false, true, 0) => &[Int, Long, LongLong],
        (false, true, 1) => &[Long, LongLong],
        (false, true, _) => &[LongLong],
        (false, false, 0) => &[Int, UInt, Long, ULong, LongLong, ULongLong],
        (false, false, 1) => &[Long, ULong, LongLong, ULongLong],
        (false, false, _) => &[LongLong, ULongLong],
        (true, _, 0) => &[UInt, ULong, ULongLong],
        (true, _, 1) => &[ULong, ULongLong],
        (true, _, _) => &[ULongLong],
    };
    let fits = |kind: &&IntKind| IntShape::of(target, **kind).holds(i128::from(value));
    match candidates.iter().find(fits) {
        Some(kind) => Ok(Number::Int(value, *kind)),
        None => unsupported(loc, format!("the constant '{text}', too large for long long")),
    }
}

fn float(text: &str, hex: bool, target: &Target, loc: Loc) -> Result<Number> {
    let end = if hex {
        let p = text.find('p');
        let Some(p) = p else { return invalid(loc, "a hexadecimal constant needs an exponent") };
        let tail = &text[p + 1..];
        let sign = usize::from(tail.starts_with(['+', '-']));
        let digits = tail[sign..].bytes().take_while(u8::is_ascii_digit).count();
        p + 1 + sign + digits
    } else {
        text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-')))
            .unwrap_or(text.len())
    };
    let (body, suffix) = text.split_at(end);
    let kind = match suffix {
        "" => FloatKind::Double,
        "f" => FloatKind::Float,
        "l" => FloatKind::LongDouble,
        "i" | "j" | "fi" | "if" | "fj" | "jf" => {
            return unsupported(loc, "an imaginary constant");
        }
        "q" | "w" | "d" | "df" | "dd" | "dl" | "f16" | "f32" | "f64" | "f128" | "f32x" | "f64x"
        | "bf16" => {
            return unsupported(loc, format!("a constant with the suffix '{suffix}'"));
        }
        _ => return invalid(loc, format!("'{text}' is not a number")),
    };
    let single = target.float_size(kind) == 4;
    let value = if hex {
        hex_float(body, single)
    } else if single {
        // Straight to the type: rounding to double first could round twice.
        body.parse::<f32>().ok().map(f64::from)
    } else {
        body.parse::<f64>().ok()
    };
    if kind == FloatKind::LongDouble
        && value.is_some()
        && let Some(format) = target.long_format
    {
        return match format.parse(body) {
            Some(value) => Ok(Number::Long(value)),
            None => unsupported(loc, "a floating constant out of range"),
        };
    }
    match value {
        Some(value) if value.is_finite() => Ok(Number::Float(value, kind)),
        Some(_) => unsupported(loc, "a floating constant out of range"),
        None => invalid(loc, format!("'{text}' is not a number")),
    }
}

/// The value of `0x1.8p3`, rounded once, to nearest even.
fn hex_float(text: &str, single: bool) -> Option<f64> {
    let (mantissa, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    // An exponent beyond 32 bits gives zero or infinity as surely as one of 9 digits does.
    let negative = exponent.starts_with('-');
    let digits = exponent.trim_start_matches(['+', '-']);
    if digits.is_empty() {
        return None;
    }
    let magnitude = digits.parse::<i64>().unwrap_or(i64::from(i32::MAX)).min(i64::from(i32::MAX));
    let mut exponent = if negative { -magnitude } else { magnitude };
    let (mut bits, mut sticky, mut any, mut after_dot) = (0u64, false, false, false);
    for c in mantissa.chars() {
        if c == '.' {
            if after_dot {
                return None;
            }
            after_dot = true;
            continue;
        }
        let digit = u64::from(c.to_digit(16)?);
        any = true;
        if bits >> 60 == 0 {
            bits = bits << 4 | digit;
            exponent -= if after_dot { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            exponent += if after_dot { 0 } else { 4 };
        }
    }
    if !any {
        return None;
    }
    if bits == 0 {
        return Some(0.0);
    }
    let (precision, min_exponent) = if single { (24, -149) } else { (53, -1074) };
    // The value is bits * 2^exponent. Drop the bits below the last place of the result.
    let length = i64::from(64 - bits.leading_zeros());
    let last_place = (exponent + length - precision).max(min_exponent);
    let drop = last_place - exponent;
    let rounded = if drop <= 0 {
        bits
    } else if drop > 64 {
        0
    } else {
        let kept = if drop == 64 { 0 } else { bits >> drop };
        let half = 1u64 << (drop - 1);
        let lower = if drop == 64 { bits } else { bits & ((1u64 << drop) - 1) };
        let up = lower > half || (lower == half && (sticky || kept & 1 == 1));
        kept + u64::from(up)
    };
    let place = if drop <= 0 { exponent } else { last_place };
    let value = scale(rounded as f64, place);
    let limit = if single { f64::from(f32::MAX) } else { f64::MAX };
    Some(if value > limit { f64::INFINITY } else { value })
}

/// `value * 2^exponent` where the result is exact or infinite.
fn scale(mut value: f64, mut exponent: i64) -> f64 {
    while exponent > 0 && value.is_finite() && value != 0.0 {
        let step = exponent.min(1000);
        value *= f64::from_bits(((1023 + step) as u64) << 52);
        exponent -= step;
    }
    while exponent < 0 && value != 0.0 {
        // `value` has at most 53 bits, so going down in steps of 2^-1000 stays exact until the
        // last multiplication, which is exact because the last place is representable.
        let step = (-exponent).min(1000);
        value *= f64::from_bits(((1023 - step) as u64) << 52);
        exponent += step;
    }
    value
}

/// The value of a character constant, of type `int`.
pub(crate) fn character(text: &[u8], target: &Target, loc: Loc) -> Result<Bits> {
    let Some(inner) = text.strip_prefix(b"'").and_then(|t| t.strip_suffix(b"'")) else {
        return unsupported(loc, "a wide or UTF character constant");
    };
    let mut bytes = Vec::new();
    unescape(inner, &mut bytes, loc)?;
    let int = IntShape::of(target, IntKind::Int);
    match bytes.as_slice() {
        [] => invalid(loc, "an empty character constant"),
        // An object of type char holding that character, converted to int (6.4.4.4p10).
        [byte] => Ok(IntShape::of(target, IntKind::Char).wrap(Bits::from(*byte))),
        // As gcc and clang do it: the first character is the most significant.
        many if many.len() <= usize::from(target.int) => {
            let value = many.iter().fold(0u64, |value, b| value << 8 | u64::from(*b));
            Ok(int.wrap(value.into()))
        }
        _ => unsupported(loc, "a character constant longer than int"),
    }
}

/// Appends the bytes of one string literal token.
pub(crate) fn string(text: &[u8], out: &mut Vec<u8>, loc: Loc) -> Result<()> {
    let text = text.strip_prefix(b"u8").unwrap_or(text);
    let Some(inner) = text.strip_prefix(b"\"").and_then(|t| t.strip_suffix(b"\"")) else {
        return unsupported(loc, "a wide string literal");
    };
    unescape(inner, out, loc)
}

fn unescape(text: &[u8], out: &mut Vec<u8>, loc: Loc) -> Result<()> {
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            out.push(*first);
            continue;
        }
        let [escape, tail @ ..] = rest else {
            return invalid(loc, "a backslash at the end of a literal");
        };
        rest = tail;
        match escape {
            b'\'' | b'"' | b'?' | b'\\' => out.push(*escape),
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'e' | b'E' => out.push(27),
            b'f' => out.push(12),
            b'n' => out.push(10),
            b'r' => out.push(13),
            b't' => out.push(9),
            b'v' => out.push(11),
            b'\n' => {}
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    if let [digit @ b'0'..=b'7', tail @ ..] = rest {
                        value = value * 8 + u32::from(digit - b'0');
                        rest = tail;
                    }
                }
                match u8::try_from(value) {
                    Ok(byte) => out.push(byte),
                    Err(_) => return invalid(loc, "an octal escape out of range"),
                }
            }
            b'x' => {
                let digits = rest.iter().take_while(|b| b.is_ascii_hexdigit()).count();
                if digits == 0 {
                    return invalid(loc, "'\\x' without digits");
                }
                let (digits, tail) = rest.split_at(digits);
                rest = tail;
                match hex(digits).and_then(|v| u8::try_from(v).ok()) {
                    Some(byte) => out.push(byte),
                    None => return invalid(loc, "a hexadecimal escape out of range"),
                }
            }
            b'u' | b'U' => {
                let len = if *escape == b'u' { 4 } else { 8 };
                let Some((digits, tail)) = rest.split_at_checked(len) else {
                    return invalid(loc, "an incomplete universal character name");
                };
                rest = tail;
                match hex(digits).and_then(char::from_u32) {
                    Some(c) => out.extend(c.encode_utf8(&mut [0; 4]).bytes()),
                    None => return invalid(loc, "not a universal character name"),
                }
            }
            _ => {
                let shown = char::from(*escape).escape_default();
                return invalid(loc, format!("an unknown escape '\\{shown}'"));
            }
        }
    }
    Ok(())
}

/// The value of hexadecimal digits; `None` past 32 bits or for other characters.
fn hex(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0u32, |value, b| {
        let digit = char::from(*b).to_digit(16)?;
        if value >> 28 != 0 { None } else { Some(value << 4 | digit) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_lang::TargetName;

    fn num(text: &str, name: TargetName) -> Number {
        number(text.as_bytes(), &Target::named(name), Loc::NONE)
            .unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn integer_types() {
        use IntKind::*;
        use TargetName::*;
        for (text, name, value, kind) in [
            ("0", Lp64, 0, Int),
            ("2147483647", Lp64, 2_147_483_647, Int),
            ("2147483648", Lp64, 2_147_483_648, Long),
            ("2147483648", Ilp32, 2_147_483_648, LongLong),
            ("2147483648", Llp64, 2_147_483_648, LongLong),
            ("0x80000000", Lp64, 0x8000_0000, UInt),
            ("0xFFFFFFFFFFFFFFFF", Lp64, u64::MAX, ULong),
            ("0xFFFFFFFFFFFFFFFF", Ilp32, u64::MAX, ULongLong),
            ("32768", Ip16, 32768, Long),
            ("0x8000", Ip16, 32768, UInt),
            ("1u", Lp64, 1, UInt),
            ("1UL", Lp64, 1, ULong),
            ("1LLU", Lp64, 1, ULongLong),
            ("4294967296U", Ilp32, 1 << 32, ULongLong),
            ("017", Lp64, 15, Int),
            ("0b101", Lp64, 5, Int),
            ("0x1E", Lp64, 30, Int),
            ("1'000'000", Lp64, 1_000_000, Int),
        ] {
            assert_eq!(num(text, name), Number::Int(value, kind), "{text}");
        }
    }

    #[test]
    fn floats() {
        use FloatKind::*;
        for (text, value, kind) in [
            ("1.5", 1.5, Double),
            ("1e3f", 1000.0, Float),
            ("1.", 1.0, Double),
            ("0.1f", f64::from(0.1f32), Float),
            ("0x1.8p3", 12.0, Double),
            ("0x1p-1074", f64::from_bits(1), Double),
            ("0x0.8p-1074", 0.0, Double),
            ("0x0.80000000000000000001p-1074", f64::from_bits(1), Double),
            ("0x1.fffffffffffffp1023", f64::MAX, Double),
            ("0x1.fffffffffffff8p0", 2.0, Double),
            ("0x1.ffffffp0f", 2.0, Float),
            ("0x1.000001p0f", 1.0, Float),
            ("0x1.0000010000000000000000001p0f", 1.0 + f64::from(f32::EPSILON), Float),
            ("0x123456789abcdef123p0", 335_812_727_670_730_321_920.0, Double),
        ] {
            assert_eq!(num(text, TargetName::Lp64), Number::Float(value, kind), "{text}");
        }
    }

    #[test]
    fn long_doubles_have_all_their_digits() {
        for (text, bits) in [
            (".5L", 0x3ffe_8000_0000_0000_0000),
            ("0.1L", 0x3ffb_cccc_cccc_cccc_cccd),
            ("0x1.8p3L", 0x4002_c000_0000_0000_0000),
        ] {
            let Number::Long(value) = num(text, TargetName::Lp64) else { panic!("{text}") };
            assert_eq!(value.bits(), Bits::new(bits), "{text}");
        }
        assert_eq!(
            num("0.1L", TargetName::Ip16),
            Number::Float(0.1f32.into(), FloatKind::LongDouble)
        );
    }

    #[test]
    fn bad_numbers() {
        let target = Target::named(TargetName::Lp64);
        for text in [
            "08",
            "0x",
            "1u2",
            "1e",
            "0x1.8",
            "1.5z",
            "99999999999999999999",
            "1.2.3",
            "0b2",
            "0x1p",
        ] {
            let result = number(text.as_bytes(), &target, Loc::NONE);
            assert!(result.is_err(), "{text}: {result:?}");
        }
    }

    #[test]
    fn characters() {
        let lp64 = Target::named(TargetName::Lp64);
        let s390x = Target::named(TargetName::S390x);
        let value = |text: &str, target| character(text.as_bytes(), target, Loc::NONE);
        assert_eq!(value("'a'", &lp64), Ok(Bits::from(97)));
        assert_eq!(value("'\\377'", &lp64), Ok(Bits::from(-1)));
        assert_eq!(value("'\\377'", &s390x), Ok(Bits::from(255)));
        assert_eq!(value("'\\x41'", &lp64), Ok(Bits::from(65)));
        assert_eq!(value("'ab'", &lp64), Ok(Bits::from(0x6162)));
        assert_eq!(value("'\\0'", &lp64), Ok(Bits::from(0)));
        assert!(value("''", &lp64).is_err());
        assert!(value("L'a'", &lp64).is_err());
        assert!(value("'\\q'", &lp64).is_err());
    }

    #[test]
    fn strings() {
        let mut out = Vec::new();
        string(br#""a\n\0z\x7f\u00e9""#, &mut out, Loc::NONE).unwrap();
        assert_eq!(out, b"a\n\0z\x7f\xc3\xa9");
    }
}
