//! Formats: the rules of 7.21.6.1, and thousands of random conversions compared with glibc.

use super::*;
use std::fmt::Write as _;
use std::process::Command;

fn spec_of(fmt: &str) -> ResolvedSpec {
    match parse(fmt.as_bytes()).expect("a valid format")[..] {
        [Piece::Spec(spec)] => spec.resolve(0, 0).expect("a small width and precision"),
        ref other => panic!("{fmt} is not one conversion: {other:?}"),
    }
}

fn double(fmt: &str, value: f64) -> String {
    String::from_utf8(render_double(&spec_of(fmt), value)).expect("ASCII")
}

#[track_caller]
fn rejects(fmt: &str, why: FormatErrorKind) {
    assert_eq!(parse(fmt.as_bytes()).map_err(|e| e.why), Err(why), "{fmt}");
}

#[test]
fn splits_text_and_specifications() {
    let spec = Spec {
        flags: Flags { minus: true, zero: true, ..Flags::default() },
        width: Some(FormatCount::Fixed(12)),
        precision: Some(FormatCount::Star),
        length: Length::Ll,
        conv: b'd',
    };
    assert_eq!(
        parse(b"a%%b%-012.*lld\n").expect("valid"),
        [
            Piece::Literal(b"a"),
            Piece::Literal(b"%"),
            Piece::Literal(b"b"),
            Piece::Spec(spec),
            Piece::Literal(b"\n"),
        ]
    );
    assert_eq!(parse(b"").expect("valid"), []);
}

#[test]
fn reports_what_is_undefined() {
    use FormatErrorKind as E;
    for fmt in ["%", "%-", "%5", "%5.", "%ll", "a%d%"] {
        rejects(fmt, E::Incomplete);
    }
    rejects("%k", E::UnknownConversion(b'k'));
    rejects("%D", E::UnknownConversion(b'D'));
    rejects("%\n", E::UnknownConversion(b'\n'));
    for conv in *b"diucsp" {
        rejects(&format!("%#{}", char::from(conv)), E::Flag(b'#', conv));
    }
    for conv in *b"csp" {
        rejects(&format!("%05{}", char::from(conv)), E::Flag(b'0', conv));
    }
    rejects("%.1c", E::Precision(b'c'));
    rejects("%.p", E::Precision(b'p'));
    rejects("%hs", E::Length(Length::H, b's'));
    rejects("%Ld", E::Length(Length::BigL, b'd'));
    rejects("%llf", E::Length(Length::Ll, b'f'));
    rejects("%lp", E::Length(Length::L, b'p'));
    rejects("%5%", E::PercentNotBare);
    rejects("%l%", E::PercentNotBare);
    rejects("%5n", E::StoreNotBare);
    rejects("%1048577d", E::TooLarge);
    rejects("%.99999999999999999999d", E::TooLarge);
    assert_eq!(parse(b"ab%d%k").map_err(|e| e.at), Err(4));
    for fmt in ["%lf", "%lc", "%ls", "%hhn", "% +d", "%+s", "%1048576d", "%--d", "%.*s", "%La"] {
        assert!(parse(fmt.as_bytes()).is_ok(), "{fmt}");
    }
}

#[test]
fn negative_star_arguments() {
    let [Piece::Spec(spec)] = parse(b"%0*.*d").expect("valid")[..] else { panic!("one spec") };
    let text = |width, precision| render_signed(&spec.resolve(width, precision).expect("small"), 7);
    assert_eq!(text(-4, -1), b"7   ");
    assert_eq!(text(4, -1), b"0007");
    assert_eq!(text(4, 2), b"  07");
    assert_eq!(spec.resolve(i32::MIN, 0), Err(FormatErrorKind::TooLarge));
    assert_eq!(spec.resolve(0, i32::MAX), Err(FormatErrorKind::TooLarge));
    assert!(spec.resolve(0, i32::MIN).is_ok());
}

#[test]
fn corners_of_floating_conversions() {
    assert_eq!(double("%.0f", 0.5), "0");
    assert_eq!(double("%.0f", 2.5), "2");
    assert_eq!(double("%#.0f", 3.5), "4.");
    assert_eq!(double("%f", -0.0), "-0.000000");
    assert_eq!(double("%05.1f", f64::NEG_INFINITY), " -inf");
    assert_eq!(double("%F", f64::INFINITY), "INF");
    assert_eq!(double("%e", 0.0), "0.000000e+00");
    assert_eq!(double("%.0e", 25.0), "2e+01");
    assert_eq!(double("%g", 100_000.0), "100000");
    assert_eq!(double("%g", 999_999.5), "1e+06");
    assert_eq!(double("%#g", 1.0), "1.00000");
    assert_eq!(double("%#.0g", 1e10), "1.e+10");
    assert_eq!(double("%G", 1e-10), "1E-10");
    assert_eq!(double("%a", 1.0), "0x1p+0");
    assert_eq!(double("%.0a", 1.5), "0x2p+0");
    assert_eq!(double("%a", 5e-324), "0x0.0000000000001p-1022");
    assert_eq!(double("%08A", 0.0), "0X000P+0");
    assert_eq!(double("%.70000f", 0.1).len(), 70002);
    assert_eq!(double("%.1000000e", 0.1).len(), 1_000_006);
}

