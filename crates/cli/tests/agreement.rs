//! Generated programs do what the machine says, whoever compiles them. A small fixed sample;
//! `cargo xtask agreement` is the long form of this.

use brinell_generate::{Config, Generated, Generator};
use brinell_lang::{Dialect, Program, QualType, TargetName};
use brinell_machine::{Exit, ImplDefined};
use brinell_toolchain::{Command, Compiler, End, Family, ProcessLimits, compilers};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Tokens of a program: gcc -O2 takes a second for it.
const SIZE: u32 = 3000;

/// Bugs of compilers that programs of the sample meet: whose, which programs to leave out, and what
/// is wrong. Each was looked at until it was clear who is right; none is here on suspicion. By what
/// a program has and not by its seed, since seeds may change their meaning.
/// A family of compilers, what its bug shows on, and what it does.
type KnownBug = (Family, fn(&Program) -> bool, &'static str);

const KNOWN_BUGS: &[KnownBug] = &[(
    Family::Tcc,
    initialises_packed_bit_fields,
    "tcc 0.9.27 loses bytes of packed bit-fields in initialisers of local variables: after \
     `struct { int a : 30; unsigned b : 28; } __attribute__((packed)) l = {-1, 177212160};` \
     l.b is 134217728 (gcc, clang and tcc's own assignments: 177212160)",
)];

fn initialises_packed_bit_fields(program: &Program) -> bool {
    let bodies = program.functions.enumerate().filter_map(|(_, function)| function.body.as_ref());
    let mut locals = bodies.flat_map(|body| body.locals.enumerate());
    locals.any(|(_, local)| local.init.is_some() && packed_bit_fields(program, local.ty))
}

fn packed_bit_fields(program: &Program, ty: QualType) -> bool {
    let Some(id) = program.types.as_record(program.types.innermost(ty).ty) else { return false };
    let record = &program.types.records[id];
    let mut fields = record.fields.iter().flatten();
    fields.any(|field| {
        (record.packed && field.bits.is_some()) || packed_bit_fields(program, field.ty)
    })
}

const SANITIZERS: &[&str] = &["-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-O0"];

/// A compiler busy with a small program, on a busy machine; one that takes longer hangs.
const COMPILE: Duration = Duration::from_mins(3);
/// The step budget of the machine is milliseconds of native time.
const RUN: Duration = Duration::from_secs(20);

/// A compiler with options.
struct Setup {
    compiler: Compiler,
    target: TargetName,
    options: &'static [&'static str],
}

impl Setup {
    fn label(&self) -> String {
        let family = self.compiler.family.as_str();
        format!("{family} {} for {}", self.options.join(" "), self.target.as_str())
    }

    fn compile(&self, sources: &[PathBuf], output: &Path) -> Command {
        Command::new(&self.compiler.path)
            .env("LC_ALL", "C")
            .args(self.compiler.flags(self.target, Dialect::C17))
            .args(self.options)
            .arg("-w")
            .arg("-o")
            .arg(output)
            .args(sources)
            .timeout(COMPILE)
    }

    /// Whether it makes anything at all: libraries of sanitizers and of 32 bits may be missing.
    fn works(&self) -> bool {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("hello.c");
        std::fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"\"); }\n").unwrap();
        self.compile(&[source], &dir.path().join("hello")).run().unwrap().end.success()
    }

    /// Compiles and runs a program; says what is wrong.
    fn trouble(&self, made: &Generated) -> Option<String> {
        let dir = tempfile::tempdir().unwrap();
        let mut sources = Vec::new();
        for (suffix, text) in &made.texts {
            sources.push(dir.path().join(format!("program{suffix}.c")));
            std::fs::write(sources.last().unwrap(), text).unwrap();
        }
        let binary = dir.path().join("program");
        let compiled = self.compile(&sources, &binary).run().unwrap();
        if !compiled.end.success() {
            let words = String::from_utf8_lossy(&compiled.stderr);
            return Some(format!("the compiler fails ({}): {words}", compiled.end));
        }
        let done = Command::new(&binary)
            // Leaks are looked for with ptrace, which sandboxes forbid; there is no heap anyway.
            .env("ASAN_OPTIONS", "detect_leaks=0")
            // Sanitizers reserve terabytes of address space for their shadow.
            .limits(ProcessLimits { wall: RUN, memory: u64::MAX, ..ProcessLimits::default() })
            .run()
            .unwrap();
        let Exit::Status(status) = made.meaning.exit else {
            return Some("the machine says that it aborts".to_owned());
        };
        let right = done.end == End::Exit(i32::from(status))
            && done.stdout == made.meaning.stdout
            && done.stderr.is_empty();
        (!right).then(|| {
            format!(
                "{}, {}{}the machine says:\n{}",
                done.end,
                String::from_utf8_lossy(&done.stdout),
                String::from_utf8_lossy(&done.stderr),
                String::from_utf8_lossy(&made.meaning.stdout)
            )
        })
    }

    fn known_bug(&self, program: &Program) -> Option<&'static str> {
        let meets = |(family, meets, _): &&(Family, fn(&Program) -> bool, _)| {
            *family == self.compiler.family && meets(program)
        };
        KNOWN_BUGS.iter().find(meets).map(|(_, _, why)| *why)
    }
}

