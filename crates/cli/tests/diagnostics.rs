//! Golden tests of diagnostics: `tests/diagnostics/NAME.c` must give `NAME.stderr`.
//!
//! `BRINELL_BLESS=1 cargo test --test diagnostics` writes what there is as what there should be.

use brinell_toolchain::Command;
use std::path::Path;

#[test]
fn diagnostics_are_as_blessed() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/diagnostics");
    let bless = std::env::var_os("BRINELL_BLESS").is_some_and(|value| value != "0");
    let mut names: Vec<String> = std::fs::read_dir(&dir)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "c"))
        .collect();
    names.sort();
    assert!(names.len() >= 10, "only {} programs", names.len());
    let mut failures = Vec::new();
    for name in names {
        let done = Command::new(env!("CARGO_BIN_EXE_brinell"))
            .args(["check", "--color", "never", "--steps", "1M", &name])
            .dir(&dir)
            .run()
            .unwrap();
        let actual = String::from_utf8_lossy(&done.stderr).into_owned();
        let golden = dir.join(&name).with_extension("stderr");
        if bless {
            std::fs::write(&golden, &actual).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&golden).unwrap_or_default();
        if actual != expected {
            failures.push(format!("{name}: expected\n{expected}\nbut got\n{actual}"));
        }
    }
    let how = "if the new text is better: BRINELL_BLESS=1 cargo test --test diagnostics";
    assert!(failures.is_empty(), "{}\n{how}", failures.join("\n"));
}
