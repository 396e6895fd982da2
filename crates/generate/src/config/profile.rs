//! Profiles: configurations with a purpose, shipped or in files.

use super::file::File;
use super::{Config, ConfigError, nearest};
use std::path::{Path, PathBuf};

/// A shipped profile.
#[derive(Copy, Clone, Debug)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// What it is for and what it sets, as TOML.
    pub text: &'static str,
}

impl Profile {
    /// What it is for, in one line: the first of its text.
    pub fn summary(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
    }

    fn named(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(Profile {
            name: $name,
            text: include_str!(concat!("../../profiles/", $name, ".toml")),
        }),*]
    };
}

/// The shipped profiles.
pub const PROFILES: &[Profile] = shipped![
    "default",
    "csmith",
    "orange",
    "tiny",
    "freestanding",
    "embedded16",
    "arithmetic",
    "mix",
    "yarpgen",
    "edge",
    "edge-crash",
    "exhaustive",
];

impl Config {
    /// The configuration of a profile: a shipped one by its name, or a TOML file by its path,
    /// which has a slash or ends in `.toml`.
    pub fn profile(name_or_file: &str) -> Result<Self, ConfigError> {
        load(name_or_file, Path::new(""), &mut Vec::new())
    }

    /// The configuration that a text in TOML describes; `origin` is for messages, and files that
    /// it refers to are found beside it.
    pub fn from_toml(text: &str, origin: &str) -> Result<Self, ConfigError> {
        let directory = Path::new(origin).parent().unwrap_or(Path::new(""));
        read(text, origin, directory, &mut Vec::new())
    }
}

/// `open` are the files that are being read, which one must not come back to.
fn load(name: &str, directory: &Path, open: &mut Vec<PathBuf>) -> Result<Config, ConfigError> {
    let is_file = name.contains(['/', std::path::MAIN_SEPARATOR])
        || Path::new(name).extension().is_some_and(|extension| extension == "toml");
    if !is_file {
        let profile = Profile::named(name).ok_or_else(|| unknown_profile(name))?;
        return read(profile.text, name, directory, open);
    }
    let path = directory.join(name);
    let text = std::fs::read_to_string(&path).map_err(|error| {
        ConfigError::new(format!("cannot read the profile {}: {error}", path.display()))
    })?;
    if open.contains(&path) {
        return Err(ConfigError::new(format!("{} is based on itself", path.display())));
    }
    open.push(path.clone());
    let config =
        read(&text, &path.display().to_string(), path.parent().unwrap_or(Path::new("")), open)?;
    open.pop();
    Ok(config)
}

fn read(
    text: &str,
    origin: &str,
    directory: &Path,
    open: &mut Vec<PathBuf>,
) -> Result<Config, ConfigError> {
    let file = File::parse(text, origin)?;
    let mut config = match file.base()? {
        None => Config::default(),
        Some(base) => load(base, directory, open).map_err(|error| match error.at {
            None => file.error_at_base(&error.message),
            Some(_) => error,
        })?,
    };
    file.apply(&mut config)?;
    Ok(config)
}

fn unknown_profile(name: &str) -> ConfigError {
    let names = || PROFILES.iter().map(|profile| profile.name);
    let known = names().collect::<Vec<_>>().join(", ");
    let hint =
        nearest(name, names()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
    ConfigError::new(format!(
        "no profile is called `{name}`; {hint}the shipped ones are {known}; a file has a slash or \
         ends in .toml"
    ))
}
