//! The fast path does what the usual way does, or says that it cannot.

use brinell_fastpath::{FastPath, Load};
use brinell_toolchain::{
    Discovery, End, FinishedProcess, OptionSet, Toolchain, WantedCompilers, discover, find_program,
};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;
use tempfile::TempDir;

/// A directory with source files, and a fast path.
struct Place {
    dir: TempDir,
    sources: Vec<PathBuf>,
    fast_path: FastPath,
}

impl Place {
    fn new(texts: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let fast_path = FastPath::new(&dir.path().join("helpers")).unwrap();
        let mut place = Self { dir, sources: Vec::new(), fast_path };
        place.write(texts);
        place
    }

    fn write(&mut self, texts: &[&str]) {
        let names = (0..texts.len()).map(|number| PathBuf::from(format!("test_{number}.c")));
        self.sources = names.collect();
        for (name, text) in self.sources.iter().zip(texts) {
            std::fs::write(self.dir.path().join(name), text).unwrap();
        }
        for name in &self.sources {
            let _ = std::fs::remove_file(self.dir.path().join(name).with_extension("o"));
        }
    }

    fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// What the program does on the fast path.
    fn on_fast_path(&mut self, tool: &Toolchain, options: &[String]) -> Option<FinishedProcess> {
        let dir = self.dir.path();
        let (_, objects) = self.fast_path.compile(tool, options, &self.sources, dir);
        let objects = objects?;
        let low = self.fast_path.run(tool, options, &objects, Load::Low, dir)?;
        let high = self.fast_path.run(tool, options, &objects, Load::High, dir)?;
        assert_eq!((low.end, &low.stdout), (high.end, &high.stdout));
        Some(high)
    }

    /// What it does when it is linked.
    fn usually(&self, tool: &Toolchain, options: &[String]) -> FinishedProcess {
        let image = self.dir().join("image");
        let built = tool.build(options, &self.sources, self.dir(), &image).unwrap();
        assert!(built.end.success(), "{}", String::from_utf8_lossy(&built.stderr));
        tool.execute(&image, &[], self.dir()).unwrap()
    }
}

/// The compilers that have a fast path.
fn tools() -> &'static [Toolchain] {
    static TOOLS: LazyLock<Vec<Toolchain>> = LazyLock::new(|| {
        let Discovery { found, .. } = discover(&WantedCompilers::default());
        found.into_iter().filter(|tool| tool.fast_path).collect()
    });
    &TOOLS
}

fn gcc() -> Toolchain {
    tools().iter().find(|tool| tool.family == "gcc").expect("gcc").clone()
}

fn words(options: &[&str]) -> Vec<String> {
    options.iter().map(|&option| option.to_owned()).collect()
}

/// All that the tables of an object file are for, in C that everybody knows.
const EVERYTHING: &[&str] = &[
    r#"
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
struct pair { long long first; char second[5]; };
static int counter;
int shared;
int initialised = 17;
const int constant = 23;
static const char *const words[] = { "one", "two", "three" };
extern struct pair pairs[3];
extern int (*const calls[2])(int);
extern long long elsewhere(struct pair, int *);
static int twice(int x) { return 2 * x + counter++; }
static int *where = &initialised;
static int *far_in = &((int *)&pairs[2])[0];
static int (*printer)(const char *, ...) = printf;
static unsigned long distances[] = { sizeof(struct pair), 3 };
int main(int argc, char **argv)
{
    struct pair mine;
    int i;
    static int kept[7] = { 1, 2, 3 };
    memcpy(&mine, &pairs[1], sizeof mine);
    for (i = 0; i < 3; i++) {
        printf("%s %d %d %lld %s\n", words[i], calls[i & 1](i), twice(i), pairs[i].first, pairs[i].second);
        kept[i + 4] = kept[i] + *where + *far_in;
    }
    switch (argc + initialised) {
    case 1: shared = 1; break;
    case 18: shared += 5; break;
    case 3: shared = 3; break;
    case 4: shared = 4; break;
    case 5: shared = 7; break;
    case 6: shared = 8; break;
    default: shared = -1;
    }
    (*where)++;
    printer("%d %d %d %d %lu\n", shared, initialised, constant, kept[6], distances[0]);
    return (int)(elsewhere(mine, &shared) & 63) + (argv[1] == 0);
}
"#,
    r#"
struct pair { long long first; char second[5]; };
struct pair pairs[3] = { { 1, "abc" }, { -5000000000LL, "defg" }, { 7, "" } };
static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
int (*const calls[2])(int) = { up, down };
int shared;
extern const int constant;
long long elsewhere(struct pair given, int *at)
{
    *at += constant;
    return given.first * *at + given.second[2];
}
"#,
];

