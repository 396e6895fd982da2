//! Habits that no compiler checks: file headers, file sizes, leftovers, traces of a machine.

use std::path::{Path, PathBuf};

/// Lines of a Rust file. Hundreds, not thousands.
const MOST_LINES: usize = 900;

/// What must not be left in Rust code; split so that this file passes its own test.
const LEFTOVERS: [&str; 3] =
    [concat!("todo", "!("), concat!("unimple", "mented!("), concat!("dbg", "!(")];

/// Directories of a particular machine, which no file may name.
const PLACES: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/Us", "ers/")];

/// Where `unsafe` may be: what starts processes, and the helpers that run in processes of their own.
const UNSAFE: [&str; 2] = ["crates/toolchain/src/process/", "crates/fastpath/helpers/"];
/// What allows it; split like the leftovers.
const ALLOWS_UNSAFE: &str = concat!("allow(unsafe", "_code)");

pub fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !matches!(name.as_str(), "target" | ".git") {
                files(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

#[test]
fn the_repository_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut complaints = Vec::new();
    for path in all {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        for place in PLACES {
            if text.contains(place) {
                complaints.push(format!("{name}: names the directory {place}"));
            }
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        if !text.starts_with("//! ") {
            complaints.push(format!("{name}: the first line must be //! and say what it is for"));
        }
        let lines = text.lines().count();
        if lines > MOST_LINES {
            complaints.push(format!("{name}: {lines} lines; split it (at most {MOST_LINES})"));
        }
        if text.contains(ALLOWS_UNSAFE) && !UNSAFE.iter().any(|place| name.starts_with(place)) {
            complaints.push(format!("{name}: unsafe belongs to {}", UNSAFE.join(" and ")));
        }
        for leftover in LEFTOVERS {
            if text.contains(leftover) {
                complaints.push(format!("{name}: contains {leftover}...)"));
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
