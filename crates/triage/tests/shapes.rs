//! Shapes and duplicates, on programs in C.

use brinell_judge::{VerdictKind, is_telling};
use brinell_lang::{Dialect, Program, Target, TargetName};
use brinell_syntax::{ParseOptions, parse};
use brinell_triage::{Features, ProgramShape, furthest_first};
use proptest::prelude::*;

fn program(text: &str) -> Program {
    let target = Target::named(TargetName::Lp64);
    parse(text, "t.c", &ParseOptions { target, dialect: Dialect::C11 }).unwrap()
}

fn shape(text: &str) -> ProgramShape {
    ProgramShape::of(&program(text))
}

const BUG: &str = "struct s { int a : 3; short b; } x; \
                   int f(int n) { for (int i = 0; i < 4; i++) n += x.b << i; return n; } \
                   int main(void) { int p[3] = {1, 2}; return f(p[1]); }";

#[test]
fn names_constants_and_layout_do_not_count() {
    let other = "struct other { int one : 9;\n short two; } zz;\n\
                 int func_1(int l_7) { for (int k = 3; k < 99; k++) l_7 += zz.two << k; return l_7; }\n\
                 int main(void) { int q[7] = {0, 0}; return func_1(q[2]); }";
    assert_eq!(shape(BUG), shape(other));
}

#[test]
fn everything_else_counts() {
    for (from, to) in [
        ("<< i", ">> i"),
        ("int a : 3", "int a"),
        ("short b", "long b"),
        ("struct s", "union s"),
        ("x.b", "x.a"),
        ("i < 4", "n < 4"),
        ("i++", "++i"),
        ("{1, 2}", "{1, 2, 3}"),
        ("int p[3]", "volatile int p[3]"),
        ("return f(p[1])", "f(p[1])"),
    ] {
        let changed = BUG.replace(from, to);
        assert_ne!(changed, BUG);
        assert_ne!(shape(&changed).tree, shape(BUG).tree, "{from} -> {to}");
    }
    assert_eq!(shape(BUG).distance(&shape(BUG)), 0.0);
}

fn features(family: &str, signature: &str, blamed: &[&str], text: &str) -> Features {
    Features {
        family: family.to_owned(),
        verdict: if signature.is_empty() {
            VerdictKind::WrongCode
        } else {
            VerdictKind::CompilerCrash
        },
        signature: signature.to_owned(),
        blamed: blamed.iter().map(|&name| name.to_owned()).collect(),
        shape: shape(text),
    }
}

const SMALL: &str = "int main(void) { return 1 << 2; }";

#[test]
fn crashes_are_one_by_their_signature_alone() {
    let one = features("gcc", "in fold", &["-fno-dse"], BUG);
    assert!(one.is_same(&features("gcc", "in fold", &[], SMALL)));
    assert!(!one.is_same(&features("gcc", "in expand", &["-fno-dse"], BUG)));
    assert!(!one.is_same(&features("clang", "in fold", &["-fno-dse"], BUG)));
    // With other options it may be wrong code.
    assert!(one.is_same(&features("gcc", "", &["-fno-dse"], BUG)));
    assert!(!one.is_same(&features("gcc", "", &["-fno-dse"], SMALL)));
}

#[test]
fn signatures_that_tell_nothing_need_the_program_too() {
    for signature in ["failure without a word", "signal 11"] {
        let one = features("tcc", signature, &[], BUG);
        assert!(one.is_same(&features("tcc", signature, &[], BUG)));
        assert!(!one.is_same(&features("tcc", signature, &[], SMALL)));
    }
    assert!(is_telling("signal 11; in fold") && is_telling("error: expected ';'"));
}

#[test]
fn wrong_code_is_one_by_blame_and_shape() {
    let one = features("gcc", "", &["-fno-dse", "-fno-gcse"], BUG);
    assert!(one.is_same(&features("gcc", "", &["-fno-gcse"], &BUG.replace('4', "5"))));
    assert!(!one.is_same(&features("gcc", "", &["-fno-inline"], BUG)));
    assert!(!one.is_same(&features("gcc", "", &[], BUG)));
    assert!(!one.is_same(&features("gcc", "", &["-fno-dse"], SMALL)));
    let bare = features("tcc", "", &[], BUG);
    assert!(bare.is_same(&features("tcc", "", &[], BUG)));
    assert!(!bare.is_same(&features("tcc", "", &[], SMALL)));
}

#[test]
fn nearly_equal_programs_look_alike() {
    let one = features("tcc", "", &[], BUG);
    let near = features("tcc", "", &[], &BUG.replace("x.b << i", "x.b << i ^ n"));
    assert!(one.looks_like(&near) && !one.is_same(&near));
    assert!(!one.looks_like(&features("tcc", "", &[], SMALL)));
    assert!(!one.looks_like(&features("pcc", "", &[], BUG)));
    assert!(!one.looks_like(&features("tcc", "", &["-O"], BUG)));
}

