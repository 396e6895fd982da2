//! What a compiler's exit and messages mean.

use crate::observation::Compiled;
use crate::signature::{crash_signature, error_signature, says_crash};

/// How the compiler's process ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum CompilerEnd {
    /// It exited with this status.
    Exit(i32),
    /// A signal that was not ours killed it.
    Signal(i32),
    /// It reached our limit of time, by the clock or of the processor.
    OutOfTime,
    /// It reached another limit of ours; which one.
    OverLimit(&'static str),
}

/// Words of a compiler, or of its driver, that one of our limits stopped.
const OUT_OF_TIME: [&str; 2] = ["cpu time limit exceeded", "sigxcpu"];
const OUT_OF_MEMORY: [&str; 8] = [
    "virtual memory exhausted",
    "out of memory",
    "memory exhausted",
    "std::bad_alloc",
    "cannot allocate memory",
    "memory full",
    "memory allocation of",
    "killed signal terminated",
];
/// Words of linkers whose target has no room for the program: no region of its memory is large enough,
/// or its data is out of the reach of its instructions (on x86-64, more than 2 GiB).
const OVER_TARGET_MEMORY: [&str; 7] = [
    "overflowed by",
    "will not fit in region",
    "overflows memory area",
    "overflow the memory",
    "relocation truncated to fit",
    "relocation overflows",
    "failed to convert gotpcrel relocation",
];
const OVER_FILE_SIZE: [&str; 2] = ["file size limit exceeded", "file too large"];

/// Signals that a program gives to itself by mistake: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE,
/// SIGSEGV. A shell that started the compiler reports them as 128 and the number.
const MISHAPS: [i32; 6] = [4, 5, 6, 7, 8, 11];

/// The result of compiling. `stem` is how the names of the test program's files begin.
pub fn read_compiler(end: CompilerEnd, output: &str, has_image: bool, stem: &str) -> Compiled {
    let signal = match end {
        CompilerEnd::OutOfTime => return Compiled::TimedOut,
        CompilerEnd::OverLimit(limit) => return Compiled::OutOfResources(limit.to_owned()),
        CompilerEnd::Exit(0) if has_image => return Compiled::Ok,
        CompilerEnd::Exit(0) => return Compiled::NoOutputFile,
        CompilerEnd::Exit(status) => status.checked_sub(128).filter(|n| MISHAPS.contains(n)),
        CompilerEnd::Signal(signal) => Some(signal),
    };
    let lower = output.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|words| lower.contains(words));
    // Before everything else: gcc's driver calls a killed compiler an internal error.
    if signal == Some(SIGXCPU) || says(&OUT_OF_TIME) {
        Compiled::TimedOut
    } else if says_out_of_memory(output) {
        Compiled::OutOfResources("memory".to_owned())
    } else if signal.is_none() && says(&OVER_TARGET_MEMORY) {
        Compiled::OutOfResources("memory of the target".to_owned())
    } else if signal == Some(SIGXFSZ) || says(&OVER_FILE_SIZE) {
        Compiled::OutOfResources("file size".to_owned())
    } else if signal.is_some() || says_crash(output) {
        Compiled::Crashed { signature: crash_signature(signal, output, stem) }
    } else if output.trim().is_empty() {
        // A rejection has a message; a driver whose compiler died may print nothing at all.
        Compiled::Crashed { signature: SILENT_FAILURE.to_owned() }
    } else {
        Compiled::Rejected { signature: error_signature(output, stem) }
    }
}

/// The signature of a compiler that fails without a message.
pub const SILENT_FAILURE: &str = "failure without a word";

/// Whether a program says that it has no memory left.
pub fn says_out_of_memory(output: &str) -> bool {
    let lower = output.to_ascii_lowercase();
    OUT_OF_MEMORY.iter().any(|words| lower.contains(words))
}

const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;

