//! Writing the store, one transaction per seed.

use super::{Store, StoreError, from_row, now_ms, to_row};
use crate::cpu::CpuSplit;
use crate::fast_path::FastPathUse;
use brinell_judge::VerdictKind;
use rusqlite::{OptionalExtension, Transaction, params};
use std::collections::BTreeSet;
use std::time::Duration;

/// Programs whose text is kept, for each bug: enough to choose from. Others can be made again from
/// their seeds.
const TEXTS_PER_BUG: i64 = 20;

/// The start of a hunt.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// The version of Brinell.
    pub brinell: String,
    /// The command line.
    pub command: String,
    /// Settings, as JSON.
    pub settings: String,
    /// Compilers, as JSON.
    pub compilers: String,
}

/// Seeds from one on: which of them are done.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SeedRange {
    /// The first.
    pub start: u64,
    /// All before this one are done.
    pub below: u64,
    /// These are done too.
    pub ahead: BTreeSet<u64>,
}

/// The result of generating the program of a seed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum SeedYield {
    /// A program.
    Made,
    /// No acceptable program.
    Hopeless,
    /// A program that the machine refuses, or a panic: our bug.
    OurBug,
}

impl SeedYield {
    /// Its name in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Hopeless => "hopeless",
            Self::OurBug => "our-bug",
        }
    }
}

/// All results of one seed.
#[derive(Clone, Debug)]
pub struct SeedRecord {
    /// The seed.
    pub seed: u64,
    /// Whether there was a program.
    pub what: SeedYield,
    /// Its tokens.
    pub tokens: usize,
    /// A verdict for each compiler and option set.
    pub verdicts: Vec<(String, String, VerdictKind)>,
    /// Compilers for which it could not be compared, and why; told, and not kept.
    pub not_comparable: Vec<(String, String)>,
    /// What is worth keeping.
    pub findings: Vec<NewFinding>,
    /// What it took.
    pub cpu: CpuSplit,
    /// How often the fast path was taken; told, and not kept.
    pub fast_path_use: FastPathUse,
}

/// Something worth keeping.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)] // They are the columns of the table, which has the comments.
pub struct NewFinding {
    pub key: String,
    pub known: bool,
    pub sub_seed: u32,
    pub compiler: String,
    pub family: String,
    pub version: String,
    pub options: Vec<String>,
    pub verdict: VerdictKind,
    pub signature: String,
    pub expected: String,
    pub actual: String,
    pub said: String,
    pub opinions: String,
    pub generate: String,
    pub build: String,
    pub execute: String,
    pub meta: String,
    pub sources: Vec<(String, String)>,
}

/// The fate of a finding.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct RecordedFinding {
    /// Its number.
    pub id: i64,
    /// How often its bug was seen, with this time.
    pub times: i64,
}

impl Store {
    /// Begins a run, and gives its number.
    pub fn begin_run(&mut self, run: &NewRun) -> Result<i64, StoreError> {
        let values = params![now_ms(), run.brinell, run.command, run.settings, run.compilers];
        let sql = "INSERT INTO runs (started_ms, brinell, command, settings, compilers) \
                   VALUES (?, ?, ?, ?, ?)";
        self.db.execute(sql, values).map_err(|error| self.failed(error))?;
        Ok(self.db.last_insert_rowid())
    }

    /// Ends a run.
    pub fn end_run(&mut self, run: i64) -> Result<(), StoreError> {
        let done =
            self.db.execute("UPDATE runs SET ended_ms = ? WHERE id = ?", params![now_ms(), run]);
        done.map(drop).map_err(|error| self.failed(error))
    }

    /// The seeds to go on with: from `start` on if it is given, else those that were last in use,
    /// else from `fresh` on.
    pub fn seeds(&mut self, start: Option<u64>, fresh: u64) -> Result<SeedRange, StoreError> {
        self.seeds_inner(start, fresh).map_err(|error| self.failed(error))
    }

