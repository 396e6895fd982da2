//! One line on standard error that is written again and again, and words for people beside it.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often a terminal is told.
const ON_TERMINAL: Duration = Duration::from_millis(200);
/// How often a log is told: it keeps every line.
const IN_LOG: Duration = Duration::from_secs(30);

/// The line: on a terminal it is overwritten, in a log every one of its texts is a line.
pub struct StatusLine {
    terminal: bool,
    shown: Instant,
    /// Characters of the line on the terminal.
    width: usize,
}

impl StatusLine {
    /// Begins, with nothing shown.
    pub fn new() -> Self {
        Self { terminal: io::stderr().is_terminal(), shown: Instant::now(), width: 0 }
    }

    /// Whether the last text is old enough to be replaced.
    pub fn is_due(&self) -> bool {
        self.shown.elapsed() >= if self.terminal { ON_TERMINAL } else { IN_LOG }
    }

    /// Shows a text in place of the last one.
    pub fn show(&mut self, text: &str) {
        self.shown = Instant::now();
        if self.terminal {
            let width = self.width;
            say(&format!("\r{text:<width$}"));
            self.width = text.chars().count();
        } else {
            say(&format!("{text}\n"));
        }
    }

    /// Takes the line off the terminal.
    pub fn clear(&mut self) {
        if self.width > 0 {
            say(&format!("\r{:1$}\r", "", self.width));
            self.width = 0;
        }
    }
}

/// Says something for people; a terminal that is gone is no reason to stop.
pub fn say(words: &str) {
    let _ = io::stderr().lock().write_all(words.as_bytes());
}
