//! gcc's own account: `-fdump-statistics-stats` counts what each pass did, and with
//! `-fdump-tree-all-folding-details` the dumps name each pattern of `match.pd` that was applied.

use super::{ProgramSample, optimised};
use brinell_campaign::ProgramFiles;
use brinell_toolchain::Toolchain;
use std::io::{self, BufRead as _};
use std::path::PathBuf;

/// Counts what gcc does with a program.
pub fn count(
    tool: &Toolchain,
    files: &ProgramFiles,
    sources: &[PathBuf],
    flags: &[String],
    sample: &mut ProgramSample,
) -> io::Result<()> {
    let options = optimised(flags, &["-fdump-statistics-stats", "-fdump-tree-all-folding-details"]);
    let done = tool.object_command(&options, sources, &files.dir).run()?;
    sample.cpu += done.cpu.as_secs_f64();
    for entry in std::fs::read_dir(&files.dir)?.flatten() {
        let path = entry.path();
        let is_statistics = path.extension().is_some_and(|ending| ending == "statistics");
        // Dumps are named `test.c.005t.original`.
        let is_dump = path.to_string_lossy().rsplit('.').nth(1).is_some_and(|number| {
            number.strip_suffix(['t', 'i']).is_some_and(|n| n.parse::<u32>().is_ok())
        });
        if !is_statistics && !is_dump {
            continue;
        }
        let file = std::fs::File::open(&path)?;
        for line in io::BufReader::new(file).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            if is_statistics {
                if let Some((name, times)) = counter(&line) {
                    *sample.gcc.entry(name).or_default() += times;
                }
            } else if let Some(number) = pattern(&line) {
                sample.patterns.insert(number);
            }
        }
    }
    files.clean();
    Ok(())
}

/// A line such as `39 ccp "Statements folded" 33`: pass and words, and how often.
fn counter(line: &str) -> Option<(String, u64)> {
    let (pass, rest) = line.split_once('"')?;
    // A line for each function has its name here; the totals follow.
    let (words, times) = rest.split_once('"')?;
    // The number of a pass may change with every version; its name says what it is.
    let pass = pass.split_whitespace().nth(1)?;
    // `RPO num values == 112` is a histogram: each value would be a counter of its own.
    if words.contains(" == ") {
        return None;
    }
    Some((format!("{pass}: {words}"), times.trim().parse().ok()?))
}

/// A line such as `Applying pattern match.pd:182, generic-match.cc:27025`.
fn pattern(line: &str) -> Option<u32> {
    let (_, rest) = line.split_once("Applying pattern match.pd:")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_gcc_are_read() {
        let folded = Some(("ccp: Statements folded".to_owned(), 33));
        assert_eq!(counter("39 ccp \"Statements folded\" 33"), folded);
        assert_eq!(counter("44 fre \"RPO num values == 1115\" 1"), None);
        assert_eq!(counter("39 ccp \"Statements folded\" \"func_3\" 6"), None);
        assert_eq!(counter("nonsense \"a"), None);
        let line = "  Applying pattern match.pd:182, generic-match.cc:27025";
        assert_eq!(pattern(line), Some(182));
        assert_eq!(pattern("Applying pattern fold-const.cc:1"), None);
    }
}