    fn seeds_inner(&mut self, start: Option<u64>, fresh: u64) -> rusqlite::Result<SeedRange> {
        let change = self.db.transaction()?;
        let last_used = "SELECT start FROM seed_ranges ORDER BY used_ms DESC, rowid DESC LIMIT 1";
        let start = match start {
            Some(start) => start,
            None => change
                .query_row(last_used, [], |row| row.get(0))
                .optional()?
                .map_or(fresh, from_row),
        };
        let key = to_row(start);
        change.execute(
            "INSERT INTO seed_ranges (start, below, used_ms) VALUES (?1, ?1, ?2) \
             ON CONFLICT DO UPDATE SET used_ms = ?2",
            params![key, now_ms()],
        )?;
        let sql = "SELECT below FROM seed_ranges WHERE start = ?";
        let below = change.query_row(sql, [key], |row| row.get(0)).map(from_row)?;
        let ahead = change
            .prepare("SELECT seed FROM seeds_ahead WHERE start = ?")?
            .query_map([key], |row| row.get(0).map(from_row))?
            .collect::<rusqlite::Result<_>>()?;
        change.commit()?;
        Ok(SeedRange { start, below, ahead })
    }

    /// Records all of a seed in one transaction, and moves the range on. Findings come back with
    /// their numbers, in their order.
    pub fn record(
        &mut self,
        run: i64,
        range: &mut SeedRange,
        outcome: &SeedRecord,
    ) -> Result<Vec<RecordedFinding>, StoreError> {
        self.record_inner(run, range, outcome).map_err(|error| self.failed(error))
    }

    fn record_inner(
        &mut self,
        run: i64,
        range: &mut SeedRange,
        outcome: &SeedRecord,
    ) -> rusqlite::Result<Vec<RecordedFinding>> {
        // To the disk itself, where something was found.
        let synchronous = if outcome.findings.is_empty() { "normal" } else { "full" };
        self.db.pragma_update(None, "synchronous", synchronous)?;
        let change = self.db.transaction()?;
        let mut moved = range.clone();
        mark_done(&change, &mut moved, outcome.seed)?;
        change
            .prepare_cached(
                "INSERT INTO programs (run, what, count, tokens) VALUES (?, ?, 1, ?) \
                 ON CONFLICT DO UPDATE SET count = count + 1, tokens = tokens + excluded.tokens",
            )?
            .execute(params![run, outcome.what.as_str(), outcome.tokens as i64])?;
        let mut count = change.prepare_cached(
            "INSERT INTO outcomes (run, compiler, options, verdict, count) VALUES (?, ?, ?, ?, 1) \
             ON CONFLICT DO UPDATE SET count = count + 1",
        )?;
        for (compiler, options, verdict) in &outcome.verdicts {
            count.execute(params![run, compiler, options, verdict.as_str()])?;
        }
        drop(count);
        spend(&change, run, &outcome.cpu)?;
        let recorded = outcome
            .findings
            .iter()
            .map(|finding| keep(&change, run, outcome.seed, finding))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        change.commit()?;
        *range = moved;
        Ok(recorded)
    }

    /// Records CPU time that belongs to no seed.
    pub fn spend(&mut self, run: i64, cpu: &CpuSplit) -> Result<(), StoreError> {
        spend(&self.db, run, cpu).map_err(|error| self.failed(error))
    }

    /// Records where a run stands.
    pub fn sample(
        &mut self,
        run: i64,
        programs: u64,
        findings: u64,
        cpu: &CpuSplit,
    ) -> Result<(), StoreError> {
        let cpu = serde_json::to_string(cpu).unwrap_or_default();
        let values = params![run, now_ms(), programs as i64, findings as i64, cpu];
        let sql = "INSERT OR REPLACE INTO samples (run, at_ms, programs, findings, cpu) \
                   VALUES (?, ?, ?, ?, ?)";
        self.db.execute(sql, values).map(drop).map_err(|error| self.failed(error))
    }
}

