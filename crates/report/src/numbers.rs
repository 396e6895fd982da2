//! The numbers of a campaign: all together, its runs, its compilers.

use crate::Campaign;
use crate::groups::{BugCount, Groups, Standing};
use crate::html::Html;
use crate::timeline::{last_samples, measured};
use crate::words;
use brinell_campaign::{RunCompiler, short_version};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// Runs that are listed; a campaign that a service starts again and again has many.
const RUNS: usize = 200;

/// Runs that are named at a compiler.
const NAMED_RUNS: usize = 10;

/// Writes the sections.
pub fn write(html: &mut Html, campaign: &Campaign<'_>, groups: &Groups<'_>) {
    totals(html, campaign, groups);
    runs(html, campaign);
}

/// Hunting time in milliseconds, and the programs that were tested in it.
fn hunted(campaign: &Campaign<'_>) -> (i64, u64) {
    let last = last_samples(campaign.samples);
    campaign.runs.iter().fold((0_i64, 0_u64), |(time, programs), run| {
        match measured(run, last.get(&run.id).copied()) {
            // Programs of a run of unknown length would count for nothing.
            (ms, _) if ms <= 0 => (time, programs),
            (ms, more) => (time.saturating_add(ms), programs.saturating_add(more)),
        }
    })
}

/// Writes the few numbers that everybody asks for first.
pub fn summary(html: &mut Html, campaign: &Campaign<'_>, groups: &Groups<'_>) {
    let BugCount { bugs, findings } = groups.tally().accusing();
    let (time, _) = hunted(campaign);
    let compilers: BTreeSet<_> =
        campaign.runs.iter().flat_map(|run| &run.compilers).map(|one| &one.name).collect();
    html.raw("<dl class=\"summary\">\n");
    for (name, value, bad) in [
        ("different bugs", words::grouped(bugs), bugs > 0),
        ("findings", words::grouped(findings), false),
        ("programs tested", words::grouped(campaign.summary.programs), false),
        ("compilers", words::grouped(compilers.len() as u64), false),
        ("hunting time", words::span(time), false),
    ] {
        html.raw("<div><dt>").raw(name).raw("</dt><dd");
        html.raw(if bad { " class=\"bad\">" } else { ">" }).text(value).raw("</dd></div>\n");
    }
    html.raw("</dl>\n");
}

fn totals(html: &mut Html, campaign: &Campaign<'_>, groups: &Groups<'_>) {
    let summary = campaign.summary;
    let (time, in_time) = hunted(campaign);
    html.raw("<section id=\"numbers\">\n<h2>Numbers</h2>\n");
    if summary.programs == 0 {
        html.raw("<p class=\"note\">No program has been tested yet.</p>\n");
    }
    html.raw("<table class=\"totals\">\n<tbody>\n");
    let mut row = |name: &'static str, value: &dyn Display| {
        html.raw("<tr><th>").raw(name).raw("</th>").number(value).raw("</tr>\n");
    };
    row("programs tested", &words::grouped(summary.programs));
    row("tokens", &words::grouped(summary.tokens));
    if let Some(mean) = summary.tokens.checked_div(summary.programs) {
        row("tokens per program", &words::grouped(mean));
    }
    row("hunting time", &words::span(time));
    if let Some(rate) = words::per_hour(in_time, time) {
        row("programs per hour", &words::grouped(rate as u64));
    }
    for (name, standing) in [
        ("findings that accuse a compiler", Standing::Accuses),
        ("doubtful findings", Standing::Doubtful),
        ("findings that were known before", Standing::Known),
    ] {
        let BugCount { bugs, findings } = groups.tally().of_kind(standing);
        let bugs = words::count(bugs, "bug", "bugs");
        row(name, &format!("{} ({bugs})", words::grouped(findings)));
    }
    row("seeds that showed a bug in Brinell", &words::grouped(summary.our_bugs));
    row("seeds without a suitable program", &words::grouped(summary.hopeless));
    html.raw("</tbody>\n</table>\n</section>\n");
}

fn runs(html: &mut Html, campaign: &Campaign<'_>) {
    html.raw("<section id=\"runs\">\n<h2>Runs</h2>\n");
    let last = last_samples(campaign.samples);
    let left_out = campaign.runs.len().saturating_sub(RUNS);
    if left_out > 0 {
        let runs = words::count(left_out as u64, "run is", "runs are");
        html.raw("<p class=\"note\">The first ").text(runs);
        html.raw(" left out here; all numbers include them.</p>\n");
    }
    html.raw("<div class=\"wide\">\n<table>\n<thead><tr><th>run</th><th>start</th>")
        .raw("<th>duration</th><th>programs</th><th>tokens</th><th>per hour</th>")
        .raw("<th>Brinell</th><th>command</th></tr></thead>\n<tbody>\n");
    for run in &campaign.runs[left_out..] {
        let (ms, programs) = measured(run, last.get(&run.id).copied());
        html.raw("<tr>").number(run.id).cell(words::utc(run.started_ms)).raw("<td>");
        match (run.ended_ms, ms) {
            (Some(_), _) => html.text(words::span(ms)),
            (None, 0) => html.raw("unknown: killed, or still running"),
            (None, _) => {
                html.raw("at least ").text(words::span(ms)).raw(": killed, or still running")
            }
        };
        html.raw("</td>").number(words::grouped(run.programs)).number(words::grouped(run.tokens));
        match words::per_hour(programs, ms) {
            Some(rate) => html.number(words::grouped(rate as u64)),
            None => html.raw("<td></td>"),
        };
        html.cell(&run.brinell).code_cell(&run.command).raw("</tr>\n");
    }
    html.raw("</tbody>\n</table>\n</div>\n</section>\n");
}

/// Writes the compilers that were tested.
pub fn compilers(html: &mut Html, campaign: &Campaign<'_>) {
    let mut tested: BTreeMap<&RunCompiler, Vec<i64>> = BTreeMap::new();
    for run in campaign.runs {
        for compiler in &run.compilers {
            tested.entry(compiler).or_default().push(run.id);
        }
    }
    html.raw("<section id=\"compilers\">\n<h2>Compilers</h2>\n");
    if tested.is_empty() {
        html.raw("<p class=\"note\">None was recorded.</p>\n</section>\n");
        return;
    }
    html.raw("<div class=\"wide\">\n<table>\n<thead><tr><th>compiler</th><th>family</th>")
        .raw("<th>version</th><th>runs</th></tr></thead>\n<tbody>\n");
    for (compiler, runs) in tested {
        html.raw("<tr>")
            .cell(&compiler.name)
            .cell(&compiler.family)
            .cell(short_version(&compiler.version));
        html.raw("<td>");
        if runs.len() == campaign.runs.len() {
            html.raw("all");
        } else if runs.len() > NAMED_RUNS {
            html.text(runs.len()).raw(" of ").text(campaign.runs.len());
        } else {
            let names: Vec<_> = runs.iter().map(i64::to_string).collect();
            html.text(names.join(", "));
        }
        html.raw("</td></tr>\n");
    }
    html.raw("</tbody>\n</table>\n</div>\n</section>\n");
}
