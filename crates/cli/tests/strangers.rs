//! A small fixed sample of strangers' programs; `brinell bench csmith` runs the large one.

use brinell_toolchain::{Command, End, Finished, ProcessLimits};
use std::time::Duration;

/// Seeds 1 to 25: half a minute on two processors.
const SEEDS: &str = "25";

fn bench(arguments: &[&str]) -> Finished {
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
    for (like, column) in [("tokens", 1), ("code", 2)] {
        let done = bench(&["hunt", "--programs", "1", "--compilers", "tcc", "--like", like]);
        let table = String::from_utf8_lossy(&done.stdout).into_owned();
        assert_eq!(done.end, End::Exit(0), "{}", String::from_utf8_lossy(&done.stderr));
        assert!(table.contains("times the programs an hour"), "{table}");
        let size = |side: &str| -> f64 {
            let row = table.lines().find_map(|line| line.trim_start().strip_prefix(side)).unwrap();
            row.split_whitespace().nth(column).unwrap().parse().unwrap()
        };
        let ratio = size("brinell hunt") / size("csmith loop");
        assert!((0.8..1.25).contains(&ratio), "{table}");
    }
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
