//! The contenders: Brinell's profiles, and other generators.

use crate::described::{DescribedGenerator, DescriptionError, is_description};
use brinell_generate::config::PROFILES;
use serde::{Deserialize, Serialize};

/// The descriptions that are shipped.
pub const SHIPPED: &[(&str, &str)] = &[
    ("csmith", include_str!("../generators/csmith.toml")),
    ("yarpgen1", include_str!("../generators/yarpgen1.toml")),
    ("yarpgen2", include_str!("../generators/yarpgen2.toml")),
];

/// A contender.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Its name in tables, unique in a comparison.
    pub label: String,
    /// As it was asked for.
    pub asked: String,
    /// What makes its programs.
    pub maker: Maker,
}

/// What makes programs.
#[derive(Clone, Debug)]
pub enum Maker {
    /// Our generator.
    Ours {
        /// The profile, by its name or file.
        profile: String,
        /// Tokens of a program; without, those of a hunt. Zero: as the profile draws them.
        size: Option<u32>,
    },
    /// Another one.
    Described(Box<DescribedGenerator>),
}

/// A contender as the log of a comparison remembers it.
#[derive(Clone, Debug, Deserialize, Serialize, Eq, PartialEq)]
pub struct Entrant {
    /// Its name in tables.
    pub label: String,
    /// As it was asked for.
    pub asked: String,
    /// What it is: all settings, or the description.
    pub what: String,
    /// Its version, as it says.
    pub version: String,
}

/// Why something is not a contender.
#[derive(Debug, thiserror::Error)]
pub enum ContenderError {
    /// It can be two things.
    #[error(
        "`{name}` is a profile of ours and another generator: write profile:{name} or \
         generator:{name}"
    )]
    Ambiguous {
        /// The name.
        name: String,
    },
    /// It is nothing that we know.
    #[error(
        "no contender is called `{name}`; there are the profiles {profiles}, the generators \
         {generators}, and TOML files, whose names have a slash or end in .toml"
    )]
    Unknown {
        /// The name.
        name: String,
        /// The profiles that there are.
        profiles: String,
        /// The generators that there are.
        generators: String,
    },
    /// The size makes no sense.
    #[error(
        "`{text}`: after @ stands a number of tokens, or `own` for the sizes that a profile draws"
    )]
    Size {
        /// What was written.
        text: String,
    },
    /// Another generator has its own sizes.
    #[error(
        "`{text}`: a size can be given to profiles only; describe the generator in a TOML file"
    )]
    NoSize {
        /// What was written.
        text: String,
    },
    /// Two have the same name.
    #[error("two contenders are called `{0}`: give them names of their own, as in one=A two=B")]
    Twice(String),
    /// A file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// Its description is wrong, or it is not here.
    #[error(transparent)]
    Description(#[from] DescriptionError),
    /// Its options are wrong.
    #[error("{name}: {error}")]
    Config {
        /// The contender.
        name: String,
        /// What is wrong.
        error: brinell_generate::config::ConfigError,
    },
}

impl Contender {
    /// Reads `[LABEL=]WHAT[@SIZE]`, where `WHAT` is a profile, a generator or a TOML file.
    pub fn parse(text: &str) -> Result<Self, ContenderError> {
        let (label, asked) = match text.split_once('=') {
            Some((label, rest)) if !label.is_empty() && !label.contains(['/', '@', ':']) => {
                (Some(label), rest)
            }
            _ => (None, text),
        };
        let (name, size) = match asked.rsplit_once('@') {
            Some((name, size)) => (name, Some(parse_size(size, asked)?)),
            None => (asked, None),
        };
        let maker = Self::maker(name, size, asked)?;
        let label = label.map_or_else(|| short(asked), str::to_owned);
        Ok(Self { label, asked: asked.to_owned(), maker })
    }

    /// Reads several. The same one twice gets numbers.
    pub fn parse_all(texts: &[String]) -> Result<Vec<Self>, ContenderError> {
        let mut all: Vec<Self> = Vec::new();
        for text in texts {
            let mut one = Self::parse(text)?;
            let named = text.starts_with(&format!("{}=", one.label));
            let taken = |label: &str| all.iter().any(|other| other.label == label);
            if taken(&one.label) {
                if named {
                    return Err(ContenderError::Twice(one.label));
                }
                let label = one.label.clone();
                let numbered = |n: usize| format!("{label} ({n})");
                // One more than there are is free.
                let number = (2..=all.len() + 2).find(|n| !taken(&numbered(*n))).unwrap_or(2);
                one.label = numbered(number);
            }
            all.push(one);
        }
        Ok(all)
    }

