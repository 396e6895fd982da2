//! `cargo xtask screens`: the pictures of docs/hunt.md, taken of a real hunt.
//!
//! What a terminal shows is taken in tmux, the page of a report in a headless Chromium. The hunt is
//! a new one each time, so the numbers differ from run to run.

use anyhow::{Context as _, bail};
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

/// The page that has the screens.
const PAGE: &str = "docs/hunt.md";
/// Where pictures go.
const PICTURES: &str = "docs/screens";
const BEGIN: &str = "<!-- cargo xtask screens: begin -->\n";
const END: &str = "<!-- cargo xtask screens: end -->\n";
/// The socket of our own tmux.
const SOCKET: &str = "brinell-screens";
/// Columns and lines of the terminals.
const SIZES: [(u16, u16); 3] = [(80, 24), (100, 28), (200, 40)];

/// The arguments of `cargo xtask screens`.
#[derive(Debug, Args)]
pub struct ScreensArgs {
    /// Seconds that each of the two hunts has before the first picture is taken
    #[arg(long, value_name = "SECONDS", default_value_t = 45)]
    seconds: u64,
    /// The compilers to hunt with; they should have bugs
    #[arg(long, default_value = "chibicc,pcc,tcc")]
    compilers: String,
    /// The brinell to use [default: built in release mode]
    #[arg(long, value_name = "FILE")]
    brinell: Option<PathBuf>,
}

/// Takes all pictures, and puts them into the page.
pub fn run(args: &ScreensArgs) -> anyhow::Result<()> {
    let brinell = match &args.brinell {
        Some(path) => path.clone(),
        None => super::options::build()?,
    };
    let brinell = brinell.canonicalize().context("there is no such brinell")?;
    let place = tempfile::tempdir()?;
    // In pictures it is called what users call it.
    let bin = place.path().join("bin");
    std::fs::create_dir(&bin)?;
    std::os::unix::fs::symlink(&brinell, bin.join("brinell"))?;
    let hunt = format!("brinell hunt mine --compilers {} -j1", args.compilers);
    let mut text = String::new();

    let terminal = Tmux::start(place.path(), &bin, SIZES[0], &hunt)?;
    sleep(args.seconds);
    for (columns, lines) in SIZES {
        terminal.resize(columns, lines)?;
        // The next redraw.
        sleep(1);
        let screen = terminal.screen()?;
        // The end of it is enough: findings scroll by, the progress line stays.
        let tail: Vec<_> = screen.lines().rev().take(8).collect();
        let tail: Vec<_> = tail.into_iter().rev().collect();
        picture(&mut text, &format!("The end of `{hunt}` at {columns} columns"), &tail.join("\n"));
    }
    terminal.keys(&["C-c"])?;
    terminal.wait()?;

    let hunt = format!("{hunt} --tui");
    let terminal = Tmux::start(place.path(), &bin, SIZES[0], &hunt)?;
    sleep(args.seconds);
    for (columns, lines) in SIZES {
        terminal.resize(columns, lines)?;
        sleep(1);
        picture(&mut text, &format!("`{hunt}` at {columns} columns"), &terminal.screen()?);
    }
    terminal.resize(SIZES[1].0, SIZES[1].1)?;
    terminal.keys(&["End", "Enter"])?;
    sleep(1);
    picture(&mut text, "Enter opens a finding", &terminal.screen()?);
    terminal.keys(&["Escape", "q"])?;
    terminal.wait()?;

    let status = Command::new(&brinell).args(["report", "mine"]).current_dir(place.path()).status();
    if !status?.success() {
        bail!("the report cannot be written");
    }
    std::fs::create_dir_all(PICTURES)?;
    let page = place.path().join("mine/report.html");
    for (name, words, size, dark) in [
        ("report-light.png", "The page of `brinell report mine`", (1000, 900), false),
        ("report-dark.png", "The same page where the browser prefers dark", (1000, 900), true),
        ("report-phone.png", "The same page on a phone", (390, 844), false),
    ] {
        screenshot(place.path(), &page, &Path::new(PICTURES).join(name), size, dark)?;
        let _ = write!(text, "{words}:\n\n![{words}](screens/{name})\n\n");
    }
    insert(&text)
}

