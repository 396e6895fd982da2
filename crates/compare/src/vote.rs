//! The meaning of a program of unknown meaning: the compilers vote.
//!
//! The lowest option sets of all families must agree, and more than half of all images with them;
//! otherwise the program is unusable, and no compiler is accused. A vote is weaker evidence than the
//! machine, which decides first if votes are not unanimous; see `trial.rs`.

use brinell_judge::{Compiled, Expected, Observation, Ran, RunEnd, digest};
use std::collections::{BTreeMap, BTreeSet};

/// The result of a vote.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Vote {
    /// Everybody compiled it and says the same.
    Unanimous(Expected),
    /// The lowest option sets agree, and most images with them.
    Majority(Expected),
    /// It cannot be used, and why.
    Unusable(String),
}

/// One image's vote.
#[derive(Clone, Debug)]
pub struct Ballot<'a> {
    /// What was seen.
    pub seen: &'a Observation,
    /// Whether these are the first options of their compiler.
    pub lowest: bool,
    /// Whether the compiler makes all implementation-defined choices as its data model says.
    pub comparable: bool,
}

/// Why a program is not usable. They are words of tables, so there are few.
pub mod reason {
    /// No compiler makes an image of it.
    pub const REFUSED: &str = "no compiler accepts it";
    /// Its data is larger than what its instructions reach, or than the memory that it may have.
    pub const TOO_LARGE: &str = "needs too much memory";
    /// All images crash, so there is nothing to compare.
    pub const CRASHES: &str = "crashes";
    /// No image ends.
    pub const ENDLESS: &str = "does not end in time";
    /// Compilers contradict each other without optimisation.
    pub const DISAGREE: &str = "compilers disagree at their lowest level";
    /// Images contradict each other, and there are not more than half of one opinion.
    pub const NO_MAJORITY: &str = "no majority";
    /// What it prints is too long to be compared.
    pub const TOO_LONG: &str = "prints too much";
    /// What it does varies from run to run.
    pub const VARIES: &str = "differs from run to run";
    /// Where the machine need not be asked: it would not help.
    pub const FINAL: [&str; 3] = [REFUSED, TOO_LARGE, ENDLESS];
}

