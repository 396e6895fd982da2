//! Compilers for small computers, whose images run in a simulator.
//!
//! What a program needs to print and to end there is embedded here as scripts for the shell: they
//! are a part of the command, so that a command by itself builds and runs an image anywhere. Every
//! byte that a program prints comes through unchanged: reduction may leave `putchar(0)`. The exit
//! status comes as a line of its own, `@003`, which the script takes away.

/// How images of a compiler are made and run.
#[derive(Debug, Eq, PartialEq)]
pub struct Simulated {
    /// The simulator.
    pub program: &'static str,
    /// The package of Debian that brings it.
    pub package: &'static str,
    /// Arguments that the compiler always gets.
    pub arguments: &'static [&'static str],
    /// What is run in place of the compiler, whose path is its `$0`.
    pub build: Option<&'static str>,
    /// What is run in place of the simulator, whose path is its `$0`.
    pub run: Option<&'static str>,
}

impl Simulated {
    /// The command of the compiler at this path.
    pub fn command(&self, compiler: &str) -> Vec<String> {
        let mut command = scripted(self.build, compiler);
        command.extend(self.arguments.iter().map(|&argument| argument.to_owned()));
        command
    }

    /// What runs images with the simulator at this path.
    pub fn runner(&self, simulator: &str) -> Vec<String> {
        scripted(self.run, simulator)
    }
}

fn scripted(script: Option<&str>, program: &str) -> Vec<String> {
    let words = match script {
        Some(script) => vec!["/bin/sh", "-c", script, program],
        None => vec![program],
    };
    words.into_iter().map(str::to_owned).collect()
}

/// avr-gcc; the `ATmega1284P` has the most memory of those that simavr knows.
pub const AVR: Simulated = Simulated {
    program: "simavr",
    package: "simavr",
    arguments: &[],
    build: Some(include_str!("../../glue/avr-build.sh")),
    run: Some(include_str!("../../glue/avr-run.sh")),
};

/// cc65, whose own simulator gives programs arguments, output and an exit status.
pub const CC65: Simulated = Simulated {
    program: "sim65",
    package: "cc65",
    arguments: &["-t", "sim6502"],
    build: None,
    run: None,
};

/// sdcc for the Z80: of its back ends the one whose functions are reentrant by default and whose
/// simulator has all 64 KiB.
pub const SDCC: Simulated = Simulated {
    program: "sz80",
    package: "sdcc-ucsim",
    arguments: &[],
    build: Some(include_str!("../../glue/sdcc-build.sh")),
    run: Some(include_str!("../../glue/sdcc-run.sh")),
};
