//! HTML while it is written. Markup is ours and known to the compiler, everything else is text and
//! escaped: [`Html::raw`] takes nothing that was read from anywhere.

use std::fmt::{self, Display, Write as _};

/// A page in the making.
#[derive(Debug, Default)]
pub struct Html {
    written: String,
}

impl Html {
    /// Begins a page, up to the text of its heading, which is left open.
    pub fn begin(&mut self, title: &str) -> &mut Self {
        self.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
            // Whatever a compiler may have said: nothing is run, nothing is fetched.
            .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
            .raw("style-src 'unsafe-inline'\"/>\n")
            .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
            .raw("<title>")
            .text(title)
            .raw("</title>\n<style>\n")
            .raw(include_str!("style.css"))
            .raw("</style>\n</head>\n<body>\n<header>\n<h1>")
            .text(title)
    }

    /// Writes markup.
    pub fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.written.push_str(markup);
        self
    }

    /// Writes text, for an element or for an attribute in quotes.
    pub fn text(&mut self, text: impl Display) -> &mut Self {
        // A `String` takes everything.
        let _ = write!(Escaping(&mut self.written), "{text}");
        self
    }

    /// Writes a cell of a table.
    pub fn cell(&mut self, text: impl Display) -> &mut Self {
        self.raw("<td>").text(text).raw("</td>")
    }

    /// Writes a cell with a number.
    pub fn number(&mut self, number: impl Display) -> &mut Self {
        self.raw("<td class=\"n\">").text(number).raw("</td>")
    }

    /// Writes a cell with something that a computer said or takes.
    pub fn code_cell(&mut self, text: impl Display) -> &mut Self {
        self.raw("<td><code>").text(text).raw("</code></td>")
    }

    /// Writes a cell with options of a compiler.
    pub fn options_cell(&mut self, options: &str) -> &mut Self {
        if options.is_empty() {
            self.raw("<td class=\"note\">none</td>")
        } else {
            self.code_cell(options)
        }
    }

    /// The page.
    pub fn finish(self) -> String {
        self.written
    }
}

/// Escapes what is written through it. What could not be seen, or would change how its neighbours
/// look, is made visible.
struct Escaping<'a>(&'a mut String);

impl fmt::Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' | '\t' => self.0.push(c),
                // The pictures of control characters stand in their order.
                '\0'..='\x1f' => {
                    self.0.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'));
                }
                '\x7f' => self.0.push('\u{2421}'),
                // C1, and what is no character at all.
                '\u{80}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' => self.0.push('\u{fffd}'),
                _ if u32::from(c) & 0xfffe == 0xfffe => self.0.push('\u{fffd}'),
                // Directions and zero widths: a program could look other than it is.
                '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}'
                | '\u{feff}' => write!(self.0, "[U+{:04X}]", u32::from(c))?,
                _ => self.0.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut html = Html::default();
        html.text(text);
        html.finish()
    }

    #[test]
    fn markup_is_no_markup_any_more() {
        assert_eq!(
            escaped("<script>\"a\" && 'b'</script>"),
            "&lt;script&gt;&quot;a&quot; &amp;&amp; &#39;b&#39;&lt;/script&gt;"
        );
        assert_eq!(escaped("&lt;"), "&amp;lt;");
    }

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        assert_eq!(escaped("a\0b\x1b[31m\r\n\tc\x7f"), "a␀b␛[31m␍\n\tc␡");
        assert_eq!(escaped("\u{85}\u{fffe}\u{1ffff}\u{fdd0}"), "\u{fffd}".repeat(4));
        assert_eq!(escaped("a\u{202e}b\u{feff}"), "a[U+202E]b[U+FEFF]");
        assert_eq!(
            escaped(&String::from_utf8_lossy(b"\xff\xfeh\xc3")),
            "\u{fffd}\u{fffd}h\u{fffd}"
        );
        assert_eq!(escaped("größer 漢字"), "größer 漢字");
    }
}
