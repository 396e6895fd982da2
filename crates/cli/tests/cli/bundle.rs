//! `brinell bundle`, and triage beside a hunt: reports of fake and of real compilers.

use crate::hunt::{Place, send, wait_until};
use crate::{assert_exit, stderr, stdout};
use brinell_campaign::{FindingFilter, FindingLine};
use brinell_toolchain::{Command, End, FinishedProcess, ProcessLimits, find_program};
use rustix::process::Signal;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

/// A compiler that takes `^` for `|`.
pub const LIAR: &str = "sed 's/\\^/|/g' test.c > wrong.c; real -w -o image wrong.c";

pub fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs the script of a bundle from elsewhere.
fn reproduce(place: &Place, bundle: &Path, cc: Option<&Path>) -> FinishedProcess {
    let script = bundle.join("reproduce.sh");
    let mut command = Command::new("/bin/sh").arg(&script).dir("/");
    command = command.env("TMPDIR", place.path("")).env("PATH", "/usr/local/bin:/usr/bin:/bin");
    if let Some(cc) = cc {
        command = command.env("CC", cc);
    }
    command.run().unwrap()
}

/// Nothing in a bundle says where it was made, but for the path of the compiler, as it was given, in
/// what is not meant for others.
fn assert_anonymous(place: &Place, bundle: &Path, compiler: &Path) {
    let own = ["report.md", "reproduce.sh", "Makefile", "meta.json"];
    let here = place.path("").display().to_string();
    let here = here.trim_end_matches('/');
    let home = std::env::var("HOME").unwrap_or_default();
    for entry in fs::read_dir(bundle).unwrap() {
        let path = entry.unwrap().path();
        let mut text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        if own.iter().any(|name| path.ends_with(name)) {
            assert!(text.contains(&compiler.display().to_string()), "{}", path.display());
            text = text.replace(&compiler.display().to_string(), "");
        }
        for secret in [here, "/dev/shm", "brinell-hunt-"] {
            assert!(!text.contains(secret), "{secret} in {}", path.display());
        }
        assert!(home.len() < 2 || !text.contains(&home), "{home} in {}", path.display());
    }
}

/// Hunts in a compiler that lies about every program, whatever its file is called: the script of a
/// bundle calls it otherwise.
pub fn hunt_a_liar(place: &mut Place) {
    place.fake("liar", &LIAR.replace("test.c", "$(ls *.c | head -n 1)"));
    let path = place.path("liar");
    let text = read(&path).replace("*test.c*)", "*test.c* | *reduced.c*)");
    fs::write(&path, text.replace("-o image wrong.c", "-o \"$2\" wrong.c")).unwrap();
    assert_exit(&place.hunt(&["--programs", "8", "-j", "1"]), 1);
}

