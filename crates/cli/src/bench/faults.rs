//! `brinell bench faults`: which planted faults the programs of a profile meet and show.

use super::variants::{VariantArgs, experiment_status, print_experiment};
use crate::args::JobsArgs;
use crate::progress::{WorkProgress, was_interrupted};
use crate::{Status, parallel, render};
use anyhow::{Context as _, bail};
use brinell_faults::{Assembly, FaultRule, Grade, Spared, rules};
use brinell_generate::{GenerateError, Generated};
use brinell_machine::Exit;
use brinell_toolchain::{Command, End, ProcessLimits, find_program};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// The arguments of `brinell bench faults`.
#[derive(Debug, Args)]
#[command(after_help = "\
Plants faults in the x86-64 assembly of generated programs, one rule at a time. A rule is applied
wherever it matches, as a compiler bug fires wherever its pattern occurs. A program meets a rule if the
rule matches somewhere in its random part, and shows it if the changed program prints something else,
crashes or hangs. No faults are planted in `main` and the checksum, because there every fault would
show in every program; code inlined into them is included.

Each cell has the number of programs that met a rule and the number that showed it, over all compilers
and levels. GNU as and gcc assemble and link. Ctrl-C ends with the table so far.

Exit codes: 0 measured, 1 some program could not be generated or was wrong without a fault, 2 cannot run,
130 interrupted.

Examples:
  brinell bench faults
  brinell bench faults --profiles default,csmith --sizes 500,2000 --seeds 50
  brinell bench faults --compilers clang-19 --levels O0,O3 --rules vector-blend,carry-lost --json")]
pub struct BenchFaultsArgs {
    #[command(flatten)]
    variants: VariantArgs,

    /// gcc's and clangs that compile, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "gcc")]
    compilers: Vec<String>,

    /// Levels of optimisation, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "O2")]
    levels: Vec<String>,

    /// Only these rules, separated by commas [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    rules: Vec<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// How many at once.
    #[command(flatten)]
    jobs: JobsArgs,
}

/// The file of a program.
const SOURCE: &str = "program.c";

/// What a planted image may take: a right one needs milliseconds. Processor time decides, so that a
/// busy computer makes no difference.
const IMAGE_CPU: Duration = Duration::from_secs(1);
const IMAGE_WALL: Duration = Duration::from_secs(30);
const IMAGE_OUTPUT: usize = 1 << 20;

/// How often a rule was met and shown.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
struct RuleCount {
    met: u64,
    shown: u64,
}

/// The results for the programs of one profile and size.
#[derive(Debug, Serialize)]
struct FaultColumn {
    name: String,
    programs: u64,
    /// Instructions that could have been planted into.
    instructions: u64,
    /// By rule, in the order of the table.
    counts: Vec<RuleCount>,
}

/// The results for one program, over all compilers and levels.
#[derive(Debug)]
struct ProgramFaults {
    instructions: usize,
    counts: Vec<RuleCount>,
    /// What was wrong without any fault.
    trouble: Option<String>,
}

/// Plants and prints the table.
pub fn run(args: &BenchFaultsArgs) -> anyhow::Result<Status> {
    let chosen = args.chosen_rules()?;
    for compiler in args.compilers.iter().map(String::as_str).chain(["as", "gcc"]) {
        find_program(compiler).with_context(|| format!("{compiler} is not installed"))?;
    }
    let variants = args.variants.variants()?;
    let mut columns: Vec<FaultColumn> = variants
        .iter()
        .map(|variant| FaultColumn {
            name: variant.name(),
            programs: 0,
            instructions: 0,
            counts: vec![RuleCount::default(); chosen.len()],
        })
        .collect();
    let programs = args.variants.programs(variants.len());
    let mut progress = WorkProgress::new(programs.len())?;
    let mut troubles = Vec::new();
    let one = |(variant, seed): &(usize, u64)| -> anyhow::Result<ProgramFaults> {
        match variants[*variant].generator.generate_here(*seed, "") {
            Ok(made) => look(&made, &chosen, &args.compilers, &args.levels),
            Err(error @ GenerateError::Config(_)) => Err(error.into()),
            Err(error) => Ok(ProgramFaults {
                instructions: 0,
                counts: vec![RuleCount::default(); chosen.len()],
                trouble: Some(error.to_string()),
            }),
        }
    };
    let done = parallel::in_order(&programs, args.jobs.count(), one, |(variant, seed), look| {
        let look =
            look.map_err(|panic| anyhow::anyhow!("seed {seed}: internal error: {panic}"))??;
        if let Some(trouble) = look.trouble {
            troubles.push(format!("{}, seed {seed}: {trouble}", columns[*variant].name));
        } else {
            columns[*variant].add(&look);
        }
        progress.step("")
    });
    progress.clear();
    let interrupted = was_interrupted(done)?;
    if args.json {
        let names: Vec<_> = chosen.iter().map(|rule| (rule.name, rule.grade.name())).collect();
        let value = serde_json::json!({
            "compilers": args.compilers, "levels": args.levels, "rules": names,
            "columns": columns, "troubles": troubles,
        });
        print_experiment(&format!("{value:#}\n"), &[])?;
    } else {
        print_experiment(&table(&chosen, &columns), &troubles)?;
    }
    Ok(experiment_status(&troubles, interrupted))
}

