//! What compilers make of the wrappers: the same values as the machine, for all pairs of limits.

use super::support::{
    compiled, compilers, guarded, integer_wrappers, output, preprocessed, read, wrappers,
};
use brinell_generate::guards::{Form, Operation};
use brinell_lang::arith::IntShape;
use brinell_lang::{FloatKind, IntKind, Target, TargetName, float_to_int};
use brinell_print::print;
use std::fmt::Write;

/// A compiler's command and flags.
type Compiler = (&'static str, Vec<&'static str>);

/// A constant of C with that value and, after conversion, that type.
fn constant(shape: IntShape, value: i128) -> String {
    if shape.bits == 128 {
        let (high, low) = ((value as u128 >> 64) as u64, value as u64);
        return format!("(unsigned __int128){high}ULL << 64 | {low}ULL");
    }
    match value {
        v if v == shape.min() && shape.signed => format!("(-{}LL - 1)", -(v + 1)),
        v if v > i64::MAX.into() => format!("{v}ULL"),
        v => format!("{v}LL"),
    }
}

fn values(target: &Target, kind: IntKind) -> Vec<i128> {
    let shape = IntShape::of(target, kind);
    let bits = i128::from(shape.bits);
    let (min, max) = (shape.min(), shape.max());
    let mut values =
        vec![min, min + 1, -2, -1, 0, 1, 2, 3, bits - 1, bits, bits + 1, max.isqrt(), max / 2];
    values.extend([max - 1, max]);
    values.retain(|v| shape.holds(*v));
    if shape.bits == 128 && !shape.signed {
        // The patterns of the upper half.
        values.extend([-1, -2, i128::MIN]);
    }
    values.sort_unstable();
    values.dedup();
    values
}

fn array(kind: IntKind) -> String {
    format!("values_{}", kind.spelling().replace(' ', "_"))
}

/// A program that does every operation with all pairs of values of its types, without guards.
///
/// The operands are variables, for macros, or elements of arrays, for functions; `op=` is there
/// too.
fn every_operation(target: &Target, plain: bool) -> String {
    let mut text = "int printf(const char *, ...);\nstatic unsigned long long hash;\n".to_owned();
    let kinds: Vec<IntKind> =
        target.int_kinds().iter().copied().filter(|k| k.rank() >= IntKind::Int.rank()).collect();
    for &kind in &kinds {
        let shape = IntShape::of(target, kind);
        let list: Vec<String> =
            values(target, kind).into_iter().map(|v| constant(shape, v)).collect();
        let (ty, name, n) = (kind.spelling(), array(kind), list.len());
        writeln!(text, "static const {ty} {name}[{n}] = {{{}}};", list.join(", ")).unwrap();
    }
    let mut main = String::new();
    for wrapper in integer_wrappers(target) {
        let (name, left) = (wrapper.name(false), wrapper.left());
        let right = wrapper.right().unwrap_or(left);
        let (m, n) = (values(target, left).len(), values(target, right).len());
        let (x, y) = (format!("{}[i]", array(left)), format!("{}[j]", array(right)));
        let (lt, rt) = (left.spelling(), right.spelling());
        let declare = format!("{lt} a = {x}; {rt} b = {y}; {lt} c = a;");
        let (a, b) = if plain { ("a", "b") } else { (x.as_str(), y.as_str()) };
        let (value, update) = match wrapper.operation() {
            Operation::Neg => (format!("-{a}"), "c--".to_owned()),
            Operation::Binary(op) => {
                (format!("{a} {} {b}", op.spelling()), format!("c {}= {b}", op.spelling()))
            }
            Operation::Convert => unreachable!("its operand is no integer"),
        };
        let high = if left.is_128() {
            format!("{lt} r = {value}; hash = hash * 31 + (unsigned long long)(r >> 64 ^ c >> 64);")
        } else {
            String::new()
        };
        writeln!(
            text,
            "static void test_{name}(void) {{
    hash = 1;
    for (int i = 0; i < {m}; i++) {{
        for (int j = 0; j < {n}; j++) {{
            {declare}
            {update};
            {high}
            hash = hash * 31 + (unsigned long long)({value}) + (sizeof({value}) << 8) + b;
            hash = hash * 31 + (unsigned long long)c;
        }}
    }}
    printf(\"{name} %llx\\n\", hash);
}}"
        )
        .unwrap();
        writeln!(main, "    test_{name}();").unwrap();
    }
    format!("{text}int main(void) {{\n{main}    return 0;\n}}\n")
}

fn agree(target: TargetName, form: Form, plain: bool) {
    for (types, known) in with_and_without_int128(target) {
        agree_with(&types, &known, form, plain);
    }
}

/// A target with all its types for compilers that have them, and without `__int128` for the others.
fn with_and_without_int128(name: TargetName) -> Vec<(Target, Vec<Compiler>)> {
    let target = Target::named(name);
    let (small, large): (Vec<_>, Vec<_>) =
        compilers(name).into_iter().partition(|(cc, _)| *cc == "tcc");
    if target.int128 {
        vec![(Target { int128: false, ..target.clone() }, small), (target, large)]
    } else {
        vec![(target, compilers(name))]
    }
}

