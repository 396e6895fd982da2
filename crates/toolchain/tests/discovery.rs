//! Discovery over search paths made of fakes, links and real compilers.

use brinell_lang::TargetName;
use brinell_toolchain::{
    Difference, Discovery, End, Lack, ProbeCache, Toolchain, WantedCompilers, code_bytes, discover,
    find_program, fingerprint, from_toml,
};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use tempfile::TempDir;

/// A directory to search, with scripts in it.
struct Bin {
    dir: TempDir,
}

impl Bin {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn script(&self, name: &str, text: &str) -> &Self {
        let path = self.dir.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn link(&self, name: &str, to: impl AsRef<Path>) -> &Self {
        symlink(to, self.dir.path().join(name)).unwrap();
        self
    }

    /// A compiler that calls the real one and says another version.
    fn wrapper(&self, name: &str, version: &str) -> &Self {
        let gcc = find_program("gcc").unwrap();
        let text = format!(
            "case $1 in --version) echo '{version}'; exit;; esac\nexec {} \"$@\"",
            gcc.display()
        );
        self.script(name, &text)
    }

    fn discover(&self, only: &[&str]) -> Discovery {
        discover(&WantedCompilers {
            path: Some(self.dir.path().into()),
            only: only.iter().map(ToString::to_string).collect(),
            // Fakes come and go.
            cache: ProbeCache::none(),
            described: Vec::new(),
        })
    }
}

fn names(discovery: &Discovery) -> Vec<&str> {
    discovery.found.iter().map(|one| one.name.as_str()).collect()
}

fn why<'a>(discovery: &'a Discovery, name: &str) -> &'a str {
    let left_out = discovery.left_out.iter().find(|one| one.name == name);
    &left_out.unwrap_or_else(|| panic!("{name} is not left out: {discovery:?}")).why
}

fn has_gcc() -> bool {
    find_program("gcc").is_some()
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let found = Bin::new().discover(&[]);
    assert!(found.found.is_empty() && found.left_out.is_empty());
    let found = Bin::new().discover(&["gcc"]);
    assert!(why(&found, "gcc").contains("not found"));
}

#[test]
fn one_compiler_under_many_names_is_one() {
    if !has_gcc() {
        return;
    }
    let bin = Bin::new();
    bin.wrapper("gcc-9", "gcc-9 (Test) 9.9.9 Free Software Foundation");
    bin.link("gcc", "gcc-9").link("cc", "gcc").link("x86_64-linux-gnu-gcc", "gcc-9");
    // The same again as another file.
    bin.wrapper("gcc-9.9", "gcc-9.9 (Test) 9.9.9 Free Software Foundation");
    bin.wrapper("gcc-8", "gcc-8 (Test) 8.8.8 Free Software Foundation");
    bin.script("gcc-ar", "exit 1");
    let found = bin.discover(&[]);
    assert_eq!(names(&found), ["gcc-8", "gcc-9.9"]);
    for name in ["gcc", "cc", "gcc-9"] {
        assert_eq!(why(&found, name), "the same compiler as gcc-9.9");
    }
    // By a name that is another's, and by family.
    assert_eq!(names(&bin.discover(&["cc"])), ["gcc-9.9"]);
    assert_eq!(names(&bin.discover(&["gcc-8"])), ["gcc-8"]);
    assert_eq!(names(&bin.discover(&["gcc"])).len(), 2);
    assert!(names(&bin.discover(&["clang"])).is_empty());
}

#[test]
fn cc_is_a_compiler_if_it_is_no_other() {
    if !has_gcc() {
        return;
    }
    let bin = Bin::new();
    bin.wrapper("cc", "Strange C 1.0");
    let found = bin.discover(&[]);
    assert_eq!(names(&found), ["cc"]);
    assert_eq!(found.found[0].version, "Strange C 1.0");
    assert_eq!(found.found[0].family, "cc");
}

