//! The law: printing what was read from a printed program gives the same text. Programs that were
//! read have no flaw and survive serialisation.

mod support;

use brinell_lang::{Program, check};
use brinell_print::print;
use support::source::{Source, corpus, csmith, programs};

/// What is wrong with one program, if anything; `None` also where it is not supported.
fn broken(source: &Source, supported: &mut usize) -> Option<String> {
    let Ok(program) = source.parse() else { return None };
    *supported += 1;
    let flaws = check(&program);
    if !flaws.is_empty() {
        return Some(format!("flaws: {flaws:#?}"));
    }
    let json = serde_json::to_string(&program).unwrap();
    let back: Program = serde_json::from_str(&json).unwrap();
    if serde_json::to_string(&back).unwrap() != json {
        return Some("serialisation loses something".to_owned());
    }
    let text = print(&program);
    if print(&back) != text {
        return Some("a deserialised program prints differently".to_owned());
    }
    let again = match source.parse_again(&text) {
        Ok(again) => again,
        Err(error) => return Some(format!("the printed text is refused: {error}\n{text}")),
    };
    let flaws = check(&again);
    if !flaws.is_empty() {
        return Some(format!("flaws after printing: {flaws:#?}\n{text}"));
    }
    let second = print(&again);
    if second == text {
        return None;
    }
    let lines = text.lines().zip(second.lines()).enumerate().find(|(_, (a, b))| a != b);
    Some(match lines {
        Some((n, (a, b))) => format!("line {}:\n  {a}\n  {b}", n + 1),
        None => format!("one is longer:\n{text}\n----\n{second}"),
    })
}

fn hold(sources: &[Source], least_supported: usize) {
    let mut failures = Vec::new();
    let mut supported = 0;
    for source in sources {
        if let Some(why) = broken(source, &mut supported) {
            failures.push(format!("{}: {why}", source.file.display()));
        }
    }
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
    assert!(
        supported >= least_supported,
        "only {supported} of {} programs are supported",
        sources.len()
    );
}

#[test]
fn the_law_holds_for_the_passing_corpus() {
    let sources = corpus("pass");
    hold(&sources, sources.len() * 9 / 10);
}

#[test]
fn the_law_holds_for_the_undefined_corpus() {
    let sources = corpus("ub");
    hold(&sources, sources.len() * 9 / 10);
}

#[test]
fn the_law_holds_for_what_is_hard_to_print() {
    let sources = programs();
    for source in &sources {
        if let Err(why) = source.parse() {
            panic!("{}: {why}", source.file.display());
        }
    }
    hold(&sources, sources.len());
}

#[test]
fn the_law_holds_for_csmith() {
    let dir = tempfile::tempdir().unwrap();
    let sources = csmith(dir.path(), 1..21);
    hold(&sources, sources.len() * 9 / 10);
}
