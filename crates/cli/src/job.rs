//! One program from text to verdict.

use crate::Status;
use crate::args::SourceArgs;
use crate::sources::{Place, Sources};
use anyhow::Context as _;
use brinell_lang::{Loc, Program};
use brinell_machine::{Exhausted, Failure, Limits, Meaning, Outcome, Stats, Undecided};
use brinell_syntax::SyntaxError;
use brinell_toolchain::{STDIN_NAME, Source, preprocess};
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

    fn source(&self) -> Source<'_> {
        match self {
            Self::File(path) => Source::Path(path),
            Self::Text { name, text } => Source::Text { name, text },
        }
    }
}

/// What a check came to.
#[derive(Debug)]
pub enum Verdict {
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
        at: Option<Place>,
    },
    /// It is not C.
    Invalid {
        /// What is wrong.
        message: String,
        /// Where.
        at: Option<Place>,
    },
    /// It cannot be read or preprocessed.
    Unreadable(String),
    /// A bug of ours.
    Internal(String),
}

impl Verdict {
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
pub struct Report {
    /// The name of the program.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// How long it took.
    pub times: Times,
    /// Bytes of preprocessed text.
    pub size: usize,
    /// Texts to quote.
    pub sources: Sources,
}

impl Report {
    /// The report of a check that panicked.
    pub fn internal(input: &Input, message: String) -> Self {
        Self {
            name: input.name(),
            verdict: Verdict::Internal(message),
            times: Times::default(),
            size: 0,
            sources: Sources::default(),
        }
    }
}

/// A parsed program, or the verdict that stopped it.
pub struct Parsed {
    /// The program.
    pub program: Result<Program, Verdict>,
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
            let program = Err(Verdict::Unreadable(error.to_string()));
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
                    Verdict::Invalid { message, at: place(loc) }
                }
                SyntaxError::Unsupported { construct, loc } => {
                    Verdict::Unsupported { what: construct, at: place(loc) }
                }
            })
        }
    };
    Parsed { program, times, size, sources }
}

/// Preprocesses, parses and runs.
pub fn check(input: &Input, source: &SourceArgs, limits: &Limits) -> Report {
    let Parsed { program, mut times, size, sources } = parse(input, source);
    let verdict = match program {
        Err(verdict) => verdict,
        Ok(program) => {
            let started = Instant::now();
            let outcome = brinell_machine::run(&program, limits);
            times.run = started.elapsed();
            match outcome {
                Outcome::Finished(meaning) => Verdict::Defined(meaning),
                Outcome::Undefined(failure) => Verdict::Undefined(failure),
                Outcome::Undecided(undecided) => Verdict::Undecided(undecided),
                Outcome::OutOfBudget(exhausted) => Verdict::OutOfBudget(exhausted),
                Outcome::Unsupported(unsupported) => Verdict::Unsupported {
                    what: unsupported.what,
                    at: sources.place(unsupported.loc),
                },
            }
        }
    };
    Report { name: input.name(), verdict, times, size, sources }
}
