//! The part of a program that faults are not planted into: its harness.
//!
//! A wrong compiler is wrong about `main` and the checksum too. But every random program has those,
//! and they use every bit: a fault planted there shows in any program of any generator, and says
//! nothing about the random part. So they are spared: by the source line of each instruction if the
//! assembly has it (`.loc`, from `-g1` or `-gline-tables-only`, which do not change the code), so that
//! code inlined into `main` still gets faults; otherwise by the function.

use std::ops::RangeInclusive;

/// What is not planted into.
#[derive(Clone, Debug, Default)]
pub struct Spared {
    /// Functions by name. A part or copy that the compiler made of one (`f.part.0`) is one too.
    pub functions: Vec<String>,
    /// The file whose lines are in `lines`, without directories.
    pub source: String,
    /// Lines of `source`.
    pub lines: Vec<RangeInclusive<u32>>,
    /// Files without directories, all of whose lines are spared: headers.
    pub files: Vec<String>,
}

impl Spared {
    /// Nothing is spared.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Functions of a C source by name: `source` is the file's name, `text` what is in it.
    pub fn functions_of(source: &str, text: &str, functions: &[&str]) -> Self {
        Self {
            functions: functions.iter().map(|name| (*name).to_owned()).collect(),
            source: base_name(source).to_owned(),
            lines: functions.iter().flat_map(|name| definitions(text, name)).collect(),
            files: Vec::new(),
        }
    }

    /// Whether an instruction is spared that stands in a function and comes from a line of a file.
    pub(crate) fn holds(&self, function: &str, from: Option<(&str, u32)>) -> bool {
        if let Some((file, line)) = from {
            let file = base_name(file);
            return self.files.iter().any(|spared| spared == file)
                || (self.source == file && self.lines.iter().any(|l| l.contains(&line)));
        }
        let plain = function.split('.').next().unwrap_or(function);
        self.functions.iter().any(|name| name == plain)
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The lines of the definitions of a function in C text: from its name to its closing brace.
///
/// Looks at braces, comments and literals only, so a definition that is hidden in a macro is not
/// found.
fn definitions(text: &str, name: &str) -> Vec<RangeInclusive<u32>> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut depth = 0_i32;
    let mut at = 0;
    while let Some(&(token, line)) = tokens.get(at) {
        at += 1;
        match token {
            "{" => depth += 1,
            "}" => depth -= 1,
            word if depth == 0 && word == name => {
                let Some(body) = body_after(&tokens, at) else { continue };
                found.push(line..=body.1);
                at = body.0;
            }
            _ => {}
        }
    }
    found
}

/// If a parameter list and a body follow: the token after the body, and the body's last line.
fn body_after(tokens: &[(&str, u32)], mut at: usize) -> Option<(usize, u32)> {
    for (open, close) in [("(", ")"), ("{", "}")] {
        if tokens.get(at)?.0 != open {
            return None;
        }
        let mut depth = 0_i32;
        loop {
            let token = tokens.get(at)?.0;
            depth += i32::from(token == open) - i32::from(token == close);
            at += 1;
            if depth == 0 {
                break;
            }
        }
    }
    Some((at, tokens.get(at.checked_sub(1)?)?.1))
}

/// Words and single characters with their lines; comments, literals and directives are left out.
fn tokens(text: &str) -> Vec<(&str, u32)> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = text;
    let mut fresh = true;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("/*") {
            rest.get(2..).and_then(|r| r.find("*/")).map_or(rest.len(), |end| end + 4)
        } else if rest.starts_with("//") || (fresh && c == '#') {
            rest.find('\n').unwrap_or(rest.len())
        } else if c == '"' || c == '\'' {
            literal(rest, c)
        } else if c.is_alphanumeric() || c == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        let is_token = length > 0 && !rest.starts_with("/*") && !rest.starts_with("//");
        if is_token && !c.is_whitespace() && !matches!(c, '"' | '\'' | '#') {
            tokens.push((token, line));
        }
        fresh = if c.is_whitespace() { fresh || c == '\n' } else { false };
        line += token.matches('\n').count() as u32;
        rest = after;
    }
    tokens
}

/// The length of a literal in its quotes; it ends with its line at the latest.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_by_their_braces() {
        let text = "int main(void); /* main( ) { */\n#define main(x) {\nint f(void) { main(); }\n\
                    int main(int argc,\n  char **argv)\n{ if (argc) { puts(\"}\"); }\n}\nint x;\n";
        assert_eq!(definitions(text, "main"), [4..=7]);
        assert_eq!(definitions(text, "f"), [3..=3]);
        assert_eq!(definitions(text, "x"), []);
        assert_eq!(definitions("int main(void) { ", "main"), []);
    }

    #[test]
    fn a_line_counts_before_the_function_that_it_was_inlined_into() {
        let text = "int f(void) { return 1; }\nint main(void) { return f(); }\n";
        let spared = Spared::functions_of("dir/a.c", text, &["main"]);
        assert!(!spared.holds("main", Some(("a.c", 1))));
        assert!(spared.holds("main", Some(("other/a.c", 2))));
        assert!(!spared.holds("main", Some(("b.h", 2))));
        assert!(spared.holds("main.constprop.0", None));
        assert!(!spared.holds("f", None));
    }
}
