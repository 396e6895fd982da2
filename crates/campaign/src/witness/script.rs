//! What a witness looks for, as a shell script: for reducers that work on text.

use super::{COMPILE_CPU, RUNS, Subject, Witness};
use crate::images::execute_line;
use crate::plan::quoted;
use brinell_judge::{FailureMode, LINKER_FAILED, SILENT_FAILURE, mere_signal, telling_part};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What decides whether a program is defined, and what it must do.
#[derive(Clone, Debug)]
pub enum DefinednessCheck {
    /// The machine: this `brinell`, with these arguments before the file.
    Machine(Vec<String>),
    /// Sanitizers and warnings of this compiler, as people do who have no machine. What the program
    /// must do is then what it does with them.
    Sanitizers(String),
}

/// Warnings that tell of undefined behaviour which sanitizers do not see, and that nothing harmless
/// in a generated program causes.
const TELLING: &str = "uninitialized|return-type|implicit-function|implicit-int|int-conversion|\
incompatible-pointer|return-local-addr|format";

/// The status of what SIGXCPU ended, as shells have it.
const OUT_OF_TIME: i32 = 152;

impl Witness {
    /// A script that exits with 0 where the file of that name in the present directory shows it.
    pub fn script(&self, file: &str, guard: &DefinednessCheck) -> String {
        let mut script = String::from("#!/bin/sh\n");
        let _ = writeln!(script, "# Exits with 0 if {file} in this directory still shows it:");
        let _ = writeln!(script, "#   {}: {}", self.suspect.tool.name, self.mode);
        script += "# For C-Vise, C-Reduce and `brinell reduce --test`.\n\n";
        script += "LC_ALL=C; export LC_ALL\nulimit -c 0\n\n";
        script += &guarded(file, guard);
        let _ = writeln!(
            script,
            "# Runs an image: its output and exit status.\n\
             run() {{\n    ( ulimit -t {}; exec \"$@\" ) > got 2> /dev/null\n    status=$?\n}}\n\n\
             right() {{\n    [ \"$status\" -eq \"$must\" ] && cmp -s got expected\n}}\n",
            self.run_seconds()
        );
        script += "# The suspect compiler.\nrm -f image\n";
        let _ = writeln!(
            script,
            "( ulimit -t {}; exec {} ) > said 2>&1\nbuilt=$?",
            COMPILE_CPU.as_secs(),
            build(&self.suspect, file)
        );
        script += &self.accusation();
        for referee in &self.referees {
            let name = &referee.tool.name;
            let _ = writeln!(
                script,
                "\n# {name} is right.\nrm -f image\n{} > /dev/null 2>&1 || exit 1\nrun {}\n\
                 right || exit 1",
                build(referee, file),
                execute_line(&referee.tool)
            );
        }
        script += "\nexit 0\n";
        script
    }

    /// CPU time for an image.
    fn run_seconds(&self) -> u64 {
        let cpu = self.suspect.tool.run_limits.cpu.unwrap_or(self.suspect.tool.run_limits.wall);
        cpu.as_secs() + u64::from(cpu.subsec_nanos() > 0)
    }

    /// What has to be true of how the suspect ended.
    fn accusation(&self) -> String {
        let run = format!("run {}\n", execute_line(&self.suspect.tool));
        let ends_with =
            |what: &str, status: i32| format!("[ \"${what}\" -eq {status} ] || exit 1\n");
        // What was compiled wrongly may do it now and then.
        let each_time = |how: String| {
            let times: Vec<String> = (1..=RUNS).map(|n| n.to_string()).collect();
            format!("for time in {}; do\n{run}{how}done\n", times.join(" "))
        };
        let image = |look: String| format!("[ \"$built\" -eq 0 ] || exit 1\n{look}");
        let fails = |words: String| format!("[ \"$built\" -ne 0 ] || exit 1\n{words}");
        match &self.mode {
            FailureMode::ImageHang => image(run.clone() + &ends_with("status", OUT_OF_TIME)),
            FailureMode::ImageCrash(signal) => image(each_time(ends_with("status", 128 + signal))),
            FailureMode::WrongAnswer | FailureMode::ImageOutOfResources => {
                image(each_time("[ \"$status\" -lt 128 ] || exit 1\nright && exit 1\n".to_owned()))
            }
            FailureMode::Hang => {
                format!("[ \"$built\" -eq {OUT_OF_TIME} ] || grep -q 'CPU time' said || exit 1\n")
            }
            FailureMode::OutputRefused => fails(format!(
                "grep -E -q 'Assembler messages:|{}' said || exit 1\n",
                LINKER_FAILED.join("|")
            )),
            FailureMode::Crash(words)
            | FailureMode::Refusal(words)
            | FailureMode::OutOfResources(words) => fails(if words == SILENT_FAILURE {
                "[ -s said ] && exit 1\n".to_owned()
            } else if let Some(part) = telling_part(words) {
                format!("grep -F -q -- {} said || exit 1\n", quoted(part))
            } else if let Some(signal) = mere_signal(words) {
                ends_with("built", 128 + signal)
            } else {
                String::new()
            }),
        }
    }
}

/// The part of a script that knows what the program must do, in `expected` and `$must`.
fn guarded(file: &str, guard: &DefinednessCheck) -> String {
    let file = quoted(file);
    match guard {
        DefinednessCheck::Machine(words) => {
            let mut words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            let brinell = if words.is_empty() { "brinell".to_owned() } else { words.remove(0) };
            format!(
                "# It is defined, and this is what it must do.\nBRINELL=${{BRINELL:-{brinell}}}\n\
                 \"$BRINELL\" check {} {file} > expected 2> verdict || exit 1\n\
                 must=$(sed -n 's/.*: defined: exit status \\([0-9][0-9]*\\).*/\\1/p' verdict)\n\
                 [ -n \"$must\" ] || exit 1\n\n",
                words.join(" ")
            )
        }
        DefinednessCheck::Sanitizers(cc) => format!(
            "# There is no telling warning and no sanitizer report, and this is what it must do.\n\
             {cc} -Wall -Wextra -c -O1 -o guard.o {file} 2> warnings || exit 1\n\
             grep -E -q '\\[-W({TELLING})' warnings && exit 1\n\
             {cc} -w -O1 -fsanitize=undefined,address -fno-sanitize-recover=all -o guard {file} \
             2> /dev/null || exit 1\n\
             ( ulimit -t 10; exec ./guard ) > expected 2> report\nmust=$?\n\
             [ \"$must\" -lt 128 ] || exit 1\n[ -s report ] && exit 1\n\n"
        ),
    }
}

fn build(subject: &Subject, file: &str) -> String {
    let Subject { tool, set } = subject;
    let sources = [PathBuf::from(file)];
    tool.build_command(&set.options, &sources, Path::new("."), Path::new("image")).to_line()
}
