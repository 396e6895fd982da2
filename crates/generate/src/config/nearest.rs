//! The nearest known name for an unknown one.

/// The known name that differs least, if it is not altogether different.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|known| (distance(name, known), known))
        // About a third of the letters may be wrong, and two may have changed places.
        .filter(|&(distance, known)| distance * 3 <= known.len() + 2)
        .min()
        .map(|(_, known)| known)
}

/// Levenshtein's: insertions, deletions and replacements between two names.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
