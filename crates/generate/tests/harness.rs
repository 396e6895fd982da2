//! The harness: drafts made from C text are finished, run on the machine, printed, compiled and run
//! again; everything must say the same.

use brinell_generate::harness::{self, Options, Runtime};
use brinell_generate::{Aspect, Draft, ObservedPart, Part};
use brinell_lang::{
    Dialect, FuncId, GlobalId, Linkage, LocalKind, Program, QualType, Target, TargetName, Type,
    Types, Unit, check,
};
use brinell_machine::{Exit, Limits, Meaning, Outcome};
use brinell_toolchain::{Command, Compiler, End, Family, compilers};
use proptest::prelude::*;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

// ---- drafts ----

/// Reads a draft: names are dropped, except those of helpers (`safe_…`, macros `SAFE_…`), of
/// bit-fields (without a name they would be padding) and of members that are records (without one
/// they would be anonymous). All objects are observed, the targets of pointers called `to_…` too.
fn draft_for(text: &str, target: TargetName, dialect: Dialect) -> Draft {
    let options = brinell_syntax::ParseOptions { target: Target::named(target), dialect };
    let mut program = match brinell_syntax::parse(text, "draft.c", &options) {
        Ok(program) => program,
        Err(failure) => panic!("{failure:?}"),
    };
    let entry = program.function_named("func_1").expect("a draft has an entry");
    let mut observed = Vec::new();
    for (id, global) in program.globals.enumerate() {
        let pointee = global.name.as_ref().is_some_and(|n| n.starts_with("to_"));
        let aspect = if pointee { Aspect::Pointee } else { Aspect::IsNull };
        observe(&program.types, id, global.ty, &mut Vec::new(), aspect, &mut observed);
    }
    strip(&mut program);
    Draft { observed, ..Draft::new(program, entry) }
}

fn observe(
    types: &Types,
    global: GlobalId,
    ty: QualType,
    path: &mut Vec<Part>,
    of_pointers: Aspect,
    observed: &mut Vec<ObservedPart>,
) {
    let mut inside = |part: Part, ty: QualType| {
        path.push(part);
        observe(types, global, ty, path, of_pointers, observed);
        path.pop();
    };
    match types.get(ty.ty) {
        Type::Array { elem, len } => inside(Part::Elements(len.unwrap()), *elem),
        Type::Record(r) => {
            let fields = types.records[*r].fields.as_ref().unwrap().iter().enumerate();
            for (i, field) in fields.filter(|(_, f)| f.name.is_some()) {
                inside(Part::Field(i as u32), field.ty);
                if types.records[*r].kind == brinell_lang::RecordKind::Union {
                    break;
                }
            }
        }
        Type::Pointer(_) => {
            observed.push(ObservedPart { global, path: path.clone(), aspect: of_pointers });
        }
        _ => observed.push(ObservedPart { global, path: path.clone(), aspect: Aspect::Value }),
    }
}

fn strip(program: &mut Program) {
    program.units.clear();
    for global in &mut program.globals {
        Arc::make_mut(global).name = None;
    }
    for function in &mut program.functions {
        let function = Arc::make_mut(function);
        function.as_macro = function.name.as_ref().is_some_and(|n| n.starts_with("SAFE_"));
        function.name.take_if(|n| !n.to_lowercase().starts_with("safe_"));
        for local in function.body.iter_mut().flat_map(|b| &mut b.locals) {
            local.name.take_if(|_| local.kind != LocalKind::Literal);
        }
    }
    let types = Arc::make_mut(&mut program.types);
    let is_record = |ty: QualType, types: &Types| types.as_record(types.innermost(ty).ty).is_some();
    let unnamed: Vec<Vec<bool>> = types
        .records
        .iter()
        .map(|r| r.fields.iter().flatten().map(|f| f.bits.is_none() && !is_record(f.ty, types)))
        .map(Iterator::collect)
        .collect();
    for (record, unnamed) in types.records.iter_mut().zip(unnamed) {
        record.name = None;
        for (field, unnamed) in record.fields.iter_mut().flatten().zip(unnamed) {
            field.name.take_if(|_| unnamed);
        }
    }
}

