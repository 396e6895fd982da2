//! Laws of judging, and its rules by example.

use brinell_judge::{
    Compiled, Expected, Observation, Ran, RunEnd, Verdict, VerdictKind, WrongKind, accusation,
    judge, same_outcome,
};
use proptest::prelude::*;

fn expected() -> Expected {
    Expected { stdout: b"checksum = 1\n".to_vec(), end: RunEnd::Exit(0) }
}

fn ran(compiler: &str, end: RunEnd, stdout: &str) -> Observation {
    Observation {
        compiler: compiler.to_owned(),
        family: compiler.split('-').next().unwrap_or_default().to_owned(),
        options: Vec::new(),
        compiled: Compiled::Ok,
        ran: Some(Ran::new(end, stdout.as_bytes(), 100)),
        otherwise: Vec::new(),
        steady: true,
        on_fast_path: false,
    }
}

fn says(compiler: &str, checksum: u32) -> Observation {
    ran(compiler, RunEnd::Exit(0), &format!("checksum = {checksum}\n"))
}

/// An image that prints these, one after the other.
fn says_in_turn(compiler: &str, checksums: &[u32]) -> Observation {
    let mut all = checksums.iter().map(|&sum| says(compiler, sum));
    let mut first = all.next().expect("a first run");
    all.for_each(|again| first.add_repetition(&again));
    first
}

fn compiled(compiler: &str, compiled: Compiled) -> Observation {
    Observation { compiled, ran: None, ..says(compiler, 1) }
}

fn kinds(observations: &[Observation]) -> Vec<VerdictKind> {
    judge(&expected(), observations).verdicts.iter().map(Verdict::kind).collect()
}

use VerdictKind as K;

#[test]
fn one_that_disagrees_is_wrong() {
    assert_eq!(kinds(&[says("gcc-12", 1), says("tcc", 2)]), [K::Ok, K::WrongCode]);
    // One family, and one configuration of it agrees.
    assert_eq!(kinds(&[says("gcc-12", 1), says("gcc-12", 2)]), [K::Ok, K::WrongCode]);
}

#[test]
fn nobody_agrees_and_one_family_is_unconfirmed() {
    assert_eq!(kinds(&[says("gcc-11", 2), says("gcc-12", 2)]), [K::Unconfirmed; 2]);
    assert_eq!(kinds(&[says("tcc", 2)]), [K::Unconfirmed]);
}

#[test]
fn an_accusation_is_what_one_who_is_right_would_make_of_it() {
    let wrong = Verdict::WrongCode { kind: WrongKind::Checksum };
    assert_eq!(accusation(&expected(), &says("tcc", 2)), wrong);
    assert_eq!(accusation(&expected(), &says("tcc", 1)), Verdict::Ok);
    let refused = compiled("tcc", Compiled::Rejected { signature: "x".to_owned() });
    let rejected = Verdict::RejectedValid { signature: "x".to_owned() };
    assert_eq!(accusation(&expected(), &refused), rejected);
}

#[test]
fn the_fast_path_speaks_for_itself_only() {
    let fast = |compiler, sum| Observation { on_fast_path: true, ..says(compiler, sum) };
    let refused = || compiled("tcc", Compiled::Rejected { signature: "x".to_owned() });
    assert_eq!(kinds(&[fast("gcc", 1), says("tcc", 2)]), [K::Ok, K::Unconfirmed]);
    assert_eq!(kinds(&[fast("gcc", 1), refused()]), [K::Ok, K::Unconfirmed]);
    // Something else than fine is nothing at all.
    assert_eq!(kinds(&[fast("gcc", 2), fast("clang", 2)]), [K::NotComparable; 2]);
    assert_eq!(kinds(&[fast("gcc", 1), says("clang", 1), says("tcc", 2)])[2], K::WrongCode);
}

