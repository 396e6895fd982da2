//! `brinell bench generate`: the speed of the generator next to Csmith's, and how it grows.

use crate::progress::{WorkProgress, was_interrupted};
use crate::stats::Csmith;
use crate::{Status, render};
use brinell_generate::{Config, Generator, stats};
use clap::Args;
use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// The arguments of `brinell bench generate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints three tables. Equal size: each Csmith program next to one of Brinell's with as many tokens.
Fixed size: how the time varies over seeds at one size. Growth: the cost per token as programs grow.
Times are CPU times. Brinell's include the runs on the machine that prove each program defined;
Csmith's include its start. Tokens are those of the random part of a program, without `main`, runtime
and comments, counted in the same way for both. Programs are generated one at a time.

Exit codes: 0 measured, 1 some programs could not be generated, 2 cannot run.

Examples:
  brinell bench generate
  brinell bench generate --programs 500
  brinell bench generate --programs 0 --sizes 1k,10k,100k")]
pub struct BenchGenerateArgs {
    /// Number of programs for the tables of equal and fixed size
    #[arg(long, value_name = "N", default_value_t = 100)]
    programs: u64,

    /// Requested tokens in the growth table; k means 1000
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_size,
          default_value = "1k,5k,20k,50k,200k")]
    sizes: Vec<u32>,

    /// Requested tokens in the fixed-size table [default: the mean of Csmith's]
    #[arg(long, value_name = "TOKENS", value_parser = parse_size)]
    fixed: Option<u32>,

    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    start: u64,

    /// Profile of the programs
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,
}

/// The fixed size where no Csmith says what programs are like.
const SIZE_WITHOUT_CSMITH: u32 = 5000;

/// The smallest size that is compared: some programs of Csmith are empty but for a return.
const SMALLEST: u32 = 200;
/// How many programs one side makes before it is the other's turn.
const PROGRAMS_A_TURN: usize = 10;

/// Each size of the table of growth is made so often that as many tokens come together, but not
/// less often than [`FEWEST`]: small programs vary more.
const TOKENS_A_SIZE: u32 = 200_000;
const FEWEST: u32 = 3;
const MOST: u32 = 100;

/// One program made.
#[derive(Copy, Clone, Debug)]
struct GenerateSample {
    tokens: usize,
    cpu: Duration,
}

/// Measures and prints the tables.
pub fn run(args: &BenchGenerateArgs) -> anyhow::Result<Status> {
    let config = match &args.profile {
        Some(profile) => Config::profile(profile)?,
        None => Config::default(),
    };
    let csmith = Csmith::find();
    let repeats: Vec<u32> = args.sizes.iter().map(|size| repeats(*size)).collect();
    let likes = if csmith.is_some() { 2 * args.programs } else { 0 };
    let total = likes + args.programs + repeats.iter().map(|n| u64::from(*n)).sum::<u64>();
    let progress = WorkProgress::new(total as usize)?;
    let mut bench = GenerateBench { config, progress, failures: Vec::new() };
    let mut text = String::new();
    // A hunt makes its programs on threads that stay, and so does this.
    let result = std::thread::scope(|scope| -> anyhow::Result<anyhow::Result<()>> {
        let worker = std::thread::Builder::new()
            .stack_size(brinell_generate::STACK)
            .spawn_scoped(scope, || bench.all(args, csmith.as_ref(), &repeats, &mut text))?;
        worker.join().map_err(|panic| std::panic::resume_unwind(panic))
    })?;
    bench.progress.clear();
    for failure in &bench.failures {
        let _ = writeln!(text, "no program: {failure}");
    }
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(match (was_interrupted(result)?, bench.failures.is_empty()) {
        (true, _) => Status::Interrupted,
        (false, true) => Status::Fine,
        (false, false) => Status::Undefined,
    })
}

struct GenerateBench {
    config: Config,
    progress: WorkProgress,
    /// What the generator could not make; those seeds are left out.
    failures: Vec<String>,
}

impl GenerateBench {
    fn all(
        &mut self,
        args: &BenchGenerateArgs,
        csmith: Option<&Csmith>,
        repeats: &[u32],
        text: &mut String,
    ) -> anyhow::Result<()> {
        let mut fixed = args.fixed.unwrap_or(SIZE_WITHOUT_CSMITH);
        if let (Some(csmith), 1..) = (csmith, args.programs) {
            let (theirs, ours) = self.like(args, csmith, text)?;
            if args.fixed.is_none() && !theirs.is_empty() {
                fixed = mean_tokens(&theirs) as u32;
            }
            like_table(&theirs, &ours, text);
        } else if args.programs > 0 {
            text.push_str("no csmith here: on Debian, `apt-get install csmith libcsmith-dev`\n\n");
        }
        if args.programs > 0 {
            let samples = self.of_size(fixed, args.start, args.programs)?;
            fixed_table(fixed, &samples, text);
        }
        let mut rows = Vec::new();
        for (size, repeats) in args.sizes.iter().zip(repeats) {
            let samples = self.of_size(*size, args.start, u64::from(*repeats))?;
            rows.push((*size, samples));
        }
        if !rows.is_empty() {
            growth_table(&rows, text);
        }
        Ok(())
    }

