//! Which compilers are installed, and which of them can be tested.
//!
//! First every candidate is asked for its version, then all except duplicates are probed with each of
//! their option sets; both in parallel.

mod name;
mod simulated;

use crate::cache::ProbeCache;
use crate::described::Described;
use crate::find::find_program_in;
use crate::pairs::{ask, in_parallel, scratch};
use crate::process::Command;
use crate::toolchain::Toolchain;
use name::{CompilerName, ImageHost};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Which compilers to look for.
#[derive(Clone, Debug, Default)]
pub struct WantedCompilers {
    /// Where to look, in the form of `PATH`; without, the environment's.
    pub path: Option<OsString>,
    /// Names, or families, of those that are wanted, see [`Toolchain::is_called`]; empty for all.
    /// What is named and not there is left out with a reason.
    pub only: Vec<String>,
    /// Compilers that were described in a file, besides those on the path. They come first, and
    /// take the place of what has the same name.
    pub described: Vec<Described>,
    /// Where the answers of probes are kept.
    pub cache: ProbeCache,
}

/// What a search for compilers came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Discovery {
    /// Those that can be tested, those of a file first, then by name.
    pub found: Vec<Toolchain>,
    /// Those that cannot, and why.
    pub left_out: Vec<LeftOut>,
}

/// A compiler that is not tested.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// Where it is; empty if nowhere.
    pub path: String,
    /// Why, for people, in one line.
    pub why: String,
    /// The compiler that it is another name of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
}

/// Looks for compilers, and asks each what it can do. Takes about a second.
pub fn discover(wanted: &WantedCompilers) -> Discovery {
    let search = wanted.path.clone().or_else(|| std::env::var_os("PATH"));
    let mut candidates: Vec<Candidate> =
        wanted.described.iter().map(|one| described(one, search.as_ref())).collect();
    let taken: BTreeSet<String> = candidates.iter().map(|one| one.toolchain.name.clone()).collect();
    let on_path = name::all_on_path(search.as_ref());
    candidates.extend(
        on_path
            .into_iter()
            .filter(|(name, _)| !taken.contains(&name.text))
            .map(|(name, path)| on_the_path(name, &path, search.as_ref())),
    );
    in_parallel(&mut candidates, |candidate| {
        if candidate.trouble.is_none() {
            ask_version(candidate);
        }
    });
    let mut doubles = mark_doubles(&mut candidates);
    let unwanted = |one: &Candidate| {
        !wanted.only.is_empty() && !wanted.only.iter().any(|word| one.toolchain.is_called(word))
    };
    let also_named =
        |double: &LeftOut| wanted.only.is_empty() || wanted.only.contains(&double.name);
    // Who asks for a double by its name means the compiler.
    let asked_as_double: BTreeSet<String> = doubles
        .iter()
        .filter(|(double, _)| wanted.only.contains(&double.name))
        .map(|(_, kept)| kept.clone())
        .collect();
    candidates.retain(|one| !unwanted(one) || asked_as_double.contains(&one.toolchain.name));
    doubles.retain(|(double, _)| also_named(double));
    let scratch = scratch();
    in_parallel(&mut candidates, |candidate| {
        if candidate.trouble.is_none() {
            let Candidate { toolchain, sets, .. } = candidate;
            ask(toolchain, sets, &wanted.cache, scratch.as_ref().map(TempDir::path));
            if toolchain.option_sets.is_empty() {
                // The cheapest options say most about why it does not work at all.
                let why = toolchain.left_out.first().map(|set| set.why.clone());
                candidate.trouble = why.or_else(|| Some("there are no options for it".to_owned()));
            }
        }
    });
    conclude(candidates, doubles.into_iter().map(|(double, _)| double).collect(), &wanted.only)
}

fn conclude(candidates: Vec<Candidate>, doubles: Vec<LeftOut>, only: &[String]) -> Discovery {
    let mut discovery = Discovery::default();
    for candidate in candidates {
        match candidate.trouble {
            None => discovery.found.push(candidate.toolchain),
            Some(why) => discovery.left_out.push(LeftOut {
                path: candidate.toolchain.command.first().cloned().unwrap_or_default(),
                name: candidate.toolchain.name,
                why,
                same_as: None,
            }),
        }
    }
    discovery.left_out.extend(doubles);
    for word in only {
        let known = discovery.found.iter().any(|one| one.is_called(word))
            || discovery.left_out.iter().any(|one| one.name == *word);
        if !known {
            discovery.left_out.push(LeftOut {
                name: word.clone(),
                path: String::new(),
                why: "not found on PATH, nor in a file of compilers".to_owned(),
                same_as: None,
            });
        }
    }
    discovery
}

