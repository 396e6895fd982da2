//! Draws a [`Model`]. Colours are the terminal's own sixteen, so that they suit its background.

use super::model::{BugRow, Model, ScreenView};
use crate::hunt::progress;
use crate::terminal::cut;
use brinell_judge::VerdictKind;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize as _};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Row, Sparkline, Table, TableState};
use std::collections::BTreeSet;

/// Rows of throughput and CPU time: a title, and a row for each part.
const TOP: u16 = 8;
/// Rows that bugs get at least, with title and head.
const LEAST_BUGS: u16 = 6;
/// Rows of messages, where there is much room.
const MESSAGES: u16 = 6;
/// From this height on there is.
const TALL: u16 = 36;
/// A bar is this long at most.
const BAR: usize = 40;
/// The smallest screen that shows something of use.
const LEAST: (u16, u16) = (40, 12);

/// The keys, for the help and for the last line.
const KEYS: [(&str, &str); 9] = [
    ("↑ ↓  j k", "select a bug; in a finding: scroll"),
    ("PgUp PgDn  b f", "a page up or down"),
    ("Home End  g G", "to the beginning or the end"),
    ("Enter  →", "open the finding: reduced program, expected, actual, commands"),
    ("Esc  ←", "back"),
    ("p  Space", "pause or resume; programs in progress are finished first"),
    ("?  h", "this help"),
    ("q  Ctrl-C", "stop the hunt; the same command resumes it"),
    ("Ctrl-C again", "quit at once"),
];

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, model: &mut Model) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let words = format!("at least {} columns and {} lines are needed", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(words), area);
        return;
    }
    let [head, body, foot] =
        Layout::vertical([Constraint::Length(2), Constraint::Min(1), Constraint::Length(1)])
            .areas(area);
    header(frame, head, model);
    match &model.view {
        ScreenView::Finding { .. } => finding(frame, body, model),
        ScreenView::Hunt | ScreenView::Help => hunt(frame, body, model),
    }
    if model.view == ScreenView::Help {
        help(frame, area);
    }
    footer(frame, foot, model);
}

/// A title over a rule.
fn titled(title: String) -> Block<'static> {
    let title = Line::from(vec![Span::from("─ "), title.bold(), Span::from(" ")]);
    Block::new().borders(Borders::TOP).border_style(Style::new().fg(Color::DarkGray)).title(title)
}

fn header(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let snapshot = &model.snapshot;
    let state = if model.is_stopping() {
        " stopping ".black().on_yellow()
    } else if model.is_paused() {
        " paused ".black().on_yellow()
    } else if model.trouble.is_some() {
        " waiting ".black().on_red()
    } else {
        " hunting ".black().on_green()
    };
    let found = &model.found;
    let numbers = format!(
        "  {}  {} programs, {:.1}/s  {} bugs, {} findings",
        progress::clock(snapshot.elapsed),
        snapshot.programs,
        progress::per_second(snapshot),
        found.bugs,
        found.findings,
    );
    let first = Line::from(vec!["brinell ".bold(), state, Span::from(numbers)]);
    let second = match (&model.trouble, progress::triage(snapshot)) {
        (Some(why), _) => format!("waiting: {why}"),
        (None, Some(triage)) => format!("triage: {triage}"),
        (None, None) => "triage: idle".to_owned(),
    };
    frame.render_widget(Paragraph::new(vec![first, Line::from(second)]), area);
}

fn hunt(frame: &mut Frame<'_>, area: Rect, model: &mut Model) {
    let tall = area.height >= TALL;
    let rows = model.compilers.len() as u16 + 2;
    // What the verdicts cannot have on a low screen is for the bugs.
    let verdicts = rows.min(area.height.saturating_sub(TOP + LEAST_BUGS));
    let top = if area.height >= TOP + LEAST_BUGS { TOP } else { 0 };
    let messages = if tall { MESSAGES } else { 0 };
    let [top, verdicts, bugs, messages] = Layout::vertical([
        Constraint::Length(top),
        Constraint::Length(verdicts),
        Constraint::Min(LEAST_BUGS),
        Constraint::Length(messages),
    ])
    .areas(area);
    if top.height > 0 {
        let [left, _, right] = Layout::horizontal([
            Constraint::Percentage(50),
            Constraint::Length(2),
            Constraint::Percentage(50),
        ])
        .areas(top);
        throughput(frame, left, model);
        cpu(frame, right, model);
    }
    if verdicts.height > 2 {
        table_of_verdicts(frame, verdicts, model);
    }
    list(frame, bugs, model);
    if messages.height > 0 {
        let room = usize::from(messages.height - 1);
        let skipped = model.messages.len().saturating_sub(room);
        let lines = model.messages.iter().skip(skipped).map(|words| Line::from(words.as_str()));
        let lines = Paragraph::new(lines.collect::<Vec<_>>());
        frame.render_widget(lines.block(titled("messages".to_owned())), messages);
    }
}

