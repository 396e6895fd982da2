//! What can be varied in clang: the number of optimisation passes.

use crate::blame::{Blame, PassRun, with};
use crate::probe::{Probe, Sight};
use crate::search::{Lost, flip};
use std::collections::BTreeSet;

const OPTION: [&str; 2] = ["-mllvm", "-opt-bisect-limit="];

/// A line `BISECT: running pass (12) SROAPass on main`.
#[derive(Clone, Debug, Eq, PartialEq)]
struct BisectLine {
    number: u64,
    name: String,
    on: String,
}

pub fn blame(blame: &mut Blame, failing: &[String], probe: &mut dyn Probe) {
    match pass(failing, probe) {
        Ok(pass) => blame.pass = Some(pass),
        Err(lost) => drop(blame.lost("passes", lost)),
    }
}

/// Whether the pass with which it appears has one of these names; asked in haste, so that it can be
/// asked about many programs.
pub fn is_still(names: &BTreeSet<String>, failing: &[String], probe: &mut dyn Probe) -> bool {
    let said = probe.ask(&limited(failing, "-1")).unwrap_or_default();
    let total = lines(&said).iter().map(|line| line.number).max().unwrap_or(0);
    let (mut hidden, mut shows) = (0, total);
    while hidden + 1 < shows {
        let middle = hidden + (shows - hidden) / 2;
        match probe.look(&limited(failing, &middle.to_string())) {
            Sight::Shows => shows = middle,
            Sight::Hidden | Sight::Other(_) => hidden = middle,
            Sight::Trouble(_) => return false,
        }
    }
    let said = probe.ask(&limited(failing, &shows.to_string())).unwrap_or_default();
    lines(&said).iter().any(|line| line.number == shows && names.contains(&line.name))
}

fn limited(failing: &[String], limit: &str) -> Vec<String> {
    with(failing, [OPTION[0].to_owned(), format!("{}{limit}", OPTION[1])])
}

fn pass(failing: &[String], probe: &mut dyn Probe) -> Result<PassRun, Lost> {
    let said = probe.ask(&limited(failing, "-1")).map_err(Lost::Trouble)?;
    let total = lines(&said).iter().map(|line| line.number).max().unwrap_or(0);
    let number = flip(total, &mut |limit| probe.look(&limited(failing, &limit.to_string())))?;
    // What runs depends on what ran before: the name is that of the run with this limit.
    let said = probe.ask(&limited(failing, &number.to_string())).map_err(Lost::Trouble)?;
    let at: Vec<BisectLine> =
        lines(&said).into_iter().filter(|line| line.number == number).collect();
    match &at[..] {
        [] => Err(Lost::Unclear(format!("no pass has the number {number}"))),
        [BisectLine { name, on, .. }] => Ok(PassRun {
            name: name.clone(),
            on: on.clone(),
            number,
            of: total,
            option: OPTION.join(" "),
        }),
        // Each unit counts from one.
        several => {
            let names: Vec<_> = several.iter().map(|l| format!("{} on {}", l.name, l.on)).collect();
            Err(Lost::Unclear(format!("it is one of {}", names.join(", "))))
        }
    }
}

/// The passes that ran.
fn lines(said: &str) -> Vec<BisectLine> {
    let line = |text: &str| {
        let rest = text.strip_prefix("BISECT: running pass (")?;
        let (number, rest) = rest.split_once(") ")?;
        let (name, on) = rest.rsplit_once(" on ")?;
        // The code generator says "X on function (main)", the others "X on main".
        let (name, on) = match rest.split_once(" on function (") {
            Some((name, on)) => (name, on.strip_suffix(')').unwrap_or(on)),
            None => (name, on),
        };
        Some(BisectLine { number: number.parse().ok()?, name: name.to_owned(), on: on.to_owned() })
    };
    said.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_pass_managers() {
        let said = "BISECT: running pass (1) SROAPass on main\nwarning: x\n\
                    BISECT: NOT running pass (2) InlinerPass on (main)\n\
                    BISECT: running pass (241) X86 LEA Fixup on function (main)\n\
                    BISECT: running pass (x) on\n";
        let line = |number, name: &str| BisectLine {
            number,
            name: name.to_owned(),
            on: "main".to_owned(),
        };
        assert_eq!(lines(said), [line(1, "SROAPass"), line(241, "X86 LEA Fixup")]);
    }
}
