//! A comparison as one HTML page that needs nothing else.

use crate::chart;
use crate::measures::{MEASURES, MeasureUnit};
use crate::results::{PairResult, Results};
use crate::statistics::ConfidenceInterval;
use crate::tally::RepetitionTally;
use brinell_report::html::Html;
use brinell_report::words;
use brinell_sensitivity::{FaultTally, KindTally, Loss, SiteKind};
use std::collections::{BTreeMap, BTreeSet};

/// Rows of the table of counters: those that differ most come first.
const COUNTERS: usize = 60;

/// Writes the page.
pub fn page(results: &Results) -> String {
    let labels: Vec<&str> = results.contenders.iter().map(|one| one.label.as_str()).collect();
    let mut html = Html::default();
    html.begin(&format!("Brinell: {}", labels.join(" against ")))
        .raw("</h1>\n<p>By Brinell ")
        .text(&results.header.brinell)
        .raw(if results.complete { "." } else { ", as far as it came: not all was done." })
        .raw("</p>\n</header>\n<main>\n");
    for pair in &results.pairs {
        comparison(&mut html, pair);
    }
    html.raw("<section>\n<h2>Over CPU time, and by size</h2>\n<p class=\"legend\">");
    for (who, label) in labels.iter().enumerate() {
        html.raw("<span><span class=\"swatch ").raw(chart::class_of(who)).raw("\"></span>");
        html.text(label).raw("</span>\n");
    }
    html.raw("</p>\n");
    chart::write(&mut html, results);
    html.raw("</section>\n");
    effort(&mut html, results);
    counts(&mut html, results, "Not usable, and why", |total| &total.reasons);
    counts(&mut html, results, "Verdicts", |total| &total.verdicts);
    bugs(&mut html, results);
    faults(&mut html, results);
    sensitivity(&mut html, results);
    counters(&mut html, results);
    repeat(&mut html, results);
    html.raw("</main>\n</body>\n</html>\n");
    html.finish()
}

fn comparison(html: &mut Html, pair: &PairResult) {
    html.raw("<section>\n<h2>").text(&pair.one).raw(" against ").text(&pair.other);
    html.raw(
        "</h2>\n<p class=\"note\">Means of repetitions; effects are ratios (×) or differences, ",
    )
    .raw("with bootstrap intervals of 95 %. A12 is how likely a repetition of the first has the ")
    .raw("larger value. P is that of the exact Mann-Whitney test, then the same corrected for ")
    .raw("all measures (Holm). Better and worse are said where the interval excludes ")
    .raw("“no effect” and the corrected P is below 5 %.</p>\n<div class=\"wide\">\n<table>\n")
    .raw("<thead><tr><th>Measure</th><th class=\"n\">")
    .text(&pair.one)
    .raw("</th><th class=\"n\">")
    .text(&pair.other)
    .raw("</th><th class=\"n\">Effect</th><th class=\"n\">A12</th><th class=\"n\">P</th>")
    .raw("<th class=\"n\">P corrected</th><th>")
    .text(&pair.one)
    .raw(" is</th></tr></thead>\n<tbody>\n");
    for (row, measure) in pair.rows.iter().zip(MEASURES) {
        if row.one.is_none() && row.other.is_none() {
            continue;
        }
        let mean = |value: Option<f64>| value.map_or("-".to_owned(), |v| written(v, measure.unit));
        let unit = if row.is_ratio { MeasureUnit::Number } else { measure.unit };
        let range = |interval: Option<ConfidenceInterval>, unit| {
            let words = |i: ConfidenceInterval| {
                format!(" ({} to {})", written(i.low, unit), written(i.high, unit))
            };
            interval.map_or(String::new(), words)
        };
        let effect = row.effect.map_or("-".to_owned(), |value| {
            let times = if row.is_ratio { "×" } else { "" };
            format!("{times}{}{}", written(value, unit), range(row.interval, unit))
        });
        html.raw("<tr>").cell(row.measure).number(mean(row.one)).number(mean(row.other));
        html.number(effect)
            .number(format!("{:.2}{}", row.a12, range(row.a12_interval, MeasureUnit::Number)))
            .number(format!("{:.4}", row.p))
            .number(format!("{:.4}", row.corrected_p))
            .cell(row.difference.words())
            .raw("</tr>\n");
    }
    html.raw("</tbody>\n</table>\n</div>\n");
    let ratios: Vec<_> =
        pair.rows.iter().filter(|row| row.is_ratio && row.effect.is_some()).collect();
    chart::ratios(html, &ratios);
    html.raw("</section>\n");
}

fn head(html: &mut Html, title: &'static str, first: &'static str, results: &Results) {
    html.raw("<section>\n<h2>")
        .raw(title)
        .raw("</h2>\n<div class=\"wide\">\n<table>\n<thead><tr><th>");
    html.raw(first).raw("</th>");
    for one in &results.contenders {
        html.raw("<th class=\"n\">").text(&one.label).raw("</th>");
    }
    html.raw("</tr></thead>\n<tbody>\n");
}

