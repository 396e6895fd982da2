//! Parses preprocessed files and says how long that took: `parse MAIN.c FILE.i …`, where an empty
//! main file means that each file is its own.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_syntax::{ParseOptions, parse};
use std::time::Instant;

fn main() {
    let options = ParseOptions { target: Target::named(TargetName::Lp64), dialect: Dialect::C17 };
    let mut args = std::env::args().skip(1);
    let main_file = args.next().unwrap_or_default();
    let mut failed = 0;
    for path in args {
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                failed += 1;
                continue;
            }
        };
        let main = if main_file.is_empty() { path.replace(".i", ".c") } else { main_file.clone() };
        let start = Instant::now();
        let result = parse(&text, &main, &options);
        let took = start.elapsed();
        match result {
            Ok(program) => {
                for flaw in brinell_lang::check(&program).iter().take(5) {
                    println!("{path}: FLAW {flaw}");
                    failed += 1;
                }
                let items: usize = program.units.iter().map(|u| u.items.len()).sum();
                println!("{path}: {} bytes, {items} items, {took:?}", text.len());
            }
            Err(failure) => {
                println!("{path}: {failure}");
                failed += 1;
            }
        }
    }
    std::process::exit(i32::from(failed > 0));
}
