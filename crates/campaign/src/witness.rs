//! Whether a program shows the same as a finding: for reduction, which asks it of many programs.
//!
//! The same compiler with the same options has to go wrong in the same way: the same kind and, where
//! the compiler itself fails, the same signature. And somebody who was right about the finding's
//! program, the referee, has to be right about this one, so that reduction cannot end at a program
//! that we and not the compiler are wrong about.

use crate::cpu::CpuSplit;
use crate::images::{Files, Names, Runs, Seen, Trouble, execute_line, observe};
use crate::store::Finding;
use crate::trial;
use crate::workspace::Workspace;
use brinell_judge::{Expected, Verdict, VerdictKind, judge};
use brinell_machine::Meaning;
use brinell_toolchain::Toolchain;
use std::time::Duration;

/// How often something is tried again on a computer in trouble, and after which time.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(2);

/// Images of programs that end on the machine take milliseconds: one that is still running after
/// this much CPU time hangs.
const RUN_CPU: Duration = Duration::from_secs(1);
const RUN_WALL: Duration = Duration::from_secs(10);
/// For compilers that hang.
const COMPILE_CPU: Duration = Duration::from_secs(10);

/// A compiler with options.
#[derive(Clone, Debug)]
struct Subject {
    tool: Toolchain,
    options: Vec<String>,
}

/// Knows what a finding shows, and looks for it.
#[derive(Debug)]
pub struct Witness {
    accused: Subject,
    referee: Option<Subject>,
    kind: VerdictKind,
    class: String,
    workspace: Workspace,
    /// How many programs were compiled by the accused.
    pub asked: u64,
}

impl Witness {
    /// Of a finding; `tools` are the compilers that are here. The words of an error say why there
    /// can be none.
    pub fn new(finding: &Finding, tools: &[Toolchain]) -> Result<Self, String> {
        let line = &finding.line;
        let kind = VerdictKind::parse(&line.verdict).filter(|kind| kind.is_finding());
        let Some(kind) = kind else {
            return Err(format!("'{}' accuses no compiler", line.verdict));
        };
        let tool = tools.iter().find(|tool| tool.name == line.compiler);
        let tool = tool.ok_or_else(|| format!("{} is not here", line.compiler))?;
        let options = line.options.first().map_or("", String::as_str);
        let options = options.split_whitespace().map(str::to_owned).collect();
        let mut accused = Subject { tool: quick(tool), options };
        if kind == VerdictKind::CompilerHang {
            accused.tool.compile_limits.cpu = Some(COMPILE_CPU);
        }
        let workspace =
            Workspace::new().map_err(|error| format!("no temporary directory: {error}"))?;
        let class = class(&line.signature);
        Ok(Self { accused, referee: None, kind, class, workspace, asked: 0 })
    }

    /// Looks for somebody who is right about a program: other families first, then other options of
    /// the accused. Without one, wrong code cannot be told from a mistake of ours.
    pub fn find_referee(
        &mut self,
        texts: &[String],
        meaning: &Meaning,
        tools: &[Toolchain],
    ) -> Result<(), String> {
        let accused = &self.accused.tool;
        let comparable = |tool: &&Toolchain| {
            tool.target == accused.target && trial::differs(tool, meaning).is_none()
        };
        let (own, mut others): (Vec<&Toolchain>, Vec<&Toolchain>) =
            tools.iter().filter(comparable).partition(|tool| tool.family == accused.family);
        // They are asked about every good candidate: the quickest ones first.
        let speed = ["tcc", "gcc", "clang"];
        others.sort_by_key(|tool| speed.iter().position(|name| *name == tool.family).unwrap_or(9));
        let mut candidates: Vec<Subject> = Vec::new();
        for tool in others {
            let options = tool.option_sets.first().cloned().unwrap_or_default();
            candidates.push(Subject { tool: quick(tool), options });
        }
        for tool in own {
            let sets = tool.option_sets.iter().filter(|set| **set != self.accused.options);
            candidates.extend(sets.map(|set| Subject { tool: quick(tool), options: set.clone() }));
        }
        let expected = trial::expected(meaning);
        for candidate in candidates {
            let seen = self.look(&candidate, texts)?;
            if judge(&expected, &[seen.observation]).verdicts == [Verdict::Ok] {
                self.referee = Some(candidate);
                return Ok(());
            }
        }
        if self.kind == VerdictKind::WrongCode {
            return Err("no compiler here agrees with the machine about the program".to_owned());
        }
        Ok(())
    }

