//! Long work: how far it is, and a clean stop by Ctrl-C.
//!
//! The first Ctrl-C asks to stop, so that the results so far can be shown; the second ends the
//! process at once.

use crate::interrupt::stop_flag;
use crate::status_line::StatusLine;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Ctrl-C was pressed.
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
pub struct WorkProgress {
    total: usize,
    done: usize,
    started: Instant,
    line: StatusLine,
    stop: Arc<AtomicBool>,
}

impl WorkProgress {
    /// Begins; `total` is the amount of work.
    pub fn new(total: usize) -> io::Result<Self> {
        let stop = stop_flag()?;
        let line = StatusLine::new();
        Ok(Self { total, done: 0, started: Instant::now(), line, stop })
    }

    /// One more is done; `note` says what is worth knowing. Fails when it is time to stop.
    pub fn step(&mut self, note: &str) -> anyhow::Result<()> {
        self.done += 1;
        if self.line.is_due() {
            self.line.show(&line(self.done, self.total, self.started.elapsed(), note));
        }
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// Shows progress that is not a share of a known total. Fails when it is time to stop.
    pub fn show(&mut self, words: impl FnOnce() -> String) -> anyhow::Result<()> {
        if self.line.is_due() {
            self.line.show(&words());
        }
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// Is set when it is time to stop, for work that can stop in the middle of a step.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Takes the line off the terminal.
    pub fn clear(&mut self) {
        self.line.clear();
    }
}

impl Drop for WorkProgress {
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
