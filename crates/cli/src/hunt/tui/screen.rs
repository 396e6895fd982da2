//! The terminal while a hunt has it: raw, on the alternate screen, and restored on every way out.

use super::draw;
use super::model::Model;
use brinell_campaign::HuntControl;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use std::io::{self, Stdout};
use std::panic::{self, PanicHookInfo};
use std::process;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

/// The name of the thread of the hunt: when it panics, all is over.
pub const HUNT_THREAD: &str = "hunt";
/// The status of a process that SIGINT ended, as shells have it.
const INTERRUPTED: i32 = 130;

type PanicHook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// The terminal. Dropped, it is as it was before.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    signals: Handle,
    hook: Arc<PanicHook>,
}

impl Screen {
    /// Takes the terminal. Signals set `control`; what worker threads say when they panic, which
    /// ends nothing, goes to `complaints`.
    pub fn enter(control: &HuntControl, complaints: Sender<String>) -> io::Result<Self> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let handle = signals.handle();
        let on_signal = control.clone();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for _ in signals.forever() {
                if on_signal.is_stopping() {
                    restore();
                    process::exit(INTERRUPTED);
                }
                on_signal.stop();
            }
        })?;
        let hook: Arc<PanicHook> = Arc::from(panic::take_hook());
        let usual = Arc::clone(&hook);
        panic::set_hook(Box::new(move |info| {
            let thread = thread::current();
            if matches!(thread.name(), Some("main" | HUNT_THREAD)) {
                restore();
                usual(info);
            } else {
                let name = thread.name().unwrap_or("a thread").to_owned();
                let _ = complaints.send(format!("{name}: {info}"));
            }
        }));
        enable_raw_mode()?;
        let terminal = execute!(io::stdout(), EnterAlternateScreen)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match terminal {
            Ok(terminal) => Ok(Self { terminal, signals: handle, hook }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Draws; the size is that of the terminal now.
    pub fn draw(&mut self, model: &mut Model) -> io::Result<()> {
        self.terminal.draw(|frame| draw::draw(frame, model)).map(drop)
    }

    /// Ends the process, as a second Ctrl-C does everywhere.
    pub fn leave_at_once(&self) -> ! {
        restore();
        process::exit(INTERRUPTED)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
        self.signals.close();
        if !thread::panicking() {
            let hook = Arc::clone(&self.hook);
            panic::set_hook(Box::new(move |info| hook(info)));
        }
    }
}

/// Makes the terminal what it was. May be called again, and from any thread.
pub fn restore() {
    // A failure to restore the terminal cannot be reported anywhere.
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
}
