//! `brinell hunt`: tests compilers until it is stopped.

mod progress;
mod render;
mod tui;

use crate::Status;
use crate::args::JobsArgs;
use crate::interrupt::stop_flag;
use crate::status_line::say;
use crate::tools::{config_file, described};
use anyhow::{Context as _, bail};
use brinell_campaign::{
    Bundler, HuntControl, HuntSettings, KnownBugs, RunSetup, Triage, hunt, quoted,
};
use brinell_report::bundle;
use brinell_toolchain::{
    Described, Discovery, LeftOut, OptionSet, ProbeCache, Toolchain, WantedCompilers, discover,
    probe_sets,
};
use clap::{Args, ValueEnum};
use render::{Json, People};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default directory of a hunt.
pub const DEFAULT_DIR: &str = "brinell-hunt";

/// The arguments of `brinell hunt`.
#[derive(Debug, Args)]
#[command(after_help = "\
A hunt generates random programs whose output is known, compiles them with every compiler and
option set, runs the results, and stores what is wrong in DIR. It runs until it is stopped; Ctrl-C
stops it, and the same command resumes it.

Without --size, programs have 500 to 8000 tokens, and every second one leaves out a random half of
the language. Each compiler is first probed with each option set: it gets programs for its data
model, without features it lacks and, as far as possible, without relying on choices it makes
differently; an option set it rejects is left out. See `brinell compilers`, which also has --opts.

In the background, findings are triaged one at a time: each distinct bug is reduced and gets a
directory in DIR/bundles with a report that is ready to send; see docs/bundles.md.

Exit codes:
  0    this run found no bug
  1    it found bugs: see `brinell findings DIR`
  2    wrong usage, no compiler, or a file cannot be read or written
  4    only a bug in Brinell was found
  130  interrupted

Examples:
  brinell hunt                                 all compilers on PATH, until Ctrl-C
  brinell hunt --for 10m --compilers tcc,gcc
  brinell hunt --tui                           full-screen; ? lists the keys
  brinell hunt --edge crash --compilers pcc    crashes of pcc only
  brinell hunt mine --opts '-O0,-O2 -march=native' --compilers gcc-12
  brinell hunt --config my-compilers.toml --known known.txt")]
pub struct HuntArgs {
    /// Directory for the findings
    #[arg(value_name = "DIR", default_value = DEFAULT_DIR)]
    dir: PathBuf,

    /// Test only these: names or families, such as gcc-12 or clang; a family stands for its compilers
    /// for this machine
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    compilers: Vec<String>,

    /// Option sets to compile with, in place of each compiler's own: -O0,'-O2 -flto'
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    opts: Vec<String>,

    /// More compilers, described in a TOML file; later commands on DIR remember it, and --opts
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Options of the generator: shipped profiles by name, or TOML files; several alternate
    /// [default: mix, default, edge, yarpgen and orange]
    #[arg(long = "profile", value_name = "LIST", value_delimiter = ',')]
    profiles: Vec<String>,

    /// Programs beyond the rules of safe generation (docs/generator.md): short for --profile edge, or
    /// edge-crash, which tests compilers for crashes and hangs only and runs no image
    #[arg(long, value_name = "KIND", conflicts_with = "profiles")]
    edge: Option<Edge>,

    /// Tokens per program; several sizes alternate [default: 500 to 8000]
    #[arg(long = "size", value_name = "LIST", value_delimiter = ',',
          value_parser = clap::value_parser!(u32).range(1..))]
    sizes: Vec<u32>,

    /// Stop after this time: 90s, 10m, 1h, 2d
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Stop after this many programs
    #[arg(long, value_name = "N")]
    programs: Option<u64>,

    /// Parallel jobs.
    #[command(flatten)]
    jobs: JobsArgs,

    /// First seed [default: where the last hunt in DIR stopped, otherwise random]
    #[arg(long, value_name = "SEED")]
    seed_start: Option<u64>,

    /// Bugs to count but not report: keys, one per line, as `brinell findings --keys` prints them
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Share of the processors for triage; 0 disables it
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, default_value = "25%")]
    triage_share: f64,

    /// Ask the sanitizers of gcc and clang, and Frama-C's Eva if it is installed, about the program of
    /// each finding, and say in the finding where they disagree with the machine
    #[arg(long)]
    cross_check: bool,

    /// Always compile and link with the compilers' own commands: slower (see docs/hunt.md)
    #[arg(long)]
    no_fast_path: bool,

    /// Show the hunt full-screen; ? lists the keys
    #[arg(long, conflicts_with = "json")]
    tui: bool,

    /// Report events as JSON, one per line, on standard output
    #[arg(long)]
    json: bool,
}

