//! Set-ups that are probably wrong: if a compiler rejects most programs, or no other compiler confirms
//! its results, the reason is seldom the compiler.

use crate::store::SeedRecord;
use brinell_judge::VerdictKind;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Programs before a set-up is called wrong.
const ENOUGH: u64 = 10;

/// A compiler with options whose set-up is probably wrong.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct DoubtfulSetUp {
    /// The compiler.
    pub compiler: String,
    /// Its options.
    pub options: String,
    /// Programs it was given.
    pub programs: u64,
    /// Programs that it rejected.
    pub refused: u64,
    /// Programs that it got wrong without confirmation.
    pub unconfirmed: u64,
    /// What it says, or what would help.
    pub help: String,
}

impl fmt::Display for DoubtfulSetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { compiler, options, programs, refused, unconfirmed, help } = self;
        let space = if options.is_empty() { "" } else { " " };
        write!(
            f,
            "the set-up of {compiler}{space}{options} is probably wrong: of {programs} programs \
            {refused} were rejected and {unconfirmed} could not be confirmed ({help})"
        )
    }
}

/// How all compilers under test do.
#[derive(Debug, Default)]
pub struct SetUps {
    rows: BTreeMap<(String, String), PairRecord>,
}

#[derive(Debug, Default)]
struct PairRecord {
    programs: u64,
    refused: u64,
    unconfirmed: u64,
    help: String,
    told: bool,
}

impl PairRecord {
    fn is_doubtful(&self) -> bool {
        self.programs >= ENOUGH && (self.refused + self.unconfirmed) * 2 > self.programs
    }
}

impl SetUps {
    /// Adds the results of a seed; `tested` are the names of compilers under test.
    pub fn add(&mut self, outcome: &SeedRecord, tested: impl Fn(&str) -> bool) {
        for (compiler, options, verdict) in &outcome.verdicts {
            if !tested(compiler) {
                continue;
            }
            let row = self.rows.entry((compiler.clone(), options.clone())).or_default();
            row.programs += u64::from(*verdict != VerdictKind::NotComparable);
            let doubt = match verdict {
                VerdictKind::RejectedValid => &mut row.refused,
                VerdictKind::Unconfirmed => &mut row.unconfirmed,
                _ => continue,
            };
            *doubt += 1;
            let found = outcome.findings.iter().find(|finding| {
                finding.compiler == *compiler
                    && finding.options.contains(options)
                    && finding.verdict == *verdict
            });
            if let Some(found) = found {
                row.help.clone_from(&found.signature);
            }
        }
    }

    /// Those that have become doubtful since this was asked.
    pub fn news(&mut self) -> Vec<DoubtfulSetUp> {
        let fresh = self.rows.iter_mut().filter(|(_, row)| row.is_doubtful() && !row.told);
        let news = fresh.map(|(key, row)| {
            row.told = true;
            words(key, row)
        });
        news.collect()
    }

    /// All that are doubtful now.
    pub fn all(&self) -> Vec<DoubtfulSetUp> {
        let doubtful = self.rows.iter().filter(|(_, row)| row.is_doubtful());
        doubtful.map(|(key, row)| words(key, row)).collect()
    }
}

fn words((compiler, options): &(String, String), row: &PairRecord) -> DoubtfulSetUp {
    DoubtfulSetUp {
        compiler: compiler.clone(),
        options: options.clone(),
        programs: row.programs,
        refused: row.refused,
        unconfirmed: row.unconfirmed,
        help: row.help.clone(),
    }
}