/// Marks a seed done: the front moves over all that are done in a row.
fn mark_done(change: &Transaction<'_>, range: &mut SeedRange, seed: u64) -> rusqlite::Result<()> {
    let start = to_row(range.start);
    if seed != range.below {
        range.ahead.insert(seed);
        let sql = "INSERT INTO seeds_ahead (start, seed) VALUES (?, ?)";
        change.prepare_cached(sql)?.execute(params![start, to_row(seed)])?;
        return Ok(());
    }
    range.below = seed.wrapping_add(1);
    while range.ahead.remove(&range.below) {
        let sql = "DELETE FROM seeds_ahead WHERE start = ? AND seed = ?";
        change.prepare_cached(sql)?.execute(params![start, to_row(range.below)])?;
        range.below = range.below.wrapping_add(1);
    }
    let sql = "UPDATE seed_ranges SET below = ?, used_ms = ? WHERE start = ?";
    change.prepare_cached(sql)?.execute(params![to_row(range.below), now_ms(), start])?;
    Ok(())
}

fn spend(db: &rusqlite::Connection, run: i64, cpu: &CpuSplit) -> rusqlite::Result<()> {
    let mut add = db.prepare_cached(
        "INSERT INTO cpu (run, part, compiler, micros) VALUES (?, ?, ?, ?) \
         ON CONFLICT DO UPDATE SET micros = micros + excluded.micros",
    )?;
    let mut add = |part: &str, compiler: &str, time: Duration| -> rusqlite::Result<()> {
        let micros = i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        if micros > 0 {
            add.execute(params![run, part, compiler, micros])?;
        }
        Ok(())
    };
    add("generate", "", cpu.generate)?;
    add("machine", "", cpu.machine)?;
    add("opinions", "", cpu.opinions)?;
    add("triage", "", cpu.triage)?;
    add("ourselves", "", cpu.ourselves)?;
    for (part, times) in [("compile", &cpu.compile), ("run", &cpu.run)] {
        for (compiler, time) in times {
            add(part, compiler, *time)?;
        }
    }
    Ok(())
}

fn keep(
    change: &Transaction<'_>,
    run: i64,
    seed: u64,
    finding: &NewFinding,
) -> rusqlite::Result<RecordedFinding> {
    let now = now_ms();
    let times: i64 = change
        .prepare_cached(
            "INSERT INTO bugs (key, times, first_ms, last_ms, known) VALUES (?1, 1, ?2, ?2, ?3) \
             ON CONFLICT DO UPDATE SET times = times + 1, last_ms = ?2, known = ?3 \
             RETURNING times",
        )?
        .query_row(params![finding.key, now, finding.known], |row| row.get(0))?;
    let options = serde_json::to_string(&finding.options).unwrap_or_default();
    change
        .prepare_cached(
            "INSERT INTO findings (run, key, seed, sub_seed, compiler, family, version, options, \
             verdict, signature, expected, actual, said, opinions, generate, build, execute, meta, \
             found_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            run,
            finding.key,
            to_row(seed),
            finding.sub_seed,
            finding.compiler,
            finding.family,
            finding.version,
            options,
            finding.verdict.as_str(),
            finding.signature,
            finding.expected,
            finding.actual,
            finding.said,
            finding.opinions,
            finding.generate,
            finding.build,
            finding.execute,
            finding.meta,
            now,
        ])?;
    let id = change.last_insert_rowid();
    if times <= TEXTS_PER_BUG {
        let sql = "INSERT INTO sources (finding, name, text) VALUES (?, ?, ?)";
        let mut insert = change.prepare_cached(sql)?;
        for (name, text) in &finding.sources {
            insert.execute(params![id, name, text])?;
        }
    }
    Ok(RecordedFinding { id, times })
}
