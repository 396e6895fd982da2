//! What can be varied in gcc: flags, passes, debug counters. The compiler itself lists them.

use crate::blame::{Appears, Blame, DebugCounter, level, with};
use crate::probe::{Probe, Sight};
use crate::search::{Lost, flip, singles, smallest_set};

/// How many options that hide it are looked for, of each kind: enough to see what they have in
/// common.
const MOST: usize = 5;

/// Levels from which something is missing, the nearest first.
const BELOW: &[(&str, &[&str])] = &[
    ("-Ofast", &["-O3", "-O2", "-O1"]),
    ("-O3", &["-O2", "-O1"]),
    ("-O2", &["-O1"]),
    ("-Os", &["-O1"]),
    ("-Oz", &["-O1"]),
    ("-Og", &["-O0"]),
    ("-O", &["-O0"]),
    ("-O1", &["-O0"]),
];

pub fn blame(blame: &mut Blame, failing: &[String], probe: &mut dyn Probe) {
    let steps: [(&str, BlameStep); 4] = [
        ("flags", flags),
        ("flags of the higher level", appears),
        ("passes", passes),
        ("debug counters", counter),
    ];
    for (what, step) in steps {
        if let Err(lost) = step(blame, failing, probe)
            && !blame.lost(what, lost)
        {
            return;
        }
    }
}

type BlameStep = fn(&mut Blame, &[String], &mut dyn Probe) -> Result<(), Lost>;

/// Which `-fno-…` hides it: single ones, or else a set.
fn flags(blame: &mut Blame, failing: &[String], probe: &mut dyn Probe) -> Result<(), Lost> {
    let off: Vec<String> =
        enabled(failing, probe)?.iter().map(|name| format!("-fno-{name}")).collect();
    let found = hiding(failing, &off, probe)?;
    if !found.is_empty() {
        blame.hidden_by.extend(found.into_iter().map(|option| vec![option]));
        return Ok(());
    }
    let chosen = |chosen: &[usize]| with(failing, chosen.iter().map(|&i| off[i].clone()));
    let set = smallest_set(off.len(), &Sight::Hidden, &mut |set| probe.look(&chosen(set)))?;
    blame.hidden_by.push(set.into_iter().map(|i| off[i].clone()).collect());
    Ok(())
}

/// Those of some options that hide it alone.
fn hiding(
    failing: &[String],
    options: &[String],
    probe: &mut dyn Probe,
) -> Result<Vec<String>, Lost> {
    let look = &mut |chosen: &[usize]| {
        probe.look(&with(failing, chosen.iter().map(|&i| options[i].clone())))
    };
    let found = singles(options.len(), MOST, &Sight::Hidden, look)?;
    Ok(found.into_iter().map(|i| options[i].clone()).collect())
}

/// Which flags of this level make it appear at a lower one.
fn appears(blame: &mut Blame, failing: &[String], probe: &mut dyn Probe) -> Result<(), Lost> {
    let Some(own) = level(failing) else { return Ok(()) };
    let below = BELOW.iter().find(|(name, _)| *name == own).map_or(&[][..], |(_, below)| below);
    for lower in below {
        let mut options = failing.to_vec();
        for option in options.iter_mut().filter(|option| option.starts_with("-O")) {
            (*lower).clone_into(option);
        }
        match probe.look(&options) {
            Sight::Hidden => {}
            Sight::Trouble(why) => return Err(Lost::Trouble(why)),
            Sight::Shows | Sight::Other(_) => continue,
        }
        let have = enabled(&options, probe)?;
        let more: Vec<String> = enabled(failing, probe)?
            .into_iter()
            .filter(|name| !have.contains(name))
            .map(|name| format!("-f{name}"))
            .collect();
        let chosen = |chosen: &[usize]| with(&options, chosen.iter().map(|&i| more[i].clone()));
        let set = smallest_set(more.len(), &Sight::Shows, &mut |set| probe.look(&chosen(set)))?;
        let with = set.into_iter().map(|i| more[i].clone()).collect();
        blame.appears = Some(Appears { level: (*lower).to_owned(), with });
        return Ok(());
    }
    Ok(())
}