#[test]
fn families_that_agree_against_us_put_the_machine_in_doubt() {
    assert_eq!(kinds(&[says("gcc", 2), says("clang", 2)]), [K::SuspectMachine; 2]);
    // A third one alone does not save us.
    assert_eq!(
        kinds(&[says("gcc", 2), says("clang", 2), says("tcc", 1)]),
        [K::SuspectMachine, K::SuspectMachine, K::Ok]
    );
    // A family that contradicts itself neither: clang -O2 sides with gcc.
    assert_eq!(
        kinds(&[says("gcc", 2), says("clang", 1), says("clang", 2), says("tcc", 1)]),
        [K::SuspectMachine, K::Ok, K::SuspectMachine, K::Ok]
    );
    // Two families that agree with us in everything do.
    assert_eq!(
        kinds(&[says("gcc", 1), says("clang", 1), says("tcc", 2), says("pcc", 2)]),
        [K::Ok, K::Ok, K::WrongCode, K::WrongCode]
    );
}

#[test]
fn images_that_die_have_nothing_in_common_if_somebody_is_right() {
    let dies = |name| ran(name, RunEnd::Signal(11), "");
    assert_eq!(
        kinds(&[says("gcc", 1), dies("tcc"), dies("pcc")]),
        [K::Ok, K::WrongCode, K::WrongCode]
    );
    assert_eq!(kinds(&[dies("tcc"), dies("pcc")]), [K::SuspectMachine; 2]);
}

#[test]
fn wrong_code_has_its_kind() {
    let kind = |observation: Observation| {
        let judged = judge(&expected(), &[says("gcc", 1), observation]);
        match &judged.verdicts[1] {
            Verdict::WrongCode { kind } => *kind,
            other => panic!("{other:?}"),
        }
    };
    let right = "checksum = 1\n";
    assert_eq!(kind(says("tcc", 2)), WrongKind::Checksum);
    assert_eq!(kind(ran("tcc", RunEnd::Exit(3), right)), WrongKind::Exit);
    assert_eq!(kind(ran("tcc", RunEnd::Signal(8), right)), WrongKind::Crash(8));
    assert_eq!(kind(ran("tcc", RunEnd::TimedOut, "")), WrongKind::Hang);
    assert_eq!(kind(ran("tcc", RunEnd::OutOfResources, "")), WrongKind::Resources);
}

#[test]
fn compilers_that_fail_need_no_second_opinion() {
    let signature = || "x".to_owned();
    for (how, kind) in [
        (Compiled::Crashed { signature: signature() }, K::CompilerCrash),
        (Compiled::TimedOut, K::CompilerHang),
        (Compiled::OutOfResources(signature()), K::CompilerOutOfResources),
        (Compiled::NoOutputFile, K::RejectedValid),
        (Compiled::NotComparable(signature()), K::NotComparable),
    ] {
        assert_eq!(kinds(&[compiled("gcc", how.clone())]), [kind]);
        let flaky = Observation { steady: false, ..compiled("gcc", how) };
        assert_eq!(kinds(&[flaky]), [K::Flaky]);
    }
}

#[test]
fn flaky_is_who_is_sometimes_right() {
    let right = || says("gcc", 1);
    assert_eq!(kinds(&[right(), says_in_turn("tcc", &[2, 1, 2])])[1], K::Flaky);
    assert_eq!(kinds(&[right(), says_in_turn("tcc", &[1, 1, 2])])[1], K::Flaky);
    assert_eq!(kinds(&[right(), says_in_turn("tcc", &[2, 3, 4])]), [K::Ok, K::WrongCode]);
    assert_eq!(kinds(&[right(), says_in_turn("tcc", &[1, 1, 1])]), [K::Ok; 2]);
    // Whatever it prints then, it dies: that varies, too, and is never right.
    let mut dies = ran("tcc", RunEnd::Signal(11), "");
    dies.add_repetition(&says("tcc", 7));
    let judged = judge(&expected(), &[right(), dies]);
    assert_eq!(judged.verdicts[1], Verdict::WrongCode { kind: WrongKind::Checksum });
}

