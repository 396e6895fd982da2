//! Whole pages: hostile, empty and large campaigns.

mod wellformed;

use brinell_campaign::{
    Finding, FindingLine, HuntRun, HuntSample, HuntSummary, RunCompiler, StoredBundle, VerdictCount,
};
use brinell_judge::VerdictKind;
use brinell_report::{Campaign, in_full, page};
use std::time::Duration;

/// A campaign in memory.
#[derive(Default)]
struct Data {
    summary: HuntSummary,
    runs: Vec<HuntRun>,
    samples: Vec<HuntSample>,
    findings: Vec<FindingLine>,
    bundles: Vec<StoredBundle>,
    /// What the first finding of each bug is made of.
    text: String,
}

impl Data {
    fn page(&self, dir: &str) -> String {
        let wanted = in_full(&self.findings);
        let lines = self.findings.iter().filter(|line| wanted.contains(&line.id));
        let full: Vec<_> = lines.map(|line| finding(line, &self.text)).collect();
        assert_eq!(full.len(), wanted.len());
        let page = page(&Campaign {
            dir,
            made_ms: 1_794_797_906_000,
            brinell: "0.1.0",
            summary: &self.summary,
            runs: &self.runs,
            samples: &self.samples,
            findings: &self.findings,
            full: &full,
            bundles: &self.bundles,
            bundles_at: Some("the%20bundles"),
        });
        let elements = wellformed::check(&page);
        for never in ["script", "img", "link", "iframe", "b"] {
            assert!(!elements.iter().any(|name| name == never), "<{never}>");
        }
        page
    }
}

fn line(id: i64, key: &str, text: &str) -> FindingLine {
    FindingLine {
        id,
        key: key.to_owned(),
        seed: 1_000_000 + id as u64,
        compiler: format!("cc{text}"),
        options: vec![format!("-O2{text}"), "-O3".to_owned()],
        verdict: VerdictKind::WrongCode,
        signature: format!("checksum{text}"),
        times: 1,
        known: false,
        found_ms: id * 1000,
        bundle: None,
        duplicate_of: None,
        only_alike: false,
    }
}

/// A version whose first word is short enough to be shown whole; longer ones become dots.
fn hostile_version(version: &str, text: &str) -> String {
    let first = if text.is_empty() { "" } else { "</code></pre> " };
    format!("{version}{first}{text}")
}

fn finding(line: &FindingLine, text: &str) -> Finding {
    Finding {
        line: line.clone(),
        run: 1,
        sub_seed: 0,
        family: format!("family{text}"),
        version: hostile_version("version", text),
        expected: format!("expected{text}"),
        actual: format!("actual{text}"),
        said: format!("said{text}"),
        opinions: format!("opinions{text}"),
        generate: format!("brinell generate --seed {}{text}", line.seed),
        build: format!("cc -O2{text}"),
        execute: format!("./image{text}"),
        meta: "{}".to_owned(),
        sources: vec![(format!("test{text}.c"), format!("int main(void) {{}}{text}"))],
    }
}

fn bundle(finding: i64, text: &str) -> StoredBundle {
    StoredBundle {
        finding,
        name: format!("bundle-{finding}{text}"),
        title: format!("title{text}"),
        reduced: vec![("reduced.c".to_owned(), format!("int reduced;{text}\n"))],
        expected: format!("must print{text}"),
        actual: format!("does print{text}"),
        never: format!("Line 1 is never executed{text}"),
    }
}

fn run(id: i64, started_ms: i64, ended_ms: Option<i64>, text: &str) -> HuntRun {
    let compiler = RunCompiler {
        name: format!("cc{text}"),
        family: format!("family{text}"),
        version: hostile_version("cc 12.3", text),
    };
    HuntRun {
        id,
        started_ms,
        ended_ms,
        brinell: format!("0.1.0{text}"),
        command: format!("brinell hunt{text}"),
        compilers: vec![compiler],
        programs: 10,
        tokens: 5_000,
    }
}

