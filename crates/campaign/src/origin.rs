//! Where the program of a finding comes from: from its text, or regenerated from its seed.

use crate::images::STEM;
use crate::store::Finding;
use brinell_generate::Generator;
use brinell_generate::config::{Config, ConfigOption};
use brinell_lang::{Program, Target};
use brinell_syntax::{ParseOptions, parse};
use brinell_toolchain::{PreprocessOptions, ProgramSource, preprocess};

/// The units of a finding's program with their names: as they were kept, or made again. The words of
/// an error say why that cannot be done.
pub fn sources_of(finding: &Finding) -> Result<Vec<(String, String)>, String> {
    if !finding.sources.is_empty() {
        return Ok(finding.sources.clone());
    }
    let made = generator(&finding.generate).and_then(|generator| {
        generator.generate(finding.line.seed, &finding.generate).map_err(|error| error.to_string())
    });
    let made = made.map_err(|error| {
        format!(
            "only the seed was stored, and `{}` cannot generate the program again: {error}",
            finding.generate
        )
    })?;
    let texts = made.texts.into_iter();
    Ok(texts.map(|(suffix, text)| (format!("{STEM}{suffix}.c"), text)).collect())
}

/// The program of a finding: read back from its text, or made again where it has several units.
pub fn program_of(finding: &Finding) -> Result<Program, String> {
    let sources = sources_of(finding)?;
    let [(name, text)] = &sources[..] else {
        let made = generator(&finding.generate)?.generate(finding.line.seed, &finding.generate);
        return made.map(|made| made.program).map_err(|error| error.to_string());
    };
    let (config, _) = config_of(&finding.generate)?;
    let options = PreprocessOptions {
        target: config.target,
        dialect: config.std,
        ..PreprocessOptions::default()
    };
    let source = ProgramSource::Text { name, text: text.as_bytes() };
    let plain = preprocess(source, &options).map_err(|error| error.to_string())?;
    let options = ParseOptions { target: Target::named(config.target), dialect: config.std };
    parse(&plain.text, &plain.main_file, &options).map_err(|failure| failure.to_string())
}

/// Whether the program of a finding is one that only compilers are tested with.
pub fn is_crash_only(finding: &Finding) -> bool {
    config_of(&finding.generate).is_ok_and(|(config, _)| config.crash_only)
}

fn generator(command: &str) -> Result<Generator, String> {
    let (config, profile) = config_of(command)?;
    let generator = Generator::new(config).map_err(|error| error.to_string())?;
    Ok(generator.of_profile(&profile))
}

/// The configuration that a command of `brinell generate` stands for, and its profile.
pub fn config_of(command: &str) -> Result<(Config, String), String> {
    let mut words = command.split_whitespace().skip(2).peekable();
    let mut profile = "default".to_owned();
    let mut given = Vec::new();
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--").ok_or_else(|| format!("{word} is not a flag"))?;
        match name {
            "seed" => drop(words.next()),
            "profile" => {
                let name = words.next().ok_or("no profile")?;
                name.trim_matches('\'').clone_into(&mut profile);
            }
            _ => match (ConfigOption::named(name), words.peek()) {
                (Some(option), Some(value)) if !value.starts_with("--") => {
                    given.push((option, (*value).to_owned()));
                    words.next();
                }
                (Some(option), _) => given.push((option, "true".to_owned())),
                (None, _) => {
                    let off = name.strip_prefix("no-").and_then(ConfigOption::named);
                    let off = off.ok_or_else(|| format!("{word} is an unknown flag"))?;
                    given.push((off, "false".to_owned()));
                }
            },
        }
    }
    let words = |error: brinell_generate::config::ConfigError| error.to_string();
    let mut config = Config::profile(&profile).map_err(words)?;
    for (option, value) in given {
        option.set_text(&mut config, &value).map_err(words)?;
        config.pin(option);
    }
    Ok((config, profile))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_lead_back_to_configurations() {
        let (config, profile) =
            config_of("brinell generate --seed 7 --profile tiny --size 700 --swarm --no-unions")
                .unwrap();
        assert_eq!(profile, "tiny");
        assert!(config.swarm && !config.unions && config.size == 700);
        assert!(config_of("brinell generate --nonsense").is_err());
    }
}
