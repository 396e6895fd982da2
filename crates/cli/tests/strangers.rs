//! A small fixed sample of strangers' programs; `brinell bench csmith` runs the large one.

use brinell_toolchain::{Command, End, ProcessLimits};
use std::time::Duration;

/// Seeds 1 to 25: half a minute on two processors.
const SEEDS: &str = "25";

#[test]
fn csmith_programs_are_supported_and_agree_with_gcc() {
    let done = Command::new(env!("CARGO_BIN_EXE_brinell"))
        .args(["bench", "csmith", "--start", "1", "--seeds", SEEDS, "--steps", "50M"])
        .limits(ProcessLimits {
            wall: Duration::from_mins(10),
            // The machine reserves a quarter of a gigabyte of stack a program, and touches little of it.
            memory: 256 << 30,
            ..ProcessLimits::default()
        })
        .run()
        .unwrap();
    let table = String::from_utf8_lossy(&done.stdout).into_owned();
    let words = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.end, End::Exit(0), "\n{table}\n{words}");
    for result in ["unsupported", "internal error", "no program"] {
        let row = table.lines().find(|line| line.trim_start().starts_with(result)).unwrap();
        assert_eq!(row.split_whitespace().rev().nth(1), Some("0"), "\n{table}");
    }
}
