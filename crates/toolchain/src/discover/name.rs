//! What the name of a compiler on `PATH` says: family, version, and for which machine.

use super::simulated::{self, Simulated};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// The name of a compiler, taken apart.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CompilerName {
    /// All of it.
    pub text: String,
    /// `aarch64-linux-gnu` of `aarch64-linux-gnu-gcc-12`.
    pub triple: Option<String>,
    /// The family that such names stand for.
    pub family: &'static str,
    /// Its version's numbers.
    version: Vec<u32>,
    /// `cc`, which identifies nothing.
    generic: bool,
}

/// Where images can run.
#[derive(Debug, Eq, PartialEq)]
pub enum ImageHost {
    /// On this host.
    Here,
    /// Under one of these emulators, with the target's libraries here.
    Emulated {
        emulators: [String; 2],
        library: String,
    },
    /// In a simulator.
    Simulated(&'static Simulated),
    Unknown,
}

impl CompilerName {
    /// Takes a name apart; `None` if it is not a compiler's.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words: Vec<&str> = text.split('-').collect();
        let last = *words.last()?;
        let mut version = Vec::new();
        if words.len() > 1 && last.starts_with(|c: char| c.is_ascii_digit()) {
            version = last.split('.').map(|n| n.parse().ok()).collect::<Option<Vec<u32>>>()?;
            words.pop();
        }
        let family = match words.pop()? {
            "gcc" => "gcc",
            "clang" | "icx" => "clang",
            "tcc" => "tcc",
            "pcc" => "pcc",
            "chibicc" => "chibicc",
            "cl65" if words.is_empty() && version.is_empty() => "cc65",
            "sdcc" if words.is_empty() && version.is_empty() => "sdcc",
            // What it really is, its version tells.
            "cc" if words.is_empty() && version.is_empty() => "cc",
            _ => return None,
        };
        let triple = (!words.is_empty()).then(|| words.join("-"));
        // `c99-gcc` and `c89-gcc` are gcc with a flag, in Debian.
        if triple
            .as_deref()
            .is_some_and(|triple| triple.starts_with("c8") || triple.starts_with("c9"))
        {
            return None;
        }
        Some(Self { text: text.to_owned(), triple, family, version, generic: family == "cc" })
    }

    /// The machine that images are for; `None` is the host.
    pub fn machine(&self) -> Option<&str> {
        let machine = self.triple.as_deref()?.split('-').next()?;
        let here = machine == std::env::consts::ARCH && self.place() == ImageHost::Here;
        (!here).then_some(machine)
    }

    /// Where its images run.
    pub fn place(&self) -> ImageHost {
        match self.family {
            "cc65" => return ImageHost::Simulated(&simulated::CC65),
            "sdcc" => return ImageHost::Simulated(&simulated::SDCC),
            _ => {}
        }
        let Some(triple) = &self.triple else { return ImageHost::Here };
        if triple == "avr" {
            return ImageHost::Simulated(&simulated::AVR);
        }
        let machine = triple.split('-').next().unwrap_or_default();
        let emulated = match machine {
            "i386" | "i486" | "i586" | "i686" if std::env::consts::ARCH == "x86_64" => {
                return ImageHost::Here;
            }
            _ if !triple.contains("linux") => return ImageHost::Unknown,
            here if here == std::env::consts::ARCH => return ImageHost::Here,
            "powerpc64le" => "ppc64le",
            "powerpc64" => "ppc64",
            "powerpc" => "ppc",
            "mipsisa64r6el" | "mips64el" => "mips64el",
            "mipsisa64r6" | "mips64" => "mips64",
            "i686" => "i386",
            "arm" | "aarch64" | "alpha" | "hppa" | "m68k" | "mips" | "mipsel" | "riscv32"
            | "riscv64" | "s390x" | "sh4" | "sparc64" | "loongarch64" | "x86_64" => machine,
            _ => return ImageHost::Unknown,
        };
        ImageHost::Emulated {
            emulators: [format!("qemu-{emulated}"), format!("qemu-{emulated}-static")],
            // Where Debian has the libraries of other machines.
            library: format!("/usr/{triple}"),
        }
    }

    /// Of several names of one compiler, the least is the best: short, with the most exact version.
    pub fn rank(&self) -> impl Ord + use<> {
        (self.generic, self.triple.is_some(), Reverse(self.version.len()), self.text.clone())
    }

    /// The order in lists: the host's first, by family, then by version.
    pub fn order(&self) -> impl Ord + use<> {
        (self.triple.clone(), self.family, self.version.clone(), self.text.clone())
    }
}

/// All that have the name of a compiler on a search path; the first of a name counts, as in a shell.
pub fn all_on_path(search: Option<&OsString>) -> Vec<(CompilerName, PathBuf)> {
    let mut found = BTreeMap::new();
    for dir in search.into_iter().flat_map(std::env::split_paths) {
        let Ok(entries) = std::fs::read_dir(&dir) else { continue };
        for entry in entries.flatten() {
            let Some(name) = entry.file_name().to_str().and_then(CompilerName::parse) else {
                continue;
            };
            let path = dir.join(&name.text);
            if crate::find::is_executable(&path) {
                found.entry(name.text.clone()).or_insert((name, path));
            }
        }
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<(Option<String>, &'static str, Vec<u32>)> {
        CompilerName::parse(text).map(|name| (name.triple, name.family, name.version))
    }

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(parts("gcc"), Some((None, "gcc", vec![])));
        assert_eq!(parts("gcc-12"), Some((None, "gcc", vec![12])));
        assert_eq!(parts("clang-3.9"), Some((None, "clang", vec![3, 9])));
        let cross = Some("aarch64-linux-gnu".to_owned());
        assert_eq!(parts("aarch64-linux-gnu-gcc-12"), Some((cross, "gcc", vec![12])));
        assert_eq!(parts("icx"), Some((None, "clang", vec![])));
        assert_eq!(parts("cc"), Some((None, "cc", vec![])));
    }

    #[test]
    fn other_programs_are_none() {
        for name in [
            "gcc-ar-12",
            "clang++",
            "clang++-19",
            "clang-format",
            "clang-cpp-14",
            "c99-gcc",
            "12",
            "",
        ] {
            assert_eq!(parts(name), None, "{name}");
        }
    }

    #[test]
    fn images_run_here_under_an_emulator_or_nowhere() {
        let place = |text: &str| CompilerName::parse(text).unwrap().place();
        assert_eq!(place("gcc-12"), ImageHost::Here);
        assert_eq!(place("avr-gcc"), ImageHost::Simulated(&simulated::AVR));
        assert_eq!(place("cl65"), ImageHost::Simulated(&simulated::CC65));
        assert_eq!(place("sdcc"), ImageHost::Simulated(&simulated::SDCC));
        assert_eq!(place("x86_64-w64-mingw32-gcc"), ImageHost::Unknown);
        assert_eq!(place(&format!("{}-linux-gnu-gcc", std::env::consts::ARCH)), ImageHost::Here);
        assert!(matches!(
            place("s390x-linux-gnu-gcc-12"),
            ImageHost::Emulated { library, .. } if library == "/usr/s390x-linux-gnu"
        ));
    }

    #[test]
    fn the_most_exact_short_name_is_the_best() {
        let mut names: Vec<_> = ["cc", "x86_64-linux-gnu-gcc-12", "gcc", "gcc-12"]
            .iter()
            .filter_map(|name| CompilerName::parse(name))
            .collect();
        names.sort_by_cached_key(CompilerName::rank);
        assert_eq!(names[0].text, "gcc-12");
        assert_eq!(names[3].text, "cc");
    }
}
