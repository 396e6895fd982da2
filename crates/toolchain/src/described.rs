//! Compilers described in a TOML file: cross compilers with a simulator, your own builds.

use crate::process::ProcessLimits;
use crate::toolchain::Toolchain;
use brinell_lang::TargetName;
use std::path::Path;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A compiler as a file describes it. What is not said is found out or has a default.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Described {
    /// Its name, unique in the file.
    pub name: String,
    /// The program, and the arguments it always gets. A relative path is one in the file only.
    pub command: Vec<String>,
    /// Its version; without, what it says itself.
    pub version: Option<String>,
    /// Its family; without, found out from its version, else its name.
    pub family: Option<String>,
    /// The option sets to compile with; without, those of its family.
    pub option_sets: Option<Vec<Vec<String>>>,
    /// Environment variables.
    pub env: Vec<(String, String)>,
    /// What runs its images.
    pub runner: Vec<String>,
    /// Whether it and its images may use the network.
    pub network: bool,
    /// The data model; without, found out.
    pub target: Option<TargetName>,
    /// What a compilation may use up.
    pub compile_limits: ProcessLimits,
    /// What a run of an image may use up.
    pub run_limits: ProcessLimits,
    /// Whether the fast path may be taken.
    pub fast_path: bool,
}

/// What is wrong with a file of compilers, and where.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct TomlError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// The keys of a compiler, and what each has to be.
const KEYS: &[(&str, &str)] = &[
    ("name", "a name in quotes"),
    ("command", "the program in quotes, or an array of it and its arguments"),
    ("version", "a text in quotes"),
    ("family", "a name in quotes"),
    ("options", "an array of option sets, such as [[\"-O0\"], [\"-O2\", \"-flto\"]]"),
    ("env", "a table of texts, such as { KEY = \"value\" }"),
    ("runner", "the program in quotes, or an array of it and its arguments"),
    ("network", "true or false"),
    ("target", "one of \"lp64\", \"ilp32\", \"llp64\", \"ip16\", \"s390x\""),
    ("compile_limits", "a table of limits, such as { seconds = 60, memory_mb = 4096 }"),
    ("run_limits", "a table of limits, such as { seconds = 20, memory_mb = 1024 }"),
    ("fast_path", "true or false"),
];

/// The limits that can be set.
const LIMITS: &[&str] = &["seconds", "cpu_seconds", "memory_mb", "file_mb", "processes"];

/// Reads a file of compilers; `file` is its name, for messages and for programs that are named
/// relative to it.
pub fn from_toml(text: &str, file: &str) -> Result<Vec<Described>, TomlError> {
    let reader = DescriptionReader { file, text };
    let table = DeTable::parse(text).map_err(|error| {
        reader.error(error.span().map_or(0, |span| span.start), error.message())
    })?;
    let mut all: Vec<Described> = Vec::new();
    for (key, value) in in_order(table.get_ref()) {
        if key.get_ref() != "compiler" {
            let message = format!("unknown key `{}`; a file has [[compiler]] only", key.get_ref());
            return Err(reader.error(key.span().start, &message));
        }
        let wrong = || {
            let message = "compilers stand in an array of tables, each under [[compiler]]";
            reader.error(key.span().start, message)
        };
        let DeValue::Array(compilers) = value.get_ref() else { return Err(wrong()) };
        for compiler in compilers {
            let DeValue::Table(entries) = compiler.get_ref() else { return Err(wrong()) };
            let (described, name) = reader.compiler(entries, compiler.span().start)?;
            if all.iter().any(|other| other.name == described.name) {
                let message = format!("there are two compilers named `{}`", described.name);
                return Err(reader.error(name, &message));
            }
            all.push(described);
        }
    }
    if all.is_empty() {
        let message = "no compiler: each starts with [[compiler]] and has a name and a command";
        return Err(reader.error(0, message));
    }
    Ok(all)
}

/// The entries of a table in the order of the text, so that the first mistake is the one reported.
fn in_order<'a, 'b>(table: &'a DeTable<'b>) -> Vec<(Spanned<String>, &'a Spanned<DeValue<'b>>)> {
    let mut entries: Vec<_> = table
        .iter()
        .map(|(key, value)| (Spanned::new(key.span(), key.get_ref().to_string()), value))
        .collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

struct DescriptionReader<'a> {
    file: &'a str,
    text: &'a str,
}

