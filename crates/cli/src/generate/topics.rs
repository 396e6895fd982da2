//! Help of `brinell generate` by topic: its options are too many for one page.

use super::GenerateArgs;
use crate::help::layout;
use brinell_generate::config::PROFILES;
use clap::{Arg, Args as _, Command};
use std::fmt::Write as _;

/// A topic: options, or a text, or both.
pub struct Topic {
    /// Its name.
    pub name: &'static str,
    /// What it covers.
    what: &'static str,
    /// How headings of its options begin.
    headings: &'static [&'static str],
    /// Further options, by name.
    options: &'static [&'static str],
    /// The text before the options.
    text: &'static str,
}

/// Options that `--help` shows; all others have a topic.
const SHOWN: [&str; 13] = [
    "seed",
    "output",
    "out_dir",
    "count",
    "jobs",
    "meta",
    "profile",
    "size",
    "target",
    "std",
    "split",
    "swarm",
    "help_topic",
];

/// The topics. An option belongs to the first that names it, else to the first that
/// names its heading, else to `program`.
const TOPICS: [Topic; 13] = [
    Topic {
        name: "program",
        what: "the program as a whole",
        headings: &["Program"],
        options: &[],
        text: "",
    },
    Topic {
        name: "profiles",
        what: "the shipped profiles, and how to write one",
        headings: &[],
        options: &["profile", "dump_config"],
        text: "A profile is a set of options; flags override it. FILE.toml is a profile of your \
               own: see --dump-config. `base = \"csmith\"` in it starts from another profile.",
    },
    Topic {
        name: "meta",
        what: "what --meta writes about a program",
        headings: &[],
        options: &["meta"],
        text: META,
    },
    Topic {
        name: "exhaustive",
        what: "all small programs, instead of random ones",
        headings: &[],
        options: &["exhaustive", "limit", "enumerated_numbers"],
        text: EXHAUSTIVE,
    },
    Topic {
        name: "inspect",
        what: "how programs were grown, and which constructs they contain",
        headings: &[],
        options: &["stats", "trace"],
        text: "",
    },
    Topic {
        name: "compilers",
        what: "what to leave out for compilers that lack a feature",
        headings: &["For compilers"],
        options: &[],
        text: "`brinell compilers` lists what each compiler here lacks; a hunt sets these options \
               automatically.",
    },
    Topic {
        name: "guards",
        what: "how arithmetic is kept defined",
        headings: &["Guards", "Probabilities: guards"],
        options: &[],
        text: "",
    },
    Topic {
        name: "relaxed",
        what: "safety rules that are relaxed, as in the profile edge",
        headings: &["Relaxed safety"],
        options: &[],
        text: "A run on the machine decides each relaxed place: it stays as written if it is \
               defined, and is replaced by a safe alternative if it is not.",
    },
    Topic {
        name: "features",
        what: "parts of the language; --no-NAME leaves one out",
        headings: &["Features"],
        options: &[],
        text: "",
    },
    Topic {
        name: "limits",
        what: "upper limits of sizes, numbers and depths",
        headings: &["Limits"],
        options: &[],
        text: "",
    },
    Topic {
        name: "probabilities",
        what: "how often something is done, in percent",
        headings: &["Probabilities"],
        options: &[],
        text: "",
    },
    Topic {
        name: "weights",
        what: "how often each alternative of a group is drawn, relative to the others",
        headings: &["Weights"],
        options: &[],
        text: "",
    },
    Topic { name: "all", what: "every option", headings: &[""], options: &[], text: "" },
];

const META: &str = "\
One line of JSON per program:
  schema, brinell     1, and the version
  seed, sub_seed      which program, and which attempt succeeded (0: the first)
  command, files      how to generate it again, and where it was written
  target, std         the data model and edition of C that it is written for
  stdout, stderr      what it must print
  exit                {\"status\": N}
  checksum            as in the last line, or null where there is none (--expect each)
  relied_on           implementation-defined choices that its meaning depends on
  volatiles           for each volatile object: reads, writes, and a digest of them in order
  stats               steps, calls, replays and peak_stack of its run
  tokens              size, without runtime and comments
  nodes               size before guards: statements, variables, expressions as written
  statements, live_statements, live_share, changed_globals
                      how much of it runs, and how many globals the run changes
  guards              guarded and raw operations; whether guards are minimal
  open_sites          what was decided about constants, operations and conditions, and in how
                      many runs
  checks              by kind: checks that were written (made), and checks that would be needed
                      without a run (possible)
  relaxed             what became of relaxed places, by relaxation
  config              options that differ from their defaults; with --swarm, as drawn";

const EXHAUSTIVE: &str = "\
With --exhaustive nothing is random: it writes every program that these options allow, each once, in
order of size, and a seed is a program's number. Of a number with many possible values, only a few
are tried (--enumerated-numbers). How guards are written is still drawn, from the program's number.
As always, programs that change no global variable are left out. Use it with few features: the
default is `--profile exhaustive`.

Examples:
  brinell generate --exhaustive --count 1000 --out-dir small
  brinell generate --exhaustive --limit 11 --out-dir small --no-divisions";

/// The names of all topics.
pub fn names() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().map(|topic| topic.name)
}

