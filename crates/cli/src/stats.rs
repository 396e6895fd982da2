//! `brinell generate --stats`: how often each construct occurs, next to Csmith's programs.

mod constructs;
mod csmith;

pub use csmith::Csmith;

use crate::progress::{WorkProgress, was_interrupted};
use crate::{parallel, render, sites};
use brinell_generate::stats::{Reading, Richness, RichnessSummary, Row, measure_run};
use brinell_generate::{Config, Facts, Generator, Production, SiteCounts, Uses};
use brinell_lang::Program;
use brinell_machine::Limits;
use brinell_sensitivity::{Construct, Reach};
use constructs::ConstructCounts;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// Steps of a run that determines live statements. Csmith's programs may run for ever; all that
/// end within a second of native time end within this.
const STEPS: u64 = 50_000_000;

/// A program to make and measure.
#[derive(Copy, Clone, Debug)]
enum StatsProgram {
    Ours(u64),
    Csmiths(u64),
}

/// What a program contains, and which productions drew it.
#[derive(Debug)]
struct ProgramMeasurement {
    richness: Richness,
    constructs: Option<BTreeMap<Construct, Reach>>,
    uses: Uses,
    sites: SiteCounts,
}

impl ProgramMeasurement {
    fn of(program: &Program, seed: u64) -> Self {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        Self {
            richness: measure_run(program, &limits),
            constructs: constructs::reached(program, seed, limits),
            uses: Uses::default(),
            sites: SiteCounts::default(),
        }
    }
}

/// The results for the programs of one generator.
#[derive(Debug, Default)]
pub struct StatsSide {
    /// The programs measured.
    pub summary: RichnessSummary,
    /// How many of them execute each construct, and in how many it reaches the output.
    pub constructs: ConstructCounts,
    /// Why the others could not be measured, with their seeds.
    pub failed: BTreeMap<String, Vec<u64>>,
}

impl StatsSide {
    fn add(&mut self, seed: u64, result: &Result<ProgramMeasurement, String>) {
        match result {
            Ok(measured) => {
                self.summary.add(&measured.richness);
                self.constructs.add(measured.constructs.as_ref());
            }
            Err(why) => self.failed.entry(why.clone()).or_default().push(seed),
        }
    }
}

