//! A link to Compiler Explorer, made without asking it: the whole state is in the link.

use serde_json::json;

/// Its servers refuse longer addresses.
const LONGEST: usize = 8000;

/// A link that opens a program with a compiler and options; without a compiler where it is not known
/// there. Nothing, if the program is too long for a link.
pub fn link(source: &str, family: &str, version: &str, options: &[String]) -> Option<String> {
    let options = options.join(" ");
    let mut session = json!({ "id": 1, "language": "c", "source": source });
    if let Some(id) = compiler_id(family, version) {
        session["compilers"] = json!([{ "id": id, "options": options }]);
        session["executors"] = json!([{ "compiler": { "id": id, "options": options } }]);
    }
    let state = json!({ "sessions": [session] }).to_string();
    // `+`, `/` and `=` mean something in addresses.
    let state =
        base64(state.as_bytes()).replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    let link = format!("https://godbolt.org/clientstate/{state}");
    (link.len() <= LONGEST).then_some(link)
}

/// The name of a compiler there. They have every release of gcc by its first two numbers since 7.1,
/// and of clang one for each major version.
fn compiler_id(family: &str, version: &str) -> Option<String> {
    let (major, minor) = numbers(version)?;
    match (family, major) {
        ("gcc", 7..=15) => Some(format!("cg{major}{minor}")),
        ("clang", 14..=16) => Some(format!("cclang{major}00")),
        ("clang", 17) => Some("cclang1701".to_owned()),
        ("clang", 18..=21) => Some(format!("cclang{major}10")),
        _ => None,
    }
}

/// Major and minor version: the last word of the form `12.2.0`, since distributions put their own
/// before it.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let word = |word: &str| {
        let mut parts = word.split('.');
        let (major, minor, patch) = (parts.next()?, parts.next()?, parts.next()?);
        patch.parse::<u32>().ok()?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    version.split_whitespace().rev().find_map(word)
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = (bits >> (18 - 6 * digit) & 63) as usize;
            text.push(if digit <= group.len() { char::from(DIGITS[index]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
            ("\u{fb}\u{ff}>?", "w7vDvz4/"),
        ] {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn compilers_are_named_where_they_are_known() {
        for (family, version, id) in [
            ("gcc", "gcc-12 (Debian 12.2.0-14+deb12u1) 12.2.0", Some("cg122")),
            ("gcc", "gcc-11 (Debian 11.3.0-12) 11.3.0", Some("cg113")),
            ("clang", "Debian clang version 14.0.6", Some("cclang1400")),
            ("clang", "Debian clang version 19.1.7 (3~deb12u1)", Some("cclang1910")),
            ("clang", "clang version 99.0.0", None),
            ("tcc", "tcc version 0.9.27 (x86_64 Linux)", None),
            ("gcc", "gcc of my own", None),
        ] {
            assert_eq!(compiler_id(family, version).as_deref(), id, "{version}");
        }
    }

    #[test]
    fn long_programs_have_no_link() {
        let link = |source: &str| link(source, "gcc", "gcc 12.2.0", &["-O2".to_owned()]);
        assert!(link("int main(void) { return 1 ? 2 : 3; }").unwrap().starts_with("https://"));
        assert_eq!(link(&"int x;\n".repeat(2000)), None);
    }
}
