//! What is known about a generated program, as JSON: one document a line and program.

use brinell_generate::config::{Config, OptionValue};
use brinell_generate::guards::CheckKind;
use brinell_generate::{Facts, Generated, OpenKind, Relaxation, RelaxedFate, SiteCounts, SiteFate};
use brinell_machine::Meaning;
use serde::Serialize;
use serde_json::Map;

/// Counts up when a field changes its meaning or goes away; new fields may come without notice.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct MetaDocument<'a> {
    schema: u32,
    brinell: &'static str,
    seed: u64,
    sub_seed: u32,
    command: &'a str,
    target: &'static str,
    std: &'static str,
    files: &'a [String],
    checksum: Option<String>,
    #[serde(flatten)]
    meaning: &'a Meaning,
    tokens: usize,
    nodes: usize,
    statements: usize,
    live_statements: usize,
    live_share: f64,
    changed_globals: usize,
    guards: Guards,
    open_sites: Map<String, serde_json::Value>,
    checks: Map<String, serde_json::Value>,
    relaxed: Map<String, serde_json::Value>,
    config: Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct Guards {
    guarded: usize,
    raw: usize,
    minimal: bool,
}

/// The document of a program, on one line.
pub fn document(made: &Generated, command: &str, files: &[String]) -> String {
    let facts = &made.facts;
    let document = MetaDocument {
        schema: SCHEMA,
        brinell: env!("CARGO_PKG_VERSION"),
        seed: facts.seed,
        sub_seed: facts.sub_seed,
        command,
        target: facts.config.target.as_str(),
        std: facts.config.std.as_str(),
        files,
        checksum: made.checksum.map(|checksum| format!("{checksum:X}")),
        meaning: &made.meaning,
        tokens: facts.tokens,
        nodes: facts.nodes,
        statements: facts.statements,
        live_statements: facts.live_statements,
        live_share: live_share(facts),
        changed_globals: facts.changed_globals,
        guards: Guards { guarded: facts.guarded, raw: facts.raw, minimal: facts.minimal_guards },
        open_sites: open_sites(&facts.sites),
        checks: checks(&facts.sites),
        relaxed: relaxed(&facts.sites),
        config: differences(&facts.config),
    };
    serde_json::to_string(&document).expect("strings, numbers and maps with string keys only")
}

fn live_share(facts: &Facts) -> f64 {
    let share = facts.live_statements as f64 / facts.statements.max(1) as f64;
    // Four digits are what a share of statements is worth.
    (share * 1e4).round() / 1e4
}

/// What became of open sites, by kind, and how many runs decided them.
fn open_sites(counts: &SiteCounts) -> Map<String, serde_json::Value> {
    let of_kind = |kind: OpenKind| {
        let fates = SiteFate::ALL.map(|fate| {
            (fate.name().replace(' ', "_"), serde_json::Value::from(counts.of(kind, fate)))
        });
        (kind.name().to_owned(), serde_json::Value::from(Map::from_iter(fates)))
    };
    let mut sites = Map::from_iter(OpenKind::ALL.map(of_kind));
    sites.insert("runs".to_owned(), counts.runs.into());
    sites
}

/// Checks that the program has and would have had, by kind.
fn checks(counts: &SiteCounts) -> Map<String, serde_json::Value> {
    let of_kind = |kind: CheckKind| {
        let (possible, made) = (counts.checks.possible(kind), counts.checks.made(kind));
        let both = [("possible", possible), ("made", made)];
        let both = both.map(|(name, count)| (name.to_owned(), serde_json::Value::from(count)));
        (kind.name().to_owned(), serde_json::Value::from(Map::from_iter(both)))
    };
    Map::from_iter(CheckKind::ALL.map(of_kind))
}

/// What became of relaxed places, by relaxation; relaxations without places are omitted.
fn relaxed(counts: &SiteCounts) -> Map<String, serde_json::Value> {
    let used = Relaxation::ALL.into_iter().filter(|r| counts.relaxed.all(*r) > 0);
    used.map(|relaxation| {
        let fates = RelaxedFate::ALL.into_iter().filter_map(|fate| {
            let places = counts.relaxed.of(relaxation, fate);
            (places > 0).then(|| (fate.name().replace(' ', "_"), places.into()))
        });
        (relaxation.name().to_owned(), serde_json::Value::from(fates.collect::<Map<_, _>>()))
    })
    .collect()
}

/// The options that are not at their defaults.
fn differences(config: &Config) -> Map<String, serde_json::Value> {
    let options = Config::OPTIONS.iter().map(|option| (option, option.get(config)));
    options
        .filter(|(option, value)| *value != option.default())
        .map(|(option, value)| {
            let value = match value {
                OptionValue::Switch(on) => on.into(),
                OptionValue::Number(number) => number.into(),
                OptionValue::Word(word) => word.into(),
            };
            (option.name.to_owned(), value)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_differences_are_listed() {
        let config = Config { unions: false, max_functions: 3, ..Config::default() };
        let text = serde_json::Value::from(differences(&config)).to_string();
        assert_eq!(text, r#"{"max_functions":3,"unions":false}"#);
    }
}