fn draft(text: &str) -> Draft {
    draft_for(text, TargetName::Lp64, Dialect::C17)
}

fn finish(draft: &Draft, options: &Options) -> Program {
    let runtime = Runtime::new(&draft.program.target, draft.program.dialect);
    let program = harness::finish(draft, options, &runtime);
    assert_eq!(check(&program), [], "{}", brinell_print::print(&program));
    program
}

fn hosted() -> Options {
    Options::default()
}

fn freestanding(expected: u32) -> Options {
    Options { hosted: false, self_check: Some(expected), ..hosted() }
}

fn split(split: u32) -> Options {
    Options { split, ..hosted() }
}

fn text_of(program: &Program) -> String {
    let [(suffix, text)] = <[_; 1]>::try_from(harness::texts(program, "")).expect("one unit");
    assert_eq!(suffix, "");
    text
}

// ---- running ----

fn meaning(program: &Program) -> Meaning {
    match brinell_machine::run(program, &Limits::default()) {
        Outcome::Finished(meaning) => meaning,
        other => panic!("{other:?}\n{}", brinell_print::print(program)),
    }
}

fn stdout_of(meaning: &Meaning) -> String {
    String::from_utf8(meaning.stdout.clone()).unwrap()
}

/// What the machine says the checksum of a draft is.
fn checksum(draft: &Draft) -> u32 {
    let meaning = meaning(&finish(draft, &hosted()));
    assert_eq!(meaning.exit, Exit::Status(0));
    harness::printed_checksum(&meaning.stdout).expect("the last line is the checksum")
}

fn run(binary: &Path, args: &[&str]) -> (End, String) {
    let done = Command::new(binary).args(args).run().unwrap();
    (done.end, String::from_utf8(done.stdout).unwrap())
}

/// Runs a compiler; it has to succeed.
fn compiled(compiler: &Path, args: &[impl AsRef<OsStr>]) {
    let command = Command::new(compiler).args(args);
    let line = command.to_line();
    let done = command.run().unwrap();
    assert!(done.end.success(), "{line}\n{}", String::from_utf8_lossy(&done.stderr));
}

/// Compiles each unit of a program apart.
fn objects(compiler: &Compiler, flags: &[&str], program: &Program, dir: &Path) -> Vec<PathBuf> {
    let mut made = Vec::new();
    for (suffix, text) in harness::texts(program, "") {
        let source = dir.join(format!("program{suffix}.c"));
        let object = source.with_extension("o");
        std::fs::write(&source, &text).unwrap();
        let mut args: Vec<OsString> = compiler
            .flags(program.target.name, program.dialect)
            .into_iter()
            .map(Into::into)
            .collect();
        args.extend(flags.iter().map(Into::into));
        args.extend(["-w".into(), "-c".into(), "-o".into(), object.clone().into(), source.into()]);
        compiled(&compiler.path, &args);
        made.push(object);
    }
    made
}

/// Compiles and links a program.
fn build(compiler: &Compiler, flags: &[&str], program: &Program, dir: &Path) -> PathBuf {
    let binary = dir.join("program");
    let mut args: Vec<OsString> =
        compiler.flags(program.target.name, program.dialect).into_iter().map(Into::into).collect();
    args.extend(["-o".into(), binary.clone().into()]);
    args.extend(objects(compiler, flags, program, dir).into_iter().map(Into::into));
    compiled(&compiler.path, &args);
    binary
}

/// Every compiler with every level of optimisation says what the machine says.
fn agrees(program: &Program, levels: &[&str]) {
    let expected = meaning(program);
    let dir = tempfile::tempdir().unwrap();
    let target = program.target.name;
    for compiler in compilers().into_iter().filter(|c| c.supports(target)) {
        for level in levels {
            let binary = build(&compiler, &[level], program, dir.path());
            let (end, stdout) = run(&binary, &[]);
            let who = format!("{} {level}", compiler.path.display());
            assert_eq!(stdout, stdout_of(&expected), "{who}");
            assert_eq!(end, End::Exit(0), "{who}");
        }
    }
}

/// Something of everything that a harness meets.
const SAMPLE: &str = include_str!("harness/sample.c");

