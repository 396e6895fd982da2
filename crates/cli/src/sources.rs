//! Source texts, to quote in diagnostics.

use brinell_lang::Loc;
use std::collections::HashMap;
use std::ops::Range;

/// The texts of the files that locations point into, read when first needed.
#[derive(Debug, Default)]
pub struct Sources {
    /// The names that [`Loc::file`] counts.
    names: Vec<String>,
    /// Texts that are not files, or were read before; `None` for what cannot be read.
    texts: HashMap<String, Option<Vec<u8>>>,
}

/// A line to quote and the token to point at.
#[derive(Debug, Eq, PartialEq)]
pub struct Quote {
    /// The line, without its end.
    pub line: String,
    /// The bytes of it that matter.
    pub span: Range<usize>,
}

/// A location in words.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize)]
pub struct SourceLocation {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1. Counted after macro expansion.
    pub column: u16,
}

impl std::fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Sources {
    /// Sources among which one is already known by text.
    pub fn with_text(name: &str, text: Vec<u8>) -> Self {
        Self { names: Vec::new(), texts: HashMap::from([(name.to_owned(), Some(text))]) }
    }

    /// Sets the names of files that locations count.
    pub fn set_names(&mut self, names: Vec<String>) {
        self.names = names;
    }

    /// A location in words, if there is a file behind it.
    pub fn place(&self, loc: Loc) -> Option<SourceLocation> {
        let file = loc.is_known().then(|| self.names.get(usize::from(loc.file))).flatten()?;
        Some(SourceLocation { file: file.clone(), line: loc.line, column: loc.col })
    }

    /// The line of a place, with the token that starts there.
    pub fn quote(&mut self, place: &SourceLocation) -> Option<Quote> {
        let text = self
            .texts
            .entry(place.file.clone())
            .or_insert_with(|| std::fs::read(&place.file).ok())
            .as_ref()?;
        let index = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let raw = text.split(|&byte| byte == b'\n').nth(index)?;
        let line = String::from_utf8_lossy(raw).trim_end().to_owned();
        let span = token_at(&line, usize::from(place.column.saturating_sub(1)));
        Some(Quote { line, span })
    }
}

/// Operators of more than one character, the longest first.
const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "...", "<<", ">>", "++", "--", "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
    "^=", "==", "!=", "<=", ">=", "&&", "||",
];

/// The token that starts at a byte of a line. Columns are counted after macro expansion and may
/// miss; where no token starts, the whole line is meant.
fn token_at(line: &str, start: usize) -> Range<usize> {
    let whole = line.len() - line.trim_start().len()..line.len();
    let Some(rest) = line.get(start..).filter(|rest| !rest.is_empty()) else { return whole };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts_inside_a_word = line[..start].chars().next_back().is_some_and(is_word);
    let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    if word > 0 {
        return if starts_inside_a_word { whole } else { start..start + word };
    }
    let first = rest.chars().next().map_or(0, char::len_utf8);
    if rest.starts_with(char::is_whitespace) {
        return whole;
    }
    let length = OPERATORS.iter().find(|op| rest.starts_with(**op)).map_or(first, |op| op.len());
    start..start + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found() {
        let line = "  x1 <<= foo(é) + 3;";
        assert_eq!(&line[token_at(line, 2)], "x1");
        assert_eq!(&line[token_at(line, 5)], "<<=");
        assert_eq!(&line[token_at(line, 9)], "foo");
        assert_eq!(&line[token_at(line, 12)], "(");
        assert_eq!(&line[token_at(line, 13)], "é");
        // Inside a character, inside a word, on a blank, past the end: the whole line.
        for column in [14, 3, 4, 200] {
            assert_eq!(&line[token_at(line, column)], line.trim_start());
        }
        assert_eq!(token_at("", 0), 0..0);
    }

    #[test]
    fn quotes_come_from_memory_and_disk() {
        let mut sources = Sources::with_text("<stdin>", b"int\nx\xff = 1;\r\n".to_vec());
        sources.set_names(vec!["<stdin>".into(), "/nonexistent".into()]);
        let place = sources.place(Loc { file: 0, col: 1, line: 2 }).unwrap();
        assert_eq!(place.to_string(), "<stdin>:2:1");
        assert_eq!(sources.quote(&place).unwrap().line, "x\u{fffd} = 1;");
        let other = sources.place(Loc { file: 1, col: 1, line: 2 }).unwrap();
        assert_eq!(sources.quote(&other), None);
        assert_eq!(sources.place(Loc::NONE), None);
        assert_eq!(sources.place(Loc { file: 9, col: 1, line: 2 }), None);
        let past = sources.place(Loc { file: 0, col: 1, line: 99 }).unwrap();
        assert_eq!(sources.quote(&past), None);
    }
}
