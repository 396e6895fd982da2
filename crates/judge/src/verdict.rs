//! Verdicts: what a compiler was found to have done.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The verdict on one observation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// As it must be.
    Ok,
    /// The compiler made an image, and that was not run: nothing is said about the code in it.
    Compiled,
    /// The compiler broke down: a signal, an internal error, a failed assertion.
    CompilerCrash {
        /// Where and how, without what changes from program to program.
        signature: String,
    },
    /// The compiler reached our limit of time.
    CompilerHang,
    /// The compiler reached our limit of memory, file size or output.
    CompilerOutOfResources {
        /// Which one.
        limit: String,
    },
    /// The compiler rejected a valid program, or produced no image.
    RejectedValid {
        /// Its first words, without what changes from program to program.
        signature: String,
    },
    /// The image does something else than the program means.
    WrongCode {
        /// What is wrong about it.
        kind: WrongKind,
    },
    /// Sometimes right, sometimes wrong; or the compiler failed in another way the next time.
    Flaky,
    /// Independent compilers agree with each other and not with the machine.
    SuspectMachine,
    /// No compiler agrees with the machine, and no independent compilers agree against it.
    Unconfirmed,
    /// It could not be compared.
    NotComparable {
        /// Why.
        why: String,
    },
}

/// What is wrong about an image.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum WrongKind {
    /// It prints something else.
    Checksum,
    /// A signal killed it.
    Crash(i32),
    /// It did not end in time.
    Hang,
    /// It used up memory, file size or output.
    Resources,
    /// It exits with another status.
    Exit,
}

impl fmt::Display for WrongKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checksum => f.write_str("checksum"),
            Self::Crash(signal) => write!(f, "crash (signal {signal})"),
            Self::Hang => f.write_str("hang"),
            Self::Resources => f.write_str("resources"),
            Self::Exit => f.write_str("exit status"),
        }
    }
}

impl WrongKind {
    /// The one with these words, as [`Display`](fmt::Display) says them.
    fn read(words: &str) -> Option<Self> {
        match words {
            "checksum" => Some(Self::Checksum),
            "hang" => Some(Self::Hang),
            "resources" => Some(Self::Resources),
            // The second is what version 0.1.0 wrote.
            "exit status" | "exit" => Some(Self::Exit),
            crash => {
                let signal = crash.strip_prefix("crash (signal ")?.strip_suffix(')')?;
                signal.parse().ok().map(Self::Crash)
            }
        }
    }
}

/// A verdict without its details, for counting and filing.
#[derive(
    Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // They are those of `Verdict`.
pub enum VerdictKind {
    #[default]
    Ok,
    Compiled,
    CompilerCrash,
    CompilerHang,
    CompilerOutOfResources,
    RejectedValid,
    WrongCode,
    Flaky,
    SuspectMachine,
    Unconfirmed,
    NotComparable,
    /// No verdict on a compiler: the seed showed a bug of Brinell's.
    OurBug,
}

