//! The fast path from a program to what it prints: no driver, no linker, no compiler start-up.
//!
//! **Invariant: the fast path says "fine" or nothing.** It may say that a program does what it must.
//! Any other result here only means that the compiler's own command has to be run; it never becomes a
//! finding. Nor does "fine" say anything about other compilers: before it may count as an opinion that
//! turns another compiler's answer into wrong code, the compiler's own command has to confirm it
//! (`judge` does not count it as an opinion).
//!
//! Normally a program goes through the compiler's driver and everything that it calls. For a small
//! program most of that time is not spent on the program: the linker searches libraries, clang starts
//! twice, which takes longer than its actual work, and gcc initialises itself. Here the compiler only
//! writes object files (`-c`), gcc and clang in processes that have already started ([`line`],
//! [`Server`]); these are laid out in memory as a linker would do it (`link`), and a small program
//! runs them (`helpers/loader.rs`).
//!
//! Processes are started by `toolchain` only. The helpers are programs of their own, the only ones
//! besides `toolchain` with `unsafe` in them.

mod line;
mod link;

use brinell_toolchain::{ChildEnd, FinishedProcess, ForkAt, Server, Toolchain};
use line::CompilerLine;
use link::LoadAddress;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

const FORK_SERVER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/fork_server.so"));
const LOADER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/loader"));

/// The file with a program that is laid out.
const PLAN: &str = "brinell.plan";
/// How often a server compiles before a fresh one takes its place: all its children have their
/// memory at the same addresses, and what a compiler does should not always depend on the same.
const RENEWED_AFTER: u32 = 200;
/// How often the fast path may have led nowhere, and how much of the time, before it is given up.
const MISTAKES: u32 = 3;
const SHARE_OF_MISTAKES: u32 = 4;

/// The fast path of one worker.
pub struct FastPath {
    helpers: PathBuf,
    /// Compilers that wait for a program of that name, with their options.
    lines: BTreeMap<LineKey, Serving<CompilerLine>>,
    /// Compilers that wait for any arguments, by their names.
    servers: BTreeMap<String, Serving<Server>>,
    /// Whether images are loaded at an address that is fixed.
    fixed: BTreeMap<PairKey, bool>,
    /// The result so far.
    records: BTreeMap<PairKey, TrackRecord>,
    refusal: String,
}

/// The name of a compiler, and its options.
type PairKey = (String, Vec<String>);
/// With the name of a file.
type LineKey = (PairKey, PathBuf);

/// Where objects are loaded.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Load {
    /// In the first two gigabytes.
    Low,
    /// Above four gigabytes, as images are that can be loaded anywhere: addresses that were cut to
    /// 32 bits do not work there. Images at a fixed address are low all the same.
    High,
}

/// How often it was taken, and how often that was for nothing.
#[derive(Copy, Clone, Debug, Default)]
struct TrackRecord {
    taken: u32,
    mistakes: u32,
}

/// What serves, with the number of its requests; none if it cannot be had.
struct Serving<T> {
    server: Option<T>,
    served: u32,
}

/// Object files that a compiler made.
pub struct Objects {
    paths: Vec<PathBuf>,
}

impl FastPath {
    /// Puts the helpers into a directory, from which they can be executed.
    pub fn new(helpers: &Path) -> io::Result<Self> {
        if LOADER.is_empty() {
            return Err(io::Error::other("there is none for this kind of computer"));
        }
        std::fs::create_dir_all(helpers)?;
        std::fs::write(helpers.join("fork_server.so"), FORK_SERVER)?;
        let loader = helpers.join("loader");
        std::fs::write(&loader, LOADER)?;
        std::fs::set_permissions(&loader, std::fs::Permissions::from_mode(0o755))?;
        Ok(Self {
            helpers: helpers.to_owned(),
            lines: BTreeMap::new(),
            servers: BTreeMap::new(),
            fixed: BTreeMap::new(),
            records: BTreeMap::new(),
            refusal: String::new(),
        })
    }

    /// Whether it is to be taken.
    pub fn is_open(&self, tool: &Toolchain, options: &[String]) -> bool {
        let hopeless = |record: &TrackRecord| {
            record.mistakes >= MISTAKES
                && record.mistakes.saturating_mul(SHARE_OF_MISTAKES) >= record.taken
        };
        let key = pair(tool, options);
        tool.fast_path && tool.runner.is_empty() && !self.records.get(&key).is_some_and(hopeless)
    }

    /// Records that it failed although the compiler's own command found nothing wrong. If that happens too
    /// often, it is not taken again.
    pub fn was_mistaken(&mut self, tool: &Toolchain, options: &[String]) {
        self.record(tool, options).mistakes += 1;
    }

    fn record(&mut self, tool: &Toolchain, options: &[String]) -> &mut TrackRecord {
        self.records.entry(pair(tool, options)).or_default()
    }

    /// Compiles source files, whose names are relative to `dir`, to object files there. Also says
    /// what CPU time that took.
    pub fn compile(
        &mut self,
        tool: &Toolchain,
        options: &[String],
        sources: &[PathBuf],
        dir: &Path,
    ) -> (Duration, Option<Objects>) {
        let paths: Vec<_> = sources.iter().map(|source| source.with_extension("o")).collect();
        self.record(tool, options).taken += 1;
        let Ok(answer) = self.run_compiler(tool, options, sources, dir) else {
            return (Duration::ZERO, None);
        };
        let there = paths.iter().all(|path| dir.join(path).is_file());
        (answer.cpu, (answer.success && there).then_some(Objects { paths }))
    }