/// Counts.
pub fn vote(ballots: &[Ballot<'_>]) -> Vote {
    let unusable = |why: &str| Vote::Unusable(why.to_owned());
    if ballots.iter().all(|ballot| ballot.seen.compiled != Compiled::Ok) {
        let too_large = |b: &Ballot<'_>| matches!(b.seen.compiled, Compiled::OutOfResources(_));
        let why = if ballots.iter().any(too_large) { reason::TOO_LARGE } else { reason::REFUSED };
        return unusable(why);
    }
    let ran = ballots.iter().filter(|ballot| ballot.seen.ran.is_some());
    if ran.clone().all(|ballot| ballot.seen.varies()) {
        return unusable(reason::VARIES);
    }
    let answers: Vec<(&Ballot<'_>, &Ran)> = ballots
        .iter()
        .filter(|ballot| ballot.comparable && ballot.seen.steady && !ballot.seen.varies())
        .filter_map(|ballot| ballot.seen.ran.as_ref().map(|ran| (ballot, ran)))
        .filter(|(_, ran)| matches!(ran.end, RunEnd::Exit(_) | RunEnd::Signal(_)))
        .collect();
    let mut count: BTreeMap<(RunEnd, u64), usize> = BTreeMap::new();
    for (_, ran) in &answers {
        *count.entry((ran.end, ran.hash)).or_default() += 1;
    }
    let lowest: BTreeSet<(RunEnd, u64)> = answers
        .iter()
        .filter(|(ballot, _)| ballot.lowest)
        .map(|(_, ran)| (ran.end, ran.hash))
        .collect();
    let mut lowest = lowest.into_iter();
    let agreed = match (lowest.next(), lowest.next()) {
        // No image of a lowest option set ended.
        (None, _) => {
            let end = |ballot: &Ballot<'_>| ballot.seen.ran.as_ref().map(|ran| ran.end);
            let too_large =
                ballots.iter().any(|ballot| end(ballot) == Some(RunEnd::OutOfResources));
            return unusable(if too_large { reason::TOO_LARGE } else { reason::ENDLESS });
        }
        (Some(_), Some(_)) => return unusable(reason::DISAGREE),
        (Some(agreed), None) => agreed,
    };
    let with = count.get(&agreed).copied().unwrap_or(0);
    // One image is no majority of anything.
    if with * 2 <= answers.len() || with < 2 {
        return unusable(reason::NO_MAJORITY);
    }
    let Some((_, ran)) = answers.iter().find(|(_, ran)| (ran.end, ran.hash) == agreed) else {
        return unusable(reason::NO_MAJORITY);
    };
    if matches!(ran.end, RunEnd::Signal(_)) {
        return unusable(reason::CRASHES);
    }
    if digest(&ran.stdout) != ran.hash {
        return unusable(reason::TOO_LONG);
    }
    let expected = Expected { stdout: ran.stdout.clone(), end: ran.end };
    let unanimous = with == ballots.len();
    if unanimous { Vote::Unanimous(expected) } else { Vote::Majority(expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(family: &str, options: &str, compiled: Compiled, says: &str) -> Observation {
        let end = match says {
            "hang" => RunEnd::TimedOut,
            "crash" => RunEnd::Signal(11),
            "full" => RunEnd::OutOfResources,
            _ => RunEnd::Exit(0),
        };
        let ran = (compiled == Compiled::Ok).then(|| Ran::new(end, says.as_bytes(), 4096));
        Observation {
            compiler: family.to_owned(),
            family: family.to_owned(),
            options: vec![options.to_owned()],
            compiled,
            ran,
            otherwise: Vec::new(),
            steady: true,
            on_fast_path: false,
        }
    }

    /// `gcc-O0:1 gcc-O2:1 clang-O0:2`, with `!` for a rejection and `large` for one by the linker.
    fn outcome(text: &str) -> Vote {
        let all: Vec<Observation> = text
            .split_whitespace()
            .map(|word| {
                let (pair, says) = word.split_once(':').unwrap();
                let (family, options) = pair.split_once('-').unwrap();
                let compiled = match says {
                    "!" => Compiled::Rejected { signature: String::new() },
                    "large" => Compiled::OutOfResources("memory of the target".to_owned()),
                    _ => Compiled::Ok,
                };
                seen(family, options, compiled, says)
            })
            .collect();
        let ballots: Vec<_> = all
            .iter()
            .map(|seen| Ballot { seen, lowest: seen.options[0] == "O0", comparable: true })
            .collect();
        vote(&ballots)
    }

    #[test]
    fn who_is_believed() {
        let one = || Expected { stdout: b"1".to_vec(), end: RunEnd::Exit(0) };
        let unusable = |why: &str| Vote::Unusable(why.to_owned());
        for (text, expected) in [
            ("gcc-O0:1 gcc-O2:1 clang-O0:1 clang-O2:1", Vote::Unanimous(one())),
            ("gcc-O0:1 gcc-O2:2 clang-O0:1 clang-O2:1", Vote::Majority(one())),
            ("gcc-O0:1 gcc-O2:1 clang-O0:! clang-O2:!", Vote::Majority(one())),
            ("gcc-O0:1 gcc-O2:1 clang-O0:1 clang-O2:hang", Vote::Majority(one())),
            // Most say 2, and those that say 1 are not optimised.
            ("gcc-O0:1 gcc-O2:2 clang-O0:1 clang-O2:2", unusable(reason::NO_MAJORITY)),
            ("gcc-O0:1 gcc-O2:2 gcc-O3:2", unusable(reason::NO_MAJORITY)),
            ("gcc-O0:1 gcc-O2:1 clang-O0:2 clang-O2:1", unusable(reason::DISAGREE)),
            ("gcc-O0:hang gcc-O2:hang clang-O0:hang", unusable(reason::ENDLESS)),
            ("gcc-O0:hang gcc-O2:1 clang-O2:1", unusable(reason::ENDLESS)),
            ("gcc-O0:! clang-O0:!", unusable(reason::REFUSED)),
            ("tcc-O0:! gcc-O0:large", unusable(reason::TOO_LARGE)),
            ("gcc-O0:full gcc-O2:full clang-O0:full", unusable(reason::TOO_LARGE)),
            ("gcc-O0:crash gcc-O2:crash clang-O0:crash", unusable(reason::CRASHES)),
            ("gcc-O0:1 gcc-O2:crash clang-O0:1 clang-O2:1", Vote::Majority(one())),
            ("gcc-O0:1", unusable(reason::NO_MAJORITY)),
        ] {
            assert_eq!(outcome(text), expected, "{text}");
        }
    }

    #[test]
    fn whose_choices_differ_has_no_vote() {
        let all = [("gcc", "1"), ("clang", "1"), ("odd", "2")]
            .map(|(family, says)| seen(family, "O0", Compiled::Ok, says));
        let ballots: Vec<_> = all
            .iter()
            .map(|seen| Ballot { seen, lowest: true, comparable: seen.family != "odd" })
            .collect();
        assert!(matches!(vote(&ballots), Vote::Majority(_)));
    }
}
