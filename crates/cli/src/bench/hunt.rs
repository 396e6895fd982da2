//! `brinell bench hunt`: a hunt, and a plain shell loop over Csmith, with the same compilers.
//!
//! In turns, some programs each, ours of the size of Csmith's, so that a busy moment of the computer
//! meets both. Both work with one job: what is compared is the work for a program.
//!
//! Size is tokens, or the machine code that an optimiser leaves. That is not the same: most of a
//! program of Csmith's is never executed or never used, and gone after the first passes. So both
//! are measured, for programs as large as a hunt's own and as large as Csmith's own. Some of
//! Csmith's programs never end, which costs the loop more than anything else; therefore the others
//! are also counted alone. The loop gets our programs, too: of exactly the same size.

mod scale;
mod shell;

use crate::Status;
use crate::hunt::select;
use crate::progress::{Interrupted, WorkProgress, was_interrupted};
use crate::render;
use crate::stats::Csmith;
use anyhow::{Context as _, bail};
use brinell_campaign::{
    CpuSplit, Events, HUNT_SIZES, HuntControl, HuntEvent, HuntSettings, KnownBugs, RunSetup, hunt,
};
use brinell_generate::stats;
use brinell_toolchain::{FinishedProcess, Toolchain};
use clap::{Args, ValueEnum};
use scale::{Batch, PROFILE, Scale};
use shell::{ShellLoop, ends};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The arguments of `brinell bench hunt`.
#[derive(Debug, Args)]
#[command(after_help = "\
The shell loop is the usual way to use Csmith: generate a program, compile it with each compiler and
option set, run each executable for at most 5 seconds, compare the outputs. The hunt does its usual
work, including the machine, on programs with as many tokens, and on programs of which -O2 leaves as
much machine code (within a tenth if possible). More of a Brinell program is executed, so with as many
tokens a compiler has more to do. Then the loop gets the same programs as the hunt.

All of this is done twice: with programs as large as a hunt's own, which Csmith generates with
--max-funcs 1, and with programs of Csmith's own size.

Exit codes:
  0    done
  2    csmith or a compiler is missing, or a compiler does not suit
  130  interrupted

Examples:
  brinell bench hunt
  brinell bench hunt --sizes hunt --programs 100
  brinell bench hunt --sizes csmith --like code
  brinell bench hunt --programs 5 --compilers gcc-12,clang-14")]
pub struct BenchHuntArgs {
    /// How many programs each side tests
    #[arg(long, value_name = "N", default_value = "40")]
    programs: usize,

    /// Size of the programs [default: both, one after the other]
    #[arg(long, value_enum)]
    sizes: Option<Sizes>,

    /// What programs of equal size have in common [default: both, one after the other]
    #[arg(long, value_enum)]
    like: Option<Like>,

    /// The compilers [default: the newest gcc and the newest clang]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    compilers: Vec<String>,

    /// The first seed of Csmith
    #[arg(long, value_name = "SEED", default_value = "1")]
    start: u64,
}

/// How large programs are.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Sizes {
    /// As large as a hunt's: 500 to 8000 tokens
    Hunt,
    /// As large as Csmith's own: 30,000 tokens and more
    Csmith,
}

/// What makes programs be of like size.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Like {
    /// Tokens of the source, without runtime
    Tokens,
    /// Bytes of machine code at -O2
    Code,
}

/// Programs that each side tests before it is the other's turn. Starting a hunt, with compilers that
/// wait for every option set, takes as long as testing a small program, and does not happen often.
const BATCH: usize = 20;
/// Seeds that are looked at for every program that is wanted.
const SEARCHED: u64 = 100;

impl Sizes {
    const ALL: [Self; 2] = [Self::Hunt, Self::Csmith];

    const fn words(self) -> &'static str {
        match self {
            Self::Hunt => "programs as large as a hunt's own",
            Self::Csmith => "programs as large as Csmith's own",
        }
    }

    const fn csmith_options(self) -> &'static [&'static str] {
        match self {
            Self::Hunt => &["--max-funcs", "1"],
            Self::Csmith => &[],
        }
    }

    fn tokens(self) -> RangeInclusive<u64> {
        match self {
            Self::Hunt => HUNT_SIZES[0].into()..=HUNT_SIZES[HUNT_SIZES.len() - 1].into(),
            Self::Csmith => 0..=u64::MAX,
        }
    }
}

