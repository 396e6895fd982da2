//! One program from text to verdict.

use crate::Status;
use crate::args::SourceArgs;
use crate::sources::{SourceLocation, Sources};
use anyhow::Context as _;
use brinell_lang::{Loc, Program};
use brinell_machine::{Exhausted, Failure, Limits, Meaning, Outcome, Stats, Undecided};
use brinell_syntax::SyntaxError;
use brinell_toolchain::{ProgramSource, STDIN_NAME, preprocess};
use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A program to read.
#[derive(Clone, Debug)]
pub enum Input {
    /// From a file.
    File(PathBuf),
    /// A text with a name.
    Text {
        /// The name.
        name: String,
        /// The text.
        text: Vec<u8>,
    },
}

impl Input {
    /// The input that an argument stands for; `-` is read here and now.
    pub fn from_arg(arg: &std::path::Path) -> anyhow::Result<Self> {
        if arg.as_os_str() == "-" {
            let mut text = Vec::new();
            std::io::stdin().read_to_end(&mut text).context("cannot read standard input")?;
            Ok(Self::Text { name: STDIN_NAME.to_owned(), text })
        } else {
            Ok(Self::File(arg.to_owned()))
        }
    }

    /// The name, for people.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Text { name, .. } => name.clone(),
        }
    }

    fn source(&self) -> ProgramSource<'_> {
        match self {
            Self::File(path) => ProgramSource::Path(path),
            Self::Text { name, text } => ProgramSource::Text { name, text },
        }
    }
}

/// The verdict of a check.
#[derive(Debug)]
pub enum CheckVerdict {
    /// It ran to the end.
    Defined(Meaning),
    /// It broke a rule.
    Undefined(Box<Failure>),
    /// The machine can neither prove that it is defined nor show that it is not.
    Undecided(Box<Undecided>),
    /// It used up a budget.
    OutOfBudget(Exhausted),
    /// It needs something that Brinell does not have.
    Unsupported {
        /// What.
        what: String,
        /// Where.
        at: Option<SourceLocation>,
    },
    /// It is not C.
    Invalid {
        /// What is wrong.
        message: String,
        /// Where.
        at: Option<SourceLocation>,
    },
    /// It cannot be read or preprocessed.
    Unreadable(String),
    /// A bug of ours.
    Internal(String),
}

impl CheckVerdict {
    /// The verdict in one word, as in JSON.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Defined(_) => "defined",
            Self::Undefined(_) => "undefined",
            Self::Undecided(_) => "undecided",
            Self::OutOfBudget(_) => "out-of-budget",
            Self::Unsupported { .. } => "unsupported",
            Self::Invalid { .. } => "invalid",
            Self::Unreadable(_) => "unreadable",
            Self::Internal(_) => "internal",
        }
    }

    /// What the process says about it in the end.
    pub const fn status(&self) -> Status {
        match self {
            Self::Defined(_) => Status::Fine,
            Self::Undefined(_) => Status::Undefined,
            Self::Undecided(_) => Status::Undecided,
            Self::OutOfBudget(_) => Status::OutOfBudget,
            Self::Unsupported { .. } | Self::Invalid { .. } | Self::Unreadable(_) => {
                Status::Unusable
            }
            Self::Internal(_) => Status::Internal,
        }
    }

    /// What the program wrote to standard output, as far as it got.
    pub fn stdout(&self) -> &[u8] {
        match self {
            Self::Defined(meaning) => &meaning.stdout,
            Self::Undefined(failure) => &failure.stdout,
            Self::Undecided(undecided) => &undecided.stdout,
            Self::OutOfBudget(exhausted) => &exhausted.stdout,
            _ => &[],
        }
    }

    /// What the run took, if there was one.
    pub fn stats(&self) -> Option<&Stats> {
        match self {
            Self::Defined(meaning) => Some(&meaning.stats),
            Self::Undefined(failure) => Some(&failure.stats),
            Self::Undecided(undecided) => Some(&undecided.stats),
            Self::OutOfBudget(exhausted) => Some(&exhausted.stats),
            _ => None,
        }
    }
}

