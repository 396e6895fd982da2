//! Reading the store.

use super::triage::{KNOWN, NEARLY};
use super::{Store, StoreError, from_row, verdict_in};
use crate::summary::{HuntSummary, VerdictCount};
use brinell_judge::VerdictKind;
use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;
use std::time::Duration;

/// Which findings.
#[derive(Clone, Debug, Default)]
pub struct FindingFilter {
    /// Of this compiler or family.
    pub compiler: Option<String>,
    /// With this verdict.
    pub verdict: Option<VerdictKind>,
    /// Of this run.
    pub run: Option<i64>,
}

/// A finding in one line.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)] // They are the columns of the table.
pub struct FindingLine {
    pub id: i64,
    pub key: String,
    pub seed: u64,
    pub compiler: String,
    pub options: Vec<String>,
    pub verdict: VerdictKind,
    pub signature: String,
    pub times: i64,
    pub known: bool,
    pub found_ms: i64,
    /// Its bundle in `DIR/bundles`, if it is the first of its bug.
    pub bundle: Option<String>,
    /// The finding of the same bug that has one.
    pub duplicate_of: Option<i64>,
    /// Whether it only looks like that one.
    pub only_alike: bool,
}

impl FindingLine {
    /// Whether it accuses a compiler.
    pub const fn accuses(&self) -> bool {
        self.verdict.is_finding()
    }
}

/// A finding with everything that is known about it.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)] // They are the columns of the table, which has the comments.
pub struct Finding {
    #[serde(flatten)]
    pub line: FindingLine,
    pub run: i64,
    pub sub_seed: u32,
    pub family: String,
    pub version: String,
    pub expected: String,
    pub actual: String,
    pub said: String,
    pub opinions: String,
    pub generate: String,
    pub build: String,
    pub execute: String,
    pub meta: String,
    /// Names and texts; empty where only the seed was kept.
    pub sources: Vec<(String, String)>,
}

/// Whether the store is whole.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Integrity {
    /// What `SQLite` finds; `ok` if nothing.
    pub sqlite: String,
    /// Seeds that are done.
    pub seeds: u64,
    /// Programs that were counted.
    pub programs: u64,
    /// Findings without a bug to belong to, or bugs that count otherwise.
    pub strays: u64,
}

impl Integrity {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.sqlite == "ok" && self.seeds == self.programs && self.strays == 0
    }
}

const LINE: &str = "SELECT f.id, f.key, f.seed, f.compiler, f.options, f.verdict, f.signature, \
                    b.times, b.known, f.found_ms, f.run, f.sub_seed, f.family, f.version, \
                    f.expected, f.actual, f.said, f.opinions, f.generate, f.build, f.execute, \
                    f.meta, t.bundle, t.duplicate_of, t.why FROM findings f \
                    JOIN bugs b ON b.key = f.key LEFT JOIN triage t ON t.finding = f.id";

fn line(row: &Row<'_>) -> rusqlite::Result<FindingLine> {
    let options: String = row.get(4)?;
    Ok(FindingLine {
        id: row.get(0)?,
        key: row.get(1)?,
        seed: from_row(row.get(2)?),
        compiler: row.get(3)?,
        options: serde_json::from_str(&options).unwrap_or_default(),
        verdict: verdict_in(row, 5)?,
        signature: row.get(6)?,
        times: row.get(7)?,
        known: row.get(8)? || row.get::<_, Option<String>>(24)?.as_deref() == Some(KNOWN),
        found_ms: row.get(9)?,
        bundle: row.get(22)?,
        duplicate_of: row.get(23)?,
        only_alike: row.get::<_, Option<String>>(24)?.as_deref() == Some(NEARLY),
    })
}

fn finding(row: &Row<'_>) -> rusqlite::Result<Finding> {
    Ok(Finding {
        line: line(row)?,
        run: row.get(10)?,
        sub_seed: row.get(11)?,
        family: row.get(12)?,
        version: row.get(13)?,
        expected: row.get(14)?,
        actual: row.get(15)?,
        said: row.get(16)?,
        opinions: row.get(17)?,
        generate: row.get(18)?,
        build: row.get(19)?,
        execute: row.get(20)?,
        meta: row.get(21)?,
        sources: Vec::new(),
    })
}