// ---- output ----

#[test]
fn compilers_and_machine_print_the_same() {
    agrees(&finish(&draft(SAMPLE), &hosted()), &["-O0", "-O2"]);
}

#[test]
fn thirty_two_bits_too() {
    let draft = draft_for(SAMPLE, TargetName::Ilp32, Dialect::C99);
    agrees(&finish(&draft, &hosted()), &["-O1"]);
}

#[test]
fn the_last_line_is_the_checksum_in_hex() {
    let meaning = meaning(&finish(&draft(SAMPLE), &hosted()));
    let sum = harness::printed_checksum(&meaning.stdout).unwrap();
    assert_eq!(stdout_of(&meaning), format!("checksum = {sum:X}\n"));
    assert!(meaning.relied_on.iter().all(|c| format!("{c:?}") != "CharSign"));
}

#[test]
fn short_checksums_have_no_leading_zeros() {
    // Search a value whose checksum is short; the mirror finds it, the machine confirms it.
    let value = (0..=u32::MAX).find(|v| mirror([i128::from(*v)]) < 0x1_0000).unwrap();
    let draft = draft(&format!("unsigned g = {value}u; void func_1(void) {{}}"));
    let text = stdout_of(&meaning(&finish(&draft, &hosted())));
    assert_eq!(text, format!("checksum = {:X}\n", mirror([i128::from(value)])));
    assert!(text.len() <= "checksum = FFFF\n".len());
}

#[test]
fn argument_one_prints_the_running_checksum() {
    let draft = draft(
        "int a = -7; struct S { int x; unsigned b : 3; } s = { 1, 2 };
        short m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; int *to_a = &a; int *null;
        int func_1(void) { return 5; }",
    );
    let program = finish(&draft, &hosted());
    let Some(gcc) = Compiler::find(Family::Gcc) else { return };
    let dir = tempfile::tempdir().unwrap();
    let binary = build(&gcc, &["-O1"], &program, dir.path());
    let (end, long) = run(&binary, &["1"]);
    assert_eq!(end, End::Exit(0));
    let running = |values: &[i128]| format!("{:X}", mirror(values.iter().copied()));
    let mut expected = String::new();
    let mut values = Vec::new();
    let mut say = |name: &str, value: i128, index: &str| {
        values.push(value);
        let sum = running(&values);
        expected.extend(["...checksum after hashing ", name, " : ", &sum, "\n", index]);
    };
    let entry = format!("func_{}()", draft.entry.0 + 1);
    say(&entry, 5, "");
    say("g_0", -7, "");
    say("g_1.f0", 1, "");
    say("g_1.b", 2, "");
    for (i, j) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
        say("g_2[i][j]", i * 3 + j + 1, &format!("index = [{i}][{j}]\n"));
    }
    say("*g_3", -7, "");
    say("g_4 == 0", 1, "");
    expected.extend(["checksum = ", &running(&values), "\n"]);
    assert_eq!(long, expected);
    // Names are those of the text.
    assert!(text_of(&program).contains("hash(g_1.b, \"g_1.b\")"));
    // Other arguments ask for nothing.
    let short = stdout_of(&meaning(&program));
    for args in [&["0"][..], &["12"], &[""], &["1", "1"]] {
        assert_eq!(run(&binary, args).1, short, "{args:?}");
    }
}

#[test]
fn long_indices_are_printed_in_decimal() {
    let draft = draft("signed char g[1][40000]; void func_1(void) {}");
    let program = finish(&draft, &hosted());
    let Some(gcc) = Compiler::find(Family::Gcc) else { return };
    let dir = tempfile::tempdir().unwrap();
    let binary = build(&gcc, &["-O1"], &program, dir.path());
    let (_, text) = run(&binary, &["1"]);
    for index in
        ["index = [0][0]\n", "index = [0][9]\n", "[0][10]\n", "[0][31000]\n", "[0][39999]\n"]
    {
        assert!(text.contains(index), "{index}");
    }
    assert!(!text.contains("[40000]\n"));
    assert!(text.ends_with(&stdout_of(&meaning(&program))));
}

