//! One program through all compilers, and its verdicts.
//!
//! All contenders are treated alike: the compilers' own commands, one run per fingerprint, suspicious
//! results repeated from scratch. Only the expected result differs: Brinell's programs are judged by
//! their meaning, those of others by vote (`vote.rs`), and by the machine if the vote is not unanimous
//! and the machine supports the program.

use crate::described::{DescribedGenerator, Judging};
use crate::field::CompilerField;
use crate::machine::{self, MachineOpinion};
use crate::make::{MadeProgram, Workshop};
use crate::record::{CpuSeconds, TestedProgram};
use crate::sample::{SampleCase, Sampler};
use crate::vote::{Ballot, Vote, reason, vote};
use brinell_campaign::{
    CpuSplit, GivenUp, Patience, ProgramFiles, SeenCompilation, SharedRuns, Trouble, cpu_of_thread,
    differs, expected, observe_image, rough_key,
};
use brinell_judge::{Compiled, Expected, Observation, RunEnd, Verdict, judge};
use brinell_machine::Meaning;
use brinell_toolchain::{OptionSet, Toolchain, code_bytes};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How often an image is run again before anything is said about it, as a hunt does.
const CONFIRMING_RUNS: u32 = 4;

/// How many times its CPU time something may take by the clock.
const BUSY: u32 = 20;

/// One program in all compilers' hands.
struct ProgramTrial<'a> {
    field: &'a CompilerField,
    workshop: &'a Workshop<'a>,
    program: &'a MadeProgram,
    seen: Vec<SeenCompilation>,
    code: u64,
    cpu: CpuSplit,
    judging: Duration,
    /// Whether it has what C does not have: then a compiler may reject it.
    extended: bool,
}

/// What was found out about a program.
enum Usability {
    /// What it must do, and its meaning if the machine told it.
    Usable { expected: Expected, meaning: Option<Meaning> },
    /// It says nothing about compilers.
    Unusable(String),
}

/// Whether a compiler rejects a program because it does not find a header: its set-up is incomplete,
/// which says nothing about its translation.
fn lacks_header(compiled: &Compiled) -> bool {
    const NOT_FOUND: [&str; 4] = ["cannot open", "No such file", "not found", "Cannot find"];
    let Compiled::Rejected { signature } = compiled else { return false };
    signature.contains(".h") && NOT_FOUND.iter().any(|words| signature.contains(words))
}

/// Makes and tests the program of a seed. Fails where this computer does: then the seed has to be done
/// again.
pub fn test(
    field: &CompilerField,
    workshop: &Workshop<'_>,
    seed: u64,
    dir: &Path,
    sampler: Option<&Sampler>,
    shown: &BTreeMap<String, f64>,
) -> io::Result<TestedProgram> {
    let made = workshop.make(seed, &dir.join("program"))?;
    let mut tested = TestedProgram { seed, ..TestedProgram::default() };
    tested.cpu.generate = made.cpu.as_secs_f64();
    let program = match made.program {
        Ok(program) => program,
        Err(why) => {
            tested.unusable = Some(why);
            return Ok(tested);
        }
    };
    tested.tokens = program.tokens;
    let mut case = ProgramTrial {
        field,
        workshop,
        program: &program,
        seen: Vec::new(),
        code: 0,
        cpu: CpuSplit::default(),
        judging: Duration::ZERO,
        extended: workshop.description().is_some_and(|one| one.is_extended(&program.files.dir)),
    };
    case.compile_and_run().map_err(|Trouble(why)| io::Error::other(why))?;
    let known = case.know();
    let usable = match known {
        Usability::Unusable(why) => {
            tested.unusable = Some(why);
            None
        }
        Usability::Usable { expected, meaning } => {
            let judged = case.verdicts(&expected, meaning.as_ref());
            let verdicts = judged.map_err(|Trouble(why)| io::Error::other(why))?;
            (tested.verdicts, tested.bugs) = case.summary(&verdicts);
            Some(expected)
        }
    };
    tested.code = case.code;
    let CpuSeconds { generate, .. } = tested.cpu;
    tested.cpu = CpuSeconds {
        generate,
        compile: case.cpu.compiling().as_secs_f64(),
        run: case.cpu.running().as_secs_f64(),
        judge: case.judging.as_secs_f64(),
    };
    if let (Some(sampler), Some(expected)) = (sampler, usable) {
        let flags = workshop.flags();
        let (program, flags, expected) = (&program, flags.as_slice(), &expected);
        let case = SampleCase { seed, program, flags, expected, generate };
        tested.sample = Some(sampler.look(&case, shown)?);
    }
    Ok(tested)
}

