//! The log of a comparison: JSON, a line for each batch, appended and never changed.
//!
//! A kill loses only the batch in progress: an incomplete last line is removed when the comparison is
//! resumed.

use crate::contender::Entrant;
use crate::field::ComparedCompiler;
use crate::record::ProgramBatch;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

/// The name of the log in its directory.
pub const LOG: &str = "batches.jsonl";
/// The form of the log; another one is not read.
pub const SCHEMA: u32 = 1;

/// What is compared, and how.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct LogHeader {
    /// The form of the log.
    pub schema: u32,
    /// The version of Brinell.
    pub brinell: String,
    /// The command.
    pub command: String,
    /// The contenders.
    pub contenders: Vec<Entrant>,
    /// The compilers.
    pub compilers: Vec<ComparedCompiler>,
    /// CPU seconds of each contender in each repetition.
    pub cpu_seconds: f64,
    /// How often all of it is done.
    pub repetitions: usize,
    /// CPU seconds of a batch.
    pub slice_seconds: f64,
    /// The number of the first program.
    pub first_seed: u64,
    /// CPU time for closer looks, as a share of what is charged.
    pub sample_share: f64,
    /// The compilers that do them.
    pub samplers: Vec<String>,
}

/// A line of the log.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum LogLine {
    Run(Box<LogHeader>),
    Batch(ProgramBatch),
}

/// All of a log.
#[derive(Clone, Debug)]
pub struct CompareLog {
    /// What was asked for the last time.
    pub header: LogHeader,
    /// The batches, in their order.
    pub batches: Vec<ProgramBatch>,
}

/// What is wrong with a log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line in the middle is not valid.
    #[error("{}:{line}: this is no line of a comparison: {why}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What the parser says.
        why: String,
    },
    /// It is of another version.
    #[error("{}: the log has form {found}, and this Brinell reads form {SCHEMA}", path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its form.
        found: u32,
    },
    /// It is about something else.
    #[error(
        "{} belongs to another comparison: {what} was {was}, and is {is} now; choose another \
         directory with --dir",
        path.display()
    )]
    Other {
        /// The directory.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// As it was.
        was: String,
        /// As it is asked for.
        is: String,
    },
}

impl CompareLog {
    /// Reads the log of a directory. Nothing, if there is none or nothing in it.
    pub fn read(dir: &Path) -> Result<Option<Self>, LogError> {
        let path = dir.join(LOG);
        match File::open(&path) {
            Ok(file) => Ok(parse(file, &path)?.map(|(log, _)| log)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(LogError::Io { path, error }),
        }
    }
}

/// The log, and the bytes of it that are whole lines.
fn parse(file: File, path: &Path) -> Result<Option<(CompareLog, u64)>, LogError> {
    let failed = |error| LogError::Io { path: path.to_owned(), error };
    let mut header = None;
    let mut batches = Vec::new();
    let mut whole = 0;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(failed)?;
        // A last line without its end was cut short.
        if read == 0 || line.last() != Some(&b'\n') {
            break;
        }
        match serde_json::from_slice(&line) {
            Ok(LogLine::Run(run)) if run.schema != SCHEMA => {
                return Err(LogError::Schema { path: path.to_owned(), found: run.schema });
            }
            Ok(LogLine::Run(run)) => header = Some(*run),
            Ok(LogLine::Batch(batch)) => batches.push(batch),
            Err(error) => {
                let why = error.to_string();
                return Err(LogError::Broken { path: path.to_owned(), line: number, why });
            }
        }
        whole += read as u64;
    }
    Ok(header.map(|header| (CompareLog { header, batches }, whole)))
}

/// A log that is written to.
#[derive(Debug)]
pub struct LogWriter {
    file: File,
    path: PathBuf,
}

