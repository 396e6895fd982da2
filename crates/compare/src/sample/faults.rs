//! Planted faults: rules that a program meets, and those that change what it does.
//!
//! A rule is applied to the assembly of the random part, at every place that matches, as a compiler
//! bug would be; see `brinell-faults`. The CPU time charged to faults is that of testing the program
//! with this one compiler: generating, compiling and running it. To show a real bug would take no more
//! than that, so assembling once per rule is not counted.

use super::{FaultLook, ProgramSample, SampleCase, optimised};
use crate::make::RandomPart;
use brinell_faults::{Assembly, Spared, rules};
use brinell_judge::{Expected, RunEnd};
use brinell_toolchain::{End, FinishedProcess, ProcessLimits, Toolchain};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What an image may take: a right one needs milliseconds. CPU time decides, so that a busy computer
/// makes no difference.
const IMAGE_CPU: Duration = Duration::from_secs(2);
/// The name of the image.
const IMAGE: &str = "planted";

/// Plants all rules but those that have shown.
pub fn plant(
    tool: &Toolchain,
    case: &SampleCase<'_>,
    shown: &BTreeMap<String, f64>,
    sample: &mut ProgramSample,
) -> io::Result<()> {
    let files = &case.program.files;
    let dir = &files.dir;
    let sources = case.sources();
    // Lines of the source tell what was inlined into the harness, and do not change the code.
    let options = optimised(case.flags, &["-g1", "-gno-variable-location-views"]);
    let compiled = tool.assembly_command(&options, &sources, dir).run()?;
    sample.cpu += compiled.cpu.as_secs_f64();
    if !compiled.end.success() {
        files.clean();
        return Ok(());
    }
    let assemblies: Vec<PathBuf> = sources.iter().map(|name| name.with_extension("s")).collect();
    let mut others: Vec<PathBuf> = assemblies.clone();
    // Libraries follow.
    others.extend(files.sources.iter().filter(|name| !sources.contains(name)).cloned());
    let (right, cpu) = run(tool, &others, dir)?;
    sample.cpu += cpu;
    let Some(right) = right.filter(|right| does(right, case.expected)) else {
        // Wrong without a fault: there is nothing to compare with.
        files.clean();
        return Ok(());
    };
    let used = (compiled.cpu + right.cpu).as_secs_f64();
    let mut look = FaultLook { cpu: case.generate + used, ..FaultLook::default() };
    let texts = random_texts(&case.program.random, dir)?;
    let parsed: Vec<(&PathBuf, Assembly<'_>)> =
        texts.iter().map(|(name, text, spared)| (name, Assembly::parse(text, spared))).collect();
    for rule in rules().iter().filter(|rule| !shown.contains_key(rule.name)) {
        let mut met = false;
        for (name, assembly) in &parsed {
            if let Some(planted) = assembly.plant(rule) {
                std::fs::write(dir.join(name), planted.text)?;
                met = true;
            }
        }
        if !met {
            continue;
        }
        look.met.push(rule.name.to_owned());
        let (ran, cpu) = run(tool, &others, dir)?;
        sample.cpu += cpu;
        // What does not assemble is a mistake of the rule's, and shows nothing.
        if ran.is_some_and(|ran| !does(&ran, case.expected)) {
            look.shown.push(rule.name.to_owned());
        }
        for (name, text, _) in &texts {
            std::fs::write(dir.join(name), text)?;
        }
    }
    sample.faults = Some(look);
    files.clean();
    Ok(())
}

/// The assembly of the random part, with what is spared of it.
fn random_texts(random: &RandomPart, dir: &Path) -> io::Result<Vec<(PathBuf, String, Spared)>> {
    let harness: Vec<&str> = random.harness.iter().map(String::as_str).collect();
    let mut texts = Vec::new();
    for source in &random.sources {
        let read = |name: &Path| -> io::Result<String> {
            Ok(String::from_utf8_lossy(&std::fs::read(dir.join(name))?).into_owned())
        };
        let name = source.with_extension("s");
        let mut spared =
            Spared::functions_of(&source.display().to_string(), &read(source)?, &harness);
        spared.files.clone_from(&random.harness_files);
        texts.push((name.clone(), read(&name)?, spared));
    }
    Ok(texts)
}

/// Assembles, links and runs. Nothing of what cannot be assembled.
fn run(
    tool: &Toolchain,
    sources: &[PathBuf],
    dir: &Path,
) -> io::Result<(Option<FinishedProcess>, f64)> {
    let image = dir.join(IMAGE);
    let built = tool.build(&[], sources, dir, Path::new(IMAGE))?;
    let mut cpu = built.cpu.as_secs_f64();
    if !built.end.success() {
        return Ok((None, cpu));
    }
    let limits = ProcessLimits { cpu: Some(IMAGE_CPU), ..tool.run_limits };
    let ran = tool.execute_command(&image, &[], dir).limits(limits).run()?;
    std::fs::remove_file(&image)?;
    cpu += ran.cpu.as_secs_f64();
    Ok((Some(ran), cpu))
}

fn does(ran: &FinishedProcess, expected: &Expected) -> bool {
    let end = match ran.end {
        End::Exit(status) => RunEnd::Exit(status),
        End::Signal(signal) => RunEnd::Signal(signal),
        _ => return false,
    };
    end == expected.end && ran.stdout == expected.stdout
}
