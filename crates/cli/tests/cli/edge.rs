//! Hunts beyond the rules of safe generation: `--edge crash`, and `--cross-check` of what is found.

use crate::hunt::{Place, WRONG_OUTPUT};
use crate::{assert_exit, stderr, stdout};
use brinell_campaign::{Finding, FindingFilter};
use brinell_judge::VerdictKind;
use brinell_toolchain::ProcessLimits;
use std::fs;
use std::time::Duration;

fn findings(place: &Place) -> Vec<Finding> {
    let store = place.store();
    let lines = store.findings(&FindingFilter::default()).unwrap();
    lines.iter().map(|line| store.finding(line.id).unwrap().unwrap()).collect()
}

/// Only what compilers themselves do wrong is found, and no image is run.
#[test]
fn a_crash_hunt_runs_no_image() {
    let mut place = Place::new();
    let ran = place.path("ran");
    let image = format!("#!/bin/sh\necho >> '{}'\necho lies", ran.display());
    place.fake("liar", &format!("cat > image <<'END'\n{image}\nEND\nchmod +x image"));
    place.fake("breaks", "echo 'internal compiler error: in fake_pass, at fake.cc:42' >&2; exit 4");
    place.fake("refuses", "echo 'test.c:3:4: error: no' >&2; exit 1");
    place.hasty(true);
    place.fake("loops", "while :; do :; done");
    let done = place.hunt(&["--edge", "crash", "--programs", "2", "-j", "1"]);
    assert_exit(&done, 1);
    assert!(stderr(&done).contains("its image was not run"), "{}", stderr(&done));
    assert!(!ran.exists(), "an image was run");
    let summary = place.store().summary(None).unwrap();
    let of = |name: &str| {
        let counts = summary.counts.iter().filter(|count| count.compiler == name);
        counts.map(|count| (count.verdict, count.count)).collect::<Vec<_>>()
    };
    assert_eq!(of(place.honest), [(VerdictKind::Compiled, 2)]);
    assert_eq!(of("liar"), [(VerdictKind::Compiled, 2)]);
    assert_eq!(of("breaks"), [(VerdictKind::CompilerCrash, 2)]);
    assert_eq!(of("refuses"), [(VerdictKind::RejectedValid, 2)]);
    assert_eq!(of("loops"), [(VerdictKind::CompilerHang, 2)]);
    let all = findings(&place);
    assert_eq!(all.len(), 6);
    for finding in &all {
        assert!(finding.generate.contains("--profile edge-crash"), "{}", finding.generate);
        assert!(finding.expected.contains("never called"), "{}", finding.expected);
    }
    let done = place.brinell(&["report", "here"]).run().unwrap();
    assert_exit(&done, 0);
    // A compiler that is mended takes the program: that is all it has to do.
    fs::write(place.path("breaks"), format!("#!/bin/sh\nexec {} \"$@\"\n", place.honest)).unwrap();
    let broke = all.iter().find(|finding| finding.line.compiler == "breaks").unwrap();
    let id = broke.line.id.to_string();
    let done = place.brinell(&["replay", &id, "here"]).run().unwrap();
    assert!(stdout(&done).contains("no longer happens"), "{}{}", stdout(&done), stderr(&done));
}

/// What such a hunt finds is reduced like anything else: the program is defined, since what may be
/// undefined in it never runs, and so are the candidates.
#[test]
fn what_a_crash_hunt_finds_is_reduced() {
    let mut place = Place::new();
    let crash = "echo 'internal compiler error: in fake_pass, at fake.cc:42' >&2; exit 4";
    place.fake("weak", &format!("if cat *.c | grep -q 'while (1)'; then {crash}; fi\nreal \"$@\""));
    let path = place.path("weak");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("*test.c*)", "*test.c* | *reduced.c*)")).unwrap();
    assert_exit(&place.hunt(&["--edge", "crash", "--programs", "12", "-j", "1"]), 1);
    let first = findings(&place).remove(0);
    let id = first.line.id.to_string();
    let done = place.brinell(&["bundle", &id, "here", "-o", "bug", "-j", "1"]).run().unwrap();
    assert_exit(&done, 0);
    let reduced = fs::read_to_string(place.path("bug/reduced.c")).unwrap();
    assert!(reduced.contains("while (1)") && reduced.lines().count() < 15, "{reduced}");
    let checked = place.brinell(&["check", "bug/reduced.c"]).run().unwrap();
    assert_exit(&checked, 0);
}

#[test]
fn sanitizers_are_asked_about_what_is_reported() {
    let mut place = Place::new();
    for tool in ["gcc", "cc1", "collect2"] {
        place.link(tool);
    }
    place.fake("liar", WRONG_OUTPUT);
    let arguments = ["--compilers", "liar", "--programs", "1", "-j", "1"];
    assert_exit(&place.hunt(&arguments), 1);
    assert!(!findings(&place)[0].opinions.contains("cross-check"));
    fs::remove_dir_all(place.path("here")).unwrap();
    let arguments = [&arguments[..], &["--cross-check"]].concat();
    // Sanitizers reserve terabytes of addresses.
    let limits = ProcessLimits {
        wall: Duration::from_mins(10),
        processes: 100_000,
        memory: u64::MAX,
        ..ProcessLimits::default()
    };
    let hunt = place.brinell(&place.arguments(&arguments)).limits(limits);
    assert_exit(&hunt.run().unwrap(), 1);
    let finding = findings(&place).remove(0);
    assert_eq!(finding.line.verdict, VerdictKind::WrongCode);
    let agrees = "cross-check: gcc -fsanitize=undefined,address: agrees with the machine";
    assert!(finding.opinions.contains(agrees), "{}", finding.opinions);
    let shown = place.brinell(&["show", &finding.line.id.to_string(), "here"]).run().unwrap();
    assert!(stdout(&shown).contains(agrees), "{}", stdout(&shown));
}
