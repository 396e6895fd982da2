//! Other generators, described in a short TOML file.

use brinell_toolchain::{Command, ProcessLimits, find_program};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest that a generator may be given by its description, in seconds.
const MOST_SECONDS: u64 = 3_600;

/// How many times its CPU time a generator may take by the clock.
const BUSY: u64 = 10;

/// What all files that it writes for a program may take of the disk.
const ROOM: u64 = 256 << 20;

/// What a C compiler need not know.
const EXTENSIONS: [&str; 9] = [
    "#pragma",
    "_Pragma",
    "__attribute__",
    "__builtin_",
    "__extension__",
    "__asm",
    "__typeof",
    "__int128",
    "__declspec",
];

/// A generator as its file describes it.
#[derive(Clone, Debug, Deserialize, Serialize, Eq, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct DescribedGenerator {
    /// The program and its arguments; `{seed}` and `{dir}` stand for the number of the program and
    /// the directory that it is written to, which is also the working directory.
    pub command: Vec<String>,
    /// The command that says its version, which goes into the report.
    #[serde(default)]
    pub version: Vec<String>,
    /// The C files that it writes, all of which are compiled.
    pub sources: Vec<PathBuf>,
    /// What else it writes and the program needs, such as headers.
    #[serde(default)]
    pub others: Vec<PathBuf>,
    /// Options that every compiler needs for its programs.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Directories of headers.
    #[serde(default)]
    pub includes: Vec<PathBuf>,
    /// A header that is not its own: the directory that has it is looked for in the usual places.
    #[serde(default)]
    pub needs_header: Option<String>,
    /// What is linked, after the sources.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// The sources whose tokens count; without, all.
    #[serde(default)]
    pub tokens_of: Vec<PathBuf>,
    /// Where the random part of a source ends and the harness begins.
    #[serde(default)]
    pub tokens_until: Option<String>,
    /// Functions that are no part of the random program, in the sources that count: faults are not
    /// planted there, see `brinell-faults`.
    #[serde(default = "main_only")]
    pub harness: Vec<String>,
    /// Headers of which the same is true, without directories.
    #[serde(default)]
    pub harness_files: Vec<String>,
    /// How long it may take for a program.
    #[serde(default = "a_minute")]
    pub seconds: u64,
    /// How long its programs may run.
    #[serde(default = "five")]
    pub run_seconds: u64,
    /// How its programs are judged.
    #[serde(default)]
    pub judge: Judging,
}

fn main_only() -> Vec<String> {
    vec!["main".to_owned()]
}

const fn a_minute() -> u64 {
    60
}

const fn five() -> u64 {
    5
}

/// How programs that do not know their output are judged.
#[derive(Copy, Clone, Debug, Default, Deserialize, Serialize, Eq, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum Judging {
    /// By the machine where compilers disagree and it knows the program, else by vote.
    #[default]
    Machine,
    /// By vote only.
    Vote,
}

/// What is wrong with a description.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// It is not such a TOML file.
    #[error("{origin}: {error}")]
    Toml {
        /// The file.
        origin: String,
        /// What the parser says, with line and column.
        error: Box<toml::de::Error>,
    },
    /// It says something that cannot be.
    #[error("{origin}: {what}")]
    Wrong {
        /// The file.
        origin: String,
        /// What, and what would be right.
        what: String,
    },
    /// Its program is not here.
    #[error("{origin}: there is no `{program}` on PATH; {help}")]
    NotInstalled {
        /// The file.
        origin: String,
        /// The program.
        program: String,
        /// What to do.
        help: String,
    },
}

/// Whether a text in TOML describes a generator, and not options of ours: it has a command.
pub fn is_description(text: &str) -> bool {
    text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("command"))
}