#[test]
fn answers_that_vary_agree_with_nobody() {
    let varies = |name| says_in_turn(name, &[2, 3]);
    assert_eq!(kinds(&[varies("tcc")]), [K::Unconfirmed]);
    // Nor with each other, though they say the same.
    assert_eq!(kinds(&[varies("tcc"), varies("pcc")]), [K::Unconfirmed; 2]);
    assert!(same_outcome(&varies("tcc"), &says_in_turn("tcc", &[4, 5])));
    assert!(!same_outcome(&varies("tcc"), &says("tcc", 2)));
    // Somebody who contradicts himself does not speak for the machine either.
    assert_eq!(kinds(&[says_in_turn("gcc", &[1, 2]), says("tcc", 2)]), [K::Flaky, K::Unconfirmed]);
}

#[test]
fn a_compiler_that_fails_in_one_way_is_not_flaky_whatever_it_says() {
    let fails = |words: &str| compiled("gcc", Compiled::Crashed { signature: words.to_owned() });
    let mut crashes = fails("in one place");
    crashes.add_repetition(&fails("in another place"));
    let crash = Verdict::CompilerCrash { signature: "in one place".to_owned() };
    assert_eq!(judge(&expected(), &[crashes]).verdicts, [crash]);
    for other in [says("gcc", 1), says("gcc", 2), compiled("gcc", Compiled::TimedOut)] {
        let mut moody = fails("x");
        moody.add_repetition(&other);
        assert_eq!(kinds(&[moody]), [K::Flaky]);
    }
}

#[test]
fn a_refusal_needs_somebody_who_compiles_it() {
    let refused = |compiler| compiled(compiler, Compiled::Rejected { signature: "x".to_owned() });
    assert_eq!(kinds(&[refused("gcc")]), [K::Unconfirmed]);
    assert_eq!(kinds(&[refused("gcc"), refused("clang")]), [K::SuspectMachine; 2]);
    // What the other image prints is another matter.
    assert_eq!(kinds(&[refused("gcc"), says("clang", 1)])[0], K::RejectedValid);
    let flaky = Observation { steady: false, ..refused("gcc") };
    assert_eq!(kinds(&[flaky]), [K::Flaky]);
}

#[test]
fn names_of_verdicts_lead_back() {
    for kind in VerdictKind::ALL {
        assert_eq!(VerdictKind::parse(kind.as_str()), Some(kind));
        assert!(kind.is_kept() || !kind.is_finding());
    }
    assert_eq!(VerdictKind::parse("nonsense"), None);
}

fn any_observation() -> impl Strategy<Value = Observation> {
    let name = prop::sample::select(vec!["gcc-11", "gcc-12", "clang-14", "tcc", "pcc"]);
    let how = prop_oneof![
        6 => (0u32..3, 0i32..2).prop_map(|(sum, status)| (Compiled::Ok, Some((
            RunEnd::Exit(status), format!("checksum = {sum}\n"))))),
        1 => Just((Compiled::Ok, Some((RunEnd::Signal(11), String::new())))),
        1 => Just((Compiled::Ok, Some((RunEnd::TimedOut, String::new())))),
        1 => Just((Compiled::TimedOut, None)),
        1 => Just((Compiled::NoOutputFile, None)),
        1 => Just((Compiled::Crashed { signature: "x".to_owned() }, None)),
        1 => Just((Compiled::NotComparable("x".to_owned()), None)),
    ];
    let again = prop::collection::vec(0u32..3, 0..2);
    let flags = (prop::bool::weighted(0.9), prop::bool::weighted(0.2));
    (name, how, again, flags).prop_map(|(name, how, again, (steady, on_fast_path))| {
        let (compiled, outcome) = how;
        let ran = outcome.map(|(end, stdout)| Ran::new(end, stdout.as_bytes(), 100));
        let mut seen = Observation { compiled, ran, steady, on_fast_path, ..says(name, 1) };
        if seen.ran.is_some() {
            for sum in again {
                seen.add_repetition(&says(name, sum));
            }
            seen.steady = steady;
        }
        seen
    })
}

