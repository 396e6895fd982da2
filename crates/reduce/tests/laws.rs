//! What holds of every reduction, whatever the program, the oracle and the passes: random programs,
//! and oracles that are random as well but always say the same about the same text.

use brinell_generate::{Config, Generator};
use brinell_lang::{Program, check};
use brinell_machine::{Limits, Meaning, Outcome, run};
use brinell_reduce::{
    Oracle, Reduced, Settings, Size, pass_names, reduce, reduce_ahead, reduce_by,
};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::AtomicBool;

fn generated(seed: u64) -> Program {
    let mut config = Config::profile("default").unwrap();
    config.size = 300;
    Generator::new(config).unwrap().generate(seed, "test").unwrap().program
}

/// What an oracle looks for.
#[derive(Clone)]
enum Wanted {
    /// One text in so many is interesting, as a hash decides.
    OneIn(u64, u64),
    /// Some words of the original.
    Words(String),
    /// What the original printed, or at least as much.
    Output(usize),
}

impl Wanted {
    /// A way to look at a program, by number.
    fn some(number: u64, program: &Program, meaning: &Meaning) -> Self {
        match number % 4 {
            0 => Self::OneIn(2, number),
            1 => Self::OneIn(5, number),
            2 => {
                let text = Size::of(program).text;
                let words: Vec<&str> = text.split_whitespace().collect();
                let at = (number as usize).wrapping_mul(7919) % (words.len() - 1);
                Self::Words(words[at..at + 2].join(" "))
            }
            _ => Self::Output(meaning.stdout.len()),
        }
    }

    fn is_in(&self, program: &Program, meaning: &Meaning) -> bool {
        let text = Size::of(program).text;
        match self {
            Self::OneIn(n, salt) => {
                let mut hasher = DefaultHasher::new();
                (&text, salt).hash(&mut hasher);
                hasher.finish().is_multiple_of(*n)
            }
            Self::Words(words) => {
                text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
            }
            Self::Output(length) => meaning.stdout.len() >= *length,
        }
    }
}

/// An oracle that insists on what it was promised.
#[derive(Clone)]
struct Watchful {
    wanted: Wanted,
    original: String,
    /// The texts it said yes to, in that order.
    agreed: Vec<Size>,
}

impl Watchful {
    fn new(wanted: &Wanted, program: &Program) -> Self {
        let original = Size::of(program).text;
        Self { wanted: wanted.clone(), original, agreed: Vec::new() }
    }
}

impl Oracle for Watchful {
    fn is_interesting(&mut self, program: &Program, meaning: &Meaning) -> bool {
        assert_eq!(check(program), [], "it is asked about what is not well formed");
        match run(program, &Limits::default()) {
            Outcome::Finished(again) => {
                assert_eq!((&again.stdout, again.exit), (&meaning.stdout, meaning.exit));
            }
            other => panic!("it is asked about what is not defined: {other:?}"),
        }
        let size = Size::of(program);
        // The program itself is interesting, or there would be nothing to reduce.
        let yes = size.text == self.original || self.wanted.is_in(program, meaning);
        if yes {
            self.agreed.push(size);
        }
        yes
    }
}

fn settings(stop: &AtomicBool) -> Settings<'_> {
    Settings { limits: Limits::default(), stop }
}

/// Reduces twice, by all passes or by one, and checks the laws.
fn lawful(program: &Program, wanted: &Wanted, pass: Option<&str>) -> Reduced {
    let stop = AtomicBool::new(false);
    let work = |program: &Program, oracle: &mut Watchful| match pass {
        Some(pass) => reduce_by(pass, program, oracle, &settings(&stop)).unwrap().unwrap(),
        None => reduce(program, oracle, &settings(&stop), &mut |_| {}).unwrap(),
    };
    let mut oracle = Watchful::new(wanted, program);
    let reduced = work(program, &mut oracle);
    assert!(reduced.finished);
    assert_eq!(reduced.counts.ill_formed, 0, "a pass made an ill-formed program");
    assert_eq!(oracle.agreed.last(), Some(&reduced.size), "the last yes is not the result");
    // The first is the program itself, the second may be of any size: what nothing needs is gone.
    assert!(oracle.agreed.iter().skip(1).is_sorted_by(|a, b| a > b), "it does not go down");
    let mut again = Watchful::new(wanted, &reduced.program);
    again.original.clone_from(&oracle.original);
    if again.wanted.is_in(&reduced.program, &reduced.meaning) {
        let twice = work(&reduced.program, &mut again);
        let (one, two) = (&reduced.size.text, &twice.size.text);
        assert!(one == two, "a second reduction by {pass:?} goes on:\n{one}\n=>\n{two}");
    }
    reduced
}

fn cases() -> impl Iterator<Item = (Program, Wanted)> {
    (0..12).map(|number| {
        let program = generated(100 + number / 2);
        let Outcome::Finished(meaning) = run(&program, &Limits::default()) else {
            panic!("generated programs are defined")
        };
        let wanted = Wanted::some(number, &program, &meaning);
        (program, wanted)
    })
}

#[test]
fn all_passes_together_are_lawful() {
    for (program, wanted) in cases() {
        lawful(&program, &wanted, None);
    }
}

#[test]
fn every_pass_alone_is_lawful() {
    for (i, (program, wanted)) in cases().enumerate() {
        // Every pass meets several programs and oracles, if not all of them.
        for pass in pass_names().skip(i % 4).step_by(4) {
            lawful(&program, &wanted, Some(pass));
        }
    }
}

#[test]
fn several_at_once_come_to_the_same() {
    let stop = AtomicBool::new(false);
    for (program, wanted) in cases().step_by(3) {
        let mut alone = Watchful::new(&wanted, &program);
        let one = reduce(&program, &mut alone, &settings(&stop), &mut |_| {}).unwrap();
        for threads in [2, 5] {
            let mut oracles = vec![Watchful::new(&wanted, &program); threads];
            let oracles = oracles.iter_mut().map(|oracle| oracle as &mut dyn Oracle).collect();
            let many = reduce_ahead(&program, oracles, &settings(&stop), &mut |_| {}).unwrap();
            assert_eq!((&one.size, one.counts), (&many.size, many.counts), "{threads} threads");
        }
    }
}

#[test]
fn a_panic_of_an_oracle_is_passed_on() {
    struct Rude(u32);
    impl Oracle for Rude {
        fn is_interesting(&mut self, _: &Program, _: &Meaning) -> bool {
            self.0 += 1;
            assert!(self.0 < 4, "enough");
            true
        }
    }
    let program = generated(1);
    for threads in [1, 3] {
        let result = std::panic::catch_unwind(|| {
            let stop = AtomicBool::new(false);
            let mut oracles: Vec<Rude> = (0..threads).map(|_| Rude(0)).collect();
            let oracles = oracles.iter_mut().map(|oracle| oracle as &mut dyn Oracle).collect();
            reduce_ahead(&program, oracles, &settings(&stop), &mut |_| {}).map(|r| r.size)
        });
        assert!(result.is_err(), "{threads} threads");
    }
}
