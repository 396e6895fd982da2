//! Findings by their bugs, and how much of them a page can hold.

use brinell_campaign::FindingLine;
use brinell_judge::{VerdictKind, is_telling};
use std::collections::BTreeMap;

/// Bugs that are shown with all details: about as many as a reader will look through.
const IN_FULL: usize = 300;

/// What kind of finding it is; the order is that of the page.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Standing {
    /// Accuses a compiler.
    Accuses,
    /// Something is wrong, but it is not known whose fault it is.
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
        } else if finding.verdict == VerdictKind::OurBug {
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

/// Findings of one bug, as far as triage knows; untriaged ones by key.
#[derive(Debug)]
pub struct BugGroup<'a> {
    /// The finding that was worked out, if one was.
    pub bug: Option<i64>,
    /// What kind.
    pub standing: Standing,
    /// The one with the lowest number.
    pub first: &'a FindingLine,
    /// The others.
    pub others: Vec<&'a FindingLine>,
}

/// Puts findings together, in the order of the first of each bug; they come in the order of their
/// numbers. What triage did not look at goes to the bug with the same key where the compiler's words
/// make that certain, else to those of its key.
pub fn bugs(findings: &[FindingLine]) -> Vec<BugGroup<'_>> {
    let root = |finding: &FindingLine| match (&finding.bundle, finding.duplicate_of) {
        (Some(_), _) => Some(finding.id),
        (None, first) => first,
    };
    let by_key: BTreeMap<&str, i64> = findings
        .iter()
        .rev()
        .filter(|finding| finding.verdict != VerdictKind::WrongCode)
        .filter(|finding| is_telling(&finding.signature))
        .filter_map(|finding| Some((finding.key.as_str(), root(finding)?)))
        .collect();
    let mut places = BTreeMap::new();
    let mut groups: Vec<BugGroup<'_>> = Vec::new();
    for finding in findings {
        let standing = Standing::of(finding);
        let bug = root(finding).or_else(|| by_key.get(finding.key.as_str()).copied());
        // Of one that was worked out, what else is known about a finding does not matter.
        let rest = bug.is_none().then_some((standing, finding.key.as_str()));
        let place = *places.entry((bug, rest)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.others.push(finding),
            None => groups.push(BugGroup { bug, standing, first: finding, others: Vec::new() }),
        }
    }
    groups
}

/// Bugs, and findings of them.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct BugCount {
    /// Bugs.
    pub bugs: u64,
    /// Findings.
    pub findings: u64,
}

/// How many bugs and findings there are. Whoever shows numbers takes them from here, so that they
/// are the same everywhere.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct BugTally(BTreeMap<Standing, BugCount>);

impl BugTally {
    /// Counts findings, which come in the order of their numbers.
    pub fn of(findings: &[FindingLine]) -> Self {
        let mut tally = Self::default();
        for group in bugs(findings) {
            let count = tally.0.entry(group.standing).or_default();
            count.bugs += 1;
            count.findings += 1 + group.others.len() as u64;
        }
        tally
    }

    /// Of one kind.
    pub fn of_kind(&self, standing: Standing) -> BugCount {
        self.0.get(&standing).copied().unwrap_or_default()
    }

    /// Those that accuse a compiler and were not known before.
    pub fn accusing(&self) -> BugCount {
        self.of_kind(Standing::Accuses)
    }
}

/// All bugs of a campaign, in the order of the page.
#[derive(Debug)]
pub struct Groups<'a> {
    groups: Vec<BugGroup<'a>>,
    tally: BugTally,
}

impl<'a> Groups<'a> {
    /// Sorts findings, which come in the order of their numbers.
    pub fn of(findings: &'a [FindingLine]) -> Self {
        let mut groups = bugs(findings);
        // What is reduced can be read at once.
        groups.sort_by_key(|group| (group.standing, group.bug.is_none(), group.first.id));
        Self { groups, tally: BugTally::of(findings) }
    }