#[test]
fn programs_that_pass_structs_look_alike() {
    let one = "struct S { long a[3]; }; struct T { int b; };
        void f(struct S s, struct T t, int **p) { **p = t.b; }
        int main(void) { struct S s = {{0}}; struct T t = {0}; int x, *p = &x; f(s, t, &p); return x; }";
    let two = "struct S { int a; long b; int c; } g; union U { int a; } u; int h = 1;
        void f(struct S s, union U u) { u.a ? 0 : (h = 0); }
        int main(void) { f(g, u); return h; }";
    let (one, two) = (features("pcc", "", &[], one), features("pcc", "", &[], two));
    assert!(one.looks_like(&two) && !one.is_same(&two));
    assert!(one.shape.distance(&two.shape) > 0.4);
    // Where they are not the point, something is blamed.
    assert!(!one.looks_like(&features("pcc", "", &["-O"], "int main(void) { return 0; }")));
    assert!(!one.looks_like(&features("pcc", "", &[], BUG)));
}

#[test]
fn what_a_lost_parser_says_does_not_count() {
    let array =
        "struct S { int : 0; int a[5]; }; int main(void) { struct S s = {{0, 0}}; return 0; }";
    let pointer =
        "struct S { int : 9; int *a; }; int g[1]; struct S s = {g}; int main(void) { s; }";
    let rejected = |family: &str, signature: &str, text: &str| Features {
        verdict: VerdictKind::RejectedValid,
        ..features(family, signature, &[], text)
    };
    let one = rejected("chibicc", "expected '}'", array);
    let two = rejected("chibicc", "not a compile-time constant", pointer);
    assert!(one.looks_like(&two) && !one.is_same(&two));
    assert!(one.shape.distance(&two.shape) > 0.3);
    assert!(!one.looks_like(&rejected("chibicc", "expected '}'", BUG)));
    assert!(!one.looks_like(&rejected("pcc", "not a compile-time constant", pointer)));
    // Near programs are enough, other words or not; of crashes, the words tell.
    let near = BUG.replace("x.b << i", "x.b << i ^ n");
    assert!(rejected("pcc", "syntax error", BUG).looks_like(&rejected("pcc", "bad type", &near)));
    let crash = |signature: &str, text: &str| features("pcc", signature, &[], text);
    assert!(!crash("in fold", BUG).looks_like(&crash("in expand", &near)));
    assert!(!crash("in fold", BUG).looks_like(&rejected("pcc", "syntax error", &near)));
}

#[test]
fn no_two_trophies_look_alike() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/machine/pass/trophies");
    let files = std::fs::read_dir(dir).unwrap().map(|file| file.unwrap().path());
    let trophies: Vec<_> = files
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            // `(tcc loses it)`, at the end of the first line.
            let what = text.lines().next().unwrap().rsplit('(').next().unwrap().to_owned();
            let rejects = ["expects", "crashes", "error", "link"].iter().any(|w| what.contains(w));
            let family = what.split(' ').next().unwrap().trim_end_matches("'s");
            let mut features = features(family, if rejects { &what } else { "" }, &[], &text);
            if rejects && !what.contains("crashes") {
                features.verdict = VerdictKind::RejectedValid;
            }
            (path, features)
        })
        .collect();
    assert!(trophies.len() > 10);
    for (i, (path, one)) in trophies.iter().enumerate() {
        for (other_path, other) in &trophies[i + 1..] {
            assert!(!one.looks_like(other), "{} {}", path.display(), other_path.display());
        }
    }
}

#[test]
fn the_strangest_are_read_first() {
    let heap = [
        features("gcc", "", &["-fno-dse"], BUG),
        features("gcc", "", &["-fno-dse"], &BUG.replace("<<", ">>")),
        features("gcc", "", &["-fno-dse"], BUG),
        features("tcc", "in gen_op", &[], SMALL),
        features("gcc", "", &["-fno-inline"], SMALL),
    ];
    let order = furthest_first(&heap);
    assert_eq!((order[0], order[1], order[2]), (0, 3, 4));
    // Next to the first, but not the same; the double comes last.
    assert_eq!((order[3], order[4]), (1, 2));
}

proptest! {
    #[test]
    fn furthest_first_is_an_order_in_which_gaps_shrink(picks in proptest::collection::vec((0_usize..3, 0_usize..3, 0_usize..3), 0..12)) {
        let texts = [BUG, SMALL, "int main(void) { int x = 1; return -x; }"];
        let blames: [&[&str]; 3] = [&[], &["-fno-dse"], &["-fno-dse", "-fno-gcse"]];
        let heap: Vec<Features> = picks
            .iter()
            .map(|&(text, blame, sign)| features("gcc", ["", "a", "b"][sign], blames[blame], texts[text]))
            .collect();
        let order = furthest_first(&heap);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..heap.len()).collect::<Vec<_>>());
        let gap = |at: usize| {
            order[..at].iter().map(|&i| heap[i].distance(&heap[order[at]])).fold(f64::INFINITY, f64::min)
        };
        for at in 2..order.len() {
            prop_assert!(gap(at) <= gap(at - 1));
        }
        for one in &heap {
            for two in &heap {
                prop_assert_eq!(one.distance(two), two.distance(one));
                prop_assert_eq!(one.is_same(two), two.is_same(one));
            }
            prop_assert!(one.is_same(one) && one.distance(one) == 0.0);
        }
    }
}