#[test]
fn wrong_code_becomes_a_report() {
    let mut place = Place::new();
    hunt_a_liar(&mut place);
    let path = place.path("liar");
    let done = place
        .brinell(&["bundle", "1", "here", "--config", "fakes.toml", "-o", "bug", "-j", "1"])
        .run()
        .unwrap();
    assert_exit(&done, 0);
    let bug = place.path("bug");
    let reduced = read(bug.join("reduced.c"));
    assert!(reduced.contains('^') && reduced.len() < 300, "{reduced}");
    let report = read(bug.join("report.md"));
    for part in [
        "# liar generates wrong code",
        reduced.trim_end(),
        &format!("{} -o reduced reduced.c", path.display()),
        "Expected:",
        "Actual:",
        "C11 5.1.2.3p6",
        &format!("{} with all options tried", place.honest),
        "https://godbolt.org/clientstate/",
    ] {
        assert!(report.contains(part), "no {part} in {report}");
    }
    let meta: serde_json::Value = serde_json::from_str(&read(bug.join("meta.json"))).unwrap();
    assert_eq!(meta["verdict"], "wrong-code");
    assert!(read(bug.join("original.c")).len() > reduced.len());
    assert!(read(bug.join("Makefile")).contains("$(CC) $(CFLAGS) -o $@ reduced.c"));
    assert!(!bug.join("gcc-bugzilla.txt").exists() && !bug.join("llvm-issue.md").exists());
    assert_anonymous(&place, &bug, &path);
    // A bundle may be written again; what is none stays as it is.
    fs::create_dir(place.path("mine")).unwrap();
    fs::write(place.path("mine/thesis.tex"), "all of it").unwrap();
    let over = ["bundle", "1", "here", "--config", "fakes.toml", "-o", "mine"];
    let done = place.brinell(&over).run().unwrap();
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("is not a bundle"), "{}", stderr(&done));
    assert_eq!(read(place.path("mine/thesis.tex")), "all of it");
    // 0 with the liar, who need not be named; 1 with an honest compiler.
    assert_exit(&reproduce(&place, &bug, Some(&path)), 0);
    assert_exit(&reproduce(&place, &bug, None), 0);
    assert_exit(&reproduce(&place, &bug, find_program(place.honest).as_deref()), 1);
    // 2 where the image cannot be run, the program cannot be compiled, or there is no compiler.
    let script = bug.join("reproduce.sh");
    let kept = read(&script);
    fs::write(&script, kept.replace(" ./reduced)", " ./no-such-image)")).unwrap();
    let done = reproduce(&place, &bug, None);
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("cannot be run here"), "{}", stderr(&done));
    fs::write(&script, kept).unwrap();
    fs::write(&path, "#!/bin/sh\necho no; exit 1\n").unwrap();
    assert_exit(&reproduce(&place, &bug, None), 2);
    fs::remove_file(&path).unwrap();
    let done = reproduce(&place, &bug, None);
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("there is no"), "{}", stderr(&done));
}

#[test]
fn a_crash_becomes_a_report_with_its_words() {
    let mut place = Place::new();
    let crash = "cat *.c | grep -q ' >> ' && { echo 'test.c:1: internal compiler error: in shift, \
                 at /far/somebody/src/expand.c:12' >&2; exit 4; }\nreal \"$@\"";
    place.fake("weak", crash);
    let path = place.path("weak");
    let text = read(&path).replace("*test.c*)", "*test.c* | *reduced.c*)");
    fs::write(&path, text).unwrap();
    assert_exit(&place.hunt(&["--programs", "3", "-j", "1"]), 1);
    let done = place.brinell(&["bundle", "1", "here", "--config", "fakes.toml"]).run().unwrap();
    assert_exit(&done, 0);
    let bug = place.path("bundle-1-weak-compiler-crash");
    assert!(stdout(&done).starts_with("bundle-1-weak-compiler-crash\n"), "{}", stdout(&done));
    let report = read(bug.join("report.md"));
    let title = "# weak crashes: internal compiler error: in shift, at expand.c:12";
    assert!(report.starts_with(title) && !report.contains("somebody"), "{report}");
    assert_anonymous(&place, &bug, &path);
    assert_exit(&reproduce(&place, &bug, Some(&path)), 0);
    assert_exit(&reproduce(&place, &bug, find_program(place.honest).as_deref()), 1);
    // It is well now: there is nothing to report, and nothing is left of the attempt.
    fs::write(&path, read(&path).replace("grep -q ' >> '", "false")).unwrap();
    let again = ["bundle", "1", "here", "--config", "fakes.toml", "-o", "none"];
    let done = place.brinell(&again).run().unwrap();
    assert_exit(&done, 1);
    assert!(stderr(&done).contains("nothing to report"));
    assert!(!place.path("none").exists() && !place.path(".unfinished-none").exists());
    assert_exit(&place.brinell(&["bundle", "99", "here"]).run().unwrap(), 2);
}

/// The script of a bundle about a compiler that fails with these words, and with others later.
fn failure_in_other_words(failure: &str, words: &str, other: &str) {
    let mut place = Place::new();
    let fault = format!("cat *.c | grep -q ' >> ' && {{ {failure} }}\nreal \"$@\"");
    place.fake("weak", &fault);
    let path = place.path("weak");
    fs::write(&path, read(&path).replace("*test.c*)", "*test.c* | *reduced.c*)")).unwrap();
    assert_exit(&place.hunt(&["--programs", "3", "-j", "1"]), 1);
    let bundle = ["bundle", "1", "here", "--config", "fakes.toml", "-o", "bug"];
    assert_exit(&place.brinell(&bundle).run().unwrap(), 0);
    let bug = place.path("bug");
    assert_exit(&reproduce(&place, &bug, Some(&path)), 0);
    // Another failure is not this one, and may hide it.
    fs::write(&path, read(&path).replace(words, other)).unwrap();
    assert_exit(&reproduce(&place, &bug, Some(&path)), 2);
}

