//! Preprocessing with a system compiler: from a C file to one text without directives.
//!
//! For a data model other than the host's, the host's headers and predefined macros would be wrong.
//! Then the cross compiler for that model is used, if there is one; a program without `#include` does
//! not need it, because predefined macros are taken from the model.

use crate::find::find_program;
use crate::process::{Command, End, ProcessLimits};
use brinell_lang::{Dialect, IntKind, Target, TargetName};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name under which compilers list standard input in line markers.
pub const STDIN_NAME: &str = "<stdin>";

/// Where a program comes from.
#[derive(Copy, Clone, Debug)]
pub enum ProgramSource<'a> {
    /// A file.
    Path(&'a Path),
    /// A text.
    Text {
        /// The name it has in what comes out; [`STDIN_NAME`] for standard input.
        name: &'a str,
        /// The text.
        text: &'a [u8],
    },
}

/// How to preprocess.
#[derive(Clone, Debug)]
pub struct PreprocessOptions {
    /// The compiler to use; without one the first that fits on `PATH`.
    pub cc: Option<String>,
    /// Directories for `-I`.
    pub includes: Vec<PathBuf>,
    /// Definitions for `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// The data model.
    pub target: TargetName,
    /// The edition of C.
    pub dialect: Dialect,
}

impl Default for PreprocessOptions {
    fn default() -> Self {
        Self {
            cc: None,
            includes: Vec::new(),
            defines: Vec::new(),
            target: TargetName::Lp64,
            dialect: Dialect::default(),
        }
    }
}

/// A program after preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The text, with line markers.
    pub text: Vec<u8>,
    /// The name of the main file in the line markers.
    pub main_file: String,
}

/// Why a program could not be preprocessed.
#[derive(Debug, thiserror::Error)]
pub enum PreprocessError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no compiler.
    #[error(
        "no C compiler on PATH to preprocess with (looked for {looked_for}): install one, for \
         example with `apt-get install gcc`, or name one with --cc"
    )]
    NoCompiler {
        /// The names tried.
        looked_for: String,
    },
    /// The program includes headers, and those of the target are not here.
    #[error(
        "the program includes headers, and those of the host do not fit target {target}: install \
         its cross compiler (Debian: `apt-get install {packages}`) or name one with --cc"
    )]
    NoCrossCompiler {
        /// The target.
        target: &'static str,
        /// The Debian packages that would help.
        packages: &'static str,
    },
    /// The compiler cannot be started.
    #[error("cannot run `{command}`: {error}; name another compiler with --cc")]
    CannotRun {
        /// The command.
        command: String,
        /// Why.
        error: io::Error,
    },
    /// The compiler rejects the program.
    #[error("`{command}` failed ({end}):\n{}", stderr.trim_end())]
    Rejected {
        /// The command.
        command: String,
        /// How it ended.
        end: End,
        /// What it said.
        stderr: String,
    },
}

/// Where Debian's package has Csmith's headers.
const CSMITH: &str = "/usr/include/csmith";

impl PreprocessError {
    /// What would help, where somebody can know it.
    pub fn advice(&self) -> Option<String> {
        let Self::Rejected { stderr, .. } = self else { return None };
        let missing = |line: &str| {
            line.contains("csmith.h")
                && ["No such file", "not found"].iter().any(|words| line.contains(words))
        };
        stderr.lines().any(missing).then(|| {
            if Path::new(CSMITH).join("csmith.h").is_file() {
                format!("this is a program of Csmith: add -I {CSMITH}")
            } else {
                format!(
                    "this is a program of Csmith, and its headers are not here: install them \
                     (Debian: `apt-get install libcsmith-dev`), and add -I {CSMITH}"
                )
            }
        })
    }
}

/// Preprocesses one program.
pub fn preprocess(
    source: ProgramSource<'_>,
    options: &PreprocessOptions,
) -> Result<Preprocessed, PreprocessError> {
    // Our own message for a missing file is shorter than each compiler's.
    if let ProgramSource::Path(path) = source {
        let readable = std::fs::File::open(path).and_then(|file| file.metadata());
        match readable {
            Err(error) => return Err(PreprocessError::CannotRead { path: path.into(), error }),
            Ok(meta) if meta.is_dir() => {
                let error = io::Error::from(io::ErrorKind::IsADirectory);
                return Err(PreprocessError::CannotRead { path: path.into(), error });
            }
            Ok(_) => {}
        }
    }
    let (cc, flags) = choose(source, options)?;
    let mut last = None;
    for standard in standard_flags(options.dialect) {
        match run(source, options, &cc, &flags, standard) {
            // An old compiler that does not know this spelling: try the next.
            Err(PreprocessError::Rejected { command, end, stderr })
                if stderr.contains(standard) && last.is_none() =>
            {
                last = Some(PreprocessError::Rejected { command, end, stderr });
            }
            result => return result,
        }
    }
    Err(last.expect("every dialect has a flag, so the loop ran and kept its failure"))
}