#[test]
fn what_does_not_work_is_left_out_with_its_words() {
    let bin = Bin::new();
    let version = |body: &str| format!("case $1 in --version) echo $0; exit;; esac\n{body}");
    bin.script("gcc-1", &version("echo 'x.c:1: error: no memory of C' >&2; exit 1"));
    bin.script("gcc-2", &version("exit 0"));
    bin.script("gcc-3", &version("kill -SEGV $$"));
    bin.script(
        "gcc-4",
        &version("printf '#!/bin/sh\\necho nonsense' > probe.exe; chmod +x probe.exe"),
    );
    let shell = "#!/bin/sh\\necho brinell probe";
    bin.script("gcc-5", &version(&format!("printf '{shell}' > probe.exe; chmod +x probe.exe")));
    bin.script("gcc-6", &version("printf '\\177ELF' > probe.exe; chmod +x probe.exe"));
    bin.script("avr-gcc", &version("exit 0"));
    bin.script("msp430-gcc", &version("exit 0"));
    bin.script("riscv64-linux-gnu-gcc", &version("exit 0"));
    let found = bin.discover(&[]);
    assert!(found.found.is_empty(), "{found:?}");
    assert!(why(&found, "gcc-1").contains("error: no memory of C"));
    assert!(why(&found, "gcc-2").contains("writes no file"));
    assert!(why(&found, "gcc-3").contains("signal 11"));
    assert!(why(&found, "gcc-4").contains("prints nothing"));
    assert!(why(&found, "gcc-5").contains("exits with 3"));
    assert!(why(&found, "gcc-6").contains("do not run on this host"));
    assert!(why(&found, "avr-gcc").contains("no `simavr` on PATH"));
    assert!(why(&found, "msp430-gcc").contains("images for msp430"));
    assert!(why(&found, "riscv64-linux-gnu-gcc").contains("qemu-riscv64"));
}

/// A compiler that behaves like gcc, but for what a filter does to its source.
fn odd(filter: &str) -> Option<Toolchain> {
    let gcc = find_program("gcc")?;
    let bin = Bin::new();
    let text = format!(
        "case $1 in --version) echo odd; exit;; esac\nfor f in \"$@\"; do case $f in *.c) \
         {filter};; esac; done\nexec {} \"$@\"",
        gcc.display()
    );
    bin.script("odd", &text);
    // One option set is enough: each is asked anew.
    let file = "[[compiler]]\nname = \"odd\"\ncommand = \"odd\"\noptions = [[]]\n";
    let mut found = discover(&WantedCompilers {
        path: Some(bin.dir.path().into()),
        described: from_toml(file, "odd.toml").unwrap(),
        cache: ProbeCache::none(),
        ..WantedCompilers::default()
    });
    assert_eq!(names(&found), ["odd"], "{found:?}");
    found.found.pop()
}

#[test]
fn what_a_compiler_lacks_is_found() {
    let Some(odd) = odd(
        "if grep -q 'packed\\|_Bool' $f; then echo 'x.c:1: error: what is that' >&2; exit 1; fi",
    ) else {
        return;
    };
    let expected = [Lack::BoolType, Lack::PackedStructs];
    let set = &odd.option_sets[0];
    assert_eq!(set.lacks.iter().copied().collect::<Vec<_>>(), expected);
    assert_eq!(set.target, TargetName::Lp64);
}

#[test]
fn a_crash_is_no_lack() {
    let Some(odd) = odd("if grep -q _Bool $f; then kill -SEGV $$; fi") else { return };
    assert!(odd.option_sets[0].lacks.is_empty(), "{odd:?}");
}

#[test]
fn what_a_compiler_chose_is_found() {
    let Some(odd) = odd("sed -i 's/__attribute__((packed))//; s/(char)-1/(unsigned char)-1/' $f")
    else {
        return;
    };
    let odd = &odd.option_sets[0];
    assert!(odd.lacks.is_empty(), "{:?}", odd.lacks);
    assert!(odd.differs.contains(&Difference::Packing));
    assert!(odd.differs.contains(&Difference::CharSign));
    assert!(!odd.differs.contains(&Difference::BitFieldLayout));
}

#[test]
fn files_describe_compilers() {
    if !has_gcc() {
        return;
    }
    let text = r#"
        [[compiler]]
        name = "narrow"
        command = ["gcc", "-m64"]
        options = [["-O1"], []]
        runner = ["env", "RUN_BY=us"]
        env = { GREETING = "hello" }
        run_limits = { seconds = 100 }

        [[compiler]]
        name = "wrong"
        command = "gcc"
        target = "ilp32"

        [[compiler]]
        name = "absent"
        command = "no-such-compiler"
    "#;
    let described = from_toml(text, "my.toml").unwrap();
    let found =
        discover(&WantedCompilers { only: vec![], described, ..WantedCompilers::default() });
    let narrow = &found.found[0];
    assert_eq!((narrow.name.as_str(), narrow.family.as_str()), ("narrow", "gcc"));
    let sets: Vec<_> = narrow.option_sets.iter().map(|set| set.options.clone()).collect();
    assert_eq!(sets, [vec!["-O1".to_owned()], vec![]]);
    assert_eq!(narrow.run_limits.wall.as_secs(), 100);
    assert!(narrow.option_sets.iter().all(|set| set.target == TargetName::Lp64));
    assert!(why(&found, "wrong").contains("target ilp32"));
    assert!(why(&found, "absent").contains("no-such-compiler"));
}