/// What programs beyond the rules of safe generation test for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
enum Edge {
    /// Wrong code, crashes and hangs: a run makes each program defined
    WrongCode,
    /// Crashes and hangs of compilers: programs may be undefined and are never run
    Crash,
}

impl Edge {
    const fn profile(self) -> &'static str {
        match self {
            Self::WrongCode => "edge",
            Self::Crash => "edge-crash",
        }
    }
}

impl HuntArgs {
    fn profiles(&self) -> Vec<String> {
        self.edge.map_or_else(|| self.profiles.clone(), |edge| vec![edge.profile().to_owned()])
    }
}

/// Hunts.
pub fn run(args: &HuntArgs) -> anyhow::Result<Status> {
    if args.tui {
        tui::check_terminal()?;
    }
    let known = read_known(args.known.as_deref())?;
    let config = args.config.as_deref().map(config_file).transpose()?;
    let described = described(config.as_ref())?;
    let (mut compilers, mut referees) = select(&args.compilers, &args.opts, described)?;
    for tool in &compilers {
        for set in &tool.left_out {
            say(&left_out_line(&tool.name, &set.options, &set.why));
        }
    }
    compilers.retain(|tool| !tool.option_sets.is_empty());
    for tool in compilers.iter_mut().chain(&mut referees) {
        tool.fast_path &= !args.no_fast_path;
    }
    // The full-screen view handles signals itself, because it has to restore the terminal first.
    let control =
        if args.tui { HuntControl::default() } else { HuntControl::stopping_by(stop_flag()?) };
    let setup = RunSetup {
        config,
        opts: args.opts.clone(),
        tested: compilers.iter().map(|tool| tool.name.clone()).collect(),
    };
    let settings = HuntSettings {
        dir: args.dir.clone(),
        compilers,
        referees,
        profiles: args.profiles(),
        sizes: args.sizes.clone(),
        programs: args.programs,
        time: args.time,
        jobs: args.jobs.count(),
        seed_start: args.seed_start,
        known,
        cross_check: args.cross_check,
        triage: Some(Triage {
            share: args.triage_share,
            bundler: Bundler {
                name: bundle::name,
                files: |case| bundle::files(case, env!("CARGO_PKG_VERSION")),
            },
        }),
        setup,
        command: command_line(),
    };
    let hunted = if args.json {
        Json::new().hunt(&settings, |events| hunt(&settings, &control, events))?
    } else if args.tui {
        let (hunted, complaints) =
            tui::run(&settings, &control, |events| hunt(&settings, &control, events))?;
        for complaint in complaints {
            say(&format!("{complaint}\n"));
        }
        say(&render::end(&settings, &hunted));
        hunted
    } else {
        People::new().hunt(&settings, |events| hunt(&settings, &control, events))?
    };
    Ok(if hunted.interrupted {
        Status::Interrupted
    } else if hunted.last.findings > 0 {
        Status::Undefined
    } else if hunted.summary.our_bugs > 0 {
        Status::Internal
    } else {
        Status::Fine
    })
}

/// The compilers under test, with these option sets if there are any, and the others on this computer.
pub fn select(
    names: &[String],
    opts: &[String],
    described: Vec<Described>,
) -> anyhow::Result<(Vec<Toolchain>, Vec<Toolchain>)> {
    // All are looked for, since those that are not tested can have an opinion.
    let Discovery { found, left_out } =
        discover(&WantedCompilers { described, ..WantedCompilers::default() });
    let names: Vec<String> = names.iter().map(|name| own_name(name, &found, &left_out)).collect();
    let wanted =
        |tool: &Toolchain| names.is_empty() || names.iter().any(|name| tool.is_called(name));
    for name in &names {
        if !found.iter().any(|tool| tool.is_called(name)) {
            let why = left_out.iter().find(|out| out.name == *name).map(|out| out.why.as_str());
            let other_machines = found.iter().any(|tool| tool.family == *name);
            let why = why.unwrap_or(if other_machines {
                "there is none for this machine; cross compilers must be named in full"
            } else {
                "it is not on PATH"
            });
            let there: Vec<_> = found.iter().map(|tool| tool.name.as_str()).collect();
            bail!(
                "cannot test the compiler `{name}`: {why}; available: {}",
                if there.is_empty() { "none".to_owned() } else { there.join(", ") }
            );
        }
    }
    let (mut compilers, mut referees): (Vec<_>, Vec<_>) = found.into_iter().partition(wanted);
    if compilers.is_empty() {
        let mut reasons = String::new();
        for out in &left_out {
            use std::fmt::Write as _;
            let _ = write!(reasons, "\n  {} was left out: {}", out.name, out.why);
        }
        bail!(
            "no C compiler was found to test; install some (apt-get install gcc clang tcc), or \
             describe yours in a TOML file and give it with --config{reasons}"
        );
    }
    if !opts.is_empty() {
        replace_sets(&mut compilers, opts);
        if compilers.iter().all(|tool| tool.option_sets.is_empty()) {
            let mut reasons = String::new();
            for tool in &compilers {
                for set in &tool.left_out {
                    reasons += "\n  ";
                    reasons += left_out_line(&tool.name, &set.options, &set.why).trim_end();
                }
            }
            bail!("no compiler can be tested with these options{reasons}");
        }
    }
    ask_for_data_models(&mut referees, &compilers);
    Ok((compilers, referees))
}

