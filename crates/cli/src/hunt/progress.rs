//! The progress of a hunt in one line: all of it in a log, as much as fits on a terminal.

use brinell_campaign::{CpuSplit, Snapshot, SolveStage};
use std::fmt::Write as _;
use std::time::Duration;

/// The line of a log.
pub fn in_full(snapshot: &Snapshot) -> String {
    let mut line = format!(
        "{}  {} programs, {:.1}/s  {}",
        clock(snapshot.elapsed),
        snapshot.programs,
        per_second(snapshot),
        cpu_shares(&snapshot.cpu),
    );
    for (verdict, count) in &snapshot.verdicts {
        let _ = write!(line, "  {verdict} {count}");
    }
    let _ = write!(line, "  bugs {}", snapshot.bugs);
    line
}

/// The line of a terminal: what matters most comes first, and what does not fit is left out.
pub fn fitted(snapshot: &Snapshot, columns: usize) -> String {
    let mut line = clock(snapshot.elapsed);
    // Of each part, the first of its forms that fits.
    let mut parts = vec![
        vec![
            format!("{} programs, {:.1}/s", snapshot.programs, per_second(snapshot)),
            format!("{} programs", snapshot.programs),
        ],
        vec![format!("bugs {}", snapshot.bugs)],
    ];
    if snapshot.paused {
        parts.insert(0, vec!["paused".to_owned()]);
    }
    if let Some(words) = triage(snapshot) {
        parts.push(vec![format!("triage: {words}"), triage_in_short(snapshot)]);
    }
    let verdicts = snapshot.verdicts.iter().map(|(verdict, count)| format!("{verdict} {count}"));
    parts.extend(verdicts.map(|words| vec![words]));
    let shares = shares(&snapshot.cpu).into_iter().filter(|(_, percent)| *percent >= 0.5);
    let shares: Vec<_> = shares.map(|(name, percent)| format!("{name} {percent:.0} %")).collect();
    if !shares.is_empty() {
        parts.push(vec![format!("CPU: {}", shares.join(", "))]);
    }
    for forms in parts {
        let used = line.chars().count() + 2;
        if let Some(part) = forms.iter().find(|part| used + part.chars().count() <= columns) {
            line += "  ";
            line += part;
        }
    }
    line
}

fn triage_in_short(snapshot: &Snapshot) -> String {
    let now = snapshot.triage_now.map(|now| format!(" {}", now.finding)).unwrap_or_default();
    format!("triage{now}, {} wait", snapshot.triage_waiting)
}

/// What triage is doing, and what waits for it; nothing where there was nothing to do yet.
pub fn triage(snapshot: &Snapshot) -> Option<String> {
    let waiting = match snapshot.triage_waiting {
        0 => String::new(),
        1 => "1 kind waits".to_owned(),
        many => format!("{many} kinds wait"),
    };
    let now = snapshot.triage_now.map(|now| match now.stage {
        SolveStage::Reducing(tokens) => format!("reducing {} ({tokens} tokens)", now.finding),
        stage => format!("{stage} {}", now.finding),
    });
    match now {
        None if waiting.is_empty() => None,
        None => Some(waiting),
        Some(now) if waiting.is_empty() => Some(now),
        Some(now) => Some(format!("{now}, {waiting}")),
    }
}

/// A duration as hours, minutes and seconds.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Programs per second, since the hunt began.
pub fn per_second(snapshot: &Snapshot) -> f64 {
    snapshot.programs as f64 / snapshot.elapsed.as_secs_f64().max(0.001)
}

/// Where CPU time went, in percent.
pub fn shares(cpu: &CpuSplit) -> [(&'static str, f64); 7] {
    [
        ("compile", cpu.compiling()),
        ("run", cpu.running()),
        ("generate", cpu.generate),
        ("machine", cpu.machine),
        ("opinions", cpu.opinions),
        ("triage", cpu.triage),
        ("ourselves", cpu.ourselves),
    ]
    .map(|(name, time)| (name, cpu.percent(time)))
}

fn cpu_shares(cpu: &CpuSplit) -> String {
    // The first two are most of it: tenths of them are noise.
    let words = |(index, (name, percent)): (usize, (&str, f64))| match index {
        0 | 1 => format!("{name} {percent:.0} %"),
        _ => format!("{name} {percent:.1} %"),
    };
    shares(cpu).into_iter().enumerate().map(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_campaign::TriageNow;
    use brinell_judge::VerdictKind;

    fn snapshot() -> Snapshot {
        let second = Duration::from_secs(1);
        let mut snapshot = Snapshot {
            elapsed: Duration::from_secs(3723),
            programs: 20_000,
            bugs: 12,
            triage_now: Some(TriageNow { finding: 123, stage: SolveStage::Reducing(2048) }),
            triage_waiting: 3,
            ..Snapshot::default()
        };
        snapshot.verdicts.insert(VerdictKind::WrongCode, 345);
        snapshot.verdicts.insert(VerdictKind::CompilerCrash, 17);
        snapshot.cpu.compile.insert("tcc".to_owned(), 5 * second);
        snapshot.cpu.run.insert("tcc".to_owned(), second);
        snapshot.cpu.triage = 4 * second;
        snapshot
    }

    #[test]
    fn a_line_fits_and_says_more_where_there_is_room() {
        let snapshot = snapshot();
        for columns in 7..250 {
            assert!(fitted(&snapshot, columns).chars().count() <= columns, "{columns}");
        }
        assert_eq!(fitted(&snapshot, 40), "1:02:03  20000 programs, 5.4/s  bugs 12");
        assert_eq!(
            fitted(&snapshot, 79),
            "1:02:03  20000 programs, 5.4/s  bugs 12  triage 123, 3 wait  compiler-crash 17"
        );
        assert_eq!(
            fitted(&snapshot, 99),
            "1:02:03  20000 programs, 5.4/s  bugs 12  triage: reducing 123 (2048 tokens), \
             3 kinds wait"
        );
        assert_eq!(
            fitted(&snapshot, 199),
            "1:02:03  20000 programs, 5.4/s  bugs 12  triage: reducing 123 (2048 tokens), \
             3 kinds wait  compiler-crash 17  wrong-code 345  CPU: compile 50 %, run 10 %, \
             triage 40 %"
        );
    }

    #[test]
    fn a_log_has_all_of_it() {
        assert_eq!(
            in_full(&snapshot()),
            "1:02:03  20000 programs, 5.4/s  compile 50 % run 10 % generate 0.0 % machine 0.0 % \
             opinions 0.0 % triage 40.0 % ourselves 0.0 %  compiler-crash 17  wrong-code 345  \
             bugs 12"
        );
    }

    #[test]
    fn triage_says_what_it_does_and_what_waits() {
        let mut snapshot = snapshot();
        snapshot.triage_waiting = 1;
        assert_eq!(triage(&snapshot).unwrap(), "reducing 123 (2048 tokens), 1 kind waits");
        snapshot.triage_now = Some(TriageNow { finding: 5, stage: SolveStage::Comparing });
        snapshot.triage_waiting = 0;
        assert_eq!(triage(&snapshot).unwrap(), "comparing compilers for 5");
        snapshot.triage_now = None;
        assert_eq!(triage(&snapshot), None);
    }
}