/// A screen with its title, as Markdown.
fn picture(text: &mut String, title: &str, screen: &str) {
    let lines: Vec<_> = screen.lines().map(str::trim_end).collect();
    let _ = write!(text, "{title}:\n\n```text\n{}\n```\n\n", lines.join("\n").trim_end());
}

fn insert(text: &str) -> anyhow::Result<()> {
    let page = std::fs::read_to_string(PAGE)?;
    let parts = page
        .split_once(BEGIN)
        .and_then(|(before, rest)| rest.split_once(END).map(|(_, after)| (before, after)));
    let (before, after) = parts.with_context(|| format!("{PAGE} has no marks for the screens"))?;
    std::fs::write(PAGE, format!("{before}{BEGIN}\n{text}{END}{after}"))?;
    Ok(())
}

fn sleep(seconds: u64) {
    thread::sleep(Duration::from_secs(seconds));
}

/// A terminal of our own tmux, which ends with it.
struct Tmux;

impl Tmux {
    fn start(dir: &Path, bin: &Path, size: (u16, u16), command: &str) -> anyhow::Result<Self> {
        let path = std::env::var("PATH").unwrap_or_default();
        let (columns, lines) = (size.0.to_string(), size.1.to_string());
        // Its shell's profile could set another PATH.
        let command = format!("PATH='{}:{path}' {command}; sleep 1", bin.display());
        let status = Command::new("tmux")
            .args(["-L", SOCKET, "-f", "/dev/null", "new-session", "-d"])
            .args(["-x", &columns, "-y", &lines, &command])
            .current_dir(dir)
            .env("LC_ALL", "C.UTF-8")
            .status()
            .context("tmux cannot be run: apt-get install tmux")?;
        if !status.success() {
            bail!("tmux did not start");
        }
        Ok(Self)
    }

    fn call(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let done = Command::new("tmux").args(["-L", SOCKET]).args(arguments).output()?;
        if !done.status.success() {
            bail!("tmux {}: {}", arguments.join(" "), String::from_utf8_lossy(&done.stderr));
        }
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }

    fn resize(&self, columns: u16, lines: u16) -> anyhow::Result<()> {
        let (columns, lines) = (columns.to_string(), lines.to_string());
        self.call(&["resize-window", "-x", &columns, "-y", &lines]).map(drop)
    }

    fn keys(&self, keys: &[&str]) -> anyhow::Result<()> {
        for key in keys {
            self.call(&["send-keys", key])?;
            thread::sleep(Duration::from_millis(300));
        }
        Ok(())
    }

    fn screen(&self) -> anyhow::Result<String> {
        let screen = self.call(&["capture-pane", "-p"])?;
        Ok(screen.trim_end().to_owned() + "\n")
    }

    /// Waits until what runs in it has ended, half a minute at most.
    fn wait(&self) -> anyhow::Result<()> {
        for _ in 0..60 {
            if self.call(&["list-sessions"]).is_err() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(500));
        }
        bail!("the hunt does not end")
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        // Usually it has ended by itself.
        let _ = self.call(&["kill-server"]);
    }
}

fn screenshot(
    dir: &Path,
    page: &Path,
    picture: &Path,
    size: (u16, u16),
    dark: bool,
) -> anyhow::Result<()> {
    let picture = std::path::absolute(picture)?;
    let status = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--hide-scrollbars", "--force-device-scale-factor=1"])
        .arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)))
        .arg(format!("--user-data-dir={}", dir.join("browser").display()))
        .arg(format!("--window-size={},{}", size.0, size.1))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", page.display()))
        .stderr(std::process::Stdio::null())
        .status()
        .context("chromium cannot be run: apt-get install chromium")?;
    if !status.success() || !picture.is_file() {
        bail!("chromium took no picture");
    }
    Ok(())
}
