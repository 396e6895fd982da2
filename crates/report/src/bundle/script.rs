//! What reproduces the bug: a script for POSIX shells, and a Makefile.
//!
//! Both call the compiler that was tested in the way its user calls it. The script verifies that it is
//! the same compiler by asking for its version as discovery does or, if it has none, by the checksum
//! of its file. If it cannot tell, it exits with status 2.

use super::EXPECTED_OUTPUT;
use super::scrub::scrub;
use super::words::{BUILD_SCRIPT, BundleWords, IMAGE};
use brinell_campaign::{SCRIPT, SolvedFinding, quoted};
use brinell_judge::{CRASH_WORDS, RunEnd, VerdictKind, telling_part};
use std::fmt::Write as _;

/// Seconds of CPU time for a compiler that hangs, and for an image: what is fine takes milliseconds.
const COMPILE_SECONDS: u32 = 10;
const RUN_SECONDS: u32 = 5;
/// How often an image is run at most: what it reads may be right by chance.
const RUNS: u32 = 5;
/// Kibibytes of memory for a compiler that takes too much.
const MEMORY: u64 = 4 << 20;

/// The script.
pub fn reproduce(case: &SolvedFinding, words: &BundleWords) -> String {
    let limits = match case.verdict {
        VerdictKind::CompilerHang => format!("ulimit -t {COMPILE_SECONDS}; "),
        VerdictKind::CompilerOutOfResources => format!("ulimit -v {MEMORY}; "),
        _ => String::new(),
    };
    let line = |words: &[String]| words.iter().map(|w| quoted(w)).collect::<Vec<_>>().join(" ");
    let (fixed, options) = (line(&words.fixed), line(&words.flags));
    let mut wrapper = line(&words.wrapper);
    if !wrapper.is_empty() {
        wrapper.push(' ');
    }
    let sources = words.sources.join(" ");
    let check = if words.runs { run(case, words) } else { failing(case) };
    format!(
        "#!/bin/sh
# {title}
# Tested was {tested}:
# {version}
#
# Exit status: 0 the bug is there, 1 it is not, 2 cannot tell: the compiler is missing or is not the
# one that was tested, or its output cannot be run.
# With another compiler: CC=some-cc sh {SCRIPT}; options may be added: CC='some-cc -g'.

LC_ALL=C; export LC_ALL
tested={program}
if [ -z \"${{CC:-}}\" ] || [ \"$CC\" = \"$tested\" ]; then
    chosen=
    set -- \"$tested\"
{env}else
    chosen=yes
    set -f; set -- $CC; set +f
fi
cc=$(command -v \"$1\") || {{
    echo \"cannot tell: there is no $1\" >&2
    exit 2
}}
# An absolute path, because the directory changes below.
case $cc in /*) ;; */*) cc=$PWD/$cc ;; esac
shift
set -- {wrapper}\"$cc\" \"$@\" {fixed}
here=$(CDPATH='' cd -- \"$(dirname -- \"$0\")\" && pwd) || exit 2
work=${{TMPDIR:-/tmp}}/reproduce-$$
mkdir -m 700 \"$work\" || exit 2
trap 'cd / && rm -rf \"$work\"' EXIT
trap 'exit 2' HUP INT TERM
cd \"$work\" || exit 2
for source in {sources}; do
    cp \"$here/$source\" . || exit 2
done

{identify}
# Ends the script if the bug does not show.
not_there() {{
    echo \"$1\"
    if [ -z \"$chosen\" ] && [ \"$is\" != \"$was\" ]; then
        echo 'cannot tell: this is not the compiler that was tested' >&2
        exit 2
    fi
    exit 1
}}

({limits}exec \"$@\" {options} -o {IMAGE} {sources}) >compiler.txt 2>&1
status=$?
{check}",
        title = words.title.replace('\n', " "),
        tested = words.program.replace('\n', " "),
        version = words.version,
        program = quoted(&words.program),
        env =
            exports(case, "    ", |name, value| format!("{name}={}; export {name}", quoted(value))),
        identify = identify(case),
    )
}

/// The environment that the compiler was described with, a line a variable.
fn exports(case: &SolvedFinding, indent: &str, line: impl Fn(&str, &str) -> String) -> String {
    case.tool.env.iter().fold(String::new(), |mut text, (name, value)| {
        let _ = writeln!(text, "{indent}{}", line(name, value));
        text
    })
}

/// Determines the compiler's version (`$is`), and reports if it differs from the tested one (`$was`).
fn identify(case: &SolvedFinding) -> String {
    let (ask, was) = match &case.tool.checksum {
        // Its file: it does not say its version, or not the one that its user gave it.
        Some(checksum) => ("is=$(cksum <\"$cc\")".to_owned(), checksum),
        None => (
            "is=
for flag in --version -v; do
    [ -z \"$is\" ] || break
    \"$@\" $flag >said.txt 2>also.txt </dev/null
    status=$?
    [ -s said.txt ] || mv also.txt said.txt
    is=$(sed -n '/[^[:space:]]/{s/^[[:space:]]*//;s/[[:space:]]*$//;p;q;}' said.txt)
    # tcc fails if there are other options beside it.
    [ $status -eq 0 ] || [ \"$is\" = \"$was\" ] || is=
done"
                .to_owned(),
            &case.tool.version,
        ),
    };
    let unlike = match &case.tool.checksum {
        Some(_) => "echo \"$cc is not the compiler that was tested: the files differ\"".to_owned(),
        None => "echo \"$cc says ${is:-no version}; tested was $was\"".to_owned(),
    };
    format!(
        "# Whether it is the compiler that was tested.
was={}
{ask}
[ \"$is\" = \"$was\" ] || {unlike}
",
        quoted(was)
    )
}

/// The image does something else.
fn run(case: &SolvedFinding, words: &BundleWords) -> String {
    let expected = match case.expected_end() {
        RunEnd::Exit(status) => status,
        RunEnd::Signal(signal) => 128 + signal,
        RunEnd::TimedOut | RunEnd::OutOfResources => 0,
    };
    let run = &words.run_in_full;
    let times: Vec<String> = (1..=RUNS).map(|time| time.to_string()).collect();
    let times = times.join(" ");
    format!(
        "if [ $status -ne 0 ] || [ ! -f {IMAGE} ]; then
    cat compiler.txt
    echo 'cannot tell: it does not compile' >&2
    exit 2
fi
# The same addresses in every run, where that is possible.
wrong=
fixed=\"setarch $(uname -m 2>/dev/null) -R\"
$fixed true 2>/dev/null || fixed=
for time in {times}; do
    (ulimit -t {RUN_SECONDS}; exec $fixed {run}) >output.txt 2>errors.txt
    status=$?
    if [ $status -eq 126 ] || [ $status -eq 127 ] && [ -s errors.txt ]; then
        cat errors.txt >&2
        echo 'cannot tell: its output cannot be run here' >&2
        exit 2
    fi
    if [ $status -ne {expected} ] || ! cmp -s \"$here/{EXPECTED_OUTPUT}\" output.txt; then
        wrong=$time
        break
    fi
done
echo \"it prints, and exits with status $status:\"
cat output.txt
if [ -z \"$wrong\" ]; then
    not_there 'as it must, {RUNS} times: the bug is not there'
fi
[ \"$wrong\" -eq 1 ] || echo \"in run $wrong; it was right before\"
echo 'it must print, and exit with status {expected}:'
cat \"$here/{EXPECTED_OUTPUT}\"
echo 'the bug is there'
exit 0
"
    )
}

/// The compiler itself fails.
fn failing(case: &SolvedFinding) -> String {
    let test = match case.verdict {
        VerdictKind::CompilerHang => {
            "[ $status -gt 128 ] || grep -qi 'cpu time limit' compiler.txt".to_owned()
        }
        VerdictKind::CompilerOutOfResources => "[ $status -ne 0 ]".to_owned(),
        verdict => match (words_to_look_for(case), verdict) {
            (Some(words), _) => {
                format!("[ $status -ne 0 ] && grep -qF -- {} compiler.txt", quoted(words))
            }
            (None, VerdictKind::CompilerCrash) => format!(
                "[ $status -gt 128 ] || {{ [ $status -ne 0 ] && {{ [ ! -s compiler.txt ] || grep \
                 -qiE '{}' compiler.txt; }}; }}",
                CRASH_WORDS.join("|")
            ),
            // Success without an image is a rejection too.
            _ => format!("[ $status -ne 0 ] || [ ! -f {IMAGE} ]"),
        },
    };
    format!(
        "cat compiler.txt
if {test}; then
    echo \"the bug is there: the compiler exits with status $status\"
    exit 0
fi
if [ $status -ne 0 ]; then
    echo \"cannot tell: the compiler fails in another way, with status $status\" >&2
    exit 2
fi
not_there 'the bug is not there: it compiles'
"
    )
}

/// The words of the signature that can be looked for, as far as they are what was said and tell
/// nothing about this computer.
fn words_to_look_for(case: &SolvedFinding) -> Option<&str> {
    let fits = |words: &&str| case.said.contains(words) && scrub(words) == **words;
    let whole = Some(case.signature.as_str()).filter(|words| !words.is_empty());
    whole.filter(fits).or_else(|| telling_part(&case.signature).filter(fits))
}

/// The Makefile.
pub fn makefile(case: &SolvedFinding, words: &BundleWords) -> String {
    let escaped = |text: &str| text.replace('$', "$$").replace('#', "\\#");
    let quoted = |words: &[String]| {
        escaped(&words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
    };
    let flags = quoted(&[&words.fixed[..], &words.flags].concat());
    let sources = words.sources.join(" ");
    let run = escaped(&words.run);
    let wrapper =
        if words.wrapper.is_empty() { String::new() } else { format!("sh {BUILD_SCRIPT} ") };
    format!(
        "# make: compile and run; make check: whether the bug is there (status 0 of {SCRIPT})
# Tested was {version}
CC = {program}
CFLAGS = {flags}
{env}
run: {IMAGE}
\t{run}

{IMAGE}: {sources}
\t{wrapper}$(CC) $(CFLAGS) -o $@ {sources}

check:
\tsh {SCRIPT}

clean:
\trm -f {IMAGE}

.PHONY: run check clean
",
        version = words.version,
        program = quoted(std::slice::from_ref(&words.program)),
        env = exports(case, "", |name, value| format!("export {name} = {}", escaped(value))),
    )
}
