//! The `printf` conversions of C11 7.21.6.1: parsing a format and rendering one value, byte for
//! byte as glibc prints it in the C locale.
//!
//! Pure functions: fetching the arguments, checking their types and narrowing them to what the
//! length modifier says is the caller's business. Left out: wide characters (`%lc`, `%ls`),
//! `long double` (`L`), the conversions new in C23, and glibc's own extensions (`'`, `I`, `m$`).
//! `%n` and `%p` are parsed but not rendered.

use std::fmt;

/// The largest width or precision that is rendered. Far above what a program prints on purpose,
/// and small enough that no format can exhaust memory.
pub const MAX_COUNT: u32 = 1 << 20;

/// A part of a format string.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Piece<'a> {
    /// Bytes that are copied to the output; `%%` arrives here as `%`.
    Literal(&'a [u8]),
    /// A conversion specification.
    Spec(Spec),
}

/// The flags of a conversion specification.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Flags {
    /// `-`: left-justified.
    pub minus: bool,
    /// `+`: signed conversions always have a sign.
    pub plus: bool,
    /// A space where signed conversions have no sign.
    pub space: bool,
    /// `#`: the alternative form.
    pub hash: bool,
    /// `0`: padded with zeros.
    pub zero: bool,
}

/// A width or precision.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum FormatCount {
    /// Written in the format.
    Fixed(u32),
    /// `*`: the next `int` argument.
    Star,
}

/// A length modifier.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Length {
    /// None was given.
    #[default]
    None,
    /// `hh`
    Hh,
    /// `h`
    H,
    /// `l`
    L,
    /// `ll`
    Ll,
    /// `j`
    J,
    /// `z`
    Z,
    /// `t`
    T,
    /// `L`
    BigL,
}

impl Length {
    /// The spelling in a format.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Hh => "hh",
            Self::H => "h",
            Self::L => "l",
            Self::Ll => "ll",
            Self::J => "j",
            Self::Z => "z",
            Self::T => "t",
            Self::BigL => "L",
        }
    }
}

/// A conversion specification as written. [`Spec::resolve`] fills in the `*` arguments.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Spec {
    /// The flags.
    pub flags: Flags,
    /// The minimum field width.
    pub width: Option<FormatCount>,
    /// The precision; `%.f` means 0.
    pub precision: Option<FormatCount>,
    /// The length modifier.
    pub length: Length,
    /// The conversion specifier, one of `diouxXeEfFgGaAcspn`.
    pub conv: u8,
}

/// A conversion specification whose width and precision are known and within [`MAX_COUNT`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ResolvedSpec {
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    pub conv: u8,
}

/// Where and why a format is not usable.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct FormatError {
    /// The index in the format of the `%` that begins the specification.
    pub at: usize,
    /// What is wrong with it.
    pub why: FormatErrorKind,
}

/// What is wrong with a conversion specification. All but [`TooLarge`](Self::TooLarge) are
/// undefined behaviour (C11 7.21.6.1p4 to p9).
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum FormatErrorKind {
    /// The format ends inside a specification.
    Incomplete,
    /// There is no such conversion specifier.
    UnknownConversion(u8),
    /// The flag (`#` or `0`) is not defined for the conversion.
    Flag(u8, u8),
    /// A precision is not defined for the conversion.
    Precision(u8),
    /// The length modifier is not defined for the conversion.
    Length(Length, u8),
    /// `%%` with anything in between.
    PercentNotBare,
    /// `%n` with a flag, width or precision.
    StoreNotBare,
    /// Width or precision larger than [`MAX_COUNT`]: legal, but not supported.
    TooLarge,
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Incomplete => write!(f, "the format ends inside a conversion specification"),
            Self::UnknownConversion(c) => {
                write!(f, "`%{}` is not a conversion", c.escape_ascii())
            }
            Self::Flag(flag, c) => {
                write!(f, "flag `{}` is undefined for `%{}`", char::from(flag), char::from(c))
            }
            Self::Precision(c) => write!(f, "a precision is undefined for `%{}`", char::from(c)),
            Self::Length(length, c) => {
                write!(f, "length `{}` is undefined for `%{}`", length.as_str(), char::from(c))
            }
            Self::PercentNotBare => write!(f, "`%%` takes no flags, width, precision or length"),
            Self::StoreNotBare => write!(f, "`%n` takes no flags, width or precision"),
            Self::TooLarge => write!(f, "a width or precision is larger than {MAX_COUNT}"),
        }
    }
}

