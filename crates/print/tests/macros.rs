//! Functions printed as macros and integer types printed by typedef names: the text compiles
//! everywhere, means what the program means, and reads back without a flaw.

mod support;

use brinell_lang::{Dialect, IntKind, Item, Linkage, Program, Target, TargetName, Unit, check};
use brinell_print::{print, print_units};
use brinell_syntax::{ParseOptions, parse};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::compilers;

fn read(text: &str) -> Program {
    let options = ParseOptions { target: Target::named(TargetName::Lp64), dialect: Dialect::C17 };
    let program = parse(text, "test.c", &options).unwrap_or_else(|e| panic!("{:?}", e.error));
    assert_eq!(check(&program), [], "{text}");
    program
}

/// Reads a program and asks for macros instead of the named functions.
fn with_macros(text: &str, names: &[&str]) -> Program {
    let mut program = read(text);
    for name in names {
        let id = program.function_named(name).unwrap();
        program.function_mut(id).as_macro = true;
    }
    assert_eq!(check(&program), []);
    program
}

/// What the files do when they are compiled together and run.
fn output(cc: &str, files: &[PathBuf], dir: &Path) -> String {
    let out = dir.join(format!("{cc}.out"));
    let compiled = Command::new(cc).args(files).arg("-o").arg(&out).output().unwrap();
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{cc}: {messages}\n{}", texts(files));
    let run = Command::new(&out).output().unwrap();
    String::from_utf8(run.stdout).unwrap()
}

fn texts(files: &[PathBuf]) -> String {
    files.iter().map(|f| std::fs::read_to_string(f).unwrap()).collect()
}