    /// Whether a compiler waits for a file of that name.
    pub fn is_waiting(&self, tool: &Toolchain, options: &[String], source: &Path) -> bool {
        let key = (pair(tool, options), source.to_owned());
        self.lines.get(&key).is_some_and(|line| line.server.is_some())
    }

    /// By those who have started before, if there are any.
    fn run_compiler(
        &mut self,
        tool: &Toolchain,
        options: &[String],
        sources: &[PathBuf],
        dir: &Path,
    ) -> io::Result<ChildEnd> {
        let library = self.helpers.join("fork_server.so");
        if let [source] = sources {
            let key = (pair(tool, options), source.clone());
            let start = || CompilerLine::start(tool, options, source, &self.helpers, &library);
            let line = self.lines.entry(key.clone()).or_default();
            if let Some(line) = line.next(start) {
                let answer = line.compile(dir, &tool.compile_limits);
                if answer.is_err() {
                    // Killed, or no longer to be trusted.
                    self.lines.remove(&key);
                }
                return answer;
            }
        }
        let command = tool.object_command(options, sources, dir);
        // Of gcc it is the driver, whose start is not what takes time.
        if tool.family == "clang" {
            let start = || Server::start(&command, &library, ForkAt::Main);
            let server = self.servers.entry(tool.name.clone()).or_default();
            if let Some(server) = server.next(start) {
                let answer = server.run(&command);
                if answer.is_err() {
                    self.servers.remove(&tool.name);
                }
                return answer;
            }
        }
        let done = command.run()?;
        Ok(ChildEnd { success: done.end.success(), cpu: done.cpu })
    }

    /// Runs object files as a program. Nothing if that needs a linker.
    pub fn run(
        &mut self,
        tool: &Toolchain,
        options: &[String],
        objects: &Objects,
        load: Load,
        dir: &Path,
    ) -> Option<FinishedProcess> {
        let place = match load {
            _ if self.is_fixed(tool, options)? => LoadAddress::Fixed,
            Load::Low => LoadAddress::Low,
            Load::High => LoadAddress::High,
        };
        let read = |path: &PathBuf| std::fs::read(dir.join(path)).ok();
        let objects: Vec<_> = objects.paths.iter().map(read).collect::<Option<_>>()?;
        let plan = match link::link(&objects, place) {
            Ok(plan) => plan,
            Err(link::LinkRefused(why)) => {
                self.refusal = why;
                return None;
            }
        };
        std::fs::write(dir.join(PLAN), plan).ok()?;
        let loader = self.helpers.join("loader");
        let done = tool.execute_command(&loader, &[PLAN], dir).run().ok()?;
        if done.stderr.starts_with(b"brinell loader: ") {
            String::from_utf8_lossy(&done.stderr).trim_end().clone_into(&mut self.refusal);
            return None;
        }
        Some(done)
    }

    /// Why object files were not run, the last time they were not.
    pub fn last_refusal(&self) -> &str {
        &self.refusal
    }

    /// Whether a compiler's images are loaded at an address that is fixed: those may have addresses of
    /// 32 bits in them.
    fn is_fixed(&mut self, tool: &Toolchain, options: &[String]) -> Option<bool> {
        if let Some(&fixed) = self.fixed.get(&pair(tool, options)) {
            return Some(fixed);
        }
        let image = self.helpers.join("fixed");
        let source = PathBuf::from("fixed.c");
        std::fs::write(self.helpers.join(&source), "int main(void) { return 0; }\n").ok()?;
        let done = tool.build(options, &[source], &self.helpers, &image).ok()?;
        let bytes = std::fs::read(&image).ok().filter(|_| done.end.success())?;
        // The kind of an ELF file: executable, and not shared.
        let fixed = bytes.get(16..18)? == [2, 0];
        self.fixed.insert(pair(tool, options), fixed);
        std::fs::remove_file(&image).ok()?;
        Some(fixed)
    }
}

fn pair(tool: &Toolchain, options: &[String]) -> PairKey {
    (tool.name.clone(), options.to_vec())
}

impl fmt::Debug for FastPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FastPath")
            .field("helpers", &self.helpers)
            .field("lines", &self.lines.keys())
            .field("servers", &self.servers.keys())
            .field("fixed", &self.fixed)
            .field("records", &self.records)
            .field("refusal", &self.refusal)
            .finish()
    }
}

impl<T> Default for Serving<T> {
    fn default() -> Self {
        Self { server: None, served: 0 }
    }
}

impl<T> Serving<T> {
    /// Who serves the next request: a new one for the first, and when the old one is worn out.
    fn next(&mut self, start: impl FnOnce() -> io::Result<T>) -> Option<&mut T> {
        if self.served.is_multiple_of(RENEWED_AFTER) {
            self.server = None;
            self.server = start().ok();
        }
        self.served += 1;
        self.server.as_mut()
    }
}
