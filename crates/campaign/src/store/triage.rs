//! The results of triage.

use super::{Store, StoreError, now_ms, verdict_in};
use brinell_judge::VerdictKind;
use brinell_triage::Features;
use rusqlite::params;
use serde::Serialize;

/// Why something is put with another, where it is not the same without doubt.
pub(super) const NEARLY: &str = "its reduced program is nearly equal";

/// Why something that was worked out has no bundle: it is known.
pub(super) const KNOWN: &str = "it is a known bug";

/// The result of triage for one finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Triaged {
    /// The finding.
    pub finding: i64,
    /// The result.
    pub result: TriageResult,
    /// What duplicates are recognised by, if it could be worked out.
    pub features: Option<Features>,
}

/// The results of triage.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TriageResult {
    /// A bug that was not there before; the name of its bundle.
    Bundle(String),
    /// The bug of this finding.
    DuplicateOf(i64),
    /// Probably the bug of this finding: the reduced programs are nearly equal.
    LooksLike(i64),
    /// A bug on the list of known ones.
    Known,
    /// It could not be worked out; why.
    Unsolved(String),
}

/// A finding that has not been triaged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Untriaged {
    /// The finding.
    pub id: i64,
    /// What it has in common with others of its bug.
    pub key: String,
    /// Its signature.
    pub signature: String,
    /// The verdict.
    pub verdict: VerdictKind,
    /// How often its bug was seen.
    pub times: u64,
    /// Bytes of its program.
    pub bytes: u64,
}

/// How far triage is.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct TriageCounts {
    /// Bundles: distinct bugs.
    pub bundles: u64,
    /// Findings that are one of these again.
    pub duplicates: u64,
    /// Findings that look like one of these.
    pub alike: u64,
    /// Findings that turned out to be known bugs.
    pub known: u64,
    /// Findings that could not be worked out.
    pub unsolved: u64,
    /// Keys of which no finding was triaged.
    pub waiting: u64,
}

/// The verdicts that accuse somebody, as SQL has them.
fn accusing() -> Vec<String> {
    let accuse = VerdictKind::ALL.into_iter().filter(|kind| kind.is_finding());
    accuse.map(|kind| format!("'{kind}'")).collect()
}

impl Store {
    /// Records a result of triage. It is on disk when this returns, as the bundle already is.
    pub fn record_triage(&mut self, triaged: &Triaged) -> Result<(), StoreError> {
        let (bundle, duplicate_of, why) = match &triaged.result {
            TriageResult::Bundle(name) => (Some(name), None, ""),
            TriageResult::DuplicateOf(first) => (None, Some(first), ""),
            TriageResult::LooksLike(first) => (None, Some(first), NEARLY),
            TriageResult::Known => (None, None, KNOWN),
            TriageResult::Unsolved(why) => (None, None, why.as_str()),
        };
        let features = triaged.features.as_ref().map(serde_json::to_string);
        let features = features.and_then(Result::ok).unwrap_or_default();
        let write = || -> rusqlite::Result<()> {
            self.db.pragma_update(None, "synchronous", "full")?;
            let sql = "INSERT OR REPLACE INTO triage \
                       (finding, bundle, duplicate_of, why, features, done_ms) \
                       VALUES (?, ?, ?, ?, ?, ?)";
            let values = params![triaged.finding, bundle, duplicate_of, why, features, now_ms()];
            self.db.execute(sql, values).map(drop)
        };
        write().map_err(|error| self.failed(error))
    }