/// splitmix64: the tests need repeatable noise, not good randomness.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn integer(&mut self) -> u64 {
        match self.below(4) {
            0 => self.pick(&[0, 1, 7, 8, 9, 10, u64::MAX, i64::MAX as u64, i64::MIN as u64]),
            1 => self.below(2000).wrapping_sub(1000),
            _ => self.next() >> self.below(64),
        }
    }

    fn double(&mut self) -> f64 {
        let sign = if self.chance(2) { -1.0 } else { 1.0 };
        let magnitude = match self.below(7) {
            0 => self.pick(&[0.0, 1.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::INFINITY]),
            1 => f64::NAN,
            // Any bits: all exponents, subnormals among them.
            2 => f64::from_bits(self.next()).abs(),
            // Dyadic fractions: ties for the decimal conversions.
            3 => self.below(4000) as f64 / self.pick(&[2.0, 4.0, 8.0, 16.0, 1024.0]),
            // Powers of ten and their neighbours, where `%g` changes its style.
            4 => {
                let power = 10f64.powi(self.below(30) as i32 - 12);
                f64::from_bits(power.to_bits().wrapping_add(self.below(3)).wrapping_sub(1))
            }
            5 => (self.below(2_000_000) as f64) / 1000.0,
            // Few significant bits: ties for `%a`.
            _ => f64::from_bits((self.next() & !((1 << (20 + self.below(30))) - 1)) >> 1 | 1 << 61),
        };
        magnitude.copysign(sign)
    }
}

/// The C program so far and the bytes that each of its lines must print.
struct Batch {
    source: String,
    expected: Vec<(String, Vec<u8>)>,
}

impl Batch {
    fn add(&mut self, noise: &mut Noise) {
        let conv = noise.pick(b"diouxXcsfFeEgGaAfFeEgGaA");
        let integer = b"diouxX".contains(&conv);
        let mut fmt = String::from("%");
        for flag in *b"-+ #0" {
            let undefined = match flag {
                b'#' => b"diucs".contains(&conv),
                b'0' => b"cs".contains(&conv),
                _ => false,
            };
            if !undefined && noise.chance(4) {
                fmt.push(flag.into());
            }
        }
        let mut arguments = String::new();
        let (mut width, mut precision) = (0, 0);
        match noise.below(4) {
            0 => write!(fmt, "{}", 1 + noise.below(40)).expect("a string"),
            1 => {
                width = noise.below(60) as i32 - 30;
                fmt.push('*');
                write!(arguments, ", {width}").expect("a string");
            }
            _ => {}
        }
        if conv != b'c' {
            match noise.below(4) {
                0 => write!(fmt, ".{}", noise.below(25)).expect("a string"),
                1 => {
                    precision = noise.below(30) as i32 - 5;
                    fmt.push_str(".*");
                    write!(arguments, ", {precision}").expect("a string");
                }
                2 if noise.chance(10) => {
                    write!(fmt, ".{}", noise.below(1200)).expect("a string");
                }
                3 if noise.chance(10) => fmt.push('.'),
                _ => {}
            }
        }
        if integer {
            fmt.push_str("ll");
        }
        fmt.push(conv.into());
        let spec = match parse(fmt.as_bytes()).expect("made to be valid")[..] {
            [Piece::Spec(spec)] => spec.resolve(width, precision).expect("made to be small"),
            ref other => panic!("{fmt} is not one conversion: {other:?}"),
        };
        let rendered = if integer {
            let value = noise.integer();
            write!(arguments, ", {value:#x}ull").expect("a string");
            if b"di".contains(&conv) {
                render_signed(&spec, value as i64)
            } else {
                render_unsigned(&spec, value)
            }
        } else if conv == b'c' {
            let value = 32 + noise.below(90) as u8;
            write!(arguments, ", {value}").expect("a string");
            render_char(&spec, value)
        } else if conv == b's' {
            let text = &"the quick brown fox jumps"[..noise.below(26) as usize];
            write!(arguments, ", \"{text}\"").expect("a string");
            render_str(&spec, text.as_bytes())
        } else {
            let value = noise.double();
            write!(arguments, ", bits({:#x}ull)", value.to_bits()).expect("a string");
            render_double(&spec, value)
        };
        let line = format!("printf(\"{fmt}\\n\"{arguments});");
        writeln!(self.source, "{line}").expect("a string");
        self.expected.push((line, rendered));
    }
}

#[test]
fn agrees_with_glibc() {
    const SEED: u64 = 0x1eaf;
    const CASES: usize = 20_000;
    let mut noise = Noise(SEED);
    let mut batch = Batch { source: String::new(), expected: Vec::new() };
    batch.source.push_str(
        "#include <stdio.h>\n#include <string.h>\n\
         static double bits(unsigned long long b) { double d; memcpy(&d, &b, 8); return d; }\n",
    );
    for case in 0..CASES {
        // Functions of moderate size keep the compiler fast.
        if case % 500 == 0 {
            let close = if case == 0 { "" } else { "}\n" };
            let number = case / 500;
            writeln!(batch.source, "{close}static void f{number}(void) {{").expect("a string");
        }
        batch.add(&mut noise);
    }
    batch.source.push_str("}\nint main(void) {");
    for number in 0..CASES.div_ceil(500) {
        write!(batch.source, " f{number}();").expect("a string");
    }
    batch.source.push_str(" return 0; }\n");

    let dir = tempfile::tempdir().expect("a temporary directory");
    let (source, binary) = (dir.path().join("format.c"), dir.path().join("format"));
    std::fs::write(&source, &batch.source).expect("writing the program");
    let status = Command::new("gcc")
        .args(["-w", "-O0", "-fno-builtin", "-o"])
        .args([&binary, &source])
        .status()
        .expect("gcc must be installed for this test");
    assert!(status.success(), "gcc rejected the program");
    let output = Command::new(&binary).output().expect("running the program");
    assert!(output.status.success());
    let mut lines = output.stdout.split(|b| *b == b'\n');
    for (call, rendered) in &batch.expected {
        let line = lines.next().expect("as many lines as calls");
        assert_eq!(
            String::from_utf8_lossy(rendered),
            String::from_utf8_lossy(line),
            "seed {SEED:#x}: {call}"
        );
    }
}
