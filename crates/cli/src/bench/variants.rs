//! Which programs an experiment generates: profiles, sizes, seeds.

use super::generate::parse_size;
use crate::Status;
use brinell_generate::{Config, Generator};
use clap::Args;
use std::io::Write as _;

/// Profiles, sizes and seeds.
#[derive(Debug, Args)]
pub struct VariantArgs {
    /// Profiles of the programs, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "default")]
    profiles: Vec<String>,

    /// Tokens wanted of each program, separated by commas [default: what the profile says]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_size)]
    sizes: Vec<u32>,

    /// How many programs of each profile and size
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,

    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    start: u64,
}

/// A profile at a size.
pub struct BenchVariant {
    pub profile: String,
    pub size: u32,
    pub generator: Generator,
}

impl BenchVariant {
    /// `default 2000`.
    pub fn name(&self) -> String {
        format!("{} {}", self.profile, self.size)
    }
}

impl VariantArgs {
    /// All profiles at all sizes.
    pub fn variants(&self) -> anyhow::Result<Vec<BenchVariant>> {
        let mut variants = Vec::new();
        for profile in &self.profiles {
            let config = Config::profile(profile)?;
            let sizes = if self.sizes.is_empty() { vec![config.size] } else { self.sizes.clone() };
            for size in sizes {
                // As a hunt has them: `main` is short and does not tell how far it is.
                let config =
                    Config { size, progress: false, noinline_checksum: true, ..config.clone() };
                let generator = Generator::new(config)?;
                variants.push(BenchVariant { profile: profile.clone(), size, generator });
            }
        }
        Ok(variants)
    }

    /// Every program to be made: the number of its variant, and its seed. Seed by seed, so that
    /// what is interrupted has as many of each.
    pub fn programs(&self, variants: usize) -> Vec<(usize, u64)> {
        let seeds = self.start..self.start.saturating_add(self.seeds);
        seeds.flat_map(|seed| (0..variants).map(move |variant| (variant, seed))).collect()
    }
}

/// Prints what an experiment found, and what went wrong with programs, a line each.
pub fn print_experiment(text: &str, troubles: &[String]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    for trouble in troubles {
        writeln!(out, "{trouble}")?;
    }
    Ok(())
}

/// How an experiment ended: with trouble, if there was any with a program.
pub fn experiment_status(troubles: &[String], interrupted: bool) -> Status {
    match (troubles.is_empty(), interrupted) {
        (false, _) => Status::Undefined,
        (true, true) => Status::Interrupted,
        (true, false) => Status::Fine,
    }
}
