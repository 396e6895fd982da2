//! Idioms are what an optimiser takes them for: gcc makes single instructions of them.

mod parallel;

use brinell_generate::{Config, Generator};
use std::process::Command;

/// The assembly that gcc makes of some programs with one kind of idiom.
fn assembly(idiom: &str) -> String {
    let mut config = Config { size: 600, ..Config::default() };
    // Of a byte there is nothing to swap.
    config.set("int8", "false").unwrap();
    config.set("weight_expr_idiom", "400").unwrap();
    config.set("float_program_percent", "0").unwrap();
    for other in
        ["rotate", "swap", "choose", "saturate", "bits", "count", "high", "divide", "round"]
    {
        let weight = if other == idiom { "10" } else { "0" };
        config.set(&format!("weight_idiom_{other}"), weight).unwrap();
    }
    let generator = Generator::new(config).unwrap();
    let seeds: Vec<u64> = (1..=40).collect();
    let texts = parallel::map(&seeds, |seed| {
        let made = generator.generate(*seed, "test").unwrap();
        let dir = tempfile::tempdir().unwrap();
        let (source, out) = (dir.path().join("test.c"), dir.path().join("test.s"));
        std::fs::write(&source, &made.texts[0].1).unwrap();
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-O2", "-mpopcnt", "-S", "-o"]).arg(&out).arg(&source);
        assert!(gcc.status().unwrap().success());
        std::fs::read_to_string(out).unwrap()
    });
    texts.concat()
}

#[test]
fn gcc_recognises_them() {
    for (idiom, instructions) in
        [("rotate", ["rol", "ror"]), ("swap", ["bswap", "rolw"]), ("count", ["popcnt", "popcnt"])]
    {
        let text = assembly(idiom);
        let met = instructions.iter().any(|one| text.contains(&format!("\t{one}")));
        assert!(met, "no program has {instructions:?} for '{idiom}'");
    }
}
