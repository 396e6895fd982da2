//! Blame: which options or passes hide a bug.

use crate::probe::{Probe, Sight};
use crate::search::Lost;
use crate::{clang, gcc};
use serde::Serialize;
use std::collections::BTreeSet;

/// What hides a bug, and what makes it appear: evidence, not causes.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Blame {
    /// Options that hide it; each entry is a set that hides it together, none of which can be left
    /// out.
    pub hidden_by: Vec<Vec<String>>,
    /// What makes it appear at a level of optimisation at which it is not there by itself.
    pub appears: Option<Appears>,
    /// The pass with which it appears, where passes can be counted (clang).
    pub pass: Option<PassRun>,
    /// The debug counter that hides it, and the count at which it appears (gcc).
    pub counter: Option<DebugCounter>,
    /// The first of the compiler's option sets that shows it.
    pub lowest: Option<String>,
    /// What was tried and gave no clear answer, in words.
    pub unclear: Vec<String>,
}

/// Options that make a bug appear.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Appears {
    /// At this level it is not there.
    pub level: String,
    /// With these in addition it is.
    pub with: Vec<String>,
}

/// An execution of a pass.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct PassRun {
    /// The pass.
    pub name: String,
    /// What it worked on.
    pub on: String,
    /// Its number: with this limit the bug shows itself, with one less it is hidden.
    pub number: u64,
    /// How many there are.
    pub of: u64,
    /// The option that sets the limit, without the number.
    pub option: String,
}

/// A debug counter of gcc.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct DebugCounter {
    /// Its name.
    pub name: String,
    /// With this limit the bug shows itself, with one less it is hidden.
    pub count: u64,
    /// How high it counts.
    pub of: u64,
}

impl Blame {
    /// Names of all that is blamed: bugs that have one in common may be the same.
    pub fn names(&self) -> BTreeSet<String> {
        let mut names: BTreeSet<String> =
            self.hidden_by.iter().map(|options| options.join(" ")).collect();
        names.extend(self.pass.as_ref().map(|pass| pass.name.clone()));
        names.extend(self.counter.as_ref().map(|counter| counter.name.clone()));
        names
    }

    /// The fewest options that hide it, whatever the program: not a limit or a count, which hold for
    /// one program only.
    pub fn hiding(&self) -> Option<&[String]> {
        self.hidden_by.iter().min_by_key(|options| options.len()).map(Vec::as_slice)
    }

    /// The most telling of them in a few words.
    pub fn title(&self) -> Option<String> {
        if let Some(pass) = &self.pass {
            return Some(pass.name.clone());
        }
        let shortest = self.hidden_by.iter().min_by_key(|options| options.len())?;
        Some(shortest.join(" "))
    }

    /// What hides it and what makes it appear in sentences, one a line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(PassRun { name, on, number, of, option }) = &self.pass {
            lines.push(format!(
                "`{option}{}` hides it and `{option}{number}` shows it (of {of}): it appears with \
                 the pass {name} on {on}.",
                number - 1
            ));
        }
        for options in &self.hidden_by {
            lines.push(format!("`{}` hides it.", options.join(" ")));
        }
        if let Some(DebugCounter { name, count, of }) = &self.counter {
            lines.push(format!(
                "`-fdbg-cnt={name}:{}` hides it and `-fdbg-cnt={name}:{count}` shows it (of {of}).",
                count - 1
            ));
        }
        if let Some(Appears { level, with }) = &self.appears {
            lines.push(format!("`{level}` does not show it, `{level} {}` does.", with.join(" ")));
        }
        lines.extend(self.unclear.iter().map(|words| format!("Unclear: {words}.")));
        lines
    }

    /// Puts down why something gave nothing. Says whether to go on.
    pub(crate) fn lost(&mut self, what: &str, lost: Lost) -> bool {
        match lost {
            Lost::Nothing => true,
            Lost::Unclear(why) => {
                self.unclear.push(format!("{what}: {why}"));
                true
            }
            Lost::Trouble(why) => {
                self.unclear.push(format!("{what}: stopped ({why})"));
                false
            }
        }
    }
}

/// Whether compilers of a family can be told to leave out a part of what they do.
pub fn can_blame(family: &str) -> bool {
    matches!(family, "gcc" | "clang")
}

/// Looks for what hides the bug that a probe can see with the options `failing`. `sets` are the
/// options that the compiler is tested with, cheap ones first.
pub fn blame(
    family: &str,
    failing: &[String],
    sets: &[Vec<String>],
    probe: &mut dyn Probe,
) -> Blame {
    let mut blame = Blame::default();
    if !lowest(&mut blame, failing, sets, probe) {
        return blame;
    }
    if level(failing).is_none_or(|level| level == "-O0") {
        // Without optimisation there is nothing that could be left out.
        return blame;
    }
    match family {
        "gcc" => gcc::blame(&mut blame, failing, probe),
        "clang" => clang::blame(&mut blame, failing, probe),
        _ => {}
    }
    blame
}

/// Whether something that was [blamed](Blame::names) is to blame still, for a program on the way
/// of a reduction. What hides it for gcc hides it in every candidate, by what reduction asks; only
/// a pass of clang has to be looked for.
pub fn is_still_blamed(
    family: &str,
    failing: &[String],
    names: &BTreeSet<String>,
    probe: &mut dyn Probe,
) -> bool {
    family != "clang" || clang::is_still(names, failing, probe)
}

/// The cheapest option set that shows it. Says whether to go on.
fn lowest(
    blame: &mut Blame,
    failing: &[String],
    sets: &[Vec<String>],
    probe: &mut dyn Probe,
) -> bool {
    for set in sets.iter().map(Vec::as_slice).chain([failing]) {
        match probe.look(set) {
            Sight::Shows => {
                blame.lowest = Some(set.join(" "));
                return true;
            }
            Sight::Trouble(why) => return blame.lost("lowest options", Lost::Trouble(why)),
            Sight::Hidden | Sight::Other(_) => {}
        }
    }
    blame.unclear.push("the bug no longer shows".to_owned());
    false
}

/// The level of optimisation among options: the last one counts.
pub(crate) fn level(options: &[String]) -> Option<&str> {
    options.iter().rev().map(String::as_str).find(|option| option.starts_with("-O"))
}

/// Options with more behind them.
pub(crate) fn with<S: Into<String>>(
    options: &[String],
    more: impl IntoIterator<Item = S>,
) -> Vec<String> {
    options.iter().cloned().chain(more.into_iter().map(Into::into)).collect()
}
