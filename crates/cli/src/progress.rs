//! Long work: how far it is, and a clean stop by Ctrl-C.
//!
//! The first Ctrl-C asks to stop, so that the results so far can be shown; the second ends the
//! process at once.

use crate::interrupt::stop_flag;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a terminal is told.
const ON_TERMINAL: Duration = Duration::from_millis(100);
/// How often a log is told: it keeps every line.
const IN_LOG: Duration = Duration::from_secs(30);

/// Somebody pressed Ctrl-C.
#[derive(Copy, Clone, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Whether work was interrupted; fails where it failed otherwise.
pub fn was_interrupted(done: anyhow::Result<()>) -> anyhow::Result<bool> {
    match done {
        Err(error) if error.is::<Interrupted>() => Ok(true),
        other => other.map(|()| false),
    }
}

/// The progress of one piece of work.
pub struct Progress {
    total: usize,
    done: usize,
    started: Instant,
    shown: Instant,
    terminal: bool,
    /// Characters of the line on the terminal.
    width: usize,
    stop: Arc<AtomicBool>,
}

impl Progress {
    /// Begins; `total` is what there is to do.
    pub fn new(total: usize) -> io::Result<Self> {
        let stop = stop_flag()?;
        let now = Instant::now();
        let terminal = io::stderr().is_terminal();
        Ok(Self { total, done: 0, started: now, shown: now, terminal, width: 0, stop })
    }

    /// One more is done; `note` says what is worth knowing. Fails when it is time to stop.
    pub fn step(&mut self, note: &str) -> anyhow::Result<()> {
        self.done += 1;
        if self.shown.elapsed() >= if self.terminal { ON_TERMINAL } else { IN_LOG } {
            self.show(note)?;
        }
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// Is set when it is time to stop, for work that can stop in the middle of a step.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    fn show(&mut self, note: &str) -> io::Result<()> {
        self.shown = Instant::now();
        let line = line(self.done, self.total, self.started.elapsed(), note);
        let mut err = io::stderr().lock();
        if self.terminal {
            let width = self.width;
            write!(err, "\r{line:<width$}")?;
            self.width = line.chars().count();
        } else {
            writeln!(err, "{line}")?;
        }
        err.flush()
    }

    /// Takes the line off the terminal.
    pub fn clear(&mut self) {
        if self.terminal && self.width > 0 {
            // A terminal that is gone needs no cleaning.
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.width);
            self.width = 0;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn line(done: usize, total: usize, elapsed: Duration, note: &str) -> String {
    let mut line = format!("{done} of {total}");
    if done < total {
        let left = elapsed.mul_f64((total - done) as f64 / done.max(1) as f64).as_secs();
        let words = match left {
            0..60 => format!("{left} s"),
            60..3600 => format!("{} min {:02} s", left / 60, left % 60),
            _ => format!("{} h {:02} min", left / 3600, left / 60 % 60),
        };
        let _ = write!(line, ", {words} left");
    }
    if !note.is_empty() {
        let _ = write!(line, ", {note}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interruption_is_no_failure() {
        assert!(was_interrupted(Err(Interrupted.into())).unwrap());
        assert!(!was_interrupted(Ok(())).unwrap());
        assert!(was_interrupted(Err(anyhow::anyhow!("disk full"))).is_err());
    }

    #[test]
    fn the_rest_is_estimated_from_what_is_done() {
        let second = Duration::from_secs(1);
        assert_eq!(line(1, 10, second, ""), "1 of 10, 9 s left");
        assert_eq!(line(1, 100, second, "2 bad"), "1 of 100, 1 min 39 s left, 2 bad");
        assert_eq!(line(1, 10_000, second, ""), "1 of 10000, 2 h 46 min left");
        assert_eq!(line(10, 10, second, ""), "10 of 10");
        assert_eq!(line(0, 10, Duration::ZERO, ""), "0 of 10, 0 s left");
    }
}
