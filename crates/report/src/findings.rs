//! Every finding, grouped by bug: the first of a bug in full, the others one line each.

use crate::Campaign;
use crate::groups::{BugCount, BugGroup, Groups, Standing};
use crate::html::Html;
use crate::words;
use crate::words::url_segment;
use brinell_campaign::{Finding, FindingLine, SCRIPT, StoredBundle, short_version};
use brinell_judge::VerdictKind;
use std::collections::BTreeMap;

/// Bugs beyond those in full that get a line.
const SHORT: usize = 2_000;
/// Findings of a bug, beside the first, that get a line.
const LINES: usize = 25;
/// Bytes of a quoted output; wrong outputs can be endless.
const SAID: usize = 4_000;
/// Bytes of a command, a signature, a list of options.
const COMMAND: usize = 8_000;
/// Bytes of a signature in a title.
const TITLE: usize = 200;
/// Bytes of the name of a file.
const NAME: usize = 200;
/// Bytes of the text of a program. Programs of hunts are smaller by far.
const SOURCE: usize = 200_000;
/// Bytes of all programs together: more makes browsers slow.
const SOURCES: usize = 10_000_000;

/// Writes the sections.
pub fn write(html: &mut Html, campaign: &Campaign<'_>, groups: &Groups<'_>) {
    if campaign.findings.is_empty() {
        html.raw("<section id=\"bugs\">\n<h2>Bugs</h2>\n<p class=\"note\">Nothing was found.");
        html.raw("</p>\n</section>\n");
        return;
    }
    let full: BTreeMap<i64, &Finding> =
        campaign.full.iter().map(|finding| (finding.line.id, finding)).collect();
    let bundles = campaign.bundles.iter().map(|bundle| (bundle.finding, bundle)).collect();
    let (dir, bundles_at) = (campaign.dir, campaign.bundles_at);
    let mut writer = FindingsWriter { html, dir, bundles, bundles_at, source_left: SOURCES };
    for standing in Standing::ALL {
        let mine = |group: &&BugGroup<'_>| group.standing == standing;
        let BugCount { bugs, findings } = groups.tally().of_kind(standing);
        let anchor = match standing {
            Standing::Accuses => "bugs",
            Standing::Doubtful => "doubtful",
            Standing::OurBug => "ours",
            Standing::Known => "known",
        };
        // The first one is always there: contents link to it.
        if bugs == 0 && standing != Standing::Accuses {
            continue;
        }
        writer.html.raw("<section id=\"").raw(anchor).raw("\">\n<h2>").raw(standing.title());
        writer.html.raw("</h2>\n");
        if bugs == 0 {
            writer.html.raw("<p class=\"note\">None was found.</p>\n");
        }
        let full_ones: Vec<_> = groups.in_full().iter().filter(mine).collect();
        if bugs > 1 {
            writer.html.raw("<p class=\"note\">").text(words::count(bugs, "bug", "bugs"));
            writer.html.raw(", ").text(words::count(findings, "finding", "findings"));
            writer.html.raw(". Findings are grouped by bug.</p>\n");
            writer.list(&full_ones);
        }
        for group in &full_ones {
            writer.group(group, full.get(&group.first.id).copied());
        }
        let short: Vec<_> = groups.in_short().iter().filter(mine).collect();
        writer.short(&short);
        writer.html.raw("</section>\n");
    }
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

/// The option sets of a finding, one after the other; nothing where there is only the empty one.
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
    bundles_at: Option<&'a str>,
    /// Bytes of programs that may still be written.
    source_left: usize,
}

/// What a bug is called that has no report.
fn plain_title(first: &FindingLine) -> String {
    let signature = words::clipped(&first.signature, TITLE).0;
    let what = format!("{}: {} {signature}", first.compiler, first.verdict);
    what.trim_end().to_owned()
}