#[test]
fn programs_in_a_file_are_looked_for_from_its_directory() {
    let place = Bin::new();
    let Some(tcc) = find_program("tcc") else {
        println!("skipped: no tcc");
        return;
    };
    fs::create_dir(place.dir.path().join("built")).unwrap();
    place.script("built/mine", &format!("exec {} \"$@\"", tcc.display()));
    place.script("run.sh", "exec \"$@\"");
    let text = "[[compiler]]\nname = \"mine\"\ncommand = \"built/mine\"\nversion = \"mine 7\"\n\
                runner = [\"./run.sh\"]\n[[compiler]]\nname = \"named\"\ncommand = \"tcc\"\n";
    let file = place.dir.path().join("my.toml").display().to_string();
    let described = from_toml(text, &file).unwrap();
    let only = vec!["mine".to_owned(), "named".to_owned()];
    let found = discover(&WantedCompilers { only, described, ..WantedCompilers::default() }).found;
    let [mine, named] = &found[..] else { panic!("{found:?}") };
    let path = place.dir.path().join("built/mine").display().to_string();
    assert_eq!((&mine.program, &mine.command[0]), (&path, &path));
    assert_eq!((mine.version.as_str(), mine.family.as_str()), ("mine 7", "tcc"));
    assert_eq!(mine.runner, [place.dir.path().join("run.sh").display().to_string()]);
    // Whoever asks it for its version hears another: its file tells it from others.
    assert!(mine.checksum.is_some());
    assert_eq!((named.program.as_str(), &named.checksum), ("tcc", &None));
    assert!(named.command[0].ends_with("/tcc") && named.version.contains("tcc version"));
    // One that says no version is known by its file, too.
    if let Some(chibicc) = installed().iter().find(|one| one.name == "chibicc") {
        assert!(chibicc.checksum.is_some(), "{chibicc:?}");
    }
}

#[test]
fn mistakes_in_files_have_a_place() {
    let wrong = |text: &str| from_toml(text, "f.toml").unwrap_err().to_string();
    let compiler =
        |rest: &str| wrong(&format!("[[compiler]]\nname = \"a\"\ncommand = \"b\"\n{rest}"));
    assert!(wrong("").starts_with("f.toml:1:1: no compiler"));
    assert!(wrong("x = [").starts_with("f.toml:1:"));
    assert!(wrong("compilers = 3").contains("unknown key `compilers`"));
    assert!(wrong("compiler = 3").contains("[[compiler]]"));
    assert!(wrong("[[compiler]]\nname = \"a\"").contains("needs `command`"));
    assert!(wrong("[[compiler]]\ncommand = \"a\"").contains("needs `name`"));
    assert!(
        compiler("option = []").starts_with("f.toml:4:1: unknown key `option`; a compiler has")
    );
    assert!(compiler("options = [\"-O2\"]").starts_with("f.toml:4:11: `options` is an array of"));
    assert!(compiler("target = \"vax\"").contains("f.toml:4:10: `target` is one of \"lp64\""));
    assert!(compiler("env = { A = 1 }").contains("`env` is a table of texts"));
    assert!(compiler("network = 1").contains("true or false"));
    assert!(
        compiler("run_limits = { second = 1 }").contains("4:16: unknown limit `second`; there")
    );
    assert!(compiler("run_limits = { seconds = -1 }").contains("a whole number from 1"));
    let twice = "[[compiler]]\nname = \"a\"\ncommand = \"b\"\n".repeat(2);
    assert!(wrong(&twice).starts_with("f.toml:5:8: there are two compilers named `a`"));
}

/// All that is really installed here for computers of this size.
fn installed() -> Vec<Toolchain> {
    let mut found = discover(&WantedCompilers::default()).found;
    found.retain(|one| one.option_sets[0].target != TargetName::Ip16);
    found
}

