//! What a hunt knows, in `DIR/brinell.db`.
//!
//! `SQLite` in WAL mode: what is committed survives the death of the process at any instant. Against
//! the death of the whole computer, transactions with a finding are also synced to the disk; those
//! with counts only are not, since a few programs tested twice cost nothing.

mod history;
mod read;
#[cfg(test)]
mod tests;
mod triage;
mod write;

pub use history::{HuntRun, HuntSample, RunCompiler, RunSetup, SetupFile};
pub use read::{Finding, FindingFilter, FindingLine, Integrity};
pub use triage::{TriageCounts, TriageResult, Triaged, Untriaged};
pub use write::{NewFinding, NewRun, SeedRange, SeedRecord, SeedYield};

use brinell_judge::VerdictKind;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The file in the directory of a hunt.
const FILE: &str = "brinell.db";

/// The steps from nothing to the present form; `user_version` counts those that were taken.
const MIGRATIONS: &[&str] =
    &[include_str!("../migrations/0001_hunts.sql"), include_str!("../migrations/0002_triage.sql")];

/// How long to wait for a reader or another writer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is none.
    #[error("no hunt has been in {0}: there is no brinell.db; start one with `brinell hunt {0}`")]
    Missing(String),
    /// A newer Brinell made it.
    #[error(
        "{path} was written by a newer Brinell (its form is {found}, this one knows {known}); use \
         that one"
    )]
    Newer {
        /// The file.
        path: String,
        /// Its version.
        found: usize,
        /// Ours.
        known: usize,
    },
    /// The directory cannot be made.
    #[error("cannot make the directory {path}: {error}; name another, as in `brinell hunt DIR`")]
    Directory {
        /// The directory.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// The database says no.
    #[error("{path}: {error}")]
    Database {
        /// The file.
        path: String,
        /// Why.
        error: rusqlite::Error,
    },
}

/// The store of one directory.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens the store of a directory, and makes both if need be.
    pub fn create(dir: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(dir)
            .map_err(|error| StoreError::Directory { path: dir.display().to_string(), error })?;
        Self::at(dir.join(FILE))
    }

    /// Opens the store of a directory where a hunt has been.
    pub fn open(dir: &Path) -> Result<Self, StoreError> {
        let path = dir.join(FILE);
        if !path.is_file() {
            return Err(StoreError::Missing(dir.display().to_string()));
        }
        Self::at(path)
    }

    fn at(path: PathBuf) -> Result<Self, StoreError> {
        let name = path.display().to_string();
        let failed = |error| StoreError::Database { path: name.clone(), error };
        let mut db = Connection::open(&path).map_err(failed)?;
        let version = prepare(&mut db).map_err(failed)?;
        if version > MIGRATIONS.len() {
            return Err(StoreError::Newer { path: name, found: version, known: MIGRATIONS.len() });
        }
        Ok(Self { db, path })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        StoreError::Database { path: self.path.display().to_string(), error }
    }
}

/// Sets how the database works, brings it to the present form, and gives its version.
fn prepare(db: &mut Connection) -> rusqlite::Result<usize> {
    db.busy_timeout(PATIENCE)?;
    let mode: String = db.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode != "wal" {
        db.pragma_update(None, "journal_mode", "wal")?;
    }
    db.pragma_update(None, "synchronous", "normal")?;
    db.pragma_update(None, "foreign_keys", true)?;
    let version = |db: &Connection| -> rusqlite::Result<usize> {
        db.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))
            .map(|version| usize::try_from(version).unwrap_or(usize::MAX))
    };
    if version(db)? < MIGRATIONS.len() {
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        // Another process may have been faster.
        let done = version(&step)?;
        for migration in MIGRATIONS.iter().skip(done) {
            step.execute_batch(migration)?;
        }
        if done < MIGRATIONS.len() {
            step.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
        }
        step.commit()?;
    }
    version(db)
}

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A seed as `SQLite` can hold it.
const fn to_row(seed: u64) -> i64 {
    seed as i64
}

/// The verdict in a column: here alone, texts become verdicts again.
fn verdict_in(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<VerdictKind> {
    let name: String = row.get(column)?;
    VerdictKind::parse(&name).ok_or_else(|| {
        let why = format!("no verdict is called `{name}`");
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into())
    })
}

/// A seed as `SQLite` held it.
const fn from_row(seed: i64) -> u64 {
    seed as u64
}