#[test]
fn both_ways_do_the_same() {
    let mut place = Place::new(EVERYTHING);
    for tool in tools() {
        for OptionSet { options, .. } in &tool.option_sets {
            // Two definitions of `shared` without a value: one only where that is asked for.
            let mut options = options.clone();
            if ["gcc", "clang"].contains(&tool.family.as_str()) {
                options.push("-fcommon".to_owned());
            } else {
                place.write(&[EVERYTHING[0], &EVERYTHING[1].replace("\nint shared;", "")]);
            }
            let usual = place.usually(tool, &options);
            assert_eq!(usual.stdout.split(|byte| *byte == b'\n').count(), 5);
            let short = place.on_fast_path(tool, &options);
            let name = format!("{} {options:?}", tool.name);
            let short =
                short.unwrap_or_else(|| panic!("{name}: {}", place.fast_path.last_refusal()));
            assert_eq!((short.end, &short.stdout), (usual.end, &usual.stdout), "{name}");
            place.write(EVERYTHING);
        }
    }
}

#[test]
fn a_compiler_that_waits_compiles_one_program_after_the_other() {
    let program = |number: i32| {
        let text = "int printf(const char *, ...); static int x[9]; static int f(int n) { return n \
                    ? f(n - 1) + x[n & 7] : NUMBER; } int main(void) { x[3] = NUMBER; \
                    return printf(\"%d\\n\", f(20)) & 0; }";
        text.replace("NUMBER", &number.to_string())
    };
    for tool in tools().iter().filter(|tool| ["gcc", "clang"].contains(&tool.family.as_str())) {
        let mut place = Place::new(&[]);
        for OptionSet { options, .. } in &tool.option_sets {
            for number in [7, -100_000, 35] {
                place.write(&[&program(number)]);
                let short = place.on_fast_path(tool, options).unwrap();
                let usual = place.usually(tool, options);
                let name = format!("{} {options:?}", tool.name);
                assert_eq!((short.end, &short.stdout), (usual.end, &usual.stdout), "{name}");
                assert!(place.fast_path.is_waiting(tool, options, &place.sources[0]), "{name}");
                // What is not C, and one that is not there, is no reason to stop waiting.
                place.write(&["int main(void) { return 1 +; }"]);
                assert!(place.on_fast_path(tool, options).is_none());
                std::fs::remove_file(place.dir().join(&place.sources[0])).unwrap();
                assert!(place.on_fast_path(tool, options).is_none());
            }
        }
    }
}

#[test]
fn all_that_is_linked_as_usual_runs() {
    let tool = gcc();
    let mut place = Place::new(EVERYTHING);
    let usual = place.usually(&tool, &words(&["-O1", "-fcommon"]));
    for model in ["-fPIC", "-fno-plt", "-fdata-sections", "-g", "-mcmodel=large"] {
        let options = words(&["-O1", "-fcommon", model]);
        // In the large model distances are not near: refused, as the loader does not know them.
        let Some(short) = place.on_fast_path(&tool, &options) else {
            assert_eq!(model, "-mcmodel=large");
            continue;
        };
        assert_eq!(short.stdout, usual.stdout, "{model}");
    }
}

#[test]
fn addresses_that_were_cut_show_above_four_gigabytes() {
    let text = "static int x; int main(void) { unsigned long a = (unsigned long)&x; \
                return (unsigned)a != a; }";
    let mut place = Place::new(&[text]);
    let tool = gcc();
    let mut end = |options: &[String], load: Load| {
        let dir = place.dir.path();
        let (_, objects) = place.fast_path.compile(&tool, options, &place.sources, dir);
        place.fast_path.run(&tool, options, &objects.unwrap(), load, dir).unwrap().end
    };
    let pie = words(&["-O0", "-fPIE", "-pie"]);
    assert_eq!((end(&pie, Load::Low), end(&pie, Load::High)), (End::Exit(0), End::Exit(1)));
    // Where an image is loaded is a matter of the options; these are low wherever they are asked to be.
    let fixed = words(&["-O0", "-fno-pie", "-no-pie"]);
    assert_eq!((end(&fixed, Load::Low), end(&fixed, Load::High)), (End::Exit(0), End::Exit(0)));
    assert_eq!(place.usually(&tool, &pie).end, End::Exit(1));
    assert_eq!(place.usually(&tool, &fixed).end, End::Exit(0));
}

