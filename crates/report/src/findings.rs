//! Every finding, by its bug: the first of a bug with everything, the others a line each.

use crate::Campaign;
use crate::groups::{BugCount, BugGroup, Groups, Standing};
use crate::html::Html;
use crate::words;
use brinell_campaign::{Finding, FindingLine, StoredBundle, short_version};
use brinell_judge::VerdictKind;
use std::collections::BTreeMap;

/// Bugs beyond those in full that get a line.
const SHORT: usize = 2_000;
/// Findings of a bug, beside the first, that get a line.
const LINES: usize = 25;
/// Bytes of what somebody said; wrong outputs can be endless.
const SAID: usize = 4_000;
/// Bytes of a command, a signature, a list of options.
const COMMAND: usize = 8_000;
/// Bytes of the name of a file.
const NAME: usize = 200;
/// Bytes of the text of a program. Programs of hunts are smaller by far.
const SOURCE: usize = 200_000;
/// Bytes of all programs together: more makes browsers slow.
const SOURCES: usize = 10_000_000;

/// Writes the section.
pub fn write(html: &mut Html, campaign: &Campaign<'_>, groups: &Groups<'_>) {
    html.raw("<section>\n<h2>Findings</h2>\n");
    if campaign.findings.is_empty() {
        html.raw("<p class=\"note\">Nothing was found.</p>\n</section>\n");
        return;
    }
    html.raw(
        "<p>Findings that triage took for one bug stand together, and so do those of one key ",
    )
    .raw("that it has not looked at: the first of them is shown with everything, the others ")
    .raw("have a line each.</p>\n");
    overview(html, groups);
    html.raw("</section>\n");
    let full: BTreeMap<i64, &Finding> =
        campaign.full.iter().map(|finding| (finding.line.id, finding)).collect();
    let bundles = campaign.bundles.iter().map(|bundle| (bundle.finding, bundle)).collect();
    let mut writer = FindingsWriter { html, dir: campaign.dir, bundles, source_left: SOURCES };
    for standing in Standing::ALL {
        let mine = |group: &&BugGroup<'_>| group.standing == standing;
        let BugCount { bugs, findings } = groups.tally().of_kind(standing);
        if bugs == 0 {
            continue;
        }
        writer.html.raw("<section>\n<h2>").raw(standing.title()).raw("</h2>\n<p>");
        writer.html.text(words::count(bugs, "bug", "bugs")).raw(", ");
        writer.html.text(words::count(findings, "finding", "findings")).raw(".</p>\n");
        for group in groups.in_full().iter().filter(mine) {
            writer.group(group, full.get(&group.first.id).copied());
        }
        let short: Vec<_> = groups.in_short().iter().filter(mine).collect();
        writer.short(&short);
        writer.html.raw("</section>\n");
    }
}

/// One line a bug, with links to those that follow.
fn overview(html: &mut Html, groups: &Groups<'_>) {
    html.raw("<div class=\"wide\">\n<table>\n<thead><tr><th>finding</th><th>seen</th>")
        .raw("<th>compiler</th><th>verdict</th><th>options</th><th>signature</th></tr></thead>\n")
        .raw("<tbody>\n");
    for group in groups.in_full() {
        let first = group.first;
        html.raw("<tr><td class=\"n\"><a href=\"#f").text(first.id).raw("\">").text(first.id);
        html.raw("</a></td>");
        bug_cells(html, first);
        html.raw("</tr>\n");
    }
    html.raw("</tbody>\n</table>\n</div>\n");
}

/// How often a bug was seen, and what it is.
fn bug_cells(html: &mut Html, first: &FindingLine) {
    html.number(format_args!("{} ×", words::grouped(first.times.max(0) as u64)));
    html.cell(&first.compiler).raw("<td>");
    verdict(html, first.verdict);
    html.raw("</td>");
    html.options_cell(words::clipped(&option_sets(first), COMMAND).0);
    html.code_cell(words::clipped(&first.signature, COMMAND).0);
}

/// The sets of options of a finding, one after the other; nothing where there is only the empty one.
fn option_sets(finding: &FindingLine) -> String {
    match &finding.options[..] {
        [only] => only.clone(),
        sets => {
            let named = sets.iter().map(|set| if set.is_empty() { "none" } else { set });
            named.collect::<Vec<_>>().join(", ")
        }
    }
}