impl<'a> ProgramTrial<'a> {
    fn described(&self) -> Option<&'a DescribedGenerator> {
        self.workshop.description()
    }

    /// The options of a pair, with those that the programs need.
    fn options(&self, set: &OptionSet) -> Vec<String> {
        set.options.iter().cloned().chain(self.workshop.flags()).collect()
    }

    /// How long images may run at first.
    fn patience(&self) -> Patience {
        let steps = self.program.meaning.as_ref().map(|meaning| meaning.stats.steps);
        steps.map_or(Patience::Full, Patience::Steps)
    }

    /// A compiler, with the time that programs of this contender may run. CPU time decides: a
    /// busy computer must make no compiler look as if it hung.
    fn tool(&self, tool: &'a Toolchain) -> Toolchain {
        let mut tool = tool.clone();
        tool.compile_limits.wall *= BUSY;
        if let Some(described) = self.described() {
            let time = Duration::from_secs(described.run_seconds);
            tool.run_limits.cpu = Some(tool.run_limits.cpu.unwrap_or(time).min(time));
            tool.run_limits.wall = time.saturating_mul(BUSY);
        }
        tool
    }

    fn compile_and_run(&mut self) -> Result<(), Trouble> {
        let files = &self.program.files;
        let mut runs = SharedRuns::once(self.patience());
        let mut endless = BTreeSet::new();
        let mut imageless = BTreeSet::new();
        for pair in &self.field.pairs {
            let (tool, set) = self.field.of(*pair);
            let tool = self.tool(tool);
            let options = self.options(set);
            let mut code = 0;
            let mut look = |image: &Path| {
                code = code_bytes(image).ok().flatten().unwrap_or(0);
            };
            let mut seen =
                observe_image(&tool, &options, files, &mut runs, &mut self.cpu, &mut look)?;
            self.code += code;
            // Includes and libraries are the contender's; the pair is called by its own options.
            seen.observation.options.clone_from(&set.options);
            let ended = |seen: &SeenCompilation| {
                seen.observation.ran.as_ref().is_some_and(|ran| ran.end != RunEnd::TimedOut)
            };
            if seen.given_up.is_some() {
                endless.insert(tool.family.clone());
            }
            if rejects(&seen) {
                imageless.insert(tool.family.clone());
            }
            self.seen.push(seen);
            // A program that two families cannot bring to its end has none, and one that two reject is no
            // C or too large: no more time is lost on it. That is what its users do.
            let enough = self.field.families().min(2);
            let hopeless = endless.len() >= enough && !self.seen.iter().any(ended)
                || imageless.len() >= enough && self.seen.iter().all(rejects);
            if self.described().is_some() && hopeless {
                break;
            }
        }
        Ok(())
    }

    /// What the program must do.
    fn know(&mut self) -> Usability {
        if let Some(meaning) = &self.program.meaning {
            return Usability::Usable {
                expected: expected(meaning),
                meaning: Some(meaning.clone()),
            };
        }
        let ballots: Vec<Ballot<'_>> = self
            .seen
            .iter()
            .zip(&self.field.pairs)
            .map(|(seen, pair)| Ballot {
                seen: &seen.observation,
                lowest: pair.set == 0,
                comparable: self.field.of(*pair).1.differs.is_empty(),
            })
            .collect();
        let voted = vote(&ballots);
        let asked = match (&voted, self.described()) {
            // All agree, or there is nothing to decide.
            (Vote::Unanimous(_), _) | (_, None) => None,
            (Vote::Unusable(why), _) if reason::FINAL.contains(&&**why) => None,
            (_, Some(described)) => (described.judge == Judging::Machine).then_some(described),
        };
        if let Some(described) = asked {
            let began = cpu_of_thread();
            let opinion = machine::ask(described, &self.program.files.dir, self.field.target);
            self.judging += cpu_of_thread().saturating_sub(began);
            match opinion {
                MachineOpinion::Defined(meaning) => {
                    let expected = expected(&meaning);
                    return Usability::Usable { expected, meaning: Some(*meaning) };
                }
                MachineOpinion::Undefined(rule) => {
                    return Usability::Unusable(format!("undefined: {rule}"));
                }
                MachineOpinion::Undecided => return Usability::Unusable("undecided".to_owned()),
                MachineOpinion::None => {}
            }
        }
        match voted {
            Vote::Unanimous(expected) | Vote::Majority(expected) => {
                Usability::Usable { expected, meaning: None }
            }
            Vote::Unusable(why) => Usability::Unusable(why),
        }
    }

    /// The verdicts, after everything suspicious was done again.
    fn verdicts(
        &mut self,
        expected: &Expected,
        meaning: Option<&Meaning>,
    ) -> Result<Vec<Verdict>, Trouble> {
        self.set_aside(expected, meaning);
        let first = self.judge(expected);
        let suspicious: Vec<usize> =
            (0..self.seen.len()).filter(|&i| first[i].kind().is_kept()).collect();
        if suspicious.is_empty() {
            return Ok(first);
        }
        let files = self.program.files.dir.with_file_name("again");
        let files = copy(&self.program.files, &files)?;
        for index in suspicious {
            self.confirm(index, &files, meaning)?;
        }
        self.set_aside(expected, meaning);
        Ok(self.judge(expected))
    }

    fn judge(&self, expected: &Expected) -> Vec<Verdict> {
        let all: Vec<Observation> = self.seen.iter().map(|seen| seen.observation.clone()).collect();
        judge(expected, &all).verdicts
    }

    /// What must not be held against a compiler: programs that rely on choices that it makes
    /// differently; rejections of extensions of C; and, where only a vote determines what a program
    /// means, rejections (the program may not be C) and slowness.
    fn set_aside(&mut self, expected: &Expected, meaning: Option<&Meaning>) {
        for (seen, pair) in self.seen.iter_mut().zip(&self.field.pairs) {
            let (_, set) = self.field.of(*pair);
            let observation = &mut seen.observation;
            let right = observation.ran.as_ref().is_some_and(|ran| ran.does(expected));
            let rejects = matches!(observation.compiled, Compiled::Rejected { .. });
            let why = match meaning {
                _ if lacks_header(&observation.compiled) => {
                    Some("a header is missing from its installation".to_owned())
                }
                Some(_) if rejects && self.extended => {
                    Some("it rejects what is not standard C".to_owned())
                }
                Some(meaning) => differs(set, meaning),
                None if right => None,
                None if !set.differs.is_empty() => Some("it makes other choices".to_owned()),
                None if rejects => Some("it rejects what is not known to be valid C".to_owned()),
                None if seen.given_up.is_some() => Some("it did not end in time".to_owned()),
                None => None,
            };
            if let Some(why) = why {
                observation.compiled = Compiled::NotComparable(why);
                observation.ran = None;
                observation.otherwise.clear();
            }
        }
    }

    /// Compiles and runs again, from scratch.
    fn confirm(
        &mut self,
        index: usize,
        files: &ProgramFiles,
        meaning: Option<&Meaning>,
    ) -> Result<(), Trouble> {
        let (tool, set) = self.field.of(self.field.pairs[index]);
        let tool = self.tool(tool);
        let options = self.options(set);
        let hung = self.seen[index].given_up.is_some();
        let steps = meaning.map_or(u64::MAX, |meaning| meaning.stats.steps);
        let mut patience = if hung { Patience::Confirming(steps) } else { Patience::Full };
        let began = cpu_of_thread();
        let mut cpu = CpuSplit::default();
        let mut again = loop {
            let mut runs = SharedRuns::repeated(if hung { 1 } else { CONFIRMING_RUNS }, patience);
            let again = observe_image(&tool, &options, files, &mut runs, &mut cpu, &mut |_| {})?;
            if again.given_up != Some(GivenUp::Starved) {
                break again;
            }
            // This computer was too busy to tell.
            patience = Patience::Full;
        };
        self.judging += cpu.total() + cpu_of_thread().saturating_sub(began);
        again.observation.options.clone_from(&set.options);
        if hung && again.given_up.is_none() {
            self.seen[index] = again;
        } else {
            self.seen[index].observation.add_repetition(&again.observation);
        }
        Ok(())
    }

    /// Verdicts counted, and the keys of what is a compiler's fault.
    fn summary(&self, verdicts: &[Verdict]) -> (BTreeMap<String, u32>, Vec<String>) {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for verdict in verdicts {
            *counts.entry(verdict.kind().as_str().to_owned()).or_default() += 1;
        }
        (counts, self.keys(verdicts))
    }

    /// For wrong code nobody can tell without reducing it: compiler, what is wrong, and the option sets
    /// that show it are a guess that neither joins everything nor tells everything apart.
    fn keys(&self, verdicts: &[Verdict]) -> Vec<String> {
        let mut wrong: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
        let mut keys = BTreeSet::new();
        for (seen, verdict) in self.seen.iter().zip(verdicts) {
            let observation = &seen.observation;
            match verdict {
                Verdict::WrongCode { kind } => {
                    let entry = wrong.entry((&observation.compiler, kind.to_string()));
                    entry.or_default().push(observation.options.join(" "));
                }
                other if other.kind().is_finding() => {
                    keys.insert(rough_key(&observation.compiler, "", other));
                }
                _ => {}
            }
        }
        for ((compiler, kind), options) in wrong {
            keys.insert(format!("{compiler} wrong-code {} {kind}", options.join(" | ")));
        }
        keys.into_iter().collect()
    }
}

