//! Running the commands of a page in one shell, in a directory of their own.

use super::{ConsoleCommand, Page, RunBy};
use anyhow::{Context as _, bail};
use brinell_toolchain::{Command, ProcessLimits};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Stands before the output of each command in what the shell prints.
const SEPARATOR: char = '\u{1e}';

/// How the commands of a page are run.
#[derive(Clone, Debug)]
pub struct Session {
    /// The root of the repository.
    pub root: PathBuf,
    /// The `brinell` that the commands call.
    pub brinell: PathBuf,
    /// Which blocks are run: those for this or more.
    pub least: RunBy,
}

impl Session {
    /// What each command that is to be run prints. Fails only where the shell cannot be run.
    pub fn run(&self, page: &Page) -> anyhow::Result<Vec<(ConsoleCommand, Vec<String>)>> {
        let blocks = page.blocks.iter().filter(|block| block.run_by >= self.least);
        let commands: Vec<_> = blocks.flat_map(|block| block.commands.clone()).collect();
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        let work = tempfile::Builder::new().prefix("brinell-docs").tempdir()?;
        let (here, bin) = (work.path().join("here"), work.path().join("bin"));
        std::fs::create_dir_all(here.join("examples"))?;
        for file in std::fs::read_dir(self.root.join("examples"))? {
            let file = file?;
            std::fs::copy(file.path(), here.join("examples").join(file.file_name()))?;
        }
        std::fs::create_dir(&bin)?;
        let brinell = std::path::absolute(&self.brinell)?;
        std::os::unix::fs::symlink(brinell, bin.join("brinell"))?;
        let path = std::env::var("PATH").unwrap_or_default();
        let limits = ProcessLimits {
            wall: Duration::from_mins(30),
            cpu: Some(Duration::from_hours(2)),
            memory: 64 << 30,
            processes: 10_000,
            ..ProcessLimits::default()
        };
        let done = Command::new("bash")
            .args(["-c", &script(&commands)])
            .dir(&here)
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("NO_COLOR", "1")
            .env("TERM", "dumb")
            .env("LC_ALL", "C.UTF-8")
            .limits(limits)
            .run()
            .context("cannot run bash")?;
        let printed = String::from_utf8_lossy(&done.stdout);
        let outputs: Vec<_> = printed.split(SEPARATOR).skip(1).map(output_lines).collect();
        if outputs.len() != commands.len() {
            let last = outputs.last().map(|lines| lines.join("\n")).unwrap_or_default();
            bail!(
                "the session ended ({}) after {} of {} commands:\n{last}",
                done.end,
                outputs.len(),
                commands.len()
            );
        }
        Ok(commands.into_iter().zip(outputs).collect())
    }
}

/// All commands, with a separator before the output of each; `$?` passes from one to the next.
fn script(commands: &[ConsoleCommand]) -> String {
    let steps = commands.iter().map(|command| {
        let text = &command.text;
        format!("printf '{SEPARATOR}'\n(exit $status)\n{text}\nstatus=$?\n")
    });
    std::iter::once("exec 2>&1\nstatus=0\n".to_owned()).chain(steps).collect()
}

fn output_lines(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// The pages of the documentation: Markdown at the root of the repository, in `docs`, and in the
/// corpus of the machine.
pub fn documentation_pages(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    for dir in [root.to_owned(), root.join("docs"), root.join("tests/machine")] {
        let entries = std::fs::read_dir(&dir).with_context(|| dir.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_share_a_shell_and_keep_their_outputs_apart() {
        let page = "```console quick\n$ x=3; echo one; echo two >&2\n$ (exit $x)\n$ echo $?\n\
            $ printf 'no end of line'\n$ cat <<END\n> $x\n> END\n```\n```console run\n$ exit 9\n```\n";
        let page = Page::parse(page).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut session = Session { root, brinell: "/bin/true".into(), least: RunBy::Tests };
        let done = session.run(&page).unwrap();
        let outputs: Vec<_> = done.iter().map(|(_, lines)| lines.join("|")).collect();
        assert_eq!(outputs, ["one|two", "", "3", "no end of line", "3"]);
        session.least = RunBy::Nobody;
        // `exit` ends the session after its separator, so no output is missing but the next one.
        assert_eq!(session.run(&page).unwrap().len(), 6);
    }
}
