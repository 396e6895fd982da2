//! Images whose answers vary from run to run: wrong every time is wrong code, right now and then is
//! flaky.

use crate::hunt::Place;
use crate::{assert_exit, stderr, stdout};
use brinell_campaign::{FindingFilter, FindingLine};
use brinell_judge::VerdictKind;
use brinell_print::count_tokens;
use brinell_toolchain::{Command, find_program};
use std::fs;

/// Programs with `^` get an image that prints something else each time, and never the right thing.
/// The image is whatever file the compiler was asked for.
const VARIES: &str = "if cat *.c | grep -q '\\^'; then for image; do case $image in -o) next=1;; \
    *) [ -z \"$next\" ] || break; esac; done; \
    printf '#!/bin/sh\\ncat /proc/sys/kernel/random/uuid\\n' > \"$image\" && chmod +x \"$image\"\n\
    else real \"$@\"; fi";

fn findings(place: &Place, compiler: &str) -> Vec<FindingLine> {
    let filter = FindingFilter { compiler: Some(compiler.to_owned()), ..FindingFilter::default() };
    place.store().findings(&filter).unwrap()
}

#[test]
fn wrong_in_every_run_is_wrong_code_down_to_the_report() {
    let mut place = Place::new();
    place.fake("varies", VARIES);
    // A bundle calls the file otherwise.
    let path = place.path("varies");
    let text = fs::read_to_string(&path).unwrap().replace("*test.c*)", "*test.c* | *reduced.c*)");
    fs::write(&path, text).unwrap();
    assert_exit(&place.hunt(&["--programs", "4", "-j", "1"]), 1);
    let found = findings(&place, "varies");
    assert!(!found.is_empty());
    assert!(found.iter().all(|f| f.verdict == VerdictKind::WrongCode && f.signature == "checksum"));
    let id = found[0].id.to_string();
    let shown = stdout(&place.brinell(&["show", &id, "here"]).run().unwrap());
    assert!(shown.contains("differs from run to run"), "{shown}");
    let with = |command: &str, more: &[&str]| {
        let mut words = vec![command, &id, "here", "--config", "fakes.toml"];
        words.extend(more);
        place.brinell(&words).run().unwrap()
    };
    let replayed = with("replay", &[]);
    assert_exit(&replayed, 0);
    assert!(stdout(&replayed).contains("still happens"), "{}", stdout(&replayed));
    let bundled = with("bundle", &["-o", "bug", "-j", "1"]);
    assert_exit(&bundled, 0);
    let reduced = fs::read_to_string(place.path("bug/reduced.c")).unwrap();
    assert!(reduced.contains('^') && count_tokens(&reduced) < 40, "{reduced}");
    let reproduce = |cc: &std::path::Path| {
        let script = place.path("bug/reproduce.sh");
        let command = Command::new("/bin/sh").arg(script).dir("/").env("CC", cc);
        command.env("TMPDIR", place.path("")).run().unwrap()
    };
    assert_exit(&reproduce(&path), 0);
    let honest = reproduce(&find_program(place.honest).unwrap());
    assert_exit(&honest, 1);
    assert!(stdout(&honest).contains("as it must, 5 times"), "{}", stdout(&honest));
}

#[test]
fn right_now_and_then_is_flaky() {
    let mut place = Place::new();
    // Wrong, right, wrong, right, in each directory anew.
    let image = "if [ -e turn ]; then rm turn; ./real.image; else : > turn; echo wrong; fi";
    let script = format!(
        "real \"$@\" && mv image real.image && printf '#!/bin/sh\\n{image}\\n' > image && chmod +x image"
    );
    place.fake("moody", &script);
    let done = place.hunt(&["--programs", "3"]);
    assert_exit(&done, 0);
    let found = findings(&place, "moody");
    assert_eq!(found.len(), 3, "{}", stderr(&done));
    assert!(found.iter().all(|f| f.verdict == VerdictKind::Flaky), "{found:?}");
}

#[test]
fn addresses_are_the_same_in_every_run_of_an_image() {
    let mut place = Place::new();
    let text = "int printf(const char *, ...); int g; int main(void) { int l; \
                printf(\"%p %p %p\\\\n\", (void *)&g, (void *)&l, (void *)main); return 0; }";
    place.fake("addresses", &format!("printf '%b' '{text}' > other.c; real -o image other.c"));
    assert_exit(&place.hunt(&["--programs", "1"]), 1);
    let found = findings(&place, "addresses");
    assert_eq!(found[0].verdict, VerdictKind::WrongCode);
    let persona = Command::new("cat").arg("/proc/self/personality").same_addresses(true).run();
    let persona = String::from_utf8(persona.unwrap().stdout).unwrap();
    let shown = stdout(&place.brinell(&["show", "1", "here"]).run().unwrap());
    // A kernel that refuses leaves them random, and then it is wrong code all the same.
    let kept = u64::from_str_radix(persona.trim(), 16).unwrap_or(0) & 0x40000 != 0;
    assert_eq!(!shown.contains("differs from run to run"), kept, "{shown}");
}
