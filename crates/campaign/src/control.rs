//! Controlling a running hunt: stop, pause, resume.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How long a paused thread sleeps at a time.
const NAP: Duration = Duration::from_millis(100);

/// Two flags that can be set from any thread.
#[derive(Clone, Debug, Default)]
pub struct HuntControl {
    stop: Arc<AtomicBool>,
    pause: Arc<AtomicBool>,
}

impl HuntControl {
    /// Stops when this flag is set, which belongs to somebody else.
    pub fn stopping_by(stop: Arc<AtomicBool>) -> Self {
        Self { stop, pause: Arc::default() }
    }

    /// Asks the hunt to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it is to stop.
    pub fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Asks the hunt to pause or to resume. Programs in progress are finished first.
    pub fn pause(&self, paused: bool) {
        self.pause.store(paused, Ordering::Relaxed);
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.pause.load(Ordering::Relaxed)
    }

    /// Sleeps while it is paused and neither this control nor `over` says that it is to end.
    pub(crate) fn wait_while_paused(&self, over: &AtomicBool) {
        while self.is_paused() && !self.is_stopping() && !over.load(Ordering::Relaxed) {
            thread::sleep(NAP);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_ends_when_the_hunt_does() {
        let control = HuntControl::default();
        control.pause(true);
        control.wait_while_paused(&AtomicBool::new(true));
        control.stop();
        control.wait_while_paused(&AtomicBool::new(false));
        assert!(control.is_paused() && control.is_stopping());
        control.pause(false);
        assert!(!control.is_paused());
    }
}