fn tail(html: &mut Html) {
    html.raw("</tbody>\n</table>\n</div>\n</section>\n");
}

/// A row of what contenders did: its name, and the cell.
type EffortRow = (&'static str, fn(&RepetitionTally) -> String);

fn effort(html: &mut Html, results: &Results) {
    head(html, "What each contender did", "", results);
    let rows: [EffortRow; 11] = [
        ("programs", |t| words::grouped(t.programs)),
        ("usable programs", |t| words::grouped(t.usable)),
        ("tokens of these", |t| words::grouped(t.tokens)),
        ("bytes of machine code in all images", |t| words::grouped(t.code)),
        ("CPU time: generate", |t| format!("{:.1} s", t.cpu.generate)),
        ("CPU time: compile", |t| format!("{:.1} s", t.cpu.compile)),
        ("CPU time: run", |t| format!("{:.1} s", t.cpu.run)),
        ("not charged: judging again", |t| format!("{:.1} s", t.cpu.judge)),
        ("not charged: closer looks", |t| format!("{:.1} s", t.looks.cpu)),
        ("programs looked at closely", |t| words::grouped(t.looks.programs)),
        ("programs with a finding", |t| words::grouped(t.findings)),
    ];
    for (name, value) in rows {
        html.raw("<tr>").cell(name);
        for one in &results.contenders {
            html.number(value(&one.total));
        }
        html.raw("</tr>\n");
    }
    tail(html);
}

/// A row for each name that occurs.
fn counts(
    html: &mut Html,
    results: &Results,
    title: &'static str,
    counted: fn(&RepetitionTally) -> &BTreeMap<String, u64>,
) {
    let of = |one: usize| counted(&results.contenders[one].total);
    let all = 0..results.contenders.len();
    let names: BTreeSet<&String> = all.clone().flat_map(|one| of(one).keys()).collect();
    if names.is_empty() {
        return;
    }
    head(html, title, "", results);
    for name in names {
        html.raw("<tr>").cell(name);
        for one in all.clone() {
            html.number(of(one).get(name).map_or("-".to_owned(), |n| words::grouped(*n)));
        }
        html.raw("</tr>\n");
    }
    tail(html);
}

fn bugs(html: &mut Html, results: &Results) {
    if results.bugs.is_empty() {
        html.raw("<section>\n<h2>Bugs</h2>\n<p>None was found.</p>\n</section>\n");
        return;
    }
    head(html, "Bugs", "Key: repetitions that met it, mean CPU time until then", results);
    for bug in &results.bugs {
        html.raw("<tr>").code_cell(&bug.key);
        for (times, seconds) in &bug.met {
            html.number(seconds.map_or("-".to_owned(), |s| format!("{times}, {s:.1} s")));
        }
        html.raw("</tr>\n");
    }
    tail(html);
}

fn faults(html: &mut Html, results: &Results) {
    if results.faults.is_empty() {
        return;
    }
    let first = "Rule: repetitions that met it, that showed it, median CPU time until then";
    head(html, "Planted faults", first, results);
    for fault in &results.faults {
        html.raw("<tr>").code_cell(&fault.rule);
        for by in &fault.by {
            let time = by.seconds.map_or("-".to_owned(), |s| format!("{s:.1} s"));
            html.number(format!("{}, {}, {time}", by.met, by.shown));
        }
        html.raw("</tr>\n");
    }
    tail(html);
}

/// A row of what became of faults: its name, and the share.
type FateRow = (&'static str, fn(&KindTally) -> f64);

/// How many of the faults in values showed, by kind of expression, and where the others were lost. Only
/// the machine can inject them, and only programs of ours are known to it.
fn sensitivity(html: &mut Html, results: &Results) {
    let all: Vec<&FaultTally> =
        results.contenders.iter().map(|one| &one.total.looks.sensitivity).collect();
    if all.iter().all(|tally| tally.all.faults == 0) {
        return;
    }
    let title = "Sensitivity: faults in values that change the output";
    head(html, title, "Kind of expression: share (95 % interval) of so many faults", results);
    let shown = |tally: Option<&KindTally>| match tally.filter(|tally| tally.faults > 0) {
        None => "-".to_owned(),
        Some(tally) => {
            let share = tally.sensitivity();
            let [share, low, high] = [share.share, share.low, share.high].map(|s| s * 100.0);
            format!("{share:.1} % ({low:.1} to {high:.1}) of {}", words::grouped(tally.faults))
        }
    };
    html.raw("<tr>").cell("all");
    for tally in &all {
        html.number(shown(Some(&tally.all)));
    }
    html.raw("</tr>\n");
    for kind in SiteKind::ALL {
        html.raw("<tr>").cell(kind.name());
        for tally in &all {
            html.number(shown(tally.kinds.get(&kind)));
        }
        html.raw("</tr>\n");
    }
    tail(html);
    head(html, "Where values are lost", "Share of faults", results);
    let rest: [FateRow; 3] = [
        ("shown", |tally| tally.sensitivity().share),
        ("became undefined", |tally| tally.undefined as f64 / tally.faults.max(1) as f64),
        ("did not end", |tally| tally.endless as f64 / tally.faults.max(1) as f64),
    ];
    let mut row = |name: &'static str, share: &dyn Fn(&KindTally) -> f64| {
        html.raw("<tr>").cell(name);
        for tally in &all {
            let measured = tally.all.faults > 0;
            let words = || format!("{:.1} %", share(&tally.all) * 100.0);
            html.number(if measured { words() } else { "-".to_owned() });
        }
        html.raw("</tr>\n");
    };
    for loss in Loss::ALL {
        row(loss.name(), &|tally| tally.share_lost(loss));
    }
    for (name, share) in rest {
        row(name, &share);
    }
    tail(html);
}

/// What optimisers did, for a thousand tokens.
fn counters(html: &mut Html, results: &Results) {
    let tables = |index: usize| {
        let looks = &results.contenders[index].total.looks;
        [("gcc", &looks.gcc), ("clang did", &looks.passed), ("clang missed", &looks.missed)]
    };
    let all = 0..results.contenders.len();
    let mut rows: Vec<(String, Vec<f64>)> = Vec::new();
    for kind in 0..3 {
        let names: BTreeSet<&String> = all.clone().flat_map(|i| tables(i)[kind].1.keys()).collect();
        for name in names {
            let value = |index: usize| {
                let times = tables(index)[kind].1.get(name).copied().unwrap_or(0);
                results.contenders[index].total.looks.a_thousand_tokens(times).unwrap_or(0.0)
            };
            let values: Vec<f64> = all.clone().map(value).collect();
            rows.push((format!("{}: {name}", tables(0)[kind].0), values));
        }
    }
    if rows.is_empty() {
        return;
    }
    // By how far apart the largest and the smallest are, in the unit of the largest.
    let spread = |values: &[f64]| {
        let (low, high) =
            values.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), v| (l.min(*v), h.max(*v)));
        (high - low) * (high / low.max(0.01)).ln()
    };
    rows.sort_by(|a, b| spread(&b.1).total_cmp(&spread(&a.1)));
    head(html, "What optimisers did, for 1000 tokens", "The counters that differ most", results);
    for (name, values) in rows.iter().take(COUNTERS) {
        html.raw("<tr>").cell(name);
        for value in values {
            html.number(format!("{value:.2}"));
        }
        html.raw("</tr>\n");
    }
    tail(html);
}

