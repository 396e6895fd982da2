//! A finding prepared for reduction: its program, and its witness.

use super::parsed;
use crate::args::SourceArgs;
use crate::job::Input;
use crate::{Status, show};
use anyhow::bail;
use brinell_campaign::{Finding, Witness};
use brinell_generate::Generator;
use brinell_lang::Program;
use brinell_machine::{Limits, Outcome};
use brinell_reduce::texts;
use brinell_toolchain::Toolchain;

/// A finding with all that is needed to look for it.
pub struct ReductionCase {
    /// Its program.
    pub program: Program,
    /// Its witness.
    pub witness: Witness,
    /// How the program goes wrong now, where that is not what the finding says.
    pub now: Option<String>,
}

impl ReductionCase {
    /// Tests a finding as it behaves now.
    pub fn of(
        finding: &Finding,
        tools: &[Toolchain],
        limits: &Limits,
    ) -> anyhow::Result<Result<Self, Status>> {
        let program = match program_of(finding)? {
            Ok(program) => program,
            Err(status) => return Ok(Err(status)),
        };
        let mut witness = Witness::new(finding, tools).map_err(anyhow::Error::msg)?;
        let Outcome::Finished(meaning) = brinell_machine::run(&program, limits) else {
            bail!("the machine cannot run the program of the finding to its end");
        };
        let units = texts(&program);
        witness.find_referees(&units, &meaning, tools).map_err(anyhow::Error::msg)?;
        let now = witness.pin(&units, &meaning).map_err(anyhow::Error::msg)?;
        Ok(Ok(Self { program, witness, now }))
    }
}

/// The program of a finding: read back from its text, or made again where it has several units.
fn program_of(finding: &Finding) -> anyhow::Result<Result<Program, Status>> {
    let (config, profile) = show::config_of(&finding.generate)?;
    let sources = show::sources(finding)?;
    let [(name, text)] = &sources[..] else {
        let generator = Generator::new(config)?.of_profile(&profile);
        return Ok(Ok(generator.generate(finding.line.seed, &finding.generate)?.program));
    };
    let source = SourceArgs { target: config.target, std: config.std, ..SourceArgs::default() };
    let input = Input::Text { name: name.clone(), text: text.clone().into_bytes() };
    Ok(parsed(&input, &source))
}