fn run(
    source: ProgramSource<'_>,
    options: &PreprocessOptions,
    cc: &Path,
    flags: &[OsString],
    standard: &str,
) -> Result<Preprocessed, PreprocessError> {
    let mut command = Command::new(cc)
        .limits(ProcessLimits {
            // Preprocessing takes milliseconds; only an endless `#include` takes longer.
            wall: Duration::from_secs(20),
            ..ProcessLimits::default()
        })
        // Messages that we pass on are in the language of our own.
        .env("LC_ALL", "C")
        .args(["-E", "-x", "c"])
        .arg(standard)
        .args(flags);
    for dir in &options.includes {
        command = command.arg("-I").arg(dir);
    }
    for define in &options.defines {
        command = command.arg(format!("-D{define}"));
    }
    let (command, main_file) = match source {
        ProgramSource::Path(path) => {
            let path = guarded(path);
            (command.arg(&path), path.to_string_lossy().into_owned())
        }
        ProgramSource::Text { name, text } => {
            // Named by a directive, so that messages and `__FILE__` use the name.
            let mut input = Vec::new();
            if name != STDIN_NAME {
                input.extend_from_slice(format!("#line 1 {name:?}\n").as_bytes());
            }
            input.extend_from_slice(text);
            (command.arg("-").stdin(input), name.to_owned())
        }
    };
    let line = command.to_line();
    let done = command
        .run()
        .map_err(|error| PreprocessError::CannotRun { command: line.clone(), error })?;
    if !done.end.success() {
        return Err(PreprocessError::Rejected {
            command: line,
            end: done.end,
            stderr: String::from_utf8_lossy(&done.stderr).into_owned(),
        });
    }
    Ok(Preprocessed { text: done.stdout, main_file })
}

/// A path that no compiler takes for an option.
fn guarded(path: &Path) -> PathBuf {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(path)
    } else {
        path.to_owned()
    }
}

/// Strict editions: the headers then declare what the standard names, and `assert` stays simple.
/// Where older compilers know another spelling, that comes second; C17 is C11 with its defects
/// mended.
fn standard_flags(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::C99 => &["-std=c99"],
        Dialect::C11 => &["-std=c11"],
        Dialect::C17 => &["-std=c17", "-std=c11"],
        // The first is what compilers before 2023 know; later ones still do.
        Dialect::C23 => &["-std=c2x", "-std=c23"],
    }
}

/// Host compilers, in order of preference.
const HOST: [&str; 4] = ["cc", "gcc", "clang", "tcc"];

/// Cross compilers of a target and the Debian packages that bring one.
fn cross(target: TargetName) -> Option<(&'static [&'static str], &'static str)> {
    match target {
        TargetName::Lp64 | TargetName::Ilp32 => None,
        TargetName::Llp64 => Some((&["x86_64-w64-mingw32-gcc"], "gcc-mingw-w64-x86-64")),
        TargetName::Ip16 => Some((&["avr-gcc"], "gcc-avr avr-libc")),
        TargetName::S390x => Some((
            &[
                "s390x-linux-gnu-gcc",
                "s390x-linux-gnu-gcc-14",
                "s390x-linux-gnu-gcc-13",
                "s390x-linux-gnu-gcc-12",
                "s390x-linux-gnu-gcc-11",
            ],
            "gcc-12-s390x-linux-gnu libc6-dev-s390x-cross",
        )),
    }
}

/// The compiler to preprocess with and the flags that make it speak for the target.
fn choose(
    source: ProgramSource<'_>,
    options: &PreprocessOptions,
) -> Result<(PathBuf, Vec<OsString>), PreprocessError> {
    let m32 = || vec![OsString::from("-m32")];
    if let Some(cc) = &options.cc {
        let flags = if options.target == TargetName::Ilp32 { m32() } else { Vec::new() };
        return Ok((PathBuf::from(cc), flags));
    }
    if let Some((names, packages)) = cross(options.target) {
        if let Some(cc) = names.iter().find_map(find_program) {
            let flags = match options.target {
                // Otherwise mingw's <stdio.h> defines `printf` by functions of its own runtime.
                TargetName::Llp64 => vec!["-D__USE_MINGW_ANSI_STDIO=0".into()],
                _ => Vec::new(),
            };
            return Ok((cc, flags));
        }
        if includes_headers(source)? {
            let target = options.target.as_str();
            return Err(PreprocessError::NoCrossCompiler { target, packages });
        }
    }
    let Some(cc) = HOST.iter().find_map(find_program) else {
        return Err(PreprocessError::NoCompiler { looked_for: HOST.join(", ") });
    };
    let flags = match options.target {
        TargetName::Lp64 => Vec::new(),
        TargetName::Ilp32 => m32(),
        TargetName::Llp64 | TargetName::Ip16 | TargetName::S390x => {
            model_macros(&Target::named(options.target))
        }
    };
    Ok((cc, flags))
}