impl Like {
    const ALL: [Self; 2] = [Self::Tokens, Self::Code];

    const fn words(self) -> &'static str {
        match self {
            Self::Tokens => "as many tokens",
            Self::Code => "as much code",
        }
    }
}

/// What one side has used up.
#[derive(Clone, Copy, Debug, Default)]
struct HuntSide {
    programs: u64,
    tokens: u64,
    code: u64,
    wall: Duration,
    cpu: Duration,
}

impl HuntSide {
    fn add(&mut self, other: Self) {
        self.programs += other.programs;
        self.tokens += other.tokens;
        self.code += other.code;
        self.wall += other.wall;
        self.cpu += other.cpu;
    }

    fn add_loop(&mut self, done: &FinishedProcess) {
        self.wall += done.wall;
        self.cpu += done.cpu;
    }

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

/// What one side did.
#[derive(Clone, Copy, Debug, Default)]
struct Tested {
    /// All programs.
    all: HuntSide,
    /// Those where Csmith's program ends.
    ending: HuntSide,
}

impl Tested {
    fn add(&mut self, side: HuntSide, ends: bool) {
        self.all.add(side);
        if ends {
            self.ending.add(side);
        }
    }
}

/// Our programs of one likeness.
struct Ours {
    like: Like,
    hunt: Tested,
    /// The loop over the same programs.
    shell: HuntSide,
}

/// Both sides with programs of some sizes, and where our time went.
struct HuntMeasurement {
    theirs: Tested,
    ours: Vec<Ours>,
    split: CpuSplit,
    /// What was found on the way: key and program.
    found: Vec<String>,
    /// Seeds of Csmith whose program, or what is like it, has no machine code.
    left_out: Vec<u64>,
}

/// A program of Csmith's.
struct Theirs {
    seed: u64,
    tokens: u64,
    code: u64,
}

/// Measures and prints the tables.
pub fn run(args: &BenchHuntArgs) -> anyhow::Result<Status> {
    if Csmith::find().is_none() {
        bail!(
            "there is no csmith to compare with: on Debian, apt-get install csmith libcsmith-dev"
        );
    }
    let compilers = compilers(&args.compilers)?;
    let sizes = args.sizes.map_or(Sizes::ALL.to_vec(), |sizes| vec![sizes]);
    let likes = args.like.map_or(Like::ALL.to_vec(), |like| vec![like]);
    let mut progress = WorkProgress::new(args.programs * (1 + 2 * likes.len()) * sizes.len())?;
    let mut out = std::io::stdout();
    out.write_all(heading(&compilers).as_bytes())?;
    for sizes in sizes {
        let ours = likes.iter().map(|&like| Ours {
            like,
            hunt: Tested::default(),
            shell: HuntSide::default(),
        });
        let mut measured = HuntMeasurement {
            theirs: Tested::default(),
            ours: ours.collect(),
            split: CpuSplit::default(),
            found: Vec::new(),
            left_out: Vec::new(),
        };
        let done =
            HuntBench { args, sizes, compilers: &compilers }.run(&mut progress, &mut measured);
        progress.clear();
        let interrupted = was_interrupted(done)?;
        out.write_all(words(sizes, &measured).as_bytes())?;
        if interrupted {
            return Ok(Status::Interrupted);
        }
    }
    Ok(Status::Fine)
}

/// Those that were named, or the newest gcc and clang.
fn compilers(named: &[String]) -> anyhow::Result<Vec<Toolchain>> {
    let (found, _) = select(named, &[], Vec::new())?;
    let mut chosen: Vec<Toolchain> = if named.is_empty() {
        ["gcc", "clang"].into_iter().filter_map(|family| newest(&found, family)).collect()
    } else {
        found
    };
    let Some(first) = chosen.first() else {
        bail!("there is neither gcc nor clang: on Debian, apt-get install gcc clang");
    };
    let target = first.option_sets.first().map(|set| set.target);
    let sets = || chosen.iter().flat_map(|tool| &tool.option_sets);
    for tool in &chosen {
        let other = tool.option_sets.iter().any(|set| Some(set.target) != target);
        if !tool.runner.is_empty() || other {
            bail!("{}: the shell loop runs images on this computer; leave it out", tool.name);
        }
    }
    // All get all programs, as in the loop.
    let lacks: BTreeSet<_> = sets().flat_map(|set| set.lacks.clone()).collect();
    let differs: BTreeSet<_> = sets().flat_map(|set| set.differs.clone()).collect();
    for set in chosen.iter_mut().flat_map(|tool| &mut tool.option_sets) {
        set.lacks.clone_from(&lacks);
        set.differs.clone_from(&differs);
    }
    Ok(chosen)
}

fn newest(found: &[Toolchain], family: &str) -> Option<Toolchain> {
    let number = |tool: &&Toolchain| {
        tool.name.rsplit('-').next().and_then(|n| n.parse::<u32>().ok()).unwrap_or(0)
    };
    let native = |tool: &&Toolchain| tool.family == family && tool.runner.is_empty();
    found.iter().filter(native).max_by_key(number).cloned()
}

/// Programs of some sizes.
struct HuntBench<'a> {
    args: &'a BenchHuntArgs,
    sizes: Sizes,
    compilers: &'a [Toolchain],
}

