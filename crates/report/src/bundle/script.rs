//! What reproduces the bug: a script for POSIX shells, and a Makefile.

use super::EXPECTED_OUTPUT;
use super::scrub::scrub;
use super::words::{IMAGE, Words};
use brinell_campaign::{Case, SCRIPT, quoted};
use brinell_judge::{CRASH_WORDS, RunEnd, VerdictKind, telling_part};

/// Seconds of CPU time for a compiler that hangs, and for an image: what is fine takes milliseconds.
const COMPILE_SECONDS: u32 = 10;
const RUN_SECONDS: u32 = 5;
/// How often an image is run at most: what it reads may be right by chance.
const RUNS: u32 = 5;
/// Kibibytes of memory for a compiler that takes too much.
const MEMORY: u64 = 4 << 20;

/// The script.
pub fn reproduce(case: &Case, words: &Words) -> String {
    let limits = match case.verdict {
        VerdictKind::CompilerHang => format!("ulimit -t {COMPILE_SECONDS}; "),
        VerdictKind::CompilerOutOfResources => format!("ulimit -v {MEMORY}; "),
        _ => String::new(),
    };
    let flags: Vec<String> = words.flags.iter().map(|flag| quoted(flag)).collect();
    let flags = flags.join(" ");
    let sources = words.sources.join(" ");
    let check = if words.runs { run(case, words) } else { failing(case) };
    format!(
        "#!/bin/sh
# {title}
# {version}
#
# Exit status: 0 the bug is there, 1 it is not, 2 the compiler is missing.
# With another compiler: CC=some-cc sh {SCRIPT}

: \"${{CC:={program}}}\"
if ! command -v \"$CC\" >/dev/null 2>&1; then
    echo \"$CC is not installed\" >&2
    exit 2
fi
here=$(CDPATH='' cd -- \"$(dirname -- \"$0\")\" && pwd) || exit 2
work=${{TMPDIR:-/tmp}}/reproduce-$$
mkdir -m 700 \"$work\" || exit 2
trap 'cd / && rm -rf \"$work\"' EXIT
trap 'exit 2' HUP INT TERM
cd \"$work\" || exit 2
for source in {sources}; do
    cp \"$here/$source\" . || exit 2
done

({limits}exec \"$CC\" {flags} -o {IMAGE} {sources}) >compiler.txt 2>&1
status=$?
{check}",
        title = words.title.replace('\n', " "),
        version = words.version,
        program = words.program,
    )
}

/// The image does something else.
fn run(case: &Case, words: &Words) -> String {
    let expected = match case.expected_end() {
        RunEnd::Exit(status) => status,
        RunEnd::Signal(signal) => 128 + signal,
        RunEnd::TimedOut | RunEnd::OutOfResources => 0,
    };
    let run = &words.run;
    let times: Vec<String> = (1..=RUNS).map(|time| time.to_string()).collect();
    let times = times.join(" ");
    format!(
        "if [ $status -ne 0 ] || [ ! -f {IMAGE} ]; then
    echo 'it does not compile:'
    cat compiler.txt
    exit 1
fi
# The same addresses in every run, where that can be had.
wrong=
fixed=\"setarch $(uname -m 2>/dev/null) -R\"
$fixed true 2>/dev/null || fixed=
for time in {times}; do
    (ulimit -t {RUN_SECONDS}; exec $fixed {run}) >output.txt 2>/dev/null
    status=$?
    if [ $status -ne {expected} ] || ! cmp -s \"$here/{EXPECTED_OUTPUT}\" output.txt; then
        wrong=$time
        break
    fi
done
echo \"it prints, and exits with status $status:\"
cat output.txt
if [ -z \"$wrong\" ]; then
    echo 'as it must, {RUNS} times: the bug is not there'
    exit 1
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
fn failing(case: &Case) -> String {
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
            // Success without an image is a refusal too.
            _ => format!("[ $status -ne 0 ] || [ ! -f {IMAGE} ]"),
        },
    };
    format!(
        "cat compiler.txt
if {test}; then
    echo \"the bug is there: the compiler exits with status $status\"
    exit 0
fi
echo \"the bug is not there: the compiler exits with status $status\"
exit 1
"
    )
}

/// The words of the signature that can be looked for, as far as they are what was said and tell
/// nothing about this computer.
fn words_to_look_for(case: &Case) -> Option<&str> {
    let fits = |words: &&str| case.said.contains(words) && scrub(words) == **words;
    let whole = Some(case.signature.as_str()).filter(|words| !words.is_empty());
    whole.filter(fits).or_else(|| telling_part(&case.signature).filter(fits))
}

/// The Makefile.
pub fn makefile(words: &Words) -> String {
    let Words { program, run, .. } = words;
    let flags = words.flags.join(" ").replace('$', "$$");
    let sources = words.sources.join(" ");
    format!(
        "# make: compile and run; make check: whether the bug is there
CC = {program}
CFLAGS = {flags}

run: {IMAGE}
\t{run}

{IMAGE}: {sources}
\t$(CC) $(CFLAGS) -o $@ {sources}

check:
\tCC='$(CC)' sh {SCRIPT}

clean:
\trm -f {IMAGE}

.PHONY: run check clean
"
    )
}
