//! Where CPU time went.

use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::time::Duration;

/// CPU time by part.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct CpuSplit {
    /// Making programs.
    pub generate: Duration,
    /// The machine's runs of them.
    pub machine: Duration,
    /// Compilers, by name.
    pub compile: BTreeMap<String, Duration>,
    /// Compiled programs, by their compiler.
    pub run: BTreeMap<String, Duration>,
    /// Second opinions: compilers and programs that ran because a verdict was a doubt.
    pub opinions: Duration,
    /// Triage: reduction, blame, bundles, with everything that is compiled and run for them.
    pub triage: Duration,
    /// Everything else: writing files, starting processes, judging, the store.
    pub ourselves: Duration,
}

impl CpuSplit {
    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.generate += other.generate;
        self.machine += other.machine;
        self.opinions += other.opinions;
        self.triage += other.triage;
        self.ourselves += other.ourselves;
        for (name, time) in &other.compile {
            *self.compile.entry(name.clone()).or_default() += *time;
        }
        for (name, time) in &other.run {
            *self.run.entry(name.clone()).or_default() += *time;
        }
    }

    /// Of all compilers.
    pub fn compiling(&self) -> Duration {
        self.compile.values().sum()
    }

    /// Of all compiled programs.
    pub fn running(&self) -> Duration {
        self.run.values().sum()
    }

    /// Of everything.
    pub fn total(&self) -> Duration {
        let ours = self.generate + self.machine + self.triage + self.ourselves;
        ours + self.opinions + self.compiling() + self.running()
    }

    /// All parts with their names: `generate`, `machine`, `compile gcc-12`, `run gcc-12`,
    /// `second opinions`, `triage`, `ourselves`.
    pub fn parts(&self) -> impl Iterator<Item = (String, Duration)> + '_ {
        let named = |word: &'static str| {
            move |(name, time): (&String, &Duration)| (format!("{word} {name}"), *time)
        };
        [("generate".to_owned(), self.generate), ("machine".to_owned(), self.machine)]
            .into_iter()
            .chain(self.compile.iter().map(named("compile")))
            .chain(self.run.iter().map(named("run")))
            .chain([
                ("second opinions".to_owned(), self.opinions),
                ("triage".to_owned(), self.triage),
                ("ourselves".to_owned(), self.ourselves),
            ])
    }

    /// The share of a part, in percent.
    pub fn percent(&self, part: Duration) -> f64 {
        let total = self.total().as_secs_f64();
        if total > 0.0 { 100.0 * part.as_secs_f64() / total } else { 0.0 }
    }
}

/// CPU time that this thread has used.
pub fn of_thread() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// CPU seconds by part, as one flat map.
impl Serialize for CpuSplit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.parts().map(|(name, time)| (name, time.as_secs_f64())))
    }
}
