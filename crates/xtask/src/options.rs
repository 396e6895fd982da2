//! `cargo xtask options`: short hunts with the option sets and compilers that new users may bring.
//!
//! Every finding of such a hunt has to be the compiler's fault; the table says where to read them.

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The arguments of `cargo xtask options`.
#[derive(Debug, Args)]
pub struct OptionsArgs {
    /// How long each hunt takes: 30s, 3m
    #[arg(long = "for", value_name = "TIME", default_value = "3m")]
    time: String,
    /// These hunts only, by the names in the table
    #[arg(long, value_name = "NAME", value_delimiter = ',', allow_hyphen_values = true)]
    only: Vec<String>,
    /// Where the hunts go; a directory for each
    #[arg(long, value_name = "DIR", default_value = "target/options")]
    dir: PathBuf,
    /// The brinell to use [default: built in release mode]
    #[arg(long, value_name = "FILE")]
    brinell: Option<PathBuf>,
    /// Programs at once
    #[arg(short, long, default_value_t = 1)]
    jobs: usize,
}

/// A hunt.
struct Hunt {
    name: &'static str,
    compilers: &'static str,
    /// Empty for the compilers' own.
    options: &'static str,
}

/// Options for gcc and clang, at a cheap and at an expensive level.
const fn options(name: &'static str, options: &'static str) -> Hunt {
    Hunt { name, compilers: "gcc-12,clang", options }
}

const fn compiler(name: &'static str, compilers: &'static str) -> Hunt {
    Hunt { name, compilers, options: "" }
}

const HUNTS: [Hunt; 18] = [
    options("-m32", "-O1 -m32,-O2 -m32"),
    options("-funsigned-char", "-O1 -funsigned-char,-O2 -funsigned-char"),
    options("-march=native", "-O1 -march=native,-O3 -march=native"),
    options("-fpack-struct", "-O1 -fpack-struct,-O3 -fpack-struct"),
    options("-fshort-enums", "-O1 -fshort-enums,-O2 -fshort-enums"),
    options("-ffast-math", "-O1 -ffast-math,-O3 -ffast-math"),
    options("-flto", "-O1 -flto,-O2 -flto"),
    options("-fwrapv", "-O1 -fwrapv,-O2 -fwrapv"),
    options("unknown", "-O1,-O1 -fno-such-option"),
    compiler("aarch64", "aarch64-linux-gnu-gcc-12"),
    compiler("riscv64", "riscv64-linux-gnu-gcc-12"),
    compiler("s390x", "s390x-linux-gnu-gcc-12"),
    compiler("avr-gcc", "avr-gcc"),
    compiler("sdcc", "sdcc"),
    compiler("cc65", "cc65"),
    compiler("tcc", "tcc"),
    compiler("pcc", "pcc"),
    compiler("chibicc", "chibicc"),
];

/// What came of a hunt.
struct HuntRow {
    name: &'static str,
    programs: String,
    findings: String,
    /// The share of results that are not comparable.
    not_comparable: String,
    notes: Vec<String>,
}

/// Hunts, and prints the table.
pub fn run(args: &OptionsArgs) -> anyhow::Result<()> {
    if let Some(name) = args.only.iter().find(|name| HUNTS.iter().all(|hunt| hunt.name != **name)) {
        let names: Vec<_> = HUNTS.iter().map(|hunt| hunt.name).collect();
        bail!("there is no hunt `{name}`; there are {}", names.join(", "));
    }
    let brinell = match &args.brinell {
        Some(path) => path.clone(),
        None => build()?,
    };
    std::fs::create_dir_all(&args.dir)
        .with_context(|| format!("cannot make {}", args.dir.display()))?;
    let mut rows = Vec::new();
    for hunt in HUNTS
        .iter()
        .filter(|hunt| args.only.is_empty() || args.only.iter().any(|name| name == hunt.name))
    {
        eprintln!("{}", hunt.name);
        rows.push(row(hunt, &brinell, args)?);
    }
    print!("{}", table(&rows));
    Ok(())
}

/// Builds brinell in release mode, and says where it is.
pub fn build() -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["build", "--release", "-p", "brinell"]).status()?;
    if !status.success() {
        bail!("brinell cannot be built");
    }
    Ok(Path::new("target/release/brinell").to_owned())
}