/// Whether the short help shows an option.
pub fn is_shown(option: &str) -> bool {
    SHOWN.contains(&option)
}

/// A table of the topics.
pub fn list() -> String {
    TOPICS.iter().fold(String::new(), |mut list, topic| {
        let _ = writeln!(list, "  {:<14} {}", topic.name, topic.what);
        list
    })
}

impl Topic {
    fn has(&self, arg: &Arg) -> bool {
        let id = arg.get_id().as_str();
        if id.starts_with("no_") {
            // What only negates another option has no line of its own.
            return false;
        }
        if self.name == "all" || self.options.contains(&id) {
            return true;
        }
        let owner = |arg: &Arg| {
            let heading = arg.get_help_heading().unwrap_or_default();
            let named = TOPICS.iter().find(|topic| topic.options.contains(&id));
            let by_heading = || {
                TOPICS
                    .iter()
                    .filter(|topic| topic.name != "all")
                    .find(|topic| topic.headings.iter().any(|start| heading.starts_with(start)))
            };
            named.or_else(by_heading).map_or("program", |topic| topic.name)
        };
        owner(arg) == self.name && arg.get_help_heading().is_some()
    }

    /// The text in front of the options.
    fn text(&self) -> String {
        let mut text = self.text.to_owned();
        if self.name == "profiles" {
            text += "\n\nProfiles:\n";
            for profile in PROFILES {
                let _ = writeln!(text, "  {:<13} {}", profile.name, profile.summary());
            }
        }
        text
    }
}

/// The help of a topic, for a page of so many columns; `None` if there is no such topic.
pub fn help(name: &str, columns: usize) -> Option<String> {
    let topic = TOPICS.iter().find(|topic| topic.name == name)?;
    let mut help = layout(&topic.text(), columns);
    let command = GenerateArgs::augment_args(Command::new("generate"))
        .disable_help_flag(true)
        .term_width(columns)
        .help_template("{all-args}")
        .mut_args(|arg| {
            let there = topic.has(&arg);
            arg.hide(!there)
        });
    if command.get_arguments().any(|arg| topic.has(arg)) {
        if !help.is_empty() {
            help.push('\n');
        }
        let options = command.clone().render_help().to_string();
        help += options.trim_end();
        help.push('\n');
    }
    Some(help)
}

/// Texts of topics that say more than their options do.
pub fn texts() -> Vec<(&'static str, String)> {
    let texts = TOPICS.iter().map(|topic| (topic.name, topic.text()));
    texts.filter(|(_, text)| text.lines().count() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<Arg> {
        let command = GenerateArgs::augment_args(Command::new("generate"));
        let all = command.get_arguments().filter(|arg| !arg.get_id().as_str().starts_with("no_"));
        all.cloned().collect()
    }

    #[test]
    fn every_option_is_shown_or_has_a_topic() {
        let options = options();
        assert!(options.len() > 250, "{}", options.len());
        for arg in &options {
            let id = arg.get_id().as_str();
            let topics: Vec<_> = TOPICS
                .iter()
                .filter(|topic| topic.name != "all" && topic.has(arg))
                .map(|topic| topic.name)
                .collect();
            assert!(topics.len() == 1 || is_shown(id), "{id} is in {topics:?}");
            assert_eq!(arg.is_hide_set(), !is_shown(id), "{id}");
        }
    }

    #[test]
    fn a_topic_shows_its_options_on_lines_that_fit() {
        let flag = |arg: &Arg| format!("--{}", arg.get_long().unwrap());
        let options = options();
        for topic in &TOPICS {
            for columns in [80, 100] {
                let help = help(topic.name, columns).unwrap();
                assert!(help.lines().all(|line| line.chars().count() <= columns), "{help}");
                for arg in &options {
                    let has = help.split([' ', '[', '\n', ',']).any(|word| word == flag(arg));
                    assert!(has || !topic.has(arg), "{}: {}", topic.name, flag(arg));
                }
            }
        }
        let words = |topic, words: &str| help(topic, 100).unwrap().contains(words);
        assert!(words("weights", "--weight-if") && !words("weights", "--unions"));
        assert!(words("features", "--unions") && words("profiles", "embedded16"));
        assert!(words("exhaustive", "--limit") && words("meta", "sub_seed"));
        assert_eq!(help("nonsense", 100), None);
    }
}