// ---- self-check and freestanding ----

#[test]
fn self_checking_programs_exit_with_one_when_the_checksum_is_wrong() {
    let draft = draft(SAMPLE);
    let right = checksum(&draft);
    let compilers = compilers();
    let dir = tempfile::tempdir().unwrap();
    for (expected, status) in [(right, 0), (right ^ 1, 1), (right ^ 0x8000_0000, 1)] {
        for hosted in [true, false] {
            let options = Options { hosted, self_check: Some(expected), ..Options::default() };
            let program = finish(&draft, &options);
            let meaning = meaning(&program);
            assert_eq!(meaning.exit, Exit::Status(status), "{options:?}");
            let line = if hosted { format!("checksum = {right:X}\n") } else { String::new() };
            assert_eq!(stdout_of(&meaning), line);
            for compiler in &compilers {
                let binary = build(compiler, &["-O1"], &program, dir.path());
                assert_eq!(run(&binary, &[]), (End::Exit(i32::from(status)), line.clone()));
            }
        }
    }
}

#[test]
fn freestanding_programs_need_no_library() {
    let draft = draft(SAMPLE);
    let program = finish(&draft, &freestanding(checksum(&draft)));
    let text = text_of(&program);
    assert!(!text.contains("putchar") && !text.contains('"'), "{text}");
    assert!(text.contains("int main(void)"), "{text}");
    let Some(gcc) = Compiler::find(Family::Gcc) else { return };
    let dir = tempfile::tempdir().unwrap();
    for level in ["-O0", "-O2"] {
        let object = objects(&gcc, &[level, "-ffreestanding"], &program, dir.path());
        let done = Command::new("nm").arg("-u").args(object).run().unwrap();
        let undefined = String::from_utf8(done.stdout).unwrap();
        // gcc's manual (2.1) says that a freestanding environment has these.
        let known = ["memcpy", "memmove", "memset", "memcmp"];
        for name in undefined.split_whitespace().filter(|w| *w != "U") {
            assert!(known.contains(&name), "{undefined}");
        }
    }
}

#[test]
#[should_panic(expected = "needs one to expect")]
fn freestanding_programs_need_an_expected_checksum() {
    finish(&draft("void func_1(void) {}"), &Options { hosted: false, ..hosted() });
}

// ---- quick to compile ----

#[test]
fn without_progress_the_checksum_is_the_same_and_nothing_else_is_said() {
    let draft = draft(SAMPLE);
    let line = format!("checksum = {:X}\n", checksum(&draft));
    let dir = tempfile::tempdir().unwrap();
    for noinline_checksum in [false, true] {
        let options = Options { progress: false, noinline_checksum, ..hosted() };
        let program = finish(&draft, &options);
        assert_eq!(stdout_of(&meaning(&program)), line);
        let text = text_of(&program);
        assert!(text.contains("int main(void)"), "{text}");
        for absent in ["verbose", "hash(", "put_index", "\"g_"] {
            assert!(!text.contains(absent), "{absent}: {text}");
        }
        for compiler in &compilers() {
            let binary = build(compiler, &["-O2"], &program, dir.path());
            assert_eq!(run(&binary, &["1"]), (End::Exit(0), line.clone()));
        }
    }
}

#[test]
fn functions_of_the_checksum_stay_calls_if_asked_to() {
    let draft =
        draft("int a; long long b = -5; unsigned long long c; void func_1(void) { a = 3; }");
    let Some(gcc) = Compiler::find(Family::Gcc) else { return };
    let dir = tempfile::tempdir().unwrap();
    for (progress, names) in
        [(true, &["hash"][..]), (false, &["mix", "mix_signed", "mix_unsigned"])]
    {
        for noinline_checksum in [true, false] {
            let options = Options { progress, noinline_checksum, ..hosted() };
            let program = finish(&draft, &options);
            let marked = text_of(&program).matches("__attribute__((noinline)) static void").count();
            assert_eq!(marked, if noinline_checksum { names.len() } else { 0 });
            if noinline_checksum {
                let object = objects(&gcc, &["-O3"], &program, dir.path());
                let done = Command::new("nm").args(object).run().unwrap();
                let symbols = String::from_utf8(done.stdout).unwrap();
                for name in names {
                    assert!(
                        symbols.lines().any(|l| l.ends_with(&format!(" t {name}"))),
                        "{symbols}"
                    );
                }
            }
        }
    }
}

