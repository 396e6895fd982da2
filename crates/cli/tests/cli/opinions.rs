//! Second opinions: who is asked, about what, and what is said where nobody can help.

use crate::hunt::{Place, WRONG_OUTPUT};
use crate::{assert_exit, stderr, stdout};
use brinell_campaign::FindingFilter;
use brinell_judge::VerdictKind;

/// How often a compiler was given a program.
fn asked(place: &Place, compiler: &str) -> u64 {
    let counts = place.store().summary(None).unwrap().counts;
    counts.iter().filter(|count| count.compiler == compiler).map(|count| count.count).sum()
}

/// The verdicts on a compiler, by seed.
fn verdicts(place: &Place, compiler: &str) -> Vec<String> {
    let filter = FindingFilter { compiler: Some(compiler.to_owned()), ..FindingFilter::default() };
    let findings = place.store().findings(&filter).unwrap();
    let mut found: Vec<_> = findings.into_iter().map(|f| (f.seed, f.verdict)).collect();
    found.sort();
    found.into_iter().map(|(_, verdict)| verdict.to_string()).collect()
}

#[test]
fn those_who_are_only_asked_are_not_accused() {
    let mut place = Place::new();
    // No honest compiler of another family but the last.
    place.fake_of(place.honest, "liar", WRONG_OUTPUT);
    place.fake("bystander", "kill -SEGV $$");
    place.fake("other", "real \"$@\"");
    let done = place.hunt(&["--programs", "2", "--compilers", "liar"]);
    assert_exit(&done, 1);
    assert_eq!(verdicts(&place, "liar"), ["wrong-code"; 2], "{}", stderr(&done));
    assert!(verdicts(&place, "bystander").is_empty(), "{}", stderr(&done));
    // It was asked, and that is counted; so the next one was asked, too.
    assert_eq!(place.store().summary(None).unwrap().verdicts(VerdictKind::CompilerCrash), 2);
    assert_eq!((asked(&place, "bystander"), asked(&place, "other")), (2, 2));
}

#[test]
fn one_who_agrees_is_enough_and_the_cheapest_is_asked() {
    let mut place = Place::new();
    place.fake("liar", WRONG_OUTPUT);
    place.fake_of("clang", "expensive", "real \"$@\"");
    let done = place.hunt(&["--programs", "3", "--compilers", "liar"]);
    assert_exit(&done, 1);
    assert_eq!(verdicts(&place, "liar"), ["wrong-code"; 3], "{}", stderr(&done));
    assert_eq!((asked(&place, place.honest), asked(&place, "expensive")), (3, 0));
    assert!(stderr(&done).contains("second opinions"), "{}", stderr(&done));
    // Who was asked has no row among those under test, neither here nor on the page.
    assert!(!stderr(&done).lines().any(|line| line.starts_with(place.honest)), "{}", stderr(&done));
    let page = stdout(&place.brinell(&["report", "here", "-o", "-"]).run().unwrap());
    let verdicts =
        page.split_once("<h2>Verdicts</h2>").unwrap().1.split_once("</section>").unwrap();
    assert!(verdicts.0.contains("<td>liar</td>") && !verdicts.0.contains(place.honest));
}

