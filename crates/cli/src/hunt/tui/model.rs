//! What the screen shows: the state of the hunt as its events tell it, and what was typed.

use crate::hunt::progress;
use crate::show;
use brinell_campaign::{
    BUNDLES, FindingFilter, FindingLine, HuntControl, HuntEvent, HuntSettings, Snapshot, Store,
    TriageResult, read_bundle,
};
use brinell_report::{BugTally, Standing, bugs};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How often throughput is measured.
const MEASURE: Duration = Duration::from_secs(2);
/// Over how many measures it is averaged: programs of a hunt differ in size by far.
const AVERAGED: usize = 5;
/// Measures that are kept: as many columns as a wide terminal has.
const KEPT: usize = 400;
/// Messages that are kept.
const MESSAGES: usize = 50;

/// What fills the screen.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ScreenView {
    /// The hunt.
    Hunt,
    /// A finding; its text, and the first line that is seen.
    Finding {
        /// Its number.
        id: i64,
        /// Everything about it.
        lines: Vec<String>,
        /// The first line on the screen.
        top: usize,
    },
    /// The keys.
    Help,
}

/// A bug in the list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BugRow {
    /// The finding to open: the one with the reduced program, else the first.
    pub id: i64,
    /// The compiler.
    pub compiler: String,
    /// The verdict.
    pub verdict: String,
    /// Findings of it.
    pub times: usize,
    /// The results of triage.
    pub state: &'static str,
    /// The title of its report, or its signature.
    pub what: String,
}

/// Everything that is drawn.
pub struct Model {
    /// The directory of the hunt.
    pub dir: PathBuf,
    /// Names of the compilers under test.
    pub compilers: Vec<String>,
    /// Where the hunt stands.
    pub snapshot: Snapshot,
    /// Programs an hour, oldest first.
    pub rates: VecDeque<u64>,
    /// Bugs, the newest first.
    pub rows: Vec<BugRow>,
    /// Bugs and findings that accuse a compiler, in all runs here.
    pub found: brinell_report::BugCount,
    /// Which of the rows is selected.
    pub selected: usize,
    /// What fills the screen.
    pub view: ScreenView,
    /// Messages, the newest last.
    pub messages: VecDeque<String>,
    /// Lines that a page has, as it was drawn the last time.
    pub page: usize,
    /// Rows that the text of a finding has, as it was drawn the last time.
    pub text_rows: usize,
    /// Why the hunt waits for this computer, if it does.
    pub trouble: Option<String>,
    control: HuntControl,
    findings: Vec<FindingLine>,
    titles: BTreeMap<i64, String>,
    measured: VecDeque<(Duration, u64)>,
}

impl Model {
    /// Begins.
    pub fn new(settings: &HuntSettings, control: HuntControl) -> Self {
        let compilers = settings.compilers.iter().map(|tool| tool.name.clone()).collect();
        Self::of(settings.dir.clone(), compilers, control)
    }

    /// Of a hunt in a directory, with these compilers.
    pub fn of(dir: PathBuf, compilers: Vec<String>, control: HuntControl) -> Self {
        Self {
            dir,
            compilers,
            snapshot: Snapshot::default(),
            rates: VecDeque::new(),
            rows: Vec::new(),
            found: brinell_report::BugCount::default(),
            selected: 0,
            view: ScreenView::Hunt,
            messages: VecDeque::new(),
            page: 1,
            text_rows: 0,
            trouble: None,
            control,
            findings: Vec::new(),
            titles: BTreeMap::new(),
            measured: VecDeque::new(),
        }
    }

    /// Whether the hunt is ending.
    pub fn is_stopping(&self) -> bool {
        self.control.is_stopping()
    }

    /// Whether it was asked to pause.
    pub fn is_paused(&self) -> bool {
        self.control.is_paused()
    }