impl<'a> FindingsWriter<'a> {
    /// The bundle of a bug.
    fn bundle_of(&self, group: &BugGroup<'_>) -> Option<&'a StoredBundle> {
        let mut all = std::iter::once(&group.first).chain(&group.others);
        all.find_map(|finding| self.bundles.get(&finding.id).copied())
    }

    fn title(&self, group: &BugGroup<'_>) -> String {
        match self.bundle_of(group) {
            Some(bundle) => words::clipped(&bundle.title, COMMAND).0.to_owned(),
            None => plain_title(group.first),
        }
    }

    /// A line for each bug, with a link to it.
    fn list(&mut self, groups: &[&BugGroup<'_>]) {
        self.html.raw("<ol class=\"list\">\n");
        for group in groups {
            let title = self.title(group);
            self.html.raw("<li><a href=\"#f").text(group.first.id).raw("\">").text(title);
            self.html.raw("</a> <span class=\"note\">");
            self.seen(group);
            self.html.raw(if self.bundle_of(group).is_none() { ", not reduced" } else { "" });
            self.html.raw("</span></li>\n");
        }
        self.html.raw("</ol>\n");
    }

    fn seen(&mut self, group: &BugGroup<'_>) {
        let findings = group.others.len() as u64 + 1;
        self.html.text(words::count(findings, "finding", "findings"));
    }

    fn group(&mut self, group: &BugGroup<'_>, full: Option<&Finding>) {
        let (first, title, bundle) = (group.first, self.title(group), self.bundle_of(group));
        self.html.raw("<article id=\"f").text(first.id).raw("\">\n<h3><a href=\"#f");
        self.html.text(first.id).raw("\">").text(title).raw("</a></h3>\n<p class=\"meta\">");
        verdict(self.html, first.verdict);
        self.html.raw(" <span>").text(&first.compiler);
        let options = option_sets(first);
        if !options.is_empty() {
            self.html.raw(" <code>").text(words::clipped(&options, COMMAND).0).raw("</code>");
        }
        self.html.raw("</span> <span>");
        self.seen(group);
        self.html.raw("</span> <span>first ").text(words::utc(first.found_ms));
        self.html.raw("</span></p>\n");
        if let Some(bundle) = bundle {
            self.bundle(bundle);
        }
        match full {
            Some(full) if bundle.is_some() => {
                self.html.raw("<details>\n<summary>As it was found: finding ").text(first.id);
                self.html.raw(", with commands</summary>\n");
                self.everything(group, full);
                self.html.raw("</details>\n");
            }
            Some(full) => {
                self.html.raw("<p class=\"note\">Not reduced.</p>\n");
                self.everything(group, full);
            }
            None => {
                self.html.raw("<p class=\"note\">Its details could not be read.</p>\n");
            }
        }
        self.others(group);
        self.html.raw("</article>\n");
    }

    /// The facts of the first finding of a bug.
    fn facts(&mut self, group: &BugGroup<'_>, full: &Finding) {
        let first = group.first;
        self.html.raw("<table class=\"facts\">\n<tbody>\n");
        self.fact("version", &short_version(&full.version));
        self.fact("signature", &first.signature);
        self.fact("key", &first.key);
        self.fact("seed", &first.seed.to_string());
        let last = group.others.last().map_or(first.found_ms, |last| last.found_ms);
        if last != first.found_ms {
            self.fact("last found", &words::utc(last));
        }
        self.html.raw("</tbody>\n</table>\n");
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

    fn everything(&mut self, group: &BugGroup<'_>, finding: &Finding) {
        self.html.raw("<div class=\"sides\">\n");
        self.block("Expected of the original program", &finding.expected, SAID);
        self.block("Actual", &finding.actual, SAID);
        self.html.raw("</div>\n");
        self.block("The compiler said", &finding.said, SAID);
        self.facts(group, finding);
        self.block("Second opinions", &finding.opinions, SAID);
        self.block("Generate the program", &finding.generate, COMMAND);
        self.block("Compile it", &finding.build, COMMAND);
        self.block("Run it", &finding.execute, COMMAND);
        self.html.raw("<p>Everything about it: <code>brinell show ").text(finding.line.id).raw(" ");
        self.html.text(self.dir).raw("</code>. To see whether it still happens: ");
        self.html.raw("<code>brinell replay ").text(finding.line.id).raw(" ").text(self.dir);
        self.html.raw("</code>.</p>\n");
        self.sources(finding);
    }

    /// The reduced program: what people want to see first.
    fn bundle(&mut self, bundle: &StoredBundle) {
        for (_, text) in &bundle.reduced {
            let (kept, left_out) = words::clipped(text.trim_end(), SAID);
            self.html.raw("<pre class=\"program\"><code>");
            for line in kept.lines() {
                self.html.raw("<span>").text(line).raw("</span>\n");
            }
            self.html.raw("</code></pre>\n");
            self.left_out(left_out);
        }
        if !bundle.never.is_empty() {
            self.html.raw("<p class=\"note\">").text(words::clipped(&bundle.never, COMMAND).0);
            self.html.raw("</p>\n");
        }
        self.html.raw("<div class=\"sides\">\n");
        self.block("Expected of the reduced program", &bundle.expected, SAID);
        self.block("Actual", &bundle.actual, SAID);
        self.html.raw("</div>\n<p class=\"links\">Bundle of finding ").text(bundle.finding);
        self.html.raw(": ");
        let Some(at) = self.bundles_at else {
            self.html.raw("<code>").text(self.dir).raw("/bundles/");
            self.html.text(words::clipped(&bundle.name, NAME).0).raw("/report.md</code></p>\n");
            return;
        };
        for (file, words) in
            [("report.md", "report"), (SCRIPT, "script that reproduces it"), ("", "all files")]
        {
            self.html.raw("<a href=\"").text(at).raw("/").text(url_segment(&bundle.name));
            self.html.raw("/").raw(file).raw("\">").raw(words).raw("</a> ");
        }
        self.html.raw("</p>\n");
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

    /// Bugs that do not fit on the page.
    fn short(&mut self, groups: &[&BugGroup<'_>]) {
        if groups.is_empty() {
            return;
        }
        let count = words::count(groups.len() as u64, "bug is", "bugs are");
        self.html
            .raw("<p class=\"note\">")
            .text(count)
            .raw(" too many to show in full. ")
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
