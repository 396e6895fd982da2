//! A small fixed sample of strangers' programs; `brinell bench csmith` runs the large one.

use brinell_toolchain::{Command, End, FinishedProcess, ProcessLimits};
use std::time::Duration;

/// Seeds 1 to 25: half a minute on two processors.
const SEEDS: &str = "25";

fn bench(arguments: &[&str]) -> FinishedProcess {
    Command::new(env!("CARGO_BIN_EXE_brinell"))
        .arg("bench")
        .args(arguments)
        .limits(ProcessLimits {
            wall: Duration::from_mins(10),
            // The machine reserves a quarter of a gigabyte of stack a program, and touches little of it.
            memory: 256 << 30,
            ..ProcessLimits::default()
        })
        .run()
        .unwrap()
}

/// What is compared is of like size, whichever size that is; how fast it is nobody asks.
#[test]
fn a_hunt_is_compared_with_a_loop_over_csmith() {
    let done = bench(&["hunt", "--programs", "2", "--compilers", "tcc"]);
    let table = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.end, End::Exit(0), "{}", String::from_utf8_lossy(&done.stderr));
    let (small, large) = table.split_once("as large as Csmith's own").unwrap();
    for part in [small, large] {
        let size = |side: &str, column: usize| -> f64 {
            let row = part.lines().find_map(|line| line.trim_start().strip_prefix(side)).unwrap();
            row.split_whitespace().nth(column).unwrap().parse().unwrap()
        };
        assert!(part == large || (500.0..=8000.0).contains(&size("csmith, loop", 1)), "{table}");
        for (like, column) in [("as many tokens", 1), ("as much code", 2)] {
            for side in ["hunt", "loop"] {
                let side = format!("{like}, {side}");
                let ratio = size(&side, column) / size("csmith, loop", column);
                assert!((0.8..1.25).contains(&ratio), "{table}");
                assert!((size(&side, 0) - 2.0).abs() < 0.1, "{table}");
            }
            assert!(part.contains(&format!("with {like}, a hunt tests ")), "{table}");
        }
    }
    let part = ["--programs", "1", "--compilers", "tcc", "--sizes", "hunt", "--like", "tokens"];
    let done = bench(&[&["hunt"], &part[..]].concat());
    let table = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(table.contains("as large as a hunt's own"), "{table}");
    assert!(!table.contains("as large as Csmith's own"), "{table}");
    assert!(table.contains("as many tokens") && !table.contains("as much code"), "{table}");
}

#[test]
fn csmith_programs_are_supported_and_agree_with_gcc() {
    let done = bench(&["csmith", "--start", "1", "--seeds", SEEDS, "--steps", "50M"]);
    let table = String::from_utf8_lossy(&done.stdout).into_owned();
    let words = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.end, End::Exit(0), "\n{table}\n{words}");
    for result in ["unsupported", "internal error", "no program"] {
        let row = table.lines().find(|line| line.trim_start().starts_with(result)).unwrap();
        assert_eq!(row.split_whitespace().rev().nth(1), Some("0"), "\n{table}");
    }
}
