//! Results for a terminal of 100 columns.

use crate::render::table;
use brinell_compare::measures::{MEASURES, MeasureUnit};
use brinell_compare::sensitivity::{KindTally, Loss, SiteKind};
use brinell_compare::{CompareProgress, MeasureResult, PairResult, Results};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

/// Labels in titles of columns are cut to that.
const LABEL: usize = 8;
/// Lines of a list; the page and JSON have all.
const LINES: usize = 15;
/// Characters of a key or reason in a table.
const WIDEST: usize = 50;

/// How far a comparison is.
pub fn progress(progress: &CompareProgress<'_>) -> String {
    let CompareProgress { label, repetition, repetitions, share, left, programs, findings } =
        progress;
    let left = left.map_or(String::new(), |left| format!(", {} left", time(left)));
    format!(
        "{:.0} %{left}, repetition {repetition} of {repetitions}, {programs} programs, {findings} \
         with findings, last: {label}",
        share * 100.0
    )
}

fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// All tables.
pub fn results(results: &Results) -> String {
    let mut text = String::new();
    let header = &results.header;
    let pairs: usize = header.compilers.iter().map(|one| one.options.len()).sum();
    let done = results.contenders.iter().map(|one| one.repetitions.len()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "{} s of CPU time for each contender in each of {} repetitions; {pairs} compilers and \
         options{}",
        header.cpu_seconds,
        header.repetitions,
        if results.complete { String::new() } else { format!("; stopped in repetition {done}") }
    );
    text += &effort(results);
    text += &reasons(results);
    text += &verdicts(results);
    for pair in &results.pairs {
        text += &comparison(pair);
    }
    text += &bugs(results);
    text += &faults(results);
    text += &sensitivity(results);
    text
}

/// How many of the faults in values showed, and where the others were lost, for contenders of ours.
fn sensitivity(results: &Results) -> String {
    let ours = results.contenders.iter().map(|one| (&one.label, &one.total.looks.sensitivity));
    let ours: Vec<_> = ours.filter(|(_, tally)| tally.all.faults > 0).collect();
    if ours.is_empty() {
        return String::new();
    }
    let shown = |tally: &KindTally| {
        let share = tally.sensitivity();
        let [share, low, high] = [share.share, share.low, share.high].map(|s| s * 100.0);
        format!("{share:.1} ({low:.1} to {high:.1})")
    };
    let lost =
        |loss: Loss| ours.iter().map(move |(_, t)| percent(t.all.share_lost(loss))).collect();
    let mut header = vec!["SENSITIVITY, % (95 %)".to_owned()];
    header.extend(ours.iter().map(|(label, _)| cut(label, LABEL)));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let row = |name: String, cells: Vec<String>| [vec![name], cells].concat();
    let mut rows = vec![row("all".to_owned(), ours.iter().map(|(_, t)| shown(&t.all)).collect())];
    for kind in SiteKind::ALL {
        let cell = |tally: Option<&KindTally>| tally.map_or("-".to_owned(), &shown);
        let cells = ours.iter().map(|(_, tally)| cell(tally.kinds.get(&kind))).collect();
        rows.push(row(format!("  {}", kind.name()), cells));
    }
    for loss in Loss::ALL {
        rows.push(row(format!("lost: {}", loss.name()), lost(loss)));
    }
    format!("\n{}", table(&header, &rows))
}

fn effort(results: &Results) -> String {
    let rows: Vec<Vec<String>> = results
        .contenders
        .iter()
        .map(|one| {
            let total = &one.total;
            let charged = total.cpu.charged();
            let share = |part: f64| percent(if charged > 0.0 { part / charged } else { 0.0 });
            vec![
                cut(&one.label, 24),
                total.programs.to_string(),
                percent(total.usable as f64 / total.programs.max(1) as f64),
                (total.tokens / total.usable.max(1)).to_string(),
                format!("{charged:.0} s"),
                share(total.cpu.generate),
                share(total.cpu.compile),
                share(total.cpu.run),
                format!("{:.0} s", total.cpu.judge),
                format!("{:.0} s", total.looks.cpu),
            ]
        })
        .collect();
    let header =
        ["", "PROGRAMS", "USABLE", "TOKENS", "CPU", "MAKE", "COMPILE", "RUN", "JUDGE", "LOOKS"];
    format!("\n{}", table(&header, &rows))
}