fn row(hunt: &Hunt, brinell: &Path, args: &OptionsArgs) -> anyhow::Result<HuntRow> {
    let dir = args.dir.join(hunt.name.trim_start_matches('-'));
    if dir.exists() {
        std::fs::remove_dir_all(&dir).with_context(|| format!("cannot clear {}", dir.display()))?;
    }
    let mut command = Command::new(brinell);
    command.arg("hunt").arg(&dir).args(["--json", "--for", &args.time, "--compilers"]);
    command.arg(hunt.compilers).arg("-j").arg(args.jobs.to_string());
    if !hunt.options.is_empty() {
        command.arg("--opts").arg(hunt.options);
    }
    let done = command.stdin(Stdio::null()).output().context("cannot start brinell")?;
    let said = String::from_utf8_lossy(&done.stderr);
    let notes: Vec<String> = said.lines().map(str::to_owned).collect();
    let events: Vec<Value> = String::from_utf8_lossy(&done.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    Ok(read(hunt, &dir, &events, notes))
}

/// Reads the events of a hunt.
fn read(hunt: &Hunt, dir: &Path, events: &[Value], mut notes: Vec<String>) -> HuntRow {
    let event = |name: &str| events.iter().find(|event| event["event"] == name);
    let Some(finished) = event("finished") else {
        let none = || "-".to_owned();
        let (programs, findings, not_comparable) = (none(), none(), none());
        return HuntRow { name: hunt.name, programs, findings, not_comparable, notes };
    };
    let mut verdicts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut pairs: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for count in finished["summary"]["counts"].as_array().into_iter().flatten() {
        let number = count["count"].as_u64().unwrap_or(0);
        let verdict = count["verdict"].as_str().unwrap_or_default();
        *verdicts.entry(verdict).or_default() += number;
        let word = |name: &str| count[name].as_str().unwrap_or_default();
        let pair = format!("{} {}", word("compiler"), word("options"));
        let (all, out) = pairs.entry(pair.trim_end().to_owned()).or_default();
        *all += number;
        *out += if verdict == "not-comparable" { number } else { 0 };
    }
    let all: u64 = verdicts.values().sum();
    let out = verdicts.remove("not-comparable").unwrap_or(0);
    verdicts.remove("ok");
    let words = verdicts.iter().map(|(verdict, count)| format!("{verdict} {count}"));
    let mut words: Vec<String> = words.collect();
    if finished["findings"].as_u64().unwrap_or(0) > 0 || !words.is_empty() {
        notes.push(format!("findings are in {}", dir.display()));
    }
    let our_bugs = finished["summary"]["our_bugs"].as_u64().unwrap_or(0);
    if our_bugs > 0 {
        words.push(format!("our-bug {our_bugs}"));
    }
    for (pair, (all, out)) in pairs.iter().filter(|(_, (_, out))| *out > 0) {
        let differs = differences(event("compilers"), pair);
        let share = percent(*out, *all);
        notes.push(format!("{pair}: {share} not comparable; it differs in {differs}"));
    }
    HuntRow {
        name: hunt.name,
        programs: finished["summary"]["programs"].to_string(),
        findings: if words.is_empty() { "none".to_owned() } else { words.join(", ") },
        not_comparable: percent(out, all),
        notes,
    }
}

/// In which choices a pair differs from its data model.
fn differences(compilers: Option<&Value>, pair: &str) -> String {
    let tools = compilers.and_then(|event| event["compilers"].as_array());
    for tool in tools.into_iter().flatten() {
        for set in tool["option_sets"].as_array().into_iter().flatten() {
            let words = |list: &Value| {
                let words = list.as_array().into_iter().flatten().filter_map(Value::as_str);
                words.collect::<Vec<_>>().join(" ")
            };
            let name =
                format!("{} {}", tool["name"].as_str().unwrap_or(""), words(&set["options"]));
            if name.trim_end() == pair {
                return words(&set["differs"]);
            }
        }
    }
    String::new()
}

fn percent(part: u64, all: u64) -> String {
    format!("{:.1} %", part as f64 * 100.0 / (all as f64).max(1.0))
}

fn table(rows: &[HuntRow]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{:<16} {:>8} {:>14}  FINDINGS", "HUNT", "PROGRAMS", "NOT COMPARABLE");
    for row in rows {
        let HuntRow { name, programs, findings, not_comparable, notes } = row;
        let _ = writeln!(text, "{name:<16} {programs:>8} {not_comparable:>14}  {findings}");
        for note in notes {
            let _ = writeln!(text, "    {note}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn events_become_a_row() {
        let count = |options: &str, verdict: &str, count: u64| json!({"compiler": "gcc", "options": options, "verdict": verdict, "count": count});
        let set = json!({"options": ["-O1"], "differs": ["char-sign"]});
        let events = [
            json!({"event": "compilers", "compilers": [{"name": "gcc", "option_sets": [set]}]}),
            json!({"event": "finished", "findings": 1, "summary": {
                "programs": 9, "our_bugs": 0, "counts": [
                    count("-O1", "ok", 5), count("-O1", "not-comparable", 4),
                    count("-O2", "wrong-code", 1), count("-O2", "ok", 6),
                ],
            }}),
        ];
        let row = read(&HUNTS[0], Path::new("dir"), &events, Vec::new());
        assert_eq!((row.programs.as_str(), row.findings.as_str()), ("9", "wrong-code 1"));
        assert_eq!(row.not_comparable, "25.0 %");
        assert_eq!(row.notes[0], "findings are in dir");
        assert_eq!(row.notes[1], "gcc -O1: 44.4 % not comparable; it differs in char-sign");
        let row = read(&HUNTS[0], Path::new("dir"), &[], vec!["no compiler".to_owned()]);
        assert_eq!((row.findings.as_str(), row.notes.len()), ("-", 1));
    }
}