    /// Csmith's programs, and ours of as many tokens each.
    fn like(
        &mut self,
        args: &BenchGenerateArgs,
        csmith: &Csmith,
        text: &mut String,
    ) -> anyhow::Result<(Vec<GenerateSample>, Vec<GenerateSample>)> {
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        let (mut missing, mut small) = (0, 0);
        let seeds: Vec<u64> = (args.start..args.start.saturating_add(args.programs)).collect();
        // In turns, so that a busy moment of the machine meets both; several at a time, since both
        // are used that way.
        for turn in seeds.chunks(PROGRAMS_A_TURN) {
            let mut made = Vec::new();
            for &seed in turn {
                if let Ok(theirs) = csmith.make(seed)? {
                    let tokens = stats::tokens(&theirs.program);
                    made.push((seed, GenerateSample { tokens, cpu: theirs.cpu }));
                } else {
                    missing += 1;
                }
                self.progress.step("like size")?;
            }
            for (seed, sample) in made {
                if sample.tokens < SMALLEST as usize {
                    small += 1;
                } else if let Some(like) = self.one(sample.tokens as u32, seed)? {
                    theirs.push(sample);
                    ours.push(like);
                }
                self.progress.step("like size")?;
            }
        }
        if missing > 0 {
            let _ = writeln!(text, "csmith made no program for {missing} seeds: left out");
        }
        if small > 0 {
            let _ = writeln!(text, "csmith made {small} below {SMALLEST} tokens: left out");
        }
        Ok((theirs, ours))
    }

    fn of_size(
        &mut self,
        size: u32,
        start: u64,
        programs: u64,
    ) -> anyhow::Result<Vec<GenerateSample>> {
        let mut samples = Vec::new();
        for seed in start..start.saturating_add(programs) {
            samples.extend(self.one(size, seed)?);
            self.progress.step(&format!("size {size}"))?;
        }
        Ok(samples)
    }

    fn one(&mut self, size: u32, seed: u64) -> anyhow::Result<Option<GenerateSample>> {
        let config = Config { size: size.max(SMALLEST), ..self.config.clone() };
        let generator = Generator::new(config)?;
        // There is nothing else in this process.
        let begin = clock_gettime(ClockId::ProcessCPUTime);
        let made = generator.generate_here(seed, "");
        let end = clock_gettime(ClockId::ProcessCPUTime);
        let made = match made {
            Ok(made) => made,
            Err(error) => {
                self.failures.push(format!("size {size}, {error}"));
                return Ok(None);
            }
        };
        let time = |spec: rustix::time::Timespec| {
            Duration::new(spec.tv_sec.try_into().unwrap_or(0), spec.tv_nsec.try_into().unwrap_or(0))
        };
        let cpu = time(end).saturating_sub(time(begin));
        // Counted as Csmith's are.
        Ok(Some(GenerateSample { tokens: stats::tokens(&made.program), cpu }))
    }
}

fn repeats(size: u32) -> u32 {
    (TOKENS_A_SIZE / size.max(1)).clamp(FEWEST, MOST)
}

fn mean_tokens(samples: &[GenerateSample]) -> f64 {
    let sum: usize = samples.iter().map(|sample| sample.tokens).sum();
    sum as f64 / samples.len().max(1) as f64
}

fn total_cpu(samples: &[GenerateSample]) -> f64 {
    samples.iter().map(|sample| sample.cpu.as_secs_f64()).sum()
}

/// Tokens a CPU second, all programs together.
fn rate(samples: &[GenerateSample]) -> f64 {
    let tokens: usize = samples.iter().map(|sample| sample.tokens).sum();
    tokens as f64 / total_cpu(samples).max(1e-9)
}

