//! `brinell man`: man pages, made from the same declarations as `--help`.

use crate::help::command_in_full;
use crate::{Status, generate};
use anyhow::Context as _;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// The arguments of `brinell man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Writes one page for brinell and one for each command, such as brinell-hunt.1. The page of generate
contains all options and the texts of its help topics.

Examples:
  brinell man ~/.local/share/man/man1 && man brinell-hunt")]
pub struct ManArgs {
    /// Directory for the pages; created if it does not exist
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// Writes the pages.
pub fn run(args: &ManArgs) -> anyhow::Result<Status> {
    fs::create_dir_all(&args.dir)
        .with_context(|| format!("cannot make the directory {}", args.dir.display()))?;
    let mut root = command_in_full();
    root.build();
    let mut pages = Vec::new();
    collect(&root, "brinell", &mut pages)?;
    for (name, page) in &pages {
        let path = args.dir.join(name);
        fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    writeln!(io::stdout(), "{} pages are in {}", pages.len(), args.dir.display())?;
    Ok(Status::Fine)
}

/// The page of a command, and those of its own commands.
fn collect(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    pages.push((format!("{name}.1"), page(command, name)?));
    for subcommand in command.get_subcommands().filter(|one| one.get_name() != "help") {
        collect(subcommand, &format!("{name}-{}", subcommand.get_name()), pages)?;
    }
    Ok(())
}

fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    // The text behind the options is ours: man would fill its tables.
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.clone().after_help(""))
        .title(name.to_uppercase())
        .source(concat!("Brinell ", env!("CARGO_PKG_VERSION")))
        .manual("Brinell");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    // Clap's own synopsis has every option: of generate, that is two pages.
    let usage = command.clone().render_usage().to_string();
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]);
    as_it_is(&mut synopsis, usage.trim_start_matches("Usage: ").lines().map(str::trim));
    synopsis.to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    notes(&text).to_writer(&mut page)?;
    if name == "brinell-generate" {
        for (topic, text) in generate::topic_texts() {
            let mut roff = Roff::new();
            roff.control("SH", [topic.to_uppercase().as_str()]);
            as_it_is(&mut roff, text.lines());
            roff.to_writer(&mut page)?;
        }
    }
    Ok(page)
}

/// A text behind options: headings become sections, tables and examples stay as they are.
fn notes(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut lines = text.lines().peekable();
    let mut section = false;
    while let Some(line) = lines.next() {
        let indented = lines.peek().is_some_and(|next| next.starts_with(' '));
        if line.trim().is_empty() {
            continue;
        }
        if let Some(heading) = line.strip_suffix(':')
            && !line.starts_with(' ')
            && indented
            && !heading.contains(['.', ';', ','])
        {
            roff.control("SH", [heading.to_uppercase().as_str()]);
            section = true;
            continue;
        }
        if !section {
            roff.control("SH", ["NOTES"]);
            section = true;
        }
        if line.starts_with(' ') {
            let mut block = vec![line];
            while let Some(next) = lines.next_if(|next| next.starts_with(' ')) {
                block.push(next);
            }
            as_it_is(&mut roff, block.into_iter());
        } else {
            let mut paragraph = vec![roman(line)];
            while let Some(next) =
                lines.next_if(|next| !next.trim().is_empty() && !next.starts_with(' '))
            {
                paragraph.push(roman(" "));
                paragraph.push(roman(next));
            }
            roff.control("PP", []);
            roff.text(paragraph);
        }
    }
    roff
}

/// Lines that are not filled.
fn as_it_is<'a>(roff: &mut Roff, lines: impl Iterator<Item = &'a str>) {
    roff.control("PP", []);
    roff.control("nf", []);
    for line in lines {
        // A line that ends in a space would be one of two to roff's filling; it has none here.
        roff.text([roman(line.trim_end())]);
    }
    roff.control("fi", []);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_not_filled_and_headings_are_sections() {
        let page =
            notes("Some words\nof text.\n\nExit codes:\n  0    fine\n  .x   odd\n").to_roff();
        let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("no {words} in {page}"));
        assert!(at("NOTES") < at("Some words of text."));
        assert!(at("Some words") < at(".SH \"EXIT CODES\"") && at(".nf") < at("  0    fine"));
        // What begins with a dot is no request.
        assert!(!page.lines().any(|line| line.starts_with(".x")), "{page}");
    }
}