/// A compiler that may turn out to be one.
struct Candidate {
    toolchain: Toolchain,
    /// What its name says; none for those of a file.
    name: Option<CompilerName>,
    /// The option sets to probe it with; those of its family where there are none.
    sets: Vec<Vec<String>>,
    family_known: bool,
    version_known: bool,
    /// Why it cannot be tested.
    trouble: Option<String>,
}

fn described(one: &Described, search: Option<&OsString>) -> Candidate {
    let mut command = one.command.clone();
    let program = command[0].clone();
    let found = find_program_in(&command[0], search.cloned());
    let trouble = match &found {
        Some(path) => {
            command[0] = absolute(path).display().to_string();
            None
        }
        None => Some(format!("there is no program `{}`", command[0])),
    };
    Candidate {
        toolchain: Toolchain {
            name: one.name.clone(),
            family: one.family.clone().unwrap_or_else(|| one.name.clone()),
            version: one.version.clone().unwrap_or_default(),
            program,
            checksum: None,
            command,
            env: one.env.clone(),
            option_sets: Vec::new(),
            left_out: Vec::new(),
            runner: one.runner.clone(),
            network: one.network,
            cross: !one.runner.is_empty(),
            declared_target: one.target,
            compile_limits: one.compile_limits,
            run_limits: one.run_limits,
            fast_path: one.fast_path,
        },
        name: None,
        sets: one.option_sets.clone().unwrap_or_default(),
        family_known: one.family.is_some(),
        version_known: one.version.is_some(),
        trouble,
    }
}

/// Memory for an emulator: it sets aside the whole address space of what it runs, and uses little.
const EMULATOR_MEMORY: u64 = 1 << 40;

fn on_the_path(name: CompilerName, path: &Path, search: Option<&OsString>) -> Candidate {
    let mut run_limits = Toolchain::default_run_limits();
    let mut command = vec![absolute(path).display().to_string()];
    let mut runner = Vec::new();
    let mut trouble = None;
    match name.place() {
        ImageHost::Here => {}
        ImageHost::Emulated { emulators, library } => {
            run_limits.memory = EMULATOR_MEMORY;
            match emulators.iter().find_map(|one| find_program_in(one, search.cloned())) {
                Some(emulator) => {
                    runner = vec![emulator.display().to_string(), "-L".to_owned(), library];
                }
                None => {
                    trouble = Some(format!(
                        "no `{}` on PATH to run its images (Debian: apt-get install qemu-user)",
                        emulators[0]
                    ));
                }
            }
        }
        ImageHost::Simulated(how) => {
            command = how.command(&command[0]);
            match find_program_in(how.program, search.cloned()) {
                Some(simulator) => runner = how.runner(&simulator.display().to_string()),
                None => {
                    trouble = Some(format!(
                        "no `{}` on PATH to run its images (Debian: apt-get install {})",
                        how.program, how.package
                    ));
                }
            }
        }
        ImageHost::Unknown => {
            trouble = Some(format!(
                "nothing is known to run images for {}; describe it with a runner in a file, see \
                 `brinell compilers --help`",
                name.triple.as_deref().unwrap_or_default()
            ));
        }
    }
    let here = matches!(name.place(), ImageHost::Here);
    Candidate {
        toolchain: Toolchain {
            name: name.text.clone(),
            family: name.family.to_owned(),
            version: String::new(),
            // Where a script stands in for it, that is what is called.
            program: called(&name.text, &command),
            checksum: None,
            command,
            env: Vec::new(),
            option_sets: Vec::new(),
            left_out: Vec::new(),
            runner,
            network: false,
            cross: name.machine().is_some(),
            declared_target: None,
            compile_limits: Toolchain::default_compile_limits(),
            run_limits,
            // The linker of tcc is its own, and as fast as any fast path.
            fast_path: here && ["gcc", "clang", "pcc", "chibicc"].contains(&name.family),
        },
        name: Some(name),
        sets: Vec::new(),
        family_known: false,
        version_known: false,
        trouble,
    }
}

