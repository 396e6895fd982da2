//! The table of open sites: how many of each kind there were, and what became of them.

use crate::render;
use brinell_generate::{OpenKind, SiteCounts, SiteFate};
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
        "guarded, since they were not open and went wrong: {:.1} operations in the mean; runs that \
         decide: {:.2} in the mean, {} at most",
        counts.guarded as f64 / programs,
        f64::from(counts.runs) / programs,
        counts.most_runs,
    );
    text
}
