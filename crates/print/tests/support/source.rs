//! Real C programs for tests: the machine's corpus and Csmith, preprocessed and parsed.

use brinell_lang::{Dialect, Program, Target, TargetName};
use brinell_syntax::{ParseOptions, parse};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A C program with what its directives say.
pub struct Source {
    pub file: PathBuf,
    pub std: String,
    pub target: TargetName,
    pub skip: Vec<String>,
    pub include: Vec<PathBuf>,
}

impl Source {
    pub fn new(file: PathBuf) -> Self {
        let text = std::fs::read(&file).unwrap();
        let text = String::from_utf8_lossy(&text);
        let mut source = Self {
            file,
            std: "c11".to_owned(),
            target: TargetName::Lp64,
            skip: vec![],
            include: vec![],
        };
        for line in text.lines().take_while(|l| l.starts_with("//")) {
            let directive = line.trim_start_matches('/').trim();
            if let Some(std) = directive.strip_prefix("std: ") {
                std.trim().clone_into(&mut source.std);
            } else if let Some(target) = directive.strip_prefix("target: ") {
                source.target = TargetName::parse(target.trim()).unwrap();
            } else if let Some(skip) = directive.strip_prefix("skip: ") {
                source.skip.extend(skip.split_whitespace().next().map(str::to_owned));
            }
        }
        source
    }

    /// The flags that choose dialect and data model.
    pub fn flags(&self, cc: &str) -> Vec<String> {
        let std = if self.std == "c23" { "c2x" } else { &self.std };
        let mut flags = vec![format!("-std={std}")];
        if self.target == TargetName::Ilp32 {
            flags.push("-m32".to_owned());
        }
        if cc == "tcc" {
            flags.retain(|f| f != "-std=c2x");
        }
        flags.extend(self.include.iter().map(|dir| format!("-I{}", dir.display())));
        flags
    }

    pub fn options(&self) -> ParseOptions {
        let dialect = Dialect::parse(&self.std).unwrap();
        ParseOptions { target: Target::named(self.target), dialect }
    }

    /// The program, or why it could not be read.
    pub fn parse(&self) -> Result<Program, String> {
        let output =
            Command::new("gcc").args(self.flags("gcc")).arg("-E").arg(&self.file).output().unwrap();
        assert!(output.status.success(), "{}: {:?}", self.file.display(), output);
        let name = self.file.to_str().unwrap();
        parse(&output.stdout, name, &self.options()).map_err(|e| format!("{:?}", e.error))
    }

    /// Reads a printed program with the same options.
    pub fn parse_again(&self, text: &str) -> Result<Program, String> {
        parse(text, "printed.c", &self.options()).map_err(|e| format!("{:?}", e.error))
    }
}

/// The files of a part of the machine's corpus.
pub fn corpus(part: &str) -> Vec<Source> {
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/machine").join(part))
}

/// The printer's own programs: what is hard to print.
pub fn programs() -> Vec<Source> {
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"))
}

fn below(root: &Path) -> Vec<Source> {
    let mut files = Vec::new();
    let mut todo = vec![root.to_owned()];
    while let Some(dir) = todo.pop() {
        for entry in std::fs::read_dir(&dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.into_iter().map(Source::new).collect()
}

/// Where Csmith's headers are, if it is installed.
fn csmith_headers() -> Option<PathBuf> {
    let dirs = std::fs::read_dir("/usr/include").ok()?.flatten().map(|e| e.path());
    let mut found: Vec<PathBuf> = dirs
        .filter(|d| d.join("csmith.h").exists() || d.join("csmith_runtime.h").exists())
        .collect();
    found.sort();
    found.pop()
}

/// Programs of Csmith for these seeds, written into `dir`; none where it is not installed.
pub fn csmith(dir: &Path, seeds: std::ops::Range<u32>) -> Vec<Source> {
    let Some(headers) = csmith_headers() else { return vec![] };
    let mut sources = Vec::new();
    for seed in seeds {
        // It writes `platform.info` where it runs.
        let mut csmith = Command::new("csmith");
        csmith.args(["-s", &seed.to_string()]).current_dir(dir);
        let Ok(output) = csmith.output() else {
            return vec![];
        };
        let file = dir.join(format!("csmith{seed}.c"));
        std::fs::write(&file, output.stdout).unwrap();
        let mut source = Source::new(file);
        source.include.push(headers.clone());
        sources.push(source);
    }
    sources
}
