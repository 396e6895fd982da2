//! `brinell hunt --tui`: a hunt on the whole screen.
//!
//! The hunt runs on a thread of its own and sends its events; this one keeps a [`Model`] of them,
//! draws it, and reads keys. Whatever ends the hunt, the terminal is restored before anything is
//! said.

mod draw;
mod model;
mod screen;

use anyhow::bail;
use brinell_campaign::{Events, HuntControl, HuntError, HuntEvent, HuntSettings, Hunted};
use model::Model;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use screen::Screen;
use std::io::{self, IsTerminal as _};
use std::panic;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How long a key may wait for an answer.
const KEYS: Duration = Duration::from_millis(50);
/// How often the screen is drawn where nothing happens: clocks go on.
const REDRAW: Duration = Duration::from_millis(250);

/// Sends events to the thread that draws.
struct Sink(Sender<HuntEvent>);

impl Events for Sink {
    fn event(&mut self, event: &HuntEvent) {
        // Nobody draws any more: the hunt is ending.
        let _ = self.0.send(event.clone());
    }
}

/// Fails if there is no terminal to draw on.
pub fn check_terminal() -> anyhow::Result<()> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("--tui needs a terminal; without --tui there are lines, and with --json events");
    }
    Ok(())
}

/// Runs a hunt and shows it; returns it with what our own threads said when they panicked.
pub fn run(
    settings: &HuntSettings,
    control: &HuntControl,
    hunt: impl FnOnce(&mut dyn Events) -> Result<Hunted, HuntError> + Send,
) -> anyhow::Result<(Hunted, Vec<String>)> {
    let (sender, events) = mpsc::channel();
    let (complaints, complained) = mpsc::channel();
    let mut screen = Screen::enter(control, complaints)?;
    let mut model = Model::new(settings, control.clone());
    let hunted = thread::scope(|scope| -> anyhow::Result<Hunted> {
        let hunting = thread::Builder::new()
            .name(screen::HUNT_THREAD.to_owned())
            .spawn_scoped(scope, move || hunt(&mut Sink(sender)))?;
        let mut drawn: Option<Instant> = None;
        while !hunting.is_finished() {
            let mut changed = false;
            for event in events.try_iter() {
                model.event(event);
                changed = true;
            }
            let due = drawn.is_none_or(|at| at.elapsed() >= REDRAW);
            if (changed || due) && screen.draw(&mut model).is_err() {
                // The terminal is gone: end as if it had said so.
                control.stop();
                thread::sleep(REDRAW);
                continue;
            }
            if changed || due {
                drawn = Some(Instant::now());
            }
            match event::poll(KEYS) {
                Ok(true) => match event::read() {
                    Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                        if model.key(key) {
                            screen.leave_at_once();
                        }
                        drawn = None;
                    }
                    Ok(_) => drawn = None,
                    Err(_) => control.stop(),
                },
                Ok(false) => {}
                Err(_) => {
                    control.stop();
                    thread::sleep(REDRAW);
                }
            }
        }
        match hunting.join() {
            Ok(hunted) => Ok(hunted?),
            Err(panicked) => {
                screen::restore();
                panic::resume_unwind(panicked)
            }
        }
    });
    drop(screen);
    Ok((hunted?, complained.try_iter().collect()))
}
