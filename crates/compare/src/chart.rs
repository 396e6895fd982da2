//! Curves and intervals of a comparison.

use crate::results::{ContenderResult, MeasureResult, Results, SeenDifference};
use crate::tally::RepetitionTally;
use brinell_report::html::Html;
use brinell_report::plot::{Along, Curve, Plot};
use std::collections::BTreeMap;

/// The classes of contenders in the style sheet; with more of them colours come again.
const CLASSES: [&str; 6] = ["who-0", "who-1", "who-2", "who-3", "who-4", "who-5"];
/// Ratios beyond this are drawn at the edge.
const WIDEST_RATIO: f64 = 32.0;

/// The class of a contender.
pub fn class_of(contender: usize) -> &'static str {
    CLASSES[contender % CLASSES.len()]
}

/// Curves of all contenders over CPU time.
fn over_time(
    html: &mut Html,
    title: &str,
    results: &Results,
    points: &dyn Fn(&ContenderResult) -> Vec<(f64, f64)>,
) {
    let all: Vec<_> = results.contenders.iter().map(points).collect();
    let end = all.iter().flatten().map(|(time, _)| *time).fold(0.0, f64::max);
    draw(html, title, &all, Along::Time, end);
}

fn draw(html: &mut Html, title: &str, all: &[Vec<(f64, f64)>], along: Along, end: f64) {
    let curves: Vec<Curve<'_>> = all
        .iter()
        .enumerate()
        .map(|(who, points)| Curve { class: class_of(who), points })
        .collect();
    Plot { title, curves: &curves, along, end, seams: &[] }.write(html);
}

/// How many things a repetition had met after some time, in the mean: stairs.
fn growth(times: &[&BTreeMap<String, f64>], end: f64) -> Vec<(f64, f64)> {
    let mut events: Vec<f64> = times.iter().flat_map(|one| one.values().copied()).collect();
    events.sort_by(f64::total_cmp);
    let step = 1.0 / times.len().max(1) as f64;
    let mut points = vec![(0.0, 0.0)];
    let mut value = 0.0;
    for time in events {
        points.push((time, value));
        value += step;
        points.push((time, value));
    }
    points.push((end, value));
    points
}

fn longest(repetitions: &[RepetitionTally], time: impl Fn(&RepetitionTally) -> f64) -> f64 {
    repetitions.iter().map(time).fold(0.0, f64::max)
}

/// Writes all pictures.
pub fn write(html: &mut Html, results: &Results) {
    html.raw("<div class=\"plots\">\n");
    over_time(html, "Distinct bugs, mean of repetitions", results, &|one| {
        let times: Vec<_> = one.repetitions.iter().map(|tally| &tally.bugs).collect();
        growth(&times, longest(&one.repetitions, |tally| tally.cpu.charged()))
    });
    over_time(html, "Repetitions without a bug, percent", results, &|one| {
        let mut points = vec![(0.0, 100.0)];
        for (time, share) in &one.first_bug.steps {
            points.extend([(*time, points[points.len() - 1].1), (*time, share * 100.0)]);
        }
        points.push((one.first_bug.end, points[points.len() - 1].1));
        points
    });
    if !results.faults.is_empty() {
        over_time(html, "Planted faults shown, mean of repetitions", results, &|one| {
            let times: Vec<_> = one.repetitions.iter().map(|tally| &tally.looks.shown).collect();
            growth(&times, longest(&one.repetitions, |tally| tally.looks.fault_cpu))
        });
    }
    cost(html, results);
    html.raw("</div>\n");
}

