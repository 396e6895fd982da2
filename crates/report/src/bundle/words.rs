//! The wording that all texts of a bundle share.

use super::explorer;
use super::scrub::scrub;
use super::unit_names;
use brinell_campaign::{Does, Elsewhere, Never, SolvedFinding, quoted, short_version};
use brinell_judge::{RunEnd, VerdictKind};

/// What all texts say, each in its own form.
pub struct BundleWords {
    /// The version of Brinell.
    pub brinell: String,
    /// One line, for the head of a report.
    pub title: String,
    /// The compiler's version, in one line.
    pub version: String,
    /// The files of the reduced program.
    pub sources: Vec<String>,
    /// The compiler as its user calls it.
    pub program: String,
    /// The shell and script that it is called through, if any: the compiler is the script's `$0`.
    pub wrapper: Vec<String>,
    /// The same for the simulator that runs the image.
    pub run_wrapper: Vec<String>,
    /// What it always gets.
    pub fixed: Vec<String>,
    /// What it gets besides, before the files.
    pub flags: Vec<String>,
    /// The command that compiles, as its user writes it.
    pub compile: String,
    /// The same for others: without the directory of the compiler.
    pub compile_elsewhere: String,
    /// The command that runs the image.
    pub run: String,
    /// The same with its script spelled out, for use from another directory.
    pub run_in_full: String,
    /// Whether there is an image to run: the compiler itself does not fail.
    pub runs: bool,
    /// What must happen.
    pub expected: String,
    /// What happens.
    pub actual: String,
    /// Which lines are never executed; empty where all are.
    pub never: String,
    /// Why that is wrong: sentences.
    pub why: Vec<String>,
    /// What hides it, what makes it appear: sentences.
    pub blame: Vec<String>,
    /// Which other compilers are affected, one per line.
    pub elsewhere: Vec<String>,
    /// Compiler Explorer.
    pub link: Option<String>,
}

/// The image.
pub const IMAGE: &str = "reduced";
/// The files with the scripts of compilers and simulators that need one.
pub const BUILD_SCRIPT: &str = "build.sh";
pub const RUN_SCRIPT: &str = "run.sh";

impl BundleWords {
    pub fn of(case: &SolvedFinding, brinell: &str) -> Self {
        let tool = &case.tool;
        let sources = unit_names(IMAGE, case.reduced.len());
        let (wrapper, program, fixed) = match unwrapped(&tool.command) {
            (wrapper, [compiler, rest @ ..]) if !wrapper.is_empty() => {
                (wrapper.to_vec(), compiler.clone(), rest.to_vec())
            }
            _ => (Vec::new(), tool.program.clone(), tool.command[1..].to_vec()),
        };
        let (run_wrapper, runner) = unwrapped(&tool.runner);
        let mut flags = case.options.clone();
        if ["gcc", "clang", "tcc", "pcc", "chibicc"].contains(&tool.family.as_str()) {
            flags.push("-w".to_owned());
        }
        let line = |words: &[String]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>();
        let compile = |program: &str| {
            let (program, image) = ([program.to_owned()], ["-o".to_owned(), IMAGE.to_owned()]);
            let script = named_script(&wrapper, BUILD_SCRIPT);
            line(&[&script[..], &program, &fixed, &flags, &image, &sources].concat()).join(" ")
        };
        let compile_elsewhere = compile(program.rsplit('/').next().unwrap_or(&program));
        let compile = compile(&program);
        let image = [format!("./{IMAGE}")];
        let run_in_full = line(&[&tool.runner[..], &image].concat()).join(" ");
        let script = named_script(run_wrapper, RUN_SCRIPT);
        let run = line(&[&script[..], runner, &image].concat()).join(" ");
        let runs = case.verdict == VerdictKind::WrongCode;
        let link = match &case.reduced[..] {
            [only] => explorer::link(only, &tool.family, &tool.version, &case.options),
            _ => None,
        };
        Self {
            brinell: brinell.to_owned(),
            title: title(case),
            version: scrub(&short_version(&tool.version)),
            compile,
            compile_elsewhere,
            sources,
            program,
            wrapper,
            run_wrapper: run_wrapper.to_vec(),
            fixed,
            flags,
            run,
            run_in_full,
            runs,
            expected: expected(case),
            actual: actual(case),
            never: never(&case.never, case.finished),
            why: why(case),
            blame: blame(case),
            elsewhere: elsewhere(case),
            link,
        }
    }
}

/// A command that is a script of the shell with the program as its `$0`: what comes before the
/// program, which is empty for any other command, and the rest.
fn unwrapped(command: &[String]) -> (&[String], &[String]) {
    match command {
        [_, flag, script, _, ..] if flag == "-c" && script.contains("\"$0\"") => {
            command.split_at(3)
        }
        _ => (&[], command),
    }
}

