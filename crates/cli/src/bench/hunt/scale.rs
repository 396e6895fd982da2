//! Programs of ours that are like some of Csmith's: as many tokens, or as much machine code.

use super::Like;
use anyhow::Context as _;
use brinell_campaign::HuntPlan;
use brinell_print::print;
use brinell_toolchain::{Toolchain, code_bytes};
use std::path::Path;

/// The profile of our programs.
pub const PROFILE: &str = "default";
/// How often a size is corrected. The code of a program does not grow evenly with its size.
const CORRECTIONS: usize = 8;
/// How far from each other programs are that have as much code: a tenth.
const NEAR: f64 = 0.1;

/// Measures programs by what an optimiser leaves of them: the first compiler's.
pub struct Scale<'a> {
    pub compilers: &'a [Toolchain],
    pub dir: &'a Path,
}

/// Programs of ours: sizes that take turns, from a seed on.
#[derive(Clone, Debug)]
pub struct Batch {
    pub sizes: Vec<u32>,
    pub first: u64,
    /// The machine code of all of them.
    pub code: u64,
}

/// One of them while its size is looked for. In batches of one length, a seed alone decides about
/// its program but for the size.
struct SizeSearch {
    seed: u64,
    length: usize,
}

/// A size that can be asked of the generator.
fn clamp(tokens: u64) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX).clamp(200, 200_000)
}

impl Scale<'_> {
    /// The machine code of a program of Csmith's, if it can be compiled.
    pub fn code_of_theirs(&self, program: &brinell_lang::Program) -> anyhow::Result<Option<u64>> {
        self.code(&[(String::new(), print(program))])
    }

    /// Programs like those with so many tokens and so much code, in their order. Nothing if one of
    /// them cannot be compiled.
    pub fn batch(
        &self,
        like: Like,
        wanted: &[(u64, u64)],
        number: u64,
    ) -> anyhow::Result<Option<Batch>> {
        let length = wanted.len();
        // Batches alternate between with and without swarm; far apart, they have other seeds.
        let first = length as u64 * (1000 * number + number % 2);
        let mut batch = Batch { sizes: Vec::new(), first, code: 0 };
        for (seed, &(tokens, code)) in (first..).zip(wanted) {
            let slot = SizeSearch { seed, length };
            let size = clamp(tokens);
            let found = match like {
                Like::Tokens => self.code_of(&slot, size)?.map(|has| (size, has)),
                Like::Code => self.size_for(&slot, code, size)?,
            };
            let Some((size, has)) = found else { return Ok(None) };
            batch.sizes.push(size);
            batch.code += has;
        }
        Ok(Some(batch))
    }

    /// The texts of a batch's programs.
    pub fn texts(&self, batch: &Batch) -> anyhow::Result<Vec<Vec<(String, String)>>> {
        let plan = HuntPlan::new(&[PROFILE], &batch.sizes, self.compilers)?;
        let seeds = (batch.first..).take(batch.sizes.len());
        seeds.map(|seed| texts(&plan, seed)).collect()
    }

    fn code(&self, texts: &[(String, String)]) -> anyhow::Result<Option<u64>> {
        let sources = texts.iter().map(|(suffix, text)| {
            let path = self.dir.join(format!("scale{suffix}.c"));
            std::fs::write(&path, text).context("cannot write a program")?;
            Ok(path)
        });
        let sources: Vec<_> = sources.collect::<anyhow::Result<_>>()?;
        let image = self.dir.join("scale");
        let done = self.compilers[0].build(&["-O2".to_owned()], &sources, self.dir, &image)?;
        if done.end.success() { Ok(code_bytes(&image)?) } else { Ok(None) }
    }

    /// The machine code of our program of a size.
    fn code_of(&self, slot: &SizeSearch, size: u32) -> anyhow::Result<Option<u64>> {
        let plan = HuntPlan::new(&[PROFILE], &vec![size; slot.length], self.compilers)?;
        self.code(&texts(&plan, slot.seed)?)
    }

    /// The size at which our program has that much code, and how much it has. `size` is where to
    /// begin.
    fn size_for(
        &self,
        slot: &SizeSearch,
        code: u64,
        size: u32,
    ) -> anyhow::Result<Option<(u32, u64)>> {
        let far = |has: u64| (has as f64 / code.max(1) as f64).ln().abs();
        let Some(has) = self.code_of(slot, size)? else { return Ok(None) };
        let mut best = (size, has);
        let mut stride = 1.0;
        for _ in 0..CORRECTIONS {
            if far(best.1) < NEAR {
                break;
            }
            let wanted = (code as f64 / best.1.max(1) as f64).powf(stride);
            let size = clamp((f64::from(best.0) * wanted) as u64);
            match self.code_of(slot, size)? {
                Some(has) if far(has) < far(best.1) => best = (size, has),
                // Every size is another program: one that is less far away may do.
                _ => stride /= 2.0,
            }
        }
        Ok(Some(best))
    }
}

fn texts(plan: &HuntPlan, seed: u64) -> anyhow::Result<Vec<(String, String)>> {
    let assignment = plan.assign(seed)?;
    Ok(assignment.generator.generate(seed, &assignment.command)?.texts)
}
