//! Analyses preprocessed C programs: `analyse FILE...` prints a line each with the verdict, the work
//! done and the time it took.

use brinell_analysis::{Analysis, Effects, State, Violation};
use brinell_lang::{Dialect, Program, Target, TargetName};
use brinell_syntax::{ParseOptions, parse};
use std::time::Instant;

fn analyse(program: &Program) -> Result<Analysis, (Violation, u64, u32)> {
    let mut analysis = Analysis::of_program(program).map_err(|v| (v, 0, 0))?;
    analysis.work_limit = 100_000_000;
    analysis.union_punning = true;
    let main = program.function_named("main").ok_or((Violation::OpenCall, 0, 0))?;
    match analysis.call(program, main, &[], &mut State::initial(), &mut Effects::default()) {
        Ok(_) => Ok(analysis),
        Err(violation) => {
            let line = analysis.failed_at.and_then(|(func, stmt)| {
                Some(program.functions[func].body.as_ref()?.stmts[stmt].loc.line)
            });
            Err((violation, analysis.work, line.unwrap_or(0)))
        }
    }
}

fn main() {
    let options = ParseOptions { target: Target::named(TargetName::Lp64), dialect: Dialect::C11 };
    for file in std::env::args().skip(1) {
        let text = std::fs::read(&file).expect("the file can be read");
        let program = match parse(&text, &file, &options) {
            Ok(program) => program,
            Err(failure) => {
                println!("{file}: {failure}");
                continue;
            }
        };
        let start = Instant::now();
        let (verdict, work) = match analyse(&program) {
            Ok(analysis) => ("accepted".to_owned(), analysis.work),
            Err((violation, work, line)) => (format!("{violation:?} in line {line}"), work),
        };
        println!("{file}: {verdict}, work {work}, {:.1?}", start.elapsed());
    }
}
