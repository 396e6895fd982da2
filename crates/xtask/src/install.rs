//! The compilers and generators that the tests need, and the Debian packages that bring them.

use anyhow::{Context as _, bail};
use brinell_toolchain::{
    Command as Sandboxed, Compiler, Family, compile, csmith_headers, find_program,
};
use std::process::Command;

/// Something the tests need.
struct Need {
    what: &'static str,
    package: fn() -> String,
    present: fn() -> bool,
}

/// What the tests need. Packages are those of Debian 12.
const NEEDS: [Need; 11] = [
    Need {
        what: "gcc",
        package: || "gcc libc6-dev".to_owned(),
        present: || Compiler::find(Family::Gcc).is_some(),
    },
    Need { what: "gcc -m32", package: multilib, present: || links(Family::Gcc, "-m32") },
    Need {
        what: "clang",
        package: || "clang-14".to_owned(),
        present: || links(Family::Clang, "-m64"),
    },
    Need { what: "tcc", package: || "tcc".to_owned(), present: || all_here(&["tcc"]) },
    Need { what: "pcc", package: || "pcc".to_owned(), present: || all_here(&["pcc"]) },
    Need { what: "chibicc", package: || "chibicc".to_owned(), present: || all_here(&["chibicc"]) },
    Need {
        what: "avr-gcc with simavr",
        package: || "gcc-avr avr-libc simavr".to_owned(),
        present: || all_here(&["avr-gcc", "simavr"]),
    },
    Need {
        what: "sdcc with sz80",
        package: || "sdcc sdcc-ucsim".to_owned(),
        present: || all_here(&["sdcc", "sz80"]),
    },
    Need { what: "cc65", package: || "cc65".to_owned(), present: || all_here(&["cl65", "sim65"]) },
    Need { what: "csmith", package: || "csmith".to_owned(), present: || all_here(&["csmith"]) },
    Need {
        what: "csmith.h",
        package: || "libcsmith-dev".to_owned(),
        present: || csmith_headers().is_some(),
    },
];

fn all_here(programs: &[&str]) -> bool {
    programs.iter().all(|program| find_program(program).is_some())
}

/// Not the metapackage `gcc-multilib`: that conflicts with every cross compiler.
fn multilib() -> String {
    let version = Sandboxed::new("gcc").arg("-dumpversion").run().ok();
    let version = version.map(|done| String::from_utf8_lossy(&done.stdout).trim().to_owned());
    let major = version.as_deref().and_then(|version| version.split('.').next());
    format!("gcc-{}-multilib", major.filter(|major| !major.is_empty()).unwrap_or("12"))
}

/// Whether the compiler makes a program with a header and a flag.
fn links(family: Family, flag: &str) -> bool {
    Compiler::find(family).is_some_and(|compiler| links_with(&compiler, &[flag]))
}

fn links_with(compiler: &Compiler, flags: &[&str]) -> bool {
    let Ok(dir) = tempfile::tempdir() else { return false };
    let source = dir.path().join("probe.c");
    let text = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
    std::fs::write(&source, text).is_ok()
        && compile(compiler, flags, &source, &dir.path().join("probe")).is_ok()
}

/// Installs what is missing, or says what to install.
pub fn ensure(install: bool) -> anyhow::Result<()> {
    let missing: Vec<&Need> = NEEDS.iter().filter(|need| !(need.present)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let what: Vec<_> = missing.iter().map(|need| need.what).collect();
    let packages: Vec<_> = missing.iter().map(|need| (need.package)()).collect();
    let words: Vec<_> = packages.iter().flat_map(|package| package.split(' ')).collect();
    let by_hand = format!("apt-get install --no-install-recommends {}", words.join(" "));
    let missing_words = format!("the tests need {}, not found here", what.join(", "));
    if !install {
        bail!("{missing_words}; install with: {by_hand}");
    }
    if find_program("apt-get").is_none() {
        bail!("{missing_words}, and there is no apt-get; on Debian it would be: {by_hand}");
    }
    if !is_root() {
        bail!("{missing_words}; run as root: {by_hand}");
    }
    eprintln!("==> {missing_words}; installing {}", words.join(" "));
    // The package lists may be older than the mirror, or not there at all: only then refresh.
    if apt(&["install", "--yes", "--no-install-recommends"], &words).is_err() {
        apt(&["update"], &[])?;
        apt(&["install", "--yes", "--no-install-recommends"], &words)?;
    }
    let still: Vec<_> = NEEDS.iter().filter(|n| !(n.present)()).map(|n| n.what).collect();
    if !still.is_empty() {
        bail!("installed {}, but {} still does not work", words.join(" "), still.join(", "));
    }
    Ok(())
}

fn apt(arguments: &[&str], packages: &[&str]) -> anyhow::Result<()> {
    let status = Command::new("apt-get")
        .args(arguments)
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .context("cannot run apt-get")?;
    if !status.success() {
        bail!("apt-get {} {}: {status}", arguments.join(" "), packages.join(" "));
    }
    Ok(())
}

fn is_root() -> bool {
    Sandboxed::new("id").arg("-u").run().is_ok_and(|done| done.stdout.trim_ascii() == b"0")
}
