//! Compiles the helpers of the fast path, which are embedded in the library: see `src/fast_path.rs`.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The helpers: source, kind, and the name they are embedded by.
const HELPERS: [(&str, &str, &str); 2] =
    [("fork_server", "cdylib", "fork_server.so"), ("loader", "bin", "loader")];

fn main() -> ExitCode {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let out = PathBuf::from(variable("OUT_DIR"));
    println!("cargo::rerun-if-changed=build.rs");
    // They know one kind of computer; elsewhere there is no fast path.
    let known = variable("CARGO_CFG_TARGET_OS") == "linux"
        && variable("CARGO_CFG_TARGET_ENV") == "gnu"
        && variable("CARGO_CFG_TARGET_ARCH") == "x86_64";
    for (name, kind, embedded) in HELPERS {
        let source = format!("helpers/{name}.rs");
        println!("cargo::rerun-if-changed={source}");
        let to = out.join(embedded);
        if !known {
            if let Err(error) = std::fs::write(&to, "") {
                println!("cargo::error=cannot write {}: {error}", to.display());
                return ExitCode::FAILURE;
            }
            continue;
        }
        let mut rustc = Command::new(variable("RUSTC"));
        rustc.args(["--edition", "2024", "--crate-name", name, "--crate-type", kind]);
        rustc.args(["--target", &variable("TARGET"), "-C", "opt-level=2", "-C", "panic=abort"]);
        rustc.args(["-C", "strip=symbols", "-o"]).arg(&to).arg(&source);
        if let Some(linker) = std::env::var_os("RUSTC_LINKER") {
            let mut setting = std::ffi::OsString::from("linker=");
            setting.push(linker);
            rustc.arg("-C").arg(setting);
        }
        match rustc.status() {
            Ok(status) if status.success() => {}
            Ok(status) => {
                println!("cargo::error=rustc did not compile {source}: {status}");
                return ExitCode::FAILURE;
            }
            Err(error) => {
                println!("cargo::error=cannot start rustc for {source}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
