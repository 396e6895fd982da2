//! How often each compiler with each option set got which verdict.

use crate::Campaign;
use crate::html::Html;
use crate::words;
use brinell_campaign::VerdictCount;
use brinell_judge::VerdictKind;
use std::collections::{BTreeMap, BTreeSet};

/// Writes the section.
pub fn write(html: &mut Html, campaign: &Campaign<'_>) {
    // Referees are on record, too, but they are not under test.
    let tested: BTreeSet<&str> =
        campaign.runs.iter().flat_map(|run| &run.compilers).map(|one| one.name.as_str()).collect();
    let counts = campaign.summary.counts.iter();
    let counts: Vec<&VerdictCount> =
        counts.filter(|count| tested.contains(count.compiler.as_str())).collect();
    html.raw("<section id=\"verdicts\">\n<h2>Verdicts</h2>\n");
    if counts.is_empty() {
        html.raw("<p class=\"note\">No compiler got a program.</p>\n</section>\n");
        return;
    }
    let columns: BTreeSet<VerdictKind> = counts.iter().map(|count| count.verdict).collect();
    let mut rows: BTreeMap<(&str, &str), BTreeMap<VerdictKind, u64>> = BTreeMap::new();
    for count in counts {
        let row = rows.entry((&count.compiler, &count.options)).or_default();
        *row.entry(count.verdict).or_default() += count.count;
    }
    if columns.contains(&VerdictKind::Compiled) {
        html.raw(
            "<p class=\"note\">compiled: the program may be undefined where it is never run, so ",
        )
        .raw("its image was not run; only crashes, hangs and rejections of compilers were ")
        .raw("looked for.</p>\n");
    }
    html.raw("<div class=\"wide\">\n<table>\n<thead><tr><th>compiler</th><th>options</th>");
    for verdict in &columns {
        html.raw("<th class=\"n\">").text(verdict).raw("</th>");
    }
    html.raw("<th class=\"n\">all</th></tr></thead>\n<tbody>\n");
    for ((compiler, options), row) in &rows {
        html.raw("<tr>").cell(compiler).options_cell(options);
        for verdict in &columns {
            match row.get(verdict) {
                None => html.raw("<td></td>"),
                Some(count) if verdict.is_finding() => {
                    html.raw("<td class=\"n bad\">").text(words::grouped(*count)).raw("</td>")
                }
                Some(count) => html.number(words::grouped(*count)),
            };
        }
        html.number(words::grouped(row.values().sum())).raw("</tr>\n");
    }
    html.raw("</tbody>\n</table>\n</div>\n</section>\n");
}
