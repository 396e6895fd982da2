//! `brinell bench hunt`: a hunt, and a plain shell loop over Csmith, with the same compilers.
//!
//! In turns, one program each, ours of the size of Csmith's, so that a busy moment of the computer
//! meets both. Both work with one job: what is compared is the work for a program.
//!
//! Size is tokens, or the machine code that an optimiser leaves. That is not the same: most of a
//! program of Csmith's is never executed or never used, and gone after the first passes.

use crate::Status;
use crate::hunt::select;
use crate::progress::{Progress, was_interrupted};
use crate::render;
use crate::stats::Csmith;
use anyhow::{Context as _, bail};
use brinell_campaign::{CpuSplit, Event, Events, Known, Plan, Settings, Stop, hunt, quoted};
use brinell_generate::stats;
use brinell_lang::Program;
use brinell_toolchain::{Command, Toolchain, code_bytes, csmith_headers, find_program};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// The arguments of `brinell bench hunt`.
#[derive(Debug, Args)]
#[command(after_help = "\
The shell loop does what people do with Csmith: make a program, compile it with each compiler and
set of options, run each image for at most 5 seconds, compare what they print. The hunt does its
usual work, the machine included, on programs of as many tokens, or with --like code on programs of
which -O2 leaves as much machine code (within a tenth where it can be met).

Exit codes:
  0    done
  2    csmith or a compiler is missing
  130  interrupted

Examples:
  brinell bench hunt
  brinell bench hunt --like code
  brinell bench hunt --programs 5 --compilers gcc-12,clang-14")]
pub struct HuntArgs {
    /// How many programs each side tests
    #[arg(long, value_name = "N", default_value = "20")]
    programs: u64,

    /// What programs of like size have in common
    #[arg(long, value_enum, default_value_t = Like::Tokens)]
    like: Like,

    /// The compilers [default: the newest gcc and the newest clang]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    compilers: Vec<String>,

    /// The first seed of Csmith
    #[arg(long, value_name = "SEED", default_value = "1")]
    start: u64,
}

/// What makes programs be of like size.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Like {
    /// Tokens of the source, without runtime
    Tokens,
    /// Bytes of machine code at -O2
    Code,
}

/// How long an image of Csmith's may run; many run for ever.
const RUN_SECONDS: u32 = 5;
/// The end of a loop that hangs all the same.
const LOOP_LIMIT: Duration = Duration::from_mins(30);

/// What one side has used up.
#[derive(Clone, Debug, Default)]
struct Side {
    programs: u64,
    tokens: u64,
    code: u64,
    wall: Duration,
    cpu: Duration,
}

impl Side {
    fn per_hour(&self) -> f64 {
        self.programs as f64 * 3600.0 / self.wall.as_secs_f64().max(1e-9)
    }

    fn row(&self, name: &str) -> Vec<String> {
        let each = |time: Duration| time.as_secs_f64() / self.programs.max(1) as f64;
        vec![
            name.to_owned(),
            self.programs.to_string(),
            (self.tokens / self.programs.max(1)).to_string(),
            (self.code / self.programs.max(1)).to_string(),
            format!("{:.2} s", each(self.wall)),
            format!("{:.2} s", each(self.cpu)),
            format!("{:.0}", self.per_hour()),
        ]
    }
}

/// Both sides, and where our time went.
#[derive(Default)]
struct Measured {
    theirs: Side,
    ours: Side,
    split: CpuSplit,
    findings: u64,
    /// Seeds whose program has no machine code that could be measured.
    left_out: Vec<u64>,
}

/// Measures and prints the table.
pub fn run(args: &HuntArgs) -> anyhow::Result<Status> {
    let Some(csmith) = Csmith::find() else {
        bail!(
            "there is no csmith to compare with: on Debian, apt-get install csmith libcsmith-dev"
        );
    };
    let compilers = compilers(&args.compilers)?;
    let mut progress = Progress::new(2 * args.programs as usize)?;
    let mut measured = Measured::default();
    let done = measure(args, &csmith, &compilers, &mut progress, &mut measured);
    progress.clear();
    let interrupted = was_interrupted(done)?;
    std::io::stdout().write_all(words(&measured, &compilers).as_bytes())?;
    Ok(if interrupted { Status::Interrupted } else { Status::Fine })
}

/// Those that were named, or the newest gcc and clang.
fn compilers(named: &[String]) -> anyhow::Result<Vec<Toolchain>> {
    let (found, _) = select(named, &[], Vec::new())?;
    if !named.is_empty() {
        return Ok(found);
    }
    let newest = |family: &str| {
        let number = |tool: &&Toolchain| {
            tool.name.rsplit('-').next().and_then(|n| n.parse::<u32>().ok()).unwrap_or(0)
        };
        let native = |tool: &&Toolchain| tool.family == family && tool.runner.is_empty();
        found.iter().filter(native).max_by_key(number).cloned()
    };
    let chosen: Vec<Toolchain> = ["gcc", "clang"].into_iter().filter_map(newest).collect();
    if chosen.is_empty() {
        bail!("there is neither gcc nor clang: on Debian, apt-get install gcc clang");
    }
    Ok(chosen)
}

