//! The plain shell loop that people have around Csmith: make a program, compile it with everything,
//! run each image for at most 5 seconds, compare what they print.

use anyhow::Context as _;
use brinell_campaign::quoted;
use brinell_toolchain::{Command, FinishedProcess, Toolchain, csmith_headers, find_program};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long an image may run; many of Csmith's run for ever.
const RUN_SECONDS: u32 = 5;
/// What the loop says of an image that was stopped.
const ENDLESS: &str = "endless";
/// The end of a loop that hangs all the same.
const LOOP_LIMIT: Duration = Duration::from_mins(30);

/// The loop in a directory of its own.
pub struct ShellLoop {
    dir: PathBuf,
    script: PathBuf,
}

impl ShellLoop {
    /// Writes the script: `sh loop.sh SEED OPTIONS…` tests a program of Csmith's, `sh loop.sh` what
    /// stands in the working directory already.
    pub fn new(compilers: &[Toolchain], dir: &Path) -> anyhow::Result<Self> {
        let script = dir.join("loop.sh");
        std::fs::write(&script, text(compilers)?).context("cannot write the shell loop")?;
        let dir = dir.join("loop");
        std::fs::create_dir(&dir).context("cannot make a directory for the shell loop")?;
        Ok(Self { dir, script })
    }

    /// Tests the program that Csmith makes of a seed.
    pub fn over_csmith(&self, seed: u64, options: &[&str]) -> anyhow::Result<FinishedProcess> {
        self.run(&[&[&*seed.to_string()], options].concat())
    }

    /// Tests a program that is there; `units` are suffixes of names, and texts.
    pub fn over(&self, units: &[(String, String)]) -> anyhow::Result<FinishedProcess> {
        for (suffix, text) in units {
            let path = self.dir.join(format!("t{suffix}.c"));
            std::fs::write(path, text).context("cannot write a program")?;
        }
        self.run(&[])
    }

    fn run(&self, arguments: &[&str]) -> anyhow::Result<FinishedProcess> {
        let done = Command::new("sh")
            .arg(&self.script)
            .args(arguments)
            .dir(&self.dir)
            .timeout(LOOP_LIMIT)
            .run()
            .context("cannot run the shell loop")?;
        for entry in std::fs::read_dir(&self.dir).context("cannot read a directory")? {
            std::fs::remove_file(entry?.path()).context("cannot remove a file")?;
        }
        Ok(done)
    }
}

/// Whether all images of a program terminated.
pub fn ends(done: &FinishedProcess) -> bool {
    !done.stdout.windows(ENDLESS.len()).any(|words| words == ENDLESS.as_bytes())
}

fn text(compilers: &[Toolchain]) -> anyhow::Result<String> {
    let path = |name: &str| -> anyhow::Result<String> {
        let found = find_program(name).with_context(|| format!("there is no {name} on PATH"))?;
        Ok(quoted(&found.to_string_lossy()))
    };
    let headers = csmith_headers().context("csmith's headers are missing")?;
    let headers = quoted(&headers.to_string_lossy());
    let csmith = path("csmith")?;
    let mut text = format!("test $# = 0 || {csmith} --seed \"$@\" > t.c || exit 1\nfirst=\n");
    for tool in compilers {
        let command: Vec<String> = tool.command.iter().map(|word| quoted(word)).collect();
        for set in &tool.option_sets {
            let _ = write!(
                text,
                "if {cc} -w {options} -I{headers} -o t t*.c; then\n  \
                 now=$({timeout} {RUN_SECONDS} ./t)\n  \
                 case $? in 0) ;; 124) echo {ENDLESS}; now=bad;; *) now=bad;; esac\n  \
                 test -n \"$first\" || first=$now\n  \
                 test \"$first\" = \"$now\" || echo \"seed $1: $first $now\"\nfi\n",
                cc = command.join(" "),
                options = set.text(),
                timeout = path("timeout")?,
            );
        }
    }
    Ok(text)
}
