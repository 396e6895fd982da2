//! Texts without paths and names of this computer.

/// A text in which every absolute path is only its last part.
pub fn scrub(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        let (before, path) = rest.split_at(at);
        clean.push_str(before);
        let end = path.find(|c: char| !is_path(c)).unwrap_or(path.len());
        let (path, after) = path.split_at(end);
        if begins_path(&clean) && path.matches('/').count() >= 2 {
            clean.push_str(path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(""));
        } else {
            clean.push_str(path);
        }
        rest = after;
    }
    clean.push_str(rest);
    clean
}

/// A program in whose first comment there is no path: that is where its command line stands.
pub fn scrub_header(text: &str) -> String {
    match text.trim_start().starts_with("/*").then(|| text.find("*/")).flatten() {
        Some(end) => scrub(&text[..end]) + &text[end..],
        None => text.to_owned(),
    }
}

fn is_path(c: char) -> bool {
    c.is_alphanumeric() || "/._+~@%-".contains(c)
}

/// Whether a path can begin behind this: not inside an address of the web, and not inside a word.
fn begins_path(before: &str) -> bool {
    let web = ["http:", "https:", "ftp:"].iter().any(|scheme| before.ends_with(scheme));
    !web && !before.ends_with(|c: char| c.is_alphanumeric() || "._)]".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_go() {
        for (text, clean) in [
            ("/far/me/x/test.c:1: error", "test.c:1: error"),
            ("cc1: error: '/tmp/a b'", "cc1: error: 'a b'"),
            ("see <https://gcc.gnu.org/bugs/> for it", "see <https://gcc.gnu.org/bugs/> for it"),
            ("a / b, a/b/c and x[1]/y/z", "a / b, a/b/c and x[1]/y/z"),
            ("--profile=/etc/x/p.toml", "--profile=p.toml"),
            ("in fold, at /build/gcc/fold.cc:12", "in fold, at fold.cc:12"),
            ("/dir/", "dir"),
        ] {
            assert_eq!(scrub(text), clean);
        }
        let program = "/* made by x --profile /far/me/p */\nint a; /* /far/me/q */\n";
        let clean = "/* made by x --profile p */\nint a; /* /far/me/q */\n";
        assert_eq!(scrub_header(program), clean);
    }
}
