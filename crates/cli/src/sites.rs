//! The table of open sites: how many of each kind there were, and what became of them.

use crate::render;
use brinell_generate::guards::{CheckCounts, CheckKind};
use brinell_generate::{OpenKind, Relaxation, RelaxedCounts, RelaxedFate, SiteCounts, SiteFate};
use std::fmt::Write as _;

/// The table, for so many programs, and a line about runs and guards.
pub fn table(counts: &SiteCounts, programs: u64) -> String {
    let mut header = vec!["OPEN SITES".to_owned(), "COUNT".to_owned()];
    header.extend(SiteFate::ALL.map(|fate| format!("% {}", fate.name().to_uppercase())));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let row = |kind: OpenKind| {
        let all = counts.all(kind);
        let mut row = vec![kind.name().to_owned(), render::grouped(all as u64)];
        row.extend(SiteFate::ALL.map(|fate| {
            let share = 100.0 * counts.of(kind, fate) as f64 / all.max(1) as f64;
            if all == 0 { "-".to_owned() } else { format!("{share:.1}") }
        }));
        row
    };
    let rows: Vec<Vec<String>> = OpenKind::ALL.into_iter().map(row).collect();
    let mut text = render::table(&header, &rows);
    let programs = programs.max(1) as f64;
    let _ = writeln!(
        text,
        "guarded, because they were not open and went wrong: {:.1} operations per program; \
         resolving runs: {:.2} per program, {} at most",
        counts.guarded as f64 / programs,
        f64::from(counts.runs) / programs,
        counts.most_runs,
    );
    text += "\n";
    text += &checks_table(&counts.checks, programs);
    if !counts.relaxed.is_empty() {
        text += "\n";
        text += &relaxed_table(&counts.relaxed);
    }
    text
}

/// The checks that programs have, and would have had without a run, on average.
fn checks_table(counts: &CheckCounts, programs: f64) -> String {
    let row = |kind: CheckKind| {
        let (possible, made) = (counts.possible(kind), counts.made(kind));
        let share = 100.0 * made as f64 / possible.max(1) as f64;
        vec![
            kind.name().to_owned(),
            format!("{:.1}", possible as f64 / programs),
            format!("{:.1}", made as f64 / programs),
            if possible == 0 { "-".to_owned() } else { format!("{share:.1}") },
        ]
    };
    let rows: Vec<Vec<String>> = CheckKind::ALL.into_iter().map(row).collect();
    render::table(&["CHECKS OF", "POSSIBLE", "MADE", "%"], &rows)
}

/// The relaxed places, and what became of them.
fn relaxed_table(counts: &RelaxedCounts) -> String {
    let mut header = vec!["RELAXED".to_owned(), "PLACES".to_owned()];
    header.extend(RelaxedFate::ALL.map(|fate| fate.name().to_uppercase()));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let row = |relaxation: Relaxation| {
        let mut row =
            vec![relaxation.name().to_owned(), render::grouped(counts.all(relaxation) as u64)];
        row.extend(RelaxedFate::ALL.map(|fate| {
            let places = counts.of(relaxation, fate);
            if places == 0 { "-".to_owned() } else { render::grouped(places as u64) }
        }));
        row
    };
    let rows: Vec<Vec<String>> = Relaxation::ALL.into_iter().map(row).collect();
    render::table(&header, &rows)
}
