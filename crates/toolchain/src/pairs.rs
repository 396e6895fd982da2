//! Pairs of a compiler and an option set: each is probed before anything is concluded from it.

use crate::cache::{CachedProbe, ProbeCache};
use crate::probe::{probe, questions};
use crate::toolchain::{Lack, LeftOutSet, OptionSet, Toolchain};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// Probes compilers with these option sets, each of which is then among its compiler's
/// [`Toolchain::option_sets`], or left out with the reason. What was probed before is kept.
pub fn probe_sets(tools: &mut [Toolchain], sets: &[Vec<String>], cache: &ProbeCache) {
    let scratch = scratch();
    in_parallel(tools, |tool| ask(tool, sets, cache, scratch.as_ref().map(TempDir::path)));
}

/// A directory to probe in; an error says why there is none.
pub fn scratch() -> Result<TempDir, String> {
    let made = tempfile::Builder::new().prefix("brinell-probe-").tempdir();
    made.map_err(|error| format!("cannot make a temporary directory to try it in: {error}"))
}

/// Probes a compiler with these option sets, in its own directory in `scratch`.
pub fn ask(
    tool: &mut Toolchain,
    sets: &[Vec<String>],
    cache: &ProbeCache,
    scratch: Result<&Path, &String>,
) {
    let safe: String =
        tool.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // Two names may become one: the directory is made anew for each.
    let dir = scratch.map_err(Clone::clone).and_then(|scratch| {
        let made = tempfile::Builder::new().prefix(&safe).tempdir_in(scratch);
        made.map_err(|error| format!("cannot make a directory to try it in: {error}"))
    });
    let mut kept = cache.of(tool);
    for options in sets {
        let left_out = tool.left_out.iter().any(|set| set.options == *options);
        if left_out || tool.set(options).is_some() {
            continue;
        }
        let mut probed = probe_or_remember(tool, options, kept.as_ref(), dir.as_ref());
        // An old compiler, whose default is the C of 1990.
        let old = |set: &OptionSet| set.lacks.contains(&Lack::MixedDeclarations);
        if tool.option_sets.is_empty() && probed.as_ref().is_ok_and(old) {
            let mut newer = tool.clone();
            newer.command.push("-std=gnu99".to_owned());
            let newer_kept = cache.of(&newer);
            match probe_or_remember(&newer, options, newer_kept.as_ref(), dir.as_ref()) {
                Ok(better) if !old(&better) => {
                    (*tool, kept, probed) = (newer, newer_kept, Ok(better));
                }
                _ => {}
            }
        }
        match probed {
            Ok(set) => tool.option_sets.push(set),
            Err(why) => tool.left_out.push(LeftOutSet { options: options.clone(), why }),
        }
    }
}

/// Probes a pair, unless it is known what that would come to.
fn probe_or_remember(
    tool: &Toolchain,
    options: &[String],
    kept: Option<&CachedProbe<'_>>,
    dir: Result<&TempDir, &String>,
) -> Result<OptionSet, String> {
    if let Some(set) = kept.and_then(|kept| kept.get(&questions(), options)) {
        return Ok(set);
    }
    let set = probe(tool, options, dir.map_err(Clone::clone)?.path())?;
    if let Some(kept) = kept {
        kept.put(&questions(), &set);
    }
    Ok(set)
}

/// Does something to each, on all cores.
pub fn in_parallel<T: Send>(all: &mut [T], work: impl Fn(&mut T) + Sync) {
    let cells: Vec<Mutex<&mut T>> = all.iter_mut().map(Mutex::new).collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(cells.len());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Ok(mut one) = cell.lock() {
                        work(&mut one);
                    }
                }
            });
        }
    });
}
