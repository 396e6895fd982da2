//! The number of threads changes nothing: the same seeds give the same files.

use brinell_toolchain::{Command, End, ProcessLimits};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// All files of a directory.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir).unwrap().map(Result::unwrap);
    let file = |entry: std::fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
    };
    entries.map(file).collect()
}

/// The files that so many threads write.
fn generated(jobs: &str, options: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let dir = tempfile::tempdir().unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_brinell"))
        .args(["generate", "--seed", "1", "--count", "16", "--size", "1500", "--jobs", jobs])
        .args(options)
        // Where they are stands in the metadata, so it has to be called the same.
        .args(["--out-dir", ".", "--meta", "meta.json"])
        .dir(dir.path())
        .limits(ProcessLimits {
            wall: Duration::from_mins(2),
            // Each thread reserves a quarter of a gigabyte of stack, and touches little of it.
            memory: 256 << 30,
            ..ProcessLimits::default()
        })
        .run()
        .unwrap();
    assert_eq!(done.end, End::Exit(0), "{}", String::from_utf8_lossy(&done.stderr));
    files(dir.path())
}

#[track_caller]
fn assert_same(options: &[&str], programs: usize) {
    let one = generated("1", options);
    let eight = generated("8", options);
    assert!(one.len() >= programs, "only {:?}", one.keys());
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&eight));
    for (name, bytes) in &one {
        assert!(bytes == &eight[name], "{name} differs between one thread and eight");
    }
}

#[test]
fn one_thread_and_eight_write_the_same_files() {
    assert_same(&[], 16);
}

#[test]
fn so_they_do_for_swarms_in_several_units() {
    assert_same(&["--swarm", "--split", "2"], 17);
}
