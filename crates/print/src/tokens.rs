//! Counting C tokens (C11 6.4): what the size of a program is measured in.

/// The length of the punctuator that a text begins with, as long as it can be (C11 6.4p4).
fn punctuator(text: &[u8]) -> usize {
    match text {
        [b'%', b':', b'%', b':', ..] => 4,
        [b'.', b'.', b'.', ..] | [b'<', b'<', b'=', ..] | [b'>', b'>', b'=', ..] => 3,
        [b'<', b'<' | b'=' | b':' | b'%', ..]
        | [b'>', b'>' | b'=', ..]
        | [b'-', b'>' | b'-' | b'=', ..]
        | [b'+', b'+' | b'=', ..]
        | [b'&', b'&' | b'=', ..]
        | [b'|', b'|' | b'=', ..]
        | [b'%', b'=' | b'>' | b':', ..]
        | [b':', b'>' | b':', ..]
        | [b'=' | b'!' | b'*' | b'/' | b'^', b'=', ..]
        | [b'#', b'#', ..] => 2,
        _ => 1,
    }
}

/// The number of tokens in a C text; comments and preprocessor lines have none.
pub fn count_tokens(text: &str) -> usize {
    let mut scan = Scan { rest: text.as_bytes(), line_start: true };
    let mut count = 0;
    while scan.token() {
        count += 1;
    }
    count
}

struct Scan<'a> {
    rest: &'a [u8],
    /// Whether nothing but white space and comments has been seen on this line.
    line_start: bool,
}

impl Scan<'_> {
    /// Skips one token; false at the end.
    fn token(&mut self) -> bool {
        self.skip_blanks();
        let Some(&first) = self.rest.first() else { return false };
        self.line_start = false;
        let second = self.rest.get(1).copied().unwrap_or(0);
        if is_word_start(first) {
            let len = self.run(0, is_word);
            // `L'x'` and `u8"x"` are one token.
            let prefix = matches!(&self.rest[..len], b"L" | b"u" | b"U" | b"u8");
            let quote = self.rest.get(len).copied().filter(|q| matches!(q, b'"' | b'\''));
            match quote {
                Some(quote) if prefix => self.skip_quoted(len, quote),
                _ => self.skip(len),
            }
        } else if first.is_ascii_digit() || (first == b'.' && second.is_ascii_digit()) {
            self.skip_number();
        } else if matches!(first, b'"' | b'\'') {
            self.skip_quoted(0, first);
        } else {
            self.skip(punctuator(self.rest));
        }
        true
    }

    fn skip(&mut self, len: usize) {
        self.rest = &self.rest[len.min(self.rest.len())..];
    }

    /// The position after the bytes from `start` on that are in the class.
    fn run(&self, start: usize, class: fn(u8) -> bool) -> usize {
        start + self.rest[start..].iter().take_while(|b| class(**b)).count()
    }

    /// Skips white space, comments and preprocessor lines.
    fn skip_blanks(&mut self) {
        loop {
            match self.rest {
                [b'\n', ..] => {
                    self.line_start = true;
                    self.skip(1);
                }
                [b' ' | b'\t' | b'\r' | 0x0b | 0x0c, ..] => self.skip(1),
                // A spliced line goes on.
                [b'\\', b'\n', ..] => self.skip(2),
                [b'/', b'*', ..] => self.skip_comment(),
                [b'/', b'/', ..] => self.skip_line(),
                [b'#', ..] if self.line_start => self.skip_line(),
                _ => return,
            }
        }
    }

    fn skip_comment(&mut self) {
        let end = self.rest[2..].windows(2).position(|w| w == b"*/");
        self.skip(end.map_or(self.rest.len(), |at| at + 4));
    }

    /// Skips to the end of a line that may be spliced to the next; a comment may hide its end.
    fn skip_line(&mut self) {
        let directive = self.rest.first() == Some(&b'#');
        loop {
            match self.rest {
                [] | [b'\n', ..] => return,
                [b'\\', b'\n', ..] => self.skip(2),
                [b'/', b'*', ..] if directive => self.skip_comment(),
                [quote @ (b'"' | b'\''), ..] if directive => self.skip_quoted(0, *quote),
                _ => self.skip(1),
            }
        }
    }

    /// Skips a string or character constant whose opening quote is at `start`; an unclosed one ends
    /// with its line.
    fn skip_quoted(&mut self, start: usize, quote: u8) {
        self.skip(start + 1);
        loop {
            match self.rest {
                [] | [b'\n', ..] => return,
                [b'\\', _, ..] => self.skip(2),
                [b, ..] => {
                    let end = *b == quote;
                    self.skip(1);
                    if end {
                        return;
                    }
                }
            }
        }
    }

    /// Skips a preprocessing number (C11 6.4.8), which is more than the numbers that mean something.
    fn skip_number(&mut self) {
        let mut len = 1;
        while let Some(&byte) = self.rest.get(len) {
            let exponent = matches!(self.rest[len - 1], b'e' | b'E' | b'p' | b'P');
            let goes_on =
                is_word(byte) || byte == b'.' || (exponent && matches!(byte, b'+' | b'-'));
            if !goes_on {
                break;
            }
            len += 1;
        }
        self.skip(len);
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') || !byte.is_ascii()
}

fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_as_long_as_they_can_be() {
        let cases = [
            ("", 0),
            ("int x;", 3),
            ("a+++++b", 5),
            ("a <<= b >>= c ... d", 7),
            ("x->y.z", 5),
            ("1.5e+3f + .5 - 0x1p-3L", 5),
            ("0xe+1", 1),
            ("1..2", 1),
            ("a.b . 5", 5),
            ("\"a \\\" b\" 'c' L'\\'' u8\"x\" Lx \"y\"", 6),
            ("p_3[g_1 % 10U]=-1;", 10),
            ("%:%: <: :> <% %>", 5),
            ("a##b", 3),
        ];
        for (text, count) in cases {
            assert_eq!(count_tokens(text), count, "{text}");
        }
    }

    #[test]
    fn comments_and_preprocessor_lines_do_not_count() {
        let cases = [
            ("/* a b */ c // d\ne", 2),
            ("#define X(a) \\\n  a + a\nint x;", 3),
            ("  # pragma pack(1)\nint x;", 3),
            ("#define A /* b\n c */ d\ne", 1),
            ("a # b", 3),
            ("\"/*\" a */ b", 5),
            ("a / b /= c", 5),
            ("// a \\\n b\nc", 1),
            ("#define Q \"/*\"\nx", 1),
            ("/* open", 0),
            ("'open\nx", 2),
        ];
        for (text, count) in cases {
            assert_eq!(count_tokens(text), count, "{text}");
        }
    }
}