impl HuntBench<'_> {
    fn run(
        &self,
        progress: &mut WorkProgress,
        measured: &mut HuntMeasurement,
    ) -> anyhow::Result<()> {
        let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
        let shell = ShellLoop::new(self.compilers, dir.path())?;
        let scale = Scale { compilers: self.compilers, dir: dir.path() };
        let mut seeds = self.args.start..=u64::MAX;
        let mut left = self.args.programs;
        for number in 1.. {
            let theirs = self.theirs(&mut seeds, left.min(BATCH), &scale, progress, measured)?;
            if theirs.is_empty() {
                break;
            }
            left -= theirs.len();
            let (mut ending, mut endless) = (Vec::new(), Vec::new());
            for one in theirs {
                let done = shell.over_csmith(one.seed, self.sizes.csmith_options())?;
                let Theirs { tokens, code, .. } = one;
                let side = HuntSide { programs: 1, tokens, code, wall: done.wall, cpu: done.cpu };
                measured.theirs.add(side, ends(&done));
                progress.step(&format!("seed {}, {tokens} tokens", one.seed))?;
                if ends(&done) { ending.push(one) } else { endless.push(one) }
            }
            for (theirs, ends) in [(ending, true), (endless, false)] {
                let wanted: Vec<_> = theirs.iter().map(|one| (one.tokens, one.code)).collect();
                for ours in &mut measured.ours {
                    let Some(batch) = scale.batch(ours.like, &wanted, number)? else {
                        measured.left_out.extend(theirs.iter().map(|one| one.seed));
                        break;
                    };
                    let texts = scale.texts(&batch)?;
                    if texts.is_empty() {
                        break;
                    }
                    let (side, found, split) = self.hunt(&batch, dir.path(), progress)?;
                    ours.hunt.add(side, ends);
                    measured.found.extend(found);
                    measured.split.add(&split);
                    ours.shell.add(HuntSide { wall: Duration::ZERO, cpu: Duration::ZERO, ..side });
                    for units in &texts {
                        ours.shell.add_loop(&shell.over(units)?);
                        progress.step("")?;
                        progress.step("")?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The next programs of Csmith's that are as large as wanted. There are none after a long
    /// search.
    fn theirs(
        &self,
        seeds: &mut RangeInclusive<u64>,
        count: usize,
        scale: &Scale<'_>,
        progress: &WorkProgress,
        measured: &mut HuntMeasurement,
    ) -> anyhow::Result<Vec<Theirs>> {
        let csmith = Csmith::find().context("csmith is gone")?.with(self.sizes.csmith_options());
        let mut found = Vec::new();
        for seed in seeds.take(count * SEARCHED as usize) {
            if found.len() == count {
                break;
            }
            if progress.stop().load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            // What Csmith cannot make, or we cannot read, is nothing to be like.
            let Ok(made) = csmith.make(seed)? else { continue };
            let tokens = stats::tokens(&made.program) as u64;
            if !self.sizes.tokens().contains(&tokens) {
                continue;
            }
            match scale.code_of_theirs(&made.program)? {
                Some(code) => found.push(Theirs { seed, tokens, code }),
                None => measured.left_out.push(seed),
            }
        }
        Ok(found)
    }

    fn hunt(
        &self,
        batch: &Batch,
        dir: &Path,
        progress: &WorkProgress,
    ) -> anyhow::Result<(HuntSide, Vec<String>, CpuSplit)> {
        let place = tempfile::tempdir_in(dir).context("cannot make a temporary directory")?;
        let settings = HuntSettings {
            dir: place.path().to_owned(),
            compilers: self.compilers.to_vec(),
            referees: Vec::new(),
            profiles: vec![PROFILE.to_owned()],
            sizes: batch.sizes.clone(),
            programs: Some(batch.sizes.len() as u64),
            time: None,
            jobs: 1,
            seed_start: Some(batch.first),
            known: KnownBugs::default(),
            cross_check: false,
            triage: None,
            setup: RunSetup::default(),
            command: "brinell bench hunt".to_owned(),
        };
        let begin = Instant::now();
        let mut listener = Listener { batch, found: Vec::new() };
        let hunted =
            hunt(&settings, &HuntControl::stopping_by(progress.stop().clone()), &mut listener)?;
        if hunted.interrupted {
            return Err(Interrupted.into());
        }
        let side = HuntSide {
            programs: hunted.summary.programs,
            tokens: hunted.summary.tokens,
            code: batch.code,
            wall: begin.elapsed(),
            cpu: hunted.summary.cpu.total(),
        };
        Ok((side, listener.found, hunted.summary.cpu))
    }
}

/// Listens to what is found; nothing of a hunt here is kept.
struct Listener<'a> {
    batch: &'a Batch,
    found: Vec<String>,
}

impl Events for Listener<'_> {
    fn event(&mut self, event: &HuntEvent) {
        if let HuntEvent::Found { seed, key, .. } = event {
            let sizes: Vec<String> = self.batch.sizes.iter().map(u32::to_string).collect();
            let again = format!("brinell hunt --seed-start {seed} --programs 1 --size");
            self.found.push(format!("{key}: {again} {}", sizes.join(",")));
        }
    }
}

fn heading(compilers: &[Toolchain]) -> String {
    let configurations: usize = compilers.iter().map(|tool| tool.option_sets.len()).sum();
    let names: Vec<&str> = compilers.iter().map(|tool| tool.name.as_str()).collect();
    let names = names.join(", ");
    format!("one job each, alternating; {names}, {configurations} option sets in all\n")
}

fn words(sizes: Sizes, measured: &HuntMeasurement) -> String {
    let HuntMeasurement { theirs, ours, split, found, left_out } = measured;
    let header = ["", "PROGRAMS", "TOKENS", "CODE", "WALL EACH", "CPU EACH", "PROGRAMS/HOUR"];
    let mut rows = vec![theirs.all.row("csmith, loop")];
    for Ours { like, hunt, shell } in ours {
        rows.push(hunt.all.row(&format!("{}, hunt", like.words())));
        rows.push(shell.row(&format!("{}, loop", like.words())));
    }
    let mut text = format!("\n{}:\n{}", sizes.words(), render::table(&header, &rows));
    let endless = theirs.all.programs - theirs.ending.programs;
    for Ours { like, hunt, shell } in ours {
        let ratio = |ours: &HuntSide, theirs: &HuntSide| ours.per_hour() / theirs.per_hour();
        if theirs.all.programs != hunt.all.programs || hunt.all.programs == 0 {
            // Interrupted, or something was left out: what is left is not of like size.
            let _ = writeln!(
                text,
                "{}: no ratio, because the sides tested different programs",
                like.words()
            );
            continue;
        }
        let _ = write!(
            text,
            "with {}, a hunt tests {:.2} times the programs an hour of the loop over Csmith",
            like.words(),
            ratio(&hunt.all, &theirs.all)
        );
        if endless > 0 && hunt.ending.programs > 0 {
            let _ = write!(
                text,
                " ({:.2} times without the {endless} that never end)",
                ratio(&hunt.ending, &theirs.ending)
            );
        }
        let _ = writeln!(
            text,
            ",\n  and {:.2} times those of the loop over the same programs",
            ratio(&hunt.all, shell)
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
    for one in found {
        let _ = writeln!(text, "found on the way: {one}");
    }
    text
}