#[test]
fn what_needs_a_linker_is_refused() {
    let tool = gcc();
    let cases = [
        ("_Thread_local int x; int main(void) { return x; }", &[][..]),
        ("__attribute__((constructor)) static void f(void) {} int main(void) { return 0; }", &[]),
        ("int nowhere(void); int main(void) { return nowhere(); }", &[]),
        ("int start(void) { return 0; }", &[]),
        // The usual way refuses that as well.
        ("int x[9]; int main(int n, char **a) { return x[n]; }", &["-O1", "-fno-pie"]),
        ("int main(void) { return 0; }", &["-flto"]),
        ("int main(void) { return 0; }", &["-m32"]),
        ("int main(void) { return 0; }", &["-fsanitize=address"]),
    ];
    for (text, options) in cases {
        let mut place = Place::new(&[text]);
        assert!(place.on_fast_path(&tool, &words(options)).is_none(), "{text} {options:?}");
    }
    let twice = "int f(void) { return 0; } int main(void) { return f(); }";
    let mut place = Place::new(&[twice, "int f(void) { return 1; }"]);
    assert!(place.on_fast_path(&tool, &[]).is_none());
}

#[test]
fn a_broken_object_is_refused_whatever_is_broken() {
    let tool = gcc();
    let mut place = Place::new(EVERYTHING);
    let options = words(&["-fcommon"]);
    let (_, objects) = place.fast_path.compile(&tool, &options, &place.sources, place.dir.path());
    let objects = objects.unwrap();
    let path = place.dir().join("test_0.o");
    let whole = std::fs::read(&path).unwrap();
    let last = (1..=70).map(|missing| whole.len() - missing);
    for length in (0..whole.len()).step_by(whole.len() / 40).chain(last) {
        std::fs::write(&path, &whole[..length]).unwrap();
        let done = place.fast_path.run(&tool, &options, &objects, Load::High, place.dir.path());
        assert!(done.is_none(), "{length} bytes of {}", whole.len());
    }
}

#[test]
fn images_die_as_they_would() {
    const SEGV: i32 = 11;
    let tool = gcc();
    let options = words(&["-O0"]);
    let texts = [
        "int main(void) { *(volatile int *)8 = 1; return 0; }",
        "static const int x = 1; int main(void) { *(volatile int *)&x = 2; return 0; }",
        "static int *const p = 0; int main(void) { *(int *volatile *)&p = 0; return 0; }",
        "int main(void) { return *(volatile char *)main = 1; }",
        "int f(int x) { volatile char a[9999]; a[x] = 1; return f(x + 1) + a[0]; }\n\
         int main(void) { return f(0); }",
    ];
    for text in texts {
        let mut place = Place::new(&[text]);
        let done = place.on_fast_path(&tool, &options).unwrap();
        assert_eq!(done.end, End::Signal(SEGV), "{text}");
        assert_eq!(place.usually(&tool, &options).end, done.end, "{text}");
    }
}

/// A shell with the name of a clang: it is served, and does what it is told.
fn shell(script: &str) -> Toolchain {
    let program = find_program("sh").unwrap().display().to_string();
    let mut tool = Toolchain {
        name: "shell".to_owned(),
        family: "clang".to_owned(),
        command: words(&[&program, "-c", script, "shell"]),
        ..gcc()
    };
    tool.compile_limits.wall = Duration::from_secs(5);
    tool
}

/// Whether a compiler that does this makes objects.
fn makes_objects(place: &mut Place, tool: &Toolchain) -> bool {
    place.write(&["int main(void) { return 0; }"]);
    let (_, objects) = place.fast_path.compile(tool, &[], &place.sources, place.dir.path());
    objects.is_some()
}

