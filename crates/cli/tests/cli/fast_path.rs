//! The fast path of a hunt: it may say that all is well, and nothing else.

use crate::hunt::Place;
use crate::{assert_exit, stderr};
use brinell_campaign::FindingFilter;
use brinell_judge::VerdictKind;
use brinell_print::count_tokens;

/// Does `script` when object files are asked for, else what was asked for.
fn on_the_fast_path(script: &str) -> String {
    format!("case \" $* \" in *\" -c \"*) {script};; *) real \"$@\";; esac")
}

#[test]
fn lies_on_the_fast_path_accuse_nobody() {
    let mut place = Place::new();
    let other = "echo 'int main(void) { return 7; }' > other.c; real -c -o test.o other.c";
    let dies = "echo 'int main(void) { return *(int *)8; }' > other.c; real -c -o test.o other.c";
    let hangs = "echo 'int main(void) { for (;;); }' > other.c; real -c -o test.o other.c";
    place.hasty(true);
    place.fake("hangs", &on_the_fast_path(hangs));
    place.fake("sleeps", &on_the_fast_path("sleep 1000"));
    place.hasty(false);
    for (name, script) in [
        ("other", other),
        ("dies", dies),
        ("refuses", "echo 'test.c:1:1: error: no' >&2; exit 1"),
        ("crashes", "kill -SEGV $$"),
        ("nothing", "exit 0"),
        ("nonsense", "echo nonsense > test.o"),
    ] {
        place.fake(name, &on_the_fast_path(script));
    }
    place.allow_fast_path();
    let done = place.hunt(&["--programs", "5", "-j", "1"]);
    assert_exit(&done, 0);
    assert!(stderr(&done).contains("nothing was found"), "{}", stderr(&done));
    // Three times each; then it is given up.
    assert!(
        stderr(&done).contains("fast path: taken 24 times, 24 unconfirmed suspicions"),
        "{}",
        stderr(&done)
    );
    let summary = place.store().summary(None).unwrap();
    assert_eq!(summary.verdicts(VerdictKind::Ok), 5 * 9, "{:?}", summary.counts);
}

#[test]
fn what_is_wrong_on_both_ways_is_found_on_both() {
    // Compiles another program, on every way there is.
    let wrong = "sed 's/\"checksum/\"checksun/' test.c > wrong.c; \
                 set -- $(echo \"$*\" | sed s/test.c/wrong.c/); real \"$@\" || exit 1; \
                 case \" $* \" in *\" -c \"*) mv wrong.o test.o;; esac";
    let seeds = |arguments: &[&str]| {
        let mut place = Place::new();
        place.fake("wrong", wrong);
        place.allow_fast_path();
        let mut all = vec!["--programs", "4"];
        all.extend(arguments);
        let done = place.hunt(&all);
        assert_exit(&done, 1);
        let findings = place.store().findings(&FindingFilter::default()).unwrap();
        assert!(
            findings.iter().all(|found| found.verdict == VerdictKind::WrongCode),
            "{findings:?}"
        );
        place.seeds_of("wrong")
    };
    assert_eq!(seeds(&[]), [1000, 1001, 1002, 1003]);
    assert_eq!(seeds(&["--no-fast-path"]), [1000, 1001, 1002, 1003]);
}

#[test]
fn real_compilers_are_judged_the_same_on_both_ways() {
    let counts = |arguments: &[&str]| {
        let place = Place::new();
        for tool in ["gcc", "clang-19", "clang-14", "clang"] {
            place.link(tool);
        }
        let mut all = vec!["--programs", "4", "-j", "1"];
        all.extend(arguments);
        let done = place.hunt(&all);
        assert_exit(&done, 0);
        let summary = place.store().summary(None).unwrap();
        // All that tcc did not compile, which lacks what some programs have.
        let of_tcc = summary.counts.iter().filter(|count| count.compiler == "tcc");
        let of_tcc: u64 =
            of_tcc.filter(|count| count.verdict == VerdictKind::Ok).map(|count| count.count).sum();
        let taken = summary.verdicts(VerdictKind::Ok) - of_tcc;
        let words = format!("fast path: taken {taken} times, 0 unconfirmed suspicions");
        assert_eq!(stderr(&done).contains(&words), arguments.is_empty(), "{}", stderr(&done));
        let rows = summary.counts.iter().map(|count| {
            (count.compiler.clone(), count.options.clone(), count.verdict, count.count)
        });
        rows.collect::<Vec<_>>()
    };
    let short = counts(&[]);
    assert!(
        short
            .iter()
            .any(|(compiler, _, verdict, _)| compiler == "gcc" && *verdict == VerdictKind::Ok)
    );
    assert_eq!(short, counts(&["--no-fast-path"]));
}

#[test]
fn reduction_gets_along_with_every_fast_path() {
    let wrong = "sed 's/\\^/|/g' test.c > wrong.c; real -w -o image wrong.c";
    // One that shows it as well, one that never does, and one that is of no use.
    for objects in
        ["sed 's/\\^/|/g' test.c > wrong.c; real -w -c -o test.o wrong.c", "real \"$@\"", "exit 1"]
    {
        let mut place = Place::new();
        let script = format!("case \" $* \" in *\" -c \"*) {objects};; *) {wrong};; esac");
        place.fake("liar", &script);
        place.allow_fast_path();
        assert_exit(&place.hunt(&["--programs", "8", "-j", "1", "--no-fast-path"]), 1);
        let reduce = ["reduce", "1", "here", "--config", "fakes.toml", "-o", "small.c"];
        let done = place.brinell(&reduce).run().unwrap();
        assert_exit(&done, 0);
        let text = std::fs::read_to_string(place.path("small.c")).unwrap();
        assert!(text.contains('^') && count_tokens(&text) < 40, "{objects}: {text}");
    }
}
