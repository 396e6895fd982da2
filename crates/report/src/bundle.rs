//! A bug as a bundle: everything needed to see it, and texts that are ready to send.
//!
//! Plain data in, files out, as texts: nothing here touches the disk. What is meant for trackers has
//! no path, user or host of this computer in it (`scrub.rs`). What is meant for the user (the report,
//! the script, the Makefile, the metadata) names the compiler as the user calls it, which may be a
//! path, and nothing else.

mod explorer;
mod script;
mod scrub;
mod tracker;
mod words;

use brinell_campaign::{BundleFile, FindingLine, SCRIPT, SolvedFinding};
use brinell_judge::VerdictKind;
use scrub::{scrub, scrub_header};
use serde_json::json;
use words::{BUILD_SCRIPT, BundleWords, RUN_SCRIPT, script_file};

/// What the reduced program must print, byte for byte.
const EXPECTED_OUTPUT: &str = "expected_output.txt";

/// The name of a bundle's directory.
pub fn name(case: &SolvedFinding) -> String {
    name_of(&case.finding.line, case.verdict)
}

/// The name of the directory of a finding with that verdict.
pub fn name_of(line: &FindingLine, verdict: VerdictKind) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let compiler: String = line.compiler.chars().map(plain).collect();
    format!("bundle-{}-{compiler}-{verdict}", line.id)
}

/// The files of a bundle. `brinell` is the version of Brinell that makes it.
pub fn files(case: &SolvedFinding, brinell: &str) -> Vec<BundleFile> {
    let words = BundleWords::of(case, brinell);
    let text = |name: &str, text: String| BundleFile {
        name: name.to_owned(),
        bytes: text.into_bytes(),
        executable: false,
    };
    let mut files = Vec::new();
    for (name, unit) in words.sources.iter().zip(&case.reduced) {
        files.push(text(name, unit.clone()));
    }
    for (name, unit) in unit_names("original", case.original.len()).iter().zip(&case.original) {
        files.push(text(name, scrub_header(unit)));
    }
    files.push(text("report.md", tracker::report(case, &words)));
    match case.tool.family.as_str() {
        "gcc" => files.push(text("gcc-bugzilla.txt", tracker::bugzilla(case, &words))),
        "clang" => files.push(text("llvm-issue.md", tracker::llvm_issue(case, &words))),
        _ => {}
    }
    let script = script::reproduce(case, &words).into_bytes();
    files.push(BundleFile { name: SCRIPT.to_owned(), bytes: script, executable: true });
    files.push(text("Makefile", script::makefile(case, &words)));
    for (wrapper, name, what) in [
        (
            &words.wrapper,
            BUILD_SCRIPT,
            "sh build.sh COMPILER ARGUMENTS: compiles as it was tested.",
        ),
        (
            &words.run_wrapper,
            RUN_SCRIPT,
            "sh run.sh SIMULATOR IMAGE: runs an image as it was tested.",
        ),
    ] {
        if !wrapper.is_empty() {
            files.push(text(name, script_file(wrapper, what)));
        }
    }
    if words.runs {
        files.push(BundleFile {
            name: EXPECTED_OUTPUT.to_owned(),
            bytes: case.meaning.stdout.clone(),
            executable: false,
        });
    }
    files.push(text("meta.json", meta(case, &words)));
    files
}

/// What programs want to know.
fn meta(case: &SolvedFinding, words: &BundleWords) -> String {
    let json = json!({
        "brinell": words.brinell,
        "title": words.title,
        "compiler": case.finding.line.compiler,
        "family": case.tool.family,
        "version": scrub(&case.tool.version),
        "target": case.target.as_str(),
        "options": case.options,
        "command": words.compile,
        "verdict": case.verdict.as_str(),
        "signature": scrub(&case.signature),
        "expected": words.expected,
        "actual": scrub(&case.actual),
        "never_executed": words.never,
        "relied_on": case.meaning.relied_on,
        "steps": case.meaning.stats.steps,
        "blame": case.blame,
        "elsewhere": case.elsewhere.iter().map(|other| json!({
            "compiler": other.compiler,
            "version": scrub(&other.version),
            "options": other.options,
            "does": other.does,
            "words": scrub(&other.words),
        })).collect::<Vec<_>>(),
        "reduced_completely": case.finished,
        "seed": case.finding.line.seed,
        "generate": scrub(&case.finding.generate),
        "compiler_explorer": words.link,
    });
    // A map of strings always has a text.
    serde_json::to_string_pretty(&json).unwrap_or_default() + "\n"
}

/// Names for the units of a program.
fn unit_names(stem: &str, units: usize) -> Vec<String> {
    match units {
        1 => vec![format!("{stem}.c")],
        _ => (0..units).map(|i| format!("{stem}_{i}.c")).collect(),
    }
}
