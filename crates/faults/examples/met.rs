//! How often rules fit into real assembly: what the grades of the table are measured with.
//!
//! ```console
//! $ cargo run --release -p brinell-faults --example met -- FILE.s…
//! ```
//!
//! Prints a line for each rule: its grade, its sites for 10,000 instructions, the share of files that have
//! one. A directory stands for all `.s` files below it. Nothing is spared.

use brinell_faults::{Assembly, Spared, rules};
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let mut files = Vec::new();
    for name in std::env::args_os().skip(1) {
        collect(Path::new(&name), &mut files)?;
    }
    let mut instructions = 0;
    let mut sites = vec![0; rules().len()];
    let mut met = vec![0; rules().len()];
    for file in &files {
        let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
        let spared = Spared::nothing();
        let assembly = Assembly::parse(&text, &spared);
        instructions += assembly.instructions();
        for (index, rule) in rules().iter().enumerate() {
            let found = assembly.sites(rule).len();
            sites[index] += found;
            met[index] += usize::from(found > 0);
        }
    }
    println!("{} files, {instructions} instructions", files.len());
    println!("{:<28} {:<12} {:>10} {:>8}", "RULE", "GRADE", "PER 10,000", "FILES %");
    for (index, rule) in rules().iter().enumerate() {
        println!(
            "{:<28} {:<12} {:>10.2} {:>8.1}",
            rule.name,
            rule.grade.name(),
            sites[index] as f64 * 1e4 / instructions.max(1) as f64,
            met[index] as f64 * 100.0 / files.len().max(1) as f64,
        );
    }
    Ok(())
}

/// Files as they are named, and assembly below directories.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let below = entry?.path();
        if below.is_dir() || below.extension().is_some_and(|ending| ending == "s") {
            collect(&below, files)?;
        }
    }
    Ok(())
}
