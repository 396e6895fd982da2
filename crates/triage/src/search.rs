//! Searches for what hides a bug. All of them verify what they found by asking again: an answer that
//! cannot be repeated does not count.

use crate::probe::Sight;

/// Looks that one search may take: a compiler needs some 20 ms for a reduced program.
const MOST_LOOKS: usize = 600;
/// How often an answer has to be the same before it is believed: a coin passes both the look
/// without and the look with a change once in 65,536 times, and then it has to pass them again.
const REPEATS: usize = 8;
/// Limits looked at on each side of a flip, to see whether it is the only one.
const SAMPLES: u64 = 6;
/// How far to look for an answer where something else goes wrong.
const NEIGHBOURS: u64 = 4;

/// Why a search found nothing.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Lost {
    /// There is nothing: not even all together hide it.
    Nothing,
    /// The answers do not fit together, or took too many looks.
    Unclear(String),
    /// A stop was requested, or the computer is in trouble.
    Trouble(String),
}

/// Counts looks, and ends the search when continuing is pointless.
struct Looks<'a, T: ?Sized> {
    look: &'a mut dyn FnMut(&T) -> Sight,
    left: usize,
    /// What was seen where something else was expected.
    surprise: Option<Sight>,
}

impl<'a, T: ?Sized> Looks<'a, T> {
    fn new(look: &'a mut dyn FnMut(&T) -> Sight) -> Self {
        Self { look, left: MOST_LOOKS, surprise: None }
    }

    fn at(&mut self, what: &T) -> Result<Sight, Lost> {
        self.left = self
            .left
            .checked_sub(1)
            .ok_or_else(|| Lost::Unclear(format!("no answer after {MOST_LOOKS} attempts")))?;
        match (self.look)(what) {
            Sight::Trouble(why) => Err(Lost::Trouble(why)),
            sight => Ok(sight),
        }
    }

