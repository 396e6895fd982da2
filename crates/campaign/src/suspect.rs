//! A compiler with a program that it gets wrong: a probe for triage.
//!
//! The failure to look for is what the compiler does with its failing options; it is fixed when the
//! suspect is created. Whether that is wrong at all was judged before, with referees; here the
//! machine's expected result is enough to distinguish right from wrong, and one failure from another.

use crate::cpu::{self, CpuSplit};
use crate::images::{ProgramFiles, SeenCompilation, SharedRuns, Trouble, named, observe};
use crate::patience::{GivenUp, Patience};
use crate::trial;
use crate::workspace::Workspace;
use brinell_generate::Config;
use brinell_judge::{
    Compiled, Expected, FailureMode, Observation, Verdict, VerdictKind, accusation,
};
use brinell_machine::Meaning;
use brinell_toolchain::{OptionSet, Toolchain};
use brinell_triage::{Probe, Sight};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Compilers list every pass they run when they are asked to.
const MUCH_OUTPUT: usize = 64 << 20;
/// How often an image is run: what is right now and then does not hide the bug.
const RUNS: u32 = 3;
/// What is long for a reduced program.
const COMPILE_CPU: Duration = Duration::from_secs(10);

/// A compiler with a program, and what it gets wrong.
pub struct Suspect<'a> {
    tool: Toolchain,
    options: Vec<String>,
    texts: Vec<(String, String)>,
    meaning: &'a Meaning,
    expected: Expected,
    /// What was said about it when it was pinned.
    verdict: Verdict,
    /// What was seen when it was pinned.
    seen: SeenCompilation,
    workspace: Workspace,
    pause: &'a mut dyn FnMut(Duration) -> Result<(), String>,
}

/// How another compiler, or the same one with other options, does.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Elsewhere {
    /// The compiler.
    pub compiler: String,
    /// Its version.
    pub version: String,
    /// The options.
    pub options: String,
    /// What it does.
    pub does: Does,
    /// In words, where it is wrong.
    pub words: String,
}

/// What a compiler does with a program.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Does {
    /// As it must.
    Right,
    /// Wrong in the same way.
    Same,
    /// Wrong in another way.
    Otherwise,
    /// It cannot be compared.
    NotComparable,
}

impl<'a> Suspect<'a> {
    /// Looks at what a compiler does with a program, given as the texts of its units, and pins that.
    /// Nothing, if it does not fail. `pause` is told the CPU time of
    /// each look, and may end everything.
    pub fn new(
        tool: &Toolchain,
        options: &[String],
        texts: &[String],
        meaning: &'a Meaning,
        pause: &'a mut dyn FnMut(Duration) -> Result<(), String>,
    ) -> Result<Option<Self>, String> {
        let workspace =
            Workspace::new().map_err(|error| format!("no temporary directory: {error}"))?;
        let tool = limited(tool);
        let expected = trial::expected(meaning);
        let texts = named(texts);
        let dir = workspace.path().join("suspect");
        let (seen, spent) = look(&tool, options, &texts, meaning.stats.steps, &dir)?;
        pause(spent)?;
        let verdict = accusation(&expected, &seen.observation);
        if verdict == Verdict::Ok {
            return Ok(None);
        }
        let options = options.to_vec();
        Ok(Some(Self { tool, options, texts, meaning, expected, verdict, seen, workspace, pause }))
    }

    /// The verdict on it.
    pub const fn kind(&self) -> VerdictKind {
        self.verdict.kind()
    }

    /// The signature, where the compiler itself fails.
    pub fn signature(&self) -> String {
        match self.verdict {
            Verdict::WrongCode { .. } => String::new(),
            _ => self.verdict.detail(),
        }
    }

    /// What an observation shows, next to what was pinned.
    fn sight(&self, observation: &Observation) -> Sight {
        let verdict = accusation(&self.expected, observation);
        let same = || {
            FailureMode::of(&verdict).is_some_and(|it| Some(it) == FailureMode::of(&self.verdict))
        };
        if verdict == Verdict::Ok {
            Sight::Hidden
        } else if verdict == self.verdict || same() {
            Sight::Shows
        } else {
            Sight::Other(trial::actual(observation))
        }
    }

    /// What happened, in words.
    pub fn actual(&self) -> String {
        trial::actual(&self.seen.observation)
    }

    /// What the compiler said.
    pub fn said(&self) -> &str {
        &self.seen.said
    }