/// How a script that is a file of the bundle is called.
fn named_script(wrapper: &[String], name: &str) -> Vec<String> {
    if wrapper.is_empty() { Vec::new() } else { vec!["sh".to_owned(), name.to_owned()] }
}

/// The text of a file that does what a wrapper does: its first argument is the program.
pub fn script_file(wrapper: &[String], what: &str) -> String {
    let line: Vec<String> = wrapper.iter().map(|word| quoted(word)).collect();
    format!("#!/bin/sh\n# {what}\nexec {} \"$@\"\n", line.join(" "))
}

/// One line that says what is wrong, and where.
fn title(case: &SolvedFinding) -> String {
    let compiler = &case.finding.line.compiler;
    let at = match case.options.join(" ") {
        none if none.is_empty() => String::new(),
        options => format!(" at {options}"),
    };
    let blamed = case.blame.as_ref().and_then(|blame| {
        let name = blame.title()?;
        Some(if blame.pass.is_some() { name } else { format!("hidden by {name}") })
    });
    let blamed = blamed.map_or(String::new(), |name| format!(" ({name})"));
    let signature = scrub(&case.signature);
    match case.verdict {
        VerdictKind::CompilerCrash if case.said.trim().is_empty() => {
            format!("{compiler} fails without a message{at}{blamed}")
        }
        VerdictKind::CompilerCrash => format!("{compiler} crashes{at}: {signature}{blamed}"),
        VerdictKind::CompilerHang => format!("{compiler} does not terminate{at}{blamed}"),
        VerdictKind::CompilerOutOfResources => {
            format!("{compiler} exceeds its {signature} limit{at}{blamed}")
        }
        VerdictKind::RejectedValid => {
            format!("{compiler} rejects a valid program{at}: {signature}{blamed}")
        }
        _ => format!("{compiler} generates wrong code{at}{}{blamed}", symptom(case)),
    }
}

/// What hides it, and the cheapest options that show it where those are others.
fn blame(case: &SolvedFinding) -> Vec<String> {
    let Some(blame) = &case.blame else { return Vec::new() };
    let mut lines = blame.lines();
    if let Some(lowest) = blame.lowest.as_deref().filter(|set| *set != case.options.join(" ")) {
        lines.push(format!("The first option set that shows it is {}.", named(lowest)));
    }
    // Reduction may have drifted to another pass with the same symptom; readers should know.
    let first = case.first_blame.as_ref().filter(|first| first.names().is_disjoint(&blame.names()));
    if let Some(first) = first
        && let Some(title) = first.title()
    {
        lines.push(format!("In the original program, it was a different one: {title}."));
    }
    lines
}

/// The symptom of an image that gives no answer at all.
fn symptom(case: &SolvedFinding) -> &'static str {
    if case.actual.contains("killed by signal") && !case.expected().contains("killed by signal") {
        ": the program crashes"
    } else if case.actual.ends_with("did not end in time") {
        ": the program does not terminate"
    } else {
        ""
    }
}

fn expected(case: &SolvedFinding) -> String {
    match case.verdict {
        VerdictKind::WrongCode => case.expected(),
        _ => "The program compiles.".to_owned(),
    }
}

fn actual(case: &SolvedFinding) -> String {
    match case.verdict {
        VerdictKind::WrongCode => case.actual.clone(),
        VerdictKind::CompilerCrash if case.said.trim().is_empty() => {
            "The compiler fails without a message.".to_owned()
        }
        _ if case.said.trim().is_empty() => scrub(&case.actual),
        // The files had other names when they were compiled.
        _ => {
            scrub(case.said.trim_end()).replace("test.c", "reduced.c").replace("test_", "reduced_")
        }
    }
}

/// What never runs in the program: readers would not expect it to matter.
fn never(never: &Never, finished: bool) -> String {
    // If reduction finished, everything that is left is needed.
    let sentence = |what: String, many: bool, verb: &str| {
        let is = if many { "are" } else { "is" };
        let needed = if finished { format!(", and {is} needed") } else { String::new() };
        format!("{what} {is} never {verb}{needed}.")
    };
    let lines: Vec<String> = never.lines.iter().map(ToString::to_string).collect();
    let lines = match &lines[..] {
        [] => None,
        [only] => Some(sentence(format!("Line {only}"), false, "executed")),
        [before @ .., last] => {
            Some(sentence(format!("Lines {} and {last}", before.join(", ")), true, "executed"))
        }
    };
    let operands = never
        .operands
        .iter()
        .map(|(line, which)| sentence(format!("On line {line}, {which}"), false, "evaluated"));
    lines.into_iter().chain(operands).collect::<Vec<_>>().join(" ")
}