// ---- what is in the program ----

#[test]
fn only_the_helpers_used_are_printed() {
    let draft = draft(
        "static int safe_neg(int a) { return a; } static int safe_used(int a) { return a; }
        int g = 3; int func_1(void) { return safe_used(g); }",
    );
    let text = text_of(&finish(&draft, &hosted()));
    for absent in ["safe_neg", "long long", "fold", "mix", "put_index", "func_1_1"] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
    assert!(text.contains("safe_used("), "{text}");
    let text = text_of(&finish(&draft, &freestanding(0)));
    for absent in ["verbose", "hash", "put_", "fold"] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
}

#[test]
fn entry_functions_may_return_anything() {
    let nothing = checksum(&draft("int g; void func_1(void) { g = 1; }"));
    let record = "struct S { int x; } s; int g; struct S func_1(void) { g = 1; return s; }";
    let pointer = "int g; int *func_1(void) { g = 1; return &g; }";
    assert_eq!(checksum(&draft(pointer)), nothing);
    assert_eq!(nothing, mirror([1]));
    assert_eq!(checksum(&draft(record)), mirror([0, 1]));
    let wide = "int g; long long func_1(void) { g = 1; return -3; }";
    assert_eq!(checksum(&draft(wide)), mirror([-3, 1]));
}

#[test]
fn volatile_objects_are_read_once() {
    let draft = draft(
        "volatile int a = 1; volatile long b = 2; int x = 5; int *volatile to_x = &x;
         struct S { volatile unsigned b : 5; int x; volatile int f; } s; volatile short m[3];
         volatile int v; volatile int *volatile to_v = &v; int *volatile q;
         void func_1(void) {}",
    );
    for options in [hosted(), freestanding(checksum(&draft))] {
        let volatiles = meaning(&finish(&draft, &options)).volatiles;
        let reads = |place: &str| volatiles.get(place).map_or(0, |t| t.reads);
        for place in ["g_0+0", "g_1+0", "g_3+0", "g_4+0", "g_4+8", "g_5+0", "g_5+2", "g_5+4"] {
            assert_eq!(reads(place), 1, "{place} of {volatiles:?}");
        }
        // Once by its name and once through the pointer to it.
        assert_eq!(reads("g_6+0"), 2, "{volatiles:?}");
        assert_eq!(reads("g_7+0"), 1);
        assert_eq!(reads("g_8+0"), 1);
        assert!(volatiles.values().all(|t| t.writes == 0));
    }
}

#[test]
fn hashing_a_value_is_cheap_for_the_machine() {
    let steps = |count: usize, ty: &str| {
        let globals: Vec<String> = (0..count).map(|i| format!("{ty} g{i} = {i};")).collect();
        let draft = draft(&format!("{} void func_1(void) {{}}", globals.join(" ")));
        meaning(&finish(&draft, &hosted())).stats.steps
    };
    let per_value = |ty: &str| (steps(110, ty) - steps(10, ty)) / 100;
    assert!(per_value("int") <= 32, "{}", per_value("int"));
    assert!(per_value("unsigned long") <= 46, "{}", per_value("unsigned long"));
    let elements = |count: usize| {
        let draft = draft(&format!("int g[{count}]; void func_1(void) {{}}"));
        meaning(&finish(&draft, &hosted())).stats.steps
    };
    let per_element = (elements(110) - elements(10)) / 100;
    assert!(per_element <= 48, "{per_element}");
}

// ---- units ----

