//! Tests of the command line itself: exit codes, streams, usage, hostile input.

mod bundle;
mod check;
mod compare;
mod compilers;
mod docs;
mod edge;
mod fast_path;
mod generate;
mod hostile;
mod hunt;
mod hunt_faults;
mod opinions;
mod options;
mod reduce;
mod report;
mod screen;
mod triage;
mod usage;
mod varying;

use brinell_toolchain::{Command, FinishedProcess, ProcessLimits};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Calls `brinell`; nothing it is asked here may take longer or more than this.
fn brinell(arguments: &[&str]) -> Command {
    let limits = ProcessLimits {
        // What hangs here hangs for ever; all else takes as long as the computer is busy.
        wall: Duration::from_mins(10),
        // Some of what is tested forks without end until `brinell` sees it, which may be late.
        processes: 100_000,
        // The machine reserves a gigabyte of stack a program, and touches little of it.
        memory: 8 << 30,
        ..ProcessLimits::default()
    };
    Command::new(env!("CARGO_BIN_EXE_brinell")).args(arguments).limits(limits)
}

/// Calls `brinell` on a text at standard input.
fn on_text(arguments: &[&str], text: impl Into<Vec<u8>>) -> FinishedProcess {
    brinell(arguments).stdin(text).run().unwrap()
}

fn stdout(done: &FinishedProcess) -> String {
    String::from_utf8(done.stdout.clone()).unwrap()
}

fn stderr(done: &FinishedProcess) -> String {
    String::from_utf8(done.stderr.clone()).unwrap()
}

/// Asserts an exit code, and shows everything where it is another.
#[track_caller]
fn assert_exit(done: &FinishedProcess, code: i32) {
    assert_eq!(
        done.end,
        brinell_toolchain::End::Exit(code),
        "\n--- stdout\n{}\n--- stderr\n{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
}

/// A directory with files in it.
struct Files {
    dir: tempfile::TempDir,
}

impl Files {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(dir.path().join(name), text).unwrap();
        }
        Self { dir }
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }
}

const DEFINED: &str = "#include <stdio.h>\nint main(void) { printf(\"fine\\n\"); return 3; }\n";

const UNDEFINED: &str = "#include <stdio.h>
int main(void) {
    int x = 2147483647;
    printf(\"before\\n\");
    x = x + 1;
    return x;
}
";

const ENDLESS: &str = "int main(void) { volatile int x = 0; for (;;) x = x ^ 1; }\n";

const INVALID: &str = "int main(void) { return 1 +; }\n";