fn measure(
    args: &HuntArgs,
    csmith: &Csmith,
    compilers: &[Toolchain],
    progress: &mut Progress,
    measured: &mut Measured,
) -> anyhow::Result<()> {
    let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
    let script = dir.path().join("loop.sh");
    std::fs::write(&script, loop_over_csmith(compilers)?).context("cannot write the shell loop")?;
    let hunting = dir.path().join("hunt");
    for seed in args.start..args.start.saturating_add(args.programs) {
        let Ok(made) = csmith.make(seed)? else {
            // Nothing to be like.
            progress.step("")?;
            progress.step("")?;
            continue;
        };
        let tokens = stats::tokens(&made.program) as u64;
        let scale = Scale { compilers, dir: dir.path(), seed };
        let size = clamp(u32::try_from(tokens).unwrap_or(u32::MAX));
        let Some((code, size, our_code)) = scale.alike(&made.program, size, args.like)? else {
            measured.left_out.push(seed);
            progress.step("")?;
            progress.step("")?;
            continue;
        };
        let (wall, cpu) = loop_once(&script, seed, dir.path())?;
        let theirs = &mut measured.theirs;
        theirs.programs += 1;
        theirs.tokens += tokens;
        theirs.code += code;
        theirs.wall += wall;
        theirs.cpu += cpu;
        progress.step(&format!("seed {seed}, {tokens} tokens"))?;
        measured.ours.code += our_code;
        hunt_once(compilers, &hunting, size, seed, measured)?;
        progress.step(&format!("seed {seed}, {tokens} tokens"))?;
    }
    Ok(())
}

/// A size that can be asked of the generator.
fn clamp(tokens: u32) -> u32 {
    tokens.clamp(200, 200_000)
}

/// Measures programs of a seed by what an optimiser leaves of them: the first compiler's.
struct Scale<'a> {
    compilers: &'a [Toolchain],
    dir: &'a Path,
    seed: u64,
}

/// How often a size is corrected. The code of a program does not grow evenly with its size.
const CORRECTIONS: usize = 8;
/// How far from each other programs are that have as much code: a tenth.
const NEAR: f64 = 0.1;

impl Scale<'_> {
    /// The machine code of Csmith's program; the size of ours that is like it, and its machine code.
    /// `size` is that of Csmith's. Nothing if one of them cannot be compiled.
    fn alike(
        &self,
        theirs: &Program,
        size: u32,
        like: Like,
    ) -> anyhow::Result<Option<(u64, u32, u64)>> {
        let Some(code) = self.code(&[(String::new(), brinell_print::print(theirs))])? else {
            return Ok(None);
        };
        let ours = match like {
            Like::Tokens => self.code_of(size)?.map(|has| (size, has)),
            Like::Code => self.size_for(code, size)?,
        };
        Ok(ours.map(|(size, has)| (code, size, has)))
    }

    /// The machine code of a program, if it can be compiled.
    fn code(&self, texts: &[(String, String)]) -> anyhow::Result<Option<u64>> {
        let sources = texts.iter().map(|(suffix, text)| {
            let path = self.dir.join(format!("scale{suffix}.c"));
            std::fs::write(&path, text).context("cannot write a program")?;
            Ok(path)
        });
        let sources: Vec<_> = sources.collect::<anyhow::Result<_>>()?;
        let image = self.dir.join("scale");
        let done = self.compilers[0].build(&["-O2".to_owned()], &sources, self.dir, &image)?;
        if done.end.success() { Ok(code_bytes(&image)?) } else { Ok(None) }
    }

    /// The machine code of our program of a size.
    fn code_of(&self, size: u32) -> anyhow::Result<Option<u64>> {
        let plan = Plan::new(PROFILE, size, self.compilers)?;
        let assignment = plan.assign(self.seed)?;
        self.code(&assignment.generator.generate(self.seed, &assignment.command)?.texts)
    }

    /// The size at which our program has that much code, and how much it has. `size` is where to
    /// begin.
    fn size_for(&self, code: u64, size: u32) -> anyhow::Result<Option<(u32, u64)>> {
        let far = |has: u64| (has as f64 / code.max(1) as f64).ln().abs();
        let Some(has) = self.code_of(size)? else { return Ok(None) };
        let mut best = (size, has);
        let mut stride = 1.0;
        for _ in 0..CORRECTIONS {
            if far(best.1) < NEAR {
                break;
            }
            let wanted = (code as f64 / best.1.max(1) as f64).powf(stride);
            let size = clamp((f64::from(best.0) * wanted) as u32);
            match self.code_of(size)? {
                Some(has) if far(has) < far(best.1) => best = (size, has),
                // Every size is another program: one that is less far away may do.
                _ => stride /= 2.0,
            }
        }
        Ok(Some(best))
    }
}