/// As pcc has it; the address is another one each time.
#[test]
fn a_crash_whose_words_have_an_address_becomes_a_report() {
    let crash = "echo \"test.c, line 2: compiler error: Cannot generate code, node 0x55$$ op %\" >&2; \
                 exit 4;";
    failure_in_other_words(crash, "Cannot generate code", "No more registers");
}

/// As cc65 has it.
#[test]
fn a_refusal_whose_words_have_a_line_becomes_a_report() {
    let refusal = "echo 'test.c(12): Error: Range error' >&2; exit 1;";
    failure_in_other_words(refusal, "Range error", "Unknown option -t");
}

/// Hunts with a real compiler until it finds something; gives the number of a finding that accuses
/// it.
pub fn first_finding(place: &Place, arguments: &[&str], compiler: &str) -> i64 {
    let mut hunt = vec!["hunt", "here", "--compilers", compiler, "--triage-share", "0", "-j", "1"];
    hunt.extend(["--programs", "20", "--seed-start", "1"]);
    hunt.extend(arguments);
    for _ in 0..40 {
        let done = place.brinell(&hunt).run().unwrap();
        assert!(matches!(done.end, End::Exit(0 | 1)), "{}", stderr(&done));
        if let Some(line) = findings(place).iter().find(|line| line.accuses()) {
            return line.id;
        }
    }
    panic!("nothing was found about {compiler}, which has bugs");
}

/// Runs a script from a directory, with or without `CC`.
fn reproduce_from(dir: &Path, script: &Path, cc: Option<&str>) -> FinishedProcess {
    let command = Command::new("/bin/sh").arg(script).dir(dir).env("CC", cc.unwrap_or_default());
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin").run().unwrap()
}

#[test]
fn a_real_compiler_outside_path_is_the_one_that_its_script_runs() {
    let place = Place::new();
    let (Some(tcc), Some(gcc)) = (find_program("tcc"), find_program("gcc")) else {
        println!("skipped: no tcc, or no gcc beside it");
        return;
    };
    place.link("gcc");
    fs::create_dir(place.path("built")).unwrap();
    fs::copy(&tcc, place.path("built/mine")).unwrap();
    fs::create_dir(place.path("conf")).unwrap();
    let text = "[[compiler]]\nname = \"mine\"\ncommand = \"../built/mine\"\n";
    fs::write(place.path("conf/my.toml"), text).unwrap();
    let id = first_finding(&place, &["--config", "conf/my.toml"], "mine").to_string();
    // The file is remembered, even where it is no more.
    fs::remove_file(place.path("conf/my.toml")).unwrap();
    assert_exit(&place.brinell(&["replay", &id, "here"]).run().unwrap(), 0);
    assert_exit(&place.brinell(&["interestingness", &id, "here"]).run().unwrap(), 0);
    assert_exit(&place.brinell(&["bundle", &id, "here", "-o", "bug"]).run().unwrap(), 0);
    let mine = place.path("built/mine").canonicalize().unwrap();
    let script = place.path("bug/reproduce.sh");
    for file in ["report.md", "reproduce.sh", "Makefile"] {
        assert!(read(place.path("bug").join(file)).contains("built/mine"), "{file}");
    }
    let run = |dir: &str, cc: Option<&str>| reproduce_from(&place.path(dir), &script, cc);
    // Unset, by a relative path, with options, another one.
    assert_exit(&run("built", None), 0);
    assert_exit(&run("built", Some("./mine")), 0);
    let done = run("", Some("built/mine -g"));
    assert_exit(&done, 0);
    assert!(!stdout(&done).contains("tested was"), "{}", stdout(&done));
    assert_exit(&run("built", Some(&format!("{} -O2", gcc.display()))), 1);
    assert_exit(&run("built", Some("no-such-cc -O2")), 2);
    // Another compiler has taken its place.
    fs::write(&mine, format!("#!/bin/sh\nexec {} \"$@\"\n", gcc.display())).unwrap();
    let done = run("built", None);
    assert_exit(&done, 2);
    assert!(stdout(&done).contains("tested was tcc version"), "{}", stdout(&done));
    assert!(stderr(&done).contains("not the compiler that was tested"), "{}", stderr(&done));
    fs::remove_file(&mine).unwrap();
    assert_exit(&run("built", None), 2);
}

