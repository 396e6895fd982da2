//! A program of the corpus: its path and what its directives say.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::Ub;
use brinell_toolchain::{Family, PreprocessOptions};
use std::path::{Path, PathBuf};

/// A program of the corpus.
#[derive(Debug)]
pub struct Case {
    pub path: PathBuf,
    pub dialect: Dialect,
    pub target: TargetName,
    pub kind: Kind,
}

/// What must come of it.
#[derive(Debug)]
pub enum Kind {
    /// It is defined.
    Pass { end: End, choices: Vec<String>, skip: Vec<Family> },
    /// It breaks a rule.
    Undefined { rule: String, line: u32, output: Vec<String> },
    /// Nobody can say.
    Undecided { rule: String, line: u32, output: Vec<String> },
}

/// How a program ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum End {
    Status(u8),
    Abort,
}

impl Case {
    /// Reads the directives of a file; the folder (`pass`, `ub` or `undecided`) says which it may have.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let below = |folder: &str| path.components().any(|part| part.as_os_str() == folder);
        let mut case = Self {
            path: path.to_owned(),
            dialect: Dialect::C11,
            target: TargetName::Lp64,
            kind: if below("ub") {
                Kind::Undefined { rule: String::new(), line: 0, output: Vec::new() }
            } else if below("undecided") {
                Kind::Undecided { rule: String::new(), line: 0, output: Vec::new() }
            } else {
                Kind::Pass { end: End::Status(0), choices: Vec::new(), skip: Vec::new() }
            },
        };
        let mut lines = text.lines().map_while(|line| line.strip_prefix("//"));
        if lines.next().is_none_or(|first| first.trim().is_empty()) {
            return Err("the first line must be a // comment that says what it shows".to_owned());
        }
        for line in lines {
            let line = line.trim();
            if let Some((name, value)) = line.split_once(':')
                && name.bytes().all(|byte| byte.is_ascii_lowercase())
            {
                case.directive(name, value.trim())
                    .map_err(|words| format!("// {line}: {words}"))?;
            }
        }
        if let Kind::Undefined { rule, line, .. } = &case.kind
            && (rule.is_empty() || *line == 0)
        {
            return Err("needs `// rule: NAME` and `// line: N`".to_owned());
        }
        if matches!(case.kind, Kind::Undecided { line: 0, .. }) {
            return Err("needs `// line: N`".to_owned());
        }
        Ok(case)
    }

    fn directive(&mut self, name: &str, value: &str) -> Result<(), String> {
        match (name, &mut self.kind) {
            ("std", _) => self.dialect = Dialect::parse(value).ok_or("no such dialect")?,
            ("target", _) => self.target = TargetName::parse(value).ok_or("no such target")?,
            ("exit", Kind::Pass { end, .. }) => {
                *end = match value {
                    "abort" => End::Abort,
                    status => End::Status(status.parse().map_err(|_| "no exit status")?),
                }
            }
            ("choice", Kind::Pass { choices, .. }) => {
                if !crate::is_choice(value) {
                    return Err("no such choice; see `brinell rules`".to_owned());
                }
                choices.push(value.to_owned());
            }
            ("skip", Kind::Pass { skip, .. }) => {
                let (family, reason) = value.split_once(' ').ok_or("say why")?;
                let family = Family::ALL
                    .into_iter()
                    .find(|known| known.as_str() == family)
                    .ok_or("no such compiler family")?;
                if reason.trim().is_empty() {
                    return Err("say why".to_owned());
                }
                skip.push(family);
            }
            ("rule", Kind::Undefined { rule, .. } | Kind::Undecided { rule, .. }) => {
                if Ub::rule_named(value).is_none() {
                    return Err("no such rule; see `brinell rules`".to_owned());
                }
                value.clone_into(rule);
            }
            ("line", Kind::Undefined { line, .. } | Kind::Undecided { line, .. }) => {
                *line = value.parse().map_err(|_| "no line number")?;
            }
            ("output", Kind::Undefined { output, .. } | Kind::Undecided { output, .. }) => {
                output.push(value.to_owned());
            }
            _ => return Err("no such directive here; see tests/machine/README.md".to_owned()),
        }
        Ok(())
    }

    pub fn preprocess_options(&self) -> PreprocessOptions {
        PreprocessOptions {
            target: self.target,
            dialect: self.dialect,
            ..PreprocessOptions::default()
        }
    }

    pub fn syntax_options(&self) -> brinell_syntax::ParseOptions {
        brinell_syntax::ParseOptions { target: Target::named(self.target), dialect: self.dialect }
    }
}
