//! `brinell compilers`: which compilers can be tested here, and why the rest cannot.

use crate::Status;
use crate::help::layout;
use crate::hunt::replace_sets;
use crate::render;
use crate::terminal::{cut, page_columns};
use crate::tools::{config_file, described};
use anyhow::bail;
use brinell_toolchain::{
    Discovery, LeftOutSet, OptionSet, Toolchain, WantedCompilers, discover, short_version,
};
use clap::Args;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The column of versions.
const VERSION: usize = 3;
/// Columns between those of the table.
const GAP: usize = 3;
/// Names that are longer do not widen the first column of those that are left out.
const MOST_NAME: usize = 40;

/// The arguments of `brinell compilers`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  brinell compilers                     what a hunt would test
  brinell compilers gcc clang-19        only one family, and one compiler by its name
  brinell compilers --config my.toml    compilers described in a file as well
  brinell compilers gcc --opts '-O2 -m32,-funsigned-char'    with these option sets

A file describes compilers like this; only name and command are needed:

  [[compiler]]
  name = \"avr\"                            # unique
  command = [\"avr-gcc\", \"-mmcu=atmega8\"] # relative paths start at the file's directory
  version = \"13.2 of today\"               # default: what `--version` prints
  options = [[\"-O0\"], [\"-O2\", \"-flto\"]]   # option sets, cheapest first
  runner = [\"./simulate.sh\"]              # called as `RUNNER IMAGE ARGUMENTS`; default: the host
  target = \"ip16\"                         # lp64, ilp32, llp64, ip16, s390x; default: probed
  family = \"gcc\"                          # compilers of one family count as one opinion
  env = { KEY = \"value\" }
  network = true                          # for a runner that uses another host
  compile_limits = { seconds = 60, cpu_seconds = 50, memory_mb = 4096 }
  run_limits = { seconds = 20, memory_mb = 1024, file_mb = 1, processes = 16 }
  fast_path = true                        # `-c` writes objects for this host; see docs/hunt.md

A compiler is called as `COMMAND OPTIONS -o IMAGE FILE.c`. The line `lacks` lists generator options for
features that the compiler does not have; programs for it do not use them. The line `differs` lists
implementation-defined choices (see `brinell rules`) that the compiler makes differently; programs avoid
relying on them, and the result of a program that does is not comparable. Each option set is probed
separately; one that cannot be tested is left out, and the reason is shown. Results are cached for a day
in the directory BRINELL_CACHE [default: ~/.cache/brinell]; an empty BRINELL_CACHE disables the cache.

Exit codes:
  0    there is a compiler to test
  1    there is none
  2    wrong usage, or an invalid file")]
pub struct CompilersArgs {
    /// Compilers by name, or by family (only those that compile for this machine) [default: all]
    #[arg(value_name = "NAME")]
    only: Vec<String>,
    /// TOML file that describes more compilers
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// Option sets to probe, in place of each compiler's own: -O0,'-O2 -m32'
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    opts: Vec<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Reads a file of compilers.
pub fn wanted(only: &[String], config: Option<&Path>) -> anyhow::Result<WantedCompilers> {
    let described = described(config.map(config_file).transpose()?.as_ref())?;
    Ok(WantedCompilers { only: only.to_vec(), described, ..WantedCompilers::default() })
}

/// The message if there is no compiler at all, and what to do about it.
pub const NO_COMPILER: &str = "no C compiler to test was found on PATH: install some, for example \
                               with `apt-get install gcc clang tcc`, or describe one in a file \
                               (see `brinell compilers --help`)";

/// Lists them.
pub fn run(args: &CompilersArgs) -> anyhow::Result<Status> {
    let mut discovery = discover(&wanted(&args.only, args.config.as_deref())?);
    if !args.opts.is_empty() {
        replace_sets(&mut discovery.found, &args.opts);
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &discovery)?;
        writeln!(out)?;
    } else {
        out.write_all(text(&discovery, page_columns()).as_bytes())?;
    }
    out.flush()?;
    if discovery.found.iter().any(|one| !one.option_sets.is_empty()) {
        return Ok(Status::Fine);
    }
    if args.only.is_empty() {
        writeln!(std::io::stderr(), "brinell: {NO_COMPILER}")?;
        return Ok(Status::Undefined);
    }
    bail!("none of these can be tested; `brinell compilers` lists what can")
}

/// Compilers in a table, with the longer facts below each row, within a number of columns.
fn text(discovery: &Discovery, columns: usize) -> String {
    let mut text = String::new();
    let groups: Vec<_> = discovery
        .found
        .iter()
        .flat_map(|one| groups(one).into_iter().map(move |g| (one, g)))
        .collect();
    if !groups.is_empty() {
        let mut rows: Vec<_> = groups.iter().map(|(one, sets)| row(one, sets)).collect();
        // What the columns in front of a version leave it; one that is longer gets a line below.
        let longest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let used: usize = (0..VERSION).filter_map(longest).map(|width| width + GAP).sum();
        for row in &mut rows {
            if row[VERSION].chars().count() + used > columns {
                row[VERSION].clear();
            }
        }
        let table = render::table(&["NAME", "FAMILY", "TARGET", "VERSION"], &rows);
        for (number, line) in table.lines().enumerate() {
            text += &cut(line, columns);
            text.push('\n');
            // The first line is the head.
            if let Some((one, sets)) = number.checked_sub(1).and_then(|at| groups.get(at)) {
                let version = rows[number - 1][VERSION].is_empty();
                text += &layout(&details(one, sets, version), columns);
            }
        }
    }
    let sets = discovery.found.iter().flat_map(|one| {
        let name = |set: &LeftOutSet| format!("{} {}", one.name, set.options.join(" "));
        one.left_out.iter().map(move |set| (name(set).trim_end().to_owned(), &set.why))
    });
    let compilers = discovery.left_out.iter().map(|one| (one.name.clone(), &one.why));
    let left_out: Vec<_> = sets.chain(compilers).collect();
    if !left_out.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        let width = left_out.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let width = width.clamp("LEFT OUT".len(), MOST_NAME);
        let _ = writeln!(text, "  {:<width$}   WHY", "LEFT OUT");
        for (name, why) in left_out {
            // One line each, whatever the compiler said.
            let why: Vec<_> = why.split_whitespace().collect();
            text += &layout(&format!("  {name:<width$}   {}", why.join(" ")), columns);
        }
    }
    text
}

/// The lines below a compiler's row.
fn details(one: &Toolchain, sets: &[&OptionSet], version: bool) -> String {
    let named = |set: &&OptionSet| match set.options.join(" ") {
        none if none.is_empty() => "none".to_owned(),
        options => options,
    };
    let options: Vec<_> = sets.iter().map(named).collect();
    let words = |all: Vec<String>| all.join(" ");
    let mut text = String::new();
    for (name, value) in [
        ("version", if version { short_version(&one.version) } else { String::new() }),
        ("options", options.join(", ")),
        ("lacks", words(sets[0].lacks.iter().map(ToString::to_string).collect())),
        ("differs", words(sets[0].differs.iter().map(ToString::to_string).collect())),
    ] {
        // A compiler with no options but its own needs no line for that.
        let needless = name == "options" && value == "none" && one.left_out.is_empty();
        if !value.is_empty() && !needless {
            let _ = writeln!(text, "      {name:<8} {value}");
        }
    }
    text
}

/// Groups of option sets with which the compiler has the same properties.
fn groups(one: &Toolchain) -> Vec<Vec<&OptionSet>> {
    let mut groups: Vec<Vec<&OptionSet>> = Vec::new();
    for set in &one.option_sets {
        let same = |group: &&mut Vec<&OptionSet>| {
            let first = group[0];
            (first.target, &first.lacks, &first.differs) == (set.target, &set.lacks, &set.differs)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(set),
            None => groups.push(vec![set]),
        }
    }
    groups
}

fn row(one: &Toolchain, sets: &[&OptionSet]) -> Vec<String> {
    let first = sets[0];
    // Where a script runs the simulator, that is its `$0`.
    let script = one.runner.get(1).is_some_and(|word| word == "-c");
    let target = match one.runner.get(if script { 3 } else { 0 }) {
        Some(runner) => {
            let runner = Path::new(runner).file_name().unwrap_or_default().to_string_lossy();
            format!("{} by {runner}", first.target.as_str())
        }
        None => first.target.as_str().to_owned(),
    };
    vec![one.name.clone(), one.family.clone(), target, short_version(&one.version)]
}