#[test]
fn a_compiler_without_a_version_is_known_by_its_file() {
    let mut place = Place::new();
    one_bug(&mut place);
    // As chibicc does.
    let path = place.path("weak");
    let text = read(&path).replace("#!/bin/sh\n", "#!/bin/sh\ncase $1 in -*v*) exit 1;; esac\n");
    fs::write(&path, &text).unwrap();
    place.link("cksum");
    assert_exit(&place.hunt(&["--programs", "3", "-j", "1"]), 1);
    assert_exit(&place.brinell(&["bundle", "1", "here", "-o", "bug"]).run().unwrap(), 0);
    assert_exit(&reproduce(&place, &place.path("bug"), None), 0);
    fs::write(&path, text.replace("grep -q ' >> '", "false")).unwrap();
    let done = reproduce(&place, &place.path("bug"), None);
    assert_exit(&done, 2);
    assert!(stdout(&done).contains("is not the compiler that was tested"), "{}", stdout(&done));
}

/// As avr-gcc and sdcc are called: a script makes an image out of what the compiler leaves.
#[test]
fn a_compiler_behind_a_script_can_be_replaced() {
    let mut place = Place::new();
    one_bug(&mut place);
    let (path, fakes) = (place.path("weak"), place.path("fakes.toml"));
    let text = read(&fakes);
    let command = format!("command = {path:?}\n");
    let script = format!("command = [\"/bin/sh\", \"-c\", 'exec \"$0\" \"$@\"', {path:?}]\n");
    assert!(text.contains(&command), "{text}");
    fs::write(&fakes, text.replace(&command, &script)).unwrap();
    assert_exit(&place.hunt(&["--programs", "3", "-j", "1"]), 1);
    assert_exit(&place.brinell(&["bundle", "1", "here", "-o", "bug"]).run().unwrap(), 0);
    let bug = place.path("bug");
    assert_exit(&reproduce(&place, &bug, None), 0);
    assert_exit(&reproduce(&place, &bug, Some(&path)), 0);
    assert_exit(&reproduce(&place, &bug, find_program(place.honest).as_deref()), 1);
    assert_exit(&reproduce(&place, &bug, Some(Path::new("no-such-compiler"))), 2);
    // The script has a file of its own, which the report calls, and which works.
    let report = read(bug.join("report.md"));
    let line = report.lines().find(|line| line.starts_with("sh build.sh ")).unwrap();
    assert!(!report.contains("exec \"$0\""), "{report}");
    assert!(read(bug.join("Makefile")).contains("\tsh build.sh $(CC) "), "{report}");
    // The status of the fault, so it reached the compiler.
    assert_exit(&Command::new("/bin/sh").args(["-c", line]).dir(&bug).run().unwrap(), 4);
}

#[test]
fn options_of_a_hunt_are_remembered() {
    let mut place = Place::new();
    one_bug(&mut place);
    let opts = ["--programs", "3", "-j", "1", "--compilers", "weak", "--opts", "-O1 -g,-O2"];
    assert_exit(&place.hunt(&opts), 1);
    assert_exit(&place.brinell(&["bundle", "1", "here", "-o", "bug"]).run().unwrap(), 0);
    let meta: serde_json::Value = serde_json::from_str(&read(place.path("bug/meta.json"))).unwrap();
    let rows = meta["elsewhere"].as_array().unwrap();
    let own: Vec<_> = rows.iter().filter(|row| row["compiler"] == "weak").collect();
    let options: Vec<_> = own.iter().map(|row| row["options"].as_str().unwrap()).collect();
    assert_eq!(options, ["-O1 -g", "-O2"]);
}