impl FaultColumn {
    fn add(&mut self, look: &ProgramFaults) {
        self.programs += 1;
        self.instructions += look.instructions as u64;
        for (sum, count) in self.counts.iter_mut().zip(&look.counts) {
            sum.met += count.met;
            sum.shown += count.shown;
        }
    }
}

impl BenchFaultsArgs {
    fn chosen_rules(&self) -> anyhow::Result<Vec<&'static FaultRule>> {
        if let Some(unknown) = self.rules.iter().find(|name| brinell_faults::rule(name).is_none()) {
            let known: Vec<_> = rules().iter().map(|rule| rule.name).collect();
            bail!("no rule is called '{unknown}'; there are {}", known.join(", "));
        }
        let is_chosen = |rule: &&FaultRule| {
            self.rules.is_empty() || self.rules.iter().any(|name| name == rule.name)
        };
        Ok(rules().iter().filter(is_chosen).collect())
    }
}

/// Plants every rule into what every compiler makes of a program at every level.
fn look(
    made: &Generated,
    chosen: &[&FaultRule],
    compilers: &[String],
    levels: &[String],
) -> anyhow::Result<ProgramFaults> {
    let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
    let mut look = ProgramFaults {
        instructions: 0,
        counts: vec![RuleCount::default(); chosen.len()],
        trouble: None,
    };
    let [(_, text)] = &made.texts[..] else { bail!("a program of several files") };
    std::fs::write(dir.path().join(SOURCE), text)?;
    let spared = Spared::functions_of(SOURCE, text, &harness_of(made));
    for (compiler, level) in compilers.iter().flat_map(|c| levels.iter().map(move |l| (c, l))) {
        let assembly = match assembly_of(compiler, level, dir.path())? {
            Ok(assembly) => assembly,
            Err(trouble) => {
                look.trouble = Some(trouble);
                break;
            }
        };
        if shows(&assembly, made, dir.path())? {
            look.trouble = Some(format!("{compiler} -{level} is wrong without a fault"));
            break;
        }
        let assembly = Assembly::parse(&assembly, &spared);
        look.instructions += assembly.instructions();
        for (rule, count) in chosen.iter().zip(&mut look.counts) {
            let Some(planted) = assembly.plant(rule) else { continue };
            count.met += 1;
            let shown = shows(&planted.text, made, dir.path())
                .with_context(|| format!("{} planted", rule.name))?;
            count.shown += u64::from(shown);
        }
    }
    Ok(look)
}

/// The functions of a program that are not random, guards apart: those stand for operators.
fn harness_of(made: &Generated) -> Vec<&str> {
    let is_guard = |name: &str| name.starts_with("safe_");
    let named = made.program.functions.iter().filter_map(|function| function.name.as_deref());
    named.filter(|name| !is_guard(name)).collect()
}

/// The assembly of a program, or what the compiler said.
fn assembly_of(compiler: &str, level: &str, dir: &Path) -> anyhow::Result<Result<String, String>> {
    // Lines tell apart what was inlined into `main`; they do not change the code. GNU as does not
    // know what clang says about addresses for some linkers.
    let own: &[&str] = if compiler.contains("clang") {
        &["-gline-tables-only", "-fno-addrsig"]
    } else {
        &["-g1", "-gno-variable-location-views"]
    };
    let done = Command::new(compiler)
        .env("LC_ALL", "C")
        .args(["-w", "-S", "-o", "-", &format!("-{level}")])
        .args(own)
        .arg(SOURCE)
        .dir(dir)
        .run()
        .with_context(|| format!("cannot run {compiler}"))?;
    Ok(if done.end.success() {
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    } else {
        Err(format!("{compiler} -{level}: {}", String::from_utf8_lossy(&done.stderr)))
    })
}