/// Splits a format (without its terminating zero) into pieces.
pub fn parse(fmt: &[u8]) -> Result<Vec<Piece<'_>>, FormatError> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < fmt.len() {
        if fmt[at] != b'%' {
            let len = fmt[at..].iter().position(|b| *b == b'%').unwrap_or(fmt.len() - at);
            pieces.push(Piece::Literal(&fmt[at..at + len]));
            at += len;
            continue;
        }
        let mut cursor = FormatCursor { rest: &fmt[at + 1..] };
        let spec = cursor.spec().map_err(|why| FormatError { at, why })?;
        let next = fmt.len() - cursor.rest.len();
        pieces.push(spec.map_or(Piece::Literal(&fmt[at..=at]), Piece::Spec));
        at = next;
    }
    Ok(pieces)
}

struct FormatCursor<'a> {
    rest: &'a [u8],
}

impl FormatCursor<'_> {
    fn peek(&self) -> Result<u8, FormatErrorKind> {
        self.rest.first().copied().ok_or(FormatErrorKind::Incomplete)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    /// What follows a `%`; `None` is a second `%`.
    fn spec(&mut self) -> Result<Option<Spec>, FormatErrorKind> {
        let mut flags = Flags::default();
        loop {
            let flag = match self.peek()? {
                b'-' => &mut flags.minus,
                b'+' => &mut flags.plus,
                b' ' => &mut flags.space,
                b'#' => &mut flags.hash,
                b'0' => &mut flags.zero,
                _ => break,
            };
            *flag = true;
            self.rest = &self.rest[1..];
        }
        let width = self.count()?;
        let precision = if self.eat(b'.') {
            Some(self.count()?.unwrap_or(FormatCount::Fixed(0)))
        } else {
            None
        };
        let length = self.length();
        let conv = self.peek()?;
        self.rest = &self.rest[1..];
        let spec = Spec { flags, width, precision, length, conv };
        spec.validate()?;
        Ok((conv != b'%').then_some(spec))
    }

    fn count(&mut self) -> Result<Option<FormatCount>, FormatErrorKind> {
        if self.eat(b'*') {
            return Ok(Some(FormatCount::Star));
        }
        let mut value = None;
        while let Ok(digit @ b'0'..=b'9') = self.peek() {
            self.rest = &self.rest[1..];
            let next = value.unwrap_or(0) * 10 + u32::from(digit - b'0');
            if next > MAX_COUNT {
                return Err(FormatErrorKind::TooLarge);
            }
            value = Some(next);
        }
        Ok(value.map(FormatCount::Fixed))
    }

    fn length(&mut self) -> Length {
        if self.eat(b'h') {
            return if self.eat(b'h') { Length::Hh } else { Length::H };
        }
        if self.eat(b'l') {
            return if self.eat(b'l') { Length::Ll } else { Length::L };
        }
        for (byte, length) in
            [(b'j', Length::J), (b'z', Length::Z), (b't', Length::T), (b'L', Length::BigL)]
        {
            if self.eat(byte) {
                return length;
            }
        }
        Length::None
    }
}

