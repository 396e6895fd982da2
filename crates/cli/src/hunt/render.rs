//! Reports of a hunt for people, and as JSON.

use super::progress;
use crate::render::option_sets;
use crate::status_line::{StatusLine, say};
use brinell_campaign::{
    BUNDLES, Events, FindingFilter, FindingLine, HuntError, HuntEvent, HuntSettings, HuntSummary,
    Hunted, Snapshot, Store, TriageCounts, TriageResult,
};
use brinell_judge::VerdictKind;
use brinell_report::{BugTally, Standing, bugs};
use brinell_toolchain::{OptionSet, short_version};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// How many findings of one bug are reported; further ones are only counted.
const TOLD_TIMES: i64 = 3;
/// Findings in the list at the end; `brinell findings` lists the rest.
const LISTED: usize = 20;

/// For programs: each event as a line of JSON.
pub struct Json {
    /// Progress in the same measure as in a log.
    told: Option<Instant>,
}

impl Json {
    /// Begins.
    pub const fn new() -> Self {
        Self { told: None }
    }

    /// Tells of a hunt.
    pub fn hunt(
        mut self,
        settings: &HuntSettings,
        hunt: impl FnOnce(&mut dyn Events) -> Result<Hunted, HuntError>,
    ) -> Result<Hunted, HuntError> {
        print(&json!({
            "event": "compilers",
            "dir": settings.dir,
            "compilers": settings.compilers,
        }));
        let hunted = hunt(&mut self)?;
        print(&json!({
            "event": "finished",
            "interrupted": hunted.interrupted,
            "findings": hunted.last.findings,
            "bugs": hunted.last.bugs,
            "fast_path": hunted.last.fast_path_use,
            "triage": hunted.triage,
            "doubtful_set_ups": hunted.doubtful,
            "not_comparable": hunted.last.not_comparable,
            "summary": hunted.summary,
        }));
        Ok(hunted)
    }
}

impl Events for Json {
    fn event(&mut self, event: &HuntEvent) {
        if let HuntEvent::Progress(_) = event {
            if self.told.is_some_and(|told| told.elapsed() < Duration::from_secs(1)) {
                return;
            }
            self.told = Some(Instant::now());
        }
        if let Ok(value) = serde_json::to_value(event) {
            print(&value);
        }
    }
}

fn print(value: &serde_json::Value) {
    // Who does not read on any more does not want to know.
    let _ = writeln!(std::io::stdout().lock(), "{value}");
}

/// For people: a line that moves on a terminal, lines otherwise.
pub struct People {
    line: StatusLine,
}

impl People {
    /// Begins.
    pub fn new() -> Self {
        Self { line: StatusLine::new() }
    }

    /// Tells of a hunt.
    pub fn hunt(
        mut self,
        settings: &HuntSettings,
        hunt: impl FnOnce(&mut dyn Events) -> Result<Hunted, HuntError>,
    ) -> Result<Hunted, HuntError> {
        say(&beginning(settings));
        let hunted = hunt(&mut self)?;
        self.line.clear();
        say(&end(settings, &hunted));
        Ok(hunted)
    }

    fn progress(&mut self, snapshot: &Snapshot) {
        if self.line.is_due() {
            self.line.show_fitted(|columns| match columns {
                Some(columns) => progress::fitted(snapshot, columns),
                None => progress::in_full(snapshot),
            });
        }
    }
}

impl Events for People {
    fn event(&mut self, event: &HuntEvent) {
        let words = match event {
            HuntEvent::Progress(snapshot) => return self.progress(snapshot),
            HuntEvent::Started { seed, done_before: 0, .. } => format!("starting at seed {seed}\n"),
            HuntEvent::Started { seed, done_before, .. } => {
                format!("resuming at seed {seed} after {done_before} programs\n")
            }
            HuntEvent::Found { known: true, .. } => return,
            HuntEvent::Found { times, .. } if *times > TOLD_TIMES => return,
            HuntEvent::Found { id, seed, key, options, finding, times, .. } => {
                let also = match options.len() {
                    0 | 1 => String::new(),
                    _ => format!(" [{}]", option_sets(options)),
                };
                let what = if *finding { "found" } else { "doubtful" };
                let more =
                    if *times == TOLD_TIMES { "; more of these are only counted" } else { "" };
                format!("{what} {id}: {key}{also} (seed {seed}){more}\n")
            }
            HuntEvent::Triaged { finding, result } => match result {
                TriageResult::Bundle(name) => format!("bundle of finding {finding}: {name}\n"),
                // Counted in the summary.
                TriageResult::DuplicateOf(_)
                | TriageResult::LooksLike(_)
                | TriageResult::Known
                | TriageResult::Unsolved(_) => return,
            },
            HuntEvent::DoubtfulSetUp(set_up) => format!("{set_up}\n"),
            HuntEvent::Paused { why } => format!("paused: {why}\n"),
            HuntEvent::Resumed => "resumed\n".to_owned(),
        };
        self.line.clear();
        say(&words);
    }
}