#[test]
fn a_server_has_the_environment_and_directory_of_the_usual_way() {
    let mut place = Place::new(&[]);
    let script = "echo \"$PWD $TMPDIR $LC_ALL $KEY ${LD_PRELOAD-none} $*\" > seen; cat > input; : > test_0.o";
    let mut tool = shell(script);
    tool.env = vec![("KEY".to_owned(), "value".to_owned())];
    for _ in 0..3 {
        assert!(makes_objects(&mut place, &tool));
        let seen = std::fs::read_to_string(place.dir().join("seen")).unwrap();
        let dir = place.dir().display();
        assert_eq!(seen, format!("{dir} {dir} C value none -w -c test_0.c\n"));
        assert_eq!(std::fs::read(place.dir().join("input")).unwrap(), b"");
        std::fs::remove_file(place.dir().join("seen")).unwrap();
    }
}

#[test]
fn a_server_outlives_what_its_children_do() {
    let mut place = Place::new(&[]);
    let fine = ": > test_0.o";
    // Failing, dying, hanging, killing the server, forking without end: no objects, and the next
    // request is served.
    for script in [
        "exit 1",
        "kill -SEGV $$",
        ": > test_0.o; exit 3",
        "exit 0",
        "sleep 1000",
        "kill -KILL $PPID; sleep 1000",
        "f() { sleep 1000 & f; }; f",
    ] {
        assert!(!makes_objects(&mut place, &shell(script)), "{script}");
        assert!(makes_objects(&mut place, &shell(fine)), "after {script}");
    }
}

/// The living processes that have this in their environment.
fn alive_with(entry: &str) -> usize {
    let has =
        |environment: Vec<u8>| environment.split(|byte| *byte == 0).any(|e| e == entry.as_bytes());
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    // A zombie has no environment.
    processes.filter(|one| std::fs::read(one.path().join("environ")).is_ok_and(has)).count()
}

#[test]
fn nothing_is_left_of_a_server() {
    let mut place = Place::new(&[]);
    let name = format!("served-{}", std::process::id());
    let entry = format!("BRINELL_TEST_MARK={name}");
    let env = vec![("BRINELL_TEST_MARK".to_owned(), name.clone())];
    let script = "sleep 1000 & test ! -e hang || sleep 1000; : > test_0.o";
    let tool = Toolchain { env, ..shell(script) };
    assert!(makes_objects(&mut place, &tool));
    assert!(alive_with(&entry) > 0);
    // One that hangs ends its server, and all that others have left there.
    std::fs::write(place.dir().join("hang"), "").unwrap();
    assert!(!makes_objects(&mut place, &tool));
    assert_eq!(alive_with(&entry), 0);
    std::fs::remove_file(place.dir().join("hang")).unwrap();
    assert!(makes_objects(&mut place, &tool));
    assert!(alive_with(&entry) > 0);
    drop(place);
    assert_eq!(alive_with(&entry), 0);
}

#[test]
fn without_a_server_it_is_started_as_usual() {
    // In a script the helper would get into the shell, and not into the compiler.
    let mut place = Place::new(&[]);
    let script = place.dir().join("script");
    std::fs::write(&script, "#!/bin/sh\nexec gcc \"$@\"\n").unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let tool = Toolchain {
        family: "clang".to_owned(),
        command: vec![script.display().to_string()],
        ..gcc()
    };
    assert!(makes_objects(&mut place, &tool));
}

#[test]
fn it_is_given_up_where_it_leads_nowhere() {
    let mut place = Place::new(&["int main(void) { return 0; }"]);
    let (tool, fine, bad) = (gcc(), words(&["-O0"]), words(&["-O2"]));
    for round in 0..10 {
        assert!(place.on_fast_path(&tool, &fine).is_some());
        if place.fast_path.is_open(&tool, &bad) {
            assert!(round < 3);
            assert!(place.on_fast_path(&tool, &bad).is_some());
            place.fast_path.was_mistaken(&tool, &bad);
        }
    }
    assert!(place.fast_path.is_open(&tool, &fine));
    assert!(!place.fast_path.is_open(&tool, &bad));
    let mut elsewhere = tool;
    elsewhere.runner = words(&["qemu-x86_64"]);
    assert!(!place.fast_path.is_open(&elsewhere, &fine));
}