impl Spec {
    /// Whether the combination is one that 7.21.6.1 gives a meaning to.
    fn validate(&self) -> Result<(), FormatErrorKind> {
        let conv = self.conv;
        let bare = self.flags == Flags::default() && self.width.is_none();
        let integer = matches!(conv, b'd' | b'i' | b'o' | b'u' | b'x' | b'X');
        let floating = matches!(conv, b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A');
        match conv {
            b'%' => {
                let bare = bare && self.precision.is_none() && self.length == Length::None;
                return bare.then_some(()).ok_or(FormatErrorKind::PercentNotBare);
            }
            b'n' if !bare || self.precision.is_some() => {
                return Err(FormatErrorKind::StoreNotBare);
            }
            b'c' | b's' | b'p' | b'n' => {}
            _ if integer || floating => {}
            _ => return Err(FormatErrorKind::UnknownConversion(conv)),
        }
        if self.flags.hash && !(floating || matches!(conv, b'o' | b'x' | b'X')) {
            return Err(FormatErrorKind::Flag(b'#', conv));
        }
        if self.flags.zero && !(integer || floating) {
            return Err(FormatErrorKind::Flag(b'0', conv));
        }
        if self.precision.is_some() && !(integer || floating || conv == b's') {
            return Err(FormatErrorKind::Precision(conv));
        }
        let length_fits = match self.length {
            Length::None => true,
            Length::L => conv != b'p',
            Length::BigL => floating,
            Length::Hh | Length::H | Length::Ll | Length::J | Length::Z | Length::T => {
                integer || conv == b'n'
            }
        };
        length_fits.then_some(()).ok_or(FormatErrorKind::Length(self.length, conv))
    }

    /// Fills in the arguments that stand for `*`: a negative width is a `-` flag and a width, a
    /// negative precision is none (p5). Arguments that no `*` asks for are ignored.
    pub fn resolve(&self, width: i32, precision: i32) -> Result<ResolvedSpec, FormatErrorKind> {
        let mut flags = self.flags;
        let width = match self.width {
            None => 0,
            Some(FormatCount::Fixed(n)) => n,
            Some(FormatCount::Star) => {
                flags.minus |= width < 0;
                width.unsigned_abs()
            }
        };
        let precision = match self.precision {
            None => None,
            Some(FormatCount::Fixed(n)) => Some(n),
            Some(FormatCount::Star) => u32::try_from(precision).ok(),
        };
        if width > MAX_COUNT || precision.is_some_and(|p| p > MAX_COUNT) {
            return Err(FormatErrorKind::TooLarge);
        }
        Ok(ResolvedSpec {
            flags,
            width: width as usize,
            precision: precision.map(|p| p as usize),
            conv: self.conv,
        })
    }
}

/// Renders `%d` and `%i`; the value is already narrowed to the length modifier's type.
pub fn render_signed(spec: &ResolvedSpec, value: i64) -> Vec<u8> {
    let digits = spec.integer_digits(value.unsigned_abs().to_string(), value == 0);
    spec.pad(spec.sign(value < 0), &digits, spec.flags.zero && spec.precision.is_none())
}

/// Renders `%o`, `%u`, `%x` and `%X`; the value is already narrowed to the length modifier's type.
pub fn render_unsigned(spec: &ResolvedSpec, value: u64) -> Vec<u8> {
    let text = match spec.conv {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        _ => value.to_string(),
    };
    let mut digits = spec.integer_digits(text, value == 0);
    let prefix = match spec.conv {
        b'x' if spec.flags.hash && value != 0 => "0x",
        b'X' if spec.flags.hash && value != 0 => "0X",
        _ => "",
    };
    if spec.conv == b'o' && spec.flags.hash && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    spec.pad(prefix, &digits, spec.flags.zero && spec.precision.is_none())
}

/// Renders `%c`; the value is already converted to `unsigned char`.
pub fn render_char(spec: &ResolvedSpec, value: u8) -> Vec<u8> {
    spec.pad_bytes(&[value])
}

/// Renders `%s`; bytes past the precision are left out.
pub fn render_str(spec: &ResolvedSpec, value: &[u8]) -> Vec<u8> {
    let len = spec.precision.map_or(value.len(), |p| p.min(value.len()));
    spec.pad_bytes(&value[..len])
}

/// Renders `%f`, `%e`, `%g`, `%a` and their capital forms, rounding to nearest, ties to even.
pub fn render_double(spec: &ResolvedSpec, value: f64) -> Vec<u8> {
    let upper = spec.conv.is_ascii_uppercase();
    let magnitude = value.abs();
    let mut zeros = spec.flags.zero;
    let mut prefix = spec.sign(value.is_sign_negative()).to_owned();
    let mut body = if !value.is_finite() {
        zeros = false;
        if value.is_nan() { "nan".to_owned() } else { "inf".to_owned() }
    } else {
        match spec.conv.to_ascii_lowercase() {
            b'a' => {
                prefix.push_str(if upper { "0X" } else { "0x" });
                hexadecimal(magnitude, spec.precision, spec.flags.hash)
            }
            b'e' => exponential(magnitude, spec.precision.unwrap_or(6), spec.flags.hash),
            b'g' => general(magnitude, spec.precision.unwrap_or(6).max(1), spec.flags.hash),
            _ => fixed(magnitude, spec.precision.unwrap_or(6), spec.flags.hash),
        }
    };
    if upper {
        body.make_ascii_uppercase();
    }
    spec.pad(&prefix, &body, zeros)
}

impl ResolvedSpec {
    fn sign(&self, negative: bool) -> &'static str {
        if negative {
            "-"
        } else if self.flags.plus {
            "+"
        } else if self.flags.space {
            " "
        } else {
            ""
        }
    }

    /// The digits after the precision: at least that many, none for a zero with precision 0.
    fn integer_digits(&self, text: String, is_zero: bool) -> String {
        match self.precision {
            Some(0) if is_zero => String::new(),
            Some(p) if p > text.len() => {
                let mut digits = "0".repeat(p - text.len());
                digits.push_str(&text);
                digits
            }
            _ => text,
        }
    }

