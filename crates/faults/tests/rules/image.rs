//! From C to assembly with a real compiler, and from assembly to what it does.

use brinell_toolchain::{Command, End, ProcessLimits, find_program};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// A compiler and its options.
#[derive(Clone, Debug)]
pub struct Setup {
    compiler: String,
    options: Vec<String>,
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.compiler, self.options.join(" "))
    }
}

impl Setup {
    /// `gcc-12 -O2`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let compiler = words.next().filter(|name| name.starts_with(['g', 'c']))?;
        let options: Vec<String> = words.collect();
        options.iter().all(|option| option.starts_with('-')).then_some(Self { compiler, options })
    }

    /// The assembly of a program; `None` if the compiler is not installed.
    pub fn compile(&self, source: &Path) -> Result<Option<String>, String> {
        if find_program(&self.compiler).is_none() {
            return Ok(None);
        }
        // GNU as does not know what clang says about addresses for some linkers.
        let own: &[&str] = if self.compiler.starts_with("clang") { &["-fno-addrsig"] } else { &[] };
        let done = Command::new(&self.compiler)
            .args(own)
            .args(&self.options)
            .args(["-w", "-S", "-o", "-"])
            .arg(source)
            .run()
            .map_err(|e| e.to_string())?;
        if done.end.success() {
            Ok(Some(String::from_utf8_lossy(&done.stdout).into_owned()))
        } else {
            Err(format!("{self}: {}", String::from_utf8_lossy(&done.stderr)))
        }
    }
}

/// What a program did.
#[derive(Debug, Eq, PartialEq)]
pub struct Ran {
    end: End,
    stdout: Vec<u8>,
}

fn assemble(assembly: &str, object: &Path) -> Result<(), String> {
    let done = Command::new("as")
        .args(["--64", "-o"])
        .arg(object)
        .arg("-")
        .stdin(assembly)
        .run()
        .map_err(|e| e.to_string())?;
    if done.end.success() {
        Ok(())
    } else {
        Err(format!("does not assemble: {}", String::from_utf8_lossy(&done.stderr)))
    }
}

/// Assembles, links and runs.
pub fn run(assembly: &str) -> Result<Ran, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (object, image) = (dir.path().join("a.o"), dir.path().join("a"));
    assemble(assembly, &object)?;
    let linked =
        Command::new("gcc").arg("-o").arg(&image).arg(&object).run().map_err(|e| e.to_string())?;
    if !linked.end.success() {
        return Err(format!("does not link: {}", String::from_utf8_lossy(&linked.stderr)));
    }
    // What loops for ever is stopped soon: a right run takes a millisecond.
    let limits =
        ProcessLimits { wall: Duration::from_secs(4), output: 1 << 20, ..ProcessLimits::default() };
    let ran = Command::new(&image)
        .limits(limits)
        .same_addresses(true)
        .run()
        .map_err(|e| e.to_string())?;
    Ok(Ran { end: ran.end, stdout: ran.stdout })
}