/// Makes and measures the programs of these seeds, and as many of Csmith's if it is wanted and
/// installed. Returns the table.
pub fn compare(
    config: &Config,
    seeds: Range<u64>,
    jobs: usize,
    csmith: bool,
) -> anyhow::Result<String> {
    let generator = Generator::new(config.clone())?;
    let csmith = if csmith { Csmith::find() } else { None };
    let mut wanted = Vec::new();
    for seed in seeds {
        wanted.push(StatsProgram::Ours(seed));
        if csmith.is_some() {
            wanted.push(StatsProgram::Csmiths(seed));
        }
    }
    let one = |wanted: &StatsProgram| -> anyhow::Result<Result<ProgramMeasurement, String>> {
        Ok(match (*wanted, &csmith) {
            (StatsProgram::Ours(seed), _) => generator
                .generate_here(seed, "")
                .map(|made| {
                    let Facts { tally, sites, .. } = made.facts;
                    let measured = ProgramMeasurement::of(&made.program, seed);
                    ProgramMeasurement { uses: tally.productions, sites, ..measured }
                })
                .map_err(|error| first_line(&error.to_string())),
            (StatsProgram::Csmiths(seed), Some(csmith)) => {
                csmith.make(seed)?.map(|made| ProgramMeasurement::of(&made.program, seed))
            }
            (StatsProgram::Csmiths(_), None) => Err("no csmith".to_owned()),
        })
    };
    let (mut ours, mut csmiths) = (StatsSide::default(), StatsSide::default());
    let (mut ours_uses, mut ours_sites) = (Uses::default(), SiteCounts::default());
    let mut programs = 0;
    let mut progress = WorkProgress::new(wanted.len())?;
    let done = parallel::in_order(&wanted, jobs, one, |wanted, result| {
        let result = result.unwrap_or_else(|panic| Ok(Err(format!("panic: {panic}"))))?;
        match *wanted {
            StatsProgram::Ours(seed) => {
                ours.add(seed, &result);
                if let Ok(measured) = &result {
                    ours_uses.add(&measured.uses);
                    ours_sites += &measured.sites;
                    programs += 1;
                }
            }
            StatsProgram::Csmiths(seed) => csmiths.add(seed, &result),
        }
        progress.step("")
    });
    progress.clear();
    // The table so far is better than none; it says how many programs it is about.
    was_interrupted(done)?;
    let csmiths = csmith.is_some().then_some(&csmiths);
    let rows = table(&ours, csmiths) + "\n" + &constructs::table(&ours, csmiths);
    Ok(rows + &productions(&ours_uses) + "\n" + &sites::table(&ours_sites, programs))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// The table for people.
pub fn table(ours: &StatsSide, csmiths: Option<&StatsSide>) -> String {
    let mut text = String::new();
    let _ = write!(text, "{} programs of Brinell", ours.summary.programs());
    if let Some(side) = csmiths {
        let _ = write!(text, ", {} of Csmith", side.summary.programs());
    }
    text.push('\n');
    let sides: Vec<&StatsSide> = std::iter::once(ours).chain(csmiths).collect();
    let mut rows = Vec::new();
    let mut poorer = Vec::new();
    for row in Row::ALL {
        let mut cells = vec![row.name().to_owned()];
        let means: Vec<_> = sides.iter().map(|side| side.summary.mean(row)).collect();
        cells.extend(means.iter().map(|mean| mean_words(row, *mean)));
        cells.extend(sides.iter().map(|s| words(s.summary.per_thousand_tokens(row), 1.0)));
        cells.extend(sides.iter().map(|side| words(side.summary.having(row), 100.0)));
        if let [Some(ours), Some(csmiths)] = means[..]
            && ours < csmiths
        {
            poorer.push(row.name());
            cells.push("less".to_owned());
        }
        rows.push(cells);
    }
    let header: &[&str] = if csmiths.is_some() {
        &["MEAN OF", "BRINELL", "CSMITH", "PER 1K", "CSMITH", "% HAVE", "CSMITH", ""]
    } else {
        &["", "MEAN", "PER 1K", "% HAVE"]
    };
    for row in &mut rows {
        row.resize(header.len(), String::new());
    }
    text += &render::table(header, &rows);
    text += "per 1k: per thousand tokens; % have: programs that contain it at all\n";
    if csmiths.is_some() {
        match poorer.len() {
            0 => text += "below Csmith in no row\n",
            n => {
                let _ = writeln!(text, "below Csmith in {n} rows: {}", poorer.join("; "));
            }
        }
    }
    for (name, side) in [("Brinell", Some(ours)), ("Csmith", csmiths)] {
        for (why, seeds) in side.iter().flat_map(|side| &side.failed) {
            let _ = writeln!(text, "{name}, no program for {}: {why}", seeds_words(seeds));
        }
    }
    text
}

/// The table of productions, for tuning weights.
fn productions(uses: &Uses) -> String {
    let total = |statements: bool| -> u64 {
        let these = Production::all().filter(|one| one.is_statement() == statements);
        these.map(|one| uses.drawn(one)).sum::<u64>().max(1)
    };
    let totals = [total(false), total(true)];
    let share = |part: u64, whole: u64| words(Some(part as f64 / whole.max(1) as f64), 100.0);
    let rows: Vec<Vec<String>> = Production::all()
        .map(|production| {
            let drawn = uses.drawn(production);
            let written = uses.written(production);
            vec![
                production.to_string(),
                render::grouped(drawn),
                share(drawn, totals[usize::from(production.is_statement())]),
                if drawn == 0 { words(None, 1.0) } else { share(written, drawn) },
            ]
        })
        .collect();
    let header = ["PRODUCTION", "DRAWN", "% OF ALL", "% GOOD"];
    "\n".to_owned()
        + &render::table(&header, &rows)
        + "% of all: share of all draws of statements, or of expressions; % good: draws that\n\
           succeeded; `weight_NAME` is the option with the weight of a production\n\
           (`new_function` and `final_return` are not drawn, but written where they are needed)\n"
}

/// At most this many seeds are listed for one reason.
const MOST_LISTED: usize = 8;

fn seeds_words(seeds: &[u64]) -> String {
    let shown: Vec<_> = seeds.iter().take(MOST_LISTED).map(u64::to_string).collect();
    let more = seeds.len() - shown.len();
    let noun = if seeds.len() == 1 { "seed" } else { "seeds" };
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{} {noun} ({}{rest})", seeds.len(), shown.join(", "))
}

fn mean_words(row: Row, mean: Option<f64>) -> String {
    match row.reading() {
        Reading::Count | Reading::Level => words(mean, 1.0),
        Reading::Share => match mean {
            Some(share) => format!("{:.1} %", 100.0 * share),
            None => words(None, 1.0),
        },
    }
}

/// A number with a sensible number of digits.
fn words(value: Option<f64>, scale: f64) -> String {
    match value.map(|value| value * scale) {
        None => "-".to_owned(),
        Some(value) if value >= 1000.0 => render::grouped(value.round() as u64),
        Some(value) if value >= 10.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_generate::stats::measure;
    use brinell_lang::{Dialect, Target, TargetName};

    fn side(bodies: &[&str]) -> StatsSide {
        let options = brinell_syntax::ParseOptions {
            target: Target::named(TargetName::Lp64),
            dialect: Dialect::default(),
        };
        let mut side = StatsSide::default();
        for (seed, body) in bodies.iter().enumerate() {
            let text = format!("int g_1; int func_1(void) {{ {body} }}");
            let program = brinell_syntax::parse(text, "t.c", &options).unwrap();
            let limits = Limits::default();
            side.add(
                seed as u64,
                &Ok(ProgramMeasurement {
                    richness: measure(&program),
                    constructs: constructs::reached(&program, seed as u64, limits),
                    uses: Uses::default(),
                    sites: SiteCounts::default(),
                }),
            );
        }
        side
    }

    fn line<'a>(table: &'a str, name: &str) -> Vec<&'a str> {
        let line = table.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line.trim_start().strip_prefix(name).unwrap().split_whitespace().collect()
    }

    #[test]
    fn both_sides_stand_in_a_row() {
        let ours = side(&["if (g_1) { } return g_1++;", "return 0;"]);
        let mut theirs = side(&["while (g_1) { } return 0;", "while (g_1) { } return 0;"]);
        theirs.add(9, &Err("csmith: timed out".to_owned()));
        let table = table(&ours, Some(&theirs));
        // One in the 19 tokens of each of Csmith's programs.
        assert_eq!(
            line(&table, "while"),
            ["0.00", "1.00", "0.00", "52.6", "0.00", "100.0", "less"]
        );
        assert_eq!(line(&table, "if")[..2], ["0.50", "0.00"]);
        assert_eq!(line(&table, "share of raw operations")[..3], ["100.0", "%", "-"]);
        assert!(table.contains("Csmith, no program for 1 seed (9): csmith: timed out"), "{table}");
        assert!(table.starts_with("2 programs of Brinell, 2 of Csmith\n"), "{table}");
    }

    #[test]
    fn productions_stand_in_rows() {
        let config = Config { size: 1_500, do_loops: false, ..Config::default() };
        let made = Generator::new(config).unwrap().generate(1, "").unwrap();
        let table = productions(&made.facts.tally.productions);
        assert_eq!(line(&table, "do "), ["0", "0.00", "-"]);
        let drawn: u64 = line(&table, "assign ")[0].parse().unwrap();
        assert!(drawn > 0 && table.lines().count() == Production::all().count() + 5, "{table}");
    }

    #[test]
    fn one_side_stands_alone() {
        let table = table(&side(&["return 0;"]), None);
        assert!(!table.contains("CSMITH") && !table.contains("less"), "{table}");
        // One in 13 tokens.
        assert_eq!(line(&table, "return"), ["1.00", "76.9", "100.0"]);
    }
}
