//! Whether a program shows the same as a finding: for reduction, which asks it of many programs.
//!
//! The same compiler with the same options has to go wrong in the same way: the same kind and, where
//! the compiler itself fails, the same signature. And those who were right about the finding's
//! program, the referees, have to be right about this one: one of another family, so that reduction
//! cannot end at a program that we and not the compiler are wrong about, and the accused with other
//! options, so that it cannot end at another bug, which those options do not hide.

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
    referees: Vec<Subject>,
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
        Ok(Self { accused, referees: Vec::new(), kind, class, workspace, asked: 0 })
    }

    /// Looks for those who are right about a program: one of another family, and one set of options
    /// of the accused itself. Without any, wrong code cannot be told from a mistake of ours.
    pub fn find_referees(
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
        let first = |tool: &Toolchain| tool.option_sets.first().cloned().unwrap_or_default();
        let others = others
            .into_iter()
            .map(|tool| Subject { tool: quick(tool), options: first(tool) })
            .collect();
        let own = own
            .into_iter()
            .filter(|tool| tool.name == accused.name)
            .flat_map(|tool| tool.option_sets.iter().map(move |set| (tool, set)))
            .filter(|(_, set)| **set != self.accused.options)
            .map(|(tool, set)| Subject { tool: quick(tool), options: set.clone() })
            .collect();
        let expected = trial::expected(meaning);
        let candidates: [Vec<Subject>; 2] = [others, own];
        for group in candidates {
            for candidate in group {
                let seen = self.look(&candidate, texts)?;
                if judge(&expected, &[seen.observation]).verdicts == [Verdict::Ok] {
                    self.referees.push(candidate);
                    break;
                }
            }
        }
        if self.referees.is_empty() && self.kind == VerdictKind::WrongCode {
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
        for referee in &self.referees {
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
        if self.referees.is_empty() {
            return Ok(self.is_it(&alone.verdicts[0]));
        }
        let mut observations = vec![seen.observation];
        for referee in &self.referees {
            if trial::differs(&referee.tool, meaning).is_some() {
                return Ok(false);
            }
            let second = self.look(referee, texts)?;
            if judge(&expected, std::slice::from_ref(&second.observation)).verdicts != [Verdict::Ok]
            {
                return Ok(false);
            }
            observations.push(second.observation);
        }
        Ok(self.is_it(&judge(&expected, &observations).verdicts[0]))
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
        for Subject { tool, options } in &self.referees {
            let line = format!("right:    {} {}", tool.name, options.join(" "));
            lines.push(line.trim_end().to_owned());
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