/// The profile of our programs.
const PROFILE: &str = "default";

/// The loop: `sh loop.sh SEED` tests one program in the working directory.
fn loop_over_csmith(compilers: &[Toolchain]) -> anyhow::Result<String> {
    let path = |name: &str| -> anyhow::Result<String> {
        let found = find_program(name).with_context(|| format!("there is no {name} on PATH"))?;
        Ok(quoted(&found.to_string_lossy()))
    };
    let headers = csmith_headers().context("csmith's headers are missing")?;
    let headers = quoted(&headers.to_string_lossy());
    let mut text = format!("{} --seed \"$1\" > t.c || exit 1\nfirst=\n", path("csmith")?);
    for tool in compilers {
        let command: Vec<String> = tool.command.iter().map(|word| quoted(word)).collect();
        for options in &tool.option_sets {
            let _ = write!(
                text,
                "if {cc} -w {options} -I{headers} -o t t.c; then\n  \
                 now=$({timeout} {RUN_SECONDS} ./t) || now=bad\n  \
                 test -n \"$first\" || first=$now\n  \
                 test \"$first\" = \"$now\" || echo \"seed $1: $first $now\"\nfi\n",
                cc = command.join(" "),
                options = options.join(" "),
                timeout = path("timeout")?,
            );
        }
    }
    Ok(text)
}

fn loop_once(script: &Path, seed: u64, dir: &Path) -> anyhow::Result<(Duration, Duration)> {
    let begin = Instant::now();
    let done = Command::new("sh")
        .arg(script)
        .arg(seed.to_string())
        .dir(dir)
        .timeout(LOOP_LIMIT)
        .run()
        .context("cannot run the shell loop")?;
    Ok((begin.elapsed(), done.cpu))
}

/// Nobody listens.
struct Silence;

impl Events for Silence {
    fn event(&mut self, _event: &Event) {}
}

fn hunt_once(
    compilers: &[Toolchain],
    dir: &Path,
    size: u32,
    seed: u64,
    measured: &mut Measured,
) -> anyhow::Result<()> {
    let settings = Settings {
        dir: dir.to_owned(),
        compilers: compilers.to_vec(),
        referees: Vec::new(),
        profile: PROFILE.to_owned(),
        size,
        programs: Some(1),
        time: None,
        jobs: 1,
        seed_start: Some(seed),
        known: Known::default(),
        triage: None,
        command: "brinell bench hunt".to_owned(),
    };
    let begin = Instant::now();
    let hunted = hunt(&settings, &Stop::default(), &mut Silence)?;
    let ours = &mut measured.ours;
    ours.wall += begin.elapsed();
    ours.cpu += hunted.summary.cpu.total();
    ours.programs += hunted.summary.programs;
    ours.tokens += hunted.summary.tokens;
    measured.split.add(&hunted.summary.cpu);
    measured.findings += hunted.last.findings;
    Ok(())
}

fn words(measured: &Measured, compilers: &[Toolchain]) -> String {
    let Measured { theirs, ours, split, findings, left_out } = measured;
    let configurations: usize = compilers.iter().map(|tool| tool.option_sets.len()).sum();
    let names: Vec<&str> = compilers.iter().map(|tool| tool.name.as_str()).collect();
    let mut text = format!(
        "one job each, in turns; {}, {configurations} sets of options in all\n",
        names.join(", ")
    );
    let header = ["", "PROGRAMS", "TOKENS", "CODE", "WALL EACH", "CPU EACH", "PROGRAMS/HOUR"];
    text += &render::table(&header, &[theirs.row("csmith loop"), ours.row("brinell hunt")]);
    if theirs.programs > 0 && ours.programs > 0 {
        let _ = writeln!(
            text,
            "Brinell tests {:.2} times the programs an hour",
            ours.per_hour() / theirs.per_hour()
        );
    }
    let outside = split.generate + split.machine + split.ourselves;
    let _ = writeln!(
        text,
        "of our CPU time {:.1} % is outside compilers and images: generating {:.1} %, the \
         machine {:.1} %, ourselves {:.1} %",
        split.percent(outside),
        split.percent(split.generate),
        split.percent(split.machine),
        split.percent(split.ourselves)
    );
    if !left_out.is_empty() {
        let _ = writeln!(text, "left out, since -O2 makes no image of them: seeds {left_out:?}");
    }
    if *findings > 0 {
        let _ = writeln!(text, "findings on the way: {findings}; hunt these seeds to keep them");
    }
    text
}