    /// Looks at the finding's own program as it is now, and pins that: versions change, and so do
    /// our words for what compilers do. Gives the words if they are others than the finding's, and
    /// nothing if all is well now.
    pub fn pin(&mut self, texts: &[String], meaning: &Meaning) -> Result<Option<String>, String> {
        let expected = trial::expected(meaning);
        let mut observations = vec![self.look(&self.accused, texts)?.observation];
        if let Some(referee) = &self.referee {
            observations.push(self.look(referee, texts)?.observation);
        }
        let verdict = judge(&expected, &observations).verdicts.swap_remove(0);
        if self.is_it(&verdict) || !verdict.kind().is_finding() {
            return Ok(None);
        }
        (self.kind, self.class) = (verdict.kind(), class(&verdict.detail()));
        Ok(Some(format!("{} {}", verdict.kind(), verdict.detail())))
    }

    /// Whether the program with these units shows it. The words of an error say what is wrong with
    /// this computer.
    pub fn shows(&mut self, texts: &[String], meaning: &Meaning) -> Result<bool, String> {
        if trial::differs(&self.accused.tool, meaning).is_some() {
            return Ok(false);
        }
        self.asked += 1;
        let expected = trial::expected(meaning);
        let seen = self.look(&self.accused, texts)?;
        let alone = judge(&expected, std::slice::from_ref(&seen.observation));
        if alone.verdicts == [Verdict::Ok] {
            return Ok(false);
        }
        let Some(referee) = &self.referee else {
            return Ok(self.is_it(&alone.verdicts[0]));
        };
        if trial::differs(&referee.tool, meaning).is_some() {
            return Ok(false);
        }
        let second = self.look(referee, texts)?;
        let both = judge(&expected, &[seen.observation, second.observation]);
        Ok(self.is_it(&both.verdicts[0]) && both.verdicts[1] == Verdict::Ok)
    }

    /// What has to be done to see it, and what is seen: for people.
    pub fn describe(&self, texts: &[String], meaning: &Meaning) -> Result<Vec<String>, String> {
        let Subject { tool, options } = &self.accused;
        let names = Names::of(&named(texts));
        let seen = self.look(&self.accused, texts)?;
        let Expected { stdout, end } = trial::expected(meaning);
        let mut lines = vec![
            names.build_line(tool, options),
            execute_line(tool),
            format!("expected: {}", trial::outcome_words(&stdout, end).replace('\n', ", ")),
            format!("actual:   {}", trial::actual(&seen.observation).replace('\n', ", ")),
        ];
        if let Some(Subject { tool, options }) = &self.referee {
            lines.push(format!("right:    {} {}", tool.name, options.join(" ")));
        }
        Ok(lines)
    }

    fn is_it(&self, verdict: &Verdict) -> bool {
        verdict.kind() == self.kind && class(&verdict.detail()) == self.class
    }

    fn look(&self, subject: &Subject, texts: &[String]) -> Result<Seen, String> {
        let mut last = String::new();
        for tried in 0..TRIES {
            if tried > 0 {
                std::thread::sleep(PAUSE);
            }
            let dir = self.workspace.path().join("reduce");
            let seen = Files::write(&dir, &named(texts)).and_then(|files| {
                let mut cpu = CpuSplit::default();
                observe(&subject.tool, &subject.options, &files, &mut Runs::new(), &mut cpu)
            });
            match seen {
                Ok(seen) => return Ok(seen),
                Err(Trouble(why)) => last = why,
            }
        }
        Err(last)
    }
}

/// What is wrong, without what reduction may change: whether it prints or exits with another
/// answer is the same.
fn class(detail: &str) -> String {
    match detail {
        "checksum" | "exit" | "exit status" => "answer".to_owned(),
        other => other.to_owned(),
    }
}

/// Units with the suffixes of their names.
fn named(texts: &[String]) -> Vec<(String, String)> {
    match texts {
        [only] => vec![(String::new(), only.clone())],
        many => many.iter().enumerate().map(|(i, t)| (format!("_{i}"), t.clone())).collect(),
    }
}

fn quick(tool: &Toolchain) -> Toolchain {
    let mut tool = tool.clone();
    tool.run_limits.cpu = Some(RUN_CPU);
    tool.run_limits.wall = tool.run_limits.wall.min(RUN_WALL);
    tool
}
