//! `brinell compilers`: which compilers can be tested here, and why others cannot.

use crate::Status;
use crate::hunt::replace_sets;
use crate::render;
use crate::tools::{config_file, described};
use anyhow::bail;
use brinell_toolchain::{
    Discovery, LeftOutSet, OptionSet, Toolchain, WantedCompilers, discover, short_version,
};
use clap::Args;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The arguments of `brinell compilers`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  brinell compilers                     what a hunt would test
  brinell compilers gcc clang-19        only a family, or one by its name
  brinell compilers --config my.toml    also compilers that are described in a file
  brinell compilers gcc --opts '-O2 -m32,-funsigned-char'    what they are with these options

A file describes compilers like this; only name and command are needed:

  [[compiler]]
  name = \"avr\"                            # unique
  command = [\"avr-gcc\", \"-mmcu=atmega128\"]  # a relative path is one from the file's directory
  version = \"13.2 of today\"               # nothing: what it says itself
  options = [[\"-O0\"], [\"-O2\", \"-flto\"]]   # sets of options, cheap ones first
  runner = [\"./simulate.sh\"]              # runs `runner IMAGE ARGUMENTS`; nothing: the host does
  target = \"ip16\"                         # lp64, ilp32, llp64, ip16, s390x; nothing: found out
  family = \"gcc\"                          # compilers of one family count as one opinion
  env = { KEY = \"value\" }
  network = true                          # for a runner on another host
  compile_limits = { seconds = 60, cpu_seconds = 50, memory_mb = 4096 }
  run_limits = { seconds = 20, memory_mb = 1024, file_mb = 1, processes = 16 }
  fast_path = true                        # `-c` makes objects of this computer; see docs/hunt.md

A compiler is called as `COMMAND OPTIONS -o IMAGE FILE.c`. LACKS are options of the generator that
programs for it are written without; DIFFERS are implementation-defined choices (see `brinell rules`)
that programs are written around, or that make a program's result not comparable. Each set of options
is asked by itself, and left out with the reason where it cannot be tested. The answers are kept for a
day in the directory BRINELL_CACHE [default: ~/.cache/brinell]; BRINELL_CACHE= keeps none.

Exit codes:
  0    there is a compiler to test
  1    there is none
  2    wrong usage, or a file that is wrong")]
pub struct CompilersArgs {
    /// Names of compilers, or families, which stand for those for this machine; all if there is none
    #[arg(value_name = "NAME")]
    only: Vec<String>,
    /// File that describes more compilers
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// Sets of options to ask about, in place of each compiler's own: -O0,'-O2 -m32'
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

/// What to say, and to do, where there is no compiler at all.
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
        out.write_all(text(&discovery).as_bytes())?;
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

fn text(discovery: &Discovery) -> String {
    let mut text = String::new();
    let rows: Vec<_> = discovery.found.iter().flat_map(rows).collect();
    if !rows.is_empty() {
        let heads = ["NAME", "FAMILY", "TARGET", "OPTION SETS", "LACKS", "DIFFERS", "VERSION"];
        text += &render::table(&heads, &rows);
    }
    let sets = discovery.found.iter().flat_map(|one| {
        let name = |set: &LeftOutSet| format!("{} {}", one.name, set.options.join(" "));
        one.left_out.iter().map(move |set| vec![name(set).trim_end().to_owned(), set.why.clone()])
    });
    let compilers = discovery.left_out.iter().map(|one| vec![one.name.clone(), one.why.clone()]);
    let rows: Vec<_> = sets.chain(compilers).collect();
    if !rows.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &render::table(&["LEFT OUT", "WHY"], &rows);
    }
    text
}

/// A row for each group of option sets with which the compiler is the same.
fn rows(one: &Toolchain) -> Vec<Vec<String>> {
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
    groups.iter().map(|group| row(one, group)).collect()
}

fn row(one: &Toolchain, sets: &[&OptionSet]) -> Vec<String> {
    let or_dash = |words: Vec<String>| {
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    };
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
    vec![
        one.name.clone(),
        one.family.clone(),
        target,
        sets.iter().map(|set| or_dash(set.options.clone())).collect::<Vec<_>>().join(", "),
        or_dash(first.lacks.iter().map(ToString::to_string).collect()),
        or_dash(first.differs.iter().map(ToString::to_string).collect()),
        short_version(&one.version),
    ]
}
