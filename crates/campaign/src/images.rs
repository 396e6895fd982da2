//! One compiler with one option set: compile, run, observe.

use crate::cpu::CpuSplit;
use crate::patience::{GivenUp, Patience};
use brinell_judge::{
    Compiled, CompilerEnd, Observation, Ran, RunEnd, read_compiler, tells_of_full_machine,
};
use brinell_toolchain::{End, FinishedProcess, ProcessLimits, Toolchain, fingerprint};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How the names of the program's files begin.
pub const STEM: &str = "test";
/// Bytes kept of what programs and compilers say.
pub const KEPT_OUTPUT: usize = 4 << 10;
/// The name of an image.
const IMAGE: &str = "image";

/// This computer is in trouble: nothing may be concluded.
#[derive(Clone, Debug)]
pub struct Trouble(pub String);

/// The names of a program's files, relative to their directory: messages then do not depend on where
/// that is.
#[derive(Clone, Debug)]
pub struct SourceNames {
    sources: Vec<PathBuf>,
}

impl SourceNames {
    /// For units with these suffixes.
    pub fn of(texts: &[(String, String)]) -> Self {
        let sources = texts.iter().map(|(suffix, _)| format!("{STEM}{suffix}.c").into()).collect();
        Self { sources }
    }

    /// The command that compiles them, for people.
    pub fn build_line(&self, tool: &Toolchain, options: &[String]) -> String {
        tool.build_command(options, &self.sources, Path::new("."), Path::new(IMAGE)).to_line()
    }

    /// The units, with their full names.
    pub fn texts(&self, texts: &[(String, String)]) -> Vec<(String, String)> {
        let names = self.sources.iter().map(|name| name.display().to_string());
        names.zip(texts.iter().map(|(_, text)| text.clone())).collect()
    }
}

/// Units with the suffixes of their names.
pub fn named(texts: &[String]) -> Vec<(String, String)> {
    match texts {
        [only] => vec![(String::new(), only.clone())],
        many => many.iter().enumerate().map(|(i, t)| (format!("_{i}"), t.clone())).collect(),
    }
}

/// A program as files in a directory, until dropped.
#[derive(Debug)]
pub struct ProgramFiles {
    /// The directory.
    pub dir: PathBuf,
    /// Their names there.
    pub sources: Vec<PathBuf>,
    /// Other files of the program that are not compiled separately, such as headers.
    pub others: Vec<PathBuf>,
}

impl ProgramFiles {
    /// Writes the units of a program; `texts` are suffixes of names, and texts.
    pub fn write(dir: &Path, texts: &[(String, String)]) -> Result<Self, Trouble> {
        let sources = SourceNames::of(texts).sources;
        let write = || -> io::Result<()> {
            std::fs::create_dir_all(dir)?;
            let pairs = sources.iter().zip(texts);
            pairs.into_iter().try_for_each(|(name, (_, text))| std::fs::write(dir.join(name), text))
        };
        write().map_err(|error| {
            Trouble(format!("cannot write a program to {}: {error}", dir.display()))
        })?;
        Ok(Self { dir: dir.to_owned(), sources, others: Vec::new() })
    }

