//! Reading the history: runs, and their progress over time.

use super::{Store, StoreError};
use rusqlite::{OptionalExtension, Row};
use serde::{Deserialize, Serialize};

/// One run of a hunt, and its results.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct HuntRun {
    /// Its number.
    pub id: i64,
    /// When it began, in milliseconds since 1970.
    pub started_ms: i64,
    /// When it ended; nothing where it was killed, or goes on.
    pub ended_ms: Option<i64>,
    /// The version of Brinell.
    pub brinell: String,
    /// The command line.
    pub command: String,
    /// The compilers under test.
    pub compilers: Vec<RunCompiler>,
    /// Programs that were given to compilers.
    pub programs: u64,
    /// Tokens of all programs.
    pub tokens: u64,
}

/// A compiler that a run tested.
#[derive(Clone, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(default)]
pub struct RunCompiler {
    /// Its name.
    pub name: String,
    /// Its family.
    pub family: String,
    /// What it said about its version.
    pub version: String,
}

/// What a run's command line says about compilers: what looks at its findings later needs it again.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct RunSetup {
    /// The file that describes compilers.
    pub config: Option<SetupFile>,
    /// The option sets in place of the compilers' own.
    pub opts: Vec<String>,
    /// The names of the compilers under test.
    pub tested: Vec<String>,
}

/// A file as it was when a hunt began.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct SetupFile {
    /// Its absolute path.
    pub file: String,
    /// What was in it.
    pub text: String,
}

/// Where a run stood at a time.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
pub struct HuntSample {
    /// The number of the run.
    pub run: i64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Programs of this run so far.
    pub programs: u64,
    /// Findings of this run so far that accuse a compiler and are not known.
    pub findings: u64,
}

fn run(row: &Row<'_>) -> rusqlite::Result<HuntRun> {
    let compilers: String = row.get(5)?;
    Ok(HuntRun {
        id: row.get(0)?,
        started_ms: row.get(1)?,
        ended_ms: row.get(2)?,
        brinell: row.get(3)?,
        command: row.get(4)?,
        compilers: serde_json::from_str(&compilers).unwrap_or_default(),
        programs: row.get::<_, i64>(6)? as u64,
        tokens: row.get::<_, i64>(7)? as u64,
    })
}

fn sample(row: &Row<'_>) -> rusqlite::Result<HuntSample> {
    Ok(HuntSample {
        run: row.get(0)?,
        at_ms: row.get(1)?,
        programs: row.get::<_, i64>(2)? as u64,
        findings: row.get::<_, i64>(3)? as u64,
    })
}

impl Store {
    /// All runs, the oldest first.
    pub fn runs(&self) -> Result<Vec<HuntRun>, StoreError> {
        let read = || -> rusqlite::Result<Vec<HuntRun>> {
            self.db
                .prepare(
                    "SELECT r.id, r.started_ms, r.ended_ms, r.brinell, r.command, r.compilers, \
                     coalesce(sum(p.count) FILTER (WHERE p.what = 'made'), 0), \
                     coalesce(sum(p.tokens), 0) \
                     FROM runs r LEFT JOIN programs p ON p.run = r.id GROUP BY r.id ORDER BY r.id",
                )?
                .query_map([], run)?
                .collect()
        };
        read().map_err(|error| self.failed(error))
    }

    /// What a run's command line said about compilers; nothing where an older Brinell did not keep it.
    pub fn setup(&self, run: i64) -> Result<RunSetup, StoreError> {
        let sql = "SELECT settings FROM runs WHERE id = ?";
        let settings = self.db.query_row(sql, [run], |row| row.get::<_, String>(0)).optional();
        let settings = settings.map_err(|error| self.failed(error))?.unwrap_or_default();
        let settings: serde_json::Value = serde_json::from_str(&settings).unwrap_or_default();
        let setup = settings.get("setup").cloned().unwrap_or_default();
        Ok(serde_json::from_value(setup).unwrap_or_default())
    }

    /// The samples of all runs, by run and time; without their CPU times, of which
    /// [`Store::summary`] has the sums.
    pub fn samples(&self) -> Result<Vec<HuntSample>, StoreError> {
        let read = || -> rusqlite::Result<Vec<HuntSample>> {
            self.db
                .prepare("SELECT run, at_ms, programs, findings FROM samples ORDER BY run, at_ms")?
                .query_map([], sample)?
                .collect()
        };
        read().map_err(|error| self.failed(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSplit;
    use crate::store::NewRun;

    #[test]
    fn the_past_comes_back() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::create(dir.path()).unwrap();
        assert!(store.runs().unwrap().is_empty() && store.samples().unwrap().is_empty());
        let new = NewRun {
            brinell: "0.1.0".to_owned(),
            command: "brinell hunt".to_owned(),
            settings: "{}".to_owned(),
            compilers: r#"[{"name": "tcc", "family": "tcc", "version": "tcc 1", "more": 3}]"#
                .to_owned(),
        };
        let first = store.begin_run(&new).unwrap();
        store.sample(first, 7, 2, &CpuSplit::default()).unwrap();
        store.end_run(first).unwrap();
        let broken = NewRun { compilers: "no JSON".to_owned(), ..new };
        let second = store.begin_run(&broken).unwrap();
        store
            .db
            .execute_batch(&format!(
                "INSERT INTO programs VALUES ({first}, 'made', 7, 700), \
                 ({first}, 'hopeless', 1, 0)"
            ))
            .unwrap();

        let runs = store.runs().unwrap();
        assert_eq!(runs.iter().map(|run| run.id).collect::<Vec<_>>(), [first, second]);
        assert!(runs[0].ended_ms.unwrap() >= runs[0].started_ms);
        assert_eq!((runs[0].programs, runs[0].tokens), (7, 700));
        assert_eq!((runs[1].programs, runs[1].ended_ms), (0, None));
        assert_eq!(runs[0].compilers.len(), 1);
        assert_eq!(runs[0].compilers[0].version, "tcc 1");
        assert!(runs[1].compilers.is_empty());
        let setup = RunSetup {
            config: Some(SetupFile { file: "/a.toml".to_owned(), text: "x".to_owned() }),
            opts: vec!["-O1 -g".to_owned()],
            tested: vec!["tcc".to_owned()],
        };
        let settings = serde_json::json!({ "jobs": 1, "setup": setup }).to_string();
        let third = store.begin_run(&NewRun { settings, ..broken }).unwrap();
        assert_eq!(store.setup(third).unwrap(), setup);
        assert_eq!(store.setup(first).unwrap(), RunSetup::default());
        assert_eq!(store.setup(99).unwrap(), RunSetup::default());
        let samples = store.samples().unwrap();
        assert_eq!(samples.len(), 1);
        assert_eq!((samples[0].run, samples[0].programs, samples[0].findings), (first, 7, 2));
    }
}