/// A table with a column for each contender and a row for each name that occurs.
fn by_name(
    results: &Results,
    title: &str,
    names: &BTreeSet<&String>,
    cell: &dyn Fn(usize, &String) -> String,
) -> String {
    if names.is_empty() {
        return String::new();
    }
    let labels: Vec<String> = results.contenders.iter().map(|c| cut(&c.label, LABEL)).collect();
    let mut header = vec![title];
    header.extend(labels.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = names
        .iter()
        .take(LINES)
        .map(|name| {
            let mut row = vec![cut(name, WIDEST)];
            row.extend((0..labels.len()).map(|index| cell(index, name)));
            row
        })
        .collect();
    let mut text = format!("\n{}", table(&header, &rows));
    if names.len() > LINES {
        let _ = writeln!(text, "  and {} more", names.len() - LINES);
    }
    text
}

fn count(count: Option<&u64>) -> String {
    count.map_or("-".to_owned(), u64::to_string)
}

fn reasons(results: &Results) -> String {
    let names = results.contenders.iter().flat_map(|one| one.total.reasons.keys()).collect();
    by_name(results, "NOT USABLE", &names, &|index, name| {
        count(results.contenders[index].total.reasons.get(name))
    })
}

fn verdicts(results: &Results) -> String {
    let names = results.contenders.iter().flat_map(|one| one.total.verdicts.keys()).collect();
    by_name(results, "VERDICTS", &names, &|index, name| {
        count(results.contenders[index].total.verdicts.get(name))
    })
}

fn bugs(results: &Results) -> String {
    let names = results.bugs.iter().map(|bug| &bug.key).collect();
    let text = by_name(results, "BUGS: REPETITIONS, MEAN TIME", &names, &|index, name| {
        let bug = results.bugs.iter().find(|bug| bug.key == *name);
        match bug.and_then(|bug| bug.met.get(index)) {
            Some((times, Some(seconds))) => format!("{times}, {seconds:.0} s"),
            _ => "-".to_owned(),
        }
    });
    if text.is_empty() { "\nNo bug was found.\n".to_owned() } else { text }
}

fn faults(results: &Results) -> String {
    let names = results.faults.iter().map(|fault| &fault.rule).collect();
    by_name(results, "FAULTS: MET, SHOWN, MEDIAN TIME", &names, &|index, name| {
        let fault = results.faults.iter().find(|fault| fault.rule == *name);
        match fault.and_then(|fault| fault.by.get(index)) {
            Some(by) => {
                let time = by.seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.1} s"));
                format!("{}, {}, {time}", by.met, by.shown)
            }
            None => "-".to_owned(),
        }
    })
}

fn comparison(pair: &PairResult) -> String {
    let rows: Vec<Vec<String>> = pair
        .rows
        .iter()
        .zip(MEASURES)
        .filter(|(row, _)| row.one.is_some() || row.other.is_some())
        .map(|(row, measure)| {
            vec![
                row.measure.to_owned(),
                row.one.map_or("-".to_owned(), |value| written(value, measure.unit)),
                row.other.map_or("-".to_owned(), |value| written(value, measure.unit)),
                effect(row, measure.unit),
                format!("{:.3}", row.corrected_p),
                row.difference.words().to_owned(),
            ]
        })
        .collect();
    let (one, other) = (cut(&pair.one, LABEL), cut(&pair.other, LABEL));
    let title = format!("{one} IS");
    let header = ["MEAN", &one, &other, "EFFECT (95 %)", "P", &title];
    format!("\n{} against {}\n{}", pair.one, pair.other, table(&header, &rows))
}

/// The effect with its interval.
fn effect(row: &MeasureResult, unit: MeasureUnit) -> String {
    let unit = match unit {
        _ if row.is_ratio => MeasureUnit::Number,
        // Differences of shares are points of percent, and their columns say so.
        MeasureUnit::Share => return points(row),
        // The unit stands beside.
        MeasureUnit::Seconds | MeasureUnit::Number => MeasureUnit::Number,
    };
    let sign = |value: f64| {
        let plus = if !row.is_ratio && value > 0.0 { "+" } else { "" };
        let times = if row.is_ratio { "×" } else { "" };
        format!("{plus}{times}{}", written(value, unit))
    };
    match (row.effect, row.interval) {
        (Some(effect), Some(range)) => {
            let ends = (written(range.low, unit), written(range.high, unit));
            format!("{} ({} to {})", sign(effect), ends.0, ends.1)
        }
        (Some(effect), None) => sign(effect),
        _ => "-".to_owned(),
    }
}

fn points(row: &MeasureResult) -> String {
    match (row.effect, row.interval) {
        (Some(effect), Some(range)) => {
            let [effect, low, high] = [effect, range.low, range.high].map(|share| share * 100.0);
            format!("{effect:+.1} ({low:.1} to {high:.1})")
        }
        (Some(effect), None) => format!("{:+.1}", effect * 100.0),
        _ => "-".to_owned(),
    }
}

/// A value in three digits or so.
fn written(value: f64, unit: MeasureUnit) -> String {
    match unit {
        MeasureUnit::Share => percent(value),
        MeasureUnit::Seconds => format!("{value:.1} s"),
        MeasureUnit::Number => match value.abs() {
            size if size >= 1e6 => format!("{:.2}M", value / 1e6),
            size if size >= 1e4 => format!("{:.1}k", value / 1e3),
            size if size >= 100.0 => format!("{value:.0}"),
            size if size >= 10.0 => format!("{value:.1}"),
            _ => format!("{value:.2}"),
        },
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A text of at most so many characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_few_digits() {
        for (value, unit, words) in [
            (0.123_456, MeasureUnit::Share, "12.3 %"),
            (12.34, MeasureUnit::Seconds, "12.3 s"),
            (1_234_567.0, MeasureUnit::Number, "1.23M"),
            (54_321.0, MeasureUnit::Number, "54.3k"),
            (1234.5, MeasureUnit::Number, "1234"),
            (0.987, MeasureUnit::Number, "0.99"),
        ] {
            assert_eq!(written(value, unit), words);
        }
        assert_eq!(cut("größer als", 6), "größe…");
    }
}