fn count(verdict: VerdictKind, count: u64, text: &str) -> VerdictCount {
    VerdictCount { compiler: format!("cc{text}"), options: format!("-O2{text}"), verdict, count }
}

fn summary(text: &str) -> HuntSummary {
    let mut summary = HuntSummary { programs: 10, tokens: 5_000, ..HuntSummary::default() };
    summary.counts =
        vec![count(VerdictKind::Ok, 1_234, text), count(VerdictKind::WrongCode, 3, text)];
    summary.cpu.generate = Duration::from_secs(3);
    summary.cpu.compile.insert(format!("cc{text}"), Duration::from_secs(6));
    summary.cpu.run.insert(format!("cc{text}"), Duration::from_secs(1));
    summary
}

const HOSTILE: &str = "</code></pre></details></td></title></style><script>alert(\"1\")</script>\
                       <img src='x' onerror='y'>' \" & &lt; <!-- ]]> \0\x01\x1b[31m\x7f\u{85}\r\n\
                       \u{fffd}\u{202e}<b>";

#[test]
fn hostile_text_stays_text() {
    let first = line(1, &format!("key{HOSTILE}"), HOSTILE);
    let other = FindingLine { id: 2, ..first.clone() };
    let data = Data {
        summary: summary(HOSTILE),
        runs: vec![run(1, 0, Some(60_000), HOSTILE)],
        samples: vec![HuntSample { run: 1, at_ms: 60_000, programs: 10, findings: 1 }],
        findings: vec![first, other],
        bundles: vec![bundle(2, HOSTILE)],
        text: HOSTILE.to_owned(),
    };
    let page = data.page(&format!("dir{HOSTILE}"));
    for word in [
        "dir",
        "cc",
        "-O2",
        "checksum",
        "key",
        "version",
        "expected",
        "actual",
        "said",
        "opinions",
        "./image",
        "test",
        "{}",
        "0.1.0",
        "brinell hunt",
        "cc 12.3",
        "title",
        "int reduced;",
    ] {
        let escaped = format!("{word}&lt;/code&gt;&lt;/pre&gt;");
        assert!(page.contains(&escaped), "no {escaped} in {page}");
    }
    assert!(page.contains("␀␁␛[31m␡\u{fffd}␍\n\u{fffd}[U+202E]&lt;b&gt;"));
}

#[test]
fn an_empty_campaign_says_so() {
    let page = Data::default().page("here");
    assert!(page.contains("No hunt has been here yet"), "{page}");
    assert!(page.contains("2026-11-16 02:58:26"));
    // One that was killed at once.
    let data = Data { runs: vec![run(1, 1_000, None, "")], ..Data::default() };
    let page = data.page("here");
    for words in [
        "No program has been tested yet",
        "unknown: killed, or still running",
        "No run lasted long enough for a plot",
        "No compiler got a program",
        "Nothing was found",
    ] {
        assert!(page.contains(words), "no {words} in {page}");
    }
}

