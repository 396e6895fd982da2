//! Pairs of compilers and option sets: what real options change, and what is kept of it.

use brinell_lang::TargetName;
use brinell_toolchain::{
    Difference, Lack, OptionSet, ProbeCache, Toolchain, WantedCompilers, discover, find_program,
    probe_sets,
};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A compiler of that name without option sets.
fn tool(name: &str) -> Option<Toolchain> {
    let wanted = WantedCompilers { only: vec![name.to_owned()], ..WantedCompilers::default() };
    let mut tool = discover(&wanted).found.into_iter().next()?;
    tool.option_sets.clear();
    Some(tool)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What a compiler is with these options, or why it is left out.
fn ask(tool: &Toolchain, options: &str) -> Result<OptionSet, String> {
    let mut tool = tool.clone();
    probe_sets(std::slice::from_mut(&mut tool), &[words(options)], &ProbeCache::none());
    assert_eq!(tool.option_sets.len() + tool.left_out.len(), 1);
    tool.option_sets.pop().ok_or_else(|| tool.left_out[0].why.clone())
}

#[test]
fn options_change_what_a_compiler_is() {
    for family in ["gcc", "clang"] {
        let Some(tool) = tool(family) else { continue };
        let differs = |options: &str| ask(&tool, options).unwrap().differs;
        let plain = ask(&tool, "-O2").unwrap();
        assert!(plain.lacks.is_empty() && plain.target == TargetName::Lp64, "{plain:?}");
        for silent in [Difference::FloatEvaluation, Difference::RecordLayout, Difference::EnumSize]
        {
            assert!(!plain.differs.contains(&silent), "{plain:?}");
        }
        let new = |options: &str| -> Vec<Difference> {
            differs(options).difference(&plain.differs).copied().collect()
        };
        assert_eq!(new("-O1 -funsigned-char"), [Difference::CharSign]);
        assert_eq!(new("-O1 -fshort-enums"), [Difference::EnumSize]);
        assert_eq!(new("-O2 -fwrapv"), []);
        assert!(new("-O1 -fpack-struct").contains(&Difference::RecordLayout));
        for options in ["-O1 -ffast-math", "-O2 -mfma -ffp-contract=fast", "-mlong-double-64"] {
            // Without the processor for it, the probe dies of an illegal instruction.
            let float = ask(&tool, options);
            let float =
                float.map_or(true, |set| set.differs.contains(&Difference::FloatEvaluation));
            assert!(float, "{family} {options}");
        }
        // What is exact stays so unless other operations are allowed in place of those written.
        for options in ["-O2 -mfma -ffp-contract=fast", "-mlong-double-64", "-O2 -ftrapping-math"] {
            if let Ok(set) = ask(&tool, options) {
                assert!(!set.differs.contains(&Difference::ExactFloats), "{family} {options}");
            }
        }
        for options in [
            "-O1 -ffast-math",
            "-O2 -Ofast",
            "-O2 -freciprocal-math",
            "-O2 -ffinite-math-only",
            "-O2 -fassociative-math -fno-signed-zeros -fno-trapping-math",
        ] {
            let Ok(set) = ask(&tool, options) else { continue };
            assert!(set.differs.contains(&Difference::ExactFloats), "{family} {options}");
        }
    }
    if let Some(clang) = tool("clang") {
        // There, the names of two loops one after the other are in one scope.
        let old = ask(&clang, "-std=c89").unwrap();
        assert!(old.lacks.contains(&Lack::MixedDeclarations), "{old:?}");
    }
    let Some(gcc) = tool("gcc") else { return };
    let old = ask(&gcc, "-std=c89").unwrap();
    assert!(old.lacks.contains(&Lack::InlineFunctions), "{old:?}");
}

#[test]
fn another_data_model_is_found() {
    let Some(gcc) = tool("gcc") else { return };
    match ask(&gcc, "-O1 -m32") {
        Ok(set) => {
            assert_eq!(set.target, TargetName::Ilp32);
            assert!(!set.differs.contains(&Difference::RecordLayout), "{set:?}");
            let x87 = ask(&gcc, "-O1 -m32 -mfpmath=387 -mno-sse").unwrap();
            assert!(x87.differs.contains(&Difference::FloatEvaluation), "{x87:?}");
            assert!(!x87.differs.contains(&Difference::ExactFloats), "{x87:?}");
        }
        Err(why) => println!("skipped: no -m32 here: {why}"),
    }
}

#[test]
fn what_is_refused_or_does_not_run_is_left_out() {
    for family in ["gcc", "clang"] {
        let Some(tool) = tool(family) else { continue };
        assert!(ask(&tool, "-O1 -fno-such-option").unwrap_err().contains("-fno-such-option"));
        assert!(ask(&tool, "-c").is_err());
        assert!(ask(&tool, "-nostartfiles").is_err());
    }
}

/// A compiler that logs how often it is called, by its options.
struct Logged {
    dir: tempfile::TempDir,
    tool: Toolchain,
}

impl Logged {
    fn new() -> Option<Self> {
        let gcc = tool("gcc")?;
        let dir = tempfile::tempdir().unwrap();
        let script = dir.path().join("logged");
        let log = dir.path().join("log");
        let real = find_program(&gcc.command[0]).unwrap();
        let text =
            format!("#!/bin/sh\necho $* >> {}\nexec {} \"$@\"\n", log.display(), real.display());
        write_script(&script, &text);
        let command = vec![script.display().to_string()];
        Some(Self { tool: Toolchain { command, ..gcc }, dir })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// How often it compiled something to probe it with these options.
    fn compilations(&self, options: &str, cache: &ProbeCache) -> usize {
        let log = self.path("log");
        let _ = fs::remove_file(&log);
        let mut tool = self.tool.clone();
        probe_sets(std::slice::from_mut(&mut tool), &[words(options)], cache);
        assert_eq!(tool.option_sets.len(), 1, "{tool:?}");
        assert_eq!(tool.option_sets[0].options, words(options));
        assert_eq!(tool.option_sets[0].target, TargetName::Lp64);
        let log = fs::read_to_string(log).unwrap_or_default();
        log.lines().filter(|line| line.contains("probe.c")).count()
    }

    /// The files of a cache.
    fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.path("cache")).into_iter().flatten().flatten();
        files.map(|entry| entry.path()).collect()
    }
}