fn repeat(html: &mut Html, results: &Results) {
    let header = &results.header;
    html.raw("<section>\n<h2>What was run and how to repeat it</h2>\n<pre>").text(&header.command);
    html.raw("</pre>\n<p>Seeds are disjoint; the first is ").text(header.first_seed);
    html.raw(". Each contender had ").text(header.cpu_seconds);
    html.raw(" s of CPU time (generate, compile, run) in each of ").text(header.repetitions);
    html.raw(" repetitions, in batches of ").text(header.slice_seconds);
    html.raw(" s that took turns. For closer looks there was ").text(header.sample_share * 100.0);
    html.raw(" % more, not charged to anybody");
    if !header.samplers.is_empty() {
        html.raw(", by ").text(header.samplers.join(", ")).raw(" at -O2");
    }
    html.raw(". The same command makes the same programs; how many of them fit into the ")
        .raw("time depends on the computer.</p>\n<table>\n<thead><tr><th>Compiler</th><th>Version</th>")
        .raw("<th>Options</th></tr></thead>\n<tbody>\n");
    for one in &header.compilers {
        html.raw("<tr>").cell(&one.name).cell(&one.version).code_cell(one.options.join(" | "));
        html.raw("</tr>\n");
    }
    html.raw("</tbody>\n</table>\n");
    for one in &header.contenders {
        html.raw("<h3>").text(&one.label).raw("</h3>\n<p>Asked for as <code>").text(&one.asked);
        html.raw("</code>; ").text(&one.version).raw(".</p>\n");
        if !one.what.is_empty() {
            html.raw("<pre>").text(&one.what).raw("</pre>\n");
        }
    }
    html.raw("</section>\n");
}

/// A value in three digits or so.
fn written(value: f64, unit: MeasureUnit) -> String {
    match unit {
        MeasureUnit::Share => format!("{:.1} %", value * 100.0),
        MeasureUnit::Seconds => format!("{value:.1} s"),
        MeasureUnit::Number if value.abs() >= 1000.0 => {
            let sign = if value < 0.0 { "-" } else { "" };
            format!("{sign}{}", words::grouped(value.abs().round() as u64))
        }
        MeasureUnit::Number => format!("{value:.2}"),
    }
}
