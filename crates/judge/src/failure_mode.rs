//! A failure mode: what two observations of one compiler bug have in common.
//!
//! A [`Verdict`] describes what was observed for one program. While the program is reduced, or the
//! options are varied, some of that may change although the bug is the same; the failure mode is the
//! part that may not.

use crate::signature::is_of_compilers_output;
use crate::verdict::{Verdict, VerdictKind, WrongKind};
use std::fmt;

/// In which way a compiler is wrong about a program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum FailureMode {
    /// The compiler breaks down, with this signature.
    Crash(String),
    /// The compiler does not end in time.
    Hang,
    /// The compiler reaches this limit of ours.
    OutOfResources(String),
    /// The compiler rejects a valid program, with this signature.
    Refusal(String),
    /// An assembler or a linker does not take what the compiler has made. In which words is chance.
    OutputRefused,
    /// The image answers, and wrongly: whether it prints something else or exits otherwise.
    WrongAnswer,
    /// A signal kills the image.
    ImageCrash(i32),
    /// The image does not end in time.
    ImageHang,
    /// The image uses up memory, file size or output.
    ImageOutOfResources,
}

impl FailureMode {
    /// The failure mode that a verdict accuses a compiler of, if it does.
    pub fn of(verdict: &Verdict) -> Option<Self> {
        Some(match verdict {
            Verdict::CompilerCrash { signature } => Self::Crash(signature.clone()),
            Verdict::CompilerHang => Self::Hang,
            Verdict::CompilerOutOfResources { limit } => Self::OutOfResources(limit.clone()),
            Verdict::RejectedValid { signature } if is_of_compilers_output(signature) => {
                Self::OutputRefused
            }
            Verdict::RejectedValid { signature } => Self::Refusal(signature.clone()),
            Verdict::WrongCode { kind: WrongKind::Checksum | WrongKind::Exit } => Self::WrongAnswer,
            Verdict::WrongCode { kind: WrongKind::Crash(signal) } => Self::ImageCrash(*signal),
            Verdict::WrongCode { kind: WrongKind::Hang } => Self::ImageHang,
            Verdict::WrongCode { kind: WrongKind::Resources } => Self::ImageOutOfResources,
            Verdict::Ok
            | Verdict::Compiled
            | Verdict::Flaky
            | Verdict::SuspectMachine
            | Verdict::Unconfirmed
            | Verdict::NotComparable { .. } => return None,
        })
    }

    /// The verdict that accuses of it.
    pub const fn kind(&self) -> VerdictKind {
        match self {
            Self::Crash(_) => VerdictKind::CompilerCrash,
            Self::Hang => VerdictKind::CompilerHang,
            Self::OutOfResources(_) => VerdictKind::CompilerOutOfResources,
            Self::Refusal(_) | Self::OutputRefused => VerdictKind::RejectedValid,
            Self::WrongAnswer
            | Self::ImageCrash(_)
            | Self::ImageHang
            | Self::ImageOutOfResources => VerdictKind::WrongCode,
        }
    }
}

impl fmt::Display for FailureMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind())?;
        match self {
            Self::Hang => Ok(()),
            Self::Crash(words) | Self::Refusal(words) | Self::OutOfResources(words) => {
                write!(f, " {words}")
            }
            Self::OutputRefused => f.write_str(" output refused"),
            Self::WrongAnswer => f.write_str(" answer"),
            Self::ImageCrash(signal) => write!(f, " {}", WrongKind::Crash(*signal)),
            Self::ImageHang => write!(f, " {}", WrongKind::Hang),
            Self::ImageOutOfResources => write!(f, " {}", WrongKind::Resources),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reduction_may_change_is_no_other_mode() {
        let wrong = |kind| FailureMode::of(&Verdict::WrongCode { kind });
        let refused =
            |words: &str| FailureMode::of(&Verdict::RejectedValid { signature: words.into() });
        assert_eq!(wrong(WrongKind::Checksum), wrong(WrongKind::Exit));
        assert_ne!(wrong(WrongKind::Checksum), wrong(WrongKind::Hang));
        assert_ne!(wrong(WrongKind::Crash(11)), wrong(WrongKind::Crash(4)));
        assert_eq!(refused("assembler: no such instruction"), refused("linker: undefined"));
        assert_ne!(refused("error: no"), refused("error: never"));
        assert_eq!(FailureMode::of(&Verdict::Unconfirmed), None);
    }

    #[test]
    fn whoever_is_accused_has_a_mode_of_that_kind() {
        for kind in VerdictKind::ALL {
            let verdict = Verdict::read(kind, "hang");
            let mode = verdict.as_ref().and_then(FailureMode::of);
            assert_eq!(mode.is_some(), kind.is_finding(), "{kind}");
            assert!(mode.is_none_or(|mode| mode.kind() == kind), "{kind}");
        }
    }
}