fn throughput(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let width = usize::from(area.width);
    let rates: Vec<u64> =
        model.rates.iter().copied().skip(model.rates.len().saturating_sub(width)).collect();
    let title = match (rates.last(), rates.iter().max()) {
        (Some(now), Some(most)) => format!("programs per hour: {now} (max {most})"),
        _ => "programs per hour".to_owned(),
    };
    let line = Sparkline::default().data(&rates).style(Style::new().fg(Color::Blue));
    frame.render_widget(line.block(titled(title)), area);
}

fn cpu(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let bar = usize::from(area.width).saturating_sub(20).min(BAR);
    let lines = progress::shares(&model.snapshot.cpu).map(|(name, percent)| {
        let length = (percent / 100.0 * bar as f64).round() as usize;
        Line::from(vec![
            Span::from(format!("{name:<10} {percent:>5.1} % ")),
            Span::styled("█".repeat(length), Style::new().fg(Color::Blue)),
        ])
    });
    frame.render_widget(Paragraph::new(lines.to_vec()).block(titled("CPU time".to_owned())), area);
}

/// Whether there is nothing to see.
const fn is_fine(kind: VerdictKind) -> bool {
    matches!(kind, VerdictKind::Ok | VerdictKind::Compiled)
}

fn table_of_verdicts(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let counts = &model.snapshot.by_compiler;
    let kinds: BTreeSet<VerdictKind> =
        counts.values().flat_map(|row| row.keys().copied()).collect();
    // What is wrong stands first: it must not fall off a narrow screen.
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|kind| (!kind.is_finding(), is_fine(*kind), *kind));
    let head = std::iter::once(String::new()).chain(kinds.iter().map(ToString::to_string));
    let head = Row::new(head).style(Style::new().fg(Color::DarkGray));
    let names = model.compilers.iter().map(String::len).max().unwrap_or(0).max(8);
    let mut widths = vec![Constraint::Length(names as u16)];
    widths.extend(kinds.iter().map(|kind| Constraint::Length(kind.as_str().len().max(6) as u16)));
    let room = usize::from(area.height.saturating_sub(2));
    let mut names: Vec<_> = model.compilers.iter().collect();
    let bad = |name: &String| -> u64 {
        let row = counts.get(name).into_iter().flatten();
        row.filter(|(kind, _)| kind.is_finding()).map(|(_, count)| *count).sum()
    };
    let left_out = names.len().saturating_sub(room);
    if left_out > 0 {
        names.sort_by_key(|name| std::cmp::Reverse(bad(name)));
        names.truncate(room);
    }
    let rows = names.into_iter().map(|name| {
        let cells = kinds.iter().map(|kind| {
            let count = counts.get(name).and_then(|row| row.get(kind)).copied().unwrap_or(0);
            let text = if count == 0 { "-".to_owned() } else { count.to_string() };
            let width = kind.as_str().len().max(6);
            let text = Span::from(format!("{text:>width$}"));
            if count > 0 && kind.is_finding() { text.red().bold() } else { text }
        });
        Row::new(std::iter::once(Span::from(name.as_str())).chain(cells).map(Line::from))
    });
    let title = match left_out {
        0 => "verdicts by compiler".to_owned(),
        more => format!("verdicts by compiler ({more} more do not fit)"),
    };
    let table = Table::new(rows, widths).header(head).column_spacing(2).block(titled(title));
    frame.render_widget(table, area);
}