/// Which `-fdisable-…` hides it.
fn passes(blame: &mut Blame, failing: &[String], probe: &mut dyn Probe) -> Result<(), Lost> {
    let ask = |options: &[String], probe: &mut dyn Probe| {
        probe
            .ask(&with(options, ["-fdump-passes"]))
            .map(|said| dumped(&said))
            .map_err(Lost::Trouble)
    };
    // What also runs without optimisation is needed to compile at all.
    let needed = ask(&with(failing, ["-O0"]), probe)?;
    let optional: Vec<String> = ask(failing, probe)?
        .into_iter()
        .filter(|pass| !needed.contains(pass))
        .map(|pass| format!("-fdisable-{pass}"))
        .collect();
    let found = hiding(failing, &optional, probe)?;
    blame.hidden_by.extend(found.into_iter().map(|option| vec![option]));
    Ok(())
}

/// Which debug counter hides it, and at which count.
fn counter(blame: &mut Blame, failing: &[String], probe: &mut dyn Probe) -> Result<(), Lost> {
    let said = probe.ask(&with(failing, ["-fdbg-cnt-list"])).map_err(Lost::Trouble)?;
    let counters = counted(&said);
    let look = &mut |chosen: &[usize]| {
        let off: Vec<String> = chosen.iter().map(|&i| format!("{}:0", counters[i].0)).collect();
        let option = (!off.is_empty()).then(|| format!("-fdbg-cnt={}", off.join(",")));
        probe.look(&with(failing, option))
    };
    let found = singles(counters.len(), 1, &Sight::Hidden, look)?;
    let Some((name, of)) = found.first().map(|&i| counters[i].clone()) else { return Ok(()) };
    let count =
        flip(of, &mut |limit| probe.look(&with(failing, [format!("-fdbg-cnt={name}:{limit}")])))?;
    blame.counter = Some(DebugCounter { name, count, of });
    Ok(())
}

/// Names of the flags in force with these options.
fn enabled(options: &[String], probe: &mut dyn Probe) -> Result<Vec<String>, Lost> {
    let said = probe.ask(&with(options, ["-Q", "--help=optimizers"])).map_err(Lost::Trouble)?;
    Ok(said.lines().filter_map(flag).collect())
}

/// The name in `  -fgcse    [enabled]`.
fn flag(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let name = words.next()?.strip_prefix("-f")?;
    let plain = !name.starts_with("no-") && !name.contains(['=', '<', '[']);
    (plain && words.next() == Some("[enabled]")).then(|| name.to_owned())
}

/// The passes in `-fdump-passes` that are on and can be named: `tree-ccp1   :  ON`.
fn dumped(said: &str) -> Vec<String> {
    let pass = |line: &str| {
        let (name, state) = line.split_once(':')?;
        let name = name.trim();
        let named = ["tree-", "rtl-", "ipa-"].iter().any(|kind| name.starts_with(kind));
        (named && state.trim() == "ON").then(|| name.to_owned())
    };
    said.lines().filter_map(pass).collect()
}

/// The counters in `-fdbg-cnt-list` that count something: `  ccp    110     unset`.
fn counted(said: &str) -> Vec<(String, u64)> {
    let counter = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, value) = (words.next()?, words.next()?.parse().ok()?);
        (value > 0 && words.next() == Some("unset")).then(|| (name.to_owned(), value))
    };
    said.lines().filter_map(counter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gcc_says_is_read() {
        let help = "The following options control optimizations:\n  -O<number>\n  \
                    -fgcse                      \t\t[enabled]\n  -falign-loops=    16:11:8\n  \
                    -fgcse-las                  \t\t[disabled]\n  -fno-threadsafe-statics [enabled]\n";
        assert_eq!(help.lines().filter_map(flag).collect::<Vec<_>>(), ["gcse"]);
        let passes = "   *warn_unused_result  :  ON\n      tree-ccp1    :  ON\n tree-eh :  OFF\n\
                      \x20 rtl-cse1 :  ON\n";
        assert_eq!(dumped(passes), ["tree-ccp1", "rtl-cse1"]);
        let counters = "  counter name    counter value     closed intervals\n-----\n\
                        \x20 ccp    110     unset\n  dce   0   unset\n";
        assert_eq!(counted(counters), [("ccp".to_owned(), 110)]);
    }
}