    fn maker(name: &str, size: Option<u32>, asked: &str) -> Result<Maker, ContenderError> {
        let no_size = || ContenderError::NoSize { text: asked.to_owned() };
        let generator = |text: &str, origin: &str| {
            if size.is_some() {
                return Err(no_size());
            }
            let described = DescribedGenerator::from_toml(text, origin)?.installed(origin)?;
            Ok(Maker::Described(Box::new(described)))
        };
        let ours = |profile: &str| {
            brinell_generate::Config::profile(profile)
                .map_err(|error| ContenderError::Config { name: asked.to_owned(), error })?;
            Ok(Maker::Ours { profile: profile.to_owned(), size })
        };
        let shipped = |name: &str| SHIPPED.iter().find(|(shipped, _)| *shipped == name);
        let profile = |name: &str| PROFILES.iter().any(|profile| profile.name == name);
        if let Some(name) = name.strip_prefix("profile:") {
            return ours(name);
        }
        if let Some(name) = name.strip_prefix("generator:") {
            let (name, text) = shipped(name).ok_or_else(|| unknown(name))?;
            return generator(text, name);
        }
        match (profile(name), shipped(name)) {
            (true, Some(_)) => Err(ContenderError::Ambiguous { name: name.to_owned() }),
            (true, None) => ours(name),
            (false, Some((name, text))) => generator(text, name),
            (false, None) if is_file(name) => {
                let text = std::fs::read_to_string(name)
                    .map_err(|error| ContenderError::Unreadable { path: name.to_owned(), error })?;
                if is_description(&text) { generator(&text, name) } else { ours(name) }
            }
            (false, None) => Err(unknown(name)),
        }
    }

    /// What the log remembers of it. `settings` are the options of our generator that differ from its
    /// defaults.
    pub fn entrant(&self) -> Entrant {
        let (what, version) = match &self.maker {
            Maker::Ours { profile, .. } => {
                (settings(profile), format!("brinell {}", env!("CARGO_PKG_VERSION")))
            }
            Maker::Described(described) => {
                (serde_json::to_string(described).unwrap_or_default(), described.version_line())
            }
        };
        Entrant { label: self.label.clone(), asked: self.asked.clone(), what, version }
    }
}

/// The options of a profile that are not as they are by default. Another content of the file is another
/// contender.
fn settings(profile: &str) -> String {
    use brinell_generate::Config;
    let Ok(config) = Config::profile(profile) else { return String::new() };
    let changed = Config::OPTIONS.iter().filter(|option| option.get(&config) != option.default());
    let words = changed.map(|option| format!("{} = {}", option.name, option.get(&config)));
    words.collect::<Vec<_>>().join("\n")
}

fn is_file(name: &str) -> bool {
    name.contains('/') || std::path::Path::new(name).extension().is_some_and(|e| e == "toml")
}

fn unknown(name: &str) -> ContenderError {
    let list = |names: Vec<&str>| names.join(", ");
    ContenderError::Unknown {
        name: name.to_owned(),
        profiles: list(PROFILES.iter().map(|profile| profile.name).collect()),
        generators: list(SHIPPED.iter().map(|(name, _)| *name).collect()),
    }
}

fn parse_size(size: &str, asked: &str) -> Result<u32, ContenderError> {
    let wrong = || ContenderError::Size { text: asked.to_owned() };
    match size {
        "own" => Ok(0),
        number => number.parse().ok().filter(|n| (1..=10_000_000).contains(n)).ok_or_else(wrong),
    }
}

/// A label for something that was given without one: the name of a file without directory and ending.
fn short(asked: &str) -> String {
    let (name, size) = asked.rsplit_once('@').map_or((asked, ""), |(name, size)| (name, size));
    let base = if is_file(name) {
        let path = std::path::Path::new(name);
        path.file_stem().map_or(name.to_owned(), |stem| stem.to_string_lossy().into_owned())
    } else {
        // The prefix is what tells the two apart that have one name.
        name.strip_prefix("generator:").unwrap_or(name).to_owned()
    };
    if size.is_empty() { base } else { format!("{base}@{size}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(texts: &[&str]) -> Result<Vec<String>, String> {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        let all = Contender::parse_all(&texts).map_err(|error| error.to_string())?;
        Ok(all.into_iter().map(|one| one.label).collect())
    }

    #[test]
    fn names_files_and_sizes() {
        let all = ["default", "default", "mine=default@500", "profile:csmith@own"];
        let expected = ["default", "default (2)", "mine", "profile:csmith@own"];
        assert_eq!(labels(&all).unwrap(), expected);
    }

    #[test]
    fn what_is_no_contender_is_refused_in_words() {
        for (text, words) in [
            ("csmith", "profile:csmith or generator:csmith"),
            ("nonesuch", "no contender is called `nonesuch`"),
            ("generator:nonesuch", "yarpgen2"),
            ("profile:nonesuch", "no profile is called `nonesuch`"),
            ("default@0", "a number of tokens"),
            ("default@many", "a number of tokens"),
            ("dir/nonesuch.toml", "cannot read dir/nonesuch.toml"),
        ] {
            let error = labels(&[text]).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
        assert!(labels(&["a=default", "a=default"]).unwrap_err().contains("two contenders"));
    }

    #[test]
    fn the_shipped_descriptions_are_right() {
        for (name, text) in SHIPPED {
            assert!(is_description(text));
            DescribedGenerator::from_toml(text, name).unwrap();
        }
    }
}