    /// How all these compilers do with all their option sets that can take programs of this
    /// configuration.
    pub fn elsewhere(
        &mut self,
        tools: &[Toolchain],
        config: &Config,
    ) -> Result<Vec<Elsewhere>, String> {
        let mut all = Vec::new();
        let comparable =
            |set: &&OptionSet| set.target == config.target && trial::is_written_around(set, config);
        for tool in tools {
            for set in tool.option_sets.iter().filter(comparable) {
                let (mut does, mut words) = match trial::differs(set, self.meaning) {
                    Some(why) => (Does::NotComparable, why),
                    None => self.does(tool, &set.options)?,
                };
                // The program may have what it lacks: only that it is right says something.
                if does != Does::Right
                    && tool.name != self.tool.name
                    && let Some(lack) = trial::lacking(set, config)
                {
                    (does, words) = (Does::NotComparable, format!("it lacks {lack}"));
                }
                all.push(Elsewhere {
                    compiler: tool.name.clone(),
                    version: tool.version.clone(),
                    options: set.text(),
                    does,
                    words,
                });
            }
        }
        Ok(all)
    }

    fn does(&mut self, tool: &Toolchain, options: &[String]) -> Result<(Does, String), String> {
        let steps = self.meaning.stats.steps;
        let (seen, spent) = look(&limited(tool), options, &self.texts, steps, &self.dir())?;
        (self.pause)(spent)?;
        let actual = || trial::actual(&seen.observation);
        if matches!(seen.observation.compiled, Compiled::NotComparable(_)) {
            return Ok((Does::NotComparable, actual()));
        }
        Ok(match self.sight(&seen.observation) {
            Sight::Hidden => (Does::Right, String::new()),
            Sight::Shows => (Does::Same, actual()),
            Sight::Other(_) | Sight::Trouble(_) => (Does::Otherwise, actual()),
        })
    }

    fn dir(&self) -> PathBuf {
        self.workspace.path().join("suspect")
    }
}

impl Probe for Suspect<'_> {
    fn look(&mut self, options: &[String]) -> Sight {
        let steps = self.meaning.stats.steps;
        let seen = look(&self.tool, options, &self.texts, steps, &self.dir())
            .and_then(|(seen, spent)| (self.pause)(spent).map(|()| seen));
        match seen {
            Err(why) => Sight::Trouble(why),
            Ok(seen) => self.sight(&seen.observation),
        }
    }

    fn ask(&mut self, options: &[String]) -> Result<String, String> {
        let dir = self.dir();
        let write = || -> std::io::Result<Vec<PathBuf>> {
            std::fs::create_dir_all(&dir)?;
            let mut names = Vec::new();
            for (suffix, text) in &self.texts {
                names.push(PathBuf::from(format!("{}{suffix}.c", crate::images::STEM)));
                std::fs::write(dir.join(&names[names.len() - 1]), text)?;
            }
            Ok(names)
        };
        let done = write().and_then(|names| {
            let done = self.tool.build(options, &names, &dir, Path::new("image"));
            std::fs::remove_dir_all(&dir)?;
            done
        });
        let done = done.map_err(|error| error.to_string())?;
        (self.pause)(done.cpu)?;
        // Compilers differ in where they answer.
        let mut said = String::from_utf8_lossy(&done.stdout).into_owned();
        said.push_str(&String::from_utf8_lossy(&done.stderr));
        Ok(said)
    }
}

impl Suspect<'_> {
    /// Looks for what hides it.
    pub fn blame(&mut self) -> brinell_triage::Blame {
        let (family, options) = (self.tool.family.clone(), self.options.clone());
        let target = self.tool.set(&options).map(|set| set.target);
        // With another data model the program means something else.
        let same = |set: &&OptionSet| {
            Some(set.target) == target && trial::differs(set, self.meaning).is_none()
        };
        let sets: Vec<Vec<String>> =
            self.tool.option_sets.iter().filter(same).map(|set| set.options.clone()).collect();
        brinell_triage::blame(&family, &options, &sets, self)
    }

    /// Whether one of these is still to blame.
    pub fn is_still_blamed_on(&mut self, names: &BTreeSet<String>) -> bool {
        let (family, options) = (self.tool.family.clone(), self.options.clone());
        brinell_triage::is_still_blamed(&family, &options, names, self)
    }
}

/// Compiles and runs; with the CPU time that it took.
fn look(
    tool: &Toolchain,
    options: &[String],
    texts: &[(String, String)],
    steps: u64,
    dir: &Path,
) -> Result<(SeenCompilation, Duration), String> {
    let mut cpu = CpuSplit::default();
    let own = cpu::of_thread();
    let mut with = |patience: Patience| {
        let mut runs = SharedRuns::repeated(RUNS, patience);
        ProgramFiles::write(dir, texts)
            .and_then(|files| observe(tool, options, &files, &mut runs, &mut cpu))
            .map_err(|Trouble(why)| why)
    };
    let mut seen = with(Patience::Steps(steps))?;
    if seen.given_up == Some(GivenUp::Starved) {
        seen = with(Patience::Full)?;
    }
    Ok((seen, cpu.total() + cpu::of_thread().saturating_sub(own)))
}

fn limited(tool: &Toolchain) -> Toolchain {
    let mut tool = tool.clone();
    tool.compile_limits.output = MUCH_OUTPUT;
    tool.compile_limits.cpu = Some(tool.compile_limits.cpu.unwrap_or(COMPILE_CPU).min(COMPILE_CPU));
    tool
}
