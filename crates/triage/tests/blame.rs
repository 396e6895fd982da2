//! Blame with fake probes: what they hide is found, and what is not clear is never named.

use brinell_triage::{Blame, Probe, Sight, blame};
use proptest::prelude::*;

/// A compiler with a bug that a rule hides.
struct Fake<F: FnMut(&[String]) -> Sight> {
    flags: Vec<&'static str>,
    passes: u64,
    rule: F,
}

impl<F: FnMut(&[String]) -> Sight> Probe for Fake<F> {
    fn look(&mut self, options: &[String]) -> Sight {
        (self.rule)(options)
    }

    fn ask(&mut self, options: &[String]) -> Result<String, String> {
        let has = |word: &str| options.iter().any(|option| option == word);
        Ok(if has("--help=optimizers") {
            let optimised = !has("-O0") && !has("-O1");
            let state =
                |i: usize| if optimised || i.is_multiple_of(2) { "enabled" } else { "disabled" };
            let line = |(i, flag): (usize, &&str)| format!("  -f{flag}   [{}]\n", state(i));
            self.flags.iter().enumerate().map(line).collect()
        } else if has("-fdump-passes") {
            let optional = if has("-O0") { "" } else { "  tree-vrp1  :  ON\n  rtl-cse1  :  ON\n" };
            format!("  tree-lower   :  ON\n{optional}")
        } else if has("-fdbg-cnt-list") {
            "  ccp   40   unset\n  vrp  0  unset\n  match  100  unset\n".to_owned()
        } else {
            let limit = limit(options).filter(|limit| *limit != u64::MAX);
            let pass = |n: u64| format!("BISECT: running pass ({n}) Pass{n} on f\n");
            (1..=self.passes.min(limit.unwrap_or(u64::MAX))).map(pass).collect()
        })
    }
}

