//! Enumeration: each program once, in order of size, all of them, and each defined.

use brinell_generate::config::Config;
use brinell_generate::{
    EnumerationCounts, EnumerationEnd, GenerateError, Generated, Generator, STACK, nodes,
};
use brinell_lang::Target;
use brinell_machine::{Limits, Outcome};
use brinell_syntax::ParseOptions;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

type End = Result<(EnumerationEnd, EnumerationCounts), GenerateError>;

/// The programs of a configuration up to a size, at most so many.
fn enumerate(config: &Config, largest: usize, most: u64) -> (Vec<Generated>, End) {
    let mut programs = Vec::new();
    let generator = Generator::new(config.clone()).unwrap();
    let end = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        let work = || {
            let each = &mut |counts: &EnumerationCounts, made: Option<_>| {
                if let Some(made) = made {
                    programs.push(Result::unwrap(made));
                }
                if counts.programs < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            generator.enumerate_here(largest, &|number| format!("number {number}"), each)
        };
        worker.spawn_scoped(scope, work).unwrap().join().unwrap()
    });
    (programs, end)
}

/// Its text without the comment that has the number.
fn text(made: &Generated) -> &str {
    made.texts[0].1.split_once("*/").unwrap().1
}

/// `int16_t` and `int32_t`, the constants -8 and 10, `+`, assignments.
fn tiny() -> Config {
    Config {
        enumerated_numbers: 2,
        increments: false,
        compound_assigns: false,
        conditionals: false,
        multiplications: false,
        divisions: false,
        shifts: false,
        weight_if: 0,
        weight_expr_unary: 0,
        weight_expr_comparison: 0,
        weight_expr_logical: 0,
        weight_op_sub: 0,
        weight_op_and: 0,
        weight_op_or: 0,
        weight_op_xor: 0,
        ..Config::profile("exhaustive").unwrap()
    }
}

/// The function, its block and its `return` are 3 nodes, each global and its initialiser 2, an
/// assignment and its statement and place 3; a leaf is 1 and a sum 3. So the smallest programs have
/// 3 + 1 + 3 + 1 + 2 = 10 nodes, `g = leaf; return leaf;`, and the next ones 12.
///
/// With one global there are 2 types and 2 values for it and 2 types to return, 8 in all. A leaf is
/// -8, 10, or the global, and a draft is a program only if the global ends with another value:
///
/// - 10 nodes: 8 * 3 * 3 = 72 drafts; only the other constant changes the global: 8 * 1 * 3 = 24.
/// - 12 nodes, a sum assigned: 8 * 9 * 3 = 216, and no sum of two of -8 and 10 is one of them.
/// - 12 nodes, a sum returned: 8 * 3 * 9 = 216, of which 8 * 1 * 9 = 72 change the global.
/// - 12 nodes, two globals, 2 * 16 ways to declare them. They are numbered in the order of their first
///   mention: in the value, the place, the `return`. `g_0 = c; return g_1;` 2 * 32, half of which
///   change; `g_0 = g_0; return g_1;` 32, none; `g_1 = g_0;` with 4 leaves to return, 4 * 32, of which
///   half change. That is 224 and 96.
#[test]
fn all_programs_of_a_tiny_grammar() {
    let (programs, end) = enumerate(&tiny(), 12, u64::MAX);
    let (end, counts) = end.unwrap();
    assert_eq!(end, EnumerationEnd::LargestSize);
    let mut by_size = BTreeMap::new();
    for made in &programs {
        *by_size.entry(made.facts.nodes).or_insert(0) += 1;
    }
    assert_eq!(by_size, BTreeMap::from([(10, 24), (12, 216 + 72 + 96)]));
    assert_eq!(counts.programs as usize, programs.len());
    let drafts = 72 + 216 + 216 + 224;
    assert_eq!(counts.programs + counts.dull, drafts);
    assert_eq!((counts.nodes, counts.out_of_budget, counts.doubles), (12, 0, 0));
}

#[test]
fn each_once_in_order_of_size_and_defined() {
    let config = Config::profile("exhaustive").unwrap();
    let options = ParseOptions { target: Target::named(config.target), dialect: config.std };
    let (programs, end) = enumerate(&config, usize::MAX, 2_000);
    assert_eq!(end.unwrap().0, EnumerationEnd::Stopped);
    assert_eq!(programs.len(), 2_000);
    assert!(programs.is_sorted_by_key(|made| made.facts.nodes));
    let texts: BTreeSet<&str> = programs.iter().map(text).collect();
    assert_eq!(texts.len(), 2_000);
    for (made, number) in programs.iter().zip(1..) {
        assert_eq!(made.facts.seed, number);
        assert!(made.texts[0].1.contains(&format!("command: number {number}\n")));
        // `main`, runtime and guards are nodes as well.
        assert!(nodes(&made.program) > made.facts.nodes);
        let again = brinell_syntax::parse(text(made), "x.c", &options).expect("it is C");
        match brinell_machine::run(&again, &Limits::default()) {
            Outcome::Finished(meaning) => assert_eq!(meaning.stdout, made.meaning.stdout),
            other => panic!("program {number}: {other:?}\n{}", made.texts[0].1),
        }
    }
}

#[test]
fn always_the_same() {
    let config = Config { wrappers: brinell_generate::Wrappers::Any, ..tiny() };
    let (programs, _) = enumerate(&config, usize::MAX, 200);
    let (again, _) = enumerate(&config, 12, u64::MAX);
    assert!(again.len() > programs.len());
    for (one, other) in programs.iter().zip(&again) {
        assert_eq!(one.texts, other.texts);
    }
}

#[test]
fn a_swarm_has_no_set_of_all_programs() {
    let (programs, end) = enumerate(&Config { swarm: true, ..tiny() }, 12, 1);
    assert!(programs.is_empty());
    let Err(GenerateError::Config(why)) = end else { panic!("a swarm was enumerated") };
    assert!(why.contains("`swarm`"), "{why}");
}