/// A real compiler of this computer with a planted fault, as a compiler of its family.
fn planted(place: &mut Place, name: &str, real: &str, fault: &str) -> bool {
    let Some(real) = find_program(real) else { return false };
    let text = format!(
        "#!/bin/sh\ncase \"$*\" in *test.c* | *reduced.c*) ;; *) exec {real} \"$@\";; esac\n{fault}\n",
        real = real.display()
    );
    let path = place.path(name);
    fs::write(&path, text.replace("REAL", &real.display().to_string())).unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    place.describe(
        name,
        if name.contains("gcc") { "gcc" } else { "clang" },
        "[\"-O0\"], [\"-O2\"]",
    );
    true
}

/// Makes the bundle `bug`. Real compilers take their time, and how far the program was reduced does
/// not matter here.
fn bundle_of_real_compiler(place: &Place, time: &str) -> FinishedProcess {
    let limits = ProcessLimits {
        wall: Duration::from_mins(10),
        memory: 8 << 30,
        ..ProcessLimits::default()
    };
    let arguments =
        ["bundle", "1", "here", "--config", "fakes.toml", "-o", "bug", "--for", time, "-j", "2"];
    let done = place.brinell(&arguments).limits(limits).run().unwrap();
    let code = if done.end == End::Exit(0) { 0 } else { 3 };
    assert_exit(&done, code);
    done
}

/// Compiles with `^` taken for `|`, where the variable `wrong` says so.
const MISCOMPILE: &str = "\
for file in *.c; do [ $wrong = 0 ] || { sed 's/\\^/|/g' $file > $file.new; mv $file.new $file; }; done";

#[test]
fn gcc_is_blamed_by_flag() {
    let mut place = Place::new();
    let fault = format!(
        "wrong=0; case \" $* \" in *' -O2 '*) wrong=1;; esac\n\
         case \" $* \" in *' -fno-tree-ccp '*) wrong=0;; esac\n{MISCOMPILE}\nexec REAL \"$@\""
    );
    if !planted(&mut place, "bad-gcc", "gcc", &fault) {
        return;
    }
    assert_exit(&place.hunt(&["--compilers", "bad-gcc", "--programs", "4", "-j", "1"]), 1);
    let done = bundle_of_real_compiler(&place, "5s");
    assert!(stdout(&done).contains("`-fno-tree-ccp` hides it."), "{}", stdout(&done));
    let meta: serde_json::Value = serde_json::from_str(&read(place.path("bug/meta.json"))).unwrap();
    assert_eq!(meta["blame"]["hidden_by"], serde_json::json!([["-fno-tree-ccp"]]));
    assert_eq!(meta["blame"]["lowest"], "-O2");
    let text = read(place.path("bug/gcc-bugzilla.txt"));
    let fields = "Product: gcc\nComponent: tree-optimization\n";
    assert!(text.starts_with(fields) && text.contains("Keywords: wrong-code\n"), "{text}");
    assert_exit(&reproduce(&place, &place.path("bug"), Some(&place.path("bad-gcc"))), 0);
}

#[test]
fn reduction_stays_with_what_hides_it() {
    let mut place = Place::new();
    // Two faults: one that programs with `^` show, and one that those without show, each hidden by
    // a flag of its own. Either makes the image exit with 1.
    let fault = "wrong=0; case \" $* \" in *' -O2 '*) \
         case \" $* \" in *' -fno-tree-ccp '*) ;; *) grep -q ' ^ ' *.c && wrong=1;; esac\n\
         case \" $* \" in *' -fno-tree-vrp '*) ;; *) grep -q ' ^ ' *.c || wrong=1;; esac;; esac\n\
         [ $wrong = 0 ] || for file in *.c; do echo 'int main(void) { return 1; }' > $file; done\n\
         exec REAL \"$@\"";
    if !planted(&mut place, "bad-gcc", "gcc", fault) {
        return;
    }
    assert_exit(&place.hunt(&["--compilers", "bad-gcc", "--programs", "4", "-j", "1"]), 1);
    let found = stdout(&place.brinell(&["show", "1", "here", "--source"]).run().unwrap());
    assert!(found.contains(" ^ "), "{found}");
    // Time enough for the search before the reduction, on a busy computer too.
    bundle_of_real_compiler(&place, "20s");
    // Without `^` it would be far smaller, and another bug.
    assert!(read(place.path("bug/reduced.c")).contains(" ^ "));
    let meta: serde_json::Value = serde_json::from_str(&read(place.path("bug/meta.json"))).unwrap();
    assert_eq!(meta["blame"]["hidden_by"], serde_json::json!([["-fno-tree-ccp"]]), "{meta}");
}

