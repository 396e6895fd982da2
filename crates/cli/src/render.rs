//! Verdicts for people: diagnostics with source excerpts, one line of verdict, tables.

use crate::job::{CheckReport, CheckVerdict};
use crate::sources::{SourceLocation, Sources};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use brinell_lang::Loc;
use brinell_machine::{Budget, Exit, Failure, Ub, Undecided};
use std::fmt::Write as _;
use std::time::Duration;

/// How to report a bug in Brinell.
const HOW_TO_REPORT: &str = "this is a bug in Brinell, not in the program; please report it with \
                             the program and the output of `brinell --version`";

/// Why a program that breaks no rule is not called defined.
const UNSPECIFIED: &str = "this is unspecified, not undefined: the program is defined if its \
                           observable behaviour does not depend on it, which Brinell could not prove";

/// The diagnostic of a verdict; empty for a program that is defined.
pub fn diagnostic(report: &mut CheckReport, color: bool) -> String {
    let sources = &mut report.sources;
    let groups =
        match &report.verdict {
            CheckVerdict::Defined(_) => return String::new(),
            CheckVerdict::Undefined(failure) => failure_groups(failure, sources),
            CheckVerdict::Undecided(undecided) => undecided_groups(undecided, sources),
            CheckVerdict::OutOfBudget(exhausted) => {
                let (what, help) = budget_words(exhausted.budget);
                let title = Level::ERROR.primary_title(format!("out of budget: {what}"));
                let at = sources.place(exhausted.loc);
                vec![
                    Group::with_title(title)
                        .elements(excerpt(at.as_ref(), "execution stopped here", sources))
                        .element(Level::HELP.message(help)),
                ]
            }
            CheckVerdict::Unsupported { what, at } => {
                let title = Level::ERROR.primary_title(format!("unsupported: {what}"));
                vec![Group::with_title(title).elements(excerpt(at.as_ref(), "", sources)).element(
                    Level::NOTE.message("Brinell gives no verdict on programs that use this"),
                )]
            }
            CheckVerdict::Invalid { message, at } => {
                let title = Level::ERROR.primary_title(format!("not valid C: {message}"));
                vec![Group::with_title(title).elements(excerpt(at.as_ref(), "", sources))]
            }
            CheckVerdict::Unreadable(message) => {
                vec![Group::with_title(Level::ERROR.primary_title(message.clone()))]
            }
            CheckVerdict::Internal(message) => {
                let title = Level::ERROR.primary_title(format!("internal error: {message}"));
                vec![Group::with_title(title).element(Level::NOTE.message(HOW_TO_REPORT))]
            }
        };
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&groups) + "\n"
}

fn undecided_groups<'a>(undecided: &Undecided, sources: &mut Sources) -> Vec<Group<'a>> {
    let at = sources.place(undecided.loc);
    let mut title = Level::ERROR.primary_title(format!("undecided whether {}", undecided.what));
    if let Some(ub) = &undecided.rule {
        title = title.id(ub.name());
    }
    let mut main = Group::with_title(title).elements(excerpt(at.as_ref(), "here", sources));
    main = match &undecided.rule {
        Some(ub) => main
            .element(rule_note(ub))
            .element(Level::NOTE.message(UNSPECIFIED))
            .element(Level::HELP.message(ub.help())),
        None => main.element(Level::NOTE.message(
            "Brinell could neither prove that the program is defined nor show a run that breaks a rule",
        )),
    };
    let mut groups = vec![main];
    for note in &undecided.notes {
        groups.push(also(note.text.clone(), note.loc, sources));
    }
    for object in &undecided.objects {
        groups.push(also(format!("{} was created here", object.what), object.created, sources));
    }
    groups
}

/// What a rule asks for.
fn rule_note<'a>(ub: &Ub) -> annotate_snippets::Message<'a> {
    let text = format!("{} (C11 {})", ub.requirement(), ub.clause());
    Level::NOTE.with_name("rule").message(text)
}

/// Another place that is involved.
fn also<'a>(text: String, loc: Loc, sources: &mut Sources) -> Group<'a> {
    let place = sources.place(loc);
    let title = Level::NOTE.secondary_title(text);
    Group::with_title(title).elements(excerpt(place.as_ref(), "", sources))
}

