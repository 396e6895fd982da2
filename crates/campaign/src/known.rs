//! Bugs that are known already: counted, not reported again.

/// A list of known bugs. Each line of its file is a part of the keys that `brinell findings`
/// prints, such as `gcc-12 compiler-crash internal compiler error: in fold_this, at fold.cc:12`;
/// empty lines and those that begin with `#` say nothing.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Known {
    lines: Vec<String>,
}

impl Known {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self { lines: lines.map(str::to_owned).collect() }
    }

    /// Whether a bug is one of them.
    pub fn contains(&self, key: &str) -> bool {
        self.lines.iter().any(|line| key.contains(line.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parts_of_keys() {
        let known = Known::parse("# mine\n\n  tcc wrong-code \nin fold_this\n");
        assert!(known.contains("tcc wrong-code checksum"));
        assert!(
            known.contains("gcc compiler-crash internal compiler error: in fold_this, at f.cc:1")
        );
        assert!(!known.contains("gcc wrong-code checksum"));
        assert!(!Known::parse("\n#\n").contains(""));
    }
}