fn beginning(settings: &HuntSettings) -> String {
    let mut words = "testing\n".to_owned();
    for tool in &settings.compilers {
        let sets: Vec<_> = tool.option_sets.iter().map(OptionSet::text).collect();
        let sets = option_sets(&sets);
        let line = format!("  {:<12} {}  {sets}", tool.name, short_version(&tool.version));
        let _ = writeln!(words, "{}", line.trim_end());
    }
    let _ = writeln!(
        words,
        "on {} threads; findings go to {}; Ctrl-C stops",
        settings.jobs,
        settings.dir.display()
    );
    words
}

/// Why results could not be compared, by compiler.
fn not_comparable(compilers: &BTreeMap<String, BTreeMap<String, u64>>) -> String {
    compilers.iter().fold(String::new(), |mut words, (compiler, reasons)| {
        let reasons: Vec<_> = reasons.iter().map(|(why, n)| format!("{why} ({n})")).collect();
        let _ = writeln!(words, "not comparable for {compiler}: {}", reasons.join("; "));
        words
    })
}

pub fn end(settings: &HuntSettings, hunted: &Hunted) -> String {
    let Hunted { summary, last, .. } = hunted;
    let seconds = last.elapsed.as_secs_f64();
    let mut words = format!(
        "\n{} programs in {seconds:.0} s ({:.1}/s), {} tokens\n",
        summary.programs,
        summary.programs as f64 / seconds.max(0.001),
        summary.tokens
    );
    words += &table(settings, summary);
    words += not_run(summary);
    let _ = writeln!(words, "\nCPU time {:.1} s:", summary.cpu.total().as_secs_f64());
    for (name, time) in summary.cpu.parts() {
        let share = summary.cpu.percent(time);
        let _ = writeln!(words, "  {name:<24} {:>9.1} s {share:>5.1} %", time.as_secs_f64());
    }
    if last.fast_path_use.taken() > 0 {
        let _ = writeln!(
            words,
            "fast path: taken {} times, {} unconfirmed suspicions",
            last.fast_path_use.taken(),
            last.fast_path_use.mistaken
        );
    }
    let dir = settings.dir.display();
    words.push('\n');
    words += &not_comparable(&last.not_comparable);
    for set_up in &hunted.doubtful {
        let _ = writeln!(words, "{set_up}");
    }
    words += &found(settings, hunted);
    words += &triage(settings, hunted);
    if last.findings > 0 || hunted.triage != TriageCounts::default() {
        let _ = writeln!(words, "see them with: brinell findings {dir}; brinell show ID {dir}");
    }
    if summary.our_bugs > 0 {
        let _ = writeln!(
            words,
            "{} seeds showed a bug in Brinell: please report what `brinell findings {dir} \
             --verdict our-bug` lists",
            summary.our_bugs
        );
    }
    if hunted.interrupted {
        words += "interrupted\n";
    }
    let _ = writeln!(words, "resume with: {}", settings.command);
    words
}

/// What there is to say about images that were not run.
fn not_run(summary: &HuntSummary) -> &'static str {
    if summary.verdicts(VerdictKind::Compiled) == 0 {
        return "";
    }
    "compiled: the program may be undefined where it is never run, so its image was not run;\n\
     only crashes, hangs and rejections of compilers are looked for\n"
}

/// How many distinct bugs there are, and where.
fn triage(settings: &HuntSettings, hunted: &Hunted) -> String {
    let TriageCounts { bundles, duplicates, alike, known, unsolved, waiting } = hunted.triage;
    let mut words = String::new();
    if bundles > 0 {
        let dir = settings.dir.join(BUNDLES);
        let _ = write!(words, "distinct bugs reduced: {bundles}, in {}", dir.display());
        let _ = writeln!(words, "; duplicates: {duplicates}; probable duplicates: {alike}");
    }
    if known > 0 {
        let _ = writeln!(words, "findings that turned out to be known bugs: {known}");
    }
    if unsolved > 0 {
        let _ = writeln!(words, "findings that triage could not confirm or reduce: {unsolved}");
    }
    if waiting > 0 && settings.triage.is_some_and(|triage| triage.share > 0.0) {
        let dir = settings.dir.display();
        let _ = writeln!(
            words,
            "kinds of findings still to be triaged (by the next run, or `brinell triage {dir}`): {waiting}"
        );
    }
    words
}

