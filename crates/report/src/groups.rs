//! Findings by their bugs, and how much of them a page can hold.

use brinell_campaign::FindingLine;
use std::collections::BTreeMap;

/// Bugs that are shown with everything: about as many as somebody may look through.
const IN_FULL: usize = 300;

/// The name of the verdict on our own mistakes.
const OUR_BUG: &str = "our-bug";

/// What kind of finding it is; the order is that of the page.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Standing {
    /// Accuses a compiler.
    Accuses,
    /// Says that something is wrong, not who is.
    Doubtful,
    /// A mistake of Brinell.
    OurBug,
    /// Was known before.
    Known,
}

impl Standing {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Accuses, Self::Doubtful, Self::OurBug, Self::Known];

    fn of(finding: &FindingLine) -> Self {
        if finding.known {
            Self::Known
        } else if finding.verdict == OUR_BUG {
            Self::OurBug
        } else if finding.accuses() {
            Self::Accuses
        } else {
            Self::Doubtful
        }
    }

    /// For a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Accuses => "Bugs of compilers",
            Self::Doubtful => "Doubtful",
            Self::OurBug => "Bugs of Brinell itself",
            Self::Known => "Known before",
        }
    }
}

/// Findings with the same key: probably one bug.
#[derive(Debug)]
pub struct Group<'a> {
    /// What kind.
    pub standing: Standing,
    /// The one with the lowest number.
    pub first: &'a FindingLine,
    /// The others.
    pub others: Vec<&'a FindingLine>,
}

/// All bugs of a campaign, in the order of the page.
#[derive(Debug)]
pub struct Groups<'a> {
    groups: Vec<Group<'a>>,
}

impl<'a> Groups<'a> {
    /// Sorts findings, which come in the order of their numbers.
    pub fn of(findings: &'a [FindingLine]) -> Self {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut groups: Vec<Group<'a>> = Vec::new();
        for finding in findings {
            let place = *places.entry(&finding.key).or_insert(groups.len());
            match groups.get_mut(place) {
                Some(group) => group.others.push(finding),
                None => groups.push(Group {
                    standing: Standing::of(finding),
                    first: finding,
                    others: Vec::new(),
                }),
            }
        }
        groups.sort_by_key(|group| (group.standing, group.first.id));
        Self { groups }
    }

    /// Those that are shown with everything.
    pub fn in_full(&self) -> &[Group<'a>] {
        &self.groups[..self.groups.len().min(IN_FULL)]
    }

    /// The others.
    pub fn in_short(&self) -> &[Group<'a>] {
        &self.groups[self.groups.len().min(IN_FULL)..]
    }

    /// How many bugs there are of a kind, and findings of them.
    pub fn count(&self, standing: Standing) -> (u64, u64) {
        let mine = self.groups.iter().filter(|group| group.standing == standing);
        mine.fold((0, 0), |(bugs, findings), group| {
            (bugs + 1, findings + 1 + group.others.len() as u64)
        })
    }
}

/// The numbers of the findings that a page shows with everything.
pub fn in_full(findings: &[FindingLine]) -> Vec<i64> {
    Groups::of(findings).in_full().iter().map(|group| group.first.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: i64, key: &str, verdict: &str, known: bool) -> FindingLine {
        FindingLine {
            id,
            key: key.to_owned(),
            seed: 0,
            compiler: String::new(),
            options: Vec::new(),
            verdict: verdict.to_owned(),
            signature: String::new(),
            times: 1,
            known,
            found_ms: 0,
            bundle: None,
            duplicate_of: None,
            only_alike: false,
        }
    }

    #[test]
    fn what_accuses_comes_first_and_what_was_known_last() {
        let lines = [
            line(1, "a", "wrong-code", true),
            line(2, "b", "our-bug", false),
            line(3, "c", "flaky", false),
            line(4, "d", "compiler-crash", false),
            line(5, "e", "wrong-code", false),
            line(6, "d", "compiler-crash", false),
            line(7, "f", "a verdict of the future", false),
        ];
        assert_eq!(in_full(&lines), [4, 5, 3, 7, 2, 1]);
        let groups = Groups::of(&lines);
        assert_eq!(groups.count(Standing::Accuses), (2, 3));
        assert_eq!(groups.in_full()[0].others[0].id, 6);
        assert!(groups.in_short().is_empty());
    }

    #[test]
    fn a_page_has_an_end() {
        let lines: Vec<_> =
            (0..1_000).map(|id| line(id, &id.to_string(), "wrong-code", false)).collect();
        assert_eq!(in_full(&lines).len(), IN_FULL);
        assert_eq!(Groups::of(&lines).in_short().len(), 1_000 - IN_FULL);
    }
}