/// Asks for the version, and derives from it what was not given.
fn ask_version(candidate: &mut Candidate) {
    let toolchain = &mut candidate.toolchain;
    match version(toolchain) {
        Ok(Version { text, own }) => {
            if !candidate.family_known
                && let Some(family) = family_of(&text)
            {
                family.clone_into(&mut toolchain.family);
            }
            if !candidate.version_known {
                let line = text.lines().next().unwrap_or_default();
                line.trim().clone_into(&mut toolchain.version);
            }
            if !own || candidate.version_known {
                toolchain.checksum = std::fs::read(&toolchain.command[0]).ok().map(|it| cksum(&it));
            }
        }
        Err(trouble) if !candidate.version_known => candidate.trouble = Some(trouble),
        Err(_) => {
            toolchain.checksum = std::fs::read(&toolchain.command[0]).ok().map(|it| cksum(&it));
        }
    }
    if candidate.sets.is_empty() {
        candidate.sets = option_sets(&toolchain.family);
    }
}

/// A version, and whether the compiler said it itself.
struct Version {
    text: String,
    own: bool,
}

/// All that it says about its version. `reproduce.sh` of a bundle asks in the same way.
fn version(toolchain: &Toolchain) -> Result<Version, String> {
    // chibicc does not know the first, nor the second; tcc takes the first for a file.
    for flag in ["--version", "-v"] {
        let mut command = Command::new(&toolchain.command[0])
            .args(&toolchain.command[1..])
            .arg(flag)
            .env("LC_ALL", "C")
            .network(toolchain.network)
            .isolated(true)
            .timeout(Duration::from_secs(20));
        for (name, value) in &toolchain.env {
            command = command.env(name, value);
        }
        let done = command.run().map_err(|error| format!("cannot be run: {error}"))?;
        let text = if done.stdout.is_empty() { &done.stderr } else { &done.stdout };
        let text = String::from_utf8_lossy(text).trim().to_owned();
        if done.end.success() && !text.is_empty() {
            return Ok(Version { text, own: true });
        }
        if done.end.limited() {
            return Err(format!("does not say its version ({})", done.end));
        }
    }
    // A compiler without one is still told from another build of it.
    let hash = std::fs::read(&toolchain.command[0])
        .map(|bytes| blake3::hash(&bytes).to_hex())
        .map_err(|error| format!("cannot be read: {error}"))?;
    let text = format!("{} without a version, its file has hash {}", toolchain.family, &hash[..12]);
    Ok(Version { text, own: false })
}

/// What POSIX's `cksum` prints for these bytes on its standard input: scripts can ask for it.
fn cksum(bytes: &[u8]) -> String {
    let length = bytes.len() as u64;
    let digits = length.to_le_bytes();
    let digits = &digits[..8 - length.leading_zeros() as usize / 8];
    let sum = bytes.iter().chain(digits).fold(0_u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte) << 24, |sum, _| {
            if sum >> 31 == 1 { sum << 1 ^ 0x04C1_1DB7 } else { sum << 1 }
        })
    });
    format!("{} {length}", !sum)
}

/// How a command is called whose program is found by this name on `PATH`, unless it is a script.
fn called(name: &str, command: &[String]) -> String {
    let program = command.first().map_or(name, String::as_str);
    if program.rsplit('/').next() == Some(name) { name.to_owned() } else { program.to_owned() }
}

/// An absolute path, valid in other directories.
fn absolute(path: impl Into<PathBuf>) -> PathBuf {
    let path = path.into();
    std::path::absolute(&path).unwrap_or(path)
}

/// The family by what the version says.
fn family_of(version: &str) -> Option<&'static str> {
    let lower = version.to_lowercase();
    // Clang first: Intel's and others mention both.
    let words = [
        ("clang", "clang"),
        ("intel(r) oneapi", "clang"),
        ("portable c compiler", "pcc"),
        ("tcc version", "tcc"),
        ("free software foundation", "gcc"),
        ("gcc version", "gcc"),
    ];
    words.iter().find(|(word, _)| lower.contains(word)).map(|(_, family)| *family)
}