fn write_script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_pair_is_probed_once() {
    let Some(logged) = Logged::new() else { return };
    let cache = ProbeCache::at(logged.path("cache"));
    let first = logged.compilations("-O1", &cache);
    assert!(first > 0);
    assert_eq!(logged.compilations("-O1", &cache), 0);
    // Other options are another pair.
    assert_eq!(logged.compilations("-O2", &cache), first);
    assert_eq!(logged.compilations("-O2", &cache), 0);
    assert_eq!(logged.compilations("-O2", &ProbeCache::none()), first);
}

#[test]
fn what_was_kept_is_as_it_was_found() {
    let Some(logged) = Logged::new() else { return };
    let cache = ProbeCache::at(logged.path("cache"));
    let sets = [words("-funsigned-char"), words("-fno-such-option")];
    let mut tools = [logged.tool.clone(), logged.tool.clone()];
    for tool in &mut tools {
        probe_sets(std::slice::from_mut(tool), &sets, &cache);
    }
    assert_eq!(tools[0], tools[1]);
    assert!(tools[0].option_sets[0].differs.contains(&Difference::CharSign));
    assert_eq!(tools[0].left_out.len(), 1);
}

#[test]
fn a_changed_compiler_is_probed_anew() {
    let Some(mut logged) = Logged::new() else { return };
    let cache = ProbeCache::at(logged.path("cache"));
    let first = logged.compilations("-O1", &cache);
    let script = logged.path("logged");
    let text = fs::read_to_string(&script).unwrap();
    write_script(&script, &format!("{text}# another build\n"));
    assert_eq!(logged.compilations("-O1", &cache), first);
    assert_eq!(logged.compilations("-O1", &cache), 0);
    logged.tool.version.push_str(" of today");
    assert_eq!(logged.compilations("-O1", &cache), first);
    logged.tool.env.push(("KEY".to_owned(), "value".to_owned()));
    assert_eq!(logged.compilations("-O1", &cache), first);
}

#[test]
fn a_cache_that_is_broken_or_old_only_costs_time() {
    let Some(logged) = Logged::new() else { return };
    let cache = ProbeCache::at(logged.path("cache"));
    let first = logged.compilations("-O1", &cache);
    for broken in ["", "{}", "nonsense", "{\"key\": 1}"] {
        for file in logged.files() {
            fs::write(file, broken).unwrap();
        }
        assert_eq!(logged.compilations("-O1", &cache), first, "{broken}");
        assert_eq!(logged.compilations("-O1", &cache), 0, "{broken}");
    }
    // A word that nobody knows any more.
    for file in logged.files() {
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, text.replace("\"lp64\"", "\"vax\"")).unwrap();
    }
    assert_eq!(logged.compilations("-O1", &cache), first);
    for file in logged.files() {
        let before = SystemTime::now() - Duration::from_hours(48);
        fs::File::options().write(true).open(file).unwrap().set_modified(before).unwrap();
    }
    assert_eq!(logged.compilations("-O1", &cache), first);
    // A file where a directory should be.
    fs::write(logged.path("file"), "").unwrap();
    let none = ProbeCache::at(logged.path("file").join("cache"));
    assert_eq!(logged.compilations("-O1", &none), first);
    assert_eq!(logged.compilations("-O1", &none), first);
}
