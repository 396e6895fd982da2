//! How wide the terminal is.

use rustix::fd::AsFd;
use std::io;

/// Columns of a page of text if no width is known; wider lines are hard to read.
pub const PAGE: usize = 100;
/// Fewer columns than these are not taken seriously.
const LEAST: usize = 40;

/// The columns of the terminal behind a stream; `None` where there is no terminal.
pub fn columns(stream: impl AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(stream).ok()?;
    // Some terminals, those of tests among them, do not know it.
    (size.ws_col > 0).then_some(usize::from(size.ws_col))
}

/// The columns of a page on standard output: those of the terminal, and no more than [`PAGE`].
pub fn page_columns() -> usize {
    columns(io::stdout()).unwrap_or(PAGE).clamp(LEAST, PAGE)
}

/// The start of a text, which ends in `…` where something is left out.
pub fn cut(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    let mut kept: String = text.chars().take(columns.saturating_sub(1)).collect();
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_it_is_too_long() {
        assert_eq!(cut("größe", 5), "größe");
        assert_eq!(cut("größer", 5), "größ…");
        assert_eq!(cut("ab", 0), "…");
    }

    #[test]
    fn a_file_is_no_terminal() {
        assert_eq!(columns(tempfile::tempfile().unwrap()), None);
    }
}