    /// Takes an event.
    pub fn event(&mut self, event: HuntEvent) {
        match event {
            HuntEvent::Started { seed, done_before, .. } => {
                self.message(&match done_before {
                    0 => format!("started at seed {seed}"),
                    _ => format!("resumed at seed {seed}, after {done_before} programs"),
                });
                self.read_earlier();
            }
            HuntEvent::Progress(snapshot) => self.progress(snapshot),
            HuntEvent::Found {
                id,
                seed,
                key,
                verdict,
                compiler,
                options,
                signature,
                times,
                known,
                ..
            } => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                self.findings.push(FindingLine {
                    id,
                    key,
                    seed,
                    compiler,
                    options,
                    verdict,
                    signature,
                    times,
                    known,
                    found_ms: i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
                    bundle: None,
                    duplicate_of: None,
                    only_alike: false,
                });
                self.list();
            }
            HuntEvent::Triaged { finding, result } => self.triaged(finding, &result),
            HuntEvent::DoubtfulSetUp(set_up) => self.message(&set_up.to_string()),
            HuntEvent::Paused { why } => {
                self.message(&format!("waiting: {why}"));
                self.trouble = Some(why);
            }
            HuntEvent::Resumed => self.trouble = None,
        }
    }

    /// What runs before this one found here.
    fn read_earlier(&mut self) {
        let found = Store::open(&self.dir).and_then(|s| s.findings(&FindingFilter::default()));
        match found {
            Ok(findings) => self.findings = findings,
            Err(error) => self.message(&format!("earlier findings cannot be read: {error}")),
        }
        let bundles = self.findings.iter().filter(|line| line.bundle.is_some());
        for line in bundles.cloned().collect::<Vec<_>>() {
            self.read_title(line.id, line.bundle.as_deref().unwrap_or_default());
        }
        self.list();
    }

    fn read_title(&mut self, id: i64, bundle: &str) {
        if let Some(bundle) = read_bundle(&self.dir, id, bundle) {
            self.titles.insert(id, bundle.title);
        }
    }

    fn progress(&mut self, snapshot: Snapshot) {
        let last = self.measured.back().map_or(Duration::ZERO, |(at, _)| *at);
        if snapshot.elapsed >= last + MEASURE {
            self.measured.push_back((snapshot.elapsed, snapshot.programs));
            let (at, programs) = self.measured.front().copied().unwrap_or_default();
            let (time, made) = (snapshot.elapsed.saturating_sub(at), snapshot.programs - programs);
            if !time.is_zero() {
                self.rates.push_back((made as f64 * 3600.0 / time.as_secs_f64()) as u64);
            }
            if self.measured.len() > AVERAGED {
                self.measured.pop_front();
            }
            if self.rates.len() > KEPT {
                self.rates.pop_front();
            }
        }
        let in_hand = |snapshot: &Snapshot| snapshot.triage_now.map(|now| now.finding);
        let other = in_hand(&self.snapshot) != in_hand(&snapshot);
        self.snapshot = snapshot;
        if other {
            self.list();
        }
    }

    fn triaged(&mut self, finding: i64, result: &TriageResult) {
        if let Some(line) = self.findings.iter_mut().find(|line| line.id == finding) {
            match result {
                TriageResult::Bundle(name) => line.bundle = Some(name.clone()),
                TriageResult::DuplicateOf(first) => line.duplicate_of = Some(*first),
                TriageResult::LooksLike(first) => {
                    (line.duplicate_of, line.only_alike) = (Some(*first), true);
                }
                TriageResult::Known => line.known = true,
                TriageResult::Unsolved(_) => {}
            }
        }
        match result {
            TriageResult::Bundle(name) => {
                self.read_title(finding, name);
                let place = self.dir.join(BUNDLES).join(name);
                self.message(&format!("finding {finding} is reduced: {}", place.display()));
            }
            TriageResult::Unsolved(why) => {
                self.message(&format!("triage of finding {finding}: {why}"));
            }
            TriageResult::DuplicateOf(first) | TriageResult::LooksLike(first) => {
                self.message(&format!("finding {finding} is the bug of finding {first}"));
            }
            TriageResult::Known => self.message(&format!("finding {finding} is a known bug")),
        }
        self.list();
        if let ScreenView::Finding { id, top, .. } = self.view
            && id == finding
        {
            self.open(id, top);
        }
    }

    fn message(&mut self, words: &str) {
        let time = progress::clock(self.snapshot.elapsed);
        self.messages.push_back(format!("{time}  {words}"));
        if self.messages.len() > MESSAGES {
            self.messages.pop_front();
        }
    }

    /// Makes the list of bugs; the selected one stays selected.
    fn list(&mut self) {
        let selected = self.rows.get(self.selected).map(|row| row.id);
        self.found = BugTally::of(&self.findings).accusing();
        let mut groups = bugs(&self.findings);
        groups.retain(|group| group.standing != Standing::Known);
        groups.sort_by_key(|group| std::cmp::Reverse(group.first.id));
        let now = self.snapshot.triage_now.map(|now| now.finding);
        self.rows = groups
            .iter()
            .map(|group| {
                let all = || std::iter::once(group.first).chain(group.others.iter().copied());
                let reduced = all().find(|line| line.bundle.is_some());
                let shown = reduced.unwrap_or(group.first);
                let title = reduced.and_then(|line| self.titles.get(&line.id)).cloned();
                BugRow {
                    id: shown.id,
                    compiler: shown.compiler.clone(),
                    verdict: shown.verdict.to_string(),
                    times: all().count(),
                    state: match group.standing {
                        Standing::Doubtful => "doubtful",
                        Standing::OurBug => "ours",
                        _ if group.bug.is_some() => "reduced",
                        _ if all().any(|line| Some(line.id) == now) => "in triage",
                        _ => "found",
                    },
                    what: title.unwrap_or_else(|| shown.signature.clone()),
                }
            })
            .collect();
        let place = |id| self.rows.iter().position(|row| row.id == id);
        // At the top the newest stays selected.
        let kept = if self.selected == 0 { None } else { selected.and_then(place) };
        self.selected = kept.unwrap_or(0);
    }

    /// Takes a key; says whether to leave at once.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let ctrl_c = key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL;
        if ctrl_c && self.is_stopping() {
            return true;
        }
        if ctrl_c {
            self.control.stop();
            return false;
        }
        match (&mut self.view, key.code) {
            (ScreenView::Hunt, KeyCode::Char('q')) => self.control.stop(),
            (_, KeyCode::Char('q') | KeyCode::Esc | KeyCode::Left | KeyCode::Backspace) => {
                self.view = ScreenView::Hunt;
            }
            (_, KeyCode::Char('p' | ' ')) => self.control.pause(!self.control.is_paused()),
            (ScreenView::Help, KeyCode::Char('?' | 'h')) => self.view = ScreenView::Hunt,
            (_, KeyCode::Char('?' | 'h') | KeyCode::F(1)) => self.view = ScreenView::Help,
            (ScreenView::Hunt, KeyCode::Enter | KeyCode::Right) => {
                if let Some(row) = self.rows.get(self.selected) {
                    self.open(row.id, 0);
                }
            }
            (_, code) => self.walk(code),
        }
        false
    }

    /// Moves the selection, or the text of a finding.
    fn walk(&mut self, code: KeyCode) {
        let page = self.page.max(1);
        let (at, most) = match &mut self.view {
            ScreenView::Hunt => (&mut self.selected, self.rows.len().saturating_sub(1)),
            ScreenView::Finding { top, .. } => (top, self.text_rows.saturating_sub(page)),
            ScreenView::Help => return,
        };
        *at = match code {
            KeyCode::Up | KeyCode::Char('k') => at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => *at + 1,
            KeyCode::PageUp | KeyCode::Char('b') => at.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char('f') => *at + page,
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => most,
            _ => *at,
        }
        .min(most);
    }

    /// Shows everything about a finding.
    fn open(&mut self, id: i64, top: usize) {
        let text = match show::load(id, &self.dir) {
            Ok(finding) => {
                let mut text = show::describe(&finding, &self.dir);
                for (name, source) in &finding.sources {
                    let _ = write!(text, "\n{name}, as it was found:\n\n{source}");
                }
                text
            }
            Err(error) => format!("{error:#}"),
        };
        // What a compiler says may have tabs, and worse.
        let clean = |line: &str| -> String {
            line.replace('\t', "    ").chars().filter(|c| !c.is_control()).collect()
        };
        self.view = ScreenView::Finding { id, lines: text.lines().map(clean).collect(), top };
    }
}
