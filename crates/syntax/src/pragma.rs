//! `#pragma pack`: which packing is in force at which token.

/// The packing by token index.
#[derive(Default)]
pub(crate) struct Packs {
    /// From this token on, this packing; rising.
    changes: Vec<(u32, Option<u8>)>,
    stack: Vec<(Option<String>, Option<u8>)>,
    current: Option<u8>,
}

impl Packs {
    /// The packing in force when the token is read.
    pub(crate) fn at(&self, token: u32) -> Option<u8> {
        let after = self.changes.partition_point(|(from, _)| *from <= token);
        after.checked_sub(1).and_then(|i| self.changes[i].1)
    }

    /// Reads what follows `#pragma pack` before the token. Like gcc, it ignores what it does not
    /// understand.
    pub(crate) fn pragma(&mut self, token: u32, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        let Some(inner) = text.trim().strip_prefix('(').and_then(|t| t.split(')').next()) else {
            return;
        };
        let words: Vec<&str> = inner.split(',').map(str::trim).collect();
        let number = |word: &str| match word.parse::<u8>() {
            Ok(0) => Some(None),
            Ok(n @ (1 | 2 | 4 | 8 | 16)) => Some(Some(n)),
            _ => None,
        };
        match words.as_slice() {
            [""] => self.current = None,
            ["push", rest @ ..] => {
                let label = rest.first().filter(|w| number(w).is_none()).map(|w| (*w).to_owned());
                self.stack.push((label, self.current));
                if let Some(value) = rest.last().and_then(|w| number(w)) {
                    self.current = value;
                }
            }
            ["pop"] => {
                if let Some((_, before)) = self.stack.pop() {
                    self.current = before;
                }
            }
            ["pop", label] => {
                let found = self.stack.iter().rposition(|(l, _)| l.as_deref() == Some(label));
                if let Some(found) = found {
                    self.current = self.stack[found].1;
                    self.stack.truncate(found);
                }
            }
            [word] => match number(word) {
                Some(value) => self.current = value,
                None => return,
            },
            _ => return,
        }
        self.changes.push((token, self.current));
    }
}

#[cfg(test)]
mod tests {
    use super::Packs;

    fn after(pragmas: &[&str]) -> Option<u8> {
        let mut packs = Packs::default();
        for p in pragmas {
            packs.pragma(7, p.as_bytes());
        }
        assert_eq!(packs.at(6), None);
        packs.at(7)
    }

    #[test]
    fn states() {
        assert_eq!(after(&["(1)"]), Some(1));
        assert_eq!(after(&["(1)", "()"]), None);
        assert_eq!(after(&["(push)", "(1)", "(pop)"]), None);
        assert_eq!(after(&["(2)", "(push, 4)", "(pop)"]), Some(2));
        assert_eq!(after(&["(push, a, 4)", "(push, 2)", "(pop, a)"]), None);
        assert_eq!(after(&["(3)"]), None);
        assert_eq!(after(&["(4)", "(pop)"]), Some(4));
        assert_eq!(after(&["(4)", "garbage"]), Some(4));
    }
}