    /// All results of triage, in order, with the keys of the findings.
    pub fn triaged(&self) -> Result<Vec<(String, Triaged)>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(String, Triaged)>> {
            let sql = "SELECT f.key, t.finding, t.bundle, t.duplicate_of, t.why, t.features \
                       FROM triage t JOIN findings f ON f.id = t.finding \
                       ORDER BY t.done_ms, t.finding";
            self.db
                .prepare(sql)?
                .query_map([], |row| {
                    let features: String = row.get(5)?;
                    let result = match (row.get(2)?, row.get(3)?) {
                        (Some(name), _) => TriageResult::Bundle(name),
                        (None, Some(first)) if row.get::<_, String>(4)? == NEARLY => {
                            TriageResult::LooksLike(first)
                        }
                        (None, Some(first)) => TriageResult::DuplicateOf(first),
                        (None, None) if row.get::<_, String>(4)? == KNOWN => TriageResult::Known,
                        (None, None) => TriageResult::Unsolved(row.get(4)?),
                    };
                    let features = serde_json::from_str(&features).ok();
                    Ok((row.get(0)?, Triaged { finding: row.get(1)?, result, features }))
                })?
                .collect()
        };
        read().map_err(|error| self.failed(error))
    }

    /// Findings that were not triaged: those that accuse a compiler, are not known, and whose
    /// text was kept.
    pub fn untriaged(&self) -> Result<Vec<Untriaged>, StoreError> {
        self.untriaged_where("s.finding IS NOT NULL")
    }

    /// The same of which only the seed was kept.
    pub fn untriaged_seeds(&self) -> Result<Vec<Untriaged>, StoreError> {
        self.untriaged_where("s.finding IS NULL")
    }

    /// How many kinds of findings wait for triage: keys of which no finding was triaged.
    pub fn waiting_for_triage(&self) -> Result<u64, StoreError> {
        let sql = format!(
            "SELECT count(DISTINCT f.key) FROM findings f JOIN bugs b ON b.key = f.key \
             WHERE NOT b.known AND f.verdict IN ({}) \
             AND f.id IN (SELECT finding FROM sources) AND f.key NOT IN \
             (SELECT seen.key FROM findings seen JOIN triage t ON t.finding = seen.id)",
            accusing().join(", ")
        );
        let number = self.db.query_row(&sql, [], |row| row.get::<_, i64>(0));
        number.map(|number| number as u64).map_err(|error| self.failed(error))
    }

    fn untriaged_where(&self, kept: &str) -> Result<Vec<Untriaged>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Untriaged>> {
            let sql = format!(
                "SELECT f.id, f.key, f.signature, f.verdict, b.times, \
                 coalesce(sum(length(s.text)), 0) FROM findings f JOIN bugs b ON b.key = f.key \
                 LEFT JOIN sources s ON s.finding = f.id WHERE {kept} AND NOT b.known \
                 AND f.verdict IN ({}) \
                 AND f.id NOT IN (SELECT finding FROM triage) GROUP BY f.id",
                accusing().join(", ")
            );
            self.db
                .prepare(&sql)?
                .query_map([], |row| {
                    Ok(Untriaged {
                        id: row.get(0)?,
                        key: row.get(1)?,
                        signature: row.get(2)?,
                        verdict: verdict_in(row, 3)?,
                        times: row.get::<_, i64>(4)? as u64,
                        bytes: row.get::<_, i64>(5)? as u64,
                    })
                })?
                .collect()
        };
        read().map_err(|error| self.failed(error))
    }

    /// How far triage is.
    pub fn triage_counts(&self) -> Result<TriageCounts, StoreError> {
        let count = |sql: &str| -> Result<u64, StoreError> {
            let number = self.db.query_row(sql, [], |row| row.get::<_, i64>(0));
            number.map(|number| number as u64).map_err(|error| self.failed(error))
        };
        let triage = |what: &str| count(&format!("SELECT count(*) FROM triage WHERE {what}"));
        Ok(TriageCounts {
            bundles: triage("bundle IS NOT NULL")?,
            duplicates: triage("duplicate_of IS NOT NULL AND why = ''")?,
            alike: triage("duplicate_of IS NOT NULL AND why <> ''")?,
            known: triage(&format!("why = '{KNOWN}'"))?,
            unsolved: triage(&format!(
                "bundle IS NULL AND duplicate_of IS NULL AND why <> '{KNOWN}'"
            ))?,
            waiting: self.waiting_for_triage()?,
        })
    }
}