/// The name under which a compiler is tested, if it has several on this computer.
fn own_name(name: &str, found: &[Toolchain], left_out: &[LeftOut]) -> String {
    let other = || left_out.iter().find(|out| out.name == name)?.same_as.clone();
    let known = found.iter().any(|tool| tool.is_called(name));
    if known { name.to_owned() } else { other().unwrap_or_else(|| name.to_owned()) }
}

/// Whoever is asked about programs of another data model, such as that of `-m32`, needs the options
/// for it too: those of the compiler under test, if it takes them.
fn ask_for_data_models(referees: &mut [Toolchain], compilers: &[Toolchain]) {
    let mut models: Vec<&OptionSet> = Vec::new();
    for set in compilers.iter().filter(|tool| !tool.cross).flat_map(|tool| &tool.option_sets) {
        if models.iter().all(|other| other.target != set.target) {
            models.push(set);
        }
    }
    for set in models {
        let has_none =
            |tool: &&mut Toolchain| tool.option_sets.iter().all(|own| own.target != set.target);
        for tool in referees.iter_mut().filter(|tool| !tool.cross).filter(has_none) {
            let sets = std::slice::from_ref(&set.options);
            probe_sets(std::slice::from_mut(tool), sets, &ProbeCache::default());
        }
    }
}

/// Probes compilers with these option sets, in place of their own.
pub fn replace_sets(tools: &mut [Toolchain], opts: &[String]) {
    for tool in &mut *tools {
        tool.option_sets.clear();
        tool.left_out.clear();
    }
    probe_sets(tools, &split(opts), &ProbeCache::default());
}

/// Option sets as words.
fn split(opts: &[String]) -> Vec<Vec<String>> {
    opts.iter().map(|set| set.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Says that a compiler is not tested with some options.
pub fn left_out_line(name: &str, options: &[String], why: &str) -> String {
    let pair = format!("{name} {}", options.join(" "));
    format!("{} is left out: {why}\n", pair.trim_end())
}

/// The list of known bugs in a file.
pub fn read_known(path: Option<&Path>) -> anyhow::Result<KnownBugs> {
    let Some(path) = path else { return Ok(KnownBugs::default()) };
    KnownBugs::parse(&read(path)?).map_err(|why| anyhow::anyhow!("{}: {why}", path.display()))
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// This process's own command line, as a shell takes it.
pub fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("brinell".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A time such as `90s`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time like 90s, 10m, 1h or 2d".to_owned();
    let (number, unit) = match text.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        Some((at, _)) => text.split_at(at),
        None => (text, "s"),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => 1,
        "m" | "min" => 60,
        "h" => 3600,
        "d" => 86400,
        _ => return Err(wrong()),
    };
    number.checked_mul(seconds).map(Duration::from_secs).ok_or_else(wrong)
}

/// A share such as `25%`, from 0 to 1.
pub fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<u8>().ok();
    let number = number.filter(|percent| *percent <= 100);
    number
        .map(|percent| f64::from(percent) / 100.0)
        .ok_or_else(|| "expected a percentage from 0% to 100%".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percentages() {
        assert_eq!(parse_percent("25%"), Ok(0.25));
        assert_eq!(parse_percent("0"), Ok(0.0));
        for bad in ["", "%", "101%", "-1", "0.5", "half"] {
            assert!(parse_percent(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("10m"), Ok(Duration::from_mins(10)));
        assert_eq!(parse_time("2h"), Ok(Duration::from_hours(2)));
        assert_eq!(parse_time("1d"), Ok(Duration::from_hours(24)));
        for bad in ["", "h", "1.5h", "-1s", "10 m", "99999999999999999999d"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }
}
