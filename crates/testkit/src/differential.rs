//! The machine against compilers: random expressions, each a program of its own for the machine,
//! those that are defined together in one file for the compilers.

use crate::expressions::{expression_program, random_expression};
use crate::random::Random;
use anyhow::{Context as _, bail};
use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::{Limits, Outcome, run};
use brinell_syntax::{ParseOptions, parse};
use brinell_toolchain::{Command, Compiler, Family, compile};

/// The compilers and levels to compare with.
pub const CONFIGURATIONS: [(Family, &str); 3] =
    [(Family::Gcc, "-O0"), (Family::Gcc, "-O2"), (Family::Clang, "-O0")];

/// Functions a file: the optimisers need seconds for these, far from any time limit.
const CHUNK: usize = 500;

/// Expressions and what the machine says about them.
#[derive(Debug)]
pub struct ExpressionSet {
    target: TargetName,
    defined: Vec<DefinedExpr>,
    /// How many were made, undefined ones included.
    pub made: usize,
}

/// A defined expression.
#[derive(Debug)]
struct DefinedExpr {
    number: usize,
    function: String,
    output: String,
}

impl ExpressionSet {
    /// Makes expressions and asks the machine. Fails where it does not understand one: they are
    /// made of what it must understand.
    pub fn random(random: &mut Random, name: TargetName, count: usize) -> anyhow::Result<Self> {
        let target = Target::named(name);
        let options = ParseOptions { target: target.clone(), dialect: Dialect::C11 };
        let mut defined = Vec::new();
        for number in 0..count {
            let function = random_expression(random, &target, number);
            let program = expression_program(&target, [(number, function.as_str())]);
            let parsed = match parse(&program, "<expression>", &options) {
                Ok(parsed) => parsed,
                Err(failure) => bail!("not parsed: {:?}\n{program}", failure.error),
            };
            match run(&parsed, &Limits::default()) {
                Outcome::Finished(meaning) => {
                    let output = String::from_utf8(meaning.stdout)?;
                    defined.push(DefinedExpr { number, function, output });
                }
                Outcome::Undefined(_) => {}
                other => bail!("not run: {other:?}\n{program}"),
            }
        }
        Ok(Self { target: name, defined, made: count })
    }

    /// How many are defined.
    pub const fn defined(&self) -> usize {
        self.defined.len()
    }

    /// Compiles and runs the defined ones; describes those that print something else, the shortest
    /// first.
    pub fn compare(&self, family: Family, level: &str) -> anyhow::Result<Vec<String>> {
        let compiler = find(family)?;
        let mut flags = compiler.flags(self.target, Dialect::C11);
        flags.push(level.to_owned());
        let mut differing = Vec::new();
        for chunk in self.defined.chunks(CHUNK) {
            let run = compiled(self.target, &compiler, &flags, chunk)?;
            let mut lines = run.stdout.split_inclusive('\n');
            for DefinedExpr { function, output, .. } in chunk {
                let line = lines.next().unwrap_or("nothing\n");
                if line != output {
                    differing.push(format!("{function}machine:  {output}compiler: {line}"));
                }
            }
        }
        differing.sort_by_key(String::len);
        Ok(differing)
    }

    /// What gcc's sanitizer has to say about the defined ones: nothing, or the machine missed a
    /// rule. The converse does not hold: gcc folds many an overflow away before it looks.
    pub fn sanitizer_complaints(&self) -> anyhow::Result<Vec<String>> {
        let compiler = find(Family::Gcc)?;
        let mut flags = compiler.flags(self.target, Dialect::C11);
        flags.extend(["-fsanitize=undefined", "-fsanitize=float-cast-overflow"].map(str::to_owned));
        let mut complaints = Vec::new();
        for chunk in self.defined.chunks(CHUNK) {
            let run = compiled(self.target, &compiler, &flags, chunk)?;
            complaints.extend(run.stderr.lines().map(str::to_owned));
        }
        Ok(complaints)
    }
}

fn find(family: Family) -> anyhow::Result<Compiler> {
    Compiler::find(family).with_context(|| format!("no {} on PATH: install it", family.as_str()))
}

struct NativeRun {
    stdout: String,
    stderr: String,
}

fn compiled(
    target: TargetName,
    compiler: &Compiler,
    flags: &[String],
    chunk: &[DefinedExpr],
) -> anyhow::Result<NativeRun> {
    let dir = tempfile::tempdir()?;
    let (input, output) = (dir.path().join("expressions.c"), dir.path().join("expressions"));
    let functions = chunk.iter().map(|d| (d.number, d.function.as_str()));
    std::fs::write(&input, expression_program(&Target::named(target), functions))?;
    compile(compiler, flags, &input, &output)?;
    let done = Command::new(&output).run()?;
    if !done.end.success() {
        bail!("compiled by {} {}, it ended with {}", compiler.version, flags.join(" "), done.end);
    }
    Ok(NativeRun {
        stdout: String::from_utf8(done.stdout)?,
        stderr: String::from_utf8(done.stderr)?,
    })
}
