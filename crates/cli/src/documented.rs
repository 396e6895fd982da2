//! Test: every `brinell` command line in the documentation parses, also where it is not run.

use crate::args::Cli;
use brinell_testkit::console::{Page, documentation_pages};
use clap::Parser as _;
use clap::error::ErrorKind;
use std::path::Path;

#[test]
fn documented_command_lines_parse() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seen = 0;
    for path in documentation_pages(&root).unwrap() {
        let page = Page::parse(&std::fs::read_to_string(&path).unwrap());
        let page = page.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for command in page.blocks.iter().flat_map(|block| &block.commands) {
            for words in simple_commands(&command.text) {
                if words[0] != "brinell" {
                    continue;
                }
                seen += 1;
                if let Err(error) = Cli::try_parse_from(&words) {
                    let shown = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion];
                    let name = path.display();
                    assert!(shown.contains(&error.kind()), "{name}: {}\n{error}", command.text);
                }
            }
        }
    }
    assert!(seen > 50, "only {seen} command lines: is the documentation read?");
}

/// The simple commands of a shell command, as lists of words: quotes are taken away, redirections
/// and comments left out, and so is everything from a here-document on.
fn simple_commands(text: &str) -> Vec<Vec<String>> {
    let text = text.split("<<").next().unwrap_or_default().replace("\\\n", " ");
    let mut commands = vec![Vec::new()];
    let mut chars = text.chars().peekable();
    // Whether the next word is where something is redirected to or from.
    let mut redirected = false;
    while let Some(c) = chars.next() {
        match c {
            ' ' => {}
            '#' => while chars.next_if(|c| *c != '\n').is_some() {},
            '|' | ';' | '&' | '\n' => {
                redirected = false;
                commands.push(Vec::new());
            }
            '<' | '>' => redirected = true,
            _ => {
                let mut word = String::new();
                let mut next = Some(c);
                while let Some(c) = next {
                    match c {
                        '\'' | '"' => word.extend(chars.by_ref().take_while(|end| *end != c)),
                        _ => word.push(c),
                    }
                    next = chars.next_if(|c| !" |;&<>\n".contains(*c));
                }
                if !std::mem::take(&mut redirected) {
                    commands.last_mut().expect("never empty").push(word);
                }
            }
        }
    }
    commands.retain(|words| !words.is_empty());
    commands
}

#[test]
fn shell_commands_are_split_into_words() {
    let split =
        simple_commands("brinell a 'b c' --d='-e f' > out # no\njq . < in | head; brinell x");
    let expected: [&[&str]; 4] =
        [&["brinell", "a", "b c", "--d=-e f"], &["jq", "."], &["head"], &["brinell", "x"]];
    assert_eq!(split, expected);
}
