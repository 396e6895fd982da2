//! Random typed expressions as C text: trees over variables of all arithmetic types and
//! bit-fields, with values near the limits. Many are undefined; the caller filters them.
//!
//! Left out where gcc and clang disagree: bit-fields wider than `int` (gcc computes with types of 33 to 63 bits) and `s.b++` and
//! `s.b--` (gcc promotes the value as that of a bit-field, clang by the declared type).

use crate::random::Random;
use brinell_lang::{IntKind, LongFormat, Target};
use std::fmt::Write as _;

/// What every program with such expressions begins with: `put` for floating values, all of which a
/// `long double` has, by the bytes that have the value; `show` for integers as wide as they get.
const EXPRESSION_PRELUDE: &str = "\
int printf(const char *, ...);
static void put(long double d) {
\tunsigned char *byte = (unsigned char *)&d;
\tint i;
\tif (d != d) { printf(\" nan\"); return; }
\tprintf(\" \");
\tfor (i = 0; i < VALUE_BYTES; i++) printf(\"%02x\", byte[i]);
}
";
const SHOW: &str = "static void show(unsigned long long u) { printf(\" %llx\", u); }\n";
const SHOW_128: &str = "\
static void show(unsigned __int128 u) {
\tprintf(\" %llx:%llx\", (unsigned long long)(u >> 64), (unsigned long long)u);
}
";

/// A C function `void f{number}(void)` that evaluates one random expression and prints its type's
/// size and sign, its value, and the variables afterwards.
pub fn random_expression(random: &mut Random, target: &Target, number: usize) -> String {
    let mut tree = ExpressionWriter { random, target, ints: Vec::new(), bit_fields: Vec::new() };
    for _ in 0..4 {
        let kind = tree.random.pick(target.int_kinds());
        tree.ints.push(kind);
    }
    for _ in 0..3 {
        let field = tree.random_bit_field();
        tree.bit_fields.push(field);
    }
    let depth = 1 + tree.random.below(5) as u32;
    let floating = tree.random.percent(20);
    let expr = if floating { tree.floating(depth) } else { tree.integer(depth) };
    tree.function(number, &expr, floating)
}

/// The names of the floating variables: `x` is a `float`, `y` a `double`, `z` a `long double`.
const FLOATS: [(&str, &str); 3] = [("float", "x"), ("double", "y"), ("long double", "z")];

struct ExpressionWriter<'a> {
    random: &'a mut Random,
    target: &'a Target,
    /// The types of `v0`, `v1` and so on.
    ints: Vec<IntKind>,
    /// The types and widths of `s.b0`, `s.b1` and so on.
    bit_fields: Vec<(IntKind, u32)>,
}

impl ExpressionWriter<'_> {
    fn random_bit_field(&mut self) -> (IntKind, u32) {
        let kind = self.random.pick(&IntKind::ALL);
        let most = self.target.int_bits(kind).min(self.target.int_bits(IntKind::Int));
        (kind, 1 + self.random.below(most.into()) as u32)
    }

    /// A value of a type with so many bits, as a pattern: near the limits more often than not.
    fn pattern(&mut self, bits: u32) -> u128 {
        let top = 1u128 << (bits - 1);
        let value = match self.random.below(8) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => top,
            4 => top - 1,
            5 => top.wrapping_add(1),
            6 => self.random.below(100).into(),
            _ if bits > 64 => {
                let both = u128::from(self.random.bits()) << 64 | u128::from(self.random.bits());
                both >> self.random.below(128)
            }
            _ => (self.random.bits() >> self.random.below(64)).into(),
        };
        value & (u128::MAX >> (128 - bits))
    }

    fn float_value(&mut self) -> String {
        match self.random.below(8) {
            0 => self.random.pick(&["0.0", "-0.0", "1.0", "-1.5", "0.1", "1e10", "3e38", "1e-40"]),
            1 => self.random.pick(&["127.5", "-128.9", "255.0", "32767.5", "65536.0", "-0.9"]),
            2 => self.random.pick(&["2147483647.0", "-2147483648.0", "4294967295.0"]),
            3 => self.random.pick(&["9223372036854775807.0", "18446744073709549568.0", "1e19"]),
            4 => self.random.pick(&["0.1L", "1e4000L", "-3e-4945L", "0x1.23456789abcdef012p64L"]),
            _ => {
                let whole = self.random.below(200_000) as f64 - 100_000.0;
                return format!("({:?})", whole / self.random.pick(&[1.0, 2.0, 3.0, 7.0, 1024.0]));
            }
        }
        .to_owned()
    }

    /// A constant whose type depends on its value, its base and its suffix.
    fn constant(&mut self) -> String {
        let bits = self.random.pick(&[8, 16, 31, 32, 33, 63, 64]);
        let value = self.pattern(bits);
        let suffix = self.random.pick(&["", "", "", "u", "l", "ul", "ll", "ull"]);
        // Decimal constants have signed types unless the suffix says otherwise.
        let signed_decimal = !suffix.starts_with('u');
        match self.random.below(4) {
            0 => format!("{value:#x}{suffix}"),
            1 => format!("0{value:o}{suffix}"),
            _ if signed_decimal => format!("{}{suffix}", value & (u128::MAX >> 65)),
            _ => format!("{value}{suffix}"),
        }
    }

    /// An amount that many a type can be shifted by.
    fn small_amount(&mut self) -> u64 {
        let most = if self.target.int128 && self.random.percent(25) { 130 } else { 34 };
        self.random.below(most)
    }

    fn variable(&mut self) -> String {
        if self.random.percent(25) {
            format!("s.b{}", self.random.below(self.bit_fields.len() as u64))
        } else {
            format!("v{}", self.random.below(self.ints.len() as u64))
        }
    }

    fn any(&mut self, depth: u32) -> String {
        if self.random.percent(20) { self.floating(depth) } else { self.integer(depth) }
    }

    /// The left operand of a comma. It mentions a variable: gcc 12 crashes on the conversion of
    /// `(1, 2)` to `_Bool`.
    fn discarded(&mut self, depth: u32) -> String {
        let operand = self.any(depth);
        let mentions = ["v", "s.", "y"].iter().any(|name| operand.contains(name));
        if mentions { operand } else { self.variable() }
    }

    fn integer(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.percent(8) {
            return if self.random.percent(30) { self.constant() } else { self.variable() };
        }
        let depth = depth - 1;
        match self.random.below(100) {
            0..35 => {
                let op = self.random.pick(&[
                    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "+", "-", "&", "^",
                ]);
                let lhs = self.integer(depth);
                // Shift amounts are mostly small, or nearly all shifts would be undefined.
                let small = matches!(op, "<<" | ">>") && self.random.percent(70);
                let rhs = if small { self.small_amount().to_string() } else { self.integer(depth) };
                format!("({lhs} {op} {rhs})")
            }
            35..50 => {
                let op = self.random.pick(&["<", ">", "<=", ">=", "==", "!=", "&&", "||"]);
                format!("({} {op} {})", self.any(depth), self.any(depth))
            }
            50..62 => {
                let op = self.random.pick(&["-", "~", "+"]);
                format!("({op} {})", self.integer(depth))
            }
            62..65 => format!("(! {})", self.any(depth)),
            65..80 => {
                let kind = self.random.pick(self.target.int_kinds());
                format!("(({}) {})", kind.spelling(), self.any(depth))
            }
            80..88 => {
                let condition = self.any(depth);
                format!("({condition} ? {} : {})", self.integer(depth), self.integer(depth))
            }
            88..91 => {
                let left = self.discarded(depth);
                format!("({left}, {})", self.integer(depth))
            }
            91..96 => {
                let op =
                    self.random.pick(&["", "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]);
                let value = if matches!(op, "" | "+" | "-" | "*" | "/") {
                    self.any(depth)
                } else {
                    self.integer(depth)
                };
                format!("({} {op}= {value})", self.variable())
            }
            96..98 => {
                let op = self.random.pick(&["++", "--"]);
                format!("({op}{})", self.variable())
            }
            _ => {
                let op = self.random.pick(&["++", "--"]);
                format!("(v{}{op})", self.random.below(self.ints.len() as u64))
            }
        }
    }

    fn floating(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.percent(10) {
            return match self.random.below(3) {
                0 => {
                    let suffix = self.random.pick(&["", "f", "L"]);
                    let value = self.float_value();
                    // A suffix belongs to the digits, not to the parentheses around them.
                    let done = value.ends_with([')', 'L']);
                    if done { format!("({value})") } else { format!("({value}{suffix})") }
                }
                _ => self.random.pick(&FLOATS).1.to_owned(),
            };
        }
        let depth = depth - 1;
        match self.random.below(100) {
            0..50 => {
                let op = self.random.pick(&["+", "-", "*", "/"]);
                let (lhs, rhs) = if self.random.percent(50) {
                    (self.floating(depth), self.any(depth))
                } else {
                    (self.any(depth), self.floating(depth))
                };
                format!("({lhs} {op} {rhs})")
            }
            50..60 => format!("({} {})", self.random.pick(&["-", "+"]), self.floating(depth)),
            60..80 => {
                let (ty, _) = self.random.pick(&FLOATS);
                format!("(({ty}) {})", self.any(depth))
            }
            80..88 => {
                format!("({} ? {} : {})", self.any(depth), self.floating(depth), self.any(depth))
            }
            88..91 => {
                let left = self.discarded(depth);
                format!("({left}, {})", self.floating(depth))
            }
            _ => {
                let op = self.random.pick(&["", "+", "-", "*", "/"]);
                let (_, name) = self.random.pick(&FLOATS);
                format!("({name} {op}= {})", self.any(depth))
            }
        }
    }

    fn function(&mut self, number: usize, expr: &str, floating: bool) -> String {
        let mut text = format!("static void f{number}(void) {{\n");
        let mut after = String::new();
        for (i, kind) in self.ints.clone().into_iter().enumerate() {
            if expr.contains(&format!("v{i}")) {
                let value = self.pattern(u32::from(self.target.int_size(kind)) * 8);
                let (high, low) = ((value >> 64) as u64, value as u64);
                let value = if high == 0 {
                    format!("{low:#x}ull")
                } else {
                    format!("(unsigned __int128){high:#x}ull << 64 | {low:#x}ull")
                };
                writeln!(text, "\t{} v{i} = {value};", kind.spelling()).expect("a string");
                write!(after, " show(v{i});").expect("a string");
            }
        }
        if expr.contains("s.b") {
            let (mut members, mut values) = (String::new(), Vec::new());
            for (i, (kind, width)) in self.bit_fields.clone().into_iter().enumerate() {
                // Whether a plain `int` bit-field is signed is up to the compiler.
                let sign = if kind == IntKind::Int { "signed " } else { "" };
                write!(members, " {sign}{} b{i} : {width};", kind.spelling()).expect("a string");
                values.push(format!("{:#x}ull", self.pattern(width)));
                write!(after, " show(s.b{i});").expect("a string");
            }
            writeln!(text, "\tstruct {{{members} }} s = {{ {} }};", values.join(", "))
                .expect("a string");
        }
        for (ty, name) in FLOATS {
            if expr.contains(name) {
                writeln!(text, "\t{ty} {name} = {};", self.float_value()).expect("a string");
                write!(after, " put({name});").expect("a string");
            }
        }
        writeln!(
            text,
            "\tprintf(\"f{number} %d %d\", (int)sizeof(+{expr}), (1 ? -1 : {expr}) < 0);"
        )
        .expect("a string");
        if floating {
            writeln!(text, "\tput({expr});").expect("a string");
        } else {
            writeln!(text, "\tshow({expr});").expect("a string");
        }
        writeln!(text, "\t{}\n\tprintf(\"\\n\");\n}}", after.trim_start()).expect("a string");
        text
    }
}

/// A program that calls the functions with those numbers, given their texts.
pub fn expression_program<'a>(
    target: &Target,
    functions: impl IntoIterator<Item = (usize, &'a str)>,
) -> String {
    let value_bytes = target.long_format.map_or(target.long_double, LongFormat::value_bytes);
    let mut text = EXPRESSION_PRELUDE.replace("VALUE_BYTES", &value_bytes.to_string());
    text.push_str(if target.int128 { SHOW_128 } else { SHOW });
    let mut calls = String::new();
    for (number, function) in functions {
        text.push_str(function);
        writeln!(calls, "\tf{number}();").expect("a string");
    }
    write!(text, "int main(void) {{\n{calls}\treturn 0;\n}}\n").expect("a string");
    text
}