/// Whether a message is about a computer in trouble rather than about the compiler: no space, no
/// processes. Nothing may be concluded from such a run.
pub fn tells_of_full_machine(output: &str) -> bool {
    let lower = output.to_ascii_lowercase();
    [
        "no space left on device",
        "disk quota exceeded",
        "resource temporarily unavailable",
        "too many open files",
        "read-only file system",
    ]
    .iter()
    .any(|words| lower.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(end: CompilerEnd, output: &str) -> Compiled {
        read_compiler(end, output, false, "test")
    }

    #[test]
    fn our_own_limits_are_no_crash() {
        let out_of_memory = Compiled::OutOfResources("memory".to_owned());
        let out_of_target_memory = Compiled::OutOfResources("memory of the target".to_owned());
        for (end, output, expected) in [
            (CompilerEnd::OutOfTime, "internal compiler error", Compiled::TimedOut),
            (
                CompilerEnd::Exit(4),
                "gcc: internal compiler error: CPU time limit exceeded signal terminated cc1",
                Compiled::TimedOut,
            ),
            (
                CompilerEnd::Exit(1),
                "cc1: out of memory allocating 65536 bytes after a total of 1",
                out_of_memory.clone(),
            ),
            (CompilerEnd::Signal(6), "terminate: std::bad_alloc", out_of_memory.clone()),
            (CompilerEnd::Signal(25), "", Compiled::OutOfResources("file size".to_owned())),
            (CompilerEnd::OverLimit("memory"), "", out_of_memory),
            (
                CompilerEnd::Exit(1),
                "ld: region `text' overflowed by 4096 bytes",
                out_of_target_memory.clone(),
            ),
            (
                CompilerEnd::Exit(1),
                "ld65: Warning: sim6502.cfg(20): Segment `CODE' overflows memory area `MAIN' by 9 bytes",
                out_of_target_memory.clone(),
            ),
            (
                CompilerEnd::Exit(1),
                "error: code and data overflow the memory by 100 bytes",
                out_of_target_memory.clone(),
            ),
            (
                CompilerEnd::Exit(1),
                "driver.c:(.text+0x39): relocation truncated to fit: R_X86_64_PC32 against symbol \
                 `arr_605' defined in COMMON section in /tmp/test.o",
                out_of_target_memory.clone(),
            ),
            (
                CompilerEnd::Exit(1),
                "/usr/bin/ld: func.c:(.text+0x176a8): failed to convert GOTPCREL relocation against \
                 'arr_605'; relink with --no-relax",
                out_of_target_memory,
            ),
        ] {
            assert_eq!(read(end, output), expected, "{output}");
        }
    }

    #[test]
    fn crashes_are_told_from_rejections() {
        let crashed = |compiled| matches!(compiled, Compiled::Crashed { .. });
        assert!(crashed(read(CompilerEnd::Signal(11), "")));
        assert!(crashed(read(CompilerEnd::Exit(139), "")));
        assert!(crashed(read(CompilerEnd::Exit(1), "\n")));
        assert!(crashed(read(CompilerEnd::Exit(1), "test.c:1: internal compiler error: in f")));
        assert!(crashed(read(CompilerEnd::Exit(1), "internal error at parse.c:12")));
        assert!(crashed(read(CompilerEnd::Exit(1), "Caught signal 11: SIGSEGV")));
        let refused = Compiled::Rejected { signature: "error: expected expression".to_owned() };
        assert_eq!(read(CompilerEnd::Exit(1), "test.c:1:2: error: expected expression"), refused);
        assert_eq!(read(CompilerEnd::Exit(0), ""), Compiled::NoOutputFile);
        assert_eq!(read_compiler(CompilerEnd::Exit(0), "", true, "test"), Compiled::Ok);
    }

    #[test]
    fn a_full_disk_is_recognised() {
        assert!(tells_of_full_machine("ld: final link failed: No space left on device"));
        assert!(!tells_of_full_machine("error: expected ';'"));
    }
}