    fn pad(&self, prefix: &str, body: &str, zeros: bool) -> Vec<u8> {
        let fill = self.width.saturating_sub(prefix.len() + body.len());
        let (before, zeros, after) = if self.flags.minus {
            (0, 0, fill)
        } else if zeros {
            (0, fill, 0)
        } else {
            (fill, 0, 0)
        };
        let mut out = Vec::with_capacity(fill + prefix.len() + body.len());
        out.resize(before, b' ');
        out.extend_from_slice(prefix.as_bytes());
        out.resize(out.len() + zeros, b'0');
        out.extend_from_slice(body.as_bytes());
        out.resize(out.len() + after, b' ');
        out
    }

    fn pad_bytes(&self, body: &[u8]) -> Vec<u8> {
        let fill = self.width.saturating_sub(body.len());
        let mut out = Vec::with_capacity(fill + body.len());
        if !self.flags.minus {
            out.resize(fill, b' ');
        }
        out.extend_from_slice(body);
        if self.flags.minus {
            out.resize(fill + body.len(), b' ');
        }
        out
    }
}

/// A `double` has at most 1074 digits after the point and at most 767 significant ones: past this
/// precision only zeros follow, and the standard library need not (and above 65535 cannot) make
/// them.
const EXACT_DIGITS: usize = 1100;

fn fixed(magnitude: f64, precision: usize, point: bool) -> String {
    let exact = precision.min(EXACT_DIGITS);
    let mut text = format!("{magnitude:.exact$}");
    text.push_str(&"0".repeat(precision - exact));
    if precision == 0 && point {
        text.push('.');
    }
    text
}

/// The significand with `precision` digits after the point, and the decimal exponent.
fn scientific(magnitude: f64, precision: usize) -> (String, i32) {
    let exact = precision.min(EXACT_DIGITS);
    let text = format!("{magnitude:.exact$e}");
    let (significand, exponent) = text.split_once('e').expect("`{:e}` prints an exponent");
    let exponent = exponent.parse().expect("`{:e}` prints a decimal exponent");
    let mut significand = significand.to_owned();
    significand.push_str(&"0".repeat(precision - exact));
    (significand, exponent)
}

fn with_exponent(significand: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{significand}e{sign}{:02}", exponent.abs())
}

fn exponential(magnitude: f64, precision: usize, point: bool) -> String {
    let (mut significand, exponent) = scientific(magnitude, precision);
    if precision == 0 && point {
        significand.push('.');
    }
    with_exponent(&significand, exponent)
}

fn general(magnitude: f64, precision: usize, keep_zeros: bool) -> String {
    // The style depends on the exponent after rounding to `precision` significant digits.
    let (mut significand, exponent) = scientific(magnitude, precision - 1);
    let precision = precision as i64;
    let style_f = i64::from(exponent) >= -4 && i64::from(exponent) < precision;
    if style_f {
        let digits = (precision - 1 - i64::from(exponent)) as usize;
        let mut text = fixed(magnitude, digits, keep_zeros);
        if !keep_zeros {
            trim_zeros(&mut text);
        }
        return text;
    }
    if keep_zeros {
        if !significand.contains('.') {
            significand.push('.');
        }
    } else {
        trim_zeros(&mut significand);
    }
    with_exponent(&significand, exponent)
}

/// Removes zeros at the end of the fraction, and the point with nothing after it.
fn trim_zeros(text: &mut String) {
    if text.contains('.') {
        let kept = text.trim_end_matches('0').trim_end_matches('.').len();
        text.truncate(kept);
    }
}

/// `%a` after the `0x`: the leading digit is 1, for zero and subnormals 0 (glibc's choice).
fn hexadecimal(magnitude: f64, precision: Option<usize>, point: bool) -> String {
    const FRACTION_BITS: u32 = 52;
    let bits = magnitude.to_bits();
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let biased = (bits >> FRACTION_BITS) as i32;
    let (leading, exponent) = match (biased, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, biased - 1023),
    };
    let mut significand = (leading << FRACTION_BITS) | fraction;
    if let Some(p) = precision.filter(|p| *p < 13) {
        let dropped = FRACTION_BITS - 4 * p as u32;
        let half = 1 << (dropped - 1);
        let rest = significand & ((1 << dropped) - 1);
        significand >>= dropped;
        significand += u64::from(rest > half || (rest == half && significand & 1 == 1));
        significand <<= dropped;
    }
    let mut digits = format!("{:013x}", significand & ((1 << FRACTION_BITS) - 1));
    match precision {
        Some(p) if p <= 13 => digits.truncate(p),
        Some(p) => digits.push_str(&"0".repeat(p - 13)),
        None => digits.truncate(digits.trim_end_matches('0').len()),
    }
    let point = if point || !digits.is_empty() { "." } else { "" };
    format!("{:x}{point}{digits}p{exponent:+}", significand >> FRACTION_BITS)
}

#[cfg(test)]
mod tests;