/// The usual options, cheap ones first.
fn option_sets(family: &str) -> Vec<Vec<String>> {
    let levels: &[&str] = match family {
        "gcc" | "clang" => &["-O0", "-O1", "-O2", "-Os", "-O3"],
        "pcc" => &["", "-O"],
        "cc65" => &["", "-O", "-Oirs"],
        "sdcc" => &["", "--opt-code-speed", "--opt-code-size"],
        _ => &[""],
    };
    let set = |level: &&str| if level.is_empty() { vec![] } else { vec![(*level).to_owned()] };
    levels.iter().map(set).collect()
}

/// Takes out those that are another under a second name; returns them, each with the name of the
/// one that stays.
fn mark_doubles(candidates: &mut Vec<Candidate>) -> Vec<(LeftOut, String)> {
    // The best names first; those of a file, which have none, stay all.
    candidates.sort_by_cached_key(|one| one.name.as_ref().map(CompilerName::rank));
    let mut doubles = Vec::new();
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates.drain(..) {
        let same = candidate.name.as_ref().and_then(|name| {
            kept.iter().find(|other| {
                other.name.as_ref().is_some_and(|other_name| {
                    let (one, two) = (&candidate.toolchain, &other.toolchain);
                    // A wrapper such as ccache is one file for many compilers, which their
                    // versions tell. Who is in trouble already was not asked.
                    let asked = !one.version.is_empty();
                    apart_from_name(&one.version) == apart_from_name(&two.version)
                        && name.machine() == other_name.machine()
                        && ((asked && one.family == two.family)
                            || same_file(&one.command[0], &two.command[0]))
                })
            })
        });
        match same {
            Some(other) => {
                let left_out = LeftOut {
                    path: candidate.toolchain.command[0].clone(),
                    why: format!("the same compiler as {}", other.toolchain.name),
                    same_as: Some(other.toolchain.name.clone()),
                    name: candidate.toolchain.name,
                };
                doubles.push((left_out, other.toolchain.name.clone()));
            }
            None => kept.push(candidate),
        }
    }
    kept.sort_by(|a, b| {
        let key =
            |one: &Candidate| (one.name.is_some(), one.name.as_ref().map(CompilerName::order));
        key(a).cmp(&key(b))
    });
    *candidates = kept;
    doubles
}

/// A version for people: without uninformative words, as sdcc's list of all that it can compile
/// for.
pub fn short_version(version: &str) -> String {
    /// A hash and a date are shorter, and so are most names of targets.
    const LONGEST_WORD: usize = 48;
    let shortened = |word| if str::len(word) > LONGEST_WORD { "…" } else { word };
    version.split(' ').map(shortened).collect::<Vec<_>>().join(" ")
}

/// A version without its first word, in which some repeat the name that they were called by.
fn apart_from_name(version: &str) -> &str {
    version.split_once(' ').map_or(version, |(_, rest)| rest)
}

fn same_file(one: &str, two: &str) -> bool {
    match (Path::new(one).canonicalize(), Path::new(two).canonicalize()) {
        (Ok(one), Ok(two)) => one == two || same_inode(&one, &two),
        _ => false,
    }
}

fn same_inode(one: &Path, two: &Path) -> bool {
    match (one.metadata(), two.metadata()) {
        (Ok(one), Ok(two)) => (one.dev(), one.ino()) == (two.dev(), two.ino()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_fit_a_line() {
        let sdcc = "SDCC : mcs51/z80/z180/r2k/r2ka/r3ka/sm83/tlcs90/ez80_z80/z80n/ds390/TININative 4.2.0 \
                    #13081 (Linux)";
        assert_eq!(short_version(sdcc), "SDCC : … 4.2.0 #13081 (Linux)");
        let gcc = "gcc-12 (Debian 12.2.0-14+deb12u1) 12.2.0";
        assert_eq!(short_version(gcc), gcc);
    }

    #[test]
    fn the_checksum_is_that_of_the_program_cksum() {
        for length in [0, 1, 255, 256, 70_000] {
            let bytes: Vec<u8> = (0..length).map(|i: u32| (i * 7 + i / 256) as u8).collect();
            let done = Command::new("cksum").stdin(bytes.clone()).run().unwrap();
            assert_eq!(cksum(&bytes), String::from_utf8_lossy(&done.stdout).trim());
        }
    }
}
