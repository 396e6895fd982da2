//! `brinell hunt --tui` in a real terminal, where tmux is here.

use crate::hunt::{Place, WRONG_OUTPUT};
use brinell_toolchain::find_program;
use rustix::process::{Pid, Signal, kill_process};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// What the computer may take for anything: tests share it.
const PATIENCE: Duration = Duration::from_mins(2);

/// A tmux of our own.
struct Terminal {
    tmux: PathBuf,
    socket: PathBuf,
}

impl Terminal {
    fn call(&self, arguments: &[&str]) -> String {
        let done = Command::new(&self.tmux)
            .arg("-S")
            .arg(&self.socket)
            .args(["-f", "/dev/null"])
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap();
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.call(&["capture-pane", "-p"])
    }

    #[track_caller]
    fn wait_for(&self, words: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if screen.contains(words) {
                return screen;
            }
            assert!(Instant::now() < until, "no {words} in\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.call(&["kill-server"]);
    }
}

#[test]
fn a_hunt_on_the_screen_shows_findings_and_gives_the_terminal_back() {
    let Some(tmux) = find_program("tmux") else {
        println!("skipped: there is no tmux");
        return;
    };
    let mut place = Place::new();
    place.fake("liar", WRONG_OUTPUT);
    let hunt = place.arguments(&["-j", "1", "--tui"]).join(" ");
    let hunt = format!(
        "cd {}; export PATH={}; $STTY -g; {} {hunt}; echo over: $?; $STTY -g; exec {} {hunt}",
        place.path("").display(),
        place.path("bin").display(),
        env!("CARGO_BIN_EXE_brinell"),
        env!("CARGO_BIN_EXE_brinell"),
    );
    let stty = find_program("stty").unwrap();
    let hunt = hunt.replace("$STTY", &stty.display().to_string());
    let terminal = Terminal { tmux, socket: place.path("socket") };
    let all = ["new-session", "-d", "-x", "100", "-y", "30", &hunt];
    terminal.call(&[&all[..], &[";", "set-option", "-g", "remain-on-exit", "on"]].concat());

    terminal.wait_for("newest bugs, of 1");
    terminal.call(&["resize-window", "-x", "80", "-y", "24"]);
    terminal.call(&["send-keys", "Enter"]);
    terminal.wait_for("finding 1, lines 1 to");
    terminal.call(&["send-keys", "Escape"]);
    terminal.wait_for("verdicts by compiler");
    terminal.call(&["send-keys", "p"]);
    terminal.wait_for(" paused ");
    terminal.call(&["send-keys", "q"]);
    // The second hunt begins at once: what was before it is above the screen.
    terminal.wait_for(" hunting ");
    let pid = terminal.call(&["display-message", "-p", "#{pane_pid}"]);
    let pid = Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    let screen = terminal.wait_for("resume with: ");
    assert!(screen.contains("all runs in this directory: findings "), "{screen}");
    assert_eq!(terminal.call(&["display-message", "-p", "#{alternate_on}"]).trim(), "0");
    let all = terminal.call(&["capture-pane", "-p", "-J", "-S", "-1000"]);
    assert!(all.contains("over: 130"), "{all}");
    let is_setting = |line: &&str| line.split(':').count() > 20;
    let settings: Vec<_> = all.lines().filter(is_setting).collect();
    assert!(settings.len() == 2 && settings[0] == settings[1], "{settings:?}");
}