impl VerdictKind {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Ok,
        Self::Compiled,
        Self::CompilerCrash,
        Self::CompilerHang,
        Self::CompilerOutOfResources,
        Self::RejectedValid,
        Self::WrongCode,
        Self::Flaky,
        Self::SuspectMachine,
        Self::Unconfirmed,
        Self::NotComparable,
        Self::OurBug,
    ];

    /// Its name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Compiled => "compiled",
            Self::CompilerCrash => "compiler-crash",
            Self::CompilerHang => "compiler-hang",
            Self::CompilerOutOfResources => "compiler-out-of-resources",
            Self::RejectedValid => "rejected-valid",
            Self::WrongCode => "wrong-code",
            Self::Flaky => "flaky",
            Self::SuspectMachine => "suspect-machine",
            Self::Unconfirmed => "unconfirmed",
            Self::NotComparable => "not-comparable",
            Self::OurBug => "our-bug",
        }
    }

    /// The one of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Whether it is stored with its program: everything except what is fine or not comparable.
    pub const fn is_kept(self) -> bool {
        !matches!(self, Self::Ok | Self::Compiled | Self::NotComparable)
    }

    /// Whether it accuses a compiler; what is only doubtful is kept, and no finding.
    pub const fn is_finding(self) -> bool {
        matches!(
            self,
            Self::CompilerCrash
                | Self::CompilerHang
                | Self::CompilerOutOfResources
                | Self::RejectedValid
                | Self::WrongCode
        )
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Verdict {
    /// Without the details.
    pub const fn kind(&self) -> VerdictKind {
        match self {
            Self::Ok => VerdictKind::Ok,
            Self::Compiled => VerdictKind::Compiled,
            Self::CompilerCrash { .. } => VerdictKind::CompilerCrash,
            Self::CompilerHang => VerdictKind::CompilerHang,
            Self::CompilerOutOfResources { .. } => VerdictKind::CompilerOutOfResources,
            Self::RejectedValid { .. } => VerdictKind::RejectedValid,
            Self::WrongCode { .. } => VerdictKind::WrongCode,
            Self::Flaky => VerdictKind::Flaky,
            Self::SuspectMachine => VerdictKind::SuspectMachine,
            Self::Unconfirmed => VerdictKind::Unconfirmed,
            Self::NotComparable { .. } => VerdictKind::NotComparable,
        }
    }

    /// The verdict of that kind with these details, as a store has them: what [`kind`](Self::kind)
    /// and [`detail`](Self::detail) give. Nothing where there is no such verdict.
    pub fn read(kind: VerdictKind, detail: &str) -> Option<Self> {
        let words = || detail.to_owned();
        Some(match kind {
            VerdictKind::Ok => Self::Ok,
            VerdictKind::Compiled => Self::Compiled,
            VerdictKind::CompilerCrash => Self::CompilerCrash { signature: words() },
            VerdictKind::CompilerHang => Self::CompilerHang,
            VerdictKind::CompilerOutOfResources => Self::CompilerOutOfResources { limit: words() },
            VerdictKind::RejectedValid => Self::RejectedValid { signature: words() },
            VerdictKind::WrongCode => Self::WrongCode { kind: WrongKind::read(detail)? },
            VerdictKind::Flaky => Self::Flaky,
            VerdictKind::SuspectMachine => Self::SuspectMachine,
            VerdictKind::Unconfirmed => Self::Unconfirmed,
            VerdictKind::NotComparable => Self::NotComparable { why: words() },
            VerdictKind::OurBug => return None,
        })
    }

    /// The details in a few words: a signature, or what is wrong.
    pub fn detail(&self) -> String {
        match self {
            Self::CompilerCrash { signature } | Self::RejectedValid { signature } => {
                signature.clone()
            }
            Self::CompilerOutOfResources { limit } => limit.clone(),
            Self::WrongCode { kind } => kind.to_string(),
            Self::NotComparable { why } => why.clone(),
            Self::Ok
            | Self::Compiled
            | Self::CompilerHang
            | Self::Flaky
            | Self::SuspectMachine
            | Self::Unconfirmed => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_as_they_were_written() {
        for kind in VerdictKind::ALL {
            assert_eq!(VerdictKind::parse(kind.as_str()), Some(kind));
        }
        let wrong = [
            WrongKind::Checksum,
            WrongKind::Crash(11),
            WrongKind::Hang,
            WrongKind::Resources,
            WrongKind::Exit,
        ];
        let words = || "in fold_this, at fold.cc:12".to_owned();
        let mut all: Vec<Verdict> = wrong.map(|kind| Verdict::WrongCode { kind }).into();
        all.extend([
            Verdict::Ok,
            Verdict::Compiled,
            Verdict::CompilerCrash { signature: words() },
            Verdict::CompilerHang,
            Verdict::CompilerOutOfResources { limit: words() },
            Verdict::RejectedValid { signature: words() },
            Verdict::Flaky,
            Verdict::SuspectMachine,
            Verdict::Unconfirmed,
            Verdict::NotComparable { why: words() },
        ]);
        for verdict in all {
            assert_eq!(Verdict::read(verdict.kind(), &verdict.detail()), Some(verdict));
        }
        assert_eq!(Verdict::read(VerdictKind::WrongCode, "crash (signal x)"), None);
    }
}
