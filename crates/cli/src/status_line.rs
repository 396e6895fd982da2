//! A status line on standard error that is redrawn, and messages beside it.

use crate::terminal::{columns, cut};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How often a terminal is updated.
const ON_TERMINAL: Duration = Duration::from_millis(200);
/// How often a log gets a line, all of which stay.
const IN_LOG: Duration = Duration::from_secs(30);
/// Columns of a terminal that does not say how wide it is.
const USUAL: usize = 80;

/// The line: on a terminal it is overwritten, in a log every one of its texts is a line.
pub struct StatusLine {
    terminal: bool,
    last: Instant,
    /// Whether a text stands on the terminal.
    shown: bool,
}

impl StatusLine {
    /// Begins, with nothing shown.
    pub fn new() -> Self {
        use std::io::IsTerminal as _;
        // A dumb terminal cannot take anything back.
        let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        let terminal = io::stderr().is_terminal() && !dumb;
        Self { terminal, last: Instant::now(), shown: false }
    }

    /// Whether the last text is old enough to be replaced.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= if self.terminal { ON_TERMINAL } else { IN_LOG }
    }

    /// Shows a text in place of the last one, cut to the width of the terminal.
    pub fn show(&mut self, text: &str) {
        self.show_fitted(|columns| columns.map_or(text.to_owned(), |columns| cut(text, columns)));
    }

    /// Shows what `text` makes of the columns that there are now; without any, it is a line of a
    /// log.
    pub fn show_fitted(&mut self, text: impl FnOnce(Option<usize>) -> String) {
        self.last = Instant::now();
        if self.terminal {
            // The last column stays free: some terminals wrap once it is written to.
            let columns = columns(io::stderr()).unwrap_or(USUAL).saturating_sub(1);
            // The cursor goes back to the start. If the terminal becomes narrower and wraps the
            // line, the cursor is still at its start, and all of it can be erased.
            say(&format!("{ERASE}{}\r", cut(&text(Some(columns)), columns)));
            self.shown = true;
        } else {
            say(&format!("{}\n", text(None)));
        }
    }

    /// Takes the line off the terminal.
    pub fn clear(&mut self) {
        if self.shown {
            say(ERASE);
            self.shown = false;
        }
    }
}

/// Goes to the start of the line and erases from there to the end of the screen.
const ERASE: &str = "\r\x1b[J";

/// Prints a message; a closed terminal is no reason to stop.
pub fn say(words: &str) {
    let _ = io::stderr().lock().write_all(words.as_bytes());
}
