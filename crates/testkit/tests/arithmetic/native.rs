//! The same expressions as compiled code: one C program for each target, which writes the type and
//! the values of each as 64-bit numbers.

use crate::forms::{Form, evaluate, result_type};
use brinell_lang::{Dialect, IntKind, Target, TargetName};
use brinell_toolchain::{Command, Compiler, Family, compile};
use std::fmt::Write as _;

/// One form on one pair of types: a C function.
struct Group {
    form: Form,
    lhs: usize,
    rhs: usize,
    /// Positions of the operands for which the behaviour is defined.
    pairs: Vec<(usize, usize)>,
    /// The type, then value and value of `a` afterwards for each pair.
    expected: Vec<u64>,
}

fn groups(target: &Target, operands: &[Vec<u64>]) -> Vec<Group> {
    let mut groups = Vec::new();
    for form in Form::all() {
        for (lhs, left) in IntKind::ALL.into_iter().enumerate() {
            for (rhs, right) in IntKind::ALL.into_iter().enumerate() {
                if form.is_unary() && lhs != rhs {
                    continue;
                }
                let kind = result_type(target, form, left, right);
                let position =
                    IntKind::ALL.iter().position(|k| *k == kind).expect("ALL is complete");
                let mut group =
                    Group { form, lhs, rhs, pairs: Vec::new(), expected: vec![position as u64] };
                for (i, &a) in operands[lhs].iter().enumerate() {
                    let partners = if form.is_unary() { 1 } else { operands[rhs].len() };
                    for (j, &b) in operands[rhs].iter().enumerate().take(partners) {
                        if let Ok(values) = evaluate(target, form, (left, a), (right, b)) {
                            group.pairs.push((i, j));
                            group.expected.extend(values);
                        }
                    }
                }
                groups.push(group);
            }
        }
    }
    groups
}

fn source(operands: &[Vec<u64>], groups: &[Group]) -> String {
    let mut text = String::from("#include <stdio.h>\n");
    text.push_str("static void put(unsigned long long v) { fwrite(&v, sizeof v, 1, stdout); }\n");
    let kinds: Vec<_> = IntKind::ALL.into_iter().map(IntKind::spelling).collect();
    let cases: Vec<_> = kinds.iter().enumerate().map(|(i, kind)| format!("{kind}: {i}")).collect();
    writeln!(text, "#define TYPE(e) _Generic((e), {})", cases.join(", ")).expect("a string");
    for (i, values) in operands.iter().enumerate() {
        let values: Vec<_> = values.iter().map(|v| format!("{v:#x}ull")).collect();
        writeln!(text, "static const {} v{i}[] = {{ {} }};", kinds[i], values.join(", "))
            .expect("a string");
    }
    for (number, group) in groups.iter().enumerate() {
        let (lhs, rhs, expr) = (group.lhs, group.rhs, group.form.text());
        let (left, right) = (kinds[lhs], kinds[rhs]);
        write!(text, "static void g{number}(void) {{ static const unsigned char p[] =\n\"")
            .expect("a string");
        for (i, j) in &group.pairs {
            // One token for the compiler, where a braced list would be thousands.
            write!(text, "\\{i:03o}\\{j:03o}").expect("a string");
        }
        writeln!(
            text,
            "\";\n {{ {left} a = 0; {right} b = 0; put(TYPE({expr})); }}\n \
             for (unsigned n = 0; n < sizeof p / 2; n++) {{ volatile {left} a = v{lhs}[p[2 * n]]; \
             volatile {right} b = v{rhs}[p[2 * n + 1]]; put({expr}); put(a); }} }}"
        )
        .expect("a string");
    }
    text.push_str("int main(void) {\n");
    for number in 0..groups.len() {
        writeln!(text, "g{number}();").expect("a string");
    }
    text.push_str("return 0; }\n");
    text
}

/// Groups a file: seconds for a compiler, far from any time limit.
const CHUNK: usize = 500;

/// Compiles and runs everything that is defined and compares.
pub fn agrees(name: TargetName, family: Family) {
    let target = Target::named(name);
    let operands = crate::all_operands(&target);
    let compiler = Compiler::find(family)
        .unwrap_or_else(|| panic!("this test needs {}: install it", family.as_str()));
    let mut flags = compiler.flags(name, Dialect::C11);
    flags.push("-O0".to_owned());
    for groups in groups(&target, &operands).chunks(CHUNK) {
        let mut numbers = numbers(&compiler, &flags, &source(&operands, groups)).into_iter();
        for group in groups {
            let found: Vec<_> = numbers.by_ref().take(group.expected.len()).collect();
            compare(&operands, group, &found);
        }
        assert_eq!(numbers.next(), None, "the program wrote what was expected and no more");
    }
}

/// What a program writes.
fn numbers(compiler: &Compiler, flags: &[String], source: &str) -> Vec<u64> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (input, output) = (dir.path().join("arithmetic.c"), dir.path().join("arithmetic"));
    std::fs::write(&input, source).expect("writing the program");
    compile(compiler, flags, &input, &output).unwrap_or_else(|error| panic!("{error}"));
    let done = Command::new(&output).run().expect("running the program");
    assert!(done.end.success(), "the program ended with {}", done.end);
    let (numbers, rest) = done.stdout.as_chunks::<8>();
    assert!(rest.is_empty(), "the program writes 64-bit numbers");
    numbers.iter().map(|number| u64::from_ne_bytes(*number)).collect()
}

fn compare(operands: &[Vec<u64>], group: &Group, found: &[u64]) {
    if found == group.expected {
        return;
    }
    let form = group.form.text();
    let (left, right) = (IntKind::ALL[group.lhs], IntKind::ALL[group.rhs]);
    assert_eq!(found.len(), group.expected.len(), "the program wrote less than expected");
    assert_eq!(found[0], group.expected[0], "type of {form}, a {left:?}, b {right:?}");
    for (n, (i, j)) in group.pairs.iter().enumerate() {
        let values = 1 + 2 * n..3 + 2 * n;
        assert_eq!(
            found[values.clone()],
            group.expected[values],
            "{form} and a after it, a {left:?} {:#x}, b {right:?} {:#x}: compiler, lang",
            operands[group.lhs][*i],
            operands[group.rhs][*j],
        );
    }
}
