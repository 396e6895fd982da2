//! The JSON form of a report: one document a program, on one line.

use crate::args::SourceArgs;
use crate::job::{CheckReport, CheckVerdict};
use crate::sources::{SourceLocation, Sources};
use brinell_machine::{Failure, Meaning, Stats, Ub};
use serde::Serialize;
use serde_json::Value;

/// Counts up when a field changes its meaning or goes away; new fields may come without notice.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct JsonDocument<'a> {
    schema: u32,
    file: &'a str,
    target: &'static str,
    std: &'static str,
    verdict: &'static str,
    exit_code: u8,
    stdout: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stdout_hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defined: Option<JsonDefined<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<Undefined<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem<'a>>,
    stats: Option<&'a Stats>,
    milliseconds: Milliseconds,
    preprocessed_bytes: usize,
}

#[derive(Serialize)]
struct JsonDefined<'a> {
    #[serde(flatten)]
    meaning: &'a Meaning,
}

#[derive(Serialize)]
struct Undefined<'a> {
    rule: &'static str,
    clause: &'static str,
    message: String,
    requirement: &'static str,
    help: &'static str,
    note: Option<&'static str>,
    values: Value,
    at: Option<SourceLocation>,
    frames: Vec<JsonFrame<'a>>,
    objects: Vec<JsonObject<'a>>,
    notes: Vec<JsonNote<'a>>,
}

#[derive(Serialize)]
struct JsonFrame<'a> {
    function: &'a str,
    at: Option<SourceLocation>,
}

#[derive(Serialize)]
struct JsonObject<'a> {
    what: &'a str,
    created: Option<SourceLocation>,
    ended: Option<SourceLocation>,
}

#[derive(Serialize)]
struct JsonNote<'a> {
    text: &'a str,
    at: Option<SourceLocation>,
}

#[derive(Serialize)]
struct Problem<'a> {
    message: std::borrow::Cow<'a, str>,
    /// The rule of the catalogue that is in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    at: Option<SourceLocation>,
}

#[derive(Serialize)]
struct Milliseconds {
    preprocess: f64,
    parse: f64,
    run: f64,
}

/// The document of a report.
pub fn document(report: &CheckReport, source: &SourceArgs) -> String {
    let stdout = report.verdict.stdout();
    let text = String::from_utf8_lossy(stdout);
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let document = JsonDocument {
        schema: SCHEMA,
        file: &report.name,
        target: source.target.as_str(),
        std: source.std.as_str(),
        verdict: report.verdict.word(),
        exit_code: report.verdict.status() as u8,
        stdout_hex: matches!(text, std::borrow::Cow::Owned(_)).then(|| hex(stdout)),
        stdout: text.into_owned(),
        defined: match &report.verdict {
            CheckVerdict::Defined(meaning) => Some(JsonDefined { meaning }),
            _ => None,
        },
        undefined: match &report.verdict {
            CheckVerdict::Undefined(failure) => Some(undefined(failure, &report.sources)),
            _ => None,
        },
        problem: match &report.verdict {
            CheckVerdict::Defined(_) | CheckVerdict::Undefined(_) => None,
            CheckVerdict::Undecided(undecided) => Some(Problem {
                message: format!("undecided whether {}", undecided.what).into(),
                rule: undecided.rule.as_ref().map(Ub::name),
                at: report.sources.place(undecided.loc),
            }),
            CheckVerdict::OutOfBudget(exhausted) => Some(Problem {
                message: exhausted.budget.name().into(),
                rule: None,
                at: report.sources.place(exhausted.loc),
            }),
            CheckVerdict::Unsupported { what: message, at }
            | CheckVerdict::Invalid { message, at } => {
                Some(Problem { message: message.into(), rule: None, at: at.clone() })
            }
            CheckVerdict::Unreadable(message) | CheckVerdict::Internal(message) => {
                Some(Problem { message: message.into(), rule: None, at: None })
            }
        },
        stats: report.verdict.stats(),
        milliseconds: Milliseconds {
            preprocess: milliseconds(report.times.preprocess),
            parse: milliseconds(report.times.parse),
            run: milliseconds(report.times.run),
        },
        preprocessed_bytes: report.size,
    };
    serde_json::to_string(&document).expect("strings, numbers and maps with string keys only")
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| char::from(DIGITS[usize::from(nibble)]))
        .collect()
}

fn undefined<'a>(failure: &'a Failure, sources: &Sources) -> Undefined<'a> {
    let ub = &failure.ub;
    // The payload of the variant, without the tag that `rule` repeats.
    let mut values = serde_json::to_value(ub).expect("variants hold strings and numbers only");
    if let Some(fields) = values.as_object_mut() {
        fields.remove("rule");
    }
    Undefined {
        rule: ub.name(),
        clause: ub.clause(),
        message: ub.title(),
        requirement: ub.requirement(),
        help: ub.help(),
        note: ub.dialect_note(),
        values,
        at: sources.place(failure.loc),
        frames: failure
            .frames
            .iter()
            .map(|frame| JsonFrame { function: &frame.function, at: sources.place(frame.loc) })
            .collect(),
        objects: failure
            .objects
            .iter()
            .map(|object| JsonObject {
                what: &object.what,
                created: sources.place(object.created),
                ended: object.ended.and_then(|loc| sources.place(loc)),
            })
            .collect(),
        notes: failure
            .notes
            .iter()
            .map(|note| JsonNote { text: &note.text, at: sources.place(note.loc) })
            .collect(),
    }
}
