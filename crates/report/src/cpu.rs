//! Where CPU time went: one bar, and a table.

use crate::html::Html;
use crate::words;
use brinell_campaign::CpuSplit;
use std::time::Duration;

/// The width of the bar in its own units.
const WIDTH: f64 = 1000.0;

/// Milliseconds below which a part has no row: it would say 0.0 s.
const LEAST_MS: i64 = 50;

/// A part of the bar.
struct BarSegment<'a> {
    /// Its class in the style sheet.
    class: &'static str,
    words: &'static str,
    compiler: &'a str,
    time: Duration,
}

impl BarSegment<'_> {
    fn name(&self) -> String {
        format!("{} {}", self.words, self.compiler).trim_end().to_owned()
    }
}

fn parts(cpu: &CpuSplit) -> Vec<BarSegment<'_>> {
    let alone = |class, words, time| BarSegment { class, words, compiler: "", time };
    let mut parts = vec![
        alone("generate", "generating programs", cpu.generate),
        alone("generate odd", "the machine", cpu.machine),
    ];
    // Neighbours have different shades.
    let shades = |even, odd| [even, odd].into_iter().cycle();
    for ((compiler, time), class) in cpu.compile.iter().zip(shades("compile", "compile odd")) {
        parts.push(BarSegment { class, words: "compiling with", compiler, time: *time });
    }
    for ((compiler, time), class) in cpu.run.iter().zip(shades("run", "run odd")) {
        parts.push(BarSegment { class, words: "running programs of", compiler, time: *time });
    }
    parts.push(alone("run odd", "second opinions", cpu.opinions));
    parts.push(alone("triage", "triage", cpu.triage));
    parts.push(alone("ourselves", "the rest of Brinell", cpu.ourselves));
    parts
}

/// Writes the section.
pub fn write(html: &mut Html, cpu: &CpuSplit) {
    html.raw("<section id=\"cpu-time\">\n<h2>CPU time</h2>\n");
    if cpu.total().is_zero() {
        html.raw("<p class=\"note\">None was recorded.</p>\n</section>\n");
        return;
    }
    html.raw("<p>");
    for (number, (name, time)) in [
        ("generating programs", cpu.generate),
        ("the machine", cpu.machine),
        ("compilers", cpu.compiling()),
        ("compiled programs", cpu.running()),
        ("second opinions", cpu.opinions),
        ("triage", cpu.triage),
        ("the rest of Brinell", cpu.ourselves),
    ]
    .into_iter()
    .enumerate()
    {
        html.raw(if number == 0 { "" } else { ", " }).text(name).raw(" ");
        html.text(format_args!("{:.1} %", cpu.percent(time)));
    }
    html.raw(" of ").text(words::span(ms(cpu.total()))).raw(".</p>\n");
    bar(html, cpu);
    html.raw("<table>\n<thead><tr><th>part</th><th class=\"n\">time</th>")
        .raw("<th class=\"n\">share</th></tr></thead>\n<tbody>\n");
    let (spent, zeros): (Vec<_>, Vec<_>) =
        parts(cpu).into_iter().partition(|part| ms(part.time) >= LEAST_MS);
    for part in spent {
        html.raw("<tr><td><span class=\"swatch ").raw(part.class).raw("\"></span>");
        html.text(part.name()).raw("</td>");
        html.number(words::span(ms(part.time)));
        html.number(format_args!("{:.1} %", cpu.percent(part.time))).raw("</tr>\n");
    }
    html.raw("</tbody>\n</table>\n");
    if !zeros.is_empty() {
        let names: Vec<_> = zeros.iter().map(BarSegment::name).collect();
        html.raw("<details>\n<summary>");
        html.text(words::count(zeros.len() as u64, "part took", "parts took"));
        html.raw(" negligible time</summary>\n<p class=\"note\">").text(names.join(", "));
        html.raw("</p>\n</details>\n");
    }
    html.raw("</section>\n");
}

fn bar(html: &mut Html, cpu: &CpuSplit) {
    html.raw("<svg class=\"bar\" viewBox=\"0 0 1000 36\" preserveAspectRatio=\"none\" ")
        .raw("role=\"img\" aria-label=\"CPU time by part\">\n");
    let mut at = 0.0;
    for part in parts(cpu) {
        let percent = cpu.percent(part.time);
        let width = percent / 100.0 * WIDTH;
        html.raw("<rect class=\"").raw(part.class);
        html.raw("\" y=\"0\" height=\"36\" x=\"").text(format_args!("{at:.2}"));
        html.raw("\" width=\"").text(format_args!("{width:.2}")).raw("\"><title>");
        html.text(format_args!("{}: {percent:.1} %", part.name()));
        html.raw("</title></rect>\n");
        at += width;
    }
    html.raw("</svg>\n");
}

fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
