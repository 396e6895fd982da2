//! clang's own account: remarks on what passes did, and on what they tried.

use super::{ProgramSample, optimised};
use brinell_campaign::ProgramFiles;
use brinell_toolchain::Toolchain;
use std::io;
use std::path::PathBuf;

/// Counts what clang says about a program.
pub fn count(
    tool: &Toolchain,
    files: &ProgramFiles,
    sources: &[PathBuf],
    flags: &[String],
    sample: &mut ProgramSample,
) -> io::Result<()> {
    // The source lines that it would quote are most of what it prints.
    let more = ["-Rpass=.*", "-Rpass-missed=.*", "-fno-caret-diagnostics"];
    let done = tool.object_command(&optimised(flags, &more), sources, &files.dir).run()?;
    sample.cpu += done.cpu.as_secs_f64();
    for line in String::from_utf8_lossy(&done.stderr).lines() {
        match remark(line) {
            Some((true, pass)) => *sample.passed.entry(pass).or_default() += 1,
            Some((false, pass)) => *sample.missed.entry(pass).or_default() += 1,
            None => {}
        }
    }
    files.clean();
    Ok(())
}

/// The end of a line such as `remark: hoisting load [-Rpass=licm]`: whether it was done, and the pass.
fn remark(line: &str) -> Option<(bool, String)> {
    let (_, name) = line.strip_suffix(']')?.rsplit_once("[-Rpass")?;
    let (kind, pass) = name.split_once('=')?;
    match kind {
        "" => Some((true, pass.to_owned())),
        "-missed" => Some((false, pass.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_clang_are_read() {
        let line = "t.c:59:3: remark: completely unrolled loop [-Rpass=loop-unroll]";
        assert_eq!(remark(line), Some((true, "loop-unroll".to_owned())));
        assert_eq!(remark("x [-Rpass-missed=gvn]"), Some((false, "gvn".to_owned())));
        assert_eq!(remark("x [-Rpass-analysis=gvn]"), None);
        assert_eq!(remark("t.c:1:1: warning: x [-Wunused]"), None);
    }
}