/// Why the expected result is required.
fn why(case: &SolvedFinding) -> Vec<String> {
    let mut why = vec![format!(
        "The program is valid C, and defined: it satisfies the constraints of the language, and an \
         interpreter of C's abstract machine ran it to its end in {} steps, checking each for \
         undefined behaviour and for dependence on unspecified behaviour; there is none.",
        case.meaning.stats.steps
    )];
    why.push(match case.verdict {
        VerdictKind::WrongCode => {
            let printed =
                if case.meaning.stdout.is_empty() { "print nothing" } else { "print the above" };
            let end = match case.expected_end() {
                RunEnd::Exit(status) => format!("exit with status {status}"),
                _ => "abort".to_owned(),
            };
            format!(
                "According to that run it must {printed} and {end}; a conforming implementation \
                 produces the same output and termination status as the abstract machine (C11 \
                 5.1.2.3p6)."
            )
        }
        VerdictKind::RejectedValid => {
            "A conforming implementation accepts this program (C11 4p6).".to_owned()
        }
        _ => "A compiler should accept a program, or reject it with a message, and terminate."
            .to_owned(),
    });
    if !case.meaning.relied_on.is_empty() {
        let choices: Vec<String> = case
            .meaning
            .relied_on
            .iter()
            .filter_map(|choice| serde_json::to_value(choice).ok()?.as_str().map(str::to_owned))
            .collect();
        why.push(format!(
            "The run relied on implementation-defined choices ({}), which this compiler was shown \
             to make in the same way.",
            choices.join(", ")
        ));
    }
    let right = agreeing(case);
    if !right.is_empty() && case.verdict == VerdictKind::WrongCode {
        why.push(format!("These give the expected result: {}.", right.join("; ")));
    }
    why
}

/// Other compilers that are right with all their options, and those with some.
fn agreeing(case: &SolvedFinding) -> Vec<String> {
    let mut right = Vec::new();
    for (compiler, rows) in by_compiler(case) {
        let options: Vec<&str> = rows
            .iter()
            .filter(|row| row.does == Does::Right)
            .map(|row| named(&row.options))
            .collect();
        if options.is_empty() {
            continue;
        }
        let all = options.len() == rows.len();
        let with = if all { "all options tried".to_owned() } else { options.join(", ") };
        right.push(format!("{compiler} with {with}"));
    }
    right
}

/// The results of each compiler, in the order in which they were tested.
fn by_compiler(case: &SolvedFinding) -> Vec<(&str, Vec<&Elsewhere>)> {
    let mut groups: Vec<(&str, Vec<&Elsewhere>)> = Vec::new();
    for row in &case.elsewhere {
        match groups.iter_mut().find(|(name, _)| *name == row.compiler) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((&row.compiler, vec![row])),
        }
    }
    groups
}

fn elsewhere(case: &SolvedFinding) -> Vec<String> {
    let line = |(compiler, rows): (&str, Vec<&Elsewhere>)| {
        let kinds = [
            (Does::Same, "affected with"),
            (Does::Otherwise, "wrong in another way with"),
            (Does::Right, "right with"),
            (Does::NotComparable, "not comparable with"),
        ];
        let parts: Vec<String> = kinds
            .into_iter()
            .filter_map(|(does, words)| {
                let options: Vec<&str> = rows
                    .iter()
                    .filter(|row| row.does == does)
                    .map(|row| named(&row.options))
                    .collect();
                (!options.is_empty()).then(|| format!("{words} {}", options.join(", ")))
            })
            .collect();
        let version = rows.first().map_or("", |row| &row.version);
        format!("{compiler} ({}): {}", scrub(&short_version(version)), parts.join("; "))
    };
    by_compiler(case).into_iter().map(line).collect()
}

const fn named(options: &str) -> &str {
    if options.is_empty() { "no options" } else { options }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_never_runs_is_said() {
        let said = |lines: &[u32], operands: &[(u32, &'static str)], finished| {
            let lines = lines.iter().copied().collect();
            let operands: BTreeSet<_> = operands.iter().copied().collect();
            never(&Never { lines, operands }, finished)
        };
        assert_eq!(said(&[], &[], true), "");
        assert_eq!(said(&[3], &[], true), "Line 3 is never executed, and is needed.");
        assert_eq!(said(&[3, 4, 9], &[], false), "Lines 3, 4 and 9 are never executed.");
        let operand = (7, "the right operand of `&&`");
        assert_eq!(
            said(&[3], &[operand], true),
            "Line 3 is never executed, and is needed. On line 7, the right operand of `&&` is never \
             evaluated, and is needed."
        );
    }
}
