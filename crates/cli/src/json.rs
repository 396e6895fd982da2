//! The JSON form of a report: one document a program, on one line.

use crate::args::SourceArgs;
use crate::job::{Report, Verdict};
use crate::sources::{Place, Sources};
use brinell_machine::{Failure, Meaning, Stats, Ub};
use serde::Serialize;
use serde_json::Value;

/// Counts up when a field changes its meaning or goes away; new fields may come without notice.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
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
    defined: Option<Defined<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<Undefined<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem<'a>>,
    stats: Option<&'a Stats>,
    milliseconds: Milliseconds,
    preprocessed_bytes: usize,
}

#[derive(Serialize)]
struct Defined<'a> {
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
    at: Option<Place>,
    frames: Vec<Frame<'a>>,
    objects: Vec<Object<'a>>,
    notes: Vec<Note<'a>>,
}

#[derive(Serialize)]
struct Frame<'a> {
    function: &'a str,
    at: Option<Place>,
}

#[derive(Serialize)]
struct Object<'a> {
    what: &'a str,
    created: Option<Place>,
    ended: Option<Place>,
}

#[derive(Serialize)]
struct Note<'a> {
    text: &'a str,
    at: Option<Place>,
}

#[derive(Serialize)]
struct Problem<'a> {
    message: &'a str,
    /// The rule of the catalogue that is in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    at: Option<Place>,
}

#[derive(Serialize)]
struct Milliseconds {
    preprocess: f64,
    parse: f64,
    run: f64,
}

/// The document of a report.
pub fn document(report: &Report, source: &SourceArgs) -> String {
    let stdout = report.verdict.stdout();
    let text = String::from_utf8_lossy(stdout);
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let document = Document {
        schema: SCHEMA,
        file: &report.name,
        target: source.target.as_str(),
        std: source.std.as_str(),
        verdict: report.verdict.word(),
        exit_code: report.verdict.status() as u8,
        stdout_hex: matches!(text, std::borrow::Cow::Owned(_)).then(|| hex(stdout)),
        stdout: text.into_owned(),
        defined: match &report.verdict {
            Verdict::Defined(meaning) => Some(Defined { meaning }),
            _ => None,
        },
        undefined: match &report.verdict {
            Verdict::Undefined(failure) => Some(undefined(failure, &report.sources)),
            _ => None,
        },
        problem: match &report.verdict {
            Verdict::Defined(_) | Verdict::Undefined(_) => None,
            Verdict::Undecided(undecided) => Some(Problem {
                message: &undecided.what,
                rule: undecided.rule.as_ref().map(Ub::name),
                at: report.sources.place(undecided.loc),
            }),
            Verdict::OutOfBudget(exhausted) => Some(Problem {
                message: exhausted.budget.name(),
                rule: None,
                at: report.sources.place(exhausted.loc),
            }),
            Verdict::Unsupported { what: message, at } | Verdict::Invalid { message, at } => {
                Some(Problem { message, rule: None, at: at.clone() })
            }
            Verdict::Unreadable(message) | Verdict::Internal(message) => {
                Some(Problem { message, rule: None, at: None })
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
            .map(|frame| Frame { function: &frame.function, at: sources.place(frame.loc) })
            .collect(),
        objects: failure
            .objects
            .iter()
            .map(|object| Object {
                what: &object.what,
                created: sources.place(object.created),
                ended: object.ended.and_then(|loc| sources.place(loc)),
            })
            .collect(),
        notes: failure
            .notes
            .iter()
            .map(|note| Note { text: &note.text, at: sources.place(note.loc) })
            .collect(),
    }
}
