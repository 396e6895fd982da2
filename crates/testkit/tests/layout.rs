//! `lang`'s layout against gcc and clang, `-m64` and `-m32`, on random record types.
//!
//! The seeds are fixed, so that a failure repeats; `cargo xtask layout --seed` tries others, and
//! the other targets.

use brinell_lang::TargetName;
use brinell_testkit::{Random, TargetCompiler, probes, random_records};
use brinell_toolchain::Family;

/// Records a compilation, and compilations a test: 4000 types with each compiler and target.
const BATCH: usize = 500;
const BATCHES: u64 = 8;
const SEED: u64 = 0x5eed;

fn probe(target: TargetName, family: Family) -> TargetCompiler {
    let mut probes = probes(target).expect("compilers for this test");
    probes.retain(|probe| probe.family == family);
    probes.pop().expect("a compiler of each family")
}

#[track_caller]
fn agrees(target: TargetName, family: Family) {
    let probe = probe(target, family);
    let fundamental = probe.compare_fundamental().expect("probing the compiler");
    assert!(fundamental.is_empty(), "{family:?} {target:?}: {fundamental:#?}");
    for seed in SEED..SEED + BATCHES {
        let set = random_records(&mut Random::new(seed), &probe.target, BATCH);
        let mismatches = probe.compare(&set).expect("probing the compiler");
        if let Some(first) = mismatches.first() {
            let count = mismatches.len();
            panic!("{family:?} {target:?}, seed {seed:#x}: {count} differ; the first:\n{first}");
        }
    }
}

#[test]
fn gcc_lp64() {
    agrees(TargetName::Lp64, Family::Gcc);
}

#[test]
fn gcc_ilp32() {
    agrees(TargetName::Ilp32, Family::Gcc);
}

#[test]
fn clang_lp64() {
    agrees(TargetName::Lp64, Family::Clang);
}

#[test]
fn clang_ilp32() {
    agrees(TargetName::Ilp32, Family::Clang);
}
