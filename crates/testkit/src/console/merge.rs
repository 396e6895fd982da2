//! Whether an output is the expected one, and an expected output brought up to date.

/// Stands for any text within a line, or, as a line of its own, for any number of lines.
const WILDCARD: &str = "[...]";

/// Whether `actual` is what `expected` says, wildcards included.
pub fn agrees(expected: &[String], actual: &[String]) -> bool {
    let Some((first, rest)) = expected.split_first() else { return actual.is_empty() };
    if first == WILDCARD {
        return (0..=actual.len()).any(|skipped| agrees(rest, &actual[skipped..]));
    }
    actual.split_first().is_some_and(|(line, more)| line_agrees(first, line) && agrees(rest, more))
}

fn line_agrees(expected: &str, actual: &str) -> bool {
    let Some((before, after)) = expected.split_once(WILDCARD) else { return expected == actual };
    let Some(rest) = actual.strip_prefix(before) else { return false };
    let mut places = (0..=rest.len()).filter(|&at| rest.is_char_boundary(at));
    places.any(|at| line_agrees(after, &rest[at..]))
}

/// The expected output that `actual` calls for: `expected` itself where it agrees; otherwise
/// `actual`, with the wildcards of `expected` where lines that correspond have them.
pub fn merge(expected: &[String], actual: &[String]) -> Vec<String> {
    if agrees(expected, actual) {
        return expected.to_vec();
    }
    let pairs = corresponding(expected, actual);
    let mut merged = Vec::new();
    let (mut e, mut a) = (0, 0);
    for (next_e, next_a) in pairs.into_iter().chain([(expected.len(), actual.len())]) {
        if expected[e..next_e].iter().any(|line| line == WILDCARD) {
            merged.push(WILDCARD.to_owned());
        } else {
            merged.extend_from_slice(&actual[a..next_a]);
        }
        if let (Some(old), Some(new)) = (expected.get(next_e), actual.get(next_a)) {
            merged.push(if line_agrees(old, new) { old.clone() } else { new.clone() });
        }
        (e, a) = (next_e + 1, next_a + 1);
    }
    merged
}

/// The longest list of pairs of lines that correspond, in order.
fn corresponding(expected: &[String], actual: &[String]) -> Vec<(usize, usize)> {
    let alike: Vec<Vec<bool>> = expected
        .iter()
        .map(|old| {
            let shape = shape(old);
            let fits = |new: &String| line_agrees(old, new) || shape == self::shape(new);
            actual.iter().map(|new| old != WILDCARD && fits(new)).collect()
        })
        .collect();
    // best[e][a]: how many pairs there are at most among the lines from `e` and `a` on.
    let mut best = vec![vec![0usize; actual.len() + 1]; expected.len() + 1];
    for e in (0..expected.len()).rev() {
        for a in (0..actual.len()).rev() {
            let pair = if alike[e][a] { best[e + 1][a + 1] + 1 } else { 0 };
            best[e][a] = pair.max(best[e + 1][a]).max(best[e][a + 1]);
        }
    }
    let mut pairs = Vec::new();
    let (mut e, mut a) = (0, 0);
    while e < expected.len() && a < actual.len() {
        if alike[e][a] && best[e][a] == best[e + 1][a + 1] + 1 {
            pairs.push((e, a));
            (e, a) = (e + 1, a + 1);
        } else if best[e + 1][a] >= best[e][a + 1] {
            e += 1;
        } else {
            a += 1;
        }
    }
    pairs
}

/// A line without what changes from run to run: words with digits in them, and spacing.
fn shape(line: &str) -> String {
    let word = |word: &str| {
        let number = word.contains(|c: char| c.is_ascii_digit());
        if number { "#".to_owned() } else { word.to_owned() }
    };
    line.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn wildcards_stand_for_text_and_for_lines() {
        let expected = lines("seed [...] took [...] s\n[...]\nend");
        assert!(agrees(&expected, &lines("seed 3 took 1.5 s\nend")));
        assert!(agrees(&expected, &lines("seed 3 took 1.5 s\na\nb\nend")));
        assert!(!agrees(&expected, &lines("seed 3 took 1.5 s\na")));
        assert!(!agrees(&expected, &lines("seed 3 took 1.5 minutes\nend")));
        assert!(!agrees(&expected, &lines("end")));
        assert!(agrees(&lines("[...]"), &[]));
        assert!(!agrees(&[], &lines("a")));
    }

    #[test]
    fn what_agrees_stays() {
        let expected = lines("a [...]\n[...]\nz");
        assert_eq!(merge(&expected, &lines("a 1\nb\nz")), expected);
    }

    #[test]
    fn what_differs_is_replaced_and_wildcards_stay() {
        let expected = lines("start\nfound 1: seed 5\n[...]\n12 programs in [...] s\nold\nend");
        let actual = lines("start\nfound 1: seed 7\nx\ny\n12 programs in 3 s\nnew\nend");
        let merged = lines("start\nfound 1: seed 7\n[...]\n12 programs in [...] s\nnew\nend");
        assert_eq!(merge(&expected, &actual), merged);
        assert!(agrees(&merged, &actual));
    }

    #[test]
    fn an_output_that_was_never_written_is_taken_whole() {
        let actual = lines("a\nb");
        assert_eq!(merge(&[], &actual), actual);
        assert_eq!(merge(&actual, &[]), lines(""));
    }
}