impl LogWriter {
    /// Opens the log of a directory, to go on with what is there or to begin. What is asked for must be
    /// what was asked for, but for time and repetitions.
    pub fn open(dir: &Path, header: &LogHeader) -> Result<(Self, Vec<ProgramBatch>), LogError> {
        let path = dir.join(LOG);
        let failed = |error| LogError::Io { path: path.clone(), error };
        std::fs::create_dir_all(dir).map_err(failed)?;
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&path).map_err(failed)?;
        let before = parse(file.try_clone().map_err(failed)?, &path)?;
        let (batches, same, whole) = match before {
            None => (Vec::new(), false, 0),
            Some((log, whole)) => {
                same_comparison(dir, &log.header, header)?;
                (log.batches, log.header == *header, whole)
            }
        };
        file.set_len(whole).map_err(failed)?;
        let mut writer = Self { file, path: path.clone() };
        if !same {
            writer.line(&LogLine::Run(Box::new(header.clone())))?;
        }
        Ok((writer, batches))
    }

    /// Adds a batch.
    pub fn add(&mut self, batch: &ProgramBatch) -> Result<(), LogError> {
        self.line(&LogLine::Batch(batch.clone()))
    }

    fn line(&mut self, line: &LogLine) -> Result<(), LogError> {
        let write = || -> io::Result<()> {
            let mut text = serde_json::to_vec(line)?;
            text.push(b'\n');
            // In one call, so that a kill leaves a line or a beginning of one.
            (&self.file).write_all(&text)?;
            self.file.sync_data()
        };
        write().map_err(|error| LogError::Io { path: self.path.clone(), error })
    }
}

/// What must not change while a comparison goes on.
fn same_comparison(dir: &Path, was: &LogHeader, is: &LogHeader) -> Result<(), LogError> {
    let parts = [
        ("who takes part", contenders(&was.contenders), contenders(&is.contenders)),
        ("the compilers and options", compilers(&was.compilers), compilers(&is.compilers)),
        ("the first seed", was.first_seed.to_string(), is.first_seed.to_string()),
        ("the version", was.brinell.clone(), is.brinell.clone()),
    ];
    for (what, was, is) in parts {
        if was != is {
            return Err(LogError::Other { path: dir.to_owned(), what, was, is });
        }
    }
    Ok(())
}

fn contenders(all: &[Entrant]) -> String {
    let word = |one: &Entrant| {
        let settings = one.what.replace('\n', ", ");
        let label = if one.label == one.asked { String::new() } else { format!("{}=", one.label) };
        format!("{label}{} [{}; {settings}]", one.asked, one.version)
    };
    all.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn compilers(all: &[ComparedCompiler]) -> String {
    let word = |one: &ComparedCompiler| {
        format!("{} ({}; {})", one.name, one.version, one.options.join(", "))
    };
    all.iter().map(word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(cpu: f64, seed: u64) -> LogHeader {
        LogHeader {
            schema: SCHEMA,
            brinell: "0".to_owned(),
            command: String::new(),
            contenders: Vec::new(),
            compilers: Vec::new(),
            cpu_seconds: cpu,
            repetitions: 1,
            slice_seconds: 1.0,
            first_seed: seed,
            sample_share: 0.0,
            samplers: Vec::new(),
        }
    }

    fn batch(repetition: usize) -> ProgramBatch {
        ProgramBatch { contender: 0, repetition, programs: Vec::new() }
    }

    #[test]
    fn a_log_goes_on_after_any_cut() {
        let dir = tempfile::tempdir().unwrap();
        let header = header(1.0, 1);
        let (mut writer, _) = LogWriter::open(dir.path(), &header).unwrap();
        (0..3).for_each(|n| writer.add(&batch(n)).unwrap());
        let text = std::fs::read(dir.path().join(LOG)).unwrap();
        for cut in 0..=text.len() {
            std::fs::write(dir.path().join(LOG), &text[..cut]).unwrap();
            let whole = text[..cut].split(|&byte| byte == b'\n').count() - 1;
            let (mut writer, before) = LogWriter::open(dir.path(), &header).unwrap();
            assert_eq!(before.len(), whole.saturating_sub(1), "cut at {cut}");
            writer.add(&batch(9)).unwrap();
            let log = CompareLog::read(dir.path()).unwrap().unwrap();
            assert_eq!(log.batches.len(), before.len() + 1, "cut at {cut}");
        }
    }

    #[test]
    fn another_comparison_is_refused_and_more_time_is_not() {
        let dir = tempfile::tempdir().unwrap();
        assert!(CompareLog::read(dir.path()).unwrap().is_none());
        LogWriter::open(dir.path(), &header(1.0, 1)).unwrap();
        LogWriter::open(dir.path(), &header(2.0, 1)).unwrap();
        assert_eq!(CompareLog::read(dir.path()).unwrap().unwrap().header.cpu_seconds, 2.0);
        let error = LogWriter::open(dir.path(), &header(2.0, 7)).unwrap_err().to_string();
        assert!(error.contains("the first seed was 1, and is 7 now"), "{error}");
        std::fs::write(dir.path().join(LOG), "{\"batch\": 3}\n").unwrap();
        let error = CompareLog::read(dir.path()).unwrap_err().to_string();
        assert!(error.contains("batches.jsonl:1:"), "{error}");
    }
}
