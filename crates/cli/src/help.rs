//! Help: the command line with texts that are wrapped once, to the width that there is.
//!
//! Texts behind the options are written with breaks that suit the source. Clap would break those
//! lines again where they are too long, and leave the rest of each on a line of its own. So they are
//! laid out here: lines of a paragraph are joined and broken anew, rows of a table keep their
//! columns, and what is indented otherwise stays as it is.

use crate::args::Cli;
use clap::{Command, CommandFactory};

/// The command line, with help for a page of so many columns.
pub fn command(columns: usize) -> Command {
    laid_out(Cli::command(), columns).term_width(columns)
}

/// The command line with all options of the generator in sight, as man pages and completions have
/// them.
pub fn command_in_full() -> Command {
    Cli::command().mut_subcommand("generate", |generate| {
        // What only negates another option stays hidden.
        generate.mut_args(|arg| if is_negation(&arg) { arg } else { arg.hide(false) })
    })
}

fn is_negation(arg: &clap::Arg) -> bool {
    arg.get_id().as_str().starts_with("no_")
}

fn laid_out(mut command: Command, columns: usize) -> Command {
    if let Some(text) = command.get_after_help() {
        let text = layout(&text.to_string(), columns);
        command = command.after_help(text);
    }
    command.mut_subcommands(|subcommand| laid_out(subcommand, columns))
}

/// Lays out a text: paragraphs are broken to `columns`, tables keep their second column.
pub fn layout(text: &str, columns: usize) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            out.push('\n');
            continue;
        }
        let indent = indent_of(line);
        if indent == 0 {
            let mut paragraph = line.trim_end().to_owned();
            // A heading is a line of its own.
            while !paragraph.ends_with(':')
                && let Some(next) =
                    lines.next_if(|next| !next.trim().is_empty() && indent_of(next) == 0)
            {
                paragraph.push(' ');
                paragraph += next.trim();
            }
            broken(&mut out, "", &paragraph, columns);
            continue;
        }
        match description_of(line) {
            Some(place) => {
                let (name, rest) = line.split_at(place);
                let mut rest = rest.trim_end().to_owned();
                let column = name.chars().count();
                while let Some(next) =
                    lines.next_if(|next| !next.trim().is_empty() && indent_of(next) == column)
                {
                    rest.push(' ');
                    rest += next.trim();
                }
                broken(&mut out, name, &rest, columns);
            }
            None => broken(&mut out, &line[..indent], line.trim(), columns),
        }
    }
    out
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Where the second column of a row begins: behind the first gap of two spaces.
fn description_of(line: &str) -> Option<usize> {
    let indent = indent_of(line);
    let gap = indent + line[indent..].find("  ")?;
    let rest = line[gap..].trim_start_matches(' ');
    (!rest.is_empty()).then(|| line.len() - rest.len())
}

/// Writes words behind a first part, broken to `columns`; further lines stand below the words.
fn broken(out: &mut String, first: &str, words: &str, columns: usize) {
    let hanging = first.chars().count();
    // A comment goes on as one.
    let mark = if words.starts_with("# ") { "# " } else { "" };
    // A column far to the right leaves no room on a narrow page.
    let hanging_too_far = hanging + 20 > columns && hanging > indent_of(first);
    let indent = " ".repeat(if hanging_too_far { indent_of(first) + 2 } else { hanging });
    out.push_str(first);
    let mut used = hanging;
    let mut at_start = true;
    for (word, gap) in words_of(words) {
        let length = word.chars().count();
        if !at_start && used + gap + length > columns {
            out.push('\n');
            out.push_str(&indent);
            out.push_str(mark);
            used = indent.len() + mark.len();
            at_start = true;
        }
        if !at_start {
            out.push_str(&" ".repeat(gap));
            used += gap;
        }
        out.push_str(word);
        used += length;
        at_start = false;
    }
    out.push('\n');
}

/// The words of a text, each with the spaces before it.
fn words_of(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut gap = 0;
    text.split(' ').filter_map(move |word| {
        gap += 1;
        if word.is_empty() { None } else { Some((word, std::mem::take(&mut gap))) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every<'a>(command: &'a Command, all: &mut Vec<&'a Command>) {
        all.push(command);
        for subcommand in command.get_subcommands() {
            every(subcommand, all);
        }
    }

    #[test]
    fn paragraphs_are_broken_once_and_tables_keep_their_columns() {
        let text = "One two three\nfour five.\n\nTable:\n  0    nothing at all\n       was there\n  \
                    10   fine\n  alone and long enough\n";
        assert_eq!(
            layout(text, 20),
            "One two three four\nfive.\n\nTable:\n  0    nothing at\n    all was there\n  10   \
             fine\n  alone and long\n  enough\n"
        );
        assert_eq!(
            layout(text, 27),
            "One two three four five.\n\nTable:\n  0    nothing at all was\n       there\n  10   \
             fine\n  alone and long enough\n"
        );
        let comment = "  a = 1    # what it is for\n";
        assert_eq!(layout(comment, 100), comment);
        let narrow = layout("  a = 1    # what it is, and more of it\n", 32);
        assert_eq!(narrow, "  a = 1    # what it is, and\n           # more of it\n");
    }

    #[test]
    fn every_help_fits_its_page() {
        for columns in [80, 100] {
            let mut command = command(columns);
            command.build();
            let mut all = Vec::new();
            every(&command, &mut all);
            assert!(all.len() > 20);
            for one in all {
                for help in [one.clone().render_help(), one.clone().render_long_help()] {
                    for line in help.to_string().lines() {
                        let length = line.chars().count();
                        assert!(length <= columns, "{}: {length}: {line}", one.get_name());
                    }
                }
            }
        }
    }

    #[test]
    fn texts_lose_no_words_when_they_are_laid_out() {
        let mut plain = Cli::command();
        plain.build();
        let mut all = Vec::new();
        every(&plain, &mut all);
        for text in all.iter().filter_map(|one| one.get_after_help()) {
            let text = text.to_string();
            let words = |text: &str| -> Vec<String> {
                // A comment that is broken gets a mark for each line.
                text.split_whitespace().filter(|word| *word != "#").map(str::to_owned).collect()
            };
            assert_eq!(words(&layout(&text, 60)), words(&text));
        }
    }
}
