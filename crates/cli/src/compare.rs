//! `brinell compare`: generators side by side, with the same compilers and the same CPU time.

mod render;

use crate::Status;
use crate::hunt::{command_line, left_out_line, parse_percent, parse_time, select};
use crate::interrupt::stop_flag;
use crate::status_line::{StatusLine, say};
use crate::tools::{config_file, described};
use anyhow::{Context as _, bail};
use brinell_compare::{
    CompareEnd, CompareLog, CompareProgress, CompareSettings, CompilerField, Contender, Results,
    page, run as compare,
};
use clap::Args;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where a comparison keeps everything by default.
const DEFAULT_DIR: &str = "brinell-compare";
/// The page in that directory.
const PAGE: &str = "report.html";

/// The arguments of `brinell compare`.
#[derive(Debug, Args)]
#[command(after_help = "\
A contender is
  NAME            a profile (default, tiny, …) or another generator (yarpgen1, yarpgen2);
                  csmith is both: profile:csmith is Brinell's, generator:csmith is Csmith itself
  FILE.toml       a profile, or the description of another generator (see docs/evaluation.md);
                  NAME and FILE may have a label before them: mine=FILE.toml
  PROFILE@SIZE    with programs of this many tokens; @own for the sizes that the profile draws;
                  without, those of a hunt: 500 to 8000

In each repetition every contender gets the same CPU time for generating, compiling and running,
with all compilers and option sets, in small alternating batches. Brinell's programs are judged by
their meaning; those of other generators by vote and, if compilers disagree, by the machine. The
first contender is called better or worse than each of the others only if the repetitions show it;
with fewer than six, nothing can be shown.

Ctrl-C prints the results so far; the same command resumes, with more time or repetitions if you
like. Without contenders, the results in DIR are shown again. DIR/report.html is a page with plots;
DIR/batches.jsonl has a line for each batch. --base compares another contender with the others, also
in a finished comparison.

Exit codes:
  0    done
  2    wrong usage, something is not installed, or cannot be read or written
  130  interrupted

Examples:
  brinell compare default generator:csmith --compilers tcc,gcc-12,clang-14
  brinell compare default default --cpu 30s --repetitions 10
  brinell compare default small=default@500 large=default@36000 --opts='-O0,-O2'
  brinell compare --base csmith
  brinell compare --json | jq '.pairs[].rows[] | {measure, difference}'")]
pub struct CompareArgs {
    /// Generators to compare, at least two
    #[arg(value_name = "CONTENDER")]
    contenders: Vec<String>,

    /// Directory for the log and the page
    #[arg(long, value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Compile only with these: names or families, such as gcc-12 or clang
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    compilers: Vec<String>,

    /// Option sets to compile with, in place of each compiler's own: -O0,'-O2 -flto'
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    opts: Vec<String>,

    /// More compilers, described in a TOML file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// CPU time of each contender in each repetition: 90s, 10m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1m")]
    cpu: Duration,

    /// Number of repetitions, each with other programs
    #[arg(long, value_name = "N", default_value = "10",
          value_parser = clap::value_parser!(u64).range(1..=50))]
    repetitions: u64,

    /// CPU time of a batch, before the next contender's
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "2s")]
    batch: Duration,

    /// First seed
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed_start: u64,

    /// CPU time for a closer look at what optimisers do, beside that of the contenders; 0 for none
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, default_value = "25%")]
    sample_share: f64,

    /// The contender to compare with the others, by its name in tables [default: the first]
    #[arg(long, value_name = "NAME")]
    base: Option<String>,

    /// Print everything as one JSON document instead of tables
    #[arg(long)]
    json: bool,
}

/// Compares.
pub fn run(args: &CompareArgs) -> anyhow::Result<Status> {
    let ended = match args.contenders.len() {
        0 => CompareEnd::Complete,
        1 => bail!("one contender cannot be compared with anything: name another"),
        _ => go_on(args)?,
    };
    let Some(log) = CompareLog::read(&args.dir)? else {
        bail!(
            "there is no comparison in {}: name two contenders or more to begin one",
            args.dir.display()
        );
    };
    let base = args.base.as_deref().map_or(Ok(0), |name| index_of(&log, name))?;
    let results = Results::of(log, base);
    let path = args.dir.join(PAGE);
    let cannot = || format!("cannot write {}", path.display());
    std::fs::write(&path, page(&results)).with_context(cannot)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&results)?)?;
    } else {
        out.write_all(render::results(&results).as_bytes())?;
        writeln!(out, "\nWith plots: {}", path.display())?;
    }
    Ok(match ended {
        CompareEnd::Complete => Status::Fine,
        CompareEnd::Interrupted => Status::Interrupted,
    })
}

/// The contender of a name.
fn index_of(log: &CompareLog, name: &str) -> anyhow::Result<usize> {
    let labels: Vec<&str> = log.header.contenders.iter().map(|one| one.label.as_str()).collect();
    labels.iter().position(|label| *label == name).with_context(|| {
        format!("--base: no contender is called `{name}`; there are {}", labels.join(", "))
    })
}

fn go_on(args: &CompareArgs) -> anyhow::Result<CompareEnd> {
    if args.cpu.is_zero() || args.batch.is_zero() {
        bail!("--cpu and --batch must be longer than nothing");
    }
    let contenders = Contender::parse_all(&args.contenders)?;
    let field = field(args.config.as_deref(), &args.compilers, &args.opts)?;
    let settings = CompareSettings {
        contenders,
        field,
        cpu: args.cpu,
        repetitions: args.repetitions as usize,
        slice: args.batch,
        first_seed: args.seed_start,
        sample_share: args.sample_share,
        dir: args.dir.clone(),
        command: command_line(),
    };
    let stop = stop_flag()?;
    let mut line = StatusLine::new();
    let mut show = |progress: &CompareProgress<'_>| {
        if line.is_due() {
            line.show(&render::progress(progress));
        }
    };
    let ended = compare(&settings, &stop, &mut show);
    line.clear();
    Ok(ended?)
}

/// The compilers. Without names, the newest gcc, the newest clang and tcc: every pair takes from the
/// budget, and families matter more than versions.
fn field(
    config: Option<&Path>,
    names: &[String],
    opts: &[String],
) -> anyhow::Result<CompilerField> {
    let config = config.map(config_file).transpose()?;
    let described = described(config.as_ref())?;
    let (mut compilers, _) = select(names, opts, described)?;
    if names.is_empty() {
        let number = |name: &str| name.rsplit('-').next().and_then(|n| n.parse::<u32>().ok());
        compilers.retain(|tool| !tool.cross && tool.runner.is_empty());
        compilers.sort_by_key(|tool| std::cmp::Reverse(number(&tool.name)));
        let mut families = std::collections::BTreeSet::new();
        compilers.retain(|tool| {
            let usual = ["gcc", "clang", "tcc"].contains(&tool.family.as_str());
            (usual || config.is_some()) && families.insert(tool.family.clone())
        });
    }
    for tool in &compilers {
        for set in &tool.left_out {
            say(&left_out_line(&tool.name, &set.options, &set.why));
        }
    }
    Ok(CompilerField::new(compilers)?)
}