/// Whether the text has an `#include` line; a false alarm in a comment only costs a message.
fn includes_headers(source: ProgramSource<'_>) -> Result<bool, PreprocessError> {
    let read;
    let text = match source {
        ProgramSource::Text { text, .. } => text,
        ProgramSource::Path(path) => {
            read = std::fs::read(path)
                .map_err(|error| PreprocessError::CannotRead { path: path.into(), error })?;
            &read
        }
    };
    Ok(text.split(|&byte| byte == b'\n').any(|line| {
        line.trim_ascii_start()
            .strip_prefix(b"#")
            .is_some_and(|rest| rest.trim_ascii_start().starts_with(b"include"))
    }))
}

/// Instead of the host's predefined macros: the standard ones and those about sizes, as the data
/// model has them.
fn model_macros(target: &Target) -> Vec<OsString> {
    let mut flags = vec![OsString::from("-undef")];
    let mut define = |name: &str, value: u64| flags.push(format!("-D{name}={value}").into());
    define("__CHAR_BIT__", 8);
    for (name, kind) in [
        ("SHORT", IntKind::Short),
        ("INT", IntKind::Int),
        ("LONG", IntKind::Long),
        ("LONG_LONG", IntKind::LongLong),
        ("SIZE_T", target.size_t),
        ("PTRDIFF_T", target.ptrdiff_t),
        ("WCHAR_T", target.wchar_t),
    ] {
        define(&format!("__SIZEOF_{name}__"), target.int_size(kind).into());
    }
    define("__SIZEOF_POINTER__", target.pointer.into());
    define("__SIZEOF_DOUBLE__", target.double.into());
    define("__SIZEOF_LONG_DOUBLE__", target.long_double.into());
    if target.int128 {
        define("__SIZEOF_INT128__", 16);
    }
    if !target.char_signed {
        define("__CHAR_UNSIGNED__", 1);
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stdin(text: &[u8]) -> ProgramSource<'_> {
        ProgramSource::Text { name: STDIN_NAME, text }
    }

    #[test]
    fn reads_text_and_marks_lines() {
        let options =
            PreprocessOptions { defines: vec!["N=42".into()], ..PreprocessOptions::default() };
        let out = preprocess(stdin(b"int x = N;\n"), &options).unwrap();
        let text = String::from_utf8(out.text).unwrap();
        assert!(text.contains("int x = 42;"), "{text}");
        assert!(text.contains(&format!("\"{}\"", out.main_file)), "{text}");
    }

    #[test]
    fn a_text_can_have_a_name() {
        let source =
            ProgramSource::Text { name: "a/b.c", text: b"char *x = __FILE__; int y = __LINE__;" };
        let out = preprocess(source, &PreprocessOptions::default()).unwrap();
        let text = String::from_utf8(out.text).unwrap();
        assert!(text.contains("char *x = \"a/b.c\"; int y = 1;"), "{text}");
    }

    #[test]
    fn a_missing_file_says_so() {
        let error = preprocess(
            ProgramSource::Path(Path::new("/nonexistent.c")),
            &PreprocessOptions::default(),
        )
        .unwrap_err();
        assert!(error.to_string().starts_with("cannot read /nonexistent.c: "), "{error}");
    }

    #[test]
    fn the_compilers_complaint_is_passed_on() {
        let error =
            preprocess(stdin(b"#error too soft\n"), &PreprocessOptions::default()).unwrap_err();
        assert!(error.to_string().contains("too soft"), "{error}");
    }

    #[test]
    fn missing_headers_of_csmith_are_named() {
        let rejected = |stderr: &str| PreprocessError::Rejected {
            command: String::new(),
            end: End::Exit(1),
            stderr: stderr.to_owned(),
        };
        for words in [
            "a.c:10:10: fatal error: csmith.h: No such file or directory\ncompilation terminated.",
            "a.c:10:10: fatal error: 'csmith.h' file not found",
            "a.c:10: error: include file 'csmith.h' not found",
        ] {
            assert!(rejected(words).advice().unwrap().contains(CSMITH), "{words}");
        }
        assert_eq!(
            rejected("a.c:1: fatal error: mine.h: No such file or directory").advice(),
            None
        );
    }

    #[test]
    fn a_compiler_that_is_not_there_is_named() {
        let options = PreprocessOptions {
            cc: Some("/nonexistent/cc".into()),
            ..PreprocessOptions::default()
        };
        let error = preprocess(stdin(b""), &options).unwrap_err();
        assert!(error.to_string().contains("--cc"), "{error}");
    }

    #[test]
    fn sees_includes() {
        let has = |text: &[u8]| includes_headers(stdin(text)).unwrap();
        assert!(has(b"int x;\n  #  include <stdio.h>\n"));
        assert!(!has(b"int include;\n#define include 3\n"));
    }

    #[test]
    fn foreign_models_bring_their_own_macros() {
        let source =
            b"int x = __SIZEOF_INT__ + __SIZEOF_POINTER__;\n#ifdef __LP64__\nhost\n#endif\n";
        let options =
            PreprocessOptions { target: TargetName::Ip16, ..PreprocessOptions::default() };
        let out = preprocess(stdin(source), &options).unwrap();
        let text = String::from_utf8(out.text).unwrap();
        assert!(text.contains("int x = 2 + 2;") && !text.contains("host"), "{text}");
    }
}