/// The compilers of a family or all, with each of some options, as far as they work here.
fn setups(only: &[Family], target: TargetName, options: &[&'static [&'static str]]) -> Vec<Setup> {
    let mut setups = Vec::new();
    for compiler in compilers() {
        if !only.contains(&compiler.family) || !compiler.supports(target) {
            continue;
        }
        let with = |options| Setup { compiler: compiler.clone(), target, options };
        let (able, unable): (Vec<_>, Vec<_>) =
            options.iter().copied().map(with).partition(Setup::works);
        for setup in unable {
            eprintln!("{} does not work here: left out", setup.label());
        }
        setups.extend(able);
    }
    setups
}

/// Every setup must make of every seed's program what the machine does.
fn all_agree(setups: &[Setup], config: Config, seeds: std::ops::RangeInclusive<u64>) {
    let target = config.target;
    let generator = Generator::new(config).unwrap();
    let seeds: Vec<u64> = seeds.collect();
    let (next, troubles) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(&seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let made = generator.generate(seed, "agreement").unwrap();
                    for setup in setups {
                        if let Some(why) = setup.known_bug(&made.program) {
                            eprintln!("seed {seed}, {}: left out: {why}", setup.label());
                        } else if let Some(trouble) = setup.trouble(&made) {
                            let text = format!("seed {seed}, {}: {trouble}", setup.label());
                            troubles.lock().unwrap().push(text);
                        }
                    }
                }
            });
        }
    });
    let mut troubles = troubles.into_inner().unwrap();
    troubles.sort();
    assert!(
        troubles.is_empty(),
        "{} results differ; the programs are those of\n  \
         brinell generate --size {SIZE} --target {} -s SEED\n\
         Find out who is right: a bug of a compiler goes to KNOWN_BUGS with its reason.\n{}",
        troubles.len(),
        target.as_str(),
        troubles.join("\n")
    );
}

fn config(target: TargetName) -> Config {
    Config { size: SIZE, target, ..Config::default() }
}

#[test]
fn compilers_agree_with_the_machine() {
    let (simple, wide): (Vec<_>, Vec<_>) =
        setups(&Family::ALL, TargetName::Lp64, &[&["-O0"], &["-O2"]])
            .into_iter()
            .partition(|setup| setup.compiler.family == Family::Tcc);
    assert!(!wide.is_empty(), "no compiler here: run `cargo xtask install`");
    all_agree(&wide, config(TargetName::Lp64), 1..=12);
    // tcc has no `__int128`.
    all_agree(&simple, Config { int128: false, ..config(TargetName::Lp64) }, 1..=12);
}

#[test]
fn sanitizers_are_silent() {
    let setups = setups(&[Family::Gcc], TargetName::Lp64, &[SANITIZERS]);
    all_agree(&setups, config(TargetName::Lp64), 101..=106);
}

#[test]
fn so_they_do_with_32_bits() {
    let setups = setups(&[Family::Gcc], TargetName::Ilp32, &[&["-O0"], &["-O2"]]);
    all_agree(&setups, config(TargetName::Ilp32), 201..=206);
}

/// Compilers whose `char` has the other sign get what does not rely on it.
#[test]
fn the_sign_of_char_shows_only_where_the_machine_says_so() {
    let setups = setups(&[Family::Gcc], TargetName::Lp64, &[&["-O0", "-funsigned-char"]]);
    let generator = Generator::new(Config { size: 900, ..Config::default() }).unwrap();
    let mut others = 0;
    for seed in 1..=60 {
        let made = generator.generate(seed, "agreement").unwrap();
        if made.meaning.relied_on.contains(&ImplDefined::CharSign) {
            others += 1;
            continue;
        }
        for setup in &setups {
            assert_eq!(setup.trouble(&made), None, "seed {seed}, {}", setup.label());
        }
    }
    assert!((1..30).contains(&others), "{others} rely on it");
}

/// A judge that never condemns is worth nothing.
#[test]
fn a_difference_is_noticed() {
    let setups = setups(&Family::ALL, TargetName::Lp64, &[&["-O0"]]);
    let made = Generator::new(Config { size: 300, ..Config::default() }).unwrap();
    let made = made.generate(1, "agreement").unwrap();
    let mut wrong = made.clone();
    wrong.meaning.stdout.push(b'!');
    let mut broken = made.clone();
    broken.texts[0].1.push_str("int int;\n");
    for setup in setups.iter().filter(|setup| setup.known_bug(&made.program).is_none()) {
        assert_eq!(setup.trouble(&made), None, "{}", setup.label());
        assert!(setup.trouble(&wrong).unwrap().contains("the machine says"));
        assert!(setup.trouble(&broken).unwrap().contains("the compiler fails"));
    }
}
