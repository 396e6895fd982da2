//! `brinell check`: runs programs on the machine and says whether they are defined.

use crate::Status;
use crate::args::{Color, JobsArgs, LimitArgs, SourceArgs};
use crate::job::{CheckReport, Input};
use crate::render::Detail;
use crate::{job, json, parallel, render};
use anyhow::bail;
use clap::Args;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

/// The arguments of `brinell check`.
#[derive(Debug, Args)]
#[command(after_help = "\
The program's own output goes to standard output, byte for byte; diagnostics and the verdict go to
standard error. With several files, they are checked in parallel and shown in order, with a summary
at the end; the highest exit code wins.

Exit codes:
  0  defined: ran to the end; this is what every correct compiler must make of it
  1  undefined behaviour, or dependence on the order of evaluation
  2  wrong usage, or a file that is unreadable, invalid or unsupported
  3  out of budget: steps, stack, memory or output
  4  internal error, which is our bug
  5  undecided: neither proved to be defined nor shown to break a rule

JSON, one document a line and file:
  schema              1
  file, target, std   what was checked, and as what
  verdict             defined, undefined, undecided, out-of-budget, unsupported, invalid,
                      unreadable, internal
  exit_code           as above
  stdout              the program's output; also stdout_hex if it is not UTF-8
  defined             stdout, stderr, exit ({\"status\": N} or \"abort\"), relied_on, volatiles, stats
  undefined           rule, clause, message, requirement, help, note, values, at, frames, objects,
                      notes; places are {file, line, column}
  problem             message and at, for all other verdicts
  stats               steps, calls, replays, peak_stack
  milliseconds        preprocess, parse, run
  preprocessed_bytes  size after preprocessing

Examples:
  brinell check                           try it on built-in example programs
  brinell check prog.c                    run it, show its output and the verdict
  csmith | brinell check -I /usr/include/csmith -
  brinell check --target ilp32 prog.c     as on a 32-bit machine
  brinell check --json *.c | jq -r 'select(.verdict == \"undefined\") | .undefined.rule'")]
pub struct CheckArgs {
    /// C files; - reads standard input; without any, built-in examples are checked
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// How sources are read.
    #[command(flatten)]
    pub source: SourceArgs,

    /// What runs may use up.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// How many at once.
    #[command(flatten)]
    pub jobs: JobsArgs,

    /// Print JSON, one document per line and file, instead of text
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Print one line per file, its verdict, and nothing else
    #[arg(short, long, help_heading = "Output", conflicts_with = "json")]
    pub quiet: bool,

    /// Explain the implementation-defined choices that the run relied on
    #[arg(long, help_heading = "Output")]
    pub choices: bool,

    /// Show steps, calls and times
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: Color,
}

/// What `brinell check` does without a file: one program for each kind of verdict people meet.
const EXAMPLES: [(&str, &str); 3] = [
    ("examples/hello.c", include_str!("../../../examples/hello.c")),
    ("examples/average.c", include_str!("../../../examples/average.c")),
    ("examples/order.c", include_str!("../../../examples/order.c")),
];

/// Checks all files.
pub fn run(args: &CheckArgs) -> anyhow::Result<Status> {
    let inputs = inputs(args)?;
    let limits = args.limits.limits();
    let show = Show { args, many: inputs.len() > 1, color: args.color.on_stderr() };
    let mut status = Status::Fine;
    let mut summary = Vec::new();
    parallel::in_order(
        &inputs,
        args.jobs.count(),
        |input| job::check(input, &args.source, &limits),
        |input, result| {
            let mut report = result.unwrap_or_else(|message| CheckReport::internal(input, message));
            status = status.max(report.verdict.status());
            show.report(&mut report)?;
            summary.push(SummaryRow::of(&report));
            anyhow::Ok(())
        },
    )?;
    if show.many && !args.json {
        show.summary(&summary)?;
    }
    Ok(status)
}

fn inputs(args: &CheckArgs) -> anyhow::Result<Vec<Input>> {
    if args.files.is_empty() {
        let names = EXAMPLES.map(|(name, _)| name).join(", ");
        writeln!(io::stderr(), "no FILE given (- is standard input): checking {names}")?;
        let example = |(name, text): (&str, &str)| Input::Text {
            name: name.to_owned(),
            text: text.as_bytes().to_vec(),
        };
        return Ok(EXAMPLES.into_iter().map(example).collect());
    }
    if args.files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        bail!("standard input (-) can be read only once");
    }
    args.files.iter().map(|file| Input::from_arg(file)).collect()
}

/// How to show results.
struct Show<'a> {
    args: &'a CheckArgs,
    many: bool,
    color: bool,
}

impl Show<'_> {
    fn report(&self, report: &mut CheckReport) -> io::Result<()> {
        let (mut out, mut err) = (io::stdout().lock(), io::stderr().lock());
        if self.args.json {
            writeln!(out, "{}", json::document(report, &self.args.source))?;
            return out.flush();
        }
        if self.args.quiet {
            return err.write_all(
                render::verdict(report, Detail { brief: true, ..Detail::default() }).as_bytes(),
            );
        }
        if self.many {
            writeln!(err, "==> {} <==", report.name)?;
        }
        // The streams are apart, the order on a terminal is that of the flushes.
        let output = report.verdict.stdout();
        out.write_all(output)?;
        out.flush()?;
        if output.last().is_some_and(|&byte| byte != b'\n') {
            writeln!(err)?;
        }
        if let job::CheckVerdict::Defined(meaning) = &report.verdict {
            err.write_all(&meaning.stderr)?;
        }
        let diagnostic = render::diagnostic(report, self.color);
        err.write_all(diagnostic.as_bytes())?;
        let detail = Detail { brief: false, choices: self.args.choices, stats: self.args.stats };
        let verdict = render::verdict(report, detail);
        err.write_all(verdict.as_bytes())?;
        if self.many {
            writeln!(err)?;
        }
        Ok(())
    }

    fn summary(&self, rows: &[SummaryRow]) -> io::Result<()> {
        let mut counts = BTreeMap::new();
        for row in rows {
            *counts.entry(row.word.as_str()).or_insert(0) += 1;
        }
        let counts: Vec<_> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let mut err = io::stderr().lock();
        if !self.args.quiet {
            let rows: Vec<_> = rows
                .iter()
                .map(|row| {
                    vec![
                        row.name.clone(),
                        row.word.clone(),
                        row.steps.clone(),
                        row.time.clone(),
                        row.detail.clone(),
                    ]
                })
                .collect();
            let header = ["FILE", "VERDICT", "STEPS", "TIME", "DETAIL"];
            err.write_all(render::table(&header, &rows).as_bytes())?;
        }
        writeln!(err, "{} files: {}", rows.len(), counts.join(", "))
    }
}

/// A row of the summary.
struct SummaryRow {
    name: String,
    word: String,
    detail: String,
    steps: String,
    time: String,
}

impl SummaryRow {
    fn of(report: &CheckReport) -> Self {
        let (word, detail) = render::headline(report);
        let times = report.times;
        Self {
            name: report.name.clone(),
            word,
            detail,
            steps: report.verdict.stats().map_or("-".to_owned(), |s| render::grouped(s.steps)),
            time: render::time(times.preprocess + times.parse + times.run),
        }
    }
}
