//! Where programs go, and the message if there is none.

use super::files::{self, Pending};
use super::meta;
use crate::Status;
use brinell_generate::{GenerateError, Generated};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Where the text of programs goes.
#[derive(Copy, Clone, Debug)]
pub enum Destination<'a> {
    /// To standard output.
    Stdout,
    /// Into one file; several units get numbers after its name.
    File(&'a Path),
    /// Into a directory, named after the seeds.
    Directory(&'a Path),
}

impl Destination<'_> {
    /// The file of a unit with this suffix.
    fn path(self, seed: u64, suffix: &str) -> Option<PathBuf> {
        match self {
            Self::Stdout => None,
            Self::Directory(dir) => Some(dir.join(format!("brinell_{seed}{suffix}.c"))),
            Self::File(file) => {
                let mut name = file.file_stem().unwrap_or_default().to_owned();
                name.push(suffix);
                if let Some(extension) = file.extension() {
                    name.push(".");
                    name.push(extension);
                }
                // A plain name stays as it was given, even without a name (`..`) to complain about.
                Some(if suffix.is_empty() { file.to_owned() } else { file.with_file_name(name) })
            }
        }
    }

    /// Where something else about a seed goes.
    fn directory(&self) -> &Path {
        match self {
            Self::Stdout => Path::new(""),
            Self::File(file) => file.parent().unwrap_or(Path::new("")),
            Self::Directory(dir) => dir,
        }
    }
}

/// Writes programs, and what is known about them.
pub struct ProgramWriter<'a> {
    destination: Destination<'a>,
    /// What follows the seed in commands.
    command_tail: &'a str,
    meta: Option<Pending>,
    written: usize,
    /// The smallest and the largest seed written.
    seeds: Option<(u64, u64)>,
}

impl<'a> ProgramWriter<'a> {
    /// Begins.
    pub fn new(
        destination: Destination<'a>,
        command_tail: &'a str,
        meta: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let meta = meta.map(Pending::create).transpose()?;
        Ok(Self { destination, command_tail, meta, written: 0, seeds: None })
    }

    /// Writes a program.
    pub fn program(&mut self, made: &Generated) -> anyhow::Result<()> {
        let seed = made.facts.seed;
        let mut units = Vec::new();
        let mut names = Vec::new();
        for (suffix, text) in &made.texts {
            match self.destination.path(seed, suffix) {
                None => io::stdout().write_all(text.as_bytes())?,
                Some(path) => {
                    let mut unit = Pending::create(&path)?;
                    unit.write(text)?;
                    units.push(unit);
                    names.push(path.display().to_string());
                }
            }
        }
        // All are written before the first gets its name.
        units.into_iter().try_for_each(Pending::finish)?;
        if let Some(file) = &mut self.meta {
            let command = command(seed, self.command_tail);
            file.write(&(meta::document(made, &command, &names) + "\n"))?;
        }
        self.written += 1;
        let (first, last) = self.seeds.unwrap_or((seed, seed));
        self.seeds = Some((first.min(seed), last.max(seed)));
        Ok(())
    }

    /// Why there is no program of a seed: how bad that is, and words for people. A program that
    /// shows a bug of ours is saved.
    pub fn failure(&self, seed: u64, why: &GenerateFailure) -> anyhow::Result<(Status, String)> {
        let (what, sub_seed, program) = match why {
            GenerateFailure::Error(GenerateError::Config(message)) => anyhow::bail!("{message}"),
            GenerateFailure::Error(error @ GenerateError::Hopeless { .. }) => {
                let words = format!("brinell: {error}; try another seed, or raise `max_steps`\n");
                return Ok((Status::OutOfBudget, words));
            }
            GenerateFailure::Error(GenerateError::Unsound { what, sub_seed, text, .. }) => {
                (format!("a generated program is wrong: {what}"), Some(*sub_seed), Some(text))
            }
            GenerateFailure::Panic(message) => (format!("panic: {message}"), None, None),
        };
        let mut lines = vec![
            ("what", what),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("seed", seed.to_string()),
        ];
        lines.extend(sub_seed.map(|sub_seed| ("sub-seed", sub_seed.to_string())));
        lines.push(("command", command(seed, self.command_tail)));
        if let Some(text) = program {
            let path = self.destination.directory().join(format!("brinell_unsound_{seed}.c"));
            let words = match files::write(&path, text) {
                Ok(()) => format!("{}, please attach it", path.display()),
                // The command says all there is to know.
                Err(error) => format!("not saved: {error:#}"),
            };
            lines.push(("program", words));
        }
        let mut words =
            "\n*** This is a bug in Brinell. Please report it with these lines:\n".to_owned();
        for (name, value) in lines {
            let _ = writeln!(words, "***   {:<10}{value}", format!("{name}:"));
        }
        Ok((Status::Internal, words + "\n"))
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.written == 0
    }