impl DescriptionReader<'_> {
    /// A compiler, and where its name stands.
    fn compiler(&self, table: &DeTable<'_>, at: usize) -> Result<(Described, usize), TomlError> {
        let mut described = Described {
            name: String::new(),
            command: Vec::new(),
            version: None,
            family: None,
            option_sets: None,
            env: Vec::new(),
            runner: Vec::new(),
            network: false,
            target: None,
            compile_limits: Toolchain::default_compile_limits(),
            run_limits: Toolchain::default_run_limits(),
            fast_path: false,
        };
        let mut name_at = at;
        for (key, value) in in_order(table) {
            let Some((_, wanted)) = KEYS.iter().find(|(name, _)| name == key.get_ref()) else {
                let known: Vec<_> = KEYS.iter().map(|(name, _)| *name).collect();
                let message =
                    format!("unknown key `{}`; a compiler has {}", key.get_ref(), known.join(", "));
                return Err(self.error(key.span().start, &message));
            };
            let wrong = || {
                let message = format!("`{}` is {wanted}", key.get_ref());
                self.error(value.span().start, &message)
            };
            match key.get_ref().as_str() {
                "name" => {
                    described.name = word(value).ok_or_else(wrong)?;
                    name_at = value.span().start;
                }
                "command" => {
                    let words = words(value).filter(|words| !words.is_empty()).ok_or_else(wrong)?;
                    described.command = self.resolved(words);
                }
                "version" => described.version = Some(word(value).ok_or_else(wrong)?),
                "family" => described.family = Some(word(value).ok_or_else(wrong)?),
                "options" => described.option_sets = Some(option_sets(value).ok_or_else(wrong)?),
                "env" => described.env = texts(value).ok_or_else(wrong)?,
                "runner" => {
                    described.runner = self.resolved(words(value).ok_or_else(wrong)?);
                }
                "network" => described.network = flag(value).ok_or_else(wrong)?,
                "fast_path" => described.fast_path = flag(value).ok_or_else(wrong)?,
                "target" => {
                    let target = word(value).and_then(|name| TargetName::parse(&name));
                    described.target = Some(target.ok_or_else(wrong)?);
                }
                "compile_limits" | "run_limits" => {
                    let DeValue::Table(table) = value.get_ref() else { return Err(wrong()) };
                    let compile = key.get_ref() == "compile_limits";
                    self.limits(
                        table,
                        if compile {
                            &mut described.compile_limits
                        } else {
                            &mut described.run_limits
                        },
                    )?;
                }
                _ => return Err(wrong()),
            }
        }
        for (missing, key) in [(described.name.is_empty(), 0), (described.command.is_empty(), 1)] {
            if missing {
                let (key, wanted) = KEYS[key];
                return Err(self.error(at, &format!("a compiler needs `{key}`: {wanted}")));
            }
        }
        Ok((described, name_at))
    }

    /// A command whose program, if it is a relative path, is one from the directory of the file.
    fn resolved(&self, mut words: Vec<String>) -> Vec<String> {
        if let Some(program) = words.first_mut().filter(|program| program.contains('/')) {
            let dir = Path::new(self.file).parent().unwrap_or(Path::new(""));
            let path = dir.join(&*program);
            // Without a current directory there is nothing better than what the file says.
            let path = std::path::absolute(&path).unwrap_or(path);
            *program = path.display().to_string();
        }
        words
    }

    fn limits(&self, table: &DeTable<'_>, limits: &mut ProcessLimits) -> Result<(), TomlError> {
        for (key, value) in in_order(table) {
            if !LIMITS.contains(&key.get_ref().as_str()) {
                let message =
                    format!("unknown limit `{}`; there are {}", key.get_ref(), LIMITS.join(", "));
                return Err(self.error(key.span().start, &message));
            }
            let number = match value.get_ref() {
                DeValue::Integer(number) => {
                    u32::from_str_radix(number.as_str(), number.radix()).ok().filter(|n| *n > 0)
                }
                _ => None,
            };
            let number = number.ok_or_else(|| {
                let message = format!("`{}` is a whole number from 1", key.get_ref());
                self.error(value.span().start, &message)
            })?;
            match key.get_ref().as_str() {
                "seconds" => limits.wall = Duration::from_secs(number.into()),
                "cpu_seconds" => limits.cpu = Some(Duration::from_secs(number.into())),
                "memory_mb" => limits.memory = u64::from(number) << 20,
                "file_mb" => limits.file_size = u64::from(number) << 20,
                _ => limits.processes = number as usize,
            }
        }
        // A longer time is meant to be used.
        if limits.cpu.is_some_and(|cpu| cpu < limits.wall) && !table.contains_key("cpu_seconds") {
            limits.cpu = None;
        }
        Ok(())
    }

    fn error(&self, start: usize, message: &str) -> TomlError {
        let before = self.text.get(..start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        TomlError {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            // The parser's messages may have several lines.
            message: message.trim_end().replace('\n', "; "),
        }
    }
}

fn flag(value: &Spanned<DeValue<'_>>) -> Option<bool> {
    value.get_ref().as_bool()
}

fn word(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) if !text.is_empty() => Some(text.to_string()),
        _ => None,
    }
}

/// One word, or an array of words.
fn words(value: &Spanned<DeValue<'_>>) -> Option<Vec<String>> {
    match value.get_ref() {
        DeValue::Array(words) => words.iter().map(word).collect(),
        _ => word(value).map(|word| vec![word]),
    }
}

fn option_sets(value: &Spanned<DeValue<'_>>) -> Option<Vec<Vec<String>>> {
    let DeValue::Array(sets) = value.get_ref() else { return None };
    let sets: Option<Vec<_>> = sets
        .iter()
        .map(|set| match set.get_ref() {
            DeValue::Array(_) => words(set),
            _ => None,
        })
        .collect();
    sets.filter(|sets| !sets.is_empty())
}

fn texts(value: &Spanned<DeValue<'_>>) -> Option<Vec<(String, String)>> {
    let DeValue::Table(table) = value.get_ref() else { return None };
    in_order(table)
        .into_iter()
        .map(|(key, value)| match value.get_ref() {
            DeValue::String(text) => Some((key.into_inner(), text.to_string())),
            _ => None,
        })
        .collect()
}
