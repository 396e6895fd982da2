//! A page of Markdown as its console blocks, and the page with other outputs.

use anyhow::bail;
use std::ops::Range;

/// Who runs a block.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum RunBy {
    /// Nobody.
    Nobody,
    /// `cargo xtask docs`.
    Xtask,
    /// The tests as well.
    Tests,
}

/// A command and what the page says that it prints.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConsoleCommand {
    /// Its text, one line or several.
    pub text: String,
    /// Where the lines of its output are in the page, counted from 0.
    pub output: Range<usize>,
}

/// A fenced `console` block.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConsoleBlock {
    /// Who runs it.
    pub run_by: RunBy,
    /// What it runs, in order.
    pub commands: Vec<ConsoleCommand>,
}

/// A page of the documentation.
#[derive(Clone, Debug)]
pub struct Page {
    lines: Vec<String>,
    /// Its console blocks, in order.
    pub blocks: Vec<ConsoleBlock>,
}

impl Page {
    /// Reads a page.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut blocks = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let Some(info) = lines[at].strip_prefix("```") else {
                at += 1;
                continue;
            };
            let begin = at + 1;
            let Some(length) = lines[begin..].iter().position(|line| line == "```") else {
                bail!("line {}: a fence without an end", at + 1);
            };
            let mut words = info.split_whitespace();
            if words.next() == Some("console") {
                let run_by = match words.next() {
                    None => RunBy::Nobody,
                    Some("run") => RunBy::Xtask,
                    Some("quick") => RunBy::Tests,
                    Some(other) => bail!("line {}: unknown mark `{other}`", at + 1),
                };
                let commands = commands(&lines, begin..begin + length)?;
                blocks.push(ConsoleBlock { run_by, commands });
            }
            at = begin + length + 1;
        }
        Ok(Self { lines, blocks })
    }

    /// What the page says that a command prints.
    pub fn expected(&self, command: &ConsoleCommand) -> &[String] {
        &self.lines[command.output.clone()]
    }

    /// The text of the page with other outputs; those of commands that are not named stay.
    pub fn with_outputs(&self, outputs: &[(ConsoleCommand, Vec<String>)]) -> String {
        let mut lines = self.lines.clone();
        // From the end, so that the places before stay what they are.
        let mut outputs: Vec<_> = outputs.iter().collect();
        outputs.sort_by_key(|(command, _)| std::cmp::Reverse(command.output.start));
        for (command, output) in outputs {
            lines.splice(command.output.clone(), output.iter().cloned());
        }
        lines.join("\n") + "\n"
    }
}

fn commands(lines: &[String], block: Range<usize>) -> anyhow::Result<Vec<ConsoleCommand>> {
    let mut commands: Vec<ConsoleCommand> = Vec::new();
    for at in block {
        if let Some(text) = lines[at].strip_prefix("$ ") {
            commands.push(ConsoleCommand { text: text.to_owned(), output: at + 1..at + 1 });
            continue;
        }
        let Some(command) = commands.last_mut() else {
            bail!("line {}: a console block begins with a command", at + 1);
        };
        let continued = lines[at].strip_prefix("> ").or((lines[at] == ">").then_some(""));
        match continued {
            Some(more) if command.output.is_empty() => {
                command.text.push('\n');
                command.text.push_str(more);
                command.output = at + 1..at + 1;
            }
            _ => command.output.end = at + 1,
        }
    }
    Ok(commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Text.\n\n```console quick\n$ cat > a <<'END'\n> one\n> \n> END\n\
        $ cat a\none\n\n$ true\n```\n\n```c\n$ no command\n```\n```console\n$ brinell hunt\n```\n";

    #[test]
    fn a_page_is_its_blocks_and_commands() {
        let page = Page::parse(PAGE).unwrap();
        assert_eq!(page.blocks.len(), 2);
        assert_eq!(page.blocks[0].run_by, RunBy::Tests);
        assert_eq!(page.blocks[1].run_by, RunBy::Nobody);
        let commands = &page.blocks[0].commands;
        assert_eq!(commands[0].text, "cat > a <<'END'\none\n\nEND");
        assert_eq!(page.expected(&commands[0]), [""; 0]);
        assert_eq!(page.expected(&commands[1]), ["one", ""]);
        assert_eq!(commands[2].text, "true");
    }

    #[test]
    fn other_outputs_go_where_the_old_ones_were() {
        let page = Page::parse(PAGE).unwrap();
        let command = |at: usize| page.blocks[0].commands[at].clone();
        let text = page.with_outputs(&[
            (command(1), vec!["two".to_owned()]),
            (command(2), vec!["three".to_owned(), "four".to_owned()]),
        ]);
        assert_eq!(text, PAGE.replace("one\n\n$ true", "two\n$ true\nthree\nfour"));
        assert_eq!(page.with_outputs(&[]), PAGE);
    }

    #[test]
    fn what_is_malformed_is_an_error() {
        assert!(Page::parse("```console\nno command\n```\n").is_err());
        assert!(Page::parse("```console slow\n$ true\n```\n").is_err());
        assert!(Page::parse("```console\n$ true\n").is_err());
    }
}
