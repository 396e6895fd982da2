//! The flags of the generator's options, made from their table.

use super::topics;
use brinell_generate::config::{Config, ConfigError, ConfigOption, Kind, OptionRange, OptionValue};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::fmt::Write as _;

/// The options that were given by flags, in the order of the table.
#[derive(Clone, Debug, Default)]
pub struct ConfigArgs {
    given: Vec<(&'static ConfigOption, OptionValue)>,
}

impl ConfigArgs {
    /// Sets what was given, and pins it.
    pub fn apply(&self, config: &mut Config) -> Result<(), ConfigError> {
        for (option, value) in &self.given {
            option.set(config, *value)?;
            config.pin(option);
        }
        Ok(())
    }

    /// The flags again, each after a space, the same for every way to say the same.
    pub fn flags(&self) -> String {
        let mut flags = String::new();
        for (option, value) in &self.given {
            let name = flag(option);
            let _ = match value {
                OptionValue::Switch(true) => write!(flags, " --{name}"),
                OptionValue::Switch(false) => write!(flags, " --no-{name}"),
                OptionValue::Word(word) if is_tristate(option) => write!(flags, " --{name}={word}"),
                value => write!(flags, " --{name} {value}"),
            };
        }
        flags
    }
}

/// The long flag of an option.
fn flag(option: &ConfigOption) -> String {
    option.name.replace('_', "-")
}

/// Whether it is a switch that can also be left to chance.
fn is_tristate(option: &ConfigOption) -> bool {
    matches!(option.range, OptionRange::Word(words) if words.contains(&YES) && words.contains(&NO))
}

const YES: &str = "yes";
const NO: &str = "no";

/// The name of the argument that says no.
fn negation(option: &ConfigOption) -> String {
    format!("no_{}", option.name)
}

/// What stands for the value in help.
fn value_name(option: &ConfigOption) -> &'static str {
    match (option.name, option.range) {
        ("target", _) => "MODEL",
        ("std", _) => "EDITION",
        ("size", _) => "TOKENS",
        (_, OptionRange::Word(_)) => "WHICH",
        _ => "N",
    }
}

fn help(option: &ConfigOption) -> String {
    let doc = option.doc.trim_end_matches('.');
    match (option.range, option.default()) {
        (OptionRange::Switch, OptionValue::Switch(true)) => format!("{doc} [on]"),
        (OptionRange::Switch, _) => format!("{doc} [off]"),
        (OptionRange::Number(lo, hi), default) => format!("{doc} [{default}, of {lo} to {hi}]"),
        (OptionRange::Word(_), default) => format!("{doc} [{default}]"),
    }
}

/// The arguments of one option.
fn arguments(option: &'static ConfigOption) -> Vec<Arg> {
    let heading = match option.range {
        OptionRange::Switch if option.kind == Kind::Feature => {
            format!("{} (--no-NAME leaves one out)", option.heading)
        }
        _ => option.heading.to_owned(),
    };
    let positive = Arg::new(option.name)
        .long(flag(option))
        .help(help(option))
        .help_heading(heading)
        // They are too many for one page: help has topics for them.
        .hide(!topics::is_shown(option.name));
    let negative = || {
        Arg::new(negation(option))
            .long(format!("no-{}", flag(option)))
            .action(ArgAction::SetTrue)
            .overrides_with(option.name)
            .hide(true)
    };
    match option.range {
        OptionRange::Switch => vec![positive.action(ArgAction::SetTrue), negative()],
        OptionRange::Number(lo, hi) => vec![
            positive
                .value_name(value_name(option))
                // So that the complaint is about the range.
                .allow_negative_numbers(true)
                .value_parser(value_parser!(u32).range(i64::from(lo)..=i64::from(hi))),
        ],
        OptionRange::Word(words) => {
            let positive = positive
                .value_name(value_name(option))
                .value_parser(PossibleValuesParser::new(words.iter().copied()));
            if is_tristate(option) {
                let positive =
                    positive.num_args(0..=1).require_equals(true).default_missing_value(YES);
                vec![positive, negative()]
            } else {
                vec![positive]
            }
        }
    }
}

