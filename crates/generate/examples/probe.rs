//! Generates seeds and says what went wrong: for those who work on the generator.

use brinell_generate::{Config, GenerateError, Generator};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (from, to): (u64, u64) = (args[1].parse().unwrap(), args[2].parse().unwrap());
    let mut config = Config::default();
    for setting in &args[3..] {
        let (name, value) = setting.split_once('=').unwrap();
        config.set(name, value).unwrap();
    }
    let generator = Generator::new(config).unwrap();
    let started = std::time::Instant::now();
    let (mut good, mut first, mut tokens, mut steps) = (0, 0, 0, 0);
    let (mut live, mut all, mut refused, mut committed, mut trimmed, mut walked) =
        (0, 0, 0, 0, 0, 0);
    for seed in from..to {
        let began = std::time::Instant::now();
        let result = std::panic::catch_unwind(|| generator.generate(seed, "probe"));
        match result {
            Err(_) => println!("seed {seed}: panic"),
            Ok(Err(GenerateError::Unsound { sub_seed, what, text, .. })) => {
                println!("seed {seed}.{sub_seed}: {what}");
                std::fs::write(format!("/tmp/unsound_{seed}.c"), text).unwrap();
            }
            Ok(Err(error)) => println!("seed {seed}: {error}"),
            Ok(Ok(made)) => {
                good += 1;
                if std::env::var("R").is_ok() {
                    println!(
                        "ratio {} {} {:.3}",
                        made.facts.minimal_guards,
                        made.facts.tokens,
                        made.facts.tally.tokens as f64 / made.facts.tokens as f64
                    );
                }
                let took = began.elapsed().as_millis();
                if took > 120 {
                    let stats = &made.meaning.stats;
                    println!(
                        "slow {seed}.{}: {took} ms, {} tokens, {stats:?}, {:?}",
                        made.facts.sub_seed, made.facts.tokens, made.facts.tally
                    );
                }
                first += u64::from(made.facts.sub_seed == 0);
                tokens += made.facts.tokens;
                steps += made.meaning.stats.steps;
                live += made.facts.live_statements;
                all += made.facts.statements;
                refused += made.facts.tally.refused;
                committed += made.facts.tally.committed;
                trimmed += made.facts.tally.trimmed;
                walked += made.facts.tally.walked;
                if to - from == 1 {
                    for (_, text) in &made.texts {
                        println!("{text}");
                    }
                }
            }
        }
    }
    eprintln!(
        "{good} good, {first} at first try, {tokens} tokens, {steps} steps, live {live}/{all}, refused {refused}, committed {committed}, trimmed {trimmed}, walked {walked}, {:?}",
        started.elapsed()
    );
}