#[test]
fn units_are_compiled_apart_and_say_the_same() {
    let draft = draft(SAMPLE);
    let whole = stdout_of(&meaning(&finish(&draft, &hosted())));
    for units in [2, 3] {
        let program = finish(&draft, &split(units));
        assert_eq!(program.units.len(), units as usize);
        assert_eq!(stdout_of(&meaning(&program)), whole);
        agrees(&program, &["-O2"]);
        let suffixes: Vec<String> =
            harness::texts(&program, "").into_iter().map(|(suffix, _)| suffix).collect();
        let expected: Vec<String> = (1..=units).map(|i| format!("_{i}")).collect();
        assert_eq!(suffixes, expected);
    }
    // The same program as one text.
    let mut merged = finish(&draft, &split(3));
    let items = merged.units.iter().flat_map(|u| u.items.clone()).collect();
    merged.units = vec![Unit { items }];
    agrees(&merged, &["-O0"]);
}

#[test]
fn no_unit_is_empty() {
    let draft = draft("int g; static int f(void) { return 1; } int func_1(void) { return f(); }");
    let program = finish(&draft, &split(40));
    assert_eq!(program.units.len(), 2);
    agrees(&program, &["-O0"]);
    assert_eq!(finish(&draft, &split(0)).units.len(), 1);
}

#[test]
fn only_what_other_units_see_is_external() {
    let draft = draft(
        "static int seen_by_main = 1; static const int *unseen;
         static int callee(void) { static int calls; return ++calls; }
         int func_1(void) { return callee(); }",
    );
    let mut draft = draft;
    draft.observed.retain(|o| o.global == GlobalId(0));
    let linkages = |options: &Options| {
        let program = finish(&draft, options);
        let globals: Vec<Linkage> = program.globals.iter().map(|g| g.linkage).collect();
        let callee = program.functions.ids().find(|f| *f != draft.entry).unwrap();
        (globals[..3].to_vec(), program.functions[callee].linkage)
    };
    let (globals, callee) = linkages(&hosted());
    assert_eq!(globals[..2], [Linkage::Internal; 2]);
    assert_eq!(callee, Linkage::Internal);
    let (globals, callee) = linkages(&split(2));
    // Of two units, main and the entry function are in the last one.
    assert_eq!(globals, [Linkage::External, Linkage::Internal, Linkage::None]);
    assert_eq!(callee, Linkage::External);
}

#[test]
fn inline_functions_that_others_call_are_not_inline_any_more() {
    let draft = draft(
        "static inline int twice(int x) { return x * 2; }
         static inline int here(int x) { return x + 1; }
         int g = 4; int func_1(void) { return twice(here(g)); }",
    );
    agrees(&finish(&draft, &split(3)), &["-O0", "-O2"]);
    let text = text_of(&finish(&draft, &hosted()));
    assert_eq!(text.matches("static inline").count(), 2, "{text}");
}

// ---- targets ----

#[test]
fn every_target_and_dialect_runs_on_the_machine() {
    for target in TargetName::ALL {
        for dialect in Dialect::ALL {
            let draft = draft_for(SAMPLE, target, dialect);
            let right = checksum(&draft);
            let checked = finish(&draft, &freestanding(right));
            assert_eq!(meaning(&checked).exit, Exit::Status(0), "{target:?} {dialect:?}");
        }
    }
}

#[test]
fn the_same_values_have_the_same_checksum_on_every_target() {
    let text = "long a = -5, b = 2147483647, c = -2147483647 - 1; unsigned long d = 4294967295u;
        long long e = -5, f = -5000000000; unsigned long long h = 18446744073709551615u;
        int i = -32767; unsigned j = 65535; signed char k = -128; _Bool l = 1; unsigned short m = 40000;
        struct S { signed s : 4; unsigned u : 16; } s = { -8, 65535 }; long n[2] = { -1, 1 };
        long func_1(void) { return -2000000000; }";
    let expected = mirror([
        -2_000_000_000,
        -5,
        2_147_483_647,
        -2_147_483_648,
        4_294_967_295,
        -5,
        -5_000_000_000,
        18_446_744_073_709_551_615,
        -32767,
        65535,
        -128,
        1,
        40000,
        -8,
        65535,
        -1,
        1,
    ]);
    for target in TargetName::ALL {
        let draft = draft_for(text, target, Dialect::C17);
        assert_eq!(checksum(&draft), expected, "{target:?}");
    }
}