fn agree_with(types: &Target, known: &[Compiler], form: Form, plain: bool) {
    let target = types.name;
    let text = every_operation(types, plain);
    let (program, report) = guarded(&read(&text, target), None, form, 1);
    let all = integer_wrappers(types).count();
    let macros = report.wrappers.iter().filter(|f| program.functions[**f].as_macro).count();
    match form {
        Form::Functions => assert_eq!((report.wrappers.len(), macros), (all, 0)),
        Form::Macros if plain => assert_eq!(macros, all),
        _ => assert!(macros > 0 && macros < report.wrappers.len()),
    }
    let printed = print(&program);
    let expected = output(&program);
    assert_eq!(expected.lines().count(), all);
    let dir = tempfile::tempdir().unwrap();
    for (cc, flags) in known {
        if let Some(found) = compiled(&printed, cc, flags, dir.path()) {
            assert_eq!(found, expected, "{cc} {flags:?}");
        }
    }
    // Reading the text back gives another program with the same meaning.
    let again = read(&preprocessed(&printed, dir.path()), target);
    assert_eq!(output(&again), expected);
}

#[test]
fn functions_agree_with_the_machine() {
    agree(TargetName::Lp64, Form::Functions, false);
}

#[test]
fn macros_agree_with_the_machine() {
    agree(TargetName::Lp64, Form::Macros, true);
}

#[test]
fn functions_and_macros_side_by_side_agree_with_the_machine() {
    agree(TargetName::Ilp32, Form::Mixed { macro_percent: 50 }, true);
}

#[test]
fn targets_without_a_compiler_read_the_text_back() {
    for target in [TargetName::Llp64, TargetName::Ip16, TargetName::S390x] {
        agree(target, Form::Macros, true);
    }
}

/// Floating values around the limits of a type, as the target's `double` has them.
fn floating_values(target: &Target, kind: IntKind) -> Vec<f64> {
    let shape = IntShape::of(target, kind);
    let limits = [shape.min(), shape.max(), 0].map(|limit| limit as f64);
    let mut values: Vec<f64> = limits
        .into_iter()
        .flat_map(|v| [v - 1.5, v - 1.0, v - 0.5, v.next_down(), v, v.next_up(), v + 0.5, v + 1.0])
        .chain([f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -0.0, 1e-300, 1e300, -1e30])
        .collect();
    if target.float_size(FloatKind::Double) == 4 {
        for value in &mut values {
            *value = f64::from(*value as f32);
        }
    }
    values
}

/// Every conversion of floating values around the limits gives what fits, and zero otherwise.
#[test]
fn conversions_are_exact_on_every_target() {
    for (target, known) in TargetName::ALL.into_iter().flat_map(with_and_without_int128) {
        let name = target.name;
        let mut text = "int printf(const char *, ...);\n".to_owned();
        let (mut main, mut expected) = (String::new(), String::new());
        for wrapper in wrappers(&target).filter(|w| w.operation() == Operation::Convert) {
            let kind = wrapper.left();
            let shape = IntShape::of(&target, kind);
            for value in floating_values(&target, kind) {
                let spelled = match value {
                    v if v.is_nan() => "0.0 / zero".to_owned(),
                    v if v.is_infinite() => format!("{:?} / zero", v.signum()),
                    v => format!("{v:?} + zero"),
                };
                let ty = kind.spelling();
                let high = if kind.is_128() { " >> 64" } else { "" };
                writeln!(
                    main,
                    "    d = {spelled}; printf(\"%llx\\n\", (unsigned long long)(({ty})d{high}));"
                )
                .unwrap();
                let value = value + 0.0;
                let fits = float_to_int(shape, value).map_or(0, |bits| shape.value(bits));
                let fits = if kind.is_128() { fits >> 64 } else { fits };
                writeln!(expected, "{:x}", fits as u64).unwrap();
            }
        }
        write!(text, "volatile double zero = 0.0;\nint main(void) {{\n    double d;\n{main}")
            .unwrap();
        text.push_str("    return 0;\n}\n");
        for form in [Form::Functions, Form::Macros] {
            let (program, report) = guarded(&read(&text, name), None, form, 1);
            let macros = report.wrappers.iter().filter(|f| program.functions[**f].as_macro).count();
            let all = if target.int128 { 13 } else { 11 };
            assert_eq!(report.wrappers.len(), all);
            // Narrow types are converted to again when a function returns; a macro cannot.
            assert_eq!(macros, if form == Form::Macros { all - 5 } else { 0 });
            assert_eq!(output(&program), expected, "{name:?} {form:?}");
            let dir = tempfile::tempdir().unwrap();
            for (cc, flags) in &known {
                if let Some(found) = compiled(&print(&program), cc, flags, dir.path()) {
                    assert_eq!(found, expected, "{cc} {flags:?}");
                }
            }
        }
    }
}
