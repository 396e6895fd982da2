//! A hunt as people see it, and as programs do.

use crate::render::option_sets;
use crate::status_line::{StatusLine, say};
use brinell_campaign::{
    BUNDLES, CpuSplit, Events, HuntError, HuntEvent, HuntSettings, HuntSummary, Hunted, Snapshot,
    TriageCounts, TriageResult,
};
use brinell_judge::VerdictKind;
use brinell_toolchain::{OptionSet, short_version};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// Times that one bug is told of; then it is only counted.
const TOLD_TIMES: i64 = 3;
/// Findings in the list at the end; the rest is one command away.
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
            self.line.show(&progress_line(snapshot));
        }
    }
}

impl Events for People {
    fn event(&mut self, event: &HuntEvent) {
        let words = match event {
            HuntEvent::Progress(snapshot) => return self.progress(snapshot),
            HuntEvent::Started { seed, done_before: 0, .. } => format!("from seed {seed} on\n"),
            HuntEvent::Started { seed, done_before, .. } => {
                format!("going on from seed {seed}; {done_before} programs were done here before\n")
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
                // In the table, for those who want to know.
                TriageResult::DuplicateOf(_)
                | TriageResult::LooksLike(_)
                | TriageResult::Known
                | TriageResult::Unsolved(_) => return,
            },
            HuntEvent::DoubtfulSetUp(set_up) => format!("{set_up}\n"),
            HuntEvent::Paused { why } => format!("paused: {why}\n"),
            HuntEvent::Resumed => "going on\n".to_owned(),
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

fn progress_line(snapshot: &Snapshot) -> String {
    let seconds = snapshot.elapsed.as_secs();
    let rate = snapshot.programs as f64 / snapshot.elapsed.as_secs_f64().max(0.001);
    let mut line = format!(
        "{}:{:02}:{:02}  {} programs, {rate:.1}/s  {}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        snapshot.programs,
        cpu_shares(&snapshot.cpu),
    );
    for (verdict, count) in &snapshot.verdicts {
        let _ = write!(line, "  {verdict} {count}");
    }
    let _ = write!(line, "  bugs {}", snapshot.bugs);
    line
}

fn cpu_shares(cpu: &CpuSplit) -> String {
    let share = |part| cpu.percent(part);
    format!(
        "compile {:.0} % run {:.0} % generate {:.1} % machine {:.1} % opinions {:.1} % triage {:.1} % \
         ourselves {:.1} %",
        share(cpu.compiling()),
        share(cpu.running()),
        share(cpu.generate),
        share(cpu.machine),
        share(cpu.opinions),
        share(cpu.triage),
        share(cpu.ourselves)
    )
}

/// Why results could not be compared, by compiler.
fn not_comparable(compilers: &BTreeMap<String, BTreeMap<String, u64>>) -> String {
    compilers.iter().fold(String::new(), |mut words, (compiler, reasons)| {
        let reasons: Vec<_> = reasons.iter().map(|(why, n)| format!("{why} ({n})")).collect();
        let _ = writeln!(words, "not comparable for {compiler}: {}", reasons.join("; "));
        words
    })
}

fn end(settings: &HuntSettings, hunted: &Hunted) -> String {
    let Hunted { summary, last, .. } = hunted;
    let seconds = last.elapsed.as_secs_f64();
    let mut words = format!(
        "\n{} programs in {seconds:.0} s ({:.1}/s), {} tokens\n",
        summary.programs,
        summary.programs as f64 / seconds.max(0.001),
        summary.tokens
    );
    words += &table(summary);
    let _ = writeln!(words, "\nCPU time {:.1} s:", summary.cpu.total().as_secs_f64());
    for (name, time) in summary.cpu.parts() {
        let share = summary.cpu.percent(time);
        let _ = writeln!(words, "  {name:<24} {:>9.1} s {share:>5.1} %", time.as_secs_f64());
    }
    if last.fast_path_use.taken() > 0 {
        let _ = writeln!(
            words,
            "fast path: taken {} times; {} times wrongly in doubt",
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
    if last.findings > 0 {
        words += &bug_list(settings, hunted);
        words += &triage(settings, hunted);
        let _ = writeln!(words, "see them with: brinell findings {dir}; brinell show ID {dir}");
    } else {
        words += "nothing was found\n";
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

/// How many distinct bugs there are, and where.
fn triage(settings: &HuntSettings, hunted: &Hunted) -> String {
    let TriageCounts { bundles, duplicates, alike, known, unsolved, waiting } = hunted.triage;
    let mut words = String::new();
    if bundles > 0 {
        let dir = settings.dir.join(BUNDLES);
        let _ = write!(words, "distinct bugs worked out: {bundles}, in {}", dir.display());
        let _ = writeln!(words, "; the same again: {duplicates}; like one of them: {alike}");
    }
    if known > 0 {
        let _ = writeln!(words, "findings that turned out to be known bugs: {known}");
    }
    if unsolved > 0 {
        let _ = writeln!(words, "findings that could not be worked out: {unsolved}");
    }
    if waiting > 0 && settings.triage.is_some_and(|triage| triage.share > 0.0) {
        let dir = settings.dir.display();
        let _ = writeln!(
            words,
            "kinds of findings that wait for the next run, or for `brinell triage {dir}`: {waiting}"
        );
    }
    words
}

/// Verdicts by compiler and options.
fn table(summary: &HuntSummary) -> String {
    let mut rows: BTreeMap<(&str, &str), BTreeMap<VerdictKind, u64>> = BTreeMap::new();
    for count in &summary.counts {
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

/// The bugs of this run, each with its first finding.
fn bug_list(settings: &HuntSettings, hunted: &Hunted) -> String {
    use brinell_campaign::{FindingFilter, Store};
    let filter = FindingFilter { run: Some(hunted.run), ..FindingFilter::default() };
    let findings = Store::open(&settings.dir).and_then(|store| store.findings(&filter));
    let mut bugs: Vec<(&str, i64, u64)> = Vec::new();
    let findings = match findings {
        Ok(findings) => findings,
        // A number of bugs would be a lie.
        Err(error) => {
            return format!("findings: {}; they cannot be read: {error}\n", hunted.last.findings);
        }
    };
    for finding in findings.iter().filter(|finding| !finding.known && finding.accuses()) {
        match bugs.iter_mut().find(|(key, _, _)| *key == finding.key) {
            Some((_, _, times)) => *times += 1,
            None => bugs.push((&finding.key, finding.id, 1)),
        }
    }
    let mut words =
        format!("findings: {}, bugs that look different: {}\n", hunted.last.findings, bugs.len());
    for (key, id, times) in bugs.iter().take(LISTED) {
        let _ = writeln!(words, "  {id:>5}  {times:>5} x  {key}");
    }
    if bugs.len() > LISTED {
        let _ = writeln!(words, "  and {} more", bugs.len() - LISTED);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::not_comparable;
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
}
