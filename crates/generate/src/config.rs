//! Everything that can be set about generation: the program as a whole, features, limits,
//! probabilities and weights.
//!
//! Each option is declared once, in `options.rs`, with its meaning, default and range. From that
//! come the fields of [`Config`], the table [`Config::OPTIONS`], the keys of profiles and the flags
//! of the command line.

mod declare;
mod file;
mod nearest;
mod options;
mod profile;
mod relax;
mod setting;
mod shuffle;
mod swarm;
#[cfg(test)]
mod tests;
mod validate;
mod weights;

pub use nearest::nearest;
pub use options::Config;
pub use profile::{PROFILES, Profile};
pub use setting::{Expect, Maybe, OptionRange, OptionValue, Wrappers};

use brinell_lang::BinaryOp;
use std::fmt;

/// What an option is about.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Kind {
    /// The program as a whole.
    Program,
    /// A part of the language that can be left out.
    Feature,
    /// A number that is not exceeded.
    Limit,
    /// How often something happens, in 100 cases.
    Percent,
    /// How often something is chosen, in proportion to its siblings.
    Weight,
}

/// An option: a field of [`Config`] that is known by its name.
#[derive(Copy, Clone)]
pub struct ConfigOption {
    /// The name of the field and the key in a profile; with hyphens, the flag.
    pub name: &'static str,
    /// What it is about.
    pub kind: Kind,
    /// The heading it stands under.
    pub heading: &'static str,
    /// What it means, in one sentence or two.
    pub doc: &'static str,
    /// What it can be.
    pub range: OptionRange,
    get: fn(&Config) -> OptionValue,
    put: fn(&mut Config, OptionValue),
}

impl ConfigOption {
    /// Finds an option by its name, written with underscores or hyphens.
    pub fn named(name: &str) -> Option<&'static Self> {
        let same = |option: &&Self| {
            let bytes = name.bytes().map(|byte| if byte == b'-' { b'_' } else { byte });
            option.name.bytes().eq(bytes)
        };
        Config::OPTIONS.iter().find(same)
    }

    /// Its value in a configuration.
    pub fn get(&self, config: &Config) -> OptionValue {
        (self.get)(config)
    }

    /// Its value unless something is said.
    pub fn default(&self) -> OptionValue {
        self.get(&Config::default())
    }

    /// Gives it a value.
    pub fn set(&self, config: &mut Config, value: OptionValue) -> Result<(), ConfigError> {
        if !self.range.contains(value) {
            return Err(ConfigError::new(format!(
                "`{}` is {}, not {value}",
                self.name, self.range
            )));
        }
        (self.put)(config, value);
        Ok(())
    }

    /// Gives it the value that a text stands for.
    pub fn set_text(&self, config: &mut Config, text: &str) -> Result<(), ConfigError> {
        let value = self.range.parse(text).ok_or_else(|| {
            ConfigError::new(format!("`{}` is {}, not `{text}`", self.name, self.range))
        })?;
        self.set(config, value)
    }
}

impl fmt::Debug for ConfigOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Config {
    /// The value of the option of that name.
    pub fn get(&self, name: &str) -> Option<OptionValue> {
        ConfigOption::named(name).map(|option| option.get(self))
    }

    /// Whether the features that are on allow an operator.
    pub fn allows(&self, op: BinaryOp) -> bool {
        match op {
            BinaryOp::Mul => self.multiplications,
            BinaryOp::Div | BinaryOp::Rem => self.divisions,
            BinaryOp::Shl | BinaryOp::Shr => self.shifts,
            _ => true,
        }
    }

    /// The arithmetic, bitwise and shift operators of integers with their weights, which are 0
    /// where the feature is off.
    pub fn arithmetic_operators(&self) -> [(BinaryOp, u32); 10] {
        [
            (BinaryOp::Add, self.weight_op_add),
            (BinaryOp::Sub, self.weight_op_sub),
            (BinaryOp::Mul, self.weight_op_mul),
            (BinaryOp::Div, self.weight_op_div),
            (BinaryOp::Rem, self.weight_op_rem),
            (BinaryOp::And, self.weight_op_and),
            (BinaryOp::Or, self.weight_op_or),
            (BinaryOp::Xor, self.weight_op_xor),
            (BinaryOp::Shl, self.weight_op_shl),
            (BinaryOp::Shr, self.weight_op_shr),
        ]
        .map(|(op, weight)| (op, if self.allows(op) { weight } else { 0 }))
    }

    /// Gives the option of that name the value that a text stands for.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ConfigError> {
        match ConfigOption::named(name) {
            Some(option) => option.set_text(self, text),
            None => Err(ConfigError::unknown_option(name)),
        }
    }

    /// Keeps an option as it is whatever a swarm draws.
    pub fn pin(&mut self, option: &ConfigOption) {
        self.pinned.insert(option.name);
    }
}

/// What is wrong with a configuration, and where.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{}{message}", self.place())]
pub struct ConfigError {
    /// The file or profile.
    pub origin: Option<String>,
    /// Line and column in it, from 1.
    pub at: Option<(usize, usize)>,
    /// What is wrong.
    pub message: String,
}

impl ConfigError {
    fn new(message: impl Into<String>) -> Self {
        Self { origin: None, at: None, message: message.into() }
    }

    fn unknown_option(name: &str) -> Self {
        let names = Config::OPTIONS.iter().map(|option| option.name);
        let hint = match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`brinell generate --dump-config` lists them".to_owned(),
        };
        Self::new(format!("no option is called `{name}`; {hint}"))
    }

    fn place(&self) -> String {
        match (&self.origin, self.at) {
            (Some(origin), Some((line, column))) => format!("{origin}:{line}:{column}: "),
            (Some(origin), None) => format!("{origin}: "),
            (None, _) => String::new(),
        }
    }
}
