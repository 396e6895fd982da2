//! The lexer: preprocessed text to tokens, with the places that the line markers tell.
//!
//! `# 12 "file.c" 3` and `#line` set the place of the next line; `#pragma pack` becomes a table
//! of states by token index; other pragmas are dropped unless they change layouts. Comments and
//! spliced lines are accepted, although a preprocessor leaves none.

use crate::error::{Result, SyntaxError, invalid, unsupported};
use crate::pragma::Packs;
use crate::token::{KEYWORDS, Kw, Punct, Sym, Tok, Token};
use brinell_lang::{Dialect, Loc};
use rustc_hash::FxHashMap;

/// A text cut into tokens.
pub(crate) struct TokenizedText<'s> {
    pub text: &'s [u8],
    /// Ends with [`Tok::Eof`].
    pub tokens: Vec<Token>,
    /// The texts of literals, as byte ranges.
    pub spans: Vec<(u32, u32)>,
    /// Identifiers by [`Sym`].
    pub names: Vec<&'s str>,
    pub syms: FxHashMap<&'s str, Sym>,
    pub files: SourceFiles,
    pub packs: Packs,
}

/// The source files that the markers name.
#[derive(Default)]
pub(crate) struct SourceFiles {
    pub names: Vec<String>,
    /// Whether a marker called it a system header.
    pub system: Vec<bool>,
    index: FxHashMap<String, u16>,
}

impl SourceFiles {
    fn enter(&mut self, name: String, system: bool) -> u16 {
        // The first marker decides: later ones carry the flag of a system header also where only
        // a macro of one is expanded.
        if let Some(&known) = self.index.get(&name) {
            return known;
        }
        // Past 65536 files the last one stands for all the others.
        let Ok(id) = u16::try_from(self.names.len()) else { return u16::MAX };
        self.index.insert(name.clone(), id);
        self.names.push(name);
        self.system.push(system);
        id
    }
}

/// Cuts a text into tokens. The error comes with the files known so far.
pub(crate) fn lex<'s>(
    text: &'s [u8],
    main_file: &str,
    dialect: Dialect,
) -> std::result::Result<TokenizedText<'s>, (SyntaxError, Vec<String>)> {
    let mut lexer = Lexer::new(text, main_file, dialect);
    match lexer.run() {
        Ok(()) => Ok(lexer.out),
        Err(error) => Err((error, lexer.out.files.names)),
    }
}

struct Lexer<'s> {
    out: TokenizedText<'s>,
    /// The keyword behind a symbol, for the symbols made first.
    keywords: Vec<Kw>,
    at: usize,
    line_start: usize,
    line: u32,
    file: u16,
    dialect: Dialect,
}

impl<'s> Lexer<'s> {
    fn new(text: &'s [u8], main_file: &str, dialect: Dialect) -> Self {
        let mut files = SourceFiles::default();
        files.enter(main_file.to_owned(), false);
        let mut lexer = Self {
            out: TokenizedText {
                text,
                tokens: Vec::with_capacity(text.len() / 5),
                spans: Vec::new(),
                names: Vec::new(),
                syms: FxHashMap::default(),
                files,
                packs: Packs::default(),
            },
            keywords: Vec::new(),
            at: 0,
            line_start: 0,
            line: 1,
            file: 0,
            dialect,
        };
        for &(spelling, keyword, since) in KEYWORDS {
            if since.holds(dialect) {
                lexer.intern(spelling);
                lexer.keywords.push(keyword);
            }
        }
        lexer
    }

    fn intern(&mut self, name: &'s str) -> Sym {
        if let Some(&sym) = self.out.syms.get(name) {
            return sym;
        }
        let sym = Sym(self.out.names.len() as u32);
        self.out.names.push(name);
        self.out.syms.insert(name, sym);
        sym
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.out.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn loc(&self) -> Loc {
        let col = u16::try_from(self.at - self.line_start + 1).unwrap_or(u16::MAX);
        Loc { file: self.file, line: self.line, col }
    }

    fn newline(&mut self) {
        self.at += 1;
        self.line = self.line.saturating_add(1);
        self.line_start = self.at;
    }

    fn run(&mut self) -> Result<()> {
        if u32::try_from(self.out.text.len()).is_err() {
            return unsupported(self.loc(), "a text of 4 GB or more");
        }
        let mut fresh_line = true;
        while let Some(&byte) = self.out.text.get(self.at) {
            match byte {
                b'\n' => {
                    self.newline();
                    fresh_line = true;
                    continue;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                    self.at += 1;
                    continue;
                }
                b'\\' if self.peek(1) == b'\n' => {
                    self.at += 1;
                    self.newline();
                    continue;
                }
                b'\\' if self.peek(1) == b'\r' && self.peek(2) == b'\n' => {
                    self.at += 2;
                    self.newline();
                    continue;
                }
                b'#' if fresh_line => {
                    self.directive()?;
                    continue;
                }
                b'/' if self.peek(1) == b'/' => {
                    while self.at < self.out.text.len() && self.peek(0) != b'\n' {
                        self.at += 1;
                    }
                    continue;
                }
                b'/' if self.peek(1) == b'*' => {
                    self.block_comment()?;
                    continue;
                }
                _ => {}
            }
            fresh_line = false;
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => self.word()?,
                b'0'..=b'9' => self.number(),
                b'.' if self.peek(1).is_ascii_digit() => self.number(),
                b'"' | b'\'' => self.quoted(self.at)?,
                _ => self.punct()?,
            }
        }
        let eof = Token { tok: Tok::Eof, loc: self.loc(), data: 0 };
        self.out.tokens.push(eof);
        Ok(())
    }