#[test]
fn compilers_for_small_computers_are_found_with_their_simulators() {
    let found = discover(&WantedCompilers::default()).found;
    for (family, name, simulator) in
        [("gcc", "avr-gcc", "simavr"), ("cc65", "cl65", "sim65"), ("sdcc", "sdcc", "sz80")]
    {
        let here = |program: &str| {
            std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
                .any(|dir| dir.join(program).is_file())
        };
        if !here(name) || !here(simulator) {
            println!("skipped: no {name} with {simulator} here");
            continue;
        }
        let one = found.iter().find(|one| one.family == family && one.name.starts_with(name));
        let one = one.unwrap_or_else(|| panic!("{name} is not found"));
        let dir = tempfile::tempdir().unwrap();
        let (source, image) = (dir.path().join("a.c"), dir.path().join("a.image"));
        fs::write(
            &source,
            "int putchar(int);
             static void put(const char *text) { while (*text) putchar(*text++); }
             int main(void) {
                 put(\"one. two\\nchecksum = 1A\\n@001\\n%s\\\\\");
                 putchar(0); putchar(27); putchar(200);
                 return 259;
             }",
        )
        .unwrap();
        for set in &one.option_sets {
            assert_eq!(set.target, TargetName::Ip16);
            let built =
                one.build(&set.options, std::slice::from_ref(&source), dir.path(), &image).unwrap();
            assert!(built.end.success(), "{}", String::from_utf8_lossy(&built.stderr));
            let ran = one.execute(&image, &[], dir.path()).unwrap();
            assert_eq!(ran.stdout, b"one. two\nchecksum = 1A\n@001\n%s\\\0\x1b\xc8", "{name}");
            assert_eq!(ran.end, End::Exit(3));
        }
    }
}

#[test]
fn real_compilers_are_what_they_are() {
    for one in installed() {
        assert!(!one.version.is_empty() && !one.option_sets.is_empty(), "{one:?}");
        if ["gcc", "clang", "tcc"].contains(&one.family.as_str()) {
            for set in &one.option_sets {
                let tcc = one.family.as_str() == "tcc";
                let expected = |lack: &Lack| tcc && *lack == Lack::Int128;
                assert!(set.lacks.iter().all(expected), "{one:?}");
                // Of other computers' compilers some pack otherwise.
                assert!(
                    !one.runner.is_empty() || !set.differs.contains(&Difference::Packing),
                    "{one:?}"
                );
            }
        }
    }
}

#[test]
fn fingerprints_are_of_what_is_loaded() {
    let dir = tempfile::tempdir().unwrap();
    let print = |one: &Toolchain, text: &str, image: &str, options: &[String]| {
        let (source, image) = (dir.path().join("a.c"), dir.path().join(image));
        fs::write(&source, text).unwrap();
        let done = one.build(options, &[source], dir.path(), &image).unwrap();
        assert!(done.end.success(), "{}", String::from_utf8_lossy(&done.stderr));
        fingerprint(&image).unwrap()
    };
    let text = "int puts(const char *); int main(void) { return puts(\"one\"); }";
    for one in installed() {
        let options = &one.option_sets[0].options;
        let first = print(&one, text, "first", options);
        assert_eq!(first, print(&one, text, "second-with-a-longer-name", options), "{one:?}");
        let other = print(&one, &text.replace("one", "two"), "third", options);
        assert_ne!(first, other, "{one:?}");
        if one.family == "gcc" {
            let other_labels = ["-Wl,--build-id=0x1234", "-fno-ident", "-g"].map(str::to_owned);
            for label in other_labels {
                let options = [options.clone(), vec![label.clone()]].concat();
                // An id of another length moves what follows it; this one has a length of its own.
                if !label.contains("build-id") {
                    assert_eq!(first, print(&one, text, "fourth", &options), "{label}");
                }
            }
            let with_id = |id: &str| {
                let options = [options.clone(), vec![format!("-Wl,--build-id=0x{id}")]].concat();
                print(&one, text, "fifth", &options)
            };
            assert_eq!(with_id("1234"), with_id("5678"));
        }
    }
}

#[test]
fn fingerprints_of_what_is_no_image_are_of_all_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let print = |bytes: &[u8]| {
        let path = dir.path().join("a");
        fs::write(&path, bytes).unwrap();
        fingerprint(&path).unwrap()
    };
    assert_eq!(print(b"#!/bin/sh\n"), print(b"#!/bin/sh\n"));
    assert_ne!(print(b"#!/bin/sh\n"), print(b"#!/bin/sh\n "));
    assert_ne!(print(b"\x7fELF"), print(b"\x7fELF "));
    // A file that lies about itself is no image either, and no panic.
    let mut broken = fs::read("/bin/sh").unwrap();
    broken[32..64].fill(0xff);
    assert_ne!(print(&broken), print(&broken[1..]));
}

#[test]
fn code_is_counted_without_data() {
    let dir = tempfile::tempdir().unwrap();
    let (source, image) = (dir.path().join("a.c"), dir.path().join("a"));
    let code = |one: &Toolchain, text: &str| {
        fs::write(&source, text).unwrap();
        let done = one
            .build(&one.option_sets[0].options, std::slice::from_ref(&source), dir.path(), &image)
            .unwrap();
        assert!(done.end.success(), "{}", String::from_utf8_lossy(&done.stderr));
        code_bytes(&image).unwrap().unwrap()
    };
    for one in installed().iter().filter(|one| ["gcc", "clang"].contains(&one.family.as_str())) {
        let small = code(one, "int a; int main(void) { return a; }");
        let data = code(one, "int a[9999] = {1}; int main(void) { return a[0]; }");
        let work = "a += a / 3;".repeat(100);
        let large = code(one, &format!("int a; int main(void) {{ {work} return a; }}"));
        assert!(data < small + 100, "{small} {data}");
        assert!(large > small + 500, "{small} {large}");
    }
    fs::write(&image, "no image").unwrap();
    assert_eq!(code_bytes(&image).unwrap(), None);
}