impl DescribedGenerator {
    /// Reads a description; relative directories of headers and programs with a slash are beside it.
    pub fn from_toml(text: &str, origin: &str) -> Result<Self, DescriptionError> {
        let toml =
            |error| DescriptionError::Toml { origin: origin.to_owned(), error: Box::new(error) };
        let mut described: Self = toml::from_str(text).map_err(toml)?;
        let wrong = |what: &str| {
            Err(DescriptionError::Wrong { origin: origin.to_owned(), what: what.to_owned() })
        };
        if described.command.is_empty() || described.sources.is_empty() {
            return wrong("`command` and `sources` must not be empty");
        }
        if !described.command.iter().any(|word| word.contains("{seed}")) {
            return wrong("`command` has no {seed}: it would make the same program for ever");
        }
        let files = described.sources.iter().chain(&described.others).chain(&described.tokens_of);
        if files.into_iter().any(|name| name.components().count() != 1 || name.is_absolute()) {
            return wrong("files are names in {dir}, without a directory");
        }
        if described.tokens_of.iter().any(|name| !described.sources.contains(name)) {
            return wrong("`tokens_of` names what is not among `sources`");
        }
        let times = [described.seconds, described.run_seconds];
        if times.iter().any(|time| !(1..=MOST_SECONDS).contains(time)) {
            return wrong("`seconds` and `run_seconds` are from 1 to 3600");
        }
        let beside = Path::new(origin).parent().unwrap_or(Path::new("")).to_owned();
        for include in &mut described.includes {
            *include = std::path::absolute(beside.join(&*include)).unwrap_or(include.clone());
        }
        for words in [&mut described.command, &mut described.version] {
            let Some(program) = words.first_mut().filter(|word| word.contains('/')) else {
                continue;
            };
            if let Ok(path) = std::path::absolute(beside.join(&*program)) {
                *program = path.display().to_string();
            }
        }
        Ok(described)
    }

    /// Looks for the program and its header.
    pub fn installed(mut self, origin: &str) -> Result<Self, DescriptionError> {
        let missing = |program: &str, help: &str| DescriptionError::NotInstalled {
            origin: origin.to_owned(),
            program: program.to_owned(),
            help: help.to_owned(),
        };
        let program = &self.command[0];
        let there = find_program(program).is_some() || Path::new(program).is_file();
        if !there {
            return Err(missing(program, "install it, or leave this contender out"));
        }
        if let Some(header) = &self.needs_header {
            let directory = header_directory(header);
            let help = "it is a header, looked for in /usr/include, /usr/local/include and the \
                        directories there; install it or name its directory under `includes`";
            self.includes.push(directory.ok_or_else(|| missing(header, help))?);
        }
        Ok(self)
    }

    /// The command for a seed.
    pub fn command_for(&self, seed: u64, dir: &Path) -> Command {
        let limits = ProcessLimits {
            // CPU time decides; this is for those that sleep.
            wall: Duration::from_secs(self.seconds.saturating_mul(BUSY)),
            cpu: Some(Duration::from_secs(self.seconds)),
            memory: 4 << 30,
            // A program of that size is useless, and the disk is shared.
            file_size: 64 << 20,
            output: 1 << 20,
            processes: 64,
        };
        let filled = |word: &String| {
            word.replace("{seed}", &seed.to_string()).replace("{dir}", &dir.display().to_string())
        };
        Command::new(&self.command[0])
            .args(self.command.iter().skip(1).map(filled))
            .dir(dir)
            .env("LC_ALL", "C")
            .env("TMPDIR", dir)
            .limits(limits)
            .room(ROOM)
            .network(false)
            .isolated(true)
    }

    /// What it says about its version, in one line.
    pub fn version_line(&self) -> String {
        let Some((program, args)) = self.version.split_first() else { return String::new() };
        let said = Command::new(program).args(args).timeout(Duration::from_secs(20)).run();
        let line = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            text.lines().find(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
        };
        said.ok()
            .and_then(|done| line(&done.stdout).or_else(|| line(&done.stderr)))
            .unwrap_or_default()
    }