/// The limit of passes among options; -1 is none.
fn limit(options: &[String]) -> Option<u64> {
    let word = options.iter().find_map(|o| o.strip_prefix("-opt-bisect-limit="))?;
    Some(word.parse().unwrap_or(u64::MAX))
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

const FLAGS: [&str; 9] =
    ["gcse", "ivopts", "tree-vrp", "tree-ccp", "dse", "ipa-cp", "inline", "peel", "crossjumping"];

fn gcc(failing: &str, rule: impl FnMut(&[String]) -> Sight) -> Blame {
    let mut probe = Fake { flags: FLAGS.to_vec(), passes: 0, rule };
    let sets: Vec<_> = ["-O0", "-O1", "-O2"].into_iter().map(words).collect();
    blame("gcc", &words(failing), &sets, &mut probe)
}

fn clang(passes: u64, rule: impl FnMut(&[String]) -> Sight) -> Blame {
    let mut probe = Fake { flags: Vec::new(), passes, rule };
    blame("clang", &words("-O2"), &[words("-O0"), words("-O2")], &mut probe)
}

const fn sight(shows: bool) -> Sight {
    if shows { Sight::Shows } else { Sight::Hidden }
}

fn has(options: &[String], word: &str) -> bool {
    options.iter().any(|option| option == word)
}

#[test]
fn each_flag_that_hides_it_is_found() {
    let found = gcc("-O2", |options| {
        sight(has(options, "-O2") && !has(options, "-fno-tree-vrp") && !has(options, "-fno-inline"))
    });
    assert_eq!(found.hidden_by, [["-fno-tree-vrp"], ["-fno-inline"]]);
    assert_eq!(found.lowest.as_deref(), Some("-O2"));
    assert_eq!(found.unclear, [""; 0]);
    assert!(found.lines().contains(&"`-fno-tree-vrp` hides it.".to_owned()), "{found:?}");
}

#[test]
fn flags_that_hide_it_only_together_are_a_set() {
    let found = gcc("-O2", |options| {
        let off = |flag| has(options, flag);
        sight(off("-O2") && !(off("-fno-dse") && off("-fno-ivopts") && off("-fno-crossjumping")))
    });
    assert_eq!(found.hidden_by, [["-fno-ivopts", "-fno-dse", "-fno-crossjumping"]]);
}

#[test]
fn the_flag_of_the_higher_level_is_found() {
    // tree-ccp is on at -O2 only: every second one is.
    let found = gcc("-O2", |options| {
        let on = has(options, "-O2") || has(options, "-ftree-ccp");
        sight(on && !has(options, "-fno-tree-ccp"))
    });
    let appears = found.appears.unwrap();
    assert_eq!((appears.level.as_str(), appears.with), ("-O1", words("-ftree-ccp")));
    assert_eq!(found.hidden_by, [["-fno-tree-ccp"]]);
}

#[test]
fn passes_and_counters_of_gcc_are_found() {
    let found = gcc("-O2", |options| {
        if options.iter().any(|o| o.contains("-fdisable-rtl-cse1")) {
            return Sight::Other("the compiler crashed".to_owned());
        }
        let counted = options.iter().find_map(|o| o.strip_prefix("-fdbg-cnt=")).unwrap_or("");
        let of = |name: &str| {
            let count = counted.split(',').find_map(|c| c.strip_prefix(name)?.strip_prefix(':'));
            count.map_or(u64::MAX, |count| count.parse().unwrap())
        };
        sight(has(options, "-O2") && !has(options, "-fdisable-tree-vrp1") && of("match") >= 37)
    });
    assert_eq!(found.hidden_by, [["-fdisable-tree-vrp1"]]);
    let counter = found.counter.unwrap();
    assert_eq!((counter.name.as_str(), counter.count, counter.of), ("match", 37, 100));
}

#[test]
fn what_nothing_hides_is_said_to_be_hidden_by_nothing() {
    let found = gcc("-O2", |_| Sight::Shows);
    assert_eq!(found, Blame { lowest: Some("-O0".to_owned()), ..Blame::default() });
    // Without optimisation there is nothing to ask.
    assert_eq!(gcc("-O0", |_| Sight::Shows), found);
    let found = clang(100, |_| Sight::Shows);
    assert_eq!((found.pass, found.unclear), (None, Vec::new()));
}

#[test]
fn a_computer_in_trouble_ends_it_and_blames_nobody() {
    let mut looks = 0;
    let found = gcc("-O2", |options| {
        looks += 1;
        match looks {
            0..=20 => sight(has(options, "-O2")),
            _ => Sight::Trouble("no space".to_owned()),
        }
    });
    assert!(found.hidden_by.is_empty() && found.unclear[0].contains("no space"), "{found:?}");
    assert_eq!(found.names().len(), 0);
}

#[test]
fn a_pass_that_another_undoes_is_unclear() {
    // Shown between 20 and 50, hidden until 80, then shown.
    let found = clang(100, |options| {
        let at = limit(options).unwrap_or(u64::MAX);
        sight(has(options, "-O2") && ((20..50).contains(&at) || at >= 80))
    });
    assert!(found.pass.is_none() && found.unclear[0].contains("comes and goes"), "{found:?}");
}

#[test]
fn other_wrongs_on_the_way_are_stepped_over_or_unclear() {
    let crash = || Sight::Other("the compiler crashed".to_owned());
    let with = |bad: std::ops::Range<u64>| {
        clang(100, move |options| {
            let at = limit(options).unwrap_or(u64::MAX);
            if bad.contains(&at) { crash() } else { sight(has(options, "-O2") && at >= 63) }
        })
    };
    let found = with(49..52);
    assert_eq!(found.pass.map(|pass| (pass.name, pass.number)), Some(("Pass63".to_owned(), 63)));
    let found = with(40..70);
    assert!(found.pass.is_none() && found.unclear[0].contains("another failure"), "{found:?}");
}

proptest! {
    #[test]
    fn the_pass_is_found_wherever_it_is(total in 1_u64..3000, at in 0_u64..3000) {
        let at = at % total + 1;
        let found = clang(total, |options| {
            sight(has(options, "-O2") && limit(options).unwrap_or(u64::MAX) >= at)
        });
        let pass = found.pass.unwrap();
        prop_assert_eq!((pass.number, pass.of, pass.name), (at, total, format!("Pass{at}")));
    }

    /// A bug that comes and goes is blamed on nobody.
    #[test]
    fn a_coin_is_never_blamed(seed in any::<u64>(), percent in 10_u64..90) {
        let coin = |mut state: u64| move |options: &[String]| {
            // An ordinary linear congruence: its high bits are good enough for a coin.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            sight(!has(options, "-O0") && (state >> 33) % 100 < percent)
        };
        let found = clang(100, coin(seed));
        prop_assert!(found.pass.is_none(), "{:?}", found);
        let found = gcc("-O2", coin(seed));
        prop_assert!(found.names().is_empty(), "{:?}", found);
    }

    /// Whatever a deterministic compiler does: what is said to hide it does.
    #[test]
    fn what_hides_it_hides_it(hidden in proptest::collection::vec(0_u16..0x200, 1..5)) {
        let rule = |options: &[String]| {
            let off = |mask: u16| {
                let bits = FLAGS.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                let mut bits = bits.map(|(_, flag)| has(options, &format!("-fno-{flag}")));
                mask != 0 && bits.all(|is| is)
            };
            sight(has(options, "-O2") && !hidden.iter().any(|mask| off(*mask)))
        };
        let found = gcc("-O2", rule);
        for set in &found.hidden_by {
            let mut options = words("-O2");
            options.extend(set.iter().cloned());
            prop_assert_eq!(rule(&options), Sight::Hidden);
            // None can be left out.
            for left in 1..options.len() {
                let mut fewer = options.clone();
                fewer.remove(left);
                prop_assert_eq!(rule(&fewer), Sight::Shows);
            }
        }
        prop_assert_eq!(found.hidden_by.is_empty(), hidden.iter().all(|mask| *mask == 0));
    }
}
