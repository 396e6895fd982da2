//! A campaign as one HTML page: numbers, plots, findings; and a bug as a [`bundle`].
//!
//! Plain data in, a text out: nothing here opens a file or prints. The page needs no script, no
//! network and no other file. [`in_full`] says which findings it shows with everything, so that the
//! caller need not load the others; [`page`] writes it.
//!
//! Pages of large campaigns stay usable: samples are thinned out to a few hundred points
//! (`timeline.rs`), findings have limits (`groups.rs`), and what is left out is said where it would
//! have stood.

pub mod bundle;
mod cpu;
mod findings;
mod groups;
pub mod html;
mod numbers;
pub mod plot;
mod timeline;
mod verdicts;
pub mod words;

pub use groups::{BugCount, BugGroup, BugTally, Standing, bugs, in_full};

use brinell_campaign::{Finding, FindingLine, HuntRun, HuntSample, HuntSummary, StoredBundle};
use groups::Groups;
use html::Html;
use plot::{Along, Curve, Plot};
use timeline::Timeline;

/// What a page is about.
#[derive(Clone, Debug)]
pub struct Campaign<'a> {
    /// The directory, as a shell takes it.
    pub dir: &'a str,
    /// When the page is made, in milliseconds since 1970.
    pub made_ms: i64,
    /// The version of Brinell that makes it.
    pub brinell: &'a str,
    /// The numbers of all runs.
    pub summary: &'a HuntSummary,
    /// All runs.
    pub runs: &'a [HuntRun],
    /// All samples, by run and time.
    pub samples: &'a [HuntSample],
    /// All findings, in the order of their numbers.
    pub findings: &'a [FindingLine],
    /// Those that [`in_full`] asks for, in any order. One that is missing gets a line only.
    pub full: &'a [Finding],
    /// The bundles that are there, in the order of their findings.
    pub bundles: &'a [StoredBundle],
    /// The directory of bundles as the page can link to it: a relative URL without a slash at its
    /// end. Nothing if the place of the page is not known.
    pub bundles_at: Option<&'a str>,
}

/// Writes the page.
pub fn page(campaign: &Campaign<'_>) -> String {
    let mut html = Html::default();
    html.begin(&format!("Brinell: {}", campaign.dir))
        .raw("</h1>\n<p class=\"note\">As of ")
        .text(words::utc(campaign.made_ms))
        .raw(", by Brinell ")
        .text(campaign.brinell)
        .raw(". All times are UTC.</p>\n");
    if campaign.runs.is_empty() && campaign.findings.is_empty() {
        html.raw("</header>\n<main>\n<p class=\"note\">No hunt has been here yet, so there is nothing to report. ")
            .raw("Start one with <code>brinell hunt ")
            .text(campaign.dir)
            .raw("</code>.</p>\n");
    } else {
        let groups = Groups::of(campaign.findings);
        let timeline = Timeline::of(campaign.runs, campaign.samples);
        numbers::summary(&mut html, campaign, &groups);
        contents(&mut html);
        html.raw("</header>\n<main>\n");
        findings::write(&mut html, campaign, &groups);
        numbers::compilers(&mut html, campaign);
        verdicts::write(&mut html, campaign);
        plots(&mut html, campaign, &groups, &timeline);
        cpu::write(&mut html, &campaign.summary.cpu);
        numbers::write(&mut html, campaign, &groups);
    }
    html.raw("</main>\n</body>\n</html>\n");
    html.finish()
}

/// Links to the sections, in their order.
fn contents(html: &mut Html) {
    html.raw("<nav aria-label=\"Contents\"><a href=\"#bugs\">Bugs</a> ")
        .raw("<a href=\"#compilers\">Compilers</a> <a href=\"#verdicts\">Verdicts</a> ")
        .raw("<a href=\"#over-time\">Over time</a> <a href=\"#cpu-time\">CPU time</a> ")
        .raw("<a href=\"#numbers\">Numbers</a> <a href=\"#runs\">Runs</a></nav>\n");
}

fn plots(html: &mut Html, campaign: &Campaign<'_>, groups: &Groups<'_>, timeline: &Timeline) {
    html.raw("<section id=\"over-time\">\n<h2>Over time</h2>\n");
    let seconds = timeline.seconds();
    if seconds <= 0.0 {
        html.raw("<p class=\"note\">No run lasted long enough for a plot.</p>\n</section>\n");
        return;
    }
    html.raw("<p class=\"note\">Time is hunting time: breaks between runs are left out, and ")
        .raw("dashed lines mark where one run ends and the next begins.</p>\n")
        .raw("<div class=\"plots\">\n");
    let seams = timeline.seams();
    let fresh = || campaign.findings.iter().filter(|finding| finding.accuses() && !finding.known);
    let firsts = groups.all().iter().filter(|group| group.standing == Standing::Accuses);
    let plots = [
        ("Programs per hour", timeline.throughput(campaign.samples)),
        ("Findings", timeline.growth(fresh().map(|finding| finding.found_ms))),
        ("Different bugs", timeline.growth(firsts.map(|group| group.first.found_ms))),
    ];
    for (title, points) in plots {
        let curves = [Curve { class: "curve", points: &points }];
        let along = Along::Time;
        Plot { title, curves: &curves, along, end: seconds, seams: &seams }.write(html);
    }
    html.raw("</div>\n<p class=\"note\">Only findings that accuse a compiler and were not known ")
        .raw("before are counted here, and each bug when it was first found.");
    if campaign.samples.len() > timeline::STRETCHES {
        html.raw(" Of ")
            .text(words::grouped(campaign.samples.len() as u64))
            .raw(" samples, the plot of programs shows the means of ")
            .text(timeline::STRETCHES)
            .raw(" stretches of time.");
    }
    html.raw("</p>\n</section>\n");
}