impl Store {
    /// Findings, in the order in which they were found.
    pub fn findings(&self, filter: &FindingFilter) -> Result<Vec<FindingLine>, StoreError> {
        let read = || -> rusqlite::Result<Vec<FindingLine>> {
            self.db
                .prepare(&format!(
                    "{LINE} WHERE (?1 IS NULL OR f.compiler = ?1 OR f.family = ?1) \
                     AND (?2 IS NULL OR f.verdict = ?2) AND (?3 IS NULL OR f.run = ?3) \
                     ORDER BY f.id"
                ))?
                .query_map(
                    params![filter.compiler, filter.verdict.map(VerdictKind::as_str), filter.run],
                    line,
                )?
                .collect()
        };
        read().map_err(|error| self.failed(error))
    }

    /// One finding.
    pub fn finding(&self, id: i64) -> Result<Option<Finding>, StoreError> {
        let read = || -> rusqlite::Result<Option<Finding>> {
            let sql = format!("{LINE} WHERE f.id = ?");
            let found = self.db.query_row(&sql, [id], finding).optional()?;
            let Some(mut found) = found else { return Ok(None) };
            found.sources = self
                .db
                .prepare("SELECT name, text FROM sources WHERE finding = ? ORDER BY name")?
                .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(Some(found))
        };
        read().map_err(|error| self.failed(error))
    }

    /// The numbers of a run, or of all.
    pub fn summary(&self, run: Option<i64>) -> Result<HuntSummary, StoreError> {
        self.summary_inner(run).map_err(|error| self.failed(error))
    }

    fn summary_inner(&self, run: Option<i64>) -> rusqlite::Result<HuntSummary> {
        let mut summary = HuntSummary::default();
        let sql = "SELECT what, sum(count), sum(tokens) FROM programs \
                   WHERE ?1 IS NULL OR run = ?1 GROUP BY what";
        let mut programs = self.db.prepare(sql)?;
        let mut rows = programs.query([run])?;
        while let Some(row) = rows.next()? {
            let (what, count, tokens): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let count = count as u64;
            match what.as_str() {
                "made" => summary.programs = count,
                "hopeless" => summary.hopeless = count,
                _ => summary.our_bugs = count,
            }
            summary.tokens += tokens as u64;
        }
        // -O0, -O1, -O2, -O3, -Os sort well as texts.
        let sql = "SELECT compiler, options, verdict, sum(count) FROM outcomes \
                   WHERE ?1 IS NULL OR run = ?1 GROUP BY compiler, options, verdict \
                   ORDER BY compiler, options, verdict";
        summary.counts = self
            .db
            .prepare(sql)?
            .query_map([run], |row| {
                Ok(VerdictCount {
                    compiler: row.get(0)?,
                    options: row.get(1)?,
                    verdict: verdict_in(row, 2)?,
                    count: row.get::<_, i64>(3)? as u64,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        let sql = "SELECT part, compiler, sum(micros) FROM cpu \
                   WHERE ?1 IS NULL OR run = ?1 GROUP BY part, compiler";
        let mut cpu = self.db.prepare(sql)?;
        let mut rows = cpu.query([run])?;
        while let Some(row) = rows.next()? {
            let (part, compiler, micros): (String, String, i64) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let time = Duration::from_micros(micros as u64);
            match part.as_str() {
                "generate" => summary.cpu.generate += time,
                "machine" => summary.cpu.machine += time,
                "opinions" => summary.cpu.opinions += time,
                "triage" => summary.cpu.triage += time,
                "compile" => drop(summary.cpu.compile.insert(compiler, time)),
                "run" => drop(summary.cpu.run.insert(compiler, time)),
                _ => summary.cpu.ourselves += time,
            }
        }
        Ok(summary)
    }

    /// Whether everything fits together.
    pub fn integrity(&self) -> Result<Integrity, StoreError> {
        let read = || -> rusqlite::Result<Integrity> {
            let sqlite = self.db.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
            let number = |sql: &str| -> rusqlite::Result<u64> {
                self.db.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|n| n as u64)
            };
            Ok(Integrity {
                sqlite,
                seeds: number(
                    "SELECT (SELECT coalesce(sum(below - start), 0) FROM seed_ranges) \
                     + (SELECT count(*) FROM seeds_ahead)",
                )?,
                programs: number("SELECT coalesce(sum(count), 0) FROM programs")?,
                strays: number(
                    "SELECT (SELECT count(*) FROM findings WHERE key NOT IN \
                     (SELECT key FROM bugs)) + (SELECT count(*) FROM bugs b WHERE times != \
                     (SELECT count(*) FROM findings f WHERE f.key = b.key))",
                )?,
            })
        };
        read().map_err(|error| self.failed(error))
    }
}