    fn block_comment(&mut self) -> Result<()> {
        let loc = self.loc();
        self.at += 2;
        loop {
            match self.out.text.get(self.at) {
                None => return invalid(loc, "a comment without end"),
                Some(b'\n') => self.newline(),
                Some(b'*') if self.peek(1) == b'/' => {
                    self.at += 2;
                    return Ok(());
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn word(&mut self) -> Result<()> {
        let (start, loc) = (self.at, self.loc());
        while let Some(&b) = self.out.text.get(self.at) {
            if b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80 {
                self.at += 1;
            } else {
                break;
            }
        }
        let bytes = &self.out.text[start..self.at];
        if matches!(self.peek(0), b'"' | b'\'') && matches!(bytes, b"L" | b"u" | b"U" | b"u8") {
            return self.quoted(start);
        }
        let Ok(name) = std::str::from_utf8(bytes) else {
            return invalid(loc, "an identifier that is not UTF-8");
        };
        if !name.is_ascii() && !name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            return invalid(loc, "a stray character");
        }
        let sym = self.intern(name);
        let tok = match self.keywords.get(sym.0 as usize) {
            Some(&keyword) => Tok::K(keyword),
            None => Tok::Ident,
        };
        self.out.tokens.push(Token { tok, loc, data: sym.0 });
        Ok(())
    }

    fn literal(&mut self, tok: Tok, start: usize, loc: Loc) {
        let data = self.out.spans.len() as u32;
        self.out.spans.push((start as u32, self.at as u32));
        self.out.tokens.push(Token { tok, loc, data });
    }

    fn number(&mut self) {
        let (start, loc) = (self.at, self.loc());
        loop {
            match self.peek(0) {
                b'e' | b'E' | b'p' | b'P' if matches!(self.peek(1), b'+' | b'-') => self.at += 2,
                b'\'' if self.dialect >= Dialect::C23 && self.peek(1).is_ascii_alphanumeric() => {
                    self.at += 2;
                }
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => self.at += 1,
                _ => break,
            }
        }
        self.literal(Tok::Number, start, loc);
    }

    /// A string or character constant whose prefix starts at `start`.
    fn quoted(&mut self, start: usize) -> Result<()> {
        let quote = self.peek(0);
        let prefix = self.at - start;
        let mut loc = self.loc();
        loc.col = loc.col.saturating_sub(prefix as u16);
        self.at += 1;
        loop {
            match self.out.text.get(self.at) {
                None | Some(b'\n') => return invalid(loc, "a quote that is not closed"),
                Some(b'\\') if self.peek(1) != b'\n' => self.at += 2,
                Some(&b) => {
                    self.at += 1;
                    if b == quote {
                        break;
                    }
                }
            }
        }
        let tok = if quote == b'"' { Tok::Str } else { Tok::Char };
        self.literal(tok, start, loc);
        Ok(())
    }

    fn punct(&mut self) -> Result<()> {
        use Punct::*;
        let loc = self.loc();
        let (punct, len) = match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'(', ..) => (LParen, 1),
            (b')', ..) => (RParen, 1),
            (b'{', ..) => (LBrace, 1),
            (b'}', ..) => (RBrace, 1),
            (b'[', ..) => (LBracket, 1),
            (b']', ..) => (RBracket, 1),
            (b';', ..) => (Semi, 1),
            (b',', ..) => (Comma, 1),
            (b':', b'>', _) => (RBracket, 2),
            (b':', b':', _) if self.dialect >= Dialect::C23 => (ColonColon, 2),
            (b':', ..) => (Colon, 1),
            (b'?', ..) => (Question, 1),
            (b'.', b'.', b'.') => (Ellipsis, 3),
            (b'.', ..) => (Dot, 1),
            (b'-', b'>', _) => (Arrow, 2),
            (b'-', b'-', _) => (MinusMinus, 2),
            (b'-', b'=', _) => (MinusEq, 2),
            (b'-', ..) => (Minus, 1),
            (b'+', b'+', _) => (PlusPlus, 2),
            (b'+', b'=', _) => (PlusEq, 2),
            (b'+', ..) => (Plus, 1),
            (b'*', b'=', _) => (StarEq, 2),
            (b'*', ..) => (Star, 1),
            (b'/', b'=', _) => (SlashEq, 2),
            (b'/', ..) => (Slash, 1),
            (b'%', b'>', _) => (RBrace, 2),
            (b'%', b'=', _) => (PercentEq, 2),
            (b'%', ..) => (Percent, 1),
            (b'&', b'&', _) => (AmpAmp, 2),
            (b'&', b'=', _) => (AmpEq, 2),
            (b'&', ..) => (Amp, 1),
            (b'|', b'|', _) => (PipePipe, 2),
            (b'|', b'=', _) => (PipeEq, 2),
            (b'|', ..) => (Pipe, 1),
            (b'^', b'=', _) => (CaretEq, 2),
            (b'^', ..) => (Caret, 1),
            (b'~', ..) => (Tilde, 1),
            (b'!', b'=', _) => (Ne, 2),
            (b'!', ..) => (Bang, 1),
            (b'<', b'<', b'=') => (ShlEq, 3),
            (b'<', b'<', _) => (Shl, 2),
            (b'<', b'=', _) => (Le, 2),
            (b'<', b':', _) => (LBracket, 2),
            (b'<', b'%', _) => (LBrace, 2),
            (b'<', ..) => (Lt, 1),
            (b'>', b'>', b'=') => (ShrEq, 3),
            (b'>', b'>', _) => (Shr, 2),
            (b'>', b'=', _) => (Ge, 2),
            (b'>', ..) => (Gt, 1),
            (b'=', b'=', _) => (EqEq, 2),
            (b'=', ..) => (Eq, 1),
            (b'\\', b'u' | b'U', _) => {
                return unsupported(loc, "a universal character name in an identifier");
            }
            (other, ..) => {
                let shown = char::from(other).escape_default();
                return invalid(loc, format!("a stray '{shown}'"));
            }
        };
        self.at += len;
        self.out.tokens.push(Token { tok: Tok::P(punct), loc, data: 0 });
        Ok(())
    }

    /// A line that starts with `#`, up to but not including its newline.
    fn directive(&mut self) -> Result<()> {
        let loc = self.loc();
        let start = self.at + 1;
        while self.at < self.out.text.len() && self.peek(0) != b'\n' {
            self.at += 1;
        }
        let line = self.out.text[start..self.at].trim_ascii();
        let word_end = line.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(line.len());
        let (word, rest) = line.split_at(word_end);
        match word {
            b"" if rest.is_empty() => Ok(()),
            b"line" => self.marker(rest.trim_ascii_start(), loc),
            b"pragma" => self.pragma(rest.trim_ascii_start(), loc),
            // What `-dD` and old compilers leave behind.
            b"ident" | b"sccs" | b"define" | b"undef" | b"warning" => Ok(()),
            _ if word.first().is_some_and(u8::is_ascii_digit) => self.marker(line, loc),
            _ => {
                let shown = String::from_utf8_lossy(word);
                invalid(loc, format!("a '#{shown}' directive: the text has to be preprocessed"))
            }
        }
    }

    /// `12 "file.c" 1 3`: the next line is line 12 of that file.
    fn marker(&mut self, text: &[u8], loc: Loc) -> Result<()> {
        let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
        let number = std::str::from_utf8(&text[..digits]).ok().and_then(|d| d.parse::<u32>().ok());
        let Some(number) = number else { return invalid(loc, "a line marker without a number") };
        let rest = text[digits..].trim_ascii_start();
        if let [b'"', quoted @ ..] = rest {
            let (name, flags) = unescape_file_name(quoted);
            let system = flags.split(|b| *b == b' ').any(|flag| flag == b"3");
            self.file = self.out.files.enter(name, system);
        }
        // The newline that ends the marker will add one.
        self.line = number.wrapping_sub(1);
        if number == 0 {
            self.line = 0;
        }
        Ok(())
    }

    fn pragma(&mut self, text: &[u8], loc: Loc) -> Result<()> {
        let word_end = text
            .iter()
            .position(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
            .unwrap_or(text.len());
        let (word, rest) = text.split_at(word_end);
        match word {
            b"pack" => {
                let token = self.out.tokens.len() as u32;
                self.out.packs.pragma(token, rest);
                Ok(())
            }
            b"scalar_storage_order" | b"ms_struct" | b"redefine_extname"
                if !self.out.files.system[usize::from(self.file)] =>
            {
                unsupported(loc, format!("#pragma {}", String::from_utf8_lossy(word)))
            }
            _ => Ok(()),
        }
    }
}

/// The name up to the closing quote, and what follows it.
fn unescape_file_name(text: &[u8]) -> (String, &[u8]) {
    let mut name = Vec::new();
    let mut at = 0;
    while let Some(&b) = text.get(at) {
        at += 1;
        match b {
            b'"' => break,
            b'\\' => {
                let octal: Vec<u8> = text[at..]
                    .iter()
                    .take(3)
                    .take_while(|b| (b'0'..=b'7').contains(*b))
                    .copied()
                    .collect();
                if octal.len() == 3 {
                    let value = octal.iter().fold(0u32, |v, d| v * 8 + u32::from(d - b'0'));
                    name.push(value as u8);
                    at += 3;
                } else if let Some(&next) = text.get(at) {
                    name.push(next);
                    at += 1;
                }
            }
            _ => name.push(b),
        }
    }
    (String::from_utf8_lossy(&name).into_owned(), &text[at.min(text.len())..])
}