/// The time that a share of the programs does not exceed.
fn quantile(samples: &[GenerateSample], share: f64) -> Duration {
    let mut times: Vec<Duration> = samples.iter().map(|sample| sample.cpu).collect();
    times.sort_unstable();
    let rank = (share * times.len() as f64).ceil() as usize;
    times.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

fn cells(name: &str, samples: &[GenerateSample]) -> Vec<String> {
    let mean = total_cpu(samples) / samples.len().max(1) as f64;
    vec![
        name.to_owned(),
        samples.len().to_string(),
        render::grouped(mean_tokens(samples).round() as u64),
        render::time(Duration::from_secs_f64(mean)),
        render::time(quantile(samples, 0.5)),
        render::time(quantile(samples, 0.99)),
        render::time(quantile(samples, 1.0)),
        render::grouped(rate(samples).round() as u64),
    ]
}

const HEADER: [&str; 8] =
    ["GENERATOR", "PROGRAMS", "TOKENS", "MEAN", "MEDIAN", "P99", "MAX", "TOKENS/S"];

fn like_table(theirs: &[GenerateSample], ours: &[GenerateSample], text: &mut String) {
    let _ = writeln!(text, "programs of equal size, CPU time per program");
    *text += &render::table(&HEADER, &[cells("csmith", theirs), cells("brinell", ours)]);
    let ratio = rate(ours) / rate(theirs).max(1e-9);
    let _ = writeln!(
        text,
        "Brinell generates {ratio:.1} times as many tokens per CPU second as Csmith\n"
    );
}

fn fixed_table(size: u32, samples: &[GenerateSample], text: &mut String) {
    let _ = writeln!(text, "programs of {size} tokens, CPU time per program");
    *text += &render::table(&HEADER, &[cells("brinell", samples)]);
    let median = quantile(samples, 0.5).as_secs_f64().max(1e-9);
    let spread = quantile(samples, 0.99).as_secs_f64() / median;
    let _ = writeln!(text, "p99 is {spread:.2} times the median\n");
}

fn growth_table(rows: &[(u32, Vec<GenerateSample>)], text: &mut String) {
    let cost = |samples: &[GenerateSample]| 1e6 / rate(samples);
    let first = rows.first().map_or(1.0, |(_, samples)| cost(samples));
    let lines: Vec<Vec<String>> = rows
        .iter()
        .map(|(size, samples)| {
            let mut row = cells(&render::grouped(u64::from(*size)), samples);
            row.push(format!("{:.2}", cost(samples)));
            row.push(format!("{:.2}", cost(samples) / first));
            row
        })
        .collect();
    let mut header = HEADER.to_vec();
    header[0] = "SIZE";
    header.extend(["µS/TOKEN", "OF FIRST"]);
    let _ = writeln!(text, "growth: CPU time per program by requested size");
    *text += &render::table(&header, &lines);
}

/// A number of tokens: `500` or `20k`.
pub fn parse_size(text: &str) -> Result<u32, String> {
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1000),
        None => (text, 1),
    };
    let number = digits.parse::<u32>().ok().and_then(|number| number.checked_mul(factor));
    match number {
        Some(0) | None => Err("expected a number of tokens like 500, 5000 or 20k".to_owned()),
        Some(number) => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(millis: &[u64]) -> Vec<GenerateSample> {
        let sample = |ms: &u64| GenerateSample { tokens: 1000, cpu: Duration::from_millis(*ms) };
        millis.iter().map(sample).collect()
    }

    #[test]
    fn quantiles_are_of_the_samples() {
        let hundred = samples(&(1..=100).collect::<Vec<_>>());
        assert_eq!(quantile(&hundred, 0.5), Duration::from_millis(50));
        assert_eq!(quantile(&hundred, 0.99), Duration::from_millis(99));
        assert_eq!(quantile(&hundred, 1.0), Duration::from_millis(100));
        assert_eq!(quantile(&samples(&[7]), 0.5), Duration::from_millis(7));
        assert_eq!(quantile(&[], 0.5), Duration::ZERO);
    }

    #[test]
    fn the_ratio_is_that_of_the_rates() {
        let mut text = String::new();
        like_table(&samples(&[100, 300]), &samples(&[10, 10]), &mut text);
        assert!(text.contains("Brinell generates 20.0 times"), "{text}");
        let mut text = String::new();
        fixed_table(1000, &samples(&[10, 10, 10, 30]), &mut text);
        assert!(text.contains("p99 is 3.00 times the median"), "{text}");
    }

    #[test]
    fn the_smallest_size_may_be_asked_for() {
        assert_eq!(Config { size: SMALLEST, ..Config::default() }.validate(), Ok(()));
    }

    #[test]
    fn sizes_have_a_suffix() {
        assert_eq!(parse_size("200k"), Ok(200_000));
        assert_eq!(parse_size("750"), Ok(750));
        for bad in ["", "0", "k", "-1", "5000000k"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
        assert_eq!((repeats(1000), repeats(50_000), repeats(200_000)), (100, 4, 3));
    }
}
