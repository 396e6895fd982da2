//! How long an image may run: as long as its program takes on the machine, many times over.
//!
//! A wrongly compiled program may hang, and a worker must not wait half a minute for it. The machine
//! knows how many steps the program takes, and no image needs a microsecond for each. So an image is
//! stopped early, but it is reported as hanging only after it has used several times as much
//! processor time ([`Patience::Confirming`]), or as much again after another option set of the same
//! compiler has used that. Wall-clock time proves nothing: an image that is starved of processor time
//! gets all the time that its limits allow ([`Patience::Full`]).

use brinell_toolchain::{ProcessLimits, Toolchain};
use std::time::Duration;

/// Processor time for each step of the machine. At `-O0` a step takes two or three nanoseconds.
const PER_STEP: Duration = Duration::from_nanos(300);
/// The least an image gets: the start of a process, and pages that have to be read first.
const LEAST: Duration = Duration::from_millis(800);
/// How much slower an image may be under a runner: qemu is ten times slower than the processor, a
/// simulator of an 8-bit processor needs a hundred instructions for a step.
const RUNNER: u32 = 100;
const LEAST_UNDER_RUNNER: Duration = Duration::from_secs(5);
/// How much longer an image may run before it is reported as hanging.
const CONFIRMING: u32 = 4;
/// How much slower sanitizers and profiling make it.
const INSTRUMENTED: u32 = 10;
/// Wall-clock time per unit of processor time, since this computer has other work, too.
const CLOCK: u32 = 4;

/// How long to wait for images.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Patience {
    /// As long as a program of that many steps can take.
    Steps(u64),
    /// Several times as long: what is not over then hangs.
    Confirming(u64),
    /// As long as the limits of the compiler's images allow.
    Full,
}

/// How waiting for an image was given up.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum GivenUp {
    /// It had used up the processor time that follows from its steps.
    Early,
    /// The clock ran out before it had that.
    Starved,
    /// It had several times that, or all the time that its limits allow.
    Late,
}

impl Patience {
    /// The limits for an image of a compiler with these options.
    pub fn limits(self, tool: &Toolchain, options: &[String]) -> ProcessLimits {
        let full = tool.run_limits;
        let (steps, times) = match self {
            Self::Steps(steps) => (steps, 1),
            Self::Confirming(steps) => (steps, CONFIRMING),
            Self::Full => return full,
        };
        let slow = |option: &String| option.starts_with("-fsanitize") || option == "-pg";
        let (mut factor, mut least) = (1, LEAST);
        if options.iter().chain(&tool.command).any(slow) {
            factor *= INSTRUMENTED;
        }
        if !tool.runner.is_empty() {
            factor *= RUNNER;
            least = LEAST_UNDER_RUNNER;
        }
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        let time = (PER_STEP.saturating_mul(steps).saturating_mul(factor)).saturating_add(least);
        let time = time.saturating_mul(times);
        let cpu = full.cpu.unwrap_or(full.wall).min(time);
        let wall = full.wall.min(time.saturating_mul(CLOCK));
        ProcessLimits { cpu: Some(cpu), wall, ..full }
    }

    /// How an image was given up that met these limits after so much processor time.
    pub fn given_up(self, limits: &ProcessLimits, used: Duration) -> GivenUp {
        // What is killed never had all of it.
        let used_up = used >= limits.cpu.unwrap_or(limits.wall) / 4 * 3;
        match self {
            Self::Full => GivenUp::Late,
            Self::Confirming(_) if used_up => GivenUp::Late,
            Self::Steps(_) if used_up => GivenUp::Early,
            Self::Confirming(_) | Self::Steps(_) => GivenUp::Starved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(runner: &[&str]) -> Toolchain {
        let runner = runner.iter().map(|&word| word.to_owned()).collect();
        Toolchain { runner, ..crate::plan::tests::tool("gcc", &[]) }
    }

    #[test]
    fn limits_follow_the_steps_and_stay_within_those_of_the_compiler() {
        let (native, qemu) = (tool(&[]), tool(&["qemu-arm"]));
        let of = |tool: &Toolchain, options: &str, steps| {
            let options = options.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            Patience::Steps(steps).limits(tool, &options)
        };
        let small = of(&native, "-O2", 10_000);
        assert!(small.wall < Duration::from_secs(5), "{small:?}");
        assert!(of(&native, "-O2", 10_000_000).wall > small.wall);
        assert!(of(&native, "-O1 -fsanitize=address", 1_000_000).wall > small.wall);
        assert!(of(&qemu, "-O2", 10_000).wall > small.wall);
        for tool in [&native, &qemu] {
            assert_eq!(Patience::Full.limits(tool, &[]), tool.run_limits);
            let most = of(tool, "-O0", u64::MAX);
            assert_eq!((most.wall, most.cpu), (tool.run_limits.wall, tool.run_limits.cpu));
        }
    }

    #[test]
    fn who_had_no_time_is_told_from_who_used_it() {
        let native = tool(&[]);
        let patience = Patience::Steps(1_000);
        let limits = patience.limits(&native, &[]);
        let all = limits.cpu.unwrap();
        assert_eq!(patience.given_up(&limits, all), GivenUp::Early);
        assert_eq!(patience.given_up(&limits, all / 10), GivenUp::Starved);
        assert_eq!(Patience::Full.given_up(&native.run_limits, all / 10), GivenUp::Late);
        let confirming = Patience::Confirming(1_000);
        let longer = confirming.limits(&native, &[]);
        assert!(longer.cpu.unwrap() > 3 * all && longer.cpu < native.run_limits.cpu, "{longer:?}");
        assert_eq!(confirming.given_up(&longer, longer.cpu.unwrap()), GivenUp::Late);
        assert_eq!(confirming.given_up(&longer, all), GivenUp::Starved);
    }
}