fn verdict(html: &mut Html, verdict: VerdictKind) {
    let class = if verdict.is_finding() { "verdict bad" } else { "verdict" };
    html.raw("<span class=\"").raw(class).raw("\">").text(verdict).raw("</span>");
}

/// Writes bugs while there is room.
struct FindingsWriter<'a> {
    html: &'a mut Html,
    dir: &'a str,
    /// By finding.
    bundles: BTreeMap<i64, &'a StoredBundle>,
    /// Bytes of programs that may still be written.
    source_left: usize,
}

impl FindingsWriter<'_> {
    fn group(&mut self, group: &BugGroup<'_>, full: Option<&Finding>) {
        let first = group.first;
        self.html.raw("<article id=\"f").text(first.id).raw("\">\n<h3>Finding ").text(first.id);
        self.html.raw(": ");
        verdict(self.html, first.verdict);
        self.html
            .raw(" of ")
            .text(&first.compiler)
            .raw("</h3>\n<table class=\"facts\">\n<tbody>\n");
        if let Some(full) = full {
            self.fact("version", &short_version(&full.version));
        }
        let options = option_sets(first);
        self.fact("options", if options.is_empty() { "none" } else { &options });
        self.fact("signature", &first.signature);
        self.fact("key", &first.key);
        self.fact("seed", &first.seed.to_string());
        let seen = words::count(first.times.max(0) as u64, "time", "times");
        self.fact("seen", &seen);
        let last = group.others.last().map_or(first.found_ms, |last| last.found_ms);
        let times = match words::utc(first.found_ms) {
            once if group.others.is_empty() => once,
            begin => format!("{begin}, last {}", words::utc(last)),
        };
        self.fact("found", &times);
        self.html.raw("</tbody>\n</table>\n");
        for finding in std::iter::once(&first).chain(&group.others) {
            if let Some(bundle) = self.bundles.get(&finding.id).copied() {
                self.bundle(bundle);
            }
        }
        match full {
            Some(full) => self.everything(full),
            None => {
                self.html.raw("<p class=\"note\">Its details could not be read.</p>\n");
            }
        }
        self.others(group);
        self.html.raw("</article>\n");
    }

    fn fact(&mut self, name: &'static str, value: &str) {
        if value.trim().is_empty() {
            return;
        }
        let (kept, left_out) = words::clipped(value, COMMAND);
        self.html.raw("<tr><th>").raw(name).raw("</th><td><code>").text(kept);
        self.html.raw("</code>");
        self.left_out(left_out);
        self.html.raw("</td></tr>\n");
    }

    fn left_out(&mut self, bytes: usize) {
        if bytes > 0 {
            let bytes = words::count(bytes as u64, "byte", "bytes");
            self.html.raw("<span class=\"note\"> … ").text(bytes).raw(" left out here</span>");
        }
    }

    fn everything(&mut self, finding: &Finding) {
        self.html.raw("<div class=\"sides\">\n");
        self.block("Expected of the program as it was found", &finding.expected, SAID);
        self.block("Actual", &finding.actual, SAID);
        self.html.raw("</div>\n");
        self.block("The compiler said", &finding.said, SAID);
        self.block("Who agreed with whom", &finding.opinions, SAID);
        self.block("Make the program", &finding.generate, COMMAND);
        self.block("Build it", &finding.build, COMMAND);
        self.block("Execute it", &finding.execute, COMMAND);
        self.html.raw("<p>Everything again: <code>brinell show ").text(finding.line.id).raw(" ");
        self.html.text(self.dir).raw("</code>; whether it still happens: <code>brinell replay ");
        self.html.text(finding.line.id).raw(" ").text(self.dir).raw("</code>.</p>\n");
        self.sources(finding);
    }

    /// The reduced program: what people want to see first.
    fn bundle(&mut self, bundle: &StoredBundle) {
        self.html.raw("<h4>").text(words::clipped(&bundle.title, COMMAND).0).raw("</h4>\n");
        for (_, text) in &bundle.reduced {
            let (kept, left_out) = words::clipped(text.trim_end(), SAID);
            self.html.raw("<pre><code>").text(kept).raw("</code></pre>\n");
            self.left_out(left_out);
        }
        if !bundle.never.is_empty() {
            self.html.raw("<p>").text(words::clipped(&bundle.never, COMMAND).0).raw("</p>\n");
        }
        self.html.raw("<div class=\"sides\">\n");
        self.block("Expected of the reduced program", &bundle.expected, SAID);
        self.block("Actual", &bundle.actual, SAID);
        self.html.raw("</div>\n");
        self.html.raw("<p class=\"note\">Finding ").text(bundle.finding).raw(", reduced: <code>");
        self.html.text(self.dir).raw("/bundles/").text(words::clipped(&bundle.name, NAME).0);
        self.html.raw("/report.md</code></p>\n");
    }

    fn block(&mut self, title: &'static str, text: &str, most: usize) {
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        let (kept, left_out) = words::clipped(text, most);
        self.html.raw("<div>\n<h4>").raw(title).raw("</h4>\n<pre><code>").text(kept);
        self.html.raw("</code></pre>\n");
        self.left_out(left_out);
        self.html.raw("</div>\n");
    }

    fn sources(&mut self, finding: &Finding) {
        if finding.sources.is_empty() {
            self.html.raw("<p class=\"note\">The program was not kept; ");
            self.html.raw("the command above makes it.</p>\n");
        }
        for (name, text) in &finding.sources {
            let (name, _) = words::clipped(name, NAME);
            let (kept, left_out) = words::clipped(text, SOURCE.min(self.source_left));
            if kept.is_empty() && left_out > 0 {
                self.html.raw("<p class=\"note\">").text(name).raw(" is left out, since this ");
                self.html.raw("page has too many programs already.</p>\n");
                continue;
            }
            self.source_left -= kept.len();
            let lines = words::count(text.lines().count() as u64, "line", "lines");
            self.html.raw("<details>\n<summary>").text(name).raw(", ").text(lines);
            self.html.raw("</summary>\n<pre><code>").text(kept).raw("</code></pre>\n");
            self.left_out(left_out);
            self.html.raw("</details>\n");
        }
    }

    fn others(&mut self, group: &BugGroup<'_>) {
        if group.others.is_empty() {
            return;
        }
        let count = words::count(group.others.len() as u64, "other finding", "other findings");
        self.html
            .raw("<details>\n<summary>")
            .text(count)
            .raw(" of this bug</summary>\n<table>\n<thead><tr>")
            .raw("<th>finding</th><th>seed</th><th>found</th><th>options</th></tr></thead>\n")
            .raw("<tbody>\n");
        for finding in group.others.iter().take(LINES) {
            self.html.raw("<tr>").number(finding.id).number(finding.seed);
            self.html.cell(words::utc(finding.found_ms));
            self.html.options_cell(words::clipped(&option_sets(finding), COMMAND).0);
            self.html.raw("</tr>\n");
        }
        self.html.raw("</tbody>\n</table>\n");
        let more = group.others.len().saturating_sub(LINES);
        if more > 0 {
            self.html.raw("<p class=\"note\">").text(words::count(
                more as u64,
                "more is",
                "more are",
            ));
            self.html.raw(" left out here; <code>brinell findings ").text(self.dir);
            self.html.raw("</code> lists all.</p>\n");
        }
        self.html.raw("</details>\n");
    }

    /// Bugs for which there is no room.
    fn short(&mut self, groups: &[&BugGroup<'_>]) {
        if groups.is_empty() {
            return;
        }
        let count = words::count(groups.len() as u64, "bug is", "bugs are");
        self.html
            .raw("<p class=\"note\">")
            .text(count)
            .raw(" too many to show with everything. ")
            .raw("<code>brinell show NUMBER ")
            .text(self.dir)
            .raw("</code> does.</p>\n")
            .raw("<div class=\"wide\">\n<table>\n<thead><tr><th>finding</th><th>seed</th>")
            .raw("<th>seen</th><th>compiler</th><th>verdict</th><th>options</th>")
            .raw("<th>signature</th></tr></thead>\n<tbody>\n");
        for group in groups.iter().take(SHORT) {
            self.html.raw("<tr>").number(group.first.id).number(group.first.seed);
            bug_cells(self.html, group.first);
            self.html.raw("</tr>\n");
        }
        self.html.raw("</tbody>\n</table>\n</div>\n");
        let more = groups.len().saturating_sub(SHORT);
        if more > 0 {
            self.html.raw("<p class=\"note\">").text(words::count(
                more as u64,
                "more bug is",
                "more bugs are",
            ));
            self.html.raw(" left out here; <code>brinell findings ").text(self.dir);
            self.html.raw(" --keys</code> lists all.</p>\n");
        }
    }
}
