//! The command line: one declaration per option, with its meaning, default and range.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::Limits;
use brinell_toolchain::PreprocessOptions;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A hardness tester for C compilers.
///
/// Brinell generates random C programs whose meaning it knows, tests C compilers with them, and
/// reduces what it finds to bug reports. It also checks any C program: an exact abstract machine
/// stops at the first undefined behaviour, or dependence on the order of evaluation, and names the
/// rule that was broken.
#[derive(Debug, Parser)]
#[command(
    name = "brinell",
    version,
    styles = Styles::styled()
        .header(AnsiColor::Green.on_default().bold())
        .usage(AnsiColor::Green.on_default().bold())
        .literal(AnsiColor::Cyan.on_default().bold())
        .placeholder(AnsiColor::Cyan.on_default()),
    after_help = "Examples:
  brinell hunt                        test the C compilers on this computer
  brinell check                       try it on built-in example programs
  brinell check prog.c                run prog.c on the abstract machine
  brinell generate -s 42 -o prog.c    write random program number 42
  brinell print prog.c -o plain.c     the same program without headers and macros
  brinell rules signed-overflow       explain one rule

Exit codes:
  0    success (check: every program is defined; hunt: no bug was found)
  1    hunt: bugs were found; replay: the bug no longer shows; reduce: there is nothing to reduce;
       check: a program has undefined behaviour; bench: a disagreement was found
  2    wrong usage, or a file that is unreadable, invalid or unsupported
  3    a program exceeded its budget; reduce, bundle, triage: the time ran out
  4    a bug in Brinell
  5    check: undecided (neither proved defined nor shown to break a rule)
  130  interrupted
  141  the reader of the output went away (brinell ... | head)"
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: CliCommand,
}

/// The subcommands, one file each.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Test C compilers: find crashes, hangs, rejected programs and wrong code
    Hunt(Box<crate::hunt::HuntArgs>),
    /// List the findings of a hunt
    Findings(crate::findings::FindingsArgs),
    /// Show everything about a finding
    Show(crate::show::ShowArgs),
    /// Compile and run the program of a finding again
    Replay(crate::replay::ReplayArgs),
    /// Make the program of a finding, or any C file, as small as possible
    Reduce(Box<crate::reduce::ReduceArgs>),
    /// Write an interestingness test for other reducers
    Interestingness(crate::interestingness::InterestingnessArgs),
    /// Write a bug report: reduced program, what hides the bug, script that reproduces it
    Bundle(crate::bundle::BundleArgs),
    /// Write bug reports for the findings that have none yet
    Triage(crate::triage::TriageArgs),
    /// Write a hunt as one HTML page
    Report(crate::report::ReportArgs),
    /// Compare generators: same compilers, same CPU time
    Compare(Box<crate::compare::CompareArgs>),
    /// List the compilers that can be tested here, and why the rest cannot
    Compilers(crate::compilers::CompilersArgs),
    /// Run C programs on the abstract machine: print their output, then whether they are defined
    Check(crate::check::CheckArgs),
    /// Write random C programs whose meaning is known
    Generate(Box<crate::generate::GenerateArgs>),
    /// Print a C program as self-contained C, without headers and macros
    Print(crate::print::PrintArgs),
    /// List the rules of undefined behaviour that the machine knows, or explain one
    Rules(crate::rules::RulesArgs),
    /// Measure the machine, the generator and the hunt
    Bench(crate::bench::BenchArgs),
    /// Print a completion script for a shell
    Completions(crate::completions::CompletionsArgs),
    /// Write man pages
    Man(crate::man::ManArgs),
}

/// How source files are read.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reading")]
pub struct SourceArgs {
    /// Data model: sizes, alignments, byte order, layout
    ///
    /// lp64 (x86-64 System V), ilp32 (i386 System V), llp64 (mingw-w64), ip16 (avr-gcc), s390x
    /// (big endian). Headers of the last three come from their cross compilers.
    #[arg(long, value_name = "MODEL", default_value = "lp64", value_parser = parse_target)]
    pub target: TargetName,

    /// Edition of C: c99, c11, c17, c23
    #[arg(long, value_name = "EDITION", default_value = "c17", value_parser = parse_dialect)]
    pub std: Dialect,

