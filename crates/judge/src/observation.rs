//! What was seen, and what should have been.

use crate::classes::RunResult;

/// What one compiler with one option set made of a program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Observation {
    /// The compiler's name, unique in a hunt.
    pub compiler: String,
    /// Compilers of one family share code, so their opinions are not independent.
    pub family: String,
    /// The options it was given.
    pub options: Vec<String>,
    /// How compiling went.
    pub compiled: Compiled,
    /// How the first run of the image went; nothing if there was nothing to run.
    pub ran: Option<Ran>,
    /// The other outcomes of later runs, each once.
    pub otherwise: Vec<Ran>,
    /// Whether compiling again, if that was tried, gave an image again or failed in the same
    /// way.
    pub steady: bool,
    /// Whether it was seen on the fast path only, which may say "fine" and nothing else.
    pub on_fast_path: bool,
}

impl Observation {
    /// All the different outcomes of the image.
    pub fn runs(&self) -> impl Iterator<Item = &Ran> {
        self.ran.iter().chain(&self.otherwise)
    }

    /// Takes in another run of the image.
    pub fn add_run(&mut self, ran: Ran) {
        if self.ran.is_none() {
            self.ran = Some(ran);
        } else if self.runs().all(|seen| RunResult::of(seen) != RunResult::of(&ran)) {
            self.otherwise.push(ran);
        }
    }

    /// Takes in what was seen when everything was done again.
    pub fn add_repetition(&mut self, again: &Self) {
        use std::mem::discriminant;
        self.steady &=
            again.steady && discriminant(&self.compiled) == discriminant(&again.compiled);
        for ran in again.runs() {
            self.add_run(ran.clone());
        }
    }

    /// Whether its outcome can speak for or against others.
    pub(crate) fn is_opinion(&self) -> bool {
        self.steady && !self.varies() && !self.on_fast_path
    }

    /// Whether the image does something else from run to run.
    pub fn varies(&self) -> bool {
        !self.otherwise.is_empty()
    }
}

/// How compiling went.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Compiled {
    /// There is an image.
    Ok,
    /// The compiler says that the program is wrong, and why in its first words.
    Rejected {
        /// The signature of its message.
        signature: String,
    },
    /// The compiler broke down.
    Crashed {
        /// The signature of what it left behind.
        signature: String,
    },
    /// It reached our limit of time.
    TimedOut,
    /// It reached our limit of memory, file size or output; which one.
    OutOfResources(String),
    /// It reports success and left no image.
    NoOutputFile,
    /// Its answer could not be compared; why.
    NotComparable(String),
}

/// How running went.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ran {
    /// How it ended.
    pub end: RunEnd,
    /// What it printed, up to a bound.
    pub stdout: Vec<u8>,
    /// A digest of all that it printed.
    pub hash: u64,
}

impl Ran {
    /// Keeps at most `most` bytes of the output.
    pub fn new(end: RunEnd, stdout: &[u8], most: usize) -> Self {
        let kept = stdout.len().min(most);
        Self { end, stdout: stdout[..kept].to_vec(), hash: digest(stdout) }
    }

    /// Whether it did what it should.
    pub fn does(&self, expected: &Expected) -> bool {
        RunResult::of(self) == RunResult::expected(expected)
    }
}

/// How a run ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum RunEnd {
    /// It exited with this status.
    Exit(i32),
    /// A signal that was not ours killed it.
    Signal(i32),
    /// It reached our limit of time.
    TimedOut,
    /// It reached our limit of memory, file size or output.
    OutOfResources,
}

/// What every correct compiler makes of the program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Expected {
    /// What it prints.
    pub stdout: Vec<u8>,
    /// How it ends.
    pub end: RunEnd,
}

/// A digest of an output (FNV-1a): equal outputs have equal ones, on every machine.
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
