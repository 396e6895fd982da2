//! One name, one concept: no two crates use one name for public types.
//!
//! Where two crates meet, a reader has to know which `Outcome` is meant; the glossary in
//! ARCHITECTURE.md has the names of what is spoken about most.

use crate::tidy::files;
use std::collections::BTreeMap;
use std::path::Path;

/// What declares a type, at the beginning of a line.
const DECLARATIONS: [&str; 5] =
    ["pub struct ", "pub enum ", "pub trait ", "pub type ", "pub union "];

/// The type that a line declares for others, if it does.
fn declared(line: &str) -> Option<&str> {
    let rest = DECLARATIONS.iter().find_map(|words| line.strip_prefix(words))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

/// Names of public types, with the crates that declare one, and where.
fn declarations(crates: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut all = Vec::new();
    files(crates, &mut all);
    let mut names: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for path in all {
        let short = path.strip_prefix(crates).unwrap().display().to_string();
        let Some((package, file)) = short.split_once('/') else { continue };
        if !file.starts_with("src/") || path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = declared(line) {
                let place = format!("crates/{short}:{}", number + 1);
                names.entry(name.to_owned()).or_default().insert(package.to_owned(), place);
            }
        }
    }
    names
}

#[test]
fn no_two_crates_call_different_things_alike() {
    let names = declarations(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let complaints: Vec<String> = names
        .iter()
        .filter(|(_, crates)| crates.len() > 1)
        .map(|(name, crates)| {
            let places: Vec<&str> = crates.values().map(String::as_str).collect();
            format!("{name}: {}", places.join(", "))
        })
        .collect();
    assert!(
        complaints.is_empty(),
        "public types of different crates with one name; say what each is:\n{}",
        complaints.join("\n")
    );
}

#[test]
fn declarations_are_recognised() {
    assert_eq!(declared("pub struct Plan<'a> {"), Some("Plan"));
    assert_eq!(declared("pub type Id = u32;"), Some("Id"));
    assert_eq!(declared("pub enum Way{"), Some("Way"));
    for other in ["struct Plan {", "    pub struct Plan;", "pub(crate) enum Plan {", "pub fn f() {"]
    {
        assert_eq!(declared(other), None, "{other}");
    }
}
