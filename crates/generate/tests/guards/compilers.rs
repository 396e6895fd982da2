//! What compilers make of the wrappers: the same values as the machine, for all pairs of limits.

use super::support::{compiled, compilers, guarded, integer_wrappers, output, preprocessed, read};
use brinell_generate::guards::{Form, Operation, Wrapper};
use brinell_lang::arith::IntShape;
use brinell_lang::{FloatKind, IntKind, Target, TargetName, float_to_int};
use brinell_print::print;
use std::fmt::Write;

/// A constant of C with that value and, after conversion, that type.
fn constant(shape: IntShape, value: i128) -> String {
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
        IntKind::ALL.into_iter().filter(|k| k.rank() >= IntKind::Int.rank()).collect();
    for &kind in &kinds {
        let shape = IntShape::of(target, kind);
        let list: Vec<String> =
            values(target, kind).into_iter().map(|v| constant(shape, v)).collect();
        let (ty, name, n) = (kind.spelling(), array(kind), list.len());
        writeln!(text, "static const {ty} {name}[{n}] = {{{}}};", list.join(", ")).unwrap();
    }
    let mut main = String::new();
    for wrapper in integer_wrappers() {
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
        writeln!(
            text,
            "static void test_{name}(void) {{
    hash = 1;
    for (int i = 0; i < {m}; i++) {{
        for (int j = 0; j < {n}; j++) {{
            {declare}
            {update};
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
    let text = every_operation(&Target::named(target), plain);
    let (program, report) = guarded(&read(&text, target), None, form, 1);
    let all = integer_wrappers().count();
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
    for (cc, flags) in compilers(target) {
        if let Some(found) = compiled(&printed, cc, &flags, dir.path()) {
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
    for name in TargetName::ALL {
        let target = Target::named(name);
        let mut text = "int printf(const char *, ...);\n".to_owned();
        let (mut main, mut expected) = (String::new(), String::new());
        for wrapper in Wrapper::all().filter(|w| w.operation() == Operation::Convert) {
            let kind = wrapper.left();
            let shape = IntShape::of(&target, kind);
            for value in floating_values(&target, kind) {
                let spelled = match value {
                    v if v.is_nan() => "0.0 / zero".to_owned(),
                    v if v.is_infinite() => format!("{:?} / zero", v.signum()),
                    v => format!("{v:?} + zero"),
                };
                let ty = kind.spelling();
                writeln!(
                    main,
                    "    d = {spelled}; printf(\"%llx\\n\", (unsigned long long)({ty})d);"
                )
                .unwrap();
                let value = value + 0.0;
                let fits = float_to_int(shape, value).map_or(0, |bits| shape.value(bits));
                writeln!(expected, "{:x}", fits as u64).unwrap();
            }
        }
        write!(text, "volatile double zero = 0.0;\nint main(void) {{\n    double d;\n{main}")
            .unwrap();
        text.push_str("    return 0;\n}\n");
        for form in [Form::Functions, Form::Macros] {
            let (program, report) = guarded(&read(&text, name), None, form, 1);
            let macros = report.wrappers.iter().filter(|f| program.functions[**f].as_macro).count();
            assert_eq!(report.wrappers.len(), 11);
            // Narrow types are converted to again when a function returns; a macro cannot.
            assert_eq!(macros, if form == Form::Macros { 6 } else { 0 });
            assert_eq!(output(&program), expected, "{name:?} {form:?}");
            let dir = tempfile::tempdir().unwrap();
            for (cc, flags) in compilers(name) {
                if let Some(found) = compiled(&print(&program), cc, &flags, dir.path()) {
                    assert_eq!(found, expected, "{cc} {flags:?}");
                }
            }
        }
    }
}