fn list(frame: &mut Frame<'_>, area: Rect, model: &mut Model) {
    model.page = usize::from(area.height.saturating_sub(2)).max(1);
    if model.rows.is_empty() {
        let block = titled("newest bugs".to_owned());
        frame.render_widget(Paragraph::new("no bugs yet").block(block), area);
        return;
    }
    let widths = |of: fn(&BugRow) -> &str| {
        let longest = model.rows.iter().map(|row| of(row).chars().count()).max();
        // The head needs room, too.
        Constraint::Length(longest.unwrap_or(0).clamp(8, 24) as u16)
    };
    let widths = [
        Constraint::Length(7),
        Constraint::Length(6),
        Constraint::Length(9),
        widths(|row| &row.compiler),
        widths(|row| &row.verdict),
        Constraint::Fill(1),
    ];
    let head = Row::new(["finding", "  seen", "state", "compiler", "verdict", "what"])
        .style(Style::new().fg(Color::DarkGray));
    let rows = model.rows.iter().map(|row| {
        let state = Span::from(row.state);
        let state = match row.state {
            "reduced" => state.green(),
            "in triage" => state.yellow(),
            _ => state,
        };
        Row::new([
            Line::from(format!("{:>7}", row.id)),
            Line::from(format!("{:>4} ×", row.times)),
            Line::from(state),
            Line::from(row.compiler.as_str()),
            Line::from(row.verdict.as_str()),
            Line::from(row.what.as_str()),
        ])
    });
    let mut state = TableState::new().with_selected(Some(model.selected));
    let table = Table::new(rows, widths)
        .header(head)
        .column_spacing(2)
        .row_highlight_style(Style::new().add_modifier(Modifier::REVERSED))
        .block(titled(format!("newest bugs, of {}", model.rows.len())));
    frame.render_stateful_widget(table, area, &mut state);
}

fn finding(frame: &mut Frame<'_>, area: Rect, model: &mut Model) {
    model.page = usize::from(area.height.saturating_sub(1)).max(1);
    let page = model.page;
    let ScreenView::Finding { id, lines, top } = &mut model.view else { return };
    let width = usize::from(area.width).max(1);
    let rows: Vec<String> = lines.iter().flat_map(|line| wrapped(line, width)).collect();
    model.text_rows = rows.len();
    // The terminal may have become larger.
    *top = (*top).min(rows.len().saturating_sub(page));
    let shown: Vec<_> = rows.iter().skip(*top).take(page).map(|row| Line::from(&**row)).collect();
    let last = (*top + page).min(rows.len());
    let title = format!("finding {id}, lines {} to {last} of {}", *top + 1, rows.len());
    frame.render_widget(Paragraph::new(shown).block(titled(title)), area);
}

/// A line in pieces that fit: commands are long, and nothing of them may be lost.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let chars: Vec<char> = line.chars().collect();
    if chars.is_empty() {
        return vec![String::new()];
    }
    chars.chunks(width).map(|piece| piece.iter().collect()).collect()
}

fn help(frame: &mut Frame<'_>, area: Rect) {
    let lines: Vec<_> = KEYS
        .iter()
        .map(|(keys, what)| Line::from(vec![format!(" {keys:<16}").bold(), Span::from(*what)]))
        .collect();
    let width = (lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 3).min(area.width);
    let height = (lines.len() as u16 + 2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" keys ")), place);
}

