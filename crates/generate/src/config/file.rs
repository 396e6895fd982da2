//! Configurations as TOML: one key an option, and `base` for the profile to start from.

use super::{Config, ConfigError, ConfigOption, OptionRange, OptionValue};
use std::fmt::Write as _;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// The key that names the profile to start from.
const BASE: &str = "base";

/// Comments are wrapped to this width.
const WIDTH: usize = 96;

impl Config {
    /// All options as TOML, each with its meaning, range and default.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut heading = "";
        for option in Self::OPTIONS {
            if option.heading != heading {
                heading = option.heading;
                let _ = write!(text, "\n# ---- {heading} ----\n");
            }
            let default = option.default();
            let range = match option.range {
                OptionRange::Switch => format!("Default: {default}."),
                OptionRange::Number(lo, hi) => format!("From {lo} to {hi}; default: {default}."),
                OptionRange::Word(words) => {
                    format!("One of {}; default: {default}.", words.join(", "))
                }
            };
            text.push('\n');
            comment(&mut text, &format!("{} {range}", option.doc));
            let _ = match option.get(self) {
                OptionValue::Word(word) => writeln!(text, "{} = \"{word}\"", option.name),
                value => writeln!(text, "{} = {value}", option.name),
            };
        }
        text
    }
}

fn comment(text: &mut String, words: &str) {
    let mut column = 0;
    for word in words.split_whitespace() {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        }
        text.push_str(if column == 0 { "# " } else { " " });
        text.push_str(word);
        column += word.len() + if column == 0 { 2 } else { 1 };
    }
    text.push('\n');
}

/// A profile as it stands in a file.
pub(super) struct File<'a> {
    origin: &'a str,
    text: &'a str,
    entries: Vec<(Spanned<String>, Spanned<DeValue<'a>>)>,
}

impl<'a> File<'a> {
    /// Reads TOML; `origin` is for messages.
    pub fn parse(text: &'a str, origin: &'a str) -> Result<Self, ConfigError> {
        let mut file = Self { origin, text, entries: Vec::new() };
        let table = DeTable::parse(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            file.error_at(start, error.message())
        })?;
        file.entries = table
            .into_inner()
            .into_iter()
            .map(|(key, value)| (Spanned::new(key.span(), key.into_inner().into_owned()), value))
            .collect();
        // In the order of the text, so that the first mistake is the one reported.
        file.entries.sort_by_key(|(key, _)| key.span().start);
        Ok(file)
    }

    /// The profile to start from.
    pub fn base(&self) -> Result<Option<&str>, ConfigError> {
        let Some((_, value)) = self.entries.iter().find(|(key, _)| key.get_ref() == BASE) else {
            return Ok(None);
        };
        match value.get_ref() {
            DeValue::String(name) => Ok(Some(name)),
            other => Err(self.error_at(
                value.span().start,
                &format!(
                    "`{BASE}` is the name or file of a profile in quotes, not {}",
                    kind(other)
                ),
            )),
        }
    }

    /// Sets what the file sets.
    pub fn apply(&self, config: &mut Config) -> Result<(), ConfigError> {
        for (key, value) in &self.entries {
            if key.get_ref() == BASE {
                continue;
            }
            let option = ConfigOption::named(key.get_ref())
                // Flags have hyphens, keys have not: one spelling in a file.
                .filter(|option| option.name == key.get_ref())
                .ok_or_else(|| {
                    let error = ConfigError::unknown_option(key.get_ref());
                    self.error_at(key.span().start, &error.message)
                })?;
            let parsed = match (value.get_ref(), option.range) {
                (DeValue::Boolean(on), OptionRange::Switch) => Some(OptionValue::Switch(*on)),
                (DeValue::Integer(number), OptionRange::Number(..)) => {
                    integer(number).map(OptionValue::Number)
                }
                (DeValue::String(word), OptionRange::Word(_)) => option.range.parse(word),
                _ => None,
            };
            let wrong = || {
                let message =
                    format!("`{}` is {}, not {}", option.name, option.range, kind(value.get_ref()));
                self.error_at(value.span().start, &message)
            };
            option.set(config, parsed.ok_or_else(wrong)?).map_err(|_| wrong())?;
        }
        Ok(())
    }

    /// An error at the key `base`.
    pub fn error_at_base(&self, message: &str) -> ConfigError {
        let base = self.entries.iter().find(|(key, _)| key.get_ref() == BASE);
        self.error_at(base.map_or(0, |(_, value)| value.span().start), message)
    }

    fn error_at(&self, start: usize, message: &str) -> ConfigError {
        let before = &self.text[..start.min(self.text.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        // The parser's messages may have several lines.
        let message = message.trim_end().replace('\n', "; ");
        ConfigError { origin: Some(self.origin.to_owned()), at: Some((line, column)), message }
    }
}

fn integer(number: &DeInteger<'_>) -> Option<u32> {
    u32::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A value, for messages.
fn kind(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{text}\""),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(on) => on.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "an array".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