#[test]
fn sixteen_bit_programs_are_accepted_by_their_compiler() {
    let draft = draft_for(SAMPLE, TargetName::Ip16, Dialect::C11);
    let Some(avr) = brinell_toolchain::find_program("avr-gcc") else { return };
    let dir = tempfile::tempdir().unwrap();
    for options in [hosted(), freestanding(checksum(&draft))] {
        let source = dir.path().join("program.c");
        std::fs::write(&source, text_of(&finish(&draft, &options))).unwrap();
        let args = ["-std=c11", "-O1", "-w", "-c", "-o", "/dev/null"].map(OsString::from);
        compiled(&avr, &[&args[..], &[source.into()]].concat());
    }
}

// ---- the checksum itself ----

/// The checksum of values of signed or unsigned types, written down once more.
fn mirror(values: impl IntoIterator<Item = i128>) -> u32 {
    let mut sum: u32 = 0x811C_9DC5;
    for value in values {
        // The high half counts from where 32 bits of that sign end.
        let beyond = if value < 0 || i32::try_from(value).is_ok() {
            (value + (1 << 31)) >> 32
        } else {
            value >> 32
        };
        let word = value as u32 ^ (beyond as u32).wrapping_mul(0x85EB_CA77);
        sum = (sum ^ word).wrapping_mul(0x9E37_79B1);
        sum ^= sum >> 15;
    }
    sum
}

fn checksum_of_longs(values: &[i64]) -> u32 {
    let list: Vec<String> = values.iter().map(|v| format!("(long long){}ull", *v as u64)).collect();
    let len = values.len();
    let text = format!("long long g[{len}] = {{ {} }}; void func_1(void) {{}}", list.join(", "));
    checksum(&draft(&text))
}

fn value() -> impl Strategy<Value = i64> {
    let limits = [0, 1, -1, i64::MIN, i64::MAX, 1 << 31, -(1 << 31), 1 << 32, -(1 << 32)];
    prop_oneof![proptest::sample::select(limits.to_vec()), any::<i64>(), -300i64..300]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// One changed half of a value always changes the checksum; any change almost always does.
    #[test]
    fn every_value_counts(
        values in prop::collection::vec(value(), 1..12), at in any::<prop::sample::Index>(), bit in 0u32..64,
    ) {
        let before = checksum_of_longs(&values);
        let mut changed = values.clone();
        changed[at.index(values.len())] ^= 1 << bit;
        prop_assert_ne!(before, checksum_of_longs(&changed));
    }

    #[test]
    fn the_order_of_values_counts(
        values in prop::collection::vec(value(), 2..12), at in any::<prop::sample::Index>(),
    ) {
        let mut swapped = values.clone();
        let at = at.index(values.len() - 1);
        swapped.swap(at, at + 1);
        // Two wide values may fold to one word: 64 bits do not fit 32.
        let fold = |v: i64| {
            let high = (v.wrapping_add(1 << 31) as u64 >> 32) as u32;
            v as u32 ^ high.wrapping_mul(2_246_822_519)
        };
        prop_assume!(fold(values[at]) != fold(values[at + 1]));
        prop_assert_ne!(checksum_of_longs(&values), checksum_of_longs(&swapped));
    }
}

#[test]
fn sign_bits_of_two_values_do_not_cancel() {
    let of = |a: i32, b: i32| {
        checksum(&draft(&format!("int a = {a}; int b = {b}; void func_1(void) {{}}")))
    };
    let min = i32::MIN + 1;
    assert_ne!(of(1, 1), of(min, min));
    assert_ne!(of(1, min), of(min, 1));
}

#[test]
fn a_runtime_for_another_target_is_refused() {
    let draft = draft("void func_1(void) {}");
    let runtime = Runtime::new(&Target::named(TargetName::Ip16), Dialect::C17);
    let refused = std::panic::catch_unwind(|| harness::finish(&draft, &hosted(), &runtime));
    assert!(refused.is_err());
}

#[test]
fn the_entry_function_is_known_by_its_printed_name() {
    let draft = draft("int func_1(void) { return 1; }");
    assert_eq!(draft.entry, FuncId(0));
    assert!(text_of(&finish(&draft, &hosted())).contains("hash(func_1(), \"func_1()\");"));
}