/// What a thousand tokens cost, by the size of the program: means of all programs within a factor of two.
fn cost(html: &mut Html, results: &Results) {
    let mut bins = vec![BTreeMap::<u32, (f64, f64, f64)>::new(); results.contenders.len()];
    for batch in &results.batches {
        for tested in batch.programs.iter().filter(|one| one.unusable.is_none()) {
            let Some(bins) = bins.get_mut(batch.contender) else { continue };
            let bin = bins.entry(tested.tokens.max(1).ilog2()).or_default();
            bin.0 += 1.0;
            bin.1 += tested.tokens as f64;
            bin.2 += tested.cpu.charged() * 1000.0;
        }
    }
    let means = |bins: &BTreeMap<u32, (f64, f64, f64)>| {
        bins.values()
            .map(|(count, tokens, cost)| (tokens / count, cost * 1000.0 / tokens))
            .collect()
    };
    let all: Vec<Vec<(f64, f64)>> = bins.iter().map(means).collect();
    let end = all.iter().flatten().map(|(tokens, _)| *tokens).fold(0.0, f64::max);
    let title = "CPU milliseconds for 1000 tokens, by the tokens of the program";
    draw(html, title, &all, Along::Magnitude, end);
}

/// Ratios with their intervals, on a logarithmic scale around 1.
pub fn ratios(html: &mut Html, rows: &[&MeasureResult]) {
    const ROW: f64 = 22.0;
    const LEFT: f64 = 200.0;
    const RIGHT: f64 = 620.0;
    let bottom = ROW * rows.len() as f64 + 6.0;
    let ends = rows.iter().filter_map(|row| row.interval).flat_map(|i| [i.low, i.high]);
    let widest = ends.map(|end| end.max(1e-9).ln().abs()).fold(2_f64.ln(), f64::max);
    let widest = widest.min(WIDEST_RATIO.ln());
    let x = |ratio: f64| {
        let share = (ratio.max(1e-9).ln() / widest).clamp(-1.0, 1.0);
        f64::midpoint(LEFT, RIGHT) + share * (RIGHT - LEFT) / 2.0
    };
    let number = |value: f64| format!("{value:.1}");
    html.raw(
        "<figure>\n<figcaption>Ratios with 95 % intervals</figcaption>\n<svg viewBox=\"0 0 640 ",
    )
    .text(number(bottom + 24.0))
    .raw("\" role=\"img\" aria-label=\"Ratios\">\n");
    let mut line = |class: &'static str, from: (f64, f64), to: (f64, f64)| {
        html.raw("<line class=\"").raw(class).raw("\" x1=\"").text(number(from.0));
        html.raw("\" y1=\"").text(number(from.1)).raw("\" x2=\"").text(number(to.0));
        html.raw("\" y2=\"").text(number(to.1)).raw("\"/>\n");
    };
    line("grid", (x(1.0), 0.0), (x(1.0), bottom));
    let place = |row: usize| ROW * row as f64 + ROW / 2.0 + 4.0;
    for (number, row) in rows.iter().enumerate() {
        if let Some(interval) = row.interval {
            line("whisker", (x(interval.low), place(number)), (x(interval.high), place(number)));
        }
    }
    for (index, row) in rows.iter().enumerate() {
        let Some(effect) = row.effect else { continue };
        let class = if row.difference == SeenDifference::Worse { "dot bad" } else { "dot" };
        html.raw("<circle class=\"").raw(class).raw("\" r=\"4\" cx=\"").text(number(x(effect)));
        html.raw("\" cy=\"").text(number(place(index))).raw("\"/>\n");
        html.raw("<text text-anchor=\"end\" x=\"").text(number(LEFT - 8.0)).raw("\" y=\"");
        html.text(number(place(index) + 4.0)).raw("\">").text(row.measure).raw("</text>\n");
    }
    let edge = widest.exp();
    for ratio in [1.0 / edge, 1.0, edge] {
        html.raw("<text text-anchor=\"middle\" x=\"").text(number(x(ratio))).raw("\" y=\"");
        html.text(number(bottom + 16.0)).raw("\">").text(format!("{ratio:.2}")).raw("</text>\n");
    }
    html.raw("</svg>\n</figure>\n");
}