    /// All of them.
    pub fn all(&self) -> &[BugGroup<'a>] {
        &self.groups
    }

    /// Those that are shown with everything.
    pub fn in_full(&self) -> &[BugGroup<'a>] {
        &self.groups[..self.groups.len().min(IN_FULL)]
    }

    /// The others.
    pub fn in_short(&self) -> &[BugGroup<'a>] {
        &self.groups[self.groups.len().min(IN_FULL)..]
    }

    /// How many there are.
    pub fn tally(&self) -> &BugTally {
        &self.tally
    }
}

/// The numbers of the findings that a page shows with everything.
pub fn in_full(findings: &[FindingLine]) -> Vec<i64> {
    Groups::of(findings).in_full().iter().map(|group| group.first.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: i64, key: &str, verdict: VerdictKind, known: bool) -> FindingLine {
        FindingLine {
            id,
            key: key.to_owned(),
            seed: 0,
            compiler: String::new(),
            options: Vec::new(),
            verdict,
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
            line(1, "a", VerdictKind::WrongCode, true),
            line(2, "b", VerdictKind::OurBug, false),
            line(3, "c", VerdictKind::Flaky, false),
            line(4, "d", VerdictKind::CompilerCrash, false),
            line(5, "e", VerdictKind::WrongCode, false),
            line(6, "d", VerdictKind::CompilerCrash, false),
            line(7, "f", VerdictKind::SuspectMachine, false),
        ];
        assert_eq!(in_full(&lines), [4, 5, 3, 7, 2, 1]);
        let groups = Groups::of(&lines);
        assert_eq!(groups.tally().accusing(), BugCount { bugs: 2, findings: 3 });
        assert_eq!(groups.in_full()[0].others[0].id, 6);
        assert!(groups.in_short().is_empty());
    }

    #[test]
    fn triage_says_what_is_one_bug() {
        let triaged = |id, key: &str, verdict, first: Option<i64>| FindingLine {
            bundle: first.is_none().then(|| "bundle".to_owned()),
            duplicate_of: first,
            signature: "error: ';' expected (got '}')".to_owned(),
            ..line(id, key, verdict, false)
        };
        let lines = [
            triaged(1, "wrong", VerdictKind::WrongCode, None),
            // Duplicates across keys and verdicts.
            triaged(2, "dies", VerdictKind::CompilerCrash, Some(1)),
            // One key, another bug.
            triaged(3, "wrong", VerdictKind::WrongCode, None),
            // Not looked at yet: the key of wrong code tells nothing.
            line(4, "wrong", VerdictKind::WrongCode, false),
            triaged(5, "refused", VerdictKind::RejectedValid, None),
            // But what the compiler says does.
            FindingLine {
                signature: "error: ';' expected (got '}')".to_owned(),
                ..line(6, "refused", VerdictKind::RejectedValid, false)
            },
            line(7, "wrong", VerdictKind::WrongCode, true),
        ];
        let groups = bugs(&lines);
        let ids = |group: &BugGroup<'_>| -> Vec<i64> {
            std::iter::once(group.first).chain(group.others.iter().copied()).map(|l| l.id).collect()
        };
        let found: Vec<_> = groups.iter().map(|group| (group.bug, ids(group))).collect();
        let expected = [
            (Some(1), vec![1, 2]),
            (Some(3), vec![3]),
            (None, vec![4]),
            (Some(5), vec![5, 6]),
            (None, vec![7]),
        ];
        assert_eq!(found, expected);
        assert_eq!(groups[4].standing, Standing::Known);
    }

    #[test]
    fn a_page_has_an_end() {
        let lines: Vec<_> =
            (0..1_000).map(|id| line(id, &id.to_string(), VerdictKind::WrongCode, false)).collect();
        assert_eq!(in_full(&lines).len(), IN_FULL);
        assert_eq!(Groups::of(&lines).in_short().len(), 1_000 - IN_FULL);
    }
}
