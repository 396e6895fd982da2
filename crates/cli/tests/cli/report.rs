//! `brinell report`: a real hunt as a page.

#[path = "../../../report/tests/wellformed/mod.rs"]
mod wellformed;

use crate::hunt::{Place, WRONG_OUTPUT};
use crate::{assert_exit, stderr, stdout};
use std::io::Read as _;

#[test]
fn a_hunt_becomes_a_page() {
    let mut place = Place::new();
    place.fake("liar", &format!("echo '<script>&' >&2; {WRONG_OUTPUT}"));
    assert_exit(&place.hunt(&["--programs", "3", "-j", "1"]), 1);
    std::fs::create_dir(place.path("old")).unwrap();
    std::fs::write(place.path("here").join("report.html"), "an older one").unwrap();

    let done = place.brinell(&["report", "here"]).run().unwrap();
    assert_exit(&done, 0);
    assert!(done.stdout.is_empty());
    assert!(stderr(&done).contains("the report is in here/report.html"), "{}", stderr(&done));
    let page = std::fs::read_to_string(place.path("here").join("report.html")).unwrap();
    let elements = wellformed::check(&page);
    for element in ["svg", "polyline", "details", "article"] {
        assert!(elements.iter().any(|name| name == element), "no <{element}>");
    }
    for words in [
        "<code>1000</code>",
        "brinell generate --seed 1000",
        "2 other findings of this bug",
        "wrong-code",
        "checksum = ",
        "checksun = ",
        "-o image test.c",
        place.honest,
        "--programs 3",
        concat!("Brinell ", env!("CARGO_PKG_VERSION")),
        "(expected): ",
    ] {
        assert!(page.contains(words), "no {words} in {page}");
    }
    let kept = place.store().finding(1).unwrap().unwrap();
    let main = kept.sources[0].1.lines().find(|line| line.contains("main(")).unwrap();
    assert!(page.contains(main), "no program in {page}");
    // Nothing else was left.
    let names = std::fs::read_dir(place.path("here")).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{names:?}");

    // Elsewhere, and to standard output.
    for arguments in [&["report", "here", "-o", "page.html"], &["report", "here", "-o", "-"]] {
        let done = place.brinell(arguments).run().unwrap();
        assert_exit(&done, 0);
        let page = match stdout(&done) {
            text if text.is_empty() => std::fs::read_to_string(place.path("page.html")).unwrap(),
            text => text,
        };
        wellformed::check(&page);
    }
    for output in ["old", "nowhere/page.html"] {
        let done = place.brinell(&["report", "here", "-o", output]).run().unwrap();
        assert_exit(&done, 2);
        assert!(stderr(&done).contains(&format!("cannot write {output}")), "{}", stderr(&done));
    }
    assert!(place.path("old").is_dir());
}

/// Where a Chromium is here, the page is shown by it: it must not be wider than a phone, and what is
/// seen first must be the bugs.
#[test]
fn a_browser_shows_the_bugs_first_and_nothing_sideways() {
    let Some(chromium) = brinell_toolchain::find_program("chromium") else {
        println!("skipped: there is no chromium");
        return;
    };
    let mut place = Place::new();
    // A compiler's words without a place to break are the worst case.
    place.fake("liar", &format!("echo '{}' >&2; {WRONG_OUTPUT}", "long".repeat(200)));
    assert_exit(&place.hunt(&["--programs", "2", "-j", "1"]), 1);
    assert_exit(&place.brinell(&["report", "here"]).run().unwrap(), 0);
    let page = std::fs::read_to_string(place.path("here").join("report.html")).unwrap();
    // The page itself has no script and allows none; this copy measures itself.
    let (before, policy) = page.split_once("<meta http-equiv").unwrap();
    let (_, after) = policy.split_once("/>").unwrap();
    let measure = "<script>document.querySelectorAll('details').forEach(d => d.open = true);\
                   const at = s => document.querySelector(s).getBoundingClientRect().top;\
                   document.title = [innerWidth, document.documentElement.scrollWidth, \
                   at('#bugs') < at('#compilers')].join(' ')</script></body>";
    let copy = format!("{before}{after}").replace("</body>", measure);
    std::fs::write(place.path("copy.html"), copy).unwrap();
    let done = std::process::Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--window-size=390,844", "--dump-dom"])
        .arg(format!("--user-data-dir={}", place.path("browser").display()))
        .arg(format!("file://{}", place.path("copy.html").display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&done.stdout).into_owned();
    let title = dom.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    let title = title.map(|(title, _)| title.to_owned()).unwrap_or_default();
    let [inner, scrolled, bugs_first] = title.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{title}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let (inner, scrolled): (u32, u32) = (inner.parse().unwrap(), scrolled.parse().unwrap());
    assert!(inner <= 500, "the window is {inner} wide");
    assert!(scrolled <= inner, "{scrolled} of {inner}: the page scrolls sideways");
    assert_eq!(bugs_first, "true");
}

#[test]
fn links_and_pipes_stay_what_they_are() {
    let place = Place::new();
    drop(brinell_campaign::Store::create(&place.path("here")).unwrap());
    std::os::unix::fs::symlink("page.html", place.path("link")).unwrap();
    std::fs::write(place.path("page.html"), "an older one").unwrap();
    assert_exit(&place.brinell(&["report", "here", "-o", "link"]).run().unwrap(), 0);
    assert!(place.path("link").is_symlink());
    let page = std::fs::read_to_string(place.path("page.html")).unwrap();
    wellformed::check(&page);
    assert!(page.contains("No hunt has been here yet"), "{page}");
    // Open on both ends, with room for an empty page, a pipe keeps nobody waiting.
    let pipe = place.path("pipe");
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let mut both = std::fs::File::options().read(true).write(true).open(&pipe).unwrap();
    assert_exit(&place.brinell(&["report", "here", "-o", "pipe"]).run().unwrap(), 0);
    assert!(!pipe.is_file());
    let mut start = [0; 9];
    both.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"<!DOCTYPE");
}

#[test]
fn wrong_usage_says_what_to_do() {
    let place = Place::new();
    let done = place.brinell(&["report", "nowhere"]).run().unwrap();
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("no hunt has been in nowhere"), "{}", stderr(&done));
    assert!(!place.path("nowhere").exists());
    let help = place.brinell(&["report", "--help"]).run().unwrap();
    assert_exit(&help, 0);
    assert!(stdout(&help).contains("Exit codes:") && stdout(&help).contains("Examples:"));
}
