//! Reports: a general one, and those for GCC's Bugzilla and LLVM's GitHub.

use super::words::BundleWords;
use brinell_campaign::{SCRIPT, SolvedFinding};
use brinell_judge::VerdictKind;
use std::fmt::Write as _;

/// The general report, as Markdown.
pub fn report(case: &SolvedFinding, words: &BundleWords) -> String {
    let mut text = format!("# {}\n\n", words.title);
    markdown(&mut text, case, words, &words.compile);
    text
}

/// For LLVM's GitHub: the first line is the title, then what to label it with, then the text.
pub fn llvm_issue(case: &SolvedFinding, words: &BundleWords) -> String {
    let label = match case.verdict {
        VerdictKind::CompilerCrash => "crash-on-valid",
        VerdictKind::RejectedValid => "rejects-valid",
        VerdictKind::WrongCode => "miscompilation",
        VerdictKind::CompilerHang => "hang",
        _ => "memory usage",
    };
    let mut text = format!("Title: {}\nLabels: {label}\n\n", words.title);
    markdown(&mut text, case, words, &words.compile_elsewhere);
    text
}

/// The body of both; `compile` is the command.
fn markdown(text: &mut String, case: &SolvedFinding, words: &BundleWords, compile: &str) {
    let _ = writeln!(text, "Compiler: {}, {}\n", words.version, system(case));
    for (name, unit) in words.sources.iter().zip(&case.reduced) {
        let _ = writeln!(text, "`{name}`:\n\n```c\n{}\n```\n", unit.trim_end());
    }
    if !words.never.is_empty() {
        let _ = writeln!(text, "{}\n", words.never);
    }
    let _ = writeln!(text, "```\n{}\n```\n", commands(words, compile));
    let _ = writeln!(text, "Expected:\n\n```\n{}\n```\n", words.expected.trim_end());
    let _ = writeln!(text, "Actual:\n\n```\n{}\n```\n", words.actual.trim_end());
    let _ = writeln!(text, "{}\n", words.why.join(" "));
    list(text, "What hides it (evidence, not necessarily the cause):", &words.blame);
    list(text, "Compilers and options tried:", &words.elsewhere);
    if let Some(link) = &words.link {
        let _ = writeln!(text, "[Compiler Explorer]({link})\n");
    }
    let _ = writeln!(text, "{}", origin(case, words));
}

fn list(text: &mut String, head: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "{head}\n");
    for line in lines {
        let _ = writeln!(text, "- {line}");
    }
    text.push('\n');
}

/// For GCC's Bugzilla: the fields first, then the description, all plain text.
pub fn bugzilla(case: &SolvedFinding, words: &BundleWords) -> String {
    let keyword = match case.verdict {
        VerdictKind::CompilerCrash => "ice-on-valid-code",
        VerdictKind::RejectedValid => "rejects-valid",
        VerdictKind::WrongCode => "wrong-code",
        VerdictKind::CompilerHang => "compile-time-hog",
        _ => "memory-hog",
    };
    let version = case.tool.version.split_whitespace().next_back().unwrap_or("");
    let mut text = format!(
        "Product: gcc\nComponent: {}\nVersion: {version}\nKeywords: {keyword}\nSummary: {}\n\n",
        component(case),
        words.title
    );
    let _ = writeln!(text, "{}, {}\n", words.version, system(case));
    for (name, unit) in words.sources.iter().zip(&case.reduced) {
        let _ = writeln!(text, "$ cat {name}\n{}", unit.trim_end());
    }
    if !words.never.is_empty() {
        let _ = writeln!(text, "({})", words.never);
    }
    let _ = writeln!(text, "{}\n", shown(words));
    let _ = writeln!(text, "Expected:\n{}\n", words.expected.trim_end());
    let _ = writeln!(text, "Actual:\n{}\n", words.actual.trim_end());
    for sentence in &words.why {
        let _ = writeln!(text, "{}\n", plain(sentence));
    }
    plain_list(&mut text, "What hides it (evidence, not necessarily the cause):", &words.blame);
    plain_list(&mut text, "Compilers and options tried:", &words.elsewhere);
    if let Some(link) = &words.link {
        let _ = writeln!(text, "Compiler Explorer: {link}\n");
    }
    let _ = writeln!(text, "{}", plain(&origin(case, words)));
    text
}

fn plain_list(text: &mut String, head: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "{head}");
    for line in lines {
        let _ = writeln!(text, "  {}", plain(line));
    }
    text.push('\n');
}

/// Without Markdown's quotes.
fn plain(line: &str) -> String {
    line.replace('`', "")
}

/// The part of gcc that the evidence points to.
fn component(case: &SolvedFinding) -> &'static str {
    let blamed: String =
        case.blame.as_ref().map(|b| b.names().into_iter().collect()).unwrap_or_default();
    match case.verdict {
        VerdictKind::RejectedValid => "c",
        _ if blamed.contains("-fdisable-ipa-") => "ipa",
        _ if blamed.contains("tree-") => "tree-optimization",
        _ if blamed.contains("-fdisable-rtl-") => "rtl-optimization",
        _ => "middle-end",
    }
}

/// The kind of computer, as far as it matters.
fn system(case: &SolvedFinding) -> String {
    format!(
        "{}, {}",
        std::env::consts::ARCH,
        match case.target.as_str() {
            "lp64" => "64-bit Linux",
            "ilp32" => "32-bit Linux",
            other => other,
        }
    )
}

fn commands(words: &BundleWords, compile: &str) -> String {
    if words.runs { format!("{compile}\n{}", words.run) } else { compile.to_owned() }
}

/// The commands with the prompt of a shell.
fn shown(words: &BundleWords) -> String {
    commands(words, &words.compile_elsewhere)
        .lines()
        .map(|line| format!("$ {line}"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn origin(case: &SolvedFinding, words: &BundleWords) -> String {
    let more = if case.finished { "" } else { " It is not reduced as far as possible." };
    format!(
        "Found by Brinell {}, which tests compilers with random programs, and reduced by it.{more} \
         `{SCRIPT}` beside this report exits with 0 where the bug is.",
        words.brinell
    )
}