/// The value that was given to an option.
fn given(option: &'static ConfigOption, matches: &ArgMatches) -> Option<OptionValue> {
    let negated = || matches.get_flag(&negation(option));
    match option.range {
        OptionRange::Switch if matches.get_flag(option.name) => Some(OptionValue::Switch(true)),
        OptionRange::Switch => negated().then_some(OptionValue::Switch(false)),
        OptionRange::Number(..) => matches.get_one(option.name).copied().map(OptionValue::Number),
        OptionRange::Word(_) => match matches.get_one::<String>(option.name) {
            Some(word) => option.range.parse(word),
            None => (is_tristate(option) && negated()).then_some(OptionValue::Word(NO)),
        },
    }
}

impl Args for ConfigArgs {
    fn augment_args(command: Command) -> Command {
        let arguments = Config::OPTIONS.iter().flat_map(arguments);
        arguments.fold(command, Command::arg)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ConfigArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Config::OPTIONS
            .iter()
            .filter_map(|option| given(option, matches).map(|value| (option, value)))
            .collect();
        Ok(Self { given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_generate::Maybe;

    fn parse(flags: &[&str]) -> Result<ConfigArgs, clap::Error> {
        let command = ConfigArgs::augment_args(Command::new("test").no_binary_name(true));
        command.try_get_matches_from(flags).and_then(|m| ConfigArgs::from_arg_matches(&m))
    }

    fn config(flags: &[&str]) -> Config {
        let mut config = Config::default();
        parse(flags).unwrap().apply(&mut config).unwrap();
        config
    }

    #[test]
    fn each_option_can_be_given_and_is_given_back() {
        for option in Config::OPTIONS {
            let name = flag(option);
            let (flags, value) = match (option.range, option.default()) {
                (OptionRange::Switch, OptionValue::Switch(true)) => {
                    (vec![format!("--no-{name}")], OptionValue::Switch(false))
                }
                (OptionRange::Switch, _) => (vec![format!("--{name}")], OptionValue::Switch(true)),
                (OptionRange::Number(_, hi), _) => {
                    (vec![format!("--{name}"), hi.to_string()], OptionValue::Number(hi))
                }
                (OptionRange::Word(words), default) => {
                    let other =
                        words.iter().find(|&&word| OptionValue::Word(word) != default).unwrap();
                    (vec![format!("--{name}={other}")], OptionValue::Word(other))
                }
            };
            let flags: Vec<_> = flags.iter().map(String::as_str).collect();
            let config = config(&flags);
            assert_eq!(option.get(&config), value, "{name}");
            assert!(config.pinned.contains(option.name) && config.pinned.len() == 1);
            let again = parse(&flags).unwrap().flags();
            let again: Vec<_> = again.split_whitespace().collect();
            assert_eq!(option.get(&self::config(&again)), value, "{again:?}");
        }
        assert_eq!(config(&[]), Config::default());
        assert_eq!(parse(&[]).unwrap().flags(), "");
    }

    #[test]
    fn the_last_of_a_pair_wins() {
        assert!(!config(&["--unions", "--no-unions"]).unions);
        let on = config(&["--no-unions", "--unions"]);
        assert!(on.unions && on.pinned.contains("unions"));
    }

    #[test]
    fn minimal_guards_have_three_states() {
        assert_eq!(config(&["--minimal-guards"]).minimal_guards, Maybe::Yes);
        assert_eq!(config(&["--minimal-guards=draw"]).minimal_guards, Maybe::Draw);
        assert_eq!(config(&["--no-minimal-guards"]).minimal_guards, Maybe::No);
        let both = config(&["--no-minimal-guards", "--minimal-guards"]);
        assert_eq!(both.minimal_guards, Maybe::Yes);
    }

    #[test]
    fn wrong_values_are_refused_with_the_range() {
        let error = |flags: &[&str]| parse(flags).unwrap_err().to_string();
        assert!(error(&["--max-functions", "0"]).contains("1..=10000"));
        assert!(error(&["--max-functions", "-3"]).contains("1..=10000"));
        assert!(error(&["--volatile-percent", "101"]).contains("0..=100"));
        assert!(error(&["--target", "vax"]).contains("lp64, ilp32, llp64, ip16, s390x"));
        assert!(error(&["--bit-fields"]).contains("--bitfields"));
        assert!(error(&["--unions=no"]).contains("--unions"));
    }
}
