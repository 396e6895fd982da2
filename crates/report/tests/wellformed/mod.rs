//! A small check of pages: every tag is closed, in order, and no text has a bare `<` or `&`.
//!
//! It knows the HTML that we write, not HTML: void elements are written `<meta/>`, attributes have
//! double quotes. The test of the command uses it as well.

/// The entities that we write.
const ENTITIES: [&str; 5] = ["amp;", "lt;", "gt;", "quot;", "#39;"];

/// Panics where a page is not well-formed. Gives the names of its elements.
#[track_caller]
pub fn check(page: &str) -> Vec<String> {
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("no document type");
    let mut open: Vec<&str> = Vec::new();
    let mut met = Vec::new();
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        if open.last() != Some(&"style") {
            check_text(text);
        }
        assert!(!open.is_empty() || text.trim().is_empty(), "text outside of everything: {text}");
        let end = rest[at..].find('>').expect("a tag without an end") + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before {rest:.200}");
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let name = tag.split_whitespace().next().expect("a tag without a name");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{tag}");
        check_attributes(&tag[name.len()..]);
        met.push(name.to_owned());
        if !closed {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "never closed: {open:?}");
    met
}

#[track_caller]
fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let entity = &text[at + 1..];
        assert!(ENTITIES.iter().any(|known| entity.starts_with(known)), "&{entity:.20}");
    }
    assert!(!text.contains('>'), "a bare > in {text}");
    let control = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
    assert_eq!(control, None, "in {text}");
}

#[track_caller]
fn check_attributes(mut text: &str) {
    while let Some((name, rest)) = text.split_once("=\"") {
        assert!(
            name.starts_with(' ')
                && name[1..].chars().all(|c| c.is_ascii_alphanumeric() || c == '-'),
            "{name}"
        );
        let (value, rest) = rest.split_once('"').expect("an attribute without an end");
        check_text(value);
        text = rest;
    }
    assert_eq!(text.trim(), "", "no attribute");
}