#[test]
fn clang_is_blamed_by_pass() {
    let mut place = Place::new();
    let Some(clang) =
        ["clang", "clang-19", "clang-14"].into_iter().find(|n| find_program(n).is_some())
    else {
        return;
    };
    // Wrong from the 40th pass on, whatever that is.
    let fault = format!(
        "wrong=0; case \" $* \" in *' -O2 '*) wrong=1;; esac\n\
         for word; do case $word in -opt-bisect-limit=-1) ;; -opt-bisect-limit=*)\n\
         [ ${{word#*=}} -ge 40 ] || wrong=0;; esac; done\n{MISCOMPILE}\nexec REAL \"$@\""
    );
    if !planted(&mut place, "bad-clang", clang, &fault) {
        return;
    }
    assert_exit(&place.hunt(&["--compilers", "bad-clang", "--programs", "4", "-j", "1"]), 1);
    bundle_of_real_compiler(&place, "5s");
    let meta: serde_json::Value = serde_json::from_str(&read(place.path("bug/meta.json"))).unwrap();
    let pass = &meta["blame"]["pass"];
    assert_eq!(pass["number"], 40, "{meta}");
    // The name is that of the 40th pass of the real clang on the reduced program.
    let listed = Command::new(clang)
        .args(["-O2", "-w", "-mllvm", "-opt-bisect-limit=40", "-o", "/dev/null", "-c"])
        .arg(place.path("bug/reduced.c"))
        .run()
        .unwrap();
    let listed = stderr(&listed);
    let line = listed.lines().find(|line| line.contains(" pass (40) ")).unwrap();
    assert!(line.contains(pass["name"].as_str().unwrap()), "{line}, {pass}");
    let text = read(place.path("bug/llvm-issue.md"));
    assert!(
        text.contains("Labels: miscompilation\n") && text.contains("-opt-bisect-limit=39"),
        "{text}"
    );
}

#[test]
fn reduction_goes_back_where_another_pass_is_to_blame() {
    let mut place = Place::new();
    // A clang of six passes. With `^` the fifth is wrong, without it the third, which is as easy to
    // see and needs nothing of the program.
    let fault = "limit=6; for word; do shift; case $word in -mllvm) ;; -O2) level=2;;\n\
         -opt-bisect-limit=-1) list=1;; -opt-bisect-limit=*) list=1; limit=${word#*=};;\n\
         *) set -- \"$@\" \"$word\";; esac; done\n\
         bad=3; swap='s/return 0;/return 1;/'\n\
         ! grep -q ' ^ ' *.c || { bad=5; swap='s/ ^ / | /g'; }\n\
         i=0; for pass in One Two Third Four Fifth Six; do i=$((i + 1))\n\
         [ \"$list\" ] && [ $i -le $limit ] && echo \"BISECT: running pass ($i) $pass on main\"\n\
         done >&2\n\
         if [ \"$level\" ] && [ $limit -ge $bad ]; then for file in *.c; do\n\
         sed \"$swap\" $file > $file.new; mv $file.new $file; done; fi\n\
         exec REAL \"$@\"";
    if !planted(&mut place, "bad-clang", "tcc", fault) {
        return;
    }
    assert_exit(&place.hunt(&["--compilers", "bad-clang", "--programs", "4", "-j", "1"]), 1);
    let found = stdout(&place.brinell(&["show", "1", "here", "--source"]).run().unwrap());
    assert!(found.contains(" ^ "), "{found}");
    bundle_of_real_compiler(&place, "9m");
    let meta: serde_json::Value = serde_json::from_str(&read(place.path("bug/meta.json"))).unwrap();
    assert_eq!(meta["blame"]["pass"]["name"], "Fifth", "{meta}");
    // Without `^` it would be smaller, and another bug.
    let reduced = read(place.path("bug/reduced.c"));
    assert!(reduced.contains(" ^ ") && reduced.len() < 400, "{reduced}");
}

/// All findings of the hunt.
pub fn findings(place: &Place) -> Vec<FindingLine> {
    place.store().findings(&FindingFilter::default()).unwrap_or_default()
}

