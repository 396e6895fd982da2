//! The second opinion: what compilers make of a program.

use crate::case::{Case, End};
use brinell_toolchain::{self as toolchain, Command, Compiler, compile};
use std::time::Duration;

/// SIGABRT, which `abort` raises.
const SIGABRT: i32 = 6;

/// Compiles and runs a program; its output and end must be those of the machine.
pub fn compare(
    case: &Case,
    compiler: &Compiler,
    level: &str,
    end: End,
    stdout: &[u8],
) -> Result<(), String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let binary = dir.path().join("program");
    let mut flags = compiler.flags(case.target, case.dialect);
    flags.push(level.to_owned());
    compile(compiler, &flags, &case.path, &binary).map_err(|error| error.to_string())?;
    let done = Command::new(&binary)
        .timeout(Duration::from_secs(20))
        .run()
        .map_err(|error| error.to_string())?;
    let expected = match end {
        End::Status(status) => toolchain::End::Exit(i32::from(status)),
        End::Abort => toolchain::End::Signal(SIGABRT),
    };
    if done.end != expected {
        return Err(format!("{}, the machine says {expected}", done.end));
    }
    if done.stdout != stdout {
        return Err(format!(
            "output differs\n  machine:  {:?}\n  compiled: {:?}",
            String::from_utf8_lossy(stdout),
            String::from_utf8_lossy(&done.stdout)
        ));
    }
    Ok(())
}

/// Whether a compiler accepts a program at all.
pub fn accepts(case: &Case, compiler: &Compiler) -> Result<(), String> {
    let done = Command::new(&compiler.path)
        .args(compiler.flags(case.target, case.dialect))
        .args(["-w", "-fsyntax-only"])
        .arg(&case.path)
        .run()
        .map_err(|error| error.to_string())?;
    if done.end.success() {
        return Ok(());
    }
    Err(format!(
        "{} rejects it:\n{}",
        compiler.family.as_str(),
        String::from_utf8_lossy(&done.stderr).trim_end()
    ))
}
