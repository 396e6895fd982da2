//! The numbers that a seed means are pinned here, and the laws of the other sources.

use crate::{Choices, DrawnValue, Exhaustive, fresh_seed};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The first bytes of `ChaCha8` with a key and nonce of zeros, from the eSTREAM test vectors
/// (set 1, 256-bit key).
const CHACHA8_ZERO: [u8; 32] = [
    0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1,
    0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a, 0x7f, 0x3b, 0x18, 0x1b, 0xe1, 0x88, 0xef, 0x71, 0x1a, 0x1e,
];

#[test]
fn the_raw_stream_is_chacha8() {
    let mut choices = Choices::seeded(0);
    for word in CHACHA8_ZERO.chunks(4) {
        let expected = u32::from_le_bytes(word.try_into().expect("four bytes"));
        assert_eq!(choices.bits(32), u64::from(expected));
    }
    let mut choices = Choices::seeded(0);
    for word in CHACHA8_ZERO.chunks(8) {
        assert_eq!(choices.bits(64), u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    // Fewer bits are the uppermost of a word.
    assert_eq!(Choices::seeded(0).bits(5), 0x2fef_003e >> 27);
}

/// Each method once, and again.
fn some_of_all(choices: &mut Choices) -> Vec<i64> {
    let mut drawn = Vec::new();
    for n in [2, 3, 10, 1000, 4_000_000_000] {
        drawn.push(i64::from(choices.below(n)));
    }
    drawn.push(choices.range(-5, 5));
    drawn.push(choices.range(i64::MIN, i64::MAX));
    drawn.push(choices.range(0, 3 << 40));
    for percent in [1, 50, 99] {
        drawn.push(i64::from(choices.chance(percent)));
    }
    drawn.push(choices.weighted(&[0, 5, 0, 90, 5]) as i64);
    drawn.push(choices.bits(1) as i64);
    drawn.push(choices.bits(40) as i64);
    drawn.push(*choices.pick(&[10, 20, 30]));
    drawn
}

#[test]
fn what_a_seed_means_is_pinned() {
    // Computed apart, by a ChaCha8 in another language and the rules as documented. They never
    // change: a changed one is another meaning for every seed in the world.
    #[rustfmt::skip]
    let expected = [
        (0, 0, [0, 2, 9, 631, 3_047_761_004, -3, -7_054_200_592_714_884_328, 843_112_066_136,
            0, 0, 1, 1, 1, 60_040_335_938, 10]),
        (0, 1, [1, 2, 4, 817, 1_037_704_170, 5, -2_162_026_340_233_390_176, 3_270_662_570_210,
            0, 0, 1, 3, 0, 788_806_550_779, 30]),
        (u64::MAX, 1 << 40, [1, 1, 5, 936, 3_210_435_612, -3, 1_527_910_194_719_111_017,
            115_861_232_614, 0, 0, 1, 3, 1, 927_415_634_095, 10]),
    ];
    for (seed, sub, drawn) in expected {
        assert_eq!(some_of_all(&mut Choices::sub(seed, sub)), drawn, "{seed}, {sub}");
    }
    // Far behind the first buffer.
    let mut choices = Choices::seeded(7);
    let sum =
        (0..100_000).fold(0_u64, |sum, _| sum.wrapping_mul(31).wrapping_add(choices.bits(64)));
    assert_eq!(sum, 0xc109_9557_2a8a_e47c);
}

#[test]
fn seeds_and_sub_streams_differ() {
    let mut seen = BTreeSet::new();
    for seed in 0..100 {
        for sub in 0..20 {
            assert!(seen.insert(Choices::sub(seed, sub).bits(64)), "{seed}, {sub}");
        }
    }
    assert_eq!(Choices::seeded(5).bits(64), Choices::sub(5, 0).bits(64));
}

/// Pearson's sum against an even distribution.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = counts.iter().sum::<u32>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

#[test]
fn numbers_below_are_even() {
    for n in [2_u32, 3, 7, 10, 100] {
        let mut choices = Choices::seeded(n as u64);
        let mut counts = vec![0; n as usize];
        for _ in 0..10_000 * n {
            counts[choices.below(n) as usize] += 1;
        }
        // The mean is n - 1 with deviation sqrt(2 (n - 1)); six of them never happen by chance.
        let degrees = f64::from(n - 1);
        assert!(chi_square(&counts) < degrees + 6.0 * (2.0 * degrees).sqrt(), "{n}: {counts:?}");
    }
}

#[test]
fn rejection_makes_large_bounds_even() {
    // Without rejection, a third of the outcomes would be twice as likely as the others.
    let n = 3 << 30;
    let mut choices = Choices::seeded(1);
    let mut thirds = [0; 3];
    for _ in 0..30_000 {
        thirds[(choices.below(n) % 3) as usize] += 1;
    }
    assert!(chi_square(&thirds) < 14.0, "{thirds:?}");
    let mut thirds = [0; 3];
    for _ in 0..30_000 {
        thirds[(choices.range(0, (3 << 61) - 1) % 3) as usize] += 1;
    }
    assert!(chi_square(&thirds) < 14.0, "{thirds:?}");
}

#[test]
fn weights_and_chances_are_in_proportion() {
    let mut choices = Choices::seeded(2);
    let mut counts = [0_i32; 4];
    let mut hits = 0;
    for _ in 0..100_000 {
        counts[choices.weighted(&[10, 0, 60, 30])] += 1;
        hits += i32::from(choices.chance(15));
    }
    for (count, expected) in counts.into_iter().zip([10_000, 0, 60_000, 30_000]) {
        assert!((count - expected).abs() <= 600, "{counts:?}");
    }
    assert!((hits - 15_000).abs() < 600, "{hits}");
}

#[test]
fn certain_outcomes_take_nothing_from_the_stream() {
    let mut choices = Choices::seeded(3).recording();
    assert_eq!(choices.below(1), 0);
    assert_eq!(choices.range(9, 9), 9);
    assert!(!choices.chance(0));
    assert!(choices.chance(100));
    assert_eq!(choices.weighted(&[0, 4_000_000_000, 0]), 1);
    assert_eq!(choices.bits(0), 0);
    assert_eq!(choices.trace().len(), 1);
    let mut choices = Choices::seeded(3).recording();
    assert!(!choices.chance(0));
    assert!(choices.chance(101));
    assert_eq!(choices.pick(&["only"]), &"only");
    assert!(choices.trace().is_empty());
    assert_eq!(choices.bits(64), Choices::seeded(3).bits(64));
}

#[test]
fn each_draw_is_one_choice() {
    let mut choices = Choices::seeded(4).recording();
    let drawn = some_of_all(&mut choices);
    assert_eq!(choices.trace().len(), drawn.len());
    assert_eq!(choices.trace()[0].max, 1);
    assert_eq!(choices.trace()[6].max, u64::MAX);
    assert_eq!(choices.trace()[11].max, 99);
    assert_eq!(choices.into_trace()[13].max, (1 << 40) - 1);
}

#[test]
fn an_edited_recording_still_gives_possible_values() {
    let trace = [(7, 9), (90, 99), (3, 3)].map(|(value, max)| DrawnValue { value, max });
    let mut choices = Choices::replay(trace);
    assert_eq!(choices.below(5), 4);
    assert!(choices.chance(10));
    assert_eq!(choices.below(4), 3);
    assert_eq!(choices.below(100), 0);
    assert_eq!(choices.range(-3, 3), -3);
}

#[test]
fn bytes_are_read_least_significant_first_and_end_in_zeros() {
    let mut choices = Choices::from_bytes(&[3, 0x34, 0x12, 255, 1, 2, 3, 4, 5, 6, 7, 8, 0xaa]);
    assert_eq!(choices.below(10), 3);
    assert_eq!(choices.bits(16), 0x1234);
    assert_eq!(choices.below(100), 55);
    assert_eq!(choices.bits(64), 0x0807_0605_0403_0201);
    // What is left of a draw is zeros.
    assert_eq!(choices.bits(32), 0xaa);
    assert_eq!(choices.below(7), 0);
    assert!(!choices.chance(99));
    assert_eq!(choices.weighted(&[0, 3, 9]), 1);
    assert_eq!(choices.range(5, i64::MAX), 5);
    assert_eq!(choices.pick(&[1, 2]), &1);
}

#[test]
fn fresh_seeds_are_fresh_and_exact_in_json() {
    let seeds: BTreeSet<_> = (0..10).map(|_| fresh_seed()).collect();
    assert_eq!(seeds.len(), 10);
    assert!(seeds.into_iter().all(|seed| seed < 1 << 53));
}

/// A tree with all sorts of draws, a leaf written as the way to it.
fn small_tree(choices: &mut Choices) -> String {
    match choices.weighted(&[5, 0, 1, 3]) {
        0 => format!("a{}", choices.below(3)),
        2 => {
            let taken = choices.chance(1);
            if taken { "b".to_owned() } else { format!("c{}", choices.range(-1, 1)) }
        }
        3 => format!("d{}{}", choices.bits(2), choices.below(2)),
        other => panic!("alternative {other} has no weight"),
    }
}

#[test]
fn exhaustive_visits_each_leaf_exactly_once_in_order() {
    let leaves: Vec<_> = Exhaustive::new().runs(small_tree).collect();
    let expected = [
        "a0", "a1", "a2", "c-1", "c0", "c1", "b", "d00", "d01", "d10", "d11", "d20", "d21", "d30",
        "d31",
    ];
    assert_eq!(leaves, expected);
    assert_eq!(Exhaustive::new().runs(|_| ()).count(), 1);
}

#[test]
fn exhaustive_is_bounded() {
    let bytes: Vec<_> = Exhaustive::new().numbers(4).runs(|choices| choices.bits(8)).collect();
    assert_eq!(bytes, [0, 85, 170, 255]);
    let all = Exhaustive::new().numbers(3).runs(|choices| choices.bits(64)).collect::<Vec<_>>();
    assert_eq!(all, [0, u64::MAX / 2, u64::MAX]);
    // Alternatives are not numbers.
    assert_eq!(Exhaustive::new().numbers(2).runs(|choices| choices.below(9)).count(), 9);
}

#[test]
fn a_cut_ends_a_sequence_and_all_that_begin_like_it() {
    // All words over three letters in which each letter is larger than the one before, by a
    // function that would go on for ever.
    let mut runs = 0;
    let words = Exhaustive::new().runs(|choices| {
        runs += 1;
        let mut word = vec![choices.below(3)];
        while choices.chance(50) {
            let letter = choices.below(3);
            if word.last().is_some_and(|last| *last >= letter) {
                choices.cut();
                // What is drawn now does not count.
                assert_eq!((choices.below(9), choices.bits(64)), (0, 0));
            }
            word.push(letter);
        }
        (!choices.is_cut()).then_some(word)
    });
    let words: Vec<_> = words.flatten().collect();
    let expected: [&[u32]; 7] = [&[0], &[0, 1], &[0, 1, 2], &[0, 2], &[1], &[1, 2], &[2]];
    assert_eq!(words, expected);
    // Each word was refused three letters at most.
    assert!(runs <= 7 + 7 * 3, "{runs}");
    // Others do not notice.
    let mut seeded = Choices::seeded(1);
    seeded.cut();
    assert!(!seeded.is_cut());
    assert_eq!(seeded.bits(64), Choices::seeded(1).bits(64));
}

#[test]
#[should_panic(expected = "the function does not depend on its choices only")]
fn exhaustive_notices_a_function_with_a_memory() {
    let mut calls = 0;
    let runs = Exhaustive::new().runs(|choices| {
        calls += 1;
        choices.below(calls + 1)
    });
    runs.for_each(drop);
}

/// A draw of each kind.
#[derive(Clone, Debug)]
enum Draw {
    Below(u32),
    Range(i64, i64),
    Chance(u32),
    Weighted(Vec<u32>),
    Bits(u32),
}

impl Draw {
    /// Made, checked to be possible.
    fn make(&self, choices: &mut Choices) -> i64 {
        match self {
            Self::Below(n) => {
                let value = choices.below(*n);
                assert!(value < *n);
                i64::from(value)
            }
            Self::Range(lo, hi) => {
                let value = choices.range(*lo, *hi);
                assert!((*lo..=*hi).contains(&value));
                value
            }
            Self::Chance(percent) => i64::from(choices.chance(*percent)),
            Self::Weighted(weights) => {
                let index = choices.weighted(weights);
                assert!(weights[index] > 0);
                index as i64
            }
            Self::Bits(n) => {
                let value = choices.bits(*n);
                assert!(*n == 64 || value >> n == 0);
                value as i64
            }
        }
    }
}

fn draw() -> impl Strategy<Value = Draw> {
    prop_oneof![
        (1_u32..).prop_map(Draw::Below),
        (1_u32..20).prop_map(Draw::Below),
        (any::<i64>(), any::<i64>()).prop_map(|(a, b)| Draw::Range(a.min(b), a.max(b))),
        (0_u32..=100).prop_map(Draw::Chance),
        prop::collection::vec(any::<u32>(), 1..6)
            .prop_filter("all zero", |weights| weights.iter().any(|&weight| weight > 0))
            .prop_map(Draw::Weighted),
        (0_u32..=64).prop_map(Draw::Bits),
    ]
}

fn make_all(draws: &[Draw], choices: &mut Choices) -> Vec<i64> {
    draws.iter().map(|draw| draw.make(choices)).collect()
}

proptest! {
    #[test]
    fn a_replay_is_the_original(seed: u64, sub: u64, draws in prop::collection::vec(draw(), 0..50)) {
        let mut original = Choices::sub(seed, sub).recording();
        let values = make_all(&draws, &mut original);
        let trace = original.into_trace();
        let mut replay = Choices::replay(trace.clone()).recording();
        prop_assert_eq!(&make_all(&draws, &mut replay), &values);
        prop_assert_eq!(replay.trace(), trace);
        // Recording changes nothing.
        prop_assert_eq!(make_all(&draws, &mut Choices::sub(seed, sub)), values);
    }

    #[test]
    fn bytes_and_any_recording_give_possible_values(
        bytes: Vec<u8>,
        trace: Vec<(u64, u64)>,
        draws in prop::collection::vec(draw(), 0..50),
    ) {
        let mut from_bytes = Choices::from_bytes(&bytes).recording();
        let values = make_all(&draws, &mut from_bytes);
        let mut replay = Choices::replay(from_bytes.into_trace());
        prop_assert_eq!(make_all(&draws, &mut replay), values);
        let trace: Vec<_> = trace.into_iter().map(|(value, max)| DrawnValue { value, max }).collect();
        make_all(&draws, &mut Choices::replay(trace));
    }

    #[test]
    fn exhaustive_visits_the_product_of_independent_draws(
        counts in prop::collection::vec(1_u32..5, 0..5),
    ) {
        let mut seen = BTreeMap::new();
        let runs = Exhaustive::new().runs(|choices| {
            counts.iter().map(|&n| choices.below(n)).collect::<Vec<_>>()
        });
        runs.for_each(|leaf| *seen.entry(leaf).or_insert(0) += 1);
        prop_assert_eq!(seen.len() as u32, counts.iter().product::<u32>());
        prop_assert!(seen.values().all(|&times| times == 1));
    }
}
