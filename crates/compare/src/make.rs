//! One program of a contender, on disk and ready to be compiled.

use crate::contender::{Contender, Maker};
use crate::described::DescribedGenerator;
use brinell_campaign::{HuntPlan, PlanError, ProgramFiles, cpu_of_thread};
use brinell_generate::GenerateError;
use brinell_lang::Program;
use brinell_machine::Meaning;
use brinell_toolchain::{End, Toolchain};
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Makes programs of one contender.
pub struct Workshop<'a> {
    contender: &'a Contender,
    /// For ours only.
    plan: Option<HuntPlan>,
}

/// A program that was made, or was not.
pub struct MadeResult {
    /// The CPU time that it took.
    pub cpu: Duration,
    /// The program, or why there is none.
    pub program: Result<MadeProgram, String>,
}

/// A program.
pub struct MadeProgram {
    /// Its files.
    pub files: ProgramFiles,
    /// Tokens of its random part.
    pub tokens: u64,
    /// What it means, if that is known.
    pub meaning: Option<Meaning>,
    /// What of it is random.
    pub random: RandomPart,
    /// The program itself, if it is ours.
    pub tree: Option<Box<Program>>,
}

/// Where the random part of a program is, for faults.
#[derive(Clone, Debug, Default)]
pub struct RandomPart {
    /// The sources that have it.
    pub sources: Vec<PathBuf>,
    /// The functions there that do not belong to it. Guards do: they stand for operators.
    pub harness: Vec<String>,
    /// Headers that do not.
    pub harness_files: Vec<String>,
}

impl<'a> Workshop<'a> {
    /// Prepares; `compilers` get all programs alike.
    pub fn new(contender: &'a Contender, compilers: &[Toolchain]) -> Result<Self, PlanError> {
        let plan = match &contender.maker {
            Maker::Ours { profile, size } => {
                let sizes: Vec<u32> = size.iter().copied().collect();
                Some(HuntPlan::new(&[profile], &sizes, compilers)?)
            }
            Maker::Described(_) => None,
        };
        Ok(Self { contender, plan })
    }

    /// The description of another generator.
    pub fn description(&self) -> Option<&'a DescribedGenerator> {
        match &self.contender.maker {
            Maker::Ours { .. } => None,
            Maker::Described(described) => Some(described),
        }
    }

    /// The options that every compiler gets for its programs.
    pub fn flags(&self) -> Vec<String> {
        let Some(described) = self.description() else { return Vec::new() };
        let includes = described.includes.iter().map(|dir| format!("-I{}", dir.display()));
        includes.chain(described.flags.iter().cloned()).collect()
    }

    /// Makes a program in a directory of its own, on a thread with the stack of our generator. Fails
    /// where this computer does.
    pub fn make(&self, seed: u64, dir: &Path) -> io::Result<MadeResult> {
        match (&self.plan, self.description()) {
            (Some(plan), _) => ours(plan, seed, dir),
            (None, Some(described)) => make_described(described, seed, dir),
            (None, None) => unreachable!("a contender is ours, which has a plan, or described"),
        }
    }
}

fn ours(plan: &HuntPlan, seed: u64, dir: &Path) -> io::Result<MadeResult> {
    let began = cpu_of_thread();
    // A panic is our bug; it is counted, as another generator's crash is.
    let made = catch_unwind(AssertUnwindSafe(|| {
        let assignment = plan.assign(seed).map_err(|error| error.to_string())?;
        let made = assignment.generator.generate_here(seed, &assignment.command);
        made.map_err(|error| match error {
            GenerateError::Hopeless { .. } => "generator: hopeless".to_owned(),
            GenerateError::Unsound { .. } => "generator: unsound".to_owned(),
            GenerateError::Config(why) => format!("generator: {why}"),
        })
    }));
    let cpu = cpu_of_thread().saturating_sub(began);
    let made = made.unwrap_or_else(|_| Err("generator: panic".to_owned()));
    let program = match made {
        Err(why) => Err(why),
        Ok(made) => {
            let files = ProgramFiles::write(dir, &made.texts).map_err(|e| io::Error::other(e.0))?;
            let tokens = made.facts.tokens as u64;
            let named = made.program.functions.iter().filter_map(|one| one.name.as_deref());
            let harness = named.filter(|name| !name.starts_with("safe_")).map(str::to_owned);
            let random = RandomPart {
                sources: files.sources.clone(),
                harness: harness.collect(),
                harness_files: Vec::new(),
            };
            let (meaning, tree) = (Some(made.meaning), Some(Box::new(made.program)));
            Ok(MadeProgram { files, tokens, meaning, random, tree })
        }
    };
    Ok(MadeResult { cpu, program })
}

fn make_described(described: &DescribedGenerator, seed: u64, dir: &Path) -> io::Result<MadeResult> {
    fs::create_dir_all(dir)?;
    // Removed with everything that the generator left there, whatever the result.
    let mut sources = described.sources.clone();
    // Compilers take libraries after sources only.
    sources.extend(described.libraries.iter().map(PathBuf::from));
    let files = ProgramFiles { dir: dir.to_owned(), sources, others: described.others.clone() };
    let done = described.command_for(seed, dir).run()?;
    let named = described.sources.iter().chain(&described.others);
    let missing = named.into_iter().find(|name| !is_text(&dir.join(name)));
    let program = if !done.end.success() {
        Err(format!("generator: {}", done.end))
    } else if let Some(name) = missing {
        Err(format!("generator: wrote no {}", name.display()))
    } else {
        let tokens = described.tokens(dir);
        files.clean();
        let random = RandomPart {
            sources: described.random_sources().to_vec(),
            harness: described.harness.clone(),
            harness_files: described.harness_files.clone(),
        };
        Ok(MadeProgram { files, tokens, meaning: None, random, tree: None })
    };
    // One that sleeps uses no CPU time, and what was used by processes that a limit killed is not all
    // counted. It must come to its end all the same.
    let most = Duration::from_secs(described.seconds);
    let least = match done.end {
        End::TimedOut => most,
        end if end.limited() => done.wall.min(most),
        _ => Duration::ZERO,
    };
    Ok(MadeResult { cpu: done.cpu.max(least), program })
}

/// Whether there is a file with something in it, and no link or device that a compiler would follow.
fn is_text(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_file() && about.len() > 0)
}