/// The text as the preprocessor leaves it.
fn preprocessed(file: &Path) -> String {
    let output = Command::new("gcc").args(["-E", "-P"]).arg(file).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Whether the printed program does on every compiler what the original text does, as one unit and
/// as many.
fn means_the_same(original: &str, program: &Program) {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: String, text: &str| {
        let file = dir.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let source = write("original.c".to_owned(), original);
    let merged = write("merged.c".to_owned(), &print(program));
    let units: Vec<PathBuf> = print_units(program)
        .iter()
        .enumerate()
        .map(|(i, unit)| write(format!("unit{i}.c"), &unit.text))
        .collect();
    let expected = output("gcc", &[source], dir.path());
    assert!(!expected.is_empty());
    for cc in compilers() {
        assert_eq!(output(cc, std::slice::from_ref(&merged), dir.path()), expected, "{cc}");
        assert_eq!(output(cc, &units, dir.path()), expected, "{cc}, {} units", units.len());
    }
    for file in units.iter().chain([&merged]) {
        read(&preprocessed(file));
    }
}

#[test]
fn a_macro_is_one_line_with_every_parameter_cast() {
    let text = "static int less(int a, unsigned long b) { return a < 0 ? a : a - (int)b; }
        int main(void) { return less(1, 2 + 3) + less(4, 5); }";
    assert_eq!(
        print(&with_macros(text, &["less"])),
        "\
#define less(a, b) (((int)(a)) < 0 ? ((int)(a)) : ((int)(a)) - (int)((unsigned long)(b)))

int main(void) {
    return less(1, 2 + 3) + less(4, 5);
}
"
    );
}

/// What makes a macro differ from a function unless one takes care.
const TRICKY: &str = "
int printf(const char *, ...);
struct a { int a; unsigned width : 3; };
static struct a box = {5, 3};
static int g = 7;
static short narrow(long a, short b) { return a + b; }
static int pick(int a, unsigned char b) { return a < b ? a : b * g; }
static int twice(int a) { return pick(a, a) + pick(a, 3); }
static int member(int a) { return box.a + a; }
static unsigned bits(void) { return box.width; }
static long less(int a, int b) { return a < b; }
static int assigns(int a) { return a = 3; }
static int taken(int a) { return a + 1; }
static int first(const int *p) { return p[0]; }
static int (*pointer)(int) = taken;
int main(void) {
    int c = 300;
    printf(\"%d %d\\n\", narrow(70000, 1), (int)sizeof(narrow(1, 1)));
    {
        int g = 100, a = 2, b = 9;
        printf(\"%d %d %d\\n\", pick(g, c), pick(a, b), twice(g));
        printf(\"%d\\n\", pick(((int[]){1, 2})[1], b));
    }
    int first_1 = 4, less_1 = 5, member[2] = {1, 2};
    printf(\"%d %d %d\\n\", bits() - 7 < 0, (int)sizeof(less(1, 2)), less_1);
    printf(\"%d %d %d\\n\", assigns(c), pointer(3) + taken(c), first(member) + first_1);
    return 0;
}
int reach(void) { return member(1); }
";

#[test]
fn a_macro_means_what_the_function_means() {
    let all = ["narrow", "pick", "twice", "member", "bits", "less", "assigns", "taken", "first"];
    let program = with_macros(TRICKY, &all);
    let text = print(&program);
    for name in ["narrow", "pick", "twice", "member", "bits", "less", "first"] {
        assert!(text.contains(&format!("#define {name}(")), "{name}:\n{text}");
    }
    // A macro cannot assign to its parameter, and has no address.
    for name in ["assigns", "taken"] {
        assert!(text.contains(&format!("static int {name}(int a) {{")), "{name}:\n{text}");
    }
    assert!(text.contains("#define bits() ((unsigned int)box.width)"), "{text}");
    assert!(text.contains("#define member(a_1) (box.a + ((int)(a_1)))"), "{text}");
    means_the_same(TRICKY, &program);
}

/// Puts the definitions of the named functions into a second unit.
fn split(program: &mut Program, second: &[&str], both: &[&str]) {
    let name = |p: &Program, item: &Item| match *item {
        Item::DefineFunction(f) | Item::DeclareFunction(f) => p.functions[f].name.clone(),
        _ => None,
    };
    let is_in = |p: &Program, item: &Item, list: &[&str]| {
        name(p, item).is_some_and(|n| list.contains(&n.as_str()))
    };
    let items = std::mem::take(&mut program.units[0].items);
    let here = |p: &Program| -> Vec<Item> {
        items.iter().copied().filter(|i| !is_in(p, i, second)).collect()
    };
    let there = |p: &Program| -> Vec<Item> {
        items.iter().copied().filter(|i| is_in(p, i, second) || is_in(p, i, both)).collect()
    };
    program.units = vec![Unit { items: here(program) }, Unit { items: there(program) }];
}

const TWO_UNITS: &str = "
int printf(const char *, ...);
long factor = 3;
static int scale(int a, int b) { return a * (int)factor + b; }
static int guard(int a) { return a < 0 ? a : -a; }
int far(int x) { return scale(x, 1) + guard(x); }
int main(void) { printf(\"%d %d\\n\", far(5), scale(guard(6), 2)); return 0; }
";

#[test]
fn each_unit_has_the_macros_and_static_functions_that_it_uses() {
    // The macro is listed in one unit only; the static function in both.
    let mut program = with_macros(TWO_UNITS, &["scale"]);
    split(&mut program, &["far"], &["guard"]);
    assert_eq!(check(&program), []);
    means_the_same(TWO_UNITS, &program);
    // With external linkage two definitions would be one too many.
    let guard = program.function_named("guard").unwrap();
    program.function_mut(guard).linkage = Linkage::External;
    assert_eq!(check(&program).len(), 1);
    // Also in one and the same unit.
    program.function_mut(guard).linkage = Linkage::Internal;
    program.units[0].items.push(Item::DefineFunction(guard));
    assert_eq!(check(&program).len(), 1);
    // The macro may as well be listed in both.
    program.units[0].items.pop();
    let scale = program.function_named("scale").unwrap();
    program.units[1].items.insert(0, Item::DefineFunction(scale));
    assert_eq!(check(&program), []);
    means_the_same(TWO_UNITS, &program);
}

fn fixed_width() -> Vec<(IntKind, String)> {
    [
        (IntKind::SChar, "int8_t"),
        (IntKind::UChar, "uint8_t"),
        (IntKind::Short, "int16_t"),
        (IntKind::UShort, "uint16_t"),
        (IntKind::Int, "int32_t"),
        (IntKind::UInt, "uint32_t"),
        (IntKind::Long, "int64_t"),
        (IntKind::ULong, "uint64_t"),
    ]
    .map(|(kind, name)| (kind, name.to_owned()))
    .to_vec()
}

#[test]
fn aliases_are_declared_and_used_everywhere() {
    let text = "static signed char g = -1;
        struct s { unsigned f : 3; const short *p; };
        static int h(short a) { return (unsigned char)a + (int)sizeof(unsigned long[3]) + g; }
        int main(void) { struct s s = {1, 0}; return h((short)-5) + (int)s.f; }";
    let mut program = with_macros(text, &["h"]);
    program.aliases = fixed_width();
    let expected = "\
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;

struct s {
    unsigned int f : 3;
    const int16_t *p;
};

static int8_t g = -1;

#define h(a) ((uint8_t)((int16_t)(a)) + (int32_t)sizeof(uint64_t [3]) + g)

int32_t main(void) {
    struct s s = {1, 0};
    return h((int16_t)-5) + (int32_t)s.f;
}
";
    assert_eq!(print(&program), expected);
}

#[test]
fn aliased_programs_mean_the_same() {
    let mut program = with_macros(TRICKY, &["narrow", "pick", "twice", "member", "less"]);
    program.aliases = fixed_width();
    means_the_same(TRICKY, &program);
    let mut program = with_macros(TWO_UNITS, &["scale"]);
    program.aliases = fixed_width();
    split(&mut program, &["far"], &["guard"]);
    means_the_same(TWO_UNITS, &program);
}

#[test]
fn names_make_room_for_aliases_and_macros() {
    let text = "
int printf(const char *, ...);
static int square(int a) { return a * a; }
struct s { int (*square)(int); int T; };
static int double_(int a) { return 2 * a; }
static int T = 3;
int main(void) {
    struct s s = {double_, 4};
    int a = square(5);
    {
        int T = 7, (*square)(int) = double_;
        a += square(1) + T;
        goto T;
    T:
        ;
    }
    printf(\"%d %d %d %d\\n\", s.square(10), s.T, a, T);
    return 0;
}";
    let mut program = with_macros(text, &["square"]);
    // The second name of a type and a name that is taken by the library lose.
    program.aliases = [(IntKind::Int, "T"), (IntKind::Int, "U"), (IntKind::UInt, "printf")]
        .map(|(kind, name)| (kind, name.to_owned()))
        .to_vec();
    let printed = print(&program);
    assert!(printed.contains("typedef int T;") && !printed.contains("U;"), "{printed}");
    assert!(printed.contains("typedef unsigned int printf_1;"), "{printed}");
    means_the_same(text, &program);
}