#[test]
fn a_campaign_has_its_numbers_plots_and_findings() {
    let mut doubtful = line(3, "other", "");
    doubtful.verdict = VerdictKind::Unconfirmed;
    let known = FindingLine { known: true, ..line(4, "old", "") };
    doubtful.options = vec!["-O2".to_owned(), String::new()];
    let again = FindingLine { times: 2, ..line(2, "key", "") };
    let first = FindingLine { times: 2, ..line(1, "key", "") };
    let data = Data {
        summary: summary(""),
        runs: vec![run(1, 0, Some(1_800_000), ""), run(2, 9_000_000, Some(10_800_000), "")],
        samples: vec![
            HuntSample { run: 1, at_ms: 900_000, programs: 4, findings: 1 },
            HuntSample { run: 1, at_ms: 1_800_000, programs: 10, findings: 1 },
            HuntSample { run: 2, at_ms: 10_800_000, programs: 10, findings: 3 },
        ],
        findings: vec![first, again, doubtful, known],
        // The second finding of the first bug was worked out.
        bundles: vec![bundle(2, "")],
        text: String::new(),
    };
    let page = data.page("here");
    for words in [
        "1970-01-01 02:30:00",
        "<tr><th>programs per hour</th><td class=\"n\">20</td></tr>",
        "<tr><th>findings that accuse a compiler</th><td class=\"n\">2 (1 bug)</td></tr>",
        "<td>cc 12.3</td><td>all</td>",
        "60.0 %",
        "1,234",
        "<h2>Bugs of compilers</h2>",
        "<h2>Doubtful</h2>",
        "<h2>Known before</h2>",
        "1000001",
        "brinell generate --seed 1000001",
        "1 other finding of this bug",
        "int main(void) {}",
        "<h3><a href=\"#f1\">title</a></h3>",
        "<pre class=\"program\"><code><span>int reduced;</span>\n</code></pre>",
        "Expected of the reduced program",
        "<a href=\"the%20bundles/bundle-2/report.md\">report</a>",
        "<a href=\"the%20bundles/bundle-2/reproduce.sh\">",
        "<dt>different bugs</dt><dd class=\"bad\">1</dd>",
        "<dt>findings</dt><dd>2</dd>",
        "<summary>4 parts took negligible time</summary>",
        "-O2, none",
    ] {
        assert!(page.contains(words), "no {words} in {page}");
    }
    assert_eq!(page.matches("class=\"curve\"").count(), 3);
    assert!(!page.contains("<h2>Bugs of Brinell itself</h2>"));
    // Three programs, what was found of the bug that is reduced, the other one of it, which has no
    // program, and parts without CPU time.
    assert_eq!(page.matches("<details>").count(), 6);
    let order = ["int reduced;", "<h2>Compilers", "<h2>Verdicts", "<h2>Over time", "<h2>CPU time"];
    let places: Vec<_> = order.iter().map(|words| page.find(words).unwrap()).collect();
    assert!(places.is_sorted(), "bugs come first: {places:?}");
    assert!(page.contains("1000002") && !page.contains("--seed 1000002"));
}

#[test]
fn one_sample_and_zeros_can_be_drawn() {
    for (at_ms, programs) in [(0, 0), (1, 0), (10_000, 0), (10_000, 5)] {
        let data = Data {
            runs: vec![run(1, 0, None, "")],
            samples: vec![HuntSample { run: 1, at_ms, programs, findings: 0 }],
            ..Data::default()
        };
        let page = data.page("here");
        assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
        assert_eq!(page.contains("<polyline"), at_ms > 0);
    }
}

#[test]
fn a_large_campaign_stays_small_and_says_what_is_left_out() {
    let samples = (1..=100_000)
        .map(|n| HuntSample { run: 1, at_ms: n * 10_000, programs: n as u64, findings: 0 })
        .collect();
    // Half of them are one bug, the others are all different.
    let findings = (1..=10_000)
        .map(|id| if id <= 5_000 { line(id, "key", "") } else { line(id, &id.to_string(), "") })
        .collect();
    let data = Data {
        summary: summary(""),
        runs: (1..=1_000).map(|id| run(id, id, Some(1_000_000_000), "")).collect(),
        samples,
        findings,
        bundles: Vec::new(),
        text: "x".repeat(100_000),
    };
    let page = data.page("here");
    assert!(page.len() < 26_000_000, "{} bytes", page.len());
    for words in [
        "Of 100,000 samples, the plot of programs shows the means of 240 stretches",
        "The first 800 runs are left out here",
        "4,974 more are left out here; <code>brinell findings here</code>",
        "4,701 bugs are too many to show in full",
        "2,701 more bugs are left out here",
        "bytes left out here",
        "too many programs already",
    ] {
        assert!(page.contains(words), "no {words}");
    }
    for curve in page.split("<polyline").skip(1) {
        let points = curve.split("/>").next().unwrap().matches(',').count();
        assert!((2..=500).contains(&points), "{points} points");
    }
}