    /// Compiler to preprocess with [default: first of cc, gcc, clang, tcc on PATH]
    #[arg(long, value_name = "COMPILER")]
    pub cc: Option<String>,

    /// Add a directory to search for included files
    #[arg(short = 'I', value_name = "DIR")]
    pub includes: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
}

impl Default for SourceArgs {
    fn default() -> Self {
        Self {
            target: TargetName::Lp64,
            std: Dialect::default(),
            cc: None,
            includes: Vec::new(),
            defines: Vec::new(),
        }
    }
}

impl SourceArgs {
    /// For the preprocessor.
    pub fn preprocess_options(&self) -> PreprocessOptions {
        PreprocessOptions {
            cc: self.cc.clone(),
            includes: self.includes.clone(),
            defines: self.defines.clone(),
            target: self.target,
            dialect: self.std,
        }
    }

    /// For the parser.
    pub fn syntax_options(&self) -> brinell_syntax::ParseOptions {
        brinell_syntax::ParseOptions { target: Target::named(self.target), dialect: self.std }
    }
}

/// Limits of a run.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Budgets")]
pub struct LimitArgs {
    /// Expression nodes and statements; k, M, G mean powers of 1000
    #[arg(long, value_name = "N", default_value = "200M", value_parser = parse_count)]
    pub steps: u64,

    /// Bytes of automatic storage; k, M, G mean powers of 1024
    #[arg(long, value_name = "BYTES", default_value = "4M", value_parser = parse_bytes)]
    pub stack: u64,

    /// Bytes of all objects alive at once
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = parse_bytes)]
    pub memory: u64,
}

impl LimitArgs {
    /// For the machine.
    pub fn limits(&self) -> Limits {
        Limits { steps: self.steps, stack: self.stack, memory: self.memory, ..Limits::default() }
    }
}

/// How many jobs run in parallel.
#[derive(Clone, Debug, Args)]
pub struct JobsArgs {
    /// Number of parallel jobs [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

impl JobsArgs {
    /// The number.
    pub fn count(&self) -> usize {
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}

/// When to use colours.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether to use them on standard error.
    pub fn on_stderr(self) -> bool {
        use std::io::IsTerminal as _;
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && std::io::stderr().is_terminal()
            }
        }
    }
}

fn parse_target(text: &str) -> Result<TargetName, String> {
    TargetName::parse(text).ok_or_else(|| {
        let known: Vec<_> = TargetName::ALL.iter().map(|target| target.as_str()).collect();
        format!("expected one of {}", known.join(", "))
    })
}

fn parse_dialect(text: &str) -> Result<Dialect, String> {
    Dialect::parse(text).ok_or_else(|| {
        let known: Vec<_> = Dialect::ALL.iter().map(|dialect| dialect.as_str()).collect();
        format!("expected one of {}", known.join(", "))
    })
}

fn parse_count(text: &str) -> Result<u64, String> {
    parse_scaled(text, 1000)
}

fn parse_bytes(text: &str) -> Result<u64, String> {
    parse_scaled(text, 1024)
}

fn parse_scaled(text: &str, base: u64) -> Result<u64, String> {
    let (digits, power) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 2),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 3),
        _ => (text, 0),
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(base.pow(power)))
        .ok_or_else(|| "expected a number like 5000, 10k, 5M or 1G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_defaults_are_those_of_the_machine() {
        let cli = Cli::parse_from(["brinell", "check", "x.c"]);
        let CliCommand::Check(check) = cli.command else { panic!("not a check") };
        assert_eq!(check.limits.limits(), Limits::default());
        assert_eq!(check.source.std, Dialect::default());
    }

    #[test]
    fn numbers_have_suffixes() {
        assert_eq!(parse_count("10k"), Ok(10_000));
        assert_eq!(parse_count("5M"), Ok(5_000_000));
        assert_eq!(parse_count("1G"), Ok(1_000_000_000));
        assert_eq!(parse_bytes("4M"), Ok(4 << 20));
        for bad in ["", "k", "-1", "1.5M", "10kb", "99999999999999999999", "18446744073709551615k"]
        {
            assert!(parse_count(bad).is_err(), "{bad}");
        }
    }
}