fn failure_groups<'a>(failure: &Failure, sources: &mut Sources) -> Vec<Group<'a>> {
    let ub = &failure.ub;
    let at = sources.place(failure.loc);
    let mut main = Group::with_title(Level::ERROR.primary_title(ub.title()).id(ub.name()))
        .elements(excerpt(at.as_ref(), "here", sources))
        .element(rule_note(ub));
    if let Some(note) = ub.dialect_note() {
        main = main.element(Level::NOTE.message(note));
    }
    main = main.element(Level::HELP.message(ub.help()));
    let mut groups = vec![main];
    for note in &failure.notes {
        groups.push(also(note.text.clone(), note.loc, sources));
    }
    for object in &failure.objects {
        groups.push(also(format!("{} was created here", object.what), object.created, sources));
        if let Some(ended) = object.ended {
            let text = format!(
                "the lifetime of {} ended with the block or call that begins here",
                object.what
            );
            groups.push(also(text, ended, sources));
        }
    }
    // The innermost frame is where the diagnostic points already.
    if failure.frames.len() > 1 {
        groups.push(Group::with_title(Level::NOTE.secondary_title(call_stack(failure, sources))));
    }
    groups
}

/// At most this many frames are listed; a deep recursion repeats itself.
const MOST_FRAMES: usize = 8;

fn call_stack(failure: &Failure, sources: &Sources) -> String {
    let mut text = "calls, innermost first:".to_owned();
    for frame in failure.frames.iter().take(MOST_FRAMES) {
        let _ = write!(text, "\n{}", frame.function);
        if let Some(place) = sources.place(frame.loc) {
            let _ = write!(text, " at {place}");
        }
    }
    if failure.frames.len() > MOST_FRAMES {
        let _ = write!(text, "\nand {} more", failure.frames.len() - MOST_FRAMES);
    }
    text
}

/// The source line of a place; only its name where the line cannot be read.
fn excerpt<'a>(
    at: Option<&SourceLocation>,
    label: &str,
    sources: &mut Sources,
) -> Vec<Element<'a>> {
    let Some(place) = at else { return Vec::new() };
    let Some(quote) = sources.quote(place) else {
        let origin = Origin::path(place.file.clone())
            .line(place.line as usize)
            .char_column(usize::from(place.column));
        return vec![origin.into()];
    };
    let mut annotation = AnnotationKind::Primary.span(quote.span);
    if !label.is_empty() {
        annotation = annotation.label(label.to_owned());
    }
    let snippet = Snippet::source(quote.line)
        .line_start(place.line as usize)
        .path(place.file.clone())
        .annotation(annotation);
    vec![snippet.into()]
}

fn budget_words(budget: Budget) -> (&'static str, &'static str) {
    match budget {
        Budget::Steps => (
            "too many steps",
            "the program may never end; raise the budget with --steps if it should",
        ),
        Budget::Stack => (
            "too much automatic storage or too many nested calls",
            "the recursion may never end; raise the budget with --stack if it should",
        ),
        Budget::Memory => ("too many bytes of objects", "raise the budget with --memory"),
        Budget::Output => ("too much output", "a program must end before 16 MiB of output"),
    }
}

/// The verdict in a few words, for the verdict line and the table.
pub fn headline(report: &CheckReport) -> (String, String) {
    let detail = match &report.verdict {
        CheckVerdict::Defined(meaning) => match meaning.exit {
            Exit::Status(status) => format!("exit status {status}"),
            Exit::Abort => "aborts".to_owned(),
        },
        CheckVerdict::Undefined(failure) => {
            let rule = format!("{} (C11 {})", failure.ub.name(), failure.ub.clause());
            match report.sources.place(failure.loc) {
                Some(place) => format!("{rule} at {place}"),
                None => rule,
            }
        }
        CheckVerdict::Undecided(undecided) => located(
            &format!("whether {}", undecided.what),
            report.sources.place(undecided.loc).as_ref(),
        ),
        CheckVerdict::OutOfBudget(exhausted) => exhausted.budget.name().to_owned(),
        CheckVerdict::Unsupported { what, at } => located(what, at.as_ref()),
        CheckVerdict::Invalid { message, at } => located(message, at.as_ref()),
        CheckVerdict::Unreadable(message) | CheckVerdict::Internal(message) => {
            message.lines().next().unwrap_or_default().to_owned()
        }
    };
    (report.verdict.word().replace('-', " "), detail)
}