proptest! {
    #[test]
    fn order_does_not_matter(
        (observations, order) in prop::collection::vec(any_observation(), 0..8)
            .prop_flat_map(|all| {
                let indices: Vec<usize> = (0..all.len()).collect();
                (Just(all), Just(indices).prop_shuffle())
            })
    ) {
        let straight = judge(&expected(), &observations);
        let shuffled: Vec<_> = order.iter().map(|&i| observations[i].clone()).collect();
        let judged = judge(&expected(), &shuffled);
        for (at, &from) in order.iter().enumerate() {
            prop_assert_eq!(&judged.verdicts[at], &straight.verdicts[from]);
        }
        prop_assert_eq!(judged.classes.len(), straight.classes.len());
    }

    #[test]
    fn all_right_is_all_ok(names in prop::collection::vec("[a-z]{3}", 0..8)) {
        let all: Vec<_> = names.iter().map(|name| says(name, 1)).collect();
        prop_assert!(judge(&expected(), &all).verdicts.iter().all(|v| *v == Verdict::Ok));
    }

    #[test]
    fn nobody_is_accused_of_wrong_code_where_nobody_agrees(
        all in prop::collection::vec(any_observation(), 0..8)
    ) {
        let judged = judge(&expected(), &all);
        let kinds: Vec<_> = judged.verdicts.iter().map(Verdict::kind).collect();
        prop_assert_eq!(kinds.len(), all.len());
        let agrees = |(o, kind): (&Observation, &K)| *kind == K::Ok && !o.on_fast_path;
        if !all.iter().zip(&kinds).any(agrees) {
            prop_assert!(!kinds.contains(&K::WrongCode), "{:?}", kinds);
            if judged.classes.iter().any(|class| class.families.len() >= 2) {
                prop_assert!(!kinds.contains(&K::Unconfirmed), "{:?}", kinds);
            }
        } else {
            prop_assert!(!kinds.contains(&K::Unconfirmed), "{:?}", kinds);
        }
        // Every opinion is in exactly one class.
        let members: usize = judged.classes.iter().map(|class| class.members.len()).sum();
        let speaks = |o: &&Observation| o.steady && !o.varies() && !o.on_fast_path;
        let opinions = all.iter().filter(speaks).filter(|o| o.ran.is_some()).count();
        prop_assert_eq!(members, opinions);
        for (one, other) in all.iter().zip(&all) {
            prop_assert!(same_outcome(one, other));
        }
    }

    #[test]
    fn the_fast_path_changes_no_other_verdict(
        all in prop::collection::vec(any_observation(), 0..8)
    ) {
        let with = judge(&expected(), &all).verdicts;
        let without: Vec<_> = all.iter().filter(|o| !o.on_fast_path).cloned().collect();
        let rest = all.iter().zip(with).filter(|(o, _)| !o.on_fast_path).map(|(_, verdict)| verdict);
        prop_assert_eq!(rest.collect::<Vec<_>>(), judge(&expected(), &without).verdicts);
    }

    #[test]
    fn who_is_never_right_is_not_flaky_and_who_is_now_and_then_is(
        sums in prop::collection::vec(0u32..4, 1..5)
    ) {
        let kind = kinds(&[says("gcc", 1), says_in_turn("tcc", &sums)])[1];
        let right = sums.iter().filter(|sum| **sum == 1).count();
        let expected = match right {
            0 => K::WrongCode,
            some if some == sums.len() => K::Ok,
            _ => K::Flaky,
        };
        prop_assert_eq!(kind, expected);
    }

    #[test]
    fn signatures_never_panic(text in "\\PC{0,200}", signal in prop::option::of(0i32..64)) {
        let crash = brinell_judge::crash_signature(signal, &text, "test");
        let error = brinell_judge::error_signature(&text, "test");
        prop_assert!(crash.chars().count() <= 240 && error.chars().count() <= 240);
    }
}