/// Whether an assembly does something else than its program must.
fn shows(assembly: &str, made: &Generated, dir: &Path) -> anyhow::Result<bool> {
    let (object, image) = (dir.join("planted.o"), dir.join("planted"));
    let assembled =
        Command::new("as").args(["--64", "-o"]).arg(&object).arg("-").stdin(assembly).run()?;
    if !assembled.end.success() {
        bail!("does not assemble: {}", String::from_utf8_lossy(&assembled.stderr));
    }
    let linked = Command::new("gcc").arg("-o").arg(&image).arg(&object).run()?;
    if !linked.end.success() {
        bail!("does not link: {}", String::from_utf8_lossy(&linked.stderr));
    }
    let limits = ProcessLimits {
        wall: IMAGE_WALL,
        cpu: Some(IMAGE_CPU),
        output: IMAGE_OUTPUT,
        ..ProcessLimits::default()
    };
    let ran = Command::new(&image).dir(dir).limits(limits).same_addresses(true).run()?;
    let as_it_must = match made.meaning.exit {
        Exit::Status(status) => ran.end == End::Exit(status.into()),
        // How an abort ends is for the system to say; the output decides.
        Exit::Abort => matches!(ran.end, End::Signal(_)),
    };
    Ok(!as_it_must || ran.stdout != made.meaning.stdout)
}

fn table(chosen: &[&FaultRule], columns: &[FaultColumn]) -> String {
    let mut header = vec!["GRADE", "RULE"];
    header.extend(columns.iter().map(|column| column.name.as_str()));
    let rows: Vec<Vec<String>> = chosen
        .iter()
        .enumerate()
        .map(|(at, rule)| {
            let mut row = vec![rule.grade.name().to_owned(), rule.name.to_owned()];
            row.extend(columns.iter().map(|column| {
                let count = column.counts[at];
                format!("{} / {}", count.met, count.shown)
            }));
            row
        })
        .collect();
    let mut text = String::from("programs that met a rule / showed it\n");
    text += &render::table(&header, &rows);
    text.push('\n');
    text += &summary(chosen, columns);
    text
}

/// A line for each column and grade.
fn summary(chosen: &[&FaultRule], columns: &[FaultColumn]) -> String {
    let mut rows = Vec::new();
    for column in columns {
        let grades = Grade::ALL.into_iter().map(Some).chain([None]);
        for grade in grades {
            let counts = || {
                let of_grade =
                    move |rule: &&FaultRule| grade.is_none_or(|grade| rule.grade == grade);
                let pairs = chosen.iter().zip(&column.counts);
                pairs.filter(move |(rule, _)| of_grade(rule)).map(|(_, count)| count)
            };
            let (met, shown) =
                counts().fold((0, 0), |(met, shown), c| (met + c.met, shown + c.shown));
            rows.push(vec![
                column.name.clone(),
                grade.map_or("all", Grade::name).to_owned(),
                counts().count().to_string(),
                counts().filter(|count| count.met > 0).count().to_string(),
                counts().filter(|count| count.shown > 0).count().to_string(),
                format!("{:.1}", 100.0 * shown as f64 / met.max(1) as f64),
            ]);
        }
    }
    let header = ["PROGRAMS", "GRADE", "RULES", "MET", "SHOWN", "% SHOWN WHEN MET"];
    let mut text = render::table(&header, &rows);
    for column in columns {
        let _ = writeln!(
            text,
            "{}: {} programs, {} instructions",
            column.name,
            column.programs,
            render::grouped(column.instructions)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_generate::{Config, Generator};

    /// A few programs, so that every rule that they meet is planted and assembled at each level.
    #[test]
    fn what_is_planted_into_generated_programs_assembles() {
        let config = Config { size: 600, ..Config::default() };
        let generator = Generator::new(config).unwrap();
        let chosen: Vec<_> = rules().iter().collect();
        let compilers: Vec<String> = ["gcc", "clang-19"]
            .into_iter()
            .filter(|compiler| find_program(compiler).is_some())
            .map(str::to_owned)
            .collect();
        let levels = ["O0".to_owned(), "O3".to_owned()];
        for seed in 1..=2 {
            let made = generator.generate(seed, "").unwrap();
            let look = look(&made, &chosen, &compilers, &levels).unwrap();
            assert_eq!(look.trouble, None);
            let met = look.counts.iter().filter(|count| count.met > 0).count();
            let shown = look.counts.iter().filter(|count| count.shown > 0).count();
            assert!(met > 20 && shown > 5, "{met} met, {shown} shown");
        }
    }
}