/// How long each part took.
#[derive(Copy, Clone, Debug, Default)]
pub struct Times {
    /// The system compiler's preprocessor.
    pub preprocess: Duration,
    /// Our parser.
    pub parse: Duration,
    /// The machine.
    pub run: Duration,
}

/// A checked program.
#[derive(Debug)]
pub struct CheckReport {
    /// The name of the program.
    pub name: String,
    /// The verdict.
    pub verdict: CheckVerdict,
    /// How long it took.
    pub times: Times,
    /// Bytes of preprocessed text.
    pub size: usize,
    /// Texts to quote.
    pub sources: Sources,
}

impl CheckReport {
    /// The report of a check that panicked.
    pub fn internal(input: &Input, message: String) -> Self {
        Self {
            name: input.name(),
            verdict: CheckVerdict::Internal(message),
            times: Times::default(),
            size: 0,
            sources: Sources::default(),
        }
    }
}

/// A parsed program, or the verdict that stopped it.
pub struct Parsed {
    /// The program.
    pub program: Result<Program, CheckVerdict>,
    /// How long it took.
    pub times: Times,
    /// Bytes of preprocessed text.
    pub size: usize,
    /// Texts to quote.
    pub sources: Sources,
}

/// Preprocesses and parses.
pub fn parse(input: &Input, source: &SourceArgs) -> Parsed {
    let mut sources = match input {
        Input::Text { name, text } => Sources::with_text(name, text.clone()),
        Input::File(_) => Sources::default(),
    };
    let mut times = Times::default();
    let started = Instant::now();
    let preprocessed = match preprocess(input.source(), &source.preprocess_options()) {
        Ok(preprocessed) => preprocessed,
        Err(error) => {
            let mut message = error.to_string();
            if let Some(advice) = error.advice() {
                message += "\n";
                message += &advice;
            }
            let program = Err(CheckVerdict::Unreadable(message));
            return Parsed { program, times, size: 0, sources };
        }
    };
    times.preprocess = started.elapsed();
    let size = preprocessed.text.len();
    let started = Instant::now();
    let parsed = brinell_syntax::parse(
        &preprocessed.text,
        &preprocessed.main_file,
        &source.syntax_options(),
    );
    times.parse = started.elapsed();
    let program = match parsed {
        Ok(program) => {
            sources.set_names(program.files.clone());
            Ok(program)
        }
        Err(failure) => {
            sources.set_names(failure.files);
            let place = |loc: Loc| sources.place(loc);
            Err(match failure.error {
                SyntaxError::Invalid { message, loc } => {
                    CheckVerdict::Invalid { message, at: place(loc) }
                }
                SyntaxError::Unsupported { construct, loc } => {
                    CheckVerdict::Unsupported { what: construct, at: place(loc) }
                }
            })
        }
    };
    Parsed { program, times, size, sources }
}

/// Preprocesses, parses and runs.
pub fn check(input: &Input, source: &SourceArgs, limits: &Limits) -> CheckReport {
    let Parsed { program, mut times, size, sources } = parse(input, source);
    let verdict = match program {
        Err(verdict) => verdict,
        Ok(program) => {
            let started = Instant::now();
            let outcome = brinell_machine::run(&program, limits);
            times.run = started.elapsed();
            match outcome {
                Outcome::Finished(meaning) => CheckVerdict::Defined(meaning),
                Outcome::Undefined(failure) => CheckVerdict::Undefined(failure),
                Outcome::Undecided(undecided) => CheckVerdict::Undecided(undecided),
                Outcome::OutOfBudget(exhausted) => CheckVerdict::OutOfBudget(exhausted),
                Outcome::Unsupported(unsupported) => CheckVerdict::Unsupported {
                    what: unsupported.what,
                    at: sources.place(unsupported.loc),
                },
            }
        }
    };
    CheckReport { name: input.name(), verdict, times, size, sources }
}