    /// The sources with the random part of a program.
    pub fn random_sources(&self) -> &[PathBuf] {
        if self.tokens_of.is_empty() { &self.sources } else { &self.tokens_of }
    }

    /// Whether a program in a directory has pragmas, attributes or other extensions of C, outside the
    /// headers of the system. tcc, for one, does not know `#pragma pack(push)`, which Csmith writes.
    pub fn is_extended(&self, dir: &Path) -> bool {
        let texts =
            self.sources.iter().chain(&self.others).map(|name| std::fs::read(dir.join(name)));
        texts.filter_map(Result::ok).any(|bytes| {
            let text = String::from_utf8_lossy(&bytes);
            EXTENSIONS.iter().any(|word| text.contains(word))
        })
    }

    /// The tokens of a program, as far as they count.
    pub fn tokens(&self, dir: &Path) -> u64 {
        let texts =
            self.random_sources().iter().filter_map(|name| std::fs::read(dir.join(name)).ok());
        let count = |bytes: Vec<u8>| {
            let text = String::from_utf8_lossy(&bytes);
            let random = match &self.tokens_until {
                Some(mark) => text.split(mark.as_str()).next().unwrap_or_default(),
                None => &text,
            };
            brinell_print::count_tokens(random) as u64
        };
        texts.map(count).sum()
    }
}

/// The directory that has a header, wherever its version put it; the last by name.
fn header_directory(header: &str) -> Option<PathBuf> {
    let mut found = Vec::new();
    for place in ["/usr/include", "/usr/local/include"].map(Path::new) {
        if place.join(header).is_file() {
            found.push(place.to_owned());
        }
        let below = std::fs::read_dir(place).into_iter().flatten().flatten();
        found.extend(below.map(|entry| entry.path()).filter(|dir| dir.join(header).is_file()));
    }
    found.sort();
    found.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<DescribedGenerator, DescriptionError> {
        DescribedGenerator::from_toml(text, "dir/g.toml")
    }

    #[test]
    fn a_short_description_is_enough() {
        let text = "command = [\"./gen\", \"{seed}\"]\nsources = [\"a.c\"]\nincludes = [\"inc\"]";
        let described = read(text).unwrap();
        assert!(is_description(text));
        assert!(described.command[0].ends_with("/dir/gen"), "{:?}", described.command);
        assert!(described.includes[0].is_absolute());
        assert_eq!((described.seconds, described.judge), (60, Judging::Machine));
        assert!(!is_description("base = \"default\"\nsize = 100"));
    }

    #[test]
    fn extensions_are_seen_in_all_files() {
        let text = "command = [\"g\", \"{seed}\"]\nsources = [\"a.c\"]\nothers = [\"b.h\"]";
        let (described, dir) = (read(text).unwrap(), tempfile::tempdir().unwrap());
        let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
        write("a.c", "#include \"b.h\"\nint x;\n");
        assert!(!described.is_extended(dir.path()));
        write("b.h", "#pragma pack(push)\n");
        assert!(described.is_extended(dir.path()));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, words) in [
            ("command = [\"g\"]\nsources = [\"a.c\"]", "{seed}"),
            ("command = [\"g\", \"{seed}\"]\nsources = []", "must not be empty"),
            ("command = [\"g\", \"{seed}\"]\nsources = [\"../a.c\"]", "without a directory"),
            ("command = [\"g\", \"{seed}\"]\nsources = [\"/a.c\"]", "without a directory"),
            ("command = [\"g\", \"{seed}\"]\nsources = [\"a.c\"]\nseconds = 0", "1 to 3600"),
            (
                "command = [\"g\", \"{seed}\"]\nsources = [\"a.c\"]\ntokens_of = [\"b.c\"]",
                "tokens_of",
            ),
            ("command = [\"g\", \"{seed}\"]\nsources = [\"a.c\"]\nsource = 1", "unknown field"),
            ("command = 1", "line 1"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with("dir/g.toml: ") && error.contains(words), "{text}: {error}");
        }
    }
}