    /// Asks several times: what is expected has to be seen each time.
    fn is_steadily(&mut self, what: &T, expected: &Sight) -> Result<bool, Lost> {
        for _ in 0..REPEATS {
            let sight = self.at(what)?;
            if sight != *expected {
                self.surprise = Some(sight);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn flaky(&self) -> Lost {
        let then = match &self.surprise {
            Some(Sight::Other(what)) => format!(" (then: {what})"),
            _ => String::new(),
        };
        Lost::Unclear(format!("it comes and goes with the same options{then}"))
    }
}

/// Looks at nothing switched, which must lead to the contrary of what is wanted; with that.
fn begin<'a>(
    wanted: &Sight,
    look: &'a mut dyn FnMut(&[usize]) -> Sight,
) -> Result<(Looks<'a, [usize]>, Sight), Lost> {
    let mut looks = Looks::new(look);
    let before = opposite(wanted);
    if looks.is_steadily(&[], &before)? { Ok((looks, before)) } else { Err(looks.flaky()) }
}

/// Those of `count` things that give `wanted` each on its own; `most` of them at most, in their
/// order. Groups that do not matter are passed over whole. `wanted` is what switching things has to
/// lead to, and nothing switched must lead to the contrary.
pub fn singles(
    count: usize,
    most: usize,
    wanted: &Sight,
    look: &mut dyn FnMut(&[usize]) -> Sight,
) -> Result<Vec<usize>, Lost> {
    let (mut looks, before) = begin(wanted, look)?;
    let mut found = Vec::new();
    let all: Vec<usize> = (0..count).collect();
    let mut open = vec![all];
    while let Some(group) = open.pop() {
        if group.is_empty() || found.len() >= most {
            continue;
        }
        let sight = looks.at(&group)?;
        if sight == before {
            continue;
        }
        if let [one] = group[..] {
            if sight == *wanted {
                if !looks.is_steadily(&group, wanted)? {
                    return Err(looks.flaky());
                }
                found.push(one);
            }
            continue;
        }
        let (first, second) = group.split_at(group.len() / 2);
        open.push(second.to_vec());
        open.push(first.to_vec());
    }
    if !found.is_empty() && !looks.is_steadily(&[], &before)? {
        return Err(looks.flaky());
    }
    Ok(found)
}

/// A smallest set that gives `wanted` together: none of its members can be left out. (There may be
/// others.)
pub fn smallest_set(
    count: usize,
    wanted: &Sight,
    look: &mut dyn FnMut(&[usize]) -> Sight,
) -> Result<Vec<usize>, Lost> {
    let (mut looks, before) = begin(wanted, look)?;
    let mut set: Vec<usize> = (0..count).collect();
    match looks.at(&set)? {
        sight if sight == *wanted => {}
        Sight::Other(_) => {
            return Err(Lost::Unclear("all of them together cause another failure".to_owned()));
        }
        _ => return Err(Lost::Nothing),
    }
    // Delta debugging: leave out halves, then quarters, down to single ones.
    let mut chunk = set.len().div_ceil(2);
    while chunk > 0 {
        let mut at = 0;
        let mut changed = false;
        while at < set.len() && set.len() > 1 {
            let end = (at + chunk).min(set.len());
            let rest: Vec<usize> = [&set[..at], &set[end..]].concat();
            if !rest.is_empty() && looks.at(&rest)? == *wanted {
                set = rest;
                changed = true;
            } else {
                at = end;
            }
        }
        chunk = match chunk {
            1 if changed => 1,
            1 => 0,
            more => more.div_ceil(2),
        };
    }
    let steady = looks.is_steadily(&set, wanted)? && looks.is_steadily(&[], &before)?;
    if steady { Ok(set) } else { Err(looks.flaky()) }
}

/// The first limit in `1..=total` at which the bug shows itself, if it is hidden at all lower ones
/// and shows itself at all higher ones, as far as was tried.
pub fn flip(total: u64, look: &mut dyn FnMut(&u64) -> Sight) -> Result<u64, Lost> {
    let mut looks = Looks::new(look);
    if !looks.is_steadily(&total, &Sight::Shows)? {
        return Err(Lost::Unclear("the bug does not show without a limit".to_owned()));
    }
    match (looks.at(&0)?, total) {
        (Sight::Hidden, 1..) => {}
        (Sight::Shows, _) | (_, 0) => return Err(Lost::Nothing),
        (Sight::Other(what), _) => return Err(Lost::Unclear(format!("at limit 0: {what}"))),
        (Sight::Trouble(why), _) => return Err(Lost::Trouble(why)),
    }
    let (mut hidden, mut shows) = (0, total);
    while shows - hidden > 1 {
        let middle = hidden + (shows - hidden) / 2;
        let (at, is_shown) = nearest_answer(&mut looks, middle, hidden, shows)?;
        if is_shown {
            shows = at;
        } else {
            hidden = at;
        }
    }
    if !looks.is_steadily(&shows, &Sight::Shows)? || !looks.is_steadily(&hidden, &Sight::Hidden)? {
        return Err(looks.flaky());
    }
    // Also elsewhere: only a flip that is the only one says something about what lies behind it.
    for (low, high, expected) in [(0, hidden, Sight::Hidden), (shows, total, Sight::Shows)] {
        for sample in samples(low, high) {
            let sight = looks.at(&sample)?;
            if sight == opposite(&expected) {
                return Err(Lost::Unclear(format!(
                    "it comes and goes as the limit rises: the result at {sample} contradicts those \
                     at {hidden} and {shows}"
                )));
            }
        }
    }
    Ok(shows)
}

/// Numbers between two others, both left out: the nearest to each, and some in between.
fn samples(low: u64, high: u64) -> Vec<u64> {
    let mut numbers: Vec<u64> = (1..=SAMPLES)
        .map(|i| low + (u128::from(high - low) * u128::from(i) / u128::from(SAMPLES + 1)) as u64)
        .chain([low + 1, high.saturating_sub(1)])
        .filter(|n| low < *n && *n < high)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Looks at a number between two others, or near it where something else goes wrong.
fn nearest_answer(
    looks: &mut Looks<'_, u64>,
    middle: u64,
    low: u64,
    high: u64,
) -> Result<(u64, bool), Lost> {
    let near = (1..=NEIGHBOURS).flat_map(|by| [middle.checked_sub(by), middle.checked_add(by)]);
    let mut last = String::new();
    for at in std::iter::once(Some(middle)).chain(near).flatten() {
        if at <= low || at >= high {
            continue;
        }
        match looks.at(&at)? {
            Sight::Shows => return Ok((at, true)),
            Sight::Hidden => return Ok((at, false)),
            Sight::Other(what) | Sight::Trouble(what) => last = what,
        }
    }
    Err(Lost::Unclear(format!(
        "between the limits {low} and {high} there is another failure: {last}"
    )))
}

fn opposite(sight: &Sight) -> Sight {
    if *sight == Sight::Shows { Sight::Hidden } else { Sight::Shows }
}