    /// Takes away all that a compiler and its image left there: the next one must not find it.
    pub fn clean(&self) {
        for entry in std::fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if self.sources.iter().chain(&self.others).any(|name| path.ends_with(name)) {
                continue;
            }
            let directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
            // What cannot be removed now goes away with the directory above.
            let _ =
                if directory { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
    }
}

impl Drop for ProgramFiles {
    fn drop(&mut self) {
        // With all that compilers left there; the directory above it goes away in any case.
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// The command that runs an image, for people.
pub fn execute_line(tool: &Toolchain) -> String {
    let mut words = tool.runner.clone();
    words.push(format!("./{IMAGE}"));
    words.join(" ")
}

/// Runs that were done: images with the same fingerprint behave the same.
#[derive(Debug)]
pub struct SharedRuns {
    done: HashMap<(Vec<String>, [u8; 32]), Behaviour>,
    /// How often an image is run.
    times: u32,
    /// How long.
    patience: Patience,
}

/// What an image does.
#[derive(Clone, Debug)]
struct Behaviour {
    /// The outcomes of its runs.
    runs: Vec<Ran>,
    /// How the last of them was given up, if it was.
    given_up: Option<GivenUp>,
}

impl SharedRuns {
    /// None so far. Images are run once.
    pub fn once(patience: Patience) -> Self {
        Self::repeated(1, patience)
    }

    /// None so far. Images are run that often: what was compiled wrongly may look at memory or
    /// registers that were never set.
    pub fn repeated(times: u32, patience: Patience) -> Self {
        Self { done: HashMap::new(), times, patience }
    }

    /// None, and no image is run: for programs that only test compilers.
    pub fn none() -> Self {
        Self::repeated(0, Patience::Full)
    }

    /// How many images were run.
    pub fn images(&self) -> usize {
        self.done.len()
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        self.done.clear();
    }
}

/// An observation, with what the compiler said.
#[derive(Clone, Debug)]
pub struct SeenCompilation {
    /// The observation.
    pub observation: Observation,
    /// What the compiler said, up to a bound.
    pub said: String,
    /// How waiting for the image was given up, if it was.
    pub given_up: Option<GivenUp>,
}

/// Compiles and runs. Runs in `runs` are not done again; new ones are added.
pub fn observe(
    tool: &Toolchain,
    options: &[String],
    files: &ProgramFiles,
    runs: &mut SharedRuns,
    cpu: &mut CpuSplit,
) -> Result<SeenCompilation, Trouble> {
    observe_image(tool, options, files, runs, cpu, &mut |_| {})
}

/// As `observe`; `look` is called with the image before it is run.
pub fn observe_image(
    tool: &Toolchain,
    options: &[String],
    files: &ProgramFiles,
    runs: &mut SharedRuns,
    cpu: &mut CpuSplit,
    look: &mut dyn FnMut(&Path),
) -> Result<SeenCompilation, Trouble> {
    let image = files.dir.join(IMAGE);
    let built = tool.build(options, &files.sources, &files.dir, Path::new(IMAGE));
    let (compiled, said) = match &built {
        Ok(done) => {
            *cpu.compile.entry(tool.name.clone()).or_default() += done.cpu;
            had_its_time(done.end, &tool.name)?;
            let said = words_of(done);
            if !done.end.success() && tells_of_full_machine(&said) {
                return Err(Trouble(format!("{} says: {}", tool.name, said.trim())));
            }
            (read_compiler(compiler_end(done.end), &said, image.is_file(), STEM), said)
        }
        Err(error) => (cannot_start(error)?, error.to_string()),
    };
    let behaviour = match compiled {
        Compiled::Ok if runs.times > 0 => {
            look(&image);
            Some(run((tool, options), &image, &files.dir, runs, cpu)?)
        }
        _ => None,
    };
    files.clean();
    let mut observation = Observation {
        compiler: tool.name.clone(),
        family: tool.family.clone(),
        options: options.to_vec(),
        compiled,
        ran: None,
        otherwise: Vec::new(),
        steady: true,
        on_fast_path: false,
    };
    let mut given_up = None;
    if let Some(behaviour) = behaviour {
        given_up = behaviour.given_up;
        behaviour.runs.into_iter().for_each(|ran| observation.add_run(ran));
    }
    Ok(SeenCompilation { observation, said, given_up })
}

fn run(
    (tool, options): (&Toolchain, &[String]),
    image: &Path,
    dir: &Path,
    runs: &mut SharedRuns,
    cpu: &mut CpuSplit,
) -> Result<Behaviour, Trouble> {
    let print = fingerprint(image)
        .map_err(|error| Trouble(format!("cannot read an image of {}: {error}", tool.name)))?;
    let key = (tool.runner.clone(), print);
    if let Some(behaviour) = runs.done.get(&key) {
        return Ok(behaviour.clone());
    }
    let limits = runs.patience.limits(tool, options);
    let mut behaviour = Behaviour { runs: Vec::new(), given_up: None };
    // What hangs has been looked at for long enough.
    while behaviour.runs.len() < runs.times as usize && behaviour.given_up.is_none() {
        let (ran, used) = run_once(tool, limits, image, dir, cpu)?;
        let given_up = || runs.patience.given_up(&limits, used);
        behaviour.given_up = (ran.end == RunEnd::TimedOut).then(given_up);
        behaviour.runs.push(ran);
    }
    runs.done.insert(key, behaviour.clone());
    Ok(behaviour)
}

/// One run, and the CPU time that it took.
fn run_once(
    tool: &Toolchain,
    limits: ProcessLimits,
    image: &Path,
    dir: &Path,
    cpu: &mut CpuSplit,
) -> Result<(Ran, Duration), Trouble> {
    match tool.execute_command(image, &[], dir).limits(limits).run() {
        Ok(done) => {
            *cpu.run.entry(tool.name.clone()).or_default() += done.cpu;
            had_its_time(done.end, "an image")?;
            Ok((Ran::new(run_end(done.end), &done.stdout, KEPT_OUTPUT), done.cpu))
        }
        Err(error) if is_full(&error) => Err(Trouble(format!("cannot start an image: {error}"))),
        // Not an executable that this computer knows: the compiler's fault.
        Err(error) => {
            let words = error.to_string();
            Ok((Ran::new(RunEnd::Exit(126), words.as_bytes(), KEPT_OUTPUT), Duration::ZERO))
        }
    }
}

/// Nothing is concluded from a process that others kept from running.
fn had_its_time(end: End, who: &str) -> Result<(), Trouble> {
    match end {
        End::Starved => Err(Trouble(format!("{who} was starved of processor time"))),
        _ => Ok(()),
    }
}

/// The compiler itself could not be started.
fn cannot_start(error: &io::Error) -> Result<Compiled, Trouble> {
    if is_full(error) {
        return Err(Trouble(format!("cannot start a compiler: {error}")));
    }
    Ok(Compiled::NotComparable(format!("the compiler cannot be started: {error}")))
}

/// No space, memory, processes or files.
fn is_full(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let full = [Errno::NOSPC, Errno::NOMEM, Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::DQUOT];
    Errno::from_io_error(error).is_some_and(|errno| full.contains(&errno))
}

/// How lines begin that compilers print because triage asked for passes or counters.
const ASKED_FOR: [&str; 3] = ["BISECT: ", "***dbgcnt: ", "cc1: note: disable pass "];

/// What a compiler said: errors first.
fn words_of(done: &FinishedProcess) -> String {
    let text = |bytes: &[u8]| {
        let words = String::from_utf8_lossy(bytes);
        let asked_for = |line: &str| ASKED_FOR.iter().any(|start| line.starts_with(start));
        let mut kept = String::new();
        for line in words.split_inclusive('\n').filter(|line| !asked_for(line)) {
            kept.push_str(line);
            if kept.len() >= KEPT_OUTPUT {
                kept.truncate(kept.floor_char_boundary(KEPT_OUTPUT));
                break;
            }
        }
        kept.trim_end().to_owned()
    };
    let (errors, rest) = (text(&done.stderr), text(&done.stdout));
    match (errors.is_empty(), rest.is_empty()) {
        (false, false) => format!("{errors}\n{rest}"),
        (true, _) => rest,
        (_, true) => errors,
    }
}

const fn compiler_end(end: End) -> CompilerEnd {
    match end {
        End::Exit(status) => CompilerEnd::Exit(status),
        End::Signal(signal) => CompilerEnd::Signal(signal),
        End::TimedOut | End::Starved | End::CpuLimit => CompilerEnd::OutOfTime,
        End::OutOfMemory => CompilerEnd::OverLimit("memory"),
        End::OutputLimit => CompilerEnd::OverLimit("output"),
        End::FileLimit => CompilerEnd::OverLimit("file size"),
        End::TooManyProcesses => CompilerEnd::OverLimit("processes"),
    }
}

/// How a run ended, for the judge.
pub const fn run_end(end: End) -> RunEnd {
    match end {
        End::Exit(status) => RunEnd::Exit(status),
        End::Signal(signal) => RunEnd::Signal(signal),
        End::TimedOut | End::Starved | End::CpuLimit => RunEnd::TimedOut,
        End::OutOfMemory | End::OutputLimit | End::FileLimit | End::TooManyProcesses => {
            RunEnd::OutOfResources
        }
    }
}