#[test]
fn nobody_is_asked_about_what_is_known() {
    let mut place = Place::new();
    place.fake("refuses", "echo 'test.c:3:4: error: no such luck' >&2; exit 1");
    std::fs::write(place.path("known.txt"), "refuses rejected-valid error: no such luck\n")
        .unwrap();
    let known = ["--programs", "3", "--compilers", "refuses", "--known", "known.txt"];
    assert_exit(&place.hunt(&known), 0);
    assert_eq!(verdicts(&place, "refuses"), ["rejected-valid"; 3]);
    assert_eq!(asked(&place, place.honest), 0);

    // The words of a refusal need one opinion.
    let mut place = Place::new();
    place.fake("refuses", "echo 'test.c:3:4: error: no such luck' >&2; exit 1");
    let done = place.hunt(&["--programs", "3", "-j", "1", "--compilers", "refuses"]);
    assert_exit(&done, 1);
    assert_eq!(verdicts(&place, "refuses"), ["rejected-valid"; 3], "{}", stderr(&done));
    assert_eq!(asked(&place, place.honest), 1);
    // Also in the next run.
    let again = ["hunt", "here", "--size", "500", "--programs", "2", "--config", "fakes.toml"];
    let done = place.brinell(&[&again[..], &["--compilers", "refuses"]].concat()).run().unwrap();
    assert_exit(&done, 1);
    assert_eq!((verdicts(&place, "refuses").len(), asked(&place, place.honest)), (5, 1));
}

#[test]
fn a_set_up_that_is_probably_wrong_is_said() {
    let mut place = Place::new();
    place.fake("refuses", "echo 'test.c:3:4: error: no such luck' >&2; exit 1");
    let done = place.hunt(&["--programs", "10", "--compilers", "refuses"]);
    let words = "the set-up of refuses is probably wrong: of 10 programs 10 were rejected and 0 \
                 could not be confirmed (error: no such luck)";
    assert!(stderr(&done).contains(words), "{}", stderr(&done));

    let mut place = Place::new();
    place.fake_of(place.honest, "liar", WRONG_OUTPUT);
    let done = place.hunt(&["--programs", "10", "--compilers", "liar"]);
    assert_exit(&done, 0);
    assert_eq!(verdicts(&place, "liar"), ["unconfirmed"; 10]);
    let other = if place.honest == "gcc" { "clang" } else { "gcc" };
    let words = format!(
        "of 10 programs 0 were rejected and 10 could not be confirmed (no second compiler for lp64 \
         here; install {other})"
    );
    assert!(stderr(&done).contains(&words), "{}", stderr(&done));

    // Where somebody else is there, nobody is told to install anything.
    place.fake("liar-too", "real \"$@\" && printf '#!/bin/sh\\nexit 3\\n' > image");
    let done = place.hunt(&["--programs", "10", "--compilers", "liar"]);
    assert!(stderr(&done).contains("(liar-too did not agree with the machine either)"));
}

#[test]
fn fine_on_the_fast_path_is_no_opinion() {
    let mut place = Place::new();
    // Object files are all right, and what the compiler's own command makes of them is not.
    let links = format!("case \" $* \" in *\" -c \"*) real \"$@\";; *) {WRONG_OUTPUT};; esac");
    place.fake_of(place.honest, "links-wrongly", &links);
    place.allow_fast_path();
    let exits = "real \"$@\" && mv image real.image && \
                 printf '#!/bin/sh\\n./real.image; exit 3\\n' > image && chmod +x image";
    place.fake("exits-wrongly", exits);
    let both = ["--programs", "3", "--compilers", "links-wrongly,exits-wrongly"];
    let done = place.hunt(&both);
    assert_exit(&done, 0);
    assert_eq!(verdicts(&place, "links-wrongly"), ["unconfirmed"; 3], "{}", stderr(&done));
    assert_eq!(verdicts(&place, "exits-wrongly"), ["unconfirmed"; 3], "{}", stderr(&done));
}

#[test]
fn an_image_that_is_slow_on_a_busy_computer_does_not_hang() {
    let mut place = Place::new();
    // Longer than it gets at first, without using the processor.
    let slow = "real \"$@\" && mv image real.image && \
                printf '#!/bin/sh\\nsleep 4; ./real.image\\n' > image && chmod +x image";
    place.fake("slow", slow);
    let done = place.hunt(&["--programs", "1"]);
    assert_exit(&done, 0);
    assert!(stderr(&done).contains("nothing was found"), "{}", stderr(&done));
    assert_eq!(place.store().summary(None).unwrap().verdicts(VerdictKind::Ok), 2);
}
