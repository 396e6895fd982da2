//! The fast path of a trial: object files that run without a linker.
//!
//! It only ever says that a program does what it must; see [`FastPath`].

use crate::cpu::CpuSplit;
use crate::images::{KEPT_OUTPUT, ProgramFiles, SeenCompilation, run_end};
use brinell_fastpath::{FastPath, Load};
use brinell_judge::{Compiled, Expected, Observation, Ran};
use brinell_toolchain::Toolchain;
use serde::Serialize;

/// How often the fast path was taken.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct FastPathUse {
    /// All was well there.
    pub fine: u64,
    /// It reported a problem that the compiler's own command did not.
    pub mistaken: u64,
    /// Something was the matter on both.
    pub not_fine: u64,
}

impl FastPathUse {
    /// Adds others.
    pub fn add(&mut self, other: Self) {
        self.fine += other.fine;
        self.mistaken += other.mistaken;
        self.not_fine += other.not_fine;
    }

    /// How often in all.
    pub fn taken(self) -> u64 {
        self.fine + self.mistaken + self.not_fine
    }
}

/// Where the objects of a program are loaded: half of the programs above four gigabytes, where cut
/// addresses show, and half below, where what compares addresses may do something else. Parity of the
/// number itself would go with the turns of sizes and kinds of programs.
pub fn load_of(seed: u64) -> Load {
    if seed.count_ones().is_multiple_of(2) { Load::High } else { Load::Low }
}

/// One program on the fast path.
pub struct OnFastPath<'a> {
    pub fast_path: &'a mut FastPath,
    pub files: &'a ProgramFiles,
    pub expected: &'a Expected,
    pub load: Load,
}

impl OnFastPath<'_> {
    /// Compiles and runs. Nothing unless all went well and the program did what it should: then
    /// the compiler's own command has to find out why.
    pub fn observe(
        &mut self,
        tool: &Toolchain,
        options: &[String],
        cpu: &mut CpuSplit,
    ) -> Option<SeenCompilation> {
        let ran = self.run(tool, options, cpu);
        self.files.clean();
        let ran = ran.filter(|ran| ran.does(self.expected))?;
        let observation = Observation {
            compiler: tool.name.clone(),
            family: tool.family.clone(),
            options: options.to_vec(),
            compiled: Compiled::Ok,
            ran: Some(ran),
            otherwise: Vec::new(),
            steady: true,
            on_fast_path: true,
        };
        Some(SeenCompilation { observation, said: String::new(), given_up: None })
    }

    fn run(&mut self, tool: &Toolchain, options: &[String], cpu: &mut CpuSplit) -> Option<Ran> {
        let ProgramFiles { dir, sources, .. } = self.files;
        let (used, objects) = self.fast_path.compile(tool, options, sources, dir);
        *cpu.compile.entry(tool.name.clone()).or_default() += used;
        let finished = self.fast_path.run(tool, options, &objects?, self.load, dir)?;
        *cpu.run.entry(tool.name.clone()).or_default() += finished.cpu;
        Some(Ran::new(run_end(finished.end), &finished.stdout, KEPT_OUTPUT))
    }
}