fn footer(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let words = if model.is_stopping() {
        "stopping; Ctrl-C quits at once".to_owned()
    } else {
        match &model.view {
            ScreenView::Hunt => {
                let keys = "↑↓ select  Enter open  p pause  ? help  q stop";
                format!("{keys}   findings go to {}", model.dir.display())
            }
            ScreenView::Finding { .. } => {
                "↑↓ PgUp PgDn scroll  Esc back  p pause  ? help".to_owned()
            }
            ScreenView::Help => "Esc back".to_owned(),
        }
    };
    let words = cut(&words, usize::from(area.width));
    frame.render_widget(Paragraph::new(words).style(Style::new().fg(Color::DarkGray)), area);
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_campaign::{HuntControl, HuntEvent, Snapshot, SolveStage, TriageNow, TriageResult};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use std::time::Duration;

    fn found(id: i64, key: &str, verdict: VerdictKind) -> HuntEvent {
        HuntEvent::Found {
            id,
            seed: 7,
            key: key.to_owned(),
            verdict,
            compiler: "tcc".to_owned(),
            options: vec![String::new()],
            signature: format!("signature of {key}"),
            times: 1,
            finding: true,
            known: false,
        }
    }

    fn model() -> Model {
        let dir = std::path::PathBuf::from("no-such-directory");
        let compilers = vec!["pcc".to_owned(), "tcc".to_owned()];
        let mut model = Model::of(dir, compilers, HuntControl::default());
        for seconds in 1..20 {
            let mut snapshot = Snapshot {
                elapsed: Duration::from_secs(seconds),
                programs: seconds * 10,
                triage_now: Some(TriageNow { finding: 2, stage: SolveStage::Reducing(321) }),
                triage_waiting: 1,
                ..Snapshot::default()
            };
            let verdicts = [(VerdictKind::Ok, 100), (VerdictKind::WrongCode, 42)];
            snapshot.by_compiler.insert("tcc".to_owned(), verdicts.into());
            snapshot.cpu.compile.insert("tcc".to_owned(), Duration::from_secs(3));
            snapshot.cpu.triage = Duration::from_secs(1);
            model.event(HuntEvent::Progress(snapshot));
        }
        model.event(found(1, "first", VerdictKind::WrongCode));
        model.event(found(2, "second", VerdictKind::CompilerCrash));
        model.event(found(3, "first", VerdictKind::WrongCode));
        model
    }

    fn screen(model: &mut Model, columns: u16, lines: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
        terminal.draw(|frame| draw(frame, model)).unwrap();
        terminal.backend().to_string()
    }

    fn press(model: &mut Model, code: KeyCode) {
        assert!(!model.key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    #[test]
    fn every_part_is_seen_on_screens_of_usual_sizes() {
        for (columns, lines) in [(80, 24), (100, 30), (200, 50)] {
            let screen = screen(&mut model(), columns, lines);
            for words in [
                " hunting ",
                "190 programs, 10.0/s",
                "2 bugs, 3 findings",
                "triage: reducing 2 (321 tokens), 1 kind waits",
                "programs per hour: 36000",
                "compile     75.0 %",
                "verdicts by compiler",
                "wrong-code",
                "42",
                "newest bugs, of 2",
                "signature of second",
                "in triage",
                "2 ×",
                "q stop",
            ] {
                assert!(screen.contains(words), "{columns}x{lines}: no {words} in\n{screen}");
            }
        }
    }

    #[test]
    fn no_size_is_too_small_or_too_odd() {
        for columns in (1..130).step_by(7) {
            for lines in 1..45 {
                for key in [None, Some(KeyCode::Enter), Some(KeyCode::Char('?'))] {
                    let mut model = model();
                    if let Some(key) = key {
                        press(&mut model, key);
                    }
                    screen(&mut model, columns, lines);
                }
            }
        }
    }

    #[test]
    fn keys_select_open_pause_and_stop() {
        let mut model = model();
        assert_eq!((model.rows[0].id, model.rows[1].id), (2, 1));
        press(&mut model, KeyCode::Down);
        press(&mut model, KeyCode::Down);
        assert_eq!(model.selected, 1);
        // A new bug comes in above; the selected one stays selected.
        model.event(found(4, "third", VerdictKind::CompilerHang));
        assert_eq!(model.rows[model.selected].id, 1);
        press(&mut model, KeyCode::Enter);
        assert!(matches!(model.view, ScreenView::Finding { id: 1, .. }));
        assert!(screen(&mut model, 80, 24).contains("finding 1, lines 1 to "));
        press(&mut model, KeyCode::Esc);
        assert_eq!(model.view, ScreenView::Hunt);
        press(&mut model, KeyCode::Char('p'));
        assert!(model.is_paused() && screen(&mut model, 80, 24).contains(" paused "));
        press(&mut model, KeyCode::Char(' '));
        press(&mut model, KeyCode::Char('?'));
        assert!(!model.is_paused() && screen(&mut model, 80, 24).contains("this help"));
        press(&mut model, KeyCode::Char('q'));
        assert!(!model.is_stopping() && model.view == ScreenView::Hunt);
        press(&mut model, KeyCode::Char('q'));
        assert!(model.is_stopping() && screen(&mut model, 80, 24).contains(" stopping "));
        let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert!(model.key(ctrl_c), "the second one leaves at once");
    }

    #[test]
    fn triage_puts_findings_together() {
        let mut model = model();
        model.event(HuntEvent::Triaged { finding: 1, result: TriageResult::Bundle("b".into()) });
        model.event(HuntEvent::Triaged { finding: 2, result: TriageResult::DuplicateOf(1) });
        let states: Vec<_> = model.rows.iter().map(|row| (row.id, row.times, row.state)).collect();
        assert_eq!(states, [(3, 1, "found"), (1, 2, "reduced")]);
        assert_eq!((model.found.bugs, model.found.findings), (2, 3));
    }
}