/// Whether a compiler or its linker makes no image of a program, for the program's sake.
const fn rejects(seen: &SeenCompilation) -> bool {
    matches!(seen.observation.compiled, Compiled::Rejected { .. } | Compiled::OutOfResources(_))
}

/// The same program in another directory.
fn copy(files: &ProgramFiles, dir: &Path) -> Result<ProgramFiles, Trouble> {
    let cannot = |error: io::Error| Trouble(format!("cannot copy a program: {error}"));
    std::fs::create_dir_all(dir).map_err(cannot)?;
    for name in files.sources.iter().chain(&files.others) {
        let from = files.dir.join(name);
        // Libraries are no files.
        if from.is_file() {
            std::fs::copy(from, dir.join(name)).map_err(cannot)?;
        }
    }
    Ok(ProgramFiles {
        dir: dir.to_owned(),
        sources: files.sources.clone(),
        others: files.others.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_header_is_no_bug_of_a_compiler() {
        for words in [
            "stddef.h: cannot open file: No such file or directory",
            "fatal error: stddef.h: No such file or directory",
            "fatal error: 'stddef.h' file not found",
            "include file 'stddef.h' not found",
        ] {
            assert!(lacks_header(&Compiled::Rejected { signature: words.to_owned() }), "{words}");
        }
        for words in ["expected '}'", "'x' not found", "a.h: expected ';'"] {
            assert!(!lacks_header(&Compiled::Rejected { signature: words.to_owned() }), "{words}");
        }
        assert!(!lacks_header(&Compiled::Ok));
    }
}