/// A compiler that is wrong in one way, under whatever name a file has.
pub fn one_bug(place: &mut Place) {
    let crash = "cat *.c | grep -q ' >> ' && exit 4\nreal \"$@\"";
    place.fake("weak", crash);
    let path = place.path("weak");
    let text = read(&path).replace("*test.c*)", "*test.c* | *reduced.c*)");
    fs::write(&path, text).unwrap();
}

#[test]
fn a_hunt_makes_one_bundle_of_a_bug_that_it_meets_often() {
    let mut place = Place::new();
    one_bug(&mut place);
    let mut hunt = place.start(&["--triage-share", "100%", "-j", "1"]);
    let bundles = || findings(&place).iter().filter(|line| line.bundle.is_some()).count();
    let again = || findings(&place).iter().filter(|line| line.duplicate_of.is_some()).count();
    wait_until("a bundle", || place.path("here/brinell.db").exists() && bundles() > 0);
    wait_until("a duplicate", || again() > 0);
    send(&hunt, Signal::INT);
    assert_eq!(hunt.wait().unwrap().code(), Some(130));
    let all = findings(&place);
    let first = all.iter().find(|line| line.bundle.is_some()).unwrap();
    let bundle = place.path("here/bundles").join(first.bundle.as_ref().unwrap());
    assert!(read(bundle.join("reduced.c")).contains(" >> "));
    assert_exit(&reproduce(&place, &bundle, Some(&place.path("weak"))), 0);
    let double = all.iter().find(|line| line.duplicate_of.is_some()).unwrap();
    assert!(all.iter().any(|line| Some(line.id) == double.duplicate_of && line.bundle.is_some()));
    let listed = stdout(&place.brinell(&["findings", "here"]).run().unwrap());
    assert!(listed.contains(first.bundle.as_ref().unwrap()), "{listed}");
    assert!(listed.contains("  duplicate of "), "{listed}");
    let shown = place.brinell(&["show", &double.id.to_string(), "here"]).run().unwrap();
    assert!(stdout(&shown).contains("duplicate of finding"), "{}", stdout(&shown));
    assert!(!place.store().summary(None).unwrap().cpu.triage.is_zero());
    let page = stdout(&place.brinell(&["report", "here", "-o", "-"]).run().unwrap());
    let told = format!("/bundles/{}/report.md", first.bundle.as_ref().unwrap());
    assert!(page.contains(&told) && page.contains(" &gt;&gt; "), "{page}");
    // Nothing is left half done, and nothing is there that the store does not know.
    for entry in fs::read_dir(place.path("here/bundles")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(all.iter().any(|line| line.bundle.as_ref() == Some(&name)), "{name}");
    }
}

#[test]
fn a_killed_hunt_leaves_no_half_bundle_and_the_next_goes_on() {
    let mut place = Place::new();
    one_bug(&mut place);
    let found =
        |place: &Place| place.path("here/brinell.db").exists() && !findings(place).is_empty();
    let mut hunt = place.start(&["--triage-share", "100%", "-j", "1"]);
    wait_until("a finding", || found(&place));
    send(&hunt, Signal::KILL);
    hunt.wait().unwrap();
    let bundles = place.path("here/bundles");
    // As if it had been killed while it wrote.
    fs::create_dir_all(bundles.join(".unfinished-bundle-1-weak-compiler-crash")).unwrap();
    let mut hunt = place.start(&["--triage-share", "100%", "-j", "1"]);
    wait_until("a bundle", || findings(&place).iter().any(|line| line.bundle.is_some()));
    send(&hunt, Signal::INT);
    assert_eq!(hunt.wait().unwrap().code(), Some(130));
    for entry in fs::read_dir(&bundles).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.join("meta.json").exists(), "{}", path.display());
    }
    assert!(place.store().integrity().unwrap().is_whole());
}

#[test]
fn without_a_share_there_are_no_bundles() {
    let mut place = Place::new();
    one_bug(&mut place);
    assert_exit(&place.hunt(&["--programs", "4", "--triage-share", "0"]), 1);
    assert!(!place.path("here/bundles").exists());
    assert_exit(&place.hunt(&["--programs", "1", "--triage-share", "101%"]), 2);
}
