//! `brinell rules`: the catalogue of undefined behaviour and of implementation-defined choices.

use crate::Status;
use crate::render;
use anyhow::bail;
use brinell_machine::{ImplDefined, Ub};
use clap::Args;
use std::fmt::Write as _;
use std::io::Write as _;

/// The arguments of `brinell rules`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  brinell rules                   list all
  brinell rules order-dependent   explain one")]
pub struct RulesArgs {
    /// A rule or choice to explain
    name: Option<String>,
}

/// Lists all, or explains one.
pub fn run(args: &RulesArgs) -> anyhow::Result<Status> {
    let text = match &args.name {
        None => list(),
        Some(name) => match explain(name) {
            Some(text) => text,
            None => match nearest(name) {
                Some(near) => bail!("no rule or choice is called '{name}'; did you mean '{near}'?"),
                None => bail!("no rule or choice is called '{name}'; `brinell rules` lists all"),
            },
        },
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Status::Fine)
}

fn list() -> String {
    let rules = |unspecified| -> Vec<_> {
        let rules = Ub::RULES.iter().filter(|rule| rule.unspecified == unspecified);
        rules
            .map(|rule| [rule.name, rule.clause, rule.summary].map(str::to_owned).to_vec())
            .collect()
    };
    let choices: Vec<_> = ImplDefined::ALL
        .iter()
        .map(|choice| {
            let words = [choice.name(), choice.clause(), choice.explanation()];
            words.map(str::to_owned).to_vec()
        })
        .collect();
    format!(
        "Undefined behaviour, and outcomes that depend on the order of evaluation; clauses of C11:\n\n{}\n\
         Unspecified values and results; a program that uses one is undecided:\n\n{}\n\
         Implementation-defined choices that a program may rely on:\n\n{}",
        render::table(&["RULE", "CLAUSE", "BROKEN BY"], &rules(false)),
        render::table(&["RULE", "CLAUSE", "MET BY"], &rules(true)),
        render::table(&["CHOICE", "CLAUSE", "RELIES ON"], &choices),
    )
}

fn explain(name: &str) -> Option<String> {
    if let Some(rule) = Ub::rule_named(name) {
        let mut text = format!(
            "{} (C11 {})\n\n  {} {}\n  rule:      {}\n  help:      {}\n",
            rule.name,
            rule.clause,
            if rule.unspecified { "met by:   " } else { "broken by:" },
            rule.summary,
            rule.requirement,
            rule.help
        );
        if let Some(note) = rule.dialect_note {
            let _ = writeln!(text, "  note:      {note}");
        }
        return Some(text);
    }
    let choice = ImplDefined::ALL.into_iter().find(|choice| choice.name() == name)?;
    Some(format!(
        "{} ({})\n\n  an implementation-defined choice: {}\n",
        choice.name(),
        choice.clause(),
        choice.explanation()
    ))
}

/// The rule or choice that was probably meant.
fn nearest(name: &str) -> Option<&'static str> {
    let names = Ub::RULES.iter().map(|r| r.name).chain(ImplDefined::ALL.iter().map(|c| c.name()));
    brinell_generate::config::nearest(name, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_and_choice_is_explained() {
        for name in
            Ub::RULES.iter().map(|r| r.name).chain(ImplDefined::ALL.iter().map(|c| c.name()))
        {
            assert!(explain(name).is_some_and(|text| text.starts_with(name)));
            assert!(list().contains(name));
        }
    }

    #[test]
    fn slips_of_the_pen_are_understood() {
        assert_eq!(nearest("signed-overlfow"), Some("signed-overflow"));
        assert_eq!(nearest("xyz"), None);
    }
}