    /// Completes the metadata and says what was done, of so many programs if that is known.
    pub fn finish(self, wanted: Option<usize>, interrupted: bool) -> anyhow::Result<()> {
        if let Some(file) = self.meta {
            file.finish()?;
        }
        let mut err = io::stderr().lock();
        if interrupted {
            let of = wanted.map_or(String::new(), |wanted| format!(" of {wanted}"));
            writeln!(err, "interrupted: {}{of} programs written", self.written)?;
        }
        if let (Destination::Directory(dir), Some((first, last))) = (self.destination, self.seeds) {
            let dir = dir.display();
            match self.written {
                1 => writeln!(err, "1 program, seed {first}, in {dir}")?,
                many => writeln!(err, "{many} programs, seeds {first} to {last}, in {dir}")?,
            }
        }
        Ok(())
    }
}

/// Why there is no program.
pub enum GenerateFailure {
    /// The generator says.
    Error(GenerateError),
    /// The generator broke down.
    Panic(String),
}

/// The command that makes the program of a seed again, wherever it was written this time.
pub fn command(seed: u64, tail: &str) -> String {
    format!("brinell generate --seed {seed}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_get_numbers() {
        let path = |destination: Destination, suffix| destination.path(7, suffix);
        let file = Destination::File(Path::new("dir/x.y.c"));
        assert_eq!(path(file, ""), Some("dir/x.y.c".into()));
        assert_eq!(path(file, "_2"), Some("dir/x.y_2.c".into()));
        assert_eq!(path(Destination::File(Path::new("x")), "_1"), Some("x_1".into()));
        let dir = Destination::Directory(Path::new("dir"));
        assert_eq!(path(dir, ""), Some("dir/brinell_7.c".into()));
        assert_eq!(path(dir, "_3"), Some("dir/brinell_7_3.c".into()));
        assert_eq!(path(Destination::Stdout, ""), None);
    }

    #[test]
    fn a_bug_of_ours_says_what_to_report_and_saves_the_program() {
        let dir = tempfile::tempdir().unwrap();
        let destination = Destination::Directory(dir.path());
        let writer = ProgramWriter::new(destination, " --no-unions", None).unwrap();
        let unsound = GenerateError::Unsound {
            seed: 7,
            sub_seed: 2,
            what: "signed overflow".to_owned(),
            text: "int main(void) {}".to_owned(),
        };
        let (status, words) = writer.failure(7, &GenerateFailure::Error(unsound)).unwrap();
        assert_eq!(status, Status::Internal);
        for line in [
            "what:     a generated program is wrong: signed overflow",
            "seed:     7",
            "sub-seed: 2",
            "command:  brinell generate --seed 7 --no-unions",
            concat!("version:  ", env!("CARGO_PKG_VERSION")),
            "brinell_unsound_7.c, please attach it",
        ] {
            assert!(words.contains(line), "no {line} in {words}");
        }
        let saved = std::fs::read_to_string(dir.path().join("brinell_unsound_7.c")).unwrap();
        assert_eq!(saved, "int main(void) {}");
        let (status, words) = writer.failure(8, &GenerateFailure::Panic("oh".to_owned())).unwrap();
        assert_eq!(status, Status::Internal);
        assert!(words.contains("what:     panic: oh") && words.contains("--seed 8"), "{words}");
    }

    #[test]
    fn a_hopeless_seed_is_out_of_budget() {
        let writer = ProgramWriter::new(Destination::Stdout, "", None).unwrap();
        let hopeless = GenerateError::Hopeless { seed: 7, tries: 50 };
        let (status, words) = writer.failure(7, &GenerateFailure::Error(hopeless)).unwrap();
        assert_eq!(status, Status::OutOfBudget);
        assert!(words.contains("seed 7") && words.contains("`max_steps`"), "{words}");
        let config = GenerateError::Config("nonsense".to_owned());
        assert!(writer.failure(7, &GenerateFailure::Error(config)).is_err());
    }
}