fn located(text: &str, at: Option<&SourceLocation>) -> String {
    match at {
        Some(place) => format!("{text} at {place}"),
        None => text.to_owned(),
    }
}

/// How much to say about a verdict.
#[derive(Copy, Clone, Debug, Default)]
pub struct Detail {
    /// No diagnostic is printed before it.
    pub brief: bool,
    /// Explain the choices that the run relied on.
    pub choices: bool,
    /// Show steps and times.
    pub stats: bool,
}

/// The lines about a verdict that follow the program's output and the diagnostic.
pub fn verdict(report: &CheckReport, detail: Detail) -> String {
    let Detail { brief, choices, stats } = detail;
    let (word, detail) = headline(report);
    let mut text = format!("{}: {word}", report.name);
    // Otherwise the diagnostic has just said everything.
    if brief || report.verdict.stats().is_some() {
        let _ = write!(text, ": {detail}");
    }
    text.push('\n');
    if let CheckVerdict::Defined(meaning) = &report.verdict {
        let relied_on = &meaning.relied_on;
        if choices {
            for choice in relied_on {
                let _ = writeln!(
                    text,
                    "  relies on {}: {} ({})",
                    choice.name(),
                    choice.explanation(),
                    choice.clause()
                );
            }
            if relied_on.is_empty() {
                text += "  relies on no implementation-defined choice\n";
            }
        } else if !relied_on.is_empty() && !brief {
            let names: Vec<_> = relied_on.iter().map(|choice| choice.name()).collect();
            let _ = writeln!(text, "  relies on: {} (see --choices)", names.join(", "));
        }
    }
    if stats {
        if let Some(stats) = report.verdict.stats() {
            let _ = writeln!(
                text,
                "  {} steps, {} calls, {} replays, {} bytes of stack at most",
                grouped(stats.steps),
                grouped(stats.calls),
                grouped(stats.replays),
                grouped(stats.peak_stack)
            );
        }
        let _ = writeln!(
            text,
            "  preprocessed in {} to {} bytes, parsed in {}, run in {}",
            time(report.times.preprocess),
            grouped(report.size as u64),
            time(report.times.parse),
            time(report.times.run)
        );
    }
    text
}

/// A number with its thousands separated.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A duration with three significant digits.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else if seconds >= 0.001 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{:.0} µs", seconds * 1e6)
    }
}

/// Option sets in words. Beside others, the one without any needs a name.
pub fn option_sets(sets: &[String]) -> String {
    let named = |set: &String| if set.is_empty() { "none".to_owned() } else { set.clone() };
    match sets {
        [only] => only.clone(),
        several => several.iter().map(named).collect::<Vec<_>>().join(", "),
    }
}

/// A table with aligned columns; numbers to the right, words to the left.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = header
        .iter()
        .enumerate()
        .map(|(column, title)| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([title.chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let is_number: Vec<bool> = (0..header.len())
        .map(|column| !rows.is_empty() && rows.iter().all(|row| is_amount(&row[column])))
        .collect();
    let mut text = String::new();
    let titles: Vec<String> = header.iter().map(|&title| title.to_owned()).collect();
    for row in std::iter::once(&titles).chain(rows) {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            let gap = if column == 0 { "  " } else { "   " };
            line += gap;
            line += &if is_number[column] { pad + cell } else { cell.clone() + &pad };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Whether a cell is a number, with or without a unit, or the lack of one.
fn is_amount(cell: &str) -> bool {
    cell == "-" || cell.split(' ').next().is_some_and(|number| number.parse::<f64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1 000");
        assert_eq!(grouped(12_345_678), "12 345 678");
        assert_eq!(time(Duration::from_micros(12)), "12 µs");
        assert_eq!(time(Duration::from_micros(12_345)), "12.3 ms");
        assert_eq!(time(Duration::from_millis(2500)), "2.50 s");
    }

    #[test]
    fn tables_are_aligned() {
        let rows = vec![
            vec!["a.c".to_owned(), "12".to_owned()],
            vec!["longer.c".to_owned(), "3".to_owned()],
        ];
        let expected = "  FILE        N\n  a.c        12\n  longer.c    3\n";
        assert_eq!(table(&["FILE", "N"], &rows), expected);
    }
}