/// Verdicts by compiler and options.
fn table(settings: &HuntSettings, summary: &HuntSummary) -> String {
    let mut rows: BTreeMap<(&str, &str), BTreeMap<VerdictKind, u64>> = BTreeMap::new();
    let is_tested = |name: &str| settings.compilers.iter().any(|tool| tool.name == name);
    // Referees are not under test.
    for count in summary.counts.iter().filter(|count| is_tested(&count.compiler)) {
        let row = rows.entry((&count.compiler, &count.options)).or_default();
        *row.entry(count.verdict).or_default() += count.count;
    }
    let name = |(compiler, options): &(&str, &str)| format!("{compiler} {options}");
    let width = rows.keys().map(|key| name(key).chars().count()).max().unwrap_or(0).max(8);
    let mut words = format!("\n{:<width$}  programs  verdicts\n", "compiler");
    for (key, verdicts) in &rows {
        let all: u64 = verdicts.values().sum();
        let list: Vec<_> =
            verdicts.iter().map(|(verdict, count)| format!("{verdict} {count}")).collect();
        let _ = writeln!(words, "{:<width$}  {all:>8}  {}", name(key), list.join(", "));
    }
    words
}

/// What was found: in this run with the bugs, and in all runs of the directory.
fn found(settings: &HuntSettings, hunted: &Hunted) -> String {
    let read = |run: Option<i64>| {
        let filter = FindingFilter { run, ..FindingFilter::default() };
        Store::open(&settings.dir).and_then(|store| store.findings(&filter))
    };
    match (read(Some(hunted.run)), read(None)) {
        (Ok(own), Ok(all)) => found_words(&own, &all),
        // Any number of bugs would be wrong.
        (Err(error), _) | (_, Err(error)) => {
            format!("findings: {}, which cannot be read: {error}\n", hunted.last.findings)
        }
    }
}

fn found_words(own: &[FindingLine], all: &[FindingLine]) -> String {
    let (here, everywhere) = (BugTally::of(own).accusing(), BugTally::of(all).accusing());
    let mut words = match (here.findings, everywhere.findings) {
        (0, 0) => "nothing was found\n".to_owned(),
        (0, _) => "nothing new was found in this run\n".to_owned(),
        _ => format!("findings: {}, different bugs: {}\n", here.findings, here.bugs),
    };
    let groups: Vec<_> =
        bugs(own).into_iter().filter(|group| group.standing == Standing::Accuses).collect();
    for group in groups.iter().take(LISTED) {
        let (first, times) = (group.first, group.others.len() + 1);
        let _ = writeln!(words, "  {:>5}  {times:>5} x  {}", first.id, first.key);
    }
    if groups.len() > LISTED {
        let _ = writeln!(words, "  and {} more", groups.len() - LISTED);
    }
    if everywhere.findings > here.findings {
        let _ = writeln!(
            words,
            "all runs in this directory: findings {}, different bugs {}",
            everywhere.findings, everywhere.bugs
        );
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{found_words, not_comparable};
    use brinell_campaign::FindingLine;
    use brinell_judge::VerdictKind;
    use std::collections::BTreeMap;

    #[test]
    fn the_summary_says_why_results_could_not_be_compared() {
        let reasons = |reasons: &[(&str, u64)]| -> BTreeMap<String, u64> {
            reasons.iter().map(|(why, n)| ((*why).to_owned(), *n)).collect()
        };
        let compilers = BTreeMap::from([
            ("pcc".to_owned(), reasons(&[("packing", 3), ("char-sign", 1)])),
            ("tcc".to_owned(), reasons(&[("packing", 2)])),
        ]);
        assert_eq!(
            not_comparable(&compilers),
            "not comparable for pcc: char-sign (1); packing (3)\n\
             not comparable for tcc: packing (2)\n"
        );
        assert_eq!(not_comparable(&BTreeMap::new()), "");
    }

    #[test]
    fn what_earlier_runs_found_is_not_denied() {
        let line = |id, key: &str| FindingLine {
            id,
            key: key.to_owned(),
            seed: 0,
            compiler: "tcc".to_owned(),
            options: Vec::new(),
            verdict: VerdictKind::WrongCode,
            signature: String::new(),
            times: 1,
            known: false,
            found_ms: 0,
            bundle: None,
            duplicate_of: None,
            only_alike: false,
        };
        assert_eq!(found_words(&[], &[]), "nothing was found\n");
        let all = [line(1, "a"), line(2, "a"), line(3, "b")];
        assert_eq!(
            found_words(&[], &all),
            "nothing new was found in this run\n\
             all runs in this directory: findings 3, different bugs 2\n"
        );
        assert_eq!(
            found_words(&all[1..], &all),
            "findings: 2, different bugs: 2\n      2      1 x  a\n      3      1 x  b\n\
             all runs in this directory: findings 3, different bugs 2\n"
        );
        // A bug of Brinell accuses no compiler.
        let ours = FindingLine { verdict: VerdictKind::OurBug, ..line(1, "c") };
        assert_eq!(
            found_words(std::slice::from_ref(&ours), std::slice::from_ref(&ours)),
            "nothing was found\n"
        );
    }
}
